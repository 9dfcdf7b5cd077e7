"""Pair the texts of a law with their originals, with inline codes for translators.

Footnotes, emphasis and links become inline codes: ``[1]``, ``<b>…</b>``. Each text has a name that
is the same in both languages.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, pairwise
from typing import Literal, TypeVar

from lawkb.model.address import Address, Scheme
from lawkb.model.law import Law, Provision
from lawkb.model.passage import MarkKind, Passage, Table
from lawkb.unicode_characters import normalized

_TAGS: dict[MarkKind, str] = {
    "bold": "b",
    "italic": "i",
    "underline": "u",
    "mono": "tt",
    "sub": "sub",
    "sup": "sup",
    "deleted": "del",
    "inserted": "ins",
    "code": "code",
}
_LINK = "a"
_CODE = re.compile(rf"\[+\d+\]+|<+/?(?:{'|'.join((*_TAGS.values(), _LINK))})>+")
# Order of codes at the same offset: closing tags, notes, opening tags.
_END, _NOTE, _BEGIN = range(3)


@dataclass(frozen=True, slots=True)
class InlineCode:
    """An inline code in a text for translators: a footnote mark, or an opening or closing tag."""

    at: int  # Offset in code points.
    token: str  # The code as printed: `[1]` a footnote, `<b>` and `</b>` emphasis, `<a>` a link.
    name: str  # `note`, or the tag: `b`, `i`, `a`.
    # Index, in the sequence of codes, of the opening tag that this tag closes; None for other
    # codes.
    opens: int | None = None


_Place = tuple[int, int, int, int]  # sort key: offset, and rank among codes at the same offset
_Named = tuple[_Place, str, str, int]  # …, its name, the words in its brackets, index of its mark


def inline_codes_of(passage: Passage) -> tuple[InlineCode, ...]:
    """Return the inline codes of a passage, in text order: ``[1]`` a footnote, ``<b>`` emphasis.

    If words of the passage look like a code, the brackets of all codes are doubled: ``[[1]]``.
    """
    if not (passage.notes or passage.marks or passage.links):
        return ()  # most texts
    found = sorted(_codes(passage))
    places = [place[0] for place, *_ in found]
    for times in count(1):
        tokens = [_token(name, inner, times) for _, name, inner, _ in found]
        words = _pieces(passage.text, places)
        if split_at_codes(_joined(words, tokens), tokens) == words:
            break
    begun = {mark: n for n, (place, _, _, mark) in enumerate(found) if place[1] == _BEGIN}
    return tuple(
        InlineCode(place[0], token, name, begun[mark] if place[1] == _END else None)
        for (place, name, _, mark), token in zip(found, tokens, strict=True)
    )


def with_inline_codes(words: str, codes: Sequence[InlineCode]) -> str:
    """Return words with inline codes inserted: ``has been indicated[1]).``.

    Args:
        codes: Codes with their offsets in the words, in order.
    """
    if not codes:
        return words
    return _joined(_pieces(words, [code.at for code in codes]), [code.token for code in codes])


def without_inline_codes(text: str) -> str:
    """Return a text without everything that looks like an inline code: ``[1]``, ``<b>``."""
    return _CODE.sub("", text)


def split_at_codes(text: str, tokens: Sequence[str]) -> tuple[str, ...] | None:
    """Return the words before, between and after the inline codes of a text.

    Args:
        tokens: The codes that the text must have, in order: ``[1]``, ``<b>``.

    Returns:
        One string more than codes, some possibly empty; None when the codes of the text differ from
        ``tokens`` or are in another order.
    """
    if not tokens:
        return (text,)
    wanted, sizes = set(tokens), sorted({len(token) for token in tokens}, reverse=True)
    words, found, begin = [], [], 0
    for match in re.finditer(r"[\[<]", text):
        at = match.start()
        here = (text[at : at + size] for size in sizes if at >= begin)
        token = next((each for each in here if each in wanted), None)
        if token:
            words.append(text[begin:at])
            found.append(token)
            begin = at + len(token)
    return (*words, text[begin:]) if found == list(tokens) else None


def _codes(passage: Passage) -> list[_Named]:
    found: list[_Named] = [
        ((note.at, _NOTE, n, 0), "note", note.marker, -1) for n, note in enumerate(passage.notes)
    ]
    spans = [(mark.start, mark.end, _TAGS[mark.kind]) for mark in passage.marks]
    spans += [(link.start, link.end, _LINK) for link in passage.links]
    for n, (start, end, tag) in enumerate(spans):
        found.append(((start, _BEGIN, -end, n), tag, tag, n))
        found.append(((end, _END, -start, -n), tag, f"/{tag}", n))
    return found


def _token(name: str, inner: str, times: int) -> str:
    opening, closing = "[]" if name == "note" else "<>"
    return opening * times + inner + closing * times


def _pieces(words: str, places: Sequence[int]) -> tuple[str, ...]:
    ends = [0, *places, len(words)]
    return tuple(words[start:end] for start, end in pairwise(ends))


def _joined(pieces: Sequence[str], tokens: Sequence[str]) -> str:
    return "".join(part for pair in zip(pieces, [*tokens, ""], strict=True) for part in pair)


TextKind = Literal["heading", "text", "note"]
_DIGITS = 16  # hexadecimal digits of a hash, 64 bits
_K = TypeVar("_K")


@dataclass(frozen=True, slots=True)
class Text:
    """One text of a provision: a heading, a paragraph, the words of a cell, a footnote."""

    # Name of the text in its provision, the same in every language: empty for the first paragraph,
    # `heading`, `text 2`, `after E2` (after the provision E2), `table 1 cell 2.3`, `note 1`.
    part: str
    kind: TextKind  # Kind of text, as in a patch.
    # Index of the text among the passages, or the footnotes, of its provision; 0 for the heading.
    place: int
    words: str  # The words, without inline codes.
    # Inline codes for footnotes, emphasis and links between the words.
    codes: tuple[InlineCode, ...] = ()
    preformatted: bool = False  # Whether line ends are significant.

    @property
    def shown(self) -> str:
        """The words with the inline codes inserted: ``indicated[1]``."""
        return with_inline_codes(self.words, self.codes)


@dataclass(frozen=True, slots=True)
class TextPair:
    """A text and its original."""

    address: Address  # provision that contains the text
    part: str  # name of the text in its provision, such as ``heading``; see ``Text``
    source: Text | None  # the original; None when the original has no such text
    target: Text | None  # the translation; None when the translation has no such text

    def name(self, scheme: Scheme) -> str:
        """Return the id of the pair in exported files, address and part: ``20E heading``."""
        return f"{scheme.write(self.address)} {self.part}".rstrip()

    def token(self, scheme: Scheme) -> str:
        """Return the id of the pair as one ASCII word: ``rule_20__para_E.heading``."""
        return ".".join([scheme.eid(self.address), *self.part.split()])


def texts_of(provision: Provision, scheme: Scheme) -> dict[str, Text]:
    """Return the texts of a provision by name: heading, paragraphs, table cells, footnotes.

    The texts of inner provisions are left out. The names are those of ``Text.part``.
    """
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
    """Yield each text of a law with its original, in document order.

    Args:
        source: The law in the authoritative language; None when it is missing.
        target: Its translation; None when it is missing.
    """
    originals, translations = _provisions(source), _provisions(target)
    for address in _merged(originals, translations):
        mine = texts_of(originals[address], scheme) if address in originals else {}
        other = texts_of(translations[address], scheme) if address in translations else {}
        for part in _merged(mine, other):
            yield TextPair(address, part, mine.get(part), other.get(part))


def paired_places(source: Law | None, target: Law | None) -> tuple[Address, ...]:
    """Return the addresses of all provisions of a law and its translation, in document order.

    This is the order of ``pair_texts``. Either law may be None.
    """
    return tuple(_merged(_provisions(source), _provisions(target)))


def texts_digest(texts: Sequence[str]) -> str:
    """Return a hash of some texts, 16 hexadecimal digits, which changes when any text changes."""
    whole = normalized("NFC", "\0".join(texts))
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def _text(part: str, kind: TextKind, place: int, passage: Passage) -> Text:
    codes = inline_codes_of(passage)
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
    """Return the keys of both sequences; a key that only the second has follows its predecessor."""
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


@dataclass(frozen=True, slots=True)
class FilePair:
    """A text of a bilingual file and its translation, without inline codes."""

    id: str  # Id of the pair in the file; without one, the number of the unit or row.
    source: str  # The original text; may be empty.
    target: str  # The translation; may be empty.
    # Number of the first line of the pair in the file, from 1; 0 for a workbook (XLSX).
    line: int = 0
    # Whether it is a heading of a law that the source of the translation has lost.
    heading_lost: bool = False
