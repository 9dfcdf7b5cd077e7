"""References in companions: found like those of laws, from a place that is in no law or in one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lawkb.model.address import Address
from lawkb.model.code import Code, Outline
from lawkb.model.companion import Companion, Section
from lawkb.model.page import LARGEST_LAW
from lawkb.model.passage import Passage, Reference, Table
from lawkb.refs.find import find_references
from lawkb.refs.resolve import resolver

# Beyond every law: what a partial reference inherits where there is no law around it.
_NOWHERE = Address((LARGEST_LAW + 1,))
_References = tuple[Reference, ...]
_Change = Callable[[str, _References], _References]


def annotate_companion(companion: Companion, outline: Outline) -> Companion:
    """The companion with the references of its texts and notes; headings and terms hold none.

    In a commentary partial references are read from the law that it is on; elsewhere they name
    nothing that can be told. They are unresolved yet.
    """
    language = outline.language(companion.language)
    citing = Address((companion.law,)) if companion.law else _NOWHERE

    def find(text: str, _: _References) -> _References:
        found = find_references(text, language, outline.scheme, citing)
        return tuple(map(_told, found))

    return replace(companion, body=_changed(companion.body, find))


def resolve_companions(code: Code) -> Code:
    """The code with every reference of every companion resolved against its laws."""
    if not code.companions:
        return code
    resolve = resolver(code)

    def resolved(companion: Companion) -> Companion:
        citing = Address((companion.law,)) if companion.law else _NOWHERE

        def change(_: str, found: _References) -> _References:
            return tuple(resolve(one, citing, companion.edition) for one in found)

        return replace(companion, body=_changed(companion.body, change))

    companions = {key: resolved(companion) for key, companion in code.companions.items()}
    return replace(code, companions=companions)


def _told(reference: Reference) -> Reference:
    """The reference without a target that only the place of its text could give."""
    if reference.target is None or reference.target.law <= LARGEST_LAW:
        return reference
    return replace(reference, target=None, upto=None, candidates=())


def _changed(
    body: tuple[Passage | Table | Section, ...], change: _Change
) -> tuple[Passage | Table | Section, ...]:
    """A body with the references of its texts and notes changed."""
    found: list[Passage | Table | Section] = []
    for item in body:
        if isinstance(item, Section):
            found.append(replace(item, body=_changed(item.body, change)))
        elif isinstance(item, Table):
            rows = (
                tuple(
                    replace(cell, passage=cell.passage and _passage(cell.passage, change))
                    for cell in row
                )
                for row in item.rows
            )
            found.append(replace(item, rows=tuple(rows)))
        else:
            found.append(_passage(item, change))
    return tuple(found)


def _passage(passage: Passage, change: _Change) -> Passage:
    notes = tuple(
        replace(note, references=change(note.text, note.references)) for note in passage.notes
    )
    return replace(passage, references=change(passage.text, passage.references), notes=notes)
