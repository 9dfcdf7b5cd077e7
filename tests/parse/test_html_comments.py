import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from lawkb.parse.document import ReaderComment
from lawkb.parse.html.document import read_html
from tests.parse.html_samples import SAMPLES, WIKIS, page

DECODED = SAMPLES / "decoded26" / "rule_07.comments.json"
WINTER = timedelta(hours=2)  # all comments were written in March, in Athens


def local(seconds: int) -> str:
    return (datetime.fromtimestamp(seconds, UTC) + WINTER).strftime("%Y-%m-%dT%H:%M")


def paragraphs(xhtml: str) -> list[str]:
    return [" ".join(re.sub(r"<[^>]+>", "", text).split()) for text in xhtml.split("</p>")[:-1]]


def threads(comments: dict[str, Any], ids: list[str]) -> list[dict[str, Any]]:
    """Comments the wiki shows, answers behind what they answer."""
    found: list[dict[str, Any]] = []
    for cid in ids:
        comment = comments.get(cid)
        if comment and comment["show"]:
            found += [comment, *threads(comments, list(comment["replies"].values()))]
    return found


def told(comment: ReaderComment) -> tuple[object, ...]:
    texts = [words.text for words in comment.words]
    return comment.id, comment.parent, comment.author, comment.created, comment.edited, texts


@pytest.mark.parametrize(
    ("wiki", "name"),
    [*((wiki, "show") for wiki in WIKIS), ("26", "show.loggedin"), ("26", "show.admin")],
)
def test_comments_are_those_of_the_file_without_the_hidden_ones(wiki: str, name: str) -> None:
    stored = json.loads(DECODED.read_text(encoding="utf-8"))["comments"]
    top = [cid for cid, comment in stored.items() if not comment["parent"]]
    expected = [
        (
            comment["cid"],
            comment["parent"],
            comment["user"]["name"],
            local(comment["date"]["created"]),
            local(comment["date"]["modified"]) if "modified" in comment["date"] else None,
            paragraphs(comment["xhtml"]),
        )
        for comment in threads(stored, top)
    ]
    assert len(expected) == 4
    assert [told(comment) for comment in page(wiki, f"rule_07.{name}").comments] == expected


def test_links_and_marks_of_a_comment_are_kept() -> None:
    words = page("26", "rule_07.show").comments[2].words[0]
    assert [(link.kind, link.target) for link in words.links] == [("page", "rule_03")]
    assert [mark.kind for mark in words.marks] == ["bold"]


def test_no_mail_address_of_a_commenter_is_kept() -> None:
    html = (
        '<div class="comment_wrapper"><div class="hentry"><div class="comment_head">'
        '<a id="comment_"></a><span class="vcard author"><a class="fn" href="mailto:a@example.org">'
        'a@example.org</a></span>, <abbr class="published" title="2016-03-06T14:14:00Z">6 March'
        "</abbr></div><div class='comment_body'><p>x</p></div></div></div>"
    )
    comment = read_html(html.encode()).comments[0]
    assert told(comment) == ("1", None, "guest", "2016-03-06T14:14", None, ["x"])
