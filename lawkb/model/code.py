"""A code: its outline from corpus.toml, and the laws of the corpus."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from lawkb.errors import LawkbError
from lawkb.large_collections import LargeDict
from lawkb.model.address import Address, Ordinal, Scheme, base_of
from lawkb.model.language import Language, language_of_code, main_language
from lawkb.model.law import Law, Provision
from lawkb.model.source import Id, IsoDate, LanguageTag, OfficialUrl, Positive

if TYPE_CHECKING:  # many codes have none
    from lawkb.model.companion import Companion
    from lawkb.model.division import DivisionLevel, Divisions


class Organization(Struct, frozen=True):
    """A body that promulgated or translated the laws."""

    id: Id  # id in the XML, ``wbf``
    name: str  # its name, as readers know it


class Edition(Struct, frozen=True):
    """One promulgated version of the code, such as that of 2017."""

    id: Id  # ``2017``; part of paths and URLs
    date: IsoDate  # ISO date of the promulgation
    by: str  # id of the organization that promulgated it
    laws: Positive  # number of its laws, which are numbered from 1
    in_force: IsoDate | None = None  # ISO date since when it is in force; None if it is not known


class OfficialText(Struct, frozen=True):
    """Where the official text of an edition in a language is, on a site of somebody else."""

    # URL of a provision of it, or of the whole; it may have the placeholders `{law}`, `{address}`,
    # `{language}` and `{edition}`.
    url: OfficialUrl
    name: str = ""  # its name, in its own language; empty where the code gives none


class Expression(Struct, frozen=True):
    """An edition in one language."""

    edition: str  # Id of the edition.
    language: LanguageTag  # BCP 47 tag of the language.
    date: IsoDate  # ISO date of this text.
    by: str  # Id of the organization that wrote this text.
    notice: str  # Copyright and terms of use of the text.
    official_text: OfficialText | None = None  # None if it is not known where one is


class Outline(Struct, frozen=True, dict=True):
    """A code as ``corpus.toml`` describes it: its editions, languages and address scheme."""

    id: str  # Id in URIs, `duplicate-bridge`.
    authority: str  # Authority part of URIs, `aa-wbf`.
    authoritative: str  # Tag of the language of the original.
    titles: Mapping[str, str]  # Title of the code by language tag.
    scheme: Scheme  # The levels of addresses.
    editions: tuple[Edition, ...]  # Editions, newest first.
    # Every edition in each of its languages; the authoritative language of an edition first.
    expressions: tuple[Expression, ...]
    organizations: tuple[Organization, ...]  # The bodies that editions and expressions name.
    # By language tag, from every form of lawkb's word for a law to the word that the code uses:
    # `νόμου` to `κανόνα`. Empty where both are the same.
    law_words: Mapping[str, Mapping[str, str]] = {}  # msgspec copies it
    # By language tag, words that this code uses in references, for its levels and for unnumbered
    # paragraphs: lists as in the table `[references]` of a language file.
    references: Mapping[str, Mapping[str, Any]] = {}
    # URL where readers suggest a correction of a provision, with placeholders; None if the site
    # offers none.
    correction: str | None = None
    # Whether the site is searched on its server, not in the reader's browser.
    search_on_server: bool = False
    # The kinds of divisions above the laws, such as chapters, from the outside in.
    divisions: tuple[DivisionLevel, ...] = ()
    # Other acts that this code cites: their language, name, short name and URL, as in
    # `lawkb/languages/acts.tsv`.
    acts: tuple[tuple[str, ...], ...] = ()

    def __hash__(self) -> int:
        """Return a hash without the tables."""
        return hash((self.id, self.authority, self.authoritative, self.scheme, self.editions))

    @cached_property
    def _languages(self) -> dict[str, Language]:
        """Languages by tag, made once: caches elsewhere are keyed by the same object."""
        return {}

    def edition(self, edition_id: str) -> Edition:
        """Return the edition of an id such as ``2017``. Raises KeyError when there is none."""
        for each in self.editions:
            if each.id == edition_id:
                return each
        raise KeyError(edition_id)

    def expression(self, edition_id: str, language: str) -> Expression:
        """Return an edition in a language as ``Expression``. Raises KeyError when there is none."""
        for each in self.expressions:
            if each.edition == edition_id and each.language == language:
                return each
        raise KeyError((edition_id, language))

    def place(self, edition: str, language: str, number: Ordinal) -> tuple[int, Ordinal, int]:
        """Return a sort key for a law: positions of its edition, its number and its expression."""
        editions = {known.id: place for place, known in enumerate(self.editions)}
        languages = {(e.edition, e.language): place for place, e in enumerate(self.expressions)}
        beside = self.scheme.series_of(number) is not None
        if not (beside or 1 <= base_of(number) <= self.edition(edition).laws):
            raise KeyError(number)
        return editions[edition], number, languages[edition, language]

    def language(self, tag: str) -> Language:
        """Return the language of a tag, with the words of this code for laws and references."""
        if tag not in self._languages:
            words, added = self.law_words.get(tag, {}), dict(self.references.get(tag, {}))
            added["own_titles"] = [self.titles[tag]] if tag in self.titles else []
            added["known_acts"] = [list(row) for row in self.acts]
            self._languages[tag] = language_of_code(tag, words, added)
        return self._languages[tag]

    @cached_property
    def languages(self) -> tuple[Language, ...]:
        """All languages of the code, in the order of ``expressions``."""
        return tuple(map(self.language, self.tags))

    @property
    def tags(self) -> tuple[str, ...]:
        """Return the tags of these languages, for which no file of a language is read."""
        return tuple(dict.fromkeys(expression.language for expression in self.expressions))

    def read_tag(self, tag: str, where: str = "language") -> str:
        """Return the tag of a language of the code, given as people write it: ``EL``, ``el-GR``."""
        if tag in self.tags:
            return tag
        named = [own for own in self.tags if main_language(own) == main_language(tag)]
        if len(named) != 1:
            hint = f"there are: {', '.join(self.tags)}"
            raise LawkbError(f"{where} {tag}", "the code has no text in it", hint)
        return named[0]

    def organization(self, organization_id: str) -> Organization:
        """Return the organization of an id. Raises KeyError when there is none."""
        return {body.id: body for body in self.organizations}[organization_id]


class Code(Struct, frozen=True, dict=True):
    """A body of laws: its outline and the laws that are available."""

    outline: Outline  # Editions, languages and address scheme.
    # Laws by edition, language and number, in the order of editions, numbers and expressions.
    laws: Mapping[tuple[str, str, Ordinal], Law]
    # Texts beside the laws (definitions, commentaries, prefaces) by edition, language and name.
    companions: Mapping[tuple[str, str, str], Companion] = {}
    # The divisions above the laws, such as chapters, by edition and language.
    divisions: Mapping[tuple[str, str], Divisions] = {}
    # SHA-256 digests of the files that the code was read from, by path in the corpus; None when it
    # was not read from files, or the digests were not requested.
    files: Mapping[str, str] | None = None
    # Paths of the source pages, by source and page id; empty when they were not requested.
    pages: Mapping[tuple[str, str], str] = {}

    def __eq__(self, other: object) -> bool:
        """Whether both have the same texts, wherever they were read from."""
        if not isinstance(other, Code):
            return NotImplemented
        return (self.outline, self.laws, self.companions, self.divisions) == (
            other.outline,
            other.laws,
            other.companions,
            other.divisions,
        )

    def __hash__(self) -> int:
        """Return the hash of the outline."""
        return hash(self.outline)

    @cached_property
    def _begun(self) -> frozenset[tuple[str, str]]:
        """Pairs of edition and language that have a law."""
        return frozenset((edition, tag) for edition, tag, _ in self.laws)

    def law(self, edition: str, language: str, number: Ordinal) -> Law | None:
        """Return a law, or None when it is not available."""
        return self.laws.get((edition, language, number))

    def laws_of(self, edition: str, number: Ordinal) -> tuple[Law, ...]:
        """Return a law in every language in which it is available, the original first."""
        return tuple(self.laws[edition, tag, number] for tag in self.languages_of(edition, number))

    def numbers(self, edition: str) -> tuple[Ordinal, ...]:
        """Return the numbers of the laws of an edition that are available in any language."""
        return tuple(sorted({number for each, _, number in self.laws if each == edition}))

    def languages_of(self, edition: str, number: Ordinal) -> tuple[str, ...]:
        """Return the tags of the languages in which a law is available, the original's first."""
        order = [e.language for e in self.outline.expressions if e.edition == edition]
        return tuple(tag for tag in order if (edition, tag, number) in self.laws)

    def lacking_languages(self, edition: str, number: Ordinal) -> tuple[str, ...]:
        """Return the languages that lack a law, although they have other laws of the edition."""
        begun, available = self._begun, self.languages_of(edition, number)
        order = [e.language for e in self.outline.expressions if e.edition == edition]
        return tuple(tag for tag in order if (edition, tag) in begun and tag not in available)

    def commentaries_on(self, edition: str, address: Address) -> tuple[str, ...]:
        """Return the names of the commentaries on the law that contains a provision, each once."""
        held = self.companions.values()
        named = (each.name for each in held if (each.edition, each.law) == (edition, address.law))
        return tuple(dict.fromkeys(named))

    def provision(self, edition: str, language: str, address: Address) -> Provision | None:
        """Return the provision at an address of an edition in a language, or None."""
        law = self.law(edition, language, address.law)
        return law.find(address) if law else None


def edition_of(code: Code, edition: str | None, address: Address | None = None) -> str:
    """Return the id of the edition to read: the requested one, else the newest.

    Args:
        address: With None as ``edition``, the newest edition that has the law of this address.
    """
    known = [held.id for held in code.outline.editions]
    if edition is not None and edition not in known:
        raise LawkbError(f"edition {edition}", "there is none", f"name one: {', '.join(known)}")
    holding = [e for e in known if address is None or address.law in code.numbers(e)]
    return edition or (holding or known)[0]


# ---- the provisions of every law, without their texts: a small table for any code

LawKey = tuple[str, str, Ordinal]  # edition, language and number of a law
ProvisionPath = tuple[Ordinal, ...]  # of an address


class PathsOfLaw(NamedTuple):
    """The provisions of one law."""

    paths: tuple[ProvisionPath, ...]  # paths of their addresses, in document order
    complete: bool  # whether the text of none is incomplete
    repealed: tuple[ProvisionPath, ...] = ()  # paths of those that are repealed


class ProvisionPaths:
    """The provisions of laws by edition, language and number; each law is read once at most."""

    def __init__(self, laws: Mapping[LawKey, Law], expected: int = 0) -> None:
        """Store the laws; none is read yet. ``expected`` is how many will be."""
        self._laws = laws
        self._known: LargeDict[LawKey, PathsOfLaw] = LargeDict(expected=expected)

    def __getitem__(self, key: LawKey) -> PathsOfLaw:
        """Return the provisions of a law. Raises KeyError when the code lacks it."""
        if key not in self._known:
            self.add(key, self._laws[key])
        return self._known[key]

    def add(self, key: LawKey, law: Law) -> None:
        """Store the provisions of a law that has been read."""
        self.put(key, paths_of(law))

    def put(self, key: LawKey, paths: PathsOfLaw) -> None:
        """Store the provisions of a law."""
        self._known[key] = paths


def paths_of(law: Law) -> PathsOfLaw:
    """Return the provisions of a law."""
    provisions = tuple(law.provisions())
    paths = tuple(each.address.path for each in provisions)
    repealed = tuple(each.address.path for each in provisions if each.repealed)
    return PathsOfLaw(paths, all(each.complete for each in provisions), repealed)
