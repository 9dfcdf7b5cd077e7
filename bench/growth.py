"""Growth: what four times a text of one repeated fragment costs each function that reads it."""

from __future__ import annotations

import gc
import time
from pathlib import Path

from tests.slow.fuzz.subjects import SUBJECTS, Subject, filled

RUNS = 3
EVERY = 7  # one fragment in so many
SHORT_SECONDS = 0.02  # less is mostly set-up: its ratio is not told


def growth_lines(_folder: Path) -> list[str]:
    """Rows of a table: for each function, the fragment whose time grows most with the text."""
    return [
        "Each function reads texts that repeat one fragment, and four times as long ones; seconds "
        f"of the processor, the best of {RUNS}. A work that grows as the text does takes four "
        "times as long. Of every function the fragment that grows most is told, of those whose "
        f"longer text takes {SHORT_SECONDS} s at least.",
        "",
        "| function | fragments | characters | grows most | seconds | ratio |",
        "|---|---|---|---|---|---|",
        *(_row(subject) for subject in SUBJECTS),
    ]


def _row(subject: Subject) -> str:
    subject.do("word")  # what is read once for all texts
    names = list(subject.fragments)[::EVERY]
    ratio, seconds, worst = max(_grown(subject, name) for name in names)
    told = (worst.replace("|", "\\|"), f"{seconds:.2f}", f"{ratio:.1f}") if ratio else ("–",) * 3
    return f"| {subject.name} | {len(names)} | {subject.sizes[1]:,} | {' | '.join(told)} |"


def _grown(subject: Subject, name: str) -> tuple[float, float, str]:
    """Return the ratio of the longer text's time, that time, and the fragment; 0 where short."""
    small, large = (filled(subject.fragments[name], size) for size in subject.sizes)
    longer = _seconds(subject, large)
    if longer < SHORT_SECONDS:
        return 0.0, longer, name
    return longer / _seconds(subject, small), longer, name


def _seconds(subject: Subject, text: str) -> float:
    """Return the processor's seconds of the fastest of some runs: another program takes none."""
    found = []
    for _ in range(RUNS):
        gc.collect()
        gc.disable()  # its work grows with all that is held, not with the text
        begun = time.process_time()
        subject.do(text)
        found.append(time.process_time() - begun)
        gc.enable()
    return min(found)
