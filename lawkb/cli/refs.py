"""``lawkb refs``: references of the corpus, also as a graph, and of any text."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lawkb.cli.options import (
    Settings,
    echo,
    edition_option,
    format_option,
    language_asked,
    print_json,
    write_output,
)
from lawkb.cli.terminal import console, messages
from lawkb.cli.terminal_laws import references_table
from lawkb.errors import LawkbError, on_one_line
from lawkb.extras import needs
from lawkb.model.address import Scheme
from lawkb.model.code import Code, edition_of
from lawkb.references.graph import Citation, Disagreement, Selection, build_graph, citation_edges
from lawkb.references.typed_address import typed_place

if TYPE_CHECKING:  # what finds references is loaded for a text that is given, not for the laws
    from lawkb.references.resolve import GivenText

_GRAPHS = ("json", "dot", "graphml")
_MOST_SHOWN = 5000  # references of one table: rich lays a table out as a whole
_SHAPE = 'write {"text": "…", "lang": "en", "at": "47E"} on one line; text alone is enough'


@click.command("refs")
@click.argument("address", nargs=-1)
@click.option("--cites", is_flag=True, help="Only what ADDRESS cites.")
@click.option("--cited-by", is_flag=True, help="Only what cites ADDRESS.")
@click.option("--dangling", is_flag=True, help="Only references to provisions that do not exist.")
@click.option("--not-held", is_flag=True, help="Only references to laws whose text is not here.")
@click.option(
    "--disagree", is_flag=True, help="Only provisions whose languages cite different provisions."
)
@click.option(
    "--graph", "graph_form", type=click.Choice(_GRAPHS), help="Print who cites whom as a graph."
)
@click.option("-o", "--output", metavar="FILE", help="Write the graph to this file.")
@click.option("--text", help="Read the references of this text instead of the corpus.")
@click.option("--lang", metavar="TAG", help="Language of TEXT; otherwise list only this language.")
@click.option("--at", metavar="ADDRESS", help="Provision that contains TEXT.")
@click.option(
    "--jsonl", is_flag=True, help="Read JSON objects, one a line: text, lang, at (an address)."
)
@edition_option
@format_option
@click.pass_obj
def refs_command(
    settings: Settings,
    address: tuple[str, ...],
    cites: bool,
    cited_by: bool,
    dangling: bool,
    not_held: bool,
    disagree: bool,
    graph_form: str | None,
    output: str | None,
    text: str | None,
    lang: str | None,
    at: str | None,
    jsonl: bool,
    edition: str | None,
    form: str,
) -> int:
    """Show what a provision cites and what cites it; without ADDRESS, every reference.

    The language of TEXT is recognized by its script unless --lang names it;
    if several languages share the script, that of the original is used. With
    --jsonl, a line that cannot be read gives {"error": …} in its place, and
    exit code 2 at the end.
    """
    code = settings.read_code()
    if jsonl:
        ignored: dict[str, object] = {
            "ADDRESS": address,
            "--text": text,
            "--lang": lang,
            "--at": at,
            "--cites": cites,
            "--cited-by": cited_by,
            "--dangling": dangling,
            "--not-held": not_held,
            "--disagree": disagree,
            "--graph": graph_form,
        }
        _refuse("--jsonl", ignored, "lines hold all of it: lawkb refs --jsonl")
        return _references_of_lines(code, edition_of(code, edition))
    if text is not None:
        _refuse("--text", {"ADDRESS": address}, "name the place of the text: --at 47E")
        from lawkb.references.resolve import GivenText

        return _print_text_references(code, GivenText(text, lang, at), edition, form)
    _refuse("lawkb refs", {"--at": at}, "it is for a text: lawkb refs --text '…' --at 47E")
    lang = language_asked(code, lang)
    edition_of(code, edition)
    named = typed_place(address, code, edition) if address else None
    place, edition = (named.address, named.edition) if named else (None, edition)
    if place is None and (cites or cited_by):
        raise LawkbError("lawkb refs", "of which provision?", "write: lawkb refs --cites 47E")
    if output is not None and graph_form is None:
        raise LawkbError(f"-o {output}", "there is no graph to write", "add: --graph graphml")
    ends = {"cites": cites or not cited_by, "cited_by": cited_by or not cites}
    statuses = {"unresolved": dangling, "removed": dangling, "not-held": not_held}
    status = frozenset(name for name, chosen in statuses.items() if chosen)
    asked = Selection(edition, lang, status, place, tuple(e for e in ends if ends[e]))
    graph = build_graph(code)
    if disagree:
        _print_disagreements(code, asked.disagreements(code, graph), form)
        return 0
    lists = asked.lists(code, graph)
    if graph_form is not None:
        _write_graph(code, lists["references"], graph_form, output)
        return 0
    _print_references(code.outline.scheme, lists, asked, form)
    return 1 if place is not None and not lists["references"] else 0


def _refuse(where: str, given: Mapping[str, object], hint: str) -> None:
    """Raise an error if an option is given that would be ignored."""
    names = [name for name, value in given.items() if value]
    if names:
        raise LawkbError(where, f"{' and '.join(names)} would be ignored", hint)


def _print_references(
    scheme: Scheme, lists: dict[str, list[Citation]], asked: Selection, form: str
) -> None:
    if form == "json":
        from lawkb.exchange.public_laws import cited_reference  # a table needs none of it

        print_json(lists, lambda c: cited_reference(c, scheme) if isinstance(c, Citation) else c)
        return
    if asked.place is None:
        _print_table(lists["references"], scheme)
        return
    for end in asked.ends:
        title = f"{scheme.write(asked.place)} {end.replace('_', ' ')}"
        console().print(title + ("" if lists[end] else ": nothing"), style="bold")
        if lists[end]:
            _print_table(lists[end], scheme)


def _print_table(citations: list[Citation], scheme: Scheme) -> None:
    if citations:
        console().print(references_table(citations[:_MOST_SHOWN], scheme))
        left = len(citations) - _MOST_SHOWN
        if left > 0:
            messages().print(f"{left} more; --format json shows all")
    else:
        messages().print("no references")


def _write_graph(code: Code, citations: list[Citation], form: str, output: str | None) -> None:
    with needs("graph", f"--graph {form}"):
        from lawkb.exchange.reference_graphs import graph_dot, graph_graphml, graph_json

    write = {"json": graph_json, "dot": graph_dot, "graphml": graph_graphml}[form]
    text = write(citation_edges(citations, code), code)
    if output is None:
        echo(text, end="")
    else:
        write_output(Path(output), text.encode("utf-8"))


def _print_disagreements(code: Code, found: tuple[Disagreement, ...], form: str) -> None:
    from lawkb.exchange.public_laws import public_disagreement

    disagreements = [public_disagreement(each, code.outline.scheme) for each in found]
    if form == "json":
        print_json({"disagreements": disagreements})
        return
    for each in disagreements:
        told = "; ".join(
            f"{language} cites {', '.join(places)}" if places else f"{language} does not"
            for language, places in each.cited.items()
        )
        console().print(f"{each.edition} {each.address}: {told}")
    if not found:
        messages().print("the languages of every provision cite the same")


# ---- a text given by hand


def _print_text_references(code: Code, text: GivenText, edition: str | None, form: str) -> int:
    """Print the references in a text, and return the exit code: 1 if there are none."""
    from lawkb.exchange.public_laws import given_references
    from lawkb.references.resolve import likely_languages

    languages = likely_languages(code, text)
    references = given_references(code, text, languages[0], edition_of(code, edition))
    if form == "json":
        print_json({"references": references, "lang": languages[0].code})
        return 0 if references else 1
    if len(languages) > 1:
        others = " or ".join(language.code for language in languages[1:])
        told = f"read as {languages[0].code}; for another language: --lang {others}"
        messages().print(told)
    for each in references:
        upto = f"–{each.upto}" if each.upto else ""
        echo(f"{on_one_line(each.raw)}\t{each.target or each.act or '?'}{upto}\t{each.status}")
    if not references:
        messages().print("no references")
    return 0 if references else 1


def _references_of_lines(code: Code, edition: str) -> int:
    """Print one JSON list of references for every line of standard input.

    For a line that cannot be read, ``{"error": {"where", "what", "hint"}}`` is printed.

    Returns:
        The exit code: 2 if a line could not be read, else 0.
    """
    from lawkb.exchange.public_laws import given_references
    from lawkb.exchange.public_types import as_json
    from lawkb.references.resolve import likely_languages

    failed = False
    for number, line in enumerate(sys.stdin.buffer, start=1):
        told: Any
        try:
            text = _given_text(line)
            language = likely_languages(code, text)[0]
            told = as_json(given_references(code, text, language, edition))
        except LawkbError as error:
            failed = True
            where = f"standard input:{number}"
            told = {"error": {"where": where, "what": error.what, "hint": error.hint}}
        echo(json.dumps(told, ensure_ascii=False))
    return 2 if failed else 0


def _given_text(line: bytes) -> GivenText:
    """Parse a line of JSON into a text. Raises LawkbError when it is malformed."""
    try:
        given = json.loads(line)
        text, lang, at = given["text"], given.get("lang"), given.get("at")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise LawkbError("", "not a JSON object with a text", _SHAPE) from None
    for key, value in (("text", text), ("lang", lang or ""), ("at", at or "")):
        if not isinstance(value, str):
            raise LawkbError("", f"{key} is no text", _SHAPE)
    from lawkb.references.resolve import GivenText

    return GivenText(text, lang or None, at or None)
