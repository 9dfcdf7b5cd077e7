"""A page as a source gave it, the count of its characters by kind, its patches and revisions."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from pathlib import PurePath
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec import Struct

from lawkb.model.address import Address
from lawkb.model.law import Loss

if TYPE_CHECKING:  # time zones are slow to load
    from zoneinfo import ZoneInfo

PieceKind = Literal["law", "headings", "notes", "comments", "page_data", "furniture", "unparsed"]
PIECE_KINDS: tuple[PieceKind, ...] = (
    "law",
    "headings",
    "notes",
    "comments",
    "page_data",
    "furniture",
    "unparsed",
)


PageFormat = Literal[
    "wikitext",
    "html",
    "text",
    "diff",
    "docx",
    "markdown",
    "mediawiki",
    "web",
    "akn",
    "formex",
    "xml",
]

# Suffixes of the files that are pages, with their format; None where the content shows it.
PAGE_SUFFIXES: dict[str, PageFormat | None] = {
    ".txt": None,
    ".html": None,
    ".htm": None,
    ".xhtml": None,
    ".xml": None,
    ".docx": "docx",
    ".md": "markdown",
    ".markdown": "markdown",
    ".mediawiki": "mediawiki",
    ".wiki": "mediawiki",
}

# First bytes of a ZIP archive and those of its last record; first bytes of the files of Word before
# 2007, and the size of their header.
_ZIP, _ZIP_END = b"PK\x03\x04", b"PK\x05\x06"
_OLE, _OLE_HEADER = b"\xd0\xcf\x11\xe0", 512

# Bytes of a page, and of the file of its comments; several times a whole code of laws in two
# languages. All work on a page grows with its length, so this bounds the time and the memory
# that a page from a stranger can use.
LARGEST_PAGE = 2 * 2**20


class Page(Struct, frozen=True):
    """A page of a source."""

    source: str  # Name of the source in `corpus.toml`.
    page_id: str  # Id of the page in the source, `law_57`.
    path: str  # Path of the file, for messages: `corpus/sources/wiki/law_57.txt`.
    content: bytes  # The bytes as received.
    revised: str | None = None  # Last change according to the provenance file, ISO 8601, or None.
    user: str | None = None  # Author of that change, or None.
    # SHA-256 digest of the bytes according to the provenance file, or None.
    expected_sha256: str | None = None
    # The comments file of the wiki without private data; None where the source has no such file for
    # the page.
    comments: bytes | None = None
    losses: tuple[Loss, ...] = ()  # What the source could not supply of the page.

    @property
    def is_word_file(self) -> bool:
        """Whether the bytes are a ZIP archive, as Word files are, or an older file of Word.

        Without the suffix of a Word file, the archive must be whole: a text may begin so, too.
        """
        named = PurePath(self.path).suffix.lower() == ".docx"
        if self.content.startswith(_ZIP):
            return named or _ZIP_END in self.content
        return self.content.startswith(_OLE) and (named or len(self.content) >= _OLE_HEADER)

    @property
    def sha256(self) -> str:
        """Return the SHA-256 digest of ``content``, in hexadecimal."""
        return hashlib.sha256(self.content).hexdigest()


class PageIds(NamedTuple):
    """What must be known of all pages together."""

    source: str  # name of the source
    page_id: str  # id of the page in the source
    known_id: str  # the id by which it is read: that inside the page if only that fits a rule
    fits: bool  # whether a rule of the source fits it


class Piece(Struct, frozen=True):
    """A span of a page, and the kind of content that the parser read it as."""

    kind: PieceKind  # one of ``PIECE_KINDS``, such as ``law``, ``notes`` or ``unparsed``
    start: int  # first code point, in the decoded page
    end: int  # code point after the last one


class Account(Struct, frozen=True):
    """The number of characters of a page by kind of content. The counts sum to ``total``."""

    total: int  # Code points of the decoded page, in NFC with LF line ends.
    # Code points for every kind of `PIECE_KINDS`: `law`, `headings`, `notes`, `comments`,
    # `page_data` (id, last change), `furniture` (the wiki's menus and the like), `unparsed`.
    counts: dict[PieceKind, int]


def account_of(text: str, pieces: tuple[Piece, ...]) -> Account:
    """Return the number of characters of a page by kind of content."""
    counts: dict[PieceKind, int] = dict.fromkeys(PIECE_KINDS, 0)
    at = 0
    for piece in pieces:
        if piece.start != at or piece.end < piece.start:
            raise ValueError(f"pieces do not join at {at}: {piece}")
        counts[piece.kind] += piece.end - piece.start
        at = piece.end
    if at != len(text):
        raise ValueError(f"pieces end at {at} of {len(text)}")
    return Account(len(text), counts)


PatchField = Literal["heading", "text", "note", "complete"]


class Patch(Struct, frozen=True):
    """A correction by an editor: one entry of a file in ``corpus/patches/``."""

    path: str  # File and number of the entry, for messages.
    page: str  # Id of the page.
    language: str  # Language of the corrected text on that page.
    address: Address  # Provision to correct.
    # `heading` (for a law: the title) supplies or replaces the heading; `text` replaces words of
    # the text, `note` words of a footnote; `complete` records that words are missing and changes
    # nothing.
    field: PatchField
    # Words that the text must contain, else the patch is out of date. Empty for a lost heading.
    old: str
    new: str  # Words to put in their place; empty for `complete`.
    reason: str  # Why the correction is needed.
    origin: str  # Where the new words come from; shown next to the text on the site.
    author: str  # Who wrote the patch.
    date: str  # ISO date of the patch.
    # The reason as `written_message` writes it where it is a sentence of lawkb; else empty.
    said: str = ""


RevisionKind = Literal["create", "edit", "minor", "delete", "revert", "unknown"]


class Revision(Struct, frozen=True):
    """One revision of a wiki page."""

    id: str  # Id in the source: the Unix time as the source writes it, `1495778700`.
    time: str  # Time of the revision as ISO 8601 in UTC, `2017-05-26T06:05:00Z`.
    # Type of change; `unknown` when the source has the text but no change record.
    kind: RevisionKind
    # Login of the author; None when the source names none, or only an IP address.
    user: str | None = None
    # The editor's summary in one line, mail and IP addresses removed; may be empty.
    summary: str = ""
    restored: str | None = None  # Id of the revision that a `revert` brought back, else None.
    # Bytes by which the text grew; None when the source does not record it.
    size_change: int | None = None
    outside: bool = False  # Whether the file was changed on disk, without the editor of the wiki.
    held: bool = False  # Whether the text of this revision is in the source.


# Unix times from 1970 to the end of the year 9999.
_LAST = 253_402_300_799
_TIME = "%Y-%m-%dT%H:%M:%SZ"


def utc_now() -> str:
    """Return the present time as ISO 8601 in UTC, to the second: ``2026-11-29T21:40:00Z``."""
    return datetime.now(UTC).strftime(_TIME)


def utc_time(seconds: int) -> str | None:
    """Return a Unix time as ISO 8601 in UTC, to the second; None outside the years 1970 to 9999."""
    if not 0 <= seconds <= _LAST:
        return None
    return datetime.fromtimestamp(seconds, UTC).strftime(_TIME)


def local_time(seconds: int, zone: ZoneInfo) -> str | None:
    """Return a Unix time as local time of a zone, ``2017-05-26T09:05:00``, without the offset.

    None outside the years 1970 to 9999.
    """
    if not 0 <= seconds <= _LAST:
        return None
    try:
        return datetime.fromtimestamp(seconds, zone).strftime("%Y-%m-%dT%H:%M:%S")
    except OverflowError:
        return None
