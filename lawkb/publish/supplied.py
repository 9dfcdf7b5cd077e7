"""What the editors supplied: said in short in its place, and in full at the foot of the law."""

from __future__ import annotations

from dataclasses import dataclass

from lawkb.model.law import Law, Provision
from lawkb.publish.places import LAW_ID, Place, law_path
from lawkb.publish.tree import Tree


@dataclass(frozen=True, slots=True)
class Supplied:
    """What the editors have from one origin, in one expression of a law.

    Attributes:
        id: Its id on the page; the marks in the text link to it.
        provisions: Name and place of each provision, in the order of the law.
        origin: Where it comes from, in the editors' words.
        origin_language: Tag of those words, by their script.
    """

    id: str
    provisions: tuple[tuple[str, Place], ...]
    origin: str
    origin_language: str


def supplied_id(law: Law, provision: Provision) -> str:
    """Id of what the editors say of a provision; empty when nothing in it is theirs."""
    origin = provision.editorial_origin
    return f"supplied-{law.language}-{_origins(law).index(origin) + 1}" if origin else ""


def supplied_views(tree: Tree, law: Law) -> tuple[Supplied, ...]:
    """Every origin that the editors name in a law, each once."""
    path = law_path(tree.language.code, law.edition, law.number)
    views = []
    for origin in _origins(law):
        provisions = [each for each in law.provisions() if each.editorial_origin == origin]
        named = ((tree.name(each.address), tree.fragment(each.address)) for each in provisions)
        views.append(
            Supplied(
                id=supplied_id(law, provisions[0]),
                provisions=tuple((name, Place(path, id_ or LAW_ID)) for name, id_ in named),
                origin=origin,
                origin_language=tree.language_of(origin),
            )
        )
    return tuple(views)


def _origins(law: Law) -> list[str]:
    """The origins in the order of the law, each once."""
    found = (provision.editorial_origin for provision in law.provisions())
    return list(dict.fromkeys(origin for origin in found if origin))
