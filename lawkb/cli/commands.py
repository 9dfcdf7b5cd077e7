"""The list of commands: each module is imported when its command is called."""

from __future__ import annotations

import codecs
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from lawkb.cli.exit_codes import STOPPED, drop_rest, output_closed
from lawkb.cli.options import Settings, echo
from lawkb.errors import LawkbError

if TYPE_CHECKING:
    from typing_extensions import Buffer

_OUTPUT = "standard output"
_ESCAPED = "lawkb.escape"  # name of the handler of characters that an encoding lacks

# The commands in groups, in the order in which they are used, with the first words of their help;
# that of ``show`` is ``show_command`` of ``lawkb.cli.show``, and so on.
_GROUPS = {
    "Read": {
        "show": "Show a provision and everything in it, in every language.",
        "search": "Search all languages at once.",
        "refs": "Show what a provision cites and what cites it.",
        "verify": "Verify the citations of provisions and the quotations in a text.",
        "compare": "Compare a provision and everything in it in two editions.",
        "history": "Show who changed a provision when.",
        "read": "Show what files hold.",
    },
    "Edit": {
        "new": "Start a law code in a folder: settings, texts and site.",
        "ingest": "Read the sources and write the laws as Akoma Ntoso.",
        "check": "Check the translation against the original.",
        "desk": "Correct the translation in the browser.",
        "patch": "Write patches from an edited copy of a page.",
        "export": "Export the texts with their originals.",
        "import": "Import a translated file: XLIFF, PO, CSV or XLSX.",
        "review": "Show the progress of the translation.",
        "terms": "Show the terms of the glossary.",
        "comments": "Show the comments of readers and translators.",
        "waivers": "Show the findings that editors have accepted.",
    },
    "Wiki": {
        "fetch": "Download the pages of a DokuWiki.",
        "push": "Send corrections back to the wiki.",
    },
    "Publish": {
        "build": "Build the site into build/site.",
        "serve": "Show the site while you edit.",
        "mcp": "Let an assistant read, cite and verify the laws.",
    },
    "Many machines": {
        "index": "Build the search index.",
        "users": "Manage the users of the desk.",
    },
}
_COMMANDS = tuple(name for group in _GROUPS.values() for name in group)
_MODULES = {
    "import": "import_translation",  # the name of the command is a word of Python
    "build": "serve",
}


class LazyGroup(click.Group):
    """A group that imports the module of a command when the command is called.

    Source: click's documentation, "Lazily Loading Subcommands".
    """

    def list_commands(self, context: click.Context) -> list[str]:
        """Return the names of all commands, in order."""
        return sorted(_COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Return the command of a name, or None."""
        if name not in _COMMANDS:
            return None
        module = import_module(f"lawkb.cli.{_MODULES.get(name, name)}")
        command: click.Command = getattr(module, f"{name}_command")
        return command

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """Parse the arguments of a command line; ``--help`` prints here."""
        with _all_printed():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, context: click.Context) -> object:
        """Run a command and flush its output."""
        with _all_printed():
            code = super().invoke(context)
            sys.stdout.flush()
            return code

    def resolve_command(
        self, context: click.Context, words: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments begin with; suggest one for an unknown name."""
        try:
            return super().resolve_command(context, words)
        except click.UsageError as error:
            from difflib import get_close_matches  # not above: few mistype a command

            near = get_close_matches(words[0], _COMMANDS, 1)
            if not near:
                raise
            told = f"{error.message} Did you mean: lawkb {near[0]}"
            raise click.UsageError(told, context) from error

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the groups of commands with the first words of their help, importing none."""
        widest = max(map(len, _COMMANDS))
        for title, commands in _GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(widest), told) for name, told in commands.items()])


@click.group(
    cls=LazyGroup,
    # Colour: click would drop what looks like one from what was typed, unseen. It prints none.
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 80,
        "color": True,
    },
)
@click.version_option(package_name="lawkb")
@click.option(
    "--corpus",
    envvar="LAWKB_CORPUS",
    metavar="DIR",
    help="Corpus folder; by default corpus/ here or in the nearest parent folder.",
)
@click.pass_context
def cli(context: click.Context, corpus: str | None) -> None:
    """Law codes in several languages: structured, linked, searchable, published.

    ADDRESS is a law or a provision, in any notation: 47, 47E2a, 47Ε2(α),
    "Law 47 E 2 (a)". To see the options of a command: lawkb COMMAND --help.

    Exit codes: 0 fine, 1 nothing found, or check finds an error, 2 could not run.
    """
    context.obj = Settings(corpus)


def run() -> int:
    """Run the command line and return the exit code; errors are three lines on standard error."""
    _escape_unencodable()
    try:
        code = cli.main(standalone_mode=False)
    except LawkbError as error:
        return _failed(f"{error}\n")
    except click.ClickException as error:
        told = io.StringIO()
        error.show(told)
        return _failed(told.getvalue())
    except (click.Abort, KeyboardInterrupt):
        return _stopped()
    except RuntimeError as error:
        # Python 3.11 raises it for an exception in __set_name__, while a module is imported.
        if isinstance(error.__cause__, KeyboardInterrupt):
            return _stopped()
        raise
    except OSError as error:
        what = f"cannot be read or written: {error.strerror or error}"
        hint = "check its rights, and the room on its disk"
        return _failed(f"{LawkbError(str(error.filename or 'a file'), what, hint)}\n")
    return code if isinstance(code, int) else 0


def _stopped() -> int:
    _failed("stopped\n")
    return STOPPED


def _failed(told: str) -> int:
    """Print an error, if standard error can be written, and return the exit code."""
    try:
        echo(told, end="", err=True)
    except OSError:
        drop_rest(sys.stderr)
    return 2


@contextmanager
def _all_printed() -> Iterator[None]:
    """Turn errors of writing the output into an exit or a ``LawkbError``."""
    try:
        yield
    except BrokenPipeError as error:  # not left to click, which would exit with 1
        raise click.exceptions.Exit(output_closed()) from error
    except OSError as error:
        if error.filename != _OUTPUT:
            raise
        output_closed()
        what = f"cannot be written: {error.strerror}"
        raise LawkbError(_OUTPUT, what, "free some space there") from error


class _Output(io.FileIO):
    """Standard output as a file whose errors have its name."""

    def write(self, content: Buffer) -> int:
        try:
            return super().write(content)
        except OSError as error:
            error.filename = _OUTPUT
            raise


def _escape_unencodable() -> None:
    """Write characters that the encoding of an output lacks as JSON escapes: JSON stays JSON."""
    codecs.register_error(_ESCAPED, _escaped)
    out = sys.__stdout__
    if out and out is sys.stdout:
        raw = _Output(out.fileno(), "w", closefd=False)
        encoding, lines = out.encoding, raw.isatty()
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(raw), encoding, line_buffering=lines)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_ESCAPED)


def _escaped(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass").hex()
    escaped = "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
    return escaped, error.end
