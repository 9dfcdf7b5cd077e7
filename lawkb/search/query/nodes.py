"""The nodes of a query tree, which every engine compiles into its own queries.

Here, too, are the words that match a pattern or are similar to another word, and the error of a
malformed query, with a marker under the faulty words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from typing import Literal

from msgspec import Struct

from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.model.passage import Span


def literal_prefix(glob: str) -> str:
    """Return the letters of a pattern before its first wildcard."""
    return re.split(r"[*?]", glob, maxsplit=1)[0]


def fits(glob: str, word: str) -> bool:
    """Return whether a word matches a pattern: ``*`` is any letters, ``?`` is one letter.

    Both are in lower case without accents.
    """
    return fnmatchcase(word, glob)


def is_near(word: str, other: str, changes: int) -> bool:
    """Return whether at most ``changes`` changes turn one word into another.

    A change inserts, omits or replaces a letter, or swaps two neighbours.
    """
    from rapidfuzz.distance import OSA  # not above: few queries need it

    return OSA.distance(word, other, score_cutoff=changes) <= changes


def words_near(word: str, words: Sequence[str], changes: int) -> tuple[str, ...]:
    """Return those of ``words`` that at most ``changes`` changes turn into a word, in their order.

    A change inserts, omits or replaces a letter, or swaps two neighbours.
    """
    from rapidfuzz.distance import OSA  # not above: few queries need it
    from rapidfuzz.process import extract

    near = extract(word, words, scorer=OSA.distance, score_cutoff=changes, limit=None)
    return tuple(other for other, _, _ in sorted(near, key=lambda found: found[2]))


_FRONT = "query: "
_INDENT = 2  # what LawkbError puts before its second line
_SHOWN = 60  # code points of the query around the place
_WIDTH = 80


def syntax_error(query: str, span: Span, what: str, hint: str) -> LawkbError:
    """Return the error of a malformed query: the query, a marker below it, what to do.

    Args:
        what: What is wrong, in at most 50 characters.
    """
    at = min(span[0], len(query))
    first = max(0, min(at - _SHOWN // 2, len(query) - _SHOWN))
    # Words that fit on neither side of the place need more of the query cut off before it.
    while first < at and not _fits(_shown(query, first, at), what):
        first += 1
    tail = "…" if len(query) > first + _SHOWN else ""
    shown = _shown(query, first, first + _SHOWN) + tail
    column = _columns(_shown(query, first, at))
    length = max(1, min(_columns(_printable(query[at : span[1]])), _columns(shown) - column))
    return LawkbError(shown, _marker(column - _INDENT, length, what), hint)


def _shown(query: str, first: int, end: int) -> str:
    return _FRONT + ("…" if first else "") + _printable(query[first:end])


def _fits(before: str, what: str) -> bool:
    """Return whether the line has room for a message after or before a caret below a text's end."""
    column = _columns(before) - _INDENT
    return len(what) < column or _INDENT + column + len("^ ") + len(what) <= _WIDTH


def _marker(column: int, length: int, what: str) -> str:
    """Return carets below the fault, with the message after or before them, where there is room."""
    behind = f"{' ' * column}{'^' * length} {what}"
    if len(behind) + _INDENT <= _WIDTH:
        return behind
    if len(what) < column:
        return f"{what.ljust(column - 1)} {'^' * length}"
    return f"{' ' * column}^ {what}"


def _printable(text: str) -> str:
    """Return a text on one line; characters that cannot be printed are replaced by spaces."""
    return "".join(char if char.isprintable() else " " for char in text)


def _columns(text: str) -> int:
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    return len(text) + wide - sum(unicodedata.combining(char) > 0 for char in text)


# ``above`` has the headings of the provisions or sections that contain the document.
Zone = Literal["heading", "text", "notes", "comments"]  # where words of a document are
# In the order of their weight: what ranks first comes first.
ZONES: tuple[Zone, ...] = ("heading", "text", "notes", "comments")
Field = Literal["address", "above"] | Zone

FIELDS: tuple[Field, ...] = ("address", *ZONES, "above")
NEAR_DISTANCE = 5  # of a NEAR without a number
# Where a citation counts as one: what readers wrote is not the law.
CITING: tuple[Field, ...] = ("heading", "text", "notes")


class Form(Struct, frozen=True):
    """A word as one language reads it."""

    language: str  # tag of the language
    exact: str  # the word in lower case without accents; of an address a term such as ``§47e2a``
    stem: str  # its stem


class Word(Struct, frozen=True):
    """A query for a word in any of its forms."""

    text: str  # the word as typed
    forms: tuple[Form, ...]  # the word as each language reads it

    def form(self, language: str) -> Form | None:
        """Return the word as a language reads it; None if it was not read in that language."""
        return next((form for form in self.forms if form.language == language), None)


class Phrase(Struct, frozen=True):
    """A query for words next to each other, in exactly these forms; ``=word`` is a phrase, too."""

    text: str  # the phrase without quotation marks
    forms: tuple[tuple[Form, ...], ...]  # for each language the words in order

    def words(self, language: str) -> tuple[Form, ...]:
        """Return the words as a language reads them; empty if not read in that language."""
        read = (forms for forms in self.forms if forms and forms[0].language == language)
        return next(read, ())


class Pattern(Struct, frozen=True):
    """A query for words with wildcards: ``αμυν*``, ``w?rd``."""

    text: str  # The pattern as typed.
    glob: str  # The pattern in lower case without accents; `*` matches any letters, `?` one letter.


class Like(Struct, frozen=True):
    """A query for words with almost the same letters: ``penalty~1``."""

    text: str  # The word as typed, without its sign.
    folded: str  # The word in lower case without accents.
    # How many letters (1 or 2) may be inserted, omitted, replaced or swapped with the next one.
    changes: int


class Cited(Struct, frozen=True):
    """A query for provisions that cite an address, and for the provision itself.

    Provisions inside the address count too: ``47`` also finds what cites 47E.
    """

    address: Address
    text: str  # the address in canonical form, ``47E``


class Near(Struct, frozen=True):
    """A query for words, phrases or patterns near each other, in any order."""

    parts: tuple[Node, ...]  # what must be near each other
    distance: int  # largest number of words from the last word of one to the first of another


class Meant(Struct, frozen=True):
    """A query for a word or, with less weight, for what it means in the law code."""

    word: Word  # the word as typed
    meant: tuple[Node, ...]  # what the law code says instead: words, and words near each other

    @property
    def text(self) -> str:
        """The word as typed."""
        return self.word.text


class Filter(Struct, frozen=True):
    """A query for provisions by a field, whatever their words: ``law:20-47``, ``in:notes``."""

    # `law` for provisions inside a provision, or between two; `cited-by` for those that another
    # one, or one in it, cites in its own edition; `edition`; `lang` and `in` for those with a text
    # in a language or zone.
    what: Literal["law", "cited-by", "edition", "lang", "in"]
    value: str  # the value, an address in canonical form
    addresses: tuple[Address, ...] = ()  # first and last of `law`, the citing one of `cited-by`


class And(Struct, frozen=True):
    """A query that all parts must match."""

    parts: tuple[Node, ...]  # At least two queries.
    # Words that were typed next to each other, very frequent ones too, or None. Provisions with the
    # words in this order rank first.
    whole: Phrase | None = None
    strict: bool = False  # Whether AND was typed; otherwise the parts may be loosened to an `Or`.


class Or(Struct, frozen=True):
    """A query that any part must match."""

    parts: tuple[Node, ...]


class MostOf(Struct, frozen=True):
    """A query that any part must match: the more parts, and the rarer, the higher the score."""

    parts: tuple[Node, ...]


class Not(Struct, frozen=True):
    """A query that finds what its part does not find."""

    part: Node


class Within(Struct, frozen=True):
    """A query that searches only in some zones (such as ``notes``) and languages."""

    part: Node  # the query
    fields: tuple[Field, ...] = ()  # zones to search; empty for all
    languages: tuple[str, ...] = ()  # tags of the languages to search; empty for all

    def reads(self, field: Field, language: str) -> bool:
        """Return whether the query searches a zone (such as ``notes``) in a language."""
        in_field = not self.fields or field in self.fields
        return in_field and (not self.languages or language in self.languages)


Leaf = Word | Phrase | Pattern | Like | Cited
Node = Leaf | Filter | Meant | Near | And | Or | MostOf | Not | Within


def scoped_leaves(tree: Node) -> tuple[Within, ...]:
    """Return the words, phrases, patterns and addresses of a query, with where to search for them.

    They are in the order typed, without those after NOT.
    """
    match tree:
        case And(parts=parts) | Or(parts=parts) | MostOf(parts=parts) | Near(parts=parts):
            return tuple(leaf for part in parts for leaf in scoped_leaves(part))
        case Meant(word=word, meant=meant):
            return tuple(leaf for part in (word, *meant) for leaf in scoped_leaves(part))
        case Within(part=part, fields=fields, languages=languages):
            return tuple(
                Within(inner.part, inner.fields or fields, inner.languages or languages)
                for inner in scoped_leaves(part)
            )
        case Not() | Filter():
            return ()
        case _:
            return (Within(tree),)


def leaves(tree: Node) -> tuple[Leaf, ...]:
    """Return the words, phrases, patterns and addresses of a query, in the order typed.

    Those after NOT are left out.
    """
    parts = (scoped.part for scoped in scoped_leaves(tree))
    return tuple(part for part in parts if isinstance(part, Leaf))


def loosened(tree: Node) -> Node | None:
    """Return a tree that needs most of its words instead of all; None if that changes nothing.

    Only words next to each other are loosened, not a query with AND or NOT.
    """
    match tree:
        case Within(part=part):
            looser = loosened(part)
            return Within(looser, tree.fields, tree.languages) if looser else None
        case And(parts=parts, strict=False) if all(map(_is_plain, parts)):
            return MostOf(parts)
        case _:
            return None


def subtrees(tree: Node) -> Iterator[Node]:
    """Yield a tree and all the trees in it, from the top."""
    yield tree
    match tree:
        case And(parts=parts) | Or(parts=parts) | MostOf(parts=parts) | Near(parts=parts):
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
    """Return a query as it would be typed in full: ``penalty AND card``."""
    match tree:
        case Word(text=text) | Meant(text=text) | Cited(text=text) | Pattern(text=text):
            return text
        case Phrase(text=text):
            return f'"{text}"'
        case Like(text=text, changes=changes):
            return f"{text}~{changes}"
        case Filter(what=what, value=value):
            return f"{what}:{value}"
        case _:
            return _joined(tree)


def _joined(tree: Near | And | Or | MostOf | Not | Within) -> str:
    match tree:
        case And(parts=(Within() as scoped, *rest)) if _is_filter(scoped, rest):
            return written(scoped)
        case And(parts=parts):
            return " AND ".join(map(_bracketed, parts))
        case Or(parts=parts) | MostOf(parts=parts):
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


def _is_filter(scoped: Within, rest: list[Node]) -> bool:
    """Return whether a scope is also a filter, as it is where no word is to be found in it."""
    parts = [part for each in rest for part in (each.parts if isinstance(each, Or) else (each,))]
    scopes = (isinstance(part, Filter) and part.what in ("in", "lang") for part in parts)
    return all(scopes) and not leaves(scoped)


def _has_own_name(tree: Within) -> bool:
    """Return whether a query is written as one field: ``heading:dummy``, ``cites:16C``."""
    cites = isinstance(tree.part, Cited) and tree.fields == CITING
    return not tree.languages and (cites or tree.fields == ("heading",))


def _bracketed(tree: Node) -> str:
    joins = isinstance(tree, And | Or | MostOf | Near)
    joins = joins or (isinstance(tree, Within) and not _has_own_name(tree))
    return f"({written(tree)})" if joins else written(tree)


def is_filter(node: Node) -> bool:
    """Return whether a node is a filter, or a choice of filters: these do not affect the score."""
    return isinstance(node, Filter) or (isinstance(node, Or) and all(map(is_filter, node.parts)))
