import tomllib
from functools import cache
from typing import Any

import pytest

from lawkb.corpus.corpus_toml import read_sources
from lawkb.model.address import Address
from lawkb.model.law import Provision
from lawkb.parse.read_page import PageReading, read_law_page
from lawkb.sources.page_folder import read_pages
from tests.corpus_files import CASES, CORPUS, bridge_outline

GOLD = tomllib.loads((CASES / "gold_trees.toml").read_text(encoding="utf-8"))


def write(address: Address) -> str:
    return bridge_outline().scheme.write(address)


@cache
def readings() -> dict[str, PageReading]:
    """The five pages as read, without patches, by page id."""
    return {
        page.page_id: read_law_page(page, source.rules[0], source, bridge_outline())
        for source in read_sources(CORPUS, bridge_outline())
        for page in read_pages(CORPUS / "sources" / source.name, source)
    }


def provision(case: dict[str, Any]) -> Provision:
    law = next(law for law in readings()[case["page"]].laws if law.language == case["lang"])
    found = law.find(bridge_outline().scheme.read(case["place"]))
    assert found is not None
    return found


def test_the_corpus_has_the_five_pages() -> None:
    assert sorted(readings()) == sorted(tree["page"] for tree in GOLD["trees"])


@pytest.mark.parametrize("tree", GOLD["trees"], ids=lambda tree: tree["page"])
def test_every_language_of_a_page_has_exactly_the_provisions_of_the_gold(
    tree: dict[str, Any],
) -> None:
    laws = readings()[tree["page"]].laws
    assert [law.language for law in laws] == tree["languages"]
    for law in laws:
        assert law.edition == tree["edition"]
        assert [write(p.address) for p in law.provisions()] == tree["provisions"].split()


@pytest.mark.parametrize("note", GOLD["notes"], ids=lambda n: f"{n['place']}-{n['lang']}")
def test_a_note_stands_at_its_place_and_its_mark_is_out_of_the_text(note: dict[str, Any]) -> None:
    found = provision(note)
    (only,) = found.notes
    assert found.text[: only.at].endswith(note["before"])
    assert not found.text[only.at :].startswith(f"{note['marker']})")
    assert (only.marker, only.text) == (note["marker"], note["text"])
    assert only.inferred == (("marker",) if note["inferred"] else ())


def test_there_are_no_other_notes() -> None:
    laws = [law for reading in readings().values() for law in reading.laws]
    notes = [note for law in laws for p in law.provisions() for note in p.notes]
    assert len(notes) == len(GOLD["notes"])


@pytest.mark.parametrize("case", GOLD["headings"], ids=lambda c: f"{c['page']}-{c['place']}")
def test_a_heading_is_the_words_behind_its_label(case: dict[str, Any]) -> None:
    found = provision(case)
    assert found.num == case["num"]
    assert found.heading is not None
    assert found.heading.text == case["heading"]


@pytest.mark.parametrize("case", GOLD["printed"], ids=lambda c: c["place"])
def test_a_half_sentence_stays_as_the_page_prints_it(case: dict[str, Any]) -> None:
    assert case["words"] in provision(case).text


def test_law_20_marks_its_letters_inferred_and_its_headings_lost() -> None:
    for law in readings()["law_20"].laws:
        sections = law.root.children
        assert [write(p.address) for p in sections] == [f"20{letter}" for letter in "ABCDEFG"]
        assert {(p.num, p.inferred, p.lost) for p in sections} == {("", ("num",), ("heading",))}


def test_a_title_the_page_does_not_hold_is_a_loss_in_both_languages() -> None:
    for page in ("law_14", "law_20", "law_47", "law_57"):
        losses = readings()[page].losses
        assert [loss.language for loss in losses if loss.kind == "title"] == ["el", "en"]
        assert all(law.root.lost == ("title",) for law in readings()[page].laws)
    assert readings()["articolo_47"].losses == ()


def test_law_20_lists_the_notes_that_lost_their_number() -> None:
    losses = [loss for loss in readings()["law_20"].losses if loss.kind == "note-number"]
    places = [(loss.language, write(loss.address)) for loss in losses if loss.address]
    assert places == [("el", "20C2"), ("el", "20F1"), ("en", "20C2"), ("en", "20F1")]


@pytest.mark.parametrize("page", [tree["page"] for tree in GOLD["trees"]])
def test_the_account_sums_to_the_page_and_nothing_is_unparsed(page: str) -> None:
    account = readings()[page].account
    name = "codice-di-gara" if page == "articolo_47" else "wiki"
    text = (CORPUS / "sources" / name / f"{page}.txt").read_text(encoding="utf-8")
    assert account.total == len(text) == sum(account.counts.values())
    assert account.counts["unparsed"] == 0


def test_the_comments_of_law_57_are_one_thread_on_c3() -> None:
    greek, english = readings()["law_57"].laws
    (comment,) = greek.comments
    assert english.comments == ()
    assert comment.author == "Μίλτος Κουτούγκος"
    assert comment.created == "2017-06-30T14:14"
    assert comment.address == bridge_outline().scheme.read("57C3")
    assert comment.quote is not None
    assert comment.quote.startswith("Ένα πρόωρο παίξιμο (όχι έξοδος)")
    assert comment.quote.endswith("από οποιοδήποτε")
    (reply,) = comment.replies
    assert (reply.author, reply.text, reply.inferred) == ("Τάκης Πουρναράς", "σωστο", ("reply",))


def test_the_foot_of_a_page_gives_its_time_and_user() -> None:
    greek = readings()["law_57"].laws[0]
    assert (greek.origin.revised, greek.origin.user) == ("2018-05-25T17:08", "pournaras")
    italian = readings()["articolo_47"].laws[0]
    assert (italian.origin.revised, italian.origin.user) == (None, None)
