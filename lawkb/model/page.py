"""A page as a source gave it, and the account of its characters."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Literal

from lawkb.model.encoding import decode
from lawkb.model.law import Loss
from lawkb.normal_forms import normalized

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

PageKind = Literal["law", "laws", "definitions", "commentary", "preface"]
PAGE_KINDS: tuple[PageKind, ...] = ("law", "laws", "definitions", "commentary", "preface")

LARGEST_LAW = 9999
# Bytes of a page, and of the file of its comments; several times a whole code of laws in two
# languages. All work on a page grows with its length, so this bounds the seconds and the memory
# that a stranger's page can take.
LARGEST_PAGE = 2 * 2**20
# Characters that an XML document cannot hold.
_NOT_XML = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")
# What a template of a source may hold in the place of what a page puts there.
TEMPLATE_FIELDS = ("page", "author", "user", "created", "revised")


@dataclass(frozen=True, slots=True)
class PageRule:
    """What pages whose id fits a pattern hold.

    Attributes:
        pattern: Page id, with ``{law}`` in the place of the number of a law.
        edition: Edition of what is on the page.
        languages: Tags of the languages on the page, in the order they stand there.
        kind: ``law``, one law; ``laws``, several under their titles; else a companion.
        name: Name of the companion where it is not its kind.
    """

    pattern: str
    edition: str
    languages: tuple[str, ...]
    kind: PageKind = "law"
    name: str | None = None

    def fits(self, page_id: str) -> bool:
        """Whether a page of this id is one of these."""
        if "{law}" in self.pattern:
            return self.law(page_id) is not None
        return page_id == self.pattern

    def companion(self, page_id: str) -> str:
        """Name of the companion that a page of this id holds: ``definitions``, ``commentary_7``."""
        number = self.law(page_id)
        name = self.name or self.kind
        return name if number is None else f"{name}_{number}"

    def law(self, page_id: str) -> int | None:
        """Number of the law that the id of a page names; None when the id names none or is other.

        A ``law`` page holds it, a ``commentary`` speaks of it.
        """
        before, field, after = self.pattern.partition("{law}")
        if not field:
            return None
        number = (
            page_id.removeprefix(before).removesuffix(after)
            if after
            else page_id.removeprefix(before)
        )
        fits = page_id == f"{before}{number}{after}" and number.isascii() and number.isdigit()
        return int(number) if fits and 0 < int(number) <= LARGEST_LAW else None


@dataclass(frozen=True, slots=True)
class Source:
    """A place pages come from, as ``corpus.toml`` describes it.

    Attributes:
        name: Folder below ``sources/``.
        title: What people call it.
        rules: What its pages hold, by page id.
        furniture: Lines of the wiki itself, as templates.
        page_data: Lines that tell of the page (id, last change, user), as templates.
        comment: Line that opens a reader's comment, as a template; None when there are none.
        zone: Time zone of the wiki's clock, an IANA name: its pages print times of it.
    """

    name: str
    title: str
    rules: tuple[PageRule, ...]
    furniture: tuple[str, ...] = ()
    page_data: tuple[str, ...] = ()
    comment: str | None = None
    zone: str = "UTC"


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a source.

    Attributes:
        source: Name of the source in ``corpus.toml``.
        page_id: Id in that source, ``law_57``.
        path: Where its bytes lie, for messages: ``corpus/sources/wiki/law_57.txt``.
        content: The bytes as they came.
        revised: Last change by the provenance file, ISO 8601, or None.
        user: Who made it, or None.
        expected_sha256: What the provenance file says of the bytes, or None.
        comments: The comments file of the wiki, without what is private in it; None where the
            source has none beside the page.
        losses: What the source could not give of the page.
    """

    source: str
    page_id: str
    path: str
    content: bytes
    revised: str | None = None
    user: str | None = None
    expected_sha256: str | None = None
    comments: bytes | None = None
    losses: tuple[Loss, ...] = ()

    @property
    def sha256(self) -> str:
        """Of the bytes, in hex."""
        return hashlib.sha256(self.content).hexdigest()


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of characters of a page that went to one place.

    Attributes:
        kind: Which place.
        start: First code point of the decoded page.
        end: Code point after the last.
    """

    kind: PieceKind
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Account:
    """Where every character of a page went. The counts sum to ``total``.

    Attributes:
        total: Code points of the decoded page: NFC, LF line ends.
        counts: Code points per place, every kind of ``PIECE_KINDS`` present.
    """

    total: int
    counts: dict[PieceKind, int]


def decode_page(content: bytes) -> tuple[str, tuple[Loss, ...]]:
    """Text of a page, NFC with LF line ends, and what the bytes did not give.

    In the encoding that ``lawkb.model.encoding`` tells. Bytes that are not of it and characters
    that XML cannot hold become U+FFFD, one loss for each kind; a byte order mark is dropped. Never
    raises.
    """
    text, found = decode(content)
    losses = [*found]
    text = normalized("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
    illegal = len(set(_NOT_XML.findall(text)))
    if illegal:
        text = _NOT_XML.sub("\ufffd", text)
        losses.append(Loss("encoding", f"{illegal} kinds of control character cannot stand in XML"))
    return text, tuple(losses)


def account_of(text: str, pieces: tuple[Piece, ...]) -> Account:
    """The account of a page from its pieces.

    Raises:
        ValueError: The pieces do not join to the text; a fault of the reader, not of the page.
    """
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
