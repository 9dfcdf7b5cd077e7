"""``corpus/patches/*.toml``: editors' corrections of the texts of sources."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import asdict

from lawkb.corpus.toml_files import Table, read_entries, with_entries
from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.model.code import Outline
from lawkb.model.page import Patch, PatchField


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


def files_with_patches(
    folder: Path, patches: tuple[Patch, ...], outline: Outline
) -> dict[str, bytes]:
    """Return the new content of files in ``corpus/patches/`` with patches added, by path.

    Nothing is written. A patch is added to the file named after its page, or to a later file that
    already has patches of the same provision, so that it is applied after those. Paths begin at the
    corpus folder: ``patches/law_57.toml``.

    Args:
        folder: The corpus folder.
        patches: The patches to add, in this order.
        outline: Levels of the law code, which decide how addresses are written.

    Raises:
        LawkbError: An existing file cannot be read.
    """
    return {
        file.relative_to(folder).as_posix(): with_entries(
            file, "patches", [_entry(patch, outline) for patch in new]
        )
        for file, new in _by_file(folder, patches, outline).items()
    }


def _by_file(folder: Path, patches: tuple[Patch, ...], outline: Outline) -> dict[Path, list[Patch]]:
    last = {_place(each): _file(each) for each in read_patches(folder, outline)}
    added: dict[Path, list[Patch]] = {}
    for patch in patches:
        own = folder / "patches" / f"{re.sub(r'[^0-9A-Za-z_-]', '_', patch.page)}.toml"
        added.setdefault(max(own, last.get(_place(patch), own)), []).append(patch)
    return added


def _place(patch: Patch) -> tuple[str, str, Address]:
    """Return what a patch corrects; patches with another key can be applied in any order."""
    return patch.page, patch.language, patch.address


def _file(patch: Patch) -> Path:
    return Path(patch.path.rpartition(" [[")[0])


def _entry(patch: Patch, outline: Outline) -> dict[str, str]:
    return {
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


def _patch(entry: _Entry, where: str, outline: Outline) -> Patch:
    address = outline.scheme.read(entry.place)
    fields = {name: value for name, value in asdict(entry).items() if name != "place"}
    return Patch(path=where, address=address, **fields)
