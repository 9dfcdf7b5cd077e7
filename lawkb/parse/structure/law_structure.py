"""Build the tree of a law from one language of a page: labels, headings, lost letters.

Lines may have no numbers: dashes that count by place, paragraphs that begin or close a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from msgspec.structs import replace

from lawkb.model.address import (
    Address,
    InSeries,
    Inserted,
    Ordinal,
    Scheme,
    base_of,
    between,
    is_next,
    largest_ordinal,
)
from lawkb.model.language import Language
from lawkb.model.law import Loss, Provision, Repeal
from lawkb.model.page import Piece
from lawkb.parse.document import BlockKind, TextBlock, WordRun
from lawkb.parse.structure.footnotes import PageWords, Place
from lawkb.parse.structure.labels_and_languages import Label, label_reader
from lawkb.parse.structure.law_numbers import (
    ends_in_joining_word,
    first_letter,
    is_repeal,
    may_be_title,
)
from lawkb.parse.structure.titles import Opening, is_as_large
from lawkb.words.folding import INVISIBLE, as_seen

Labels = Mapping[int, tuple[Label, ...]]
_ITEM_ENDS = (";", "·", ",")
# A line of a formula, ``A × (B − C) + D``: letters with signs and numbers between them.
_FORMULA = re.compile(r"[^\W\d_]{1,2}(?:[\W\d_]+[^\W\d_]{1,2})+[\W\d_]*")
_OPERATOR = re.compile(r"[=+×÷·∙*/−-]")
_SYMBOL = re.compile(r"[^\W\d_]{1,2}(?=[\s:=])")


def counted_by_place(blocks: tuple[TextBlock, ...], labels: Labels) -> dict[int, tuple[Label, ...]]:
    """Return the labels of lines, with the ordinals of dashes: 1, 2, 3 in each list.

    Dashes after a paragraph that has no label are of that paragraph, which no address names; they
    are no labels.

    Args:
        blocks: The lines of a law after its title.
        labels: Labels of each line, by the offset of the line.
    """
    counted = dict(labels)
    last: int | None = None  # ordinal of the dash on the line before; 0 of one without address
    for index, block in enumerate(blocks):
        if not _is_dash(labels[block.at]):
            last = None
            continue
        led = index == 1 or (index > 1 and bool(labels[blocks[index - 1].at]))
        last = int(led) if last is None else last + bool(last)
        label = labels[block.at][0]
        depth = label.readings[0][0]
        counted[block.at] = (replace(label, readings=((depth, last),)),) if last else ()
    return counted


def _is_dash(labels: tuple[Label, ...]) -> bool:
    return bool(labels) and not labels[0].readings[0][1]


def outer_paragraph(blocks: tuple[TextBlock, ...], labels: Labels) -> TextBlock | None:
    """Return the paragraph after the last item of a law that the format puts outside of the list.

    The items are those of the first level, which the format has as items, a sentence that ends in a
    colon leads to them, and nothing after them has a label. None where the format does not tell it.

    Args:
        blocks: The lines of a law after its title.
        labels: Labels of each line, by the offset of the line.
    """
    labelled = [index for index, block in enumerate(blocks) if labels[block.at]]
    first = [index for index in labelled if _is_of_first_level(labels[blocks[index].at])]
    leads = bool(first) and first[0] > 0 and blocks[first[0] - 1].text.endswith(":")
    if not leads or not all(_is_placed(blocks[index], "item") for index in first):
        return None
    after = blocks[labelled[-1] + 1 :]
    return next((each for each in after if _is_placed(each, "paragraph")), None)


def _is_of_first_level(labels: tuple[Label, ...]) -> bool:
    return any(depth == 1 for depth, _ in labels[0].readings)


def _is_placed(block: TextBlock, kind: BlockKind) -> bool:
    """Whether the format has a line as an item, or as a paragraph that is in no item."""
    rich = block.rich
    return rich is not None and rich.kind == kind and (kind == "item" or not rich.level)


def repeated_lists(
    blocks: tuple[TextBlock, ...], labels: Labels
) -> tuple[tuple[TextBlock, ...], ...]:
    """Return the labelled lines of lists of unlabelled paragraphs, which no address names.

    In ``2 In this Act, / animal means / (a) … / keeper means / (a) …`` both lists are such, since
    the labels come more than once in the provision. So is a single list if the paragraph before it
    begins with an emphasised term, as another one does, or with a letter of the provision's
    formula, ``A is …``. The list of the provision itself is none, which follows the line of its
    label or number.

    Args:
        blocks: The lines of a law after its title.
        labels: Labels of each line, by the offset of the line.
    """
    found: list[tuple[TextBlock, ...]] = []
    for depth, group in _groups(blocks, labels):
        begun = [index for index, block in enumerate(group) if _begins(labels[block.at], depth)]
        ends = [*begun[1:], len(group)] if begun else []
        for start, end in zip(begun, ends, strict=True):
            again = len(begun) > 1 or _is_of_entry(group, start, labels)
            if again and _is_of_another(group, start, labels):
                found.append(tuple(block for block in group[start:end] if labels[block.at]))
    return tuple(found)


def _groups(
    blocks: tuple[TextBlock, ...], labels: Labels
) -> Iterator[tuple[int, tuple[TextBlock, ...]]]:
    """Yield the lines of each provision that may have lists of a level, with that level.

    Its lines are those from a label of a higher level to the next one.
    """
    depths = {depth for line in labels.values() if line for depth, _ in line[0].readings}
    for depth in sorted(depths - {1}):
        start = 0
        for index, block in enumerate(blocks):
            if index > start and _is_above(labels[block.at], depth):
                yield depth, blocks[start:index]
                start = index
        yield depth, blocks[start:]


def _is_above(labels: tuple[Label, ...], depth: int) -> bool:
    return bool(labels) and min(level for level, _ in labels[0].readings) < depth


def _begins(labels: tuple[Label, ...], depth: int) -> bool:
    """Whether a line begins a list of a level, with the first label of it."""
    return bool(labels) and any(reading == (depth, 1) for reading in labels[0].readings)


def _is_of_another(group: tuple[TextBlock, ...], start: int, labels: Labels) -> bool:
    """Whether a list follows an unlabelled paragraph that is not the first of the provision."""
    return start > 1 and not labels[group[start - 1].at]


def _is_of_entry(group: tuple[TextBlock, ...], start: int, labels: Labels) -> bool:
    """Whether the paragraph before a list is one of several that each begin with what they define.

    That is a term with emphasis, or a letter of a formula.
    """
    lead = group[start - 1]
    others = [block for block in group if not labels[block.at] and block is not lead]
    if _has_term(lead):
        return any(map(_has_term, others))
    symbol = _SYMBOL.match(lead.text)
    formulas = (block.text for block in others if _is_formula(block.text))
    return symbol is not None and any(symbol[0] in re.findall(r"\w+", text) for text in formulas)


def _has_term(block: TextBlock) -> bool:
    """Whether a line begins with words with emphasis, and goes on without it."""
    marks = block.rich.words.marks if block.rich and not block.is_heading else ()
    return any(
        mark.kind in ("bold", "italic") and mark.start == 0 and mark.end < len(block.text)
        for mark in marks
    )


def _is_formula(text: str) -> bool:
    return bool(_FORMULA.fullmatch(text) and _OPERATOR.search(text))


def closing_paragraphs(
    blocks: tuple[TextBlock, ...], labels: Labels
) -> tuple[tuple[TextBlock, ...], bool]:
    """Return the last paragraphs of a law if they close the list of the law, and if it is certain.

    The list is that of the first level. It completes a sentence of the law that ends in a colon,
    and has no other paragraphs. It is certain if its items are parts of the sentence, with small
    letters or semicolons, or the format of the page marks them as items of a list.

    Args:
        blocks: The lines of a law after its title.
        labels: Labels of each line, by the offset of the line.
    """
    labelled = [index for index, block in enumerate(blocks) if labels[block.at]]
    if not labelled or not labelled[0] or labelled[-1] + 1 == len(blocks):
        return (), False
    items = [blocks[index] for index in labelled]
    whole = labelled == [*range(labelled[0], labelled[-1] + 1)]
    flat = all(any(level == 1 for level, _ in labels[item.at][0].readings) for item in items)
    leads = blocks[labelled[0] - 1].text.endswith(":")
    closing = blocks[labelled[-1] + 1 :]
    if not (whole and flat and leads and len(items) > 1) or first_letter(closing[0].text).islower():
        return (), False
    parts = all(
        first_letter(item.text).islower() or item.text.endswith(_ITEM_ENDS) for item in items[:-1]
    )
    marked = all(item.rich is not None and item.rich.kind == "item" for item in items)
    apart = marked and all(block.rich and block.rich.kind == "paragraph" for block in closing)
    return closing, parts or apart


_SENTENCE_END = (".", ";", "·", ",", ":", "—", "–")
_LONGEST = 200
_LONGEST_QUOTED = 60
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
    repealed: bool = False  # Whether it was repealed on the line of another provision.

    @property
    def runs(self) -> list[WordRun]:
        """Return the spans of words directly in this provision, without the heading."""
        return [item for item in self.body if isinstance(item, WordRun)]

    def is_repealed(self, language: Language) -> bool:
        """Whether its words say nothing but that it was repealed, or another line does."""
        runs = self.runs
        words = " ".join(run.words for run in ([self.heading] if self.heading else []) + runs)
        return self.repealed or (len(runs) == len(self.body) and is_repeal(words, language))

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
            inferred=("num",) if draft.inferred else (),
            lost=("heading",) if draft.inferred else (),
            repealed=Repeal() if draft.is_repealed(self.language) else None,
            lines=(min(lines), max(lines)) if lines else None,
        )


# A label may be this far ahead of the one before it (items were lost); otherwise it is text.
_WIDEST_GAP = 3
# On a page with more sections than letters, the last one, ZZ, holds the rest.
_LAST_LETTER = largest_ordinal("upper")


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
    labels = counted_by_place(blocks, labels)
    lost = scheme.levels[1].numbering == "upper" and _letters_lost(labels)
    repeated = () if lost else repeated_lists(blocks, labels)
    remarks: dict[int, str] = {}  # what is doubtful, by offset of the line
    for lines in repeated:
        printed = ", ".join(labels[block.at][0].printed for block in lines)
        message = f"{printed} are of a paragraph without a label; they stay in its text"
        remarks[lines[0].at] = message
    labels |= {block.at: () for lines in repeated for block in lines}
    known = any(block.is_heading for block in blocks)
    headings = _have_headings(blocks, labels)
    noted = opening.noted
    reader = _Reader(law, labels, lost, headings, known or noted, noted, [law.root], begun)
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
    if opening.label:
        block = opening.label.block
        law.root.num = block.text[: opening.label.end - block.at].lstrip(INVISIBLE)
        law.root.label_line = block.line
    titles = opening.blocks[: opening.first]
    law.pieces.extend(Piece("headings", block.at, block.end) for block in titles)
    if opening.at:
        block = opening.blocks[opening.first]
        law.pieces.append(Piece("headings", block.at, block.at + opening.at))
    return opening.blocks[opening.first :]


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


def _have_headings(blocks: tuple[TextBlock, ...], labels: dict[int, tuple[Label, ...]]) -> bool:
    """Whether a section of the law has its heading on a separate line."""
    return any(
        _opens_section(labels[block.at])
        and not _opens_section(labels[after.at])
        and not block.text.endswith((".", ":"))
        for block, after in pairwise(blocks)
    )


def _runs_on(block: TextBlock, after: TextBlock, language: Language) -> bool:
    """Whether a sentence runs from a line into the next one."""
    begins = first_letter(after.text)
    return begins.islower() or begins.isdigit() or ends_in_joining_word(block.text, language)


def _opens_section(labels: tuple[Label, ...]) -> bool:
    return bool(labels) and any(depth == 1 for depth, _ in labels[0].readings)


def _is_near(n: Ordinal, last: Ordinal) -> bool:
    """Whether a label may come after the last one: it is higher, and few between are missing."""
    inner = [*between(last, n)]
    if isinstance(n, Inserted) and n.base > base_of(last):
        inner += between(n.base, n)
    return n > last and len(inner) < _WIDEST_GAP


_SIGNS = re.compile(r"(\W*)\w(?:.*\w)?(\W*)")


def _are_alike(one: str, other: str) -> bool:
    """Whether two labels have the same signs around them, ``()`` or ``.``; ``©`` is a (c)."""
    first, second = (_SIGNS.fullmatch(as_seen(label)[0]) for label in (one, other))
    return not (first and second) or first.groups() == second.groups()


@dataclass(slots=True)
class _Reader:
    """A builder that adds line after line to the tree of a law."""

    law: LawStructure  # The law.
    labels: dict[int, tuple[Label, ...]]  # Labels of each line, by index of the line.
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
        for label in labels:
            place = self._place(label)
            if place is None:
                message = f"the label {label.printed} does not fit here and stays in the text"
                self.lose("numbering", message, block)
                break
            opened = self._open(*place, label, block)
            opened.num = block.text[at : label.end].strip()  # with what prints nothing
            self.law.pieces.append(Piece("law", block.at + at, block.at + label.end))
            at = label.end
        if opened:
            self._add_rest(opened, block, at, after)
        else:
            if self.note:
                self._add_run(self._section(), self.note.block, 0)
                self.note = None
            if block.is_heading:
                words = block.text[:_LONGEST_QUOTED]
                message = f"«{words}», a heading without a label, is read as text"
                self.lose("heading", message, block)
            last = self._deepest()
            is_alone = not (last.body or last.heading or block.is_heading)  # its label has a line
            if not is_alone and len([draft for draft in self.path[2:] if draft]) > 1:
                message = "this paragraph may belong to an item before it; it is read as text of"
                above = self._section().num or "the law"
                self.lose("numbering", f"{message} {above}", block)
            self._add_run(last if is_alone else self._section(), block, at)

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
        best: tuple[int, Ordinal] | None = None
        for place in label.readings:
            if label.within and place[0] == label.within[0] + 1:
                if self._last(label.within[0]) == label.within[1] and self._has_parts(place[0]):
                    return place
                continue
            near = _is_near(place[1], self._last(place[0]))
            fits = near and self._is_alike(place[0], label) and self._is_inside(place[0], label)
            if fits and (best is None or self._likelihood(place) > self._likelihood(best)):
                best = place
        return best

    def _has_parts(self, depth: int) -> bool:
        """Whether the open provision above a level has such parts, or a colon leads to them."""
        above = self.path[depth - 1]
        runs = above.runs if above else []
        led = bool(runs) and runs[-1].block.text.endswith(":")
        return led or (depth < len(self.path) and self.path[depth] is not None)

    def _is_alike(self, depth: int, label: Label) -> bool:
        """Whether a label has the signs of the one before it at its level: (2) is not after 1."""
        before = self.path[depth] if depth < len(self.path) else None
        return before is None or _are_alike(before.num, label.printed)

    def _is_inside(self, depth: int, label: Label) -> bool:
        """Whether the numbers that a label repeats are those of the open provisions: 3.1 in 3."""
        open_above = tuple(map(self._last, range(depth - len(label.above), depth)))
        return open_above == label.above

    def _likelihood(self, place: tuple[int, Ordinal]) -> tuple[bool, bool, int]:
        depth, n = place
        last = self._last(depth)
        return (is_next(n, last), last > 0, depth)

    def _open(self, depth: int, n: Ordinal, label: Label, block: TextBlock) -> _Draft:
        if label.printed and not is_next(n, self._last(depth)):
            last = self._last(depth) or "nothing"
            message = f"{label.printed} follows {last}: labels between are missing"
            self.lose("numbering", message, block)
        del self.path[depth:]
        above = self.path[-1] or self._deepest()
        address = above.address.child(depth, n)
        draft = _Draft(address, label.printed, block.line, self.note, inferred=not label.printed)
        if self.note:
            self.law.pieces.append(Piece("headings", self.note.block.at, self.note.block.end))
            self.note = None
        above.body.append(draft)
        self.path.extend((*(None,) * (depth - len(self.path)), draft))
        return draft

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
        self._add_run(draft, block, at + cut)

    def _heading_end(self, block: TextBlock, at: int, after: TextBlock | None) -> int:
        """Return the length of the heading after a section's label; 0 without one.

        A line that the next one continues is none: it begins with a small letter or a digit, or
        this one ends in a word such as *to*.
        """
        follows = after is not None and not _opens_section(self.labels[after.at])
        runs_on = after is not None and block.touches and _runs_on(block, after, self.law.language)
        if runs_on and after and not self.labels[after.at]:
            return 0
        if after and self.labels[after.at] and first_letter(after.text).islower():
            return 0
        return _heading_end(block.text[at:], follows, self.headings)

    def _add_run(self, draft: _Draft, block: TextBlock, at: int) -> None:
        end = block.at + len(block.text)
        words = block.text[at:].lstrip()
        if words:
            draft.body.append(WordRun(end - len(words), end, block))
        if block.at + at < end:
            self.law.pieces.append(Piece("law", block.at + at, end))

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
