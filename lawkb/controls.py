"""Characters that command a terminal or turn the order of a line, written so that they show.

Names, pages, comments and queries come from strangers. Whatever of them reaches a terminal, a log
or a report has passed here.
"""

from __future__ import annotations

import re

# C0 but the tab and the end of a line, DEL, C1; what turns the order of the letters of a line; the
# line separators of Unicode; halves of a surrogate pair, which no encoding can write.
_CONTROLS = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ud800-\udfff]"
)


def visible(words: str) -> str:
    r"""Write control characters as JSON escapes them: ``\u001b``, ``\u202e``.

    A JSON document stays equal when it is parsed. Tabs and ends of lines stay.
    """
    return _CONTROLS.sub(_escape, words)


def on_one_line(words: str) -> str:
    r"""Write control characters as JSON escapes them, tabs and ends of lines too: ``\n``."""
    return visible(words).replace("\n", "\\n").replace("\t", "\\t")


def _escape(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"
