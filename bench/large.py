"""Commands on large codes: memory of the largest process, and work for each law.

``python -m bench large`` measures all sizes and puts the table into ``bench/RESULTS.md``;
``python -m bench.large 2000 10000`` prints those of some sizes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.made_up import made_up_corpus
from bench.serving import load
from lawkb.parallel_work import cores

SIZES = (10_000, 100_000)
COMMANDS = ("ingest", "check", "index", "build")
_HEAD = """Made-up laws of about seven provisions in Greek and English, searched on the server.
*Largest* is the most memory that one process of the command had, of those that share its work on
all cores; *work* is processor time of all of them together."""
_ROWS = ["| command | laws | largest, MiB | clock, s | work, s | work for a law, ms |"]
_SEARCH = '\n[search]\non = "server"\n'


@dataclass(frozen=True, slots=True)
class Run:
    """What one run of a command took.

    Attributes:
        mebibytes: Memory of its largest process.
        clock_seconds: Seconds on the clock.
        work_seconds: Seconds of processors, of all its processes.
    """

    mebibytes: int
    clock_seconds: float
    work_seconds: float


def large_lines(folder: Path, sizes: Sequence[int] = SIZES) -> list[str]:
    """The section on large codes; ``folder`` is an empty one to work in."""
    rows, costs = [*_ROWS, "|---|---|---|---|---|---|"], dict[str, list[float]]()
    for size in sizes:
        corpus = _site(folder / str(size), size)
        for command in COMMANDS:
            run = measured(corpus, command)
            each = 1000 * run.work_seconds / size
            costs.setdefault(command, []).append(each)
            rows.append(
                f"| {command} | {size:,} | {run.mebibytes} | {run.clock_seconds:.0f} "
                f"| {run.work_seconds:.0f} | {each:.1f} |"
            )
            print(rows[-1], file=sys.stderr, flush=True)
    ratios = ", ".join(f"{name} {own[-1] / own[0]:.2f}" for name, own in costs.items())
    told = f"Work for a law of {sizes[-1]:,} beside that of {sizes[0]:,}: {ratios}."
    return [*_HEAD.splitlines(), "", *rows, "", f"{told} Load {load():.0f}, {cores()} cores."]


def measured(corpus: Path, command: str) -> Run:
    """Run a command on a corpus, as a process of its own, and measure it."""
    words = [sys.executable, "-m", "lawkb", "--corpus", str(corpus), command]
    start = time.perf_counter()
    with (corpus.parent / f"{command}.txt").open("wb") as told:
        process = subprocess.Popen(
            words,
            stdout=told,
            stderr=told,
            env={**os.environ, "LAWKB_CACHE": str(corpus.parent / "cache")},
        )
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):  # 1: the check finds something
        sys.exit(f"{command} ended with {process.returncode}: {corpus.parent / command}.txt")
    clock = time.perf_counter() - start
    return Run(used.ru_maxrss >> 10, clock, used.ru_utime + used.ru_stime)


def _site(folder: Path, laws: int) -> Path:
    """Write a corpus with the settings of a site."""
    corpus = made_up_corpus(folder / "corpus", laws, 1)
    settings = corpus / "corpus.toml"
    settings.write_text(settings.read_text(encoding="utf-8") + _SEARCH, encoding="utf-8")
    (folder / "pages").mkdir()
    site = {
        "site_name": "large",
        "docs_dir": "pages",
        "site_dir": "site",
        "theme": {"name": "lawkb"},
        "plugins": [{"lawkb": {"corpus": "corpus", "books": []}}],
    }
    (folder / "mkdocs.yml").write_text(json.dumps(site), encoding="utf-8")
    return corpus


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        given = [int(size) for size in sys.argv[1:]]
        print("\n".join(large_lines(Path(made), given or SIZES)))
