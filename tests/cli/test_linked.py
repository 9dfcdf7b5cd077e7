"""A link of the wiki that leads elsewhere than its words: told by every command and on the site."""

import gzip
import shutil
from pathlib import Path

import pytest

from lawkb.corpus.laws import read_code
from tests.cli.test_companions import lawkb, record
from tests.examples.test_three_pebbles import CORPUS
from tests.publish.rendering import rendered_site

PAGES = "sources/wiki/pages"


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Three Pebbles with a link to rule 20 on «Κανόνα 7Α», and one to rule 7 on «Κανόνα 3»."""
    copy = tmp_path_factory.mktemp("linked") / "corpus"
    shutil.copytree(CORPUS, copy)
    edit(copy, "rule_40", "[[rule_07|Κανόνα 7Α]]", "[[rule_20|Κανόνα 7Α]]")
    edit(copy, "rule_40", "[[rule_07|Rule 7A]]", "[[rule_07|the other one]]")
    kept = copy / "sources/wiki/attic/rule_40.1515484800.txt.gz"
    kept.write_bytes(gzip.compress((copy / PAGES / "rule_40.txt").read_bytes()))
    edit(copy, "definitions", "[[rule_03|Κανόνα 3]]", "[[rule_07|Κανόνα 3]]")
    done = lawkb(copy, "ingest")
    assert done.returncode == 0, done.stderr
    told = done.stdout[done.stdout.index("\nlink 2") :]
    assert "\n  40A el link: " in told and "\n  definitions el link: " in told
    return copy


def edit(corpus: Path, page: str, old: str, new: str) -> None:
    path = corpus / PAGES / f"{page}.txt"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_ingest_names_the_provision_and_the_line(corpus: Path) -> None:
    # The table of the definitions begins on line 3: its rows have no lines of their own.
    told = " ".join(lawkb(corpus, "ingest", "-v").stdout.split())
    assert (
        "40A el link: the words «7Α» cite 7A, their link leads to 20 (line 5)" in told
        and "definitions el link: the words «3» cite 3, their link leads to 7 (line 3)" in told
    )


def test_ingest_as_json_holds_the_loss(corpus: Path) -> None:
    (page,) = (p for p in record(corpus, "ingest")["pages"] if p["page"] == "rule_40")
    assert [loss for loss in page["losses"] if loss["kind"] == "link"] == [
        {
            "kind": "link",
            "address": "40A",
            "lang": "el",
            "message": "the words «7Α» cite 7A, their link leads to 20",
            "line": 5,
        }
    ]


def test_show_and_refs_tell_both(corpus: Path) -> None:
    shown = " ".join(lawkb(corpus, "show", "40A").stdout.split())
    assert "7A (but its link leads to 20)" in shown
    before = " ".join(lawkb(corpus, "show", "40A", "--at", "2018-02-01").stdout.split())
    assert "7A (but its link leads to 20)" in before
    table = lawkb(corpus, "refs", "40A", "--cites", "--lang", "el").stdout
    assert "7A (link: 20)" in " ".join(table.split())


def test_json_holds_both(corpus: Path) -> None:
    (reference,) = (
        r for r in record(corpus, "refs", "40A", "--cites")["cites"] if r["raw"] == "7Α"
    )
    assert (reference["target"], reference["linked"], reference["status"]) == ("7A", "20", "held")
    others = [r["linked"] for r in record(corpus, "refs")["references"] if r["raw"] != "7Α"]
    assert others and set(others) == {None}


def test_a_reference_by_link_alone_is_in_the_graph(corpus: Path) -> None:
    cited_by = record(corpus, "refs", "7", "--cited-by")["cited_by"]
    assert [(r["from"], r["lang"], r["raw"]) for r in cited_by if r["raw"] == "the other one"] == [
        ("40A", "en", "the other one")
    ]
    disagreements = record(corpus, "refs", "40", "--disagree")["disagreements"]
    assert [each["address"] for each in disagreements] == ["40A"]  # el cites 7A, en all of 7


def test_the_site_links_both_and_says_so(corpus: Path) -> None:
    site = rendered_site(read_code(corpus))
    for tag, words in (
        ("en", "7Α its link leads to: Rule 20"),
        ("el", "7Α ο σύνδεσμός της οδηγεί σε: Κανόνας 20"),
    ):
        page = site[f"{tag}/2016/40/index.html"]
        (cited,) = (a for a in page.tree.xpath("//a[@class='ref held']") if a.text == "7Α")
        assert cited.get("href") == "../7/#A"
        (led,) = cited.xpath("parent::span[@class='led']")  # with the word before it, on one line
        (mark,) = led.xpath("following-sibling::*[1][@class='mark']")
        assert f"7Α {' '.join(mark.text_content().split())}" == words
        assert [a.get("href") for a in mark.xpath("a")] == ["../20/"]
        assert mark.get("lang") == tag


def test_the_site_links_words_that_cite_by_their_link_alone(corpus: Path) -> None:
    page = rendered_site(read_code(corpus))["en/2016/40/index.html"]
    (cited,) = (a for a in page.tree.xpath("//a") if a.text == "the other one")
    assert (cited.get("class"), cited.get("href"), cited.get("title")) == ("ref held", "../7/", "7")
