"""The site of a large code: the same pages with few laws in memory, and lists of what changed."""

from __future__ import annotations

from pathlib import Path

from lawkb.large_collections import at_most_in_memory
from lawkb.publish.changed_files import record_changes
from lawkb.publish.downloads_and_feeds import sitemap_drafts
from lawkb.publish.plugin import build_site
from lawkb.publish.site import code_site, read_content
from lawkb.publish.views.page import SiteSettings
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


def test_the_list_of_changes_grows_until_it_is_removed(tmp_path: Path) -> None:
    site, changed = tmp_path / "site", tmp_path / "site.changed"
    (site / "a").mkdir(parents=True)
    for path in ("a/one", "a.html", "b"):
        (site / path).write_text("1", "utf-8")
    record_changes(site)
    assert sorted(changed.read_text("utf-8").split()) == ["a.html", "a/one", "b"]
    changed.unlink()
    record_changes(site)
    assert changed.read_text("utf-8") == ""
    (site / "b").write_text("2", "utf-8")
    record_changes(site)
    (site / "a" / "one").unlink()
    (site / "c").write_text("1", "utf-8")
    record_changes(site)
    assert changed.read_text("utf-8").split() == ["a/one", "b", "c"]
    digests = (tmp_path / "site.sha256").read_text("utf-8").splitlines()
    assert [line.split("  ")[1] for line in digests] == ["a.html", "b", "c"]
