import pickle

from hypothesis import given
from hypothesis import strategies as st

from lawkb.model.address import Address
from lawkb.model.finding import AddressText, Message, address_text, choice_of, say

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
