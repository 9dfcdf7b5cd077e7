"""The console of rich, as the commands use it."""

from __future__ import annotations

from rich.console import Console


class PipedConsole(Console):
    """A console that leaves a closed output to the command line; rich would exit with 1."""

    def on_broken_pipe(self) -> None:
        """Raise the ``BrokenPipeError`` that is being handled."""
        raise  # rich calls this while it handles it
