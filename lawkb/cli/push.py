"""``lawkb push``."""

from __future__ import annotations

import os
from collections.abc import Iterator

import click

from lawkb.cli.options import Settings, counted, delay_option, echo, format_option, print_json
from lawkb.cli.terminal import console, messages
from lawkb.cli.terminal_laws import print_change
from lawkb.corpus.corpus_toml import read_outline
from lawkb.errors import on_one_line
from lawkb.exchange.public_types import PushedPage, PushResult
from lawkb.extras import needs
from lawkb.model.code import Code
from lawkb.references.typed_address import typed_address

_TOLD = {
    "written": "written",
    "pending": "would be written",
    "unchanged": "nothing to write",
    "left": "left as it is",
}


@click.command("push")
@click.argument("places", nargs=-1, metavar="[ADDRESS]...")
@click.option("--dry-run", is_flag=True, help="Show the changes without writing them.")
@click.option("--source", metavar="NAME", help="Only the pages of this source.")
@click.option(
    "--message", metavar="TEXT", help="Summary of the change; by default the corrections' reasons."
)
@delay_option
@format_option
@click.pass_obj
def push_command(
    settings: Settings,
    places: tuple[str, ...],
    dry_run: bool,
    source: str | None,
    message: str | None,
    delay: float,
    form: str,
) -> int:
    """Send corrections back to the wiki.

    The corrections in corpus/patches are merged into the newest text of their
    pages; nothing else on a page changes. A correction is refused if its words
    were changed there, or if its place is not certain. With ADDRESS only those
    of a law, or of a provision and everything in it, are sent. Then run:
    lawkb fetch, lawkb ingest.

    The wiki is that of `lawkb fetch`, or `wiki` of the source in corpus.toml.
    Set LAWKB_WIKI_USER and LAWKB_WIKI_PASSWORD, or LAWKB_WIKI_TOKEN, in the
    environment.

    Exit codes: 0 fine, 1 a correction was refused or a page left, 2 could not
    run.
    """
    with needs("wiki", "lawkb push"):
        from lawkb.push import preview, public_page, push, push_targets
        from lawkb.sources.dokuwiki_api.http import (
            RequestLimits,
            is_in_clear,
            read_address,
            read_login,
        )

    outline = read_outline(settings.folder)
    wanted = tuple(typed_address(text, Code(outline, {}, {})) for text in places)
    targets = push_targets(settings.folder, outline, wanted, source)
    login = read_login(os.environ)
    wikis = dict.fromkeys(target.wiki for target in targets if target.wiki)
    if login.given and any(is_in_clear(read_address(wiki)) for wiki in wikis):
        messages().print("the login goes to this wiki unencrypted: it has no https")
    limits = RequestLimits(delay_seconds=delay)
    results = (
        preview(targets, outline, os.environ, limits)
        if dry_run
        else push(targets, outline, os.environ, limits, message)
    )
    pages = _printed((public_page(each, outline) for each in results), form)
    if form == "json":
        print_json(PushResult(tuple(pages)))
    elif not pages:
        messages().print("there are no corrections to send")
    elif not dry_run and any(page.state == "written" for page in pages):
        echo("to take them over, run: lawkb fetch, then lawkb ingest")
    return 1 if any(_is_open(page) for page in pages) else 0


def _printed(results: Iterator[PushedPage], form: str) -> list[PushedPage]:
    """Print each page as soon as it is done, unless JSON is wanted, and return all."""
    pages = []
    for page in results:
        pages.append(page)
        if form == "text":
            _print_page(page)
    return pages


def _is_open(page: PushedPage) -> bool:
    return any(each.state in ("refused", "left") for each in page.corrections)


def _print_page(page: PushedPage) -> None:
    done = [each for each in page.corrections if each.state in ("written", "pending")]
    count = f": {counted(len(done), 'correction')}" if done else ""
    why = f": {page.why}" if page.why else ""
    console().print(f"{on_one_line(page.page)}: {_TOLD[page.state]}{count}{why}")
    for change in page.changes:
        print_change(console(), change)
    held = sum(each.state == "held" for each in page.corrections)
    if held:
        console().print(f"  in the wiki already: {counted(held, 'correction')}")
    for each in page.corrections:
        if each.state == "refused":
            where = f"{each.address} {each.lang} {each.field}"
            console().print(f"  refused: {where}: {each.why}")
            console().print(f"    {on_one_line(each.old)!r} -> {on_one_line(each.new)!r}")
