"""The queue of the desk: what is open, and its counts."""

from __future__ import annotations

import shutil
from itertools import product
from pathlib import Path

import pytest

from lawkb.corpus.decision_files import DecisionReason
from lawkb.editorial.decisions import Decision, decide_comment
from lawkb.editorial.teamwork import say_to_colleagues
from lawkb.exchange.formats.csv_text import write_csv
from lawkb.pipeline import preview_import
from lawkb.server.desk.queue import COMMENT, Filters, queue
from lawkb.server.desk.workspace import State, Workspace, open_count, undecided_comments
from tests.corpus_files import CORPUS, greek_texts
from tests.exchange.test_translators_comments import in_csv

CAUSE = DecisionReason("a test", "Maria", "2026-11-23")
NOTHING: frozenset[tuple[str, str]] = frozenset()
ALL = Filters()


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    monkeypatch.setenv("LAWKB_CACHE", str(tmp_path / "cache"))
    return Workspace(Path(shutil.copytree(CORPUS, tmp_path / "corpus")))


def counted(workspace: Workspace, filters: Filters = ALL) -> int:
    return sum(work.count for work in queue(workspace.state, filters, NOTHING))


def test_a_comment_that_the_text_seems_to_have_already_waits_for_a_person(
    workspace: Workspace,
) -> None:
    (said,) = undecided_comments(workspace.state)
    assert said.comment.status == "applied"
    works = queue(workspace.state, Filters(), NOTHING)
    assert [each.id for work in works for each in work.comments] == [said.id]
    assert open_count(workspace.state) == counted(workspace) == 26
    decided = workspace.decide(
        lambda state: decide_comment(state.settlements, said.id, "applied", CAUSE), "Maria"
    )
    assert open_count(workspace.state) == counted(workspace) == 25
    written = workspace.log.find(decided.id)
    assert written and written.settled == 1
    assert not undecided_comments(workspace.state)


def test_the_counts_of_the_queue_agree_under_all_filters(workspace: Workspace) -> None:
    every = queue(workspace.state, Filters(), NOTHING)
    rules = {COMMENT, *(each.rule for work in every for each in work.findings)}
    laws = {str(work.address.law) if work.address else "0" for work in every}
    texts = {work.language for work in every}
    assert sum(counted(workspace, Filters(rule=rule)) for rule in rules) == 26
    assert sum(counted(workspace, Filters(law=law)) for law in laws) == 26
    assert sum(counted(workspace, Filters(text=text)) for text in texts) == 26
    for rule, law in product(rules, laws):
        parts = [counted(workspace, Filters(rule=rule, law=law, text=text)) for text in texts]
        assert sum(parts) == counted(workspace, Filters(rule=rule, law=law))
        assert counted(workspace, Filters(rule=rule, law=law)) <= counted(workspace)


def test_what_a_translator_wrote_in_a_file_is_in_the_queue_until_it_is_decided(
    workspace: Workspace,
) -> None:
    words = "Ο όρος δεν μου αρέσει"
    content = in_csv(write_csv(greek_texts(57)), "57A1", words)
    cause = DecisionReason("a test", "Νίκος", "2026-11-23", "file law-57.csv")

    def taken(state: State) -> Decision:
        made = preview_import(state.folder, state.code, ("law-57.csv", content), cause).decision
        assert made
        return made

    workspace.decide(taken, "Maria")
    (work,) = [each for each in queue(workspace.state, ALL, NOTHING) if each.threads]
    ((said,),) = work.threads
    assert (said.text, said.author, said.origin) == (words, "Νίκος", "file law-57.csv")
    assert (work.language, said.place) == ("el", "57A1")
    thread = (said,)
    place = said.edition, said.language, said.place
    resolved = say_to_colleagues(place, ("", "resolved"), "Maria", thread)
    workspace.decide(lambda _: resolved, "Maria")
    assert not [each for each in queue(workspace.state, ALL, NOTHING) if each.threads]
    laws = workspace.state.code.laws.values()
    assert not any(each.origin for law in laws for each in law.comments)  # the site shows none
