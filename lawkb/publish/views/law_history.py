"""Who changed what when: on the page of a law, on a page of its own, and of all laws.

In come the changes of ``lawkb.history.changes``; out go word diffs with their author and time.
A law without revisions has no history page, and nothing about it on its page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from types import SimpleNamespace
from typing import TYPE_CHECKING, Literal, TypeAlias

from lawkb.history.changes import DiffPiece, ProvisionChange
from lawkb.model.address import Address, Ordinal
from lawkb.publish.localized_site import LocalizedSite, provision_id
from lawkb.publish.page import SitePage, make_page
from lawkb.publish.pagination import Pages, page_links, paginate, shown_part
from lawkb.publish.strings import written_date
from lawkb.publish.urls import Place

if TYPE_CHECKING:
    from lawkb.history.law_changes import LawChange

_AROUND = 90  # characters of unchanged text on each side of a change
DiffKind = Literal["same", "gone", "new", "cut"]  # ``cut``: unchanged text that is left out


def change_view(
    site: LocalizedSite,
    change: LawChange,
    provisions: Iterable[ProvisionChange],
    history: Place | None = None,
) -> SimpleNamespace:
    """Return a change with the word diffs of some of its provisions.

    It is a revision of the page of a law, or the last change of a page without revisions;
    ``history`` is the location of the history of the law, to be linked to.
    """
    author = change.author or ""
    return SimpleNamespace(
        law=site.law_name(change.law),
        edition=change.edition,
        place=site.place(
            change.edition, Address((change.law,))
        ),  # None if it is not there any more
        time=change.time,  # ISO 8601 in UTC
        written=written_date(change.time, site.language.code),
        author=author,
        author_language=site.language_of(author),
        summary=site.runs_of(change.summary) if change.summary else (),
        first=change.first,  # whether the law was new
        diffs=tuple(_diff(site, each) for each in provisions),
        history=history,
    )


def told(change: LawChange) -> tuple[ProvisionChange, ...]:
    """Return what a change did to the words: what is only marked otherwise is left out."""
    return tuple(each for each in change.provisions if each.diff)


def _diff(site: LocalizedSite, change: ProvisionChange) -> SimpleNamespace:
    """Return what a change did to a provision in one language."""
    tags = site.code.languages_of(change.edition, change.address.law)
    present = any(site.code.provision(change.edition, tag, change.address) for tag in tags)
    split = site.split_languages(change.language)
    return SimpleNamespace(
        name=site.name(change.address),
        # None if no language has it any more.
        place=site.place(change.edition, change.address) if present else None,
        language=change.language,
        kind=change.kind,
        diff=tuple(
            (kind, tuple(split(text)) if text else ()) for kind, text in _shortened(change.diff)
        ),
    )


def _shortened(diff: Sequence[DiffPiece]) -> Iterator[tuple[DiffKind, str]]:
    """Yield the pieces of a diff, of unchanged text only what is near a change."""
    last = len(diff) - 1
    for at, piece in enumerate(diff):
        if piece.kind != "same" or len(diff) == 1:
            yield piece.kind, piece.text
            continue
        before = piece.text[: _end_of_word(piece.text, _AROUND)] if at else ""
        after = piece.text[_start_of_word(piece.text, _AROUND) :] if at < last else ""
        if len(before) + len(after) >= len(piece.text):
            yield "same", piece.text
            continue
        if before:
            yield "same", before
        yield "cut", ""
        if after:
            yield "same", after


def _end_of_word(text: str, most: int) -> int:
    """Return the end of the last word within so many characters from the start."""
    return len(text) if len(text) <= most else max(text.rfind(" ", 0, most), 0)


def _start_of_word(text: str, most: int) -> int:
    """Return the start of the first word within so many characters from the end."""
    if len(text) <= most:
        return 0
    found = text.find(" ", len(text) - most)
    return len(text) if found < 0 else found + 1


# Of a provision, and of all provisions together, on the page of a law; all are on the history page.
_MOST_SHOWN = 2
_MOST_LETTERS = 12_000

_Line: TypeAlias = "tuple[Address, LawChange, ProvisionChange]"


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
) -> Mapping[Address, SimpleNamespace]:
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
    view = SimpleNamespace(
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
) -> SimpleNamespace:
    """Return the changes of a provision, newest first, at most so many of them."""
    address, newest, _ = lines[0]
    id_ = provision_id(site, address)
    views = tuple(change_view(site, change, (each,)) for _, change, each in lines)
    place = next((diff.place for view in views[:1] for diff in view.diffs), None)
    return SimpleNamespace(
        id=id_,  # on the history page
        name=site.name(address) if address.depth else site.law_name(address.law),
        place=place,
        count=len(lines),  # of all its changes
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


MOST_CHANGES = 500  # older ones are on the history pages of the laws
_PER_PAGE = 50
_MOST_DIFFS = 10  # of a change; all of them are on the history page of the law


def changes_place(site: LocalizedSite) -> Place | None:
    """Return the location of the latest changes; None if no change is known, only dates."""
    return Place(site.paths.changes()) if site.once(_has_changes, "", 0) else None


def _has_changes(site: LocalizedSite, _: str, __: Ordinal) -> bool:
    return any(each.addresses for each in site.editorial.changes)


def recent_changes_pages(site: LocalizedSite) -> Iterator[tuple[str, Callable[[], SitePage]]]:
    """Yield the path of each page of the latest changes, and the function that makes it."""
    if changes_place(site):
        for part in range(1, len(paginate(_latest(site), _PER_PAGE)) + 1):
            yield site.paths.changes(part), partial(_recent_page, site, part)


def _latest(site: LocalizedSite) -> tuple[LawChange, ...]:
    return site.editorial.changes[:MOST_CHANGES]


def _recent_page(site: LocalizedSite, part: int) -> SitePage:
    pages = paginate(_latest(site), _PER_PAGE)
    parts = page_links(pages, site.paths.changes, lambda change: change.time[:10], part)
    view = SimpleNamespace(
        changes=tuple(
            change_view(
                site,
                each,
                told(each)[:_MOST_DIFFS],
                history_place(site, each.edition, each.law) if each.addresses else None,
            )
            for each in pages[part - 1]
        ),
        parts=parts,
    )
    title = site.gettext("Recent changes") + shown_part(parts)
    description = site.gettext("The latest changes of the laws, newest first.")
    path = site.paths.changes(part)
    return make_page(site, path, "recent_changes.html", view, title, description)
