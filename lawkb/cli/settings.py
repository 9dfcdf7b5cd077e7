"""What every command needs to know: the corpus, the format, the console."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from lawkb.controls import visible
from lawkb.errors import LawkbError

if TYPE_CHECKING:  # loaded where it is used: the help needs none of it
    from rich.console import Console

    from lawkb.model.code import Code

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Settings:
    """The options before the command.

    Attributes:
        corpus: Folder as given, or None for the nearest.
    """

    corpus: str | None

    @property
    def folder(self) -> Path:
        """The corpus folder.

        Raises:
            LawkbError: There is none, or it holds no ``corpus.toml``.
        """
        if self.corpus is None:
            from lawkb.corpus.laws import find_corpus

            return find_corpus(Path.cwd())
        folder = Path(self.corpus)
        if not (folder / "corpus.toml").is_file():
            raise LawkbError(
                self.corpus, "no corpus.toml in this folder", "name the folder that holds one"
            )
        return folder


def format_option(command: F) -> F:
    """The option ``--format text|json`` of a reading command."""
    option = click.option(
        "--format",
        "form",
        type=click.Choice(["text", "json"]),
        default="text",
        show_default=True,
        help="What to print on standard output.",
    )
    return option(command)


def edition_option(command: F) -> F:
    """The option ``--edition``."""
    option = click.option(
        "--edition", metavar="ID", help="Edition; by default the newest available."
    )
    return option(command)


def print_json(record: Any) -> None:
    """One JSON document on standard output, Greek as Greek."""
    echo(json_text(record))


def echo(words: object, *, end: str = "\n", err: bool = False) -> None:
    """Print words on standard output or standard error, control characters visible.

    It takes the place of ``click.echo``, which writes UTF-8 where the encoding of the output is
    ASCII, and what commands a terminal as it is.
    """
    stream = sys.stderr if err else sys.stdout
    stream.write(f"{visible(str(words))}{end}")
    stream.flush()


def json_text(record: Any) -> str:
    """A JSON document, Greek as Greek."""
    return json.dumps(record, ensure_ascii=False, indent=2)


def console() -> Console:
    """Standard output: colour only on a terminal, never wider than it; 80 columns in a pipe."""
    from lawkb.cli.printing import CleanConsole

    plain = CleanConsole()
    return plain if plain.is_terminal else CleanConsole(width=80, no_color=True)


def messages() -> Console:
    """Standard error, for progress and remarks."""
    from lawkb.cli.printing import CleanConsole

    return CleanConsole(stderr=True)


def held_code(settings: Settings) -> Code:
    """Return the code of the corpus, each law of which is read when it is asked for.

    Raises:
        LawkbError: The corpus cannot be read, or holds no law yet.
    """
    from lawkb.corpus.laws import check_held, open_code

    code = open_code(settings.folder)
    check_held(settings.folder, code)
    return code


def check_language(code: Code, tag: str | None) -> None:
    """Refuse a language that the code is not kept in; None stands for all.

    Raises:
        LawkbError: It is not one of the code's.
    """
    known = [language.code for language in code.outline.languages]
    if tag is not None and tag not in known:
        hint = f"write --lang {' or '.join(known)}"
        raise LawkbError(f"--lang {tag}", "the code has no text in it", hint)
