"""Find the references of laws, companions and given texts, and resolve them against the code.

A companion is a text beside the laws, such as a preface or definitions. In a correlation table the
head of a column says to which act its cells refer.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import InitVar, dataclass, field
from itertools import chain
from operator import is_
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from lawkb.errors import LawkbError
from lawkb.model.address import Address, InSeries, Inserted, Ordinal, Scheme, base_of, keep_in
from lawkb.model.code import Code, Outline, PathsOfLaw, ProvisionPath, ProvisionPaths
from lawkb.model.companion import Companion, Section
from lawkb.model.label import read_typed
from lawkb.model.language import Language, letters_of, main_language
from lawkb.model.law import Law, Provision
from lawkb.model.passage import Cell, Note, Passage, Reference, RefStatus, Span, Table
from lawkb.model.source import LARGEST_LAW
from lawkb.references.acts import UNKNOWN, Act, italic_spans
from lawkb.references.cited_acts import has_printed_label, index_after, own_act_end, printed_number
from lawkb.references.clauses import act_noun, ends_sentence, is_this
from lawkb.references.divisions import resolved_division, with_divisions
from lawkb.references.find import find_references_with_grammar, references_read
from lawkb.references.grammar import ReferenceText, Surroundings, read_grammar, text_to_read
from lawkb.references.lists_and_ranges import gloss_end
from lawkb.references.vocabulary import Phrase
from lawkb.words.tokens import sentences

# ---- acts that a law amends
#
# References in what a law says of an act that it amends or replaces are to that act. «Directive
# (EU) 2015/2302 is amended as follows: (1) in Article 2(2), the following point is added: ‘(d) …’»:
# Article 2(2) and what is quoted belong to the directive, as the drafting guides of the European
# Union and of the states have it. Only what names the code itself stays its own.

_CLOSING = {"«": "»", "“": "”", "„": "“", "‘": "’"}
_OPENED = re.compile(f"[{''.join(_CLOSING)}]")
_LEADING = (":", "—", "–")  # signs before what is listed below
_LONGEST_VERB = 4  # tokens of words such as «is added»
_MOST_BETWEEN = 3  # tokens between such words and a label: «προστίθεται παρ. 9»
# Tokens between such words and a colon: «sono apportate le seguenti modifiche:».
_MOST_TO_COLON = 10
_QUOTING = re.compile(r":\s*(?=[«„“‘'\"])")
_LONGEST_CLAUSE = 24  # tokens from a provision to the colon before its new words
_LONGEST_SUBJECT = 60  # tokens of a sentence before such words
_LONGEST_LABEL = 3  # letters of a label in a list
_NEAR = 4  # tokens between a reference and the name of the code, «of Directive»


@dataclass(slots=True)
class Amendments:
    """What the passages of a law, read in their order, say of the acts that they amend."""

    _below: list[tuple[Address, Act]] = field(default_factory=list)  # «is amended as follows:»
    _flat: Address | None = None  # the last of these, as long as no provision below it was read
    _announced: tuple[Address, Act] | None = None  # whose text the next passage quotes
    _quoted: tuple[Act, str] | None = None  # whose text is quoted, and the sign that ends it

    def read(
        self, reading: ReferenceText, at: Address, found: tuple[Reference, ...]
    ) -> tuple[Reference, ...]:
        """Return the references of the next passage, those to an amended act as such."""
        self._below = [(scope, act) for scope, act in self._below if scope.holds(at)]
        self._flat = self._flat if self._flat == at else None
        known = self._below or self._quoted or self._announced or reading.mentions.by_start
        leads = _leads(reading)
        if not (known or found or leads):
            return found
        wider = (act for scope, act in reversed(self._below) if scope not in (at, self._flat))
        flat = self._below[-1][1] if self._flat and self._below else None
        above = flat or next(wider, None)
        begun = self._quotation(reading, at)
        verbs = _verbs(reading)
        quoted, verb = _clause(reading, [*verbs, *_quoted_words(reading)], found, above)
        list_of = _list_of(reading, verbs, found)
        quoted = quoted or (list_of.act if list_of else None)
        clause = quoted if verbs or list_of else None
        if leads and list_of and not clause and not list_of.subject:
            self._below.append((at, UNKNOWN))
        quotations = [*begun, *(self._inline(reading.text, quoted, verb[1]) if quoted else ())]
        if leads and clause:
            self._announced = at, clause
            if not above:
                self._below.append((at, clause))
                self._flat = at if _says_as_follows(reading, verbs) else None
        if not leads and not above and (act := _amended_beside(reading, verbs, found)) and at.depth:
            self._below.append((Address(at.path[:-1]), act))

        def amended(each: Reference) -> Act | None:
            quoted = [act for (start, end), act in quotations if start <= each.start < end]
            if each.status == "outside" or _names_code(reading, each, quoted=bool(quoted)):
                return None
            if list_of and list_of.act and each.start >= list_of.start:
                return list_of.act
            part = each.form != "absolute" or each.end + 1 >= verb[0]
            told = part and (quotations or self._announced)
            announced = clause if told or _is_beside_verb(reading, each) else None
            return quoted[0] if quoted else above or announced

        acts = [(each, amended(each)) for each in found]
        return tuple(
            as_of_act(each, act) if act else self._of_own(reading, each, list_of)
            for each, act in acts
            if not (act and _is_new(each))
        )

    def _of_own(
        self, reading: ReferenceText, each: Reference, list_of: _ListOf | None
    ) -> Reference:
        """Return a reference that no act is known of, in or behind «Article 5 is amended:».

        The code itself is named where it is amended; else nobody knows which act is.
        """
        if list_of is None or each.status == "outside" or _names_code(reading, each):
            return each
        if list_of.subject:
            return _of_subject(each, list_of) if each.start >= list_of.start else each
        return _unknown(each) if each.start >= list_of.begin else each

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


class _ListOf(NamedTuple):
    """What a passage says behind a colon of what it amends: «is amended as follows: (a) …»."""

    begin: int  # First code point of the sentence.
    start: int  # First code point behind the colon.
    act: Act | None  # The act that is amended; None where it is no other one.
    subject: Address | None  # The provision that is amended; None where it is not known.


def _amended_beside(
    reading: ReferenceText, verbs: list[Phrase], found: tuple[Reference, ...]
) -> Act | None:
    """Return the act of «(1) The 2006 Act is amended as follows.», or None.

    The provisions that follow amend it.
    """
    last = len(reading.tokens) - 2
    for verb in verbs:
        first = verb.end - len(verb.words)
        ends = verb.end >= last and _sentence_start(reading, first) == 0
        if ends and _says_as_follows(reading, [verb]):
            named = next((Act(each.act, each.url or "") for each in found if each.act), None)
            return named or _subject(reading, 0, first)
    return None


def _says_as_follows(reading: ReferenceText, verbs: list[Phrase]) -> bool:
    """Return whether words such as «as follows» are in or right behind others."""
    words, last = reading.grammar.acts.as_follows, len(reading.tokens) - 1
    return any(
        words.at(reading.tokens, i)
        for verb in verbs
        for i in range(verb.end - len(verb.words), min(verb.end + 1, last))
    )


def _verbs(reading: ReferenceText) -> list[Phrase]:
    words, tokens = reading.grammar.acts.amending, reading.tokens
    at = (i for i, token in enumerate(tokens) if token.key in words.by_first)
    return [word for i in at if (word := words.at(tokens, i))]


def _list_of(
    reading: ReferenceText, verbs: list[Phrase], found: tuple[Reference, ...]
) -> _ListOf | None:
    """Return what the provisions behind the first colon after words such as «is amended» are of."""
    for verb in verbs:
        colon = _colon_behind(reading, verb.end)
        if colon is None:
            continue
        end = verb.end - len(verb.words)
        begin = _sentence_start(reading, end)
        place = reading.tokens[begin].start, reading.tokens[end].start
        before = [each for each in found if place[0] <= each.start < place[1]]
        own = [each for each in before if each.target and _names_code(reading, each)]
        subject = own[0].target if len(own) == 1 and not own[0].upto else None
        act = _subject(reading, begin, end) or next((Act(e.act) for e in before if e.act), None)
        if (act and not own) or subject or any(_is_before(reading, e, end) for e in before):
            return _ListOf(place[0], reading.tokens[colon].end, None if own else act, subject)
    return _of_act_alone(reading) or _quoted_anew(reading, found)


def _of_act_alone(reading: ReferenceText) -> _ListOf | None:
    """Return the list behind an act that begins a sentence: «Al decreto n. 81 del 2008: a) …»."""
    tokens = reading.tokens
    for start, mention in reading.mentions.by_start.items():
        end = index_after(reading, 0, mention.end)
        at = index_after(reading, 0, start)
        begin = _sentence_start(reading, at)
        sign, label, closing = (tokens[min(end + n, len(tokens) - 1)] for n in range(3))
        listed = sign.text == ":" and len(label.text) <= _LONGEST_LABEL
        if mention.act.is_own or not listed or at - begin > _MOST_BETWEEN:
            continue
        if closing.text in (")", ".") or label.text in ("(", "-", "—", "–"):
            return _ListOf(tokens[begin].start, sign.end, mention.act, None)
    return None


def _quoted_anew(reading: ReferenceText, found: tuple[Reference, ...]) -> _ListOf | None:
    """Return what is said of «L'article 8 se lira comme suit: «…»», by its form; or None.

    A provision begins the sentence, whose colon is before a quotation.
    """
    for first in found:
        colon = _QUOTING.search(reading.text, first.end)
        if colon is None:
            break
        at = index_after(reading, 0, first.start)
        begin = _sentence_start(reading, at)
        clause = reading.tokens[
            index_after(reading, at, first.end) : index_after(reading, at, colon.start())
        ]
        words = [token for token in reading.tokens[begin:at] if token.kind == "word"]
        early = len(words) <= _MOST_BETWEEN and 0 < len(clause) <= _LONGEST_CLAUSE
        stops = any(token.text in (".", ";") for token in clause)
        if early and not stops and not first.act and not _names_code(reading, first):
            return _ListOf(reading.tokens[begin].start, colon.end(), None, None)
    return None


def _is_before(reading: ReferenceText, each: Reference, verb: int) -> bool:
    """Return whether a provision is what is amended: «L'article 28 (droit d'accès) est modifié»."""
    i = index_after(reading, 0, each.end)
    i = gloss_end(reading.tokens, i) or i
    return verb - _MOST_BETWEEN <= i <= verb and not any(
        t.text == "," for t in reading.tokens[i:verb]
    )


def _leads(reading: ReferenceText) -> bool:
    """Return whether a passage leads to what is listed below it."""
    return reading.text.rstrip().endswith(_LEADING)


def _colon_behind(reading: ReferenceText, i: int) -> int | None:
    """Return the index of the colon near a token, or of the dash that ends the text; or None."""
    tokens, last = reading.tokens, len(reading.tokens) - 2  # before that of the end
    for at in range(i, min(i + _MOST_TO_COLON, len(tokens))):
        if tokens[at].text == ":" or (at >= last and _leads(reading)):
            return at
        if tokens[at].kind in ("break", "end") or ends_sentence(reading, at):
            return None
    return None


def _sentence_start(reading: ReferenceText, first: int) -> int:
    """Return the index of the token with which the sentence of a token begins."""
    for i in range(first - 1, max(-1, first - _LONGEST_SUBJECT), -1):
        if reading.tokens[i].kind == "break" or ends_sentence(reading, i):
            return i + 1
    return max(0, first - _LONGEST_SUBJECT)


def _subject(reading: ReferenceText, begin: int, end: int) -> Act | None:
    """Return the other act named first between two tokens, or None; no table need list it."""
    tokens = reading.tokens
    for i in range(begin, end):
        mention = reading.mentions.by_start.get(tokens[i].start)
        if mention:
            return None if mention.act.is_own or not mention.act.name else mention.act
        if own_act_end(reading, i):
            return None
        if act_noun(reading, i) or _is_named_by_suffix(reading, i):
            stop = next((k for k in range(i, end) if tokens[k].text in (",", ":", "(", "«")), end)
            return Act(" ".join(reading.text[tokens[i].start : tokens[stop - 1].end].split()))
    return None


def _is_named_by_suffix(reading: ReferenceText, i: int) -> bool:
    """Return whether a compound is an act: «Die Gewerbeordnung wird wie folgt geändert:»."""
    words, token = reading.grammar.acts, reading.tokens[i]
    compound = token.text[:1].isupper() and token.key.endswith(words.suffixes)
    return compound and not is_this(reading, i)


def _of_subject(each: Reference, list_of: _ListOf) -> Reference:
    """Return a part behind «Article 5 of this Act is amended as follows:» as one of it."""
    subject, upto = list_of.subject, each.upto
    if subject is None or each.form != "relative" or each.target is None:
        return each
    if each.target.depth <= subject.depth:
        return _unknown(each)
    cut = subject.depth + 1
    below = Address((*subject.path, *each.target.path[cut:]))
    last = Address((*subject.path, *upto.path[cut:])) if upto else None
    return replace(each, target=below, upto=last)


def _unknown(each: Reference) -> Reference:
    return replace(each, target=None, upto=None, candidates=(), status="unresolved")


def _quoted_words(reading: ReferenceText) -> list[Phrase]:
    """Return words before a quotation of what is amended: «the words ‘Article 5’», «le parole»."""
    words, tokens, found = reading.grammar.acts.quoting, reading.tokens, []
    for at, token in enumerate(tokens):
        word = words.at(tokens, at) if token.key in words.by_first else None
        sign = tokens[word.end + (tokens[word.end].text == ":")] if word else token
        if word and reading.text[sign.start : sign.start + 1] in _CLOSING:
            found.append(word)
    return found


def _clause(
    reading: ReferenceText, verbs: list[Phrase], found: tuple[Reference, ...], above: Act | None
) -> tuple[Act | None, Span]:
    """Return the act that a passage amends, and the span of «is amended»; else None.

    It is the act of the provision that the sentence names last before; else the first one named.
    """
    tokens = reading.tokens
    if not verbs:
        return None, (0, 0)
    first = min(verbs, key=lambda each: each.end)
    at = first.end - len(first.words)
    verb = tokens[at].start, tokens[first.end - 1].end
    begin = tokens[_sentence_start(reading, at)].start
    place = next((each for each in reversed(found) if begin <= each.start < verb[0]), None)
    if place and place.act:
        return Act(place.act, place.url or ""), verb
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
    end = each.within[1] if each.within else each.end
    if words.at(tokens, index_after(reading, first, end)):
        return True
    begins = range(max(0, first - _LONGEST_VERB - _MOST_BETWEEN), first)
    verbs = (word for i in begins if (word := words.at(tokens, i)) and word.end < first)
    ends = max((word.end for word in verbs), default=first)
    between = tokens[ends:first]
    return 0 < len(between) <= _MOST_BETWEEN and between[0].kind == "word"


def _names_code(reading: ReferenceText, each: Reference, *, quoted: bool = False) -> bool:
    """Return whether the name of the code follows a reference: «of this Directive».

    Words that stand for it alone, as «του παρόντος» does, are no name before a provision: «του
    παρόντος άρθρου». In what is ``quoted`` for another act, *this* is that act.
    """
    tokens, mentions = reading.tokens, reading.mentions.by_start
    at = index_after(reading, 0, each.within[1] if each.within else each.end)
    if not quoted and tokens[at].start not in mentions:
        short = reading.grammar.acts.short.at(tokens, at)
        alone = short and tokens[short.end].key not in reading.vocabulary.provisions
        if alone or own_act_end(reading, at):
            return True
    near = (mentions.get(token.start) for token in tokens[at : at + _NEAR])
    mention = next(filter(None, near), None)
    return mention is not None and mention.act.is_own


def _is_new(each: Reference) -> bool:
    """Return whether words are no label: «the following Article», which is added."""
    return each.form == "relative" and not each.subparagraph and not has_printed_label(each.raw)


def as_of_act(each: Reference, act: Act) -> Reference:
    """Return a reference as one to a provision of another act; unresolved if that is unknown."""
    if not act.name:
        return _unknown(each)
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


# ---- laws and companions with some passages changed

# A law number above all real ones: the base of partial references in texts of no law.
NOWHERE = Address((LARGEST_LAW + 1,))

T = TypeVar("T")
# Return a passage as it should be, given it and the address of its provision.
PassageChange = Callable[[Passage, Address], Passage]
TableChange = Callable[[Table], Table]


class _Changes(NamedTuple):
    passage: PassageChange
    heading: PassageChange | None = None
    table: TableChange | None = None


def change_law(
    law: Law,
    change: PassageChange,
    heading: PassageChange | None = None,
    table: TableChange | None = None,
) -> Law:
    """Return a law with its passages changed, also those in table cells.

    Args:
        change: Function from a passage and the address of its provision to the new passage. It is
            applied to every passage but headings.
        heading: Function of the same kind for the headings of the provisions; None to keep them.
        table: Function from a table, its cells changed, to the new table; None to keep it.
    """
    root = _provision(law.root, _Changes(change, heading, table))
    return law if root is law.root else replace(law, root=root)


def change_companion(companion: Companion, change: PassageChange) -> Companion:
    """Return a companion (a text beside the laws, such as a preface) with changed passages.

    Headings are not changed. The address given to ``change`` is the law that a commentary explains,
    else ``NOWHERE``.
    """
    citing = Address((companion.law,)) if companion.law else NOWHERE
    body = _body(companion.body, citing, _Changes(change))
    return companion if body is companion.body else replace(companion, body=body)


def same_or_new(before: tuple[T, ...], found: Sequence[T]) -> tuple[T, ...]:
    """Return ``found`` as a tuple, or ``before`` if both have the same objects in one order."""
    return before if all(map(is_, found, before)) else tuple(found)


def _provision(provision: Provision, changes: _Changes) -> Provision:
    at, title = provision.address, provision.heading
    body = _body(provision.body, at, changes)
    title = changes.heading(title, at) if title and changes.heading else title
    if body is provision.body and title is provision.heading:
        return provision
    return replace(provision, heading=title, body=body)


def _body(body: tuple[T, ...], at: Address, changes: _Changes) -> tuple[T, ...]:
    return same_or_new(body, [_changed(item, at, changes) for item in body])


def _changed(item: Any, at: Address, changes: _Changes) -> Any:
    match item:
        case Passage():
            return changes.passage(item, at)
        case Provision():
            return _provision(item, changes)
        case Section():
            body = _body(item.body, at, changes)
            return item if body is item.body else replace(item, body=body)
        case Table():
            table = change_cells(item, lambda passage, _: changes.passage(passage, at))
            return changes.table(table) if changes.table else table
    return item


def change_cells(table: Table, change: Callable[[Passage, int], Passage]) -> Table:
    """Return a table with its texts changed.

    Args:
        change: Function from the text of a cell and its place in its row, from 0, to the new text.
    """
    rows = [
        same_or_new(row, [_cell(cell, place, change) for place, cell in enumerate(row)])
        for row in table.rows
    ]
    changed = same_or_new(table.rows, rows)
    return table if changed is table.rows else replace(table, rows=changed)


def _cell(cell: Cell, place: int, change: Callable[[Passage, int], Passage]) -> Cell:
    passage = cell.passage and change(cell.passage, place)
    return cell if passage is cell.passage else replace(cell, passage=passage)


# ---- the columns of a correlation table


def with_acts_of_columns(table: Table, act_of: Callable[[str], Act | None]) -> Table:
    """Return a table whose references are to the acts that are the heads of their columns.

    Args:
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
            each if each.status == "outside" else as_of_act(each, act)
            for each in passage.references
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


_NUMBER_AND_LETTER = re.compile(r"\d[^\W\d_]$")
_LETTERED = 3  # levels of the address of a letter below a paragraph
_MOST_KNOWN = 4096  # laws whose provisions are looked up again without reading them
_References = tuple[Reference, ...]
# Return the new references of a text, given the text, its references and its provision.
_Change = Callable[[str, _References, Address], _References]


def annotate_law(law: Law, outline: Outline) -> Law:
    """Return a law with the references in its passages, table cells and footnotes.

    Their status is ``unresolved`` until ``resolve_code`` looks up the targets. References in
    headings are not searched.
    """
    grammar = read_grammar(outline.language(law.language), outline.scheme)
    acts: dict[str, Act] = {}  # named so far
    articles: dict[str, Reference] = {}  # cited so far, by their printed numbers
    beside: list[Address] = []  # cited so far
    amendments = Amendments()
    earlier: tuple[Address, _References] | None = None  # the last passage with references

    def found(
        text: str, at: Address, italics: tuple[Span, ...]
    ) -> tuple[ReferenceText, _References]:
        last = beside[-1].path if beside else None
        # An item of a list after another item, or after the words above it.
        above = at.path[:-1]
        is_item = earlier and at.depth > 1 and above in (earlier[0].path, earlier[0].path[:-1])
        listed = earlier[1] if earlier and is_item else ()
        reading = text_to_read(
            text, grammar, at, Surroundings(italics, acts, last, listed, articles)
        )
        references = with_divisions(references_read(reading), reading, outline)
        acts.update(reading.mentions.last())
        articles.update((printed_number(e.raw), e) for e in references if e.form == "absolute")
        targets = (each.target for each in references if each.target)
        beside.extend(each for each in targets if isinstance(each.law, InSeries))
        return reading, references

    def annotated(passage: Passage, at: Address) -> Passage:
        nonlocal earlier
        reading, references = found(passage.text, at, italic_spans(passage.marks))
        references = amendments.read(reading, at, references)
        earlier = (at, references) if references else earlier
        return _with(passage, references, _notes(passage, in_note, at))

    def in_note(text: str, _: _References, at: Address) -> _References:
        return found(text, at, ())[1]

    def heading(passage: Passage, at: Address) -> Passage:
        return _with(passage, passage.references, _notes(passage, in_note, at))

    def table(given: Table) -> Table:
        return with_acts_of_columns(
            given, lambda text: act_named(text_to_read(text, grammar, None))
        )

    return change_law(law, annotated, heading, table)


def annotate_companion(companion: Companion, outline: Outline) -> Companion:
    """Return a companion with the references in its texts and footnotes.

    A companion is a text beside the laws, such as a preface. The status of the references is
    ``unresolved`` until ``resolve_code`` looks up the targets. References in headings and in the
    terms of a glossary are not searched. In a commentary, partial references («section B») are read
    in the law that it explains; in other companions they get no target.
    """
    grammar = read_grammar(outline.language(companion.language), outline.scheme)

    def find(text: str, _: _References, at: Address) -> _References:
        found = find_references_with_grammar(text, grammar, at)
        # Without its target if only an unknown citing law could give it.
        return tuple(
            replace(each, target=None, upto=None, candidates=())
            if each.target and each.target.law == NOWHERE.law
            else each
            for each in found
        )

    return change_companion(companion, _in_passages(find))


def resolve_code(code: Code) -> Code:
    """Return the code with the targets of all references looked up in the laws.

    Each reference in laws, companions (texts beside the laws) and footnotes gets a status; see
    ``Resolver.resolve``.
    """
    resolver = Resolver(code)
    laws = {key: _law_with(law, resolver.change(law.edition)) for key, law in code.laws.items()}
    companions = {
        key: resolve_companion(companion, resolver) for key, companion in code.companions.items()
    }
    return replace(code, laws=laws, companions=companions)


def resolve_law(law: Law, resolver: Resolver) -> Law:
    """Return a law with the targets of its references looked up, as ``resolve_code`` does."""
    return _law_with(law, resolver.change(law.edition))


def mark_removed(law: Law, had: Set[tuple[str | None, Address]], code: Code) -> Law:
    """Return a law whose references without a target are ``removed`` where the corpus had it.

    Args:
        had: Provisions that the law cited and the corpus had, with their edition if it is another.
        code: The laws that there are. What is ``not-held`` although its law is there was repealed
            with a provision around it: that is no fault.
    """

    def is_gone(each: Reference) -> bool:
        if each.target is None or not is_lost(each) or (each.edition, each.target) not in had:
            return False
        there = code.languages_of(each.edition or law.edition, each.target.law)
        return each.status == "unresolved" or not there

    def change(text: str, references: _References, at: Address) -> _References:
        return tuple(
            replace(each, status="removed") if is_gone(each) else each for each in references
        )

    return _law_with(law, change)


def has_lost_references(law: Law) -> bool:
    """Whether a law has references, in its texts and notes, whose target the corpus lacks."""
    return any(is_lost(each) for _, each in references_in(law))


def references_in(law: Law) -> Iterator[tuple[Address, Reference]]:
    """Yield the references of each provision of a law: those of its text, then of its notes.

    Offsets are those in a passage or note.
    """
    for provision in law.provisions():
        own = (each for passage in provision.passages for each in passage.references)
        of_notes = (each for note in provision.notes for each in note.references)
        yield from ((provision.address, each) for each in chain(own, of_notes))


def told_of_removed(
    text: tuple[str, str, Address], reference: Reference, scheme: Scheme
) -> str | None:
    """Return the sentence on a reference whose target was removed; None for any other.

    ``2020 en 7(2) cites 6(2), which was removed``.

    Args:
        text: Edition, tag of the language and address of the citing provision.
    """
    if reference.status != "removed" or reference.target is None:
        return None
    edition, tag, citing = text
    cited = scheme.write(reference.target)
    return f"{edition} {tag} {scheme.write(citing)} cites {cited}, which was removed"


def is_lost(reference: Reference) -> bool:
    """Whether a reference names a provision that the corpus lacks."""
    return reference.target is not None and reference.status in ("unresolved", "not-held")


def resolve_companion(companion: Companion, resolver: Resolver) -> Companion:
    """Return a companion with the targets of its references looked up, as ``resolve_code``."""
    return change_companion(companion, _in_passages(resolver.change(companion.edition)))


def _law_with(law: Law, change: _Change) -> Law:
    def heading(passage: Passage, at: Address) -> Passage:
        return _with(passage, passage.references, _notes(passage, change, at))

    return change_law(law, _in_passages(change), heading)


def _in_passages(change: _Change) -> PassageChange:
    def changed(passage: Passage, at: Address) -> Passage:
        references = change(passage.text, passage.references, at)
        return _with(passage, references, _notes(passage, change, at))

    return changed


def _notes(passage: Passage, change: _Change, at: Address) -> tuple[Note, ...]:
    notes = [(note, change(note.text, note.references, at)) for note in passage.notes]
    return same_or_new(
        passage.notes,
        [n if found == n.references else replace(n, references=found) for n, found in notes],
    )


def _with(passage: Passage, references: _References, notes: tuple[Note, ...]) -> Passage:
    if notes is passage.notes and references == passage.references:
        return passage
    return replace(passage, references=references, notes=notes)


@dataclass(slots=True)
class Resolver:
    """Looks up the targets of references in a code, and caches which provisions each law has."""

    code: Code
    paths: InitVar[ProvisionPaths | None] = None
    _paths: ProvisionPaths = field(init=False)
    _found: dict[tuple[str, Ordinal], frozenset[ProvisionPath]] = field(default_factory=dict)
    # Numbers of the laws of each edition, in order.
    _laws: dict[str, list[Ordinal]] = field(default_factory=dict)

    def __post_init__(self, paths: ProvisionPaths | None) -> None:
        """Use the provisions that are known of the laws, if they are given."""
        self._paths = paths or ProvisionPaths(self.code.laws)

    def change(self, edition: str) -> _Change:
        """Return a function that looks up the targets of the references of a text of an edition.

        The function takes the text, its references, and the address of the provision that contains
        them.
        """
        return lambda _, found, citing: tuple(
            [
                self.resolve(each, citing, edition)
                for each in found
                if not self._is_unnumbered(self._of_only_text(each, each.edition or edition))
            ]
        )

    def resolve(self, reference: Reference, citing: Address, edition: str) -> Reference:
        """Return a reference with the status of its target.

        The status is one of:

        ``held``: the provision exists in a language of the edition; of a range, both ends exist.
        ``not-held``: the law belongs to the edition, but its text is available in no language, or
            was repealed with a provision around it.
        ``unresolved``: the reference has no target; the edition has no such law; the law has no
        such provision (``candidates`` is then the nearest existing provision above it); or the
        provision has fewer paragraphs than the reference counts (``candidates`` is then the
        provision). ``ambiguous``: several candidates are possible. In a list of laws, candidates
        outside the edition or missing from a complete law are dropped; if one candidate is left, it
        becomes the target.

        Args:
            reference: As ``find_references`` returns it.
            citing: Provision that contains the reference.
            edition: Edition of the citing law, and of the target unless the reference names one.
        """
        if reference.status == "outside":
            return replace(reference, other=None)
        if reference.division is not None:
            return resolved_division(reference, citing, edition, self.code)
        within = reference.edition or edition
        reference = self._either(reference, within)
        reference = self._in_their_parts(self._of_only_text(reference, within), within)
        if reference.status == "ambiguous":
            left = [each for each in reference.candidates if self._can_be(each, within)]
            # Only in a list of laws: a link that contradicts its words must stay visible.
            beside = any(isinstance(each.law, InSeries) for each in reference.candidates)
            listed = beside or reference.within is not None
            if len(left) != 1 or reference.form != "absolute" or not listed:
                return reference
            reference = replace(reference, target=left[0])
        reference = self._beside(reference, citing, within)
        reference = self._lettered(reference, within)
        ends = (reference.target, reference.upto)
        found = [self._status(address, within) for address in ends if address]
        if reference.subparagraph and not self._has_passage(reference, within):
            found = [("unresolved", reference.target) if s == "held" else (s, a) for s, a in found]
        statuses = [status for status, _ in found]
        worst: RefStatus = next(filter(statuses.__contains__, _WORST_FIRST), "unresolved")
        candidates = tuple([address for _, address in found if address])
        return replace(reference, status=worst, candidates=candidates)

    def _known(self, edition: str, number: Ordinal) -> frozenset[ProvisionPath]:
        """Return the provisions that a law has in any language; empty when there is no such law."""
        law = (edition, number)
        if law not in self._found:
            held = self._held(edition, number)
            found = frozenset(path for each in held for path in each.paths)
            keep_in(self._found, law, found, _MOST_KNOWN)
        return self._found[law]

    def _held(self, edition: str, number: Ordinal) -> list[PathsOfLaw]:
        tags = self.code.languages_of(edition, number)
        return [self._paths[edition, tag, number] for tag in tags]

    def _laws_of(self, edition: str) -> int:
        editions = self.code.outline.editions
        return next((each.laws for each in editions if each.id == edition), 0)

    def _either(self, reference: Reference, edition: str) -> Reference:
        """Return a reference that may mean one of two provisions as to the one the code has.

        It is ambiguous if the code has both. «Secondo comma» of a law whose paragraphs have numbers
        is its paragraph 2.
        """
        target, other = reference.target, reference.other
        if other is None:
            return reference
        reference = replace(reference, other=None)
        if target is None:
            return reference
        has_other = other.path in self._known(edition, other.law)
        if reference.subparagraph:
            counted = has_other and not self._has_passage(reference, edition)
            return replace(reference, target=other, subparagraph=None) if counted else reference
        if target.path not in self._known(edition, target.law):
            return replace(reference, target=other) if has_other else reference
        both = replace(reference, target=None, status="ambiguous", candidates=(target, other))
        return both if has_other else reference

    def _beside(self, reference: Reference, citing: Address, edition: str) -> Reference:
        """Return «the preceding article» as one inserted between: from 4 it is 3a, not 3.

        So does the last of «the preceding articles».
        """
        target = reference.upto or reference.target
        ranged = reference.upto is not None
        told = reference.form == ("range" if ranged else "relative")
        if target is None or target.depth or not told:
            return reference
        law, here = target.law, citing.law
        if isinstance(law, InSeries) or isinstance(here, InSeries):
            return reference
        if has_printed_label(reference.raw):
            return reference
        if abs(base_of(law) - base_of(here)) > 1:
            return reference  # «that section» is the one cited last, wherever it is
        laws = self._in_order(edition)
        before = bisect_left(laws, here) - 1 if law < here else bisect_right(laws, here)
        beside = laws[before] if 0 <= before < len(laws) else law
        if not min(law, here) < beside < max(law, here):
            return reference
        found = Address((beside,))
        return replace(reference, upto=found) if ranged else replace(reference, target=found)

    def _in_order(self, edition: str) -> list[Ordinal]:
        """Return the numbers of the laws of an edition, those of texts beside them left out."""
        if edition not in self._laws:
            laws = {number for of, _, number in self.code.laws if of == edition}
            self._laws[edition] = sorted(n for n in laws if not isinstance(n, InSeries))
        return self._laws[edition]

    def _lettered(self, reference: Reference, edition: str) -> Reference:
        """Return «παρ. 1γ» as point c of paragraph 1 if the law has that and no paragraph 1c."""
        target = reference.target
        last = target.path[-1] if target else None
        if target is None or reference.upto or not isinstance(last, Inserted):
            return reference
        if not _NUMBER_AND_LETTER.search(reference.raw):
            return reference
        known = self._known(edition, target.law)
        letter = ord(last.insert) - ord("a") + 1 if len(last.insert) == 1 else 0
        below = (*target.path[:-1], last.base, letter)
        if len(below) < _LETTERED or target.path in known or below not in known:
            return reference
        return replace(reference, target=Address(below))

    def _of_only_text(self, reference: Reference, edition: str) -> Reference:
        """Return a reference to «the Annex» as one to the annex, if the edition has only one."""
        if not self._is_unnumbered(reference):
            return reference
        target, upto = reference.target, reference.upto
        scheme = self.code.outline.scheme
        series = scheme.series_of(target.law) if target else None
        known = {number for of, _, number in self.code.laws if of == edition}
        texts = [number for number in known if scheme.series_of(number) == series]
        if len(texts) != 1:
            return reference
        only, *_ = texts
        ends = [Address((only, *end.path[1:])) if end else None for end in (target, upto)]
        return replace(reference, target=ends[0], upto=ends[1])

    def _is_unnumbered(self, reference: Reference) -> bool:
        """Return whether a reference is to «the Annex», of which no number is told."""
        number = reference.target.law if reference.target else None
        series = self.code.outline.scheme.series_of(number) if number else None
        unnumbered = isinstance(number, InSeries) and not number.n
        return unnumbered and series is not None and series.numbering is not None

    def _in_their_parts(self, reference: Reference, edition: str) -> Reference:
        """Return a reference with the parts of an annex that its provisions are in.

        Points may be numbered through all parts, so that «item 3 of Schedule 2» is in Part 1.
        """
        ends = reference.target, reference.upto, *reference.candidates
        if not any(isinstance(each.law, InSeries) for each in ends if each):
            return reference
        loose = reference.form == "relative" or bool(reference.candidates)
        target, upto, *candidates = (
            self._in_its_part(each, edition, loose) if each else None for each in ends
        )
        told = tuple(each for each in candidates if each)
        return replace(reference, target=target, upto=upto, candidates=told)

    def _in_its_part(self, address: Address, edition: str, loose: bool) -> Address:
        """Return the only provision of an annex with an address but for the part; else it itself.

        Args:
            loose: Whether the part in the address is only that of the citing provision.
        """
        known = self._known(edition, address.law)
        levels = self.code.outline.scheme.levels_of(address.law)

        def below(path: tuple[Ordinal, ...]) -> tuple[Ordinal, ...]:
            pairs = zip(levels, path, strict=False)
            return tuple(0 if level.is_division else n for level, n in pairs)

        plain = below(address.path)
        if address.path in known or not (loose or plain == address.path) or not plain[-1]:
            return address
        found = [each for each in known if below(each) == plain]
        return Address(found[0]) if len(found) == 1 else address

    def _can_be(self, address: Address, edition: str) -> bool:
        """Return whether an edition may have a provision, given the laws available."""
        known = self._known(edition, address.law)
        if isinstance(address.law, InSeries):
            return address.path in known
        if base_of(address.law) > self._laws_of(edition):
            return False
        if not known or address.path in known:
            return True
        return not all(each.complete for each in self._held(edition, address.law))

    def _status(self, address: Address, edition: str) -> tuple[RefStatus, Address | None]:
        """Return the status of an address; if missing, also the nearest existing one above it."""
        beside = isinstance(address.law, InSeries)
        if not beside and base_of(address.law) > self._laws_of(edition):
            return "unresolved", None
        known = self._known(edition, address.law)
        if not known:
            # An article 5a that is nowhere, although 5 is there, was never inserted.
            inserted = isinstance(address.law, Inserted) and self._known(edition, address.law.base)
            return "unresolved" if beside or inserted else "not-held", None
        if address.path in known:
            return "held", None
        above = next((each for each in address.ancestors() if each.path in known), None)
        if above and any(above.path in each.repealed for each in self._held(edition, address.law)):
            return "not-held", None  # its text went with what is repealed
        return "unresolved", above

    def _has_passage(self, reference: Reference, edition: str) -> bool:
        """Return whether the target has, in a language, at least as many paragraphs as cited.

        Where the code counts sentences, as Greek statutes do, these are compared.
        """
        target, n = reference.target, reference.subparagraph or 0
        tags = self.code.languages_of(edition, target.law) if target else ()
        texts = (self.code.laws[edition, tag, target.law] for tag in tags if target)
        found = ((text.language, text.find(target)) for text in texts if target)
        for tag, provision in found:
            if provision is None:
                continue
            words = self.code.outline.references.get(tag, {}).get("subparagraph", {})
            count = len(provision.passages)
            if words.get("counts") == "sentences":
                count = sum(1 for each in provision.passages for _ in sentences(each.text, tag))
            if count >= n:
                return True
        return False


_WORST_FIRST: tuple[RefStatus, ...] = ("unresolved", "not-held", "held")


@dataclass(frozen=True, slots=True)
class GivenText:
    """A text from outside the corpus, in which references are to be found."""

    words: str  # The text.
    lang: str | None = None  # Tag of its language; None to detect the language by the script.
    # The provision that contains the text, as typed: `47E2a`. None when it belongs to none.
    at: str | None = None


def likely_languages(code: Code, text: GivenText) -> tuple[Language, ...]:
    """Return the language of a text, or the languages that its script allows, the likeliest first.

    Raises:
        LawkbError: lawkb does not know the language that was given.
    """
    outline = code.outline
    if text.lang is not None:
        known = any(main_language(text.lang) == main_language(tag) for tag in outline.tags)
        return (outline.language(outline.read_tag(text.lang) if known else text.lang),)
    letters = {language.script: letters_of(text.words, language) for language in outline.languages}
    most = max(letters.values())
    own = outline.language(outline.authoritative)
    likely = [each for each in outline.languages if letters[each.script] == most]
    return tuple(sorted(likely, key=lambda each: each != own)) if most else (own,)


def read_place(text: GivenText, code: Code) -> Address | None:
    """Return the address of the provision that contains a given text; None when none was typed.

    Raises:
        LawkbError: The typed words are not the address of a provision.
    """
    if not text.at:
        return None
    scheme = code.outline.scheme
    place = read_typed(text.at, scheme, code.outline.languages)
    if place is None:
        what = f"at {text.at!r} is not the address of a provision"
        raise LawkbError("the text", what, f"write an address like {scheme.example}")
    return place


def references_of_text(
    words: str, language: Language, place: Address | None, edition: str, code: Code
) -> tuple[Reference, ...]:
    """Return the references of a text in text order, with their targets looked up in a code.

    Args:
        place: Provision that contains the text, or None.
        edition: Id of the edition in which references are looked up.
    """
    grammar = read_grammar(language, code.outline.scheme)
    reading = text_to_read(words, grammar, place)
    found = with_divisions(references_read(reading), reading, code.outline)
    amended = Amendments().read(reading, place or NOWHERE, found)
    return _resolved(amended, place, edition, Resolver(code))


def references_to_code(
    words: str, language: Language, place: Address | None, edition: str, resolver: Resolver
) -> tuple[Reference, ...]:
    """Return the references of a text about the laws, as ``references_of_text``.

    It amends no act: «Law 47 says: “…”» cites Law 47 of this code.
    """
    outline = resolver.code.outline
    reading = text_to_read(words, read_grammar(language, outline.scheme), place)
    found = with_divisions(references_read(reading), reading, outline)
    return _resolved(found, place, edition, resolver)


def _resolved(
    found: _References, place: Address | None, edition: str, resolver: Resolver
) -> _References:
    return tuple(
        resolver.resolve(each, place or each.target or NOWHERE, edition)
        if each.target or each.division
        else each
        for each in found
    )
