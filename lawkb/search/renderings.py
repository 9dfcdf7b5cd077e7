"""Renderings: the words of a query in another language, phrases before single words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lawkb.align.phrases import LONGEST_PHRASE
from lawkb.search.counterparts import Counterparts, Rendering
from lawkb.search.tree import And, Form, Near, Node, Or, Phrase, Within, Word
from lawkb.search.vocabulary import read_vocabulary


@dataclass(frozen=True, slots=True)
class Way:
    """From which language to which, and how sure a counterpart must be.

    Attributes:
        source: BCP 47 tag.
        target: BCP 47 tag.
        counterparts: Where they are looked up.
        probability: The least one.
        links: How often it must have been found, unless it is a defined term.
    """

    source: str
    target: str
    counterparts: Counterparts
    probability: float
    links: int

    def of(self, words: tuple[Form, ...]) -> tuple[Rendering, ...]:
        """What stands for a word or phrase: the glossary, else definitions, else the texts."""
        terms = self.counterparts.terms(words, self.target) if self.source != self.target else ()
        found = self.counterparts.of(tuple(map(_key, words)), self.source, self.target)
        defined = tuple(each for each in found if each.origin == "definitions")
        learned = (
            each
            for each in found
            if each.probability >= self.probability and each.links >= self.links
        )
        return terms or defined or tuple(learned)


@dataclass(frozen=True, slots=True)
class Piece:
    """A word or phrase of a query with what stands for it.

    Attributes:
        words: As the source language reads them.
        renderings: In the other language, the surest first; empty when nothing is known.
    """

    words: tuple[Form, ...]
    renderings: tuple[Rendering, ...]


def pieces(row: tuple[Form, ...], way: Way) -> Iterator[Piece]:
    """Words that stand side by side as the longest phrases that are known, from the left.

    Words too common to be known alone are left out.
    """
    at = 0
    while at < len(row):
        for end in range(min(at + LONGEST_PHRASE, len(row)), at, -1):
            found = way.of(row[at:end])
            if found or end == at + 1:
                break
        if found or not _is_common(row[at]):
            yield Piece(row[at:end], found)
        at = end


def rows(tree: Node, language: str) -> Iterator[tuple[Form, ...]]:
    """The words of a query as a language reads them: those side by side together, else alone.

    What must not be there is left out.
    """
    match tree:
        case Word():
            form = tree.form(language)
            yield from ((form,),) if form else ()
        case Phrase():
            yield tree.words(language)
        case And(parts=parts):
            row = row_of(tree, language)
            yield row
            for own in (own for part in parts for own in rows(part, language)):
                yield from (own,) if not set(own) <= set(row) else ()
        case Or(parts=parts) | Near(parts=parts):
            for part in parts:
                yield from rows(part, language)
        case Within(part=part):
            yield from rows(part, language)
        case _:
            return


def row_of(node: And, language: str) -> tuple[Form, ...]:
    """The words of a conjunction that were typed side by side, as a language reads them."""
    return node.whole.words(language) if node.whole else ()


def _key(form: Form) -> str:
    return form.exact if _is_common(form) else form.stem


def _is_common(form: Form) -> bool:
    return form.exact in read_vocabulary(form.language).stop
