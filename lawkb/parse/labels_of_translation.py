"""Infer labels that a page lost from the same law in another language; each is marked.

Nothing is guessed: the text without labels must have as many paragraphs as the labelled one, of
similar lengths, with a colon at the end of the same ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from lawkb.model.address import Ordinal
from lawkb.model.code import Outline
from lawkb.model.law import Law, Loss, Provision
from lawkb.model.passage import Passage

LawKey = tuple[str, str, Ordinal]  # edition, language, number
_LONGEST_RATIO = 3  # of the lengths of two paragraphs that say the same
_SLACK = 30  # code points that any of both may have besides


def infer_labels(
    laws: Mapping[LawKey, Law], outline: Outline, keys: Iterable[LawKey]
) -> Mapping[LawKey, tuple[Law, tuple[Loss, ...]]]:
    """Return the laws that get labels from another language, each with a loss for every label.

    Args:
        laws: All laws, by edition, language and number.
        outline: The code; languages are tried in its order, that of the original first.
        keys: The laws that may lack labels: another language has more or fewer provisions.
    """
    found: dict[LawKey, tuple[Law, tuple[Loss, ...]]] = {}
    for edition, tag, number in keys:
        law = laws[edition, tag, number]
        for expression in outline.expressions:
            other = laws.get((edition, expression.language, number))
            if expression.edition != edition or other is None or expression.language == tag:
                continue
            labelled = _labelled(law, other)
            if labelled is not law:
                name = outline.language(other.language).name
                losses = _losses(law, labelled, name)
                found[edition, tag, number] = labelled, losses
                break
    return found


def _labelled(law: Law, other: Law) -> Law:
    """Return a law with the labels of another language where it has none."""
    mine = [each.address for each in law.provisions()]
    theirs = {each.address: each for each in other.provisions()}
    if len(mine) == len(theirs):
        return law
    root = law.root
    for address in mine:
        own, printed = law.find(address), theirs.get(address)
        if own and printed and printed.children and not own.children:
            new = _with_labels(own, printed)
            root = root.with_provision(new) if new else root
    return law if root is law.root else replace(law, root=root)


def _with_labels(own: Provision, printed: Provision) -> Provision | None:
    """Return a provision without labels with those of its translation; None if they may not fit."""
    texts = own.passages
    others = [passage for each in printed.walk() for passage in each.passages]
    plain = all(isinstance(item, Passage) for item in own.body)
    shown = all(each.num and not each.inferred for each in printed.walk() if each is not printed)
    ordered = all(_is_in_order(each) for each in printed.walk())
    same = len(texts) == len(others) and all(
        _say_the_same(mine.text, other.text) for mine, other in zip(texts, others, strict=True)
    )
    if not (plain and shown and ordered and same):
        return None
    left = iter(texts)
    return replace(own, body=_filled(printed, left))


def _is_in_order(provision: Provision) -> bool:
    """Whether its text is before the provisions in it, and there is no table."""
    kinds = [isinstance(item, Provision) for item in provision.body]
    plain = all(isinstance(item, Passage | Provision) for item in provision.body)
    return plain and kinds == sorted(kinds)


def _say_the_same(mine: str, other: str) -> bool:
    """Whether two paragraphs have similar lengths, and both or neither end in a colon."""
    shorter, longer = sorted((len(mine), len(other)))
    similar = longer <= shorter * _LONGEST_RATIO + _SLACK
    return similar and mine.endswith(":") == other.endswith(":")


def _filled(printed: Provision, texts: Iterator[Passage]) -> tuple[Passage | Provision, ...]:
    """Return the body of a provision as in its translation, with the given texts in order."""
    return tuple(
        Provision(
            item.address,
            "",
            body=_filled(item, texts),
            inferred=("num",),
            lost=("heading",) if item.heading else (),
        )
        if isinstance(item, Provision)
        else next(texts)
        for item in printed.body
    )


def _losses(before: Law, after: Law, language: str) -> tuple[Loss, ...]:
    known = {each.address for each in before.provisions()}
    message = f"the page lost the label; it is inferred from the text in {language}"
    return tuple(
        Loss("letter", message, each.address, after.language, _line(each))
        for each in after.provisions()
        if each.address not in known
    )


def _line(provision: Provision) -> int | None:
    lines = next((passage.lines for passage in provision.passages if passage.lines), None)
    return lines[0] if lines else None
