"""The stages in order, each callable alone: pages to laws, laws to a corpus and its index."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from lawkb.akn.audit import audit
from lawkb.akn.companions import companion_tree
from lawkb.akn.laws import law_tree, xml_bytes
from lawkb.akn.validate import file_errors, written_errors
from lawkb.corpus.comment_decisions import read_settlements, settle
from lawkb.corpus.corpus_toml import read_outline, read_sources
from lawkb.corpus.laws import companion_path, law_path, read_code
from lawkb.corpus.patch_files import files_with_patches, read_patches
from lawkb.corpus.review_states import FILE as REVIEW_FILE
from lawkb.corpus.review_states import with_reviews
from lawkb.corpus.writing import (
    check_removals,
    held_files,
    one_writer,
    recover,
    removed_files,
    replace_laws,
)
from lawkb.corpus_pages import check_rules, corpus_pages, pages_of, read_or_lose, unread_files
from lawkb.editorial.comment_status import judge_comments
from lawkb.editorial.edited_copy import EditedCopyPatches, patches_from_copy
from lawkb.editorial.new_patches import PatchReason
from lawkb.errors import LawkbError
from lawkb.exchange.translation_import import TranslationMerge, merge_file
from lawkb.history.changes import ProvisionChange, changes_between
from lawkb.model.code import Code, Outline
from lawkb.model.companion import Companion
from lawkb.model.law import Law, Loss
from lawkb.model.page import Account, Page, Patch
from lawkb.model.source import Source
from lawkb.parallel_work import on_all_cores, without_collecting
from lawkb.parse.merge_sources import first_companions, merge_readings
from lawkb.parse.read_page import PageReading, read_page
from lawkb.references.links import link_losses, link_references
from lawkb.references.resolve import annotate_law, resolve_code
from lawkb.sources.page_folder import UnreadFile

Readings = tuple[tuple[Page, PageReading], ...]


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
        removed: Those of the changed paths that the corpus would no longer hold.
        unread: Files in the folders of the sources that nobody reads.
    """

    code: Code
    reports: tuple[PageReport, ...]
    files: dict[str, bytes]
    audit: tuple[str, ...]
    changed: tuple[str, ...]
    changes: tuple[ProvisionChange, ...]
    removed: tuple[str, ...]
    unread: tuple[UnreadFile, ...]


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
    code, read, conflicts = joined(folder, outline, _readings(folder, outline))
    _, doubles = first_companions(read)
    held_texts = (*code.laws.values(), *code.companions.values())
    files = dict(on_all_cores(partial(valid_file, outline, official), held_texts))
    held = held_files(folder)
    changed = [path for path in {**held, **files} if held.get(path) != files.get(path)]
    differing = {page: (*conflicts.get(page, ()), *doubles.get(page, ())) for page, _ in read}
    reports = tuple(_report(page, reading, code, differing[page]) for page, reading in read)
    changes = changes_between(_held(folder, code), code) if changed else ()
    return Ingest(
        code,
        reports,
        files,
        audit(code),
        tuple(sorted(changed)),
        changes,
        removed_files(folder, files),
        unread_files(folder, read_sources(folder, outline)),
    )


def current_code(folder: Path) -> Code:
    """The code as the sources and the patches give it now; no XML is made or compared.

    Raises:
        LawkbError: ``corpus.toml``, a patch file or a source folder is wrong.
    """
    recover(folder)
    outline = read_outline(folder)
    with without_collecting():
        return joined(folder, outline, _readings(folder, outline))[0]


def joined(
    folder: Path,
    outline: Outline,
    read: Readings,
) -> tuple[Code, Readings, Mapping[Page, tuple[Loss, ...]]]:
    """The code that all pages of a corpus give together.

    Several readings of a law are merged, references resolved, the status of comments set.

    Args:
        folder: The corpus.
        outline: What the code is.
        read: Every page with what it gave, its patches applied.

    Returns:
        The code, the pages with what is left of them, and what the readings of a law say
        differently, by page.

    Raises:
        LawkbError: The settlements of comments cannot be read.
    """
    merged = merge_readings(read, outline)
    laws = {
        key: annotate_law(law, outline) if key in merged.anew else law
        for key, law in merged.laws.items()
    }
    companions, _ = first_companions(merged.readings)
    code = link_references(Code(outline, laws, companions), read_sources(folder, outline))
    code = resolve_code(code)
    settled = {each.comment: each for each in read_settlements(folder)}
    laws = {key: settle(judge_comments(law), settled) for key, law in code.laws.items()}
    return replace(code, laws=laws), merged.readings, merged.losses


def ingest(folder: Path, prune: bool = False) -> Ingest:
    """Read every source of a corpus and write its laws, all or nothing.

    Args:
        folder: The corpus.
        prune: Whether laws that no page gives any more go although their pages are there.

    Raises:
        LawkbError: As ``read_all`` and ``refuse_removals``, or the corpus cannot be written.
    """
    with one_writer(folder) as put:
        result = read_all(folder)
        if not prune:
            refuse_removals(folder, result)
        replace_laws(folder, result.files, put)
    return result


@dataclass(frozen=True, slots=True)
class ImportedTranslation:
    """What became of a translator's file; ``files`` are the paths written, or to be written."""

    merge: TranslationMerge
    files: tuple[str, ...]


def import_translation(folder: Path, file: Path, cause: PatchReason) -> ImportedTranslation:
    """Merge a translator's file into a corpus: patches and review states, or nothing at all.

    It is merged into what the sources and the patches give now, so that a file that was imported
    but not yet ingested is no change the second time.

    Args:
        folder: The corpus.
        file: As ``lawkb export`` wrote it, edited.
        cause: Reason and author of the patches.

    Raises:
        LawkbError: The file is none that ``lawkb export`` writes, or is damaged; the corpus cannot
            be read or written. Nothing has changed then.
    """
    with one_writer(folder) as put:
        merge, files = _merged(folder, file, cause)
        put(files)
    return ImportedTranslation(merge, tuple(files))


def try_translation(folder: Path, file: Path, cause: PatchReason) -> ImportedTranslation:
    """Return what ``import_translation`` would do; nothing is written."""
    merge, files = _merged(folder, file, cause)
    return ImportedTranslation(merge, tuple(files))


def _merged(
    folder: Path, file: Path, cause: PatchReason
) -> tuple[TranslationMerge, dict[str, bytes]]:
    code = current_code(folder)
    merge = merge_file(folder, code, file, cause)
    files = files_with_patches(folder, merge.patches, code.outline) if merge.patches else {}
    if merge.reviews:
        files[REVIEW_FILE] = with_reviews(folder, merge.reviews, code.outline)
    return merge, files


def refuse_removals(folder: Path, result: Ingest) -> None:
    """Refuse a result that removes a law whose page is still there.

    Raises:
        LawkbError: It does; see ``check_removals``.
    """
    sources = read_sources(folder, result.code.outline)
    check_removals(folder, result.removed, [each.page for each in result.reports], sources)


def edited_page(folder: Path, page_id: str, edited: bytes, cause: PatchReason) -> EditedCopyPatches:
    """What an edited copy of a page changes, as patches; nothing is written.

    Args:
        folder: The corpus.
        page_id: Page whose copy was edited.
        edited: The copy.
        cause: What the editor says of it.

    Raises:
        LawkbError: No source has this page, or it holds no law.
    """
    outline = read_outline(folder)
    for source in read_sources(folder, outline):
        for page in pages_of(folder / "sources" / source.name, source):
            if page.page_id != page_id:
                continue
            reading = read_page(page, source, outline)
            if reading.comparison:
                continue  # of two revisions: the page itself is another file
            if not reading.laws:
                raise LawkbError(page_id, "this page holds no law", "patches repair laws alone")
            copy = read_page(replace(page, content=edited, expected_sha256=None), source, outline)
            patches = read_patches(folder, outline)
            return patches_from_copy(reading.laws, copy.laws, patches, cause, outline.scheme)
    raise LawkbError(page_id, "no source has this page", "name a page id, such as law_57")


def _held(folder: Path, new: Code) -> Code:
    """Return the laws in the corpus; the new ones when those cannot be read any more."""
    try:
        return read_code(folder)
    except LawkbError:
        return new


def _readings(folder: Path, outline: Outline) -> Readings:
    patches = read_patches(folder, outline)
    pages = corpus_pages(folder, outline)
    check_rules(folder, pages, outline)
    readings = on_all_cores(partial(_read_and_patch, patches, outline), pages)
    return tuple((page, reading) for (page, _), reading in zip(pages, readings, strict=True))


def _read_and_patch(
    patches: tuple[Patch, ...], outline: Outline, place: tuple[Page, Source]
) -> PageReading:
    page, source = place
    return read_or_lose(page, source, outline, patches)


def valid_file(outline: Outline, official: bool, held: Law | Companion) -> tuple[str, bytes]:
    """Path and content of the XML of a text that fits the profile, and perhaps the official schema.

    Raises:
        LawkbError: It does not, which is a fault of ours.
    """
    if isinstance(held, Law):
        path, root = law_path(held), law_tree(held, outline)
    else:
        path, root = companion_path(held), companion_tree(held, outline)
    content = xml_bytes(root)
    if official:
        del root  # the file is read into a tree as large
        faults = file_errors(content)
    else:
        faults = written_errors(root, content)
    if faults:
        raise LawkbError(path, f"not valid Akoma Ntoso: {faults[0]}", "this is a fault of lawkb")
    return path, content


def _report(
    page: Page, reading: PageReading, code: Code, conflicts: tuple[Loss, ...]
) -> PageReport:
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
