"""The page of two editions: the laws of both, and what has another place in the newer one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from lawkb.publish.comparing import provision_counts, reference_counts
from lawkb.publish.parts import Part, cut, parts_of
from lawkb.publish.places import Place, comparison_path, editions_path
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
        parts: The pages of the list of laws; none where it is one page.
        laws: What both hold: each law with its page in both, and what changed in it.
        moves: What the concordance knows; on the first page alone.
    """

    old: str
    new: str
    parts: tuple[Part, ...]
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


def editions_pages(tree: Tree, editions: tuple[str, str]) -> int:
    """Number of pages that the list of the laws of two editions takes."""
    return len(cut(tuple(tree.editions.pairs[editions])))


def editions_view(tree: Tree, editions: tuple[str, str], part: int = 1) -> EditionsView:
    """What a page of two editions shows, counted from 1."""
    old, new = editions
    pages = cut(tuple(tree.editions.pairs[editions]))
    ground = tree.editions.ground
    moves = ground.concordance.between(old, new).places if ground and part == 1 else ()
    return EditionsView(
        old=old,
        new=new,
        parts=parts_of(pages, partial(editions_path, tree.language.code, old, new), str, part),
        laws=tuple(_law(tree, editions, number) for number in pages[part - 1]),
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
