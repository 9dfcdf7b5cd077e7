"""``corpus/acts.tsv``: other acts that the law code cites, and where their provisions are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lawkb.corpus.tsv_files import read_rows
from lawkb.errors import LawkbError
from lawkb.model.url_patterns import is_web_pattern

FILE = "acts.tsv"
_COLUMNS = ["language", "name", "short", "url"]


def read_other_acts(folder: Path, tags: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return the acts that a corpus lists, each with language, name, short name and URL.

    The first line of ``acts.tsv`` names the columns. Empty lines and lines that begin with ``#``
    are left out, as in ``lawkb/languages/acts.tsv``, which explains the columns.

    Args:
        folder: Folder of the corpus.
        tags: Tags of its languages.

    Raises:
        LawkbError: A line cannot be read; the message names it.
    """
    rows = []
    for where, cells in read_rows(folder / FILE, _check_names):
        if cells["language"] not in tags:
            what = f"the code has no language {cells['language']!r}"
            raise LawkbError(where, what, f"one of {', '.join(tags)}")
        if not cells["name"]:
            raise LawkbError(where, "the act has no name", "write it as the text cites it")
        if cells["url"] and not _is_address(cells["url"]):
            what = f"{cells['url']!r} is no address of a web page, and no IRI of Akoma Ntoso"
            raise LawkbError(where, what, "begin it with https:// or /akn/")
        rows.append(tuple(cells[name] for name in _COLUMNS))
    return tuple(rows)


def _is_address(url: str) -> bool:
    plain = url.replace("[", "").replace("]", "").replace("{article}", "1")
    return plain.startswith("/akn/") or is_web_pattern(plain)


def _check_names(where: str, names: list[str]) -> None:
    if names != _COLUMNS:
        what = f"the columns are {', '.join(names)}"
        raise LawkbError(where, what, f"name them {', '.join(_COLUMNS)}, with tabs between")
