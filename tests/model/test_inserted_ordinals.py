"""Provisions that were inserted later: 12Α, 1α, 5.1, 4 bis, (c.1)."""

from __future__ import annotations

import pickle
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.errors import LawkbError
from lawkb.model.address import (
    Address,
    Inserted,
    Level,
    Ordinal,
    Scheme,
    between,
    is_next,
    joined_levels,
)
from lawkb.model.label import label, read_typed
from lawkb.model.language import latin_numerals, read_language
from tests.strategies import LANGUAGE_FILES, addresses_of, schemes_with_inserts

ALL = tuple(read_language(tag) for tag in LANGUAGE_FILES)
TAGS = st.sampled_from(LANGUAGE_FILES)
EU = Scheme(
    (
        Level("article", "arabic", "{}.", "{}", inserts=("letters",)),
        Level("paragraph", "arabic", "{}.", "({})", inserts=("letters",)),
        Level("point", "lower", "({})", "({})", inserts=("letters",)),
        Level("indent", "roman", "({})", "({})", inserts=("letters",)),
    )
)
GREEK = Scheme(
    (
        Level("article", "arabic", "{}.", "{}", inserts=("capitals",)),
        Level("paragraph", "arabic", "{}.", "({})", inserts=("letters",)),
        Level("point", "lower", "{})", "({})", inserts=("letters",)),
    )
)
CANADA = Scheme(
    (
        Level("section", "arabic", "{}", "{}", inserts=("decimals",)),
        Level("subsection", "arabic", "({})", "({})", inserts=("decimals",)),
        Level("paragraph", "lower", "({})", "({})", inserts=("decimals",)),
        Level("subparagraph", "roman", "({})", "({})", inserts=("decimals",)),
    )
)
SWISS = Scheme((Level("article", "arabic", "{}.", "{}", inserts=("small",)),))
PLAIN = Scheme(tuple(Level(e.name, e.numbering, e.printed, e.written) for e in EU.levels))
# Path, canonical form, eId, fragment, label in English, Greek and Italian.
WRITTEN: tuple[tuple[Scheme, tuple[Ordinal, ...], tuple[str, ...]], ...] = (
    (EU, (Inserted(4, "a"),), ("4a", "rule_4a", "", "4a", "4α", "4 bis")),
    (SWISS, (Inserted(4, "a"),), ("4a", "rule_4a", "", "4a", "4α", "4a")),
    (
        EU,
        (Inserted(5, "aa"), 2),
        ("5aa(2)", "rule_5aa__para_2", "2", "5aa(2)", "5αα(2)", "5 bis bis(2)"),
    ),
    (
        EU,
        (6, 1, Inserted(1, "a")),
        ("6(1)(aa)", "rule_6__para_1__subpara_aa", "1-aa", "6(1)(aa)", "6(1)(αα)", "6(1)(a bis)"),
    ),
    (
        EU,
        (6, Inserted(1, "b")),
        ("6(1b)", "rule_6__para_1b", "1b", "6(1b)", "6(1β)", "6(1 ter)"),
    ),
    (  # «ια» is the eleventh letter.
        EU,
        (6, 1, Inserted(10, "a")),
        ("6(1)(ja)", "rule_6__para_1__subpara_ja", "1-ja", "6(1)(ja)", "6(1)(ι.α)", "6(1)(j bis)"),
    ),
    (  # In Latin letters iv is four, in Greek ones it cannot be read so.
        EU,
        (6, 1, 1, Inserted(1, "v")),
        (
            "6(1)(a)(i.v)",
            "rule_6__para_1__subpara_a__point_i-v",
            "1-a-i.v",
            "6(1)(a)(i.v)",
            "6(1)(α)(iκβ)",
            "6(1)(a)(i viciester)",
        ),
    ),
    (
        GREEK,
        (Inserted(12, "a"), Inserted(1, "a"), 3),
        (
            "12a(1a)(c)",
            "rule_12a__para_1a__subpara_c",
            "1a-c",
            "12A(1a)(c)",
            "12Α(1α)(γ)",
            "12A(1 bis)(c)",
        ),
    ),
    (
        CANADA,
        (Inserted(5, ".1"), Inserted(1, ".1"), Inserted(3, ".1")),
        (
            "5.1(1.1)(c.1)",
            "rule_5-1__para_1-1__subpara_c-1",
            "1.1-c.1",
            "5.1(1.1)(c.1)",
            "5.1(1.1)(γ.1)",
            "5.1(1.1)(c.1)",
        ),
    ),
)


@pytest.mark.parametrize(("scheme", "path", "written"), WRITTEN, ids=lambda each: str(each)[:9])
def test_an_inserted_provision_is_written_as_each_language_does(
    scheme: Scheme, path: tuple[Ordinal, ...], written: tuple[str, ...]
) -> None:
    address = Address(path)
    labels = [label(address, scheme, read_language(tag)) for tag in ("en", "el", "it")]
    found = scheme.write(address), scheme.eid(address), scheme.fragment(address), *labels
    assert found == written


@pytest.mark.parametrize(
    "ordered",
    [
        (4, Inserted(4, "a"), Inserted(4, "aa"), Inserted(4, "ab"), Inserted(4, "b"), 5),
        (5, Inserted(5, ".01"), Inserted(5, ".1"), Inserted(5, ".11"), Inserted(5, ".2"), 6),
        (Inserted(2, "a"), Inserted(2, "a.1"), Inserted(2, "aa"), Inserted(2, "b")),
    ],
)
def test_inserted_provisions_come_between_their_neighbours(ordered: tuple[Ordinal, ...]) -> None:
    for each, other in pairwise(ordered):
        assert each < other
        assert other > each
        assert each <= other
        assert each != other
    mixed = [Address((n,)) for n in reversed(ordered)]
    assert [address.law for address in sorted(mixed)] == [*ordered]


@pytest.mark.parametrize(
    ("n", "before", "follows"),
    [
        (Inserted(4, "a"), 4, True),
        (Inserted(4, "b"), Inserted(4, "a"), True),
        (Inserted(4, "b"), Inserted(4, "ab"), True),
        (Inserted(4, "aa"), Inserted(4, "a"), True),
        (Inserted(5, ".1"), 5, True),
        (Inserted(5, ".2"), Inserted(5, ".11"), True),
        (5, Inserted(4, "c"), True),
        (5, Inserted(4, ".3"), True),
        (Inserted(4, "b"), 4, False),
        (Inserted(4, "c"), Inserted(4, "a"), False),
        (Inserted(5, "a"), 4, False),
        (6, Inserted(4, "a"), False),
        (4, Inserted(4, "a"), False),
        (Inserted(5, ".1"), Inserted(5, ".1"), False),
    ],
)
def test_what_follows_without_a_gap_is_known(n: Ordinal, before: Ordinal, follows: bool) -> None:
    assert is_next(n, before) == follows


def test_provisions_between_two_are_those_that_must_be_there() -> None:
    assert [*between(Inserted(12, "a"), 15)] == [13, 14]
    assert [*between(12, Inserted(14, "b"))] == [13, 14]
    assert [*between(12, Inserted(12, "c"))] == [Inserted(12, "a"), Inserted(12, "b")]
    assert [*between(Inserted(12, "a"), Inserted(12, "d"))] == [
        Inserted(12, "b"),
        Inserted(12, "c"),
    ]
    assert [*between(Inserted(5, ".1"), Inserted(5, ".5"))] == []
    assert [*between(7, 8)] == []


@given(schemes_with_inserts(), st.data())
def test_every_rendering_reads_back_in_every_scheme_with_inserts(
    scheme: Scheme, data: st.DataObject
) -> None:
    address = data.draw(addresses_of(scheme))
    eid, fragment = scheme.eid(address), scheme.fragment(address)
    assert scheme.read(scheme.write(address)) == address
    assert scheme.address_of_eid(eid) == address
    assert scheme.law_number(str(address.law)) == address.law
    assert eid.isascii() and fragment.isascii()


@given(schemes_with_inserts(), st.data())
def test_no_two_addresses_share_a_rendering_in_a_scheme_with_inserts(
    scheme: Scheme, data: st.DataObject
) -> None:
    one, other = data.draw(addresses_of(scheme)), data.draw(addresses_of(scheme))
    for write in (
        scheme.write,
        scheme.eid,
        lambda address: (str(address.law), scheme.fragment(address)),
    ):
        assert (write(one) == write(other)) == (one == other)


@given(schemes_with_inserts(), TAGS, st.data())
def test_a_label_reads_back_in_every_scheme_with_inserts(
    scheme: Scheme, tag: str, data: st.DataObject
) -> None:
    address, language = data.draw(addresses_of(scheme)), read_language(tag)
    written = label(address, scheme, language)
    assert scheme.scan(written, language) == address
    assert read_typed(scheme.write(address), scheme, (language,)) == address


@pytest.mark.parametrize(
    ("scheme", "typed", "address"),
    [
        (GREEK, "12Α", "12a"),
        (GREEK, "άρθρο 12Α παρ. 1α", None),  # a citation, which the grammar reads
        (GREEK, "12α", "12a"),
        (GREEK, "12A", "12a"),
        (GREEK, "12-Α", "12a"),
        (GREEK, "12Α 1α γ", "12a(1a)(c)"),
        (GREEK, "12Α(1α)(γ)", "12a(1a)(c)"),
        (GREEK, "12 1 α", "12(1)(a)"),
        (EU, "4 bis", "4a"),
        (EU, "4-bis", "4a"),
        (EU, "4bis", "4a"),
        (EU, "4 ter 2", "4b(2)"),
        (EU, "5 bis bis(2)", "5aa(2)"),
        (EU, "6(1)(aa)", "6(1)(aa)"),
        (EU, "6(1)(a bis)", "6(1)(aa)"),
        (EU, "6(1)(αα)", "6(1)(aa)"),
        (CANADA, "5.1", "5.1"),
        (CANADA, "45(1.1)", "45(1.1)"),
        (CANADA, "172.1 (1) (c.1)", "172.1(1)(c.1)"),
        (CANADA, "172.1 1 c", "172.1(1)(c)"),
        (PLAIN, "6 1 a", "6(1)(a)"),
        (PLAIN, "6.1.a", "6(1)(a)"),
        (EU, "16 card", None),
        (EU, "16 is", None),
    ],
)
def test_an_inserted_provision_is_read_as_anyone_types_it(
    scheme: Scheme, typed: str, address: str | None
) -> None:
    read = read_typed(typed, scheme, ALL)
    assert (read and scheme.write(read)) == address


@pytest.mark.parametrize("name", ["12a", "5-1", "12A", "5.1", "bis"])
def test_a_code_without_inserts_reads_as_it_always_did(name: str) -> None:
    assert PLAIN.law_number(name) is None
    with pytest.raises(LawkbError):
        PLAIN.address_of_eid(f"rule_{name}")
    assert PLAIN.law_number("12") == 12


@given(schemes_with_inserts(), st.data())
def test_an_inserted_address_survives_another_process(scheme: Scheme, data: st.DataObject) -> None:
    address = data.draw(addresses_of(scheme))
    assert pickle.loads(pickle.dumps(address)) == address
    assert hash(pickle.loads(pickle.dumps(address))) == hash(address)


def test_a_level_below_one_with_inserts_has_brackets() -> None:
    bridge = Scheme(
        (
            Level("law", "arabic", "{}.", "{}", inserts=("letters",)),
            Level("letter", "upper", "{}.", "{}"),
        )
    )
    assert [
        (above.name, bridge.levels[below].name) for above, below, _ in joined_levels(bridge.levels)
    ] == [("law", "letter")]
    assert not [*joined_levels(EU.levels)]


def test_there_is_a_latin_numeral_for_each_letter() -> None:
    first = [words[0] for words in latin_numerals()]
    assert len(first) == len(set(first)) == 26
    assert first[:4] == ["bis", "ter", "quater", "quinquies"]


@pytest.mark.parametrize(
    ("scheme", "tag", "text", "found"),
    [
        (GREEK, "el", "12Α – Τέλη", ("12a", "12Α")),
        (GREEK, "el", "12 Α – Τέλη", ("12a", "12 Α")),
        (GREEK, "el", "12 Α", ("12a", "12 Α")),
        (GREEK, "el", "12 Η διαδικασία", ("12", "12")),
        (GREEK, "el", "12", ("12", "12")),
        (EU, "it", "4 bis – Custodi", ("4a", "4 bis")),
        (EU, "it", "4-ter. Custodi", ("4b", "4-ter")),
        (EU, "en", "4a", ("4a", "4a")),
        (EU, "en", "12-Penalties", ("12", "12")),
        (EU, "en", "12 and 13", ("12", "12")),
        (CANADA, "en", "5.1 Lanterns", ("5.1", "5.1")),
        (CANADA, "en", "5. Candles", ("5", "5")),
        (PLAIN, "en", "5.1 Lanterns", ("5", "5")),
        (PLAIN, "en", "5a Lanterns", None),
    ],
)
def test_the_number_of_a_title_is_read_with_its_insert(
    scheme: Scheme, tag: str, text: str, found: tuple[str, str] | None
) -> None:
    language = read_language(tag)
    read = language.token_at(scheme.levels[0].counting, text, 0, r"(?=[\s.:–—-]|$)")
    assert (read and (scheme.write(Address((read[0],))), text[: read[1]])) == found
