"""The JSON of a text: what stands on its words, with true places."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given

from lawkb.exchange.public_laws import excerpt_of
from lawkb.exchange.public_types import as_json
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.law import Law, Origin, Provision
from lawkb.model.passage import Cell, Link, Mark, Passage, Table
from lawkb.references.graph import build_graph
from tests.strategies import OUTLINE, laws

ORIGIN = Origin("wiki", "law_7", "0" * 64)
TABLE = Table(
    (
        (Cell(Passage("Call"), header=True, columns=2),),
        (Cell(None), Cell(Passage("see 16", links=(Link(4, 6, "page", "code:rule_16", "c"),)))),
    )
)


def _text(*body: Passage | Table) -> Any:
    law = Law("2017", "en", Provision(Address((7,)), "", body=body), ORIGIN)
    code = Code(OUTLINE, {("2017", "en", 7): law})
    record = as_json(excerpt_of(code, build_graph(code), [("2017", Address((7,)))]))
    return record["provisions"][0]["texts"]["en"]


def test_marks_and_links_stand_where_they_say_in_the_text_cells_included() -> None:
    text = _text(Passage("Before all", marks=(Mark("bold", 7, 10),)), TABLE)
    assert text["text"] == "Before all\nCall\nsee 16"
    (mark,), (link,) = text["marks"], text["links"]
    assert mark == {"kind": "bold", "start": 7, "end": 10}
    assert text["text"][link["start"] : link["end"]] == "16"
    assert (link["kind"], link["target"], link["anchor"]) == ("page", "code:rule_16", "c")


def test_a_table_is_rows_of_the_texts_of_its_cells() -> None:
    assert _text(TABLE)["tables"] == [[["Call"], ["", "see 16"]]]
    assert _text(Passage("words"))["tables"] == []


def test_a_mail_address_does_not_leave_the_source() -> None:
    links = (Link(0, 5, "mail", "someone@example.org"), Link(6, 9, "external", "https://a.org"))
    assert [link["kind"] for link in _text(Passage("write now", links=links))["links"]] == [
        "external"
    ]


@given(laws(("2017", "en")))
def test_any_law_is_json_and_its_spans_lie_in_its_texts(law: Law) -> None:
    code = Code(OUTLINE, {("2017", "en", law.number): law})
    record = as_json(excerpt_of(code, build_graph(code), [("2017", law.root.address)]))
    assert json.loads(json.dumps(record)) == record
    for provision in record["provisions"]:
        text = provision["texts"]["en"]
        for each in (*text["marks"], *text["links"]):
            assert 0 <= each["start"] < each["end"] <= len(text["text"])
