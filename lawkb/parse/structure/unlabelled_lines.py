"""Lines without numbers in a law.

Dashes count by place, paragraphs without labels have lists of their own, or close a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set

from msgspec.structs import replace

from lawkb.model.language import Language
from lawkb.parse.document import BlockKind, TextBlock
from lawkb.parse.structure.labels_and_languages import Label
from lawkb.parse.structure.law_numbers import first_letter
from lawkb.unicode_characters import AS_DIGITS, RAISED_DIGITS

Labels = Mapping[int, tuple[Label, ...]]
_LONGEST_QUOTED = 60
ITEM_ENDS = (";", "·", ",")
# What begins a line like a label of some code: ``A.``, ``(1)``, ``1°``, ``I. –``, ``1 Text``.
_LIKE_LABEL = re.compile(
    rf"(?P<before>\(?)(?P<n>[^\W_]{{1,4}})(?P<after>[.)°º]{{1,2}}|(?<=[\d{RAISED_DIGITS}]))"
    rf"\s*[–—-]?(?:\s+|(?<=[{RAISED_DIGITS}]))(?=\w)"
)
# A line of a formula, ``A × (B − C) + D``: letters with signs and numbers between them.
_FORMULA = re.compile(r"[^\W\d_]{1,2}(?:[\W\d_]+[^\W\d_]{1,2})+[\W\d_]*")
_OPERATOR = re.compile(r"[=+×÷·∙*/−-]")
_SYMBOL = re.compile(r"[^\W\d_]{1,2}(?=[\s:=])")


def counted_by_place(blocks: tuple[TextBlock, ...], labels: Labels) -> dict[int, tuple[Label, ...]]:
    """Return the labels of lines, with the ordinals of dashes: 1, 2, 3 in each list.

    Dashes after a paragraph that has no label are of that paragraph, which no address names; they
    are no labels.

    Args:
        blocks: The lines of a law after its title.
        labels: Labels of each line, by the offset of the line.
    """
    counted = dict(labels)
    last: int | None = None  # ordinal of the dash on the line before; 0 of one without address
    for index, block in enumerate(blocks):
        if not _is_dash(labels[block.at]):
            last = None
            continue
        led = index == 1 or (index > 1 and bool(labels[blocks[index - 1].at]))
        last = int(led) if last is None else last + bool(last)
        label = labels[block.at][0]
        depth = label.readings[0][0]
        counted[block.at] = (replace(label, readings=((depth, last),)),) if last else ()
    return counted


def _is_dash(labels: tuple[Label, ...]) -> bool:
    return bool(labels) and not labels[0].readings[0][1]


def outer_paragraph(blocks: tuple[TextBlock, ...], labels: Labels) -> TextBlock | None:
    """Return the paragraph after the last item of a law that the format puts outside of the list.

    The items are those of the first level, which the format has as items, a sentence that ends in a
    colon leads to them, and nothing after them has a label. None where the format does not tell it.

    Args:
        blocks: The lines of a law after its title.
        labels: Labels of each line, by the offset of the line.
    """
    labelled = [index for index, block in enumerate(blocks) if labels[block.at]]
    first = [index for index in labelled if _is_of_first_level(labels[blocks[index].at])]
    leads = bool(first) and first[0] > 0 and blocks[first[0] - 1].text.endswith(":")
    if not leads or not all(_is_placed(blocks[index], "item") for index in first):
        return None
    after = blocks[labelled[-1] + 1 :]
    return next((each for each in after if _is_placed(each, "paragraph")), None)


def _is_of_first_level(labels: tuple[Label, ...]) -> bool:
    return any(depth == 1 for depth, _ in labels[0].readings)


def _is_placed(block: TextBlock, kind: BlockKind) -> bool:
    """Whether the format has a line as an item, or as a paragraph that is in no item."""
    rich = block.rich
    return rich is not None and rich.kind == kind and (kind == "item" or not rich.level)


def repeated_lists(
    blocks: tuple[TextBlock, ...], labels: Labels
) -> tuple[tuple[TextBlock, ...], ...]:
    """Return the labelled lines of lists of unlabelled paragraphs, which no address names.

    In ``2 In this Act, / animal means / (a) … / keeper means / (a) …`` both lists are such, since
    the labels come more than once in the provision. So is a single list if the paragraph before it
    begins with an emphasised term, as another one does, or with a letter of the provision's
    formula, ``A is …``. The list of the provision itself is none, which follows the line of its
    label or number.

    Args:
        blocks: The lines of a law after its title.
        labels: Labels of each line, by the offset of the line.
    """
    found: list[tuple[TextBlock, ...]] = []
    for depth, group in _groups(blocks, labels):
        begun = [index for index, block in enumerate(group) if _begins(labels[block.at], depth)]
        ends = [*begun[1:], len(group)] if begun else []
        for start, end in zip(begun, ends, strict=True):
            again = len(begun) > 1 or _is_of_entry(group, start, labels)
            if again and _is_of_another(group, start, labels):
                found.append(tuple(block for block in group[start:end] if labels[block.at]))
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


def _is_of_entry(group: tuple[TextBlock, ...], start: int, labels: Labels) -> bool:
    """Whether the paragraph before a list is one of several that each begin with what they define.

    That is a term with emphasis, or a letter of a formula.
    """
    lead = group[start - 1]
    others = [block for block in group if not labels[block.at] and block is not lead]
    if _has_term(lead):
        return any(map(_has_term, others))
    symbol = _SYMBOL.match(lead.text)
    formulas = (block.text for block in others if _is_formula(block.text))
    return symbol is not None and any(symbol[0] in re.findall(r"\w+", text) for text in formulas)


def _has_term(block: TextBlock) -> bool:
    """Whether a line begins with words with emphasis, and goes on without it."""
    marks = block.rich.words.marks if block.rich and not block.is_heading else ()
    return any(
        mark.kind in ("bold", "italic") and mark.start == 0 and mark.end < len(block.text)
        for mark in marks
    )


def _is_formula(text: str) -> bool:
    return bool(_FORMULA.fullmatch(text) and _OPERATOR.search(text))


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
        first_letter(item.text).islower() or item.text.endswith(ITEM_ENDS) for item in items[:-1]
    )
    marked = all(item.rich is not None and item.rich.kind == "item" for item in items)
    apart = marked and all(block.rich and block.rich.kind == "paragraph" for block in closing)
    return closing, parts or apart


def undeclared_lists(
    blocks: tuple[TextBlock, ...], labels: Labels, told: Set[int], language: Language
) -> Iterator[tuple[int, str]]:
    """Yield the first line and a message for each list of labels that the code does not have.

    Its lines begin with the first and the second of a numbering in one form: ``A.`` and ``B.``,
    ``1°`` and ``2°``. They stay text.

    Args:
        blocks: The lines of a law after its title.
        labels: Labels of each line, by the offset of the line.
        told: Lines of lists that are told otherwise.
        language: Language of the law.
    """
    lists: dict[tuple[str, str], list[tuple[TextBlock, str]]] = {}
    for block in blocks:
        plain = not (labels[block.at] or block.is_unlabelled or block.is_heading)
        match = _LIKE_LABEL.match(block.text) if plain and block.at not in told else None
        if match:
            form = (match["before"], match["after"])
            lists.setdefault(form, []).append((block, match["n"]))
    letters = (language.upper[:2], language.lower[:2])
    begun = {("1", "2"), ("I", "II"), ("i", "ii"), *((first, second) for first, second in letters)}
    for (before, after), lines in lists.items():
        numbers = tuple(n for _, n in lines)
        if tuple(n.translate(AS_DIGITS) for n in numbers[:2]) in begun:
            first = lines[0][0]
            shown = ", ".join(f"{before}{n}{after}" for n in numbers[:3])
            words = (
                f"{len(lines)} lines begin with {shown}, the first «{first.text[:_LONGEST_QUOTED]}»"
            )
            yield first.at, f"{words}: labels that this code does not have; they are text"
