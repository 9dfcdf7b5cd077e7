"""``lawkb search``: the command that asks the whole corpus."""

from __future__ import annotations

from typing import Any

import click

from lawkb.cli.searching import print_addresses, print_answer, search_record
from lawkb.cli.settings import (
    Settings,
    console,
    format_option,
    messages,
    opened_code,
    print_json,
)
from lawkb.corpus.cached import index_folder
from lawkb.corpus.glossary import read_glossary
from lawkb.search.index import Question, search_code

MOST_HITS = 1000  # shown at once
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
    help="Hits to show.  [default: 10; all with -l]",
)
@click.option("-l", "listed", is_flag=True, help="Addresses only, a line each.")
@click.option("-c", "counted", is_flag=True, help="The number of hits only.")
@click.option("--lang", metavar="TAG", help="Words in this language only.")
@click.option("--also", is_flag=True, help="Seek what other languages call it, too.")
@click.option("--explain", "explained", is_flag=True, help="Say how the query is read.")
@format_option
@click.pass_obj
def search_command(settings: Settings, /, words: tuple[str, ...], form: str, **asked: Any) -> int:
    """Search every language at once: words, or the address of a provision.

    Case, accents and inflection do not matter: αμυνομενων finds αμυνόμενος.
    """
    limit = asked["limit"] or (MOST_HITS if asked["listed"] else 10)
    code = opened_code(settings)
    query = " ".join(words)
    glossary = read_glossary(settings.folder, code.outline)
    answer = search_code(
        code,
        index_folder(settings.folder),
        query,
        limit=0 if asked["counted"] else limit,
        language=asked["lang"],
        also=asked["also"],
        glossary=glossary,
        progress=lambda line: messages().print(line, markup=False),
    )
    told: dict[str, object] = {}
    if asked["explained"]:
        # Not above: few searches are explained, and all would wait for it.
        from lawkb.cli.explaining import explanation_record, print_explanation
        from lawkb.search.explaining import explain_code

        question = Question(query, language=asked["lang"], also=asked["also"])
        folder = index_folder(settings.folder)
        explanation = explain_code(code, folder, question, glossary=glossary)
        if form == "text":
            print_explanation(console(), explanation)
        told = {"explanation": explanation_record(explanation)}
    if form == "json":
        print_json(search_record(answer, code) | told)
    elif asked["counted"]:
        click.echo(answer.total)
    elif asked["listed"]:
        print_addresses(answer, code)
    else:
        print_answer(console(), answer, code)
    return 0 if answer.total else 1
