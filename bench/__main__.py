"""Measure, print ratios, write ``bench/RESULTS.md``.

``python -m bench search check`` measures these parts alone. Each part writes its section anew as
soon as it is measured, so that a run that is stopped leaves what it has found.
"""

from __future__ import annotations

import platform
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from bench.assisting import assisting_lines
from bench.checking import checking_lines
from bench.clock import best_seconds
from bench.cluster import cluster_lines
from bench.desk import desk_lines
from bench.desk_pages import page_lines
from bench.growth import growth_lines
from bench.interchange import interchange_lines
from bench.large import large_lines
from bench.made_up import made_up_corpus
from bench.opensearch import opensearch_lines
from bench.reading import reading_lines
from bench.references import reference_lines
from bench.searching import searching_lines
from bench.site import site_lines
from bench.verifying import verifying_lines
from lawkb.corpus.laws import read_code
from lawkb.pipeline import ingest, read_all

RESULTS = Path(__file__).parent / "RESULTS.md"
LAWS = 200
_HEAD = f"""# Benchmarks

Written by `make bench`, a part alone by `python -m bench PART`; every pair of figures that a ratio
compares is of one run (Python {platform.python_version()}). Below 1 is faster than the peer.
"""


def main(parts: list[str]) -> None:
    """Run every benchmark, or the parts that are named, and write what they gave."""
    unknown = [part for part in parts if part not in PARTS]
    if unknown:
        hint = f"name some of {', '.join(PARTS)}, or nothing"
        sys.exit(f"bench {unknown[0]}\n  there is no such part\n  hint: {hint}")
    for part in parts or PARTS:
        with tempfile.TemporaryDirectory() as folder:
            lines = PARTS[part](Path(folder))
        section = "\n".join([f"## {_title(part)}", "", *lines]).rstrip() + "\n"
        print(section, flush=True)
        _write(section)


def _write(section: str) -> None:
    """Put a section in the place of what it was, all of them in their order."""
    before = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    held = {text.partition("\n")[0]: text for text in before.split("\n## ")[1:]}
    held[section[3:].partition("\n")[0]] = section[3:]
    titles = [title for title in map(_title, PARTS) if title in held]
    sections = [f"## {held[title].rstrip()}\n" for title in titles]
    RESULTS.write_text("\n".join([_HEAD, *sections]), encoding="utf-8")


def _title(part: str) -> str:
    return "OpenSearch" if part == "opensearch" else part.replace("-", " ").capitalize()


def _ingest_lines(folder: Path) -> list[str]:
    """Ingest of twice as many laws should take twice as long; a jump needs no ingest at all."""
    small = made_up_corpus(folder / "small", LAWS // 2)
    large = made_up_corpus(folder / "large", LAWS)
    half = best_seconds(lambda: read_all(small), 3)
    whole = best_seconds(lambda: read_all(large), 3)
    ingest(large)
    read = best_seconds(lambda: read_code(large), 3)
    return [
        "Invented bilingual text pages of about 5,000 characters; above 500, all cores share them.",
        "Starting Python is not counted.",
        "",
        *reading_lines(folder),
        "",
        f"Ingest of {LAWS} laws takes {whole / half:.2f} times that of {LAWS // 2}; reading their "
        f"XML again takes {read / whole:.2f} of it.",
    ]


def _reference_lines(folder: Path) -> list[str]:
    told = "The texts of the held laws over and over, a passage at a time, on one core."
    return [told, "", *reference_lines()]


def _opensearch_lines(folder: Path) -> list[str]:
    *_, lines = opensearch_lines(folder)
    return lines


PARTS: dict[str, Callable[[Path], list[str]]] = {
    "ingest": _ingest_lines,
    "references": _reference_lines,
    "site": site_lines,
    "search": searching_lines,
    "opensearch": _opensearch_lines,
    "interchange": interchange_lines,
    "check": checking_lines,
    "verifying": verifying_lines,
    "desk": desk_lines,
    "desk-pages": page_lines,
    "assisting": assisting_lines,
    "cluster": cluster_lines,
    "large": large_lines,
    "growth": growth_lines,
}

if __name__ == "__main__":
    main(sys.argv[1:])
