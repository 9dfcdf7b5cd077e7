"""``lawkb refs``: the references of the corpus, from either end, and as a graph."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from lawkb.cli.printed_laws import references_table
from lawkb.cli.settings import (
    Settings,
    check_language,
    console,
    echo,
    edition_option,
    format_option,
    held_code,
    messages,
    print_json,
)
from lawkb.errors import LawkbError
from lawkb.files import write_whole
from lawkb.model.address import Scheme
from lawkb.model.code import Code
from lawkb.references.graph import Citation, Disagreement, build_graph, citation_edges
from lawkb.references.select import Selection
from lawkb.references.typed_address import edition_of, typed_place

_GRAPHS = ("json", "dot", "graphml")

_MOST_SHOWN = 5000  # references of one table: rich lays a table out as a whole


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
@click.option("--jsonl", is_flag=True, help='Read lines {"text","lang","at"} from standard input.')
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
    code = held_code(settings)
    if jsonl:
        from lawkb.cli.given_text import references_of_lines  # not above: few ask for it

        ignored = {"ADDRESS": address, "--text": text, "--lang": lang, "--at": at}
        _refuse("--jsonl", ignored, "lines hold all of it: lawkb refs --jsonl")
        return references_of_lines(code, edition_of(code, edition))
    if text is not None:
        from lawkb.cli.given_text import print_text_references  # likewise
        from lawkb.references.given_text import GivenText

        _refuse("--text", {"ADDRESS": address}, "name the place of the text: --at 47E")
        return print_text_references(code, GivenText(text, lang, at), edition, form)
    _refuse("lawkb refs", {"--at": at}, "it is for a text: lawkb refs --text '…' --at 47E")
    check_language(code, lang)
    edition_of(code, edition)
    named = typed_place(address, code, edition) if address else None
    place, edition = (named.address, named.edition) if named else (None, edition)
    if place is None and (cites or cited_by):
        raise LawkbError("lawkb refs", "of which provision?", "write: lawkb refs --cites 47E")
    if output is not None and graph_form is None:
        raise LawkbError(f"-o {output}", "there is no graph to write", "add: --graph graphml")
    ends = {"cites": cites or not cited_by, "cited_by": cited_by or not cites}
    statuses = {"unresolved": dangling, "not-held": not_held}
    asked = Selection(edition, lang, _true(statuses), place, tuple(e for e in ends if ends[e]))
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
    """Refuse what would be ignored. Raises LawkbError when something of it was given."""
    names = [name for name, value in given.items() if value]
    if names:
        raise LawkbError(where, f"{' and '.join(names)} would be ignored", hint)


def _true(named: dict[str, bool]) -> frozenset[str]:
    return frozenset(name for name, chosen in named.items() if chosen)


def _print_references(
    scheme: Scheme, lists: dict[str, list[Citation]], asked: Selection, form: str
) -> None:
    if form == "json":
        from lawkb.exchange.public_types import as_json
        from lawkb.exchange.records import cited_reference

        records = {end: [cited_reference(c, scheme) for c in lists[end]] for end in lists}
        print_json(as_json(records))
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
    # networkx takes longer to load than most commands take to run.
    from lawkb.exchange.reference_graphs import graph_dot, graph_graphml, graph_json

    write = {"json": graph_json, "dot": graph_dot, "graphml": graph_graphml}[form]
    text = write(citation_edges(citations, code), code)
    if output is None:
        echo(text, end="")
        return
    try:
        write_whole(Path(output), text.encode("utf-8"))
    except OSError as error:
        told = f"cannot be written: {error.strerror}"
        raise LawkbError(output, told, "name another file") from error


def _print_disagreements(code: Code, found: tuple[Disagreement, ...], form: str) -> None:
    from lawkb.exchange.public_types import as_json
    from lawkb.exchange.records import public_disagreement

    scheme = code.outline.scheme
    if form == "json":
        records = [public_disagreement(each, scheme) for each in found]
        print_json(as_json({"disagreements": records}))
        return
    out = console()
    for each in found:
        cited = public_disagreement(each, scheme).cited
        told = "; ".join(
            f"{language} cites {', '.join(places)}" if places else f"{language} does not"
            for language, places in cited.items()
        )
        out.print(f"{each.edition} {scheme.write(each.address)}: {told}")
    if not found:
        messages().print("the languages of every provision cite the same")
