"""``lawkb review``: show and record the progress of the translation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from lawkb.api import Corpus
from lawkb.cli.options import (
    NamedGroup,
    Settings,
    author_option,
    counted,
    echo,
    edition_option,
    format_option,
    print_json,
    signed,
    translation_option,
)
from lawkb.cli.terminal import console, messages
from lawkb.corpus.decision_files import (
    DONE_STATES,
    REVIEW_STATES,
    REVIEWS,
    ReviewState,
    read_review,
)
from lawkb.corpus.writing import one_writer
from lawkb.errors import LawkbError
from lawkb.exchange.public_types import Progress
from lawkb.exchange.translation_export import translation_of
from lawkb.model.code import edition_of
from lawkb.references.typed_address import typed_address

_STYLES: dict[ReviewState, str] = {
    "needs-translation": "bold red",
    "needs-review": "yellow",
    "translated": "cyan",
    "reviewed": "green",
    "final": "bold green",
}


@click.group("review", cls=NamedGroup, subcommand_metavar="[show] [ADDRESS]… | set ADDRESS… STATE")
def review_command() -> None:
    """Show the progress of the translation; `review set` records it.

    When the original or the translation changes, the provision needs review
    again.

    States: needs-translation, needs-review, translated, reviewed, final.
    """


@review_command.command("show")
@click.argument("places", nargs=-1, metavar="[ADDRESS]...")
@click.option("--state", type=click.Choice(REVIEW_STATES), help="Only provisions in this state.")
@translation_option
@edition_option
@format_option
@click.pass_obj
def show_command(
    settings: Settings,
    /,
    places: tuple[str, ...],
    form: str,
    **asked: Any,
) -> int:
    """Show states: by law, or with ADDRESS or --state by provision."""
    progress = Corpus(settings.folder).progress(*places, **asked)
    if form == "json":
        print_json(progress)
    elif progress.laws:
        by_provision = places or asked["state"]
        console().print(_by_provision(progress) if by_provision else _by_law(progress))
    else:
        told = f"in state {asked['state']}" if asked["state"] else "there"
        messages().print(f"no provision of {progress.lang} {progress.edition} is {told}")
    return 0 if progress.laws else 1


@review_command.command("set")
@click.argument("places", nargs=-1, required=True, metavar="ADDRESS...")
@click.argument("state", type=click.Choice(REVIEW_STATES), metavar="STATE")
@author_option
@translation_option
@edition_option
@click.pass_obj
def set_command(
    settings: Settings,
    /,
    places: tuple[str, ...],
    state: ReviewState,
    author: str | None,
    **asked: Any,
) -> int:
    """Record the state of provisions: `lawkb review set 47E2 reviewed`.

    Everything in a law or a provision gets it, too. The state is kept in
    corpus/review.tsv with hashes of both texts.
    """
    # Not above: to show states, nothing that decides is needed.
    from lawkb.editorial.decisions import put_decision, set_review_state
    from lawkb.editorial.translation_progress import progress_of

    folder = settings.folder
    signature = signed(author)
    with one_writer(folder) as writer:
        code = settings.read_code()
        wanted = [typed_address(text, code) for text in places]
        of = translation_of(code, edition_of(code, asked["edition"], wanted[0]), asked["lang"])
        progress = progress_of(code, of, {}, wanted)
        for place, typed in zip(wanted, places, strict=True):
            if not any(place.holds(each.address) for law in progress.values() for each in law):
                raise LawkbError(
                    typed,
                    "it has no text",
                    "to see the provisions that have one, run: lawkb review",
                )
        reviews = read_review(folder, code.outline)
        decision = set_review_state(code, reviews, (of, wanted), state, signature)
        put_decision(folder, decision, code.outline, writer)
    reviewed = [each for law in progress.values() for each in law]
    count = counted(len(reviewed), "provision")
    echo(f"{', '.join(places)}: {count} recorded as {state} in {folder / REVIEWS}")
    lost = [code.outline.scheme.write(each.address) for each in reviewed if each.lost_heading]
    if lost:
        echo(f"without their headings, which the source lost, are recorded: {', '.join(lost)}")
    return 0


def _by_law(progress: Progress) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", show_footer=len(progress.laws) > 1)
    table.add_column(f"{progress.edition} {progress.lang}", footer="all")
    for state, total in progress.summary.items():
        words = state.replace("-", " ")
        table.add_column(words, footer=f"{total}", justify="right", style=_STYLES[state])
    table.add_column("done", footer=_done(progress.summary), justify="right")
    for law in progress.laws:
        cells = (f"{count}" if count else "·" for count in law.states.values())
        table.add_row(f"law {law.law}", *cells, _done(law.states))
    return table


def _done(counts: Mapping[ReviewState, int]) -> str:
    """Return the percentage of provisions reviewed; 100 % only if all are."""
    whole = sum(counts.values())
    return f"{100 * sum(counts[state] for state in DONE_STATES) // max(1, whole)} %"


def _by_provision(progress: Progress) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    for each in progress.provisions:
        told = "a text has changed since this was recorded" if each.stale else ""
        table.add_row(each.address, Text(each.state, _STYLES[each.state]), Text(told, "dim"))
    return table
