"""The JSON of a companion: its parts in order, what stands on their words, with true places."""

from __future__ import annotations

import json

from hypothesis import given

from lawkb.exchange.public_laws import (
    excerpt_of,
    ingested_page,
    public_comment,
    public_companion,
    reported_companion,
)
from lawkb.exchange.public_types import as_json
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.companion import Companion, Section
from lawkb.model.law import Comment, Law, Origin, Provision
from lawkb.model.page import PIECE_KINDS, Account
from lawkb.model.passage import Link, Note, Passage, Reference
from lawkb.references.graph import build_graph
from tests.companion_strategies import companions
from tests.strategies import OUTLINE, SCHEME

_ORIGIN = Origin("wiki", "comment_7", "0" * 64, "2018-05-25T16:53")
_CITED = Reference(4, 6, "7A", "absolute", Address((7, 1)), status="held")
_SEE = Passage("see 7A", (Note(3, "1", "or 7A", (_CITED.shifted(-1),)),), (_CITED,))
_COMMENTARY = Companion(
    *("commentary_7", "commentary", "2017", "en", 7, Passage("On Law 7")),
    body=(
        Passage("First."),
        Section("section", "", Passage("Aim"), (Passage("x"), _SEE)),
        Passage("Last.", links=(Link(0, 4, "mail", "someone@example.org"),)),
    ),
    origin=_ORIGIN,
    comments=(Comment("A. B.", "2017-06-30T14:14", "thanks"),),
)


def test_a_companion_is_its_parts_in_order_each_with_its_own_text() -> None:
    record = as_json(public_companion((_COMMENTARY,), "commentary_7", "2017", SCHEME))
    assert (record["edition"], record["companion"]) == ("2017", "commentary_7")
    assert (record["kind"], record["law"]) == ("commentary", 7)
    english = record["texts"]["en"]
    assert english["title"] == "On Law 7"
    assert english["source"] == {"page": "comment_7", "revised": "2018-05-25T16:53"}
    whole, aim = english["parts"]
    assert (whole["id"], whole["parent"], whole["kind"]) == ("all", None, "commentary")
    assert (whole["text"], whole["links"]) == ("First.\nLast.", [])
    assert (aim["id"], aim["parent"], aim["kind"]) == ("section_1", "all", "section")
    assert (aim["heading"], aim["text"]) == ("Aim", "x\nsee 7A")


def test_its_references_name_the_part_they_stand_in_and_their_place_there() -> None:
    record = as_json(public_companion((_COMMENTARY,), "commentary_7", "2017", SCHEME))
    aim = record["texts"]["en"]["parts"][1]
    own, noted = aim["references"]
    assert aim["text"][own["start"] : own["end"]] == "7A"
    assert (own["from"], own["companion"]) == (None, {"name": "commentary_7", "id": "section_1"})
    assert (own["note"], noted["note"], noted["start"]) == (None, "1", 3)


def test_one_that_is_not_held_has_no_texts() -> None:
    record = as_json(public_companion((), "preface", "2017", SCHEME))
    assert (record["companion"], record["kind"], record["texts"]) == ("preface", None, {})


def test_a_comment_names_the_companion_it_stands_under() -> None:
    record = as_json(public_comment(_COMMENTARY.comments[0], _COMMENTARY, SCHEME))
    assert (record["page"], record["companion"]) == ("comment_7", "commentary_7")
    assert record["address"] is None


def test_a_page_names_its_companions_and_a_law_the_commentaries_on_it() -> None:
    account = Account(0, dict.fromkeys(PIECE_KINDS, 0))
    page = as_json(
        ingested_page("comment_7", (reported_companion(_COMMENTARY),), account, (), SCHEME)
    )
    assert (page["companions"], page["law"], page["provisions"]) == (["commentary_7"], None, 0)
    assert (page["edition"], page["languages"], page["references"]) == ("2017", ["en"], 2)
    law = Law("2017", "en", Provision(Address((7,)), ""), _ORIGIN)
    held = {("2017", "en", "commentary_7"): _COMMENTARY}
    code = Code(OUTLINE, {("2017", "en", 7): law}, held)
    shown = as_json(excerpt_of(code, build_graph(code), [("2017", Address((7,)))]))
    assert shown["commentaries"] == ["commentary_7"]


@given(companions())
def test_any_companion_is_json_and_its_spans_lie_in_its_texts(companion: Companion) -> None:
    record = as_json(public_companion((companion,), companion.name, companion.edition, SCHEME))
    assert json.loads(json.dumps(record)) == record
    parts = record["texts"][companion.language]["parts"]
    ids = [part["id"] for part in parts]
    assert ids == ["all", *(own for own, _ in companion.sections())]
    assert {part["parent"] for part in parts[1:]} <= set(ids)
    for part in parts:
        own = [reference for reference in part["references"] if reference["note"] is None]
        for each in (*part["marks"], *part["links"], *own):
            assert 0 <= each["start"] < each["end"] <= len(part["text"])
