"""The console of rich, as the commands use it: what it prints commands no terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from lawkb.controls import visible


def counted(number: int, one: str, more: str = "") -> str:
    """Return a number with its noun: ``1 patch``, ``2 patches``.

    Args:
        number: How many.
        one: The noun in the singular.
        more: Its plural; ``one`` with an s when empty.
    """
    return f"{number} {one if number == 1 else more or one + 's'}"


class CleanConsole(Console):
    """A console that shows control characters and markup as they are written.

    It leaves a closed output to the command line; rich would exit with 1.
    """

    def __init__(self, **options: Any) -> None:
        """Read no markup, emoji or numbers out of words: they may be a stranger's."""
        super().__init__(markup=False, highlight=False, emoji=False, **options)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Render as rich does, with every control character that is not rich's own visible."""
        for segment in super().render(renderable, options):
            words = segment.text if segment.control else visible(segment.text)
            same = words == segment.text
            yield segment if same else Segment(words, segment.style, segment.control)

    def render_str(self, text: str, **options: Any) -> Any:
        """Make a text of words as rich does, which would drop some control characters unseen."""
        return super().render_str(visible(text), **options)

    def on_broken_pipe(self) -> None:
        """Raise the ``BrokenPipeError`` that is being handled."""
        raise  # rich calls this while it handles it
