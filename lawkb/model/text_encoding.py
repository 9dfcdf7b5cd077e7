"""Decode the bytes of a page to text: NFC, LF line ends, no characters that XML forbids."""

from __future__ import annotations

import codecs
import re

import webencodings

from lawkb.model.law import Loss
from lawkb.unicode_normal_forms import normalized

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
# Characters that XML does not allow.
_NOT_XML = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")


def decode_page(content: bytes) -> tuple[str, tuple[Loss, ...]]:
    """Return the text of a page, NFC with LF line ends, and what could not be decoded, as losses.

    Invalid bytes and characters that XML does not allow become U+FFFD, with one loss for each kind.
    A byte order mark is dropped. Never raises.
    """
    text, found = _decode(content)
    losses = [*found]
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", " ")  # \f: a new page
    text = normalized("NFC", text)
    illegal = len(set(_NOT_XML.findall(text)))
    if illegal:
        text = _NOT_XML.sub("\ufffd", text)
        message = f"{illegal} kinds of control character are not allowed in XML"
        losses.append(Loss("encoding", message))
    return text, tuple(losses)


def _decode(content: bytes) -> tuple[str, tuple[Loss, ...]]:
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
    """Return the encoding that a page declares; None when it is not HTML or the name is unknown."""
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
