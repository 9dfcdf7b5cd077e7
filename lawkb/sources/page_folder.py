"""A folder of page files with their provenance, below ``corpus/sources/``."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lawkb.errors import LawkbError
from lawkb.model.law import Loss
from lawkb.model.page import Page
from lawkb.model.source import Source
from lawkb.sources.untrusted_files import RefusedError, parse_toml, printable, read_bounded

PROVENANCE = "provenance.toml"
STATE = "fetch.json"  # state of ``lawkb fetch``
_SUFFIXES = (".txt", ".html", ".htm")
_TEXTS = ("page", "sha256", "revised", "user")
_LONGEST = 1000


@dataclass(frozen=True, slots=True)
class UnreadFile:
    """A file or folder that no reader uses.

    Attributes:
        path: Its path in the folder of its source, later in the corpus.
    """

    path: str
    why: str


def other_files(folder: Path, known: Container[str], why: str) -> tuple[UnreadFile, ...]:
    """Return what is directly in a folder and not known, sorted by name.

    Hidden files, which belong to other programs, are left out.

    Args:
        folder: The folder.
        known: Names of what is read, or belongs to the folder.
        why: The reason for the others.
    """
    names = sorted(path.name for path in folder.iterdir())
    return tuple(
        UnreadFile(printable((name,)), why)
        for name in names
        if name not in known and not name.startswith(".")
    )


def unread_in_page_folder(folder: Path) -> tuple[UnreadFile, ...]:
    """Return what a page folder has that is neither a page nor provenance."""
    pages = [file.name for file in folder.iterdir() if file.suffix in _SUFFIXES]
    why = f"not a page: the names of pages end in {', '.join(_SUFFIXES)}"
    return other_files(folder, {*pages, PROVENANCE, STATE}, why)


def read_pages(folder: Path, source: Source) -> tuple[Page, ...]:
    """Read the pages of a source, sorted by id.

    A page is a file ``*.txt`` or ``*.html`` in the folder; its content decides how it is parsed. A
    link, a device or a file of more than 16 MiB gives an empty page with a loss.
    ``provenance.toml`` gives page id, sha256 and, where known, time and user of each; a file that
    it does not name has its stem as page id. A value that is no line of text is left out, with a
    loss; a missing file that it names gives an empty page, with a loss.

    Args:
        folder: ``corpus/sources/<name>``.
        source: The source it belongs to.

    Raises:
        LawkbError: The folder or its provenance cannot be read.
    """
    if not folder.is_dir():
        raise LawkbError(str(folder), "the source has no folder", "make it, or remove the source")
    known = _provenance(folder / PROVENANCE)
    files = {file.name: file for file in sorted(folder.iterdir()) if file.suffix in _SUFFIXES}
    pages = [_page(file, known.get(name, {}), source) for name, file in files.items()]
    pages += [_missing(name, entry, source) for name, entry in known.items() if name not in files]
    return tuple(sorted(pages, key=lambda page: page.page_id))


def _provenance(path: Path) -> dict[str, dict[str, Any]]:
    """Return the entries of a provenance file by file name; none when there is no file."""
    if not path.exists():
        return {}
    try:
        entries = parse_toml(read_bounded(path).decode("utf-8")).get("pages", [])
        return {_file(entry): entry for entry in entries}
    except (RefusedError, RecursionError, KeyError, TypeError, ValueError) as error:
        what = f"not a provenance file: {printable((str(error),))}"
        raise LawkbError(
            str(path), what, "give each page a table [[pages]] with the keys page and file"
        ) from error


def _file(entry: dict[str, Any]) -> str:
    """Return the file name in an entry.

    Raises:
        ValueError: It has none.
    """
    if not isinstance(entry["file"], str):
        raise ValueError("file of a page is not a text")
    return entry["file"]


def _text_values(entry: dict[str, Any]) -> tuple[dict[str, str], tuple[Loss, ...]]:
    """Return the values of an entry that are lines of text, and losses for the others.

    Fetched provenance repeats what an untrusted server sent.
    """
    values, losses = {}, []
    for key in _TEXTS:
        value = entry.get(key)
        if isinstance(value, str) and value.isprintable() and len(value) <= _LONGEST:
            values[key] = value
        elif value is not None:
            losses.append(Loss("provenance", f"{PROVENANCE}: {key} is no line of text"))
    return values, tuple(losses)


def _missing(name: str, entry: dict[str, Any], source: Source) -> Page:
    values, losses = _text_values(entry)
    file = printable((name,))
    losses = (*losses, Loss("text", f"{PROVENANCE} names {file}, which is missing"))
    return Page(source.name, values.get("page", file), file, b"", losses=losses)


def _page(file: Path, entry: dict[str, Any], source: Source) -> Page:
    """Read the page of a file; a refused file gives an empty page with a loss."""
    values, losses = _text_values(entry)
    whole = True
    try:
        content = read_bounded(file)
    except RefusedError as refused:
        content, whole = b"", False
        losses = (*losses, Loss("text", f"{printable((file.name,))} {refused}"))
    return Page(
        source=source.name,
        page_id=values.get("page", file.stem),
        path=str(file),
        content=content,
        revised=values.get("revised"),
        user=values.get("user"),
        expected_sha256=values.get("sha256") if whole else None,
        losses=losses,
    )
