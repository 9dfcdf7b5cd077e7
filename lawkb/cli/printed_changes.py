"""Word diffs for a terminal: what is gone in brackets and struck, what is new underlined."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from lawkb.cli.printed_laws import print_hanging
from lawkb.cli.printed_texts import clean
from lawkb.history.changes import DiffPiece, ProvisionChange
from lawkb.model.address import Scheme

_CONTEXT = 30  # characters of unchanged text shown around a change


def print_change(out: Console, change: ProvisionChange, scheme: Scheme) -> None:
    """One changed provision: where, what, and the words before and after."""
    head = f"  {change.edition} {change.language} {scheme.write(change.address)} {change.kind}"
    out.print(Text(head))
    whole = change.kind in ("added", "removed")  # its text is where it is, or was
    words = diff_text(change.diff)
    if words and not whole:
        print_hanging(out, "", words, 2)


def diff_text(diff: tuple[DiffPiece, ...]) -> Text:
    """A diff in one run: ``[-gone-]`` and ``{+new+}``, unchanged text shortened."""
    shown = Text()
    for index, piece in enumerate(diff):
        if piece.kind == "gone":
            shown.append(f"[-{clean(piece.text)}-]", style="red")
        elif piece.kind == "new":
            shown.append(f"{{+{clean(piece.text)}+}}", style="green")
        else:
            shown.append(_shortened(clean(piece.text), index == 0, index == len(diff) - 1))
    return shown


def _shortened(text: str, first: bool, last: bool) -> str:
    if first:
        return text if len(text) <= _CONTEXT else f"…{text[-_CONTEXT:]}"
    if last:
        return text if len(text) <= _CONTEXT else f"{text[:_CONTEXT]}…"
    both = 2 * _CONTEXT
    return text if len(text) <= both else f"{text[:_CONTEXT]} … {text[-_CONTEXT:]}"
