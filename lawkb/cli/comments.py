"""``lawkb comments``: show readers' comments, and record editors' decisions on them."""

from __future__ import annotations

import click
from rich.text import Text

from lawkb.cli.options import (
    Settings,
    author_option,
    check_reason,
    echo,
    format_option,
    print_json,
    signed,
)
from lawkb.cli.terminal import clean, console, messages, print_hanging
from lawkb.cli.terminal_laws import print_thread
from lawkb.corpus.decision_files import (
    SETTLEMENTS,
    SettledAs,
    comment_id,
    read_settlements,
    with_discussion,
)
from lawkb.corpus.writing import one_writer
from lawkb.errors import LawkbError
from lawkb.exchange.public_laws import decided_comments, texts_with_comments
from lawkb.model.code import Code
from lawkb.model.companion import Companion
from lawkb.model.law import Law


@click.group("comments", invoke_without_command=True)
@click.option(
    "--status",
    type=click.Choice(["open", "applied", "outdated", "orphan", "rejected"]),
    help="Only comments of this status.",
)
@format_option
@click.pass_context
def comments_command(context: click.Context, status: str | None, form: str) -> int:
    """Show the comments of readers and translators, and their status."""
    if context.invoked_subcommand:
        return 0
    code = with_discussion(context.obj.folder, context.obj.read_code())
    scheme = code.outline.scheme
    decisions = {each.comment: each for each in read_settlements(context.obj.folder)}
    found = [
        (text, each) for text, each in texts_with_comments(code) if status in {None, each.status}
    ]
    if form == "json":
        print_json({"comments": decided_comments(code, decisions, status)})
        return 0 if found else 1
    for text, comment in found:
        name = text.name if isinstance(text, Companion) else scheme.write(text.root.address)
        place = scheme.write(comment.address) if comment.address else name
        own = comment_id(text.origin.page, comment)
        print_thread(console(), comment, f"{place} {text.language} {own}")
        if own in decisions:
            decided = decisions[own]
            why = f"{decided.status} by {decided.author}, {decided.date}: {decided.reason}"
            print_hanging(console(), "->", Text(clean(why)), 0)
    if not found:
        messages().print("no comments" + (f" that are {status}" if status else ""))
    return 0 if found else 1


@comments_command.command("settle")
@click.argument("comment", metavar="ID")
@click.option("--applied", is_flag=True, help="The change was made.")
@click.option("--rejected", is_flag=True, help="The change is rejected.")
@click.option("--reason", required=True, help="Why it is resolved or rejected.")
@author_option
@click.pass_obj
def settle_command(
    settings: Settings,
    comment: str,
    applied: bool,
    rejected: bool,
    reason: str,
    author: str | None,
) -> int:
    """Record whether a comment is resolved.

    ID is what `lawkb comments` prints. The decision is written into
    corpus/comments.toml and applied by the next ingest.
    """
    # Not above: to show comments, nothing that decides is needed.
    from lawkb.corpus.decision_files import DecisionReason
    from lawkb.editorial.decisions import decide_comment, put_decision

    if applied == rejected:
        hint = "say --applied or --rejected"
        raise LawkbError("comments settle", "the decision is missing", hint)
    status: SettledAs = "applied" if applied else "rejected"
    check_reason(reason)
    folder, signature = settings.folder, signed(author)
    with one_writer(folder) as writer:
        code = with_discussion(folder, settings.read_code())
        name = _full_id(comment, code)
        settlements = read_settlements(folder)
        decision = decide_comment(settlements, name, status, DecisionReason(reason, *signature))
        if not decision.added:
            known = {each.comment: each for each in settlements}[name]
            echo(f"nothing to do: {name} is {status} since {known.date}, by {known.author}")
            return 0
        put_decision(folder, decision, code.outline, writer)
    echo(f"comment {name} is recorded as {status} in {folder / SETTLEMENTS}; run: lawkb ingest")
    return 0


@comments_command.command("reopen")
@click.argument("comment", metavar="ID")
@click.pass_obj
def reopen_command(settings: Settings, comment: str) -> int:
    """Take back what was decided on a comment.

    ID is what `lawkb comments` prints. The decisions are removed from
    corpus/comments.toml; the next ingest applies that.
    """
    from lawkb.editorial.decisions import put_decision, withdraw_comment_decision

    folder = settings.folder
    with one_writer(folder) as writer:
        code = with_discussion(folder, settings.read_code())
        name = _full_id(comment, code)
        decision = withdraw_comment_decision(read_settlements(folder), name)
        put_decision(folder, decision, code.outline, writer)
    echo(f"comment {name} is open again in {folder / SETTLEMENTS}; run: lawkb ingest")
    return 0


def _full_id(typed: str, code: Code) -> str:
    """Return the id of the one comment whose id begins as typed."""
    laws = ((text, each) for text, each in texts_with_comments(code) if isinstance(text, Law))
    ids = {comment_id(text.origin.page, each) for text, each in laws}
    named = [each for each in ids if each.startswith(typed.casefold())]
    if len(named) != 1:
        told = "names several comments" if named else "no comment on a law has this id"
        raise LawkbError(typed, told, "lawkb comments prints the ids")
    return named[0]
