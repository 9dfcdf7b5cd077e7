"""``lawkb search``: the command that asks the whole corpus."""

from __future__ import annotations

from typing import Any

import click

from lawkb.cli.printed_hits import (
    MOST_HITS,
    USUAL_HITS,
    print_addresses,
    print_answer,
    print_count,
)
from lawkb.cli.settings import Settings, console, format_option, held_code, messages, print_json
from lawkb.corpus.cache import cache_folder
from lawkb.corpus.glossary import read_glossary
from lawkb.search import Question, context_of, jump, open_index, readings, search

# The backspace keeps click from filling the lines anew.
_LANGUAGE = """\b
Query language (quote it for the shell):
  "a phrase"  =exact  pref*  w?rd  near~
  a AND b   a OR b   NOT a   a NEAR/5 b   ( )   or ΚΑΙ, Ή, ΟΧΙ, ΚΟΝΤΑ/5
  law:20-47  edition:2017  lang:el       where to look
  heading:word  in:notes  in:comments    in which texts
  cites:16C  cited-by:47D                by reference
"""


@click.command("search", epilog=_LANGUAGE)
@click.argument("words", nargs=-1, required=True)
@click.option(
    "-n",
    "--limit",
    type=click.IntRange(1, MOST_HITS),
    help="Number of hits to show.  [default: 10; all with -l]",
)
@click.option("-l", "listed", is_flag=True, help="Print addresses only, one per line.")
@click.option("-c", "counted", is_flag=True, help="Print the number of hits only.")
@click.option("--lang", metavar="TAG", help="Search this language only.")
@click.option("--also", is_flag=True, help="Also search for translations of the words.")
@click.option("--explain", "explained", is_flag=True, help="Show how the query was understood.")
@format_option
@click.pass_obj
def search_command(settings: Settings, /, words: tuple[str, ...], form: str, **asked: Any) -> int:
    """Search all languages at once, for words or an address.

    Case, accents and inflection do not matter: αμυνομενων finds αμυνόμενος.
    """
    code = held_code(settings)
    context = context_of(code.outline)
    glossary = read_glossary(settings.folder, code.outline)
    limit = asked["limit"] or (MOST_HITS if asked["listed"] else USUAL_HITS)
    question = Question(
        " ".join(words), 0 if asked["counted"] else limit, asked["lang"], asked["also"]
    )
    folder = cache_folder(settings.folder)
    answer = jump(code, question)
    if answer is None:
        readings(context, question)  # a fault needs no index
        engine = open_index(code, folder, lambda line: messages().print(line))
        answer = search(engine, code, question, glossary)
    told: dict[str, object] = {}
    if asked["explained"]:
        # Not above: few searches are explained, and all would wait for it.
        from lawkb.cli.printed_query import explanation_record, print_explanation
        from lawkb.search import explain_code

        explanation = explain_code(code, folder, question, glossary=glossary)
        if form == "text":
            print_explanation(console(), explanation)
        told = {"explanation": explanation_record(explanation)}
    if form == "json":
        from lawkb.exchange.public_types import as_json
        from lawkb.exchange.search_results import search_result

        print_json(as_json(search_result(answer, context.scheme)) | told)
    elif asked["counted"]:
        print_count(answer)
    elif asked["listed"]:
        print_addresses(answer, context)
    else:
        print_answer(answer, context)
    return 0 if answer.total else 1
