"""Markup of references: pictures, tables and links as HTML, written by Python as texts are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from markupsafe import Markup

from lawkb.publish.code_references import CitingLaw
from lawkb.publish.graph import BoxView, Picture, ReferenceLine
from lawkb.publish.markup import Pen, escaped
from lawkb.publish.places import Place

_ARROW = (
    'viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8"'
    ' orient="auto-start-reverse" markerUnits="userSpaceOnUse"><path d="M0 1 8 4 0 7z"/>'
)
_BASELINE = 5  # pixels from the middle of a box down to the line that its name stands on


@dataclass(frozen=True, slots=True)
class ReferencePen:
    """Writes the references of one page. Its methods are what the templates call.

    Attributes:
        texts: Writes the texts of the page.
        urls: Those of files asked for so far: many links lead to few of them.
    """

    texts: Pen
    urls: dict[str, str] = field(default_factory=dict)

    def linked(self, name: str, place: Place | None) -> Markup:
        """A name, with a link where there is a place."""
        return Markup(self.link(name, place))

    def tags(self, languages: Iterable[str]) -> Markup:
        """Tags of languages."""
        return Markup(tags_of(languages))

    def table(self, lines: Iterable[ReferenceLine], id_: str) -> Markup:
        """A table of references.

        Args:
            lines: Its rows.
            id_: Id of the heading above it.
        """
        gettext = self.texts.strings.gettext
        names = (gettext("Provision"), gettext("cites"), gettext("Languages"))
        return _table(names, map(self._line, lines), id_)

    def laws(self, laws: Iterable[CitingLaw], id_: str) -> Markup:
        """A table of which laws each law cites.

        Args:
            laws: Its rows.
            id_: Id of the heading above it.
        """
        gettext = self.texts.strings.gettext
        return _table((gettext("Law"), gettext("cites")), map(self._law, laws), id_, "  ")

    def picture(self, drawn: Picture, title: str) -> Markup:
        """A drawn graph. Sizes are attributes, colours the style sheet's: no style may stand here.

        Args:
            drawn: The graph.
            title: What it is called.
        """
        id_, title = escaped(drawn.id), escaped(title)
        size = f"{drawn.width} {drawn.height}"
        end = f'" marker-end="url(#{id_}-arrow)"/>\n'
        curves = "".join(f'  <path class="curve" d="{curve}{end}' for curve in drawn.curves)
        boxes = "".join(self._box(view, drawn.row) for view in drawn.boxes)
        told = self.texts.strings.gettext(
            "Arrows lead from what cites to what is cited."
            " Dotted: not held here. Dashed: no such provision."
        )
        return Markup(
            f'<div class="wide picture" role="group" tabindex="0" aria-label="{title}">\n'
            f'<svg id="{id_}" width="{drawn.width}" height="{drawn.height}" viewBox="0 0 {size}"'
            f' role="group" aria-labelledby="{id_}-title">\n'
            f'  <title id="{id_}-title">{title}</title>\n'
            f'  <defs><marker id="{id_}-arrow" {_ARROW}</marker></defs>\n'
            f'{curves}{boxes}</svg>\n</div>\n<p class="quiet">{escaped(told)}</p>\n'
        )

    def link(self, name: str, place: Place | None) -> str:
        """The same for what is written here."""
        words = escaped(name)
        return f'<a href="{self.url(place)}">{words}</a>' if place else words

    def url(self, place: Place) -> str:
        """The URL of a place, as it stands in HTML."""
        near = self.urls.get(place.path)
        if near is None:
            near = self.urls[place.path] = escaped(self.texts.href(Place(place.path)))
        fragment = place.fragment
        if not fragment:
            return near
        # On the page itself a fragment stands alone, and one of other signs is quoted.
        if near.startswith("#") or not (fragment.isascii() and fragment.isalnum()):
            return escaped(self.texts.href(place))
        return f"{near}#{fragment}"

    def _box(self, view: BoxView, row: int) -> str:
        box = view.box
        drawn = (
            f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{row}" rx="4"/>'
            f'<text x="{box.x + box.width / 2}" y="{box.y + row / 2 + _BASELINE}"'
            f' text-anchor="middle">{escaped(view.name)}</text>'
        )
        if view.place:
            return f'  <a class="box {view.kind}" href="{self.url(view.place)}">{drawn}</a>\n'
        return f'  <g class="box {view.kind}">{drawn}</g>\n'

    def _law(self, law: CitingLaw) -> str:
        cited = ", ".join(
            self.link(name, place) + (f' <span class="quiet">×{count}</span>' if count > 1 else "")
            for name, place, count in law.cites
        )
        name = self.link(law.name, law.place)
        return f"    <tr>\n      <td>{name}</td>\n      <td>{cited or '–'}</td>\n    </tr>\n"

    def _line(self, line: ReferenceLine) -> str:
        id_ = f' id="{escaped(line.id)}"' if line.id else ""
        doubt = "" if line.status == "held" else f" {self._doubt(line.status)}"
        return (
            f"  <tr{id_}>\n    <td>{self.link(*line.citing)}</td>\n"
            f"    <td>{self.link(*line.cited)}{doubt}</td>\n"
            f"    <td>{tags_of(line.languages)}</td>\n  </tr>\n"
        )

    def _doubt(self, status: str) -> str:
        gettext = self.texts.strings.gettext
        if status == "not-held":
            return self.texts.mark(gettext("not held here"))
        return self.texts.mark(gettext("no such provision here"))


def _table(names: Iterable[str], rows: Iterable[str], id_: str, indent: str = "") -> Markup:
    """A table in a box of its own, which scrolls where it is too wide.

    Args:
        names: Of its columns.
        rows: As HTML, each on lines of its own.
        id_: Id of the heading above it.
        indent: What stands before each of its lines.
    """
    head = "".join(f'<th scope="col">{escaped(name)}</th>' for name in names)
    box = f'class="wide" role="group" tabindex="0" aria-labelledby="{escaped(id_)}"'
    return Markup(
        f"{indent}<div {box}><table>\n{indent}  <thead><tr>{head}</tr></thead>\n"
        f"{indent}  <tbody>\n{''.join(rows)}{indent}  </tbody>\n{indent}</table></div>\n"
    )


def tags_of(languages: Iterable[str]) -> str:
    """Tags of languages, as HTML."""
    return " ".join(f'<span class="tag" lang="">{escaped(tag)}</span>' for tag in languages)
