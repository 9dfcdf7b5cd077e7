"""A desk that is killed while it saves: no half file, and no decision lost that it confirmed."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path

import pytest

from lawkb.corpus.decision_files import read_patches
from lawkb.corpus.laws import read_code
from lawkb.pipeline import read_all
from lawkb.server.desk.workspace import Workspace
from tests.publish.test_build import configured
from tests.server.desk.small_desk import Browser
from tests.server.running import LONGEST_SECONDS
from tests.slow.kill.decisions import small_corpus
from tests.slow.kill.made_up_versions import KILLS

KEY = "57D"
PATH = "/desk/en/2017/el/57D/"
ROUNDS = KILLS // 2  # each starts a desk
MOST_SAVES = 5  # of one desk, of which the last is killed


@contextmanager
def started(config: Path) -> Iterator[tuple[int, int]]:
    """A desk in a process of its own, until it is killed; its process and its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    corpus = str(config.parent / "corpus")
    words = ["--corpus", corpus, "desk", "--no-browser", "--port", f"{port}"]
    command = [sys.executable, "-m", "lawkb", *words, "--author", "Μαρία"]
    with subprocess.Popen(command, cwd=config.parent, stdout=-3, stderr=-3) as running:
        try:
            yield running.pid, port
        finally:
            running.kill()


def opened(port: int) -> Browser:
    """A browser with the page of a provision, once the desk answers."""
    browser = Browser(port)
    deadline = time.monotonic() + LONGEST_SECONDS
    while True:
        try:
            assert browser.get(PATH).status == 200
        except ConnectionError:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        else:
            return browser


def text_of(corpus: Path) -> str:
    code = read_code(corpus)
    provision = code.provision("2017", "el", code.outline.scheme.read("57D"))
    assert provision
    return provision.text


def save(browser: Browser, base: str, text: str) -> bool:
    """Save a correction; whether the desk has confirmed it."""
    fields = {"do": "save", "reason": "a test", "origin": "a test"}
    texts = {f"text {KEY}": text, f"base {KEY}": base}
    try:
        answer = browser.post(PATH, {**fields, **texts})
    except (OSError, HTTPException):
        return False
    assert answer.status == 303, answer.content.decode()
    assert "done=" in answer.headers["Location"]
    return True


def test_a_desk_that_is_killed_while_it_saves_loses_nothing_that_it_confirmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = small_corpus(tmp_path)
    (tmp_path / "pages").mkdir()
    settings = {"corpus": str(corpus), "offline": False, "books": []}
    config = configured(
        tmp_path, docs_dir=str(tmp_path / "pages"), nav=[], plugins=[{"lawkb": settings}]
    )
    monkeypatch.setenv("LAWKB_CACHE", str(tmp_path / "cache"))
    first = text_of(corpus)
    chance = random.Random(20)
    confirmed = lost = number = 0
    base = first
    with ThreadPoolExecutor(1) as pool:
        for _ in range(ROUNDS):
            with started(config) as (pid, port):
                browser = opened(port)
                for _ in range(chance.randrange(MOST_SAVES)):
                    number += 1
                    text = f"{first} {number}"
                    assert save(browser, base, text)
                    base = text
                    confirmed += 1
                number += 1
                text = f"{first} {number}"
                saving = pool.submit(save, browser, base, text)
                time.sleep(chance.uniform(0.0, 0.15))
                os.kill(pid, signal.SIGKILL)
                was_confirmed = saving.result()
            found = text_of(corpus)
            assert found in ({text} if was_confirmed else {base, text})
            assert read_all(corpus).changed == ()  # laws and corrections belong together
            patches = read_patches(corpus, read_code(corpus).outline)
            assert [each.author for each in patches] == ["Μαρία"] * (found != first)
            confirmed += was_confirmed
            lost += found != text
            base = found
    log = Workspace(corpus).log.newest_first()
    assert len(log) >= confirmed
    sys.stdout.write(f"{ROUNDS} kills of {number} saves; {confirmed} confirmed, {lost} lost\n")
