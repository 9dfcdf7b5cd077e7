"""References in what a law says of an act that it amends or replaces: they are to that act.

«Directive (EU) 2015/2302 is amended as follows: (1) in Article 2(2), the following point is added:
‘(d) …’»: Article 2(2) and what is quoted belong to the directive, as the drafting guides of the
European Union and of the states have it. Only what names the code itself stays its own. In a
correlation table the head of a column says to which act its cells refer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from lawkb.model.address import Address, InSeries
from lawkb.model.passage import Passage, Reference, Span, Table
from lawkb.references.acts import Act
from lawkb.references.cited_acts import index_after, own_act_end
from lawkb.references.grammar import ReferenceText
from lawkb.references.passage_changes import change_cells

_CLOSING = {"«": "»", "“": "”", "„": "“", "‘": "’"}
_LABEL = re.compile(r"[\d()]|\b\w\b")
_OPENED = re.compile(f"[{''.join(_CLOSING)}]")
_LONGEST_VERB = 4  # tokens of words such as «is added»
_MOST_BETWEEN = 3  # tokens between such words and a label: «προστίθεται παρ. 9»
_NEAR = 4  # tokens between a reference and the name of the code, «of Directive»


@dataclass(slots=True)
class Amendments:
    """What the passages of a law, read in their order, say of the acts that they amend."""

    _below: list[tuple[Address, Act]] = field(default_factory=list)  # «is amended as follows:»
    _announced: tuple[Address, Act] | None = None  # whose text the next passage quotes
    _quoted: tuple[Act, str] | None = None  # whose text is quoted, and the sign that ends it

    def read(
        self, reading: ReferenceText, at: Address, found: tuple[Reference, ...]
    ) -> tuple[Reference, ...]:
        """Return the references of the next passage, those to an amended act as such.

        Args:
            reading: The passage.
            at: The provision that it is in.
            found: Its references.
        """
        self._below = [(scope, act) for scope, act in self._below if scope.holds(at)]
        if not (self._below or self._quoted or self._announced or reading.mentions.by_start):
            return found
        above = next((act for scope, act in reversed(self._below) if scope != at), None)
        begun = self._quotation(reading, at)
        clause, verb = _clause(reading, above)
        quotations = [*begun, *(self._inline(reading.text, clause, verb[1]) if clause else ())]
        if clause and reading.text.rstrip().endswith(":"):
            self._announced = at, clause
            if not above:
                self._below.append((at, clause))

        def amended(each: Reference) -> Act | None:
            if each.status == "outside" or _names_code(reading, each):
                return None
            quoted = (act for (start, end), act in quotations if start <= each.start < end)
            part = each.form != "absolute" or each.end + 1 >= verb[0]
            told = part and (quotations or self._announced)
            announced = clause if told or _is_beside_verb(reading, each) else None
            return next(quoted, above or announced)

        acts = [(each, amended(each)) for each in found]
        return tuple(
            _of(each, act) if act else each for each, act in acts if not (act and _is_new(each))
        )

    def _quotation(self, reading: ReferenceText, at: Address) -> list[tuple[Span, Act]]:
        """Return the span that goes on with a quotation, or begins one that was announced."""
        text = reading.text.strip()
        announced, self._announced = self._announced, None
        if self._quoted is None and announced and announced[0].holds(at):
            sign = _CLOSING.get(text[:1])
            self._quoted = (announced[1], sign) if sign else None
        if self._quoted is None:
            return []
        act, sign = self._quoted
        if re.search(rf"{sign}[\s.,;·)]*$", text):
            self._quoted = None
        return [((0, len(reading.text)), act)]

    def _inline(self, text: str, act: Act, verb: int) -> list[tuple[Span, Act]]:
        """Return the span of a quotation after «is replaced as follows», in the same passage."""
        opened = _OPENED.search(text, verb)
        if opened is None:
            return []
        sign = _CLOSING[opened[0]]
        closed = text.rfind(sign)
        if closed < opened.start():
            self._quoted = act, sign
        return [((opened.start(), closed if closed > opened.start() else len(text)), act)]


def _clause(reading: ReferenceText, above: Act | None) -> tuple[Act | None, Span]:
    """Return the act that a passage amends, and the span of «is amended»; else None."""
    words, tokens = reading.grammar.acts.amending, reading.tokens
    verbs = [word for i in range(len(tokens)) if (word := words.at(tokens, i))]
    if not verbs:
        return None, (0, 0)
    verb = tokens[verbs[0].end - len(verbs[0].words)].start, tokens[verbs[0].end - 1].end
    named = [
        mention.act
        for start, mention in sorted(reading.mentions.by_start.items())
        if start < verb[0] and mention.act.name and not mention.act.is_own
    ]
    if not named:
        return above, verb
    return named[0], verb


def _is_beside_verb(reading: ReferenceText, each: Reference) -> bool:
    """Return whether a word such as «is added» is beside a reference: «προστίθεται παρ. 9».

    Not of an annex of the code: «points 1 to 3 of the Annex are amended by decree».
    """
    if each.target and isinstance(each.target.law, InSeries):
        return False
    words, tokens = reading.grammar.acts.amending, reading.tokens
    first = index_after(reading, 0, each.start)
    if words.at(tokens, index_after(reading, first, each.end)):
        return True
    begins = range(max(0, first - _LONGEST_VERB - _MOST_BETWEEN), first)
    verbs = (word for i in begins if (word := words.at(tokens, i)) and word.end < first)
    ends = max((word.end for word in verbs), default=first)
    between = tokens[ends:first]
    return 0 < len(between) <= _MOST_BETWEEN and between[0].kind == "word"


def _names_code(reading: ReferenceText, each: Reference) -> bool:
    """Return whether the name of the code follows a reference: «of this Directive»."""
    end = each.within[1] if each.within else each.end
    at = index_after(reading, 0, end)
    for i in range(at, min(at + _NEAR, len(reading.tokens))):
        mention = reading.mentions.by_start.get(reading.tokens[i].start)
        if mention:
            return mention.act.is_own
        if i == at and own_act_end(reading, i):
            return True
    return False


def with_acts_of_columns(table: Table, act_of: Callable[[str], Act | None]) -> Table:
    """Return a table whose references are to the acts that are the heads of their columns.

    Args:
        table: The table.
        act_of: Function that returns the other act that a text is the name of, or None.
    """
    heads = [act_of(cell.passage.text) if cell.passage else None for cell in table.rows[0]]
    if not any(heads) or any(cell.columns > 1 for row in table.rows for cell in row):
        return table

    def changed(passage: Passage, place: int) -> Passage:
        act = heads[place] if place < len(heads) else None
        if not act or not passage.references:
            return passage
        found = [
            each if each.status == "outside" else _of(each, act) for each in passage.references
        ]
        return replace(passage, references=tuple(found))

    return change_cells(table, changed)


def act_named(reading: ReferenceText) -> Act | None:
    """Return the other act that a text is the name of, or None."""
    mention = reading.mentions.by_start.get(reading.tokens[0].start)
    whole = mention is not None and mention.end == len(reading.text.rstrip())
    return (
        mention.act if mention and whole and mention.act.name and not mention.act.is_own else None
    )


def _is_new(each: Reference) -> bool:
    """Return whether words are no label: «the following Article», which is added."""
    return each.form == "relative" and not each.subparagraph and not _LABEL.search(each.raw)


def _of(each: Reference, act: Act) -> Reference:
    return replace(
        each,
        form="absolute",
        target=None,
        upto=None,
        candidates=(),
        subparagraph=None,
        division=None,
        status="outside",
        act=act.name,
        url=act.link("") or None,
    )
