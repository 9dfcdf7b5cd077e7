"""References of a text given by hand: ``lawkb refs --text`` and ``--jsonl``."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from lawkb.cli.settings import edition_of, messages, print_json
from lawkb.errors import LawkbError
from lawkb.exchange.records import text_reference_record
from lawkb.model.address import Address
from lawkb.model.code import Code, Outline
from lawkb.model.label import read_typed
from lawkb.model.passage import Reference
from lawkb.refs.find import find_references
from lawkb.refs.resolve import resolve_reference


def print_text_references(
    code: Code, text: str, place: tuple[str | None, str | None, str | None], form: str
) -> int:
    """Print the references of a text.

    Args:
        code: The laws to resolve them against.
        text: The text.
        place: Its language, the provision it stands in and its edition, each as typed or None.
        form: ``text`` or ``json``.

    Returns:
        The exit code.

    Raises:
        LawkbError: There is no such language, provision or edition.
    """
    lang, at, edition = place
    records = _records(code, text, (lang or code.outline.authoritative, at, edition))
    if form == "json":
        print_json({"references": records})
        return 0
    for record in records:
        upto = f"–{record['upto']}" if record["upto"] else ""
        click.echo(f"{record['raw']}\t{record['target'] or '?'}{upto}\t{record['status']}")
    if not records:
        messages().print("no references")
    return 0


def references_of_lines(code: Code, edition: str) -> int:
    """One JSON list of references for every line of standard input.

    Raises:
        LawkbError: A line is not ``{"text", "lang", "at"}``; it says which.
    """
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
        record = _records(code, str(text), (str(lang), at and str(at), edition))
        click.echo(json.dumps(record, ensure_ascii=False))
    return 0


def _records(
    code: Code, text: str, where: tuple[str, str | None, str | None]
) -> list[dict[str, Any]]:
    lang, at, edition = where
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
