"""Merge a translator's file into the code: a three-way merge, text by text.

The three versions are those at export, in the file and in the code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, cast

from lawkb.align.translation_units import TextPair, texts_digest
from lawkb.corpus.patch_files import read_patches
from lawkb.corpus.review_states import REVIEW_STATES, Review, ReviewState, read_review
from lawkb.editorial.new_patches import PatchedText, PatchReason, patch_text
from lawkb.editorial.translation_progress import (
    ReviewedProvision,
    Reviews,
    Translation,
    reviewed_law,
    shown_texts,
)
from lawkb.errors import LawkbError
from lawkb.exchange.formats.bilingual_rows import BilingualRow
from lawkb.exchange.translation_export import ExportState
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.law import Law, Provision
from lawkb.model.page import Patch
from lawkb.parse.apply_patches import gaps_at
from lawkb.unicode_normal_forms import normalized

Outcome = Literal["accepted", "refused", "untouched"]
_LINE_END = re.compile(r"[ \t]*\n[ \t\n]*")
_UNFIT = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_Key = tuple[str, str, Address]


@dataclass(frozen=True, slots=True)
class MergedRow:
    """A row of a translator's file with the outcome of the merge.

    Attributes:
        name: Address and part of the text: ``47E2(a)``, ``20E heading``.
        line: Line or row of the file, from 1.
        outcome: ``accepted``, ``refused``, or ``untouched`` if the translator did not change it.
        why: What was done, or why it was refused; empty when untouched.
        before: The translation in the code.
        after: The translation in the file.
    """

    name: str
    line: int
    outcome: Outcome
    why: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class TranslationMerge:
    """The result of merging a translator's file into the code.

    Attributes:
        judged: Accepted and refused rows, in the order of the file.
        untouched: Number of rows that the translator did not change.
        patches: Patches that make the accepted texts.
        reviews: Review states to record for provisions, valid once they are patched.
    """

    judged: tuple[MergedRow, ...]
    untouched: int
    patches: tuple[Patch, ...]
    reviews: tuple[Review, ...]


def merge_file(folder: Path, code: Code, file: Path, cause: PatchReason) -> TranslationMerge:
    """Return the merge of a translator's file into the present code of a corpus; writes nothing.

    Args:
        folder: The corpus folder.
        code: Its present code.
        file: The file, in a format of ``lawkb export``.
        cause: Reason and author of the changes.

    Raises:
        LawkbError: The file was not written by ``lawkb export`` or is damaged; a file of the corpus
            cannot be read.
    """
    # Not above: few commands need the readers of workbooks, which take long to load.
    from lawkb.exchange.formats.all_formats import open_rows

    outline = code.outline
    others = {each.language for each in outline.expressions} - {outline.authoritative}
    with open_rows(file, [outline.authoritative], others) as rows:
        reviews, earlier = read_review(folder, outline), read_patches(folder, outline)
        return merge_rows(code, reviews, _of_export(rows, file), cause, earlier)


def _of_export(rows: Iterable[BilingualRow], file: Path) -> Iterator[BilingualRow]:
    """Yield the rows of a file; raise an error if none of them has a state of its export.

    A single row without that state is refused later.
    """
    count = with_base = 0
    for row in rows:
        count += 1
        with_base += bool(row.base)
        yield row
    if not count:
        raise LawkbError(str(file), "there is no text in it", "import the file that was exported")
    if not with_base:
        told = f"none of its {count} texts says what it was exported from"
        hint = "edit what lawkb export wrote; lawkb check reads any file"
        raise LawkbError(str(file), told, hint)


def merge_rows(
    code: Code,
    reviews: Reviews,
    rows: Iterable[BilingualRow],
    cause: PatchReason,
    earlier: Sequence[Patch] = (),
) -> TranslationMerge:
    """Return the merge of the rows of a translator's file into the present code.

    A text is accepted if neither its original nor its translation has changed since the export. A
    row that the translator did not change is untouched, even if the code has changed.

    Args:
        code: The present code.
        reviews: Recorded review states.
        rows: Rows of the file.
        cause: Reason and author of the changes.
        earlier: Existing patches; those that mark a provision incomplete are considered.
    """
    merging = _MergeBuilder(code, reviews, cause, earlier)
    for row in rows:
        merging.judge(row)
    merging.apply_states()
    judged = [each for each in merging.judged if each.outcome != "untouched"]
    untouched = len(merging.judged) - len(judged)
    judged.sort(key=lambda each: each.line)
    return TranslationMerge(
        tuple(judged), untouched, tuple(merging.patches), tuple(merging.recorded)
    )


@dataclass(slots=True)
class _MergedProvision:
    """A provision and what the merge changes in it.

    Attributes:
        edited: New text by name of the part, ``heading`` …
        states: By name of the part: index of its row in ``judged``, new state, state at export.
        refused: Whether any of its texts was refused.
    """

    reviewed: ReviewedProvision
    law: Law | None
    provision: Provision | None
    edited: dict[str, str] = field(default_factory=dict)
    # States in rows: part, with the index of its row in ``judged``.
    states: dict[str, tuple[int, ReviewState, ExportState]] = field(default_factory=dict)
    refused: bool = False


@dataclass(slots=True)
class _MergeBuilder:
    code: Code
    reviews: Reviews
    cause: PatchReason
    earlier: Sequence[Patch]
    judged: list[MergedRow] = field(default_factory=list)  # one for each row
    patches: list[Patch] = field(default_factory=list)
    recorded: list[Review] = field(default_factory=list)
    provisions: dict[_Key, _MergedProvision] = field(default_factory=dict)
    names: dict[tuple[str, str], dict[str, TextPair]] = field(default_factory=dict)
    seen: dict[tuple[_Key, str], tuple[str, str]] = field(default_factory=dict)

    def judge(self, row: BilingualRow) -> None:
        base = ExportState.read(row.base)
        if base is None:
            self._record(
                row, "refused", "the file does not say which text this was; export it anew"
            )
            return
        names = self._names(base)
        pair = names.get(row.name) or names.get(row.other_name)
        if pair is None:
            self._record(row, "refused", "the code has no such text, or no longer")
            return
        key = (base.edition, base.language, pair.address)
        new = (_normal(row.target, pair), row.state)
        first = self.seen.setdefault((key, pair.part), new)
        if first is not new:
            why = "" if first == new else "a second row for this text says something else"
            self._record(row, "refused" if why else "untouched", why)
            return
        self._judge_pair(row, base, (self.provisions[key], pair), new[0])

    def _judge_pair(
        self, row: BilingualRow, base: ExportState, of: tuple[_MergedProvision, TextPair], new: str
    ) -> None:
        merged, pair = of
        before = shown_texts(pair)[1]
        edited = new != _normal(before, pair) and texts_digest([row.target]) != base.target
        marked = row.state not in ("", base.state)
        why = _refusal(row, base, pair, edited=edited, marked=marked)
        if why:
            self._record(row, "refused", why, before)
        elif edited:
            why = self._edit(row, of, new, before)
        else:
            self._record(row, "untouched", "", row.target if marked else before)
        if why:
            merged.refused = True
        elif marked:
            state = cast(ReviewState, row.state)
            merged.states[pair.part] = (len(self.judged) - 1, state, base)

    def apply_states(self) -> None:
        """Apply the review states of rows to provisions, each of which has only one state."""
        for key, merged in self.provisions.items():
            if merged.states:
                self._apply_state(key, merged)

    def _apply_state(self, key: _Key, merged: _MergedProvision) -> None:
        rows = merged.states
        now = merged.reviewed.state
        (began, *_) = [base.state for *_, base in rows.values()]
        # The state of words that are edited now does not count, so there is no conflict.
        unsaid = began if merged.edited else now
        marks = {part: state for part, (_, state, _) in rows.items()}
        counted = [pair.part for pair in merged.reviewed.counted]
        least = min((marks.get(part, unsaid) for part in counted), key=REVIEW_STATES.index)
        why = ""
        if merged.refused:
            why = "another text of the provision was refused, and so is its state"
        elif began != now and not merged.edited:
            if least == now:
                return  # recorded by an earlier import of the same file
            why = f"the state has changed since the export: {now}"
        elif least == unsaid and least not in marks.values():
            why = f"a provision has the state of its least finished text: {least}"
        for at, state, _ in rows.values():
            self._record_state(
                at, f"state {state} not set: {why}" if why else f"state {least}", why
            )
        if not why:
            self.recorded.append(self._review(key, merged, least))

    def _record_state(self, at: int, said: str, why: str) -> None:
        """Record the outcome of the state of a row.

        The row is refused only if its text was not accepted either.
        """
        told = self.judged[at]
        if told.outcome == "accepted":
            self.judged[at] = replace(told, why=f"{told.why}; {said}")
        else:
            self.judged[at] = replace(told, outcome="refused" if why else "accepted", why=said)

    def _review(self, key: _Key, merged: _MergedProvision, state: ReviewState) -> Review:
        shown = [(pair.part, *shown_texts(pair)) for pair in merged.reviewed.pairs]
        source = texts_digest([source for _, source, _ in shown])
        target = texts_digest([merged.edited.get(part, told) for part, _, told in shown])
        return Review(*key, state, source, target, self.cause.author, self.cause.date)

    def _edit(
        self, row: BilingualRow, of: tuple[_MergedProvision, TextPair], new: str, before: str
    ) -> str:
        """Accept an edited text and return an empty string, or return why it cannot be accepted."""
        merged, pair = of
        if merged.law is None or merged.provision is None:
            why = "the translation has no such provision"
            self._record(row, "refused", why, before)
            return why
        was = merged.provision
        place = PatchedText(merged.law, was, pair.part, gaps_at(self.earlier, merged.law, was))
        made = patch_text(place, new, self.cause, self.code.outline.scheme)
        if made.why_not:
            self._record(row, "refused", made.why_not, before)
            return made.why_not
        merged.provision = made.provision
        merged.edited[pair.part] = new
        self.patches.extend(made.patches)
        told = "patched"
        if not made.provision.complete:
            told = "patched; still marked incomplete by a patch"
        elif not was.complete:
            told = "patched; no longer marked incomplete"
        self._record(row, "accepted", told, before)
        return ""

    def _names(self, base: ExportState) -> dict[str, TextPair]:
        """Return the texts of a translation by each of their ids in files."""
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
            self.provisions[key] = _MergedProvision(reviewed, law, held.get(address))
            for pair in reviewed.pairs:
                self.names[expression][pair.name(scheme)] = pair
                self.names[expression][pair.token(scheme)] = pair

    def _record(self, row: BilingualRow, outcome: Outcome, why: str, before: str = "") -> None:
        name = row.other_name if row.name.startswith("rule_") and row.other_name else row.name
        self.judged.append(MergedRow(name, row.line, outcome, why, before, row.target))


def _refusal(
    row: BilingualRow, base: ExportState, pair: TextPair, *, edited: bool, marked: bool
) -> str:
    """Return why a row is refused; empty if it is accepted or changes nothing."""
    source, target = shown_texts(pair)
    same_source = texts_digest([row.source]) == base.source
    if not same_source and _normal(row.source, pair) != _normal(source, pair):
        return "the original was edited in the file; only the translation may be"
    if marked and row.state not in REVIEW_STATES:
        return f"state {row.state!r} is unknown; one of {', '.join(REVIEW_STATES)}"
    if not edited and not marked:
        return ""
    if edited and (unfit := _UNFIT.search(row.target)):
        return f"it has a character that XML does not allow: U+{ord(unfit[0]):04X}"
    same_target = _normal(row.target, pair) == _normal(target, pair)  # as by an earlier import
    changed = [
        name
        for name, text, was in (
            ("original", source, base.source),
            ("translation", target, base.target),
        )
        if texts_digest([text]) != was and not (name == "translation" and same_target)
    ]
    return f"the {' and the '.join(changed)} changed since the export" if changed else ""


def _normal(text: str, pair: TextPair) -> str:
    """Return a text without differences that programs make: line ends, spaces around it."""
    composed = normalized("NFC", text).replace("\r\n", "\n")
    if any(each and each.preformatted for each in (pair.source, pair.target)):
        return composed
    return _LINE_END.sub(" ", composed).strip()
