"""Two commands that write, started together: every confirmed decision is there, once."""

from __future__ import annotations

import os
import shutil
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from lawkb.cli import main
from tests.running import load_commands
from tests.slow.kill.decisions import Decision, decided, decisions, small_corpus

TIMES = int(os.environ.get("LAWKB_TOGETHER", "0"))  # of each pair; 0: some pairs, once
COMMANDS = ("patch", "import", "fix", "waive", "review", "settle", "ingest")
AGAIN = {name: f"{name} again" for name in ("patch", "waive", "review")}
ALL_PAIRS = [*combinations(COMMANDS, 2), *((name, AGAIN.get(name, name)) for name in COMMANDS)]
PAIRS = ALL_PAIRS if TIMES else ALL_PAIRS[::3]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_corpus(tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="module")
def all_decisions(
    corpus: Path, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, tuple[Decision, Counter[str]]]:
    """Each decision, with what is in a corpus where it alone was made."""
    work = tmp_path_factory.mktemp("work")
    found = {}
    for number, decision in enumerate(decisions(corpus, work)):
        alone = Path(shutil.copytree(corpus, work / f"{number}"))
        assert together(alone, decision) == [0], decision
        found[decision.name] = (decision, decided(alone))
    assert {*COMMANDS, *AGAIN.values()} == set(found)
    assert all(kept or name == "ingest" for name, (_, kept) in found.items())
    return found


def together(corpus: Path, *made: Decision) -> list[int]:
    """Run commands at the same time, each in a process; their exit codes."""
    load_commands()
    start, go = os.pipe()
    children = [_child(corpus, decision, (start, go)) for decision in made]
    os.close(start)
    os.close(go)  # which all of them wait for
    return [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]


def _child(corpus: Path, decision: Decision, pipe: tuple[int, int]) -> int:
    child = os.fork()
    if child:
        return child
    try:
        os.close(pipe[1])
        os.read(pipe[0], 1)
        log = os.open(corpus.parent / f"{corpus.name}.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(log, 1)
        os.dup2(log, 2)
        sys.stdout, sys.stderr = open(1, "w"), open(2, "w")  # noqa: SIM115
        sys.argv = ["lawkb", "--corpus", str(corpus), *decision.words]
        main()
    except SystemExit as done:
        sys.stdout.flush()
        os._exit(int(done.code or 0))
    finally:
        os._exit(70)


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_two_commands_started_together_lose_and_double_nothing(
    corpus: Path,
    all_decisions: dict[str, tuple[Decision, Counter[str]]],
    one: str,
    other: str,
    tmp_path: Path,
) -> None:
    (first, of_first), (second, of_second) = all_decisions[one], all_decisions[other]
    for turn in range(max(1, TIMES)):
        shared = Path(shutil.copytree(corpus, tmp_path / f"{turn}"))
        codes = together(shared, first, second)
        log = (tmp_path / f"{turn}.log").read_text("utf-8")
        assert "Traceback" not in log, log
        if one == other:
            assert 0 in codes, log
            assert decided(shared) == of_first, log
        else:
            assert codes == [0, 0], log
            assert decided(shared) == of_first | of_second, log
        assert together(shared, all_decisions["ingest"][0]) == [0]
        assert not (shared / ".laws.new").exists()
        shutil.rmtree(shared)
