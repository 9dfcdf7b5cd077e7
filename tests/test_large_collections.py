"""Collections that keep many values in a file behave as those in memory."""

import os
import pickle
import shutil
import tempfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.corpus.laws import open_code, read_cached_code, read_code, read_laws
from lawkb.errors import LawkbError
from lawkb.large_collections import (
    Items,
    Joined,
    LargeDict,
    LargeList,
    Values,
    at_most_in_memory,
    kept,
    kept_results,
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
        st.tuples(st.just("sort"), _KEYS, st.just("")),
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
        elif what == "remove":
            assert large.pop(key, None) == plain.pop(key, None)
        else:
            large.put_in_order(sorted(plain))
            plain = dict(sorted(plain.items()))
        assert [*large.items()] == [*plain.items()]
        assert (key in large, large.get(key), len(large)) == (
            key in plain,
            plain.get(key),
            len(plain),
        )


@given(items=st.lists(st.text()), most=st.integers(0, 4), size=st.integers(1, 4))
def test_both_are_sent_to_other_machines_with_their_values(
    items: list[str], most: int, size: int
) -> None:
    with at_most_in_memory(most):
        listed, large = LargeList(items, size), LargeDict(enumerate(items))
    sent, held = pickle.loads(pickle.dumps((listed, large)))
    sent.append("more")
    held[len(items)] = "more"
    assert [*sent] == [*held.values()] == [*items, "more"]
    assert ([*listed], [*large.values()]) == (items, items)


@given(
    items=st.lists(st.text()), most=st.integers(0, 4), size=st.integers(1, 4), where=st.slices(9)
)
def test_a_large_list_is_a_list(items: list[str], most: int, size: int, where: slice) -> None:
    with at_most_in_memory(most):
        large = LargeList(items, size)
        assert [*large] == [*kept(items, size)] == items
    assert (len(large), [*large[where]]) == (len(items), items[where])
    assert large == items
    assert [large[-n] for n in range(1, len(items) + 1)] == items[::-1]
    with pytest.raises(IndexError):
        large[len(items)]


@given(parts=st.lists(st.lists(st.integers(), max_size=3)), where=st.slices(9))
def test_joined_sequences_are_one(parts: list[list[int]], where: slice) -> None:
    joined, whole = Joined(map(len, parts), parts.__getitem__), list(chain.from_iterable(parts))
    assert (len(joined), [*joined], [*joined[where]]) == (len(whole), whole, whole[where])
    assert [joined[-n] for n in range(1, len(whole) + 1)] == whole[::-1]
    assert [*pickle.loads(pickle.dumps(joined))] == whole
    with pytest.raises(IndexError):
        joined[len(whole)]


@pytest.fixture
def spilled() -> Iterator[None]:
    with at_most_in_memory(3):
        yield


@pytest.mark.usefixtures("spilled")
def test_processes_that_share_work_read_the_same_file() -> None:
    large = LargeDict((n, str(n)) for n in range(200))
    assert on_all_cores(large.__getitem__, range(200), few=2) == [*large.values()]
    results = kept_results(str, range(700))
    assert [*results] == [*map(str, range(700))]
    assert on_all_cores(results.__getitem__, range(700), few=2) == [*results]


@pytest.mark.usefixtures("spilled")
def test_a_process_that_shares_work_writes_nothing() -> None:
    large = LargeDict((n, str(n)) for n in range(9))
    with pytest.raises(RuntimeError, match="must not write"):
        on_all_cores(lambda n: large.update({n: ""}), range(9), few=2)
    assert large[0] == "0"


@pytest.mark.usefixtures("spilled")
def test_the_file_has_no_name_and_is_closed_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before = len([*Path("/proc/self/fd").iterdir()])
    large = LargeDict((n, str(n)) for n in range(9))
    assert [*tmp_path.iterdir()] == []
    assert len([*Path("/proc/self/fd").iterdir()]) == before + 1
    del large
    assert len([*Path("/proc/self/fd").iterdir()]) == before


@pytest.mark.usefixtures("spilled")
def test_a_folder_that_cannot_be_written_is_told_in_three_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    with pytest.raises(LawkbError) as caught:
        LargeList(range(9))
    assert str(caught.value).count("\n") == 2
    assert "TMPDIR" in caught.value.hint


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is full")
@pytest.mark.usefixtures("spilled")
def test_a_full_disk_is_told_in_three_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "lawkb.large_collections._unnamed_file", lambda: os.open("/dev/full", os.O_RDWR)
    )
    with pytest.raises(LawkbError, match="No space left"):
        LargeList(range(9))


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
