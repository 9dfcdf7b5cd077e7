"""References and the links of a page: what a link says beside the words that it is on."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from lawkb.model.code import Code
from lawkb.model.law import Law
from lawkb.references.links import link_losses
from tests.corpus_files import PEBBLES, outline_in, wiki_in
from tests.parse.test_forms_agree import FORMS, path_of
from tests.references.cases import CASES
from tests.references.link_pages import (
    AROUND,
    code_of,
    found_in,
    law_of,
    linked_code,
    references,
    said,
)
from tests.strategies import SCHEME

_CASES: list[dict[str, Any]] = tomllib.loads(
    (CASES / "refs" / "links.toml").read_text(encoding="utf-8")
)["case"]


@pytest.mark.parametrize("lang", ["el", "en"])
@pytest.mark.parametrize("case", _CASES, ids=lambda case: str(case["why"]))
def test_a_link_and_its_words_give_what_a_reader_finds(case: dict[str, Any], lang: str) -> None:
    assert found_in(law_of(code_of(case[lang], lang), lang)) == case[f"found_{lang}"], case["why"]


def test_a_disagreement_is_a_loss_with_its_provision_and_line() -> None:
    law = law_of(code_of("Κείμενο.\n\nΒλέπε [[law_81|Νόμο 80Γ5]].", "el"), "el")
    (loss,) = link_losses(law, SCHEME)
    assert (loss.kind, loss.address, loss.language) == ("link", SCHEME.read("16B"), "el")
    assert loss.line == 7  # title, heading, «Κείμενο.», an empty line behind each, then this one
    assert loss.message == "the words «80Γ5» cite 80C5, their link leads to 81"


def test_an_agreement_and_a_link_alone_are_no_loss() -> None:
    law = law_of(code_of("See [[law_81|Law 81C5]], [[law_81|C4]] and [[law_81|more]].", "en"), "en")
    assert link_losses(law, SCHEME) == ()


def test_a_link_is_resolved_like_words() -> None:
    wiki = "In [[law_81|C5]]; in [[law_81|D9]]; in [[law_80|B]]; [[law_80|here]]."
    law = law_of(code_of(wiki, "en"), "en")
    assert [(r.raw, r.status, r.candidates) for r in references(law)] == [
        ("C5", "held", ()),
        ("D9", "unresolved", (SCHEME.read("81D"),)),
        ("B", "not-held", ()),
        ("here", "not-held", ()),
    ]


def test_letters_folded_in_a_link_are_told() -> None:
    (reference,) = references(law_of(code_of("Όπως [[law_81|B5]].", "el"), "el"))
    assert (reference.raw, reference.folded) == ("B5", "Β5")


def test_headings_hold_no_references() -> None:
    wiki = "Text.\n\n==== C. See [[law_81|C5]] ====\n\nText."
    law = law_of(code_of(wiki, "en"), "en")
    assert [p.heading.references for p in law.provisions() if p.heading] == [(), (), ()]


def test_an_anchor_of_several_headings_tells_the_law_alone() -> None:
    pages = {
        "law_80": "===== LAW 80 - X =====\n\n==== A. Rules ====\n\nText.\n\n"
        "==== A Rules ====\n\nB. Text.\n",
        "law_16": f"{AROUND['en']}In [[law_80#a_rules|here]].\n",
    }
    code = linked_code({page: content.encode() for page, content in pages.items()})
    assert found_in(law_of(code, "en")) == ["here = 80A"]


# What the pages of rules hold in links, by reading them; of 7 and 40 in both languages.
_PEBBLES = {
    ("rule_02", "el"): ["3 = 3"],
    ("rule_02", "en"): [],
    ("rule_07", "el"): ["3Β = 3B"],
    ("rule_07", "en"): ["3B = 3B"],
    ("rule_40", "el"): ["7Α = 7A", "3E = 3E"],
    ("rule_40", "en"): ["7A = 7A", "3E = 3E"],
}
# One change to rule_40 in its source, and what stands where «7Α» stood.
_EDITS = {
    "the link to another rule": (("rule_07", "rule_20"), "7Α = 7A but 20", "7A = 7A but 20"),
    # Behind 12Γ1 the words go on with Law 12.
    "a label in a list": (
        ("Κανόνα 7Α", "Γ2", "Rule 7A", "C2"),
        "Γ2 = 12C2 but 7",
        "C2 = 12C2 but 7",
    ),
    "no label": (("Κανόνα 7Α", "τον άλλο", "Rule 7A", "that"), "τον άλλο = 7", "that = 7"),
    "a rule without its key word": (("Κανόνα 7Α", "7Α", "Rule 7A", "7A"), "7Α = 7A", "7A = 7A"),
}


@pytest.mark.parametrize("form", FORMS)
def test_the_links_of_the_sample_pages_agree_with_their_words(form: str) -> None:
    code = _pebbles(form, ())
    for (page, lang), expected in _PEBBLES.items():
        law = code.laws["2016", lang, int(page[-2:])]
        assert _in_links(law) == expected, (page, lang)
        assert link_losses(law, SCHEME) == ()


@pytest.mark.parametrize("edit", _EDITS)
@pytest.mark.parametrize("form", FORMS)
def test_an_edited_sample_page_is_read_the_same_in_every_form(form: str, edit: str) -> None:
    words, greek, english = _EDITS[edit]
    code = _pebbles(form, words)
    assert _in_links(code.laws["2016", "el", 40]) == [greek, "3E = 3E"]
    assert _in_links(code.laws["2016", "en", 40]) == [english, "3E = 3E"]


def _pebbles(form: str, edit: tuple[str, ...]) -> Code:
    """The rules of the sample pages of a form, in rule_40 some words in the place of others."""
    pages = {page: path_of(page, form).read_bytes() for page in ("rule_02", "rule_07", "rule_40")}
    for old, new in zip(edit[::2], edit[1::2], strict=True):
        pages["rule_40"] = pages["rule_40"].replace(old.encode(), new.encode())
    return linked_code(pages, wiki_in(PEBBLES), outline_in(PEBBLES))


def _in_links(law: Law) -> list[str]:
    """The references that stand in links to pages."""
    return [
        said(reference)
        for provision in law.provisions()
        for passage in provision.passages
        for reference in passage.references
        if any(k.start <= reference.start < k.end for k in passage.links if k.kind == "page")
    ]
