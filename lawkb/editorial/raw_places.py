"""Places in the raw text of a wiki page where words may occur, and ways to write other words there.

Nothing here decides: a place is only a candidate. Whoever uses one writes the words there, reads
the page again, and compares (``page_merge``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from itertools import pairwise

from lawkb.history.changes import TOKEN, common_ends
from lawkb.model.law import Provision
from lawkb.model.passage import Span
from lawkb.parse.complete_law import fold_typography
from lawkb.unicode_normal_forms import normalized

# What a reader of the page does not see; of links and pictures the words stay.
_NOTE = r"\(\((?:(?!\)\)).)*\)\)"
_MARKUP = (
    r"<del>.*?</del>|~~[^~\n]*~~|</?(?i:nowiki|code|file|sub|sup|wrap)\b[^>\n]*>"
    r"|\[\[[^\]|\n]*\||\]\]|\{\{[^}|\n]*\||\}\}|\[\[|\{\{"
    r"|\*\*|(?<!:)//|__|''|%%|;;;?|\\\\(?=\s|$)|(?<=\n)[ \t]*={2,}|={2,}(?=[ \t]*(?:\n|$))"
)
_SIGN = r"<->|->|<-|<=>|=>|<=|>>|<<|---?|\.\.\.|\((?i:c|tm|r)\)"
# No pattern here ignores case as a whole: U+0345 in the range would then be iota, too.
_LETTER = r"(?:[^\s\u0300-\u036f])[\u0300-\u036f]*|[\u0300-\u036f]"
_PLAIN = re.compile(rf"(?P<space>\s+)|(?P<sign>{_SIGN}|{_LETTER})", re.DOTALL)
_SHOWN = re.compile(
    rf"(?P<skip>{_NOTE}|{_MARKUP})|(?P<space>[\s|^]+)|(?P<sign>{_SIGN}|{_LETTER})",
    re.DOTALL,
)
_SHOWN_WITH_NOTES = re.compile(
    rf"(?P<skip>{_MARKUP})|(?P<space>(?:\s|[|^]|\(\(|\)\))+)|(?P<sign>{_SIGN}|{_LETTER})",
    re.DOTALL,
)
_MOST_PLACES = 40
# Signs that the wiki may read as markup; new words that have them are also tried literally.
_WIKI_SIGNS = re.compile(r"[*/_'%=\[\]{}()<>~;\\-]{2}|[|^<>]|https?:|www\.")


@dataclass(frozen=True, slots=True)
class Hunk:
    """New words for a part of some words.

    Attributes:
        start: First sign of the part, among the folded signs of the words.
        end: Sign after the last one; equal to ``start`` for an insertion.
        words: The new words.
    """

    start: int
    end: int
    words: str


class FoldedText:
    """A text as comparable signs: typography unified, white space single, each with its span.

    Attributes:
        text: The text.
        spans: Span in the text for each folded sign.
        folded: The folded signs as a string.
    """

    __slots__ = ("__dict__", "folded", "spans", "text")

    def __init__(self, text: str, pattern: re.Pattern[str] = _PLAIN) -> None:
        """Fold a text; ``pattern`` says what is space, what a sign, and what is not seen."""
        signs: list[str] = []
        spans: list[Span] = []
        for match in pattern.finditer(text):
            kind = match.lastgroup
            if kind == "skip" or (kind == "space" and signs[-1:] == [" "]):
                continue
            signs.append(" " if kind == "space" else _folded_sign(match[0]))
            spans.append(match.span())
        self.text, self.folded, self.spans = text, "".join(signs), tuple(spans)

    @cached_property
    def _by_start(self) -> dict[int, int]:
        starts = {start: at for at, (start, _) in enumerate(self.spans)}
        return starts | {len(self.text): len(self.spans)}

    def sign_at(self, offset: int) -> int | None:
        """Return the index of the folded sign that begins at an offset of the text, or None."""
        return self._by_start.get(offset)

    def places(self, words: str) -> Iterator[int]:
        """Yield the indices at which folded words occur."""
        at = self.folded.find(words)
        while words and at >= 0:
            yield at
            at = self.folded.find(words, at + 1)


def _folded_sign(sign: str) -> str:
    folded = fold_typography(normalized("NFC", sign))
    return folded[:1] if len(folded) == 1 else "\ufffc"


def _shown_text(raw: str, notes: bool) -> FoldedText:
    """Return the words of a raw page that a reader sees; without the footnotes unless ``notes``."""
    return FoldedText(raw, _SHOWN_WITH_NOTES if notes else _SHOWN)


def with_page_signs(words: str, other: str, actual: str) -> str:
    """Return new words for ``actual``, which has the words ``words`` with other typographic signs.

    What ``other`` keeps of ``words`` keeps the signs of ``actual``: quotes, dashes, spaces.
    """
    target = FoldedText(actual)
    for hunks in _replacements(words, other):
        return _written(target, 0, hunks, _LEFT) or other
    return other


def candidates(raw: str, words: tuple[str, str], notes: bool, span: Span) -> Iterator[list[str]]:
    """Yield, for each place of some words in a raw page, the ways to write other words there.

    Args:
        raw: The raw page.
        words: The words to replace, and their replacement.
        notes: Whether the words are those of a footnote.
        span: Part of the page to look in.

    Yields:
        Raw pages: the most careful way first, which touches the fewest signs.
    """
    shown = _shown_text(raw, notes)
    old = FoldedText(words[0]).folded
    inside = [
        at
        for at in shown.places(old)
        if span[0] <= shown.spans[at][0] and shown.spans[at + len(old) - 1][1] <= span[1]
    ]
    for at in inside[:_MOST_PLACES]:
        found = (
            _written(shown, at, hunks, way)
            for escape in (False, True)
            for hunks in _replacements(*words, escape=escape)
            for way in (_LEFT, _RIGHT, _KEEP)
        )
        yield list(dict.fromkeys(page for page in found if page is not None))


def _replacements(old: str, new: str, escape: bool = False) -> Iterator[list[Hunk]]:
    """Yield sets of hunks that turn words into other words, that with the smallest hunks first."""
    if escape and not _WIKI_SIGNS.search(new):
        return
    folded = FoldedText(old)
    before, after = TOKEN.findall(old), TOKEN.findall(new)
    start, end = common_ends(before, after)
    opcodes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    changed = [(a, b, c, d) for kind, a, b, c, d in opcodes if kind != "equal"]
    trimmed = [(start, len(before) - end, start, len(after) - end)]
    # The same, but as many words as possible kept at the end: a link or a mark may begin there.
    late, early = common_ends(before[::-1], after[::-1])
    shifted = [(early, len(before) - late, early, len(after) - late)]
    for spans in (changed, trimmed, shifted, [(0, len(before), 0, len(after))]):
        hunks = [_hunk(folded, before, after, each, escape) for each in spans]
        if all(hunks):
            yield [hunk for hunk in hunks if hunk]


def _hunk(
    folded: FoldedText,
    before: list[str],
    after: list[str],
    span: tuple[int, int, int, int],
    escape: bool,
) -> Hunk | None:
    a, b, c, d = span
    start = folded.sign_at(sum(map(len, before[:a])))
    end = folded.sign_at(sum(map(len, before[:b])))
    words = "".join(after[c:d])
    if start is None or end is None:
        return None
    return Hunk(start, end, f"<nowiki>{words}</nowiki>" if escape and words.strip() else words)


# Where to insert between two signs with markup between them, and what to do with markup among
# replaced words: drop it, or keep it after the new words.
_LEFT, _RIGHT, _KEEP = "left", "right", "keep"


def _written(shown: FoldedText, at: int, hunks: list[Hunk], way: str) -> str | None:
    """Return the raw page with hunks written at a place; None where that is not possible."""
    raw = shown.text
    for hunk in reversed(hunks):
        start, end = at + hunk.start, at + hunk.end
        if start < end:
            begin, stop = shown.spans[start][0], shown.spans[end - 1][1]
            kept = _unseen(shown, start, end) if way == _KEEP else ""
            raw = raw[:begin] + hunk.words + kept + raw[stop:]
            continue
        left = shown.spans[start - 1][1] if start > 0 else 0
        right = shown.spans[start][0] if start < len(shown.spans) else len(shown.text)
        place = left if way == _LEFT and start > 0 else right
        raw = raw[:place] + hunk.words + raw[place:]
    return raw


def _unseen(shown: FoldedText, start: int, end: int) -> str:
    """Return the markup between the signs of a range."""
    spans = shown.spans[start:end]
    return "".join(shown.text[one[1] : other[0]] for one, other in pairwise(spans))


# ---- headings


def headed(raw: str, line: int, model: str, place: Provision, words: tuple[str, str]) -> list[str]:
    """Return the ways to write a lost heading in the form of another heading of the page.

    Args:
        raw: The raw page.
        line: Line of the page, from 1, with which the provision begins.
        model: The heading line of the page to follow, with ``{label}`` and ``{heading}`` in it.
        place: The provision without a heading.
        words: The label, and the heading.
    """
    lines = raw.split("\n")
    label, heading = words
    written = model.replace("{label}", label).replace("{heading}", heading)
    own = lines[line - 1] if 0 < line <= len(lines) else ""
    rest = own.strip().removeprefix(place.num).lstrip() if place.num else own
    above, below = lines[: line - 1], lines[line:]
    alone = [*above, written, *below]  # the line has only the label
    parted = [*above, written, "", rest, *below]
    return ["\n".join(alone), "\n".join(parted)] if place.num else ["\n".join(parted)]


def heading_model(raw: str, place: Provision) -> str | None:
    """Return the heading line of a provision as a template for others; None if it is not alone."""
    if not place.heading or not place.lines or not place.num:
        return None
    lines = raw.split("\n")
    line = lines[place.lines[0] - 1] if place.lines[0] <= len(lines) else ""
    for words, field in ((place.heading.text, "{heading}"), (place.num, "{label}")):
        if line.count(words) != 1 or "{" in line.replace("{heading}", ""):
            return None
        line = line.replace(words, field)
    left = line.replace("{heading}", "").replace("{label}", "")
    return line if not any(char.isalnum() for char in left) else None
