"""The decisions made at the desk, newest first, so that each can be undone after a restart, too.

The log is a file in the cache folder of the corpus: one line of JSON for each step. A decision is
logged before it is written and confirmed after that, so that a crash loses none.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from lawkb.atomic_files import append_synced, make_private
from lawkb.corpus.cache import cache_folder
from lawkb.editorial.decisions import Decision

_FILE = "decisions.jsonl"
_ID = 6  # bytes


@dataclass(frozen=True, slots=True)
class About:
    """What a decision is about."""

    edition: str = ""  # id of the edition; empty for the whole code
    language: str = ""  # BCP 47 tag of the text; empty for the whole code.
    address: str = ""  # canonical address of the provision; empty for the whole code
    law: str = ""  # number of the law, as files are named: `57`, `12a`; empty for the whole code


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision that was written."""

    id: str  # names it in the log
    decision: Decision
    author: str  # name of the editor
    time: str  # when, ISO 8601 in UTC
    files: tuple[str, ...]  # paths of the editors' files that it changed, below the corpus folder
    about: About  # what it is about
    laws: tuple[str, ...] = ()  # paths of the laws that changed with it
    settled: int = 0  # how many findings and comments are open less since
    undone: str = ""  # id of the decision that took it back; empty if there is none
    undoes: str = ""  # id of the decision that it took back; empty if there is none


class _Step(msgspec.Struct, omit_defaults=True):
    """A line of the log: a decision begun, one that was written or dropped, or one taken back."""

    begun: Decided | None = None
    written: str = ""
    laws: tuple[str, ...] = ()
    settled: int = 0
    dropped: str = ""
    undone: str = ""
    by: str = ""


class DecisionLog:
    """The log of one corpus."""

    def __init__(self, folder: Path, is_written: Callable[[Decision], bool]) -> None:
        """Read the log; lines that are damaged are left out.

        Args:
            folder: The corpus folder.
            is_written: Function that returns whether the files have what a decision adds. It is
                asked where a crash came before the confirmation.
        """
        self._file = cache_folder(folder) / _FILE
        self._entries: dict[str, Decided] = {}
        self._begun: set[str] = set()
        with suppress(OSError):
            for line in self._file.read_bytes().splitlines():
                with suppress(msgspec.MsgspecError, KeyError):
                    self._take(msgspec.json.decode(line, type=_Step))
        for id_ in [*self._begun]:
            if not is_written(self._entries[id_].decision):
                self._put(_Step(dropped=id_))

    def newest_first(self) -> tuple[Decided, ...]:
        """Return all decisions."""
        return tuple(reversed(self._entries.values()))

    def find(self, id_: str) -> Decided | None:
        """Return a decision by its id."""
        return self._entries.get(id_)

    def begin(
        self, decision: Decision, author: str, files: tuple[str, ...], about: About
    ) -> Decided:
        """Log a decision that is about to be written."""
        now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        decided = Decided(secrets.token_hex(_ID), decision, author, now, files, about)
        self._put(_Step(begun=decided))
        return decided

    def confirm(self, decided: Decided, laws: tuple[str, ...], settled: int = 0) -> Decided:
        """Log that a decision was written, the laws that changed, and how much it settled."""
        self._put(_Step(written=decided.id, laws=laws, settled=settled))
        return self._entries[decided.id]

    def drop(self, decided: Decided) -> None:
        """Log that a decision could not be written."""
        self._put(_Step(dropped=decided.id))

    def mark_undone(self, decided: Decided, by: Decided) -> None:
        """Log that a decision was taken back by another."""
        self._put(_Step(undone=decided.id, by=by.id))

    def _put(self, step: _Step) -> None:
        make_private(self._file.parent)
        append_synced(self._file, msgspec.json.encode(step, enc_hook=_plain) + b"\n")
        self._take(step)

    def _take(self, step: _Step) -> None:
        held = self._entries
        if step.begun:
            held[step.begun.id] = step.begun
            self._begun.add(step.begun.id)
        elif step.written:
            held[step.written] = replace(held[step.written], laws=step.laws, settled=step.settled)
            self._begun.discard(step.written)
        elif step.dropped:
            held.pop(step.dropped, None)
            self._begun.discard(step.dropped)
        elif step.undone:
            held[step.undone] = replace(held[step.undone], undone=step.by)
            held[step.by] = replace(held[step.by], undoes=step.undone)


def _plain(value: object) -> str:
    """Return a text that keeps more than its characters as plain text."""
    if isinstance(value, str):
        return "".join(value)
    raise NotImplementedError(type(value).__name__)
