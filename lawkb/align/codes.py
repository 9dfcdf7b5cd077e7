"""Notes, emphasis and links of a text as codes that a translator sees between its words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, pairwise

from lawkb.model.passage import MarkKind, Passage

_TAGS: dict[MarkKind, str] = {
    "bold": "b",
    "italic": "i",
    "underline": "u",
    "mono": "tt",
    "sub": "sub",
    "sup": "sup",
    "deleted": "del",
    "inserted": "ins",
    "code": "code",
}
_LINK = "a"
# Which of several codes at one place comes first: what ends there, then notes, then what begins.
_END, _NOTE, _BEGIN = range(3)


@dataclass(frozen=True, slots=True)
class Code:
    """Something that stands between the words of a text.

    Attributes:
        at: Code point of the words that it stands before.
        token: How it is shown: ``[1]`` a note, ``<b>`` and ``</b>`` emphasis, ``<a>`` a link.
        opens: Place in the codes of a text of what ends here; None for a note or a beginning.
        name: ``note``, or the tag: ``b``, ``i``, ``a``.
    """

    at: int
    token: str
    name: str
    opens: int | None = None


_Place = tuple[int, int, int, int]  # where a code stands, and its rank among those that stand there
_Named = tuple[_Place, str, str, int]  # …, its name, what is in its brackets, which mark it is of


def codes_of(passage: Passage) -> tuple[Code, ...]:
    """The codes of a passage, in their order.

    Their brackets are doubled until no words of the passage can be taken for a code.
    """
    if not (passage.notes or passage.marks or passage.links):
        return ()  # most are that plain
    found = sorted(_codes(passage))
    places = [place[0] for place, *_ in found]
    for times in count(1):
        tokens = [_token(name, inner, times) for _, name, inner, _ in found]
        words = _pieces(passage.text, places)
        if split_at_codes(_joined(words, tokens), tokens) == words:
            break
    begun = {mark: n for n, (place, _, _, mark) in enumerate(found) if place[1] == _BEGIN}
    return tuple(
        Code(place[0], token, name, begun[mark] if place[1] == _END else None)
        for (place, name, _, mark), token in zip(found, tokens, strict=True)
    )


def shown(words: str, codes: Sequence[Code]) -> str:
    """Words with their codes between them: ``has been indicated[1]).``."""
    if not codes:
        return words
    return _joined(_pieces(words, [code.at for code in codes]), [code.token for code in codes])


def split_at_codes(text: str, tokens: Sequence[str]) -> tuple[str, ...] | None:
    """The words before, between and behind the codes of a shown text, one more than codes.

    Args:
        text: With codes in it.
        tokens: The codes it should have, in their order.

    Returns:
        The pieces, or None when it has other codes or has them in another order.
    """
    if not tokens:
        return (text,)
    either = "|".join(re.escape(token) for token in sorted(set(tokens), key=len, reverse=True))
    parts = re.split(f"({either})", text)
    return tuple(parts[::2]) if parts[1::2] == list(tokens) else None


def _codes(passage: Passage) -> list[_Named]:
    found: list[_Named] = [
        ((note.at, _NOTE, n, 0), "note", note.marker, -1) for n, note in enumerate(passage.notes)
    ]
    spans = [(mark.start, mark.end, _TAGS[mark.kind]) for mark in passage.marks]
    spans += [(link.start, link.end, _LINK) for link in passage.links]
    for n, (start, end, tag) in enumerate(spans):
        found.append(((start, _BEGIN, -end, n), tag, tag, n))
        found.append(((end, _END, -start, -n), tag, f"/{tag}", n))
    return found


def _token(name: str, inner: str, times: int) -> str:
    opening, closing = "[]" if name == "note" else "<>"
    return opening * times + inner + closing * times


def _pieces(words: str, places: Sequence[int]) -> tuple[str, ...]:
    ends = [0, *places, len(words)]
    return tuple(words[start:end] for start, end in pairwise(ends))


def _joined(pieces: Sequence[str], tokens: Sequence[str]) -> str:
    return "".join(part for pair in zip(pieces, [*tokens, ""], strict=True) for part in pair)
