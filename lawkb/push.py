"""Send corrections back to the wikis from which the pages are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, cast

from lawkb.corpus.corpus_toml import read_sources
from lawkb.corpus.decision_files import DONE_STATES, ReviewState, read_patches
from lawkb.corpus_pages import pages_of
from lawkb.editorial.page_merge import NEVER_THERE, PageMerge, merge_patches, page_reader
from lawkb.editorial.translation_progress import Reviews, Translation, reviewed_law
from lawkb.errors import LawkbError
from lawkb.exchange.public_laws import public_change
from lawkb.exchange.public_types import PushedCorrection, PushedPage
from lawkb.model.address import Address, Ordinal
from lawkb.model.code import Code, Outline
from lawkb.model.finding import Finding
from lawkb.model.page import Page, Patch
from lawkb.model.source import Source
from lawkb.parse.input_formats import with_own_id
from lawkb.parse.read_page import read_page
from lawkb.sources.dokuwiki_api.calls import (
    MISSING,
    RemoteCalls,
    edit_page,
    newest_text,
    open_calls,
)
from lawkb.sources.dokuwiki_api.fetch import fetched_from
from lawkb.sources.dokuwiki_api.http import (
    PASSWORD,
    TOKEN,
    USER,
    RequestLimits,
    WikiConnection,
    read_address,
    read_login,
)

LONGEST_SUMMARY = 200  # code points; a wiki shows summaries in lists
NO_WIKI = (
    "no wiki is known for the pages of source %(source)s; add a line to its [[sources]] in "
    'corpus.toml: wiki = "https://…"'
)
# Corrections that are not sent, with the reason, in words that follow the place.
HeldBack = Mapping[Patch, str]


_Place = tuple[str, str, Address]  # edition, language, provision


@dataclass(frozen=True, slots=True)
class PushTarget:
    """A page of a wiki and the corrections for it."""

    wiki: str | None  # address of the wiki; None if the corpus does not name it
    page_id: str  # id of the page in the wiki
    page: Page  # the page as the corpus has it
    source: Source  # the source of the page
    patches: tuple[Patch, ...]  # the corrections, in the order in which they are applied
    held_back: HeldBack = field(default_factory=dict)  # Corrections of the page that stay here.


@dataclass(frozen=True, slots=True)
class PageResult:
    """The result for one page."""

    target: PushTarget  # The page and its corrections.
    # `written`; `pending` if it would be written; `unchanged`; or `left`.
    kind: Literal["written", "pending", "unchanged", "left"]
    merge: PageMerge | None = None  # What became of each correction; None if the page was left.
    why: str = ""  # Why the page was left; else empty.


def push_targets(
    folder: Path, outline: Outline, places: tuple[Address, ...] = (), source: str | None = None
) -> tuple[PushTarget, ...]:
    """Return the pages that have corrections, in the order of the sources.

    Args:
        places: Only corrections of these provisions and of what they contain; empty for all.
    """
    wanted: dict[str, list[Patch]] = {}
    for patch in read_patches(folder, outline):
        chosen = not places or any(place.holds(patch.address) for place in places)
        if chosen and patch.field != "complete":
            wanted.setdefault(patch.page, []).append(patch)
    sources = read_sources(folder, outline)
    if source is not None and source not in {each.name for each in sources}:
        there = ", ".join(each.name for each in sources)
        raise LawkbError(source, "corpus.toml names no such source", f"there are: {there}")
    found: dict[tuple[str | None, str], PushTarget] = {}
    for each in sources:
        if source is None or each.name == source:
            for target in _targets(folder / "sources" / each.name, each, wanted):
                found.setdefault((target.wiki, target.page_id), target)
    known = {target.page.page_id for target in found.values() if target.wiki}
    return tuple(each for each in found.values() if each.wiki or each.page.page_id not in known)


def _targets(
    folder: Path, source: Source, wanted: Mapping[str, list[Patch]]
) -> Iterator[PushTarget]:
    fetched = fetched_from(folder)
    wiki = fetched or source.wiki
    for each in pages_of(folder, source):
        page = with_own_id(each, source)
        if page.page_id in wanted:
            name = page.page_id
            if source.namespace and not name.startswith(f"{source.namespace}:"):
                name = f"{source.namespace}:{name}"
            yield PushTarget(wiki, name, page, source, tuple(wanted[page.page_id]))


def without_unready(
    targets: Iterable[PushTarget], code: Code, reviews: Reviews, findings: Iterable[Finding]
) -> tuple[PushTarget, ...]:
    """Return pages with the corrections held back that nobody may want in the wiki yet.

    Those are corrections of a translation that nobody has reviewed as it is now, and of a provision
    with an open error.
    """
    errors: dict[_Place, Finding] = {}
    for each in findings:
        if each.severity == "error" and each.address and not each.waived:
            errors.setdefault((each.edition, each.language, each.address), each)
    states = _States(code, reviews)
    return tuple(_held_back(each, states, errors) for each in targets)


def _held_back(target: PushTarget, states: _States, errors: Mapping[_Place, Finding]) -> PushTarget:
    held: dict[Patch, str] = {}
    for patch in target.patches:
        for edition in states.editions(patch):
            error = errors.get((edition, patch.language, patch.address))
            if (state := states.of(edition, patch)) and state not in DONE_STATES:
                held[patch] = f"not reviewed as it is now: its state is {state}"
            elif error:
                held[patch] = f"it has an open error, {error.rule}: {error.message}"
    sent = tuple(each for each in target.patches if each not in held)
    return replace(target, patches=sent, held_back=held)


@dataclass(frozen=True, slots=True)
class _States:
    """The review states of the provisions of translations."""

    code: Code
    reviews: Reviews
    # By edition, language and number of the law.
    known: dict[tuple[str, str, Ordinal], dict[Address, ReviewState]] = field(default_factory=dict)

    def editions(self, patch: Patch) -> list[str]:
        """Return the editions of the law that a correction is of."""
        of = [key for key in self.code.laws if key[1:] == (patch.language, patch.address.law)]
        own = [key for key in of if self.code.laws[key].origin.page == patch.page]
        return [edition for edition, _, _ in own or of]

    def of(self, edition: str, patch: Patch) -> ReviewState | None:
        """Return the state of the provision of a correction; None if it translates nothing."""
        number, original = patch.address.law, self.code.outline.authoritative
        if patch.language == original or not self.code.law(edition, original, number):
            return None
        key = (edition, patch.language, number)
        if key not in self.known:
            of = Translation(edition, original, patch.language)
            read = reviewed_law(self.code, of, number, self.reviews)
            self.known[key] = {each.address: each.state for each in read}
        return self.known[key].get(patch.address)


def push(
    targets: Sequence[PushTarget],
    outline: Outline,
    environment: Mapping[str, str],
    limits: RequestLimits,
    message: str | None = None,
) -> Iterator[PageResult]:
    """Write corrections to the wikis, and yield the result for each page as soon as it is known.

    Args:
        message: Summary of the change in the wiki; None for the reasons of the corrections.

    Raises:
        LawkbError: There is no login, it is wrong, or a wiki does not answer. What was yielded is
            done; a second push does the rest.
    """
    ready = [*_without_empty(targets)]
    for calls, pages in _by_wiki(ready, environment, limits, must_log_in=True):
        for target in pages:
            yield _pushed(calls, target, outline, message) if calls else _without_wiki(target)
    yield from (PageResult(each, "unchanged") for each in targets if not each.patches)


def preview(
    targets: Sequence[PushTarget],
    outline: Outline,
    environment: Mapping[str, str],
    limits: RequestLimits,
) -> Iterator[PageResult]:
    """Yield what ``push`` would do with each page now. Nothing is written or locked."""
    ready = [*_without_empty(targets)]
    for calls, pages in _by_wiki(ready, environment, limits, must_log_in=False):
        for target in pages:
            yield _previewed(calls, target, outline) if calls else _without_wiki(target)
    yield from (PageResult(each, "unchanged") for each in targets if not each.patches)


def _without_empty(targets: Iterable[PushTarget]) -> Iterator[PushTarget]:
    return (each for each in targets if each.patches)


def _without_wiki(target: PushTarget) -> PageResult:
    return PageResult(target, "left", why=NO_WIKI % {"source": target.source.name})


def _by_wiki(
    targets: Iterable[PushTarget],
    environment: Mapping[str, str],
    limits: RequestLimits,
    must_log_in: bool,
) -> Iterator[tuple[RemoteCalls | None, list[PushTarget]]]:
    by_wiki: dict[str | None, list[PushTarget]] = {}
    for target in targets:
        by_wiki.setdefault(target.wiki, []).append(target)
    login = read_login(environment)
    if must_log_in and any(by_wiki) and not login.given:
        what = "a wiki names who changed a page, and no login is given"
        raise LawkbError("lawkb push", what, f"set {USER} and {PASSWORD}, or {TOKEN}")
    for wiki, pages in by_wiki.items():
        if wiki is None:
            yield None, pages
            continue
        with WikiConnection(read_address(wiki), login, limits) as connection:
            yield open_calls(connection), pages


@dataclass(slots=True)
class _Merging:
    """The merge of the corrections of a page into the texts that its wiki gave."""

    target: PushTarget  # the page and its corrections
    outline: Outline  # editions, languages and levels of the code
    merge: PageMerge | None = None  # the merge into the last text
    written: PageMerge | None = None  # the merge that was sent to the wiki; None if none was

    def __call__(self, text: str) -> str:
        """Merge the corrections into a text of the wiki, and return it."""
        page, source = self.target.page, self.target.source
        ours = read_page(page, source, self.outline)
        read = page_reader(page, source, self.outline)
        self.merge = merge_patches(text, read, ours, self.target.patches, self.outline)
        self.written = self.merge if self.merge.merged else self.written
        return self.merge.text


def _pushed(
    calls: RemoteCalls, target: PushTarget, outline: Outline, message: str | None
) -> PageResult:
    merging = _Merging(target, outline)

    def summary() -> str:
        merged = merging.merge.merged if merging.merge else ()
        return _summary_of(merged, outline, message)

    outcome = edit_page(calls, target.page_id, merging, summary)
    if outcome.kind == "left":
        return PageResult(target, "left", why=outcome.why)
    written = outcome.kind == "saved"
    merge = merging.written if written else merging.merge
    return PageResult(target, "written" if written else "unchanged", merge)


def _previewed(calls: RemoteCalls, target: PushTarget, outline: Outline) -> PageResult:
    text = newest_text(calls, target.page_id)
    if text is None:
        return PageResult(target, "left", why=MISSING)
    merging = _Merging(target, outline)
    merging(text)
    return PageResult(target, "pending" if merging.written else "unchanged", merging.merge)


def _summary_of(patches: Iterable[Patch], outline: Outline, message: str | None = None) -> str:
    """Return the summary of a change in the wiki: provisions, reasons and editors, on one line."""
    every = tuple(patches)
    places = ", ".join(dict.fromkeys(outline.scheme.write(each.address) for each in every))
    reasons = message or "; ".join(dict.fromkeys(each.reason for each in every))
    authors = ", ".join(dict.fromkeys(each.author for each in every))
    end = " ".join(f" ({authors})".split())[: LONGEST_SUMMARY // 2]
    words = " ".join(f"{places}: {reasons}".split())
    room = LONGEST_SUMMARY - len(end) - 1
    return f"{words if len(words) <= room else words[: room - 1] + '…'} {end}"


def public_page(result: PageResult, outline: Outline) -> PushedPage:
    """Return the result for a page in the public types, which are its JSON."""
    target, merge = result.target, result.merge
    states: dict[Patch, tuple[_State, str | None]] = {}
    if merge:
        pending = result.kind == "pending"
        states |= dict.fromkeys(merge.merged, ("pending" if pending else "written", None))
        states |= dict.fromkeys(merge.held, ("held", None))
        states |= {patch: ("refused", why) for patch, why in merge.refused}
        states |= dict.fromkeys(merge.never_there, ("kept", NEVER_THERE))
    states |= {patch: ("kept", why) for patch, why in target.held_back.items()}
    left: tuple[_State, str | None] = ("left", result.why)
    return PushedPage(
        target.wiki,
        target.page_id,
        result.kind,
        result.why or None,
        tuple(
            _correction(patch, states.get(patch, left), outline)
            for patch in (*target.patches, *target.held_back)
        ),
        tuple(public_change(each, outline.scheme) for each in merge.changes) if merge else (),
    )


_State = Literal["written", "pending", "held", "refused", "left", "kept"]


def _correction(
    patch: Patch, state: tuple[_State, str | None], outline: Outline
) -> PushedCorrection:
    address = outline.scheme.write(patch.address)
    field = cast(Literal["heading", "text", "note"], patch.field)
    words = (patch.old, patch.new)
    return PushedCorrection(patch.path, address, patch.language, field, *words, *state)
