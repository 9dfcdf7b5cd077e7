"""The work on a text grows as the text does: four times the text, at most five times the work.

Work is how many functions are called, those of libraries included, memory what Python allocates:
both are the same on a busy machine. Each function reads each text that repeats one fragment;
``make fuzz`` tries all of them, ``make test`` some of each. Memory is measured with fewer: that
takes several times as long. How long one call takes is not seen: `make bench` has a table of that.
"""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Iterable, Iterator
from functools import partial

import pytest

from tests.counted_calls import counted_calls
from tests.slow.fuzz.subjects import ALL, SUBJECTS, Subject, tried

TIMES = 5  # what four times the text may cost
SHORT_CALLS, SHORT_BYTES = 20_000, 8 << 20  # less of either is not judged: it is mostly set-up


def too_much(subject: Subject, small: str, large: str) -> str:
    """How many calls a text and one of four times its length take, where that is too much."""
    # The small one first: what is cached of a text saves work on a part of it.
    less, more = (counted_calls(partial(subject.do, text))[1] for text in (small, large))
    return f"{less} calls, {more} calls" if more > SHORT_CALLS and more > TIMES * less else ""


def peak(subject: Subject, text: str) -> int:
    gc.collect()
    tracemalloc.start()
    try:
        subject.do(text)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_four_times_the_text_takes_at_most_five_times_the_work(subject: Subject) -> None:
    subject.do("word")  # what is read once for all texts
    told = []
    for name, (small, large) in tried(subject):
        if grown := too_much(subject, small, large):
            told.append(f"{name}: {grown}")
    assert told == []


def test_what_grows_faster_than_the_text_is_told() -> None:
    text = "a" * 200
    square = Subject("square", lambda text: [x.upper() for x in text for _ in text], {})
    plain = Subject("plain", lambda text: [x.upper() for x in text for _ in range(200)], {})
    assert too_much(square, text, text * 4)
    assert not too_much(plain, text, text * 4)


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_four_times_the_text_takes_at_most_five_times_the_memory(subject: Subject) -> None:
    subject.do("word")
    told = []
    for name, (small, large) in _few(tried(subject)):
        more = peak(subject, large)
        if more > SHORT_BYTES and more > TIMES * (less := peak(subject, small)):
            told.append(f"{name}: {less >> 10} KiB, {more >> 10} KiB")
    assert told == []


def _few(texts: Iterable[tuple[str, tuple[str, str]]]) -> Iterator[tuple[str, tuple[str, str]]]:
    """One in seven, or the first: measuring memory takes several times as long."""
    for number, each in enumerate(texts):
        if number % 7 == 0 if ALL else number == 0:
            yield each
