"""The elements and ids of a code follow the names of its levels; files of before are read, too."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from lawkb.akn.eids_and_iris import kind
from lawkb.akn.laws import law_tree, read_law, xml_bytes
from lawkb.akn.validate import file_errors
from lawkb.corpus.laws import open_code, read_code
from lawkb.model.address import Address, Level, Scheme, with_elements
from lawkb.model.code import Edition, Expression, Organization, Outline
from lawkb.model.law import Law, Origin, Provision
from lawkb.model.passage import Passage
from lawkb.pipeline import ingest
from tests.lanterns import LANTERNS, lanterns

FOLDER = Path(__file__).parents[1] / "cases/akn"
CASES = tomllib.loads((FOLDER / "elements.toml").read_text("utf-8"))["cases"]


def _outline(case: dict[str, Any]) -> Outline:
    named = [(*each.rsplit(" ", 1), "")[:2] for each in case["levels"]]
    elements = ("article", "paragraph", "point", "indent")
    levels = (
        Level(name, "arabic", "{}.", "{}" if at == 0 else "({})", element=own)
        if own in elements
        else Level(f"{name} {own}".strip(), "arabic", "{}.", "{}" if at == 0 else "({})")
        for at, (name, own) in enumerate(named)
    )
    return Outline(
        "code", "aa-x", "en", {"en": "Code"}, Scheme(with_elements(tuple(levels))),
        (Edition("2024", "2024-01-01", "x", 9),),
        (Expression("2024", "en", "2024-01-01", "x", "x"),),
        (Organization("x", "X"),),
    )  # fmt: skip


def _chain(depth: int, deepest: int) -> Provision:
    """The provision with the number 1 at every level down to a depth, and what is inside it."""
    inside = (_chain(depth + 1, deepest),) if depth < deepest else (Passage("Words."),)
    return Provision(Address((1,) * (depth + 1)), "1", body=inside)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_level_has_the_element_of_its_name_or_the_next_one_inside(case: dict[str, Any]) -> None:
    outline = _outline(case)
    address = Address((1,) * len(case["levels"]))
    assert " ".join(outline.scheme.elements(1)) == case["elements"]
    assert outline.scheme.eid(address) == case["eid"]
    assert outline.scheme.address_of_eid(case["eid"]) == address
    assert outline.scheme.address_of_eid(outline.scheme.eid(Address((1,)))) == Address((1,))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_every_such_file_is_of_the_profile_and_the_schema_and_read_back(
    case: dict[str, Any],
) -> None:
    outline = _outline(case)
    root = _chain(0, len(case["levels"]) - 1)
    law = Law("2024", "en", root, Origin("texts", "act", "0" * 64))
    content = xml_bytes(law_tree(law, outline))
    assert file_errors(content) == ()
    assert read_law(content, outline, "law.xml") == law
    named = [kind(each) for each in etree.fromstring(content).iter("{*}*")]
    assert [name for name in named if name in case["elements"].split()] == case["elements"].split()


def test_a_law_file_of_rules_is_none_of_a_code_of_articles() -> None:
    article, rule = _outline(CASES[2]), _outline(CASES[0])
    law = Law("2024", "en", _chain(0, 1), Origin("texts", "act", "0" * 64))
    with pytest.raises(Exception, match="rule_1"):
        read_law(xml_bytes(law_tree(law, rule)), article, "art_1.xml")


def _of_before(tmp_path: Path) -> Path:
    """The corpus of the lanterns with five files as version 1 wrote them."""
    folder = tmp_path / "corpus"
    shutil.copytree(LANTERNS, folder)
    shutil.copytree(FOLDER / "before", folder / "laws/2024/en")
    return folder


def test_files_of_before_are_read_as_those_of_now(tmp_path: Path) -> None:
    before, now = read_code(_of_before(tmp_path)), lanterns()
    assert {str(number) for _, _, number in before.laws} == {"2", "3", "annex-1", "recitals"}
    for key, law in before.laws.items():
        assert law.root == now.laws[key].root
    assert before.divisions["2024", "en"].divisions == now.divisions["2024", "en"].divisions


def test_the_next_ingest_writes_them_anew_and_changes_no_provision(tmp_path: Path) -> None:
    folder = _of_before(tmp_path)
    done = ingest(folder)
    assert set(done.removed) == {
        f"laws/2024/en/{name}.xml" for name in ("law_2", "law_3", "law_annex-1", "law_recitals")
    }
    changed = {each.address for each in done.changes if each.lang == "en"}
    assert not changed & {"2", "2(a)", "2(b)", "3", "3(1)", "3(2)", "annex-1(1)", "recitals(1)"}
    names = {file.stem for file in (folder / "laws/2024/en").glob("*.xml")}
    assert {"art_2", "art_3", "annex_1", "recitals", "divisions"} <= names
    assert not [name for name in names if name.startswith("law")]


def test_where_both_are_there_the_file_of_now_counts(tmp_path: Path) -> None:
    folder = _of_before(tmp_path)
    ingest(folder)
    shutil.copy(FOLDER / "before/law_2.xml", folder / "laws/2024/en")
    now = folder / "laws/2024/en/art_2.xml"
    now.write_bytes(now.read_bytes().replace(b"hangs over a quay", b"hangs over the quay"))
    code = open_code(folder)
    law = code.laws["2024", "en", 2]
    assert "over the quay" in str(law.root)
