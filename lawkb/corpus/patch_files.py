"""``corpus/patches/*.toml``: editors' corrections of the texts of sources."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import asdict

from lawkb.corpus.entries import Entry
from lawkb.corpus.toml_files import Table, read_entries, toml_layout
from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.model.code import Outline
from lawkb.model.page import Patch, PatchField

LAYOUT = toml_layout("patches")


class _Entry(Table, frozen=True, kw_only=True):
    page: str
    language: str
    place: str
    field: PatchField
    old: str
    new: str = ""
    reason: str
    origin: str
    author: str
    date: str

    def __post_init__(self) -> None:
        if bool(self.new.strip()) == (self.field == "complete"):
            what = "a repair has new words, a gap has none"
            raise ValueError(f"new does not fit the field {self.field}: {what}")
        if self.field != "heading" and not self.old:
            raise ValueError("old is empty: quote the words to replace")


def read_patches(folder: Path, outline: Outline) -> tuple[Patch, ...]:
    """Return all patches of a corpus folder, by file name and then in the order of the file.

    Raises:
        LawkbError: A file is not TOML, or an entry is not a patch.
    """

    def check_place(entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        place = entry.get("place")
        try:
            outline.scheme.read(place if isinstance(place, str) else outline.scheme.example)
        except LawkbError as error:
            yield "place", f"{place!r} is not the address of a provision; {error.hint}"

    return tuple(
        _patch(entry, f"{file} [[patches]] {number}", outline)
        for file in sorted((folder / "patches").glob("*.toml"))
        for number, entry in enumerate(read_entries(file, "patches", _Entry, check_place), start=1)
    )


def patch_entries(
    patches: Iterable[Patch], existing: Iterable[Patch], outline: Outline
) -> tuple[Entry, ...]:
    """Return new patches as entries of files in ``corpus/patches/``.

    A patch goes to the file named after its page, or to a later file that already has patches of
    the same provision, so that it is applied after those.

    Args:
        patches: The new patches, in order.
        existing: All patches of the corpus, in the order of ``read_patches``.
        outline: Levels of the law code, which decide how addresses are written.
    """
    last = {_place(each): _file(each) for each in existing}
    found = []
    for patch in patches:
        own = f"patches/{re.sub(r'[^0-9A-Za-z_-]', '_', patch.page)}.toml"
        file = max(own, last.get(_place(patch), own))
        found.append(Entry(file, _values(patch, outline)))
    return tuple(found)


def patch_entry(patch: Patch, outline: Outline) -> Entry:
    """Return the entry that a patch was read from."""
    return Entry(_file(patch), _values(patch, outline))


def _place(patch: Patch) -> tuple[str, str, Address]:
    """Return what a patch corrects; patches with another key can be applied in any order."""
    return patch.page, patch.language, patch.address


def _file(patch: Patch) -> str:
    return f"patches/{Path(patch.path.rpartition(' [[')[0]).name}"


def _values(patch: Patch, outline: Outline) -> tuple[tuple[str, str], ...]:
    values = {
        "page": patch.page,
        "language": patch.language,
        "place": outline.scheme.write(patch.address),
        "field": patch.field,
        "old": patch.old,
        **({"new": patch.new} if patch.new else {}),
        "reason": patch.reason,
        "origin": patch.origin,
        "author": patch.author,
        "date": patch.date,
    }
    return tuple(values.items())


def _patch(entry: _Entry, where: str, outline: Outline) -> Patch:
    address = outline.scheme.read(entry.place)
    fields = {name: value for name, value in asdict(entry).items() if name != "place"}
    return Patch(path=where, address=address, **fields)
