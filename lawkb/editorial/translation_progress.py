"""Translation progress: the review states of provisions, valid while their texts are unchanged."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from lawkb.align.translation_units import TextPair, pair_texts, paired_places, texts_digest
from lawkb.corpus.decision_files import REVIEW_STATES, Review, ReviewState
from lawkb.model.address import Address, Ordinal
from lawkb.model.code import Code
from lawkb.model.law import Provision

Reviews = Mapping[tuple[str, str, Address], Review]


@dataclass(frozen=True, slots=True)
class Translation:
    """A translation of an edition."""

    edition: str  # id of the edition
    source: str  # tag of the original language
    target: str  # tag of the language of the translation


@dataclass(frozen=True, slots=True)
class ReviewedProvision:
    """A translated provision with its review state."""

    address: Address  # Address of the provision.
    # Its texts with their translations; empty for a provision that only contains others.
    pairs: tuple[TextPair, ...]
    complete: bool  # False if an editor has marked that the translation lacks words.
    state: ReviewState  # Its review state.
    stale: bool = False  # Whether a state was recorded for texts that have changed since.
    lost_heading: bool = False  # Whether the source of the translation has lost the heading.

    @property
    def counted(self) -> tuple[TextPair, ...]:
        """The texts that need translation: all but a heading lost by the source.

        If that heading is the only text, it counts.
        """
        return _counted(self.pairs, self.lost_heading)

    @property
    def lacks_only_heading(self) -> bool:
        """Whether its only text is a heading that the source of the translation has lost."""
        alone = all(pair.part == "heading" and not pair.target for pair in self.pairs)
        return self.lost_heading and alone and self.state == "needs-translation"


def begun_translations(code: Code) -> dict[Translation, tuple[Ordinal, ...]]:
    """Return the translations of which at least one law exists, each with numbers of laws.

    The numbers are those of laws in the original or the translation. An edition that does not list
    the original language has no translations.
    """
    held: defaultdict[tuple[str, str], set[Ordinal]] = defaultdict(set)
    for edition, language, number in code.laws:
        held[edition, language].add(number)
    original = code.outline.authoritative
    listed = [(each.edition, each.language) for each in code.outline.expressions]
    return {
        Translation(edition, original, tag): tuple(
            sorted(held[edition, tag] | held[edition, original])
        )
        for edition, tag in listed
        if tag != original and (edition, original) in listed and (edition, tag) in held
    }


def review_at(reviews: Reviews, of: Translation, address: Address, code: Code) -> Review | None:
    """Return the recorded review of a provision, also one at its address of before ``(a.a)``."""
    found = reviews.get((of.edition, of.target, address))
    before = None if found else code.outline.scheme.before_two_letters(address)
    if before is None or code.provision(of.edition, of.target, before):
        return found
    return reviews.get((of.edition, of.target, before))


def reviewed_law(
    code: Code, of: Translation, number: Ordinal, reviews: Reviews
) -> tuple[ReviewedProvision, ...]:
    """Return the provisions of a law with their review states.

    A provision needs translation if words or a text of the original are missing in it, but not
    because the source has lost its heading. Otherwise it has the recorded state while neither text
    has changed, and else needs review. A provision that has no text of its own, or none but a lost
    heading, has the state of the least finished of those in it; if it contains none, the lost
    heading counts.
    """
    source, target = (code.law(of.edition, tag, number) for tag in (of.source, of.target))
    translated = {each.address: each for each in target.provisions()} if target else {}
    pairs = pair_texts(source, target, code.outline.scheme)
    found = {}
    for address, group in groupby(pairs, key=lambda pair: pair.address):
        review = review_at(reviews, of, address, code)
        found[address] = _reviewed(tuple(group), translated.get(address), review)
    containers = {above for address in found for above in address.ancestors()}
    bare = {each for each in containers if each in found and found[each].lacks_only_heading}
    least: dict[Address, ReviewState] = {}
    for address, each in found.items():
        for above in address.ancestors() if address not in bare else ():
            states = (each.state, least.get(above, each.state))
            least[above] = min(states, key=REVIEW_STATES.index)
    found |= {
        address: replace(found[address], state=least[address])
        for address in bare
        if address in least
    }
    return tuple(
        found.get(address) or ReviewedProvision(address, (), True, least.get(address, "translated"))
        for address in paired_places(source, target)
    )


def progress_of(
    code: Code,
    of: Translation,
    reviews: Reviews,
    wanted: Sequence[Address] = (),
    state: ReviewState | None = None,
) -> dict[Ordinal, tuple[ReviewedProvision, ...]]:
    """Return the provisions of each law of a translation, by number, with their review states.

    Laws without matching provisions are left out.
    """
    numbers = sorted({each.law for each in wanted} or code.numbers(of.edition))
    found = {}
    for number in numbers:
        reviewed = tuple(
            each
            for each in reviewed_law(code, of, number, reviews)
            if not wanted or any(place.holds(each.address) for place in wanted)
            if state in (None, each.state)
        )
        if reviewed:
            found[number] = reviewed
    return found


def shown_texts(pair: TextPair) -> tuple[str, str]:
    """Return original and translation with their inline codes; empty if there is none."""
    return pair.source.shown if pair.source else "", pair.target.shown if pair.target else ""


def texts_hashes(pairs: Sequence[TextPair]) -> tuple[str, str]:
    """Return a hash of all originals of a provision, and one of all translations."""
    shown = [shown_texts(pair) for pair in pairs]
    return texts_digest([own for own, _ in shown]), texts_digest([other for _, other in shown])


def _reviewed(
    pairs: tuple[TextPair, ...], translated: Provision | None, review: Review | None
) -> ReviewedProvision:
    complete = translated is None or translated.complete
    lost = translated is not None and bool({"heading", "title"} & set(translated.lost))
    valid = review is not None and (review.source, review.target) == texts_hashes(pairs)
    state: ReviewState = "needs-review"
    if valid and review is not None:
        state = review.state
    elif not complete or any(p.source and not p.target for p in _counted(pairs, lost)):
        state = "needs-translation"
    stale = bool(review) and not valid
    return ReviewedProvision(pairs[0].address, pairs, complete, state, stale, lost)


def _counted(pairs: tuple[TextPair, ...], lost_heading: bool) -> tuple[TextPair, ...]:
    if not lost_heading:
        return pairs
    others = tuple(pair for pair in pairs if pair.part != "heading" or pair.target)
    return others or pairs
