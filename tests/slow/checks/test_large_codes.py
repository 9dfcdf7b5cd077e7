"""A code whose laws, facts and findings do not stay in memory is checked like any other."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bench.made_up import made_up_corpus
from lawkb import parallel_work
from lawkb.align.association import evenly
from lawkb.checks import checked_laws, learning, runner
from lawkb.checks.checked_laws import LawNumber
from lawkb.checks.rule_context import RuleContext
from lawkb.checks.rule_list import STANDARD, rule_named
from lawkb.checks.rules import modality
from lawkb.checks.runner import cached_findings, check_code, check_corpus
from lawkb.corpus.editorial_settings import EditorialSettings, read_editorial_settings
from lawkb.corpus.laws import open_code, read_code
from lawkb.editorial.findings import code_report, findings_on
from lawkb.large_collections import at_most_in_memory
from lawkb.model.address import Address, Ordinal
from lawkb.model.code import Code
from lawkb.model.law import Provision
from lawkb.pipeline import ingest
from tests.checks.test_cached_findings import whole
from tests.corpus_files import CORPUS

PEBBLES = CORPUS.parent / "examples" / "three-pebbles" / "corpus"
_LAWS = 40  # more than one process judges alone


@pytest.fixture(scope="module")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = made_up_corpus(tmp_path_factory.mktemp("large") / "corpus", _LAWS, 1)
    ingest(folder)
    return folder


@pytest.fixture(params=["made up", "bridge", "pebbles"])
def folder(request: pytest.FixtureRequest, made_up: Path) -> Path:
    folders = {"made up": made_up, "bridge": CORPUS, "pebbles": PEBBLES}
    return folders[request.param]


def _troubled(code: Code) -> Code:
    """A code in which two laws have each other's text, one is uneven and one is not translated."""
    laws = dict(code.laws)
    keys = [key for key in laws if key[1] == "el"]
    one, other, uneven = (laws[key].root for key in keys[:3])
    laws[keys[0]] = replace(laws[keys[0]], root=_at(other, keys[0][2]))
    laws[keys[1]] = replace(laws[keys[1]], root=_at(one, keys[1][2]))
    left = tuple(each for each in uneven.body if each is not uneven.children[0])
    laws[keys[2]] = replace(laws[keys[2]], root=replace(uneven, body=left))
    del laws[keys[3]]
    return replace(code, laws=laws)


def _at(provision: Provision, law: Ordinal) -> Provision:
    """A provision with the number of another law."""
    body = tuple(_at(each, law) if isinstance(each, Provision) else each for each in provision.body)
    return replace(provision, address=Address((law, *provision.address.path[1:])), body=body)


def _findings(code: Code, folder: Path) -> object:
    return whole(tuple(check_code(code, read_editorial_settings(folder, code.outline))))


@pytest.mark.parametrize("cores", [1, 3])
def test_what_is_kept_in_files_changes_no_finding(
    folder: Path, cores: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = _troubled(read_code(folder))
    whole_code = _findings(code, folder)
    monkeypatch.setattr(parallel_work, "cores", lambda: cores)
    monkeypatch.setattr(checked_laws, "_FEW", 1)
    monkeypatch.setattr(learning, "_FEW", 1)
    with at_most_in_memory(1):
        assert _findings(code, folder) == whole_code
        assert _findings(open_code(folder), folder) == _findings(read_code(folder), folder)


def test_the_troubled_code_has_the_findings_that_need_all_laws(made_up: Path) -> None:
    found = check_code(_troubled(read_code(made_up)))
    assert {"misplaced", "law-missing", "tree-parity"} <= {each.rule for each in found}


def test_many_findings_are_reported_as_few(folder: Path, tmp_path: Path) -> None:
    code = open_code(folder)
    few = code_report(folder, code)
    listed = findings_on(folder, code, STANDARD, ())
    with pytest.MonkeyPatch.context() as patch, at_most_in_memory(1):
        patch.setenv("LAWKB_CACHE", str(tmp_path))
        many = code_report(folder, open_code(folder))
        assert not isinstance(many.findings, tuple) or len(many.findings) <= 1
        assert list(many.findings) == list(few.findings)
        assert list(many.by_law.items()) == list(few.by_law.items())
        again = findings_on(folder, open_code(folder), STANDARD, ())
        assert whole(tuple(again)) == whole(listed)


def test_a_great_many_findings_are_not_cached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAWKB_CACHE", str(tmp_path))
    code = open_code(PEBBLES)
    house = read_editorial_settings(PEBBLES, code.outline)
    monkeypatch.setattr(runner, "_MOST_CACHED", 1)
    found = check_corpus(PEBBLES, code, house)
    assert len(found) > 1
    assert cached_findings(PEBBLES, code) is None
    monkeypatch.setattr(runner, "_MOST_CACHED", len(found))
    check_corpus(PEBBLES, code, house)
    assert cached_findings(PEBBLES, code) == tuple(found)


@given(
    st.lists(st.lists(st.booleans(), max_size=4).map(bytes), max_size=9),
    st.integers(min_value=1, max_value=9),
)
def test_the_sample_of_all_laws_is_that_of_all_texts_at_once(laws: list[bytes], most: int) -> None:
    texts = [(("2017", n), at) for n, own in enumerate(laws) for at, held in enumerate(own) if held]
    numbered: dict[LawNumber, bytes] = {("2017", n): own for n, own in enumerate(laws)}
    assert list(learning._evenly(numbered, most)) == list(evenly(texts, most))


def test_of_very_many_places_the_first_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(modality, "_MOST_PLACES", 2)
    words = [
        [modality.BindingWord(advises, "πρέπει", place)]
        for advises in (True, False)
        for place in ("1A", "1B", "1C")
    ]
    context = learning.untaught_context(read_code(PEBBLES), EditorialSettings())
    assert isinstance(context, RuleContext)
    (fault,) = rule_named("advice").find(words, context)
    assert "3 advised, 3 ordered" in fault.message
    (told,) = fault.evidence
    assert "1A and 1B and 1 more" in told or "1A, 1B and 1 more" in told
