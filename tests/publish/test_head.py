"""What the head of a page tells programs, and the files of a law beside its page."""

import json
import os
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree, html
from msgspec.structs import replace

from lawkb.assist.answers import Answers
from lawkb.exchange.public_laws import Provenance, excerpt_of
from lawkb.exchange.public_types import as_json
from lawkb.history.wording_dates import TextsOnDays
from lawkb.model.address import Address
from lawkb.model.passage import Passage
from lawkb.publish.localized_site import EditorialContent, localized_sites
from lawkb.publish.plugin import build_site
from lawkb.publish.render import HEADERS, POLICY
from lawkb.publish.site import download_drafts, read_content
from lawkb.publish.urls import permalinks_at
from lawkb.publish.views.law_page import legislation
from lawkb.references.graph import build_graph
from tests.publish.sample_code import sample_code
from tests.running import run_command

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "corpus"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, published at an address."""
    folder = tmp_path_factory.mktemp("site")
    config = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    config = re.sub(r"(?m)^(site_url|site_dir|docs_dir):.*$", "", config)
    config = config.replace("corpus: corpus", f"corpus: {CORPUS}")
    file = folder / "mkdocs.yml"
    file.write_text(
        f"site_url: https://laws.example/bridge/\nsite_dir: {folder / 'out'}\n"
        f"docs_dir: {ROOT / 'site' / 'pages'}\n{config}",
        encoding="utf-8",
    )
    return build_site(file, strict=True)


def head(site: Path, path: str) -> str:
    return (site / path).read_text(encoding="utf-8").partition("</head>")[0]


def told(page: str) -> dict[str, object]:
    (data,) = re.findall(r'<script type="application/ld\+json">(.*)</script>', page)
    found: dict[str, object] = json.loads(data)
    return found


def test_a_page_names_itself_and_its_twin_in_full(site: Path) -> None:
    url = "https://laws.example/bridge/"
    for tag, other in (("el", "en"), ("en", "el")):
        page = head(site, f"{tag}/2017/57/index.html")
        assert f'<link rel="canonical" href="{url}{tag}/2017/57/">' in page
        assert f'hreflang="{other}" href="{url}{other}/2017/57/"' in page
        assert f'<meta property="og:url" content="{url}{tag}/2017/57/">' in page
    assert f'hreflang="x-default" href="{url}"' in head(site, "el/index.html")


def test_every_page_says_what_may_run_on_it_before_it_names_anything(site: Path) -> None:
    first = (
        f'<meta charset="utf-8">\n  <meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    )
    pages = [page.relative_to(site).as_posix() for page in site.rglob("*.html")]
    assert [page for page in pages if f"<head>\n  {first}" not in head(site, page)] == []
    assert len(pages) > 20


@pytest.mark.parametrize("tag", ["el", "en"])
def test_the_manual_gives_every_header_for_common_servers(tag: str) -> None:
    page = ROOT / "site" / "manual" / tag / "how-to" / "publish.md"
    manual = page.read_text(encoding="utf-8")
    for name, value in HEADERS.items():
        nginx = f'add_header {name} "{value}" always;'
        apache = f'Header always set {name} "{value}"'
        caddy = f'{name} "{value}"\n'
        assert [line for line in (nginx, apache, caddy) if line not in manual] == []


def test_a_law_is_told_as_legislation_in_each_of_its_languages(site: Path) -> None:
    graph = told(head(site, "en/2017/57/index.html"))["@graph"]
    assert isinstance(graph, list)
    by_language = {text["inLanguage"]: text for text in graph}
    assert by_language.keys() == {"el", "en"}
    greek, english = by_language["el"], by_language["en"]
    assert greek["translationOfWork"]["@id"] == english["legislationIdentifier"]
    assert "translationOfWork" not in english
    assert [part["url"].rpartition("#")[2] for part in english["hasPart"]] == ["A", "B", "C", "D"]
    assert "https://laws.example/bridge/en/2017/16/" in {c["url"] for c in english["citation"]}
    assert [part["name"] for part in english["hasPart"]] == ["57A", "57B", "57C", "57D"]
    assert [part["name"] for part in greek["hasPart"]] == ["57Α", "57Β", "57Γ", "57Δ"]
    assert greek["isPartOf"]["name"] != english["isPartOf"]["name"]


def test_a_page_without_a_law_tells_of_none(site: Path) -> None:
    assert "ld+json" not in head(site, "en/search/index.html")


@given(st.text(), st.text())
def test_no_words_of_a_stranger_end_the_script_they_stand_in(name: str, title: str) -> None:
    code = sample_code()
    key, law = next(iter(code.laws.items()))
    heading = Passage(f"</script>{name}<!--")
    law = replace(law, root=replace(law.root, heading=heading))
    titles = {law.language: title + "]]>&"}
    outline = replace(code.outline, titles=titles, authoritative=law.language)
    code = replace(code, outline=outline, laws={**code.laws, key: law})
    site = localized_sites(code, build_graph(code), ("en",), EditorialContent())["en"]
    data = legislation(site, (law,), lambda place: place.path)
    assert not set("<>&\u2028\u2029") & set(data)
    (graph,) = json.loads(data)["@graph"]
    assert graph["name"].endswith(f" · {heading.text}")
    assert graph["isPartOf"]["name"] == titles[law.language]
    assert graph["hasPart"]


def test_the_downloads_are_the_files_of_the_corpus_and_what_show_prints(site: Path) -> None:
    content = read_content(CORPUS)
    code, graph = content.code, content.graph
    at = ("https://laws.example/bridge/", ("el", "en"))
    files = {each.path: each.make() for each in download_drafts(content, *at)}
    dates = TextsOnDays(CORPUS, code).dates
    provenance = Provenance(permalinks_at(*at, code.outline), dates=dates)
    for path, made in files.items():
        assert (site / path).read_bytes() == made
    for edition, tag, number in code.laws:
        held = CORPUS / f"laws/{edition}/{tag}/law_{number}.xml"
        assert files[f"laws/{edition}/law_{number}.{tag}.xml"] == held.read_bytes()
        record = as_json(
            excerpt_of(code, graph, [(edition, Address((number,)))], provenance=provenance)
        )
        assert json.loads(files[f"laws/{edition}/law_{number}.json"]) == record
        assert (f"laws/{edition}/law_{number}.{tag}.xlf" in files) == (tag != "en")
        assert files[f"laws/{edition}/law_{number}.{tag}.md"].startswith(b"---\ncode: ")
    page = (site / "el/2017/57/index.html").read_text(encoding="utf-8")
    links = re.findall(r'href="([^"]*/laws/[^"]*)"', page)
    places = {(site / "el/2017/57" / link).resolve().relative_to(site.resolve()) for link in links}
    assert {str(place) for place in places} == {
        "laws/2017/law_57.el.xml",
        "laws/2017/law_57.en.xml",
        "laws/2017/law_57.json",
        "laws/2017/law_57.pdf",
        "laws/2017/law_57.el.md",
        "laws/2017/law_57.en.md",
        "laws/2017/law_57.el.xlf",
    }


def test_xml_page_json_show_and_assistants_tell_one_digest_of_the_words(site: Path) -> None:
    laws = read_content(CORPUS).code.laws
    by_law = {(edition, number) for edition, _, number in laws}
    own = Answers(CORPUS)
    for edition, number in by_law:
        of = f"{edition} {number}"
        made = json.loads((site / f"laws/{edition}/law_{number}.json").read_text("utf-8"))
        shown = digests_in(made["provisions"])
        provisions = own.get_provision(of, None, None, None, False, False).provisions
        assert digests_in(as_json(provisions)) == shown
        args = ("--corpus", str(CORPUS), "show", of, "--format", "json")
        printed = run_command(*args, environment=os.environ)
        assert digests_in(json.loads(printed.stdout)["provisions"]) == shown
        tags = [tag for each, tag, law in laws if (each, law) == (edition, number)]
        in_xml = {}
        for tag in tags:
            file = site / f"laws/{edition}/law_{number}.{tag}.xml"
            for node in etree.parse(str(file)).iterfind(".//*[@{urn:lawkb:1}sha256]"):
                in_xml[node.get("eId"), tag] = node.get("{urn:lawkb:1}sha256")
        assert in_xml == {(eid, tag): digest for (_, eid, tag), digest in shown.items()}
        for language in ("el", "en"):
            page = html.parse(str(site / f"{language}/{edition}/{number}/index.html"))
            cells = page.iterfind(".//div[@data-sha256]")
            rows = Counter((cell.get("lang"), cell.get("data-sha256")) for cell in cells)
            assert rows == Counter((tag, digest) for (*_, tag), digest in shown.items())


def digests_in(provisions: Any) -> dict[tuple[str, str, str], str]:
    """The digest of each text by address, eId and language."""
    return {
        (each["address"], each["eid"], tag): text["sha256"]
        for each in provisions
        for tag, text in each["texts"].items()
    }


def test_programs_find_every_law_in_a_list_with_its_title_in_quotation_marks(site: Path) -> None:
    listed = (site / "llms.txt").read_text(encoding="utf-8")
    assert listed.startswith("# Laws of Duplicate Bridge\n\n> ")
    links = re.findall(r"^- \[[^]]+\]\(([^)]+)\)(?:: “[^”]+”)?$", listed, re.MULTILINE)
    laws = read_content(CORPUS).code.laws
    assert [link.rpartition("laws/")[2] for link in links] == [
        f"{edition}/law_{number}.{tag}.md"
        for edition, tag, number in sorted(laws, key=lambda key: (-int(key[0]), key[1] != "en"))
    ]
