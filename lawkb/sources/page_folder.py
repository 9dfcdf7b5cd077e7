"""Read a folder of page files with their provenance, ``corpus/sources/<name>``."""

from __future__ import annotations

from collections.abc import Container, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from lawkb.errors import LawkbError
from lawkb.model.law import Loss
from lawkb.model.page import PAGE_SUFFIXES, Page
from lawkb.model.source import Source
from lawkb.sources.untrusted_files import RefusedError, parse_toml, printable, read_bounded

PROVENANCE = "provenance.toml"
STATE = "fetch.json"  # state of ``lawkb fetch``
MADE_HERE = ".desk.txt"  # end of the name of a page that was made at the desk
# What to do with a file that lawkb cannot read, by its suffix.
_ADVICE = {
    **dict.fromkeys((".doc", ".rtf", ".odt", ".pages", ".wpd"), "save it as DOCX"),
    ".docm": "save it as DOCX, without macros",
    ".pdf": "a PDF has no paragraphs: take the .docx, .html or .txt that it was made from",
    **dict.fromkeys((".xls", ".xlsx", ".ods", ".csv"), "save its text as DOCX or HTML"),
    **dict.fromkeys((".epub", ".mobi", ".tex", ".rst", ".adoc"), "save it as HTML"),
    **dict.fromkeys((".zip", ".7z", ".gz", ".tar", ".rar"), "unpack it here"),
    **dict.fromkeys(
        (".png", ".jpg", ".jpeg", ".tif", ".tiff", ".gif", ".webp", ".svg"),
        "an image has no text: take the file with the text",
    ),
}
_LOCK = "~$"  # begins the name of what Word writes beside a file that it has open
_TEXTS = ("page", "sha256", "revised", "user")
_LONGEST = 1000


class UnreadFile(Struct, frozen=True):
    """A file or folder that lawkb does not read."""

    # Path below the folder of a source, or below the corpus folder, by the function that returns
    # it.
    path: str
    why: str  # Reason, for a message.
    hint: str = ""  # What to do; empty if that is not known.
    # Files of the corpus that are kept because they came of this page; None where it is no page.
    kept: tuple[str, ...] | None = None

    @property
    def told(self) -> str:
        """Return why it is not read, and what to do, as one sentence."""
        return ": ".join(filter(None, (self.why, self.hint)))


def other_files(folder: Path, known: Container[str], why: str) -> tuple[UnreadFile, ...]:
    """Return the files and folders directly in a folder, except the known ones, by name.

    Hidden files, which belong to other programs, are left out.

    Args:
        folder: The folder.
        known: Names of the files and folders to leave out.
        why: The reason why the others are not read.
    """
    names = sorted(path.name for path in folder.iterdir())
    return tuple(
        UnreadFile(printable((name,)), why)
        for name in names
        if name not in known and not name.startswith(".")
    )


def unread_in_page_folder(folder: Path) -> tuple[UnreadFile, ...]:
    """Return the files of a folder of pages that are neither pages nor provenance."""
    known = {file.name for file in folder.iterdir() if is_page_file(file)} | {PROVENANCE, STATE}
    return tuple(
        replace(each, hint=advice_on(folder / each.path))
        for each in other_files(folder, known, "not a page")
    )


def is_page_file(file: Path) -> bool:
    """Whether the name of a file ends as the names of pages do; lock files of Word do not count."""
    return file.suffix in PAGE_SUFFIXES and not file.name.startswith(_LOCK)


def advice_on(file: Path) -> str:
    """Return what to do with a file that is no page, by the suffix of its name."""
    if file.is_dir():
        return "a folder: move its files up"
    if file.name.startswith(_LOCK):
        return "Word has the file open: close it there"
    if file.suffix.lower() in PAGE_SUFFIXES:
        return f"write the end of its name in small letters, {file.suffix.lower()}"
    known = f"the names of pages end in {', '.join(PAGE_SUFFIXES)}"
    return _ADVICE.get(file.suffix.lower(), known)


def read_pages(folder: Path, source: Source) -> tuple[Page, ...]:
    """Return the pages of a source, sorted by id, as ``each_page``.

    Raises:
        LawkbError: The folder or its provenance cannot be read.
    """
    return tuple(each_page(folder, source))


def each_page(folder: Path, source: Source) -> Iterator[Page]:
    """Yield the pages of a source, sorted by id; each is read when it is reached.

    A page is a file in the folder whose name ends as ``PAGE_SUFFIXES`` says, such as ``*.txt`` or
    ``*.docx``. A link, a device or a file of more than 16 MiB gives an empty page with a ``Loss``
    that names the reason. ``provenance.toml`` has page id, sha256 and, where known, time and user
    of each page. A file that it does not name has its name without suffix as page id. A file that
    it names but that is missing gives an empty page with a ``Loss`` that names the reason. A value
    in it that is not a line of text is ignored, with a ``Loss``.

    Args:
        folder: ``corpus/sources/<name>``.
        source: The source that the folder belongs to.

    Raises:
        LawkbError: The folder or its provenance cannot be read.
    """
    if not folder.is_dir():
        raise LawkbError(str(folder), "the source has no folder", "make it, or remove the source")
    known = read_provenance(folder)
    files = {file.name: file for file in sorted(folder.iterdir()) if is_page_file(file)}
    missing = [name for name in known if name not in files]
    ids = {name: file.stem for name, file in files.items()} | {n: printable((n,)) for n in missing}
    ids |= {n: own for n, entry in known.items() if (own := _text_values(entry)[0].get("page"))}
    for name in sorted(ids, key=ids.__getitem__):
        entry = known.get(name, {})
        yield _page(files[name], entry, source) if name in files else _missing(name, entry, source)


def is_kept_by_hand(folder: Path) -> bool:
    """Whether people keep the folder of a source: no wiki, and not ``lawkb fetch``."""
    return not (folder / STATE).exists() and not (folder / "pages").is_dir()


def read_provenance(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the entries of the provenance of a source by page file; empty when there is none.

    Raises:
        LawkbError: The file cannot be read.
    """
    path = folder / PROVENANCE
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
        ValueError: The entry has no file name.
    """
    if not isinstance(entry["file"], str):
        raise ValueError("file of a page is not a text")
    return entry["file"]


def _text_values(entry: dict[str, Any]) -> tuple[dict[str, str], tuple[Loss, ...]]:
    """Return the values of an entry that are lines of text, and losses for the others.

    The values are checked because ``lawkb fetch`` copies them from an untrusted server.
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
    """Read the page of a file; a refused file gives an empty page with a ``Loss``."""
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
