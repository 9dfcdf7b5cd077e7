"""The list of rules: name, severity, scope, which weaker findings each explains, and its manual."""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from importlib import resources
from typing import Any, Literal

from lawkb.checks.rule_context import RuleContext
from lawkb.checks.rules import (
    misplaced,
    modality,
    negation,
    numbers,
    omission,
    opposites,
    references,
    repeats,
    spelling,
    structure,
    terms,
    untranslated,
)
from lawkb.checks.rules import spacing_and_punctuation as marks
from lawkb.corpus.corpus_toml import CheckSettings
from lawkb.errors import LawkbError
from lawkb.model.finding import Severity

Scope = Literal["text", "law", "list", "laws", "code", "editions"]

_PART = re.compile(r"(Why|Example|Limits):\s*", re.IGNORECASE)  # of a manual page
_WEAKER = (
    "reference-parity",
    "reference-edition",
    "numbers",
    "negation",
    "modality",
    "opposites",
    "term-missing",
    "end-mark",
    "brackets",
)


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: a check for one kind of fault."""

    name: str  # Name of the fault, `reference-parity`.
    severity: Severity  # `error`, `warning` or `note`; a fault may have another one.
    # Yields the faults in its input; its docstring is the manual page of the rule.
    find: Callable[..., Iterator[Any]]
    # Input of `find`, followed by a `RuleContext`. `text`: one `TextPair`. `law`: one `LawPair`.
    # `list`: the text pairs of one law. `laws`: what `read` returned for each law of one
    # translation; its findings suppress all others of the same law. `code`: what `read` returned
    # for each text pair of one translation, iterated once. `editions`: the `Code` alone, without a
    # context.
    scope: Scope = "text"
    # Rules whose findings in the same provision become evidence of a finding of this rule and are
    # not reported on their own.
    explains: tuple[str, ...] = ()
    alone: bool = False  # Whether it also checks a text without a translation.
    # Whether it works for bilingual files, which have no laws and no references.
    in_files: bool = True
    needs_words: bool = False  # Whether it needs word lists of both languages.
    needs_spaces: bool = False  # Whether it needs languages that separate words by spaces.
    needs_settings: bool = False  # Whether it needs the glossary or the checklist of a corpus.
    fixable: bool = False  # Whether some of its findings have an unambiguous fix.
    optional: bool = False  # Whether it runs only when selected, because it needs extra software.
    # Returns what must be known of each text pair of a translation, or of each `CheckedLaw` for the
    # scope `laws`, before one of them is judged. It is compact, since it is kept for all; what is
    # empty is left out. Its `RuleContext` has not learned anything.
    read: Callable[[Any, RuleContext], Any] | None = None
    # For the scope `text`: returns what `find` needs of all that `read` returned, as
    # `RuleContext.learned`.
    learn: Callable[[Iterable[Any], RuleContext], object] | None = None
    # Severity of all its findings, if the settings of a code name one.
    set_severity: Severity | None = None

    @property
    def page(self) -> str:
        """Text of its manual page: paragraphs *What* (the first), *Why*, *Example*, *Limits*."""
        return inspect.getdoc(self.find) or ""


def _of_law(name: str, severity: Severity, find: Callable[..., Iterator[Any]]) -> Rule:
    return Rule(name, severity, find, "law", alone=True, in_files=False)


TOO_LONG = Rule("too-long", "warning", structure.too_long, alone=True)
RULES: tuple[Rule, ...] = (
    TOO_LONG,
    Rule("law-missing", "error", structure.law_missing, "editions", in_files=False),
    Rule(
        "misplaced",
        "error",
        misplaced.misplaced,
        "laws",
        in_files=False,
        read=misplaced.law_words,
    ),
    Rule(
        "untranslated",
        "error",
        untranslated.untranslated,
        explains=("omission", "addition", *_WEAKER),
    ),
    Rule("omission", "error", omission.omission, explains=_WEAKER),
    Rule("addition", "warning", omission.addition),
    Rule("swapped", "error", misplaced.swapped, "list", ("omission", "addition", *_WEAKER)),
    Rule(
        "tree-parity",
        "error",
        structure.tree_parity,
        "law",
        ("numbering", "omission", "addition", *_WEAKER),
        in_files=False,
    ),
    _of_law("numbering", "error", structure.numbering),
    Rule("reference-parity", "error", references.reference_parity, in_files=False),
    Rule("reference-dangling", "error", references.reference_dangling, alone=True, in_files=False),
    Rule("numbers", "error", numbers.numbers),
    _of_law("heading-lost", "warning", structure.heading_lost),
    _of_law("title-lost", "warning", structure.title_lost),
    _of_law("changed-by-hand", "warning", structure.changed_by_hand),
    Rule(
        "reference-script",
        "warning",
        references.reference_script,
        alone=True,
        in_files=False,
        fixable=True,
    ),
    _of_law("note-parity", "warning", structure.note_parity),
    Rule("term-missing", "warning", terms.term_missing, needs_settings=True),
    Rule("negation", "warning", negation.negation, needs_words=True),
    Rule("modality", "warning", modality.modality, needs_words=True),
    Rule("opposites", "warning", opposites.opposites, needs_words=True),
    Rule("term-forbidden", "warning", terms.term_forbidden, needs_settings=True),
    Rule("checklist", "warning", terms.checklist, alone=True, needs_settings=True),
    Rule("advice", "note", modality.advice, "code", needs_words=True, read=modality.binding_words),
    Rule("repeats", "note", repeats.repeats, "code", needs_words=True, read=repeats.repeated_text),
    Rule("reference-edition", "note", references.reference_edition, in_files=False),
    Rule(
        "term-inconsistent",
        "note",
        terms.term_inconsistent,
        "code",
        needs_settings=True,
        read=terms.used_renderings,
    ),
    Rule("term-case", "note", terms.term_case, needs_settings=True),
    Rule(
        "end-mark",
        "note",
        marks.end_mark,
        needs_words=True,
        read=marks.list_marks,
        learn=marks.without_colons,
    ),
    Rule("brackets", "note", marks.brackets, alone=True),
    Rule("quotes", "note", marks.quotes, alone=True, needs_words=True, fixable=True),
    Rule("spacing", "note", marks.spacing, alone=True, needs_spaces=True, fixable=True),
    Rule(
        "odd-characters", "note", marks.odd_characters, alone=True, needs_spaces=True, fixable=True
    ),
    Rule("doubled-word", "note", marks.doubled_word, alone=True, needs_words=True, fixable=True),
    Rule(
        "spelling",
        "note",
        spelling.spelling,
        alone=True,
        in_files=False,
        optional=True,
        read=spelling.words_used,
        learn=spelling.known_words,
    ),
    _of_law("comment-open", "note", structure.comment_open),
)

# The rules that run on any machine.
STANDARD = tuple(rule for rule in RULES if not rule.optional)


def rule_named(name: str) -> Rule:
    """Return the rule with a name, such as ``omission``.

    Raises:
        LawkbError: No rule has this name; the message suggests similar names.
    """
    for rule in RULES:
        if rule.name == name:
            return rule
    likely = _likely(name)
    hint = f"{likely}{'; ' if likely else ''}lawkb check --explain lists all"
    raise LawkbError(f"rule {name}", "there is no such rule", hint)


def chosen_rules(select: Sequence[str], ignore: Sequence[str]) -> tuple[Rule, ...]:
    """Return the rules to run, in the order of ``RULES``.

    Args:
        select: Names of rules; when empty, all rules that are not optional.
        ignore: Names of rules to leave out.

    Raises:
        LawkbError: A name is not that of a rule.
    """
    wanted = {rule_named(name).name for name in select} or {rule.name for rule in STANDARD}
    wanted -= {rule_named(name).name for name in ignore}
    return tuple(rule for rule in RULES if rule.name in wanted)


def with_settings(rules: Sequence[Rule], settings: CheckSettings) -> tuple[Rule, ...]:
    """Return rules as a code sets them: those that are on, with their severities.

    Raises:
        LawkbError: The settings name rules that do not exist; all of them are in the message.
    """
    own = {each.name: each.severity for each in settings.rules}
    known = {rule.name for rule in RULES}
    if unknown := [name for name in own if name not in known]:
        told = ", ".join(f"rule {name}" for name in unknown)
        likely = "; ".join(filter(None, map(_likely, unknown)))
        hint = f"{likely}{'; ' if likely else ''}lawkb check --explain lists all"
        raise LawkbError("corpus.toml, [[checks.rules]]", f"there is no {told}", hint)
    found = []
    for rule in rules:
        severity = own.get(rule.name)
        if severity != "off":
            found.append(replace(rule, set_severity=severity) if severity else rule)
    return tuple(found)


def _likely(name: str) -> str:
    near = get_close_matches(name.casefold(), [rule.name for rule in RULES], n=2, cutoff=0.7)
    return f"perhaps {' or '.join(near)}" if near else ""


def page_parts(rule: Rule) -> dict[str, str]:
    """Return the manual page of a rule as Markdown, by part.

    Parts are ``what``, ``why``, ``example``, ``limits``; those that the page does not have are left
    out.
    """
    found = {"what": ""}
    name = "what"
    for paragraph in rule.page.replace("``", "`").split("\n\n"):
        label = _PART.match(paragraph)
        name = label[1].lower() if label else name
        text = " ".join(paragraph[label.end() if label else 0 :].split())
        found[name] = f"{found[name]} {text}" if found.get(name) else text
    return found


def read_rules_manual(language: str) -> dict[str, dict[str, str]]:
    """Return the translated manual pages, by rule and part: ``manual_el.toml`` for ``el``.

    Raises:
        FileNotFoundError: The manual is not translated into this language.
    """
    file = resources.files("lawkb") / "checks" / f"manual_{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def manual_languages() -> tuple[str, ...]:
    """Return the tags of the languages that the rules' manual is translated into, sorted."""
    names = (file.name for file in (resources.files("lawkb") / "checks").iterdir())
    found = (re.fullmatch(r"manual_(.+)\.toml", name) for name in names)
    return tuple(sorted(match[1] for match in found if match))
