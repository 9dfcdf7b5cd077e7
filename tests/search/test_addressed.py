"""A query, or the value of a field, that names a provision as texts cite it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.search import Question
from lawkb.search.answers import jump
from lawkb.search.query.lexer import read_address
from lawkb.search.query.nodes import CITING, Cited, Filter, Node, Within
from lawkb.search.query.parser import parse_query
from tests.corpus_files import STATUTE, outline_in
from tests.references.cited_cases import CITED, FOLDERS, Case
from tests.search.asking import search_code
from tests.search.real import real_code


@pytest.mark.parametrize("case", CITED, ids=lambda case: case["text"])
def test_every_case_is_read_as_the_references_are(case: Case) -> None:
    outline = outline_in(FOLDERS[case["code"]])
    found = read_address(case["text"], outline.scheme, outline.languages)
    assert (found and outline.scheme.write(found)) == case.get("address")


@pytest.mark.parametrize(
    ("query", "node_of"),
    [
        (
            'cites:"άρθρο 15 παράγραφος 2"',
            lambda read: Within(Cited(read("15(2)"), "15(2)"), CITING),
        ),
        (
            "cited-by:«point (c) of Article 6(1)»",
            lambda read: Filter("cited-by", "6(1)(c)", (read("6(1)(c)"),)),
        ),
        ('law:"άρθρο 6"', lambda read: Filter("law", "6", (read("6"), read("6")))),
        (
            'law:"Article 6, paragraph 1"',
            lambda read: Filter("law", "6(1)", (read("6(1)"), read("6(1)"))),
        ),
        (
            'law:"Article 6 - Article 8"',
            lambda read: Filter("law", "6-8", (read("6"), read("8"))),
        ),
    ],
)
def test_a_field_takes_an_address_in_words(
    query: str, node_of: Callable[[Callable[[str], Address]], Node]
) -> None:
    statute = outline_in(STATUTE)
    found = parse_query(query, statute.languages, statute.scheme)
    assert found == node_of(statute.scheme.read)


def test_words_that_name_no_provision_are_refused_with_a_marker() -> None:
    statute = outline_in(STATUTE)
    with pytest.raises(LawkbError) as told:
        parse_query('cites:"the members of 6"', statute.languages, statute.scheme)
    assert "this is not the address of a provision" in str(told.value)


@pytest.mark.parametrize("query", ["47E2a", "penalty card", 'cites:16C "opening lead"'])
def test_no_grammar_is_loaded_for_what_is_no_citation(query: str) -> None:
    program = (
        "import sys; from pathlib import Path; from lawkb.corpus.corpus_toml import read_outline; "
        "from lawkb.search.query.lexer import read_address; o = read_outline(Path(sys.argv[1])); "
        "read_address(sys.argv[2], o.scheme, o.languages); "
        "assert 'lawkb.references.typed_address' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program, str(FOLDERS["bridge"]), query], check=True)


@pytest.mark.parametrize(
    ("query", "edition", "address"),
    [
        ("47 2007", "2007", "47"),
        ("2007 47E1", "2007", "47E1"),
        ("Νόμος 47Ε του 2007", "2007", "47E"),
        ("47E of 2007", "2007", "47E"),
        ("47E2a (2017)", "2017", "47E2(a)"),
        ("47 ΣΤ 2017", "2017", "47F"),
        ("47", "2017", "47"),
    ],
)
def test_the_edition_that_was_typed_with_an_address_answers(
    query: str, edition: str, address: str
) -> None:
    answer = jump(real_code(), Question(query))
    assert answer
    (hit,) = answer.hits
    assert (hit.edition, hit.address) == (edition, address)


@pytest.mark.parametrize("query", ["card 2007", "2007", "99 2007", "47 of"])
def test_an_edition_without_an_address_of_it_is_no_provision(query: str) -> None:
    assert jump(real_code(), Question(query)) is None


@pytest.mark.parametrize(
    ("query", "nearest"), [("47E9", "47E"), ("20F5(b)(x)", "20F5(b)"), ("99", None), ("47Z", "47")]
)
def test_an_address_that_the_code_lacks_has_the_nearest_above_it(
    query: str, nearest: str | None, tmp_path: Path
) -> None:
    answer = search_code(real_code(), tmp_path, query, limit=1)
    assert answer.suggestion == nearest
