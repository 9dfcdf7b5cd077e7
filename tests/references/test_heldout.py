"""The sentences of a reader who never saw the rules: what the manual says of them is so."""

import pytest

from bench.reference_quality import (
    LANGUAGES,
    PAGE,
    SETS,
    GoldSet,
    quality_lines,
    share,
    verdicts,
)


def test_the_page_of_the_manual_shows_what_the_code_finds() -> None:
    assert PAGE.read_text(encoding="utf-8") == "\n".join(quality_lines())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("gold_set", SETS, ids=lambda one: one.folder)
def test_no_language_is_read_worse_than_at_first_sight(gold_set: GoldSet, lang: str) -> None:
    told = verdicts(lang, gold_set.folder)
    assert len({one.text for one in told if one.wanted}) >= 39
    precision, recall, _ = share(told)
    first = gold_set.first_look.get(lang, (0.0, 0.0))
    assert (precision >= first[0], recall >= first[1]) == (True, True)


def test_a_reference_that_is_found_where_none_is_counts_against_precision() -> None:
    told = verdicts("en", "gold-heldout")
    doubled = (*told, *(one for one in told if one.wanted is None))
    extra = sum(one.wanted is None for one in told)
    found = sum(one.found is not None for one in told)
    assert share(doubled)[0] == sum(one.right for one in told) / (found + extra)
