"""The commands by name: each is imported when it is called, and all for the help."""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
from difflib import get_close_matches
from importlib import import_module

import click

from lawkb.cli.settings import Settings
from lawkb.errors import LawkbError

# 128 and the number of SIGPIPE: what shells print for any program whose reader went away. It is
# none of our exit codes: nobody takes it for a change, a finding or an answer without hits.
CLOSED_OUTPUT = 141

# Where a command is defined, lawkb.cli.<module>:<function>, and the first words of its help.
_COMMANDS = {
    "build": ("site:build_command", "Build the site into build/site."),
    "check": ("checking:check_command", "Check the translation against the original."),
    "comments": ("commenting:comments_command", "Show what readers wrote under the pages."),
    "compare": ("compare:compare_command", "Show a provision and all in it in two editions."),
    "export": ("exporting:export_command", "Write the texts beside their originals."),
    "fetch": ("fetch:fetch_command", "Bring the pages of a DokuWiki into the corpus."),
    "history": ("history:history_command", "Show who changed a provision when."),
    "import": ("importing:import_command", "Take back a translator's file: XLIFF, CSV or XLSX."),
    "index": ("ingest:index_command", "Build the search index."),
    "ingest": ("ingest:ingest_command", "Read the sources and write the laws as Akoma Ntoso."),
    "patch": ("patching:patch_command", "Write patches from an edited copy of a page."),
    "refs": ("refs:refs_command", "Show what a provision cites and what cites it."),
    "review": ("reviewing:review_command", "Show how far the translation of each law is."),
    "search": ("reading:search_command", "Search every language at once."),
    "serve": ("site:serve_command", "Show the site while you edit."),
    "show": ("showing:show_command", "Show a provision and all in it, in every language."),
    "terms": ("checking:terms_command", "Show the terms of the glossary."),
}


class LazyGroup(click.Group):
    """A group that imports the module of a command when the command is asked for.

    Source: click's documentation, "Lazily Loading Subcommands".
    """

    def list_commands(self, context: click.Context) -> list[str]:
        """The names of all commands, in order."""
        return sorted(_COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The command of a name; None when there is none."""
        if name not in _COMMANDS:
            return None
        module, _, function = _COMMANDS[name][0].partition(":")
        command: click.Command = getattr(import_module(f"lawkb.cli.{module}"), function)
        return command

    def resolve_command(
        self, context: click.Context, words: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that words begin with; the error of an unknown one names the nearest."""
        try:
            return super().resolve_command(context, words)
        except click.UsageError as error:
            near = get_close_matches(words[0], _COMMANDS, 1)
            if not near:
                raise
            told = f"{error.message} Did you mean: lawkb {near[0]}"
            raise click.UsageError(told, context) from error

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write every command with the first words of its help, without importing it."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, told) for name, (_, told) in sorted(_COMMANDS.items())])

    def invoke(self, context: click.Context) -> object:
        """Run a command and print all it says, or give the exit code of an output that is closed.

        Raises:
            LawkbError: The output cannot be written.
        """
        try:
            code = super().invoke(context)
            sys.stdout.flush()
        except BrokenPipeError:  # not left to click, which would exit with 1
            return _output_closed()
        except OSError as error:
            if error.errno != errno.ENOSPC or error.filename is not None:
                raise
            _output_closed()
            what = f"cannot be written: {error.strerror}"
            raise LawkbError("standard output", what, "free some space there") from error
        return code


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
)
@click.version_option(package_name="lawkb")
@click.option(
    "--corpus",
    envvar="LAWKB_CORPUS",
    metavar="DIR",
    help="The corpus to work on; by default the nearest folder corpus/ upwards.",
)
@click.pass_context
def cli(context: click.Context, corpus: str | None) -> None:
    """Law codes in several languages: structured, linked, searchable, published.

    An address is read in any writing: 47E2a, 47Ε2(α), "Law 47 E 2 (a)".

    Exit codes: 0 fine, 1 nothing found or findings, 2 could not run.
    """
    context.obj = Settings(corpus)


def run() -> int:
    """Run the command line; an error of ours is three short lines on standard error.

    Returns:
        The exit code.
    """
    _write_whatever_comes()
    try:
        code = cli.main(standalone_mode=False)
    except LawkbError as error:
        click.echo(f"{error}", err=True)
        return 2
    except click.ClickException as error:
        error.show()
        return 2
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        return 130
    return code if isinstance(code, int) else 0


def _write_whatever_comes() -> None:
    """Write characters that an output has no code for as JSON escapes them: JSON stays JSON."""
    codecs.register_error("lawkb.escape", _escaped)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="lawkb.escape")


def _escaped(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass").hex()
    escaped = "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
    return escaped, error.end


def _output_closed() -> int:
    """Exit code where nobody reads the output any more, as after ``| head``; the rest is dropped.

    Source: Python's documentation, "Note on SIGPIPE".
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return CLOSED_OUTPUT
