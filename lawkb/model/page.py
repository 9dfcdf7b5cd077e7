"""A page as a source gave it: bytes, encoding, and the account of its characters."""

from __future__ import annotations

import codecs
import hashlib
import re
from dataclasses import dataclass
from typing import Literal

import webencodings

from lawkb.model.law import Loss
from lawkb.normal_forms import normalized

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARATION_BYTES = 4096  # a declaration is at the top of a page
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_DECLARED = re.compile(
    rb"\A\s*<\?xml\b[^>]*?\bencoding\s*=\s*[\"']?([\w.:-]+)"
    rb"|<meta\b[^>]*?\bcharset\s*=\s*[\"']?\s*([\w.:-]+)",
    re.IGNORECASE,
)
# Encodings that a declaration in ASCII cannot mean, and what the HTML standard reads instead.
_READ_AS = {
    "utf-16le": "utf-8",
    "utf-16be": "utf-8",
    "x-user-defined": "windows-1252",
    "replacement": "utf-8",
}


def decode(content: bytes) -> tuple[str, tuple[Loss, ...]]:
    """Decode the bytes of a page, without a byte order mark. Never raises.

    A byte order mark decides first; then UTF-8 if the bytes are valid, since other encodings are
    hardly ever valid UTF-8; then the encoding that the HTML declares; else UTF-8. Invalid bytes
    become U+FFFD, with a loss.

    Source: https://encoding.spec.whatwg.org (labels), the HTML standard (declarations).
    """
    for mark, name in _BYTE_ORDER_MARKS:
        if content.startswith(mark):
            return _decode_as(content[len(mark) :], codecs.lookup(name), name)
    declared = _declared(content)
    if declared is None or declared.name == "utf-8":
        return _decode_as(content, codecs.lookup("utf-8"), "utf-8")
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return _decode_as(content, declared.codec_info, declared.name)
    if content.isascii():  # perhaps an encoding that uses ASCII bytes only, as ISO-2022-JP
        return _decode_as(content, declared.codec_info, declared.name)
    message = f"the page declares {declared.name}, its bytes are UTF-8"
    return text, (Loss("encoding", message, line=1),)


def _declared(content: bytes) -> webencodings.Encoding | None:
    """Return the encoding that a page declares; None when it is no HTML or the name is unknown."""
    top = content[:_DECLARATION_BYTES]
    if not top.lstrip().startswith(b"<"):
        return None
    found = _DECLARED.search(_COMMENT.sub(b"", top))
    if not found:
        return None
    encoding = webencodings.lookup((found[1] or found[2]).decode("ascii", "replace"))
    read_as = _READ_AS.get(encoding.name) if encoding else None
    return webencodings.lookup(read_as) if read_as else encoding


def _decode_as(content: bytes, codec: codecs.CodecInfo, name: str) -> tuple[str, tuple[Loss, ...]]:
    text, _ = codec.decode(content, "replace")
    count = text.count("\ufffd")
    if not count:
        return text, ()
    message = f"{count} characters are not {name.upper()}"
    return text, (Loss("encoding", message, line=1),)


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
# Characters that XML does not allow.
_NOT_XML = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")
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


def decode_page(content: bytes) -> tuple[str, tuple[Loss, ...]]:
    """Return the text of a page, NFC with LF line ends, and the losses of decoding.

    Invalid bytes and characters that XML does not allow become U+FFFD, one loss for each kind; a
    byte order mark is dropped. Never raises. See ``decode``.
    """
    text, found = decode(content)
    losses = [*found]
    text = normalized("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
    illegal = len(set(_NOT_XML.findall(text)))
    if illegal:
        text = _NOT_XML.sub("\ufffd", text)
        message = f"{illegal} kinds of control character are not allowed in XML"
        losses.append(Loss("encoding", message))
    return text, tuple(losses)


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
