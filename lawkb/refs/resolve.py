"""References against the code: held, not held, or unresolved. Nothing is guessed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from operator import is_
from typing import TypeVar

from lawkb.model.address import Address
from lawkb.model.code import Code, Outline
from lawkb.model.law import Law, Provision
from lawkb.model.passage import Cell, Note, Passage, Reference, RefStatus, Table
from lawkb.refs.find import references_in
from lawkb.refs.grammar import read_grammar
from lawkb.refs.rebuilt import copier

_T = TypeVar("_T")
_with_contents = copier(Provision, "heading", "body")
_with_references = copier(Passage, "references", "notes")
_with_status = copier(Reference, "status", "candidates")
_References = tuple[Reference, ...]
# The new references of a text, from the provision it stands in, the text, and those it has.
_Change = Callable[[Address, str, _References], _References]
# Provisions that any language of a law holds, by edition and number of the law.
_Held = Mapping[tuple[str, int], frozenset[Address]]


@dataclass(frozen=True, slots=True)
class _Known:
    """What references are held against: the laws there are, and the provisions that are held.

    Of the laws that are ``whole`` every language has all its words.
    """

    laws: Mapping[str, int]
    held: _Held
    whole: frozenset[tuple[str, int]]
    texts: Mapping[tuple[str, int], tuple[Law, ...]]


def annotate(law: Law, outline: Outline) -> Law:
    """The law with the references of its passages, cells and notes; headings hold none.

    They are unresolved yet.
    """
    grammar = read_grammar(outline.language(law.language), outline.scheme)

    def find(citing: Address, text: str, _: _References) -> _References:
        return references_in(text, grammar, citing)

    return replace(law, root=_changed(law.root, find))


def resolve_laws(code: Code) -> Code:
    """The code with every reference of every law resolved against it, those of notes included."""
    known = _known(code.outline, code.laws)
    laws = {
        key: replace(law, root=_changed(law.root, _resolver(law.edition, known)))
        for key, law in code.laws.items()
    }
    return replace(code, laws=laws)


class Resolving:
    """Resolves the laws of one code many times; it gives what ``resolve_laws`` does.

    While the code holds the same provisions, a law that is the same object as before is not gone
    through again; but one whose references count paragraphs is.
    """

    def __init__(self) -> None:
        """Begin without any law."""
        self._against: object = None
        self._lasting: dict[tuple[str, str, int], tuple[Law, Law]] = {}

    def laws(self, code: Code) -> Code:
        """The code with every reference of every law resolved against it."""
        known = _known(code.outline, code.laws)
        against = (known.laws, known.held, known.whole)
        before = self._lasting if against == self._against else {}
        self._against, self._lasting = against, {}
        laws = {}
        for key, law in code.laws.items():
            last = before.get(key)
            if last and last[0] is law:
                laws[key] = last[1]
                self._lasting[key] = last
                continue
            laws[key] = replace(law, root=_changed(law.root, _resolver(law.edition, known)))
            if not _counts_paragraphs(law.root):
                self._lasting[key] = (law, laws[key])
        return replace(code, laws=laws)


def resolve_reference(reference: Reference, citing: Address, edition: str, code: Code) -> Reference:
    """The reference with what the code says of its target.

    ``held`` when a language of the edition has the provision; ``not-held`` when the law is one
    of the edition and no language has it; ``unresolved`` when the edition has no such law, when
    the law is held and the provision is not in it (``candidates`` is then the nearest held
    provision above it), when the provision has fewer paragraphs than the reference counts
    (``candidates`` is then the provision), or when there is no target. A range is held when both
    its ends are. Of the candidates of an ambiguous reference in a list of laws those are out that a
    held law has not, or that are beyond the laws of the edition; it names the one that is left. Any
    other stays ambiguous, and a law with missing words rules nothing out.

    Args:
        reference: As ``find_references`` gives it.
        citing: Provision it stands in.
        edition: Edition of the citing law; the target's unless the reference names another.
        code: The laws.
    """
    within = reference.edition or edition
    named = (reference.target, reference.upto, *reference.candidates)
    numbers = {address.law for address in named if address}
    laws = {key: law for key, law in code.laws.items() if key[0] == within and key[2] in numbers}
    return _resolved(_uncited(reference, citing), edition, _known(code.outline, laws))


def resolver(code: Code) -> Callable[[Reference, Address, str], Reference]:
    """A function that resolves many references as ``resolve_reference`` does each.

    It takes the reference, the provision it stands in, and the edition of that.

    Args:
        code: The laws; they are gone through once.
    """
    known = _known(code.outline, code.laws)

    def resolve(reference: Reference, citing: Address, edition: str) -> Reference:
        return _resolved(_uncited(reference, citing), edition, known)

    return resolve


def _resolver(edition: str, known: _Known) -> _Change:
    def resolve(citing: Address, _: str, found: _References) -> _References:
        return tuple([_resolved(_uncited(r, citing), edition, known) for r in found])

    return resolve


def _counts_paragraphs(root: Provision) -> bool:
    """Whether a reference in a law names a paragraph by its number."""
    found: list[Reference] = []

    def look(_: Address, __: str, references: _References) -> _References:
        found.extend(each for each in references if each.subparagraph)
        return references

    _changed(root, look)
    return bool(found)


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


def _uncited(reference: Reference, citing: Address) -> Reference:
    """A partial reference that names the provision it stands in names nothing that can be told.

    One to a paragraph of it without a number does.
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
        # Of a list of laws alone: a link that leads to another law than its words must stay seen.
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
    return _with_status(reference, worst, tuple([address for _, address in found if address]))


def _can_be(address: Address, edition: str, known: _Known) -> bool:
    """Whether an edition has a provision, as far as the laws that are held can tell."""
    law = (edition, address.law)
    if address.law > known.laws.get(edition, 0):
        return False
    return law not in known.whole or address in known.held[law]


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


def _has_passage(reference: Reference, edition: str, known: _Known) -> bool:
    """Whether a language has as many paragraphs of the target as the reference counts."""
    target, n = reference.target, reference.subparagraph or 0
    laws = known.texts.get((edition, target.law), ()) if target else ()
    found = (law.find(target) for law in laws if target)
    return any(provision and len(provision.passages) >= n for provision in found)


def _changed(provision: Provision, change: _Change) -> Provision:
    """A provision, and all in it, with the references of its texts changed.

    What holds no other references than before is the same object as before: most of a code.
    """
    at, heading = provision.address, provision.heading
    body = _or_same([_item(item, at, change) for item in provision.body], provision.body)
    if heading and heading.notes:
        heading = _noted(heading, heading.references, _notes(heading.notes, at, change))
    if body is provision.body and heading is provision.heading:
        return provision
    return _with_contents(provision, heading, body)


def _or_same(found: list[_T], before: tuple[_T, ...]) -> tuple[_T, ...]:
    """What was found; the tuple of before where nothing in it is new."""
    return before if all(map(is_, found, before)) else tuple(found)


def _item(
    item: Passage | Table | Provision, at: Address, change: _Change
) -> Passage | Table | Provision:
    if isinstance(item, Passage):
        return _passage(item, at, change)
    return _table(item, at, change) if isinstance(item, Table) else _changed(item, change)


def _table(table: Table, at: Address, change: _Change) -> Table:
    """A table with the references of its cells changed: each is a text of its own."""
    rows = [_or_same([_cell(cell, at, change) for cell in row], row) for row in table.rows]
    changed = _or_same(rows, table.rows)
    return table if changed is table.rows else replace(table, rows=changed)


def _cell(cell: Cell, at: Address, change: _Change) -> Cell:
    passage = cell.passage and _passage(cell.passage, at, change)
    return cell if passage is cell.passage else replace(cell, passage=passage)


def _passage(passage: Passage, at: Address, change: _Change) -> Passage:
    references = change(at, passage.text, passage.references)
    notes = passage.notes and _notes(passage.notes, at, change)
    return _noted(passage, references, notes)


def _notes(notes: tuple[Note, ...], at: Address, change: _Change) -> tuple[Note, ...]:
    return _or_same([_note(note, at, change) for note in notes], notes)


def _note(note: Note, at: Address, change: _Change) -> Note:
    references = change(at, note.text, note.references)
    return note if references == note.references else replace(note, references=references)


def _noted(passage: Passage, references: _References, notes: tuple[Note, ...]) -> Passage:
    if notes is passage.notes and references == passage.references:
        return passage
    return _with_references(passage, references, notes)
