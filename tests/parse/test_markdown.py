"""Markdown: labels as written, headings, notes, and where every character went."""

from __future__ import annotations

from lawkb.parse.document import Document
from lawkb.parse.markdown import read_markdown


def read(*lines: str) -> Document:
    text = "\n".join((*lines, ""))
    page = read_markdown(text)
    account = page.account(tuple("law" for _ in page.blocks))
    assert sum(account.counts.values()) == page.total == len(text)
    assert min(account.counts.values()) >= 0
    return page


def texts(page: Document) -> list[str]:
    return [block.words.text for block in page.blocks if block.words.text]


def shown(*lines: str) -> list[str]:
    return texts(read(*lines))


def headings(*lines: str) -> list[tuple[int, str]]:
    blocks = read(*lines).blocks
    return [(block.level, block.words.text) for block in blocks if block.kind == "heading"]


def test_headings_are_marked_underlined_or_bold_lines() -> None:
    assert headings(
        "# CHAPTER I",
        "",
        "Part two",
        "========",
        "",
        "### Άρθρο 6 {#art-6}",
        "",
        "**Άρθρο 7**",
        "Not a heading",
        "",
        "**Bold** words",
    ) == [(1, "CHAPTER I"), (1, "Part two"), (3, "Άρθρο 6"), (6, "Άρθρο 7")]


def test_the_numbers_of_a_list_are_labels_as_written() -> None:
    assert shown("1. one", "3. three", "4. four", "", "5) five") == [
        "1. one",
        "3. three",
        "4. four",
        "5) five",
    ]


def test_a_list_of_equal_numbers_is_counted_as_every_program_shows_it() -> None:
    assert shown("1. one", "1. two", "1. three") == ["1. one", "2. two", "3. three"]


def test_items_in_items_and_their_paragraphs() -> None:
    page = read("1. one", "", "   more of one", "   - bullet", "     1. inner", "2. two")
    assert [(block.kind, block.level, block.words.text) for block in page.blocks] == [
        ("item", 1, "1. one"),
        ("paragraph", 1, "more of one"),
        ("paragraph", 2, "bullet"),
        ("item", 3, "1. inner"),
        ("item", 1, "2. two"),
    ]


def test_lettered_points_on_lines_of_their_own_are_lines_of_the_law() -> None:
    assert shown("1. The fee is:", "   (a) ten;", "   (b) five.") == [
        "1. The fee is:",
        "(a) ten;",
        "(b) five.",
    ]


def test_a_wrapped_sentence_stays_one_line() -> None:
    assert shown("as said in point", "(a) of Article 6, and", "1. there") == [
        "as said in point (a) of Article 6, and",
        "1. there",
    ]


def test_text_that_is_indented_by_hand_is_no_program() -> None:
    assert shown("Article 1", "", "    (a) words") == ["Article 1", "(a) words"]


def test_a_hard_line_break_begins_a_line() -> None:
    assert shown("Άρθρο 6  ", "Τίτλος\\", "Κείμενο<br>2. Άλλο") == [
        "Άρθρο 6",
        "Τίτλος",
        "Κείμενο",
        "2. Άλλο",
    ]


def test_a_note_is_at_its_mark_and_counted_once() -> None:
    page = read(
        "Words[^1] and[^x].", "", "Again[^1].", "", "[^1]: First", "    note.", "[^x]: *Two*."
    )
    notes = [(n.at, n.marker, n.text) for b in page.blocks for n in b.words.notes]
    assert notes == [(5, "1", "First note."), (9, "2", "Two."), (5, "1", "First note.")]
    assert sum(block.note_size for block in page.blocks) == len(
        "[^1]: First\n    note.\n[^x]: *Two*.\n"
    )


def test_a_note_without_a_mark_is_unparsed() -> None:
    page = read("Words.", "", "[^1]: lost")
    assert [loss.kind for loss in page.losses] == ["unparsed"]
    assert dict(page.elsewhere)["unparsed"] == len("[^1]: lost\n")


def test_tables_keep_cells_and_alignment() -> None:
    [block] = read("| A | B |", "|---|--:|", "| **c** | d |").blocks
    cells = [
        [(c.passage.text if c.passage else "", c.header, c.align) for c in row]
        for row in block.cells
    ]
    assert cells == [
        [("A", True, None), ("B", True, "right")],
        [("c", False, None), ("d", False, "right")],
    ]


def test_yaml_at_the_top_is_page_data_and_comments_are_furniture() -> None:
    page = read("---", "title: x", "---", "", "<!-- hidden", "", "more -->", "", "Words.")
    assert texts(page) == ["Words."]
    assert dict(page.elsewhere)["page_data"] == len("---\ntitle: x\n---\n\n")


def test_tags_are_no_words_and_scripts_are_left_out() -> None:
    page = read(
        '<div align="center">',
        "",
        "**Άρθρο 7**",
        "",
        "</div>",
        "<script>alert(1)</script>",
        "",
        "x <b>y</b>",
    )
    assert texts(page) == ["Άρθρο 7", "x y"]
    assert "<script>" in page.losses[0].message


def test_a_link_that_is_a_script_keeps_only_its_words() -> None:
    page = read("[a](https://example.org) [b](<javascript:x>)")
    [link] = page.blocks[0].words.links
    assert (link.start, link.end, link.target) == (0, 1, "https://example.org")


def test_struck_words_are_deleted_and_marks_are_kept() -> None:
    [block] = read("a **b** *c* ~~d~~ `e`").blocks
    assert [(m.kind, block.words.text[m.start : m.end]) for m in block.words.marks] == [
        ("bold", "b"),
        ("italic", "c"),
        ("deleted", "d"),
        ("code", "e"),
    ]
