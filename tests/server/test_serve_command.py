"""``lawkb serve`` as it is run: edited, interrupted, and with sources that come and go."""

import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from urllib.error import HTTPError, URLError

import pytest

from lawkb.errors import LawkbError
from lawkb.server.app import listen
from tests.corpus_files import CORPUS
from tests.server.edits import editable
from tests.server.running import LAW, LONGEST_SECONDS

# A test run in the background has SIGINT ignored, and its children would too.
SERVE = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from lawkb.cli import main; main()"
)
QUIET_SECONDS = 0.1  # as long an editor may leave a file empty


@dataclass(frozen=True, slots=True)
class Served:
    """A site that is served, and what the command says on standard error when it has ended."""

    url: str
    folder: Path
    process: subprocess.Popen[str]

    @property
    def law(self) -> Path:
        return self.folder / "corpus" / "sources" / "wiki" / "law_57.txt"

    def read(self, path: str) -> str:
        """The page, as soon as somebody answers; that of the 404 too."""
        while self.process.poll() is None:
            try:
                with urllib.request.urlopen(self.url + path, timeout=LONGEST_SECONDS) as answer:
                    return str(answer.read().decode("utf-8"))
            except HTTPError as error:
                with error:
                    return str(error.read().decode("utf-8"))
            except URLError:
                time.sleep(0.1)
        raise AssertionError(f"it has ended: {self.process.communicate()[1]}")

    def shows(self, path: str, words: str) -> bool:
        """Whether a page shows some words, now or soon."""
        deadline = time.monotonic() + LONGEST_SECONDS
        while words not in self.read(path):
            if time.monotonic() > deadline:
                return False
            time.sleep(0.1)
        return True

    def interrupt(self) -> tuple[int, str]:
        """End it as Ctrl-C does: its exit code, and what it said."""
        self.process.send_signal(signal.SIGINT)
        _, said = self.process.communicate(timeout=LONGEST_SECONDS)
        return self.process.returncode, said


@contextmanager
def serving(folder: Path) -> Iterator[Served]:
    editable(folder)
    address = _free_address()
    command = [sys.executable, "-c", SERVE, "--corpus", str(folder / "corpus"), "serve"]
    with subprocess.Popen(
        [*command, "--port", address.rpartition(":")[2]],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield Served(f"http://{address}", folder, process)
        finally:
            process.kill()


def _free_address() -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{free.getsockname()[1]}"


def test_the_site_is_served_until_it_is_interrupted_and_an_edit_shows(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        page = served.read(LAW)
        text = served.law.read_text(encoding="utf-8").replace("\n", " λανο\n", 1)
        served.law.write_text(text, encoding="utf-8")
        worker = served.read("/laws/sw.js")
        assert served.shows(LAW, "λανο")
        laws = (tmp_path / "corpus" / "laws" / "2017" / "el" / "law_57.xml").read_text("utf-8")
        ended = served.interrupt()
    assert "<h1>Νόμος 57: <span" in page
    assert "λανο" not in page
    assert "data-worker" not in page  # who edits is shown nothing that was kept
    assert "unregister" in worker
    assert "λανο" in laws  # as lawkb ingest writes them
    assert ended == (130, "")


def test_what_the_checks_doubt_follows_an_edit(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        assert 'class="checked"' not in served.read(LAW)
        text = served.law.read_text(encoding="utf-8").replace("Όταν", "Όταν 9876", 1)
        served.law.write_text(text, encoding="utf-8")
        assert served.shows(LAW, 'class="checked"')
        assert served.interrupt() == (130, "")


def test_it_ends_while_pages_wait_and_while_checks_run(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        page = served.read(LAW)
        (known,) = re.findall(r'data-known="(\w+)"', page)
        with urllib.request.urlopen(f"{served.url}/.lawkb/changes?page={LAW}&known={known}"):
            text = served.law.read_text(encoding="utf-8").replace("\n", " λανο\n", 1)
            served.law.write_text(text, encoding="utf-8")
            assert served.shows(LAW, "λανο")
            assert served.interrupt() == (130, "")


def test_a_file_that_is_emptied_and_then_filled_is_never_seen_empty(tmp_path: Path) -> None:
    for turn in count():
        with serving(tmp_path / f"{turn}") as served:
            assert "<h1>Νόμος 57: <span" in served.read(LAW)
            text = served.law.read_text(encoding="utf-8").replace("\n", " λανο\n", 1)
            emptied = time.monotonic()
            served.law.write_text("", encoding="utf-8")
            time.sleep(QUIET_SECONDS / 2)
            served.law.write_text(text, encoding="utf-8")
            was_quick = time.monotonic() - emptied < QUIET_SECONDS
            assert served.shows(LAW, "λανο")
            ended = served.interrupt()
        if was_quick:  # else another program had the processor: that is no such editor
            break
    assert ended == (130, "")  # an empty page would have been told


def test_a_corpus_that_goes_away_is_told_and_one_that_is_back_is_watched(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        assert "<h1>Νόμος 57: <span" in served.read(LAW)
        shutil.move(tmp_path / "corpus", tmp_path / "aside")
        assert served.shows(LAW, "lawkb-faults")
        assert "<h1>Νόμος 57: <span" in served.read(LAW)
        shutil.copytree(tmp_path / "aside", tmp_path / "corpus")
        text = served.law.read_text(encoding="utf-8").replace("\n", " λανο\n", 1)
        served.law.write_text(text, encoding="utf-8")
        assert served.shows(LAW, "λανο")
        served.law.write_text(text.replace("λανο", "κερο", 1), encoding="utf-8")
        assert served.shows(LAW, "κερο")
        code, said = served.interrupt()
    assert code == 130
    gone = f"{tmp_path / 'corpus'}"
    first, what = said.splitlines()[:2]
    assert (first, what) == (gone, "  there is no such folder") or (
        first == f"{gone}/corpus.toml" and what.startswith("  cannot be read: ")
    )
    assert "Traceback" not in said


def test_an_address_that_cannot_be_used_is_told() -> None:
    address = _free_address()
    with listen(address), pytest.raises(LawkbError, match="Address already in use") as told:
        listen(address)
    port = int(address.rpartition(":")[2])
    assert told.value.where == address
    assert told.value.hint == (
        f"stop the program that uses it, or name another port, such as {port + 1}"
    )
    with pytest.raises(LawkbError, match="Cannot assign requested address"):
        listen(f"192.0.2.1:{port}")


def test_a_port_in_use_is_three_lines_and_exit_code_2(tmp_path: Path) -> None:
    address = _free_address()
    port = address.rpartition(":")[2]
    command = [sys.executable, "-m", "lawkb", "--corpus", str(CORPUS), "serve", "--port", port]
    with listen(address):
        done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{address}\n  cannot be used: ")
    assert done.stderr.count("\n") == 3
