"""Several readings of one law complete each other: the richest form wins, the others fill gaps."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lawkb.model.address import Address
from lawkb.model.law import Law, Loss, Note, Passage, Provision
from lawkb.model.passage import Table
from lawkb.parse.document import FormName
from lawkb.parse.typography import fold_typography

# What a form can hold, in order: raw wiki syntax everything, a rendered page all but its source.
_RICHNESS: dict[FormName, int] = {"wikitext": 3, "html": 2, "text": 1}


@dataclass(frozen=True, slots=True)
class Witness:
    """One reading of a law.

    Attributes:
        law: As read.
        form: Form of the page it was read from.
    """

    law: Law
    form: FormName


def merge(witnesses: tuple[Witness, ...]) -> tuple[Law, tuple[Loss, ...]]:
    """One law out of several readings of it.

    The richest form is the law (the first of equals). Headings, titles and notes that it lost
    come from the others; where another reads otherwise the difference is a loss of kind
    ``conflict``, and the richest stands.

    Args:
        witnesses: At least one; all of one law in one language.
    """
    ranked = sorted(witnesses, key=lambda witness: -_RICHNESS[witness.form])
    law = ranked[0].law
    losses: list[Loss] = []
    for witness in ranked[1:]:
        others = {provision.address: provision for provision in witness.law.provisions()}
        losses.extend(_conflicts(law, witness.law))
        root = _completed(law.root, others)
        law = replace(law, root=root, comments=law.comments or witness.law.comments)
    return law, tuple(losses)


def _completed(provision: Provision, others: dict[Address, Provision]) -> Provision:
    other = others.get(provision.address)
    if other is not None:
        provision = _with_notes(_with_heading(provision, other), other)
    body = tuple(
        _completed(item, others) if isinstance(item, Provision) else item for item in provision.body
    )
    return replace(provision, body=body)


def _with_heading(provision: Provision, other: Provision) -> Provision:
    if provision.heading is not None or other.heading is None:
        return provision
    lost = tuple(what for what in provision.lost if what not in ("heading", "title"))
    told = replace(provision, heading=other.heading, lost=lost)
    if provision.num or not other.num:
        return told
    return replace(told, num=other.num, inferred=other.inferred)


def _with_notes(provision: Provision, other: Provision) -> Provision:
    """The provision with the texts of notes that only the other still has."""
    known = {note.marker: note for note in other.notes if note.text}

    def found(note: Note) -> Note:
        have = known.get(note.marker)
        if note.text or have is None:
            return note
        return replace(note, text=have.text, lost=(), lines=have.lines)

    def completed(passage: Passage) -> Passage:
        return replace(passage, notes=tuple(found(note) for note in passage.notes))

    body: list[Passage | Table | Provision] = []
    for item in provision.body:
        body.append(completed(item) if isinstance(item, Passage) else item)
    return replace(provision, body=tuple(body))


def _conflicts(law: Law, other: Law) -> list[Loss]:
    """Where two readings have different words, typography and white space aside."""
    mine = {provision.address: provision for provision in law.provisions()}
    origin = f"{other.origin.source}/{other.origin.page}"
    found: list[Loss] = []
    for provision in other.provisions():
        base = mine.get(provision.address)
        if base is None:
            message = f"{origin} has a provision that the richer reading has not"
        elif _plain(base.text) != _plain(provision.text):
            message = f"{origin} reads otherwise; the richer reading stands"
        else:
            continue
        found.append(Loss("conflict", message, provision.address, law.language))
    return found


def _plain(text: str) -> str:
    return " ".join(fold_typography(text).split())
