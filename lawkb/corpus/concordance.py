"""``corpus/concordance.tsv``: pairs of provisions with different addresses in two editions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from lawkb.corpus.typed_tables import read_address_in, read_rows
from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.model.code import Outline

FILE = "concordance.tsv"
_REMARK = "remark"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the concordance: a provision and its address in each edition that has it."""

    # Pairs of edition id and address; at least two, no edition twice.
    addresses: tuple[tuple[str, Address], ...]
    remark: str  # The reason for the identification, in words.


@dataclass(frozen=True, slots=True)
class Moves:
    """The addresses that provisions of one edition have in another edition."""

    # Editors' remarks on provisions that moved, by address in the first edition.
    remarks: Mapping[Address, str] = field(hash=False)
    _to: Mapping[Address, Address] = field(repr=False, hash=False)
    _taken: frozenset[Address] = field(repr=False)

    def of(self, address: Address) -> Address | None:
        """Return the address that a provision of the first edition has in the other edition.

        That is the same address if the concordance does not list the provision. Provisions in a
        listed one move with it. None if the concordance gives the address to another provision, or
        if the provision that contains this one moved to another level.
        """
        row = self._row(address)
        base, to = (row.path, self._to[row].path) if row else ((), ())
        if row and row != address and len(base) != len(to):
            return None
        found = Address(to + address.path[len(base) :])
        taken = (a for a in (found, *found.ancestors()) if len(a.path) > len(to))
        return None if any(a in self._taken for a in taken) else found

    @property
    def places(self) -> tuple[tuple[Address, Address, str], ...]:
        """Return old address, new address and remark of each provision listed, by old address."""
        return tuple((old, self._to[old], self.remarks[old]) for old in sorted(self._to))

    def why(self, address: Address) -> str | None:
        """Return the remark on a provision that moved or on one that contains it, else None."""
        row = self._row(address)
        return None if row is None else self.remarks[row]

    def _row(self, address: Address) -> Address | None:
        return next((a for a in (address, *address.ancestors()) if a in self._to), None)


@dataclass(frozen=True, slots=True)
class Concordance:
    """Provisions that have different addresses in different editions, one row for each."""

    rows: tuple[Row, ...] = ()

    def between(self, old: str, new: str) -> Moves:
        """Return the moves from edition ``old`` to edition ``new``, both given by id: ``2007``."""
        to: dict[Address, Address] = {}
        remarks: dict[Address, str] = {}
        for row in self.rows:
            places = dict(row.addresses)
            if old in places and new in places:
                to[places[old]] = places[new]
                remarks[places[old]] = row.remark
        return Moves(remarks, to, frozenset(to.values()))


def read_concordance(folder: Path, outline: Outline) -> Concordance:
    """Return the concordance of a corpus; an empty one if it has no such file.

    The file is a table of tab-separated columns. Its first line names them: ids of editions, and
    ``remark`` last. Every further line is one provision with its canonical address in each edition,
    empty where it is not known, and a remark with the evidence. Empty lines and lines that begin
    with ``#`` are left out.
    """
    seen: dict[tuple[str, Address], str] = {}
    rows = []
    for where, cells in read_rows(folder / FILE, partial(_check_names, outline)):
        row = _row(where, cells, outline)
        for place in row.addresses:
            _check_new(where, place, seen, outline)
        rows.append(row)
    return Concordance(tuple(rows))


def _check_names(outline: Outline, where: str, names: list[str]) -> None:
    known = [edition.id for edition in outline.editions]
    shape = f"tab-separated: {', '.join(reversed(known))}, {_REMARK}"
    if names[-1] != _REMARK or len(names) < 3:
        raise LawkbError(where, "the first line does not name the columns", shape)
    for place, name in enumerate(names[:-1]):
        if name not in known:
            hint = f"there are: {', '.join(known)}"
            raise LawkbError(where, f"there is no edition {name!r}", hint)
        if name in names[:place]:
            raise LawkbError(where, f"edition {name} has two columns", "keep one of them")


def _row(where: str, cells: dict[str, str], outline: Outline) -> Row:
    *editions, (_, remark) = cells.items()
    if not remark:
        raise LawkbError(where, "the remark is empty", "write why the addresses correspond")
    places = tuple(
        (edition, read_address_in(where, cell, edition, outline))
        for edition, cell in editions
        if cell
    )
    if len(places) < 2:
        raise LawkbError(where, "fewer than two addresses", "give one in each of two editions")
    return Row(places, remark)


def _check_new(
    where: str, place: tuple[str, Address], seen: dict[tuple[str, Address], str], outline: Outline
) -> None:
    if place in seen:
        edition, address = place
        written = outline.scheme.write(address)
        before = seen[place].rpartition(":")[2]
        told = f"{edition} {written} is in line {before} already"
        raise LawkbError(where, told, "write each provision in one row only")
    seen[place] = where
