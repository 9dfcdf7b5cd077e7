"""The search at three sizes, beside stock Whoosh and SQLite FTS5 over the same tokens.

``python -m bench.searching 1000`` measures one size only.
"""

from __future__ import annotations

import gc
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from bench.clock import best_seconds
from bench.made_up import made_up_corpus
from bench.search_peers import Row, SqlitePeer, WhooshPeer, rows
from bench.search_queries import NAMES, Asked, Kind, draw
from lawkb.errors import LawkbError
from lawkb.model.code import Code
from lawkb.pipeline import read_all
from lawkb.search import Question, jump, open_index, search
from lawkb.search.engine import Engine

SIZES = (1000, 10_000, 50_000)
PROVISIONS_OF_A_LAW = 20.5
QUERIES = 20
RUNS = 2


class Peer(Protocol):
    """An engine that is given rows and asked for totals."""

    name: str

    def build(self, rows: Iterable[Row]) -> None:
        """Write the index."""

    def total(self, asked: Asked) -> int | None:
        """Ask for the ten best; gives how many there are, None for what it cannot ask."""


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds of the queries of a class.

    Attributes:
        middle: Half of them take less.
        slow: 95 of a hundred take less.
    """

    middle: float
    slow: float


def searching_lines(folder: Path, sizes: Sequence[int] = SIZES) -> list[str]:
    """The part of the results on the search, a section for each size."""
    lines = [
        "Invented provisions, each in Greek and English. All engines index the same tokens. Of"
        f" every class {QUERIES} queries are drawn from the provisions, each asked {RUNS} times;"
        " the faster one counts. lawkb and Whoosh give ten whole hits, with snippets in both"
        " languages, SQLite ten addresses. A ratio below 1 is faster than the peer. Whoosh's NEAR"
        " keeps the order of the words, lawkb's takes either, so it may find more.",
        "",
    ]
    for size in sizes:
        lines.extend(_size_lines(folder / f"search-{size}", size))
        gc.unfreeze()
    return lines


def _size_lines(folder: Path, size: int) -> list[str]:
    corpus = made_up_corpus(folder / "corpus", round(size / PROVISIONS_OF_A_LAW))
    code = read_all(corpus).code
    gc.freeze()  # the code is not what is measured, so nobody looks for garbage in it
    whoosh = WhooshPeer(folder / "whoosh", code.outline)
    sqlite = SqlitePeer(folder / "laws.sqlite")
    engine, made = _index_lines(code, folder, (whoosh, sqlite))
    queries = draw(code, QUERIES)
    return [
        f"### {engine.count()} provisions",
        "",
        *made,
        "",
        *_query_lines(code, engine, queries, (whoosh, sqlite)),
        "",
    ]


# ---- the index


def _index_lines(code: Code, folder: Path, peers: Sequence[Peer]) -> tuple[Engine, list[str]]:
    """The open index, and how fast and how large it and those of the peers are.

    The time of the analysis, which all share, counts for the peers too.
    """
    analysis = best_seconds(lambda: list(rows(code)), 2)
    given = list(rows(code))
    seconds = [analysis + best_seconds(_building(peer, given), 1) for peer in peers]
    began = time.perf_counter()
    engine = open_index(code, folder / "lawkb")
    ours = time.perf_counter() - began
    sizes = [_megabytes(folder / name) for name in ("lawkb", "whoosh", "laws.sqlite")]
    lines = ["| index | documents/s | MB | time beside |", "|---|---|---|---|"]
    named = zip(("lawkb", *(peer.name for peer in peers)), (ours, *seconds), sizes, strict=True)
    for name, taken, size in named:
        beside = "" if name == "lawkb" else f"{ours / taken:.2f}"
        lines.append(f"| {name} | {len(given) / taken:.0f} | {size:.1f} | {beside} |")
    return engine, lines


def _building(peer: Peer, given: list[Row]) -> Callable[[], None]:
    return lambda: peer.build(given)


def _megabytes(path: Path) -> float:
    files = [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file()]
    return sum(file.stat().st_size for file in files) / 1e6


# ---- the queries


def _query_lines(
    code: Code, engine: Engine, queries: dict[Kind, tuple[Asked, ...]], peers: Sequence[Peer]
) -> list[str]:
    """A row for each class: milliseconds at p50 and p95, and the ratios of the p95."""
    names = " | ".join(f"{peer.name} p50 | p95" for peer in peers)
    ratios = " | ".join(f"p95 beside {peer.name}" for peer in peers)
    lines = [
        f"| class, ms | lawkb p50 | p95 | {names} | {ratios} | same number of hits |",
        f"|---|---|---{'|---' * (3 * len(peers) + 1)}|",
    ]
    absent = []
    for kind, asked in queries.items():
        theirs = [peer.total(one) for peer in peers[:1] for one in asked]
        ours = [_total(code, engine, one) for one in asked]
        same = sum(one == other for one, other in zip(ours, theirs, strict=True))
        if 2 * same < len(asked):
            absent.append(NAMES[kind])
            continue
        own = _times(asked, lambda one: _total(code, engine, one))
        others = [_peer_times(peer, asked) for peer in peers]
        cells = [*_cells((own, *others)), *(_ratio(own, other) for other in others)]
        lines.append(f"| {NAMES[kind]} | {' | '.join(cells)} | {same} of {len(asked)} |")
    if absent:
        without = ", ".join(absent)
        lines += ["", f"Left out, since lawkb does not have them yet: {without}."]
    return lines


def _total(code: Code, engine: Engine, asked: Asked) -> int:
    """What a person who types the query is given: all of an answer, snippets too."""
    question = Question(asked.query)
    try:
        answer = jump(code, question) or search(engine, code, question)
    except LawkbError:
        return -1
    return answer.total


def _peer_times(peer: Peer, asked: Sequence[Asked]) -> Times | None:
    return None if peer.total(asked[0]) is None else _times(asked, peer.total)


def _times(asked: Sequence[Asked], ask: Callable[[Asked], object]) -> Times:
    taken = sorted(_fastest(ask, one) * 1000 for one in asked)
    return Times(taken[len(taken) // 2], taken[round(0.95 * len(taken)) - 1])


def _fastest(ask: Callable[[Asked], object], asked: Asked) -> float:
    return best_seconds(lambda: ask(asked), RUNS)


def _cells(times: Iterable[Times | None]) -> list[str]:
    pairs = [(f"{one.middle:.2f}", f"{one.slow:.2f}") if one else ("–", "–") for one in times]
    return [cell for pair in pairs for cell in pair]


def _ratio(own: Times, other: Times | None) -> str:
    return f"{own.slow / other.slow:.2f}" if other else "–"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        print("\n".join(searching_lines(Path(made), [int(size) for size in sys.argv[1:]] or SIZES)))
