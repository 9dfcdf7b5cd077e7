"""Whether what a reader's comment asks for has been done.

Anchored is not open: a comment keeps its place after its proposal was taken up. Source of the
rule: the objectionable words still there, open; gone, and the rest of the quote there, applied;
neither, outdated; the provision gone, orphan.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from difflib import SequenceMatcher

from lawkb.model.law import Comment, CommentStatus, Law
from lawkb.normal_forms import normalized

_WORD = re.compile(r"\w+")
_FEWEST_WORDS = 2  # shorter, a run of words is no objection: every sentence repeats one
_ALIKE = 0.85


def judge_comments(law: Law) -> Law:
    """The law with the status of every comment set; a rejected one stays rejected."""
    if not law.comments:
        return law
    return replace(
        law,
        comments=tuple(
            comment if comment.status == "rejected" else _judged(comment, law)
            for comment in law.comments
        ),
    )


def _judged(comment: Comment, law: Law) -> Comment:
    status = comment_status(comment, law)
    replies = tuple(replace(reply, status=status) for reply in comment.replies)
    return replace(comment, status=status, replies=replies)


def comment_status(comment: Comment, law: Law) -> CommentStatus:
    """Where the proposal of a comment stands against the present text of the law.

    A comment that quotes nothing cannot be settled by comparing texts: it is open.
    """
    if comment.address is None:
        return "open"
    provision = law.find(comment.address)
    if provision is None:
        return "orphan"
    if comment.quote is None:
        return "open"
    heading = provision.heading.text if provision.heading else ""
    text = folded_words(f"{heading}\n{provision.text}")
    quote = folded_words(comment.quote)
    objection = objectionable_words(comment)
    if not objection:
        return "open" if _stands(quote, text) else "outdated"
    if _index(objection, text) is not None:
        return "open"
    return "applied" if _stands(_without(quote, objection), text) else "outdated"


def objectionable_words(comment: Comment) -> tuple[str, ...]:
    """The words of the quote that the comment goes on to speak of, folded; empty if none.

    They are the longest run of words that stands both in the quote and behind it.
    """
    quote = folded_words(comment.quote or "")
    remark = folded_words(comment.text.partition("\n")[2])
    match = SequenceMatcher(None, quote, remark, autojunk=False).find_longest_match()
    return quote[match.a : match.a + match.size] if match.size >= _FEWEST_WORDS else ()


def folded_words(text: str) -> tuple[str, ...]:
    """The words of a text in order, without accents, capitals and marks."""
    marked = normalized("NFD", text.casefold())
    plain = "".join(char for char in marked if not unicodedata.combining(char))
    return tuple(_WORD.findall(plain))


def _index(part: tuple[str, ...], whole: tuple[str, ...]) -> int | None:
    size = len(part)
    return next((i for i in range(len(whole) - size + 1) if whole[i : i + size] == part), None)


def _without(quote: tuple[str, ...], part: tuple[str, ...]) -> tuple[str, ...]:
    at = _index(part, quote)
    return quote if at is None else quote[:at] + quote[at + len(part) :]


def _stands(quote: tuple[str, ...], text: tuple[str, ...]) -> bool:
    """Whether the words stand in the text: to the letter, or nearly, in their order."""
    if not quote:
        return False
    if _index(quote, text) is not None:
        return True
    blocks = SequenceMatcher(None, quote, text, autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks) / len(quote) >= _ALIKE
