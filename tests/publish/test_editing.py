"""What a site promises while its sources are edited."""

import logging
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lawkb
from lawkb.errors import LawkbError
from lawkb.pipeline import read_all
from lawkb.publish.edited import edited_site
from lawkb.publish.editing import Editing
from tests.publish.edits import (
    ADDRESS,
    EDITS,
    PATCH,
    WORDS,
    built,
    editable,
    replace,
    served,
    source,
)
from tests.publish.test_build import configured


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
        source(tmp_path, lambda text: text + "\n")  # any edit: what was broken is whole again
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

    replace(english, "#B", "#Z9")
    assert ["#Z9" in each for each in _told(editing, caplog)] == [True]
    replace(english, "See", "There see")
    assert _told(editing, caplog) == []
    replace(greek, "2017/57/index.md#B", "2017/58.md")
    assert ["2017/58.md" in each for each in _told(editing, caplog)] == [True]
    replace(english, "#Z9", "#B")
    assert _told(editing, caplog) == []

    patch.write_text(stale, encoding="utf-8")
    (told,) = _told(editing, caplog)
    assert told.split("\n") == [
        f"{patch} [[patches]] 1",
        "  the words it replaces do not stand in law_57.txt; not applied",
        "  hint: give the patch the words that stand in the page",
    ]
    source(tmp_path, lambda text: text.replace("\n", " zo\n", 1))
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
    replace(config, '"offline": false', '"offline": false, "translation": false')
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
    source(tmp_path, lambda text: text.replace("\n", " λανο\n", 1))
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


def test_without_laws_the_served_site_says_what_to_run_and_waits_for_them(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    config = editable(tmp_path)
    shutil.rmtree(tmp_path / "corpus" / "laws")
    editing = edited_site(config, ADDRESS, tmp_path / "made")
    (said,) = [words for record in caplog.records if "ingest" in (words := record.getMessage())]
    assert said.count("\n") == 2
    source(tmp_path, lambda text: f"{text}\n")
    editing.update()
    assert "el/2017/57/index.html" in editing.site.paths()


def test_laws_that_go_while_the_site_is_served_stay_on_it_and_are_missed_aloud(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    config = editable(tmp_path)
    editing = edited_site(config, ADDRESS, tmp_path / "made")
    shutil.rmtree(tmp_path / "corpus" / "laws")
    editing.update()
    assert "lawkb ingest" in caplog.text
    assert editing.site.read("el/2017/57/index.html")
