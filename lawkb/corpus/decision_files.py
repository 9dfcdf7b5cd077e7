"""The files that hold the decisions of editors, with entries added to them or removed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path

from lawkb.corpus import comment_decisions, glossary, patch_files, review_states, waivers
from lawkb.corpus.entries import Entry, Layout, changed_content, looked_up
from lawkb.corpus.toml_files import toml_layout
from lawkb.errors import LawkbError
from lawkb.model.code import Outline


def changed_files(
    folder: Path, removed: Sequence[Entry], added: Sequence[Entry], outline: Outline
) -> dict[str, str]:
    """Return the new content of files with entries removed and added, by path; nothing is written.

    Comments, order and spelling of all other entries stay as they are. See ``changed_content``.

    Args:
        folder: The corpus folder.
        removed: The entries to remove.
        added: The entries to add.
        outline: Editions, languages and levels of the law code.

    Raises:
        LawkbError: An entry to be removed is no longer there, or a file cannot be read.
    """
    found = {}
    for file in dict.fromkeys(each.file for each in (*removed, *added)):
        gone = [each for each in removed if each.file == file]
        new = [each for each in added if each.file == file]
        layout = _layout(file, outline)
        with _reported(folder / file):
            content = _content(folder / file)
            found[file] = changed_content(folder / file, content, layout, gone, new)
    return found


def entries_as_written(
    folder: Path, entries: Iterable[Entry], outline: Outline
) -> tuple[Entry, ...]:
    """Return entries with how and where their files have them, to be put back exactly there.

    Raises:
        LawkbError: An entry is not in its file, or the file cannot be read.
    """
    found: list[Entry] = []
    for file, group in groupby(entries, key=lambda each: each.file):
        path = folder / file
        with _reported(path):
            found += looked_up(path, _content(path), _layout(file, outline), [*group])
    return tuple(found)


def is_empty(file: str, content: str, outline: Outline) -> bool:
    """Return whether a file has no entry, nor anything else that editors wrote."""
    return content in ("", _layout(file, outline).head)


_PROVENANCE = toml_layout("pages")


def _layout(file: str, outline: Outline) -> Layout:
    if file.startswith("patches/"):
        return patch_files.LAYOUT
    if file.startswith("sources/"):
        return _PROVENANCE
    layouts = {
        waivers.FILE: waivers.LAYOUT,
        comment_decisions.FILE: comment_decisions.LAYOUT,
        review_states.FILE: review_states.layout_of(outline),
        glossary.FILE: glossary.layout_of(outline),
    }
    return layouts[file]


def _content(path: Path) -> str:
    """Return the text of a file with its own line ends; empty if it is missing."""
    return path.read_bytes().decode() if path.exists() else ""


@contextmanager
def _reported(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError, RecursionError) as error:
        told = " ".join(f"cannot be read: {error}".split())
        kind = {".toml": "TOML"}.get(path.suffix, "a table")
        hint = f"check its permissions; it must be {kind}, in UTF-8"
        raise LawkbError(str(path), told, hint) from error
