"""Find and resolve the references in companions: texts beside the laws, such as commentaries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lawkb.model.address import Address
from lawkb.model.code import Code, Outline
from lawkb.model.companion import Companion, Section
from lawkb.model.passage import Passage, Reference, Table
from lawkb.model.source import LARGEST_LAW
from lawkb.references.find import find_references
from lawkb.references.resolve import make_resolver

# A law number above all real ones: the base of partial references in texts of no law.
_NOWHERE = Address((LARGEST_LAW + 1,))
_References = tuple[Reference, ...]
_Change = Callable[[str, _References], _References]


def annotate_companion(companion: Companion, outline: Outline) -> Companion:
    """Return a companion with the unresolved references of its texts and notes.

    Headings and terms have none. In a commentary, partial references are read in the law that it
    comments; in other companions they get no target.
    """
    language = outline.language(companion.language)
    citing = Address((companion.law,)) if companion.law else _NOWHERE

    def find(text: str, _: _References) -> _References:
        found = find_references(text, language, outline.scheme, citing)
        return tuple(map(_without_unknown_target, found))

    return replace(companion, body=_with_changed_references(companion.body, find))


def resolve_companions(code: Code) -> Code:
    """Return the code with the references of all its companions resolved."""
    if not code.companions:
        return code
    resolve = make_resolver(code)

    def resolved(companion: Companion) -> Companion:
        citing = Address((companion.law,)) if companion.law else _NOWHERE

        def change(_: str, found: _References) -> _References:
            return tuple(resolve(one, citing, companion.edition) for one in found)

        return replace(companion, body=_with_changed_references(companion.body, change))

    companions = {key: resolved(companion) for key, companion in code.companions.items()}
    return replace(code, companions=companions)


def _without_unknown_target(reference: Reference) -> Reference:
    """Return a reference without its target if only an unknown citing law could give it."""
    if reference.target is None or reference.target.law <= LARGEST_LAW:
        return reference
    return replace(reference, target=None, upto=None, candidates=())


def _with_changed_references(
    body: tuple[Passage | Table | Section, ...], change: _Change
) -> tuple[Passage | Table | Section, ...]:
    """Return a body with ``change`` applied to the references of its texts and notes."""
    found: list[Passage | Table | Section] = []
    for item in body:
        if isinstance(item, Section):
            found.append(replace(item, body=_with_changed_references(item.body, change)))
        elif isinstance(item, Table):
            rows = (
                tuple(
                    replace(cell, passage=cell.passage and _changed_passage(cell.passage, change))
                    for cell in row
                )
                for row in item.rows
            )
            found.append(replace(item, rows=tuple(rows)))
        else:
            found.append(_changed_passage(item, change))
    return tuple(found)


def _changed_passage(passage: Passage, change: _Change) -> Passage:
    notes = tuple(
        replace(note, references=change(note.text, note.references)) for note in passage.notes
    )
    return replace(passage, references=change(passage.text, passage.references), notes=notes)
