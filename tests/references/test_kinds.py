"""Kinds of references in ordinary legal prose: never a sure link to the wrong act.

The cases were written by hand, without knowing the code: ``handed`` came with the task, ``first``,
``second`` to ``sixth`` are neighbours of these kinds, ``sentences`` are from free drafting. Those
of ``not_yet.tsv`` are read wrongly or not at all.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from lawkb.references import find
from tests.references.codes_of_kinds import CASES, is_right, read, rows, targets


@pytest.mark.parametrize("name", sorted(path.stem for path in CASES.glob("??.tsv")))
def test_every_case_of_a_language_is_right(codes: Path, name: str) -> None:
    wrong = [
        f"{row['text']}: {row['want']}, not {';'.join(got)}"
        for row in rows(name)
        if not is_right(got := targets(read(codes, row["lang"], row["text"])), row["want"])
    ]
    assert not wrong


def test_what_is_not_read_yet_is_listed(codes: Path) -> None:
    right = [
        row["text"]
        for row in rows("not_yet")
        if is_right(targets(read(codes, row["lang"], row["text"])), row["want"])
    ]
    assert not right, "these belong to the file of their language now"


def test_a_fault_while_a_reference_is_read_costs_that_place_alone(
    codes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_token = find._read_token

    def broken(*given: object) -> object:
        if given[2].text == "Articles":  # type: ignore[attr-defined]
            raise ValueError
        return read_token(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(find, "_lost", find._lost.__wrapped__)  # type: ignore[attr-defined]
    monkeypatch.setattr(find, "_read_token", broken)
    assert targets(read(codes, "en", "Article 5, Articles 6 and 7, Article 8")) == ["5", "?", "8"]


def test_each_provision_of_another_act_has_a_page_of_its_own(codes: Path) -> None:
    """Also one that is stressed behind others: its page is not that of one of them."""
    text = "Articles 5 and 6 of Regulation (EU) 2016/679, in particular Article 7"
    urls = [each.url for each in read(codes, "en", text) if each.raw.isdigit()]
    page = "https://data.europa.eu/eli/reg/2016/679/art_{}/oj"
    assert urls == [page.format(n) for n in (5, 6, 7)]
