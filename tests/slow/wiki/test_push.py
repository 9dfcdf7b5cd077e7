"""``lawkb push`` to a real DokuWiki, and the way back by ``fetch`` and ``ingest``."""

from __future__ import annotations

import html
import json
import os
import random
import re
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from lawkb.server.app import server_of
from lawkb.server.desk.access import DESK, Access, Editor
from lawkb.server.desk.app import make_desk
from lawkb.server.preview import Preview
from tests.publish.test_build import configured
from tests.server.desk.small_desk import Browser
from tests.server.running import listen_free
from tests.slow.kill.moments import Ended, command_until
from tests.wiki.conftest import RAW, Fetch
from tests.wiki.instance import OTHER, USER, Fate, Wiki, wire
from tests.wiki.pushing import NEW, OLD, correct, patches, push, raw, take_over

KILLS = int(os.environ.get("LAWKB_KILLS", "10"))


def test_a_second_push_writes_nothing(wiki: Wiki, desk: Fetch) -> None:
    correct(desk, "rule_07", "Όταν ένας φύλακας", "Όταν κάποιος ένας φύλακας")
    push(desk)
    again = push(desk)
    assert again.returncode == 0
    assert "rule_07: nothing to write" in again.stdout
    assert "in the wiki already: 1 correction" in again.stdout
    assert len(wiki.history("rule_07")) == 2


def test_json_lists_every_page_and_correction(desk: Fetch) -> None:
    correct(desk, "rule_07", OLD, NEW)
    told = json.loads(push(desk, "--dry-run", "--format", "json").stdout)
    (page,) = told["pages"]
    (correction,) = page["corrections"]
    assert (page["page"], page["state"]) == ("rule_07", "pending")
    assert (correction["address"], correction["lang"], correction["state"]) == (
        "7A1",
        "el",
        "pending",
    )
    assert json.loads(push(desk, "--format", "json").stdout)["pages"][0]["state"] == "written"


def test_only_the_named_place_is_sent(wiki: Wiki, desk: Fetch) -> None:
    correct(desk, "rule_07", OLD, NEW)
    correct(desk, "rule_03", "εννέα βότσαλα", "δέκα βότσαλα")
    assert "rule_03" not in push(desk, "7Α").stdout
    assert wiki.text("rule_03") == raw("rule_03").encode()


def test_without_corrections_there_is_nothing_to_send(desk: Fetch) -> None:
    done = push(desk)
    assert (done.returncode, done.stdout) == (0, "")
    assert "no corrections" in done.stderr


# ---- the way back


def test_fetch_and_ingest_after_a_push_retire_the_correction(wiki: Wiki, desk: Fetch) -> None:
    correct(desk, "rule_07", OLD, NEW)
    correct(desk, "rule_03", "εννέα βότσαλα", "δέκα βότσαλα")
    assert desk.command("ingest").returncode == 0
    shown = desk.command("show", "7", "--lang", "el").stdout
    assert NEW in " ".join(shown.split())
    assert push(desk).returncode == 0
    done = take_over(desk, wiki)
    assert done.returncode == 0, done.stderr
    assert "retired: 2 corrections, which the pages have now" in done.stdout
    assert "rule_07.toml [[patches]] 1: 7A1 el text" in done.stdout
    assert patches(desk) == []
    mark = " " * 9 + "[text repaired by an editor]\n"  # the page itself is right now
    assert shown.count(mark) == 1
    assert desk.command("show", "7", "--lang", "el").stdout == shown.replace(mark, "")
    again = take_over(desk, wiki)
    assert "nothing to do" in again.stdout
    assert "no corrections" in push(desk).stderr
    assert [len(wiki.history(page)) for page in ("rule_07", "rule_03", "rule_20")] == [2, 2, 1]


def test_a_correction_that_was_refused_stays_and_is_reported(wiki: Wiki, desk: Fetch) -> None:
    correct(desk, "rule_07", OLD, NEW)
    correct(desk, "rule_07", "επιλέγει μία", "διαλέγει μία")
    assert desk.command("ingest").returncode == 0
    theirs = raw("rule_07").replace(OLD, "να εγκρίνει την κίνηση")
    wiki.put("rule_07", theirs)
    assert push(desk).returncode == 1
    done = take_over(desk, wiki)
    assert "retired: 1 correction, which" in done.stdout
    assert "1 loss on 1 page: stale-patch 1" in done.stdout
    (left,) = patches(desk)
    told = (desk.corpus / "patches" / left).read_text(encoding="utf-8")
    assert ("αποδεχτεί" in told, "διαλέγει" in told) == (True, False)
    assert wiki.text("rule_07") == theirs.replace("επιλέγει μία", "διαλέγει μία").encode()


def test_a_correction_made_at_the_desk_comes_back_from_the_wiki(
    wiki: Wiki, desk: Fetch, tmp_path: Path
) -> None:
    with at_desk(desk, tmp_path) as browser:
        path = "/desk/en/2016/el/7A1/"
        page = browser.get(path).content.decode()
        browser.token = re.findall(r'name="token" value="([^"]+)"', page)[0]
        base = html.unescape(re.findall(r'name="base 7A1" value="([^"]+)"', page)[0])
        assert OLD in base
        typed = base.replace(OLD, NEW)
        form = {"do": "save", "base 7A1": base, "text 7A1": typed, "reason": "gap-and-slip"}
        assert browser.post(path, form).status == 303
        dry = push(desk, "--dry-run")
        assert "rule_07: would be written: 1 correction" in dry.stdout
        assert push(desk).returncode == 0
        assert wiki.text("rule_07") == raw("rule_07").replace(OLD, NEW).encode()
        assert wiki.history("rule_07")[0] == (USER, "7A1: gap-and-slip (Maria)")
        assert desk(wiki.url).returncode == 0
        page = html.unescape(browser.get(path).content.decode())
        assert typed in page
        assert patches(desk) == []  # the desk took the pages in
    assert "nothing to do" in take_over(desk, wiki).stdout
    for page in ("rule_02", "rule_03", "rule_20", "rule_40"):
        assert (wiki.text(page), len(wiki.history(page))) == (raw(page).encode(), 1)


@contextmanager
def at_desk(desk: Fetch, folder: Path) -> Iterator[Browser]:
    """The desk on the corpus, served on loopback, and a browser without script."""
    pages = folder / "pages"
    for tag in ("el", "en"):
        (pages / tag).mkdir(parents=True)
        (pages / tag / "reading.md").write_text("# Reading\n", encoding="utf-8")
    settings = {"corpus": str(desk.corpus), "offline": False, "books": []}
    config = configured(
        folder,
        docs_dir=str(pages),
        nav=[{"Reading": "el/reading.md"}, {"Reading": "en/reading.md"}],
        plugins=[{"lawkb": settings}],
    )
    with listen_free("127.0.0.1") as listening:
        port = listening.getsockname()[1]
        preview = Preview(config, f"127.0.0.1:{port}", folder / "made", DESK)
        server = server_of(make_desk(preview, Access(Editor("Maria"), languages=("el", "en"))))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield Browser(port)
        finally:
            server.should_exit = True
            thread.join()


# ---- edits of others


def test_an_edit_elsewhere_in_the_wiki_stays(wiki: Wiki, desk: Fetch) -> None:
    correct(desk, "rule_07", OLD, NEW)
    theirs = raw("rule_07").replace("βότσαλο από την όχθη", "βότσαλο από την ακτή") + "\nPS.  \n"
    wiki.put("rule_07", theirs)
    assert push(desk).returncode == 0
    assert wiki.text("rule_07") == theirs.replace(OLD, NEW).encode()


def test_an_edit_of_the_same_words_is_refused_and_stays(wiki: Wiki, desk: Fetch) -> None:
    correct(desk, "rule_07", OLD, NEW)
    correct(desk, "rule_03", "εννέα βότσαλα", "δέκα βότσαλα")
    theirs = raw("rule_07").replace(OLD, "να εγκρίνει την κίνηση")
    wiki.put("rule_07", theirs)
    done = push(desk)
    assert done.returncode == 1
    assert "refused: 7A1 el text" in done.stdout
    assert wiki.text("rule_07") == theirs.encode()
    assert "δέκα βότσαλα" in wiki.text("rule_03").decode()


def test_a_page_that_somebody_edits_is_left_and_the_next_push_writes_it(
    wiki: Wiki, desk: Fetch
) -> None:
    correct(desk, "rule_07", OLD, NEW)
    correct(desk, "rule_03", "εννέα βότσαλα", "δέκα βότσαλα")
    with wiki.remote(OTHER) as other:
        other.dokuwiki.setLocks({"lock": ["rule_07"], "unlock": []})
    done = push(desk)
    assert done.returncode == 1
    assert "rule_07: left as it is: somebody else is editing it" in " ".join(done.stdout.split())
    assert wiki.text("rule_07") == raw("rule_07").encode()
    assert "δέκα βότσαλα" in wiki.text("rule_03").decode()
    lock = next((wiki.folder / "data" / "locks").iterdir())
    assert lock.read_text(encoding="utf-8").startswith(OTHER)
    with wiki.remote(OTHER) as other:
        other.dokuwiki.setLocks({"lock": [], "unlock": ["rule_07"]})
    assert push(desk).returncode == 0
    assert wiki.text("rule_07") == raw("rule_07").replace(OLD, NEW).encode()


# ---- rights and logins


def test_a_page_that_may_not_be_edited_is_left(wiki: Wiki, desk: Fetch) -> None:
    correct(desk, "rule_07", OLD, NEW)
    correct(desk, "rule_03", "εννέα βότσαλα", "δέκα βότσαλα")
    wiki.allow("*\t@ALL\t0", "*\t@user\t8", "rule_07\t@user\t1")
    done = push(desk)
    assert done.returncode == 1
    assert "rule_07: left as it is: this user may not edit it" in " ".join(done.stdout.split())
    wiki.allow("*\t@ALL\t0", "*\t@user\t8")
    assert push(desk).returncode == 0
    assert wiki.text("rule_07") == raw("rule_07").replace(OLD, NEW).encode()


def test_a_page_that_is_gone_is_left(wiki: Wiki, desk: Fetch) -> None:
    correct(desk, "rule_07", OLD, NEW)
    wiki.put("rule_07", "")
    done = push(desk)
    assert (done.returncode, "the wiki has no such page" in done.stdout) == (1, True)
    assert not (wiki.pages / "rule_07.txt").exists()


def test_a_wrong_password_is_three_lines(wiki: Wiki, desk: Fetch) -> None:
    correct(desk, "rule_07", OLD, NEW)
    desk.log_in(password="wrong")
    refused(push(desk), "treats us as a guest")
    assert wiki.text("rule_07") == raw("rule_07").encode()


def test_without_a_login_nothing_is_sent(wiki: Wiki, desk: Fetch) -> None:
    correct(desk, "rule_07", OLD, NEW)
    desk.environment = {k: v for k, v in desk.environment.items() if "LAWKB_WIKI" not in k}
    refused(push(desk), "no login is given")


def test_a_wiki_that_does_not_store_the_page_is_told(wiki: Wiki, desk: Fetch) -> None:
    correct(desk, "rule_07", OLD, NEW)
    spam = wiki.folder / "conf" / "wordblock.local.conf"
    spam.write_text("αποδεχτεί\n", encoding="utf-8")
    done = push(desk)
    assert done.returncode == 1
    # Some releases answer with a fault, others as if they had saved it.
    assert "rule_07: left as it is: the wiki" in " ".join(done.stdout.split())
    assert wiki.text("rule_07") == raw("rule_07").encode()
    spam.unlink()
    assert push(desk).returncode == 0


# ---- a server that dies, a push that dies


@contextmanager
def between(wiki: Wiki, when: str, lose_answer: bool) -> Iterator[str]:
    """A wire to the wiki that breaks once, at a call of a method: before it, or after."""
    broken = threading.Event()

    def fate(asked: bytes) -> Fate:
        if when.encode() not in asked or broken.is_set():
            return "answered"
        broken.set()
        if lose_answer:
            return "lost"
        wiki.stop()
        return "refused"

    with wire(wiki, fate) as url:
        yield url


def by_way_of(desk: Fetch, url: str) -> None:
    state = desk.folder / "fetch.json"
    told = json.loads(state.read_text(encoding="utf-8"))
    state.write_text(json.dumps({**told, "wiki": url}), encoding="utf-8")


def test_a_save_whose_answer_is_lost_is_recognised_and_not_written_twice(
    wiki: Wiki, desk: Fetch
) -> None:
    correct(desk, "rule_07", OLD, NEW)
    with between(wiki, "wiki.putPage", lose_answer=True) as url:
        by_way_of(desk, url)
        done = push(desk)
    assert done.returncode == 0, done.stderr
    assert "rule_07: written: 1 correction" in done.stdout
    assert wiki.text("rule_07") == raw("rule_07").replace(OLD, NEW).encode()
    assert len(wiki.history("rule_07")) == 2


@pytest.mark.parametrize("method", ["wiki.putPage", "dokuwiki.setLocks", "wiki.getPage<"])
def test_a_server_that_dies_is_told_and_the_second_push_finishes(
    wiki: Wiki, desk: Fetch, method: str
) -> None:
    correct(desk, "rule_07", OLD, NEW)
    correct(desk, "rule_20", "να ρωτήσει", "να ρωτά")
    with between(wiki, method, lose_answer=False) as url:
        by_way_of(desk, url)
        refused(push(desk), "")
    assert wiki.text("rule_07") == raw("rule_07").encode()
    wiki.start()
    by_way_of(desk, wiki.url)
    done = push(desk)
    assert done.returncode == 0, done.stdout + done.stderr
    assert wiki.text("rule_07") == raw("rule_07").replace(OLD, NEW).encode()
    assert len(wiki.history("rule_07")) == 2


def test_a_push_killed_at_any_moment_leaves_whole_pages_and_the_next_one_finishes(
    wiki: Wiki, desk: Fetch
) -> None:
    correct(desk, "rule_07", OLD, NEW)
    correct(desk, "rule_03", "εννέα βότσαλα", "δέκα βότσαλα")
    correct(desk, "rule_40", "Πρώτο στοιχείο", "Το πρώτο στοιχείο")
    chance = random.Random(20180525)
    new = {
        "rule_07": raw("rule_07").replace(OLD, NEW),
        "rule_03": raw("rule_03").replace("εννέα βότσαλα", "δέκα βότσαλα", 1),
        "rule_40": raw("rule_40").replace("Πρώτο στοιχείο", "Το πρώτο στοιχείο", 1),
    }

    def push_until(moment: int | None) -> Ended:
        words = ("push", "--all", "--delay", "0")
        return command_until(moment, desk.corpus, *words, environment=desk.environment)

    whole = push_until(None)
    assert whole.code == 0
    for _ in range(KILLS):
        for page in new:
            if wiki.text(page) != raw(page).encode():
                wiki.put(page, raw(page))
        assert push_until(chance.randint(1, whole.moments)).was_killed
        for page, text in new.items():
            assert wiki.text(page) in (raw(page).encode(), text.encode())
        assert push(desk).returncode == 0
        assert {page: wiki.text(page).decode() for page in new} == new


# ---- pages that were not fetched


def test_a_correction_of_a_text_extraction_finds_its_place_in_the_raw_page(
    wiki: Wiki, desk: Fetch, tmp_path: Path
) -> None:
    text = "A_resiliparse0145_main__bootstrap3_h1h2/rule_07.txt"
    for file in desk.folder.iterdir():
        file.unlink()
    here = desk.folder / "rule_07.txt"
    here.write_bytes((RAW.parents[1] / "extracted" / text).read_bytes())
    settings = desk.corpus / "corpus.toml"
    told = settings.read_text(encoding="utf-8")
    named = f'title = "The wiki of the Three Pebbles"\nwiki = "{wiki.url}"\nnamespace = "laws"'
    settings.write_text(
        told.replace('title = "The wiki of the Three Pebbles"', named), encoding="utf-8"
    )
    wiki.put("laws:rule_07", raw("rule_07"))
    correct(desk, "rule_07", OLD, NEW)
    done = push(desk)
    assert done.returncode == 0, done.stdout + done.stderr
    assert wiki.text("laws/rule_07") == raw("rule_07").replace(OLD, NEW).encode()


def test_a_source_without_a_wiki_is_told(wiki: Wiki, desk: Fetch) -> None:
    correct(desk, "rule_07", OLD, NEW)
    (desk.folder / "fetch.json").unlink()
    done = push(desk)
    assert done.returncode == 1
    assert done.stdout == (
        "no wiki is known for the pages of source pebbles; add a line to its [[sources]] in "
        'corpus.toml: wiki = "https://…"\nrule_07: stays here: 1 correction\n'
    )
    assert push(desk, "--dry-run").returncode == 0  # it is told, and no fault of the corrections


def refused(done: subprocess.CompletedProcess[str], words: str) -> None:
    assert done.returncode == 2, done.stdout
    assert len(done.stderr.splitlines()) == 3, done.stderr
    assert words in done.stderr
