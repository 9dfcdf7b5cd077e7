"""Titles: names of laws and companions, commentaries on a law, laws that are only cited."""

from __future__ import annotations

from dataclasses import dataclass

from lawkb.model.address import Address
from lawkb.model.companion import Companion
from lawkb.publish.views.places import Place, companion_path
from lawkb.publish.views.tree import Tree


def law_name(tree: Tree, number: int) -> str:
    """A law by its number, in the language of the reader: ``Νόμος 57``."""
    return f"{tree.language.law} {number}"


def companion_name(tree: Tree, companion: Companion) -> str:
    """A companion by its title where that is in the language of the reader, else by its kind."""
    if companion.heading and companion.language == tree.language.code:
        return companion.heading.text
    if companion.kind == "definitions":
        return tree.strings.gettext("Definitions")
    if companion.kind == "preface":
        return tree.strings.gettext("Preface")
    if companion.law is None:
        return tree.strings.gettext("Commentary")
    name = law_name(tree, companion.law)
    return tree.strings.gettext("Commentary on %(law)s") % {"law": name}


def companion_names(tree: Tree, edition: str) -> tuple[str, ...]:
    """Names of the companions held of an edition, each once: those on a law last, by its number."""
    found = {
        name: (companion.law or 0)
        for (held, _, name), companion in tree.code.companions.items()
        if held == edition
    }
    return tuple(sorted(found, key=lambda name: (found[name], name)))


def companions_of(tree: Tree, edition: str, name: str) -> tuple[Companion, ...]:
    """A companion in its languages: the reader's first, then as the outline has them."""
    order = [e.language for e in tree.code.outline.expressions if e.edition == edition]
    tags = sorted(order, key=lambda tag: tag != tree.language.code)
    found = (tree.code.companions.get((edition, tag, name)) for tag in tags)
    return tuple(companion for companion in found if companion)


def commentaries_on(tree: Tree, edition: str, number: int) -> tuple[tuple[str, Place], ...]:
    """The commentaries on a law, each as name and place."""
    names = tree.commentaries.get((edition, number), ())
    firsts = (companions_of(tree, edition, name)[0] for name in names)
    return tuple(
        (
            companion_name(tree, first),
            Place(companion_path(tree.language.code, edition, first.name)),
        )
        for first in firsts
        if first.law == number
    )


@dataclass(frozen=True, slots=True)
class AbsentLine:
    """A law that is cited but not held.

    Attributes:
        number: Its number.
        name: The same with the reader's word for a law.
        place: Its page.
        citations: Number of references to it.
    """

    number: int
    name: str
    place: Place | None
    citations: int


def absent_lines(tree: Tree, edition: str) -> tuple[AbsentLine, ...]:
    """The laws of an edition that are cited but not held."""
    return tuple(
        AbsentLine(
            number, law_name(tree, number), tree.place(edition, Address((number,))), len(citations)
        )
        for number, citations in sorted(tree.graph.not_held(edition).items())
    )
