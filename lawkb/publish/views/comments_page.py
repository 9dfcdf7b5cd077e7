"""All comments of readers, by status, each with a link to its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain, groupby

from lawkb.model.address import Ordinal
from lawkb.model.companion import Companion
from lawkb.model.law import Comment, CommentStatus, Law
from lawkb.publish.views.counts import COMMENT_STATUSES, comment_counts
from lawkb.publish.views.laws.citations_and_comments import CommentView, comment_view
from lawkb.publish.views.laws.law_page import reading_order
from lawkb.publish.views.localized_site import (
    LocalizedSite,
    companion_name,
    companion_names,
    companions_of,
)
from lawkb.publish.views.page import SitePage, make_page
from lawkb.publish.views.pagination import Part, page_links, paginate, shown_part
from lawkb.publish.views.urls import Place

_MOST = 50  # comments on a page, with their replies


@dataclass(frozen=True, slots=True)
class PlacedComment:
    """A comment with the place that it is about.

    Attributes:
        name: Address of the provision in the language of the reader, or name of the text.
        edition: Id of the edition.
        place: Link to it; None if it has no page.
        comment: The comment with its replies.
    """

    name: str
    edition: str
    place: Place | None
    comment: CommentView


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
    waiting = sorted(_all(site), key=lambda each: COMMENT_STATUSES.index(each[1].status))
    pages = paginate(tuple(enumerate(waiting, start=1)), _MOST)
    counts = all_comment_counts(site)
    groups = groupby((each for _, each in pages[part - 1]), key=lambda each: each[1].status)
    return CommentsView(
        counts=tuple((status, count) for status, count in counts.items() if count),
        parts=page_links(pages, site.paths.comments, lambda line: str(line[0]), part),
        groups=tuple(
            CommentGroup(status, counts[status], tuple(_placed(site, *each) for each in own))
            for status, own in groups
        ),
    )


def all_comment_counts(site: LocalizedSite) -> dict[CommentStatus, int]:
    """Return the number of all readers' comments by status, on laws and on other texts."""
    return site.once(_counts, "", 0)


def _counts(site: LocalizedSite, _: str, __: Ordinal) -> dict[CommentStatus, int]:
    return comment_counts(chain(site.code.laws.values(), site.code.companions.values()))


def _all(site: LocalizedSite) -> Iterator[tuple[Law | Companion, Comment]]:
    """Yield all comments, the newest edition first, those on laws before those on other texts."""
    for edition in site.numbers:
        numbers = site.once(_commented, edition, 0)
        laws = (law for number in numbers for law in reading_order(site, edition, number))
        names = companion_names(site, edition)
        others = (text for name in names for text in companions_of(site, edition, name))
        for text in chain[Law | Companion](laws, others):
            for comment in text.comments:
                yield text, comment


def _commented(site: LocalizedSite, edition: str, _: Ordinal) -> tuple[Ordinal, ...]:
    """Return the numbers of the laws of an edition that have comments."""
    laws = site.code.laws
    return tuple(
        number
        for number in site.numbers[edition]
        if any(laws[edition, t, number].comments for t in site.code.languages_of(edition, number))
    )


def _placed(site: LocalizedSite, text: Law | Companion, comment: Comment) -> PlacedComment:
    view = comment_view(site, text, comment)
    if isinstance(text, Companion):
        place = Place(site.paths.companion(text.edition, text.name))
        return PlacedComment(companion_name(site, text), text.edition, place, view)
    found = comment.address and text.find(comment.address)
    address = (found or text.root).address
    name = site.name(address) if address.depth else site.law_name(text.number)
    return PlacedComment(name, text.edition, site.place(text.edition, address), view)
