"""Pair the sentences of the provisions of a code with those of their translations."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations

from lawkb.model.code import Code
from lawkb.search.documents import Document, Part, Zone, documents_of_law, tokens_of_part
from lawkb.words import Token

MOST_LAWS = 400  # to learn from: the laws of a large code repeat the words of the others
# Comments have no translation.
_ZONES: tuple[Zone, ...] = ("heading", "text", "notes")
_SENTENCE_END = re.compile(r"[.;:!?·…]+[\"'»”’)\]]*(?=\s)|\n")


@dataclass(frozen=True, slots=True)
class Spoken:
    """A word of a text as it is compared and as it is printed.

    Attributes:
        key: Its stem; a common word and an address as they are found in their very form.
        printed: As the text has it.
    """

    key: str
    printed: str


Sentence = tuple[Spoken, ...]


def language_pairs(code: Code) -> tuple[tuple[str, str], ...]:
    """Return the tags of every two languages of which an edition has laws, in its order."""
    found: dict[tuple[str, str], None] = {}
    for edition in code.outline.editions:
        held = {language for own, language, _ in code.laws if own == edition.id}
        tags = [e.language for e in code.outline.expressions if e.edition == edition.id]
        found |= dict.fromkeys(combinations([tag for tag in tags if tag in held], 2))
    return tuple({frozenset(pair): pair for pair in reversed(found)}.values())


def sentence_pairs(code: Code, languages: tuple[str, str]) -> Iterator[tuple[Sentence, Sentence]]:
    """Yield the sentences of all provisions in two languages, side by side.

    A part with as many sentences in both is cut into them, another one is taken whole. Headings,
    notes and texts that only one of them has are left out. Of a code of more than ``MOST_LAWS``
    laws every second, third or further one is read: a word that is rare in them teaches little.

    Args:
        code: The laws.
        languages: BCP 47 tags.
    """
    for document in _read(code):
        ours, theirs = (document.text(tag) for tag in languages)
        if ours is None or theirs is None:
            continue
        for zone in _ZONES:
            left, right = ours.in_zone(zone), theirs.in_zone(zone)
            if len(left) == len(right):
                for pair in zip(left, right, strict=True):
                    yield from _beside(code, document, languages, pair)


def _read(code: Code) -> Iterator[Document]:
    laws = [
        (edition.id, number)
        for edition in code.outline.editions
        for number in code.numbers(edition.id)
    ]
    for edition_id, number in laws[:: 1 + len(laws) // MOST_LAWS]:
        yield from documents_of_law(code, edition_id, number)


def read_sentence(read: Iterable[Token], text: str) -> Sentence:
    """Return the tokens of a text as they are compared with those of another language."""
    return tuple(
        Spoken(token.stem if token.kind == "word" else token.term, text[token.start : token.end])
        for token in read
    )


def _beside(
    code: Code, document: Document, languages: tuple[str, str], parts: tuple[Part, Part]
) -> Iterator[tuple[Sentence, Sentence]]:
    left, right = (
        _sentences(code, document, tag, part) for tag, part in zip(languages, parts, strict=True)
    )
    if len(left) == len(right):
        yield from zip(left, right, strict=True)
    else:
        yield tuple(chain.from_iterable(left)), tuple(chain.from_iterable(right))


def _sentences(code: Code, document: Document, tag: str, part: Part) -> list[Sentence]:
    """Return the sentences of a part that hold a word."""
    language = code.outline.language(tag)
    read = tokens_of_part(part, language, code.outline.scheme, document.citing)
    ends = [match.end() for match in _SENTENCE_END.finditer(part.text)]
    by_sentence: dict[int, list[Token]] = {}
    for token in read:
        by_sentence.setdefault(bisect_right(ends, token.start), []).append(token)
    return [read_sentence(own, part.text) for own in by_sentence.values()]
