"""Segments: a law cut into what stands in one row of its page in one language."""

from __future__ import annotations

from lawkb.model.address import Address
from lawkb.model.law import Provision
from lawkb.model.passage import Passage, Table

# A row is a provision with its own text, or what its text goes on with after a provision in it.
Key = tuple[Address, Address | None]
# A provision with the passages and tables that stand in one row.
Segment = tuple[Provision, tuple[Passage | Table, ...]]


def segments_of(law: Provision) -> dict[Key, Segment]:
    """The rows of a law: of each provision its own text, and what stands after others in it."""
    found: dict[Key, Segment] = {}
    _add(found, law)
    return found


def _add(found: dict[Key, Segment], provision: Provision) -> None:
    found[provision.address, None] = (provision, ())
    after = None
    items: list[Passage | Table] = []
    for item in provision.body:
        if isinstance(item, Provision):
            if items:
                _put(found, after, (provision, tuple(items)))
            _add(found, item)
            after, items = item.address, []
        else:
            items.append(item)
    if items:
        _put(found, after, (provision, tuple(items)))


def _put(found: dict[Key, Segment], after: Address | None, segment: Segment) -> None:
    provision, items = segment
    key = (provision.address, after)
    before = found[key][1] if key in found else ()
    found[key] = (provision, before + items)
