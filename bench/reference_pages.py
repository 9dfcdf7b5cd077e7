"""How well the references of whole pages are read, against gold made by reading them by hand."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from lawkb.corpus.laws import read_code
from lawkb.model.address import Scheme
from lawkb.model.code import Code
from lawkb.model.passage import Reference
from lawkb.references.graph import build_graph

ROOT = Path(__file__).parent.parent
CASES = ROOT / "tests" / "cases"
# What the pages are, their corpus, their gold below ``tests/cases``, and who had seen them.
CODES = (
    ("The Three Pebbles", "examples/three-pebbles/corpus", "gold-pebbles"),
    ("The invented statute", "examples/statute/corpus", "gold-statute"),
    ("The five pages of the Laws", "corpus", "gold"),
)
_HEAD = """## Whole pages

The gold was made by reading the pages line by line. The reader of the Three Pebbles had never seen
the rules, and no rule was changed for that gold; the rules of the statute and of the five pages
were written with these before the eyes.

| pages | language | form | references | precision | recall |
|---|---|---|---|---|---|"""

_Row = tuple[str, str, str, str, str]  # language, form, place, words, target


def page_lines() -> list[str]:
    """The part of the page on whole pages: figures by code, language and form."""
    lines = [_HEAD]
    for title, corpus, folder in CODES:
        gold, found = Counter(_gold(folder)), Counter(_found(read_code(ROOT / corpus)))
        for kind in sorted({row[:2] for row in (*gold, *found)}):
            wanted, read = (
                Counter({row: n for row, n in rows.items() if row[:2] == kind})
                for rows in (gold, found)
            )
            right = (wanted & read).total()
            shares = (right / max(rows.total(), 1) for rows in (read, wanted))
            figures = " | ".join(f"{share:.3f}" for share in shares)
            lines.append(f"| {title} | {kind[0]} | {kind[1]} | {wanted.total()} | {figures} |")
    return [*lines, ""]


def written(reference: Reference, scheme: Scheme) -> str:
    """Target as the gold writes it: ``27..32``, ``5(2)¶1``, ``?`` and candidates."""
    if reference.target is None:
        return "?" + ",".join(map(scheme.write, reference.candidates))
    upto = f"..{scheme.write(reference.upto)}" if reference.upto else ""
    edition = f"{reference.edition}:" if reference.edition else ""
    counted = f"¶{reference.subparagraph}" if reference.subparagraph else ""
    return f"{edition}{scheme.write(reference.target)}{upto}{counted}"


def _gold(folder: str) -> Iterator[_Row]:
    for file in sorted((CASES / folder).glob("*.tsv")):
        with file.open(encoding="utf-8", newline="") as rows:
            for row in csv.DictReader(rows, delimiter="\t", quoting=csv.QUOTE_NONE):
                yield row["lang"], row["form"], row["provision"], row["raw"], row["targets"]


def _found(code: Code) -> Iterator[_Row]:
    scheme = code.outline.scheme
    for one in build_graph(code).citations:
        yield _row(one.language, scheme.write(one.citing), scheme, one.reference)
    for companion in code.companions.values():
        row = partial(_row, companion.language, companion.name, scheme)
        for passage in companion.passages():
            yield from map(row, passage.references)
            yield from (row(reference) for note in passage.notes for reference in note.references)


def _row(language: str, place: str, scheme: Scheme, reference: Reference) -> _Row:
    return language, reference.form, place, reference.raw, written(reference, scheme)
