"""``lawkb show 47E2a`` from the cache, before anything else of lawkb is imported.

What ``lawkb.cli.kept`` keeps of a law is read and printed by ``lawkb.cli.sheets``, as the command
itself does. Whatever is not certain here is left to the command: other options, an address in a
writing that was not kept, a corpus whose files are not those that the cache was made from, a
damaged cache. Only the standard library and the widths of rich may be imported (decision 0013).
"""

from __future__ import annotations

import hashlib
import marshal
import os
from collections.abc import Mapping, Sequence

from lawkb.cli.sheets import Sheet, print_sheet, print_sheet_json
from lawkb.corpus.cached import MANIFEST, SHOWN, likely_folder
from lawkb.corpus.stats import is_corpus, is_pending, known_digest, nearest_corpus, package_stamp

TYPE_CHECKING = False  # typing takes longer to load than all of this
if TYPE_CHECKING:
    from typing import Any

HEAD = "head"  # names the pieces of all laws, and what they were made from

_COMPLETING = "_LAWKB_COMPLETE"  # set where the shell asks click how a line may go on
_MOST_FIGURES = 9
_OPTIONS = {name: name for name in ("--format", "--lang", "--edition")}


class Asked:
    """A call of a command.

    Attributes:
        corpus: The corpus folder.
        typed: The address or the query as typed.
        options: Values by the name of the option.
    """

    __slots__ = ("corpus", "options", "typed")

    def __init__(self, corpus: str, typed: str, options: dict[str, str]) -> None:
        self.corpus = corpus
        self.typed = typed
        self.options = options


def show_at_once(words: Sequence[str]) -> int | None:
    """Print what ``lawkb show`` prints, if all that it needs is at hand.

    Args:
        words: The command line without the name of the program.

    Returns:
        The exit code; None when nothing was printed and the command must run.
    """
    asked = read_call(words)
    found = kept_sheet(asked) if asked else None
    if asked is None or found is None:
        return None
    sheet, tags = found
    if asked.options.get("--format") == "json":
        print_sheet_json(sheet)
    else:
        print_sheet(sheet, tags)
    return 0


def read_call(words: Sequence[str]) -> Asked | None:
    """The call of ``lawkb show``; None for another command, or options not known here."""
    asked = read_asked(words, "show", _OPTIONS)
    known = asked and asked.options.get("--format", "text") in ("text", "json")
    return asked if known else None


def read_asked(words: Sequence[str], command: str, options: Mapping[str, str]) -> Asked | None:
    """The call of a command; None for another command, or options not known here.

    Args:
        words: The command line without the name of the program.
        command: Its name.
        options: The long name of every option with a value, by the names it goes by; the name
            of one without a value stands for nothing.
    """
    left = [part for word in words for part in _parts(word)]
    corpus = os.environ.get("LAWKB_CORPUS") or nearest_corpus(os.getcwd())  # noqa: PTH109
    if left[:1] == ["--corpus"]:
        corpus, left = "".join(left[1:2]), left[2:]
    if left[:1] != [command] or not corpus or not is_corpus(corpus) or _COMPLETING in os.environ:
        return None
    given: dict[str, str] = {}
    typed = []
    rest = iter(left[1:])
    for word in rest:
        if word not in options:
            typed.append(word)
        elif options[word]:
            given[options[word]] = next(rest, "")
        else:
            given[word] = word
    plain = typed and not any(word.startswith("-") for word in typed)
    return Asked(corpus, " ".join(typed), given) if plain else None


def kept_sheet(asked: Asked) -> tuple[Sheet, list[str]] | None:
    """What was kept for a call, and the languages to show; None when the command must look."""
    folder = likely_folder(asked.corpus)
    head = kept_head(asked.corpus, f"{folder}/{SHOWN}/{HEAD}")
    if head is None:
        return None
    edition = asked.options.get("--edition")
    number = _leading_number(asked.typed)
    for each in head["editions"]:
        names = head["laws"].get((each, number)) if edition in (None, each) else None
        if names:
            row = tuple(read_piece(f"{folder}/{SHOWN}", name) for name in names[1:])
            return None if None in row else _sheet(row, asked, each, head)
    return None


def kept_head(corpus: str, path: str) -> dict[str, Any] | None:
    """What was kept of a corpus as it stands, by this very lawkb; None when nothing was."""
    record = f"{likely_folder(corpus)}/{MANIFEST}"
    digest = None if is_pending(corpus) else known_digest(corpus, record)
    head = read_head(path) if digest else None
    fits = head is not None and (head["digest"], head["stamp"]) == (digest, package_stamp())
    return head if fits else None


def read_head(path: str) -> dict[str, Any] | None:
    """What was kept, and what it was made from; None when nothing is, or it is damaged."""
    content = _content(path)
    sum_, rest = content[:32], content[32:]
    if not content or piece_name(rest).encode() != sum_:
        return None
    head: dict[str, Any] = marshal.loads(rest)
    return head


def read_piece(folder: str, name: str) -> Any:
    """What was kept under a name, which is the hash of it; None when it is gone or damaged.

    What is damaged is removed, so that it is made anew.
    """
    content = _content(f"{folder}/{name}")
    if piece_name(content) == name:
        return marshal.loads(content)
    try:  # noqa: SIM105 (contextlib is not loaded)
        os.remove(f"{folder}/{name}")  # noqa: PTH107 (pathlib is not loaded)
    except OSError:
        pass
    return None


def piece_name(content: bytes) -> str:
    """The name of a piece by what is in it: 32 hexadecimal figures."""
    return hashlib.blake2b(content).hexdigest()[:32]


def _content(path: str) -> bytes:
    try:
        with open(path, "rb") as file:  # noqa: PTH123 (pathlib is not loaded)
            return file.read()
    except OSError:
        return b""


def _sheet(
    row: Sequence[dict[str, Any]], asked: Asked, edition: str, head: dict[str, Any]
) -> tuple[Sheet, list[str]] | None:
    law, around = row
    first, end = law["writings"].get(asked.typed, (0, 0))
    language = asked.options.get("--lang")
    if language not in (None, *head["languages"]):
        return None
    tags = [tag for tag in law["languages"] if language in (None, tag)]
    provisions = law["provisions"][first:end]
    if not provisions or not any(tag in provisions[0]["texts"] for tag in tags):
        return None
    for provision in provisions:
        record = provision["record"]
        record["cited_by"] = around["cited_by"].get(record["address"], [])
    return Sheet(edition, provisions, around["commentaries"], head["editions"][0]), tags


def _leading_number(typed: str) -> int:
    """The figures that an address begins with; 0 when it begins with none."""
    figures = ""
    for char in typed:
        if not ("0" <= char <= "9") or len(figures) > _MOST_FIGURES:
            break
        figures += char
    return int(figures or 0)


def _parts(word: str) -> list[str]:
    """An option with its value behind ``=`` as two words."""
    return word.split("=", 1) if word.startswith("--") else [word]
