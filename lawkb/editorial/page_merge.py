"""Merge corrections into the raw text of a wiki page, and prove it by reading the page again.

A correction is written where its old words occur in the raw page. It is accepted only if the page,
read again, is the page as it was read before with exactly this correction; nothing else may differ
in any language, note or comment. If no place or more than one fits, it is refused, with the reason.

Places in the raw text where words may occur, and ways to write other words there, are candidates
only: the page read again decides.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import fields, replace

from lawkb.editorial.new_patches import Replacement, fewest_words
from lawkb.editorial.retirement import corrected_text, held_patches
from lawkb.history.changes import TOKEN, ProvisionChange, changes_of_law, common_ends
from lawkb.model.address import Address
from lawkb.model.code import Outline
from lawkb.model.label import printed_label
from lawkb.model.law import Law, Loss, Provision
from lawkb.model.page import Page, Patch, PatchField
from lawkb.model.passage import Span
from lawkb.model.source import Source
from lawkb.parse.apply_patches import field_text, patched_provision, with_provision
from lawkb.parse.complete_law import fold_typography
from lawkb.parse.read_page import PageReading, read_page
from lawkb.unicode_characters import normalized

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


class FoldedText:
    """A text as comparable signs: typography unified, white space single, each with its span."""

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

    Yields:
        Raw pages: the most careful way first, which touches the fewest signs.
    """
    shown = FoldedText(raw, _SHOWN_WITH_NOTES if notes else _SHOWN)
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


def _replacements(old: str, new: str, escape: bool = False) -> Iterator[list[Replacement]]:
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
) -> Replacement | None:
    a, b, c, d = span
    start = folded.sign_at(sum(map(len, before[:a])))
    end = folded.sign_at(sum(map(len, before[:b])))
    words = "".join(after[c:d])
    if start is None or end is None:
        return None
    return Replacement(
        start, end, f"<nowiki>{words}</nowiki>" if escape and words.strip() else words
    )


# Where to insert between two signs with markup between them, and what to do with markup among
# replaced words: drop it, or keep it after the new words.
_LEFT, _RIGHT, _KEEP = "left", "right", "keep"


def _written(shown: FoldedText, at: int, hunks: list[Replacement], way: str) -> str | None:
    """Return the raw page with hunks written at a place; None where that is not possible."""
    raw = shown.text
    for hunk in reversed(hunks):
        start, end = at + hunk.start, at + hunk.end
        if start < end:
            begin, stop = shown.spans[start][0], shown.spans[end - 1][1]
            kept = _unseen(shown, start, end) if way == _KEEP else ""
            raw = raw[:begin] + hunk.new + kept + raw[stop:]
            continue
        left = shown.spans[start - 1][1] if start > 0 else 0
        right = shown.spans[start][0] if start < len(shown.spans) else len(shown.text)
        place = left if way == _LEFT and start > 0 else right
        raw = raw[:place] + hunk.new + raw[place:]
    return raw


def _unseen(shown: FoldedText, start: int, end: int) -> str:
    """Return the markup between the signs of a range."""
    spans = shown.spans[start:end]
    return "".join(shown.text[one[1] : other[0]] for one, other in pairwise(spans))


# ---- headings


def headed(raw: str, line: int, model: str, place: Provision, words: tuple[str, str]) -> list[str]:
    """Return the ways to write a lost heading in the form of another heading of the page.

    Args:
        line: Line of the page, from 1, with which the provision begins.
        model: The heading line of the page to follow, with ``{label}`` and ``{heading}`` in it.
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


Read = Callable[[str], PageReading]
_NOT_CONTENT = frozenset(
    {"lines", "line", "sha256", "editorial", "editorial_origin", "complete", "revised", "user"}
)


@dataclass(frozen=True, slots=True)
class PageMerge:
    """The result of merging corrections into a raw page."""

    text: str  # The raw page with the merged corrections; otherwise equal, sign by sign.
    merged: tuple[Patch, ...]  # Corrections that were merged.
    held: tuple[Patch, ...]  # Corrections that the page already had.
    # Corrections that could not be merged, with the reason, one sentence in plain words.
    refused: tuple[tuple[Patch, str], ...]
    # Headings that an editor supplied and no heading of the page shows a form for: they stay here.
    never_there: tuple[Patch, ...]
    # The changes of the merged corrections, by provision, with word diffs.
    changes: tuple[ProvisionChange, ...]


def page_reader(page: Page, source: Source, outline: Outline) -> Read:
    """Return a function that reads the raw text of a wiki page by the rules of a page's source."""

    def read(raw: str) -> PageReading:
        content = raw.encode("utf-8", "surrogatepass")
        return read_page(
            replace(page, content=content, expected_sha256=None, comments=None), source, outline
        )

    return read


def merge_patches(
    raw: str, read: Read, ours: PageReading, patches: Iterable[Patch], outline: Outline
) -> PageMerge:
    """Merge the corrections of a page into its raw text in the wiki.

    Args:
        ours: The page as the corpus has it, read without patches. It may be older, and in another
            form: HTML, or a text extraction.
        patches: The corrections of the page, in the order in which they are applied. Marks of
            missing words (``complete``) are never merged.
    """
    before = reading = read(raw)
    merged: list[Patch] = []
    held: list[Patch] = []
    refused: list[tuple[Patch, str]] = []
    never_there: list[Patch] = []
    for (language, address, _), chain in _chains(patches).items():
        here, there = _provision(ours, language, address), _provision(reading, language, address)
        known = _held(here, there, chain)
        held += known
        for patch in (each for each in chain if each not in known):
            found = _merged(raw, reading, patch, read, outline)
            if found == NEVER_THERE:
                never_there.append(patch)
            elif isinstance(found, str):
                refused.append((patch, found))
            else:
                raw, reading = found
                merged.append(patch)
    changes = _changes(before, reading) if merged else ()
    return PageMerge(raw, tuple(merged), tuple(held), tuple(refused), tuple(never_there), changes)


def _chains(patches: Iterable[Patch]) -> dict[tuple[str, Address, PatchField], list[Patch]]:
    """Return the patches of each text, in order; marks of missing words are left out."""
    found: dict[tuple[str, Address, PatchField], list[Patch]] = {}
    for patch in patches:
        if patch.field != "complete":
            found.setdefault((patch.language, patch.address, patch.field), []).append(patch)
    return found


def _held(ours: Provision | None, theirs: Provision | None, chain: list[Patch]) -> list[Patch]:
    """Return the patches of a text that the wiki's page has already."""
    if ours is None or theirs is None:
        return []
    return held_patches(corrected_text(ours, chain), field_text(theirs, chain[0].field))


def _law(reading: PageReading, language: str, address: Address) -> Law | None:
    return next(
        (law for law in reading.laws if (law.language, law.number) == (language, address.law)), None
    )


def _provision(reading: PageReading, language: str, address: Address) -> Provision | None:
    law = _law(reading, language, address)
    return law.find(address) if law else None


# Why a supplied heading is not sent: another push would not send it either, so it is no refusal.
NEVER_THERE = "its page never had this heading, and none of its headings shows the form"
_GONE = "the words to replace are not in this provision there: it was changed, or has another form"
_TWICE = "the words to replace occur more than once in this provision there"


def _merged(
    raw: str, reading: PageReading, patch: Patch, read: Read, outline: Outline
) -> tuple[str, PageReading] | str:
    """Return the raw page with a correction and how it reads, or why it cannot be merged."""
    law = _law(reading, patch.language, patch.address)
    target = law.find(patch.address) if law else None
    if law is None or target is None:
        return "the wiki's page has no such provision"
    fitting = _fitting(patch, target)
    if isinstance(fitting, str):
        return fitting
    changed = patched_provision(target, fitting)
    if changed is None:
        return _GONE
    wanted = _Wanted(reading, law, with_provision(law, changed))
    supplied = fitting.field == "heading" and not fitting.old
    if supplied:
        ways: Iterator[list[str]] = iter([_headings(raw, reading, law, target, fitting, outline)])
    else:
        ways = _ways(raw, reading, target, fitting)
    accepted = [found for each in ways if (found := wanted.first(each, read, patch.address))]
    if len({page for page, _ in accepted}) == 1:
        return accepted[0]
    if accepted:
        return "it fits more than one place of the wiki's page"
    if supplied:
        return NEVER_THERE
    return "the words are there, but written so that replacing them would change more than them"


def _fitting(patch: Patch, target: Provision) -> Patch | str:
    """Return a patch with its words as the wiki's page writes them, or why it does not fit."""
    text = field_text(target, patch.field)
    if patch.field == "heading":
        if FoldedText(text).folded.strip() != FoldedText(patch.old).folded.strip():
            return f"the wiki's page has another heading there: «{text}»"
        return replace(patch, old=text, new=with_page_signs(patch.old, patch.new, text))
    if text.count(patch.old) == 1:
        return _shortest(patch, text)
    shown, old = FoldedText(text), FoldedText(patch.old).folded
    places = [*shown.places(old)]
    if len(places) != 1:
        return _TWICE if places else _GONE
    start, end = shown.spans[places[0]][0], shown.spans[places[0] + len(old) - 1][1]
    actual = text[start:end]
    new = with_page_signs(patch.old, patch.new, actual)
    return _shortest(replace(patch, old=actual, new=new), text)


def _shortest(patch: Patch, text: str) -> Patch:
    """Return the patch with as few words as possible: marks and links on the others stay."""
    old, new = fewest_words(patch.old, patch.new, text)
    return replace(patch, old=old, new=new) if old and new.strip() else patch


def _ways(raw: str, reading: PageReading, target: Provision, patch: Patch) -> Iterator[list[str]]:
    """Yield the raw pages to try for each place of the old words, those of the provision first."""
    words = (patch.old, patch.new)
    notes = patch.field == "note"
    near = _span(raw, reading, target)
    found = [*candidates(raw, words, notes, near)]
    yield from found or candidates(raw, words, notes, (0, len(raw)))


def _span(raw: str, reading: PageReading, target: Provision) -> Span:
    """Return the part of a raw page that the lines of a provision span."""
    if target.lines is None:
        return 0, len(raw)
    first, last = target.lines
    starts = (each.lines[0] for law in reading.laws for each in law.provisions() if each.lines)
    after = min((start for start in starts if start > last), default=None)
    lines = raw.splitlines(keepends=True)
    end = len(raw) if after is None else sum(map(len, lines[: after - 1]))
    return sum(map(len, lines[: first - 1])), end


@dataclass(frozen=True, slots=True)
class _Wanted:
    """How the page must read after a correction."""

    before: PageReading  # the page as it was read before
    law: Law  # the law that the correction is for
    corrected: Law  # that law with the correction

    def first(
        self, pages: Iterable[str], read: Read, address: Address
    ) -> tuple[str, PageReading] | None:
        """Return the first of some raw pages that reads as wanted, and its reading."""
        for page in pages:
            reading = read(page)
            if self._is(reading, address):
                return page, reading
        return None

    def _is(self, reading: PageReading, address: Address) -> bool:
        laws = [self.corrected if law is self.law else law for law in self.before.laws]
        new = Counter(_loss(each) for each in reading.losses)
        known = Counter(_loss(each) for each in self.before.losses)
        supplied = self.law.find(address)
        if supplied and not supplied.heading:
            laws = [_as_headed(law, address) for law in laws]
            got = tuple(_as_headed(law, address) for law in reading.laws)
        else:
            got = reading.laws
        return (
            new <= known
            and content(tuple(laws)) == content(got)
            and content(self.before.companions) == content(reading.companions)
        )


def _loss(loss: Loss) -> tuple[object, ...]:
    return loss.kind, loss.message, loss.address, loss.language


def _as_headed(law: Law, address: Address) -> Law:
    """Return the law without what a new heading of a provision changes: its label, and losses."""
    place = law.find(address)
    if place is None:
        return law
    return with_provision(law, replace(place, num="", lost=(), inferred=()))


def content(value: object) -> object:
    """Return laws, or what is in them, without origin, lines and editors' marks, to compare."""
    if isinstance(value, tuple | list):
        return tuple(content(each) for each in value)
    if isinstance(value, Struct):
        return tuple(
            content(getattr(value, each.name))
            for each in fields(value)
            if each.name not in _NOT_CONTENT
        )
    return value


def _changes(before: PageReading, after: PageReading) -> tuple[ProvisionChange, ...]:
    pairs = zip(before.laws, after.laws, strict=True)
    return tuple(
        change
        for old, new in pairs
        for change in changes_of_law(old, new)
        if change.kind != "marks"
    )


# ---- headings that the page lacks


def _headings(
    raw: str,
    reading: PageReading,
    law: Law,
    target: Provision,
    patch: Patch,
    outline: Outline,
) -> list[str]:
    """Return the raw pages to try for a heading that the page lacks, in the form of its others."""
    models = _models(raw, reading, law, target)
    starts = [each.lines[0] for each in law.provisions() if each.lines]
    line = target.lines[0] if target.lines else min(starts, default=1)
    printed = target.num or _printed(law, target, outline)
    return [
        page for model in models for page in headed(raw, line, model, target, (printed, patch.new))
    ]


def _models(raw: str, reading: PageReading, law: Law, target: Provision) -> list[str]:
    """Return the forms of headings of the same level, those of the same language first."""
    laws = sorted(reading.laws, key=lambda each: each is not law)
    depth = target.address.depth
    found = (
        heading_model(raw, each)
        for one in laws
        for each in one.provisions()
        if each.address.depth == depth
    )
    return [*dict.fromkeys(model for model in found if model)]


def _printed(law: Law, target: Provision, outline: Outline) -> str:
    """Return the label of a provision as pages print it: ``A.``, or ``LAW 7`` for a title."""
    language = outline.language(law.language)
    if target.address.depth == 0:
        return f"{language.law} {law.number}"
    return printed_label(target.address, outline.scheme, language)
