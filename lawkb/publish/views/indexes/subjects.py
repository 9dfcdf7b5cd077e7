"""The index of subjects, as at the end of a printed law book: which provision is about what.

Its entries come from the editors' ``index.tsv``, from the glossary, and from the headings: each
telling word of a heading leads to it. An edition has one index in each language of its texts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain, groupby

from lawkb.model.address import Address, Ordinal
from lawkb.model.language import read_language
from lawkb.model.law import Law, Provision
from lawkb.publish.views.indexes.terms_page import TermView, term_views
from lawkb.publish.views.localized_site import LocalizedSite
from lawkb.publish.views.page import SitePage, make_page
from lawkb.publish.views.pagination import Part, shown_part
from lawkb.publish.views.urls import Place, translated
from lawkb.publish.views.whole_code import whole_languages
from lawkb.words import fold, read_words

MOST_LINES = 600  # of a page: about 150 kB of HTML
# A word in more headings than these tells nobody where to look.
MOST_HEADINGS = 30
_SHORTEST_WORD = 3
_WORD_IN_CAPITALS = 5  # shorter ones in capitals are abbreviations: LHO
_NOT_WORD = re.compile(r"\W+")


@dataclass(frozen=True, slots=True)
class _Line:
    """An entry of the index, or a line below one, before it is shown in a language.

    Attributes:
        entry: The subject, as it is printed.
        words: What about it; empty for the entry itself.
        addresses: The provisions.
        see: Other entries.
        headed: Whether the headings of the provisions are shown.
        term: HTML id of the entry in the glossary; empty for another entry.
        edited: Whether it is the editors' own.
    """

    entry: str
    words: str = ""
    addresses: tuple[Address, ...] = ()
    see: tuple[str, ...] = ()
    headed: bool = True
    term: str = ""
    edited: bool = False


@dataclass(frozen=True, slots=True)
class SubjectPlace:
    """A provision that an entry leads to.

    Attributes:
        name: Address in the language of the reader.
        heading: Its heading, or that of the nearest provision around it; may be empty.
        place: Link to it; None if it has no page.
    """

    name: str
    heading: str
    place: Place | None


@dataclass(frozen=True, slots=True)
class SubjectLine:
    """What an entry, or a line below it, leads to.

    Attributes:
        words: What about the subject; empty in the line of the subject itself.
        provisions: The provisions.
        see: Pairs of other entries and links to them.
    """

    words: str
    provisions: tuple[SubjectPlace, ...]
    see: tuple[tuple[str, Place], ...]


@dataclass(frozen=True, slots=True)
class SubjectEntry:
    """A subject with its lines.

    Attributes:
        id: Its HTML id.
        term: Link to the subject in the glossary; None if it is no term.
    """

    id: str
    words: str
    term: Place | None
    lines: tuple[SubjectLine, ...]


@dataclass(frozen=True, slots=True)
class LetterGroup:
    """The subjects under one letter; ``id`` is the HTML id of the letter."""

    id: str
    letter: str
    entries: tuple[SubjectEntry, ...]


@dataclass(frozen=True, slots=True)
class SubjectsView:
    """A page of the index of subjects of an edition in one language.

    Attributes:
        edition: Id of the edition.
        language: BCP 47 tag of the entries.
        letters: Pairs of letter and link, of all pages.
        groups: The subjects on this page.
        parts: Links to all pages; empty if there is only one.
        whole: Link to the page with all laws.
    """

    edition: str
    language: str
    letters: tuple[tuple[str, Place], ...]
    groups: tuple[LetterGroup, ...]
    parts: tuple[Part, ...]
    whole: Place


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
            for part in range(1, len(_pages(_entries(site, edition, tag))) + 1):
                yield _path(site, edition, tag, part), partial(_page, site, edition, tag, part)


def _has_entries(site: LocalizedSite, edition: str) -> bool:
    """Return whether the index of an edition has entries in any language."""
    tags = (e.language for e in site.code.outline.expressions if e.edition == edition)
    return bool(site.numbers[edition]) and any(_entries(site, edition, tag) for tag in tags)


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


def subjects_view(site: LocalizedSite, edition: str, tag: str, part: int) -> SubjectsView:
    """Return a page of the index of an edition in a language; ``part`` counts from 1."""
    pages = _pages(_entries(site, edition, tag))
    path = partial(_path, site, edition, tag)
    places = {
        _key(entry, tag): Place(path(number), _entry_id(entry))
        for number, page in enumerate(pages, start=1)
        for entry, _ in page
    }
    show = partial(_shown, site, edition, tag, places)
    several = enumerate(pages, start=1) if len(pages) > 1 else ()
    return SubjectsView(
        edition=edition,
        language=tag,
        letters=tuple(_letters(pages, path)),
        groups=tuple(
            LetterGroup(_letter_id(letter), letter, tuple(map(show, entries)))
            for letter, entries in groupby(pages[part - 1], key=_letter)
        ),
        parts=tuple(
            Part(page[0][0], page[-1][0], Place(path(n)), n == part) for n, page in several
        ),
        whole=Place(site.paths.whole(edition, "", 1)),
    )


def _letters(
    pages: Iterable[tuple[_Entry, ...]], path: Callable[[int], str]
) -> Iterator[tuple[str, Place]]:
    seen = set()
    for number, page in enumerate(pages, start=1):
        for letter, _ in groupby(page, key=_letter):
            if letter not in seen:
                seen.add(letter)
                yield letter, Place(path(number), _letter_id(letter))


def _letter(entry: _Entry) -> str:
    return fold(entry[0])[:1].upper()


def _letter_id(letter: str) -> str:
    return "-".join(("letter", *(f"{ord(char):x}" for char in letter)))


def _entry_id(entry: str) -> str:
    return "subject-" + _NOT_WORD.sub("-", fold(entry)).strip("-")


def _shown(
    site: LocalizedSite, edition: str, tag: str, places: dict[str, Place], entry: _Entry
) -> SubjectEntry:
    words, lines = entry

    def line(each: _Line) -> SubjectLine:
        provisions = (_provision(site, edition, tag, each, a) for a in each.addresses)
        see = tuple((name, places[_key(name, tag)]) for name in each.see)
        return SubjectLine(each.words, tuple(provisions), see)

    term = next((Place(site.paths.terms(), each.term) for each in lines if each.term), None)
    shown = tuple(line(each) for each in lines if not each.term)
    return SubjectEntry(_entry_id(words), words, term, shown)


def _provision(
    site: LocalizedSite, edition: str, tag: str, line: _Line, address: Address
) -> SubjectPlace:
    heading = _heading(site.code.law(edition, tag, address.law), address) if line.headed else ""
    place = site.place(edition, address)
    if place and not site.code.languages_of(edition, address.law):
        place = Place(place.path)  # the page of a law without its text
    return SubjectPlace(site.name(address), heading, place)


def _heading(law: Law | None, address: Address) -> str:
    """Return the heading of a provision, or of the nearest provision around it that has one."""
    for each in (address, *address.ancestors()) if law else ():
        provision = law.find(each) if law else None
        if provision and provision.heading:
            return provision.heading.text
    return ""


def _pages(entries: tuple[_Entry, ...]) -> tuple[tuple[_Entry, ...], ...]:
    """Split an index into pages of at most so many lines; always return at least one."""
    pages: list[list[_Entry]] = [[]]
    room = MOST_LINES
    for entry in entries:
        size = len(entry[1])
        if pages[-1] and size > room:
            pages.append([])
            room = MOST_LINES
        pages[-1].append(entry)
        room -= size
    return tuple(map(tuple, pages))


def _entries(site: LocalizedSite, edition: str, tag: str) -> tuple[_Entry, ...]:
    """Return the index of an edition in a language, the same in every interface language."""
    entries = site.once(_entries_by_language, edition, 0)
    if tag not in entries:
        entries[tag] = _make_entries(site, edition, tag)
    return entries[tag]


def _entries_by_language(_: LocalizedSite, __: str, ___: Ordinal) -> dict[str, tuple[_Entry, ...]]:
    return {}


def _make_entries(site: LocalizedSite, edition: str, tag: str) -> tuple[_Entry, ...]:
    found: dict[str, list[_Line]] = {}
    for line in chain(
        _editors(site, edition, tag), _terms(site, edition, tag), _permuted(site, edition, tag)
    ):
        found.setdefault(_key(line.entry, tag), []).append(line)
    named = ((_printed(lines), lines) for lines in found.values())
    in_order = sorted(named, key=lambda each: (fold(each[0]), each[0]))
    return tuple((name, tuple(sorted(lines, key=_is_below))) for name, lines in in_order)


def _key(entry: str, tag: str) -> str:
    """Return what the inflected forms of an entry have in common."""
    return " ".join(word.stem for word in read_words(entry, tag))


def _printed(lines: Sequence[_Line]) -> str:
    """Return the form of a subject to print: the editors', else the shortest."""
    edited = next((line.entry for line in lines if line.edited), None)
    return edited or min((line.entry for line in lines), key=lambda form: (len(form), form))


def _is_below(line: _Line) -> bool:
    return line.words != ""


def _editors(site: LocalizedSite, edition: str, tag: str) -> Iterator[_Line]:
    for row in site.editorial.subjects:
        if (row.edition, row.language) == (edition, tag):
            yield _Line(row.entry, row.subentry, row.addresses, row.see, edited=True)


def _terms(site: LocalizedSite, edition: str, tag: str) -> Iterator[_Line]:
    """Yield the words for the glossary terms, with their provisions where these are few."""
    newest = site.code.outline.editions[0].id
    for term in site.once(_all_terms, newest, 0):
        for wording in term.wordings:
            used = wording.language == tag and wording.status != "forbidden"
            if used and wording.provisions and edition == newest:
                yield _Line(wording.words, term=term.id)


def _all_terms(site: LocalizedSite, _: str, __: Ordinal) -> tuple[TermView, ...]:
    return term_views(site)


def _permuted(site: LocalizedSite, edition: str, tag: str) -> Iterator[_Line]:
    """Yield each heading under each of its telling words."""
    headings: dict[str, dict[str, list[Address]]] = {}
    forms: dict[str, set[str]] = {}
    for provision in _headed(site, edition, tag):
        text = " ".join(provision.heading.text.split()) if provision.heading else ""
        for stem, form in _telling_words(text, tag).items():
            headings.setdefault(stem, {}).setdefault(text, []).append(provision.address)
            forms.setdefault(stem, set()).add(form)
    for stem, places in headings.items():
        if sum(map(len, places.values())) > MOST_HEADINGS:
            continue
        entry = min(forms[stem], key=lambda form: (len(form), form))
        for text, addresses in places.items():
            words = "" if fold(text) == fold(entry) else text
            yield _Line(entry, words, tuple(addresses), headed=False)


def _headed(site: LocalizedSite, edition: str, tag: str) -> Iterator[Provision]:
    for number in site.numbers[edition]:
        if law := site.code.law(edition, tag, number):
            yield from (each for each in law.provisions() if each.heading)


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
