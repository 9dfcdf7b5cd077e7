"""Promises of the reader of raw wiki text: nothing lost, never raises, linear work."""

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.model.passage import Passage
from lawkb.model.text_encoding import decode_page
from lawkb.parse.complete_law import fold_typography
from lawkb.parse.document import Block, Document, all_words
from lawkb.parse.dokuwiki.document import read_wikitext
from lawkb.parse.dokuwiki.lexer import Lexer
from lawkb.parse.dokuwiki.links import clean_id, resolve_page

# Signs of the syntax, alone and in pairs, with what stands around them in real pages. Greek
# letters stand for words: no sign, target or option here holds one, so that each must come out.
SIGNS = """
** // __ '' <sub> </sub> <sup> </sup> <del> </del> (( )) ((α)) (((c))) [[rule_07|β]] ]] [[ [[#c|γ]]
{{a.png|δ}} {{a.png}} }} {{ <nowiki> </nowiki> %% <code> </code> <file> </file> | ^ || ::: ;; ;;;
<WRAP> <WRAP/> </WRAP> <wrap> </wrap> ~~NOTOC~~ ~~DISCUSSION~~ http://a.example/b www.a.example
<a@b.example> :-) (c) ... -> \\\\ = == - ε ζη θ) (ι κ; Λ. [[rule_07|{{a.png|μ}}]] > 640x480
""".split()
LINES = [
    "\n",
    "\n\n",
    "\n  * ",
    "\n  - ",
    "\n    * ",
    "\n\t* ",
    "\n| ",
    "\n^ ",
    " |",
    " ^ ",
    "\n> ",
    "\n>>",
]
HEADS = [
    "\n== ν ==\n",
    "\n==== ξ ===\n",
    "\n----\n",
    "\n  ο",
    "\n\tπ",
    "\\\\\n",
    "\\\\ ",
    " ",
    "  ",
]
PAGES = st.lists(st.sampled_from([*SIGNS, *LINES, *HEADS]), max_size=30).map("".join)
TEXTS = st.one_of(
    PAGES, st.text(max_size=80), st.text("=-*/_'<>|^;[]{}()%~\\: \n\tαa:", max_size=60)
)
# What stands before the bar of a link is no word, so these leave out brackets that may take some.
WORDY = st.lists(
    st.sampled_from([sign for sign in [*SIGNS, *LINES, *HEADS] if sign not in {"[[", "{{"}]),
    max_size=30,
).map("".join)
GREEK = frozenset(map(chr, range(0x370, 0x400)))


def read(text: str) -> Document:
    return read_wikitext(text, "code:rule_57")


def every_words(document: Document) -> Iterator[tuple[Block, Passage]]:
    for block in document.blocks:
        for words in all_words(block):
            yield block, words
            yield from ((block, Passage(note.text)) for note in words.notes)


@given(TEXTS)
def test_any_text_is_read_and_every_character_has_one_place(text: str) -> None:
    document = read(text)
    account = document.account(tuple("law" for _ in document.blocks))
    assert account.total == len(text)
    assert all(block.size >= 0 and block.note_size >= 0 for block in document.blocks)
    assert all(block.size + block.note_size > 0 for block in document.blocks)
    assert all(number > 0 for _, number in document.elsewhere)


@given(st.binary(max_size=200))
def test_any_bytes_are_read(content: bytes) -> None:
    text = decode_page(content)[0]
    assert read(text).total == len(text)


@given(WORDY)
def test_every_word_of_a_page_is_in_the_words_of_the_document(text: str) -> None:
    document = read(text)
    shown: Counter[str] = Counter()
    for _, words in every_words(document):
        shown.update(char for char in words.text if char in GREEK)
    written = Counter(char for char in text if char in GREEK)
    hidden = any(loss.kind == "text" for loss in document.losses)
    assert not shown - written
    assert hidden or shown == written


@given(TEXTS)
def test_blocks_begin_on_their_lines_in_order(text: str) -> None:
    lines = [block.line for block in read(text).blocks]
    assert lines == sorted(lines)
    assert all(1 <= line <= text.count("\n") + 1 for line in lines)


@given(TEXTS)
def test_words_are_one_line_and_what_stands_on_them_is_in_bounds(text: str) -> None:
    for block, words in every_words(read(text)):
        assert words.text == words.text.strip()
        assert "\n" not in words.text or block.kind == "preformatted"
        spans = [(mark.start, mark.end) for mark in words.marks]
        spans += [(link.start, link.end) for link in words.links]
        assert all(0 <= start <= end <= len(words.text) for start, end in spans)
        assert all(mark.start < mark.end for mark in words.marks)
        assert all(0 <= note.at <= len(words.text) for note in words.notes)


@given(TEXTS)
def test_marks_nest_or_are_apart_and_links_are_apart(text: str) -> None:
    for _, words in every_words(read(text)):
        open_ends: list[int] = []
        for mark in words.marks:
            while open_ends and open_ends[-1] <= mark.start:
                open_ends.pop()
            assert not open_ends or mark.end <= open_ends[-1]
            open_ends.append(mark.end)
        links = words.links
        assert all(a.end <= b.start for a, b in pairwise(links))
        places = [note.at for note in words.notes]
        assert places == sorted(places)


@given(TEXTS)
def test_notes_are_numbered_through_the_page(text: str) -> None:
    numbers = [
        int(note.marker)
        for block in read(text).blocks
        for words in all_words(block)
        for note in words.notes
    ]
    assert numbers == list(range(1, len(numbers) + 1))


@given(TEXTS)
def test_rows_of_a_table_hold_its_columns(text: str) -> None:
    for block in read(text).blocks:
        assert bool(block.cells) == (block.kind == "table")
        assert all(cell.columns > 0 and cell.rows > 0 for row in block.cells for cell in row)


@given(st.text(max_size=40), st.sampled_from(["", "a", "code:rule_57"]))
def test_a_cleaned_id_is_clean_and_resolves_to_itself(name: str, page: str) -> None:
    page_id = clean_id(name)
    assert clean_id(page_id) == page_id
    assert not page_id or resolve_page(f":{page_id}", page) == page_id


@given(st.text(max_size=60))
def test_folded_typography_stays_folded(text: str) -> None:
    folded = fold_typography(text)
    assert fold_typography(folded) == folded


OPENERS = [
    *"(( [[ ** // __ '' <sub> <del> ;; ;;; {{ %% <nowiki> <code> <code <WRAP> <wrap ~~".split(),
    *"~~DISCUSSION | ^ ::: http:// www. <a@ == ((a)) [[a]] **a** **// ((** ]]] ||| -- '".split(),
    *"<del>a</del>;; ;;**;;** <WRAP></WRAP> <wrap></wrap> [[a|{{b}}]] ::: :-) \\\\ \\\\a".split(),
    *(
        "==\n",
        "==a==\n",
        "|:::|\n",
        "|a\n",
        "\n ",
        "\n  *((",
        "\n  a",
        "\n\n",
        "\n>> ",
        "\n----",
        "\\ ",
    ),
]
MOST = 10_000


@pytest.mark.parametrize("opener", OPENERS)
def test_ten_thousand_openers_are_read(opener: str) -> None:
    text = opener * MOST
    document = read(text)
    assert document.account(tuple("law" for _ in document.blocks)).total == len(text)


@pytest.mark.parametrize("opener", OPENERS)
def test_twice_the_openers_are_twice_the_work(opener: str) -> None:
    few, many = opener * (MOST // 20), opener * (MOST // 10)
    assert steps(many) <= 2.2 * steps(few) + 100
    assert looked(many) <= 2.2 * looked(few) + 100


@pytest.mark.parametrize("opener", ["((", "[[", "**", "<del>", ";;", " ", "a", "\t", "=", "-", "|"])
def test_a_line_of_a_million_characters_is_read(opener: str) -> None:
    text = opener * (1_000_000 // len(opener))
    assert read(text).total == len(text)


@pytest.mark.parametrize("signs", [("**", "//"), ("<WRAP>", ""), ("<wrap>", ""), ("((**", "//")])
def test_deep_nesting_is_read_and_marks_stay_few(signs: tuple[str, str]) -> None:
    opened = "".join(signs) * MOST
    closed = {"<WRAP>": "</WRAP>", "<wrap>": "</wrap>"}.get(signs[0], "**//))") * MOST
    document = read(f"{opened}α{closed}")
    marks = [mark for _, words in every_words(document) for mark in words.marks]
    assert any("α" in words.text for _, words in every_words(document))
    assert max(Counter((mark.start, mark.end) for mark in marks).values(), default=0) <= 8


def steps(text: str) -> int:
    """Calls made while a text is read, those into C included."""
    count = 0

    def tick(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(tick)
    try:
        read(text)
    finally:
        sys.setprofile(before)
    return count


def looked(text: str) -> int:
    """Code points looked through for closing signs."""
    scanner = Lexer(text)
    assert sum(1 for _ in scanner.tokens()) > 0
    return scanner.looked
