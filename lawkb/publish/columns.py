"""Columns: the languages of a page, and where the text of each came from."""

from __future__ import annotations

from dataclasses import dataclass

from lawkb.model.companion import Companion
from lawkb.model.language import read_language
from lawkb.model.law import Law
from lawkb.publish.strings import written_date
from lawkb.publish.supplied import Supplied, supplied_views
from lawkb.publish.tree import Tree


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
