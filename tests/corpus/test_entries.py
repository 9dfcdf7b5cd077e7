"""Entries added to the TOML files of a corpus leave a file that can be read."""

import tomllib
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from lawkb.corpus.toml_files import with_entries

VALUES = st.text(st.characters(codec="utf-8"), max_size=40)
ENTRIES = st.lists(st.dictionaries(st.sampled_from(["a", "b", "reason"]), VALUES), max_size=3)


@given(st.lists(ENTRIES, max_size=5))
def test_what_was_added_in_many_turns_is_read_back(tmp_path_factory, turns) -> None:  # type: ignore[no-untyped-def]
    file: Path = tmp_path_factory.mktemp("entries") / "comments.toml"
    for entries in turns:
        file.write_bytes(with_entries(file, "comments", entries))
    read = tomllib.loads(file.read_text("utf-8")) if file.exists() else {}
    assert read.get("comments", []) == [each for entries in turns for each in entries]


def test_an_inline_list_is_written_anew_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "comments.toml"
    file.write_text('comments = [{ comment = "a1" }]\n', "utf-8")
    file.write_bytes(with_entries(file, "comments", [{"comment": "b2"}]))
    held = tomllib.loads(file.read_text("utf-8"))
    assert held == {"comments": [{"comment": "a1"}, {"comment": "b2"}]}


def test_remarks_of_an_editor_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "comments.toml"
    file.write_text('# mine\n[[comments]]\ncomment = "a1"  # this one\n', "utf-8")
    content = with_entries(file, "comments", [{"comment": "b2"}]).decode()
    assert content.startswith('# mine\n[[comments]]\ncomment = "a1"  # this one\n\n[[comments]]\n')
