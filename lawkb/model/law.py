"""A law of one expression: its provisions, comments, and where it came from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from lawkb.model.address import Address
from lawkb.model.passage import Lines, Note, Passage, Reference, Table

CommentStatus = Literal["open", "applied", "outdated", "orphan", "rejected"]


@dataclass(frozen=True, slots=True)
class Provision:
    """Any addressable node of a law, the law itself included.

    Attributes:
        address: Its identity, equal in every language and edition.
        num: Label as the page prints it (``Ε.``, ``Art. 47``); empty when the page has none.
        heading: Heading, or title of a law; None when it has none or the source lost it.
        body: Passages, tables and provisions in document order. What stands before the first
            provision is lead-in text, after the last closing text, between two a continuation.
        inferred: ``("num",)`` when the label was rebuilt from the numbering.
        lost: What the source no longer holds, such as ``("heading",)``.
        editorial: What a patch supplied or repaired: ``heading``, ``text``, ``complete``.
        editorial_origin: Where that comes from, in the editor's words; None when nothing is.
        complete: False when an editor has found that words are missing.
        lines: Lines of the page from its label to the end of its own text.
    """

    address: Address
    num: str
    heading: Passage | None = None
    body: tuple[Passage | Table | Provision, ...] = ()
    inferred: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    editorial: tuple[str, ...] = ()
    editorial_origin: str | None = None
    complete: bool = True
    lines: Lines | None = None

    @property
    def passages(self) -> tuple[Passage, ...]:
        """Its own passages, those of its tables included, not those of the provisions in it."""
        found: list[Passage] = []
        for item in self.body:
            if isinstance(item, Passage):
                found.append(item)
            elif isinstance(item, Table):
                found.extend(item.passages)
        return tuple(found)

    @property
    def children(self) -> tuple[Provision, ...]:
        """The provisions directly in it."""
        return tuple(item for item in self.body if isinstance(item, Provision))

    @property
    def text(self) -> str:
        """Its own text: the passages, joined by line ends."""
        return "\n".join(passage.text for passage in self.passages)

    @property
    def references(self) -> tuple[Reference, ...]:
        """References of its own text; offsets into ``text``. Those of notes are not among them."""
        found: list[Reference] = []
        begin = 0
        for passage in self.passages:
            found.extend(reference.shifted(begin) for reference in passage.references)
            begin += len(passage.text) + 1
        return tuple(found)

    @property
    def notes(self) -> tuple[Note, ...]:
        """Notes of its heading and its own text, in order."""
        found = list(self.heading.notes) if self.heading else []
        for passage in self.passages:
            found += passage.notes
        return tuple(found)

    def walk(self) -> Iterator[Provision]:
        """This provision and all in it, in document order."""
        waiting = [self]
        while waiting:  # a generator within a generator would cost a step a level
            provision = waiting.pop()
            yield provision
            for item in reversed(provision.body):
                if isinstance(item, Provision):
                    waiting.append(item)


@dataclass(frozen=True, slots=True)
class Comment:
    """What a reader wrote under the wiki page.

    Attributes:
        author: Name as printed.
        created: Time as ISO 8601, ``2017-06-30T14:14``, by the clock of the wiki, as it prints it;
            without a zone, which the source names.
        text: Body, paragraphs joined by line ends.
        address: Provision it speaks of; None when it does not say.
        quote: Words of the law that it quotes, as it quotes them; None when it quotes none.
        status: Where its proposal stands against the present text.
        replies: Answers to it, in order.
        inferred: ``("reply",)`` when the page does not say what it answers.
        lines: Lines of the page that hold it.
        edited: Time of its last change in the same writing, or None.
    """

    author: str
    created: str
    text: str
    address: Address | None = None
    quote: str | None = None
    status: CommentStatus = "open"
    replies: tuple[Comment, ...] = ()
    inferred: tuple[str, ...] = ()
    lines: Lines | None = None
    edited: str | None = None


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a law came from.

    Attributes:
        source: Name of the source in ``corpus.toml``.
        page: Page id in that source.
        sha256: Of the bytes of the page.
        revised: Last change of the page as ISO 8601, or None when the source does not say.
        user: Who made it, or None.
    """

    source: str
    page: str
    sha256: str
    revised: str | None = None
    user: str | None = None


@dataclass(frozen=True, slots=True)
class Law:
    """One numbered law of one expression.

    Attributes:
        edition: Id of the edition, ``2017``.
        language: BCP 47 tag of the expression, ``el``.
        root: The law as a provision; its heading is the title.
        origin: Where it came from.
        comments: Readers' comments, replies inside them.
    """

    edition: str
    language: str
    root: Provision
    origin: Origin
    comments: tuple[Comment, ...] = ()

    @property
    def number(self) -> int:
        """Number of the law."""
        return self.root.address.law

    def provisions(self) -> Iterator[Provision]:
        """All provisions in document order, the law itself first."""
        return self.root.walk()

    def find(self, address: Address) -> Provision | None:
        """The provision at an address, or None."""
        return next((p for p in self.provisions() if p.address == address), None)


@dataclass(frozen=True, slots=True)
class Loss:
    """Something a source no longer holds, or that could not be read: recorded, never papered over.

    Attributes:
        kind: ``title``, ``heading``, ``letter``, ``note-number``, ``note``, ``numbering``,
            ``table``, ``comment``, ``conflict``, ``link``, ``text``, ``unparsed``, ``encoding``,
            ``stale-patch`` or ``provenance``.
        message: One sentence for the editor.
        address: Provision concerned, or None for the page.
        language: Expression concerned, or None for the page.
        line: Line of the page, from 1, or None.
    """

    kind: str
    message: str
    address: Address | None = None
    language: str | None = None
    line: int | None = None


def provisions_of(laws: Iterable[Law]) -> frozenset[Address]:
    """The provisions of a law in any of its languages: what counts, wherever they are counted.

    Every addressable node is a provision, the law itself and labels that only hold others too;
    an address that several languages have is one provision.

    Args:
        laws: The law in some languages.
    """
    return frozenset(each.address for law in laws for each in law.provisions())
