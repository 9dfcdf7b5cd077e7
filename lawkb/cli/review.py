"""``lawkb review``: how far the translation is, and saying so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from lawkb.cli.author import signed
from lawkb.cli.printing import counted
from lawkb.cli.settings import (
    Settings,
    console,
    echo,
    edition_option,
    format_option,
    held_code,
    messages,
    print_json,
)
from lawkb.corpus.review_states import (
    DONE_STATES,
    FILE,
    REVIEW_STATES,
    Review,
    ReviewState,
    read_review,
    with_reviews,
)
from lawkb.corpus.writing import one_writer
from lawkb.editorial.review import Translation, texts_hashes
from lawkb.errors import LawkbError
from lawkb.exchange.parcel import translation_of
from lawkb.exchange.review_progress import LawProgress, progress_of, progress_record
from lawkb.model.address import Address, Scheme
from lawkb.model.code import Code
from lawkb.references.typed_address import edition_of, typed_address

_STYLES: dict[ReviewState, str] = {
    "needs-translation": "bold red",
    "needs-review": "yellow",
    "translated": "cyan",
    "reviewed": "green",
    "final": "bold green",
}
_lang_option = click.option("--lang", metavar="TAG", help="Translation, if there are several.")


class _ReviewGroup(click.Group):
    """Shows, where no command is named."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Take the words of ``review 47`` for those of ``review show 47``."""
        named = args[:1] and (args[0] in self.commands or args[0] in ("-h", "--help"))
        return super().parse_args(context, args if named else ["show", *args])


@click.group("review", cls=_ReviewGroup, subcommand_metavar="[show] [PLACE]… | set PLACE… STATE")
def review_command() -> None:
    """Show the progress of the translation; `review set` records it.

    When the original or the translation changes, the provision needs review
    again.

    States: needs-translation, needs-review, translated, reviewed, final.
    """


@review_command.command("show")
@click.argument("places", nargs=-1, metavar="[PLACE]...")
@click.option("--state", type=click.Choice(REVIEW_STATES), help="Only provisions in this state.")
@_lang_option
@edition_option
@format_option
@click.pass_obj
def show_command(
    settings: Settings,
    /,
    places: tuple[str, ...],
    state: ReviewState | None,
    form: str,
    **asked: Any,
) -> int:
    """Show states: by law, or with PLACE or --state by provision."""
    code = held_code(settings)
    of, wanted = _asked(code, places, asked["edition"], asked["lang"])
    reviews = read_review(settings.folder, code.outline)
    progress = progress_of(code, of, reviews, wanted)
    if state:
        progress = tuple(_only(law, state) for law in progress)
        progress = tuple(law for law in progress if law.reviewed)
    if form == "json":
        print_json(progress_record(progress, of, code.outline.scheme))
    elif progress and (places or state):
        console().print(_by_provision(progress, code.outline.scheme))
    elif progress:
        console().print(_by_law(progress, of))
    else:
        messages().print(f"no provision of {of.target} {of.edition} is so")
    return 0 if progress else 1


@review_command.command("set")
@click.argument("places", nargs=-1, required=True, metavar="PLACE...")
@click.argument("state", type=click.Choice(REVIEW_STATES), metavar="STATE")
@click.option("--author", help="Name of the person who records it.  [default: the user]")
@_lang_option
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

    PLACE is a law or a provision with everything in it. The state is kept
    in corpus/review.tsv with hashes of both texts.
    """
    folder = settings.folder
    name, today = signed(author)
    with one_writer(folder) as put:
        code = held_code(settings)
        of, wanted = _asked(code, places, asked["edition"], asked["lang"])
        progress = progress_of(code, of, {}, wanted)
        for place, typed in zip(wanted, places, strict=True):
            if not any(place.holds(each.address) for law in progress for each in law.reviewed):
                raise LawkbError(typed, "no text of it is held", "lawkb review lists what is")
        said = [
            Review(
                of.edition, of.target, each.address, state, *texts_hashes(each.pairs), name, today
            )
            for law in progress
            for each in law.reviewed
            if each.pairs
        ]
        put({FILE: with_reviews(folder, said, code.outline)})
    reviewed = [each for law in progress for each in law.reviewed]
    count = counted(len(reviewed), "provision")
    echo(f"{', '.join(places)}: {count} recorded as {state} in {folder / FILE}")
    lost = [code.outline.scheme.write(each.address) for each in reviewed if each.lost_heading]
    if lost:
        echo(f"without a heading, which the source has lost: {', '.join(lost)}")
    return 0


def _asked(
    code: Code, places: Sequence[str], edition: str | None, language: str | None
) -> tuple[Translation, tuple[Address, ...]]:
    wanted = tuple(typed_address(text, code) for text in places)
    chosen = edition_of(code, edition, wanted[0] if wanted else None)
    return translation_of(code, chosen, language), wanted


def _only(law: LawProgress, state: ReviewState) -> LawProgress:
    return LawProgress(law.number, tuple(each for each in law.reviewed if each.state == state))


def _by_law(progress: Sequence[LawProgress], of: Translation) -> Table:
    """A line for each law, and one for all."""
    table = Table(box=None, pad_edge=False, header_style="bold", show_footer=len(progress) > 1)
    totals = {state: sum(law.counts[state] for law in progress) for state in REVIEW_STATES}
    table.add_column(f"{of.edition} {of.target}", footer="all")
    for state in REVIEW_STATES:
        words = state.replace("-", " ")
        table.add_column(words, footer=f"{totals[state]}", justify="right", style=_STYLES[state])
    table.add_column("done", footer=_done(totals), justify="right")
    for law in progress:
        cells = (f"{count}" if count else "·" for count in law.counts.values())
        table.add_row(f"law {law.number}", *cells, _done(dict(law.counts)))
    return table


def _done(counts: dict[ReviewState, int]) -> str:
    """The share of provisions that were reviewed; below 100 % until all are."""
    whole = sum(counts.values())
    return f"{100 * sum(counts[state] for state in DONE_STATES) // max(1, whole)} %"


def _by_provision(progress: Sequence[LawProgress], scheme: Scheme) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    for law in progress:
        for each in law.reviewed:
            told = "a text has changed since this was recorded" if each.stale else ""
            state = Text(each.state, _STYLES[each.state])
            table.add_row(scheme.write(each.address), state, Text(told, "dim"))
    return table
