"""Sections of a law that its page lost with their headings, rebuilt from a comparison."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby, pairwise

from lawkb.model.address import Address
from lawkb.model.law import Law, Provision
from lawkb.model.passage import Passage, Table
from lawkb.parse.comparison import Comparison
from lawkb.parse.passages import plain_words

_Item = Passage | Table | Provision


def with_sections(law: Law, fragment: Law, comparison: Comparison) -> Law:
    """The law with its own words below the sections that a comparison shows them in.

    Only for a law of no section at all. Every word of it must be told its section, but for those
    between two of the same section and those before the first; otherwise the law stays as it is.

    Args:
        law: As other forms of its page gave it.
        fragment: The lines of the comparison, read as a law.
        comparison: Where its gaps are.
    """
    if any(provision.address.path[1] for provision in law.root.children):
        return law
    told = _sections_by_words(fragment, comparison)
    places = _filled([told.get(_first_words(item)) for item in law.root.body])
    if not places:
        return law
    headings = {provision.address: provision for provision in fragment.root.children}
    body: list[_Item] = []
    told_items = zip(places, law.root.body, strict=True)
    for section, group in groupby(told_items, key=lambda each: each[0]):
        items = [item for _, item in group]
        body += [_section(headings[section], items)] if section else items
    return replace(law, root=replace(law.root, body=tuple(body)))


def _sections_by_words(fragment: Law, comparison: Comparison) -> dict[str, Address | None]:
    """The section that stands above some words with no gap between; None for words of several."""
    found: dict[str, Address | None] = {}
    for section in fragment.root.children:
        heading = section.heading.lines if section.heading else None
        for passage in (passage for each in section.walk() for passage in each.passages):
            sure = heading and passage.lines and comparison.joins(heading[0], passage.lines[0])
            words = plain_words(passage.text)
            told = section.address if sure and section.address.depth == 1 else None
            found[words] = None if words in found else told
    return found


def _first_words(item: _Item) -> str:
    """The first words of an item; empty when it has none."""
    if isinstance(item, Passage):
        return plain_words(item.text)
    provisions = item.walk() if isinstance(item, Provision) else (item,)
    texts = (passage.text for each in provisions for passage in each.passages)
    return plain_words(next(texts, ""))


def _filled(told: list[Address | None]) -> list[Address | None]:
    """The section of each item; empty when it is not sure of all behind the first."""
    known = [at for at, section in enumerate(told) if section]
    filled = list(told)
    for before, after in pairwise(known):
        if told[before] == told[after]:
            filled[before:after] = [told[before]] * (after - before)
    behind = filled[known[0] :] if known else []
    sections = [section for section in behind if section]
    ordered = all(a <= b for a, b in pairwise(sections))
    return filled if sections and ordered and len(sections) == len(behind) else []


def _section(told: Provision, items: list[_Item]) -> Provision:
    """The section that a comparison tells of, with the law's own words in it."""
    ordinal = told.address.path[1]
    body = tuple(_below(item, ordinal) if isinstance(item, Provision) else item for item in items)
    heading = replace(told.heading, lines=None) if told.heading else None
    lines = [item.lines for item in items if item.lines]
    span = (min(line[0] for line in lines), max(line[1] for line in lines)) if lines else None
    return Provision(told.address, told.num, heading, body, lines=span)


def _below(provision: Provision, ordinal: int) -> Provision:
    """A provision that skipped the level of sections, and all in it, below a section."""
    path = provision.address.path
    body = tuple(
        _below(item, ordinal) if isinstance(item, Provision) else item for item in provision.body
    )
    return replace(provision, address=Address((path[0], ordinal, *path[2:])), body=body)
