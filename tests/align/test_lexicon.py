"""The lexicon: what pairs of texts teach, where it is known what stands for what."""

import random

from hypothesis import given
from hypothesis import strategies as st

from lawkb.align.lexicon import (
    LONGEST_PHRASE,
    LONGEST_SIDE,
    WordTextPair,
    learn_lexicons,
    link_words,
)

NONE = (frozenset[str](), frozenset[str]())
SIDES = st.lists(st.sampled_from("a b c d e 13".split()), max_size=8).map(tuple)
PAIRS = st.lists(st.builds(WordTextPair, SIDES, SIDES), max_size=8)


def _ciphered(seed: int, sentences: int) -> tuple[WordTextPair, ...]:
    """Sentences of twenty words, each word written otherwise in the translation."""
    chance = random.Random(seed)
    words = [f"w{number}" for number in range(20)]
    rows = [tuple(chance.sample(words, 6)) for _ in range(sentences)]
    return tuple(WordTextPair(row, tuple(word.replace("w", "v") for word in row)) for row in rows)


@given(st.integers(0, 1000))
def test_words_that_always_stand_for_one_another_are_found(seed: int) -> None:
    pairs = _ciphered(seed, 40)
    there, back = learn_lexicons(pairs, NONE)
    held = {word for pair in pairs for word in pair.source}  # one in a million is in none
    for number in (number for number in range(20) if f"w{number}" in held):
        assert there.counterparts(f"w{number}")[0].words == (f"v{number}",)
        assert back.counterparts(f"v{number}")[0].words == (f"w{number}",)


@given(PAIRS)
def test_probabilities_are_shares_of_what_was_seen(pairs: list[WordTextPair]) -> None:
    for lexicon in learn_lexicons(pairs, NONE):
        for words, found in lexicon.table.items():
            assert all(0 < each.probability < 1 for each in found)
            assert all(each.links <= lexicon.seen[words] for each in found)
            assert sum(each.links for each in found) <= lexicon.seen[words] or len(words) > 1
            assert len(words) <= LONGEST_PHRASE
            order = [each.probability for each in found]
            assert order == sorted(order, reverse=True)


@given(PAIRS)
def test_a_place_is_linked_once_and_to_a_place_of_the_translation(
    pairs: list[WordTextPair],
) -> None:
    for pair, links in link_words(pairs, NONE):
        assert len({at for at, _ in links}) == len(links) == len({to for _, to in links})
        assert all(at < len(pair.source) and to < len(pair.target) for at, to in links)


@given(PAIRS)
def test_the_same_pairs_teach_the_same(pairs: list[WordTextPair]) -> None:
    assert learn_lexicons(pairs, NONE) == learn_lexicons(iter(pairs), NONE)


def test_a_phrase_is_learned_from_the_links_of_its_words() -> None:
    pairs = (
        WordTextPair(("penalty", "card", "is", "led"), ("timorimeno", "fyllo", "vgike")),
        WordTextPair(("a", "card", "of", "dummy"), ("fyllo", "tou", "mor")),
        WordTextPair(("dummy", "led"), ("mor", "vgike")),
        WordTextPair(("one", "penalty", "card"), ("ena", "timorimeno", "fyllo")),
        WordTextPair(("dummy",), ("mor",)),
    )
    there, back = learn_lexicons(
        pairs, (frozenset(("a", "of", "is", "one")), frozenset(("tou", "ena")))
    )
    assert there.counterparts("penalty", "card")[0].words == ("timorimeno", "fyllo")
    assert back.counterparts("timorimeno", "fyllo")[0].words == ("penalty", "card")


def test_a_common_word_has_no_counterpart_of_its_own() -> None:
    pairs = [WordTextPair(("the", "card"), ("to", "fyllo"))] * 3
    there, _ = learn_lexicons(pairs, (frozenset(("the",)), frozenset(("to",))))
    assert there.counterparts("the") == ()
    assert there.probability("card", "fyllo") == 0.75  # three links of three seen, and one of doubt
    assert there.probability("card", "to") == 0


def test_what_both_write_alike_stands_for_itself() -> None:
    pairs = (
        WordTextPair(("13", "cards"), ("fylla", "13")),
        WordTextPair(("cards", "52"), ("fylla", "13")),
    )
    there, _ = learn_lexicons(pairs, NONE)
    assert [each.words for each in there.counterparts("13")] == [("13",)]


def test_a_text_too_long_to_tell_is_left_out() -> None:
    long = tuple(f"w{number}" for number in range(LONGEST_SIDE + 1))
    assert link_words((WordTextPair(long, ("a",)), WordTextPair(("a",), long)), NONE) == ()


def test_more_pairs_than_the_bound_allows_are_sampled_evenly() -> None:
    pairs = _ciphered(1, 40)  # 36 cells each
    assert [pair for pair, _ in link_words(pairs, NONE, most_cells=40 * 36 // 2)] == [*pairs[::3]]
    assert len(link_words(pairs, NONE)) == 40


def test_a_pair_of_words_that_are_known_is_left_out() -> None:
    pairs = [WordTextPair(("a",), ("b",))] * 5
    assert len(link_words(pairs, NONE, known_after=3)) == 3
