"""Promise 8, by ``lawkb build``: words of strangers are words, wherever they stand."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from lxml import html

from lawkb.model.php_serialized import PhpValue, write_php
from lawkb.publish.render import POLICY
from tests.corpus_files import CORPUS
from tests.slow.hostile.running import run, sound_corpus

# Each place has a mark of its own, so that a test can say that its words are shown.
EVIL = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'><svg/onload=alert(3)> {MARK}"
OWN_SHEETS = tuple(
    f"assets/{name}.css"
    for name in ("site", "pages", "print", "desk", "search", "subjects", "whole_code", "history")
)
OWN_SCRIPTS = tuple(
    f"assets/{name}.js"
    for name in ("theme", "site", "search", "ranges", "previews", "desk", "not_found")
)
# An svg may stand there, lawkb draws some; nothing in it may load, move or hold HTML.
STRANGE = (
    *("style", "base", "iframe", "object", "embed", "img", "math", "frame"),
    *("foreignobject", "image", "use", "animate", "animatetransform", "animatemotion", "set"),
)


def evil(mark: str) -> str:
    return EVIL.replace("{MARK}", f"mark{mark}")


TEXT = f"""law_90

90. {evil("texttitle")}

A. {evil("textheading")}

1. {evil("textprovision")} word1) javascript:alert(4)

B. <a href="javascript:alert(5)" onclick="alert(6)">x</a> marktwo


1)
{evil("textnote")}

{evil("author")[:60]}, 2016/03/06 14:14

{evil("textcomment")}

  • law_90.txt
  • Τελευταία τροποποίηση: 2018/05/25 15:33
  • από <script>alert(7)</script>"""

WIKI = f"""====== 91. {evil("wikititle")} ======

===== A. {evil("wikiheading")} =====

1. {evil("wikiprovision")} (({evil("wikinote")})) [[javascript:alert(8)|{evil("linktext")}]]
[[data:text/html,<script>alert(9)</script>|x]] [[http://a.example/"onmouseover="alert(10)|y]]
[[law_57#"><script>alert(11)</script>|z]] {{{{javascript:alert(12)|{evil("caption")}}}}}
[[JaVaScRiPt://%0aalert(13)|v]] [[vbscript:x|w]] <html><script>alert(14)</script></html>

^ {evil("cellhead")} ^ b ^
| {evil("cell")} | javascript:alert(15) |

  * {evil("item")}

> {evil("quote")}

  {evil("pre")}
"""

HTML = """<!DOCTYPE html><html><head><base href="//evil.example/"><style>*{display:none}</style>
<link rel=stylesheet href="//evil.example/x.css"><meta http-equiv=refresh content="0;url=//e">
</head><body onload="alert(16)"><!-- wikipage start -->
<h1>92. markhtmltitle</h1><h2 onclick="alert(17)">A. &lt;script&gt;markhtmlheading</h2>
<p style="x:expression(alert(18))">1. markhtmlprovision &lt;img src=x onerror=alert(19)&gt;
<a class="urlextern" href="javascript:alert(20)">markhref</a>
<a class="urlextern" href=" java&#9;script:alert(21)">q</a> <a href="data:text/html,x">d</a>
<a class="wikilink1" title="javascript:alert(22)" href="/law_57">t</a>
<script>alert(23)</script><svg><script>alert(24)</script></svg><iframe src="//evil"></iframe>
<form action="//evil.example"><input name=q autofocus onfocus=alert(25)></form>
<math><mtext><table><mglyph><style><img src=x onerror=alert(26)></style></mglyph></table></p>
<table><tr><td onclick=alert(27)>markhtmlcell</td></tr></table>
<!-- wikipage stop --></body></html>"""

PATCH = """[[patches]]
page = "law_57"
language = "{language}"
place = "57"
field = "heading"
old = ""
new = {new}
reason = {new}
origin = {new}
author = {new}
date = "2026-01-01"
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site built from words that all want to be script."""
    folder = tmp_path_factory.mktemp("hostile")
    corpus = sound_corpus(folder)
    wiki = corpus / "sources" / "wiki"
    (wiki / "law_90.txt").write_text(TEXT, encoding="utf-8")
    (wiki / "law_91.txt").write_text(WIKI, encoding="utf-8")
    (wiki / "law_92.html").write_text(HTML, encoding="utf-8")
    (wiki / "x.txt").write_text("a page no rule fits", encoding="utf-8")
    (wiki / "provenance.toml").write_text(
        f'[[pages]]\nfile = "x.txt"\npage = {json.dumps(evil("id"))}\n'
        f'[[pages]]\nfile = "law_91.txt"\npage = "law_91"\nuser = {json.dumps(evil("user"))}\n'
        f"revised = {json.dumps(evil('time'))}\n",
        encoding="utf-8",
    )
    (corpus / "patches").mkdir()
    patches = (PATCH.format(language=tag, new=json.dumps(evil("patch"))) for tag in ("el", "en"))
    (corpus / "patches" / "titles.toml").write_text("\n".join(patches), encoding="utf-8")
    _tree(corpus)
    _outline(corpus)
    pages = folder / "pages" / "en"
    pages.mkdir(parents=True)
    (pages / "about.md").write_text("# About\n\nWords.\n")
    config = {
        "site_name": "x",
        "docs_dir": "pages",
        "site_dir": "built",
        "theme": {"name": "lawkb"},
        "plugins": [{"lawkb": {"corpus": "corpus", "languages": ["el", "en"]}}],
    }
    (folder / "mkdocs.yml").write_text(json.dumps(config))
    for words in (("ingest",), ("build",)):
        done = run(corpus, *words)
        done.check()
        assert done.code == 0, done.err
    return folder / "built"


def _tree(corpus: Path) -> None:
    """A wiki's data tree as a source of its own: its comments come from their file."""
    tree = corpus / "sources" / "tree"
    for part in ("pages", "meta"):
        (tree / part).mkdir(parents=True)
    (tree / "pages" / "law_89.txt").write_text(WIKI.replace("91.", "89."), encoding="utf-8")
    (tree / "meta" / "law_89.changes").write_text(
        f"100\t192.0.2.1\tC\tlaw_89\t{evil('login')}\t{evil('summary')}\n", encoding="utf-8"
    )
    comment: dict[str, PhpValue] = {
        "show": True,
        "user": {"id": "a", "name": evil("commenter")},
        "date": {"created": 1},
        "raw": f"89A {evil('comment')} [[javascript:alert(28)|{evil('commentlink')}]]",
        "xhtml": "<script>alert(29)</script>",
    }
    comments = write_php({"status": 1, "comments": {"<script>": comment}})
    (tree / "meta" / "law_89.comments").write_bytes(comments)


def _outline(corpus: Path) -> None:
    text = (CORPUS / "corpus.toml").read_text("utf-8")
    for old, mark in (
        ("Laws of Duplicate Bridge", "title"),
        ("World Bridge Federation", "organization"),
        ("Wiki of the Greek translation", "source"),
    ):
        assert f'"{old}"' in text
        text = text.replace(f'"{old}"', json.dumps(evil(mark)))
    text = text.replace('notice = "Laws', f"notice = {json.dumps(evil('notice'))} # ")
    text += (
        f'\n[[sources]]\nname = "tree"\ntitle = {json.dumps(evil("treetitle"))}\n'
        '\n[[sources.pages]]\npattern = "law_{law}"\nedition = "2017"\nlanguages = ["el", "en"]\n'
    )
    (corpus / "corpus.toml").write_text(text, encoding="utf-8")


def test_no_words_of_a_source_run_in_any_page(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 20
    for file in pages:
        root = html.parse(str(file), html.HTMLParser(encoding="utf-8")).getroot()
        name = file.relative_to(site)
        for script in root.iter("script"):
            if script.get("type") == "application/ld+json":  # which no browser runs
                assert "<" not in script.text, name
                assert json.loads(script.text), name
                continue
            assert urlsplit(script.get("src") or "").path.endswith(OWN_SCRIPTS), name
            assert not (script.text or "").strip(), name
            assert not urlsplit(script.get("src")).netloc, name
        for sheet in root.xpath("//link[contains(@rel, 'stylesheet')]"):
            assert urlsplit(sheet.get("href")).path.endswith(OWN_SHEETS), name
            assert not urlsplit(sheet.get("href")).netloc, name
        assert not list(root.iter(*STRANGE)), name
        assert [dict(meta.attrib) for meta in root.xpath("//meta[@http-equiv]")] == [
            {"http-equiv": "Content-Security-Policy", "content": POLICY}
        ], name
        for element in root.iter(html.etree.Element):
            for key, value in element.attrib.items():
                assert not key.lower().startswith("on"), (name, key)
                assert key not in ("style", "srcdoc", "formaction"), (name, key)
                if key in ("href", "xlink:href", "src", "action", "cite", "data"):
                    assert _is_safe(value), (name, value)


def _is_safe(url: str) -> bool:
    bare = "".join(char for char in url.lower() if char > " ")
    return urlsplit(bare).scheme in ("", "http", "https", "mailto") and not bare.startswith("//")


MARKS = {
    "texttitle textheading textprovision textnote textcomment": "90",
    "wikititle wikiheading wikiprovision wikinote linktext cellhead cell item quote pre": "91",
    "htmltitle htmlheading htmlprovision href htmlcell": "92",
    "commenter comment commentlink wikiheading": "89",
    "patch notice": "57",
}


@pytest.mark.parametrize("marks", MARKS)
def test_the_hostile_words_are_shown_as_words(site: Path, marks: str) -> None:
    file = site / "en" / "2017" / MARKS[marks] / "index.html"
    shown = html.parse(str(file), html.HTMLParser(encoding="utf-8")).getroot().text_content()
    missing = [mark for mark in marks.split() if f"mark{mark}" not in shown]
    assert not missing
    assert "<script>" in shown


def test_the_titles_of_the_code_are_shown_as_words(site: Path) -> None:
    shown = html.parse(str(site / "en" / "index.html")).getroot().text_content()
    assert "<script>alert(1)</script>" in shown
    assert "marktitle" in shown
    assert "markorganization" in shown


def test_links_that_run_something_are_recorded_as_losses(site: Path) -> None:
    told = run(site.parent / "corpus", "ingest", "--verbose")
    assert told.code == 0
    said = "".join(told.out.split())
    for words in ("markhref", "q", "d", "v"):  # of the HTML page and of the wiki's own text
        assert f"«{words}»isascriptoranembeddedpage" in said, words


def test_no_file_of_the_site_but_the_pages_is_named_by_a_source(site: Path) -> None:
    for file in site.rglob("*"):
        assert "script>" not in file.name
        assert "alert" not in file.name
