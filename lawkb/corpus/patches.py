"""``corpus/patches/*.toml``: the editor's repairs and supplements."""

from __future__ import annotations

import re
from pathlib import Path
from typing import cast

from lawkb.corpus.entries import add_entries
from lawkb.corpus.tables import Table, read_table
from lawkb.errors import LawkbError
from lawkb.model.code import Outline
from lawkb.model.patch import Patch, PatchField

_FIELDS = ("heading", "text", "complete")


def read_patches(folder: Path, outline: Outline) -> tuple[Patch, ...]:
    """All patches of a corpus folder, by file name and then as they stand in the file.

    Raises:
        LawkbError: A file is not TOML, or an entry is not a patch.
    """
    files = sorted((folder / "patches").glob("*.toml"))
    return tuple(
        _patch(table, outline) for file in files for table in read_table(file).tables("patches")
    )


def add_patches(folder: Path, page_id: str, patches: tuple[Patch, ...], outline: Outline) -> Path:
    """Add patches to the file of a page in ``corpus/patches/``; what stands there is kept.

    Args:
        folder: The corpus.
        page_id: Page they repair; names the file.
        patches: To add at the end.
        outline: For the writing of addresses.

    Returns:
        The file.

    Raises:
        LawkbError: The file cannot be written.
    """
    file = folder / "patches" / f"{re.sub(r'[^0-9A-Za-z_-]', '_', page_id)}.toml"
    return add_entries(file, "patches", [_entry(patch, outline) for patch in patches])


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


def _patch(table: Table, outline: Outline) -> Patch:
    field = table.get("field", str)
    if field not in _FIELDS:
        raise LawkbError(table.where, f"field {field!r} is unknown", f"one of {', '.join(_FIELDS)}")
    new = table.text("new") or ""
    if bool(new.strip()) == (field == "complete"):
        raise LawkbError(
            table.where,
            f"new does not fit the field {field}",
            "a repair has new words, a gap has none",
        )
    if field != "heading" and not table.get("old", str):
        raise LawkbError(table.where, "old is empty", "quote the words that stand there")
    return Patch(
        path=table.where,
        page=table.get("page", str),
        language=table.get("language", str),
        address=outline.scheme.read(table.get("place", str)),
        field=cast(PatchField, field),
        old=table.get("old", str),
        new=new,
        reason=table.get("reason", str),
        origin=table.get("origin", str),
        author=table.get("author", str),
        date=table.get("date", str),
    )
