"""Rules for headings and titles lost in a source."""

from __future__ import annotations

from collections.abc import Iterator

from lawkb.align.provisions import LawPair
from lawkb.checks.settings import RuleContext
from lawkb.checks.texts import Fault, SideName
from lawkb.model.finding import say
from lawkb.model.law import Provision

_SIDES: tuple[SideName, SideName] = ("original", "translation")


def heading_lost(laws: LawPair, setting: RuleContext) -> Iterator[Fault]:
    """The source lost headings of sections; if in both languages, tree-parity cannot detect this.

    Why: a section without its heading is read without its scope.

    Example: the page of Law 20 lost the headings and letters of A to G.

    Limits: one finding for a law and language; a heading that an editor supplied is not reported.
    """
    for name, law in zip(_SIDES, (laws.original, laws.translation), strict=True):
        lost = [each for each in law.provisions() if _is_lost(each, "heading")]
        if lost:
            places = tuple(setting.write(each.address) for each in lost)
            told = say("the source lost the headings of %(places)s", places=places)
            if all("num" in each.inferred for each in lost):
                told = say(
                    "the source lost the headings of %(places)s; "
                    "their letters were rebuilt from the order",
                    places=places,
                )
            yield Fault(
                told,
                hint=say("supply them in corpus/patches/"),
                key="headings",
                on=name,
                evidence=tuple(
                    say(
                        "%(place)s: %(words)s",
                        place=setting.write(pair.original.address),
                        words=pair.original.heading.text,
                    )
                    for pair in laws.pairs
                    if name == "translation"
                    and pair.original
                    and pair.original.heading
                    and pair.translation in lost
                ),
            )


def title_lost(laws: LawPair, _setting: RuleContext) -> Iterator[Fault]:
    """The source lost the title of a law.

    Why: lists and links show a bare number.

    Example: all four Greek pages have the law without its title.

    Limits: as *heading-lost*.
    """
    for name, law in zip(_SIDES, (laws.original, laws.translation), strict=True):
        if _is_lost(law.root, "title"):
            yield Fault(
                say("the source lost the title of the law"),
                hint=say("supply it in corpus/patches/"),
                key="title",
                on=name,
                evidence=_other_title(laws, name),
            )


def _other_title(laws: LawPair, name: SideName) -> tuple[str, ...]:
    other = laws.original if name == "translation" else laws.translation
    if other.root.heading is None:
        return ()
    return (say("the other language has: %(words)s", words=other.root.heading.text),)


def _is_lost(provision: Provision, what: str) -> bool:
    return what in provision.lost and provision.heading is None
