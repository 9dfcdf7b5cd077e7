"""Answer queries: an address leads to its provision, other queries are searched in the index.

An explanation says how a query is read, word by word, and what each word finds alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from weakref import WeakKeyDictionary

from msgspec import Struct, structs

from lawkb.corpus.glossary import Glossary, Synonyms
from lawkb.model.address import Address
from lawkb.model.answer import CorrectedWord, Hit, SearchResult
from lawkb.model.code import Code, Outline
from lawkb.model.division import division_eid
from lawkb.model.label import split_edition
from lawkb.model.language import Language
from lawkb.search.documents import DivisionPlace, Document, document, tokens_of_part
from lawkb.search.engine import FEW, Engine
from lawkb.search.hits import hit_of_address, hits
from lawkb.search.misspelt_words import KnownWords, nearest, typed_words
from lawkb.search.query.lexer import read_address, read_addresses
from lawkb.search.query.nodes import (
    Cited,
    Filter,
    Form,
    Meant,
    MostOf,
    Node,
    Phrase,
    Word,
    loosened,
    subtrees,
    syntax_error,
    written,
)
from lawkb.search.query.parser import check_length, parse_query, plain_words
from lawkb.search.translated_query import (
    Counterparts,
    glossary_terms,
    widened,
    with_synonyms,
)
from lawkb.words.folding import fold, script
from lawkb.words.spellings import read_spellings
from lawkb.words.tokens import read_vocabulary

NO_GLOSSARY = Glossary()
NO_SYNONYMS: Synonyms = {}


class Question(Struct, frozen=True):
    """A query with its options."""

    query: str  # query as typed: ``47E2``, ``penalty AND card``
    limit: int = 10  # largest number of hits to return
    language: str | None = None  # BCP 47 tag of the only language to search; None for all
    also: bool = False  # whether to search for translations of the words, too


def jump(code: Code, question: Question) -> SearchResult | None:
    """Return the provisions of a query that consists of addresses only; None for other queries.

    An address may be in any writing (``47E2a``, ``Νόμος 47Ε2(α)``). The name of a division, such as
    *Chapter II*, gives the division. No index is needed. The edition
    that is typed with it (``47E 2007``) answers, else the newest that has the provision. If the
    query is not the address of an existing
    provision, but several addresses side by side (``47 20``), all of them are returned if the code
    has each.

    Raises:
        LawkbError: The query is too long, or the code does not have the language.
    """
    outline = code.outline
    query = checked(outline, question)
    edition, typed = split_edition(query, outline)
    editions = (edition,) if edition else tuple(each.id for each in outline.editions)
    one = read_address(typed, outline.scheme, outline.languages)
    addresses: tuple[Address, ...] = (one,) if one else ()
    if not _all_held(code, addresses, question.language, editions):
        addresses = read_addresses(typed, outline.scheme, outline.languages)
    held = _all_held(code, tuple(dict.fromkeys(addresses)), question.language, editions)
    if not held:
        return _jump_to_divisions(code, question, editions, typed)
    names = ", ".join(code.outline.scheme.write(each) for each in dict.fromkeys(addresses))
    meant = f"the provision{'s' if len(held) > 1 else ''} {names}"
    meant += f" of the edition {edition}" if edition else ""
    return _answer_of_places(code, question, held, meant)


def _jump_to_divisions(
    code: Code, question: Question, editions: tuple[str, ...], typed: str
) -> SearchResult | None:
    """Return the divisions of the first edition that has any that a query names, or None."""
    if not code.outline.divisions:
        return None
    # Not above: few codes have divisions, and what reads their names knows all of citation.
    from lawkb.references.divisions import typed_divisions

    for edition in editions:
        paths = typed_divisions(typed, code, edition)
        found = (document(code, edition, DivisionPlace(path)) for path in paths)
        only = question.language
        held = tuple(each for each in found if each and (only is None or each.text(only)))
        if held:
            names = ", ".join(map(division_eid, paths))
            return _answer_of_places(code, question, held, f"the division {names}")
    return None


def _answer_of_places(
    code: Code, question: Question, held: tuple[Document, ...], meant: str
) -> SearchResult:
    query = checked(code.outline, question)
    language = question.language or _language_typed(code, query)
    hits = tuple(
        replace(hit_of_address(each, language, code.outline), rank=rank)
        for rank, each in enumerate(held, start=1)
    )
    shown = hits[: question.limit]
    return SearchResult(query, meant, len(hits), shown, None, "address", (), (), len(hits))


def search(
    engine: Engine,
    code: Code,
    question: Question,
    glossary: Glossary = NO_GLOSSARY,
    synonyms: Synonyms = NO_SYNONYMS,
) -> SearchResult:
    """Return the provisions with every word of a query, or with any of them if none has all.

    Words that no text has are corrected when nothing else is found; words in quotation marks or
    after ``=`` are not. If fewer than ``FEW`` provisions have all words, those with most words
    follow. An address that the code does not have finds the provisions that cite it. Translations
    in the glossary are used before those learned from the texts.

    Raises:
        LawkbError: The query is too long or malformed, or the code does not have the language or
            edition.
    """
    context = _Context(engine, code, glossary, synonyms)
    typed = _first_answer(context, question)
    if typed.whole >= FEW:
        return typed
    query, words = _correction(context, question, found=typed.whole > 0)
    if query == typed.query:
        return typed
    corrected = _first_answer(context, structs.replace(question, query=query))
    if not corrected.total or corrected.whole <= typed.whole > 0:
        return typed
    suggestion = query if words else None
    return replace(corrected, query=typed.query, suggestion=suggestion, corrected=words)


def _first_answer(context: _Context, question: Question) -> SearchResult:
    """Return the answer to the first reading of a query that finds anything."""
    query = checked(context.code.outline, question)
    known = readings(context.code.outline, question)
    if not known:
        told, name = "no word to search for", context.engine.name
        return SearchResult(query, told, 0, (), None, name, (), (), 0)
    answers = [_answer(context, question, known[0])]
    for reading in known[1:]:
        tree = reading[0]
        # Whoever quotes wants no less than all words.
        plain = isinstance(tree, MostOf) and all(isinstance(part, Word) for part in tree.parts)
        if not answers[-1].total or (plain and answers[-1].total < FEW):
            answers.append(_answer(context, question, reading))
    best = next((each for each in answers if each.total), answers[0])
    if best.whole and answers[-1] is not best:
        best = _filled_up(best, answers[-1], question.limit)
    return replace(best, suggestion=_nearest(context.code, question))


def _filled_up(answer: SearchResult, nearest: SearchResult, limit: int) -> SearchResult:
    """Return the provisions with all words of a query, and after them those with most words."""
    found = set(map(_place, answer.hits))
    others = (hit for hit in nearest.hits if _place(hit) not in found)
    joined = (*answer.hits, *others)[:limit]
    ranked = tuple(replace(hit, rank=rank) for rank, hit in enumerate(joined, start=1))
    return replace(answer, total=nearest.total, hits=ranked, whole=answer.total)


def _place(hit: Hit) -> tuple[object, ...]:
    # A companion is a document in each of its languages, a provision is one in all of them.
    language = hit.lang if hit.companion else None
    return hit.edition, hit.address, hit.companion, hit.division, language


class _Context(Struct, frozen=True):
    """What a query is answered with."""

    engine: Engine
    code: Code
    glossary: Glossary
    synonyms: Synonyms


def _answer(context: _Context, question: Question, reading: tuple[Node, str]) -> SearchResult:
    """Return the answer to one reading of a query."""
    engine, outline = context.engine, context.code.outline
    tags = tuple(language.code for language in _languages(outline, question.language))
    counterparts = Counterparts(engine.folder, glossary_terms(context.glossary, outline))
    tree, understood = reading
    wide, added = widened(tree, outline, counterparts, tags) if question.also else (tree, ())
    run = with_synonyms(wide, outline, context.synonyms)
    found = engine.search(run, tags, question.limit)
    shown = hits(outline, found.matches, tree, run, tags, counterparts)
    query = checked(outline, question)
    whole = 0 if isinstance(tree, MostOf) else found.total
    return SearchResult(query, understood, found.total, shown, None, engine.name, added, (), whole)


def _nearest(code: Code, question: Question) -> str | None:
    """Return the address of the provision that would have a typed one that the code lacks.

    *47E* for *47E9*; None if the query is no address, or the code does not have the law.
    """
    outline = code.outline
    address = read_address(question.query, outline.scheme, outline.languages)
    editions = tuple(each.id for each in outline.editions)
    while address and not _held(code, address, question.language, editions):
        address = address.parent
    return outline.scheme.write(address) if address else None


def readings(outline: Outline, question: Question) -> tuple[tuple[Node, str], ...]:
    """Return the ways to understand a query, the strictest first.

    The first way with hits answers the query.

    Returns:
        For each way the tree of the query, and how it is shown to the user: ``penalty AND card``.

    Raises:
        LawkbError: As in ``search``.
    """
    query = checked(outline, question)
    # Words of one language may be searched for in another.
    languages = _languages(outline, None if question.also else question.language)
    tree = parse_query(query, languages, outline.scheme)
    _check_editions(outline, query, tree)
    plain = ((tree, written(tree)),) if tree else ()
    address = read_address(query, outline.scheme, languages)
    if address and not read_addresses(query, outline.scheme, languages):
        name = outline.scheme.write(address)
        cited: Node = Cited(address, name)
        where = f" in {languages[0].name}" if len(languages) == 1 else ""
        said = f"{name} is not available{where}; "
        return (cited, f"{said}provisions that cite it"), *(
            (node, said + text) for node, text in plain
        )
    looser = loosened(tree) if tree else None
    if looser:
        return *plain, (looser, f"{written(looser)} (no provision has all words)")
    return plain


def checked(outline: Outline, question: Question) -> str:
    """Return a query, with bytes that are not UTF-8 replaced by ``?``.

    Raises:
        LawkbError: The query is too long, or the code does not have the language.
    """
    check_length(question.query)
    _languages(outline, question.language)
    # Bytes of the command line that are not UTF-8 arrive as halves of surrogate pairs.
    return question.query.encode("utf-8", errors="replace").decode("utf-8")


def _check_editions(outline: Outline, query: str, tree: Node | None) -> None:
    known = tuple(edition.id for edition in outline.editions)
    for node in subtrees(tree) if tree else ():
        if isinstance(node, Filter) and node.what == "edition" and node.value not in known:
            at = query.find(node.value)
            hint = f"there are: {', '.join(known)}"
            raise syntax_error(query, (at, at + len(node.value)), "there is no such edition", hint)


def _correction(
    context: _Context, question: Question, found: bool
) -> tuple[str, tuple[CorrectedWord, ...]]:
    """Return a query with each word that no text has replaced by the nearest one, and these words.

    If provisions were found, words are replaced that texts have only in another form, too, but not
    by a form of themselves.
    """
    engine, outline = context.engine, context.code.outline
    query = checked(outline, question)
    tags = tuple(language.code for language in _languages(outline, question.language))
    tree = parse_query(query, outline.languages, outline.scheme)
    meant = subtrees(with_synonyms(tree, outline, context.synonyms)) if tree else ()
    left = {each.text for each in meant if isinstance(each, Meant)}
    known: tuple[KnownWords, ...] = ()
    words: list[CorrectedWord] = []
    changed, at = "", 0
    query = query.rstrip("?; ")  # of a question; inside a query ? is a wildcard
    for match in typed_words(query):
        if match[0] in left or _is_known(context, match[0], tags, exactly=found):
            continue
        known = known or tuple(_known_words(engine, tags))
        near = nearest(match[0], known)
        if near and not (found and _is_form(near, match[0], tags)):
            words.append(CorrectedWord(match[0], _printed(engine, outline, near, tags)))
            changed += query[at : match.start()] + words[-1].shown
            at = match.end()
    return changed + query[at:], tuple(words)


# By languages. To sort the words of many laws by what sounds alike takes seconds.
_KNOWN: WeakKeyDictionary[Engine, dict[tuple[str, ...], KnownWords]] = WeakKeyDictionary()


def _known_words(engine: Engine, tags: tuple[str, ...]) -> Iterator[KnownWords]:
    kept = _KNOWN.setdefault(engine, {})
    for tag in tags:
        own = (tag, *(other for other in tags if other != tag))
        words = engine.words(tag)
        if own not in kept or kept[own].words is not words:
            kept[own] = KnownWords(tag, read_spellings(tag, own[1:]), words)
        yield kept[own]


def _is_known(context: _Context, text: str, tags: tuple[str, ...], exactly: bool) -> bool:
    """Return whether texts have every word of a text, in any form or exactly as typed.

    Very frequent words need not be there.
    """
    outline = context.code.outline
    languages = tuple(outline.language(tag) for tag in tags)
    words = plain_words(text, languages, outline.scheme)
    exact = (Phrase(word.text, tuple((form,) for form in word.forms)) for word in words)
    sought = exact if exactly else words
    return all(context.engine.search(word, tags, 0).total > 0 for word in sought)


def _is_form(near: str, typed: str, tags: tuple[str, ...]) -> bool:
    """Return whether two words are forms of one word in any language."""
    stems = (read_vocabulary(tag).stem for tag in tags)
    return any(stem(near) == stem(fold(typed)) for stem in stems)


def _printed(engine: Engine, outline: Outline, folded: str, tags: tuple[str, ...]) -> str:
    """Return a folded word with its accents, from the first provision that contains the word."""
    near = Word(folded, tuple(Form(tag, folded, folded) for tag in tags))
    for match in engine.search(near, tags, 1).matches:
        for text in match.document.texts:
            language = outline.language(text.language)
            for part in text.parts:
                for token in tokens_of_part(part, language, outline.scheme, None):
                    if token.folded == folded:
                        return part.text[token.start : token.end].lower()
    return folded


def _languages(outline: Outline, only: str | None) -> tuple[Language, ...]:
    if only is None:
        return outline.languages
    tag = outline.read_tag(only)
    return tuple(language for language in outline.languages if language.code == tag)


def _all_held(
    code: Code, addresses: tuple[Address, ...], language: str | None, editions: tuple[str, ...]
) -> tuple[Document, ...]:
    """Return the provisions with the given addresses; none if the code lacks one of them."""
    found = tuple(_held(code, address, language, editions) for address in addresses)
    held = tuple(each for each in found if each)
    return held if len(held) == len(found) else ()


def _held(
    code: Code, address: Address, language: str | None, editions: tuple[str, ...]
) -> Document | None:
    """Return the provision in the first of some editions that has it, or None.

    If a language is given, the provision must have a text in it.
    """
    for edition in editions:
        found = document(code, edition, address)
        if found and (language is None or found.text(language)):
            return found
    return None


def _language_typed(code: Code, query: str) -> str:
    """Return the language whose script a query is typed in.

    This is the authoritative language if it has that script, or none has.
    """
    typed = "".join(char for char in query if char.isalpha())
    own = [one.code for one in code.outline.languages if one.script == script(typed)]
    authoritative = code.outline.authoritative
    return own[0] if own and authoritative not in own else authoritative
