"""The rule for laws that one language of an edition lacks."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass

from lawkb.checks.texts import Fault
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.sentence import say


@dataclass(frozen=True, slots=True)
class Lack:
    """What an edition lacks in one of its languages.

    Attributes:
        edition: Id of the edition.
        language: Tag of the language that lacks it.
        fault: What is lacking: a law, or every law where the fault has no place.
    """

    edition: str
    language: str
    fault: Fault


def law_missing(code: Code) -> Iterator[Lack]:
    """A law that is here in one language of its edition and not in another.

    Why: what is not here cannot be compared: with the translation of a law, all that was found in
    it goes away too.

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
                yield Lack(edition.id, tag, fault)


def _numbers(code: Code, edition: str, language: str) -> set[int]:
    return {number for held, tag, number in code.laws if (held, tag) == (edition, language)}


def _faults(held: Set[int], wanted: Set[int], is_original: bool) -> Iterator[Fault]:
    """What is wanted in a language and not held: each law, or all of them in one note."""
    if wanted and not held:
        told = say("no law has a translation here yet")
        if is_original:
            told = say("no law is here in the original")
        hint = say("nothing needs doing while it is only planned; else look at the sources")
        yield Fault(told, hint=hint, key="none", severity="note")
        return
    told = say("the law has no translation here")
    if is_original:
        told = say("the original of the law is not here")
    for number in sorted(wanted - held):
        hint = say("look for its page in the sources, then run lawkb ingest")
        yield Fault(told, hint=hint, key="law", at=Address((number,)))
