"""States of many provisions, and words replaced at many places: each one decision, and undone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import quote

import pytest

from lawkb.align.translation_units import texts_of
from lawkb.corpus.decision_files import read_patches, read_proposals, read_review
from lawkb.corpus.laws import read_code
from lawkb.server.desk import many_places
from tests.server.desk.test_roles import PLACE, Team, running

__all__ = ["running"]
STATES, REPLACE = "/desk/en/states/", "/desk/en/replace/"


@pytest.fixture
def team(running: Team) -> Iterator[Team]:
    """A team whose corpus is as it was, before and after."""
    yield running
    running.running.git("checkout", "--", ".")
    running.running.git("clean", "-fdq")


def hidden(team: Team, name: str, path: str) -> dict[str, str]:
    """The fields of the form on a page, with all boxes checked, as names of parameters."""
    page = team.people[name].get(path).content.decode()
    form = re.search(r'<form method="post" class="many">.*?</form>', page, re.DOTALL)
    assert form, page[:500]
    fields = re.findall(r'name="([^"]*)" value="([^"]*)"', form[0])
    found = {unescape(key): unescape(value) for key, value in fields}
    found |= {"reason": "a test"} if 'name="reason"' in form[0] else {"state": "reviewed"}
    return {key: value for key, value in found.items() if key not in ("token", "which")}


def reviewed(team: Team) -> dict[str, str]:
    outline = read_code(team.running.corpus).outline
    held = read_review(team.running.corpus, outline)
    return {outline.scheme.write(key[2]): each.state for key, each in held.items()}


def greek(team: Team) -> dict[str, str]:
    """Every Greek text by provision and part."""
    code = read_code(team.running.corpus)
    return {
        f"{code.outline.scheme.write(provision.address)} {part}": text.words
        for key, law in code.laws.items()
        if key[1] == "el"
        for provision in law.provisions()
        for part, text in texts_of(provision, code.outline.scheme).items()
    }


# ---- states


def test_the_chosen_provisions_get_a_state_and_no_others(team: Team) -> None:
    fields = hidden(team, "Maria", f"{STATES}?law=57")
    chosen = {k: v for k, v in fields.items() if k in ("at 57D", "at 57C1")}
    assert len(chosen) == 2
    rest = {k: v for k, v in fields.items() if not k.startswith("at ")}
    before = reviewed(team)
    id_ = team.decided("Maria", f"{STATES}?law=57", **rest, **chosen, which="chosen")
    assert reviewed(team) == {**before, "57D": "reviewed", "57C1": "reviewed"}
    team.decided("Maria", "/desk/en/decisions/", undo=id_)
    assert team.running.git("status", "--porcelain") == ""


def test_all_that_are_shown_get_a_state_as_one_decision(team: Team) -> None:
    fields = hidden(team, "Maria", f"{STATES}?law=57&now=needs-review")
    rest = {k: v for k, v in fields.items() if not k.startswith("at ")}
    wanted = {k.removeprefix("at ") for k in fields if k.startswith("at ")}
    assert wanted
    before = reviewed(team)
    id_ = team.decided("Maria", STATES, **rest, which="all")
    after = reviewed(team)
    assert {k for k in after if after[k] != before.get(k)} == wanted
    team.decided("Maria", STATES, undo=id_)
    assert team.running.git("status", "--porcelain") == ""


def test_a_text_that_changed_since_the_page_was_shown_gets_no_state(team: Team) -> None:
    fields = hidden(team, "Maria", f"{STATES}?law=57")
    team.decided("Root", PLACE, **team.correction(f"{team.text()} Νέο."))
    told = team.refused("Maria", f"{STATES}?law=57", **fields, which="chosen")
    assert "the text has changed since this page was shown" in told


def test_nothing_chosen_or_no_state_is_refused(team: Team) -> None:
    fields = hidden(team, "Maria", f"{STATES}?law=57")
    rest = {k: v for k, v in fields.items() if not k.startswith("at ")}
    assert "nothing is chosen" in team.refused("Maria", STATES, **rest, which="chosen")
    assert "is no state" in team.refused("Maria", STATES, **{**fields, "state": "x"})


def test_a_translator_proposes_that_many_are_reviewed(team: Team) -> None:
    fields = hidden(team, "Nikos", f"{STATES}?law=57")
    team.decided("Nikos", f"{STATES}?law=57", **fields, which="chosen")
    assert team.running.git("status", "--porcelain") == "?? proposals.toml\n"
    (one,) = read_proposals(team.running.corpus)
    team.decided("Maria", "/desk/en/proposals/", **{"accept-proposal": one.id})
    assert reviewed(team)["57D"] == "reviewed"
    assert "\tNikos\t" not in (team.running.corpus / "review.tsv").read_text("utf-8")


def test_the_states_of_all_laws_are_on_pages_of_bounded_size(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(many_places, "_ON_PAGE", 40)
    fields = hidden(team, "Maria", STATES)
    first = [key for key in fields if key.startswith("at ")]
    second = hidden(team, "Maria", f"{STATES}?page=2")
    assert len(first) == 40
    assert not set(first) & {key for key in second if key.startswith("at ")}
    assert "at 57D" in second
    rest = {k: v for k, v in fields.items() if not k.startswith("at ")}
    two = {first[0]: fields[first[0]], first[-1]: fields[first[-1]]}
    before = reviewed(team)
    id_ = team.decided("Maria", STATES, **rest, **two, which="chosen")
    now = dict.fromkeys((key.removeprefix("at ") for key in two), "reviewed")
    assert reviewed(team) == {**before, **now}
    team.decided("Maria", STATES, undo=id_)


def test_a_state_of_many_is_among_the_decisions_of_each(team: Team) -> None:
    fields = hidden(team, "Maria", f"{STATES}?law=57")
    other = "/desk/en/2017/el/57A1/"
    chosen = {k: v for k, v in fields.items() if not k.startswith("at ") or k == "at 57D"}
    id_ = team.decided("Maria", f"{STATES}?law=57", **chosen, which="chosen")
    page, elsewhere = (team.people["Maria"].get(each).content.decode() for each in (PLACE, other))
    assert f'id="d-{id_}"' in page
    assert f'id="d-{id_}"' not in elsewhere
    team.decided("Maria", PLACE, undo=id_)


def test_what_was_undone_can_be_made_again_once(team: Team) -> None:
    form = team.correction(f"{team.text()} Νέο.")
    id_ = team.decided("Maria", PLACE, **form)
    after = team.text()
    undo = team.decided("Maria", PLACE, undo=id_)
    assert f'name="redo" value="{undo}"' in team.people["Maria"].get(PLACE).content.decode()
    again = team.decided("Maria", PLACE, redo=undo)
    assert team.text() == after
    page = team.people["Maria"].get(PLACE).content.decode()
    assert f'name="redo" value="{undo}"' not in page
    assert f'name="undo" value="{again}"' in page
    assert "made again already" in team.refused("Maria", PLACE, redo=undo)
    second = team.decided("Maria", PLACE, undo=again)
    assert team.running.git("status", "--porcelain") == ""
    assert "only a reviewer" in team.refused("Nikos", PLACE, redo=second)
    last = team.decided("Maria", PLACE, redo=second)
    assert team.text() == after
    team.decided("Maria", PLACE, undo=last)


# ---- words

WORDS = quote(f"{REPLACE}?find=συμπαίκτη&new=σύντροφο&of=2017+el", safe="/?=&+")


def test_words_are_replaced_at_the_chosen_places_and_taken_back_byte_for_byte(team: Team) -> None:
    before = greek(team)
    fields = hidden(team, "Maria", WORDS)
    places = [key for key in fields if key.startswith("at ")]
    assert len(places) > 4
    left = places[0]
    chosen = {key: value for key, value in fields.items() if key != left}
    id_ = team.decided("Maria", WORDS, **{**chosen, "reason": "one word for partner"})
    after = greek(team)
    changed = {key.strip() for key in after if after[key] != before[key]}
    assert changed == {key.removeprefix("at ") for key in places[1:]}
    for key in after:
        if after[key] != before[key]:
            small = before[key].replace("συμπαίκτη", "σύντροφο")
            assert after[key] == small.replace("Συμπαίκτη", "Σύντροφο")
    outline = read_code(team.running.corpus).outline
    made = [
        each
        for each in read_patches(team.running.corpus, outline)
        if each.reason == "one word for partner"
    ]
    assert {each.author for each in made} == {"Maria"}
    team.decided("Maria", "/desk/en/decisions/", undo=id_)
    assert team.running.git("status", "--porcelain") == ""
    assert greek(team) == before


@pytest.mark.parametrize(
    ("query", "none"),
    [
        ("find=ΣΥΜΠΑΊΚΤΗΣ&new=x", False),
        ("find=ΣΥΜΠΑΊΚΤΗΣ&new=x&case=yes", True),
        ("find=συμπαίκτ&new=x", False),
        ("find=συμπαίκτ&new=x&whole=yes", True),
        ("find=.*&new=x", True),
        ("find=nothing+at+all&new=x", True),
        ("find=%E2%80%A8&new=x", True),
    ],
)
def test_words_are_found_as_they_are_asked_for(team: Team, query: str, none: bool) -> None:
    path = f"{REPLACE}?{quote(query, safe='=&+%')}&of=2017+el"
    page = team.people["Maria"].get(path).content.decode()
    assert ('class="many"' not in page) == none


def test_a_place_that_changed_since_it_was_shown_is_not_replaced(team: Team) -> None:
    first = quote(team.text().split()[0])
    path = f"{REPLACE}?find={first}&new=X&of=2017+el&law=57"
    fields = hidden(team, "Maria", path)
    assert "at 57D" in fields
    team.decided("Root", PLACE, **team.correction(f"{team.text()} Νέο."))
    told = team.refused("Maria", path, **fields)
    assert "the text has changed since this page was shown" in told


def test_a_reason_and_a_place_are_needed(team: Team) -> None:
    fields = hidden(team, "Maria", WORDS)
    assert "there is no reason" in team.refused("Maria", WORDS, **{**fields, "reason": "\u202e"})
    none = {key: value for key, value in fields.items() if not key.startswith("at ")}
    assert "nothing is chosen" in team.refused("Maria", WORDS, **none)


def test_the_marks_of_notes_stay_where_they_are(team: Team) -> None:
    """20F1 has the mark of a note: [2]."""
    page = team.people["Maria"].get("/desk/en/2017/el/20F1/").content.decode()
    text = re.search(r'name="base 20F1" value="([^"]*)"', page)
    assert text
    shown = unescape(text[1])
    word = re.search(r"(\w+)\[2\]", shown)
    assert word
    path = f"{REPLACE}?find={quote(word[1])}&new={quote('λέξη')}&of=2017+el&law=20"
    fields = hidden(team, "Maria", path)
    only = {k: v for k, v in fields.items() if not k.startswith("at ") or k == "at 20F1"}
    team.decided("Maria", path, **only)
    after = team.people["Maria"].get("/desk/en/2017/el/20F1/").content.decode()
    assert "λέξη[2]" in unescape(after)


def test_a_translator_proposes_a_replacement_that_is_accepted_as_one_decision(team: Team) -> None:
    before = greek(team)
    team.decided("Nikos", WORDS, **hidden(team, "Nikos", WORDS))
    assert greek(team) == before
    (one,) = read_proposals(team.running.corpus)
    held = (team.running.corpus / "proposals.toml").read_bytes()
    id_ = team.decided("Maria", "/desk/en/proposals/", **{"accept-proposal": one.id})
    assert greek(team) != before
    team.decided("Maria", "/desk/en/proposals/", undo=id_)
    assert greek(team) == before
    assert (team.running.corpus / "proposals.toml").read_bytes() == held


def test_proposed_places_are_not_ticked_again_and_a_reviewer_takes_some(team: Team) -> None:
    fields = hidden(team, "Nikos", WORDS)
    places = [key for key in fields if key.startswith("at ")]
    left = {key: value for key, value in fields.items() if key != places[0]}
    team.decided("Nikos", WORDS, **left)
    page = team.people["Eleni"].get(WORDS).content.decode()
    assert page.count("checked> ") == 1
    assert page.count("proposed by") == len(places) - 1
    (one,) = read_proposals(team.running.corpus)
    assert "Search and replace: συμπαίκτη → σύντροφο" in team.shown("Maria", "/desk/en/proposals/")
    path = f"{REPLACE}?proposal={one.id}"
    taken = hidden(team, "Maria", path)
    assert team.people["Maria"].get(path).content.decode().count("checked> ") == len(places) - 1
    wanted = {k: v for k, v in taken.items() if not k.startswith("at ") or k == places[1]}
    assert wanted["proposal"] == one.id
    before = greek(team)
    id_ = team.decided("Maria", path, **wanted)
    after = greek(team)
    assert [k.strip() for k in after if after[k] != before[k]] == [places[1].removeprefix("at ")]
    assert read_proposals(team.running.corpus) == ()
    outline = read_code(team.running.corpus).outline
    made = read_patches(team.running.corpus, outline)
    assert [each.author for each in made if each.reason == "a test"] == ["Nikos"]
    team.decided("Maria", REPLACE, undo=id_)


def test_the_original_is_searched_by_reviewers_alone(team: Team) -> None:
    path = f"{REPLACE}?find=partner&new=x&of=2017+en"
    assert 'class="many"' in team.people["Maria"].get(path).content.decode()
    page = team.people["Nikos"].get(path).content.decode()
    assert 'value="2017 en"' not in page
    assert 'class="many"' not in page
