"""The site of a code that calls a law otherwise says so, wherever lawkb speaks of laws."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from lxml import html

from lawkb.corpus.corpus_toml import read_outline
from lawkb.pipeline import read_code
from lawkb.publish.pagefind_source import pagefind_pages
from lawkb.publish.plugin import build_site
from lawkb.publish.strings import code_strings
from tests.corpus_files import CORPUS

EXAMPLES = CORPUS.parent / "examples"
LAW = re.compile(r"(?<!\w)(laws?|νόμος|νόμου|νόμον?|νόμοι|νόμων|νόμους)(?!\w)", re.IGNORECASE)


@pytest.fixture(scope="module", params=["statute", "three-pebbles"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("example")
    config = {
        "site_name": "example",
        "docs_dir": str(folder / "pages"),
        "site_dir": str(folder / "built"),
        "theme": {"name": "lawkb"},
        "plugins": [{"lawkb": {"corpus": str(EXAMPLES / request.param / "corpus")}}],
    }
    (folder / "pages").mkdir()
    (folder / "mkdocs.yml").write_text(json.dumps(config), encoding="utf-8")
    build_site(folder / "mkdocs.yml", strict=True)
    return folder / "built"


def test_no_page_speaks_of_laws(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 20
    said = {}
    for file in pages:
        root = html.parse(str(file), html.HTMLParser(encoding="utf-8")).getroot()
        shown = [*root.xpath("//text()[not(ancestor::script)]"), *root.xpath("//@title")]
        shown += root.xpath("//@aria-label | //@content | //@placeholder")
        shown += root.xpath("//@*[starts-with(name(), 'data-') and name() != 'data-table']")
        if found := [text for text in shown if LAW.search(text)]:
            said[str(file.relative_to(site))] = found
    assert said == {}


def test_words_agree_with_the_gender_of_the_code_s_own() -> None:
    strings = code_strings(read_outline(EXAMPLES / "statute" / "corpus"), "el")
    assert strings.gettext("All laws") == "Όλα τα άρθρα"
    assert strings.gettext("%(law)s: references") == "%(law)s: παραπομπές"
    assert "τέτοιο άρθρο" in strings.gettext("there is no such law")


def test_a_law_is_called_as_the_code_calls_it_in_what_is_searched() -> None:
    pages = pagefind_pages(read_code(EXAMPLES / "three-pebbles" / "corpus"))
    first = {page.path: page.html for page in pages}
    assert ">Rule 7 " in first["en/2016/7.html"]
    assert ">Κανόνας 7 " in first["el/2016/7.html"]
