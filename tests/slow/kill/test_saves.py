"""Promise 7 for the desk's saves: killed at any change of a file, nothing confirmed is lost."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count

from lawkb.corpus.decision_files import read_patches, read_waivers
from lawkb.corpus.writing import recover
from lawkb.editorial.decisions import Decision
from lawkb.editorial.teamwork import propose, say_to_colleagues, settled_by, threads_of
from lawkb.pipeline import read_all
from lawkb.server.desk.workspace import About, State, Workspace
from tests.server.desk.test_workspace import correction, folder, text_of, workspace
from tests.slow.kill.moments import done_until

__all__ = ["folder", "workspace"]
FEWEST = 20  # moments of a save: it is logged, staged, moved and confirmed


def test_a_save_that_is_killed_leaves_the_old_or_the_new_corpus_and_loses_no_confirmed_one(
    workspace: Workspace,
) -> None:
    workspace.learn()
    text = text_of(workspace.state, "57D")

    def save(new: str) -> int:
        make = partial(correction, name="57D", text=new)
        workspace.decide(make, "Maria", About("2017", "el", "57D", "57"))
        return 0

    assert save(f"{text} α") == 0
    for moment in count(1):
        before, new = text_of(workspace.state, "57D"), f"{text} α{'α' * moment}"
        ended = done_until(moment, workspace.folder.parent, partial(save, new))
        saved = text_of(workspace.refreshed(), "57D")
        assert read_all(workspace.folder).changed == ()
        if not ended.was_killed:
            break
        assert saved in (before, new), moment
    assert (ended.code, saved) == (0, new)
    assert moment > FEWEST
    outline = workspace.state.code.outline
    assert [p.author for p in read_patches(workspace.folder, outline)].count("Maria") == 1
    assert read_waivers(workspace.folder) == ()
    assert len(Workspace(workspace.folder).log.newest_first()) >= 2


def test_an_acceptance_that_is_killed_has_the_proposal_or_the_text_and_never_both(
    workspace: Workspace,
) -> None:
    """A proposal that is accepted leaves its file in the same step as the text changes."""
    workspace.learn()
    text, about = text_of(workspace.state, "57D"), About("2017", "el", "57D", "57")
    where = ("2017", "el", "57D", "57")

    def decide(make: Callable[[State], Decision], author: str) -> int:
        workspace.decide(make, author, about)
        return 0

    def proposed(state: State, new: str) -> Decision:
        form = ("2017/el/57D/", {"do": "save", "text 57D": new})
        return propose(correction(state, "57D", new), form, where, "Nikos")

    def accepted(state: State, new: str) -> Decision:
        return settled_by(correction(state, "57D", new), state.proposals[0])

    for moment in count(1):
        before, new = text_of(workspace.state, "57D"), f"{text} α{'α' * moment}"
        if not workspace.state.proposals:
            decide(partial(proposed, new=new), "Nikos")
        ended = done_until(
            moment, workspace.folder.parent, partial(decide, partial(accepted, new=new), "Maria")
        )
        recover(workspace.folder)  # as the desk that is started again does
        state = workspace.refreshed()
        if not ended.was_killed:
            break
        outcome = text_of(state, "57D"), len(state.proposals)
        assert outcome in ((before, 1), (new, 0)), moment
    assert (text_of(state, "57D"), state.proposals) == (new, ())
    assert moment > FEWEST


def test_a_comment_that_is_killed_is_there_whole_or_not_at_all(workspace: Workspace) -> None:
    workspace.learn()
    about = About("2017", "el", "57D", "57")

    def say(words: str) -> int:
        def make(state: State) -> Decision:
            thread = threads_of(state.discussion).get(("2017", "el", "57D"), ())
            return say_to_colleagues(("2017", "el", "57D"), (words, "open"), "Nikos", thread)

        workspace.decide(make, "Nikos", about)
        return 0

    assert say("first") == 0
    confirmed = ["first"]
    for moment in count(1):
        ended = done_until(moment, workspace.folder.parent, partial(say, f"comment {moment}"))
        recover(workspace.folder)
        held = [each.text for each in workspace.refreshed().discussion]
        assert held in (confirmed, [*confirmed, f"comment {moment}"]), moment
        confirmed = held
        if not ended.was_killed:
            break
    assert confirmed[-1] == f"comment {moment}"
    assert moment > FEWEST
