"""The stages in order, each of which can be called alone: from pages to laws, to a corpus."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import astuple, dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path

from lawkb.akn.audit import Auditor
from lawkb.akn.companions import companion_tree
from lawkb.akn.divisions import divisions_tree
from lawkb.akn.laws import law_tree, xml_bytes
from lawkb.akn.validate import file_errors, read_tree, written_errors
from lawkb.corpus.comment_decisions import Settlement, read_settlements, settle
from lawkb.corpus.corpus_toml import read_outline, read_sources
from lawkb.corpus.entries import Entry
from lawkb.corpus.laws import (
    companion_path,
    divisions_path,
    law_file,
    law_path,
    open_code,
    read_code,
)
from lawkb.corpus.patch_files import read_patches
from lawkb.corpus.review_states import read_review
from lawkb.corpus.writing import (
    check_removals,
    held_files,
    one_writer,
    recover,
    removed_files,
)
from lawkb.corpus_pages import (
    CorpusPages,
    check_rules,
    corpus_pages,
    files_without_rule,
    pages_of,
    read_or_lose,
    unread_files,
)
from lawkb.editorial.comment_status import judge_comments
from lawkb.editorial.decisions import Decision, decided_files, imported, put_decision
from lawkb.editorial.edited_copy import EditedCopyPatches, patches_from_copy
from lawkb.editorial.new_patches import PatchReason
from lawkb.editorial.retirement import (
    code_of_last_ingest,
    fulfilled_patches,
    may_be_fulfilled,
    retirement,
)
from lawkb.errors import LawkbError
from lawkb.exchange.public_laws import ReportedText, reported_companion, reported_law
from lawkb.exchange.translation_import import TranslationMerge, merge_content, merge_file
from lawkb.history.changes import ProvisionChange, changes_of_law, removed_law
from lawkb.large_collections import (
    Items,
    LargeDict,
    LazySequence,
    Packed,
    are_many,
    kept,
    kept_by_key,
    kept_results,
    packed,
    unpacked,
)
from lawkb.model.address import Ordinal
from lawkb.model.code import Code, Outline
from lawkb.model.companion import Companion
from lawkb.model.division import Divisions
from lawkb.model.law import Law, Loss
from lawkb.model.page import Account, Page, PageIds, Patch
from lawkb.model.pickling import pickled_quickly
from lawkb.model.provision_paths import ProvisionPaths
from lawkb.model.source import Source
from lawkb.parallel_work import one_by_one, without_collecting
from lawkb.parse.merge_sources import first_companions, joined_divisions, merge_readings
from lawkb.parse.plausibility import LawCounts, count_law, numbers_by_expression
from lawkb.parse.read_page import PageReading, read_page
from lawkb.parse.read_pages import PageParts, ReadPages, packed_parts_of, parts_of
from lawkb.references.links import LinkTargets, link_companion, link_law, link_losses
from lawkb.references.resolve import Resolver, annotate_law, resolve_companion, resolve_law
from lawkb.sources.page_folder import UnreadFile

LawKey = tuple[str, str, Ordinal]  # edition, language, number
_SIGNATURE = ("reason", "origin", "author", "date")  # keys of an entry


@dataclass(frozen=True, slots=True)
class PageReport:
    """The result of reading one page of a source.

    Attributes:
        source: Name of the source.
        page_id: Id of the page in the source.
        texts: What is reported of the laws in it, and of the texts beside the laws, such as a
            preface or definitions; no laws when no page rule fits its id.
        account: The number of its characters by kind of content.
        losses: What the page lacks, such as a heading, and what is unclear in it; also patches that
            no longer fit it.
    """

    source: str
    page_id: str
    texts: tuple[ReportedText, ...]
    account: Account
    losses: tuple[Loss, ...]


@pickled_quickly
@dataclass(frozen=True, slots=True)
class LawReport:
    """What is reported of one law, so that it need not be read again for the report of its page.

    Attributes:
        text: Its provisions and references, counted.
        links: The problems of its links.
        origin: Source and id of the page that it is taken from.
    """

    text: ReportedText
    links: tuple[Loss, ...]
    origin: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Ingest:
    """The result of reading all sources of a corpus.

    Attributes:
        code: The laws and other texts of all sources.
        pages: Every page with its source, in the order of ``corpus.toml``.
        reports: One report for each page, in the same order.
        files: XML files to be in the corpus: content by path below its folder,
            ``laws/2017/el/law_47.xml``.
        audit: Messages of the audit of the law code, such as one for a reference without a target.
        changed: Paths of files whose new content differs from that in the corpus, sorted.
        changes: By law, the provisions that differ from those in the corpus; empty when the laws in
            the corpus could not be read.
        counts: What is strange in each law, counted.
        removed: Those of the changed paths that are to be removed from the corpus.
        unread: Files in the folders of the sources that lawkb does not read.
        retired: Patches that are no longer needed, because their pages have the corrections now.
        patch_files: Files in ``corpus/patches`` without the retired patches: content by path, None
            for a file to be removed.
    """

    code: Code
    pages: Sequence[tuple[Page, Source]]
    reports: Sequence[PageReport]
    files: Mapping[str, bytes]
    audit: tuple[str, ...]
    changed: tuple[str, ...]
    changes: Sequence[tuple[ProvisionChange, ...]]
    counts: Mapping[LawKey, LawCounts]
    removed: tuple[str, ...]
    unread: tuple[UnreadFile, ...]
    retired: tuple[Patch, ...] = ()
    patch_files: Mapping[str, bytes | None] = field(default_factory=dict)


def read_all(folder: Path, official: bool = False) -> Ingest:
    """Read every source of a corpus and make the XML of its laws. Nothing is written.

    Args:
        folder: The corpus folder.
        official: Whether to validate the XML against the XSD of OASIS, too, where that is
            installed. It is always validated against lawkb's profile, which is stricter.

    Raises:
        LawkbError: ``corpus.toml``, a patch file or a source folder is wrong, or the XML of a law
            is not valid.
    """
    with without_collecting():
        return _read_all(folder, official)


def _read_all(
    folder: Path, official: bool, stage: Callable[[str, bytes], None] = lambda path, content: None
) -> Ingest:
    """Do as ``read_all``; ``stage`` is given each file that differs from the corpus, when made."""
    recover(folder)
    outline = read_outline(folder)
    pages = corpus_pages(folder, outline)
    check_rules(folder, pages, outline)
    read_pages, retired = _without_retired(
        folder, outline, pages, _read_pages(folder, outline, pages)
    )
    patch_files = decided_files(folder, retirement(retired, outline), outline)
    read = joined(folder, outline, pages.ids, read_pages)
    written = _written(read, official, held_files(folder), stage)
    removed = removed_files(folder, written.files)
    changed = {*written.changed, *removed}
    sources = read_sources(folder, outline)
    return Ingest(
        read.code,
        pages,
        _Reports(pages.ids, read, written.reports),
        written.files,
        written.faults,
        tuple(sorted([*changed, *patch_files])),
        _changes(folder, read.code, changed),
        written.counts,
        tuple(sorted([*removed, *_removed(patch_files)])),
        (*unread_files(folder, sources), *files_without_rule(folder, pages, sources)),
        retired,
        patch_files,
    )


@dataclass(frozen=True, slots=True)
class _Written:
    """What is made of each law of a code.

    Attributes:
        files: The files of the code: content by path below the corpus.
        changed: Paths of those that are new or differ from the corpus.
        reports: What is reported of each law.
        counts: What is strange in each law, counted.
        faults: The messages of the audit of the code.
    """

    files: Mapping[str, bytes]
    changed: Set[str]
    reports: Mapping[LawKey, LawReport]
    counts: Mapping[LawKey, LawCounts]
    faults: tuple[str, ...]


def _written(
    read: JoinedCode,
    official: bool,
    held: Mapping[str, bytes],
    stage: Callable[[str, bytes], None],
) -> _Written:
    """Return the files of a code and what is reported of its laws; each law is read once for it.

    Args:
        read: The code.
        official: Whether to validate against the XSD of OASIS, too.
        held: The files of the corpus: content by path.
        stage: Function that is given path and content of each file that is new or differs.
    """
    code = read.code
    auditor = Auditor(code, read.paths)
    work = partial(_of_law, code.outline, official, auditor, numbers_by_expression(code))
    total = len(code.laws)
    files: LargeDict[str, bytes] = LargeDict(expected=total)
    reports: LargeDict[LawKey, LawReport] = LargeDict(expected=total)
    counts: LargeDict[LawKey, LawCounts] = LargeDict(expected=total)
    changed: set[str] = set()
    faults: list[str] = []

    def add(path: str, content: bytes) -> None:
        if held.get(path) != content:
            changed.add(path)
            stage(path, content)

    for key, made in zip(code.laws, one_by_one(work, Items(code.laws)), strict=True):
        path, content, report, count, found = made
        files[path], reports[key], counts[key] = content, report, count
        add(path, unpacked(content))
        faults.extend(found)
    others: tuple[Companion | Divisions, ...] = (
        *code.companions.values(),
        *code.divisions.values(),
    )
    for text in others:
        path, xml = valid_file(code.outline, official, text)
        files[path] = xml
        add(path, xml)
    return _Written(files, changed, reports, counts, auditor.whole(code, faults))


def _of_law(
    outline: Outline,
    official: bool,
    auditor: Auditor,
    numbers: Mapping[tuple[str, str], frozenset[Ordinal]],
    item: tuple[LawKey, Law],
) -> tuple[str, Packed[bytes], Packed[LawReport], Packed[LawCounts], tuple[str, ...]]:
    """Return path and content of the file of a law, its report and counts, packed, and faults."""
    key, law = item
    path, content = valid_file(outline, official, law)
    origin = law.origin.source, law.origin.page
    report = LawReport(reported_law(law), link_losses(law, outline.scheme), origin)
    count = count_law(law, outline, numbers[key[:2]])
    return path, packed(content), packed(report), packed(count), auditor.of_law(key, law)


def _changes(folder: Path, code: Code, changed: set[str]) -> Sequence[tuple[ProvisionChange, ...]]:
    """Return the changes of the laws whose files differ; none if the corpus cannot be read.

    A law whose file is the same has not changed, so it is not read.
    """
    before = _held(folder, changed) if changed else None
    if before is None:
        return ()
    keys = [key for key in code.laws if law_file(*key) in changed]
    found = kept_results(partial(_changes_of, before.laws), Items(code.laws, keys))
    gone = [removed_law(law) for key, law in before.laws.items() if key not in code.laws]
    return kept(chain(found, gone)) if gone else found


def _changes_of(
    before: Mapping[LawKey, Law], item: tuple[LawKey, Law]
) -> tuple[ProvisionChange, ...]:
    key, law = item
    return changes_of_law(before.get(key), law)


class _Reports(LazySequence[PageReport]):
    """The reports of all pages, each made when it is read."""

    def __init__(
        self, ids: Sequence[PageIds], read: JoinedCode, laws: Mapping[LawKey, LawReport]
    ) -> None:
        self._ids, self._read, self._laws = ids, read, laws

    def __len__(self) -> int:
        return len(self._ids)

    def item(self, at: int) -> PageReport:
        return _report(self._ids[at], self._read, self._laws, at)


def _removed(files: Mapping[str, bytes | None]) -> list[str]:
    return [path for path, content in files.items() if content is None]


def current_code(folder: Path) -> Code:
    """Return the law code read from the sources and patches now; no XML is made or compared.

    Raises:
        LawkbError: ``corpus.toml``, a patch file or a source folder is wrong.
    """
    recover(folder)
    outline = read_outline(folder)
    with without_collecting():
        pages = corpus_pages(folder, outline)
        check_rules(folder, pages, outline)
        return joined(folder, outline, pages.ids, _read_pages(folder, outline, pages)).code


@dataclass(frozen=True, slots=True)
class JoinedCode:
    """The texts of all pages of a corpus, joined into one code.

    Attributes:
        code: The law code, its references resolved.
        paths: The provisions of its laws.
        beside_laws: What each page has beside laws, after merging, by its place.
        keys: Edition, language and number of the laws of each page.
        losses: By place of the page, losses for the differences between pages with the same text.
    """

    code: Code
    paths: ProvisionPaths
    beside_laws: Mapping[int, PageReading]
    keys: Sequence[tuple[LawKey, ...]]
    losses: Mapping[int, tuple[Loss, ...]]


def joined(
    folder: Path,
    outline: Outline,
    ids: Sequence[PageIds],
    read: ReadPages,
) -> JoinedCode:
    """Join the texts of all pages of a corpus into one code.

    Where several pages have the same law, their versions are merged. References are resolved, and
    the status of comments is set.

    Args:
        folder: The corpus folder.
        outline: Editions, languages and levels of the law code.
        ids: The ids of every page.
        read: The parsed texts of every page, patches applied; what is merged replaces its laws.

    Raises:
        LawkbError: ``comments.toml``, the editors' decisions on comments, cannot be read.
    """
    merged = merge_readings(read, outline)
    companions, doubles = first_companions(read.unusual, ids)
    code = Code(outline, merged.laws, companions, joined_divisions(read.unusual.values()))
    targets = LinkTargets(code, read_sources(folder, outline))
    resolver = Resolver(code, merged.paths)
    settled = {each.comment: each for each in read_settlements(folder)}

    finish = partial(_finished, outline, targets, resolver, merged.anew, settled)
    laws = kept_by_key(finish, merged.laws, Items(merged.laws))
    code = replace(
        code,
        laws=laws,
        companions={
            key: resolve_companion(link_companion(each, targets), resolver)
            for key, each in companions.items()
        },
    )
    losses = {
        place: (*merged.losses.get(place, ()), *doubles.get(place, ()))
        for place in {*merged.losses, *doubles}
    }
    return JoinedCode(code, merged.paths, merged.beside_laws, merged.keys, losses)


def _finished(
    outline: Outline,
    targets: LinkTargets,
    resolver: Resolver,
    anew: frozenset[LawKey],
    settled: Mapping[str, Settlement],
    item: tuple[LawKey, Law],
) -> Law:
    """Return a law with the targets of its references and the state of its comments."""
    key, law = item
    law = annotate_law(law, outline) if key in anew else law
    law = resolve_law(link_law(law, targets), resolver)
    return settle(judge_comments(law), settled)


def ingest(folder: Path, prune: bool = False) -> Ingest:
    """Read every source of a corpus and write its laws, all or nothing.

    Corrections that their pages have by now are removed from ``corpus/patches`` at the same time.

    Args:
        folder: The corpus folder.
        prune: Whether to remove a law that its page no longer contains although the page is still
            there.

    Raises:
        LawkbError: The sources cannot be read, see ``read_all``; a law would have to be removed for
            which ``prune`` is needed; or the corpus cannot be written.
    """
    with one_writer(folder) as writer:
        with without_collecting():
            result = _read_all(folder, official=False, stage=writer.stage)
        refuse_nothing_read(folder, result)
        if not prune:
            refuse_removals(folder, result)
        rest = {path: new for path, new in result.patch_files.items() if new is not None}
        writer.put(rest, result.removed)
    return result


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """What the import of a translator's file does, before it is written.

    Attributes:
        merge: Every row of the file with its outcome.
        decision: What is written, one decision that can be undone; None if nothing changes.
        token: Hash of all rows and of what is written. As long as it is the same, an import writes
            what this preview shows, whatever else has changed in the corpus.
    """

    merge: TranslationMerge
    decision: Decision | None
    token: str


@dataclass(frozen=True, slots=True)
class ImportedTranslation:
    """The result of importing a translator's file.

    Attributes:
        merge: Every row of the file with its outcome.
        files: Paths below the corpus that were written, or would be by ``try_translation``.
    """

    merge: TranslationMerge
    files: tuple[str, ...]


def import_translation(folder: Path, file: Path, cause: PatchReason) -> ImportedTranslation:
    """Merge a translator's file into a corpus, as patches and review states, all or nothing.

    The file is compared with the sources and patches as they are now, not with the laws of the last
    ingest. So importing a file twice changes nothing the second time, with or without an ingest
    between: what was accepted is then unchanged, and what was refused is refused again.

    Args:
        folder: The corpus folder.
        file: An edited export of ``lawkb export``.
        cause: Reason and author of the patches.

    Raises:
        LawkbError: The file is not an export of ``lawkb export``, or is damaged; or the corpus
            cannot be read or written. Nothing is written then.
    """
    with one_writer(folder) as writer:
        code = current_code(folder)
        preview = _preview(folder, code, merge_file(folder, code, file, cause), file.name)
        files: tuple[str, ...] = ()
        if preview.decision:
            files = put_decision(folder, preview.decision, code.outline, writer)
    return ImportedTranslation(preview.merge, files)


def try_translation(folder: Path, file: Path, cause: PatchReason) -> ImportedTranslation:
    """Return what ``import_translation`` would return, without writing anything."""
    code = current_code(folder)
    preview = _preview(folder, code, merge_file(folder, code, file, cause), file.name)
    decision = preview.decision
    files = tuple(decided_files(folder, decision, code.outline)) if decision else ()
    return ImportedTranslation(preview.merge, files)


def preview_import(
    folder: Path, code: Code, file: tuple[str, bytes], cause: PatchReason
) -> ImportPreview:
    """Return what the import of a translator's file does; nothing is written.

    Whoever writes its decision later calls this again, with the corpus locked, and compares the
    tokens: if they differ, the new preview is to be shown first. ``import_previewed`` does so.

    Args:
        folder: The corpus folder.
        code: Its present code, as ``current_code`` returns it.
        file: Name and bytes of an edited export of ``lawkb export``.
        cause: Reason and author of the patches.

    Raises:
        LawkbError: As in ``import_translation``.
    """
    name, content = file
    return _preview(folder, code, merge_content(folder, code, content, name, cause), name)


def import_previewed(
    folder: Path, file: tuple[str, bytes], cause: PatchReason, token: str
) -> tuple[ImportPreview, tuple[str, ...] | None]:
    """Import a translator's file if that does exactly what a preview has shown.

    Args:
        folder: The corpus folder.
        file: Name and bytes of the file.
        cause: Reason and author of the patches.
        token: Token of the preview.

    Returns:
        The preview made anew, and the paths that were written; None instead of paths if the corpus
        or the file has changed so that the import would do something else. Then nothing is written,
        and the new preview is to be shown.

    Raises:
        LawkbError: As in ``import_translation``.
    """
    with one_writer(folder) as writer:
        code = current_code(folder)
        preview = preview_import(folder, code, file, cause)
        if preview.token != token:
            return preview, None
        if preview.decision is None:
            return preview, ()
        return preview, put_decision(folder, preview.decision, code.outline, writer)


def _preview(folder: Path, code: Code, merge: TranslationMerge, name: str) -> ImportPreview:
    present = read_patches(folder, code.outline), read_review(folder, code.outline)
    decision = imported(code, (merge.patches, merge.reviews), present, f"Import {name}")
    if not (decision.added or decision.removed):
        return ImportPreview(merge, None, _token(merge, ()))
    return ImportPreview(merge, decision, _token(merge, (*decision.added, *decision.removed)))


def _token(merge: TranslationMerge, entries: Iterable[Entry]) -> str:
    """Return a hash of the rows of a merge and of entries, without who decides and when."""
    values = [
        (entry.file, *(each for each in entry.values if each[0] not in _SIGNATURE))
        for entry in entries
    ]
    rows = [astuple(row) for row in merge.rows]
    return hashlib.sha256(repr((rows, values)).encode("utf-8", "surrogatepass")).hexdigest()


def refuse_nothing_read(folder: Path, result: Ingest) -> None:
    """Refuse a result without any text: an ingest that reads nothing has not succeeded.

    Raises:
        LawkbError: There are pages, and no law or other text was read from any of them; the hint
            names the first page or file with the reason.
    """
    if result.code.laws or result.code.companions or not result.reports:
        return
    what = f"no law is read from its pages, which are {len(result.reports)}"
    first = result.reports[0]
    reasons = [f"{each.path}: {each.why}" for each in result.unread]
    reasons += [f"{first.page_id}: {loss.message}" for loss in first.losses]
    hint = reasons[0] if reasons else "look at one of them with: lawkb read FILE"
    raise LawkbError(str(folder / "sources"), what, hint)


def refuse_removals(folder: Path, result: Ingest) -> None:
    """Refuse the result of reading the sources if it removes a law whose page is still there.

    Raises:
        LawkbError: It removes such a law; ``check_removals`` has the exact rule.
    """
    sources = read_sources(folder, result.code.outline)
    laws = [path for path in result.removed if path not in result.patch_files]
    check_removals(folder, laws, (page for page, _ in result.pages), sources)


def edited_page(folder: Path, page_id: str, edited: bytes, cause: PatchReason) -> EditedCopyPatches:
    """Return the changes in an edited copy of a page as patches; nothing is written.

    Args:
        folder: The corpus folder.
        page_id: Id of the page that was copied, ``law_57``.
        edited: Bytes of the edited copy.
        cause: Reason and author of the patches.

    Raises:
        LawkbError: No source has this page, or the page contains no law.
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
                raise LawkbError(page_id, "this page holds no law", "only laws can be patched")
            copy = read_page(replace(page, content=edited, expected_sha256=None), source, outline)
            patches = read_patches(folder, outline)
            return patches_from_copy(reading.laws, copy.laws, patches, cause, outline.scheme)
    raise LawkbError(page_id, "no source has this page", "name a page id, such as law_57")


def _held(folder: Path, changed: set[str]) -> Code | None:
    """Return those laws in the corpus that change; None if they cannot be read."""
    try:
        held = open_code(folder)
        for key in held.companions:
            held.companions[key]
        for at in held.divisions:
            held.divisions[at]
        laws: LargeDict[LawKey, Law] = LargeDict()
        for edition, language, number in held.laws:
            if law_file(edition, language, number) in changed:
                laws[edition, language, number] = held.laws[edition, language, number]
    except LawkbError:
        return None
    return replace(held, laws=laws)


def _read_pages(folder: Path, outline: Outline, pages: Sequence[tuple[Page, Source]]) -> ReadPages:
    patches = read_patches(folder, outline)
    parts = packed_parts_of if are_many(pages) else parts_of
    read = one_by_one(partial(_read_and_patch, patches, outline, parts), pages)
    return ReadPages(read, expected=len(pages))


def _without_retired(
    folder: Path, outline: Outline, pages: CorpusPages, read: ReadPages
) -> tuple[ReadPages, tuple[Patch, ...]]:
    """Return the pages read without the patches that they have by now, and those patches."""
    patches = read_patches(folder, outline)
    held = code_of_last_ingest(folder) if patches else None
    if held is None:
        return read, ()
    own = {each.page for each in patches}
    doubtful = {
        place
        for place, ids in enumerate(pages.ids)
        if ids.known_id in own and may_be_fulfilled(held, read.reading(place), patches)
    }

    def again(place: int, patches: tuple[Patch, ...]) -> PageReading:
        page, source = pages[place]
        return read_or_lose(page, source, outline, patches)

    laws = [law for place in sorted(doubtful) for law in again(place, ()).laws]
    retired = fulfilled_patches(held, laws, patches)
    if not retired:
        return read, ()
    rest = tuple(each for each in patches if each not in retired)
    anew = (again(n, rest) if n in doubtful else read.reading(n) for n in range(len(pages)))
    return ReadPages(map(parts_of, anew)), retired


def _read_and_patch(
    patches: tuple[Patch, ...],
    outline: Outline,
    parts: Callable[[PageReading], PageParts],
    place: tuple[Page, Source],
) -> PageParts:
    page, source = place
    reading = read_or_lose(page, source, outline, patches)
    # Its characters are counted by now, and are as many as those of the page.
    return parts(replace(reading, text="", pieces=()))


def valid_file(
    outline: Outline, official: bool, held: Law | Companion | Divisions
) -> tuple[str, bytes]:
    """Return path and content of the XML of a law, other text or divisions, after validating it.

    The content is read back, too, so that no file is written that could not be read.

    Args:
        outline: Editions, languages and levels of the law code.
        official: Whether to validate against the XSD of OASIS, too, besides lawkb's profile.
        held: The law or other text, or the divisions of an edition.

    Raises:
        LawkbError: The XML is not valid, which is an error of lawkb.
    """
    if isinstance(held, Law):
        path, root = law_path(held), law_tree(held, outline)
    elif isinstance(held, Divisions):
        path, root = divisions_path(held), divisions_tree(held, outline)
    else:
        path, root = companion_path(held), companion_tree(held, outline)
    content = xml_bytes(root)
    if official:
        del root  # the file is read into a tree as large
        faults = file_errors(content)
    else:
        faults = written_errors(root, content)
    if faults:
        raise LawkbError(
            path, f"not valid Akoma Ntoso: {faults[0]}", "this is a fault of lawkb: report it"
        )
    read_tree(content, path)
    return path, content


def _report(
    ids: PageIds, read: JoinedCode, laws: Mapping[LawKey, LawReport], place: int
) -> PageReport:
    code, reading = read.code, read.beside_laws[place]
    own = [laws[key] for key in read.keys[place]]
    companions = [
        code.companions[one.edition, one.language, one.name] for one in reading.companions
    ]
    here = ids.source, ids.page_id
    links = [loss for each in own if each.origin == here for loss in each.links]
    links += [
        loss
        for each in companions
        if (each.origin.source, each.origin.page) == here
        for loss in link_losses(each, code.outline.scheme)
    ]
    texts = (*(each.text for each in own), *map(reported_companion, companions))
    losses = (*reading.losses, *read.losses.get(place, ()), *links)
    return PageReport(*here, texts, reading.account, losses)


__all__ = ["Ingest", "PageReport", "ingest", "law_path", "read_all", "read_code"]
