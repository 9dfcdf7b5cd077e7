"""The terms of a code that is edited: what did not change is not looked through again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from lawkb.align.provisions import Grade, LawPair, ProvisionPair, pair_provisions
from lawkb.checks.pairing import Paired, is_even, laws_in_both, pair_code, read_pair
from lawkb.checks.term_uses import TermUse, stems_of, term_uses
from lawkb.checks.texts import TextPair
from lawkb.corpus.glossary import Glossary
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.law import Law
from lawkb.publish.term_index import TermIndex, TermMark, Uses, ids_of, marks_of
from lawkb.remembered import Remembered

_Key = tuple[str, str, int]  # edition, tag of the translation, number
_Marks = dict[tuple[str, str, Address], tuple[TermMark, ...]]
_Sides = tuple[tuple[int | None, int | None, Grade], ...]


@dataclass(frozen=True, slots=True)
class Uneven:
    """A law whose tree is not that of its translation, and what stands beside what.

    Attributes:
        edition: Id of the edition.
        language: Tag of the translation.
        number: Its number.
        sides: Of each pair the place of the provision in either law, if it is there, and how sure
            that is.
    """

    edition: str
    language: str
    number: int
    sides: _Sides


@dataclass(frozen=True, slots=True)
class _Both:
    """A law and its translation; ``paired`` is None where nobody has said yet how."""

    original: Law
    translation: Law
    even: bool
    paired: Paired | None


@dataclass(frozen=True, slots=True)
class _Text:
    """A pair of texts, the stems of its original, and the terms found there."""

    pair: TextPair
    stems: frozenset[str]
    uses: tuple[TermUse, ...]


@dataclass(frozen=True, slots=True)
class _OfLaw:
    """A law that is paired, and the terms found there."""

    paired: Paired
    texts: tuple[_Text, ...]
    uses: Uses


class TermReading:
    """Reads the terms of one code many times; it gives what ``index_terms`` does.

    Where the trees of a law and its translation differ, what all laws teach says what stands
    beside what. That takes its time, so that ``uneven_laws`` is asked apart, and ``take`` told;
    until then, no terms are known of such a law where it has changed.
    """

    def __init__(self) -> None:
        """Begin without any law."""
        self._glossary = Glossary()
        self._paired: dict[_Key, _Both] = {}
        self._found: dict[_Key, _OfLaw] = {}
        self._marks = Remembered[tuple[str, int], tuple[tuple[Uses, ...], dict[str, str]], _Marks](
            lambda each: marks_of(*each)
        )

    def read(self, code: Code, glossary: Glossary) -> TermIndex:
        """The terms of a code and where they stand."""
        if not glossary.terms:
            self._paired, self._found = {}, {}
            return TermIndex()
        both = laws_in_both(code)
        self._pair(code, both)
        self._find(glossary, code.outline.authoritative)
        ids = ids_of(glossary)
        uses: dict[str, dict[str, list[tuple[TextPair, TermUse]]]] = {tag: {} for tag in both}
        laws: dict[tuple[str, int], list[Uses]] = {}
        for (edition, tag, number), found in self._found.items():
            laws.setdefault((edition, number), []).append(found.uses)
            for term, places in found.uses.items():
                uses[tag].setdefault(term, []).extend(places)
        marks = self._marks.each(
            {
                law: (tuple(each), {term: ids[term] for by_term in each for term in by_term})
                for law, each in laws.items()
            }
        )
        return TermIndex(
            glossary,
            ids,
            {tag: {term: tuple(of) for term, of in each.items()} for tag, each in uses.items()},
            {place: held for of_law in marks.values() for place, held in of_law.items()},
        )

    @property
    def uneven(self) -> bool:
        """Whether there are laws whose trees are not those of their translations."""
        return any(not each.even for each in self._paired.values())

    def take(self, code: Code, laws: tuple[Uneven, ...]) -> None:
        """Hear what stands beside what in the uneven laws of a code that was ``read``."""
        for each in laws:
            key = (each.edition, each.language, each.number)
            both = self._paired[key]
            laid = _laid(both.original, both.translation, each.sides)
            if both.paired is None or both.paired.laws != laid:
                self._paired[key] = replace(both, paired=read_pair(code, laid))

    def _pair(self, code: Code, both: Mapping[str, tuple[tuple[Law, Law], ...]]) -> None:
        held: dict[_Key, _Both] = {}
        for tag, laws in both.items():
            for original, translation in laws:
                key = (original.edition, tag, original.number)
                before = self._paired.get(key)
                same = before and (before.original, before.translation) == (original, translation)
                held[key] = before if before and same else _both(code, original, translation)
        self._paired = held

    def _find(self, glossary: Glossary, original: str) -> None:
        """The terms in every law that is paired, in the order of the pairs.

        Args:
            glossary: The terms.
            original: Tag of their language.
        """
        stale = _changed_stems(self._glossary, glossary, original)
        found: dict[_Key, _OfLaw] = {}
        for key, both in self._paired.items():
            paired, before = both.paired, self._found.get(key)
            if paired and (before is None or before.paired is not paired):
                found[key] = _of_law(paired, [_text(each, glossary) for each in paired.texts])
            elif paired and before:
                found[key] = _again(before, glossary, stale)
        self._found, self._glossary = found, glossary


def uneven_laws(code: Code) -> tuple[Uneven, ...]:
    """The laws of a code whose trees are not those of their translations."""
    return tuple(
        Uneven(law.laws.original.edition, each.language, law.laws.original.number, _sides(law.laws))
        for each in pair_code(code)
        for law in each.laws
        if not is_even(law.laws)
    )


def _both(code: Code, original: Law, translation: Law) -> _Both:
    laws = pair_provisions(original, translation)
    even = is_even(laws)
    return _Both(original, translation, even, read_pair(code, laws) if even else None)


def _sides(laws: LawPair) -> _Sides:
    ours = {id(each): at for at, each in enumerate(laws.original.provisions())}
    theirs = {id(each): at for at, each in enumerate(laws.translation.provisions())}
    return tuple(
        (
            ours[id(pair.original)] if pair.original else None,
            theirs[id(pair.translation)] if pair.translation else None,
            pair.grade,
        )
        for pair in laws.pairs
    )


def _laid(original: Law, translation: Law, sides: _Sides) -> LawPair:
    """A law beside its translation, as its sides say."""
    ours, theirs = tuple(original.provisions()), tuple(translation.provisions())
    pairs = (
        ProvisionPair(
            None if mine is None else ours[mine], None if other is None else theirs[other], grade
        )
        for mine, other, grade in sides
    )
    return LawPair(original, translation, tuple(pairs))


def _changed_stems(before: Glossary, now: Glossary, original: str) -> frozenset[str] | None:
    """The stems that a text must have for its terms to differ; None when any may.

    Terms of as many words are looked for in the order of the glossary.
    """
    old, new = _rows(before), _rows(now)
    same = {term for term, rows in new.items() if old.get(term) == rows}
    if [term for term in old if term in same] != [term for term in new if term in same]:
        return None
    stems = (stems_of(term, original) for term in (*old, *new) if term not in same)
    return frozenset(each[0] for each in stems if each)


def _rows(glossary: Glossary) -> dict[str, list[tuple[object, str]]]:
    """What the search for a term depends on, in the order of the file."""
    rows: dict[str, list[tuple[object, str]]] = {}
    for row in glossary.terms:
        rows.setdefault(row.term, []).append((row.renderings, row.status))
    return rows


def _again(before: _OfLaw, glossary: Glossary, stale: frozenset[str] | None) -> _OfLaw:
    """The terms of a law, looked for again where they may be others."""
    texts = [
        _text(each.pair, glossary) if stale is None or not stale.isdisjoint(each.stems) else each
        for each in before.texts
    ]
    same = all(new is old for new, old in zip(texts, before.texts, strict=True))
    return before if same else _of_law(before.paired, texts)


def _text(pair: TextPair, glossary: Glossary) -> _Text:
    stems = frozenset(word.stem for word in pair.original.words)
    return _Text(pair, stems, term_uses(pair, glossary))


def _of_law(paired: Paired, texts: list[_Text]) -> _OfLaw:
    uses: dict[str, list[tuple[TextPair, TermUse]]] = {}
    for text in texts:
        for use in text.uses:
            uses.setdefault(use.term, []).append((text.pair, use))
    return _OfLaw(paired, tuple(texts), {term: tuple(found) for term, found in uses.items()})
