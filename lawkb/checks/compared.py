"""Two editions beside each other, as data: what was compared, and what differs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from lawkb.align.editions import EditionPair, PairKind
from lawkb.checks.changes import Piece
from lawkb.model.address import Address

ReferenceKind = Literal["kept", "moved", "dropped", "added"]


@dataclass(frozen=True, slots=True)
class Sides:
    """The editions to compare.

    Attributes:
        old: The older edition.
        new: The newer one.
        languages: Tags asked for. An edition that has none of them, or when none is asked for,
            is read in the languages both have, else in the original, else in its first one.
    """

    old: str
    new: str
    languages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Target:
    """What a reference names, whatever the words.

    Attributes:
        edition: Edition of what is cited.
        address: The cited provision, or the first of a range.
        upto: The last of a range, else None.
    """

    edition: str
    address: Address
    upto: Address | None = None


@dataclass(frozen=True, slots=True)
class ReferenceChange:
    """A reference of a provision in two editions.

    Attributes:
        kind: ``moved`` when the concordance says that both name the same provision.
        old: What the older edition cites; None when it was added.
        new: What the newer one cites; None when it was dropped.
        why: What the concordance says of the move; None when nothing moved.
    """

    kind: ReferenceKind
    old: Target | None
    new: Target | None
    why: str | None = None


@dataclass(frozen=True, slots=True)
class EditionText:
    """A provision of an edition in one language.

    Attributes:
        edition: The edition.
        language: Tag.
        heading: Its heading; empty when it has none.
        text: Its own text, without that of the provisions in it.
    """

    edition: str
    language: str
    heading: str
    text: str

    @property
    def words(self) -> str:
        """Heading and text."""
        return "\n".join(part for part in (self.heading, self.text) if part)


@dataclass(frozen=True, slots=True)
class ComparedProvision:
    """A provision in two editions, and what differs.

    Attributes:
        pair: Where it was and is.
        texts: Its texts in the languages compared, those of the older edition first.
        references: Its references, those of the older edition first, then what was added.
        words: By tag of a language that both editions have, its words before and after, where
            they differ.
    """

    pair: EditionPair
    texts: tuple[EditionText, ...]
    references: tuple[ReferenceChange, ...]
    words: tuple[tuple[str, tuple[Piece, ...]], ...]

    @property
    def differs(self) -> bool:
        """Whether anything but its language differs."""
        kinds = {change.kind for change in self.references}
        return self.pair.kind != "same" or bool(kinds - {"kept"}) or bool(self.words)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A provision and all in it, in two editions.

    Attributes:
        old: The older edition.
        new: The newer one.
        languages: Tags of the languages of the older and of the newer edition.
        provisions: In the order of the newer edition.
    """

    old: str
    new: str
    languages: tuple[tuple[str, ...], tuple[str, ...]]
    provisions: tuple[ComparedProvision, ...]

    def count_provisions(self) -> Counter[PairKind]:
        """Number of provisions of each kind."""
        return Counter(provision.pair.kind for provision in self.provisions)

    def count_references(self) -> Counter[ReferenceKind]:
        """Number of references of each kind."""
        return Counter(c.kind for provision in self.provisions for c in provision.references)
