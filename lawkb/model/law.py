"""A law of one expression: its provisions, comments and origin."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from lawkb.model.address import Address, Ordinal
from lawkb.model.passage import Lines, Note, Passage, Reference, Table

CommentStatus = Literal["open", "applied", "outdated", "orphan", "rejected"]


class Repeal(Struct, frozen=True):
    """The repeal of a provision, which keeps its address; ``Repeal()`` where a source only says so.

    What the source prints of it, such as `[Repealed by Act 12]`, is heading or text as any words.
    """

    date: str | None = None  # ISO date from which it is repealed; None when it is not known.
    by: str = ""  # What repealed it, in an editor's words; empty when only the source may say it.
    url: str | None = None  # URL of what repealed it.
    provision: Address | None = None  # Provision of this code that repealed it.
    reason: str = ""  # Why an editor recorded it; empty when the source prints the repeal.
    author: str = ""  # The editor.


class Provision(Struct, frozen=True):
    """An addressable node of a law; the law itself is one."""

    address: Address  # Language-neutral name, the same in every language and edition.
    num: str  # Label as the page prints it (`Ε.`, `Art. 47`); empty when the page has none.
    # Heading, for a law its title; None when there is none or the source lost it.
    heading: Passage | None = None
    # Passages, tables and provisions in document order. Text before the first inner provision
    # introduces the list, text after the last one closes it, text between two continues.
    body: tuple[Passage | Table | Provision, ...] = ()
    inferred: tuple[str, ...] = ()  # `("num",)` when the label was inferred from the numbering.
    lost: tuple[str, ...] = ()  # What the source has lost, such as `("heading",)`.
    # Parts that a patch supplied or corrected: `heading`, `text`, `complete`.
    editorial: tuple[str, ...] = ()
    # Origin of those parts, in the editor's words; None when there are none.
    editorial_origin: str | None = None
    # False when an editor has found that words are missing; never so of a repealed provision.
    complete: bool = True
    # Its repeal; what is in a repealed provision is repealed with it, and not marked again.
    repealed: Repeal | None = None
    # Lines of the page, from the label to the end of the text before inner provisions.
    lines: Lines | None = None

    @property
    def passages(self) -> tuple[Passage, ...]:
        """Return the passages of this provision and its tables, without inner provisions."""
        found: list[Passage] = []
        for item in self.body:
            if isinstance(item, Passage):
                found.append(item)
            elif isinstance(item, Table):
                found.extend(item.passages)
        return tuple(found)

    @property
    def children(self) -> tuple[Provision, ...]:
        """Return the provisions directly in this one."""
        return tuple(item for item in self.body if isinstance(item, Provision))

    def with_provision(self, new: Provision) -> Provision:
        """Return this provision with the one at the address of ``new`` replaced by it."""
        if self.address == new.address:
            return new
        body = tuple(
            item.with_provision(new)
            if isinstance(item, Provision) and item.address.holds(new.address)
            else item
            for item in self.body
        )
        return replace(self, body=body)

    @property
    def text(self) -> str:
        """Return the text of this provision without inner provisions, with LF between passages."""
        return "\n".join(passage.text for passage in self.passages)

    @property
    def references(self) -> tuple[Reference, ...]:
        """Return the references in ``text``, with offsets into it; those of footnotes are not."""
        found: list[Reference] = []
        begin = 0
        for passage in self.passages:
            found.extend(reference.shifted(begin) for reference in passage.references)
            begin += len(passage.text) + 1
        return tuple(found)

    @property
    def notes(self) -> tuple[Note, ...]:
        """Return the footnotes of the heading and of ``text``, in order."""
        found = list(self.heading.notes) if self.heading else []
        for passage in self.passages:
            found += passage.notes
        return tuple(found)

    @property
    def sha256(self) -> str:
        """Return the SHA-256 digest of heading and ``text``, in UTF-8 with LF between them."""
        parts = (self.heading.text if self.heading else "", self.text)
        return hashlib.sha256("\n".join(filter(None, parts)).encode()).hexdigest()

    def walk(self) -> Iterator[Provision]:
        """Yield this provision and all provisions in it, in document order."""
        stack = [self]
        while stack:  # nested generators would cost a step for each level
            provision = stack.pop()
            yield provision
            for item in reversed(provision.body):
                if isinstance(item, Provision):
                    stack.append(item)


class Comment(Struct, frozen=True):
    """A comment that a reader wrote under the wiki page, or a colleague for colleagues."""

    author: str  # Name or login of the reader.
    # Time as ISO 8601, `2017-06-30T14:14`, local time of the wiki without an offset; `Source.zone`
    # has the time zone.
    created: str
    text: str  # Body, paragraphs joined by line ends.
    address: Address | None = None  # Provision that the comment is about; None when it names none.
    # Words of the law that the comment quotes, as quoted; None when it quotes none.
    quote: str | None = None
    status: CommentStatus = "open"  # State of the proposed change, compared with the present text.
    replies: tuple[Comment, ...] = ()  # Answers to the comment.
    # `("reply",)` when the page does not name the comment that this one answers.
    inferred: tuple[str, ...] = ()
    lines: Lines | None = None  # Lines of the page.
    edited: str | None = None  # Time of the last change, in the format of `created`, or None.
    # Where a colleague wrote it, a translator's file or the desk; empty for one of a page.
    origin: str = ""


class Origin(Struct, frozen=True):
    """The page that a law or a companion (a text beside the laws) was read from."""

    source: str  # name of the source in ``corpus.toml``
    page: str  # page id in the source, ``law_57``
    # SHA-256 digest of the bytes of the page; of the words of this text alone if it is a part.
    sha256: str
    # Last change of the page as ISO 8601, or None when unknown; of a part the last that changed it.
    revised: str | None = None
    user: str | None = None  # login of the author of that change, or None
    is_part: bool = False  # whether the page has other texts, too


class Law(Struct, frozen=True, dict=True):
    """One numbered law in one edition and language."""

    edition: str  # id of the edition, ``2017``
    language: str  # BCP 47 tag of the language, ``el``
    root: Provision  # the law as a provision; its heading is the title
    origin: Origin  # page that the law was read from
    comments: tuple[Comment, ...] = ()  # readers' comments, replies inside them
    # Provisions whose words in its file are not those that were written there.
    altered: tuple[Address, ...] = ()

    @cached_property
    def _found(self) -> dict[Address, Provision]:
        return {each.address: each for each in reversed([*self.provisions()])}

    @property
    def number(self) -> Ordinal:
        """Return the number of the law."""
        return self.root.address.law

    @property
    def key(self) -> tuple[str, str, Ordinal]:
        """Return edition, language and number, by which a code has the law."""
        return self.edition, self.language, self.number

    @property
    def has_texts(self) -> bool:
        """Whether it has any words; a page may have comments on a law that it does not have."""
        return any(each.heading or each.passages for each in self.provisions())

    def provisions(self) -> Iterator[Provision]:
        """Yield all provisions in document order, the law itself first."""
        return self.root.walk()

    def find(self, address: Address) -> Provision | None:
        """Return the provision at an address, or None; of several at one address the first."""
        return self._found.get(address)


class Loss(Struct, frozen=True):
    """Something that a source has lost, or that could not be read, recorded for the editor."""

    # `title`, `heading`, `letter`, `note-number`, `note`, `numbering`, `table`, `comment`,
    # `conflict`, `link`, `text`, `unparsed`, `encoding`, `stale-patch`, `partial-patch` or
    # `provenance`.
    kind: str
    message: str  # One sentence for the editor.
    address: Address | None = None  # Provision concerned; None when the loss concerns the page.
    language: str | None = None  # Language concerned; None when the loss concerns the page.
    line: int | None = None  # Line of the page, from 1, or None.


def provisions_of(laws: Iterable[Law]) -> frozenset[Address]:
    """Return the addresses of all provisions that a law has in any of its languages.

    All counts of provisions are of these: every addressable node counts once, the law itself and
    nodes without text included.
    """
    return frozenset(each.address for law in laws for each in law.provisions())
