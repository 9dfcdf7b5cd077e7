from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from lawkb.history.changes import changes_of_law, removed_law, word_diff
from lawkb.model.law import Law
from tests.strategies import laws

WORDS = st.lists(
    st.sampled_from(["ένα", "φύλλο", "card", "the", " ", "  ", ",", "1", "\n", "άλφα"]), max_size=30
).map("".join)


@given(WORDS, WORDS)
def test_a_word_diff_gives_both_texts_back(before: str, after: str) -> None:
    pieces = word_diff(before, after)
    assert "".join(p.text for p in pieces if p.kind != "new") == before
    assert "".join(p.text for p in pieces if p.kind != "gone") == after


def test_a_word_diff_of_very_long_texts_compares_their_ends() -> None:
    before = " ".join(f"w{n}" for n in range(9000))
    after = before.replace("w4500 ", "other ")
    pieces = word_diff(before, after)
    assert [p.kind for p in pieces] == ["same", "gone", "new", "same"]
    assert (pieces[1].text, pieces[2].text) == ("w4500", "other")


def test_a_changed_word_is_the_only_thing_that_differs() -> None:
    pieces = word_diff("να παίξει το μεγαλύτερο φύλλο", "να παίξει το μικρότερο φύλλο")
    assert [(p.kind, p.text) for p in pieces if p.kind != "same"] == [
        ("gone", "μεγαλύτερο"),
        ("new", "μικρότερο"),
    ]


@given(laws())
def test_a_law_has_not_changed_against_itself(law: Law) -> None:
    assert changes_of_law(law, law) == ()


@given(laws())
def test_a_new_law_is_added_and_a_lost_one_removed_provision_by_provision(law: Law) -> None:
    addresses = [p.address for p in law.provisions()]
    added, removed = changes_of_law(None, law), removed_law(law)
    assert [c.address for c in added] == addresses
    assert [c.address for c in removed] == addresses
    assert {c.kind for c in added} == {"added"}
    assert {c.kind for c in removed} == {"removed"}


@given(laws())
def test_a_mark_that_changes_is_told_without_words(law: Law) -> None:
    after = replace(law, root=replace(law.root, complete=not law.root.complete))
    (change,) = changes_of_law(law, after)
    assert (change.kind, change.diff) == ("marks", ())
