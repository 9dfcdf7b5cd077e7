"""What a hostile wiki can do to what fetching keeps: nothing."""

from __future__ import annotations

import json
import re
import xmlrpc.client
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from xml.sax.saxutils import escape

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from lawkb.errors import LawkbError
from lawkb.sources.dokuwiki_api.calls import as_metadata, open_calls
from lawkb.sources.dokuwiki_api.fetch import (
    Outcome,
    fetch_pages,
    list_pages,
    open_store,
    plan_all,
    plan_changes,
)
from lawkb.sources.dokuwiki_api.http import Login, RequestLimits, WikiConnection
from lawkb.sources.page_names import file_name, is_page_id
from tests.sources.loopback import Request, Say, http, serving

WIKI = "https://wiki.example"
HURRY = RequestLimits(delay_seconds=0, tries=1, silence_seconds=5)


def fetch_all(say: Say, folder: Path, wanted: int = 100) -> list[Outcome]:
    """All that the command does with a wiki, without its printing."""
    with (
        serving(say) as server,
        WikiConnection(server.url, Login("anna", "secret"), HURRY) as wire,
    ):
        calls = open_calls(wire)
        with open_store(folder, WIKI) as store:
            listed = list_pages(calls, "")[:wanted]
            plans = (plan_changes(listed, store, ""), plan_all(listed, store, ""))
            return [outcome for plan in plans for outcome in fetch_pages(calls, store, plan)]


HOSTILE_IDS = ["../../x", "/etc/passwd", "a:..:b", "a\x00", "a\nb", "\ud800", "a/b", "", "rule_07"]


def json_wiki(told: dict[str, Any]) -> Say:
    """A wiki that speaks JSON-RPC, with the results of its methods."""

    def say(request: Request) -> bytes:
        result = told.get(request.path.rpartition("/")[2])
        return http(200, json.dumps({"result": result}).encode())

    return say


def test_of_a_list_of_hostile_ids_only_the_pages_are_written(tmp_path: Path) -> None:
    results = {
        "core.getAPIVersion": 14,
        "core.whoAmI": {"login": "anna"},
        "core.listPages": [{"id": page, "revision": 1} for page in HOSTILE_IDS],
        "core.getPageInfo": {"revision": 1, "author": "anna"},
        "core.getPage": "κείμενο \ud800\n",
    }
    folder = tmp_path / "pebbles"
    outcomes = fetch_all(json_wiki(results), folder)
    assert {o.page_id for o in outcomes if o.fate == "fetched"} == {"rule_07"}
    assert {o.page_id for o in outcomes if o.fate == "failed"} == {*HOSTILE_IDS} - {"rule_07"}
    written = {file.name for file in folder.iterdir()}
    assert written == {"rule_07.txt", "fetch.json", "provenance.toml"}
    assert list(tmp_path.iterdir()) == [folder]


def test_a_wiki_that_fails_page_after_page_is_left_alone(tmp_path: Path) -> None:
    results = {
        "core.getAPIVersion": 14,
        "core.whoAmI": {"login": "anna"},
        "core.listPages": [{"id": f"rule_{n}", "revision": 1} for n in range(30)],
    }
    with pytest.raises(LawkbError, match="10 pages in a row failed"):
        fetch_all(json_wiki(results), tmp_path)


def test_many_pages_that_fail_with_good_ones_between_them_stop_nothing(tmp_path: Path) -> None:
    results = {
        "core.getAPIVersion": 14,
        "core.whoAmI": {"login": "anna"},
        "core.listPages": [{"id": f"rule_{n}", "revision": 1} for n in range(30)],
        "core.getPageInfo": {"revision": 1, "author": "anna"},
    }
    bad, good = json_wiki(results), json_wiki({**results, "core.getPage": "κείμενο\n"})
    odd = re.compile(rb"rule_\d?[13579]\b")

    def say(request: Request) -> bytes | Iterable[bytes]:
        return bad(request) if odd.search(request.body) else good(request)

    fates = [each.fate for each in fetch_all(say, tmp_path / "pebbles")]
    assert fates.count("failed") > 10
    assert fates.count("fetched") == len(fates) - fates.count("failed")


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(
        [*HOSTILE_IDS, "κανόνες:αρχή", 14, 1495778700, -1, 2**63, 10**30, "192.0.2.7"]
    ),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from("id revision rev version author login code message".split()), inner
        )
    ),
    max_leaves=8,
)
REVISIONS = st.integers(0, 2**40)
LISTS = st.lists(
    st.builds(
        lambda page, revision: {"id": page, "revision": revision, "rev": revision},
        st.text("abcς:./~%É\n", min_size=1) | st.sampled_from(HOSTILE_IDS),
        REVISIONS,
    ),
    min_size=1,
)
GOOD_ABOUTS = st.builds(
    lambda revision, author: {"revision": revision, "version": revision, "author": author},
    REVISIONS,
    st.text() | VALUES,
)
ABOUTS = st.integers(0, 3).flatmap(lambda dice: GOOD_ABOUTS if dice else VALUES)
TEXTS = st.integers(0, 3).flatmap(lambda dice: st.text(min_size=1) if dice else VALUES)


_NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_value(value: Any) -> str:
    if isinstance(value, dict):
        members = (f"<member><name>{n}</name>{xml_value(v)}</member>" for n, v in value.items())
        return f"<value><struct>{''.join(members)}</struct></value>"
    if isinstance(value, list):
        return f"<value><array><data>{''.join(map(xml_value, value))}</data></array></value>"
    kind = "int" if isinstance(value, int) else "string"
    return f"<value><{kind}>{escape(str(value))}</{kind}></value>"


def as_json(value: Any) -> bytes:
    return json.dumps({"result": value}).encode()


def as_xml(value: Any) -> bytes:
    text = f"<methodResponse><params><param>{xml_value(value)}</param></params></methodResponse>"
    return _NOT_XML.sub("?", text).encode()


def xml_wiki(told: dict[str, Any]) -> Say:
    """The same in XML-RPC."""

    def say(request: Request) -> bytes:
        if "jsonrpc" in request.path:
            return http(404, b"<html>")
        return http(200, as_xml(told.get(xmlrpc.client.loads(request.body)[1] or "")))

    return say


STATUSES = st.sampled_from([200, 200, 200, 204, 400, 401, 403, 404, 500])
BODIES = st.one_of(
    st.binary(),
    VALUES.map(as_json),
    VALUES.map(as_xml),
    LISTS.map(as_json),
    VALUES.map(lambda value: json.dumps({"error": value}).encode()),
    st.sampled_from(
        [
            b"[" * 50_000,
            b'{"result":' * 20_000,
            b'{"result": ' + b"9" * 5000 + b"}",
            b"<value>" * 5000,
            b"<methodResponse><params><param>" + b"<value><array><data>" * 400,
            b"<?xml version='1.0' encoding='utf-16'?><methodResponse/>",
            b"<methodResponse><fault/></methodResponse>",
        ]
    ),
)
ANSWERS = st.one_of(
    st.binary(), st.builds(http, STATUSES, BODIES), st.builds(http, st.just(302), BODIES)
)


@given(st.lists(ANSWERS, min_size=1, max_size=6))
def test_no_answer_whatever_gives_anything_but_an_error_of_ours_or_a_failure(
    answers: list[bytes],
) -> None:
    turn = iter(range(10**9))
    with TemporaryDirectory() as temporary:
        folder = Path(temporary) / "pebbles"
        try:
            fetch_all(lambda _: answers[next(turn) % len(answers)], folder)
        except LawkbError as error:
            lines = str(error).split("\n")
            assert len(lines) == 3
            assert all(line.isprintable() for line in lines)
        assert list(Path(temporary).iterdir()) in ([], [folder])


@given(st.sampled_from([json_wiki, xml_wiki]), LISTS, ABOUTS, TEXTS)
def test_whatever_a_wiki_lists_and_says_of_its_pages_is_kept_or_a_failure(
    speaking: Callable[[dict[str, Any]], Say], listed: list[Any], about: Any, text: Any
) -> None:
    results = {
        **dict.fromkeys(("core.getAPIVersion", "dokuwiki.login"), 14),
        "dokuwiki.getVersion": "Release",
        "core.whoAmI": {"login": "anna"},
        **dict.fromkeys(("core.listPages", "dokuwiki.getPagelist"), listed),
        **dict.fromkeys(("core.getPageInfo", "wiki.getPageInfo"), about),
        **dict.fromkeys(("core.getPage", "wiki.getPage"), text),
    }
    with TemporaryDirectory() as temporary:
        folder = Path(temporary) / "pebbles"
        try:
            outcomes = fetch_all(speaking(results), folder, wanted=5)
        except LawkbError:
            return
        fetched = {o.page_id for o in outcomes if o.fate == "fetched"}
        event(f"{speaking.__name__}, fetched: {bool(fetched)}")
        assert all(is_page_id(page) for page in fetched)
        names = {file.name for file in folder.glob("*.txt")}
        assert names == {file_name(page) for page in fetched}
        assert list(Path(temporary).iterdir()) == [folder]


@pytest.mark.parametrize(
    "body",
    [
        b"<!DOCTYPE x [<!ENTITY a 'b'>]><methodResponse><params><param><value>&a;</value></param>"
        b"</params></methodResponse>",
        b"<!DOCTYPE x SYSTEM 'file:///etc/hostname'><methodResponse/>",
        "<!DOCTYPE x [<!ENTITY a 'b'>]><methodResponse/>".encode("utf-16"),
        b"<?xml version='1.0' encoding='UTF-7'?>+ADwAIQ-DOCTYPE x><methodResponse/>",
    ],
    ids=["entity", "file", "utf-16", "utf-7"],
)
def test_xml_with_a_document_type_is_no_answer(tmp_path: Path, body: bytes) -> None:
    with pytest.raises(LawkbError, match="not a DokuWiki"):
        fetch_all(lambda _: http(200, body), tmp_path)


def test_an_author_of_many_marks_is_one_short_line_at_once() -> None:
    """Composing runs of marks of two classes takes time with the square of their number."""
    author = "a" + "\u0345" * 300_000 + "\u0301" * 300_000
    about = as_metadata("rule_07", {"revision": 1, "author": author}, "revision", "wiki")
    assert about.user
    assert len(about.user) <= 100
