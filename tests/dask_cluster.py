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

from distributed import Client, Scheduler

_LONGEST_SECONDS = 120
_ROOT = Path(__file__).parent.parent
_OPTIONS = ("--host", "127.0.0.1", "--no-dashboard")
_REGISTERED = re.compile(r"Register worker addr: (\S+)")
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
        self.scheduler = self._start("scheduler", self.log, _ROOT, *_OPTIONS, "--port", "0")
        started = self._logged(_STARTED, 1)
        self.address = started[0]

    def add_workers(self, number: int, within: Path = _ROOT) -> None:
        """Start some workers, with the lawkb in a folder; wait until the scheduler knows them."""
        for _ in range(number):
            options = ("--nthreads", "1", "--no-nanny", "--local-directory", str(self.folder))
            log = self.folder / f"worker-{len(self.workers)}.log"
            words = ("worker", log, within, self.address, *_OPTIONS, *options)
            self.workers.append(self._start(*words))
        self._logged(_REGISTERED, len(self.workers))

    def kill_worker(self, place: int) -> None:
        """``kill -9`` of one of the workers that run."""
        self._end([each for each in self.workers if each.poll() is None][place])

    def steps(self) -> int:
        """Return how many steps the tasks of all commands have taken so far, some for each task."""
        with Client(self.address, set_as_default=False) as client:
            return int(client.run_on_scheduler(_steps))

    def await_steps(self, wanted: int) -> None:
        """Wait until the tasks have taken so many steps in all."""
        deadline = time.monotonic() + _LONGEST_SECONDS
        with Client(self.address, set_as_default=False) as client:
            while client.run_on_scheduler(_steps) < wanted:
                assert time.monotonic() < deadline
                time.sleep(0.01)

    def kill_scheduler(self) -> None:
        """``kill -9`` of the scheduler."""
        self._end(self.scheduler)

    def stop(self) -> None:
        """End all processes."""
        for process in (*self.workers, self.scheduler):
            self._end(process)

    def _start(self, program: str, log: Path, within: Path, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{program}", *words]
        with log.open("wb") as out:
            return subprocess.Popen(command, stdout=out, stderr=out, cwd=within)

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


def _steps(dask_scheduler: Scheduler) -> int:
    return dask_scheduler.transition_counter


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
