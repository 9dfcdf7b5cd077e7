"""A desk that is killed while it saves: no half file, and no decision lost that it confirmed.

``LAWKB_KILLS=200`` kills each desk a hundred times.
"""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path

import pytest

from lawkb.corpus.decision_files import read_patches
from lawkb.corpus.laws import read_code
from lawkb.desk_users import new_user, write_users
from lawkb.pipeline import read_all
from lawkb.server.desk.workspace import Workspace
from tests.publish.test_build import configured
from tests.server.desk.small_desk import Browser
from tests.server.running import LONGEST_SECONDS
from tests.slow.kill.decisions import small_corpus
from tests.slow.kill.made_up_versions import KILLS

KEY = "57D"
PASSWORD = "a long password"
USERS = {"Μαρία": "57D", "Νίκος": "57A"}  # each with the provision that is theirs to correct
ROUNDS = KILLS // 2  # each starts a desk
MOST_SAVES = 5  # of one desk, of which the last is killed


@contextmanager
def started(config: Path, *options: str) -> Iterator[tuple[int, int]]:
    """A desk in a process of its own, until it is killed; its process and its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    corpus = str(config.parent / "corpus")
    words = ["--corpus", corpus, "desk", "--no-browser", "--port", f"{port}"]
    command = [sys.executable, "-m", "lawkb", *words, *options]
    with subprocess.Popen(command, cwd=config.parent, stdout=-3, stderr=-3) as running:
        try:
            yield running.pid, port
        finally:
            running.kill()


def page_of(key: str) -> str:
    return f"/desk/en/2017/el/{key}/"


def opened(port: int, user: str = "") -> Browser:
    """A browser with the page of a provision, once the desk answers; a user is signed in."""
    browser = Browser(port)
    deadline = time.monotonic() + LONGEST_SECONDS
    while True:
        try:
            if user:
                browser.get("/desk/en/sign-in/")
                fields = {"name": user, "password": PASSWORD, "next": "/desk/en/"}
                assert browser.post("/desk/en/sign-in/", fields).status == 303
            assert browser.get(page_of(KEY)).status == 200
        except ConnectionError:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        else:
            return browser


def text_of(corpus: Path, key: str = KEY) -> str:
    code = read_code(corpus)
    provision = code.provision("2017", "el", code.outline.scheme.read(key))
    assert provision
    return provision.text


def save(browser: Browser, base: str, text: str, key: str = KEY) -> bool:
    """Save a correction; whether the desk has confirmed it."""
    fields = {"do": "save", "reason": "a test", "origin": "a test"}
    texts = {f"text {key}": text, f"base {key}": base}
    try:
        answer = browser.post(page_of(key), {**fields, **texts})
    except (OSError, HTTPException):
        return False
    assert answer.status == 303, answer.content.decode()
    assert "done=" in answer.headers["Location"]
    return True


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The settings of a site whose corpus is beside them."""
    corpus = small_corpus(tmp_path)
    (tmp_path / "pages").mkdir()
    settings = {"corpus": str(corpus), "offline": False, "books": []}
    monkeypatch.setenv("LAWKB_CACHE", str(tmp_path / "cache"))
    return configured(
        tmp_path, docs_dir=str(tmp_path / "pages"), nav=[], plugins=[{"lawkb": settings}]
    )


def test_a_desk_that_is_killed_while_it_saves_loses_nothing_that_it_confirmed(
    config: Path,
) -> None:
    corpus = config.parent / "corpus"
    first = text_of(corpus)
    chance = random.Random(20)
    confirmed = lost = number = 0
    base = first
    with ThreadPoolExecutor(1) as pool:
        for _ in range(ROUNDS):
            with started(config, "--author", "Μαρία") as (pid, port):
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


@dataclass
class Saving:
    """What a user has saved at one provision."""

    name: str
    key: str
    held: str  # its text: the last one confirmed, or found after a kill
    sent: str = ""  # the text of the save that was not confirmed; empty if there is none
    confirmed: int = 0
    number: int = 0  # of the last save, confirmed or not

    def save_until_killed(self, port: int) -> None:
        browser, first = opened(port, self.name), self.held.partition(" |")[0]
        while True:
            self.number += 1
            self.sent = f"{first} | {self.name} {self.number}."
            if not save(browser, self.held, self.sent, self.key):
                return
            self.held, self.sent = self.sent, ""
            self.confirmed += 1


def test_a_desk_that_is_killed_while_two_users_save_has_committed_all_that_it_confirmed(
    config: Path,
) -> None:
    corpus, file = config.parent / "corpus", config.parent / "users.toml"
    write_users(file, {name: new_user(name, PASSWORD, role="reviewer") for name in USERS})
    git(corpus, "init", "--quiet")
    git(corpus, "add", ".")
    git(corpus, "commit", "--quiet", "--message", "as it was")
    people = [Saving(name, key, text_of(corpus, key)) for name, key in USERS.items()]
    chance, lost = random.Random(39), 0
    for _ in range(ROUNDS):
        before = sum(each.confirmed for each in people)
        with (
            ThreadPoolExecutor(len(people)) as pool,  # waits for the desk to be killed
            started(config, "--users", str(file), "--commit") as (pid, port),
        ):
            tasks = [pool.submit(each.save_until_killed, port) for each in people]
            while sum(each.confirmed for each in people) == before:
                assert not any(task.done() for task in tasks), [*map(told, tasks)]
                time.sleep(0.01)
            time.sleep(chance.uniform(0.0, 1.0))
            os.kill(pid, signal.SIGKILL)
            for task in tasks:
                task.result()
        deadline = time.monotonic() + LONGEST_SECONDS  # a commit that was begun is ended
        while (corpus / ".git" / "index.lock").exists():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        committed = git(corpus, "show", "HEAD:patches/law_57.toml")
        for each in people:
            found = text_of(corpus, each.key)
            assert found in (each.held, each.sent)
            lost += found != each.sent
            assert found.partition(" | ")[2] in committed or found == each.sent
            each.held, each.sent = found, ""
        assert read_all(corpus).changed == ()  # laws and corrections belong together
    confirmed = sum(each.confirmed for each in people)
    assert len(Workspace(corpus).log.newest_first()) >= confirmed
    # Decisions of both that are written at one moment may share a commit.
    assert int(git(corpus, "rev-list", "--count", "HEAD")) > ROUNDS
    sys.stdout.write(f"{ROUNDS} kills; {confirmed} confirmed, {lost} of the others not written\n")


def told(task: Future[None]) -> str:
    return f"{task.exception()!r}" if task.done() else "still saving"


def git(corpus: Path, *words: str) -> str:
    command = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *words]
    return subprocess.run(command, cwd=corpus, check=True, capture_output=True, text=True).stdout
