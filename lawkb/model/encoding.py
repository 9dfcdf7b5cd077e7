"""The encoding of a page: what its bytes are, by its mark, by itself, or as it declares."""

from __future__ import annotations

import codecs
import re

import webencodings

from lawkb.model.law import Loss

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LOOKED_AT = 4096  # bytes; the declaration stands at the top of a page
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_DECLARED = re.compile(
    rb"\A\s*<\?xml\b[^>]*?\bencoding\s*=\s*[\"']?([\w.:-]+)"
    rb"|<meta\b[^>]*?\bcharset\s*=\s*[\"']?\s*([\w.:-]+)",
    re.IGNORECASE,
)
# What a declaration in ASCII cannot mean, and what the HTML standard reads in its place.
_READ_AS = {
    "utf-16le": "utf-8",
    "utf-16be": "utf-8",
    "x-user-defined": "windows-1252",
    "replacement": "utf-8",
}


def decode(content: bytes) -> tuple[str, tuple[Loss, ...]]:
    """Text of the bytes of a page without a byte order mark. Never raises.

    A byte order mark counts first, then that the bytes are UTF-8, which those of no other encoding
    are by chance, then what the page declares in HTML; else they are UTF-8. What does not fit is
    U+FFFD, with a loss.

    Source: https://encoding.spec.whatwg.org (labels), the HTML standard (declarations).
    """
    for mark, name in _MARKS:
        if content.startswith(mark):
            return _replaced(content[len(mark) :], codecs.lookup(name), name)
    declared = _declared(content)
    if declared is None or declared.name == "utf-8":
        return _replaced(content, codecs.lookup("utf-8"), "utf-8")
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return _replaced(content, declared.codec_info, declared.name)
    if content.isascii():  # perhaps an encoding that writes everything in ASCII
        return _replaced(content, declared.codec_info, declared.name)
    message = f"the page declares {declared.name}, its bytes are UTF-8"
    return text, (Loss("encoding", message, line=1),)


def _declared(content: bytes) -> webencodings.Encoding | None:
    """What a page declares; None when it is no HTML, or declares nothing that is known."""
    top = content[:_LOOKED_AT]
    if not top.lstrip().startswith(b"<"):
        return None
    found = _DECLARED.search(_COMMENT.sub(b"", top))
    if not found:
        return None
    encoding = webencodings.lookup((found[1] or found[2]).decode("ascii", "replace"))
    read_as = _READ_AS.get(encoding.name) if encoding else None
    return webencodings.lookup(read_as) if read_as else encoding


def _replaced(content: bytes, codec: codecs.CodecInfo, name: str) -> tuple[str, tuple[Loss, ...]]:
    text, _ = codec.decode(content, "replace")
    count = text.count("\ufffd")
    if not count:
        return text, ()
    message = f"{count} characters are not {name.upper()}"
    return text, (Loss("encoding", message, line=1),)
