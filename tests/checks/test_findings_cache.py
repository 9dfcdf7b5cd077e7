"""Findings that were kept are those that a new check finds, whatever has become of the file."""

import json
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import lawkb
from lawkb.checks import runner
from lawkb.checks.runner import cached_findings, check_code, check_corpus
from lawkb.corpus.cache import cache_folder, put_cached
from lawkb.corpus.editorial_settings import EditorialSettings, read_editorial_settings
from lawkb.corpus.laws import open_code
from lawkb.model.code import Code
from lawkb.model.finding import Finding
from lawkb.publish.site import read_content
from lawkb.server.incremental_reading import run_checks
from tests.checks.test_cached_findings import whole
from tests.corpus_files import CORPUS
from tests.profiles import of_profile

PEBBLES = CORPUS.parent / "examples" / "three-pebbles" / "corpus"
_LAW = "laws/2016/el/law_2.xml"
CHECKED = "findings"

Corpus = tuple[Path, Code, EditorialSettings]
Findings = Sequence[Finding]


def _read(folder: Path) -> Corpus:
    """A corpus as it stands."""
    code = open_code(folder)
    return folder, code, read_editorial_settings(folder, code.outline)


def _refuse(*_: object) -> Findings:
    raise AssertionError("it was checked again")


@pytest.fixture(scope="module")
def pebbles() -> Corpus:
    return _read(PEBBLES)


@pytest.fixture(scope="module")
def found(pebbles: Corpus) -> Findings:
    return check_code(*pebbles[1:])


@pytest.fixture
def corpus(pebbles: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Corpus:
    """A corpus of which nothing is kept."""
    monkeypatch.setenv("LAWKB_CACHE", str(tmp_path / "cache"))
    return pebbles


@pytest.fixture
def file(corpus: Corpus, found: Findings) -> Path:
    """The file of what was kept; it is there."""
    folder, code, _ = corpus
    put_cached(folder, CHECKED, runner._inputs(folder, code), found)
    return cache_folder(folder) / CHECKED


def test_nothing_is_checked_twice(
    corpus: Corpus, found: Findings, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cached_findings(*corpus[:2]) is None
    assert whole(check_corpus(*corpus)) == whole(found)
    monkeypatch.setattr(runner, "check_code", _refuse)
    assert whole(check_corpus(*corpus)) == whole(found)


def test_a_site_is_built_and_served_with_what_a_check_has_found(
    corpus: Corpus, found: Findings, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "check_code", _refuse)
    report = read_content(corpus[0]).editorial.report
    assert report
    assert whole(report.findings) == whole(found)
    assert whole(run_checks(corpus[0]).findings) == whole(found)


def test_a_check_finds_what_a_build_has_kept(corpus: Corpus, found: Findings) -> None:
    read_content(corpus[0])
    assert whole(cached_findings(*corpus[:2])) == whole(found)


@pytest.mark.parametrize("folder", [CORPUS, PEBBLES])
def test_of_some_laws_they_are_those_of_a_check_of_these(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAWKB_CACHE", str(tmp_path))
    corpus = _read(folder)
    check_corpus(*corpus)
    numbers = sorted({number for _, _, number in corpus[1].laws})
    for some in (numbers[:1], numbers[1::2]):
        assert whole(cached_findings(*corpus[:2], some)) == whole(
            check_code(*corpus[1:], numbers=some)
        )


def _swap(path: str, old: str, new: str) -> Callable[[Path], None]:
    """An edit that is undone when it is made again."""

    def edit(folder: Path) -> None:
        text = (folder / path).read_text(encoding="utf-8")
        assert (old in text) != (new in text)
        text = text.replace(old, new) if old in text else text.replace(new, old)
        (folder / path).write_text(text, encoding="utf-8")

    return edit


def _put(path: str, text: str) -> Callable[[Path], None]:
    """The same of a whole file."""

    def edit(folder: Path) -> None:
        if (folder / path).exists():
            (folder / path).unlink()
        else:
            (folder / path).write_text(text, encoding="utf-8")

    return edit


def _move(folder: Path) -> None:
    """A translation goes, or is back."""
    path, away = folder / "laws/2016/el/law_3.xml", folder / "law_3.away"
    here, there = (path, away) if path.exists() else (away, path)
    here.rename(there)


EDITS: dict[str, Callable[[Path], None]] = {
    "text": _swap(_LAW, "ο Βορράς", "κανείς"),
    "original": _swap("laws/2016/en/law_20.xml", "All, the helper", "Both 7, the helper"),
    "law": _move,
    "glossary": _put("glossary.tsv", "en\tel\tstatus\tnote\npebble\tπέτρ*\t\t\n"),
    "checklist": _put(
        "checklist.toml",
        '[[patterns]]\nlanguage = "el"\npattern = "βότσαλ"\nseverity = "note"\nmessage = "so"\n',
    ),
    "language": _swap("corpus.toml", '"νόμου" = "κανόνα"', '"νόμου" = "άρθρου"'),
    "scheme": _swap("corpus.toml", 'written = "({})"', 'written = "[{}]"'),
}


@settings(max_examples=of_profile(0.06))
@given(steps=st.lists(st.sampled_from(sorted(EDITS)), min_size=3, max_size=7))
def test_after_any_edits_they_are_those_of_a_new_check(
    tmp_path_factory: pytest.TempPathFactory, steps: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("edited")
    shutil.copytree(PEBBLES, folder / "corpus", ignore=shutil.ignore_patterns("sources"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LAWKB_CACHE", str(folder / "cache"))
        state: frozenset[str] = frozenset()
        for step in steps:
            EDITS[step](folder / "corpus")
            state ^= {step}
            corpus = _read(folder / "corpus")
            expected = _expected(state, corpus[1:])
            assert whole(check_corpus(*corpus)) == expected
            assert whole(cached_findings(*corpus[:2])) == expected


_KNOWN: dict[frozenset[str], object] = {}


def _expected(state: frozenset[str], read: tuple[Code, EditorialSettings]) -> object:
    """What a new check finds after some edits."""
    if state not in _KNOWN:
        _KNOWN[state] = whole(check_code(*read))
    return _KNOWN[state]


def test_each_of_these_edits_changes_what_is_known(tmp_path: Path) -> None:
    shutil.copytree(PEBBLES, tmp_path / "corpus", ignore=shutil.ignore_patterns("sources"))
    keys = {runner._inputs(*_read(tmp_path / "corpus")[:2])}
    for edit in EDITS.values():
        edit(tmp_path / "corpus")
        keys.add(runner._inputs(*_read(tmp_path / "corpus")[:2]))
    assert len(keys) == 1 + len(EDITS)


def test_a_corpus_that_lies_elsewhere_has_findings_of_its_own(
    corpus: Corpus, file: Path, tmp_path: Path
) -> None:
    shutil.copytree(PEBBLES, tmp_path / "corpus")
    assert cached_findings(*_read(tmp_path / "corpus")[:2]) is None
    assert cached_findings(*corpus[:2]) is not None


def test_without_the_digests_of_the_files_nothing_is_kept(
    corpus: Corpus, found: Findings, file: Path
) -> None:
    file.unlink()
    assert check_corpus(PEBBLES, replace(corpus[1], files=None), corpus[2]) == found
    assert not file.exists()


def test_whoever_edits_a_rule_never_sees_what_the_old_one_found(tmp_path: Path) -> None:
    own = Path(lawkb.__file__).parent
    shutil.copytree(own, tmp_path / "lawkb")
    environment = {
        **os.environ,
        "LAWKB_CACHE": str(tmp_path / "cache"),
        "PYTHONPATH": str(tmp_path),
        "LAWKB_CORPUS": str(PEBBLES),
    }

    def messages() -> set[str]:
        command = [sys.executable, "-m", "lawkb", "check", "--format", "json"]
        done = subprocess.run(
            command, env=environment, cwd=tmp_path, capture_output=True, check=False
        )
        return {each["message"] for each in json.loads(done.stdout)["findings"]}

    before = messages()
    old, new = "text seems to be lost", "words may be missing"
    assert any(old in each for each in before)
    rule = tmp_path / "lawkb" / "checks" / "rules" / "omission.py"
    text = rule.read_text(encoding="utf-8")
    rule.write_text(text.replace(old, new), encoding="utf-8")
    assert messages() == {each.replace(old, new) for each in before}


def _emptied(file: Path) -> None:
    file.write_bytes(b"")


def _folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def _pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def _link(file: Path) -> None:
    file.symlink_to(file.rename(file.parent.parent / "elsewhere"))


def _open_to_all(file: Path) -> None:
    file.chmod(0o666)


def _of_another_key(file: Path) -> None:
    put_cached(PEBBLES, file.name, "0" * 32, ())


DAMAGES: list[Callable[[Path], None]] = [
    *(_emptied, _folder, _pipe, _link, _open_to_all, _of_another_key, Path.unlink),
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_is_damaged_or_foreign_is_not_believed(
    corpus: Corpus, found: Findings, file: Path, damage: Callable[[Path], None]
) -> None:
    damage(file)
    assert cached_findings(*corpus[:2]) is None
    assert check_corpus(*corpus) == found
    held = cached_findings(*corpus[:2])
    assert held == found if file.is_file() else held is None


def test_a_cache_that_cannot_be_written_costs_nothing_but_time(
    corpus: Corpus, found: Findings, tmp_path: Path
) -> None:
    (tmp_path / "cache").write_text("")
    assert check_corpus(*corpus) == found
    assert cached_findings(*corpus[:2]) is None


def test_a_disk_that_is_full_holds_the_old_file_and_nothing_else(
    corpus: Corpus, found: Findings, file: Path
) -> None:
    _of_another_key(file)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        assert check_corpus(*corpus) == found
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert [each.name for each in file.parent.iterdir()] == [CHECKED]
    assert cached_findings(*corpus[:2]) is None


def test_what_writers_that_were_killed_have_left_is_swept(corpus: Corpus, file: Path) -> None:
    file.with_name(f"{CHECKED}.1").write_bytes(b"half")
    file.unlink()
    check_corpus(*corpus)
    assert [each.name for each in file.parent.iterdir()] == [CHECKED]


def test_only_the_newest_findings_of_a_corpus_are_kept(corpus: Corpus, file: Path) -> None:
    folder, code, house = corpus
    other = replace(code, files={**(code.files or {}), _LAW: "0" * 32})
    check_corpus(folder, other, house)
    assert [each.name for each in file.parent.iterdir()] == [CHECKED]
    assert cached_findings(folder, other) is not None
    assert cached_findings(*corpus[:2]) is None


def test_any_number_of_processes_may_keep_at_once(corpus: Corpus, found: Findings) -> None:
    with get_context("fork").Pool(4) as pool:
        assert all(each == found for each in pool.starmap(check_corpus, [corpus] * 8))
    assert cached_findings(*corpus[:2]) == found
