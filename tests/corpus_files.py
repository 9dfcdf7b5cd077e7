"""The real corpus and its pages, for tests that read them, and decisions written into a corpus."""

from pathlib import Path

from lawkb.corpus.writing import one_writer
from lawkb.editorial.decisions import Decision, put_decision
from lawkb.model.code import Outline

CORPUS = Path(__file__).parent.parent / "corpus"
CASES = Path(__file__).parent / "cases"


def put_decided(folder: Path, decision: Decision, outline: Outline) -> tuple[str, ...]:
    """Write a decision as a command does; the paths of its files."""
    with one_writer(folder) as writer:
        return put_decision(folder, decision, outline, writer)
