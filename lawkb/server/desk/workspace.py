"""The corpus in memory, for all who work at the desk: read again when its files change.

Every decision is made on the newest state of the files, under the lock of the corpus, and written
in one step with the laws that follow from it. Only what changed is read and checked again, when the
state is looked at next: a decision is saved even if that fails.

The decisions are in a log, newest first, so that each can be undone after a restart, too: a file in
the cache folder of the corpus, one line of JSON for each step. A decision is logged before it is
written and confirmed after that, so that a crash loses none.
"""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from threading import RLock

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from lawkb.atomic_files import append_synced, make_private
from lawkb.checks.repeated_checks import RepeatedChecks
from lawkb.corpus.cache import cache_folder
from lawkb.corpus.corpus_toml import read_outline
from lawkb.corpus.decision_files import (
    REVIEWS,
    SETTLEMENTS,
    WAIVERS,
    ColleagueComment,
    Proposal,
    Settlement,
    Waiver,
    comment_id,
    patch_entry,
    read_discussion,
    read_patches,
    read_proposals,
    read_settlements,
    read_waivers,
    review_entry,
    settlement_entry,
    waiver_entry,
)
from lawkb.corpus.editorial_settings import EditorialSettings
from lawkb.corpus.entries import Entry
from lawkb.corpus.glossary import FILE, term_entry
from lawkb.corpus.writing import Writer, one_writer
from lawkb.editorial.decisions import Decision, as_written, decided_files, undone
from lawkb.editorial.teamwork import is_open, threads_of
from lawkb.errors import LawkbError
from lawkb.model.code import Code
from lawkb.model.finding import Finding, say
from lawkb.model.law import Comment, Law, Provision
from lawkb.model.page import Patch, utc_now
from lawkb.parallel_work import on_one_core, without_collecting
from lawkb.publish.site import SiteContent
from lawkb.references.resolve import Resolver, annotate_law, resolve_law
from lawkb.server.incremental_reading import CheckResults, CorpusReader, check_code, law_digests
from lawkb.server.repeated_reading import SourceReader, Stamps, stamps

_FILE = "decisions.jsonl"
_ID = 6  # bytes


@dataclass(frozen=True, slots=True)
class About:
    """What a decision is about."""

    edition: str = ""  # id of the edition; empty for the whole code
    language: str = ""  # BCP 47 tag of the text; empty for the whole code.
    address: str = ""  # canonical address of the provision; empty for the whole code
    law: str = ""  # number of the law, as files are named: `57`, `12a`; empty for the whole code


class Decided(Struct, frozen=True):
    """A decision that was written."""

    id: str  # names it in the log
    decision: Decision
    author: str  # name of the editor
    time: str  # when, ISO 8601 in UTC
    files: tuple[str, ...]  # paths of the editors' files that it changed, below the corpus folder
    about: About  # what it is about
    laws: tuple[str, ...] = ()  # paths of the laws that changed with it
    settled: int = 0  # how many findings and comments are open less since
    undone: str = ""  # id of the decision that took it back; empty if there is none
    undoes: str = ""  # id of the decision that it took back; empty if there is none
    again: str = ""  # id of the undo after which it was made again; empty if it is new


class _Step(msgspec.Struct, omit_defaults=True):
    """A line of the log: a decision begun, one that was written or dropped, or one taken back."""

    begun: Decided | None = None
    written: str = ""
    laws: tuple[str, ...] = ()
    settled: int = 0
    dropped: str = ""
    undone: str = ""
    by: str = ""


class DecisionLog:
    """The log of one corpus."""

    def __init__(self, folder: Path, is_written: Callable[[Decision], bool]) -> None:
        """Read the log; lines that are damaged are left out.

        Args:
            folder: The corpus folder.
            is_written: Function that returns whether the files have what a decision adds. It is
                asked where a crash came before the confirmation.
        """
        self._file = cache_folder(folder) / _FILE
        self._entries: dict[str, Decided] = {}
        self._begun: set[str] = set()
        self._marks: dict[str, tuple[frozenset[_Mark], frozenset[_Mark]]] = {}
        self._places: dict[str, frozenset[tuple[str, ...]]] = {}
        with suppress(OSError):
            for line in self._file.read_bytes().splitlines():
                with suppress(msgspec.MsgspecError, KeyError):
                    self._take(msgspec.json.decode(line, type=_Step))
        for id_ in [*self._begun]:
            if not is_written(self._entries[id_].decision):
                self._put(_Step(dropped=id_))

    def newest_first(self) -> tuple[Decided, ...]:
        """Return all decisions."""
        return tuple(reversed(self._entries.values()))

    def find(self, id_: str) -> Decided | None:
        """Return a decision by its id."""
        return self._entries.get(id_)

    def last_about(self, about: About) -> Decided | None:
        """Return the newest decision about a place."""
        return next((each for each in self.newest_first() if each.about == about), None)

    def last_at(self, about: About) -> Decided | None:
        """Return the newest decision that changed a text of a provision, or a page of its law."""
        place = about.language, about.address
        law = about.edition, about.language, about.law
        return next(
            (
                each
                for each in self.newest_first()
                if place in _texts_in(each.decision)
                or (
                    each.decision.pages
                    and law == (each.about.edition, each.about.language, each.about.law)
                )
            ),
            None,
        )

    def with_later_ones(self) -> Iterator[tuple[Decided, Decided | None]]:
        """Yield all decisions, newest first, each with the newest one that changed what it wrote.

        What was undone, and what undid it, changed nothing.
        """
        newest: dict[_Mark, Decided] = {}
        corrected: dict[_Mark, list[tuple[str, Decided]]] = {}  # the words that later ones replaced
        for each in self.newest_first():
            wrote, changed = self._marks_of(each)
            later = [newest[mark] for mark in wrote if mark in newest]
            later += [
                other
                for text, _, new in _replaced(each.decision.added)
                for old, other in corrected.get(text, ())
                if _share_words(new, old)
            ]
            yield each, max(later, key=lambda one: one.time, default=None)
            if not each.undone and not each.undoes:
                for mark in changed:
                    newest.setdefault(mark, each)
                for text, old, _ in _replaced(each.decision.added):
                    corrected.setdefault(text, []).append((old, each))

    def at(self, about: About, page: str) -> Iterator[tuple[Decided, Decided | None]]:
        """Yield the decisions about a provision, as ``with_later_ones`` does.

        Among them are those on many places that changed something there.

        Args:
            about: The provision.
            page: Page of the source that has it.
        """
        place = about.language, about.address
        wanted = {(about.edition, *place), (page, *place)}
        for each, above in self.with_later_ones():
            if each.id not in self._places:
                entries = (*each.decision.added, *each.decision.removed)
                self._places[each.id] = frozenset(map(_place_of, entries))
            if each.about == about or not wanted.isdisjoint(self._places[each.id]):
                yield each, above

    def may_be_made_again(self, undo: Decided) -> bool:
        """Return whether an undo stands, so that what it took back can be made again."""
        return bool(undo.undoes) and all(each.again != undo.id for each in self._entries.values())

    def on_top_of(self, decided: Decided) -> Decided | None:
        """Return the newest decision that changed what this one wrote; None if there is none."""
        return next(
            (above for each, above in self.with_later_ones() if each.id == decided.id), None
        )

    def _marks_of(self, decided: Decided) -> tuple[frozenset[_Mark], frozenset[_Mark]]:
        """Return what a decision wrote, by which a later one is known that changed it.

        With it is what it changed of earlier ones.
        """
        held = self._marks.get(decided.id)
        if held is None:
            made = decided.decision
            pages = {(path,) for path, _ in (*made.pages, *made.removed_pages)}
            held = (
                frozenset({*map(_key, made.added), *_texts_of(made.removed), *pages}),
                frozenset({*map(_key, made.removed), *_texts_of(made.added), *pages}),
            )
            self._marks[decided.id] = held
        return held

    def begin(
        self,
        decision: Decision,
        author: str,
        files: tuple[str, ...],
        about: About,
        again: str = "",
    ) -> Decided:
        """Log a decision that is about to be written."""
        id_ = secrets.token_hex(_ID)
        decided = Decided(id_, decision, author, utc_now(), files, about, again=again)
        self._put(_Step(begun=decided))
        return decided

    def confirm(self, decided: Decided, laws: tuple[str, ...], settled: int = 0) -> Decided:
        """Log that a decision was written, the laws that changed, and how much it settled."""
        self._put(_Step(written=decided.id, laws=laws, settled=settled))
        return self._entries[decided.id]

    def drop(self, decided: Decided) -> None:
        """Log that a decision could not be written."""
        self._put(_Step(dropped=decided.id))

    def mark_undone(self, decided: Decided, by: Decided) -> None:
        """Log that a decision was taken back by another."""
        self._put(_Step(undone=decided.id, by=by.id))

    def _put(self, step: _Step) -> None:
        make_private(self._file.parent)
        append_synced(self._file, msgspec.json.encode(step, enc_hook=_plain) + b"\n")
        self._take(step)

    def _take(self, step: _Step) -> None:
        held = self._entries
        if step.begun:
            held[step.begun.id] = step.begun
            self._begun.add(step.begun.id)
        elif step.written:
            held[step.written] = replace(held[step.written], laws=step.laws, settled=step.settled)
            self._begun.discard(step.written)
        elif step.dropped:
            held.pop(step.dropped, None)
            self._begun.discard(step.dropped)
        elif step.undone:
            held[step.undone] = replace(held[step.undone], undone=step.by)
            held[step.by] = replace(held[step.by], undoes=step.undone)


_Key = tuple[str, frozenset[tuple[str, str]]]
_Mark = _Key | tuple[str, ...]  # an entry; a text that an entry corrects; the path of a page
_PATCHES = "patches/"


def _key(entry: Entry) -> _Key:
    """Return what two entries have in common that are the same in a file."""
    return entry.file, frozenset(pair for pair in entry.values if pair[1])


def _place_of(entry: Entry) -> tuple[str, ...]:
    """Return edition or page, language and address of what an entry is about."""
    values = dict(entry.values)
    of = values.get("edition") or values.get("page", "")
    return of, values.get("language", ""), values.get("place") or values.get("address", "")


def _texts_of(entries: Iterable[Entry]) -> set[tuple[str, ...]]:
    """Return the texts that entries correct: page, language, provision and field."""
    names = ("page", "language", "place", "field")
    values = (dict(each.values) for each in entries if each.file.startswith(_PATCHES))
    return {tuple(each.get(name, "") for name in names) for each in values}


def _replaced(entries: Iterable[Entry]) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Yield the text that each entry corrects, the words that it replaces, and the new ones."""
    for each in entries:
        for text in _texts_of([each]):
            values = dict(each.values)
            yield text, values.get("old", ""), values.get("new", "")


def _share_words(new: str, old: str) -> bool:
    """Return whether words that were replaced may be some of those that were written before."""
    one, other = new.split(), old.split()
    lengths = range(1, min(len(one), len(other)) + 1)
    return (
        f" {' '.join(other)} " in f" {' '.join(one)} "
        or f" {' '.join(one)} " in f" {' '.join(other)} "
        or any(one[-n:] == other[:n] or other[-n:] == one[:n] for n in lengths)
    )


def _texts_in(decision: Decision) -> set[tuple[str, str]]:
    """Return language and provision of the texts that a decision corrects."""
    both = _texts_of((*decision.added, *decision.removed))
    return {(language, place) for _, language, place, _ in both}


class Settled(LawkbError):  # noqa: N818  # an outcome, not a fault
    """A finding or a comment is not open any more."""

    __slots__ = ()


def _plain(value: object) -> str:
    """Return a text that keeps more than its characters as plain text."""
    if isinstance(value, str):
        return "".join(value)
    raise NotImplementedError(type(value).__name__)


def clock_time(time: str) -> str:
    """Return a time in UTC by the clock of this machine, ``22:43``, or with its date."""
    local = datetime.fromisoformat(time).astimezone()
    is_today = local.date() == datetime.now().astimezone().date()
    return local.strftime("%H:%M" if is_today else "%Y-%m-%d %H:%M")


def is_there(decision: Decision, written: Set[_Key]) -> bool:
    """Return whether the files have what a decision added, as far as ``State.written`` has it."""
    read = (WAIVERS, SETTLEMENTS, REVIEWS, FILE)
    added = (e for e in decision.added if e.file in read or e.file.startswith(_PATCHES))
    return written >= {_key(each) for each in added}


_WHOLE = About()


@dataclass(frozen=True, slots=True)
class State:
    """The corpus at one moment."""

    folder: Path  # the corpus folder
    # Laws, references, glossary, decisions and findings, as the site shows them.
    content: SiteContent
    settings: EditorialSettings  # the editors' settings, which the checks need
    patches: tuple[Patch, ...]  # the corrections of the editors
    number: int  # how many states there were before
    discussion: tuple[ColleagueComment, ...] = ()  # the comments for colleagues
    proposals: tuple[Proposal, ...] = ()  # what translators propose

    @property
    def code(self) -> Code:
        """Return the laws."""
        return self.content.code

    @property
    def findings(self) -> Sequence[Finding]:
        """Return all findings, accepted ones marked as waived."""
        report = self.content.editorial.report
        return report.findings if report else ()

    @property
    def waivers(self) -> tuple[Waiver, ...]:
        """Return the accepted findings."""
        return read_waivers(self.folder)

    @property
    def settlements(self) -> tuple[Settlement, ...]:
        """Return the decisions on readers' comments."""
        return read_settlements(self.folder)

    def written(self) -> frozenset[_Key]:
        """Return the entries of the files of editors that are read here."""
        outline, content = self.code.outline, self.content.editorial
        return frozenset(
            {
                *(_key(patch_entry(each, outline)) for each in self.patches),
                *(_key(waiver_entry(each)) for each in self.waivers),
                *(_key(settlement_entry(each)) for each in self.settlements),
                *(_key(review_entry(each, outline)) for each in content.reviews.values()),
                *(_key(term_entry(each, outline)) for each in content.glossary.terms),
            }
        )

    def finding(self, fingerprint: str) -> Finding | None:
        """Return the finding with a fingerprint; None if there is none any more."""
        return next((each for each in self.findings if each.fingerprint == fingerprint), None)


class Workspace:
    """The corpus on which the desk works. Any thread may use it.

    Attributes:
        folder: The corpus folder.
        log: What was decided at the desk.
    """

    def __init__(
        self,
        folder: Path,
        sources: SourceReader | None = None,
        reader: CorpusReader | None = None,
        lock: RLock | None = None,
    ) -> None:
        """Read the corpus and its findings; a valid cache of findings is used.

        Args:
            folder: The corpus folder.
            sources: Reads the sources; another part of the program may use it, too.
            reader: Reads the laws; another part of the program may use it, too.
            lock: Held while one of both is used.

        Raises:
            LawkbError: The corpus cannot be read.
        """
        self.folder = folder
        self.log = DecisionLog(folder, self._is_written)
        self._lock = lock or RLock()
        self._sources = sources or SourceReader(folder)
        self._reader = reader or CorpusReader(folder)
        self._checks: RepeatedChecks | None = None
        self._stamps: Stamps = {}
        self._findings: Sequence[Finding] = ()
        self._number = 0
        self._last: Decided | None = None  # what was written and not read yet
        with self._lock, on_one_core(), without_collecting():
            self._stamps = stamps(folder)
            code, settings = self._reader.read_files()
            results = check_code(folder, code, settings)
            self._findings = results.findings
            self._reader.use_results(results)
            self._state = self._new_state(settings)

    @property
    def state(self) -> State:
        """Return the corpus as it was last read, with the last decision read and checked.

        Raises:
            LawkbError: What was written cannot be read.
        """
        if self._last:
            with self._lock, on_one_core(), without_collecting():
                self._read_last()
        return self._state

    def refreshed(self) -> State:
        """Return the corpus as it is now: what changed is read again.

        Raises:
            LawkbError: A file that changed cannot be read; the last state stays in use.
        """
        with self._lock, on_one_core():
            self._read_last()
            if stamps(self.folder) != self._stamps:
                with one_writer(self.folder) as writer:
                    self._take_in(writer)
            return self._state

    def decide(
        self,
        make: Callable[[State], Decision],
        author: str,
        about: About = _WHOLE,
        again: str = "",
    ) -> Decided:
        """Write a decision on the newest state of the corpus, with the laws that follow from it.

        Args:
            make: Function that returns the decision; it may raise an exception with the reason why
                there is none.
            author: Name of the editor.
            about: What it is about.
            again: Id of the undo after which it is made again; empty for a new decision.

        Returns:
            The decision as the log has it; it is on the disk. How much it settled is logged when
            its laws are checked, which the next look at the state does.

        Raises:
            LawkbError: The decision does not fit the newest state, or cannot be written. Nothing
                has changed then.
        """
        with self._lock, on_one_core(), one_writer(self.folder) as writer, without_collecting():
            self._read_last()
            if stamps(self.folder) != self._stamps:
                self._take_in(writer)
            before = self._state
            outline = before.code.outline
            decision = make(before)
            if not decision.new_files:  # an undo knows what is to be given back
                decision = as_written(self.folder, decision, outline)
            files = decided_files(self.folder, decision, outline)
            if not files:
                raise LawkbError(
                    about.address, say("nothing would change"), say("it is as you want it")
                )
            decided = self.log.begin(decision, author, tuple(files), about, again)
            try:
                written = self._sources.write_with(writer, files)
            except BaseException:
                self.log.drop(decided)
                raise
            self._stamps = stamps(self.folder)
            laws = tuple(path for path in written if path not in files)
            self._last = self.log.confirm(decided, laws)
            return self._last

    def undo(
        self, id_: str, author: str, may: Callable[[Decided], bool] = lambda _: True
    ) -> Decided:
        """Take a decision back.

        Args:
            id_: Id of the decision in the log.
            author: Name of the editor.
            may: Function that returns whether the editor may take that decision back.

        Raises:
            LawkbError: There is no such decision, it is undone already, or what it wrote is no
                longer in the files.
        """
        with self._lock:
            known = self.log.find(id_)
            if known is None or known.undone:
                gone = say("this decision is not in the list of decisions")
                what = say("this decision is undone already") if known else gone
                raise LawkbError(id_, what, say("load the page again"))
            if not may(known):
                told = say("only a reviewer may take this back")
                raise LawkbError(known.about.address, told, say("ask a reviewer"))
            if above := self.log.on_top_of(known):
                time = clock_time(above.time)
                hint = say(
                    "undo the one of %(time)s (%(name)s) first", time=time, name=above.author
                )
                raise LawkbError("", say("a later decision changed the same"), hint)

            def taken_back(_: State) -> Decision:
                decision = undone(known.decision)
                if not self._is_written(known.decision):
                    what = say("what it wrote is not there any more")
                    raise LawkbError("", what, say("it was changed outside the desk since"))
                return decision

            again = self.decide(taken_back, author, known.about)
            self.log.mark_undone(known, again)
            return again

    def make_again(self, id_: str, author: str, may: Callable[[Decided], bool]) -> Decided:
        """Make a decision again that was taken back; the words in it are signed as they were.

        Args:
            id_: Id of the undo in the log.
            author: Name of the editor.
            may: Function that returns whether the editor may take that decision back.

        Raises:
            LawkbError: There is no such undo, it was made again already, or the texts that it
                changed are no longer as they were.
        """
        with self._lock:
            undo = self.log.find(id_)
            first = self.log.find(undo.undoes) if undo else None
            if undo is None or first is None or not self.log.may_be_made_again(undo):
                told = say("this was made again already, or is not in the list of decisions")
                raise LawkbError("", told, say("load the page again"))
            if not may(first):
                told = say("only a reviewer may make this again")
                raise LawkbError(first.about.address, told, say("ask a reviewer"))
            decision = dataclasses.replace(first.decision, new_files=())
            return self.decide(lambda _: decision, author, first.about, undo.id)

    def _is_written(self, decision: Decision) -> bool:
        """Return whether the files have what a decision adds."""
        try:
            decided_files(self.folder, undone(decision), read_outline(self.folder))
        except LawkbError:
            return False
        return True

    def edited_findings(self, law: Law, provision: Provision) -> tuple[Finding, ...]:
        """Return the findings on a provision that is being edited; nothing is written.

        Args:
            law: The law as it is.
            provision: The provision after the edit.
        """
        code = self.state.code
        alone = annotate_law(replace(law, root=provision), code.outline)
        resolved = resolve_law(alone, Resolver(code)).root
        with self._lock, on_one_core():
            return self._ready_checks().findings_on(law, resolved)

    def findings_on_translation(self, original: Law, translation: Law) -> tuple[Finding, ...]:
        """Return the findings on a translation that is being written; nothing is saved."""
        code = self.state.code
        resolved = resolve_law(annotate_law(translation, code.outline), Resolver(code))
        with self._lock:
            return self._ready_checks().findings_on_pair(original, resolved)

    def learn(self) -> None:
        """Learn the models of the checks and read the sources now, so that nobody waits for it."""
        with self._lock, on_one_core():
            self._ready_checks()
        with self._lock, on_one_core():
            self._sources.files()

    def use_results(self, results: CheckResults) -> None:
        """Take the findings of a complete check, if the corpus has not changed since."""
        with self._lock:
            code = self.state.code
            if results.files == dict(code.files or {}) and results.settings == self._state.settings:
                self._findings = results.findings
                self._reader.use_results(results)
                self._state = self._new_state(self._state.settings)

    # ---- reading

    def _ready_checks(self) -> RepeatedChecks:
        if self._checks is None:
            self._checks = RepeatedChecks(self._state.code, self._state.settings)
        return self._checks

    def _take_in(self, writer: Writer) -> None:
        """Read what others have changed; write the laws that follow from changed sources.

        Corrections that a page has by now, after ``lawkb push`` and ``fetch``, are retired.
        """
        self._sources.take_in(writer)
        self._stamps = stamps(self.folder)
        self._read()

    def _read_last(self) -> None:
        """Read and check what the last decision wrote, and log how much it settled."""
        if self._last:
            before = open_count(self._state)
            self._read()
            decided, self._last = self._last, None
            self.log.confirm(decided, decided.laws, before - open_count(self._state))

    def _read(self) -> None:
        """Read and check what was written."""
        code, settings = self._reader.read_files()
        if code is not self._state.code or settings != self._state.settings:
            self._findings = self._ready_checks().findings(code, settings, self._findings)
            files, uses = dict(code.files or {}), self._reader.known_uses
            self._reader.use_results(
                CheckResults(
                    files, law_digests(code), settings, self._findings, uses, complete=False
                )
            )
        self._state = self._new_state(settings)

    def _new_state(self, settings: EditorialSettings) -> State:
        self._number += 1
        content = self._reader.content()
        patches = read_patches(self.folder, content.code.outline)
        return State(
            self.folder,
            content,
            settings,
            patches,
            self._number,
            read_discussion(self.folder),
            read_proposals(self.folder),
        )


@dataclass(frozen=True, slots=True)
class OpenComment:
    """A reader's comment that no person has decided, with its law."""

    id: str
    law: Law
    comment: Comment


def undecided_comments(state: State) -> tuple[OpenComment, ...]:
    """Return the comments that no person has decided.

    A comment whose change the text seems to have already is one of them: a person must confirm it.
    """
    decided = state.content.editorial.settlements
    return tuple(
        OpenComment(id_, law, each)
        for law in state.code.laws.values()
        for each in law.comments
        if (id_ := comment_id(law.origin.page, each)) not in decided
    )


def open_count(state: State) -> int:
    """Return how many findings, comments, threads and proposals are open."""
    threads = threads_of(state.discussion).values()
    return (
        sum(not each.waived for each in state.findings)
        + len(undecided_comments(state))
        + sum(map(is_open, threads))
        + len(state.proposals)
    )
