"""What is shown at once is what the command shows, or nothing."""

import os
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lawkb.cli.at_once import HEAD, Asked, kept_sheet, show_at_once
from lawkb.cli.commands import cli
from lawkb.cli.kept import Writings, keep
from lawkb.cli.sheets import Sheet, Terminal, print_sheet_json, sheet_lines
from lawkb.cli.showing import sheet_of
from lawkb.corpus import manifest
from lawkb.corpus.cached import MANIFEST, SHOWN, index_folder
from lawkb.corpus.laws import read_code
from lawkb.corpus.manifest import corpus_manifest
from lawkb.model.label import read_typed
from lawkb.refs.graph import build_graph
from tests.corpus_files import CORPUS
from tests.strategies import OUTLINE

TICK_NS = 30_000_000  # longer than the clock of a local file system stands still
CODE = read_code(CORPUS)
GRAPH = build_graph(CODE)
PLACES = sorted(
    {
        (law.edition, provision.address)
        for law in CODE.laws.values()
        for provision in law.provisions()
    }
)
WHERE = CODE.outline.scheme.read("47E2(a)")
TERMINALS = (Terminal(), Terminal(40), Terminal(40, True, True))


def kept(corpus: Path) -> None:
    """What the command does behind its answer."""
    asked = corpus_manifest(corpus, index_folder(corpus) / MANIFEST)
    code = read_code(corpus)
    keep(corpus, asked, code, build_graph(code))


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LAWKB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("LAWKB_CORPUS", str(CORPUS))
    monkeypatch.setattr(manifest, "SETTLED_NS", TICK_NS)
    return tmp_path / "cache"


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A corpus to be changed, kept as it stands."""
    folder = tmp_path / "copy"
    shutil.copytree(CORPUS, folder, ignore=shutil.ignore_patterns("sources"))
    monkeypatch.setenv("LAWKB_CORPUS", str(folder))
    time.sleep(2 * TICK_NS / 1e9)
    kept(folder)
    return folder


def asked(typed: str, **options: str) -> Asked:
    return Asked(str(CORPUS), typed, {f"--{name}": value for name, value in options.items()})


def commanded(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = cli.main(list(words), standalone_mode=False)
    return code, capsys.readouterr().out


def at_once(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int | None, str]:
    code = show_at_once(words)
    return code, capsys.readouterr().out


def text(sheet: Sheet, tags: list[str], out: Terminal) -> str:
    return "\n".join(sheet_lines(sheet, tags, out))


def citing_line(shown: str) -> str:
    """Who cites the provision that was asked for."""
    return next((line for line in shown.split("\n") if line.startswith("  cited by")), "")


def test_every_provision_is_shown_as_the_command_shows_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    kept(CORPUS)
    for edition, place in PLACES:
        typed = CODE.outline.scheme.write(place)
        found = kept_sheet(asked(typed, edition=edition))
        assert found is not None, typed
        sheet, tags = found
        own = sheet_of(CODE, GRAPH, edition, place)
        assert tuple(tags) == CODE.languages_of(edition, place.law)
        for out in TERMINALS:
            assert text(sheet, tags, out) == text(own, tags, out)
        print_sheet_json(sheet)
        at_once_json = capsys.readouterr().out
        print_sheet_json(own)
        assert at_once_json == capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ("show", "47E2a"),
        ("show", "47ε2α", "--lang", "el"),
        ("show", "--format=json", "20"),
        ("show", "47", "--edition", "2007", "--format", "text"),
    ],
)
def test_a_call_is_answered_as_the_command_answers_it(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    assert at_once(capsys, *words) == (None, "")  # nothing is kept yet
    answered = commanded(capsys, *words)
    assert at_once(capsys, *words) == answered
    assert at_once(capsys, "--corpus", str(CORPUS), *words) == answered


@pytest.mark.parametrize(
    "words",
    [
        ("search", "47E2a"),
        ("show",),
        ("show", "47Z"),
        ("show", "47", "--at", "2019-01-01"),
        ("show", "47", "--format", "yaml"),
        ("show", "47", "--lang", "fr"),
        ("show", "47", "--edition", "1963"),
        ("show", "--help", "47"),
        ("show", "definitions"),
        ("show", "4" * 5000),
    ],
)
def test_what_is_not_certain_is_left_to_the_command(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    kept(CORPUS)
    assert at_once(capsys, *words) == (None, "")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=8)
@given(data=st.data())
def test_no_answer_is_stale(
    copy: Path, capsys: pytest.CaptureFixture[str], data: st.DataObject
) -> None:
    file = copy / data.draw(st.sampled_from(["laws/2017/en/law_47.xml", "laws/2017/en/law_14.xml"]))
    before = file.stat()
    old, new = b"A player may retract", b"A player must retract"
    if new in file.read_bytes() or file.name == "law_14.xml":
        old, new = b"the", b"hte"
    file.write_bytes(file.read_bytes().replace(old, new, 1))
    if data.draw(st.booleans()):
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert at_once(capsys, "show", "47E2(a)") == (None, "")
    answered = commanded(capsys, "show", "47E2(a)")
    assert at_once(capsys, "show", "47E2(a)") in (answered, (None, ""))
    time.sleep(2 * TICK_NS / 1e9)
    kept(copy)
    assert at_once(capsys, "show", "47E2(a)") == answered


def test_who_cites_a_law_changes_with_the_others(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cited, citing = next(
        (c.reference.target, c.citing)
        for c in GRAPH.citations
        if c.reference.status == "held"
        and c.reference.target
        and c.reference.target.law != c.citing.law
    )
    assert cited is not None
    words = ("show", CODE.outline.scheme.write(cited), "--edition", "2017")
    name = CODE.outline.scheme.write(citing)
    assert name in citing_line(at_once(capsys, *words)[1])
    for file in copy.glob(f"laws/2017/*/law_{citing.law}.xml"):
        file.unlink()
    assert at_once(capsys, *words) == (None, "")
    kept(copy)
    after = at_once(capsys, *words)
    assert after == commanded(capsys, *words)
    assert name not in citing_line(after[1])
    assert at_once(capsys, "show", name, "--edition", "2017") == (None, "")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(data=st.data())
def test_whatever_is_damaged_nothing_else_is_shown(
    copy: Path, capsys: pytest.CaptureFixture[str], data: st.DataObject
) -> None:
    whole = (0, text(sheet_of(CODE, GRAPH, "2017", WHERE), ["en", "el"], Terminal()) + "\n")
    folder = index_folder(copy)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    file = files[data.draw(st.integers(0, 1000)) % len(files)]
    content = bytearray(file.read_bytes() or b"-")
    at = data.draw(st.integers(0, 10**6)) % len(content)
    content[at] ^= data.draw(st.integers(1, 255))
    file.write_bytes(content if data.draw(st.booleans()) else content[:at])
    assert at_once(capsys, "show", "47E2(a)") in (whole, (None, ""))
    kept(copy)
    assert at_once(capsys, "show", "47E2(a)") == whole


def test_pieces_that_no_head_names_are_swept_away(copy: Path) -> None:
    folder = index_folder(copy) / SHOWN
    held = {path.name for path in folder.iterdir()}
    (folder / ("0" * 32)).write_bytes(b"")
    (copy / "laws/2017/en/law_57.xml").unlink()
    kept(copy)
    left = {path.name for path in folder.iterdir()}
    assert HEAD in left
    assert "0" * 32 not in left
    assert len(left) <= len(held)


def test_where_nothing_can_be_kept_the_command_answers(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("LAWKB_CACHE", str(tmp_path / "file"))
    assert commanded(capsys, "show", "47E2a")[0] == 0
    assert at_once(capsys, "show", "47E2a") == (None, "")


def test_a_write_that_was_cut_short_is_left_to_the_command(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert at_once(capsys, "show", "47")[0] == 0
    (copy / ".laws.new").mkdir()
    (copy / ".laws.new" / "plan.json").write_text('{"write": [], "remove": []}')
    assert at_once(capsys, "show", "47") == (None, "")


def test_every_kept_writing_is_read_as_the_command_reads_it() -> None:
    writings = Writings(CODE)
    scheme, languages = CODE.outline.scheme, CODE.outline.languages
    for _, place in PLACES:
        kept_here = list(writings.of(place))
        assert scheme.write(place) in kept_here
        assert {read_typed(typed, scheme, languages) for typed in kept_here} == {place}
    # The tests of its bijection hold for this corpus: how many a level has changes no writing.
    levels = tuple(replace(level, most=None) for level in scheme.levels)
    assert OUTLINE.scheme.levels == levels


def test_an_answer_at_once_imports_next_to_nothing(cache: Path) -> None:
    kept(CORPUS)
    script = (
        "import sys; from lawkb.cli.at_once import show_at_once;"
        "print(show_at_once(['show', '47E2a']), *sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    code, *loaded = done.stderr.decode().split()
    assert code == "0"
    heavy = {"click", "rich", "lxml", "json", "re", "typing", "dataclasses", "pathlib", "sqlite3"}
    assert not heavy.intersection(loaded)
