"""A number of provisions is the same wherever it is told: on the site and by the commands."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from lawkb.cli.commands import cli
from lawkb.publish.site import read_content
from lawkb.publish.views.urls import Paths
from tests.corpus_files import CORPUS
from tests.publish.rendering import Rendered, rendered_site

EXAMPLES = CORPUS.parent / "examples"
CORPORA = {
    "2017": CORPUS,
    "2016": EXAMPLES / "three-pebbles" / "corpus",
    "2020": EXAMPLES / "statute" / "corpus",
}


def told(capsys: pytest.CaptureFixture[str], corpus: Path, *words: str) -> Any:
    """What a command says in JSON."""
    cli.main(["--corpus", str(corpus), *words, "--format", "json"], standalone_mode=False)
    return json.loads(capsys.readouterr().out)


def site_of(corpus: Path) -> dict[str, Rendered]:
    holdings = read_content(corpus)
    return rendered_site(holdings.code, holdings.editorial)


def provisions(text: str) -> set[int]:
    """The numbers of provisions that a text tells."""
    return {int(number) for number in re.findall(r"(\d+) provisions?\b", text)}


def numbered(element: Any) -> int:
    """The law that a line of a list is of."""
    (number,) = re.findall(r"\d+", element.text_content())
    return int(number)


@pytest.mark.parametrize("edition", list(CORPORA))
def test_home_desk_review_and_show_count_the_same_provisions(
    capsys: pytest.CaptureFixture[str], edition: str
) -> None:
    corpus = CORPORA[edition]
    site = site_of(corpus)
    reviewed = told(capsys, corpus, "review", "--edition", edition, "--lang", "el")
    assert reviewed["laws"]
    home = site[Paths("en").home()].tree
    desk = site[Paths("en").translation()].tree
    lines = home.xpath(f"//section[*[@id='{edition}']]//ol[@class='laws']/li")
    rows = desk.xpath(f"//section[*[@id='{edition}']]//tbody/tr")
    on_home = {numbered(line.find("a")): provisions(line.text_content()) for line in lines}
    in_table = {numbered(row.find("th")): row.text_content() for row in rows}
    for law in reviewed["laws"]:
        number = law["law"]
        shown = told(capsys, corpus, "show", str(number), "--edition", edition)["provisions"]
        count = len(shown)
        assert sum(law["states"].values()) == count
        assert on_home[number] == {count}
        assert re.search(rf"\d+/{count}\b", in_table[number])
        page = site[Paths("en").law_translation(edition, number)]
        assert count in provisions(page.tree.text_content())
        for state in ("needs-translation", "needs-review"):
            of_state = law["states"][state]
            assert not of_state or f"{state.replace('-', ' ')}: {of_state}" in page.words("//main")
    assert sum(reviewed["summary"].values()) in provisions(desk.text_content())


@pytest.mark.parametrize("edition", list(CORPORA))
def test_ingest_counts_what_show_shows(capsys: pytest.CaptureFixture[str], edition: str) -> None:
    corpus = CORPORA[edition]
    for page in told(capsys, corpus, "ingest", "--check")["pages"]:
        if page["law"]:
            asked = ("show", str(page["law"]), "--edition", page["edition"])
            assert page["provisions"] == len(told(capsys, corpus, *asked)["provisions"])


def test_a_law_in_two_editions_has_the_provisions_of_its_pages(
    capsys: pytest.CaptureFixture[str],
) -> None:
    compared = told(capsys, CORPUS, "compare", "47")["summary"]["provisions"]
    assert compared == {"same": 13, "moved": 0, "added": 0, "dropped": 0}
    page = site_of(CORPUS)[Paths("en").comparison("2007", "2017", 47)]
    assert "13 in the same place" in page.words("//main")
    assert len(told(capsys, CORPUS, "show", "47")["provisions"]) == 13


def test_a_law_that_a_translation_lacks_is_counted_as_not_translated_everywhere(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    corpus = tmp_path / "corpus"
    shutil.copytree(CORPUS, corpus)
    (corpus / "laws/2017/el/law_20.xml").unlink()
    reviewed = told(capsys, corpus, "review", "20")
    assert reviewed["summary"]["needs-translation"] == 25
    site = site_of(corpus)
    page = site[Paths("en").law_translation("2017", 20)]
    assert "25 provisions" in page.words("//main")
    assert "needs translation: 25" in page.words("//main")
    assert "the law has no translation here" in page.words("//main")
    whole = told(capsys, corpus, "review")["summary"]
    assert sum(whole.values()) in provisions(site[Paths("en").translation()].words("//main"))


def test_a_heading_that_was_lost_leaves_the_text_translated(
    capsys: pytest.CaptureFixture[str],
) -> None:
    states = {
        each["address"]: each["state"]
        for each in told(capsys, CORPUS, "review", "20")["provisions"]
    }
    assert states["20A"] == "needs-review"  # its heading is lost, its text is there
    assert states["20"] == "needs-translation"  # its title is lost, and so are words of 20E
    assert (
        states["20C"] == "needs-review"
    )  # of its own it has but the lost heading: its parts are here
    assert states["20E"] == "needs-translation"  # words of it are lost
    assert states["20F4"] == "needs-review"  # it has no text, its parts have
