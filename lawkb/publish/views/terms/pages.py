"""Pages of terms: the glossary, and one or more pages of a term with very many provisions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from lawkb.checks.term_uses import TermUse
from lawkb.checks.text_pairs import CheckedText, TextPair
from lawkb.corpus.glossary import Term, written
from lawkb.model.address import Address
from lawkb.model.label import label
from lawkb.model.language import read_language
from lawkb.model.passage import Span
from lawkb.publish.views.list_pages import Part, cut, parts_of, shown_of_each
from lawkb.publish.views.page import SitePage, linked
from lawkb.publish.views.places import Place, term_path, terms_path
from lawkb.publish.views.tree import Tree

MOST_PLACES = 1000  # provisions that a page names: 70 kB of HTML


@dataclass(frozen=True, slots=True)
class TermPlace:
    """A provision in which a term stands.

    Attributes:
        name: Its address in the language of the text.
        edition: Its edition, where that is not the newest; else empty.
        place: Its row.
    """

    name: str
    edition: str
    place: Place | None


@dataclass(frozen=True, slots=True)
class WordingView:
    """A term in one language: as the original has it, or one of its renderings.

    Attributes:
        language: Tag.
        words: As the texts write it most often; as the glossary does where none has it.
        pattern: As the glossary writes it, where that says more; else empty.
        status: ``original``, ``preferred``, ``admitted`` or ``forbidden``.
        note: What an editor says of its row, cut into runs of one language, each after its tag;
            at the first rendering of the row alone.
        times: How often it stands; None where no text in this language stands beside the original.
        provisions: Where it stands.
    """

    language: str
    words: str
    pattern: str
    status: str
    note: tuple[tuple[str, str], ...]
    times: int | None
    provisions: tuple[TermPlace, ...]


@dataclass(frozen=True, slots=True)
class TermView:
    """A term.

    Attributes:
        id: Id of its entry.
        wordings: The original first, then the renderings, language by language.
        missing: By tag of a translation, the provisions that have the term and no rendering of it.
        all: The page of all its provisions, where not all of them are here; else None.
    """

    id: str
    wordings: tuple[WordingView, ...]
    missing: tuple[tuple[str, tuple[TermPlace, ...]], ...]
    all: Place | None = None


@dataclass(frozen=True, slots=True)
class TermsView:
    """The page of the terms.

    Attributes:
        names: Own name of each language by its tag.
        terms: By the alphabet of the original.
    """

    names: dict[str, str]
    terms: tuple[TermView, ...]


def terms_place(tree: Tree) -> Place | None:
    """The page of the terms; None for a code that keeps no glossary."""
    return Place(terms_path(tree.language.code)) if tree.terms.glossary.terms else None


def terms_view(tree: Tree) -> TermsView:
    """What the page of the terms shows; counts and places are those of ``lawkb terms``.

    Where a code is so large that the page would be, it shows the first provisions of each list.
    """
    terms = term_views(tree)
    most = shown_of_each([len(each) for term in terms for each in lists_of(term)], MOST_PLACES)
    tags = dict.fromkeys(
        (tree.code.outline.authoritative, *(tag for row in _rows(tree) for tag in row.renderings))
    )
    names = {tag: read_language(tag).name for tag in tags}
    return TermsView(names, tuple(_shortened(tree, term, most) for term in terms))


def term_views(tree: Tree) -> tuple[TermView, ...]:
    """Every term with all its provisions, by the alphabet of the original."""
    terms = sorted(tree.terms.ids, key=lambda term: (term.casefold(), term))
    return tuple(_entry(tree, term) for term in terms)


def long_terms(tree: Tree) -> tuple[TermView, ...]:
    """The terms with more provisions than the page of the terms shows, whole."""
    found = (uses for by_term in tree.terms.uses.values() for uses in by_term.values())
    # Of each use the original is named, and every rendering or that there is none.
    if sum(1 + max(1, len(use.found)) for uses in found for _, use in uses) <= MOST_PLACES:
        return ()
    terms = term_views(tree)
    most = shown_of_each([len(each) for term in terms for each in lists_of(term)], MOST_PLACES)
    return tuple(term for term in terms if any(len(each) > most for each in lists_of(term)))


def lists_of(term: TermView) -> list[tuple[TermPlace, ...]]:
    """The lists of provisions of a term: of each wording, then those without a rendering."""
    return [each.provisions for each in term.wordings] + [places for _, places in term.missing]


def _shortened(tree: Tree, term: TermView, most: int) -> TermView:
    """The term with so many provisions of each list."""
    if all(len(each) <= most for each in lists_of(term)):
        return term
    return replace(
        term,
        wordings=tuple(replace(w, provisions=w.provisions[:most]) for w in term.wordings),
        missing=tuple((tag, places[:most]) for tag, places in term.missing),
        all=Place(term_path(tree.language.code, term.id, 1)),
    )


def _rows(tree: Tree) -> tuple[Term, ...]:
    return tree.terms.glossary.terms


def _entry(tree: Tree, term: str) -> TermView:
    rows = [row for row in _rows(tree) if row.term == term]
    order = {language.code: n for n, language in enumerate(tree.code.outline.languages)}
    tags = sorted({tag for row in rows for tag in row.renderings}, key=lambda tag: order[tag])
    wordings = [_original(tree, term)]
    missing = []
    for tag in tags:
        wordings.extend(_renderings(tree, tag, [row for row in rows if tag in row.renderings]))
        uses = tree.terms.uses.get(tag, {}).get(term, ())
        if lacking := [pair for pair, use in uses if not use.rendered]:
            missing.append((tag, _places(tree, (pair.translation for pair in lacking), lacking)))
    return TermView(tree.terms.ids[term], tuple(wordings), tuple(missing))


def _original(tree: Tree, term: str) -> WordingView:
    """The term in the original; where several translations are beside it, a text counts once."""
    places: dict[tuple[str, Address | None], tuple[TextPair, TermUse]] = {}
    for uses in tree.terms.uses.values():
        for pair, use in uses.get(term, ()):
            places.setdefault((pair.edition, pair.address), (pair, use))
    pairs = [pair for pair, _ in places.values()]
    return WordingView(
        language=tree.code.outline.authoritative,
        words=term,
        pattern="",
        status="original",
        note=(),
        times=sum(len(use.original) for _, use in places.values()) if tree.terms.uses else None,
        provisions=_places(tree, (pair.original for pair in pairs), pairs),
    )


def _renderings(tree: Tree, tag: str, rows: Sequence[Term]) -> list[WordingView]:
    found = tree.terms.uses.get(tag)
    uses = (found or {}).get(rows[0].term, ())
    views = []
    for at, row in enumerate(rows):
        standing = [(pair, use.found[at]) for pair, use in uses if use.found[at]]
        pairs = [pair for pair, _ in standing]
        pattern = written(row.renderings[tag])
        words = _usual((pair.translation, spans) for pair, spans in standing) or pattern
        views.append(
            WordingView(
                language=tag,
                words=words,
                pattern=pattern if pattern.casefold() != words.casefold() else "",
                status=row.status,
                note=tree.runs_of(row.note) if tag == next(iter(row.renderings)) else (),
                times=None if found is None else sum(len(spans) for _, spans in standing),
                provisions=_places(tree, (pair.translation for pair in pairs), pairs),
            )
        )
    return views


def _usual(standing: Iterable[tuple[CheckedText, Sequence[Span]]]) -> str:
    """The words that stand there most often, in small letters unless all are written otherwise."""
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
    tree: Tree, sides: Iterable[CheckedText], pairs: Sequence[TextPair]
) -> tuple[TermPlace, ...]:
    """The provisions of one side of some pairs."""
    newest = tree.code.outline.editions[0].id
    scheme = tree.code.outline.scheme
    return tuple(
        TermPlace(
            name=label(side.provision.address, scheme, side.language),
            edition="" if pair.edition == newest else pair.edition,
            place=tree.place(pair.edition, side.provision.address),
        )
        for side, pair in zip(sides, pairs, strict=True)
        if side.provision
    )


_Line = tuple[int, TermPlace]  # the number of the list it is of


@dataclass(frozen=True, slots=True)
class TermPageView:
    """A page of the provisions of a term.

    Attributes:
        term: The term, with the provisions of this page.
        terms: Its entry on the page of the terms.
        parts: All pages of it; none where it is one.
    """

    term: TermView
    terms: Place
    parts: tuple[Part, ...]


def term_pages(tree: Tree) -> Iterator[tuple[str, Callable[[], SitePage]]]:
    """Path of every page of terms, and what makes it; none for a code that keeps no glossary."""
    if not tree.terms.glossary.terms:
        return
    tag = tree.language.code
    yield terms_path(tag), partial(_terms, tree)
    for term in long_terms(tree):
        pages = cut(_lines(term), MOST_PLACES)
        for part in range(1, len(pages) + 1):
            yield term_path(tag, term.id, part), partial(_term, tree, term, pages, part)


def _terms(tree: Tree) -> SitePage:
    tag = tree.language.code
    title = tree.strings.gettext("Terms")
    told = tree.strings.gettext("The terms of the laws, how each is rendered, and where it stands.")
    return linked(SitePage(terms_path(tag), tag, title, told, "terms.html", terms_view(tree)))


def _term(tree: Tree, term: TermView, pages: Sequence[Sequence[_Line]], part: int) -> SitePage:
    tag = tree.language.code
    path = partial(term_path, tag, term.id)
    parts = parts_of(pages, path, lambda line: line[1].name, part)
    own = TermPageView(_part(term, pages[part - 1]), Place(terms_path(tag), term.id), parts)
    words = term.wordings[0].words
    here = next((f", {each.first} – {each.last}" for each in parts if each.here), "")
    told = tree.strings.gettext("Every provision in which «%(term)s» stands.") % {"term": words}
    return linked(SitePage(path(part), tag, words + here, told, "term.html", own))


def _lines(term: TermView) -> list[_Line]:
    return [(n, place) for n, places in enumerate(lists_of(term)) for place in places]


def _part(term: TermView, lines: Sequence[_Line]) -> TermView:
    """The term with what a page has of its lists; renderings with nothing there are left out."""
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
