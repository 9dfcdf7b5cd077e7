"""What a site promises while its sources are edited: `Preview`, without HTTP."""

import logging
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lawkb
from lawkb.errors import LawkbError
from lawkb.pipeline import read_all
from lawkb.server.preview import Preview
from lawkb.server.request_log import TRACEBACK_LOG, error_report
from tests.profiles import of_profile
from tests.publish.test_build import configured
from tests.server.edits import (
    ADDRESS,
    EDITS,
    PATCH,
    WORDS,
    Edited,
    built,
    editable,
    replace,
    served,
    source,
)

LAW = "el/2017/57/index.html"


@settings(max_examples=of_profile(0.08), deadline=None)
@given(st.lists(st.tuples(st.sampled_from(sorted(EDITS)), WORDS), min_size=1, max_size=6))
def test_after_any_edits_the_served_site_is_what_a_fresh_build_gives(
    edits: list[tuple[str, str]],
) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        site = Edited(folder)
        for what, word in edits:
            EDITS[what](folder, word)
            site.update()
            site.read(LAW)
        (folder / "corpus" / "patches" / "a.toml").unlink(missing_ok=True)
        site.update()
        served(site.preview)  # whatever an earlier study said: no page fails
        site.study()
        assert served(site.preview) == built(site.config)
        assert read_all(folder / "corpus").changed == ()


def test_a_broken_source_is_told_once_and_shown_until_the_edit_that_heals_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    site = Edited(tmp_path)
    before = served(site.preview)
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
        with caplog.at_level(logging.WARNING, "lawkb.server"):
            file.write_text(content, encoding="utf-8")
            assert site.update()
            assert served(site.preview) == before
        (told,) = (record.getMessage() for record in caplog.records)
        assert told.count("\n") == 2, name
        assert Path(name).name in told
        shown = site.preview.look(LAW)
        assert shown
        assert shown.faults == (told,)
        file.unlink() if kept is None else file.write_bytes(kept)
        source(tmp_path, lambda text: text + "\n")  # any edit: what was broken is whole again
        assert site.update()
        healed = site.preview.look(LAW)
        assert healed
        assert healed.faults == ()
        site.study()
        before = served(site.preview)
        assert before == built(site.config)


def _told(site: Edited, caplog: pytest.LogCaptureFixture) -> list[str]:
    """What is told of the last edit, each in its lines."""
    caplog.clear()
    with caplog.at_level(logging.WARNING, "lawkb.server"):
        assert site.update()
        site.study()
    return [record.getMessage() for record in caplog.records]


def test_what_an_edit_brings_about_is_told_once_and_not_again_at_the_next(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    site = Edited(tmp_path)
    site.preview.read_sources()
    english, greek = (tmp_path / "pages" / tag / "reading.md" for tag in ("en", "el"))
    patch = tmp_path / "corpus" / "patches" / "a.toml"
    stale = PATCH.format(page="law_57", language="en", law="57", old='"no such words"', new="x")

    replace(english, "#B", "#Z9")
    assert ["#Z9" in each for each in _told(site, caplog)] == [True]
    replace(english, "See", "There see")
    assert _told(site, caplog) == []
    replace(greek, "2017/57/index.md#B", "2017/58.md")
    assert ["2017/58.md" in each for each in _told(site, caplog)] == [True]
    replace(english, "#Z9", "#B")
    assert _told(site, caplog) == []

    patch.write_text(stale, encoding="utf-8")
    (told,) = _told(site, caplog)
    assert told.split("\n") == [
        f"{patch} [[patches]] 1",
        "  the words it replaces are not in law_57.txt; not applied",
        "  hint: give the patch the words that are in the page",
    ]
    source(tmp_path, lambda text: text.replace("\n", " zo\n", 1))
    assert _told(site, caplog) == []
    page = tmp_path / "corpus" / "sources" / "wiki" / "law_57.txt"
    page.write_bytes(page.read_bytes().replace(b"zo", b"z\xff"))
    assert [each.split("\n")[1] for each in _told(site, caplog)] == ["  1 characters are not UTF-8"]


def test_settings_that_need_another_start_are_told_and_the_site_stays(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    site = Edited(tmp_path)
    before = served(site.preview)
    replace(site.config, f'"docs_dir": "{tmp_path}/pages"', f'"docs_dir": "{tmp_path}/corpus"')
    assert [each.split("\n")[2] for each in _told(site, caplog)] == [
        "  hint: start lawkb serve again"
    ]
    assert served(site.preview) == before


def test_doubts_of_a_law_that_changed_are_left_out_until_it_is_checked_again(
    tmp_path: Path,
) -> None:
    site = Edited(tmp_path)
    law, other = "en/2017/20/index.html", "en/2017/57/index.html"
    doubt = b"unsure: the translation may differ from the original"
    first = site.read(law), site.read(other)
    assert doubt in first[0]
    page = tmp_path / "corpus" / "sources" / "wiki" / "law_20.txt"
    page.write_text(page.read_text(encoding="utf-8").replace("\n", " lano\n", 1), encoding="utf-8")
    assert site.update()
    assert doubt not in site.read(law)
    assert site.read(other) == first[1]
    assert site.study()
    assert doubt in site.read(law)
    assert not site.study()


def test_the_search_is_of_the_newest_texts_when_it_is_opened(tmp_path: Path) -> None:
    site = Edited(tmp_path)
    entry = "pagefind/el/pagefind-entry.json"
    first = site.read(entry)
    assert first
    assert site.read(entry) == first
    old = set(site.preview._search)
    source(tmp_path, lambda text: text.replace("\n", " λανο\n", 1))
    site.update()
    assert site.read("pagefind/pagefind.js")
    assert site.read(entry) != first
    assert all(site.read(path) for path in old)  # for a page that is open
    assert site.preview.look("pagefind/el/none") is None


def test_a_site_without_the_plugin_is_told(tmp_path: Path) -> None:
    with pytest.raises(LawkbError, match="it has no plugin lawkb"):
        Preview(configured(tmp_path, plugins=[]), ADDRESS, tmp_path / "made")


def test_what_cannot_be_made_is_told_once_shown_and_stays_as_it_was(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    site = Edited(tmp_path)
    law = site.read(LAW)
    override = tmp_path / "theme" / "law.html"
    override.write_text("{{ view.nothing }}", encoding="utf-8")
    assert site.update()
    for _ in range(3):
        assert site.read(LAW) == law
        assert b"<h1" in site.read("el/index.html")
    (told,) = (record.getMessage() for record in caplog.records)
    first, second, third = told.split("\n")
    assert first == f"{override}:1"
    assert "nothing" in second
    assert third.startswith("  hint: ")
    shown, never = (site.preview.look(path) for path in (LAW, "en/2017/47/index.html"))
    assert shown
    assert shown.faults == (told,)
    assert never
    assert never.content is None
    assert never.faults
    override.unlink()
    assert site.update()
    shown = site.preview.look(LAW)
    assert shown
    assert (shown.content, shown.faults) == (law, ())


@pytest.mark.parametrize(
    ("error", "what"),
    [
        (LawkbError("a.txt", "the text is broken", "fix it"), "  the text is broken"),
        (KeyError("rows"), "  KeyError: 'rows'"),
        (RecursionError("too\n\ndeep"), "  RecursionError: too deep"),
        (FileNotFoundError(2, "No such file", "a.txt"), "  cannot be read: No such file"),
    ],
)
def test_any_fault_has_three_lines(error: Exception, what: str) -> None:
    first, second, third = str(error_report("a.txt", error)).split("\n")
    assert (first, second) == ("a.txt", what)
    assert third.startswith("  hint: ")


def test_the_traceback_of_a_fault_of_lawkb_is_in_the_log_for_who_asks(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.DEBUG, TRACEBACK_LOG):
        error_report("a.txt", KeyError("rows"))
    assert [record.exc_info is not None for record in caplog.records] == [True]


BREAK_A_TEMPLATE = """
import logging, sys
from pathlib import Path
from lawkb.server.preview import Preview
import lawkb

logging.basicConfig(stream=sys.stdout, format="%(message)s")
site = Preview(Path(sys.argv[1]), "127.0.0.1:8000", Path(sys.argv[2]))
law, home = "el/2017/57/index.html", "el/index.html"
before = site.read(law)
template = Path(lawkb.__file__).parent / "publish" / "templates" / "law.html"
text = template.read_text()
for broken in ("{% block %}", "{{ view.nothing }}", "{{ 1 + 'a' }}"):
    template.write_text(text.replace("<h1>", broken + "<h1>"))
    assert site.refresh(["templates"])
    assert site.read(law) == site.read(law) == before
    assert site.read(home)
template.write_text(text.replace("<h1>", "<h1>Mended "))
assert site.refresh(["templates"])
assert site.read(law) == before.replace(b"<h1>", b"<h1>Mended ")
"""


def test_a_broken_template_is_told_and_its_pages_stay_until_it_is_mended(tmp_path: Path) -> None:
    package = tmp_path / "lib" / "lawkb"
    shutil.copytree(Path(lawkb.__file__).parent, package)
    command = [sys.executable, "-c", BREAK_A_TEMPLATE, str(editable(tmp_path)), str(tmp_path / "x")]
    done = subprocess.run(command, cwd=package.parent, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    told = done.stdout.split("\n")
    places = [line for line in told if "templates/law.html:" in line]
    assert len(places) == 3
    assert [line for line in told if line.startswith("  ")][1::2] == [
        "  hint: fix the template"
    ] * 3


def test_without_laws_the_served_site_says_what_to_run_and_waits_for_them(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    config = editable(tmp_path)
    shutil.rmtree(tmp_path / "corpus" / "laws")
    site = Edited(tmp_path, config)
    (said,) = [words for record in caplog.records if "ingest" in (words := record.getMessage())]
    assert said.count("\n") == 2
    source(tmp_path, lambda text: f"{text}\n")
    site.update()
    assert LAW in site.preview.paths()


def test_laws_that_go_while_the_site_is_served_stay_on_it_and_are_missed_aloud(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    site = Edited(tmp_path)
    shutil.rmtree(tmp_path / "corpus" / "laws")
    site.update()
    assert "lawkb ingest" in caplog.text
    assert site.read(LAW)
