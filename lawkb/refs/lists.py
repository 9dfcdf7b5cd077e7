"""Lists of items: ``16C and 62C2``, ``40B1(a) or (b)``, with what each one inherits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from lawkb.refs.items import Item, Reading, read_item, torn_end
from lawkb.refs.paths import Path, counts_on, law_path, next_paths, part_paths, path_of
from lawkb.refs.ranges import Announced, read_range_end
from lawkb.refs.vocabulary import Phrase, year_of


class Member(NamedTuple):
    """One item or range of a list, with all the words it is spread over.

    Attributes:
        item: Its first label.
        end: Index of the token after its last label.
        after: Index of the token after the words behind it that add nothing.
        paths: What it can name; none when nobody can tell.
        last: What the end of a range can name; empty when it is none.
        is_range: Whether two ends are printed.
        is_whole: Whether it names its law itself, or inherits from one that does.
        labels: Every label in it, for the letters of another alphabet in them.
        edition: Year that the words behind it name.
    """

    item: Item
    end: int
    after: int
    paths: tuple[Path, ...]
    last: tuple[Path, ...] = ()
    is_range: bool = False
    is_whole: bool = False
    labels: tuple[Item, ...] = ()
    edition: str | None = None


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


def read_laws(reading: Reading, i: int, plural: bool) -> Listing | None:
    """The list that begins at a token behind the key word for a law, or None."""
    item = read_item(reading, i)
    path = law_path(item) if item else None
    if item is None or path is None or item.torn:
        return _unreadable(reading, i)
    member = Member(item, item.end, item.end, (path,), is_whole=True, labels=(item,))
    return _list_from(reading, member, plural)


def read_parts(reading: Reading, i: int, plural: bool) -> Listing | None:
    """The list of parts of the citing law that begins at a token, or None."""
    item = read_item(reading, i)
    paths = part_paths(reading, item) if item and not item.torn else ()
    if item is None or not paths:
        return None
    member = Member(item, item.end, item.end, paths, is_whole=is_whole(item), labels=(item,))
    return _list_from(reading, member, plural)


@dataclass(frozen=True, slots=True)
class LawBehind:
    """A law named behind a part of it: «Section B of Law 16».

    Attributes:
        key: Index of its key word.
        law: The law alone, without a list it may begin.
    """

    key: int
    law: Member


def law_behind(reading: Reading, i: int) -> LawBehind | None:
    """The law that words such as *of* at a token lead to, or None."""
    of = reading.vocabulary.of_law.at(reading.tokens, i)
    key = reading.vocabulary.openers.at(reading.tokens, of.end) if of else None
    item = read_item(reading, key.end) if key and key.kind == "law" else None
    path = law_path(item) if item and not item.torn else None
    if of is None or item is None or path is None:
        return None
    member = Member(item, item.end, item.end, (path,), is_whole=True, labels=(item,))
    return LawBehind(of.end, _with_tails(reading, member))


def is_whole(item: Item) -> bool:
    """Whether an item names its law itself: a number with a capital letter behind it."""
    return law_path(item) is not None and not item.is_bare_number


def _list_from(reading: Reading, member: Member, plural: bool) -> Listing:
    """The list that a label begins: most often itself alone, and nothing of a list behind it."""
    if reading.tokens[member.end].key not in reading.vocabulary.continuing:
        return Listing((member,), member.end, member.end)
    return _rest(reading, _grown(reading, member, plural), plural)


def _unreadable(reading: Reading, i: int) -> Listing | None:
    """A number behind the key word that is no label, ``4412/2016``: nobody can tell its target."""
    if reading.tokens[i].kind != "number":
        return None
    end = torn_end(reading, i)
    member = Member(Item(i, end, (), True), end, end, (), is_whole=True)
    return Listing((member,), end, end)


def _grown(reading: Reading, member: Member, plural: bool) -> Member:
    """A member with the end of its range, the labels spread behind it, and the words after it."""
    announced = Announced(plural, member.is_whole)
    ranged = read_range_end(reading, member.item, member.paths, announced)
    if ranged:
        labels = (*member.labels, ranged.item)
        end = ranged.item.end
        member = member._replace(
            end=end, after=end, last=ranged.paths, is_range=True, labels=labels
        )
    member = _with_tails(reading, member)
    while member.is_whole and not member.is_range and (spread := _spread(reading, member)):
        member = _with_tails(reading, spread)
    return member


def _with_tails(reading: Reading, member: Member) -> Member:
    after, edition = member.after, member.edition
    while member.is_whole and (tail := reading.vocabulary.tails.at(reading.tokens, after)):
        if tail.kind == "edition":
            edition = year_of(reading.tokens[after : tail.end])
        after = tail.end
    return member if after == member.after else member._replace(after=after, edition=edition)


def _spread(reading: Reading, member: Member) -> Member | None:
    """The member with the part named behind it: «45 del Codice di Gara paragrafo C4(b)»."""
    i = member.after + (reading.tokens[member.after].text == ",")
    key = reading.vocabulary.openers.at(reading.tokens, i)
    item = read_item(reading, key.end) if key and key.kind in ("section", "point") else None
    if item is None or item.torn or len(member.paths) != 1:
        return None
    if reading.vocabulary.after.at(reading.tokens, item.end) or law_behind(reading, item.end):
        return None  # it belongs to the law it stands in, or to the one behind it
    base = member.paths[0]
    paths = tuple(path_of(chain, base) for chain in item.chains if chain[0].depth >= len(base))
    labels = (*member.labels, item)
    return (
        member._replace(end=item.end, after=item.end, paths=paths, labels=labels) if paths else None
    )


def _rest(reading: Reading, first: Member, plural: bool) -> Listing:
    """The list that a member begins. What only the rest of the list could justify is cut off."""
    members = [first]
    firm = 1
    closed = False
    while joined := _joined(reading, members[-1], plural):
        member, join = joined
        strength = _strength(member, join, members[-1], plural)
        if strength == "none":
            break
        members.append(member)
        if strength == "firm" or (strength == "number" and not closed):
            firm = len(members)
        closed = closed or join.kind != "comma"
    return Listing(_with_editions(members[:firm]), members[firm - 1].after, members[-1].after)


def _joined(reading: Reading, before: Member, plural: bool) -> tuple[Member, Phrase] | None:
    """The member that a join adds, or None when none stands there or it does not fit.

    «16Ζ, Η και Θ» has the comma for its join, «30, 31, Η 32» the comma and the word.
    """
    for join in reading.vocabulary.joins.all_at(reading.tokens, before.after):
        item = read_item(reading, join.end)
        fits = item and not item.torn
        paths = (
            next_paths(item, before.last or before.paths, before.is_whole) if item and fits else ()
        )
        if item and paths:
            whole = before.is_whole or is_whole(item)
            member = Member(item, item.end, item.end, paths, is_whole=whole, labels=(item,))
            return _grown(reading, member, plural), join
    return None


def _strength(member: Member, join: Phrase, before: Member, plural: bool) -> str:
    """How sure it is that a member belongs to the list.

    «Law 26, 31 or 32» is a list, «Law 73, 2 tricks» is none: behind a singular word, what stands
    behind a comma belongs to the list only if an *and* or *or* comes after it (``loose``), and
    behind *and* only a number that goes on counting. ``number`` is a number behind a comma and
    a plural word: firm, unless such a word stood before.
    """
    item = member.item
    if join.kind == "or" or not item.is_single or member.is_range:
        return "firm"
    if join.kind == "and":
        earlier = before.last or before.paths
        return "firm" if plural or not item.is_bare_number or counts_on(item, earlier) else "none"
    if item.is_bare_number and plural:
        return "number"
    return "firm" if plural else "loose"


def _with_editions(members: list[Member]) -> tuple[Member, ...]:
    """The members, the edition named behind one given to those before it."""
    found: list[Member] = []
    edition = None
    for member in reversed(members):
        edition = member.edition or edition
        found.append(member if member.edition == edition else member._replace(edition=edition))
    return tuple(reversed(found))
