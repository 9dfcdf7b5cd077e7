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
        server.reload()
        expect(page.locator("p")).to_have_text("after")
        assert sum(url.endswith("/") for url in asked) == 2
        page.close()
        server.shutdown()
