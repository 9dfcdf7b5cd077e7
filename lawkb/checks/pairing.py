"""Pair the laws of a code with their translations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from lawkb.align.provisions import LawPair, pair_provisions
from lawkb.checks.checked_laws import (
    CheckedLaw,
    CheckedLaws,
    LawsInBoth,
    is_paired_by_address,
    law_reader,
    laws_in_both,
    laws_in_one,
)
from lawkb.checks.learning import learn_loss, read_facts
from lawkb.corpus.glossary import Glossary
from lawkb.model.code import Code
from lawkb.model.law import Law
from lawkb.parallel_work import on_all_cores, without_collecting


@dataclass(frozen=True, slots=True)
class TranslatedCode:
    """The text pairs of a code and one of its translations.

    Attributes:
        language: Tag of the translation, ``el``.
        laws: The laws that the original and the translation both have; each is read when it is
            accessed.
    """

    language: str
    laws: CheckedLaws


def pair_code(code: Code, glossary: Glossary | None = None) -> tuple[TranslatedCode, ...]:
    """Return every translation of a code, its provisions paired with those of the original.

    Args:
        code: The laws.
        glossary: Glossary of the corpus, by which provisions of uneven laws are paired.
    """
    with without_collecting():
        return tuple(
            TranslatedCode(language, _paired(code, both, glossary or Glossary()))
            for language, both in laws_in_both(code).items()
        )


def read_law_pair(code: Code, laws: LawPair) -> CheckedLaw:
    """Return a law and its translation, prepared for the rules."""
    return law_reader(code).checked(laws)


def monolingual_laws(code: Code) -> Sequence[CheckedLaws]:
    """Return the laws without a translation or without an original, each paired with itself.

    They are by language.
    """
    reader = law_reader(code)
    return [CheckedLaws(laws, reader) for laws in laws_in_one(code)]


def _paired(code: Code, both: LawsInBoth, glossary: Glossary) -> CheckedLaws:
    """Return the laws of a translation; uneven ones are paired by what the others taught."""
    reader = law_reader(code)
    are_even = on_all_cores(_is_even, both)
    if all(are_even):
        return CheckedLaws(both, reader)
    even = [number for number, is_even in zip(both.numbers, are_even, strict=True) if is_even]
    laws = CheckedLaws(both.of(even or both.numbers), reader)
    return CheckedLaws(both, replace(reader, model=learn_loss(laws, read_facts(laws), glossary)))


def _is_even(both: tuple[Law, Law]) -> bool:
    return is_paired_by_address(pair_provisions(*both))
