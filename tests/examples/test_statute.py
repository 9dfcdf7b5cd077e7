"""Another scheme of numbering needs no code: the invented statute, «Article 6(1)(c)».

A target with ``¶2`` is the second subparagraph of a provision, a paragraph of words that has no
number.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from lawkb.corpus.laws import read_code
from lawkb.model.passage import Reference
from lawkb.pipeline import Ingest, read_all
from lawkb.references.find import find_references
from lawkb.references.graph import Citation, build_graph
from tests.corpus_files import CASES
from tests.references.cases import rows

CORPUS = Path(__file__).parents[2] / "examples" / "statute" / "corpus"
TREES = tomllib.loads((CASES / "gold_statute.toml").read_text(encoding="utf-8"))["trees"]


@cache
def ingested() -> Ingest:
    return read_all(CORPUS)


def said(reference: Reference) -> str:
    """Target as the cases write it: ``6(1)(c)``, ``13..15``, ``5(2)¶1``, ``?`` with candidates."""
    write = ingested().code.outline.scheme.write
    if reference.target is None:
        return "?" + ",".join(map(write, reference.candidates))
    upto = f"..{write(reference.upto)}" if reference.upto else ""
    counted = f"¶{reference.subparagraph}" if reference.subparagraph else ""
    return write(reference.target) + upto + counted


def row_of(citation: Citation) -> tuple[str, ...]:
    place = ingested().code.outline.scheme.write(citation.citing)
    reference = citation.reference
    return (
        *(citation.language, place, reference.raw),
        *(said(reference), reference.form, reference.status),
    )


def test_the_committed_articles_are_what_ingest_writes() -> None:
    assert ingested().changed == ()


@pytest.mark.parametrize("tree", TREES, ids=lambda tree: str(tree["article"]))
@pytest.mark.parametrize("language", ["en", "el"])
def test_every_article_has_the_provisions_and_the_title_of_the_gold(
    language: str, tree: dict[str, Any]
) -> None:
    scheme = ingested().code.outline.scheme
    law = ingested().code.law("2020", language, tree["article"])
    assert law is not None
    assert law.root.heading is not None
    assert law.root.heading.text == tree[language]
    assert [scheme.write(p.address) for p in law.provisions()] == tree["provisions"].split()
    for place, count in tree.get("subparagraphs", {}).items():
        provision = law.find(scheme.read(place))
        assert provision is not None
        assert len(provision.passages) == count


def test_the_articles_are_read_back_as_they_were_written() -> None:
    assert dict(read_code(CORPUS).laws) == dict(ingested().code.laws)


def test_nothing_is_lost_on_the_pages() -> None:
    for report in ingested().reports:
        assert report.chars["unparsed"] == 0
        assert report.losses == ()


@pytest.mark.parametrize("language", ["en", "el"])
def test_the_code_finds_what_a_reader_finds_and_nothing_else(language: str) -> None:
    gold = Counter(tuple(row.values()) for row in rows(f"gold-statute/{language}.tsv"))
    citations = build_graph(ingested().code).citations
    code = Counter(row_of(citation) for citation in citations if citation.language == language)
    assert (gold - code, code - gold) == (Counter(), Counter())


@pytest.mark.parametrize(
    "row", rows("refs/statute.tsv"), ids=lambda row: f"{row['lang']}-{row['text']}"
)
def test_every_form_of_the_scheme_is_read(row: dict[str, str]) -> None:
    outline = ingested().code.outline
    language = outline.language(row["lang"])
    citing = outline.scheme.read(row["citing"])
    found = find_references(row["text"], language, outline.scheme, citing)
    written = "; ".join(f"{reference.raw}={said(reference)}" for reference in found)
    assert (written or ".") == row["references"], row["why"]


def test_both_languages_of_a_provision_cite_the_same() -> None:
    def targets(language: str) -> list[tuple[str, str]]:
        gold = rows(f"gold-statute/{language}.tsv")
        return sorted((row["provision"], row["targets"]) for row in gold)

    assert targets("en") == targets("el")
