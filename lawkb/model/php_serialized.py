"""Read values that PHP wrote with ``serialize``, from files that are not trusted.

``phpserialize`` of PyPI is not used: it recurses once for each nested array, raises TypeError on an
array as a key, reads a negative length as «the rest of the file», and returns nothing for a
truncated file.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from msgspec import Struct

PhpValue: TypeAlias = "bool | int | float | str | dict[str, PhpValue] | None"

MOST_LEVELS = 32  # a .meta has 4, a .comments has 5
MOST_VALUES = 400_000  # keys among them; a comment has about 40

_TOKEN = re.compile(
    rb"(?P<null>N;)|b:(?P<bool>[01]);|i:(?P<int>[+-]?\d{1,20});|d:(?P<float>[-+.\dEINFANe]{1,40});"
    rb'|s:(?P<string>\d{1,10}):"|a:(?P<array>\d{1,10}):\{|(?P<object>[OCErR]:)'
)

_WHOLE = re.compile(r"0|-?[1-9][0-9]{0,17}")


class PhpReading(Struct, frozen=True):
    """The result of reading a value that PHP serialized."""

    value: PhpValue  # The value; if reading stopped early, what was read until then.
    # Why reading stopped early, as part of a sentence; None when the value is complete.
    fault: str | None = None
    # Keys from the outermost array down to the array in which reading stopped. These arrays lack
    # members.
    unfinished: tuple[str, ...] = ()

    def array(self, key: str) -> dict[str, PhpValue]:
        """Return the complete members of the array under a key of the outermost array; else empty.

        A member in which reading stopped is left out: the missing part could be the one that hides
        it.
        """
        found = array_of(array_of(self.value).get(key))
        cut = self.unfinished[1:2] if self.unfinished[:1] == (key,) else ()
        return {name: member for name, member in found.items() if name not in cut}


@dataclass(slots=True)
class _Open:
    """An array that is being read."""

    name: str  # key of this array in the array around it
    members: dict[str, PhpValue]  # the members read so far
    left: int  # number of members still to read
    key: str | None = None  # key of the next value; None when a key comes next


class _FaultError(Exception):
    """The value cannot be read further."""


def read_php(content: bytes) -> PhpReading:
    """Read a value that PHP's ``serialize`` wrote. Never raises; time and memory are linear.

    Keys are text; whole numbers used as keys become text too, as PHP does not distinguish them.
    Strings are UTF-8; invalid bytes become U+FFFD. Bytes after the value are ignored. Reading stops
    at an object, at a reference, and at more than ``MOST_LEVELS`` nested arrays or ``MOST_VALUES``
    values; the result names the reason.
    """
    # A surrounding array of one member, so that the outermost value is read like the others.
    arrays = [_Open("", {}, 1, key="")]
    whole, at = arrays[0].members, 0
    try:
        for _ in range(MOST_VALUES):
            at = _close(arrays, content, _read_value(arrays, content, at))
            if not arrays[0].left and len(arrays) == 1:
                return PhpReading(whole[""])
        raise _FaultError(f"it holds more than {MOST_VALUES} values")
    except _FaultError as fault:
        return PhpReading(whole.get(""), str(fault), tuple(a.name for a in arrays[2:]))


def write_php(value: PhpValue) -> bytes:
    """Return a value as PHP's ``serialize`` writes it; the inverse of ``read_php``."""
    if value is None:
        return b"N;"
    if isinstance(value, bool):
        return b"b:%d;" % value
    if isinstance(value, int):
        return b"i:%d;" % value
    if isinstance(value, float):
        return f"d:{value!r};".replace("inf", "INF").replace("nan", "NAN").encode()
    if isinstance(value, str):
        written = value.encode(errors="replace")
        return b's:%d:"%s";' % (len(written), written)
    members = b"".join(
        write_php(int(key) if _WHOLE.fullmatch(key) else key) + write_php(member)
        for key, member in value.items()
    )
    return b"a:%d:{%s}" % (len(value), members)


def array_of(value: PhpValue) -> dict[str, PhpValue]:
    """Return a PHP value if it is an array, else an empty array."""
    return value if isinstance(value, dict) else {}


def text_of(value: PhpValue) -> str:
    """Return a PHP value if it is text, else an empty string."""
    return value if isinstance(value, str) else ""


def is_true(value: PhpValue) -> bool:
    """Whether PHP takes a value for true: not 0, ``"0"``, null, false or anything empty."""
    return bool(value) and value != "0"


def key_of(value: PhpValue) -> str:
    """Return a value as a key of an array: text, or a whole number in digits; else ``""``."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return text_of(value)


def number_of(value: PhpValue) -> int | None:
    """Return a whole number, given as a number or as digits; else None."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 20:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _read_value(arrays: list[_Open], content: bytes, at: int) -> int:
    """Read one value or key, or open an array; return the offset where it ends."""
    token = _TOKEN.match(content, at)
    if not token:
        raise _FaultError(f"it is cut or damaged at byte {at}")
    if token.lastgroup == "array":
        _open(arrays, int(token["array"]))
        return token.end()
    if token.lastgroup == "string":
        return _read_string(arrays[-1], content, token)
    _put(arrays[-1], _scalar(token))
    return token.end()


def _open(arrays: list[_Open], count: int) -> None:
    if len(arrays) > MOST_LEVELS:
        raise _FaultError(f"it nests deeper than {MOST_LEVELS} levels")
    name = arrays[-1].key or ""
    members: dict[str, PhpValue] = {}
    _put(arrays[-1], members)
    arrays.append(_Open(name, members, count))


def _read_string(array: _Open, content: bytes, token: re.Match[bytes]) -> int:
    """Read a string whose head is the token; the length in the head is in bytes."""
    end = token.end() + int(token["string"])
    if content[end : end + 2] != b'";':
        raise _FaultError(f"a string at byte {token.start()} is cut, or its length is wrong")
    _put(array, content[token.end() : end].decode(errors="replace"))
    return end + 2


def _scalar(token: re.Match[bytes]) -> PhpValue:
    written = token[token.lastgroup or 0]
    if token.lastgroup == "bool":
        return written == b"1"
    if token.lastgroup == "int":
        return int(written)
    if token.lastgroup == "float":
        return _float(written, token.start())
    if token.lastgroup == "object":
        raise _FaultError(f"a PHP object or reference at byte {token.start()} is not read")
    return None


def _float(written: bytes, at: int) -> float:
    try:
        return float(written)
    except ValueError:
        raise _FaultError(f"the value at byte {at} is not a number") from None


def _put(array: _Open, value: PhpValue) -> None:
    """Store a value as the next key or member of an array."""
    if array.key is not None:
        array.members[array.key] = value
        array.left -= 1
        array.key = None
    elif isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
        array.key = str(value)
    else:
        raise _FaultError("a key is neither a number nor text")


def _close(arrays: list[_Open], content: bytes, at: int) -> int:
    """Close the arrays that are complete; return the offset after their brackets."""
    while len(arrays) > 1 and not arrays[-1].left:
        if content[at : at + 1] != b"}":
            raise _FaultError(f"an array does not end at byte {at}")
        arrays.pop()
        at += 1
    return at
