"""The stages in order, each of which can be called alone: from pages to laws, to a corpus."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from array import array
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Generic, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import astuple, replace

from lawkb.akn.audit import Auditor
from lawkb.akn.beside_laws import companion_tree, divisions_tree
from lawkb.akn.laws import law_tree, xml_bytes
from lawkb.akn.validate import file_errors, read_tree, written_errors
from lawkb.corpus.corpus_toml import read_outline, read_sources
from lawkb.corpus.decision_files import (
    Settlement,
    read_patches,
    read_review,
    read_settlements,
    settle,
)
from lawkb.corpus.entries import Entry
from lawkb.corpus.laws import (
    companion_path,
    divisions_path,
    law_file,
    law_path,
    open_code,
    read_code,
)
from lawkb.corpus.writing import (
    Writer,
    check_removals,
    held_files,
    one_writer,
    recover,
)
from lawkb.corpus_pages import (
    CorpusPages,
    check_rules,
    corpus_pages,
    files_without_rule,
    pages_of,
    patched,
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
from lawkb.exchange import public_types as public
from lawkb.exchange.public_laws import (
    ReportedText,
    count_references,
    ingested_page,
    public_change,
    reported_companion,
)
from lawkb.exchange.translation_import import TranslationMerge, merge_content, merge_file
from lawkb.history.changes import ProvisionChange, changes_of_law, removed_law
from lawkb.large_collections import (
    Items,
    LargeDict,
    LazySequence,
    are_many,
    at_most_in_memory,
    kept,
    kept_by_key,
)
from lawkb.model.address import Ordinal, Scheme
from lawkb.model.code import Code, Outline, ProvisionPaths
from lawkb.model.companion import Companion
from lawkb.model.division import Divisions
from lawkb.model.label import folded_law_words, plain
from lawkb.model.law import Law, Loss
from lawkb.model.page import Page, PageIds, Patch
from lawkb.model.source import Source
from lawkb.parallel_work import one_by_one, without_collecting
from lawkb.parse.input_formats import read_page_lines
from lawkb.parse.merge_sources import (
    PageParts,
    ReadPages,
    first_companions,
    joined_divisions,
    merge_readings,
    parts_of,
)
from lawkb.parse.plausibility import LawCounts, count_law, numbers_by_expression
from lawkb.parse.read_page import PageReading, read_page
from lawkb.parse.structure.law_numbers import heading_words, told
from lawkb.references.links import LinkTargets, link_companion, link_law, link_losses
from lawkb.references.resolve import Resolver, annotate_law, resolve_companion, resolve_law
from lawkb.sources.page_folder import UnreadFile

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
R = TypeVar("R")

LawKey = tuple[str, str, Ordinal]  # edition, language, number
Stamps = Mapping[str, tuple[int, int, int]]  # times of change and size of files, by path
_PageKey = tuple[str, str]  # source and path of a page
_Losses = tuple[tuple[str, str], tuple[Loss, ...]]  # with source and id of the page of a law
_READ = (".toml", ".tsv", ".xml")  # ends of names of files, besides all sources
_LAWS_ARE_MADE_OF = ("sources/", "languages/", "corpus.toml", "comments.toml")
_MOST_LOOKED_AT, _MOST_WORDS = 20, 3  # pages, and words of their lines, if no law is read
_SIGNATURE = ("reason", "origin", "author", "date")  # keys of an entry


@dataclass(frozen=True, slots=True)
class Ingest:
    """The result of reading all sources of a corpus."""

    code: Code  # The laws and other texts of all sources.
    # Every page with its source, in the order of `corpus.toml`.
    pages: Sequence[tuple[Page, Source]]
    reports: Sequence[public.IngestedPage]  # What was read of each page, in the same order.
    # XML files to be in the corpus: content by path below its folder, `laws/2017/el/law_47.xml`.
    files: Mapping[str, bytes]
    # Messages of the audit of the law code, such as one for a reference without a target.
    audit: tuple[str, ...]
    # Paths of files whose new content differs from that in the corpus, sorted.
    changed: tuple[str, ...]
    # The provisions that differ from those in the corpus; empty when the laws in the corpus could
    # not be read.
    changes: Sequence[public.Change]
    # What is strange in the laws, counted by edition and language.
    counts: Mapping[tuple[str, str], LawCounts]
    added: tuple[str, ...]  # Those of the changed paths that the corpus does not have.
    removed: tuple[str, ...]  # Those of the changed paths that are to be removed from the corpus.
    unread: tuple[UnreadFile, ...]  # Files in the folders of the sources that lawkb does not read.
    # Patches that are no longer needed, because their pages have the corrections now.
    retired: tuple[Patch, ...] = ()
    # Files in `corpus/patches` without the retired patches: content by path, None for a file to be
    # removed.
    patch_files: Mapping[str, bytes | None] = field(default_factory=dict)


def read_all(folder: Path, official: bool = False) -> Ingest:
    """Read every source of a corpus and make the XML of its laws. Nothing is written.

    Args:
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
    merged = _merged(folder, outline, pages.ids, read_pages)
    held = held_files(folder)
    made = _made(merged, official, held, stage)
    removed = held.keys() - made.files.keys()
    changed = {*made.changed, *removed}
    sources = read_sources(folder, outline)
    return Ingest(
        made.code,
        pages,
        kept(_reports(pages.ids, merged, made)),
        made.files,
        made.faults,
        tuple(sorted([*changed, *patch_files])),
        _changes(folder, made.code, merged.paths, changed),
        made.counts,
        tuple(sorted(made.changed - held.keys())),
        tuple(sorted([*removed, *(path for path, new in patch_files.items() if new is None)])),
        (*unread_files(folder, sources), *files_without_rule(folder, pages, sources)),
        retired,
        patch_files,
    )


class _MadeLaw(NamedTuple):
    """What is made of one law."""

    law: Law  # the law with the targets of its references
    path: str  # path of its file below the corpus
    content: bytes  # content of that file
    references: int  # number of references in its texts and notes
    links: _Losses | None  # the problems of its links; None if there are none
    counts: LawCounts  # what is strange in it, counted
    faults: tuple[str, ...]  # the faults that the audit found in it


@dataclass(frozen=True, slots=True)
class _MadeCode:
    """What is made of all laws of a code."""

    code: Code  # The code, its references resolved.
    files: Mapping[str, bytes]  # The files of the code: content by path below the corpus.
    changed: Set[str]  # Paths of those that are new or differ from the corpus.
    references: Mapping[LawKey, int]  # Number of references of each law.
    links: Mapping[LawKey, _Losses]  # The problems of the links of those laws that have any.
    # What is strange in the laws, counted by edition and language.
    counts: Mapping[tuple[str, str], LawCounts]
    faults: tuple[str, ...]  # The messages of the audit of the code.


def _made(
    merged: _MergedCode,
    official: bool,
    held: Mapping[str, bytes],
    stage: Callable[[str, bytes], None],
) -> _MadeCode:
    """Return what is made of the laws of a code; each law is read once for it.

    Args:
        official: Whether to validate against the XSD of OASIS, too.
        held: The files of the corpus: content by path.
        stage: Function that is given path and content of each file that is new or differs.
    """
    code, total = merged.code, len(merged.code.laws)
    auditor = Auditor(code, merged.paths)
    work = partial(_made_law, merged.finish, official, auditor, numbers_by_expression(code))
    laws: LargeDict[LawKey, Law] = LargeDict(expected=total)
    files: LargeDict[str, bytes] = LargeDict(expected=total)
    changed: set[str] = set()
    references: dict[LawKey, int] = {}
    links: LargeDict[LawKey, _Losses] = LargeDict()
    counts: defaultdict[tuple[str, str], LawCounts] = defaultdict(LawCounts)
    faults: list[str] = []

    def add(path: str, content: bytes) -> None:
        if held.get(path) != content:
            changed.add(path)
            stage(path, content)

    for key, each in zip(code.laws, one_by_one(work, Items(code.laws)), strict=True):
        laws[key], files[each.path], references[key] = each.law, each.content, each.references
        add(each.path, each.content)
        if each.links:
            links[key] = each.links
        counts[key[:2]] += each.counts
        faults.extend(each.faults)
    others: tuple[Companion | Divisions, ...] = (
        *code.companions.values(),
        *code.divisions.values(),
    )
    for text in others:
        path, xml = valid_file(code.outline, official, text)
        files[path] = xml
        add(path, xml)
    code = replace(code, laws=laws)
    return _MadeCode(code, files, changed, references, links, counts, auditor.whole(code, faults))


def _made_law(
    finish: _Finisher,
    official: bool,
    auditor: Auditor,
    numbers: Mapping[tuple[str, str], frozenset[Ordinal]],
    item: tuple[LawKey, Law],
) -> _MadeLaw:
    key, outline = item[0], finish.outline
    law = finish(item)
    path, content = valid_file(outline, official, law)
    losses = link_losses(law, outline.scheme)
    return _MadeLaw(
        law,
        path,
        content,
        count_references(law),
        ((law.origin.source, law.origin.page), losses) if losses else None,
        count_law(law, outline, numbers[key[:2]]),
        auditor.of_law(key, law),
    )


def _changes(
    folder: Path, code: Code, paths: ProvisionPaths, changed: set[str]
) -> Sequence[public.Change]:
    """Return the changes of the laws whose files differ; none if the corpus cannot be read.

    A law whose file is the same has not changed, so it is not read. Those of a new law, which are
    all of its provisions, are made when they are read: most readers only count them.
    """
    before = _held(folder, changed) if changed else None
    if before is None:
        return ()
    laws, scheme = before.laws, code.outline.scheme
    keys = [key for key in code.laws if law_file(*key) in changed]
    held = [key for key in keys if key in laws]
    gone = [key for key in laws if key not in code.laws]
    known = kept_by_key(partial(_changes_of, laws, scheme), held, Items(code.laws, held))
    known.update((key, _public_changes(removed_law(laws[key]), scheme)) for key in gone)
    keys += gone
    lengths = (len(known[key] if key in known else paths[key].paths) for key in keys)
    found = _ChangesOfLaws(lengths, partial(_changes_at, keys, known, code.laws, scheme))
    return found if are_many(found) else tuple(found)


class _ChangesOfLaws(LazySequence[public.Change]):
    """The changes of laws, one after another; those of a law are made when one of them is read."""

    def __init__(
        self, lengths: Iterable[int], made: Callable[[int], Sequence[public.Change]]
    ) -> None:
        self._ends, self._made = array("Q", accumulate(lengths)), made
        self._last: tuple[int, Sequence[public.Change]] = (-1, ())  # place of the law made last

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def item(self, at: int) -> public.Change:
        place = bisect_right(self._ends, at)
        if self._last[0] != place:
            self._last = place, self._made(place)
        return self._last[1][at - (self._ends[place - 1] if place else 0)]


def _changes_at(
    keys: Sequence[LawKey],
    known: Mapping[LawKey, tuple[public.Change, ...]],
    laws: Mapping[LawKey, Law],
    scheme: Scheme,
    place: int,
) -> tuple[public.Change, ...]:
    """Return the changes of the law at a place; a law whose changes are not known is new."""
    key = keys[place]
    return known[key] if key in known else _changes_of({}, scheme, (key, laws[key]))


def _changes_of(
    before: Mapping[LawKey, Law], scheme: Scheme, item: tuple[LawKey, Law]
) -> tuple[public.Change, ...]:
    key, law = item
    return _public_changes(changes_of_law(before.get(key), law), scheme)


def _public_changes(
    changes: Iterable[ProvisionChange], scheme: Scheme
) -> tuple[public.Change, ...]:
    return tuple(public_change(each, scheme) for each in changes)


def _reports(
    ids: Sequence[PageIds], merged: _MergedCode, made: _MadeCode
) -> Iterator[public.IngestedPage]:
    """Yield what was read of each page."""
    code, scheme = made.code, made.code.outline.scheme
    for place, page in enumerate(ids):
        own, here = merged.keys[place], (page.source, page.page_id)
        reading = merged.beside_laws[place]
        companions = [
            code.companions[one.edition, one.language, one.name] for one in reading.companions
        ]
        laws = [
            ReportedText(*key, None, merged.paths[key].paths, made.references[key]) for key in own
        ]
        links = [made.links[key] for key in own if key in made.links]
        links += [
            ((each.origin.source, each.origin.page), link_losses(each, scheme))
            for each in companions
        ]
        losses = (
            *reading.losses,
            *merged.losses.get(place, ()),
            *(loss for taken_from, lost in links if taken_from == here for loss in lost),
        )
        texts = (*laws, *map(reported_companion, companions))
        yield ingested_page(page.page_id, texts, reading.account, losses, scheme)


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
        read = _read_pages(folder, outline, pages)
        return _merged(folder, outline, pages.ids, read).finished()


@dataclass(frozen=True, slots=True)
class _MergedCode:
    """The texts of all pages of a corpus, merged; what needs the whole code is not in them yet."""

    code: Code  # The law code; the references in its laws have no targets.
    finish: _Finisher  # What remains to be done with each law.
    paths: ProvisionPaths  # The provisions of its laws.
    # What each page has beside laws, after merging, by its place.
    beside_laws: Mapping[int, PageReading]
    keys: Sequence[tuple[LawKey, ...]]  # Edition, language and number of the laws of each page.
    # By place of the page, losses for the differences between pages with the same text.
    losses: Mapping[int, tuple[Loss, ...]]

    def finished(self) -> Code:
        """Return the code with everything done."""
        laws = self.code.laws
        return replace(self.code, laws=kept_by_key(self.finish, laws, Items(laws)))

    def is_alone(self, law: Law) -> bool:
        """Whether a law may take the place of its last version without a change of other laws."""
        outline = self.code.outline
        before = self.code.laws.get(law.key)
        tags = self.code.languages_of(law.edition, law.number)
        texts = [(law.edition, tag, law.number) for tag in tags]
        words = (outline.references.get(each.code, {}) for each in outline.languages)
        return (
            before is not None
            and _cited(before) == _cited(law)
            # A text of another language or page may give labels or words to this one.
            and not self.finish.anew.intersection(texts)
            and len({len(self.paths[each].paths) for each in texts}) == 1
            # Where sentences are cited, every word may make one more of them.
            and not any(each.get("subparagraph", {}).get("counts") == "sentences" for each in words)
        )


def _cited(law: Law) -> list[tuple[object, ...]]:
    """Return what other laws may cite of a law: its provisions, headings and paragraphs."""
    return [
        (each.address, each.num, each.complete, each.heading, len(each.passages))
        for each in law.provisions()
    ]


@dataclass(frozen=True, slots=True)
class _Finisher:
    """Finishes a law that was merged: with the targets of its references and comments judged."""

    outline: Outline  # editions, languages and levels of the code
    targets: LinkTargets  # where links can lead
    resolver: Resolver  # resolves references
    anew: frozenset[LawKey]  # laws whose references must be searched again
    settled: Mapping[str, Settlement]  # the editors' decisions by id of the comment

    def __call__(self, item: tuple[LawKey, Law]) -> Law:
        """Return the law, given with its edition, language and number, finished."""
        key, law = item
        law = annotate_law(law, self.outline) if key in self.anew else law
        law = resolve_law(link_law(law, self.targets), self.resolver)
        return settle(judge_comments(law), self.settled)


def _merged(folder: Path, outline: Outline, ids: Sequence[PageIds], read: ReadPages) -> _MergedCode:
    """Join the texts of all pages; ``finish`` is what remains to be done with each law.

    Where several pages have the same law, their versions are merged.

    Raises:
        LawkbError: ``comments.toml``, the editors' decisions on comments, cannot be read.
    """
    merged = merge_readings(read, outline)
    companions, doubles = first_companions(read.unusual, ids)
    code = Code(outline, merged.laws, companions, joined_divisions(read.unusual.values()))
    targets = LinkTargets(code, read_sources(folder, outline))
    resolver = Resolver(code, merged.paths)
    settled = {each.comment: each for each in read_settlements(folder)}
    finished = {
        key: resolve_companion(link_companion(each, targets), resolver)
        for key, each in companions.items()
    }
    losses = {
        place: (*merged.losses.get(place, ()), *doubles.get(place, ()))
        for place in {*merged.losses, *doubles}
    }
    return _MergedCode(
        replace(code, companions=finished),
        _Finisher(outline, targets, resolver, merged.anew, settled),
        merged.paths,
        merged.beside_laws,
        merged.keys,
        losses,
    )


def ingest(folder: Path, prune: bool = False) -> Ingest:
    """Read every source of a corpus and write its laws, all or nothing.

    Corrections that their pages have by now are removed from ``corpus/patches`` at the same time.

    Args:
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


class TranslationImport(Struct, frozen=True):
    """What the import of a translator's file does, or has done."""

    merge: TranslationMerge  # every row of the file with its outcome
    decision: Decision | None  # what is written, and can be undone; None if nothing changes
    # Hash of all rows and of what is written. As long as it is the same, an import writes what this
    # one says, whatever else has changed in the corpus.
    token: str
    files: tuple[str, ...] = ()  # paths below the corpus that were written, or would be


def import_translation(folder: Path, file: Path, cause: PatchReason) -> TranslationImport:
    """Merge a translator's file into a corpus, as patches and review states, all or nothing.

    The file is compared with the sources and patches as they are now, not with the laws of the last
    ingest. So importing a file twice changes nothing the second time, with or without an ingest
    between: what was accepted is then unchanged, and what was refused is refused again.

    Args:
        file: An edited export of ``lawkb export``.

    Raises:
        LawkbError: The file is not an export of ``lawkb export``, or is damaged; or the corpus
            cannot be read or written. Nothing is written then.
    """
    with one_writer(folder) as writer:
        code = current_code(folder)
        preview = _preview(folder, code, merge_file(folder, code, file, cause), file.name)
        if preview.decision is None:
            return preview
        return replace(preview, files=put_decision(folder, preview.decision, code.outline, writer))


def try_translation(folder: Path, file: Path, cause: PatchReason) -> TranslationImport:
    """Return what ``import_translation`` would return, without writing anything."""
    code = current_code(folder)
    preview = _preview(folder, code, merge_file(folder, code, file, cause), file.name)
    if preview.decision is None:
        return preview
    return replace(preview, files=tuple(decided_files(folder, preview.decision, code.outline)))


def preview_import(
    folder: Path, code: Code, file: tuple[str, bytes], cause: PatchReason
) -> TranslationImport:
    """Return what the import of a translator's file does; nothing is written.

    Whoever writes its decision later calls this again, with the corpus locked, and compares the
    tokens: if they differ, the new preview is to be shown first.

    Args:
        code: Its present code, as ``current_code`` returns it.
        file: Name and bytes of an edited export of ``lawkb export``.

    Raises:
        LawkbError: As in ``import_translation``.
    """
    name, content = file
    return _preview(folder, code, merge_content(folder, code, content, name, cause), name)


def _preview(folder: Path, code: Code, merge: TranslationMerge, name: str) -> TranslationImport:
    present = read_patches(folder, code.outline), read_review(folder, code.outline)
    decision = imported(code, (merge.patches, merge.reviews), present, f"Import {name}")
    if not (decision.added or decision.removed):
        return TranslationImport(merge, None, _token(merge, ()))
    return TranslationImport(merge, decision, _token(merge, (*decision.added, *decision.removed)))


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
        LawkbError: There are pages, and no law or other text was read from any of them. It names
            the words that the titles of laws were looked for by, and those that lines begin with.
    """
    if result.code.laws or result.code.companions or not result.reports:
        return
    what = f"no law is read from its pages, which are {len(result.reports)}"
    languages = result.code.outline.languages
    looked_for = " or ".join(dict.fromkeys(f"{language.law} 1" for language in languages))
    lines = (
        block.text
        for page, source in result.pages[:_MOST_LOOKED_AT]
        for block in read_page_lines(page, source).text_lines
    )
    seen = heading_words(lines)[:_MOST_WORDS]
    known = {word for each in languages for word in folded_law_words(each)}
    if seen and not any(plain(word.word) in known for word in seen):
        what += f": none has a line such as {looked_for}"
        hint = f"lines begin with {told(seen)}; name the word in [law_words] of corpus.toml"
        raise LawkbError(str(folder / "sources"), what, hint)
    first = result.reports[0]
    reasons = [f"{each.path}: {each.why}" for each in result.unread]
    reasons += [f"{first.page}: {loss.message}" for loss in first.losses]
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
        page_id: Id of the page that was copied, ``law_57``.

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
    read = one_by_one(partial(_read_and_patch, patches, outline), pages)
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
    place: tuple[Page, Source],
) -> PageParts:
    page, source = place
    reading = read_or_lose(page, source, outline, patches)
    # Its characters are counted by now, and are as many as those of the page.
    return parts_of(replace(reading, text="", pieces=()))


def valid_file(
    outline: Outline, official: bool, held: Law | Companion | Divisions
) -> tuple[str, bytes]:
    """Return path and content of the XML of a law, other text or divisions, after validating it.

    The content is read back, too, so that no file is written that could not be read.

    Args:
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


# ---- the same corpus again and again, while it is edited


class MemoizedByKey(Generic[K, T, R]):
    """Results of a function by key; computed again when the argument of the key changes."""

    def __init__(self, function: Callable[[T], R]) -> None:
        """Store the function; it must return equal results for equal arguments."""
        self._function = function
        self._results: dict[K, tuple[T, R]] = {}

    def each(self, arguments: Mapping[K, T]) -> dict[K, R]:
        """Return the result for each argument, in the same order; drop other cached results.

        Args:
            arguments: Arguments by key; only those that changed since the last call are computed.
        """
        before, self._results = self._results, {}
        for key, argument in arguments.items():
            known = before.get(key)
            same = known is not None and (known[0] is argument or known[0] == argument)
            result = known[1] if known and same else self._function(argument)
            self._results[key] = (argument, result)
        return {key: result for key, (_, result) in self._results.items()}


class SourceReader:
    """Reads the sources of one corpus repeatedly; writes what ``ingest`` would write.

    Attributes:
        losses: What each page lacked when the sources were last read, by path of its file.
    """

    def __init__(self, folder: Path) -> None:
        """Store the corpus folder; nothing is read yet."""
        self._folder = folder
        self._outline: Outline | None = None
        self._pages = CorpusPages((), {}, ())
        self._unpatched: Mapping[_PageKey, PageReading] = {}
        self._merged: _MergedCode | None = None
        self._inputs: Stamps = {}  # of the files that the laws were merged from
        self._patches: dict[str, tuple[Patch, ...]] = {}  # by id of the page
        self.losses: dict[str, tuple[Loss, ...]] = {}

    def write(self) -> tuple[str, ...]:
        """Read the sources and write what ``ingest`` would write, all or nothing.

        Returns:
            Paths that were written or removed, below the corpus folder.

        Raises:
            LawkbError: As for ``ingest``. The corpus does not change then.
        """
        with one_writer(self._folder) as writer:
            return self.take_in(writer)

    def take_in(self, writer: Writer) -> tuple[str, ...]:
        """Do as ``write``, with a writer from ``one_writer``.

        Corrections that their pages have by now are retired, as by ``ingest``: the laws that are
        written show no longer which corrections they had.
        """
        self._merged = None
        return self.write_with(writer, self._retirement())

    def write_with(self, writer: Writer, changed: Mapping[str, bytes | None]) -> tuple[str, ...]:
        """Write changed files of the editors, and the laws that follow from them, in one step.

        Args:
            changed: New content of files by path below the corpus folder; None for a file that is
                removed.

        Returns:
            Paths that were written or removed.

        Raises:
            LawkbError: As for ``write``.
        """
        removed: list[str] = []
        with _as_changed(self._folder, changed) as folder:
            files = self._corrected(folder, changed)
            if files is None:
                files = self._files(folder)
                held = held_files(self._folder)
                removed = sorted(held.keys() - files.keys())
                sources = read_sources(self._folder, self._known_outline())
                check_removals(self._folder, removed, (page for page, _ in self._pages), sources)
        own = {path: content for path, content in changed.items() if content is not None}
        gone = [path for path in changed if path not in own]
        laws = [path for path in files if not _has(self._folder / path, files[path])]
        merged, self._merged = self._merged, None  # if it fails, all is read again
        writer.put({**own, **{path: files[path] for path in laws}}, [*gone, *removed])
        self._merged = merged
        return (*changed, *sorted([*laws, *removed]))

    def files(self) -> dict[str, bytes]:
        """Return the XML of all laws by path below the corpus folder; nothing is written.

        Raises:
            LawkbError: As for ``read_all``.
        """
        return self._files(self._folder)

    def _retirement(self) -> dict[str, bytes | None]:
        """Return the files in ``patches/`` without the corrections that their pages have by now."""
        outline = self._known_outline()
        patches, held = read_patches(self._folder, outline), code_of_last_ingest(self._folder)
        if held is None or not patches:
            return {}
        laws = [
            law
            for key, (_, reading) in self._readings(self._folder).items()
            if may_be_fulfilled(held, reading, patches)
            for law in self._unpatched[key].laws
        ]
        retired = fulfilled_patches(held, laws, patches)
        return decided_files(self._folder, retirement(retired, outline), outline)

    def _files(self, folder: Path) -> dict[str, bytes]:
        """Return the XML of all laws; ``folder`` has the editors' files, or all of the corpus."""
        self._merged, inputs = None, _inputs(self._folder)
        read = self._readings(folder)
        outline = self._known_outline()
        self.losses = {page.path: reading.losses for page, reading in read.values()}
        with at_most_in_memory(sys.maxsize):  # what is the same object need not be compared
            read_pages = ReadPages(parts_of(reading) for _, reading in read.values())
            ids = dict(zip(map(_page_key, self._pages), self._pages.ids, strict=True))
            merged = _merged(folder, outline, [*ids.values()], read_pages)
            code = merged.finished()
        texts: dict[tuple[object, ...], Law | Companion | Divisions] = {}
        texts.update(code.laws.items())
        texts.update(code.companions.items())
        texts.update(((*key, "divisions"), each) for key, each in code.divisions.items())
        files = dict(self._written.each(texts).values())
        self._merged, self._inputs = merged, inputs
        return files

    def _corrected(
        self, folder: Path, changed: Mapping[str, bytes | None]
    ) -> dict[str, bytes] | None:
        """Return the XML of the laws whose corrections change; None if others may change, too.

        Others do when a law gets or loses a provision, a paragraph or a heading, by which they cite
        it, and when it is merged from several pages, or labelled by another language.

        Args:
            folder: A folder with the editors' files as they would be.
            changed: The files that change, by path below the corpus folder.
        """
        merged, outline = self._merged, self._known_outline()
        if merged is None or _inputs(self._folder) != self._inputs:
            return None
        if any(path.startswith(_LAWS_ARE_MADE_OF) for path in changed):
            return None
        if not any(path.startswith("patches/") for path in changed):
            return {}  # no law depends on accepted findings, review states and terms
        before, now = self._patches, self._patches_in(folder, outline)
        other = {page for page in {**before, **now} if before.get(page) != now.get(page)}
        files, losses = {}, {}
        for key, unpatched in self._unpatched.items():
            if all(law.origin.page not in other for law in unpatched.laws):
                continue
            reading = patched(unpatched, _patches_of(unpatched, now), outline)
            losses[key[1]] = reading.losses
            for law in reading.laws:
                if not merged.is_alone(law):
                    return None
                path, content = self._write(merged.finish((law.key, law)))
                files[path] = content
        self.losses.update(losses)
        self._patches = now
        return files

    def _patches_in(self, folder: Path, outline: Outline) -> dict[str, tuple[Patch, ...]]:
        """Return the patches of each page by its id; ``folder`` has the files of the patches."""
        found: dict[str, tuple[Patch, ...]] = {}
        for each in read_patches(folder, outline):
            path = each.path.replace(f"{folder}", f"{self._folder}", 1)
            found[each.page] = (*found.get(each.page, ()), replace(each, path=path))
        return found

    def _readings(self, folder: Path) -> dict[_PageKey, tuple[Page, PageReading]]:
        """Return every page with its texts, patches applied."""
        outline = self._known_outline()
        self._patches = self._patches_in(folder, outline)
        of_pages = folder if (folder / "sources").is_dir() else self._folder
        with at_most_in_memory(sys.maxsize):
            self._pages = corpus_pages(of_pages, outline)
        check_rules(of_pages, self._pages, outline)
        pages = {_page_key(each): each for each in self._pages}
        self._unpatched = self._read.each(pages)
        unpatched = {
            key: (reading, _patches_of(reading, self._patches))
            for key, reading in self._unpatched.items()
        }
        readings = self._patched.each(unpatched)
        return {key: (pages[key][0], reading) for key, reading in readings.items()}

    def _known_outline(self) -> Outline:
        """Return the outline of the law code; if it has changed, drop all cached results."""
        outline = read_outline(self._folder)
        if outline != self._outline:
            self._read = MemoizedByKey[_PageKey, tuple[Page, Source], PageReading](
                lambda place: read_page(*place, outline)
            )
            self._patched = MemoizedByKey[
                _PageKey, tuple[PageReading, tuple[Patch, ...]], PageReading
            ](lambda page: patched(*page, outline))
            self._write = partial(valid_file, outline, False)
            self._written = MemoizedByKey[
                tuple[object, ...], Law | Companion | Divisions, tuple[str, bytes]
            ](self._write)
            self._outline, self._merged = outline, None
        return outline


@contextmanager
def _as_changed(folder: Path, changed: Mapping[str, bytes | None]) -> Iterator[Path]:
    """Yield a folder with the editors' files of a corpus as they would be after some changes.

    It has the sources, too, if one of them changes. Without changes it is the corpus itself.
    """
    if not changed:
        yield folder
        return
    with TemporaryDirectory() as name:
        copy = Path(name)
        for file in (*folder.glob("*.toml"), *folder.glob("patches/*.toml")):
            place = copy / file.relative_to(folder)
            place.parent.mkdir(exist_ok=True)
            shutil.copyfile(file, place)
        if any(path.startswith("sources/") for path in changed):
            shutil.copytree(folder / "sources", copy / "sources", symlinks=True)
        for path, content in changed.items():
            place = copy / path
            if content is None:
                place.unlink(missing_ok=True)
            else:
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content)
        yield copy


def stamps(folder: Path, parts: Set[str] = frozenset()) -> Stamps:
    """Return times and size of every file of a corpus that people or programs edit, by path.

    Args:
        parts: Names in the folder, such as ``sources``, of what is looked at; all when empty.
    """
    found: dict[str, tuple[int, int, int]] = {}
    waiting = [str(folder)]
    while waiting:
        inside = waiting.pop()
        wanted = parts if inside == str(folder) else frozenset()
        with suppress(FileNotFoundError), os.scandir(inside) as entries:  # gone meanwhile
            for entry in entries:
                if wanted and entry.name not in wanted:
                    continue
                if entry.is_dir(follow_symlinks=False):
                    waiting += [] if entry.name.startswith(".") else [entry.path]
                elif entry.name.endswith(_READ) or f"{os.sep}sources{os.sep}" in entry.path:
                    held = entry.stat()
                    found[entry.path] = held.st_mtime_ns, held.st_ctime_ns, held.st_size
    return found


def _inputs(folder: Path) -> Stamps:
    """Return the stamps of what the laws of a corpus are made of, besides patches."""
    return stamps(folder, {part.rstrip("/") for part in _LAWS_ARE_MADE_OF})


def _has(file: Path, content: bytes) -> bool:
    """Whether a file is there and has this content."""
    try:
        return file.read_bytes() == content
    except FileNotFoundError:
        return False


def _page_key(place: tuple[Page, Source]) -> _PageKey:
    page, source = place
    return source.name, page.path


def _patches_of(
    reading: PageReading, patches: Mapping[str, tuple[Patch, ...]]
) -> tuple[Patch, ...]:
    """Return the patches of a page, given by page id; laws on it may have ids of other pages."""
    pages = dict.fromkeys(law.origin.page for law in reading.laws)
    return tuple(each for page in pages for each in patches.get(page, ()))


__all__ = ["Ingest", "ingest", "law_path", "read_all", "read_code"]
