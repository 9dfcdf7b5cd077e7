"""Markup: the texts of a page as HTML, written by Python.

What stands around texts, templates write. A text has thousands of runs, and a macro of a template
takes several times as long for each as the few lines here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup, escape

from lawkb.publish.blocks import Block, TableCell
from lawkb.publish.cells import Cell
from lawkb.publish.footnotes import NoteView
from lawkb.publish.places import Place
from lawkb.publish.remarks import CitationView, Cited
from lawkb.publish.runs import Run
from lawkb.publish.strings import Strings

_SPECIAL = re.compile(r"[&<>\"']")
_SAID = 4096  # words of the interface, of all languages
_HEADINGS = ("p", "h2", "h3", "h4", "h5")  # by depth: the title of a law is no part of it


def escaped(text: str) -> str:
    """A text as it stands in HTML, between tags or in a value; what is Markup stays as it is."""
    return str(escape(text)) if _SPECIAL.search(text) else text


# A page says the same words hundreds of times. ``Pen`` asks each time: rows note what it asks for.
@lru_cache(maxsize=_SAID)
def in_html(strings: Strings, message: str) -> str:
    """Words of the interface, as they stand in HTML."""
    return escaped(strings.gettext(message))


@dataclass(frozen=True, slots=True)
class Pen:
    """Writes the texts of one page. Its methods are what the templates call.

    Attributes:
        strings: Words of the interface.
        href: Gives the URL of a place, as the page links to it.
    """

    strings: Strings
    href: Callable[[Place], str]

    def runs(self, runs: Iterable[Run]) -> Markup:
        """Runs of a text, on one line: spaces between them would show."""
        return Markup(self._runs(runs))

    def mark(self, words: str) -> Markup:
        """Words of ours inside a text of another language."""
        return Markup(self._mark(words))

    def blocks(self, blocks: Iterable[Block], language: str) -> Markup:
        """Paragraphs and tables in a language, each on lines of its own."""
        return Markup(self._blocks(blocks, language))

    def notes(self, notes: Iterable[NoteView]) -> Markup:
        """Footnotes, each on a line of its own."""
        return Markup(self._notes(notes))

    def marks(self, names: Sequence[str], depth: int, origin: Place | None = None) -> Markup:
        """What is to be known about a text, in words.

        A supplied heading says both what was lost and what stands there now.

        Args:
            names: As ``Cell.marks`` has them.
            depth: Levels down from the law: what a law has is a title.
            origin: Where the foot of the page says whence the editors have it.
        """
        return Markup(self._marks(names, depth, origin))

    def own_text(self, cell: Cell, depth: int) -> Markup:
        """The own text of a provision in one language, under its heading."""
        return Markup(self._own_text(cell, depth))

    def cell(self, cell: Cell, depth: int) -> str:
        """What stands in a cell of a law page: the label, and the own text beside it."""
        num = ""
        if cell.num and depth:
            inferred = " inferred" if cell.marks and cell.marks[0].startswith("inferred") else ""
            num = f'<span class="num{inferred}">{escaped(cell.num)}</span>\n'
        return f'{num}<div class="words">\n{self._own_text(cell, depth)}</div>\n'

    def citations(self, cited_by: Iterable[CitationView]) -> Markup:
        """Who cites a provision, and in which words."""
        items = "".join(map(self._citation, cited_by))
        return Markup(f'<ul class="citations">\n{items}</ul>')

    def all_citing(self, cited: Cited) -> Markup:
        """Where the first of those that cite a provision are followed by the others."""
        said = escaped(self.strings.gettext("All %(num)s that cite it")) % {"num": cited.count}
        link = self._linked_html(said, cited.all)
        return Markup(f'  <p class="all">{link}</p>\n')

    def url(self, place: Place) -> str:
        """URL of a place, as the value of an attribute."""
        return escaped(self.href(place))

    @property
    def _own(self) -> str:
        """Tag of the language of the page, as the value of an attribute."""
        return escaped(self.strings.language)

    def _runs(self, runs: Iterable[Run]) -> str:
        return "".join(map(self._run, runs))

    def _run(self, run: Run) -> str:
        if run.kind == "text" and run.language is None and not run.tags:
            return escaped(run.text)
        html = self._words(run)
        if run.lead:
            html = f'<span class="led">{escaped(run.lead)}{html}</span>'
        if run.linked:
            html += self._misled(*run.linked)
        for tag in reversed(run.tags):
            html = f"<{tag}>{html}</{tag}>"
        return html

    def _words(self, run: Run) -> str:
        words = escaped(run.text)
        if run.language is not None:
            return f'<span lang="{escaped(run.language)}">{words}</span>'
        if run.kind == "text":
            return words
        if run.url:
            out = f'href="{escaped(run.url)}" rel="noopener noreferrer external"'
            return f'<a class="external" {out}>{words}</a>'
        if run.kind == "term":
            return f'<a class="term" data-term="{escaped(run.names[0])}">{words}</a>'
        if run.place is None:
            return self._doubtful(run, words)
        url = self.url(run.place)
        if run.kind == "note":
            mark = f'<a class="note-mark" id="{escaped(run.id)}" href="{url}" role="doc-noteref">'
            return f"<sup>{mark}{words}</a></sup>"
        if run.kind == "link":
            return f'<a href="{url}">{words}</a>'
        title = f' title="{escaped("–".join(run.names))}"' if run.names else ""
        return f'<a class="ref {run.kind}" href="{url}"{title}>{words}</a>'

    def _doubtful(self, run: Run, words: str) -> str:
        """A reference that leads nowhere, and why."""
        gettext = self.strings.gettext
        kind = run.kind if run.kind in ("not-held", "ambiguous") else "unresolved"
        if kind == "ambiguous":
            named = {"candidates": ", ".join(run.names)}
            all_named = gettext("ambiguous: %(candidates)s") % named
            why = all_named if run.names else gettext("ambiguous")
        else:
            not_held = kind == "not-held"
            why = gettext("not held here") if not_held else gettext("no such provision here")
        return f'<span class="ref {kind}">{words}</span>{self._mark(why)}'

    def _misled(self, name: str, place: Place | None) -> str:
        """What the link of a page leads to, where it is on words that cite something else."""
        words = self._linked(name, place)
        told = escaped(self.strings.gettext("its link leads to"))
        return f'<span class="mark" lang="{self._own}">{told}: {words}</span>'

    def _linked(self, words: str, place: Place | None) -> str:
        return self._linked_html(escaped(words), place)

    def _linked_html(self, inner: str, place: Place | None) -> str:
        return f'<a href="{self.url(place)}">{inner}</a>' if place else inner

    def _mark(self, words: str) -> str:
        return f'<span class="mark" lang="{self._own}">{escaped(words)}</span>'

    def _blocks(self, blocks: Iterable[Block], language: str) -> str:
        tag = escaped(language)
        return "".join([f"{self._block(block, tag)}\n" for block in blocks])

    def _block(self, block: Block, tag: str) -> str:
        if block.rows:
            rows = "".join(f"<tr>{self._table_row(row, tag)}</tr>\n" for row in block.rows)
            table = f'<table lang="{tag}"><tbody>\n{rows}</tbody></table>'
            return self._wide(table, self.strings.gettext("Table"))
        if block.preformatted:
            pre = self._pre(block.runs, tag)
            return self._wide(pre, self.strings.gettext("Preformatted text"))
        return f"<p>{self._runs(block.runs)}</p>"

    def _wide(self, inner: str, name: str) -> str:
        """What may be wider than its column scrolls in a box of its own, by keyboard too."""
        box = f'class="wide" role="group" tabindex="0" lang="{self._own}"'
        return f'<div {box} aria-label="{escaped(name)}">{inner}</div>'

    def _pre(self, runs: Iterable[Run], tag: str) -> str:
        """A browser drops a line end that stands first: it must not be one of the text."""
        return f'<pre lang="{tag}">\n{self._runs(runs)}</pre>'

    def _table_row(self, row: Iterable[TableCell], tag: str) -> str:
        return "".join(self._table_cell(cell, tag) for cell in row)

    def _table_cell(self, cell: TableCell, tag: str) -> str:
        said = {
            "scope": cell.scope,
            "colspan": str(cell.columns) if cell.columns > 1 else "",
            "rowspan": str(cell.rows) if cell.rows > 1 else "",
            "class": cell.align or "",
        }
        name = "th" if cell.scope else "td"
        values = "".join(f' {key}="{escaped(value)}"' for key, value in said.items() if value)
        inner = self._pre(cell.runs, tag) if cell.preformatted else self._runs(cell.runs)
        return f"<{name}{values}>{inner}</{name}>"

    def _notes(self, notes: Iterable[NoteView]) -> str:
        return "".join(f"{self._note(note)}\n" for note in notes)

    def _note(self, note: NoteView) -> str:
        gettext = self.strings.gettext
        words = self._runs(note.runs) or self._mark(gettext("note lost in the source"))
        inferred = self._mark(gettext("number of the note inferred")) if note.inferred else ""
        back = f'<a href="{self.url(note.back)}" role="doc-backlink">{escaped(note.marker)}</a>'
        opened = f'<aside class="note" id="{escaped(note.id)}" role="doc-footnote">'
        return f"{opened}{back} {words}{inferred}</aside>"

    def _marks(self, names: Sequence[str], depth: int, origin: Place | None) -> str:
        supplied = "editorial heading" in names
        lost = ("lost heading", "lost title") if supplied else ()
        return "".join(self._said(name, depth, origin) for name in names if name not in lost)

    def _said(self, name: str, depth: int, origin: Place | None) -> str:
        """One mark in words; empty for one that has none."""
        gettext = self.strings.gettext
        if name == "inferred letter":
            return self._mark(gettext("letter inferred"))
        if name == "inferred number":
            return self._mark(gettext("number inferred"))
        if name.startswith("lost "):
            return self._mark(self._lost(name, depth))
        if name == "editorial heading" and depth == 0:
            return self._sourced(gettext("title supplied by the editors"), origin)
        if name == "editorial heading":
            return self._sourced(gettext("heading supplied by the editors"), origin)
        if name == "editorial text":
            return self._sourced(gettext("text repaired by the editors"), origin)
        if name == "incomplete":
            return self._sourced(gettext("incomplete: words are missing"), origin)
        return ""

    def _lost(self, name: str, depth: int) -> str:
        gettext = self.strings.gettext
        if depth == 0 and name in ("lost heading", "lost title"):
            return gettext("title lost in the source")
        if name == "lost heading":
            return gettext("heading lost in the source")
        return gettext("part lost in the source")

    def _sourced(self, words: str, origin: Place | None) -> str:
        """Words of ours; the foot of the page says whence the editors have what they are about."""
        return f'<span class="mark" lang="{self._own}">{self._linked(words, origin)}</span>'

    def _own_text(self, cell: Cell, depth: int) -> str:
        html = ""
        if cell.heading:
            tag = _HEADINGS[depth]
            html += f'<{tag} class="heading">{self._runs(cell.heading)}</{tag}>\n'
        if cell.marks:
            html += f'<p class="said">{self._marks(cell.marks, depth, cell.origin)}</p>\n'
        return html + self._blocks(cell.blocks, cell.language) + self._notes(cell.notes)

    def _citation(self, citation: CitationView) -> str:
        edition = ""
        if citation.edition:
            told = self.strings.gettext("(edition %(edition)s)") % {"edition": citation.edition}
            edition = f" {escaped(told)}"
        sentences = "".join(
            f'<q lang="{escaped(each.language)}">{escaped(each.before)}'
            f"<mark>{escaped(each.cited)}</mark>{escaped(each.after)}</q>\n"
            for each in citation.sentences
        )
        return f"<li>\n{self._linked(citation.name, citation.place)}{edition}\n{sentences}</li>\n"
