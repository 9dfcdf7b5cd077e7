"""Another code needs no code: the Three Pebbles, from the data folder of a wiki to a site."""

import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from lawkb.corpus.laws import read_code
from lawkb.history.law_changes import code_at, law_history, read_moment
from lawkb.model.law import Law
from lawkb.model.passage import Reference
from lawkb.pipeline import Ingest, read_all
from lawkb.references.graph import build_graph
from tests.corpus_files import CASES
from tests.references.cases import rows, written

PEBBLES = Path(__file__).parents[2] / "examples" / "three-pebbles"
CORPUS = PEBBLES / "corpus"
GOLD = tomllib.loads((CASES / "gold_pebbles.toml").read_text(encoding="utf-8"))


@cache
def ingested() -> Ingest:
    return read_all(CORPUS)


def law(number: int, language: str) -> Law:
    found = ingested().code.law("2016", language, number)
    assert found is not None
    return found


def test_the_committed_laws_are_what_ingest_writes() -> None:
    assert ingested().changed == ()


@pytest.mark.parametrize("tree", GOLD["trees"], ids=lambda tree: str(tree["rule"]))
def test_every_rule_has_the_provisions_titles_and_notes_of_the_gold(tree: dict[str, Any]) -> None:
    write = ingested().code.outline.scheme.write
    for language in ("el", "en"):
        found = law(tree["rule"], language)
        assert [write(p.address) for p in found.provisions()] == tree["provisions"].split()
        assert (found.root.heading.text if found.root.heading else None) == tree[language]
        notes = [note.text for p in found.provisions() for note in p.notes]
        assert notes == tree[f"notes_{language}"]


def test_nothing_is_lost_on_the_pages_of_rules() -> None:
    for report in ingested().reports:
        if report.law is not None:
            counts = dict(report.chars)
            assert counts.pop("total") == sum(counts.values())
            assert counts["unparsed"] == 0


def test_the_comments_keep_their_tree_and_hidden_ones_are_not_there() -> None:
    first, second = law(7, "el").comments
    assert [first.author, second.author] == ["Άννα Σαμπλή", "Νίκος Δείγμας"]
    (reply,) = first.replies
    (answer,) = reply.replies
    assert (reply.text, answer.author) == ("σωστό", "Άννα Σαμπλή")
    assert "example.org" not in repr(ingested().code.laws)


def test_the_table_of_rule_2_is_a_table() -> None:
    from lawkb.model.passage import Table

    tables = [item for p in law(2, "el").provisions() for item in p.body if isinstance(item, Table)]
    assert [len(table.rows) for table in tables] == [3, 8]
    assert tables[0].passages[0].text == "Ξεκινά ο Βορράς"


def test_the_references_are_those_of_a_reader_who_never_saw_the_rules() -> None:
    code = ingested().code
    write = code.outline.scheme.write
    found: Counter[tuple[str, ...]] = Counter(
        _row(citation.language, write(citation.citing), citation.reference)
        for citation in build_graph(code).citations
    )
    for companion in code.companions.values():
        for passage in companion.passages():
            texts = (passage.references, *(note.references for note in passage.notes))
            for reference in (reference for references in texts for reference in references):
                found[_row(companion.language, companion.name, reference)] += 1
    files = sorted((CASES / "gold-pebbles").glob("*.tsv"))
    gold = Counter(
        tuple(row.values()) for file in files for row in rows(f"gold-pebbles/{file.name}")
    )
    assert (gold - found, found - gold) == (Counter(), Counter())
    assert {file.stem for file in files} == {
        f"{page.source}_{page.page_id}"
        for (page, _), report in zip(ingested().pages, ingested().reports, strict=True)
        if report.edition
    }


def _row(language: str, place: str, reference: Reference) -> tuple[str, ...]:
    return language, place, reference.raw, written(reference), reference.form


def test_history_says_who_changed_what_when() -> None:
    outline = ingested().code.outline
    steps = law_history(CORPUS, "2016", outline.scheme.read("7A"))
    # Read off rule_07.changes and the raw revisions: the first held a title alone.
    assert [(step.revision.time[:10], step.name, step.revision.kind) for step in steps] == [
        ("2016-03-05", "Νίκος Δείγμας", "edit"),
        ("2017-05-25", "Άννα Σαμπλή", "edit"),
        ("2017-05-26", "Νίκος Δείγμας", "minor"),
        ("2017-05-26", "Άννα Σαμπλή", "revert"),
    ]
    (change,) = steps[2].changes
    assert outline.scheme.write(change.address) == "7A1"
    assert [piece.text for piece in change.diff if piece.kind == "new"] == [" ως έχει"]


def test_a_law_can_be_read_as_it_stood_on_a_day() -> None:
    code = ingested().code
    now = law(7, "el")
    first = code_at(CORPUS, code, read_moment("2016-03-01")).law("2016", "el", 7)
    assert first is None or first.root != now.root
    today = code_at(CORPUS, code, read_moment("2026-01-01")).law("2016", "el", 7)
    assert today is not None
    assert today.root == now.root


def test_the_laws_are_read_back_as_they_were_written() -> None:
    assert dict(read_code(CORPUS).laws) == dict(ingested().code.laws)
