"""What a search answers at once is what the command answers, or nothing."""

import os
import random
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lawkb.cli.commands import cli
from lawkb.cli.search_at_once import search_at_once
from lawkb.corpus import manifest
from lawkb.corpus.cached import SEARCHED, index_folder
from lawkb.errors import LawkbError
from tests.corpus_files import CORPUS

TICK_NS = 30_000_000  # longer than the clock of a local file system stands still
CASES = Path(__file__).parents[1] / "cases" / "search" / "at_once.txt"
QUERIES = [line for line in CASES.read_text("utf-8").split("\n") if line and line[0] != "#"]
CHANCE = random.Random(47)
WAYS: list[tuple[str, ...]] = [
    (),
    ("-n", "2"),
    ("-l",),
    ("-c",),
    ("--format=json",),
    ("--lang", "el"),
    ("--format", "json", "--limit=1"),
]
TERMINALS: list[dict[str, str]] = [
    {},
    {"FORCE_COLOR": "1", "COLUMNS": "80", "TERM": "xterm"},
    {"FORCE_COLOR": "1", "COLUMNS": "47", "TERM": "xterm", "NO_COLOR": "1"},
]
Answered = tuple[int | None, str]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAWKB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(manifest, "SETTLED_NS", TICK_NS)
    for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus and a cache that has seen a search of it."""
    folder = tmp_path_factory.mktemp("kept")
    shutil.copytree(CORPUS, folder / "corpus", ignore=shutil.ignore_patterns("sources"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LAWKB_CACHE", str(folder / "cache"))
        patch.setenv("LAWKB_CORPUS", str(folder / "corpus"))
        patch.setattr(manifest, "SETTLED_NS", TICK_NS)
        keep()
    return folder


@pytest.fixture
def copy(kept: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The corpus of ``kept``, which must be left as it is."""
    monkeypatch.setenv("LAWKB_CACHE", str(kept / "cache"))
    monkeypatch.setenv("LAWKB_CORPUS", str(kept / "corpus"))
    return kept / "corpus"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A corpus that may be changed."""
    folder = tmp_path / "corpus"
    shutil.copytree(CORPUS, folder, ignore=shutil.ignore_patterns("sources"))
    monkeypatch.setenv("LAWKB_CORPUS", str(folder))
    keep()
    return folder


def keep() -> None:
    """Search until what was found is kept: the second search may, once the files have settled."""
    for _ in range(2):
        time.sleep(2 * TICK_NS / 1e9)
        cli.main(["search", "penalty"], standalone_mode=False)


def commanded(capsys: pytest.CaptureFixture[str], *words: str) -> Answered:
    capsys.readouterr()
    code = cli.main(["search", *words], standalone_mode=False)
    return code, capsys.readouterr().out


def at_once(capsys: pytest.CaptureFixture[str], *words: str) -> Answered:
    capsys.readouterr()
    code = search_at_once(["search", *words])
    return code, capsys.readouterr().out


@pytest.mark.parametrize("query", QUERIES)
def test_a_search_is_answered_as_the_command_answers_it(
    query: str, copy: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for terminal in TERMINALS:
        for name, value in terminal.items():
            monkeypatch.setenv(name, value)
        for way in WAYS:
            answered = commanded(capsys, *way, query)
            assert at_once(capsys, *way, *query.split(" ")) == answered, way
            assert answered[0] in (0, 1)


@pytest.mark.parametrize(
    "words",
    [
        ("47E2a",),
        ("law:47",),
        ("card", "NEAR/5", "lead"),
        ("--also", "card"),
        ("--explain", "card"),
        ("--help",),
        ("--", "card"),
        ("-lc", "card"),
        ("-n", "0", "card"),
        ("-n", "1001", "card"),
        ("-n", "x", "card"),
        ("-n", "9" * 5000, "card"),
        ("--format", "yaml", "card"),
        ("--lang", "fr", "card"),
        ("card", "AND"),
        ('"card',),
        ("card", "edition:none"),
        ("x" * 1001,),
        (),
    ],
)
def test_what_is_not_certain_is_left_to_the_command(
    words: tuple[str, ...], copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert at_once(capsys, *words) == (None, "")


def test_another_command_is_left_to_it(copy: Path) -> None:
    assert search_at_once(["show", "card"]) is None
    assert search_at_once(["--corpus", str(copy), "index"]) is None


def test_nothing_is_answered_before_a_search_was_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LAWKB_CORPUS", str(CORPUS))
    assert at_once(capsys, "penalty") == (None, "")
    monkeypatch.setattr(manifest, "SETTLED_NS", 3_600_000_000_000)
    assert commanded(capsys, "penalty")[0] == 0
    assert at_once(capsys, "penalty") == (None, "")  # the index could still change unseen


def _changed_law(corpus: Path) -> None:
    file = corpus / "laws/2017/en/law_14.xml"
    file.write_bytes(file.read_bytes().replace(b"the deficient", b"the penalty", 1))


def _set_back(corpus: Path) -> None:
    file = corpus / "laws/2017/en/law_14.xml"
    before = file.stat()
    file.write_bytes(file.read_bytes().replace(b"deficient", b"penaltyyy", 1))
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def _gone_law(corpus: Path) -> None:
    (corpus / "laws/2017/en/law_57.xml").unlink()


def _changed_glossary(corpus: Path) -> None:
    file = corpus / "glossary.tsv"
    file.write_text(file.read_text("utf-8").replace("penalty card", "penalty"), "utf-8")


def _gone_glossary(corpus: Path) -> None:
    (corpus / "glossary.tsv").unlink()


@pytest.mark.parametrize(
    "change", [_changed_law, _set_back, _gone_law, _changed_glossary, _gone_glossary]
)
def test_no_answer_is_stale(
    change: Callable[[Path], None], own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = at_once(capsys, "--format", "json", "penalty")
    assert before == commanded(capsys, "--format", "json", "penalty")
    change(own)
    assert at_once(capsys, "--format", "json", "penalty") == (None, "")
    answered = commanded(capsys, "--format", "json", "penalty")
    assert at_once(capsys, "--format", "json", "penalty") in (answered, (None, ""))
    keep()
    assert at_once(capsys, "--format", "json", "penalty") == answered


def test_another_stemmer_makes_nothing_count(
    copy: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert at_once(capsys, "penalty")[0] == 0
    monkeypatch.setattr("Stemmer.version", lambda: "another")
    assert at_once(capsys, "penalty") == (None, "")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20)
@given(data=st.data())
def test_whatever_is_damaged_nothing_else_is_shown(
    own: Path, capsys: pytest.CaptureFixture[str], data: st.DataObject
) -> None:
    whole = commanded(capsys, "penalty card")
    keep()
    assert at_once(capsys, "penalty card") == whole
    folder = index_folder(own)
    files = [folder / SEARCHED, *folder.glob("index-*/*")]
    file = data.draw(st.sampled_from(sorted(files, key=lambda path: path.name.partition("_")[0])))
    content = bytearray(file.read_bytes() or b"-")
    at = data.draw(st.integers(0, 10**6)) % len(content)
    content[at] ^= data.draw(st.integers(1, 255))
    file.write_bytes(content if data.draw(st.booleans()) else content[:at])
    assert at_once(capsys, "penalty card") == (None, "")
    assert commanded(capsys, "penalty card") == whole


def test_an_index_that_others_may_write_to_does_not_count(
    own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert at_once(capsys, "penalty")[0] == 0
    (place,) = index_folder(own).glob("index-*")
    place.chmod(0o777)
    assert at_once(capsys, "penalty") == (None, "")


def test_what_damage_no_stats_tell_is_left_to_the_command(
    copy: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that gives other bytes than it was given: the records do not fit their sums."""
    really = Path(__file__).read_bytes  # any bytes that are no record

    def wrong(_segment: object, _number: int) -> bytes:
        return really()

    monkeypatch.setattr("lawkb.search.postings.Segment.record", wrong)
    assert at_once(capsys, "penalty") == (None, "")


def test_a_query_with_a_fault_is_told_by_the_command(copy: Path) -> None:
    assert search_at_once(["search", "card", "("]) is None
    with pytest.raises(LawkbError):
        cli.main(["search", "card", "("], standalone_mode=False)
