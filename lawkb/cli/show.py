"""``lawkb show``: a provision and all in it, or a text beside the laws."""

from __future__ import annotations

from collections.abc import Sequence

import click
from rich.text import Text

from lawkb.cli.printed_laws import citing_labels, held_laws, print_hanging, provision_lines
from lawkb.cli.printed_texts import print_lines
from lawkb.cli.settings import (
    Settings,
    check_language,
    console,
    edition_option,
    format_option,
    held_code,
    messages,
    print_json,
)
from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.law import Law
from lawkb.references.graph import Graph, build_graph
from lawkb.references.typed_address import (
    Place,
    chosen_edition,
    no_address,
    split_edition,
    typed_places,
)


@click.command("show")
@click.argument("address", nargs=-1, required=True)
@click.option("--lang", metavar="TAG", help="Only this language.")
@click.option("--at", metavar="DATE", help="Show the text at the end of that day (UTC).")
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
    """Show a provision and everything in it, in every language.

    ADDRESS is understood in any notation: 47E2a, 47Ε2(α), 47 ε 2 α, 2007 47B; several
    are shown one after the other. It may also be the name of a text that is no
    law: definitions, preface, commentary_7.
    """
    code = held_code(settings)
    check_language(code, lang)
    places = typed_places(address, code)
    if not places:
        return _show_companion(code, " ".join(address), (edition, lang), at, form)
    wanted = [chosen_edition(code, place, edition) for place in places]
    if at is not None:
        # Not above: the reading of pages takes most of a second to load.
        from lawkb.history.revisions import check_history, code_at, read_moment

        moment = read_moment(at)
        for place in wanted:
            check_history(settings.folder, code, place.edition or "", place.address)
        code = code_at(settings.folder, code, moment)
    graph = build_graph(code)
    if form == "json":
        return _print_excerpt(code, graph, wanted)
    found = [_print_place(code, graph, place, lang, number) for number, place in enumerate(wanted)]
    return 0 if all(found) else 1


def _show_companion(
    code: Code, typed: str, wanted: tuple[str | None, str | None], at: str | None, form: str
) -> int:
    """Show a companion in the edition and language that were asked for."""
    from lawkb.cli.printed_companions import Wanted, show_companion, typed_companion

    named, rest = split_edition(typed, code)
    name = typed_companion(rest, code)
    if name is None:
        raise no_address(typed, code)
    if at is not None:
        hint = f"write: lawkb show {name}"
        raise LawkbError(f"--at {at}", "only laws are shown as they stood", hint)
    edition, language = wanted
    return show_companion(code, Wanted(name, edition or named, language), form)


def _print_excerpt(code: Code, graph: Graph, places: Sequence[Place]) -> int:
    """One document for all of them: provisions name the edition that they are of."""
    # Not above: text needs none of it.
    from lawkb.exchange.public_types import as_json
    from lawkb.exchange.records import excerpt_of

    named = [(place.edition or "", place.address) for place in places]
    print_json(as_json(excerpt_of(code, graph, named)))
    return 0 if all(_is_there(code, *place) for place in named) else 1


def _is_there(code: Code, edition: str, address: Address) -> bool:
    laws = held_laws(code, edition, address.law)
    return any(law.find(address) for law in laws)


def _print_place(code: Code, graph: Graph, place: Place, lang: str | None, number: int) -> bool:
    """Print a provision; says whether it is there."""
    edition, address = place.edition or "", place.address
    laws = [law for law in held_laws(code, edition, address.law) if lang in {None, law.language}]
    found = any(law.find(address) for law in laws)
    if not found:
        _tell_missing(code, graph, edition, address, laws)
        return False
    out = console()
    if number:
        out.print()
    if edition != code.outline.editions[0].id:
        out.print(f"edition {edition}", style="dim")
    print_lines(out, provision_lines(out, code, graph, laws, address))
    for tag in code.lacking_languages(edition, address.law):
        if lang in {None, tag}:
            print_hanging(out, tag, Text("this law is not available here", "yellow"), 0)
    for name in code.commentaries_on(edition, address):
        out.print(f"commentary on it: lawkb show {name}", style="dim")
    return True


def _tell_missing(
    code: Code, graph: Graph, edition: str, address: Address, laws: Sequence[Law]
) -> None:
    """Say on standard error what is there instead of the provision."""
    scheme = code.outline.scheme
    out = messages()
    written = scheme.write(address)
    last = code.outline.edition(edition).laws
    if address.law > last:
        out.print(f"there is no Law {address.law}: {edition} has Laws 1 to {last}")
    elif not laws:
        held = " ".join(code.languages_of(edition, address.law))
        told = f" in that language; it is in: {held}" if held else ""
        out.print(f"Law {address.law} of {edition} is not available here{told}")
    else:
        near = next(a for a in address.ancestors() if any(law.find(a) for law in laws))
        out.print(f"{written} is not in the law; the nearest is {scheme.write(near)}")
    citing = citing_labels(graph.cited_into(edition, address), code)
    if citing:
        out.print(f"  cited by {citing}")
    for name in code.commentaries_on(edition, address):
        out.print(f"  commentary on it: lawkb show {name}")
