"""Documents, which a search finds: provisions, divisions, and sections of companions.

A provision or a division, such as a chapter, is one document with all its languages. A companion is
a text beside the laws, such as a preface or definitions.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from msgspec import Struct
from msgspec.structs import replace

from lawkb.model.address import Address, Ordinal, Scheme
from lawkb.model.code import Code, Outline
from lawkb.model.companion import Companion, Section, sections_with_ids
from lawkb.model.division import DivisionPath, Divisions
from lawkb.model.label import label
from lawkb.model.language import Language, read_language
from lawkb.model.law import Comment, Law, Provision
from lawkb.model.passage import Passage, Reference, Span, Table
from lawkb.search.query.nodes import Zone
from lawkb.words.tokens import Token, tokens

WHOLE = "all"  # id of a companion as a whole, as in its XML
_LONGEST_UNCUT = 80  # a longer cell reads like a paragraph, and a snippet cuts it like one


class Spot(Struct, frozen=True, order=True):
    """A section or entry of a companion, a text beside the laws such as a preface or definitions.

    Unlike a provision, it is in one language.
    """

    name: str  # name of the companion, ``definitions``
    language: str  # tag of its language
    id: str  # id of the section or entry; ``all`` for the title and the text before all sections


class DivisionPlace(Struct, frozen=True, order=True):
    """A division of the laws, such as a chapter, which is a heading above them."""

    # Its address: kind and ordinal of each division from the outermost to this one.
    path: DivisionPath


# What the search finds.
Place = Address | Spot | DivisionPlace


class Part(Struct, frozen=True):
    """A part of the text of a document: the heading, the law text, a note or a comment."""

    zone: Zone  # Which of these it is.
    text: str  # Its text; paragraphs are joined by line ends.
    # References in it, with offsets into `text`; None if they have not been read.
    references: tuple[Reference, ...] | None = None
    cells: tuple[Span, ...] = ()  # Spans of table cells in it, in order.

    @property
    def uncut(self) -> tuple[Span, ...]:
        """Spans that a snippet must not cut: references with the word for *law*, short cells."""
        cited = (_with_law_word(self.text, reference) for reference in self.references or ())
        return (*cited, *(cell for cell in self.cells if cell[1] - cell[0] <= _LONGEST_UNCUT))


def _with_law_word(text: str, reference: Reference) -> Span:
    start, end = reference.within or (reference.start, reference.end)
    return text.rfind(" ", 0, max(start - 1, 0)) + 1, end


class Text(Struct, frozen=True):
    """A provision, or a section of a companion (a text beside the laws), in one language."""

    language: str  # BCP 47 tag of the language.
    # Address as the language writes it, `47Ε2(α)`; of a division `CHAPTER II`; for a companion its
    # title and the heading of the section: `Ορισμοί: Βότσαλο`.
    label: str
    # Headings from the law down to the provision, or of the sections that contain the section;
    # levels without a heading are left out.
    headings: tuple[str, ...]
    parts: tuple[Part, ...]  # What can be searched, in the order of `ZONES`.
    # Headings of what contains the provision or section, outermost first.
    above: tuple[str, ...] = ()

    def in_zone(self, zone: Zone) -> tuple[Part, ...]:
        """Return the parts in one zone, such as ``notes``."""
        return tuple(part for part in self.parts if part.zone == zone)

    @property
    def body(self) -> str:
        """The law text; the heading if there is none; empty if there is neither."""
        parts = self.in_zone("text") or self.in_zone("heading")
        return parts[0].text if parts else ""


class Document(Struct, frozen=True):
    """A provision or division in all its languages, or a section of a text beside the laws."""

    edition: str  # Id of the edition.
    place: Place  # Address of the provision, the division, or the section of the companion.
    # Texts in the order in which the corpus lists the languages of the edition; one for a
    # companion.
    texts: tuple[Text, ...]

    def text(self, language: str) -> Text | None:
        """Return the text in a language, given by its tag, or None."""
        return next((text for text in self.texts if text.language == language), None)

    @property
    def citing(self) -> Address | None:
        """The provision to which partial references, such as *B above*, are relative.

        None for a division, and for a section of a text beside the laws.
        """
        return self.place if isinstance(self.place, Address) else None


def documents(code: Code) -> Iterator[Document]:
    """Yield all documents of a code: by edition the provisions and divisions, then companions.

    Companions are texts beside the laws, such as a preface; each section and entry is a document,
    and so is the text before them. Equally good hits stay in this order.
    """
    for source in sources(code):
        yield from documents_of(code, source)


# Edition and number of a law, or an edition whose divisions are meant, or the key of a companion.
Source = tuple[str, Ordinal] | tuple[str] | tuple[str, str, str]


def sources(code: Code) -> tuple[Source, ...]:
    """Return what the documents of a code are read from, in their order."""
    found: list[Source] = []
    for edition in code.outline.editions:
        found += [(edition.id, number) for number in code.numbers(edition.id)]
        found.append((edition.id,))
    return (*found, *code.companions)


def documents_of(code: Code, source: Source) -> Iterator[Document]:
    """Yield the documents of a law, of the divisions of an edition, or of a companion."""
    match source:
        case (edition, number):
            yield from documents_of_law(code, edition, number)
        case (edition,):
            yield from documents_of_divisions(code, edition)
        case key:
            yield from documents_of_companion(code.companions[key])


def documents_of_law(code: Code, edition: str, number: Ordinal) -> Iterator[Document]:
    """Yield a document for each provision of a law, with its texts in all languages."""
    found: dict[Address, list[Text]] = {}
    for tag in code.languages_of(edition, number):
        law = code.law(edition, tag, number)
        for text, address in _texts(law, code.outline.scheme) if law else ():
            found.setdefault(address, []).append(text)
    for address in sorted(found):
        yield Document(edition, address, tuple(found[address]))


def documents_of_divisions(code: Code, edition: str) -> Iterator[Document]:
    """Yield a document for each division of an edition, with its heading in all languages.

    Label and heading are one text, so that a query finds *Chapter II* as it is printed.
    """
    found: dict[DivisionPath, list[Text]] = {}
    for tag in (each.language for each in code.outline.expressions if each.edition == edition):
        held = code.divisions.get((edition, tag))
        for text, path in _division_texts(held) if held else ():
            found.setdefault(path, []).append(text)
    for path, texts in found.items():
        yield Document(edition, DivisionPlace(path), tuple(texts))


def _division_texts(divisions: Divisions) -> Iterator[tuple[Text, DivisionPath]]:
    printed = {each.path: each.printed for each in divisions.walk()}
    for each in divisions.walk():
        around = tuple(each.path[:size] for size in range(1, len(each.path)))
        above = tuple(printed[path] for path in around if path in printed)
        references = each.heading.references if each.heading else ()
        shifted = tuple(r.shifted(len(each.num) + 1 if each.num else 0) for r in references)
        parts = (Part("heading", printed[each.path], shifted),)
        own = (each.heading.text,) if each.num and each.heading else ()
        label = each.num or printed[each.path]
        yield Text(divisions.language, label, (*above, *own), parts, above), each.path


def documents_of_companion(companion: Companion) -> Iterator[Document]:
    """Yield the documents of a companion, a text beside the laws such as a preface.

    They are the text before all sections, then each section or entry. Meanings and items are part
    of the entry or section that contains them.
    """
    title = companion.heading.text if companion.heading else companion.name
    whole = Section("section", "", companion.heading, companion.body)
    comments = tuple(part for each in companion.comments for part in _comment_parts(each))
    headings = {WHOLE: title}
    for own, section in ((WHOLE, whole), *sections_with_ids(companion.body)):
        if section.kind in ("sense", "item"):
            continue
        headings[own] = section.heading.text if section.heading else ""
        around = accumulate(own.split("__")[:-1], "{}__{}".format)  # ids, outermost first
        above = tuple(filter(None, (headings.get(place, "") for place in around)))
        text = Text(
            language=companion.language,
            label=title if own == WHOLE else f"{title}: {headings[own] or own}",
            headings=above,
            parts=(
                *_parts(section.heading, section.body),
                *(comments if own == WHOLE else ()),
            ),
            above=above,
        )
        spot = Spot(companion.name, companion.language, own)
        yield Document(companion.edition, spot, (text,))


def document(code: Code, edition: str, place: Place) -> Document | None:
    """Return the document of an address or section; None when the code does not have it."""
    if isinstance(place, Address):
        found = documents_of_law(code, edition, place.law)
    elif isinstance(place, DivisionPlace):
        found = documents_of_divisions(code, edition)
    else:
        companion = code.companions.get((edition, place.language, place.name))
        found = documents_of_companion(companion) if companion else iter(())
    return next((document for document in found if document.place == place), None)


def with_references(document: Document, outline: Outline) -> Document:
    """Return the document with the references of every part read."""
    texts = []
    for text in document.texts:
        language, scheme = outline.language(text.language), outline.scheme
        found = (references_of(part, language, scheme, document.citing) for part in text.parts)
        parts = zip(text.parts, found, strict=True)
        read = tuple(replace(part, references=references) for part, references in parts)
        texts.append(replace(text, parts=read))
    return replace(document, texts=tuple(texts))


def tokens_of_part(
    part: Part, language: Language, scheme: Scheme, citing: Address | None
) -> tuple[Token, ...]:
    """Return the tokens (words and addresses) of a part; reads its references if necessary.

    ``citing`` is the provision to which partial references, such as *B above*, are relative.
    """
    return tokens(part.text, language, scheme, references_of(part, language, scheme, citing))


def references_of(
    part: Part, language: Language, scheme: Scheme, citing: Address | None
) -> tuple[Reference, ...]:
    """Return the references of a part; reads them if necessary.

    ``citing`` is the provision to which partial references, such as *B above*, are relative.
    """
    if part.references is not None:
        return part.references
    # Not above: the references of most parts are in the code.
    from lawkb.references.find import find_references

    return find_references(part.text, language, scheme, citing)


def _texts(law: Law, scheme: Scheme) -> Iterator[tuple[Text, Address]]:
    language = read_language(law.language)
    headings = {p.address: p.heading.text for p in law.provisions() if p.heading}
    comments = _comments_by_address(law)
    for provision in law.provisions():
        address = provision.address
        around = tuple(reversed(address.ancestors()))
        above = tuple(headings[place] for place in around if place in headings)
        text = Text(
            language=law.language,
            label=label(address, scheme, language),
            headings=(*above, *([headings[address]] if address in headings else [])),
            parts=(*_parts(provision.heading, provision.body), *comments.get(address, ())),
            above=above,
        )
        yield text, address


def _parts(
    heading: Passage | None, body: tuple[Passage | Table | Provision | Section, ...]
) -> Iterator[Part]:
    """Yield what can be searched in a provision or section itself: heading, text, notes."""
    if heading:
        yield Part("heading", heading.text, heading.references)
    passages = tuple(_own_passages(body))
    starts = accumulate((len(passage.text) + 1 for passage, _ in passages), initial=0)
    placed = tuple(zip(passages, starts, strict=False))
    text = "\n".join(passage.text for passage, _ in passages)
    if text:
        references = tuple(r.shifted(at) for (each, _), at in placed for r in each.references)
        cells = tuple((at, at + len(each.text)) for (each, cell), at in placed if cell)
        yield Part("text", text, references, cells)
    headings = (heading,) if heading else ()
    for passage in (*headings, *(passage for passage, _ in passages)):
        for note in passage.notes:
            if note.text:
                yield Part("notes", note.text, note.references)


def _own_passages(
    body: tuple[Passage | Table | Provision | Section, ...],
) -> Iterator[tuple[Passage, bool]]:
    """Yield the passages of a body with its meanings and items; True for those in table cells."""
    for item in body:
        if isinstance(item, Passage):
            yield item, False
        elif isinstance(item, Table):
            yield from ((passage, True) for passage in item.passages)
        elif isinstance(item, Section) and item.kind in ("sense", "item"):
            yield from ((heading, False) for heading in (item.heading,) if heading)
            yield from _own_passages(item.body)


def _comments_by_address(law: Law) -> dict[Address, tuple[Part, ...]]:
    """Return comments by provision; by the law itself if the law lacks the provision."""
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
