"""The gold: 150 sentences that cite and quote the laws, a third of them as assistants err.

Columns of ``sentences.tsv``: the code, the language, the fault or nothing, the text, the citations
as ``47E2(a)=found`` (``?`` before words without a target), the quotations as
``exact@47E2(a)/en``, with ``!`` where ``check`` has an open error, then words that only the
quotation (``+``) or only the provision (``-``) has. ``neighbours.tsv`` is of the same form: other
ways to quote, with ``*`` before citations that may have others beside them.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import lawkb
from lawkb.exchange.public_types import VerifiedCitation, VerifiedQuote
from tests.corpus_files import CORPUS

ROOT = Path(__file__).parents[2]
CORPORA = {
    "bridge": CORPUS,
    "statute": ROOT / "examples/statute/corpus",
    "pebbles": ROOT / "examples/three-pebbles/corpus",
}
CASES = ROOT / "tests/cases/citing/sentences.tsv"
NEIGHBOURS = CASES.with_name("neighbours.tsv")
# A fault is named by a verdict that is no praise; the quotation of a translation is said to be one.
PRAISE = {"found", "quote-exact", "not-held"}
SHORT = {
    "quote-exact": "exact",
    "quote-differs": "differs",
    "quote-elsewhere": "elsewhere",
    "quote-of-another-edition": "edition",
    "quote-not-found": "not-found",
}


def sentences(file: Path = CASES) -> list[list[str]]:
    head, *rows = file.read_text("utf-8").splitlines()
    assert head in (f"corpus\tlang\t{kind}\ttext\tcitations\tquotes" for kind in ("fault", "kind"))
    return [row.replace("\\n", "\n").split("\t") for row in rows]


@pytest.fixture(scope="module")
def corpora() -> dict[str, lawkb.Corpus]:
    return {name: lawkb.open_corpus(folder) for name, folder in CORPORA.items()}


def written(citation: VerifiedCitation) -> str:
    upto = f"–{citation.upto}" if citation.upto else ""
    return f"{citation.target or f'?{citation.raw}'}{upto}={citation.verdict}"


def told(quote: VerifiedQuote, newest: str) -> str:
    if quote.address is None:
        return SHORT[quote.verdict]
    edition = "" if quote.edition == newest else f"{quote.edition}:"
    error = "!" if quote.open_errors else ""
    return f"{SHORT[quote.verdict]}@{edition}{quote.address}/{quote.lang}{error}"


@pytest.mark.parametrize("file", [CASES, NEIGHBOURS], ids=["gold", "neighbours"])
def test_every_sentence_has_the_verdicts_of_the_gold(
    corpora: dict[str, lawkb.Corpus], file: Path
) -> None:
    wrong = []
    for corpus, _, _, text, citations, quotes in sentences(file):
        found = corpora[corpus].verify(text)
        expected = [each for each in quotes.split() if each[0] not in "+-"]
        words = {each for each in quotes.split() if each[0] in "+-"}
        pieces = [piece for quote in found.quotes for piece in quote.diff]
        differing = {
            {"gone": "-", "new": "+"}[kind] + word
            for kind, piece in pieces
            if kind != "same"
            for word in re.findall(r"\w+", piece)
        }
        cited = [written(each) for each in found.citations]
        if citations.startswith("*"):  # others may be beside them
            cited = [each for each in cited if each in citations.split()]
        got = (cited, [told(each, found.edition) for each in found.quotes], words <= differing)
        if got != (citations.removeprefix("*").split(), expected, True):
            wrong.append((text, got))
    assert wrong == []


def test_every_fault_is_named_and_nothing_that_is_right(corpora: dict[str, lawkb.Corpus]) -> None:
    rows = sentences()
    assert len(rows) == 150
    assert sum(bool(row[2]) for row in rows) == 60
    silent, blamed = [], []
    for corpus, _, fault, text, *_ in rows:
        found = corpora[corpus].verify(text)
        both: list[VerifiedCitation | VerifiedQuote] = [*found.citations, *found.quotes]
        named = any(each.verdict not in PRAISE for each in both)
        if fault == "translation as original":
            named = any(each.translation_of and each.severity for each in found.quotes)
        if fault and not named:
            silent.append(text)
        if not fault and any(each.severity == "error" for each in both):
            blamed.append(text)
    assert (silent, blamed) == ([], [])


def test_a_quotation_of_a_translation_is_said_to_be_one(corpora: dict[str, lawkb.Corpus]) -> None:
    for corpus, _, _, text, *_ in sentences():
        for quote in corpora[corpus].verify(text).quotes:
            translated = quote.lang not in (None, "en")
            assert (quote.translation_of == "en") is translated
            assert ("is a translation, the English text decides" in quote.message) is translated


def test_an_address_alone_is_in_the_language_around_it(corpora: dict[str, lawkb.Corpus]) -> None:
    quoted = "«Ένα φύλλο μπορεί να αποσυρθεί»"
    alone = corpora["bridge"].verify(f"{quoted} (47ΣΤ1)")
    assert ([each.lang for each in alone.citations], alone.quotes[0].severity) == (["el"], None)
    latin = corpora["bridge"].verify(f"{quoted} (47F1)")
    assert ([each.lang for each in latin.citations], latin.quotes[0].severity) == (["el"], None)
    english = corpora["bridge"].verify(f"The Greek text has {quoted} (47F1).")
    assert [each.lang for each in english.citations] == ["en"]
    assert english.quotes[0].severity == "note"


def test_offsets_are_of_the_text_that_was_given(corpora: dict[str, lawkb.Corpus]) -> None:
    text = (
        "See **Law 20F4(b)**:\n\n> The Director when *summoned* applies\n> Law 21B or Law 40B3.\n"
    )
    found = corpora["bridge"].verify(text)
    assert [text[each.start : each.end] for each in found.citations] == ["20F4(b)", "21B", "40B3"]
    assert [each.line for each in found.citations] == [1, 4, 4]
    (quote,) = found.quotes
    assert quote.verdict == "quote-exact"
    assert text[quote.start : quote.end].startswith("The Director when *summoned*")
