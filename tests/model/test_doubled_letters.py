"""Letters that count twice, as Greek statutes number the parts of a point: «αα)», «ββ)», (cc)."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lawkb.model.address import Address, Level, Ordinal, Scheme
from lawkb.model.label import label, printed_label, read_typed
from lawkb.model.language import read_language
from lawkb.parse.structure.labels_and_languages import label_reader

EL, EN = read_language("el"), read_language("en")
SCHEME = Scheme(
    (
        Level("article", "arabic", "{}.", "{}", inserts=("capitals",)),
        Level("paragraph", "arabic", "{}.", "({})", inserts=("capitals",)),
        Level("case", "lower", "{})", "({})", ("({})",), inserts=("letters",)),
        Level("subcase", "doubled", "{})", "({})", ("({})",)),
        Level("item", "roman", "{})", "({})", ("({})",)),
    )
)
ORDINALS = [st.integers(1, 30), st.integers(0, 20), st.integers(0, 24), st.integers(0, 24)]


@given(st.tuples(*ORDINALS, st.integers(0, 12)))
@example((1, 0, 0, 9, 0))
def test_every_address_is_written_and_read_in_each_form(path: tuple[int, ...]) -> None:
    ordinals: tuple[Ordinal, ...] = path
    while not ordinals[-1]:
        ordinals = ordinals[:-1]
    address = Address(ordinals)
    assert SCHEME.read(SCHEME.write(address)) == address
    assert SCHEME.address_of_eid(SCHEME.eid(address)) == address
    assert SCHEME.fragment(address).isascii()
    for language in (EL, EN):
        assert read_typed(label(address, SCHEME, language), SCHEME, (EL, EN)) == address


@pytest.mark.parametrize(
    ("n", "greek", "english"),
    [(1, "αα)", "aa)"), (3, "γγ)", "cc)"), (6, "στστ)", "ff)"), (10, "ιι)", "jj)")],
)
def test_a_label_is_one_letter_twice_in_each_language(n: int, greek: str, english: str) -> None:
    address = Address((6, 1, 3, n))
    assert (printed_label(address, SCHEME, EL), printed_label(address, SCHEME, EN)) == (
        greek,
        english,
    )
    assert SCHEME.eid(address).endswith(english[:2])


@pytest.mark.parametrize(
    ("line", "language", "readings"),
    [
        ("ββ) το πεζούλι", EL, ((3, 2),)),
        ("(bb) the ledge", EN, ((3, 2),)),
        ("bb) το πεζούλι", EL, ((3, 2),)),
    ],
)
def test_two_equal_letters_are_no_insert_where_a_level_counts_so(
    line: str, language: object, readings: tuple[tuple[int, int], ...]
) -> None:
    assert isinstance(language, type(EL))
    (found,) = label_reader(SCHEME, language)(line)
    assert found.readings == readings


def test_two_is_no_ninth_letter_twice() -> None:
    assert SCHEME.read("6(1)(b)(ii)") == Address((6, 1, 2, 0, 2))
    assert read_typed("6(1)(β)(ii)", SCHEME, (EL, EN)) == Address((6, 1, 2, 0, 2))
    assert read_typed("6(1)(β)(θθ)", SCHEME, (EL, EN)) == Address((6, 1, 2, 9))


@pytest.mark.parametrize("typed", ["6.1.γ.ββ", "6 1 γ ββ", "6(1)(γ)(ββ)", "6(1)(c)(bb)"])
def test_a_typed_address_is_found(typed: str) -> None:
    assert read_typed(typed, SCHEME, (EL, EN)) == Address((6, 1, 3, 2))
