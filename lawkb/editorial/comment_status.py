"""Readers' comments: the change each proposes, and whether the text has adopted it.

Many comments quote the law and repeat the words that they criticise. The status is *open* while the
criticised words are in the text, *applied* when they are gone and the rest of the quote is there,
*outdated* when neither is there, *orphan* when the provision is gone.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from msgspec.structs import replace

from lawkb.history.changes import DiffPiece
from lawkb.model.law import Comment, CommentStatus, Law
from lawkb.unicode_characters import normalized

_WORD = re.compile(r"\w+")
_FEWEST_WORDS = 2  # a shorter run of words is no criticism: every remark repeats one
_ALIKE = 0.85
# Above this many pairs of words of a quote and what it is compared with, nothing near is searched.
_MOST_PAIRS = 100_000


def judge_comments(law: Law) -> Law:
    """Return the law with the status of each comment for its present text; *rejected* is kept."""
    if not law.comments:
        return law
    comments = []
    for comment in law.comments:
        if comment.status != "rejected":
            status = comment_status(comment, law)
            replies = tuple(replace(reply, status=status) for reply in comment.replies)
            comment = replace(comment, status=status, replies=replies)
        comments.append(comment)
    return replace(law, comments=tuple(comments))


def comment_status(comment: Comment, law: Law) -> CommentStatus:
    """Return the status of a comment for the present text of its law.

    A comment without an address or a quote is open.
    """
    if comment.address is None:
        return "open"
    provision = law.find(comment.address)
    if provision is None:
        return "orphan"
    if comment.quote is None:
        return "open"
    heading = provision.heading.text if provision.heading else ""
    text = _provision_words(f"{heading}\n{provision.text}")
    quote = folded_words(comment.quote)
    objection = criticised_words(comment)
    if not objection:
        return "open" if _stands(quote, text) else "outdated"
    if _holds(text, objection):
        return "open"
    return "applied" if _stands(_without(quote, objection), text) else "outdated"


def criticised_words(comment: Comment) -> tuple[str, ...]:
    """Return the words of the law that a comment criticises, in lower case without accents.

    They are the longest run of words shared by the quote and the remark; empty if shorter than two.
    """
    quote = folded_words(comment.quote or "")
    remark = folded_words(comment.text.partition("\n")[2])
    if len(quote) * len(remark) > _MOST_PAIRS:
        return ()
    match = SequenceMatcher(None, quote, remark, autojunk=False).find_longest_match()
    return quote[match.a : match.a + match.size] if match.size >= _FEWEST_WORDS else ()


@lru_cache(maxsize=64)
def _provision_words(text: str) -> tuple[str, ...]:
    """Return the folded words of a provision; cached for all comments on it."""
    return folded_words(text)


def folded_words(text: str) -> tuple[str, ...]:
    """Return the words of a text in order, in lower case, without accents and punctuation."""
    marked = normalized("NFD", text.casefold())
    plain = "".join(char for char in marked if not unicodedata.combining(char))
    return tuple(_WORD.findall(plain))


def _stands(quote: Sequence[str], text: Sequence[str]) -> bool:
    """Return whether a text has, in order, at least 85 percent of the folded words of a quote."""
    if _holds(text, quote):
        return True
    if not quote or len(quote) * len(text) > _MOST_PAIRS:
        return False
    blocks = SequenceMatcher(None, quote, text, autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks) / len(quote) >= _ALIKE


def _holds(words: Sequence[str], part: Sequence[str]) -> bool:
    """Return whether folded words contain a run of others; False if these are none."""
    return bool(part) and f" {' '.join(part)} " in f" {' '.join(words)} "


_LEAST_ALIKE = 0.4  # lowest share of the quoted words in a text that replaced them


def proposed_changes(comment: Comment, law: Law) -> tuple[DiffPiece, ...]:
    """Return the change that a comment proposes, or that was made since it was written.

    While the text has the criticised words, the proposal is to delete them from the quote. Once
    they are gone, the quote is compared with the words that replaced it.

    Returns:
        The words of the quote with the changes, in order, each run without the space after it.
        Empty if the comment has no quote, its
        provision is missing, the text has nothing similar, or nothing changes.
    """
    provision = law.find(comment.address) if comment.address else None
    if provision is None or not comment.quote:
        return ()
    quote, text = comment.quote.split(), provision.text.split()
    if len(quote) * len(text) > _MOST_PAIRS:
        return ()
    objection = criticised_words(comment)
    target = _without(quote, objection) if _find(text, objection) else _standing(quote, text)
    changes = tuple(_changes(quote, target))
    return changes if any(each.kind != "same" for each in changes) else ()


def _keys(words: Sequence[str]) -> list[str]:
    """Return each word in lower case, without accents and punctuation, for comparison."""
    return ["".join(folded_words(word)) or word for word in words]


def _find(words: Sequence[str], part: Sequence[str]) -> tuple[int, int] | None:
    """Return the index of the first word of a run, and the index after its last word, or None.

    ``part`` has the folded words of the run.
    """
    folded = [(each, at) for at, word in enumerate(words) for each in folded_words(word)]
    for start in range(len(folded) - len(part) + 1):
        run = folded[start : start + len(part)]
        if run and [each for each, _ in run] == list(part):
            return run[0][1], run[-1][1] + 1
    return None


def _without(words: Sequence[str], part: Sequence[str]) -> Sequence[str]:
    found = _find(words, part)
    return words if found is None else [*words[: found[0]], *words[found[1] :]]


def _standing(quote: Sequence[str], text: Sequence[str]) -> Sequence[str]:
    """Return the words of a text that correspond to a quote; the quote if there are none."""
    matcher = SequenceMatcher(None, _keys(quote), _keys(text), autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    if sum(block.size for block in blocks) < _LEAST_ALIKE * len(quote):
        return quote
    return text[blocks[0].b : blocks[-1].b + blocks[-1].size]


def _changes(old: Sequence[str], new: Sequence[str]) -> Iterator[DiffPiece]:
    matcher = SequenceMatcher(None, _keys(old), _keys(new), autojunk=False)
    for kind, start, end, begin, stop in matcher.get_opcodes():
        if kind == "equal":
            yield DiffPiece("same", " ".join(old[start:end]))
            continue
        if start < end:
            yield DiffPiece("gone", " ".join(old[start:end]))
        if begin < stop:
            yield DiffPiece("new", " ".join(new[begin:stop]))
