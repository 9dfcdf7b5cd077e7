"""Promise 1 for dumps of any shape: nothing is lost, nothing raises, work grows with the page."""

import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.model.law import Comment
from lawkb.model.page import PieceKind
from lawkb.model.passage import Passage
from lawkb.model.text_encoding import decode_page
from lawkb.parse.document import Document, all_words
from lawkb.parse.read_page import PageReading
from lawkb.parse.text_dump import read_extracted
from lawkb.parse.text_lines import read_lines
from tests.parse.three_pebbles import WIKI, extracted, read_rule

VARIANTS = "ABCDEFGHIJKLMN"
DUMPS = "FGHIJKLMN"
PAGES = ("rule_02", "rule_03", "rule_07", "rule_20", "rule_40")
variants = st.tuples(st.sampled_from(VARIANTS), st.sampled_from(PAGES))
dumps = st.tuples(st.sampled_from(DUMPS), st.sampled_from(PAGES))

# Lines of every variant, right and wrong, to stand anywhere.
LINES = st.one_of(
    st.sampled_from(
        [
            *("", "  ", "rule_07", "  • rule_07.txt", "* * *", "_" * 40, "━" * 40, "---|---"),
            *("1)", "2) , 5)", "   ^1)", "^2) , ^5)", "## A. First", "### Γ. Τρίτη", "# x"),
            *("RULE 7 - MOVING", "ΚΑΝΟΝΑΣ 7 – ΚΙΝΗΣΗ", "A. First", "Γ. Τρίτη", "Συζήτηση"),
            *("1\\. accept the move, or ", "2\\. (α) ένα· ", "1. (a) one;", "(i) in turn;"),
            *(
                "with a mark1) in it",
                "με νεύμα^2) ή χέρι",
                "τρόπο1)), Β4) 49)",
                "errors4). Again5).",
            ),
            *(
                "a | b | c",
                "| a | b |",
                "|---|---|",
                "a \t\tb\t\tc",
                "a   b   c",
                "  * item",
                "• item",
            ),
            *(
                '[Κανόνας 3](/doku.php?id=rule_03 "rule_03") **a _b_**',
                "![](/x.gif)",
                "[[[[((((",
                "`_*",
            ),
            *("[x](javascript:alert(1))", '[x](//evil.example/ "rule_03")', "[x](http://[)", "\\"),
            "Άννα Σαμπλή, 2016/03/07 09:00, 2016/03/07 10:00",
            "rule_07.txt · Τελευταία τροποποίηση: 2017/05/26 09:05 από anna",
            "Θα μπορούσατε να σχολιάσετε αν είσασταν συνδεδεμένος.",
        ]
    ),
    # HTML counts its text alone, elsewhere
    st.text(st.characters(exclude_characters="<"), max_size=40),
)


def changed(page: bytes, edits: list[tuple[int, str | None]]) -> str:
    """The page with lines put in, or taken out where the edit has none."""
    lines = page.decode().split("\n")
    for at, line in edits:
        place = at % (len(lines) + 1)
        if line is None:
            del lines[place : place + 1]
        else:
            lines.insert(place, line)
    return "\n".join(lines)


edits = st.lists(st.tuples(st.integers(0, 500), st.none() | LINES), max_size=12)


def read_dump(text: str) -> Document:
    page = read_extracted(text, WIKI)
    assert page is not None
    return page


def all_text(page: Document) -> str:
    words = [words for block in page.blocks for words in all_words(block)]
    noted = [note.text for each in words for note in each.notes]
    said = [each for comment in page.comments for each in comment.words]
    return "\n".join([*(each.text for each in [*words, *said]), *noted])


def said(comments: tuple[Comment, ...]) -> Iterator[str]:
    for comment in comments:
        yield comment.text
        yield from said(comment.replies)


def read_text(reading: PageReading) -> str:
    """Every word a reading holds."""
    found = [text for law in reading.laws for text in said(law.comments)]
    for law in reading.laws:
        for provision in law.provisions():
            found += [provision.num, provision.text]
            found += [provision.heading.text] if provision.heading else []
            found += [note.text for note in provision.notes]
    return "\n".join(found)


@given(variants, edits)
def test_any_page_of_any_variant_is_read_and_accounted_for(
    which: tuple[str, str], edits: list[tuple[int, str | None]]
) -> None:
    content = changed(extracted(*which), edits).encode(errors="replace")
    account = read_rule(content, which[1]).account
    assert account.total == len(decode_page(content)[0]) == sum(account.counts.values())
    assert min(account.counts.values()) >= 0


@given(st.lists(LINES, max_size=30).map("\n".join))
def test_any_lines_are_read_and_accounted_for(text: str) -> None:
    content = text.encode(errors="replace")
    account = read_rule(content).account
    assert account.total == len(decode_page(content)[0]) == sum(account.counts.values())


@given(variants, st.integers(0, 200))
def test_a_paragraph_put_anywhere_is_read_or_said_to_be_elsewhere(
    which: tuple[str, str], at: int
) -> None:
    new = "Zyx wvu tsrq ponm."
    lines = extracted(*which).decode().split("\n")
    place = at % len(lines)
    before = read_rule("\n".join(lines).encode(), which[1]).account.counts
    blank = [] if which[0] == "I" else [""]  # I is known by having no blank lines
    put = [*lines[:place], *blank, new, *blank, *lines[place:]]
    reading = read_rule("\n".join(put).encode(), which[1])
    after = reading.account.counts
    elsewhere = any(after[kind] >= before[kind] + len(new) for kind in ("furniture", "unparsed"))
    assert new in read_text(reading) or elsewhere


@given(dumps, edits)
def test_sizes_of_a_dump_are_those_of_its_lines(
    which: tuple[str, str], edits: list[tuple[int, str | None]]
) -> None:
    text = decode_page(changed(extracted(*which), edits).encode(errors="replace"))[0]
    page = read_extracted(text, WIKI)
    if page is None:
        return
    assert page.total == len(text)
    assert all(block.size >= 0 and block.note_size >= 0 for block in page.blocks)
    kinds: list[PieceKind] = ["law" for _ in page.blocks]
    assert sum(page.account(tuple(kinds)).counts.values()) == len(text)
    for words in (words for block in page.blocks for words in all_words(block)):
        check_words(words)


def check_words(words: Passage) -> None:
    end = len(words.text)
    assert words.text == words.text.strip()
    assert "\n" not in words.text
    assert all(0 <= note.at <= end for note in words.notes)
    assert all(0 <= mark.start < mark.end <= end for mark in words.marks)
    assert all(0 <= link.start < link.end <= end for link in words.links)
    assert not [link for link in words.links if "script" in link.target]


@given(st.text(max_size=400))
def test_lines_join_to_the_page(text: str) -> None:
    lines = read_lines(text)
    at = 0
    for line in lines:
        assert line.start == at
        assert line.text in text[line.start : line.end]
        at = line.end
    assert at == (len(text) if lines else 0)


@pytest.mark.parametrize("variant", DUMPS)
def test_a_dump_is_known_as_one_and_the_line_reader_gets_the_rest(variant: str) -> None:
    for page in PAGES:
        assert read_extracted(extracted(variant, page).decode(), WIKI) is not None
    for other in "ABCDE":
        assert read_extracted(extracted(other, "rule_07").decode(), WIKI) is None


@pytest.mark.parametrize("variant", "JLKMFG")
def test_every_word_between_frame_and_foot_is_read(variant: str) -> None:
    text = extracted(variant, "rule_40").decode()
    begin, end = text.rindex("ΚΑΝΟΝΑΣ 40"), text.index("Θα μπορούσατε")
    expected = "".join(char for char in text[begin:end] if char not in "_━" and char.strip())
    assert "".join(all_text(read_dump(text)).split()) == expected


def steps(content: bytes) -> int:
    """How many lines of our own code run, each turn of a loop counted, when a page is read."""
    count = 0

    def counted(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal count
        count += event == "line"
        return counted if "lawkb" in frame.f_code.co_filename else None

    sys.settrace(counted)
    try:
        read_rule(content)
    finally:
        sys.settrace(None)
    return count


GROWING = {
    "paragraphs": ("F", "1. para graph\n\n"),
    "items": ("F", "  • item of a list\n"),
    "notes": ("K", "^1)\nwords of a note\n"),
    "marks": ("K", "word^1) and word^2) and\n"),
    "numbers of the line reader": ("A", "1)\nwords of a note\n"),
    "marks of the line reader": ("A", "word1) and word2) and\n\n"),
    "comments": ("H", "Anna, 2016/03/06 14:14\n\nwords\n\n"),
    "comments of the line reader": ("A", "Anna, 2016/03/06 14:14\n\nwords\n\nmore\n\n"),
    "rows": ("F", "a \t\tb \t\tc1)\n"),
    "links": ("H", "[a](/doku.php?id=b) **c** _d_ e1)\n"),
    "brackets": ("H", "[[(([(" * 20 + "\n"),
    "contents": ("G", "  * RULE 7 - MOVING\nRULE 7 - MOVING\n"),
}


@pytest.mark.parametrize("name", GROWING)
def test_twice_the_page_takes_twice_the_work(name: str) -> None:
    variant, repeated = GROWING[name]
    head, mark, tail = extracted(variant, "rule_07").decode().rpartition("A. Premature Move")
    once, twice, four = (
        steps((head + "\n\n" + repeated * n + "\n" + mark + tail).encode()) for n in (50, 100, 200)
    )
    assert four - twice < 2.4 * (twice - once)
