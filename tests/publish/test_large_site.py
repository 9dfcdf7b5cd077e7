"""The site of a large code is the same, wherever its laws are kept."""

from __future__ import annotations

from pathlib import Path

from lawkb.large_collections import at_most_in_memory
from lawkb.publish.page import SiteSettings
from lawkb.publish.plugin import build_site
from lawkb.publish.site import code_site, read_content, sitemap_drafts
from tests.corpus_files import CORPUS
from tests.publish.rendering import TAGS
from tests.publish.test_build import configured, files_of


def test_a_site_is_the_same_when_its_laws_are_in_a_file(tmp_path: Path) -> None:
    few, all_ = tmp_path / "few", tmp_path / "all"
    few.mkdir()
    all_.mkdir()
    with at_most_in_memory(1):
        build_site(configured(few, site_url="https://laws.example/"), strict=True)
    build_site(configured(all_, site_url="https://laws.example/"), strict=True)
    assert files_of(few / "site") == files_of(all_ / "site")


def test_every_page_and_file_is_found_by_its_path_and_no_other() -> None:
    site = code_site(read_content(CORPUS), SiteSettings(TAGS, url="https://laws.example/"))
    pages = [page.path for page in site.pages]
    files = [file.path for file in site.files]
    assert [page.path for page in map(site.pages.find, pages) if page] == pages
    assert [file.path for file in map(site.files.find, files) if file] == files
    assert len({*pages, *files}) == len(pages) + len(files)
    for path in ("", "el", "el/2017/999/index.html", "el/2017/47/x.html", "laws/2017/law_47.txt"):
        assert site.pages.find(path) is None
        assert site.files.find(path) is None


def test_a_sitemap_of_too_many_urls_is_an_index_of_several() -> None:
    paths = [f"el/2017/{number}/index.html" for number in range(100_001)]
    index, *parts = sitemap_drafts(paths, "https://laws.example/")
    assert index.path == "sitemap.xml"
    told = index.make().decode()
    assert told.count("<sitemap>") == len(parts) == 3
    assert all(f"<loc>https://laws.example/{part.path}</loc>" in told for part in parts)
    assert [part.make().count(b"<url>") for part in parts] == [50_000, 50_000, 1]
    assert sitemap_drafts(paths, "") == ()
