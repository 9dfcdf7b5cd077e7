"""The wikitext of MediaWiki: what the wiki shows, and where every character went."""

from __future__ import annotations

from lawkb.parse.document import Document
from lawkb.parse.mediawiki import read_mediawiki


def read(*lines: str) -> Document:
    text = "\n".join((*lines, ""))
    page = read_mediawiki(text)
    account = page.account(tuple("law" for _ in page.blocks))
    assert sum(account.counts.values()) == page.total == len(text)
    assert min(account.counts.values()) >= 0
    return page


def texts(page: Document) -> list[str]:
    return [block.words.text for block in page.blocks if block.words.text]


def shown(*lines: str) -> list[str]:
    return texts(read(*lines))


def test_headings_have_their_level_and_bold_lines_are_headings() -> None:
    page = read("= CHAPTER I =", "== ''Άρθρο'' 6 ==", "'''Άρθρο 7'''", "Words.")
    assert [(b.kind, b.level, b.words.text) for b in page.blocks] == [
        ("heading", 1, "CHAPTER I"),
        ("heading", 2, "Άρθρο 6"),
        ("heading", 6, "Άρθρο 7"),
        ("paragraph", 0, "Words."),
    ]


def test_numbered_lists_are_counted_at_every_depth() -> None:
    assert shown("# one", "## inner", "## inner two", "# two", "## again", "", "# new list") == [
        "1. one",
        "1. inner",
        "2. inner two",
        "2. two",
        "1. again",
        "1. new list",
    ]


def test_a_list_goes_on_after_an_indented_line() -> None:
    assert shown("# one", "#: more", "# two", "* bullet", ": (a) indented") == [
        "1. one",
        "more",
        "2. two",
        "bullet",
        "(a) indented",
    ]


def test_terms_and_definitions_are_lines() -> None:
    assert shown("; garden : a place", "; fee", ": money") == ["garden", "a place", "fee", "money"]


def test_a_list_in_html_has_its_own_numbers() -> None:
    lines = ('<ol type="a" start="3"><li>x</li><li>y</li></ol>', "<ol><li value=7>z</li></ol>")
    assert shown(*lines) == ["c. x", "d. y", "7. z"]


def test_a_list_in_html_may_have_a_style_lists_and_paragraphs() -> None:
    page = read(
        '<ol style="list-style-type: lower-alpha;">',
        "<li><p>one</p>",
        '<ol type="I"><li>inner</li></ol></li>',
        "<li>two</li></ol>",
    )
    assert [(b.level, b.words.text) for b in page.blocks if b.words.text] == [
        (1, "a. one"),
        (2, "I. inner"),
        (1, "b. two"),
    ]


def test_a_paragraph_ends_at_a_blank_line() -> None:
    assert shown("one", "line", "", "two", "<br>three") == ["one line", "two", "three"]


def test_a_label_after_the_end_of_an_item_begins_a_line() -> None:
    assert shown("The fee is:", "(a) ten;", "(b) five.", "in point", "(a) too") == [
        "The fee is:",
        "(a) ten;",
        "(b) five. in point (a) too",
    ]


def test_notes_are_at_their_marks_also_by_name() -> None:
    page = read(
        "Words<ref>First.</ref> and<ref name=x/> more<ref name=x>Second,",
        "",
        "two.</ref>.",
        "<references/>",
    )
    [block] = page.blocks
    assert block.words.text == "Words and more."
    assert [(n.at, n.marker, n.text) for n in block.words.notes] == [
        (5, "1", "First."),
        (9, "2", "Second, two."),
        (14, "2", "Second, two."),
    ]


def test_a_note_that_no_mark_has_words_for_is_told() -> None:
    assert [loss.kind for loss in read("Words<ref name=x/>.").losses] == ["note"]


def test_templates_are_unparsed_unless_they_only_change_the_look() -> None:
    page = read("{{c|'''Article 5'''}}", "{{Infobox|a=b}} Words{{!}}. {{DEFAULTSORT:x}}")
    assert texts(page)[0] == "Article 5"
    assert "Infobox" in page.losses[0].message
    assert dict(page.elsewhere) == {"unparsed": 20, "page_data": 17}


def test_a_note_in_a_note_is_counted_and_its_words_are_left_out() -> None:
    [block] = read("Words<ref>First<ref>inner</ref> again.</ref> and<ref>Next.</ref>.").blocks
    assert block.words.text == "Words and."
    assert [(n.marker, n.text) for n in block.words.notes] == [
        ("1", "First again."),
        ("3", "Next."),
    ]


def test_categories_magic_words_and_languages_are_page_data() -> None:
    page = read("__NOTOC__", "Words [[Category:Acts]][[Κατηγορία:Νόμοι]][[fr:Loi]]")
    assert texts(page) == ["Words"]
    assert dict(page.elsewhere) == {"page_data": 9 + 17 + 19 + 10}


def test_images_are_left_out_and_told() -> None:
    page = read("[[File:a.png|thumb|Caption]] Words [[Αρχείο:β.png]]")
    assert texts(page) == ["Words"]
    assert len(page.losses) == 2


def test_links_to_pages_and_to_the_web() -> None:
    [block] = read(
        "See [[Act 5#12|section 12]] and [https://example.org it] [javascript:x y]."
    ).blocks
    assert [(k.kind, k.target, k.anchor) for k in block.words.links] == [
        ("page", "Act_5", "12"),
        ("external", "https://example.org", None),
    ]


def test_tables_keep_their_cells() -> None:
    page = read("{| class=x", "! A !! B", "|-", "| colspan=2 | c<ref>n</ref>", "|}", "after")
    table, after = page.blocks
    assert [
        [(c.passage.text if c.passage else "", c.header, c.columns) for c in row]
        for row in table.cells
    ] == [
        [("A", True, 1), ("B", True, 1)],
        [("c", False, 2)],
    ]
    assert after.words.text == "after"


def test_comments_are_furniture_and_nowiki_is_text() -> None:
    page = read("a<!-- hidden --> b <nowiki>'''c'''</nowiki>")
    assert texts(page) == ["a b '''c'''"]
    assert dict(page.elsewhere) == {"furniture": 15}


def test_scripts_are_left_out() -> None:
    page = read("a <script>alert(1)</script>")
    assert texts(page) == ["a"]
    assert dict(page.elsewhere) == {"unparsed": 25}
