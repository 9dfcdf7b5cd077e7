"""The ground of a search: what every text and every query of a code is read by."""

from __future__ import annotations

from lawkb.model.address import Level, Scheme
from lawkb.model.language import Language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dataclasses import dataclass
    from typing import Any

    from lawkb.model.code import Outline
else:
    from lawkb.frozen import dataclass


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


def ground_record(ground: Ground) -> dict[str, Any]:
    """A ground as plain lists that a cache can keep: what reads queries, and nothing else."""
    languages = [
        {
            **{name: getattr(language, name) for name in _OF_LANGUAGE},
            "tables": {
                "search": {"operators": language.tables.get("search", {}).get("operators", {})},
                "references": {"law": language.tables.get("references", {}).get("law", ())},
            },
        }
        for language in ground.languages
    ]
    levels = [
        [getattr(level, name) for name in Level.__match_args__] for level in ground.scheme.levels
    ]
    return {
        "languages": languages,
        "levels": levels,
        "editions": ground.editions,
        "authoritative": ground.authoritative,
    }


def read_ground(record: dict[str, Any]) -> Ground:
    """The ground of a record that ``ground_record`` gave."""
    return Ground(
        languages=tuple(Language(**each) for each in record["languages"]),
        scheme=Scheme(tuple(Level(*each) for each in record["levels"])),
        editions=record["editions"],
        authoritative=record["authoritative"],
    )


_OF_LANGUAGE = (
    "code", "iso639_3", "name", "script", "law", "upper", "lower", "variants", "lookalikes"
)  # fmt: skip
