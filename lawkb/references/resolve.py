"""Resolve references against the code: held, not held, unresolved or ambiguous."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from operator import is_
from typing import TypeVar

from lawkb.model.address import Address
from lawkb.model.code import Code, Outline
from lawkb.model.law import Law, Provision
from lawkb.model.passage import Cell, Note, Passage, Reference, RefStatus, Table
from lawkb.references.find import find_references_with_grammar
from lawkb.references.grammar import read_grammar

_T = TypeVar("_T")
_References = tuple[Reference, ...]
# Return the new references of a text, given its provision, the text and its references.
_Change = Callable[[Address, str, _References], _References]
# Provisions that any language of a law has, by edition and number of the law.
_Held = Mapping[tuple[str, int], frozenset[Address]]


@dataclass(frozen=True, slots=True)
class _Known:
    """The laws and provisions that references are resolved against.

    ``whole`` are the laws that are complete in every language.
    """

    laws: Mapping[str, int]
    held: _Held
    whole: frozenset[tuple[str, int]]
    texts: Mapping[tuple[str, int], tuple[Law, ...]]


def annotate_law(law: Law, outline: Outline) -> Law:
    """Return a law with the unresolved references of its passages, cells and notes.

    Headings have none.
    """
    grammar = read_grammar(outline.language(law.language), outline.scheme)

    def find(citing: Address, text: str, _: _References) -> _References:
        return find_references_with_grammar(text, grammar, citing)

    return replace(law, root=_changed(law.root, find))


def resolve_laws(code: Code) -> Code:
    """Return the code with all references of its laws and their notes resolved."""
    known = _known(code.outline, code.laws)
    laws = {
        key: replace(law, root=_changed(law.root, _resolver(law.edition, known)))
        for key, law in code.laws.items()
    }
    return replace(code, laws=laws)


def resolve_reference(reference: Reference, citing: Address, edition: str, code: Code) -> Reference:
    """Return a reference with the status of its target.

    ``held``: a language of the edition has the provision; for a range, both ends. ``not-held``: the
    law is in the edition, but no language has it. ``unresolved``: there is no target, the edition
    has no such law, the law lacks the provision (``candidates`` is then the nearest provision above
    it that it has), or the provision has fewer paragraphs than the reference counts (``candidates``
    is then the provision). ``ambiguous``: several candidates remain. In a list of laws, candidates
    outside the edition or missing from a complete law are dropped, and a single remaining one
    becomes the target.

    Args:
        reference: As ``find_references`` returns it.
        citing: Provision it is in.
        edition: Edition of the citing law, and of the target unless the reference names another.
        code: The laws.
    """
    within = reference.edition or edition
    named = (reference.target, reference.upto, *reference.candidates)
    numbers = {address.law for address in named if address}
    laws = {key: law for key, law in code.laws.items() if key[0] == within and key[2] in numbers}
    return _resolved(_without_self_target(reference, citing), edition, _known(code.outline, laws))


def make_resolver(code: Code) -> Callable[[Reference, Address, str], Reference]:
    """Return a faster ``resolve_reference`` for many references of one code.

    It takes the reference, its provision, and the edition of that provision.
    """
    known = _known(code.outline, code.laws)

    def resolve(reference: Reference, citing: Address, edition: str) -> Reference:
        return _resolved(_without_self_target(reference, citing), edition, known)

    return resolve


def _resolver(edition: str, known: _Known) -> _Change:
    def resolve(citing: Address, _: str, found: _References) -> _References:
        return tuple([_resolved(_without_self_target(r, citing), edition, known) for r in found])

    return resolve


def _known(outline: Outline, laws: Mapping[tuple[str, str, int], Law]) -> _Known:
    held: dict[tuple[str, int], frozenset[Address]] = {}
    texts: dict[tuple[str, int], tuple[Law, ...]] = {}
    for (edition, _, number), law in laws.items():
        addresses = frozenset(provision.address for provision in law.provisions())
        held[edition, number] = held.get((edition, number), frozenset()) | addresses
        texts[edition, number] = (*texts.get((edition, number), ()), law)
    whole = frozenset(
        key
        for key, found in texts.items()
        if all(provision.complete for law in found for provision in law.provisions())
    )
    return _Known({edition.id: edition.laws for edition in outline.editions}, held, whole, texts)


def _without_self_target(reference: Reference, citing: Address) -> Reference:
    """Return a partial reference to the provision it is in without its target.

    References to an unnumbered paragraph of that provision keep theirs.
    """
    partial = reference.form == "relative" and reference.subparagraph is None
    if partial and reference.target == citing:
        return replace(reference, target=None)
    return reference


def _resolved(reference: Reference, edition: str, known: _Known) -> Reference:
    within = reference.edition or edition
    laws = known.laws.get(within, 0)
    if reference.status == "ambiguous":
        left = [each for each in reference.candidates if _can_be(each, within, known)]
        # Only in a list of laws: a link that contradicts its words must stay visible.
        if len(left) != 1 or reference.form != "absolute" or reference.within is None:
            return reference
        reference = replace(reference, target=left[0])
    found = [
        _status(address, known.held.get((within, address.law)), laws)
        for address in (reference.target, reference.upto)
        if address
    ]
    if reference.subparagraph and not _has_passage(reference, within, known):
        found = [("unresolved", reference.target) if s == "held" else (s, a) for s, a in found]
    statuses = [status for status, _ in found]
    worst: RefStatus = next(filter(statuses.__contains__, _WORST_FIRST), "unresolved")
    candidates = tuple([address for _, address in found if address])
    return replace(reference, status=worst, candidates=candidates)


def _can_be(address: Address, edition: str, known: _Known) -> bool:
    """Return whether an edition may have a provision, given the laws available."""
    law = (edition, address.law)
    if address.law > known.laws.get(edition, 0):
        return False
    return law not in known.whole or address in known.held[law]


_WORST_FIRST: tuple[RefStatus, ...] = ("unresolved", "not-held", "held")


def _status(
    address: Address, tree: frozenset[Address] | None, laws: int
) -> tuple[RefStatus, Address | None]:
    """Return the status of one end, and the nearest available provision above a missing one."""
    if address.law > laws:
        return "unresolved", None
    if tree is None:
        return "not-held", None
    if address in tree:
        return "held", None
    return "unresolved", next((above for above in address.ancestors() if above in tree), None)


def _has_passage(reference: Reference, edition: str, known: _Known) -> bool:
    """Return whether a language has as many paragraphs of the target as the reference counts."""
    target, n = reference.target, reference.subparagraph or 0
    laws = known.texts.get((edition, target.law), ()) if target else ()
    found = (law.find(target) for law in laws if target)
    return any(provision and len(provision.passages) >= n for provision in found)


def _changed(provision: Provision, change: _Change) -> Provision:
    """Return a provision with ``change`` applied to the references of all its texts.

    Unchanged parts stay the same objects.
    """
    at, heading = provision.address, provision.heading
    body = _or_same([_item(item, at, change) for item in provision.body], provision.body)
    if heading and heading.notes:
        heading = _with_references_and_notes(
            heading, heading.references, _notes(heading.notes, at, change)
        )
    if body is provision.body and heading is provision.heading:
        return provision
    return replace(provision, heading=heading, body=body)


def _or_same(found: list[_T], before: tuple[_T, ...]) -> tuple[_T, ...]:
    """Return the new tuple, or the old one if all its members are the same objects."""
    return before if all(map(is_, found, before)) else tuple(found)


def _item(
    item: Passage | Table | Provision, at: Address, change: _Change
) -> Passage | Table | Provision:
    if isinstance(item, Passage):
        return _passage(item, at, change)
    return _table(item, at, change) if isinstance(item, Table) else _changed(item, change)


def _table(table: Table, at: Address, change: _Change) -> Table:
    """Return a table with the references of its cells changed; each cell is a text of its own."""
    rows = [_or_same([_cell(cell, at, change) for cell in row], row) for row in table.rows]
    changed = _or_same(rows, table.rows)
    return table if changed is table.rows else replace(table, rows=changed)


def _cell(cell: Cell, at: Address, change: _Change) -> Cell:
    passage = cell.passage and _passage(cell.passage, at, change)
    return cell if passage is cell.passage else replace(cell, passage=passage)


def _passage(passage: Passage, at: Address, change: _Change) -> Passage:
    references = change(at, passage.text, passage.references)
    notes = passage.notes and _notes(passage.notes, at, change)
    return _with_references_and_notes(passage, references, notes)


def _notes(notes: tuple[Note, ...], at: Address, change: _Change) -> tuple[Note, ...]:
    return _or_same([_note(note, at, change) for note in notes], notes)


def _note(note: Note, at: Address, change: _Change) -> Note:
    references = change(at, note.text, note.references)
    return note if references == note.references else replace(note, references=references)


def _with_references_and_notes(
    passage: Passage, references: _References, notes: tuple[Note, ...]
) -> Passage:
    if notes is passage.notes and references == passage.references:
        return passage
    return replace(passage, references=references, notes=notes)
