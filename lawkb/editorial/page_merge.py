"""Merge corrections into the raw text of a wiki page, and prove it by reading the page again.

A correction is written where its old words occur in the raw page. It is accepted only if the page,
read again, is the page as it was read before with exactly this correction; nothing else may differ
in any language, note or comment. If no place or more than one fits, it is refused, with the reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace

from lawkb.editorial.fulfilled import corrected_text, held_patches
from lawkb.editorial.new_patches import fewest_words
from lawkb.editorial.raw_places import (
    FoldedText,
    candidates,
    headed,
    heading_model,
    with_page_signs,
)
from lawkb.history.changes import ProvisionChange, changes_of_law
from lawkb.model.address import Address
from lawkb.model.code import Outline
from lawkb.model.label import printed_label
from lawkb.model.law import Law, Loss, Provision
from lawkb.model.page import Page, Patch, PatchField
from lawkb.model.passage import Span
from lawkb.model.source import Source
from lawkb.parse.apply_patches import field_text, patched_provision, with_provision
from lawkb.parse.read_page import PageReading, read_page

Read = Callable[[str], PageReading]
_NOT_CONTENT = frozenset(
    {"lines", "line", "sha256", "editorial", "editorial_origin", "complete", "revised", "user"}
)


@dataclass(frozen=True, slots=True)
class RefusedPatch:
    """A correction that could not be merged.

    Attributes:
        patch: The correction.
        why: The reason, one sentence in plain words.
    """

    patch: Patch
    why: str


@dataclass(frozen=True, slots=True)
class PageMerge:
    """The result of merging corrections into a raw page.

    Attributes:
        text: The raw page with the merged corrections; otherwise equal, sign by sign.
        merged: Corrections that were merged.
        held: Corrections that the page already had.
        refused: Corrections that could not be merged.
        changes: The changes of the merged corrections, by provision, with word diffs.
    """

    text: str
    merged: tuple[Patch, ...]
    held: tuple[Patch, ...]
    refused: tuple[RefusedPatch, ...]
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
        raw: The newest raw text of the page in the wiki.
        read: The function that reads raw text, from ``page_reader``.
        ours: The page as the corpus has it, read without patches. It may be older, and in another
            form: HTML, or a text extraction.
        patches: The corrections of the page, in the order in which they are applied. Marks of
            missing words (``complete``) are never merged.
        outline: Editions, languages and levels of the code.
    """
    before = reading = read(raw)
    merged: list[Patch] = []
    held: list[Patch] = []
    refused: list[RefusedPatch] = []
    for (language, address, _), chain in _chains(patches).items():
        here, there = _provision(ours, language, address), _provision(reading, language, address)
        known = _held(here, there, chain)
        held += known
        for patch in (each for each in chain if each not in known):
            found = _merged(raw, reading, patch, read, outline)
            if isinstance(found, str):
                refused.append(RefusedPatch(patch, found))
            else:
                raw, reading = found
                merged.append(patch)
    changes = _changes(before, reading) if merged else ()
    return PageMerge(raw, tuple(merged), tuple(held), tuple(refused), changes)


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
        return "no heading of the wiki's page shows the form that this one must have"
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
    """How the page must read after a correction.

    Attributes:
        before: The page as it was read before.
        law: The law that the correction is for.
        corrected: That law with the correction.
    """

    before: PageReading
    law: Law
    corrected: Law

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
    if is_dataclass(value) and not isinstance(value, type):
        return tuple(
            content(getattr(value, each.name))
            for each in fields(value)
            if each.compare and each.name not in _NOT_CONTENT
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
    line = target.lines[0] if target.lines else _first_line(law)
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


def _first_line(law: Law) -> int:
    return min((each.lines[0] for each in law.provisions() if each.lines), default=1)


def _printed(law: Law, target: Provision, outline: Outline) -> str:
    """Return the label of a provision as pages print it: ``A.``, or ``LAW 7`` for a title."""
    language = outline.language(law.language)
    if target.address.depth == 0:
        return f"{language.law} {law.number}"
    return printed_label(target.address, outline.scheme, language)
