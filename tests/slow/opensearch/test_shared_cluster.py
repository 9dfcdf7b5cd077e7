"""The cluster of the tests: shared by workers, gone when the last of them has ended."""

import fcntl
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from opensearchpy import OpenSearch

from tests.slow.opensearch.shared_cluster import shared_cluster

_USER = """
import sys
from pathlib import Path
from tests.slow.opensearch.shared_cluster import shared_cluster
with shared_cluster(Path(sys.argv[1])) as address:
    print(address, flush=True)
    sys.stdin.read()
"""


def test_the_node_answers(opensearch: OpenSearch) -> None:
    assert opensearch.cluster.health()["number_of_nodes"] == 1


def test_a_killed_worker_leaves_the_cluster_to_the_others_and_the_last_one_ends_it(
    tmp_path: Path,
) -> None:
    command = [sys.executable, "-c", _USER, str(tmp_path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as first:  # type: ignore[call-overload]
        assert first.stdout
        started = first.stdout.readline().decode().strip()
        with shared_cluster(tmp_path) as address:
            assert address == started
            first.send_signal(signal.SIGKILL)
            first.wait()
            with urllib.request.urlopen(address) as answer:
                assert answer.status == 200
    has_ended = False
    while not has_ended:  # this test may get the lock before the keeper, who holds it until the end
        with (tmp_path / "users.lock").open("rb") as users:
            fcntl.flock(users, fcntl.LOCK_EX)
            has_ended = not (tmp_path / "address").exists()
    with pytest.raises(OSError):
        urllib.request.urlopen(address)
