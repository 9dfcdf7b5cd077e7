"""The time of the desk: a check while one types, and a decision with all that follows from it."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from statistics import median

from bench.made_up import made_up_corpus
from lawkb.align.translation_units import texts_of
from lawkb.corpus.decision_files import DecisionReason
from lawkb.editorial.corrections import correct_texts
from lawkb.editorial.decisions import Decision
from lawkb.model.law import Law, Provision
from lawkb.pipeline import ingest
from lawkb.server.desk.provision import edited_provision
from lawkb.server.desk.workspace import State, Workspace

LAWS = 1_000
TIMES = 7
_BRIDGE = Path(__file__).parent.parent / "corpus"


def desk_lines(folder: Path) -> list[str]:
    """A table: milliseconds of a check while one types, and of a decision, for two corpora."""
    bridge, large = folder / "bridge", made_up_corpus(folder / "large", LAWS)
    shutil.copytree(_BRIDGE, bridge)
    ingest(large)
    rows = [_row("the Laws of Bridge", bridge), _row(f"{LAWS} made-up laws", large)]
    return [
        f"The desk: milliseconds (median of {TIMES}) of a check of a provision while one types,"
        " and of a correction with all that follows from it: patch and XML written and synced,"
        " read and checked again; and of the same in processor time.",
        "",
        "| corpus | check | processor | correction | processor |",
        "|---|---|---|---|---|",
        *rows,
    ]


def _row(name: str, folder: Path) -> str:
    workspace = Workspace(folder)
    workspace.learn()
    laws = [law for law in workspace.state.code.laws.values() if law.language == "el"]
    checks = [_timed(partial(_check, workspace, law)) for law in laws[:TIMES]]
    decisions = [_timed(partial(_decide, workspace, law)) for law in laws[:TIMES]]
    columns = (*zip(*checks, strict=True), *zip(*decisions, strict=True))
    cells = [f"{1000 * median(each):.0f}" for each in columns]
    return f"| {name} | {' | '.join(cells)} |"


def _timed(work: Callable[[], object]) -> tuple[float, float]:
    began, used = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - began, time.process_time() - used


def _edited(workspace: Workspace, law: Law) -> tuple[Provision, str]:
    provision = next(each for each in law.provisions() if each.address.depth and each.text)
    scheme = workspace.state.code.outline.scheme
    return provision, f"{texts_of(provision, scheme)[''].shown} λέξη"


def _check(workspace: Workspace, law: Law) -> None:
    provision, text = _edited(workspace, law)
    state = workspace.state
    key = state.code.outline.scheme.write(provision.address)
    edited, _ = edited_provision(state, law, provision.address, {key: text})
    workspace.edited_findings(law, edited)


def _decide(workspace: Workspace, law: Law) -> None:
    provision, text = _edited(workspace, law)
    cause = DecisionReason("a measurement", "bench", date.today().isoformat(), "a measurement")
    place = law.edition, law.language, provision.address

    def make(state: State) -> Decision:
        return correct_texts(state.code, state.patches, place, {"": text}, cause)

    workspace.decide(make, "bench")
    assert workspace.state.code  # what was written is read and checked, too
