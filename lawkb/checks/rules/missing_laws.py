"""The rule for laws without a text in one language of an edition."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass

from lawkb.checks.texts import Fault
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.finding import say


@dataclass(frozen=True, slots=True)
class MissingLaw:
    """A missing language of an edition.

    Attributes:
        edition: Id of the edition.
        language: Language tag.
        fault: The missing law, or every law if the fault has no place.
    """

    edition: str
    language: str
    fault: Fault


def law_missing(code: Code) -> Iterator[MissingLaw]:
    """A law that is here in one language of its edition and not in another.

    Why: a missing text cannot be compared, and the findings on it disappear with it.

    Example: Law 20 is here in English, its Greek page was lost with the last change of the sources.

    Limits: the languages of an edition are those of ``[[expressions]]`` in ``corpus.toml``. A law
    needs its translation where the original is here, and its original where any translation is;
    one that no language has is not missing, nor is the original of an edition that lists none. A
    language of which no law is here yet, such as a planned translation, is one note. While a
    translation is under way, leave the rule out: ``--ignore law-missing``.
    """
    original = code.outline.authoritative
    for edition in code.outline.editions:
        tags = [e.language for e in code.outline.expressions if e.edition == edition.id]
        held = {tag: _numbers(code, edition.id, tag) for tag in tags}
        if original not in held:
            continue
        translated = set().union(*(held[tag] for tag in tags if tag != original))
        for tag in tags:
            wanted = translated if tag == original else held[original]
            for fault in _faults(held[tag], wanted, tag == original):
                yield MissingLaw(edition.id, tag, fault)


def _numbers(code: Code, edition: str, language: str) -> set[int]:
    return {number for held, tag, number in code.laws if (held, tag) == (edition, language)}


def _faults(held: Set[int], wanted: Set[int], is_original: bool) -> Iterator[Fault]:
    """Yield the laws missing in a language: one by one, or all of them at once."""
    if wanted and not held:
        told = say("no law has a translation here yet")
        if is_original:
            told = say("no law is here in the original")
        hint = say("if it is only planned, nothing needs to be done; otherwise check the sources")
        yield Fault(told, hint=hint, key="none", severity="note")
        return
    told = say("the law has no translation here")
    if is_original:
        told = say("the original of the law is not here")
    for number in sorted(wanted - held):
        hint = say("look for its page in the sources, then run lawkb ingest")
        yield Fault(told, hint=hint, key="law", at=Address((number,)))
