"""Pages of answers: none is too long, and together they are the whole answer."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from lawkb.assist.plain_json import MOST_CHARACTERS, page_of, written

_WORDS = st.text('aβ \n"\\', max_size=30)
_LONG = st.builds(lambda word, times: word * times, _WORDS, st.integers(1, 400))
_TEXTS = st.one_of(_WORDS, _LONG)
_ITEMS = st.fixed_dictionaries(
    {"name": st.text("ab", min_size=1, max_size=8), "text": _TEXTS, "notes": st.lists(_TEXTS)},
    optional={"inner": st.lists(st.fixed_dictionaries({"text": _TEXTS}), max_size=8)},
)
_ANSWERS = st.fixed_dictionaries(
    {
        "edition": st.just("2017"),
        "items": st.lists(_ITEMS, max_size=12),
        "texts": st.dictionaries(st.sampled_from(["el", "en"]), _ITEMS),
        "diff": st.lists(st.tuples(st.sampled_from(["same", "gone"]), _TEXTS).map(list)),
    }
)


def _texts(value: Any, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], str]:
    """All words of an answer, joined by the place that they have, without numbers of items."""
    found: dict[tuple[str, ...], str] = {}
    if isinstance(value, str):
        return {path: value}
    inner = value.items() if isinstance(value, dict) else (("", each) for each in value)
    for key, each in inner:
        for place, words in _texts(each, (*path, key)).items():
            found[place] = found.get(place, "") + words
    return found


@given(_ANSWERS)
def test_no_page_is_too_long_and_none_of_the_words_is_lost(answer: dict[str, Any]) -> None:
    joined: dict[tuple[str, ...], str] = {}
    start: int | None = 0
    while start is not None:
        page = page_of(answer, start)
        assert len(written(page.value)) <= MOST_CHARACTERS
        assert page.following is None or page.following > start
        for place, words in _texts(page.value).items():
            joined[place] = joined.get(place, "") + words
        start = page.following
    whole = _texts(answer)
    # Short words of a record are repeated with each part of it: names, kinds of a diff.
    for place, words in whole.items():
        if place[-1] in ("text", "notes", ""):
            assert len(joined[place]) >= len(words)
        assert set(words) <= set(joined.get(place, ""))


def test_a_text_longer_than_a_page_is_given_in_parts_that_join() -> None:
    text = "".join(chr(0x3B1 + n % 24) for n in range(100_000))
    answer = {"provisions": [{"address": "1", "texts": {"el": {"label": "1", "text": text}}}]}
    parts: list[str] = []
    start: int | None = 0
    while start is not None:
        page = page_of(answer, start)
        (provision,) = page.value["provisions"]
        assert provision["address"] == "1"
        assert page.cut == ("provisions.0.texts.el.text",)
        parts.append(provision["texts"]["el"]["text"])
        start = page.following
    assert "".join(parts) == text


def test_a_list_longer_than_a_page_is_given_item_by_item_once() -> None:
    citing = [{"from": f"{n}A"} for n in range(5_000)]
    answer = {"provisions": [{"address": "1", "cited_by": citing}, {"address": "2"}]}
    given: list[Any] = []
    addresses: list[str] = []
    start: int | None = 0
    while start is not None:
        page = page_of(answer, start)
        for each in page.value["provisions"]:
            addresses.append(each["address"])
            given += each.get("cited_by", [])
        start = page.following
    assert given == citing
    assert addresses[-1] == "2"
    assert addresses.count("2") == 1
