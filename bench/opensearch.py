"""The search cluster beside its client's own bulk helper, and beside Whoosh: loading and queries.

``python -m bench opensearch`` measures the usual numbers of provisions; ``python -m
bench.opensearch 10000 1000000`` measures these, and prints what it has found after each. The
provisions are those of made-up laws, again and again with other numbers, so that no code of this
size is in memory; documents are written to a file once.
"""

from __future__ import annotations

import multiprocessing
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import count, islice
from pathlib import Path

import msgspec
from msgspec.structs import replace
from opensearchpy.helpers import bulk

from bench.made_up import made_up_corpus
from bench.search_queries import KINDS, NAMES, Asked, Kind, draw
from lawkb.model.address import Address, base_of
from lawkb.model.code import Code
from lawkb.parallel_work import one_by_one
from lawkb.pipeline import read_all
from lawkb.search.documents import Document, documents_of_law
from lawkb.search.engine import EmbeddedEngine, Engine
from lawkb.search.opensearch.connection import Cluster, connect, read_cluster
from lawkb.search.opensearch.engine import OpenSearchEngine
from lawkb.search.opensearch.loading import (
    CHUNK,
    CHUNK_BYTES,
    COPIED,
    NEW,
    Sent,
    State,
    await_copies,
    load,
)
from lawkb.search.opensearch.mapping import alias_of, id_of, index_body, source_of
from lawkb.search.query.parser import parse_query
from lawkb.search.whoosh_engine import WhooshEngine
from tests.opensearch_cluster import cluster

SIZES = (10_000, 50_000, 200_000)
LAWS = 500  # whose provisions are repeated
LETTERS = 3  # of a made-up law
QUERIES = 20
RUNS = 3
_MOST_IN_WHOOSH = 200_000
_HEAD = """Made-up provisions in Greek and English, sent to three nodes on the same machine.
*Made* is reading the laws and writing what is sent to a file, on all cores. *Load* reads that file,
compares and verifies; *bulk helper* is that of the client, with the same documents and settings:
both make the copy of the index when it is complete, and wait for it. Memory is that of our largest
process until the load has ended. Queries go through the engine alone, ten hits each; the fastest of
three runs counts."""


@dataclass(frozen=True, slots=True)
class _Source:
    """Made-up provisions without end.

    Attributes:
        code: The laws that are repeated.
        numbers: Their numbers.
    """

    code: Code
    numbers: tuple[int, ...]

    def law(self, at: int) -> list[Document]:
        """The provisions of the law at a place; those after the last law are more of its letters.

        So a million provisions are 500 laws of many letters.
        """
        edition = self.code.outline.editions[0].id
        number, turn = self.numbers[at % len(self.numbers)], at // len(self.numbers)
        return [
            replace(each, place=_later(each.place, turn))
            for each in documents_of_law(self.code, edition, number)
            if isinstance(each.place, Address) and (each.place.depth or not turn)
        ]

    def documents(self, size: int) -> Iterator[Document]:
        return islice((each for at in count() for each in self.law(at)), size)

    def sent(self, size: int) -> Iterator[Sent]:
        """The same, as the cluster gets them, made on all cores."""
        laws = range(size // max(len(self.law(0)) // 2, 1) + 1)
        made = one_by_one(self._made, laws)
        return islice((each for law in made for each in law), size)

    def _made(self, at: int) -> list[Sent]:
        outline = self.code.outline
        alias = alias_of(outline.id, outline.editions[0].id)
        return [
            Sent(alias, id_of(each), msgspec.json.encode(source_of(each, outline)))
            for each in self.law(at)
        ]


def _later(place: Address, turn: int) -> Address:
    """Return an address with a letter further on in the alphabet, where other turns are not."""
    number, *inner = place.path
    return Address((number, *(base_of(n) + turn * LETTERS for n in inner[:1]), *inner[1:]))


def opensearch_lines(folder: Path, sizes: Sequence[int] = SIZES) -> Iterator[list[str]]:
    """Yield the section on the cluster after each size; ``folder`` is an empty one to work in."""
    code = read_all(made_up_corpus(folder / "corpus", LAWS)).code
    numbers = tuple(n for n in code.numbers(code.outline.editions[0].id) if isinstance(n, int))
    source = _Source(code, numbers)
    loads = [
        "| provisions | made/s | load/s | bulk helper/s | load beside helper | MiB | Whoosh/s |",
        "|---|---|---|---|---|---|---|",
    ]
    asked = [
        "| provisions | engine | " + " | ".join(f"{NAMES[kind]}" for kind in KINDS) + " |",
        "|---|---|" + "---|" * len(KINDS),
    ]
    queries = draw(code, QUERIES)
    with cluster(nodes=3) as running:
        where = read_cluster(running.addresses, None, {})
        for size in sizes:
            with tempfile.TemporaryDirectory(dir=folder) as own:
                loads.append(_loaded(source, size, where, Path(own)))
                asked += _asked(source, size, where, Path(own), queries)
            yield [_HEAD, "", *loads, "", "Milliseconds at p95:", "", *asked]


def _loaded(source: _Source, size: int, where: Cluster, folder: Path) -> str:
    file = folder / "documents"
    made = _apart(partial(_write, source, size, file), f"{size}: making documents")
    loaded = _apart(partial(_load, source, file, where), f"{size}: loading")
    helped = _apart(partial(_helped, source, file, where), f"{size}: bulk helper")
    whoosh = "-"
    if size <= _MOST_IN_WHOOSH:
        built = _apart(partial(_build, source, size, folder / "whoosh"), f"{size}: Whoosh")
        whoosh = f"{size / built.seconds:.0f}"
    per = [size / each.seconds for each in (made, loaded, helped)]
    peak = max(made.mebibytes, loaded.mebibytes)
    return (
        f"| {size} | {per[0]:.0f} | {per[1]:.0f} | {per[2]:.0f} | {per[1] / per[2]:.2f} "
        f"| {peak} | {whoosh} |"
    )


@dataclass(frozen=True, slots=True)
class _Took:
    """What some work took.

    Attributes:
        seconds: Its time.
        mebibytes: The most memory of its largest process.
    """

    seconds: float
    mebibytes: int


def _apart(work: Callable[[], object], title: str) -> _Took:
    """Measure some work in a process of its own, whose memory begins small."""
    _report(title)
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(1, context) as pool:
        took = pool.submit(_measured, work).result()
    _report(f"{title}: {took.seconds:.0f} s, {took.mebibytes} MiB")
    return took


def _measured(work: Callable[[], object]) -> _Took:
    seconds = _seconds(work)
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return _Took(seconds, max(resource.getrusage(each).ru_maxrss for each in who) >> 10)


def _write(source: _Source, size: int, file: Path) -> None:
    with file.open("wb") as written:
        written.writelines(b"%s %s\n" % (e.id.encode(), e.source) for e in source.sent(size))


def _load(source: _Source, file: Path, where: Cluster) -> None:
    outline = source.code.outline
    body = index_body(outline, [each.code for each in outline.languages])
    alias = alias_of(outline.id, outline.editions[0].id)
    now = str(time.time_ns())
    # The version of the mappings is another one each time, so that nothing is copied.
    state = State(now[::-1], body, now, (alias,), partial(_read, source, file))
    load(connect(where), where, state, _report)


def _build(source: _Source, size: int, folder: Path) -> None:
    folder.mkdir()
    _whoosh(source).build(source.documents(size), folder)


def _read(source: _Source, file: Path) -> Iterator[Sent]:
    outline = source.code.outline
    alias = alias_of(outline.id, outline.editions[0].id)
    with file.open("rb") as lines:
        for line in lines:
            identifier, _, content = line.rstrip(b"\n").partition(b" ")
            yield Sent(alias, identifier.decode(), content)


def _helped(source: _Source, file: Path, where: Cluster) -> None:
    client, outline = connect(where), source.code.outline
    body = index_body(outline, [each.code for each in outline.languages])
    settings = {**body["settings"], **NEW, "index.refresh_interval": "-1"}
    client.indices.create(index="helped", body={**body, "settings": settings})
    actions = (
        {
            "_index": "helped",
            "_id": each.id,
            "_source": {**msgspec.json.decode(each.source), "place": n},
        }
        for n, each in enumerate(_read(source, file))
    )
    bulk(client, actions, chunk_size=CHUNK, max_chunk_bytes=CHUNK_BYTES, stats_only=True)
    client.indices.refresh(index="helped")
    client.indices.put_settings(index="helped", body=COPIED)
    await_copies(client, ["helped"])
    client.indices.delete(index="helped")


def _asked(
    source: _Source, size: int, where: Cluster, folder: Path, queries: dict[Kind, tuple[Asked, ...]]
) -> Iterator[str]:
    outline = source.code.outline
    alias = alias_of(outline.id, outline.editions[0].id)
    engines: list[Engine] = [OpenSearchEngine(connect(where), outline, alias)]
    if size <= _MOST_IN_WHOOSH:
        embedded = _whoosh(source)
        embedded.open(folder / "whoosh")
        engines.append(embedded)
    for engine in engines:
        _report(f"{size}: queries, {engine.name}")
        cells = (f"{_slow(source, engine, queries[kind]):.1f}" for kind in KINDS)
        yield f"| {size} | {engine.name} | {' | '.join(cells)} |"


def _slow(source: _Source, engine: Engine, asked: Sequence[Asked]) -> float:
    """Milliseconds that 95 of a hundred queries do not exceed; the fastest of some runs counts."""
    outline = source.code.outline
    tags = tuple(each.code for each in outline.languages)
    taken = []
    for one in asked:
        tree = parse_query(one.query, outline.languages, outline.scheme)
        if tree:
            ask = partial(engine.search, tree, tags, 10)
            taken.append(min(_seconds(ask) for _ in range(RUNS)))
    return 1000 * statistics.quantiles(taken, n=20)[-1]


def _whoosh(source: _Source) -> EmbeddedEngine:
    return WhooshEngine(source.code.outline)


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _report(line: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {line}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        given = [int(size) for size in sys.argv[1:]]
        for lines in opensearch_lines(Path(made), given or SIZES):
            print("\n".join(lines), end="\n\n", flush=True)
