"""The history of a law: what was changed in each provision, on its own page and on the law's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from lawkb.history.changes import ProvisionChange
from lawkb.history.law_changes import LawChange
from lawkb.model.address import Address, Ordinal
from lawkb.publish.strings import written_date
from lawkb.publish.views.history.changes import ChangeView, change_view, told
from lawkb.publish.views.laws.provision_cells import provision_id
from lawkb.publish.views.localized_site import LocalizedSite
from lawkb.publish.views.page import SitePage, make_page
from lawkb.publish.views.pagination import Pages, Part, page_links, paginate, shown_part
from lawkb.publish.views.urls import Place

# Of a provision, and of all provisions together, on the page of a law; all are on the history page.
_MOST_SHOWN = 2
_MOST_LETTERS = 12_000

_Line = tuple[Address, LawChange, ProvisionChange]


@dataclass(frozen=True, slots=True)
class ProvisionHistory:
    """The changes of a provision.

    Attributes:
        id: HTML id on the history page.
        name: Address in the language of the reader.
        place: Link to the provision; None if it is not there any more.
        count: Number of all its changes.
        changes: Its changes, newest first; on the page of the law only the last ones.
        all: Link to all of them on the history page.
        written: Date of the last change, as the reader's language writes it.
    """

    id: str
    name: str
    place: Place | None
    count: int
    changes: tuple[ChangeView, ...]
    all: Place
    written: str


@dataclass(frozen=True, slots=True)
class LawHistoryView:
    """The page with the changes of a law.

    Attributes:
        name: ``Law 57``.
        edition: Id of the edition.
        law: Link to the law.
        changes: All changes of the law, newest first, without word diffs.
        provisions: The provisions that changed, in order, each with its changes.
        parts: Links to all pages; empty if there is only one.
        recent: Link to the changes of all laws.
    """

    name: str
    edition: str
    law: Place
    changes: tuple[ChangeView, ...]
    provisions: tuple[ProvisionHistory, ...]
    parts: tuple[Part, ...]
    recent: Place


def history_place(site: LocalizedSite, edition: str, number: Ordinal) -> Place | None:
    """Return the location of the history of a law; None without known revisions, or a text."""
    revisions = site.once(_revisions, edition, number)
    held = site.code.languages_of(edition, number)
    return Place(site.paths.history(edition, number)) if revisions and held else None


def history_pages(
    site: LocalizedSite, edition: str, number: Ordinal
) -> Iterator[tuple[str, Callable[[], SitePage]]]:
    """Yield the path of each page of the history of a law, and the function that makes it."""
    if history_place(site, edition, number):
        for part in range(1, len(_pages(site, edition, number)) + 1):
            path = site.paths.history(edition, number, part)
            yield path, partial(_page, site, edition, number, part)


def histories_on_law_page(
    site: LocalizedSite, edition: str, number: Ordinal
) -> Mapping[Address, ProvisionHistory]:
    """Return the last changes of each provision of a law, by address.

    That a provision was added is left out: its text is on the page. Where all changes together
    would make the page too large, only their number is given.
    """
    lines = (line for line in _lines(site, edition, number) if line[2].kind != "added")
    by_address = {
        address: tuple(found) for address, found in groupby(lines, key=lambda line: line[0])
    }
    size = sum(
        len(piece.text)
        for found in by_address.values()
        for _, _, change in found[:_MOST_SHOWN]
        for piece in change.diff
        if piece.kind != "same"
    )
    most = _MOST_SHOWN if size <= _MOST_LETTERS else 0
    return {
        address: _provision(site, edition, found, most) for address, found in by_address.items()
    }


def _page(site: LocalizedSite, edition: str, number: Ordinal, part: int) -> SitePage:
    pages = _pages(site, edition, number)
    path = partial(site.paths.history, edition, number)
    parts = page_links(pages, path, lambda line: site.name(line[0]), part)
    groups = groupby(pages[part - 1], key=lambda line: line[0])
    view = LawHistoryView(
        name=site.law_name(number),
        edition=edition,
        law=Place(site.paths.law(edition, number)),
        changes=tuple(
            change_view(site, each, ()) for each in site.once(_revisions, edition, number)
        ),
        provisions=tuple(
            _provision(site, edition, tuple(lines), len(_lines(site, edition, number)))
            for _, lines in groups
        ),
        parts=parts,
        recent=Place(site.paths.changes()),
    )
    title = site.gettext("%(law)s: history", law=f"{view.name} ({edition})") + shown_part(parts)
    description = site.gettext("Who changed what in %(law)s, and when.", law=view.name)
    return make_page(site, path(part), "history.html", view, title, description)


def _provision(
    site: LocalizedSite, edition: str, lines: Sequence[_Line], most: int
) -> ProvisionHistory:
    address, newest, _ = lines[0]
    id_ = provision_id(site, address)
    views = tuple(change_view(site, change, (each,)) for _, change, each in lines)
    place = next((diff.place for view in views[:1] for diff in view.diffs), None)
    return ProvisionHistory(
        id=id_,
        name=site.name(address) if address.depth else site.law_name(address.law),
        place=place,
        count=len(lines),
        changes=views[:most],
        all=Place(site.paths.history(edition, address.law, _part_of(site, edition, address)), id_),
        written=written_date(newest.time[:10], site.language.code),
    )


def _part_of(site: LocalizedSite, edition: str, address: Address) -> int:
    pages = _pages(site, edition, address.law)
    return next(n for n, page in enumerate(pages, 1) if any(line[0] == address for line in page))


def _pages(site: LocalizedSite, edition: str, number: Ordinal) -> Pages[_Line]:
    return paginate(_lines(site, edition, number))


def _lines(site: LocalizedSite, edition: str, number: Ordinal) -> tuple[_Line, ...]:
    """Return every change of every provision of a law: in its order, the newest first."""
    return site.once(_sorted_lines, edition, number)


def _sorted_lines(site: LocalizedSite, edition: str, number: Ordinal) -> tuple[_Line, ...]:
    lines = [
        (each.address, change, each)
        for change in site.once(_revisions, edition, number)
        for each in told(change)
    ]
    return tuple(sorted(lines, key=lambda line: line[0]))


def _revisions(site: LocalizedSite, edition: str, number: Ordinal) -> tuple[LawChange, ...]:
    """Return the known revisions of a law, newest first."""
    return site.once(_by_law, "", 0).get((edition, number), ())


def _by_law(
    site: LocalizedSite, _: str, __: Ordinal
) -> Mapping[tuple[str, Ordinal], tuple[LawChange, ...]]:
    found: dict[tuple[str, Ordinal], list[LawChange]] = {}
    for change in site.editorial.changes:
        if change.addresses:
            found.setdefault((change.edition, change.law), []).append(change)
    return {law: tuple(changes) for law, changes in found.items()}
