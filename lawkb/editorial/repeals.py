"""The repeals that editors record: what they are of keeps its address, though no page has it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import partial

from msgspec.structs import replace

from lawkb.corpus.decision_files import RecordedRepeal
from lawkb.model.address import Address
from lawkb.model.code import LawKey
from lawkb.model.law import Law, Origin, Provision, Repeal
from lawkb.model.passage import Passage, Table
from lawkb.parse.merge_sources import ReadPages


def apply_repeals(read: ReadPages, repeals: Iterable[RecordedRepeal]) -> None:
    """Mark what editors have recorded as repealed, in every language of its edition.

    A law or provision that the pages no longer have gets its place again, without a text.
    """
    for recorded in repeals:
        for tag in dict.fromkeys(key[1] for key in read.places if key[0] == recorded.edition):
            for address in recorded.addresses(_held(read, recorded, tag)):
                key = (recorded.edition, tag, address.law)
                if key not in read.places:
                    read.put_beside(_law_before(read, key), _empty_law(read, key))
                if _can_have(read, key, address):
                    read.change(key, partial(_with_repeal, address, recorded.repeal))


def _held(read: ReadPages, recorded: RecordedRepeal, tag: str) -> Iterator[Address]:
    """Yield the provisions that a language has, of the laws from the first to the last repealed."""
    first, last = recorded.first.law, recorded.last.law
    for key in read.places:
        if key[:2] == (recorded.edition, tag) and first <= key[2] <= last:
            yield from map(Address, read.paths[key].paths)


def _can_have(read: ReadPages, key: LawKey, address: Address) -> bool:
    """Whether a law has the provision, or the one around it, in which it may be put."""
    around = address.path[:-1]
    return any(path in (address.path, around) for path in read.paths[key].paths)


def _law_before(read: ReadPages, key: LawKey) -> LawKey:
    """Return the law before one that no page has, else the law after it, in its language."""
    own = sorted(each for each in read.places if each[:2] == key[:2])
    return max((each for each in own if each < key), default=own[0])


def _empty_law(read: ReadPages, key: LawKey) -> Law:
    """Return a law without a text; its page is that of the law before it."""
    origin = read.laws[_law_before(read, key)].origin
    words = hashlib.sha256(b"").hexdigest()
    own = Origin(origin.source, origin.page, words, is_part=True)
    return Law(key[0], key[1], Provision(Address((key[2],)), ""), own)


def _with_repeal(at: Address, repeal: Repeal, law: Law) -> Law:
    """Return a law with a provision marked as repealed, which is put in its order if it is gone."""
    found = law.find(at)
    if found is None:
        found = Provision(at, "")  # no page prints a label for it
        around = law.find(Address(at.path[:-1]))
        if around is None:
            return law
        law = replace(law, root=law.root.with_provision(_with_child(around, found)))
    marked = replace(found, repealed=repeal, complete=True)
    return replace(law, root=law.root.with_provision(marked))


def _with_child(around: Provision, child: Provision) -> Provision:
    """Return a provision with another one inside it, before the first that comes after it."""
    body = [*around.body]
    later = (
        place
        for place, item in enumerate(body)
        if not isinstance(item, Passage | Table) and item.address > child.address
    )
    last = max((n for n, item in enumerate(body) if isinstance(item, Provision)), default=-1)
    body.insert(next(later, last + 1 if last >= 0 else len(body)), child)
    return replace(around, body=tuple(body))
