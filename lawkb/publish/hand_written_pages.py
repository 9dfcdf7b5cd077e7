"""Hand-written pages: our own Markdown, as MkDocs made HTML of it, in the frame of the site."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from lawkb.model.code import Outline
from lawkb.model.language import read_language
from lawkb.publish.foreign_words import mark_languages
from lawkb.publish.views.page import SitePage
from lawkb.publish.views.places import Place, translated


@dataclass(frozen=True, slots=True)
class Text:
    """A hand-written page.

    Attributes:
        path: File below the root of the site.
        title: Its title.
        description: One sentence for search engines and previews.
        content: Its HTML, as MkDocs made it from our own Markdown.
    """

    path: str
    title: str
    description: str
    content: str


def language_of(path: str, languages: Sequence[str], authoritative: str) -> str:
    """Language of a hand-written page: of the tree it lies in, else the authoritative one.

    Args:
        path: File below the root of the site.
        languages: Tags of the interface languages.
        authoritative: Tag of the language of the original; the first above where it is none of
            them.
    """
    first = path.partition("/")[0]
    if first in languages:
        return first
    return authoritative if authoritative in languages else languages[0]


def text_page(
    text: Text, others: Collection[str], languages: Sequence[str], outline: Outline
) -> SitePage:
    """A hand-written page as a page of the site.

    Args:
        text: The page.
        others: Paths of all hand-written pages.
        languages: Tags of the interface languages.
        outline: What the code is.
    """
    language = language_of(text.path, languages, outline.authoritative)
    content = mark_languages(text.content, read_language(language), outline.languages)
    same = ((tag, translated(text.path, tag)) for tag in languages)
    return SitePage(
        path=text.path,
        language=language,
        title=text.title,
        description=text.description,
        template="main.html",
        view=Text(text.path, text.title, text.description, content),
        alternates=tuple((tag, Place(there)) for tag, there in same if there in others),
    )
