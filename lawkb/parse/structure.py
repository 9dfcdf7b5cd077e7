"""Build the tree of a law from one language of a page: titles, labels, headings, lost letters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from lawkb.model.address import Address, Scheme, largest_ordinal
from lawkb.model.label import folded_law_words, plain
from lawkb.model.language import Language
from lawkb.model.law import Loss
from lawkb.model.page import Piece
from lawkb.model.source import LARGEST_LAW
from lawkb.parse.labels import Label, label_reader
from lawkb.parse.law_builder import Draft, LawStructure, WordRun, section_losses, title_losses
from lawkb.parse.plaintext.blocks import Block
from lawkb.parse.split_by_script import LanguagePart

_SEPARATORS = " \t\u00a0.:–—-"
_NUMBER = re.compile(r"([1-9]\d{0,3})(?=[\s.:–—-]|$)")
_BARE = re.compile(r"([1-9]\d{0,3})[.:]?(?=\s|$)")
_SENTENCE_STOPS = (".", ",", ";")
_STOP = re.compile(r"[.;·!?][\"”»)]?\s+(?=\S)")
_LONGEST_TITLE = 200
# Laws that may be missing before a title that is known only by its position and shape.
_WIDEST_TITLE_GAP = 3


@dataclass(frozen=True, slots=True)
class Title:
    """The title line of a law.

    Attributes:
        number: Number of the law.
        num_end: Offset in the line after its label.
        words_at: Offset at which the words of the title begin; the length of the line when it has
            none.
    """

    number: int
    num_end: int
    words_at: int


def read_title(block: Block, language: Language) -> Title | None:
    """Read a line as a title; None when it is none.

    A title begins with the word for a law and a number; a heading may lack the word.
    """
    words = block.text.split(maxsplit=1)
    if not words:
        return None
    if plain(words[0]) in folded_law_words(language) and len(words) > 1:
        match = _NUMBER.match(block.text, len(block.text) - len(words[1]))
    else:
        match = _BARE.match(block.text) if block.is_heading else None
    if match is None or int(match[1]) > LARGEST_LAW:
        return None
    end = match.end()
    words_at = len(block.text) - len(block.text[end:].lstrip(_SEPARATORS))
    return Title(int(match[1]), end, words_at)


@dataclass(frozen=True, slots=True)
class TitleSplit:
    """The text of one language, split at the titles of its laws.

    Attributes:
        before: Blocks before the first title.
        laws: Number and blocks of each law, the title line first.
        doubtful: Lines that may be the title of a missing law; they stay text of the law before
            them. Each with the number of that law.
    """

    before: tuple[Block, ...]
    laws: tuple[tuple[int, tuple[Block, ...]], ...]
    doubtful: tuple[tuple[int, Block], ...]


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that begins with the word for a law and a number.

    Attributes:
        index: Index of its block.
        block: The block.
        title: The line read as a title.
    """

    index: int
    block: Block
    title: Title

    @property
    def number(self) -> int:
        """Return the number of the law that it names."""
        return self.title.number

    @property
    def is_open(self) -> bool:
        """Whether it ends like a sentence: it can be a title, or cite the law."""
        return not self.block.is_heading and self.block.text.endswith(_SENTENCE_STOPS)

    @property
    def words(self) -> str:
        """Return the words of the title."""
        return self.block.text[self.title.words_at :]

    @property
    def is_marked_off(self) -> bool:
        """Whether punctuation separates number and words: ``Law 13 – Penalties``."""
        return bool(self.block.text[self.title.num_end : self.title.words_at].strip())

    @property
    def reads_as_title(self) -> bool:
        """Whether its words are one phrase that does not begin with a small letter."""
        first = next((char for char in self.words if char.isalnum()), "")
        phrase = all(self.words[stop.end()].islower() for stop in _STOP.finditer(self.words))
        return phrase and not first.islower() and len(self.words) <= _LONGEST_TITLE


def split_at_titles(blocks: tuple[Block, ...], language: Language, most: int) -> TitleSplit:
    """Split a text at the titles of its laws, whose numbers increase.

    A line that ends in a full stop may be a title, ``Law 13 – Penalties etc.``, or a sentence
    that cites a law. It is a title if its law is missing between the titles around it, its words
    are one phrase with a capital, separated from the number as in the other titles, and it
    follows a whole sentence or closes the gap in the numbers. If only part of that is true, it is
    doubtful.

    Args:
        blocks: The text of one language.
        language: That language.
        most: Number of the last law of the edition.
    """
    lines = [
        _Line(index, block, title)
        for index, block in enumerate(blocks)
        if (title := read_title(block, language)) and title.number <= most
    ]
    sure = _increasing(line for line in lines if not line.is_open)
    marked_off = {line.is_marked_off for line in sure if line.words} or {True}
    starts: list[_Line] = []
    doubtful: list[tuple[int, Block]] = []
    ahead = [*reversed(sure)]
    for line in lines:
        above = starts[-1].number if starts else 0
        below = ahead[-1].number if ahead else None
        if ahead and line is ahead[-1]:
            starts.append(ahead.pop())
        elif line.is_open and above < line.number < (below or LARGEST_LAW + 1):
            fits = line.reads_as_title and (not line.words or line.is_marked_off in marked_off)
            if fits and _is_expected(line, above, below, blocks):
                starts.append(line)
            elif above and (fits or below):
                doubtful.append((above, line.block))
    edges = [*(line.index for line in starts), len(blocks)]
    laws = tuple(
        (line.number, blocks[line.index : end]) for line, end in zip(starts, edges[1:], strict=True)
    )
    return TitleSplit(blocks[: edges[0]], laws, tuple(doubtful))


def _increasing(lines: Iterable[_Line]) -> tuple[_Line, ...]:
    """Return the lines whose numbers are higher than all before them."""
    found: list[_Line] = []
    for line in lines:
        if not found or line.number > found[-1].number:
            found.append(line)
    return tuple(found)


def _is_expected(line: _Line, above: int, below: int | None, blocks: tuple[Block, ...]) -> bool:
    """Whether its number fits between the laws around it, and a sentence can begin there.

    A number that closes a gap is enough. Otherwise the line before may not continue into it, as
    on a text page with wrapped lines.
    """
    if line.number - 1 == above and line.number + 1 == below:
        return True
    before = blocks[line.index - 1] if line.index and line.block.rich is None else None
    runs_in = (
        before is not None
        and before.touches
        and (before.text.endswith(",") or before.text[-1:].islower())
    )
    return not runs_in and (not above or line.number - above <= _WIDEST_TITLE_GAP)


_SENTENCE_END = (".", ";", "·", ",", ":")
_LONGEST = 200
# «A. Nel corso di una rettifica: una carta …» on the Italian page: a heading run into its text.
_RUN_IN = re.compile(r"[^.:;]{3,100}:\s+(?=\S)")


def heading_end(words: str, followed: bool, others_have_headings: bool) -> int:
    """Return the length of the heading in the words after a section's letter; 0 without heading.

    Args:
        words: The rest of the line after the letter.
        followed: Whether the section continues after this line.
        others_have_headings: Whether other sections of the law have headings: only then a colon
            may end a run-in heading.

    Returns:
        The length of the words if the whole line is heading.
    """
    stripped = words.strip()
    if followed and stripped and len(stripped) <= _LONGEST and not stripped.endswith(_SENTENCE_END):
        return len(words)
    run_in = _RUN_IN.match(words)
    if run_in and others_have_headings and stripped.endswith("."):
        return run_in.end()
    return 0


# A label may be this far ahead of the one before it (items were lost); otherwise it is text.
_WIDEST_GAP = 3
# On a page with more sections than letters, the last one, ZZ, holds the rest.
_LAST_LETTER = largest_ordinal("upper")


def read_structure(half: LanguagePart, law: int, scheme: Scheme) -> LawStructure:
    """Build the tree of a law from its part of a page.

    On a page that lost its letters (numbers start again and there is no letter), every unnumbered
    paragraph and every restart of the numbers begins a section; its letter is inferred.

    Args:
        half: Blocks of one language.
        law: Number of the law.
        scheme: The levels.

    Returns:
        The tree and its pieces. A label that does not fit stays text, with a loss.
    """
    outcome = LawStructure(Draft(Address((law,))))
    blocks = _open_with_title(half, law, outcome)
    read = label_reader(scheme, half.language).read
    labels = {block.at: read(block.text) for block in blocks}
    lost = _letters_lost(labels)
    known = any(block.is_heading for block in blocks)
    headings = _have_headings(blocks, labels)
    reader = _Reader(half, outcome, labels, lost, headings, known, [outcome.root])
    for index, block in enumerate(blocks):
        reader.read(block, blocks[index + 1] if index + 1 < len(blocks) else None)
    outcome.losses[:] = [*title_losses(outcome, half), *outcome.losses]
    outcome.losses.extend(section_losses(outcome.root, half))
    return outcome


def _open_with_title(half: LanguagePart, law: int, outcome: LawStructure) -> tuple[Block, ...]:
    """Read the title line, such as ``Art. 47 – RITIRO …``; return the blocks after it."""
    first = half.blocks[0] if half.blocks else None
    title = read_title(first, half.language) if first else None
    if first is None or title is None or title.number != law:
        return half.blocks
    end = first.at + len(first.text)
    outcome.root.num = first.text[: title.num_end]
    outcome.root.label_line = first.line
    if title.words_at < len(first.text):
        outcome.root.heading = WordRun(first.at + title.words_at, end, first.line, first)
    outcome.pieces.append(Piece("headings", first.at, first.end))
    return half.blocks[1:]


def _letters_lost(labels: dict[int, tuple[Label, ...]]) -> bool:
    """Whether the first level is missing while the numbers of the second start again."""
    firsts = [line[0] for line in labels.values() if line]
    lettered = any(depth == 1 for label in firsts for depth, _ in label.readings)
    return not lettered and sum((2, 1) in label.readings for label in firsts) > 1


def _have_headings(blocks: tuple[Block, ...], labels: dict[int, tuple[Label, ...]]) -> bool:
    """Whether a section of the law has its heading on a separate line."""
    return any(
        _opens_section(labels[block.at])
        and not _opens_section(labels[after.at])
        and not block.text.endswith(".")
        for block, after in pairwise(blocks)
    )


def _opens_section(labels: tuple[Label, ...]) -> bool:
    return bool(labels) and any(depth == 1 for depth, _ in labels[0].readings)


@dataclass(slots=True)
class _Reader:
    """A builder that adds block after block to the tree.

    Attributes:
        headings: Whether the page has headings on separate lines, judged from a text page.
        known: Whether the format of the page marks headings, so that nothing is judged.
        path: Open provisions by depth, the law first; None where a level is skipped.
    """

    half: LanguagePart
    outcome: LawStructure
    labels: dict[int, tuple[Label, ...]]
    letters_lost: bool
    headings: bool
    known: bool
    path: list[Draft | None]

    def read(self, block: Block, after: Block | None) -> None:
        """Add one block; ``after`` is the next block."""
        if block.rich and block.rich.kind in ("table", "preformatted"):
            self._add_run(self._deepest(), block, 0)
            return
        at = 0
        opened: Draft | None = None
        labels = self.labels[block.at]
        if self.letters_lost and self._last(1) < _LAST_LETTER and self._new_section(labels):
            self._open(1, self._last(1) + 1, Label("", (), 0), block)
        for label in labels:
            place = self._place(label)
            if place is None:
                self._lose_label(label, block)
                break
            opened = self._open(*place, label, block)
            at = label.end
        if opened:
            self._add_rest(opened, block, at, after)
        else:
            if block.is_heading:
                message = "a heading without a label is read as text"
                self._lose("heading", message, self._section().address, block.line)
            self._add_run(self._section(), block, 0)

    def _new_section(self, labels: tuple[Label, ...]) -> bool:
        """Whether a section begins: no label, or numbers that start again, not after a lead-in."""
        if not labels:
            return True
        section = self.path[1] if len(self.path) == 2 else None
        lead = section.body[-1] if section and section.body else None
        leads = isinstance(lead, WordRun) and lead.block.text.endswith(":")
        return (2, 1) in labels[0].readings and not leads

    def _last(self, depth: int) -> int:
        """Return the ordinal of the open provision at a depth; 0 when none is open."""
        draft = self.path[depth] if depth < len(self.path) else None
        return draft.address.path[-1] if draft else 0

    def _place(self, label: Label) -> tuple[int, int] | None:
        """Return the most likely reading of a label after the open provisions, or None."""
        best: tuple[int, int] | None = None
        for place in label.readings:
            if 0 < place[1] - self._last(place[0]) <= _WIDEST_GAP and (
                best is None or self._likelihood(place) > self._likelihood(best)
            ):
                best = place
        return best

    def _likelihood(self, place: tuple[int, int]) -> tuple[bool, bool, int]:
        depth, n = place
        last = self._last(depth)
        return (n == last + 1, last > 0, depth)

    def _open(self, depth: int, n: int, label: Label, block: Block) -> Draft:
        if label.printed and n != self._last(depth) + 1:
            self._lose_numbers(depth, n, label, block)
        del self.path[depth:]
        above = self.path[-1] or self._deepest()
        address = above.address.child(depth, n)
        draft = Draft(address, label.printed, block.line, inferred=not label.printed)
        above.body.append(draft)
        self.path.extend((*(None,) * (depth - len(self.path)), draft))
        return draft

    def _add_rest(self, draft: Draft, block: Block, at: int, after: Block | None) -> None:
        """Add the words after the labels: a heading, a heading and text, or text."""
        self.outcome.pieces.append(Piece("law", block.at, block.at + at))
        cut = 0
        if len(draft.address.path) == 2:
            follows = after is not None and not _opens_section(self.labels[after.at])
            cut = 0 if self.known else heading_end(block.text[at:], follows, self.headings)
        if block.is_heading:
            cut = len(block.text) - at
        if cut:
            end = block.at + at + cut
            shown = block.text[at : at + cut].rstrip()
            shown = shown.removesuffix(":") if end < block.at + len(block.text) else shown
            draft.heading = WordRun(block.at + at, block.at + at + len(shown), block.line, block)
            self.outcome.pieces.append(Piece("headings", block.at + at, end))
        self._add_run(draft, block, at + cut)

    def _add_run(self, draft: Draft, block: Block, at: int) -> None:
        end = block.at + len(block.text)
        words = block.text[at:].lstrip()
        if words:
            draft.body.append(WordRun(end - len(words), end, block.line, block))
        if block.at + at < end:
            self.outcome.pieces.append(Piece("law", block.at + at, end))

    def _deepest(self) -> Draft:
        """Return the innermost open provision, to which a table or diagram is added."""
        return next(draft for draft in reversed(self.path) if draft)

    def _section(self) -> Draft:
        """Return the open section, else the law, to which a paragraph without a label is added."""
        return (self.path[1] if len(self.path) > 1 else None) or self.outcome.root

    def _lose_label(self, label: Label, block: Block) -> None:
        message = f"the label {label.printed} does not fit here and stays in the text"
        self._lose("numbering", message, self._section().address, block.line)

    def _lose_numbers(self, depth: int, n: int, label: Label, block: Block) -> None:
        last = self._last(depth) or "nothing"
        message = f"{label.printed} follows {last}: labels between are missing"
        self._lose("numbering", message, self._section().address, block.line)

    def _lose(self, kind: str, message: str, address: Address, line: int) -> None:
        self.outcome.losses.append(Loss(kind, message, address, self.half.language.code, line))
