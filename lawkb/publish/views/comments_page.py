"""All comments of readers, by status, each with a link to its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import chain, groupby
from typing import NamedTuple

from lawkb.large_collections import Values
from lawkb.model.address import Ordinal
from lawkb.model.companion import Companion
from lawkb.model.law import CommentStatus, Law
from lawkb.parallel_work import one_by_one
from lawkb.publish.localized_site import (
    LocalizedSite,
    companion_name,
    companion_names,
    companions_of,
    reading_languages,
)
from lawkb.publish.page import SitePage, make_page
from lawkb.publish.pagination import Part, page_links, paginate, shown_part
from lawkb.publish.urls import Place
from lawkb.publish.views.references import CommentView, comment_view

COMMENT_STATUSES: tuple[CommentStatus, ...] = ("open", "outdated", "orphan", "applied", "rejected")
_MOST = 50  # comments on a page, with their replies


@dataclass(frozen=True, slots=True)
class PlacedComment:
    """A comment with the place that it is about."""

    name: str  # address of the provision in the language of the reader, or name of the text
    edition: str  # id of the edition
    place: Place | None  # link to it; None if it has no page
    comment: CommentView  # the comment with its replies


@dataclass(frozen=True, slots=True)
class CommentGroup:
    """The comments of one status on a page, with the number of those on all pages."""

    id: str
    all: int
    comments: tuple[PlacedComment, ...]


@dataclass(frozen=True, slots=True)
class CommentsView:
    """A page of the comments of readers.

    Attributes:
        counts: Pairs of status and number of comments on all pages, for each status that occurs.
        parts: Links to all pages; empty if there is only one.
        groups: The comments on this page, by status.
    """

    counts: tuple[tuple[CommentStatus, int], ...]
    parts: tuple[Part, ...]
    groups: tuple[CommentGroup, ...]


def comments_place(site: LocalizedSite) -> Place | None:
    """Return the location of the comments of readers; None if there are none."""
    found = any(all_comment_counts(site).values())
    return Place(site.paths.comments()) if found else None


def comment_pages(site: LocalizedSite) -> Iterator[tuple[str, Callable[[], SitePage]]]:
    """Yield the path of every page of comments, and the function that makes it."""
    if not comments_place(site):
        return
    counts = all_comment_counts(site)
    for part in range(1, len(paginate(range(sum(counts.values())), _MOST)) + 1):
        yield site.paths.comments(part), partial(_page, site, part)


def _page(site: LocalizedSite, part: int) -> SitePage:
    view = comments_view(site, part)
    title = site.gettext("Comments of readers")
    description = site.gettext("What readers wrote about the texts, and what became of it.")
    path = site.paths.comments(part)
    return make_page(site, path, "comments.html", view, title + shown_part(view.parts), description)


def comments_view(site: LocalizedSite, part: int) -> CommentsView:
    """Return a page of the comments of readers; ``part`` counts from 1."""
    comments = site.once(_by_status, site.language.code, 0)
    pages = paginate(range(len(comments)), _MOST)
    counts = all_comment_counts(site)
    groups = groupby((comments[at] for at in pages[part - 1]), key=lambda each: each.status)
    return CommentsView(
        counts=tuple((status, count) for status, count in counts.items() if count),
        parts=page_links(pages, site.paths.comments, lambda at: str(at + 1), part),
        groups=tuple(
            CommentGroup(status, counts[status], tuple(_placed(site, each) for each in own))
            for status, own in groups
        ),
    )


def all_comment_counts(site: LocalizedSite) -> dict[CommentStatus, int]:
    """Return the number of all readers' comments by status, on laws and on other texts."""
    texts = chain(
        site.once(_statuses, "", 0).values(), map(_statuses_of, site.code.companions.values())
    )
    counts = Counter(chain.from_iterable(texts))
    return {status: counts[status] for status in COMMENT_STATUSES}


class _CommentPlace(NamedTuple):
    """A comment whose text is not read yet: the number or name of that, and its index there."""

    status: CommentStatus
    edition: str
    language: str
    text: Ordinal | str
    at: int


def _statuses(
    site: LocalizedSite, _: str, __: Ordinal
) -> Mapping[tuple[str, str, Ordinal], tuple[CommentStatus, ...]]:
    """Return the statuses of the comments on each law that has any."""
    laws = site.code.laws
    found = zip(laws, one_by_one(_statuses_of, Values(laws)), strict=True)
    return {key: statuses for key, statuses in found if statuses}


def _statuses_of(text: Law | Companion) -> tuple[CommentStatus, ...]:
    return tuple(comment.status for comment in text.comments)


def _by_status(site: LocalizedSite, _: str, __: Ordinal) -> tuple[_CommentPlace, ...]:
    """Return all comments in the order of the pages in the reader's language."""
    return tuple(sorted(_all(site), key=lambda each: COMMENT_STATUSES.index(each.status)))


def _all(site: LocalizedSite) -> Iterator[_CommentPlace]:
    """Yield all comments, the newest edition first, those on laws before those on other texts."""
    statuses = site.once(_statuses, "", 0)
    for edition in site.numbers:
        for number in dict.fromkeys(number for own, _, number in statuses if own == edition):
            for tag in reading_languages(site, edition, number):
                for at, status in enumerate(statuses.get((edition, tag, number), ())):
                    yield _CommentPlace(status, edition, tag, number, at)
        for name in companion_names(site, edition):
            for text in companions_of(site, edition, name):
                for at, comment in enumerate(text.comments):
                    yield _CommentPlace(comment.status, edition, text.language, name, at)


def _placed(site: LocalizedSite, where: _CommentPlace) -> PlacedComment:
    key, name = (where.edition, where.language), where.text
    text = site.code.companions[*key, name] if isinstance(name, str) else site.code.laws[*key, name]
    comment = text.comments[where.at]
    view = comment_view(site, text, comment)
    if isinstance(text, Companion):
        place = Place(site.paths.companion(text.edition, text.name))
        return PlacedComment(companion_name(site, text), text.edition, place, view)
    found = comment.address and text.find(comment.address)
    address = (found or text.root).address
    shown = site.name(address) if address.depth else site.law_name(text.number)
    return PlacedComment(shown, text.edition, site.place(text.edition, address), view)
