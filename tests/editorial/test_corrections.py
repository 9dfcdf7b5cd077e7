"""Corrections of texts: what is typed is what the laws say after it, with as few patches as go."""

from __future__ import annotations

import shutil
import tomllib
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawkb.align.translation_units import texts_of
from lawkb.corpus.decision_files import DecisionReason, read_patches
from lawkb.editorial.corrections import correct_texts
from lawkb.editorial.decisions import Decision, as_written, decided_files, undone
from lawkb.errors import LawkbError
from lawkb.model.code import Code
from lawkb.model.law import Provision
from lawkb.model.page import Patch
from lawkb.pipeline import current_code
from tests.corpus_files import CORPUS, put_decided
from tests.profiles import of_profile

LOST = "του μορ λαθών"
GIVEN = "του μορ ή παίκτη που υποχρεούται να πει πάσο, ευθύνονται για τη διόρθωση λαθών"


class Desk:
    """A corpus with the decisions that were made in it, each on what the files say then."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.decided: list[Decision] = []
        self.read()

    def read(self) -> None:
        self.code: Code = current_code(self.folder)
        self.patches: tuple[Patch, ...] = read_patches(self.folder, self.code.outline)

    def at(self, address: str, language: str = "el") -> Provision:
        found = self.code.provision("2017", language, self.code.outline.scheme.read(address))
        assert found
        return found

    def texts(self, address: str) -> dict[str, str]:
        scheme = self.code.outline.scheme
        return {part: text.shown for part, text in texts_of(self.at(address), scheme).items()}

    def correct(
        self, address: str, edited: dict[str, str], author: str = "Α. Β.", date: str = "2026-11-23"
    ) -> Decision:
        place = ("2017", "el", self.code.outline.scheme.read(address))
        cause = DecisionReason("it was wrong", author, date, "the editor")
        decision = correct_texts(self.code, self.patches, place, edited, cause)
        self.write(as_written(self.folder, decision, self.code.outline))
        return decision

    def write(self, decision: Decision) -> None:
        put_decided(self.folder, decision, self.code.outline)
        self.decided.append(decision)
        self.read()

    def files(self) -> dict[str, bytes]:
        return {file.name: file.read_bytes() for file in (self.folder / "patches").iterdir()}

    def own(self, address: str, field: str) -> list[tuple[str, str]]:
        """Old and new words of the patches of a provision."""
        tables = [tomllib.loads(file.decode())["patches"] for file in self.files().values()]
        return [
            (each["old"], each["new"])
            for each in chain.from_iterable(tables)
            if (each["place"], each["field"], each["language"]) == (address, field, "el")
        ]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(Path(shutil.copytree(CORPUS, tmp_path / "corpus")))


def test_words_that_were_lost_are_supplied_and_the_mark_no_longer_holds(desk: Desk) -> None:
    before, whole = desk.files(), desk.at("20E").text.replace(LOST, GIVEN)
    assert not desk.at("20E").complete
    decision = desk.correct("20E", {"": whole})
    assert (desk.at("20E").text, desk.at("20E").complete) == (whole, True)
    assert decision.what == "Correct the text of 20E (el): it was wrong"
    after = desk.files()
    assert after.pop("law_20.toml").startswith(before.pop("law_20.toml"))
    assert after == before


def test_a_lost_heading_is_supplied_corrected_and_taken_back(desk: Desk) -> None:
    before = desk.files()
    desk.correct("20E", {"heading": "Διόρθωση"})
    desk.correct("20E", {"heading": "Διόρθωση λάθους"})
    heading = desk.at("20E").heading
    assert heading and heading.text == "Διόρθωση λάθους"
    assert desk.own("20E", "heading") == [("", "Διόρθωση λάθους")]
    desk.correct("20E", {"heading": ""}, author="Γ. Δ.")
    assert desk.at("20E").heading is None
    assert desk.files() == before


def test_a_lost_title_is_supplied(desk: Desk) -> None:
    desk.correct("14", {"heading": "Φύλλο που λείπει"})
    heading = desk.at("14").heading
    assert heading and heading.text == "Φύλλο που λείπει"


def test_correcting_again_on_the_same_day_replaces_the_first_patch(desk: Desk) -> None:
    first = desk.at("20B").text
    desk.correct("20B", {"": first.replace("παίκτης", "ένας παίκτης", 1)})
    desk.correct("20B", {"": first.replace("παίκτης", "κάποιος παίκτης", 1)})
    (patch,) = desk.own("20B", "text")
    assert patch[0] in first and "κάποιος" in patch[1]
    assert desk.at("20B").text == first.replace("παίκτης", "κάποιος παίκτης", 1)


@pytest.mark.parametrize(("author", "date"), [("Γ. Δ.", "2026-11-23"), ("Α. Β.", "2026-11-24")])
def test_what_another_or_another_day_corrects_is_added(desk: Desk, author: str, date: str) -> None:
    first = desk.at("20B").text
    desk.correct("20B", {"": first.replace("παίκτης", "ένας παίκτης", 1)})
    desk.correct("20B", {"": first.replace("παίκτης", "κάποιος παίκτης", 1)}, author, date)
    assert len(desk.own("20B", "text")) == 2
    assert desk.at("20B").text == first.replace("παίκτης", "κάποιος παίκτης", 1)


def test_the_text_of_the_page_takes_all_patches_back(desk: Desk) -> None:
    before, page = desk.files(), desk.at("20E").text
    whole = page.replace(LOST, GIVEN)
    desk.correct("20E", {"": whole})
    desk.correct("20E", {"": whole.replace("πάσο", "«πάσο»")}, author="Γ. Δ.")
    decision = desk.correct("20E", {"": page}, author="Ε. Ζ.")
    assert not decision.added and len(decision.removed) == 2
    assert desk.files() == before
    assert not desk.at("20E").complete


def test_several_texts_are_corrected_at_once(desk: Desk) -> None:
    noted = next(
        each for each in desk.code.laws["2017", "el", 20].provisions() if each.notes
    ).address
    name = desk.code.outline.scheme.write(noted)
    edited = {"heading": "Επικεφαλίδα", "note 1": desk.texts(name)["note 1"] + " Έτσι."}
    decision = desk.correct(name, edited)
    assert {part: desk.texts(name)[part] for part in edited} == edited
    assert " and " in decision.what


def test_every_undo_gives_back_the_files_as_they_were(desk: Desk) -> None:
    states, page = [desk.files()], desk.at("20E").text
    whole = page.replace(LOST, GIVEN)
    for edited in (
        {"": whole},
        {"heading": "Διόρθωση", "": whole.replace("πάσο", "«πάσο»")},
        {"heading": "Διόρθωση λάθους"},
        {"": page},
        {"heading": ""},
    ):
        desk.correct("20E", edited)
        states.append(desk.files())
    for decision, state in zip(desk.decided[::-1], states[-2::-1], strict=True):
        put_decided(desk.folder, undone(decision), desk.code.outline)
        assert desk.files() == state


def test_a_patch_that_the_page_made_needless_is_not_taken_back(desk: Desk) -> None:
    old = desk.at("20B").text
    new = old.replace("παίκτης", "κάποιος παίκτης", 1)
    desk.correct("20B", {"": new})
    page = desk.folder / "sources/wiki/law_20.txt"
    text = page.read_text("utf-8")
    assert text.count(old[:60]) == 1
    at = text.index(old[:60])
    page.write_text(text[:at] + text[at:].replace("παίκτης", "κάποιος παίκτης", 1), "utf-8")
    desk.read()
    assert desk.at("20B").text == new
    desk.correct("20B", {"": old})
    assert desk.at("20B").text == old


def test_a_correction_needs_a_reason(desk: Desk) -> None:
    place = ("2017", "el", desk.code.outline.scheme.read("20E"))
    with pytest.raises(LawkbError, match="there is no reason"):
        correct_texts(
            desk.code, desk.patches, place, {"": "new"}, DecisionReason(" ", "y", "z", "x")
        )


REFUSED = [
    ("20E", {}, "the text is as it was"),
    ("20E", {"": " \n"}, "cannot take a whole text away"),
    ("20E", {"": "με \0"}, r"a character that XML does not allow: U\+0000"),
    ("20E", {"": "με \ud800"}, r"U\+D800"),
    ("20E", {"text 9": "νέο"}, "the page has no such text"),
    ("20E", {"heading": ""}, "the text is as it was"),
    ("20Z", {"": "νέο"}, "has no such provision"),
]


@pytest.mark.parametrize(("address", "edited", "why"), REFUSED)
def test_what_no_patch_can_make_is_refused_with_the_reason(
    desk: Desk, address: str, edited: dict[str, str], why: str
) -> None:
    with pytest.raises(LawkbError, match=why) as error:
        desk.correct(address, edited)
    assert len(str(error.value).split("\n")) == 3


def test_marks_of_notes_stay_in_a_text(desk: Desk) -> None:
    law = desk.code.laws["2017", "el", 20]
    scheme = desk.code.outline.scheme
    name = next(scheme.write(each.address) for each in law.provisions() if each.notes)
    part, text = next((p, t) for p, t in desk.texts(name).items() if "[" in t)
    with pytest.raises(LawkbError, match="put the marks back"):
        desk.correct(name, {part: text.replace("[", "(", 1)})


def test_a_patch_that_somebody_removed_meanwhile_is_not_replaced(desk: Desk) -> None:
    code, patches = desk.code, desk.patches
    desk.correct("20E", {"heading": "Διόρθωση"})
    held, known = desk.code, desk.patches
    put_decided(desk.folder, undone(desk.decided[-1]), code.outline)
    cause = DecisionReason("shorter", "Α. Β.", "2026-11-23", "the editor")
    place = ("2017", "el", code.outline.scheme.read("20E"))
    decision = correct_texts(held, known, place, {"heading": "Λάθος"}, cause)
    with pytest.raises(LawkbError, match="this entry is no longer there"):
        decided_files(desk.folder, decision, code.outline)
    assert read_patches(desk.folder, code.outline) == patches


WORDS = st.lists(
    st.sampled_from(["παίκτης", "ο", "λάθος", ",", "(20E)", '"', "'''", "[[x]]", "#", "  ", "\t"]),
    min_size=1,
    max_size=3,
).map(" ".join)


@settings(max_examples=of_profile(0.25))
@given(st.data())
def test_what_was_typed_is_read_back_and_undone(
    tmp_path_factory: pytest.TempPathFactory, data: Any
) -> None:
    desk = Desk(Path(shutil.copytree(CORPUS, tmp_path_factory.mktemp("any") / "corpus")))
    before = desk.files()
    names = ["20B", "20C2", "20E", "20F1", "57A", "14A"]
    name = data.draw(st.sampled_from(names))
    for _ in range(data.draw(st.integers(1, 3))):
        words = desk.texts(name)[""].split(" ")
        at = data.draw(st.integers(0, len(words)))
        size = data.draw(st.integers(0, 2))
        edited = " ".join([*words[:at], data.draw(WORDS), *words[at + size :]])
        try:
            desk.correct(name, {"": edited}, author=data.draw(st.sampled_from("ΑΒ")))
        except LawkbError:
            continue
        assert desk.texts(name)[""] == edited.strip()
    for decision in desk.decided[::-1]:
        put_decided(desk.folder, undone(decision), desk.code.outline)
    assert desk.files() == before
