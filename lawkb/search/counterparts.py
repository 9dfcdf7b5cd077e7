"""Look up what the words and phrases of a query are called in another language.

A glossary comes first, then the terms that the code defines, then what was learned from its texts
when the index was built: that is in a file for each two languages and direction, in the folder of
the index, so that a search reads the few lines of its words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from lawkb.align.lexicon import LONGEST_PHRASE, PhraseWords
from lawkb.corpus.glossary import Glossary, written
from lawkb.model.code import Outline
from lawkb.search.query.nodes import And, Form, Near, Node, Or, Phrase, Within, Word
from lawkb.words import fold, read_vocabulary, tokens

# Part of the key of every index: raise it when the same texts give other counterparts.
COUNTERPARTS_VERSION = 1

Origin = Literal["glossary", "definitions", "texts"]


@dataclass(frozen=True, slots=True)
class Rendering:
    """A word or phrase of one language that stands for one of another.

    Attributes:
        text: Its most usual form, in small letters unless it is an abbreviation; from the
            glossary as that writes it, ``τιμωρημέν* φύλλ*|κάρτ*``.
        links: How often it was found to stand for it; 0 for a term.
        probability: That it does where the other one stands; 1 for a term.
        origin: The glossary, terms that the code defines, or its texts.
    """

    text: str
    links: int
    probability: float
    origin: Origin


@dataclass(frozen=True, slots=True)
class _Term:
    """A term of a glossary: the tag of its language, the stems of its words, and its renderings.

    These are by language tag, as the glossary writes them: ``τιμωρημέν* φύλλ*|κάρτ*``.
    """

    original: str
    stems: tuple[str, ...]
    renderings: dict[str, str]

    def is_said_by(self, forms: tuple[Form, ...]) -> bool:
        """Return whether words of a language are the term or its rendering."""
        source = forms[0].language
        if source == self.original:
            return self.stems == tuple(form.stem for form in forms)
        words = self.renderings.get(source, "").split()
        return len(words) == len(forms) and all(map(_fits, words, forms))


def glossary_terms(glossary: Glossary, outline: Outline) -> tuple[_Term, ...]:
    """Return the terms of a glossary, preferred renderings first, without the forbidden ones."""
    tag, scheme = outline.authoritative, outline.scheme
    allowed = [row for row in glossary.terms if row.status != "forbidden"]
    return tuple(
        _Term(
            tag,
            tuple(token.stem for token in tokens(row.term, outline.language(tag), scheme)),
            {tag: row.term} | {own: written(words) for own, words in row.renderings.items()},
        )
        for row in sorted(allowed, key=lambda row: row.status != "preferred")
    )


def _fits(word: str, form: Form) -> bool:
    """Say whether a word of a text is one of a rendering, ``φύλλ*|κάρτ*``."""
    return any(
        form.exact.startswith(fold(stem[:-1])) if stem.endswith("*") else form.exact == fold(stem)
        for stem in word.split("|")
    )


@dataclass(frozen=True, slots=True)
class Counterparts:
    """The counterparts that were learned for an index, and the terms of a glossary.

    ``folder`` is that of the index; None where nothing was learned.
    """

    folder: str | Path | None
    terms: tuple[_Term, ...] = ()

    def in_glossary(self, forms: tuple[Form, ...], target: str) -> tuple[Rendering, ...]:
        """Return what stands for a word or phrase by the glossary, preferred renderings first."""
        if not forms or forms[0].language == target:
            return ()
        found = (term.renderings.get(target) for term in self.terms if term.is_said_by(forms))
        return tuple(Rendering(text, 0, 1.0, "glossary") for text in dict.fromkeys(found) if text)

    def of(self, words: PhraseWords, source: str, target: str) -> tuple[Rendering, ...]:
        """Return what stands for a word or phrase: defined terms first, then by their probability.

        The words are as ``learn_counterparts.Spoken.key`` gives them.
        """
        if self.folder is None or source == target:
            return ()
        return _held(f"{self.folder}/{counterparts_name(source, target)}", " ".join(words))


def counterparts_name(source: str, target: str) -> str:
    """Name of the file that says what words of one language are in another."""
    return f"counterparts_{source}_{target}.txt"


@lru_cache(4096)
def _held(path: str, key: str) -> tuple[Rendering, ...]:
    """Return the renderings of a key; every hit of an answer asks for the same ones."""
    return tuple(_renderings(_read(path), key))


def _renderings(lines: str, key: str) -> Iterator[Rendering]:
    begin = f"\n{key}\t"
    at = lines.find(begin)
    while at >= 0 and lines.startswith(begin, at):
        end = lines.index("\n", at + 1)
        text, links, probability, origin = lines[at + len(begin) : end].split("\t")
        yield Rendering(
            text, int(links), float(probability), "texts" if origin == "texts" else "definitions"
        )
        at = end


@lru_cache(16)
def _read(path: str) -> str:
    """Return the lines of a file, each between line ends; empty when there is no such file."""
    try:
        with open(path, encoding="utf-8") as file:  # noqa: PTH123 (pathlib takes longer to load)
            return file.read()
    except FileNotFoundError:
        return ""


@dataclass(frozen=True, slots=True)
class Way:
    """From which language to which, and how sure a counterpart must be.

    Attributes:
        probability: The least one.
        links: How often it must have been found, unless it is a defined term.
    """

    source: str
    target: str
    counterparts: Counterparts
    probability: float
    links: int

    def of(self, words: tuple[Form, ...]) -> tuple[Rendering, ...]:
        """Return what stands for words: by the glossary, else definitions, else the texts."""
        terms = self.counterparts.in_glossary(words, self.target)
        keys = tuple(form.exact if is_common(form) else form.stem for form in words)
        found = self.counterparts.of(keys, self.source, self.target)
        defined = tuple(each for each in found if each.origin == "definitions")
        learned = (
            each
            for each in found
            if each.probability >= self.probability and each.links >= self.links
        )
        return terms or defined or tuple(learned)


@dataclass(frozen=True, slots=True)
class Piece:
    """A word or phrase of a query with what stands for it, the surest first, if anything."""

    words: tuple[Form, ...]
    renderings: tuple[Rendering, ...]


def pieces(row: tuple[Form, ...], way: Way) -> Iterator[Piece]:
    """Yield words that stand side by side as the longest phrases that are known, from the left.

    Words too common to be known alone are left out.
    """
    at = 0
    while at < len(row):
        for end in range(min(at + LONGEST_PHRASE, len(row)), at, -1):
            found = way.of(row[at:end])
            if found or end == at + 1:
                break
        if found or not is_common(row[at]):
            yield Piece(row[at:end], found)
        at = end


def rows(tree: Node, language: str) -> Iterator[tuple[Form, ...]]:
    """Yield the words of a query as a language reads them: those side by side together, else alone.

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
    """Return the words of a conjunction that were typed side by side, as a language reads them."""
    return node.whole.words(language) if node.whole else ()


def is_common(form: Form) -> bool:
    """Say whether a word is too common to be searched for by its stem."""
    return form.exact in read_vocabulary(form.language).stop
