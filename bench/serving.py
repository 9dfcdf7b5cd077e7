"""The time from saving a source to the new page while ``lawkb serve`` runs."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPResponse
from itertools import product
from pathlib import Path
from statistics import median
from urllib.error import URLError
from urllib.request import urlopen

from bench.made_up import SYLLABLES, made_up_corpus
from lawkb.pipeline import ingest

LAWS = 100
_THEME = Path(__file__).parent.parent / "lawkb" / "publish" / "templates"
EDITS = 7
_PAGE = "/el/2017/57/"
_START_SECONDS = 120
_BETWEEN_SECONDS = 8  # all is at rest again
_SOON_SECONDS = 0.5
_LONGEST_SECONDS = 30
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


@dataclass(frozen=True, slots=True)
class _Kind:
    """What is edited: the page that is open, where the edit shows, and how a word gets there."""

    name: str
    page: str
    shows: str
    edit: Callable[[str], object]


def serving_lines(folder: Path) -> list[str]:
    """A table: milliseconds from the write of a file until what is made from it is there."""
    kinds = _site(folder)
    with _served(folder) as (url, process):
        time.sleep(_CALM_SECONDS)
        rows = [_row(kind, url, process) for kind in kinds]
    return [
        f"`lawkb serve` at {LAWS} laws: milliseconds from saving a file to the new page, as an open"
        f" page asks for it: median and worst of {EDITS} edits, saved when nothing else is running"
        f" and every {_SOON_SECONDS} s, while the checks of the last edit run; the median of the"
        " processor time of the server; and the load of the machine at that time.",
        "",
        "| edited | idle | worst | in a row | worst | processor | load |",
        "|---|---|---|---|---|---|---|",
        *rows,
    ]


def _row(kind: _Kind, url: str, process: int) -> str:
    slow, worked = _waits(url, process, kind, _BETWEEN_SECONDS)
    quick, _ = _waits(url, process, kind, _SOON_SECONDS)
    time.sleep(_BETWEEN_SECONDS)
    cells = (median(slow), max(slow), median(quick), max(quick), median(worked), load())
    return f"| {kind.name} | {' | '.join(f'{cell:.0f}' for cell in cells)} |"


def _site(folder: Path) -> list[_Kind]:
    """A site of made-up laws with a glossary, a hand-written page, and a theme of its own."""
    folder.mkdir()
    corpus = made_up_corpus(folder / "corpus", LAWS)
    (corpus / "patches").mkdir()
    glossary = corpus / "glossary.tsv"
    glossary.write_text(_glossary(), encoding="utf-8")
    ingest(corpus)
    (folder / "pages" / "en").mkdir(parents=True)
    about = folder / "pages" / "en" / "about.md"
    about.write_text("# About\n", encoding="utf-8")
    theme = folder / "theme"
    (theme / "assets").mkdir(parents=True)
    template, style = theme / "law.html", theme / "assets" / "site.css"
    for file in (template, style):
        shutil.copy(_THEME / file.relative_to(theme), file)
    config = {
        "site_name": "served",
        "docs_dir": "pages",
        "theme": {"name": "lawkb", "custom_dir": "theme"},
        "plugins": [{"lawkb": {"corpus": "corpus"}}],
    }
    (folder / "mkdocs.yml").write_text(json.dumps(config), encoding="utf-8")
    source, patch = corpus / "sources" / "wiki" / "law_57.txt", corpus / "patches" / "law_57.toml"

    def behind(file: Path, what: str) -> Callable[[str], object]:
        before, found, after = file.read_text(encoding="utf-8").partition(what)
        assert found
        return lambda word: file.write_text(f"{before}{what} {word}{after}", encoding="utf-8")

    first = source.read_text(encoding="utf-8").split("\n", 1)[0]
    return [
        _Kind("a source page", _PAGE, _PAGE, behind(source, first)),
        _Kind("a patch", _PAGE, _PAGE, lambda word: _put(patch, _PATCH.format(word=word))),
        _Kind("a hand-written page", "/en/about/", "/en/about/", behind(about, "# ")),
        _Kind("a template", _PAGE, _PAGE, behind(template, "<h1>")),
        _Kind("a style", _PAGE, "/assets/site.css", behind(style, "/*")),
        _Kind("a row of the glossary", "/en/terms/", "/en/terms/", behind(glossary, "\tnoted")),
    ]


def _put(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")


def _glossary() -> str:
    """35 terms of two syllables; each stands in most of the laws."""
    pairs = zip(SYLLABLES["en"], SYLLABLES["el"], strict=False)
    words = [(a + c, b + d) for (a, b), (c, d) in product(pairs, repeat=2)][:35]
    rows = (f"{ours}\t{theirs}*\t\tnoted\n" for ours, theirs in words)
    return "en\tel\tstatus\tnote\n" + "".join(rows)


def _waits(url: str, process: int, kind: _Kind, between: float) -> tuple[list[float], list[float]]:
    """Milliseconds until the new page is there, and of work of the server, for each edit."""
    waits, worked = [], []
    for number in range(EDITS):
        word = f"Zo{'abcdefghij'[number]}{between:.0f}"
        start, before = time.perf_counter(), _worked(process)
        with _open_page(url, kind.page) as page:
            kind.edit(word)
            while word not in _read(url + kind.shows):
                if time.perf_counter() > start + _LONGEST_SECONDS:
                    raise TimeoutError(f"{kind.name}: {word} does not show")
                page.readline()
        waits.append((time.perf_counter() - start) * 1000)
        worked.append(_worked(process) - before)
        time.sleep(between)
    return waits, worked


def _open_page(url: str, page: str) -> HTTPResponse:
    """The events that an open page hears; the first two lines are read."""
    known = re.search(r'data-known="(\w+)"', _read(url + page))
    assert known is not None
    events: HTTPResponse = urlopen(f"{url}/.lawkb/changes?page={page}&known={known[1]}", timeout=30)
    assert events.readline().startswith(b"retry")
    events.readline()
    return events


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
        [*command, "--port", address.rpartition(":")[2]], cwd=folder, stdout=subprocess.DEVNULL
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
