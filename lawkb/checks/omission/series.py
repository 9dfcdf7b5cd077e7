"""Series of a text, *the name, the age and the trade*: one of fewer members has lost some."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from lawkb.checks.text_pairs import CheckedText, TextPair, sentence_pairs
from lawkb.model.language import any_language
from lawkb.model.passage import Span
from lawkb.words.folding import fold
from lawkb.words.tokens import Word

_LONGEST = 7  # most words of a member that is neither the first nor the last
_LEAST = 3  # members of a series with a comma
_COMMA = re.compile(r"\s*,\s*")


def longer_series(pair: TextPair) -> tuple[Span, ...]:
    """Return the members of the only series of a sentence, if the translation's has fewer.

    Empty if there is none such. A phrase in front, *in winter, roads, paths and squares*, counts
    as a member: so this is a sign of a loss, and no proof.
    """
    if pair.original.text.count(",") <= pair.translation.text.count(","):
        return ()  # most pairs
    if not (pair.original.language.has_blanks and pair.translation.language.has_blanks):
        return ()  # no words to count
    for left, right in sentence_pairs(pair):
        ours, theirs = list(_series(pair.original, left)), list(_series(pair.translation, right))
        if len(ours) == 1 and len(theirs) <= 1 and len(ours[0]) > sum(map(len, theirs)):
            return ours[0]
    return ()


def _series(side: CheckedText, words: Sequence[Word]) -> Iterator[tuple[Span, ...]]:
    """Yield the members of each series of a sentence that has at least three."""
    links = _links(side.language.code)
    for at, word in enumerate(words):
        if word.folded in links and len(members := _members(side, words, at, links)) >= _LEAST:
            yield members


def _members(
    side: CheckedText, words: Sequence[Word], link: int, links: frozenset[str]
) -> tuple[Span, ...]:
    """Return the members of a series by the commas before its last *and*, the last one first.

    Of the last and the first member some words may be of what is around the series.
    """
    text, clauses = side.text, _clause_words(side.language.code)
    last = words[link + 1 : link + 1 + _LONGEST]
    if last and _COMMA.match(text, words[link].end):  # *the chair or, in her absence, the deputy*
        return ()
    members = [(last[0].start, last[-1].end)] if last else []
    end = words[link - 1].end if link else 0
    size, begin = 0, end
    for at in range(link - 1, -1, -1):
        size, begin = size + 1, words[at].start
        between = text[words[at - 1].end : begin] if at else "."
        if words[at].folded in clauses:  # *if it snows, roads and paths*
            return tuple(members)
        closed = between.strip() and not _COMMA.fullmatch(between)
        if words[at].folded in links or closed or size > _LONGEST:
            break
        if "," in between:
            members.append((begin, end))
            end, size = words[at - 1].end, 0
    return (*members, (begin, end))


@cache
def _links(code: str) -> frozenset[str]:
    listed = any_language(code).tables.get("opposites", {}).get("link", {})
    forms = " ".join(listed.get(name, "") for name in ("and", "or")).split()
    return frozenset(fold(form.removeprefix("=")) for form in forms if "_" not in form)


@cache
def _clause_words(code: str) -> frozenset[str]:
    listed = any_language(code).tables.get("denial", {}).get("clause", "")
    return frozenset(map(fold, listed.split()))
