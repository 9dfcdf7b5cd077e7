"""The page of two editions: the laws of both, and what has another place in the newer one."""

from __future__ import annotations

from dataclasses import dataclass

from lawkb.publish.comparing import provision_counts, reference_counts
from lawkb.publish.places import Place, comparison_path
from lawkb.publish.titles import law_name
from lawkb.publish.tree import Tree


@dataclass(frozen=True, slots=True)
class MoveView:
    """A provision that has another address in the newer edition.

    Attributes:
        old: The older address, in the language of the reader, and its place.
        new: The same of the newer one.
        why: How one knows, in runs of one language.
    """

    old: tuple[str, Place | None]
    new: tuple[str, Place | None]
    why: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class EditionsView:
    """Two editions beside each other.

    Attributes:
        old: The older edition.
        new: The newer one.
        laws: What both hold: each law with its page in both, and what changed in it.
        moves: What the concordance knows.
    """

    old: str
    new: str
    laws: tuple[ComparedLaw, ...]
    moves: tuple[MoveView, ...]


@dataclass(frozen=True, slots=True)
class ComparedLaw:
    """A law in the list of two editions.

    Attributes:
        name: The law in the words of the reader.
        place: Its page in both editions.
        provisions: Number of provisions by kind.
        references: Number of references by kind.
    """

    name: str
    place: Place
    provisions: dict[str, int]
    references: dict[str, int]


def editions_view(tree: Tree, editions: tuple[str, str]) -> EditionsView:
    """What the page of two editions shows."""
    old, new = editions
    laws = tree.editions.pairs[editions]
    ground = tree.editions.ground
    moves = ground.concordance.between(old, new).places if ground else ()
    return EditionsView(
        old=old,
        new=new,
        laws=tuple(_law(tree, editions, number) for number in laws),
        moves=tuple(
            MoveView(
                old=(tree.name(before), tree.place(old, before)),
                new=(tree.name(after), tree.place(new, after)),
                why=tree.runs_of(why),
            )
            for before, after, why in moves
        ),
    )


def compared_editions(tree: Tree) -> tuple[tuple[str, str, Place], ...]:
    """The pages of two editions: the older, the newer, and the page of both."""
    tag = tree.language.code
    return tuple(
        (old, new, Place(comparison_path(tag, old, new))) for old, new in tree.editions.pairs
    )


def _law(tree: Tree, editions: tuple[str, str], number: int) -> ComparedLaw:
    comparison = tree.editions.compare(editions, number, tree.language.code)
    return ComparedLaw(
        name=law_name(tree, number),
        place=Place(comparison_path(tree.language.code, *editions, number)),
        provisions=provision_counts(comparison),
        references=reference_counts(comparison),
    )
