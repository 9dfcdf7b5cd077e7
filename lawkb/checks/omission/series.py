"""Series of a text, *the name, the age and the trade*: one of fewer members has lost some."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from lawkb.checks.text_pairs import CheckedText, TextPair, sentence_pairs
from lawkb.model.language import any_language
from lawkb.words.folding import fold
from lawkb.words.tokens import Word

_LONGEST = 7  # most words of a member that is neither the first nor the last
_LEAST = 3  # members of a series with a comma
_COMMA = re.compile(r"\s*,\s*")


def longer_series(pair: TextPair) -> int:
    """Return how many members the only series of a sentence has, if the translation's has fewer.

    Nought if there is none such. A phrase in front, *in winter, roads, paths and squares*, counts
    as a member: so this is a sign of a loss, and no proof.
    """
    if pair.original.text.count(",") <= pair.translation.text.count(","):
        return 0  # most pairs
    if not (pair.original.language.has_blanks and pair.translation.language.has_blanks):
        return 0  # no words to count
    for left, right in sentence_pairs(pair):
        ours, theirs = list(_series(pair.original, left)), list(_series(pair.translation, right))
        if len(ours) == 1 and len(theirs) <= 1 and ours[0] > sum(theirs):
            return ours[0]
    return 0


def _series(side: CheckedText, words: Sequence[Word]) -> Iterator[int]:
    """Yield the number of members of each series of a sentence that has at least three."""
    links = _links(side.language.code)
    for at, word in enumerate(words):
        if word.folded in links and (members := _members(side, words, at, links)) >= _LEAST:
            yield members


def _members(side: CheckedText, words: Sequence[Word], link: int, links: frozenset[str]) -> int:
    """Return how many members a series has by the commas before its last *and*."""
    text, clauses = side.text, _clause_words(side.language.code)
    members, size = 2, 0
    for at in range(link - 1, 0, -1):
        size += 1
        between = text[words[at - 1].end : words[at].start]
        if words[at].folded in clauses:  # *if it snows, roads and paths*
            return members - 1
        if words[at].folded in links or (between.strip() and not _COMMA.fullmatch(between)):
            return members
        if "," in between:
            members, size = members + 1, 0
        if size > _LONGEST:
            return members
    return members


@cache
def _links(code: str) -> frozenset[str]:
    listed = any_language(code).tables.get("opposites", {}).get("link", {})
    forms = " ".join(listed.get(name, "") for name in ("and", "or")).split()
    return frozenset(fold(form.removeprefix("=")) for form in forms if "_" not in form)


@cache
def _clause_words(code: str) -> frozenset[str]:
    listed = any_language(code).tables.get("denial", {}).get("clause", "")
    return frozenset(map(fold, listed.split()))
