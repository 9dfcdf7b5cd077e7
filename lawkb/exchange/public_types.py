"""The types of the public interface and their JSON: every attribute is named like its JSON field.

``from`` is a word of Python, so the attribute is ``from_``. Addresses are strings in canonical
form, ``47E2(a)``; ``lang`` is a BCP 47 tag, ``el``; ``edition`` is the id of an edition, ``2017``.
Offsets are code points, half-open. Stable: attributes may be added, never renamed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Literal

# What finds the answer makes these itself, and loads no others.
from lawkb.model.answer import AddedWord as AddedWord
from lawkb.model.answer import CompanionPlace as CompanionPlace
from lawkb.model.answer import CorrectedWord as CorrectedWord
from lawkb.model.answer import Hit as Hit
from lawkb.model.answer import OtherText as OtherText
from lawkb.model.answer import Rendering as Rendering
from lawkb.model.answer import SearchResult as SearchResult
from lawkb.model.answer import Term as Term
from lawkb.model.answer import Wording as Wording
from lawkb.model.passage import Span

Diff = tuple[tuple[Literal["same", "gone", "new"], str], ...]  # pieces of text, in order
State = Literal["needs-translation", "needs-review", "translated", "reviewed", "final"]


@dataclass(frozen=True, slots=True)
class Reference:
    """Words of a text that cite provisions; one object for each target."""

    edition: str  # Edition of the citing provision.
    lang: str  # Language of the citing text.
    from_: str | None  # Address of the citing provision; None for a text that is in no provision.
    raw: str  # The citing words: `16C`.
    start: int  # Offset in the text where they begin.
    end: int  # Offset where they end.
    # `absolute` (*Law 16C*), `relative` (*B above*), `self` (*this Law*) or `range`.
    form: Literal["absolute", "relative", "self", "range"]
    # The cited provision, `2007:47B` if it is of another edition; None if there is not exactly one.
    target: str | None
    upto: str | None  # The last provision of a range, else None.
    # `held` if the cited provision exists, `not-held` if its law is not in the corpus, `ambiguous`,
    # `unresolved` if its law lacks it, `removed` if the corpus had it before, or `outside` if it
    # belongs to another act.
    status: Literal["held", "not-held", "ambiguous", "unresolved", "removed", "outside"]
    candidates: tuple[str, ...]  # Addresses that an ambiguous reference may mean.
    folded: str | None  # `raw` in the alphabet of its language if it mixes alphabets, else None.
    # Address to which a link on these words leads, if that is another provision.
    linked: str | None
    subparagraph: int | None  # Number of the cited paragraph that has no label, from 1; else None.
    division: str | None  # Id of the cited part or chapter, `part_1__chp_2`; else None.
    note: str | None  # Marker of the footnote that contains the reference, `1`; else None.
    act: str | None  # Short name of the other act that is cited; else None.
    # URL or Akoma Ntoso IRI of the provision of the other act, if it is known; else None.
    url: str | None


@dataclass(frozen=True, slots=True)
class CitedBy:
    """A provision that cites another one, in one language."""

    edition: str  # Edition of the citing provision.
    lang: str  # Language of the citing text.
    from_: str  # Address of the citing provision.


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote of the law text."""

    marker: str  # As printed, `1`.
    text: str | None  # Text of the footnote; None if the source lost it.
    inferred: tuple[str, ...]  # `("marker",)` if the number was inferred from the order.
    lost: tuple[str, ...]  # `("text",)` if the source has the marker but no footnote.


@dataclass(frozen=True, slots=True)
class Mark:
    """Emphasis of a part of a text."""

    # `bold`, `italic`, `underline`, `mono`, `sub`, `sup`, `deleted`, `inserted` or `code`.
    kind: str
    start: int  # Offset in the text where it begins.
    end: int  # Offset where it ends.


@dataclass(frozen=True, slots=True)
class Link:
    """A link in a text; mail addresses are left out."""

    # What it leads to: `page`, `external`, `media`, `interwiki` or `windows` (a shared folder).
    kind: str
    start: int  # Offset in the text where the linked words begin.
    end: int  # Offset where they end.
    target: str  # Id of a page, `code:rule_07`; otherwise the target as written, such as a URL.
    anchor: str | None  # Part of the target after `#`, or None.


@dataclass(frozen=True, slots=True)
class PagePlace:
    """The source page of a text."""

    page: str  # Id of the page.
    lines: Span | None  # First and last line of the text on the page, from 1; None if unknown.


@dataclass(frozen=True, slots=True)
class Repeal:
    """The repeal of a provision; all empty where only the words of the source say it."""

    date: str | None  # First day on which it is not in force, ISO 8601; None if it is not known.
    by: str  # What repealed it, in words.
    url: str | None  # URL of what repealed it.
    address: str | None  # Address of the provision of this code that repealed it.
    reason: str  # Why the editor recorded it.
    author: str  # The editor.


@dataclass(frozen=True, slots=True)
class Text:
    """A provision in one language."""

    label: str  # The address as the language writes it, `47Ε2(α)`.
    num: str | None  # The label as printed on the page, `(α)`; None if the page has none.
    heading: str | None  # Heading of the provision, or None.
    text: str  # Text of the provision, without that of the provisions inside it.
    complete: bool  # False if an editor has marked that words are missing.
    inferred: tuple[str, ...]  # What was inferred, such as `("num",)` for the label.
    lost: tuple[str, ...]  # What the source lost, such as `("heading",)`.
    editorial: tuple[str, ...]  # What an editor supplied or corrected, such as `("heading",)`.
    notes: tuple[Note, ...]  # Its footnotes.
    references: tuple[Reference, ...]  # Its references, those in its footnotes included.
    marks: tuple[Mark, ...]  # Emphasis; offsets refer to `text`.
    links: tuple[Link, ...]  # Links; offsets refer to `text`.
    # Its tables: the texts of the cells, by table, row and cell.
    tables: tuple[tuple[tuple[str, ...], ...], ...]
    source: PagePlace  # Where on the source page it is.
    repealed: Repeal | None = None  # Its repeal; None if it is in force.
    # SHA-256 of heading and text, in UTF-8 with a line end between them, 64 hexadecimal digits.
    sha256: str = ""
    wording: Wording | None = None  # When it had this wording; None if it was not asked for.


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment that a reader wrote under a page."""

    id: str  # Id of the comment; it does not change when comments are added.
    page: str  # Id of the page.
    edition: str  # Edition of the text on the page.
    lang: str  # Language of the text on the page.
    companion: str | None  # Name of the text if it is no law, such as `definitions`; else None.
    address: str | None  # Provision that the comment is about; None if unknown.
    author: str  # Name of the reader, or of the translator.
    created: str  # Time as ISO 8601.
    # File of a translator; None for a reader's.
    origin: str | None
    text: str  # The comment.
    quote: str | None  # Words of the law that it quotes, else None.
    # `open`; `applied` if the text has adopted the proposal; `outdated` if the quoted words are
    # gone; `orphan` if the provision is; `rejected` by an editor.
    status: Literal["open", "applied", "outdated", "orphan", "rejected"]
    inferred: tuple[str, ...]  # `("reply",)` if the page does not show which comment it answers.
    replies: tuple[Comment, ...]  # Answers to the comment.


@dataclass(frozen=True, slots=True)
class Decision:
    """An editor's decision on a comment."""

    comment: str  # Id of the comment.
    status: Literal["applied", "rejected"]  # `applied` or `rejected`.
    reason: str  # Why.
    author: str  # Name of the editor.
    date: str  # ISO date, `2018-05-25`.


@dataclass(frozen=True, slots=True)
class DecidedComment(Comment):
    """A comment with an editor's decision on it."""

    settled: Decision | None  # The decision; None if there is none.


@dataclass(frozen=True, slots=True)
class Provision:
    """A provision in every language."""

    edition: str  # Edition of the provision.
    address: str  # Its address, `47E2(a)`.
    eid: str  # The address as an Akoma Ntoso id, `rule_47__para_E`.
    parent: str | None  # Address of the provision that contains it; None for a law.
    texts: Mapping[str, Text] = field(hash=False)  # The provision by language.
    cited_by: tuple[CitedBy, ...]  # Provisions that cite it.
    comments: tuple[Comment, ...]  # Comments of readers on it.
    missing: tuple[str, ...]  # Languages of the edition in which the law is not available.
    permalink: str | None = None  # URL on the published site; None if the site has no address.


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One or more provisions, each with all provisions inside it."""

    edition: str  # Edition of the first provision.
    provisions: tuple[Provision, ...]  # The provisions, in the order requested.
    commentaries: tuple[str, ...]  # Names of the commentaries on their laws.


@dataclass(frozen=True, slots=True)
class DivisionText:
    """Label and heading of a division, such as a chapter, in one language."""

    label: str  # The label as the page prints it, `CHAPTER II`; empty if it prints none.
    heading: str | None  # The heading, or None.


@dataclass(frozen=True, slots=True)
class ShownDivision:
    """A division of the laws, such as a chapter: an item of the JSON of ``lawkb show``."""

    edition: str  # Its edition.
    division: str  # Its id, `chp_4__sec_2`.
    laws: tuple[int | str, ...]  # Numbers of the laws in it, also of those in divisions inside it.
    texts: Mapping[str, DivisionText] = field(hash=False)  # Label and heading by language.


@dataclass(frozen=True, slots=True)
class ShownDivisions:
    """The divisions that a text names: the JSON of ``lawkb show "chapter 2"``."""

    divisions: tuple[ShownDivision, ...]  # The divisions, in order.


@dataclass(frozen=True, slots=True)
class CompanionReference(Reference):
    """A reference in a companion, a text beside the laws such as a preface; ``from_`` is None."""

    companion: CompanionPlace  # The section that contains the reference.


@dataclass(frozen=True, slots=True)
class CompanionPart:
    """A section of a companion, a text beside the laws, without the sections inside it."""

    id: str  # Id of the section; `all` for the companion itself.
    parent: str | None  # Id of the section that contains it; None for the companion itself.
    kind: str  # `section`, `entry` and so on; for the companion itself its kind.
    num: str | None  # Printed number of the section, or None.
    heading: str | None  # Its heading, or None.
    text: str  # Its text, without that of the sections inside it.
    notes: tuple[Note, ...]  # Its footnotes.
    references: tuple[CompanionReference, ...]  # Its references, those in its footnotes included.
    marks: tuple[Mark, ...]  # Emphasis; offsets refer to `text`.
    links: tuple[Link, ...]  # Links; offsets refer to `text`.
    # Its tables: the texts of the cells, by table, row and cell.
    tables: tuple[tuple[tuple[str, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class RevisedPage:
    """The source page of a companion, a text beside the laws."""

    page: str  # Id of the page.
    revised: str | None  # Time of its revision as ISO 8601; None if unknown.


@dataclass(frozen=True, slots=True)
class CompanionText:
    """A companion, which is a text beside the laws, in one language."""

    title: str | None  # Its title, or None.
    parts: tuple[CompanionPart, ...]  # The companion itself, then its sections in document order.
    comments: tuple[Comment, ...]  # Comments of readers on it.
    source: RevisedPage  # The page it came from.


@dataclass(frozen=True, slots=True)
class Companion:
    """A text beside the laws: definitions, a preface, a commentary."""

    edition: str  # Edition that it belongs to.
    companion: str  # Its name, `definitions`.
    kind: str | None  # `definitions`, `preface` and so on; None if the text is not available.
    # Number of the law that it comments on, else None; `12a` of one inserted later.
    law: int | str | None
    texts: Mapping[str, CompanionText] = field(hash=False)  # The text by language.


@dataclass(frozen=True, slots=True)
class LawTitle:
    """A law with its titles."""

    edition: str  # Edition of the law.
    number: int | str  # Number of the law; `12a` of one inserted later.
    # Title by language; None in a language without a title.
    titles: Mapping[str, str | None] = field(hash=False)


@dataclass(frozen=True, slots=True)
class HeldLanguage:
    """What the corpus holds of an edition in one language, and what it does not."""

    lang: str  # The language.
    translation_of: str | None  # Language of the text that decides; None if this one does.
    date: str  # ISO date of this text.
    notice: str  # Copyright and terms of use.
    held: tuple[str, ...]  # Laws that the corpus holds: `14`, a range as `20-47`.
    not_held: tuple[str, ...]  # Laws of the edition that it does not hold, written like `held`.
    # Names of the texts beside the laws, such as `definitions`.
    companions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EditionContents:
    """What the corpus holds of an edition."""

    edition: str  # Id of the edition.
    date: str  # ISO date of its promulgation.
    by: str  # Name of the organization that promulgated it.
    declared: int  # Number of its laws, which are numbered from 1.
    languages: tuple[HeldLanguage, ...]  # What is held in each language, the original first.
    laws: tuple[LawTitle, ...]  # The laws that are held in any language.


@dataclass(frozen=True, slots=True)
class Contents:
    """What a corpus holds: its code, editions, languages and laws."""

    title: Mapping[str, str] = field(hash=False)  # Title of the code by language.
    original: str  # Language of the text that decides; the others translate it.
    editions: tuple[EditionContents, ...]  # The editions, newest first.


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A provision whose languages cite different provisions."""

    edition: str  # Edition of the provision.
    address: str  # Its address.
    # By language, the cited addresses that not all languages have.
    cited: Mapping[str, tuple[str, ...]] = field(hash=False)


@dataclass(frozen=True, slots=True)
class QueryPart:
    """A part of a query: an operator with its operands, or a single word, phrase or field."""

    # The operator; `part` for a word, phrase or field.
    kind: Literal["and", "or", "near", "not", "within", "part"]
    text: str  # The part as it would be typed in full.
    parts: tuple[QueryPart, ...]  # The operands.


@dataclass(frozen=True, slots=True)
class Token:
    """A word as it is in the search index."""

    exact: str  # The word, without case and accents.
    stem: str  # Its stem.


@dataclass(frozen=True, slots=True)
class Counterpart:
    """A translation of a word of a query."""

    lang: str  # Language of the translation.
    text: str  # The translation.
    probability: float  # Probability that the word is translated this way, 0 to 1; 1 for a term.
    links: int  # How often the texts translate the word this way; 0 for a term.
    # Where it was found: `glossary`, `definitions`, `texts` or `general`.
    origin: Literal["glossary", "definitions", "texts", "general"]
    found: int  # Number of provisions with the translation.


@dataclass(frozen=True, slots=True)
class WordReading:
    """A word or phrase of a query as one language reads it."""

    lang: str  # The language.
    tokens: tuple[Token, ...]  # Its words as they are in the search index.
    found: int  # Number of provisions with it in this language.
    counterparts: tuple[Counterpart, ...]  # Its translations into other languages.


@dataclass(frozen=True, slots=True)
class ExplainedWord:
    """A word or phrase of a query."""

    text: str  # As typed.
    found: int  # Number of provisions that it finds alone.
    readings: tuple[WordReading, ...]  # How each language reads it.


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a query was understood."""

    tree: QueryPart | None  # The query; None if it has no word to search for.
    words: tuple[ExplainedWord, ...]  # Its words and phrases in the order typed.


@dataclass(frozen=True, slots=True)
class MarkedWords:
    """Words that a finding points to."""

    lang: str  # Language of the text.
    start: int  # Offset in the text where they begin.
    end: int  # Offset where they end.


@dataclass(frozen=True, slots=True)
class Finding:
    """A likely fault that a check reports in a provision or a pair of texts."""

    rule: str  # Name of the rule, `omission`.
    severity: Literal["error", "warning", "note"]  # How much the fault harms a reader.
    edition: str | None  # Id of the edition; None for a pair of a bilingual file.
    # The provision, or the id of the pair; None if the whole code is concerned.
    address: str | None
    lang: str  # Language of the text at fault.
    message: str  # What differs, in one sentence.
    quote: str  # The words at fault, or empty.
    hint: str  # What an editor can do about it.
    evidence: tuple[str, ...]  # Further facts that support the finding.
    score: float | None  # Probability of the fault, 0 to 1; None if the rule does not estimate it.
    confidence: float  # The same; 1 if the rule does not estimate it.
    marked: tuple[MarkedWords, ...]  # The words to mark, in either text.
    fixable: bool  # Whether `lawkb check --fix` can correct it.
    fingerprint: str  # Id of the finding, which stays the same while the fault does.
    file: str | None  # Path of a bilingual file; None for a law.
    line: int | None  # Line of a bilingual file, or row of a workbook, from 1; or None.
    waived: bool  # Whether an editor has accepted it.


@dataclass(frozen=True, slots=True)
class Findings:
    """The result of the checks."""

    findings: tuple[Finding, ...]  # All findings, waived ones too.
    # Number of findings by severity, and of waived ones as `waived`.
    summary: Mapping[str, int] = field(hash=False)


CitationVerdict = Literal[
    "found",
    "not-held",
    "no-such-provision",
    "repealed",
    "ambiguous",
    "other-edition",
    "outside",
]
QuoteVerdict = Literal[
    "quote-exact",
    "quote-differs",
    "quote-elsewhere",
    "quote-of-another-edition",
    "quote-not-found",
]


@dataclass(frozen=True, slots=True)
class VerifiedCitation:
    """Words of a text that cite a provision, and whether there is such a provision."""

    # `found`; `not-held` if its law is not in the corpus; `no-such-provision` if its law has none;
    # `repealed`; `ambiguous` if several may be meant, or if it is not said which; `other-edition`
    # if only another edition has it; `outside` if it belongs to another act.
    verdict: CitationVerdict
    severity: Literal["error", "warning", "note"] | None  # None if nothing is to be said.
    message: str  # The verdict in one sentence.
    raw: str  # The citing words: `47E2(a)`.
    start: int  # Offset in the text where they begin.
    end: int  # Offset where they end.
    line: int | None  # Their line in the text or file, from 1; None where it is not known.
    lang: str  # Language that they were read in.
    edition: str  # Edition in which the provision was looked up.
    target: str | None  # The cited provision; None if there is not exactly one.
    upto: str | None  # The last provision of a range, else None.
    # What may be meant: the provisions of an ambiguous citation, the nearest one that there is, or
    # the provision in another edition, `2007:47B`.
    candidates: tuple[str, ...]
    act: str | None  # Short name of the other act that is cited; else None.
    permalink: str | None  # URL of the provision on the site; None if the site has no address.


@dataclass(frozen=True, slots=True)
class VerifiedQuote:
    """Words of a text in quotation marks, and whether a provision has them."""

    # `quote-exact`; `quote-differs` if its provision has other words in places; `quote-elsewhere`
    # if another provision has it; `quote-of-another-edition`; `quote-not-found`.
    verdict: QuoteVerdict
    severity: Literal["error", "warning", "note"] | None  # None if nothing is to be said.
    message: str  # The verdict in one sentence.
    words: str  # The quoted words, without the quotation marks.
    start: int  # Offset in the text where they begin.
    end: int  # Offset where they end.
    line: int | None  # Their line in the text or file, from 1; None where it is not known.
    cited: str | None  # The provision that they are said to be of; None if none is named.
    # The provision that has them, or the nearest words; None if there is none.
    address: str | None
    edition: str | None  # Its edition; None if there is none.
    lang: str | None  # The language of these words; None if there is none.
    # The words of the provision compared with the quoted ones: `same`; `gone`, only the provision
    # has them; `new`, only the quotation has them. Empty for an exact quotation.
    diff: Diff
    correct: str | None  # What to write instead; None if that is not sure.
    # Language of the text that decides, if the words are those of a translation; else None.
    translation_of: str | None
    # Errors of `lawkb check` that are open for the provision, a sentence for each: there the two
    # languages may say different things.
    open_errors: tuple[str, ...]
    permalink: str | None  # URL of the provision on the site; None if the site has no address.


@dataclass(frozen=True, slots=True)
class Verification:
    """The citations and quotations of a text, each with a verdict: ``lawkb verify``."""

    file: str | None  # Path of the file; None for a text that was given.
    edition: str  # Edition that the text is about, where a citation names no other.
    languages: tuple[str, ...]  # Languages that its citations were read in, the most used first.
    citations: tuple[VerifiedCitation, ...]  # In the order of the text.
    quotes: tuple[VerifiedQuote, ...]  # In the order of the text.
    summary: Mapping[str, int] = field(hash=False)  # Number of citations and quotes by verdict.


@dataclass(frozen=True, slots=True)
class Verifications:
    """What ``lawkb verify`` says of several files."""

    texts: tuple[Verification, ...]  # The files in the order they were named.


@dataclass(frozen=True, slots=True)
class Change:
    """A provision that has changed between two readings of the code."""

    edition: str  # Edition of the provision.
    lang: str  # Language of the text.
    address: str  # Its address.
    # `added`, `removed`, `heading`, `text`, `notes`, or `marks` for what was inferred, lost or
    # supplied.
    kind: str
    diff: Diff  # Its words: `same`, `gone` or `new`; empty for `marks`.


@dataclass(frozen=True, slots=True)
class Revision:
    """A revision of a page that changed a provision."""

    page: str  # Id of the page.
    revision: str  # Id of the revision.
    time: str  # Time of the revision as ISO 8601, `2017-05-26T06:05:00Z`.
    kind: str  # Type of change, such as `edit` or `delete`; `unknown` without a record of it.
    user: str | None  # Name of the author, or None.
    summary: str  # The author's note on it.
    changes: tuple[Change, ...]  # Provisions that it changed.
    losses: tuple[str, ...]  # Parts of this revision that could not be read.


@dataclass(frozen=True, slots=True)
class EditionText:
    """A provision of an edition in one language, without the provisions inside it."""

    edition: str  # The edition.
    lang: str  # The language.
    heading: str | None  # Heading of the provision, or None.
    text: str  # Text of the provision.


@dataclass(frozen=True, slots=True)
class ComparedReference:
    """A reference of a provision in two editions."""

    # `moved` if the cited provision has another address in the newer edition.
    kind: Literal["kept", "moved", "dropped", "added"]
    # Cited provision in the older edition; None if the reference was added. If it is of another
    # edition, that comes first: `2007:12C1(e)`.
    old: str | None
    # Cited provision in the newer edition, written like `old`; None if the reference was dropped.
    new: str | None
    old_upto: str | None  # Last provision of a range in the older edition, else None.
    new_upto: str | None  # Last provision of a range in the newer edition, else None.
    why: str | None  # Remark of the concordance on the move, or None.


@dataclass(frozen=True, slots=True)
class WordDiff:
    """The difference between the texts of two editions in one language."""

    lang: str  # The language.
    diff: Diff  # The words in order: `same`, `gone` or `new`.


@dataclass(frozen=True, slots=True)
class ComparedProvision:
    """A provision in two editions."""

    kind: Literal["same", "moved", "added", "dropped"]  # `moved` if its address has changed.
    old: str | None  # Its address in the older edition; None if it was added.
    new: str | None  # Its address in the newer edition; None if it was dropped.
    why: str | None  # Remark of the concordance on the move, or None.
    texts: tuple[EditionText, ...]  # Its texts in both editions.
    references: tuple[ComparedReference, ...]  # Its references in both editions.
    words: tuple[WordDiff, ...]  # Differing texts, for languages that both editions have.


@dataclass(frozen=True, slots=True)
class ComparisonSummary:
    """The counts of a comparison."""

    provisions: Mapping[str, int] = field(hash=False)  # Number of provisions by kind.
    references: Mapping[str, int] = field(hash=False)  # Number of references by kind.
    words: int  # Number of provisions whose words differ.


@dataclass(frozen=True, slots=True)
class Comparison:
    """A provision and all provisions inside it in two editions."""

    editions: tuple[str, str]  # Ids of the older and the newer edition.
    languages: Mapping[str, tuple[str, ...]] = field(hash=False)  # Languages compared, by edition.
    provisions: tuple[ComparedProvision, ...]  # The provisions, in the order of the newer edition.
    summary: ComparisonSummary  # Their counts.


@dataclass(frozen=True, slots=True)
class LawStates:
    """The progress of a translation in one law."""

    law: int | str  # Number of the law; `12a` of one inserted later.
    states: Mapping[State, int] = field(hash=False)  # Number of its provisions by review state.


@dataclass(frozen=True, slots=True)
class ProvisionState:
    """The review state of a translated provision."""

    address: str  # Address of the provision.
    state: State  # Its state.
    stale: bool  # Whether original or translation has changed since a state was recorded.


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a translation."""

    edition: str  # Edition that is translated.
    lang: str  # Language of the translation.
    laws: tuple[LawStates, ...]  # Number of provisions by review state, for each law.
    provisions: tuple[ProvisionState, ...]  # The review state of each provision.
    summary: Mapping[State, int] = field(hash=False)  # Number of provisions by review state.


@dataclass(frozen=True, slots=True)
class ImportedText:
    """A text of a translator's file."""

    id: str  # Address and part of the text: `47E2(a)`, `20E heading`.
    row: int  # Its line or row in the file, from 1.
    # Whether it was accepted, refused, or changes nothing.
    outcome: Literal["accepted", "refused", "unchanged"]
    why: str  # What was done, or why it was refused; of an unchanged text mostly empty.
    before: str  # The translation in the corpus.
    after: str  # The translation in the file.
    comment: str | None  # The comment that is recorded.


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The result of importing a translator's file."""

    rows: tuple[ImportedText, ...]  # Every text of the file once, in the order of the file.
    summary: Mapping[str, int] = field(hash=False)  # Number of texts by outcome.
    files: tuple[str, ...]  # Files of the corpus that were written, or would be.
    dry_run: bool  # Whether nothing was written.
    findings: tuple[Finding, ...]  # The new ones.


@dataclass(frozen=True, slots=True)
class Loss:
    """Something that is missing in a page, or that could not be read."""

    kind: str  # Kind of loss, such as `heading`.
    address: str | None  # The provision concerned, or None.
    lang: str | None  # Its language, or None.
    message: str  # What is missing, in one sentence.
    line: int | None  # Line of the page, from 1; or None.


@dataclass(frozen=True, slots=True)
class IngestedPage:
    """The result of reading one source page."""

    page: str  # Id of the page.
    law: int | str | None  # Number of its law, `12a` of one inserted later, or None.
    companions: tuple[str, ...]  # Names of its texts that are no laws, such as `definitions`.
    edition: str | None  # Edition of its texts; None if it has none.
    languages: tuple[str, ...]  # Languages of its texts.
    provisions: int  # Number of provisions.
    references: int  # Number of references.
    # Number of characters by what they became; they sum to `total`.
    chars: Mapping[str, int] = field(hash=False)
    losses: tuple[Loss, ...]  # What is missing or could not be read.


@dataclass(frozen=True, slots=True)
class ReadLaws:
    """The laws of one language in a file."""

    lang: str  # Language of the laws.
    numbers: tuple[str, ...]  # Their numbers in order.
    missing: tuple[str, ...]  # Numbers that are missing between the first and the last one.
    beside: tuple[str, ...]  # Names of the texts beside them: `recitals`, `annex-1`.
    provisions: int  # Number of provisions.
    divisions: int  # Number of parts, chapters and sections above them.


@dataclass(frozen=True, slots=True)
class ReadFile:
    """What a file holds, as ``lawkb read`` shows it."""

    file: str  # Path of the file.
    form: str  # Format of the file: `docx`, `markdown`, `mediawiki`, `html` and so on.
    languages: tuple[str, ...]  # Its languages.
    laws: tuple[ReadLaws, ...]  # Its laws in each language that has any.
    companions: tuple[str, ...]  # Names of its texts that are no laws, such as `definitions`.
    # Number of characters by what they became; they sum to `total`.
    chars: Mapping[str, int] = field(hash=False)
    losses: tuple[Loss, ...]  # What is missing or could not be read.


@dataclass(frozen=True, slots=True)
class UnreadFile:
    """A file in the folder of a source that is not read."""

    file: str  # Path of the file.
    why: str  # Why it is not read.
    # Files of the corpus that stay as they are, because they came of it; None if it is no page.
    kept: tuple[str, ...] | None = None
    hint: str = ""  # What to do, with which `why` ends; empty if that is not known.


@dataclass(frozen=True, slots=True)
class RetiredCorrection:
    """A correction that is no longer needed, because its page has it now."""

    patch: str  # File and number of its entry: `corpus/patches/law_20.toml [[patches]] 1`.
    address: str  # Address of the corrected provision.
    lang: str  # Language of the corrected text.
    # `heading`, `text` or `note`; `complete` for a mark of missing words.
    field: Literal["heading", "text", "note", "complete"]
    old: str  # The words that were replaced, or beside which words were missing.
    new: str  # The new words.


@dataclass(frozen=True, slots=True)
class IngestedExpression:
    """The laws of an edition in one language, counted after reading all sources."""

    edition: str  # The edition.
    lang: str  # The language.
    laws: int  # Number of laws.
    declared: int  # Number of laws of the edition, from `corpus.toml`.
    numbers: tuple[str, ...]  # Numbers of the laws.
    beside: tuple[str, ...]  # Texts beside the laws, such as `annex-1`.
    recitals: int  # Number of recitals.
    divisions: int  # Number of parts and chapters above the laws.
    # What is missing before the last law of the edition in any language, and what only other
    # languages have.
    missing: tuple[str, ...]
    untitled: int  # Number of laws without a title.
    title_like: int  # Number of texts that look like the title of a law that is not there.
    inferred: int  # Number of labels that were inferred.


@dataclass(frozen=True, slots=True)
class IngestResult:
    """The result of reading all sources."""

    pages: Sequence[IngestedPage]  # The result for each page.
    changed: tuple[str, ...]  # Files of the corpus that were written or removed, or would be.
    removed: tuple[str, ...]  # Files of the corpus that were removed, or would be.
    unread: tuple[UnreadFile, ...]  # Files of the sources that are not read.
    changes: Sequence[Change]  # Provisions that have changed since the last reading.
    audit: tuple[str, ...]  # Faults of the code as a whole, one line each.
    # Corrections that were removed because their pages have them now, or would be.
    retired: tuple[RetiredCorrection, ...]
    # The laws of each edition and language, counted.
    expressions: tuple[IngestedExpression, ...] = ()
    added: tuple[str, ...] = ()  # Those of the changed files that the corpus did not have.
    # Edition and language of which there are pages of laws, and no law is read: `["2017", "el"]`.
    without_laws: tuple[tuple[str, str], ...] = ()
    broken: tuple[str, ...] = ()  # References to provisions that were removed, a sentence for each.


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
    """A correction that ``lawkb push`` handled."""

    patch: str  # File and number of its entry: `corpus/patches/law_20.toml [[patches]] 1`.
    address: str  # Address of the corrected provision.
    lang: str  # Language of the corrected text.
    field: Literal["heading", "text", "note"]  # `heading`, `text` or `note`.
    old: str  # The words to replace.
    new: str  # The new words.
    # `written` to the wiki; `pending`, would be written; `held`, the wiki has it already;
    # `refused`, it cannot be merged; `left`, its page cannot be written; `kept`, it stays here: not
    # reviewed, with an open error, or a heading that its page never had.
    state: Literal["written", "pending", "held", "refused", "left", "kept"]
    why: str | None  # Why it was refused, left or kept; else None.


@dataclass(frozen=True, slots=True)
class PushedPage:
    """A page of a wiki with its corrections."""

    wiki: str | None  # Address of the wiki; None if the corpus does not name it.
    page: str  # Id of the page in the wiki.
    # `written`, `pending` (would be written), `unchanged` or `left`.
    state: Literal["written", "pending", "unchanged", "left"]
    why: str | None  # Why the page was left; else None.
    corrections: tuple[PushedCorrection, ...]  # The corrections of the page.
    changes: tuple[Change, ...]  # Provisions that changed in the wiki, or would.


@dataclass(frozen=True, slots=True)
class PushResult:
    """The result of sending corrections to the wikis."""

    pages: tuple[PushedPage, ...]  # The pages that have corrections.
