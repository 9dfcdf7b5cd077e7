"""The policy that every page brings along holds, with the headers of a server or without them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

# What would run or load if words of a stranger were taken for markup.
INTRUDE = """async ([elsewhere, expected]) => {
  const broken = [];
  addEventListener("securitypolicyviolation", (event) => broken.push(event.effectiveDirective));
  const add = (name, values) =>
    document.body.append(Object.assign(document.createElement(name), values));
  add("script", { textContent: "window.intruded = true" });
  add("script", { src: `${elsewhere}/x.js` });
  add("style", { textContent: "body { display: none }" });
  add("img", { src: `${elsewhere}/x.png` });
  add("iframe", { src: `${elsewhere}/` });
  add("base", { href: elsewhere });
  await fetch(`${elsewhere}/x.json`).catch(() => null);
  setTimeout(() => { window.intruded = eval("true"); }); // what runs later is the page's own
  const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
  const until = Date.now() + 10000; // a busy machine reports late
  while (expected.some((directive) => !broken.includes(directive)) && Date.now() < until)
    await wait(20);
  await wait(200); // and what is not expected may come after the rest
  return [window.intruded ?? null, [...new Set(broken)].sort()];
}"""
KEPT_OUT = [
    "base-uri",
    "connect-src",
    "frame-src",
    "img-src",
    "script-src",
    "script-src-elem",
    "style-src-elem",
]


@pytest.mark.parametrize("path", ["en/", "el/2017/57/", "en/search/", "en/reading/", "el/terms/"])
def test_a_page_lets_nothing_else_run_or_load_whatever_its_server_says(
    browser: Browser, address: str, path: str
) -> None:
    page = browser.new_page()
    answer = page.goto(f"{address}/{path}")
    assert answer is not None
    assert "content-security-policy" not in answer.headers
    assert page.evaluate(INTRUDE, ["http://127.0.0.2:9", KEPT_OUT]) == [None, KEPT_OUT]
    page.close()


def test_search_runs_under_the_headers_that_the_manual_asks_for(page: Page, at_root: str) -> None:
    answer = page.goto(f"{at_root}/el/search/?q=αμυνομενος")
    assert answer is not None
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    expect(page.locator("#search .hits li").first).to_be_visible()
