"""Ingest of ever more pages: pages a second, peak memory, and the ratio to a bare HTML parser."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from bench.made_up import made_up_corpus

SIZES = (100, 1000, 10000)

_INGEST = "from pathlib import Path; from lawkb.pipeline import read_all; read_all(Path({!r}))"
_LXML = (
    "from pathlib import Path; from lxml import html\n"
    "for file in sorted(Path({!r}).glob('sources/*/*.txt')):\n"
    "    html.fromstring('<pre>' + file.read_text(encoding='utf-8') + '</pre>').text_content()"
)


@dataclass(frozen=True, slots=True)
class Cost:
    """What a process cost.

    Attributes:
        wall: Seconds.
        processor: Seconds of all cores.
        peak: MiB of the largest process.
    """

    wall: float
    processor: float
    peak: float


def reading_lines(folder: Path) -> list[str]:
    """Rows of a table: pages, pages a second, seconds of processor a page, memory, ratio."""
    rows = [
        "| pages | pages/s | pages/s of one core | MiB | beside lxml's HTML parser |",
        "|---|---|---|---|---|",
    ]
    for size in SIZES:
        corpus = made_up_corpus(folder / f"pages-{size}", size)
        ours, peer = _cost(_INGEST.format(str(corpus))), _cost(_LXML.format(str(corpus)))
        rows.append(
            f"| {size} | {size / ours.wall:.0f} | {size / ours.processor:.0f} |"
            f" {ours.peak:.0f} | {ours.processor / peer.processor:.1f} |"
        )
    return rows


def _cost(script: str) -> Cost:
    before = os.times()
    done = subprocess.run(
        [sys.executable, "-c", f"{script}\nimport resource\n{_PRINT_PEAK}"],
        check=True,
        capture_output=True,
        text=True,
    )
    after = os.times()
    processor = (after.children_user - before.children_user) + (
        after.children_system - before.children_system
    )
    return Cost(after.elapsed - before.elapsed, processor, float(done.stdout.split()[-1]) / 1024)


_PRINT_PEAK = (
    "print(max(resource.getrusage(who).ru_maxrss"
    " for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))"
)
