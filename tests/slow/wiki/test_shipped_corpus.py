"""The shipped corpus and its wiki: pages that were put there by hand, pushed and fetched."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.corpus_files import CORPUS
from tests.slow.wiki.test_push import by_way_of
from tests.wiki.conftest import Fetch
from tests.wiki.instance import OTHER, Fate, Wiki, wire
from tests.wiki.pushing import NEW, OLD, correct, patches, push, push_ready, raw

LAWS = ("law_14", "law_20", "law_47", "law_57")


@pytest.fixture
def bridge(wiki: Wiki, tmp_path: Path) -> Fetch:
    """The shipped corpus, and a wiki that has its Greek pages."""
    corpus = Path(shutil.copytree(CORPUS, tmp_path / "corpus"))
    settings = corpus / "corpus.toml"
    told = settings.read_text("utf-8")
    named = f'name = "wiki"\nwiki = "{wiki.url}"\n'
    settings.write_text(told.replace('name = "wiki"\n', named), "utf-8")
    wiki.ask_for_login()
    for page in LAWS:
        wiki.put(page, (corpus / "sources" / "wiki" / f"{page}.txt").read_text("utf-8"))
    made = Fetch(corpus)
    made.folder = corpus / "sources" / "wiki"
    made.log_in()
    return made


def command_told(pushed: str) -> list[str]:
    """The words of the fetch that a push advises."""
    line = next(line for line in pushed.splitlines() if line.startswith("to take them over"))
    return line.partition("lawkb ")[2].partition(",")[0].split()


def test_the_way_to_the_wiki_and_back_and_there_again(wiki: Wiki, bridge: Fetch) -> None:
    page, old = "law_57", "διαφορετικά"
    copy = bridge.corpus.parent / "copy.txt"
    copy.write_text(wiki.text(page).decode().replace(old, "αλλιώς"), "utf-8")
    done = bridge.command("patch", page, str(copy), "--reason", "a slip", "--author", "Α. Β.")
    assert done.returncode == 0, done.stderr
    dry = push(bridge, "--dry-run")
    assert (dry.returncode, dry.stderr) == (0, "")
    assert "not sent" in dry.stdout
    pushed = push(bridge)
    assert pushed.returncode == 0, pushed.stdout
    assert f"{page}: written: 1 correction" in pushed.stdout
    assert "its page never had this heading" in " ".join(pushed.stdout.split())
    assert "refused" not in pushed.stdout
    assert "αλλιώς" in wiki.text(page).decode()
    fetched = bridge.command(*command_told(pushed.stdout), "--delay", "0")
    assert fetched.returncode == 0, fetched.stderr
    assert fetched.stdout == "fetched 1, unchanged 3, gone 0, failed 0\n"
    assert bridge.files() == {f"{each}.txt": wiki.text(each) for each in LAWS}
    ingested = bridge.command("ingest")
    assert "retired: 1 correction" in ingested.stdout, ingested.stdout + ingested.stderr
    again = push(bridge)
    assert (again.returncode, "written" in again.stdout) == (0, False)
    assert len(wiki.history(page)) == 2


def test_a_file_with_another_text_is_kept_until_it_is_told(wiki: Wiki, bridge: Fetch) -> None:
    wiki.put("law_14", wiki.text("law_14").decode() + "\nΝέα γραμμή\n")
    (bridge.folder / "law_47.txt").write_text("Νόμος 47, αλλιώς\n", "utf-8")
    words = ("fetch", wiki.url, "--source", "wiki", "--delay", "0")
    done = bridge.command(*words)
    assert (done.returncode, done.stdout) == (
        1,
        "fetched 1, unchanged 2, gone 0, failed 0, kept 1\n",
    )
    assert "law_47: law_47.txt has another text" in done.stderr
    assert "Νέα γραμμή" in (bridge.folder / "law_14.txt").read_text("utf-8")
    assert (bridge.folder / "law_47.txt").read_text("utf-8") == "Νόμος 47, αλλιώς\n"
    provenance = (bridge.folder / "provenance.toml").read_text("utf-8")
    assert provenance.count("[[pages]]") == 4
    assert bridge.command(*words, "--replace").returncode == 0
    assert bridge.files() == {f"{each}.txt": wiki.text(each) for each in LAWS}


def test_a_folder_of_other_pages_is_not_mixed_with_those_of_a_wiki(
    wiki: Wiki, bridge: Fetch
) -> None:
    for page in LAWS:
        (bridge.folder / f"{page}.txt").write_text(f"{page}, from elsewhere\n", "utf-8")
    before = bridge.files()
    done = bridge.command("fetch", wiki.url, "--source", "wiki", "--delay", "0")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 3)
    assert "--replace to take the wiki's texts" in done.stderr
    assert (bridge.files(), (bridge.folder / "fetch.json").exists()) == (before, False)


def test_only_what_is_reviewed_and_has_no_open_error_is_sent(wiki: Wiki, desk: Fetch) -> None:
    correct(desk, "rule_07", OLD, NEW)
    assert desk.command("ingest").returncode == 0
    done = push_ready(desk)
    assert done.returncode == 0, done.stderr
    assert "rule_07: nothing to write" in done.stdout
    told = " ".join(done.stdout.split())
    assert "not sent: 7A1 el text: not reviewed as it is now: its state is" in told
    assert "to send them all the same: --all" in done.stderr
    assert wiki.text("rule_07") == raw("rule_07").encode()
    (page,) = json.loads(push_ready(desk, "--dry-run", "--format", "json").stdout)["pages"]
    assert [each["state"] for each in page["corrections"]] == ["kept"]
    assert desk.command("review", "set", "7", "reviewed", "--author", "N").returncode == 0
    done = push_ready(desk)
    assert "rule_07: written: 1 correction" in done.stdout, done.stdout + done.stderr


def test_two_edits_of_others_meanwhile_stay_and_one_of_the_same_words_wins(
    wiki: Wiki, desk: Fetch
) -> None:
    correct(desk, "rule_07", OLD, NEW)
    correct(desk, "rule_07", "επιλέγει μία", "διαλέγει μία")
    theirs = raw("rule_07").replace("Όταν ένας φύλακας", "Όταν κάποιος φύλακας")
    with wiki.remote(OTHER) as other:
        other.wiki.putPage("rule_07", theirs, {"sum": "one"})
        theirs = theirs.replace("επιλέγει μία", "προτιμά μία")
        other.wiki.putPage("rule_07", theirs, {"sum": "two"})
    done = push(desk)
    assert done.returncode == 1
    assert wiki.text("rule_07") == theirs.replace(OLD, NEW).encode()
    assert "refused" in done.stdout
    assert desk(wiki.url).returncode == 0
    assert desk.command("ingest").returncode == 0
    assert len(patches(desk)) == 1
    assert push(desk).returncode == 1
    assert wiki.text("rule_07") == theirs.replace(OLD, NEW).encode()


@pytest.mark.parametrize("method", ["wiki.getPage<", "dokuwiki.setLocks", "wiki.putPage"])
def test_a_wiki_that_goes_out_of_service_stops_a_push_which_the_next_one_finishes(
    wiki: Wiki, desk: Fetch, method: str
) -> None:
    correct(desk, "rule_07", OLD, NEW)
    correct(desk, "rule_20", "να ρωτήσει", "να ρωτά")

    def fate(asked: bytes) -> Fate:
        return "busy" if method.encode() in asked else "answered"

    with wire(wiki, fate) as url:
        by_way_of(desk, url)
        done = push(desk)
    assert wiki.text("rule_07") == raw("rule_07").encode()
    if method == "wiki.putPage":  # it may have been carried out: the page is looked at instead
        assert done.returncode == 1
        assert "the wiki did not save it: out of service for now" in " ".join(done.stdout.split())
    else:
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 3)
        assert "out of service for now (HTTP 503); it asks to wait 60 minutes" in done.stderr
    by_way_of(desk, wiki.url)
    assert push(desk).returncode == 0
    assert wiki.text("rule_07") == raw("rule_07").replace(OLD, NEW).encode()


def test_a_wiki_that_goes_out_of_service_stops_a_fetch_which_the_next_one_finishes(
    wiki: Wiki, desk: Fetch
) -> None:
    shutil.rmtree(desk.folder)
    asked = iter(range(100))

    def fate(body: bytes) -> Fate:
        return "busy" if b"wiki.getPage<" in body and next(asked) > 1 else "answered"

    with wire(wiki, fate) as url:
        done = desk(url)
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 3)
        assert len(desk.files()) == 2
    by_way_of(desk, wiki.url)
    assert desk(wiki.url).stdout == "fetched 3, unchanged 2, gone 0, failed 0\n"
