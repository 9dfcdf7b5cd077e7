"""A text that was changed step by step and an edited copy of it, merged word by word.

The versions of the text are kept in one list of words, each with the change that put it there and
the change that took it away: interleaved deltas, as in SCCS (Rochkind 1975).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from lawkb.checks.changes import word_diff

_TOKEN = re.compile(r"\s+|\w+|[^\w\s]")  # as word_diff cuts texts
_WORD = re.compile(r"\w+")
_Changes = frozenset[int]  # numbers of changes, from 1


@dataclass(slots=True)
class _Token:
    """A word, a sign or white space of any version; ``born`` is 0 where the first has it."""

    text: str
    born: int
    died: int | None = None

    def stands(self, changes: _Changes) -> bool:
        """Whether it is in the text after these changes alone."""
        return (not self.born or self.born in changes) and self.died not in changes


@dataclass(frozen=True, slots=True)
class _Edit:
    """Characters of a text from ``start`` to ``end`` that become other words."""

    start: int
    end: int
    new: str


def merged_words(versions: Sequence[str], copy: str) -> str | None:
    """The last version of a text, made to read like an edited copy where that was edited.

    The copy may have been made of the first version, or hold some of the changes since: those
    with which it differs least from what it was made of; in doubt it holds a change. Changes
    that it does not hold are kept. Where it was edited at words that such a change replaced, the
    copy counts. Where such a change put words and the copy has other words at the same place, it
    counts only if it has some of theirs.

    Args:
        versions: The text as it was at first, and after each change.
        copy: As it was edited.

    Returns:
        The merged text; None when it cannot be told whether the copy takes away words that a
        change put there.
    """
    if copy in versions:
        return versions[-1]  # nothing was edited since
    merged = _merged(versions, copy)
    if merged is None or merged == versions[-1]:
        return merged
    again = _merged([*versions, merged], copy)  # else the same copy would change it again
    return merged if again == merged else None


def _merged(versions: Sequence[str], copy: str) -> str | None:
    tokens = _interleaved(versions)
    every = frozenset(range(1, len(versions)))
    held = _held(tokens, every, copy)
    base = _version(tokens, held)
    others = [_leftmost(each, base) for each in _edits(tokens, held, every)]
    own = [_leftmost(each, base) for each in _edits_between(base, copy)]
    for edit in [each for each in others if any(_meet(each, mine) for mine in own)]:
        said = " ".join(each.new for each in own if _meet(edit, each))
        if edit.start == edit.end and not _words(edit.new) & _words(said):
            return None
        others.remove(edit)
    return _applied(base, [*others, *own])


def _interleaved(versions: Sequence[str]) -> list[_Token]:
    """The words of all versions, in one order."""
    tokens = [_Token(text, 0) for text in _TOKEN.findall(versions[0])]
    for change, (before, after) in enumerate(pairwise(versions), start=1):
        at = 0
        for piece in word_diff(before, after):
            texts = _TOKEN.findall(piece.text)
            if piece.kind == "new":
                tokens[at:at] = [_Token(text, change) for text in texts]
                at += len(texts)
                continue
            for _ in texts:
                while tokens[at].died is not None:
                    at += 1
                if piece.kind == "gone":
                    tokens[at].died = change
                at += 1
    return tokens


def _held(tokens: Sequence[_Token], changes: _Changes, copy: str) -> _Changes:
    """The changes that a copy holds; none without those whose words it took away."""
    distance = _words_apart(_version(tokens, changes), copy)
    while changes:
        tries = [_without(tokens, changes, change) for change in sorted(changes, reverse=True)]
        apart = [_words_apart(_version(tokens, each), copy) for each in tries]
        if min(apart) >= distance:
            break
        distance = min(apart)
        changes = tries[apart.index(distance)]
    return changes


def _without(tokens: Sequence[_Token], changes: _Changes, change: int) -> _Changes:
    """Some changes without one of them, and those after it that took its words away."""
    gone = {change}
    for each in sorted(changes):
        if any(token.died == each and token.born in gone for token in tokens):
            gone.add(each)
    return changes - gone


def _version(tokens: Iterable[_Token], changes: _Changes) -> str:
    return "".join(token.text for token in tokens if token.stands(changes))


def _words_apart(one: str, other: str) -> int:
    """In how many words and signs two texts differ."""
    pieces = (piece.text for piece in word_diff(one, other) if piece.kind != "same")
    return sum(not token.isspace() for text in pieces for token in _TOKEN.findall(text))


def _edits(tokens: Iterable[_Token], some: _Changes, more: _Changes) -> Iterator[_Edit]:
    """What makes the text after more changes of that after some, in order."""
    at = start = 0
    new = ""
    for token in tokens:
        stood, stands = token.stands(some), token.stands(more)
        if stood and stands and (new or start < at):
            yield _Edit(start, at, new)
            new = ""
        at += len(token.text) if stood else 0
        new += token.text if stands and not stood else ""
        start = at if stood and stands else start
    if new or start < at:
        yield _Edit(start, at, new)


def _edits_between(text: str, new: str) -> Iterator[_Edit]:
    return _edits(_interleaved([text, new]), frozenset(), frozenset({1}))


def _leftmost(edit: _Edit, text: str) -> _Edit:
    """Words put into a text as near to its beginning as they give the same: where, is arbitrary."""
    start, new = edit.start, edit.new
    while new and start == edit.end and start and text[start - 1] == new[-1]:
        start, new = start - 1, text[start - 1] + new[:-1]
        edit = _Edit(start, start, new)
    return edit


def _applied(text: str, edits: Iterable[_Edit]) -> str:
    """A text with edits that do not meet."""
    made, end = "", 0
    for edit in sorted(edits, key=lambda each: (each.start, each.end)):
        made += text[end : edit.start] + edit.new
        end = edit.end
    return made + text[end:]


def _meet(one: _Edit, other: _Edit) -> bool:
    """Whether two edits change the same words, or put some at the same place."""
    same_place = one.start == one.end == other.start == other.end
    return same_place or (one.start < other.end and other.start < one.end)


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text))
