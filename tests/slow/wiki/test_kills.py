"""Promise 7 for ``lawkb fetch``: killed at any moment, every page is wholly one of its versions."""

from __future__ import annotations

import json
import os
import random
import time
import tomllib

from lawkb.model.source import Source
from lawkb.sources.page_folder import read_pages
from tests.slow.kill.moments import command_until
from tests.wiki.conftest import Fetch
from tests.wiki.instance import Wiki

PAGES = tuple(f"rule_{number}" for number in range(1, 9))
# With those of an ingest, tests/slow/kill, 30 in `make test-slow`; 200 of each in `make fuzz`.
KILLS = int(os.environ.get("LAWKB_KILLS", "10"))


def text(page: str, version: int) -> str:
    return f"====== {page} ======\n\n" + f"A. Κανόνας {version} του {page}.\n\n" * 200


def put_all(wiki: Wiki, version: int) -> None:
    saved = [(wiki.pages / f"{page}.txt") for page in PAGES]
    newest = max((int(path.stat().st_mtime) for path in saved if path.exists()), default=0)
    while int(time.time()) <= newest:  # revisions are seconds
        time.sleep(0.05)
    for page in PAGES:
        wiki.put(page, text(page, version))


def test_a_fetch_killed_at_any_moment_leaves_whole_pages_and_the_next_brings_the_rest(
    wiki: Wiki, fetch: Fetch
) -> None:
    words = ("fetch", wiki.url, "--source", "pebbles", "--delay", "0")
    put_all(wiki, 0)
    assert fetch(wiki.url).returncode == 0
    put_all(wiki, 1)
    whole = command_until(None, fetch.corpus, *words)
    assert whole.code == 0
    chance = random.Random(20170924)
    for version in range(2, KILLS + 2):
        put_all(wiki, version)
        moment = chance.randint(1, whole.moments)
        assert command_until(moment, fetch.corpus, *words).was_killed
        for page in PAGES:
            versions = {text(page, each).encode() for each in (version - 1, version)}
            assert fetch.files()[f"{page}.txt"] in versions
        json.loads((fetch.folder / "fetch.json").read_text("utf-8"))
        tomllib.loads((fetch.folder / "provenance.toml").read_text("utf-8"))
        assert len(read_pages(fetch.folder, Source("pebbles", "Pebbles", ()))) == len(PAGES)
        assert fetch(wiki.url).returncode == 0
        assert fetch.files() == {f"{page}.txt": text(page, version).encode() for page in PAGES}
    left = {file.name for file in fetch.folder.iterdir()} - set(fetch.files())
    assert left == {"fetch.json", "provenance.toml"}
