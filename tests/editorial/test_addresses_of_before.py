"""What editors decided about *a bis* when it was ``(aa)``: it goes on to be about ``(a.a)``."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from lawkb.checks.rule_list import STANDARD
from lawkb.corpus.decision_files import DecisionReason, Review
from lawkb.editorial.findings import apply_waivers, new_waiver
from lawkb.editorial.translation_progress import Translation, reviewed_law, texts_hashes
from lawkb.model.code import Code
from lawkb.model.finding import Finding, say
from lawkb.pipeline import ingest, read_code
from lawkb.publish.localized_site import EditorialContent, localized_sites
from lawkb.publish.page import SiteSettings, make_frames
from lawkb.publish.pagefind_source import pagefind_pages
from lawkb.publish.render import page_html
from lawkb.publish.views.site_pages import site_drafts
from lawkb.references.graph import build_graph
from tests.corpus.small_act import article, page_of, small_act

PLACES = ("1(1)(a.a)", "1(1)(aa)", "1(2)(aa)")
OF = Translation("2020", "it", "fr")
LEVEL = """
[[levels]]
name = "point"
numbering = "lower"
printed = "{})"
written = "({})"
inserts = ["latin"]

[[editions]]
"""
PATCH = """
[[patches]]
page = "act_fr"
language = "fr"
place = "1(1)(aa)"
field = "text"
old = "bateau"
new = "navire"
reason = "the word of the act"
origin = "the printed act"
author = "Vera"
date = "2024-03-01"
"""
POINTS = {
    "it": ("I membri hanno:", "una barca;", "una barca blu;", "una vela."),
    "fr": ("Les membres ont :", "un bateau;", "un bateau bleu;", "une voile."),
}


def _act(corpus: Path, more: str = "") -> None:
    for tag, (lead, a, b, c) in POINTS.items():
        points = f"{lead}\n\na) {a}\n\na-bis) {b}\n\nb) {c}{more}"
        text = "\n\n".join((article(tag, 1, points), article(tag, 2)))
        page_of(corpus, tag).write_text(f"{text}\n", "utf-8")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    corpus = small_act(tmp_path, ("it", "fr"))
    settings = corpus / "corpus.toml"
    settings.write_text(settings.read_text("utf-8").replace("[[editions]]", LEVEL.lstrip(), 1))
    _act(corpus)
    return corpus


@pytest.fixture
def code(corpus: Path) -> Code:
    ingest(corpus)
    return read_code(corpus)


def test_a_patch_of_before_is_applied_to_the_point_that_was_inserted(corpus: Path) -> None:
    (corpus / "patches").mkdir()
    (corpus / "patches" / "act_fr.toml").write_text(PATCH, "utf-8")
    ingest(corpus)
    code = read_code(corpus)
    texts = {
        code.outline.scheme.write(each.address): each.text
        for law in code.laws.values()
        for each in law.provisions()
        if law.language == "fr" and law.number == 1
    }
    assert texts["1(1)(a)"] == "un bateau;"
    assert texts["1(1)(a.a)"] == "un navire bleu;"


def test_a_patch_of_the_point_after_z_is_not_of_the_inserted_one(corpus: Path) -> None:
    more = "".join(f"\n\n{chr(n)}) une voile {chr(n)};" for n in range(ord("c"), ord("z") + 1))
    _act(corpus, f"{more}\n\naa) un bateau vert.")
    (corpus / "patches").mkdir()
    (corpus / "patches" / "act_fr.toml").write_text(PATCH, "utf-8")
    ingest(corpus)
    code = read_code(corpus)
    read, fr = code.outline.scheme.read, ("2020", "fr")
    inserted, last = (code.provision(*fr, read(each)) for each in ("1(1)(a.a)", "1(1)(aa)"))
    assert inserted and inserted.text == "un bateau bleu;"
    assert last and last.text == "un navire vert."


def test_a_review_of_before_goes_on(code: Code) -> None:
    scheme = code.outline.scheme
    now, before = scheme.read("1(1)(a.a)"), scheme.read("1(1)(aa)")
    new = next(each for each in reviewed_law(code, OF, 1, {}) if each.address == now)
    hashes = texts_hashes(new.pairs)
    review = Review("2020", "fr", before, "reviewed", *hashes, "Vera", "2024-03-01")
    states = reviewed_law(code, OF, 1, {("2020", "fr", before): review})
    assert {scheme.write(e.address) for e in states if e.state == "reviewed"} == {"1(1)(a.a)"}


def test_a_waiver_of_before_goes_on(code: Code) -> None:
    rule = STANDARD[0]
    address = code.outline.scheme.read("1(1)(a.a)")
    finding = Finding(
        rule=rule.name,
        severity="warning",
        edition="2020",
        place="1(1)(a.a)",
        language="fr",
        message=say("a word"),
        address=address,
    )
    other = replace(finding, place="1(1)(a)", address=code.outline.scheme.read("1(1)(a)"))
    before = replace(finding, place="1(1)(aa)").fingerprint
    waiver = new_waiver(finding, code, DecisionReason("it is so", "Vera", "2024-03-01"))
    waiver = replace(waiver, place="1(1)(aa)", fingerprint=before)
    judged = apply_waivers([finding, other], [waiver], code, [rule])
    assert [(each.place, each.waived) for each in judged] == [
        ("1(1)(a.a)", True),
        ("1(1)(a)", False),
    ]


def test_a_link_of_before_leads_to_the_point_on_the_site(code: Code) -> None:
    graph = build_graph(code)
    sites = localized_sites(code, graph, ("fr",), EditorialContent())
    frames = make_frames(code, graph, EditorialContent(), SiteSettings(("fr",)))
    drafts = site_drafts(sites, pagefind_pages(code))
    pages = [page_html(each.make(), frames) for each in drafts]
    fragments = [code.outline.scheme.fragment(code.outline.scheme.read(each)) for each in PLACES]
    assert [sum(f'id="{each}"' in page for page in pages) for each in fragments] == [1, 1, 0]
