"""``corpus/comments.toml``: what editors have decided about readers' comments."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Literal

from msgspec.structs import asdict

from lawkb.corpus.entries import Entry
from lawkb.corpus.toml_files import Table, read_entries, toml_layout
from lawkb.model.law import Comment, Law

FILE = "comments.toml"
LAYOUT = toml_layout("comments")
SettledAs = Literal["applied", "rejected"]
_SHORT = 8  # hexadecimal digits of an id


class Settlement(Table, frozen=True):
    """An editor's decision on a reader's comment: ``applied`` or ``rejected``."""

    comment: str  # id of the comment, as ``comment_id`` returns it
    status: SettledAs  # ``applied`` or ``rejected``
    reason: str  # the reason, in words
    author: str  # name of the editor
    date: str  # ISO date of the decision


def comment_id(page: str, comment: Comment) -> str:
    """Return the id of a comment: 8 hexadecimal digits of a hash of page, author, time and text."""
    said = "\x1f".join((page, comment.author, comment.created, comment.text))
    return hashlib.sha256(said.encode()).hexdigest()[:_SHORT]


def read_settlements(folder: Path) -> tuple[Settlement, ...]:
    """Return editors' decisions on comments in file order; empty without ``comments.toml``.

    Raises:
        LawkbError: The file cannot be read, or an entry in it is wrong.
    """
    return read_entries(folder / FILE, "comments", Settlement)


def settlement_entry(settlement: Settlement) -> Entry:
    """Return a decision on a comment as an entry of ``comments.toml``."""
    return Entry(FILE, tuple(asdict(settlement).items()))


def settle(law: Law, settlements: Mapping[str, Settlement]) -> Law:
    """Return a law in which each comment that editors decided on has the status they set.

    Its replies get the same status.

    Args:
        law: The law.
        settlements: The decisions by id of the comment, as ``comment_id`` returns it.
    """
    if not settlements or not law.comments:
        return law
    comments = tuple(_settled(each, law.origin.page, settlements) for each in law.comments)
    return replace(law, comments=comments)


def _settled(comment: Comment, page: str, settlements: Mapping[str, Settlement]) -> Comment:
    settlement = settlements.get(comment_id(page, comment))
    if settlement is None:
        return comment
    status = settlement.status
    replies = tuple(replace(reply, status=status) for reply in comment.replies)
    return replace(comment, status=status, replies=replies)
