"""Words of the translators' desk as HTML: how grave, how far, how many."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lawkb.corpus.review import ReviewState
from lawkb.model.finding import Severity
from lawkb.publish.markup import escaped, in_html
from lawkb.publish.said import Words
from lawkb.publish.strings import Strings


@dataclass(frozen=True, slots=True)
class DeskWords:
    """Says what the desk has to say again and again.

    Attributes:
        strings: Words of the interface.
    """

    strings: Strings

    def gettext(self, message: str) -> str:
        """Words of the interface, as they stand in HTML."""
        return in_html(self.strings, message)

    def words(self, words: Words) -> str:
        """Words that quote other languages; what is in the language of the page has no mark."""
        return words_in(words, self.strings.language)

    def severity(self, name: Severity) -> str:
        """How grave a finding is."""
        if name == "error":
            return self.gettext("error")
        return self.gettext("warning") if name == "warning" else self.gettext("note")

    def severities(self, name: Severity) -> str:
        """What findings that are so grave are called, as the head of a column."""
        if name == "error":
            return self.gettext("Errors")
        return self.gettext("Warnings") if name == "warning" else self.gettext("Notes")

    def counts(self, counts: Iterable[tuple[Severity, int]]) -> str:
        """How many findings there are of every severity that occurs; empty for none."""
        return ", ".join(self._counted(name, num) for name, num in counts if num)

    def state(self, name: ReviewState) -> str:
        """How far a provision is."""
        if name == "needs-translation":
            return self.gettext("needs translation")
        if name == "needs-review":
            return self.gettext("needs review")
        if name == "translated":
            return self.gettext("translated")
        return self.gettext("reviewed") if name == "reviewed" else self.gettext("final")

    def _counted(self, name: Severity, num: int) -> str:
        ngettext = self.strings.ngettext
        if name == "error":
            words = ngettext("%(num)s error", "%(num)s errors", num)
        elif name == "warning":
            words = ngettext("%(num)s warning", "%(num)s warnings", num)
        else:
            words = ngettext("%(num)s note", "%(num)s notes", num)
        return escaped(words) % {"num": num}


def words_in(runs: Words, around: str) -> str:
    """Words of several languages as HTML, inside an element that is in one of them."""
    return "".join(
        escaped(words) if tag == around else f'<span lang="{escaped(tag)}">{escaped(words)}</span>'
        for tag, words in runs
    )


def share(done: int, all_: int) -> str:
    """The share that is done as HTML, in words, and as a bar beside it."""
    percent = 100 * done // all_ if all_ else 0
    return f'<meter min="0" max="{all_}" value="{done}" aria-hidden="true"></meter> {percent} %'


def cell(name: str, held: object) -> str:
    """A number in a table as HTML. Narrow, a row is a list of its cells that are not empty.

    Args:
        name: Name of the column, escaped.
        held: The number.
    """
    return f'<td data-name="{name}">{held}</td>' if held else '<td class="none">–</td>'
