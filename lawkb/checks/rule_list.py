"""The list of rules: name, severity, scope, and which weaker findings each explains."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from lawkb.align.provisions import LawPair
from lawkb.checks.pairing import CheckedLaw
from lawkb.checks.rules import (
    advice as policy,
)
from lawkb.checks.rules import (
    brackets,
    misplaced,
    modality,
    negation,
    numbers,
    omission,
    references,
    spelling,
    structure,
    swapped,
    terms,
    trees,
    typography,
    untranslated,
)
from lawkb.checks.rules import (
    lost_headings as lost,
)
from lawkb.checks.rules import (
    missing_laws as missing,
)
from lawkb.checks.rules import (
    too_long as length,
)
from lawkb.checks.settings import RuleContext
from lawkb.checks.texts import Fault, TextPair
from lawkb.errors import LawkbError
from lawkb.model.code import Code
from lawkb.model.finding import Severity

OfText = Callable[[TextPair, RuleContext], Iterator[Fault]]
OfLaw = Callable[[LawPair, RuleContext], Iterator[Fault]]
OfList = Callable[[Sequence[TextPair], RuleContext], Iterator[Fault]]
OfLaws = Callable[[Sequence[CheckedLaw], RuleContext], Iterator[tuple[int, Fault]]]
OfCode = Callable[[Iterable[TextPair], RuleContext], Iterator[Fault]]
OfHeld = Callable[[Code], Iterator[missing.MissingLaw]]

_NEAREST = 2  # names suggested by an error
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
    """A rule.

    Attributes:
        name: Name of the fault, ``reference-parity``.
        severity: Severity of its findings.
        find: The function; its docstring is the manual page.
        scope: Input of ``find``: one pair of texts (``text``), one law (``law``), the text pairs of
            one law (``list``), all laws of a translation (``laws``), whose findings suppress all
            others of that law, all its text pairs (``code``), or the available laws (``held``).
        explains: Rules whose findings at the same place become evidence of this one.
        alone: Whether it also checks a text without a counterpart.
        in_files: Whether it needs neither a tree nor a code, so it works for bilingual files.
        of_words: Whether it needs word lists of both languages.
        of_blanks: Whether it needs languages that separate words by spaces.
        of_house: Whether it needs the glossary or the checklist of a corpus.
        fixable: Whether some of its findings have an unambiguous fix.
        optional: Whether it runs only when selected, because it needs extra software.
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
    """Return a rule function without settings with the common signature."""

    def found(pair: TextPair, _setting: RuleContext) -> Iterator[Fault]:
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

# The rules that run on any machine.
STANDARD = tuple(rule for rule in RULES if not rule.optional)


def rule_named(name: str) -> Rule:
    """Return the rule with a name.

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
    """Return the selected rules, or all that are not optional, without the ignored ones.

    Raises:
        LawkbError: A name is no rule.
    """
    wanted = {rule_named(name).name for name in select} or {rule.name for rule in STANDARD}
    wanted -= {rule_named(name).name for name in ignore}
    return tuple(rule for rule in RULES if rule.name in wanted)
