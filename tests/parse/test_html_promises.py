"""Promises 1 and 8 for HTML: nothing is lost, and no page can harm or stall its reader."""

import sys
import unicodedata
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.parse.diff import read_diff
from lawkb.parse.html.document import read_html
from lawkb.parse.html.elements_in_order import LARGEST_PAGE, read_steps
from tests.parse.html_samples import (
    WIKIS,
    account_sums,
    answer,
    answers,
    every_words,
    kind_of_answer,
    page,
)

TAGS = st.sampled_from(
    [
        *("p div span b em code sup sub del a h1 h2 h6 ul ol li pre blockquote dl dt dd".split()),
        *("table thead tr td th caption hr br img wbr form textarea script style svg".split()),
        *("html head body title bdi time abbr input main article".split()),
    ]
)
CLASSES = st.sampled_from(
    [
        *("fn_top fn_bot fn footnotes content wikilink1 media urlextern page dw-content".split()),
        *("comment_wrapper hentry comment_hidden comment_replies comment_body vcard".split()),
        *("published updated docInfo pageId secedit diff diff-blockheader diff-context".split()),
        *("diff-addedline diff-deletedline diff-mark diff_inline dokuwiki export minor".split()),
        *("level1 level99 rightalign sum user date sizechange file error li".split()),
    ]
)
ATTRIBUTES = st.sampled_from(
    "id='fn__1' href='#fn__1' href='#x' href='javascript:alert(1)' href='http://e.org/' "
    "href='http://[' href='?media=a:b' title='a:b' colspan='2' rowspan='0' value='1495778700' "
    "id='dokuwiki__content' id='comment_a' id='page__revisions' name='rev2[]' alt='x' "
    "id='dw__toc' datetime='2017-05-26T09:05:00+0300' data-wiki-id='x y'".split(" ")
)
TEXTS = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        [
            *(
                "a Νόμος 1) 2) \n \u00a0 \ufeff \u2028 e&#769; &#0; &#xD800; &lt; &b; ]]>".split(
                    " "
                )
            ),
            *(
                "Action disabled: x|Line 3:|@@ -1,2 +3,4 @@|2016/03/06 14:14|<!-- |-->|<|>".split(
                    "|"
                )
            ),
            "<!-- wikipage start -->",
            "<!-- wikipage stop -->",
            "<!-- content -->",
            'JSINFO = {"id":"\\ud800","ACT":"show"}',
            "<!DOCTYPE html>",
        ]
    ),
)
OPENED = st.builds(
    lambda tag, names, more: f"<{tag} class='{' '.join(names)}' {' '.join(more)}>",
    TAGS,
    st.lists(CLASSES, max_size=2),
    st.lists(ATTRIBUTES, max_size=2),
)
SOUP = st.lists(st.one_of(OPENED, OPENED, TAGS.map("</{}>".format), TEXTS), max_size=40).map(
    "".join
)

REAL = [(wiki, name) for wiki in WIKIS for name in answers(wiki)]


def whole() -> list[tuple[str, str]]:
    return [(wiki, name) for wiki, name in REAL if b"</html>" in answer(wiki, name)]


def promises(content: bytes) -> None:
    """What holds for any bytes."""
    document = read_html(content)
    assert account_sums(document)
    assert document.total == sum(
        len(step.text) for step in read_steps(content).steps if step.kind == "text"
    )
    for block in document.blocks:
        assert block.line >= 1 and block.size >= 0 and block.note_size >= 0
    for words in every_words(document):
        length = len(words.text)
        assert unicodedata.is_normalized("NFC", words.text)
        assert words.text == words.text.strip()
        assert all(0 <= mark.start < mark.end <= length for mark in words.marks)
        assert all(0 <= link.start < link.end <= length for link in words.links)
        assert all(a.end <= b.start for a, b in zip(words.links, words.links[1:], strict=False))
        assert all(0 <= note.at <= length for note in words.notes)
        assert not any(link.target.lower().startswith("javascript:") for link in words.links)
        words.text.encode()  # no lone surrogate
    assert (kind_of_answer(content) in ("page", "disabled", "cut")) or not document.blocks
    read_diff(content)


@given(st.binary(max_size=400))
def test_any_bytes_are_read(content: bytes) -> None:
    promises(content)


@given(SOUP)
def test_any_soup_of_tags_is_read(text: str) -> None:
    promises(text.encode(errors="replace"))


@given(SOUP)
def test_any_soup_within_a_page_is_read(text: str) -> None:
    around = (
        "<!DOCTYPE html><html><body><!-- wikipage start -->{}<!-- wikipage stop --></body></html>"
    )
    promises(around.format(text).encode(errors="replace"))


@given(st.sampled_from(REAL), st.floats(0, 1))
def test_any_real_answer_is_read_wherever_it_is_cut(sample: tuple[str, str], where: float) -> None:
    content = answer(*sample)
    promises(content[: int(len(content) * where)])


@given(st.deferred(lambda: st.sampled_from(whole())), st.floats(0, 0.99))
def test_a_page_that_is_cut_says_so_and_holds_what_came_before(
    sample: tuple[str, str], where: float
) -> None:
    content = answer(*sample)
    content = content[: int(content.rindex(b"</html>") * where)]
    document = read_html(content)
    whole = page(*sample)
    assert document.losses
    texts = [block.words.text for block in document.blocks[:-1]]
    assert texts == [block.words.text for block in whole.blocks][: len(texts)]


@given(st.sampled_from(REAL), st.floats(0, 1), SOUP)
def test_a_real_answer_with_soup_in_it_is_read(
    sample: tuple[str, str], where: float, soup: str
) -> None:
    content = answer(*sample)
    at = int(len(content) * where)
    promises(content[:at] + soup.encode(errors="replace") + content[at:])


def test_tags_nested_deeper_than_the_parser_goes_are_a_loss() -> None:
    for tag in (b"<div>", b"<b>", b"<blockquote>", b"<ul><li>", b"<table><tr><td>", b"<span><i>"):
        content = b"<p>first</p>" + tag * 10_000 + b"x"
        promises(content)
        document = read_html(content)
        assert document.blocks[0].words.text == "first"
        assert any("only in part" in loss.message for loss in document.losses)


def test_what_is_beyond_the_largest_page_is_a_loss() -> None:
    content = b"<p>a</p>" + b"x" * LARGEST_PAGE
    document = read_html(content)
    assert document.total == LARGEST_PAGE - len(b"<p></p>")
    assert "its last 8 bytes are not read" in document.losses[0].message


def test_scripts_that_nest_deeper_than_a_reader_of_json_goes_are_no_facts() -> None:
    script = b"<script>var JSINFO = {" + b'"a":[' * 100_000 + b"</script><p>x</p>"
    document = read_html(script)
    assert (document.page_id, len(document.blocks)) == (None, 1)


def calls(content: bytes) -> int:
    """How many functions of Python are called to read a page."""
    count = 0

    def counted(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        read_html(content)
        read_diff(content)
    finally:
        sys.setprofile(None)
    return count


ROW = b"<tr><td class=diff-deletedline>a<b class=diff-mark>b </b><td class=diff-addedline>c</tr>"
REPEATED = [
    b"<p>",
    b"x<br>",
    b"<b><p>a</p></b>",
    b"<ul><li>a</ul>",
    b"<a class=fn_top href=#fn__1>1)</a>",
    b"<div class=footnotes><div class=fn><a class=fn_bot id=fn__1>1)</a>z</div></div>",
    b"<div class=comment_wrapper><div class=hentry><div class=comment_body>a</div></div></div>",
    b"<table><tr><td>a</table>",
    b"<table class=diff><tr><td class=diff-blockheader>1:</td></tr>" + ROW + b"</table>",
]


@pytest.mark.parametrize("piece", REPEATED, ids=lambda piece: piece[:24].decode(errors="replace"))
def test_twice_the_page_is_twice_the_work(piece: bytes) -> None:
    assert_twice_the_work(piece)


def test_twice_a_real_answer_is_twice_the_work() -> None:
    assert_twice_the_work(answer("26", "rule_07.export_xhtmlbody"))


def assert_twice_the_work(piece: bytes) -> None:
    number = max(2, 20_000 // len(piece))
    once, twice = calls(piece * number), calls(piece * number * 2)
    assert twice < 2.1 * once


def test_twice_the_elements_are_twice_the_steps_up_to_five_megabytes() -> None:
    body = answer("26", "rule_07.export_xhtmlbody")
    number = 5_000_000 // len(body) // 2
    once, twice = (len(read_steps(body * times).steps) for times in (number, 2 * number))
    assert abs(twice - 2 * once) < 10
    document = read_html(body * number)
    assert len(document.blocks) == 29 * number
    assert account_sums(document)
