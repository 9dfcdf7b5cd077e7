import json
import logging
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lawkb
from lawkb.checks.report import code_report
from lawkb.checks.waiving import Cause, waiver_for
from lawkb.corpus.laws import read_code
from lawkb.corpus.waivers import Waiver, add_waiver
from lawkb.errors import LawkbError
from lawkb.pipeline import ingest, read_all
from lawkb.publish.edited import edited_site
from lawkb.publish.editing import Editing
from lawkb.publish.plugin import build_site
from tests.corpus_files import CORPUS
from tests.publish.test_build import configured, files_of

ADDRESS = "127.0.0.1:8000"
PATCH = """
[[patches]]
page = "{page}"
language = "{language}"
place = "{law}"
field = "heading"
old = {old}
new = "{new}"
reason = "a test"
origin = "a test"
author = "tester"
date = "2026-11-22"
"""

CHECKLIST = """
[[patterns]]
language = "en"
pattern = "declarer"
severity = "note"
message = "a word"
"""
THEME = Path(lawkb.__file__).parent / "publish" / "theme"


def editable(folder: Path) -> Path:
    """A copy of the real corpus with two hand-written pages, and its ``mkdocs.yml``."""
    shutil.copytree(CORPUS, folder / "corpus")
    (folder / "corpus" / "sources" / "wiki" / "provenance.toml").unlink()  # pages come and go
    ingest(folder / "corpus")
    for tag in ("el", "en"):
        page = folder / "pages" / tag / "reading.md"
        page.parent.mkdir(parents=True)
        page.write_text("# Reading\n\nSee [57B](2017/57/index.md#B).\n", encoding="utf-8")
    (folder / "theme" / "assets").mkdir(parents=True)
    return configured(
        folder,
        docs_dir=str(folder / "pages"),
        nav=[{"Reading": "el/reading.md"}, {"Reading": "en/reading.md"}],
        not_in_nav="/*.md\n",
        site_url=f"http://{ADDRESS}/laws/",
        theme={"name": "lawkb", "custom_dir": str(folder / "theme")},
        plugins=[{"lawkb": {"corpus": str(folder / "corpus"), "offline": False}}],
    )


def served(editing: Editing) -> dict[str, bytes]:
    """What a reader can fetch, the search's own files left out."""
    found = {path: editing.site.read(path) for path in editing.site.paths()}
    return {path: content for path, content in found.items() if content is not None}


def built(config: Path) -> dict[str, bytes]:
    """What a fresh build of the same sources writes, the search's own files left out."""
    files = files_of(build_site(config, strict=False))
    return {path: held for path, held in files.items() if not path.startswith("pagefind/")}


def _replace(path: Path, old: str, new: str) -> None:
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def _source(folder: Path, change: Callable[[str], str]) -> None:
    page = folder / "corpus" / "sources" / "wiki" / "law_57.txt"
    page.write_text(change(page.read_text(encoding="utf-8")), encoding="utf-8")


def _toggled(path: Path, content: str) -> None:
    path.unlink() if path.exists() else path.write_text(content, encoding="utf-8")


def _patch(folder: Path, heading: str) -> None:
    """A patch that fits, or one that is stale when another gave the law a heading before."""
    file = folder / "corpus" / "patches" / "zz_test.toml"
    entry = PATCH.format(page="law_14", language="en", law="14", old='""', new=heading)
    _toggled(file, entry)


def _without_a_law(folder: Path) -> None:
    page = folder / "corpus" / "sources" / "wiki" / "law_20.txt"
    aside = folder / "law_20.txt"
    shutil.move(aside, page) if aside.exists() else shutil.move(page, aside)


def _renamed(folder: Path) -> None:
    page, other = folder / "pages" / "en" / "reading.md", folder / "pages" / "en" / "other.md"
    page.rename(other) if page.exists() else other.rename(page)


def _in_reading(folder: Path, old: str, new: str) -> None:
    """The hand-written page under either of its names."""
    for page in (folder / "pages" / "en").glob("*.md"):
        _replace(page, old, new)


def _override(folder: Path, name: str, old: str, new: str) -> None:
    """A file of the theme with a word in it, in the folder whose files stand for the theme's."""
    _toggled(folder / "theme" / name, (THEME / name).read_text("utf-8").replace(old, new, 1))


@cache
def _waived() -> Waiver:
    code = read_code(CORPUS)
    cause = Cause("a test", "tester", "2026-11-22")
    found = code_report(CORPUS, code).findings
    lost = next(each for each in found if each.place == "20E")
    return waiver_for(lost.fingerprint, found, code, cause)


def _waiver(folder: Path) -> None:
    file = folder / "corpus" / "waivers.toml"
    file.unlink() if file.exists() else add_waiver(folder / "corpus", _waived())


def _new_term(folder: Path, word: str) -> None:
    """A row before the others, or none again."""
    file, row = folder / "corpus" / "glossary.tsv", f"{word} law\tνόμο*\t\t\t\n"
    head, rest = file.read_text(encoding="utf-8").split("\n", 1)
    rest = rest.replace(row, "") if row in rest else row + rest
    file.write_text(f"{head}\n{rest}", encoding="utf-8")


def _drawn(folder: Path, word: str) -> None:
    (folder / "pages" / "one.svg").write_text(f"<svg>{word}</svg>", encoding="utf-8")


def _settings(folder: Path) -> None:
    """The menu the other way round, under another name of the site."""
    file = folder / "mkdocs.yml"
    held = json.loads(file.read_text(encoding="utf-8"))
    held |= {"nav": held["nav"][::-1], "site_name": held["site_name"][::-1]}
    file.write_text(json.dumps(held), encoding="utf-8")


EDITS: dict[str, Callable[[Path, str], None]] = {
    "a word of a law": lambda f, word: _source(f, lambda t: t.replace("\n", f" {word}\n", 1)),
    "a new reference": lambda f, word: _source(f, lambda t: t.replace("Law 16", "Law 47E", 1)),
    "a law that goes or comes": lambda f, word: _without_a_law(f),
    "a patch that goes or comes": _patch,
    "a broken patch": lambda f, word: _toggled(f / "corpus" / "patches" / "a.toml", "[[patches"),
    "a hand-written page": lambda f, word: _in_reading(f, "See", f"{word} see"),
    "its name": lambda f, word: _renamed(f),
    "a new hand-written page": lambda f, word: _toggled(f / "pages" / f"{word}.md", "# New\n"),
    "its title": lambda f, word: _replace(f / "pages/el/reading.md", "# ", f"# {word} "),
    "a picture": lambda f, word: _toggled(f / "pages" / f"{word}.svg", "<svg/>"),
    "what is on a picture": _drawn,
    "a template": lambda f, word: _override(f, "law.html", "<h1>", f"<h1>{word} "),
    "the template of every page": lambda f, word: _override(
        f, "base.html", "</body>", f"{word}</body>"
    ),
    "the style": lambda f, word: _override(f, "assets/site.css", "/*", f"/* {word}"),
    "a waiver": lambda f, word: _waiver(f),
    "the checklist": lambda f, word: _toggled(f / "corpus/checklist.toml", CHECKLIST),
    "the settings": lambda f, word: _settings(f),
    "a new term": _new_term,
    "a term": lambda f, word: _replace(f / "corpus/glossary.tsv", "declarer\t", f"{word}\t"),
    "the title of the code": lambda f, word: _replace(
        f / "corpus/corpus.toml", "Laws of", "Rules of"
    ),
}
WORDS = st.sampled_from(["lano", "κερο", "zo"])


@settings(max_examples=12, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(sorted(EDITS)), WORDS), min_size=1, max_size=6))
def test_after_any_edits_the_served_site_is_what_a_fresh_build_gives(
    edits: list[tuple[str, str]],
) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        config = editable(folder)
        editing = edited_site(config, ADDRESS, folder / "made")
        for what, word in edits:
            EDITS[what](folder, word)
            editing.update()
            editing.site.read("el/2017/57/index.html")
        (folder / "corpus" / "patches" / "a.toml").unlink(missing_ok=True)
        editing.update()
        served(editing)  # whatever an earlier study said: no page fails
        editing.study(Event())
        editing.settle(Event())
        assert served(editing) == built(config)
        assert read_all(folder / "corpus").changed == ()


def test_a_broken_source_is_told_in_three_lines_once_and_the_next_good_edit_heals(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    config = editable(tmp_path)
    editing = edited_site(config, ADDRESS, tmp_path / "made")
    before = served(editing)
    broken = {
        "corpus/patches/a.toml": "[[patches",
        "corpus/corpus.toml": "title =",
        "corpus/laws/2017/el/law_57.xml": "<akomaNtoso",
        "mkdocs.yml": "nav: [",
    }
    for name, content in broken.items():
        file = tmp_path / name
        kept = file.read_bytes() if file.exists() else None
        caplog.clear()
        with caplog.at_level(logging.WARNING, "lawkb.publish.live"):
            file.write_text(content, encoding="utf-8")
            assert editing.update()
            assert not editing.update()
            assert served(editing) == before
        assert [record.message.count("\n") for record in caplog.records] == [2], name
        assert Path(name).name in caplog.records[0].message
        file.unlink() if kept is None else file.write_bytes(kept)
        _source(tmp_path, lambda text: text + "\n")  # any edit: what was broken is whole again
        assert editing.update()
        editing.study(Event())
        before = served(editing)
        assert before == built(config)


def _told(editing: Editing, caplog: pytest.LogCaptureFixture) -> list[str]:
    """What is told of the last edit, each in its lines."""
    caplog.clear()
    with caplog.at_level(logging.WARNING, "lawkb.publish.live"):
        assert editing.update()
        editing.study(Event())
        editing.settle(Event())
    return [record.getMessage() for record in caplog.records]


def test_what_an_edit_brings_about_is_told_once_and_not_again_at_the_next(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    editing = edited_site(editable(tmp_path), ADDRESS, tmp_path / "made")
    editing.read_ahead(Event())
    english, greek = (tmp_path / "pages" / tag / "reading.md" for tag in ("en", "el"))
    patch = tmp_path / "corpus" / "patches" / "a.toml"
    stale = PATCH.format(page="law_57", language="en", law="57", old='"no such words"', new="x")

    _replace(english, "#B", "#Z9")
    assert ["#Z9" in each for each in _told(editing, caplog)] == [True]
    _replace(english, "See", "There see")
    assert _told(editing, caplog) == []
    _replace(greek, "2017/57/index.md#B", "2017/58.md")
    assert ["2017/58.md" in each for each in _told(editing, caplog)] == [True]
    _replace(english, "#Z9", "#B")
    assert _told(editing, caplog) == []

    patch.write_text(stale, encoding="utf-8")
    (told,) = _told(editing, caplog)
    assert told.split("\n") == [
        f"{patch} [[patches]] 1",
        "  the words it replaces do not stand in law_57.txt; not applied",
        "  hint: give the patch the words that stand in the page",
    ]
    _source(tmp_path, lambda text: text.replace("\n", " zo\n", 1))
    assert _told(editing, caplog) == []
    page = tmp_path / "corpus" / "sources" / "wiki" / "law_57.txt"
    page.write_bytes(page.read_bytes().replace(b"zo", b"z\xff"))
    assert [each.split("\n")[1] for each in _told(editing, caplog)] == [
        "  1 characters are not UTF-8"
    ]


def test_settings_that_need_another_start_are_told_and_the_site_stays(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    config = editable(tmp_path)
    editing = edited_site(config, ADDRESS, tmp_path / "made")
    before = served(editing)
    _replace(config, '"offline": false', '"offline": false, "translation": false')
    assert [each.split("\n")[2] for each in _told(editing, caplog)] == [
        "  hint: start lawkb serve again"
    ]
    assert served(editing) == before


def test_findings_follow_and_until_then_the_desk_stays_as_it_is(tmp_path: Path) -> None:
    editing = edited_site(editable(tmp_path), ADDRESS, tmp_path / "made")
    law, other = "en/2017/20/translation/index.html", "en/2017/47/translation/index.html"

    def _findings(page: bytes | None) -> list[bytes]:
        return re.findall(rb'(?s)<li class="finding".*?</li>', page or b"")

    first = editing.site.read(law), editing.site.read(other)
    assert _findings(first[1])
    assert b"omission" in (first[0] or b"")
    page = tmp_path / "corpus" / "sources" / "wiki" / "law_20.txt"
    page.write_text(page.read_text(encoding="utf-8").replace("\n", " lano\n", 1), encoding="utf-8")
    assert editing.update()
    assert (editing.site.read(law), editing.site.read(other)) == first  # nobody loses place
    assert editing.study(Event())
    assert b"omission" in (editing.site.read(law) or b"")
    assert editing.site.read(law) != first[0]
    assert not editing.study(Event())


def test_the_search_follows_in_its_own_time_and_stays_until_then(tmp_path: Path) -> None:
    editing = edited_site(editable(tmp_path), ADDRESS, tmp_path / "made")
    entry = "pagefind/el/pagefind-entry.json"
    assert editing.site.read(entry) is None
    editing.settle(Event())
    first = editing.site.read(entry)
    _source(tmp_path, lambda text: text.replace("\n", " λανο\n", 1))
    editing.update()
    assert editing.site.read(entry) == first
    stopped = Event()
    stopped.set()
    editing.settle(stopped)
    assert editing.site.read(entry) == first
    editing.settle(Event())
    assert editing.site.read(entry) != first


def test_an_address_that_is_none_and_a_site_without_the_plugin_are_told(tmp_path: Path) -> None:
    with pytest.raises(LawkbError, match="it has no plugin lawkb"):
        edited_site(configured(tmp_path, plugins=[]), ADDRESS, tmp_path / "made")


BREAK_A_TEMPLATE = """
import logging, sys
from pathlib import Path
from lawkb.publish.edited import edited_site
import lawkb

logging.basicConfig(stream=sys.stdout, format="%(message)s")
site = edited_site(Path(sys.argv[1]), "127.0.0.1:8000", Path(sys.argv[2]))
law, home = "el/2017/57/index.html", "el/index.html"
before = site.site.read(law)
template = Path(lawkb.__file__).parent / "publish" / "theme" / "law.html"
text = template.read_text()
for broken in ("{% block %}", "{{ view.nothing }}", "{{ 1 + 'a' }}"):
    template.write_text(text.replace("<h1>", broken + "<h1>"))
    assert site.update()
    assert site.site.read(law) == site.site.read(law) == before
    assert site.site.read(home)
template.write_text(text.replace("<h1>", "<h1>Mended "))
assert site.update()
assert site.site.read(law) == before.replace(b"<h1>", b"<h1>Mended ")
"""


def test_a_broken_template_is_told_and_its_pages_stay_until_it_is_mended(tmp_path: Path) -> None:
    package = tmp_path / "lib" / "lawkb"
    shutil.copytree(Path(lawkb.__file__).parent, package)
    command = [sys.executable, "-c", BREAK_A_TEMPLATE, str(editable(tmp_path)), str(tmp_path / "x")]
    done = subprocess.run(command, cwd=package.parent, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    told = done.stdout.split("\n")
    places = [line for line in told if "theme/law.html:" in line]
    assert len(places) == 3
    assert [line for line in told if line.startswith("  ")][1::2] == [
        "  hint: mend the template"
    ] * 3
