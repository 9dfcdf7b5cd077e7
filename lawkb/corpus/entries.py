"""What editors add to the TOML files of a corpus, an entry at a time."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

import tomli_w

from lawkb.errors import LawkbError


def with_entries(file: Path, key: str, entries: Sequence[Mapping[str, object]]) -> bytes:
    """Return what a file holds after tables are added at the end of the list below a key.

    What the file holds already is not changed, remarks included, unless its list is written
    inline, to which TOML lets nobody add: then the whole file is written anew.

    Args:
        file: A TOML file, which need not exist.
        key: Name of the list.
        entries: The tables to add; their values are no tables.

    Raises:
        LawkbError: The file is there and cannot be read.
    """
    try:
        content = file.read_text(encoding="utf-8") if file.exists() else ""
        known = tomllib.loads(content)
    except (OSError, ValueError) as error:
        told = " ".join(f"cannot be read: {error}".split())
        raise LawkbError(str(file), told, "check rights; it is TOML, in UTF-8") from error
    blocks = [content.rstrip("\n") + "\n"] if content.strip() else []
    added = [_block(key, each) for each in entries]
    try:
        tomllib.loads("\n".join([*blocks, *added]))
    except tomllib.TOMLDecodeError:
        held = known.pop(key)
        blocks = [tomli_w.dumps(known)] if known else []
        blocks += [_block(key, each) for each in held]
    return "\n".join([*blocks, *added]).encode()


def _block(key: str, entry: Mapping[str, object]) -> str:
    """One table of a list. tomli-w would write a list of few short tables inline."""
    return f"[[{key}]]\n{tomli_w.dumps(entry)}"
