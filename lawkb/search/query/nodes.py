"""The nodes of a query tree, which every engine compiles into its own queries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from lawkb.model.address import Address
from lawkb.search.documents import ZONES, Zone

Field = Literal["address"] | Zone

# In the order of their weight: a word in a heading ranks before one in the text.
FIELDS: tuple[Field, ...] = ("address", *ZONES)
NEAR_DISTANCE = 5  # of a NEAR without a number
# Where a citation counts as one: what readers wrote is not the law.
CITING: tuple[Field, ...] = ("heading", "text", "notes")


@dataclass(frozen=True, slots=True)
class Form:
    """A word as one language reads it: the term of its very form, and its stem."""

    language: str
    exact: str
    stem: str


@dataclass(frozen=True, slots=True)
class Word:
    """Provisions that hold a word in any of its forms; each language has one form of it."""

    text: str
    forms: tuple[Form, ...]

    def form(self, language: str) -> Form | None:
        """Return how a language reads it; None for a language it was not read in."""
        return next((form for form in self.forms if form.language == language), None)


@dataclass(frozen=True, slots=True)
class Phrase:
    """Provisions that hold words side by side, in these very forms; ``=word`` is one too.

    ``text`` is without the quotes; ``forms`` has for each language the words in order.
    """

    text: str
    forms: tuple[tuple[Form, ...], ...]

    def words(self, language: str) -> tuple[Form, ...]:
        """Return how a language reads its words; empty for a language it was not read in."""
        read = (forms for forms in self.forms if forms and forms[0].language == language)
        return next(read, ())


@dataclass(frozen=True, slots=True)
class Pattern:
    """Provisions that hold a word of a pattern: ``αμυν*``, ``w?rd``.

    ``glob`` is the pattern folded; ``*`` stands for any letters, ``?`` for one.
    """

    text: str
    glob: str


@dataclass(frozen=True, slots=True)
class Like:
    """Provisions that hold a word of almost the same letters: ``folded`` is the word folded.

    ``changes`` letters may be put in, left out, replaced or swapped with the next: 1 or 2.
    """

    text: str
    folded: str
    changes: int


@dataclass(frozen=True, slots=True)
class Cited:
    """Provisions that cite an address, or anything in it, or that lie there."""

    address: Address
    text: str


@dataclass(frozen=True, slots=True)
class Near:
    """Provisions in which words, phrases or patterns stand near one another, in any order.

    ``distance`` is the most words from the last of one to the first of the other.
    """

    parts: tuple[Node, ...]
    distance: int


@dataclass(frozen=True, slots=True)
class Located:
    """Provisions that lie in a provision, or between two: ``law:20``, ``law:20-47``."""

    first: Address
    last: Address
    text: str


@dataclass(frozen=True, slots=True)
class CitedBy:
    """Provisions that another one, or one in it, cites in its own edition."""

    address: Address
    text: str


@dataclass(frozen=True, slots=True)
class Having:
    """Provisions of an edition, or that have a text in a language or of a zone."""

    what: Literal["edition", "lang", "in"]
    value: str


@dataclass(frozen=True, slots=True)
class And:
    """Provisions that every part finds.

    Attributes:
        parts: At least two.
        whole: The words as they were typed one after the other, common ones too, where there
            are several: provisions that hold them so rank first.
        strict: Whether AND was typed, so that some of the parts alone will not do.
    """

    parts: tuple[Node, ...]
    whole: Phrase | None = None
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Or:
    """Provisions that any part finds."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """Provisions that a part does not find."""

    part: Node


@dataclass(frozen=True, slots=True)
class Within:
    """What a part finds when only some zones and languages are read; empty for all."""

    part: Node
    fields: tuple[Field, ...] = ()
    languages: tuple[str, ...] = ()


Leaf = Word | Phrase | Pattern | Like | Cited
Filter = Located | CitedBy | Having
Node = Leaf | Filter | Near | And | Or | Not | Within


@dataclass(frozen=True, slots=True)
class Scoped:
    """A leaf with the zones and languages to search; empty for all."""

    leaf: Leaf
    fields: tuple[Field, ...] = ()
    languages: tuple[str, ...] = ()

    def reads(self, field: Field, language: str) -> bool:
        """Say whether a zone of a language is searched."""
        in_field = not self.fields or field in self.fields
        return in_field and (not self.languages or language in self.languages)


def scoped_leaves(tree: Node) -> tuple[Scoped, ...]:
    """Return what a tree looks for, in the order typed, without what must not be there."""
    match tree:
        case And(parts=parts) | Or(parts=parts) | Near(parts=parts):
            return tuple(leaf for part in parts for leaf in scoped_leaves(part))
        case Within(part=part, fields=fields, languages=languages):
            return tuple(
                Scoped(inner.leaf, inner.fields or fields, inner.languages or languages)
                for inner in scoped_leaves(part)
            )
        case Not() | Located() | CitedBy() | Having():
            return ()
        case _:
            return (Scoped(tree),)


def leaves(tree: Node) -> tuple[Leaf, ...]:
    """Return the words, phrases, patterns and addresses of ``scoped_leaves``."""
    return tuple(scoped.leaf for scoped in scoped_leaves(tree))


def loosened(tree: Node) -> Node | None:
    """Return the same tree with any of its words instead of all; None when that is no other tree.

    Only words side by side are loosened: who types AND or NOT means it.
    """
    match tree:
        case Within(part=part):
            looser = loosened(part)
            return Within(looser, tree.fields, tree.languages) if looser else None
        case And(parts=parts, strict=False) if all(map(_is_plain, parts)):
            return Or(parts)
        case _:
            return None


def subtrees(tree: Node) -> Iterator[Node]:
    """Yield a tree and all the trees in it, from the top."""
    yield tree
    match tree:
        case And(parts=parts) | Or(parts=parts) | Near(parts=parts):
            for part in parts:
                yield from subtrees(part)
        case Not(part=part) | Within(part=part):
            yield from subtrees(part)
        case _:
            return


def _is_plain(part: Node) -> bool:
    if isinstance(part, Or):
        return all(isinstance(each, Word | Cited) for each in part.parts)
    return isinstance(part, Leaf)


def written(tree: Node) -> str:
    """Return a tree as it would be typed in full: ``penalty AND card``."""
    match tree:
        case Word(text=text) | Cited(text=text) | Pattern(text=text):
            return text
        case Phrase(text=text):
            return f'"{text}"'
        case Like(text=text, changes=changes):
            return f"{text}~{changes}"
        case Located(text=text):
            return f"law:{text}"
        case CitedBy(text=text):
            return f"cited-by:{text}"
        case Having(what=what, value=value):
            return f"{what}:{value}"
        case _:
            return _joined(tree)


def _joined(tree: Near | And | Or | Not | Within) -> str:
    match tree:
        case And(parts=parts):
            return " AND ".join(map(_bracketed, parts))
        case Or(parts=parts):
            return " OR ".join(map(_bracketed, parts))
        case Near(parts=parts, distance=distance):
            return f" NEAR/{distance} ".join(map(_bracketed, parts))
        case Not(part=part):
            return f"NOT {_bracketed(part)}"
        case Within(part=Cited(text=text)) if _has_own_name(tree):
            return f"cites:{text}"
        case Within(part=part) if _has_own_name(tree):
            return f"heading:{_bracketed(part)}"
        case Within(part=part, fields=fields, languages=languages):
            named = (*(("in", ",".join(fields)),), ("lang", ",".join(languages)))
            scopes = (f"{name}:{values}" for name, values in named if values)
            return " ".join((*scopes, _bracketed(part)))


def _has_own_name(tree: Within) -> bool:
    """Say whether it is written as one field: ``heading:dummy``, ``cites:16C``."""
    cites = isinstance(tree.part, Cited) and tree.fields == CITING
    return not tree.languages and (cites or tree.fields == ("heading",))


def _bracketed(tree: Node) -> str:
    joins = isinstance(tree, And | Or | Near)
    joins = joins or (isinstance(tree, Within) and not _has_own_name(tree))
    return f"({written(tree)})" if joins else written(tree)
