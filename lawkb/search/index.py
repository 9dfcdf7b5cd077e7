"""The index of a code, and the answers to queries: the entry to the search."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lawkb.corpus.glossary import Glossary
from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.language import Language
from lawkb.search.addressed import read_address
from lawkb.search.analysis import tokens
from lawkb.search.complaints import complaint
from lawkb.search.counterparts import Counterparts
from lawkb.search.documents import Document, document
from lawkb.search.engine import Engine
from lawkb.search.folding import script
from lawkb.search.hits import Answer, Sought, hit_of_address, hits
from lawkb.search.query import check_length, parse_query
from lawkb.search.renewal import Progress, open_renewed
from lawkb.search.termbook import TermBook
from lawkb.search.tree import (
    Cited,
    Having,
    Leaf,
    Node,
    Phrase,
    Word,
    leaves,
    loosened,
    nodes,
)
from lawkb.search.widening import Widened, widened
from lawkb.search.writing import written

NO_GLOSSARY = Glossary()


@dataclass(frozen=True, slots=True)
class Question:
    """What to search, and how much of it to give.

    Attributes:
        query: As typed.
        limit: Number of hits to give at most.
        language: BCP 47 tag of the only language to search, or None for all.
        also: Whether to seek what other languages call it, too.
    """

    query: str
    limit: int = 10
    language: str | None = None
    also: bool = False


@dataclass(frozen=True, slots=True)
class _Asked:
    """A query as it was typed and as it is read, and the languages to read."""

    query: str
    tree: Node
    languages: tuple[str, ...]


def search_code(
    code: Code,
    folder: Path,
    query: str,
    *,
    limit: int = 10,
    language: str | None = None,
    also: bool = False,
    glossary: Glossary = NO_GLOSSARY,
    progress: Progress | None = None,
) -> Answer:
    """The answer to a query; the index is opened, or built, only when one is needed.

    Args:
        code: The laws.
        folder: Private folder of the user in which the index of this code is kept.
        query: As typed.
        limit: Number of hits to give at most.
        language: BCP 47 tag of the only language to search, or None for all.
        also: Whether to seek what other languages call it, too.
        glossary: Terms that come before what was learned.
        progress: Told when the index must be built.

    Raises:
        LawkbError: The query is too long or malformed, a language or edition is not held, or the
            index cannot be kept.
    """
    question = Question(query, limit, language, also)
    answer = jump(code, question)
    if answer:
        return answer
    readings(code, question)  # a fault needs no index
    return search(open_index(code, folder, progress), code, question, glossary)


def jump(code: Code, question: Question) -> Answer | None:
    """The provision of a query that is an address alone, in any writing; else None.

    It needs no index. Of several editions the newest one that holds it answers.

    Raises:
        LawkbError: The query is too long, or its language is not held.
    """
    query = _checked(code, question)
    address = read_address(query, code.outline.scheme, code.outline.languages)
    held = _held(code, address, question.language) if address else None
    if address is None or held is None:
        return None
    hit = hit_of_address(held, question.language or _language_typed(code, query))
    name = code.outline.scheme.write(address)
    return Answer(query, f"the provision {name}", 1, (hit,)[: question.limit], None, "address")


def open_index(code: Code, folder: Path, progress: Progress | None = None) -> Engine:
    """The index of a code, ready to be asked; built when it is missing or damaged.

    When laws have changed since, those are indexed anew and no others.

    Raises:
        LawkbError: The folder cannot be written.
    """
    # Not above: a jump does without the 36 ms that this import takes.
    from lawkb.search.whoosh_engine import WhooshEngine

    engine = WhooshEngine(tuple(one.code for one in code.outline.languages), code.outline.scheme)

    open_renewed(engine, code, folder, progress or (lambda _: None))
    return engine


def search(
    engine: Engine, code: Code, question: Question, glossary: Glossary = NO_GLOSSARY
) -> Answer:
    """The provisions that hold every word of a query, or any when none holds all.

    An address that is not held finds the provisions that cite it. Counterparts are sought when
    they are asked for, and none are found where they were not kept beside the index.

    Raises:
        LawkbError: The query is too long or malformed, or a language or edition is not held.
    """
    query = _checked(code, question)
    tags = tuple(language.code for language in _languages(code, question.language))
    counterparts = Counterparts(engine.folder, TermBook(glossary, code.outline))
    known = readings(code, question)
    for number, (tree, understood) in enumerate(known):
        wide = widened(tree, code, counterparts, tags) if question.also else Widened(tree)
        found = engine.search(wide.tree, tags, question.limit)
        if found.total:
            looser = number > 0
            given = hits(code, found.matches, Sought(tree, wide.tree, tags, counterparts))
            missing = _suggestion(engine, code, _Asked(query, tree, tags)) if looser else None
            return Answer(query, understood, found.total, given, missing, engine.name, wide.added)
    if not known:
        return Answer(query, "no word to search for", 0, (), None, engine.name)
    suggestion = _suggestion(engine, code, _Asked(query, known[-1][0], tags))
    return Answer(query, known[0][1], 0, (), suggestion, engine.name)


def _checked(code: Code, question: Question) -> str:
    """The query, fit to be printed; refused when it is too long or in no language of the code."""
    check_length(question.query)
    _languages(code, question.language)
    # Bytes of the command line that are not UTF-8 arrive as halves of surrogate pairs.
    return question.query.encode("utf-8", errors="replace").decode("utf-8")


def _languages(code: Code, only: str | None) -> tuple[Language, ...]:
    languages = code.outline.languages
    if only is None:
        return languages
    chosen = tuple(language for language in languages if language.code == only)
    if not chosen:
        tags = ", ".join(language.code for language in languages)
        raise LawkbError(f"language {only}", "no law is held in it", f"there are: {tags}")
    return chosen


def _held(code: Code, address: Address, language: str | None) -> Document | None:
    """The provision in the newest edition that holds it, in a language if one is asked for."""
    for edition in code.outline.editions:
        found = document(code, edition.id, address)
        if found and (language is None or found.text(language)):
            return found
    return None


def _language_typed(code: Code, query: str) -> str:
    """The language whose script a query is typed in, the authoritative one before the others."""
    typed = "".join(char for char in query if char.isalpha())
    own = [one.code for one in code.outline.languages if one.script == script(typed)]
    authoritative = code.outline.authoritative
    return own[0] if own and authoritative not in own else authoritative


def readings(code: Code, question: Question) -> tuple[tuple[Node, str], ...]:
    """The ways to understand a query, the strictest first; the first that finds any counts."""
    query = _checked(code, question)
    # What is said in one language may be sought in another.
    languages = _languages(code, None if question.also else question.language)
    tree = parse_query(query, languages, code.outline.scheme)
    _check_editions(code, query, tree)
    plain = ((tree, written(tree)),) if tree else ()
    address = read_address(query, code.outline.scheme, languages)
    if address:
        name = code.outline.scheme.write(address)
        cited: Node = Cited(address, name)
        where = f" in {languages[0].name}" if len(languages) == 1 else ""
        said = f"{name} is not held{where}; "
        return (cited, f"{said}what cites it"), *((node, said + text) for node, text in plain)
    looser = loosened(tree) if tree else None
    if looser:
        return *plain, (looser, f"{written(looser)} (nothing holds all of them)")
    return plain


def _check_editions(code: Code, query: str, tree: Node | None) -> None:
    known = [edition.id for edition in code.outline.editions]
    for node in nodes(tree) if tree else ():
        if isinstance(node, Having) and node.what == "edition" and node.value not in known:
            at = query.find(node.value)
            hint = f"there are: {', '.join(known)}"
            raise complaint(query, (at, at + len(node.value)), "there is no such edition", hint)


def _suggestion(engine: Engine, code: Code, question: _Asked) -> str | None:
    """The query with the first word that nothing holds replaced by one of the laws."""
    query, tree, languages = question.query, question.tree, question.languages
    for word in (word for leaf in leaves(tree) for word in _typed_words(leaf)):
        if not engine.search(word, languages, 0).total:
            near = engine.suggest(word, languages)
            printed = _printed(engine, code, near) if near else None
            place = re.search(rf"(?<!\w){re.escape(word.text)}(?!\w)", query)
            if printed and place:
                return query[: place.start()] + printed + query[place.end() :]
            return printed
    return None


def _typed_words(leaf: Leaf) -> Iterator[Word]:
    """The plain words of a leaf, those of a phrase among them."""
    if isinstance(leaf, Word):
        yield leaf
    elif isinstance(leaf, Phrase):
        typed = re.findall(r"\w+", leaf.text)
        for text, *forms in zip(typed, *filter(None, leaf.forms), strict=False):
            yield Word(text, tuple(forms))


def _printed(engine: Engine, code: Code, near: Word) -> str:
    """A folded word with its accents, from the first provision that holds it."""
    tags = tuple(form.language for form in near.forms)
    found = engine.search(near, tags, 1).matches
    held = document(code, found[0].edition, found[0].place) if found else None
    parts = [(text, part) for text in held.texts for part in text.parts] if held else []
    for text, part in parts:
        read = tokens(part.text, code.outline.language(text.language), code.outline.scheme)
        same = (token for token in read if token.folded == near.forms[0].exact)
        token = next(same, None)
        if token:
            return part.text[token.start : token.end].lower()
    return near.text
