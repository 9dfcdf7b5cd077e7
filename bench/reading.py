"""Ingest of ever more pages: pages a second, peak memory, and the ratio to a bare HTML parser."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from bench.made_up import made_up_corpus

SIZES = (100, 1000, 10000)

_INGEST = "read_all(Path({!r}))"
_LXML = """
for file in sorted(Path({!r}).glob('sources/*/*.txt')):
    html.fromstring('<pre>' + file.read_text(encoding='utf-8') + '</pre>').text_content()
"""
# Starting Python and importing are not counted: they are the same for one page and for all.
_PROGRAM = """
import os, resource, time
from pathlib import Path
from lxml import html
from lawkb.pipeline import read_all
os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:{cores}])
before, began = os.times(), time.perf_counter()
{script}
after, wall = os.times(), time.perf_counter() - began
print(wall, sum(after[:4]) - sum(before[:4]), max(
    resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
) / 1024)
"""


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
    """Rows of a table: pages a second on one core and on all, memory, and the ratio."""
    rows = [
        "| pages | pages/s on one core | pages/s on all cores | MiB | beside lxml's HTML parser |",
        "|---|---|---|---|---|",
    ]
    for size in SIZES:
        corpus = made_up_corpus(folder / f"pages-{size}", size)
        script, peer = _INGEST.format(str(corpus)), _LXML.format(str(corpus))
        alone, together = _cost(script, 1), _cost(script, 1024)
        bare = _cost(peer, 1)
        rows.append(
            f"| {size} | {size / alone.wall:.0f} | {size / together.wall:.0f} |"
            f" {alone.peak:.0f} | {alone.processor / bare.processor:.1f} |"
        )
    return rows


def _cost(script: str, cores: int) -> Cost:
    program = _PROGRAM.format(script=script, cores=cores)
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    return Cost(*map(float, done.stdout.split()))
