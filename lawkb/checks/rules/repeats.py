"""The rule for texts that are equal in one language and different in the other."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import NamedTuple

from lawkb.checks.rule_context import RuleContext
from lawkb.checks.text_pairs import CheckedText, Fault, TextPair
from lawkb.model.finding import say

_FEWEST = 4  # words of a text that is compared; labels and most headings have fewer
_SHORT = 8  # words up to which a text without a mark at its end may be a heading
_ENDED = re.compile(r"[.;:·!?,»”’)]\s*$")
_APART = re.compile(r"[^\w]+")
_MOST_PLACES = 6  # that are told


class RepeatedText(NamedTuple):
    """Digests of a text and of its translation."""

    original: bytes
    said: bytes  # the words of the original that are not common
    translation: bytes
    place: str


def repeated_text(pair: TextPair, _context: RuleContext) -> RepeatedText | tuple[()]:
    """Return the digests of a text and its translation; empty for headings and short texts."""
    if not (_is_sentence(pair.original) and _is_sentence(pair.translation)):
        return ()
    said = " ".join(sorted({word.folded for word in pair.original.words if not word.common}))
    return RepeatedText(
        _digest(_APART.sub(" ", pair.original.text.casefold())),
        _digest(said),
        _digest(_APART.sub(" ", pair.translation.text.casefold())),
        pair.place,
    )


def _is_sentence(side: CheckedText) -> bool:
    words = len(side.words)
    return words >= _FEWEST and (words > _SHORT or bool(_ENDED.search(side.text)))


def _digest(text: str) -> bytes:
    return blake2b(text.strip().encode(), digest_size=8).digest()


def repeats(texts: Iterable[RepeatedText | tuple[()]], _context: RuleContext) -> Iterator[Fault]:
    """Texts that are equal in one language and different in the other; one note a group.

    Why: two rules became one, or readers look for a difference that there is not.

    Example: *on the first day of play* and *on the last day of play*, both «την ημέρα του αγώνα».

    Limits: headings and texts of fewer than four words are left out, as is what differs in marks
    or common words alone.
    """
    by_original: defaultdict[bytes, dict[bytes, str]] = defaultdict(dict)
    by_translation: defaultdict[bytes, dict[bytes, str]] = defaultdict(dict)
    for text in texts:
        if text:
            by_original[text.original].setdefault(text.translation, text.place)
            by_translation[text.translation].setdefault(text.said, text.place)
    for places in _groups(by_original):
        yield Fault(
            say("the same text is translated in different ways: %(places)s", places=places),
            hint=say("choose one translation, or accept this finding"),
            key=f"ways {' '.join(places)}",
        )
    for places in _groups(by_translation):
        yield Fault(
            say("different texts have the same translation: %(places)s", places=places),
            hint=say("compare each with its original"),
            key=f"same {' '.join(places)}",
        )


def _groups(places: Mapping[bytes, Mapping[bytes, str]]) -> Iterator[tuple[str, ...]]:
    """Yield the first places of each text that has several counterparts."""
    for group in places.values():
        if len(group) > 1:
            yield tuple(group.values())[:_MOST_PLACES]
