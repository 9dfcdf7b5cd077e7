"""References of a text given by hand: ``lawkb refs --text`` and ``--jsonl``."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Any

from lawkb.cli.settings import echo, edition_of, messages, print_json
from lawkb.controls import on_one_line
from lawkb.errors import LawkbError
from lawkb.exchange.records import text_reference_record
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.label import read_typed
from lawkb.model.language import Language, letters_of
from lawkb.model.passage import Reference
from lawkb.refs.find import find_references
from lawkb.refs.resolve import resolve_reference

_SHAPE = 'write {"text": "…", "lang": "en", "at": "47E"} on one line; text alone is enough'


@dataclass(frozen=True, slots=True)
class GivenText:
    """A text to read the references of.

    Attributes:
        words: The text.
        lang: Tag of its language; None where nobody said it.
        at: The provision it stands in, as typed; None where it stands in none.
    """

    words: str
    lang: str | None
    at: str | None


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
    languages = _likely_languages(code, text)
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
            told = _records(code, text, _likely_languages(code, text)[0], edition)
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


def _likely_languages(code: Code, text: GivenText) -> tuple[Language, ...]:
    """The language of a text, or those it may be in by its script, the likeliest first.

    Raises:
        LawkbError: lawkb has no such language.
    """
    outline = code.outline
    if text.lang is not None:
        return (outline.language(text.lang),)
    letters = {language.script: letters_of(text.words, language) for language in outline.languages}
    most = max(letters.values())
    own = outline.language(outline.authoritative)
    first = [own] if letters[own.script] == most else []
    others = [each for each in outline.languages if letters[each.script] == most and each != own]
    return (*first, *others) if most else (own,)


def _records(code: Code, text: GivenText, language: Language, edition: str) -> list[dict[str, Any]]:
    scheme = code.outline.scheme
    place = _place(text.at, code) if text.at else None
    found = find_references(text.words, language, scheme, place)
    resolved = [_resolved(reference, place, edition, code) for reference in found]
    return [text_reference_record(r, scheme, edition, language.code, place) for r in resolved]


def _place(at: str, code: Code) -> Address:
    outline = code.outline
    place = read_typed(at, outline.scheme, outline.languages)
    if place is None:
        what = f"at {at!r} is not the address of a provision"
        raise LawkbError("the text", what, f"write it like {outline.scheme.example}")
    return place


def _resolved(reference: Reference, place: Address | None, edition: str, code: Code) -> Reference:
    if reference.target is None:
        return reference
    return resolve_reference(reference, place or reference.target, edition, code)
