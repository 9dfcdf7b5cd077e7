"""The page at the root, and the one for what is not there: in which language to go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawkb.model.code import Code
from lawkb.model.language import read_language
from lawkb.publish.strings import read_strings
from lawkb.publish.views.page import SitePage, linked
from lawkb.publish.views.places import Place, home_path
from lawkb.publish.views.tree import title_of


@dataclass(frozen=True, slots=True)
class Choice:
    """An interface language to choose.

    Attributes:
        language: Tag.
        name: Its own name for itself.
        title: Title of the code.
        title_language: Tag of that title.
        place: Home page of its tree.
        not_found: How it says that a page does not exist.
    """

    language: str
    name: str
    title: str
    title_language: str
    place: Place
    not_found: str


@dataclass(frozen=True, slots=True)
class ChooserView:
    """What both show.

    Attributes:
        choices: The interface languages.
    """

    choices: tuple[Choice, ...]


def chooser_page(code: Code, languages: Sequence[str], path: str, template: str) -> SitePage:
    """One of the two pages that are in every interface language at once.

    Args:
        code: The laws.
        languages: Tags of the interface languages; the first is offered first.
        path: Where the page lies.
        template: Name of its template.

    Raises:
        LawkbError: A language has no catalogue or no file in ``lawkb/languages``.
    """
    choices = tuple(
        Choice(
            tag,
            read_language(tag).name,
            *title_of(code, tag),
            Place(home_path(tag)),
            read_strings(tag).gettext("There is no such page."),
        )
        for tag in languages
    )
    titles = " · ".join(dict.fromkeys(choice.title for choice in choices))
    return linked(SitePage(path, languages[0], "", titles, template, ChooserView(choices)))
