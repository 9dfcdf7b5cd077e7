import json
import logging
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from lxml import html
from mkdocs.utils.yaml import yaml_load

import lawkb
from lawkb.cli.commands import cli
from lawkb.errors import LawkbError
from lawkb.publish.plugin import build_site
from tests.corpus_files import CORPUS

PAGES = CORPUS.parent / "site" / "pages"
SHIPPED = CORPUS.parent / "mkdocs.yml"


def configured(folder: Path, **changes: object) -> Path:
    """The shipped ``mkdocs.yml``, building into a folder, with changes at its top."""
    config = yaml_load(SHIPPED.read_text(encoding="utf-8"))
    config |= {"docs_dir": str(PAGES), "site_dir": str(folder / "site")}
    config["plugins"][0]["lawkb"]["corpus"] = str(CORPUS)
    file = folder / "mkdocs.yml"
    file.write_text(json.dumps(config | changes), encoding="utf-8")
    return file


def files_of(folder: Path) -> dict[str, bytes]:
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("build")
    build_site(configured(folder), strict=True)
    return folder / "site"


def test_the_real_corpus_builds_in_strict_mode_into_two_trees_and_a_choice(site: Path) -> None:
    held = files_of(site)
    assert {"index.html", "404.html", "assets/site.css", "assets/site.js"} <= held.keys()
    for page in ("2017/57/index.html", "2007/47/index.html", "2017/16/index.html", "index.html"):
        assert {f"el/{page}", f"en/{page}"} <= held.keys()
    assert not [name for name in held if name.endswith((".py", ".po", ".gz", ".yml"))]
    assert "sitemap.xml" not in held
    pages = [name for name in held if name.endswith(".html") and name != "404.html"]
    assert not [name for name in pages if not name.endswith("index.html")]  # no shadow
    assert {"pagefind/pagefind.js", "pagefind/el/pagefind-entry.json"} <= held.keys()


def test_two_builds_are_equal_whatever_the_time_and_the_order_of_hashes(
    tmp_path: Path,
) -> None:
    """With its address, so that the feeds and the list of pages are among the files."""
    public = {"site_url": "https://laws.example/bridge/"}
    (tmp_path / "again").mkdir()
    first = build_site(configured(tmp_path, **public), strict=True)
    build = "import sys; from pathlib import Path; from lawkb.publish.plugin import build_site; "
    build += "build_site(Path(sys.argv[1]), True)"
    environment = {**os.environ, "PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo"}
    environment["LAWKB_CACHE"] = str(tmp_path / "cache")  # nothing of the first is taken
    command = [sys.executable, "-c", build, str(configured(tmp_path / "again", **public))]
    subprocess.run(command, env=environment, check=True)
    again = files_of(tmp_path / "again" / "site")
    assert again == files_of(first)
    kinds = {name.rpartition(".")[2] for name in again}
    assert {"html", "xml", "json", "js", "css", "pf_meta", "pf_fragment"} <= kinds
    assert {"sitemap.xml", "el/changes.xml", "en/changes.xml", "offline.json"} <= again.keys()


def test_the_list_of_pages_appears_with_the_address_of_the_site_and_has_no_dates(
    tmp_path: Path,
) -> None:
    build_site(configured(tmp_path, site_url="https://laws.example/bridge/"), strict=True)
    listed = (tmp_path / "site" / "sitemap.xml").read_text(encoding="utf-8")
    assert "<loc>https://laws.example/bridge/el/2017/57/</loc>" in listed
    assert "<loc>https://laws.example/bridge/en/reading/</loc>" in listed
    assert "lastmod" not in listed
    assert "404" not in listed
    page = html.parse(str(tmp_path / "site" / "el" / "2017" / "57" / "index.html"))
    assert page.xpath("//link[@rel='canonical']/@href") == [
        "https://laws.example/bridge/el/2017/57/"
    ]
    lost = html.parse(str(tmp_path / "site" / "404.html"))
    assert lost.xpath("//main//a/@href")[0] == "https://laws.example/bridge/el/"
    # The settings of this site are not beside the corpus.
    law = json.loads((tmp_path / "site" / "laws" / "2017" / "law_57.json").read_bytes())
    found = {each["address"]: each["permalink"] for each in law["provisions"]}
    assert found["57B"] == "https://laws.example/bridge/en/2017/57/#B"


def test_a_broken_link_of_a_hand_written_page_stops_a_strict_build(tmp_path: Path) -> None:
    file = _with_page(tmp_path, "See [57B](../2017/57/index.md#Q9).")
    with pytest.raises(LawkbError) as caught:
        build_site(file, strict=True)
    assert str(caught.value).count("\n") == 2
    assert "'#Q9'" in caught.value.what


def test_without_strict_mode_it_is_told_and_the_site_is_there(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = _with_page(tmp_path, "See [57B](../2017/57/index.md#Q9).")
    with caplog.at_level(logging.WARNING, "lawkb.publish"):
        build_site(file, strict=False)
    assert "'#Q9'" in caplog.text
    assert (tmp_path / "site" / "en" / "2017" / "57" / "index.html").is_file()


def test_a_hand_written_page_may_link_to_a_provision(tmp_path: Path) -> None:
    build_site(_with_page(tmp_path, "See [57B](../2017/57/index.md#B)."), strict=True)
    page = html.parse(str(tmp_path / "site" / "en" / "manual" / "index.html"))
    assert page.xpath("//main//a/@href") == ["../2017/57/#B"]
    assert page.xpath("//html/@lang") == ["en"]
    assert page.xpath("//nav[@class='menu']//a/@aria-current") == ["page"]


def test_a_hand_written_page_in_the_place_of_a_law_is_refused(tmp_path: Path) -> None:
    file = _with_page(tmp_path, "Mine.", "en/2017/57/index.md")
    with pytest.raises(LawkbError, match="the site makes a page of this path from the laws"):
        build_site(file)


def test_a_corpus_that_is_not_there_is_named(tmp_path: Path) -> None:
    plugins = [{"lawkb": {"corpus": "nowhere"}}]
    with pytest.raises(LawkbError, match="nowhere"):
        build_site(configured(tmp_path, plugins=plugins))


def _with_page(folder: Path, text: str, name: str = "en/manual/index.md") -> Path:
    """A site whose only hand-written page is this one."""
    page = folder / "pages" / name
    page.parent.mkdir(parents=True)
    page.write_text(f"# Manual\n\n{text}\n", encoding="utf-8")
    return configured(folder, docs_dir=str(folder / "pages"), nav=[{"Manual": name}])


def test_files_of_a_folder_of_its_own_stand_for_those_of_the_theme(tmp_path: Path) -> None:
    theme, own = Path(lawkb.__file__).parent / "publish" / "templates", tmp_path / "own"
    (own / "assets").mkdir(parents=True)
    law = (theme / "law.html").read_text(encoding="utf-8").replace("<h1>", "<h1>Ours ", 1)
    (own / "law.html").write_text(law, encoding="utf-8")
    (own / "assets" / "site.css").write_text("body { margin: 0 }\n", encoding="utf-8")
    config = configured(tmp_path, theme={"name": "lawkb", "custom_dir": str(own)})
    held = files_of(build_site(config, strict=True))
    assert b"<h1>Ours " in held["el/2017/57/index.html"]
    assert b"Ours" not in held["el/terms/index.html"]
    assert held["assets/site.css"] == b"body { margin: 0 }\n"


def test_style_and_script_of_the_theme_are_published_without_comments_and_white_space(
    site: Path,
) -> None:
    theme = Path(lawkb.__file__).parent / "publish" / "templates" / "assets"
    for file in (*theme.glob("*.css"), *theme.glob("*.js")):
        published = (site / "assets" / file.name).read_bytes()
        assert len(published) < 0.9 * file.stat().st_size, file.name
        assert b"\n  " not in published, file.name


@pytest.mark.parametrize(("edition", "law"), [("2017", 47), ("2007", 47), ("2017", 57)])
def test_the_page_of_a_law_names_its_json_file_which_is_what_show_prints(
    site: Path, edition: str, law: int
) -> None:
    for tag in ("el", "en"):
        page = site / tag / edition / str(law) / "index.html"
        named = r'<link rel="alternate" type="application/json" href="([^"]+)">'
        link = re.search(named, page.read_text("utf-8"))
        assert link
        file = (page.parent / link[1]).resolve()
        assert file == (site / f"laws/{edition}/law_{law}.json").resolve()
    arguments = ["--corpus", str(CORPUS), "show", str(law), "--edition", edition]
    printed = CliRunner().invoke(cli, [*arguments, "--format", "json"])
    assert printed.exit_code == 0, printed.output
    assert json.loads(file.read_text("utf-8")) == json.loads(printed.stdout)


@pytest.mark.parametrize("strict", [True, None])
def test_a_corpus_without_laws_is_an_error_and_the_old_site_stays(
    tmp_path: Path, strict: bool | None
) -> None:
    """An empty corpus is nobody's wish: the laws were not read yet, or are gone."""
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "corpus.toml").write_bytes((CORPUS / "corpus.toml").read_bytes())
    config = configured(tmp_path, plugins=[{"lawkb": {"corpus": str(corpus)}}])
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("the good site", encoding="utf-8")
    with pytest.raises(LawkbError, match="lawkb ingest") as caught:
        build_site(config, strict=strict)
    assert len(str(caught.value).split("\n")) == 3
    assert files_of(tmp_path / "site") == {"index.html": b"the good site"}


def test_a_corpus_that_cannot_be_read_leaves_the_old_site(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "corpus.toml").write_text("[code", encoding="utf-8")
    config = configured(tmp_path, plugins=[{"lawkb": {"corpus": str(corpus)}}])
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("the good site", encoding="utf-8")
    with pytest.raises(LawkbError, match="TOML"):
        build_site(config)
    assert files_of(tmp_path / "site") == {"index.html": b"the good site"}


@pytest.mark.parametrize(
    "settings",
    [
        "extra:\n  a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        + "".join(f"  a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 10)),
        f"extra: {'[' * 50_000}",
    ],
    ids=["aliases", "levels"],
)
def test_settings_that_are_far_larger_than_their_file_are_an_error(
    tmp_path: Path, settings: str
) -> None:
    file = tmp_path / "mkdocs.yml"
    file.write_text(f"site_name: Laws\n{settings}", encoding="utf-8")
    with pytest.raises(LawkbError, match="more than 100000 values or 100 levels") as error:
        build_site(file)
    assert str(error.value).count("\n") == 2


def test_a_page_that_markdown_would_read_for_minutes_is_an_error(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    shutil.copytree(PAGES, pages)
    (pages / "en" / "bad.md").write_text("# Bad\n\n" + "[[a](*a <b> ![" * 10_000)
    with pytest.raises(LawkbError, match="too many opening brackets"):
        build_site(configured(tmp_path, docs_dir=str(pages)))


def test_a_site_searched_on_its_server_has_no_index_for_browsers(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    shutil.copytree(CORPUS, corpus)
    with (corpus / "corpus.toml").open("a", encoding="utf-8") as file:
        file.write('\n[search]\non = "server"\n')
    plugins = [{"lawkb": {"corpus": str(corpus), "languages": ["el", "en"]}}]
    site = build_site(configured(tmp_path, plugins=plugins, nav=None), strict=False)
    held = files_of(site)
    assert not [path for path in held if path.startswith(("pagefind/", "search/"))]
    page = html.document_fromstring(held["el/search/index.html"].decode())
    assert page.xpath("//*[@id='search']/@data-endpoint") == ["../../search.json"]
    assert page.xpath("//form[@class='asking']/@action") == ["../../search"]
