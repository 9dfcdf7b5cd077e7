"""The query context: what a code says about how its texts and queries are read."""

from __future__ import annotations

from dataclasses import dataclass

from lawkb.model.address import Scheme
from lawkb.model.code import Outline
from lawkb.model.language import Language


@dataclass(frozen=True, slots=True)
class QueryContext:
    """The settings of a code that reading texts and queries depends on.

    Attributes:
        languages: All languages of the code, in the order of the expressions.
        scheme: Levels of the addresses.
        editions: Their ids, newest first.
        authoritative: Tag of the language whose text is the original.
    """

    languages: tuple[Language, ...]
    scheme: Scheme
    editions: tuple[str, ...]
    authoritative: str

    @property
    def tags(self) -> tuple[str, ...]:
        """BCP 47 tags of the languages."""
        return tuple(language.code for language in self.languages)

    def language(self, tag: str) -> Language:
        """Return the language of a tag. Raises KeyError when the code has no such language."""
        return {language.code: language for language in self.languages}[tag]


def context_of(outline: Outline) -> QueryContext:
    """Return the query context of a code."""
    editions = tuple(edition.id for edition in outline.editions)
    return QueryContext(outline.languages, outline.scheme, editions, outline.authoritative)
