"""Two editions side by side: provisions, references, words."""

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from lawkb.corpus.concordance import Concordance, Row
from lawkb.history.editions import (
    ComparedProvision,
    Comparison,
    ReferenceChange,
    compare_editions,
)
from lawkb.model.address import Address
from lawkb.model.code import Code, Expression
from lawkb.model.law import Law, Origin, Provision
from lawkb.model.passage import Passage
from lawkb.references.graph import Citation
from lawkb.references.resolve import annotate_law, resolve_code
from tests.corpus_files import CASES
from tests.strategies import OUTLINE, SCHEME, addresses

_CASES = tomllib.loads((CASES / "editions.toml").read_text(encoding="utf-8"))["cases"]
_ORIGIN = Origin("wiki", "law", "0" * 64)
_BOTH = replace(
    OUTLINE,
    expressions=(
        *OUTLINE.expressions,
        Expression("2007", "en", "2007-01-01", "wbf", "Laws of Duplicate Bridge 2007."),
    ),
)


def _differs(provision: ComparedProvision) -> bool:
    """Return whether anything except the language differs."""
    moved = any(change.kind != "kept" for change in provision.references)
    return provision.pair.kind != "same" or moved or bool(provision.words)


def _law(edition: str, language: str, texts: dict[str, str]) -> Law:
    """A law with provisions one in the other, as their addresses say."""
    number = SCHEME.read(next(iter(texts))).law

    def provision(address: Address) -> Provision:
        inside = [SCHEME.read(a) for a in texts if SCHEME.read(a).parent == address]
        text = texts.get(SCHEME.write(address))
        own = (Passage(text),) if text else ()
        return Provision(address, "", None, (*own, *map(provision, inside)))

    return annotate_law(Law(edition, language, provision(Address((number,))), _ORIGIN), _BOTH)


def _code(*laws: Law) -> Code:
    return resolve_code(Code(_BOTH, {(w.edition, w.language, w.number): w for w in laws}))


def _known(rows: list[list[str]]) -> Concordance:
    return Concordance(
        tuple(
            Row((("2007", SCHEME.read(a)), ("2017", SCHEME.read(b))), "it moved") for a, b in rows
        )
    )


def _pair(provision: ComparedProvision) -> str:
    old, new = provision.pair.old, provision.pair.new
    if old is None or new is None:
        return ("-" if new is None else "+") + SCHEME.write(provision.pair.place)
    return SCHEME.write(old) + ("" if old == new else f">{SCHEME.write(new)}")


def _reference(provision: ComparedProvision, change: ReferenceChange) -> str:
    kept = change.kind == "kept"
    ends = [_target(each) for each in (change.old, None if kept else change.new) if each]
    return " ".join((SCHEME.write(provision.pair.place), change.kind, *ends))


def _target(citation: Citation) -> str:
    target, upto = citation.reference.target, citation.reference.upto
    assert target
    return SCHEME.write(target) + (f"..{SCHEME.write(upto)}" if upto else "")


def _said(comparison: Comparison) -> list[str]:
    return [_reference(p, change) for p in comparison.provisions for change in p.references]


@pytest.mark.parametrize("case", _CASES, ids=lambda case: case["why"])
def test_two_editions_differ_as_a_reader_says(case: dict[str, Any]) -> None:
    code = _code(_law("2007", "en", case["old"]), _law("2017", "en", case["new"]))
    place = SCHEME.read(case["address"])
    found = compare_editions(code, _known(case["rows"]), ("2007", "2017"), place)
    assert [_pair(provision) for provision in found.provisions] == case["pairs"]
    assert _said(found) == case["references"]
    assert [SCHEME.write(p.pair.place) for p in found.provisions if p.words] == case["words"]


def test_a_reference_to_another_edition_keeps_it() -> None:
    code = _code(
        _law("2007", "en", {"47A": "nothing"}),
        _law("2017", "en", {"47A": "see Law 12C1(e) of the 2007 Code"}),
    )
    (_, provision) = compare_editions(
        code, Concordance(), ("2007", "2017"), SCHEME.read("47")
    ).provisions
    (change,) = provision.references
    assert change.new
    assert (change.new.target_edition, _target(change.new)) == ("2007", "12C1(e)")


def test_a_move_is_told_with_the_reason_of_the_concordance() -> None:
    case = _CASES[0]
    code = _code(_law("2007", "en", case["old"]), _law("2017", "en", case["new"]))
    found = compare_editions(code, _known(case["rows"]), ("2007", "2017"), SCHEME.read("47A"))
    assert found.provisions[0].references[0].why == "it moved"
    assert _differs(found.provisions[0])


def test_the_words_of_a_language_that_both_have_give_either_text_back() -> None:
    code = _code(
        _law("2007", "en", {"47A": "A card may be withdrawn."}),
        _law("2017", "en", {"47A": "A played card may be taken back."}),
    )
    found = compare_editions(code, Concordance(), ("2007", "2017"), SCHEME.read("47A"))
    ((language, diff),) = found.provisions[0].words
    assert language == "en"
    for edition, kinds in (("2007", {"same", "gone"}), ("2017", {"same", "new"})):
        (text,) = [each.text for own, _, each in found.provisions[0].texts if own == edition]
        assert "".join(piece.text for piece in diff if piece.kind in kinds) == text


_EN_AND_EL = ("2017", {"en": {"47A": "see Law 16"}, "el": {"47A": "βλ. Νόμο 16"}})


@pytest.mark.parametrize(
    ("old", "asked", "languages"),
    [
        ("it", (), (("it",), ("en",))),  # no language in common: the original stands for 2017
        ("en", (), (("en",), ("en",))),  # what both have
        ("it", ("el",), (("it",), ("el",))),  # 2007 has no Greek: its default
        ("en", ("el",), (("en",), ("el",))),
        ("it", ("el", "en"), (("it",), ("en", "el"))),
    ],
)
def test_an_edition_is_read_in_the_language_asked_for_or_one_that_both_have(
    old: str, asked: tuple[str, ...], languages: tuple[tuple[str, ...], ...]
) -> None:
    texts = {"it": {"47A": "vedi Articolo 16"}, "en": {"47A": "see Law 16"}}
    edition, new = _EN_AND_EL
    code = _code(_law("2007", old, texts[old]), *(_law(edition, tag, new[tag]) for tag in new))
    place = SCHEME.read("47A")
    found = compare_editions(code, Concordance(), ("2007", "2017"), place, asked)
    assert found.languages == languages
    assert {tag for p in found.provisions for _, tag, _ in p.texts} == set().union(*languages)
    assert _said(found) == ["47A kept 16"]


def test_a_law_that_one_edition_does_not_hold_is_not_compared() -> None:
    code = _code(_law("2007", "en", {"47A": "x"}), _law("2017", "en", {"48A": "x"}))
    for place in ("47", "48", "48A"):
        address = SCHEME.read(place)
        found = compare_editions(code, Concordance(), ("2007", "2017"), address)
        assert found.provisions == ()


def test_a_provision_that_moved_into_another_law_is_beside_what_it_was() -> None:
    code = _code(_law("2007", "en", {"47B": "see Law 47B1"}), _law("2017", "en", {"48A": "x"}))
    known = _known([["47B", "48A"]])
    found = compare_editions(code, known, ("2007", "2017"), SCHEME.read("48"))
    assert [_pair(provision) for provision in found.provisions] == ["47B>48A"]


_texts = st.dictionaries(
    addresses(law=47).map(SCHEME.write),
    st.sampled_from(("x", "see Law 16D", "see Laws 16C and 49", "as in A", "this Law")),
    min_size=1,
    max_size=5,
)


@given(_texts)
def test_an_edition_differs_in_nothing_from_itself(texts: dict[str, str]) -> None:
    code = _code(_law("2007", "en", texts), _law("2017", "en", texts))
    found = compare_editions(code, Concordance(), ("2007", "2017"), Address((47,)))
    assert found.provisions
    assert not [provision for provision in found.provisions if _differs(provision)]


@given(_texts, _texts, st.sampled_from(([], [["16D", "16C"]], [["47A", "47B"]])))
def test_both_ways_tell_the_same_story(
    old: dict[str, str], new: dict[str, str], rows: list[list[str]]
) -> None:
    code = _code(_law("2007", "en", old), _law("2017", "en", new))
    there = compare_editions(code, _known(rows), ("2007", "2017"), Address((47,)))
    back = compare_editions(code, _known(rows), ("2017", "2007"), Address((47,)))
    forward, backward = there.count_provisions(), back.count_provisions()
    assert (forward["added"], forward["dropped"]) == (backward["dropped"], backward["added"])
    assert forward["moved"] == backward["moved"]
    cited, citing = there.count_references(), back.count_references()
    assert (cited["added"], cited["dropped"]) == (citing["dropped"], citing["added"])
    assert (cited["kept"], cited["moved"]) == (citing["kept"], citing["moved"])
