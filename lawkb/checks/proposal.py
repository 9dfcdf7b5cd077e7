"""What a reader's comment asks for, word by word, beside what stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from lawkb.checks.comment_status import folded_words, objectionable_words
from lawkb.model.law import Comment, Law

ChangeKind = Literal["kept", "deleted", "inserted"]
_LEAST_ALIKE = 0.4  # of the quoted words; below, the text that stands is another one


@dataclass(frozen=True, slots=True)
class WordChange:
    """Words that were kept, deleted or inserted.

    Attributes:
        kind: What became of them, or is to.
        words: As the quote has them; those that are inserted, as the text has them.
    """

    kind: ChangeKind
    words: str


def proposed_change(comment: Comment, law: Law) -> tuple[WordChange, ...]:
    """The change that a comment asks for, or that was made since it was written.

    While the words it objects to stand, they are deleted from its quote: that is its proposal.
    Once they are gone, the quote is compared with what stands in its place.

    Args:
        comment: Its status judged.
        law: The law it is on.

    Returns:
        The quote with its changes in order; nothing where it quotes nothing, where its provision
        is gone, where another text stands there now, or where nothing changes.
    """
    provision = law.find(comment.address) if comment.address else None
    if provision is None or not comment.quote:
        return ()
    quote, text = comment.quote.split(), provision.text.split()
    objection = objectionable_words(comment)
    target = _without(quote, objection) if _find(text, objection) else _standing(quote, text)
    changes = tuple(_changes(quote, target))
    return changes if any(each.kind != "kept" for each in changes) else ()


def _keys(words: Sequence[str]) -> list[str]:
    """What two words must share to be the same: letters and figures without accents or case."""
    return ["".join(folded_words(word)) or word for word in words]


def _find(words: Sequence[str], part: Sequence[str]) -> tuple[int, int] | None:
    """Which words hold a part of folded ones: the first, and the one behind the last."""
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
    """The words of a text that stand where the quoted ones stood; the quote itself if none do."""
    matcher = SequenceMatcher(None, _keys(quote), _keys(text), autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    if sum(block.size for block in blocks) < _LEAST_ALIKE * len(quote):
        return quote
    return text[blocks[0].b : blocks[-1].b + blocks[-1].size]


def _changes(old: Sequence[str], new: Sequence[str]) -> Iterator[WordChange]:
    matcher = SequenceMatcher(None, _keys(old), _keys(new), autojunk=False)
    for kind, start, end, begin, stop in matcher.get_opcodes():
        if kind == "equal":
            yield WordChange("kept", " ".join(old[start:end]))
            continue
        if start < end:
            yield WordChange("deleted", " ".join(old[start:end]))
        if begin < stop:
            yield WordChange("inserted", " ".join(new[begin:stop]))
