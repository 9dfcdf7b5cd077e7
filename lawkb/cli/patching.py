"""``lawkb patch``."""

from __future__ import annotations

import datetime
from pathlib import Path

import click

from lawkb.checks.patching import Cause
from lawkb.cli.diffs import print_change
from lawkb.cli.settings import Settings, console, messages
from lawkb.corpus.outline import read_outline
from lawkb.corpus.patches import add_patches
from lawkb.errors import LawkbError
from lawkb.pipeline import edited_page


@click.command("patch")
@click.argument("page")
@click.argument("edited", type=click.Path(path_type=Path))
@click.option("--reason", required=True, help="Why the words are changed.")
@click.option("--author", required=True, help="Who changes them.")
@click.option("--origin", default="the editor", show_default=True, help="Where they come from.")
@click.option("--dry-run", is_flag=True, help="Show the patches and write nothing.")
@click.pass_obj
def patch_command(
    settings: Settings,
    page: str,
    edited: Path,
    reason: str,
    author: str,
    origin: str,
    dry_run: bool,
) -> int:
    """Write patches from an edited copy of a page.

    PAGE is the page id, EDITED the copy. Sources are never edited: copy a page, edit the copy,
    and this command writes what differs into corpus/patches/. Exits with 1 when a change cannot
    be a patch.
    """
    folder = settings.folder
    cause = Cause(reason, origin, author, datetime.date.today().isoformat())
    repairs = edited_page(folder, page, _content(edited), cause)
    outline = read_outline(folder)
    patches = tuple(patch for made in repairs for patch in made.patches)
    for patch in patches:
        place = outline.scheme.write(patch.address)
        click.echo(f"{place} {patch.language} {patch.field}: {patch.old!r} -> {patch.new!r}")
    refused = [change for made in repairs for change in made.refused]
    for change in refused:
        messages().print("no patch can make this change:")
        print_change(messages(), change, outline.scheme)
    if patches and not dry_run:
        files = ", ".join(map(str, add_patches(folder, patches, outline)))
        click.echo(f"{len(patches)} patches are in {files}; run: lawkb ingest")
    if not patches and not refused:
        console().print("the copy reads like the page: nothing to patch")
    return 1 if refused else 0


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise LawkbError(
            str(path), f"cannot be read: {error.strerror}", "name the edited copy"
        ) from error
