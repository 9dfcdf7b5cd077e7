"""Findings that are cached are the same, and so is all that their messages know."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import fields

from lawkb.corpus.cache import cached_value, put_cached
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
    if isinstance(value, Struct):
        return type(value), [whole(getattr(value, each.name)) for each in fields(value)]
    if isinstance(value, tuple):
        return tuple, [*map(whole, value)]
    return type(value), value


def from_cache(findings: Sequence[Finding], corpus: Path) -> object:
    """Findings that were put into the cache of a corpus, as they come back."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LAWKB_CACHE", str(corpus / "cache"))
        put_cached(corpus, "findings", "inputs", findings)
        return cached_value(corpus, "findings", "inputs")


@given(st.lists(FINDINGS, max_size=2).map(tuple))
def test_what_is_cached_comes_back_whole(
    tmp_path_factory: pytest.TempPathFactory, findings: tuple[Finding, ...]
) -> None:
    assert whole(from_cache(findings, tmp_path_factory.mktemp("corpus"))) == whole(findings)
