"""A page of several laws: each under its title, nothing lost between them."""

import tomllib
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.model.page import Page
from lawkb.model.source import PageRule
from lawkb.model.text_encoding import decode_page
from lawkb.parse.read_page import PageReading, read_law_page
from tests.corpus_files import CASES, bridge_outline, bridge_wiki
from tests.parse.test_promises import LINES, accounted, signs

SEVERAL = tomllib.loads((CASES / "laws" / "several.toml").read_text(encoding="utf-8"))["case"]


def read(text: str, languages: tuple[str, ...]) -> PageReading:
    rule = PageRule("all_laws", "2017", languages, "laws")
    content = text.encode(errors="replace")
    return read_law_page(
        Page("wiki", "all_laws", "all.txt", content), rule, bridge_wiki(), bridge_outline()
    )


@pytest.mark.parametrize("case", SEVERAL, ids=lambda case: str(case["name"]))
def test_a_page_gives_its_laws(case: dict[str, Any]) -> None:
    reading = read(case["page"].strip("\n"), tuple(case["languages"]))
    found = [
        " ".join(
            [law.language, *(bridge_outline().scheme.write(p.address) for p in law.provisions())]
        )
        for law in reading.laws
    ]
    assert found == case["laws"], case["why"]
    titles = [law.root.heading.text for law in reading.laws if law.root.heading]
    assert titles == case.get("titles", titles), case["why"]
    notes = [note.text for law in reading.laws for p in law.provisions() for note in p.notes]
    assert notes == case.get("notes", []), case["why"]
    losses = [loss.kind for loss in reading.losses]
    assert losses == case.get("losses", losses), case["why"]


TITLES = st.sampled_from(["Law 3", "Law 7 – The Board", "ΝΟΜΟΣ 3", "ΝΟΜΟΣ 8 – Κατοχή", "Law 93"])


@given(st.lists(LINES | TITLES, max_size=25).map("\n".join))
def test_every_sign_of_such_a_page_stands_in_one_of_its_laws_or_is_unparsed(text: str) -> None:
    reading = read(text, ("el", "en"))
    counts = reading.account.counts
    assert reading.account.total == sum(counts.values())
    assert reading.account.total == len(decode_page(text.encode(errors="replace"))[0])
    body = Counter[str]()
    for law in reading.laws:
        for provision in law.provisions():
            body += signs(provision.num) if provision is not law.root else Counter()
            body += signs("".join(passage.text for passage in provision.passages))
    assert body == accounted(reading, "law")
    numbers = [(law.language, law.number) for law in reading.laws]
    assert len(numbers) == len(set(numbers))
