"""A word put anywhere in every real page, alone and inside of what each form has."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.parse.canary import (
    COMMENT_AROUND,
    HTML_AROUND,
    WIKI_AROUND,
    Sample,
    comment_files,
    lost_in,
    lost_in_comments,
    samples,
)
from tests.slow.fuzz.budget import fuzz

_NUMBERS = st.integers(0, 10**6)


def _around(sample: Sample) -> st.SearchStrategy[str]:
    if sample.name.endswith(".html"):
        return st.sampled_from(HTML_AROUND)
    return st.sampled_from(WIKI_AROUND if sample.is_raw else (" {} ",))


# By their numbers: a page is too long to be printed.
_PUT = st.deferred(
    lambda: st.integers(0, len(samples()) - 1).flatmap(
        lambda number: st.tuples(st.just(number), _NUMBERS, _around(samples()[number]))
    )
)


def test_no_page_loses_a_word() -> None:
    def carried(put: tuple[int, int, str]) -> None:
        number, at, around = put
        sample = samples()[number]
        place = sample.places[at % len(sample.places)]
        lost = lost_in(sample, place, around)
        assert lost is None, (sample.name, place, sample.text[max(0, place - 60) : place])

    assert fuzz(carried, _PUT)


def test_no_file_of_comments_loses_a_word() -> None:
    def carried(put: tuple[bytes, int, int, str]) -> None:
        assert lost_in_comments(*put) is None

    files, around = st.sampled_from(comment_files()), st.sampled_from(COMMENT_AROUND)
    assert fuzz(carried, st.tuples(files, _NUMBERS, _NUMBERS, around))
