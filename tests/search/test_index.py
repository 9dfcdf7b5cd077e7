"""Searching the real laws: what is found, in which order, and how it is shown."""

import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.model.answer import Hit
from lawkb.model.code import Code
from lawkb.model.law import Law, Origin, Provision
from lawkb.model.passage import Passage
from lawkb.search import Answer, Question, jump, open_index, search
from lawkb.search.documents import Document, document, documents
from lawkb.search.engine import Engine
from lawkb.search.index import index_key
from lawkb.search.query.parser import LONGEST_QUERY
from lawkb.search.whoosh_engine import WhooshEngine
from tests.profiles import of_profile
from tests.search.asking import search_code
from tests.search.real import real_code
from tests.strategies import OUTLINE
from tests.words.test_tokens import TYPED

ALL = 1000


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return open_index(real_code(), tmp_path_factory.mktemp("index"))


def test_an_english_phrase_shows_the_greek_beside_it(engine: Engine) -> None:
    first = _asked(engine, "penalty card").hits[0]
    assert first.lang == "en"
    assert {first.snippet[start:end] for start, end in first.spans} == {"penalty", "card"}
    assert first.other
    assert first.other.lang == "el"
    assert "τιμωρημένο φύλλο" in first.other.snippet


def test_a_word_without_accents_finds_every_form_of_it(engine: Engine) -> None:
    answer = _asked(engine, "αμυνομενων")
    shown = {hit.snippet[start:end] for hit in answer.hits for start, end in hit.spans}
    assert {"αμυνόμενος", "αμυνόμενο", "αμυνόμενου", "αμυνόμενους"} <= shown
    assert {hit.lang for hit in answer.hits} == {"el"}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("RHO", {"57C2", "57D"}),
        ("rho", {"57C2", "57D"}),
        ("ΑΣΔ", {"57C2", "57D"}),
        ("ασδ", {"57C2", "57D"}),
        ("LHO", {"47E1"}),
        ("χειρονομίας", {"57C1"}),
        ("nod", {"57C1"}),
        ("περισσεύει", {"57C3"}),
        ('"opening lead" retracted', {"47E2(a)"}),
        ("τιμωρημένα σειρά", {"57A", "57D"}),
        ("penalty ΑΣΔ", {"57D"}),
        ("16Γ φύλλο", {"47D", "47E1", "47E2(a)"}),
        ("16C card", {"47D", "47E1", "47E2(a)"}),
        ("Νόμος 62 άλλο", {"47D"}),
        ("arbitrale", {"47E2(b)"}),
    ],
)
def test_a_query_finds_these_provisions(engine: Engine, query: str, found: set[str]) -> None:
    answer = _asked(engine, query)
    assert set(_addresses(answer)[: answer.whole]) == found


@pytest.mark.parametrize("query", ["16C", "16Γ", "16 γ", "Νόμος 16Γ", "Law 16C"])
def test_an_address_that_is_not_held_finds_what_cites_it(engine: Engine, query: str) -> None:
    answer = _asked(engine, query)
    assert answer.interpreted == "16C is not available; provisions that cite it"
    assert set(_addresses(answer)) == {"47D", "47E1", "47E2(a)"}
    assert all(hit.snippet[slice(*hit.spans[0])] in {"16C", "16Γ"} for hit in answer.hits)


def test_an_address_that_nothing_cites_finds_nothing(engine: Engine) -> None:
    answer = _asked(engine, "90Z9")
    assert (answer.total, answer.hits, answer.suggestion) == (0, (), None)
    assert answer.interpreted.startswith("90Z9 is not available")


def test_a_heading_ranks_before_the_text(engine: Engine) -> None:
    hits = _asked(engine, "misinformation").hits
    held = [_document(hit) for hit in hits]
    texts = [one.text(hit.lang) for one, hit in zip(held, hits, strict=True) if one]
    headings = [text.in_zone("heading") for text in texts if text]
    in_heading = [any("isinformation" in part.text for part in parts) for parts in headings]
    assert in_heading == sorted(in_heading, reverse=True)
    assert set(in_heading) == {True, False}


def test_an_exact_form_ranks_before_a_stemmed_one(engine: Engine) -> None:
    texts = [hit for hit in _asked(engine, "συμπαίκτης").hits if "αίκτ" not in (hit.heading or "")]
    exact = [_holds_exactly(hit, "συμπαίκτης") for hit in texts]
    assert exact == sorted(exact, reverse=True)
    assert set(exact) == {True, False}


def test_the_law_ranks_before_its_comments(engine: Engine) -> None:
    found = _addresses(_asked(engine, "όμως"))
    assert len(found) > 1
    assert found[-1] == "57C3"  # only a reader says όμως there


def test_equal_provisions_stand_in_the_order_of_the_laws(engine: Engine) -> None:
    hits = _asked(engine, "the").hits
    for one, next_one in pairwise(hits):
        same = (one.score, one.edition) == (next_one.score, next_one.edition)
        assert one.score >= next_one.score
        assert one.address
        assert next_one.address
        assert not same or one.address < next_one.address


def test_a_provision_is_found_by_the_headings_above_it_after_those_that_say_it(
    engine: Engine,
) -> None:
    found = _addresses(_asked(engine, "change of play misinformation"))
    assert found[0] == "47E"
    assert {"47E1", "47E2", "47E2(a)", "47E2(b)"} <= set(found)


def test_few_provisions_with_all_words_are_followed_by_those_with_most(engine: Engine) -> None:
    answer = _asked(engine, "premature play dummy declarer nod")
    assert answer.whole == 1
    assert _addresses(answer)[0] == "57C1"
    assert set(_addresses(answer)[1:]) >= {"57C2", "57C3"}


def test_words_in_quotation_marks_are_followed_by_nothing_less(engine: Engine) -> None:
    answer = _asked(engine, '"opening lead" retracted')
    assert (answer.total, answer.whole) == (1, 1)


def test_a_query_that_nothing_holds_whole_falls_back_to_any_word(engine: Engine) -> None:
    answer = _asked(engine, "revoke gesture")
    assert answer.interpreted == "revoke OR gesture (no provision has all words)"
    assert set(_addresses(answer)) == {"14B4", "57C1"}


@pytest.mark.parametrize(
    ("query", "word"), [("pnealty", "penalty"), ("αμυνωμενος", "αμυνόμενος"), ("MOP", "μορ")]
)
def test_a_word_that_nothing_holds_is_corrected_and_that_is_said(
    engine: Engine, query: str, word: str
) -> None:
    answer = _asked(engine, query)
    assert answer.suggestion == word
    assert [(each.typed, each.shown) for each in answer.corrected] == [(query, word)]
    assert _addresses(answer) == _addresses(_asked(engine, word))


@pytest.mark.parametrize("query", ["zzzzzz", "=pnealty", '"pnealty"', "pnealty*", "pn"])
def test_what_resembles_nothing_or_is_wanted_exactly_is_not_corrected(
    engine: Engine, query: str
) -> None:
    answer = _asked(engine, query)
    assert (answer.total, answer.suggestion, answer.corrected) == (0, None, ())


def test_one_language_alone_is_searched(engine: Engine) -> None:
    assert _asked(engine, "card", "el").total == 0
    assert {hit.lang for hit in _asked(engine, "carta", "it").hits} == {"it"}


def test_a_language_that_is_not_held_is_refused(engine: Engine) -> None:
    with pytest.raises(LawkbError, match="the code has no text in it"):
        _asked(engine, "card", "de")


@pytest.mark.parametrize(
    ("query", "label"),
    [
        ("47Ε2(α)", "47Ε2(α)"),
        ("47 ε 2 α", "47Ε2(α)"),
        ("Νόμος 47Ε2(α)", "47Ε2(α)"),
        ("Law 47E2(a)", "47E2(a)"),
        ("47E2a", "47E2(a)"),
        ("47 E 2 (a)", "47E2(a)"),
    ],
)
def test_an_address_alone_jumps_to_the_provision(query: str, label: str) -> None:
    answer = jump(real_code(), Question(query))
    assert answer
    assert [(hit.edition, hit.label) for hit in answer.hits] == [("2017", label)]
    assert answer.total == 1


def test_a_jump_in_one_language_goes_to_an_edition_that_has_it() -> None:
    answer = jump(real_code(), Question("47E2a", language="it"))
    assert answer
    assert [(hit.edition, hit.lang) for hit in answer.hits] == [("2007", "it")]


def test_a_jump_imports_no_index_and_writes_none(tmp_path: Path) -> None:
    script = """
import sys
from pathlib import Path
from tests.search.asking import search_code
from tests.search.real import real_code
answer = search_code(real_code(), Path(sys.argv[1]), "47 ε 2 α")
assert answer.total == 1, answer
assert not any(name.split(".")[0] == "whoosh" for name in sys.modules)
"""
    folder = tmp_path / "index"
    subprocess.run([sys.executable, "-c", script, str(folder)], check=True)
    assert not folder.exists()


def test_a_query_that_is_too_long_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LawkbError) as refused:
        search_code(real_code(), tmp_path, "x" * (LONGEST_QUERY + 1))
    assert str(refused.value).count("\n") == 2


@settings(max_examples=of_profile(0.6))
@given(st.text(max_size=80) | TYPED)
def test_nothing_in_a_query_can_crash_the_search(engine: Engine, query: str) -> None:
    try:
        answer = jump(real_code(), Question(query)) or _asked(engine, query, limit=5)
    except LawkbError as error:
        assert str(error).count("\n") == 2
        return
    assert len(answer.hits) <= 5
    assert answer.total >= len(answer.hits)
    answer.query.encode()
    for hit in answer.hits:
        assert all(0 <= start < end <= len(hit.snippet) for start, end in hit.spans)


def test_no_answer_depends_on_a_stale_index(tmp_path: Path) -> None:
    code = real_code()
    told: list[str] = []
    assert search_code(code, tmp_path, "κουλουράκι", progress=told.append).total == 0
    changed = _with_word(code, "κουλουράκι")
    assert search_code(changed, tmp_path, "κουλουράκια", progress=told.append).total == 1
    assert search_code(code, tmp_path, "κουλουράκι", progress=told.append).total == 0
    assert len(told) == 3


def test_an_index_that_fits_is_not_built_again(tmp_path: Path) -> None:
    told: list[str] = []
    for _ in range(2):
        open_index(real_code(), tmp_path, told.append)
    assert len(told) == 1


def test_a_damaged_index_is_built_again(tmp_path: Path) -> None:
    open_index(real_code(), tmp_path)
    for path in tmp_path.rglob("*.pst"):
        path.write_bytes(path.read_bytes()[:100])
    assert search_code(real_code(), tmp_path, "penalty").total


def test_an_index_that_is_removed_is_built_again(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    open_index(real_code(), folder)
    shutil.rmtree(folder)
    assert search_code(real_code(), folder, "penalty").total


def test_the_index_holds_every_provision_once(engine: Engine) -> None:
    places = [(held.edition, held.place) for held in documents(real_code())]
    assert len(places) == len(set(places)) == engine.count()


def test_every_document_is_found_by_its_address() -> None:
    for held in documents(real_code()):
        assert document(real_code(), held.edition, held.place) == held


def test_equal_laws_have_the_same_index() -> None:
    code = real_code()
    engine = WhooshEngine(code.outline)
    turned = replace(code, laws=dict(reversed(tuple(code.laws.items()))))
    assert index_key(turned, engine.version) == index_key(code, engine.version)
    assert index_key(_with_word(code, "κάτι"), engine.version) != index_key(code, engine.version)


def _asked(engine: Engine, query: str, language: str | None = None, limit: int = ALL) -> Answer:
    return search(engine, real_code(), Question(query, limit, language))


def _addresses(answer: Answer) -> list[str]:
    return [hit.address for hit in answer.hits if hit.address]


def _document(hit: Hit) -> Document | None:
    return document(real_code(), hit.edition, real_code().outline.scheme.read(str(hit.address)))


def _holds_exactly(hit: Hit, word: str) -> bool:
    held = _document(hit)
    text = held.text(hit.lang) if held else None
    return text is not None and word in text.body


def _with_word(code: Code, word: str) -> Code:
    """The code with one more passage in the Greek Law 57."""
    key = ("2017", "el", 57)
    law = code.laws[key]
    root = replace(law.root, body=(*law.root.body, Passage(word)))
    return replace(code, laws={**code.laws, key: replace(law, root=root)})


def test_phrases_know_the_first_thousand_places_of_a_word(tmp_path: Path) -> None:
    text = " ".join(["card"] * 1100)
    root = Provision(Address((7,)), "", body=(Passage(f"trick {text} lead"),))
    law = Law("2017", "en", root, Origin("wiki", "law_7", "0" * 64))
    code = Code(OUTLINE, {("2017", "en", 7): law})
    for query, is_found in (("trick NEAR/1 card", True), ("card NEAR/1 lead", False)):
        assert bool(search_code(code, tmp_path, query).hits) == is_found
    assert search_code(code, tmp_path, "card lead").hits
