"""Shelves: what an index gives to be searched, whichever library keeps it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from lawkb.model.address import Address, Scheme
from lawkb.search.tree import FIELDS, Field


class Shelf(Protocol):
    """Postings of an index: which documents hold a term, how often, and where.

    Documents are numbers from 0, in the order of the laws. The names of its fields are those of
    ``exact_name`` and ``stem_name``.
    """

    @property
    def languages(self) -> tuple[str, ...]:
        """BCP 47 tags of the languages it holds."""

    @property
    def size(self) -> int:
        """Number of documents."""

    def counts(self, name: str, term: str) -> Sequence[tuple[Sequence[int], Sequence[int]]]:
        """Documents of a term in a field, and how often each holds it, in blocks."""

    def positions(self, name: str, term: str, among: frozenset[int]) -> dict[int, Sequence[int]]:
        """Where some documents hold a term in a field, positions in order."""

    def words(self, language: str) -> str:
        """The words of a language as ``spelling.write_words`` gives them."""

    def having(self, what: str, value: str) -> Iterable[int]:
        """Documents of an edition, a law, or with a text of a language or zone."""

    def laws(self) -> tuple[int, ...]:
        """Numbers of the laws held, in order."""

    def edition(self, number: int) -> str:
        """Edition of a document."""

    def address(self, number: int) -> Address | None:
        """Address of a document; None for a part of a companion."""

    def cited(self, number: int) -> tuple[tuple[str, str], ...]:
        """Editions and terms of the provisions that a document cites."""


@dataclass(frozen=True, slots=True)
class Run:
    """A search under way.

    Attributes:
        shelf: What is searched.
        scheme: Levels of the addresses.
        languages: Languages to read.
        fields: Fields to read, the weightiest first.
    """

    shelf: Shelf
    scheme: Scheme
    languages: tuple[str, ...]
    fields: tuple[Field, ...] = FIELDS


def exact_name(language: str, field: Field) -> str:
    """Name of the field of very forms."""
    return f"exact_{language}" if field == "text" else f"exact_{language}_{field}"


def stem_name(language: str, field: Field) -> str:
    """Name of the field of stems."""
    return f"stem_{language}" if field == "text" else f"stem_{language}_{field}"
