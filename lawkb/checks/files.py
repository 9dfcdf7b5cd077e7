"""The checks of a bilingual file: pairs of texts without a tree, as many as there may be.

A file is gone through twice, or once more for rules that look at all of it: first to learn which
words stand for which from pairs taken evenly, then to check each pair. Memory holds those pairs
and a few thousand others at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from lawkb.checks.calibration import Sample, calibrate
from lawkb.checks.desk import check_pair, check_whole
from lawkb.checks.learning import learn_texts
from lawkb.checks.opposed import learn_opposed
from lawkb.checks.readings import read_side
from lawkb.checks.rules import Rule, rule_named
from lawkb.checks.setting import Setting
from lawkb.checks.term_uses import count_rendered
from lawkb.checks.texts import Side, TextPair
from lawkb.cores import on_all_cores
from lawkb.corpus.house import House
from lawkb.model.finding import Finding
from lawkb.model.language import Language
from lawkb.model.sentence import say

_MOST_LEARNED = 3000  # pairs to learn from; as many as the association takes
_AT_ONCE = 4000  # pairs that are held at a time
_FEWEST = 30  # pairs that teach how long the texts of a language are, where nobody measured it
_NEVER = 2.0  # a probability that none is as high as
_GROUPS = 20  # parts of a file that are left out in turn, as the laws of a code are


@dataclass(frozen=True, slots=True)
class FilePair:
    """A text of a bilingual file and its translation, without codes.

    Attributes:
        id: As the file has it; the number of the unit or row where it has none.
        source: The original; may be empty.
        target: The translation; may be empty.
        line: Line of the file where it begins; 0 of a workbook, which has none.
    """

    id: str
    source: str
    target: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a file teaches of its own translation.

    Attributes:
        languages: Of the originals and of the translations.
        count: How many pairs there are.
        step: One pair in so many was learned from.
        setting: For those.
        other: For the others, which the counts have not seen.
    """

    languages: tuple[Language, Language]
    count: int
    step: int
    setting: Setting
    other: Setting


def file_rules(
    rules: Sequence[Rule], languages: tuple[Language, Language], house: House
) -> tuple[Rule, ...]:
    """Those rules that have something to say of a file in two languages."""
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
    pairs: Iterable[FilePair], languages: tuple[Language, Language], house: House
) -> Lesson:
    """What the pairs of a file teach, taken evenly over all of it.

    Args:
        pairs: Of the file; gone through once.
        languages: Of the originals and of the translations.
        house: What editors have decided; may be empty.
    """
    step, count = 1, 0
    kept: list[FilePair] = []
    for count, pair in enumerate(pairs, start=1):
        if (count - 1) % step == 0:
            kept.append(pair)
        if len(kept) > _MOST_LEARNED:
            step, kept = 2 * step, kept[::2]
    texts = [text for pair in kept if not (text := _text(pair, languages)).is_too_long]
    read = [(read_side(each.original), read_side(each.translation)) for each in texts]
    full = [pair for pair in read if pair[0].tokens and pair[1].tokens]
    model = learn_texts(texts, house.glossary)
    part = max(1, len(full) // _GROUPS)
    samples = [Sample(f"{at // part:03}", *pair) for at, pair in enumerate(full)]
    loss = calibrate(model, samples)
    if not _can_measure(languages, len(full)):
        loss = replace(loss, threshold=_NEVER)
    rendered = count_rendered(texts, house.glossary) if house.glossary.terms else {}
    setting = Setting(
        None,
        loss,
        house.glossary,
        checklist=house.checklist,
        rendered=rendered,
        opposed=learn_opposed(texts),
    )
    other = replace(setting, loss=replace(loss, taught=False), recent={})
    return Lesson(languages, count, step, setting, other)


def _can_measure(languages: tuple[Language, Language], count: int) -> bool:
    """Whether losses within a text can be told: lengths of a language come from somewhere."""
    measured = all(each.has_words for each in languages) or count >= _FEWEST
    return measured and all(each.has_blanks for each in languages)


def check_file(
    pairs: Iterable[FilePair], lesson: Lesson, rules: Sequence[Rule]
) -> Iterator[tuple[FilePair, tuple[Finding, ...]]]:
    """Every pair of a file with its findings, in the order of the file.

    Args:
        pairs: The same again.
        lesson: What they taught.
        rules: Those of ``file_rules``.
    """
    numbered = enumerate(pairs)
    check = _Checking(lesson, tuple(rule.name for rule in rules if rule.scope == "text"))
    seen: dict[int, int] = {}
    while some := list(islice(numbered, _AT_ONCE)):
        for (_, pair), findings in zip(some, on_all_cores(check, some), strict=True):
            told = (replace(_by_hand(each), line=pair.line) for each in findings)
            yield pair, tuple(_told_apart(each, seen) for each in told)


def check_whole_file(pairs: Iterable[FilePair], lesson: Lesson, rule: Rule) -> Iterator[Finding]:
    """What a rule for a whole code says of a file."""
    texts = (_text(pair, lesson.languages) for pair in pairs)
    checked = (text for text in texts if not text.is_too_long)
    yield from check_whole(checked, lesson.setting, rule)


@dataclass(frozen=True, slots=True)
class _Checking:
    """The check of one pair, for any process."""

    lesson: Lesson
    rules: tuple[str, ...]

    def __call__(self, numbered: tuple[int, FilePair]) -> tuple[Finding, ...]:
        at, pair = numbered
        lesson = self.lesson
        setting = lesson.other if at % lesson.step else lesson.setting
        rules = [rule_named(name) for name in self.rules]
        return tuple(check_pair(_text(pair, lesson.languages), setting, rules))


def _by_hand(finding: Finding) -> Finding:
    """A finding without its repair, which only a code can take; it says what to write."""
    fix = finding.fix
    if fix is None:
        return finding
    hint = say("write «%(new)s» for «%(old)s»", new=fix.new, old=fix.old)
    return replace(finding, hint=hint, fix=None)


def _told_apart(finding: Finding, seen: dict[int, int]) -> Finding:
    """A finding counted on where a file has its id twice, so that each has its fingerprint."""
    key = int(finding.fingerprint, 16)
    times = seen[key] = seen.get(key, 0) + 1
    return replace(finding, nth=finding.nth + times - 1) if times > 1 else finding


def _text(pair: FilePair, languages: tuple[Language, Language]) -> TextPair:
    ours, theirs = languages
    return TextPair(pair.id, "", 0, Side(ours, pair.source), Side(theirs, pair.target))
