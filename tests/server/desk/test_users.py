"""Named users: their file, their passwords, their sessions."""

from __future__ import annotations

import re
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import anyio
import pytest
from starlette.requests import Request

from lawkb.desk_users import User, change_users, new_user, read_users, write_users
from lawkb.errors import LawkbError
from lawkb.server.desk import access
from lawkb.server.desk.access import Access, Editor, TooManyTries, Users, own_path, pause_seconds
from tests.server.desk.small_desk import Browser, Small, served

PASSWORD = "σωστή κλίμακα 4♠"
ENTER, SAVE = "/desk/en/sign-in/", "/desk/en/save"


@cache
def maria() -> User:
    return new_user("Μαρία", PASSWORD, "maria@example.org")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    write_users(tmp_path / "users.toml", {maria().name: maria()})
    return tmp_path / "users.toml"


@pytest.fixture
def small() -> Small:
    return Small()


@pytest.fixture
def desk(file: Path, small: Small, monkeypatch: pytest.MonkeyPatch) -> Iterator[Browser]:
    monkeypatch.setattr(access, "_LONGEST_PAUSE_SECONDS", 0.0)
    known = Access(Editor("nobody"), Users(file), languages=("el", "en"), open_paths=("/assets/",))
    with served(small.app(known)) as port:
        yield Browser(port)


def enter(browser: Browser, name: str = "Μαρία", password: str = PASSWORD) -> int:
    browser.get(ENTER)
    return browser.post(ENTER, {"name": name, "password": password}).status


# ---- the file


def test_only_its_owner_can_read_the_file_and_it_holds_no_password(file: Path) -> None:
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert PASSWORD not in file.read_text("utf-8")
    assert maria().password.startswith("$argon2id$")
    assert read_users(file) == {"Μαρία": maria()}


@pytest.mark.parametrize("mode", [0o604, 0o640, 0o660, 0o777])
def test_a_file_that_others_can_read_is_refused(file: Path, mode: int) -> None:
    file.chmod(mode)
    with pytest.raises(LawkbError, match="may read it") as told:
        Users(file)
    assert told.value.hint == f"chmod 600 {file}"


@pytest.mark.parametrize(
    "content",
    [b"users = 1", b"[[users]]\nname = 'x'\n", b"\xff", b"[[users]]\nname='x'\npassword='y'\nz=1"],
)
def test_a_file_that_is_no_list_of_users_is_refused(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    with pytest.raises(LawkbError, match="is no list of users"):
        Users(file)


def test_a_file_that_is_missing_or_empty_is_refused_with_the_command_that_makes_it(
    tmp_path: Path,
) -> None:
    missing = tmp_path / "missing.toml"
    with pytest.raises(LawkbError, match=f"lawkb users add NAME --users {missing}"):
        Users(missing)
    write_users(missing, {})
    with pytest.raises(LawkbError, match="there is no user in it"):
        Users(missing)


def test_a_file_that_would_be_committed_is_not_written(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    with pytest.raises(LawkbError, match="it would be committed"):
        write_users(tmp_path / "users.toml", {})
    (tmp_path / ".gitignore").write_text("users.toml\n", "utf-8")
    write_users(tmp_path / "users.toml", {})


@pytest.mark.parametrize(
    "name", ["", " ", "a\nb", "\x1b[31m", "a\u2028b", "a\u202eb", "a\x85b", " Maria", "x" * 101]
)
def test_a_name_that_cannot_sign_a_decision_is_refused(name: str) -> None:
    with pytest.raises(LawkbError, match="not a name"):
        new_user(name, PASSWORD)


@pytest.mark.parametrize("password", ["", "short", "x" * 1001])
def test_a_password_that_is_too_short_or_too_long_is_refused(password: str) -> None:
    with pytest.raises(LawkbError, match="the password has"):
        new_user("Μαρία", password)


# ---- the command


def command(file: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "lawkb", "users", *words, "--users", str(file)],
        input=typed,
        capture_output=True,
        text=True,
        start_new_session=True,  # no terminal to ask for the password
        check=False,
    )


def test_users_are_added_changed_listed_and_removed_by_command(tmp_path: Path) -> None:
    file = tmp_path / "users.toml"
    added = command(file, "add", "Ελένη", "--email", "e@example.org", typed="κάτι μακρύ\n" * 2)
    assert (added.returncode, added.stdout) == (0, f"added Ελένη in {file}\n")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    first = read_users(file)
    again = command(file, "add", "Ελένη", typed="κάτι άλλο μακρύ\n" * 2)
    assert again.stdout == f"changed Ελένη in {file}\n"
    assert read_users(file)["Ελένη"].password != first["Ελένη"].password
    assert command(file, "list").stdout == "Ελένη  reviewer\n"
    assert command(file, "remove", "Ελένη").returncode == 0
    gone = command(file, "remove", "Ελένη")
    assert (gone.returncode, gone.stderr.count("\n")) == (2, 3)
    assert read_users(file) == {}


def test_a_role_is_given_listed_and_kept_with_a_new_password(tmp_path: Path) -> None:
    file = tmp_path / "users.toml"
    typed = "κάτι μακρύ\n" * 2
    email = ("--email", "e@example.org")
    assert command(file, "add", "Ελένη", "--role", "translator", *email, typed=typed).stdout
    assert command(file, "list").stdout == "Ελένη  translator  e@example.org\n"
    command(file, "add", "Ελένη", typed=typed)
    assert read_users(file)["Ελένη"].role == "translator"
    command(file, "add", "Ελένη", "--role", "administrator", typed=typed)
    assert read_users(file)["Ελένη"].role == "administrator"
    wrong = command(file, "add", "Ελένη", "--role", "king", typed=typed)
    assert wrong.returncode == 2
    assert "translator" in wrong.stderr


def test_a_user_of_a_file_without_roles_may_do_what_users_could(tmp_path: Path) -> None:
    file = tmp_path / "users.toml"
    file.write_text("[[users]]\nname = 'Μαρία'\npassword = 'x'\n", "utf-8")
    file.chmod(0o600)
    assert read_users(file)["Μαρία"].role == "reviewer"


def test_a_user_who_is_removed_while_a_password_is_typed_does_not_come_back(
    tmp_path: Path,
) -> None:
    """The file is read again, locked, once both passwords are typed."""
    file = tmp_path / "users.toml"
    write_users(file, {name: new_user(name, PASSWORD) for name in ("Μαρία", "Νίκος")})
    words = [sys.executable, "-W", "ignore", "-m", "lawkb", "users", "add", "Ελένη"]
    with subprocess.Popen(
        [*words, "--users", str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as adding:
        assert adding.stdin
        assert adding.stderr
        asked = ""
        while not asked.endswith("Password: "):  # it is asked: the file was read
            asked += adding.stderr.read(1)
        write_users(file, {"Μαρία": read_users(file)["Μαρία"]})
        told, _ = adding.communicate("κάτι μακρύ\n" * 2, timeout=60)
    assert told == f"added Ελένη in {file}\n"
    assert [*read_users(file)] == ["Μαρία", "Ελένη"]


def test_two_who_change_the_file_at_once_lose_nothing_of_each_other(tmp_path: Path) -> None:
    file = tmp_path / "users.toml"

    def add(number: int) -> None:
        user = User(f"user {number}", "hash")
        change_users(file, lambda held: {**held, user.name: user})

    threads = [threading.Thread(target=add, args=(number,)) for number in range(12)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(read_users(file)) == 12


def test_a_password_is_no_argument_and_is_typed_alike_twice(tmp_path: Path) -> None:
    file = tmp_path / "users.toml"
    assert command(file, "add", "Ελένη", "--password", "κάτι μακρύ").returncode == 2
    assert command(file, "add", "Ελένη", typed="κάτι μακρύ\nκάτι άλλο\n").returncode != 0
    assert not file.exists()


# ---- signing in and out


def test_who_is_not_signed_in_is_led_to_the_page_in_the_language_of_the_path(desk: Browser) -> None:
    for path, place in (
        ("/desk/en/law/20?x=1", "/desk/en/sign-in/?next=/desk/en/law/20%3Fx%3D1"),
        ("/desk/xx/", "/desk/el/sign-in/?next=/desk/xx/"),
        ("/laws/el/2017/57/", "/desk/el/sign-in/?next=/laws/el/2017/57/"),
        ("/", "/desk/el/sign-in/?next=/"),
    ):
        answer = desk.get(path)
        assert (answer.status, answer.headers["Location"]) == (303, place)
    assert desk.get("/assets/site.css").status == 200


def test_nothing_is_saved_by_who_is_not_signed_in(desk: Browser, small: Small) -> None:
    desk.get(ENTER)
    assert desk.post(SAVE).status == 403
    assert small.saved == []


def test_a_form_of_who_was_signed_out_can_be_sent_again_after_signing_in(
    desk: Browser, small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert enter(desk) == 200
    desk.get("/desk/en/")
    monkeypatch.setattr(access, "UNUSED_SECONDS", 0.0)
    late = desk.post(f"{SAVE}?law=20", {"text": "an hour of work"})
    assert late.status == 403
    assert late.content.decode().endswith("/desk/en/save?law=20 False text=an hour of work")
    monkeypatch.undo()
    assert enter(desk) == 200
    again = desk.post(SAVE, {"text": "an hour of work", "token": "of the old page"})
    assert (again.status, b" True " in again.content) == (403, True)
    assert small.saved == []
    assert desk.post(SAVE, {"text": "an hour of work"}).status == 200
    assert small.saved == [{"text": "an hour of work"}]


def test_a_form_shown_before_signing_in_is_sent_again_once_and_is_no_other(
    desk: Browser, small: Small
) -> None:
    """Signed in on another tab, which gives the browser another id and the page another token."""
    sent = {"text": "an hour\nof work", "base text": ""}
    late = desk.post(f"{SAVE}?law=20", sent).content.decode()
    (seal,) = re.findall(r"sealed=(\w+)", late)
    old = desk.token
    form = {**sent, "sealed": seal, "token": old}
    assert desk.post(f"{SAVE}?law=20", form).status == 403  # nobody has signed in
    assert enter(desk) == 200
    stranger = Browser(desk.port)
    assert enter(stranger) == 200
    assert stranger.post(f"{SAVE}?law=20", form).status == 403
    for change in ({"text": "of another"}, {"more": "1"}, {"sealed": old}, {"sealed": ""}):
        assert desk.post(f"{SAVE}?law=20", {**form, **change}).status == 403
    assert desk.post(SAVE, form).status == 403  # another place
    assert desk.post(f"{SAVE}?law=20", form, Origin="http://evil.example").status == 403
    assert small.saved == []
    assert desk.post(f"{SAVE}?law=20", form).status == 200
    assert small.saved == [{**sent, "sealed": seal}]


def test_a_sign_in_with_an_old_token_shows_the_page_again_and_no_password(desk: Browser) -> None:
    fields = {"name": "Μαρία", "password": PASSWORD, "next": "/desk/en/", "token": "old"}
    answer = desk.post(ENTER, fields)
    assert (answer.status, answer.headers["Location"][:17]) == (303, "/desk/en/sign-in/")
    assert answer.content == b""


def test_a_user_signs_in_saves_by_name_and_signs_out(desk: Browser, small: Small) -> None:
    assert enter(desk) == 200
    desk.get("/desk/en/")
    assert desk.post(SAVE, {"text": "1"}).content.decode() == "saved by Μαρία"
    before = Browser(desk.port, dict(desk.cookies), desk.token)
    assert desk.post("/desk/en/sign-out/").status == 200
    assert before.get("/desk/en/").status == 303
    assert before.post(SAVE).status == 403
    assert small.saved == [{"text": "1"}]


def test_the_id_of_a_browser_is_another_one_after_signing_in(desk: Browser) -> None:
    """Otherwise who gave the browser its id would be signed in, too (session fixation)."""
    desk.get(ENTER)
    given, token = dict(desk.cookies), desk.token
    assert enter(desk) == 200
    assert desk.cookies != given
    assert Browser(desk.port, given).get("/desk/en/").status == 303
    assert desk.post(SAVE, {"token": token}).status == 403


def test_a_form_on_another_site_signs_nobody_in(desk: Browser) -> None:
    """Otherwise decisions would be signed by whom the other site chose (login CSRF)."""
    desk.get(ENTER)
    fields = {"name": "Μαρία", "password": PASSWORD}
    forged = desk.post(ENTER, {**fields, "token": ""})
    assert (forged.status, forged.headers["Location"][:17]) == (303, ENTER)  # the page again
    assert desk.post(ENTER, fields, Origin="http://evil.example").status == 403
    assert desk.get("/desk/en/").status == 303


def test_the_answer_to_a_wrong_name_is_that_to_a_wrong_password(desk: Browser) -> None:
    desk.get(ENTER)
    wrong = desk.post(ENTER, {"name": "Μαρία", "password": "wrong"})
    unknown = desk.post(ENTER, {"name": "Nobody", "password": "wrong"})
    assert (wrong.status, wrong.content) == (unknown.status, unknown.content) == (403, b"wrong")


def test_a_session_ends_after_a_time_without_use(
    desk: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert enter(desk) == 200
    assert desk.get("/desk/en/").status == 200
    monkeypatch.setattr(access, "UNUSED_SECONDS", 0.0)
    assert desk.get("/desk/en/").status == 303
    monkeypatch.undo()
    assert desk.get("/desk/en/").status == 303


@pytest.mark.parametrize("held", [{}, {"Μαρία": "another password"}], ids=["removed", "changed"])
def test_a_user_who_is_removed_or_gets_another_password_is_signed_out(
    desk: Browser, file: Path, held: dict[str, str]
) -> None:
    assert enter(desk) == 200
    write_users(file, {name: new_user(name, password) for name, password in held.items()})
    assert desk.get("/desk/en/").status == 303
    assert enter(desk) == 403


def test_a_file_that_others_can_read_from_now_on_signs_everybody_out(
    desk: Browser, file: Path
) -> None:
    assert enter(desk) == 200
    before = file.stat().st_ctime_ns
    while file.stat().st_ctime_ns == before:  # the clock of a file system stands still for a while
        file.chmod(0o644)
    assert desk.get("/desk/en/").status == 303


def test_of_many_sessions_the_one_unused_for_longest_ends(
    desk: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "MOST_SIGNED_IN", 2)
    browsers = [Browser(desk.port) for _ in range(3)]
    assert [enter(each) for each in browsers] == [200] * 3
    assert [each.get("/desk/en/").status for each in browsers] == [303, 200, 200]


def test_with_tls_in_front_the_cookie_is_sent_over_tls_alone(file: Path, small: Small) -> None:
    public = Access(Editor(""), Users(file), "https://desk.example.org", ("en",))
    with served(small.app(public)) as port:
        browser = Browser(port)
        (cookie,) = browser.get(ENTER, Host="desk.example.org").cookies
        assert cookie.startswith("__Host-lawkb-desk=")
        assert cookie.endswith("; Path=/; HttpOnly; SameSite=Strict; Secure")
        fields = {"name": "Μαρία", "password": PASSWORD}
        proxied = {"Host": "desk.example.org", "Origin": "https://desk.example.org"}
        for origin in ("http://desk.example.org", "https://desk.example.org:8443", "null"):
            assert browser.post(ENTER, fields, **{**proxied, "Origin": origin}).status == 403
        assert browser.post(ENTER, fields, **proxied).status == 200
        assert browser.get("/desk/en/", Host="desk.example.org:80").status == 421


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/desk/el/law/20", "/desk/el/law/20"),
        ("/laws/el/Νόμος/", "/laws/el/Νόμος/"),
        ("//evil.example/", "/desk/"),
        ("/\\evil.example/", "/desk/"),
        ("/\t/evil.example", "/desk/"),
        ("/\n/evil.example", "/desk/"),
        ("https://evil.example/", "/desk/"),
        ("javascript:alert(1)", "/desk/"),
        ("evil", "/desk/"),
        ("", "/desk/"),
    ],
)
def test_signing_in_leads_to_no_other_host(path: str, place: str) -> None:
    assert own_path(path) == place


# ---- guessing


def test_wrong_passwords_wait_longer_each_time() -> None:
    assert [pause_seconds(wrong) for wrong in range(8)] == [0, 0, 1, 2, 4, 8, 8, 8]


def test_passwords_of_one_name_are_tried_one_after_another_and_a_right_one_ends_the_wait(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        await anyio.lowlevel.checkpoint()

    monkeypatch.setattr(anyio, "sleep", sleep)
    known = Users(file)

    async def guess() -> None:
        async with anyio.create_task_group() as tasks:
            for number in range(6):
                tasks.start_soon(known.verified, "Μαρία", f"wrong {number}")
        assert await known.verified("Μαρία", PASSWORD) == maria()
        assert await known.verified("Μαρία", "wrong") is None
        assert await known.verified("Nobody", "wrong") is None

    anyio.run(guess)
    assert pauses == [0, 0, 1, 2, 4, 8, 8, 0, 0]


def test_more_passwords_than_can_be_verified_are_refused_and_then_the_right_one_is_taken(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "_LONGEST_PAUSE_SECONDS", 0.0)
    known = Users(file)
    outcomes: list[str] = []

    async def guess(number: int) -> None:
        try:
            await known.verified(f"name {number % 3}", "wrong")
            outcomes.append("wrong")
        except TooManyTries:
            outcomes.append("refused")

    async def flood() -> None:
        async with anyio.create_task_group() as tasks:
            for number in range(60):
                tasks.start_soon(guess, number)
        assert await known.verified("Μαρία", PASSWORD) == maria()

    anyio.run(flood)
    assert outcomes.count("refused") == 30
    assert threading.active_count() < 50


def test_who_guesses_one_password_keeps_no_other_user_out(file: Path) -> None:
    eleni = new_user("Ελένη", PASSWORD)
    write_users(file, {maria().name: maria(), eleni.name: eleni})
    known = Users(file)
    outcomes: list[User | None] = []

    async def guess() -> None:
        with suppress(TooManyTries):
            await known.verified("Μαρία", "wrong")

    async def flood() -> None:
        async with anyio.create_task_group() as tasks:
            for _ in range(60):
                tasks.start_soon(guess)
            await anyio.wait_all_tasks_blocked()
            outcomes.append(await known.verified("Ελένη", PASSWORD))
            tasks.cancel_scope.cancel()
        assert not known._tries._turns  # nothing of it is left

    anyio.run(flood)
    assert outcomes == [eleni]


def test_wrong_passwords_of_a_name_slow_the_address_and_not_the_person(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        await anyio.lowlevel.checkpoint()

    monkeypatch.setattr(anyio, "sleep", sleep)
    known = Users(file)

    async def guess() -> None:
        for _ in range(5):
            assert await known.verified("Μαρία", "wrong", "203.0.113.9") is None
        assert await known.verified("Μαρία", PASSWORD, "198.51.100.7") == maria()
        assert await known.verified("Μαρία", "wrong", "203.0.113.9") is None

    anyio.run(guess)
    assert pauses == [0, 0, 1, 2, 4, 0, 8]


@pytest.mark.parametrize(
    ("sent", "address"),
    [
        (("203.0.113.9",), "203.0.113.9"),
        (("1.1.1.1, 203.0.113.9",), "203.0.113.9"),  # the first was written by the browser
        (("1.1.1.1", "203.0.113.9"), "203.0.113.9"),
        (("2001:db8:1:2:3::4",), "2001:db8:1:2::/64"),
        ((), "127.0.0.1"),
    ],
)
def test_behind_a_proxy_the_address_is_the_one_that_the_proxy_adds(
    sent: tuple[str, ...], address: str
) -> None:
    headers = [(b"x-forwarded-for", each.encode()) for each in sent]
    scope = {"type": "http", "headers": headers, "client": ("127.0.0.1", 1)}
    public = Access(Editor(""), url="https://desk.example.org")
    assert access._address(Request(scope), public) == address
    assert access._address(Request(scope), Access(Editor(""))) == ("" if sent else "127.0.0.1")


def test_the_names_that_are_counted_are_bounded(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "_MOST_NAMES", 3)
    tries = access._Tries()
    for number in range(10):
        tries.note(("", f"name {number}"), False)
    assert len(tries._wrong) == 3
