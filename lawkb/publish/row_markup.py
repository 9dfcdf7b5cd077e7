"""Rows of a law page as HTML, written by Python: a template takes several times as long."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from lawkb.publish.markup import Pen, escaped
from lawkb.publish.remarks import CommentView
from lawkb.publish.rows import Row, RowCell


def no_comments(comments: Sequence[CommentView], name: str) -> str:
    """What stands for comments where nobody wrote any."""
    raise ValueError(f"nobody writes the comments on {name}")


@dataclass(frozen=True, slots=True)
class RowPen:
    """Writes the rows of one page.

    Attributes:
        pen: Writes the texts of the page.
    """

    pen: Pen

    def rows(self, rows: Iterable[Row], comments: Callable[..., str] = no_comments) -> Markup:
        """The rows of a law.

        Args:
            rows: The rows.
            comments: Writes the comments on a row, from them and its name: a macro, which a page
                without any need not set up.
        """
        link = escaped(self.pen.strings.gettext("Link to %(name)s"))
        return Markup("".join([self._row(row, link, comments) for row in rows]))

    def _row(self, row: Row, link: str, comments: Callable[..., str]) -> str:
        cells = "".join([self._cell(cell, row.name) for cell in row.cells])
        named = anchor = ""
        name = escaped(row.name)
        if row.id:
            named = f' id="{escaped(row.id)}" aria-label="{name}"'
        if row.place:
            said = f'href="{self.pen.url(row.place)}" aria-label="{link % {"name": name}}"'
            anchor = f'  <a class="anchor" {said}><span class="address">{name}</span> ¶</a>\n'
        bare = " bare" if row.bare else ""
        remarks = (
            self._remarks(row, comments) if row.comments or row.cited.count or row.desk else ""
        )
        return (
            f'<section class="row depth-{row.depth}{bare}"{named}>\n'
            f"{anchor}{cells}{remarks}</section>\n"
        )

    def _cell(self, cell: RowCell, row: str) -> str:
        language = escaped(cell.language)
        if cell.text is None:
            missing = self._missing() if row else ""
            return f'<div class="cell c{cell.column} missing" lang="{language}">\n{missing}</div>\n'
        said = cell.text.label
        label = f' data-label="{escaped(said)}"' if said and said != row else ""
        return (
            f'<div class="cell c{cell.column}" lang="{language}"{label}>\n{cell.text.html}</div>\n'
        )

    def _missing(self) -> str:
        told = self.pen.mark(self.pen.strings.gettext("not held in this language"))
        return f'<div class="words"><p>{told}</p></div>\n'

    def _remarks(self, row: Row, comments: Callable[..., str]) -> str:
        """What the checks, readers and other provisions say of a row."""
        ngettext = self.pen.strings.ngettext
        html = ""
        if row.desk:
            found = ngettext(
                "the checks find %(num)s error here",
                "the checks find %(num)s errors here",
                row.errors,
            )
            told = escaped(found) % {"num": row.errors}
            html += f'    <p class="doubted"><a href="{self.pen.url(row.desk)}">{told}</a></p>\n'
        if row.comments:
            html += f"{comments(row.comments, row.name)}\n"
        if row.cited.count:
            number = row.cited.count
            found = ngettext("cited by %(num)s provision", "cited by %(num)s provisions", number)
            told = escaped(found) % {"num": number}
            cited = self.pen.citations(row.cited.shown)
            rest = self.pen.all_citing(row.cited) if row.cited.all else ""
            html += (
                f'    <details class="cited"><summary>{told}</summary>\n'
                f"{cited}\n{rest}    </details>\n"
            )
        return f'  <div class="remarks">\n{html}  </div>\n'
