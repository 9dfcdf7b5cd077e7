"""Share work with other machines: a scheduler and workers of Dask, with the same lawkb.

Workers write nothing: they are sent a function and parts of what it is to be applied to, and send
the results back. Dask does the part of a lost worker again.
"""

from __future__ import annotations

import hashlib
import logging
import pickle
import re
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from functools import cache, partial
from importlib.metadata import requires, version
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from lawkb.errors import LawkbError
from lawkb.extras import needs
from lawkb.model.language import LanguageFiles, use_only_language_files, used_language_files
from lawkb.parallel_work import on_cluster, on_one_core, things_at_a_time, without_collecting

if TYPE_CHECKING:  # the extra may not be installed
    from distributed import Client, Future

Versions = Mapping[str, str]

_OF_DASK = ("cloudpickle", "dask", "distributed")
_ADDRESS = re.compile(r"(tcp|tls)://(\[[0-9A-Fa-f:.]+\]|[\w.-]+):\d{1,5}")
_NAME = re.compile(r"[\w.-]+")
_PATIENCE_SECONDS = 10  # for the scheduler to answer, and for a worker to come (again)
_CHUNK = 200  # things in a part, at most; the scheduler needs some milliseconds for each part
_AHEAD = 2  # parts for each worker that are sent before their results are read
_LARGEST = 1 << 40  # bytes of work that Dask does not warn of
_HINT_SAME = "install the same lawkb[cluster] on every machine, then start its workers again"

# Caches of lawkb are of one process: threads of a worker take turns.
_TURN = Lock()


@contextmanager
def workers_of(address: str) -> Iterator[None]:
    """Make ``on_all_cores`` use the workers of a Dask scheduler while the block runs.

    Work that was sent and not yet done is cancelled when the block ends, also by Ctrl-C.

    Args:
        address: The scheduler, ``tcp://host:8786``, or ``tls://…`` with what Dask's own settings
            say about certificates.

    Raises:
        LawkbError: Dask is not installed; there is no scheduler or no worker; they have another
            version of lawkb or of what it needs; or they are lost while the block runs.
    """
    client = _connected(address)
    try:
        with on_cluster(partial(_results, client, address)):
            yield
    finally:
        with suppress(OSError, TimeoutError):  # of a scheduler that is gone
            client.close()


def _connected(address: str) -> Client:
    if not _ADDRESS.fullmatch(address):
        what = "is not the address of a scheduler"
        raise LawkbError(
            f"--cluster {address}", what, "write tcp://HOST:PORT, as in tcp://host:8786"
        )
    with needs("cluster", "--cluster"):
        import dask
        from distributed import Client
    for name in ("distributed", "distributed.client"):  # what goes wrong is said in three lines
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    dask.config.set({"distributed.admin.large-graph-warning-threshold": _LARGEST})
    try:
        client = Client(address, timeout=_PATIENCE_SECONDS, set_as_default=False)
    except (OSError, TypeError, ValueError) as error:  # TypeError: no certificates for tls://
        what = f"no scheduler answers there: {_first_line(error)}"
        raise LawkbError(
            address, what, "start one: dask scheduler; or correct --cluster"
        ) from error
    try:
        _await_worker(client, address)
        _check_versions(client, address)
    except BaseException:
        client.close()
        raise
    return client


def _first_line(error: BaseException) -> str:
    return f"{error}".partition("\n")[0] or type(error).__name__


def _await_worker(client: Client, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=_PATIENCE_SECONDS)
    except TimeoutError as error:
        what = f"its scheduler has had no worker for {_PATIENCE_SECONDS} seconds"
        raise LawkbError(address, what, f"start some: dask worker {address}") from error


def _check_versions(client: Client, address: str) -> None:
    """Refuse a scheduler or workers with another lawkb; ``SharedWork`` refuses later workers."""
    try:
        found = {address: client.run_on_scheduler(versions)}
        found |= client.run(versions, on_error="return")
    except (ImportError, AttributeError) as error:
        found = {address: error}
    for where, theirs in found.items():
        if isinstance(theirs, (ImportError, AttributeError)):
            what = f"has another lawkb, or none: {_first_line(theirs)}"
            raise LawkbError(where, what, _HINT_SAME) from theirs
        if isinstance(theirs, dict):  # else a worker that is gone
            _check_same(where, theirs, versions())


def _check_same(where: str, theirs: Versions, ours: Versions) -> None:
    for name in ours:
        if theirs.get(name) != ours[name]:
            what = f"has {name} {theirs.get(name, 'not at all')}, and the command {ours[name]}"
            raise LawkbError(where, what, _HINT_SAME)


@cache
def versions() -> Versions:
    """Return the versions that results depend on: of Python, lawkb, and all that it needs.

    That of lawkb has a digest of its files, since the number of a version in work stays the same.
    """
    required = (each for each in requires("lawkb") or () if "extra ==" not in each)
    names = sorted({*_OF_DASK, *(_NAME.match(each)[0] for each in required)})  # type: ignore[index]
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    own = {"Python": python, "lawkb": f"{version('lawkb')} ({_digest()})"}
    return own | {name: version(name) for name in names}


def _digest() -> str:
    package, digest = Path(__file__).parent, hashlib.sha256()
    for file in sorted(package.rglob("*")):
        if file.is_file() and file.suffix != ".pyc":
            digest.update(f"{file.relative_to(package).as_posix()}\n".encode())
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:8]


class SharedWork:
    """A function with all that it needs; a worker is sent it once and unpickles it once."""

    def __init__(self, ours: Versions, languages: LanguageFiles, pickled: bytes) -> None:
        """Store a pickled function, with the versions and language files it needs."""
        self._sent = (ours, languages, pickled)
        self._work: Callable[[Any], Any] | None = None

    def __reduce__(self) -> tuple[type[SharedWork], tuple[Versions, LanguageFiles, bytes]]:
        return SharedWork, self._sent

    def __sizeof__(self) -> int:
        return len(self._sent[2])

    def results(self, things: bytes) -> bytes:
        """Return the pickled results for some pickled things, on a worker."""
        ours, languages, pickled = self._sent
        with _TURN, on_one_core(), without_collecting():
            if self._work is None:
                _check_same("a worker", versions(), ours)
            use_only_language_files(languages)  # after another command had its own
            if self._work is None:
                self._work = pickle.loads(pickled)  # Dask itself sends pickles
            work = self._work
            return pickle.dumps([work(thing) for thing in pickle.loads(things)], 5)


def _results(
    client: Client, address: str, work: Callable[[Any], Any], things: Sequence[Any]
) -> Iterator[Any]:
    """Yield the result of some work for each thing, in their order, made on the workers."""
    import cloudpickle

    with _connection(address):
        # A task and not a copy on one worker: when that is lost, Dask makes it again.
        sent = SharedWork(versions(), used_language_files(), cloudpickle.dumps(work))
        shared = client.submit(_itself, sent, pure=False)
        del sent
        # Only for speed: workers fetch it from one another. The scheduler miscounts, "sample larger
        # than population", when a worker is lost at this moment.
        with suppress(ValueError):
            client.replicate([shared])
        workers = max(1, len(client.nthreads()))
        chunk = things_at_a_time(len(things), workers, _CHUNK)
        parts = (
            client.submit(
                SharedWork.results,
                shared,
                cloudpickle.dumps(things[start : start + chunk]),
                pure=False,
            )
            for start in range(0, len(things), chunk)
        )
        ahead = deque(islice(parts, _AHEAD * workers))
    while ahead:
        done = _result(client, address, ahead.popleft())
        with _connection(address):
            ahead.extend(islice(parts, 1))
        yield from pickle.loads(done)  # from the workers that we trust with work


def _itself(sent: SharedWork) -> SharedWork:
    return sent


def _result(client: Client, address: str, part: Future[bytes]) -> bytes:
    from distributed import KilledWorker

    with _connection(address):
        while not part.done():
            try:
                part.exception(timeout=_PATIENCE_SECONDS)
            except TimeoutError:
                _await_worker(client, address)
    try:
        done: bytes = part.result()  # raises the errors of the work, too
    except CancelledError as error:
        raise _lost(address) from error
    except KilledWorker as error:
        what = "workers ended again and again at the same part; nothing was written"
        raise LawkbError(address, what, "look at their logs, and at their memory") from error
    return done


@contextmanager
def _connection(address: str) -> Iterator[None]:
    """Turn errors of the connection to the scheduler into a ``LawkbError``."""
    try:
        yield
    except (CancelledError, OSError) as error:
        raise _lost(address) from error


def _lost(address: str) -> LawkbError:
    what = "the connection to the scheduler was lost; nothing was written"
    return LawkbError(address, what, "look at the log of the scheduler, and run it again")
