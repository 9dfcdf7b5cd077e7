"""Lists that take several pages; a page is made short, so that few lines fill it."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.publish import pagination
from lawkb.publish.pagination import PER_PAGE, paginate
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


def pages_of(site: dict[str, Rendered], tag: str) -> list[Rendered]:
    return [page for path, page in site.items() if path.startswith(f"{tag}/translation/")]


@pytest.mark.parametrize("tag", TAGS)
def test_every_law_is_on_one_page_of_the_table(site: dict[str, Rendered], tag: str) -> None:
    numbers = sample_work()[0].numbers("2017")
    assert len(numbers) > SHORT
    pages = pages_of(site, tag)
    rows = [tr.get("data-law") for page in pages for tr in page.tree.xpath("//tr[@data-law]")]
    assert rows == [str(number) for number in numbers]


def test_pages_of_a_list_lead_to_one_another_and_say_which_is_shown(
    site: dict[str, Rendered],
) -> None:
    pages = pages_of(site, "en")
    for page in pages:
        here = page.tree.xpath("//nav[contains(@class, 'parts')]//a[@aria-current='page']")
        assert len(here) == 1
        assert {place.path for place in page.page.links} <= site.keys()
    first, last = pages[0], pages[-1]
    assert [a.get("rel") for a in first.tree.xpath("//nav[@class='neighbours']/a")] == ["next"]
    assert [a.get("rel") for a in last.tree.xpath("//nav[@class='neighbours']/a")] == ["prev"]
