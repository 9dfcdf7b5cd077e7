"""Decisions as the desk's pages show them: what was written, by whom, and whether to undo it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from lawkb.corpus.entries import Entry
from lawkb.editorial.decisions import Decision
from lawkb.publish.strings import written_date
from lawkb.publish.views.urls import Place
from lawkb.server.desk.decision_log import Decided
from lawkb.server.desk.frames import Localized, desk_path


@dataclass(frozen=True, slots=True)
class WrittenEntry:
    """An entry that a decision added to a file, or removed from it.

    Attributes:
        file: Path below the corpus folder.
        lines: The entry as pairs of key and value.
        added: Whether it was added.
    """

    file: str
    lines: tuple[tuple[str, str], ...]
    added: bool


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """A decision.

    Attributes:
        id: Names it in the log.
        kind: What it is about: ``correction``, ``acceptance`` …
        what: What was decided, in English, as the message of a commit.
        author: By whom.
        time: When, ISO 8601.
        written: When, by the local clock, as the language of the reader writes it.
        files: The files that were written.
        entries: What was added and removed.
        undone: Whether it was taken back.
        undoes: Whether it takes another one back.
        place: The page of the desk that it is about.
    """

    id: str
    kind: str
    what: str
    author: str
    time: str
    written: str
    files: tuple[str, ...]
    entries: tuple[WrittenEntry, ...]
    undone: bool
    undoes: bool
    place: Place


def decision_line(at: Localized, decided: Decided) -> DecisionLine:
    """Return a decision as a page shows it."""
    decision = decided.decision
    tag = at.site.language.code
    where = (decided.about.edition, decided.about.language, decided.about.address)
    return DecisionLine(
        id=decided.id,
        kind=decision.kind,
        what=decision.what,
        author=decided.author,
        time=decided.time,
        written=written_date(_local(decided.time), tag),
        files=decided.files,
        entries=entry_views(decision),
        undone=bool(decided.undone),
        undoes=bool(decided.undoes),
        place=Place(desk_path(tag, *where) if all(where) else desk_path(tag)),
    )


def _local(time: str) -> str:
    """Return a time in UTC by the clock of this machine, without its zone."""
    return datetime.fromisoformat(time).astimezone().strftime("%Y-%m-%dT%H:%M")


def entry_views(decision: Decision) -> tuple[WrittenEntry, ...]:
    """Return what a decision adds to files and removes from them."""
    return (
        *(_written(each, True) for each in decision.added),
        *(_written(each, False) for each in decision.removed),
    )


def _written(entry: Entry, added: bool) -> WrittenEntry:
    return WrittenEntry(entry.file, entry.values, added)
