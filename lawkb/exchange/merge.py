"""What comes back from a translator, merged into the code: a three-way merge, text by text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, cast

from lawkb.align.texts import TextPair, digest
from lawkb.checks.patching import Cause
from lawkb.checks.retouching import Place, retouch
from lawkb.checks.review import Reviewed, Reviews, Translation, digests_of, reviewed_law
from lawkb.corpus.review import REVIEW_STATES, Review, ReviewState
from lawkb.exchange.parcel import Base
from lawkb.exchange.row import Row
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.law import Law, Provision
from lawkb.model.patch import Patch
from lawkb.normal_forms import normalized
from lawkb.parse.patches import gaps_at

Outcome = Literal["accepted", "refused", "untouched"]
_LINE_END = re.compile(r"[ \t]*\n[ \t\n]*")
_UNFIT = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_Key = tuple[str, str, Address]


@dataclass(frozen=True, slots=True)
class Judged:
    """A row of the file and what became of it.

    Attributes:
        name: Id of the text.
        line: Line or row of the file.
        outcome: What became of it: each row is one of these, ``untouched`` when it says nothing
            that the code does not say.
        why: What was done, or why it was refused; empty when it is untouched.
        before: The translation as the code has it.
        after: The translation as the file has it.
    """

    name: str
    line: int
    outcome: Outcome
    why: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Merge:
    """What a file changes.

    Attributes:
        judged: Rows that were accepted or refused, in the order of the file.
        untouched: How many rows say what the code says.
        patches: What the accepted texts become.
        reviews: What is said of provisions, of their texts after the patches.
    """

    judged: tuple[Judged, ...]
    untouched: int
    patches: tuple[Patch, ...]
    reviews: tuple[Review, ...]


def merge_rows(
    code: Code,
    reviews: Reviews,
    rows: Iterable[Row],
    cause: Cause,
    earlier: Sequence[Patch] = (),
) -> Merge:
    """Judge every row of a file that comes back from a translator.

    A text is accepted when both it and its original still are what was exported. A row that the
    translator left alone is untouched, whatever happened to the code since.

    Args:
        code: The laws as they are held.
        reviews: What reviewers said so far.
        rows: Of the file.
        cause: What the translator says; goes into the patches.
        earlier: The patches that the laws hold; those that mark a provision incomplete count.
    """
    merging = _Merging(code, reviews, cause, earlier)
    for row in rows:
        merging.judge(row)
    merging.settle_states()
    judged = [each for each in merging.judged if each.outcome != "untouched"]
    untouched = len(merging.judged) - len(judged)
    judged.sort(key=lambda each: each.line)
    return Merge(tuple(judged), untouched, tuple(merging.patches), tuple(merging.said))


@dataclass(slots=True)
class _Standing:
    """A provision as it stands, patches of this merge included."""

    reviewed: Reviewed
    law: Law | None
    provision: Provision | None
    edited: dict[str, str] = field(default_factory=dict)
    # States that rows give: part, then the place of the row among what was judged.
    states: dict[str, tuple[int, ReviewState, Base]] = field(default_factory=dict)
    refused: bool = False


@dataclass(slots=True)
class _Merging:
    code: Code
    reviews: Reviews
    cause: Cause
    earlier: Sequence[Patch]
    judged: list[Judged] = field(default_factory=list)  # one for each row
    patches: list[Patch] = field(default_factory=list)
    said: list[Review] = field(default_factory=list)
    standing: dict[_Key, _Standing] = field(default_factory=dict)
    names: dict[tuple[str, str], dict[str, TextPair]] = field(default_factory=dict)
    seen: dict[tuple[_Key, str], tuple[str, str]] = field(default_factory=dict)

    def judge(self, row: Row) -> None:
        base = Base.read(row.base)
        if base is None:
            self._tell(row, "refused", "the file does not say which text this was; export it anew")
            return
        names = self._names(base)
        pair = names.get(row.name) or names.get(row.other_name)
        if pair is None:
            self._tell(row, "refused", "the code has no such text, or no longer")
            return
        key = (base.edition, base.language, pair.address)
        new = (_normal(row.target, pair), row.state)
        first = self.seen.setdefault((key, pair.part), new)
        if first is not new:
            why = "" if first == new else "a second row for this text says something else"
            self._tell(row, "refused" if why else "untouched", why)
            return
        self._judge_pair(row, base, (self.standing[key], pair), new[0])

    def _judge_pair(self, row: Row, base: Base, of: tuple[_Standing, TextPair], new: str) -> None:
        standing, pair = of
        before = _shown(pair)[1]
        edited = new != _normal(before, pair) and digest([row.target]) != base.target
        marked = row.state not in ("", base.state)
        why = _refusal(row, base, pair, edited=edited, marked=marked)
        if why:
            self._tell(row, "refused", why, before)
        elif edited:
            why = self._edit(row, of, new, before)
        else:
            self._tell(row, "untouched", "", row.target if marked else before)
        if why:
            standing.refused = True
        elif marked:
            state = cast(ReviewState, row.state)
            standing.states[pair.part] = (len(self.judged) - 1, state, base)

    def settle_states(self) -> None:
        """What the states of the rows say of whole provisions."""
        for key, standing in self.standing.items():
            if standing.states:
                self._settle(key, standing)

    def _settle(self, key: _Key, standing: _Standing) -> None:
        rows = standing.states
        now = standing.reviewed.state
        (began, *_) = [base.state for *_, base in rows.values()]
        # What was said of words that are edited now does not count: no conflict is possible.
        unsaid = began if standing.edited else now
        marks = {part: state for part, (_, state, _) in rows.items()}
        counted = [pair.part for pair in standing.reviewed.counted]
        least = min((marks.get(part, unsaid) for part in counted), key=REVIEW_STATES.index)
        why = ""
        if standing.refused:
            why = "another text of the provision was refused, and so is its state"
        elif began != now and not standing.edited:
            if least == now:
                return  # said already, by an earlier import of the same file
            why = f"the state has changed since the export: {now}"
        elif least == unsaid and least not in marks.values():
            why = f"a provision is as far as the least of its texts: {least}"
        for at, state, _ in rows.values():
            self._tell_state(at, f"state {state} not set: {why}" if why else f"state {least}", why)
        if not why:
            self.said.append(self._review(key, standing, least))

    def _tell_state(self, at: int, said: str, why: str) -> None:
        """Add what became of the state of a row; it is refused if nothing of the row was taken."""
        told = self.judged[at]
        if told.outcome == "accepted":
            self.judged[at] = replace(told, why=f"{told.why}; {said}")
        else:
            self.judged[at] = replace(told, outcome="refused" if why else "accepted", why=said)

    def _review(self, key: _Key, standing: _Standing, state: ReviewState) -> Review:
        shown = [(pair.part, *_shown(pair)) for pair in standing.reviewed.pairs]
        source, target = digests_of(
            [source for _, source, _ in shown],
            [standing.edited.get(part, target) for part, _, target in shown],
        )
        return Review(*key, state, source, target, self.cause.author, self.cause.date)

    def _edit(self, row: Row, of: tuple[_Standing, TextPair], new: str, before: str) -> str:
        """Take an edited text; returns why not when that cannot be."""
        standing, pair = of
        if standing.law is None or standing.provision is None:
            why = "the translation has no such provision"
            self._tell(row, "refused", why, before)
            return why
        was = standing.provision
        place = Place(standing.law, was, pair.part, gaps_at(self.earlier, standing.law, was))
        made = retouch(place, new, self.cause, self.code.outline.scheme)
        if made.why_not:
            self._tell(row, "refused", made.why_not, before)
            return made.why_not
        standing.provision = made.provision
        standing.edited[pair.part] = new
        self.patches.extend(made.patches)
        told = "patched"
        if not made.provision.complete:
            told = "patched; still marked incomplete by a patch"
        elif not was.complete:
            told = "patched; no longer marked incomplete"
        self._tell(row, "accepted", told, before)
        return ""

    def _names(self, base: Base) -> dict[str, TextPair]:
        """The texts of a translation by every name they have in files."""
        expression = (base.edition, base.language)
        if expression not in self.names:
            self.names[expression] = {}
            for number in self.code.numbers(base.edition):
                self._add_law(expression, number)
        return self.names[expression]

    def _add_law(self, expression: tuple[str, str], number: int) -> None:
        edition, language = expression
        law = self.code.law(edition, language, number)
        held = {each.address: each for each in law.provisions()} if law else {}
        of = Translation(edition, self.code.outline.authoritative, language)
        scheme = self.code.outline.scheme
        for reviewed in reviewed_law(self.code, of, number, self.reviews):
            address = reviewed.address
            key = (edition, language, address)
            self.standing[key] = _Standing(reviewed, law, held.get(address))
            for pair in reviewed.pairs:
                self.names[expression][pair.name(scheme)] = pair
                self.names[expression][pair.token(scheme)] = pair

    def _tell(self, row: Row, outcome: Outcome, why: str, before: str = "") -> None:
        name = row.other_name if row.name.startswith("rule_") and row.other_name else row.name
        self.judged.append(Judged(name, row.line, outcome, why, before, row.target))


def _refusal(row: Row, base: Base, pair: TextPair, *, edited: bool, marked: bool) -> str:
    """Why a row cannot be taken; empty when it can, or changes nothing."""
    source, target = _shown(pair)
    same_source = digest([row.source]) == base.source
    if not same_source and _normal(row.source, pair) != _normal(source, pair):
        return "the original was edited in the file; only the translation may be"
    if marked and row.state not in REVIEW_STATES:
        return f"state {row.state!r} is unknown; one of {', '.join(REVIEW_STATES)}"
    if not edited and not marked:
        return ""
    if edited and (unfit := _UNFIT.search(row.target)):
        return f"it holds a character that no XML can hold: U+{ord(unfit[0]):04X}"
    same_target = _normal(row.target, pair) == _normal(target, pair)  # as by an earlier import
    changed = [
        name
        for name, text, was in (
            ("original", source, base.source),
            ("translation", target, base.target),
        )
        if digest([text]) != was and not (name == "translation" and same_target)
    ]
    return f"the {' and the '.join(changed)} changed since the export" if changed else ""


def _shown(pair: TextPair) -> tuple[str, str]:
    return (
        pair.source.shown if pair.source else "",
        pair.target.shown if pair.target else "",
    )


def _normal(text: str, pair: TextPair) -> str:
    """A text as a tool may have changed it without meaning to: line ends, blanks at its ends."""
    composed = normalized("NFC", text).replace("\r\n", "\n")
    if any(each and each.preformatted for each in (pair.source, pair.target)):
        return composed
    return _LINE_END.sub(" ", composed).strip()
