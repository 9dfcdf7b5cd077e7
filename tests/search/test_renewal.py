"""An index that was brought up to date answers like one that was built anew."""

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawkb.corpus.laws import file_of_law
from lawkb.corpus.opened import Opened
from lawkb.errors import LawkbError
from lawkb.model.code import Code
from lawkb.model.companion import Companion, Section
from lawkb.model.language import read_language
from lawkb.model.law import Law, Origin
from lawkb.model.passage import Passage
from lawkb.search import renewal
from lawkb.search.engine import Engine
from lawkb.search.entries import entries
from lawkb.search.found import Found
from lawkb.search.hits import Answer
from lawkb.search.index import Question, open_index, search, search_code
from lawkb.search.learning import write_counterparts
from lawkb.search.query import parse_query
from lawkb.search.renewal import open_renewed
from lawkb.search.tree import Node, Word, leaves
from lawkb.search.whoosh_engine import WhooshEngine
from tests.search.laws import code_of_laws, commented
from tests.search.test_executors import LIKE, LOOSE, QUERIES, codes
from tests.strategies import LANGUAGES, SCHEME

READ = tuple(read_language(code) for code in LANGUAGES)
ALL = 10_000
ORIGIN = Origin("wiki", "definitions", "0" * 64)

Edit = Callable[[Code], Code]


def _with_laws(other: Code, numbers: frozenset[int], code: Code) -> Code:
    """Some laws of another code are added, or take the place of those of their numbers."""
    laws = {key: law for key, law in other.laws.items() if key[2] in numbers}
    return replace(code, laws={**code.laws, **laws})


def _without(tags: frozenset[str], number: int, code: Code) -> Code:
    """A law is no longer held in some languages."""
    laws = {k: law for k, law in code.laws.items() if k[1] not in tags or k[2] != number}
    return replace(code, laws=laws)


def _renumbered(number: int, new: int, code: Code) -> Code:
    """A law is gone and its text is that of another one."""
    moved = {key: law for key, law in code.laws.items() if key[2] == number}
    kept = {key: law for key, law in code.laws.items() if key not in moved}
    new_laws = {(e, tag, new): _moved(law, new) for (e, tag, _), law in moved.items()}
    return replace(code, laws={**kept, **new_laws})


def _moved(law: Law, number: int) -> Law:
    root = replace(law.root, address=replace(law.root.address, path=(number,)), body=())
    return replace(law, root=root)


def _with_companion(name: str, terms: tuple[str, ...], code: Code) -> Code:
    """A companion is written, changed, or gone when it has no terms."""
    key = ("2017", "en", name)
    held = {other: each for other, each in code.companions.items() if other != key}
    if terms:
        body = tuple(
            Section("entry", "", Passage(term), (Passage(f"the {term}"),)) for term in terms
        )
        held[key] = Companion(
            name, "definitions", "2017", "en", None, Passage("Words"), body=body, origin=ORIGIN
        )
    return replace(code, companions=dict(sorted(held.items())))


NUMBERS = st.sampled_from((7, 8, 21))
TEXTS = LOOSE | st.just("see Law 7A") | st.just("misprint")
EDITS: st.SearchStrategy[Edit] = st.one_of(
    st.builds(partial, st.just(_with_laws), codes(), st.frozensets(NUMBERS, min_size=1)),
    st.builds(
        partial,
        st.just(_without),
        st.frozensets(st.sampled_from(("en", "el")), min_size=1),
        NUMBERS,
    ),
    st.builds(partial, st.just(_renumbered), NUMBERS, st.integers(30, 33)),
    st.builds(partial, st.just(commented), TEXTS, NUMBERS),
    st.builds(
        partial,
        st.just(_with_companion),
        st.sampled_from(("definitions", "preface")),
        st.lists(TEXTS, max_size=3).map(tuple),
    ),
)


@settings(max_examples=15)
@given(codes(), st.lists(EDITS, max_size=10), st.lists(QUERIES | LIKE, min_size=10, max_size=20))
def test_after_any_edits_every_query_answers_as_in_an_index_built_anew(
    code: Code, edits: list[Edit], queries: list[str]
) -> None:
    trees = [tree for query in queries if (tree := _tree(query))]
    with tempfile.TemporaryDirectory() as folder:
        open_index(code, Path(folder, "kept"))
        for number, edit in enumerate(edits):
            code = edit(code)
            updated = open_index(code, Path(folder, "kept"))
            fresh = _built(code, Path(folder, f"fresh{number}"))
            assert updated.stats().documents == fresh.stats().documents
            for tree in trees:
                assert _found(updated, tree) == _found(fresh, tree), tree


def test_one_changed_law_is_indexed_alone(tmp_path: Path) -> None:
    code = code_of_laws(range(1, 41))
    told: list[str] = []
    search_code(code, tmp_path, "word", progress=told.append)
    code = commented("misprint", 7, code)
    answer = search_code(code, tmp_path, "misprint", progress=told.append)
    assert told == [
        "building the search index",
        "search index: 1 of 40 laws and other texts indexed anew",
    ]
    assert [hit.label for hit in answer.hits] == ["7"]


def test_of_many_laws_only_the_changed_one_is_read(tmp_path: Path) -> None:
    code = code_of_laws(range(1, 41))
    before = _opened(code, {})
    search_code(before, tmp_path, "word")
    code = commented("misprint", 7, code)
    after = _opened(code, {"laws/2017/el/law_7.xml": "changed"})
    engine = open_index(after, tmp_path)
    assert isinstance(after.laws, Opened)
    assert after.laws.count_read() == 2  # in both languages
    assert [hit.label for hit in search(engine, after, Question("misprint")).hits] == ["7"]


@pytest.mark.parametrize(("changed", "learned"), [(2, 1), (3, 2)])
def test_counterparts_are_learned_anew_when_one_law_in_twenty_has_changed(
    changed: int, learned: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times: list[Code] = []
    really = write_counterparts

    def counted(code: Code, place: Path) -> None:
        times.append(code)
        really(code, place)

    monkeypatch.setattr(renewal, "write_counterparts", counted)
    code = code_of_laws(range(1, 41))
    open_index(code, tmp_path)
    for number in range(1, changed + 1):
        code = commented("misprint", number, code)
        open_index(code, tmp_path)
    assert len(times) == learned


def _opened(code: Code, changed: dict[str, str]) -> Code:
    """The code as a corpus is opened, its files unread; some are other files than before."""
    files = {file_of_law(*key): "" for key in code.laws} | {"corpus.toml": ""} | changed
    laws = Opened({key: partial(code.laws.__getitem__, key) for key in code.laws})
    return replace(code, laws=laws, files=files)


def test_a_law_that_is_gone_is_found_no_more_and_nothing_is_indexed(tmp_path: Path) -> None:
    code = code_of_laws(range(1, 41))
    told: list[str] = []
    search_code(code, tmp_path, "word7", progress=told.append)
    gone = _without(frozenset(("en", "el")), 7, code)
    answer = search_code(gone, tmp_path, "word7", progress=told.append)
    assert "word7" not in _shown(answer)
    assert told[1:] == ["search index: 0 of 39 laws and other texts indexed anew"]


def test_a_word_that_is_gone_is_suggested_no_more(tmp_path: Path) -> None:
    code = code_of_laws(range(1, 41))
    misprinted = commented("misprint", 7, code)
    assert search_code(misprinted, tmp_path, "misprimt").suggestion == "misprint"
    assert search_code(code, tmp_path, "misprimt").suggestion is None


class Swept(WhooshEngine):
    """Its index is swept away by others some times before it is opened."""

    def __init__(self, times: int) -> None:
        super().__init__(LANGUAGES, SCHEME)
        self.times = times

    def open(self, folder: str | Path) -> None:
        if self.times:
            self.times -= 1
            shutil.rmtree(folder)
        super().open(folder)


@pytest.mark.parametrize("times", [1, 4])
def test_an_index_that_others_sweep_away_is_built_again(times: int, tmp_path: Path) -> None:
    engine = Swept(times)
    open_renewed(engine, code_of_laws(range(1, 4)), tmp_path, print)
    assert engine.stats().documents == 3


def test_an_index_that_others_sweep_away_again_and_again_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(LawkbError, match="again and again") as refused:
        open_renewed(Swept(ALL), code_of_laws(range(1, 4)), tmp_path, print)
    assert str(refused.value).count("\n") == 2


def test_many_edits_leave_an_index_like_a_new_one(tmp_path: Path) -> None:
    code = code_of_laws(range(1, 41))
    open_index(code, tmp_path / "kept")
    for step in range(30):
        code = commented(f"misprint number{step}", 1 + 7 * step % 40, code)
        open_index(code, tmp_path / "kept")
    updated = open_index(code, tmp_path / "kept")
    fresh = _built(code, tmp_path / "fresh")
    for query in ("misprint", "number3~1", "number*", "word~1", "word", "law:3-9 misprint"):
        tree = _tree(query)
        assert tree
        assert _found(updated, tree) == _found(fresh, tree), query
    (kept,) = (tmp_path / "kept").iterdir()
    assert len(list(kept.glob("*.terms"))) <= 8


def _shown(answer: Answer) -> set[str]:
    return {hit.snippet[slice(*span)] for hit in answer.hits for span in hit.spans}


def _tree(query: str) -> Node | None:
    try:
        return parse_query(query, READ, SCHEME)
    except LawkbError:
        return None  # NEAR between what has no place


def _built(code: Code, folder: Path) -> Engine:
    engine = WhooshEngine(LANGUAGES, SCHEME)
    folder.mkdir(parents=True)
    engine.build(entries(code), folder)
    engine.open(folder)
    return engine


def _found(engine: Engine, tree: Node) -> tuple[Found, list[Word | None]]:
    words = [leaf for leaf in leaves(tree) if isinstance(leaf, Word)]
    return engine.search(tree, LANGUAGES, ALL), [engine.suggest(w, LANGUAGES) for w in words]
