"""The stages in order, each callable alone: pages to laws, laws to a corpus and its index."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from lawkb.akn.audit import audit
from lawkb.akn.companions import companion_tree
from lawkb.akn.validate import file_errors, written_errors
from lawkb.akn.write import file_of, law_tree
from lawkb.checks.changes import Change, changes_between
from lawkb.checks.comment_status import judge_comments
from lawkb.checks.patching import Cause, Repair, repair
from lawkb.cores import on_all_cores, without_collecting
from lawkb.corpus.laws import (
    companion_path,
    held_files,
    law_path,
    read_code,
    recover,
    write_files,
)
from lawkb.corpus.outline import read_outline, read_sources
from lawkb.corpus.patches import read_patches
from lawkb.corpus.settlements import read_settlements, settle
from lawkb.errors import LawkbError
from lawkb.model.code import Code, Outline
from lawkb.model.companion import Companion
from lawkb.model.law import Law, Loss
from lawkb.model.page import Account, Page, Piece, Source, account_of, decode_page
from lawkb.model.patch import Patch
from lawkb.parse.companion_page import read_companion_page
from lawkb.parse.companions import first_companions
from lawkb.parse.forms import with_own_id
from lawkb.parse.law_page import read_law_page
from lawkb.parse.patches import apply_patches
from lawkb.parse.reading import Reading
from lawkb.parse.witnesses import merge_readings
from lawkb.refs.companions import annotate_companion, resolve_companions
from lawkb.refs.links import link_losses, link_references
from lawkb.refs.resolve import annotate, resolve_laws
from lawkb.sources.dokuwiki_tree import TreePage, read_tree
from lawkb.sources.folder import read_pages

# Bytes; several times a whole code of laws in two languages. All work on a page grows with its
# length, so this bounds the seconds and the memory that a stranger's page can take.
LARGEST_PAGE = 2 * 2**20


@dataclass(frozen=True, slots=True)
class PageReport:
    """What the reading of one page gave.

    Attributes:
        page: The page.
        laws: The laws it gave, resolved; empty when no rule fits its id.
        companions: The texts it gave that are no laws, resolved.
        account: Where its characters went.
        losses: What it no longer holds, stale patches included.
    """

    page: Page
    laws: tuple[Law, ...]
    companions: tuple[Companion, ...]
    account: Account
    losses: tuple[Loss, ...]


@dataclass(frozen=True, slots=True)
class Ingest:
    """The reading of all sources of a corpus, nothing written yet.

    Attributes:
        code: The code as the sources give it.
        reports: One per page, by source and page id.
        files: XML by path below the corpus folder.
        audit: What the audit says of the code, a line each.
        changed: Paths whose content differs from what the corpus holds.
        changes: Provisions that differ from the laws held before; empty when none could be read.
    """

    code: Code
    reports: tuple[PageReport, ...]
    files: dict[str, bytes]
    audit: tuple[str, ...]
    changed: tuple[str, ...]
    changes: tuple[Change, ...]


def read_all(folder: Path, official: bool = False) -> Ingest:
    """Read every source of a corpus: pages, patches, references, comments, XML. Writes nothing.

    Args:
        folder: The corpus.
        official: Whether the XSD of OASIS is asked too where it is installed. Our own profile,
            which is stricter, always is.

    Raises:
        LawkbError: ``corpus.toml``, a patch file or a source folder is wrong, or the XML of a law
            does not fit what it was asked.
    """
    with without_collecting():
        return _read_all(folder, official)


def _read_all(folder: Path, official: bool) -> Ingest:
    recover(folder)
    outline = read_outline(folder)
    patches = read_patches(folder, outline)
    read = _readings(folder, outline, patches)
    merged = merge_readings(read, outline)
    read, conflicts = merged.readings, merged.losses
    laws = {
        key: annotate(law, outline) if key in merged.anew else law
        for key, law in merged.laws.items()
    }
    companions, doubles = first_companions(read)
    code = link_references(Code(outline, laws, companions), read_sources(folder, outline))
    code = resolve_companions(resolve_laws(code))
    settled = {each.comment: each for each in read_settlements(folder)}
    laws = {key: settle(judge_comments(law), settled) for key, law in code.laws.items()}
    code = replace(code, laws=laws)
    held_texts = (*code.laws.values(), *code.companions.values())
    files = dict(on_all_cores(partial(_valid_file, outline, official), held_texts))
    held = held_files(folder)
    changed = [path for path in {**held, **files} if held.get(path) != files.get(path)]
    differing = {page: (*conflicts.get(page, ()), *doubles.get(page, ())) for page, _ in read}
    reports = tuple(_report(page, reading, code, differing[page]) for page, reading in read)
    changes = changes_between(_held(folder, code), code) if changed else ()
    return Ingest(code, reports, files, audit(code), tuple(sorted(changed)), changes)


def ingest(folder: Path) -> Ingest:
    """Read every source of a corpus and write its laws, all or nothing.

    Raises:
        LawkbError: As ``read_all``, or the corpus cannot be written.
    """
    result = read_all(folder)
    write_files(folder, result.files)
    return result


def edited_page(folder: Path, page_id: str, edited: bytes, cause: Cause) -> tuple[Repair, ...]:
    """What an edited copy of a page changes, as patches; nothing is written.

    Args:
        folder: The corpus.
        page_id: Page whose copy was edited.
        edited: The copy.
        cause: What the editor says of it.

    Returns:
        One repair for each language of the page.

    Raises:
        LawkbError: No source has this page.
    """
    outline = read_outline(folder)
    patches = read_patches(folder, outline)
    for source in read_sources(folder, outline):
        for page in pages_of(folder / "sources" / source.name, source):
            if page.page_id == page_id:
                old = _patched(read_page(page, source, outline), patches, outline)
                if old.comparison:
                    continue  # of two revisions: the page itself is another file
                copy = replace(page, content=edited, expected_sha256=None)
                new = _patched(read_page(copy, source, outline), patches, outline)
                pairs = ((a, b) for a in old.laws for b in new.laws if a.language == b.language)
                return tuple(repair(before, after, cause) for before, after in pairs)
    raise LawkbError(page_id, "no source has this page", "name a page id, such as law_57")


def _held(folder: Path, new: Code) -> Code:
    """The laws held so far; the new ones themselves when those cannot be read any more."""
    try:
        return read_code(folder)
    except LawkbError:
        return new


def _readings(
    folder: Path, outline: Outline, patches: tuple[Patch, ...]
) -> tuple[tuple[Page, Reading], ...]:
    pages = tuple(
        (page, source)
        for source in read_sources(folder, outline)
        for page in pages_of(folder / "sources" / source.name, source)
    )
    readings = on_all_cores(partial(_read_and_patch, patches, outline), pages)
    return tuple((page, reading) for (page, _), reading in zip(pages, readings, strict=True))


def _read_and_patch(
    patches: tuple[Patch, ...], outline: Outline, place: tuple[Page, Source]
) -> Reading:
    page, source = place
    return _patched(read_page(page, source, outline), patches, outline)


def pages_of(folder: Path, source: Source) -> Iterator[Page]:
    """The pages of a source: of a wiki's data tree where it is one, else of a folder of pages.

    A file of a tree that was refused is an empty page of its path, so that its loss is told.

    Args:
        folder: ``corpus/sources/<name>``.
        source: The source.
    """
    if not (folder / "pages").is_dir():
        yield from read_pages(folder, source)
        return
    for item in read_tree(folder):
        if isinstance(item, TreePage):
            page = item.page(source.name)
        elif item.loss:
            page = Page(source.name, item.path, item.path, b"", losses=(item.loss,))
        else:
            page = None
        if page is not None:
            yield page


def read_page(page: Page, source: Source, outline: Outline) -> Reading:
    """The laws of a page by the rule its id fits; without references, patches not applied.

    Where no rule fits the name it was given, the id that the page gives itself is tried: it may
    have been saved as ``law_57.diff.html``. A page whose id fits no rule, or of more than
    ``LARGEST_PAGE`` bytes, is unparsed, with a loss.
    """
    if len(page.content) > LARGEST_PAGE:
        return _unparsed(page, f"larger than {LARGEST_PAGE} bytes, which no law is; it is not read")
    page = with_own_id(page, source)
    for rule in source.rules:
        law = rule.law(page.page_id)
        if not rule.fits(page.page_id) or (law or 0) > outline.edition(rule.edition).laws:
            continue
        if rule.kind in ("law", "laws"):
            return read_law_page(page, rule, source, outline)
        return read_companion_page(page, rule, source, outline)
    return _unparsed(page, "no rule under [[sources.pages]] fits this page id")


def _unparsed(page: Page, why: str) -> Reading:
    text, losses = decode_page(page.content)
    pieces = (Piece("unparsed", 0, len(text)),)
    lost = (*page.losses, *losses, Loss("unparsed", why))
    return Reading((), account_of(text, pieces), text, pieces, lost)


def _patched(reading: Reading, patches: tuple[Patch, ...], outline: Outline) -> Reading:
    if reading.comparison:
        return reading  # lines of a law, which other pages hold: patches are for those
    laws = []
    losses = list(reading.losses)
    for law in reading.laws:
        patched, stale = apply_patches(law, patches)
        laws.append(annotate(patched, outline))
        losses.extend(stale)
    companions = tuple(annotate_companion(each, outline) for each in reading.companions)
    return replace(reading, laws=tuple(laws), companions=companions, losses=tuple(losses))


def _valid_file(outline: Outline, official: bool, held: Law | Companion) -> tuple[str, bytes]:
    """The XML of a text, by the profile and perhaps the official schema; a fault is ours."""
    if isinstance(held, Law):
        path, root = law_path(held), law_tree(held, outline)
    else:
        path, root = companion_path(held), companion_tree(held, outline)
    content = file_of(root)
    faults = file_errors(content) if official else written_errors(root, content)
    if faults:
        raise LawkbError(path, f"not valid Akoma Ntoso: {faults[0]}", "this is a fault of lawkb")
    return path, content


def _report(page: Page, reading: Reading, code: Code, conflicts: tuple[Loss, ...]) -> PageReport:
    laws = tuple(code.laws[law.edition, law.language, law.number] for law in reading.laws)
    companions = tuple(
        code.companions[one.edition, one.language, one.name] for one in reading.companions
    )
    texts: tuple[Law | Companion, ...] = (*laws, *companions)
    links = (
        loss
        for text in texts
        if (text.origin.source, text.origin.page) == (page.source, page.page_id)
        for loss in link_losses(text, code.outline.scheme)
    )
    losses = (*reading.losses, *conflicts, *links)
    return PageReport(page, laws, companions, reading.account, losses)


__all__ = ["Ingest", "PageReport", "ingest", "law_path", "read_all", "read_code"]
