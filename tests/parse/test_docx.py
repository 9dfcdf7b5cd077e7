"""Word files: what the printed page shows, and where every character went."""

from __future__ import annotations

import io
import zipfile

import pytest

from lawkb.model.page import Page
from lawkb.model.source import PageRule, Source
from lawkb.parse.document import Block, Document
from lawkb.parse.read_page import read_law_page
from lawkb.parse.word.document import read_docx
from tests.parse.word_files import level, numbering, paragraph, run, table, word_file, zipped
from tests.strategies import OUTLINE

THREE = (
    level(0, "decimal", "%1.") + level(1, "lowerLetter", "(%2)") + level(2, "lowerRoman", "(%3)")
)


def texts(page: Document) -> list[str]:
    return [block.words.text for block in page.blocks if block.words.text]


def shown(body: str, **parts: str) -> list[str]:
    page = read_docx(word_file(body, parts))
    check_sum(page)
    return texts(page)


def check_sum(page: Document) -> None:
    account = page.account(tuple("law" for _ in page.blocks))
    assert sum(account.counts.values()) == page.total
    assert min(account.counts.values()) >= 0


def headings(page: Document) -> list[tuple[int, str]]:
    return [(block.level, block.words.text) for block in page.blocks if block.kind == "heading"]


def only(page: Document) -> Block:
    [block] = [block for block in page.blocks if block.words.text]
    return block


def test_headings_are_known_by_style_outline_level_and_bold_or_centred_letters() -> None:
    body = (
        paragraph("CHAPTER I", "H1")
        + paragraph("ΚΕΦΑΛΑΙΟ Β", "E2")
        + paragraph("Part three", "Own")
        + '<w:p><w:pPr><w:outlineLvl w:val="3"/></w:pPr>'
        + run("Section four")
        + "</w:p>"
        + paragraph(run("Article 5", "<w:b/>"))
        + paragraph(run("Article 6", '<w:rStyle w:val="Strong"/>'))
        + '<w:p><w:pPr><w:jc w:val="center"/></w:pPr>'
        + run("Article 7")
        + "</w:p>"
        + paragraph(run("Bold", "<w:b/>") + run(" and not bold"))
        + paragraph(run("not bold", '<w:b w:val="0"/>'))
    )
    assert headings(read_docx(word_file(body))) == [
        (1, "CHAPTER I"),
        (2, "ΚΕΦΑΛΑΙΟ Β"),
        (1, "Part three"),
        (4, "Section four"),
        (6, "Article 5"),
        (6, "Article 6"),
        (6, "Article 7"),
    ]


def test_automatic_numbers_are_written_as_the_page_shows_them() -> None:
    places = [(1, 0), (1, 0), (1, 1), (1, 1), (1, 2), (1, 2), (1, 1), (1, 0), (1, 1)]
    body = "".join(paragraph(f"text {n}", number=place) for n, place in enumerate(places))
    assert shown(body, numbering=numbering(THREE)) == [
        "1. text 0",
        "2. text 1",
        "(a) text 2",
        "(b) text 3",
        "(i) text 4",
        "(ii) text 5",
        "(c) text 6",
        "3. text 7",
        "(a) text 8",
    ]


@pytest.mark.parametrize(
    ("form", "labels"),
    [
        ("decimal", "1 2 3 4 5 6 7"),
        ("decimalZero", "01 02 03 04 05 06 07"),
        ("lowerLetter", "a b c d e f g"),
        ("upperLetter", "A B C D E F G"),
        ("lowerRoman", "i ii iii iv v vi vii"),
        ("upperRoman", "I II III IV V VI VII"),
        ("α, β, γ, ...", "α β γ δ ε στ ζ"),
        ("Α, Β, Γ, ...", "Α Β Γ Δ Ε ΣΤ Ζ"),
    ],
)
def test_each_format_of_numbers(form: str, labels: str) -> None:
    body = "".join(paragraph("x", number=(1, 0)) for _ in range(7))
    found = shown(body, numbering=numbering(level(0, form, "(%1)")))
    assert found == [f"({label}) x" for label in labels.split()]


def test_letters_after_the_last_are_doubled() -> None:
    body = "".join(paragraph("x", number=(1, 0)) for _ in range(28))
    found = shown(body, numbering=numbering(level(0, "lowerLetter", "%1)")))
    assert found[25:] == ["z) x", "aa) x", "bb) x"]


def test_a_label_of_several_levels_counts_each() -> None:
    levels = (
        level(0, "upperRoman", "Part %1")
        + level(1, "decimal", "%1.%2")
        + level(2, "decimal", "%1.%2.%3", "<w:isLgl/>")
    )
    places = [(1, 0), (1, 1), (1, 2), (1, 2), (1, 1), (1, 0), (1, 1)]
    body = "".join(paragraph("x", number=place) for place in places)
    assert shown(body, numbering=numbering(levels)) == [
        "Part I x",
        "I.1 x",
        "1.1.1 x",
        "1.1.2 x",
        "I.2 x",
        "Part II x",
        "II.1 x",
    ]


def test_a_level_that_never_restarts_goes_on() -> None:
    levels = level(0, "decimal", "Chapter %1") + level(
        1, "decimal", "Article %2", '<w:lvlRestart w:val="0"/>'
    )
    places = [(1, 0), (1, 1), (1, 1), (1, 0), (1, 1)]
    body = "".join(paragraph("x", number=place) for place in places)
    assert shown(body, numbering=numbering(levels))[-1] == "Article 3 x"


def test_a_list_that_overrides_the_start_begins_there_once() -> None:
    change = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>'
    lists = numbering(THREE, overrides={7: change, 8: ""})
    places = [(1, 0), (7, 0), (7, 0), (8, 0)]
    body = "".join(paragraph("x", number=place) for place in places)
    assert shown(body, numbering=lists) == ["1. x", "5. x", "6. x", "7. x"]


def test_a_style_can_bring_its_number() -> None:
    styles = (
        '<w:style w:type="paragraph" w:styleId="Art"><w:name w:val="Art"/><w:pPr><w:numPr>'
        '<w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="1"/></w:pPr></w:style>'
        '<w:style w:type="paragraph" w:styleId="Par"><w:name w:val="Par"/><w:pPr><w:numPr>'
        '<w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
    )
    levels = level(0, "decimal", "Article %1", '<w:pStyle w:val="Art"/>') + level(
        1, "decimal", "%2.", '<w:pStyle w:val="Par"/>'
    )
    body = (
        paragraph("Scope", "Art")
        + paragraph("One.", "Par")
        + paragraph("Two.", "Par")
        + paragraph("Names", "Art")
        + paragraph("One.", "Par")
        + '<w:p><w:pPr><w:pStyle w:val="Par"/><w:numPr><w:numId w:val="0"/></w:numPr></w:pPr>'
        + run("no number")
        + "</w:p>"
    )
    page = read_docx(word_file(body, {"styles": styles, "numbering": numbering(levels)}))
    assert texts(page) == [
        "Article 1 Scope",
        "1. One.",
        "2. Two.",
        "Article 2 Names",
        "1. One.",
        "no number",
    ]
    assert headings(page) == [(2, "Article 1 Scope"), (2, "Article 2 Names")]


def test_a_list_linked_by_a_style_of_lists_has_the_levels_of_the_other() -> None:
    lists = (
        '<w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="Laws"/></w:abstractNum>'
        f'<w:abstractNum w:abstractNumId="2"><w:styleLink w:val="Laws"/>{THREE}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>'
    )
    assert shown(paragraph("x", number=(1, 1)), numbering=lists) == ["(a) x"]


def test_bullets_are_no_labels_and_unknown_formats_are_told() -> None:
    lists = numbering(level(0, "bullet", "\uf0b7"), level(0, "hebrew1", "%1."))
    body = paragraph("x", number=(1, 0)) + paragraph("y", number=(2, 0))
    page = read_docx(word_file(body, {"numbering": lists}))
    assert texts(page) == ["x", "1. y"]
    assert [loss.kind for loss in page.losses] == ["numbering"]


def test_tabs_breaks_and_hyphens() -> None:
    body = paragraph(
        run("(a)")
        + "<w:r><w:tab/></w:r>"
        + run("part")
        + "<w:r><w:noBreakHyphen/></w:r>"
        + run("time w")
        + "<w:r><w:softHyphen/></w:r>"
        + run("ork;")
        + "<w:r><w:br/></w:r>"
        + run("(b) next")
        + '<w:r><w:br w:type="page"/></w:r>'
    )
    assert shown(body) == ["(a) part-time work;", "(b) next"]


def test_a_line_break_in_a_heading_begins_another_heading() -> None:
    body = paragraph(run("Article 6") + "<w:r><w:br/></w:r>" + run("Lawfulness"), "H1")
    assert headings(read_docx(word_file(body))) == [(1, "Article 6"), (1, "Lawfulness")]


NOTES = (
    '<w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote>'
    '<w:footnote w:id="2"><w:p><w:r><w:footnoteRef/></w:r>' + run(" First") + "</w:p>"
    "<w:p>" + run("more.") + "</w:p></w:footnote>"
    '<w:footnote w:id="3"><w:p>' + run("Second.") + "</w:p></w:footnote>"
)


def test_footnotes_are_at_their_marks() -> None:
    body = paragraph(
        run("Words")
        + '<w:r><w:footnoteReference w:id="3"/></w:r>'
        + run(" and more")
        + '<w:r><w:footnoteReference w:id="2"/></w:r>'
        + run(".")
    )
    page = read_docx(word_file(body, {"footnotes": NOTES}))
    check_sum(page)
    block = only(page)
    assert block.words.text == "Words and more."
    assert [(note.at, note.marker, note.text) for note in block.words.notes] == [
        (5, "1", "Second."),
        (14, "2", "First more."),
    ]
    assert block.note_size == len("Second. Firstmore.")


def test_a_mark_that_the_author_wrote_is_the_number_of_the_note() -> None:
    mark = '<w:r><w:footnoteReference w:customMarkFollows="1" w:id="3"/><w:t>*</w:t></w:r>'
    page = read_docx(word_file(paragraph(run("Words") + mark), {"footnotes": NOTES}))
    check_sum(page)
    block = only(page)
    assert block.words.text == "Words"
    assert [(note.at, note.marker) for note in block.words.notes] == [(5, "*")]


def test_a_note_without_a_mark_is_unparsed() -> None:
    page = read_docx(word_file(paragraph("x"), {"footnotes": NOTES}))
    check_sum(page)
    assert dict(page.elsewhere) == {"unparsed": 18}
    assert [loss.kind for loss in page.losses] == ["unparsed"]


def test_tracked_insertions_are_text_and_deletions_are_not_and_both_are_told() -> None:
    body = paragraph(
        run("The ")
        + '<w:del w:id="1"><w:r><w:delText>old</w:delText></w:r></w:del>'
        + f'<w:ins w:id="2">{run("new")}</w:ins>'
        + run(" rule")
        + f'<w:moveFrom w:id="3">{run(" gone")}</w:moveFrom>'
    )
    page = read_docx(word_file(body))
    check_sum(page)
    assert texts(page) == ["The new rule"]
    assert [(loss.kind, loss.message, loss.line) for loss in page.losses] == [
        ("text", "1 tracked insertions are read as text: «new»", 1),
        ("unparsed", "2 tracked deletions are left out: «old gone»", 1),
    ]
    assert dict(page.elsewhere) == {"unparsed": 8}


def test_a_paragraph_that_is_deleted_has_no_number() -> None:
    gone = (
        '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
        '<w:rPr><w:del w:id="1"/></w:rPr></w:pPr>'
        '<w:del w:id="2"><w:r><w:delText>old</w:delText></w:r></w:del></w:p>'
    )
    body = paragraph("x", number=(1, 0)) + gone + paragraph("y", number=(1, 0))
    assert shown(body, numbering=numbering(THREE)) == ["1. x", "2. y"]


def test_hidden_text_is_left_out_and_told() -> None:
    page = read_docx(word_file(paragraph(run("shown") + run("secret", "<w:vanish/>"))))
    check_sum(page)
    assert texts(page) == ["shown"]
    assert "«secret»" in page.losses[0].message


def test_lists_of_headings_headers_and_page_numbers_are_furniture() -> None:
    field = (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>{}</w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r>{}'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )
    body = (
        paragraph("Article 6 ... 12", "T1") + "<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery "
        'w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent>'
        + paragraph("Article 7 ... 13")
        + "</w:sdtContent></w:sdt>"
        + paragraph(
            run("On page ")
            + field.format("PAGE", run("12"))
            + run(" see ")
            + field.format("REF x", run("Article 9"))
        )
    )
    page = read_docx(word_file(body, {"header": paragraph("Gazette"), "footer": paragraph("3")}))
    check_sum(page)
    assert texts(page) == ["On page see Article 9"]
    assert dict(page.elsewhere)["furniture"] == 16 + 16 + 4 + 2 + 5 + 7 + 1


def test_comments_of_word_are_comments_of_readers() -> None:
    comments = (
        '<w:comment w:id="0" w:author="Anna" w:date="2024-05-06T10:11:00Z">'
        "<w:p>" + run("6(1): better so") + "</w:p></w:comment>"
    )
    page = read_docx(word_file(paragraph("x"), {"comments": comments}))
    check_sum(page)
    [comment] = page.comments
    assert (comment.author, comment.created) == ("Anna", "2024-05-06T10:11")
    assert comment.words[0].text == "6(1): better so"
    assert dict(page.elsewhere) == {"comments": 15}


def test_a_comment_of_word_is_with_the_law_that_it_is_on() -> None:
    mark = '<w:r><w:commentReference w:id="{}"/></w:r>'
    body = (
        paragraph("Law 1 First", "H1")
        + paragraph(run("A. Words.") + mark.format(7))
        + paragraph("Law 2 Second", "H1")
        + paragraph(run("A. Words.") + mark.format(8))
        + paragraph("B. More.")
    )
    comments = "".join(
        f'<w:comment w:id="{n}" w:author="Anna">{paragraph(f"See {n}")}</w:comment>' for n in (7, 8)
    )
    rule = PageRule("act", "2017", ("en",), "laws")
    page = Page("files", "act", "act.docx", word_file(body, {"comments": comments}))
    reading = read_law_page(page, rule, Source("files", "Files", (rule,)), OUTLINE)
    assert [[each.text for each in law.comments] for law in reading.laws] == [["See 7"], ["See 8"]]


def test_a_text_box_is_read_once_after_its_paragraph() -> None:
    inner = f"<w:txbxContent>{paragraph('In the box')}</w:txbxContent>"
    box = (
        '<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx>'
        f"{inner}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>{inner}"
        "</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    )
    assert shown(paragraph(run("Before") + box) + paragraph("After")) == [
        "Before",
        "In the box",
        "After",
    ]


def test_a_table_keeps_its_cells() -> None:
    page = read_docx(word_file(table(("Colour", "Fee"), ("red", "5"))))
    check_sum(page)
    [block] = page.blocks
    assert [[cell.passage.text if cell.passage else "" for cell in row] for row in block.cells] == [
        ["Colour", "Fee"],
        ["red", "5"],
    ]


def test_a_table_that_only_sets_labels_is_read_as_lines() -> None:
    inner = paragraph("words;") + paragraph("and more.")
    body = table(("(a)", inner), ("(b)", "others"))
    assert shown(body) == ["(a) words;", "and more.", "(b) others"]


def test_a_table_with_a_language_in_each_column_is_split_where_the_rule_names_both() -> None:
    body = table(
        (paragraph("Short title", "H1"), paragraph("Titre abrégé", "H1")),
        ("1. This Act may be cited.", "1. La présente loi."),
    )
    page = read_docx(word_file(body), 2)
    check_sum(page)
    assert [(block.column, block.kind, block.words.text) for block in page.blocks] == [
        (1, "heading", "Short title"),
        (2, "heading", "Titre abrégé"),
        (1, "paragraph", "1. This Act may be cited."),
        (2, "paragraph", "1. La présente loi."),
    ]


def test_such_a_table_on_a_page_of_one_language_is_told() -> None:
    body = table(("1. This Act.", "1. La présente loi."), ("2. More.", "2. Plus."))
    page = read_docx(word_file(body))
    assert [block.kind for block in page.blocks] == ["table"]
    assert "name them in the page rule" in page.losses[0].message


def test_links_to_the_web_are_kept_and_scripts_are_not() -> None:
    link = '<w:hyperlink r:id="{}">{}</w:hyperlink>'
    body = paragraph(link.format("a", run("the act")) + link.format("b", run(" no")))
    links = {"a": "https://example.org/act", "b": "javascript:alert(1)"}
    page = read_docx(word_file(body, links=links))
    [found] = only(page).words.links
    assert (found.start, found.end, found.target) == (0, 7, "https://example.org/act")
    assert "script" in page.losses[0].message


def test_letters_in_two_runs_are_composed() -> None:
    assert shown(paragraph(run("α", "<w:b/>") + run("\u0301 b"))) == ["ά b"]


def test_a_part_that_is_missing_costs_only_that_part() -> None:
    whole = word_file(paragraph("One") + paragraph("Two"), {"footnotes": "", "numbering": ""})
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    del held["word/footnotes.xml"]
    document = read_docx(zipped(held))
    assert [block.words.text for block in document.blocks] == ["One", "Two"]
    assert [loss.message for loss in document.losses] == [
        "the part «word/footnotes.xml» is not in the file"
    ]


def test_a_label_longer_than_any_of_word_is_cut_and_told() -> None:
    lists = {"numbering": numbering(level(0, "decimal", "%1" * 5000))}
    document = read_docx(word_file(paragraph("One", number=(1, 0)), lists))
    assert len(document.blocks[0].words.text) < 200
    assert [loss.kind for loss in document.losses] == ["numbering"]


def test_styles_in_a_long_chain_are_resolved_once() -> None:
    chain = "".join(
        f'<w:style w:styleId="s{n}"><w:basedOn w:val="s{n + 1}"/></w:style>' for n in range(500)
    )
    end = '<w:style w:styleId="s500"><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>'
    document = read_docx(word_file(paragraph("Title", "s0"), {"styles": chain + end}))
    assert [(block.kind, block.level) for block in document.blocks] == [("heading", 2)]
