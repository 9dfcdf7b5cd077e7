"""The stages in order, each of which can be called alone: from pages to laws, to a corpus."""

from __future__ import annotations

import hashlib
from array import array
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import astuple, replace

from lawkb.akn.audit import Auditor
from lawkb.akn.beside_laws import companion_tree, divisions_tree
from lawkb.akn.laws import law_tree, read_law_before, xml_bytes
from lawkb.akn.validate import file_errors, read_tree, written_errors
from lawkb.corpus.corpus_toml import read_outline, read_sources
from lawkb.corpus.decision_files import (
    DecisionReason,
    RecordedRepeal,
    Settlement,
    read_patches,
    read_repeals,
    read_review,
    read_settlements,
    settle,
)
from lawkb.corpus.entries import Entry
from lawkb.corpus.laws import (
    companion_path,
    divisions_path,
    is_law_file,
    law_file,
    law_path,
    open_code,
    read_code,
    without_renamed,
)
from lawkb.corpus.writing import (
    check_removals,
    held_files,
    one_writer,
    recover,
)
from lawkb.corpus_pages import (
    CorpusPages,
    TextsBefore,
    check_rules,
    corpus_pages,
    files_without_rule,
    pages_of,
    path_of_page,
    read_or_lose,
    unread_files,
)
from lawkb.editorial.comment_status import judge_comments
from lawkb.editorial.decisions import Decision, decided_files, imported, put_decision
from lawkb.editorial.new_patches import EditedCopyPatches, patches_from_copy
from lawkb.editorial.retirement import retired_patches, retirement
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
from lawkb.history.changes import changes_of_law, removed_law
from lawkb.large_collections import (
    Items,
    LargeDict,
    LazySequence,
    are_many,
    kept,
    kept_by_key,
)
from lawkb.model.address import Address, Ordinal, Scheme
from lawkb.model.code import Code, LawKey, Outline, ProvisionPaths
from lawkb.model.companion import Companion
from lawkb.model.division import Divisions
from lawkb.model.label import folded_law_words, plain
from lawkb.model.law import Law, Loss, Origin, Provision, Repeal
from lawkb.model.page import Page, PageIds, Patch
from lawkb.model.passage import Passage, Table
from lawkb.model.source import Source
from lawkb.parallel_work import one_by_one, without_collecting
from lawkb.parse.input_formats import read_page_lines
from lawkb.parse.merge_sources import (
    MergedLaws,
    PageParts,
    ReadPages,
    count_law,
    first_companions,
    joined_divisions,
    merge_readings,
    numbers_by_expression,
    parts_of,
)
from lawkb.parse.read_page import PageReading, read_page
from lawkb.parse.structure.law_numbers import heading_words, told
from lawkb.references.links import LinkTargets, link_companion, link_law, link_losses
from lawkb.references.resolve import (
    Resolver,
    annotate_law,
    has_lost_references,
    mark_removed,
    references_in,
    resolve_companion,
    resolve_law,
    told_of_removed,
)
from lawkb.sources.page_folder import UnreadFile

_Losses = tuple[tuple[str, str], tuple[Loss, ...]]  # with source and id of the page of a law
_MOST_LOOKED_AT, _MOST_WORDS = 20, 3  # pages, and words of their lines, if no law is read
_SIGNATURE = ("reason", "said", "origin", "author", "date")  # keys of an entry


class Ingest(Struct, frozen=True):
    """The result of reading all sources of a corpus."""

    code: Code  # The laws and other texts of all sources.
    # XML files to be in the corpus: content by path below its folder, `laws/2017/el/law_47.xml`.
    files: Mapping[str, bytes]
    # Messages of the audit of the law code, such as one for a reference without a target.
    audit: tuple[str, ...]
    # Paths of files whose new content differs from that in the corpus, sorted.
    changed: tuple[str, ...]
    # What is strange in the laws, counted by edition and language.
    counts: Mapping[tuple[str, str], Counter[str]]
    # Every page with its source, in the order of `corpus.toml`.
    pages: Sequence[tuple[Page, Source]] = ()
    reports: Sequence[public.IngestedPage] = ()  # What was read of each page, in the same order.
    # The provisions that differ from those in the corpus; empty when the laws in the corpus could
    # not be read.
    changes: Sequence[public.Change] = ()
    added: tuple[str, ...] = ()  # Those of the changed paths that the corpus does not have.
    # Those of the changed paths that are to be removed from the corpus.
    removed: tuple[str, ...] = ()
    # Files in the folders of the sources that lawkb does not read, pages that cannot be read first.
    unread: tuple[UnreadFile, ...] = ()
    # Edition and language of which there are pages of laws, and no law is read.
    without_laws: tuple[tuple[str, str], ...] = ()
    # References to provisions that the corpus had: ``2020 en 7(2) cites 6(2), which was removed``.
    broken: tuple[str, ...] = ()
    # Patches that are no longer needed, because their pages have the corrections now.
    retired: tuple[Patch, ...] = ()
    # Files in `corpus/patches` without the retired patches: content by path, None for a file to be
    # removed.
    patch_files: Mapping[str, bytes | None] = {}


def read_all(folder: Path, official: bool = False) -> Ingest:
    """Read every source of a corpus and make the XML of its laws. Nothing is written.

    Args:
        official: Whether to validate the XML against the XSD of OASIS, too, where that is
            installed. It is always validated against lawkb's profile, which is stricter.
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
    before = TextsBefore(folder, outline)
    read_pages, retired = _without_retired(
        folder, pages, _read_pages(folder, pages, before), before
    )
    patch_files = decided_files(folder, retirement(retired, outline), outline)
    merged = merged_code(folder, outline, pages.ids, read_pages)
    held = held_files(folder)
    made, references, links = _made(merged, official, held, stage)
    gone = held.keys() - made.files.keys()
    changed = {*made.changed, *gone}
    sources = read_sources(folder, outline)
    unread = tuple(_unread_pages(folder, pages, read_pages, before))
    known = {each.path for each in unread}
    others = (*unread_files(folder, sources), *files_without_rule(folder, pages, sources))
    return replace(
        made,
        pages=pages,
        reports=kept(_reports(pages.ids, merged, made.code, references, links)),
        changed=tuple(sorted([*changed, *patch_files])),
        changes=_changes(folder, made.code, merged.laws.paths, changed),
        added=tuple(path for path in made.changed if path not in held),
        removed=tuple(sorted([*gone, *(path for path, new in patch_files.items() if new is None)])),
        unread=(*unread, *(each for each in others if each.path not in known)),
        without_laws=tuple(_without_laws(pages.ids, sources, made.code)),
        retired=retired,
        patch_files=patch_files,
    )


def _unread_pages(
    folder: Path, pages: CorpusPages, read: ReadPages, before: TextsBefore
) -> Iterator[UnreadFile]:
    """Yield the pages that cannot be read, with the files that are kept because they came of it."""
    for place, ids in enumerate(pages.ids):
        if why := read.beside_laws[place].unread:
            path = path_of_page(folder, pages[place][0])
            yield UnreadFile(path, why.what, why.hint, before.paths(ids))


def _without_laws(
    ids: Sequence[PageIds], sources: Iterable[Source], code: Code
) -> Iterator[tuple[str, str]]:
    """Yield edition and language of which there is a page of laws, but no law."""
    known: dict[str, list[str]] = {}
    for each in ids:
        known.setdefault(each.source, []).append(each.known_id)
    rules = ((source.name, rule) for source in sources for rule in source.rules)
    expressions = dict.fromkeys(
        (rule.edition, tag)
        for name, rule in rules
        if rule.kind in ("law", "laws") and any(map(rule.fits, known.get(name, ())))
        for tag in rule.languages
    )
    held = {key[:2] for key in code.laws}
    yield from (each for each in expressions if each not in held)


class _ToldOfLaw(NamedTuple):
    """What the report says of one law, besides its provisions."""

    references: int  # number of references in its texts and notes
    losses: tuple[Loss, ...]  # the problems of its links
    counts: Counter[str]  # what is strange in it, counted
    faults: tuple[str, ...]  # the faults that the audit found in it
    broken: tuple[str, ...]  # its references to provisions that were removed


def _made(
    merged: MergedCode,
    official: bool,
    held: Mapping[str, bytes],
    stage: Callable[[str, bytes], None],
) -> tuple[Ingest, Mapping[LawKey, int], Mapping[LawKey, _Losses]]:
    """Return the laws and their files; the number of references of each law, problems of its links.

    Each law is read once for it.
    """
    code, total = merged.code, len(merged.code.laws)
    auditor = Auditor(code, merged.laws.paths)
    work = partial(_made_law, merged.finish, official, auditor, numbers_by_expression(code))
    laws: LargeDict[LawKey, Law] = LargeDict(expected=total)
    files: LargeDict[str, bytes] = LargeDict(expected=total)
    changed: set[str] = set()
    references: dict[LawKey, int] = {}
    links: LargeDict[LawKey, _Losses] = LargeDict()
    counts: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    faults: list[str] = []
    broken: list[str] = []

    def add(path: str, content: bytes) -> None:
        files[path] = content
        if held.get(path) != content:
            changed.add(path)
            stage(path, content)

    for key, (law, file, of_law) in zip(code.laws, one_by_one(work, Items(code.laws)), strict=True):
        laws[key], references[key] = law, of_law.references
        add(*file)
        if of_law.losses:
            links[key] = (law.origin.source, law.origin.page), of_law.losses
        counts[key[:2]] += of_law.counts
        faults.extend(of_law.faults)
        broken.extend(of_law.broken)
    beside: tuple[Companion | Divisions, ...] = (
        *code.companions.values(),
        *code.divisions.values(),
    )
    for text in beside:
        add(*valid_file(code.outline, official, text))
    code = replace(code, laws=laws)
    audit = auditor.whole(code, faults)
    made = Ingest(code, files, audit, tuple(sorted(changed)), counts, broken=tuple(broken))
    return made, references, links


def _made_law(
    finish: _Finisher,
    official: bool,
    auditor: Auditor,
    numbers: Mapping[tuple[str, str], frozenset[Ordinal]],
    item: tuple[LawKey, Law],
) -> tuple[Law, tuple[str, bytes], _ToldOfLaw]:
    """Return a law with the targets of its references, path and content of its file, and more."""
    key, outline = item[0], finish.outline
    law = finish(item)
    of_law = _ToldOfLaw(
        count_references(law),
        link_losses(law, outline.scheme),
        count_law(law, outline, numbers[key[:2]]),
        auditor.of_law(key, law),
        tuple(_broken(law, outline.scheme)),
    )
    return law, valid_file(outline, official, law), of_law


def _broken(law: Law, scheme: Scheme) -> Iterator[str]:
    """Yield a sentence for each reference of a law whose target was removed."""
    for address, each in references_in(law):
        if sentence := told_of_removed((law.edition, law.language, address), each, scheme):
            yield sentence


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
    keys = [key for key in code.laws if law_file(scheme, *key) in changed]
    held = [key for key in keys if key in laws]
    gone = [key for key in laws if key not in code.laws]
    changes = partial(_changes_of, laws, scheme)
    known = kept_by_key(changes, held, Items(code.laws, held))
    for key in gone:
        known[key] = tuple(public_change(each, scheme) for each in removed_law(laws[key]))
    keys += gone

    def of_law(place: int) -> tuple[public.Change, ...]:
        key = keys[place]
        return known[key] if key in known else _changes_of({}, scheme, (key, code.laws[key]))

    lengths = (len(known[key] if key in known else paths[key].paths) for key in keys)
    found = _ChangesOfLaws(lengths, of_law)
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


def _changes_of(
    before: Mapping[LawKey, Law], scheme: Scheme, item: tuple[LawKey, Law]
) -> tuple[public.Change, ...]:
    key, law = item
    return tuple(public_change(each, scheme) for each in changes_of_law(before.get(key), law))


def _reports(
    ids: Sequence[PageIds],
    merged: MergedCode,
    code: Code,
    references: Mapping[LawKey, int],
    links: Mapping[LawKey, _Losses],
) -> Iterator[public.IngestedPage]:
    """Yield what was read of each page."""
    laws, scheme = merged.laws, code.outline.scheme
    for place, page in enumerate(ids):
        own, here = laws.keys[place], (page.source, page.page_id)
        reading = laws.beside_laws[place]
        companions = [
            code.companions[one.edition, one.language, one.name] for one in reading.companions
        ]
        found = [links[key] for key in own if key in links]
        found += [
            ((each.origin.source, each.origin.page), link_losses(each, scheme))
            for each in companions
        ]
        losses = (
            *reading.losses,
            *laws.losses.get(place, ()),
            *(loss for taken_from, lost in found if taken_from == here for loss in lost),
        )
        texts = (
            *(ReportedText(*key, None, laws.paths[key].paths, references[key]) for key in own),
            *map(reported_companion, companions),
        )
        yield ingested_page(page.page_id, texts, reading.account, losses, scheme)


def current_code(folder: Path) -> Code:
    """Return the law code read from the sources and patches now; no XML is made or compared."""
    recover(folder)
    outline = read_outline(folder)
    with without_collecting():
        pages = corpus_pages(folder, outline)
        check_rules(folder, pages, outline)
        read = _read_pages(folder, pages, TextsBefore(folder, outline))
        return merged_code(folder, outline, pages.ids, read).finished()


@dataclass(frozen=True, slots=True)
class MergedCode:
    """The texts of all pages of a corpus, merged; what needs the whole code is not in them yet."""

    code: Code  # The law code; the references in its laws have no targets.
    finish: _Finisher  # What remains to be done with each law.
    laws: MergedLaws  # Its laws, and what the pages have beside them.

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
            and len({len(self.laws.paths[each].paths) for each in texts}) == 1
            # Where sentences are cited, every word may make one more of them.
            and not any(each.get("subparagraph", {}).get("counts") == "sentences" for each in words)
        )


def _cited(law: Law) -> list[tuple[object, ...]]:
    """Return what other laws may cite of a law: its provisions, headings and paragraphs."""
    return [
        (each.address, each.num, each.complete, each.repealed, each.heading, len(each.passages))
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
    folder: Path  # the corpus, for the laws as they were

    def __call__(self, item: tuple[LawKey, Law]) -> Law:
        """Return the law, given with its edition, language and number, finished."""
        key, law = item
        law = annotate_law(law, self.outline) if key in self.anew else law
        law = resolve_law(link_law(law, self.targets), self.resolver)
        law = settle(judge_comments(law), self.settled)
        return self._with_its_past(law)

    def _with_its_past(self, law: Law) -> Law:
        """Return a law that knows when it changed last, and which provisions it cites are gone."""
        lost = has_lost_references(law)
        if not (lost or (law.origin.is_part and law.origin.revised)):
            return law
        before = read_law_before(
            self.folder / law_path(law, self.outline.scheme), law, self.outline
        )
        if before is None:
            return law
        law = replace(law, origin=before.origin_of(law))
        return mark_removed(law, before.had, self.resolver.code) if lost else law


def merged_code(
    folder: Path,
    outline: Outline,
    ids: Sequence[PageIds],
    read: ReadPages,
    corpus: Path | None = None,
) -> MergedCode:
    """Join the texts of all pages; ``finish`` is what remains to be done with each law.

    Where several pages have the same law, their versions are merged.

    Args:
        folder: The corpus, or a folder with its settings and its editors' files as they would be.
        corpus: The corpus, if that is another folder.
    """
    apply_repeals(read, read_repeals(folder, outline))
    merged = merge_readings(read, outline)
    companions, doubles = first_companions(read.unusual, ids)
    losses = {
        place: (*merged.losses.get(place, ()), *doubles.get(place, ()))
        for place in {*merged.losses, *doubles}
    }
    code = Code(outline, merged.laws, companions, joined_divisions(read.unusual.values()))
    targets = LinkTargets(code, read_sources(folder, outline))
    resolver = Resolver(code, merged.paths)
    settled = {each.comment: each for each in read_settlements(folder)}
    finished = {
        key: resolve_companion(link_companion(each, targets), resolver)
        for key, each in companions.items()
    }
    finish = _Finisher(outline, targets, resolver, merged.anew, settled, corpus or folder)
    return MergedCode(replace(code, companions=finished), finish, replace(merged, losses=losses))


def ingest(folder: Path, prune: bool = False, languages: Sequence[str] = ()) -> Ingest:
    """Read every source of a corpus and write its laws, all or nothing.

    Corrections that their pages have by now are removed from ``corpus/patches`` at the same time.
    The laws of a page that cannot be read stay as they are.

    Args:
        prune: Whether to remove a law that its page no longer contains although the page is still
            there.
        languages: Languages of which all laws may be removed so.

    Raises:
        LawkbError: The sources cannot be read, see ``read_all``; a law would have to be removed for
            which ``prune`` is needed; or the corpus cannot be written.
    """
    with one_writer(folder) as writer:
        with without_collecting():
            result = _read_all(folder, official=False, stage=writer.stage)
        refuse_nothing_read(folder, result)
        refuse_removals(folder, result, prune, languages)
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


def import_translation(folder: Path, file: Path, cause: DecisionReason) -> TranslationImport:
    """Merge a translator's file into a corpus, as patches and review states, all or nothing.

    The file is compared with the sources and patches as they are now, not with the laws of the last
    ingest. So importing a file twice changes nothing the second time, with or without an ingest
    between: what was accepted is then unchanged, and what was refused is refused again.

    Raises:
        LawkbError: The file is not an export of ``lawkb export``, or is damaged; or the corpus
            cannot be read or written. Nothing is written then.
    """
    with one_writer(folder) as writer:
        done = try_translation(folder, file, cause)
        if done.decision:
            put_decision(folder, done.decision, read_outline(folder), writer)
        return done


def try_translation(folder: Path, file: Path, cause: DecisionReason) -> TranslationImport:
    """Return what ``import_translation`` would return, without writing anything."""
    code = current_code(folder)
    return _preview(folder, code, merge_file(folder, code, file, cause), file.name)


def preview_import(
    folder: Path,
    code: Code,
    file: tuple[str, bytes],
    cause: DecisionReason,
    without: Set[int] = frozenset(),
) -> TranslationImport:
    """Return what the import of a translator's file does; nothing is written.

    Whoever writes its decision later calls this again, with the corpus locked, and compares the
    tokens: if they differ, the new preview is to be shown first.
    """
    name, content = file
    merge = merge_content(folder, code, content, name, cause, without)
    return _preview(folder, code, merge, name)


def _preview(folder: Path, code: Code, merge: TranslationMerge, name: str) -> TranslationImport:
    present = read_patches(folder, code.outline), read_review(folder, code.outline)
    new = merge.patches, merge.reviews, merge.comments
    decision = imported(code, new, present, f"Import {name}")
    if not (decision.added or decision.removed):
        return TranslationImport(merge, None, _token(merge, ()))
    token = _token(merge, (*decision.added, *decision.removed))
    return TranslationImport(
        merge, decision, token, tuple(decided_files(folder, decision, code.outline))
    )


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
    reasons = [f"{each.path}: {each.told}" for each in result.unread]
    reasons += [f"{first.page}: {loss.message}" for loss in first.losses]
    hint = reasons[0] if reasons else "look at one of them with: lawkb read FILE"
    raise LawkbError(str(folder / "sources"), what, hint)


def refuse_removals(
    folder: Path, result: Ingest, prune: bool = False, languages: Sequence[str] = ()
) -> None:
    """Refuse the result of reading the sources if it removes a law without being told to.

    Args:
        prune: Whether to remove laws whose page was read and has them no longer.
        languages: Languages of which this may leave no law.

    Raises:
        LawkbError: It removes such a law, ``check_removals`` has the exact rule; or the last law of
            an edition in another language; or a language is unknown.
    """
    outline = result.code.outline
    gone = [path for path in result.removed if path not in result.patch_files]
    laws = [*without_renamed(gone, result.files, outline.scheme)]
    known = {each.code for each in outline.languages} | {path.split("/")[2] for path in laws}
    if unknown := {*languages} - known:
        hint = f"it has {', '.join(sorted(known))}"
        raise LawkbError("--prune-language", f"the corpus has no language {min(unknown)}", hint)
    unasked = [path for path in laws if path.split("/")[2] not in languages]
    if prune or languages:
        _refuse_emptied(folder, result, unasked)
    if not prune:
        pages = (page for page, _ in result.pages)
        check_removals(folder, unasked, pages, read_sources(folder, outline))


def _refuse_emptied(folder: Path, result: Ingest, removed: Sequence[str]) -> None:
    """Refuse to remove the last law of an edition in a language that nobody named."""
    scheme = result.code.outline.scheme
    left = {path.rpartition("/")[0] for path in result.files if is_law_file(path, scheme)}
    laws = (path for path in removed if is_law_file(path, scheme))
    for place in dict.fromkeys(path.rpartition("/")[0] for path in laws):
        if place not in left:
            _, edition, tag = place.split("/")
            what = f"this would remove all laws of {tag} in the edition {edition}"
            hint = f"look at its pages; if that is meant: lawkb ingest --prune-language {tag}"
            raise LawkbError(str(folder), what, hint)


def edited_page(
    folder: Path, page_id: str, edited: bytes, cause: DecisionReason
) -> EditedCopyPatches:
    """Return the changes in an edited copy of a page as patches; nothing is written."""
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
        for text in held.companions:
            held.companions[text]
        for at in held.divisions:
            held.divisions[at]
        laws, scheme = LargeDict[LawKey, Law](), held.outline.scheme
        for key in held.laws:
            if law_file(scheme, *key) in changed:
                laws[key] = held.laws[key]
    except LawkbError:
        return None
    return replace(held, laws=laws)


def _read_pages(folder: Path, pages: CorpusPages, before: TextsBefore) -> ReadPages:
    outline = before.outline
    patches = read_patches(folder, outline)
    read = one_by_one(partial(_read_and_patch, patches, outline), pages)
    kept = (
        parts_of(before.of(ids, parts.beside_laws)) if parts.beside_laws.unread else parts
        for ids, parts in zip(pages.ids, read, strict=True)
    )
    return ReadPages(kept, expected=len(pages))


def _without_retired(
    folder: Path, pages: CorpusPages, read: ReadPages, before: TextsBefore
) -> tuple[ReadPages, tuple[Patch, ...]]:
    """Return the pages read without the patches that they have by now, and those patches."""
    outline = before.outline
    patches = read_patches(folder, outline)
    own = {each.page for each in patches}
    places = [place for place, ids in enumerate(pages.ids) if ids.known_id in own]

    def again(place: int, patches: tuple[Patch, ...]) -> PageReading:
        page, source = pages[place]
        return before.of(pages.ids[place], read_or_lose(page, source, outline, patches))

    retired = retired_patches(
        folder, patches, ((read.reading(n), partial(again, n, ())) for n in places)
    )
    if not retired:
        return read, ()
    gone = {each.page for each in retired}
    rest = tuple(each for each in patches if each not in retired)
    readings = (read.reading(place) for place in range(len(pages)))
    anew = (
        again(place, rest) if any(law.origin.page in gone for law in reading.laws) else reading
        for place, reading in enumerate(readings)
    )
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
    """
    if isinstance(held, Law):
        path, root = law_path(held, outline.scheme), law_tree(held, outline)
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


__all__ = ["Ingest", "ingest", "law_path", "read_all", "read_code"]


def apply_repeals(read: ReadPages, repeals: Iterable[RecordedRepeal]) -> None:
    """Mark what editors have recorded as repealed, in every language of its edition.

    A law or provision that the pages no longer have gets its place again, without a text.
    """
    for recorded in repeals:
        for tag in dict.fromkeys(key[1] for key in read.places if key[0] == recorded.edition):
            for address in recorded.addresses(_held_places(read, recorded, tag)):
                key = (recorded.edition, tag, address.law)
                if key not in read.places:
                    read.put_beside(_law_before(read, key), _empty_law(read, key))
                if _can_have(read, key, address):
                    read.change(key, partial(_with_repeal, address, recorded.repeal))


def _held_places(read: ReadPages, recorded: RecordedRepeal, tag: str) -> Iterator[Address]:
    """Yield the provisions that a language has, of the laws from the first to the last repealed."""
    first, last = recorded.first.law, recorded.last.law
    for key in read.places:
        if key[:2] == (recorded.edition, tag) and first <= key[2] <= last:
            yield from map(Address, read.paths[key].paths)


def _can_have(read: ReadPages, key: LawKey, address: Address) -> bool:
    """Whether a law has the provision, or the one around it, in which it may be put."""
    around = address.path[:-1]
    return any(path in (address.path, around) for path in read.paths[key].paths)


def _law_before(read: ReadPages, key: LawKey) -> LawKey:
    """Return the law before one that no page has, else the law after it, in its language."""
    own = sorted(each for each in read.places if each[:2] == key[:2])
    return max((each for each in own if each < key), default=own[0])


def _empty_law(read: ReadPages, key: LawKey) -> Law:
    """Return a law without a text; its page is that of the law before it."""
    origin = read.laws[_law_before(read, key)].origin
    words = hashlib.sha256(b"").hexdigest()
    own = Origin(origin.source, origin.page, words, is_part=True)
    return Law(key[0], key[1], Provision(Address((key[2],)), ""), own)


def _with_repeal(at: Address, repeal: Repeal, law: Law) -> Law:
    """Return a law with a provision marked as repealed, which is put in its order if it is gone."""
    found = law.find(at)
    if found is None:
        found = Provision(at, "")  # no page prints a label for it
        around = law.find(Address(at.path[:-1]))
        if around is None:
            return law
        law = replace(law, root=law.root.with_provision(_with_child(around, found)))
    marked = replace(found, repealed=repeal, complete=True)
    return replace(law, root=law.root.with_provision(marked))


def _with_child(around: Provision, child: Provision) -> Provision:
    """Return a provision with another one inside it, before the first that comes after it."""
    body = [*around.body]
    later = (
        place
        for place, item in enumerate(body)
        if not isinstance(item, Passage | Table) and item.address > child.address
    )
    last = max((n for n, item in enumerate(body) if isinstance(item, Provision)), default=-1)
    body.insert(next(later, last + 1 if last >= 0 else len(body)), child)
    return replace(around, body=tuple(body))
