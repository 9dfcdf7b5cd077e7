"""Answer queries: an address leads to its provision, other queries are searched in the index.

An explanation says how a query is read, word by word, and what each word finds alone. Words that no
text has are corrected: misspelt, or typed on other keys or letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING
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
from lawkb.search.guide import (
    NO_GUIDE,
    FoundSubject,
    Guide,
    found_subjects,
    subject_stems,
    ways_of,
)
from lawkb.search.hits import hit_of_address, hits, makers_first
from lawkb.search.not_here import laws_not_here, subjects_not_here, words_of_titles
from lawkb.search.query.lexer import read_address, read_addresses, read_words
from lawkb.search.query.nodes import (
    And,
    Cited,
    Filter,
    Form,
    Meant,
    MostOf,
    Node,
    Or,
    Pattern,
    Phrase,
    Word,
    loosened,
    subtrees,
    syntax_error,
    words_near,
    written,
)
from lawkb.search.query.parser import check_length, parse_query, plain_words
from lawkb.search.translated_query import (
    Counterparts,
    SynonymRows,
    glossary_terms,
    synonym_rows,
    widened,
    with_synonyms,
)
from lawkb.words.folding import fold, image, script
from lawkb.words.spellings import Spellings, read_spellings
from lawkb.words.tokens import read_vocabulary, tells_nothing

if TYPE_CHECKING:
    from lawkb.references.typed_address import Place

NO_GLOSSARY = Glossary()
NO_SYNONYMS: Synonyms = {}


class Question(Struct, frozen=True):
    """A query with its options."""

    query: str  # query as typed: ``47E2``, ``penalty AND card``
    limit: int = 10  # largest number of hits to return
    language: str | None = None  # BCP 47 tag of the only language to search; None for all
    also: bool = False  # whether to search for translations of the words, too


def jump(code: Code, question: Question, guide: Guide = NO_GUIDE) -> SearchResult | None:
    """Return the provisions of a query that consists of addresses only; None for other queries.

    An address may be in any writing (``47E2a``, ``Νόμος 47Ε2(α)``). The name of a division, such as
    *Chapter II*, gives the division. No index is needed. The edition
    that is typed with it (``47E 2007``) answers, else the newest that has the provision. If the
    query is not the address of an existing provision, but several addresses (``47 20``,
    ``20F1 and 20F2``), those are returned that the code has.

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
        several = _jump_to_several(code, question, guide)
        return several or _jump_to_divisions(code, question, editions, typed)
    names = ", ".join(code.outline.scheme.write(each) for each in dict.fromkeys(addresses))
    meant = f"the provision{'s' if len(held) > 1 else ''} {names}"
    meant += f" of the edition {edition}" if edition else ""
    return _answer_of_places(code, question, held, meant)


def _jump_to_several(code: Code, question: Question, guide: Guide) -> SearchResult | None:
    """Return those provisions of a list of addresses that the code has: ``47E, 16C``; else None."""
    places = typed_places_in(code, question)
    editions = tuple(each.id for each in code.outline.editions)
    only = question.language
    found = tuple(
        document
        for place in dict.fromkeys(places)
        if (
            document := _held(
                code, place.address, only, (place.edition,) if place.edition else editions
            )
        )
    )
    if not found:
        return None
    names = ", ".join(code.outline.scheme.write(place.address) for place in places)
    answer = _answer_of_places(code, question, found, f"the provisions {names}")
    return replace(answer, not_here=laws_not_here(code, guide.titles, places))


def typed_places_in(code: Code, question: Question) -> tuple[Place, ...]:
    """Return the provisions that a query consists of, held or not; empty for words."""
    query = checked(code.outline, question)
    if not any(map(str.isdigit, query)):
        return ()
    # Not above: most queries name no provision.
    from lawkb.references.typed_address import typed_places

    return typed_places((query,), code)


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
    guide: Guide = NO_GUIDE,
) -> SearchResult:
    """Return the provisions with every word of a query, or with any of them if none has all.

    Words that no text has are corrected when nothing else is found; words in quotation marks or
    after ``=`` are not. If fewer than ``FEW`` provisions have all words, those with most words
    follow. An address that the code does not have finds the provisions that cite it. Translations
    in the glossary are used before those learned from the texts. What the index of subjects says
    to a query comes first if it has the very situation, or no provision has all words. A query
    with a word that no text has finds nothing near it, unless few provisions have the other words:
    the answer says what is not here.

    Raises:
        LawkbError: The query is too long or malformed, or the code does not have the language or
            edition.
    """
    counterparts = Counterparts(engine.folder, glossary_terms(glossary, code.outline))
    rows = synonym_rows(code.outline, synonyms)
    context = _Context(engine, code, counterparts, rows, guide)
    found = _corrected_answer(context, question)
    found = replace(found, is_question=_is_question(code.outline, question))
    return _guided(context, question, found)


def _corrected_answer(context: _Context, question: Question) -> SearchResult:
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


# ---- what editors wrote


def _guided(context: _Context, question: Question, answer: SearchResult) -> SearchResult:
    """Return an answer with what the index of subjects has, and what is not here."""
    code, guide = context.code, context.guide
    places = typed_places_in(code, question)
    if places:
        return replace(answer, not_here=laws_not_here(code, guide.titles, places))
    query = answer.suggestion if answer.corrected and answer.suggestion else answer.query
    tree = _plain_tree(code.outline, query)
    if tree is None:
        return answer
    run = with_synonyms(tree, context.synonyms)
    subjects = found_subjects(guide.subjects, query, run, code.outline)
    shown = subjects if answer.whole < FEW or any(each.is_said for each in subjects) else ()
    if shown:
        answer = _with_subjects(context, question, run, shown, answer)
    parts = run.parts if isinstance(run, And) else (run,)
    unknown = () if shown or answer.whole else _unknown_words(context, question, parts)
    tags = tuple(language.code for language in code.outline.languages)
    telling = [tuple(way for tag in tags for way in ways_of(part, tag)) for part in parts]
    stems = frozenset(form.stem for word in unknown for form in word.forms)
    texts = tuple(dict.fromkeys(word.text for word in unknown))
    absent = subjects_not_here(code, guide.titles, telling, texts, stems)
    short = len(parts) <= _SHORT and not answer.is_question
    nearby = answer.total > _FEW_NEARBY
    if unknown and nearby and (short or len(unknown) == len(parts) or (absent and absent.laws)):
        answer = replace(answer, total=0, hits=(), suggestion=None, corrected=())
    return replace(answer, not_here=absent)


_SHORT = 3  # telling words of a query that is about each of them
# Provisions with some of the words that are shown although no text has the others: rare words say
# what is meant (*twelve revoke*), frequent ones do not (*zeppelin card*).
_FEW_NEARBY = 10
_LEAST = 3  # letters of a word that a query can be about


def _plain_tree(outline: Outline, query: str) -> Word | And | None:
    """Return the tree of a query that consists of words alone; None for others."""
    tree = parse_query(_without_its_mark(query), outline.languages, outline.scheme)
    if isinstance(tree, Word):
        return tree
    words = (
        isinstance(tree, And)
        and not tree.strict
        and all(isinstance(part, Word) for part in tree.parts)
    )
    return tree if words and isinstance(tree, And) else None


def _with_subjects(
    context: _Context,
    question: Question,
    run: Node,
    subjects: tuple[FoundSubject, ...],
    answer: SearchResult,
) -> SearchResult:
    """Return an answer with the provisions of entries of the index of subjects.

    They are first if an entry has the very situation, or no provision has all words; else they
    follow those that have.
    """
    code = context.code
    named = []
    for each in subjects:
        held = document(code, each.edition, each.address)
        if held and (question.language is None or held.text(question.language)):
            hit = hit_of_address(held, question.language or each.language, code.outline)
            named.append(replace(hit, subject=each.words))
    first = 0 if subjects[0].is_said else answer.whole
    before = answer.hits[:first]
    led = {_place(hit): hit for hit in named}
    for hit in before:
        led.pop(_place(hit), None)
    after = [hit for hit in answer.hits[first:] if _place(hit) not in led]
    joined = (*before, *led.values(), *after)[: question.limit]
    ranked = tuple(replace(hit, rank=rank) for rank, hit in enumerate(joined, start=1))
    tags = tuple(language.code for language in _languages(code.outline, question.language))
    either = MostOf(run.parts) if isinstance(run, And) else run
    found = context.engine.search(either if answer.whole < FEW else run, tags, _ALL).matches
    known = {(match.document.edition, match.document.place) for match in found}
    new = sum(
        (hit.edition, code.outline.scheme.read(hit.address)) not in known
        for hit in led.values()
        if hit.address
    )
    return replace(answer, total=answer.total + new, hits=ranked)


_ALL = 1000  # hits among which a provision of the index of subjects is looked for


def _unknown_words(
    context: _Context, question: Question, parts: Sequence[Node]
) -> tuple[Word, ...]:
    """Return the telling words of a query that no text has, in any form or by what they mean."""
    outline = context.code.outline
    tags = tuple(language.code for language in _languages(outline, question.language))
    unknown = []
    for part in parts:
        if not isinstance(part, Word) or len(part.text) < _LEAST:
            continue
        sought = widened(part, outline, context.counterparts, tags)[0] if question.also else part
        begun = Pattern(part.text, f"{fold(part.text)}*")  # info, for information
        if not context.engine.search(Or((sought, begun)), tags, 0).total:
            unknown.append(part)
    return tuple(unknown)


def _without_its_mark(query: str) -> str:
    """Return a query of several words without its question mark, which is a wildcard elsewhere."""
    return query.rstrip("?; ") if len(query.split()) > 1 else query


def _is_question(outline: Outline, question: Question) -> bool:
    """Return whether words of a question, *can* or *what*, are left out of a query."""
    query = checked(outline, question)
    if _plain_tree(outline, query) is None:
        return False
    read = read_words(query, outline.languages, outline.scheme)
    return any(
        token.folded in read_vocabulary(language.code).asking
        for language, tokens in zip(outline.languages, read, strict=True)
        for token in tokens
    )


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
    counterparts: Counterparts
    synonyms: SynonymRows
    guide: Guide


def _answer(context: _Context, question: Question, reading: tuple[Node, str]) -> SearchResult:
    """Return the answer to one reading of a query."""
    engine, outline = context.engine, context.code.outline
    tags = tuple(language.code for language in _languages(outline, question.language))
    counterparts = context.counterparts
    tree, understood = reading
    wide, added = widened(tree, outline, counterparts, tags) if question.also else (tree, ())
    run = with_synonyms(wide, context.synonyms)
    found = engine.search(run, tags, question.limit and max(question.limit, _REORDERED))
    matches = makers_first(found.matches, tree, tags, outline)[: question.limit]
    shown = hits(outline, matches, tree, run, tags, counterparts)
    query = checked(outline, question)
    whole = 0 if isinstance(tree, MostOf) else found.total
    return SearchResult(query, understood, found.total, shown, None, engine.name, added, (), whole)


_REORDERED = 30  # of the best provisions, those that make what is asked for come first


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
    tree = parse_query(_without_its_mark(query), languages, outline.scheme)
    _check_editions(outline, query, tree)
    plain = ((tree, written(tree)),) if tree else ()
    address = read_address(query, outline.scheme, languages)
    several = read_addresses(query, outline.scheme, languages)
    if several:
        nodes = tuple(Cited(each, outline.scheme.write(each)) for each in dict.fromkeys(several))
        either: Node = Or(nodes) if len(nodes) > 1 else nodes[0]
        return (either, f"{written(either)}: provisions that cite them"), *plain
    if address:
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
    meant = subtrees(with_synonyms(tree, context.synonyms)) if tree else ()
    left = {each.text for each in meant if isinstance(each, Meant)}
    guide = subject_stems(context.guide.subjects, outline)
    guide |= words_of_titles(context.guide.titles, outline)
    known: tuple[KnownWords, ...] = ()
    words: list[CorrectedWord] = []
    changed, at = "", 0
    query = _without_its_mark(query)
    for match in typed_words(query):
        if match[0] in left or _is_known(context, match[0], tags, exactly=found):
            continue
        if _is_guide(match[0], guide, outline):
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


def _is_guide(typed: str, stems: frozenset[str], outline: Outline) -> bool:
    """Return whether a word stands in what editors wrote, or is one of a question."""
    read = read_words(typed, outline.languages, outline.scheme)
    pairs = zip(outline.languages, read, strict=True)
    return any(
        token.stem in stems or tells_nothing(token, language.code)
        for language, tokens in pairs
        for token in tokens
    )


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


# ---- words that no text has

# Signs that a word is to be searched as it is: it stands after them or in them.
_LEFT_ALONE = r"=\S+|\S*[*?~]\S*|\S+:\S+|\"[^\"]*\"|«[^»]*»|“[^”]*”|„[^“”]*[“”]|\S*\d\S*\(\S*"
_TYPED = r"[^\W_](?:[\w;]*[^\W_])?"
_SHORTEST_CORRECTED = 3  # letters of a word that is corrected, and of what it is corrected to
_LEAST_CORRECTED = 4  # letters of a word in which one may be wrong
_LEAST_REPLACED = 5  # … in which one may stand for another: «λήψη» is not «λείπει»
_LONG = 7  # … in which two may be wrong, but not the first: unauthorized is not authorized


@dataclass(frozen=True)
class KnownWords:
    """The words of the texts in a language, by what their spellings have in common."""

    tag: str  # BCP 47 tag of the language.
    spellings: Spellings  # The other ways to type words of the language.
    # How often texts have each word; the words are folded.
    words: Mapping[str, int] = field(repr=False, hash=False)

    @cached_property
    def by_key(self) -> Mapping[str, str]:
        """The most frequent word of each key."""
        found: dict[str, str] = {}
        for word in sorted(self.words, key=lambda word: (-self.words[word], word)):
            if word.isalpha() and len(word) >= _SHORTEST_CORRECTED and word not in self.stop:
                found.setdefault(self.spellings.key(word), word)
        return found

    @cached_property
    def stop_by_key(self) -> Mapping[str, str]:
        """The very frequent words by their key; they may be in no text."""
        long = (word for word in sorted(self.stop) if len(word) >= _SHORTEST_CORRECTED)
        return {self.spellings.key(word): word for word in long}

    @property
    def stop(self) -> frozenset[str]:
        """The very frequent words of the language, and those of a question."""
        return read_vocabulary(self.tag).stop | read_vocabulary(self.tag).asking


def typed_words(query: str) -> Iterator[re.Match[str]]:
    """Yield the words of a query that may be corrected, as matches.

    Phrases, words with a sign of the query language, fields and addresses are left out.
    """
    for match in re.finditer(rf"(?:{_LEFT_ALONE})|(?P<word>{_TYPED})", query):
        if match["word"] and any(map(str.isalpha, match["word"])):
            yield match


def nearest(typed: str, languages: tuple[KnownWords, ...]) -> str | None:
    """Return the word of the texts that a typed word probably stands for, folded, or None.

    The one with the fewest changes, then the likelier reading, then the more frequent word.
    """
    if len(typed) < _SHORTEST_CORRECTED:
        return None
    seen_as = fold(image(typed) or "")
    for known in languages:
        if seen_as in known.words:
            return seen_as
    found = [
        (changes, order, -known.words.get(word, 0), word)
        for known in languages
        for order, reading in enumerate(known.spellings.readings(typed))
        for changes, word in _near(known, reading, as_typed=order == 0)
    ]
    return min(found)[-1] if found else None


def _is_replaced(near: str, key: str) -> bool:
    """Return whether a letter of a word stands in the place of another one."""
    return len(near) == len(key) and sorted(near) != sorted(key)


def _near(known: KnownWords, reading: str, as_typed: bool) -> Iterator[tuple[int, str]]:
    """Yield the words of the texts that sound almost like a word, with the number of changes."""
    key = known.spellings.key(reading)
    same = known.stop_by_key.get(key) or known.by_key.get(key)
    if same:
        yield 0, same
        return
    most = 0 if len(key) < _LEAST_CORRECTED else 1 if len(key) < _LONG else 2
    for changes in range(1, most + 1):
        near = words_near(key, tuple(known.by_key), changes)
        if as_typed and len(key) < _LEAST_REPLACED:
            near = tuple(each for each in near if not _is_replaced(each, key))
        near = tuple(each for each in near if changes == 1 or each[0] == key[0])
        yield from ((changes, known.by_key[each]) for each in near)
        if near:
            return
