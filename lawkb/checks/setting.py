"""What the rules know besides the texts: glossary, concordance, what the code taught."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from lawkb.checks.loss import LossModel
from lawkb.checks.texts import Side, TextPair
from lawkb.corpus.checklist import Pattern
from lawkb.corpus.concordance import Concordance
from lawkb.corpus.glossary import Glossary
from lawkb.model.address import Address, Scheme
from lawkb.model.language import script_of
from lawkb.model.sentence import address_text


@dataclass(frozen=True, slots=True)
class Setting:
    """All that a rule may ask.

    Attributes:
        scheme: The levels of the code; None for a file.
        loss: What says how probable it is that words were lost.
        glossary: The terms; empty where there is no glossary.
        concordance: Moves between editions.
        checklist: Patterns of the house.
        texts: All pairs of texts of the code; empty for a file.
        rendered: How reliably each term of the glossary is rendered, by term and language.
        recent: What was found last for a pair that several rules ask about.
    """

    scheme: Scheme | None
    loss: LossModel
    glossary: Glossary = field(default_factory=Glossary)
    concordance: Concordance = field(default_factory=Concordance)
    checklist: tuple[Pattern, ...] = ()
    texts: Sequence[TextPair] = field(default=(), repr=False, hash=False)
    rendered: Mapping[tuple[str, str], tuple[int, int]] = field(default_factory=dict, hash=False)

    recent: dict[str, object] = field(default_factory=dict, repr=False, hash=False)

    def write(self, address: Address, upto: Address | None = None) -> str:
        """An address, or a range of them, in the canonical writing."""
        if self.scheme is None:
            return ".".join(map(str, address.path))
        first = self.scheme.write(address)
        written = f"{first}–{self.scheme.write(upto)}" if upto else first
        return address_text(written, address, upto)

    def same_by_edition(self, ours: Address, theirs: Address) -> bool:
        """Whether the concordance has both addresses in one row."""
        pair = {ours, theirs}
        return any(
            pair <= {address for _, address in row.addresses} for row in self.concordance.rows
        )

    def foreign_label(self, side: Side) -> str | None:
        """The printed label of a provision with a letter of another alphabet, else None."""
        provision = side.provision
        if provision is None or self.scheme is None or not provision.num:
            return None
        level = self.scheme.levels[provision.address.depth]
        if level.numbering not in ("upper", "lower"):
            return None
        letters = [char for char in provision.num if char.isalpha()]
        wrong = [char for char in letters if script_of(char) != side.language.script]
        return provision.num if wrong else None
