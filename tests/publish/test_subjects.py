"""The index of subjects: from the editors, the glossary and the headings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawkb.corpus.subject_index import read_subject_index
from lawkb.model.code import Code
from lawkb.model.law import Law
from lawkb.pipeline import read_code
from lawkb.publish.localized_site import EditorialContent, read_editorial_content
from lawkb.publish.urls import page_url
from lawkb.publish.views import subjects
from lawkb.publish.views.terms_page import index_terms
from lawkb.words.folding import fold
from tests.corpus_files import CORPUS
from tests.profiles import of_profile
from tests.publish.rendering import TAGS, Rendered, rendered_site
from tests.publish.sample_code import sample_code
from tests.strategies import OUTLINE, laws

EL, EN = "el/2017/subjects/index.html", "en/2017/subjects/index.html"
INDEX = """language\tedition\tentry\tsubentry\taddresses\tsee
en\t\tcard\tis taken back\t33A 33B1\t
en\t\tplay\tbelongs to a law that is not here\t59\t
en\t\tretraction\t\t\tcard
el\t\tφύλλο\tπαίρνεται πίσω\t33A\t
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Rendered]:
    """The sample code with an index of the editors and a glossary."""
    folder = tmp_path_factory.mktemp("corpus")
    (folder / "index.tsv").write_text(INDEX, encoding="utf-8")
    (folder / "glossary.tsv").write_text(
        "en\tel\tstatus\tnote\ncard\tφύλλ*\tpreferred\t\n", encoding="utf-8"
    )
    code = sample_code()
    editorial = read_editorial_content(folder, OUTLINE)
    return rendered_site(
        code,
        replace(
            editorial,
            terms=index_terms(code, editorial.glossary),
            subjects=read_subject_index(folder, code),
        ),
    )


@pytest.fixture(scope="module")
def bridge() -> dict[str, Rendered]:
    code = read_code(CORPUS)
    rows = read_subject_index(CORPUS, code)
    return rendered_site(code, EditorialContent(subjects=rows))


def entry(rendered: Rendered, id_: str) -> list[str]:
    """An entry and its lines, white space folded."""
    lines = rendered.tree.get_element_by_id(id_).xpath("./dt | ./dd")
    return [" ".join(line.text_content().split()) for line in lines]


def test_an_entry_has_its_lines_with_provisions_by_label_and_heading(
    site: dict[str, Rendered],
) -> None:
    assert entry(site[EN], "subject-card") == [
        "card in the glossary",
        "is taken back 33A Withdrawal, 33B1 Law of <b>cards</b>",
        "Law of <b>cards</b> 33",
    ]
    assert entry(site[EL], "subject-φυλλο") == [
        "φύλλο στο γλωσσάριο",
        "παίρνεται πίσω 33Α Απόσυρση",
    ]


def test_see_leads_to_the_other_entry(site: dict[str, Rendered]) -> None:
    line = site[EN].tree.get_element_by_id("subject-retraction")
    assert line.xpath(".//a/@href") == ["#subject-card"]
    assert entry(site[EN], "subject-retraction") == ["retraction", "see card"]


def test_a_law_that_is_not_here_is_linked_as_a_whole(site: dict[str, Rendered]) -> None:
    line = site[EN].tree.get_element_by_id("subject-play")
    assert line.xpath(".//a/@href") == ["../59/"]


def test_each_telling_word_of_a_heading_leads_to_it_and_no_other(
    bridge: dict[str, Rendered],
) -> None:
    heading = "Change of Play Based on Misinformation"
    holding = {
        section.xpath("string(./dt/span)")
        for section in bridge[EN].tree.find_class("subject")
        if any(heading in dd and "47E" in dd and dd.index(heading) == 0 for dd in texts(section))
    }
    assert holding == {"change", "play", "misinformation"}


def texts(section: object) -> list[str]:
    return [" ".join(dd.text_content().split()) for dd in section.xpath("./dd")]  # type: ignore[attr-defined]  # of lxml


def test_forms_of_one_word_share_an_entry(bridge: dict[str, Rendered]) -> None:
    lines = entry(bridge[EL], "subject-παιξιμο")
    assert "Για Διόρθωση Παράνομου Παιξίματος 47Β" in lines
    assert "Πρόωρο Παίξιμο Στη Σειρά Του ΑΣΔ 57Δ" in lines


def test_a_word_in_very_many_headings_is_no_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subjects, "MOST_HEADINGS", 3)
    page = rendered_site(read_code(CORPUS))[EN]
    ids = page.tree.xpath("//*[@class='subject']/@id")
    assert "subject-play" not in ids
    assert "subject-misinformation" in ids


def test_entries_are_in_the_order_of_the_alphabet_below_their_letters(
    bridge: dict[str, Rendered],
) -> None:
    for path in (EL, EN):
        tree = bridge[path].tree
        words = [fold(each.text) for each in tree.xpath("//*[@class='subject']/dt/span")]
        assert words == sorted(words)
        linked = [link.text for link in tree.xpath("//nav[@class='letter-list']//a")]
        shown = [h2.text for h2 in tree.xpath("//section[@class='letter-group']/h2")]
        assert linked == shown == sorted({word[0].upper() for word in words})


def test_an_index_without_the_editors_file_has_the_headings() -> None:
    page = rendered_site(sample_code())[EN]
    assert entry(page, "subject-withdrawal") == ["withdrawal", "33A"]


def test_every_entry_reaches_a_provision(bridge: dict[str, Rendered]) -> None:
    for path in (EL, EN):
        here = f"/{page_url(path)}"
        for href in bridge[path].tree.xpath("//*[@class='subject']//a/@href"):
            url, fragment = urldefrag(urljoin(here, href))
            target = bridge[f"{url.strip('/')}/index.html"]
            assert not fragment or unquote(fragment) in target.page.anchors, href


@given(st.lists(laws(expression=("2017", "en")), min_size=1, max_size=3))
@settings(max_examples=of_profile(0.2), deadline=None)
def test_a_long_index_is_cut_and_each_heading_is_reached(drawn: list[Law]) -> None:
    found = {(law.edition, law.language, law.number): law for law in drawn}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subjects, "MOST_LINES", 2)
        rendered = rendered_site(Code(OUTLINE, {key: found[key] for key in sorted(found)}))
    pages = [p for p in rendered.values() if p.page.template == "subjects.html"]
    for page in pages:
        ids = page.tree.xpath("//*/@id")
        assert len(ids) == len(set(ids))
        lines = page.tree.xpath("//*[@class='subject']/dd")
        assert len(lines) <= 2 or len(page.tree.find_class("subject")) == 1
        assert {place.path for place in page.page.links} <= rendered.keys()
        assert {place.path for _, place in page.page.alternates} <= rendered.keys()


def test_the_manual_says_how_the_index_is_written() -> None:
    for tag in TAGS:
        told = (Path("site/manual") / tag / "how-to" / "subject-index.md").read_text("utf-8")
        assert "language\tedition\tentry\tsubentry\taddresses\tsee" in told
