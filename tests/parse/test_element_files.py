"""Acts made of elements are read as the page that a printer shows."""

from pathlib import Path

import pytest

from lawkb.errors import LawkbError
from lawkb.file_reading import read_files
from lawkb.model.source import Source
from lawkb.parse.document import Document
from lawkb.parse.elements.akoma_ntoso import read_akoma_ntoso
from lawkb.parse.elements.blocks import read_unknown_xml
from lawkb.parse.elements.formex import read_formex
from lawkb.parse.elements.web_page import read_web_page
from lawkb.parse.input_formats import detect_format
from tests.corpus_files import CORPUS
from tests.parse.element_samples import ACTS, READERS, characters, lines_of
from tests.parse.html_samples import account_sums

SOURCE = Source("acts", "Acts", ())
FILES = {
    "orchards_en.formex.xml": ("formex", "orchards_en.blocks.txt"),
    "orchards_en.eurlex-old.html": ("web", "orchards_en.blocks.txt"),
    "orchards_en.eurlex-new.html": ("web", "orchards_en.blocks.txt"),
    "orchards_annex_en.formex.xml": ("formex", "orchards_annex_en.blocks.txt"),
    "orchards_act.akn.xml": ("akn", "orchards_act.blocks.txt"),
    "garden.html": ("web", "garden.blocks.txt"),
}
WHOLE = [name for name in FILES if name.startswith("orchards_en")]
# The formula is text in Formex and an image on EUR-Lex's pages.
FORMULA = {"formex": "= Y = (a + b)/n", "web": "[fx.001.gif]"}


def body(html: str) -> Document:
    return read_web_page(f"<!doctype html><html><body>{html}</body></html>".encode())


def shown(html: str) -> list[str]:
    return list(lines_of(body(html)))


def formex(xml: str) -> list[str]:
    return list(lines_of(read_formex(f"<ACT>{xml}</ACT>".encode())))


def akn(xml: str) -> list[str]:
    head = '<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0"><act><body>'
    return list(lines_of(read_akoma_ntoso(f"{head}{xml}</body></act></akomaNtoso>".encode())))


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_read_as_its_printed_page(name: str) -> None:
    form, blocks = FILES[name]
    expected = (ACTS / blocks).read_text(encoding="utf-8")
    expected = expected.replace("FORMULA\n", f"{FORMULA.get(form, '')}\n")
    document = READERS[form]((ACTS / name).read_bytes())
    assert list(lines_of(document)) == expected.splitlines()


@pytest.mark.parametrize("name", FILES)
def test_every_character_of_a_file_is_accounted_for(name: str) -> None:
    form, content = FILES[name][0], (ACTS / name).read_bytes()
    document = READERS[form](content)
    assert account_sums(document)
    assert document.total == characters(form, content)


@pytest.mark.parametrize("name", FILES)
def test_the_format_of_a_file_is_known_by_its_content(name: str) -> None:
    assert detect_format((ACTS / name).read_text(encoding="utf-8"), SOURCE) == FILES[name][0]


def test_titles_and_divisions_are_headings_one_level_deeper_than_what_is_around_them() -> None:
    document = read_formex((ACTS / "orchards_en.formex.xml").read_bytes())
    levels = {block.words.text: block.level for block in document.blocks if block.kind == "heading"}
    assert [levels[each] for each in ("of 27 April 2031", "CHAPTER I", "Article 1")] == [1, 2, 3]
    assert levels["Subject matter"] == levels["Article 1"]


def test_xml_of_an_unknown_kind_is_named_and_counted_as_unparsed() -> None:
    content = "<?xml version='1.0'?><catalog><book>Ten trees</book></catalog>"
    assert detect_format(content, SOURCE) == "xml"
    document = read_unknown_xml(content.encode())
    assert document.elsewhere == (("unparsed", 9),)
    assert "«catalog»" in document.losses[0].message


def test_a_formex_file_that_only_lists_others_names_one_of_them() -> None:
    schema = b'xmlns:xsi="x" xsi:noNamespaceSchemaLocation="http://formex.publications.europa.eu/"'
    content = (
        b"<DOC "
        + schema
        + b"""><BIB.DOC><TITLE>Orchards</TITLE></BIB.DOC>
    <FMX><REF.PHYS FILE="L_2031007EN.01.xml"/></FMX></DOC>"""
    )
    document = read_formex(content)
    assert not document.blocks and account_sums(document)
    assert "L_2031007EN.01.xml" in document.losses[0].message


def test_a_part_of_a_page_is_of_the_wiki_only_if_it_shows_so() -> None:
    assert detect_format("<h2>Article 1</h2><ol><li>x</ol>", SOURCE) == "web"
    assert (
        detect_format('<h2 class="sectionedit1">1</h2><div class="level2">x</div>', SOURCE)
        == "html"
    )


def test_a_wiki_page_that_begins_with_an_element_is_no_xml() -> None:
    assert detect_format("<WRAP>\n== A. Words ==\n</WRAP>\n", SOURCE) == "wikitext"


def test_a_law_written_by_lawkb_is_read_with_its_labels_and_headings() -> None:
    law = (CORPUS / "laws" / "2017" / "en" / "law_47.xml").read_bytes()
    lines = list(lines_of(read_akoma_ntoso(law)))
    assert lines[1] == "# A. In Course of Rectification"
    assert any(line.startswith("(b) When it is too late") for line in lines)


@pytest.mark.parametrize(
    ("html", "lines"),
    [
        ('<ol type="i"><li>x<li>y</ol>', ["(i) x", "(ii) y"]),
        ('<ol start="3"><li>x<li value="7">y<li>z</ol>', ["3. x", "7. y", "8. z"]),
        ("<ol reversed><li>x<li>y</ol>", ["2. x", "1. y"]),
        ('<ol style="list-style-type: upper-alpha"><li>x</ol>', ["A. x"]),
        ('<ol style="list-style: none"><li>x</ol>', ["x"]),
        ("<ol><li>1. x<li>(b) y</ol>", ["1. x", "(b) y"]),
        ('<ol type="a" start="27"><li>x</ol>', ["(aa) x"]),
    ],
)
def test_a_list_has_the_numbers_that_a_browser_shows(html: str, lines: list[str]) -> None:
    assert shown(html) == lines


@pytest.mark.parametrize(
    ("html", "lines"),
    [
        ("<table><tr><td>—</td><td>x</td></tr></table>", ["— x"]),
        ("<table><tr><td></td><td>(iv)</td><td>x</td></tr></table>", ["(iv) x"]),
        ("<table border=1><tr><td>1.</td><td>x</td></tr></table>", ["| 1. | x"]),
        ("<table><tr><td>Tree</td><td>x</td></tr></table>", ["| Tree | x"]),
        (
            "<table><tr><td>1.</td><td>x</td></tr><tr><td>y</td><td>z</td></tr></table>",
            ["| 1. | x", "| y | z"],
        ),
        ("<table><tr><td><h2>Article 1</h2><p>1. x</p></td></tr></table>", ["# Article 1", "1. x"]),
    ],
)
def test_a_table_that_only_places_labels_is_no_table(html: str, lines: list[str]) -> None:
    assert shown(html) == lines


def test_a_label_set_beside_its_words_by_style_is_no_part_of_the_first_word() -> None:
    html = '<p><span class="no">(1)</span><span>This Act</span></p><p><b>a</b><i>b</i></p>'
    assert shown(html) == ["(1) This Act", "ab"]


def test_words_for_screen_readers_alone_are_left_out_and_told() -> None:
    html = '<p>One <span class="sr-only">hidden</span>two</p>'
    document = body(html)
    assert list(lines_of(document)) == ["One two"]
    assert dict(document.elsewhere)["unparsed"] == len("hidden")
    assert ["«hidden»" in loss.message for loss in document.losses] == [True]


def test_a_consolidated_text_has_its_labels_before_its_words() -> None:
    html = """<p class="title-article-norm">Article 1</p><p class="stitle-article-norm">Scope</p>
    <p class="arrow">▼B</p>
    <div class="norm"><span class="no-parag">1.  </span><div class="norm inline-element">Words:
    <div class="grid-container grid-list">
    <div class="list grid-list-column-1"><span>(a) </span></div>
    <div class="grid-list-column-2"><p class="norm">a point.</p></div></div></div></div>"""
    assert shown(html) == ["# Article 1", "# Scope", "1. Words:", "(a) a point."]


def test_a_number_that_links_to_a_title_is_no_footnote() -> None:
    html = (
        '<p><a href="#a1">1</a></p><h2 id="a1">Article 1</h2><p id="p">1. x</p><a href="#p">1</a>'
    )
    assert shown(html) == ["1", "# Article 1", "1. x", "1"]


def test_a_footnote_is_at_its_mark_and_is_no_text_of_the_page() -> None:
    html = """<p>Words<a href="#_ftn1" name="_ftnref1">[1]</a>.</p>
    <p><a href="#_ftnref1" name="_ftn1">[1]</a> A note.</p>"""
    document = body(html)
    assert list(lines_of(document)) == ["Words{1: A note.}."]
    assert dict(document.elsewhere)["notes"] == len("[1] A note.")


def test_the_page_around_the_text_is_furniture() -> None:
    menus = '<div class="menu">Home</div><aside>See also</aside><div role="navigation">y</div>'
    html = f"{menus}<p>1. x</p>"
    assert shown(html) == ["1. x"]


def test_words_of_another_act_are_no_structure_in_any_format() -> None:
    assert shown("<p>Read:</p><h3>‘Article 5</h3><p>1. x</p><p>2. y’;</p><p>3. z</p>") == [
        *("Read:", "> ‘Article 5", "> 1. x", "> 2. y’;", "3. z")
    ]
    quoted = '<QUOT.START ID="a" CODE="201C"/>1.', 'x<QUOT.END REF.START="a" CODE="201D"/>'
    assert formex(f"<P>Read:</P><P>{quoted[0]}</P><P>{quoted[1]};</P><P>2. z</P>") == [
        *("Read:", "> “1.", "> x”;", "2. z")
    ]
    assert akn(
        '<article><num>Art. 1</num><content><p>Read: <mod><quotedStructure startQuote="«" '
        'endQuote="»"><article><num>Art. 5</num><paragraph><num>1.</num><content><p>x</p></content>'
        "</paragraph></article></quotedStructure>.</mod></p></content></article>"
    ) == ["# Art. 1", "Read:", "> «Art. 5", "> 1. x»."]


def test_points_of_a_quotation_are_placed_like_others_and_are_no_points() -> None:
    row = "<table><tr><td><p>{}</p></td><td><p>{}</p></td></tr></table>"
    html = f"<p>(a) read:</p>{row.format('‘(b)', 'x;')}{row.format('(c)', 'y’;')}<p>2. z</p>"
    assert shown(html) == ["(a) read:", "> ‘(b) x;", "> (c) y’;", "2. z"]


def test_a_quotation_that_is_never_closed_takes_no_text_with_it() -> None:
    assert formex('<P><QUOT.START ID="a" CODE="2018"/>x</P><P>2. y</P>') == ["‘x", "2. y"]
    assert shown("<p>‘x</p><p>2. y</p>") == ["‘x", "2. y"]


def test_a_word_in_quotation_marks_is_a_paragraph() -> None:
    assert shown("<p>‘keeper’ means who keeps;</p><p>2. y’</p>") == [
        *("‘keeper’ means who keeps;", "2. y’")
    ]


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        ("<math><msqrt><mi>a</mi></msqrt></math>", "√a"),
        ("<math><msup><mi>x</mi><mn>2</mn></msup><mo>=</mo><mn>4</mn></math>", "x^2 = 4"),
        (
            "<math><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac></math>",
            "(a + b)/2",
        ),
        ("<math><msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup></math>", "x_i^2"),
    ],
)
def test_a_formula_is_text_with_signs(formula: str, text: str) -> None:
    assert shown(f"<p>{formula}</p>") == [f"= {text}"]
    assert shown(f"<p>with {formula} in it</p>") == [f"with {text} in it"]


def test_an_image_is_its_words_or_else_its_file_name_and_a_loss() -> None:
    assert shown('<p><img src="/a/map.png" alt="Map of the orchard"></p>') == ["Map of the orchard"]
    document = body('<p><img src="/a/map.png"></p>')
    assert list(lines_of(document)) == ["[map.png]"]
    assert "map.png" in document.losses[0].message


def test_entities_of_a_file_are_never_expanded() -> None:
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    content = f'<!DOCTYPE ACT [<!ENTITY l0 "lol">{laughs}]><ACT><P>ha &l9; ha</P></ACT>'
    document = read_formex(content.encode())
    assert list(lines_of(document)) == ["ha ha"]
    assert "l9" in document.losses[0].message
    outside = b'<!DOCTYPE ACT [<!ENTITY x SYSTEM "file:///etc/passwd">]><ACT><P>ha &x;</P></ACT>'
    assert list(lines_of(read_formex(outside))) == ["ha"]
    assert list(lines_of(read_formex(b"<ACT><P>a&nbsp;b&hellip;</P></ACT>"))) == ["a\u00a0b…"]


def test_a_link_keeps_its_url_and_a_script_only_its_words() -> None:
    document = body(
        '<p>See <a href="https://e.org/x">there</a>, <a href="javascript:x">no</a>.</p>'
    )
    links = [(link.kind, link.target) for link in document.blocks[0].words.links]
    assert links == [("external", "https://e.org/x")]
    assert [loss.kind for loss in document.losses] == ["link"]


def test_a_section_between_articles_is_a_division_and_without_articles_a_law() -> None:
    article = "<article><num>Article 1</num><content><p>x</p></content></article>"
    inside = f"<section><num>Section 2</num><heading>Trees</heading>{article}</section>"
    assert akn(inside) == ["# Section 2", "# Trees", "# Article 1", "x"]
    assert akn(
        "<section><num>2</num><heading>Trees</heading><content><p>x</p></content></section>"
    ) == [*("# 2 Trees", "x")]


def test_a_list_without_a_number_goes_on_after_the_label_around_it() -> None:
    point = "<point><num>a)</num><content><p>y;</p></content></point>"
    paragraph = f"<paragraph><num>2.</num><list><intro><p>x:</p></intro>{point}</list></paragraph>"
    assert akn(f"<article><num>Art. 1</num>{paragraph}</article>") == ["# Art. 1", "2. x:", "a) y;"]


def test_a_note_among_the_data_of_a_file_is_at_its_mark() -> None:
    xml = """<akomaNtoso><act><meta><notes><note eId="c1"><p>A note.</p></note></notes></meta><body>
    <section><num>1</num><content><p>Words<noteRef href="#c1" marker="F1"/>.</p></content></section>
    </body></act></akomaNtoso>"""
    assert list(lines_of(read_akoma_ntoso(xml.encode()))) == ["# 1", "Words{F1: A note.}."]


def test_a_formula_of_no_stated_type_is_a_line_of_its_own_only_if_it_is_alone() -> None:
    formula = "<FORMULA>x <OP.CMP TYPE='GE'/> 1</FORMULA>"
    assert formex(f"<P>where {formula} holds</P><P>{formula}</P>") == [
        "where x ≥ 1 holds",
        "= x ≥ 1",
    ]


def test_a_title_without_parts_is_a_heading() -> None:
    assert formex("<DIVISION><TITLE>CHAPTER I</TITLE><P>x</P></DIVISION>") == ["# CHAPTER I", "x"]
    assert formex("<GR.SEQ><TITLE><P>Part A</P></TITLE><P>x</P></GR.SEQ>") == ["# Part A", "x"]


def test_a_note_of_eur_lex_without_a_mark_is_lost_and_no_text_of_the_last_article() -> None:
    document = body('<p class="oj-normal">1. x</p><p class="oj-note">(1) OJ C 1, p. 2.</p>')
    assert list(lines_of(document)) == ["1. x"]
    assert dict(document.elsewhere)["notes"] == len("(1) OJ C 1, p. 2.")
    assert [loss.kind for loss in document.losses] == ["note"]


def test_a_list_of_dashes_without_numbers_has_its_dashes() -> None:
    items = "<ITEM><P>x</P></ITEM><ITEM><NP><NO.P>—</NO.P><TXT>y</TXT></NP></ITEM>"
    assert formex(f'<P>z<LIST TYPE="DASH">{items}</LIST></P>') == ["z", "— x", "— y"]


def test_a_file_of_unknown_xml_is_refused_by_name(tmp_path: Path) -> None:
    file = tmp_path / "catalog_en.xml"
    file.write_text("<?xml version='1.0'?><catalog>Ten trees</catalog>", encoding="utf-8")
    with pytest.raises(LawkbError, match="«catalog»"):
        read_files((file,), None)


@pytest.mark.parametrize("name", WHOLE)
def test_an_act_in_one_file_is_read_into_its_articles_and_points(name: str) -> None:
    read = read_files((ACTS / name,), None, ("en",))
    written = read.outline.scheme.write
    laws = {law.number: law for law in read.files[0].reading.laws}
    assert {1, 2, 3} <= set(laws)
    addresses = [written(each.address) for each in laws[1].root.walk()]
    assert addresses == ["1", "1(1)", "1(2)", "1(2)(a)", "1(2)(a)(i)", "1(2)(a)(ii)", "1(2)(b)"]


@pytest.fixture(scope="module")
def code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A code of the kind of these acts: chapters, recitals, annexes, inserted articles."""
    folder = tmp_path_factory.mktemp("corpus")
    toml = (CORPUS.parent / "examples" / "statute" / "corpus" / "corpus.toml").read_text(
        encoding="utf-8"
    )
    toml = toml.replace('name = "article"', 'name = "article"\ninserts = ["letters"]', 1)
    tables = '[[series]]\nname = "recitals"\n[[series]]\nname = "annex"\nnumbering = "roman"\n'
    toml += f'\n{tables}\n[[divisions]]\nname = "chapter"\n'
    (folder / "corpus.toml").write_text(toml, encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", WHOLE)
def test_an_act_is_read_with_its_recitals_chapters_and_inserted_articles(
    name: str, code: Path
) -> None:
    read = read_files((ACTS / name,), code, ("en",), "laws")
    reading = read.files[0].reading
    written = read.outline.scheme.write
    headings = {
        written(law.root.address): law.root.heading.text if law.root.heading else ""
        for law in reading.laws
    }
    articles = {"1": "Subject matter", "2": "Definitions", "3": "Amendments", "3a": "Counting"}
    assert {number: headings[number] for number in articles} == articles
    recitals = [law for law in reading.laws if written(law.root.address) not in articles]
    assert len(recitals) == 1 and len([*recitals[0].root.walk()]) >= 3
    chapters = [each.num for one in reading.divisions for each in one.divisions]
    assert chapters == ["CHAPTER I", "CHAPTER II"]
    assert not reading.account.counts["unparsed"]


def test_an_annex_in_a_file_of_its_own_is_read_as_an_annex(code: Path) -> None:
    name = "orchards_annex_en.formex.xml"
    read = read_files((ACTS / name,), code, ("en",), "laws")
    (annex,) = read.files[0].reading.laws
    assert annex.root.num == "ANNEX I"
    assert annex.root.heading and annex.root.heading.text == "List of trees"


def test_a_quoted_point_in_a_table_is_one_paragraph() -> None:
    row = "<tr><td><p>‘({})</p></td><td><p>the booking of huts{}</p></td></tr>"
    for rows in (row.format("d", ".’;"), row.format("d", ";") + row.format("e", ".’.")):
        page = f"<html><body><p>is added:</p><table><tbody>{rows}</tbody></table></body></html>"
        words = [block.words.text for block in read_web_page(page.encode()).blocks]
        assert [each.startswith("‘") for each in words[1:]] == [True] * rows.count("<tr>"), words
