"""Origins of a text: its source and rights, and what the editors supplied or repaired in it."""

from __future__ import annotations

from dataclasses import dataclass

from lawkb.model.companion import Companion
from lawkb.model.language import read_language
from lawkb.model.law import Law, Provision
from lawkb.publish.strings import written_date
from lawkb.publish.views.places import LAW_ID, Place, law_path
from lawkb.publish.views.tree import Tree


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


@dataclass(frozen=True, slots=True)
class Column:
    """A language of a page.

    Attributes:
        number: From 1, the language of the reader first.
        language: Tag.
        name: Its own name for itself.
    """

    number: int
    language: str
    name: str


@dataclass(frozen=True, slots=True)
class Colophon:
    """Where the text of a column came from, and whose it is.

    Attributes:
        language: Tag of the expression, and of the notice.
        name: The language's own name for itself.
        notice: Whose text it is and on what terms it is shown.
        source: Title of the source.
        source_language: Tag of that title, by its script.
        page: Page id in the source.
        revised: Last change of the page, ISO 8601, or empty.
        written: The same as the reader's language writes it.
        supplied: What the editors supplied or repaired in it.
    """

    language: str
    name: str
    notice: str
    source: str
    source_language: str
    page: str
    revised: str
    written: str
    supplied: tuple[Supplied, ...]


def column_of(number: int, text: Law | Companion) -> Column:
    """The column of a law or companion."""
    return Column(number, text.language, read_language(text.language).name)


def colophon_of(tree: Tree, text: Law | Companion) -> Colophon:
    """The colophon of a law or companion."""
    expression = tree.code.outline.expression(text.edition, text.language)
    revised = text.origin.revised or ""
    return Colophon(
        language=text.language,
        name=read_language(text.language).name,
        notice=expression.notice,
        source=text.origin.source,
        source_language=tree.language_of(text.origin.source),
        page=text.origin.page,
        revised=revised,
        written=written_date(revised, tree.language.code),
        supplied=supplied_views(tree, text) if isinstance(text, Law) else (),
    )
