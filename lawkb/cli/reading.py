"""``lawkb show``, ``refs``, ``search`` and ``comments``: the commands that read the corpus."""

from __future__ import annotations

import json
import sys

import click

from lawkb.cli.searching import print_answer, search_record
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
from lawkb.cli.shown import citing_labels, print_provisions, print_thread, references_table
from lawkb.errors import LawkbError
from lawkb.exchange.records import (
    comment_record,
    reference_record,
    show_record,
    text_reference_record,
)
from lawkb.model.address import Address
from lawkb.model.code import Code, Outline
from lawkb.model.label import read_typed
from lawkb.model.law import Law, Reference
from lawkb.pipeline import index_folder
from lawkb.refs.find import find_references
from lawkb.refs.graph import Graph, build_graph
from lawkb.refs.resolve import resolve_reference
from lawkb.revisions import code_at, read_moment
from lawkb.search.index import search_code


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

    ADDRESS is read in any writing: 47E2a, 47Ε2(α), 47 ε 2 α.
    """
    code = held_code(settings)
    place = typed_address(" ".join(address), code)
    chosen = edition_of(code, edition, place)
    if at is not None:
        code = code_at(settings.folder, code, read_moment(at))
    graph = build_graph(code)
    laws = _laws(code, chosen, place.law, lang)
    if form == "json":
        record = show_record(code, graph, chosen, place)
        print_json(record)
        return 0 if record["provisions"] else 1
    if not any(law.find(place) for law in laws):
        _tell_missing(code, graph, chosen, place, laws)
        return 1
    print_provisions(console(), code, graph, laws, place)
    return 0


@click.command("refs")
@click.argument("address", nargs=-1)
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
    text: str | None,
    lang: str | None,
    at: str | None,
    jsonl: bool,
    edition: str | None,
    form: str,
) -> int:
    """Show what a provision cites and what cites it; without ADDRESS, every reference."""
    code = held_code(settings)
    if jsonl:
        return _refs_of_lines(code, edition_of(code, edition))
    if text is not None:
        record = _text_record(code, text, lang or code.outline.authoritative, at, edition)
        print_json({"references": record}) if form == "json" else _print_records(record)
        return 0
    graph = build_graph(code)
    if address:
        place = typed_address(" ".join(address), code)
        return _refs_of_place(code, graph, edition_of(code, edition, place), place, lang, form)
    found = [
        c
        for c in graph.citations
        if (edition is None or c.edition == edition) and (lang is None or c.language == lang)
    ]
    if form == "json":
        print_json({"references": [reference_record(c, code.outline.scheme) for c in found]})
    else:
        console().print(references_table(found, code.outline.scheme))
    return 0


@click.command("search")
@click.argument("words", nargs=-1, required=True)
@click.option("-n", "--limit", type=click.IntRange(1, 1000), default=10, show_default=True)
@click.option("--lang", metavar="TAG", help="Words in this language only.")
@format_option
@click.pass_obj
def search_command(
    settings: Settings, words: tuple[str, ...], limit: int, lang: str | None, form: str
) -> int:
    """Search every language at once: words, or the address of a provision.

    Case, accents and inflection do not matter: αμυνομενων finds αμυνόμενος.
    """
    code = held_code(settings)
    query = " ".join(words)
    answer = search_code(
        code,
        index_folder(settings.folder),
        query,
        limit=limit,
        language=lang,
        progress=lambda line: messages().print(line, markup=False),
    )
    if form == "json":
        print_json(search_record(answer, code))
    else:
        print_answer(console(), answer, code)
    return 0 if answer.hits else 1


@click.command("comments")
@click.option(
    "--status",
    type=click.Choice(["open", "applied", "outdated", "orphan", "rejected"]),
    help="Only comments of this status.",
)
@format_option
@click.pass_obj
def comments_command(settings: Settings, status: str | None, form: str) -> int:
    """Show what readers wrote under the pages, and whether it has been done."""
    code = held_code(settings)
    scheme = code.outline.scheme
    found = [
        (law, comment)
        for law in code.laws.values()
        for comment in law.comments
        if status in {None, comment.status}
    ]
    if form == "json":
        print_json({"comments": [comment_record(comment, law, scheme) for law, comment in found]})
        return 0
    for law, comment in found:
        place = scheme.write(comment.address or law.root.address)
        print_thread(console(), comment, f"{place} {law.language}")
    if not found:
        messages().print("no comments" + (f" that are {status}" if status else ""))
    return 0


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


def _refs_of_place(
    code: Code, graph: Graph, edition: str, place: Address, lang: str | None, form: str
) -> int:
    scheme = code.outline.scheme
    cites = [c for c in graph.cites(edition, place) if lang in {None, c.language}]
    cited_by = [c for c in graph.cited_into(edition, place) if lang in {None, c.language}]
    if form == "json":
        both = [*cites, *(c for c in cited_by if c not in cites)]
        print_json(
            {
                "references": [reference_record(c, scheme) for c in both],
                "cites": [reference_record(c, scheme) for c in cites],
                "cited_by": [reference_record(c, scheme) for c in cited_by],
            }
        )
        return 0
    out = console()
    for title, found in (("cites", cites), ("cited by", cited_by)):
        out.print(f"{scheme.write(place)} {title}" + ("" if found else ": nothing"), style="bold")
        if found:
            out.print(references_table(found, scheme))
    return 0


def _refs_of_lines(code: Code, edition: str) -> int:
    """One JSON list of references for every line of standard input."""
    for number, line in enumerate(sys.stdin, start=1):
        try:
            given = json.loads(line)
            text, lang, at = given["text"], given["lang"], given.get("at")
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise LawkbError(
                f"standard input:{number}",
                "not a line of references to read",
                'write {"text": …, "lang": …, "at": …} on one line',
            ) from error
        record = _text_record(code, str(text), str(lang), at and str(at), edition)
        click.echo(json.dumps(record, ensure_ascii=False))
    return 0


def _text_record(
    code: Code, text: str, lang: str, at: str | None, edition: str | None
) -> list[dict[str, object]]:
    outline = code.outline
    chosen = edition_of(code, edition)
    place = _place(at, outline) if at else None
    found = find_references(text, outline.language(lang), outline.scheme, place)
    resolved = [_resolved(reference, place, chosen, code) for reference in found]
    return [text_reference_record(r, outline.scheme, chosen, lang, place) for r in resolved]


def _place(at: str, outline: Outline) -> Address:
    place = read_typed(at, outline.scheme, outline.languages)
    if place is None:
        raise LawkbError(f"--at {at}", "this is not the address of a provision", "write 47E2(a)")
    return place


def _resolved(reference: Reference, place: Address | None, edition: str, code: Code) -> Reference:
    if reference.target is None:
        return reference
    return resolve_reference(reference, place or reference.target, edition, code)


def _print_records(records: list[dict[str, object]]) -> None:
    for record in records:
        upto = f"–{record['upto']}" if record["upto"] else ""
        click.echo(f"{record['raw']}\t{record['target'] or '?'}{upto}\t{record['status']}")
    if not records:
        messages().print("no references")
