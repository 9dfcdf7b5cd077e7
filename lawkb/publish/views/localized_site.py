"""What every page of one interface language is made from, and what it calls laws."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from lawkb.corpus.comment_decisions import Settlement, read_settlements
from lawkb.corpus.concordance import Concordance, read_concordance
from lawkb.corpus.glossary import Glossary, read_glossary
from lawkb.corpus.review_states import read_review
from lawkb.editorial.report import EditorialReport
from lawkb.editorial.review import Reviews
from lawkb.model.address import Address
from lawkb.model.code import Code, Outline
from lawkb.model.companion import Companion
from lawkb.model.label import label
from lawkb.model.language import Language, read_language
from lawkb.model.passage import Reference, RefStatus
from lawkb.publish.foreign_words import foreign_words, language_runs
from lawkb.publish.strings import Strings, code_strings, language_of
from lawkb.publish.views.edition_pairs import EditionIndex, index_editions
from lawkb.publish.views.term_index import TermIndex
from lawkb.publish.views.text_runs import Run
from lawkb.publish.views.urls import Place, companion_path, law_path
from lawkb.references.graph import Graph


@dataclass(frozen=True, slots=True)
class EditorialContent:
    """What the editors keep, and what studying the code gives, as far as pages show it.

    Attributes:
        glossary: The terms and their renderings.
        concordance: Which provisions moved from one edition to another.
        settlements: What editors decided about comments, by the id of the comment.
        reviews: How far translators say that a provision is.
        terms: Where the terms stand.
        report: What is to be done; None where the translators' desk is not published.
    """

    glossary: Glossary = field(default_factory=Glossary)
    concordance: Concordance = field(default_factory=Concordance)
    settlements: Mapping[str, Settlement] = field(default_factory=dict)
    reviews: Reviews = field(default_factory=dict)
    terms: TermIndex = field(default_factory=TermIndex)
    report: EditorialReport | None = None


def read_editorial_content(folder: Path, outline: Outline) -> EditorialContent:
    """What the editors of a corpus keep, empty where it has no such files; nothing is studied.

    Raises:
        LawkbError: A line of a file cannot be read.
    """
    return EditorialContent(
        read_glossary(folder, outline),
        read_concordance(folder, outline),
        {each.comment: each for each in read_settlements(folder)},
        read_review(folder, outline),
    )


_Path = tuple[int, ...]  # of an address


@dataclass(frozen=True, slots=True)
class LocalizedSite:
    """One interface tree of the site.

    Attributes:
        code: The laws.
        graph: Who cites whom.
        language: Language of the interface.
        strings: Its words.
        pages: Edition and number of every law that has a page: held, or cited only.
        held: By source and id of a page, the edition and the number or name of what it holds.
        terms: The terms of the glossary and where they stand.
        editions: The laws that stand in two editions.
        editorial: What the editors keep, and what the checks found.
        numbers: Numbers of the laws held, by edition.
        commentaries: Names of the companions on a law, sorted, by its edition and number.
        fragments: Those asked for so far, in any tree, by the paths of the addresses, which are
            hashed faster: every reference of every page asks again.
        labels: The same, by language.
    """

    code: Code
    graph: Graph
    language: Language
    strings: Strings
    pages: frozenset[tuple[str, int]]
    held: Mapping[tuple[str, str], tuple[str, int | str]] = field(repr=False, hash=False)
    terms: TermIndex = field(default_factory=TermIndex, repr=False, hash=False)
    editions: EditionIndex = field(default_factory=EditionIndex, repr=False, hash=False)
    editorial: EditorialContent = field(default_factory=EditorialContent, repr=False, hash=False)
    numbers: Mapping[str, tuple[int, ...]] = field(default_factory=dict, repr=False, hash=False)
    commentaries: Mapping[tuple[str, int], tuple[str, ...]] = field(
        default_factory=dict, repr=False, hash=False
    )
    fragments: dict[_Path, str] = field(default_factory=dict, repr=False, hash=False)
    labels: dict[str, dict[_Path, str]] = field(default_factory=dict, repr=False, hash=False)

    def place(self, edition: str, address: Address) -> Place | None:
        """The place of a provision; None when its law has no page."""
        if (edition, address.law) not in self.pages:
            return None
        path = law_path(self.language.code, edition, address.law)
        return Place(path, self.fragment(address))

    def fragment(self, address: Address) -> str:
        """URL fragment of a provision on the page of its law; empty for the law itself."""
        found = self.fragments.get(address.path)
        if found is None:
            found = self.code.outline.scheme.fragment(address)
            self.fragments[address.path] = found
        return found

    def name(self, address: Address) -> str:
        """An address as the reader's language writes it."""
        return self.label(self.language.code, address)

    def label(self, tag: str, address: Address) -> str:
        """An address as a language writes it."""
        labels = self.labels.get(tag)
        if labels is None:
            labels = self.labels[tag] = {}
        found = labels.get(address.path)
        if found is None:
            found = label(address, self.code.outline.scheme, read_language(tag))
            labels[address.path] = found
        return found

    def tongues(self, language: str) -> Callable[[str], Iterator[tuple[str, str | None]]]:
        """Cuts a text in a language of the code where words of another one stand in it."""
        languages = self.code.outline.languages
        return partial(foreign_words, expected=read_language(language), languages=languages)

    def language_of(self, text: str) -> str:
        """Language tag of a text that may be a stranger's: a name, the title of a source."""
        return language_of(text, self.language, self.code.outline.languages)

    def runs_of(self, words: str) -> tuple[tuple[str, str], ...]:
        """What an editor wrote, cut into runs of one language, each after its tag."""
        languages = self.code.outline.languages
        tag = self.language_of(words)
        own = next((each for each in languages if each.code == tag), self.language)
        return tuple(run for run in language_runs(words, own, languages) if run[1])

    def reference(self, edition: str, tag: str, reference: Reference, words: str) -> Run:
        """The run of a reference in a text of an edition: a link where its target is certain."""
        run = self._run((edition, tag), reference, words)
        if reference.linked is None:
            return run
        place = self.place(reference.linked_edition or edition, reference.linked)
        year = f" ({reference.linked_edition})" if reference.linked_edition else ""
        name = f"{self.language.law} {self.name(reference.linked)}{year}"
        return replace(run, linked=(name, place))

    def _run(self, text: tuple[str, str], reference: Reference, words: str) -> Run:
        edition, tag = text
        target = reference.target
        known = reference.status in ("held", "not-held") and target is not None
        place = self.place(reference.edition or edition, target) if known and target else None
        if place is None and target and reference.status == "not-held":
            # A law that only a companion cites has no page.
            return Run("not-held", words, None, (self.name(target),))
        if place is None:
            named = reference.candidates or ((target,) if target else ())
            status: RefStatus = "ambiguous" if reference.status == "ambiguous" else "unresolved"
            return Run(status, words, None, tuple(self.name(address) for address in named))
        ends = (target, reference.upto) if reference.upto else (target,)
        names = tuple([self.label(tag, address) for address in ends if address])
        return Run(reference.status, words, place, names if "–".join(names) != words else ())


def localized_sites(
    code: Code, graph: Graph, languages: Sequence[str], editorial: EditorialContent | None = None
) -> dict[str, LocalizedSite]:
    """The tree of every interface language by its tag, in the order given.

    Args:
        code: The laws.
        graph: Who cites whom.
        languages: Tags of the interface languages.
        editorial: What the editors keep, and what the checks found; None for neither.

    Raises:
        LawkbError: A language has no catalogue or no file in ``lawkb/languages``.
    """
    pages, held = laws_with_pages(code, graph), held_pages(code)
    editions = index_editions(code, graph, editorial.concordance) if editorial else EditionIndex()
    outline = code.outline
    numbers = {edition.id: code.numbers(edition.id) for edition in outline.editions}
    commentaries = _commentaries(code)
    fragments: dict[_Path, str] = {}
    labels: dict[str, dict[_Path, str]] = {}
    return {
        tag: LocalizedSite(
            *(code, graph, outline.language(tag), code_strings(outline, tag), pages, held),
            terms=editorial.terms if editorial else TermIndex(),
            editions=editions,
            editorial=editorial or EditorialContent(),
            numbers=numbers,
            commentaries=commentaries,
            fragments=fragments,
            labels=labels,
        )
        for tag in languages
    }


def laws_with_pages(code: Code, graph: Graph) -> frozenset[tuple[str, int]]:
    """Edition and number of every law that is held, or cited without being held."""
    editions = [edition.id for edition in code.outline.editions]
    held = {(edition, number) for edition, _, number in code.laws}
    return frozenset(held | {(e, number) for e in editions for number in graph.not_held(e)})


def _commentaries(code: Code) -> Mapping[tuple[str, int], tuple[str, ...]]:
    """Names of the companions on each law that has any, by its edition and number."""
    found: dict[tuple[str, int], set[str]] = {}
    for (edition, _, name), companion in code.companions.items():
        if companion.law is not None:
            found.setdefault((edition, companion.law), set()).add(name)
    return {law: tuple(sorted(names)) for law, names in found.items()}


def held_pages(code: Code) -> Mapping[tuple[str, str], tuple[str, int | str]]:
    """By source and id of a page, the edition and the first law, else companion, that it holds."""
    texts: dict[tuple[str, str], tuple[str, int | str]] = {}
    for (edition, _, number), law in code.laws.items():
        texts.setdefault((law.origin.source, law.origin.page), (edition, number))
    for (edition, _, name), each in code.companions.items():
        texts.setdefault((each.origin.source, each.origin.page), (edition, name))
    return texts


def title_of(code: Code, tag: str) -> tuple[str, str]:
    """Title of the code in a language, else in the authoritative one, and the tag of that."""
    titles = code.outline.titles
    held = tag if tag in titles else code.outline.authoritative
    return titles[held], held


def law_name(site: LocalizedSite, number: int) -> str:
    """A law by its number, in the language of the reader: ``Νόμος 57``."""
    return f"{site.language.law} {number}"


def companion_name(site: LocalizedSite, companion: Companion) -> str:
    """A companion by its title where that is in the language of the reader, else by its kind."""
    if companion.heading and companion.language == site.language.code:
        return companion.heading.text
    if companion.kind == "definitions":
        return site.strings.gettext("Definitions")
    if companion.kind == "preface":
        return site.strings.gettext("Preface")
    if companion.law is None:
        return site.strings.gettext("Commentary")
    name = law_name(site, companion.law)
    return site.strings.gettext("Commentary on %(law)s") % {"law": name}


def companion_names(site: LocalizedSite, edition: str) -> tuple[str, ...]:
    """Names of the companions held of an edition, each once: those on a law last, by its number."""
    found = {
        name: (companion.law or 0)
        for (held, _, name), companion in site.code.companions.items()
        if held == edition
    }
    return tuple(sorted(found, key=lambda name: (found[name], name)))


def companions_of(site: LocalizedSite, edition: str, name: str) -> tuple[Companion, ...]:
    """A companion in its languages: the reader's first, then as the outline has them."""
    order = [e.language for e in site.code.outline.expressions if e.edition == edition]
    tags = sorted(order, key=lambda tag: tag != site.language.code)
    found = (site.code.companions.get((edition, tag, name)) for tag in tags)
    return tuple(companion for companion in found if companion)


def commentaries_on(
    site: LocalizedSite, edition: str, number: int
) -> tuple[tuple[str, Place], ...]:
    """The commentaries on a law, each as name and place."""
    names = site.commentaries.get((edition, number), ())
    firsts = (companions_of(site, edition, name)[0] for name in names)
    return tuple(
        (
            companion_name(site, first),
            Place(companion_path(site.language.code, edition, first.name)),
        )
        for first in firsts
        if first.law == number
    )


@dataclass(frozen=True, slots=True)
class AbsentLine:
    """A law that is cited but not held.

    Attributes:
        number: Its number.
        name: The same with the reader's word for a law.
        place: Its page.
        citations: Number of references to it.
    """

    number: int
    name: str
    place: Place | None
    citations: int


def absent_lines(site: LocalizedSite, edition: str) -> tuple[AbsentLine, ...]:
    """The laws of an edition that are cited but not held."""
    return tuple(
        AbsentLine(
            number, law_name(site, number), site.place(edition, Address((number,))), len(citations)
        )
        for number, citations in sorted(site.graph.not_held(edition).items())
    )
