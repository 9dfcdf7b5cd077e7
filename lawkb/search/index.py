"""The index of a code, and the answers to queries: the entry to the search."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from lawkb.corpus.glossary import Glossary
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.search.addressed import read_address, read_addresses
from lawkb.search.asking import Question, answer, checked, readings
from lawkb.search.documents import Document, document, shown
from lawkb.search.engine import Engine, Index
from lawkb.search.folding import script
from lawkb.search.ground import ground_of
from lawkb.search.hits import Answer, hit_of_address
from lawkb.search.renewal import Progress, open_renewed
from lawkb.search.termbook import term_book

__all__ = ["Question", "jump", "open_index", "search", "search_code"]

NO_GLOSSARY = Glossary()


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
    given = jump(code, question)
    if given:
        return given
    readings(ground_of(code.outline), question)  # a fault needs no index
    return search(open_index(code, folder, progress), code, question, glossary)


def jump(code: Code, question: Question) -> Answer | None:
    """The provision of a query that is an address alone, in any writing; else None.

    It needs no index. Of several editions the newest one that holds it answers. Words that name
    no provision together are several addresses, where each of them is one that is held.

    Raises:
        LawkbError: The query is too long, or its language is not held.
    """
    ground = ground_of(code.outline)
    query = checked(ground, question)
    one = read_address(query, ground.scheme, ground.languages)
    addresses: tuple[Address, ...] = (one,) if one else ()
    if not _all_held(code, addresses, question.language):
        addresses = read_addresses(query, ground.scheme, ground.languages)
    held = _all_held(code, tuple(dict.fromkeys(addresses)), question.language)
    if not held:
        return None
    language = question.language or _language_typed(code, query)
    hits = tuple(
        replace(hit_of_address(shown(each, ground), language), rank=rank)
        for rank, each in enumerate(held, start=1)
    )
    names = ", ".join(code.outline.scheme.write(each) for each in dict.fromkeys(addresses))
    told = f"the provision{'s' if len(hits) > 1 else ''} {names}"
    return Answer(query, told, len(hits), hits[: question.limit], None, "address")


def open_index(code: Code, folder: Path, progress: Progress | None = None) -> Engine:
    """The index of a code, ready to be asked; built when it is missing or damaged.

    When laws have changed since, those are indexed anew and no others.

    Raises:
        LawkbError: The folder cannot be written.
    """
    # Not above: a jump does without what this import takes.
    from lawkb.search.whoosh_engine import WhooshEngine

    engine = WhooshEngine(tuple(one.code for one in code.outline.languages), code.outline.scheme)

    open_renewed(engine, code, folder, progress or (lambda _: None))
    return engine


def search(
    index: Index, code: Code, question: Question, glossary: Glossary = NO_GLOSSARY
) -> Answer:
    """The answer of an open index; see ``asking.answer``.

    Raises:
        LawkbError: The query is too long or malformed, or a language or edition is not held.
    """
    ground = ground_of(code.outline)
    return answer(index, ground, question, term_book(glossary, ground))


def _all_held(
    code: Code, addresses: tuple[Address, ...], language: str | None
) -> tuple[Document, ...]:
    """The provisions of addresses; none when one of them is not held."""
    found = tuple(_held(code, address, language) for address in addresses)
    held = tuple(each for each in found if each)
    return held if len(held) == len(found) else ()


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
