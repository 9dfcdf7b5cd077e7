"""The search over HTTP: the answers of ``lawkb search``, and what it refuses."""

import json
import time
from collections.abc import Iterator
from http.client import HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html

import lawkb
from lawkb.exchange.public_types import as_json
from lawkb.publish.render import HEADERS
from lawkb.publish.views.search_page import marked_text
from lawkb.server.search_endpoint import MOST_HITS
from tests.profiles import of_profile
from tests.server.edits import source
from tests.server.running import LONGEST_SECONDS, Running, running

PATH = "/laws/search.json"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("site")) as served:
        yield served


def asked(site: Running, **parameters: object) -> tuple[HTTPResponse, Any]:
    answer, content = site.ask(f"{PATH}?{urlencode(parameters)}")
    return answer, json.loads(content)


@pytest.mark.parametrize(
    "query",
    [
        "αμυνομενων",
        "penalty card",
        '"penalty card" NOT lead',
        "law:20-47 director",
        "cites:16C",
        "47E2(a)",
        "Νόμος 57",
        "τιμωρημενο φυλο",
        "zzzzqqqq",
    ],
)
def test_it_answers_as_the_library_and_the_command_line_do(site: Running, query: str) -> None:
    corpus = lawkb.open_corpus(site.folder / "corpus")
    for limit, language in ((10, None), (3, None), (10, "en")):
        only = {"language": language} if language else {}
        answer, found = asked(site, q=query, limit=limit, **only)
        assert answer.status == 200
        expected = corpus.search(query, limit=limit, lang=language)
        assert found == json.loads(json.dumps(as_json(expected)))


@pytest.mark.parametrize(
    ("parameters", "what"),
    [
        ({}, "there is no query"),
        ({"q": "  "}, "there is no query"),
        ({"q": '"penalty card'}, "quot"),
        ({"q": "edition:1066 card"}, "there is no such edition"),
        ({"q": "card", "language": "xx"}, "the code has no text in it"),
        ({"q": "card", "language": "../../etc"}, ""),
        ({"q": "card", "limit": "0"}, "too few"),
        ({"q": "card", "limit": MOST_HITS + 1}, "too many"),
        ({"q": "card", "limit": "9" * 5000}, "not a number"),
        ({"q": "card", "limit": "٣"}, "not a number"),
        ({"q": "card", "limit": "-1"}, "not a number"),
        ({"q": "word " * 2000}, ""),
        ({"q": "(" * 900}, ""),
    ],
)
def test_a_query_that_cannot_be_read_is_answered_in_words(
    site: Running, parameters: dict[str, object], what: str
) -> None:
    answer, found = asked(site, **parameters)
    assert answer.status == 400
    assert set(found) == {"error"}
    assert set(found["error"]) == {"where", "what", "hint"}
    assert all(found["error"].values())
    assert what in found["error"]["what"]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_nothing_can_be_changed(site: Running, method: str) -> None:
    answer, _ = site.ask(f"{PATH}?q=card", method)
    assert answer.status == 405
    assert answer.headers["Allow"] in ("GET, HEAD", "HEAD, GET")


@pytest.mark.parametrize("query", ["card", "<script>alert(1)</script>", '"unclosed', ""])
def test_answers_have_the_headers_that_protect_their_readers_and_allow_no_other_site(
    site: Running, query: str
) -> None:
    answer, _ = asked(site, q=query)
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert answer.headers["Content-Type"] == "application/json; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-store"
    assert not [name for name in answer.headers if name.lower().startswith("access-control")]
    policy = answer.headers["Content-Security-Policy"].split("; ")
    assert "default-src 'self'" in policy  # the rule for connections, too
    assert not [rule for rule in policy if rule.startswith("connect-src")]


def test_a_site_elsewhere_that_points_its_name_here_finds_nothing(site: Running) -> None:
    answer, content = site.ask(f"{PATH}?q=card", host="evil.example")
    assert answer.status == 421
    assert b"hits" not in content


# Fewer than usual: each is a request.
@settings(max_examples=of_profile(0.6), deadline=None)
@given(query=st.text(max_size=80) | st.binary(max_size=40))
def test_any_query_is_answered_or_refused_in_words(site: Running, query: str | bytes) -> None:
    typed = query.encode("utf-8", "surrogatepass") if isinstance(query, str) else query
    answer, content = site.ask(f"{PATH}?q={quote(typed)}&limit=3")
    found = json.loads(content)
    assert answer.status in (200, 400)
    assert ("error" in found) == (answer.status == 400)


def test_a_change_of_a_law_is_found(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        assert asked(site, q="=λανοβα")[1]["total"] == 0
        source(tmp_path, lambda text: text.replace("\n", " λανοβα\n", 1))
        deadline = time.monotonic() + LONGEST_SECONDS
        while not asked(site, q="=λανοβα")[1]["total"] and time.monotonic() < deadline:
            with site.waiting("/laws/el/2017/57/") as page:
                page.settimeout(0.2)
                try:
                    page.recv(1000)
                except TimeoutError:
                    continue
        assert asked(site, q="=λανοβα")[1]["hits"][0]["address"].startswith("57")


@pytest.mark.parametrize(
    ("tag", "language"), [("el", "el"), ("en", "en"), ("xx", "el"), ("<script>", "el")]
)
def test_the_page_for_readers_without_script_is_in_their_language(
    site: Running, tag: str, language: str
) -> None:
    query = "penalty <script>alert(1)</script> card"
    answer, content = site.ask(f"/laws/search?{urlencode({'page': tag, 'q': query})}")
    page: Any = html.document_fromstring(content.decode())
    assert (answer.status, page.get("lang")) == (200, language)
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert page.xpath("//form[@class='asking']//input[@name='q']/@value") == [query]
    assert not [text for text in page.xpath("//script/text()") if "alert" in text]


def test_the_page_for_readers_without_script_marks_and_leads_to_what_json_has(
    site: Running,
) -> None:
    hits = asked(site, q="penalty card", limit=MOST_HITS)[1]["hits"]
    page: Any = html.document_fromstring(
        site.ask("/laws/search?page=en&q=penalty+card")[1].decode()
    )
    shown = page.xpath("//section[contains(@class, 'hits')]//li")
    assert len(shown) == len(hits) > 0
    snippets = [str(each["snippet"]) for each in hits]
    assert sorted(line.xpath("string(p[mark])") for line in shown) == sorted(snippets)
    for link in page.xpath("//li//a/@href[contains(., '2017')]"):
        path, _, fragment = link.partition("#")
        answer, content = site.ask(f"/laws/{path}")
        assert answer.status == 200
        assert f'id="{fragment}"'.encode() in content or not fragment


def test_an_index_that_cannot_be_written_is_reported_and_readers_come_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with running(tmp_path) as site:
        monkeypatch.setenv("LAWKB_CACHE", "/dev/null/cache")
        answer, found = asked(site, q="hidden7words card")
        assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
        assert found["error"]["what"] == "the search does not answer at the moment"
        page = site.ask("/laws/search?page=en&q=card")
        assert page[0].status == 503
        assert b"The search does not answer at the moment. Try again later." in page[1]
        assert asked(site, q="47")[0].status == 200  # an address needs no index
        monkeypatch.delenv("LAWKB_CACHE")
        assert asked(site, q="card")[0].status == 200
    told = [each.getMessage() for each in caplog.records if each.name == "lawkb.server"]
    assert told
    assert all(text.count("\n") == 2 for text in told)
    assert "hidden7words" not in "".join(told)


@given(st.text(max_size=30), st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30))))
def test_marked_pieces_join_to_the_text(text: str, ends: list[tuple[int, int]]) -> None:
    size = len(text)
    spans = tuple((min(a, b, size), min(max(a, b), size)) for a, b in ends)
    pieces = marked_text(text, spans)
    assert "".join(piece for piece, _ in pieces) == text
    marks = "".join(piece for piece, found in pieces if found)
    inside = {place for start, end in spans for place in range(start, end)}
    assert marks == "".join(text[place] for place in sorted(inside))
