"""Text on a terminal: the console of rich, wrapped lines, tables, word diffs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, TextIO

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from lawkb.errors import visible
from lawkb.model.passage import Cell, Note, Passage, Span, Table

if TYPE_CHECKING:  # showing a law needs none of the public types
    from lawkb.exchange.public_types import Diff

# Words, whether they are a header, their alignment, columns and rows spanned.
GridCell = tuple[str, bool, Literal["left", "center", "right"] | None, int, int]

NARROWEST = 20  # columns of the terminal for words, however far they are indented
_CONTEXT = 30  # characters of unchanged text shown around a change
_AT_ONCE = 500  # lines that are printed together
_NARROWEST_COLUMN = 6  # columns of the terminal for a column of a table, with the spaces around it


class CleanConsole(Console):
    """A rich console that escapes control characters and does not interpret markup.

    On a closed output it raises ``BrokenPipeError``, where rich would exit with 1.
    """

    def __init__(self, **options: Any) -> None:
        """Switch off rich's markup, emoji and highlighting: texts may be untrusted."""
        super().__init__(markup=False, highlight=False, emoji=False, **options)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Render as rich does, with control characters escaped that are not rich's."""
        for segment in super().render(renderable, options):
            words = segment.text if segment.control else visible(segment.text)
            same = words == segment.text
            yield segment if same else Segment(words, segment.style, segment.control)

    def render_str(self, text: str, **options: Any) -> Any:
        """Convert a string to ``Text`` as rich does, which would drop some control characters."""
        return super().render_str(visible(text), **options)

    def on_broken_pipe(self) -> None:
        """Raise the ``BrokenPipeError`` again that is being handled."""
        raise  # rich calls this while it handles it


def console() -> Console:
    """Return a console on standard output: colours only on a terminal, 80 columns in a pipe."""
    plain = CleanConsole()
    return plain if plain.is_terminal else CleanConsole(width=80, no_color=True)


def file_console(file: TextIO) -> Console:
    """Return a console that writes into a file: 80 columns, without colours."""
    return CleanConsole(file=file, width=80, no_color=True, force_terminal=False)


def messages() -> Console:
    """Return a console on standard error, for progress and messages."""
    return CleanConsole(stderr=True)


def text_lines(out: Console, item: Passage | Table, width: int) -> list[Text]:
    """Return a passage or table as lines of at most ``width`` columns.

    Words are wrapped and the columns of a table aligned; preformatted lines stay as they are.
    """
    if isinstance(item, Table):
        return _table_lines(out, [[_cell(cell) for cell in row] for row in item.rows], width)
    words = clean(_with_marks(item))
    if item.preformatted:
        return [Text(line.rstrip()) for line in words.split("\n")]
    return wrapped(out, Text(words), width)


def clean(words: str) -> str:
    """Return text for a terminal: tabs become spaces, control characters are escaped.

    The console does this, too, but only after lines are wrapped, and rich drops some characters.
    """
    return visible(words).expandtabs()


def marked(words: str, spans: Iterable[tuple[Span, str]]) -> Text:
    """Return text on one line for a terminal, with styled spans.

    Args:
        spans: Pairs of span, start and end in code points, and style of rich.
    """
    line = words.replace("\t", " ").replace("\n", " ")
    shown = Text(visible(line))
    for (start, end), style in spans:
        shown.stylize(style, len(visible(line[:start])), len(visible(line[:end])))
    return shown


def wrapped(out: Console, words: Text, width: int) -> list[Text]:
    """Wrap text into lines of at most ``width`` columns, without spaces at their ends."""
    short = "\n" not in words.plain and words.cell_len <= width
    lines = [words.copy()] if short else list(words.wrap(out, width))
    for line in lines:
        line.rstrip()
    return lines


def set_in(indent: int, lines: Iterable[Text]) -> Iterator[Text]:
    """Yield lines indented by a number of spaces."""
    return (Text.assemble(" " * indent, line) for line in lines)


def hanging(tag: str, lines: Iterable[Text], indent: int) -> Iterator[Text]:
    """Yield lines indented by ``indent`` columns, the first one after a language tag, ``el``.

    Further lines are aligned with the first.
    """
    for number, line in enumerate(lines):
        front = " " * indent + ("   " if number else f"{tag:<2} ")
        yield Text.assemble((front, "dim"), line)


def print_hanging(out: Console, tag: str, words: Text, indent: int) -> None:
    """Print text wrapped and indented after a language tag such as ``el``."""
    print_lines(out, hanging_words(out, tag, words, indent))


def hanging_words(out: Console, tag: str, words: Text, indent: int) -> Iterator[Text]:
    """Yield the lines of text wrapped and indented after a language tag such as ``el``."""
    return hanging(tag, wrapped(out, words, max(NARROWEST, out.width - indent - 3)), indent)


def note_lines(out: Console, notes: Iterable[Note], width: int) -> Iterator[Text]:
    """Yield the lines of footnotes, each at most ``width`` characters long."""
    for note in notes:
        words = clean(f"{note.marker}) {note.text or 'lost in the source'}")
        yield from wrapped(out, Text(words, style="italic"), width)


def diff_text(diff: Diff) -> Text:
    """Return a diff in one run: ``[-gone-]`` and ``{+new+}``, unchanged text shortened."""
    shown = Text()
    for index, (kind, piece) in enumerate(diff):
        words = clean(piece)
        if kind == "gone":
            shown.append(f"[-{words}-]", style="red")
        elif kind == "new":
            shown.append(f"{{+{words}+}}", style="green")
        else:
            shown.append(_shortened(words, first=index == 0, last=index == len(diff) - 1))
    return shown


def _shortened(text: str, *, first: bool, last: bool) -> str:
    if len(text) <= (_CONTEXT if first or last else 2 * _CONTEXT):
        return text
    if first:
        return f"…{text[-_CONTEXT:]}"
    return f"{text[:_CONTEXT]}…" if last else f"{text[:_CONTEXT]} … {text[-_CONTEXT:]}"


def print_lines(out: Console, lines: Iterable[Text]) -> None:
    """Print lines without wrapping them again.

    They are printed many at a time, since rich queries the terminal at each call.
    """
    waiting = iter(lines)
    while some := list(islice(waiting, _AT_ONCE)):
        out.print(Text("\n").join(some), soft_wrap=True)


def _with_marks(passage: Passage) -> str:
    """Return the text of a passage with its note marks, ``[1]``."""
    shown = passage.text
    for note in reversed(passage.notes):
        shown = f"{shown[: note.at]}[{note.marker}]{shown[note.at :]}"
    return shown


def _table_lines(out: Console, rows: list[list[GridCell]], width: int) -> list[Text]:
    # Few provisions hold a table.
    from rich.box import SIMPLE
    from rich.table import Table as Grid

    placed = _rows_in_columns(rows, width // _NARROWEST_COLUMN)
    if placed is None:
        # More columns than the terminal has room for: a row is a line that is wrapped.
        joined = (Text(" | ".join(words for words, *_ in row)) for row in rows)
        return [line for row in joined for line in wrapped(out, row, width)]
    headed = all(header for _, header, *_ in rows[0])
    grid = Grid(box=SIMPLE, show_header=headed, pad_edge=False, header_style="bold")
    for words in placed[0]:
        grid.add_column(words if headed else "", overflow="fold")
    for row in placed[1:] if headed else placed:
        grid.add_row(*row)
    rendered = out.render_lines(grid, out.options.update(width=width), pad=False)
    lines = [
        Text.assemble(*((segment.text, segment.style or "") for segment in line))
        for line in rendered
    ]
    for line in lines:
        line.rstrip()
    return [line for line in lines if line.plain]


def _cell(cell: Cell) -> GridCell:
    words = visible(_with_marks(cell.passage)).expandtabs(4) if cell.passage else ""
    return words, cell.header, cell.align, cell.columns, cell.rows


def _rows_in_columns(table: list[list[GridCell]], most: int) -> list[list[Text]] | None:
    """Return the texts of each row by column, empty in spanned cells; None if too wide."""
    rows: list[dict[int, Text]] = []
    taken: dict[int, int] = {}  # first row below that a column is free again, by column
    for number, row in enumerate(table):
        at = 0
        words: dict[int, Text] = {}
        for text, header, align, columns, spanned in row:
            while taken.get(at, 0) > number:
                at += 1
            if at >= most:
                return None
            words[at] = Text(text, style="bold" if header else "", justify=align)
            after = min(at + columns, most)
            taken |= dict.fromkeys(range(at, after), number + spanned)
            at = after
        rows.append(words)
    width = max((at + 1 for row in rows for at in row), default=0)
    return [[row.get(at, Text()) for at in range(width)] for row in rows]
