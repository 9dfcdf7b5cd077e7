"""What is refused before it reaches the desk: real requests to a real uvicorn, on loopback."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lawkb.publish.render import HEADERS
from lawkb.server.desk.access import Access, Editor
from tests.server.desk.small_desk import Browser, Small, served

SAVE = "/desk/en/save"


@pytest.fixture(scope="module")
def desk() -> Iterator[tuple[int, Small]]:
    small = Small()
    with served(small.app(Access(Editor("Μαρία")))) as port:
        yield port, small


@pytest.fixture
def browser(desk: tuple[int, Small]) -> Browser:
    desk[1].saved.clear()
    opened = Browser(desk[0])
    assert opened.get("/desk/en/").status == 200
    return opened


@pytest.fixture
def saved(desk: tuple[int, Small]) -> list[dict[str, str]]:
    return desk[1].saved


def test_a_form_of_the_desk_is_saved_by_its_editor(
    browser: Browser, saved: list[dict[str, str]]
) -> None:
    answer = browser.post(SAVE, {"text": "Νόμος\r\n20"})
    assert answer.content.decode() == "saved by Μαρία"
    assert saved == [{"text": "Νόμος\n20"}]


def test_a_script_of_the_desk_sends_the_token_in_a_header(
    browser: Browser, saved: list[dict[str, str]]
) -> None:
    headers = {"X-Token": browser.token, "Content-Type": "application/json"}
    assert browser.ask("POST", SAVE, b"{}", headers).status == 200
    assert saved == [{}]


@pytest.mark.parametrize(
    ("name", "headers"),
    [
        ("a form on another site", {"Origin": "http://evil.example"}),
        ("a file opened in the browser", {"Origin": "null"}),
        ("the same host at another port", {"Origin": "http://127.0.0.1:1"}),
        ("with TLS", {"Origin": "https://127.0.0.1"}),
        ("a name that begins alike", {"Origin": "http://127.0.0.1.evil.example"}),
        ("no header at all", {"Origin": None}),
        ("a page of another site", {"Origin": None, "Referer": "http://evil.example/desk/"}),
        ("another site says so", {"Sec-Fetch-Site": "cross-site"}),
        ("a neighbour says so", {"Sec-Fetch-Site": "same-site"}),
        ("typed", {"Origin": None, "Sec-Fetch-Site": "none"}),
        ("an empty origin", {"Origin": ""}),
    ],
)
def test_a_request_from_another_site_does_nothing(
    browser: Browser, saved: list[dict[str, str]], name: str, headers: dict[str, str | None]
) -> None:
    answer = browser.post(SAVE, None, **headers)
    assert (answer.status, saved) == (403, []), name


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": None, "Sec-Fetch-Site": "same-origin"},
        {"Origin": None, "Referer": "http://127.0.0.1:PORT/desk/en/"},
        {"Sec-Fetch-Site": "same-origin"},
    ],
)
def test_a_browser_that_sends_other_headers_is_still_at_the_desk(
    browser: Browser, saved: list[dict[str, str]], headers: dict[str, str | None]
) -> None:
    told = {
        name: value and value.replace("PORT", str(browser.port)) for name, value in headers.items()
    }
    assert browser.post(SAVE, None, **told).status == 200
    assert saved == [{}]


@pytest.mark.parametrize("token", ["", "0" * 64, "é", "a" * 100_000])
def test_a_forged_token_does_nothing(
    browser: Browser, saved: list[dict[str, str]], token: str
) -> None:
    assert browser.post(SAVE, {"token": token}).status == 403
    assert saved == []


def test_the_token_of_another_browser_does_nothing(
    browser: Browser, saved: list[dict[str, str]]
) -> None:
    other = Browser(browser.port)
    other.get("/desk/en/")
    assert other.token != browser.token
    assert browser.post(SAVE, {"token": other.token}).status == 403
    browser.cookies.clear()
    assert browser.post(SAVE).status == 403
    assert saved == []


def test_two_tokens_are_none(browser: Browser, saved: list[dict[str, str]]) -> None:
    body = f"token={browser.token}&token={browser.token}".encode()
    assert browser.ask("POST", SAVE, body).status == 403
    assert saved == []


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "192.0.2.1", ""])
def test_a_name_that_was_pointed_here_is_not_answered(browser: Browser, host: str) -> None:
    answer = browser.get("/desk/en/", Host=host)
    assert (answer.status, b"token" in answer.content) == (421, False)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECTED"])
def test_other_methods_are_refused(browser: Browser, method: str) -> None:
    assert browser.ask(method, SAVE).status == 405


def test_the_cookie_is_kept_from_scripts_and_from_other_sites(browser: Browser) -> None:
    (cookie,) = Browser(browser.port).get("/desk/en/").cookies
    assert cookie.endswith("; Path=/; HttpOnly; SameSite=Strict")
    assert browser.get("/desk/en/").cookies == []  # it has one


@pytest.mark.parametrize("path", ["/desk/en/", "/x/../desk/"])
def test_every_answer_is_protected_and_not_stored(browser: Browser, path: str) -> None:
    headers = browser.get(path).headers
    assert {name: headers[name] for name in HEADERS} == HEADERS
    assert headers["Cache-Control"] == "no-store"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_a_link_on_another_site_opens_the_desk_with_its_own_cookie(browser: Browser) -> None:
    led = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    answer = Browser(browser.port).get("/desk/en/%CE%B1?law=20", **led)
    assert answer.headers["Refresh"] == "0;url=/desk/en/%CE%B1?law=20"
    assert answer.cookies == []
