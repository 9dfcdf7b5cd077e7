"""Work on many machines: what a cluster gives is what one core gives, whatever is lost."""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.made_up import made_up_corpus
from lawkb import parallel_work
from lawkb.cluster import Versions, _check_same, versions, workers_of
from lawkb.errors import LawkbError
from lawkb.model.language import (
    read_language,
    use_language_files,
    use_only_language_files,
    used_language_files,
)
from lawkb.parallel_work import on_all_cores, on_one_core, one_by_one
from tests.dask_cluster import DaskCluster, dask_cluster

ROOT = Path(__file__).parents[2]
KILLS = int(os.environ.get("LAWKB_LOST_WORKERS", "4"))  # of workers
LAWS = 520  # more than one process does alone
LAWS_CHECKED = 120
STEPS = 100  # of the tasks of ingest or check; they take more
MANY = range(2_000)
# Tests that are run in the background have SIGINT ignored, and their children would, too.
ON_ONE_CORE = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from lawkb.cli import main
from lawkb.parallel_work import on_one_core
with on_one_core():
    main()
"""
SPANISH = {"code": "es", "iso639_3": "spa", "script": "LATIN", "law": "Ley"}


@pytest.fixture(scope="module")
def cluster() -> Iterator[DaskCluster]:
    with dask_cluster(workers=2) as running:
        yield running


def command(
    corpus: Path, *words: str, cluster: DaskCluster | None = None
) -> subprocess.Popen[bytes]:
    """Begin a command in a process of its own, on one core or on a cluster."""
    shared = ("--cluster", cluster.address) if cluster else ()
    return subprocess.Popen(
        [sys.executable, "-c", ON_ONE_CORE, "--corpus", str(corpus), *words, *shared],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "LAWKB_CACHE": str(corpus.parent / "cache")},
    )


def output_of(begun: subprocess.Popen[bytes]) -> bytes:
    """Wait for a command and return what it printed."""
    out, errors = begun.communicate()
    assert errors.decode() == ""
    return out


def files_of(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def squared_slowly(number: int) -> int:
    time.sleep(0.002)
    return number * number


def process_of(_: int) -> int:
    return os.getpid()


def test_results_come_back_in_their_order_from_both_workers(cluster: DaskCluster) -> None:
    offset = 7
    with workers_of(cluster.address):
        assert on_all_cores(lambda n: n + offset, MANY) == [n + offset for n in MANY]
        made = set(on_all_cores(process_of, MANY))
    assert made <= {worker.pid for worker in cluster.workers}
    assert len(made) == 2


def test_few_things_are_done_here(cluster: DaskCluster) -> None:
    with workers_of(cluster.address):
        assert set(on_all_cores(process_of, range(10))) == {os.getpid()}


def test_an_error_of_the_work_is_raised_here(cluster: DaskCluster) -> None:
    with workers_of(cluster.address), pytest.raises(ValueError, match="invalid literal"):
        on_all_cores(int, ["1"] * 2000 + ["x"])


def test_a_worker_uses_one_core(cluster: DaskCluster) -> None:
    with workers_of(cluster.address):
        assert set(on_all_cores(lambda _: parallel_work.cores(), MANY)) == {1}


def test_workers_use_the_language_files_of_the_corpus_and_then_those_of_the_next(
    cluster: DaskCluster,
) -> None:
    before = used_language_files()
    try:
        for name in ("Español", "Castellano"):
            use_language_files({"es": {**SPANISH, "name": name}})
            with workers_of(cluster.address):
                assert set(on_all_cores(lambda _: read_language("es").name, MANY)) == {name}
    finally:
        use_only_language_files(before)


def test_only_some_results_are_made_before_they_are_read(
    cluster: DaskCluster, tmp_path: Path
) -> None:
    def made(number: int) -> int:
        (tmp_path / str(number)).touch()
        return number

    with workers_of(cluster.address):
        results = one_by_one(made, range(4_000))
        assert next(results) == 0
        time.sleep(1)
        assert len(list(tmp_path.iterdir())) <= 4_000 // 4
        assert list(results) == [*range(1, 4_000)]


@pytest.mark.parametrize(
    "address", ["host:8786", "tcp://", "http://127.0.0.1:1", "tcp://a b:1", "tcp://host"]
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(LawkbError, match="is not the address"), workers_of(address):
        pass


def test_an_address_without_a_scheduler_is_reported() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(LawkbError, match="no scheduler answers"), workers_of(address):
            pass


def test_a_scheduler_without_workers_is_reported() -> None:
    with (
        dask_cluster(workers=0) as empty,
        pytest.raises(LawkbError, match=f"dask worker {empty.address}"),
        workers_of(empty.address),
    ):
        pass


def test_a_scheduler_lost_in_the_middle_is_reported() -> None:
    with dask_cluster(workers=1) as lost, workers_of(lost.address):
        results = one_by_one(squared_slowly, MANY)
        assert next(results) == 0
        lost.kill_scheduler()
        with pytest.raises(LawkbError, match="the connection to the scheduler was lost"):
            list(results)


def test_the_only_worker_is_lost_and_another_does_all_its_parts() -> None:
    with dask_cluster(workers=1) as lost, workers_of(lost.address):
        results = one_by_one(squared_slowly, MANY)
        assert next(results) == 0
        lost.kill_worker(0)
        lost.add_workers(1)
        assert list(results) == [n * n for n in MANY[1:]]


def test_all_workers_lost_is_reported() -> None:
    with dask_cluster(workers=1) as lost, workers_of(lost.address):
        results = one_by_one(squared_slowly, MANY)
        assert next(results) == 0
        lost.kill_worker(0)
        with pytest.raises(LawkbError, match="has had no worker"):
            list(results)


@pytest.mark.parametrize(
    ("change", "told"),
    [({"lawkb": "0.1 (1)"}, "has lawkb 0.1 (1), and"), ({"lxml": ""}, "has lxml , and")],
)
def test_another_version_is_refused(change: Versions, told: str) -> None:
    with pytest.raises(LawkbError) as refused:
        _check_same("tcp://worker:1", {**versions(), **change}, versions())
    assert told in str(refused.value)
    assert len(str(refused.value).splitlines()) == 3


def test_a_worker_with_another_lawkb_is_refused(tmp_path: Path) -> None:
    """Its files differ by one comment."""
    shutil.copytree(
        ROOT / "lawkb", tmp_path / "lawkb", ignore=shutil.ignore_patterns("__pycache__")
    )
    with (tmp_path / "lawkb" / "errors.py").open("a") as file:
        file.write("# another\n")
    with dask_cluster(workers=0) as mixed:
        mixed.add_workers(1, tmp_path)
        with pytest.raises(LawkbError, match="has lawkb") as refused, workers_of(mixed.address):
            pass
    assert len(str(refused.value).splitlines()) == 3


def test_ctrl_c_cancels_what_was_sent(cluster: DaskCluster, tmp_path: Path) -> None:
    corpus = made_up_corpus(tmp_path / "corpus", 3 * LAWS)
    for _ in range(8):  # on a busy machine it may have ended, or not begun, at the signal
        at = cluster.steps() + STEPS // 4
        with command(corpus, "ingest", cluster=cluster) as running:
            cluster.await_steps(at)
            running.send_signal(signal.SIGINT)
            _, told = running.communicate()
        if told.strip() == b"stopped":
            break
        shutil.rmtree(corpus / "laws", ignore_errors=True)
    assert (running.returncode, told.strip()) == (130, b"stopped")
    assert not (corpus / "laws").exists()
    with workers_of(cluster.address):
        assert on_all_cores(abs, MANY) == list(MANY)


def test_ingest_and_check_are_the_same_while_a_worker_is_killed(tmp_path: Path) -> None:
    """Byte for byte what one core gives; ``make fuzz`` kills thirty."""
    large = made_up_corpus(tmp_path / "large" / "corpus", LAWS, letters=1)
    small = made_up_corpus(tmp_path / "small" / "corpus", LAWS_CHECKED)
    told = [output_of(command(each, "ingest", "--format", "json")) for each in (large, small)]
    found = output_of(command(small, "check", "--format", "json"))
    commands = ((large, "ingest", told[0]), (small, "check", found))
    files = files_of(large / "laws")
    assert len(files) == 2 * LAWS
    lost = 0
    chance = random.Random(20261124)
    with dask_cluster(workers=2) as running:
        for number in range(6 * KILLS):  # some may have ended before their worker is killed
            if lost == KILLS:
                break
            corpus, word, expected = commands[number % 2]
            if word == "ingest":
                shutil.rmtree(large / "laws")
            shutil.rmtree(small.parent / "cache", ignore_errors=True)
            at = running.steps() + chance.randint(1, STEPS)
            begun = command(corpus, word, "--format", "json", cluster=running)
            running.await_steps(at)
            running.kill_worker(chance.randrange(2))
            lost += begun.poll() is None
            assert output_of(begun) == expected
            assert files_of(large / "laws") == files
            running.add_workers(1)
    assert lost == KILLS


def test_the_site_is_the_same_made_on_a_cluster(cluster: DaskCluster, tmp_path: Path) -> None:
    made = []
    for name in ("one", "many"):
        folder = tmp_path / name
        folder.mkdir()
        shutil.copy(ROOT / "mkdocs.yml", folder)
        for each in ("corpus", "site"):
            shutil.copytree(ROOT / each, folder / each)
        on = cluster if name == "many" else None
        begun = command(folder / "corpus", "build", cluster=on)
        _, errors = begun.communicate()
        assert begun.returncode == 0, errors
        made.append(files_of(folder / "build" / "site"))
    assert made[0] == made[1]
    assert len(made[0]) > 150  # 175 since the manual is a site of its own


def test_one_core_is_one_core() -> None:
    with on_one_core():
        assert set(on_all_cores(process_of, MANY)) == {os.getpid()}
