"""Decode the bytes of a page to text: NFC, LF line ends, no characters that XML forbids."""

from __future__ import annotations

import codecs
import re
from functools import cache

import webencodings

from lawkb.model.language import frequent_words, language_codes, read_language
from lawkb.model.law import Loss
from lawkb.unicode_characters import normalized

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before that of UTF-16, with which it begins
    (codecs.BOM_UTF32_BE, "utf-32-be"),
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
_WORDS = re.compile(r"[^\W\d_]+")
_SURE = 3  # frequent words of a language
_ASCII = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
# What no text has: control characters, a sign inside a word, a final sigma or a capital there.
_UNLIKELY = re.compile(
    "[\x00-\x08\x0e-\x1f\x80-\x9f]|[^\\W\\d_][^\x00-\x7f\\w\\s’–—·\xad][^\\W\\d_]|ς(?=[^\\W\\d_])"
    "|[a-zß-öø-ÿά-ώ][À-ÖØ-ÞΆ-Ϋ]"
)
_LINE_END = re.compile("\r\n|[\r\v\x85\u2028\u2029]")
# Characters that XML does not allow.
_NOT_XML = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")


def decode_page(content: bytes) -> tuple[str, tuple[Loss, ...]]:
    """Return the text of a page, NFC with LF line ends, and what could not be decoded, as losses.

    Invalid bytes and characters that XML does not allow become U+FFFD, with one loss for each kind.
    A byte order mark is dropped. Never raises.
    """
    text, found = _decode(content)
    losses = [*found]
    text = _LINE_END.sub("\n", text).replace("\f", " ")  # \f: a new page
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
    hardly ever valid UTF-8; then the encoding that the HTML declares; then the one in which the
    words are sure to be those of a language, which is told by a loss; else UTF-8. Invalid bytes
    become U+FFFD, with a loss.

    Source: https://encoding.spec.whatwg.org (labels), the HTML standard (declarations).
    """
    for mark, name in _BYTE_ORDER_MARKS:
        if content.startswith(mark):
            return _decode_as(content[len(mark) :], codecs.lookup(name), name)
    declared = _declared(content)
    if declared is None or declared.name == "utf-8":
        return _by_its_words(content) or _decode_as(content, codecs.lookup("utf-8"), "utf-8")
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return _decode_as(content, declared.codec_info, declared.name)
    if content.isascii():  # perhaps an encoding that uses ASCII bytes only, as ISO-2022-JP
        return _decode_as(content, declared.codec_info, declared.name)
    message = f"the page declares {declared.name}, its bytes are UTF-8"
    return text, (Loss("encoding", message, line=1),)


def _by_its_words(content: bytes) -> tuple[str, tuple[Loss, ...]] | None:
    """Decode bytes that are no UTF-8 text in the encoding that is sure by their words, if one is.

    Bytes of which most beyond ASCII are valid UTF-8 are damaged UTF-8.
    """
    as_utf_8 = content.decode("utf-8", "replace")
    wrong = as_utf_8.count("\ufffd") + as_utf_8.count("\0")
    if not wrong or sum(char > "\x7f" for char in as_utf_8) >= 2 * wrong:
        return None
    best: tuple[int, str, str] = (0, "", "")
    for name, (letters, words) in _known_encodings().items():
        try:
            text = content.decode(name)
        except (UnicodeDecodeError, LookupError):
            continue
        if best[0] < (count := sum(char in letters for char in text)):
            best = (count, name, text) if _is_sure(text, letters, words) else best
    if not best[0]:
        return None
    message = f"it is not UTF-8, and was read as {best[1]} by its words: save it as UTF-8"
    return best[2], (Loss("encoding", message, line=1),)


@cache
def _known_encodings() -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """Return the letters beyond ASCII and the frequent words that a text in each encoding has."""
    found: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
    for tag in language_codes():
        own = read_language(tag).tables.get("encodings", {})
        words = frozenset(word for word in frequent_words(tag) if len(word) > 1)
        for name in own.get("names", ()):
            before = found.get(name, (frozenset(), frozenset()))
            found[name] = (before[0] | {*own["letters"]}, before[1] | words)
    letters = frozenset().union(*(each[0] for each in found.values()))
    words = frozenset().union(*(each[1] for each in found.values()))
    return {**found, "utf-16-le": (letters | _ASCII, words), "utf-16-be": (letters | _ASCII, words)}


def _is_sure(text: str, letters: frozenset[str], frequent: frozenset[str]) -> bool:
    """Whether a text has the words of a language, and no letter or sign that it would not have."""
    if any(char.isalpha() and char not in letters for char in {*text} if char > "\x7f"):
        return False
    words = [word for word in _WORDS.findall(text.lower()) if word in frequent]
    return len(words) >= _SURE and len({*words}) > 1 and not _UNLIKELY.search(text)


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
