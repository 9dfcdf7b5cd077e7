"""``lawkb search``: the command that asks the whole corpus."""

from __future__ import annotations

from typing import Any

import click

from lawkb.cli.searching import (
    MOST_HITS,
    USUAL_HITS,
    print_addresses,
    print_answer,
    print_count,
    search_record,
)
from lawkb.cli.settings import Settings, console, format_option, messages, opened_code, print_json
from lawkb.corpus.cached import index_folder
from lawkb.corpus.glossary import read_glossary
from lawkb.search.asking import Question, readings
from lawkb.search.ground import ground_of
from lawkb.search.index import jump, open_index, search

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
    code = opened_code(settings)
    ground = ground_of(code.outline)
    glossary = read_glossary(settings.folder, code.outline)
    limit = asked["limit"] or (MOST_HITS if asked["listed"] else USUAL_HITS)
    question = Question(
        " ".join(words), 0 if asked["counted"] else limit, asked["lang"], asked["also"]
    )
    folder = index_folder(settings.folder)
    answer = jump(code, question)
    if answer is None:
        readings(ground, question)  # a fault needs no index
        engine = open_index(code, folder, lambda line: messages().print(line))
        answer = search(engine, code, question, glossary)
    told: dict[str, object] = {}
    if asked["explained"]:
        # Not above: few searches are explained, and all would wait for it.
        from lawkb.cli.explaining import explanation_record, print_explanation
        from lawkb.search.explaining import explain_code

        explanation = explain_code(code, folder, question, glossary=glossary)
        if form == "text":
            print_explanation(console(), explanation)
        told = {"explanation": explanation_record(explanation)}
    if form == "json":
        print_json(search_record(answer, ground.scheme) | told)
    elif asked["counted"]:
        print_count(answer)
    elif asked["listed"]:
        print_addresses(answer, ground)
    else:
        print_answer(answer, ground)
    return 0 if answer.total else 1
