"""Which laws leave a corpus, and which of them may: a slip in the settings takes none away."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from lawkb.akn.metadata import read_origin
from lawkb.akn.validate import read_tree
from lawkb.errors import LawkbError
from lawkb.model.law import Origin
from lawkb.model.page import Page
from lawkb.model.source import Source

_MOST_NAMED = 8


def removed_files(folder: Path, files: Iterable[str]) -> tuple[str, ...]:
    """The files of laws that are held and not among those to be written, in order.

    Args:
        folder: The corpus.
        files: To be written, by path below the corpus folder.
    """
    held = {file.relative_to(folder).as_posix() for file in (folder / "laws").glob("*/*/*.xml")}
    return tuple(sorted(held.difference(files)))


def check_removals(
    folder: Path, removed: Iterable[str], pages: Iterable[Page], sources: Iterable[Source]
) -> None:
    """Refuse to remove a law whose page is still there: a setting is wrong rather than the law.

    A law may go when its page went from the source folder. All of a run is refused, since the
    rest of it would be a corpus that fits neither the old settings nor the ones that were meant.
    A file that does not say where it is from, which lawkb did not write, is refused too.

    Args:
        folder: The corpus.
        removed: Paths below it.
        pages: Every page of the sources now.
        sources: Those of ``corpus.toml``. The pages of others count as there while their folders
            are.

    Raises:
        LawkbError: There are such laws; it names them.
    """
    origins = {path: _origin(folder / path) for path in removed}
    if not origins:
        return
    names = {source.name for source in sources}
    there = {(page.source, page.page_id) for page in pages} | {page.sha256 for page in pages}
    kept = [
        path
        for path, origin in origins.items()
        if origin is None
        or {(origin.source, origin.page), origin.sha256} & there
        or (origin.source not in names and (folder / "sources" / origin.source).is_dir())
    ]
    if kept:
        more = f" and {len(kept) - _MOST_NAMED} more" if len(kept) > _MOST_NAMED else ""
        raise LawkbError(
            str(folder),
            f"no page gives these any more, but their pages are there: "
            f"{', '.join(kept[:_MOST_NAMED])}{more}",
            "look at the sources in corpus.toml, or remove them: lawkb ingest --prune",
        )


def _origin(file: Path) -> Origin | None:
    """Where the text of a file is from; None where the file does not say it."""
    try:
        return read_origin(read_tree(file.read_bytes(), str(file)))
    except (LawkbError, KeyError, StopIteration):
        return None
