"""A working day at the desk, on a fresh code: no page ends the way, and what is said helps."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from lawkb.desk_users import new_user, write_users
from lawkb.server.desk.access import Access, Editor, Users
from tests.browser.running_desk import RunningDesk, served_desk
from tests.slow.browser.test_desk import SIZE, text_of

PASSWORD = "a long password of ours"
# Articles of an invented code, English and Greek: article 3 has no second sentence in Greek, and
# article 4 no Greek text at all.
_ARTICLES = (
    (
        "Scope",
        "Πεδίο",
        ("These rules apply to all members.", "A berth is let for 12 months."),
        ("Οι κανόνες ισχύουν για όλα τα μέλη.", "Η θέση εκμισθώνεται για 10 μήνες."),
    ),
    (
        "Guests",
        "Επισκέπτες",
        ("A guest may stay for 7 nights.", "The guest must not leave the boat alone."),
        ("Ο επισκέπτης μπορεί να μείνει 7 νύχτες.", "Ο επισκέπτης αφήνει το σκάφος μόνο του."),
    ),
    (
        "Register",
        "Μητρώο",
        ("The register shows the name of the owner.", "It is open to all members."),
        ("Το μητρώο δείχνει το όνομα του ιδιοκτήτη.",),
    ),
    (
        "Noise",
        "",
        (
            "Engines are stopped between 23:00 and 7:00.",
            "Music must not be heard on another boat after 23:00.",
            "Music must not be heard on another quay after 23:00.",
        ),
        (),
    ),
)
ERRORS = {
    "/desk/en/nothing/": 404,
    "/desk/xx/": 404,
    "/desk/en/2026/el/99/": 404,
    "/desk/en/2026/el/%20/": 404,
    "/desk/en/translate/2026/el/99/": 404,
    "/desk/en/files/download?form=none": 404,
    "/desk/en/at/2026/99/x/": 404,
}


def _page(word: str, articles: list[tuple[str, tuple[str, ...]]]) -> str:
    lines = []
    for number, (title, texts) in enumerate(articles, start=1):
        if texts:
            lines += [f"## {word} {number} {title}", ""]
            lines += [f"{n}. {text}" for n, text in enumerate(texts, start=1)] + [""]
    return "\n".join(lines)


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A code made by ``lawkb new``."""
    folder = tmp_path_factory.mktemp("fresh")
    texts = folder / "texts"
    texts.mkdir()
    english, greek = ([(article[n], article[n + 2]) for article in _ARTICLES] for n in (0, 1))
    (texts / "rules_en.md").write_text(_page("Article", english), encoding="utf-8")  # type: ignore[arg-type]
    (texts / "rules_el.md").write_text(_page("Άρθρο", greek), encoding="utf-8")  # type: ignore[arg-type]
    lawkb = [sys.executable, "-m", "lawkb"]
    new = ["new", "code", "--languages", "en,el", "--date", "2026-01-01", "texts"]
    subprocess.run([*lawkb, *new], cwd=folder, check=True, capture_output=True)
    subprocess.run([*lawkb, "ingest"], cwd=folder / "code", check=True, capture_output=True)
    return folder / "code"


@pytest.fixture
def desk(fresh: Path, tmp_path: Path) -> Iterator[RunningDesk]:
    """A desk for Μαρία and Νίκος."""
    folder = tmp_path / "code"
    shutil.copytree(fresh, folder)
    file = tmp_path / "users.toml"
    write_users(file, {name: new_user(name, PASSWORD) for name in ("Μαρία", "Νίκος")})
    access = Access(Editor("nobody"), Users(file))
    with served_desk(folder / "mkdocs.yml", access) as url:
        yield RunningDesk(url, folder / "corpus")


@pytest.fixture(params=[True, False], ids=["script", "no script"])
def maria(request: pytest.FixtureRequest, browser: Browser, desk: RunningDesk) -> Iterator[Page]:
    context = browser.new_context(java_script_enabled=request.param, viewport=SIZE)
    yield _signed_in(context, desk, "Μαρία")
    context.close()


@pytest.fixture
def nikos(browser: Browser, desk: RunningDesk) -> Iterator[Page]:
    context = browser.new_context(viewport=SIZE)
    yield _signed_in(context, desk, "Νίκος")
    context.close()


def _signed_in(context: BrowserContext, desk: RunningDesk, name: str) -> Page:
    page = context.new_page()
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(f"{desk.url}/desk/en/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator(".queue")).to_be_visible()
    return page


def _save(page: Page, key: str, old: str, new: str) -> None:
    """Replace words of a text and press the button."""
    text = text_of(page, key)
    text.fill(text.input_value().replace(old, new))
    page.get_by_role("button", name="Save the correction").click()


def _has_way_back(page: Page) -> None:
    expect(page.locator("header.top")).to_be_visible()
    expect(page.locator('main a[href^="/desk/"]').first).to_be_visible()


def test_no_refusal_is_without_header_and_way_back(
    maria: Page, desk: RunningDesk, tmp_path: Path
) -> None:
    for path, status in ERRORS.items():
        answer = maria.goto(f"{desk.url}{path}")
        assert answer
        assert answer.status == status, path
        _has_way_back(maria)
    large = tmp_path / "large.csv"
    large.write_bytes(b"a" * 9_000_000)
    maria.goto(f"{desk.url}/desk/el/files/")
    maria.locator("#file").set_input_files(large)
    maria.locator("button[value=show]").click()
    expect(maria.get_by_role("alert")).to_contain_text(
        "Είναι πολύ μεγάλο: γίνονται δεκτά το πολύ 8"
    )
    _has_way_back(maria)
    maria.get_by_role("link", name="Πίσω στην προηγούμενη σελίδα").click()
    expect(maria.locator("#file")).to_be_visible()
    broken = desk.corpus / "waivers.toml"
    broken.write_text("[[waivers]\n", encoding="utf-8")
    maria.goto(f"{desk.url}/desk/en/2026/el/1(2)/")
    expect(maria.get_by_role("alert")).to_contain_text("waivers.toml")
    assert str(desk.corpus) not in maria.content()
    _has_way_back(maria)
    broken.unlink()
    maria.goto(f"{desk.url}/desk/en/2026/el/1(2)/")
    expect(maria.locator("h1")).to_contain_text("1(2)")


def test_each_place_of_the_queue_has_a_page_and_the_way_goes_on(
    maria: Page, desk: RunningDesk
) -> None:
    maria.goto(f"{desk.url}/")
    expect(maria.locator(".queue")).to_be_visible()
    count = maria.locator(".queue > li").count()
    expect(maria.locator(".progress")).to_contain_text(f"{count} places open")
    expect(maria.locator(".narrowing [role=status]")).to_contain_text(
        f"Shown: {count} of {count} places"
    )
    maria.locator(".queue h2 a").first.click()
    seen = []
    for n in range(1, count + 1):
        expect(maria.locator(".walk")).to_contain_text(f"{n} of {count} places open")
        seen.append(maria.locator("h1").inner_text())
        if n < count:
            maria.locator(".walk [rel=next]").click()
            maria.wait_for_url(f"**at={n}")
    assert [each for each in seen if "Article 4" in each]
    assert [each for each in seen if "3(2)" in each]
    maria.goto(f"{desk.url}/desk/en/2026/el/4/")
    expect(maria.get_by_role("button", name="Save the translation")).to_be_visible()
    maria.goto(f"{desk.url}/desk/en/translate/2026/el/1/")  # it has a translation
    assert maria.url == f"{desk.url}/desk/en/2026/el/1/"


def test_the_place_stays_after_saving(maria: Page, desk: RunningDesk) -> None:
    maria.goto(f"{desk.url}/desk/en/")
    count = maria.locator(".queue > li").count()
    last = maria.locator(".queue h2 a", has_text="2(2)")
    at = int(str(last.get_attribute("href")).rpartition("=")[2])
    last.click()
    expect(maria.locator(".walk")).to_contain_text(f"{at + 1} of {count} places open")
    _save(maria, "2(2)", "αφήνει", "δεν πρέπει να αφήνει")
    expect(maria.locator("#told.saved")).to_be_visible()
    expect(maria.locator(".walk .quiet").first).to_have_text(f"{count - 1} places open")
    maria.get_by_role("link", name="Queue").click()
    expect(maria.locator(".progress")).to_contain_text(f"{count - 1} places open")


def test_a_colleague_is_named_with_his_words_and_one_click_takes_one_text_or_both(
    maria: Page, nikos: Page, desk: RunningDesk
) -> None:
    url = f"{desk.url}/desk/en/2026/el/1(2)/"
    for choice, wanted in (
        ("Take both, merged", "Μία θέση εκμισθώνεται για 11 μήνες."),
        ("Take that of Νίκος", "Η θέση εκμισθώνεται για 11 μήνες."),
        ("Take mine", "Μία θέση εκμισθώνεται για 10 μήνες."),
    ):
        maria.goto(url)
        nikos.goto(url)
        for page in (maria, nikos):
            expect(text_of(page, "1(2)")).to_have_value("Η θέση εκμισθώνεται για 10 μήνες.")
        _save(nikos, "1(2)", "10", "11")
        expect(nikos.locator("#told.saved")).to_be_visible()
        _save(maria, "1(2)", "Η θέση", "Μία θέση")
        merge = maria.locator(".told.merged")
        expect(merge.get_by_role("heading").first).to_contain_text("Νίκος has changed this text")
        expect(merge.locator("ins").filter(has_text="11").first).to_be_visible()
        expect(maria.locator(".draft")).to_be_hidden()
        maria.get_by_role("button", name=choice).click()
        expect(maria.locator("#told.saved")).to_be_visible()
        expect(text_of(maria, "1(2)")).to_have_value(wanted)
        expect(maria.locator(".draft")).to_be_hidden()
        if wanted != "Η θέση εκμισθώνεται για 10 μήνες.":
            maria.goto(url)
            _save(maria, "1(2)", wanted, "Η θέση εκμισθώνεται για 10 μήνες.")
            expect(maria.locator("#told.saved")).to_be_visible()


def test_the_reason_of_a_finding_that_a_colleague_resolved_is_not_kept(
    maria: Page, nikos: Page, desk: RunningDesk
) -> None:
    url = f"{desk.url}/desk/en/2026/el/1(2)/"
    maria.goto(url)
    expect(maria.locator("#reason")).to_have_value(
        "numbers differ: 12 in the original, 10 in the translation"
    )
    nikos.goto(url)
    _save(nikos, "1(2)", "10", "12")
    expect(nikos.locator("#told.saved")).to_be_visible()
    _save(maria, "1(2)", "Η θέση", "Κάθε θέση")
    expect(maria.locator("#reason")).to_have_value("corrected at the desk")
    maria.get_by_role("button", name="Take both, merged").click()
    expect(maria.locator("#told.saved")).to_contain_text("corrected at the desk")


def test_a_third_change_while_one_chooses_is_not_lost(
    maria: Page, nikos: Page, desk: RunningDesk
) -> None:
    url = f"{desk.url}/desk/en/2026/el/1(2)/"
    maria.goto(url)
    nikos.goto(url)
    _save(nikos, "1(2)", "10", "11")
    expect(nikos.locator("#told.saved")).to_be_visible()
    _save(maria, "1(2)", "Η θέση", "Μία θέση")
    expect(maria.locator(".told.merged")).to_be_visible()
    _save(nikos, "1(2)", "11", "12")
    expect(nikos.locator("#told.saved")).to_be_visible()
    maria.get_by_role("button", name="Take mine").click()
    expect(maria.locator(".told.merged")).to_contain_text("12")
    nikos.goto(url)
    expect(text_of(nikos, "1(2)")).to_have_value("Η θέση εκμισθώνεται για 12 μήνες.")


def test_an_undo_that_does_not_work_is_not_offered_and_says_what_is_in_the_way(
    maria: Page, nikos: Page, desk: RunningDesk
) -> None:
    url = f"{desk.url}/desk/en/2026/el/1(2)/"
    before = {file: file.read_bytes() for file in desk.corpus.rglob("*.toml")}
    maria.goto(url)
    _save(maria, "1(2)", "10", "11")
    expect(maria.locator("#told.saved")).to_be_visible()
    early = maria.locator("#told").get_by_role("button", name="Undo").get_attribute("value")
    nikos.goto(url)
    _save(nikos, "1(2)", "11", "12")
    expect(nikos.locator("#told.saved")).to_be_visible()
    maria.goto(f"{desk.url}/desk/en/decisions/")
    second = maria.locator(".decided > li").nth(1)
    expect(second).to_contain_text("To undo it, undo the later one first")
    expect(second.get_by_role("link", name="Νίκος")).to_be_visible()
    expect(second.get_by_role("button")).to_have_count(0)
    expect(maria.locator(".decided").get_by_role("button", name="Undo")).to_have_count(1)
    # A page that is older than the later decision still has the button.
    stale = nikos.context.new_page()
    stale.goto(f"{desk.url}/desk/en/decisions/")
    stale.locator("button[name=undo]").evaluate("(one, id) => { one.value = id; }", early)
    stale.locator("button[name=undo]").click()
    told = stale.locator("#told.refused")
    expect(told).to_contain_text("undo the one of")
    expect(told).to_contain_text("Νίκος")
    assert str(desk.corpus) not in told.inner_text()
    assert str(early) not in told.inner_text()
    for _ in range(2):
        maria.goto(f"{desk.url}/desk/en/decisions/")
        maria.locator(".decided").get_by_role("button", name="Undo").first.click()
        expect(maria.locator("#told.saved")).to_contain_text("Undone")
    assert {file: file.read_bytes() for file in desk.corpus.rglob("*.toml")} == before


def test_an_undo_of_what_was_changed_outside_the_desk_is_not_offered(
    maria: Page, desk: RunningDesk
) -> None:
    maria.goto(f"{desk.url}/desk/en/2026/el/1(2)/")
    _save(maria, "1(2)", "10", "11")
    expect(maria.locator("#told.saved")).to_be_visible()
    for file in (desk.corpus / "patches").glob("*.toml"):
        file.unlink()
    maria.goto(f"{desk.url}/desk/en/decisions/")
    expect(maria.locator(".decided > li").first).to_contain_text("changed outside the desk")
    expect(maria.locator(".decided").get_by_role("button")).to_have_count(0)


def test_a_reason_has_a_default_and_what_is_required_is_marked_and_gets_the_focus(
    nikos: Page, desk: RunningDesk
) -> None:
    for tag, default in (("en", "corrected at the desk"), ("el", "διορθώθηκε στο γραφείο")):
        nikos.goto(f"{desk.url}/desk/{tag}/2026/el/1(1)/")
        reason = nikos.locator("#reason")
        expect(reason).to_have_value(default)
        assert "(" in nikos.locator("label[for=reason]").inner_text()
        text = text_of(nikos, "1(1)")
        text.fill(f"{text.input_value()} α")
        reason.fill("")
        nikos.locator("button[value=save]").click()
        expect(reason).to_be_focused()
        reason.fill("  ")  # the browser lets it pass
        nikos.locator("button[value=save]").click()
        expect(nikos.locator(".told.refused")).to_be_visible()
        expect(nikos.locator("#reason")).to_be_focused()
        expect(text_of(nikos, "1(1)")).to_have_value("Οι κανόνες ισχύουν για όλα τα μέλη. α")
    nikos.goto(f"{desk.url}/desk/en/2026/el/1(2)/")
    nikos.get_by_text("It is correct as it is").first.click()
    nikos.get_by_role("button", name="Keep the text as it is").first.click()
    expect(nikos.get_by_label("Why it is accepted").first).to_be_focused()


def test_findings_are_beside_their_fields_and_texts_not_saved_yet_are_suggested(
    maria: Page, desk: RunningDesk
) -> None:
    maria.goto(f"{desk.url}/desk/en/translate/2026/el/4/")
    text_of(maria, "4(1)").fill("Οι μηχανές σταματούν από τις 23:00 έως τις 8:00.")
    text_of(maria, "4(2)").fill("Η μουσική δεν πρέπει να ακούγεται σε άλλο σκάφος μετά τις 23:00.")
    check = maria.locator("button[value=check]")
    if check.is_visible():  # without script
        check.click()
    here = maria.locator('.field[data-key="4(1)"] .found-here')
    expect(here).to_contain_text("Different numbers")
    expect(maria.locator('.field[data-key="4(2)"] .found-here')).to_have_text("")
    maria.locator('.field[data-key="4(3)"]').get_by_role("button", name="Suggestions").click()
    suggested = maria.locator('.field[data-key="4(3)"] .suggestion')
    expect(suggested).to_contain_text("Η μουσική δεν πρέπει να ακούγεται σε άλλο σκάφος")
    suggested.get_by_role("button", name="Insert").click()
    expect(text_of(maria, "4(3)")).to_have_value(
        "Η μουσική δεν πρέπει να ακούγεται σε άλλο σκάφος μετά τις 23:00."
    )


def test_nothing_on_the_pages_of_the_desk_is_a_name_of_the_program(
    nikos: Page, desk: RunningDesk
) -> None:
    for path in ("", "2026/el/1(2)/", "2026/el/2(2)/", "2026/el/3(2)/", "translate/2026/el/4/"):
        nikos.goto(f"{desk.url}/desk/en/{path}")
        words = nikos.locator("main").inner_text()
        for never in ("corpus/", ".toml", ".txt", "deviations", "lawkb", "tree-parity", "|"):
            assert never not in words, (path, never)
    nikos.goto(f"{desk.url}/desk/en/")
    names = nikos.get_by_label("Kind of finding").locator("option").all_inner_texts()
    assert "Different numbers" in names
    assert "Provision or label that differs" in names
