"""What lawkb answers: hits of a query, terms with their translations, and the days of a wording.

These are types of the public interface that are made where the answer is found. Every attribute is
named like its JSON field; ``public_types`` says how they are written.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from lawkb.model.passage import Span


@dataclass(frozen=True, slots=True)
class CompanionPlace:
    """A section of a companion: a text beside the laws, such as a preface or definitions."""

    name: str  # Name of the companion, `definitions`.
    id: str  # Id of the section; `all` for the companion itself.


@dataclass(frozen=True, slots=True)
class OtherText:
    """The text of a search hit in another language."""

    lang: str  # That language.
    label: str  # The address as that language writes it, `47Ε2(α)`.
    snippet: str  # Some words that correspond to the snippet of the hit.
    spans: tuple[Span, ...]  # What the query finds in `snippet`, as offsets.
    # Probable translations, in `snippet`, of the words found in the hit.
    counterparts: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Hit:
    """A provision, a division, or a section of a text beside the laws, that a query found."""

    rank: int  # Position among the hits, from 1.
    score: float  # Higher is better; comparable only within one result.
    edition: str  # Edition of the provision.
    address: str | None  # Address of the provision; None for other places.
    # The section of a companion (a text beside the laws); None for other places.
    companion: CompanionPlace | None
    division: str | None  # Id of the division, `chp_4__sec_2`; None for other places.
    # The address as `lang` writes it, `47Ε2(α)`; for a companion its title and the heading of the
    # section.
    label: str
    lang: str  # Language of the text that fits the query best.
    heading: str | None  # Its headings, from the law down, in one line; or None.
    snippet: str  # Some words of the text around what was found.
    spans: tuple[Span, ...]  # What was found, as offsets into `snippet`.
    other: OtherText | None  # The first of `others`, or None.
    others: tuple[OtherText, ...]  # The provision in its other languages.
    # The entry of the index of subjects that led here: `opening lead: is it my lead?`; else None.
    subject: str | None = None


@dataclass(frozen=True, slots=True)
class AddedWord:
    """A translation of a word of the query that was searched for, too."""

    typed: str  # The word or phrase as typed.
    lang: str  # Language of the translation.
    counterpart: str  # The translation.
    probability: float  # Probability that the word is translated this way, 0 to 1; 1 for a term.
    origin: str  # Where it was found: `glossary`, `definitions`, `texts` or `general`.


@dataclass(frozen=True, slots=True)
class CorrectedWord:
    """A typed word that no text has."""

    typed: str  # The word as typed.
    shown: str  # The word that was searched instead.


@dataclass(frozen=True, slots=True)
class AbsentLaw:
    """A law that a query asks for and that is not here."""

    address: str  # What was typed, `68` or `16B1`; the law where its title has words of the query.
    # `not-held` if its text is not here, `unknown` if the edition has no such law.
    status: Literal["not-held", "unknown"]
    titles: tuple[tuple[str, str], ...]  # Tag of a language and the title; editors give them.


@dataclass(frozen=True, slots=True)
class OfficialLink:
    """Where the official text of an edition is."""

    lang: str  # Its language.
    name: str  # Its name; empty where the code gives none.
    url: str  # Its address; of the whole text where the query names no law.


@dataclass(frozen=True, slots=True)
class NotHere:
    """What a query asks for and this collection does not have, and where it is."""

    edition: str  # Id of the edition that is meant.
    words: tuple[str, ...]  # Words of the query that no text here has.
    laws: tuple[AbsentLaw, ...]  # Laws that the query names, or whose titles have its words.
    held: tuple[str, ...]  # Numbers of the laws that are here.
    of: int  # How many laws the edition has.
    official: tuple[OfficialLink, ...]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The answer to a query."""

    query: str  # The query as typed.
    interpreted: str  # How the query was understood, `penalty AND card`.
    total: int  # Number of provisions found.
    hits: tuple[Hit, ...]  # The best of them, best first.
    # The corrected query, which the hits answer, or the nearest address that exists; None without.
    suggestion: str | None
    engine: str  # Name of the search engine; `address` if the query was an address.
    added: tuple[AddedWord, ...]  # Translations that were searched for, too.
    # Words that no text has, with those that were searched instead.
    corrected: tuple[CorrectedWord, ...]
    # How many of the provisions have all words of the query: the first ones, but for those that the
    # index of subjects gives.
    whole: int
    is_question: bool = False  # Whether words of a question, such as *can*, were left out.
    not_here: NotHere | None = None  # What was asked for and is not here.


@dataclass(frozen=True, slots=True)
class Rendering:
    """A translation of a term."""

    words: str  # As written in the glossary; for a suggestion as written in the texts.
    status: str  # Status in the glossary, or `suggested`.
    times: int  # How often it occurs in translations of texts with the term.
    places: tuple[str, ...]  # Addresses of the provisions with the term and these words.


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the original in one translation."""

    term: str  # The words in the original language.
    lang: str  # Language of the translation.
    times: int  # How often it occurs in originals.
    renderings: tuple[Rendering, ...]  # Its translations.
    missing: tuple[str, ...]  # Addresses of provisions with the term and none of its translations.


@dataclass(frozen=True, slots=True)
class Wording:
    """The days on which a text had its wording, as far as the corpus knows; days are UTC."""

    # First day on which it is known to have had it, ISO 8601; None if no day is known.
    since: str | None
    # First day on which it had it no longer; None if it still has it, or if the day is not known.
    until: str | None
    # How `since` is known: `revision`, the wiki has the change of that day; `page`, the page was
    # changed last on that day, whatever was changed; `edition`, the text was published on that day.
    known_by: Literal["revision", "page", "edition"]
    notes: tuple[str, ...]  # What is not known, or known otherwise, a sentence for each.
