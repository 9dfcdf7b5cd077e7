import pytest
from playwright.sync_api import Browser, expect

from lawkb.publish.serving import SiteServer

pytestmark = pytest.mark.browser


def test_an_open_page_loads_again_when_the_site_has_changed(browser: Browser) -> None:
    files = {"index.html": b"<!DOCTYPE html><title>x</title><body><p>before</p></body>"}
    with SiteServer(("127.0.0.1", 0), "/", files.get) as server:
        server.start()
        page = browser.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        expect(page.locator("p")).to_have_text("before")
        files["index.html"] = files["index.html"].replace(b"before", b"after")
        server.reload(everything=False)
        expect(page.locator("p")).to_have_text("after")
        assert sum("/.lawkb/" not in url for url in asked) == 2
        page.close()
        server.shutdown()


def test_a_page_keeps_its_place_and_is_left_alone_where_another_one_changed(
    browser: Browser,
) -> None:
    lines = "".join(f"<p>line {number}</p>" for number in range(200))
    files = {"index.html": f"<!DOCTYPE html><title>x</title><body>{lines}</body>".encode()}
    with SiteServer(("127.0.0.1", 0), "/", files.get) as server:
        server.start()
        page = browser.new_page()
        loads: list[str] = []
        page.on("load", lambda opened: loads.append(opened.url))
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        page.evaluate("scrollTo(0, 1500)")
        server.reload(everything=False)
        page.wait_for_timeout(500)
        assert len(loads) == 1
        files["index.html"] = files["index.html"].replace(b"line 7<", b"line seven<")
        server.reload(everything=False)
        expect(page.locator("p").nth(7)).to_have_text("line seven")
        assert page.evaluate("scrollY") == 1500
        assert len(loads) == 2
        page.close()
        server.shutdown()
