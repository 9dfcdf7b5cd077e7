"""The bilingual formats by name: one line for each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lawkb.exchange.csv_file import csv_file
from lawkb.exchange.parcel import Parcel
from lawkb.exchange.tmx import tmx
from lawkb.exchange.xliff12 import xliff12
from lawkb.exchange.xliff21 import xliff21
from lawkb.exchange.xlsx import xlsx


@dataclass(frozen=True, slots=True)
class BilingualFormat:
    """A format for texts beside their originals.

    Attributes:
        name: As the command line has it.
        write: Makes a file of a parcel.
        suffixes: Of its files; the first is the usual one.
        returns: Whether ``lawkb import`` takes it back.
    """

    name: str
    write: Callable[[Parcel], bytes]
    suffixes: tuple[str, ...]
    returns: bool = True


FORMATS: tuple[BilingualFormat, ...] = (
    BilingualFormat("xliff", xliff21, (".xlf", ".xliff")),
    BilingualFormat("xliff12", xliff12, ()),
    BilingualFormat("tmx", tmx, (".tmx",), returns=False),
    BilingualFormat("csv", csv_file, (".csv",)),
    BilingualFormat("xlsx", xlsx, (".xlsx",)),
)
