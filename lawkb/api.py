"""The public face: what ``import lawkb`` gives to a programmer.

Open a corpus and ask it for laws, provisions, references, search results and findings. The results
are instances of the types in ``lawkb.exchange.public_types``. ``lawkb.as_json`` turns them into the
JSON that the commands print. Stability is promised for the names in ``lawkb.__all__`` alone.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, partial, wraps
from pathlib import Path
from types import GenericAlias
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, get_args

import msgspec

from lawkb.corpus.cache import cache_folder
from lawkb.corpus.laws import check_held, find_corpus, open_code, site_settings
from lawkb.errors import LawkbError
from lawkb.exchange import public_laws
from lawkb.exchange import public_types as public
from lawkb.model.address import Address
from lawkb.model.code import Code, edition_of
from lawkb.model.label import split_edition
from lawkb.model.passage import RefStatus
from lawkb.references.graph import Graph, Selection, build_graph
from lawkb.references.resolve import GivenText, likely_languages
from lawkb.references.typed_address import (
    Place,
    missing_provision,
    typed_address,
    typed_place,
)

if TYPE_CHECKING:  # loaded where it is used: few programs read sources
    from lawkb.citing.verification import Verifier
    from lawkb.corpus.glossary import Glossary, Synonyms
    from lawkb.history.wording_dates import TextsOnDays
    from lawkb.model.source import PageKind
    from lawkb.pipeline import Ingest
    from lawkb.search import Engine, Guide


_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")
# Types of arguments that are compared, by their annotation.
_TYPES: dict[str, Any] = {
    "str": str,
    "str | None": str | None,
    "int": int,
    "int | str": int | str,
    "bool": bool,
    "Sequence[str]": Sequence[str],
}


def _typed(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """Let a public function answer arguments of other types with a ``LawkbError``."""
    signature = inspect.signature(function)
    wanted: dict[str, Any] = {}
    for name, each in signature.parameters.items():
        if (one := _TYPES.get(each.annotation)) is not None:
            several = each.kind is each.VAR_POSITIONAL
            wanted[name] = GenericAlias(list, one) if several else one

    @wraps(function)
    def checked(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
        for name, value in signature.bind(*args, **kwargs).arguments.items():
            _check_type(f"{function.__name__}({name}=…)", value, wanted.get(name, Any))
        return function(*args, **kwargs)

    return checked


def _check_type(where: str, value: object, wanted: Any) -> None:
    try:
        msgspec.convert(value, wanted)
    except msgspec.ValidationError as error:
        hint = "the manual has the arguments of each function: Use it from Python"
        told = str(error).partition(" - at")[0].replace("null", "None")
        raise LawkbError(where, told, hint) from None


class Corpus:
    """A corpus folder. Its files are read when a method first needs them.

    Addresses of provisions are accepted in any notation: ``47E2a``, ``47Ε2(α)``,
    ``Law 47 E 2 (a)``, ``2007 47B``. ``edition`` and ``lang`` select one edition or language;
    without them the newest edition that has the provision is taken, in every language. The laws are
    read once: if another program changes the corpus, open it again.

    Attributes:
        folder: The folder with its ``corpus.toml``.
    """

    def __init__(self, folder: Path) -> None:
        """Store the folder of a corpus, unchecked; ``open_corpus`` finds and checks a folder."""
        self.folder = folder

    def __repr__(self) -> str:
        return f"Corpus({str(self.folder)!r})"

    @property
    def editions(self) -> tuple[str, ...]:
        """Return the ids of the editions, newest first: ``("2017", "2007")``."""
        return tuple(edition.id for edition in self._code.outline.editions)

    @property
    def languages(self) -> tuple[str, ...]:
        """Return the BCP 47 tags of the languages, that of the original first: ``("en", "el")``."""
        return tuple(language.code for language in self._code.outline.languages)

    @property
    def original(self) -> str:
        """Return the BCP 47 tag of the language whose text decides; the others translate it."""
        return self._code.outline.authoritative

    @_typed
    def companions(self, edition: str | None = None) -> tuple[str, ...]:
        """Return the names of the texts beside the laws: ``("definitions", "commentary_7")``.

        Raises:
            LawkbError: There is no such edition.
        """
        of = edition if edition is None else edition_of(self._code, edition)
        named = (name for each, _, name in self._code.companions if of in {None, each})
        return tuple(dict.fromkeys(named))

    @_typed
    def laws(self, edition: str | None = None) -> tuple[public.LawTitle, ...]:
        """Return the laws of an edition, by default of the newest, with their titles.

        Raises:
            LawkbError: There is no such edition, or a law cannot be read.
        """
        return public_laws.law_titles(self._code, edition_of(self._code, edition))

    @_typed
    def contents(self, edition: str | None = None) -> public.Contents:
        """Return what the corpus holds, and what it does not, of one edition or of all.

        Raises:
            LawkbError: There is no such edition, or a law cannot be read.
        """
        wanted = self.editions if edition is None else (edition_of(self._code, edition),)
        return public_laws.contents_of(self._code, wanted)

    @_typed
    def law(
        self, number: int | str, lang: str | None = None, *, edition: str | None = None
    ) -> public.Excerpt:
        """Return a law with all its provisions, in one language or, by default, in all.

        Raises:
            LawkbError: There is no such law, or it is not available in this language.
        """
        return self.excerpt(str(number), lang=lang, edition=edition)

    @_typed
    def provision(
        self, address: str, *, edition: str | None = None, on: str | None = None
    ) -> public.Provision:
        """Return one provision in every language, without the provisions that it contains.

        Args:
            address: Address of the provision.
            edition: Id of the edition; None for the newest that has it.
            on: ISO date, ``2018-01-01``, for the text as it was on that day; None for the present
                text.

        Raises:
            LawkbError: There is no such provision, or no text of it on that day is known.
        """
        place, code, provenance = self._on_day(address, edition, on)
        of = place.edition or ""
        return public_laws.provision_of(code, self._graph, of, place.address, provenance)

    @_typed
    def excerpt(
        self,
        address: str,
        *,
        lang: str | None = None,
        edition: str | None = None,
        on: str | None = None,
    ) -> public.Excerpt:
        """Return a provision and all that it contains, in document order, as ``lawkb show``.

        Args:
            address: Address of the provision.
            lang: BCP 47 tag of the only language; None for all.
            edition: Id of the edition; None for the newest that has it.
            on: ISO date, as for ``provision``.

        Raises:
            LawkbError: There is no such provision, or it is not available in this language.
        """
        place, code, provenance = self._on_day(address, edition, on)
        named = [(place.edition or "", place.address)]
        tag = self._language(lang)
        found = public_laws.excerpt_of(code, self._graph, named, tag, provenance)
        if not found.provisions:
            raise LawkbError(address, f"it is not available in {lang}", "ask for another language")
        return found

    @_typed
    def markdown(self, address: str, lang: str, *, edition: str | None = None) -> str:
        """Return a provision and all that it contains in one language as Markdown.

        Above each provision stands its address; the words of the law are in block quotes.

        Raises:
            LawkbError: There is no such provision, or it is not available in this language.
        """
        from lawkb.exchange.law_markdown import markdown_of_law

        place, tag = self._held_place(address, edition), self._language(lang) or ""
        law = self._code.law(place.edition or "", tag, place.address.law)
        found = law.find(place.address) if law else None
        if not (law and found):
            raise LawkbError(address, f"it is not available in {lang}", "ask for another language")
        return markdown_of_law(self._code, law, found)

    @_typed
    def companion_markdown(self, name: str, lang: str, *, edition: str | None = None) -> str:
        """Return a text beside the laws in one language as Markdown.

        Raises:
            LawkbError: There is no such text, or it is not available in this language.
        """
        from lawkb.exchange.law_markdown import markdown_of_companion

        of, tag = self.companion(name, edition=edition).edition, self._language(lang) or ""
        found = self._code.companions.get((of, tag, name))
        if found is None:
            raise LawkbError(name, f"it is not available in {lang}", "ask for another language")
        return markdown_of_companion(self._code, found)

    @_typed
    def references(
        self,
        *,
        edition: str | None = None,
        lang: str | None = None,
        status: str | None = None,
    ) -> tuple[public.Reference, ...]:
        """Return the references in the texts of all laws, or those that the arguments select.

        Args:
            edition: Id of the only edition; None for all.
            lang: BCP 47 tag of the only language; None for all.
            status: The only status; None for all. ``held``: the target is in the corpus;
                ``not-held``: the target is a law that the corpus lacks; ``ambiguous``: several
                targets are possible; ``unresolved``: there is no such provision; ``outside``:
                the target is in another act.
        """
        if status not in (None, *get_args(RefStatus)):
            known = ", ".join(get_args(RefStatus))
            raise LawkbError(f"references(status={status!r})", "no such status", f"one of: {known}")
        wanted = frozenset(filter(None, (status,)))
        return self._selected("references", Selection(edition, self._language(lang), wanted))

    @_typed
    def cites(
        self, address: str, *, edition: str | None = None, lang: str | None = None
    ) -> tuple[public.Reference, ...]:
        """Return the references in a provision and in the provisions that it contains."""
        return self._selected("cites", self._at(address, edition, lang))

    @_typed
    def cited_by(
        self, address: str, *, edition: str | None = None, lang: str | None = None
    ) -> tuple[public.Reference, ...]:
        """Return the references whose target is a provision, or a provision that it contains.

        If its law is not held, they are those of all editions, unless one is named.
        """
        typed = typed_place((address,), self._code, edition)
        missing = missing_provision(address, self._code, typed)
        if missing is None:
            return self._selected("cited_by", self._at(address, edition, lang))
        if missing.fault != "not-held":
            raise missing
        named = edition is not None or split_edition(address, self._code.outline)[0] is not None
        own = (typed.edition or "",) if named else self.editions
        places = (Selection(each, self._language(lang), place=typed.address) for each in own)
        return tuple(one for each in places for one in self._selected("cited_by", each))

    @_typed
    def open_errors(
        self, address: str, *, edition: str | None = None
    ) -> tuple[public.Finding, ...]:
        """Return the open errors of ``lawkb check`` in a provision and those that it contains.

        There a text may lack words, or say something else than the original. Of a large code they
        are those that ``lawkb check`` has found before.

        Raises:
            LawkbError: There is no such provision.
        """
        from lawkb.exchange.sarif_and_junit import public_finding

        place = self._held_place(address, edition)
        found = self._verifier.open_errors(place.edition or "", place.address)
        return tuple(map(public_finding, found))

    @_typed
    def disagreements(self, address: str | None = None) -> tuple[public.Disagreement, ...]:
        """Return the provisions that cite different provisions in different languages.

        Args:
            address: Only this provision and those that it contains; None for all.
        """
        wanted = self._at(address, None, None) if address else Selection()
        found = wanted.disagreements(self._code, self._graph)
        return tuple(
            public_laws.public_disagreement(each, self._code.outline.scheme) for each in found
        )

    @_typed
    def find_references(
        self,
        text: str,
        lang: str | None = None,
        *,
        at: str | None = None,
        edition: str | None = None,
    ) -> tuple[public.Reference, ...]:
        """Return the references of a text that is not in the corpus.

        Args:
            text: The text.
            lang: BCP 47 tag of the text; None to detect the language by the script.
            at: Address of the provision that the text belongs to. A partial reference, such as
                *B1(a) above*, is completed from it. None if there is no such provision.
            edition: Id of the edition whose provisions are the targets; None for the newest.

        Raises:
            LawkbError: There is no such language, provision or edition.
        """
        given = GivenText(text, lang, at)
        language = likely_languages(self._code, given)[0]
        of = edition_of(self._code, edition)
        return public_laws.given_references(self._code, given, language, of)

    @_typed
    def verify(
        self, text: str, lang: str | None = None, *, edition: str | None = None
    ) -> public.Verification:
        """Return the citations and quotations of a text, each with a verdict, as ``lawkb verify``.

        Args:
            text: The text, plain or Markdown: a ruling, a regulation, an answer of an assistant.
            lang: BCP 47 tag of the only language in which it cites; None to decide it for each
                paragraph.
            edition: Id of the edition that it is about, where a citation names no other; None for
                the newest.

        Raises:
            LawkbError: There is no such language or edition.
        """
        from lawkb.citing.citing_text import text_given

        return self._verifier.verify(text_given(text), lang, edition)

    @_typed
    def search(
        self, query: str, *, limit: int = 10, lang: str | None = None, also: bool = False
    ) -> public.SearchResult:
        """Return the provisions that match a query, best first, as ``lawkb search`` prints them.

        Args:
            query: Words, an address, or an expression of the query language.
            limit: Maximum number of hits.
            lang: BCP 47 tag of the only language to search; None for all.
            also: Whether to search for translations of the words, too.

        Raises:
            LawkbError: The query is malformed, or its language is not available.
        """
        from lawkb.search import Question, jump, readings, search

        if limit < 0:
            raise LawkbError(f"search(limit={limit})", "less than none", "write 0 or more")
        code, question = self._code, Question(query, limit, self._language(lang), also)
        answer = jump(code, question, self._guide)
        if answer is None:
            readings(code.outline, question)  # a fault needs no index
            try:
                answer = search(self._index, code, question, *self._words, self._guide)
            except LawkbError:
                self.__dict__.pop("_index", None)  # that of a cluster may have been replaced
                raise
        return answer

    @cached_property
    def _words(self) -> tuple[Glossary, Synonyms]:
        from lawkb.corpus.glossary import read_glossary, read_synonyms

        outline = self._code.outline
        return read_glossary(self.folder, outline), read_synonyms(self.folder, outline)

    @cached_property
    def _guide(self) -> Guide:
        from lawkb.search import read_guide

        return read_guide(self.folder, self._code)

    @cached_property
    def _index(self) -> Engine:
        return self._open_index()

    def _open_index(self) -> Engine:
        from lawkb.search import chosen_cluster, open_index

        cluster = chosen_cluster(self.folder)
        return open_index(self._code, cache_folder(self.folder), cluster=cluster)

    @_typed
    def explain(
        self, query: str, *, lang: str | None = None, also: bool = False
    ) -> public.Explanation:
        """Return the parsed query, and the number of hits of each of its words alone.

        The arguments are those of ``search``.

        Raises:
            LawkbError: The query is malformed, or its language is not available.
        """
        from lawkb.corpus.glossary import read_glossary
        from lawkb.exchange.explained_query import explained_query
        from lawkb.search import Question

        glossary = read_glossary(self.folder, self._code.outline)
        question = Question(query, 0, self._language(lang), also)
        return explained_query(self._code, self._open_index, question, glossary)

    @_typed
    def check(
        self, *addresses: str, select: Sequence[str] = (), ignore: Sequence[str] = ()
    ) -> public.Findings:
        """Return the findings of the checks of the translation, as ``lawkb check`` prints them.

        Args:
            addresses: Only findings on these provisions; none for all.
            select: Names of the only rules to run.
            ignore: Names of rules not to run.

        Raises:
            LawkbError: There is no such provision or rule.
        """
        from lawkb.checks.rule_list import chosen_rules
        from lawkb.checks.shown_findings import ranked
        from lawkb.editorial.findings import findings_on, held_place
        from lawkb.exchange.sarif_and_junit import public_findings

        rules = chosen_rules(select, ignore)
        places = [held_place(address, self._code) for address in addresses]
        return public_findings(ranked(findings_on(self.folder, self._code, rules, places)))

    @_typed
    def companion(self, name: str, *, edition: str | None = None) -> public.Companion:
        """Return a text beside the laws by its name: ``definitions`` or ``commentary_7``.

        Raises:
            LawkbError: There is no such text.
        """
        companions = self._code.companions
        holding = [of for of, _, held in companions if held == name]
        newest = next((each for each in self.editions if each in holding), None)
        of = edition_of(self._code, edition or newest)
        found = [each for (own, _, held), each in companions.items() if (own, held) == (of, name)]
        if not found:
            names = ", ".join(dict.fromkeys(held for _, _, held in companions)) or "none"
            raise LawkbError(name, f"there is no such text in edition {of}", f"there are: {names}")
        return public_laws.public_companion(found, name, of, self._code.outline.scheme)

    @_typed
    def compare(
        self,
        address: str,
        editions: tuple[str, str] | None = None,
        *,
        langs: Sequence[str] = (),
        dates: tuple[str, str] | None = None,
    ) -> public.Comparison:
        """Compare a provision, with all that it contains, in two editions, as ``lawkb compare``.

        Args:
            address: Address of the provision in either edition.
            editions: Ids of the older and of the newer edition; None for the oldest and the newest
                available.
            langs: BCP 47 tags of the languages to compare; empty for all that both editions have.
            dates: Two ISO dates, in place of ``editions``: the texts of these days are compared.

        Raises:
            LawkbError: There is no such edition or language, or ``address`` is not an address.
        """
        from lawkb.corpus.concordance import read_concordance
        from lawkb.exchange.public_laws import public_comparison
        from lawkb.history.editions import compare_editions

        code, place = self._code, typed_address(address, self._code)
        tags = tuple(tag for lang in langs if (tag := self._language(lang)))
        if dates is not None:
            return self._compared_days(place, dates, tags)
        old, new = editions or self._first_and_last()
        both = edition_of(code, old), edition_of(code, new)
        concordance = read_concordance(self.folder, code.outline)
        found = compare_editions(code, concordance, both, place, tags)
        return public_comparison(found, code.outline.scheme, self._lacking(both, place))

    def _compared_days(
        self, address: Address, dates: tuple[str, str], tags: tuple[str, ...]
    ) -> public.Comparison:
        from lawkb.corpus.concordance import read_concordance
        from lawkb.history.wording_dates import compare_days, read_day

        days = read_day(dates[0], "--from"), read_day(dates[1], "--to")
        concordance = read_concordance(self.folder, self._code.outline)
        found = compare_days(self._texts, concordance, days, address, tags)
        return public_laws.public_comparison(found, self._code.outline.scheme)

    def _lacking(self, editions: tuple[str, str], address: Address) -> tuple[str, ...]:
        """Return those of two editions whose text of a law is not here."""
        name = self._code.outline.scheme.write(address)
        missing = (missing_provision(name, self._code, Place(e, address)) for e in editions)
        pairs = zip(editions, missing, strict=True)
        return tuple(each for each, why in pairs if why and why.fault == "not-held")

    @_typed
    def history(
        self, address: str, *, lang: str | None = None, edition: str | None = None
    ) -> tuple[public.Revision, ...]:
        """Return the wiki revisions that changed a provision, as ``lawkb history`` prints them.

        Raises:
            LawkbError: No source that has revisions has a page of the law of this provision.
        """
        from lawkb.exchange.public_laws import public_revisions
        from lawkb.history.law_changes import law_history

        tag, place = self._language(lang), typed_place((address,), self._code, edition)
        steps = law_history(self.folder, place.edition or "", place.address)
        return public_revisions(steps, tag, self._code.outline.scheme)

    @_typed
    def terms(
        self, term: str = "", *, lang: str | None = None, suggest: bool = False
    ) -> tuple[public.Term, ...]:
        """Return the glossary terms with their translations, as ``lawkb terms`` prints them.

        Args:
            term: Only terms that contain these words; empty for all terms.
            lang: BCP 47 tag of the only language of translations; None for all.
            suggest: Whether to return, instead, terms that are translated consistently but missing
                from the glossary.

        Raises:
            LawkbError: The glossary cannot be read, or has no such translation.
        """
        from lawkb.checks.term_table import term_table
        from lawkb.corpus.glossary import read_glossary
        from lawkb.model.language import main_language

        glossary = read_glossary(self.folder, self._code.outline)
        rows = term_table(self._code, glossary, suggest)
        tags = sorted({row.lang for row in rows})
        lang = main_language(lang) if lang and lang not in tags else lang
        if tags and lang not in {None, *tags}:
            what, hint = (
                "the glossary has no translations in it",
                f"write --lang {' or '.join(tags)}",
            )
            raise LawkbError(f"language {lang}", what, hint)
        wanted = term.casefold()
        return tuple(
            row for row in rows if wanted in row.term.casefold() and lang in (None, row.lang)
        )

    @_typed
    def progress(
        self,
        *addresses: str,
        lang: str | None = None,
        edition: str | None = None,
        state: public.State | None = None,
    ) -> public.Progress:
        """Return the progress of the translation, as ``lawkb review`` prints it.

        Args:
            addresses: Addresses of laws or provisions; none for all.
            lang: BCP 47 tag of the translation; None if there is only one.
            edition: Id of the edition; None for the newest.
            state: Only provisions in this state.

        Raises:
            LawkbError: There is no such translation, or there are several and ``lang`` is None.
        """
        from lawkb.corpus.decision_files import read_review
        from lawkb.editorial.translation_progress import progress_of
        from lawkb.exchange.public_laws import public_progress
        from lawkb.exchange.translation_export import translation_of

        code = self._code
        wanted = [typed_address(address, code) for address in addresses]
        of = translation_of(code, edition_of(code, edition, *wanted[:1]), lang)
        reviews = read_review(self.folder, code.outline)
        found = progress_of(code, of, reviews, wanted, state)
        return public_progress(found, of, code.outline.scheme)

    @_typed
    def import_translation(
        self,
        file: str | os.PathLike[str],
        *,
        author: str,
        reason: str = "translation revised",
        dry_run: bool = False,
    ) -> public.ImportResult:
        """Merge a translator's file into the corpus, as ``lawkb import`` does.

        Args:
            file: An edited export of ``lawkb export``: XLIFF, PO, CSV or XLSX.
            author: Name of the translator.
            reason: Why the translation is changed.
            dry_run: Whether to write nothing.

        Raises:
            LawkbError: The file cannot be read, or the corpus cannot be written.
        """
        from datetime import date

        from lawkb.corpus.decision_files import DecisionReason
        from lawkb.editorial.findings import findings_made
        from lawkb.exchange.public_laws import import_result
        from lawkb.exchange.sarif_and_junit import public_finding
        from lawkb.pipeline import import_translation, try_translation

        path = Path(file)
        cause = DecisionReason(reason, author, date.today().isoformat(), path.name)
        done = (try_translation if dry_run else import_translation)(self.folder, path, cause)
        self._forget()
        findings = tuple(map(public_finding, findings_made(self.folder, *done.merge.codes)))
        return import_result(done.merge, done.files, findings, dry_run=dry_run)

    @_typed
    def comments(self, status: str | None = None) -> tuple[public.DecidedComment, ...]:
        """Return comments, all or those of one status, with the decisions of editors on them.

        They are those of readers, and those of translators, which have an ``origin``.
        """
        from lawkb.corpus.decision_files import read_settlements, with_discussion

        decisions = {each.comment: each for each in read_settlements(self.folder)}
        code = with_discussion(self.folder, self._code)
        return public_laws.decided_comments(code, decisions, status)

    @_typed
    def ingest(
        self, *, check: bool = False, prune: bool = False, prune_languages: Sequence[str] = ()
    ) -> public.IngestResult:
        """Read the sources and write the laws of this corpus; see ``lawkb.ingest``."""
        from lawkb.pipeline import ingest as ingest_folder
        from lawkb.pipeline import read_all, refuse_nothing_read, refuse_removals

        if check:
            result = read_all(self.folder, official=True)
            refuse_nothing_read(self.folder, result)
            refuse_removals(self.folder, result, prune, prune_languages)
        else:
            result = ingest_folder(self.folder, prune, prune_languages)
        self._forget()
        return ingest_result(result)

    @_typed
    def build(self, *, strict: bool = False) -> Path:
        """Build the site of this corpus; see ``lawkb.build``.

        Returns:
            The folder of the site.
        """
        from lawkb.publish.plugin import build_site

        with _named_corpus(self.folder):
            return build_site(site_settings(self.folder), strict=strict or None)

    def _first_and_last(self) -> tuple[str, str]:
        """Return the ids of the oldest and the newest edition that have laws."""
        held = [edition for edition in self.editions if self._code.numbers(edition)]
        if len(held) < 2:
            told = f"only one edition is available here: {held[0]}" if held else "there are no laws"
            hint = "bring another edition into corpus/sources/, then run: lawkb ingest"
            raise LawkbError("lawkb compare", told, hint)
        return held[-1], held[0]

    def _forget(self) -> None:
        """Drop the laws that were read, so that the next access reads them again."""
        read = ("_code", "_graph", "_guide", "_index", "_permalink", "_texts", "_verifier")
        for name in (*read, "_words"):
            self.__dict__.pop(name, None)

    @cached_property
    def _code(self) -> Code:
        code = open_code(self.folder)
        check_held(self.folder, code)
        return code

    @cached_property
    def _verifier(self) -> Verifier:
        from lawkb.citing.verification import Verifier

        return Verifier(self.folder, self._code, self._permalink)

    @cached_property
    def _graph(self) -> Graph:
        return build_graph(self._code)

    def _on_day(
        self, address: str, edition: str | None, on: str | None
    ) -> tuple[Place, Code, public_laws.Provenance]:
        """Return a provision, the code that has it as it was on a day, and how it is dated.

        Raises:
            LawkbError: There is no such provision, or no text of it on that day is known.
        """
        from lawkb.history.wording_dates import read_day, text_on_day

        day = None if on is None else read_day(on, "on")
        if day is None:
            place, code = self._held_place(address, edition), self._code
        else:
            typed = typed_place((address,), self._code, edition)
            named = edition is not None or split_edition(address, self._code.outline)[0] is not None
            asked = typed.edition if named else None
            of, code = text_on_day(self._texts, asked, typed.address, day)
            place = Place(of, typed.address)
        dates = partial(self._texts.dates, day=day)
        return place, code, public_laws.Provenance(self._permalink, dates)

    @cached_property
    def _texts(self) -> TextsOnDays:
        from lawkb.history.wording_dates import TextsOnDays

        return TextsOnDays(self.folder, self._code)

    @cached_property
    def _permalink(self) -> Callable[[str, Address], str | None]:
        from lawkb.publish.urls import permalinks

        return permalinks(self.folder, self._code.outline)

    def _held_place(self, address: str, edition: str | None) -> Place:
        """Return edition and address of a provision. Raises LawkbError when there is none."""
        place = typed_place((address,), self._code, edition)
        if missing := missing_provision(address, self._code, place):
            raise missing
        return place

    def _language(self, lang: str | None) -> str | None:
        """Return the tag. Raises LawkbError when the law code does not have this language."""
        return lang and self._code.outline.read_tag(lang)

    def _at(self, address: str, edition: str | None, lang: str | None) -> Selection:
        place = self._held_place(address, edition)
        return Selection(place.edition, self._language(lang), place=place.address)

    def _selected(self, end: str, wanted: Selection) -> tuple[public.Reference, ...]:
        if wanted.edition is not None:
            edition_of(self._code, wanted.edition)
        found = wanted.lists(self._code, self._graph)[end]
        return tuple(public_laws.cited_reference(each, self._code.outline.scheme) for each in found)


def open_corpus(folder: str | os.PathLike[str] | None = None) -> Corpus:
    """Open a corpus folder.

    Args:
        folder: The folder that holds ``corpus.toml``; None for a folder ``corpus`` in the current
            folder or, if it has none, in the nearest of its parents.

    Raises:
        LawkbError: There is no corpus there.
    """
    if folder is None:
        return Corpus(find_corpus(Path.cwd()))
    if not (Path(folder) / "corpus.toml").is_file():
        what, hint = "no corpus.toml in this folder", "name the folder that holds one"
        raise LawkbError(str(folder), what, hint)
    return Corpus(Path(folder))


@_typed
def find_references(
    text: str,
    lang: str | None = None,
    *,
    at: str | None = None,
    edition: str | None = None,
    corpus: str | os.PathLike[str] | None = None,
) -> tuple[public.Reference, ...]:
    """Return the references in a text, resolved against a corpus.

    To read many texts, open the corpus once and call ``Corpus.find_references``.

    Args:
        text: The text.
        lang: BCP 47 tag of the text; None to detect the language by the script.
        at: Address of the provision that the text belongs to; a partial reference is completed from
            it.
        edition: Id of the edition whose provisions are the targets; None for the newest.
        corpus: The corpus folder; None for the nearest, as for ``open_corpus``.

    Raises:
        LawkbError: There is no such corpus, language, provision or edition.
    """
    return open_corpus(corpus).find_references(text, lang, at=at, edition=edition)


@_typed
def verify(
    text: str,
    lang: str | None = None,
    *,
    edition: str | None = None,
    corpus: str | os.PathLike[str] | None = None,
) -> public.Verification:
    """Return the citations and quotations of a text, each with a verdict against a corpus.

    To verify many texts, open the corpus once and call ``Corpus.verify``.

    Args:
        text: The text, plain or Markdown.
        lang: BCP 47 tag of the only language in which it cites; None to decide it for each
            paragraph.
        edition: Id of the edition that it is about; None for the newest.
        corpus: The corpus folder; None for the nearest, as for ``open_corpus``.

    Raises:
        LawkbError: There is no such corpus, language or edition.
    """
    return open_corpus(corpus).verify(text, lang, edition=edition)


@_typed
def check_pairs(
    pairs: Iterable[tuple[str, str]],
    source: str,
    target: str,
    *,
    corpus: str | os.PathLike[str] | None = None,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
) -> public.Findings:
    """Check translations against their originals and return the findings; needs no corpus.

    Args:
        pairs: Pairs of an original and its translation. A finding names a pair by its number, from
            1.
        source: BCP 47 tag of the originals.
        target: BCP 47 tag of the translations.
        corpus: A corpus whose glossary, checklist and settings of rules are applied, or None.
        select: Names of the only rules to run.
        ignore: Names of rules not to run.

    Raises:
        LawkbError: A language or a rule is unknown, or the corpus cannot be read.
    """
    from lawkb.align.translation_units import FilePair
    from lawkb.checks.bilingual_files import check_pairs as check
    from lawkb.checks.rule_list import chosen_rules
    from lawkb.checks.shown_findings import ranked
    from lawkb.corpus.corpus_toml import read_outline
    from lawkb.corpus.editorial_settings import EditorialSettings, read_editorial_settings
    from lawkb.exchange.sarif_and_junit import public_findings
    from lawkb.model.language import any_language

    numbered = []
    _check_type("check_pairs(pairs=…)", pairs, Iterable)
    for number, pair in enumerate(pairs, start=1):
        _check_type(f"check_pairs, pair {number}", pair, tuple[str, str])
        numbered.append(FilePair(str(number), *pair))
    folder = None if corpus is None else open_corpus(corpus).folder
    editorial = (
        read_editorial_settings(folder, read_outline(folder)) if folder else EditorialSettings()
    )
    languages = (any_language(source), any_language(target))
    rules = chosen_rules(select, ignore)
    return public_findings(ranked(check(numbered, languages, editorial, rules)))


@_typed
def ingest(
    corpus: str | os.PathLike[str] | None = None,
    *,
    check: bool = False,
    prune: bool = False,
    prune_languages: Sequence[str] = (),
) -> public.IngestResult:
    """Read the sources of a corpus and write its laws as Akoma Ntoso, all or nothing.

    The laws of a page that cannot be read stay as they are; ``unread`` names it with the reason.

    Args:
        corpus: The corpus folder; None for the nearest, as for ``open_corpus``.
        check: Whether to write nothing and only return what would change.
        prune: Whether to remove a law that its page no longer contains although the page is still
            there. A law whose page is gone is always removed.
        prune_languages: Tags of languages of which this may remove all laws.

    Raises:
        LawkbError: The settings or a source cannot be read, or a law would have to be removed for
            which ``prune`` is needed.
    """
    folder = open_corpus(corpus)
    return folder.ingest(check=check, prune=prune, prune_languages=prune_languages)


def read_files(
    files: Iterable[str | os.PathLike[str]],
    *,
    corpus: str | os.PathLike[str] | None = None,
    languages: Sequence[str] = (),
    kind: PageKind | None = None,
    like: str = "eu-act",
) -> tuple[public.ReadFile, ...]:
    """Read files as a source would and return what they hold; nothing is written.

    Args:
        files: Files of any format that a source may have.
        corpus: A corpus whose page rules, levels and words are applied; None for a code in general.
        languages: BCP 47 tags of the texts, in the order of the columns or parts of a file; by
            default what the page rule or the name of the file says.
        kind: What the files hold; None for what the page rule says, else several laws.
        like: Kind of code, a preset of ``lawkb new``, whose levels and words are taken without a
            corpus.

    Raises:
        LawkbError: A file is missing, empty, damaged or of an unknown kind, or its language is not
            known.
    """
    from lawkb.file_reading import read_files as read

    folder = None if corpus is None else open_corpus(corpus).folder
    found = read(tuple(map(Path, files)), folder, tuple(languages), kind, like)
    return tuple(public_laws.read_file(each, found.outline.scheme) for each in found.files)


@_typed
def build(corpus: str | os.PathLike[str] | None = None, *, strict: bool = False) -> Path:
    """Build the site of a corpus by the ``mkdocs.yml`` next to it, else in the current folder.

    Args:
        corpus: The corpus folder; None for the nearest, as for ``open_corpus``.
        strict: Whether a warning fails the build.

    Returns:
        The folder of the site.

    Raises:
        LawkbError: There is no ``mkdocs.yml``, or the site cannot be built.
    """
    return open_corpus(corpus).build(strict=strict)


def ingest_result(result: Ingest) -> public.IngestResult:
    """Return the result of ``lawkb ingest`` in the public types, which are its JSON."""
    scheme = result.code.outline.scheme
    return public.IngestResult(
        pages=result.reports,
        changed=result.changed,
        removed=result.removed,
        unread=tuple(
            public.UnreadFile(each.path, each.told, each.kept, each.hint) for each in result.unread
        ),
        changes=result.changes,
        audit=result.audit,
        retired=tuple(public_laws.retired_correction(each, scheme) for each in result.retired),
        expressions=tuple(public_laws.ingested_expressions(result.code, result.counts)),
        added=result.added,
        without_laws=result.without_laws,
        broken=result.broken,
    )


@contextmanager
def _named_corpus(folder: Path) -> Iterator[None]:
    """Set ``LAWKB_CORPUS``, which names the corpus to the MkDocs plugin, to a folder."""
    before = os.environ.get("LAWKB_CORPUS")
    os.environ["LAWKB_CORPUS"] = str(folder.resolve())
    try:
        yield
    finally:
        if before is None:
            del os.environ["LAWKB_CORPUS"]
        else:
            os.environ["LAWKB_CORPUS"] = before


__all__ = [
    "Corpus",
    "build",
    "check_pairs",
    "find_references",
    "ingest",
    "open_corpus",
    "read_files",
    "verify",
]
