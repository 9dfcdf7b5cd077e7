"""Markup of the translators' desk: its lists and tables as HTML, written by Python."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from lawkb.corpus.review import ReviewState
from lawkb.model.finding import Severity
from lawkb.publish.desk import LossView, ProgressView, StateView
from lawkb.publish.desk_rule import RuleFinding
from lawkb.publish.desk_table import DeskLine
from lawkb.publish.desk_words import DeskWords, cell, share
from lawkb.publish.finding_markup import FindingPen
from lawkb.publish.findings import FoundView, NamedRule
from lawkb.publish.graph import ReferenceLine
from lawkb.publish.markup import escaped
from lawkb.publish.places import ASSETS, Place
from lawkb.publish.reference_markup import ReferencePen, tags_of
from lawkb.publish.said import Words

_NUMBER = (
    '<input name="law" type="text" inputmode="numeric" size="5" maxlength="5" autocomplete="off">'
)

Counts = Iterable[tuple[Severity, int]]


@dataclass(frozen=True, slots=True)
class DeskPen:
    """Writes what the desk has on one page. Its methods are what the templates call.

    Attributes:
        references: Writes names and links.
        said: Says what is said again and again.
    """

    references: ReferencePen
    said: DeskWords

    def style(self) -> Markup:
        """Style of the desk, for the head of a page; lists outside it look the same."""
        url = self.references.url(Place(f"{ASSETS}/desk.css"))
        return Markup(f'  <link rel="stylesheet" href="{url}">')

    def assets(self) -> Markup:
        """Style and script of the desk, for the head of a page."""
        url = self.references.url(Place(f"{ASSETS}/desk.js"))
        return Markup(f'{self.style()}\n  <script defer src="{url}"></script>\n')

    def words(self, words: Words) -> Markup:
        """Words that quote other languages; what is in the language of the page has no mark."""
        return Markup(self.said.words(words))

    def severity(self, name: Severity) -> Markup:
        """How grave a finding is."""
        return Markup(self.said.severity(name))

    def severities(self, name: Severity) -> Markup:
        """What findings that are so grave are called, as the head of a column."""
        return Markup(self.said.severities(name))

    def counts(self, counts: Counts) -> Markup:
        """How many findings there are of every severity that occurs; empty for none."""
        return Markup(self.said.counts(counts))

    def occurring(self, counts: Counts) -> tuple[Severity, ...]:
        """The severities that occur."""
        return tuple(severity for severity, count in counts if count)

    def state(self, name: ReviewState) -> Markup:
        """How far a provision is."""
        return Markup(self.said.state(name))

    def share(self, done: int, all_: int) -> Markup:
        """The share that is done, in words, and as a bar beside it."""
        return Markup(share(done, all_))

    def filter(
        self,
        rules: Sequence[NamedRule],
        severities: Sequence[Severity],
        statuses: Sequence[str],
        law: bool,
    ) -> Markup:
        """What chooses among findings; empty where there is nothing to choose.

        Without script it could do nothing, so the script shows it.

        Args:
            rules: Rules that occur.
            severities: Severities that occur.
            statuses: ``open`` and ``waived``, as far as they occur.
            law: Whether to choose by the law, too.
        """
        gettext = self.said.gettext
        named = [
            (escaped(each.name), f' lang="{escaped(each.title[0])}"', escaped(each.title[1]))
            for each in rules
        ]
        graded = [(each, "", self.said.severity(each)) for each in severities]
        number = gettext("Law")
        open_, waived = gettext("open findings"), gettext("accepted findings")
        stood = [("open", "", open_), ("waived", "", waived)] if len(statuses) > 1 else []
        fields = (
            self._select("rule", gettext("Rule"), named),
            self._select("severity", gettext("Severity"), graded),
            self._select("status", gettext("Status"), stood),
            f"  <label>{number} {_NUMBER}</label>\n" if law else "",
        )
        if not any(fields):
            return Markup()
        shown, told, name = gettext("Show all"), gettext("Shown: {n} of {all}"), gettext("Filter")
        return Markup(
            f'<div class="filter" role="group" hidden aria-label="{name}">\n{"".join(fields)}'
            f'  <button type="button">{shown}</button>\n'
            f'  <p role="status" data-shown="{told}"></p>\n</div>\n'
        )

    def found(self, found: Iterable[FoundView]) -> Markup:
        """Findings by provision, each with the texts that they point at."""
        return Markup(FindingPen(self.references, self.said).found(found))

    def disagreeing(self, lines: Iterable[ReferenceLine]) -> Markup:
        """Rows of the table of references that not every language has."""
        return Markup("\n".join(map(self._disagreeing, lines)))

    def losses(self, losses: Iterable[LossView]) -> Markup:
        """Items of what a source lost."""
        return Markup("\n".join(map(self._loss, losses)))

    def progress(self, translations: Iterable[ProgressView]) -> Markup:
        """How far each translation of a law is."""
        return Markup("\n".join(map(self._progress, translations)))

    def lines(self, findings: Iterable[RuleFinding]) -> Markup:
        """Items of the list of a rule's findings."""
        return Markup("\n".join(map(self._rule_finding, findings)))

    def laws(self, lines: Iterable[DeskLine], columns: Counts) -> Markup:
        """Rows of the table of laws.

        Args:
            lines: The laws.
            columns: The severities that the table has columns for.
        """
        names = [self.said.severities(name) for name, _ in columns]
        return Markup("\n".join(self._law(line, names) for line in lines))

    def cell(self, name: str, held: object) -> Markup:
        """A number in a table. Narrow, a row is a list of its cells that are not empty."""
        return Markup(cell(escaped(name), held))

    def _select(self, name: str, label: str, options: Sequence[tuple[str, str, str]]) -> str:
        """What chooses one of several; empty for fewer. Value, attributes and words of each."""
        if len(options) < 2:
            return ""
        every = self.said.gettext("all")
        first = f'<option value="">{every}</option>'
        each = "".join(f'<option value="{v}"{more}>{words}</option>' for v, more, words in options)
        return f'  <label>{label} <select name="{name}">{first}{each}</select></label>\n'

    def _disagreeing(self, line: ReferenceLine) -> str:
        citing, cited = self.references.link(*line.citing), self.references.link(*line.cited)
        tags = tags_of(line.languages)
        return f"  <tr><td>{citing}</td><td>{cited}</td><td>{tags}</td></tr>"

    def _loss(self, loss: LossView) -> str:
        tag = tags_of((loss.language,))
        marks = self.references.texts.marks(loss.marks, loss.depth)
        return f"  <li>{self.references.link(loss.name, loss.place)} {tag} {marks}</li>"

    def _progress(self, of: ProgressView) -> str:
        ngettext = self.said.strings.ngettext
        provisions = ngettext("%(num)s provision", "%(num)s provisions", of.all)
        name = f'<span lang="{escaped(of.language)}">{escaped(of.name)}</span>'
        number, done = escaped(provisions) % {"num": of.all}, self.said.gettext("reviewed or final")
        states = "".join(map(self._provisions, of.states))
        head = f"<p>{name}: {number}, {done} {share(of.done, of.all)}</p>"
        return f'{head}\n<ul class="states">\n{states}</ul>'

    def _provisions(self, view: StateView) -> str:
        links = ", ".join(self.references.link(*each) for each in view.provisions)
        which = self.said.gettext("which")
        return (
            f"  <li>{self.said.state(view.state)}: {view.count}\n    <details>"
            f"<summary>{which}</summary><p>{links}</p></details></li>\n"
        )

    def _rule_finding(self, line: RuleFinding) -> str:
        data = f'data-law="{line.number}" data-severity="{line.severity}"'
        name = escaped(line.name) or self.said.gettext("the whole code")
        link = f'<a class="keeps" href="{self.references.url(line.place)}">{name}</a>'
        language = f'<span class="tag" lang="">{escaped(line.language)}</span>'
        about = f"{escaped(line.edition)}, {self.said.severity(line.severity)}, {language}"
        accepted = ""
        if line.status == "waived":
            accepted = self.references.texts.mark(self.said.strings.gettext("accepted"))
        return (
            f'  <li class="finding" {data} data-status="{line.status}">{link}'
            f' <span class="quiet">{about}</span>{accepted}\n'
            f'    <span class="message">{self.said.words(line.message)}</span></li>'
        )

    def _law(self, line: DeskLine, columns: Iterable[str]) -> str:
        name = escaped(line.name)
        if line.place:
            name = f'<a class="keeps" href="{self.references.url(line.place)}">{name}</a>'
        done = f"{line.done}/{line.all}" if line.all else 0
        cells = (
            *(cell(each, num) for each, num in zip(columns, line.counts, strict=True)),
            cell(self.said.gettext("Accepted"), line.waived),
            cell(self.said.gettext("Open comments"), line.comments),
            cell(self.said.gettext("reviewed or final"), done),
        )
        return (
            f'    <tr class="finding" data-law="{line.number}"'
            f' data-rule="{escaped(" ".join(line.rules))}"'
            f' data-severity="{" ".join(line.severities)}"'
            f' data-status="{" ".join(line.statuses)}">'
            f'<th scope="row">{name}</th>{"".join(cells)}</tr>'
        )
