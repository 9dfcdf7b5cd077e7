"""The wait for an edit while ``lawkb serve`` runs: from the write of a source to the new page."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from urllib.error import URLError
from urllib.request import urlopen

from bench.made_up import made_up_corpus
from lawkb.pipeline import ingest

LAWS = 100
EDITS = 7
_PAGE = "/el/2017/57/"
_START_SECONDS = 120
_BETWEEN_SECONDS = 5
_CALM_SECONDS = 20  # until everything is made and the search is indexed
_PATCH = """[[patches]]
page = "law_57"
language = "en"
place = "57"
field = "heading"
old = ""
new = "{word}"
reason = "a measurement"
origin = "a measurement"
author = "bench"
date = "2026-11-22"
"""


def serving_lines(folder: Path) -> list[str]:
    """A table: milliseconds until an open page is told, and until the new page is there."""
    folder.mkdir()
    corpus = made_up_corpus(folder / "corpus", LAWS)
    (corpus / "patches").mkdir()
    ingest(corpus)
    (folder / "pages" / "en").mkdir(parents=True)
    (folder / "pages" / "en" / "about.md").write_text("# About\n", encoding="utf-8")
    config = {
        "site_name": "served",
        "docs_dir": "pages",
        "theme": {"name": "lawkb"},
        "plugins": [{"lawkb": {"corpus": "corpus"}}],
    }
    (folder / "mkdocs.yml").write_text(json.dumps(config), encoding="utf-8")
    page = corpus / "sources" / "wiki" / "law_57.txt"
    text = page.read_text(encoding="utf-8")
    first, rest = text.split("\n", 1)
    patch, about = corpus / "patches" / "law_57.toml", folder / "pages" / "en" / "about.md"
    kinds: list[tuple[str, str, Callable[[str], object]]] = [
        (
            "a source page",
            _PAGE,
            lambda word: page.write_text(f"{first} {word}\n{rest}", encoding="utf-8"),
        ),
        (
            "a patch",
            _PAGE,
            lambda word: patch.write_text(_PATCH.format(word=word), encoding="utf-8"),
        ),
        (
            "a hand-written page",
            "/en/about/",
            lambda word: about.write_text(f"# {word}\n", encoding="utf-8"),
        ),
    ]
    with _served(folder) as (url, process):
        time.sleep(_CALM_SECONDS)
        rows = [(what, *_waits(url, process, path, edit), load()) for what, path, edit in kinds]
    return [
        f"`lawkb serve` at {LAWS} laws: milliseconds from the write of a file to the new page,"
        f" median and worst of {EDITS} edits; of these, the median that the server worked; and the"
        " load of the machine at that time.",
        "",
        "| edited | median | worst | worked | load |",
        "|---|---|---|---|---|",
        *(
            f"| {what} | {median(waits):.0f} | {max(waits):.0f} | {median(work):.0f} | {busy:.0f} |"
            for what, waits, work, busy in rows
        ),
    ]


def _waits(
    url: str, process: int, path: str, edit: Callable[[str], object]
) -> tuple[list[float], list[float]]:
    """Milliseconds until the page is there, and of work of the server, for each edit."""
    waits, worked = [], []
    for number in range(EDITS):
        word = f"Zo{'abcdefghij'[number]}"
        turn = _turn(url + path)
        start, before = time.perf_counter(), _worked(process)
        edit(word)
        while word not in _read(url + path):
            _read(f"{url}/.lawkb/changed/{turn}")
            turn = _turn(url + path)
        waits.append((time.perf_counter() - start) * 1000)
        worked.append(_worked(process) - before)
        time.sleep(_BETWEEN_SECONDS)
    return waits, worked


def _turn(url: str) -> str:
    found = re.search(r'data-turn="(\d+)"', _read(url))
    assert found is not None
    return found[1]


def _worked(process: int) -> float:
    """Milliseconds of processor time of a process so far, its children left out."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def load() -> float:
    """How many processes wanted a core in the last minute."""
    return float(Path("/proc/loadavg").read_text(encoding="ascii").split()[0])


@contextmanager
def _served(folder: Path) -> Iterator[tuple[str, int]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    command = [sys.executable, "-m", "lawkb", "--corpus", str(folder / "corpus"), "serve"]
    with subprocess.Popen(
        [*command, "--address", address], cwd=folder, stdout=subprocess.DEVNULL
    ) as process:
        try:
            _wait(f"http://{address}")
            yield f"http://{address}", process.pid
        finally:
            process.send_signal(signal.SIGINT)


def _wait(url: str) -> None:
    end = time.monotonic() + _START_SECONDS
    while time.monotonic() < end:
        try:
            _read(url + _PAGE)
        except URLError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(url)


def _read(url: str) -> str:
    with urlopen(url, timeout=120) as answer:
        return str(answer.read().decode("utf-8"))
