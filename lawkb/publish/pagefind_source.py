"""The HTML that Pagefind indexes: pages that readers never see.

A page has one language in Pagefind. So every law has a page for each of its languages, with a
heading for each provision; a text beside the laws, such as definitions, has one with a heading for
each section and entry, and the divisions of an edition have one with their headings. A word that
Pagefind would analyse otherwise than ``lawkb.search`` is followed by a hidden word, which the
script of the search page removes again.

When someone types, the search loads words, terms and headings of the texts.

Source: decisions/0008-site-search.md.
"""

from __future__ import annotations

import json
import re
import unicodedata
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass
from functools import lru_cache, partial
from html import escape
from pathlib import Path

import Stemmer

from lawkb.corpus.cache import cached, digest_of
from lawkb.corpus.glossary import Glossary
from lawkb.model.address import Address, Scheme
from lawkb.model.code import Code, Outline
from lawkb.model.companion import Companion
from lawkb.model.division import Divisions, division_eid
from lawkb.model.label import label, law_name
from lawkb.model.language import Language
from lawkb.model.law import Law, Provision
from lawkb.model.passage import Passage, Reference, Span
from lawkb.parallel_work import on_all_cores
from lawkb.publish.urls import LAW_ID, part_id
from lawkb.search.documents import (
    DivisionPlace,
    Document,
    Part,
    Spot,
    documents,
    documents_of_companion,
)
from lawkb.unicode_characters import normalized
from lawkb.words.spellings import read_spellings
from lawkb.words.tokens import Token, address_token, read_words, tokens, words

WORDS_FOLDER = "search"  # below the root of the site
# Of a code with ten thousand laws the file stays below 400 kB compressed.
MOST_WORDS = 20_000
MOST_HEADINGS = 8_000


def search_words_path(tag: str) -> str:
    """Return the path of the file of a language, ``search/el.json``."""
    return f"{WORDS_FOLDER}/{tag}.json"


def search_words(code: Code, glossary: Glossary, tag: str) -> str:
    """Return what a misspelt word is compared with and what is suggested, in one language, as JSON.

    ``words`` has the words of the texts, the most frequent first, at most ``MOST_WORDS``;
    ``headings`` those of the newest edition that has the law, at most ``MOST_HEADINGS``, the
    outermost first, each with its label and its path below the pages of a language, and then those
    of divisions, each without a label and with edition and id for a path; ``terms`` has the
    glossary's terms in the language, as a dictionary has them; ``latin`` the letters that Latin
    ones stand for where people type the language with these, and ``sounds`` what sounds alike.
    """
    found = tuple(documents(code))
    original = tag == code.outline.authoritative
    terms = [term.term for term in glossary.terms] if original else [*_renderings(glossary, tag)]
    table: dict[str, object] = {
        "words": " ".join(_words(found, tag)),
        "terms": list(dict.fromkeys(terms)),
        "headings": list(_headings(code, found, tag)),
    }
    spellings = read_spellings(tag)
    if spellings.latin:
        table |= {"latin": dict(spellings.latin), "sounds": spellings.sounds}
    return json.dumps(table, ensure_ascii=False, separators=(",", ":"))


def _renderings(glossary: Glossary, tag: str) -> Iterator[str]:
    """Yield the translations of terms into a language; one that is only stems has no whole word."""
    for term in glossary.terms:
        words = [word[0] for word in term.renderings.get(tag, ())]
        if words and term.status != "forbidden" and not any(word.open for word in words):
            yield " ".join(word.text for word in words)


def _words(found: tuple[Document, ...], tag: str) -> list[str]:
    """Return each word as most texts print it, in small letters, the most frequent first."""
    printed: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for text in (text for each in found if (text := each.text(tag))):
        for part in (part for part in text.parts if part.zone != "comments"):
            for word in read_words(part.text, tag):
                if word.text.isalpha():
                    printed[word.folded][word.lower] += 1
    order = sorted(printed, key=lambda folded: (-printed[folded].total(), folded))
    best = (min(printed[each].items(), key=lambda pair: (-pair[1], pair[0])) for each in order)
    return [word for word, _ in best][:MOST_WORDS]


def _headings(code: Code, found: tuple[Document, ...], tag: str) -> Iterator[tuple[str, str, str]]:
    scheme, language = code.outline.scheme, code.outline.language(tag)
    seen: dict[Address, tuple[str, str, str]] = {}
    divisions: list[tuple[str, str, str]] = []
    for document in found:
        text, place = document.text(tag), document.place
        heads = text.in_zone("heading") if text else ()
        if isinstance(place, Address) and heads and place not in seen:
            fragment = scheme.fragment(place) or LAW_ID
            path = f"{document.edition}/{place.law}/#{fragment}"
            seen[place] = (heads[0].text, label(place, scheme, language), path)
        elif text and isinstance(place, DivisionPlace):
            divisions.append((text.body, "", f"{document.edition} {division_eid(place.path)}"))
    for place in sorted(seen, key=lambda each: (each.depth, each))[:MOST_HEADINGS]:
        yield seen[place]
    yield from divisions[:MOST_HEADINGS]


_CACHED = "pagefind-source"


def cached_pagefind_pages(folder: Path, code: Code) -> tuple[PagefindPage, ...]:
    """Return ``pagefind_pages`` of a corpus, cached.

    Args:
        code: The laws of the corpus; if they lack the digests of their files, nothing is cached.
    """
    if code.files is None:
        return pagefind_pages(code)
    inputs = digest_of(repr((dict(code.files), Stemmer.version())).encode())
    pages = cached(folder, _CACHED, inputs, lambda: [*map(astuple, pagefind_pages(code))])
    return tuple(PagefindPage(*page) for page in pages)


# A hidden word begins with it. Pagefind reads the word without it; no law prints it.
HIDDEN = "⁂"
# The end of a hidden word that represents a family of words; no other word ends so.
FAMILY = "0"
DIVISIONS = "divisions"  # page of the headings above the laws; no law or companion is named so

_WORDS = 65_536
_RUN = re.compile(r"\S+")
# What Pagefind leaves off a word.
_AROUND = "\"'.,;:·!?()[]«»“”‘’"

# Characters without a space and what is hidden after them, as HTML; the families of their words.
_Shown = tuple[str, tuple[tuple[str, str], ...]]


@dataclass(frozen=True, slots=True)
class PagefindPage:
    """A law or other text in one language, as HTML for Pagefind."""

    path: str  # File below the folder that Pagefind reads, `el/2017/57.html`.
    html: str
    # Pairs of a folded word in the text and the word that stands for its family, that is, all forms
    # with one stem in the vocabulary: `παιζω0`.
    families: frozenset[tuple[str, str]]


def pagefind_pages(code: Code) -> tuple[PagefindPage, ...]:
    """Return a page for every law in each language, in order, then one for each other text.

    The last ones are those of the divisions of each edition.
    """
    texts = (*code.laws.values(), *code.companions.values(), *code.divisions.values())
    return tuple(on_all_cores(partial(pagefind_page, code.outline), texts))


def pagefind_page(outline: Outline, text: Law | Companion | Divisions) -> PagefindPage:
    """Return the page that Pagefind indexes for a law or other text in one language."""
    language, scheme = outline.language(text.language), outline.scheme
    families: set[tuple[str, str]] = set()
    mark = partial(_marked, language, scheme, families)
    if isinstance(text, Law):
        name = str(text.number)
        sections = "\n".join(_section(each, language, scheme, mark) for each in text.provisions())
    elif isinstance(text, Companion):
        name, sections = text.name, "\n".join(_companion_sections(text, mark))
    else:
        name = DIVISIONS  # with label and heading of each division, under its id, ``chp_2``
        sections = "\n".join(
            f'<h2 id="{division_eid(each.path)}">{HIDDEN} {mark(Passage(each.printed))}</h2>'
            for each in text.walk()
        )
    html = (
        f'<!doctype html>\n<html lang="{text.language}">\n<meta charset="utf-8">\n'
        f"<title>{name}</title>\n<body data-pagefind-body>\n{sections}\n</body>\n</html>\n"
    )
    return PagefindPage(f"{text.language}/{text.edition}/{name}.html", html, frozenset(families))


def hidden_words(token: Token, printed: str) -> tuple[str, ...]:
    """Return hidden words to put after a word, so that Pagefind finds it like ``lawkb.search``.

    Args:
        token: The word as ``lawkb.search`` analyses it.
        printed: The word with all characters up to the next spaces, which Pagefind takes for one
            word.

    Returns:
        A cited address, ``47e2a``; the family of a word whose stem is listed in the vocabulary; the
        folded form of a word that Pagefind would fold otherwise. Empty for most words.
    """
    if token.kind == "address":
        return (token.folded,)
    if token.kind == "stop":
        return ()
    family = (family_word(token.stem),) if _has_family(token) else ()
    return family if _simple(printed) == token.folded else (token.folded, *family)


def family_word(stem: str) -> str:
    """Return the hidden word for a stem in the vocabulary: ``παιζω0`` for ``=παιζω``."""
    return stem.removeprefix("=") + FAMILY


def _companion_sections(companion: Companion, mark: Callable[[Passage], str]) -> Iterator[str]:
    """Yield HTML of each part: a heading that begins with the title, a paragraph for every text.

    The search shows the title as it shows the label of a provision. The heading of the whole text
    is the title alone.
    """
    title = ""
    for each in documents_of_companion(companion):
        own = each.place.id if isinstance(each.place, Spot) else ""
        for text in each.texts:
            heads = " ".join(mark(_passage(part)) for part in text.in_zone("heading"))
            id_ = escape(part_id(companion.language, own))
            yield f'<h2 id="{id_}">{escape(title)} {HIDDEN} {heads}</h2>'
            for part in (*text.in_zone("text"), *text.in_zone("notes")):
                yield f"<p>{mark(_passage(part))} {HIDDEN}</p>"
            title = title or f"{text.label.replace(HIDDEN, ' ')}:"


def _passage(part: Part) -> Passage:
    return Passage(part.text, (), part.references or ())


def _section(
    provision: Provision, language: Language, scheme: Scheme, mark: Callable[[Passage], str]
) -> str:
    """Yield HTML of a provision: a heading with label and address, a paragraph for every text.

    Pagefind adds a full stop to a paragraph without one; a hidden word at the end takes it.
    """
    address = provision.address
    name = (
        label(address, scheme, language)
        if address.depth
        else law_name(address.law, scheme, language)
    )
    own = HIDDEN + address_token(address, scheme).folded
    heading = mark(provision.heading) if provision.heading else ""
    id_ = scheme.fragment(address) or LAW_ID
    first = f'<h2 id="{escape(id_)}">{escape(name)} {own} {heading}</h2>'
    notes = (
        note
        for passage in (provision.heading, *provision.passages)
        if passage
        for note in passage.notes
    )
    texts = (*provision.passages, *(Passage(n.text, (), n.references) for n in notes if n.text))
    return "\n".join((first, *(f"<p>{mark(text)} {HIDDEN}</p>" for text in texts)))


def _marked(
    language: Language, scheme: Scheme, families: set[tuple[str, str]], passage: Passage
) -> str:
    """Return the HTML of a passage with hidden words; add its word families to ``families``."""
    text = passage.text.replace(HIDDEN, " ")
    code, capitals = language.code, text.isupper()
    first, last = _citing(text, passage.references)
    cited = tokens(text, language, scheme, passage.references, (first, last))
    ends = [token.end for token in cited]
    shown: list[str] = []
    for known in (
        *(_known(run, code, capitals) for run in text[:first].split()),
        *(_shown(run, cited, ends) for run in _RUN.finditer(text, first, last)),
        *(_known(run, code, capitals) for run in text[last:].split()),
    ):
        shown.append(known[0])
        families.update(known[1])
    return " ".join(shown)


def _citing(text: str, references: tuple[Reference, ...]) -> Span:
    """Return the span from the first reference to the last one, widened to spaces."""
    if not references:
        return len(text), len(text)
    before = text[: max(0, min(reference.start for reference in references))]
    behind = text[max(reference.end for reference in references) :]
    first = before.rsplit(maxsplit=1)[-1] if before[-1:].strip() else ""
    last = behind.split(maxsplit=1)[0] if behind[:1].strip() else ""
    return len(before) - len(first), len(text) - len(behind) + len(last)


# Laws say the same words again and again.
@lru_cache(_WORDS)
def _known(run: str, code: str, capitals: bool) -> _Shown:
    """Return HTML and families of characters without a space and without a reference."""
    found = tuple(words(run, (0, len(run)), code, capitals))
    return _with_hidden(run, found)


def _shown(run: re.Match[str], found: Sequence[Token], ends: Sequence[int]) -> _Shown:
    """Return HTML and families of such characters in a text with references.

    Hidden words of references that end in them are included.
    """
    own = slice(bisect_right(ends, run.start()), bisect_right(ends, run.end()))
    return _with_hidden(run[0], found[own])


def _with_hidden(run: str, found: Sequence[Token]) -> _Shown:
    """Return characters without a space followed by their hidden words, as HTML, and families."""
    printed = run.strip(_AROUND)
    hidden = dict.fromkeys(word for token in found for word in hidden_words(token, printed))
    families = [(each.folded, family_word(each.stem)) for each in found if _has_family(each)]
    return escape(" ".join((run, *(HIDDEN + word for word in hidden)))), tuple(families)


def _has_family(token: Token) -> bool:
    """Whether the vocabulary lists the forms of a word, with a stem for all of them."""
    return token.stem.startswith("=")


@lru_cache(_WORDS)
def _simple(word: str) -> str:
    """Return a word as Pagefind folds it before stemming: lower case, without diacritics."""
    if word.isascii():
        return word.lower()
    decomposed = normalized("NFD", word.lower())
    plain = "".join(char for char in decomposed if not unicodedata.combining(char))
    return plain.replace("ς", "σ")
