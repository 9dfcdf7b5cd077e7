import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.model.address import Address
from lawkb.model.finding import (
    AddressText,
    Message,
    RuleName,
    address_text,
    choice_of,
    read_message,
    say,
    written_message,
)

words = st.text(max_size=20)


@given(words, st.lists(words, max_size=3), st.integers())
def test_a_sentence_is_its_text_and_knows_how_it_was_made(
    one: str, several: list[str], number: int
) -> None:
    template = "«%(one)s», %(number)s %%: %(several)s"
    sentence = say(template, one=one, several=tuple(several), number=number)
    between = "; " if any(", " in word for word in several) else ", "
    assert sentence == f"«{one}», {number} %: {between.join(several)}"
    assert sentence.template == template
    assert sentence.values == {"one": one, "several": tuple(several), "number": number}


@given(words)
def test_another_process_gets_a_sentence_whole(word: str) -> None:
    at = address_text("47E", Address((47, 5)))
    sent = say("%(at)s: %(told)s", at=at, told=say("write %(label)s", label=word))
    got = pickle.loads(pickle.dumps(sent))
    assert got == sent
    assert isinstance(got, Message)
    assert got.template == sent.template
    told, place = got.values["told"], got.values["at"]
    assert isinstance(told, Message)
    assert told.values == {"label": word}
    assert isinstance(place, AddressText)
    assert place.address == Address((47, 5))


def test_a_choice_of_one_word_is_the_word() -> None:
    assert choice_of([]) == ""
    assert choice_of(["εξήγηση"]) == "εξήγηση"
    assert choice_of(["a", "b", "c"]) == "a, b or c"


def _write(address: Address) -> str:
    return ".".join(map(str, address.path))


def _read(written: str) -> Address:
    return Address(tuple(map(int, written.split("."))))


@given(words, st.lists(words, max_size=3), st.integers(-(2**53), 2**53), st.floats(0, 100))
def test_a_sentence_is_written_into_a_file_and_read_again(
    one: str, several: list[str], number: int, share: float
) -> None:
    at = address_text("47E–48", Address((47, 5)), Address((48,)))
    inner = say("%(word)s, %(several)s", word=one, several=tuple(several))
    template = "%(at)s %(number)s %(share)s %% %(rule)s: %(inner)s"
    rule = RuleName("omission")
    made = say(template, at=at, number=number, share=share, rule=rule, inner=inner)
    got = read_message(written_message(made, _write), _read)
    assert got == made
    assert isinstance(got, Message)
    assert got.template == template
    place, told = got.values["at"], got.values["inner"]
    assert isinstance(place, AddressText)
    assert (place.address, place.upto) == (at.address, at.upto)
    assert isinstance(told, Message)
    assert told.values == inner.values
    assert isinstance(got.values["rule"], RuleName)


@pytest.mark.parametrize(
    "written",
    [
        "",
        "[1",
        "[" * 100_000,
        "7",
        '"words"',
        "{}",
        '{"say": 3, "values": {}}',
        '{"say": "x"}',
        '{"say": "x", "values": 3}',
        '{"say": "%(a)s", "values": {}}',
        '{"say": "%(a)999999999s", "values": {"a": "x"}}',
        '{"say": "%(a)s", "values": {"a": {"address": "x"}}}',
        '{"say": "%(a)s", "values": {"a": {"at": "x", "address": "x", "upto": ""}}}',
    ],
)
def test_what_is_no_sentence_is_read_as_none(written: str) -> None:
    assert read_message(written, _read) is None


@given(words)
def test_whatever_is_in_the_file_is_read_without_a_fault(written: str) -> None:
    assert read_message(written, _read) is None
