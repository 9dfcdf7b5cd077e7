"""What comes back from a translator, merged into the code: a three-way merge, text by text."""

from __future__ import annotations

import re
from collections.abc import Iterable
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

Outcome = Literal["accepted", "refused"]
_LINE_END = re.compile(r"[ \t]*\n[ \t\n]*")
_UNFIT = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_Key = tuple[str, str, Address]


@dataclass(frozen=True, slots=True)
class Judged:
    """A row that the translator changed, or that cannot be read.

    Attributes:
        name: Id of the text.
        line: Line or row of the file.
        outcome: What became of it.
        why: What was done, or why it was refused.
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


def merge_rows(code: Code, reviews: Reviews, rows: Iterable[Row], cause: Cause) -> Merge:
    """Judge every row of a file that comes back from a translator.

    A text is accepted when both it and its original still are what was exported. A row that the
    translator left alone is untouched, whatever happened to the code since.

    Args:
        code: The laws as they are held.
        reviews: What reviewers said so far.
        rows: Of the file.
        cause: What the translator says; goes into the patches.
    """
    merging = _Merging(code, reviews, cause)
    for row in rows:
        merging.judge(row)
    merging.settle_states()
    judged = sorted(merging.judged, key=lambda each: each.line)
    patches, said = tuple(merging.patches), tuple(merging.said)
    return Merge(tuple(judged), merging.untouched, patches, said)


@dataclass(slots=True)
class _Standing:
    """A provision as it stands, patches of this merge included."""

    reviewed: Reviewed
    law: Law | None
    provision: Provision | None
    edited: dict[str, str] = field(default_factory=dict)
    edits: dict[str, int] = field(default_factory=dict)  # their places among what was judged
    states: dict[str, tuple[Row, Base]] = field(default_factory=dict)
    refused: bool = False


@dataclass(slots=True)
class _Merging:
    code: Code
    reviews: Reviews
    cause: Cause
    judged: list[Judged] = field(default_factory=list)
    untouched: int = 0
    patches: list[Patch] = field(default_factory=list)
    said: list[Review] = field(default_factory=list)
    standing: dict[_Key, _Standing] = field(default_factory=dict)
    names: dict[tuple[str, str], dict[str, TextPair]] = field(default_factory=dict)
    seen: dict[tuple[_Key, str], str] = field(default_factory=dict)

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
        new = _normal(row.target, pair)
        if self.seen.setdefault((key, pair.part), new) != new:
            self._tell(row, "refused", "a second row for this text says something else")
            return
        self._judge_pair(row, base, (key, pair), new)

    def _judge_pair(self, row: Row, base: Base, of: tuple[_Key, TextPair], new: str) -> None:
        key, pair = of
        standing = self.standing[key]
        before = _shown(pair)[1]
        edited = new != _normal(before, pair) and digest([row.target]) != base.target
        marked = row.state not in ("", base.state)
        why = _refusal(row, base, pair, edited=edited, marked=marked)
        if why:
            standing.refused = True
            self._tell(row, "refused", why, before)
        elif edited:
            self._edit(row, (standing, pair), new, before)
        elif not marked:
            self.untouched += 1
        if marked and not why:
            standing.states[pair.part] = (row, base)

    def settle_states(self) -> None:
        """What the states of the rows say of whole provisions."""
        for key, standing in self.standing.items():
            if standing.states:
                self._settle(key, standing)

    def _settle(self, key: _Key, standing: _Standing) -> None:
        rows = standing.states
        now = standing.reviewed.state
        marks = {part: cast(ReviewState, row.state) for part, (row, _) in rows.items()}
        all_parts = [pair.part for pair in standing.reviewed.pairs]
        least = min((marks.get(part, now) for part in all_parts), key=REVIEW_STATES.index)
        why = ""
        if standing.refused:
            why = "another text of the provision was refused, and so is its state"
        elif any(base.state != now for _, base in rows.values()):
            why = f"the state has changed since the export: {now}"
        elif least == now:
            why = f"a provision is as far as the least of its texts: {least}"
        for part, (row, _) in rows.items():
            outcome: Outcome = "refused" if why else "accepted"
            if part not in standing.edited or why:
                said = f"state {row.state}: {why}" if why else f"state {least}"
                self._tell(row, outcome, said, row.target)  # its words stand as they were
            else:
                at = standing.edits[part]
                told = self.judged[at]
                self.judged[at] = replace(told, why=f"{told.why}; state {least}")
        if not why:
            self.said.append(self._review(key, standing, least))

    def _review(self, key: _Key, standing: _Standing, state: ReviewState) -> Review:
        shown = [(pair.part, *_shown(pair)) for pair in standing.reviewed.pairs]
        source, target = digests_of(
            [source for _, source, _ in shown],
            [standing.edited.get(part, target) for part, _, target in shown],
        )
        return Review(*key, state, source, target, self.cause.author, self.cause.date)

    def _edit(self, row: Row, of: tuple[_Standing, TextPair], new: str, before: str) -> None:
        standing, pair = of
        if standing.law is None or standing.provision is None:
            standing.refused = True
            self._tell(row, "refused", "the translation has no such provision", before)
            return
        place = Place(standing.law, standing.provision, pair.part)
        made = retouch(place, new, self.cause, self.code.outline.scheme)
        if made.why_not:
            standing.refused = True
            self._tell(row, "refused", made.why_not, before)
            return
        standing.provision = made.provision
        standing.edited[pair.part] = new
        self.patches.extend(made.patches)
        gap = "; still marked incomplete by a patch" if not made.provision.complete else ""
        standing.edits[pair.part] = len(self.judged)
        self._tell(row, "accepted", f"patched{gap}", before)

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
    changed = [
        name
        for name, text, was in (
            ("original", source, base.source),
            ("translation", target, base.target),
        )
        if digest([text]) != was
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
