"""An answer of the search as text and as JSON, laid out as ``lawkb.cli.sheets`` does it.

``lawkb.cli.search_at_once`` prints with it too, so nothing here may load click or rich.
"""

from __future__ import annotations

from itertools import pairwise

from lawkb.cli.sheets import block_lines, hanging, printed, terminal, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from lawkb.cli.sheets import Line, Run
    from lawkb.exchange.records import Record
    from lawkb.model.address import Scheme
    from lawkb.model.passage import Span
    from lawkb.search.ground import Ground
    from lawkb.search.hits import Aligned, Answer, Hit

MOST_HITS = 1000  # shown at once
USUAL_HITS = 10
_INDENT = 2
# What moves the cursor of a terminal is shown as a blank, so that all else keeps its place.
_BLANKS = dict.fromkeys((*range(0x20), 0x7F), " ")


def search_record(answer: Answer, scheme: Scheme) -> Record:
    """The JSON of ``lawkb search``."""
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


def print_answer_json(record: Record) -> None:
    """The JSON on standard output, Greek as Greek."""
    import json  # the text does without

    write(json.dumps(record, ensure_ascii=False, indent=2))


def print_count(answer: Answer) -> None:
    """The number of hits alone."""
    write(str(answer.total))


def print_addresses(answer: Answer, ground: Ground) -> None:
    """The addresses of the hits, a line each, as ``lawkb show`` reads them.

    One of an older edition has that before it, ``2007:47D``; a companion goes by its name.
    """
    newest = ground.editions[0]
    lines: dict[str, None] = {}
    for hit in answer.hits:
        spot = hit.companion
        name = spot.name if spot else ground.scheme.write(hit.address) if hit.address else ""
        lines[name if hit.edition == newest else f"{hit.edition}:{name}"] = None
    if lines:
        write("\n".join(lines))


def print_answer(answer: Answer, ground: Ground) -> None:
    """The hits of an answer, each with the other languages under it.

    Args:
        answer: What was found.
        ground: Names the newest edition, which needs no mention.
    """
    out = terminal()
    write("\n".join(printed(answer_lines(answer, ground.editions[0], out.width), out)))


def answer_lines(answer: Answer, newest: str, width: int) -> Iterator[Line]:
    """The lines of ``print_answer`` at a width."""
    if answer.added:
        yield from hanging("also", [["wrap", [["", _plain(_added(answer))]]]], (0, width))
        yield []
    for hit in answer.hits:
        yield from _hit_lines(hit, newest, width)
    for told in _told(answer):
        yield from block_lines(["wrap", [["", _plain(told)]]], width)


def _told(answer: Answer) -> Iterator[str]:
    if not answer.hits:
        yield f"nothing found: {answer.interpreted}"
    elif answer.total > len(answer.hits):
        yield f"{len(answer.hits)} of {answer.total} shown; -n {answer.total} shows all"
    if answer.suggestion:
        yield f"did you mean: {answer.suggestion}"


def _hit_lines(hit: Hit, newest: str, width: int) -> Iterator[Line]:
    head: list[Run] = [["bold", _plain(hit.label)]]
    if hit.edition != newest:
        head.append(["", f" ({hit.edition})"])
    if hit.heading:
        head.append(["dim", f"  {_plain(hit.heading)}"])
    yield from block_lines(["wrap", head], width)
    yield from _snippet(hit.language, hit.snippet, hit.spans, (), width)
    for other in hit.others:
        yield from _snippet(other.language, other.snippet, other.spans, other.counterparts, width)
    yield []


def _snippet(
    tag: str, words: str, found: tuple[Span, ...], answering: tuple[Span, ...], width: int
) -> Iterator[Line]:
    """A snippet behind its tag: what was found is bold, what answers it is underlined."""
    shown = _plain(words)
    ends = sorted({0, len(shown), *(end for span in (*found, *answering) for end in span)})
    runs = []
    for start, end in pairwise(ends):
        style = "bold underline" if _is_in(start, found) else ""
        style = style or ("underline" if _is_in(start, answering) else "")
        runs.append([style, shown[start:end]])
    return hanging(tag, [["wrap", runs or [["", ""]]]], (_INDENT, width))


def _is_in(place: int, spans: tuple[Span, ...]) -> bool:
    return any(start <= place < end for start, end in spans)


def _plain(words: str) -> str:
    return words.translate(_BLANKS)


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
