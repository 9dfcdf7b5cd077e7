"""A real Dask cluster on loopback: a scheduler, and workers as processes of their own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_LONGEST_SECONDS = 120
_ROOT = Path(__file__).parent.parent
_OPTIONS = ("--host", "127.0.0.1", "--no-dashboard")
_STARTED = re.compile(r"Scheduler at:\s+(tcp://\S+)")


class DaskCluster:
    """A scheduler and its workers; each worker is one process with one thread.

    Attributes:
        address: The scheduler, ``tcp://127.0.0.1:40123``.
        workers: The processes of the workers, in the order of their start.
    """

    def __init__(self, folder: Path) -> None:
        """Start a scheduler at a free port. Logs and files of the workers go to a folder."""
        self.folder = folder
        self.workers: list[subprocess.Popen[bytes]] = []
        self.log = folder / "scheduler.log"
        self.scheduler = self._start("scheduler", self.log, *_OPTIONS, "--port", "0")
        started = self._logged(_STARTED, 1)
        self.address = started[0]

    def add_workers(self, number: int) -> None:
        """Start some workers and wait until the scheduler knows them."""
        for _ in range(number):
            options = ("--nthreads", "1", "--no-nanny", "--local-directory", str(self.folder))
            log = self.folder / f"worker-{len(self.workers)}.log"
            self.workers.append(self._start("worker", log, self.address, *_OPTIONS, *options))
        self._logged(re.compile(r"Register worker addr: (\S+)"), len(self.workers))

    def kill_worker(self, place: int) -> None:
        """``kill -9`` of a worker."""
        self._end(self.workers[place])

    def kill_scheduler(self) -> None:
        """``kill -9`` of the scheduler."""
        self._end(self.scheduler)

    def stop(self) -> None:
        """End all processes."""
        for process in (*self.workers, self.scheduler):
            self._end(process)

    def _start(self, program: str, log: Path, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{program}", *words]
        with log.open("wb") as out:
            return subprocess.Popen(command, stdout=out, stderr=out, cwd=_ROOT)

    def _logged(self, wanted: re.Pattern[str], number: int) -> list[str]:
        deadline = time.monotonic() + _LONGEST_SECONDS
        while len(found := wanted.findall(self.log.read_text())) < number:
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.05)
        return found

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)  # no other process has its id: we have not waited
        process.wait()


@contextmanager
def dask_cluster(workers: int) -> Iterator[DaskCluster]:
    """Start a cluster with some workers, and end it with the block."""
    with tempfile.TemporaryDirectory() as folder:
        cluster = DaskCluster(Path(folder))
        try:
            cluster.add_workers(workers)
            yield cluster
        finally:
            cluster.stop()
