"""A comparison of revisions completes a law: it takes nothing away, whatever it holds."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from lawkb.model.law import Law
from lawkb.model.page import account_of
from lawkb.model.passage import Passage
from lawkb.parse.complete_law import with_links
from lawkb.parse.document import Comparison, PageFormat
from lawkb.parse.merge_sources import merge
from lawkb.parse.read_page import PageReading
from tests.profiles import of_profile
from tests.strategies import laws, passages

KEY = ("2017", "en")
# The newer side of a comparison: of the present page or another, with gaps and lines that are cut.
COMPARISONS = st.builds(
    Comparison,
    st.booleans(),
    st.sampled_from((None, "2017-05-26T09:05")),
    st.none(),
    st.frozensets(st.integers(1, 40)),
    st.lists(st.integers(1, 40), unique=True).map(lambda runs: tuple(sorted(runs))),
)


def reading(law: Law, form: PageFormat, comparison: Comparison | None = None) -> PageReading:
    return PageReading((law,), account_of("", ()), "", (), (), form, comparison=comparison)


def words(law: Law) -> Counter[str]:
    return Counter(
        word for p in law.provisions() for each in p.passages for word in each.text.split()
    )


@settings(max_examples=of_profile(0.4))
@given(laws(KEY), laws(KEY), COMPARISONS)
def test_no_word_heading_or_link_is_taken_away(law: Law, other: Law, told: Comparison) -> None:
    merged, _ = merge((reading(law, "text"), reading(other, "diff", told)))
    assert words(law) <= words(merged)
    assert merged.origin == law.origin
    for provision in law.provisions():
        same = merged.find(provision.address)
        assert same is None or provision.heading is None or same.heading == provision.heading


@settings(max_examples=of_profile(0.3))
@given(laws(KEY), COMPARISONS)
def test_the_same_words_change_nothing_but_links_and_lost_notes(law: Law, told: Comparison) -> None:
    merged, losses = merge((reading(law, "text"), reading(law, "diff", told)))
    assert merged == law
    assert losses == ()


@settings(max_examples=of_profile(0.3))
@given(laws(KEY), st.sampled_from(("2016-01-01T10:00", "2018-01-01T10:00")))
def test_a_comparison_of_another_revision_gives_no_words(law: Law, printed: str) -> None:
    law = replace(law, origin=replace(law.origin, revised="2017-05-26T09:05"))
    fragment = _with_more_words(law)
    told = Comparison(True, printed)
    merged, _ = merge((reading(law, "text"), reading(fragment, "diff", told)))
    assert words(merged) == words(law)


@given(passages(), passages())
def test_links_of_another_reading_stand_on_the_same_words(one: Passage, other: Passage) -> None:
    linked = with_links(one, other)
    assert replace(linked, links=one.links) == one
    new = [link for link in linked.links if link not in one.links]
    told = {other.text[link.start : link.end] for link in other.links}
    assert all(linked.text[link.start : link.end] in told for link in new)
    spans = [(link.start, link.end) for link in linked.links]
    assert spans == sorted(spans)


def _with_more_words(law: Law) -> Law:
    body = tuple(
        replace(item, text=f"{item.text} and more", notes=(), references=(), links=(), marks=())
        if isinstance(item, Passage)
        else item
        for item in law.root.body
    )
    return replace(law, root=replace(law.root, body=body))
