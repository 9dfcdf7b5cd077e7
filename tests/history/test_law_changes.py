"""The changes of all laws: from the revisions of a wiki, without what is private."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.history import law_changes as module
from lawkb.history.changes import ProvisionChange, word_diff
from lawkb.history.law_changes import LawChange, in_order, law_changes, public_change
from lawkb.model.privacy import has_address
from lawkb.pipeline import ingest, read_code
from tests.corpus_files import CORPUS
from tests.strategies import SCHEME

PEBBLES = CORPUS.parent / "examples" / "three-pebbles" / "corpus"


@pytest.fixture(scope="module")
def pebbles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pebbles") / "corpus"
    shutil.copytree(PEBBLES, folder)
    ingest(folder)
    return folder


def test_the_changes_are_those_of_the_change_log_newest_first(pebbles: Path) -> None:
    changes = [each for each in law_changes(pebbles, read_code(pebbles)) if each.law == 7]
    # Read off rule_07.changes.
    assert [(each.time[:10], each.author, each.first) for each in changes] == [
        ("2017-05-26", "Άννα Σαμπλή", False),
        ("2017-05-26", "Νίκος Δείγμας", False),
        ("2017-05-25", "Άννα Σαμπλή", False),
        ("2016-03-05", "Νίκος Δείγμας", False),
        ("2016-03-01", "Άννα Σαμπλή", True),
    ]
    (minor,) = changes[1].provisions
    assert SCHEME.write(minor.address) == "7A1"
    assert [piece.text for piece in minor.diff if piece.kind == "new"] == [" ως έχει"]


def test_a_second_reading_takes_the_changes_from_the_cache(
    pebbles: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = read_code(pebbles)
    once = law_changes(pebbles, code)

    def unread(*_: object) -> None:
        pytest.fail("the revisions were read again")

    monkeypatch.setattr(module, "read_steps", unread)
    assert law_changes(pebbles, code) == once


def test_a_corpus_of_plain_pages_has_the_last_change_of_each() -> None:
    changes = law_changes(CORPUS, read_code(CORPUS))
    assert changes
    assert not any(each.addresses or each.provisions for each in changes)
    assert [each.time for each in changes] == sorted((e.time for e in changes), reverse=True)


def test_a_law_with_revisions_has_no_second_last_change() -> None:
    revision = LawChange("2016", 7, "2016-03-05T10:30:00Z", (SCHEME.read("7A"),))
    last = LawChange("2016", 7, "2017-01-01T00:00:00Z")
    other = LawChange("2016", 8, "2017-01-01T00:00:00Z")
    assert in_order((revision, last, other)) == (other, revision)


PRIVATE = st.sampled_from(["anna@example.org", "192.0.2.7", "2001:db8::1"])
WORDS = st.lists(st.sampled_from(["ένα", "φύλλο", "card", "14", "A."]), max_size=5).map(" ".join)


@given(WORDS, PRIVATE, WORDS, st.booleans())
def test_no_address_of_an_old_text_leaves_the_source(
    before: str, private: str, after: str, kept: bool
) -> None:
    old = f"{before} {private} {after}"
    new = f"{before} {private}x {after}" if kept else f"{before} {after}"
    change = ProvisionChange("2017", "el", SCHEME.read("7A"), "text", word_diff(old, new))
    shown = public_change(change)
    sides = ("".join(p.text for p in shown.diff if p.kind != kind) for kind in ("new", "gone"))
    assert not any(has_address(side) for side in sides)
    assert not has_address("".join(piece.text for piece in shown.diff))


def test_a_change_without_addresses_stays_as_it_is() -> None:
    change = ProvisionChange("2017", "el", SCHEME.read("7A"), "text", word_diff("a b", "a c"))
    assert public_change(change) is change
