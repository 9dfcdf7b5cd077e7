"""A text that comes back from a translator, whatever the format."""

from __future__ import annotations

from dataclasses import dataclass

LONGEST_TEXT = 2**20  # characters of all that one row holds


@dataclass(frozen=True, slots=True)
class Row:
    """One text of a bilingual file.

    Attributes:
        name: Its id as the file has it.
        other_name: A second name that the file gives it; empty when it gives none.
        source: The original, codes shown between the words.
        target: The translation, codes shown.
        source_words: The original without codes, where the file tells them apart.
        target_words: The translation without codes, where the file tells them apart.
        state: How far it is, in our words where they are known; empty when the file does not say.
        base: What the export said the translator began with; empty when it is not there.
        line: Where it stands: line or row of the file, from 1.
        document: What the text is from, where a file holds several documents; else empty.
        target_language: Tag of the translation, where the document says it; else empty.
        begins: Line of the file where it begins, line ends in cells counted; 0 of a workbook.
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
