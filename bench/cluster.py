"""How work scales from one Dask worker to two, on loopback: ingest and check of made-up laws.

``python -m bench cluster`` prints the table and puts it into ``bench/RESULTS.md``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path

from bench.made_up import made_up_corpus
from bench.serving import load
from lawkb.parallel_work import cores
from tests.dask_cluster import DaskCluster, dask_cluster

LAWS = 20_000
_HEAD = """Seconds on the clock of a whole command, the start of Python with it. The command, the
scheduler and the workers share the cores of one machine, so two workers do not have a core each
while the command reads their results. Workers with *half a core* cannot take more, be they one or
two, as on machines of their own; two of them leave the command a core. The laws are those of
*Large*.

| laws | what | workers | one worker, s | two workers, s | one worker beside two |
|---|---|---|---|---|---|"""
_ON_ONE_CORE = """
from lawkb.cli import main
from lawkb.parallel_work import on_one_core
with on_one_core():
    main()
"""
_CONTROL_GROUPS = Path("/sys/fs/cgroup/cpu")  # of Linux, version 1, for root
_PERIOD = 10_000  # microseconds


def cluster_lines(folder: Path, laws: int = LAWS) -> list[str]:
    """The section on clusters; ``folder`` is an empty one to work in."""
    corpus = made_up_corpus(folder / "corpus", laws, 1)
    rows = _rows(corpus, laws, "share the cores", lambda _: nullcontext())
    if os.access(_CONTROL_GROUPS / "cgroup.procs", os.W_OK):
        rows += _rows(corpus, laws, "half a core each", _half_a_core)
    return [*_HEAD.splitlines(), *rows, "", f"Load {load():.0f} at the end, on {cores()} cores."]


def _rows(
    corpus: Path,
    laws: int,
    told: str,
    limited: Callable[[DaskCluster], AbstractContextManager[None]],
) -> list[str]:
    seconds: dict[str, list[float]] = {"ingest": [], "check": []}
    for workers in (1, 2):
        with dask_cluster(workers) as cluster, limited(cluster):
            _add_seconds(seconds, corpus, "--cluster", cluster.address)
    return [
        f"| {laws} | {what} | {told} | {' | '.join(f'{each:.1f}' for each in own)} "
        f"| {own[0] / own[1]:.2f} |"
        for what, own in seconds.items()
    ]


@contextmanager
def _half_a_core(cluster: DaskCluster) -> Iterator[None]:
    """Limit each worker to half a core, by a control group of its own."""
    groups = [_CONTROL_GROUPS / f"lawkb-{worker.pid}" for worker in cluster.workers]
    try:
        for group, worker in zip(groups, cluster.workers, strict=True):
            group.mkdir()
            (group / "cpu.cfs_period_us").write_text(f"{_PERIOD}")
            (group / "cpu.cfs_quota_us").write_text(f"{_PERIOD // 2}")
            (group / "cgroup.procs").write_text(f"{worker.pid}")
        yield
    finally:
        cluster.stop()  # a group can be removed when it has no process
        for group in groups:
            with suppress(OSError):
                group.rmdir()


def _add_seconds(seconds: dict[str, list[float]], corpus: Path, *options: str) -> None:
    shutil.rmtree(corpus / "laws", ignore_errors=True)
    shutil.rmtree(corpus.parent / "cache", ignore_errors=True)
    for what, own in seconds.items():
        command = [sys.executable, "-c", _ON_ONE_CORE, "--corpus", str(corpus), what, *options]
        start = time.perf_counter()
        ended = subprocess.run(
            command,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "LAWKB_CACHE": str(corpus.parent / "cache")},
        )
        own.append(time.perf_counter() - start)
        assert ended.returncode in (0, 1)  # 1: the check finds something
        print(f"{what} {' '.join(options)}: {own[-1]:.1f} s", file=sys.stderr, flush=True)
