"""Divisions of an edition, such as chapters, as the reader's language names them, with links."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from lawkb.model.address import Ordinal
from lawkb.model.division import Division, DivisionPath, division_eid, union_of
from lawkb.publish.views.localized_site import LocalizedSite
from lawkb.publish.views.pagination import extra_page_count, paginate
from lawkb.publish.views.urls import Place

_Line = TypeVar("_Line")


@dataclass(frozen=True, slots=True)
class DivisionView:
    """A division as a heading or a link.

    Attributes:
        id: HTML id of its heading in the list of laws.
        label: Its label as the source prints it, ``CHAPTER II``; empty if it prints none.
        heading: Its heading; empty without one.
        language: BCP 47 tag of label and heading: the reader's language, or one that has it.
        place: Link to its place in the list of laws.
    """

    id: str
    label: str
    heading: str
    language: str
    place: Place


@dataclass(frozen=True, slots=True)
class DivisionGroup(Generic[_Line]):
    """A division with the lines of its laws, and the divisions in it; ``depth`` is from 1."""

    view: DivisionView
    depth: int
    lines: tuple[_Line, ...]
    groups: tuple[DivisionGroup[_Line], ...]


@dataclass(frozen=True, slots=True)
class _EditionDivisions:
    """The divisions of an edition in all its languages.

    Attributes:
        outermost: Its divisions, one inside the other.
        by_language: Each of them by address and BCP 47 tag.
        around: Addresses of the divisions that a law is in, by number; the outermost first.
        first_laws: Number of the first law in each division, by address.
    """

    outermost: tuple[Division, ...]
    by_language: Mapping[DivisionPath, Mapping[str, Division]]
    around: Mapping[Ordinal, tuple[DivisionPath, ...]]
    first_laws: Mapping[DivisionPath, Ordinal]


def divisions_around(
    site: LocalizedSite, edition: str, number: Ordinal
) -> tuple[DivisionView, ...]:
    """Return the divisions that a law is in, the outermost first."""
    paths = _of_edition(site, edition).around.get(number, ())
    return tuple(division_view(site, edition, path) for path in paths)


def division_view(site: LocalizedSite, edition: str, path: DivisionPath) -> DivisionView:
    """Return a division of an edition in the language of the reader.

    Raises:
        KeyError: The edition has no such division.
    """
    held = _of_edition(site, edition).by_language[path]
    own = site.language.code
    division = held.get(own) or next(iter(held.values()))
    return DivisionView(
        id=_id(edition, path),
        label=division.num,
        heading=division.heading.text if division.heading else "",
        language=own if own in held else next(iter(held)),
        place=Place(_list_path(site, edition, path), _id(edition, path)),
    )


def grouped_by_division(
    site: LocalizedSite,
    edition: str,
    numbers: Sequence[Ordinal],
    line: Callable[[Ordinal], _Line],
) -> tuple[tuple[_Line, ...], tuple[DivisionGroup[_Line], ...], tuple[_Line, ...]]:
    """Return the lines of laws before the divisions, those in divisions, and those after them.

    Annexes come after the divisions.

    Args:
        site: The site in the language of the reader.
        edition: Id of the edition.
        numbers: Numbers of the laws; without any, all divisions are returned, without lines.
        line: Function that returns the line of a law.
    """
    known = _of_edition(site, edition)
    wanted = set(numbers)
    last = max(known.around, default=None)
    outside = [number for number in numbers if number not in known.around]
    before = tuple(line(number) for number in outside if last is None or number < last)
    after = tuple(line(number) for number in outside if last is not None and number > last)

    def groups(divisions: Sequence[Division], depth: int) -> Iterator[DivisionGroup[_Line]]:
        for each in divisions:
            lines = tuple(line(number) for number in each.laws if number in wanted)
            inner = tuple(groups(each.divisions, depth + 1))
            if lines or inner or not wanted:
                view = division_view(site, edition, each.path)
                yield DivisionGroup(view, depth, lines, inner)

    return before, tuple(groups(known.outermost, 1)), after


def _of_edition(site: LocalizedSite, edition: str) -> _EditionDivisions:
    return site.once(_joined, edition, 0)


def _joined(site: LocalizedSite, edition: str, _: Ordinal) -> _EditionDivisions:
    code = site.code
    order = [each.language for each in code.outline.expressions if each.edition == edition]
    held = [code.divisions[edition, tag] for tag in order if (edition, tag) in code.divisions]
    outermost = union_of(held)
    by_language: dict[DivisionPath, dict[str, Division]] = {}
    for divisions in held:
        for each in divisions.walk():
            by_language.setdefault(each.path, {})[divisions.language] = each
    every = [inner for each in outermost for inner in each.walk()]
    around = {
        number: tuple(each.path[:size] for size in range(1, len(each.path) + 1))
        for each in every
        for number in each.laws
    }
    firsts = {each.path: min(each.all_laws(), default=0) for each in every}
    return _EditionDivisions(outermost, by_language, around, firsts)


def _id(edition: str, path: DivisionPath) -> str:
    return f"{edition}-{division_eid(path)}"


def _list_path(site: LocalizedSite, edition: str, path: DivisionPath) -> str:
    """Return the path of the page of the list of laws that shows a division first."""
    numbers = site.numbers[edition]
    if not extra_page_count(numbers):
        return site.paths.home()
    first = _of_edition(site, edition).first_laws[path]
    pages = enumerate(paginate(numbers), start=1)
    part = next((part for part, held in pages if held[-1] >= first), 1)
    return site.paths.laws(edition, part)
