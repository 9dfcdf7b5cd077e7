"""``lawkb patch``."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from pathlib import Path

import click

from lawkb.checks.patching import Cause, Repair
from lawkb.cli.diffs import print_change
from lawkb.cli.settings import Settings, console, messages
from lawkb.corpus.outline import read_outline
from lawkb.corpus.patches import files_with_patches
from lawkb.corpus.writing import one_writer
from lawkb.errors import LawkbError
from lawkb.model.code import Outline
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
    folder, copy = settings.folder, _content(edited)
    cause = Cause(reason, origin, author, datetime.date.today().isoformat())
    outline = read_outline(folder)
    if dry_run:
        return _print(edited_page(folder, page, copy, cause), outline)
    with one_writer(folder) as put:
        repairs = edited_page(folder, page, copy, cause)
        patches = tuple(patch for made in repairs for patch in made.patches)
        files = files_with_patches(folder, patches, outline)
        put(files)
    refused = _print(repairs, outline)
    if files:
        names = ", ".join(str(folder / file) for file in files)
        click.echo(f"{len(patches)} patches are in {names}; run: lawkb ingest")
    return refused


def _print(repairs: Sequence[Repair], outline: Outline) -> int:
    """Print the patches of an edited page, and what no patch can make.

    Returns:
        The exit code: 1 when something is refused.
    """
    patches = [patch for made in repairs for patch in made.patches]
    for patch in patches:
        place = outline.scheme.write(patch.address)
        click.echo(f"{place} {patch.language} {patch.field}: {patch.old!r} -> {patch.new!r}")
    refused = [change for made in repairs for change in made.refused]
    for change in refused:
        messages().print("no patch can make this change:")
        print_change(messages(), change, outline.scheme)
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
