"""References to annexes and recitals: found, with their targets, in both languages."""

import tomllib
from typing import Any

import pytest

from lawkb.model.passage import Reference
from lawkb.references.resolve import references_of_text
from tests.corpus_files import CASES
from tests.lanterns import lanterns

GIVEN = tomllib.loads((CASES / "refs" / "beside.toml").read_text(encoding="utf-8"))["case"]


def shown(reference: Reference) -> str:
    write = lanterns().outline.scheme.write
    upto = f"–{write(reference.upto)}" if reference.upto else ""
    return f"{reference.raw} = {write(reference.target) if reference.target else None}{upto}"


@pytest.mark.parametrize("case", GIVEN, ids=lambda case: str(case["text"]))
def test_references_to_annexes_and_recitals_have_their_targets(case: dict[str, Any]) -> None:
    code = lanterns()
    language = code.outline.language(case["lang"])
    found = references_of_text(case["text"], language, None, "2024", code)
    assert [shown(each) for each in found] == case["cites"]
    assert {each.status for each in found} == {"held"}


def test_an_annex_that_the_code_has_not_is_unresolved() -> None:
    code = lanterns()
    english = code.outline.language("en")
    (found,) = references_of_text("as Annex VII says", english, None, "2024", code)
    assert found.status == "unresolved"
