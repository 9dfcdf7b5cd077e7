"""The one list of rules: name, severity, what it reads, and which weaker findings it explains."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from lawkb.align.provisions import LawPair
from lawkb.checks import (
    brackets,
    length,
    lost,
    misplaced,
    missing,
    modality,
    negation,
    numbers,
    omission,
    policy,
    references,
    spelling,
    structure,
    swapped,
    terms,
    trees,
    typography,
    untranslated,
)
from lawkb.checks.pairing import Paired
from lawkb.checks.setting import Setting
from lawkb.checks.texts import Fault, TextPair
from lawkb.errors import LawkbError
from lawkb.model.code import Code
from lawkb.model.finding import Severity

OfText = Callable[[TextPair, Setting], Iterator[Fault]]
OfLaw = Callable[[LawPair, Setting], Iterator[Fault]]
OfList = Callable[[Sequence[TextPair], Setting], Iterator[Fault]]
OfLaws = Callable[[Sequence[Paired], Setting], Iterator[tuple[int, Fault]]]
OfCode = Callable[[Iterable[TextPair], Setting], Iterator[Fault]]
OfHeld = Callable[[Code], Iterator[missing.Lack]]

_NEAREST = 2  # names that an error suggests
_ALIKE = 0.7
_WEAKER = (
    "reference-parity",
    "reference-edition",
    "numbers",
    "negation",
    "modality",
    "term-missing",
    "word-missing",
    "end-mark",
    "brackets",
)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule.

    Attributes:
        name: After the fault, ``reference-parity``.
        severity: By what the fault does to a reader.
        find: Its docstring is the rule's manual page.
        scope: What ``find`` reads: one pair of texts (``text``), one law (``law``), the pairs of
            texts of one law (``list``), all laws of a translation (``laws``), of which it says
            which one is meant and nothing else is said, all its pairs, once through (``code``), or
            which laws are here (``held``).
        explains: Rules whose findings at the same place are evidence of this one.
        alone: Whether it says something of a text that has no counterpart.
        in_files: Whether it needs no tree and no code, so that bilingual files have it too.
        of_words: Whether it needs words of both languages that only their files have.
        of_blanks: Whether it needs languages whose words are parted by blanks.
        of_house: Whether it says nothing without the glossary or the checklist of a corpus.
        fixable: Whether some of its findings can be repaired without a person.
        optional: Whether it runs only where it is selected, since not every machine can run it.
    """

    name: str
    severity: Severity
    find: OfText | OfLaw | OfList | OfLaws | OfCode | OfHeld
    scope: str = "text"
    explains: tuple[str, ...] = ()
    alone: bool = False
    in_files: bool = True
    of_words: bool = False
    of_blanks: bool = False
    of_house: bool = False
    fixable: bool = False
    optional: bool = False

    @property
    def page(self) -> str:
        """Its manual page: paragraphs What (the first), Why, Example, Limits."""
        return inspect.getdoc(self.find) or ""


def _of_look(find: Callable[[TextPair], Iterator[Fault]]) -> OfText:
    """A rule that needs no setting, in the shape of those that do."""

    def found(pair: TextPair, _setting: Setting) -> Iterator[Fault]:
        return find(pair)

    found.__doc__ = find.__doc__
    return found


def _look(name: str, find: Callable[[TextPair], Iterator[Fault]], fixable: bool = False) -> Rule:
    return Rule(name, "note", _of_look(find), alone=True, fixable=fixable)


TOO_LONG = Rule("too-long", "warning", _of_look(length.too_long), alone=True)
RULES: tuple[Rule, ...] = (
    TOO_LONG,
    Rule("law-missing", "error", missing.law_missing, "held", in_files=False),
    Rule("misplaced", "error", misplaced.misplaced, "laws", in_files=False),
    Rule("untranslated", "error", untranslated.untranslated, explains=("omission", *_WEAKER)),
    Rule("omission", "error", omission.omission, explains=_WEAKER),
    Rule(
        "swapped",
        "error",
        swapped.swapped,
        "list",
        explains=("omission", *_WEAKER),
        in_files=False,
    ),
    Rule(
        "tree-parity",
        "error",
        trees.tree_parity,
        "law",
        explains=("numbering", "omission", *_WEAKER),
        in_files=False,
    ),
    Rule("numbering", "error", structure.numbering, "law", alone=True, in_files=False),
    Rule("reference-parity", "error", references.reference_parity, in_files=False),
    Rule("reference-dangling", "error", references.reference_dangling, alone=True, in_files=False),
    Rule("numbers", "error", numbers.numbers),
    Rule("heading-lost", "warning", lost.heading_lost, "law", alone=True, in_files=False),
    Rule("title-lost", "warning", lost.title_lost, "law", alone=True, in_files=False),
    Rule(
        "reference-script",
        "warning",
        references.reference_script,
        alone=True,
        in_files=False,
        fixable=True,
    ),
    Rule("note-parity", "warning", structure.note_parity, "law", alone=True, in_files=False),
    Rule("term-missing", "warning", terms.term_missing, of_house=True),
    Rule("word-missing", "warning", terms.word_missing, of_words=True),
    Rule("negation", "warning", negation.negation, of_words=True),
    Rule("modality", "warning", modality.modality, of_words=True),
    Rule("term-forbidden", "warning", terms.term_forbidden, of_house=True),
    Rule("checklist", "warning", terms.checklist, alone=True, of_house=True),
    Rule("advice", "note", policy.advice, "code", of_words=True),
    Rule("reference-edition", "note", references.reference_edition, in_files=False),
    Rule("term-inconsistent", "note", terms.term_inconsistent, "code", of_house=True),
    Rule("term-case", "note", terms.term_case, of_house=True),
    Rule("end-mark", "note", _of_look(typography.end_mark), of_words=True),
    Rule("brackets", "note", brackets.brackets, alone=True),
    replace(_look("quotes", typography.quotes, fixable=True), of_words=True),
    replace(_look("spacing", typography.spacing, fixable=True), of_blanks=True),
    replace(_look("odd-characters", typography.odd_characters, fixable=True), of_blanks=True),
    replace(_look("doubled-word", typography.doubled_word, fixable=True), of_words=True),
    Rule("spelling", "note", spelling.spelling, alone=True, in_files=False, optional=True),
    Rule("comment-open", "note", structure.comment_open, "law", alone=True, in_files=False),
)

# Those that run on any machine.
STANDARD = tuple(rule for rule in RULES if not rule.optional)


def rule_named(name: str) -> Rule:
    """The rule of a name.

    Raises:
        LawkbError: There is none.
    """
    for rule in RULES:
        if rule.name == name:
            return rule
    near = get_close_matches(name.casefold(), [rule.name for rule in RULES], _NEAREST, _ALIKE)
    likely = f"perhaps {' or '.join(near)}; " if near else ""
    raise LawkbError(
        f"rule {name}", "there is no such rule", f"{likely}lawkb check --explain lists all"
    )


def chosen_rules(select: Sequence[str], ignore: Sequence[str]) -> tuple[Rule, ...]:
    """The rules asked for: those selected, or all that run anywhere, without those ignored.

    Raises:
        LawkbError: A name is no rule.
    """
    wanted = {rule_named(name).name for name in select} or {rule.name for rule in STANDARD}
    wanted -= {rule_named(name).name for name in ignore}
    return tuple(rule for rule in RULES if rule.name in wanted)
