"""Divisions of an edition, such as chapters, as the reader's language names them, with links."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Generic, TypeVar

from lawkb.model.address import Ordinal
from lawkb.model.division import Division, DivisionPath, division_eid, union_of
from lawkb.publish.views.jump_table import list_part
from lawkb.publish.views.localized_site import LocalizedSite
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
        laws: Its laws in the language of the reader, *Articles 6 to 10*; empty without laws.
    """

    id: str
    label: str
    heading: str
    language: str
    place: Place
    laws: str

    @property
    def name(self) -> str:
        """Label and heading."""
        return f"{self.label} {self.heading}".strip()


@dataclass(frozen=True, slots=True)
class OpenedDivision:
    """A division whose heading is before a law; ``depth`` is from 1."""

    view: DivisionView
    depth: int


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
        ends: Numbers of the first and the last law in each division, by address.
    """

    outermost: tuple[Division, ...]
    by_language: Mapping[DivisionPath, Mapping[str, Division]]
    around: Mapping[Ordinal, tuple[DivisionPath, ...]]
    ends: Mapping[DivisionPath, tuple[Ordinal, Ordinal]]


def divisions_around(
    site: LocalizedSite, edition: str, number: Ordinal, tag: str = ""
) -> tuple[DivisionView, ...]:
    """Return the divisions that a law is in, the outermost first; see ``division_view``."""
    paths = _of_edition(site, edition).around.get(number, ())
    return tuple(division_view(site, edition, path, tag) for path in paths)


def opened_divisions(
    site: LocalizedSite, edition: str, numbers: Sequence[Ordinal], tag: str = ""
) -> Iterator[tuple[Ordinal, int, tuple[OpenedDivision, ...]]]:
    """Yield each law with how many divisions it is in, and those whose heading is before it.

    Args:
        site: The site in the language of the reader.
        edition: Id of the edition.
        numbers: Numbers of the laws, in order; before the first, all divisions around it open.
        tag: BCP 47 tag of the language to name divisions in; empty for that of the reader.
    """
    before: tuple[DivisionView, ...] = ()
    for number in numbers:
        around = divisions_around(site, edition, number, tag)
        pairs = enumerate(zip_longest(before, around))
        same = next((n for n, (one, other) in pairs if one != other), len(around))
        opened = tuple(OpenedDivision(each, n + 1) for n, each in enumerate(around) if n >= same)
        yield number, len(around), opened
        before = around


def division_view(
    site: LocalizedSite, edition: str, path: DivisionPath, tag: str = ""
) -> DivisionView:
    """Return a division of an edition in a language, by default that of the reader.

    Raises:
        KeyError: The edition has no such division.
    """
    held = _of_edition(site, edition).by_language[path]
    own = tag or site.language.code
    ends = _of_edition(site, edition).ends.get(path)
    division = held.get(own) or next(iter(held.values()))
    return DivisionView(
        id=_id(edition, path),
        label=division.num,
        heading=division.heading.text if division.heading else "",
        language=own if own in held else next(iter(held)),
        place=Place(_list_path(site, edition, path), _id(edition, path)),
        laws=site.range_name(*ends) if ends else "",
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
    ends = (known.ends[each.path] for each in known.outermost if each.path in known.ends)
    last = max((end for _, end in ends), default=None)
    outside = [number for number in numbers if number not in known.around]
    before = tuple(line(number) for number in outside if last is None or number < last)
    after = tuple(line(number) for number in outside if last is not None and number > last)

    def groups(divisions: Sequence[Division], depth: int) -> Iterator[DivisionGroup[_Line]]:
        for each in divisions:
            if numbers and not _overlap(known.ends.get(each.path), (numbers[0], numbers[-1])):
                continue
            lines = tuple(line(number) for number in each.laws if number in wanted)
            inner = tuple(groups(each.divisions, depth + 1))
            if lines or inner or not wanted:
                view = division_view(site, edition, each.path)
                yield DivisionGroup(view, depth, lines, inner)

    return before, tuple(groups(known.outermost, 1)), after


def _overlap(ends: tuple[Ordinal, Ordinal] | None, others: tuple[Ordinal, Ordinal]) -> bool:
    return ends is not None and ends[0] <= others[1] and others[0] <= ends[1]


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
    laws = {each.path: each.all_laws() for each in every}
    ends = {path: (min(numbers), max(numbers)) for path, numbers in laws.items() if numbers}
    return _EditionDivisions(outermost, by_language, around, ends)


def _id(edition: str, path: DivisionPath) -> str:
    return f"{edition}-{division_eid(path)}"


def _list_path(site: LocalizedSite, edition: str, path: DivisionPath) -> str:
    """Return the path of the page of the list of laws that shows a division first."""
    first, _ = _of_edition(site, edition).ends.get(path, (0, 0))
    part = list_part(site.numbers[edition], first)
    return site.paths.laws(edition, part) if part else site.paths.home()
