"""References to texts beside the laws: «recitals 47 to 49», «point 2 of Annex I».

Parts named after such a text are its own, never those of the citing law. Without a series of such
texts in ``corpus.toml`` they cite nothing.
"""

from __future__ import annotations

from lawkb.model.address import Address
from lawkb.model.beside import read_typed_beside
from lawkb.model.passage import Reference
from lawkb.references.grammar import ReferenceText, key_of
from lawkb.references.labels import torn_end
from lawkb.references.lists_and_ranges import read_named_parts
from lawkb.references.vocabulary import Phrase

_LONGEST_LIST = 12  # labels after the word for a text
_PARTS = ("level", "section", "point")

_Tokens = tuple[int, int]  # indexes of the first token and after the last one
_Found = tuple[tuple[Reference, ...], int]


def read_beside(reading: ReferenceText, at: int, opener: Phrase) -> _Found:
    """Return the references to texts beside the laws, and the index after them with their parts.

    Args:
        reading: Text with its tokens.
        at: Index of the first token.
        opener: The word for such a text, «Annex».
    """
    name = _words(reading, (at, opener.end))
    if not _is_number(reading, opener.end):
        return (), opener.end
    label = (opener.end, torn_end(reading, opener.end))
    part, end = _part_after(reading, label[1])
    if end > label[1]:
        named = (label[0], part[1] if part else label[1])
        suffix = f" {_words(reading, part)}" if part else ""
        found = _reference(reading, named, name, f"{_words(reading, label)}{suffix}")
        return (found if part or not suffix else ()), end
    return _list(reading, name, label)


def read_part_of_beside(reading: ReferenceText, at: int, opener: Phrase) -> _Found | None:
    """Return the reference of a part before such a text, «point 2 of Annex I», or None.

    Args:
        reading: Text with its tokens.
        at: Index of the word for the part.
        opener: That word.
    """
    words, tokens = reading.vocabulary, reading.tokens
    if tokens[opener.end].kind not in ("number", "word") and tokens[opener.end].text != "(":
        return None
    part = _label(reading, opener.end)
    of = words.of_law.at(tokens, part[1])
    text = words.openers.at(tokens, of.end) if of else None
    if text is None or text.kind != "beside" or not _is_number(reading, text.end):
        return None
    label = (text.end, torn_end(reading, text.end))
    name = _words(reading, (text.end - len(text.words), text.end))
    typed = f"{_words(reading, label)} {_words(reading, part)}"
    return _reference(reading, (part[0], label[1]), name, typed), label[1]


def _list(reading: ReferenceText, name: str, first: _Tokens) -> _Found:
    """Return the references of labels that are joined, «Annexes I and II», or a range of them."""
    words, tokens = reading.vocabulary, reading.tokens
    found, label = list(_reference(reading, first, name, _words(reading, first))), first
    for _ in range(_LONGEST_LIST):
        span = words.ranges.at(tokens, label[1])
        join = span or words.joins.at(tokens, label[1])
        if join is None or not _is_number(reading, join.end):
            break
        label = (join.end, torn_end(reading, join.end))
        following = _reference(reading, label, name, _words(reading, label))
        if span and found and following:
            found[-1] = _range(reading, found[-1], following[0])
        else:
            found += following
    return tuple(found), label[1]


def _range(reading: ReferenceText, first: Reference, last: Reference) -> Reference:
    ends = (first.target, last.target)
    ordered = ends[0] is not None and ends[1] is not None and ends[0] < ends[1]
    return Reference(
        first.start,
        last.end,
        reading.text[first.start : last.end],
        "range",
        first.target if ordered else None,
        last.target if ordered else None,
    )


def _part_after(reading: ReferenceText, i: int) -> tuple[_Tokens | None, int]:
    """Return the label of the part after a text, «Annex I, point 2», and the index after parts.

    The label is None where there are several.
    """
    tokens = reading.tokens
    at = i + (tokens[i].text == ",")
    opener = reading.vocabulary.openers.at(tokens, at)
    if opener is None or opener.kind not in _PARTS or read_part_of_beside(reading, at, opener):
        return None, i
    part = _label(reading, opener.end)
    listing = read_named_parts(reading, opener.end, key_of(reading, opener))
    end = max(part[1], listing.end if listing else 0)
    return (part if end == part[1] else None), end


def _label(reading: ReferenceText, i: int) -> _Tokens:
    """Return the tokens of a label with all that is attached to it: ``2(a)``, ``(a)``."""
    opened = reading.tokens[i].text == "("
    end = torn_end(reading, i + opened)
    return i, end + (reading.tokens[end].text == ")" and reading.tokens[end].glued)


def _is_number(reading: ReferenceText, i: int) -> bool:
    """Return whether a token is a number of such a text: ``47``, ``IV``, ``A``."""
    token = reading.tokens[i]
    short = token.kind == "word" and len(token.text) <= reading.grammar.longest
    return token.kind == "number" or (short and token.text.isupper())


def _words(reading: ReferenceText, tokens: _Tokens) -> str:
    first, end = tokens
    return reading.text[reading.tokens[first].start : reading.tokens[end - 1].end]


def _reference(
    reading: ReferenceText, tokens: _Tokens, name: str, label: str
) -> tuple[Reference, ...]:
    """Return the reference of a label to a text of a name; none if the code has no such text."""
    address = _address(reading, f"{name} {label}")
    if address is None:
        return ()
    first, end = tokens
    start, stop = reading.tokens[first].start, reading.tokens[end - 1].end
    return (Reference(start, stop, reading.text[start:stop], "absolute", address),)


def _address(reading: ReferenceText, typed: str) -> Address | None:
    scheme = reading.grammar.scheme
    return read_typed_beside(typed, scheme, (reading.grammar.language,)) if scheme.series else None
