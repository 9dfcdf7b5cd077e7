"""The footnotes at the end of an HTML page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from lxml import etree

from lawkb.model.law import Loss
from lawkb.parse.document import all_words
from lawkb.parse.html.blocks import NoteText, read_blocks, words_beside
from lawkb.parse.html.elements_in_order import Step, attribute, classes, fold
from lawkb.parse.html.words import joined

# An unclosed note continues to the end of the next one. No real note is this long.
_LONGEST = 1000
_LONGEST_QUOTED = 120  # code points of omitted words in a message
_HEADING = re.compile(r"={2,6} ?[^=\n]{1,200}={2,6}")


@dataclass(frozen=True, slots=True)
class PageNotes:
    """The footnotes of a page.

    Attributes:
        by_id: Footnotes by the id that marks link to, ``fn__3``; a merged footnote has several ids.
        texts: The footnotes, in page order.
        size: Number of characters of all footnotes.
        stray: Number of characters of words in the area of footnotes that are in no footnote.
        losses: Footnotes that probably contain text of the page; images and links without words in
            footnotes; words that are in no footnote.
    """

    by_id: dict[str, NoteText]
    texts: tuple[NoteText, ...]
    size: int
    stray: int
    losses: tuple[Loss, ...]


def read_notes(steps: Iterable[Step], page_id: str | None) -> PageNotes:
    """Return the footnotes of a page.

    Args:
        steps: Steps (elements opened and closed, texts) of the area of footnotes.
        page_id: Id of the page; None when unknown.
    """
    drafts: list[_Draft] = []
    size, stray = 0, ""
    for step in steps:
        size += len(step.text) if step.kind == "text" else 0
        if step.kind == "open" and "fn" in classes(step.node):
            drafts.append(_Draft())
        elif drafts:
            drafts[-1].read(step)
        elif step.text.strip() and step.kind == "text":
            stray += step.text
    texts = tuple(draft.note(place, page_id) for place, draft in enumerate(drafts, start=1))
    pairs = zip(drafts, texts, strict=True)
    by_id = {name: text for draft, text in pairs for name in draft.names}
    losses = [loss for text in texts for loss in _losses(text)]
    if stray:
        message = f"words among the notes that are in no note: «{fold(stray)[:_LONGEST_QUOTED]}»"
        losses.insert(0, Loss("unparsed", message))
    return PageNotes(by_id, texts, size, len(stray), tuple(losses))


@dataclass(slots=True)
class _Draft:
    """A footnote being read; ``number`` is the open element of its number."""

    names: list[str] = field(default_factory=list)
    printed: list[str] = field(default_factory=list)
    content: list[Step] = field(default_factory=list)
    number: etree._Element | None = None
    size: int = 0
    has_content: bool = False

    def read(self, step: Step) -> None:
        self.size += len(step.text) if step.kind == "text" else 0
        if step.kind == "open" and "fn_bot" in classes(step.node):
            self.number = step.node
            self.names.append(attribute(step.node, "id"))
        elif step.kind == "close" and step.node is self.number:
            self.number = None
        elif self.number is not None:
            self.printed.append(step.text)
        elif step.kind == "open" and "content" in classes(step.node) and not self.has_content:
            self.has_content = True
            # The numbers are before it; old wikis do not have this element.
            self.printed += [before.text for before in self.content if before.kind == "text"]
            self.content = [step]
        else:
            self.content.append(step)

    def note(self, place: int, page_id: str | None) -> NoteText:
        found = read_blocks(self.content, page_id)
        words = joined(words for block in found.blocks for words in all_words(block) if words.text)
        number = re.search(r"\d+", "".join(self.printed))
        shown = number[0] if number else str(place)
        extra = words_beside(shown, "".join(self.printed))
        return NoteText(place, shown, words, self.size, (*found.wordless, *extra))


def _losses(note: NoteText) -> Iterable[Loss]:
    text = note.words.text
    if len(text) > _LONGEST or _HEADING.search(text):
        message = f"note {note.number} has {len(text)} characters: it may have swallowed text"
        yield Loss("note", f"{message} up to the end of the next note")
    for message in note.wordless:
        yield Loss("unparsed", message)
