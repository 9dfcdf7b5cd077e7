"""Case files of references, and references as the cases write them."""

from __future__ import annotations

import csv
from pathlib import Path

from lawkb.model.address import Address
from lawkb.model.passage import Reference
from lawkb.references.find import find_references
from tests.corpus_files import bridge_outline
from tests.strategies import SCHEME

CASES = Path(__file__).parent.parent / "cases"


def rows(path: str) -> list[dict[str, str]]:
    """Rows of a case file: tabs between, nothing quoted."""
    with (CASES / path).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def read(lang: str, text: str, citing: str | None) -> tuple[Reference, ...]:
    """References of a text to the bridge code, in its scheme and with its words."""
    place = SCHEME.read(citing) if citing else None
    found = find_references(text, bridge_outline().language(lang), SCHEME, place)
    return tuple(reference for reference in found if reference.act is None)


def written(reference: Reference) -> str:
    """Target as a case writes it: ``2007:12C1``, ``27..32``, ``?`` with candidates."""
    if reference.target is None:
        return "?" + ",".join(map(SCHEME.write, reference.candidates))
    upto = f"..{SCHEME.write(reference.upto)}" if reference.upto else ""
    edition = f"{reference.edition}:" if reference.edition else ""
    return f"{edition}{SCHEME.write(reference.target)}{upto}"


def at(text: str) -> Address:
    """Address of its canonical writing."""
    return SCHEME.read(text)
