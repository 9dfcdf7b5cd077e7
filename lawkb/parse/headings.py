"""Which words behind a letter are its heading."""

from __future__ import annotations

import re

_SENTENCE_END = (".", ";", "·", ",", ":")
_LONGEST = 200
# «A. Nel corso di una rettifica: una carta …» on the Italian page: a heading run into its text.
_RUN_IN = re.compile(r"[^.:;]{3,100}:\s+(?=\S)")


def heading_end(words: str, followed: bool, others_have_headings: bool) -> int:
    """Where the heading ends in the words behind the letter of a section; 0 when there is none.

    Args:
        words: What stands on the line after the letter.
        followed: Whether the section goes on after this line.
        others_have_headings: Whether other sections of the law have headings: only then a colon
            may end a run-in heading.

    Returns:
        The length of the words for a line that is all heading.
    """
    stripped = words.strip()
    if followed and stripped and len(stripped) <= _LONGEST and not stripped.endswith(_SENTENCE_END):
        return len(words)
    run_in = _RUN_IN.match(words)
    if run_in and others_have_headings and stripped.endswith("."):
        return run_in.end()
    return 0
