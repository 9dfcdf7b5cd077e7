"""One OpenSearch cluster for all workers of a test session.

The first worker starts a keeper, a process of its own that starts the cluster and writes down its
address. Every worker holds a shared lock on the folder as long as it may ask the cluster. The
keeper waits for an exclusive one, and then stops the cluster: it gets it when all workers have
ended, those that were killed too.
"""

from __future__ import annotations

import fcntl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.opensearch_cluster import cluster

_ROOT = Path(__file__).parents[3]
_USERS = "users.lock"
_STARTING = "starting.lock"
_ADDRESS = "address"
_FAULT = "fault"


@contextmanager
def shared_cluster(folder: Path) -> Iterator[str]:
    """Give the address of the cluster of this session, and keep it as long as it is used.

    Args:
        folder: A folder that all workers of the session share.
    """
    folder.mkdir(parents=True, exist_ok=True)
    keeper = None
    with (folder / _USERS).open("wb") as users:
        with (folder / _STARTING).open("wb") as starting:
            fcntl.flock(starting, fcntl.LOCK_EX)
            # Waits while an earlier keeper, whose users have all ended, stops its cluster.
            fcntl.flock(users, fcntl.LOCK_SH)
            if not (folder / _ADDRESS).exists():
                keeper = _started(folder)
        yield (folder / _ADDRESS).read_text(encoding="ascii")
    if keeper:
        keeper.wait()


def _started(folder: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", __name__, str(folder)]
    keeper = subprocess.Popen(command, cwd=_ROOT, stdout=subprocess.PIPE, start_new_session=True)
    assert keeper.stdout
    with keeper.stdout as told:
        told.readline()  # it says when the cluster runs; nothing when it ended instead
    if not (folder / _ADDRESS).exists():
        keeper.wait()
        raise RuntimeError((folder / _FAULT).read_text(encoding="utf-8"))
    return keeper


def keep(folder: Path) -> None:
    """Start a cluster of one node, and stop it when nobody uses it any more."""
    address = folder / _ADDRESS
    try:
        with cluster(nodes=1) as running, (folder / _USERS).open("wb") as users:
            address.write_text(running.addresses[0], encoding="ascii")
            sys.stdout.write("runs\n")
            sys.stdout.flush()
            fcntl.flock(users, fcntl.LOCK_EX)
            address.unlink()
    except (OSError, RuntimeError) as error:
        (folder / _FAULT).write_text(str(error), encoding="utf-8")


if __name__ == "__main__":
    keep(Path(sys.argv[1]))
