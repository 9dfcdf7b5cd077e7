"""Find where each law of a page begins: its number, its title, and the first words of its text.

Titles are printed in four ways: ``Article 6 – Fees``; ``Article 6`` with the title on the next
line; a marginal note on the line before ``6 (1) Text``; and number and text without a title,
``§ 6 Text``. A line that begins with the word for a law and a number may also only cite the law.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from msgspec import structs

from lawkb.model.address import Ordinal, Scheme, base_of
from lawkb.model.language import Language
from lawkb.parse.document import SMALLEST_HEADING, TextBlock, WordRun, joined
from lawkb.parse.structure.divisions import is_division_label
from lawkb.parse.structure.labels_and_languages import is_repeal
from lawkb.parse.structure.law_numbers import (
    LONGEST_TITLE,
    SENTENCE_END,
    LineReader,
    NumberLine,
    ends_in_joining_word,
    first_letter,
    first_lines_of_laws,
    is_phrase,
    lines_of_one_kind,
    may_be_title,
    number_lines,
    undeclared_numbers,
)
from lawkb.unicode_characters import PRIMES

# «(Finalità). La legge …»: a title in brackets and the text on one line.
_BRACKETED = re.compile(r"\([^()]{3,150}\)[.:]?(?:\s*[–—-])?\s+(?=\S)")
# ``Fees.—(1) The owner …``, ``Fees.—The owner …``: a title with a stop and a dash, then the text.
_RUN_IN = re.compile(
    r"[^\W\d_][^.:;—–]{1,150}(?:\.\s?[—–]\s?(?=\S)|\.?\s?[—–-]\s?(?=\([^\W_]{1,3}\)))"
)
_WORD_ALONE = re.compile(r"\W{0,2}[^\W\d_]{2,20}\.?|§")
_NUMBER_ALONE = re.compile(rf"\w{{1,8}}(?:[ -]\w{{1,9}})?[{PRIMES}]?[.:]?")
_QUOTED_ENDS = (")", "]", "»", "”")
_ENDS_ABBREVIATED = re.compile(r"(?:\.[^\W\d_]{1,4}|\s[^\W\d_]{1,3})\.$")
_LONGEST_STOPPED_TITLE = 100


@dataclass(frozen=True, slots=True)
class Habits:
    """How an act prints its titles, as most of its laws show."""

    below: bool = False  # whether the title is on the line after the number
    before: bool = False  # whether the title is on the line before the number, as a marginal note
    marked: bool = False  # whether the page marks these notes as headings
    level: int = 0  # level of the headings that the notes are; 0 without, or where it differs
    without: bool = False  # whether there are no titles: the words after a number are its text


@dataclass(frozen=True, slots=True)
class Opening:
    """The lines of a law, divided into its number, its title and its text."""

    number: Ordinal  # Number of the law.
    blocks: tuple[TextBlock, ...]  # All lines of the law in page order.
    # Number as printed, `Article 6`; None when the page does not print it.
    label: WordRun | None = None
    heading: WordRun | None = None  # Words of the title; None when there is none.
    first: int = 0  # Index of the line with which the text begins.
    at: int = 0  # Offset in that line at which the text begins.
    noted: bool = False  # Whether the act prints titles as marginal notes before the number.
    # Line that was read as the title although it ends like a sentence, or None.
    doubtful: TextBlock | None = None
    # Numbers of the laws that were repealed with it, 7 and 8 of ``6 to 8 [Repealed]``.
    also: tuple[Ordinal, ...] = ()
    # Level of the headings that have no labels, and of larger ones; 0 for none. It is that of the
    # title, or the smallest where no title is a heading.
    level: int = 0
    is_repealed: bool = False  # Whether its words say nothing but that it was repealed.


@dataclass(frozen=True, slots=True)
class TitledLaws:
    """The laws of a page."""

    before: tuple[TextBlock, ...]  # The lines before the first law.
    laws: tuple[Opening, ...]  # The laws in page order.
    # Lines that may be titles but are read as text, each with the number of the law to which it was
    # added.
    doubtful: tuple[tuple[Ordinal, TextBlock], ...]
    # Offsets of the headings after the text of a law and before the next law: they are of neither.
    headings: frozenset[int] = frozenset()
    # Titles with the number of a law that has begun before: their offsets and numbers.
    again: Mapping[int, Ordinal] = field(default_factory=dict)
    # Lines from such titles on, which are of no law.
    apart: tuple[tuple[TextBlock, ...], ...] = ()


def open_law(
    blocks: tuple[TextBlock, ...], language: Language, number: Ordinal, scheme: Scheme
) -> Opening:
    """Return the opening of the only law of a page, whose number is known."""
    reader = LineReader(language, scheme)
    lines = [*number_lines(blocks[:2], reader)]
    line = next((line for line in lines if line.number == number), None)
    if line is None:
        return Opening(number, blocks)
    reader = replace(reader, bare=line.bare)
    noted = line.bare and _is_note(blocks[0], reader) and _has_text(line, blocks[0], reader)
    if line.index and not noted:
        return Opening(number, blocks)
    below = blocks[line.index + 1 :]
    # Where the page marks headings, a paragraph below the number is no title.
    marked = line.block.is_heading and line.block.rich is not None
    titled = bool(below) and not marked and _begin_with_title(below, reader)
    return _opening(line, blocks, Habits(titled, bool(line.index)), reader)


def split_at_titles(
    blocks: tuple[TextBlock, ...],
    language: Language,
    scheme: Scheme,
    most: int,
    end: int | None = None,
) -> TitledLaws:
    """Split a text at the titles of its laws, whose numbers increase.

    A line that ends in a full stop may be a title, ``Law 13 – Penalties etc.``, or a sentence that
    cites a law. It is a title if its law is missing between the titles around it, its words are one
    phrase with a capital, separated from the number as in the other titles, and it follows a whole
    sentence or closes the gap in the numbers. It begins a law without a title if it is the next
    law, and its words are a sentence with a capital. If only part of that is true, the line is
    doubtful.

    Args:
        most: Number of the last law of the edition.
        end: Index of the line from which on no law begins; None for the end of the text.
    """
    reader = LineReader(language, scheme)
    blocks = tuple(_row_as_line(block, reader) for block in blocks)
    numbered = number_lines(blocks[:end], reader)
    lines = [line for line in numbered if base_of(line.number) <= most]
    kept = lines_of_one_kind(lines, blocks)
    reader = replace(reader, bare=any(line.bare for line in kept))
    found = first_lines_of_laws(kept, blocks)
    starts = found.starts
    doubtful = [*found.doubtful, *undeclared_numbers(starts, blocks, reader)]
    doubtful += _of_the_other_kind(lines, kept, starts)
    lines = kept
    habits = _habits(starts, blocks, reader)
    begins: list[int] = []
    for above, line in zip([None, *starts], starts, strict=False):
        between = blocks[begins[-1] + 1 if begins else 0 : line.index]
        noted = habits.before and _ends_in_note(line, between, reader)
        if noted and habits.marked and not between[-1].is_heading:
            noted = False
            doubtful += [(above.number, between[-1])] if above else []
        elif noted and _is_larger(between[-1], habits.level):
            noted = False  # it is above a group of laws, of which the first has no note
        begins.append(line.index - int(noted))
    edges = [*begins, len(blocks)]
    level = _level_of_labels(starts, blocks[edges[0] :], reader)
    blocks = _without_quoted_laws(blocks, [line.index for line in lines], edges, reader)
    laws = tuple(
        _opening(line, blocks[begin:end], habits, reader, level)
        for line, begin, end in zip(starts, begins, edges[1:], strict=True)
    )
    left = {block.at for _, block in doubtful}
    headings = [each for law in laws[:-1] for each in _headings_after(law, reader)]
    headings += _headings_above(blocks[: edges[0]], reader) if laws else ()
    after = frozenset(block.at for block in headings) - left
    again = {line.block.at: line.number for line in found.again}
    return TitledLaws(blocks[: edges[0]], laws, tuple(doubtful), after, again)


def _of_the_other_kind(
    lines: list[NumberLine], kept: list[NumberLine], starts: list[NumberLine]
) -> Iterator[tuple[Ordinal, TextBlock]]:
    """Yield the titles in words of an act whose others are in digits, each with the law above."""
    begins = [line.index for line in starts]
    known = {line.index for line in kept}
    for line in lines:
        above = bisect_left(begins, line.index)
        if above and line.read.in_words and not line.is_open and line.index not in known:
            yield starts[above - 1].number, line.block


def joined_titles(
    blocks: tuple[TextBlock, ...], language: Language, scheme: Scheme
) -> tuple[TextBlock, ...]:
    """Return lines in which the word for a law and its number below it are one line.

    A heading with line breaks has them so, ``Article``, ``1``, *Scope*, and a text that was taken
    from columns. A word of a division, too. The number is alone on its line.
    """
    reader = LineReader(language, scheme, bare=False)
    found: list[TextBlock] = []
    for block in blocks:
        above = found[-1] if found else None
        if above and _WORD_ALONE.fullmatch(above.text) and _NUMBER_ALONE.fullmatch(block.text):
            whole = _on_one_line(above, block)
            if whole and (reader.is_number(whole) or is_division_label(whole, language)):
                found[-1] = whole
                continue
        found.append(block)
    return tuple(found)


def _on_one_line(above: TextBlock, block: TextBlock) -> TextBlock | None:
    """Return two lines that look alike and follow each other as one; None for others."""
    between = block.at - above.at - len(above.text)
    alike = above.is_heading == block.is_heading and above.end == block.start
    if not alike or above.is_unlabelled or block.is_unlabelled:
        return None
    rich = above.rich and block.rich
    if rich and above.rich:
        rich = structs.replace(above.rich, words=joined((above.rich.words, rich.words)))
    space = " " if rich else "\n" * between  # offsets are those of the page
    return replace(above, end=block.end, text=f"{above.text}{space}{block.text}", rich=rich)


def titles_in_preamble(
    blocks: tuple[TextBlock, ...], first: Ordinal | None, language: Language, scheme: Scheme
) -> tuple[TextBlock, ...]:
    """Return the lines of a preamble that may be titles of laws which were not recognised.

    They begin with the word for a law. Where the first law is not the first number, any may be.

    Args:
        blocks: The lines before the first law.
        first: Number of the first law; None for a page without laws.
    """
    if first is not None and base_of(first) < 2:
        return ()
    reader = LineReader(language, scheme)
    own = tuple(
        block
        for block in blocks
        if reader.has_law_word(block.text) and not block.text.endswith(SENTENCE_END)
    )
    return own or (blocks if first else ())


def _row_as_line(block: TextBlock, reader: LineReader) -> TextBlock:
    """Return a table of one row that has number and title of a law as a line, others unchanged."""
    rich = block.rich
    if rich is None or rich.kind != "table" or len(rich.cells) != 1 or block.is_quoted:
        return block
    words = joined(filter(None, (cell.passage for cell in rich.cells[0])))
    found = None if words.text != block.text else reader.number(block)
    if not found or found.bare or not is_phrase(block.text) or len(block.text) > LONGEST_TITLE:
        return block
    return replace(block, rich=structs.replace(rich, kind="paragraph", words=words, cells=()))


def _without_quoted_laws(
    blocks: tuple[TextBlock, ...], numbered: list[int], edges: list[int], reader: LineReader
) -> tuple[TextBlock, ...]:
    """Mark the text of another act that follows ``Section 4 is replaced by the following:``.

    It has no quotation marks, begins with the number of a law that is none here, and ends with the
    law, which has no labels of its own before it.

    Args:
        numbered: Indexes of the lines that begin with the number of a law.
        edges: Index of the first line of each law, and after the last one.
    """
    quoted: set[int] = set()
    for begin, end in pairwise(edges[:-1]):  # annexes follow the last one
        index = next((n for n in numbered if begin + 1 < n < end), None)
        while end > begin and may_be_title(blocks[end - 1]):  # headings of the next division
            end -= 1
        own = blocks[begin + 1 : index]
        led = index is not None and blocks[index - 1].text.endswith(":")
        if led and index and not any(reader.has_label(block.text) for block in own):
            quoted.update(range(index, end))
    return tuple(
        replace(block, is_quoted=True) if index in quoted else block
        for index, block in enumerate(blocks)
    )


def _headings_after(law: Opening, reader: LineReader) -> tuple[TextBlock, ...]:
    """Return the headings with which the lines of a law end, if there is text before them."""
    begin = len(law.blocks)
    while begin > law.first and _is_heading_alone(law.blocks[begin - 1], law.level, reader):
        begin -= 1
    return law.blocks[begin:] if begin > law.first else ()


def _headings_above(before: tuple[TextBlock, ...], reader: LineReader) -> tuple[TextBlock, ...]:
    """Return the headings between a preamble and the first law, which are of none of them."""
    begin = len(before)
    while begin and _is_heading_alone(before[begin - 1], SMALLEST_HEADING, reader):
        begin -= 1
    above = before[:begin]
    return before[begin:] if not all(block.is_heading for block in above) else ()


def _is_heading_alone(block: TextBlock, level: int, reader: LineReader) -> bool:
    """Whether a line is marked as a heading, without the stop of a sentence.

    It has no label, or is as large as the title, so that its number is none of a provision.
    """
    if not block.is_heading or block.text.endswith(SENTENCE_END):
        return False
    return is_as_large(block, level) or _is_note(block, reader)


def _level(block: TextBlock) -> int:
    return block.rich.level if block.rich and block.is_heading else 0


def is_as_large(block: TextBlock, level: int) -> bool:
    """Whether a line is a heading that is as large as those of a level, or larger."""
    return 0 < _level(block) <= level


def looks_like_title(
    text: str, language: Language, scheme: Scheme, held: Collection[Ordinal] = ()
) -> bool:
    """Whether a text looks like the title of a law that is not among those available.

    It begins with the word for a law and a number, and goes on with one phrase that does not begin
    with a small letter. The number may be one that the code has not declared, 12A or 5.1.
    """
    if len(text) > LONGEST_TITLE:
        return False
    reader = LineReader(language, scheme)
    block = TextBlock("text", 0, len(text), text, 0, 1)
    for line in number_lines((block,), reader):
        return not line.bare and line.reads_as_title and line.number not in held
    return reader.has_undeclared_number(text)


def _habits(starts: list[NumberLine], blocks: tuple[TextBlock, ...], reader: LineReader) -> Habits:
    """Return how an act prints its titles: as at least half of its laws do."""
    following = [
        blocks[line.index + 1 : after.index if after else len(blocks)]
        for line, after in pairwise([*starts, None])
        if line and not line.words
    ]
    following = [lines for lines in following if lines]
    below = sum(_begin_with_title(lines, reader) for lines in following)
    if 4 * below >= len(following):  # some of these titles may end in a stop
        below += sum(_is_stopped_title(lines, reader) for lines in following)
    above = [(line, blocks[line.index - 1] if line.index else None) for line in starts]
    texts = [line for line, before in above if _has_text(line, before, reader)]
    sentences = [(line, before) for line, before in above if _may_have_note(line, before, reader)]
    notes = [before for _, before in sentences if before and _is_note(before, reader)]
    inline = sum(line.bare and _has_title(line, reader) for line in starts)
    marked = 4 * sum(note.is_heading for note in notes) >= 3 * len(notes)
    own = sum(line.may_be_text for line in starts if not line.bare)
    stopped = all(line.words.endswith(SENTENCE_END) for line in starts if line.words)
    if 3 * inline >= 2 * len(starts) > 0:  # ``1 Keepers``, and the text on the next line
        return Habits(below=0 < len(following) <= 2 * below)
    levels = Counter(note.rich.level for note in notes if note.rich and note.is_heading)
    level, most = levels.most_common(1)[0] if levels else (0, 0)
    return Habits(
        below=0 < len(following) <= 2 * below,
        before=0 < len(sentences) <= 2 * len(notes) and own <= 2 * len(sentences),
        marked=marked,
        level=level if 4 * most >= 3 * len(notes) else 0,
        without=any(line.may_be_text for line in texts) and stopped,
    )


def _is_larger(block: TextBlock, level: int) -> bool:
    """Whether a line is a heading of a higher level than another one; 0 for none."""
    return block.is_heading and block.rich is not None and block.rich.level < level


def _has_title(line: NumberLine, reader: LineReader) -> bool:
    """Whether the words after a number have the shape of a title, no label or end of a sentence."""
    words = line.words
    ends = words.endswith((*SENTENCE_END, "—", "–"))
    return bool(words) and line.reads_as_title and not (ends or reader.has_label(words))


def _may_have_note(line: NumberLine, before: TextBlock | None, reader: LineReader) -> bool:
    """Whether the words after a number are text, or a sentence that may be the text."""
    if _has_text(line, before, reader):
        return True
    return line.may_be_text and line.words.endswith(SENTENCE_END)


def _has_text(line: NumberLine, before: TextBlock | None, reader: LineReader) -> bool:
    """Whether the words after a number are text of the law and not its title.

    Args:
        before: The line before it, which may be the title; None when there is none.
    """
    words = line.words
    if line.block.is_heading or not words:
        return False
    if reader.has_label(words) or len(words) > LONGEST_TITLE:
        return True
    if words.endswith((*SENTENCE_END, "—", "–")):
        return line.bare or not is_phrase(words)
    return line.bare and before is not None and _is_note(before, reader)


def _begin_with_title(blocks: tuple[TextBlock, ...], reader: LineReader) -> bool:
    """Whether the first of some lines can be a title: the next one does not continue it."""
    block, after = blocks[0], blocks[1] if len(blocks) > 1 else None
    if after is None or block.rich or not block.touches or reader.has_label(after.text):
        return _is_note(block, reader)
    runs_on = first_letter(after.text).islower() or ends_in_joining_word(
        block.text, reader.language
    )
    return _is_note(block, reader) and not runs_on


def _is_stopped_title(blocks: tuple[TextBlock, ...], reader: LineReader) -> bool:
    """Whether the first of some lines may be a title with a stop: a short phrase above labels."""
    block, after = blocks[0], blocks[1] if len(blocks) > 1 else None
    phrase = block.text.endswith(".") and len(block.text) <= _LONGEST_STOPPED_TITLE
    shaped = phrase and is_phrase(block.text) and not reader.has_label(block.text)
    return shaped and after is not None and reader.has_label(after.text)


def _ends_in_note(line: NumberLine, before: tuple[TextBlock, ...], reader: LineReader) -> bool:
    """Whether lines end in the marginal note of the law that begins after them.

    A note may end in a stop, ``Regulations etc.``, if the line before it is a whole sentence.
    """
    if not before or not (line.may_be_text or _has_text(line, before[-1], reader)):
        return False
    return _is_note(before[-1], reader) or _is_stopped_note(before, reader)


def _is_stopped_note(before: tuple[TextBlock, ...], reader: LineReader) -> bool:
    note = before[-1]
    short = len(note.text) <= _LONGEST_STOPPED_TITLE and is_phrase(note.text)
    taken = reader.has_label(note.text) or reader.number(note)
    ended = len(before) > 1 and before[-2].text.endswith((".", *_QUOTED_ENDS))
    return short and not taken and ended and note.text.endswith(".")


def _is_note(block: TextBlock, reader: LineReader) -> bool:
    """Whether a line can be the title of a law: see ``may_be_title``; it begins with no number."""
    taken = reader.has_label(block.text) or reader.number(block)
    return not taken and may_be_title(block)


def _level_of_labels(
    starts: list[NumberLine], blocks: tuple[TextBlock, ...], reader: LineReader
) -> int:
    """Return the level up to which headings have no labels where no title of a law is a heading.

    That is all of them if most labels are on other lines: ``2. Fees`` is the heading of a chapter.
    """
    if any(line.block.is_heading for line in starts):
        return 0
    labelled = Counter(block.is_heading for block in blocks if reader.has_label(block.text))
    return SMALLEST_HEADING if labelled[False] > labelled[True] > 0 else 0


def _opening(
    line: NumberLine,
    blocks: tuple[TextBlock, ...],
    habits: Habits,
    reader: LineReader,
    level: int = 0,
) -> Opening:
    """Divide the lines of a law into its number, its title and its text.

    Args:
        level: Level up to which headings have no labels, besides those as large as the title.
    """
    where = next(index for index, block in enumerate(blocks) if block is line.block)
    label = _run(line.block, 0, line.num_end)
    bracketed = _BRACKETED.match(line.block.text, line.words_at)
    if bracketed and not (where or line.block.is_heading or reader.has_label(line.words)):
        title = line.block.text.index(")", line.words_at) + 1
        words = _run(line.block, line.words_at, title)
        return Opening(line.number, blocks, label, words, 0, bracketed.end(), habits.before)
    run_in = _RUN_IN.match(line.block.text, line.words_at)
    if run_in and not (where or line.block.is_heading):
        title = len(run_in[0].rstrip(" .—–-"))
        words = _run(line.block, line.words_at, line.words_at + title)
        return Opening(line.number, blocks, label, words, 0, run_in.end(), habits.before)
    heading: WordRun | None = None
    doubtful: TextBlock | None = None
    first, at = where + 1, 0
    if where or _is_text(line, blocks, habits, reader):
        heading = _run(blocks[0]) if where else None
        doubtful = blocks[0] if where and not _is_note(blocks[0], reader) else None
        first, at = (where, line.words_at) if line.words else (first, 0)
    elif line.words:
        doubtful = None if line.block.is_heading or line.reads_as_title else line.block
        heading = _run(line.block, line.words_at)
    elif first < len(blocks):
        sure, weak = _title_below(blocks[first:], habits, reader)
        if sure or weak:
            heading = _run(blocks[first])
            doubtful = blocks[first] if weak else None
            first += 1
    if line.bare and line.block.is_heading and first < len(blocks) and not at:
        at = _number_again(line, blocks[first], reader)
    below = blocks[where + 1 :]
    repealed = line.is_repealed or (len(below) == 1 and is_repeal(below[0].text, reader.language))
    also = line.read.also if repealed else ()
    return Opening(
        line.number,
        blocks,
        label,
        heading,
        first,
        at,
        habits.before,
        doubtful,
        also,
        _level(line.block) or level,
        repealed,
    )


def _number_again(line: NumberLine, block: TextBlock, reader: LineReader) -> int:
    """Return where the text begins that prints the number of its heading again; 0 if it does not.

    Irish acts do: the heading is ``1. Scope``, the text ``1. (1) This Act …``.
    """
    again = None if block.is_unlabelled else reader.number(block)
    if not again or block.is_heading or again.number != line.number:
        return 0
    return len(block.text) - len(block.text[again.end :].lstrip())


def _is_text(
    line: NumberLine, blocks: tuple[TextBlock, ...], habits: Habits, reader: LineReader
) -> bool:
    """Whether the words on the first line of a law are its text, from its lines and its habits.

    Several phrases before a label are still a title in an act that has titles, a doubtful one.
    """
    words = line.words
    if line.is_repealed and not (habits.without or (habits.before and line.may_be_text)):
        return False
    alone = len(blocks) == 1 and words.endswith(SENTENCE_END)
    if alone and not line.block.is_heading:
        return True
    if not _has_text(line, None, reader):
        without = habits.without or (habits.before and line.may_be_text)
        return without and bool(words) and not line.block.is_heading
    titled = not (
        line.bare
        or habits.without
        or habits.before
        or reader.has_label(words)
        or words.endswith(":")
    )
    listed = len(blocks) > 1 and reader.has_label(blocks[1].text)
    return not (titled and listed and len(words) <= _LONGEST_STOPPED_TITLE)


def _title_below(
    blocks: tuple[TextBlock, ...], habits: Habits, reader: LineReader
) -> tuple[bool, bool]:
    """Return whether the line after a number is the title, and whether it may be, from its habits.

    Args:
        blocks: The lines of the law after its number.
    """
    block, *text = blocks
    if block.is_heading:
        return _is_note(block, reader), False
    if not habits.below or not text:
        return False, False
    if _begin_with_title(blocks, reader):
        return True, False
    if _is_note(block, reader):
        return False, False
    short = len(block.text) <= _LONGEST_STOPPED_TITLE and not block.text.endswith((",", ":"))
    shaped = reader.has_label(text[0].text) or (
        is_phrase(block.text) and not _is_sentence(block.text)
    )
    plain_line = block.rich is None or block.rich.kind == "paragraph"
    return False, short and shaped and plain_line and not reader.has_label(block.text)


def _is_sentence(text: str) -> bool:
    """Whether a text ends in a stop that is not that of an abbreviation: *etc.*, «κ.λπ.»."""
    return text.endswith(".") and not _ENDS_ABBREVIATED.search(text)


def _run(block: TextBlock, start: int = 0, end: int | None = None) -> WordRun:
    """Return a span of a line, by default the whole line."""
    return WordRun(block.at + start, block.at + (len(block.text) if end is None else end), block)
