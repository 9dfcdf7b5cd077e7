import json
from functools import cache
from itertools import pairwise
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from hypothesis import given, settings
from lxml import html

from lawkb.model.code import Code
from lawkb.model.law import Law
from lawkb.model.passage import Passage
from lawkb.publish.urls import Place, page_url
from tests.profiles import of_profile
from tests.publish.rendering import TAGS, Rendered, rendered_site
from tests.publish.sample_code import HOSTILE, sample_code
from tests.strategies import OUTLINE, laws

EL_33 = "el/2017/33/index.html"
EN_33 = "en/2017/33/index.html"


@cache
def site() -> dict[str, Rendered]:
    return rendered_site(sample_code())


def targets(rendered: Rendered) -> set[Place]:
    """Places that the links in the main part of a page lead to."""
    urls = {page_url(path): path for path in site()}
    found = set()
    for link in rendered.tree.xpath("//main//a/@href"):
        url = urlsplit(urljoin(f"/{page_url(rendered.page.path)}", link))
        path = url.path.removeprefix("/")
        found.add(Place(path if path.startswith("laws/") else urls[path], unquote(url.fragment)))
    return found


def test_both_trees_hold_the_same_pages_and_name_one_another() -> None:
    trees = [{path.partition("/")[2] for path in site() if path.startswith(tag)} for tag in TAGS]
    assert (
        trees[0]
        == trees[1]
        == {
            "index.html",
            "search/index.html",
            "comments/index.html",
            "references/index.html",
            "translation/index.html",
            "2017/33/references/index.html",
            "2017/34/references/index.html",
            "2007/33/references/index.html",
            "2017/33/index.html",
            "2017/34/index.html",
            "2017/59/index.html",
            "2007/33/index.html",
            "2017/all/index.html",
            "2007/all/index.html",
            "2017/subjects/index.html",
            "2007/subjects/index.html",
        }
    )
    for path in (EL_33, EN_33):
        assert site()[path].page.alternates == (("el", Place(EL_33)), ("en", Place(EN_33)))
        hrefs = site()[path].tree.xpath("//link[@rel='alternate'][@hreflang]/@href")
        assert {urljoin(f"/{page_url(path)}", href) for href in hrefs} == {
            "/el/2017/33/",
            "/en/2017/33/",
        }


def test_every_page_says_its_ids_and_links() -> None:
    ids = {path: rendered.tree.xpath("//@id") for path, rendered in site().items()}
    assert [path for path in ids if len(ids[path]) != len(set(ids[path]))] == []
    unsaid = {path: rendered.page.anchors - set(ids[path]) for path, rendered in site().items()}
    assert {path: names for path, names in unsaid.items() if names} == {}
    assert [path for path, rendered in site().items() if links_said(rendered)] == []


def links_said(rendered: Rendered) -> set[Place]:
    """Places that the links lead to or the page says, and not both.

    The home page and the search, to which the frame of every page leads, may be unsaid.
    """
    path = rendered.page.path
    home = {
        place
        for place in targets(rendered)
        if place.path.count("/") == 1 or place.path.endswith("/search/index.html")
    }
    told = {
        Place(p.path, p.fragment or "content") if p.path == path else p for p in rendered.page.links
    }
    return (targets(rendered) - home) ^ (told - home)


def test_every_link_leads_to_an_id_that_its_page_says_it_has() -> None:
    astray = [
        (path, place)
        for path, rendered in site().items()
        for place in rendered.page.links
        if place.fragment and place.fragment not in site()[place.path].page.anchors
    ]
    assert astray == []


def test_a_row_holds_a_provision_in_both_languages_under_one_id() -> None:
    row = site()[EL_33].tree.get_element_by_id("B1")
    assert row.xpath("div/@lang") == ["el", "en"]
    assert site()[EN_33].tree.get_element_by_id("B1").xpath("div/@lang") == ["en", "el"]


def test_a_text_that_goes_on_after_a_provision_stands_after_its_row_and_has_no_id() -> None:
    row = site()[EN_33].tree.get_element_by_id("B1").getnext()
    assert row.get("id") is None
    assert "In both cases play goes on." in row.text_content()
    assert row.getnext().get("id") == "C"


def test_what_one_language_lacks_is_said_in_its_column() -> None:
    cells = site()[EL_33].tree.get_element_by_id("C").xpath("div")
    assert [cell.get("lang") for cell in cells] == ["el", "en"]
    assert "δεν υπάρχει σε αυτή τη γλώσσα" in cells[0].text_content()


@pytest.mark.parametrize(
    ("path", "id_", "words"),
    [
        (EN_33, "C", "letter inferred from the order"),
        (EN_33, "B", "the source has no heading"),
        (EN_33, "said-law", "the source has no title"),
        (EN_33, "A", "heading supplied by the editors"),
        (EN_33, "B1", "ambiguous: 33C, 34C"),
        (EN_33, "B1", "no such provision here"),
        (EL_33, "C", "γράμμα κατά σειρά"),
        (EL_33, "B1", "ασαφής παραπομπή: 33Γ, 34Γ"),
    ],
)
def test_what_is_doubtful_is_marked_in_words_of_the_interface(
    path: str, id_: str, words: str
) -> None:
    marks = site()[path].tree.get_element_by_id(id_).xpath(".//span[@class='mark']")
    assert words in [mark.text_content() for mark in marks]
    assert {mark.get("lang") for mark in marks if mark.text_content() == words} == {path[:2]}


@pytest.mark.parametrize(
    ("path", "words"),
    [
        (EN_33, "incomplete text: words are missing"),
        (EL_33, "ελλιπές κείμενο: λείπουν λέξεις"),
    ],
)
def test_a_text_that_lacks_words_says_so_in_words_at_its_place(path: str, words: str) -> None:
    (told,) = site()[path].tree.get_element_by_id("B1").xpath(".//p[@class='lacks']")
    assert " ".join(told.text_content().split()) == words
    assert told.get("lang") == path[:2]


def test_the_box_above_a_law_links_the_provisions_that_lack_words() -> None:
    box = site()[EN_33].tree.xpath("//div[@class='known']")[0]
    assert ("B1", "#B1") in [(a.text[-2:], a.get("href")) for a in box.iter("a")]


def test_a_reference_is_a_link_only_when_its_target_is_certain() -> None:
    rendered = site()[EL_33]
    links = {
        a.text: a.get("href")
        for a in rendered.tree.xpath("//section[@id='A']//a[contains(@class, 'ref')]")
    }
    assert links == {"59": "../59/", "B1": "#B1"}
    assert [s.text for s in rendered.tree.xpath("//span[contains(@class, 'ref ')]")] == ["C", "34Z"]


def test_a_provision_lists_who_cites_it_with_the_sentence() -> None:
    item = site()[EN_33].tree.xpath("//section[@id='A']//ul[@class='citations']/li")
    assert [" ".join(li.text_content().split()) for li in item] == [
        "34A This is dealt with in Law 33A."
    ]
    assert item[0].xpath("a/@href") == ["../34/#A"]
    assert item[0].xpath(".//mark/text()") == ["33A"]


def test_a_citing_sentence_is_in_the_language_of_the_reader_where_there_is_one() -> None:
    for tag in TAGS:
        sentences = site()[f"{tag}/2017/59/index.html"].tree.xpath("//q/@lang")
        assert sentences == [tag]


def test_a_law_that_is_not_held_says_so() -> None:
    assert "text of this law is not on this site" in site()["en/2017/59/index.html"].words(
        "//p[@class='lead']"
    )


def test_a_comment_shows_who_when_what_and_how_it_stands() -> None:
    words = site()[EN_33].words("//section[@id='A']//section[@class='comments']")
    assert words == (
        f"1 settled comment {HOSTILE} June 30, 2017, 14:14 applied "
        f"Α: Ένα φύλλο {HOSTILE} μάλλον περισσεύει "
        "Τάκης June 30, 2017, 14:38probably a reply σωστό"
    )


def test_a_comment_on_no_provision_of_the_law_stands_after_it() -> None:
    comments = site()[EL_33].tree.xpath("//main/section[@class='comments']")
    assert "γενικά" in comments[0].text_content()


def test_words_of_strangers_are_text() -> None:
    for rendered in site().values():
        assert not rendered.tree.xpath("//img | //main//b[text()='cards']")
        assert not rendered.tree.xpath(
            "//@onerror | //@style | //script[not(@src or @type='application/ld+json')] | //style"
        )


def test_one_language_needs_no_switch() -> None:
    rendered = site()["el/2007/33/index.html"]
    assert not rendered.tree.xpath("//main//fieldset")
    assert rendered.tree.xpath("//section[@id='law']/div/@lang") == ["it"]


def test_the_foot_of_a_law_names_rights_and_source() -> None:
    words = site()[EN_33].words("//section[@class='colophon']")
    assert "Laws of Duplicate Bridge 2017." in words
    assert "Source: wiki, law_33, last changed May 25, 2018, 16:53" in words
    other = site()["en/2017/34/index.html"].words("//section[@class='colophon']")
    assert "time of the last change unknown" in other


def test_what_the_editors_supplied_has_its_origin_at_the_foot_of_the_law_alone() -> None:
    mark = site()[EN_33].tree.get_element_by_id("A").xpath(".//span[@class='mark']/a")
    assert [(a.text, a.get("href")) for a in mark] == [
        ("heading supplied by the editors", "#supplied-el-1")
    ]
    foot = site()[EN_33].words("//p[@id='supplied-el-1']")
    assert foot == (
        "Headings written by the editors, not official; the text is as in the source: 33A. "
        "Origin: general knowledge"
    )
    assert site()[EN_33].text.count("general knowledge") == 1


def test_the_search_page_has_the_box_and_the_languages_of_the_reader_first() -> None:
    for tag, order in (("el", ["el", "en", "it"]), ("en", ["en", "el", "it"])):
        rendered = site()[f"{tag}/search/index.html"]
        assert len(rendered.tree.xpath("//form[@role='search']")) == 1
        assert rendered.tree.xpath("//section[contains(@class, 'hits')]/@lang") == order
        assert rendered.tree.xpath("//div[@id='off']//a")
    assert site()[EL_33].tree.xpath("//form/@action") == ["../../search/"]


def test_the_home_page_lists_laws_languages_and_what_is_cited_only() -> None:
    words = site()["en/index.html"].words("//main")
    assert "Law 33 Law of <b>cards</b>" in words
    assert "Law 34 without a title" in words
    assert "Ελληνικά (translation): Ελληνική Ομοσπονδία Μπριτζ" in words
    assert site()["en/index.html"].tree.xpath("//ul[@class='absent']//a/@href") == ["2017/59/"]


def test_the_chooser_links_every_tree_in_its_own_words() -> None:
    links = site()["index.html"].tree.xpath("//main//a")
    assert [(a.get("href"), a.xpath("b/@lang")) for a in links] == [
        ("el/", ["el"]),
        ("en/", ["en"]),
    ]


def test_a_title_that_a_language_lost_is_that_of_another_in_grey_with_its_language() -> None:
    first = site()["el/index.html"].tree.xpath("//ol[@class='laws']/li")[0]
    (title,) = first.xpath(".//span[@class='borrowed']")
    assert (title.text, title.get("lang")) == ("Law of <b>cards</b>", "en")
    assert not site()["en/index.html"].tree.xpath(
        "//ol//li[1]//span[@class='borrowed']/@lang[.='en']"
    )


def test_the_home_page_counts_nothing_and_marks_a_law_that_lacks_words() -> None:
    marks = {
        tag: [
            li.xpath("string(.//span[@class='mark'])")
            for li in site()[f"{tag}/index.html"].tree.xpath("//ol[@class='laws']/li")
        ]
        for tag in TAGS
    }
    assert marks == {"el": ["ελλιπές κείμενο", "", ""], "en": ["", "", ""]}
    assert "provision" not in site()["en/index.html"].words("//main")
    assert not site()["en/index.html"].tree.xpath("//main//meter")


def test_the_page_for_what_is_not_there_works_from_any_address() -> None:
    tree = site()["404.html"].tree
    assert tree.xpath("//main//a/@href") == ["/el/", "/en/"]
    assert tree.xpath("//main//form/@action") == ["/el/search/", "/en/search/"]
    assert tree.xpath("//h1/span/text()") == ["Η σελίδα δεν βρέθηκε", "Page not found"]


def test_the_jump_table_holds_the_alphabets_and_the_laws() -> None:
    table = json.loads(site()[EL_33].tree.xpath("//form/@data-table")[0])
    assert table["laws"] == [["2017", [[33, 34], [59, 59]]], ["2007", [[33, 33]]]]
    assert [alphabet["script"] for alphabet in table["alphabets"]] == ["Latin", "Greek"]
    assert [joint for _, joint, _ in table["levels"]] == ["", "", "", "", "-"]


@settings(max_examples=of_profile(0.3))
@given(laws())
def test_any_law_becomes_a_page_that_shows_all_its_words(law: Law) -> None:
    code = Code(OUTLINE, {(law.edition, law.language, law.number): law})
    rendered = rendered_site(code)[f"en/{law.edition}/{law.number}/index.html"]
    body = html.tostring(rendered.tree, encoding="unicode", method="text")
    shown = "".join(body.split())
    for provision in law.provisions():
        for passage in (provision.heading, *provision.passages):
            for piece in _pieces(passage):
                assert piece in shown


def _pieces(passage: Passage | None) -> list[str]:
    """What stands between note marks and references of a passage, as the page shows it."""
    if passage is None:
        return []
    cuts = {0, len(passage.text), *(note.at for note in passage.notes)}
    cuts |= {at for reference in passage.references for at in (reference.start, reference.end)}
    ends = sorted(cuts)
    return ["".join(passage.text[a:b].split()) for a, b in pairwise(ends)]


@pytest.mark.parametrize("path", [EN_33, EL_33])
def test_the_title_of_a_reference_is_in_the_language_of_its_text(path: str) -> None:
    links = site()[path].tree.xpath("//a[contains(@class, 'ref')][@title]")
    told = {link.xpath("string(ancestor::*[@lang][1]/@lang)"): link.get("title") for link in links}
    assert told == {"el": "33Β1", "en": "33B1"}  # the first with a Greek Β
