"""What all pages of one interface language need, and how they name laws and provisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from lawkb.corpus.concordance import Concordance, read_concordance
from lawkb.corpus.decision_files import Settlement, read_review, read_settlements
from lawkb.corpus.glossary import Glossary, Synonyms, read_glossary, read_synonyms
from lawkb.corpus.subject_index import LawTitle, Subject, read_law_titles
from lawkb.history.editions import SharedLaws
from lawkb.large_collections import Values
from lawkb.model.address import Address, InSeries, Ordinal, keep_in
from lawkb.model.code import Code, Outline
from lawkb.model.companion import Companion
from lawkb.model.label import label, law_name
from lawkb.model.language import Language, read_language
from lawkb.model.law import Law, Provision
from lawkb.model.passage import Passage
from lawkb.parallel_work import one_by_one
from lawkb.publish.strings import Strings, code_strings, foreign_words, language_of, language_runs
from lawkb.publish.urls import LAW_ID, Paths, Place
from lawkb.references.graph import Graph

if TYPE_CHECKING:
    from lawkb.checks.term_uses import TermUse
    from lawkb.checks.text_pairs import TextPair
    from lawkb.editorial.findings import EditorialReport
    from lawkb.editorial.translation_progress import Reviews
    from lawkb.history.law_changes import LawChange

Uses: TypeAlias = "Mapping[str, tuple[tuple[TextPair, TermUse], ...]]"  # by term


@dataclass(frozen=True, slots=True)
class TermMark:
    """A glossary term in the text of a provision."""

    # Index of its first code point in the provision's text, without the provisions inside it.
    start: int
    end: int  # Index after its last code point.
    id: str  # HTML id of the term's entry in the glossary.


@dataclass(frozen=True, slots=True)
class TermIndex:
    """The glossary terms of a law code and where they occur."""

    glossary: Glossary = field(default_factory=Glossary)  # The glossary.
    # HTML id of each term's entry in the glossary, by term.
    ids: Mapping[str, str] = field(default_factory=dict, repr=False, hash=False)
    # By BCP 47 tag of a translation, where each term occurs in it and in the original.
    uses: Mapping[str, Uses] = field(default_factory=dict, repr=False, hash=False)
    # By edition, language and address, the first occurrence of each term in the provision's text.
    marks: Mapping[tuple[str, str, Address], tuple[TermMark, ...]] = field(
        default_factory=dict, repr=False, hash=False
    )

    def marked(self, law: Law) -> bool:
        """Return whether any glossary term is marked in a law."""
        if not self.marks:
            return False
        where = (law.edition, law.language)
        return any((*where, each.address) in self.marks for each in law.provisions())

    def marks_in(
        self, where: tuple[str, str], provision: Provision, passage: Passage
    ) -> tuple[TermMark, ...]:
        """Return the marked terms of one passage of a provision, in order.

        Args:
            where: Edition and BCP 47 tag.
            passage: A passage of the provision; a heading or a note has no marks. The offsets
                returned are relative to this passage.
        """
        if not self.marks:
            return ()
        marks = self.marks.get((*where, provision.address), ())
        begin = 0
        for each in provision.passages if marks else ():
            end = begin + len(each.text)
            if each is passage:
                inside = (mark for mark in marks if begin <= mark.start and mark.end <= end)
                return tuple(TermMark(m.start - begin, m.end - begin, m.id) for m in inside)
            begin = end + 1
        return ()


@dataclass(frozen=True, slots=True)
class BookFile:
    """A book in one format: an edition in some languages, or a volume of it."""

    edition: str  # id of the edition
    languages: tuple[str, ...]  # BCP 47 tags of its languages, in the order of the columns
    form: str  # ``pdf`` or ``epub``
    paper: str  # size of a page, ``a4``; empty for a format without pages
    name: str  # name of the file: ``duplicate-bridge-2017-en-el-a4.pdf``
    volumes: tuple[tuple[Ordinal, ...], ...]  # numbers of the laws in each volume
    volume: int = 0  # number of the volume, from 0
    size: int = 0  # size of the file in bytes, once it is made
    law: Ordinal | None = None  # number of the law that it has alone

    @property
    def path(self) -> str:
        """Return the path of the file below the root of the site."""
        return f"laws/{self.edition}/{self.name}"


@dataclass(frozen=True, slots=True)
class EditorialContent:
    """Editors' files of a corpus and results computed from the laws, for the pages of the site."""

    # The glossary terms and their translations.
    glossary: Glossary = field(default_factory=Glossary)
    # Provisions that have different addresses in different editions.
    concordance: Concordance = field(default_factory=Concordance)
    # Editors' decisions on comments, by id of the comment.
    settlements: Mapping[str, Settlement] = field(default_factory=dict)
    # Translation state of provisions, as recorded by reviewers.
    reviews: Reviews = field(default_factory=dict)
    synonyms: Synonyms = field(default_factory=dict)  # What people type for the words of the code.
    terms: TermIndex = field(default_factory=TermIndex)  # Where glossary terms occur in the texts.
    # The laws that occur in two editions.
    editions: SharedLaws = field(default_factory=dict, repr=False, hash=False)
    subjects: tuple[Subject, ...] = ()  # The editors' entries of the index of subjects.
    titles: tuple[LawTitle, ...] = ()  # Titles of laws whose text is not here.
    # The changes of the laws, newest first.
    changes: tuple[LawChange, ...] = field(default=(), repr=False, hash=False)
    # Findings and review states; None until the checks have run.
    report: EditorialReport | None = None
    books: tuple[BookFile, ...] = ()  # The books that the site offers, by edition.
    # The PDF of each law alone, by edition and number, where the site has them.
    law_pdfs: Mapping[tuple[str, Ordinal], BookFile] = field(default_factory=dict, repr=False)


def read_editorial_content(folder: Path, outline: Outline) -> EditorialContent:
    """Read the editors' files of a corpus; results from the laws are not computed yet.

    Raises:
        LawkbError: A line of a file cannot be read.
    """
    return EditorialContent(
        read_glossary(folder, outline),
        read_concordance(folder, outline),
        {each.comment: each for each in read_settlements(folder)},
        read_review(folder, outline),
        read_synonyms(folder, outline),
        titles=read_law_titles(folder, outline),
    )


_Path = tuple[Ordinal, ...]  # of an address
R = TypeVar("R")

# Enough for the pages of a law in all languages, which are made one after the other, and for those
# of a code of a hundred laws.
_MOST_RESULTS = 2_000
_MOST_NAMES = 50_000  # fragments, and labels of each language
_NOTHING = object()


@dataclass(frozen=True, slots=True)
class LocalizedSite:
    """The site in one interface language: everything its pages are made from."""

    code: Code  # The law code.
    graph: Graph  # The references between provisions.
    language: Language  # The language of the interface.
    strings: Strings  # The interface strings in this language.
    paths: Paths  # Paths of the pages in this language.
    languages: tuple[str, ...]  # BCP 47 tags of all interface languages.
    # Edition and number of every law that has a page, also of laws that are cited but not available
    # here.
    pages: frozenset[tuple[str, Ordinal]]
    # By name of a source and id of its page, the edition and the number of the law, or name of the
    # text, that the page contains.
    held: Mapping[tuple[str, str], tuple[str, Ordinal | str]]
    editorial: EditorialContent  # Glossary, decisions of editors, findings and the like.
    # By id of an edition, the numbers of its laws that are available here.
    numbers: Mapping[str, tuple[Ordinal, ...]]
    # By edition and number of a law, the names of commentaries on it, sorted.
    commentaries: Mapping[tuple[str, Ordinal], tuple[str, ...]]
    # Cache of URL fragments, by the paths of addresses, which are hashed faster than addresses.
    # Every reference of every page needs one.
    fragments: dict[_Path, str]
    labels: dict[str, dict[_Path, str]]
    # Cache of `once` for the whole code and for editions.
    results: dict[tuple[object, str, Ordinal], Any]
    # Cache of `once` for laws. The caches are shared by all interface languages; those that grow
    # with the number of laws are emptied when they are full.
    law_results: dict[tuple[object, str, Ordinal], Any]

    @property
    def terms(self) -> TermIndex:
        """Return the glossary terms and where they occur."""
        return self.editorial.terms

    def gettext(self, message: str, **values: object) -> str:
        """Return an interface string in the reader's language; ``values`` replace ``%(name)s``."""
        found = self.strings.gettext(message)
        return found % values if values else found

    def once(
        self, make: Callable[[LocalizedSite, str, Ordinal], R], edition: str, number: Ordinal
    ) -> R:
        """Return the result of a function for a law that is the same in every interface language.

        It is computed once and cached.

        Args:
            make: The function, called with this site, edition and number.
            number: Number of the law; 0 for a result of the edition as a whole.
        """
        key, results = (make, edition, number), self.law_results if number else self.results
        found = results.get(key, _NOTHING)
        if found is _NOTHING:
            found = make(self, edition, number)
            if number:
                keep_in(results, key, found, _MOST_RESULTS)
            else:
                results[key] = found
        made: R = found
        return made

    def law_name(self, number: Ordinal) -> str:
        """Return the name of a law in the language of the reader: ``Νόμος 57``."""
        return law_name(number, self.code.outline.scheme, self.language)

    def number_name(self, number: Ordinal) -> str:
        """Return the number of a law in the language of the reader, «12α»; of an annex its name."""
        return self.name(Address((number,)))

    def range_name(self, first: Ordinal, last: Ordinal) -> str:
        """Return the name of all laws from one to another: *Laws 6 to 10*, *Recitals – 5*."""
        if first == last:
            return self.law_name(first)
        ends = self.number_name(first), self.number_name(last)
        if isinstance(first, InSeries) or isinstance(last, InSeries):
            return " – ".join(ends)
        return self.gettext("Laws %(first)s to %(last)s", first=ends[0], last=ends[1])

    def place(self, edition: str, address: Address) -> Place | None:
        """Return the location of a provision on the site; None when its law has no page."""
        if (edition, address.law) not in self.pages:
            return None
        path = self.paths.law(edition, address.law)
        return Place(path, self.fragment(address))

    def fragment(self, address: Address) -> str:
        """Return the URL fragment of a provision on the page of its law; empty for the law."""
        found = self.fragments.get(address.path)
        if found is None:
            found = self.code.outline.scheme.fragment(address)
            keep_in(self.fragments, address.path, found, _MOST_NAMES)
        return found

    def name(self, address: Address) -> str:
        """Return an address as the reader's language writes it: ``47Ε2(α)``."""
        return self.label(self.language.code, address)

    def label(self, tag: str, address: Address) -> str:
        """Return an address as the language of a BCP 47 tag writes it: ``47Ε2(α)``."""
        labels = self.labels.get(tag)
        if labels is None:
            labels = self.labels[tag] = {}
        found = labels.get(address.path)
        if found is None:
            found = label(address, self.code.outline.scheme, read_language(tag))
            keep_in(labels, address.path, found, _MOST_NAMES)
        return found

    def split_languages(self, language: str) -> Callable[[str], Iterator[tuple[str, str | None]]]:
        """Return a function that splits a text of this language at words of another language."""
        languages = self.code.outline.languages
        return partial(foreign_words, expected=read_language(language), languages=languages)

    def language_of(self, text: str) -> str:
        """Return the BCP 47 tag of an untrusted text, such as a name; empty when unknown."""
        return language_of(text, self.language, self.code.outline.languages)

    def runs_of(self, words: str) -> tuple[tuple[str, str], ...]:
        """Split an editor's text into runs of one language: pairs of BCP 47 tag and words."""
        languages = self.code.outline.languages
        tag = self.language_of(words)
        own = next((each for each in languages if each.code == tag), self.language)
        return tuple(run for run in language_runs(words, own, languages) if run[1])


def localized_sites(
    code: Code,
    graph: Graph,
    languages: Sequence[str],
    editorial: EditorialContent,
    held: Mapping[tuple[str, str], tuple[str, Ordinal | str]] | None = None,
) -> dict[str, LocalizedSite]:
    """Return the site in each interface language by its BCP 47 tag, in the given order.

    Args:
        held: The attribute ``held`` of the site; None to read it from all laws.
    """
    outline, tags = code.outline, tuple(languages)
    site = LocalizedSite(
        code=code,
        graph=graph,
        language=outline.language(tags[0]),
        strings=code_strings(outline, tags[0]),
        paths=Paths(tags[0]),
        languages=tags,
        pages=laws_with_pages(code, graph),
        held=_held_pages(code) if held is None else held,
        editorial=editorial,
        numbers={edition.id: code.numbers(edition.id) for edition in outline.editions},
        commentaries=_commentaries(code),
        fragments={},
        labels={},
        results={},
        law_results={},
    )
    strings = {tag: code_strings(outline, tag) for tag in tags}
    return {
        tag: replace(site, language=outline.language(tag), strings=strings[tag], paths=Paths(tag))
        for tag in tags
    }


def laws_with_pages(code: Code, graph: Graph) -> frozenset[tuple[str, Ordinal]]:
    """Return edition and number of every law that is available here, or only cited."""
    editions = [edition.id for edition in code.outline.editions]
    held = {(edition, number) for edition, _, number in code.laws}
    return frozenset(held | {(e, number) for e in editions for number in graph.not_held(e)})


def _commentaries(code: Code) -> Mapping[tuple[str, Ordinal], tuple[str, ...]]:
    """Return the names of commentaries on laws, by edition and number of the law."""
    found: dict[tuple[str, Ordinal], set[str]] = {}
    for (edition, _, name), companion in code.companions.items():
        if companion.law is not None:
            found.setdefault((edition, companion.law), set()).add(name)
    return {law: tuple(sorted(names)) for law, names in found.items()}


def _held_pages(code: Code) -> Mapping[tuple[str, str], tuple[str, Ordinal | str]]:
    """Return the text that each source page contains.

    Returns:
        By source and page id: the edition, and the number of the first law on the page or, without
        a law, the name of its other text.
    """
    texts: dict[tuple[str, str], tuple[str, Ordinal | str]] = {}
    places = ((edition, number) for edition, _, number in code.laws)
    for page, law in zip(one_by_one(_source_page, Values(code.laws)), places, strict=True):
        texts.setdefault(page, law)
    for (edition, _, name), each in code.companions.items():
        texts.setdefault((each.origin.source, each.origin.page), (edition, name))
    return texts


def _source_page(law: Law) -> tuple[str, str]:
    return law.origin.source, law.origin.page


def has_translations(outline: Outline) -> bool:
    """Return whether an edition of a code is listed in its original language and in another."""
    original = outline.authoritative
    listed = {(each.edition, each.language) for each in outline.expressions}
    return any(tag != original and (edition, original) in listed for edition, tag in listed)


def terms_place(site: LocalizedSite) -> Place | None:
    """Return the location of the glossary page; None for a corpus without a glossary."""
    return Place(site.paths.terms()) if site.terms.glossary.terms else None


def provision_id(site: LocalizedSite, address: Address) -> str:
    """Return the HTML id of a provision on the page of its law."""
    return site.fragment(address) or LAW_ID


def title_of(code: Code, tag: str) -> tuple[str, str]:
    """Return the title of the law code in a language, or in the original, with its BCP 47 tag."""
    titles = code.outline.titles
    held = tag if tag in titles else code.outline.authoritative
    return titles[held], held


def reading_order(site: LocalizedSite, edition: str, number: Ordinal) -> tuple[Law, ...]:
    """Return a law in its languages, that of the reader first."""
    tags = reading_languages(site, edition, number)
    return tuple(site.code.laws[edition, tag, number] for tag in tags)


def reading_languages(site: LocalizedSite, edition: str, number: Ordinal) -> list[str]:
    """Return the BCP 47 tags of the languages that have a law, that of the reader first."""
    held = site.code.languages_of(edition, number)
    return sorted(held, key=lambda tag: tag != site.language.code)


def law_title(site: LocalizedSite, edition: str, number: Ordinal) -> tuple[str, str]:
    """Return the title of a law and its BCP 47 tag: in the reader's language, else in another.

    The title is empty if no language has one.
    """
    own, tags = site.language.code, reading_languages(site, edition, number)
    headings = ((site.code.laws[edition, tag, number].root.heading, tag) for tag in tags)
    return next(((heading.text, tag) for heading, tag in headings if heading), ("", own))


def companion_name(site: LocalizedSite, companion: Companion) -> str:
    """Return the name of a text beside the laws, in the language of the reader.

    That is its title if the text is in this language; else its kind, *Preface* or
    *Commentary on Law 7*.
    """
    if companion.heading and companion.language == site.language.code:
        return companion.heading.text
    if companion.kind == "definitions":
        return site.gettext("Definitions")
    if companion.kind == "preface":
        return site.gettext("Preface")
    if companion.law is None:
        return site.gettext("Commentary")
    return site.gettext("Commentary on %(law)s", law=site.law_name(companion.law))


def companion_names(site: LocalizedSite, edition: str) -> tuple[str, ...]:
    """Return the names of an edition's texts beside the laws; commentaries last, by law number."""
    found = {
        name: (companion.law or 0)
        for (held, _, name), companion in site.code.companions.items()
        if held == edition
    }
    return tuple(sorted(found, key=lambda name: (found[name], name)))


def companions_of(site: LocalizedSite, edition: str, name: str) -> tuple[Companion, ...]:
    """Return a text beside the laws in its languages, the reader's first."""
    order = [e.language for e in site.code.outline.expressions if e.edition == edition]
    tags = sorted(order, key=lambda tag: tag != site.language.code)
    found = (site.code.companions.get((edition, tag, name)) for tag in tags)
    return tuple(companion for companion in found if companion)


def commentaries_on(
    site: LocalizedSite, edition: str, number: Ordinal
) -> tuple[tuple[str, Place], ...]:
    """Return the commentaries on a law as pairs of name and location on the site."""
    names = site.commentaries.get((edition, number), ())
    firsts = (companions_of(site, edition, name)[0] for name in names)
    return tuple(
        (
            companion_name(site, first),
            Place(site.paths.companion(edition, first.name)),
        )
        for first in firsts
        if first.law == number
    )


def absent_lines(site: LocalizedSite, edition: str) -> tuple[SimpleNamespace, ...]:
    """Return the laws of an edition that are cited but not available here."""
    return tuple(
        SimpleNamespace(
            number=number,
            name=site.law_name(number),
            place=site.place(edition, Address((number,))),  # the page that says what cites it
            citations=len(citations),
        )
        for number, citations in sorted(site.graph.not_held(edition).items())
    )
