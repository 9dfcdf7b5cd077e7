"""The base class of all errors that lawkb raises: where, what, and what to do about it."""

from lawkb.control_characters import on_one_line, visible

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
