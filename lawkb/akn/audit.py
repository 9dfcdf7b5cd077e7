"""The audit: what no schema can see of a code, because it lies between elements or between laws."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from lawkb.akn.standoff import standoff_faults
from lawkb.model.address import Address, Scheme
from lawkb.model.code import Code, Outline
from lawkb.model.law import Provision
from lawkb.model.numbering import largest_ordinal
from lawkb.model.passage import Passage, Reference

_PLAIN_ID = re.compile(r"[A-Za-z0-9_-]+")
_Key = tuple[str, str, int]  # edition, language and number of a law
_Path = tuple[int, ...]


def audit(code: Code) -> tuple[str, ...]:
    """What neither schema can see, over all held texts: one line each, empty when all is well.

    Ids that are not ASCII or do not name their provision, provisions that stand twice or in the
    wrong place, ``held`` targets that are not held, notes, references, marks and links that do not
    fit their text, and provisions that one language of a law has and another has not.
    """
    laws = {key: tuple(law.provisions()) for key, law in code.laws.items()}
    paths = {key: [each.address.path for each in held] for key, held in laws.items()}
    known = _Known(code.outline.scheme, _limits(code.outline.scheme), _held(paths, code.outline))
    found = list(_faults_of_outline(code.outline))
    for key, provisions in laws.items():
        for place, what in _faults_of_law(key, provisions, paths[key], known):
            found.append(f"{_law(*key)} {place}: {what}")
    for (edition, language, name), companion in code.companions.items():
        for what in _faults_of_texts(companion.passages(), edition, known):
            found.append(f"{edition}/{language}/{name}: {what}")
    for edition, number in dict.fromkeys((edition, number) for edition, _, number in code.laws):
        tags = code.languages_of(edition, number)
        held = {tag: set(paths[edition, tag, number]) for tag in tags}
        found.extend(_differences(edition, number, held, known.scheme))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Known:
    """What the faults of one law are seen against.

    Attributes:
        scheme: The levels.
        limits: The last ordinal that each level can write.
        held: By edition and number of a law, the paths that any of its languages holds.
    """

    scheme: Scheme
    limits: tuple[int, ...]
    held: dict[tuple[str, int], set[_Path]]


def _limits(scheme: Scheme) -> tuple[int, ...]:
    return tuple(largest_ordinal(level.numbering) for level in scheme.levels)


def _held(paths: dict[_Key, list[_Path]], outline: Outline) -> dict[tuple[str, int], set[_Path]]:
    expressions = {(each.edition, each.language) for each in outline.expressions}
    held: dict[tuple[str, int], set[_Path]] = {}
    for (edition, language, number), standing in paths.items():
        if (edition, language) in expressions:
            held.setdefault((edition, number), set()).update(standing)
    return held


def _faults_of_outline(outline: Outline) -> Iterator[str]:
    """Ids that would put letters of another script, or a blank, into an eId or IRI."""
    named = (outline.id, outline.authority, *(edition.id for edition in outline.editions))
    for own in (*named, *(body.id for body in outline.organizations)):
        if not _PLAIN_ID.fullmatch(own):
            yield f"corpus.toml: the id {own!r} is not of ASCII letters, figures, - and _"


def _faults_of_law(
    key: _Key, provisions: tuple[Provision, ...], paths: list[_Path], known: _Known
) -> Iterator[tuple[str, str]]:
    """Place and message of what is wrong within one law."""
    if len(set(paths)) < len(paths):
        for path, times in Counter(paths).items():
            if times > 1:
                yield _written(Address(path), known.scheme), f"stands {times} times in the law"
    for provision in provisions:
        for what in _faults_of_provision(provision, key[0], known):
            yield _written(provision.address, known.scheme), what


def _faults_of_provision(provision: Provision, edition: str, known: _Known) -> list[str]:
    found = _faults_of_place(provision, known)
    heading = (provision.heading,) if provision.heading else ()
    found.extend(_faults_of_texts((*heading, *provision.passages), edition, known))
    return found


def _faults_of_texts(passages: Iterable[Passage], edition: str, known: _Known) -> list[str]:
    """What is wrong on texts and the notes in them: what they cite, then what stands on them."""
    found: list[str] = []
    laden = [passage for passage in _with_notes(passages) if _is_laden(passage)]
    for passage in laden:
        for reference in passage.references:
            if reference.status == "held" and not _is_held(reference, edition, known):
                found.append(f"{reference.raw!r} is held, but its target is not in the code")
    for passage in laden:
        found.extend(_faults_of_text(passage))
    return found


def _faults_of_place(provision: Provision, known: _Known) -> list[str]:
    path, found = provision.address.path, []
    if not _can_be_written(path, known.limits):
        eid = known.scheme.eid(provision.address)
        found.append(f"the id {eid} does not name it")
    for child in provision.body:
        if isinstance(child, Provision) and child.address.path[: len(path)] != path:
            found.append(f"holds {_written(child.address, known.scheme)}, which is no part of it")
    return found


def _can_be_written(path: _Path, limits: tuple[int, ...]) -> bool:
    """Whether the eId of a path names it: then ``Scheme.address_of_eid`` gives the path back."""
    fits = len(path) <= len(limits)
    return fits and all(n <= most for n, most in zip(path, limits, strict=False))


def _with_notes(passages: Iterable[Passage]) -> Iterator[Passage]:
    for passage in passages:
        yield passage
        for note in passage.notes:
            yield Passage(note.text, (), note.references)


def _is_laden(passage: Passage) -> bool:
    return bool(passage.references or passage.notes or passage.marks or passage.links)


def _is_held(reference: Reference, edition: str, known: _Known) -> bool:
    """Whether any language of the edition holds the target."""
    target = reference.target
    if target is None:
        return False
    return target.path in known.held.get((reference.edition or edition, target.law), ())


def _faults_of_text(passage: Passage) -> Iterator[str]:
    size = len(passage.text)
    for note in passage.notes:
        if not 0 <= note.at <= size:
            yield f"note {note.marker} stands at {note.at}, outside its text of {size}"
    for reference in passage.references:
        here = passage.text[max(reference.start, 0) : reference.end]
        if here != reference.raw or not here:
            yield f"{reference.raw!r} is not what stands at {reference.start}: {here!r}"
    for before, after in pairwise(passage.references):
        if after.start < before.end:
            yield f"{before.raw!r} and {after.raw!r} overlap"
    if passage.marks or passage.links:
        yield from standoff_faults(passage)


def _differences(
    edition: str, number: int, held: dict[str, set[_Path]], scheme: Scheme
) -> Iterator[str]:
    """Provisions that one language of a law has and another has not."""
    every: set[_Path] = set().union(*held.values())
    if all(len(paths) == len(every) for paths in held.values()):
        return
    for path in sorted(every):
        missing = [language for language, paths in held.items() if path not in paths]
        for language in missing:
            others = ", ".join(other for other in held if other not in missing)
            place = f"{_law(edition, language, number)} {_written(Address(path), scheme)}"
            yield f"{place}: not in this language, but in {others}"


def _law(edition: str, language: str, number: int) -> str:
    return f"{edition}/{language}/law_{number}"


def _written(address: Address, scheme: Scheme) -> str:
    """The address as a message shows it, also when the scheme cannot write it."""
    try:
        return scheme.write(address)
    except ValueError:
        return str(address.path)
