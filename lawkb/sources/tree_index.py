"""Which files of a DokuWiki's data tree belong to which page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lawkb.model.law import Loss
from lawkb.sources.attic import preference, split_name
from lawkb.sources.page_names import is_content, page_id
from lawkb.sources.tree_files import TreeFile, printable, walk_files

_TEXT = ".txt"
_META = (".changes", ".comments", ".meta")
# Logs of the whole wiki: _dokuwiki.changes and the like. No id begins so.
_OF_THE_WIKI = "_"


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file of a tree that is no page of content.

    Attributes:
        path: Where it lies in the tree, printable.
        page_id: Its page id; None when it has none.
        loss: Why it was refused; None when it is what a wiki has beside its content.
    """

    path: str
    page_id: str | None
    loss: Loss | None = None


@dataclass(slots=True)
class PageFiles:
    """The files of one page.

    Attributes:
        text: Its current text; None when it is deleted.
        meta: What ``meta`` holds of it, by ending.
        old: What ``attic`` holds of it, by revision.
    """

    text: TreeFile | None = None
    meta: dict[str, Path] = field(default_factory=dict)
    old: dict[str, Path] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TreeIndex:
    """The files of a tree.

    Attributes:
        pages: By page id, in the order of the ids; those that are content alone.
        skipped: What is no page of content, or was refused.
    """

    pages: dict[str, PageFiles]
    skipped: tuple[Skipped, ...]


def index_tree(folder: Path) -> TreeIndex:
    """Find the files of all pages below ``pages``, ``meta`` and ``attic``; reads none of them."""
    found: dict[str, PageFiles] = {}
    skipped = (
        *_index_texts(folder / "pages", found),
        *_index_meta(folder / "meta", found),
        *_index_attic(folder / "attic", found),
    )
    pages = {page: found[page] for page in sorted(found) if is_content(page)}
    return TreeIndex({page: files for page, files in pages.items() if _is_page(files)}, skipped)


def _is_page(files: PageFiles) -> bool:
    """Whether the files tell of a page: ``.meta`` alone, a cache, does not."""
    return bool(files.text or files.old or set(files.meta) - {".meta"})


def _index_texts(folder: Path, found: dict[str, PageFiles]) -> Iterator[Skipped]:
    for file in walk_files(folder):
        name = file.names[-1]
        page = page_id((*file.names[1:-1], name.removesuffix(_TEXT)))
        if file.refused or (page is None and name.endswith(_TEXT)):
            yield _refused(file, file.refused or "has a name that no page has")
        elif page is None or not name.endswith(_TEXT):
            yield Skipped(printable(file.names), None)
        elif not is_content(page):
            yield Skipped(printable(file.names), page)
        elif found.setdefault(page, PageFiles()).text:
            yield _refused(file, f"is a second file of the page {page}")
        else:
            found[page].text = file


def _index_meta(folder: Path, found: dict[str, PageFiles]) -> Iterator[Skipped]:
    for file in walk_files(folder):
        stem, dot, ending = file.names[-1].rpartition(".")
        page = page_id((*file.names[1:-1], stem))
        if file.refused:
            yield _refused(file, file.refused)
        elif dot + ending not in _META or stem.startswith(_OF_THE_WIKI):
            continue
        elif page is None:
            yield _refused(file, "has a name that no page has")
        else:
            found.setdefault(page, PageFiles()).meta.setdefault(dot + ending, file.path)


def _index_attic(folder: Path, found: dict[str, PageFiles]) -> Iterator[Skipped]:
    for file in walk_files(folder):
        name = split_name(file.names[-1])
        page = page_id((*file.names[1:-1], name[0])) if name else None
        if file.refused:
            yield _refused(file, file.refused)
        elif name is None:
            yield Skipped(printable(file.names), None)
        elif page is None:
            yield _refused(file, "has a name that no page has")
        else:
            old = found.setdefault(page, PageFiles()).old
            old[name[1]] = min(old.get(name[1], file.path), file.path, key=preference)


def _refused(file: TreeFile, why: str) -> Skipped:
    path = printable(file.names)
    return Skipped(path, None, Loss("provenance", f"{path} {why}"))
