"""The types of the public interface and their JSON: every attribute is named like its JSON field.

``from`` is a word of Python, so the attribute is ``from_``. Addresses are strings in canonical
form, ``47E2(a)``; ``lang`` is a BCP 47 tag, ``el``; ``edition`` is the id of an edition, ``2017``.
Offsets are code points, half-open. Stable: attributes may be added, never renamed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Literal

from lawkb.model.pickling import pickled_quickly

Span = tuple[int, int]
Diff = tuple[tuple[Literal["same", "gone", "new"], str], ...]  # pieces of text, in order
State = Literal["needs-translation", "needs-review", "translated", "reviewed", "final"]


@dataclass(frozen=True, slots=True)
class Reference:
    """Words of a text that cite provisions; one object for each target.

    Attributes:
        edition: Edition of the citing provision.
        lang: Language of the citing text.
        from_: Address of the citing provision; None for a text that is in no provision.
        raw: The citing words: ``16C``.
        start: Offset in the text where they begin.
        end: Offset where they end.
        form: ``absolute`` (*Law 16C*), ``relative`` (*B above*), ``self`` (*this Law*) or
            ``range``.
        target: The cited provision, ``2007:47B`` if it is of another edition; None if there is not
            exactly one.
        upto: The last provision of a range, else None.
        status: ``held`` if the cited provision exists, ``not-held`` if its law is not in the
            corpus, ``ambiguous``, ``unresolved`` if its law lacks it, or ``outside`` if it belongs
            to another act.
        candidates: Addresses that an ambiguous reference may mean.
        folded: ``raw`` in the alphabet of its language if it mixes alphabets, else None.
        linked: Address to which a link on these words leads, if that is another provision.
        subparagraph: Number of the cited paragraph that has no label, from 1; else None.
        division: Id of the cited part or chapter, ``part_1__chp_2``; else None.
        note: Marker of the footnote that contains the reference, ``1``; else None.
        act: Short name of the other act that is cited; else None.
        url: URL or Akoma Ntoso IRI of the provision of the other act, if it is known; else None.
    """

    edition: str
    lang: str
    from_: str | None
    raw: str
    start: int
    end: int
    form: Literal["absolute", "relative", "self", "range"]
    target: str | None
    upto: str | None
    status: Literal["held", "not-held", "ambiguous", "unresolved", "outside"]
    candidates: tuple[str, ...]
    folded: str | None
    linked: str | None
    subparagraph: int | None
    division: str | None
    note: str | None
    act: str | None
    url: str | None


@dataclass(frozen=True, slots=True)
class CitedBy:
    """A provision that cites another one, in one language.

    Attributes:
        edition: Edition of the citing provision.
        lang: Language of the citing text.
        from_: Address of the citing provision.
    """

    edition: str
    lang: str
    from_: str


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote of the law text.

    Attributes:
        marker: As printed, ``1``.
        text: Text of the footnote; None if the source lost it.
        inferred: ``("marker",)`` if the number was inferred from the order.
        lost: ``("text",)`` if the source has the marker but no footnote.
    """

    marker: str
    text: str | None
    inferred: tuple[str, ...]
    lost: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """Emphasis of a part of a text.

    Attributes:
        kind: ``bold``, ``italic``, ``underline``, ``mono``, ``sub``, ``sup``, ``deleted``,
            ``inserted`` or ``code``.
        start: Offset in the text where it begins.
        end: Offset where it ends.
    """

    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Link:
    """A link in a text; mail addresses are left out.

    Attributes:
        kind: What it leads to: ``page``, ``external``, ``media``, ``interwiki`` or ``windows`` (a
            shared folder).
        start: Offset in the text where the linked words begin.
        end: Offset where they end.
        target: Id of a page, ``code:rule_07``; otherwise the target as written, such as a URL.
        anchor: Part of the target after ``#``, or None.
    """

    kind: str
    start: int
    end: int
    target: str
    anchor: str | None


@dataclass(frozen=True, slots=True)
class PagePlace:
    """The source page of a text.

    Attributes:
        page: Id of the page.
        lines: First and last line of the text on the page, from 1; None if unknown.
    """

    page: str
    lines: Span | None


@dataclass(frozen=True, slots=True)
class Text:
    """A provision in one language.

    Attributes:
        label: The address as the language writes it, ``47Ε2(α)``.
        num: The label as printed on the page, ``(α)``; None if the page has none.
        heading: Heading of the provision, or None.
        text: Text of the provision, without that of the provisions inside it.
        complete: False if an editor has marked that words are missing.
        inferred: What was inferred, such as ``("num",)`` for the label.
        lost: What the source lost, such as ``("heading",)``.
        editorial: What an editor supplied or corrected, such as ``("heading",)``.
        notes: Its footnotes.
        references: Its references, those in its footnotes included.
        marks: Emphasis; offsets refer to ``text``.
        links: Links; offsets refer to ``text``.
        tables: Its tables: the texts of the cells, by table, row and cell.
        source: Where on the source page it is.
    """

    label: str
    num: str | None
    heading: str | None
    text: str
    complete: bool
    inferred: tuple[str, ...]
    lost: tuple[str, ...]
    editorial: tuple[str, ...]
    notes: tuple[Note, ...]
    references: tuple[Reference, ...]
    marks: tuple[Mark, ...]
    links: tuple[Link, ...]
    tables: tuple[tuple[tuple[str, ...], ...], ...]
    source: PagePlace


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment that a reader wrote under a page.

    Attributes:
        id: Id of the comment; it does not change when comments are added.
        page: Id of the page.
        edition: Edition of the text on the page.
        lang: Language of the text on the page.
        companion: Name of the text if it is no law, such as ``definitions``; else None.
        address: Provision that the comment is about; None if unknown.
        author: Name of the reader.
        created: Time as ISO 8601.
        text: The comment.
        quote: Words of the law that it quotes, else None.
        status: ``open``; ``applied`` if the text has adopted the proposal; ``outdated`` if the
            quoted words are gone; ``orphan`` if the provision is; ``rejected`` by an editor.
        inferred: ``("reply",)`` if the page does not show which comment it answers.
        replies: Answers to the comment.
    """

    id: str
    page: str
    edition: str
    lang: str
    companion: str | None
    address: str | None
    author: str
    created: str
    text: str
    quote: str | None
    status: Literal["open", "applied", "outdated", "orphan", "rejected"]
    inferred: tuple[str, ...]
    replies: tuple[Comment, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """An editor's decision on a comment.

    Attributes:
        comment: Id of the comment.
        status: ``applied`` or ``rejected``.
        reason: Why.
        author: Name of the editor.
        date: ISO date, ``2018-05-25``.
    """

    comment: str
    status: Literal["applied", "rejected"]
    reason: str
    author: str
    date: str


@dataclass(frozen=True, slots=True)
class DecidedComment(Comment):
    """A comment with an editor's decision on it.

    Attributes:
        settled: The decision; None if there is none.
    """

    settled: Decision | None


@dataclass(frozen=True, slots=True)
class Provision:
    """A provision in every language.

    Attributes:
        edition: Edition of the provision.
        address: Its address, ``47E2(a)``.
        eid: The address as an Akoma Ntoso id, ``rule_47__para_E``.
        parent: Address of the provision that contains it; None for a law.
        texts: The provision by language.
        cited_by: Provisions that cite it.
        comments: Comments of readers on it.
        missing: Languages of the edition in which the law is not available.
    """

    edition: str
    address: str
    eid: str
    parent: str | None
    texts: Mapping[str, Text] = field(hash=False)
    cited_by: tuple[CitedBy, ...]
    comments: tuple[Comment, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One or more provisions, each with all provisions inside it.

    Attributes:
        edition: Edition of the first provision.
        provisions: The provisions, in the order requested.
        commentaries: Names of the commentaries on their laws.
    """

    edition: str
    provisions: tuple[Provision, ...]
    commentaries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DivisionText:
    """Label and heading of a division, such as a chapter, in one language.

    Attributes:
        label: The label as the page prints it, ``CHAPTER II``; empty if it prints none.
        heading: The heading, or None.
    """

    label: str
    heading: str | None


@dataclass(frozen=True, slots=True)
class ShownDivision:
    """A division of the laws, such as a chapter: an item of the JSON of ``lawkb show``.

    Attributes:
        edition: Its edition.
        division: Its id, ``chp_4__sec_2``.
        laws: Numbers of the laws in it, also of those in divisions inside it.
        texts: Label and heading by language.
    """

    edition: str
    division: str
    laws: tuple[int | str, ...]
    texts: Mapping[str, DivisionText] = field(hash=False)


@dataclass(frozen=True, slots=True)
class ShownDivisions:
    """The divisions that a text names: the JSON of ``lawkb show "chapter 2"``.

    Attributes:
        divisions: The divisions, in order.
    """

    divisions: tuple[ShownDivision, ...]


@dataclass(frozen=True, slots=True)
class CompanionPlace:
    """A section of a companion, which is a text beside the laws, such as a preface or definitions.

    Attributes:
        name: Name of the companion, ``definitions``.
        id: Id of the section; ``all`` for the companion itself.
    """

    name: str
    id: str


@dataclass(frozen=True, slots=True)
class CompanionReference(Reference):
    """A reference in a companion, a text beside the laws such as a preface; ``from_`` is None.

    Attributes:
        companion: The section that contains the reference.
    """

    companion: CompanionPlace


@dataclass(frozen=True, slots=True)
class CompanionPart:
    """A section of a companion, a text beside the laws, without the sections inside it.

    Attributes:
        id: Id of the section; ``all`` for the companion itself.
        parent: Id of the section that contains it; None for the companion itself.
        kind: ``section``, ``entry`` and so on; for the companion itself its kind.
        num: Printed number of the section, or None.
        heading: Its heading, or None.
        text: Its text, without that of the sections inside it.
        notes: Its footnotes.
        references: Its references, those in its footnotes included.
        marks: Emphasis; offsets refer to ``text``.
        links: Links; offsets refer to ``text``.
        tables: Its tables: the texts of the cells, by table, row and cell.
    """

    id: str
    parent: str | None
    kind: str
    num: str | None
    heading: str | None
    text: str
    notes: tuple[Note, ...]
    references: tuple[CompanionReference, ...]
    marks: tuple[Mark, ...]
    links: tuple[Link, ...]
    tables: tuple[tuple[tuple[str, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class RevisedPage:
    """The source page of a companion, a text beside the laws.

    Attributes:
        page: Id of the page.
        revised: Time of its revision as ISO 8601; None if unknown.
    """

    page: str
    revised: str | None


@dataclass(frozen=True, slots=True)
class CompanionText:
    """A companion, which is a text beside the laws, in one language.

    Attributes:
        title: Its title, or None.
        parts: The companion itself, then its sections in document order.
        comments: Comments of readers on it.
        source: The page it came from.
    """

    title: str | None
    parts: tuple[CompanionPart, ...]
    comments: tuple[Comment, ...]
    source: RevisedPage


@dataclass(frozen=True, slots=True)
class Companion:
    """A text beside the laws: definitions, a preface, a commentary.

    Attributes:
        edition: Edition that it belongs to.
        companion: Its name, ``definitions``.
        kind: ``definitions``, ``preface`` and so on; None if the text is not available.
        law: Number of the law that it comments on, else None; ``12a`` of one inserted later.
        texts: The text by language.
    """

    edition: str
    companion: str
    kind: str | None
    law: int | str | None
    texts: Mapping[str, CompanionText] = field(hash=False)


@dataclass(frozen=True, slots=True)
class LawTitle:
    """A law with its titles.

    Attributes:
        edition: Edition of the law.
        number: Number of the law; ``12a`` of one inserted later.
        titles: Title by language; None in a language without a title.
    """

    edition: str
    number: int | str
    titles: Mapping[str, str | None] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A provision whose languages cite different provisions.

    Attributes:
        edition: Edition of the provision.
        address: Its address.
        cited: By language, the cited addresses that not all languages have.
    """

    edition: str
    address: str
    cited: Mapping[str, tuple[str, ...]] = field(hash=False)


@dataclass(frozen=True, slots=True)
class OtherText:
    """The text of a search hit in another language.

    Attributes:
        lang: That language.
        label: The address as that language writes it, ``47Ε2(α)``.
        snippet: Some words that correspond to the snippet of the hit.
        spans: What the query finds in ``snippet``, as offsets.
        counterparts: Probable translations, in ``snippet``, of the words found in the hit.
    """

    lang: str
    label: str
    snippet: str
    spans: tuple[Span, ...]
    counterparts: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Hit:
    """A provision, a division, or a section of a text beside the laws, that a query found.

    Attributes:
        rank: Position among the hits, from 1.
        score: Higher is better; comparable only within one result.
        edition: Edition of the provision.
        address: Address of the provision; None for other places.
        companion: The section of a companion (a text beside the laws); None for other places.
        division: Id of the division, ``chp_4__sec_2``; None for other places.
        label: The address as ``lang`` writes it, ``47Ε2(α)``; for a companion its title and the
            heading of the section.
        lang: Language of the text that fits the query best.
        heading: Its headings, from the law down, in one line; or None.
        snippet: Some words of the text around what was found.
        spans: What was found, as offsets into ``snippet``.
        other: The first of ``others``, or None.
        others: The provision in its other languages.
    """

    rank: int
    score: float
    edition: str
    address: str | None
    companion: CompanionPlace | None
    division: str | None
    label: str
    lang: str
    heading: str | None
    snippet: str
    spans: tuple[Span, ...]
    other: OtherText | None
    others: tuple[OtherText, ...]


@dataclass(frozen=True, slots=True)
class AddedWord:
    """A translation of a word of the query that was searched for, too.

    Attributes:
        typed: The word or phrase as typed.
        lang: Language of the translation.
        counterpart: The translation.
        probability: Probability that the word is translated this way, 0 to 1; 1 for a term.
        origin: Where it was found: ``glossary``, ``definitions``, ``texts`` or ``general``.
    """

    typed: str
    lang: str
    counterpart: str
    probability: float
    origin: str


@dataclass(frozen=True, slots=True)
class CorrectedWord:
    """A typed word that no text has.

    Attributes:
        typed: The word as typed.
        shown: The word that was searched instead.
    """

    typed: str
    shown: str


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The answer to a query.

    Attributes:
        query: The query as typed.
        interpreted: How the query was understood, ``penalty AND card``.
        total: Number of provisions found.
        hits: The best of them, best first.
        suggestion: The corrected query, which the hits answer, or the nearest address that exists;
            None without.
        engine: Name of the search engine; ``address`` if the query was an address.
        added: Translations that were searched for, too.
        corrected: Words that no text has, with those that were searched instead.
        whole: How many of the provisions have all words of the query, the first ones.
    """

    query: str
    interpreted: str
    total: int
    hits: tuple[Hit, ...]
    suggestion: str | None
    engine: str
    added: tuple[AddedWord, ...]
    corrected: tuple[CorrectedWord, ...]
    whole: int


@dataclass(frozen=True, slots=True)
class QueryPart:
    """A part of a query: an operator with its operands, or a single word, phrase or field.

    Attributes:
        kind: The operator; ``part`` for a word, phrase or field.
        text: The part as it would be typed in full.
        parts: The operands.
    """

    kind: Literal["and", "or", "near", "not", "within", "part"]
    text: str
    parts: tuple[QueryPart, ...]


@dataclass(frozen=True, slots=True)
class Token:
    """A word as it is in the search index.

    Attributes:
        exact: The word, without case and accents.
        stem: Its stem.
    """

    exact: str
    stem: str


@dataclass(frozen=True, slots=True)
class Counterpart:
    """A translation of a word of a query.

    Attributes:
        lang: Language of the translation.
        text: The translation.
        probability: Probability that the word is translated this way, 0 to 1; 1 for a term.
        links: How often the texts translate the word this way; 0 for a term.
        origin: Where it was found: ``glossary``, ``definitions``, ``texts`` or ``general``.
        found: Number of provisions with the translation.
    """

    lang: str
    text: str
    probability: float
    links: int
    origin: Literal["glossary", "definitions", "texts", "general"]
    found: int


@dataclass(frozen=True, slots=True)
class WordReading:
    """A word or phrase of a query as one language reads it.

    Attributes:
        lang: The language.
        tokens: Its words as they are in the search index.
        found: Number of provisions with it in this language.
        counterparts: Its translations into other languages.
    """

    lang: str
    tokens: tuple[Token, ...]
    found: int
    counterparts: tuple[Counterpart, ...]


@dataclass(frozen=True, slots=True)
class ExplainedWord:
    """A word or phrase of a query.

    Attributes:
        text: As typed.
        found: Number of provisions that it finds alone.
        readings: How each language reads it.
    """

    text: str
    found: int
    readings: tuple[WordReading, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a query was understood.

    Attributes:
        tree: The query; None if it has no word to search for.
        words: Its words and phrases in the order typed.
    """

    tree: QueryPart | None
    words: tuple[ExplainedWord, ...]


@dataclass(frozen=True, slots=True)
class MarkedWords:
    """Words that a finding points to.

    Attributes:
        lang: Language of the text.
        start: Offset in the text where they begin.
        end: Offset where they end.
    """

    lang: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Finding:
    """A likely fault that a check reports in a provision or a pair of texts.

    Attributes:
        rule: Name of the rule, ``omission``.
        severity: How much the fault harms a reader.
        edition: Id of the edition; None for a pair of a bilingual file.
        address: The provision, or the id of the pair; None if the whole code is concerned.
        lang: Language of the text at fault.
        message: What differs, in one sentence.
        quote: The words at fault, or empty.
        hint: What an editor can do about it.
        evidence: Further facts that support the finding.
        score: Probability of the fault, 0 to 1; None if the rule does not estimate it.
        confidence: The same; 1 if the rule does not estimate it.
        marked: The words to mark, in either text.
        fixable: Whether ``lawkb check --fix`` can correct it.
        fingerprint: Id of the finding, which stays the same while the fault does.
        file: Path of a bilingual file; None for a law.
        line: Line of a bilingual file, or row of a workbook, from 1; or None.
        waived: Whether an editor has accepted it.
    """

    rule: str
    severity: Literal["error", "warning", "note"]
    edition: str | None
    address: str | None
    lang: str
    message: str
    quote: str
    hint: str
    evidence: tuple[str, ...]
    score: float | None
    confidence: float
    marked: tuple[MarkedWords, ...]
    fixable: bool
    fingerprint: str
    file: str | None
    line: int | None
    waived: bool


@dataclass(frozen=True, slots=True)
class Findings:
    """The result of the checks.

    Attributes:
        findings: All findings, waived ones too.
        summary: Number of findings by severity, and of waived ones as ``waived``.
    """

    findings: tuple[Finding, ...]
    summary: Mapping[str, int] = field(hash=False)


@pickled_quickly
@dataclass(frozen=True, slots=True)
class Change:
    """A provision that has changed between two readings of the code.

    Attributes:
        edition: Edition of the provision.
        lang: Language of the text.
        address: Its address.
        kind: ``added``, ``removed``, ``heading``, ``text``, ``notes``, or ``marks`` for what was
            inferred, lost or supplied.
        diff: Its words: ``same``, ``gone`` or ``new``; empty for ``marks``.
    """

    edition: str
    lang: str
    address: str
    kind: str
    diff: Diff


@dataclass(frozen=True, slots=True)
class Revision:
    """A revision of a page that changed a provision.

    Attributes:
        page: Id of the page.
        revision: Id of the revision.
        time: Time of the revision as ISO 8601, ``2017-05-26T06:05:00Z``.
        kind: Type of change, such as ``edit`` or ``delete``; ``unknown`` without a record of it.
        user: Name of the author, or None.
        summary: The author's note on it.
        changes: Provisions that it changed.
        losses: Parts of this revision that could not be read.
    """

    page: str
    revision: str
    time: str
    kind: str
    user: str | None
    summary: str
    changes: tuple[Change, ...]
    losses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EditionText:
    """A provision of an edition in one language, without the provisions inside it.

    Attributes:
        edition: The edition.
        lang: The language.
        heading: Heading of the provision, or None.
        text: Text of the provision.
    """

    edition: str
    lang: str
    heading: str | None
    text: str


@dataclass(frozen=True, slots=True)
class ComparedReference:
    """A reference of a provision in two editions.

    Attributes:
        kind: ``moved`` if the cited provision has another address in the newer edition.
        old: Cited provision in the older edition; None if the reference was added. If it is of
            another edition, that comes first: ``2007:12C1(e)``.
        new: Cited provision in the newer edition, written like ``old``; None if the reference was
            dropped.
        old_upto: Last provision of a range in the older edition, else None.
        new_upto: Last provision of a range in the newer edition, else None.
        why: Remark of the concordance on the move, or None.
    """

    kind: Literal["kept", "moved", "dropped", "added"]
    old: str | None
    new: str | None
    old_upto: str | None
    new_upto: str | None
    why: str | None


@dataclass(frozen=True, slots=True)
class WordDiff:
    """The difference between the texts of two editions in one language.

    Attributes:
        lang: The language.
        diff: The words in order: ``same``, ``gone`` or ``new``.
    """

    lang: str
    diff: Diff


@dataclass(frozen=True, slots=True)
class ComparedProvision:
    """A provision in two editions.

    Attributes:
        kind: ``moved`` if its address has changed.
        old: Its address in the older edition; None if it was added.
        new: Its address in the newer edition; None if it was dropped.
        why: Remark of the concordance on the move, or None.
        texts: Its texts in both editions.
        references: Its references in both editions.
        words: Differing texts, for languages that both editions have.
    """

    kind: Literal["same", "moved", "added", "dropped"]
    old: str | None
    new: str | None
    why: str | None
    texts: tuple[EditionText, ...]
    references: tuple[ComparedReference, ...]
    words: tuple[WordDiff, ...]


@dataclass(frozen=True, slots=True)
class ComparisonSummary:
    """The counts of a comparison.

    Attributes:
        provisions: Number of provisions by kind.
        references: Number of references by kind.
        words: Number of provisions whose words differ.
    """

    provisions: Mapping[str, int] = field(hash=False)
    references: Mapping[str, int] = field(hash=False)
    words: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """A provision and all provisions inside it in two editions.

    Attributes:
        editions: Ids of the older and the newer edition.
        languages: Languages compared, by edition.
        provisions: The provisions, in the order of the newer edition.
        summary: Their counts.
    """

    editions: tuple[str, str]
    languages: Mapping[str, tuple[str, ...]] = field(hash=False)
    provisions: tuple[ComparedProvision, ...]
    summary: ComparisonSummary


@dataclass(frozen=True, slots=True)
class Rendering:
    """A translation of a term.

    Attributes:
        words: As written in the glossary; for a suggestion as written in the texts.
        status: Status in the glossary, or ``suggested``.
        times: How often it occurs in translations of texts with the term.
        places: Addresses of the provisions with the term and these words.
    """

    words: str
    status: str
    times: int
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the original in one translation.

    Attributes:
        term: The words in the original language.
        lang: Language of the translation.
        times: How often it occurs in originals.
        renderings: Its translations.
        missing: Addresses of provisions with the term and none of its translations.
    """

    term: str
    lang: str
    times: int
    renderings: tuple[Rendering, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LawStates:
    """The progress of a translation in one law.

    Attributes:
        law: Number of the law; ``12a`` of one inserted later.
        states: Number of its provisions by review state.
    """

    law: int | str
    states: Mapping[State, int] = field(hash=False)


@dataclass(frozen=True, slots=True)
class ProvisionState:
    """The review state of a translated provision.

    Attributes:
        address: Address of the provision.
        state: Its state.
        stale: Whether original or translation has changed since a state was recorded.
    """

    address: str
    state: State
    stale: bool


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a translation.

    Attributes:
        edition: Edition that is translated.
        lang: Language of the translation.
        laws: Number of provisions by review state, for each law.
        provisions: The review state of each provision.
        summary: Number of provisions by review state.
    """

    edition: str
    lang: str
    laws: tuple[LawStates, ...]
    provisions: tuple[ProvisionState, ...]
    summary: Mapping[State, int] = field(hash=False)


@dataclass(frozen=True, slots=True)
class ImportedText:
    """A text of a translator's file.

    Attributes:
        id: Address and part of the text: ``47E2(a)``, ``20E heading``.
        row: Its line or row in the file, from 1.
        outcome: Whether it was accepted, refused, or changes nothing.
        why: What was done, or why it was refused; of an unchanged text mostly empty.
        before: The translation in the corpus.
        after: The translation in the file.
    """

    id: str
    row: int
    outcome: Literal["accepted", "refused", "unchanged"]
    why: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The result of importing a translator's file.

    Attributes:
        rows: Every text of the file once, in the order of the file.
        summary: Number of texts by outcome.
        files: Files of the corpus that were written, or would be.
        dry_run: Whether nothing was written.
    """

    rows: tuple[ImportedText, ...]
    summary: Mapping[str, int] = field(hash=False)
    files: tuple[str, ...]
    dry_run: bool


@dataclass(frozen=True, slots=True)
class Loss:
    """Something that is missing in a page, or that could not be read.

    Attributes:
        kind: Kind of loss, such as ``heading``.
        address: The provision concerned, or None.
        lang: Its language, or None.
        message: What is missing, in one sentence.
        line: Line of the page, from 1; or None.
    """

    kind: str
    address: str | None
    lang: str | None
    message: str
    line: int | None


@pickled_quickly
@dataclass(frozen=True, slots=True)
class IngestedPage:
    """The result of reading one source page.

    Attributes:
        page: Id of the page.
        law: Number of its law, ``12a`` of one inserted later, or None.
        companions: Names of its texts that are no laws, such as ``definitions``.
        edition: Edition of its texts; None if it has none.
        languages: Languages of its texts.
        provisions: Number of provisions.
        references: Number of references.
        chars: Number of characters by what they became; they sum to ``total``.
        losses: What is missing or could not be read.
    """

    page: str
    law: int | str | None
    companions: tuple[str, ...]
    edition: str | None
    languages: tuple[str, ...]
    provisions: int
    references: int
    chars: Mapping[str, int] = field(hash=False)
    losses: tuple[Loss, ...]


@dataclass(frozen=True, slots=True)
class ReadLaws:
    """The laws of one language in a file.

    Attributes:
        lang: Language of the laws.
        numbers: Their numbers in order.
        missing: Numbers that are missing between the first and the last one.
        beside: Names of the texts beside them: ``recitals``, ``annex-1``.
        provisions: Number of provisions.
        divisions: Number of parts, chapters and sections above them.
    """

    lang: str
    numbers: tuple[str, ...]
    missing: tuple[str, ...]
    beside: tuple[str, ...]
    provisions: int
    divisions: int


@dataclass(frozen=True, slots=True)
class ReadFile:
    """What a file holds, as ``lawkb read`` shows it.

    Attributes:
        file: Path of the file.
        form: Format of the file: ``docx``, ``markdown``, ``mediawiki``, ``html`` and so on.
        languages: Its languages.
        laws: Its laws in each language that has any.
        companions: Names of its texts that are no laws, such as ``definitions``.
        chars: Number of characters by what they became; they sum to ``total``.
        losses: What is missing or could not be read.
    """

    file: str
    form: str
    languages: tuple[str, ...]
    laws: tuple[ReadLaws, ...]
    companions: tuple[str, ...]
    chars: Mapping[str, int] = field(hash=False)
    losses: tuple[Loss, ...]


@dataclass(frozen=True, slots=True)
class UnreadFile:
    """A file in the folder of a source that is not read.

    Attributes:
        file: Path of the file.
        why: Why it is not read.
    """

    file: str
    why: str


@dataclass(frozen=True, slots=True)
class RetiredCorrection:
    """A correction that is no longer needed, because its page has it now.

    Attributes:
        patch: File and number of its entry: ``corpus/patches/law_20.toml [[patches]] 1``.
        address: Address of the corrected provision.
        lang: Language of the corrected text.
        field: ``heading``, ``text`` or ``note``; ``complete`` for a mark of missing words.
        old: The words that were replaced, or beside which words were missing.
        new: The new words.
    """

    patch: str
    address: str
    lang: str
    field: Literal["heading", "text", "note", "complete"]
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class IngestedExpression:
    """The laws of an edition in one language, counted after reading all sources.

    Attributes:
        edition: The edition.
        lang: The language.
        laws: Number of laws.
        declared: Number of laws of the edition, from ``corpus.toml``.
        numbers: Numbers of the laws.
        beside: Texts beside the laws, such as ``annex-1``.
        recitals: Number of recitals.
        divisions: Number of parts and chapters above the laws.
        missing: What is missing before the last law of the edition in any language, and what only
            other languages have.
        untitled: Number of laws without a title.
        title_like: Number of texts that look like the title of a law that is not there.
        inferred: Number of labels that were inferred.
    """

    edition: str
    lang: str
    laws: int
    declared: int
    numbers: tuple[str, ...]
    beside: tuple[str, ...]
    recitals: int
    divisions: int
    missing: tuple[str, ...]
    untitled: int
    title_like: int
    inferred: int


@dataclass(frozen=True, slots=True)
class IngestResult:
    """The result of reading all sources.

    Attributes:
        pages: The result for each page.
        changed: Files of the corpus that were written or removed, or would be.
        removed: Files of the corpus that were removed, or would be.
        unread: Files of the sources that are not read.
        changes: Provisions that have changed since the last reading.
        audit: Faults of the code as a whole, one line each.
        retired: Corrections that were removed because their pages have them now, or would be.
        expressions: The laws of each edition and language, counted.
        added: Those of the changed files that the corpus did not have.
    """

    pages: Sequence[IngestedPage]
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    unread: tuple[UnreadFile, ...]
    changes: Sequence[Change]
    audit: tuple[str, ...]
    retired: tuple[RetiredCorrection, ...]
    expressions: tuple[IngestedExpression, ...] = ()
    added: tuple[str, ...] = ()


def as_json(value: Any) -> Any:
    """Return a value of these types as lists and dicts, ready for ``json.dumps``.

    They are what the command of the same name prints with ``--format json``.
    """
    if is_dataclass(value) or isinstance(value, Mapping):
        return {key: as_json(held) for key, held in json_object(value).items()}
    is_list = isinstance(value, Sequence) and not isinstance(value, str)
    return [as_json(each) for each in value] if is_list else value


def json_object(value: Any) -> dict[str, Any]:
    """Return a value of these types, or a mapping, as a dict; its values are not converted."""
    if isinstance(value, Mapping):
        return dict(value)
    return {each.name.rstrip("_"): getattr(value, each.name) for each in fields(value)}


@dataclass(frozen=True, slots=True)
class PushedCorrection:
    """A correction that ``lawkb push`` handled.

    Attributes:
        patch: File and number of its entry: ``corpus/patches/law_20.toml [[patches]] 1``.
        address: Address of the corrected provision.
        lang: Language of the corrected text.
        field: ``heading``, ``text`` or ``note``.
        old: The words to replace.
        new: The new words.
        state: ``written`` to the wiki; ``pending``, would be written; ``held``, the wiki has it
            already; ``refused``, it cannot be merged; ``left``, its page cannot be written.
        why: Why it was refused or left; else None.
    """

    patch: str
    address: str
    lang: str
    field: Literal["heading", "text", "note"]
    old: str
    new: str
    state: Literal["written", "pending", "held", "refused", "left"]
    why: str | None


@dataclass(frozen=True, slots=True)
class PushedPage:
    """A page of a wiki with its corrections.

    Attributes:
        wiki: Address of the wiki; None if the corpus does not name it.
        page: Id of the page in the wiki.
        state: ``written``, ``pending`` (would be written), ``unchanged`` or ``left``.
        why: Why the page was left; else None.
        corrections: The corrections of the page.
        changes: Provisions that changed in the wiki, or would.
    """

    wiki: str | None
    page: str
    state: Literal["written", "pending", "unchanged", "left"]
    why: str | None
    corrections: tuple[PushedCorrection, ...]
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class PushResult:
    """The result of sending corrections to the wikis.

    Attributes:
        pages: The pages that have corrections.
    """

    pages: tuple[PushedPage, ...]
