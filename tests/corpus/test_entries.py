"""Entries added to the TOML files of a corpus leave a file that can be read."""

import tomllib
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from lawkb.corpus.entries import Entry, changed_content, toml_layout

VALUES = st.text(st.characters(codec="utf-8"), max_size=40)
INLINE = 'comments = [{ comment = "a1" }]\n'
REMARKED = '# mine\n[[comments]]\ncomment = "a1"  # this one\n'
LAYOUT = toml_layout("comments")
ENTRIES = st.lists(st.dictionaries(st.sampled_from(["a", "b", "reason"]), VALUES), max_size=3)


def with_comments(content: str, added: list[dict[str, str]]) -> str:
    entries = [Entry("comments.toml", tuple(each.items())) for each in added]
    return changed_content(Path("comments.toml"), content, LAYOUT, (), entries)


@given(st.lists(ENTRIES, max_size=5))
def test_what_was_added_in_many_turns_is_read_back(tmp_path_factory, turns) -> None:  # type: ignore[no-untyped-def]
    file: Path = tmp_path_factory.mktemp("entries") / "comments.toml"
    for entries in turns:
        held = file.read_text("utf-8") if file.exists() else ""
        file.write_text(with_comments(held, entries), "utf-8")
    read = tomllib.loads(file.read_text("utf-8")) if file.exists() else {}
    assert read.get("comments", []) == [each for entries in turns for each in entries]


def test_an_inline_list_is_written_anew_and_goes_on() -> None:
    held = tomllib.loads(with_comments(INLINE, [{"comment": "b2"}]))
    assert held == {"comments": [{"comment": "a1"}, {"comment": "b2"}]}


def test_every_entry_is_a_table_and_what_cannot_be_seen_is_escaped() -> None:
    content = with_comments("", [{"comment": "a1", "reason": "a\tb\nπ 'q' \"r\" \\ \x7f"}])
    assert content == (
        '[[comments]]\ncomment = "a1"\nreason = "a\\tb\\nπ \'q\' \\"r\\" \\\\ \\u007f"\n'
    )


def test_remarks_of_an_editor_are_kept() -> None:
    content = with_comments(REMARKED, [{"comment": "b2"}])
    assert content.startswith('# mine\n[[comments]]\ncomment = "a1"  # this one\n\n[[comments]]\n')
