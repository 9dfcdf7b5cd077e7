from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.probes import wait_until
from tests.server.edits import source
from tests.server.running import LAW, Running, running


def _url(site: Running, page: str) -> str:
    return f"http://127.0.0.1:{site.port}{page}"


def _with_word(text: str) -> str:
    return text.replace("\n", " λανο\n", 1)


def test_an_open_page_loads_again_when_it_has_changed_and_keeps_its_place(
    browser: Browser, tmp_path: Path
) -> None:
    with running(tmp_path) as site:
        page = browser.new_page(viewport={"width": 360, "height": 400})
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(_url(site, LAW))
        page.evaluate("document.fonts.ready.then(() => scrollTo(0, 300))")
        source(tmp_path, _with_word)
        expect(page.locator("main")).to_contain_text("λανο")
        wait_until(page, lambda: page.evaluate("scrollY === 300"))
        assert sum(url.endswith(LAW) for url in asked) == 2
        page.close()


def test_a_page_is_left_alone_where_another_one_changed(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as site:
        page = browser.new_page()
        loads: list[str] = []
        page.on("load", lambda opened: loads.append(opened.url))
        page.goto(_url(site, "/laws/en/2017/47/"))
        source(tmp_path, _with_word)
        other = browser.new_page()
        other.goto(_url(site, LAW))
        expect(other.locator("main")).to_contain_text("λανο")
        page.wait_for_timeout(500)
        assert len(loads) == 1
        other.close()
        page.close()


def test_a_fault_is_shown_on_the_open_page_until_it_is_mended(
    browser: Browser, tmp_path: Path
) -> None:
    with running(tmp_path) as site:
        page = browser.new_page(viewport={"width": 360, "height": 640})
        errors: list[str] = []
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        page.goto(_url(site, LAW))
        patch = tmp_path / "corpus" / "patches" / "a.toml"
        patch.write_text("[[patches", encoding="utf-8")
        fault = page.get_by_role("alert")
        expect(fault).to_contain_text("a.toml")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        patch.unlink()
        expect(fault).to_have_count(0)
        assert errors == []
        page.close()


def test_the_search_finds_the_newest_words(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as site:
        source(tmp_path, _with_word)
        page = browser.new_page()
        page.goto(_url(site, LAW))
        expect(page.locator("main")).to_contain_text("λανο")
        page.goto(_url(site, "/laws/el/search/?q=λανο"))
        expect(page.locator("main")).to_contain_text("57")
        expect(page.locator("mark").first).to_have_text("λανο")
        page.close()
