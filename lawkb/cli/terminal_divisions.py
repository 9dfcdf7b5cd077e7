"""Divisions of the laws, such as chapters, as lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console
from rich.text import Text

from lawkb.cli.terminal import NARROWEST, clean, hanging_words, set_in, wrapped
from lawkb.cli.terminal_laws import held_laws
from lawkb.model.address import Ordinal
from lawkb.model.code import Code
from lawkb.model.division import Division, DivisionPath, Divisions, union_of
from lawkb.model.label import law_name

_STEP = 2  # columns by which what a division contains is indented


def division_lines(
    out: Console, code: Code, edition: str, path: DivisionPath, tags: Sequence[str]
) -> Iterator[Text]:
    """Yield the headings of a division in each language, and all divisions and laws in it.

    Args:
        out: The terminal.
        code: The code.
        edition: Id of the edition.
        path: Address of the division.
        tags: BCP 47 tags of the languages to show.
    """
    readings = {
        tag: code.divisions[edition, tag] for tag in tags if (edition, tag) in code.divisions
    }
    whole = next(
        (
            found
            for each in union_of(tuple(readings.values()))
            for found in each.walk()
            if found.path == path
        ),
        None,
    )
    for each in whole.walk() if whole else ():
        indent = _STEP * (len(each.path) - len(path))
        yield from set_in(indent, _heading_lines(out, readings, each))
        for number in each.laws:
            yield from _law_lines(out, code, (edition, number), tags, indent + _STEP)


def _heading_lines(
    out: Console, readings: Mapping[str, Divisions], division: Division
) -> Iterator[Text]:
    held = {tag: found for tag, one in readings.items() if (found := one.find(division.path))}
    labels = dict.fromkeys(each.num for each in held.values() if each.num)
    if labels:
        yield from wrapped(out, Text(clean(" · ".join(labels)), style="bold"), out.width)
    for tag, each in held.items():
        if each.heading:
            yield from hanging_words(out, tag, Text(clean(each.heading.text)), _STEP)


def _law_lines(
    out: Console, code: Code, place: tuple[str, Ordinal], tags: Sequence[str], indent: int
) -> Iterator[Text]:
    laws = [law for law in held_laws(code, *place) if law.language in tags]
    for law in laws[:1]:
        name = law_name(law.number, code.outline.scheme, code.outline.language(law.language))
        head = Text.assemble((clean(name), "bold"))
        if law.root.heading:
            head.append(f"  {clean(law.root.heading.text)}", "dim")
        yield from set_in(indent, wrapped(out, head, max(NARROWEST, out.width - indent)))
