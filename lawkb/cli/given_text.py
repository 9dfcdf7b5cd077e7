"""References of a text given by hand: ``lawkb refs --text`` and ``--jsonl``."""

from __future__ import annotations

import json
import sys
from typing import Any

from lawkb.cli.settings import echo, messages, print_json
from lawkb.controls import on_one_line
from lawkb.errors import LawkbError
from lawkb.exchange.public_types import as_json
from lawkb.exchange.records import given_references
from lawkb.model.code import Code
from lawkb.model.language import Language
from lawkb.references.resolve import GivenText, likely_languages
from lawkb.references.typed_address import edition_of

_SHAPE = 'write {"text": "…", "lang": "en", "at": "47E"} on one line; text alone is enough'


def print_text_references(code: Code, text: GivenText, edition: str | None, form: str) -> int:
    """Print the references of a text.

    Args:
        code: The laws to resolve them against.
        text: The text.
        edition: Its edition; None for the newest.
        form: ``text`` or ``json``.

    Returns:
        The exit code: 1 when there is none.

    Raises:
        LawkbError: There is no such language, provision or edition.
    """
    languages = likely_languages(code, text)
    records = _records(code, text, languages[0], edition_of(code, edition))
    if form == "json":
        print_json({"references": records, "lang": languages[0].code})
        return 0 if records else 1
    if len(languages) > 1:
        others = " or ".join(language.code for language in languages[1:])
        told = f"read as {languages[0].code}; for another language: --lang {others}"
        messages().print(told)
    for record in records:
        upto = f"–{record['upto']}" if record["upto"] else ""
        echo(f"{on_one_line(record['raw'])}\t{record['target'] or '?'}{upto}\t{record['status']}")
    if not records:
        messages().print("no references")
    return 0 if records else 1


def references_of_lines(code: Code, edition: str) -> int:
    """One JSON list of references for every line of standard input.

    A line that cannot be read gives ``{"error": {"where", "what", "hint"}}`` in its place.

    Returns:
        The exit code: 2 when there was such a line, else 0.
    """
    failed = False
    for number, line in enumerate(sys.stdin.buffer, start=1):
        told: Any
        try:
            text = _given(line)
            told = _records(code, text, likely_languages(code, text)[0], edition)
        except LawkbError as error:
            failed = True
            where = f"standard input:{number}"
            told = {"error": {"where": where, "what": error.what, "hint": error.hint}}
        echo(json.dumps(told, ensure_ascii=False))
    return 2 if failed else 0


def _given(line: bytes) -> GivenText:
    """The text of a line. Raises LawkbError when it is none."""
    try:
        given = json.loads(line)
        text, lang, at = given["text"], given.get("lang"), given.get("at")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise LawkbError("", "not a line of references to read", _SHAPE) from None
    for key, value in (("text", text), ("lang", lang or ""), ("at", at or "")):
        if not isinstance(value, str):
            raise LawkbError("", f"{key} is no text", _SHAPE)
    return GivenText(text, lang or None, at or None)


def _records(code: Code, text: GivenText, language: Language, edition: str) -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = as_json(given_references(code, text, language, edition))
    return records
