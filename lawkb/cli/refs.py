"""``lawkb refs``: the references of the corpus, from either end, and as a graph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import click

from lawkb.cli.by_hand import GivenText, print_text_references, references_of_lines
from lawkb.cli.places import typed_place
from lawkb.cli.settings import (
    Settings,
    check_language,
    console,
    echo,
    edition_of,
    edition_option,
    format_option,
    held_code,
    messages,
    print_json,
)
from lawkb.cli.shown import references_table
from lawkb.errors import LawkbError
from lawkb.exchange.comparisons import disagreement_record
from lawkb.exchange.records import reference_record
from lawkb.files import write_whole
from lawkb.model.address import Address, Scheme
from lawkb.model.code import Code
from lawkb.refs.edges import Disagreement, disagreements, edges
from lawkb.refs.graph import Citation, Graph, build_graph

_GRAPHS = ("json", "dot", "graphml")


@dataclass(frozen=True, slots=True)
class _Asked:
    """Which references to show.

    Attributes:
        edition: Of the citing provision; None for every one.
        lang: Of the citing text; None for every one.
        statuses: Empty for every one.
        place: Provision at one of the ends; None for every one.
        ends: At which: ``cites``, ``cited_by``.
    """

    edition: str | None
    lang: str | None
    statuses: frozenset[str]
    place: Address | None
    ends: tuple[str, ...]

    def lists(self, code: Code, graph: Graph) -> dict[str, list[Citation]]:
        """The references by end; under ``references`` all of them, each once."""
        if self.place is None:
            return {"references": self._wanted(graph.citations)}
        edition = edition_of(code, self.edition, self.place)
        found = {"cites": graph.cites, "cited_by": graph.cited_into}
        lists = {end: self._wanted(found[end](edition, self.place)) for end in self.ends}
        every = list(dict.fromkeys(c for found in lists.values() for c in found))
        return {"references": every, **lists}

    def _wanted(self, citations: tuple[Citation, ...]) -> list[Citation]:
        return [
            c
            for c in citations
            if self.lang in {None, c.language}
            and (self.place is not None or self.edition in {None, c.edition})
            and (not self.statuses or c.reference.status in self.statuses)
        ]


@click.command("refs")
@click.argument("address", nargs=-1)
@click.option("--cites", is_flag=True, help="Only what ADDRESS cites.")
@click.option("--cited-by", is_flag=True, help="Only what cites ADDRESS.")
@click.option("--dangling", is_flag=True, help="Only references to what is not in a held law.")
@click.option("--not-held", is_flag=True, help="Only references to laws that are not held.")
@click.option("--disagree", is_flag=True, help="Provisions whose languages cite differently.")
@click.option("--graph", "graph_form", type=click.Choice(_GRAPHS), help="Print the graph.")
@click.option("-o", "--output", metavar="FILE", help="File for the graph.")
@click.option("--text", help="Read the references of this text instead of the corpus.")
@click.option("--lang", metavar="TAG", help="Language of the text; of the corpus, one only.")
@click.option("--at", metavar="ADDRESS", help="Provision the text stands in.")
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

    Of a TEXT without --lang, the script tells the language; where several have
    it, the language of the original is taken. With --jsonl, a line that cannot
    be read gives {"error": …} in its place, and exit code 2 at the end.
    """
    code = held_code(settings)
    if jsonl:
        ignored = {"ADDRESS": address, "--text": text, "--lang": lang, "--at": at}
        _refuse("--jsonl", ignored, "lines hold all of it: lawkb refs --jsonl")
        return references_of_lines(code, edition_of(code, edition))
    if text is not None:
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
    asked = _Asked(edition, lang, _true(statuses), place, tuple(e for e in ends if ends[e]))
    graph = build_graph(code)
    if disagree:
        _print_disagreements(code, _disagreements(code, graph, asked), form)
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
    scheme: Scheme, lists: dict[str, list[Citation]], asked: _Asked, form: str
) -> None:
    if form == "json":
        records = {end: [reference_record(c, scheme) for c in lists[end]] for end in lists}
        print_json(records)
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
        console().print(references_table(citations, scheme))
    else:
        messages().print("no references")


def _write_graph(code: Code, citations: list[Citation], form: str, output: str | None) -> None:
    # networkx takes longer to load than most commands take to run.
    from lawkb.exchange.graphs import graph_dot, graph_graphml, graph_json

    write = {"json": graph_json, "dot": graph_dot, "graphml": graph_graphml}[form]
    text = write(edges(citations, code), code)
    if output is None:
        echo(text, end="")
        return
    try:
        write_whole(Path(output), text.encode("utf-8"))
    except OSError as error:
        told = f"cannot be written: {error.strerror}"
        raise LawkbError(output, told, "name another file") from error


def _disagreements(code: Code, graph: Graph, asked: _Asked) -> tuple[Disagreement, ...]:
    return tuple(
        each
        for each in disagreements(graph, code)
        if asked.edition in {None, each.edition}
        and (asked.place is None or asked.place.holds(each.address))
    )


def _print_disagreements(code: Code, found: tuple[Disagreement, ...], form: str) -> None:
    scheme = code.outline.scheme
    if form == "json":
        print_json({"disagreements": [disagreement_record(each, scheme) for each in found]})
        return
    out = console()
    for each in found:
        cited = disagreement_record(each, scheme)["cited"]
        told = "; ".join(
            f"{language} cites {', '.join(places)}" if places else f"{language} does not"
            for language, places in cited.items()
        )
        out.print(f"{each.edition} {scheme.write(each.address)}: {told}")
    if not found:
        messages().print("the languages of every provision cite the same")
