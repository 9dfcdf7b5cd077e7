"""The interface of a search engine: what an index must do, whichever library implements it.

Text analysis and the query language are the same for every engine. An engine receives documents,
indexes their tokens (``zones``), and compiles query trees into queries of its library.

What ranks first is the score of a word by where it is, here and on the site.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import log, log1p
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from lawkb.model.address import Address, InSeries, Ordinal, Scheme, base_of, insert_of
from lawkb.model.code import Outline
from lawkb.search.documents import Document, Part, tokens_of_part
from lawkb.search.query.nodes import CITING, ZONES, Field, Node
from lawkb.words.tokens import Token, address_token

FEW = 3  # provisions with all words, below which those with most words follow them

# What ranks first. Each word of a query counts once, by the weightiest field that holds it, and
# then by its BM25, which adds less than 1.
FIELD_BOOSTS: dict[Field, float] = {
    "address": 500,
    "heading": 400,
    "text": 300,
    "notes": 200,
    "above": 150,
    "comments": 100,
}
MEANT_SHARE = 0.8  # of its score, for a word found by what it means in the law code
EXACT_BOOST = 2  # the word as it was typed before other forms of it
GROUPED_BOOST = 100  # each word after the first, when all are near one another
NEAR_BOOST = 25  # all words of the query are near one another
TOGETHER_BOOST = 50  # they follow one another as they were typed
MAKES_BOOST = 60  # the text says that something becomes what is asked for
FIRST_BOOST = 75  # the same, at the beginning of a heading

# When no provision has all words, which of them one has matters more than where: by this share the
# boosts of the fields come nearer to that of the text.
LEVELLED = 0.75

_K1 = 1.2  # BM25: how soon more of a word count less
# How often a word is in a text counts in these steps: four times like three times.
COUNT_STEPS = (1, 2, 3, 5, 9)
# Scores are multiples of 1 / _PARTS. Servers add scores as 32-bit numbers, which hold these exactly
# up to 16,384: so all engines have the same scores, and the same ties.
_PARTS = 1024


def exact_score(score: float) -> float:
    """Return a score as every engine can hold it exactly."""
    return round(score * _PARTS) / _PARTS


def count_step(count: int) -> int:
    """Return as how many a number of occurrences of a word in a text counts."""
    return max(step for step in COUNT_STEPS if step <= count)


def weight_of_word(count: int, found: int, documents: int) -> float:
    """Return what a word adds to the boost of its field: BM25 regardless of text length, below 1.

    Args:
        count: How often the text of a document has the word, one of ``COUNT_STEPS``.
    """
    rarity = log(documents / (found + 1)) + 1
    relevance = rarity * count * (_K1 + 1) / (count + _K1)
    return exact_score(relevance / (1 + relevance))


def share_of_rare(found: int, documents: int) -> float:
    """Return 1 for what one of all ``documents`` has, and less for what more of them have."""
    return log1p(documents / found) / log1p(documents) if found else 1


def ranking_table() -> dict[str, float]:
    """Return the scores for the script of the site, by name."""
    fields = {str(field): boost for field, boost in FIELD_BOOSTS.items()}
    return {
        **fields,
        "exact": EXACT_BOOST,
        "meant": MEANT_SHARE,
        "grouped": GROUPED_BOOST,
        "near": NEAR_BOOST,
        "together": TOGETHER_BOOST,
        "first": FIRST_BOOST,
        "makes": MAKES_BOOST,
        "levelled": LEVELLED,
        "few": FEW,
    }


class Match(Struct, frozen=True):
    """A document that a search found."""

    document: Document
    score: float  # the higher the better; comparable only within one search


class Found(Struct, frozen=True):
    """The result of a search."""

    total: int  # Number of documents found.
    # The best of them, best first; equally good ones in the order of the laws.
    matches: tuple[Match, ...]


class Engine(Protocol):
    """An index that can be searched."""

    name: str  # Name of the library or server: `whoosh`.
    version: str  # Version of its files; an index of another version is rebuilt.
    # Folder with what was learned of the code when the index was built, and with the index itself
    # if it is not on a server; None while there is none.
    folder: Path | None

    def search(self, tree: Node, languages: tuple[str, ...], limit: int) -> Found:
        """Return the documents that a query finds in the texts of some languages."""

    def words(self, language: str) -> Mapping[str, int]:
        """Return the indexed words of a language, folded, with how often texts have them."""

    def count(self) -> int:
        """Return the number of documents in the open index."""


class EmbeddedEngine(Engine, Protocol):
    """An engine whose index is a folder of files that it writes itself."""

    def build(self, documents: Iterable[Document], folder: Path) -> int:
        """Index documents, given in the order of the laws, in an empty folder.

        Returns:
            Number of documents.
        """

    def open(self, folder: Path) -> None:
        """Open an index that ``build`` wrote.

        Raises:
            OSError: There is no index in the folder.
        """


class Zoned(Struct, frozen=True):
    """The tokens of a document in one language and field."""

    language: str  # Tag of the language.
    field: Field  # A zone, such as `notes`, or `address` for the address of the provision.
    # Tokens of each part of the field; no phrase crosses from one part into the next.
    parts: tuple[tuple[Token, ...], ...]


def zones(document: Document, outline: Outline) -> Iterator[Zoned]:
    """Yield the tokens of a document for each of its languages and fields.

    Fields are ``address``, ``heading``, ``text``, ``notes``, ``comments`` and ``above``: the
    headings of what contains the document.
    """
    scheme, citing = outline.scheme, document.citing
    own = (address_token(citing, scheme),) if citing else ()
    for text in document.texts:
        language = outline.language(text.language)
        if own:
            yield Zoned(text.language, "address", (own,))
        for zone in ZONES:
            parts = text.in_zone(zone)
            if parts:
                read = (tokens_of_part(part, language, scheme, citing) for part in parts)
                yield Zoned(text.language, zone, tuple(read))
        if text.above:
            parts = tuple(Part("heading", heading) for heading in text.above)
            read = (tokens_of_part(part, language, scheme, citing) for part in parts)
            yield Zoned(text.language, "above", tuple(read))


def terms(token: Token, scheme: Scheme) -> tuple[str, tuple[str, ...]]:
    """Return the exact term of a token, and the terms under which a wider search finds it.

    For a word these are its stem, for an address itself and the provisions that contain it: a
    citation of 16C is also indexed under 16, so that searching for Law 16 finds it.
    """
    if token.address is None:
        return token.term, (token.stem,) if token.kind == "word" else ()
    above = (token.address, *token.address.ancestors())
    return token.term, tuple(address_token(place, scheme).term for place in above)


def exact_field(language: str, field: Field) -> str:
    """Return the name of the index field of words in their exact form: ``exact_el_text``."""
    return f"exact_{language}_{field}"


def stem_field(language: str, field: Field) -> str:
    """Return the name of the index field of stems: ``stem_el_text``."""
    return f"stem_{language}_{field}"


def place_key(address: Address) -> str:
    """Return a term for an address that sorts like the address and begins with that of its parent.

    Example: ``0000002f.00000005`` for 47E, ``0000002fa`` for 47a: letters and ``_`` sort after the
    dot, so that what is inserted after a provision is after what is inside it.
    """
    return ".".join(map(_ordinal_key, address.path))


def _ordinal_key(n: Ordinal) -> str:
    if isinstance(n, InSeries):
        side = "!" if n.place < 0 else "x"  # these sort before and after all digits
        return f"{side}{abs(n.place):02x}{_ordinal_key(n.n)}"
    return f"{base_of(n):08x}{insert_of(n).replace('.', '_')}"


def is_word(term: str) -> bool:
    """Return whether an exact term is a word, not an address."""
    return not term.startswith("§")


def cited_by_document(
    document: Document, read: tuple[Zoned, ...]
) -> tuple[tuple[str, Address], ...]:
    """Return the provisions that a document cites, each once, with the id of the edition.

    The edition is that of the document unless the citing words name another one.
    """
    named = {
        reference.target: reference.edition
        for text in document.texts
        for part in text.parts
        for reference in part.references or ()
        if reference.target and reference.edition
    }
    cited = {
        token.address
        for zone in read
        if zone.field in CITING
        for part in zone.parts
        for token in part
        if token.address
    }
    pairs = ((named.get(address) or document.edition, address) for address in cited)
    return tuple(sorted(pairs, key=lambda pair: (pair[0], pair[1].path)))
