"""A correction merged into the raw text of a wiki page: exactly it, proved by reading again."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from lawkb.align.translation_units import texts_of
from lawkb.corpus.decision_files import DecisionReason
from lawkb.editorial.new_patches import PatchedText, new_patch, patch_text
from lawkb.editorial.page_merge import PageMerge, content, merge_patches, page_reader
from lawkb.model.address import Address
from lawkb.model.law import Law
from lawkb.model.page import Page, Patch, PatchField
from lawkb.parse.apply_patches import apply_patches
from lawkb.parse.read_page import PageReading
from tests.corpus_files import PEBBLES, outline_in, wiki_in
from tests.parse.three_pebbles import extracted, read_rule
from tests.profiles import of_profile
from tests.sources.samples import SAMPLES

CAUSE = DecisionReason("a slip", "Άννα Σαμπλή", "2026-01-01", "the editor")
PAGES = ("rule_02", "rule_03", "rule_07", "rule_20", "rule_40")


@cache
def raw(page: str) -> str:
    return (SAMPLES / "data22" / "pages" / f"{page}.txt").read_text(encoding="utf-8")


def read(page: str, text: str) -> PageReading:
    return page_reader(Page("wiki", page, page, b""), wiki_in(PEBBLES), outline_in(PEBBLES))(text)


@cache
def whole(page: str) -> PageReading:
    return read(page, raw(page))


def merged(page: str, text: str, patches: tuple[Patch, ...], ours: PageReading) -> PageMerge:
    return merge_patches(text, lambda each: read(page, each), ours, patches, outline_in(PEBBLES))


def law_of(reading: PageReading, language: str) -> Law:
    return next(law for law in reading.laws if law.language == language)


def patch(
    page: str, place: str, words: tuple[str, str], language: str = "el", field: PatchField = "text"
) -> Patch:
    law = law_of(whole(page), language)
    provision = law.find(outline_in(PEBBLES).scheme.read(place))
    assert provision
    return new_patch(law, provision, field, words, CAUSE)


def push(page: str, one: Patch, text: str | None = None) -> PageMerge:
    return merged(page, raw(page) if text is None else text, (one,), whole(page))


EDITS = st.sampled_from(["replace", "insert", "delete", "two", "signs"])


def edited(words: str, kind: str, at: int) -> str:
    found = words.split(" ")
    at %= len(found)
    if kind == "replace":
        found[at] = "λέξη"
    elif kind == "insert":
        found.insert(at + 1, "νέα λέξη")
    elif kind == "delete":
        del found[at]
    elif kind == "signs":
        found[at] = "a//b// [[x]] **y**"
    else:
        found[0], found[at] = f"{found[0]} β", "α,"
    return " ".join(found)


@settings(max_examples=of_profile(1.5), deadline=None)
@given(st.sampled_from(PAGES), st.sampled_from(["raw", "A"]), EDITS, st.data())
def test_any_correction_is_merged_exactly_or_refused_and_a_second_merge_does_nothing(
    page: str, form: str, kind: str, data: st.DataObject
) -> None:
    ours = whole(page) if form == "raw" else read_rule(extracted(form, page), page)
    law = data.draw(st.sampled_from(ours.laws))
    place = data.draw(st.sampled_from([*law.provisions()]))
    texts = texts_of(place, outline_in(PEBBLES).scheme)
    assume(texts)
    part = data.draw(st.sampled_from([*texts]))
    words = edited(texts[part].words, kind, data.draw(st.integers(0, 60)))
    made = patch_text(PatchedText(law, place, part), words, CAUSE, outline_in(PEBBLES).scheme)
    assume(made.patches)
    done = merged(page, raw(page), made.patches, ours)
    assert len(done.merged) + len(done.refused) == len(made.patches)
    after = read(page, done.text)
    for before, now in zip(whole(page).laws, after.laws, strict=True):
        if before.language != law.language:
            assert content(before) == content(now)
    if form == "raw" and not done.refused:
        wanted, stale = apply_patches(law, made.patches)
        assert not stale
        assert content(wanted) == content(law_of(after, law.language))
        again = merged(page, done.text, made.patches, ours)
        assert (again.text, again.merged, again.refused) == (done.text, (), ())
    lines, old = done.text.split("\n"), raw(page).split("\n")
    assert sum(one != other for one, other in zip(lines, old, strict=True)) <= len(done.merged)


def test_words_with_markup_between_them_keep_the_markup() -> None:
    one = patch("rule_07", "7C2", ("γίνεται μαύρο βότσαλο", "γίνεται ένα μαύρο βότσαλο"))
    done = push("rule_07", one)
    place = law_of(read("rule_07", done.text), "el").find(one.address)
    assert place
    assert "γίνεται ένα μαύρο βότσαλο" in place.text
    (mark,) = (mark for passage in place.passages for mark in passage.marks)
    assert place.text[mark.start : mark.end].endswith("μαύρο")


def test_words_around_a_note_keep_the_note() -> None:
    one = patch("rule_07", "7C1(a)", ("τρόπο πριν", "τρόπο του πριν"))
    done = push("rule_07", one)
    assert done.text == raw("rule_07").replace("τρόπο((", "τρόπο του((", 1) or done.text == raw(
        "rule_07"
    ).replace("χέρι)) πριν", "χέρι)) του πριν")
    assert done.merged == (one,)


def test_a_word_of_a_note_is_corrected_in_the_note() -> None:
    one = patch("rule_07", "7C1(a)", ("νεύμα", "γνέψιμο"), field="note")
    assert push("rule_07", one).text == raw("rule_07").replace("με νεύμα", "με γνέψιμο")


def test_words_that_the_wiki_would_take_for_markup_are_written_literally() -> None:
    one = patch("rule_07", "7A1", ("δεχτεί", "**δεχτεί**"))
    done = push("rule_07", one)
    assert "<nowiki>" in done.text
    assert done.merged == (one,)


def test_an_edit_elsewhere_in_the_provision_is_kept() -> None:
    theirs = raw("rule_07").replace("Όταν ένας φύλακας", "Αν ένας φύλακας")
    one = patch("rule_07", "7A", ("επιλέγει μία", "διαλέγει μία"))
    done = push("rule_07", one, theirs)
    assert done.text == theirs.replace("επιλέγει μία", "διαλέγει μία")


@pytest.mark.parametrize("theirs", ["επιλέγει κάποια", "προτιμά μία"])
def test_an_edit_of_the_same_words_is_refused_and_left_as_it_is(theirs: str) -> None:
    text = raw("rule_07").replace("επιλέγει μία", theirs)
    done = push("rule_07", patch("rule_07", "7A", ("επιλέγει μία", "διαλέγει μία")), text)
    assert (done.text, done.merged) == (text, ())
    assert "was changed" in done.refused[0][1]


def test_words_twice_in_the_provision_by_now_are_refused() -> None:
    text = raw("rule_07").replace("μία από τις", "επιλέγει μία από τις")
    done = push("rule_07", patch("rule_07", "7A", ("επιλέγει", "διαλέγει")), text)
    assert (done.text, done.refused[0][1]) == (text, done.refused[0][1])
    assert "more than once" in done.refused[0][1]


def test_a_provision_that_the_page_no_longer_has_is_refused() -> None:
    text = raw("rule_07").replace("3. να αφαιρέσει ένα βότσαλο από την όχθη.\n\n", "")
    done = push("rule_07", patch("rule_07", "7A3", ("αφαιρέσει", "πάρει")), text)
    assert done.refused[0][1] == "the wiki's page has no such provision"


def test_a_correction_that_the_page_has_is_recognised_though_the_page_was_edited_on() -> None:
    one = patch("rule_07", "7A", ("επιλέγει μία", "επιλέγει μόνο μία"))
    text = (
        raw("rule_07").replace("επιλέγει μία", "επιλέγει μόνο μία").replace("Όταν ένας", "Αν ένας")
    )
    done = push("rule_07", one, text)
    assert (done.text, done.held) == (text, (one,))


def test_a_word_more_is_not_written_twice() -> None:
    one = patch("rule_07", "7A", ("βότσαλο πριν", "βότσαλο λίγο πριν"))
    first = push("rule_07", one)
    assert push("rule_07", one, first.text).text == first.text


@pytest.mark.parametrize(
    ("words", "new"), [(("Each lake", "lake"), "lake has four"), (("♣ 30", "♣"), None)]
)
def test_a_word_less_is_not_taken_for_merged_because_the_others_are_there(
    words: tuple[str, str], new: str | None
) -> None:
    ours = read_rule(extracted("A", "rule_02"), "rule_02")
    law = law_of(ours, "en")
    one = new_patch(law, law.root, "text", words, CAUSE)
    done = merged("rule_02", raw("rule_02"), (one,), ours)
    assert done.held == ()
    if new:
        assert done.text == raw("rule_02").replace("Each lake has four", new)
    else:  # the words are in two cells of a table
        assert [each for each, _ in done.refused] == [one]


def test_a_correction_is_recognised_though_the_word_beside_it_was_changed() -> None:
    one = patch("rule_07", "7A", ("επιλέγει μία", "διαλέγει μία"))
    text = raw("rule_07").replace("επιλέγει μία από", "διαλέγει μία εκ")
    done = push("rule_07", one, text)
    assert (done.text, done.held) == (text, (one,))


def test_a_word_less_is_not_there_if_another_word_is_in_its_place() -> None:
    one = patch("rule_02", "2", ("Each lake", "lake"), "en")
    done = push("rule_02", one, raw("rule_02").replace("Each lake", "Every lake"))
    assert (done.held, len(done.refused)) == ((), 1)


def test_a_chain_of_corrections_is_merged_in_its_order() -> None:
    chain = (
        patch("rule_07", "7A1", ("δεχτεί", "αποδεχτεί")),
        patch("rule_07", "7A1", ("να αποδεχτεί", "αν θέλει, να αποδεχτεί")),
    )
    done = merged("rule_07", raw("rule_07"), chain, whole("rule_07"))
    assert "1. αν θέλει, να αποδεχτεί την κίνηση" in done.text
    assert merged("rule_07", done.text, chain, whole("rule_07")).held == chain


def test_a_mark_of_missing_words_is_never_merged() -> None:
    one = patch("rule_07", "7A1", ("να δεχτεί", ""), field="complete")
    done = push("rule_07", one)
    assert (done.text, done.merged, done.refused) == (raw("rule_07"), (), ())


def test_quotes_are_written_as_the_page_has_them() -> None:
    law = law_of(whole("rule_07"), "el")
    place = law.find(outline_in(PEBBLES).scheme.read("7C1(b)(ii)"))
    assert place
    one = new_patch(law, place, "text", ("“διαφορετικά”.", "“τελείως διαφορετικά”."), CAUSE)
    done = push("rule_07", one)
    assert done.text == raw("rule_07").replace('"διαφορετικά"', '"τελείως διαφορετικά"')


def test_a_lost_heading_gets_the_form_of_the_others() -> None:
    text = raw("rule_07").replace("==== Β. Ανάκληση Κίνησης ====\n\n", "Β. ")
    ours = read("rule_07", text)
    law = law_of(ours, "el")
    place = law.find(Address((7, 2)))
    assert place
    assert place.heading is None
    one = new_patch(law, place, "heading", ("", "Ανάκληση Κίνησης"), CAUSE)
    assert merged("rule_07", text, (one,), ours).text == raw("rule_07")


def test_a_lost_title_is_added_to_its_label() -> None:
    text = raw("rule_07").replace(
        "===== RULE 7 - MOVING BEFORE ONE'S TURN =====", "===== RULE 7 ====="
    )
    ours = read("rule_07", text)
    law = law_of(ours, "en")
    one = new_patch(law, law.root, "heading", ("", "MOVING BEFORE ONE'S TURN"), CAUSE)
    assert merged("rule_07", text, (one,), ours).text == raw("rule_07")


def test_a_heading_that_the_page_has_otherwise_is_refused() -> None:
    law = law_of(whole("rule_07"), "en")
    one = new_patch(law, law.root, "heading", ("", "MOVING TOO EARLY"), CAUSE)
    done = push("rule_07", one)
    assert "another heading" in done.refused[0][1]


def test_a_heading_that_a_text_extraction_lost_is_there_in_the_page() -> None:
    ours = read_rule(extracted("B", "rule_07"), "rule_07")
    law = law_of(ours, "en")
    place = law.find(Address((7, 1)))
    assert place
    assert place.heading is None
    one = new_patch(law, place, "heading", ("", "Premature Move"), CAUSE)
    done = merged("rule_07", raw("rule_07"), (one,), ours)
    assert (done.text, done.held) == (raw("rule_07"), (one,))


def test_trailing_spaces_and_blank_lines_stay() -> None:
    text = raw("rule_07").replace("Μπορεί:\n", "Μπορεί:  \n \n") + "\n \n\n"
    ours = read("rule_07", text)
    one = new_patch(
        law := law_of(ours, "el"),
        law.find(Address((7, 1, 1))) or law.root,
        "text",
        ("δεχτεί", "αποδεχτεί"),
        CAUSE,
    )
    done = merged("rule_07", text, (one,), ours)
    assert done.text == text.replace("δεχτεί", "αποδεχτεί")


def test_a_page_too_damaged_to_read_changes_nothing() -> None:
    one = replace(patch("rule_07", "7A1", ("δεχτεί", "αποδεχτεί")))
    for text in ("", "((", "\ud800 x", "Κενή σελίδα."):
        assert push("rule_07", one, text).text == text
