import re

from hypothesis import given
from hypothesis import strategies as st

from lawkb.checks.patching import Cause, repair
from lawkb.corpus.outline import read_outline, read_sources
from lawkb.model.law import Law
from lawkb.model.page import Page
from lawkb.parse.law_page import read_law_page
from lawkb.parse.patches import apply_patches
from tests.corpus_files import CORPUS

OUTLINE = read_outline(CORPUS)
WIKI = next(source for source in read_sources(CORPUS, OUTLINE) if source.name == "wiki")
TEXT = (CORPUS / "sources" / "wiki" / "law_57.txt").read_text(encoding="utf-8")
WORDS = [m.span() for m in re.finditer(r"[^\W\d_]{3,}", TEXT[: TEXT.index("\n\n\n1)")])]
CAUSE = Cause("typo", "the editor", "somebody", "2026-01-01")


def greek_and_english(text: str) -> tuple[Law, ...]:
    page = Page("wiki", "law_57", "law_57.txt", text.encode())
    return read_law_page(page, WIKI.rules[0], WIKI, OUTLINE).laws


def words_of(law: Law) -> list[tuple[str, str]]:
    return [(p.heading.text if p.heading else "", p.text) for p in law.provisions()]


@given(st.sampled_from(WORDS), st.sampled_from(["λέξη", "word", "δύο λέξεις", "μία, δύο"]))
def test_the_patches_of_an_edit_make_the_edited_law(span: tuple[int, int], new: str) -> None:
    edited = TEXT[: span[0]] + new + TEXT[span[1] :]
    for before, after in zip(greek_and_english(TEXT), greek_and_english(edited), strict=True):
        made = repair(before, after, CAUSE)
        patched, stale = apply_patches(before, made.patches)
        assert (stale, made.refused) == ((), ())
        assert words_of(patched) == words_of(after)


def test_an_equal_copy_gives_no_patch() -> None:
    for law in greek_and_english(TEXT):
        assert repair(law, law, CAUSE).patches == ()


def test_a_provision_that_goes_is_refused() -> None:
    edited = TEXT.replace("4. forbid offender’s partner", "and forbid offender’s partner")
    before, after = greek_and_english(TEXT)[1], greek_and_english(edited)[1]
    made = repair(before, after, CAUSE)
    assert {change.kind for change in made.refused} == {"text", "removed"}


def test_words_that_stand_twice_are_replaced_with_as_many_around_as_needed() -> None:
    edited = TEXT.replace("το φύλλο που βγήκε ή έπαιξε", "το φύλλο που βγήκε και έπαιξε", 1)
    before, after = greek_and_english(TEXT)[0], greek_and_english(edited)[0]
    (patch,) = repair(before, after, CAUSE).patches
    found = before.find(patch.address)
    assert found is not None
    assert found.text.count(patch.old) == 1
