"""The page of how well faults are found: what it says of every hundredth fault is so today."""

from bench.check_quality import PAGE, SAMPLE, digest, wilson
from bench.faults import outcomes


def test_the_page_says_what_is_found_of_a_sample_of_the_faults() -> None:
    told = outcomes(step=SAMPLE)
    line = PAGE.read_text(encoding="utf-8").rstrip("\n").split("\n")[-1]
    assert f"{sum(one.found for one in told)} of {len(told)} are found ({digest(told)})" in line


def test_an_interval_holds_its_share_and_narrows_with_the_trials() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    wide, narrow = wilson(9, 10), wilson(900, 1000)
    assert wide[0] < narrow[0] < 0.9 < narrow[1] < wide[1] <= 1.0
    assert wilson(10, 10)[1] == 1.0
    assert wilson(0, 10)[0] == 0.0
