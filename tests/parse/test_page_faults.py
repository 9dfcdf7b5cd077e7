"""A fault of lawkb on one page is a loss of that page."""

from msgspec.structs import replace

from lawkb.corpus_pages import read_or_lose
from lawkb.model.page import Page
from lawkb.model.php_serialized import write_php
from tests.corpus_files import CORPUS, bridge_outline, bridge_wiki


def test_a_page_on_which_lawkb_fails_is_unparsed_with_a_loss() -> None:
    content = (CORPUS / "sources/wiki/law_57.txt").read_bytes()
    comments = write_php({"comments": {"a": {"show": True, "raw": "word", "date": 1}}})
    page = Page("wiki", "law_57", "law_57.txt", content, comments=comments)
    broken = replace(bridge_wiki(), zone="no such zone")  # no corpus.toml can say so
    reading = read_or_lose(page, broken, bridge_outline())
    (loss,) = reading.losses
    assert loss.kind == "unparsed"
    assert "a fault of lawkb stopped the reading of this page: ZoneInfoNotFound" in loss.message
    assert reading.account.counts["unparsed"] == reading.account.total > 1000
    assert read_or_lose(page, bridge_wiki(), bridge_outline()).laws
