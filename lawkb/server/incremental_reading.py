"""Read the laws of a corpus repeatedly while it is edited; unchanged files are not read again.

``CorpusReader`` reads what ``lawkb build`` reads, and keeps the result for each law and pair of
laws. The sources are read by ``lawkb.server.repeated_reading.SourceReader``.

Checks run in a separate process, because they take seconds and pages must not wait.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from subprocess import DEVNULL
from tempfile import TemporaryFile

import anyio

from lawkb.align.provisions import pair_provisions
from lawkb.checks.checked_laws import is_paired_by_address, laws_in_both
from lawkb.checks.learning import pair_code, read_law_pair
from lawkb.checks.runner import check_corpus
from lawkb.checks.term_uses import TermUse, uses_by_term
from lawkb.checks.text_pairs import TextPair
from lawkb.corpus.corpus_toml import read_check_settings
from lawkb.corpus.decision_files import Review, Waiver, read_waivers
from lawkb.corpus.editorial_settings import (
    EditorialSettings,
    read_checklist,
    read_editorial_settings,
)
from lawkb.corpus.glossary import Glossary
from lawkb.corpus.laws import (
    all_read,
    check_held,
    code_of,
    law_path,
    read_cached_code,
    read_contents,
)
from lawkb.corpus.subject_index import read_subject_index
from lawkb.corpus.writing import recover
from lawkb.editorial.findings import (
    EditorialReport,
    ReviewStates,
    ReviewStatesByLaw,
    report_of_findings,
)
from lawkb.editorial.translation_progress import (
    Reviews,
    Translation,
    begun_translations,
    reviewed_law,
)
from lawkb.errors import LawkbError
from lawkb.history.editions import shared_laws
from lawkb.history.law_changes import law_changes
from lawkb.model.address import Ordinal
from lawkb.model.code import Code, LawKey, Outline
from lawkb.model.companion import Companion
from lawkb.model.division import Divisions
from lawkb.model.finding import Finding
from lawkb.model.law import Law
from lawkb.parallel_work import on_one_core
from lawkb.publish.localized_site import (
    EditorialContent,
    TermIndex,
    Uses,
    read_editorial_content,
)
from lawkb.publish.pagefind_source import DIVISIONS, PagefindPage, pagefind_page
from lawkb.publish.site import SiteContent
from lawkb.publish.views.terms_page import ids_of, marks_of
from lawkb.references.graph import Citation, citations_of, graph_of
from lawkb.server.repeated_reading import MemoizedByKey

_TextKey = tuple[str, str, Ordinal | str]
_LawPair = tuple[Law, Law, Glossary]
_Reviewed = tuple[Translation, Law | None, Law | None, tuple[Review, ...]]
_Texts = tuple[TextPair, ...]


# ---- the corpus: what ``lawkb build`` reads


@dataclass(frozen=True, slots=True)
class CheckResults:
    """Results that take seconds to compute: findings, and terms of some laws."""

    files: Mapping[str, str]  # Digests of the files of the corpus that was checked.
    laws: Mapping[LawKey, str]  # Digest of each law's file, by edition, language and number.
    settings: EditorialSettings  # The editors' settings used by the checks.
    # Findings of the rules, before editors' waivers are applied.
    findings: Sequence[Finding]
    # Terms in laws whose structure differs from that of the translation, by edition, BCP 47 tag of
    # the translation and number. For these, provisions are paired by all laws together, which is
    # slow.
    uses: Mapping[LawKey, tuple[_LawPair, Uses]]
    # Whether the whole code was checked; False if only the laws that changed were.
    complete: bool = True


def uneven_uses(code: Code, glossary: Glossary) -> dict[LawKey, tuple[_LawPair, Uses]]:
    """Return the terms of laws whose structure differs from that of the translation.

    The key is edition, BCP 47 tag of the translation and number of the law.
    """
    if not glossary.terms or not any(_uneven_pairs(code)):
        return {}
    return {
        (law.laws.original.edition, language, law.laws.original.number): (
            (law.laws.original, law.laws.translation, glossary),
            uses_by_term(law.texts, glossary),
        )
        for language, laws in pair_code(code).items()
        for law in laws
        if not is_paired_by_address(law.laws)
    }


class TermReader:
    """Finds the glossary terms in one code repeatedly."""

    def __init__(self, outline: Outline) -> None:
        """Store editions, languages and levels of the law code; nothing is read yet."""
        self._outline = outline
        self._texts = MemoizedByKey[LawKey, tuple[Law, Law], _Texts | None](self._texts_if_even)
        self._uses = MemoizedByKey[LawKey, tuple[_Texts, Glossary], Uses](
            lambda each: uses_by_term(*each)
        )

    def index(
        self, code: Code, glossary: Glossary, known_uses: Mapping[LawKey, tuple[_LawPair, Uses]]
    ) -> TermIndex:
        """Return where terms occur, as ``index_terms``, without computing slow results.

        Args:
            known_uses: The last result of ``uneven_uses``. A law that needs it and has changed
                since gets no terms.
        """
        if not glossary.terms:
            return TermIndex()
        pairs = {
            (laws[0].edition, tag, laws[0].number): laws
            for tag, both in laws_in_both(code).items()
            for laws in both
        }
        texts = self._texts.each(pairs)
        uses = self._uses.each({key: (each, glossary) for key, each in texts.items() if each})
        found: dict[str, dict[str, list[tuple[TextPair, TermUse]]]] = {}
        for key, laws in pairs.items():
            by_term = found.setdefault(key[1], {})
            last = known_uses.get(key)
            same = texts[key] is None and last and last[0] == (*laws, glossary)
            for term, places in (last[1] if last and same else uses.get(key, {})).items():
                by_term.setdefault(term, []).extend(places)
        indexed: dict[str, Uses] = {
            tag: {term: tuple(places) for term, places in by_term.items()}
            for tag, by_term in found.items()
        }
        ids = ids_of(glossary)
        return TermIndex(glossary, ids, indexed, marks_of(indexed.values(), ids))

    def _texts_if_even(self, both: tuple[Law, Law]) -> _Texts | None:
        """Return the texts of a law if its translation has the same structure, else None."""
        laws = pair_provisions(*both)
        return (
            read_law_pair(Code(self._outline, {}), laws).texts
            if is_paired_by_address(laws)
            else None
        )


def law_digests(code: Code) -> dict[LawKey, str]:
    """Return the digests of the files of all laws by edition, language and number."""
    files, scheme = code.files or {}, code.outline.scheme
    return {key: files.get(law_path(law, scheme), "") for key, law in code.laws.items()}


class CorpusReader:
    """Reads one corpus repeatedly for the site."""

    def __init__(self, folder: Path) -> None:
        """Store the corpus folder; read nothing."""
        self._folder = folder
        self._results: CheckResults | None = None
        self._report: EditorialReport | None = None
        self._settings = EditorialSettings()
        self._editorial = EditorialContent()
        self._code: Code | None = None
        self._inputs: object = None
        self._contents: dict[str, bytes] = {}

    def read(self) -> SiteContent:
        """Return the content of the site, as ``read_content``, without running the checks.

        Findings and some terms are those of the last ``use_results``. The same object is returned
        while nothing has changed.
        """
        self.read_files()
        return self.content()

    def read_files(self) -> tuple[Code, EditorialSettings]:
        """Read the laws and the editors' files; what the checks need of them is returned.

        The laws are the same object while their files do not change.
        """
        folder = self._folder
        recover(folder)
        contents = {**read_contents(folder)}
        if self._code is None or self._contents != contents:
            code = all_read(code_of(folder, contents), self._code)
            if self._code is None or code.outline != self._code.outline:
                self._forget(code.outline)
            self._code, self._contents = code, contents
        editorial = read_editorial_content(folder, self._code.outline)
        checks = read_check_settings(folder)
        self._settings = EditorialSettings(
            editorial.glossary, read_checklist(folder), editorial.concordance, checks
        )
        self._editorial = replace(editorial, subjects=read_subject_index(folder, self._code))
        return self._code, self._settings

    def content(self) -> SiteContent:
        """Return the content of the site from the files that were read last."""
        assert self._code is not None
        waivers = read_waivers(self._folder)
        inputs = (id(self._code), self._editorial, self._settings, waivers, id(self._results))
        if inputs != self._inputs:
            self._content = self._content_of(self._code, self._editorial, waivers)
            self._inputs = inputs
        return self._content

    def check_held(self) -> None:
        """Raise an error if the corpus has no laws."""
        if self._code:
            check_held(self._folder, self._code)

    def is_outdated(self) -> bool:
        """Return whether the corpus, as last read, differs from the one that was checked."""
        last, code = self._results, self._code
        if last is None or code is None:
            return True
        return last.files != code.files or last.settings != self._settings

    def needs_check(self) -> bool:
        """Return whether the whole code is to be checked again."""
        return self.is_outdated() or not (self._results and self._results.complete)

    @property
    def known_uses(self) -> Mapping[LawKey, tuple[_LawPair, Uses]]:
        """Return the last terms in laws whose structure differs from that of the translation."""
        return self._results.uses if self._results else {}

    def use_results(self, results: CheckResults) -> None:
        """Store the results of the checks for the next ``read``."""
        self._results = results

    def _content_of(
        self, code: Code, editorial: EditorialContent, waivers: tuple[Waiver, ...]
    ) -> SiteContent:
        graph = graph_of(code, tuple(self._citations.each(code.laws).values()))
        searched = _texts_of(code)
        if code.outline.search_on_server:
            searched = {}
        search_pages = tuple(self._search_pages.each(searched).values())
        terms = self._terms.index(code, editorial.glossary, self.known_uses)
        self._report = self._new_report(code, editorial, waivers)
        editions = shared_laws(code, editorial.concordance)
        editorial = replace(
            editorial,
            terms=terms,
            editions=editions,
            changes=law_changes(self._folder, code),
            report=self._report,
        )
        return SiteContent(self._folder, code, graph, editorial, search_pages, self._contents)

    def _new_report(
        self, code: Code, editorial: EditorialContent, waivers: tuple[Waiver, ...]
    ) -> EditorialReport | None:
        """Return the report of findings.

        Until the checks have run, that is the last report without the laws that changed since.
        """
        if self._results is None:
            return None
        if self._report is None or not self.is_outdated():
            states = self._review_states(code, editorial.reviews)
            checks = self._settings.checks
            return report_of_findings(self._results.findings, code, waivers, states, checks)
        return self._report.without(_changed(self._results.laws, law_digests(code)))

    def _review_states(self, code: Code, reviews: Reviews) -> ReviewStatesByLaw:
        """Return the states of ``review_states_of``, computed again for changed laws alone."""
        by_law: dict[LawKey, list[Review]] = {}
        for each in reviews.values():
            key = each.edition, each.language, each.address.law
            by_law.setdefault(key, []).append(each)
        laws = {
            (of.edition, of.target, number): (
                of,
                code.law(of.edition, of.source, number),
                code.law(of.edition, of.target, number),
                tuple(by_law.get((of.edition, of.target, number), ())),
            )
            for of, numbers in begun_translations(code).items()
            for number in numbers
        }
        return self._states.each(laws)

    def _forget(self, outline: Outline) -> None:
        """Drop all cached results: the outline of the law code has changed."""

        def citations(law: Law) -> tuple[Citation, ...]:
            return citations_of(law, outline.language(law.language))

        self._citations = MemoizedByKey[LawKey, Law, tuple[Citation, ...]](citations)
        self._search_pages = MemoizedByKey[_TextKey, Law | Companion | Divisions, PagefindPage](
            partial(pagefind_page, outline)
        )

        def states(entry: _Reviewed) -> ReviewStates:
            of, source, target, reviews = entry
            laws = {each.key: each for each in (source, target) if each}
            number = next(iter(laws))[2]
            known = {(each.edition, each.language, each.address): each for each in reviews}
            found = reviewed_law(Code(outline, laws), of, number, known)
            return tuple((each.address, each.state) for each in found)

        self._states = MemoizedByKey[LawKey, _Reviewed, ReviewStates](states)
        self._terms = TermReader(outline)


def _texts_of(code: Code) -> dict[_TextKey, Law | Companion | Divisions]:
    """Return every law and other text of a law code, in the order of ``pagefind_pages``."""
    texts: dict[_TextKey, Law | Companion | Divisions] = {}
    texts.update(code.laws.items())
    texts.update(code.companions.items())
    texts.update(((*key, DIVISIONS), each) for key, each in code.divisions.items())
    return texts


def _uneven_pairs(code: Code) -> list[LawKey]:
    return [
        (ours.edition, tag, ours.number)
        for tag, laws in laws_in_both(code).items()
        for ours, theirs in laws
        if not is_paired_by_address(pair_provisions(ours, theirs))
    ]


def _changed(
    before: Mapping[LawKey, str], now: Mapping[LawKey, str]
) -> frozenset[tuple[str, Ordinal]]:
    """Return edition and number of laws whose digests differ."""
    keys = before.keys() | now.keys()
    return frozenset((key[0], key[2]) for key in keys if before.get(key) != now.get(key))


_NICENESS = 5  # requests come first
_CALL = "from lawkb.server.incremental_reading import write_check_results; write_check_results()"


def run_checks(folder: Path) -> CheckResults:
    """Read a corpus and check it."""
    code = read_cached_code(folder)
    return check_code(folder, code, read_editorial_settings(folder, code.outline))


def check_code(folder: Path, code: Code, settings: EditorialSettings) -> CheckResults:
    """Run the checks on a code, and find glossary terms where that is slow."""
    found = check_corpus(folder, code, settings)
    uses = uneven_uses(code, settings.glossary)
    return CheckResults(dict(code.files or {}), law_digests(code), settings, found, uses)


async def run_checks_in_process(folder: Path) -> CheckResults:
    """Run ``run_checks`` in another process; cancelling this coroutine ends the process."""
    command = [sys.executable, "-P", "-c", _CALL, str(folder)]
    with TemporaryFile() as errors:
        with anyio.CancelScope(shield=True):  # asyncio forgets a process whose start is cancelled
            # A session of its own: Ctrl-C goes to the server alone.
            process = await anyio.open_process(
                command, stdin=DEVNULL, stderr=errors, start_new_session=True
            )
        async with process:
            assert process.stdout is not None
            content = b"".join([part async for part in process.stdout])
            code = await process.wait()
        errors.seek(0)
        told = errors.read().decode(errors="replace")
    if code:
        said = told.strip().split("\n")[-1]
        what = f"the checks failed: {said or f'exit code {code}'}"
        raise LawkbError("lawkb serve", what, "run: lawkb check")
    results: CheckResults = pickle.loads(content)
    return results


def write_check_results() -> None:
    """Write the result of ``run_checks`` to standard output, pickled.

    The command line of this process names the corpus.
    """
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    with on_one_core():
        results = run_checks(Path(sys.argv[1]))
    sys.stdout.buffer.write(pickle.dumps(results))
