"""The books of the laws on the home page: the files of each edition, by languages."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from lawkb.model.language import read_language
from lawkb.publish.views.localized_site import BookFile, LocalizedSite
from lawkb.publish.views.urls import Place

_KILO = 1000


@dataclass(frozen=True, slots=True)
class BookLink:
    """A file of a book.

    Attributes:
        name: Format, paper and volume, ``PDF A4``.
        place: Link to it.
        media: Media type.
        kilobytes: Its size, rounded up.
    """

    name: str
    place: Place
    media: str
    kilobytes: int


@dataclass(frozen=True, slots=True)
class BookLine:
    """The book of an edition in some languages: pairs of BCP 47 tag and name, and the files."""

    languages: tuple[tuple[str, str], ...]
    files: tuple[BookLink, ...]


@dataclass(frozen=True, slots=True)
class EditionBooks:
    """The books of an edition."""

    edition: str
    lines: tuple[BookLine, ...]


def books_view(site: LocalizedSite) -> tuple[EditionBooks, ...]:
    """Return the books that the site offers, by edition; those of the reader's language first."""
    own = site.language.code

    def order(file: BookFile) -> tuple[bool, bool]:
        return own not in file.languages, len(file.languages) == 1 and own not in file.languages

    found = []
    for edition, files in groupby(site.editorial.books, key=lambda file: file.edition):
        lines: dict[tuple[str, ...], list[BookLink]] = {}
        for file in sorted(files, key=order):
            lines.setdefault(file.languages, []).append(_link(site, file))
        found.append(
            EditionBooks(
                edition,
                tuple(
                    BookLine(tuple((t, read_language(t).name) for t in tags), tuple(links))
                    for tags, links in lines.items()
                ),
            )
        )
    return tuple(found)


def _link(site: LocalizedSite, file: BookFile) -> BookLink:
    name = f"{file.form.upper()} {file.paper.upper()}".strip()
    if file.volumes > 1:
        name = site.gettext("%(name)s, volume %(volume)s", name=name, volume=file.volume)
    kilobytes = -(-file.size // _KILO)
    return BookLink(name, Place(file.path), _MEDIA[file.form], kilobytes)


_MEDIA = {"pdf": "application/pdf", "epub": "application/epub+zip"}
