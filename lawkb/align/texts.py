"""The texts of a law beside those of its original, each with a name that both languages share."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from lawkb.align.codes import Code, codes_of, shown
from lawkb.model.address import Address, Scheme
from lawkb.model.law import Law, Provision
from lawkb.model.passage import Passage, Table
from lawkb.normal_forms import normalized

TextKind = Literal["heading", "text", "note"]
_DIGITS = 16  # of a hash: 64 bits tell the texts of any code apart
_K = TypeVar("_K")


@dataclass(frozen=True, slots=True)
class Text:
    """One text of a provision: a heading, a paragraph, the words of a cell, a note.

    Attributes:
        part: Which one, the same in every language: empty for the first paragraph, ``heading``,
            ``text 2``, ``after E2`` (behind the provision E2), ``table 1 cell 2.3``, ``note 1``.
        kind: What it is to a patch.
        place: Which of the passages, or of the notes, of its provision; 0 for the heading.
        words: Without codes.
        codes: Notes, emphasis and links between the words.
        preformatted: Whether its line ends count.
    """

    part: str
    kind: TextKind
    place: int
    words: str
    codes: tuple[Code, ...] = ()
    preformatted: bool = False

    @property
    def shown(self) -> str:
        """The words with their codes between them."""
        return shown(self.words, self.codes)


@dataclass(frozen=True, slots=True)
class TextPair:
    """A text and its original.

    Attributes:
        address: Their provision.
        part: Which of its texts, as in ``Text``.
        source: The original; None where it has no such text.
        target: The translation; None where it has no such text.
    """

    address: Address
    part: str
    source: Text | None
    target: Text | None

    def name(self, scheme: Scheme) -> str:
        """The id in files: the address and the part, ``47E2(a)``, ``20E heading``."""
        return f"{scheme.write(self.address)} {self.part}".rstrip()

    def token(self, scheme: Scheme) -> str:
        """The same as one ASCII word: ``rule_20__para_E.heading``."""
        return ".".join([scheme.eid(self.address), *self.part.split()])


def texts_of(provision: Provision, scheme: Scheme) -> dict[str, Text]:
    """The own texts of a provision by their part: heading, paragraphs and cells, notes."""
    found: list[Text] = []
    if provision.heading:
        found.append(_text("heading", "heading", 0, provision.heading))
    before: Provision | None = None
    texts, tables, place = 0, 0, 0
    for item in provision.body:
        if isinstance(item, Provision):
            before, texts, tables = item, 0, 0
            continue
        run = f"after {scheme.fragment(before.address)}" if before else ""
        if isinstance(item, Table):
            tables += 1
            found.extend(_cells(item, f"{run} table {tables}", place))
            place += len(item.passages)
        else:
            texts += 1
            part = f"{run} text {texts}" if texts > 1 else run
            found.append(_text(part, "text", place, item))
            place += 1
    notes = (note.text for note in provision.notes)
    found.extend(
        Text(f"note {n}", "note", n - 1, text) for n, text in enumerate(notes, start=1) if text
    )
    return {text.part: text for text in found}


def pair_texts(source: Law | None, target: Law | None, scheme: Scheme) -> Iterator[TextPair]:
    """The texts of a law beside their originals, provision by provision, in document order.

    Args:
        source: The law in the language of the original; None when it is not held.
        target: The same law in another language; None when it is not held.
        scheme: Levels of the code.
    """
    originals, translations = _provisions(source), _provisions(target)
    for address in _merged(originals, translations):
        mine = texts_of(originals[address], scheme) if address in originals else {}
        other = texts_of(translations[address], scheme) if address in translations else {}
        for part in _merged(mine, other):
            yield TextPair(address, part, mine.get(part), other.get(part))


def paired_places(source: Law | None, target: Law | None) -> tuple[Address, ...]:
    """The provisions of a law or its translation, each once, in the order of ``pair_texts``."""
    return tuple(_merged(_provisions(source), _provisions(target)))


def digest(texts: Sequence[str]) -> str:
    """Short hash of texts that tells whether any of them has changed since; 16 hex digits."""
    whole = normalized("NFC", "\0".join(texts))
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def _text(part: str, kind: TextKind, place: int, passage: Passage) -> Text:
    codes = codes_of(passage)
    return Text(part.strip(), kind, place, passage.text, codes, passage.preformatted)


def _cells(table: Table, part: str, place: int) -> Iterator[Text]:
    for row, cells in enumerate(table.rows, start=1):
        for column, cell in enumerate(cells, start=1):
            if cell.passage:
                yield _text(f"{part} cell {row}.{column}", "text", place, cell.passage)
                place += 1


def _provisions(law: Law | None) -> dict[Address, Provision]:
    return {provision.address: provision for provision in law.provisions()} if law else {}


def _merged(first: Iterable[_K], second: Iterable[_K]) -> list[_K]:
    """The keys of both; those of the second alone behind the one they follow there."""
    order = dict.fromkeys(first)
    following: dict[_K | None, list[_K]] = {}
    last: _K | None = None
    for key in second:
        if key in order:
            last = key
        else:
            following.setdefault(last, []).append(key)
    merged = list(following.get(None, ()))
    for key in order:
        merged.append(key)
        merged.extend(following.get(key, ()))
    return merged
