"""The questions of fetching, against what real wikis answered."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from lawkb.errors import LawkbError
from lawkb.sources.dokuwiki_api.calls import (
    JsonCalls,
    ListedPage,
    NotXmlRpcError,
    RemoteCalls,
    XmlCalls,
    open_calls,
    read_answer,
)
from lawkb.sources.dokuwiki_api.fetch import fetch_pages, list_pages, open_store, plan_changes
from lawkb.sources.dokuwiki_api.http import (
    BadAnswerError,
    Login,
    NotAllowedError,
    PageMissingError,
    RemoteOffError,
    RequestLimits,
    WikiConnection,
)
from tests.sources.loopback import Request, Say, http, recorded_json, recorded_xml, serving
from tests.sources.samples import SAMPLES

HURRY = RequestLimits(delay_seconds=0, tries=1, silence_seconds=5)


@cache
def json_wiki() -> Say:
    return recorded_json(
        [
            *("getAPIVersion", "listPages_depth9", "getPage", "getPage_greek", "getPage_missing"),
            *("getPage_bom_crlf", "getPageInfo", "getPageInfo_missing"),
        ]
    )


WIKIS: dict[str, tuple[Callable[[], Say], type[RemoteCalls]]] = {
    "json 2026": (json_wiki, JsonCalls),
    "xml 2026": (lambda: recorded_xml("api14_2026"), XmlCalls),
    "xml 2022": (lambda: recorded_xml("api11_2022"), XmlCalls),
}


@contextmanager
def asking(say: Say, login: Login | None = None) -> Iterator[WikiConnection]:
    with (
        serving(say) as server,
        WikiConnection(server.url, login or Login(), HURRY) as wire,
    ):
        yield wire


@pytest.fixture(params=list(WIKIS.values()), ids=list(WIKIS))
def calls(request: pytest.FixtureRequest) -> Iterator[RemoteCalls]:
    recorded, kind = request.param
    with asking(recorded()) as wire:
        opened = open_calls(wire)
        assert type(opened) is kind
        yield opened


def test_the_interface_is_the_one_the_wiki_has(calls: RemoteCalls) -> None:
    assert calls.release() in (
        "API 14",
        'Release 2026-07-14b "Mort"',
        'Release 2022-07-31b "Igor"',
    )


def test_every_page_is_listed_with_its_revision(calls: RemoteCalls) -> None:
    listed = calls.pages("")
    assert ListedPage("κανόνες:αρχή", 1515744120) in listed
    assert ListedPage("code:rule_57", 1515744060) in listed
    assert len(listed) == len({page.page_id for page in listed}) == 12


def test_the_text_of_a_page_is_what_the_wiki_keeps(calls: RemoteCalls) -> None:
    assert calls.text("rule_07").encode() == (SAMPLES / "data26/pages/rule_07.txt").read_bytes()


def test_a_page_tells_its_revision_and_user(calls: RemoteCalls) -> None:
    about = calls.about("rule_07")
    # In XML-RPC the sample has no user: its file is newer than its last change.
    assert about.revision in (1495778700, 1495778699)
    assert about.user in ("anna", None)


def test_a_page_that_is_not_there_has_no_text(calls: RemoteCalls) -> None:
    assert calls.text("nosuch") == ""


def test_json_tells_user_greek_ids_and_missing_pages() -> None:
    with asking(json_wiki()) as wire:
        calls = JsonCalls(wire)
        assert calls.about("rule_07") == ListedPage("rule_07", 1495778700, "anna")
        assert calls.text("κανόνες:αρχή").startswith("===== ΑΡΧΗ =====\n")
        assert calls.text("raw_bom_crlf").startswith("\ufeff=====")
        with pytest.raises(PageMissingError):
            calls.about("nosuch")


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("remote_off", RemoteOffError),
        ("remoteuser_denied", NotAllowedError),
    ],
)
def test_what_a_wiki_refuses_has_its_own_error(name: str, kind: type[LawkbError]) -> None:
    with asking(recorded_json([name])) as wire, pytest.raises(kind) as raised:
        JsonCalls(wire).text("rule_07")
    assert len(str(raised.value).splitlines()) == 3


def answer(name: str, status: int) -> bytes:
    return http(status, (SAMPLES / "jsonrpc" / f"{name}.response.json").read_bytes())


def test_a_refusal_says_whether_a_guest_or_a_user_is_refused() -> None:
    cases = [
        ("acl_denied", 401, Login(), "a guest is not allowed"),
        ("acl_denied", 401, Login("anna", "x"), "treats us as a guest"),
        ("remoteuser_denied", 403, Login("anna", "x"), "this user is not allowed"),
    ]
    for name, status, login, words in cases:
        given = answer(name, status)
        with (
            asking(lambda _, given=given: given, login) as wire,  # type: ignore[misc]
            pytest.raises(NotAllowedError, match=words),
        ):
            open_calls(wire)


def test_a_wrong_token_is_told_by_asking_who_we_are() -> None:
    def say(request: Request) -> bytes:
        told = {"core.getAPIVersion": 14, "core.whoAmI": {"login": "", "groups": []}}
        result = {"result": told[request.path.rpartition("/")[2]]}
        return http(200, json.dumps(result).encode())

    with (
        asking(say, Login(token="t0ken")) as wire,
        pytest.raises(NotAllowedError, match="treats us as a guest"),
    ):
        open_calls(wire)


def test_an_error_of_the_old_release_is_an_empty_record() -> None:
    nothing = (SAMPLES / "xmlrpc/api11_2022.wiki.nothing.response.xml").read_bytes()
    with asking(lambda _: http(200, nothing)) as wire:
        with pytest.raises(PageMissingError):
            XmlCalls(wire).about("rule_07")
        with pytest.raises(BadAnswerError):
            XmlCalls(wire).text("rule_07")
        with pytest.raises(BadAnswerError, match="not a DokuWiki"):
            open_calls(wire)


def test_an_unknown_method_is_a_bad_answer() -> None:
    nothing = (SAMPLES / "xmlrpc/api14_2026.wiki.nothing.response.xml").read_bytes()
    with (
        asking(lambda _: http(200, nothing)) as wire,
        pytest.raises(BadAnswerError, match="Method does not exist"),
    ):
        XmlCalls(wire).text("rule_07")


def test_the_page_that_is_recorded_whole_is_fetched_from_the_json_wiki(tmp_path: Path) -> None:
    with asking(json_wiki()) as wire, open_store(tmp_path / "pebbles", "w") as store:
        calls = open_calls(wire)
        listed = [page for page in list_pages(calls, "") if page.page_id == "rule_07"]
        plan = plan_changes(tuple(listed), store, "")
        assert [outcome.fate for outcome in fetch_pages(calls, store, plan)] == ["fetched"]
        assert plan_changes(tuple(listed), store, "").unchanged == 1
    written = (tmp_path / "pebbles/rule_07.txt").read_bytes()
    assert written == (SAMPLES / "data26/pages/rule_07.txt").read_bytes()


def test_no_answer_of_a_guest_gives_an_address_away() -> None:
    def say(author: object) -> Callable[[Request], bytes]:
        result = {"result": {"revision": 7, "author": author}}
        return lambda _: http(200, json.dumps(result).encode())

    for author in ("192.0.2.10", "2001:db8::7", "anna@example.org", "", None, 7, ["x"]):
        with asking(say(author)) as wire:
            assert JsonCalls(wire).about("rule_07") == ListedPage("rule_07", 7), author


@pytest.mark.parametrize("status", [404, 500, 200])
def test_a_wiki_that_fails_at_json_alone_is_asked_in_xml(status: int) -> None:
    """Its web server may show any page for a script that an old release does not have."""
    xml = recorded_xml("api11_2022")
    form = b'<html><input type="password"></html>'

    def say(request: Request) -> bytes:
        answer = http(status, form) if "jsonrpc" in request.path else xml(request)
        assert isinstance(answer, bytes)
        return answer

    with asking(say) as wire:
        assert open_calls(wire).name == "XML-RPC"


HOSTILE = """
import resource
from lawkb.sources.dokuwiki_api.calls import read_answer
head = b"<methodResponse><params><param><value><array><data>"
tail = b"</data></array></value></param></params></methodResponse>"
value = b"<value>" + b"x" * 10 + b"</value>"
body = b"".join((head, value * 999_900, tail))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
assert len(read_answer(body)) == 999_900
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> 10)
"""


def test_an_answer_in_xml_takes_a_few_times_its_bytes_of_memory() -> None:
    """24 MB of values took 10 times as much as a tree of elements."""
    done = subprocess.run([sys.executable, "-c", HOSTILE], capture_output=True, check=True)
    assert int(done.stdout) < 120  # MiB


@pytest.mark.parametrize(
    "body",
    [
        b"<value/>" * 2_100_000,
        b"<methodResponse>" + b"<params>" * 10,
        b"<methodResponse><params><param>" + b"<value><array><data>" * 60,
        b"<html><body>a page</body></html>",
        b"<methodResponse><params><param><value><struct><member><name>a</name></member></struct>"
        b"</value></param></params></methodResponse>",
        b"<methodResponse><params><param><value><int>x</int></value></param></params>"
        b"</methodResponse>",
        b"<methodResponse/>",
        b"<methodResponse><params/></methodResponse>",
    ],
    ids=["tags", "wrong place", "deep", "page", "member", "number", "nothing", "no value"],
)
def test_what_is_no_answer_in_xml_is_told(body: bytes) -> None:
    with pytest.raises(NotXmlRpcError):
        read_answer(body)
