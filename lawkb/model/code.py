"""The code: what corpus.toml says of it, and the laws of it that are held."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lawkb.model.address import Address, Scheme
from lawkb.model.companion import Companion
from lawkb.model.language import Language, read_language
from lawkb.model.law import Law, Provision


@dataclass(frozen=True, slots=True)
class Organization:
    """A body that made or translated an expression.

    Attributes:
        id: Id inside the XML, ``wbf``.
        name: Its name as shown.
    """

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Edition:
    """One promulgated version of the code.

    Attributes:
        id: ``2017``; part of paths and URLs.
        date: ISO date of the promulgation.
        by: Id of the body that promulgated it.
        laws: Number of its laws: they run from 1 to this one.
    """

    id: str
    date: str
    by: str
    laws: int


@dataclass(frozen=True, slots=True)
class Expression:
    """An edition in one language.

    Attributes:
        edition: Id of the edition.
        language: BCP 47 tag.
        date: ISO date of this text.
        by: Id of the body that wrote it.
        notice: Whose text it is and on what terms it is shown.
    """

    edition: str
    language: str
    date: str
    by: str
    notice: str


@dataclass(frozen=True, slots=True)
class Outline:
    """What a code is, before any law of it: the first part of ``corpus.toml``.

    Attributes:
        id: Id in URIs, ``duplicate-bridge``.
        authority: Authority part of URIs, ``aa-wbf``.
        authoritative: Tag of the language whose text is the original.
        titles: Title of the code by language tag.
        scheme: Levels and their numbering.
        editions: Newest first.
        expressions: Every edition in every language it is held in; the authoritative one of an
            edition first.
        organizations: The bodies named above.
        law_words: By language tag, every form of lawkb's word for a law to the code's own:
            ``νόμου`` to ``κανόνα``. Empty where they are the same.
        references: By language tag, the code's own words for references: lists as in the table
            ``[references]`` of a language, words of the levels, and of unnumbered paragraphs.
    """

    id: str
    authority: str
    authoritative: str
    titles: Mapping[str, str] = field(hash=False)
    scheme: Scheme
    editions: tuple[Edition, ...]
    expressions: tuple[Expression, ...]
    organizations: tuple[Organization, ...]
    law_words: Mapping[str, Mapping[str, str]] = field(default_factory=dict, hash=False)
    references: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, hash=False)
    # What language() has given: the same object again, which what is read by it is kept for.
    _languages: dict[str, Language] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    # All of them, once somebody has asked: pages ask again and again.
    _in_order: list[tuple[Language, ...]] = field(
        default_factory=list, init=False, repr=False, compare=False
    )

    def edition(self, edition_id: str) -> Edition:
        """The edition of an id. Raises KeyError when there is none."""
        return {edition.id: edition for edition in self.editions}[edition_id]

    def expression(self, edition_id: str, language: str) -> Expression:
        """The expression of an edition in a language. Raises KeyError when there is none."""
        for each in self.expressions:
            if each.edition == edition_id and each.language == language:
                return each
        raise KeyError((edition_id, language))

    def place(self, edition: str, language: str, number: int) -> tuple[int, int, int]:
        """Sort key of a law: edition, number, expression. Raises KeyError for an unknown one."""
        editions = {known.id: place for place, known in enumerate(self.editions)}
        languages = {(e.edition, e.language): place for place, e in enumerate(self.expressions)}
        if not 1 <= number <= self.edition(edition).laws:
            raise KeyError(number)
        return editions[edition], number, languages[edition, language]

    def language(self, tag: str) -> Language:
        """The language of a tag with the code's own words for a law and for references.

        Raises:
            LawkbError: lawkb has no such language.
        """
        if tag not in self._languages:
            language = read_language(tag)
            words, added = self.law_words.get(tag), self.references.get(tag)
            language = language.with_words(words) if words else language
            self._languages[tag] = language.with_references(added) if added else language
        return self._languages[tag]

    @property
    def languages(self) -> tuple[Language, ...]:
        """All languages of the code, in the order of the expressions."""
        if not self._in_order:
            tags = dict.fromkeys(expression.language for expression in self.expressions)
            self._in_order.append(tuple(self.language(tag) for tag in tags))
        return self._in_order[0]

    def organization(self, organization_id: str) -> Organization:
        """The body of an id. Raises KeyError when there is none."""
        return {body.id: body for body in self.organizations}[organization_id]


@dataclass(frozen=True, slots=True)
class Code:
    """A body of laws: its outline and the laws that are held.

    Attributes:
        outline: What the code is.
        laws: Held laws by edition, language and number, in the order of editions, numbers and
            expressions.
        companions: Held definitions, commentaries and prefaces by edition, language and name.
        files: Digests of the files that all of it was read from, by their paths in the corpus;
            None when it was not, or when nobody asked for them.
        pages: Where the pages lie, by source and page id; empty when nobody asked.
    """

    outline: Outline
    laws: Mapping[tuple[str, str, int], Law] = field(hash=False)
    companions: Mapping[tuple[str, str, str], Companion] = field(default_factory=dict, hash=False)
    files: Mapping[str, str] | None = field(default=None, hash=False, compare=False)
    pages: Mapping[tuple[str, str], str] = field(default_factory=dict, hash=False, compare=False)

    def law(self, edition: str, language: str, number: int) -> Law | None:
        """A held law, or None."""
        return self.laws.get((edition, language, number))

    def numbers(self, edition: str) -> tuple[int, ...]:
        """Numbers of the laws held of an edition, in any language."""
        return tuple(sorted({number for held, _, number in self.laws if held == edition}))

    def languages_of(self, edition: str, number: int) -> tuple[str, ...]:
        """Languages a law is held in, in the order of the outline's expressions."""
        order = [e.language for e in self.outline.expressions if e.edition == edition]
        return tuple(tag for tag in order if (edition, tag, number) in self.laws)

    def lacking_languages(self, edition: str, number: int) -> tuple[str, ...]:
        """Languages that a law is not held in, though others of its edition are."""
        begun = {tag for held, tag, _ in self.laws if held == edition}
        held = self.languages_of(edition, number)
        order = [e.language for e in self.outline.expressions if e.edition == edition]
        return tuple(tag for tag in order if tag in begun and tag not in held)

    def provision(self, edition: str, language: str, address: Address) -> Provision | None:
        """The provision at an address of a held law, or None."""
        law = self.law(edition, language, address.law)
        return law.find(address) if law else None
