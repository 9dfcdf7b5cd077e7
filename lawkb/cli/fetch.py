"""``lawkb fetch``."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from lawkb.cli.options import Settings, delay_option, echo
from lawkb.cli.terminal import messages
from lawkb.corpus.corpus_toml import read_outline, read_sources
from lawkb.errors import LawkbError, on_one_line
from lawkb.extras import needs

if TYPE_CHECKING:  # the extra may not be installed
    from lawkb.sources.dokuwiki_api.fetch import Outcome, Plan, Store

_SOURCE = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")  # as `corpus.toml` takes it


@click.command("fetch")
@click.argument("url")
@click.option(
    "--source", metavar="NAME", help="Folder below sources/; by default the host, with - for dots."
)
@click.option("--namespace", metavar="NS", default="", help="Only the pages of this namespace.")
@delay_option
@click.option(
    "--tries",
    metavar="N",
    type=click.IntRange(1, 20),
    default=5,
    show_default=True,
    help="Attempts after a timeout or a server error.",
)
@click.option("--all", "everything", is_flag=True, help="Fetch unchanged pages as well.")
@click.option("--prune", is_flag=True, help="Remove the files of pages deleted on the wiki.")
@click.option(
    "--replace",
    "replacing",
    is_flag=True,
    help="Replace files that were put into the folder by hand and have another text.",
)
@click.pass_obj
def fetch_command(
    settings: Settings,
    url: str,
    source: str | None,
    namespace: str,
    delay: float,
    tries: int,
    everything: bool,
    prune: bool,
    replacing: bool,
) -> int:
    """Download the pages of a DokuWiki into the corpus, as raw text.

    A second run downloads only what changed; an interrupted run continues where it stopped. A file
    that was put into the folder by hand is taken over if it is what the wiki has or had; another
    one is kept and named.

    The remote interface of the wiki must be switched on. To log in, set LAWKB_WIKI_USER and
    LAWKB_WIKI_PASSWORD, or LAWKB_WIKI_TOKEN, in the environment.

    Exit codes: 0 fine, 1 a page could not be fetched or its file was kept, 2 could not run.
    """
    with needs("wiki", "lawkb fetch"):
        from lawkb.sources.dokuwiki_api.calls import open_calls
        from lawkb.sources.dokuwiki_api.fetch import (
            adopt_pages,
            fetch_pages,
            list_pages,
            open_store,
            plan_all,
            plan_changes,
        )
        from lawkb.sources.dokuwiki_api.http import (
            RequestLimits,
            WikiConnection,
            host_of,
            is_in_clear,
            read_address,
            read_login,
        )

    namespace = namespace.strip(":")
    address = read_address(url)
    login = read_login(os.environ)
    name = _source_name(source, host_of(address))
    if login.given and is_in_clear(address):
        _say("the login goes to this wiki unencrypted: it has no https")
    limits = RequestLimits(delay_seconds=delay, tries=tries)
    with WikiConnection(address, login, limits) as connection:
        calls = open_calls(connection)
        listed = list_pages(calls, namespace)
        inside = _namespace_of(settings.folder, name)
        with open_store(settings.folder / "sources" / name, address, inside) as store:
            kept = () if replacing else adopt_pages(calls, store, listed)
            plan = (plan_all if everything else plan_changes)(listed, store, namespace, kept)
            fates = _fetch(fetch_pages(calls, store, plan), store, plan, prune)
    _hint_at_corpus(settings.folder, name)
    return 1 if fates["failed"] or fates["kept"] else 0


def _namespace_of(folder: Path, name: str) -> str:
    """Return the namespace that ``corpus.toml`` says the pages of a source are in; mostly empty."""
    sources = read_sources(folder, read_outline(folder))
    return next((each.namespace for each in sources if each.name == name), "")


def _source_name(given: str | None, host: str) -> str:
    name = host.replace(".", "-") if given is None else given
    if not _SOURCE.fullmatch(name):
        raise LawkbError(
            name, "not the name of a source", "small letters, digits, - and _: --source NAME"
        )
    return name


def _fetch(outcomes: Iterator[Outcome], store: Store, plan: Plan, prune: bool) -> Counter[str]:
    """Fetch the planned pages, print progress, and count the pages by outcome."""
    fates: Counter[str] = Counter()
    try:
        for outcome in _watched(plan, outcomes):
            fates[outcome.fate] += 1
            if outcome.fate != "fetched":
                why = f": {outcome.why}" if outcome.why else ""
                _say(f"{outcome.fate}: {_shown(outcome.page_id)}{why}")
    finally:
        gone = sum(kept.gone for kept in store.pages().values())
        _print_summary(plan, fates, gone, prune)
    if prune:
        store.prune()
    return fates


def _watched(plan: Plan, outcomes: Iterator[Outcome]) -> Iterator[Outcome]:
    """Yield the outcomes while showing progress on a terminal."""
    columns = (
        TextColumn("fetching"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}", markup=False),
    )
    console = messages()
    off = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=off) as progress:
        task = progress.add_task("", total=plan.steps)
        for outcome in outcomes:
            progress.update(task, advance=1, description=_shown(outcome.page_id))
            yield outcome


def _print_summary(plan: Plan, fates: Counter[str], gone: int, prune: bool) -> None:
    kept = f", kept {fates['kept']}" if fates["kept"] else ""
    echo(
        f"fetched {fates['fetched']}, unchanged {plan.unchanged}, gone {fates['gone']}, "
        f"failed {fates['failed']}{kept}"
    )
    if kept:
        _say("to take the wiki's texts for the files that were kept: --replace")
    if gone and not prune:
        _say(f"{gone} pages are no longer on the wiki; their files are kept, --prune removes them")


def _hint_at_corpus(folder: Path, name: str) -> None:
    """Print what ``corpus.toml`` still needs before ``lawkb ingest`` reads a new source."""
    sources = read_sources(folder, read_outline(folder))
    if name not in {source.name for source in sources}:
        _say(f'corpus.toml does not name this source yet: add [[sources]] with name = "{name}"')


def _shown(page_id: str) -> str:
    """Return an untrusted page id on one line."""
    return on_one_line(page_id[:100])


def _say(line: str) -> None:
    messages().print(line, soft_wrap=True)
