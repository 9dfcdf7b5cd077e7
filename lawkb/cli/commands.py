"""The commands by name: each is imported when it is called, and all for the help."""

from __future__ import annotations

import sys
from importlib import import_module

import click

from lawkb.cli.settings import Settings
from lawkb.errors import LawkbError

# Where a command is defined: lawkb.cli.<module>:<function>.
_COMMANDS = {
    "build": "site:build_command",
    "check": "checking:check_command",
    "comments": "commenting:comments_command",
    "compare": "compare:compare_command",
    "export": "exporting:export_command",
    "fetch": "fetch:fetch_command",
    "history": "history:history_command",
    "import": "importing:import_command",
    "index": "ingest:index_command",
    "ingest": "ingest:ingest_command",
    "patch": "patching:patch_command",
    "refs": "refs:refs_command",
    "review": "reviewing:review_command",
    "search": "reading:search_command",
    "serve": "site:serve_command",
    "show": "showing:show_command",
    "terms": "checking:terms_command",
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
        module, _, function = _COMMANDS[name].partition(":")
        command: click.Command = getattr(import_module(f"lawkb.cli.{module}"), function)
        return command


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

    Exit codes: 0 fine, 1 no hit or findings, 2 could not run.
    """
    context.obj = Settings(corpus)


def run() -> int:
    """Run the command line; an error of ours is three short lines on standard error.

    Returns:
        The exit code.
    """
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
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    return code if isinstance(code, int) else 0
