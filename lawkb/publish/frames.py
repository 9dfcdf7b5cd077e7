"""Frames: what stands around the pages of each interface tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from markupsafe import Markup, escape

from lawkb.model.code import Code
from lawkb.model.label import label
from lawkb.model.language import read_language
from lawkb.publish.apparatus import Apparatus
from lawkb.publish.jump import jump_table
from lawkb.publish.places import Place, terms_path
from lawkb.publish.strings import Strings, code_strings, read_strings
from lawkb.publish.tree import laws_with_pages, title_of
from lawkb.refs.graph import Graph

_EXAMPLE_LAWS = 20  # to look in; a code may have thousands
_EXAMPLE_LETTERS = 7  # for which the box has room


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A link of the header.

    Attributes:
        title: What it says.
        place: Where it leads.
    """

    title: str
    place: Place


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands around the pages of one interface tree.

    Attributes:
        strings: Words of the interface.
        title: Title of the code.
        title_language: Tag of that title.
        names: Own name of every interface language, by tag.
        jump: Table of the jump box, JSON, escaped once for every page that holds it.
        example: An address as the language writes it, to show what the box takes.
        menu: Links of the header.
        site_url: URL of the root of the published site, or empty when nobody gave it.
        assets: Version of style and script, which is part of their URLs; empty for none.
        offline: Whether a browser is to keep the site for reading without a connection.
    """

    strings: Strings
    title: str
    title_language: str
    names: Mapping[str, str] = field(hash=False)
    jump: Markup
    example: str
    menu: tuple[MenuItem, ...] = ()
    site_url: str = ""
    assets: str = ""
    offline: bool = False


def code_menu(apparatus: Apparatus, language: str) -> tuple[MenuItem, ...]:
    """Links of the header to pages that are made from the code."""
    if not apparatus.glossary.terms:
        return ()
    return (MenuItem(read_strings(language).gettext("Terms"), Place(terms_path(language))),)


def make_frame(code: Code, graph: Graph, languages: Sequence[str], language: str) -> Frame:
    """The frame of an interface tree, without a menu and without the URL of the site.

    Args:
        code: The laws.
        graph: Who cites whom.
        languages: Tags of all interface languages.
        language: The one of this tree.
    """
    title, title_language = title_of(code, language)
    return Frame(
        strings=code_strings(code.outline, language),
        title=title,
        title_language=title_language,
        names={tag: read_language(tag).name for tag in languages},
        jump=escape(jump_table(code, laws_with_pages(code, graph))),
        example=_example(code, language),
    )


def _example(code: Code, tag: str) -> str:
    """The first of the deepest labels of those that are short."""
    scheme, language = code.outline.scheme, read_language(tag)
    laws = islice(code.laws.values(), _EXAMPLE_LAWS)
    addresses = (each.address for law in laws for each in law.provisions())
    labels = {label(each, scheme, language): each.depth for each in addresses}
    short = {text: depth for text, depth in labels.items() if len(text) <= _EXAMPLE_LETTERS}
    return max(short, key=lambda text: short[text], default="1")
