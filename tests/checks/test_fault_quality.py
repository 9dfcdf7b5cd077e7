"""The page of how well faults are found: what it says of every hundredth fault is so today."""

import pytest

from bench.check_quality import PAGE, SAMPLE, digest, wilson
from bench.fault_codes import clean_codes
from bench.fault_kinds import KINDS
from bench.faults import outcomes
from bench.first_look import first_of_unseen


def test_the_page_says_what_is_found_of_a_sample_of_the_faults() -> None:
    told = outcomes(step=SAMPLE)
    line = PAGE.read_text(encoding="utf-8").rstrip("\n").split("\n")[-1]
    assert f"{sum(one.found for one in told)} of {len(told)} are found ({digest(told)})" in line


SETS = {"unseen": "unseen", "second": "unseen, second set"}


@pytest.mark.parametrize("name", SETS)
def test_every_row_of_the_unseen_texts_is_a_pair_that_the_first_look_counted(name: str) -> None:
    unseen = [code for code in clean_codes() if code.group == SETS[name]]
    assert [len(code.pairs) for code in unseen] == [look.pairs for look in first_of_unseen(name)]


@pytest.mark.parametrize("name", SETS)
def test_the_first_look_counts_the_kinds_of_faults_that_there_are_each_on_pairs_there_are(
    name: str,
) -> None:
    for look in first_of_unseen(name):
        assert set(look.found) == {kind.name for kind in KINDS}
        for short, long in look.found.values():
            assert 0 <= short[0] <= short[1]
            assert 0 <= long[0] <= long[1]
            assert short[1] + long[1] <= look.pairs


def test_an_interval_holds_its_share_and_narrows_with_the_trials() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    wide, narrow = wilson(9, 10), wilson(900, 1000)
    assert wide[0] < narrow[0] < 0.9 < narrow[1] < wide[1] <= 1.0
    assert wilson(10, 10)[1] == 1.0
    assert wilson(0, 10)[0] == 0.0
