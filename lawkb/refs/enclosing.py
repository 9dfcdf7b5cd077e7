"""What a part is in, as the words behind it say: «point (a) of paragraph 1 of Article 6»."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from lawkb.refs.items import Item, read_item
from lawkb.refs.lists import read_part
from lawkb.refs.members import Member, spread_out
from lawkb.refs.paths import law_path
from lawkb.refs.reading import Key, Path, Reading, key_of
from lawkb.refs.subparagraphs import read_subparagraphs
from lawkb.refs.vocabulary import Phrase


class Enclosing(NamedTuple):
    """A provision that words such as *of* behind a part lead to.

    Attributes:
        first: Index of the first word that names it.
        end: Index of the token after its label.
        after: Index of the token after the words behind it that add nothing.
        path: Of the provision.
        is_whole: Whether its law is named too.
        labels: Its labels, for the letters of another alphabet in them.
        edition: Year that the words behind it name.
    """

    first: int
    end: int
    after: int
    path: Path
    is_whole: bool
    labels: tuple[Item, ...]
    edition: str | None


def read_enclosing(reading: Reading, i: int) -> Enclosing | None:
    """What the words at a token lead to, step by step up to a law; None when they lead nowhere.

    There are no more steps than levels, so that no text makes the work grow.
    """
    return _step(reading, i, len(reading.grammar.forms))


def placed(reading: Reading, i: int) -> int:
    """Index of the token after the words that place a part in the citing law, if there are any.

    They are words such as *above*, «of this Law» and «of this paragraph».
    """
    end = i
    while (after := _place(reading, end)) is not None:
        end = after
    if end == i and reading.tokens[i].text == ",":  # «section B2, point (a), of this Law»
        return _here(reading, i + 1) or i
    return end


def _place(reading: Reading, i: int) -> int | None:
    after = reading.vocabulary.after.at(reading.tokens, i)
    return after.end if after else _here(reading, i)


def _here(reading: Reading, i: int) -> int | None:
    """Index of the token after «of this Law», «of this paragraph», where they stand at a token."""
    of = reading.vocabulary.of_law.at(reading.tokens, i)
    if of is None:
        return None
    # «of this paragraph», and «της παρούσας παραγράφου», where the word is part of the phrase.
    openers = reading.vocabulary.openers
    here = openers.at(reading.tokens, of.end) or openers.at(reading.tokens, i)
    return here.end if here and here.kind in ("self", "this") else None


def within(reading: Reading, enclosing: Enclosing) -> Reading:
    """The text, read as if it stood in a provision."""
    return replace(reading, within=enclosing.path)


def _step(reading: Reading, i: int, left: int) -> Enclosing | None:
    of = reading.vocabulary.of_law.at(reading.tokens, i)
    opener = reading.vocabulary.openers.at(reading.tokens, of.end) if of and left else None
    if opener is None:
        return None
    at = opener.end - len(opener.words)
    if opener.kind == "law":
        return _law(reading, at, opener)
    if opener.kind in ("level", "section", "point"):
        return _part(reading, at, opener, left - 1)
    found = read_subparagraphs(reading, at)
    # «point (a) of the first subparagraph of Article 6(1)»: a point is not counted by them.
    return _step(reading, found.end, left - 1) if found and len(found.entries) == 1 else None


def _law(reading: Reading, at: int, opener: Phrase) -> Enclosing | None:
    item = read_item(reading, opener.end)
    path = law_path(item) if item and not item.torn else None
    if item is None or path is None:
        return None
    keys = (Key("law"),)
    member = Member(item, item.end, item.end, (path,), keys, is_whole=True, labels=(item,))
    return _enclosing(at, spread_out(reading, member))


def _part(reading: Reading, at: int, opener: Phrase, left: int) -> Enclosing | None:
    key = key_of(reading, opener)
    inner = _spread_part(reading, opener.end, key)
    if inner is None:
        return None
    outer = _step(reading, inner.end, left)
    if outer is None:
        return _enclosing(at, inner)
    inner = _spread_part(within(reading, outer), opener.end, key)
    found = _enclosing(at, inner) if inner and not inner.is_whole else None
    return found and found._replace(
        end=outer.end,
        after=outer.after,
        is_whole=outer.is_whole,
        labels=(*found.labels, *outer.labels),
        edition=outer.edition,
    )


def _spread_part(reading: Reading, i: int, key: Key) -> Member | None:
    part = read_part(reading, i, key)
    return spread_out(reading, part) if part else None


def _enclosing(at: int, member: Member) -> Enclosing | None:
    if len(member.paths) != 1:
        return None
    return Enclosing(
        first=at,
        end=member.end,
        after=member.after,
        path=member.paths[0],
        is_whole=member.is_whole,
        labels=member.labels,
        edition=member.edition,
    )
