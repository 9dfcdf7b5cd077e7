"""Pages whose laws are kept in a file are the pages that were read."""

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from lawkb.large_collections import at_most_in_memory
from lawkb.model.law import Law, Loss
from lawkb.model.page import Account
from lawkb.parse.document import Comparison, PageFormat
from lawkb.parse.merge_sources import ReadPages, merge_readings, parts_of
from lawkb.parse.read_page import PageReading
from tests.profiles import of_profile
from tests.strategies import OUTLINE as CODE
from tests.strategies import laws

OUTLINE = replace(CODE, editions=tuple(replace(each, laws=10_000) for each in CODE.editions))
FORMS: tuple[PageFormat, ...] = ("wikitext", "html", "text", "diff")


@st.composite
def readings(draw: st.DrawFn) -> list[PageReading]:
    """Some pages with few laws in two languages: the same law is on several of them."""
    known = [draw(laws(("2017", tag))) for tag in ("en", "en", "el")]
    found = []
    for number in range(draw(st.integers(0, 5))):
        own = draw(st.lists(st.sampled_from(known), max_size=3, unique_by=lambda law: law.key))
        form = draw(st.sampled_from(FORMS))
        comparison = Comparison(True, whole=draw(st.booleans())) if form == "diff" else None
        losses = (Loss("heading", "lost", law.root.address, law.language) for law in own)
        found.append(
            PageReading(
                tuple(_of_page(law, number) for law in own),
                Account(number, {}),
                "",
                (),
                tuple(losses),
                form,
                comparison=comparison,
            )
        )
    return found


def _of_page(law: Law, number: int) -> Law:
    return replace(law, origin=replace(law.origin, page=f"page_{number}"))


@settings(max_examples=of_profile(0.4))
@given(pages=readings(), most=st.integers(0, 4))
def test_a_page_is_what_was_read_however_its_laws_are_kept(
    pages: list[PageReading], most: int
) -> None:
    with at_most_in_memory(most):
        kept = ReadPages(map(parts_of, pages))
    assert [kept.reading(place) for place in range(len(pages))] == pages


@settings(max_examples=of_profile(0.6))
@given(pages=readings(), most=st.integers(0, 4))
def test_the_laws_of_several_pages_are_merged_alike_however_they_are_kept(
    pages: list[PageReading], most: int
) -> None:
    here = merge_readings(ReadPages(map(parts_of, pages)), OUTLINE)
    with at_most_in_memory(most):
        there = merge_readings(ReadPages(map(parts_of, pages)), OUTLINE)
    assert [*there.laws.items()] == [*here.laws.items()]
    assert {**there.beside_laws} == {**here.beside_laws}
    assert (there.anew, there.keys, there.losses) == (here.anew, here.keys, here.losses)
    for key in here.laws:
        assert there.paths[key] == here.paths[key]
