"""A text of a bilingual file, in any format."""

from __future__ import annotations

from dataclasses import dataclass

LONGEST_TEXT = 2**20  # most characters of a row


@dataclass(frozen=True, slots=True)
class BilingualRow:
    """A text of a bilingual file.

    Attributes:
        name: Its id in the file.
        other_name: A second id in the file, or empty.
        source: The original with its codes.
        target: The translation with its codes.
        source_words: The original without codes, where the file distinguishes them.
        target_words: The translation without codes, where the file distinguishes them.
        state: Its review state, in our terms where known; empty without one.
        base: The state at export; empty without one.
        line: Its line or row in the file, from 1.
        document: Its document, in a file with several; else empty.
        target_language: Language tag of the translation, if the document has one; else empty.
        begins: First line in the file, line ends in cells counted; 0 for a workbook.
    """

    name: str
    other_name: str
    source: str
    target: str
    source_words: str
    target_words: str
    state: str
    base: str
    line: int
    document: str = ""
    target_language: str = ""
    begins: int = 0
