"""The one error lawkb raises: where, what, and what to do about it."""

from lawkb.control_characters import on_one_line, visible

_LONGEST_WHERE = 300


class LawkbError(Exception):
    """Something lawkb could not do, told in three short lines.

    A fault in a *text* is a finding or a loss, never this. Caught in ``lawkb.cli`` alone.

    Attributes:
        where: The place: a file with line and column, an address, or a command.
        what: What is wrong there.
        hint: What the user can do next.
    """

    __slots__ = ("hint", "what", "where")

    def __init__(self, where: str, what: str, hint: str) -> None:
        """Keep the three lines; they are also ``args``, so the error survives pickling."""
        super().__init__(where, what, hint)
        self.where = where
        self.what = what
        self.hint = hint

    def __str__(self) -> str:
        """Give the three lines as they are printed; a very long place without its middle."""
        where = on_one_line(self.where)
        if len(where) > _LONGEST_WHERE:
            where = f"{where[: _LONGEST_WHERE // 2]}…{where[-_LONGEST_WHERE // 2 :]}"
        return f"{where}\n  {visible(self.what)}\n  hint: {visible(self.hint)}"
