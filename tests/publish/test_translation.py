"""How far the translation is, and what else readers are told of the editors' work."""

import json
import logging
from functools import cache
from pathlib import Path

import pytest
from lxml import html
from msgspec.structs import replace

from lawkb.publish.plugin import build_site
from lawkb.publish.urls import Place
from tests.publish.rendering import TAGS, Rendered, rendered_site
from tests.publish.sample_code import sample_code
from tests.publish.sample_translation import sample_work
from tests.publish.test_build import configured

PROGRESS = "en/translation/index.html"


@cache
def site() -> dict[str, Rendered]:
    return rendered_site(*sample_work())


def test_one_page_says_how_far_the_translation_is_and_the_menu_leads_to_it() -> None:
    pages = sorted(path for path in site() if "translation" in path)
    assert pages == [f"{tag}/translation/index.html" for tag in TAGS]
    assert Place(PROGRESS) in site()["en/index.html"].page.links
    assert "../../translation/" in site()["en/2017/33/index.html"].tree.xpath("//nav//@href")


def test_a_code_in_one_language_has_no_such_page_and_nothing_leads_to_one() -> None:
    code = sample_code()
    english = tuple(each for each in code.outline.expressions if each.language == "en")
    laws = {key: law for key, law in code.laws.items() if key[1] == "en"}
    bare = rendered_site(
        replace(code, outline=replace(code.outline, expressions=english), laws=laws, companions={})
    )
    assert [path for path in bare if "translation" in path] == []
    hrefs = [href for page in bare.values() for href in page.tree.xpath("//@href")]
    assert [href for href in hrefs if "translation" in href] == []


def test_a_law_has_a_row_with_what_is_translated_reviewed_and_missing() -> None:
    tree = site()[PROGRESS].tree
    (edition,) = tree.xpath("//section[h2/@id='2017-el']")
    assert " ".join(edition.xpath("string(p)").split()).startswith(
        "Laws translated here: 1 of 93. Provisions: "
    )
    assert edition.xpath("h2/span/@lang") == ["el"]
    (row,) = edition.xpath(".//tr[@data-law='33']")
    assert row.xpath("th/a/@href") == ["../2017/33/"]
    cells = {td.get("data-name"): td.text for td in row.xpath("td")}
    assert cells["Reviewed"] == "1"  # 33A is final
    assert int(cells["Translated"]) < int(cells["Provisions"])
    assert int(cells["Words missing"]) >= 1
    # Its edition of 2007 is in one language: there is nothing that it translates.
    assert tree.xpath("//section[contains(h2/@id, '2007')]") == []


def test_readers_are_shown_no_rule_no_fingerprint_and_no_command() -> None:
    rules = {each.rule for each in sample_work()[1].report.findings}  # type: ignore[union-attr]
    for path, page in site().items():
        assert "lawkb check" not in page.text, path
        assert not set(page.tree.xpath("//@data-rule")) & rules, path


def test_the_law_page_says_where_a_translation_is_unsure_and_nowhere_else() -> None:
    tree = site()["en/2017/33/index.html"].tree
    marks = tree.xpath("//span[@class='checked']")
    assert {mark.text_content().strip() for mark in marks} == {
        "unsure: the translation may differ from the original"
    }
    assert {mark.xpath("ancestor::*[@id][1]/@id")[0] for mark in marks} == {
        "said-el-A-0",
        "said-en-C-0",
    }
    # That words are missing says more, and stands there in words.
    assert tree.get_element_by_id("B1").xpath(".//div[@lang='el']//p[@class='lacks']")


def test_a_rejected_comment_has_its_reason_on_the_law_page() -> None:
    said = site()["en/2017/33/index.html"].tree.xpath("//article[.//b='Miltos']")[0]
    assert "Decision: it is right as it is" in " ".join(said.text_content().split())


def test_deleted_and_inserted_words_are_said_and_not_only_struck_out() -> None:
    code = sample_code()
    law = code.laws["2017", "el", 33]
    gone = replace(law.comments[0], quote="Ένα παλιό φύλλο αποσύρεται αμέσως, βλέπε")
    laws = {**code.laws, ("2017", "el", 33): replace(law, comments=(gone,))}
    tree = rendered_site(replace(code, laws=laws))["el/2017/33/index.html"].tree
    change = tree.xpath("//p[@class='change']")[0]
    assert change.xpath("string(.//del[1])") == "διαγράφηκε: παλιό (τέλος)"
    assert [" ".join(i.text_content().split()) for i in change.xpath(".//del")] == [
        "διαγράφηκε: παλιό (τέλος)",
        "διαγράφηκε: αμέσως, (τέλος)",
    ]


@pytest.mark.parametrize("old", [True, False])
def test_the_setting_of_an_old_site_is_told_and_changes_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, old: bool
) -> None:
    file = configured(tmp_path)
    config = json.loads(file.read_text(encoding="utf-8"))
    config["plugins"][0]["lawkb"]["translation"] = old
    file.write_text(json.dumps(config), encoding="utf-8")
    with caplog.at_level(logging.WARNING, "lawkb.publish"):
        build_site(file, strict=True)
    assert "translation no longer does anything; leave it out" in caplog.text
    built = tmp_path / "site"
    assert [path.name for path in (built / "en" / "translation").rglob("*.html")] == ["index.html"]
    deleted = html.parse(str(built / "en" / "2017" / "57" / "index.html")).xpath("//del/text()")
    assert deleted == ["(όχι όμως μια έξοδος)"]
