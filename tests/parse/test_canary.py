"""Promise 1, without trust in the account: a word put anywhere in a page is carried or accounted.

``tests/slow/fuzz/test_canary.py`` tries many more places.
"""

import json
import xmlrpc.client
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawkb.parse.html.document import read_html
from lawkb.sources.dokuwiki_api.calls import read_answer
from tests.parse.canary import (
    COMMENT_AROUND,
    HTML_AROUND,
    WIKI_AROUND,
    WORD,
    Sample,
    comment_files,
    lost_in,
    lost_in_comments,
    samples,
)
from tests.parse.html_samples import account_sums
from tests.parse.three_pebbles import read_rule
from tests.profiles import of_profile

PAGES = st.integers(0, 10**6)


def the(name: str) -> Sample:
    return next(sample for sample in samples() if sample.name.endswith(name))


@settings(max_examples=of_profile(0.4))
@given(st.deferred(lambda: st.sampled_from(samples())), PAGES)
def test_a_word_anywhere_in_a_page_is_carried_or_accounted(sample: Sample, at: int) -> None:
    assert lost_in(sample, sample.places[at % len(sample.places)]) is None


@pytest.mark.parametrize("around", HTML_AROUND)
def test_a_word_in_any_element_of_html_is_carried_or_accounted(around: str) -> None:
    sample = the("rule_20.show.html")
    for at in (3, len(sample.places) // 2, len(sample.places) - 3):
        assert lost_in(sample, sample.places[at], around) is None


def test_an_answer_that_there_is_no_page_has_no_comments() -> None:
    sample = the("rule_99.show.html")
    place = sample.text.index("Αυτή η σελίδα δεν υπάρχει πια")
    assert lost_in(sample, place, '<div class="comment_wrapper">{}</div>') is None


@pytest.mark.parametrize("around", WIKI_AROUND)
def test_a_word_in_any_sign_of_the_wiki_is_carried_or_accounted(around: str) -> None:
    sample = the("data26/pages/rule_07.txt")
    for at in range(60, len(sample.places), len(sample.places) // 4):
        assert lost_in(sample, sample.places[at], around) is None


@settings(max_examples=of_profile(0.3))
@given(
    st.deferred(lambda: st.sampled_from(comment_files())),
    PAGES,
    PAGES,
    st.sampled_from(COMMENT_AROUND),
)
def test_a_word_anywhere_in_a_comment_is_carried_or_told(
    content: bytes, key: int, place: int, around: str
) -> None:
    assert lost_in_comments(content, key, place, around) is None


@pytest.mark.parametrize(
    "answer",
    [
        lambda text: json.loads(json.dumps({"result": text}))["result"],
        lambda text: read_answer(xmlrpc.client.dumps((text,), methodresponse=True).encode()),
    ],
)
def test_what_a_wiki_answers_is_the_text_with_every_word(answer: Callable[[str], str]) -> None:
    text = the("data26/pages/syntax_zoo.txt").text
    for at in range(0, len(text), 97):
        changed = f"{text[:at]}{WORD}{text[at:]}"
        assert answer(changed) == changed


LOST = {
    "a division of notes without a note": (
        '<p>A. law</p><div class="footnotes">lonely words</div>',
        "words among the notes that are in no note: «lonely words»",
        len("lonely words"),
    ),
    "deleted words": (
        "<p>A. law <del>gone words</del> here</p>",
        "words that the page shows as deleted are left out: «gone words»",
        len("gone words"),
    ),
    "the file name of a block of code": (
        '<p>A. law</p><dl class="file"><dt><a href="#">rules.txt</a></dt><dd>x</dd></dl>',
        "the name of a block of code is left out: «rules.txt»",
        len("rules.txt"),
    ),
    "words in the number of a note": (
        '<p>A. law<sup><a class="fn_top" href="#fn__1">1) more</a></sup></p>',
        "words in the number of note 1 are left out: «1) more»",
        0,
    ),
}


@pytest.mark.parametrize("name", LOST)
def test_what_html_holds_and_a_law_does_not_is_a_loss_and_unparsed(name: str) -> None:
    body, message, unparsed = LOST[name]
    content = f"<html><body><!-- wikipage start -->{body}<!-- wikipage stop --></body></html>"
    reading = read_rule(content.encode())
    assert message in [loss.message for loss in reading.losses if loss.kind == "unparsed"]
    assert reading.account.counts["unparsed"] == unparsed
    assert sum(reading.account.counts.values()) == reading.account.total


WIKI = {
    "deleted words": ("A. law <del>gone words</del> here", "gone words", len("gone words")),
    "the file name of a block of code": (
        "A. law\n\n<file php rules.php>x</file>",
        "rules.php",
        len("rules.php"),
    ),
    "a note beside no words": ("A. law\n\n((lonely))\n\nmore", "lonely", len("((lonely))")),
    "a note in a cell without words": ("| a | ((lonely)) |\n", "«lonely»", len("lonely")),
    "a note behind the last bar": ("A. law\n\n| x |((lonely)) \n", "«lonely»", 0),
    "words behind the last bar": ("A. law\n\n| x | y\n", "«y»", 0),
}


@pytest.mark.parametrize("name", WIKI)
def test_what_a_raw_page_holds_and_a_law_does_not_is_a_loss_and_unparsed(name: str) -> None:
    body, told, unparsed = WIKI[name]
    reading = read_rule(f"===== RULE 7 - MOVING =====\n\n{body}\n".encode())
    assert any(told in loss.message for loss in reading.losses)
    assert reading.account.counts["unparsed"] == unparsed
    assert sum(reading.account.counts.values()) == reading.account.total


def test_the_words_of_a_form_in_the_content_are_law() -> None:
    body = "<p>A. law</p><form action='#'><p>B. more law</p></form>"
    content = f"<html><body><!-- wikipage start -->{body}<!-- wikipage stop --></body></html>"
    reading = read_rule(content.encode())
    assert "B. more law" in reading.text
    button = content.replace("<form", "<form class='button btn_secedit'")
    assert "B. more law" not in read_rule(button.encode()).text


def test_what_stands_among_the_comments_is_a_comment_or_furniture() -> None:
    page = the("rule_07.show.admin.html")
    document = read_html(page.text.encode())
    assert account_sums(document)
    words = sum(len(words.text) for comment in document.comments for words in comment.words)
    counted = dict(document.elsewhere)
    assert words <= counted["comments"] < 2 * words
    assert counted["page_data"] > 0
