"""Write control characters visibly.

Names, pages, comments and queries come from strangers: text from them is escaped here before it
reaches a terminal, a log or a report.
"""

from __future__ import annotations

import re

# C0 except tab and line feed, DEL, C1; marks of the direction of text; Unicode's line separators;
# halves of a surrogate pair, which no encoding can write.
_CONTROLS = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ud800-\udfff]"
)


def visible(words: str) -> str:
    r"""Write control characters as JSON escapes them: ``\u001b``, ``\u202e``.

    A JSON document has the same value afterwards. Tabs and line ends are kept.
    """
    return _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", words)


def on_one_line(words: str) -> str:
    r"""Write control characters as JSON escapes them, with tabs and line ends: ``\n``."""
    return visible(words).replace("\n", "\\n").replace("\t", "\\t")
