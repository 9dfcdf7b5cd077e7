"""Check bilingual files: any number of text pairs without a tree.

A file is read twice, or once more for rules for the whole file: first to learn from evenly sampled
pairs, then to check each pair. Memory holds only the sample and a few thousand pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice

from lawkb.checks.negation.opposites import learn_denial_translations
from lawkb.checks.omission.calibration import Sample, calibrate
from lawkb.checks.omission.readings import read_features
from lawkb.checks.pairing import learn_texts
from lawkb.checks.rule_list import TOO_LONG, Rule, rule_named
from lawkb.checks.runner import check_pair, check_whole
from lawkb.checks.settings import RuleContext
from lawkb.checks.term_uses import count_rendered
from lawkb.checks.texts import CheckedText, TextPair
from lawkb.cores import on_all_cores
from lawkb.corpus.editorial_settings import EditorialSettings
from lawkb.model.finding import Finding, say
from lawkb.model.language import Language

_MOST_LEARNED = 3000  # pairs to learn from, as in the association
_AT_ONCE = 4000  # pairs in memory at a time
_FEWEST_CHECKED = 2**15  # most pairs checked of a small file
_BYTES_OF_PAIR = 32  # least bytes of a pair in a larger file
_FEWEST = 30  # fewest pairs to learn lengths from
_NEVER = 2.0  # above any probability
_GROUPS = 20  # parts of a file for cross-validation, like the laws of a code


@dataclass(frozen=True, slots=True)
class FilePair:
    """A text pair of a bilingual file, without codes.

    Attributes:
        id: Id in the file; without one, the number of the unit or row.
        source: The original; may be empty.
        target: The translation; may be empty.
        line: Its first line in the file; 0 for a workbook.
    """

    id: str
    source: str
    target: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class LearnedFile:
    """The models learned from a file.

    Attributes:
        languages: Languages of the originals and of the translations.
        count: Number of pairs.
        step: Sampling interval: every so many pairs one was learned from.
        setting: Rule context for the sampled pairs.
        other: Rule context for all other pairs.
    """

    languages: tuple[Language, Language]
    count: int
    step: int
    setting: RuleContext
    other: RuleContext


def file_rules(
    rules: Sequence[Rule], languages: tuple[Language, Language], house: EditorialSettings
) -> tuple[Rule, ...]:
    """Return the rules that apply to a file in two languages."""
    known = bool(house.glossary.terms or house.checklist)
    words = all(language.has_words for language in languages)
    blanks = all(language.has_blanks for language in languages)
    return tuple(
        rule
        for rule in rules
        if rule.in_files
        and (known or not rule.of_house)
        and (words or not rule.of_words)
        and (blanks or not rule.of_blanks)
    )


def learn_file(
    pairs: Iterable[FilePair], languages: tuple[Language, Language], house: EditorialSettings
) -> LearnedFile:
    """Return the models learned from a sample of the pairs of a file.

    The pairs are iterated once.
    """
    step, count = 1, 0
    kept: list[FilePair] = []
    for count, pair in enumerate(pairs, start=1):
        if (count - 1) % step == 0:
            kept.append(pair)
        if len(kept) > _MOST_LEARNED:
            step, kept = 2 * step, kept[::2]
    texts = [text for pair in kept if not (text := _text(pair, languages)).is_too_long]
    read = [(read_features(each.original), read_features(each.translation)) for each in texts]
    full = [pair for pair in read if pair[0].tokens and pair[1].tokens]
    model = learn_texts(texts, house.glossary)
    part = max(1, len(full) // _GROUPS)
    samples = [Sample(f"{at // part:03}", *pair) for at, pair in enumerate(full)]
    loss = calibrate(model, samples)
    if not _can_measure(languages, len(full)):
        loss = replace(loss, threshold=_NEVER)
    rendered = count_rendered(texts, house.glossary) if house.glossary.terms else {}
    setting = RuleContext(
        None,
        loss,
        house.glossary,
        checklist=house.checklist,
        rendered=rendered,
        denial_translations=learn_denial_translations(texts),
    )
    other = replace(setting, loss=replace(loss, taught=False), recent={})
    return LearnedFile(languages, count, step, setting, other)


def _can_measure(languages: tuple[Language, Language], count: int) -> bool:
    """Return whether the usual lengths of the languages are known or can be learned."""
    measured = all(each.has_words for each in languages) or count >= _FEWEST
    return measured and all(each.has_blanks for each in languages)


def check_file(
    pairs: Iterable[FilePair], lesson: LearnedFile, rules: Sequence[Rule]
) -> Iterator[tuple[FilePair, tuple[Finding, ...]]]:
    """Yield every pair of a file with its findings, in order."""
    numbered = enumerate(pairs)
    check = _Checking(lesson, tuple(rule.name for rule in rules if rule.scope == "text"))
    seen: dict[int, int] = {}
    while some := list(islice(numbered, _AT_ONCE)):
        for (_, pair), findings in zip(some, on_all_cores(check, some), strict=True):
            told = (replace(_by_hand(each), line=pair.line) for each in findings)
            yield pair, tuple(_with_unique_place(each, seen) for each in told)


def check_whole_file(
    pairs: Iterable[FilePair], lesson: LearnedFile, rule: Rule
) -> Iterator[Finding]:
    """Yield the findings of a rule for a whole code on a file."""
    texts = (_text(pair, lesson.languages) for pair in pairs)
    checked = (text for text in texts if not text.is_too_long)
    yield from check_whole(checked, lesson.setting, rule)


def most_pairs(size: int) -> int:
    """Return the most pairs checked in a file of some bytes, more than any real file has."""
    return max(_FEWEST_CHECKED, size // _BYTES_OF_PAIR)


def not_checked(pair: FilePair, most: int) -> Finding:
    """Return the finding on the first pair that is not checked, like all after it."""
    return Finding(
        rule=TOO_LONG.name,
        severity=TOO_LONG.severity,
        edition="",
        place=pair.id,
        language="",
        message=f"too long to be checked: the file has more than {most} texts for its size",
        hint="split the file; this text and all after it are not checked",
        key="too many",
        line=pair.line,
    )


def check_pairs(
    pairs: Sequence[FilePair],
    languages: tuple[Language, Language],
    house: EditorialSettings,
    rules: Sequence[Rule],
) -> tuple[Finding, ...]:
    """Return every finding on pairs of texts; those on all of them together come first.

    Args:
        pairs: Originals with their translations.
        languages: Of the originals and of the translations.
        house: What editors have decided; may be empty.
        rules: Those asked for; some are left out, see ``file_rules``.
    """
    fitting = file_rules(rules, languages, house)
    lesson = learn_file(pairs, languages, house)
    whole = [rule for rule in fitting if rule.scope == "code"]
    found = [each for rule in whole for each in check_whole_file(pairs, lesson, rule)]
    found += (each for _, own in check_file(pairs, lesson, fitting) for each in own)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Checking:
    """The check of one pair, in any process."""

    lesson: LearnedFile
    rules: tuple[str, ...]

    def __call__(self, numbered: tuple[int, FilePair]) -> tuple[Finding, ...]:
        at, pair = numbered
        lesson = self.lesson
        setting = lesson.other if at % lesson.step else lesson.setting
        return tuple(check_pair(_text(pair, lesson.languages), setting, _rules(self.rules)))


@cache
def _rules(names: tuple[str, ...]) -> tuple[Rule, ...]:
    return tuple(map(rule_named, names))


def _by_hand(finding: Finding) -> Finding:
    """Return a finding with its fix as a hint, since fixes need a code."""
    fix = finding.fix
    if fix is None:
        return finding
    hint = say("write «%(new)s» for «%(old)s»", new=fix.new, old=fix.old)
    return replace(finding, hint=hint, fix=None)


def _with_unique_place(finding: Finding, seen: dict[int, int]) -> Finding:
    """Return a finding with a number if its id is repeated, so fingerprints are unique."""
    key = int(finding.fingerprint, 16)
    times = seen[key] = seen.get(key, 0) + 1
    return replace(finding, nth=finding.nth + times - 1) if times > 1 else finding


def _text(pair: FilePair, languages: tuple[Language, Language]) -> TextPair:
    ours, theirs = languages
    return TextPair(
        pair.id, "", 0, CheckedText(ours, pair.source), CheckedText(theirs, pair.target)
    )
