"""Addresses of recitals, annexes and schedules: one-to-one with text, eId, file name and label."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.errors import LawkbError
from lawkb.model.address import Address, InSeries, Inserted, Level, Scheme, Series
from lawkb.model.beside import law_name
from lawkb.model.label import label, read_typed
from lawkb.model.language import read_language

BELOW = (
    Level("point", "arabic", "{}.", "({})"),
    Level("letter", "lower", "({})", "({})"),
    Level("indent", "roman", "({})", "({})"),
)
SERIES = (
    Series("recitals", -1, None, (Level("recital", "arabic", "({})", "({})"),)),
    Series("annex", 1, "roman", BELOW),
    Series("schedule", 2, "arabic", BELOW),
)
SCHEME = Scheme((Level("article", "arabic", "{}.", "{}"), *BELOW), SERIES)
LANGUAGES = tuple(map(read_language, ("en", "el")))
ANNEXES = st.builds(
    lambda series, n, below: Address((series.number(n), *below)),
    st.sampled_from(SERIES[1:]),
    st.integers(1, 39),
    st.lists(st.integers(1, 39), max_size=3),
)
RECITALS = st.integers(0, 300).map(
    lambda n: Address((SERIES[0].number(0), n) if n else (SERIES[0].number(0),))
)


@given(ANNEXES | RECITALS)
def test_an_address_beside_the_laws_is_one_to_one_with_text_and_id(address: Address) -> None:
    text, eid = SCHEME.write(address), SCHEME.eid(address)
    assert SCHEME.read(text) == address
    assert SCHEME.address_of_eid(eid) == address
    assert eid.isascii() and "-" not in eid.partition("__")[0]
    assert SCHEME.law_number(str(address.law)) == address.law
    assert read_typed(text, SCHEME, LANGUAGES) == address


@given(ANNEXES | RECITALS, st.sampled_from(LANGUAGES))
def test_the_label_of_a_language_is_read_as_the_address(address: Address, language: object) -> None:
    written = label(address, SCHEME, language)  # type: ignore[arg-type]
    assert read_typed(written, SCHEME, LANGUAGES) == address


@given(st.lists(ANNEXES | RECITALS | st.integers(1, 99).map(lambda n: Address((n,))), max_size=9))
def test_recitals_come_before_all_laws_and_annexes_after_them(addresses: list[Address]) -> None:
    places = [each.law.place if isinstance(each.law, InSeries) else 0 for each in sorted(addresses)]
    assert places == sorted(places)


def test_an_inserted_law_is_between_recitals_and_annexes() -> None:
    inserted = Inserted(99, "a")
    assert SERIES[0].number(0) < inserted < SERIES[1].number(1)


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("Annex I point 2", "annex-1(2)"),
        ("annex 1, point 2(b)", "annex-1(2)(b)"),
        ("ANNEX II", "annex-2"),
        ("Παράρτημα ΙΙ, σημείο 3", "annex-2(3)"),
        ("παραρτήματος I", "annex-1"),
        ("Schedule 3", "schedule-3"),
        ("recital 47", "recitals(47)"),
        ("Recital (47)", "recitals(47)"),
        ("αιτιολογική σκέψη 47", "recitals(47)"),
        ("αιτ. σκέψη 47", "recitals(47)"),
        ("recitals", "recitals"),
        ("12", "12"),
        ("12(1)(a)", "12(1)(a)"),
    ],
)
def test_what_people_type_is_read(typed: str, address: str) -> None:
    found = read_typed(typed, SCHEME, LANGUAGES)
    assert found and SCHEME.write(found) == address


@pytest.mark.parametrize("text", ["annex", "annex-0", "annex-I", "recitals-1", "annex-1-2", "x-1"])
def test_what_is_no_canonical_address_is_refused(text: str) -> None:
    with pytest.raises(LawkbError):
        SCHEME.read(text)


def test_names_are_those_of_the_language() -> None:
    english, greek = LANGUAGES
    assert law_name(SERIES[1].number(2), SCHEME, english) == "Annex II"
    assert law_name(SERIES[1].number(2), SCHEME, greek) == "Παράρτημα II"
    assert law_name(SERIES[0].number(0), SCHEME, greek) == "Αιτιολογικές σκέψεις"
    assert label(SCHEME.read("recitals(47)"), SCHEME, greek) == "Αιτιολογική σκέψη 47"
    assert label(SCHEME.read("annex-1(2)(b)"), SCHEME, greek) == "Παράρτημα I(2)(β)"
