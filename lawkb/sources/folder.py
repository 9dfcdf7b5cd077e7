"""A folder of text pages with its provenance, below ``corpus/sources/``."""

from __future__ import annotations

import tomllib
from collections.abc import Container
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lawkb.errors import LawkbError
from lawkb.model.law import Loss
from lawkb.model.page import Page, Source
from lawkb.sources.tree_files import RefusedError, printable, read_bounded

PROVENANCE = "provenance.toml"
STATE = "fetch.json"  # the memory of ``lawkb fetch``
_SUFFIXES = (".txt", ".html", ".htm")
_TEXTS = ("page", "sha256", "revised", "user")
_LONGEST = 1000


@dataclass(frozen=True, slots=True)
class Unread:
    """A file or folder that nobody reads.

    Attributes:
        path: Where it is: below the folder of its source, later below the corpus.
        why: The reason.
    """

    path: str
    why: str


def unread_beside(folder: Path, known: Container[str], why: str) -> tuple[Unread, ...]:
    """What is directly in a folder, in the order of the names, and not known.

    Hidden files, which are those of other programs, are left out.

    Args:
        folder: The folder.
        known: Names of what is read, or is of the folder's own.
        why: The reason for the others.
    """
    names = sorted(path.name for path in folder.iterdir())
    return tuple(
        Unread(printable((name,)), why)
        for name in names
        if name not in known and not name.startswith(".")
    )


def unread_beside_pages(folder: Path) -> tuple[Unread, ...]:
    """What a folder of pages holds that is neither a page nor a record of where they are from."""
    pages = [file.name for file in folder.iterdir() if file.suffix in _SUFFIXES]
    why = f"no page: the names of pages end in {', '.join(_SUFFIXES)}"
    return unread_beside(folder, {*pages, PROVENANCE, STATE}, why)


def read_pages(folder: Path, source: Source) -> tuple[Page, ...]:
    """The pages of a source, in the order of their ids.

    A page is a file ``*.txt`` or ``*.html`` in the folder; what it is, its content tells. A link,
    a device or a file of more than 16 MiB is not read: its page is empty, with a loss.
    ``provenance.toml`` says of each its page id, sha256 and, where known, time and user; a file it
    does not name has its stem as page id. What it says that is no line of text is left out, with a
    loss; a file that it names and that is not there is an empty page, with a loss.

    Args:
        folder: ``corpus/sources/<name>``.
        source: The source it belongs to.

    Raises:
        LawkbError: The folder or its provenance cannot be read.
    """
    if not folder.is_dir():
        raise LawkbError(str(folder), "the source has no folder", "make it, or drop the source")
    known = _provenance(folder / PROVENANCE)
    files = {file.name: file for file in sorted(folder.iterdir()) if file.suffix in _SUFFIXES}
    pages = [_page(file, known.get(name, {}), source) for name, file in files.items()]
    pages += [_missing(name, entry, source) for name, entry in known.items() if name not in files]
    return tuple(sorted(pages, key=lambda page: page.page_id))


def _provenance(path: Path) -> dict[str, dict[str, Any]]:
    """Entries of a provenance file by file name; none when there is no file."""
    if not path.exists():
        return {}
    try:
        entries = tomllib.loads(read_bounded(path).decode("utf-8")).get("pages", [])
        return {_file(entry): entry for entry in entries}
    except (RefusedError, RecursionError, KeyError, TypeError, ValueError) as error:
        what = f"not a provenance file: {printable((str(error),))}"
        raise LawkbError(str(path), what, "it lists [[pages]] with page and file") from error


def _file(entry: dict[str, Any]) -> str:
    """The file that an entry is of.

    Raises:
        ValueError: It names none.
    """
    if not isinstance(entry["file"], str):
        raise ValueError("file of a page is no text")
    return entry["file"]


def _told(entry: dict[str, Any]) -> tuple[dict[str, str], tuple[Loss, ...]]:
    """What an entry says in lines of text, which a law can hold, and losses for what is none.

    Fetched provenance is what a stranger's server said.
    """
    told, losses = {}, []
    for key in _TEXTS:
        value = entry.get(key)
        if isinstance(value, str) and value.isprintable() and len(value) <= _LONGEST:
            told[key] = value
        elif value is not None:
            losses.append(Loss("provenance", f"{PROVENANCE}: {key} is no line of text"))
    return told, tuple(losses)


def _missing(name: str, entry: dict[str, Any], source: Source) -> Page:
    """The page of a file that is not there."""
    told, losses = _told(entry)
    file = printable((name,))
    losses = (*losses, Loss("text", f"{file} is named in {PROVENANCE}, but it is not there"))
    return Page(source.name, told.get("page", file), file, b"", losses=losses)


def _page(file: Path, entry: dict[str, Any], source: Source) -> Page:
    """The page of a file; one that is refused is an empty page with a loss."""
    told, losses = _told(entry)
    whole = True
    try:
        content = read_bounded(file)
    except RefusedError as refused:
        content, whole = b"", False
        losses = (*losses, Loss("text", f"{printable((file.name,))} {refused}"))
    return Page(
        source=source.name,
        page_id=told.get("page", file.stem),
        path=str(file),
        content=content,
        revised=told.get("revised"),
        user=told.get("user"),
        expected_sha256=told.get("sha256") if whole else None,
        losses=losses,
    )
