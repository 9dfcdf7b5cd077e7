"""Which address an item names: whole, or from the item before it, or from the citing provision."""

from __future__ import annotations

from lawkb.refs.items import Item
from lawkb.refs.parts import Part
from lawkb.refs.reading import Path, Reading

_Chain = tuple[Part, ...]


def path_of(parts: _Chain, base: Path = ()) -> Path:
    """The path of some parts in a base: the levels above the first part are those of the base."""
    path = list(base[: parts[0].depth])
    for part in parts:
        path += [0] * (part.depth - len(path))
        path.append(part.ordinal)
    return tuple(path)


def law_path(item: Item) -> Path | None:
    """The path of an item as a law and what is in it; None when it begins deeper."""
    parts = item.chains[0]
    return path_of(parts) if parts[0].depth == 0 else None


def part_paths(reading: Reading, item: Item) -> tuple[Path, ...]:
    """The paths of an item inside the citing law; several when ``(i)`` can be of two levels.

    A provision of the deeper one of these levels means its neighbours. A number with a capital
    letter is a law wherever it stands. Where words behind the item name a provision that it is
    in, it is read there.
    """
    whole = law_path(item)
    if whole and not item.is_bare_number:
        return (whole,)
    base = reading.base
    above = len(base) if reading.within else 1
    chains = tuple(chain for chain in item.chains if chain[0].depth >= above)
    neighbours = chains[-1:] if chains and chains[-1][0].depth == len(base) - 1 else ()
    return tuple(path_of(chain, base) for chain in neighbours or chains)


def next_paths(
    reading: Reading, item: Item, before: tuple[Path, ...], of_laws: bool
) -> tuple[Path, ...]:
    """The paths of an item of a list, given those of the item before it; none when it does not fit.

    A partial item begins no deeper than the item before it ends. A bare number in a list of laws
    is a law, unless it goes on counting: ``62C1 or 2``. Where both are possible, as in ``62C1 and
    4``, both are given; but one that no law of the code can have, ``62C64``, is none.

    Args:
        reading: The text.
        item: What stands in the list.
        before: Paths of the item before it.
        of_laws: Whether a bare number can be a law.
    """
    law = law_path(item)
    if law and not item.is_bare_number:
        return (law,)
    found: dict[Path, None] = {}
    for path in before:
        found |= dict.fromkeys(path_of(chain, path) for chain in _siblings(item, path))
    if law and of_laws and not counts_on(item, before):
        found[law] = None
    return tuple(path for path in found if _can_be(reading, path)) or tuple(found)


def _can_be(reading: Reading, path: Path) -> bool:
    """Whether no ordinal of a path is higher than its level goes."""
    pairs = zip(path, reading.grammar.forms, strict=False)
    return all(form.most is None or n <= form.most for n, form in pairs)


def counts_on(item: Item, before: tuple[Path, ...]) -> bool:
    """Whether a bare number is the next one after the item before it: ``1 and 2``."""
    pairs = ((chain[0], path) for path in before for chain in _siblings(item, path))
    return any(part.ordinal == path[part.depth] + 1 for part, path in pairs)


def _siblings(item: Item, path: Path) -> tuple[_Chain, ...]:
    """The ways to read an item as one that inherits: at the level the path ends at, else above.

    A level that the path skips is none: behind ``5(c)`` no number is one of its letter.
    """
    depths = [depth for depth in range(1, len(path)) if path[depth]]
    chains = tuple(chain for chain in item.chains if chain[0].depth in depths)
    same = tuple(chain for chain in chains if chain[0].depth == len(path) - 1)
    return same or chains


def steps_back(path: Path, depth: int, steps: int) -> Path | None:
    """The path of the provision some steps from the one that a path lies in at a level.

    Args:
        path: Of the citing provision.
        depth: The level.
        steps: -1 for the one before, 1 for the one behind, 0 for itself.

    Returns:
        None when the path does not go so deep, skips the level, or none stands there.
    """
    if depth >= len(path) or not path[depth] or path[depth] + steps < 1:
        return None
    return (*path[:depth], path[depth] + steps)
