"""Build the tree of a law from one language of a page: titles, labels, headings, lost letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from lawkb.model.address import Address, Scheme, largest_ordinal
from lawkb.model.label import folded_law_words, plain
from lawkb.model.language import Language
from lawkb.model.law import Loss, Provision
from lawkb.model.page import Piece
from lawkb.model.source import LARGEST_LAW
from lawkb.parse.document import TextBlock, WordRun
from lawkb.parse.footnotes import PageWords, Place
from lawkb.parse.labels import Label, label_reader

_SEPARATORS = " \t\u00a0.:–—-"
_NUMBER = re.compile(r"([1-9]\d{0,3})(?=[\s.:–—-]|$)")
_BARE = re.compile(r"([1-9]\d{0,3})[.:]?(?=\s|$)")
_SENTENCE_STOPS = (".", ",", ";")
_STOP = re.compile(r"[.;·!?][\"”»)]?\s+(?=\S)")
_LONGEST_TITLE = 200
# Laws that may be missing before a title that is known only by its position and shape.
_WIDEST_TITLE_GAP = 3


@dataclass(frozen=True, slots=True)
class _Title:
    """A line that begins with the word for a law and a number; it may only cite the law.

    Attributes:
        index: Index of the line among the lines of the page.
        block: The line.
        number: Number of the law.
        num_end: Offset in the line after the label.
        words_at: Offset at which the words of the title begin; the length of the line when there
            are none.
    """

    index: int
    block: TextBlock
    number: int
    num_end: int
    words_at: int

    @property
    def is_open(self) -> bool:
        """Whether the line ends like a sentence, so that it can be a title or cite the law."""
        return not self.block.is_heading and self.block.text.endswith(_SENTENCE_STOPS)

    @property
    def words(self) -> str:
        """Return the words of the title."""
        return self.block.text[self.words_at :]

    @property
    def is_marked_off(self) -> bool:
        """Whether punctuation separates number and words: ``Law 13 – Penalties``."""
        return bool(self.block.text[self.num_end : self.words_at].strip())

    @property
    def reads_as_title(self) -> bool:
        """Whether its words are one phrase that does not begin with a small letter."""
        first = next((char for char in self.words if char.isalnum()), "")
        phrase = all(self.words[stop.end()].islower() for stop in _STOP.finditer(self.words))
        return phrase and not first.islower() and len(self.words) <= _LONGEST_TITLE


def _titles(blocks: tuple[TextBlock, ...], language: Language) -> Iterator[_Title]:
    """Yield the lines that begin with the word for a law and a number.

    A heading may lack the word.
    """
    for index, block in enumerate(blocks):
        text = block.text
        words = text.split(maxsplit=1)
        if len(words) > 1 and plain(words[0]) in folded_law_words(language):
            match = _NUMBER.match(text, len(text) - len(words[1]))
        else:
            match = _BARE.match(text) if block.is_heading else None
        if match and int(match[1]) <= LARGEST_LAW:
            words_at = len(text) - len(text[match.end() :].lstrip(_SEPARATORS))
            yield _Title(index, block, int(match[1]), match.end(), words_at)


def split_at_titles(
    blocks: tuple[TextBlock, ...], language: Language, most: int
) -> tuple[
    tuple[TextBlock, ...],
    list[tuple[int, tuple[TextBlock, ...]]],
    list[tuple[int, TextBlock]],
]:
    """Split a text at the titles of its laws, whose numbers increase.

    A line that ends in a full stop may be a title, ``Law 13 – Penalties etc.``, or a sentence that
    cites a law. It is a title if its law is missing between the titles around it, its words are one
    phrase with a capital, separated from the number as in the other titles, and it follows a whole
    sentence or closes the gap in the numbers. If only part of that is true, the line is doubtful.

    Args:
        blocks: The lines of one language.
        language: That language.
        most: Number of the last law of the edition.

    Returns:
        Three values: the lines before the first title; the number and lines of each law, the title
        line first; the doubtful lines, each with the number of the law to whose text it was added.
    """
    lines = [title for title in _titles(blocks, language) if title.number <= most]
    sure = _increasing(line for line in lines if not line.is_open)
    marked_off = {line.is_marked_off for line in sure if line.words} or {True}
    starts: list[_Title] = []
    doubtful: list[tuple[int, TextBlock]] = []
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
    laws = [
        (line.number, blocks[line.index : end]) for line, end in zip(starts, edges[1:], strict=True)
    ]
    return blocks[: edges[0]], laws, doubtful


def _increasing(lines: Iterable[_Title]) -> tuple[_Title, ...]:
    """Return the lines whose number is higher than all numbers before."""
    found: list[_Title] = []
    for line in lines:
        if not found or line.number > found[-1].number:
            found.append(line)
    return tuple(found)


def _is_expected(
    line: _Title, above: int, below: int | None, blocks: tuple[TextBlock, ...]
) -> bool:
    """Whether the law number fits between those of the laws around, and a sentence can begin there.

    A number that closes a gap is enough. Otherwise the line before must not continue into this
    line, as on a text page with wrapped lines.
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
    """A provision while its law is being read.

    Attributes:
        address: Address of the provision.
        num: Label as printed, or empty.
        label_line: Line of the label; None when there is none.
        heading: Words of the heading; None when there is none.
        body: Spans of words and inner provisions in page order.
        inferred: Whether the label was inferred from the numbering.
    """

    address: Address
    num: str = ""
    label_line: int | None = None
    heading: WordRun | None = None
    body: list[WordRun | _Draft] = field(default_factory=list)
    inferred: bool = False

    @property
    def runs(self) -> list[WordRun]:
        """Return the spans of words directly in this provision, without the heading."""
        return [item for item in self.body if isinstance(item, WordRun)]

    def walk(self) -> Iterator[_Draft]:
        """Yield this provision and all provisions inside it, in page order."""
        stack = [self]
        while stack:
            draft = stack.pop()
            yield draft
            stack.extend([item for item in reversed(draft.body) if isinstance(item, _Draft)])


@dataclass(slots=True)
class LawStructure:
    """The tree of a law, built from the lines of a page in one language.

    Attributes:
        language: The language.
        blocks: The lines of the law, the title included.
        root: The law while it is being read.
        pieces: Spans of the lines with their kinds; footnote marks are still in the text.
        losses: What could not be read.
    """

    language: Language
    blocks: tuple[TextBlock, ...]
    root: _Draft
    pieces: list[Piece] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)

    def places(self) -> list[Place]:
        """Return every span of words of the law in page order, with language and provision."""
        found: list[Place] = []
        for draft in self.root.walk():
            heading = [draft.heading] if draft.heading else []
            found.extend((run, self.language, draft.address) for run in [*heading, *draft.runs])
        return sorted(found, key=lambda place: place[0].start)

    def provision(self, words: PageWords) -> Provision:
        """Return the law as a tree of provisions, with their words and footnotes."""
        is_lost = self.blocks and not self.root.heading
        return _provision(self.root, words, ("title",) if is_lost else ())


def _provision(draft: _Draft, words: PageWords, lost: tuple[str, ...] = ()) -> Provision:
    body = tuple(
        words.item(item) if isinstance(item, WordRun) else _provision(item, words)
        for item in draft.body
    )
    lines = [run.line for run in draft.runs] + ([draft.label_line] if draft.label_line else [])
    return Provision(
        address=draft.address,
        num=draft.num,
        heading=words.passage(draft.heading) if draft.heading else None,
        body=body,
        inferred=("num",) if draft.inferred else (),
        lost=("heading",) if draft.inferred else lost,
        lines=(min(lines), max(lines)) if lines else None,
    )


# A label may be this far ahead of the one before it (items were lost); otherwise it is text.
_WIDEST_GAP = 3
# On a page with more sections than letters, the last one, ZZ, holds the rest.
_LAST_LETTER = largest_ordinal("upper")


def read_structure(
    blocks: tuple[TextBlock, ...], language: Language, number: int, scheme: Scheme
) -> LawStructure:
    """Return the tree of a law, built from its lines in one language.

    On a page that lost its letters (numbers start again and there is no letter), every unnumbered
    paragraph and every restart of the numbers begins a section; its letter is inferred. A label
    that does not fit stays text, with a loss.

    Args:
        blocks: The lines of the law, the title first.
        language: Language of the lines.
        number: Number of the law.
        scheme: Levels of the code.
    """
    law = LawStructure(language, blocks, _Draft(Address((number,))))
    blocks = _open_with_title(law)
    read = label_reader(scheme, language).read
    labels = {block.at: read(block.text) for block in blocks}
    lost = _letters_lost(labels)
    known = any(block.is_heading for block in blocks)
    headings = _have_headings(blocks, labels)
    reader = _Reader(law, labels, lost, headings, known, [law.root])
    for index, block in enumerate(blocks):
        reader.read(block, blocks[index + 1] if index + 1 < len(blocks) else None)
    law.losses[:] = [*_title_losses(law), *law.losses]
    law.losses.extend(_section_losses(law))
    return law


def _open_with_title(law: LawStructure) -> tuple[TextBlock, ...]:
    """Read the title line, such as ``Art. 47 – RITIRO …``; return the blocks after it."""
    title = next(_titles(law.blocks[:1], law.language), None)
    if title is None or title.number != law.root.address.law:
        return law.blocks
    first = title.block
    law.root.num = first.text[: title.num_end]
    law.root.label_line = first.line
    if title.words_at < len(first.text):
        law.root.heading = WordRun(first.at + title.words_at, first.at + len(first.text), first)
    law.pieces.append(Piece("headings", first.at, first.end))
    return law.blocks[1:]


def _title_losses(law: LawStructure) -> Iterator[Loss]:
    """Yield losses for a missing text or title, and for sections that may be missing, too.

    A program that drops titles also drops the headings of sections; lost letters leave no trace on
    a page where the numbers do not start again.
    """
    root, tag = law.root, law.language.code
    if not law.blocks:
        yield Loss("text", "the page has no text in this language", root.address, tag)
    elif not root.heading:
        yield Loss("title", "the page has no title", root.address, tag)
        own = len(root.runs)
        sections = any(draft.address.depth == 1 for draft in root.walk())
        if own > 1 and not sections and not law.losses:
            message = f"{own} paragraphs have no label: sections may be lost with the title"
            yield Loss("section", message, root.address, tag)


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
        and not block.text.endswith(".")
        for block, after in pairwise(blocks)
    )


def _opens_section(labels: tuple[Label, ...]) -> bool:
    return bool(labels) and any(depth == 1 for depth, _ in labels[0].readings)


@dataclass(slots=True)
class _Reader:
    """A builder that adds line after line to the tree of a law.

    Attributes:
        law: The law.
        labels: Labels of each line, by index of the line.
        letters_lost: Whether the page lost the letters of sections.
        headings: Whether the page has headings on separate lines, as far as can be judged on a page
            without markup.
        known: Whether the format of the page marks headings, so that nothing is judged.
        path: Open provisions by level, the law first; None where a level is skipped.
    """

    law: LawStructure
    labels: dict[int, tuple[Label, ...]]
    letters_lost: bool
    headings: bool
    known: bool
    path: list[_Draft | None]

    def read(self, block: TextBlock, after: TextBlock | None) -> None:
        """Add one line; ``after`` is the next line, or None."""
        if block.rich and block.rich.kind in ("table", "preformatted"):
            self._add_run(self._deepest(), block, 0)
            return
        at = 0
        opened: _Draft | None = None
        labels = self.labels[block.at]
        if self.letters_lost and self._last(1) < _LAST_LETTER and self._new_section(labels):
            self._open(1, self._last(1) + 1, Label("", (), 0), block)
        for label in labels:
            place = self._place(label)
            if place is None:
                message = f"the label {label.printed} does not fit here and stays in the text"
                self._lose("numbering", message, block)
                break
            opened = self._open(*place, label, block)
            at = label.end
        if opened:
            self._add_rest(opened, block, at, after)
        else:
            if block.is_heading:
                message = "a heading without a label is read as text"
                self._lose("heading", message, block)
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
        """Return the ordinal of the open provision at a level; 0 when none is open."""
        draft = self.path[depth] if depth < len(self.path) else None
        return draft.address.path[-1] if draft else 0

    def _place(self, label: Label) -> tuple[int, int] | None:
        """Return level and ordinal of a label, read after the open provisions, or None."""
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

    def _open(self, depth: int, n: int, label: Label, block: TextBlock) -> _Draft:
        if label.printed and n != self._last(depth) + 1:
            last = self._last(depth) or "nothing"
            message = f"{label.printed} follows {last}: labels between are missing"
            self._lose("numbering", message, block)
        del self.path[depth:]
        above = self.path[-1] or self._deepest()
        address = above.address.child(depth, n)
        draft = _Draft(address, label.printed, block.line, inferred=not label.printed)
        above.body.append(draft)
        self.path.extend((*(None,) * (depth - len(self.path)), draft))
        return draft

    def _add_rest(self, draft: _Draft, block: TextBlock, at: int, after: TextBlock | None) -> None:
        """Add the words after the labels: a heading, a heading and text, or text."""
        self.law.pieces.append(Piece("law", block.at, block.at + at))
        cut = 0
        if len(draft.address.path) == 2:
            follows = after is not None and not _opens_section(self.labels[after.at])
            cut = 0 if self.known else _heading_end(block.text[at:], follows, self.headings)
        if block.is_heading:
            cut = len(block.text) - at
        if cut:
            end = block.at + at + cut
            shown = block.text[at : at + cut].rstrip()
            shown = shown.removesuffix(":") if end < block.at + len(block.text) else shown
            draft.heading = WordRun(block.at + at, block.at + at + len(shown), block)
            self.law.pieces.append(Piece("headings", block.at + at, end))
        self._add_run(draft, block, at + cut)

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

    def _lose(self, kind: str, message: str, block: TextBlock) -> None:
        address, tag = self._section().address, self.law.language.code
        self.law.losses.append(Loss(kind, message, address, tag, block.line))
