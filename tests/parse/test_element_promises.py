"""What holds for every file made of elements: one tree in all formats, and nothing lost in any."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.parse.document import Document
from tests.parse.element_samples import READERS, characters, lines_of
from tests.parse.html_samples import account_sums, every_words

WORD = st.text("aβγ&<>é 1;§", min_size=1, max_size=12).map(lambda text: " ".join(text.split()))
WORDS = WORD.map(lambda text: f"word {text}".strip())


@dataclass(frozen=True)
class Point:
    """A provision: its words, and the points inside, which are lettered."""

    words: str
    points: tuple[Point, ...] = ()


@dataclass(frozen=True)
class Article:
    """An article: its title and its numbered paragraphs."""

    title: str
    paragraphs: tuple[Point, ...]


LEAVES = st.builds(Point, WORDS)
POINTS = st.builds(Point, WORDS, st.lists(LEAVES, max_size=3).map(tuple))
PARAGRAPHS = st.builds(Point, WORDS, st.lists(POINTS, max_size=3).map(tuple))
ARTICLES = st.builds(Article, WORDS, st.lists(PARAGRAPHS, min_size=1, max_size=3).map(tuple))
ACTS = st.lists(ARTICLES, min_size=1, max_size=3)
LABELS = ("{}.", "({})", "({})")
SIGNS = ("123", "abc", ("i", "ii", "iii"))


def label(depth: int, index: int) -> str:
    return LABELS[depth].format(SIGNS[depth][index])


def printed(act: list[Article]) -> Iterator[str]:
    """The lines of an act as a printer sets them."""
    for number, article in enumerate(act, start=1):
        yield f"# Article {number}"
        yield f"# {article.title}"
        yield from points_printed(article.paragraphs, 0)


def points_printed(points: tuple[Point, ...], depth: int) -> Iterator[str]:
    for index, point in enumerate(points):
        yield f"{label(depth, index)} {point.words}"
        yield from points_printed(point.points, depth + 1)


def formex(act: list[Article]) -> str:
    def items(points: tuple[Point, ...], depth: int) -> str:
        inside = "".join(
            f"<ITEM><NP><NO.P>{label(depth, index)}</NO.P><TXT>{escape(point.words)}</TXT>"
            f"{items(point.points, depth + 1)}</NP></ITEM>"
            for index, point in enumerate(points)
        )
        return f"<P><LIST>{inside}</LIST></P>" if points else ""

    def paragraph(index: int, point: Point) -> str:
        words = f"<P>{escape(point.words)}</P>{items(point.points, 1)}"
        return f"<PARAG><NO.PARAG>{label(0, index)}</NO.PARAG><ALINEA>{words}</ALINEA></PARAG>"

    articles = "".join(
        f"<ARTICLE><TI.ART>Article {number}</TI.ART>"
        f"<STI.ART><P>{escape(article.title)}</P></STI.ART>"
        f"{''.join(paragraph(*each) for each in enumerate(article.paragraphs))}</ARTICLE>"
        for number, article in enumerate(act, start=1)
    )
    return f'<?xml version="1.0"?>\n<ACT><ENACTING.TERMS>{articles}</ENACTING.TERMS></ACT>'


def akn(act: list[Article]) -> str:
    def point(index: int, each: Point, depth: int) -> str:
        name = ("paragraph", "point", "point")[depth]
        inside = "".join(point(*one, depth + 1) for one in enumerate(each.points))
        part = "intro" if inside else "content"
        return (
            f"<{name}><num>{label(depth, index)}</num><{part}><p>{escape(each.words)}</p></{part}>"
            f"{inside}</{name}>"
        )

    articles = "".join(
        f"<article><num>Article {number}</num><heading>{escape(article.title)}</heading>"
        f"{''.join(point(*each, 0) for each in enumerate(article.paragraphs))}</article>"
        for number, article in enumerate(act, start=1)
    )
    return f'<akomaNtoso xmlns="x"><act><body>{articles}</body></act></akomaNtoso>'


def eurlex(act: list[Article], prefix: str) -> str:
    def table(index: int, point: Point, depth: int) -> str:
        inside = "".join(table(*one, depth + 1) for one in enumerate(point.points))
        return (
            f'<table border="0"><tbody><tr><td><p class="{prefix}normal">{label(depth, index)}</p>'
            f'</td><td><p class="{prefix}normal">{escape(point.words)}</p>{inside}</td></tr>'
            "</tbody></table>"
        )

    def paragraph(index: int, point: Point) -> str:
        inside = "".join(table(*one, 1) for one in enumerate(point.points))
        first = f"{label(0, index)} &nbsp; {escape(point.words)}"
        return f'<p class="{prefix}normal">{first}</p>{inside}'

    return "<!DOCTYPE html><html><body>{}</body></html>".format(
        "".join(
            f'<p class="{prefix}ti-art">Article {number}</p>'
            f'<p class="{prefix}sti-art">{escape(article.title)}</p>'
            f"{''.join(paragraph(*each) for each in enumerate(article.paragraphs))}"
            for number, article in enumerate(act, start=1)
        )
    )


def plain(act: list[Article]) -> str:
    def items(points: tuple[Point, ...], depth: int) -> str:
        inside = "".join(
            f"<li>{'' if depth == 0 else label(depth, index) + ' '}{escape(point.words)}"
            f"{items(point.points, depth + 1)}</li>"
            for index, point in enumerate(points)
        )
        return f"<ol>{inside}</ol>" if points else ""

    return "<!DOCTYPE html><html><body>{}</body></html>".format(
        "".join(
            f"<h2>Article {number}<br>{escape(article.title)}</h2>{items(article.paragraphs, 0)}"
            for number, article in enumerate(act, start=1)
        )
    )


WRITERS: dict[str, tuple[str, Callable[[list[Article]], str]]] = {
    "Formex": ("formex", formex),
    "Akoma Ntoso": ("akn", akn),
    "old pages of EUR-Lex": ("web", lambda act: eurlex(act, "")),
    "new pages of EUR-Lex": ("web", lambda act: eurlex(act, "oj-")),
    "plain HTML": ("web", plain),
}


@pytest.mark.parametrize("name", WRITERS)
@given(act=ACTS)
def test_an_act_reads_back_to_its_labels_and_words(name: str, act: list[Article]) -> None:
    form, write = WRITERS[name]
    content = write(act).encode()
    document = READERS[form](content)
    lines = [line.replace(" \u00a0 ", " ") for line in lines_of(document)]
    assert lines == list(printed(act))
    assert account_sums(document) and not document.losses
    assert document.total == characters(form, content)


SOUPS = {
    "formex": "ACT P ITEM NP NO.P TXT LIST TBL ROW CELL NOTE FORMULA TI.ART STI.ART DIVISION HT TI "
    "QUOT.S QUOT.START QUOT.END PARAG NO.PARAG ALINEA INCL.ELEMENT BIB.INSTANCE TOC x",
    "akn": "act body article section num heading p content quotedStructure mod table tr td math "
    "authorialNote noteRef ref ins del recital preface docTitle meta hcontainer img br ol li x",
    "web": "p div table tr td th ol ul li dl dt dd h2 br hr pre a sup span img math mfrac main nav "
    "header footer blockquote caption html body head title section article script b del x",
}
ATTRIBUTES = st.sampled_from(
    [
        *("id='a' href='#a' href='javascript:x' class='ti-art' class='grid-list'".split(" ")),
        *("class='no-parag' class='oj-table' CODE='2018' ID='q' REF.START='q'".split(" ")),
        *("TYPE='DASH' TYPE='SUP' colspan='2' start='3' eId='a' marker='1' alt='x'".split(" ")),
        *("startQuote='x' src='y' role='main' hidden='' value='-7'".split(" ")),
    ]
)
TEXTS = st.text(max_size=6).map(escape) | st.sampled_from(
    [
        "(a)",
        "1.",
        "—",
        " ",
        "\n",
        "‘x",
        "x’",
        "&nbsp;",
        "&x;",
        "<!-- x -->",
        "<?x y?>",
        "]]>",
        "e&#769;",
    ]
)


@st.composite
def soups(draw: st.DrawFn, form: str) -> bytes:
    names = SOUPS[form].split()
    pieces = [{"formex": "<ACT>", "akn": "<akomaNtoso>", "web": "<html>"}[form]]
    opened: list[str] = []
    for _ in range(draw(st.integers(0, 40))):
        kind = draw(st.integers(0, 3))
        if kind == 0 and opened:
            pieces.append(f"</{opened.pop()}>")
        elif kind == 1:
            pieces.append(draw(TEXTS))
        else:
            opened.append(draw(st.sampled_from(names)))
            given_attributes = draw(st.lists(ATTRIBUTES, max_size=2, unique=True))
            pieces.append(f"<{opened[-1]} {' '.join(given_attributes)}>")
    return "".join(pieces).encode(errors="replace")


def promises(form: str, content: bytes) -> Document:
    """What holds for any bytes."""
    document = READERS[form](content)
    assert account_sums(document)
    assert document.total == characters(form, content)
    assert all(size >= 0 for _, size in document.elsewhere)
    for block in document.blocks:
        assert block.line >= 1 and block.size >= 0 and block.note_size >= 0
    for words in every_words(document):
        length = len(words.text)
        assert unicodedata.is_normalized("NFC", words.text)
        assert words.text == words.text.strip()
        assert all(0 <= mark.start < mark.end <= length for mark in words.marks)
        assert all(0 <= link.start < link.end <= length for link in words.links)
        assert all(0 <= note.at <= length for note in words.notes)
        assert not any(link.target.lower().startswith("javascript:") for link in words.links)
        words.text.encode()
    return document


@pytest.mark.parametrize("form", READERS)
@given(data=st.data())
def test_any_soup_of_elements_is_read(form: str, data: st.DataObject) -> None:
    promises(form, data.draw(soups(form)))


@pytest.mark.parametrize("form", READERS)
@given(content=st.binary(max_size=200))
def test_any_bytes_are_read(form: str, content: bytes) -> None:
    promises(form, content)


HOSTILE = {
    "formex": (
        *('<QUOT.START ID="a"/>', '<LIST TYPE="DASH"><ITEM>', "<ITEM>x</ITEM>", "<NOTE>x</NOTE>"),
        *("<FORMULA><IND>", "<TBL><ROW><CELL>", "<P>x</P>", "&x;", '<HT TYPE="SUP">x</HT>'),
    ),
    "akn": (
        *(
            "<section><num>1</num></section>",
            "<quotedStructure>",
            "<math>x</math>",
            "<p>x</p>",
            "<num>1</num>",
        ),
        *('<noteRef href="#x"/>', "<article><num>1</num>", "<del>x</del>", "<li value='1'>x</li>"),
    ),
    "web": (
        *(
            "<p>‘x</p>",
            "<p>‘x’’</p>",
            "<table><tr><td>1.<td>x</table>",
            "<ol><li>",
            "<li>x",
            "x<br>",
        ),
        *("<sup><a href=#n>1</a></sup>", "<p id=n><a href=#n>1</a>", "<a id=x>", "<td>", "<dt>1."),
        *("<p class=ti-art>x", "<div>‘", "<math><mfrac>", "<span> </span><a>", "<header>", "<img>"),
    ),
}
SMALL, LARGE = 4_000, 16_000


@pytest.mark.parametrize("form", HOSTILE)
def test_the_work_on_a_file_grows_as_the_file(form: str) -> None:
    root = {"formex": "<ACT>", "akn": "<akomaNtoso>", "web": "<html><body><ol>"}[form]
    for unit in HOSTILE[form]:
        small, large = (
            steps(READERS[form], (root + unit * (size // len(unit))).encode())
            for size in (SMALL, LARGE)
        )
        assert large < 5 * small + 10_000, f"{unit}: {small} and {large} calls"


def steps(read: Callable[[bytes], Document], content: bytes) -> int:
    """Calls that reading takes: the same on every machine."""
    count = 0

    def counted(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        read(content)
    finally:
        sys.setprofile(None)
    return count
