"""The engine finds what reading every word finds, and what Whoosh's own queries find."""

import tempfile
from fnmatch import fnmatchcase
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from whoosh.index import open_dir
from whoosh.query.compound import Or
from whoosh.query.qcore import Query
from whoosh.query.terms import Prefix, Wildcard

from lawkb.errors import LawkbError
from lawkb.model.address import Address, Ordinal
from lawkb.model.code import Code
from lawkb.model.language import read_language
from lawkb.model.law import Comment, Law, Origin, Provision
from lawkb.model.passage import Note, Passage
from lawkb.references.find import find_references
from lawkb.search.documents import Document, Place, documents
from lawkb.search.engine import exact_field
from lawkb.search.query.nodes import FIELDS, Node, Pattern, fits, is_near, words_near
from lawkb.search.query.parser import parse_query
from lawkb.search.whoosh_engine import WhooshEngine
from tests.profiles import of_profile
from tests.search.naive import distance_of, entry, found
from tests.strategies import LANGUAGES, OUTLINE, SCHEME

READ = tuple(read_language(code) for code in LANGUAGES)
ALL = 10_000
CONTEXT = OUTLINE
# Few words, so that they meet; inflected, accented, almost alike, citing.
WORDS = {
    "en": "card cards care penalty penalties lead leads led the of LHO pass".split(),
    "el": "φύλλο φύλλα φύλλων φίλο αμυνόμενος αμυνόμενου ο του ΑΣΑ πάσο πάσα μορ".split(),
}
CITING = {"en": ("see Law 7A", "Laws 7 and 8", "Law 8A1"), "el": ("βλέπε Νόμο 7Α", "Νόμο 8")}
LOOSE = st.sampled_from(
    "card cards penalty lead the LHO φύλλα φυλλο αμυνομενων ο ΑΣΑ πασο 7A 8 =cards =φύλλο".split()
)
PATTERNS = st.sampled_from("car* *ard c?rd φυλ* *ο φ?λο *λ* l*d* ?are".split())
LIKE = st.sampled_from("card~ leed~ φυλο~1 penalti~2 passs~".split())
PHRASES = st.sampled_from(
    ('"penalty card"', '"the card"', '"του φύλλου"', '"φύλλο μορ"', '"Law 7A"', '"card Law 8"')
)
TERMS = LOOSE | PATTERNS | LIKE | PHRASES
NEAR = st.tuples(TERMS, st.sampled_from(("NEAR/1", "NEAR/3", "ΚΟΝΤΑ")), TERMS).map(" ".join)
FILTERS = st.sampled_from(
    "in:notes in:comments in:heading in:text lang:el lang:en law:7 law:7-8 law:7A law:8A1 "
    "cites:7 cites:7A cites:8 cited-by:7 cited-by:8A edition:2017 in:notes,comments".split()
)


@st.composite
def texts(draw: st.DrawFn, tag: str) -> Passage:
    """A few words of a language, some of them citing."""
    pool = st.sampled_from(WORDS[tag]) | st.sampled_from(CITING[tag])
    text = " ".join(draw(st.lists(pool, min_size=1, max_size=9)))
    language = read_language(tag)
    notes = [Note(0, "1", " ".join(draw(st.lists(pool, min_size=1, max_size=3))))]
    shown = tuple(notes) if draw(st.booleans()) else ()
    return Passage(text, shown, find_references(text, language, SCHEME, None))


@st.composite
def codes(draw: st.DrawFn) -> Code:
    """Two or three laws in Greek and English, with headings, notes, comments and references."""
    laws: dict[tuple[str, str, Ordinal], Law] = {}
    for number in draw(st.sampled_from(((7, 8), (7, 8, 21)))):
        for tag in ("en", "el"):
            inner = Address((number, 1, 1))
            point = Provision(inner, "1.", None, body=(draw(texts(tag)),))
            letter = Provision(
                Address((number, 1)), "A.", draw(texts(tag)), body=(draw(texts(tag)), point)
            )
            root = Provision(Address((number,)), "", draw(texts(tag)), body=(letter,))
            said = tuple(
                Comment("A. B.", "2017-06-30T14:14", draw(texts(tag)).text)
                for _ in range(draw(st.integers(0, 1)))
            )
            origin = Origin("wiki", f"law_{number}", "0" * 64)
            laws["2017", tag, number] = Law("2017", tag, root, origin, comments=said)
    return Code(OUTLINE, laws)


def _joined(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pair = st.tuples(parts, parts)
    return (
        pair.map(" ".join)
        | pair.map(" AND ".join)
        | pair.map(" OR ".join)
        | pair.map(lambda two: f"({two[0]} Ή {two[1]})")
        | pair.map(lambda two: f"{two[0]} NOT ({two[1]})")
        | pair.map(lambda two: f"({two[0]}) NEAR/2 ({two[1]})")
        | parts.map(lambda one: f"heading:({one})")
        | st.tuples(parts, FILTERS).map(lambda two: f"({two[0]} {two[1]})")
        | st.tuples(parts, FILTERS).map(lambda two: f"{two[0]} NOT {two[1]}")
    )


QUERIES = TERMS | NEAR | st.recursive(TERMS | NEAR | FILTERS, _joined, max_leaves=4)


@settings(max_examples=of_profile(0.4))
@given(codes(), st.lists(QUERIES, min_size=5, max_size=25))
def test_the_index_finds_exactly_what_reading_every_word_finds(
    code: Code, queries: list[str]
) -> None:
    held = tuple(documents(code))
    read = tuple(entry(document, CONTEXT) for document in held)
    with tempfile.TemporaryDirectory() as folder:
        engine = _built(held, Path(folder))
        for query in queries:
            tree = _tree(query)
            if tree is None:
                continue
            answer = engine.search(tree, LANGUAGES, ALL)
            places = [(match.document.edition, match.document.place) for match in answer.matches]
            assert set(places) == found(tree, read, LANGUAGES), query
            assert len(places) == len(set(places)) == answer.total
            assert engine.search(tree, LANGUAGES, 1).matches == answer.matches[:1]


@settings(max_examples=of_profile(0.2))
@given(codes(), st.lists(PATTERNS, min_size=1, max_size=9))
def test_patterns_find_what_the_queries_of_whoosh_find(code: Code, queries: list[str]) -> None:
    held = tuple(documents(code))
    with tempfile.TemporaryDirectory() as folder:
        engine = _built(held, Path(folder))
        for query in queries:
            tree = _tree(query)
            if isinstance(tree, Pattern):
                ours = engine.search(tree, LANGUAGES, ALL).matches
                assert {m.document.place for m in ours} == _stock(tree, Path(folder), held), query


@given(
    st.text("αβ*?", min_size=1, max_size=6),
    st.lists(st.text("αβ", min_size=1, max_size=6), max_size=12),
)
def test_a_pattern_stands_for_the_words_that_fit_it(glob: str, words: list[str]) -> None:
    assert [word for word in words if fits(glob, word)] == [
        word for word in words if fnmatchcase(word, glob)
    ]


@given(
    st.text("αβγ", min_size=1, max_size=5),
    st.lists(st.text("αβγ", min_size=1, max_size=6), max_size=12),
    st.integers(1, 2),
)
def test_near_spellings_are_those_within_the_distance(
    word: str, words: list[str], changes: int
) -> None:
    expected = [other for other in words if distance_of(word, other) <= changes]
    assert list(words_near(word, words, changes)) == expected
    assert [other for other in words if is_near(word, other, changes)] == expected


def test_a_pattern_of_many_stars_over_a_long_word_takes_no_more_than_linear_work() -> None:
    assert not fits("*α" * 40 + "*β", "α" * 100_000)


def _tree(query: str) -> Node | None:
    try:
        return parse_query(query, READ, SCHEME)
    except LawkbError:
        return None  # NEAR between what has no place


def _built(held: tuple[Document, ...], folder: Path) -> WhooshEngine:
    engine = WhooshEngine(CONTEXT)
    engine.build(held, folder)
    engine.open(folder)
    return engine


def _stock(tree: Pattern, folder: Path, held: tuple[Document, ...]) -> set[Place]:
    """The places that Whoosh finds by itself: documents have the numbers of the entries."""
    names = [exact_field(tag, field) for tag in LANGUAGES for field in FIELDS[1:]]
    with open_dir(str(folder), readonly=True).searcher() as searcher:
        numbers = searcher.docs_for_query(Or([_query(tree, name) for name in names]))
        return {held[number].place for number in numbers}


def _query(tree: Pattern, name: str) -> Query:
    if tree.glob.endswith("*") and tree.glob.rstrip("*").isalpha():
        return Prefix(name, tree.glob.rstrip("*"))
    return Wildcard(name, tree.glob)
