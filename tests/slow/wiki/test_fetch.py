"""``lawkb fetch`` from a real DokuWiki."""

from __future__ import annotations

import json
import subprocess
import time
import tomllib
from collections.abc import Callable
from itertools import count

import pytest

from lawkb.model.source import Source
from lawkb.sources.page_folder import read_pages
from tests.slow.kill.moments import command_until
from tests.sources.samples import SAMPLES
from tests.wiki.conftest import Fetch
from tests.wiki.instance import PASSWORD, USER, Fate, Wiki, wire

TEXTS = {
    "rule_02": "rule_02.r1.txt",
    "rule_03": "rule_03.txt",
    "rule_07": "rule_07.r3.txt",
    "rule_20": "rule_20.r1.txt",
    "rule_40": "rule_40.txt",
    "code:rule_57": "code_start.txt",
    "κανόνες:αρχή": "greek.txt",
    "syntax_zoo": "syntax_zoo.txt",
}
FILES = {
    **{f"{name}.txt": name for name in TEXTS if name.isascii() and ":" not in name},
    "code%3Arule_57.txt": "code:rule_57",
    "%CE%BA%CE%B1%CE%BD%CF%8C%CE%BD%CE%B5%CF%82%3A%CE%B1%CF%81%CF%87%CE%AE.txt": "κανόνες:αρχή",
}


def sample(page: str) -> str:
    return (SAMPLES / "src" / TEXTS[page]).read_text(encoding="utf-8")


@pytest.fixture
def filled(wiki: Wiki) -> Wiki:
    for page in TEXTS:
        wiki.put(page, sample(page))
    return wiki


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def summary(done: subprocess.CompletedProcess[str]) -> str:
    return done.stdout.splitlines()[-1]


def test_all_pages_come_byte_for_byte_and_are_read_as_a_source(filled: Wiki, fetch: Fetch) -> None:
    done = fetch(filled.url)
    assert (done.returncode, summary(done)) == (0, "fetched 8, unchanged 0, gone 0, failed 0")
    assert fetch.files() == {name: sample(page).encode() for name, page in FILES.items()}
    pages = read_pages(fetch.folder, Source("pebbles", "Pebbles", ()))
    assert {page.page_id for page in pages} == set(TEXTS)
    assert all(page.sha256 == page.expected_sha256 for page in pages)
    # Without a login the wiki has only the IP address of who wrote: it stays there.
    assert {page.user for page in pages} == {None}
    for file in fetch.folder.iterdir():
        assert "127.0.0.1" not in file.read_text("utf-8").replace(filled.url, "")
    told = tomllib.loads((fetch.folder / "provenance.toml").read_text("utf-8"))["pages"]
    changed = {entry["page"]: entry["revision"] for entry in told}
    assert changed["rule_07"] == int((filled.pages / "rule_07.txt").stat().st_mtime)
    assert all(page.revised and page.revised.endswith("Z") for page in pages)


@pytest.mark.parametrize(
    "tail",
    ["/", "/doku.php?id=rule_07", "/lib/exe/xmlrpc.php", "/lib/exe/jsonrpc.php/core.getPage"],
)
def test_any_address_of_the_wiki_will_do(filled: Wiki, fetch: Fetch, tail: str) -> None:
    assert fetch(f"{filled.url}{tail}", "--namespace", "code").returncode == 0
    assert set(fetch.files()) == {"code%3Arule_57.txt"}


def test_a_second_fetch_brings_only_what_changed(filled: Wiki, fetch: Fetch) -> None:
    fetch(filled.url)
    before = {file.name: file.stat().st_mtime_ns for file in fetch.folder.glob("*.txt")}
    wait_for_the_next_second(filled, "rule_07")
    filled.put("rule_07", "Νέο κείμενο.\n")
    done = fetch(filled.url)
    assert summary(done) == "fetched 1, unchanged 7, gone 0, failed 0"
    after = {file.name: file.stat().st_mtime_ns for file in fetch.folder.glob("*.txt")}
    assert [name for name in after if after[name] != before[name]] == ["rule_07.txt"]
    assert fetch.files()["rule_07.txt"] == "Νέο κείμενο.\n".encode()
    state = (fetch.folder / "fetch.json").read_bytes()
    assert summary(fetch(filled.url)) == "fetched 0, unchanged 8, gone 0, failed 0"
    assert (fetch.folder / "fetch.json").read_bytes() == state


def test_all_brings_every_page_again(filled: Wiki, fetch: Fetch) -> None:
    fetch(filled.url)
    assert summary(fetch(filled.url, "--all")) == "fetched 8, unchanged 0, gone 0, failed 0"


def test_a_file_that_was_damaged_or_lost_here_is_brought_again(filled: Wiki, fetch: Fetch) -> None:
    fetch(filled.url)
    (fetch.folder / "rule_03.txt").write_text("cut", "utf-8")
    (fetch.folder / "rule_20.txt").unlink()
    assert summary(fetch(filled.url)) == "fetched 2, unchanged 6, gone 0, failed 0"
    assert fetch.files()["rule_03.txt"] == sample("rule_03").encode()


def at_page(number: int, do: Callable[[], Fate]) -> Callable[[bytes], Fate]:
    """What becomes of requests on a wire: of the one for the n-th page, what is done then."""
    pages = count(1)

    def fate(asked: bytes) -> Fate:
        return do() if b"wiki.getPage<" in asked and next(pages) == number else "answered"

    return fate


def test_the_server_dies_and_comes_back_and_the_fetch_brings_the_rest(
    filled: Wiki, fetch: Fetch
) -> None:
    def die() -> Fate:
        filled.stop()
        return "refused"

    with wire(filled, at_page(4, die)) as url:
        done = fetch(url)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 3
        assert "Traceback" not in done.stderr
        came = fetch.files()
        assert len(came) == 3
        times = {name: (fetch.folder / name).stat().st_mtime_ns for name in came}
        filled.start()
        assert summary(fetch(url)) == "fetched 5, unchanged 3, gone 0, failed 0"
    assert fetch.files() == {name: sample(page).encode() for name, page in FILES.items()}
    assert {name: (fetch.folder / name).stat().st_mtime_ns for name in came} == times


def test_a_killed_fetch_leaves_whole_files_and_goes_on(filled: Wiki, fetch: Fetch) -> None:
    words = ("fetch", filled.url, "--source", "pebbles", "--delay", "0")
    for moment in range(45, 65, 5):  # a page or two has about as many
        assert command_until(moment, fetch.corpus, *words).was_killed
        came = fetch.files()
        assert all(content == sample(FILES[name]).encode() for name, content in came.items())
        if (fetch.folder / "fetch.json").exists():
            json.loads((fetch.folder / "fetch.json").read_text("utf-8"))
    assert 4 <= len(came) < 8
    done = fetch(filled.url)
    fetched = int(summary(done).split(",")[0].removeprefix("fetched "))
    # A page whose file was written, but not yet remembered, comes once more.
    assert 8 - len(came) <= fetched <= 9 - len(came)
    assert fetch.files() == {name: sample(page).encode() for name, page in FILES.items()}
    assert len(read_pages(fetch.folder, Source("pebbles", "Pebbles", ()))) == 8


def test_a_page_that_goes_during_the_fetch_is_told_and_the_others_come(
    filled: Wiki, fetch: Fetch
) -> None:
    def delete() -> Fate:
        filled.put("syntax_zoo", "")
        return "answered"

    with wire(filled, at_page(2, delete)) as url:
        done = fetch(url)
    assert (done.returncode, summary(done)) == (0, "fetched 7, unchanged 0, gone 1, failed 0")
    assert "gone: syntax_zoo" in done.stderr
    assert "syntax_zoo.txt" not in fetch.files()


def test_the_file_of_a_deleted_page_stays_until_it_is_pruned(filled: Wiki, fetch: Fetch) -> None:
    fetch(filled.url)
    filled.put("rule_20", "")
    done = fetch(filled.url)
    assert summary(done) == "fetched 0, unchanged 7, gone 1, failed 0"
    assert "rule_20.txt" in fetch.files()
    told = tomllib.loads((fetch.folder / "provenance.toml").read_text("utf-8"))["pages"]
    assert [entry["page"] for entry in told if entry.get("gone")] == ["rule_20"]
    assert summary(fetch(filled.url, "--prune")) == "fetched 0, unchanged 7, gone 0, failed 0"
    assert "rule_20.txt" not in fetch.files()
    assert len(read_pages(fetch.folder, Source("pebbles", "Pebbles", ()))) == 7


def test_a_deleted_page_that_comes_back_is_fetched(filled: Wiki, fetch: Fetch) -> None:
    fetch(filled.url)
    filled.put("rule_20", "")
    fetch(filled.url)
    wait_for_the_next_second(filled, "rule_03")
    filled.put("rule_20", "Πάλι εδώ.\n")
    assert summary(fetch(filled.url)) == "fetched 1, unchanged 7, gone 0, failed 0"
    assert fetch.files()["rule_20.txt"] == "Πάλι εδώ.\n".encode()


def test_with_a_login_pages_and_users_come_and_the_password_stays_secret(
    wiki: Wiki, fetch: Fetch
) -> None:
    wiki.ask_for_login()
    wiki.put("rule_07", sample("rule_07"))
    fetch.log_in()
    done = fetch(wiki.url)
    assert done.returncode == 0, done.stderr
    (page,) = read_pages(fetch.folder, Source("pebbles", "Pebbles", ()))
    assert (page.user, page.content) == (USER, sample("rule_07").encode())
    written = b"".join(file.read_bytes() for file in fetch.folder.iterdir())
    assert PASSWORD not in done.stdout + done.stderr + written.decode()


@pytest.mark.parametrize("guests", [0, 1])
def test_a_wrong_password_is_told_also_where_guests_may_read(
    wiki: Wiki, fetch: Fetch, guests: int
) -> None:
    wiki.ask_for_login(remoteuser="" if guests else "@user", guests=guests)
    wiki.put("rule_07", sample("rule_07"))
    fetch.log_in(password="wrong")
    done = fetch(wiki.url)
    refused(done, "treats us as a guest")
    assert not fetch.files()
    assert "wrong" not in done.stderr.replace("wrong user, password", "")


def test_a_guest_who_may_not_use_the_interface_is_told_to_log_in(wiki: Wiki, fetch: Fetch) -> None:
    wiki.ask_for_login()
    refused(fetch(wiki.url), "a guest is not allowed")


def test_a_user_who_may_not_use_the_interface_is_told(wiki: Wiki, fetch: Fetch) -> None:
    wiki.ask_for_login(remoteuser="@admin")
    fetch.log_in()
    refused(fetch(wiki.url), "this user is not allowed")


def test_a_wiki_that_shows_no_page_is_told(wiki: Wiki, fetch: Fetch) -> None:
    wiki.ask_for_login(remoteuser="", guests=0)
    wiki.put("rule_07", sample("rule_07"))
    refused(fetch(wiki.url), "shows no page")


def test_a_page_that_we_lose_the_right_to_read_is_a_failure_not_a_deletion(
    filled: Wiki, fetch: Fetch
) -> None:
    fetch(filled.url)
    filled.ask_for_login(remoteuser="", guests=1)
    filled.allow("*\t@ALL\t1", "rule_20\t@ALL\t0")
    done = fetch(filled.url, "--prune")
    assert (done.returncode, summary(done)) == (1, "fetched 0, unchanged 7, gone 0, failed 1")
    assert "failed: rule_20" in done.stderr
    assert "rule_20.txt" in fetch.files()


def test_a_token_is_not_taken_for_a_user_where_there_are_none(wiki: Wiki, fetch: Fetch) -> None:
    wiki.ask_for_login(remoteuser="", guests=1)
    fetch.environment["LAWKB_WIKI_TOKEN"] = "abc.def"
    refused(fetch(wiki.url), "treats us as a guest")


def test_an_interface_that_is_off_is_told(wiki: Wiki, fetch: Fetch) -> None:
    wiki.configure(remote=0, useacl=0)
    refused(fetch(wiki.url), "switched off")


def test_an_interface_that_was_never_given_to_anybody_is_told(wiki: Wiki, fetch: Fetch) -> None:
    wiki.configure(remote=1, useacl=0)
    refused(fetch(wiki.url), "a guest is not allowed")


def test_a_folder_below_the_server_that_is_no_wiki_is_told(wiki: Wiki, fetch: Fetch) -> None:
    refused(fetch(f"{wiki.url}/vendor"), "not a DokuWiki")


def refused(done: subprocess.CompletedProcess[str], words: str) -> None:
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 3, done.stderr
    assert words in done.stderr
    assert not done.stdout


def wait_for_the_next_second(wiki: Wiki, page: str) -> None:
    """Revisions are seconds: two in one second are one to the wiki."""
    saved = int((wiki.pages / f"{page}.txt").stat().st_mtime)
    until(lambda: int(time.time()) > saved)
