import re
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from lawkb.corpus.decision_files import DecisionReason
from lawkb.editorial.new_patches import EditedCopyPatches, patches_from_copy
from lawkb.model.address import Address
from lawkb.model.law import Law
from lawkb.model.page import Page, Patch
from lawkb.parse.apply_patches import apply_patches
from lawkb.parse.read_page import read_law_page
from tests.corpus_files import CORPUS, bridge_outline, bridge_wiki
from tests.profiles import of_profile


@cache
def law_57() -> str:
    return (CORPUS / "sources" / "wiki" / "law_57.txt").read_text(encoding="utf-8")


@cache
def word_spans() -> list[tuple[int, int]]:
    return [m.span() for m in re.finditer(r"[^\W\d_]{3,}", law_57()[: law_57().index("\n\n\n1)")])]


CAUSE = DecisionReason("typo", "somebody", "2026-01-01", "the editor")


def greek_and_english(text: str) -> tuple[Law, ...]:
    page = Page("wiki", "law_57", "law_57.txt", text.encode())
    return read_law_page(page, bridge_wiki().rules[0], bridge_wiki(), bridge_outline()).laws


def words_of(law: Law) -> list[tuple[str, str]]:
    return [(p.heading.text if p.heading else "", p.text) for p in law.provisions()]


def headed(law: Law) -> list[tuple[Address, bool]]:
    """Each provision, and whether it has a heading."""
    return [(p.address, p.heading is not None) for p in law.provisions()]


def repaired(before: Law, after: Law, patches: tuple[Patch, ...] = ()) -> EditedCopyPatches:
    return patches_from_copy([before], [after], patches, CAUSE, bridge_outline().scheme)


@given(
    st.deferred(lambda: st.sampled_from(word_spans())),
    st.sampled_from(["λέξη", "word", "δύο λέξεις", "μία, δύο"]),
)
def test_the_patches_of_an_edit_make_the_edited_law(span: tuple[int, int], new: str) -> None:
    """An edit by which a heading is read as text, or a text as a heading, is refused."""
    edited = law_57()[: span[0]] + new + law_57()[span[1] :]
    for before, after in zip(greek_and_english(law_57()), greek_and_english(edited), strict=True):
        made = repaired(before, after)
        patched, stale = apply_patches(before, made.patches)
        assert stale == ()
        if headed(before) == headed(after):
            assert made.refused == ()
            assert words_of(patched) == words_of(after)
        else:
            assert {change.kind for change, _ in made.refused} == {"heading"}


def test_an_equal_copy_gives_no_patch() -> None:
    for law in greek_and_english(law_57()):
        assert repaired(law, law).patches == ()


def test_a_provision_that_goes_is_refused() -> None:
    edited = law_57().replace("4. forbid offender’s partner", "and forbid offender’s partner")
    before, after = greek_and_english(law_57())[1], greek_and_english(edited)[1]
    made = repaired(before, after)
    assert {change.kind for change, _ in made.refused} == {"text", "removed"}


def test_words_that_stand_twice_are_replaced_with_as_many_around_as_needed() -> None:
    edited = law_57().replace("το φύλλο που βγήκε ή έπαιξε", "το φύλλο που βγήκε και έπαιξε", 1)
    before, after = greek_and_english(law_57())[0], greek_and_english(edited)[0]
    (patch,) = repaired(before, after).patches
    found = before.find(patch.address)
    assert found is not None
    assert found.text.count(patch.old) == 1


# ---- copies that are edited on, and those of two editors who do not know of one another

# A word of the page is replaced, or keeps its place and has words put after it; every word is new.
# No copy gives back what stood before a patch: it would be one that does not know the patch.
NEW = ["λέξη{1}{2}", "δύο{1}{2} λέξεις{1}{2}", "μία{1}{2}, δύο{1}{2}", "{0} ή{1} {2} παίκτης{1}"]
Slots = dict[int, str]
slots = st.deferred(
    lambda: st.dictionaries(
        st.integers(0, len(word_spans()) - 1), st.sampled_from(NEW[:3]), max_size=6
    )
)


@cache
def laws_57() -> tuple[Law, ...]:
    return greek_and_english(law_57())


def letters(number: int) -> str:
    """Digits would join with the mark of a note after the word."""
    return str(number).translate(str.maketrans("0123456789", "αβγδεζηθικ"))


def filled(slots: Slots, step: int) -> Slots:
    """The new words of some places, different at every place and step."""
    new = {}
    for place, words in slots.items():
        start, end = word_spans()[place]
        form = NEW[3] if place // 2 % 2 else words
        new[place] = form.format(law_57()[start:end], letters(place), "xyzvw"[step])
    return new


def with_words(new: Slots) -> str:
    """The page with the words of some places."""
    text = law_57()
    for place in sorted(new, reverse=True):
        start, end = word_spans()[place]
        text = text[:start] + new[place] + text[end:]
    return text


def patched_with(patches: tuple[Patch, ...]) -> list[list[tuple[str, str]]]:
    laws = [apply_patches(law, patches) for law in laws_57()]
    assert [stale for _, stale in laws] == [()] * len(laws_57())
    return [words_of(law) for law, _ in laws]


def edit(new: Slots, patches: tuple[Patch, ...]) -> tuple[Patch, ...]:
    """The patches with those of an edited copy; the same copy again is no change."""
    copy = greek_and_english(with_words(new))
    made = patches_from_copy(laws_57(), copy, patches, CAUSE, bridge_outline().scheme)
    assert made.refused == ()
    patches = (*patches, *made.patches)
    again = patches_from_copy(laws_57(), copy, patches, CAUSE, bridge_outline().scheme)
    assert (again.patches, again.refused) == ((), ())
    return patches


@settings(max_examples=of_profile(0.2))
@given(st.lists(slots, min_size=1, max_size=4))
def test_after_any_edits_in_a_row_the_page_reads_like_the_last_copy(steps: list[Slots]) -> None:
    patches: tuple[Patch, ...] = ()
    copy: Slots = {}
    for number, step in enumerate(steps):
        copy |= filled(step, number)
        patches = edit(copy, patches)
        wanted = [words_of(law) for law in greek_and_english(with_words(copy))]
        assert patched_with(patches) == wanted


@settings(max_examples=of_profile(0.2))
@given(st.lists(st.tuples(st.booleans(), slots), min_size=2, max_size=5))
def test_editors_of_two_copies_of_a_page_keep_the_words_of_each_other(
    steps: list[tuple[bool, Slots]],
) -> None:
    patches: tuple[Patch, ...] = ()
    copies: dict[bool, Slots] = {True: {}, False: {}}
    for number, (whose, step) in enumerate(steps):
        mine = {place: new for place, new in step.items() if place % 2 == whose}
        copies[whose] |= filled(mine, number)
        patches = edit(copies[whose], patches)
        both = with_words(copies[True] | copies[False])
        assert patched_with(patches) == [words_of(law) for law in greek_and_english(both)]


def test_a_copy_of_the_page_or_of_any_version_since_takes_no_words_away() -> None:
    first = {5: "λέξη", 9: "{0} ή παίκτης"}
    patches = edit(filled(first, 0), ())
    later = edit({**filled(first, 0), 5: "άλλη λέξη"}, patches)
    assert edit({}, later) == later
    assert edit(filled(first, 0), later) == later


def test_words_put_where_a_patch_put_others_are_refused() -> None:
    start, end = word_spans()[20]
    patches = edit({20: f"{law_57()[start:end]} ή οποιοσδήποτε άλλος παίκτης"}, ())
    copy = greek_and_english(with_words({20: f"{law_57()[start:end]} μόνο"}))
    made = patches_from_copy(laws_57(), copy, patches, CAUSE, bridge_outline().scheme)
    assert made.patches == ()
    assert ["a patch put other words" in why for _, why in made.refused] == [True]
