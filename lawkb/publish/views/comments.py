"""Comments of readers: those on a text, and a page of all by status, each with its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain, groupby
from types import SimpleNamespace
from typing import NamedTuple

from lawkb.corpus.decision_files import Settlement, Waiver, comment_id
from lawkb.editorial.comment_status import proposed_changes
from lawkb.large_collections import Values
from lawkb.model.address import Address, Ordinal
from lawkb.model.companion import Companion
from lawkb.model.law import Comment, CommentStatus, Law
from lawkb.parallel_work import one_by_one
from lawkb.publish.localized_site import (
    LocalizedSite,
    companion_name,
    companion_names,
    companions_of,
    reading_languages,
)
from lawkb.publish.page import SitePage, make_page
from lawkb.publish.pagination import page_links, paginate, shown_part
from lawkb.publish.strings import language_of, written_date
from lawkb.publish.urls import Place

COMMENT_STATUSES: tuple[CommentStatus, ...] = ("open", "outdated", "orphan", "applied", "rejected")
_MOST = 50  # comments on a page, with their replies


def comments_by_provision(
    site: LocalizedSite, law: Law
) -> dict[Address | None, list[SimpleNamespace]]:
    """Return the comments on each provision of a law by its address.

    The key None has those that name no provision, or one that the law lacks.
    """
    held = {provision.address for provision in law.provisions()} if law.comments else set()
    views: dict[Address | None, list[SimpleNamespace]] = {}
    for comment in law.comments:
        address = comment.address if comment.address in held else None
        views.setdefault(address, []).append(comment_view(site, law, comment))
    return views


def companion_comments(site: LocalizedSite, companion: Companion) -> tuple[SimpleNamespace, ...]:
    """Return the readers' comments on a text beside the laws, such as the definitions."""
    return tuple(comment_view(site, companion, comment) for comment in companion.comments)


def decision_view(site: LocalizedSite, decision: Settlement | Waiver) -> SimpleNamespace:
    """Return an editor's decision as a page shows it."""
    return SimpleNamespace(
        reason=decision.reason,
        reason_language=site.language_of(decision.reason),
        author=decision.author,
        author_language=site.language_of(decision.author),
        date=decision.date,
        written=written_date(decision.date, site.language.code),
    )


def comment_view(site: LocalizedSite, text: Law | Companion, comment: Comment) -> SimpleNamespace:
    """Return a comment on a text with its replies, as a page shows it."""
    languages = site.code.outline.languages
    quote = comment.quote or ""
    lines = [line for line in comment.text.split("\n") if line.strip()]
    own = next(language for language in languages if language.code == text.language)
    settlement = site.editorial.settlements.get(comment_id(text.origin.page, comment))
    return SimpleNamespace(
        author=comment.author,
        author_language=site.language_of(comment.author),
        created=comment.created,  # ISO 8601
        written=written_date(comment.created, site.language.code),
        language=language_of(comment.text, own, languages),
        # Words before the quote of the law, the quote, and words after it.
        paragraphs=tuple(line.partition(quote or "\n") for line in lines),
        # The words of the law that the comment quotes, if its own text does not contain them.
        quote="" if any(quote in line for line in lines) else quote,
        quote_language=language_of(quote, own, languages),
        status=comment.status,
        # The quoted words with the changes that the comment proposes or that were made since.
        change=proposed_changes(comment, text) if isinstance(text, Law) else (),
        decision=decision_view(site, settlement) if settlement else None,
        replies=tuple(comment_view(site, text, reply) for reply in comment.replies),
        inferred="reply" in comment.inferred,  # that it is a reply; the page does not say so
    )


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


def comments_view(site: LocalizedSite, part: int) -> SimpleNamespace:
    """Return a page of the comments of readers; ``part`` counts from 1."""
    comments = site.once(_by_status, site.language.code, 0)
    pages = paginate(range(len(comments)), _MOST)
    counts = all_comment_counts(site)
    groups = groupby((comments[at] for at in pages[part - 1]), key=lambda each: each.status)
    return SimpleNamespace(
        # Of all pages, by status.
        counts=tuple((status, count) for status, count in counts.items() if count),
        parts=page_links(pages, site.paths.comments, lambda at: str(at + 1), part),
        groups=tuple(
            SimpleNamespace(
                id=status, all=counts[status], comments=tuple(_placed(site, each) for each in own)
            )
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


def _placed(site: LocalizedSite, where: _CommentPlace) -> SimpleNamespace:
    """Return a comment with the place that it is about."""
    key, name = (where.edition, where.language), where.text
    text = site.code.companions[*key, name] if isinstance(name, str) else site.code.laws[*key, name]
    comment = text.comments[where.at]
    if isinstance(text, Companion):
        shown = companion_name(site, text)
        place: Place | None = Place(site.paths.companion(text.edition, text.name))
    else:
        found = comment.address and text.find(comment.address)
        address = (found or text.root).address
        shown = site.name(address) if address.depth else site.law_name(text.number)
        place = site.place(text.edition, address)
    view = comment_view(site, text, comment)
    return SimpleNamespace(name=shown, edition=text.edition, place=place, comment=view)
