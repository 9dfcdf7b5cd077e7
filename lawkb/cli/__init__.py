"""The command line: what is printed, exit codes, formats. No logic."""

from __future__ import annotations

import sys

import click

from lawkb.cli.checking import check_command, terms_command
from lawkb.cli.commenting import comments_command
from lawkb.cli.compare import compare_command
from lawkb.cli.fetch import fetch_command
from lawkb.cli.history import history_command
from lawkb.cli.ingest import index_command, ingest_command
from lawkb.cli.patching import patch_command
from lawkb.cli.reading import search_command, show_command
from lawkb.cli.refs import refs_command
from lawkb.cli.settings import Settings
from lawkb.cli.site import build_command, serve_command
from lawkb.errors import LawkbError


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80})
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


for command in (
    fetch_command,
    ingest_command,
    index_command,
    show_command,
    refs_command,
    compare_command,
    search_command,
    check_command,
    terms_command,
    comments_command,
    patch_command,
    history_command,
    build_command,
    serve_command,
):
    cli.add_command(command)


def main() -> None:
    """Run the command line; an error of ours is three short lines on standard error, exit 2."""
    try:
        code = cli.main(standalone_mode=False)
    except LawkbError as error:
        click.echo(f"{error}", err=True)
        sys.exit(2)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    sys.exit(code if isinstance(code, int) else 0)
