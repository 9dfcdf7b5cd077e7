"""Read comparisons of two revisions: the newer one, as far as it is shown.

Often a comparison is the only raw text of a page that a public wiki gives: if a page was created as
a stub and then filled, the comparison of the two revisions shows all of its text.
``lawkb.parse.complete_law`` adds its content to the law of another page.

`read_diff` reads a comparison in HTML, as DokuWiki shows it. Of comparisons as text extractors
write them, `read_diff_text` knows three layouts: rows with bars (trafilatura), rows with tabs
(resiliparse 2) and both sides joined (resiliparse 0.14). All of them may end a line at its first
tag, so that no line is certain to be complete. `read_diff_page` makes a document of either.

Source: the comparison pages of DokuWiki, and the output of these programs for them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby, zip_longest

from lxml import etree
from msgspec import Struct
from msgspec.structs import replace

from lawkb.model.law import Loss
from lawkb.model.page import utc_time
from lawkb.model.privacy import public_name
from lawkb.parse.document import Block, Comparison, Document, iso_time
from lawkb.parse.dokuwiki.document import read_wikitext
from lawkb.parse.html.document import read_facts
from lawkb.parse.html.elements_in_order import attribute, classes, read_steps, walk, words_of
from lawkb.unicode_characters import normalized

_TIMESTAMP = re.compile(r"[1-9]\d{0,11}", re.ASCII)
_QUERY_REVISION = re.compile(r"[?&;]rev=(\d+)", re.ASCII)
_LINE = re.compile(r"\d{1,6}", re.ASCII)
_INLINE = re.compile(r"-\d{1,6}(?:,\d+)? \+(\d{1,6})", re.ASCII)
_MISPLACED = "the inline view misplaces spaces next to deleted words of the older revision"


class DiffLine(Struct, frozen=True):
    """A line of the newer revision in a comparison of two revisions."""

    number: int  # Number of the line in the raw text, from 1.
    text: str  # Raw wiki text of the line.
    # Whether the line is the same in both revisions, and only shown around a change.
    context: bool = False
    partial: bool = False  # Whether the end of the line may be missing.


class Diff(Struct, frozen=True):
    """The newer revision of a page, as far as a comparison with an older revision shows it."""

    page_id: str | None  # Id of the page; None when unknown.
    lines: tuple[DiffLine, ...]  # Changed lines and the unchanged lines around them, in order.
    losses: tuple[Loss, ...]  # What could not be read.
    # The time of the revision, and whether it was the present one.
    revision: Comparison = Comparison(current=False)
    user: str | None = None  # Author of the revision; None when unknown.


def read_diff(content: bytes) -> Diff:
    """Return the newer revision in an HTML comparison, side by side or inline. Never raises.

    Lines are raw wiki text: ``<wbr>`` is dropped, and no-break spaces become spaces, which they
    almost always are in the text. The last line of a truncated page is ``partial``. A page that is
    no comparison gives no lines and a loss.

    Source: the comparison pages of DokuWiki.
    """
    page = read_steps(content)
    page_id = read_facts(page).page_id
    nodes = [step.node for step in page.steps if step.kind == "open"]
    table = next((n for n in nodes if n.tag == "table" and "diff" in classes(n)), None)
    if table is None:
        loss = Loss("text", "the page is not a comparison of two revisions")
        return Diff(page_id, (), (*page.losses, loss))
    rows = tuple(_rows(table))
    lines, is_mixed = _newer_lines(rows, inline="diff_inline" in classes(table))
    losses = list(page.losses)
    if page.cut:
        losses.append(Loss("text", "the comparison is truncated"))
        lines[-1:] = [replace(line, partial=True) for line in lines[-1:]]
    if is_mixed:
        losses.append(Loss("text", _MISPLACED))
    heads = [
        cell
        for row in rows
        for cell in row
        if cell.tag == "th" and "diff-lineheader" not in classes(cell)
    ]
    diff = Diff(page_id, tuple(lines), tuple(losses))
    if len(heads) < 2:
        return diff
    head = heads[1]  # the older revision is first
    time = _time(head, nodes)
    links = [attribute(link, "href") for link in head.iter("a")]
    user = next((node for node in head.iter("span") if "user" in classes(node)), None)
    return replace(
        diff,
        # A header links to the page itself, and to older revisions by their names.
        revision=Comparison(
            bool(links) and not any(_QUERY_REVISION.search(link) for link in links),
            iso_time(words_of(head)) or None,
            time,
        ),
        user=public_name(words_of(user)) if time and user is not None else None,
    )


def _rows(table: etree._Element) -> Iterator[etree._Element]:
    """Yield the rows of a table, without those of tables inside its cells."""
    for child in table:
        if child.tag == "tr":
            yield child
        elif child.tag in ("tbody", "thead"):
            yield from (row for row in child if row.tag == "tr")


def _time(head: etree._Element, nodes: list[etree._Element]) -> str | None:
    """Return the time of the revision that a header links, else of the one in the form above."""
    links = (_QUERY_REVISION.search(attribute(link, "href")) for link in head.iter("a"))
    form = (
        attribute(node, "value")
        for node in reversed(nodes)
        if node.tag == "input" and attribute(node, "name") == "rev2[1]"
    )
    stamps = (link[1] for link in links if link)
    stamp = next(stamps, "") or next(filter(_TIMESTAMP.fullmatch, form), "")
    return utc_time(int(stamp)) if _TIMESTAMP.fullmatch(stamp) else None


@dataclass(frozen=True, slots=True)
class _Row:
    """A table row of a comparison."""

    older: bool  # Whether the row has words of the older revision.
    newer: str | None  # Line of the newer revision; None when the row has none.
    # In the inline view, spans of a line with words of both revisions, each with whether only the
    # older one has it; None for other rows.
    mixed: tuple[tuple[str, bool], ...] | None = None
    context: bool = False  # Whether the line is the same in both revisions.


def _newer_lines(rows: tuple[etree._Element, ...], inline: bool) -> tuple[list[DiffLine], bool]:
    """Return the newer lines of all hunks, and whether a row mixes words of both revisions."""
    hunks: list[tuple[int, list[_Row]]] = []
    for row in rows:
        first = _first_line(row)
        if first is not None:
            hunks.append((first, []))
        elif hunks and (read := _inline_row(row) if inline else _row(row)):
            hunks[-1][1].append(read)
    lines: list[DiffLine] = []
    for first, hunk in hunks:
        shown = [
            (text, context)
            for context, run in groupby(hunk, key=lambda row: row.context)
            for text in _newer(tuple(run), context)
        ]
        lines += [DiffLine(n, *line) for n, line in enumerate(shown, start=first)]
    return lines, any(row.mixed for _, hunk in hunks for row in hunk)


def _first_line(row: etree._Element) -> int | None:
    """Return the first newer line of a hunk: 3 for ``Γραμμή 3:`` and ``@@ Γραμμή -3 +3 @@``."""
    heads = [words_of(cell) for cell in row if "diff-blockheader" in classes(cell)]
    inline = _INLINE.search(heads[0]) if heads else None
    if inline:
        return int(inline[1])
    found = [match for match in map(_LINE.search, heads) if match]
    return int(found[-1][0]) if found else None


def _newer(run: tuple[_Row, ...], context: bool) -> list[str]:
    """Return the newer lines of consecutive rows that are all unchanged, or all one change.

    Where lines were changed into lines, the wiki compares words, and writes a space for each line
    end between them, which is removed here.
    """
    if any(row.mixed is not None for row in run):
        return _newer_of_mixed(run)
    newer = [row.newer for row in run if row.newer is not None]
    if context or not any(row.older for row in run):
        return newer
    return [*(line.removesuffix(" ") for line in newer[:-1]), *newer[-1:]]


def _newer_of_mixed(run: tuple[_Row, ...]) -> list[str]:
    """Return the newer lines of mixed rows; line ends of only the older revision are ignored."""
    lines: list[str] = []
    begun = ""
    for number, row in enumerate(run, start=1):
        spans = row.mixed if row.mixed is not None else ((row.newer or "", False),)
        begun += "".join(text for text, is_older in spans if not is_older)
        if number == len(run):
            lines.append(begun)
        elif not (spans and spans[-1][1]):
            lines.append(begun.removesuffix(" ") if spans else begun)
            begun = ""
    return lines


def _row(row: etree._Element) -> _Row | None:
    """Read a row of the side-by-side view; None for other rows."""
    cells = {name: cell for cell in row for name in classes(cell)}
    context = [cell for cell in row if "diff-context" in classes(cell)]
    if context:
        return _Row(older=True, newer=_text(context[-1]), context=True)
    left, right = cells.get("diff-deletedline"), cells.get("diff-addedline")
    if left is None and right is None:
        return None
    return _Row(left is not None, _text(right) if right is not None else None)


def _inline_row(row: etree._Element) -> _Row | None:
    """Read a row of the inline view, whose last cell is the line; None for other rows."""
    cell = row[-1] if len(row) > 1 else None
    if cell is None or cell.tag != "td" or "diffnav" in classes(cell):
        return None
    names = classes(cell)
    if "diff-context" in names:
        return _Row(older=True, newer=_text(cell), context=True)
    if "diff-deletedline" in names:
        return _Row(older=True, newer=None)
    if "diff-addedline" in names:
        return _Row(older=False, newer=_text(cell))
    return _Row(older=True, newer=None, mixed=tuple(_spans(cell)))


def _text(cell: etree._Element) -> str:
    return "".join(text for text, _ in _spans(cell))


def _spans(cell: etree._Element) -> Iterator[tuple[str, bool]]:
    """Yield the raw text of a line in spans, each with whether only the older revision has it."""
    path = [False]
    for step in walk(cell):
        if step.kind == "open":
            names = classes(step.node) if step.node is not cell else frozenset()
            newer = path[-1] and "diff-addedline" not in names
            path.append("diff-deletedline" in names or newer)
        elif step.kind == "close":
            path.pop()
        elif step.kind == "text":
            yield step.text.replace("\u00a0", " ").replace("\n", " "), path[-1]


# ---- a document of either

_LONGEST_HEAD = 1000
_LAST_HEAD = 200  # lines; a comparison names its revisions at the top
# «rule_07 [2017/05/26 09:00] – nikosrule_07 [2017/05/26 09:05] (τρέχουσα) – …»
_HEAD = re.compile(
    r"[|\s]*(?P<page>[^\s\[\]|]{1,100}) \[[^\[\]]{1,40}\].*?(?P=page)"
    r" \[(?P<time>[^\[\]]{1,40})\](?P<current> \([^()]{1,40}\))?"
)


def read_dump_head(text: str) -> Diff | None:
    """Return the newer revision that extracted text of a comparison names; None for other text.

    Its lines are not read.
    """
    for line in text.split("\n", _LAST_HEAD)[:_LAST_HEAD]:
        match = _HEAD.match(line) if len(line) <= _LONGEST_HEAD else None
        if match:
            printed = iso_time(match["time"]) or None
            return Diff(match["page"], (), (), Comparison(bool(match["current"]), printed))
    return None


# Code points of the newer side; several times the largest law, as for a page of text.
_LARGEST_SIDE = 96 * 1024
_CONTEXT_LINES = 2  # unchanged lines that a comparison shows around a change


def read_diff_page(diff: Diff, total: int) -> Document:
    """Return the newer side of a comparison as a document, with gaps between its blocks.

    Consecutive lines are parsed together, so that an unclosed sign in one group changes no other.
    Footnotes are numbered within their group: the page numbers them differently.

    Args:
        total: Characters of the page. Those of the older side and of the wiki are furniture: text
            that does not belong to the page.
    """
    blocks: list[Block] = []
    losses = list(diff.losses)
    runs = _runs(diff.lines)
    large = sum(len(line.text) + 1 for line in diff.lines) > _LARGEST_SIDE
    if large:
        losses.append(Loss("unparsed", f"more than {_LARGEST_SIDE} characters: not read"))
    for run in () if large else runs:
        # Blank lines may be missing where a line may be truncated: then each line is read alone.
        cut = any(line.partial for line in run[:-1])
        for part in [[line] for line in run] if cut else [run]:
            text = normalized("NFC", "\n".join(line.text for line in part))
            found = read_wikitext(text, diff.page_id or "")
            blocks += _sized(found.blocks, part)
            above = part[0].number - 1
            losses += [
                replace(loss, line=loss.line + above if loss.line else None)
                for loss in found.losses
            ]
    read = sum(block.size + block.note_size for block in blocks)
    partial = frozenset(line.number for line in diff.lines if line.partial)
    whole = diff.revision.current and not partial and not large and _shows_all(diff.lines)
    firsts = tuple(run[0].number for run in runs)
    return Document(
        "diff",
        tuple(blocks),
        page_id=diff.page_id,
        revised=diff.revision.printed or diff.revision.time,
        user=diff.user,
        total=max(total, read),
        elsewhere=(("furniture", total - read),) if total > read else (),
        losses=tuple(losses),
        comparison=replace(diff.revision, partial=partial, runs=firsts, whole=whole),
    )


def _runs(lines: tuple[DiffLine, ...]) -> list[list[DiffLine]]:
    """Return the lines in groups of consecutive lines."""
    runs: list[list[DiffLine]] = []
    for line in lines:
        if not runs or line.number != runs[-1][-1].number + 1:
            runs.append([])
        runs[-1].append(line)
    return runs


def _shows_all(lines: tuple[DiffLine, ...]) -> bool:
    """Whether no line is missing; at the end, a comparison would show two unchanged lines."""
    expected = 1
    for line in lines:
        if line.number > expected:
            return False
        expected = max(expected, line.number + 1)
    after = next((i for i, line in enumerate(reversed(lines)) if not line.context), len(lines))
    return bool(lines) and after < _CONTEXT_LINES


def _sized(blocks: tuple[Block, ...], lines: list[DiffLine]) -> list[Block]:
    """Set lines and sizes of blocks, without line ends, which the text of the HTML lacks."""
    found: list[Block] = []
    for block, after in zip_longest(blocks, blocks[1:]):
        ends = (after.line if after else len(lines)) - block.line
        size = max(0, block.size - max(0, ends))
        line = block.line + lines[0].number - 1
        found.append(replace(block, line=line, size=size))
    return found


_LONGEST_HUNK_LINE = 200
_HUNK = re.compile(r"[|\s]*(\w{1,20}) \d{1,6}:[|\s]+\1 (?P<line>\d{1,6}):[|\s]*")
_BAR = re.compile(r"(?<!\\)\|")
_CUT = "lines of the comparison may be truncated: headings and links are used, words are not"
_MIXED = "in {} lines of the comparison, old and new words cannot be distinguished"


def read_diff_text(text: str) -> Diff:
    """Return the newer revision in the extracted text of a comparison. Never raises.

    Returns:
        The lines of the newer side; the older side is not read. Every line is ``partial``. Line
        numbers are those of the raw text only if the extractor dropped no blank line above. A text
        that is no comparison gives no lines and a loss.
    """
    head = read_dump_head(text)
    if head is None:
        return Diff(None, (), (Loss("text", "the text is not a comparison of two revisions"),))
    lines: list[DiffLine] = []
    hunks = mixed = number = 0
    read: Callable[[str], _Row | None] | None = None
    for line in text.replace("\u00a0", " ").split("\n"):  # the view has them instead of spaces
        opened = _HUNK.fullmatch(line) if len(line) <= _LONGEST_HUNK_LINE else None
        if opened:
            hunks, number = hunks + 1, int(opened["line"])
            read = _barred if "|" in line else _tabbed if "\t" in line else _joined
            continue
        row = read(line) if read else None
        if row is None:
            read = None  # a line that is no row ends a hunk
        elif row.newer is not None:
            lines.append(DiffLine(number, row.newer, partial=True))
            number += 1
        mixed += row is not None and row.mixed is not None
    losses = [Loss("text", _CUT)] if hunks else []
    losses += [Loss("text", _MIXED.format(mixed))] if mixed else []
    return replace(head, lines=tuple(lines), losses=tuple(losses))


def _barred(line: str) -> _Row | None:
    """Read a row such as ``| - | old | + | new |``; bars in cells are escaped by a backslash."""
    cells = [cell.strip().replace("\\|", "|") for cell in _BAR.split(line)[1:-1]]
    return _of_cells(cells) if line.startswith("|") else None


def _tabbed(line: str) -> _Row | None:
    """Read a row of sign, words, sign and words, separated by tabs."""
    return _of_cells([cell.strip() for cell in re.split(r"\t+", line)]) if "\t" in line else None


def _of_cells(cells: list[str]) -> _Row | None:
    """Return the newer side of cells: after a plus, else the last of four; None after a minus."""
    if "+" in cells[:3]:
        at = cells.index("+") + 1
        return _Row(older=False, newer=cells[at] if at < len(cells) else "")
    if cells[:1] == ["-"]:
        return _Row(older=True, newer=None)
    return _Row(older=False, newer=cells[-1]) if len(cells) in (1, 2, 4) else None


def _joined(line: str) -> _Row | None:
    """Read a row without separators: ``words words``, ``+new``, ``-old`` or ``-old+new``."""
    bare = line.strip()
    half, rest = divmod(len(bare), 2)
    if not bare or (rest and bare[half] == " " and bare[:half] == bare[half + 1 :]):
        return _Row(older=True, newer=bare[:half])
    if bare.startswith("+"):
        return _Row(older=False, newer=bare[1:].strip())
    if not bare.startswith("-"):
        return None
    if bare.count("+") > 1:  # which of them begins the new words is not known
        return _Row(older=True, newer=None, mixed=())
    _, plus, newer = bare.partition("+")
    return _Row(older=True, newer=newer.strip() if plus else None)
