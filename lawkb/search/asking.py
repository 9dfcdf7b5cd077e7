"""Asking: the answer to a query by an index that is open; how it was kept does not matter.

Whatever a query means is said here and in what it calls, for a process that answers one query as
for one that answers all day. Nothing that reads laws is imported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lawkb.errors import LawkbError
from lawkb.model.language import Language
from lawkb.search.addressed import read_address, read_addresses
from lawkb.search.complaints import complaint
from lawkb.search.counterparts import Counterparts
from lawkb.search.engine import Index
from lawkb.search.ground import Ground
from lawkb.search.hits import Answer, Sought, hits
from lawkb.search.query import check_length, parse_query
from lawkb.search.termbook import TermBook
from lawkb.search.tree import Cited, Having, Leaf, Node, Phrase, Word, leaves, loosened, nodes
from lawkb.search.widening import Added
from lawkb.search.writing import written

NOTHING_ADDED: tuple[Added, ...] = ()


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


def answer(
    index: Index, ground: Ground, question: Question, book: TermBook | None = None
) -> Answer:
    """The provisions that hold every word of a query, or any when none holds all.

    An address that is not held finds the provisions that cite it. Counterparts are sought when
    they are asked for, and none are found where they were not kept beside the index.

    Args:
        index: Of the code, open.
        ground: Languages and levels of the code.
        question: What to search.
        book: Terms that come before what was learned.

    Raises:
        LawkbError: The query is too long or malformed, or a language or edition is not held.
    """
    query = checked(ground, question)
    tags = tuple(language.code for language in _languages(ground, question.language))
    counterparts = Counterparts(index.folder, book)
    known = readings(ground, question)
    for number, (tree, understood) in enumerate(known):
        wide, added = tree, NOTHING_ADDED
        if question.also:
            from lawkb.search.widening import widened  # not above: few queries ask for it

            wider = widened(tree, ground, counterparts, tags)
            wide, added = wider.tree, wider.added
        found = index.search(wide, tags, question.limit)
        if found.total:
            shown = tuple((match, index.shown(match)) for match in found.matches)
            given = hits(ground, shown, Sought(tree, wide, tags, counterparts))
            missing = _suggestion(index, _Asked(query, tree, tags)) if number else None
            return Answer(query, understood, found.total, given, missing, index.name, added)
    if not known:
        return Answer(query, "no word to search for", 0, (), None, index.name)
    suggestion = _suggestion(index, _Asked(query, known[-1][0], tags))
    return Answer(query, known[0][1], 0, (), suggestion, index.name)


def readings(ground: Ground, question: Question) -> tuple[tuple[Node, str], ...]:
    """The ways to understand a query, the strictest first; the first that finds any counts."""
    query = checked(ground, question)
    # What is said in one language may be sought in another.
    languages = _languages(ground, None if question.also else question.language)
    tree = parse_query(query, languages, ground.scheme)
    _check_editions(ground, query, tree)
    plain = ((tree, written(tree)),) if tree else ()
    address = read_address(query, ground.scheme, languages)
    if address and not read_addresses(query, ground.scheme, languages):
        name = ground.scheme.write(address)
        cited: Node = Cited(address, name)
        where = f" in {languages[0].name}" if len(languages) == 1 else ""
        said = f"{name} is not held{where}; "
        return (cited, f"{said}what cites it"), *((node, said + text) for node, text in plain)
    looser = loosened(tree) if tree else None
    if looser:
        return *plain, (looser, f"{written(looser)} (nothing holds all of them)")
    return plain


def checked(ground: Ground, question: Question) -> str:
    """The query, fit to be printed; refused when it is too long or in no language of the code."""
    check_length(question.query)
    _languages(ground, question.language)
    # Bytes of the command line that are not UTF-8 arrive as halves of surrogate pairs.
    return question.query.encode("utf-8", errors="replace").decode("utf-8")


def _check_editions(ground: Ground, query: str, tree: Node | None) -> None:
    known = ground.editions
    for node in nodes(tree) if tree else ():
        if isinstance(node, Having) and node.what == "edition" and node.value not in known:
            at = query.find(node.value)
            hint = f"there are: {', '.join(known)}"
            raise complaint(query, (at, at + len(node.value)), "there is no such edition", hint)


def _suggestion(index: Index, question: _Asked) -> str | None:
    """The query with the first word that nothing holds replaced by one of the laws."""
    query, tree, languages = question.query, question.tree, question.languages
    for word in (word for leaf in leaves(tree) for word in _typed_words(leaf)):
        if not index.search(word, languages, 0).total:
            near = index.suggest(word, languages)
            printed = _printed(index, near) if near else None
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


def _printed(index: Index, near: Word) -> str:
    """A folded word with its accents, from the first provision that holds it."""
    tags = tuple(form.language for form in near.forms)
    for match in index.search(near, tags, 1).matches:
        for part in (part for text in index.shown(match).texts for part in text.parts):
            for token in part.read:
                if token.folded == near.forms[0].exact:
                    return part.text[token.start : token.end].lower()
    return near.text


def _languages(ground: Ground, only: str | None) -> tuple[Language, ...]:
    languages = ground.languages
    if only is None:
        return languages
    chosen = tuple(language for language in languages if language.code == only)
    if not chosen:
        tags = ", ".join(language.code for language in languages)
        raise LawkbError(f"language {only}", "no law is held in it", f"there are: {tags}")
    return chosen
