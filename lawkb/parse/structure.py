"""The half of a page to the tree of a law: labels, headings, text, lost letters."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from lawkb.model.address import Address, Scheme
from lawkb.model.law import Loss
from lawkb.model.numbering import largest_ordinal
from lawkb.model.page import Piece
from lawkb.parse.drafts import Draft, Outcome, Run, section_losses, title_losses
from lawkb.parse.halves import Half
from lawkb.parse.headings import heading_end
from lawkb.parse.labels import Label, label_reader
from lawkb.parse.text import Block
from lawkb.parse.titles import read_title

# A label may jump so far ahead of the one before it (items were lost); farther, it is text.
_WIDEST_GAP = 3
# On a page of more sections than there are letters, ZZ among them, the last holds the rest.
_LAST_LETTER = largest_ordinal("upper")


def read_structure(half: Half, law: int, scheme: Scheme) -> Outcome:
    """The tree of a law from its half of a page.

    A page that lost its letters (numbers restart and no letter stands) has a new section at
    every unnumbered paragraph and at every restart of the numbers; such letters are inferred.

    Args:
        half: Blocks of one language.
        law: Number of the law.
        scheme: The levels.

    Returns:
        The tree and its pieces. A label that fits no place stays text, with a loss.
    """
    outcome = Outcome(Draft(Address((law,))))
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


def _open_with_title(half: Half, law: int, outcome: Outcome) -> tuple[Block, ...]:
    """Read the title line, such as ``Art. 47 – RITIRO …``; gives the blocks after it."""
    first = half.blocks[0] if half.blocks else None
    title = read_title(first, half.language) if first else None
    if first is None or title is None or title.number != law:
        return half.blocks
    end = first.at + len(first.text)
    outcome.root.num = first.text[: title.num_end]
    outcome.root.label_line = first.line
    if title.words_at < len(first.text):
        outcome.root.heading = Run(first.at + title.words_at, end, first.line, first)
    outcome.pieces.append(Piece("headings", first.at, first.end))
    return half.blocks[1:]


def _letters_lost(labels: dict[int, tuple[Label, ...]]) -> bool:
    """Whether the first level under the law is missing while the second restarts."""
    firsts = [line[0] for line in labels.values() if line]
    lettered = any(depth == 1 for label in firsts for depth, _ in label.readings)
    return not lettered and sum((2, 1) in label.readings for label in firsts) > 1


def _have_headings(blocks: tuple[Block, ...], labels: dict[int, tuple[Label, ...]]) -> bool:
    """Whether a section of the law has its heading on a line of its own."""
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
    """Places block after block in the tree.

    Attributes:
        headings: The page sets headings on lines of their own, as far as a text page tells.
        known: The form of the page says which blocks are headings: nothing is to be told.
        path: The open provisions by depth, the law first; None where a level is skipped.
    """

    half: Half
    outcome: Outcome
    labels: dict[int, tuple[Label, ...]]
    letters_lost: bool
    headings: bool
    known: bool
    path: list[Draft | None]

    def read(self, block: Block, after: Block | None) -> None:
        """Place one block; ``after`` is the next one of the half."""
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
                message = "a heading without a label stands as text"
                self._lose("heading", message, self._section().address, block.line)
            self._add_run(self._section(), block, 0)

    def _new_section(self, labels: tuple[Label, ...]) -> bool:
        """Whether no label stands, or the numbers begin again, and not below their lead-in."""
        if not labels:
            return True
        section = self.path[1] if len(self.path) == 2 else None
        lead = section.body[-1] if section and section.body else None
        leads = isinstance(lead, Run) and lead.block.text.endswith(":")
        return (2, 1) in labels[0].readings and not leads

    def _last(self, depth: int) -> int:
        """Ordinal of the open provision at a depth; 0 when none is open."""
        draft = self.path[depth] if depth < len(self.path) else None
        return draft.address.path[-1] if draft else 0

    def _place(self, label: Label) -> tuple[int, int] | None:
        """The reading of a label that follows from what is open; None when none does."""
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
        """The words after the labels: a heading, a heading and text, or text."""
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
            draft.heading = Run(block.at + at, block.at + at + len(shown), block.line, block)
            self.outcome.pieces.append(Piece("headings", block.at + at, end))
        self._add_run(draft, block, at + cut)

    def _add_run(self, draft: Draft, block: Block, at: int) -> None:
        end = block.at + len(block.text)
        words = block.text[at:].lstrip()
        if words:
            draft.body.append(Run(end - len(words), end, block.line, block))
        if block.at + at < end:
            self.outcome.pieces.append(Piece("law", block.at + at, end))

    def _deepest(self) -> Draft:
        """Where a table or a diagram belongs: the innermost open provision."""
        return next(draft for draft in reversed(self.path) if draft)

    def _section(self) -> Draft:
        """Where a paragraph without a label belongs: the open section, else the law."""
        return (self.path[1] if len(self.path) > 1 else None) or self.outcome.root

    def _lose_label(self, label: Label, block: Block) -> None:
        message = f"the label {label.printed} fits no place here and stays in the text"
        self._lose("numbering", message, self._section().address, block.line)

    def _lose_numbers(self, depth: int, n: int, label: Label, block: Block) -> None:
        last = self._last(depth) or "nothing"
        message = f"{label.printed} follows {last}: labels between are missing"
        self._lose("numbering", message, self._section().address, block.line)

    def _lose(self, kind: str, message: str, address: Address, line: int) -> None:
        self.outcome.losses.append(Loss(kind, message, address, self.half.language.code, line))
