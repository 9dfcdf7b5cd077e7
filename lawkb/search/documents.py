"""Documents: what the search holds of a provision, in every language of it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from lawkb.model.address import Address, Scheme
from lawkb.model.code import Code
from lawkb.model.label import label
from lawkb.model.language import Language, read_language
from lawkb.model.law import Comment, Law, Provision
from lawkb.model.passage import Reference, Span, Table
from lawkb.search.analysis import Token, tokens, tokens_of_text

Zone = Literal["heading", "text", "notes", "comments"]
# In the order of their weight: what ranks first comes first.
ZONES: tuple[Zone, ...] = ("heading", "text", "notes", "comments")


@dataclass(frozen=True, slots=True)
class Part:
    """A run of text of one zone of a provision.

    Attributes:
        zone: Where it stands.
        text: Its words; paragraphs joined by line ends.
        references: References in it; None when nobody has read them yet.
        cells: Spans of the cells of tables in it, in order.
    """

    zone: Zone
    text: str
    references: tuple[Reference, ...] | None = None
    cells: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Text:
    """A provision in one language.

    Attributes:
        language: BCP 47 tag.
        label: Its address as the language writes it.
        headings: Headings from the law down to the provision; a level without one is left out.
        parts: What can be searched, in the order of ``ZONES``.
    """

    language: str
    label: str
    headings: tuple[str, ...]
    parts: tuple[Part, ...]

    def in_zone(self, zone: Zone) -> tuple[Part, ...]:
        """The parts of one zone."""
        return tuple(part for part in self.parts if part.zone == zone)

    @property
    def body(self) -> str:
        """Words of the law text, or of the heading where it has none."""
        parts = self.in_zone("text") or self.in_zone("heading")
        return parts[0].text if parts else ""


@dataclass(frozen=True, slots=True)
class Document:
    """A provision in all the languages it is held in.

    Attributes:
        edition: Id of the edition.
        address: Its address.
        texts: In the order of the expressions of the edition.
    """

    edition: str
    address: Address
    texts: tuple[Text, ...]

    def text(self, language: str) -> Text | None:
        """The text in a language, or None."""
        return next((text for text in self.texts if text.language == language), None)


def documents(code: Code) -> Iterator[Document]:
    """One document for each provision, in the order of the laws: editions, then addresses."""
    for edition in code.outline.editions:
        for number in code.numbers(edition.id):
            yield from documents_of_law(code, edition.id, number)


def documents_of_law(code: Code, edition: str, number: int) -> Iterator[Document]:
    """The documents of one law: the provisions of all its languages, each address once."""
    found: dict[Address, list[Text]] = {}
    for tag in code.languages_of(edition, number):
        law = code.law(edition, tag, number)
        for text, address in _texts(law, code.outline.scheme) if law else ():
            found.setdefault(address, []).append(text)
    for address in sorted(found):
        yield Document(edition, address, tuple(found[address]))


def document(code: Code, edition: str, address: Address) -> Document | None:
    """The document of one provision; None when it is not held."""
    found = documents_of_law(code, edition, address.law)
    return next((document for document in found if document.address == address), None)


def tokens_of_part(
    part: Part, language: Language, scheme: Scheme, citing: Address
) -> tuple[Token, ...]:
    """The tokens of a part; its references are read when nobody has yet."""
    if part.references is None:
        return tokens_of_text(part.text, language, scheme, citing)
    return tokens(part.text, language, scheme, part.references)


def fingerprint(code: Code) -> str:
    """Hash of the laws of a code; equal for equal laws, on every machine."""
    digest = hashlib.sha256(repr((code.outline.scheme, code.outline.editions)).encode())
    for key in sorted(code.laws):
        digest.update(repr(code.laws[key]).encode())
    return digest.hexdigest()


def _texts(law: Law, scheme: Scheme) -> Iterator[tuple[Text, Address]]:
    language = read_language(law.language)
    headings = {p.address: p.heading.text for p in law.provisions() if p.heading}
    comments = _comments_by_address(law)
    for provision in law.provisions():
        address = provision.address
        above = (*reversed(address.ancestors()), address)
        text = Text(
            language=law.language,
            label=label(address, scheme, language),
            headings=tuple(headings[place] for place in above if place in headings),
            parts=(*_parts(provision), *comments.get(address, ())),
        )
        yield text, address


def _parts(provision: Provision) -> Iterator[Part]:
    if provision.heading:
        yield Part("heading", provision.heading.text, provision.heading.references)
    if provision.text:
        yield Part("text", provision.text, provision.references, _cells(provision))
    for note in provision.notes:
        if note.text:
            yield Part("notes", note.text, note.references)


def _cells(provision: Provision) -> tuple[Span, ...]:
    """Where the words of its tables stand in the text of a provision, cell by cell."""
    spans = []
    at = 0
    for item in provision.body:
        if isinstance(item, Provision):
            continue
        for passage in item.passages if isinstance(item, Table) else (item,):
            if isinstance(item, Table):
                spans.append((at, at + len(passage.text)))
            at += len(passage.text) + 1
    return tuple(spans)


def _comments_by_address(law: Law) -> dict[Address, tuple[Part, ...]]:
    """Comments below the provision they speak of; below the law when that one is not there."""
    held = {provision.address for provision in law.provisions()}
    found: dict[Address, tuple[Part, ...]] = {}
    for comment in law.comments:
        place = comment.address if comment.address in held else None
        place = place or law.root.address
        found[place] = (*found.get(place, ()), *_comment_parts(comment))
    return found


def _comment_parts(comment: Comment) -> Iterator[Part]:
    if comment.text:
        yield Part("comments", comment.text)
    for reply in comment.replies:
        yield from _comment_parts(reply)
