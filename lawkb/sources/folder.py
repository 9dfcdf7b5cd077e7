"""A folder of text pages with its provenance, below ``corpus/sources/``."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from lawkb.errors import LawkbError
from lawkb.model.page import Page, Source

PROVENANCE = "provenance.toml"


def read_pages(folder: Path, source: Source) -> tuple[Page, ...]:
    """The pages of a source, in the order of their ids.

    A page is a file ``*.txt`` in the folder. ``provenance.toml`` says of each its page id,
    sha256 and, where known, time and user; a file it does not name has its stem as page id.

    Args:
        folder: ``corpus/sources/<name>``.
        source: The source it belongs to.

    Raises:
        LawkbError: The folder or its provenance cannot be read, or a file it names is missing.
    """
    if not folder.is_dir():
        raise LawkbError(str(folder), "the source has no folder", "make it, or drop the source")
    known = _provenance(folder / PROVENANCE)
    files = {file.name: file for file in sorted(folder.glob("*.txt")) if file.is_file()}
    missing = sorted(set(known) - set(files))
    if missing:
        raise LawkbError(
            str(folder / PROVENANCE),
            f"{missing[0]} is named here but not there",
            "restore the file",
        )
    pages = [_page(file, known.get(name, {}), source) for name, file in files.items()]
    return tuple(sorted(pages, key=lambda page: page.page_id))


def _provenance(path: Path) -> dict[str, dict[str, Any]]:
    """Entries of a provenance file by file name; none when there is no file."""
    if not path.exists():
        return {}
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8")).get("pages", [])
        return {entry["file"]: entry for entry in entries}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, KeyError, TypeError) as error:
        raise LawkbError(
            str(path), f"not a provenance file: {error}", "it lists [[pages]] with page and file"
        ) from error


def _page(file: Path, entry: dict[str, Any], source: Source) -> Page:
    try:
        content = file.read_bytes()
    except OSError as error:
        raise LawkbError(
            str(file), f"cannot be read: {error.strerror}", "check its rights"
        ) from error
    return Page(
        source=source.name,
        page_id=str(entry.get("page", file.stem)),
        path=str(file),
        content=content,
        revised=entry.get("revised"),
        user=entry.get("user"),
        expected_sha256=entry.get("sha256"),
    )
