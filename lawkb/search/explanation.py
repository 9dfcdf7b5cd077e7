"""Explanations: how a query is read, word by word, and what each word finds alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lawkb.corpus.glossary import Glossary
from lawkb.model.code import Code, Outline
from lawkb.search.answers import NO_GLOSSARY, Question, readings
from lawkb.search.counterparts import Counterparts, Rendering, Way, glossary_terms
from lawkb.search.engine import Engine
from lawkb.search.index import Progress, open_index
from lawkb.search.query.nodes import Form, Leaf, Node, Phrase, Word, scoped_leaves
from lawkb.search.translated_query import (
    LINKS,
    PROBABILITY,
    Widened,
    rendered,
    widened,
)


@dataclass(frozen=True, slots=True)
class HeldCounterpart:
    """A translation of a word of a query, with the number of provisions that contain it.

    Attributes:
        language: Tag of the language of the translation.
        rendering: The translation.
        found: Number of provisions whose text in this language contains it.
    """

    language: str
    rendering: Rendering
    found: int


@dataclass(frozen=True, slots=True)
class ReadWord:
    """A word or phrase of a query as one language reads it.

    Attributes:
        language: Tag of the language.
        tokens: For each word its folded form and its stem.
        found: Number of provisions whose text in this language contains it.
        counterparts: Its translations into other languages, the likeliest first.
    """

    language: str
    tokens: tuple[tuple[str, str], ...]
    found: int
    counterparts: tuple[HeldCounterpart, ...]


@dataclass(frozen=True, slots=True)
class ExplainedWord:
    """A word, phrase, pattern or address of a query.

    Attributes:
        text: As typed.
        found: Number of provisions that it finds alone.
        readings: How each language reads it; empty for a pattern and an address.
    """

    text: str
    found: int
    readings: tuple[ReadWord, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a query is read.

    Attributes:
        tree: The query; None when it has no word.
        words: Its words, phrases, patterns and addresses in the order typed, each once.
    """

    tree: Node | None
    words: tuple[ExplainedWord, ...]


def explain_code(
    code: Code,
    folder: Path,
    question: Question,
    *,
    glossary: Glossary = NO_GLOSSARY,
    progress: Progress | None = None,
) -> Explanation:
    """Return how a query is read.

    Args:
        code: The laws.
        folder: Private folder of the user with the index, which is opened, or built if necessary.
        question: The query with its options.
        glossary: Glossary of the corpus.
        progress: Called with a line of text when the index has to be built.

    Raises:
        LawkbError: As in ``search``, or the index cannot be written.
    """
    if not readings(code.outline, question):
        return Explanation(None, ())
    return explain(open_index(code, folder, progress), code, question, glossary)


def explain(
    engine: Engine, code: Code, question: Question, glossary: Glossary = NO_GLOSSARY
) -> Explanation:
    """Return how a query is read, with what an open index finds for its words.

    Raises:
        LawkbError: As in ``search``.
    """
    known = readings(code.outline, question)
    if not known:
        return Explanation(None, ())
    outline = code.outline
    tags = tuple(language.code for language in outline.languages)
    searched = (question.language,) if question.language else tags
    tree, _ = known[0]
    counterparts = Counterparts(engine.folder, glossary_terms(glossary, outline))
    wide = widened(tree, outline, counterparts, searched) if question.also else Widened(tree)
    explained = _Explained(engine, outline, counterparts, tags, searched)
    found = dict.fromkeys(scoped.leaf for scoped in scoped_leaves(tree))
    return Explanation(wide.tree, tuple(explained.word(leaf) for leaf in found))


@dataclass(frozen=True, slots=True)
class _Explained:
    """What is needed to explain a word of a query."""

    engine: Engine
    outline: Outline
    counterparts: Counterparts
    tags: tuple[str, ...]
    searched: tuple[str, ...]

    def word(self, leaf: Leaf) -> ExplainedWord:
        total = self.engine.search(leaf, self.searched, 0).total
        return ExplainedWord(leaf.text, total, tuple(self._readings(leaf)))

    def _readings(self, leaf: Leaf) -> Iterator[ReadWord]:
        for language in self.tags:
            forms = _forms(leaf, language)
            found = self.engine.search(leaf, (language,), 0).total if forms else 0
            known = tuple(self._counterparts(forms, language)) if forms else ()
            if found or known:
                read = tuple((form.exact, form.stem) for form in forms)
                yield ReadWord(language, read, found, known)

    def _counterparts(self, forms: tuple[Form, ...], source: str) -> Iterator[HeldCounterpart]:
        for target in self.tags:
            way = Way(source, target, self.counterparts, PROBABILITY, LINKS)
            for rendering in way.of(forms):
                node = rendered(rendering.text, target, self.outline)
                found = self.engine.search(node, (target,), 0).total if node else 0
                yield HeldCounterpart(target, rendering, found)


def _forms(leaf: Leaf, language: str) -> tuple[Form, ...]:
    if isinstance(leaf, Phrase):
        return leaf.words(language)
    form = leaf.form(language) if isinstance(leaf, Word) else None
    return (form,) if form else ()
