"""The base class of all errors that lawkb raises: where, what, and what to do about it.

Names, pages, comments and queries come from untrusted authors: control characters in them are
escaped here before the text reaches a terminal, a log or a report.
"""

from __future__ import annotations

import re

# C0 except tab and line feed, DEL, C1; marks of the direction of text; Unicode's line separators;
# halves of a surrogate pair, which no encoding can write.
_CONTROLS = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ud800-\udfff]"
)


def visible(words: str) -> str:
    r"""Return text with its control characters escaped as in JSON: ``\u001b``, ``\u202e``.

    The value of a JSON document does not change by this. Tabs and line ends stay as they are.
    """
    return _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", words)


def on_one_line(words: str) -> str:
    r"""Return text with control characters, tabs and line ends escaped as in JSON: ``\n``."""
    return visible(words).replace("\n", "\\n").replace("\t", "\\t")


# What ends a line beside the line feed.
_LINE_ENDS = re.compile(r"[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")


def without_controls(words: str) -> str:
    """Return what a person typed without control characters and marks of the direction of text.

    Line ends other than the line feed become spaces: a reason with one would be two lines to some
    programs and one to others. Tabs and line feeds stay as they are.
    """
    return _CONTROLS.sub("", _LINE_ENDS.sub(" ", words))


_LONGEST_WHERE = 300


class LawkbError(Exception):
    """An error in three short lines: where it is, what is wrong, what to do.

    Raised for wrong settings, files or arguments. A fault in the text of a law is no error, but a
    finding or a loss. Caught in ``lawkb.cli`` alone.

    Attributes:
        where: A file with line and column, an address of a provision, or a command.
        what: What is wrong there.
        hint: What the user can do next.
    """

    __slots__ = ("hint", "what", "where")

    def __init__(self, where: str, what: str, hint: str) -> None:
        """Store the three lines; they are also ``args``, so that the error can be pickled."""
        super().__init__(where, what, hint)
        self.where = where
        self.what = what
        self.hint = hint

    def __str__(self) -> str:
        """Return the three lines as they are printed; a very long ``where`` without its middle."""
        where = on_one_line(self.where)
        if len(where) > _LONGEST_WHERE:
            where = f"{where[: _LONGEST_WHERE // 2]}…{where[-_LONGEST_WHERE // 2 :]}"
        return f"{where}\n  {visible(self.what)}\n  hint: {visible(self.hint)}"
