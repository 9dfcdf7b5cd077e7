"""``lawkb show``: a provision and all in it, or a text beside the laws."""

from __future__ import annotations

import click

from lawkb.cli.companions import Wanted, commentaries_on, show_companion, typed_companion
from lawkb.cli.settings import (
    Settings,
    console,
    edition_of,
    edition_option,
    format_option,
    held_code,
    messages,
    print_json,
    typed_address,
)
from lawkb.cli.shown import citing_labels, provision_lines
from lawkb.cli.texts import print_lines
from lawkb.errors import LawkbError
from lawkb.exchange.records import show_record
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.law import Law
from lawkb.refs.graph import Graph, build_graph


@click.command("show")
@click.argument("address", nargs=-1, required=True)
@click.option("--lang", metavar="TAG", help="One language only.")
@click.option("--at", metavar="DATE", help="As the pages stood at the end of that day (UTC).")
@edition_option
@format_option
@click.pass_obj
def show_command(
    settings: Settings,
    address: tuple[str, ...],
    lang: str | None,
    at: str | None,
    edition: str | None,
    form: str,
) -> int:
    """Show a provision and all in it, in every language.

    ADDRESS is read in any writing: 47E2a, 47Ε2(α), 47 ε 2 α. It may also be the
    name of a text beside the laws: definitions, preface, commentary_7.
    """
    code = held_code(settings)
    name = typed_companion(" ".join(address), code)
    if name is not None:
        if at is not None:
            raise LawkbError(f"--at {at}", "only laws are shown as they stood", "leave --at out")
        return show_companion(code, Wanted(name, edition, lang), form)
    place = typed_address(" ".join(address), code)
    chosen = edition_of(code, edition, place)
    if at is not None:
        # Not above: the reading of pages takes most of a second to load.
        from lawkb.revisions import code_at, read_moment

        code = code_at(settings.folder, code, read_moment(at))
    graph = build_graph(code)
    laws = _laws(code, chosen, place.law, lang)
    if form == "json":
        record = show_record(code, graph, chosen, place)
        print_json(record)
        return 0 if record["provisions"] else 1
    if any(law.find(place) for law in laws):
        print_lines(console(), provision_lines(console(), code, graph, laws, place))
        for name in commentaries_on(code, chosen, place.law):
            console().print(f"commentary on it: lawkb show {name}", style="dim", markup=False)
        return 0
    _tell_missing(code, graph, chosen, place, laws)
    return 1


def _laws(code: Code, edition: str, number: int, lang: str | None) -> tuple[Law, ...]:
    held = code.languages_of(edition, number)
    if lang is not None and lang not in {e.language for e in code.outline.expressions}:
        hint = f"there are: {_tags(code)}"
        raise LawkbError(f"--lang {lang}", "the code is not kept in it", hint)
    found = (code.law(edition, tag, number) for tag in held if lang in {None, tag})
    return tuple(law for law in found if law)


def _tags(code: Code) -> str:
    return ", ".join(language.code for language in code.outline.languages)


def _tell_missing(
    code: Code, graph: Graph, edition: str, place: Address, laws: tuple[Law, ...]
) -> None:
    """Say on standard error what is there instead of the provision."""
    scheme = code.outline.scheme
    out = messages()
    written = scheme.write(place)
    if not laws:
        out.print(f"Law {place.law} of {edition} is not held", markup=False)
    else:
        near = next(a for a in place.ancestors() if any(law.find(a) for law in laws))
        out.print(f"{written} is not in the law; the nearest is {scheme.write(near)}", markup=False)
    citing = citing_labels(graph.cited_into(edition, place), code)
    if citing:
        out.print(f"  cited by {citing}", markup=False)
    for name in commentaries_on(code, edition, place.law):
        out.print(f"  commentary on it: lawkb show {name}", markup=False)
