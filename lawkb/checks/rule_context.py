"""The context of a rule: glossary, concordance of editions, models learned from the code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from lawkb.checks.paired_denials import DenialTranslations
from lawkb.checks.term_uses import RenderedCounts, TermUse, term_uses
from lawkb.checks.text_pairs import CheckedText, TextPair
from lawkb.corpus.concordance import Concordance
from lawkb.corpus.glossary import Glossary
from lawkb.model.address import Address, Scheme
from lawkb.model.finding import address_text
from lawkb.unicode_characters import script_of

if TYPE_CHECKING:
    from lawkb.checks.omission.loss_model import LossModel
    from lawkb.corpus.editorial_settings import Pattern


@dataclass(frozen=True, slots=True)
class RuleContext:
    """What a rule knows besides the texts that it compares."""

    # The levels of the code (law, letter, number …); None for a bilingual file.
    scheme: Scheme | None
    loss: LossModel  # Model of the probability that words were lost in translation.
    glossary: Glossary = field(default_factory=Glossary)  # Terms with their renderings.
    # Which addresses of one edition correspond to which of another.
    concordance: Concordance = field(default_factory=Concordance)
    checklist: tuple[Pattern, ...] = ()  # Patterns of words that editors want to be reported.
    # How many text pairs have a term of the glossary, and its rendering.
    rendered: RenderedCounts = field(default_factory=RenderedCounts, hash=False)
    # How the negations of the original are usually translated.
    denial_translations: DenialTranslations = field(default_factory=DenialTranslations)
    # What `Rule.learn` returned for all text pairs of the code, by name of the rule; empty for a
    # bilingual file.
    learned: Mapping[str, object] = field(default_factory=dict, hash=False)
    # Cached results for the pair checked last, by name.
    recent: dict[str, object] = field(default_factory=dict, repr=False, hash=False)

    def term_uses(self, pair: TextPair) -> tuple[TermUse, ...]:
        """Return the uses of glossary terms in a pair, cached for several rules."""
        if not self.glossary.terms:
            return ()
        if self.recent.get("pair") is not pair:
            self.recent["pair"] = pair
            self.recent["uses"] = term_uses(pair, self.glossary)
        return cast(tuple[TermUse, ...], self.recent["uses"])

    def write(self, address: Address, upto: Address | None = None) -> str:
        """Return an address, ``47E2(a)``, or a range, ``47A–47C``, in canonical form.

        Without a scheme, the numbers of the path are joined by full stops: ``47.5.2``.
        """
        if self.scheme is None:
            return ".".join(map(str, address.path))
        first = self.scheme.write(address)
        written = f"{first}–{self.scheme.write(upto)}" if upto else first
        return address_text(written, address, upto)

    def same_by_edition(self, ours: Address, theirs: Address) -> bool:
        """Return whether the concordance pairs two addresses as one provision in two editions."""
        pair = {ours, theirs}
        return any(
            pair <= {address for _, address in row.addresses} for row in self.concordance.rows
        )

    def foreign_label(self, side: CheckedText) -> str | None:
        """Return the printed label of a provision with a letter of another alphabet, else None.

        Example: a Latin ``E`` as label in a Greek text.
        """
        provision = side.provision
        if provision is None or self.scheme is None or not provision.num:
            return None
        level = self.scheme.levels_of(provision.address.law)[provision.address.depth]
        if level.is_division or level.numbering not in ("upper", "lower", "doubled"):
            return None
        letters = (char for char in provision.num if char.isalpha())
        wrong = any(script_of(char) != side.language.script for char in letters)
        return provision.num if wrong else None
