"""Make control characters visible.

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
