"""Merge a translator's file into the code: a three-way merge, text by text.

The three versions are those at export, in the file and in the code. First all texts are merged,
then the review states, which are judged by the merged texts. So a second import of a file finds the
texts and states that the first one left, and changes nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Generic, Literal, Protocol, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from lawkb.align.translation_units import TextPair, texts_digest, texts_of
from lawkb.corpus.decision_files import (
    REVIEW_STATES,
    ColleagueComment,
    DecisionReason,
    Review,
    ReviewState,
    read_patches,
    read_review,
    with_discussion,
)
from lawkb.editorial.new_patches import PatchedText, patch_text
from lawkb.editorial.translation_progress import (
    ReviewedProvision,
    Reviews,
    Translation,
    reviewed_law,
    shown_texts,
    texts_hashes,
)
from lawkb.errors import LawkbError
from lawkb.exchange.formats.bilingual_rows import BilingualRow
from lawkb.exchange.translation_export import (
    ExportState,
    comment_text,
    lines_told,
    state_of_text,
)
from lawkb.history.changes import DiffPiece, word_diff
from lawkb.model.address import Address, Ordinal
from lawkb.model.code import Code, Outline
from lawkb.model.finding import say, text_hash
from lawkb.model.language import any_language, letters_of, main_language
from lawkb.model.law import Provision
from lawkb.model.page import Patch
from lawkb.parse.apply_patches import gaps_at, with_provision
from lawkb.unicode_characters import normalized

Outcome = Literal["accepted", "refused", "unchanged"]
OUTCOMES: tuple[Outcome, ...] = ("accepted", "refused", "unchanged")
_ID = 12  # hexadecimal digits that name a comment
_LINE_END = re.compile(r"[ \t]*[\t\n][ \t\n]*")
_FINDING = re.compile(r"(?:error|warning|note) [a-z-]+(?: \([\w-]+\))?: ")  # as it is exported
_WORD = re.compile(r"[^\W\d_]{4,}")
_UNFIT = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_Place = tuple[str, str, Address]  # edition, language, provision

# Why an edit is refused, by whether the original and the translation changed since the export.
_CHANGED = {
    (False, False): "",
    (True, False): say("the original changed since the export"),
    (False, True): say("the translation changed since the export"),
    (True, True): say("the original and the translation changed since the export"),
}


class MergedRow(Struct, frozen=True):
    """A row of a translator's file with the outcome of the merge, one of three."""

    name: str  # Address and part of the text: `47E2(a)`, `20E heading`.
    line: int  # Line or row of the file, from 1.
    # `accepted` if its text or its state is taken, `refused` if neither can be, and `unchanged` if
    # the code has both already, or nothing in the row was edited.
    outcome: Outcome
    # What was done, or why it was refused; of an unchanged row, why its state was not recorded or
    # what else is to be known, mostly empty.
    why: str
    before: str  # The translation in the code.
    # The translation in the file, as the import takes it: composed characters, a space for each
    # line end.
    after: str
    comment: str = ""  # What the translator wrote beside it and is recorded; mostly empty.

    @property
    def diff(self) -> tuple[DiffPiece, ...]:
        """Return the word diff from the translation in the code to that in the file."""
        return word_diff(self.before, self.after)


class _Judged(Protocol):
    @property
    def outcome(self) -> Outcome: ...


R = TypeVar("R", bound=_Judged)


@dataclass(frozen=True, slots=True)
class JudgedRows(Generic[R]):
    """The rows of a file, each with its outcome."""

    rows: tuple[R, ...]  # Every row of the file once, in its order.

    @property
    def counts(self) -> dict[Outcome, int]:
        """Number of rows by outcome; every outcome is a key."""
        counted = Counter(each.outcome for each in self.rows)
        return {outcome: counted[outcome] for outcome in OUTCOMES}

    def with_outcome(self, outcome: Outcome) -> tuple[R, ...]:
        """Return the rows with an outcome, in the order of the file."""
        return tuple(each for each in self.rows if each.outcome == outcome)


@dataclass(frozen=True, slots=True)
class TranslationMerge(JudgedRows[MergedRow]):
    """The result of merging a translator's file into the code."""

    patches: tuple[Patch, ...]  # Patches that make the accepted texts.
    # Review states to record for provisions, valid once they are patched.
    reviews: tuple[Review, ...]
    comments: tuple[ColleagueComment, ...]  # Comments of translators to record.
    # The code before, and with the accepted texts, whose references are not read.
    codes: tuple[Code, Code] = field(compare=False, repr=False)


def merge_file(folder: Path, code: Code, file: Path, cause: DecisionReason) -> TranslationMerge:
    """Return the merge of a translator's file into the present code of a corpus; writes nothing."""
    # Not above: few commands need the readers of workbooks, which take long to load.
    from lawkb.exchange.formats.all_formats import open_rows

    with open_rows(file, *_columns(code.outline)) as rows:
        return _merged(folder, code, rows, str(file), cause)


def merge_content(
    folder: Path,
    code: Code,
    content: bytes,
    name: str,
    cause: DecisionReason,
    without: Set[int] = frozenset(),
) -> TranslationMerge:
    """Return the merge of the bytes of a translator's file, as ``merge_file`` does."""
    from lawkb.exchange.formats.all_formats import rows_of

    rows = rows_of(BytesIO(content), name, *_columns(code.outline))
    return _merged(folder, code, rows, name, cause, without)


def _columns(outline: Outline) -> tuple[set[str], set[str]]:
    """Return the languages that name the columns of originals, and those of translations."""
    others = {each.language for each in outline.expressions} - {outline.authoritative}
    return {outline.authoritative}, others


def _merged(
    folder: Path,
    code: Code,
    rows: Iterator[BilingualRow],
    where: str,
    cause: DecisionReason,
    without: Set[int] = frozenset(),
) -> TranslationMerge:
    reviews, earlier = read_review(folder, code.outline), read_patches(folder, code.outline)
    known = _of_export(rows, where, code.outline)
    wanted = (row for n, row in enumerate(known) if n not in without)
    return merge_rows(with_discussion(folder, code), reviews, wanted, cause, earlier)


def _of_export(
    rows: Iterable[BilingualRow], where: str, outline: Outline
) -> Iterator[BilingualRow]:
    """Yield the rows of a file; raise an error if none of them was exported from this code.

    A single row without the state of its export, or from another code, is refused later.
    """
    count, known, strange = 0, False, ""
    for row in rows:
        count += 1
        if base := ExportState.read(row.base):
            foreign = _foreign(row, base, outline)
            known, strange = known or not foreign, strange or foreign
        yield row
    if not count:
        raise LawkbError(
            where, say("there is no text in it"), say("import the file that was exported")
        )
    if strange and not known:
        raise LawkbError(where, strange, say("import it into the corpus that it was exported from"))
    if not known:
        told = say("none of its %(count)s texts says what it was exported from", count=count)
        hint = say("edit a file that was exported here, and leave its other columns as they are")
        raise LawkbError(where, told, hint)


def _foreign(row: BilingualRow, base: ExportState, outline: Outline) -> str:
    """Return what a row is of instead of this translation: another code, edition or language."""
    if base.code and base.code != outline.id:
        return say("it was exported from another code: %(code)s", code=base.code)
    known = {(each.edition, each.language) for each in outline.expressions}
    if (base.edition, base.language) not in known:
        return say(
            "it was exported from an edition that is not here: %(edition)s %(language)s",
            edition=base.edition,
            language=base.language,
        )
    said = main_language(row.target_language)
    if said and said != main_language(base.language):
        return say(
            "the file says that its translation is %(said)s; it was exported for %(language)s",
            said=row.target_language,
            language=base.language,
        )
    return ""


def merge_rows(
    code: Code,
    reviews: Reviews,
    rows: Iterable[BilingualRow],
    cause: DecisionReason,
    earlier: Sequence[Patch] = (),
) -> TranslationMerge:
    """Return the merge of the rows of a translator's file into the present code.

    Each row has one outcome:

    - *accepted*: its text was edited, and neither it nor its original has changed since the export;
      or its state was changed, and is recorded. If only its text can be taken, it is accepted, and
      ``why`` says why its state was not recorded.
    - *refused*: an edit cannot be taken, or somebody else has recorded another state since.
    - *unchanged*: nothing was edited, even if the code has changed; or the code has this text and
      state already; or only its state was changed, and the provision has a less finished text.

    What a translator wrote in the notes or comments of a row is recorded as a comment on the
    provision, whatever its outcome; a row with nothing else that is new is then *accepted*.

    The outcome of a second import: accepted rows are unchanged, refused rows are refused again, and
    nothing is to be written. For that, states are judged by the merged texts, and a text that could
    not be told apart from others is tried again after those were edited.
    """
    merging = _MergeBuilder(code, dict(reviews), cause, earlier)
    for row in rows:
        merging.judge(row)
    merging.edit_texts()
    merging.record_states()
    merging.tell_doubts()
    merging.record_comments()
    return TranslationMerge(
        tuple(merging.rows),
        tuple(merging.patches),
        tuple(merging.recorded.values()),
        tuple(merging.comments.values()),
        (code, merging.merged_code()),
    )


@dataclass(frozen=True, slots=True)
class _Mark:
    """A review state that a row of the file sets."""

    at: int  # index of the row
    state: ReviewState  # the state in the file
    base: ReviewState  # the state at export


@dataclass(frozen=True, slots=True)
class _Edit:
    """An edited text that waits to be accepted."""

    at: int  # index of its row
    place: _Place  # its provision
    part: str  # its part of the provision
    new: str  # the new text


@dataclass(slots=True)
class _MergeBuilder:
    code: Code
    reviews: dict[_Place, Review]  # those recorded by this import added
    cause: DecisionReason
    earlier: Sequence[Patch]
    rows: list[MergedRow] = field(default_factory=list)  # one for each row of the file
    patches: list[Patch] = field(default_factory=list)
    recorded: dict[_Place, Review] = field(default_factory=dict)
    edits: list[_Edit] = field(default_factory=list)
    edited: dict[_Place, Provision] = field(default_factory=dict)  # with their new texts
    # The states that rows set, by provision and part of its text: ``heading``.
    marks: dict[_Place, dict[str, _Mark]] = field(default_factory=dict)
    refused: set[_Place] = field(default_factory=set)  # provisions with a row that was refused
    doubts: dict[int, str] = field(default_factory=dict)  # what else is to be told, by row
    said: dict[int, tuple[_Place, str]] = field(default_factory=dict)  # new comments, by row
    comments: dict[tuple[_Place, str], ColleagueComment] = field(default_factory=dict)
    names: dict[tuple[str, str], dict[str, TextPair]] = field(default_factory=dict)
    seen: dict[tuple[_Place, str], tuple[str, str]] = field(default_factory=dict)

    def judge(self, row: BilingualRow) -> None:
        """Record a row with its outcome; an edited text waits for ``edit_texts``."""
        base = ExportState.read(row.base)
        if base is None:
            why = say("the file does not say which text this was; export it anew")
            self._record(row, "refused", _with_remarks(row.refused or why, row.remarks))
            return
        if strange := _foreign(row, base, self.code.outline):
            self._record(row, "refused", _with_remarks(strange, _new_remarks(row, base, {})))
            return
        names = self._names(base)
        pair = names.get(row.name) or names.get(row.other_name)
        if pair is None:
            why = say("the code has no such text, or no longer")
            self._record(row, "refused", _with_remarks(why, _new_remarks(row, base, {})))
            return
        place = (base.edition, base.language, pair.address)
        if remarks := _new_remarks(row, base, self._known_remarks(place)):
            self.said[len(self.rows)] = (place, remarks)
        said = (_normal(row.target, pair), row.state)
        first = self.seen.setdefault((place, pair.part), said)
        if first is said:
            self._judge_pair(row, base, place, pair)
        elif first == said:
            self._record(row, "unchanged", say("the same row is there before"), pair)
        else:
            self._record(
                row, "refused", say("a second row for this text says something else"), pair
            )

    def _judge_pair(
        self, row: BilingualRow, base: ExportState, place: _Place, pair: TextPair
    ) -> None:
        marks = self.marks.setdefault(place, {})
        before, new = shown_texts(pair)[1], _normal(row.target, pair)
        edited = new != _normal(before, pair) and not _is_base(row.target, base.target, pair)
        marked = row.state not in ("", base.state)
        why = _refusal(row, base, pair, edited=edited, marked=marked)
        at = len(self.rows)
        if why:
            self._record(row, "refused", why, pair)
            self.refused.add(place)
            return
        if edited:
            self.edits.append(_Edit(at, place, pair.part, new))
        if marked:
            state = cast(ReviewState, row.state)
            marks[pair.part] = _Mark(at, state, base.state)
        other = not edited and new != _normal(before, pair)
        self._record(row, "unchanged", say("the code has changed since") if other else "", pair)
        if row.doubt:
            self.doubts[at] = row.doubt

    def edit_texts(self) -> None:
        """Accept or refuse the edited texts.

        An edit may separate words that another one could not be told apart from; so those that are
        not possible are tried again while others are accepted.
        """
        waiting = self.edits
        while waiting:
            left = [(edit, why) for edit in waiting if (why := self._edit(edit))]
            if len(left) == len(waiting):
                for edit, why in left:
                    self._set(edit.at, "refused", why)
                    self.refused.add(edit.place)
                return
            waiting = [edit for edit, _ in left]

    def _edit(self, edit: _Edit) -> str:
        """Accept an edited text and return an empty string, or return why it cannot be accepted."""
        edition, language, address = edit.place
        law = self.code.law(edition, language, address.law)
        was = self.edited.get(edit.place) or (law.find(address) if law else None)
        if law is None or was is None:
            return say("the translation has no such provision")
        scheme = self.code.outline.scheme
        text = texts_of(was, scheme).get(edit.part)
        if (text.shown if text else "") != self.rows[edit.at].before:
            return say("the translation has two provisions of this address")
        place = PatchedText(law, was, edit.part, gaps_at(self.earlier, law, was))
        made = patch_text(place, edit.new, self.cause, scheme)
        if made.why_not:
            return made.why_not
        self.edited[edit.place] = made.provision
        self.patches.extend(made.patches)
        told = say("patched")
        if not made.provision.complete:
            told = say("patched; still marked incomplete by a patch")
        elif not was.complete:
            told = say("patched; no longer marked incomplete")
        self._set(edit.at, "accepted", told)
        return ""

    def merged_code(self) -> Code:
        """Return the code with the accepted texts."""
        if not self.edited:
            return self.code
        laws = dict(self.code.laws)
        # Outer provisions first: each comes with the old texts of those in it.
        outer_first = sorted(self.edited.items(), key=lambda each: len(each[0][2].path))
        for (edition, language, address), provision in outer_first:
            key = (edition, language, address.law)
            laws[key] = with_provision(laws[key], provision)
        return replace(self.code, laws=laws)

    def record_states(self) -> None:
        """Record the review states of the file for provisions, each of which has only one."""
        code, laws = self.merged_code(), dict[tuple[str, str, Ordinal], list[_Place]]()
        for place, marks in self.marks.items():
            if marks:
                edition, language, address = place
                laws.setdefault((edition, language, address.law), []).append(place)
        for (edition, language, number), places in laws.items():
            of = Translation(edition, code.outline.authoritative, language)
            while True:
                # Again, since a recorded state may be that of the provisions around it.
                found = {
                    each.address: each for each in reviewed_law(code, of, number, self.reviews)
                }
                wanted = [(place, found[place[2]]) for place in places]
                new = [each for place in wanted if (each := self._new_review(*place))]
                if not new:
                    break
                self._record_reviews(new)
            for place, reviewed in wanted:
                self._explain_states(place, reviewed)

    def _new_review(self, place: _Place, reviewed: ReviewedProvision) -> Review | None:
        """Return the review to record for a provision; None if there is none."""
        least = self._least(place, reviewed)
        if place in self.refused or least == reviewed.state or self._conflicts(place, reviewed):
            return None
        hashes = texts_hashes(reviewed.pairs)
        return Review(*place, least, *hashes, self.cause.author, self.cause.date)

    def _least(self, place: _Place, reviewed: ReviewedProvision) -> ReviewState:
        """Return the least of the states of the texts of a provision, those of the file first."""
        marks, now = self.marks[place], reviewed.state
        states = [
            marks[pair.part].state if pair.part in marks else now for pair in reviewed.counted
        ]
        return min(states, key=REVIEW_STATES.index)

    def _record_reviews(self, reviews: Sequence[Review]) -> None:
        for review in reviews:
            place = (review.edition, review.language, review.address)
            self.reviews[place] = self.recorded[place] = review
            for mark in self.marks[place].values():
                row = self.rows[mark.at]
                told = say("state %(state)s", state=review.state)
                why = _and(row.why, told) if row.outcome == "accepted" else told
                self._set(mark.at, "accepted", why)

    def _explain_states(self, place: _Place, reviewed: ReviewedProvision) -> None:
        """Say of each row whose state was not recorded why; refuse it if another state was."""
        now, is_refused = reviewed.state, place in self.refused
        least = self._least(place, reviewed)
        if is_refused:
            why = say("another text of the provision was refused")
        elif least != now:
            why = say("the state has changed since the export: %(state)s", state=now)
        else:
            why = say(
                "a provision has the state of its least finished text: %(state)s", state=least
            )
        for mark in self.marks[place].values():
            if mark.state == now or place in self.recorded:
                continue
            row = self.rows[mark.at]
            told = say("state %(state)s not set: %(why)s", state=mark.state, why=why)
            outcome: Outcome = "refused" if least != now and not is_refused else row.outcome
            self._set(mark.at, outcome, _and(row.why, told) if row.why else told)

    def tell_doubts(self) -> None:
        """Add to the rows what else the file says of them."""
        for at, doubt in self.doubts.items():
            row = self.rows[at]
            self._set(at, row.outcome, _and(row.why, doubt) if row.why else doubt)

    def record_comments(self) -> None:
        """Record what translators wrote beside the texts; the same words of a provision once."""
        scheme, cause = self.code.outline.scheme, self.cause
        for at, (place, said) in self.said.items():
            row, (edition, language, address) = self.rows[at], place
            written = scheme.write(address)
            signed = (said, cause.author, cause.date, cause.origin)
            id_ = text_hash("\n".join((edition, language, written, *signed)))[:_ID]
            self.comments.setdefault(
                (place, said), ColleagueComment(id_, edition, language, written, "open", *signed)
            )
            told = say("comment recorded")
            outcome: Outcome = "accepted" if row.outcome == "unchanged" else row.outcome
            self._set(at, outcome, _and(row.why, told) if row.why else told)
            self.rows[at] = replace(self.rows[at], comment=said)

    def _known_remarks(self, place: _Place) -> dict[str, str]:
        """Return the lines of the comments on a provision, as they are and as they are exported."""
        edition, language, address = place
        tags = (language, self.code.outline.authoritative)
        laws = (self.code.law(edition, tag, address.law) for tag in tags)
        known: dict[str, str] = {}
        for law in laws:
            for each in law.comments if law else ():
                if (each.address or Address((address.law,))) == address:
                    known |= lines_told(f"{each.text}\n{comment_text(each)}")
        return known

    def _conflicts(self, place: _Place, reviewed: ReviewedProvision) -> bool:
        """Return whether somebody has recorded another state of these texts since the export."""
        if place in self.edited or place not in self.reviews or reviewed.stale:
            return False
        marks = self.marks[place]
        pairs = {pair.part: pair for pair in reviewed.pairs}
        return any(
            mark.base != state_of_text(reviewed, pairs[part]) for part, mark in marks.items()
        )

    def _set(self, at: int, outcome: Outcome, why: str) -> None:
        self.rows[at] = replace(self.rows[at], outcome=outcome, why=why)

    def _names(self, base: ExportState) -> dict[str, TextPair]:
        """Return the texts of a translation by each of their ids in files."""
        expression = (base.edition, base.language)
        if expression not in self.names:
            of = Translation(base.edition, self.code.outline.authoritative, base.language)
            scheme = self.code.outline.scheme
            self.names[expression] = {
                name: pair
                for number in self.code.numbers(base.edition)
                for reviewed in reviewed_law(self.code, of, number, self.reviews)
                for pair in reviewed.pairs
                for name in (pair.name(scheme), pair.token(scheme))
            }
        return self.names[expression]

    def _record(
        self, row: BilingualRow, outcome: Outcome, why: str, pair: TextPair | None = None
    ) -> None:
        name = row.shown_name
        before = shown_texts(pair)[1] if pair else ""
        after = _normal(row.target, pair) if pair else row.target
        self.rows.append(MergedRow(name, row.line, outcome, why, before, after))


def _refusal(
    row: BilingualRow, base: ExportState, pair: TextPair, *, edited: bool, marked: bool
) -> str:
    """Return why a row is refused; empty if it is accepted or changes nothing."""
    if row.refused:
        return row.refused
    source, target = shown_texts(pair)
    same_source = _normal(row.source, pair) == _normal(source, pair)
    if not same_source and not _is_base(row.source, base.source, pair):
        return say("the original was edited in the file; only the translation may be")
    if marked and row.state not in REVIEW_STATES:
        return say(
            "state %(state)s is unknown; one of %(known)s",
            state=repr(row.state),
            known=tuple(REVIEW_STATES),
        )
    if not edited and not marked:
        return ""
    if edited and row.untranslated:
        return say(
            "%(count)s of its segments have no translation yet; that of the code is kept",
            count=row.untranslated,
        )
    if edited and not row.target.strip():
        return say("it has no translation in the file; that of the code is kept")
    if edited and _is_of_other_script(row, target, base.language):
        return say(
            "is it %(language)s? few of its letters are; if it is, write it at the desk",
            language=any_language(base.language).name,
        )
    if edited and (unfit := _UNFIT.search(row.target)):
        character = f"U+{ord(unfit[0]):04X}"
        return say("it has a character that XML does not allow: %(one)s", one=character)
    same_target = _normal(row.target, pair) == _normal(target, pair)  # as by an earlier import
    new_source = texts_digest([source]) != base.source
    new_target = texts_digest([target]) != base.target and not same_target
    return _CHANGED[new_source, new_target]


def _is_of_other_script(row: BilingualRow, before: str, tag: str) -> bool:
    """Return whether a new text is in another script than its language, and was not before."""
    language = any_language(tag)

    def foreign(text: str) -> bool:
        # Short words and capitals may be names and abbreviations, in the letters of any language.
        letters = "".join(word for word in _WORD.findall(text) if not word.isupper())
        return 2 * letters_of(letters, language) < len(letters)

    return foreign(row.target) and not foreign(before)


def _new_remarks(row: BilingualRow, base: ExportState, known: dict[str, str]) -> str:
    """Return the lines beside a text that it was not exported with and the code does not have."""
    told = lines_told(row.remarks)
    if not base.told and row.remarks:  # a text without any, or a file of an earlier version
        told = {key: line for key, line in told.items() if not _FINDING.match(line)}
    lines = (line for key, line in told.items() if key not in base.told and key not in known)
    return "\n".join(lines)


def _with_remarks(why: str, said: str) -> str:
    """Return why a row is refused, with what its translator wrote beside it, which is not taken."""
    return _and(why, say("its comment is not taken: %(comment)s", comment=said)) if said else why


def _and(first: str, second: str) -> str:
    return say("%(first)s; %(second)s", first=first, second=second)


def _is_base(text: str, digest: str, pair: TextPair) -> bool:
    """Return whether a text of the file is the exported one, which only its hash tells."""
    return digest in (texts_digest([text]), texts_digest([_normal(text, pair)]))


def _normal(text: str, pair: TextPair) -> str:
    """Return a text without differences that programs make: line ends, spaces around it."""
    composed = normalized("NFC", text).replace("\r\n", "\n").replace("\r", "\n")
    if any(each and each.preformatted for each in (pair.source, pair.target)):
        return composed
    return _LINE_END.sub(" ", composed).strip()
