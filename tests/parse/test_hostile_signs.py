"""Signs that open what is never closed, and files of very many lines: read, cut, and told."""

import pytest

from lawkb.model.page import Page
from lawkb.model.source import PageRule, Source
from lawkb.parse.input_formats import read_page_lines
from lawkb.parse.markdown import read_markdown
from lawkb.parse.mediawiki import read_mediawiki

ALL = Source("files", "Files", (PageRule("act", "2000", ("en",), "laws"),))


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("[" * 50 + "a [b](http://example.org/) ]", "[" * 50 + "a b ]"),
        ("![" * 30, "![" * 30),
        (r"\[1] a [b", "[1] a [b"),
        ("`[` a [b]", "[ a [b]"),
    ],
)
def test_brackets_that_open_no_link_are_words(written: str, shown: str) -> None:
    document = read_markdown(written)
    assert [block.words.text for block in document.blocks] == [shown]


def test_braces_that_are_never_closed_are_words() -> None:
    document = read_mediawiki("{{{a|" * 40)
    assert [block.words.text for block in document.blocks] == ["{{{a|" * 40]


@pytest.mark.parametrize("name", ["act.txt", "act.md", "act.wiki", "act.html"])
def test_more_lines_than_any_code_has_are_unparsed_and_told(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lawkb.parse.input_formats._MOST_LINES", 5)
    line = "<p>Words.</p>" if name.endswith("html") else "Words.\n\n"
    head = "<html><body>" if name.endswith("html") else ""
    document = read_page_lines(Page("files", "act", name, (head + line * 9).encode()), ALL)
    assert len(document.text_lines) == 5
    assert [loss.message[:30] for loss in document.losses] == ["only the first 5 lines are rea"]
    if not document.is_plain:
        account = document.account(tuple("law" for _ in document.blocks))
        assert account.counts["unparsed"] > 0


def test_a_table_of_more_cells_than_anybody_reads_is_unparsed_and_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("lawkb.parse.input_formats._MOST_CELLS", 5)
    row = "<table border='1'><tr>" + "<td>a</td>" * 9 + "</tr></table>"
    content = f"<html><body><p>Words.</p>{row}<p>More.</p></body></html>".encode()
    document = read_page_lines(Page("files", "act", "act.html", content), ALL)
    assert [line.text for line in document.text_lines] == ["Words.", "More."]
    assert [loss.message for loss in document.losses] == [
        "a table of more than 5 cells is not read"
    ]
    account = document.account(tuple("law" for _ in document.blocks))
    assert account.counts["unparsed"] == 9
