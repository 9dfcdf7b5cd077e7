"""Titles: what a law and a companion are called on a page, and which commentaries a law has."""

from __future__ import annotations

from lawkb.model.companion import Companion
from lawkb.publish.places import Place, companion_path
from lawkb.publish.tree import Tree


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
