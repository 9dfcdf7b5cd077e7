"""The index of subjects, as at the end of a printed law book: which provision is about what.

Its entries come from the editors' ``index.tsv``, from the glossary, and from the headings: each
telling word of a heading leads to it. An edition has one index in each language of its texts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain, groupby
from operator import itemgetter
from types import SimpleNamespace

from lawkb.large_collections import Items, kept
from lawkb.model.address import Address, Ordinal
from lawkb.model.language import read_language
from lawkb.model.law import Law
from lawkb.parallel_work import one_by_one
from lawkb.publish.localized_site import LocalizedSite
from lawkb.publish.page import SitePage, make_page
from lawkb.publish.pagination import Pages, page_links, shown_part
from lawkb.publish.urls import Place, translated
from lawkb.publish.views.terms_page import TermView, term_views
from lawkb.publish.views.whole_code import whole_languages
from lawkb.words.folding import fold
from lawkb.words.tokens import read_words

MOST_LINES = 600  # of a page: about 150 kB of HTML
# A word in more headings than these tells nobody where to look.
MOST_HEADINGS = 30
_SHORTEST_WORD = 3
_WORD_IN_CAPITALS = 5  # shorter ones in capitals are abbreviations: LHO
_NOT_WORD = re.compile(r"\W+")


@dataclass(frozen=True, slots=True)
class _Line:
    """An entry of the index, or a line below one, before it is shown in a language."""

    entry: str  # the subject, as it is printed
    words: str = ""  # what about it; empty for the entry itself
    addresses: tuple[Address, ...] = ()  # the provisions
    see: tuple[str, ...] = ()  # other entries
    headed: bool = True  # whether the headings of the provisions are shown
    term: str = ""  # HTML id of the entry in the glossary; empty for another entry
    edited: bool = False  # whether it is the editors' own


# A subject with its lines, the first of which may be of the subject itself.
_Entry = tuple[str, tuple[_Line, ...]]


def subjects_place(site: LocalizedSite, edition: str) -> Place | None:
    """Return the location of the index of subjects of an edition; None without entries."""
    if not _has_entries(site, edition):
        return None
    return Place(_path(site, edition, whole_languages(site, edition)[0], 1))


def subject_pages(site: LocalizedSite) -> Iterator[tuple[str, Callable[[], SitePage]]]:
    """Yield the path of every page of the index of subjects, and the function that makes it."""
    for edition in site.numbers:
        for tag in whole_languages(site, edition) if _has_entries(site, edition) else ():
            for part in range(1, len(_index(site, edition, tag).pages) + 1):
                yield _path(site, edition, tag, part), partial(_page, site, edition, tag, part)


def _has_entries(site: LocalizedSite, edition: str) -> bool:
    """Return whether the index of an edition has entries in any language."""
    tags = (e.language for e in site.code.outline.expressions if e.edition == edition)
    return bool(site.numbers[edition]) and any(_index(site, edition, t).pages.lines for t in tags)


def _path(site: LocalizedSite, edition: str, tag: str, part: int) -> str:
    own = tag == whole_languages(site, edition)[0]
    return site.paths.subjects(edition, "" if own else tag, part)


def _page(site: LocalizedSite, edition: str, tag: str, part: int) -> SitePage:
    view = subjects_view(site, edition, tag, part)
    title = site.gettext("Index of subjects") + f" ({edition})" + shown_part(view.parts)
    description = site.gettext("Subjects and situations in alphabetical order, each with its laws.")
    path = _path(site, edition, tag, part)
    page = make_page(site, path, "subjects.html", view, title, description)
    if part == 1:
        return page
    # Other languages have other entries: their pages begin elsewhere, and may be fewer.
    first = _path(site, edition, tag, 1)
    own = site.language.code
    others = [Place(path if to == own else translated(first, to)) for to in site.languages]
    return replace(page, alternates=tuple(zip(site.languages, others, strict=True)))


def subjects_view(site: LocalizedSite, edition: str, tag: str, part: int) -> SimpleNamespace:
    """Return a page of the index of an edition in a language; ``part`` counts from 1."""
    index = _index(site, edition, tag)
    path = partial(_path, site, edition, tag)
    places = {key: Place(path(number), id_) for key, (number, id_) in index.named.items()}
    show = partial(_shown, site, edition, tag, places)
    return SimpleNamespace(
        edition=edition,
        language=tag,  # of the entries
        # Of all pages.
        letters=tuple((each, Place(path(n), _letter_id(each))) for each, n in index.letters),
        groups=tuple(
            SimpleNamespace(id=_letter_id(letter), letter=letter, entries=tuple(map(show, entries)))
            for letter, entries in groupby(index.pages[part - 1], key=_letter)
        ),
        parts=page_links(index.pages, path, itemgetter(0), part),
        whole=Place(site.paths.whole(edition, "", 1)),
    )


def _letter(entry: _Entry) -> str:
    return fold(entry[0])[:1].upper()


def _letter_id(letter: str) -> str:
    return "-".join(("letter", *(f"{ord(char):x}" for char in letter)))


def _entry_id(entry: str) -> str:
    return "subject-" + _NOT_WORD.sub("-", fold(entry)).strip("-")


def _shown(
    site: LocalizedSite, edition: str, tag: str, places: dict[str, Place], entry: _Entry
) -> SimpleNamespace:
    words, lines = entry

    def line(each: _Line) -> SimpleNamespace:
        provisions = (_provision(site, edition, tag, each, a) for a in each.addresses)
        see = tuple((name, places[_key(name, tag)]) for name in each.see)
        return SimpleNamespace(words=each.words, provisions=tuple(provisions), see=see)

    return SimpleNamespace(
        id=_entry_id(words),
        words=words,
        # In the glossary, if the subject is one of its terms.
        term=next((Place(site.paths.terms(), each.term) for each in lines if each.term), None),
        lines=tuple(line(each) for each in lines if not each.term),
    )


def _provision(
    site: LocalizedSite, edition: str, tag: str, line: _Line, address: Address
) -> tuple[str, Place | None, str]:
    """Return name, location and heading of a provision that an entry leads to.

    The heading is that of the nearest provision around it that has one.
    """
    law = site.code.law(edition, tag, address.law) if line.headed else None
    around = (law.find(each) for each in (address, *address.ancestors())) if law else ()
    heading = next((each.heading.text for each in around if each and each.heading), "")
    place = site.place(edition, address)
    if place and not site.code.languages_of(edition, address.law):
        place = Place(place.path)  # the page of a law without its text
    return site.name(address), place, heading


@dataclass(frozen=True, slots=True)
class _Index:
    """The index of an edition in a language, the same in every interface language."""

    pages: Pages[_Entry]  # The subjects on each page, which has at most so many lines.
    # Pairs of a letter and the number of the page on which it begins.
    letters: tuple[tuple[str, int], ...]
    # Of the subjects to which others lead, by `_key`: number of the page, and HTML id.
    named: Mapping[str, tuple[int, str]]


def _index(site: LocalizedSite, edition: str, tag: str) -> _Index:
    """Return the index of an edition in a language."""
    indexes = site.once(_indexes, edition, 0)
    if tag not in indexes:
        indexes[tag] = _make_index(site, edition, tag)
    return indexes[tag]


def _indexes(_: LocalizedSite, __: str, ___: Ordinal) -> dict[str, _Index]:
    return {}


def _make_index(site: LocalizedSite, edition: str, tag: str) -> _Index:
    entries = kept(_entries(site, edition, tag))
    wanted = {
        _key(name, tag)
        for row in site.editorial.subjects
        if (row.edition, row.language) == (edition, tag)
        for name in row.see
    }
    ends: list[int] = []
    letters: dict[str, int] = {}
    named = {}
    room = MOST_LINES
    for at, entry in enumerate(entries):
        size = len(entry[1])
        if room < MOST_LINES and size > room:
            ends.append(at)
            room = MOST_LINES
        room -= size
        letters.setdefault(_letter(entry), len(ends) + 1)
        if wanted and (key := _key(entry[0], tag)) in wanted:
            named[key] = len(ends) + 1, _entry_id(entry[0])
    return _Index(Pages(entries, (*ends, len(entries))), tuple(letters.items()), named)


def _entries(site: LocalizedSite, edition: str, tag: str) -> Iterator[_Entry]:
    """Yield the subjects of an edition in a language with their lines, in order."""
    found: dict[str, list[_Line]] = {}
    for line in chain(
        _editors(site, edition, tag), _terms(site, edition, tag), _permuted(site, edition, tag)
    ):
        found.setdefault(_key(line.entry, tag), []).append(line)
    named = []
    for lines in found.values():  # the form to print is the editors', else the shortest
        edited = next((line.entry for line in lines if line.edited), None)
        named.append((edited or min((line.entry for line in lines), key=_shortness), lines))
    for name, lines in sorted(named, key=lambda each: (fold(each[0]), each[0])):
        yield name, tuple(sorted(lines, key=lambda line: line.words != ""))


def _key(entry: str, tag: str) -> str:
    """Return what the inflected forms of an entry have in common."""
    return " ".join(word.stem for word in read_words(entry, tag))


def _editors(site: LocalizedSite, edition: str, tag: str) -> Iterator[_Line]:
    for row in site.editorial.subjects:
        if (row.edition, row.language) == (edition, tag):
            yield _Line(row.entry, row.subentry, row.addresses, row.see, edited=True)


def _terms(site: LocalizedSite, edition: str, tag: str) -> Iterator[_Line]:
    """Yield the words for the glossary terms, with their provisions where these are few."""
    newest = site.code.outline.editions[0].id
    for term in site.once(_all_terms, newest, 0) if edition == newest else ():
        for wording in term.wordings:
            used = wording.language == tag and wording.status != "forbidden"
            if used and wording.provisions:
                yield _Line(wording.words, term=term.id)


def _all_terms(site: LocalizedSite, _: str, __: Ordinal) -> tuple[TermView, ...]:
    return term_views(site)


def _permuted(site: LocalizedSite, edition: str, tag: str) -> Iterator[_Line]:
    """Yield each heading under each of its telling words."""
    headings: dict[str, dict[str, list[Address]]] = {}
    forms: dict[str, str] = {}
    counts: Counter[str] = Counter()
    keys = [(edition, tag, number) for number in site.numbers[edition]]
    laws = Items(site.code.laws, [key for key in keys if key in site.code.laws])
    for address, text, telling in chain.from_iterable(one_by_one(_headed, laws)):
        for stem, form in telling.items():
            counts[stem] += 1
            forms[stem] = min(forms.get(stem, form), form, key=_shortness)
            if counts[stem] <= MOST_HEADINGS:
                headings.setdefault(stem, {}).setdefault(text, []).append(address)
            else:
                headings[stem] = {}
    for stem, places in headings.items():
        entry = forms[stem]
        for text, addresses in places.items():
            words = "" if fold(text) == fold(entry) else text
            yield _Line(entry, words, tuple(addresses), headed=False)


def _headed(
    item: tuple[tuple[str, str, Ordinal], Law],
) -> list[tuple[Address, str, dict[str, str]]]:
    """Return the provisions of a law that have headings, with these and their telling words."""
    (_, tag, _), law = item
    headed = ((p.address, " ".join(p.heading.text.split())) for p in law.provisions() if p.heading)
    return [(address, text, _telling_words(text, tag)) for address, text in headed]


def _shortness(form: str) -> tuple[int, str]:
    return len(form), form


def _telling_words(text: str, tag: str) -> dict[str, str]:
    """Return the words of a heading that are worth an entry, as printed there, by stem."""
    stop = _index_stop_words(tag)
    return {
        word.stem: word.text
        if word.text.isupper() and len(word.text) < _WORD_IN_CAPITALS
        else word.lower
        for word in read_words(text, tag)
        if not word.common
        and word.folded not in stop
        and len(word.folded) >= _SHORTEST_WORD
        and not word.folded.isdigit()
    }


@cache
def _index_stop_words(tag: str) -> frozenset[str]:
    """Return folded words that are no entry, from table ``[index]`` of the language's file."""
    lines = read_language(tag).tables.get("index", {}).get("stop", ())
    return frozenset(fold(word) for line in lines for word in line.split())
