"""Invented acts, written without sight of the code, are read as their authors' answers say."""

from __future__ import annotations

import pytest

from bench.invented_acts import Act, Comparison, compare, invented_acts
from tests.slow.acts_read_once import act_read_once

# Languages that do not reach .98 of the references, and numbers of links to a wrong place, with the
# reasons in the README of the acts. A test fails as well when one of them is reached.
SHORT = {"huts": {"en", "el"}, "maple": {"fr"}}
WRONG = {"huts": 2}

FORMS = [(act, form) for act in invented_acts() for form in act.forms]


Read = tuple[str, dict[str, Comparison]]  # name of the act, and what was read by language


@pytest.fixture(scope="module", params=FORMS, ids=lambda each: f"{each[0].folder.name}-{each[1]}")
def read(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Read:
    """An act in one form, made into a code and compared in each language."""
    given: tuple[Act, str] = request.param
    act, form = given
    code = act_read_once(tmp_path_factory, act, form)
    return act.folder.name, {tag: compare(act, code, tag) for tag in act.languages}


def test_every_provision_has_its_address_title_and_text(read: Read) -> None:
    _, made = read
    wrong = {
        tag: (each.provisions.missing, each.provisions.titles, each.provisions.texts)
        for tag, each in made.items()
    }
    assert wrong == dict.fromkeys(made, ((), (), ()))


def test_nothing_else_became_a_provision(read: Read) -> None:
    _, made = read
    assert {tag: each.provisions.surplus for tag, each in made.items()} == dict.fromkeys(made, ())


def test_every_division_has_its_heading_and_its_laws(read: Read) -> None:
    _, made = read
    assert {tag: each.divisions.wrong for tag, each in made.items()} == dict.fromkeys(made, ())


def test_references_are_found_and_right(read: Read) -> None:
    name, made = read
    low = {
        tag: "\n".join(each.differences(20))
        for tag, each in made.items()
        if min(each.references.recall, each.references.precision) < 0.98
    }
    assert set(low) == SHORT.get(name, set()), low


def test_no_reference_is_held_at_a_wrong_provision(read: Read) -> None:
    name, made = read
    held = {tag: each.references.held for tag, each in made.items()}
    assert held == dict.fromkeys(made, WRONG.get(name, 0))


def test_at_most_one_of_fifty_provisions_of_other_acts_is_read_as_ours(read: Read) -> None:
    _, made = read
    for tag, each in made.items():
        cited = each.references
        assert len(cited.as_ours) * 50 <= cited.others, (tag, cited.as_ours)
