"""References to chapters and sections: found, and looked up in the act."""

import tomllib
from typing import Any

import pytest

from lawkb.model.passage import Reference
from lawkb.references.resolve import references_of_text
from tests.corpus_files import CASES
from tests.lanterns import lanterns

GIVEN = tomllib.loads((CASES / "refs" / "divisions.toml").read_text(encoding="utf-8"))["case"]


def shown(reference: Reference) -> str:
    target = reference.target and lanterns().outline.scheme.write(reference.target)
    status = "" if reference.status == "held" else f", {reference.status}"
    return f"{reference.raw} = {reference.division or target}{status}"


@pytest.mark.parametrize("case", GIVEN, ids=lambda case: str(case["text"]))
def test_references_to_divisions_are_looked_up_in_the_act(case: dict[str, Any]) -> None:
    code = lanterns()
    at = code.outline.scheme.read(case["at"])
    language = code.outline.language(case["lang"])
    found = references_of_text(case["text"], language, at, "2024", code)
    assert [shown(each) for each in found if each.status != "outside"] == case["cites"]


def test_the_act_cites_the_same_divisions_in_both_languages() -> None:
    code = lanterns()
    cited = {
        tag: [
            (law.number, each.division, each.status)
            for (_, own, _), law in code.laws.items()
            if own == tag
            for provision in law.provisions()
            for each in provision.references
            if each.division
        ]
        for tag in ("en", "el")
    }
    assert cited["en"] == cited["el"]
    assert cited["en"] == [
        (1, "part_2__chp_3", "held"),
        (3, "part_1__chp_2__sec_2", "held"),
        (7, "part_1__chp_2", "held"),
    ]
