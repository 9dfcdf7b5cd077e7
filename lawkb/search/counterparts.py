"""Look up how words and phrases of a query are translated into another language.

The glossary comes first, then the terms that the code defines, then what was learned from its texts
when the index was built, then the general lexicon of the two languages. The folder of the index has
a file with the latter three for each direction between two languages.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal, cast

from lawkb.align.lexicon import LONGEST_PHRASE, PhraseWords
from lawkb.corpus.glossary import Glossary, written
from lawkb.model.code import Outline
from lawkb.search.query.nodes import And, Form, Near, Node, Or, Phrase, Within, Word
from lawkb.words.folding import fold
from lawkb.words.tokens import read_vocabulary, tokens

# Part of the key of every index: raise it when the same texts give other counterparts.
COUNTERPARTS_VERSION = 2

Origin = Literal["glossary", "definitions", "texts", "general"]


@dataclass(frozen=True, slots=True)
class Rendering:
    """A word or phrase that translates one of another language.

    Attributes:
        text: Its most frequent form, in lower case unless it is an abbreviation; from the glossary
            as written there, ``τιμωρημέν* φύλλ*|κάρτ*``.
        links: How often the texts translate the word this way; 0 from elsewhere.
        probability: Probability that the word is translated this way; 1 from a glossary
            or definition.
        origin: ``glossary``, ``definitions`` for terms that the code defines, ``texts``, or
            ``general`` for the general lexicon.
    """

    text: str
    links: int
    probability: float
    origin: Origin


@dataclass(frozen=True, slots=True)
class _Term:
    """A term of a glossary with its renderings.

    Attributes:
        original: Tag of the language of the term.
        stems: Stems of the words of the term.
        renderings: By language tag, as the glossary writes them: ``τιμωρημέν* φύλλ*|κάρτ*``. The
            term itself is one of them.
    """

    original: str
    stems: tuple[str, ...]
    renderings: dict[str, str]

    def is_said_by(self, forms: tuple[Form, ...]) -> bool:
        """Return whether words of a query are the term or its rendering in their language."""
        source = forms[0].language
        if source == self.original:
            return self.stems == tuple(form.stem for form in forms)
        words = self.renderings.get(source, "").split()
        return len(words) == len(forms) and all(map(_fits, words, forms))


def glossary_terms(glossary: Glossary, outline: Outline) -> tuple[_Term, ...]:
    """Return the terms of a glossary, preferred ones first; forbidden ones are left out."""
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
    """Return whether a word matches a word of a rendering: ``φύλλ*|κάρτ*`` is two stems."""
    return any(
        form.exact.startswith(fold(stem[:-1])) if stem.endswith("*") else form.exact == fold(stem)
        for stem in word.split("|")
    )


@dataclass(frozen=True, slots=True)
class Counterparts:
    """The translations of words that were learned for an index, and the terms of a glossary."""

    folder: str | Path | None  # folder of the index; None when nothing was learned
    terms: tuple[_Term, ...] = ()  # terms of the glossary

    def in_glossary(self, forms: tuple[Form, ...], target: str) -> tuple[Rendering, ...]:
        """Return the renderings of a word or phrase in the glossary, preferred ones first.

        ``target`` is the tag of the language of the renderings.
        """
        if not forms or forms[0].language == target:
            return ()
        found = (term.renderings.get(target) for term in self.terms if term.is_said_by(forms))
        return tuple(Rendering(text, 0, 1.0, "glossary") for text in dict.fromkeys(found) if text)

    def of(self, words: PhraseWords, source: str, target: str) -> tuple[Rendering, ...]:
        """Return the translations of a word or phrase: of defined terms, then of others.

        Those learned from texts are in descending order of probability; those of the general
        lexicon are last.

        Args:
            words: Keys of the words, as in ``learn_counterparts.Spoken.key``.
            source: Tag of the language of the words.
            target: Tag of the language of the translations.
        """
        if self.folder is None or source == target:
            return ()
        return _held(f"{self.folder}/{counterparts_name(source, target)}", " ".join(words))


def counterparts_name(source: str, target: str) -> str:
    """Return the name of the file with translations: ``counterparts_en_el.txt``."""
    return f"counterparts_{source}_{target}.txt"


@lru_cache(4096)
def _held(path: str, key: str) -> tuple[Rendering, ...]:
    """Return the renderings of a key in a file; cached, since every hit asks for the same ones."""
    return tuple(_renderings(_read(path), key))


def _renderings(lines: str, key: str) -> Iterator[Rendering]:
    begin = f"\n{key}\t"
    at = lines.find(begin)
    while at >= 0 and lines.startswith(begin, at):
        end = lines.index("\n", at + 1)
        text, links, probability, origin = lines[at + len(begin) : end].split("\t")
        yield Rendering(text, int(links), float(probability), cast(Origin, origin))
        at = end


@lru_cache(16)
def _read(path: str) -> str:
    """Return the text of a file, which begins and ends with a line end; empty if it is missing."""
    try:
        with open(path, encoding="utf-8") as file:  # noqa: PTH123 (pathlib takes longer to load)
            return file.read()
    except FileNotFoundError:
        return ""


@dataclass(frozen=True, slots=True)
class Way:
    """How to translate words: the languages, and the least certainty of a translation."""

    source: str  # tag of the language of the words
    target: str  # tag of the language of the translations
    counterparts: Counterparts  # where to look up translations
    probability: float  # lowest probability of a translation learned from texts
    links: int  # how often, at least, the texts must translate the word this way

    def of(self, words: tuple[Form, ...]) -> tuple[Rendering, ...]:
        """Return the translations of a word or phrase, the likeliest first.

        Those of the glossary are returned if it has any, else those of definitions, else those
        learned from texts, else those of the general lexicon.
        """
        terms = self.counterparts.in_glossary(words, self.target)
        keys = tuple(form.exact if is_common(form) else form.stem for form in words)
        found = self.counterparts.of(keys, self.source, self.target)
        likely = [each for each in found if each.probability >= self.probability]
        defined = tuple(each for each in likely if each.origin == "definitions")
        learned = tuple(e for e in likely if e.origin == "texts" and e.links >= self.links)
        general = tuple(each for each in likely if each.origin == "general")
        return terms or defined or learned or general


@dataclass(frozen=True, slots=True)
class Piece:
    """A word or phrase of a query with its translations, the likeliest first; empty if unknown."""

    words: tuple[Form, ...]
    renderings: tuple[Rendering, ...]


def pieces(row: tuple[Form, ...], way: Way) -> Iterator[Piece]:
    """Yield the words of a query as phrases with their translations, from the left.

    Each phrase is the longest with a known translation. Words without one are yielded alone; very
    frequent words without one are left out.

    Args:
        row: Neighbouring words of the query in one language.
        way: Languages, and where to look up translations.
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
    """Yield the words of a query, as a language reads them, in groups of neighbouring words.

    Words after NOT are left out.
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
    """Return the words of an AND query that were typed next to each other.

    They are returned as ``language`` reads them; empty if no two words were.
    """
    return node.whole.words(language) if node.whole else ()


def is_common(form: Form) -> bool:
    """Return whether a word is too frequent to be searched for by its stem: *the*."""
    return form.exact in read_vocabulary(form.language).stop
