"""The ground of a search: what every text and every query of a code is read by."""

from __future__ import annotations

from dataclasses import dataclass

from lawkb.model.address import Scheme
from lawkb.model.code import Outline
from lawkb.model.language import Language


@dataclass(frozen=True, slots=True)
class Ground:
    """What the outline of a code says to a search.

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
        """The language of a tag. Raises KeyError when the code is not held in it."""
        return {language.code: language for language in self.languages}[tag]


def ground_of(outline: Outline) -> Ground:
    """What the outline of a code says to a search."""
    editions = tuple(edition.id for edition in outline.editions)
    return Ground(outline.languages, outline.scheme, editions, outline.authoritative)
