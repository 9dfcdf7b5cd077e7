"""``corpus/patches/*.toml``: the editor's repairs and supplements."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from lawkb.corpus.entries import with_entries
from lawkb.corpus.tables import Table, read_table
from lawkb.errors import LawkbError
from lawkb.model.code import Outline
from lawkb.model.patch import Patch, PatchField

_FIELDS: tuple[PatchField, ...] = get_args(PatchField)


def read_patches(folder: Path, outline: Outline) -> tuple[Patch, ...]:
    """All patches of a corpus folder, by file name and then as they stand in the file.

    Raises:
        LawkbError: A file is not TOML, or an entry is not a patch.
    """
    files = sorted((folder / "patches").glob("*.toml"))
    return tuple(
        _patch(table, outline) for file in files for table in read_table(file).tables("patches")
    )


def files_with_patches(
    folder: Path, patches: tuple[Patch, ...], outline: Outline
) -> dict[str, bytes]:
    """What files of ``corpus/patches/`` hold after patches are added, by path below the corpus.

    They go where they are applied after every patch that their page has already: into the file
    named after the page, or a later one that holds patches of it. What the files hold is kept.

    Args:
        folder: The corpus.
        patches: To add, in this order.
        outline: For the writing of addresses.

    Raises:
        LawkbError: A file that is there cannot be read.
    """
    return {
        file.relative_to(folder).as_posix(): with_entries(
            file, "patches", [_entry(patch, outline) for patch in new]
        )
        for file, new in _by_file(folder, patches, outline).items()
    }


def _by_file(folder: Path, patches: tuple[Patch, ...], outline: Outline) -> dict[Path, list[Patch]]:
    """The file that each patch goes into."""
    last = {
        patch.page: Path(patch.path.rpartition(" [[")[0]) for patch in read_patches(folder, outline)
    }
    added: dict[Path, list[Patch]] = {}
    for patch in patches:
        own = folder / "patches" / f"{re.sub(r'[^0-9A-Za-z_-]', '_', patch.page)}.toml"
        added.setdefault(max(own, last.get(patch.page, own)), []).append(patch)
    return added


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
        field=field,
        old=table.get("old", str),
        new=new,
        reason=table.get("reason", str),
        origin=table.get("origin", str),
        author=table.get("author", str),
        date=table.get("date", str),
    )
