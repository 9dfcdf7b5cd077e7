import tomllib

import pytest

from lawkb.editorial.comment_status import judge_comments
from lawkb.model.page import Page
from lawkb.parse.read_page import read_law_page
from tests.corpus_files import CASES, bridge_outline, bridge_wiki

COMMENTS = tomllib.loads((CASES / "comments.toml").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", COMMENTS, ids=lambda case: case["status"])
def test_a_comment_gets_the_status_its_case_says(case: dict[str, str]) -> None:
    text = f"""Γ. Επικεφαλίδα

1. Πρώτο.

2. Δεύτερο.

3. {case["provision"]}

Μίλτος Κουτούγκος, 2017/06/30 14:14

{case["comment"]}
"""
    page = Page("wiki", "law_57", "law_57.txt", text.encode())
    (law,) = read_law_page(page, bridge_wiki().rules[0], bridge_wiki(), bridge_outline()).laws
    (comment,) = judge_comments(law).comments
    assert comment.status == case["status"], case["why"]


def test_a_reply_has_the_status_of_what_it_answers() -> None:
    text = (
        "Γ. Επικεφαλίδα\n\nΈνα πρόωρο παίξιμο.\n\nΜίλτος, 2017/06/30 14:14\n\n"
        "Γ: Ένα πολύ πρόωρο παίξιμο…\nτο πολύ πρόωρο περισσεύει\n\n"
        "Τάκης, 2017/06/30 14:38\n\nσωστο\n"
    )
    page = Page("wiki", "law_57", "law_57.txt", text.encode())
    (law,) = read_law_page(page, bridge_wiki().rules[0], bridge_wiki(), bridge_outline()).laws
    (comment,) = judge_comments(law).comments
    assert [reply.status for reply in comment.replies] == [comment.status]
