"""Find the texts beside the laws on a page: recitals before them, annexes after them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lawkb.model.address import InSeries, Scheme, Series
from lawkb.model.beside import opening_of_series
from lawkb.model.language import Language
from lawkb.model.law import Loss
from lawkb.parse.document import TextBlock, WordRun
from lawkb.parse.law_structure import LawStructure, read_structure
from lawkb.parse.titles import Opening

_SEPARATORS = " \t\u00a0.:–—-"
_SENTENCE_END = (".", ";", "·", ",")
_LONGEST = 200  # code points of a title
_FIRST = re.compile(r"\(1\)(?=\s)|1\.(?=\s)")
_NUMBERED = re.compile(r"\(\d{1,3}\)(?=\s)|\d{1,3}\.(?=\s)")
# «Whereas:», «HAS ADOPTED THIS REGULATION:»: a line that leads to what follows it.
_LEADS = (":", "—", "–")

Segment = tuple[TextBlock, ...]


@dataclass(frozen=True, slots=True)
class BesideLaws:
    """The texts beside the laws of a page in one language.

    Attributes:
        before: The lines before the first law that belong to none of them.
        last: The lines of the last law, without the texts after it.
        preambles: The recitals; at most one text.
        annexes: Annexes, schedules and the like, in page order.
        losses: Headings that are doubtful.
    """

    before: Segment
    last: Segment
    preambles: tuple[LawStructure, ...]
    annexes: tuple[LawStructure, ...]
    losses: tuple[Loss, ...]


def read_beside_laws(
    before: Segment, last: Segment, language: Language, scheme: Scheme
) -> BesideLaws:
    """Return the recitals and annexes that a code declares, read like laws.

    The lines before the first law are the preamble: numbered paragraphs are the recitals, the other
    lines are text of the preamble before and after them. An annex begins at a line such as ``ANNEX
    I`` after the last law, if its number is the next one. A page without laws may begin with one,
    of any number: a file for each annex.

    Args:
        before: The lines before the first law, without headings of divisions.
        last: The lines of the last law.
        language: Language of the lines.
        scheme: Levels and series of the code.
    """
    preambles: list[LawStructure] = []
    first = 1
    if not last and any(_annexes(before[:1], 0, language, scheme)[0]):
        before, last, first = (), before, 0
    for series in scheme.series:
        if series.place < 0 and any(_FIRST.match(block.text) for block in before):
            preambles.append(_recitals(before, series, language, scheme))
            before = ()
    starts, losses = _annexes(last, first, language, scheme)
    edges = [*(start.index for start in starts), len(last)]
    annexes = tuple(
        _annex(start, last[start.index : end], language, scheme)
        for start, end in zip(starts, edges[1:], strict=True)
    )
    return BesideLaws(before, last[: edges[0]], tuple(preambles), annexes, tuple(losses))


# ---- recitals


def _recitals(blocks: Segment, series: Series, language: Language, scheme: Scheme) -> LawStructure:
    """Read the preamble: what is before the first number and after the last recital is its own."""
    number = series.number(0)
    numbered = [index for index, block in enumerate(blocks) if _NUMBERED.match(block.text)]
    end = next((n for n in range(numbered[-1] + 1, len(blocks)) if _closes(blocks[n])), len(blocks))
    structure = read_structure(Opening(number, blocks[:end]), language, scheme.inside(number))
    structure.close(blocks[end:])
    # Above the recitals, a heading is the title of the act.
    structure.losses[:] = [each for each in structure.losses if each.kind != "heading"]
    return structure


def _closes(block: TextBlock) -> bool:
    """Whether a line after the last recital leads to the laws, and is no text of the recital."""
    return block.text.isupper() or block.text.endswith(_LEADS) or block.is_heading


# ---- annexes


@dataclass(frozen=True, slots=True)
class _Start:
    """A heading of an annex: its line, its number and the offsets of label and title."""

    index: int
    number: InSeries
    num_end: int
    words_at: int


def _annexes(
    last: Segment, first: int, language: Language, scheme: Scheme
) -> tuple[list[_Start], list[Loss]]:
    """Return the titles of annexes among lines, and losses for those that are doubtful.

    Args:
        last: The lines of the last law, or of a page without laws.
        first: Index of the first line that may be a title.
        language: Language of the lines.
        scheme: Levels and series of the code.
    """
    starts: list[_Start] = []
    losses: list[Loss] = []
    counts: dict[str, int] = {}
    for index, block in enumerate(last):
        for series in scheme.series if index >= first else ():
            found = opening_of_series(block.text, series, language) if series.numbering else None
            if found is None or not _is_title(block, found[1]):
                continue
            readings, num_end = found
            begins = readings and not index  # the page of one annex
            expected = readings[0] if begins else counts.get(series.name, 0) + 1
            words_at = len(block.text) - len(block.text[num_end:].lstrip(_SEPARATORS))
            if expected in readings or (not readings and expected == 1):
                counts[series.name] = expected
                starts.append(_Start(index, series.number(expected), num_end, words_at))
            else:
                what = f"«{block.text[:60]}» may be the title of an annex; it is read as text"
                losses.append(Loss("numbering", what, language=language.code, line=block.line))
            break
    return starts, losses


def _is_title(block: TextBlock, num_end: int) -> bool:
    """Whether a line that begins like the title of an annex has the shape of one."""
    words = block.text[num_end:]
    if block.is_heading or not words.strip(_SEPARATORS):
        return True
    marked_off = words[:1] in ":–—-." or words[:2] in (" –", " —", " -", " :")
    sentence = block.text.endswith(_SENTENCE_END) or len(block.text) > _LONGEST
    return (marked_off or block.text.isupper()) and not sentence


def _annex(start: _Start, blocks: Segment, language: Language, scheme: Scheme) -> LawStructure:
    block, inside = blocks[0], scheme.inside(start.number)
    label = WordRun(block.at, block.at + start.num_end, block)
    heading, first = None, 1
    if start.words_at < len(block.text):
        heading = WordRun(block.at + start.words_at, block.at + len(block.text), block)
    elif len(blocks) > 1 and _is_heading(blocks[1]):
        heading, first = WordRun(blocks[1].at, blocks[1].at + len(blocks[1].text), blocks[1]), 2
    return read_structure(Opening(start.number, blocks, label, heading, first), language, inside)


def _is_heading(block: TextBlock) -> bool:
    if block.is_heading:
        return True
    if block.rich and block.rich.kind != "paragraph":
        return False
    numbered = bool(_NUMBERED.match(block.text))
    whole = len(block.text) <= _LONGEST and not block.text.endswith((*_SENTENCE_END, ":"))
    return whole and not numbered and block.text[:1].isalpha()
