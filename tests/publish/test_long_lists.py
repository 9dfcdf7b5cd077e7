"""Lists of a code that take several pages; a page is made short, so that few lines fill it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html
from msgspec.structs import replace

from lawkb.model.code import Code
from lawkb.model.law import Law
from lawkb.model.passage import Passage
from lawkb.publish import pagination
from lawkb.publish.page import SitePage
from lawkb.publish.pagination import page_links, paginate, shown_of_each
from tests.publish.rendering import TAGS, Rendered, rendered_site
from tests.publish.sample_code import ORIGIN, cite, passage, provision, sample_code

SHORT = 4
CITING = range(1, 15)  # laws that cite Law 20, which is held, and Law 21, which is not
CITED = {"20": 0, "20A": 1, "20B": 14, "21A": 14}  # by how many provisions


def cited_code() -> Code:
    """Laws that each cite 20B and 21A, the first one 20A as well."""
    laws = [_citing(number) for number in CITING]
    a = provision("20A", "A.", Passage("One may."))
    b = provision("20B", "B.", Passage("One may not."))
    laws.append(Law("2017", "en", provision("20", "", a, b), ORIGIN))
    return replace(sample_code(), laws={("2017", "en", law.number): law for law in laws})


def _citing(number: int) -> Law:
    text = f"See Law 20B and Law 21A{', and Law 20A' if number == 1 else ''}."
    references = [
        cite(text, "20B", "20B"),
        cite(text, "21A", "21A", status="not-held"),
        *([cite(text, "20A", "20A")] if number == 1 else []),
    ]
    own = provision(f"{number}A", "A.", passage(text, *references))
    return Law("2017", "en", provision(f"{number}", "", own), ORIGIN)


@pytest.fixture(scope="module")
def whole() -> dict[str, Rendered]:
    """The site with its lists whole."""
    return rendered_site(cited_code())


@pytest.fixture(scope="module")
def site() -> dict[str, Rendered]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pagination, "PER_PAGE", SHORT)
        return rendered_site(cited_code())


def _pages(site: dict[str, Rendered], begin: str) -> list[Rendered]:
    return [page for path, page in site.items() if path.startswith(begin)]


def _rows(*pages: Rendered) -> list[tuple[str, ...]]:
    """The rows of the tables, without their ids."""
    rows = [row for page in pages for row in page.tree.xpath("//main//table//tr[td]")]
    return [tuple(" ".join(td.text_content().split()) for td in row.xpath("td")) for row in rows]


@given(st.lists(st.integers(0, 3 * pagination.PER_PAGE)))
def test_lists_that_share_a_page_fill_it_and_short_ones_stay_whole(counts: list[int]) -> None:
    shown = shown_of_each(counts)
    assert sum(min(count, shown) for count in counts) <= pagination.PER_PAGE
    if shown < max(counts, default=0):
        assert sum(min(count, shown + 1) for count in counts) > pagination.PER_PAGE


def test_every_link_leads_to_a_page_and_every_fragment_to_an_id_of_it(
    site: dict[str, Rendered],
) -> None:
    pages: dict[str, SitePage] = {path: rendered.page for path, rendered in site.items()}
    ids: dict[str, list[str]] = {p: each.tree.xpath("//@id") for p, each in site.items()}
    assert all(len(own) == len(set(own)) for own in ids.values())
    for page in pages.values():
        for place in (place for place in page.links if place.path.endswith(".html")):
            assert place.path in pages, (page.path, place)
            if place.fragment:
                assert place.fragment in pages[place.path].anchors, (page.path, place)
                assert place.fragment in ids[place.path], (page.path, place)


@pytest.mark.parametrize("tag", TAGS)
def test_home_leads_to_every_law_and_to_the_pages_of_the_list(
    site: dict[str, Rendered], whole: dict[str, Rendered], tag: str
) -> None:
    home = site[f"{tag}/index.html"]
    links = {place.path for place in home.page.links}
    assert {place.path for place in whole[f"{tag}/index.html"].page.links} <= links
    pages = _pages(site, f"{tag}/laws/2017/")
    assert len(pages) > 1
    assert {page.page.path for page in pages} <= links
    assert not _pages(whole, f"{tag}/laws/")


def test_every_law_is_on_one_page_of_the_list_as_the_home_page_would_have_it(
    site: dict[str, Rendered], whole: dict[str, Rendered]
) -> None:
    pages = _pages(site, "en/laws/2017/")
    lines = [li.text_content() for page in pages for li in page.tree.xpath("//ol/li")]
    home = whole["en/index.html"].tree
    assert lines == [li.text_content() for li in home.xpath("//ol[@class='laws']/li")]
    assert all(len(page.tree.xpath("//ol/li")) <= SHORT for page in pages)


def test_the_tables_of_an_edition_hold_every_law(
    site: dict[str, Rendered], whole: dict[str, Rendered]
) -> None:
    pages = _pages(site, "en/references/2017/")
    assert len(pages) > 1
    assert _rows(*pages) == _rows(whole["en/references/index.html"])
    overview = site["en/references/index.html"]
    assert {page.page.path for page in pages} <= {place.path for place in overview.page.links}
    assert overview.words("//h3[.='Cited most']/following-sibling::ul/li[1]") == (
        "Law 20 15 references"
    )


def test_the_tables_of_a_law_hold_every_reference_those_of_a_provision_together(
    site: dict[str, Rendered], whole: dict[str, Rendered]
) -> None:
    pages = _pages(site, "en/2017/20/references/")
    rows = _rows(*pages)
    assert sorted(rows) == sorted(_rows(whole["en/2017/20/references/index.html"]))
    assert [row[1] for row in rows] == ["20A"] + ["20B"] * len(CITING)
    assert all(len(_rows(page)) <= SHORT for page in pages)
    here = pages[1].tree.xpath("//nav[contains(@class, 'parts')]//a[@aria-current]")
    assert [link.text_content() for link in here] == ["20B ← 3A – 20B ← 6A"]


@pytest.mark.parametrize("path", ["en/2017/20/index.html", "en/2017/21/index.html"])
def test_a_much_cited_provision_shows_the_first_and_leads_to_all(
    site: dict[str, Rendered], path: str
) -> None:
    page = site[path]
    for items in page.tree.xpath("//ul[@class='citations']"):
        row = items.xpath("ancestor::section")[0]
        count = CITED[f"{path.split('/')[2]}{row.get('id')}"]
        said = " ".join(row.text_content().split())
        assert f"cited by {count} provision" in said
        shown = len(items.xpath("li"))
        more = row.xpath(".//p[@class='all']/a")
        assert bool(more) == (shown < count)
        assert shown <= SHORT
        if more:
            assert more[0].text == f"All {count} that cite it"
            first = _followed(site, path, more[0].get("href"))
            assert first.xpath("string(td[1])").strip() == "1A"
            assert first.xpath("string(td[2])").startswith(path.split("/")[2] + row.get("id"))


def _followed(site: dict[str, Rendered], path: str, href: str) -> html.HtmlElement:
    """What a link of a page leads to: the row with the id of its fragment."""
    folder, fragment = href.split("#")
    there = f"{path.removesuffix('index.html')}{folder}index.html"
    (found,) = site[there].tree.xpath("//tr[@id=$id]", id=fragment)
    return found


def test_a_law_that_few_cite_has_pages_of_references_only_where_it_is_held(
    site: dict[str, Rendered], whole: dict[str, Rendered]
) -> None:
    assert "en/2017/21/references/index.html" in site
    assert "en/2017/21/references/index.html" not in whole
    assert "en/2017/20/references/index.html" in whole
    assert not whole["en/2017/20/index.html"].tree.xpath("//p[@class='all']")


def test_a_very_long_list_is_reached_through_groups_of_its_pages() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pagination, "PER_PAGE", 1)
        patch.setattr(pagination, "MOST_LINKS", 2)
        site = rendered_site(cited_code())
    listed = {page.page.path for page in _pages(site, "en/laws/2017/")}
    linked = {place.path for place in site["en/index.html"].page.links}
    assert not {f"en/2017/{number}/index.html" for number in CITING} & linked
    begun = listed & linked
    assert begun < listed
    then = {place.path for path in begun for place in site[path].page.links}
    assert listed <= begun | then
    names = site["en/index.html"].tree.xpath("//section[@class='edition']/h3/a/text()")
    assert names[:2] == ["Laws 1 to 4", "Laws 5 to 8"]


@given(st.integers(2, 2000), st.data())
def test_each_page_of_a_list_is_two_links_away_and_few_are_linked(
    count: int, data: st.DataObject
) -> None:
    pages = paginate(range(count), 1)

    def links(here: int) -> dict[str, str]:
        found = page_links(pages, str, str, here)
        assert [each.here for each in found].count(True) == (here > 0)
        return {each.place.path: each.last for each in found}

    here = data.draw(st.integers(1, count))
    near = {str(n) for n in (1, here - 1, here, here + 1, count) if 1 <= n <= count}
    assert near <= links(here).keys()
    assert len(links(here)) <= max(pagination.MOST_LINKS, 3 * count**0.5 + 4)
    then = {path for each in links(here) for path in links(int(each))}
    assert then == {str(n) for n in range(1, count + 1)}
    ends = [int(last) for last in links(0).values()]
    assert [int(path) for path in links(0)] == [1, *(end + 2 for end in ends[:-1])]
    assert ends[-1] == count - 1


@given(st.lists(st.integers(1, 5), min_size=1, max_size=6))
def test_every_line_is_on_the_page_that_is_named_for_it(sizes: list[int]) -> None:
    lines = range(sum(sizes))
    ends = [sum(sizes[: at + 1]) for at in range(len(sizes))]
    pages = pagination.Pages(lines, ends)
    assert all(line in pages.item(pages.page_of(line)) for line in lines)
