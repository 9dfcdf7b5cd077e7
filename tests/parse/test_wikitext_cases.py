import tomllib
from pathlib import Path
from typing import Any

import pytest

from lawkb.parse.complete_law import fold_typography
from lawkb.parse.dokuwiki.document import read_wikitext
from tests.parse.wiki_outline import outline

FOLDER = Path(__file__).parents[1] / "cases/wikitext"
CASES = [
    pytest.param(case, id=f"{path.stem}: {case['name']}")
    for path in sorted(FOLDER.glob("*.toml"))
    if path.stem != "typography"
    for case in tomllib.loads(path.read_text("utf-8"))["cases"]
]
FOLDED = tomllib.loads((FOLDER / "typography.toml").read_text("utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES)
def test_a_construct_is_read_as_its_case_says(case: dict[str, Any]) -> None:
    document = read_wikitext(case["text"], "code:rule_57")
    assert outline(document) == case["blocks"]
    assert [f"{loss.kind} {loss.line}" for loss in document.losses] == case.get("losses", [])


@pytest.mark.parametrize("case", FOLDED, ids=lambda case: case["raw"])
def test_raw_and_rendered_signs_fold_to_one_form(case: dict[str, str]) -> None:
    assert fold_typography(case["raw"]) == fold_typography(case["rendered"])


def test_signs_that_differ_in_meaning_stay_apart() -> None:
    signs = ["-", "--", "...", "->", "<-", "=>", "<<", ">>", '"', "'", "x"]
    assert len({fold_typography(sign) for sign in signs}) == len(signs)


def test_sizes_are_told_of_blocks_notes_and_furniture() -> None:
    text = "\n~~NOTOC~~\n== a ==\n\nb((c)) d ~~NOCACHE~~\n  * e\n"
    document = read_wikitext(text, "a")
    assert [(b.line, b.size, b.note_size) for b in document.blocks] == [
        (3, 9, 0),  # `== a ==` and two line ends
        (5, 5, 5),  # `b`, ` d ` and the line end; the note and the macro apart
        (6, 6, 0),
    ]
    assert document.elsewhere == (("furniture", 22),)
    assert document.total == len(text)
