"""Word files from a stranger: bounded work and memory, no other file read, always a loss."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from lawkb.model.page import LARGEST_PAGE
from lawkb.model.passage import Passage
from lawkb.parse.document import Document
from lawkb.parse.word.document import read_docx
from lawkb.parse.word.parts import MOST_XML
from tests.counted_calls import counted_calls
from tests.parse.word_files import level, numbering, paragraph, run, word_file, zipped

MOST_CALLS = 30_000_000  # several times what the most work takes


def parts_of(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def with_part(name: str, part: bytes) -> bytes:
    return zipped({**parts_of(word_file(paragraph("Words."))), name: part})


def read(content: bytes) -> Document:
    page, calls = counted_calls(lambda: read_docx(content))
    assert calls < MOST_CALLS
    account = page.account(tuple("law" for _ in page.blocks))
    assert sum(account.counts.values()) == page.total
    return page


def refused(content: bytes) -> str:
    page = read(content)
    assert not page.blocks
    [loss] = page.losses
    assert "\n" not in loss.message
    return loss.message


def test_a_bomb_of_zeros_is_refused() -> None:
    bomb = with_part("word/document.xml", b" " * (MOST_XML + LARGEST_PAGE))
    assert len(bomb) < LARGEST_PAGE
    assert "larger than" in refused(bomb)


def test_an_archive_that_lies_about_the_size_of_a_part_is_refused() -> None:
    bomb = bytearray(with_part("word/document.xml", b"<a>" + b" " * 40_000_000 + b"</a>"))
    at = bomb.rindex(b"word/document.xml") - 46  # its entry in the list at the end
    bomb[at + 24 : at + 28] = (100).to_bytes(4, "little")
    assert refused(bytes(bomb))


def test_an_archive_of_many_parts_is_refused() -> None:
    assert "parts" in refused(zipped({f"word/{n}.xml": b"" for n in range(5000)}))


ENTITIES = (
    '<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;">]>',
    '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE x SYSTEM "https://example.org/x.dtd">',
)


@pytest.mark.parametrize("declared", ENTITIES)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_part_with_a_document_type_is_refused(declared: str, encoding: str) -> None:
    part = parts_of(word_file(paragraph("&a;")))["word/document.xml"].decode()
    assert "document type" in refused(
        with_part("word/document.xml", (declared + part).encode(encoding))
    )


def test_only_the_first_paragraphs_of_very_many_are_read() -> None:
    page = read(word_file("<w:p><w:r><w:t>x</w:t></w:r></w:p>" * 100_000))
    assert len(page.blocks) == 50_000
    assert page.account(tuple("law" for _ in page.blocks)).counts["unparsed"] == 50_000
    assert any("only the first 50000 paragraphs" in loss.message for loss in page.losses)


def test_elements_nested_very_deep_are_refused() -> None:
    deep = "<w:ins>" * 5000 + run("x") + "</w:ins>" * 5000
    assert refused(word_file(paragraph(deep)))


def test_elements_nested_as_deep_as_xml_may_be_are_read() -> None:
    deep = "<w:smartTag>" * 240 + run("x") + "</w:smartTag>" * 240
    assert [block.words.text for block in read(word_file(paragraph(deep))).blocks] == ["x"]


def test_tables_nested_as_deep_as_xml_may_be_are_read() -> None:
    begin, end = "<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>"
    page = read(word_file(begin * 80 + paragraph("x") + end * 80))
    assert [block.cells[0][0].passage for block in page.blocks] == [Passage("x")]


def test_styles_that_are_based_on_each_other_and_lists_of_huge_numbers_are_read() -> None:
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="{own}"><w:name w:val="{own}"/>'
        f'<w:basedOn w:val="{other}"/></w:style>'
        for own, other in (("a", "b"), ("b", "a"))
    )
    lists = numbering(
        level(0, "lowerLetter", "%1%2%9", start=999_999)
        + level(1, "lowerRoman", "%2", start=10**30)
    )
    body = paragraph("x", "a", (1, 0)) + paragraph("y", "b", (1, 1)) + paragraph("z", "c", (7, 99))
    page = read(word_file(body, {"styles": styles, "numbering": lists}))
    assert [block.words.text.rpartition(" ")[2] for block in page.blocks] == ["x", "y", "z"]


@pytest.mark.parametrize(
    "content",
    [
        b"PK\x03\x04",
        b"PK\x03\x04" + bytes(range(256)) * 50,
        b"\xd0\xcf\x11\xe0" + b"\0" * 600,
        zipped({}),
        zipped({"[Content_Types].xml": b"<x/>"}),
        zipped({"mimetype": b"application/vnd.oasis.opendocument.text", "content.xml": b"<x/>"}),
    ],
)
def test_what_is_no_word_file_is_refused(content: bytes) -> None:
    assert refused(content)


def test_no_link_to_a_file_of_the_machine_is_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.xml"
    secret.write_text("<w:x>secret</w:x>")
    parts = parts_of(word_file(paragraph("Words.")))
    relations = parts["word/_rels/document.xml.rels"].decode()
    relations = relations.replace('Target="styles.xml"', f'Target="{secret.as_uri()}"')
    page = read(zipped({**parts, "word/_rels/document.xml.rels": relations.encode()}))
    assert "secret" not in "".join(block.words.text for block in page.blocks)
