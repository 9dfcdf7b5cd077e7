"""The types of the public face, and their JSON: every attribute is named like its JSON field.

``from`` is a word of Python, so the attribute is ``from_``. Addresses are strings in their
canonical writing, ``47E2(a)``; ``lang`` is a BCP 47 tag. Offsets are code points, half-open.
Stable: attributes may be added, never renamed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Literal

Span = tuple[int, int]
Diff = tuple[tuple[Literal["same", "gone", "new"], str], ...]  # pieces of text, in order
State = Literal["needs-translation", "needs-review", "translated", "reviewed", "final"]


@dataclass(frozen=True, slots=True)
class Reference:
    """A place in a text that cites provisions; one for each target.

    Attributes:
        from_: Address of the citing provision; None for a text that is in no provision.
        raw: The words.
        start: Where they begin in the text.
        target: The cited provision, ``2007:47B`` where it is of another edition; None when
            there is no single one.
        upto: The last provision of a range, else None.
        candidates: Addresses that an ambiguous reference may mean.
        folded: ``raw`` in the alphabet of its language, where it mixes alphabets; else None.
        linked: Where the link on these words leads, if that is another provision.
        subparagraph: Number of the cited paragraph that has no label, else None.
        note: Marker of the note that holds the reference, else None.
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
    status: Literal["held", "not-held", "ambiguous", "unresolved"]
    candidates: tuple[str, ...]
    folded: str | None
    linked: str | None
    subparagraph: int | None
    note: str | None


@dataclass(frozen=True, slots=True)
class CitedBy:
    """A provision that cites another one, in one language."""

    edition: str
    lang: str
    from_: str


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote of the law text.

    Attributes:
        marker: As printed, ``1``.
        text: None when the source lost it.
        inferred: ``("marker",)`` when the number was rebuilt from the order.
    """

    marker: str
    text: str | None
    inferred: tuple[str, ...]
    lost: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """Emphasis of a part of a text."""

    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Link:
    """A link of a text; mail addresses are left out."""

    kind: str
    start: int
    end: int
    target: str
    anchor: str | None


@dataclass(frozen=True, slots=True)
class PagePlace:
    """The page a text came from, and its first and last line there; None when not known."""

    page: str
    lines: Span | None


@dataclass(frozen=True, slots=True)
class Text:
    """A provision in one language.

    Attributes:
        label: The address as the language writes it, ``47Ε2(α)``.
        num: The label as printed on the page; None when the page has none.
        text: Its own words, without those of the provisions in it.
        complete: False when an editor has found that words are missing.
        inferred: What was rebuilt, such as ``("num",)``.
        lost: What the source no longer holds, such as ``("heading",)``.
        editorial: What an editor supplied or repaired.
        references: What it cites, notes included.
        tables: Its tables, as rows of the texts of cells.
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
    """What a reader wrote under a page.

    Attributes:
        id: Name of the comment, which stays the same.
        companion: Name of the text when it is no law, else None.
        address: Provision it is about; None when it does not say.
        created: Time as ISO 8601.
        quote: Words of the law that it quotes, else None.
        inferred: ``("reply",)`` when the page does not say what it answers.
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
    """What an editor decided on a comment: status, reason, author and date."""

    comment: str
    status: Literal["applied", "rejected"]
    reason: str
    author: str
    date: str


@dataclass(frozen=True, slots=True)
class DecidedComment(Comment):
    """A comment with the decision of an editor on it; ``settled`` is None where there is none."""

    settled: Decision | None


@dataclass(frozen=True, slots=True)
class Provision:
    """A provision in every language.

    Attributes:
        eid: The address as an Akoma Ntoso id.
        parent: Address of the provision that contains it; None for a law.
        cited_by: Provisions that cite it.
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
    """A provision and all in it, or several; ``edition`` is that of the first.

    ``commentaries`` are the names of the commentaries on their laws.
    """

    edition: str
    provisions: tuple[Provision, ...]
    commentaries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CompanionPlace:
    """A part of a text that is no law: the name of the text, and the id of the part."""

    name: str
    id: str


@dataclass(frozen=True, slots=True)
class CompanionReference(Reference):
    """A reference in a text that is no law; ``from_`` is None."""

    companion: CompanionPlace


@dataclass(frozen=True, slots=True)
class CompanionPart:
    """A part of a text that is no law, without the parts in it.

    Attributes:
        id: ``all`` for the text itself.
        kind: ``section``, ``entry`` and the like; of the text itself, its kind.
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
    """The page of a text that is no law, and the time of its revision; None when not known."""

    page: str
    revised: str | None


@dataclass(frozen=True, slots=True)
class CompanionText:
    """A text that is no law in one language; its parts in document order, the whole first."""

    title: str | None
    parts: tuple[CompanionPart, ...]
    comments: tuple[Comment, ...]
    source: RevisedPage


@dataclass(frozen=True, slots=True)
class Companion:
    """A text that is no law: definitions, a preface, a commentary.

    Attributes:
        kind: What it is; None when it is not available.
        law: Number of the law that it comments on, else None.
    """

    edition: str
    companion: str
    kind: str | None
    law: int | None
    texts: Mapping[str, CompanionText] = field(hash=False)


@dataclass(frozen=True, slots=True)
class LawTitle:
    """A law of an edition: its number, and its title by language, None where it has none."""

    edition: str
    number: int
    titles: Mapping[str, str | None] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A provision whose languages cite different provisions.

    ``cited`` has by language what not all of them cite.
    """

    edition: str
    address: str
    cited: Mapping[str, tuple[str, ...]] = field(hash=False)


@dataclass(frozen=True, slots=True)
class OtherText:
    """The text of a hit in another language.

    Attributes:
        label: The address as that language writes it.
        snippet: Words at about the same place.
        spans: What the query found in them.
        counterparts: What probably translates the words that were found.
    """

    lang: str
    label: str
    snippet: str
    spans: tuple[Span, ...]
    counterparts: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Hit:
    """A provision, or a part of a text that is no law, that a query found.

    Attributes:
        score: Higher is better; comparable within one result.
        address: Its address; None for a part of another text.
        companion: The part of another text; None for a provision.
        label: The address as ``lang`` writes it, or title and term.
        lang: Language of the text that fits the query best.
        heading: Headings above it in one line, or None.
        spans: What was found, as offsets into ``snippet``.
        other: The first of ``others``, or None.
        others: The other languages of it.
    """

    rank: int
    score: float
    edition: str
    address: str | None
    companion: CompanionPlace | None
    label: str
    lang: str
    heading: str | None
    snippet: str
    spans: tuple[Span, ...]
    other: OtherText | None
    others: tuple[OtherText, ...]


@dataclass(frozen=True, slots=True)
class AddedWord:
    """A translation that was searched besides a word of the query."""

    typed: str
    lang: str
    counterpart: str
    probability: float
    origin: str


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a query found.

    Attributes:
        interpreted: How the query was understood.
        total: Number of provisions found.
        suggestion: The query with one word corrected, or None.
        engine: Name of the engine; ``address`` when the query was an address.
        added: Translations that were searched, too.
    """

    query: str
    interpreted: str
    total: int
    hits: tuple[Hit, ...]
    suggestion: str | None
    engine: str
    added: tuple[AddedWord, ...]


@dataclass(frozen=True, slots=True)
class QueryPart:
    """A part of a query: an operator with its operands, or a word or phrase (``part``)."""

    kind: Literal["and", "or", "near", "not", "within", "part"]
    text: str
    parts: tuple[QueryPart, ...]


@dataclass(frozen=True, slots=True)
class Token:
    """A word as it is written and its stem, as they are in the index."""

    exact: str
    stem: str


@dataclass(frozen=True, slots=True)
class Counterpart:
    """A translation of a word; ``found`` is the number of provisions with it."""

    lang: str
    text: str
    probability: float
    links: int
    origin: Literal["glossary", "definitions", "texts"]
    found: int


@dataclass(frozen=True, slots=True)
class WordReading:
    """A word of a query in one language, with the number of provisions that it finds alone."""

    lang: str
    tokens: tuple[Token, ...]
    found: int
    counterparts: tuple[Counterpart, ...]


@dataclass(frozen=True, slots=True)
class ExplainedWord:
    """A word of a query in every language, with the number of provisions that it finds alone."""

    text: str
    found: int
    readings: tuple[WordReading, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a query was understood; ``tree`` is None for an address."""

    tree: QueryPart | None
    words: tuple[ExplainedWord, ...]


@dataclass(frozen=True, slots=True)
class MarkedWords:
    """Words that a finding points at."""

    lang: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a check says about a provision or a pair of texts.

    Attributes:
        severity: By what the fault does to a reader.
        edition: Id of the edition; None for a pair.
        address: The provision, or the id of a pair; None when the whole code is meant.
        lang: Language of the text at fault.
        message: One sentence: what differs.
        score: Probability of the fault, 0 to 1; None where there is no doubt.
        marked: The words to mark, in either text.
        fixable: Whether ``lawkb check --fix`` can repair it.
        fingerprint: Its name, which stays the same while it says the same.
        line: Line of a bilingual file, or None.
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
    marked: tuple[MarkedWords, ...]
    fixable: bool
    fingerprint: str
    line: int | None
    waived: bool


@dataclass(frozen=True, slots=True)
class Findings:
    """What the checks say, and the number of findings by severity and ``waived``."""

    findings: tuple[Finding, ...]
    summary: Mapping[str, int] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Change:
    """A provision that is not what it was.

    Attributes:
        kind: ``added``, ``removed`` and the like.
        diff: Its words; empty for ``marks``.
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
        user: Name of the author, or None.
        losses: What of this revision could not be read.
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
    """A provision of an edition in one language, without the provisions in it."""

    edition: str
    lang: str
    heading: str | None
    text: str


@dataclass(frozen=True, slots=True)
class ComparedReference:
    """A reference of a provision in two editions.

    Attributes:
        old: Target in the older edition; None when added. A target in another edition than that of
            its side has the edition before it: ``2007:12C1(e)``.
        new: Target in the newer edition; None when dropped.
        old_upto: The last provision of a range, else None.
        new_upto: The same of the newer edition.
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
    """The texts of two editions in one language, where they differ."""

    lang: str
    diff: Diff


@dataclass(frozen=True, slots=True)
class ComparedProvision:
    """A provision in two editions.

    Attributes:
        old: Its address in the older edition; None when added.
        new: Its address in the newer edition; None when dropped.
        why: Remark of the concordance on the move, or None.
        words: For languages that both editions have.
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
    """Number of provisions and references by kind, and of provisions whose words differ."""

    provisions: Mapping[str, int] = field(hash=False)
    references: Mapping[str, int] = field(hash=False)
    words: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """A provision and all in it in two editions, older first; ``languages`` is by edition."""

    editions: tuple[str, str]
    languages: Mapping[str, tuple[str, ...]] = field(hash=False)
    provisions: tuple[ComparedProvision, ...]
    summary: ComparisonSummary


@dataclass(frozen=True, slots=True)
class Rendering:
    """A translation of a term.

    Attributes:
        words: As in the glossary; for a suggestion as in the texts.
        status: Status in the glossary, or ``suggested``.
        times: Number of provisions with the term and these words.
    """

    words: str
    status: str
    times: int
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the original in one translation.

    Attributes:
        times: Number of originals that have it.
        missing: Addresses of provisions with the term and none of its translations.
    """

    term: str
    lang: str
    times: int
    renderings: tuple[Rendering, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LawStates:
    """The number of provisions of a law by state of their translation."""

    law: int
    states: Mapping[State, int] = field(hash=False)


@dataclass(frozen=True, slots=True)
class ProvisionState:
    """State of a translated provision; ``stale`` if a text changed after a state was recorded."""

    address: str
    state: State
    stale: bool


@dataclass(frozen=True, slots=True)
class Progress:
    """Translation progress; ``summary`` has the number of provisions by state."""

    edition: str
    lang: str
    laws: tuple[LawStates, ...]
    provisions: tuple[ProvisionState, ...]
    summary: Mapping[State, int] = field(hash=False)


@dataclass(frozen=True, slots=True)
class ImportedText:
    """A text of a translator's file.

    Attributes:
        why: What was done, or why it was refused.
        before: The translation in the corpus.
        after: The translation in the file.
    """

    id: str
    row: int
    outcome: Literal["accepted", "refused", "untouched"]
    why: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What became of a translator's file.

    Attributes:
        rows: Accepted and refused texts.
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
    """Something that a page no longer holds, or that could not be read."""

    kind: str
    address: str | None
    lang: str | None
    message: str
    line: int | None


@dataclass(frozen=True, slots=True)
class IngestedPage:
    """What one page gave.

    Attributes:
        chars: Number of characters by where they went; they sum to ``total``.
    """

    page: str
    law: int | None
    companions: tuple[str, ...]
    edition: str | None
    languages: tuple[str, ...]
    provisions: int
    references: int
    chars: Mapping[str, int] = field(hash=False)
    losses: tuple[Loss, ...]


@dataclass(frozen=True, slots=True)
class UnreadFile:
    """A file in the folder of a source that is not read, and why."""

    file: str
    why: str


@dataclass(frozen=True, slots=True)
class IngestResult:
    """What reading all sources gave.

    Attributes:
        changed: Files of the corpus that were written or removed, or would be.
        removed: Those that were removed, or would be.
        changes: Provisions that are not what they were.
        audit: Faults of the code as a whole, a line each.
    """

    pages: tuple[IngestedPage, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    unread: tuple[UnreadFile, ...]
    changes: tuple[Change, ...]
    audit: tuple[str, ...]


def as_json(value: Any) -> Any:
    """Return a value of these types as objects that ``json.dumps`` writes.

    Returns:
        What the command of the same name prints with ``--format json``: dicts and lists.
    """
    if is_dataclass(value) or isinstance(value, Mapping):
        return {key: as_json(held) for key, held in json_object(value).items()}
    return [as_json(each) for each in value] if isinstance(value, tuple | list) else value


def json_object(value: Any) -> dict[str, Any]:
    """Return a dataclass of these types, or a mapping, as a dict; what is in it stays as it is."""
    if isinstance(value, Mapping):
        return dict(value)
    return {each.name.rstrip("_"): getattr(value, each.name) for each in fields(value)}
