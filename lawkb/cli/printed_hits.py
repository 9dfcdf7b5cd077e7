"""An answer of the search as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from lawkb.cli.printed_texts import NARROWEST, clean, hanging, marked, print_lines, wrapped
from lawkb.cli.settings import console, echo
from lawkb.model.code import Outline
from lawkb.model.passage import Span
from lawkb.search import Answer, Hit

MOST_HITS = 1000  # shown at once
USUAL_HITS = 10
_INDENT = 2


def print_count(answer: Answer) -> None:
    """The number of hits alone."""
    echo(answer.total)


def print_addresses(answer: Answer, outline: Outline) -> None:
    """The addresses of the hits, a line each, as ``lawkb show`` reads them.

    One of an older edition has that before it, ``2007:47D``; a companion goes by its name.
    """
    newest = outline.editions[0].id
    lines: dict[str, None] = {}
    for hit in answer.hits:
        spot = hit.companion
        name = spot.name if spot else outline.scheme.write(hit.address) if hit.address else ""
        lines[name if hit.edition == newest else f"{hit.edition}:{name}"] = None
    if lines:
        echo("\n".join(lines))


def print_answer(answer: Answer, outline: Outline) -> None:
    """The hits of an answer, each with the other languages under it.

    Args:
        answer: What was found.
        outline: Names the newest edition, which needs no mention.
    """
    print_lines(console(), answer_lines(console(), answer, outline.editions[0].id))


def answer_lines(out: Console, answer: Answer, newest: str) -> Iterator[Text]:
    """The lines of ``print_answer``."""
    if answer.added:
        added = wrapped(out, Text(clean(_added(answer))), max(NARROWEST, out.width - 3))
        yield from hanging("also", added, 0)
        yield Text()
    for hit in answer.hits:
        yield from _hit_lines(out, hit, newest)
    for told in _told(answer):
        yield from wrapped(out, Text(clean(told)), out.width)


def _told(answer: Answer) -> Iterator[str]:
    if not answer.hits:
        yield f"nothing found: {answer.interpreted}"
    elif answer.total > len(answer.hits):
        yield f"{len(answer.hits)} of {answer.total} shown; -n {answer.total} shows all"
    if answer.suggestion:
        yield f"did you mean: {answer.suggestion}"


def _hit_lines(out: Console, hit: Hit, newest: str) -> Iterator[Text]:
    head = Text.assemble((clean(hit.label), "bold"))
    if hit.edition != newest:
        head.append(f" ({hit.edition})")
    if hit.heading:
        head.append(f"  {clean(hit.heading)}", "dim")
    yield from wrapped(out, head, out.width)
    yield from _snippet(out, hit.language, hit.snippet, hit.spans, ())
    for other in hit.others:
        yield from _snippet(out, other.language, other.snippet, other.spans, other.counterparts)
    yield Text()


def _snippet(
    out: Console, tag: str, words: str, found: tuple[Span, ...], answering: tuple[Span, ...]
) -> Iterator[Text]:
    """A snippet behind its tag: what was found is bold, what answers it is underlined."""
    styles = [*((span, "bold underline") for span in found)]
    shown = marked(words, [*styles, *((span, "underline") for span in answering)])
    return hanging(tag, wrapped(out, shown, max(NARROWEST, out.width - _INDENT - 3)), _INDENT)


def _added(answer: Answer) -> str:
    """What was sought besides: ``penalty card → τιμωρημένο φύλλο; lead → έξοδος, βγει``."""
    found: dict[str, list[str]] = {}
    for added in answer.added:
        found.setdefault(added.typed, []).append(added.counterpart)
    return "; ".join(f"{typed} → {', '.join(others)}" for typed, others in found.items())
