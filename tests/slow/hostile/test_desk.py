"""The same attacks on the desk itself: nothing is written, and it goes on."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from lxml import html

from lawkb.desk_users import new_user, write_users
from lawkb.pipeline import ingest
from lawkb.server.desk.access import Users
from tests.browser.running_desk import RunningDesk, running_desk
from tests.server.desk.attacks import post, told
from tests.server.desk.small_desk import FORM, Browser
from tests.slow.hostile.test_site import STRANGE, TEXT, WIKI, evil

QUEUE, PLACE = "/desk/en/", "/desk/en/2017/el/57D/"
PATHS = (
    *(QUEUE, PLACE, f"{PLACE}check", "/desk/en/decisions/", "/desk/en/terms/", "/desk/en/files/"),
    *("/desk/en/2017/el/code/", "/desk/en/fix/quotes/", "/desk/en/sign-out/", "/desk/en/sign-in/"),
)
MB = 2**20
DECISION = {"do": "review", "state": "reviewed"}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningDesk]:
    with running_desk(tmp_path_factory.mktemp("desk")) as desk:
        yield desk


@pytest.fixture
def desk(running: RunningDesk) -> Iterator[Browser]:
    """A browser at a desk that goes on after the attack, and has written nothing."""
    browser = Browser(int(running.url.rpartition(":")[2]))
    assert browser.get(QUEUE).status == 200
    yield browser
    assert running.git("status", "--porcelain") == ""
    assert Browser(browser.port).get(QUEUE).status == 200


def test_the_form_that_is_attacked_decides_when_nobody_attacks(running: RunningDesk) -> None:
    browser = Browser(int(running.url.rpartition(":")[2]))
    browser.get(PLACE)
    assert browser.post(PLACE, DECISION).status == 303
    assert "57D" in (running.corpus / "review.tsv").read_text("utf-8")
    running.git("checkout", "--", ".")
    running.git("clean", "-fdq")


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": None},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Host": "evil.example"},
        {"Origin": "http://evil.example", "Host": "evil.example"},
    ],
    ids=str,
)
def test_no_page_takes_a_form_from_elsewhere(
    desk: Browser, path: str, headers: dict[str, str | None]
) -> None:
    answer = desk.post(path, DECISION, **headers)
    assert answer.status in (403, 421)
    assert b'name="token"' not in answer.content


@pytest.mark.parametrize("path", PATHS)
def test_no_page_takes_a_form_without_the_token_of_its_browser(desk: Browser, path: str) -> None:
    other = Browser(desk.port)
    other.get(QUEUE)
    for token in ("", "0" * 64, other.token):
        answer = desk.post(path, {**DECISION, "token": token})
        assert answer.status == (303 if path.endswith("/sign-in/") else 403)
    headers = {"X-Token": other.token, "Content-Type": "application/json"}
    assert desk.ask("POST", path, b"{}", headers).status == 403


@pytest.mark.parametrize(
    "path",
    [
        "/desk/en/../../corpus.toml",
        "/desk/%2e%2e/%2e%2e/etc/passwd",
        "/desk/en/..%2f..%2fetc%2fpasswd",
        "/desk/en/%00/",
        "//evil.example/",
        "/%2f%2fevil.example/",
        "/desk\\en\\",
        "/.lawkb/desk/..%2fapp.py",
        "/desk/" + "a" * 100_000,
        "/desk/en/2017/el/" + "9" * 5_000 + "/",
    ],
    ids=lambda path: path[:24],
)
def test_a_path_that_leads_elsewhere_gives_no_file(desk: Browser, path: str) -> None:
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{desk.port}\r\n\r\n"
    assert told(desk.port, request.encode("latin-1")).status in (0, 400, 404)


@pytest.mark.parametrize(
    "path",
    [
        "/desk/xx/",
        "/desk/en/2017/el/999/",
        "/desk/en/2017/xx/57/",
        "/desk/en/%E2%99%A0/el/57D/",
        "/desk/en/2017/el/%3Cscript%3E/",
        "/desk/en/at/2017/99999999999999999999/D/",
        "/desk/en/again/",
        "/.lawkb/desk/app.py",
        "/desk/en/fix/nonsense/",
        "/desk/en/?law=%3Cscript%3E&rule=x&severity=%00&at=9999999999",
        "/desk/en/2017/el/57D/?at=-1&done=../../etc/passwd",
        "/desk/en/sign-in/?next=//evil.example",
    ],
)
def test_a_page_that_is_not_there_is_no_fault_of_the_program(desk: Browser, path: str) -> None:
    answer = desk.get(path)
    assert answer.status in (200, 302, 400, 404, 405)
    assert answer.headers.get("Location", "/laws/") == "/laws/"
    assert b"<script>" not in answer.content


@pytest.mark.parametrize("kind", [FORM, "multipart/form-data; boundary=x"])
@pytest.mark.parametrize("path", PATHS)
def test_10_mb_are_refused_with_their_length_and_without(
    desk: Browser, path: str, kind: str
) -> None:
    cookie = "; ".join(f"{name}={value}" for name, value in desk.cookies.items())
    length = f"Content-Type: {kind}\r\nContent-Length: {10 * MB}"
    assert told(desk.port, post(desk.port, path, cookie, length)).status == 413
    chunks = f"Content-Type: {kind}\r\nTransfer-Encoding: chunked"
    chunk = b"10000\r\n" + b"a" * 65536 + b"\r\n"
    answer = told(desk.port, post(desk.port, path, cookie, chunks), *[chunk] * 160)
    assert answer.status in (400, 413)


@pytest.mark.parametrize(
    "fields",
    [
        b"&".join(b"f%d=x" % number for number in range(100_000)),
        b"do=review&state=%00",
        b"do=save&text+57D=%ff%fe&base+57D=x",
        b"do=%f0%9f%83%8f&finding=../../etc",
        b"text+=x&base+=y&do=save&reason=x",
        b"undo=../../etc/passwd",
        b"fix=%27%3B--",
        b"row=x&term=%0a%09&in+el=%0a",
        b"do=applied&comment=nobody&reason=x",
        b"state=" + b"x" * 500_000 + b"&do=review",
        b"fingerprints=" + b"a+" * 100_000,
    ],
    ids=lambda fields: repr(fields[:24]),
)
@pytest.mark.parametrize("path", [QUEUE, PLACE, "/desk/en/terms/", "/desk/en/fix/quotes/"])
def test_a_form_with_the_right_token_and_wrong_fields_is_refused_on_a_page(
    desk: Browser, path: str, fields: bytes
) -> None:
    answer = desk.ask("POST", path, b"token=" + desk.token.encode() + b"&" + fields)
    assert answer.status in (200, 303, 400, 404), answer.content[:500]
    assert answer.headers.get("Location", path).startswith(path)


def test_200_connections_at_once_are_answered_or_refused(desk: Browser) -> None:
    def visit(number: int) -> int:
        path = (QUEUE, PLACE, "/laws/en/")[number % 3]
        try:
            return Browser(desk.port).get(path).status
        except ConnectionError:
            return 503

    with ThreadPoolExecutor(200) as pool:
        counted = Counter(pool.map(visit, range(200)))
    assert set(counted) <= {200, 503}
    assert counted[200] > 100


def test_who_is_not_signed_in_sees_nothing_of_the_corpus_and_guesses_in_vain(
    tmp_path: Path,
) -> None:
    file = tmp_path / "users.toml"
    write_users(file, {"Μαρία": new_user("Μαρία", "a long password")})
    with running_desk(tmp_path, users=Users(file)) as running:
        port = int(running.url.rpartition(":")[2])
        stranger = Browser(port)
        shown = ("/", "/laws/en/", "/laws/en/2017/57/", "/.lawkb/changes", "/.lawkb/preview.js")
        for path in (*shown, QUEUE, PLACE, "/desk/en/files/", "/laws/pagefind/pagefind.js"):
            assert stranger.get(path).status == 303, path
        page = stranger.get("/desk/en/sign-in/?next=//evil.example/")
        assert b"evil.example" not in page.content
        assert page.cookies[0].endswith("; Path=/; HttpOnly; SameSite=Strict")
        enter = {"name": "Μαρία", "next": "https://evil.example/"}
        for guess in ("", "a", "a long passwor"):
            answer = stranger.post("/desk/en/sign-in/", {**enter, "password": guess})
            assert (answer.status, stranger.get(QUEUE).status) == (403, 303)
        assert stranger.post(PLACE, DECISION).status == 403
        before = dict(stranger.cookies)
        answer = stranger.post("/desk/en/sign-in/", {**enter, "password": "a long password"})
        assert (answer.status, answer.headers["Location"]) == (303, "/desk/")
        assert stranger.cookies != before
        assert Browser(port, before).get(QUEUE).status == 303
        assert stranger.get(QUEUE).status == 200
        token = stranger.token
        stranger.post("/desk/en/sign-out/")
        stranger.cookies = dict(before)
        assert stranger.post(PLACE, {**DECISION, "token": token}).status == 403
        assert running.git("status", "--porcelain") == ""


def test_words_of_strangers_are_words_on_every_page_of_the_desk(tmp_path: Path) -> None:
    def put(folder: Path) -> None:
        wiki = folder / "corpus" / "sources" / "wiki"
        (wiki / "law_90.txt").write_text(TEXT, encoding="utf-8")
        (wiki / "law_91.txt").write_text(WIKI, encoding="utf-8")
        name = json.dumps(evil("user"))
        (wiki / "provenance.toml").write_text(
            f'[[pages]]\nfile = "law_91.txt"\npage = "law_91"\nuser = {name}\n', encoding="utf-8"
        )
        ingest(folder / "corpus")

    with running_desk(tmp_path, evil("editor"), change=put) as running:
        browser = Browser(int(running.url.rpartition(":")[2]))
        seen: list[str] = []
        waiting = [QUEUE, *(f"{QUEUE}{name}/" for name in ("terms", "decisions", "files"))]
        waiting += [f"{QUEUE}2017/en/{name}/" for name in ("90", "90A1", "91", "91A1", "code")]
        browser.get(f"{QUEUE}2017/en/90A1/")
        decision = {"do": "save", "reason": evil("reason"), "origin": evil("origin")}
        refused = browser.post(f"{QUEUE}2017/en/90A1/", {**decision, "text 90A1": evil("typed")})
        late = browser.post(f"{QUEUE}2017/en/90A1/", {**decision, "token": "old"})
        browser.get(QUEUE)
        term = {"term": evil("term")[:90], "in el": "λέξη", "status": "preferred"}
        browser.post(f"{QUEUE}terms/new/", term)
        for answer in (refused, late):
            check_harmless(answer.content)
        while waiting and len(seen) < 60:
            path = waiting.pop(0)
            answer = browser.get(path)
            assert answer.status == 200, path
            seen.append(path)
            if answer.headers.get_content_type() != "text/html":
                assert answer.headers.get_content_disposition() == "attachment", path
                continue
            for link in check_harmless(answer.content):
                known = link.partition("#")[0]
                if known.startswith(QUEUE) and not known.endswith("/download"):  # a form
                    waiting += [] if known in (*seen, *waiting) else [known]
        assert any("90" in path for path in seen)


def check_harmless(content: bytes) -> list[str]:
    """Check that a page has no markup but its own; its links."""
    tree = html.document_fromstring(content.decode())
    assert not tree.xpath("//@*[starts-with(name(), 'on') or name() = 'style']")
    assert not [each.tag for each in tree.iter(*STRANGE) if each.tag != "use"]
    for script in tree.iter("script"):
        assert script.get("src", "").startswith(("/laws/assets/", "/.lawkb/"))
    names = {"href", "src", "action", "formaction"}
    links = [str(value) for each in tree.iter() for key, value in each.items() if key in names]
    for link in links:
        assert not link.lower().strip().startswith(("javascript", "data:", "vbscript", "//")), link
    return links
