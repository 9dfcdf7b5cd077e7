"""``corpus/review.tsv``: translation progress of each provision, recorded by reviewers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Literal, get_args

from lawkb.corpus.entries import Entry, Layout
from lawkb.corpus.tsv_files import read_address, read_rows, tsv_layout
from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.model.code import Outline

FILE = "review.tsv"
ReviewState = Literal["needs-translation", "needs-review", "translated", "reviewed", "final"]
# In order of progress.
REVIEW_STATES: tuple[ReviewState, ...] = get_args(ReviewState)
DONE_STATES: tuple[ReviewState, ...] = ("reviewed", "final")


@dataclass(frozen=True, slots=True)
class Review:
    """The review of one provision of a translation."""

    edition: str  # id of the edition
    language: str  # BCP 47 tag of the translation
    address: Address  # address of the provision
    state: ReviewState  # state of the translation: ``reviewed``
    source: str  # hash of the texts of the original when the state was recorded
    target: str  # hash of the texts of the translation then
    author: str  # name of the reviewer
    date: str  # ISO date of the record


_NAMES = [each.name for each in fields(Review)]
_Key = tuple[str, str, Address]


def read_review(folder: Path, outline: Outline) -> dict[_Key, Review]:
    """Return the recorded review of each provision, by edition, language and address.

    Empty when the corpus has no ``review.tsv``. Empty lines and lines that begin with ``#`` are
    left out.

    Raises:
        LawkbError: A line cannot be read, or a provision has two lines.
    """
    found: dict[_Key, Review] = {}
    for where, cells in read_rows(folder / FILE, _check_names):
        review = _review(where, [*cells.values()], outline)
        key = (review.edition, review.language, review.address)
        if key in found:
            raise LawkbError(where, f"a second line for {cells['address']}", "keep one of them")
        found[key] = review
    return found


def layout_of(outline: Outline) -> Layout:
    """Return the layout of ``review.tsv``: a new row is put before the provisions that follow it.

    Rows are sorted by edition, language and address.
    """
    expressions = [(each.edition, each.language) for each in outline.expressions]

    def order(row: Mapping[str, str]) -> tuple[int, Address]:
        place = (row["edition"], row["language"])
        return expressions.index(place), outline.scheme.read(row["address"])

    return tsv_layout(_NAMES, {}, order)


def review_entry(review: Review, outline: Outline) -> Entry:
    """Return a review as a row of ``review.tsv``; white space in a name becomes one space."""
    address = outline.scheme.write(review.address)
    values = {name: getattr(review, name) for name in _NAMES} | {"address": address}
    return Entry(FILE, tuple((name, " ".join(cell.split())) for name, cell in values.items()))


def _check_names(where: str, names: list[str]) -> None:
    if names != _NAMES:
        hint = f"tab-separated: {', '.join(_NAMES)}"
        raise LawkbError(where, "the first line does not name the columns", hint)


def _review(where: str, cells: list[str], outline: Outline) -> Review:
    edition, language, address, state, *rest = cells
    known = {(each.edition, each.language) for each in outline.expressions}
    if (edition, language) not in known:
        hint = "look at [[expressions]] in corpus.toml"
        raise LawkbError(where, f"the code has no {edition} {language}", hint)
    if state not in REVIEW_STATES:
        hint = f"one of {', '.join(REVIEW_STATES)}"
        raise LawkbError(where, f"state {state!r} is unknown", hint)
    place = read_address(where, address, outline.scheme)
    return Review(edition, language, place, state, *rest)
