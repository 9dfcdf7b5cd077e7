"""Lists of the desk that take several pages; a page is made short, so that few lines fill it."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.publish.views import pagination
from lawkb.publish.views.pagination import PER_PAGE, paginate
from tests.publish.rendering import TAGS, Rendered, rendered_site
from tests.publish.sample_translation import sample_work

SHORT = 1


@given(st.lists(st.integers(), max_size=4 * PER_PAGE))
def test_every_line_is_on_one_page_in_order_and_pages_are_even(lines: list[int]) -> None:
    pages = paginate(lines)
    assert [line for page in pages for line in page] == lines
    sizes = {len(page) for page in pages}
    assert max(sizes) <= PER_PAGE
    assert max(sizes) - min(sizes) <= 1


@pytest.fixture(scope="module")
def site() -> Iterator[dict[str, Rendered]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pagination, "PER_PAGE", SHORT)
        yield rendered_site(*sample_work())


def desk(site: dict[str, Rendered], tag: str, begin: str) -> list[Rendered]:
    return [page for path, page in site.items() if path.startswith(f"{tag}/translation/{begin}")]


@pytest.mark.parametrize("tag", TAGS)
def test_every_finding_of_a_rule_is_on_one_of_its_pages(
    site: dict[str, Rendered], tag: str
) -> None:
    report = sample_work()[1].report
    assert report
    split = 0
    for rule in {each.rule for each in report.findings}:
        pages = desk(site, tag, f"{rule}/")
        lines = [li for page in pages for li in page.tree.xpath("//ul[@class='lines']/li")]
        assert len(lines) == sum(each.rule == rule for each in report.findings)
        split += len(pages) > 1
    assert split


@pytest.mark.parametrize("tag", TAGS)
def test_every_law_is_on_one_page_of_the_table_and_the_overview_leads_there(
    site: dict[str, Rendered], tag: str
) -> None:
    code = sample_work()[0]
    numbers = code.numbers("2017")
    assert len(numbers) > SHORT
    pages = desk(site, tag, "laws/2017/")
    rows = [tr.get("data-law") for page in pages for tr in page.tree.xpath("//tr[@data-law]")]
    assert rows == [str(number) for number in numbers]
    overview = site[f"{tag}/translation/index.html"]
    assert {page.page.path for page in pages} <= {place.path for place in overview.page.links}


def test_pages_of_a_list_lead_to_one_another_and_say_which_is_shown(
    site: dict[str, Rendered],
) -> None:
    for page in desk(site, "en", "laws/2017/"):
        here = page.tree.xpath("//nav[contains(@class, 'parts')]//a[@aria-current='page']")
        assert len(here) == 1
        assert {place.path for place in page.page.links} <= site.keys()
    first, last = desk(site, "en", "laws/2017/")[0], desk(site, "en", "laws/2017/")[-1]
    assert [a.get("rel") for a in first.tree.xpath("//nav[@class='neighbours']/a")] == ["next"]
    assert [a.get("rel") for a in last.tree.xpath("//nav[@class='neighbours']/a")] == ["prev"]


def test_the_overview_of_many_laws_names_first_where_most_is_to_be_done(
    site: dict[str, Rendered],
) -> None:
    tree = site["en/translation/index.html"].tree
    table = tree.xpath("//h3[@id='most-2017']/following::table[1]")[0]
    errors = [int(td) for td in table.xpath(".//tr[td]/td[1]/text()") if td != "–"]
    assert errors == sorted(errors, reverse=True)
    assert errors[0] > 0
