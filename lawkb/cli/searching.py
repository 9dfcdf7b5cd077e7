"""An answer of the search as text and as JSON."""

from __future__ import annotations

import click
from rich.console import Console
from rich.text import Text

from lawkb.cli.shown import print_hanging
from lawkb.exchange.records import Record
from lawkb.model.code import Code
from lawkb.model.passage import Span
from lawkb.search.hits import Aligned, Answer, Hit


def search_record(answer: Answer, code: Code) -> Record:
    """The JSON of ``lawkb search``."""
    scheme = code.outline.scheme
    return {
        "query": answer.query,
        "interpreted": answer.interpreted,
        "total": answer.total,
        "hits": [
            {
                "rank": hit.rank,
                "score": round(hit.score, 4),
                "edition": hit.edition,
                "address": scheme.write(hit.address) if hit.address else None,
                "companion": {"name": hit.companion.name, "id": hit.companion.id}
                if hit.companion
                else None,
                "label": hit.label,
                "lang": hit.language,
                "heading": hit.heading or None,
                "snippet": hit.snippet,
                "spans": [list(span) for span in hit.spans],
                "other": _other(hit.other) if hit.other else None,
                "others": [_other(other) for other in hit.others],
            }
            for hit in answer.hits
        ],
        "suggestion": answer.suggestion,
        "engine": answer.engine,
        "added": [
            {
                "typed": added.typed,
                "lang": added.language,
                "counterpart": added.counterpart,
                "probability": added.probability,
                "origin": added.origin,
            }
            for added in answer.added
        ],
    }


def print_addresses(answer: Answer, code: Code) -> None:
    """The addresses of the hits, a line each, as ``lawkb show`` reads them.

    One of an older edition has that before it, ``2007:47D``; a companion goes by its name.
    """
    newest = code.outline.editions[0].id
    lines = []
    for hit in answer.hits:
        spot = hit.companion
        name = spot.name if spot else code.outline.scheme.write(hit.address) if hit.address else ""
        lines.append(name if hit.edition == newest else f"{hit.edition}:{name}")
    for line in dict.fromkeys(lines):
        click.echo(line)


def print_answer(out: Console, answer: Answer, code: Code) -> None:
    """The hits of an answer, each with the other languages under it.

    Args:
        out: Where to print.
        answer: What was found.
        code: Names the newest edition, which needs no mention.
    """
    newest = code.outline.editions[0].id
    if answer.added:
        print_hanging(out, "also", Text(_added(answer)), 0)
        out.print()
    for hit in answer.hits:
        _print_hit(out, hit, newest)
    if not answer.hits:
        out.print(f"nothing found: {answer.interpreted}", markup=False)
    elif answer.total > len(answer.hits):
        out.print(f"{len(answer.hits)} of {answer.total} shown; -n {answer.total} shows all")
    if answer.suggestion:
        out.print(f"did you mean: {answer.suggestion}", markup=False)


def _print_hit(out: Console, hit: Hit, newest: str) -> None:
    head = Text(hit.label, style="bold")
    if hit.edition != newest:
        head.append(f" ({hit.edition})", style="not bold")
    if hit.heading:
        head.append(f"  {hit.heading}", style="not bold dim")
    out.print(head)
    print_hanging(out, hit.language, _highlighted(hit.snippet, hit.spans), 2)
    for other in hit.others:
        words = _highlighted(other.snippet, other.spans)
        for start, end in other.counterparts:
            words.stylize("underline", start, end)
        print_hanging(out, other.language, words, 2)
    out.print()


def _highlighted(snippet: str, spans: tuple[Span, ...]) -> Text:
    words = Text(snippet)
    for start, end in spans:
        words.stylize("bold underline", start, end)
    return words


def _added(answer: Answer) -> str:
    """What was sought besides: ``penalty card → τιμωρημένο φύλλο; lead → έξοδος, βγει``."""
    found: dict[str, list[str]] = {}
    for added in answer.added:
        found.setdefault(added.typed, []).append(added.counterpart)
    return "; ".join(f"{typed} → {', '.join(others)}" for typed, others in found.items())


def _other(other: Aligned) -> Record:
    return {
        "lang": other.language,
        "label": other.label,
        "snippet": other.snippet,
        "spans": [list(span) for span in other.spans],
        "counterparts": [list(span) for span in other.counterparts],
    }
