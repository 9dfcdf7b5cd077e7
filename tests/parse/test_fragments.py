"""Pages of one law together: text, and what a comparison of its revisions adds to it."""

from pathlib import Path

import pytest

from lawkb.exchange.public_types import IngestedPage, Loss
from lawkb.model.law import Law
from lawkb.pipeline import Ingest, read_all
from tests.parse.fragments import comparison, corpus, raw
from tests.parse.html_samples import answer
from tests.parse.three_pebbles import extracted

LOST = {"heading", "title", "letter", "note"}


def law(result: Ingest, number: int, language: str) -> Law:
    found = result.code.law("2016", language, number)
    assert found is not None
    return found


def headings(result: Ingest, number: int, language: str) -> list[str]:
    write = result.code.outline.scheme.write
    return [
        f"{write(p.address)} {p.num} {p.heading.text}"
        for p in law(result, number, language).provisions()
        if p.heading
    ]


def report(result: Ingest, page: str) -> IngestedPage:
    (found,) = (each for each in result.reports if each.page == page)
    return found


def kinds(losses: tuple[Loss, ...]) -> set[str]:
    return {loss.kind for loss in losses}


def links(found: Law) -> list[tuple[str, str]]:
    return [
        (passage.text[link.start : link.end], link.target)
        for p in found.provisions()
        for passage in p.passages
        for link in passage.links
    ]


def with_diff(tmp: Path, text: str, name: str) -> Ingest:
    pages = {
        "rule_07.txt": extracted(text, "rule_07"),
        "rule_07.diff.html": answer("26", f"rule_07.{name}"),
    }
    return read_all(corpus(tmp, pages))


ENGLISH = [
    "7 RULE 7 MOVING BEFORE ONE'S TURN",
    "7A A. Premature Move",
    "7B B. Taking a Move Back",
    "7C C. Move by the Guide",
]
GREEK = ["7A Α. Πρόωρη Κίνηση", "7B Β. Ανάκληση Κίνησης", "7C Γ. Κίνηση Από τον Οδηγό"]


def test_text_without_headings_gets_them_from_the_comparison_beside_it(tmp_path: Path) -> None:
    result = with_diff(tmp_path, "B", "diff.rev")
    assert headings(result, 7, "en") == ENGLISH
    assert headings(result, 7, "el") == GREEK  # its first lines are not in the comparison
    lost = [
        (each.kind, each.lang) for each in report(result, "rule_07").losses if each.kind in LOST
    ]
    assert lost == [("title", "el")]
    provisions = [p for key in ("el", "en") for p in law(result, 7, key).provisions()]
    assert not any(p.inferred for p in provisions)
    assert {what for p in provisions for what in p.lost} == {"title"}


def test_links_and_notes_that_text_lost_come_from_the_comparison(tmp_path: Path) -> None:
    result = with_diff(tmp_path, "B", "diff.rev")
    assert links(law(result, 7, "en")) == [("Rule 3B", "rule_03"), ("Definitions", "definitions")]
    assert links(law(result, 7, "el")) == [("Κανόνας 3Β", "rule_03"), ("Ορισμούς", "definitions")]
    notes = [note for p in law(result, 7, "en").provisions() for note in p.notes]
    assert [(note.marker, note.text) for note in notes] == [
        ("3", "by a nod or with the hand"),
        ("4", "see Rule 12B2(a)"),
    ]
    assert not any(note.lost for note in notes)


def test_the_report_says_what_is_from_the_comparison(tmp_path: Path) -> None:
    told = [
        loss.message
        for loss in report(with_diff(tmp_path, "B", "diff.rev"), "rule_07").losses
        if loss.kind == "provenance"
    ]
    assert told == [
        "from the comparison wiki/rule_07: 4 headings and 2 links and 1 note that the page lost",
        "from the comparison wiki/rule_07: 3 headings and 2 links and 1 note that the page lost",
    ]


@pytest.mark.parametrize("name", ["diff.two", "diff.inline"])
def test_an_older_comparison_gives_headings_alone(tmp_path: Path, name: str) -> None:
    result = with_diff(tmp_path, "B", name)
    assert headings(result, 7, "en") == ENGLISH
    assert links(law(result, 7, "en")) == []
    (told, _) = [
        loss.message for loss in report(result, "rule_07").losses if loss.kind == "provenance"
    ]
    assert "of another revision, 2017-05-25T17:08: 4 headings that" in told


def test_a_comparison_that_shows_three_lines_conflicts_with_nothing(tmp_path: Path) -> None:
    result = with_diff(tmp_path, "A", "diff")
    assert "conflict" not in kinds(report(result, "rule_07").losses)
    assert headings(result, 7, "en") == ENGLISH[1:]


@pytest.mark.parametrize("extractor", "OPQ")
def test_a_comparison_that_came_as_text_completes_too(tmp_path: Path, extractor: str) -> None:
    pages = {
        "rule_07.txt": extracted("B", "rule_07"),
        "compared.txt": extracted(extractor, "rule_07.diff.rev"),
    }
    result = read_all(corpus(tmp_path, pages))
    assert headings(result, 7, "en") == ENGLISH
    assert links(law(result, 7, "el")) == [("Κανόνας 3Β", "rule_03"), ("Ορισμούς", "definitions")]
    last = law(result, 7, "el").root.children[2].children[0].children[1].children[1]
    assert last.text.endswith(".")  # which the line of the extractors lost
    assert "text" in kinds(report(result, "compared").losses)


def test_the_page_of_a_comparison_may_be_named_by_provenance(tmp_path: Path) -> None:
    pages = {
        "rule_07.txt": extracted("B", "rule_07"),
        "a.html": answer("26", "rule_07.diff.rev").replace(b"rule_07", b"other"),
    }
    provenance = '[[pages]]\npage = "rule_07"\nfile = "a.html"\n'
    result = read_all(corpus(tmp_path, pages, provenance))
    assert headings(result, 7, "en") == ENGLISH


def test_sections_that_text_does_not_even_hint_at_are_rebuilt(tmp_path: Path) -> None:
    pages = {
        "rule_40.txt": extracted("B", "rule_40"),
        "d.html": comparison(raw("rule_40"), "rule_40", "/rule_40", "2018/01/09 10:00"),
    }
    result = read_all(corpus(tmp_path, pages))
    found = [
        result.code.outline.scheme.write(p.address) for p in law(result, 40, "en").provisions()
    ]
    assert found == ("40 40A 40B 40B1 40B1(a) 40B1(b) 40B2 40B3 40B4 40C 40D 40E 40F 40G".split())
    assert headings(result, 40, "el")[2] == "40B B. Δεύτερη (λατινικό B)"
    citing = law(result, 40, "en").root.children[0]
    # «see paragraph B4 below» is found anew from where it stands now
    assert "40B4" in [
        result.code.outline.scheme.write(r.target) for r in citing.references if r.target
    ]
    assert not kinds(report(result, "rule_40").losses) & LOST


def test_sections_are_not_rebuilt_across_a_gap(tmp_path: Path) -> None:
    page = comparison(raw("rule_40"), "rule_40", "/rule_40", "2018/01/09 10:00", gap=7)
    result = read_all(corpus(tmp_path, {"rule_40.txt": extracted("B", "rule_40"), "d.html": page}))
    greek = law(result, 40, "el")
    assert not any(p.address.path[1] for p in greek.root.children)
    more = [x.message for x in report(result, "rule_40").losses if x.kind == "conflict"]
    assert "the comparison wiki/rule_40 has another section: «Γ. Τρίτη»" in more
    assert [p.num for p in law(result, 40, "en").root.children][:3] == ["A.", "B.", "C."]


def test_words_that_text_lost_are_put_back_and_told(tmp_path: Path) -> None:
    text = extracted("A", "rule_03").decode()
    assert text.count("takes nine pebbles before") == 1
    pages = {
        "rule_03.txt": text.replace("takes nine pebbles before", "takes pebbles before").encode(),
        "d.html": comparison(raw("rule_03"), "rule_03", "/rule_03", _revised(text)),
    }
    result = read_all(corpus(tmp_path, pages))
    assert "takes nine pebbles before" in law(result, 3, "en").root.text
    told = [x.message for x in report(result, "rule_03").losses if x.kind == "conflict"]
    assert told == [
        "the comparison wiki/rule_03 has more words here, which the page lost; they are used"
    ]


def test_other_words_are_a_conflict_and_the_text_stands(tmp_path: Path) -> None:
    text = extracted("A", "rule_03").decode()
    changed = [line.replace("nine pebbles", "ten pebbles") for line in raw("rule_03")]
    pages = {
        "rule_03.txt": text.encode(),
        "d.html": comparison(changed, "rule_03", "/rule_03", _revised(text)),
    }
    result = read_all(corpus(tmp_path, pages))
    assert "takes nine pebbles" in law(result, 3, "en").root.text
    (told,) = [x for x in report(result, "rule_03").losses if x.kind == "conflict"]
    assert told.message.startswith("the comparison wiki/rule_03 has other words: «Each player")


def test_words_are_never_taken_away(tmp_path: Path) -> None:
    text = extracted("A", "rule_03").decode()
    shorter = [line.replace(" before the turn begins", "") for line in raw("rule_03")]
    assert shorter != raw("rule_03")
    page = comparison(shorter, "rule_03", "/rule_03", _revised(text))
    result = read_all(corpus(tmp_path, {"rule_03.txt": text.encode(), "d.html": page}))
    assert "before the turn begins" in law(result, 3, "en").root.text


def test_another_heading_in_an_older_comparison_is_a_conflict(tmp_path: Path) -> None:
    changed = [line.replace("Second", "Other") for line in raw("rule_40")]
    page = comparison(changed, "rule_40", "/rule_40?rev=1", "2017/01/09 10:00")
    result = read_all(corpus(tmp_path, {"rule_40.txt": extracted("A", "rule_40"), "d.html": page}))
    assert headings(result, 40, "en")[2] == "40B B. Second"
    told = [x.message for x in report(result, "rule_40").losses if x.kind == "conflict"]
    assert told == ["the comparison wiki/rule_40 has the heading «Other»"]


def test_a_comparison_alone_is_the_law_only_when_it_is_whole(tmp_path: Path) -> None:
    whole = comparison(raw("rule_40"), "rule_40", "/rule_40", "2018/01/09 10:00")
    result = read_all(corpus(tmp_path / "whole", {"d.html": whole}))
    assert headings(result, 40, "el")[2] == "40B B. Δεύτερη (λατινικό B)"
    gap = comparison(raw("rule_40"), "rule_40", "/rule_40", "2018/01/09 10:00", gap=7)
    result = read_all(corpus(tmp_path / "gap", {"d.html": gap}))
    assert dict(result.code.laws) == {}
    assert {x.message for x in report(result, "d").losses} >= {
        "only an incomplete comparison of revisions has this law: no law is made of it"
    }
    old = comparison(raw("rule_40"), "rule_40", "/rule_40?rev=1", "2017/01/09 10:00")
    assert dict(read_all(corpus(tmp_path / "old", {"d.html": old})).code.laws) == {}


def test_raw_text_beside_a_comparison_is_the_law_as_without_it(tmp_path: Path) -> None:
    pages = {"rule_07.txt": "\n".join(raw("rule_07")).encode()}
    alone = read_all(corpus(tmp_path / "alone", pages))
    pages["x.html"] = answer("26", "rule_07.diff.rev")
    both = read_all(corpus(tmp_path / "both", pages))
    assert law(alone, 7, "el") == law(both, 7, "el")
    assert law(alone, 7, "en") == law(both, 7, "en")


def test_every_character_of_a_comparison_is_accounted_for(tmp_path: Path) -> None:
    counts = dict(report(with_diff(tmp_path, "B", "diff.rev"), "rule_07.diff").chars)
    assert counts.pop("total") == sum(counts.values())
    assert counts["unparsed"] == 0
    assert counts["law"] > 1000


def test_links_that_text_lost_come_from_a_saved_page_of_any_name(tmp_path: Path) -> None:
    pages = {
        "rule_07.txt": extracted("B", "rule_07"),
        "saved.html": answer("26", "rule_07.show"),
    }
    result = read_all(corpus(tmp_path, pages))
    assert links(law(result, 7, "en")) == [("Rule 3B", "rule_03"), ("Definitions", "definitions")]
    assert not kinds(report(result, "rule_07").losses) & LOST


def _revised(text: str) -> str:
    """The time in the foot of a text page."""
    return text.partition("Τελευταία τροποποίηση: ")[2][: len("2016/03/01 10:05")]
