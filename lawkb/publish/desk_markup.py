"""Markup of the translators' desk: findings, counts and states as HTML, written by Python."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

from lawkb.corpus.review import ReviewState
from lawkb.model.finding import Severity
from lawkb.publish.desk import LossView, ProgressView, StateView
from lawkb.publish.desk_rule import RuleFinding
from lawkb.publish.desk_table import DeskLine
from lawkb.publish.findings import FindingView, FoundView
from lawkb.publish.graph import ReferenceLine
from lawkb.publish.markup import escaped
from lawkb.publish.reference_markup import ReferencePen, tags_of
from lawkb.publish.remarks import DecisionView
from lawkb.publish.said import Words
from lawkb.publish.strings import Strings
from lawkb.publish.work import ExhibitView

_SAID = 4096  # words of the interface, of all languages

Counts = Iterable[tuple[Severity, int]]


@dataclass(frozen=True, slots=True)
class DeskPen:
    """Writes what the desk has on one page. Its methods are what the templates call.

    Attributes:
        references: Writes names and links.
    """

    references: ReferencePen

    def words(self, words: Words) -> Markup:
        """Words that quote other languages; what is in the language of the page has no mark."""
        return Markup(_words(words, self._tag))

    def severity(self, name: Severity) -> Markup:
        """How grave a finding is."""
        return Markup(self._severity(name))

    def severities(self, name: Severity) -> Markup:
        """What findings that are so grave are called, as the head of a column."""
        return Markup(self._severities(name))

    def counts(self, counts: Counts) -> Markup:
        """How many findings there are of every severity that occurs; empty for none."""
        return Markup(", ".join(self._counted(*each) for each in counts if each[1]))

    def state(self, name: ReviewState) -> Markup:
        """How far a provision is."""
        return Markup(self._state(name))

    def share(self, done: int, all_: int) -> Markup:
        """The share that is done, in words, and as a bar beside it."""
        return Markup(_share(done, all_))

    def found(self, found: Iterable[FoundView]) -> Markup:
        """Findings by provision, each with the texts that they point at."""
        return Markup("\n".join(map(self._found, found)))

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
        names = [self._severities(name) for name, _ in columns]
        return Markup("\n".join(self._law(line, names) for line in lines))

    def cell(self, name: str, held: object) -> Markup:
        """A number in a table. Narrow, a row is a list of its cells that are not empty."""
        return Markup(_cell(escaped(name), held))

    def gettext(self, message: str) -> str:
        """Words of the interface, as they stand in HTML."""
        return _in_html(self.references.texts.strings, message)

    @property
    def _tag(self) -> str:
        return self.references.texts.strings.language

    def _severity(self, name: Severity) -> str:
        if name == "error":
            return self.gettext("error")
        return self.gettext("warning") if name == "warning" else self.gettext("note")

    def _severities(self, name: Severity) -> str:
        if name == "error":
            return self.gettext("Errors")
        return self.gettext("Warnings") if name == "warning" else self.gettext("Notes")

    def _counted(self, name: Severity, num: int) -> str:
        ngettext = self.references.texts.strings.ngettext
        if name == "error":
            words = ngettext("%(num)s error", "%(num)s errors", num)
        elif name == "warning":
            words = ngettext("%(num)s warning", "%(num)s warnings", num)
        else:
            words = ngettext("%(num)s note", "%(num)s notes", num)
        return escaped(words) % {"num": num}

    def _state(self, name: ReviewState) -> str:
        if name == "needs-translation":
            return self.gettext("needs translation")
        if name == "needs-review":
            return self.gettext("needs review")
        if name == "translated":
            return self.gettext("translated")
        return self.gettext("reviewed") if name == "reviewed" else self.gettext("final")

    def _found(self, view: FoundView) -> str:
        id_ = f' id="{escaped(view.id)}"' if view.id else ""
        head = f"  <h3>{self.references.link(view.name, view.place)}</h3>\n" if view.place else ""
        findings = "".join(f"{self._finding(each)}\n" for each in view.findings)
        exhibits = "".join(map(_exhibit, view.exhibits))
        return (
            f'<section class="found" data-group{id_}>\n{head}'
            f'  <ul class="findings">\n{findings}  </ul>\n{exhibits}</section>\n'
        )

    def _finding(self, found: FindingView) -> str:
        tag, title = found.title
        status = "waived" if found.waiver else "open"
        data = f'data-rule="{escaped(found.rule)}" data-severity="{found.severity}"'
        rule = (
            f'<a href="{self.references.url(found.rule_place)}" lang="{tag}">{escaped(title)}</a>'
        )
        grave = f'<b class="level-{found.severity}">{self._severity(found.severity)}</b>'
        language = f'<span class="tag" lang="">{escaped(found.language)}</span>'
        decided = self._decision(found.waiver) if found.waiver else self._command(found)
        return (
            f'<li class="finding" {data} data-status="{status}">\n'
            f'  <p class="verdict">{grave} {rule} {language}</p>\n'
            f'  <p class="message">{_words(found.message, self._tag)}</p>\n'
            f"{self._further(found)}{decided}</li>\n"
        )

    def _further(self, found: FindingView) -> str:
        """What only some findings have: words at fault, evidence, a hint."""
        html = ""
        if found.quote:
            tag = found.quote_language
            quote = f'<q lang="{escaped(tag)}">{_words(found.quote, tag)}</q>'
            html = f'  <p class="message">{quote}</p>\n'
        if found.evidence:
            told = (f"    <li>{_words(each, self._tag)}</li>\n" for each in found.evidence)
            html += f'  <ul class="evidence">\n{"".join(told)}  </ul>\n'
        if found.hint:
            html += f'  <p class="hint">{_words(found.hint, self._tag)}</p>\n'
        return html

    def _decision(self, said: DecisionView) -> str:
        reason = f'<q lang="{escaped(said.reason_language)}">{escaped(said.reason)}</q>'
        author = f'<span lang="{escaped(said.author_language)}">{escaped(said.author)}</span>'
        date = f'<time datetime="{escaped(said.date)}">{escaped(said.written)}</time>'
        stand = self.gettext("Accepted because")
        byline = f'<span class="quiet">{author}, {date}</span>'
        return f'<p class="decision">{stand}: {reason} {byline}</p>\n\n'

    def _command(self, found: FindingView) -> str:
        told, copy, copied = (
            self.gettext("To accept it"),
            self.gettext("Copy"),
            self.gettext("Copied"),
        )
        command = f"lawkb check --waive {found.fingerprint} --reason '…'"
        button = f'<button type="button" class="copy" hidden data-copied="{copied}">{copy}</button>'
        return (
            f'  <p class="command"><span class="quiet">{told}:</span>'
            f' <code lang="en">{command}</code> {button}</p>\n'
        )

    def _disagreeing(self, line: ReferenceLine) -> str:
        citing, cited = self.references.link(*line.citing), self.references.link(*line.cited)
        tags = tags_of(line.languages)
        return f"  <tr><td>{citing}</td><td>{cited}</td><td>{tags}</td></tr>"

    def _loss(self, loss: LossView) -> str:
        tag = tags_of((loss.language,))
        marks = self.references.texts.marks(loss.marks, loss.depth)
        return f"  <li>{self.references.link(loss.name, loss.place)} {tag} {marks}</li>"

    def _progress(self, of: ProgressView) -> str:
        ngettext = self.references.texts.strings.ngettext
        provisions = ngettext("%(num)s provision", "%(num)s provisions", of.all)
        name = f'<span lang="{escaped(of.language)}">{escaped(of.name)}</span>'
        number = escaped(provisions) % {"num": of.all}
        done = self.gettext("reviewed or final")
        states = "".join(map(self._provisions, of.states))
        return f'<p>{name}: {number}, {done} {_share(of.done, of.all)}</p>\n<ul class="states">\n{states}</ul>'

    def _provisions(self, view: StateView) -> str:
        links = ", ".join(self.references.link(*each) for each in view.provisions)
        which = self.gettext("which")
        return (
            f"  <li>{self._state(view.state)}: {view.count}\n    <details>"
            f"<summary>{which}</summary><p>{links}</p></details></li>\n"
        )

    def _rule_finding(self, line: RuleFinding) -> str:
        data = f'data-law="{line.number}" data-severity="{line.severity}"'
        name = escaped(line.name) or self.gettext("the whole code")
        link = f'<a class="keeps" href="{self.references.url(line.place)}">{name}</a>'
        language = f'<span class="tag" lang="">{escaped(line.language)}</span>'
        about = f"{escaped(line.edition)}, {self._severity(line.severity)}, {language}"
        accepted = ""
        if line.status == "waived":
            accepted = self.references.texts.mark(self.references.texts.strings.gettext("accepted"))
        return (
            f'  <li class="finding" {data} data-status="{line.status}">{link}'
            f' <span class="quiet">{about}</span>{accepted}\n'
            f'    <span class="message">{_words(line.message, self._tag)}</span></li>'
        )

    def _law(self, line: DeskLine, columns: Iterable[str]) -> str:
        name = escaped(line.name)
        if line.place:
            name = f'<a class="keeps" href="{self.references.url(line.place)}">{name}</a>'
        done = f"{line.done}/{line.all}" if line.all else 0
        cells = (
            *(_cell(each, num) for each, num in zip(columns, line.counts, strict=True)),
            _cell(self.gettext("Accepted"), line.waived),
            _cell(self.gettext("Open comments"), line.comments),
            _cell(self.gettext("reviewed or final"), done),
        )
        return (
            f'    <tr class="finding" data-law="{line.number}"'
            f' data-rule="{escaped(" ".join(line.rules))}"'
            f' data-severity="{" ".join(line.severities)}"'
            f' data-status="{" ".join(line.statuses)}">'
            f'<th scope="row">{name}</th>{"".join(cells)}</tr>'
        )


# A page says the same words hundreds of times.
@lru_cache(maxsize=_SAID)
def _in_html(strings: Strings, message: str) -> str:
    return escaped(strings.gettext(message))


def _words(runs: Words, around: str) -> str:
    """Words of one language that quote another, inside an element that is in the first one."""
    return "".join(
        escaped(words) if tag == around else f'<span lang="{escaped(tag)}">{escaped(words)}</span>'
        for tag, words in runs
    )


def _exhibit(exhibit: ExhibitView) -> str:
    tag = escaped(exhibit.language)
    pieces = (_piece(marked, _words(runs, tag)) for marked, runs in exhibit.pieces)
    return (
        f'  <div class="exhibit"><span class="tag" lang="">{tag}</span>\n'
        f'    <p lang="{tag}">{"".join(pieces)}</p></div>\n'
    )


def _piece(marked: bool, words: str) -> str:
    return f'<mark class="differs">{words}</mark>' if marked else words


def _share(done: int, all_: int) -> str:
    percent = 100 * done // all_ if all_ else 0
    return f'<meter min="0" max="{all_}" value="{done}" aria-hidden="true"></meter> {percent} %'


def _cell(name: str, held: object) -> str:
    return f'<td data-name="{name}">{held}</td>' if held else '<td class="none">–</td>'
