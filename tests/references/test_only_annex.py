"""«The Annex» without a number is the annex of an act that has only one."""

from __future__ import annotations

from pathlib import Path

import pytest

from lawkb.corpus.corpus_toml import read_outline
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.law import Law, Origin, Provision
from lawkb.model.passage import Passage
from lawkb.references.resolve import annotate_law, resolve_code
from tests.references.cases import CASES


@pytest.mark.parametrize(
    ("annexes", "cited"),
    [(1, ["annex-1(2)=held"]), (2, [])],
    ids=["the only annex is cited", "of two annexes none is"],
)
def test_the_annex_without_a_number(annexes: int, cited: list[str]) -> None:
    outline = read_outline(Path(CASES) / "references" / "annexes")
    series = next(each for each in outline.scheme.series if each.name == "annex")
    origin, edition = Origin("s", "p", "0" * 64), outline.editions[0].id
    body = Passage("The limits are set out in point 2 of the Annex.")
    article = Law(edition, "en", Provision(Address((9,)), "Article 9", None, (body,)), origin)
    laws = {(edition, "en", article.number): annotate_law(article, outline)}
    for n in range(1, annexes + 1):
        at = Address((series.number(n),))
        point = Provision(Address((*at.path, 2)), "2.", None, (Passage("Limits."),))
        root = Provision(at, "ANNEX", None, (Passage("What is set out."), point))
        laws[edition, "en", at.law] = Law(edition, "en", root, origin)
    code = resolve_code(Code(outline, laws))
    found = code.laws[edition, "en", 9].root.passages[0].references
    write = outline.scheme.write
    assert [f"{write(each.target)}={each.status}" for each in found if each.target] == cited
    assert len(found) == len(cited)
