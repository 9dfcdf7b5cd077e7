"""Paragraphs without labels: those that begin a list of their own, and those that close a list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lawkb.parse.document import TextBlock
from lawkb.parse.labels import Label
from lawkb.parse.titles import first_letter

Labels = Mapping[int, tuple[Label, ...]]
_ITEM_ENDS = (";", "·", ",")


@dataclass(frozen=True, slots=True)
class RepeatedList:
    """A list whose labels come again in the same provision, after another paragraph.

    Attributes:
        lines: The lines with its labels.
        labels: The labels as printed: ``(a)``, ``(b)``.
    """

    lines: tuple[TextBlock, ...]
    labels: tuple[str, ...]


def repeated_lists(blocks: tuple[TextBlock, ...], labels: Labels) -> tuple[RepeatedList, ...]:
    """Return the lists of unlabelled paragraphs whose labels come more than once in a provision.

    In ``2 In this Act, / animal means / (a) … / keeper means / (a) …`` both lists are such: no
    address names their items. The list of the provision itself is none, which follows the line of
    its label or number.

    Args:
        blocks: The lines of a law after its title.
        labels: Labels of each line, by the offset of the line.
    """
    found: list[RepeatedList] = []
    for depth, group in _groups(blocks, labels):
        begun = [index for index, block in enumerate(group) if _begins(labels[block.at], depth)]
        ends = [*begun[1:], len(group)]
        for start, end in zip(begun, ends, strict=True) if len(begun) > 1 else ():
            if _is_of_another(group, start, labels):
                lines = tuple(block for block in group[start:end] if labels[block.at])
                printed = tuple(labels[block.at][0].printed for block in lines)
                found.append(RepeatedList(lines, printed))
    return tuple(found)


def _groups(
    blocks: tuple[TextBlock, ...], labels: Labels
) -> Iterator[tuple[int, tuple[TextBlock, ...]]]:
    """Yield the lines of each provision that may have lists of a level, with that level.

    Its lines are those from a label of a higher level to the next one.
    """
    depths = {depth for line in labels.values() if line for depth, _ in line[0].readings}
    for depth in sorted(depths - {1}):
        start = 0
        for index, block in enumerate(blocks):
            if index > start and _is_above(labels[block.at], depth):
                yield depth, blocks[start:index]
                start = index
        yield depth, blocks[start:]


def _is_above(labels: tuple[Label, ...], depth: int) -> bool:
    return bool(labels) and min(level for level, _ in labels[0].readings) < depth


def _begins(labels: tuple[Label, ...], depth: int) -> bool:
    """Whether a line begins a list of a level, with the first label of it."""
    return bool(labels) and any(reading == (depth, 1) for reading in labels[0].readings)


def _is_of_another(group: tuple[TextBlock, ...], start: int, labels: Labels) -> bool:
    """Whether a list follows an unlabelled paragraph that is not the first of the provision."""
    return start > 1 and not labels[group[start - 1].at]


def closing_paragraphs(
    blocks: tuple[TextBlock, ...], labels: Labels
) -> tuple[tuple[TextBlock, ...], bool]:
    """Return the last paragraphs of a law if they close the list of the law, and if it is certain.

    The list is that of the first level. It completes a sentence of the law that ends in a colon,
    and has no other paragraphs. It is certain if its items are parts of the sentence, with small
    letters or semicolons, or the format of the page marks them as items of a list.

    Args:
        blocks: The lines of a law after its title.
        labels: Labels of each line, by the offset of the line.
    """
    labelled = [index for index, block in enumerate(blocks) if labels[block.at]]
    if not labelled or not labelled[0] or labelled[-1] + 1 == len(blocks):
        return (), False
    items = [blocks[index] for index in labelled]
    whole = labelled == [*range(labelled[0], labelled[-1] + 1)]
    flat = all(any(level == 1 for level, _ in labels[item.at][0].readings) for item in items)
    leads = blocks[labelled[0] - 1].text.endswith(":")
    closing = blocks[labelled[-1] + 1 :]
    if not (whole and flat and leads and len(items) > 1) or first_letter(closing[0].text).islower():
        return (), False
    parts = all(
        first_letter(item.text).islower() or item.text.endswith(_ITEM_ENDS) for item in items[:-1]
    )
    marked = all(item.rich is not None and item.rich.kind == "item" for item in items)
    apart = marked and all(block.rich and block.rich.kind == "paragraph" for block in closing)
    return closing, parts or apart
