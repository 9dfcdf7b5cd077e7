"""What every parser promises, on whatever can be made of the signs it looks for."""

from __future__ import annotations

import io
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import strategies as st

from lawkb.akn.laws import read_law
from lawkb.akn.validate import file_errors
from lawkb.corpus.corpus_toml import read_outline, read_sources
from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.model.language import read_language
from lawkb.model.page import PIECE_KINDS, Page, PieceKind
from lawkb.model.passage import Passage
from lawkb.model.php_serialized import read_php, write_php
from lawkb.model.source import PageRule
from lawkb.model.text_encoding import decode_page
from lawkb.parse.document import Document, all_words
from lawkb.parse.dokuwiki.comment_files import read_comments
from lawkb.parse.dokuwiki.document import read_wikitext
from lawkb.parse.html.document import read_html
from lawkb.parse.markdown import read_markdown
from lawkb.parse.mediawiki import read_mediawiki
from lawkb.parse.read_page import read_law_page
from lawkb.parse.word.document import read_docx
from lawkb.references.find import find_references
from lawkb.search.query.nodes import written
from lawkb.search.query.parser import LONGEST_QUERY, parse_query
from lawkb.sources.dokuwiki_data import read_changes
from tests.akn.xml_files import law_xml
from tests.corpus_files import CASES, CORPUS, bridge_wiki
from tests.parse.element_samples import ACTS, READERS, characters
from tests.parse.word_files import level, numbering, paragraph, run, table, word_file, zipped
from tests.slow.fuzz.budget import fuzz
from tests.sources.samples import SAMPLES
from tests.strategies import OUTLINE, SCHEME

LANGUAGES = tuple(read_language(tag) for tag in ("el", "en", "it"))
GOLDEN = CASES / "akn" / "law_47.xml"
TOML = CORPUS / "corpus.toml"
PAGE = CORPUS / "sources" / "wiki" / "law_57.txt"
SHOWN = SAMPLES / "http26" / "rule_07.show.html"
RAW = SAMPLES / "src" / "syntax_zoo.txt"
META = SAMPLES / "data26" / "meta"


def made_of(*signs: str) -> st.SearchStrategy[str]:
    """Text of some signs, of words, and of what else there is."""
    pieces = st.sampled_from(signs) | st.sampled_from(["α", "b ", "1", "\n", "\n\n", "  "])
    return st.lists(pieces | st.text(max_size=3), max_size=60).map("".join)


def edited(content: bytes, *signs: str) -> st.SearchStrategy[bytes]:
    """A real file with some runs of it replaced."""
    put = st.sampled_from([sign.encode() for sign in signs]) | st.binary(max_size=4)
    edits = st.lists(st.tuples(st.integers(0, len(content)), st.integers(0, 40), put), max_size=5)

    def changed(places: list[tuple[int, int, bytes]]) -> bytes:
        found = content
        for at, cut, new in places:
            found = found[:at] + new + found[at + cut :]
        return found

    return edits.map(changed)


def check_document(page: Document, size: int | None) -> None:
    kinds: tuple[PieceKind, ...] = tuple("law" for _ in page.blocks)
    account = page.account(kinds)
    assert sum(account.counts.values()) == account.total == page.total
    assert min(account.counts.values()) >= 0
    assert set(account.counts) <= set(PIECE_KINDS)
    assert size is None or page.total == size
    for block in page.blocks:
        for words in all_words(block):
            check_words(words)


def check_words(words: Passage) -> None:
    end = len(words.text)
    assert all(0 <= mark.start < mark.end <= end for mark in words.marks)
    # An image without a caption is a link without words.
    assert all(0 <= link.start <= link.end <= end for link in words.links)
    assert all(0 <= note.at <= end for note in words.notes)
    # To DokuWiki [[javascript:x]] and {{javascript:x}} are a page and a file of a namespace: ids,
    # which are no addresses.
    links = (link for link in words.links if link.kind not in ("page", "media"))
    addresses = [link.target.lower() for link in links]
    assert not [address for address in addresses if address.startswith("javascript:")]


WIKI: tuple[str, ...] = (
    "[[",
    "]]",
    "((",
    "))",
    "|",
    "^",
    "**",
    "//",
    "__",
    "''",
    "== ",
    " ==",
    "  * ",
    "  - ",
)
WIKI += (":::", "<del>", "</del>", "<nowiki>", "%%", "{{", "}}", "\\\\ ", "----", "> ", "<WRAP>")
WIKI += ("javascript:x", "http://a.b", ";;", "~~NOTOC~~", "<code>", "</code>", "<sub>", "~~")


def test_wiki_text() -> None:
    def promise(text: str) -> None:
        text = decode_page(text.encode(errors="replace"))[0]
        check_document(read_wikitext(text, "code:rule_57"), len(text))

    texts = edited(RAW.read_bytes(), *WIKI).map(lambda content: content.decode(errors="replace"))
    assert fuzz(promise, made_of(*WIKI) | texts)


TAGS: tuple[str, ...] = (
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<table>",
    "<tr>",
    "<td colspan=9>",
    "</table>",
    "<ul><li>",
)
TAGS += (
    "<h2>",
    "</h2>",
    "<!-- wikipage start -->",
    "<!-- wikipage stop -->",
    "<!--",
    "-->",
    "&amp;",
)
TAGS += ('<div class="footnotes">', '<sup><a href="#fn__1" id="fnt__1" class="fn_top">1)</a></sup>')
TAGS += ('<div class="comment_head">', '<div class="hentry">', "<pre>", "<br>", "<script>", "&#0;")
TAGS += ('<a href="javascript:x">', '<a class="wikilink1" title="x">', "</a>", "</div>", "<", "\0")


def test_html() -> None:
    def promise(content: bytes) -> None:
        check_document(read_html(content), None)

    made = made_of(*TAGS).map(lambda text: text.encode(errors="replace"))
    assert fuzz(promise, made | edited(SHOWN.read_bytes(), *TAGS))


ELEMENTS: dict[str, tuple[str, ...]] = {
    "orchards_en.formex.xml": (
        *("<NOTE>", "</NOTE>", "<QUOT.S>", '<QUOT.START ID="a"/>', '<QUOT.END REF.START="a"/>'),
        *(
            "<TBL>",
            "<ROW>",
            "<CELL>",
            "</CELL>",
            "<FORMULA>",
            "<P>",
            "</P>",
            "&l9;",
            "]]>",
            "<?x?>",
        ),
    ),
    "orchards_act.akn.xml": (
        *("<quotedStructure>", "</quotedStructure>", "<num>", "</num>", "<section>", "</section>"),
        *("<table>", "<td>", "<authorialNote>", "<m:math>", "<del>", "<p>", "</p>", "&x;", "<!--"),
    ),
    "orchards_en.eurlex-old.html": (
        *("<table>", "<tr>", "<td>", "</td>", "</table>", '<p class="ti-art">', "</p>", "<ol><li>"),
        *(
            '<a href="#ntr1-X.01-E0001">1</a>',
            "<math>",
            "<pre>",
            "<br>",
            "‘",
            "’",
            "<main>",
            "<!--",
        ),
    ),
}


@pytest.mark.parametrize("name", ELEMENTS)
def test_files_of_elements(name: str) -> None:
    form = {"formex.xml": "formex", "akn.xml": "akn"}.get(name.partition(".")[2], "web")

    def promise(content: bytes) -> None:
        check_document(READERS[form](content), characters(form, content))

    assert fuzz(promise, edited((ACTS / name).read_bytes(), *ELEMENTS[name]))


LINES: tuple[str, ...] = (
    "1)\n",
    "^1)",
    "word1) ",
    "Α. ",
    "A. ",
    "1. ",
    "(α) ",
    "(i) ",
    "90. ",
    "ΝΟΜΟΣ 90",
    "| - |",
)
LINES += ("Anna, 2016/03/06 14:14\n\n", "• law_90.txt\n", "• από anna\n", "  * ", "\t\t", "[1]")
LINES += ("[a](b)", "====\n", "<html>", "[[x]]", "((y))", "  • Τελευταία τροποποίηση: ", "⁽¹⁾")


def test_pages_of_any_form() -> None:
    rule = PageRule("law_{law}", "2017", ("el", "en"))

    def promise(content: bytes) -> None:
        reading = read_law_page(Page("wiki", "law_90", "p", content), rule, bridge_wiki(), OUTLINE)
        assert sum(reading.account.counts.values()) == reading.account.total
        assert min(reading.account.counts.values()) >= 0
        ends = [piece.end for piece in reading.pieces]
        assert [piece.start for piece in reading.pieces] == [0, *ends][: len(ends)]
        assert all(law.number == 90 for law in reading.laws)
        for law in reading.laws:
            written = law_xml(law, OUTLINE)
            assert file_errors(written) == ()
            assert read_law(written, OUTLINE, "law_90.xml") == law

    made = made_of(*LINES).map(lambda text: text.encode(errors="replace"))
    assert fuzz(promise, made | edited(PAGE.read_bytes(), *LINES) | st.binary(max_size=200))


def test_files_of_comments() -> None:
    def promise(content: bytes) -> None:
        comments, _ = read_comments(content, "p")
        ids = [comment.id for comment in comments]
        assert len(ids) == len(set(ids))
        assert all(c.parent is None or c.parent in ids[:n] for n, c in enumerate(comments))
        for words in (words for comment in comments for words in comment.words):
            check_words(words)

    content = (META / "rule_07.comments").read_bytes()
    assert fuzz(promise, edited(content, "s:3:", "b:0;", "a:1:{", "N;", "}", "[[", "i:1;"))


def test_files_of_changes() -> None:
    def promise(content: bytes) -> None:
        revisions, _ = read_changes(content, "rule_07")
        times = [int(revision.id) for revision in revisions]
        assert times == sorted(set(times))

    content = (META / "rule_07.changes").read_bytes()
    assert fuzz(promise, edited(content, "\t", "\n", "0", "E", "rule_07") | st.binary(max_size=99))


def test_values_of_php() -> None:
    def promise(content: bytes) -> None:
        reading = read_php(content)
        again = read_php(write_php(reading.value))
        assert again.fault is None
        assert repr(again.value) == repr(reading.value)

    content = (META / "rule_07.meta").read_bytes()
    assert fuzz(promise, edited(content, "a:2:{", "d:1E9;", "O:1:", "b:1;", "}", "i:-1;", "N;"))


MARKDOWN: tuple[str, ...] = ("# ", "**", "*", "_", "~~", "`", "```\n", "> ", "- ", "1. ", "3) ")
MARKDOWN += ("    ", "[^1]", "[^1]: ", "[a](b)", "[", "](", "![", "|", "|--|\n", "---\n", "<b>")
MARKDOWN += ("</b>", "<br>", "<!--", "-->", "<script>", "</script>", "{#a}", "&amp;", "\\", ": ")
MARKDOWN += ("[a](javascript:x)", "(a) ", ";\n(b) ", "===\n", "^[", "[x]: http://a\n")


def test_markdown() -> None:
    def promise(text: str) -> None:
        text = decode_page(text.encode(errors="replace"))[0]
        check_document(read_markdown(text), len(text))

    assert fuzz(promise, made_of(*MARKDOWN))


MEDIAWIKI: tuple[str, ...] = (
    "== ",
    " ==",
    "'''",
    "''",
    "# ",
    "## ",
    "* ",
    ": ",
    "; ",
    " : ",
    "----",
)
MEDIAWIKI += ("{{", "}}", "{{c|", "{{{", "}}}", "[[", "]]", "[[Category:", "[[File:", "|", "{|\n")
MEDIAWIKI += ("|-\n", "| ", "! ", "|}\n", "<ref>", "</ref>", "<ref name=a/>", "<ref name=a>")
MEDIAWIKI += (
    "<references/>",
    "<nowiki>",
    "</nowiki>",
    "<br>",
    "<ol>",
    "<li>",
    "</ol>",
    "<!--",
    "-->",
)
MEDIAWIKI += (
    "__TOC__",
    "[http://a b]",
    "[javascript:x y]",
    "&amp;",
    "<div>",
    "</div>",
    "<pre>",
    "</pre>",
)


def test_mediawiki() -> None:
    def promise(text: str) -> None:
        text = decode_page(text.encode(errors="replace"))[0]
        check_document(read_mediawiki(text), len(text))

    assert fuzz(promise, made_of(*MEDIAWIKI))


WORD_BODY: tuple[str, ...] = (
    paragraph("words"),
    paragraph("(a)\ttitle", "H1"),
    paragraph("item", number=(1, 0)),
    paragraph("item", number=(1, 2)),
    paragraph("item", number=(9, 7)),
    table(("(a)", "x"), ("(b)", "y")),
    table(("1. a", "1. b", ""), ("2. c", "2. d")),
    table((table(("x",)), paragraph("y") + paragraph("z"))),
    paragraph(run("x") + '<w:r><w:footnoteReference w:id="2"/></w:r>' + run("bold", "<w:b/>")),
)
WORD_BODY += tuple(
    f"<w:{name}>{paragraph(run('x'))}</w:{name}>"
    for name in ("sdt", "del", "txbxContent", "p", "r")
)
WORD_BODY += tuple(f"<w:p><w:{name}>{run('y')}</w:{name}></w:p>" for name in ("ins", "del", "sdt"))
WORD_BODY += tuple(
    f'<w:p><w:r><w:fldChar w:fldCharType="{sign}"/><w:instrText>TOC</w:instrText></w:r></w:p>'
    for sign in ("begin", "separate", "end")
)
WORD_BODY += ("<w:p><w:r><w:sym w:char='D800'/><w:br/><w:tab/></w:r></w:p>", "<w:tbl/>", "<w:tc/>")
WORD_PARTS = {
    "numbering": numbering(level(0, "decimal", "%1.") + level(2, "lowerRoman", "%3)")),
    "footnotes": f'<w:footnote w:id="2"><w:p>{run("note")}</w:p></w:footnote>',
    "header": paragraph("head"),
}


def test_word_files() -> None:
    def promise(body: list[str]) -> None:
        for languages in (1, 2):
            check_document(read_docx(word_file("".join(body), WORD_PARTS), languages), None)

    assert fuzz(promise, st.lists(st.sampled_from(WORD_BODY), max_size=12))


def test_damaged_word_files() -> None:
    content = word_file("".join(WORD_BODY), WORD_PARTS)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    signs = ("<w:p>", "</w:p>", "<w:t>", "w:val", "=", "9", "&x;", "<!DOCTYPE x>", "rId1", "/", ">")

    def promise(changed: tuple[str, bytes]) -> None:
        name, part = changed
        check_document(read_docx(zipped({**parts, name: part})), None)

    def changes(name: str) -> st.SearchStrategy[tuple[str, bytes]]:
        return st.tuples(st.just(name), edited(parts[name], *signs))

    assert fuzz(promise, st.sampled_from(sorted(parts)).flatmap(changes))
    assert fuzz(lambda changed: check_document(read_docx(changed), None), edited(content, "PK"))


CITED: tuple[str, ...] = (
    "Law ",
    "Laws ",
    "Νόμο ",
    "Νόμους ",
    "Articolo ",
    "16B1",
    "47Ε2(α)",
    "(a)",
    "to ",
    "έως ",
)
CITED += (", ", " and ", " και ", "–", "above", "παραπάνω", "this Law", "2017", "4412/2016", "B4 ")


def test_references() -> None:
    def promise(text: str) -> None:
        for language in LANGUAGES:
            found = find_references(text, language, SCHEME, Address((47, 1)))
            ends = [0, *(reference.end for reference in found)]
            for end, reference in zip(ends, found, strict=False):
                assert end <= reference.start < reference.end <= len(text)
                assert text[reference.start : reference.end] == reference.raw

    assert fuzz(promise, made_of(*CITED))


def test_xml() -> None:
    def promise(content: bytes) -> None:
        try:
            law = read_law(content, OUTLINE, "law_47.xml")
        except LawkbError as error:
            assert str(error).count("\n") == 2
        else:
            assert law.number

    assert fuzz(
        promise,
        edited(GOLDEN.read_bytes(), "<p>", "</p>", "&x;", '"', "<!DOCTYPE x>", "rule_4", "\0"),
    )


def _outline_or_error(content: bytes) -> None:
    with TemporaryDirectory() as folder:
        (Path(folder) / "corpus.toml").write_bytes(content)
        try:
            assert read_sources(Path(folder), read_outline(Path(folder))) is not None
        except LawkbError as error:
            assert 2 <= str(error).count("\n") <= 52  # one line for each fault


def test_outlines() -> None:
    signs = ("[", "]", "=", '"', "{law}", "1", "[[levels]]\n", "true", "\n", "'", "{}", "0x")
    assert fuzz(_outline_or_error, edited(TOML.read_bytes(), *signs))


def test_a_setting_of_any_other_type_is_an_error_of_ours() -> None:
    for content in _retyped():
        _outline_or_error(content)


def _retyped() -> Iterator[bytes]:
    """The real file with one line's value of another type each."""
    lines = TOML.read_text("utf-8").split("\n")
    for at, line in enumerate(lines):
        key, sign, _ = line.partition(" = ")
        for value in ("1", '""', "[]", "[1]", "{}", "1979-05-27", "nan", "true", '"\\u0000"'):
            changed = "\n".join([*lines[:at], f"{key} = {value}", *lines[at + 1 :]])
            with suppress(tomllib.TOMLDecodeError):  # the first line of a value of several
                if sign and tomllib.loads(changed):
                    yield changed.encode()


def test_queries() -> None:
    def promise(query: str) -> None:
        try:
            tree = parse_query(query[:LONGEST_QUERY], LANGUAGES, SCHEME)
        except LawkbError as error:
            assert str(error).count("\n") == 2
            return
        assert tree is None or written(tree)

    assert fuzz(promise, made_of('"', "«", "»", "OR ", "ή ", "-", "NOT ", "(", ")", "*", *CITED))
