import json
import sys
import tomllib
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lawkb.model.php_serialized import PhpValue, array_of, is_true, write_php
from lawkb.model.privacy import has_address
from lawkb.parse.document import ReaderComment
from lawkb.parse.dokuwiki.comment_files import read_comments
from lawkb.sources.dokuwiki_data import public_comments
from tests.corpus_files import CASES
from tests.sources.samples import SAMPLES

GOLD = tomllib.loads((CASES / "tree" / "comments.toml").read_text(encoding="utf-8"))


def serialised(written: str) -> bytes:
    return write_php(_arrays(json.loads(written)))


def _arrays(value: Any) -> PhpValue:
    """A value of JSON as PHP has it: a list is an array of numbered members."""
    if isinstance(value, list):
        value = {str(place): member for place, member in enumerate(value)}
    if isinstance(value, dict):
        return {key: _arrays(member) for key, member in value.items()}
    assert value is None or isinstance(value, bool | int | float | str)
    return value


def head(comment: ReaderComment) -> str:
    words = (comment.parent or "-", comment.created, comment.edited or "-", comment.author)
    return " ".join((comment.id, *words))


@pytest.mark.parametrize("case", GOLD["files"], ids=lambda case: case["file"])
def test_a_file_of_comments_is_read_as_its_case_says(case: dict[str, Any]) -> None:
    comments, losses = read_comments((SAMPLES / case["file"]).read_bytes(), "rule_07")
    assert [head(comment) for comment in comments] == [said[0] for said in case["comments"]]
    for comment, (_, *paragraphs) in zip(comments, case["comments"], strict=True):
        assert len(comment.words) == len(paragraphs)
        for words, paragraph in zip(comment.words, paragraphs, strict=True):
            assert paragraph in words.text
    assert [loss.kind for loss in losses] == case.get("losses", [])


@pytest.mark.parametrize("case", GOLD["discussions"], ids=lambda case: case["why"])
def test_comments_are_shown_as_the_wiki_shows_them(case: dict[str, Any]) -> None:
    comments, losses = read_comments(serialised(case["json"]), "rule_07")
    shown = [f"{c.id}>{c.parent}" if c.parent else c.id for c in comments]
    assert shown == case["shown"]
    assert [loss.kind for loss in losses] == case.get("losses", [])


@pytest.mark.parametrize("case", GOLD["authors"], ids=lambda case: case["why"])
def test_the_author_is_no_address(case: dict[str, Any]) -> None:
    comment = {"show": True, **json.loads(case["json"])}
    comments, _ = read_comments(serialised(json.dumps({"comments": {"a": comment}})), "p")
    assert [comment.author for comment in comments] == [case["author"]]


@pytest.mark.parametrize("file", ["data26/meta/rule_07", "synthetic/old_format"])
def test_no_address_of_a_reader_is_given(file: str) -> None:
    content = (SAMPLES / f"{file}.comments").read_bytes()
    assert b"@example.org" in content
    given = repr(read_comments(content, "rule_07"))
    for private in ("@", "192.0.2.", "0123456789abcdef", "http", "Πόλη"):
        assert private not in given


def test_a_mail_address_in_the_words_is_taken_out() -> None:
    content = write_php({"comments": {"a": {"show": True, "raw": "γράψτε στο anna@example.org"}}})
    assert read_comments(content, "p")[0][0].words[0].text == "γράψτε στο …"


def test_a_comment_without_a_time_or_with_one_no_calendar_has_is_given() -> None:
    dates: dict[str, PhpValue] = {"a": None, "b": -5, "c": 10**18, "d": {"created": "x"}, "e": "60"}
    written = {key: {"show": True, "date": date} for key, date in dates.items()}
    comments, _ = read_comments(write_php({"comments": {**written}}), "p")
    assert [comment.created for comment in comments] == ["", "", "", "", "1970-01-01T00:01"]


def test_a_cut_file_gives_the_comments_before_the_cut() -> None:
    content = (SAMPLES / "data26" / "meta" / "rule_07.comments").read_bytes()
    whole, _ = read_comments(content, "rule_07")
    cut, losses = read_comments(
        content[: content.index(b"2016") if b"2016" in content else -400], "p"
    )
    assert cut == whole
    assert losses[0].kind == "unparsed"
    for end in range(0, len(content), 97):
        some, losses = read_comments(content[:end], "rule_07")
        assert set(some) <= set(whole)
        assert losses


def test_a_thread_of_ten_thousand_replies_is_read() -> None:
    comments: dict[str, PhpValue] = {
        str(n): {"show": True, "parent": str(n - 1) if n else None, "replies": {"0": str(n + 1)}}
        for n in range(10_000)
    }
    found, losses = read_comments(write_php({"status": 1, "comments": comments}), "p")
    assert [comment.id for comment in found] == list(comments)
    assert not losses


def test_the_words_of_a_comment_are_read_as_wiki_text() -> None:
    content = (SAMPLES / "data26" / "meta" / "rule_07.comments").read_bytes()
    words = read_comments(content, "code:rule_07")[0][2].words[0]
    assert words.text == "Διορθώθηκε, βλέπε Κανόνα 3 και Ορισμούς."
    assert [(link.kind, link.target) for link in words.links] == [("page", "code:rule_03")]
    assert [mark.kind for mark in words.marks] == ["bold"]


def test_a_sign_in_the_words_that_hides_others_is_a_loss_of_the_page() -> None:
    content = write_php({"comments": {"a": {"show": True, "raw": "| cell | lost"}}})
    _, losses = read_comments(content, "p")
    assert [loss.line for loss in losses] == [None]
    assert losses[0].message.startswith("a comment on p: ")


def test_reading_twice_the_comments_takes_twice_the_steps() -> None:
    one, two = (steps_of_reading(discussion(size)) for size in (200, 400))
    assert 1.8 < two / one < 2.2


def steps_of_reading(content: bytes) -> int:
    """How many calls reading takes, of functions in Python and in C."""
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    sys.setprofile(count)
    try:
        read_comments(public_comments(content), "p")
    finally:
        sys.setprofile(None)
    return calls


def discussion(size: int) -> bytes:
    """Threads of replies to replies, every second one hidden somewhere, all lists too long."""
    comments: dict[str, PhpValue] = {}
    for n in range(size):
        parent = str(n - 1) if n % 10 else ""
        replies: PhpValue = {str(place): str(n + place) for place in range(3)}
        shown = n % 20 != 5
        comments[str(n)] = {"show": shown, "parent": parent, "replies": replies, "raw": "x y"}
    return write_php({"comments": comments})


KEYS = st.sampled_from(["", "a", "b", "c", "d", "e", "<f>"])
WORDS = st.text(max_size=20) | st.sampled_from(["anna@example.org", "test192.0.2.7"])
PLACES = KEYS | st.none() | st.integers(0, 3)
TIMES = st.none() | st.integers(-(2**63), 2**63 - 1) | st.booleans() | WORDS
COMMENTS = st.fixed_dictionaries(
    {"show": st.booleans() | st.integers(0, 1) | st.none()},
    optional={
        "parent": PLACES,
        "replies": st.none() | st.lists(PLACES, max_size=4),
        "user": WORDS | st.dictionaries(st.sampled_from(["id", "name", "mail"]), WORDS),
        "name": WORDS,
        "date": TIMES | st.dictionaries(st.sampled_from(["created", "modified"]), TIMES),
        "edited": TIMES,
        "raw": WORDS | st.none(),
    },
)
DISCUSSIONS = st.fixed_dictionaries(
    {"comments": st.dictionaries(KEYS | st.integers(0, 3).map(str), COMMENTS | TIMES)},
    optional={"status": st.integers(0, 2) | st.booleans()},
).map(_arrays)


@given(st.binary() | DISCUSSIONS.map(write_php))
def test_any_bytes_are_read(content: bytes) -> None:
    comments, _ = read_comments(content, "p")
    ids = [comment.id for comment in comments]
    assert len(ids) == len(set(ids))
    for place, comment in enumerate(comments):
        assert comment.parent is None or comment.parent in ids[:place]
        assert comment.author
        assert not has_address(comment.author)


@given(DISCUSSIONS.map(write_php), st.integers(0, 2000))
def test_comments_read_the_same_without_what_is_private(content: bytes, end: int) -> None:
    for written in (content, content[:end]):
        public = public_comments(written)
        comments, losses = read_comments(written, "p")
        again, losses_again = read_comments(public, "p")
        assert comments == again
        assert [loss.kind for loss in losses] == [loss.kind for loss in losses_again]
        assert b"anna@example.org" not in public
        assert b"test192.0.2.7" not in public


@example({"comments": {"": {"show": True, "replies": None, "raw": "^0"}}})
@given(DISCUSSIONS)
def test_every_comment_is_given_or_hidden_or_counted_as_a_loss(discussion: PhpValue) -> None:
    value = {**array_of(discussion), "status": 1}
    comments = {k: c for k, c in array_of(value["comments"]).items() if isinstance(c, dict)}
    given_comments, losses = read_comments(write_php(value), "p")
    # What is lost of the words of a comment is a loss of text: the comment itself is given.
    counted = sum(int(loss.message.split()[0]) for loss in losses if loss.kind != "text")
    hidden = sum(is_hidden(key, comments) for key in comments)
    assert len(given_comments) + hidden + counted == len(comments)


def is_hidden(key: str, comments: dict[str, dict[str, PhpValue]]) -> bool:
    """Whether a comment or one that it answers, at any distance, is hidden."""
    seen = set()
    while key in comments and key not in seen:
        if not is_true(comments[key]["show"]):
            return True
        seen.add(key)
        parent = comments[key].get("parent")
        key = "" if parent is None or parent == "" else str(parent)
        if not key:
            break
    return False


@pytest.mark.parametrize(
    ("zone", "shown"),
    [("UTC", "12:14"), ("Europe/Athens", "14:14"), ("America/St_Johns", "08:44")],
)
def test_times_are_those_of_the_clock_of_the_wiki(zone: str, shown: str) -> None:
    content = (SAMPLES / "data26" / "meta" / "rule_07.comments").read_bytes()
    comments, _ = read_comments(content, "rule_07", zone)
    assert comments[0].created == f"2016-03-06T{shown}"


@given(st.integers(), st.sampled_from(("UTC", "Europe/Athens", "Pacific/Kiritimati")))
def test_any_number_is_a_time_or_none(seconds: int, zone: str) -> None:
    comment: PhpValue = {"date": {"created": seconds}, "show": True, "raw": "x"}
    comments, _ = read_comments(write_php({"comments": {"a": comment}}), "p", zone)
    assert all(len(c.created) in (0, len("2016-03-06T14:14")) for c in comments)
