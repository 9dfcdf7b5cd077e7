"""How a query was read, as text and as JSON: ``lawkb search --explain``."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from lawkb.cli.printed_texts import clean, wrapped
from lawkb.exchange.public_types import Record
from lawkb.search import (
    And,
    ExplainedWord,
    Explanation,
    Near,
    Node,
    Not,
    Or,
    ReadWord,
    Within,
    written,
)


def explanation_record(explanation: Explanation) -> Record:
    """The JSON of an explanation: the field ``explanation`` of ``lawkb search``.

    Shape::

        {"tree": {"kind": "and|or|near|not|within|part", "text": "…", "parts": […]},
         "words": [{"text": "card", "found": 37, "readings": [
             {"lang": "en", "tokens": [{"exact": "card", "stem": "card"}], "found": 36,
              "counterparts": [{"lang": "el", "text": "φύλλο", "probability": 0.9, "links": 42,
                                "origin": "glossary|definitions|texts", "found": 36}]}]}]}
    """
    return {
        "tree": _tree_record(explanation.tree) if explanation.tree else None,
        "words": [
            {
                "text": word.text,
                "found": word.found,
                "readings": [_reading_record(reading) for reading in word.readings],
            }
            for word in explanation.words
        ],
    }


def print_explanation(out: Console, explanation: Explanation) -> None:
    """The tree of a query, a part a line, and its words with what each would find alone."""
    if explanation.tree is None:
        return
    for line in _tree_lines(explanation.tree):
        _print(out, line)
    for word in explanation.words:
        out.print()
        for line in _word_lines(word):
            _print(out, line)
    out.print()


def _kind(node: Node) -> str:
    match node:
        case And() | Or() | Not() | Within():
            return type(node).__name__.lower()
        case Near():
            return "near"
        case _:
            return "part"


def _parts(node: Node) -> tuple[Node, ...]:
    match node:
        case And(parts=parts) | Or(parts=parts) | Near(parts=parts):
            return parts
        case Not(part=part) | Within(part=part):
            return (part,)
        case _:
            return ()


def _tree_record(node: Node) -> Record:
    parts = [_tree_record(part) for part in _parts(node)]
    return {"kind": _kind(node), "text": written(node), "parts": parts}


def _reading_record(reading: ReadWord) -> Record:
    return {
        "lang": reading.language,
        "tokens": [{"exact": exact, "stem": stem} for exact, stem in reading.tokens],
        "found": reading.found,
        "counterparts": [
            {
                "lang": each.language,
                "text": each.rendering.text,
                "probability": each.rendering.probability,
                "links": each.rendering.links,
                "origin": each.rendering.origin,
                "found": each.found,
            }
            for each in reading.counterparts
        ],
    }


def _tree_lines(node: Node, depth: int = 0) -> list[str]:
    indent = "  " * depth
    match node:
        case And() | Or() | Not():
            head = _kind(node).upper()
        case Near(distance=distance):
            head = f"NEAR/{distance}"
        case Within(part=part):
            text = written(node)
            head = text[: text.index(written(part))].rstrip(" (")
        case _:
            return [f"{indent}{written(node)}"]
    return [
        f"{indent}{head}",
        *(line for part in _parts(node) for line in _tree_lines(part, depth + 1)),
    ]


def _word_lines(word: ExplainedWord) -> list[str]:
    lines = [f"{word.text}: in {word.found}"]
    for reading in word.readings:
        tokens = " ".join(
            exact if exact == stem else f"{exact} ({stem})" for exact, stem in reading.tokens
        )
        lines.append(f"  {reading.language}  {tokens}: in {reading.found}")
        for each in reading.counterparts:
            own = each.rendering
            sure = f"{own.probability:.2f}" if own.origin == "texts" else own.origin
            lines.append(f"    {each.language}  {own.text}, {sure}: in {each.found}")
    return lines


def _print(out: Console, line: str) -> None:
    """A line, wrapped below its own indent."""
    indent = len(line) - len(line.lstrip())
    for own in wrapped(out, Text(clean(line.lstrip())), max(20, out.width - indent)):
        out.print(Text(" " * indent).append_text(own))
