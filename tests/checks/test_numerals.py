"""Every number that can be said is read: say, then read, gives the number again."""

import csv
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from num2words import num2words  # LGPL, for tests only: it says numbers by rules of its own

from lawkb.checks.numbers.amounts import (
    PartialNumber,
    leaves,
    number_word_lists,
    read_numbers_in_words,
)
from lawkb.checks.numbers.quantities import read_amounts
from lawkb.words.folding import fold
from tests.checks.greek_numbers import counted_in_greek, said_in_greek
from tests.corpus_files import CASES

LARGEST = 999_999_999
SAID = st.one_of(st.integers(1, 2000), st.integers(1, LARGEST))


def _said(n: int, language: str) -> str:
    """A number in words; without the commas that num2words sets, and without its misspellings."""
    if language == "el":
        return said_in_greek(n)
    words: str = num2words(n, lang=language)
    return words.replace(",", "").replace("dicotto", "diciotto")


def _number(text: str, language: str) -> list[Fraction]:
    """What a text says, one value for each number in it."""
    found = read_numbers_in_words(text, number_word_lists(language))
    return [max(amount.values("number")) for amount in found]


def _spans(text: str, language: str) -> set[tuple[str, int]]:
    found = read_amounts(text, language)
    return {(kind, int(v)) for a in found for kind in ("minutes", "months") for v in a.values(kind)}


@pytest.mark.parametrize("language", ["en", "it", "fr", "de"])
@given(n=SAID)
def test_a_number_in_words_is_read(language: str, n: int) -> None:
    assert _number(_said(n, language), language) == [n]


@given(n=SAID, feminine=st.booleans())
def test_a_number_in_greek_words_is_read(n: int, feminine: bool) -> None:
    assert _number(said_in_greek(n, feminine), "el") == [n]


@given(n=SAID, language=st.sampled_from(["en", "el", "it", "fr", "de"]))
def test_capitals_and_accents_never_matter(n: int, language: str) -> None:
    words = _said(n, language)
    assert _number(fold(words), language) == _number(words.upper(), language) == [n]


@pytest.mark.parametrize("language", ["en", "it", "fr", "de"])
@given(n=st.integers(2, 99).filter(lambda n: n != 80))  # num2words writes quatre-vingtsième
def test_an_ordinal_is_read(language: str, n: int) -> None:
    assert n in _number(num2words(n, lang=language, to="ordinal"), language)


@given(n=st.integers(1, 69).filter(lambda n: n % 10 != 6))  # έκτος is εκτός without its accent
def test_a_greek_ordinal_is_read(n: int) -> None:
    assert n in _number(counted_in_greek(n), "el")


@given(n=st.integers(13, 99))
def test_greek_words_written_together_are_read(n: int) -> None:
    assert _number(said_in_greek(n).replace(" ", ""), "el") == [n]


@given(n=st.integers(1, LARGEST), sign=st.sampled_from([",", ".", "\u202f", " ", "’"]))
def test_signs_of_thousands_never_matter(n: int, sign: str) -> None:
    (amount,) = read_amounts(f"{n:,}".replace(",", sign), "en")
    assert list(amount.values("number")) == [n]


@given(text=st.text(max_size=200), language=st.sampled_from(["en", "el", "it", "fr", "de"]))
def test_any_text_is_read_and_every_amount_stands_in_it(text: str, language: str) -> None:
    found = read_amounts(text, language)
    places = [amount.span for amount in leaves(found)]
    assert all(0 <= start < end <= len(text) for start, end in places)
    assert all(a.end <= b.start for a, b in pairwise(found))


PIECES = "one a half and hundred p.m. 5 12 30 May 2020 of day hours noon : / . % third dozen"


@given(words=st.lists(st.sampled_from(PIECES.split()), max_size=14))
def test_no_figure_is_lost_in_what_it_makes_up(words: list[str]) -> None:
    text = " ".join(words)
    shown = [leaf.shown for leaf in leaves(read_amounts(text, "en")) if leaf.shown]
    assert sorted(shown) == sorted(word for word in words if word.isdigit())


@pytest.mark.parametrize(
    ("language", "text", "span"),
    [
        ("en", "an hour and a half", ("minutes", 90)),
        ("en", "one and a half hours", ("minutes", 90)),
        ("en", "a quarter of an hour", ("minutes", 15)),
        ("en", "two fortnights", ("minutes", 2 * 20160)),
        ("en", "ten working days", ("minutes", 14400)),
        ("en", "two and a half years", ("months", 30)),
        ("en", "a year and six months", ("months", 18)),
        ("el", "μιάμιση ώρα", ("minutes", 90)),
        ("el", "δυόμισι έτη", ("months", 30)),
        ("el", "μία ώρα και μισή", ("minutes", 90)),
        ("el", "ένα τέταρτο της ώρας", ("minutes", 15)),
        ("el", "εικοσιτετράωρο", ("minutes", 1440)),
        ("el", "τριήμερη", ("minutes", 4320)),
        ("el", "πενταετία", ("months", 60)),
        ("el", "τρίμηνο", ("months", 3)),
        ("it", "un'ora e mezza", ("minutes", 90)),
        ("it", "mezz'ora", ("minutes", 30)),
        ("it", "tre quarti d’ora", ("minutes", 45)),
        ("it", "quinquennio", ("months", 60)),
        ("it", "semestre", ("months", 6)),
        ("it", "diciottenne", ("months", 216)),
        ("fr", "une heure et demie", ("minutes", 90)),
        ("fr", "une demi-heure", ("minutes", 30)),
        ("fr", "deux trimestres", ("months", 6)),
        ("de", "anderthalb Stunden", ("minutes", 90)),
        ("de", "eineinhalb Stunden", ("minutes", 90)),
        ("de", "zwei und eine halbe Stunde", ("minutes", 150)),
        ("de", "eine Viertelstunde", ("minutes", 15)),
        ("de", "eine Dreiviertelstunde", ("minutes", 45)),
        ("de", "vierzehntägige Frist", ("minutes", 20160)),
        ("de", "zehn Werktage", ("minutes", 14400)),
        ("de", "zwei Wochen", ("minutes", 20160)),
        ("de", "zweieinhalb Jahre", ("months", 30)),
        ("de", "ein halbes Jahr", ("months", 6)),
        ("de", "Dreimonatsfrist", ("months", 3)),
        ("de", "vierteljährlich", ("months", 3)),
        ("de", "fünfjährige Amtszeit", ("months", 60)),
    ],
)
def test_a_span_of_time_is_read(language: str, text: str, span: tuple[str, int]) -> None:
    assert span in _spans(text, language)


@pytest.mark.parametrize(
    ("language", "text", "minutes"),
    [
        ("en", "5 p.m.", 1020),
        ("en", "5:00pm", 1020),
        ("en", "12 a.m.", 0),
        ("en", "half past nine", 570),
        ("en", "a quarter to five in the afternoon", 1005),
        ("en", "nine o'clock", 540),
        ("en", "noon", 720),
        ("el", "5 μ.μ.", 1020),
        ("el", "πέντε το απόγευμα", 1020),
        ("el", "15:30", 930),
        ("el", "μεσημέρι", 720),
        ("it", "15.30", 930),
        ("it", "le cinque del pomeriggio", 1020),
        ("it", "mezzogiorno", 720),
        ("fr", "17 h 30", 1050),
        ("fr", "cinq heures du soir", 300),
        ("de", "17.30 Uhr", 1050),
        ("de", "halb zehn", 570),
        ("de", "viertel vor zehn", 585),
        ("de", "5 Uhr nachmittags", 1020),
        ("de", "Mitternacht", 0),
        ("de", "Mittag", 720),
    ],
)
def test_a_time_of_day_is_read(language: str, text: str, minutes: int) -> None:
    (amount, *_) = (a for a in read_amounts(text, language) if a.clock or any(a.values("time")))
    assert minutes in list(amount.values("time")) or minutes % 720 in amount.clock


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "31 May 2020"),
        ("en", "May 31, 2020"),
        ("en", "the thirty-first of May 2020"),
        ("en", "2020-05-31"),
        ("el", "31η Μαΐου 2020"),
        ("el", "31/5/2020"),
        ("it", "31 maggio 2020"),
        ("it", "31.05.20"),
        ("fr", "31 mai 2020"),
        ("de", "31. Mai 2020"),
        ("de", "31.05.2020"),
        ("de", "am einunddreißigsten Mai 2020"),
    ],
)
def test_a_date_is_read(language: str, text: str) -> None:
    (amount, *_) = (a for a in read_amounts(text, language) if a.parts)
    assert ("date", (2020, 5, 31)) in amount.readings


@pytest.mark.parametrize(
    "text", ["31/02/2020", "99/99", "25:70", "5/0", "1.2.3.4", "9" * 5000, "1.5" + "0" * 5000]
)
def test_what_is_no_date_stays_figures(text: str) -> None:
    found = read_amounts(text, "en")
    assert not any(kind in ("date", "time") for a in found for kind, _ in a.readings)
    assert [leaf.shown for leaf in leaves(found)]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("el", "μόνο"),
        ("el", "δίκαιο"),
        ("el", "εκτός"),
        ("it", "unico"),
        ("it", "novembre"),
        ("en", "often"),
        ("en", "weight"),
        ("de", "Achtung"),
        ("de", "Zweifel"),
        ("de", "Einheit"),
        ("de", "dreiteilig"),
    ],
)
def test_words_that_begin_like_numbers_say_none(language: str, text: str) -> None:
    assert not any(any(a.values("number")) for a in read_amounts(text, language))


@given(values=st.lists(st.sampled_from([1, 2, 5, 10, 13, 20, 60, 100, 300, 1000]), max_size=6))
def test_a_count_never_falls(values: list[int]) -> None:
    count: PartialNumber | None = PartialNumber()
    before = 0
    for value in values:
        count = count.then(value) if count else None
        if count:
            assert count.value > before
            before = count.value


with (CASES / "checks" / "numerals.tsv").open(encoding="utf-8", newline="") as _lines:
    NUMERALS = list(csv.DictReader(_lines, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.mark.parametrize("row", NUMERALS, ids=lambda row: f"{row['lang']}: {row['text']}")
def test_what_a_language_says_in_words_is_read(row: dict[str, str]) -> None:
    found = read_amounts(row["text"], row["lang"])
    readings = {each for a in (*found, *leaves(found)) for each in a.readings}
    assert (row["kind"], Fraction(row["value"])) in readings
