"""What each decision adds to the files and removes from them; entries that stay, stay."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from lawkb.checks.runner import check_code
from lawkb.corpus.decision_files import (
    DecisionReason,
    ReviewState,
    read_patches,
    read_review,
    read_settlements,
    read_waivers,
)
from lawkb.corpus.editorial_settings import EditorialSettings
from lawkb.corpus.glossary import read_glossary
from lawkb.corpus.laws import read_code
from lawkb.editorial.decisions import (
    Decision,
    accept_finding,
    add_term,
    as_written,
    change_term,
    decide_comment,
    fix_all,
    renew_acceptance,
    set_review_state,
    typed_term,
    undone,
)
from lawkb.editorial.translation_progress import Translation
from lawkb.errors import LawkbError
from lawkb.model.code import Code
from lawkb.model.finding import Finding
from lawkb.pipeline import current_code
from tests.corpus_files import CORPUS, put_decided

GREEK = Translation("2017", "en", "el")
WHY = DecisionReason("it is so", "Α. Β.", "2026-11-23")
SIGNED = ("Α. Β.", "2026-11-23")


@pytest.fixture(scope="module")
def code() -> Code:
    return read_code(CORPUS)


@pytest.fixture(scope="module")
def findings(code: Code) -> Sequence[Finding]:
    return check_code(code, EditorialSettings())


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return Path(shutil.copytree(CORPUS, tmp_path / "corpus"))


def reviewed(corpus: Path, code: Code, place: str, state: ReviewState) -> Decision:
    held = read_review(corpus, code.outline)
    places = [code.outline.scheme.read(place)]
    decision = set_review_state(code, held, (GREEK, places), state, SIGNED)
    decision = as_written(corpus, decision, code.outline)
    put_decided(corpus, decision, code.outline)
    return decision


# ---- fixes


def test_letters_of_the_wrong_alphabet_are_fixed_at_once_and_one_by_one(
    corpus: Path, code: Code, findings: tuple[Finding, ...]
) -> None:
    wrong = [each for each in findings if each.rule == "reference-script"]
    patches = read_patches(corpus, code.outline)
    together, left = fix_all(wrong, code, patches, *SIGNED)
    assert len(together.added) == len(wrong) and not left
    assert together.what == f"Fix {len({each.place for each in wrong})} provisions"
    one_by_one = [fix_all([each], code, patches, *SIGNED)[0] for each in wrong]
    assert tuple(each.added[0] for each in one_by_one) == together.added
    assert one_by_one[0].what == f"Fix {wrong[0].place} (el)"
    put_decided(corpus, together, code.outline)
    after = check_code(current_code(corpus), EditorialSettings())
    assert not [each for each in after if each.rule == "reference-script"]


def test_two_fixes_of_one_text_are_made_together_and_taken_back_together(
    corpus: Path, code: Code, findings: tuple[Finding, ...]
) -> None:
    at = [each for each in findings if each.place == "20G3" and each.fix]
    before = (corpus / "patches/law_20.toml").read_bytes()
    decision, left = fix_all(at, code, read_patches(corpus, code.outline), *SIGNED)
    assert (len(at), len(decision.added), left) == (2, 2, ())
    put_decided(corpus, decision, code.outline)
    put_decided(corpus, undone(decision), code.outline)
    assert (corpus / "patches/law_20.toml").read_bytes() == before


def test_a_patch_is_added_where_patches_of_the_same_place_are_applied_before_it(
    corpus: Path, code: Code, findings: tuple[Finding, ...]
) -> None:
    (corpus / "patches/law_20.toml").rename(corpus / "patches/zz.toml")
    lost = next(each for each in findings if each.fix and each.place == "20G3")
    first, _ = fix_all([lost], code, read_patches(corpus, code.outline), *SIGNED)
    assert [each.file for each in first.added] == ["patches/law_20.toml"]
    put_decided(corpus, first, code.outline)
    (corpus / "patches/law_20.toml").rename(corpus / "patches/zzz.toml")
    again, _ = fix_all([lost], code, read_patches(corpus, code.outline), *SIGNED)
    assert [each.file for each in again.added] == ["patches/zzz.toml"]


# ---- accepted findings


def test_lost_numbers_of_notes_are_accepted(
    corpus: Path, code: Code, findings: tuple[Finding, ...]
) -> None:
    lost = [each for each in findings if each.rule == "note-parity"]
    assert lost
    for each in lost:
        decision = accept_finding(each, code, read_waivers(corpus), WHY)
        put_decided(corpus, decision, code.outline)
    assert {each.fingerprint for each in read_waivers(corpus)} == {f.fingerprint for f in lost}


def test_a_renewed_acceptance_keeps_its_place_and_its_reason(
    corpus: Path, code: Code, findings: tuple[Finding, ...]
) -> None:
    for each in findings[:3]:
        waivers = read_waivers(corpus)
        put_decided(corpus, accept_finding(each, code, waivers, WHY), code.outline)
    file = corpus / "waivers.toml"
    held = file.read_text("utf-8")
    second = read_waivers(corpus)[1]
    file.write_text(f"# ours\n{held.replace(second.original, '0' * 16)}# end\n", "utf-8")
    old = read_waivers(corpus)[1]
    renewed = renew_acceptance(old, findings, code, DecisionReason("", *SIGNED))
    put_decided(corpus, renewed, code.outline)
    assert [each.reason for each in read_waivers(corpus)] == [WHY.reason] * 3
    assert read_waivers(corpus)[1] == second
    assert file.read_text("utf-8").startswith("# ours\n")


def test_a_finding_needs_a_reason(code: Code, findings: tuple[Finding, ...]) -> None:
    with pytest.raises(LawkbError, match="there is no reason"):
        accept_finding(findings[0], code, (), DecisionReason(" \n", *SIGNED))


# ---- review states


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x85", "\x0b", "\r", "\x1c"])
def test_a_sign_that_ends_a_line_is_a_space_in_what_people_say(sign: str) -> None:
    told = DecisionReason(f"a{sign}b", f"Μα{sign}ρία", "2026-11-29", f"x{sign}y")
    assert (told.reason, told.author, told.origin) == ("a b", "Μα ρία", "x y")


def test_marks_of_direction_are_not_in_what_people_say(
    code: Code, findings: tuple[Finding, ...]
) -> None:
    glossary, places = read_glossary(CORPUS, code.outline), [code.outline.scheme.read("57D")]
    for sign in map(chr, (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))):
        with pytest.raises(LawkbError, match="there is no reason"):
            accept_finding(findings[0], code, (), DecisionReason(sign, "Α. Β.", "2026-11-29"))
        signed = (f"Α.{sign} Β.", "2026-11-29")
        decision = set_review_state(code, {}, (GREEK, places), "reviewed", signed)
        assert dict(decision.added[0].values)["author"] == "Α. Β."
        words = {"el": "κάτι"}
        term = typed_term("anything", words, "preferred", f"a{sign} note", code.outline)
        (row,) = add_term(glossary, term, code.outline).added
        assert dict(row.values)["note"] == "a note"


def test_a_state_is_put_among_the_provisions_in_their_order(corpus: Path, code: Code) -> None:
    for place in ("47E", "20B", "57A", "20C"):
        reviewed(corpus, code, place, "reviewed")
    held = [address for _, _, address in read_review(corpus, code.outline)]
    assert held == sorted(held)


def test_remarks_in_the_file_of_states_stay(corpus: Path, code: Code) -> None:
    reviewed(corpus, code, "20B", "reviewed")
    file = corpus / "review.tsv"
    head, row = file.read_text("utf-8").splitlines()
    file.write_text(f"# who: A\n{head}\n# of law 20\n{row}\n\n# end", "utf-8")
    before = file.read_bytes()
    decision = reviewed(corpus, code, "20", "final")
    text = file.read_text("utf-8")
    assert text.startswith(f"# who: A\n{head}\n# of law 20\n") and text.endswith("\n\n# end")
    assert len(decision.removed) == 1 and len(decision.added) > 1
    put_decided(corpus, undone(decision), code.outline)
    assert file.read_bytes() == before


def test_the_same_state_again_changes_nothing(corpus: Path, code: Code) -> None:
    reviewed(corpus, code, "20", "reviewed")
    before = (corpus / "review.tsv").read_bytes()
    decision = reviewed(corpus, code, "20", "reviewed")
    assert (decision.added, decision.removed) == ((), ())
    assert (corpus / "review.tsv").read_bytes() == before


# ---- comments and terms


def test_the_same_decision_on_a_comment_adds_nothing(corpus: Path, code: Code) -> None:
    first = decide_comment((), "36afb419", "applied", WHY)
    put_decided(corpus, first, code.outline)
    held = read_settlements(corpus)
    assert not decide_comment(held, "36afb419", "applied", WHY).added
    assert decide_comment(held, "36afb419", "rejected", WHY).added


def test_a_changed_term_stays_in_its_line(corpus: Path, code: Code) -> None:
    file, outline = corpus / "glossary.tsv", code.outline
    before = file.read_bytes()
    glossary = read_glossary(corpus, outline)
    old = glossary.terms[7]
    new = typed_term(old.term, {"el": "έξοδος"}, "admitted", "a remark", outline)
    decision = as_written(corpus, change_term(glossary, old, new, outline), outline)
    put_decided(corpus, decision, outline)
    changed = read_glossary(corpus, outline)
    assert len(changed.terms) == len(glossary.terms)
    assert (changed.terms[7].where, changed.terms[7].note) == (old.where, "a remark")
    put_decided(corpus, undone(decision), outline)
    assert file.read_bytes() == before


def test_a_column_that_the_glossary_lacks_is_reported(corpus: Path, code: Code) -> None:
    (corpus / "glossary.tsv").write_text("en\tel\tstatus\tnote\n", "utf-8")
    glossary = read_glossary(corpus, code.outline)
    term = typed_term("deal", {"it": "smazzata"}, "preferred", "", code.outline)
    with pytest.raises(LawkbError, match="has no column it"):
        put_decided(corpus, add_term(glossary, term, code.outline), code.outline)


def test_undoing_an_undo_is_the_decision_again(code: Code, findings: tuple[Finding, ...]) -> None:
    decision = accept_finding(findings[0], code, (), WHY)
    assert undone(decision).what == f"Undo: {decision.what}"
    assert undone(undone(decision)) == decision
