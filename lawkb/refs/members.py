"""The members of a list: a label, the end of its range, and the parts spread behind it."""

from __future__ import annotations

from typing import NamedTuple

from lawkb.refs.glosses import gloss_end
from lawkb.refs.items import Item, read_item
from lawkb.refs.paths import law_path, path_of
from lawkb.refs.ranges import Start, read_range_end
from lawkb.refs.reading import ALONE, Key, Path, Reading, is_closed, key_of
from lawkb.refs.subparagraphs import Numbered, read_subparagraphs
from lawkb.refs.vocabulary import year_of

_SPREAD = ("level", "section", "point")


class Member(NamedTuple):
    """One item or range of a list, with all the words it is spread over.

    Attributes:
        item: Its first label.
        end: Index of the token after its last label.
        after: Index of the token after the words behind it that add nothing.
        paths: What it can name; none when nobody can tell.
        keys: The words before its labels, from the law down; none when it goes on no further.
        last: What the end of a range can name; empty when it is none.
        is_range: Whether two ends are printed.
        is_whole: Whether it names its law itself, or inherits from one that does.
        labels: Every label in it, for the letters of another alphabet in them.
        edition: Year that the words behind it name.
        subparagraphs: Paragraphs without a number of what it names; it ends with the first.
    """

    item: Item
    end: int
    after: int
    paths: tuple[Path, ...]
    keys: tuple[Key, ...]
    last: tuple[Path, ...] = ()
    is_range: bool = False
    is_whole: bool = False
    labels: tuple[Item, ...] = ()
    edition: str | None = None
    subparagraphs: tuple[Numbered, ...] = ()


class Listing(NamedTuple):
    """A list as read.

    Attributes:
        members: In order, at least one.
        end: Index of the token after all that belongs to it.
        seen: Index of the token after all that was looked at.
    """

    members: tuple[Member, ...]
    end: int
    seen: int


def is_whole(item: Item) -> bool:
    """Whether an item names its law itself: a number with a capital letter behind it."""
    return law_path(item) is not None and not item.is_bare_number


def grown(reading: Reading, member: Member) -> Member:
    """A member with the end of its range, the labels spread behind it, and the words after it."""
    member = _with_tails(reading, _ranged(reading, member))
    member = _opened(reading, member) or member
    while spread := _spread(reading, member):
        member = _with_tails(reading, _ranged(reading, spread))
    counted = _counted(reading, member)
    deeper = _spread(reading, counted) if len(counted.subparagraphs) == 1 else None
    # «Article 6(1), first subparagraph, point (a)»: the point says where it is.
    return grown(reading, deeper._replace(subparagraphs=())) if deeper else counted


def spread_out(reading: Reading, member: Member) -> Member:
    """A member with the labels spread behind it alone: one that begins no range and no list.

    Behind a part they follow without a comma: «point (a) of paragraph 1, point (b) of …».
    """
    member = _with_tails(reading, member)
    while (member.is_whole or reading.tokens[member.after].text != ",") and (
        spread := _spread(reading, member)
    ):
        member = _with_tails(reading, spread)
    return member


def _ranged(reading: Reading, member: Member) -> Member:
    if member.is_range:
        return member
    start = Start(member.item.first, member.end, member.paths, member.keys, member.is_whole)
    ranged = read_range_end(reading, start)
    if ranged is None:
        return member
    end, labels = ranged.item.end, (*member.labels, ranged.item)
    return member._replace(end=end, after=end, last=ranged.paths, is_range=True, labels=labels)


def _opened(reading: Reading, member: Member) -> Member | None:
    """The member with the range of parts behind it: «Law 68B2 from (a) to (d)»."""
    opened = reading.vocabulary.range_openers.at(reading.tokens, member.after)
    if opened is None or member.is_range or not member.is_whole or len(member.paths) != 1:
        return None
    item = read_item(reading, opened.end)
    if item is None or item.torn or item.is_bare_number:
        return None
    base = member.paths[0]
    paths = tuple(path_of(chain, base) for chain in item.chains if chain[0].depth >= len(base))
    if not paths:
        return None
    labels = (*member.labels, item)
    found = member._replace(end=item.end, after=item.end, paths=paths, labels=labels)
    ranged = _ranged(reading, found)
    return _with_tails(reading, ranged) if ranged.is_range else None


def _with_tails(reading: Reading, member: Member) -> Member:
    after, edition = member.after, member.edition
    while member.is_whole and (tail := reading.vocabulary.tails.at(reading.tokens, after)):
        if tail.kind == "edition":
            edition = year_of(reading.tokens[after : tail.end])
        after = tail.end
    return member if after == member.after else member._replace(after=after, edition=edition)


def _spread(reading: Reading, member: Member) -> Member | None:
    """The member with the part named behind it: «45 del Codice di Gara paragrafo C4(b)».

    The end of a range may have one too, «5 paragraph 1 to 7 paragraph 2»: without a comma, and
    behind the word for its level.
    """
    glossed = gloss_end(reading.tokens, member.after)
    after = glossed if glossed and reading.tokens[glossed].text == "," else member.after
    i = after + (reading.tokens[after].text == "," and not member.is_range)
    opener = reading.vocabulary.openers.at(reading.tokens, i)
    if opener is None:
        return _set_off(reading, member)
    if opener.kind not in (("level",) if member.is_range else _SPREAD):
        return None
    if member.keys[:1] == (ALONE,):
        return None
    key = key_of(reading, opener)
    item = read_item(reading, opener.end, key)
    bases = member.last or member.paths
    if item is None or item.torn or len(bases) != 1 or _stands_apart(reading, member, item):
        return None
    chains = (chain for chain in item.chains if chain[0].depth >= len(bases[0]))
    paths = tuple(path_of(chain, bases[0]) for chain in chains)
    if not paths:
        return None
    member = member._replace(last=paths) if member.is_range else member._replace(paths=paths)
    keys, labels = (*member.keys, key), (*member.labels, item)
    return member._replace(end=item.end, after=item.end, keys=keys, labels=labels)


def _set_off(reading: Reading, member: Member) -> Member | None:
    """The member with the part behind a comma: «Law 12C1, (a) or (b)», «Law 40, C1 and C2».

    No word of the sentence follows it, so that it counts nothing off.
    """
    i = member.after
    if reading.tokens[i].text != "," or member.is_range or not member.is_whole:
        return None
    item = read_item(reading, i + 1)
    if item is None or item.torn or item.is_bare_number or len(member.paths) != 1:
        return None
    marked = reading.tokens[i + 1].text == "(" or not item.is_single
    (base,) = member.paths
    chains = [chain for chain in item.chains if chain[0].depth == len(base)]
    if not (marked and chains and is_closed(reading, item.end)):
        return None
    paths, labels = (path_of(chains[0], base),), (*member.labels, item)
    return member._replace(end=item.end, after=item.end, paths=paths, labels=labels)


def _stands_apart(reading: Reading, member: Member, item: Item) -> bool:
    """Whether a part behind a member is not in it, but in the citing law or in what follows it.

    «Law 16, paragraph B above», «Law 16, paragraph B of Law 17», «paragraph 1, point (a) of
    paragraph 2»; but «paragraph 1, point (a) of Article 7» is one label.
    """
    depth = _depth_behind(reading, item.end)
    if member.is_whole:
        return depth is not None or bool(reading.vocabulary.after.at(reading.tokens, item.end))
    return depth is not None and depth >= member.item.chains[0][0].depth


def _depth_behind(reading: Reading, i: int) -> int | None:
    """The level of the label that words such as *of* at a token lead to."""
    of = reading.vocabulary.of_law.at(reading.tokens, i)
    opener = reading.vocabulary.openers.at(reading.tokens, of.end) if of else None
    if opener is None or opener.kind not in ("law", *_SPREAD):
        return None
    item = read_item(reading, opener.end, key_of(reading, opener))
    if item is None or item.torn or (opener.kind == "law" and law_path(item) is None):
        return None
    return 0 if opener.kind == "law" else item.chains[-1][0].depth


def _counted(reading: Reading, member: Member) -> Member:
    """The member with the paragraphs without a number behind it: «5(2), second subparagraph»."""
    if member.is_range or len(member.paths) != 1:
        return member
    i = member.after + (reading.tokens[member.after].text == ",")
    found = read_subparagraphs(reading, i)
    if found is None or not found.entries:
        return member
    if member.is_whole and _depth_behind(reading, found.end) is not None:
        return member
    first, last = found.entries[0], found.entries[-1]
    after = max(last.end, found.end)
    return member._replace(end=first.end, after=after, keys=(), subparagraphs=found.entries)
