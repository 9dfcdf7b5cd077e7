"""Several readings of one law complete each other: the richest form wins, the others fill gaps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from lawkb.model.address import Address
from lawkb.model.law import Law, Loss, Provision
from lawkb.model.passage import Passage, Table
from lawkb.parse.comparison import Comparison
from lawkb.parse.document import FormName
from lawkb.parse.fragments import complete, with_heading
from lawkb.parse.passages import filled_note, plain_words, with_links

# What a form can hold, in order: raw wiki syntax everything, a rendered page all but its source,
# text taken from it most words. A comparison holds no whole law.
_RICHNESS: dict[FormName, int] = {"wikitext": 3, "html": 2, "text": 1, "diff": 0}


@dataclass(frozen=True, slots=True)
class Witness:
    """One reading of a law.

    Attributes:
        law: As read; of a ``diff`` the lines it holds, read as a law.
        form: Form of the page it was read from.
        comparison: Which revision a ``diff`` is of; None for the other forms.
    """

    law: Law
    form: FormName
    comparison: Comparison | None = None


def richness(form: FormName) -> int:
    """How much a form can hold: the greatest number for raw wiki syntax, 0 for a comparison."""
    return _RICHNESS[form]


def merge(witnesses: tuple[Witness, ...]) -> tuple[Law, tuple[Loss, ...]]:
    """One law out of several readings of it.

    The richest form is the law (the first of equals). Headings, titles, notes and links that it
    lost come from the others; where another reads otherwise the difference is a loss of kind
    ``conflict``, and the richest stands. A comparison of revisions adds what it has of the law
    and takes no words away; see ``lawkb.parse.fragments``.

    Args:
        witnesses: All of one law in one language; at least one that is no comparison.
    """
    ranked = sorted(witnesses, key=lambda witness: -richness(witness.form))
    law = ranked[0].law
    losses: list[Loss] = []
    for witness in ranked[1:]:
        if witness.comparison:
            law, found = complete(law, witness.law, witness.comparison)
            losses.extend(found)
            continue
        others = {provision.address: provision for provision in witness.law.provisions()}
        losses.extend(_conflicts(law, witness.law))
        root = _completed(law.root, others)
        law = replace(law, root=root, comments=law.comments or witness.law.comments)
    return law, tuple(losses)


def still_lost(losses: tuple[Loss, ...], law: Law) -> tuple[Loss, ...]:
    """The losses of a page without those of a law that another reading of it made good."""
    held = {provision.address: provision for provision in law.provisions()}
    return tuple(
        loss
        for loss in losses
        if loss.language != law.language
        or loss.address not in held
        or not _is_found(loss, held[loss.address])
    )


def _is_found(loss: Loss, provision: Provision) -> bool:
    if loss.kind == "letter":
        return not provision.inferred
    if loss.kind == "note":
        return all(note.text for note in provision.notes)
    return loss.kind in ("heading", "title") and provision.heading is not None


def _completed(provision: Provision, others: dict[Address, Provision]) -> Provision:
    other = others.get(provision.address)
    if other is not None:
        provision = _with_notes(with_heading(provision, other), other)
        provision = _with_links(provision, other)
    body = tuple(
        _completed(item, others) if isinstance(item, Provision) else item for item in provision.body
    )
    return replace(provision, body=body)


def _with_notes(provision: Provision, other: Provision) -> Provision:
    """The provision with the texts of notes that only the other still has."""
    known = {note.marker: note for note in other.notes if note.text}

    def completed(passage: Passage) -> Passage:
        notes = tuple(filled_note(note, known.get(note.marker)) for note in passage.notes)
        return replace(passage, notes=notes)

    return _each_passage(provision, completed)


def _with_links(provision: Provision, other: Provision) -> Provision:
    """The provision with the links that only the other has, on the same words."""
    said = {plain_words(passage.text): passage for passage in other.passages if passage.links}

    def linked(passage: Passage) -> Passage:
        told = said.get(plain_words(passage.text)) if said else None
        return with_links(passage, told) if told else passage

    return _each_passage(provision, linked)


def _each_passage(provision: Provision, change: Callable[[Passage], Passage]) -> Provision:
    """The provision with its own passages changed, not those of tables."""
    body: list[Passage | Table | Provision] = []
    for item in provision.body:
        body.append(change(item) if isinstance(item, Passage) else item)
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
        elif plain_words(base.text) != plain_words(provision.text):
            message = f"{origin} reads otherwise; the richer reading stands"
        else:
            continue
        found.append(Loss("conflict", message, provision.address, law.language))
    return found
