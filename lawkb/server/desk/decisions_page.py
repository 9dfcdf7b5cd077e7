"""The page of the decisions made at the desk, newest first, each with its undo."""

from __future__ import annotations

from dataclasses import dataclass

from lawkb.publish.views.urls import Place
from lawkb.server.desk.decision_log import Decided, DecisionLog
from lawkb.server.desk.decision_views import DecisionLine, decision_line
from lawkb.server.desk.frames import Localized, desk_path

_MOST = 200


@dataclass(frozen=True, slots=True)
class DecisionsView:
    """The decisions.

    Attributes:
        lines: The newest decisions.
        more: Number of older ones.
        queue: Back to the queue.
        done: The decision just made; None if there is none.
    """

    lines: tuple[DecisionLine, ...]
    more: int
    queue: Place
    done: DecisionLine | None


def decisions_view(at: Localized, log: DecisionLog, done: Decided | None) -> DecisionsView:
    """Return the page of the decisions."""
    every = log.newest_first()
    return DecisionsView(
        tuple(decision_line(at, each) for each in every[:_MOST]),
        max(0, len(every) - _MOST),
        Place(desk_path(at.site.language.code)),
        decision_line(at, done) if done else None,
    )
