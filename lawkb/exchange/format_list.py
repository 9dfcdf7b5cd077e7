"""The bilingual formats by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lawkb.exchange.formats.spreadsheets import write_csv, write_xlsx
from lawkb.exchange.formats.tmx import write_tmx
from lawkb.exchange.formats.xliff12 import write_xliff12
from lawkb.exchange.formats.xliff21 import write_xliff21
from lawkb.exchange.parcel import TranslationParcel


@dataclass(frozen=True, slots=True)
class BilingualFormat:
    """A format for texts with their originals.

    Attributes:
        name: Name on the command line.
        write: Returns the file of a parcel.
        suffixes: File suffixes, the usual one first.
    """

    name: str
    write: Callable[[TranslationParcel], bytes]
    suffixes: tuple[str, ...]


FORMATS: tuple[BilingualFormat, ...] = (
    BilingualFormat("xliff", write_xliff21, (".xlf", ".xliff")),
    BilingualFormat("xliff12", write_xliff12, ()),
    BilingualFormat("tmx", write_tmx, (".tmx",)),
    BilingualFormat("csv", write_csv, (".csv",)),
    BilingualFormat("xlsx", write_xlsx, (".xlsx",)),
)
