"""Collections that keep many values in a file behave as those in memory."""

import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.corpus.laws import open_code, read_cached_code, read_code, read_laws
from lawkb.errors import LawkbError
from lawkb.large_collections import (
    Items,
    LargeDict,
    Values,
    at_most_in_memory,
    kept,
    kept_by_key,
)
from lawkb.parallel_work import on_all_cores
from lawkb.pipeline import read_all
from lawkb.references.graph import build_graph, disagreements
from tests.corpus_files import CORPUS

_KEYS = st.integers(0, 9)
_STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("set"), _KEYS, st.text()),
        st.tuples(st.just("remove"), _KEYS, st.just("")),
    )
)


@given(steps=_STEPS, most=st.integers(0, 4))
def test_a_large_dict_is_a_dict(steps: list[tuple[str, int, str]], most: int) -> None:
    with at_most_in_memory(most):
        large: LargeDict[int, str] = LargeDict()
    plain: dict[int, str] = {}
    for what, key, value in steps:
        if what == "set":
            large[key] = plain[key] = value
        else:
            assert large.pop(key, None) == plain.pop(key, None)
        assert [*large.items()] == [*plain.items()]
        assert (key in large, large.get(key), len(large)) == (
            key in plain,
            plain.get(key),
            len(plain),
        )


@given(items=st.lists(st.text()), most=st.integers(0, 4))
def test_both_are_sent_to_other_machines_with_their_values(items: list[str], most: int) -> None:
    with at_most_in_memory(most):
        listed, large = kept(items), LargeDict(enumerate(items))
    sent, held = pickle.loads(pickle.dumps((listed, large)))
    held[len(items)] = "more"
    assert [*sent] == items
    assert [*held.values()] == [*items, "more"]
    assert ([*listed], [*large.values()]) == (items, items)


@given(items=st.lists(st.text(), max_size=120), most=st.integers(0, 4), where=st.slices(9))
def test_many_items_that_are_kept_are_a_sequence(items: list[str], most: int, where: slice) -> None:
    with at_most_in_memory(most):
        large = kept(iter(items))
    assert [*large] == items
    assert (len(large), [*large[where]]) == (len(items), items[where])
    assert [large[-n] for n in range(1, len(items) + 1)] == items[::-1]
    with pytest.raises(IndexError):
        large[len(items)]


@given(items=st.dictionaries(st.integers(), st.text()), keys=st.sets(st.integers(0, 5)))
def test_a_part_of_a_large_dict_has_its_values(items: dict[int, str], keys: set[int]) -> None:
    wanted = [key for key in items if key in keys]
    with at_most_in_memory(2):
        large = LargeDict(items)
    assert [*large.of(wanted).items()] == [(key, items[key]) for key in wanted]
    assert [*pickle.loads(pickle.dumps(Values(large, wanted)))] == [items[key] for key in wanted]


@pytest.fixture
def spilled() -> Iterator[None]:
    with at_most_in_memory(3):
        yield


@pytest.mark.usefixtures("spilled")
def test_processes_that_share_work_read_the_same_file() -> None:
    large = LargeDict((n, str(n)) for n in range(200))
    assert on_all_cores(large.__getitem__, range(200), few=2) == [*large.values()]
    results = kept_by_key(str, range(700), range(700))
    assert [*results.values()] == [*map(str, range(700))]
    assert on_all_cores(results.__getitem__, range(700), few=2) == [*results.values()]


@pytest.mark.usefixtures("spilled")
def test_a_process_that_shares_work_writes_nothing() -> None:
    large = LargeDict((n, str(n)) for n in range(9))
    with pytest.raises(RuntimeError, match="must not write"):
        on_all_cores(lambda n: large.update({n: ""}), range(9), few=2)
    assert large[0] == "0"


@pytest.mark.usefixtures("spilled")
def test_the_file_is_private_and_gone_with_its_dict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before = len([*Path("/proc/self/fd").iterdir()])
    large = LargeDict((n, str(n)) for n in range(9))
    (folder,) = tmp_path.iterdir()
    assert folder.stat().st_mode & 0o077 == 0
    del large
    assert [*tmp_path.iterdir()] == []
    assert len([*Path("/proc/self/fd").iterdir()]) == before


_LARGE_IN_WORKERS = """
from lawkb.large_collections import LargeDict, at_most_in_memory
from lawkb.parallel_work import on_all_cores
with at_most_in_memory(1):
    large = LargeDict(enumerate("abc"))
    print(on_all_cores(lambda _: len(LargeDict(large)), range(9), few=2))
    {end}
"""


@pytest.mark.parametrize("end", ["", "raise SystemExit(0)", "import sys; sys.exit(0)"])
def test_no_process_leaves_a_file(tmp_path: Path, end: str) -> None:
    words = [sys.executable, "-c", _LARGE_IN_WORKERS.format(end=end)]
    env = {**os.environ, "TMPDIR": str(tmp_path)}
    told = subprocess.run(words, env=env, check=True, capture_output=True, text=True)
    assert told.stdout == f"{[3] * 9}\n"
    assert [*tmp_path.iterdir()] == []


_KILLED = """
import os, signal
from lawkb.large_collections import LargeDict, at_most_in_memory
with at_most_in_memory(1):
    large = LargeDict(enumerate("abc"))
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.usefixtures("spilled")
def test_what_a_killed_process_left_is_removed_by_the_next_one_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    ours = LargeDict((n, str(n)) for n in range(9))
    (alive,) = tmp_path.iterdir()
    env = {**os.environ, "TMPDIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", _KILLED], env=env, check=False)
    (left,) = {*tmp_path.iterdir()} - {alive}
    other = LargeDict((n, str(n)) for n in range(9))
    assert not left.exists()
    assert [*ours.items()] == [*other.items()]


@pytest.mark.usefixtures("spilled")
def test_a_folder_that_cannot_be_written_is_told_in_three_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    with pytest.raises(LawkbError) as caught:
        kept(range(9))
    assert str(caught.value).count("\n") == 2
    assert "TMPDIR" in caught.value.hint


_FULL_DISK = """
import resource
from lawkb.large_collections import at_most_in_memory, kept
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, 1 << 16))
with at_most_in_memory(1):
    kept(bytes(range(256)) * n for n in range(9999))
"""


def test_a_full_disk_is_told() -> None:
    told = subprocess.run([sys.executable, "-c", _FULL_DISK], capture_output=True, text=True)
    assert "LawkbError" in told.stderr
    assert "cannot be written" in told.stderr
    assert "TMPDIR" in told.stderr


def test_a_code_is_the_same_wherever_its_laws_are_kept() -> None:
    here = read_all(CORPUS)
    with at_most_in_memory(3):
        there = read_all(CORPUS)
    assert [*there.code.laws.items()] == [*here.code.laws.items()]
    assert [*there.files.items()] == [*here.files.items()]
    assert [*there.reports] == [*here.reports]
    assert [*there.counts.items()] == [*here.counts.items()]
    assert (there.audit, there.changed, [*there.changes]) == (
        here.audit,
        here.changed,
        [*here.changes],
    )


def test_the_changes_of_new_edited_and_removed_laws_are_the_same(tmp_path: Path) -> None:
    corpus = shutil.copytree(CORPUS, tmp_path / "corpus")
    greek = corpus / "laws/2017/el"
    (greek / "law_20.xml").unlink()
    edited = greek / "law_47.xml"
    edited.write_text(edited.read_text("utf-8").replace("παίκτης", "παίχτης", 1), "utf-8")
    (page,) = (corpus / "sources").glob("*/law_57*")
    page.unlink()
    # A page that its folder still names is missing; one that nothing names is gone.
    provenance = page.parent / "provenance.toml"
    entries = provenance.read_text("utf-8").split("[[pages]]")
    provenance.write_text("[[pages]]".join(e for e in entries if "law_57" not in e), "utf-8")
    here = read_all(corpus)
    with at_most_in_memory(3):
        there = read_all(corpus)
    assert [*there.changes] == [*here.changes]
    assert there.added == here.added == ("laws/2017/el/law_20.xml",)
    assert there.removed == here.removed == ("laws/2017/el/law_57.xml", "laws/2017/en/law_57.xml")
    law = here.code.law("2017", "el", 20)
    write = here.code.outline.scheme.write
    assert law
    assert [each.address for each in here.changes if each.kind == "added"] == [
        write(provision.address) for provision in law.provisions()
    ]
    found = {(each.address[:2], each.lang, each.kind) for each in here.changes}
    assert found == {
        ("20", "el", "added"),
        ("47", "el", "text"),
        ("57", "el", "removed"),
        ("57", "en", "removed"),
    }


def test_laws_read_from_files_are_the_same_wherever_they_are_kept() -> None:
    here = read_code(CORPUS)
    with at_most_in_memory(3):
        opened = open_code(CORPUS)
        read_laws(opened)
        graph = build_graph(opened)
        assert [*read_cached_code(CORPUS).laws.items()] == [*here.laws.items()]
    assert [*opened.laws.items()] == [*here.laws.items()]
    assert opened.files == here.files
    expected = build_graph(here)
    assert [*graph.citations] == [*expected.citations]
    assert disagreements(graph, opened) == disagreements(expected, here)
    for (edition, _, _), law in here.laws.items():
        assert dict(graph.not_held(edition)) == dict(expected.not_held(edition))
        for address in (each.address for each in law.provisions()):
            assert graph.cites(edition, address) == expected.cites(edition, address)
            assert graph.cited_by(edition, address) == expected.cited_by(edition, address)
            assert graph.cited_into(edition, address) == expected.cited_into(edition, address)


@given(items=st.dictionaries(st.text(), st.integers()), where=st.slices(9))
def test_values_and_items_are_those_of_the_mapping(items: dict[str, int], where: slice) -> None:
    assert [*Values(items)[where]] == [*items.values()][where]
    assert [*Items(items)[where]] == [*items.items()][where]
