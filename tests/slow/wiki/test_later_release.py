"""A real DokuWiki of a later release, over JSON-RPC: there and back, and there again."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.once import made_once
from tests.wiki.conftest import Fetch
from tests.wiki.instance import (
    LATER_CONFIGURATION,
    OTHER,
    PASSWORD,
    USER,
    Wiki,
    copy_later_program,
)
from tests.wiki.pushing import NEW, OLD, correct, patches, push, raw, take_over


@pytest.fixture(scope="session")
def later_program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory, "dokuwiki-later", copy_later_program)


@pytest.fixture
def wiki(later_program: Path, tmp_path: Path) -> Iterator[Wiki]:
    """As the fixture of the same name elsewhere, of a later release."""
    folder = tmp_path / "wiki"
    folder.mkdir()
    made = Wiki(later_program, folder, configuration=LATER_CONFIGURATION)
    made.prepare()
    made.start()
    yield made
    made.stop()


def interface(wiki: Wiki) -> int:
    """The number of its JSON-RPC interface."""
    manager = urllib.request.HTTPPasswordMgrWithPriorAuth()
    manager.add_password(None, wiki.url, USER, PASSWORD, is_authenticated=True)
    opener = urllib.request.build_opener(urllib.request.HTTPBasicAuthHandler(manager))
    url = f"{wiki.url}/lib/exe/jsonrpc.php/core.getAPIVersion"
    headers = {"Content-Type": "application/json"}
    with opener.open(urllib.request.Request(url, b"{}", headers)) as answer:
        return int(json.load(answer)["result"])


def test_a_correction_goes_there_and_comes_back_and_the_next_one_too(
    wiki: Wiki, desk: Fetch
) -> None:
    assert interface(wiki) >= 12
    correct(desk, "rule_07", OLD, NEW)
    assert "rule_07: would be written: 1 correction" in push(desk, "--dry-run").stdout
    assert push(desk).returncode == 0
    assert wiki.text("rule_07") == raw("rule_07").replace(OLD, NEW).encode()
    assert wiki.history("rule_07")[0] == (USER, "7A1: a slip (Άννα Σαμπλή)")
    done = take_over(desk, wiki)
    assert done.returncode == 0, done.stderr
    assert patches(desk) == []
    correct(desk, "rule_07", NEW, OLD)
    assert push(desk).returncode == 0
    assert wiki.text("rule_07") == raw("rule_07").encode()
    assert not [*(wiki.folder / "data" / "locks").iterdir()]


def test_edits_locks_and_rights_of_others_are_minded(wiki: Wiki, desk: Fetch) -> None:
    correct(desk, "rule_07", OLD, NEW)
    theirs = raw("rule_07").replace("Όταν ένας φύλακας", "Όταν κάποιος φύλακας")
    with wiki.remote(OTHER) as other:
        other.wiki.putPage("rule_07", theirs, {"sum": "mine"})
        other.dokuwiki.setLocks({"lock": ["rule_07"], "unlock": []})
    done = push(desk)
    assert "somebody else is editing it" in " ".join(done.stdout.split())
    with wiki.remote(OTHER) as other:
        other.dokuwiki.setLocks({"lock": [], "unlock": ["rule_07"]})
    wiki.allow("*\t@ALL\t0", "*\t@user\t8", "rule_07\t@user\t1")
    assert "this user may not edit it" in " ".join(push(desk).stdout.split())
    wiki.allow("*\t@ALL\t0", "*\t@user\t8")
    assert push(desk).returncode == 0
    assert wiki.text("rule_07") == theirs.replace(OLD, NEW).encode()


def test_pages_that_were_put_there_by_hand_are_taken_over(wiki: Wiki, desk: Fetch) -> None:
    (desk.folder / "fetch.json").unlink()
    wiki.put("rule_07", raw("rule_07").replace(OLD, NEW))
    done = desk(wiki.url)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "fetched 1, unchanged 4, gone 0, failed 0\n"


def test_a_wrong_password_is_told(wiki: Wiki, desk: Fetch) -> None:
    desk.log_in(password="wrong")
    done = desk(wiki.url)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 3)
    assert "treats us as a guest" in done.stderr
