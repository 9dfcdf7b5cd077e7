"""Users at the desk, in a browser: they sign in, decide by their names, and sign out."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from lawkb.desk_users import new_user, write_users
from lawkb.server.desk.access import Users
from lawkb.server.desk.git_commits import Commits, Uncommitted
from tests.browser.judges import AXE, faults_of, judged
from tests.browser.kinds import TAGS
from tests.browser.running_desk import RunningDesk, running_desk
from tests.server.desk.small_desk import Browser as Quick
from tests.slow.browser.test_desk_pages import WIDE

PASSWORD = "σωστή κλίμακα 4♠"
WORDS = {
    "en": ("Sign in", "Name", "Password", "Sign out", "The name or the password is wrong."),
    "el": (
        "Σύνδεση",
        "Όνομα",
        "Κωδικός πρόσβασης",
        "Αποσύνδεση",
        "Το όνομα ή ο κωδικός πρόσβασης δεν είναι σωστός.",
    ),
}


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningDesk]:
    """A desk for Μαρία and Nikos, which commits each decision."""
    folder = tmp_path_factory.mktemp("desk")
    file = folder / "users.toml"
    people = [new_user("Μαρία", PASSWORD, "maria@example.org"), new_user("Nikos", PASSWORD)]
    write_users(file, {each.name: each for each in people})
    with running_desk(folder, users=Users(file), commit=True) as running:
        running.git("config", "user.name", "The desk")
        running.git("config", "user.email", "desk@example.org")
        yield running


@pytest.fixture(params=[True, False], ids=["script", "no script"])
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    context = browser.new_context(
        java_script_enabled=request.param,
        service_workers="block",
        viewport={"width": 360, "height": 800},
    )
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("tag", TAGS)
def test_a_user_signs_in_decides_by_name_and_signs_out(
    page: Page, desk: RunningDesk, tag: str
) -> None:
    enter, name, password, leave, wrong = WORDS[tag]
    page.goto(f"{desk.url}/desk/{tag}/2017/el/57D/?law=57")
    expect(page.get_by_role("heading", level=1)).to_have_text(enter)
    page.get_by_label(name).fill("Μαρία")
    page.get_by_label(password).fill("wrong")
    page.get_by_role("button", name=enter).click()
    expect(page.get_by_role("alert")).to_have_text(wrong)
    expect(page.get_by_label(name)).to_have_value("Μαρία")
    expect(page.get_by_label(password)).to_have_value("")
    page.get_by_label(password).fill(PASSWORD)
    page.get_by_role("button", name=enter).click()
    assert page.url == f"{desk.url}/desk/{tag}/2017/el/57D/?law=57"
    states = page.locator("select[name=state]")
    states.select_option("translated" if states.input_value() == "reviewed" else "reviewed")
    page.locator("button[value=review]").click()
    expect(page.locator(".told.saved")).to_be_visible()
    rows = (desk.corpus / "review.tsv").read_text("utf-8").splitlines()
    assert any("57D" in row and "Μαρία" in row for row in rows)
    assert desk.git("log", "-1", "--format=%an <%ae>, %cn") == (
        "Μαρία <maria@example.org>, The desk\n"
    )
    page.goto(f"{desk.url}/desk/{tag}/")
    expect(page.locator(".law-head")).to_contain_text("Μαρία")
    page.get_by_role("button", name=leave).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(enter)
    page.goto(f"{desk.url}/laws/{tag}/2017/57/")  # what is shown is not published yet
    assert "/sign-in/?next=" in page.url


def test_a_link_on_another_site_leads_a_user_who_is_signed_in_to_the_page(
    page: Page, desk: RunningDesk
) -> None:
    """The browser keeps a strict cookie back when another site leads here."""
    place = f"{desk.url}/desk/en/2017/el/57D/?law=57"
    sign_in(page, desk, "en", place)
    link = f'<!DOCTYPE html><title>a</title><a href="{place}">How to correct this</a>'
    elsewhere = "http://elsewhere.example/"
    page.route(elsewhere, lambda route: route.fulfill(body=link, content_type="text/html"))
    page.goto(elsewhere)
    page.get_by_role("link").click()
    expect(page.locator("textarea").first).to_be_visible()
    assert page.url == place


@pytest.mark.parametrize("tag", TAGS)
def test_a_form_sent_after_the_session_ended_can_be_sent_again(
    page: Page, desk: RunningDesk, tag: str
) -> None:
    place = f"{desk.url}/desk/{tag}/2017/el/57D/"
    sign_in(page, desk, tag, place)
    reason = "because it was " + tag
    page.locator("textarea").first.fill(f"Μια άλλη φράση {tag}.")
    page.locator("#reason").fill(reason)
    page.context.clear_cookies()
    page.locator("button[value=save]").click()
    expect(page.locator("blockquote", has_text=reason)).to_be_visible()
    assert page.url == place
    with page.context.expect_page() as opened:
        page.locator(".told a").click()
    sign_in(opened.value, desk, tag)
    expect(page.locator("blockquote")).to_have_count(2)  # the text and the reason, as typed
    page.locator("main button.main").click()
    expect(page.locator(".told.saved")).to_be_visible()
    assert reason in (desk.corpus / "patches" / "law_57.toml").read_text("utf-8")
    page.locator(".told.saved button").click()


def sign_in(page: Page, desk: RunningDesk, tag: str, place: str = "") -> None:
    enter, name, password, _, _ = WORDS[tag]
    page.goto(place or f"{desk.url}/desk/{tag}/sign-in/")
    # The browser says so on the console when somebody is quicker than its own focus.
    expect(page.locator("[autofocus]")).to_be_focused()
    page.get_by_label(name).fill("Nikos")
    page.get_by_label(password).fill(PASSWORD)
    page.get_by_role("button", name=enter).click()
    expect(page.get_by_role("heading", name=enter)).to_have_count(0)


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("kind", ["sign-in", "wrong", "again"])
def test_pages_of_users_are_accessible_clean_and_narrow(
    browser: Browser, desk: RunningDesk, tmp_path: Path, tag: str, kind: str
) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, service_workers="block")
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    _, name, password, _, _ = WORDS[tag]
    if kind == "again":
        sign_in(page, desk, tag, f"{desk.url}/desk/{tag}/2017/el/57D/")
        page.locator("#reason").fill("words of mine")
        context.clear_cookies()
        page.locator("button[value=save]").click()
    else:
        page.goto(f"{desk.url}/desk/{tag}/sign-in/")
        expect(page.locator("[autofocus]")).to_be_focused()
    if kind == "wrong":
        page.get_by_label(name).fill("Nobody")
        page.get_by_label(password).fill("wrong")
        page.locator("main button.main").click()
    if kind != "sign-in":
        expect(page.locator(".told.refused")).to_be_visible()
        page.wait_for_load_state("load")
    faults = list(judged(page, AXE.read_text(encoding="utf-8")))
    assert not faults, "\n".join(map(str, faults))
    page.set_viewport_size({"width": 320, "height": 800})
    assert not page.evaluate(WIDE)
    if kind == "sign-in":
        body = page.request.get(page.url).body()
        (tmp_path / "page.html").write_bytes(body)
        wrong = faults_of(tmp_path / "report.json", tmp_path / "page.html")
        assert not wrong, "\n".join(wrong)
    context.close()
    # Chromium reports the status, and that somebody was quicker than its own focus.
    refused = [each for each in said if "403" not in each and "Autofocus" not in each]
    assert refused == []


def test_two_decisions_of_one_moment_are_two_commits(
    desk: RunningDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of its own author, with its own words alone, however slow git is."""
    commit = Commits.commit

    def slowly(*given: Any) -> Uncommitted | None:
        time.sleep(0.5)
        return commit(*given)

    monkeypatch.setattr(Commits, "commit", slowly)
    people = {}
    for name in ("Μαρία", "Nikos"):
        people[name] = at = Quick(int(desk.url.rpartition(":")[2]))
        at.get("/desk/en/sign-in/")
        fields = {"name": name, "password": PASSWORD, "next": "/desk/en/"}
        assert at.post("/desk/en/sign-in/", fields).status == 303
        at.get("/desk/en/2017/el/57D/")
    before = desk.git("rev-parse", "HEAD").strip()
    sent = {"do": "say", "thread": "57D"}
    with ThreadPoolExecutor(2) as both:
        place = "/desk/en/2017/el/57D/"
        asked = [
            both.submit(at.post, place, {**sent, "said": f"words of {name}"})
            for name, at in people.items()
        ]
        assert [each.result().status for each in asked] == [303, 303]
    commits = desk.git("log", "--format=%H", f"{before}..HEAD").split()
    shown = [desk.git("show", "--format=by %an", each) for each in commits]
    assert len(shown) == 2
    for each in shown:
        author = each.partition("\n")[0].removeprefix("by ")
        assert re.findall(r"^\+.*words of (\w+)", each, re.MULTILINE) == [author]
