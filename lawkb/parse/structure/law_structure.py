"""Build the tree of a law from one language of a page: labels, headings, lost letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from msgspec.structs import replace

from lawkb.model.address import (
    Address,
    InSeries,
    Ordinal,
    Scheme,
    base_of,
    between,
    largest_ordinal,
)
from lawkb.model.language import Language
from lawkb.model.law import Loss, Provision, Repeal
from lawkb.model.page import Piece
from lawkb.parse.document import TextBlock, WordRun
from lawkb.parse.structure.divisions import printed_label
from lawkb.parse.structure.footnotes import PageWords, Place, without_marks
from lawkb.parse.structure.label_order import (
    LAST_LETTER,
    LabelOrder,
    PointsReader,
    comes_later,
    goes_on,
    with_parts,
)
from lawkb.parse.structure.labels_and_languages import Label, is_dots, is_repeal, label_reader
from lawkb.parse.structure.law_numbers import ends_in_joining_word, first_letter, may_be_title
from lawkb.parse.structure.titles import Opening, is_as_large
from lawkb.parse.structure.unlabelled_lines import (
    ITEM_ENDS,
    closing_paragraphs,
    counted_by_place,
    outer_paragraph,
    repeated_lists,
    undeclared_lists,
)
from lawkb.words.folding import as_seen

_SENTENCE_END = (".", ";", "·", ",", ":", "—", "–")
_LONGEST = 200
_LONGEST_QUOTED = 60
_WRAPPED = 6  # lines of a sentence in which the labels of a list are looked for
# «A. Nel corso di una rettifica: una carta …» on the Italian page: a heading run into its text.
_RUN_IN = re.compile(r"[^.:;]{3,100}:\s+(?=\S)")


def _heading_end(words: str, followed: bool, others_have_headings: bool) -> int:
    """Return the length of the heading after a section's letter; 0 without a heading.

    Args:
        words: The rest of the line after the letter.
        followed: Whether the section continues after this line.
        others_have_headings: Whether other sections of the law have headings: only then a colon may
            end a heading that is on one line with text.

    Returns:
        The length of ``words`` if the whole line is a heading.
    """
    stripped = words.strip()
    if followed and stripped and len(stripped) <= _LONGEST and not stripped.endswith(_SENTENCE_END):
        return len(words)
    run_in = _RUN_IN.match(words)
    if run_in and others_have_headings and stripped.endswith("."):
        return run_in.end()
    return 0


def may_be_heading(words: str) -> bool:
    """Whether words after the label of a section might be read as a heading, or begin with one."""
    return bool(_RUN_IN.match(words)) or not words.strip().endswith(_SENTENCE_END)


@dataclass(slots=True)
class _Draft:
    """A provision while its law is being read."""

    address: Address  # Address of the provision.
    num: str = ""  # Label as printed, or empty.
    label_line: int | None = None  # Line of the label; None when there is none.
    heading: WordRun | None = None  # Words of the heading; None when there is none.
    # Spans of words and inner provisions in page order.
    body: list[WordRun | _Draft] = field(default_factory=list)
    inferred: bool = False  # Whether the label was inferred from the numbering.
    implied: bool = False  # Whether it is between the labels of a range, `2.–4. (deleted)`.
    repealed: bool = False  # Whether it was repealed on the line of another provision.

    @property
    def runs(self) -> list[WordRun]:
        """Return the spans of words directly in this provision, without the heading."""
        return [item for item in self.body if isinstance(item, WordRun)]

    def is_repealed(self, language: Language) -> bool:
        """Whether its words say nothing but that it was repealed, or another line does."""
        runs = self.runs
        shown = [self.heading, *runs] if self.heading else runs
        words = " ".join(without_marks(run.words, run.marks) for run in shown)
        alone = len(runs) == len(self.body)
        in_law = not isinstance(self.address.law, InSeries)  # a form has dots to write on
        said = is_repeal(words, language) or (in_law and is_dots(words))
        return self.repealed or (alone and said)

    def walk(self) -> Iterator[_Draft]:
        """Yield this provision and all provisions inside it, in page order."""
        stack = [self]
        while stack:
            draft = stack.pop()
            yield draft
            stack.extend([item for item in reversed(draft.body) if isinstance(item, _Draft)])


@dataclass(slots=True)
class LawStructure:
    """The tree of a law, built from the lines of a page in one language."""

    language: Language  # The language.
    opening: Opening  # The lines of the law, divided into number, title and text.
    root: _Draft  # The law while it is being read.
    # Spans of the lines with their kinds; footnote marks are still in the text.
    pieces: list[Piece] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)  # What could not be read.

    @property
    def blocks(self) -> tuple[TextBlock, ...]:
        """Return the lines of the law, the title included."""
        return self.opening.blocks

    def title_lines(self) -> frozenset[int]:
        """Return the lines of number and title if a label or an empty line is after them."""
        titles = self.blocks[: self.opening.first]
        text = self.blocks[len(titles) :]
        labelled = {draft.label_line for draft in self.root.walk() if draft is not self.root}
        ends = not text or not titles or not titles[-1].touches or text[0].line in labelled
        return frozenset(block.line for block in titles) if ends else frozenset()

    def close(self, blocks: tuple[TextBlock, ...]) -> None:
        """Add lines after the last provision as text of the law, such as the end of a preamble."""
        for block in blocks:
            self.root.body.append(WordRun(block.at, block.at + len(block.text), block))
            self.pieces.append(Piece("law", block.at, block.at + len(block.text)))

    def last(self, depth: int) -> Ordinal:
        """Return the highest ordinal of a level; 0 without one."""
        paths = (draft.address.path for draft in self.root.walk())
        return max((path[-1] for path in paths if len(path) == depth + 1), default=0)

    def move(self, n: int) -> None:
        """Put all provisions into a division of an annex, or 0 for none: 2(a) of B is B(2)(a)."""

        def moved(address: Address) -> Address:
            path = (address.law, n, *address.path[1:])
            return Address(path) if path[-1] else address

        for draft in self.root.walk():
            draft.address = moved(draft.address)
        self.losses[:] = [
            replace(loss, address=moved(loss.address)) if loss.address else loss
            for loss in self.losses
        ]

    def add(self, division: LawStructure) -> None:
        """Add a division of an annex, whose provisions were moved, as the last provision."""
        self.root.body.append(division.root)
        self.pieces.extend(division.pieces)
        self.losses.extend(division.losses)

    def places(self) -> list[Place]:
        """Return every span of words of the law in page order, with language and provision."""
        found: list[Place] = []
        for draft in self.root.walk():
            heading = [draft.heading] if draft.heading else []
            found.extend((run, self.language, draft.address) for run in [*heading, *draft.runs])
        return sorted(found, key=lambda place: place[0].start)

    @property
    def is_repealed(self) -> bool:
        """Whether the page says nothing of the law but that it was repealed."""
        return self.root.is_repealed(self.language)

    def provision(self, words: PageWords) -> Provision:
        """Return the law as a tree of provisions, with their words and footnotes."""
        law = self._provision(self.root, words)
        untitled = isinstance(self.root.address.law, InSeries)  # as recitals are
        is_lost = self.blocks and not (law.heading or law.repealed or untitled)
        return replace(law, lost=("title",)) if is_lost else law

    def _provision(self, draft: _Draft, words: PageWords) -> Provision:
        body = tuple(
            words.item(item) if isinstance(item, WordRun) else self._provision(item, words)
            for item in draft.body
        )
        lines = [run.line for run in draft.runs] + ([draft.label_line] if draft.label_line else [])
        return Provision(
            address=draft.address,
            num=draft.num,
            heading=words.passage(draft.heading) if draft.heading else None,
            body=body,
            inferred=("num",) if draft.inferred or draft.implied else (),
            lost=("heading",) if draft.inferred else (),
            repealed=Repeal() if draft.is_repealed(self.language) else None,
            lines=(min(lines), max(lines)) if lines else None,
        )


# On a page with more sections than letters, the last one, ZZ, holds the rest.
_LAST_LETTER = largest_ordinal("upper")
# ``(A1) Text``, ``ZA1. Text``: what was inserted before the first of a list.
_BEFORE_FIRST = re.compile(
    r"(?P<label>\(?[^\W\d_]{1,2}\d{1,3}[^\W\d_]{0,2}(?P<signs>[).]{1,2})?)\s+(?=[^\W_]{2}|\W)"
)


def read_structure(
    opening: Opening, language: Language, scheme: Scheme, begun: Ordinal = 0
) -> LawStructure:
    """Return the tree of a law, built from its lines in one language.

    On a page that lost its letters (numbers start again and there is no letter), every unnumbered
    paragraph and every restart of the numbers begins a section; its letter is inferred. A label
    that does not fit stays text, with a loss.

    Args:
        opening: The lines of the law, divided into its number, its title and its text.
        begun: Ordinal of the first level with which the lines before ended, if its numbers go on.
    """
    law = LawStructure(language, opening, _Draft(Address((opening.number,))))
    blocks = _open_with_title(law, opening)
    read = label_reader(scheme, language)
    labels = {
        b.at: () if b.is_unlabelled or is_as_large(b, opening.level) else read(b.text)
        for b in blocks
    }
    if opening.at:
        # The labels after the number of the law on its line, ``5 (1) Text``.
        after_number = read(blocks[0].text[opening.at :])
        labels[blocks[0].at] = tuple(
            replace(label, end=opening.at + label.end) for label in after_number
        )
    labels, remarks = with_parts(counted_by_place(blocks, labels))
    lost = scheme.levels[1].numbering == "upper" and _letters_lost(labels)
    repeated = () if lost else repeated_lists(blocks, labels)
    for lines in repeated:
        printed = ", ".join(labels[block.at][0].printed for block in lines)
        message = f"{printed} are of a paragraph without a label; they stay in its text"
        remarks[lines[0].at] = message
    labels |= {block.at: () for lines in repeated for block in lines}
    listed = {block.at for lines in repeated for block in lines}
    for at, message in undeclared_lists(blocks, labels, listed, language):
        remarks.setdefault(at, message)
    known = any(block.is_heading for block in blocks)
    headings = _have_headings(blocks, labels, language)
    noted = opening.noted
    order = LabelOrder(scheme, language)
    reader = _Reader(
        law,
        blocks,
        labels,
        order,
        PointsReader.of(order),
        lost,
        headings,
        known or noted,
        noted,
        [law.root],
        begun,
    )
    closing, certain = closing_paragraphs(blocks, labels)
    closes = {block.at for block in closing} if certain else set[int]()
    if outer := outer_paragraph(blocks, labels):
        closes.add(outer.at)
    for block in () if closes else closing[:1]:
        remarks[block.at] = (
            "this paragraph may close the list of the law; it is read as text of the item"
        )
    for index, block in enumerate(blocks):
        after = blocks[index + 1] if index + 1 < len(blocks) else None
        if block.at in closes:
            reader.close_list()
        reader.at_line = index
        reader.read(block, after, 0 if index else opening.at)
        if block.at in remarks:
            reader.lose("numbering", remarks[block.at], block)
    law.losses[:] = [*_title_losses(law, opening), *law.losses]
    law.losses.extend(_section_losses(law))
    return law


def repealed_law(number: Ordinal, language: Language) -> LawStructure:
    """Return a law that was repealed on the line of another one, 7 of ``6 to 8 [Repealed]``."""
    root = _Draft(Address((number,)), repealed=True)
    return LawStructure(language, Opening(number, ()), root)


def _open_with_title(law: LawStructure, opening: Opening) -> tuple[TextBlock, ...]:
    """Add number and title, such as ``Art. 47 – RITIRO …``; return the lines of the text."""
    law.root.heading = opening.heading
    law.root.repealed = opening.is_repealed
    if opening.label:
        block, end = opening.label.block, opening.label.end - opening.label.block.at
        law.root.num = printed_label(without_marks(block.text[:end], block.marks).strip())
        law.root.label_line = block.line
        _read_label_notes(law, block, end)
    titles = opening.blocks[: opening.first]
    law.pieces.extend(Piece("headings", block.at, block.end) for block in titles)
    if opening.at:
        block = opening.blocks[opening.first]
        law.pieces.append(Piece("headings", block.at, block.at + opening.at))
    return opening.blocks[opening.first :]


def _read_label_notes(law: LawStructure, block: TextBlock, end: int) -> None:
    """Read the notes of a number that has no words on its line, which no passage can have.

    Swiss acts say so that a law was repealed: *Art. 9*, and below the page *Aufgehoben durch …*.
    """
    after = WordRun(block.at + end, block.at + len(block.text), block)
    if without_marks(after.words, after.marks).strip(" .:"):
        return
    notes = [(mark.marker, mark.note or "") for mark in block.marks]
    notes += [(note.marker, note.text) for note in (block.rich.words.notes if block.rich else ())]
    for marker, words in notes:
        if is_repeal(words, law.language) and len(law.blocks) == 1:
            law.root.repealed = True
        what = f"note {marker} is of the number alone and is left out: «{words[:_LONGEST_QUOTED]}»"
        law.losses.append(Loss("note", what, law.root.address, law.language.code, block.line))


def _title_losses(law: LawStructure, opening: Opening) -> Iterator[Loss]:
    """Yield losses for a missing text or title, and for sections that may be missing, too.

    A program that drops titles also drops the headings of sections; lost letters leave no trace on
    a page where the numbers do not start again.
    """
    root, tag = law.root, law.language.code
    if not law.blocks:
        yield Loss("text", "the page has no text in this language", root.address, tag)
    elif not (root.heading or law.is_repealed or isinstance(root.address.law, InSeries)):
        yield Loss("title", "the page has no title", root.address, tag)
        own = len(root.runs)
        sections = any(draft.address.depth == 1 for draft in root.walk())
        if own > 1 and not sections and not law.losses:
            message = f"{own} paragraphs have no label: sections may be lost with the title"
            yield Loss("section", message, root.address, tag)
    if opening.doubtful:
        words = opening.doubtful.text[:_LONGEST_QUOTED]
        message = f"«{words}» ends like a sentence; it is read as the title, as in the other laws"
        yield Loss("title", message, root.address, tag, opening.doubtful.line)


def _section_losses(law: LawStructure) -> Iterator[Loss]:
    """Yield losses for the letters and headings of inferred sections."""
    tag = law.language.code
    for draft in law.root.walk():
        if draft.inferred:
            message = "the page lost the letter; it is inferred from the numbering"
            yield Loss("letter", message, draft.address, tag, draft.label_line)
            message = "the page lost the heading"
            yield Loss("heading", message, draft.address, tag, draft.label_line)


def _letters_lost(labels: dict[int, tuple[Label, ...]]) -> bool:
    """Whether the first level is missing while the numbers of the second start again."""
    firsts = [line[0] for line in labels.values() if line]
    lettered = any(depth == 1 for label in firsts for depth, _ in label.readings)
    return not lettered and sum((2, 1) in label.readings for label in firsts) > 1


def _have_headings(
    blocks: tuple[TextBlock, ...], labels: dict[int, tuple[Label, ...]], language: Language
) -> bool:
    """Whether a section of the law has its heading on a separate line."""
    return any(
        _opens_section(labels[block.at])
        and not _opens_section(labels[after.at])
        and not block.text.endswith((".", ":"))
        and not (labels[after.at] and _leads_to(after, block, language))
        for block, after in pairwise(blocks)
    )


def _leads_to(item: TextBlock, block: TextBlock, language: Language) -> bool:
    """Whether a line without a colon leads to a list: its first item is part of the sentence.

    It begins with a small letter, which German nouns do not, or ends in a semicolon or a comma, or
    the line ends in a word such as *are*.
    """
    part = first_letter(item.text).islower() or item.text.endswith(ITEM_ENDS)
    return part or any(ends_in_joining_word(each.text, language) for each in (item, block))


def _runs_on(block: TextBlock, after: TextBlock, language: Language) -> bool:
    """Whether a sentence runs from a line into the next one."""
    begins = first_letter(after.text)
    return begins.islower() or begins.isdigit() or ends_in_joining_word(block.text, language)


def _opens_section(labels: tuple[Label, ...]) -> bool:
    return bool(labels) and any(depth == 1 for depth, _ in labels[0].readings)


_SIGNS = re.compile(r"(\W*)\w(?:.*\w)?(\W*)")
_TYPED = re.compile(r"[\s–—-]+")  # typed into a label or behind its stop: `( a )`, `1.-`


def _are_alike(one: str, other: str) -> bool:
    """Whether two labels have the same signs around them, ``()`` or ``.``; ``©`` is a (c)."""
    first, second = (_SIGNS.fullmatch(_TYPED.sub("", as_seen(each)[0])) for each in (one, other))
    return not (first and second) or first.groups() == second.groups()


@dataclass(slots=True)
class _Reader:
    """A builder that adds line after line to the tree of a law."""

    law: LawStructure  # The law.
    blocks: tuple[TextBlock, ...]  # The lines of its text.
    labels: dict[int, tuple[Label, ...]]  # Labels of each line, by offset of the line.
    order: LabelOrder  # Which label follows which.
    points: PointsReader  # What reads points that run on in one line.
    letters_lost: bool  # Whether the page lost the letters of sections.
    # Whether the page has headings on separate lines, as far as can be judged on a page without
    # markup.
    headings: bool
    known: bool  # Whether the format of the page marks headings, so that nothing is judged.
    noted: bool  # Whether the act prints headings as marginal notes, on the line before the label.
    # Open provisions by level, the law first; None where a level is skipped.
    path: list[_Draft | None]
    begun: Ordinal = 0  # Ordinal of the first level after which the numbers of this text go on.
    note: WordRun | None = None  # Marginal note whose provision begins on the next line, or None.
    at_line: int = 0  # Index of the line that is read.
    taken: set[Address] = field(default_factory=set)  # Addresses of what was read.
    # Open items of lists: the level of each in its list, and that of the provision which it is.
    items: list[tuple[int, int]] = field(default_factory=list)

    def read(self, block: TextBlock, after: TextBlock | None, at: int = 0) -> None:
        """Add one line from an offset on; ``after`` is the next line, or None."""
        if block.is_unlabelled:
            self._add_run(self._deepest(), block, at)
            return
        opened: _Draft | None = None
        labels = self.labels[block.at]
        opens = after is not None and _opens_section(self.labels[after.at])
        if self.noted and opens and not (labels or at) and may_be_title(block):
            self.note = WordRun(block.at, block.at + len(block.text), block)
            return
        if self.letters_lost and self._last(1) < _LAST_LETTER and self._new_section(labels):
            self._open(1, base_of(self._last(1)) + 1, Label("", (), 0), block)
        self._close_items(block)
        for label in labels:
            place = self._place(label)
            if place is None:
                if not label.is_tight or label.printed[:1].isdigit():
                    message = f"the label {label.printed} does not fit here and stays in the text"
                    self.lose("numbering", message, block)
                break
            if at == 0 and self._is_run_in(place, label, block):
                break
            opened = self._open(*place, label, block)
            if label.others:
                self._open_others(place, label, block)
            else:
                opened.num = block.text[at : label.end].strip()  # with what prints nothing
            self.law.pieces.append(Piece("law", block.at + at, block.at + label.end))
            at = label.end
        if opened:
            if block.rich and block.rich.kind == "item":
                self.items.append((block.rich.level, len(opened.address.path) - 1))
            self._add_rest(opened, block, at, after)
        else:
            if self.note:
                self._add_run(self._section(), self.note.block, 0)
                self.note = None
            if block.is_heading:
                words = block.text[:_LONGEST_QUOTED]
                message = f"«{words}», a heading without a label, is read as text"
                self.lose("heading", message, block)
            elif not labels and (before := self._before_first(block, after)):
                message = f"the label {before} does not fit here and stays in the text"
                self.lose("numbering", message, block)
            last = self._deepest()
            is_alone = not (last.body or last.heading or block.is_heading)  # its label has a line
            if not is_alone and len([draft for draft in self.path[2:] if draft]) > 1:
                message = "this paragraph may belong to an item before it; it is read as text of"
                above = self._section().num or "the law"
                self.lose("numbering", f"{message} {above}", block)
            where = last if is_alone else self._section()
            add = self._add_words if where is last else self._add_run
            add(where, block, at)

    def _close_items(self, block: TextBlock) -> None:
        """End the items of lists that a line is not inside of."""
        level = block.rich.level if block.rich and block.rich.kind == "item" else 0
        while self.items and self.items[-1][0] >= level:
            self.items.pop()

    def _before_first(self, block: TextBlock, after: TextBlock | None) -> str | None:
        """Return the label of what was inserted before the first of a list, ``(A1)``; or None.

        Without signs around it, the first must be on the next line: ``A4 sheets`` is text.
        """
        match = _BEFORE_FIRST.match(block.text)
        labels = self.labels[after.at] if after else ()
        first = bool(labels) and any(n == 1 for _, n in labels[0].readings)
        return match["label"] if match and (match["signs"] or first) else None

    def _new_section(self, labels: tuple[Label, ...]) -> bool:
        """Whether a section begins: no label, or numbers that start again, not after a lead-in."""
        if not labels:
            return True
        section = self.path[1] if len(self.path) == 2 else None
        lead = section.body[-1] if section and section.body else None
        leads = isinstance(lead, WordRun) and lead.block.text.endswith(":")
        return (2, 1) in labels[0].readings and not leads

    def _last(self, depth: int) -> Ordinal:
        """Return the ordinal of the open provision at a level; 0 when none is open."""
        draft = self.path[depth] if depth < len(self.path) else None
        if draft is None:
            return self.begun if depth == 1 else 0
        return draft.address.path[-1]

    def _place(self, label: Label) -> tuple[int, Ordinal] | None:
        """Return level and ordinal of a label, read after the open provisions, or None."""
        fitting: list[tuple[int, Ordinal]] = []
        for place in label.readings:
            if label.within and place[0] == label.within[0] + 1:
                is_part = len(label.readings) == 1 or self._has_parts(place[0])
                if self._last(label.within[0]) == label.within[1] and is_part:
                    return place
            elif self._is_in_item(place) and self._fits(place, label):
                fitting.append(place)
        expected = [place for place in fitting if self._is_next(place)]
        if len(expected) > 1:
            sure = [place for place in expected if goes_on(place, self._ahead(), self.order)]
            fitting = sure or expected
        best = max(fitting, key=self._likelihood, default=None)
        return best if best is None or not label.is_tight or self._is_label(best, label) else None

    def _is_in_item(self, place: tuple[int, Ordinal]) -> bool:
        """Whether a place is inside the item around it: a list in ``1.`` has no paragraph 2."""
        return not self.items or place[0] > self.items[-1][1]

    def _fits(self, place: tuple[int, Ordinal], label: Label) -> bool:
        """Whether a label may be at a place: near the one before, with its signs, and inside."""
        depth, n = place
        near = self.order.is_near(depth, n, self._last(depth)) or (
            self._is_next(place) and self._is_free(place)
        )
        return near and self._is_alike(depth, label) and self._is_inside(depth, label)

    def _is_next(self, place: tuple[int, Ordinal]) -> bool:
        """Whether a place is the next one at its level."""
        depth, n = place
        last = self._last(depth)
        behind = self.order.follows_behind_z(depth, n, last) and self._is_behind_z(depth)
        return self.order.follows(depth, n, last) or behind

    def _above(self, depth: int) -> _Draft:
        """Return the open provision in which one of a level would be."""
        return next((draft for draft in reversed(self.path[:depth]) if draft), self.law.root)

    def _is_behind_z(self, depth: int) -> bool:
        """Whether the open list of a level has come to the last letter."""
        own = (item for item in self._above(depth).body if isinstance(item, _Draft))
        return any(each.address.path[-1] == LAST_LETTER for each in own)

    def _is_free(self, place: tuple[int, Ordinal]) -> bool:
        """Whether no provision has the address of a place: (aa) may be after (a) and after (z)."""
        return self._above(place[0]).address.child(*place) not in self.taken

    def _is_label(self, place: tuple[int, Ordinal], label: Label) -> bool:
        """Whether a label without a space is surely one: it is the next, and the list goes on."""
        if not self._is_next(place):
            return False
        block = self.blocks[self.at_line]
        capital = label.printed[:1].isdigit() and block.text[label.end : label.end + 1].isupper()
        if label.printed[-1:].isalnum() and not capital:  # ``3Das``, but ``2m``
            return False
        begun = self._last(place[0]) or comes_later(place, self._ahead(), self.order)
        return bool(begun) or capital

    def _ahead(self) -> Iterator[tuple[Label, ...]]:
        """Yield the labels of the lines after this one."""
        for block in self.blocks[self.at_line + 1 :]:
            if labels := self.labels[block.at]:
                yield labels

    def _is_run_in(self, place: tuple[int, Ordinal], label: Label, block: TextBlock) -> bool:
        """Whether a label is of a list within a sentence, whose line ends before it by chance.

        In «used by (a) sledges, / (b) dogs or (c) persons» the labels before it are in the lines
        above, or the one after it is in its own line and begins none, and no sign ends the line
        above it.
        """
        before = self.blocks[self.at_line - 1] if self.at_line else None
        depth, n = place
        if (
            before is None
            or block.rich
            or not before.touches
            or not isinstance(n, int)
            or n > LAST_LETTER
        ):
            return False
        above = before.text[self.labels[before.at][-1].end if self.labels[before.at] else 0 :]
        begins = before
        for line in reversed(self.blocks[max(0, self.at_line - _WRAPPED) : self.at_line - 1]):
            if self.labels[begins.at] or not line.touches:
                break
            above, begins = f"{line.text} {above}", line
        inside = [each in above for each in self._printed_as(label, depth, range(1, n))]
        goes_on = any(
            each in block.text[label.end :] for each in self._printed_as(label, depth, (n + 1,))
        )
        open_end = not before.text.endswith((*_SENTENCE_END, ")"))
        if n == 1:
            later = comes_later(place, self._ahead(), self.order)
            return open_end and goes_on and not later and first_letter(before.text) != ""
        runs = all(inside) and not self._is_next(place)
        return runs and (open_end or goes_on or len(inside) > 1)

    def _printed_as(self, label: Label, depth: int, numbers: Iterable[int]) -> Iterator[str]:
        """Yield how a label with other numbers is printed within a sentence."""
        signs = _SIGNS.fullmatch(label.printed)
        level = self.order.scheme.levels[depth]
        for n in numbers:
            token = self.law.language.write_token(level.counting, n)
            yield f" {signs[1] if signs else ''}{token}{signs[2] if signs else ''} "

    def _has_parts(self, depth: int) -> bool:
        """Whether the open provision above a level has such parts, or a colon leads to them."""
        above = self.path[depth - 1]
        runs = above.runs if above else []
        led = bool(runs) and runs[-1].block.text.endswith(":")
        return led or (depth < len(self.path) and self.path[depth] is not None)

    def _is_alike(self, depth: int, label: Label) -> bool:
        """Whether a label has the signs of the one before it at its level: (2) is not after 1."""
        before = self.path[depth] if depth < len(self.path) else None
        printed = label.others[-1].printed if label.others else label.printed
        return before is None or _are_alike(before.num, printed)

    def _is_inside(self, depth: int, label: Label) -> bool:
        """Whether the numbers that a label repeats are those of the open provisions: 3.1 in 3."""
        open_above = tuple(map(self._last, range(depth - len(label.above), depth)))
        return open_above == label.above

    def _likelihood(self, place: tuple[int, Ordinal]) -> tuple[bool, bool, int]:
        return (self._is_next(place), self._last(place[0]) > 0, place[0])

    def _open(self, depth: int, n: Ordinal, label: Label, block: TextBlock) -> _Draft:
        if label.printed and not self._is_next((depth, n)):
            last = self._last(depth) or "nothing"
            message = f"{label.printed} follows {last}: labels between are missing"
            self.lose("numbering", message, block)
        del self.path[depth:]
        above = self.path[-1] or self._deepest()
        address = above.address.child(depth, n)
        draft = _Draft(address, label.printed, block.line, self.note, inferred=not label.printed)
        self.taken.add(address)
        if self.note:
            self.law.pieces.append(Piece("headings", self.note.block.at, self.note.block.end))
            self.note = None
        above.body.append(draft)
        self.path.extend((*(None,) * (depth - len(self.path)), draft))
        return draft

    def _open_others(self, place: tuple[int, Ordinal], label: Label, block: TextBlock) -> None:
        """Open the provisions that were repealed with one: 3 and 4 of ``2.–4. (deleted)``."""
        depth, last = place
        for other in label.others:
            n = next((n for at, n in other.readings if at == depth), 0)
            implied = [*between(last, n)] if label.is_range and other is label.others[-1] else []
            for each in (*implied, n) if n > last else ():
                named = other if each == n else replace(other, printed="")
                draft = self._open(depth, each, named, block)
                draft.inferred, draft.implied, draft.repealed = False, each != n, True
            last = max(n, last)

    def _add_rest(self, draft: _Draft, block: TextBlock, at: int, after: TextBlock | None) -> None:
        """Add the words after the labels: a heading, a heading and text, or text."""
        cut = 0
        if len(draft.address.path) == 2:
            cut = 0 if self.known else self._heading_end(block, at, after)
        if block.is_heading:
            cut = len(block.text) - at
        if cut:
            end = block.at + at + cut
            shown = block.text[at : at + cut].rstrip()
            shown = shown.removesuffix(":") if end < block.at + len(block.text) else shown
            draft.heading = WordRun(block.at + at, block.at + at + len(shown), block)
            self.law.pieces.append(Piece("headings", block.at + at, end))
        self._add_words(draft, block, at + cut)

    def _heading_end(self, block: TextBlock, at: int, after: TextBlock | None) -> int:
        """Return the length of the heading after a section's label; 0 without one.

        A line that the next one continues is none: it begins with a small letter or a digit, or
        this one ends in a word such as *to*.
        """
        follows = after is not None and not _opens_section(self.labels[after.at])
        runs_on = after is not None and block.touches and _runs_on(block, after, self.law.language)
        if runs_on and after and not self.labels[after.at]:
            return 0
        if after and self.labels[after.at] and _leads_to(after, block, self.law.language):
            return 0
        return _heading_end(block.text[at:], follows, self.headings)

    def _add_words(self, draft: _Draft, block: TextBlock, at: int) -> None:
        """Add the words after the labels of a line, and the points that run on in them."""
        depth = len(draft.address.path) - 1
        line = "" if block.is_heading else block.text
        points, doubtful = self.points.read(line, at, depth, self._ahead())
        if doubtful:
            message = "points may run on in this line; one is named twice, so that they stay text"
            self.lose("numbering", message, block)
        ends = [*(each.start for each in points), len(block.text)]
        self._add_run(draft, block, at, ends[0])
        for point, end in zip(points, ends[1:], strict=True):
            begin, words = block.at + point.start, point.label.end
            self.law.pieces.append(Piece("law", begin, block.at + words))
            self._add_run(self._open(*point.place, point.label, block), block, words, end)

    def _add_run(self, draft: _Draft, block: TextBlock, at: int, end: int | None = None) -> None:
        end = len(block.text) if end is None else end
        words = block.text[at:end].strip()
        if words:
            begin = block.at + block.text.index(words, at)
            draft.body.append(WordRun(begin, begin + len(words), block))
        if at < end:
            self.law.pieces.append(Piece("law", block.at + at, block.at + end))

    def _deepest(self) -> _Draft:
        """Return the innermost open provision, to which a table or diagram is added."""
        return next(draft for draft in reversed(self.path) if draft)

    def _section(self) -> _Draft:
        """Return the open section, else the law, to which a paragraph without a label is added."""
        return (self.path[1] if len(self.path) > 1 else None) or self.law.root

    def close_list(self) -> None:
        """End the open provisions, so that what follows is text of the law."""
        del self.path[1:]

    def lose(self, kind: str, message: str, block: TextBlock) -> None:
        """Add a loss at a line to those of the law."""
        address, tag = self._section().address, self.law.language.code
        self.law.losses.append(Loss(kind, message, address, tag, block.line))
