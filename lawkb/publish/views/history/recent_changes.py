"""The latest changes of all laws, newest first, on as many pages as they need."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from lawkb.history.law_changes import LawChange
from lawkb.publish.views.history.changes import ChangeView, change_view, told
from lawkb.publish.views.history.law_history import history_place
from lawkb.publish.views.localized_site import LocalizedSite
from lawkb.publish.views.page import SitePage, make_page
from lawkb.publish.views.pagination import Part, page_links, paginate, shown_part
from lawkb.publish.views.urls import Place

MOST_CHANGES = 500  # older ones are on the history pages of the laws
_PER_PAGE = 50
_MOST_DIFFS = 10  # of a change; all of them are on the history page of the law


@dataclass(frozen=True, slots=True)
class RecentChangesView:
    """A page of the latest changes.

    Attributes:
        changes: The changes, newest first.
        parts: Links to all pages; empty if there is only one.
        revised: Whether revisions are known; else each change is the last one of a page.
    """

    changes: tuple[ChangeView, ...]
    parts: tuple[Part, ...]
    revised: bool


def changes_place(site: LocalizedSite) -> Place | None:
    """Return the location of the latest changes; None if no date is known."""
    return Place(site.paths.changes()) if site.editorial.changes else None


def recent_changes_pages(site: LocalizedSite) -> Iterator[tuple[str, Callable[[], SitePage]]]:
    """Yield the path of each page of the latest changes, and the function that makes it."""
    if site.editorial.changes:
        for part in range(1, len(paginate(_latest(site), _PER_PAGE)) + 1):
            yield site.paths.changes(part), partial(_page, site, part)


def _latest(site: LocalizedSite) -> tuple[LawChange, ...]:
    return site.editorial.changes[:MOST_CHANGES]


def _page(site: LocalizedSite, part: int) -> SitePage:
    pages = paginate(_latest(site), _PER_PAGE)
    parts = page_links(pages, site.paths.changes, lambda change: change.time[:10], part)
    view = RecentChangesView(
        changes=tuple(_change(site, each) for each in pages[part - 1]),
        parts=parts,
        revised=any(each.addresses for each in site.editorial.changes),
    )
    title = site.gettext("Recent changes") + shown_part(parts)
    description = site.gettext("The latest changes of the laws, newest first.")
    path = site.paths.changes(part)
    return make_page(site, path, "recent_changes.html", view, title, description)


def _change(site: LocalizedSite, change: LawChange) -> ChangeView:
    view = change_view(site, change, told(change)[:_MOST_DIFFS])
    if not change.addresses:
        return view
    return replace(view, history=history_place(site, change.edition, change.law))
