"""Read laws with their translations, prepared for the rules.

A law is read when it is needed and then forgotten: a large code is never in memory as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from lawkb.align.provisions import LawPair, pair_provisions
from lawkb.checks.omission.features import read_features
from lawkb.checks.text_pairs import CheckedText, TextPair
from lawkb.large_collections import LazySequence, part_of
from lawkb.model.address import Ordinal, Scheme
from lawkb.model.code import Code
from lawkb.model.finding import address_text
from lawkb.model.language import Language
from lawkb.model.law import Law, Provision
from lawkb.parallel_work import one_by_one

if TYPE_CHECKING:
    from lawkb.checks.omission.loss_model import LossModel

T = TypeVar("T")
LawKey = tuple[str, str, Ordinal]  # edition, language and number of a law
LawNumber = tuple[str, Ordinal]  # edition and number of a law
_FEW = 30  # up to so many laws stay in memory, with the words that were read in them


@dataclass(frozen=True, slots=True)
class CheckedLaw:
    """A law and its translation, prepared for the rules."""

    laws: LawPair  # both laws with their provisions paired
    texts: tuple[TextPair, ...]  # text pairs of the provisions that both languages have, in order
    too_long: tuple[TextPair, ...] = ()  # text pairs too long to be checked; not in ``texts``

    @property
    def number(self) -> LawNumber:
        """Edition and number of the law."""
        return self.laws.original.edition, self.laws.original.number


class LawsInBoth(LazySequence[tuple[Law, Law]]):
    """Laws with their translations, each read when it is accessed.

    Processes and machines that share work read the laws of their part: they are sent packed.
    """

    def __init__(
        self,
        laws: Mapping[LawKey, Law],
        languages: tuple[str, str],
        numbers: Sequence[LawNumber],
    ) -> None:
        """Store the mapping of laws, and which are wanted.

        Args:
            laws: Laws by edition, language and number.
            languages: Tags of the original and of the translation; the same for laws without a
                translation, which are paired with themselves.
            numbers: Edition and number of the wanted laws.
        """
        self._laws, self._languages, self.numbers = laws, languages, numbers

    def __len__(self) -> int:
        """Return the number of pairs."""
        return len(self.numbers)

    def item(self, at: int) -> tuple[Law, Law]:
        """Return a law and its translation."""
        edition, number = self.numbers[at]
        ours, theirs = self._languages
        original = self._laws[edition, ours, number]
        return original, original if ours == theirs else self._laws[edition, theirs, number]

    def part(self, at: slice) -> LawsInBoth:
        """Return the laws of a slice, which are not read yet."""
        return self.of(self.numbers[at])

    def of(self, numbers: Sequence[LawNumber]) -> LawsInBoth:
        """Return some of the laws, by edition and number."""
        return LawsInBoth(self._laws, self._languages, numbers)

    def __reduce__(self) -> tuple[type[LawsInBoth], tuple[object, ...]]:
        """Pickle the wanted laws alone; those in a file are not unpacked for it."""
        tags = dict.fromkeys(self._languages)
        keys = [(edition, tag, number) for edition, number in self.numbers for tag in tags]
        return LawsInBoth, (part_of(self._laws, keys), self._languages, self.numbers)


def laws_in_both(code: Code) -> dict[str, LawsInBoth]:
    """Return the laws that exist in the original and in a translation.

    Returns:
        Pairs of original and translation in the order of the code, by language tag of the
        translation. Languages without such a pair are left out.
    """
    original = code.outline.authoritative
    found = {}
    for language in dict.fromkeys(e.language for e in code.outline.expressions):
        numbers = [
            (edition, number)
            for edition, tag, number in code.laws
            if tag == original and (edition, language, number) in code.laws
        ]
        if numbers and language != original:
            found[language] = LawsInBoth(code.laws, (original, language), numbers)
    return found


def laws_in_one(code: Code) -> list[LawsInBoth]:
    """Return the laws without a translation or without an original, by language."""
    original = code.outline.authoritative
    found: dict[str, list[LawNumber]] = {}
    for edition, language, number in code.laws:
        others = [tag for tag in code.languages_of(edition, number) if tag != language]
        if not (others if language == original else original in others):
            found.setdefault(language, []).append((edition, number))
    tags = dict.fromkeys(each.language for each in code.outline.expressions)
    return [LawsInBoth(code.laws, (tag, tag), found[tag]) for tag in tags if tag in found]


def is_paired_by_address(laws: LawPair) -> bool:
    """Return whether every provision of a law has a translation with the same address.

    The provisions of other laws are paired with a model learned from the laws of which this is
    true.
    """
    return all(pair.grade == "exact" for pair in laws.pairs)


@dataclass(frozen=True, slots=True)
class LawReader:
    """Reads laws for the rules; other processes are sent it once."""

    scheme: Scheme  # The levels of the code.
    languages: Mapping[str, Language]  # Languages by tag.
    # The model by which provisions of uneven laws are paired; None to pair them by addresses and
    # lengths alone.
    model: LossModel | None = None

    def read(self, both: tuple[Law, Law]) -> CheckedLaw:
        """Return a law and its translation; the same law twice is one without a translation."""
        laws = pair_provisions(*both)
        sides = _Sides(self.languages)
        if self.model and not is_paired_by_address(laws):
            laws = _paired_by_words(laws, sides, self.model)
        return self._checked(laws, sides)

    def checked(self, laws: LawPair) -> CheckedLaw:
        """Return a law and its translation whose provisions are paired."""
        return self._checked(laws, _Sides(self.languages))

    def _checked(self, laws: LawPair, sides: _Sides) -> CheckedLaw:
        texts = tuple(self._texts(laws, sides))
        return CheckedLaw(
            laws,
            tuple(text for text in texts if not text.is_too_long),
            tuple(text for text in texts if text.is_too_long),
        )

    def _texts(self, laws: LawPair, sides: _Sides) -> Iterator[TextPair]:
        ours, theirs = laws.original, laws.translation
        for pair in laws.pairs:
            if pair.original and pair.translation:
                address = pair.original.address
                yield TextPair(
                    address_text(self.scheme.write(address), address),
                    ours.edition,
                    ours.number,
                    sides.side(pair.original, ours.language),
                    sides.side(pair.translation, theirs.language),
                    pair,
                )


def law_reader(code: Code) -> LawReader:
    """Return the reader of the laws of a code, without a model."""
    return LawReader(code.outline.scheme, {each.code: each for each in code.outline.languages})


class CheckedLaws(LazySequence[CheckedLaw]):
    """Laws prepared for the rules, each when it is accessed; few are kept, many forgotten."""

    def __init__(self, both: LawsInBoth, reader: LawReader) -> None:
        """Store the laws with their translations, and what reads them."""
        self.both, self._reader = both, reader
        self._kept: dict[int, CheckedLaw] = {}

    def __len__(self) -> int:
        """Return the number of laws."""
        return len(self.both)

    def item(self, at: int) -> CheckedLaw:
        """Return a law."""
        if at not in self._kept:
            law = self._reader.read(self.both[at])
            if len(self) > _FEW:
                return law
            self._kept[at] = law
        return self._kept[at]

    def of(self, numbers: Sequence[LawNumber]) -> CheckedLaws:
        """Return some of the laws, by edition and number."""
        return CheckedLaws(self.both.of(numbers), self._reader)

    def results(self, work: Callable[[CheckedLaw], T]) -> Iterator[T]:
        """Yield the result of ``work`` for each law, in their order, made on all cores.

        This process begins, so that those it forks have the tables of the languages already. Few
        laws are all for it.
        """
        alone = len(self) if len(self) <= _FEW else 1
        yield from (work(self[at]) for at in range(alone))
        if alone < len(self):
            share = partial(_worked, self._reader, work)
            yield from one_by_one(share, self.both[alone:], few=_FEW)


def _worked(reader: LawReader, work: Callable[[CheckedLaw], T], both: tuple[Law, Law]) -> T:
    return work(reader.read(both))


@dataclass(frozen=True, slots=True)
class _Sides:
    """The texts of provisions; each is made once, since its features are cached."""

    languages: Mapping[str, Language]
    made: dict[tuple[str, int], CheckedText] = field(default_factory=dict)

    def side(self, provision: Provision, language: str) -> CheckedText:
        key = (language, id(provision))
        if key not in self.made:
            self.made[key] = CheckedText(
                self.languages[language],
                provision.text,
                provision.heading.text if provision.heading else "",
                provision.references,
                provision.notes,
                provision,
            )
        return self.made[key]


def _paired_by_words(laws: LawPair, sides: _Sides, model: LossModel) -> LawPair:
    def kinship(ours: Provision, theirs: Provision) -> float:
        own = read_features(sides.side(ours, laws.original.language))
        other = read_features(sides.side(theirs, laws.translation.language))
        return model.kinship(own.counts.keys(), other.counts.keys())

    return pair_provisions(laws.original, laws.translation, kinship, model.ratio)
