"""What commands share: their options, the corpus they read, and plain output."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from lawkb.control_characters import visible
from lawkb.errors import LawkbError

if TYPE_CHECKING:  # loaded where it is used: the help needs none of it
    from lawkb.model.code import Code

F = TypeVar("F", bound=Callable[..., Any])

_PIECES = 4096  # of JSON that are written at once

edition_option = click.option(
    "--edition", metavar="ID", help="Edition; by default the newest available."
)
translation_option = click.option(
    "--lang", metavar="TAG", help="Translation, if there are several."
)
language_option = click.option("--lang", metavar="TAG", help="Only this language.")


@dataclass(frozen=True, slots=True)
class Settings:
    """The options before the command: a corpus folder, or None for the nearest."""

    corpus: str | None

    @property
    def folder(self) -> Path:
        """The corpus folder, as a path from the current folder: messages name files by it.

        Raises:
            LawkbError: There is none, or it holds no ``corpus.toml``.
        """
        if self.corpus is None:
            from lawkb.corpus.laws import find_corpus

            return Path(os.path.relpath(find_corpus(Path.cwd())))
        folder = Path(self.corpus)
        if not (folder / "corpus.toml").is_file():
            raise LawkbError(
                self.corpus, "no corpus.toml in this folder", "name the folder that holds one"
            )
        return folder

    def read_code(self) -> Code:
        """Return the code of the corpus.

        Raises:
            LawkbError: The corpus cannot be read, or holds no law yet.
        """
        from lawkb.corpus.laws import check_held, read_code

        code = read_code(self.folder)
        check_held(self.folder, code)
        return code

    def open_code(self) -> Code:
        """Return the code of the corpus, each law of which is read when it is asked for.

        Raises:
            LawkbError: The corpus cannot be read, or holds no law yet.
        """
        from lawkb.corpus.laws import check_held, open_code

        code = open_code(self.folder)
        check_held(self.folder, code)
        return code


def format_option(command: F) -> F:
    """Add the option ``--format text|json`` of a reading command."""
    option = click.option(
        "--format",
        "form",
        type=click.Choice(["text", "json"]),
        default="text",
        show_default=True,
        help="What to print on standard output.",
    )
    return option(command)


def check_language(code: Code, tag: str | None) -> None:
    """Refuse a language that the code is not kept in; None means all.

    Raises:
        LawkbError: It is not one of the code's.
    """
    known = [language.code for language in code.outline.languages]
    if tag not in {None, *known}:
        hint = f"write --lang {' or '.join(known)}"
        raise LawkbError(f"--lang {tag}", "the code has no text in it", hint)


def signed(author: str | None) -> tuple[str, str]:
    """Return who decides, by default the user of the machine, and today as an ISO date.

    Raises:
        LawkbError: Nobody is named, and the machine has no name for its user, as in a container
            that runs under a number.
    """
    import datetime
    import getpass

    today = datetime.date.today().isoformat()
    try:
        return author or getpass.getuser(), today
    except (KeyError, OSError, ImportError) as error:  # which of them depends on the machine
        what = "it has no name for its user, and a decision is signed"
        raise LawkbError("this machine", what, "name who decides: --author NAME") from error


def check_reason(reason: str | None) -> None:
    """Refuse an empty reason.

    Raises:
        LawkbError: There is none.
    """
    if not (reason or "").strip():
        raise LawkbError("--reason", "there is no reason", "say why: --reason '…'")


def write_output(output: Path, content: bytes) -> None:
    """Write a file that was named by ``-o``, whole or not at all.

    Raises:
        LawkbError: It cannot be written.
    """
    from lawkb.files import write_whole

    if not output.absolute().parent.is_dir():
        raise LawkbError(str(output), "there is no such folder", "make it, or name another file")
    try:
        write_whole(output.absolute(), content)
    except OSError as error:
        what = f"cannot be written: {error.strerror}"
        raise LawkbError(str(output), what, "name another file") from error


def site_config(settings: Settings) -> Path:
    """Return the mkdocs.yml of the site, and prepare its log for standard error.

    It is next to the corpus, or in the current folder. The plugin reads the corpus that
    ``LAWKB_CORPUS`` names, so ``--corpus`` is put there.

    Raises:
        LawkbError: There is none.
    """
    import logging

    from lawkb.api import site_settings

    class Visible(logging.Formatter):
        """Writes control characters visibly: titles of pages and names of files are logged."""

        def format(self, record: logging.LogRecord) -> str:
            return visible(super().format(record))

    if settings.corpus is not None:
        os.environ["LAWKB_CORPUS"] = str(settings.folder.resolve())
    config = site_settings(settings.folder)
    handler = logging.StreamHandler()
    handler.setFormatter(Visible("%(message)s"))
    logging.basicConfig(handlers=[handler])
    return config


def looks_like_file(typed: str) -> bool:
    """Return whether a word names a file, there or not, rather than a provision."""
    return bool(re.search(r"[/\\]|\.\w{2,5}$", typed)) or is_file(typed)


def is_file(typed: str) -> bool:
    """Return whether a file has this name, which may be longer than names of files can be."""
    try:
        return Path(typed).is_file()
    except OSError:
        return False


def counted(number: int, one: str, more: str = "") -> str:
    """Return a number with its noun: ``1 patch``, ``2 patches``; ``more`` is an odd plural."""
    return f"{number} {one if number == 1 else more or one + 's'}"


def print_json(record: Any, public: Callable[[Any], Any] = lambda held: held) -> None:
    """Print a value of the public types, or JSON, as one JSON document, Greek as Greek.

    Args:
        record: The value; it is written piece by piece.
        public: Turns what the value holds into a public type, when that is written.
    """
    from lawkb.exchange.public_types import json_object

    encoder = json.JSONEncoder(
        ensure_ascii=False, indent=2, default=lambda held: json_object(public(held))
    )
    pieces = encoder.iterencode(record)
    while some := "".join(islice(pieces, _PIECES)):
        echo(some, end="")
    echo("")


def echo(words: object, *, end: str = "\n", err: bool = False) -> None:
    """Print words on standard output or standard error, control characters visible.

    ``click.echo`` writes UTF-8 even where the encoding of the output is ASCII, and what commands a
    terminal as it is.
    """
    stream = sys.stderr if err else sys.stdout
    stream.write(f"{visible(str(words))}{end}")
    stream.flush()
