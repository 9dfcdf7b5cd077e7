"""Pairs of a query and a form on a whole index: every form is the text of a law of its own."""

from collections.abc import Sequence
from pathlib import Path
from unicodedata import normalize

from lawkb.model.address import Address, Ordinal
from lawkb.model.answer import SearchResult
from lawkb.model.code import Code
from lawkb.model.language import read_language
from lawkb.model.law import Law, Origin, Provision
from lawkb.model.passage import Passage
from lawkb.references.find import find_references
from tests.search.asking import search_code
from tests.search.cases import rows
from tests.strategies import OUTLINE, SCHEME

_FIRST = 1001  # above every law that a case cites, so that no form is asked for by its address
_EDITIONS = {expression.language: expression.edition for expression in OUTLINE.expressions}
_ORIGIN = Origin("cases", "words", "0" * 64)

Case = dict[str, str]


def wanted_pairs() -> tuple[Case, ...]:
    """All pairs that should match: those that do, and those that no language file joins yet."""
    return (*rows("words.tsv"), *rows("missed.tsv"))


def forbidden_pairs() -> tuple[Case, ...]:
    """All pairs that must not match."""
    return tuple(rows("must_not_match.tsv"))


def found_pairs(cases: Sequence[Case], folder: Path) -> tuple[bool, ...]:
    """For each case whether its form is among the answers, all forms being in one index.

    Provisions that are given because nothing holds all the words, or that were found by a word that
    was corrected, are no match.
    """
    code = code_of_pairs(cases)
    return tuple(
        _FIRST + place in _laws_found(search_code(code, folder, case["query"], limit=len(cases)))
        for place, case in enumerate(cases)
    )


def code_of_pairs(cases: Sequence[Case]) -> Code:
    """A code in which the form of every case is a law."""
    laws = (_law(number, case) for number, case in enumerate(cases, _FIRST))
    return Code(OUTLINE, {(law.edition, law.language, law.number): law for law in laws})


def _laws_found(answer: SearchResult) -> set[Ordinal]:
    if answer.corrected:
        return set()
    return {
        OUTLINE.scheme.read(hit.address).law for hit in answer.hits[: answer.whole] if hit.address
    }


def _law(number: int, case: Case) -> Law:
    """A law whose text is the form of a case; ingest gives every text as NFC."""
    address = Address((number,))
    text = normalize("NFC", case["form"])
    cited = find_references(text, read_language(case["lang"]), SCHEME, address)
    root = Provision(address, "", None, (Passage(text, (), cited),))
    return Law(_EDITIONS[case["lang"]], case["lang"], root, _ORIGIN)
