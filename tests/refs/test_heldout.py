"""The sentences of a reader who never saw the rules: what the manual says of them is so."""

import pytest

from bench.reference_quality import FIRST_LOOK, LANGUAGES, PAGE, quality_lines, share, verdicts


def test_the_page_of_the_manual_shows_what_the_code_finds() -> None:
    assert PAGE.read_text(encoding="utf-8") == "\n".join(quality_lines())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_language_is_read_worse_than_at_first_sight(lang: str) -> None:
    assert len({one.text for one in verdicts(lang) if one.wanted}) == 40
    precision, recall, _ = share(verdicts(lang))
    assert precision >= FIRST_LOOK[lang][0]
    assert recall >= FIRST_LOOK[lang][1]


def test_a_reference_that_is_found_where_none_is_counts_against_precision() -> None:
    told = verdicts("en")
    doubled = (*told, *(one for one in told if one.wanted is None))
    extra = sum(one.wanted is None for one in told)
    found = sum(one.found is not None for one in told)
    assert share(doubled)[0] == sum(one.right for one in told) / (found + extra)
