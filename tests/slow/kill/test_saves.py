"""Promise 7 for the desk's saves: killed at any change of a file, nothing confirmed is lost."""

from __future__ import annotations

from functools import partial
from itertools import count

from lawkb.corpus.decision_files import read_patches, read_waivers
from lawkb.pipeline import read_all
from lawkb.server.desk.workspace import About, Workspace
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
