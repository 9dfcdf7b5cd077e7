"""Paragraphs without a number, as they are cited: «first subparagraph», «εδάφιο β΄»."""

from __future__ import annotations

from typing import NamedTuple

from lawkb.refs.grammar import LabelForm, token_kind
from lawkb.refs.items import is_word
from lawkb.refs.parts import loose_part
from lawkb.refs.reading import Reading
from lawkb.refs.vocabulary import Phrase


class Numbered(NamedTuple):
    """One of them.

    Attributes:
        n: Which it is, from 1.
        first: Index of its first token.
        end: Index of the token after its last one.
    """

    n: int
    first: int
    end: int


class Subparagraphs(NamedTuple):
    """Those that stand in one place of a text: «the first and second subparagraphs».

    Attributes:
        entries: In order; none when the words are no citation.
        end: Index of the token after them.
    """

    entries: tuple[Numbered, ...]
    end: int


def read_subparagraphs(reading: Reading, i: int) -> Subparagraphs | None:
    """What begins at a token with an ordinal or with the word for them; None when nothing does.

    The word belongs to the one before it, or to none where it is in the plural and several are
    named. They go upwards, so that a list ends with the last ordinal that the language has.
    """
    opener = reading.vocabulary.openers.at(reading.tokens, i)
    if opener is None or opener.kind not in ("ordinal", "subparagraph"):
        return None
    if opener.kind == "subparagraph":
        return _labelled(reading, opener)
    return _counted(reading, i, opener)


def _counted(reading: Reading, i: int, ordinal: Phrase) -> Subparagraphs:
    entries = [_entry(reading, i, ordinal)]
    while following := _after_join(reading, entries[-1]):
        entries.append(following)
    end = entries[-1].end
    word = reading.vocabulary.openers.at(reading.tokens, end)
    if word is None or word.kind != "subparagraph":
        return Subparagraphs((), end)
    if len(entries) == 1 or word.words not in reading.vocabulary.plural:
        entries[-1] = entries[-1]._replace(end=word.end)
    return Subparagraphs(tuple(entries), word.end)


def _after_join(reading: Reading, before: Numbered) -> Numbered | None:
    for join in reading.vocabulary.joins.all_at(reading.tokens, before.end):
        ordinal = reading.vocabulary.openers.at(reading.tokens, join.end)
        if ordinal and ordinal.kind == "ordinal":
            entry = _entry(reading, join.end, ordinal)
            return entry if entry.n > before.n else None
    return None


def _entry(reading: Reading, i: int, ordinal: Phrase) -> Numbered:
    (n, *_) = reading.vocabulary.meaning(ordinal)
    return Numbered(n, i, ordinal.end)


def _labelled(reading: Reading, word: Phrase) -> Subparagraphs | None:
    """Behind the word, a label for each: «εδάφιο β΄», «εδάφια α΄ και β΄»."""
    first = _label(reading, word.end)
    if first is None:
        return None
    entries = [first]
    while word.words in reading.vocabulary.plural and (
        following := _label_after_join(reading, entries[-1])
    ):
        entries.append(following)
    return Subparagraphs(tuple(entries), entries[-1].end)


def _label_after_join(reading: Reading, before: Numbered) -> Numbered | None:
    for join in reading.vocabulary.joins.all_at(reading.tokens, before.end):
        entry = _label(reading, join.end)
        if entry:
            return entry if entry.n > before.n else None
    return None


def _label(reading: Reading, i: int) -> Numbered | None:
    numbering = reading.vocabulary.numbering
    if numbering is None:
        return None
    part = loose_part(reading, i, LabelForm(0, numbering, token_kind(numbering), "", ""))
    if part is None or is_word(reading, i, part):
        return None
    return Numbered(part.ordinal, i, part.end)
