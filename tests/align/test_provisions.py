from functools import cache

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from lawkb.align.provisions import LawPair, align_monotone, pair_provisions
from lawkb.model.address import Address, Ordinal
from lawkb.model.law import Law, Provision
from lawkb.references.resolve import annotate_law
from tests.checks.made_codes import law_of
from tests.corpus_files import bridge_code, bridge_outline


@cache
def greek_laws() -> list[tuple[str, Ordinal]]:
    return sorted({(edition, number) for edition, tag, number in bridge_code().laws if tag == "el"})


def _places(laws: LawPair) -> list[tuple[str | None, str | None, str]]:
    write = bridge_outline().scheme.write
    return [
        (
            write(pair.original.address) if pair.original else None,
            write(pair.translation.address) if pair.translation else None,
            pair.grade,
        )
        for pair in laws.pairs
    ]


def _without(provision: Provision, gone: Address) -> Provision:
    body = tuple(
        _without(item, gone) if isinstance(item, Provision) else item
        for item in provision.body
        if not (isinstance(item, Provision) and item.address == gone)
    )
    return replace(provision, body=body)


def _law(edition: str, tag: str, number: int) -> Law:
    return bridge_code().laws[edition, tag, number]


@given(st.deferred(lambda: st.sampled_from(greek_laws())))
def test_the_pages_pair_by_address(law: tuple[str, int]) -> None:
    pair = pair_provisions(_law(law[0], "en", law[1]), _law(law[0], "el", law[1]))
    assert {each.grade for each in pair.pairs} == {"exact"}


@given(st.deferred(lambda: st.sampled_from(greek_laws())), st.data())
def test_every_provision_stands_once_and_in_order(
    law: tuple[str, int], data: st.DataObject
) -> None:
    ours, theirs = _law(law[0], "en", law[1]), _law(law[0], "el", law[1])
    places = [each.address for each in theirs.provisions()][1:]
    gone = data.draw(st.sampled_from(places))
    cut = replace(theirs, root=_without(theirs.root, gone))
    pair = pair_provisions(ours, cut)
    assert [p.original for p in pair.pairs if p.original] == list(ours.provisions())
    assert [p.translation for p in pair.pairs if p.translation] == list(cut.provisions())


@given(st.deferred(lambda: st.sampled_from(greek_laws())), st.data())
def test_a_provision_that_is_gone_is_single_and_no_other(
    law: tuple[str, int], data: st.DataObject
) -> None:
    ours, theirs = _law(law[0], "en", law[1]), _law(law[0], "el", law[1])
    gone = data.draw(st.sampled_from([p.address for p in theirs.provisions()][1:]))
    cut = replace(theirs, root=_without(theirs.root, gone))
    single = {
        pair.held.address for pair in pair_provisions(ours, cut).pairs if pair.grade == "single"
    }
    assert single == {p.address for p in ours.provisions() if gone.holds(p.address)}


def test_renumbered_provisions_are_paired_by_what_they_say() -> None:
    original = {
        "47A": "Cards.",
        "47A1": "A card is restored under Law 16C to the hand of 13 cards.",
        "47A2": "The Director may award a score as Law 12C1 provides for 20 boards.",
        "47A3": "He passes.",
    }
    translation = {
        "47A": "Φύλλα.",
        "47A1": "Ένα φύλλο που προστέθηκε στην ελληνική έκδοση και δεν υπάρχει αλλού.",
        "47A2": "Ένα φύλλο επιστρέφεται κατά τον Νόμο 16Γ στο χέρι των 13 φύλλων.",
        "47A3": "Ο Διαιτητής μπορεί να επιδικάσει σκορ, Νόμος 12Γ1, για 20 διανομές.",
        "47A4": "Πασάρει.",
    }
    ours = annotate_law(law_of(original, "en", bridge_outline()), bridge_outline())
    theirs = annotate_law(law_of(translation, "el", bridge_outline()), bridge_outline())
    assert _places(pair_provisions(ours, theirs))[2:] == [
        (None, "47A1", "single"),
        ("47A1", "47A2", "statistical"),
        ("47A2", "47A3", "statistical"),
        ("47A3", "47A4", "positional"),
    ]


@given(st.integers(0, 8), st.integers(0, 8))
def test_an_alignment_holds_every_item_once_in_order(ours: int, theirs: int) -> None:
    steps = align_monotone((ours, theirs), lambda i, j: 1.0 if i == j else -1.0, -0.5)
    assert [i for i, _ in steps if i is not None] == list(range(ours))
    assert [j for _, j in steps if j is not None] == list(range(theirs))


def test_alike_sequences_are_paired_item_by_item() -> None:
    steps = align_monotone((4, 4), lambda i, j: 1.0 if i == j else -1.0, -0.5)
    assert steps == tuple((n, n) for n in range(4))
