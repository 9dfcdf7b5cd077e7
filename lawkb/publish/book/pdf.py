"""Write a book as PDF: typst sets it by the template ``book.typ``, in a process of its own.

Source: decisions/0025-book.md.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from lawkb.errors import LawkbError
from lawkb.extras import needs
from lawkb.publish.book.content import Book
from lawkb.publish.book.runs import BookRun

_WORDS = ("text", "lead", "words")  # fields that hold words of texts
_BREAK = "\u200b"  # zero width space
_LONG = re.compile(r"\S{40,}")
_PIECES = re.compile(r".{1,10}", re.DOTALL)
TEMPLATE = Path(__file__).parent / "templates" / "book.typ"


def write_pdf(book: Book, paper: str, design: Path | None = None) -> bytes:
    """Return a book as PDF: tagged, with bookmarks; equal books give equal bytes.

    Args:
        book: The book.
        paper: Size of a page: ``a4`` or ``a5``.
        design: Folder with a ``book.typ`` that replaces ours and fonts in ``fonts/``; None for
            ours.

    Raises:
        LawkbError: The template has an error, or typst is not installed.
    """
    typst_version()
    own = design / TEMPLATE.name if design else TEMPLATE
    order = {
        "template": str(own if own.is_file() else TEMPLATE),
        "fonts": str(design / "fonts") if design else "",
        "time": int(datetime.fromisoformat(book.date).replace(tzinfo=UTC).timestamp()),
        "paper": paper,
        "book": plain(book),
    }
    places = json.loads(_typeset(order))
    return _typeset({**order, "places": places})


def typst_version() -> str:
    """Return the version of typst.

    Raises:
        LawkbError: It is not installed: it is part of the extra ``book``.
    """
    with needs("book", "a PDF of the laws"):
        return version("typst")


def _typeset(order: dict[str, Any]) -> bytes:
    # typst keeps what it once laid out: memory is only given back by a process that ends.
    command = [sys.executable, "-m", "lawkb.publish.book.typeset"]
    content = json.dumps(order, ensure_ascii=False).encode()
    done = subprocess.run(command, input=content, capture_output=True, check=False)
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines() or ["it was stopped"]
        raise LawkbError(order["template"], f"typst: {lines[-1]}", "fix the template")
    return done.stdout


def plain(value: object) -> Any:
    """Return a view as JSON data: empty fields left out, a run of plain text as a string."""
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    if not (names := _names(type(value))):  # type: ignore[arg-type]  # classes can be hashed
        return value
    found = {name: plain(held) for name in names if (held := getattr(value, name))}
    found |= {name: _breakable(found[name]) for name in _WORDS if name in found}
    return found["text"] if isinstance(value, BookRun) and found.keys() == {"text"} else found


def _breakable(words: str) -> str:
    """Return words with places where those that are longer than a line may break."""
    return _LONG.sub(lambda found: _BREAK.join(_PIECES.findall(found[0])), words)


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind)) if is_dataclass(kind) else ()
