"""What a decision writes: its entries and nothing else; what its undo gives back: every byte."""

from __future__ import annotations

import tomllib
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lawkb.corpus.decision_files import read_waivers
from lawkb.corpus.entries import Entry
from lawkb.corpus.writing import one_writer
from lawkb.editorial.decisions import (
    Decision,
    as_written,
    decided_files,
    new_decision,
    put_decision,
    undone,
)
from lawkb.errors import LawkbError
from tests.corpus_files import bridge_outline
from tests.editorial.made_up_files import (
    WAIVERS,
    glossaries,
    term_entries,
    waiver_files,
    waiver_values,
)

Factory = pytest.TempPathFactory
FILES = st.one_of(
    st.tuples(st.just("waivers.toml"), waiver_files(), st.lists(WAIVERS, max_size=3)),
    st.tuples(st.just("glossary.tsv"), glossaries(), st.lists(term_entries(), max_size=3)),
)


def written(folder: Path, content: str, name: str) -> Path:
    (folder / name).write_bytes(content.encode())
    return folder / name


def decide(folder: Path, decision: Decision) -> None:
    with one_writer(folder) as writer:
        put_decision(folder, decision, bridge_outline(), writer)


def drawn(data: Any, entries: list[Entry], new: list[Entry]) -> Decision:
    """A decision that removes some entries of a file and adds others."""
    gone = data.draw(st.lists(st.sampled_from(entries), max_size=2)) if entries else []
    held = Counter(entries)
    assume(all(count <= held[entry] for entry, count in Counter(gone).items()))
    return new_decision("acceptance", "a test", new, gone)


def entries_of(file: Path) -> Counter[Entry]:
    """The entries of a file, read by another reader than that which wrote them."""
    if not file.exists():
        return Counter()
    text = file.read_bytes().decode().removeprefix("\ufeff")
    if file.suffix == ".toml":
        tables = tomllib.loads(text).get("waivers", [])
        return Counter(Entry(file.name, tuple(each.items())) for each in tables)
    lines = [line for line in text.split("\n") if line.strip() and not line.startswith("#")]
    names, *rows = ([cell.strip() for cell in line.split("\t")] for line in lines)
    found = [dict(zip(names, row, strict=True)) for row in rows]
    filled = [row | {"status": row["status"] or "preferred"} for row in found]
    return Counter(Entry(file.name, tuple(row.items())) for row in filled)


def remarks_of(file: Path) -> list[str]:
    return [line.strip() for line in file.read_text("utf-8").split("\n") if "# a remark" in line]


@given(FILES, st.data())
def test_a_decision_and_its_undo_give_back_every_byte(
    tmp_path_factory: Factory, made: Any, data: Any
) -> None:
    (name, (content, entries), new), folder = made, tmp_path_factory.mktemp("corpus")
    file = written(folder, content, name)
    decision = as_written(folder, drawn(data, entries, new), bridge_outline())
    decide(folder, decision)
    decided = entries_of(file)
    assert decided == Counter(entries) - Counter(decision.removed) + Counter(decision.added)
    decide(folder, undone(decision))
    back = file.read_bytes() if file.exists() else b""
    assert back == content.encode()
    again = as_written(folder, decision, bridge_outline())
    decide(folder, again)
    assert entries_of(file) == decided


@given(FILES, st.data())
def test_an_undo_leaves_what_others_decided_in_between(
    tmp_path_factory: Factory, made: Any, data: Any
) -> None:
    (name, (content, entries), new), folder = made, tmp_path_factory.mktemp("corpus")
    file = written(folder, content, name)
    own = as_written(folder, drawn(data, entries, new), bridge_outline())
    decide(folder, own)
    left = [*(Counter(entries) - Counter(own.removed)).elements()]
    gone = [data.draw(st.sampled_from(left))] if left and data.draw(st.booleans()) else []
    others = [WAIVERS, term_entries()][file.suffix == ".tsv"]
    decide(folder, new_decision("acceptance", "theirs", [data.draw(others)], gone))
    before = entries_of(file)
    assume(not Counter(own.added) - before)  # they did not remove what is to be undone
    decide(folder, undone(own))
    assert entries_of(file) == before - Counter(own.added) + Counter(own.removed)
    assert len(remarks_of(file)) == content.count("# a remark")


@given(st.lists(waiver_values(st.text(max_size=30)), min_size=1, max_size=3))
def test_the_words_of_strangers_stay_data(tmp_path_factory: Factory, values: Any) -> None:
    folder = tmp_path_factory.mktemp("corpus")
    entries = [Entry("waivers.toml", each) for each in values]
    decision = new_decision("acceptance", "a\nb\0", entries)
    decide(folder, decision)
    read = read_waivers(folder)
    assert [each.reason for each in read] == [dict(e.values)["reason"] for e in decision.added]
    assert "\n" not in decision.what and "\0" not in decision.what


@pytest.mark.parametrize(
    ("reason", "kept"),
    [("a\ud800b", "a\ufffdb"), ("a\0b", "a\ufffdb"), ('"]]\n[[waivers]]', '"]]\n[[waivers]]')],
)
def test_what_no_file_can_hold_is_replaced(reason: str, kept: str, tmp_path: Path) -> None:
    values = dict.fromkeys(
        "fingerprint rule edition place language original translation author date".split(), "x"
    )
    entry = Entry("waivers.toml", tuple({**values, "reason": reason}.items()))
    decide(tmp_path, new_decision("acceptance", reason, [entry]))
    assert [each.reason for each in read_waivers(tmp_path)] == [kept]


@given(waiver_files(), WAIVERS)
def test_an_entry_that_is_gone_is_refused_in_three_lines(
    tmp_path_factory: Factory, made: tuple[str, list[Entry]], entry: Entry
) -> None:
    folder = tmp_path_factory.mktemp("corpus")
    assume(entry not in made[1])
    file = written(folder, made[0], "waivers.toml")
    with pytest.raises(LawkbError, match="this entry is no longer there") as error:
        decided_files(folder, new_decision("acceptance", "gone", (), [entry]), bridge_outline())
    assert len(str(error.value).split("\n")) == 3
    assert file.read_bytes() == made[0].encode()


def test_a_long_reason_is_shortened_in_the_line_that_tells_it() -> None:
    decision = new_decision("comment", "why " * 10_000, ())
    assert len(decision.what) < 250 and decision.what.endswith("…")


def test_the_last_of_two_equal_entries_goes(tmp_path: Path) -> None:
    table = '[[waivers]]\nfingerprint = "a"\n'
    file = written(tmp_path, f"# 1\n{table}# 2\n\n{table}# 3\n", "waivers.toml")
    entry = Entry("waivers.toml", (("fingerprint", "a"),))
    decide(tmp_path, new_decision("acceptance", "", (), [entry]))
    assert file.read_text("utf-8") == f"# 1\n{table}# 2\n# 3\n"


@pytest.mark.parametrize("gone", [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2)])
def test_empty_lines_come_back_where_they_were(tmp_path: Path, gone: tuple[int, ...]) -> None:
    tables = [f'[[waivers]]\nfingerprint = "{name}"\n' for name in "abc"]
    entries = [Entry("waivers.toml", (("fingerprint", "abc"[n]),)) for n in gone]
    for counts in product(range(4), repeat=3):
        lines = ["\n" * count + table for count, table in zip(counts, tables, strict=True)]
        file = written(tmp_path, "".join(lines), "waivers.toml")
        decision = new_decision("acceptance", "", (), entries)
        decision = as_written(tmp_path, decision, bridge_outline())
        decide(tmp_path, decision)
        decide(tmp_path, undone(decision))
        assert file.read_text("utf-8") == "".join(lines), counts


def test_a_file_that_a_decision_made_goes_with_it(tmp_path: Path) -> None:
    place = (("edition", "2017"), ("language", "el"), ("address", "20E"), ("state", "final"))
    for entry in (Entry("waivers.toml", (("reason", "x"),)), Entry("review.tsv", place)):
        decision = as_written(tmp_path, new_decision("review", "", [entry]), bridge_outline())
        decide(tmp_path, decision)
        assert (tmp_path / entry.file).exists()
        decide(tmp_path, undone(decision))
        assert not (tmp_path / entry.file).exists()


def test_the_last_row_comes_back_with_the_line_ends_of_its_file(tmp_path: Path) -> None:
    content = "en\tel\tstatus\tnote\r\nlead\tέξοδος\tpreferred\t"
    file = written(tmp_path, content, "glossary.tsv")
    entry = Entry("glossary.tsv", (("en", "lead"), ("el", "έξοδος"), ("status", "preferred")))
    decision = as_written(tmp_path, new_decision("term", "", (), [entry]), bridge_outline())
    decide(tmp_path, decision)
    decide(tmp_path, undone(decision))
    assert file.read_bytes() == content.encode()


def test_a_file_of_remarks_alone_stays(tmp_path: Path) -> None:
    entry = Entry("glossary.tsv", (("en", "lead"), ("el", "έξοδος"), ("status", "preferred")))
    for content in ("en\tel\tstatus\tnote\n", "# mine\nen\tel\tstatus\tnote"):
        file = written(tmp_path, content, "glossary.tsv")
        decision = as_written(tmp_path, new_decision("term", "", [entry]), bridge_outline())
        decide(tmp_path, decision)
        decide(tmp_path, undone(decision))
        assert file.read_text("utf-8") == content


def test_a_page_that_is_there_already_is_not_overwritten(tmp_path: Path) -> None:
    page = (("sources/wiki/law_1.txt", b"new"),)
    decision = Decision("translation", "", pages=page)
    assert decided_files(tmp_path, decision, bridge_outline()) == dict(page)
    (tmp_path / "sources/wiki").mkdir(parents=True)
    (tmp_path / "sources/wiki/law_1.txt").write_bytes(b"new")
    assert decided_files(tmp_path, undone(decision), bridge_outline()) == {page[0][0]: None}
    (tmp_path / "sources/wiki/law_1.txt").write_bytes(b"theirs")
    for each in (decision, undone(decision)):
        with pytest.raises(LawkbError, match="page"):
            decided_files(tmp_path, each, bridge_outline())
