"""The types of the public face, and their JSON: every attribute is named like its JSON field.

``from`` is a word of Python, so the attribute is ``from_``. Addresses are strings in their
canonical writing, ``47E2(a)``. Offsets are code points, half-open. Stable: attributes may be added,
never renamed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Literal

Record = dict[str, Any]  # a JSON object


@dataclass(frozen=True, slots=True)
class Reference:
    """A place in a text that cites provisions; one for each target.

    Attributes:
        edition: Edition of the citing text.
        lang: BCP 47 tag of the citing text.
        from_: Address of the citing provision; None for a text that is in no provision.
        raw: The words.
        start: Where they begin in the text.
        end: Where they end.
        form: ``absolute``, ``relative``, ``self`` or ``range``.
        target: The cited provision, ``2007:47B`` where it is of another edition; None when
            there is no single one.
        upto: The last provision of a range, else None.
        status: ``held``, ``not-held``, ``ambiguous`` or ``unresolved``.
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
        lost: What the source no longer holds.
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
    lines: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Text:
    """A provision in one language.

    Attributes:
        label: The address as the language writes it, ``47Ε2(α)``.
        num: The label as printed on the page; None when the page has none.
        heading: Heading, or title of a law; None when it has none.
        text: Its own words, without those of the provisions in it.
        complete: False when an editor has found that words are missing.
        inferred: What was rebuilt, such as ``("num",)``.
        lost: What the source no longer holds, such as ``("heading",)``.
        editorial: What an editor supplied or repaired.
        notes: Its footnotes.
        references: What it cites, notes included.
        marks: Its emphasis.
        links: Its links.
        tables: Its tables, as rows of the texts of cells.
        source: Where it came from.
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
        page: Page id.
        edition: Edition of the text.
        lang: BCP 47 tag of the text.
        companion: Name of the text when it is no law, else None.
        address: Provision it is about; None when it does not say.
        author: Name as printed.
        created: Time as ISO 8601.
        text: What it says.
        quote: Words of the law that it quotes, else None.
        status: ``open``, ``applied``, ``outdated``, ``orphan`` or ``rejected``.
        inferred: ``("reply",)`` when the page does not say what it answers.
        replies: Answers to it, in order.
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
        edition: Id of the edition, ``2017``.
        address: Its address, ``47E2(a)``.
        eid: The address as an Akoma Ntoso id.
        parent: Address of the provision that contains it; None for a law.
        texts: By BCP 47 tag.
        cited_by: Provisions that cite it.
        comments: Readers' comments on it.
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
    """A provision and all in it, or several such provisions.

    Attributes:
        edition: Edition of the first.
        provisions: In document order.
        commentaries: Names of the commentaries on their laws.
    """

    edition: str
    provisions: tuple[Provision, ...]
    commentaries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LawTitle:
    """A law of an edition: its number, and its title by BCP 47 tag, None where it has none."""

    edition: str
    number: int
    titles: Mapping[str, str | None] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A provision whose languages cite different provisions; by tag, what not all of them cite."""

    edition: str
    address: str
    cited: Mapping[str, tuple[str, ...]] = field(hash=False)


@dataclass(frozen=True, slots=True)
class OtherText:
    """The text of a hit in another language.

    Attributes:
        lang: BCP 47 tag.
        label: The address as that language writes it.
        snippet: Words at about the same place.
        spans: What the query found in them.
        counterparts: What probably translates the words that were found.
    """

    lang: str
    label: str
    snippet: str
    spans: tuple[tuple[int, int], ...]
    counterparts: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class CompanionPlace:
    """A part of a text beside the laws: the name of the text, and the id of the part."""

    name: str
    id: str


@dataclass(frozen=True, slots=True)
class Hit:
    """A provision, or a part of a text beside the laws, that a query found.

    Attributes:
        rank: From 1.
        score: Higher is better; comparable within one result.
        edition: Id of the edition.
        address: Its address; None for a part of another text.
        companion: The part of another text; None for a provision.
        label: The address as ``lang`` writes it, or title and term.
        lang: BCP 47 tag of the text that fits the query best.
        heading: Headings above it in one line, or None.
        snippet: Words around what was found.
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
    spans: tuple[tuple[int, int], ...]
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
        query: As typed.
        interpreted: How it was understood.
        total: Number of provisions found.
        hits: The best of them.
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
class MarkedWords:
    """Words that a finding points at."""

    lang: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a check says about a provision or a pair of texts.

    Attributes:
        rule: Name of the rule, ``omission``.
        severity: By what the fault does to a reader.
        edition: Id of the edition; None for a pair.
        address: The provision, or the id of a pair; None when the whole code is meant.
        lang: BCP 47 tag of the text at fault.
        message: One sentence: what differs.
        quote: The words at fault, or empty.
        hint: What to do.
        evidence: Further facts.
        score: Probability of the fault, 0 to 1; None where there is no doubt.
        marked: The words to mark, in either text.
        fixable: Whether ``lawkb check --fix`` can repair it.
        fingerprint: Its name, which stays the same while it says the same.
        line: Line of a bilingual file, or None.
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
        edition: Its edition.
        lang: BCP 47 tag of the text.
        address: The provision.
        kind: ``added``, ``removed`` and the like.
        diff: Pieces of text, each ``same``, ``gone`` or ``new``.
    """

    edition: str
    lang: str
    address: str
    kind: str
    diff: tuple[tuple[str, str], ...]


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
        page: Page id.
        law: Number of its law, or None.
        companions: Names of its texts that are no laws.
        edition: Edition of its texts, or None when it has none.
        languages: BCP 47 tags of its texts.
        provisions: Number of its provisions.
        references: Number of its references.
        chars: Number of characters by where they went; they sum to ``total``.
        losses: What it no longer holds.
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
        pages: The pages.
        changed: Files of the corpus that were written or removed, or would be.
        removed: Those that were removed, or would be.
        unread: Files that are not read.
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
    if is_dataclass(value):
        named = ((each.name, getattr(value, each.name)) for each in fields(value))
        return {name.rstrip("_"): as_json(held) for name, held in named}
    if isinstance(value, Mapping):
        return {key: as_json(held) for key, held in value.items()}
    return [as_json(each) for each in value] if isinstance(value, tuple | list) else value
