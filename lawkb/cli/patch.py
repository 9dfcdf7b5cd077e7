"""``lawkb patch``."""

from __future__ import annotations

from pathlib import Path

import click

from lawkb.cli.options import Settings, counted, echo, signed
from lawkb.cli.terminal import console, messages
from lawkb.cli.terminal_laws import print_change
from lawkb.corpus.corpus_toml import read_outline
from lawkb.corpus.decision_files import DecisionReason, read_patches
from lawkb.corpus.writing import one_writer
from lawkb.editorial.decisions import corrections, put_decision
from lawkb.editorial.new_patches import EditedCopyPatches
from lawkb.errors import LawkbError
from lawkb.exchange.public_laws import public_change
from lawkb.model.address import Scheme
from lawkb.pipeline import edited_page


@click.command("patch")
@click.argument("page")
@click.argument("edited", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--reason", required=True, help="Why the words are changed.")
@click.option("--author", metavar="NAME", required=True, help="Your name, kept with the patch.")
@click.option(
    "--origin",
    default="the editor",
    show_default=True,
    help="Where the new words come from, in your words.",
)
@click.option("--dry-run", is_flag=True, help="Show the patches without writing them.")
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

    PAGE is the page id, FILE the edited copy. Sources are never edited: copy a page, edit the copy,
    and this command writes the differences into corpus/patches/. You may edit the copy again and
    repeat the command: nothing is patched twice.

    Exit codes: 0 fine, 1 a change cannot be a patch, 2 could not run.
    """
    folder, copy = settings.folder, _content(edited)
    cause = DecisionReason(reason, *signed(author), origin)
    outline = read_outline(folder)
    if dry_run:
        return _print(edited_page(folder, page, copy, cause), outline.scheme)
    with one_writer(folder) as writer:
        made = edited_page(folder, page, copy, cause)
        present = read_patches(folder, outline)
        decision = corrections(made.patches, present, outline, f"Patch {page}: {reason}")
        files = put_decision(folder, decision, outline, writer)
    refused = _print(made, outline.scheme)
    if files:
        names = ", ".join(str(folder / file) for file in files)
        patches = counted(len(made.patches), "patch", "patches")
        echo(f"{patches} written to {names}; run: lawkb ingest")
    return refused


def _print(made: EditedCopyPatches, scheme: Scheme) -> int:
    """Print patches of an edited page and changes that cannot be one; return the exit code."""
    for patch in made.patches:
        place = scheme.write(patch.address)
        echo(f"{place} {patch.language} {patch.field}: {patch.old!r} -> {patch.new!r}")
    for language, address in made.completed:
        echo(f"{scheme.write(address)} {language}: no longer marked incomplete")
    for change, why in made.refused:
        messages().print(f"no patch can make this change: {why}")
        print_change(messages(), public_change(change, scheme))
    if not made.patches and not made.refused:
        console().print("nothing to patch: the page already reads like the copy")
    return 1 if made.refused else 0


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise LawkbError(
            str(path), f"cannot be read: {error.strerror}", "name the edited copy"
        ) from error
