"""Files at the desk: exported, edited elsewhere, imported; with the script and without."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.judges import AXE, faults_of, judged
from tests.browser.running_desk import RunningDesk, quiet_page, running_desk

TITLE = "Ανάκληση φύλλου που παίχτηκε"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningDesk]:
    with running_desk(tmp_path_factory.mktemp("desk")) as running:
        yield running


@pytest.fixture(params=[True, False], ids=["script", "no script"])
def page(request: pytest.FixtureRequest, browser: Browser, desk: RunningDesk) -> Iterator[Page]:
    """The page of files; at the end, nothing was said on the console or asked elsewhere."""
    yield from quiet_page(
        browser.new_context(java_script_enabled=request.param), desk.url, "/desk/en/files/"
    )
    assert desk.git("status", "--porcelain") == ""


@pytest.fixture
def quick(browser: Browser, desk: RunningDesk) -> Iterator[Page]:
    """The page of files, with the script."""
    yield from quiet_page(browser.new_context(), desk.url, "/desk/en/files/")
    assert desk.git("status", "--porcelain") == ""


def _edited(content: bytes, name: str, text: str, column: str = "el") -> bytes:
    """A CSV file with one translation replaced."""
    rows = [*csv.DictReader(io.StringIO(content.decode("utf-8-sig")))]
    (row,) = [each for each in rows if each["id"] == name]
    row[column] = text
    out = io.StringIO()
    writer = csv.DictWriter(out, [*rows[0]])
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().encode("utf-8-sig")


def _exported(page: Page, law: str, name: str) -> bytes:
    page.locator("select[name=only]").select_option(law)
    with page.expect_download() as download:
        page.get_by_role("button", name=name).click()
    return Path(download.value.path()).read_bytes()


def _show(page: Page, name: str, content: bytes) -> None:
    page.get_by_label("File (required)", exact=True).set_input_files(
        {"name": name, "mimeType": "application/octet-stream", "buffer": content}
    )
    page.get_by_role("button", name="Show what it would do").click()


def test_an_edited_file_is_shown_then_written_then_taken_back(
    page: Page, desk: RunningDesk
) -> None:
    exported = _exported(page, "47", "CSV")
    _show(page, "law-47.csv", _edited(exported, "47 heading", TITLE))

    accepted = page.locator("[data-outcome=accepted]")
    expect(accepted).to_have_count(1)
    expect(accepted).to_contain_text("47 heading")
    expect(accepted.locator("ins")).to_contain_text(TITLE)
    assert desk.git("status", "--porcelain") == ""

    page.get_by_role("button", name="Write 1 row").click()
    expect(page.locator("#told.saved")).to_contain_text("Import of a file: law-47.csv")
    assert TITLE in (desk.corpus / "patches" / "law_47.toml").read_text()
    page.goto(f"{desk.url}/desk/en/2017/el/47/")
    expect(page.locator("textarea").first).to_have_value(TITLE)

    page.goto(f"{desk.url}/desk/en/decisions/")
    page.get_by_role("button", name="Undo: Import of a file: law-47.csv").click()
    expect(page.locator("#told.saved")).to_be_visible()


def test_the_second_import_of_a_file_changes_nothing(quick: Page, desk: RunningDesk) -> None:
    edited = _edited(_exported(quick, "47", "CSV"), "47 heading", TITLE)
    _show(quick, "law-47.csv", edited)
    quick.get_by_role("button", name="Write 1 row").click()
    expect(quick.locator("#told.saved")).to_be_visible()

    _show(quick, "law-47.csv", edited)

    expect(quick.get_by_text("There is nothing to write.")).to_be_visible()
    expect(quick.locator("[data-outcome=accepted]")).to_have_count(0)
    quick.goto(f"{desk.url}/desk/en/decisions/")
    quick.get_by_role("button", name="Undo: Import of a file: law-47.csv").first.click()
    expect(quick.locator("#told.saved")).to_be_visible()


def test_a_row_with_an_edited_original_is_refused_with_the_reason(page: Page) -> None:
    exported = _exported(page, "57", "CSV")

    _show(page, "law-57.csv", _edited(exported, "57A", "Another original.", "en"))

    expect(page.locator("[data-outcome=refused]")).to_contain_text("only the translation may be")
    expect(page.get_by_text("There is nothing to write.")).to_be_visible()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("letter.csv", b"dear,friend\n1,2\n"),
        ("broken.xlsx", b"PK\x03\x04 broken"),
        ("broken.xlf", b"<xliff><file"),
        ("empty.csv", b""),
        ("picture.csv", bytes(range(256)) * 20),
    ],
)
def test_a_file_that_is_no_export_is_refused_with_a_message(
    quick: Page, name: str, content: bytes
) -> None:
    _show(quick, name, content)

    expect(quick.locator("#told.refused")).to_contain_text("Nothing was saved")
    expect(quick.get_by_role("button", name="Write")).to_have_count(0)


def test_a_file_of_another_corpus_is_refused(quick: Page) -> None:
    exported = _exported(quick, "57", "CSV")

    _show(quick, "law.csv", exported.replace(b"2017/el", b"1999/el"))

    expect(quick.locator("#told.refused")).to_contain_text("Nothing was saved")


def test_all_open_findings_of_the_queue_are_one_file(quick: Page, desk: RunningDesk) -> None:
    quick.goto(f"{desk.url}/desk/en/?severity=error")
    quick.get_by_role("link", name="Files for translators").click()
    expect(quick.get_by_text("Texts with all 3 open findings")).to_be_visible()

    with quick.expect_download() as download:
        quick.get_by_role("link", name="CSV", exact=True).click()

    assert download.value.suggested_filename == "duplicate-bridge-2017-el-open-findings.csv"
    text = Path(download.value.path()).read_text(encoding="utf-8-sig")
    assert [each["id"] for each in csv.DictReader(io.StringIO(text))] == ["20E", "20F1", "20F2"]


def test_a_workbook_and_an_xliff_file_come_back_unchanged(quick: Page) -> None:
    for name, file in (("XLIFF 2.1", "law.xlf"), ("Excel", "law.xlsx")):
        _show(quick, file, _exported(quick, "14", name))

        expect(quick.get_by_text("There is nothing to write.")).to_be_visible()


def test_a_dropped_file_is_shown_at_once(quick: Page) -> None:
    content = _edited(_exported(quick, "47", "CSV"), "47 heading", TITLE).decode("utf-8-sig")
    quick.evaluate(
        """(text) => {
          const dropped = new DataTransfer();
          dropped.items.add(new File([text], "dropped.csv"));
          document.body.dispatchEvent(
            new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: dropped }));
        }""",
        content,
    )

    expect(quick.get_by_role("heading", name="dropped.csv")).to_be_visible()
    expect(quick.locator("[data-outcome=accepted]")).to_have_count(1)


def test_rows_that_changed_since_they_were_shown_are_shown_again(
    quick: Page, browser: Browser, desk: RunningDesk
) -> None:
    edited = _edited(_exported(quick, "47", "CSV"), "47 heading", TITLE)
    _show(quick, "law-47.csv", edited)
    other = browser.new_page()
    other.goto(f"{desk.url}/desk/en/files/")
    _show(other, "law-47.csv", edited.replace(TITLE.encode(), "Άλλος τίτλος".encode()))
    other.get_by_role("button", name="Write 1 row").click()
    expect(other.locator("#told.saved")).to_be_visible()

    quick.get_by_role("button", name="Write 1 row").click()

    expect(quick.get_by_text("The texts have changed meanwhile")).to_be_visible()
    expect(quick.locator("[data-outcome=refused]")).to_contain_text("47 heading")
    other.locator("#told").get_by_role("button", name="Undo").click()
    expect(other.locator("#told.saved")).to_contain_text("Undo")
    other.close()


@pytest.mark.parametrize("tag", ["el", "en"])
def test_the_page_of_files_is_accessible_and_fits_a_narrow_screen(
    quick: Page, desk: RunningDesk, tag: str, tmp_path: Path
) -> None:
    exported = _exported(quick, "47", "CSV")
    quick.goto(f"{desk.url}/desk/{tag}/files/")
    quick.locator("#file").set_input_files(
        {
            "name": "law-47.csv",
            "mimeType": "text/csv",
            "buffer": _edited(exported, "47 heading", TITLE),
        }
    )
    quick.locator("button[value=show]").click()
    expect(quick.locator("[data-outcome=accepted]")).to_be_visible()

    assert not [*judged(quick, AXE.read_text(encoding="utf-8"))]
    assert quick.evaluate("document.documentElement.scrollWidth") <= 360
    file = tmp_path / "page.html"
    file.write_text(quick.request.get(quick.url).text(), encoding="utf-8")
    assert not faults_of(tmp_path / "report.json", file)
