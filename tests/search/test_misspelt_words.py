"""Words that no text has: what they are taken for. The browser has the same cases."""

import pytest

from lawkb.corpus.glossary import Synonym, Synonyms
from lawkb.search.answers import KnownWords, nearest, typed_words
from lawkb.search.query.nodes import Meant, MostOf, Near, loosened, subtrees
from lawkb.search.query.parser import parse_query
from lawkb.search.translated_query import synonym_rows, with_synonyms
from lawkb.words.folding import fold
from lawkb.words.spellings import read_spellings
from tests.search.cases import rows
from tests.strategies import OUTLINE, SCHEME

TEXTS = {
    "el": "φύλλο τιμωρημένο διαιτητής χέρι τράπουλα λεβέ έξοδος αντίπαλος θέση μορ",
    "en": "explanation withdrawn recognized unauthorized",
}
KNOWN = tuple(
    KnownWords(
        tag,
        read_spellings(tag, tuple(other for other in TEXTS if other != tag)),
        {fold(word): 1 for word in words.split()},
    )
    for tag, words in TEXTS.items()
)


@pytest.mark.parametrize("case", rows("corrections.tsv"), ids=lambda case: case["typed"])
def test_a_word_is_taken_for_the_nearest_one_of_the_texts(case: dict[str, str]) -> None:
    shown = nearest(case["typed"], KNOWN)
    assert shown == (None if case["shown"] == "None" else fold(case["shown"])), case["why"]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("premture play", ["premture", "play"]),
        ('=exact "a phrase" «μια φράση» pref* near~ law:47 word', ["word"]),
        ("47E2(a) card", ["card"]),
        ("tr;apoyla", ["tr;apoyla"]),
    ],
)
def test_only_plain_words_are_corrected(query: str, words: list[str]) -> None:
    assert [match[0] for match in typed_words(query)] == words


SYNONYMS: Synonyms = {"en": (Synonym(("lost card",), ("missing card",)),)}
ROWS = synonym_rows(OUTLINE, SYNONYMS)


@pytest.mark.parametrize("query", ["lost card", "lost cards", "the lost card was found"])
def test_words_of_an_expression_are_found_by_what_it_means_too(query: str) -> None:
    tree = parse_query(query, OUTLINE.languages, SCHEME)
    assert tree
    meant = [each for each in subtrees(with_synonyms(tree, ROWS)) if isinstance(each, Meant)]
    assert [each.text.removesuffix("s") for each in meant] == ["lost", "card"]
    assert all(isinstance(part, Near) for each in meant for part in each.meant)


@pytest.mark.parametrize("query", ["card lost", "NOT (lost card)", '"lost card"', "lost"])
def test_other_words_are_left_as_they_are(query: str) -> None:
    tree = parse_query(query, OUTLINE.languages, SCHEME)
    assert tree
    assert not [each for each in subtrees(with_synonyms(tree, ROWS)) if isinstance(each, Meant)]


def test_most_of_the_words_are_enough_when_none_is_wanted_by_an_operator() -> None:
    plain = parse_query("lost card", OUTLINE.languages, SCHEME)
    strict = parse_query("lost AND card", OUTLINE.languages, SCHEME)
    assert plain
    assert strict
    assert isinstance(loosened(plain), MostOf)
    assert loosened(strict) is None
