"""A number of provisions is the same wherever it is told: on the site and by the commands."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from lawkb.checks.runner import check_code
from lawkb.cli.commands import cli
from lawkb.corpus.corpus_toml import CheckSettings
from lawkb.corpus.editorial_settings import EditorialSettings
from lawkb.editorial.findings import report_of_findings, review_states_of
from lawkb.model.code import Code
from lawkb.publish.localized_site import EditorialContent
from lawkb.publish.site import read_content
from lawkb.publish.urls import Paths
from tests.corpus_files import CORPUS
from tests.profiles import of_profile
from tests.publish.rendering import TAGS, Rendered, rendered_site
from tests.strategies import EXPRESSIONS, OUTLINE, laws, provisions_of_law

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


def numbers(row: Any) -> list[int]:
    """The numbers of a row; a dash is none."""
    cells = (cell.text_content() for cell in row.iter("td"))
    return [0 if cell == "–" else int(cell) for cell in cells]


def numbered(element: Any) -> int:
    """The law that a line of a list is of."""
    (number,) = re.findall(r"\d+", element.text_content())
    return int(number)


@pytest.mark.parametrize("edition", list(CORPORA))
def test_site_review_and_show_count_the_same_provisions(
    capsys: pytest.CaptureFixture[str], edition: str
) -> None:
    corpus = CORPORA[edition]
    site = site_of(corpus)
    reviewed = told(capsys, corpus, "review", "--edition", edition, "--lang", "el")
    assert reviewed["laws"]
    tree = site[Paths("en").translation()].tree
    rows = tree.xpath(f"//section[*[@id='{edition}-el']]//tbody/tr")
    in_table = {numbered(row.find("th")): numbers(row) for row in rows}
    for law in reviewed["laws"]:
        number, states = law["law"], law["states"]
        shown = told(capsys, corpus, "show", str(number), "--edition", edition)["provisions"]
        count = len(shown)
        assert sum(states.values()) == count
        done = states["reviewed"] + states["final"]
        assert in_table[number][:3] == [count, count - states["needs-translation"], done]
    (sums,) = tree.xpath(f"//section[*[@id='{edition}-el']]/p")
    assert f"Provisions: {sum(reviewed['summary'].values())}." in sums.text_content()


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
    tree = site[Paths("en").translation()].tree
    (row,) = tree.xpath("//section[h2/@id='2017-el']//tr[@data-law='20']")
    assert numbers(row) == [25, 0, 0, 0]
    whole = told(capsys, corpus, "review")["summary"]
    assert f"Provisions: {sum(whole.values())}." in tree.text_content()


def test_a_heading_that_was_lost_leaves_the_text_translated(
    capsys: pytest.CaptureFixture[str],
) -> None:
    states = {
        each["address"]: each["state"]
        for each in told(capsys, CORPUS, "review", "20")["provisions"]
    }
    assert states["20A"] == "needs-review"  # its heading is lost, its text is there
    assert states["20"] == "needs-review"  # an editor gave its title; 20E has its own state
    assert (
        states["20C"] == "needs-review"
    )  # of its own it has but the lost heading: its parts are here
    assert states["20E"] == "needs-translation"  # words of it are lost
    assert states["20F4"] == "needs-review"  # it has no text, its parts have


@st.composite
def translated_codes(draw: st.DrawFn) -> tuple[Code, EditorialContent]:
    """A generated law in both languages of 2017 and another in one, with findings and comments."""
    code = draw(codes())
    found = check_code(code, EditorialSettings())
    states = review_states_of(code, {})
    report = report_of_findings(found, code, (), states, CheckSettings())
    return code, EditorialContent(report=report)


@st.composite
def codes(draw: st.DrawFn) -> Code:
    held = [draw(laws(expression)) for expression in EXPRESSIONS]
    greek = replace(held[1], root=draw(provisions_of_law(held[0].root.address.law)))
    every = (held[0], greek, held[2])
    return Code(OUTLINE, {(law.edition, law.language, law.number): law for law in every})


@settings(max_examples=of_profile(0.1), suppress_health_check=[HealthCheck.too_slow])
@given(translated_codes(), st.sampled_from(TAGS))
def test_a_count_is_the_same_on_every_page_that_shows_it(
    work: tuple[Code, EditorialContent], tag: str
) -> None:
    code, editorial = work
    site = rendered_site(code, editorial)
    paths, progress = Paths(tag), site[Paths(tag).translation()].tree
    texts = list(code.laws.values())
    comments = [comment for law in texts for comment in law.comments]
    if comments:
        listed = site[paths.comments()].tree
        assert len(listed.xpath("//main//div[contains(@class, 'commented')]")) == len(comments)
        assert states_told(listed) == states_told(progress)
        assert sum(states_told(progress)) == len(comments)
    for edition, number in {(law.edition, law.number) for law in texts}:
        own = [law for law in texts if (law.edition, law.number) == (edition, number)]
        whole = {each.address for law in own for each in law.provisions()}
        for row in progress.xpath(f"//section[h2/@id='{edition}-el']//tr[@data-law='{number}']"):
            assert numbers(row)[0] == len(whole)


def states_told(tree: Any) -> list[int]:
    """The numbers of a list of comments by status."""
    (told_,) = tree.xpath("//ul[@class='states']")
    return [int(li.text_content().split()[-1]) for li in told_.xpath("li")]
