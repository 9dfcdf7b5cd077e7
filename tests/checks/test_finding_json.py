"""Findings that are written and read back are the same, and so is all that their sentences know."""

from dataclasses import fields, is_dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.checks.findings_cache import findings_json, read_findings
from lawkb.model.address import Address
from lawkb.model.finding import (
    SEVERITIES,
    AddressText,
    Finding,
    Fix,
    MarkedWords,
    Message,
    RuleName,
    address_text,
    say,
)

WORDS = st.text(st.sampled_from("%%)(s\\\"'\n\x00\u2028αΩ😀") | st.characters(codec="utf-8"))
ADDRESSES = st.builds(Address, st.lists(st.integers(1, 99), min_size=1, max_size=5).map(tuple))
NAMED = st.builds(address_text, WORDS, ADDRESSES, st.none() | ADDRESSES) | st.builds(
    RuleName, WORDS
)


def _sentences(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    values = inner | st.integers() | st.floats(-9, 9) | st.lists(inner, max_size=2).map(tuple)
    return st.builds(
        lambda a, b: say("100 %% of %(one)s beside %(two)s and %(one)s", one=a, two=b),
        values,
        values,
    )


TEXTS = st.recursive(WORDS | NAMED, _sentences, max_leaves=4)
SPANS = st.tuples(st.integers(0), st.integers(0))
FINDINGS = st.builds(
    Finding,
    rule=WORDS,
    severity=st.sampled_from(SEVERITIES),
    edition=WORDS,
    place=WORDS | NAMED,
    language=WORDS,
    message=TEXTS,
    quote=WORDS,
    hint=TEXTS,
    evidence=st.lists(TEXTS, max_size=2).map(tuple),
    key=WORDS,
    stretches=st.lists(st.builds(MarkedWords, WORDS, SPANS), max_size=2).map(tuple),
    score=st.none() | st.floats(0, 1),
    waived=st.booleans(),
    address=st.none() | ADDRESSES,
    fix=st.none() | st.builds(Fix, WORDS, WORDS, st.booleans()),
    nth=st.integers(1),
)


def whole(value: object) -> object:
    """A value with all that is in it and its types: equal sentences may be made of other words."""
    if isinstance(value, Message):
        return Message, str(value), value.template, [*map(whole, value.values.items())]
    if isinstance(value, AddressText):
        return AddressText, str(value), whole(value.address), whole(value.upto)
    if is_dataclass(value):
        return type(value), [whole(getattr(value, each.name)) for each in fields(value)]
    if isinstance(value, tuple):
        return tuple, [*map(whole, value)]
    return type(value), value


@given(st.lists(FINDINGS, max_size=2).map(tuple))
def test_what_is_written_reads_back_whole(findings: tuple[Finding, ...]) -> None:
    assert whole(read_findings(findings_json(findings))) == whole(findings)


class _Word(str):
    __slots__ = ()


def test_what_could_not_be_read_back_is_not_written() -> None:
    with pytest.raises(TypeError, match="_Word"):
        findings_json([Finding("numbers", "error", "2017", "47A", "el", _Word("told"))])
