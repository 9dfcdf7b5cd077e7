import tomllib
from typing import Any

import pytest

from lawkb.model.passage import Note
from lawkb.parse.document import Document, all_words
from lawkb.parse.html.document import read_html
from tests.corpus_files import CASES
from tests.parse.html_samples import (
    FORMS,
    SAMPLES,
    WIKIS,
    account_sums,
    answer,
    answers,
    kind_of_answer,
    page,
    rows,
    shown,
    standoff,
    told,
)


def cases(name: str) -> list[dict[str, Any]]:
    found = tomllib.loads((CASES / "html" / f"{name}.toml").read_text(encoding="utf-8"))["cases"]
    assert isinstance(found, list)
    return found


ANSWERS = {name: case["kind"] for case in cases("answers") for name in case["names"].split()}
PAGES = "rule_02 rule_07 rule_20 rule_40 definitions".split()
# What the two releases of DokuWiki make of one and the same source.
DIFFERENT = {
    "rule_03": "the wiki of 2022 had the line that was added past the wiki, that of 2026 not yet",
    "syntax_zoo": "2022 shows <html> and <php> as code, 2026 as they stand",
    "code__rule_57": "2022 makes a heading of a line behind a byte order mark",
    "raw_bom_crlf": "the same",
}


@pytest.mark.parametrize("wiki", WIKIS)
def test_every_answer_of_the_wikis_is_told_by_its_content(wiki: str) -> None:
    told_kinds = {name: kind_of_answer(answer(wiki, name)) for name in answers(wiki)}
    assert told_kinds == {name: ANSWERS[name] for name in answers(wiki)}


def test_every_answer_of_the_cases_is_a_sample() -> None:
    assert set(ANSWERS) == set(answers("26")) | set(answers("22"))
    for wiki in WIKIS:
        index = (SAMPLES / f"http{wiki}" / "INDEX.tsv").read_text(encoding="utf-8").split("\n")[1:]
        pages = {line.split("\t")[0] for line in index if "\ttext/html" in line}
        assert {name.removesuffix(".html") for name in pages} <= set(answers(wiki))


@pytest.mark.parametrize("case", cases("made"), ids=lambda case: case["why"][:60])
def test_an_answer_made_by_hand_is_told_by_its_content(case: dict[str, Any]) -> None:
    assert kind_of_answer(case["html"].encode()) == case["kind"], case["why"]


@pytest.mark.parametrize("wiki", WIKIS)
def test_every_answer_is_accounted_for_and_one_without_a_page_has_no_blocks(wiki: str) -> None:
    for name in answers(wiki):
        document = page(wiki, name)
        assert account_sums(document), name
        holds = ANSWERS[name] in ("page", "disabled")
        assert bool(document.blocks) == holds, name
        if ANSWERS[name] != "page":
            assert document.losses, name


@pytest.mark.parametrize("name", PAGES)
def test_a_page_reads_alike_in_both_templates_and_both_exports(name: str) -> None:
    forms = [page(wiki, f"{name}.{form}") for wiki in WIKIS for form in FORMS]
    assert len(forms) == 6
    assert all(shown(form.blocks) == shown(forms[0].blocks) for form in forms)


@pytest.mark.parametrize("wiki", WIKIS)
@pytest.mark.parametrize("name", [*PAGES, *DIFFERENT])
def test_every_form_of_a_page_in_one_wiki_reads_alike(name: str, wiki: str) -> None:
    full, export, body = (page(wiki, f"{name}.{form}") for form in FORMS)
    assert shown(full.blocks) == shown(export.blocks) == shown(body.blocks)


@pytest.mark.parametrize("name", ["comment_rule_07.show", "code__start.show", "greek.show"])
def test_pages_without_exports_read_alike_in_both_templates(name: str) -> None:
    assert shown(page("26", name).blocks) == shown(page("22", name).blocks)


@pytest.mark.parametrize("name", DIFFERENT)
def test_what_the_releases_show_differently_is_one_block(name: str) -> None:
    new, old = (page(wiki, f"{name}.show").blocks for wiki in WIKIS)
    new_only = [block for block in shown(new) if block not in shown(old)]
    old_only = [block for block in shown(old) if block not in shown(new)]
    assert len(new_only) <= 1 and len(old_only) == 1, DIFFERENT[name]


@pytest.mark.parametrize("wiki", WIKIS)
def test_a_refused_action_gives_the_page_as_shown(wiki: str) -> None:
    full = page(wiki, "rule_07.show")
    for action in ("edit_disabled", "export_raw_disabled"):
        refused = page(wiki, f"rule_07.{action}")
        assert shown(refused.blocks) == shown(full.blocks)
        assert refused.comments == full.comments
        assert [loss.kind for loss in refused.losses] == ["text"]
        assert f"«{action.removesuffix('_disabled').replace('edit', 'source')}»" in str(
            refused.losses
        )


@pytest.mark.parametrize("wiki", WIKIS)
def test_pages_name_themselves(wiki: str) -> None:
    assert page(wiki, "greek.show").page_id == "κανόνες:αρχή"
    assert page(wiki, "code__rule_57.show").page_id == "code:rule_57"
    assert page(wiki, "code__rule_57.export_xhtml").page_id == "code:rule_57"
    assert page(wiki, "rule_07.export_xhtmlbody").page_id is None
    assert page(wiki, "nosuch.show").page_id == "nosuch"


def every_form(case: dict[str, Any]) -> list[tuple[str, Document]]:
    return [
        (f"{wiki} {form}", page(wiki, f"{case['page']}.{form}"))
        for wiki in case.get("wikis", WIKIS)
        for form in case.get("forms", FORMS)
    ]


@pytest.mark.parametrize("case", cases("pages"), ids=lambda case: case["why"][:60])
def test_a_real_page_says_what_its_case_says(case: dict[str, Any]) -> None:
    for form, document in every_form(case):
        blocks = document.blocks
        where = f"{form}: {case['why']}"
        assert len(blocks) == case.get("count", len(blocks)), where
        for index, expected in case.get("blocks", {}).items():
            assert told(blocks[int(index)]) == expected, where
        for index, expected in case.get("standoff", {}).items():
            assert standoff(blocks[int(index)].words) == expected, where
        for index, expected in case.get("rows", {}).items():
            assert rows(blocks[int(index)]) == expected, where
        for fact in ("user", "revised"):
            assert getattr(document, fact) == case.get(fact, getattr(document, fact)), where
        if "notes" in case:
            assert notes(document) == case["notes"], where
        if "losses" in case:
            found = [f"{loss.kind}: {loss.message}" for loss in document.losses]
            assert len(found) == len(case["losses"])
            for line, expected in zip(found, case["losses"], strict=True):
                assert expected in ("*", line), where


def notes(document: Document) -> list[str]:
    points: list[Note] = []
    for block in document.blocks:
        for words in all_words(block):
            points += words.notes
    return [f"{point.marker}: {point.text}" for point in points]


@pytest.mark.parametrize("case", cases("inline"), ids=lambda case: case["why"][:60])
def test_a_piece_of_html_says_what_its_case_says(case: dict[str, Any]) -> None:
    document = read_html(case["html"].encode())
    assert [told(block) for block in document.blocks] == case["blocks"], case["why"]
    assert standoff(document.blocks[0].words) == case.get("standoff", []), case["why"]
    losses = [f"{loss.kind}: {loss.message}" for loss in document.losses]
    assert losses == case.get("losses", []), case["why"]
    tables = [row for block in document.blocks for row in rows(block)]
    assert tables == case.get("rows", tables), case["why"]
    assert account_sums(document)
