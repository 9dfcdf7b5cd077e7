"""Parts that many pages have, as HTML written by Python, and the search box of all of them.

A macro of a template would be set up anew for each page that asks for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from markupsafe import Markup

from lawkb.publish.columns import Colophon, Column
from lawkb.publish.downloads import DownloadView
from lawkb.publish.frames import Frame
from lawkb.publish.laws import LetterView
from lawkb.publish.markup import Pen, escaped, in_html
from lawkb.publish.places import ASSETS, Place, home_path, search_path
from lawkb.publish.supplied import Supplied

_Named = tuple[str, Place]
_FEW_LETTERS = 2  # a page shows them at once
_BOXES = 32  # each holds the table of all laws
_HERE = ' aria-current="page"'


@dataclass(frozen=True, slots=True)
class PartPen:
    """Writes the parts of one page. Its methods are what the templates call.

    Attributes:
        pen: Writes the texts of the page.
        frame: What stands around it.
    """

    pen: Pen
    frame: Frame

    def gettext(self, message: str, **values: str) -> str:
        """Words of the interface as they stand in HTML, values filled in."""
        words = in_html(self.pen.strings, message)
        return words % {name: escaped(value) for name, value in values.items()}

    def box(self, kind: str = "") -> Markup:
        """One box: an address jumps, anything else is searched for. Without script it is hidden.

        Args:
            kind: ``wide`` for that of the search page.
        """
        action = self.pen.url(Place(search_path(self.pen.strings.language)))
        return _box(self.frame, kind, action)

    def previews(self) -> Markup:
        """Where the script fetches what shows previews, when a reference is first pointed at."""
        url = self.pen.url(Place(f"{ASSETS}/previews.js"))
        return Markup(f'  <meta name="previews" content="{url}">\n')

    def trail(self, edition: str) -> Markup:
        """The edition that a page is of; its laws are on the home page."""
        url = self.pen.url(Place(home_path(self.pen.strings.language), edition))
        said = self.gettext("edition %(edition)s", edition=edition)
        return Markup(f'  <p class="kicker"><a href="{url}">{said}</a></p>\n')

    def neighbours(self, before: _Named | None, after: _Named | None) -> Markup:
        """Name and place of what is before this page and after it."""
        html = ""
        if before:
            html += f'  <a rel="prev" href="{self.pen.url(before[1])}">← {escaped(before[0])}</a>\n'
        if after:
            html += f'  <a rel="next" href="{self.pen.url(after[1])}">{escaped(after[0])} →</a>\n'
        return Markup(html)

    def menu(self, path: str) -> Markup:
        """Links of the header; the one to the page itself, by its path, is marked."""
        if not self.frame.menu:
            return Markup()
        links = "".join(
            [
                f'      <li><a href="{self.pen.url(item.place)}"'
                f"{_HERE if item.place.path == path else ''}>{escaped(item.title)}</a></li>\n"
                for item in self.frame.menu
            ]
        )
        return self._list("menu", self.gettext("Pages"), links)

    def tongues(self, alternates: Sequence[_Named]) -> Markup:
        """The same page in the other interface languages, or the home page where it is in none."""
        there = dict(alternates)
        links = ""
        for tag, name in self.frame.names.items():
            said = escaped(tag)
            link = f'<span lang="{said}" aria-current="true">{escaped(name)}</span>'
            if tag != self.pen.strings.language:
                url = self.pen.url(there.get(tag) or Place(home_path(tag)))
                link = f'<a href="{url}" hreflang="{said}" lang="{said}">{escaped(name)}</a>'
            links += f"      <li>{link}</li>\n"
        return self._list("tongues", self.gettext("Language of the pages"), links)

    def steps(self, before: _Named | None, after: _Named | None) -> Markup:
        """The numbers of the laws before this one and after it."""
        if not before and not after:
            return Markup()
        label = self.gettext("Laws before and after")
        html = f'  <nav class="steps" aria-label="{label}">\n'
        if before:
            said = f'href="{self.pen.url(before[1])}" aria-label="{escaped(before[0])}"'
            html += f'    <a rel="prev" {said}>← {escaped(before[0].split()[-1])}</a>\n'
        if after:
            said = f'href="{self.pen.url(after[1])}" aria-label="{escaped(after[0])}"'
            html += f'    <a rel="next" {said}>{escaped(after[0].split()[-1])} →</a>\n'
        return Markup(f"{html}  </nav>\n")

    def letters(self, letters: Sequence[LetterView]) -> Markup:
        """The provisions of the first level, where they are several."""
        if len(letters) <= _FEW_LETTERS:
            return Markup()
        links = ""
        for letter in letters:
            title = f' title="{escaped(letter.heading)}"' if letter.heading else ""
            url = self.pen.url(letter.place)
            links += f'      <li><a href="{url}"{title}>{escaped(letter.label)}</a></li>\n'
        return self._list("letters", self.gettext("Provisions of this law"), links)

    def views(self, columns: Sequence[Column]) -> Markup:
        """Which languages to show; the choice works without script."""
        if len(columns) < 2:
            return Markup()
        every = self.gettext("Both") if len(columns) == 2 else self.gettext("All languages")
        shown = self.gettext("Languages shown")
        choices = "".join([self._choice(column) for column in columns])
        return Markup(
            '  <fieldset class="views">\n'
            f'    <legend class="unseen">{shown}</legend>\n'
            '    <label><input type="radio" name="view" id="view-all" value="" checked>'
            f"<span>{every}</span></label>\n{choices}  </fieldset>\n"
        )

    def commentaries(self, all_: Sequence[_Named], compared: Sequence[_Named] = ()) -> Markup:
        """What else there is on a law: commentaries, and other editions of it."""
        if not all_ and not compared:
            return Markup()
        # A law has one as a rule: its title would only say the law again.
        told = [
            (self.gettext("Commentary") if len(all_) == 1 else escaped(name), place)
            for name, place in all_
        ]
        beside = [
            (self.gettext("Beside edition %(edition)s", edition=edition), place)
            for edition, place in compared
        ]
        links = ", ".join(self._link(words, place) for words, place in (*told, *beside))
        return Markup(f'  <p class="related">{links}</p>\n')

    def downloads(self, all_: Sequence[DownloadView]) -> Markup:
        """The files of a law."""
        files = "".join(
            [self._file(kind, tag, place) for kind in all_ for tag, place in kind.files]
        )
        told = self.gettext("Download")
        return Markup(f'<p class="downloads">{told}:\n{files}</p>\n')

    def colophons(self, all_: Sequence[Colophon]) -> Markup:
        """Where the texts of a page came from, and whose they are."""
        told = "".join([self._colophon(colophon) for colophon in all_])
        label = self.gettext("Sources and rights")
        return Markup(f'<section class="colophon" aria-label="{label}">\n{told}</section>\n')

    def _list(self, name: str, label: str, links: str) -> Markup:
        return Markup(
            f'  <nav class="{name}" aria-label="{label}">\n    <ul>\n{links}    </ul>\n  </nav>\n'
        )

    def _link(self, words: str, place: Place) -> str:
        return f'<a href="{self.pen.url(place)}">{words}</a>'

    def _choice(self, column: Column) -> str:
        tag = escaped(column.language)
        return (
            f'    <label><input type="radio" name="view" id="view-{column.number}" value="{tag}">'
            f'<span lang="{tag}">{escaped(column.name)}</span></label>\n'
        )

    def _file(self, kind: DownloadView, tag: str, place: Place) -> str:
        of = escaped(tag)
        language = f' hreflang="{of}"' if tag else ""
        shown = f' <span class="tag" lang="">{of}</span>' if tag else ""
        return (
            f'  <a href="{self.pen.url(place)}" type="{escaped(kind.media)}" download{language}>'
            f'<span lang="en">{escaped(kind.name)}</span>{shown}</a>\n'
        )

    def _colophon(self, colophon: Colophon) -> str:
        told = self.gettext("Source")
        tag, name = escaped(colophon.source_language), escaped(colophon.source)
        page = f'<code lang="">{escaped(colophon.page)}</code>'
        supplied = "".join([self._supplied(each) for each in colophon.supplied])
        return (
            f'  <p lang="{escaped(colophon.language)}">{escaped(colophon.notice)}</p>\n'
            f'  <p class="source">{told}: <span lang="{tag}">{name}</span>, {page},'
            f" {self._revised(colophon)}</p>\n{supplied}"
        )

    def _revised(self, colophon: Colophon) -> str:
        if not colophon.revised:
            return self.gettext("time of the last change not known")
        told = self.gettext("last changed")
        stamp = escaped(colophon.revised)
        return f'{told} <time datetime="{stamp}">{escaped(colophon.written)}</time>'

    def _supplied(self, supplied: Supplied) -> str:
        told, said = self.gettext("Supplied or repaired by the editors"), self.gettext("Origin")
        links = ", ".join([self._link(escaped(name), place) for name, place in supplied.provisions])
        tag, origin = escaped(supplied.origin_language), escaped(supplied.origin)
        return (
            f'  <p class="supplied" id="{escaped(supplied.id)}">{told}: {links}.'
            f' {said}: <span lang="{tag}">{origin}</span></p>\n'
        )


# All pages of an interface language that lie as deep have the same one, with the same URL.
@lru_cache(maxsize=_BOXES)
def _box(frame: Frame, kind: str, action: str) -> Markup:
    gettext = partial(in_html, frame.strings)
    hint = gettext("%(label)s or words") % {"label": escaped(frame.example)}
    label, button = gettext("Search, or go to a provision"), gettext("Search")
    typed = 'autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search"'
    return Markup(
        f'<form class="jump {escaped(kind)}" role="search" action="{action}" hidden'
        f' data-table="{frame.jump}">\n'
        f'  <label><span class="unseen">{label}</span>\n'
        f'    <input type="search" name="q" size="14" maxlength="200" placeholder="{hint}"'
        f" {typed}></label>\n"
        f'  <button type="submit">{button}</button>\n'
        "</form>"
    )
