"""Measure, print ratios, write ``bench/RESULTS.md``.

``python -m bench search`` measures the search alone, and writes its section anew; ``python -m bench
check`` does so for the checks.
"""

from __future__ import annotations

import platform
import sqlite3
import sys
import tempfile
from pathlib import Path

from bench.checking import checking_lines, write_section
from bench.clock import best_seconds
from bench.interchange import interchange_lines
from bench.made_up import made_up_corpus
from bench.reading import reading_lines
from bench.references import reference_lines
from bench.searching import searching_lines
from bench.site import site_ratios
from lawkb.corpus.laws import read_code
from lawkb.pipeline import ingest, read_all
from lawkb.search.index import open_index, search_code

RESULTS = Path(__file__).parent / "RESULTS.md"
LAWS = 200
QUERIES = ("lano metri", "λανο μετρι", "κερο")
_SEARCH = "## Search"
Row = tuple[str, str, str, float]


def main(parts: list[str]) -> None:
    """Run every benchmark, or the part that is named, and write what it gave."""
    if parts == ["search"]:
        with tempfile.TemporaryDirectory() as folder:
            searching = searching_lines(Path(folder))
        _write(_with_section([_SEARCH, "", *searching, ""]))
    elif parts == ["check"]:
        _write(_with_section(checking_lines()))
    elif parts:
        sys.exit(
            f"bench: there is no part {' '.join(parts)}\n  hint: name check, search, or nothing"
        )
    else:
        _write(_every_line())


def _with_section(section: list[str]) -> list[str]:
    return write_section(RESULTS.read_text(encoding="utf-8").split("\n"), section)


def _write(lines: list[str]) -> None:
    RESULTS.write_text("\n".join(lines), encoding="utf-8")
    print("\n".join(lines))


def _every_line() -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        rows = [*_reading(Path(folder)), *_searching(Path(folder)), *site_ratios(Path(folder))]
        reading = reading_lines(Path(folder))
        searching = searching_lines(Path(folder))
        interchange = interchange_lines(Path(folder, "interchange"))
    return [
        "# Benchmarks",
        "",
        f"Ratios of the best of several runs, each pair in one run ({platform.python_version()}).",
        "Below 1 is faster than the peer. Written by `make bench`.",
        "",
        "| what | beside | note | ratio |",
        "|---|---|---|---|",
        *(f"| {what} | {peer} | {note} | {ratio:.2f} |" for what, peer, note, ratio in rows),
        "",
        "## Ingest",
        "",
        "Invented bilingual text pages of about 5,000 characters; above 500, all cores share them.",
        "Starting Python is not counted.",
        "",
        *reading,
        "",
        "## References",
        "",
        "The texts of the held laws over and over, a passage at a time, on one core.",
        "",
        *reference_lines(),
        "",
        _SEARCH,
        "",
        *searching,
        "",
        *checking_lines(),
        "## Interchange",
        "",
        *interchange,
    ]


def _reading(folder: Path) -> list[Row]:
    """Ingest of twice as many laws should take twice as long; a jump needs no ingest at all."""
    small = made_up_corpus(folder / "small", LAWS // 2)
    large = made_up_corpus(folder / "large", LAWS)
    half = best_seconds(lambda: read_all(small), 3)
    whole = best_seconds(lambda: read_all(large), 3)
    ingest(large)
    read = best_seconds(lambda: read_code(large), 3)
    return [
        (f"ingest of {LAWS} laws", f"ingest of {LAWS // 2}", "2 is linear", whole / half),
        (
            f"reading the XML of {LAWS} laws",
            "their ingest",
            "what every command pays",
            read / whole,
        ),
    ]


def _searching(folder: Path) -> list[Row]:
    """Queries on the index beside SQLite FTS5 over the same provisions (which folds no accents)."""
    code = read_code(folder / "large")
    cache = folder / "index"
    open_index(code, cache)
    engine = open_index(code, cache)
    table = sqlite3.connect(":memory:")
    table.execute("create virtual table provisions using fts5(text)")
    texts = [(p.text,) for law in code.laws.values() for p in law.provisions()]
    table.executemany("insert into provisions values (?)", texts)
    peer = best_seconds(lambda: [_sqlite(table, query) for query in QUERIES])
    ours = best_seconds(lambda: [search_code(code, cache, query) for query in QUERIES])
    count = engine.stats().documents
    return [
        (
            f"{len(QUERIES)} queries, {count} provisions",
            "SQLite FTS5",
            "opening included",
            ours / peer,
        )
    ]


def _sqlite(table: sqlite3.Connection, query: str) -> list[tuple[str]]:
    rows = table.execute(
        "select snippet(provisions, 0, '', '', '…', 24) from provisions"
        " where provisions match ? order by rank limit 10",
        (query,),
    )
    return rows.fetchall()


if __name__ == "__main__":
    main(sys.argv[1:])
