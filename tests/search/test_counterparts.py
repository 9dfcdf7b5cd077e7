"""Counterparts: what the real pages teach, what definitions add, and what a query finds by them."""

import tempfile
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings

from lawkb.corpus.glossary import Glossary, read_glossary
from lawkb.errors import LawkbError
from lawkb.exchange.explained_query import explained_query
from lawkb.exchange.public_types import Token
from lawkb.model.code import Code
from lawkb.pipeline import read_all
from lawkb.search import Answer, Engine, Question, open_index
from lawkb.search.documents import Place, documents
from lawkb.search.learn_counterparts import language_pairs, sentence_pairs, write_counterparts
from lawkb.search.query.parser import parse_query
from lawkb.search.translated_query import Counterparts, widened
from lawkb.search.whoosh_engine import WhooshEngine
from tests.corpus_files import CORPUS
from tests.profiles import of_profile
from tests.search.asking import search_code
from tests.search.gold import first_counterparts, first_counterparts_of_the_statute
from tests.search.naive import entry, found
from tests.search.real import real_code
from tests.search.test_engine import READ, TERMS, codes
from tests.strategies import LANGUAGES, OUTLINE, SCHEME

ALL = 10_000
PEBBLES = CORPUS.parent / "examples" / "three-pebbles" / "corpus"


@cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp())


def _open() -> Engine:
    return open_index(real_code(), _folder())


def _ask(query: str, *, also: bool = False, language: str | None = None) -> Answer:
    return search_code(real_code(), _folder(), query, also=also, language=language, limit=50)


def _addresses(answer: Answer) -> list[str]:
    return [hit.address for hit in answer.hits if hit.address]


def test_the_first_counterpart_is_right_for_six_of_seven_words_of_the_gold() -> None:
    pairs = first_counterparts()
    assert len(pairs) == 60
    wrong = [(pair.word, pair.first) for pair in pairs if not pair.right]
    assert len(wrong) <= 60 / 7, wrong


def test_the_first_counterpart_is_right_for_four_of_five_words_of_another_code() -> None:
    pairs = first_counterparts_of_the_statute()
    wrong = [(pair.word, pair.first) for pair in pairs if not pair.right]
    assert len(wrong) <= len(pairs) / 5, wrong


def test_sentences_stand_beside_their_translations() -> None:
    code = real_code()
    assert language_pairs(code) == (("en", "el"),)
    pairs = tuple(sentence_pairs(code, ("en", "el")))
    beside = [
        (" ".join(word.printed for word in left), " ".join(word.printed for word in right))
        for left, right in pairs
    ]
    assert ("as by a gesture or nod", "μέσω χειρονομίας ή νεύματος") in beside  # a note
    assert ("Other Retraction", "Άλλη Απόσυρση") in beside  # a heading
    assert ("A card may be withdrawn as Law 53B provides"[:30]) in " ".join(a for a, _ in beside)


def test_the_aligned_text_marks_what_stands_for_the_words_of_a_query() -> None:
    first = next(hit for hit in _ask("irregularity").hits if hit.lang == "en")
    assert first.other is not None
    shown = [first.other.snippet[start:end] for start, end in first.other.counterparts]
    assert shown == ["ανωμαλία"]
    assert first.other.spans == ()


@pytest.mark.parametrize("query", ["μορ", "penalty card", "εκτελεστής χρώμα", '"opening lead"'])
def test_marked_counterparts_lie_in_the_snippet_and_apart_from_what_was_found(query: str) -> None:
    for hit in _ask(query).hits:
        for other in hit.others:
            for start, end in other.counterparts:
                assert 0 <= start < end <= len(other.snippet)
                assert (start, end) not in other.spans


def test_a_query_finds_only_what_it_says_unless_more_is_asked_for() -> None:
    assert _ask("νεύμα νεύματος gesture").added == ()
    plain, wide = _ask("επανόρθωση"), _ask("επανόρθωση", also=True)
    assert plain.added == ()
    assert [added.counterpart for added in wide.added] == ["rectification"]
    assert set(_addresses(plain)) < set(_addresses(wide))
    assert plain.interpreted == wide.interpreted == "επανόρθωση"


def test_a_phrase_is_sought_as_a_phrase() -> None:
    for query in ("penalty card", '"penalty card"'):
        answer = _ask(query, also=True, language="el")
        assert [(a.typed, a.counterpart) for a in answer.added] == [
            ("penalty card", "τιμωρημένο φύλλο")
        ]
        assert set(_addresses(answer)) == {"14B4", "47A", "47B", "57A", "57D"}


def test_words_without_a_counterpart_and_addresses_stay_as_they_are() -> None:
    answer = _ask("επανόρθωση 57B", also=True)
    assert "57B" in _addresses(answer)
    assert all(added.typed == "επανόρθωση" for added in answer.added)


def test_what_must_not_be_there_must_not_be_there_in_any_language() -> None:
    wide = set(_addresses(_ask("παίκτης NOT card", also=True)))
    both = set(_addresses(_ask("player NOT (card OR φύλλο)")))
    assert both <= wide
    assert wide - both == set(_addresses(_ask("παίκτης NOT card"))) - both


def test_an_explanation_names_tokens_counterparts_and_counts() -> None:
    explained = explained_query(real_code(), _open, Question("λεβέ NOT dummy", also=True))
    (word,) = explained.words
    assert (word.text, word.found) == ("λεβέ", _ask("λεβέ").total)
    (reading,) = word.readings
    assert reading.lang == "el"
    assert reading.tokens == (Token("λεβε", "λεβ"),)
    (counterpart,) = reading.counterparts
    assert (counterpart.lang, counterpart.text) == ("en", "trick")
    assert counterpart.found == _ask("trick", language="en").total
    assert explained_query(real_code(), _open, Question("...")).words == ()


_GLOSSARY = """en\tel\tit\tstatus\tnote
penalty card\tτιμωρημέν* φύλλ*|κάρτ*\t\tpreferred\t
revoke\tρενόνς\t\t\t
revoke\tανάκλησ*\t\tforbidden\tan old mistake
Director\tΔιαιτητ*\tarbitr*\t\t
"""


def _glossary(folder: Path) -> Glossary:
    (folder / "glossary.tsv").write_text(_GLOSSARY, encoding="utf-8")
    return read_glossary(folder, real_code().outline)


@pytest.mark.parametrize(
    ("query", "added"),
    [
        ("penalty card", [("el", "τιμωρημέν* φύλλ*|κάρτ*")]),
        ("penalty cards", [("el", "τιμωρημέν* φύλλ*|κάρτ*")]),
        ("τιμωρημένων φύλλων", [("en", "penalty card")]),
        ("τιμωρημένη κάρτα", [("en", "penalty card")]),
        ("revoke", [("el", "ρενόνς")]),
        ("διαιτητή", [("en", "Director"), ("it", "arbitr*")]),
    ],
)
def test_the_glossary_comes_before_what_was_learned(
    query: str, added: list[tuple[str, str]], tmp_path: Path
) -> None:
    glossary = _glossary(tmp_path)
    answer = search_code(real_code(), _folder(), query, also=True, glossary=glossary, limit=50)
    assert [(one.lang, one.counterpart) for one in answer.added] == added
    assert {one.origin for one in answer.added} == {"glossary"}
    assert answer.total > 0


def test_the_aligned_text_marks_what_the_glossary_says(tmp_path: Path) -> None:
    glossary = _glossary(tmp_path)
    answer = search_code(real_code(), _folder(), "penalty card lang:en", glossary=glossary)
    shown = {
        other.snippet[start:end]
        for hit in answer.hits
        for other in hit.others
        for start, end in other.counterparts
    }
    assert shown == {"τιμωρημένο φύλλο"}


def test_a_word_that_the_laws_do_not_have_is_translated_by_the_general_lexicon() -> None:
    assert _addresses(_ask("wrong")) == []
    answer = _ask("wrong", also=True)
    assert {(one.lang, one.origin) for one in answer.added} == {("el", "general")}
    assert "λάθος" in {one.counterpart for one in answer.added}
    assert _addresses(answer)[0] == "20F5(a)"


def test_what_the_laws_teach_comes_before_the_general_lexicon() -> None:
    held = _ask("card", also=True).added
    assert held
    assert {one.origin for one in held} == {"texts"}


def test_definitions_are_paired_by_what_they_say_and_come_before_the_texts(tmp_path: Path) -> None:
    code = read_all(PEBBLES).code
    write_counterparts(code, tmp_path)
    held = Counterparts(tmp_path)
    for source, target, word, other in (
        ("en", "el", "pebbl", "βότσαλο"),
        ("en", "el", "keeper", "φύλακας"),
        ("el", "en", "βοηθ", "helper"),
    ):
        first = held.of((word,), source, target)[0]
        assert (first.text, first.origin) == (other, "definitions")
    assert held.of(("pebbl",), "en", "en") == ()
    assert Counterparts(None).of(("pebbl",), "en", "el") == ()


def test_words_of_a_code_are_read_as_references_in_queries_and_in_comments(tmp_path: Path) -> None:
    code = read_all(PEBBLES).code
    assert search_code(code, tmp_path, "Κανόνας 7").interpreted == "the provision 7"
    for query in ("in:comments Κανόνα 3", "in:comments Rule 3"):
        labels = [hit.label for hit in search_code(code, tmp_path, query).hits]
        assert labels == ["7Α3"]


@settings(max_examples=of_profile(0.2))
@given(codes(), TERMS, TERMS)
def test_a_wider_query_finds_all_that_the_query_finds(code: Code, one: str, two: str) -> None:
    for query in (one, f"{one} {two}", f"{one} OR {two}", f"{one} NOT {two}"):
        try:
            tree = parse_query(query, READ, SCHEME)
        except LawkbError:
            continue
        with tempfile.TemporaryDirectory() as name:
            engine = WhooshEngine(OUTLINE)
            held = tuple(entry(each, OUTLINE) for each in documents(code))
            engine.build(documents(code), Path(name))
            write_counterparts(code, Path(name))
            engine.open(Path(name))
            if tree is None:
                continue
            wide = widened(tree, OUTLINE, Counterparts(Path(name)), LANGUAGES)[0]
            matches = engine.search(wide, LANGUAGES, ALL).matches
            more: set[tuple[str, Place]] = {
                (match.document.edition, match.document.place) for match in matches
            }
            assert found(tree, held, LANGUAGES) <= more == found(wide, held, LANGUAGES)
