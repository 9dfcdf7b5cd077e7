"""The search cluster beside its client's own bulk helper, and beside Whoosh: loading and queries.

``python -m bench.opensearch 20000`` measures one number of provisions. The provisions are those of
made-up laws, again and again with other numbers, so that no code of this size is in memory.
"""

from __future__ import annotations

import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, islice
from pathlib import Path

import msgspec
from opensearchpy.helpers import bulk

from bench.made_up import made_up_corpus
from bench.search_queries import KINDS, NAMES, Asked, Kind, draw
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.parallel_work import one_by_one
from lawkb.pipeline import read_all
from lawkb.search.documents import Document, documents_of_law
from lawkb.search.engine import EmbeddedEngine, Engine
from lawkb.search.opensearch import OpenSearchEngine, alias_of, id_of, index_body, source_of
from lawkb.search.opensearch.connection import Cluster, connect, read_cluster
from lawkb.search.opensearch.loading import CHUNK, CHUNK_BYTES, SETTINGS, Sent, State, load
from lawkb.search.query import parse_query
from lawkb.search.whoosh_engine import WhooshEngine
from tests.opensearch_cluster import cluster

SIZES = (50_000, 200_000)
LAWS = 500  # whose provisions are repeated
QUERIES = 20
RUNS = 3
_HEAD = """Made-up provisions in Greek and English, sent to three nodes on the same machine.
*Bulk helper* is that of the client, with the same documents, made beforehand, and the same
settings; the load reads them from the same file, compares and verifies. *With analysis* makes them
from the laws, too. Queries go through the engine alone, ten hits each."""


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
        """The provisions of the law at a place; those after the last law are copies."""
        edition = self.code.outline.editions[0].id
        number = self.numbers[at % len(self.numbers)]
        shift = at // len(self.numbers) * (max(self.numbers) + 1)
        return [
            replace(each, place=Address((number + shift, *each.place.path[1:])))
            for each in documents_of_law(self.code, edition, number)
            if isinstance(each.place, Address)
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


def opensearch_lines(folder: Path, sizes: Sequence[int] = SIZES) -> list[str]:
    """The section on the cluster; ``folder`` is an empty one to work in."""
    code = read_all(made_up_corpus(folder / "corpus", LAWS)).code
    numbers = tuple(n for n in code.numbers(code.outline.editions[0].id) if isinstance(n, int))
    source = _Source(code, numbers)
    loads = [
        "| provisions | load, documents/s | with analysis | bulk helper | load beside helper "
        "| Whoosh, documents/s | our process, MiB |",
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
            loads.append(_loaded(source, size, where, folder))
            asked += _asked(source, size, where, folder, queries)
    return [_HEAD, "", *loads, "", "Milliseconds at p95:", "", *asked]


def _loaded(source: _Source, size: int, where: Cluster, folder: Path) -> str:
    file = folder / f"documents-{size}"
    with file.open("wb") as written:
        written.writelines(b"%s %s\n" % (e.id.encode(), e.source) for e in source.sent(size))
    alone = _seconds(
        lambda: load(
            connect(where), where, _state(source, lambda: _read(source, file), "file"), _silent
        )
    )
    helped = _seconds(lambda: _helped(source, file, where))
    analysed = _seconds(
        lambda: load(
            connect(where),
            where,
            _state(source, partial(source.sent, size), f"{size}", "2"),
            _silent,
        )
    )
    whoosh = _seconds(
        lambda: _whoosh(source).build(source.documents(size), _empty(folder / f"whoosh-{size}"))
    )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    per = [size / each for each in (alone, analysed, helped)]
    return (
        f"| {size} | {per[0]:.0f} | {per[1]:.0f} | {per[2]:.0f} | {per[0] / per[2]:.2f} "
        f"| {size / whoosh:.0f} | {peak} |"
    )


def _state(
    source: _Source, documents: Callable[[], Iterator[Sent]], key: str, version: str = "1"
) -> State:
    """A state whose mappings are of another version each time, so that nothing is copied."""
    outline = source.code.outline
    body = index_body(outline, [each.code for each in outline.languages])
    alias = alias_of(outline.id, outline.editions[0].id)
    return State(
        f"{key}{time.time_ns()}".rjust(32, "0")[::-1], body, f"{version}{key}", (alias,), documents
    )


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
    settings = {**body["settings"], **SETTINGS, "index.refresh_interval": "-1"}
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
    client.indices.delete(index="helped")


def _asked(
    source: _Source, size: int, where: Cluster, folder: Path, queries: dict[Kind, tuple[Asked, ...]]
) -> Iterator[str]:
    outline = source.code.outline
    embedded = _whoosh(source)
    embedded.open(folder / f"whoosh-{size}")
    server = OpenSearchEngine(connect(where), outline, alias_of(outline.id, outline.editions[0].id))
    for engine in (server, embedded):
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


def _empty(folder: Path) -> Path:
    folder.mkdir()
    return folder


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _silent(_: str) -> None:
    pass


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        given = [int(size) for size in sys.argv[1:]]
        print("\n".join(opensearch_lines(Path(made), given or SIZES)))
