"""References against the code: held, not held, or unresolved. Nothing is guessed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from lawkb.model.address import Address
from lawkb.model.code import Code, Outline
from lawkb.model.law import Law, Provision
from lawkb.model.passage import Note, Passage, Reference, RefStatus, Table
from lawkb.refs.find import find_references

_References = tuple[Reference, ...]
# The new references of a text, from the provision it stands in, the text, and those it has.
_Change = Callable[[Address, str, _References], _References]
# Provisions that any language of a law holds, by edition and number of the law.
_Held = Mapping[tuple[str, int], frozenset[Address]]


def annotate(law: Law, outline: Outline) -> Law:
    """The law with the references of its passages, cells and notes; headings hold none.

    They are unresolved yet.
    """
    language = outline.language(law.language)

    def find(citing: Address, text: str, _: _References) -> _References:
        return find_references(text, language, outline.scheme, citing)

    return replace(law, root=_changed(law.root, find))


def resolve_laws(code: Code) -> Code:
    """The code with every reference of every law resolved against it, those of notes included."""
    held = _held(code.laws)
    laws = {}
    for key, law in code.laws.items():
        laws[key] = replace(
            law, root=_changed(law.root, _resolver(law.edition, code.outline, held))
        )
    return replace(code, laws=laws)


def resolve_reference(reference: Reference, citing: Address, edition: str, code: Code) -> Reference:
    """The reference with what the code says of its target.

    ``held`` when a language of the edition has the provision; ``not-held`` when the law is one
    of the edition and no language has it; ``unresolved`` when the edition has no such law, when
    the law is held and the provision is not in it (``candidates`` is then the nearest held
    provision above it), or when there is no target. A range is held when both its ends are. An
    ambiguous reference stays what it is.

    Args:
        reference: As ``find_references`` gives it.
        citing: Provision it stands in.
        edition: Edition of the citing law; the target's unless the reference names another.
        code: The laws.
    """
    within = reference.edition or edition
    numbers = {address.law for address in (reference.target, reference.upto) if address}
    laws = {key: law for key, law in code.laws.items() if key[0] == within and key[2] in numbers}
    return _resolved(_uncited(reference, citing), edition, code.outline, _held(laws))


def _resolver(edition: str, outline: Outline, held: _Held) -> _Change:
    def resolve(citing: Address, _: str, found: _References) -> _References:
        return tuple(_resolved(_uncited(r, citing), edition, outline, held) for r in found)

    return resolve


def _held(laws: Mapping[tuple[str, str, int], Law]) -> _Held:
    held: dict[tuple[str, int], frozenset[Address]] = {}
    for (edition, _, number), law in laws.items():
        addresses = frozenset(provision.address for provision in law.provisions())
        held[edition, number] = held.get((edition, number), frozenset()) | addresses
    return held


def _uncited(reference: Reference, citing: Address) -> Reference:
    """A partial reference that names the provision it stands in names nothing that can be told."""
    if reference.form == "relative" and reference.target == citing:
        return replace(reference, target=None)
    return reference


def _resolved(reference: Reference, edition: str, outline: Outline, held: _Held) -> Reference:
    if reference.status == "ambiguous":
        return reference
    within = reference.edition or edition
    laws = {known.id: known.laws for known in outline.editions}.get(within, 0)
    ends = [address for address in (reference.target, reference.upto) if address]
    found = [_status(address, held.get((within, address.law)), laws) for address in ends]
    statuses = {status for status, _ in found}
    candidates = tuple(address for _, address in found if address)
    for status in _WORST_FIRST:
        if status in statuses:
            return replace(reference, status=status, candidates=candidates)
    return replace(reference, status="unresolved", candidates=())


_WORST_FIRST: tuple[RefStatus, ...] = ("unresolved", "not-held", "held")


def _status(
    address: Address, tree: frozenset[Address] | None, laws: int
) -> tuple[RefStatus, Address | None]:
    """What one end is, and the nearest held provision above it when it is not held itself."""
    if address.law > laws:
        return "unresolved", None
    if tree is None:
        return "not-held", None
    if address in tree:
        return "held", None
    return "unresolved", next((above for above in address.ancestors() if above in tree), None)


def _changed(provision: Provision, change: _Change) -> Provision:
    """A provision, and all in it, with the references of its texts changed."""
    at = provision.address
    body = tuple(_item(item, at, change) for item in provision.body)
    heading = provision.heading
    if heading:
        heading = replace(heading, notes=_notes(heading.notes, at, change))
    return replace(provision, heading=heading, body=body)


def _item(
    item: Passage | Table | Provision, at: Address, change: _Change
) -> Passage | Table | Provision:
    if isinstance(item, Provision):
        return _changed(item, change)
    return _table(item, at, change) if isinstance(item, Table) else _passage(item, at, change)


def _table(table: Table, at: Address, change: _Change) -> Table:
    """A table with the references of its cells changed: each is a text of its own."""
    rows = (
        tuple(
            replace(cell, passage=cell.passage and _passage(cell.passage, at, change))
            for cell in row
        )
        for row in table.rows
    )
    return replace(table, rows=tuple(rows))


def _passage(passage: Passage, at: Address, change: _Change) -> Passage:
    references = change(at, passage.text, passage.references)
    return replace(passage, references=references, notes=_notes(passage.notes, at, change))


def _notes(notes: tuple[Note, ...], at: Address, change: _Change) -> tuple[Note, ...]:
    return tuple(replace(note, references=change(at, note.text, note.references)) for note in notes)
