"""The list of what a browser keeps, and the worker that reads it."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from lawkb.publish.plugin import build_site
from lawkb.publish.site import LIST, SERVICE_WORKER, offline_files, version_of
from tests.publish.test_build import configured


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kept")
    build_site(configured(folder, site_url="https://laws.example/bridge/"), strict=True)
    return folder / "site"


def file_of(site: Path, url: str) -> Path:
    path = unquote(url.partition("?")[0])
    return site / (path + "index.html" if path.endswith("/") or not path else path)


def test_the_list_names_what_a_reader_opens_with_its_hash_and_size(site: Path) -> None:
    listed = json.loads((site / LIST).read_bytes())
    for url, hash_, size in listed:
        content = file_of(site, url).read_bytes()
        assert (hash_, size) == (hashlib.sha256(content).hexdigest()[:16], len(content)), url
    kept = {file_of(site, url).relative_to(site).as_posix() for url, *_ in listed}
    assert len(kept) == len(listed)
    every = {file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file()}
    left = every - kept - {"404.html", SERVICE_WORKER, LIST, "sitemap.xml", "llms.txt"}
    assert {name.partition("/")[0] for name in left if not name.endswith("changes.xml")} == {"laws"}


def test_style_and_script_have_their_version_in_the_url_of_list_and_page(site: Path) -> None:
    listed = [url for url, *_ in json.loads((site / LIST).read_bytes())]
    page = (site / "el" / "2017" / "57" / "index.html").read_text("utf-8")
    asked = set(re.findall(r'"(?:\.\./)+(assets/[^"]+)"', page))
    assert asked
    assert asked <= set(listed)
    assert all(re.search(r"\?v=[0-9a-f]{16}$", url) for url in asked)


def test_the_worker_is_of_the_list_and_another_list_has_another_worker(
    site: Path, tmp_path: Path
) -> None:
    version = hashlib.sha256((site / LIST).read_bytes()).hexdigest()[:16]
    assert f'const VERSION = "{version}";' in (site / SERVICE_WORKER).read_text("utf-8")
    (tmp_path / "index.html").write_text("one", "utf-8")
    one = offline_files(tmp_path, "", ("el",))
    (tmp_path / "index.html").write_text("two", "utf-8")
    assert offline_files(tmp_path, "", ("el",))[SERVICE_WORKER] != one[SERVICE_WORKER]
    assert version_of([b"a", b"b"]) != version_of([b"ab"])


def test_the_page_for_what_is_not_kept_is_on_no_list_of_pages(site: Path) -> None:
    assert "/offline/" not in (site / "sitemap.xml").read_text("utf-8")
    said = (site / "el" / "offline" / "index.html").read_text("utf-8")
    assert '<meta name="robots" content="noindex">' in said
    assert "Χωρίς σύνδεση" in said


def test_switched_off_the_site_names_no_worker_and_the_old_one_is_replaced(tmp_path: Path) -> None:
    file = configured(tmp_path)
    config = json.loads(file.read_text("utf-8"))
    config["plugins"][0]["lawkb"]["offline"] = False
    file.write_text(json.dumps(config), "utf-8")
    build_site(file, strict=True)
    assert "unregister" in (tmp_path / "site" / SERVICE_WORKER).read_text("utf-8")
    assert not (tmp_path / "site" / LIST).exists()
    assert not (tmp_path / "site" / "el" / "offline").exists()
    pages = (page.read_text("utf-8") for page in (tmp_path / "site").rglob("*.html"))
    assert not any("data-worker" in page for page in pages)
