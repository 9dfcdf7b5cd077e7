"""Addresses of recitals, annexes and schedules: one-to-one with text, eId, file name and label."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.errors import LawkbError
from lawkb.model.address import Address, InSeries, Inserted, Level, Scheme, Series
from lawkb.model.label import label, law_name, printed_label, read_typed
from lawkb.model.language import Language, read_language

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


# ---- parts inside an annex, and points that repeat the number of the point above

PARTS = (
    Level("part", "upper", "", "-part-{}", is_division=True),
    Level("section", "arabic", "", "-section-{}", is_division=True),
    Level("point", "arabic", "{}.", "({})"),
    Level("subpoint", "arabic", "{above}.{}.", "({})"),
    Level("letter", "lower", "({})", "({})"),
    Level("indent", "roman", "({})", "({})"),
)
DIVIDED = Scheme(
    (SCHEME.levels[0], *BELOW),
    (
        Series("annex", 1, "roman", PARTS),
        Series(
            "schedule",
            2,
            "arabic",
            (Level("part", "arabic", "", "-part-{}", is_division=True), *BELOW),
        ),
    ),
)
PATHS = st.builds(
    lambda series, n, below: (series.number(n), *below),
    st.sampled_from(DIVIDED.series),
    st.integers(1, 30),
    st.lists(st.integers(0, 12), max_size=6),
).map(lambda path: path[: 1 + max((at for at, n in enumerate(path[1:], 1) if n), default=0)])


def fits(path: tuple[object, ...]) -> bool:
    """Whether a path has its levels, and a subpoint is in a point: 3.1 in 3."""
    annex = str(path[0]).startswith("annex")
    repeats = annex and len(path) > 4 and path[4] and not path[3]
    return len(path) <= (7 if annex else 5) and not repeats


DIVIDED_ADDRESSES = PATHS.filter(fits).map(Address)


@given(DIVIDED_ADDRESSES, st.sampled_from(LANGUAGES))
def test_a_provision_in_a_part_of_an_annex_is_one_to_one_with_text_id_and_label(
    address: Address, language: Language
) -> None:
    text, eid = DIVIDED.write(address), DIVIDED.eid(address)
    assert DIVIDED.read(text) == address
    assert DIVIDED.address_of_eid(eid) == address
    assert eid.isascii()
    assert read_typed(text, DIVIDED, LANGUAGES) == address
    assert read_typed(label(address, DIVIDED, language), DIVIDED, LANGUAGES) == address


@given(st.lists(DIVIDED_ADDRESSES, max_size=20, unique=True))
def test_no_two_provisions_of_an_annex_have_one_fragment(addresses: list[Address]) -> None:
    assert len({(each.law, DIVIDED.fragment(each)) for each in addresses}) == len(addresses)


@pytest.mark.parametrize(
    ("text", "eid", "fragment", "english", "greek"),
    [
        (
            "annex-3-part-2",
            "annex_3__part_2",
            "part-2",
            "Annex III, Part B",
            "Παράρτημα III, Μέρος Β",
        ),
        (
            "annex-3-part-2(2)(a)",
            "annex_3__part_2__para_2__point_a",
            "part-2-2-a",
            "Annex III, Part B(2)(a)",
            "Παράρτημα III, Μέρος Β(2)(α)",
        ),
        ("annex-1(3)(1)", "annex_1__para_3__subpara_1", "3-1", "Annex I(3.1)", "Παράρτημα I(3.1)"),
        (
            "annex-1(3)(1)(b)",
            "annex_1__para_3__subpara_1__point_b",
            "3-1-b",
            "Annex I(3.1)(b)",
            "Παράρτημα I(3.1)(β)",
        ),
        ("annex-1(2)", "annex_1__para_2", "2", "Annex I(2)", "Παράρτημα I(2)"),
        (
            "annex-1-part-1-section-2(1)",
            "annex_1__part_1__sec_2__para_1",
            "part-1-section-2-1",
            "Annex I, Part A, Section 2(1)",
            "Παράρτημα I, Μέρος Α, Τμήμα 2(1)",
        ),
        (
            "schedule-2-part-1(3)",
            "schedule_2__part_1__para_3",
            "part-1-3",
            "Schedule 2, Part 1(3)",
            "Πίνακας 2, Μέρος 1(3)",
        ),
    ],
)  # fmt: skip
def test_a_part_of_an_annex_has_a_name_of_its_own(
    text: str, eid: str, fragment: str, english: str, greek: str
) -> None:
    address = DIVIDED.read(text)
    assert (DIVIDED.eid(address), DIVIDED.fragment(address)) == (eid, fragment)
    assert [label(address, DIVIDED, language) for language in LANGUAGES] == [english, greek]


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("Annex III, Part B, point 2", "annex-3-part-2(2)"),
        ("annex III part B point 2(a)", "annex-3-part-2(2)(a)"),
        ("ANNEX III PART II", "annex-3-part-2"),
        ("Παράρτημα ΙΙΙ, μέρος Β, σημείο 2", "annex-3-part-2(2)"),
        ("παραρτήματος ΙΙΙ μέρους Β΄", "annex-3-part-2"),
        ("Annex I, point 3.1", "annex-1(3)(1)"),
        ("Annex I, Part A, Section 2, point 1", "annex-1-part-1-section-2(1)"),
        ("Annex I, Section 2", "annex-1-section-2"),
        ("Schedule 2, Part 1, item 3", "schedule-2-part-1(3)"),
        ("Schedule 2, item 3", "schedule-2(3)"),
        ("Schedule 2, Part 2", "schedule-2-part-2"),
    ],
)
def test_a_part_of_an_annex_is_read_with_its_word(typed: str, address: str) -> None:
    found = read_typed(typed, DIVIDED, LANGUAGES)
    assert found and DIVIDED.write(found) == address


@pytest.mark.parametrize(
    "typed", ["Annex III, Part", "Annex III, Part B, Part C", "Annex I part B x9"]
)
def test_what_names_no_part_of_an_annex_is_no_address(typed: str) -> None:
    assert read_typed(typed, DIVIDED, LANGUAGES) is None


def test_labels_are_printed_as_on_a_page() -> None:
    english, greek = LANGUAGES
    assert printed_label(DIVIDED.read("annex-3-part-2"), DIVIDED, english) == "Part B"
    assert printed_label(DIVIDED.read("annex-3-part-2"), DIVIDED, greek) == "Μέρος Β"
    assert printed_label(DIVIDED.read("annex-1(3)(1)"), DIVIDED, english) == "3.1."


def test_names_are_those_of_the_language() -> None:
    english, greek = LANGUAGES
    assert law_name(SERIES[1].number(2), SCHEME, english) == "Annex II"
    assert law_name(SERIES[1].number(2), SCHEME, greek) == "Παράρτημα II"
    assert law_name(SERIES[0].number(0), SCHEME, greek) == "Αιτιολογικές σκέψεις"
    assert label(SCHEME.read("recitals(47)"), SCHEME, greek) == "Αιτιολογική σκέψη 47"
    assert label(SCHEME.read("annex-1(2)(b)"), SCHEME, greek) == "Παράρτημα I(2)(β)"


NUMBERED = Scheme(
    (Level("article", "arabic", "{}.", "{}"),),
    (
        Series(
            "annex",
            2,
            "roman",
            (
                Level("point", "arabic", "{}.", "({})"),
                Level("sub-point", "arabic", "{above}.{}.", "({})"),
                Level("third-point", "arabic", "{above}.{}.", "({})"),
                Level("letter", "lower", "({})", "({})"),
                Level("indent", "roman", "({})", "({})"),
            ),
        ),
    ),
)


@pytest.mark.parametrize(
    ("path", "written"),
    [
        ((3, 1), "Annex I(3.1)"),
        ((3, 1, 2), "Annex I(3.1.2)"),
        ((3, 1, 2, 1), "Annex I(3.1.2)(a)"),
        ((3, 1, 0, 1, 2), "Annex I(3.1)(a)(ii)"),
        ((3, 0, 0, 1), "Annex I(3)(a)"),
    ],
)
def test_numbers_of_three_levels_are_one_label(path: tuple[int, ...], written: str) -> None:
    english = read_language("en")
    address = Address((NUMBERED.series[0].number(1), *path))
    assert label(address, NUMBERED, english) == written
    assert read_typed(written, NUMBERED, (english,)) == address
    assert NUMBERED.address_of_eid(NUMBERED.eid(address)) == address


@pytest.mark.parametrize("typed", ["Annex, point 3.1.2", "annex 3.1.2", "Annex I point 3.1.2"])
def test_the_only_annex_may_be_typed_without_a_number(typed: str) -> None:
    address = Address((NUMBERED.series[0].number(1), 3, 1, 2))
    assert read_typed(typed, NUMBERED, (read_language("en"),)) == address
