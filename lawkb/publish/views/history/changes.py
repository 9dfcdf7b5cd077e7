"""A change as pages show it: time, author, summary and word diffs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from lawkb.history.changes import ChangeKind, DiffPiece, ProvisionChange
from lawkb.history.law_changes import LawChange
from lawkb.model.address import Address
from lawkb.publish.strings import written_date
from lawkb.publish.views.localized_site import LocalizedSite
from lawkb.publish.views.urls import Place

_AROUND = 90  # characters of unchanged text on each side of a change
DiffKind = Literal["same", "gone", "new", "cut"]


@dataclass(frozen=True, slots=True)
class DiffRun:
    """A piece of a word diff.

    Attributes:
        kind: ``same``, ``gone`` or ``new``; ``cut`` for unchanged text that is left out.
        runs: Pairs of words and BCP 47 tag; the tag is None in the language of the text.
    """

    kind: DiffKind
    runs: tuple[tuple[str, str | None], ...] = ()


@dataclass(frozen=True, slots=True)
class ProvisionDiff:
    """What a change did to a provision in one language.

    Attributes:
        name: Address in the language of the reader.
        place: Link to the provision; None if it is not there any more.
        language: BCP 47 tag of the text.
        kind: ``added``, ``removed``, or the part that changed: ``heading``, ``text``, ``notes``.
    """

    name: str
    place: Place | None
    language: str
    kind: ChangeKind
    diff: tuple[DiffRun, ...]


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A change of a law: a revision of its page, or the last change of a page without revisions.

    Attributes:
        law: Name of the law.
        edition: Id of its edition.
        place: Link to the law; None if it is not there any more.
        time: ISO 8601 in UTC; ``written`` is the same as the reader's language writes it.
        author: Name of the author; empty when unknown.
        author_language: BCP 47 tag of the name.
        summary: The author's summary, as pairs of language tag and words.
        first: Whether the law was new.
        diffs: What changed in which provision.
        history: Link to the history of the law; None if it has none.
    """

    law: str
    edition: str
    place: Place | None
    time: str
    written: str
    author: str
    author_language: str
    summary: tuple[tuple[str, str], ...]
    first: bool
    diffs: tuple[ProvisionDiff, ...]
    history: Place | None = None


def change_view(
    site: LocalizedSite, change: LawChange, provisions: Iterable[ProvisionChange]
) -> ChangeView:
    """Return a change with the word diffs of some of its provisions."""
    author = change.author or ""
    return ChangeView(
        law=site.law_name(change.law),
        edition=change.edition,
        place=site.place(change.edition, Address((change.law,))),
        time=change.time,
        written=written_date(change.time, site.language.code),
        author=author,
        author_language=site.language_of(author),
        summary=site.runs_of(change.summary) if change.summary else (),
        first=change.first,
        diffs=tuple(_diff(site, each) for each in provisions),
    )


def told(change: LawChange) -> tuple[ProvisionChange, ...]:
    """Return what a change did to the words: what is only marked otherwise is left out."""
    return tuple(each for each in change.provisions if each.diff)


def _diff(site: LocalizedSite, change: ProvisionChange) -> ProvisionDiff:
    place = _present_place(site, change.edition, change.address)
    split = site.split_languages(change.language)
    runs = tuple(
        DiffRun(kind, tuple(split(text)) if text else ()) for kind, text in _shortened(change.diff)
    )
    return ProvisionDiff(site.name(change.address), place, change.language, change.kind, runs)


def _present_place(site: LocalizedSite, edition: str, address: Address) -> Place | None:
    """Return the location of a provision; None if no language has it any more."""
    tags = site.code.languages_of(edition, address.law)
    if any(site.code.provision(edition, tag, address) for tag in tags):
        return site.place(edition, address)
    return None


def _shortened(diff: Sequence[DiffPiece]) -> Iterator[tuple[DiffKind, str]]:
    """Yield the pieces of a diff, of unchanged text only what is near a change."""
    last = len(diff) - 1
    for at, piece in enumerate(diff):
        if piece.kind != "same" or len(diff) == 1:
            yield piece.kind, piece.text
            continue
        before = piece.text[: _end_of_word(piece.text, _AROUND)] if at else ""
        after = piece.text[_start_of_word(piece.text, _AROUND) :] if at < last else ""
        if len(before) + len(after) >= len(piece.text):
            yield "same", piece.text
            continue
        if before:
            yield "same", before
        yield "cut", ""
        if after:
            yield "same", after


def _end_of_word(text: str, most: int) -> int:
    """Return the end of the last word within so many characters from the start."""
    return len(text) if len(text) <= most else max(text.rfind(" ", 0, most), 0)


def _start_of_word(text: str, most: int) -> int:
    """Return the start of the first word within so many characters from the end."""
    if len(text) <= most:
        return 0
    found = text.find(" ", len(text) - most)
    return len(text) if found < 0 else found + 1
