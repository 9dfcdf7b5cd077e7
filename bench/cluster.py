"""How work scales from one Dask worker to two, on loopback: ingest and check of made-up laws.

``python -m bench cluster`` prints the table and puts it into ``bench/RESULTS.md``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from bench.made_up import made_up_corpus
from bench.serving import load
from lawkb.parallel_work import cores
from tests.dask_cluster import dask_cluster

LAWS = 20_000
_COMMANDS = ("ingest", "check")
_RUNS = (1, 2, 2, 1)  # workers: a machine may get slower or faster meanwhile
_HEAD = """Seconds on the clock of a whole command, the start of Python with it, in two runs. The
command, the scheduler and the workers share the cores of one machine, so two workers do not have a
core each while the command reads their results. The laws are those of *Large*.

| laws | what | one worker, s | two workers, s | one worker beside two |
|---|---|---|---|---|"""
_ON_ONE_CORE = """
from lawkb.cli import main
from lawkb.parallel_work import on_one_core
with on_one_core():
    main()
"""


def cluster_lines(folder: Path, laws: int = LAWS) -> list[str]:
    """The section on clusters; ``folder`` is an empty one to work in."""
    corpus = made_up_corpus(folder / "corpus", laws, 1)
    seconds: dict[str, dict[int, list[float]]] = {what: {1: [], 2: []} for what in _COMMANDS}
    for workers in _RUNS:
        with dask_cluster(workers) as cluster:
            _add_seconds(seconds, workers, corpus, cluster.address)
    rows = [
        f"| {laws} | {what} | {_told(own[1])} | {_told(own[2])} | {sum(own[1]) / sum(own[2]):.2f} |"
        for what, own in seconds.items()
    ]
    return [*_HEAD.splitlines(), *rows, "", f"Load {load():.0f} at the end, on {cores()} cores."]


def _told(seconds: list[float]) -> str:
    return ", ".join(f"{each:.1f}" for each in seconds)


def _add_seconds(
    seconds: dict[str, dict[int, list[float]]], workers: int, corpus: Path, address: str
) -> None:
    shutil.rmtree(corpus / "laws", ignore_errors=True)
    shutil.rmtree(corpus.parent / "cache", ignore_errors=True)
    for what, own in seconds.items():
        words = ["--corpus", str(corpus), what, "--cluster", address]
        start = time.perf_counter()
        ended = subprocess.run(
            [sys.executable, "-c", _ON_ONE_CORE, *words],
            stdout=subprocess.DEVNULL,
            env={**os.environ, "LAWKB_CACHE": str(corpus.parent / "cache")},
        )
        own[workers].append(time.perf_counter() - start)
        assert ended.returncode in (0, 1)  # 1: the check finds something
        print(f"{what}, workers {workers}: {own[workers][-1]:.1f} s", file=sys.stderr, flush=True)
