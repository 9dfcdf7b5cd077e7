"""``lawkb push``."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lawkb.cli.options import Settings, counted, delay_option, echo, format_option, print_json
from lawkb.cli.terminal import console, messages
from lawkb.cli.terminal_laws import print_change
from lawkb.corpus.corpus_toml import read_outline
from lawkb.corpus.decision_files import read_review
from lawkb.editorial.page_merge import NEVER_THERE
from lawkb.editorial.translation_progress import Reviews
from lawkb.errors import on_one_line
from lawkb.exchange.public_types import PushedCorrection, PushedPage, PushResult
from lawkb.extras import needs
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.finding import Finding
from lawkb.references.typed_address import typed_address

if TYPE_CHECKING:  # the extra may not be installed
    from lawkb.push import PushTarget

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
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Also corrections that are not reviewed, or of provisions with an open error.",
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
    everything: bool,
    delay: float,
    form: str,
) -> int:
    """Send corrections back to the wiki.

    The corrections in corpus/patches are merged into the newest text of their
    pages; nothing else on a page changes. A correction is refused if its words
    were changed there, or if its place is not certain. With ADDRESS only those
    of a law, or of a provision and everything in it, are sent. Then run:
    lawkb fetch, lawkb ingest.

    A correction stays here, and is listed with the reason, if its translation
    is not reviewed as it is now or its provision has an open error (--all sends
    these, too), and a heading that its page never had.

    The wiki is that of `lawkb fetch`, or `wiki` of the source in corpus.toml.
    Set LAWKB_WIKI_USER and LAWKB_WIKI_PASSWORD, or LAWKB_WIKI_TOKEN, in the
    environment.

    Exit codes: 0 fine, 1 a correction was refused or a page left, 2 could not
    run. With --dry-run a page whose wiki is not known is no fault.
    """
    with needs("wiki", "lawkb push"):
        from lawkb.push import preview, public_page, push, push_targets, without_unready
        from lawkb.sources.dokuwiki_api.http import (
            RequestLimits,
            is_in_clear,
            read_address,
            read_login,
        )

    outline = read_outline(settings.folder)
    wanted = tuple(typed_address(text, Code(outline, {}, {})) for text in places)
    targets = push_targets(settings.folder, outline, wanted, source)
    if targets and not everything:
        targets = without_unready(targets, *_judged(settings.folder, targets))
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
    elif not dry_run:
        _print_way_back(pages, targets)
    if not everything and form == "text":
        _print_all_hint(pages)
    if dry_run:
        pages = [page for page in pages if page.wiki is not None]
    states = {each.state for page in pages for each in page.corrections}
    return 1 if states & {"refused", "left"} else 0


def _judged(folder: Path, targets: Sequence[PushTarget]) -> tuple[Code, Reviews, Sequence[Finding]]:
    """Return the code with all corrections, its review states, and the findings on their laws."""
    # Not above: --all needs none of it.
    from lawkb.checks.rule_list import STANDARD
    from lawkb.editorial.findings import findings_on
    from lawkb.pipeline import current_code

    code = current_code(folder)
    laws = dict.fromkeys(patch.address.law for target in targets for patch in target.patches)
    places = [Address((number,)) for number in laws]
    findings = findings_on(folder, code, STANDARD, places)
    return code, read_review(folder, code.outline), findings


def _printed(results: Iterator[PushedPage], form: str) -> list[PushedPage]:
    """Print each page as soon as it is done, unless JSON is wanted, and return all."""
    pages, told = [], set[str]()
    for page in results:
        pages.append(page)
        if form == "text":
            if page.wiki is None and page.why:  # once for a source
                if page.why not in told:
                    console().print(page.why, soft_wrap=True)
                told.add(page.why)
                _print_page(page, "stays here")
            else:
                _print_page(page, f"{_TOLD[page.state]}")
    return pages


def _print_way_back(pages: Sequence[PushedPage], targets: Sequence[PushTarget]) -> None:
    """Print the commands that take over what was written."""
    written = {(page.wiki, page.page) for page in pages if page.state == "written"}
    done = [each for each in targets if (each.wiki, each.page_id) in written]
    fetches = (
        f"lawkb fetch {each.wiki} --source {each.source.name}"
        + (f" --namespace {each.source.namespace}" if each.source.namespace else "")
        for each in done
    )
    if done:
        echo(f"to take them over, run: {', '.join(dict.fromkeys(fetches))}, then lawkb ingest")


def _print_all_hint(pages: Sequence[PushedPage]) -> None:
    kept = (each for page in pages for each in page.corrections if each.state == "kept")
    if any(each.why != NEVER_THERE for each in kept):
        messages().print("to send them all the same: --all")


def _print_page(page: PushedPage, told: str) -> None:
    counted_states = ("written", "pending") if page.wiki else ("left",)
    done = [each for each in page.corrections if each.state in counted_states]
    count = f": {counted(len(done), 'correction')}" if done else ""
    why = f": {page.why}" if page.why and page.wiki else ""
    console().print(f"{on_one_line(page.page)}: {told}{count}{why}")
    for change in page.changes:
        print_change(console(), change)
    held = sum(each.state == "held" for each in page.corrections)
    if held:
        console().print(f"  in the wiki already: {counted(held, 'correction')}")
    for each in page.corrections:
        if each.state == "refused":
            console().print(f"  refused: {_place(each)}: {each.why}")
            console().print(f"    {on_one_line(each.old)!r} -> {on_one_line(each.new)!r}")
    kept: dict[str, list[str]] = {}
    for each in page.corrections:
        if each.state == "kept":
            kept.setdefault(each.why or "", []).append(_place(each))
    for reason, places in kept.items():
        console().print(f"  not sent: {', '.join(dict.fromkeys(places))}: {on_one_line(reason)}")


def _place(each: PushedCorrection) -> str:
    return f"{each.address} {each.lang} {each.field}"
