"""Find the texts beside the laws on a page: recitals before them, annexes after them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from msgspec import structs

from lawkb.model.address import InSeries, Level, Ordinal, Scheme, Series, is_next
from lawkb.model.label import SIGN, folded_law_words, opening_of_series, ordinal_word, plain
from lawkb.model.language import Language, is_latin_numeral
from lawkb.model.law import Loss
from lawkb.parse.document import SMALLEST_HEADING, TextBlock, WordRun
from lawkb.parse.structure.divisions import INSERTED, DivisionOpening, division_opening
from lawkb.parse.structure.labels_and_languages import label_reader
from lawkb.parse.structure.law_numbers import may_be_title
from lawkb.parse.structure.law_structure import LawStructure, read_structure
from lawkb.parse.structure.titles import Opening, TitledLaws
from lawkb.words.folding import INVISIBLE, as_seen

_SEPARATORS = f" \t\u00a0.:–—-{INVISIBLE}"
_NUMBERS = re.compile(r"\d[\d\W]*(?:[^\W\d_]{1,3}[\d\W]+){0,8}(?:[^\W\d_]{1,3})?")  # 5(1) and 6a
_SENTENCE_END = (".", ";", "·", ",")
_LONGEST = 200  # code points of a title
_LONGEST_LABEL = len("(viii)")
_FIRST = re.compile(r"\(1\)(?=\s)|1\.(?=\s)")
_NUMBERED = re.compile(r"\(\d{1,3}\)(?=\s)|\d{1,3}\.(?=\s)")
# The label in «alinéa 5.1(1)a)», which has a closing bracket only.
_CLOSED_LABEL = re.compile(r"(?<![(\w])\w{1,4}\)")
_LETTERED = re.compile(r"([^\W\d_]{1,2})[.)]\s+[^\W_]")
# The number of an inserted annex, and what is added to a number: II bis, II a.
_INSERTED = re.compile(rf"\s*(?:{INSERTED}|\d{{1,3}}\.\d{{1,2}}(?=\W|$))")
_INSERT_APART = re.compile(r"[\s-]?(?:([^\W\d_])(?=[^\w()]*$|\s?[.:–—])|([^\W\d_]{3,12})(?=\W|$))")
# «Whereas:», «HAS ADOPTED THIS REGULATION:»: a line that leads to what follows it.
_LEADS = (":", "—", "–")

Segment = tuple[TextBlock, ...]


@dataclass(frozen=True, slots=True)
class BesideLaws:
    """The texts beside the laws of a page in one language."""

    before: Segment  # the lines before the first law that belong to none of them
    last: Segment  # the lines of the last law, without the texts after it
    preambles: tuple[LawStructure, ...]  # the recitals; at most one text
    annexes: tuple[LawStructure, ...]  # annexes, schedules and the like, in page order
    losses: tuple[Loss, ...]  # headings that are doubtful
    apart: Segment = ()  # the lines of inserted annexes, which no address names

    @property
    def lines(self) -> frozenset[int]:
        """Return the lines of the annexes, whose parts are no divisions of the act."""
        own = (block.line for each in self.annexes for block in each.blocks)
        return frozenset((*own, *(block.line for block in self.apart)))


def read_beside_laws(
    before: Segment, last: Segment, language: Language, scheme: Scheme
) -> BesideLaws:
    """Return the recitals and annexes that a code declares, read like laws.

    The lines before the first law are the preamble: numbered paragraphs are the recitals, the other
    lines are text of the preamble before and after them. An annex begins at a line such as ``ANNEX
    I`` after the last law, if its number is the next one. A page without laws may begin with one,
    of any number: a file for each annex. What is below the title of an inserted annex is put apart.

    Args:
        before: The lines before the first law, without headings of divisions.
    """
    preambles: list[LawStructure] = []
    first = 1
    if not last and any(_annexes(before[:1], 0, language, scheme)[0]):
        before, last, first = (), before, 0
    for series in scheme.series:
        if series.place < 0 and any(map(_is_of_preamble, before)):
            preambles.append(_recitals(before, series, language, scheme))
            before = ()
    starts, losses = _annexes(last, first, language, scheme)
    edges = [*(start.index for start in starts), len(last)]
    annexes: list[LawStructure] = []
    apart: list[TextBlock] = []
    for start, end in zip(starts, edges[1:], strict=True):
        lines = last[start.index : end]
        if start.is_inserted:
            apart += lines
            losses.append(_inserted_loss(lines, language))
        else:
            annexes.append(_annex(start, lines, language, scheme))
    beside = (tuple(preambles), tuple(annexes), tuple(losses), tuple(apart))
    return BesideLaws(before, last[: edges[0]], *beside)


def is_page_of_annex(titled: TitledLaws, language: Language, scheme: Scheme) -> bool:
    """Whether a page begins with the title of an annex, and its laws are but numbered headings.

    Args:
        titled: The laws of the page, as their titles divide it.
    """
    labels = (law.label for law in titled.laws if law.label)
    words = any(char.isalpha() for each in labels for char in each.words)
    return not words and any(_annexes(titled.before[:1], 0, language, scheme)[0])


def first_annex(titled: TitledLaws, language: Language, scheme: Scheme) -> TextBlock | None:
    """Return the title of the first annex if only bare numbers follow it, ``9 Lamp: $5``.

    They are items of annexes, although they go on from the last section. None if no law seems to
    begin after an annex, or one with the word for a law does.

    Args:
        titled: The laws of the page, as their titles divide it.
    """
    for index, law in enumerate(titled.laws[:-1]):
        starts, _ = _annexes(law.blocks, 1, language, scheme)
        labels = (each.label.words for each in titled.laws[index + 1 :] if each.label)
        if starts and not any(char.isalpha() for words in labels for char in words):
            return law.blocks[starts[0].index]
    return None


def without_second_act(titled: TitledLaws, language: Language, scheme: Scheme) -> TitledLaws:
    """Put apart what follows a title whose law has begun before: it is of no law of this act.

    It goes as far as the next law or annex; the titles in annexes are of their texts. The headings
    above it go with it.

    Args:
        titled: The laws of the page, as their titles divide it.
    """
    if not titled.again:
        return titled
    laws: list[Opening] = []
    apart: list[Segment] = []
    for law in titled.laws:
        starts, _ = _annexes(law.blocks, 1, language, scheme)
        end = starts[0].index if starts else len(law.blocks)
        begin = next((n for n in range(end) if _is_again(law.blocks[n], titled)), end)
        while law.first < begin < end and law.blocks[begin - 1].is_heading:
            begin -= 1
        if law.first < begin < end and _is_title_of_act(law.blocks[begin - 1 : begin + 1], titled):
            begin -= 1
        if begin < end:
            apart.append(law.blocks[begin:end])
            law = replace(law, blocks=(*law.blocks[:begin], *law.blocks[end:]))
        laws.append(law)
    return replace(titled, laws=tuple(laws), apart=tuple(apart))


def _is_again(block: TextBlock, titled: TitledLaws) -> bool:
    return block.at in titled.again and not block.is_quoted


def _is_title_of_act(lines: Segment, titled: TitledLaws) -> bool:
    """Whether two lines are the title of an act and that of its first law."""
    title, law = lines
    return titled.again.get(law.at) == titled.laws[0].number and may_be_title(title)


# ---- recitals


def _recitals(blocks: Segment, series: Series, language: Language, scheme: Scheme) -> LawStructure:
    """Read the preamble: what is before the first number and after the last recital is its own."""
    number = series.number(0)
    numbered = [index for index, block in enumerate(blocks) if _is_numbered(block)]
    after = numbered[-1] + 1 if numbered else len(blocks)
    end = next((n for n in range(after, len(blocks)) if _closes(blocks[n])), len(blocks))
    opening = Opening(number, blocks[:end], level=SMALLEST_HEADING)  # none is a recital
    structure = read_structure(opening, language, scheme.inside(number))
    structure.close(blocks[end:])
    # Above the recitals, a heading is the title of the act.
    structure.losses[:] = [each for each in structure.losses if each.kind != "heading"]
    return structure


def _is_of_preamble(block: TextBlock) -> bool:
    """Whether a line is the first recital, or enacts the act: ``HAS ADOPTED THIS DECISION:``."""
    enacts = block.text.isupper() and block.text.endswith(":")
    return enacts or (not block.is_heading and bool(_FIRST.match(as_seen(block.text)[0])))


def _is_numbered(block: TextBlock) -> bool:
    return not block.is_heading and bool(_NUMBERED.match(as_seen(block.text)[0]))


def _closes(block: TextBlock) -> bool:
    """Whether a line after the last recital leads to the laws, and is no text of the recital."""
    return block.text.isupper() or block.text.endswith(_LEADS) or block.is_heading


# ---- annexes


@dataclass(frozen=True, slots=True)
class _Start:
    """A heading of an annex: its line, its number and the offset after its label.

    The first may have a heading of all annexes above it, ``SCHEDULES``, which is no title.
    """

    index: int
    number: InSeries
    num_end: int
    is_below_heading: bool = False
    is_inserted: bool = False  # Whether its number is an insert, which is not read.


def _annexes(
    last: Segment, first: int, language: Language, scheme: Scheme
) -> tuple[list[_Start], list[Loss]]:
    """Return the titles of annexes among lines, and losses for those that are doubtful.

    Args:
        last: The lines of the last law, or of a page without laws.
        first: Index of the first line that may be a title.
    """
    starts: list[_Start] = []
    losses: list[Loss] = []
    counts: dict[str, int] = {}
    headings: set[int] = set()
    for index, block in enumerate(last):
        for series in scheme.series if index >= first and not block.is_quoted else ():
            found = _series_opening(block.text, series, language) if series.numbering else None
            end = _inserted_end(block.text, *found) if found else None
            if end and _is_title(block, end):
                starts.append(_Start(index, series.number(0), end, is_inserted=True))
                break
            if found is None or not _is_title(block, found[1]):
                continue
            readings, num_end = found
            if not readings and _opens_first(last[index + 1 : index + 2], series, language):
                headings.add(index)
                break
            begins = readings and not index  # the page of one annex
            expected = readings[0] if begins else counts.get(series.name, 0) + 1
            if expected in readings or (not readings and expected == 1):
                counts[series.name] = expected
                below = index - 1 in headings
                starts.append(_Start(index - below, series.number(expected), num_end, below))
            else:
                what = f"«{block.text[:60]}» may be the title of an annex; it is read as text"
                losses.append(Loss("numbering", what, language=language.code, line=block.line))
            break
    return starts, losses


def _series_opening(
    text: str, series: Series, language: Language
) -> tuple[tuple[int, ...], int] | None:
    """Return what the number of a heading such as ``ANNEX I`` may be, and where the label ends."""
    text, places = as_seen(text)
    if found := opening_of_series(text, series, language):
        return found[0], places[found[1] - 1] + 1
    first, _, rest = text.partition(" ")
    before = ordinal_word(first, language)  # FIRST SCHEDULE, «Πρώτο Παράρτημα»
    found = opening_of_series(rest, series, language) if before else None
    if not before or not found or found[0]:
        return None
    return (before,), places[len(text) - len(rest) + found[1] - 1] + 1


def _inserted_end(text: str, readings: tuple[int, ...], num_end: int) -> int | None:
    """Return where the number of an inserted annex ends in its title; None for another one.

    Args:
        readings: What its number may be without what is added to it.
        num_end: Offset after this number; without one, after the name of the annex.
    """
    match = (_INSERT_APART if readings else _INSERTED).match(text, num_end)
    is_word = readings and match and match[2]
    return match.end() if match and (not is_word or is_latin_numeral(match[2])) else None


def _inserted_loss(lines: Segment, language: Language) -> Loss:
    what = f"«{lines[0].text[:60]}» is an inserted annex; its {len(lines)} lines are in no text"
    return Loss("unparsed", f"{what} of the code", language=language.code, line=lines[0].line)


def _opens_first(lines: Segment, series: Series, language: Language) -> bool:
    """Whether the next line is the title of the first text of a series."""
    found = _series_opening(lines[0].text, series, language) if lines else None
    return found is not None and 1 in found[0]


def _is_title(block: TextBlock, num_end: int) -> bool:
    """Whether a line that begins like the title of an annex has the shape of one."""
    words = block.text[num_end:]
    if block.is_heading or not words.strip(_SEPARATORS):
        return True
    marked_off = words[:1] in ":–—-." or words[:2] in (" –", " —", " -", " :")
    # «Anlage (zu § 6 Absatz 2)»: what the annex belongs to
    marked_off = marked_off or (words[:2] == " (" and words.endswith(")"))
    sentence = block.text.endswith(_SENTENCE_END) or len(block.text) > _LONGEST
    return (marked_off or block.text.isupper()) and not sentence


def _annex(start: _Start, blocks: Segment, language: Language, scheme: Scheme) -> LawStructure:
    inside = scheme.inside(start.number)
    above, lines = blocks[: start.is_below_heading], blocks[start.is_below_heading :]
    opening = _opening(start.number, lines, start.num_end, language, inside)
    ordered = (opening.blocks[0], *above, *opening.blocks[1:])
    opening = replace(opening, blocks=ordered, first=opening.first + len(above))
    law = _read_divided(opening, start.number, language, inside, 0)
    references = {
        block.line for block in blocks if block.is_heading and _is_reference(block.text, language)
    } | ({lines[0].line} if opening.at else set())
    law.losses[:] = [
        loss for loss in law.losses if loss.kind != "heading" or loss.line not in references
    ]
    return law


def _opening(
    number: InSeries, blocks: Segment, num_end: int, language: Language, scheme: Scheme
) -> Opening:
    """Divide the lines of an annex or of its part into label, title and text.

    What says to which law it belongs is text, on the line of the label or between it and the title:
    *(Section 29)*, ``Section 29``.
    """
    block = blocks[0]
    label = WordRun(block.at, block.at + num_end, block)
    words_at = len(block.text) - len(block.text[num_end:].lstrip(_SEPARATORS))
    after = block.text[words_at:]
    beside = WordRun(block.at + words_at, block.at + len(block.text), block) if after else None
    if after and not _is_bracketed(after):
        return Opening(number, blocks, label, beside, 1)
    of = (n for n, each in enumerate(blocks) if n and not _is_reference(each.text, language))
    first = next(of, 0)
    title = blocks[first] if first else None
    words = _division_words(scheme.levels, language)
    if title is None or not _is_heading(title) or _opens_division(title, words, language):
        return Opening(number, blocks, label, beside, 1)
    heading = WordRun(title.at, title.at + len(title.text), title)
    rest = (*blocks[1:first], *blocks[first + 1 :])
    if after:
        return Opening(number, (title, block, *rest), label, heading, 1, words_at)
    return Opening(number, (block, title, *rest), label, heading, 2)


def _is_reference(text: str, language: Language) -> bool:
    """Whether a line says to which law an annex belongs: in brackets, or a number with its word."""
    if _is_bracketed(text):
        return True
    word, _, number = text.partition(" ")
    named = word.startswith(SIGN) or plain(word) in folded_law_words(language)
    return named and bool(_NUMBERS.fullmatch(number))


def _is_bracketed(text: str) -> bool:
    """Whether a line is in brackets as a whole: ``(as referred to in Article 11(1))``."""
    text = text.rstrip(" .")
    text = _CLOSED_LABEL.sub("", text[:-1]) + text[-1:]
    opened = 0
    for at, char in enumerate(text):
        opened += (char == "(") - (char == ")")
        if opened <= 0:
            return at == len(text) - 1 and len(text) > _LONGEST_LABEL
    return False


# ---- divisions inside an annex


def _read_divided(
    opening: Opening, number: InSeries, language: Language, scheme: Scheme, after: Ordinal
) -> LawStructure:
    """Read an annex or a division of it: first the lines before its divisions, then each of these.

    Args:
        number: The annex.
        scheme: The levels from the annex or the division down.
        after: Last number of the points before it.
    """
    level, *below = scheme.levels[1:]
    if not level.is_division:
        begun = after if _goes_on(opening, language, scheme, after) else 0
        return read_structure(opening, language, scheme, begun)
    inside = structs.replace(scheme, levels=(scheme.levels[0], *below))
    text = opening.blocks[opening.first :]
    starts, losses = _division_starts(text, level, language)
    edges = [*(index for index, *_ in starts), len(text)]
    lead = replace(opening, blocks=opening.blocks[: opening.first + edges[0]])
    law = _read_divided(lead, number, language, inside, after)
    depth = 1 + sum(each.is_division for each in below)
    last = max(law.last(depth), after)
    law.move(0)
    for (index, n, num_end), end in zip(starts, edges[1:], strict=True):
        lines = _opening(number, text[index:end], num_end, language, inside)
        division = _read_divided(lines, number, language, inside, last)
        last = division.last(depth) or last
        division.move(n)
        law.add(division)
    law.opening = opening
    law.losses += losses
    return law


def _goes_on(opening: Opening, language: Language, scheme: Scheme, after: Ordinal) -> bool:
    """Whether the first number of some lines is the one after the last number before them."""
    read = label_reader(scheme, language)
    for block in opening.blocks[opening.first :]:
        labels = () if block.is_unlabelled else read(block.text)
        numbers = [n for depth, n in labels[0].readings if depth == 1] if labels else []
        if numbers:
            return 1 not in numbers and any(is_next(n, after) for n in numbers)
    return False


def _division_starts(
    text: Segment, level: Level, language: Language
) -> tuple[list[tuple[int, int, int]], list[Loss]]:
    """Return index, number and end of the label of each division of a level among lines.

    A heading whose number is not the next one is a loss.
    """
    words = _division_words((level,), language)
    starts: list[tuple[int, int, int]] = []
    losses: list[Loss] = []
    for index, block in enumerate(text):
        found = _opens_division(block, words, language)
        expected = starts[-1][1] + 1 if starts else 1
        if found and expected in found.readings:
            starts.append((index, expected, found.num_end))
        elif found:
            what = f"«{block.text[:60]}» may be the heading of a division; it is read as text"
            losses.append(Loss("numbering", what, language=language.code, line=block.line))
    return starts or _lettered_starts(text, level, language), losses


def _lettered_starts(text: Segment, level: Level, language: Language) -> list[tuple[int, int, int]]:
    """Return the headings ``A. Oil lamps``, ``B. Electric lamps`` as those of lettered divisions.

    There are two or more from A on, each a heading to judge by its words; text follows the first.
    """
    starts: list[tuple[int, int, int]] = []
    for index, block in enumerate(text):
        match = None if block.is_unlabelled else _LETTERED.match(block.text)
        n = language.ordinal("upper", match[1]) if match and level.numbering == "upper" else None
        if match and n == len(starts) + 1 and _is_heading(block):
            starts.append((index, n, match.end(1) + 1))
    apart = len(starts) > 1 and starts[1][0] > starts[0][0] + 1
    return starts if apart else []


def _opens_division(
    block: TextBlock, words: Mapping[str, int], language: Language
) -> DivisionOpening | None:
    found = division_opening(block, words, language) if words else None
    return found if found and _is_title(block, found.num_end) else None


def _division_words(levels: tuple[Level, ...], language: Language) -> dict[str, int]:
    """Return the words that announce the divisions among levels, folded, each with its level."""
    table = language.tables.get("divisions", {})
    return {
        plain(word): depth
        for depth, level in enumerate(levels)
        if level.is_division
        for word in table.get(level.name, ())
    }


def _is_heading(block: TextBlock) -> bool:
    if block.is_quoted or _NUMBERED.match(block.text):
        return False
    if block.is_heading or (block.rich and block.rich.kind != "paragraph"):
        return block.is_heading
    whole = len(block.text) <= _LONGEST and not block.text.endswith((*_SENTENCE_END, ":"))
    return whole and block.text[:1].isalpha()
