"""Markup of findings: what the rules say of a provision, with its texts, written by Python."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lawkb.publish.desk_words import DeskWords, words_in
from lawkb.publish.findings import FindingView, FoundView
from lawkb.publish.markup import escaped
from lawkb.publish.reference_markup import ReferencePen
from lawkb.publish.remarks import DecisionView
from lawkb.publish.work import ExhibitView


@dataclass(frozen=True, slots=True)
class FindingPen:
    """Writes the findings of one page.

    Attributes:
        references: Writes names and links.
        said: Says what is said again and again.
    """

    references: ReferencePen
    said: DeskWords

    def found(self, found: Iterable[FoundView]) -> str:
        """Findings by provision, each with the texts that they point at."""
        return "\n".join(map(self._found, found))

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
        place = self.references.url(found.rule_place)
        rule = f'<a href="{place}" lang="{escaped(tag)}">{escaped(title)}</a>'
        grave = f'<b class="level-{found.severity}">{self.said.severity(found.severity)}</b>'
        language = f'<span class="tag" lang="">{escaped(found.language)}</span>'
        decided = self._decision(found.waiver) if found.waiver else self._command(found)
        return (
            f'<li class="finding" {data} data-status="{status}">\n'
            f'  <p class="verdict">{grave} {rule} {language}</p>\n'
            f'  <p class="message">{self.said.words(found.message)}</p>\n'
            f"{self._further(found)}{decided}</li>\n"
        )

    def _further(self, found: FindingView) -> str:
        """What only some findings have: words at fault, evidence, a hint."""
        html = ""
        if found.quote:
            tag = found.quote_language
            quote = f'<q lang="{escaped(tag)}">{words_in(found.quote, tag)}</q>'
            html = f'  <p class="message">{quote}</p>\n'
        if found.evidence:
            told = (f"    <li>{self.said.words(each)}</li>\n" for each in found.evidence)
            html += f'  <ul class="evidence">\n{"".join(told)}  </ul>\n'
        if found.hint:
            html += f'  <p class="hint">{self.said.words(found.hint)}</p>\n'
        return html

    def _decision(self, said: DecisionView) -> str:
        reason = f'<q lang="{escaped(said.reason_language)}">{escaped(said.reason)}</q>'
        author = f'<span lang="{escaped(said.author_language)}">{escaped(said.author)}</span>'
        date = f'<time datetime="{escaped(said.date)}">{escaped(said.written)}</time>'
        stand = self.said.gettext("Accepted because")
        byline = f'<span class="quiet">{author}, {date}</span>'
        return f'<p class="decision">{stand}: {reason} {byline}</p>\n\n'

    def _command(self, found: FindingView) -> str:
        told, copy, copied = (
            self.said.gettext("To accept it"),
            self.said.gettext("Copy"),
            self.said.gettext("Copied"),
        )
        command = f"lawkb check --waive {found.fingerprint} --reason '…'"
        button = f'<button type="button" class="copy" hidden data-copied="{copied}">{copy}</button>'
        return (
            f'  <p class="command"><span class="quiet">{told}:</span>'
            f' <code lang="en">{command}</code> {button}</p>\n'
        )


def _exhibit(exhibit: ExhibitView) -> str:
    tag = escaped(exhibit.language)
    pieces = (_piece(marked, words_in(runs, tag)) for marked, runs in exhibit.pieces)
    return (
        f'  <div class="exhibit"><span class="tag" lang="">{tag}</span>\n'
        f'    <p lang="{tag}">{"".join(pieces)}</p></div>\n'
    )


def _piece(marked: bool, words: str) -> str:
    return f'<mark class="differs">{words}</mark>' if marked else words
