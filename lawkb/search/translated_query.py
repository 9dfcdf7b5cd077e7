"""Add to a query the same in other languages, and what the law code says for its words.

*Missing card* is said for *lost card*.

Of translations the glossary comes first, then the terms that the code defines, then what was
learned from its texts when the index was built, then the general lexicon of the two languages. The
folder of the index has a file with the latter three for each direction between two languages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import permutations
from pathlib import Path
from typing import Literal, cast

from msgspec import Struct
from msgspec.structs import replace

from lawkb.align.lexicon import LONGEST_PHRASE, PhraseWords
from lawkb.corpus.glossary import Glossary, Synonyms, written
from lawkb.model.answer import AddedWord
from lawkb.model.code import Outline
from lawkb.search.query.nodes import (
    NEAR_DISTANCE,
    And,
    Form,
    Meant,
    MostOf,
    Near,
    Node,
    Not,
    Or,
    Pattern,
    Phrase,
    Within,
    Word,
)
from lawkb.words.folding import fold
from lawkb.words.tokens import Token, read_vocabulary, tells_nothing, tokens

_Row = tuple[tuple[str, ...], tuple[Node, ...]]  # stems that are typed, what is meant
SynonymRows = Mapping[str, tuple[_Row, ...]]  # by the tag of their language


def synonym_rows(outline: Outline, synonyms: Synonyms) -> SynonymRows:
    """Return the synonyms of a code as stems that a query may have, and what they find."""
    return {
        language.code: tuple(_rows(language.code, outline, synonyms))
        for language in outline.languages
        if synonyms.get(language.code)
    }


def _rows(tag: str, outline: Outline, synonyms: Synonyms) -> Iterator[_Row]:
    for synonym in synonyms.get(tag, ()):
        nodes = [_node(_told(text, tag, outline), text, tag) for text in synonym.meant]
        meant = tuple(node for node in nodes if node)
        for text in synonym.typed:
            stems = tuple(token.stem for token in _told(text, tag, outline))
            if stems and meant:
                yield stems, meant


def _told(text: str, tag: str, outline: Outline) -> tuple[Token, ...]:
    """Return the words of an expression that a query keeps, all if it has no others."""
    read = tokens(text, outline.language(tag), outline.scheme)
    return tuple(token for token in read if not tells_nothing(token, tag)) or read


def _node(read: tuple[Token, ...], text: str, tag: str) -> Node | None:
    words = tuple(
        Word(text[token.start : token.end], (Form(tag, token.term, token.stem),)) for token in read
    )
    return Near(words, NEAR_DISTANCE) if len(words) > 1 else next(iter(words), None)


def with_synonyms(tree: Node, rows: SynonymRows) -> Node:
    """Return a query whose words also find what the law code says for them.

    Every word of an expression may be found as it was typed, or by what the expression means.
    Phrases, words near each other and what follows NOT are left as they are.
    """
    match tree:
        case Word():
            return _with_meanings((tree,), rows)[0]
        case And(parts=parts) | MostOf(parts=parts):
            inner = (
                each if isinstance(each, Word) else with_synonyms(each, rows) for each in parts
            )
            return replace(tree, parts=_with_meanings(tuple(inner), rows))
        case Or(parts=parts):
            return Or(tuple(with_synonyms(each, rows) for each in parts))
        case Within(part=part):
            return replace(tree, part=with_synonyms(part, rows))
        case _:
            return tree


def _with_meanings(parts: tuple[Node, ...], rows: SynonymRows) -> tuple[Node, ...]:
    """Return the parts of a conjunction; words that are an expression also find what it means.

    An expression is recognised by what single words mean, too: «twelve cards» in *twelve papers*.
    """
    meant: dict[int, dict[Node, None]] = {}
    for tag, known in rows.items():
        stems = [_stems(part, tag, known) for part in parts]
        for typed, others in known:
            for at in range(len(parts) - len(typed) + 1):
                read = stems[at : at + len(typed)]
                if len(typed) == 1:
                    read = [each[:1] for each in read]
                if all(stem in each for stem, each in zip(typed, read, strict=True)):
                    for place in range(at, at + len(typed)):
                        meant.setdefault(place, {}).update(dict.fromkeys(others))
    return tuple(
        Meant(part, tuple(meant[place])) if isinstance(part, Word) and place in meant else part
        for place, part in enumerate(parts)
    )


def _stems(part: Node, tag: str, known: tuple[_Row, ...]) -> list[str]:
    """Return the stem of a word, then those of the single words that are meant by it."""
    own = _stem(part, tag)
    if own is None:
        return []
    meant = (each for typed, others in known if typed == (own,) for each in others)
    return [own, *(stem for each in meant if (stem := _stem(each, tag)))]


def _stem(part: Node, tag: str) -> str | None:
    form = part.form(tag) if isinstance(part, Word) else None
    return form.stem if form else None


PROBABILITY = 0.2  # that a counterpart must have to be searched for
LINKS = 2  # how often it must have been found
_MOST = 3  # counterparts of one word


def widened(
    tree: Node, outline: Outline, counterparts: Counterparts, languages: tuple[str, ...]
) -> tuple[Node, tuple[AddedWord, ...]]:
    """Return a query or any of its translations into the languages that are searched, and these.

    The query is translated as a whole, so a provision must match it in one language. Addresses,
    fields, patterns and words without a known translation are kept. If a phrase has no translation,
    those of its words must be near each other. What follows NOT is excluded in every language.
    """
    tags = [language.code for language in outline.languages]
    found: dict[Node, None] = {tree: None}
    added: dict[AddedWord, None] = {}
    for source, target in permutations(tags, 2):
        if target not in languages:
            continue
        way = Way(source, target, counterparts, PROBABILITY, LINKS)
        translation = _Translation(outline, way, {})
        node = translation.of(tree)
        if node:
            found[node] = None
            added |= dict.fromkeys(translation.added)
    return Or(tuple(found)) if len(found) > 1 else tree, tuple(added)


class _Translation(Struct, frozen=True):
    """The translation of a query into one language; ``added`` collects the translated words."""

    outline: Outline
    way: Way
    added: dict[AddedWord, None]

    def of(self, node: Node) -> Node | None:
        """Return the translation of a tree; None when nothing in it has a known translation."""
        match node:
            case Word():
                form = node.form(self.way.source)
                return self._any_of(self.way.of((form,)), node.text) if form else None
            case Phrase():
                return self._phrase(node)
            case And():
                return self._conjunction(node)
            case Or(parts=parts):
                return _either(tuple(filter(None, map(self.of, parts))))
            case Near(parts=parts):
                found = tuple(other for part in parts if (other := self.of(part)))
                return Near(found, node.distance) if len(found) == len(parts) else None
            case Within(part=part, languages=languages):
                inner = None if languages and self.way.target not in languages else self.of(part)
                return Within(inner, node.fields, node.languages) if inner else None
            case _:
                return None

    def _phrase(self, phrase: Phrase) -> Node | None:
        words = phrase.words(self.way.source)
        nodes = [
            self._any_of(
                renderings, phrase.text if own == words else " ".join(form.exact for form in own)
            )
            for own, renderings in pieces(words, self.way)
        ]
        parts = tuple(node for node in nodes if node)
        if not parts or len(parts) < len(nodes):
            return None
        return parts[0] if len(parts) == 1 else Near(parts, len(words))

    def _conjunction(self, node: And) -> Node | None:
        row = row_of(node, self.way.source)
        texts = {
            form.exact: part.text
            for part in node.parts
            if isinstance(part, Word) and (form := part.form(self.way.source))
        }
        found: list[Node] = []
        for words, renderings in pieces(row, self.way):
            typed = " ".join(texts.get(form.exact, form.exact) for form in words)
            own = self._any_of(renderings, typed)
            found.extend((own,) if own else _kept(node, words, self.way.source))
        told = {form.exact for form in row}
        changed = any(each not in node.parts for each in found)
        for part in node.parts:
            form = part.form(self.way.source) if isinstance(part, Word) else None
            if form and form.exact in told:
                continue
            own = self.of(part)
            changed = changed or own is not None
            found.append(own or self._denied(part))
        parts = tuple(dict.fromkeys(found))
        if not changed:
            return None
        return And(parts, None, node.strict) if len(parts) > 1 else parts[0]

    def _denied(self, part: Node) -> Node:
        """Return a part unchanged; after NOT, with its translation excluded, too."""
        if not isinstance(part, Not):
            return part
        other = _Translation(self.outline, self.way, {}).of(part.part)
        return Not(Or((part.part, other))) if other else part

    def _any_of(self, renderings: tuple[Rendering, ...], typed: str) -> Node | None:
        nodes = []
        for rendering in renderings[:_MOST]:
            node = rendered(rendering.text, self.way.target, self.outline)
            if node:
                nodes.append(node)
                probability, origin = rendering.probability, rendering.origin
                found = AddedWord(typed, self.way.target, rendering.text, probability, origin)
                self.added[found] = None
        return _either(tuple(nodes))


def rendered(text: str, language: str, outline: Outline) -> Node | None:
    """Return the query for a translation: a word, or words next to each other; None without words.

    A glossary writes stems and alternatives: ``τιμωρημέν* φύλλ*|κάρτ*``.
    """
    places = [
        node
        for word in text.split()
        if (node := _either(tuple(_alternates(word.split("|"), language, outline))))
    ]
    return Near(tuple(places), 1) if len(places) > 1 else next(iter(places), None)


def _alternates(alternates: list[str], language: str, outline: Outline) -> Iterator[Node]:
    for text in alternates:
        if text.endswith("*"):
            yield Pattern(text, fold(text))
            continue
        read = tokens(text, outline.language(language), outline.scheme)
        words = tuple(
            Word(text[token.start : token.end], (Form(language, token.term, token.stem),))
            for token in read
        )
        if words:
            yield Near(words, 1) if len(words) > 1 else words[0]


def _kept(node: And, words: tuple[Form, ...], language: str) -> Iterator[Node]:
    """Yield the parts of a conjunction whose words have no translation."""
    exact = {form.exact for form in words}
    for part in node.parts:
        form = part.form(language) if isinstance(part, Word) else None
        if form and form.exact in exact:
            yield part


def _either(nodes: tuple[Node, ...]) -> Node | None:
    distinct = tuple(dict.fromkeys(nodes))
    if len(distinct) > 1:
        return Or(distinct)
    return distinct[0] if distinct else None


# Part of the key of every index: raise it when the same texts give other counterparts.
COUNTERPARTS_VERSION = 2

Origin = Literal["glossary", "definitions", "texts", "general"]


class Rendering(Struct, frozen=True):
    """A word or phrase that translates one of another language."""

    # Its most frequent form, in lower case unless it is an abbreviation; from the glossary as
    # written there, `τιμωρημέν* φύλλ*|κάρτ*`.
    text: str
    links: int  # How often the texts translate the word this way; 0 from elsewhere.
    # Probability that the word is translated this way; 1 from a glossary or definition.
    probability: float
    # `glossary`, `definitions` for terms that the code defines, `texts`, or `general` for the
    # general lexicon.
    origin: Origin


class _Term(Struct, frozen=True):
    """A term of a glossary with its renderings."""

    original: str  # Tag of the language of the term.
    stems: tuple[str, ...]  # Stems of the words of the term.
    # By language tag, as the glossary writes them: `τιμωρημέν* φύλλ*|κάρτ*`. The term itself is one
    # of them.
    renderings: dict[str, str]

    def is_said_by(self, forms: tuple[Form, ...], stems: tuple[str, ...]) -> bool:
        """Return whether words of a query, with these stems, are the term or a rendering of it."""
        source = forms[0].language
        if source == self.original:
            return self.stems == stems
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


class Counterparts(Struct, frozen=True):
    """The translations of words that were learned for an index, and the terms of a glossary."""

    folder: str | Path | None  # folder of the index; None when nothing was learned
    terms: tuple[_Term, ...] = ()  # terms of the glossary

    def in_glossary(self, forms: tuple[Form, ...], target: str) -> tuple[Rendering, ...]:
        """Return the renderings of a word or phrase in the glossary, preferred ones first.

        ``target`` is the tag of the language of the renderings.
        """
        if not forms or forms[0].language == target:
            return ()
        stems = tuple(form.stem for form in forms)
        said = (term for term in self.terms if term.is_said_by(forms, stems))
        found = (term.renderings.get(target) for term in said)
        return tuple(Rendering(text, 0, 1.0, "glossary") for text in dict.fromkeys(found) if text)

    def of(self, words: PhraseWords, source: str, target: str) -> tuple[Rendering, ...]:
        """Return the translations of a word or phrase: of defined terms, then of others.

        Those learned from texts are in descending order of probability; those of the general
        lexicon are last.

        Args:
            words: Keys of the words, as in ``learn_counterparts.Spoken.key``.
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


class Way(Struct, frozen=True):
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


def pieces(
    row: tuple[Form, ...], way: Way
) -> Iterator[tuple[tuple[Form, ...], tuple[Rendering, ...]]]:
    """Yield the words of a query as phrases with their translations, from the left.

    Translations are in order, the likeliest first; there are none of unknown words. Each phrase is
    the longest with a known translation. Words without one are yielded alone; very frequent words
    without one are left out.
    """
    at = 0
    while at < len(row):
        for end in range(min(at + LONGEST_PHRASE, len(row)), at, -1):
            found = way.of(row[at:end])
            if found or end == at + 1:
                break
        if found or not is_common(row[at]):
            yield row[at:end], found
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
