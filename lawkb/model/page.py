"""A page as a source gave it: bytes, rules, and the account of its characters."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Literal

from lawkb.model.law import Loss

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

LARGEST_LAW = 9999
# Bytes of a page, and of the file of its comments; several times a whole code of laws in two
# languages. All work on a page grows with its length, so this bounds the time and the memory
# that a page from a stranger can use.
LARGEST_PAGE = 2 * 2**20
# Fields that a template of a source may have.
TEMPLATE_FIELDS = ("page", "author", "user", "created", "revised")


@dataclass(frozen=True, slots=True)
class PageRule:
    """The content of pages whose id fits a pattern.

    Attributes:
        pattern: Page id, with ``{law}`` instead of the number of a law.
        edition: Edition of the content.
        languages: Tags of the languages on the page, in order.
        kind: ``law``, one law; ``laws``, several under their titles; else a companion.
        name: Name of the companion if it is not its kind.
    """

    pattern: str
    edition: str
    languages: tuple[str, ...]
    kind: PageKind = "law"
    name: str | None = None

    def fits(self, page_id: str) -> bool:
        """Whether the id of a page fits the pattern."""
        if "{law}" in self.pattern:
            return self.law(page_id) is not None
        return page_id == self.pattern

    def companion(self, page_id: str) -> str:
        """Return the name of the companion on a page: ``definitions``, ``commentary_7``."""
        number = self.law(page_id)
        name = self.name or self.kind
        return name if number is None else f"{name}_{number}"

    def law(self, page_id: str) -> int | None:
        """Return the law number in the id of a page; None when it has none or does not fit.

        A ``law`` page holds that law, a ``commentary`` explains it.
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
    """A place that pages come from, as ``corpus.toml`` describes it.

    Attributes:
        name: Folder below ``sources/``.
        title: Its name for people.
        rules: Content of its pages, by page id.
        furniture: Templates of lines that belong to the wiki, not to the page.
        page_data: Templates of lines about the page: id, last change, user.
        comment: Template of the first line of a reader's comment; None when there are none.
        zone: Time zone of the times on its pages, an IANA name.
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
        path: Path of the file, for messages: ``corpus/sources/wiki/law_57.txt``.
        content: The bytes as they came.
        revised: Last change according to the provenance file, ISO 8601, or None.
        user: Author of that change, or None.
        expected_sha256: Digest of the bytes according to the provenance file, or None.
        comments: The comments file of the wiki without private data; None where the source has
            no such file for the page.
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
        """Return the digest of the bytes, in hexadecimal."""
        return hashlib.sha256(self.content).hexdigest()


@dataclass(frozen=True, slots=True)
class Piece:
    """A span of a page, and the kind of content that it was read as.

    Attributes:
        kind: Kind of content.
        start: First code point of the decoded page.
        end: Code point after the last.
    """

    kind: PieceKind
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Account:
    """The number of characters of a page by kind of content. The counts sum to ``total``.

    Attributes:
        total: Code points of the decoded page: NFC, LF line ends.
        counts: Code points per kind, every kind of ``PIECE_KINDS`` present.
    """

    total: int
    counts: dict[PieceKind, int]


def account_of(text: str, pieces: tuple[Piece, ...]) -> Account:
    """Return the account of a page from its pieces.

    Raises:
        ValueError: The pieces do not join to the text; an error of the parser, not of the page.
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
