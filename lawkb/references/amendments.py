"""Acts that a law amends.

References in what a law says of an act that it amends or replaces are to that act. «Directive (EU)
2015/2302 is amended as follows: (1) in Article 2(2), the following point is added: ‘(d) …’»:
Article 2(2) and what is quoted belong to the directive, as the drafting guides of the European
Union and of the states have it. Only what names the code itself stays its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec.structs import replace

from lawkb.model.address import Address, InSeries
from lawkb.model.passage import Reference, Span
from lawkb.references.acts import UNKNOWN, Act
from lawkb.references.cited_acts import has_printed_label, index_after, own_act_end
from lawkb.references.clauses import act_noun, ends_sentence
from lawkb.references.grammar import ReferenceText
from lawkb.references.lists_and_ranges import gloss_end
from lawkb.references.vocabulary import Phrase

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
                self._flat = at
        if not leads and not above and (act := _amended_beside(reading, verbs)) and at.depth:
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


def _amended_beside(reading: ReferenceText, verbs: list[Phrase]) -> Act | None:
    """Return the act of «(1) The 2006 Act is amended as follows.», or None.

    The provisions that follow amend it.
    """
    last, words = len(reading.tokens) - 2, reading.grammar.acts
    for verb in verbs:
        first = verb.end - len(verb.words)
        ends = verb.end >= last and _sentence_start(reading, first) == 0
        told = any(words.as_follows.at(reading.tokens, i) for i in range(first, verb.end))
        if ends and told:
            return _subject(reading, 0, first)
    return None


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
    ours = any(each.key in words.demonstratives for each in reading.tokens[max(0, i - 2) : i])
    return token.text[:1].isupper() and token.key.endswith(words.suffixes) and not ours


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
