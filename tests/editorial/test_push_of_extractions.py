"""Corrections made on the text extractions of the real corpus find their places in a wiki's page.

The raw pages are made here, in the form in which this wiki writes its laws: a heading for the
title, one for each letter, footnotes in double parentheses.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lawkb.align.translation_units import texts_of
from lawkb.corpus.decision_files import DecisionReason
from lawkb.corpus_pages import pages_of
from lawkb.editorial.new_patches import PatchedText, new_patch, patch_text
from lawkb.editorial.page_merge import PageMerge, content, merge_patches, page_reader
from lawkb.model.address import Address
from lawkb.model.law import Law
from lawkb.model.page import Page, Patch
from lawkb.parse.read_page import PageReading, read_page
from tests.corpus_files import CORPUS, bridge_outline, bridge_wiki
from tests.editorial.test_page_merge import EDITS, edited
from tests.profiles import of_profile

CAUSE = DecisionReason("a slip", "Άννα Σαμπλή", "2026-01-01", "the editor")
PAGES = ("law_14", "law_20", "law_47", "law_57")
TITLES = {"el": "===== ΝΟΜΟΣ {} - ΤΙΤΛΟΣ =====", "en": "===== LAW {} - TITLE ====="}
LETTERS = {"el": "Α Β Γ Δ Ε ΣΤ Ζ Η Θ".split(), "en": [*"ABCDEFGHI"]}


@cache
def page_of(name: str) -> Page:
    pages = pages_of(CORPUS / "sources" / bridge_wiki().name, bridge_wiki())
    return next(page for page in pages if page.page_id == name)


@cache
def ours(name: str) -> PageReading:
    return read_page(page_of(name), bridge_wiki(), bridge_outline())


@cache
def raw(name: str) -> str:
    """The page of the wiki of which the corpus has a text extraction."""
    lines = page_of(name).content.decode().split("\n")
    pages = [_raw_law(law, lines) for law in ours(name).laws]
    return "\n----\n\n".join(pages)


def _raw_law(law: Law, lines: list[str]) -> str:
    places = [each for each in law.provisions() if each.lines]
    headings: dict[int, str] = {}
    for number, place in enumerate(p for p in places if p.address.depth == 1):
        assert place.lines
        first = place.lines[0]
        lost = f"==== {LETTERS[law.language][number]}. Lost {number} ====\n\n"
        headings[first] = (
            f"==== {lines[first - 1]} ====" if place.heading else lost + lines[first - 1]
        )
    first = min(each.lines[0] for each in places if each.lines)
    last = max(each.lines[1] for each in places if each.lines)
    own = [headings.get(at, lines[at - 1]) for at in range(first, last + 1)]
    text = "\n".join([TITLES[law.language].format(law.number), "", *own, ""])
    for note in (note for each in places for note in each.notes if note.text):
        text = re.sub(rf"(?<=[^\W\d]){note.marker}\)", f"(({note.text}))", text, count=1)
    return text


def merged(name: str, patches: tuple[Patch, ...], text: str | None = None) -> PageMerge:
    read = page_reader(page_of(name), bridge_wiki(), bridge_outline())
    return merge_patches(text or raw(name), read, ours(name), patches, bridge_outline())


def law_of(reading: PageReading, language: str) -> Law:
    return next(law for law in reading.laws if law.language == language)


@pytest.mark.parametrize("name", PAGES)
def test_the_raw_page_has_the_texts_of_the_extraction(name: str) -> None:
    there = page_reader(page_of(name), bridge_wiki(), bridge_outline())(raw(name))
    for law in ours(name).laws:
        found = {each.address: each.text for each in law_of(there, law.language).provisions()}
        own = {each.address: each.text for each in law.provisions() if each.text}
        same = sum(found.get(address) == text for address, text in own.items())
        assert same >= 0.85 * len(own)


@settings(max_examples=of_profile(0.6), deadline=None)
@given(st.sampled_from(PAGES), EDITS, st.integers(0, 60), st.data())
def test_a_correction_of_an_extraction_is_merged_exactly_or_refused_with_the_reason(
    name: str, kind: str, at: int, data: st.DataObject
) -> None:
    law = data.draw(st.sampled_from(ours(name).laws))
    place = data.draw(st.sampled_from([*law.provisions()]))
    texts = texts_of(place, bridge_outline().scheme)
    assume(texts)
    part = data.draw(st.sampled_from([*texts]))
    words = edited(texts[part].words, kind, at)
    made = patch_text(PatchedText(law, place, part), words, CAUSE, bridge_outline().scheme)
    assume(made.patches)
    done = merged(name, made.patches)
    assert len(done.merged) + len(done.refused) == len(made.patches)
    assert all(why for _, why in done.refused)
    read = page_reader(page_of(name), bridge_wiki(), bridge_outline())
    for before, now in zip(read(raw(name)).laws, read(done.text).laws, strict=True):
        others = [each.address for each in before.provisions() if each.address != place.address]
        if before.language != law.language:
            assert content(before) == content(now)
        for address in others:
            assert _own_content(before, address) == _own_content(now, address)
    again = merged(name, made.patches, done.text)
    if not done.refused:
        assert (again.text, again.merged, again.refused) == (done.text, (), ())


def _own_content(law: Law, address: Address) -> object:
    found = law.find(address)
    return found and (found.text, content(found.heading), content(found.notes))


def test_nearly_all_corrections_of_one_word_find_their_place() -> None:
    done: Counter[str] = Counter()
    for name in PAGES:
        places = ((law, place) for law in ours(name).laws for place in law.provisions())
        for law, place in places:
            texts = texts_of(place, bridge_outline().scheme)
            for part in texts:
                words = edited(texts[part].words, "replace", 1)
                made = patch_text(
                    PatchedText(law, place, part), words, CAUSE, bridge_outline().scheme
                )
                result = merged(name, made.patches)
                done.update(merged=len(result.merged), refused=len(result.refused))
    assert done["merged"] > 100
    assert done["refused"] <= 2


def test_a_title_that_the_extraction_lost_and_the_page_has_otherwise_is_refused() -> None:
    law = law_of(ours("law_57"), "en")
    one = new_patch(law, law.root, "heading", ("", "PREMATURE LEAD OR PLAY"), CAUSE)
    done = merged("law_57", (one,))
    assert done.text == raw("law_57")
    assert "another heading there: «TITLE»" in done.refused[0][1]


def test_a_title_that_extraction_and_page_lost_is_written_in_the_form_of_the_other_title() -> None:
    text = raw("law_57").replace("===== LAW 57 - TITLE =====", "===== LAW 57 =====")
    law = law_of(ours("law_57"), "en")
    one = new_patch(law, law.root, "heading", ("", "PREMATURE LEAD OR PLAY"), CAUSE)
    done = merged("law_57", (one,), text)
    assert done.text == raw("law_57").replace("- TITLE", "- PREMATURE LEAD OR PLAY")


def test_a_heading_that_the_extraction_lost_is_written_in_the_form_of_the_others() -> None:
    text = raw("law_20").replace("==== E. Lost 4 ====\n\n", "E. ")
    law = law_of(ours("law_20"), "en")
    place = law.find(Address((20, 5)))
    assert place
    one = new_patch(law, place, "heading", ("", "Responsibility"), CAUSE)
    done = merged("law_20", (one,), text)
    assert done.text == raw("law_20").replace("E. Lost 4", "E. Responsibility")
