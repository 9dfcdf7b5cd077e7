"""Pages of the glossary, where its terms occur, and pages of terms with very many provisions."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, count, groupby
from types import SimpleNamespace

from lawkb.checks.learning import pair_code
from lawkb.checks.term_uses import TermUse, uses_by_term
from lawkb.checks.text_pairs import CheckedText, TextPair
from lawkb.corpus.glossary import Glossary, Term, Word, dictionary_form
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.label import label
from lawkb.model.language import read_language
from lawkb.model.passage import Span
from lawkb.publish.localized_site import LocalizedSite, TermIndex, TermMark, Uses
from lawkb.publish.page import SitePage, make_page
from lawkb.publish.pagination import (
    Pages,
    page_links,
    paginate,
    shown_of_each,
    shown_part,
)
from lawkb.publish.urls import Place
from lawkb.words.folding import fold

MOST_PLACES = 1000  # provisions that a page names: 70 kB of HTML

# A provision in which a term occurs: its address in the language of the text, the id of its edition
# unless that is the newest, and its location, None without a page. A glossary has thousands.
TermPlace = tuple[str, str, Place | None]


@dataclass(frozen=True, slots=True)
class WordingView:
    """A glossary term in one language: in the original, or one of its translations."""

    language: str  # BCP 47 tag.
    # The dictionary form; if the glossary has none, the words as the texts write them most often,
    # and if they occur nowhere, their stems.
    words: str
    status: str  # `original`, `preferred`, `admitted` or `forbidden`.
    # The editor's note on the row of the glossary, as pairs of language tag and text; only the
    # first translation of a row has it.
    note: tuple[tuple[str, str], ...]
    # Number of occurrences; None if no text in this language is paired with the original.
    times: int | None
    provisions: tuple[TermPlace, ...]  # The provisions in which it occurs.


@dataclass(frozen=True, slots=True)
class TermView:
    """A glossary term with its translations and occurrences."""

    id: str  # HTML id of its entry.
    wordings: tuple[WordingView, ...]  # The term in the original, then its translations.
    # Pairs of BCP 47 tag of a translation and the provisions whose original has the term, but whose
    # translation has no listed translation of it.
    missing: tuple[tuple[str, tuple[TermPlace, ...]], ...]
    # Link to the page with all its provisions, if not all of them are shown; else None.
    all: Place | None = None


def terms_view(site: LocalizedSite, subjects: Place | None = None) -> SimpleNamespace:
    """Return the page of the glossary, with the occurrences that ``lawkb terms`` counts.

    If the page would be too large, it shows only the first provisions of each list.

    Args:
        subjects: Location of the index of subjects; None without one.
    """
    terms = term_views(site)
    most = shown_of_each([len(each) for term in terms for each in lists_of(term)], MOST_PLACES)
    tags = dict.fromkeys(each.language for term in terms for each in term.wordings)
    ordered = sorted(tags, key=lambda tag: tag != site.language.code)
    return SimpleNamespace(
        terms=tuple(_shortened(site, term, most) for term in terms),
        indexes=tuple(_index(site, tag, terms) for tag in ordered),
        subjects=subjects,
    )


def _index(site: LocalizedSite, tag: str, terms: Sequence[TermView]) -> SimpleNamespace:
    """Return the index of a language; translations that must not be used are left out."""
    path = site.paths.terms()
    words = {
        (each.words, Place(path, term.id))
        for term in terms
        for each in term.wordings
        if each.language == tag and each.status != "forbidden"
    }
    ordered = sorted(words, key=lambda entry: (fold(entry[0]), *entry))
    groups = groupby(ordered, key=lambda entry: fold(entry[0])[:1].upper())
    letters = []
    for letter, entries in groups:
        id_ = f"index-{tag}-{letter}"
        letters.append(
            SimpleNamespace(id=id_, place=Place(path, id_), letter=letter, terms=tuple(entries))
        )
    return SimpleNamespace(language=tag, name=read_language(tag).name, letters=tuple(letters))


def term_views(site: LocalizedSite) -> tuple[TermView, ...]:
    """Return every term with all its provisions, in the alphabetical order of the original."""
    rows: dict[str, list[Term]] = {term: [] for term in site.terms.ids}
    for row in site.terms.glossary.terms:
        rows[row.term].append(row)
    return tuple(
        _entry(site, term, rows[term]) for term in sorted(rows, key=lambda t: (t.casefold(), t))
    )


def long_terms(site: LocalizedSite) -> tuple[TermView, ...]:
    """Return the terms with more provisions than the glossary page shows, with all of these."""
    found = (uses for by_term in site.terms.uses.values() for uses in by_term.values())
    # Of each use the original is named, and every rendering or that there is none.
    if sum(1 + max(1, len(use.found)) for uses in found for _, use in uses) <= MOST_PLACES:
        return ()
    terms = term_views(site)
    most = shown_of_each([len(each) for term in terms for each in lists_of(term)], MOST_PLACES)
    return tuple(term for term in terms if any(len(each) > most for each in lists_of(term)))


def lists_of(term: TermView) -> list[tuple[TermPlace, ...]]:
    """Return a list of provisions for each wording of a term, and one for each language.

    The latter are the provisions in which that language has no translation of the term.
    """
    return [each.provisions for each in term.wordings] + [places for _, places in term.missing]


def _shortened(site: LocalizedSite, term: TermView, most: int) -> TermView:
    """Return a term with at most ``most`` provisions in each list."""
    if all(len(each) <= most for each in lists_of(term)):
        return term
    return replace(
        term,
        wordings=tuple(replace(w, provisions=w.provisions[:most]) for w in term.wordings),
        missing=tuple((tag, places[:most]) for tag, places in term.missing),
        all=Place(site.paths.term(term.id, 1)),
    )


def _entry(site: LocalizedSite, term: str, rows: list[Term]) -> TermView:
    order = {language.code: n for n, language in enumerate(site.code.outline.languages)}
    tags = sorted({tag for row in rows for tag in row.renderings}, key=lambda tag: order[tag])
    wordings = [_original(site, term)]
    missing = []
    for tag in tags:
        wordings.extend(_renderings(site, tag, [row for row in rows if tag in row.renderings]))
        uses = site.terms.uses.get(tag, {}).get(term, ())
        if lacking := [pair for pair, use in uses if not use.rendered]:
            missing.append((tag, _places(site, (pair.translation for pair in lacking), lacking)))
    return TermView(site.terms.ids[term], tuple(wordings), tuple(missing))


def _original(site: LocalizedSite, term: str) -> WordingView:
    """Return the term in the original; a text counts once, however many translations are listed."""
    places: dict[tuple[str, Address | None], tuple[TextPair, TermUse]] = {}
    for uses in site.terms.uses.values():
        for pair, use in uses.get(term, ()):
            places.setdefault((pair.edition, pair.address), (pair, use))
    pairs = [pair for pair, _ in places.values()]
    return WordingView(
        language=site.code.outline.authoritative,
        words=term,
        status="original",
        note=(),
        times=sum(len(use.original) for _, use in places.values()) if site.terms.uses else None,
        provisions=_places(site, (pair.original for pair in pairs), pairs),
    )


def _renderings(site: LocalizedSite, tag: str, rows: Sequence[Term]) -> list[WordingView]:
    found = site.terms.uses.get(tag)
    uses = (found or {}).get(rows[0].term, ())
    views = []
    for at, row in enumerate(rows):
        standing = [(pair, use.found[at]) for pair, use in uses if use.found[at]]
        pairs = [pair for pair, _ in standing]
        usual = ((pair.translation, spans) for pair, spans in standing)
        views.append(
            WordingView(
                language=tag,
                words=dictionary_form(row.renderings[tag])
                or _usual(usual)
                or _stems(row.renderings[tag]),
                status=row.status,
                note=site.runs_of(row.note) if tag == next(iter(row.renderings)) else (),
                times=None if found is None else sum(len(spans) for _, spans in standing),
                provisions=_places(site, (pair.translation for pair in pairs), pairs),
            )
        )
    return views


def _stems(words: tuple[Word, ...]) -> str:
    """Return the first alternative of each word, an ellipsis in place of an open ending."""
    return " ".join(word[0].text + ("…" if word[0].open else "") for word in words)


def _usual(standing: Iterable[tuple[CheckedText, Sequence[Span]]]) -> str:
    """Return the most frequent words, in lower case unless all occurrences have capitals."""
    forms: dict[str, Counter[str]] = {}
    for side, spans in standing:
        for start, end in spans:
            words = " ".join(side.text[start:end].split())
            forms.setdefault(words.casefold(), Counter())[words] += 1
    if not forms:
        return ""
    most = min(forms.values(), key=lambda counted: (-counted.total(), min(counted)))
    return max(most)  # small letters come after capitals


def _places(
    site: LocalizedSite, sides: Iterable[CheckedText], pairs: Sequence[TextPair]
) -> tuple[TermPlace, ...]:
    """Return the provisions of some texts, those on one side of pairs."""
    newest = site.code.outline.editions[0].id
    scheme = site.code.outline.scheme
    return tuple(
        (
            label(side.provision.address, scheme, side.language),
            "" if pair.edition == newest else pair.edition,
            site.place(pair.edition, side.provision.address),
        )
        for side, pair in zip(sides, pairs, strict=True)
        if side.provision
    )


_Line = tuple[int, TermPlace]  # the number of the list it is of


def term_pages(
    site: LocalizedSite, subjects: Place | None
) -> Iterator[tuple[str, Callable[[], SitePage]]]:
    """Yield the path of every glossary page, and the function that makes it.

    Nothing is yielded without a glossary.

    Args:
        subjects: Location of the index of subjects; None without one.
    """
    if not site.terms.glossary.terms:
        return
    yield site.paths.terms(), partial(_terms, site, subjects)
    for term in long_terms(site):
        pages = paginate(
            [(n, place) for n, places in enumerate(lists_of(term)) for place in places], MOST_PLACES
        )
        for part in range(1, len(pages) + 1):
            yield site.paths.term(term.id, part), partial(_term, site, term, pages, part)


def _terms(site: LocalizedSite, subjects: Place | None) -> SitePage:
    title = site.gettext("Terms")
    description = site.gettext(
        "The terms of the laws, how each is translated, and where it occurs."
    )
    path = site.paths.terms()
    return make_page(site, path, "terms.html", terms_view(site, subjects), title, description)


def _term(site: LocalizedSite, term: TermView, pages: Pages[_Line], part: int) -> SitePage:
    path = partial(site.paths.term, term.id)
    parts = page_links(pages, path, lambda line: line[1][0], part)
    view = SimpleNamespace(
        term=_part(term, pages[part - 1]),
        terms=Place(site.paths.terms(), term.id),
        parts=parts,
    )
    words = term.wordings[0].words
    description = site.gettext("Every provision in which «%(term)s» occurs.", term=words)
    return make_page(site, path(part), "term.html", view, words + shown_part(parts), description)


def _part(term: TermView, lines: Sequence[_Line]) -> TermView:
    """Return a term with only the provisions listed on one page, without empty translations."""
    own: dict[int, list[TermPlace]] = defaultdict(list)
    for n, place in lines:
        own[n].append(place)
    original, *others = term.wordings
    missing = enumerate(term.missing, start=len(term.wordings))
    return replace(
        term,
        wordings=(
            replace(original, provisions=tuple(own[0]), times=original.times if own[0] else None),
            *(replace(w, provisions=tuple(own[n])) for n, w in enumerate(others, 1) if own[n]),
        ),
        missing=tuple((tag, tuple(own[n])) for n, (tag, _) in missing if own[n]),
    )


_NOT_WORD = re.compile(r"\W+")


def index_terms(code: Code, glossary: Glossary) -> TermIndex:
    """Find the glossary terms in the texts of a law code, as ``lawkb terms`` does.

    Without a glossary, the result is empty.
    """
    if not glossary.terms:
        return TermIndex()
    uses = {
        language: uses_by_term([text for law in laws for text in law.texts], glossary)
        for language, laws in pair_code(code).items()
    }
    ids = ids_of(glossary)
    return TermIndex(glossary, ids, uses, marks_of(uses.values(), ids))


def ids_of(glossary: Glossary) -> dict[str, str]:
    """Return a readable HTML id for each glossary term; a number is added to a duplicate."""
    ids: dict[str, str] = {}
    taken: set[str] = set()
    for term in dict.fromkeys(row.term for row in glossary.terms):
        plain = "term-" + _NOT_WORD.sub("-", term.casefold()).strip("-")
        numbered = (f"{plain}-{n}" for n in count(2))
        ids[term] = next(id_ for id_ in chain((plain,), numbered) if id_ not in taken)
        taken.add(ids[term])
    return ids


def marks_of(
    languages: Iterable[Uses], ids: Mapping[str, str]
) -> dict[tuple[str, str, Address], tuple[TermMark, ...]]:
    """Return the marks of every provision in which a term occurs.

    Args:
        languages: For each translation, where the terms occur in it and in the original.
        ids: HTML id of each term's entry.

    Returns:
        By edition, language and address, the first occurrence of each term.
    """
    found: dict[tuple[str, str, Address], dict[str, list[Span]]] = {}
    for uses in languages:
        for term, pairs in uses.items():
            for pair, use in pairs:
                for side, spans in _standing(pair, use):
                    if side.provision:
                        key = (pair.edition, side.language.code, side.provision.address)
                        found.setdefault(key, {}).setdefault(ids[term], []).extend(spans)
    return {key: _first_of_each(terms) for key, terms in found.items()}


def _standing(pair: TextPair, use: TermUse) -> Iterator[tuple[CheckedText, tuple[Span, ...]]]:
    """Yield the texts in which a term or an allowed translation of it occurs, with the spans."""
    yield pair.original, use.original
    for at, spans in use.found.items():
        if use.rows[at].status != "forbidden":
            yield pair.translation, spans


def _first_of_each(terms: Mapping[str, Sequence[Span]]) -> tuple[TermMark, ...]:
    """Return the first occurrence of each term that is not part of a longer term."""
    every = [TermMark(start, end, id_) for id_, spans in terms.items() for start, end in spans]
    taken: list[TermMark] = []
    for mark in sorted(every, key=lambda mark: (mark.start - mark.end, mark.start, mark.id)):
        if all(mark.end <= other.start or other.end <= mark.start for other in taken):
            taken.append(mark)
    firsts: dict[str, TermMark] = {}
    for mark in sorted(taken, key=lambda mark: mark.start):
        firsts.setdefault(mark.id, mark)
    return tuple(firsts.values())
