"""Pages in another encoding than UTF-8: by their mark, by themselves, or as they declare."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.model.page import Page
from lawkb.model.text_encoding import decode_page
from lawkb.parse.read_page import read_page
from tests.corpus_files import bridge_outline, bridge_wiki

WORDS = "Α. Ο παίκτης ρωτά για τον Νόμο 16."
META = '<!DOCTYPE html><html><head><meta charset="{}"></head>'
HTTP_EQUIV = "<html><head><META content='text/html; charset={}' HTTP-EQUIV=Content-Type /></head>"
XML = '<?xml version="1.0" encoding="{}"?><html><head></head>'
OLD = '<!-- saved <meta charset="utf-8"> --><html><head><meta charset={}></head>'
HEADS = (META, HTTP_EQUIV, XML, OLD)


def page_of(head: str, label: str, words: str = WORDS) -> str:
    content = f"<!-- wikipage start --><p>{words}</p><!-- wikipage stop -->"
    return f"{head.format(label)}<body>{content}</body></html>"


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize(
    ("label", "codec"),
    [
        ("windows-1253", "cp1253"),
        ("ISO-8859-7", "iso8859-7"),
        ("greek", "iso8859-7"),
        ("x-cp1253", "cp1253"),
        ("utf-8", "utf-8"),
    ],
)
def test_a_page_is_read_in_the_encoding_that_it_declares(head: str, label: str, codec: str) -> None:
    content = page_of(head, label).encode(codec)
    reading = read_page(
        Page("wiki", "law_90", "law_90.html", content), bridge_wiki(), bridge_outline()
    )
    assert "Ο παίκτης ρωτά για τον Νόμο 16." in reading.text
    assert not [loss for loss in reading.losses if loss.kind == "encoding"]
    assert sum(reading.account.counts.values()) == reading.account.total


def test_utf_8_that_declares_another_encoding_is_read_as_it_is_with_a_loss() -> None:
    text, losses = decode_page(page_of(META, "windows-1253").encode())
    assert WORDS in text
    assert [loss.message for loss in losses] == [
        "the page declares windows-1253, its bytes are UTF-8"
    ]


@pytest.mark.parametrize("label", ["rot13", "zlib", "utf-7", "nonsense", "hz-gb-2312", "utf-16"])
def test_a_declaration_that_browsers_do_not_know_leaves_utf_8(label: str) -> None:
    text, losses = decode_page(page_of(META, label).encode())
    assert WORDS in text
    assert losses == ()
    _, (loss,) = decode_page(page_of(META, label).encode("cp1253"))
    assert loss.message.endswith("are not UTF-8")


def test_what_the_declared_encoding_has_not_is_a_loss() -> None:
    text, (loss,) = decode_page(
        page_of(META, "windows-1253", "Α. \x81 \xaa").encode("latin-1", "replace")
    )
    assert loss.message == "2 characters are not WINDOWS-1253"
    assert text.count("\ufffd") == 2


def test_a_byte_order_mark_counts_more_than_a_declaration() -> None:
    for mark, codec in ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF8, "utf-8")):
        written = page_of(META, "windows-1253")
        assert decode_page(mark + written.encode(codec)) == (written, ())


def test_a_declaration_in_a_text_page_is_text() -> None:
    _, (loss,) = decode_page(f"Νόμος\n{META.format('windows-1253')}".encode("cp1253"))
    assert "not UTF-8" in loss.message


@given(st.binary(max_size=60), st.sampled_from(["windows-1253", "iso-2022-jp", "big5", "gb18030"]))
def test_any_bytes_are_read_in_any_declared_encoding(rest: bytes, label: str) -> None:
    content = page_of(META, label).encode() + rest
    reading = read_page(
        Page("wiki", "law_90", "law_90.html", content), bridge_wiki(), bridge_outline()
    )
    assert sum(reading.account.counts.values()) == reading.account.total
