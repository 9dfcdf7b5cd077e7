"""The whole code in one language on one page; a long code takes several, cut between laws.

Every text language has such pages: a language of the interface in its own tree, another one in
every tree. The pages of all languages are cut at the same laws, so that the language switch keeps
the reader's place.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from functools import partial
from types import SimpleNamespace

from lawkb.large_collections import Values
from lawkb.model.address import Address, Ordinal
from lawkb.model.language import read_language
from lawkb.model.law import Law, Provision
from lawkb.parallel_work import one_by_one
from lawkb.publish.localized_site import (
    LocalizedSite,
    companion_name,
    companion_names,
    companions_of,
)
from lawkb.publish.page import SitePage, make_page
from lawkb.publish.pagination import Pages, page_links, shown_part
from lawkb.publish.urls import Place
from lawkb.publish.views.law_rows import (
    Cell,
    Row,
    TextViews,
    cell_of,
    column_of,
    laid_rows,
    remark_sentences,
    segments_of,
    shown_address,
    shown_depth,
)
from lawkb.publish.views.text_runs import DivisionView, opened_divisions

# HTML of a page: a phone reads it in a second, and a code of a hundred laws fits.
MOST_BYTES = 600_000
_FRAME_BYTES = 15_000  # header, foot and style links
_LAW_BYTES = 500  # heading of a law and its line in the table of laws
_PROVISION_BYTES = 500  # elements, ids and marks of a row
_REFERENCE_BYTES = 120
_NOTE_BYTES = 400


def whole_languages(site: LocalizedSite, edition: str) -> tuple[str, ...]:
    """Return the languages in which this interface language shows a whole edition.

    The first is the reader's own, if the edition has it; then come those that are no language of
    the interface.
    """
    held = site.once(_languages, edition, 0)
    others = [tag for tag in held if tag not in site.languages]
    shared = [tag for tag in held if tag in site.languages]
    own = sorted(shared, key=lambda tag: tag != site.language.code)
    return (*own[:1], *others)


def _languages(site: LocalizedSite, edition: str, _: Ordinal) -> tuple[str, ...]:
    """Return the languages that have a law of an edition, in its order."""
    begun = {tag for held, tag, _ in site.code.laws if held == edition}
    order = (e.language for e in site.code.outline.expressions if e.edition == edition)
    return tuple(tag for tag in order if tag in begun)


def whole_path(site: LocalizedSite, edition: str, tag: str, part: int = 1) -> str:
    """Return the path of a page of a whole edition in one of its ``whole_languages``."""
    own = tag == whole_languages(site, edition)[0]
    return site.paths.whole(edition, "" if own else tag, part)


def whole_place(site: LocalizedSite, edition: str, number: Ordinal) -> Place:
    """Return the location of a law on the pages of the whole code in the reader's language."""
    tag = whole_languages(site, edition)[0]
    address = Address((number,))
    return Place(
        whole_path(site, edition, tag, _part_of(site, edition, number)), whole_id(site, address)
    )


def whole_id(site: LocalizedSite, address: Address) -> str:
    """Return the HTML id of a provision on a page with many laws: ``47E2a``, ``4a-1`` of 4a(1)."""
    scheme, fragment = site.code.outline.scheme, site.fragment(address)
    joined = fragment[:1].isdigit() or bool(fragment and scheme.levels[0].inserts)
    return f"{scheme.write(Address((address.law,)))}{'-' if joined else ''}{fragment}"


def whole_pages(site: LocalizedSite) -> Iterator[tuple[str, Callable[[], SitePage]]]:
    """Yield the path of every page of a whole edition, and the function that makes it."""
    for edition, numbers in site.numbers.items():
        for tag in whole_languages(site, edition) if numbers else ():
            for part in range(1, len(_parts(site, edition)) + 1):
                yield whole_path(site, edition, tag, part), partial(_page, site, edition, tag, part)


def _page(site: LocalizedSite, edition: str, tag: str, part: int) -> SitePage:
    view = whole_view(site, edition, tag, part)
    title = site.gettext("All laws on one page") + f" ({edition})"
    if tag != site.language.code:
        title += f" · {view.name}"
    description = site.gettext(
        "The whole code on one page, to search with the browser and to read without a connection."
    )
    path = whole_path(site, edition, tag, part)
    return make_page(
        site, path, "whole_code.html", view, title + shown_part(view.parts), description
    )


def whole_view(site: LocalizedSite, edition: str, tag: str, part: int) -> SimpleNamespace:
    """Return a page of a whole edition in a language; ``part`` counts from 1."""
    parts = _parts(site, edition)
    path = partial(whole_path, site, edition, tag)
    here = _WholeSite(
        **{each.name: getattr(site, each.name) for each in fields(LocalizedSite)},
        whole=(edition, tag),
    )
    return SimpleNamespace(
        edition=edition,
        language=tag,
        name=read_language(tag).name,
        parts=page_links(parts, path, site.number_name, part),
        laws=tuple(
            _law(here, number, depth, opens)
            for number, depth, opens in opened_divisions(site, edition, parts[part - 1], tag)
        ),
        others=tuple(
            (other, read_language(other).name, Place(whole_path(site, edition, other, part)))
            for other in whole_languages(site, edition)
            if other != tag
        ),
        companions=tuple(
            (
                companion_name(site, companions_of(site, edition, name)[0]),
                Place(site.paths.companion(edition, name)),
            )
            for name in companion_names(site, edition)
        ),
        notice=site.code.outline.expression(edition, tag).notice,
        absent=bool(site.graph.not_held(edition)),
    )


@dataclass(frozen=True, slots=True)
class _WholeSite(LocalizedSite):
    """A site in which a reference leads to the whole code, where that has its target."""

    whole: tuple[str, str]  # edition and language of the page

    def path_with(self, number: Ordinal) -> str:
        """Return the path of the page that has a law of the edition."""
        return whole_path(self, *self.whole, _part_of(self, self.whole[0], number))

    def place(self, edition: str, address: Address) -> Place | None:
        """Return the location of a provision on the pages of the whole code, else on its law's."""
        if edition == self.whole[0] and self.code.provision(*self.whole, address):
            return Place(self.path_with(address.law), whole_id(self, address))
        return LocalizedSite.place(self, edition, address)


def _law(
    site: _WholeSite, number: Ordinal, depth: int, opens: tuple[DivisionView, ...]
) -> SimpleNamespace:
    """Return a law in the language of the page, or only its title in another one.

    Args:
        site: The site in which references lead to the whole code.
        depth: Number of divisions that it is in.
        opens: The divisions whose heading is before it, the outermost first.
    """
    edition, tag = site.whole
    law = site.code.law(edition, tag, number)
    rows = tuple(_rows(site, law)) if law else ()
    words, words_language = _title(site, edition, tag, number)
    own = [(row.depth, row.cells[:1]) for row in rows if row.id]
    told = remark_sentences(site, (column_of(site, 1, law),), own) if law else ()
    return SimpleNamespace(
        id=str(number),
        name=site.law_name(number),
        title=title.heading if rows and (title := rows[0].cells[0]) else (),
        words=words,  # in another language if this one has no title; may be empty
        words_language=words_language,
        place=Place(site.paths.law(edition, number)),
        inside=Place(site.path_with(number), str(number)),
        rows=rows,
        remark=told[0][1] if told else "",  # what is missing or inferred in it, in a sentence
        opens=opens,
        depth=depth,
    )


def _title(site: LocalizedSite, edition: str, tag: str, number: Ordinal) -> tuple[str, str]:
    """Return the title of a law and its language: the one asked for, else the original's."""
    held = site.code.languages_of(edition, number)
    for each in sorted(held, key=lambda other: other != tag):
        if heading := site.code.laws[edition, each, number].root.heading:
            return heading.text, each
    return "", tag


def _complete(site: _WholeSite, law: Law, address: Address) -> Cell | None:
    """Return the text of a provision in the first other language that lacks no words of it."""
    for tag in site.code.languages_of(law.edition, law.number):
        found = site.code.provision(law.edition, tag, address)
        if tag == law.language or not (found and found.complete):
            continue
        other = site.code.laws[law.edition, tag, law.number]
        views = TextViews(
            site, other, site.path_with(law.number), f"{whole_id(site, address)}-{tag}"
        )
        cell = cell_of(views, other, segments_of(other.root)[address, None], first=True)
        return replace(cell, origin=None)
    return None


def _rows(site: _WholeSite, law: Law) -> Iterator[Row]:
    page = site.paths.law(law.edition, law.number)
    for (address, after), count, (segment,) in laid_rows((law,)):
        assert segment  # the only language has all rows
        id_, depth = whole_id(site, address), shown_depth(address)
        views = TextViews(site, law, site.path_with(law.number), f"{id_}-{count}")
        cell = cell_of(views, law, segment, first=after is None)
        if cell.origin:  # the sources of editors' words are at the foot of the law's own page
            cell = replace(cell, origin=Place(page, cell.origin.fragment))
        if after is not None:
            yield Row("", "", depth, (cell,))
            continue
        cells = (cell, _complete(site, law, address)) if cell.incomplete else (cell,)
        yield Row(
            id=id_,
            name=site.name(address),
            depth=depth,
            cells=cells,
            place=Place(page, site.fragment(address)),
            shown=shown_address(site, address),
        )


def _parts(site: LocalizedSite, edition: str) -> Pages[Ordinal]:
    """Return the numbers of the laws on each page of an edition, the same in every language."""
    return site.once(_cut, edition, 0)


def _part_of(site: LocalizedSite, edition: str, number: Ordinal) -> int:
    """Return the number of the page of a law of an edition."""
    return _parts(site, edition).page_of(bisect_left(site.numbers[edition], number)) + 1


def _cut(site: LocalizedSite, edition: str, _: Ordinal) -> Pages[Ordinal]:
    """Fill pages with laws up to the limit; a law that is longer alone has a page of its own."""
    keys = [key for key in site.code.laws if key[0] == edition]
    longest: dict[Ordinal, int] = {}  # in the language in which a law is longest
    sizes = one_by_one(_html_bytes, Values(site.code.laws, keys))
    for key, size in zip(keys, sizes, strict=True):
        longest[key[2]] = max(size, longest.get(key[2], 0))
    numbers = site.numbers[edition]
    ends: list[int] = []
    room = 0
    for at, number in enumerate(numbers):
        if longest[number] > room:
            ends.append(at)
            room = MOST_BYTES - _FRAME_BYTES
        room -= longest[number]
    return Pages(numbers, (*ends[1:], len(numbers)))


def _html_bytes(law: Law) -> int:
    """Estimate the size of a law as HTML, rather too large than too small."""
    return _LAW_BYTES + sum(_provision_bytes(each) for each in law.provisions())


def _provision_bytes(provision: Provision) -> int:
    size = _PROVISION_BYTES
    for passage in (provision.heading, *provision.passages):
        if passage:
            size += len(passage.text.encode()) + _REFERENCE_BYTES * len(passage.references)
            size += _REFERENCE_BYTES * len(passage.links)
            size += sum(_NOTE_BYTES + len(note.text.encode()) for note in passage.notes)
    return size
