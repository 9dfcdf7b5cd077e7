"""Check bilingual files: any number of text pairs without a tree.

A file is read twice, or once more for rules for the whole file: first to learn from evenly sampled
pairs, then to check each pair. Memory holds only the sample and a few thousand pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

from lawkb.checks.negation.paired_denials import learn_denial_translations
from lawkb.checks.omission.features import read_features
from lawkb.checks.omission.loss_model import LossModel
from lawkb.checks.omission.weights_and_threshold import Sample, calibrate
from lawkb.checks.pairing import learn_texts
from lawkb.checks.rule_context import RuleContext
from lawkb.checks.rule_list import TOO_LONG, Rule
from lawkb.checks.runner import check_pair, check_whole
from lawkb.checks.term_uses import count_rendered
from lawkb.checks.text_pairs import CheckedText, TextPair
from lawkb.corpus.editorial_settings import EditorialSettings
from lawkb.model.finding import Finding, say
from lawkb.model.language import Language
from lawkb.parallel_work import on_all_cores

_MOST_LEARNED = 3000  # pairs to learn from, as in the association
_AT_ONCE = 4000  # pairs in memory at a time
_FEWEST_CHECKED = 2**15  # most pairs checked of a small file
_BYTES_OF_PAIR = 32  # least bytes of a pair in a larger file
_FEWEST = 30  # fewest pairs to learn lengths from
_NEVER = 2.0  # above any probability
_GROUPS = 20  # parts of a file for cross-validation, like the laws of a code


@dataclass(frozen=True, slots=True)
class FilePair:
    """A text pair of a bilingual file, without inline codes.

    Attributes:
        id: Id in the file; without one, the number of the unit or row.
        source: The original; may be empty, like the translation.
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
        count: Number of pairs, of which every ``step``-th was learned from.
        context: Rule context for the sampled pairs.
        other: Rule context for all other pairs.
    """

    languages: tuple[Language, Language]
    count: int
    step: int
    context: RuleContext
    other: RuleContext


def file_rules(
    rules: Sequence[Rule], languages: tuple[Language, Language], settings: EditorialSettings
) -> tuple[Rule, ...]:
    """Return the rules that apply to a file in two languages."""
    has_settings = settings.glossary.terms or settings.checklist
    has_words = all(language.has_words for language in languages)
    has_spaces = all(language.has_blanks for language in languages)
    return tuple(
        rule
        for rule in rules
        if rule.in_files
        and (has_settings or not rule.needs_settings)
        and (has_words or not rule.needs_words)
        and (has_spaces or not rule.needs_spaces)
    )


def learn_file(
    pairs: Iterable[FilePair], languages: tuple[Language, Language], settings: EditorialSettings
) -> LearnedFile:
    """Return the models learned from a sample of the pairs of a file, which are iterated once."""
    step, count = 1, 0
    kept: list[FilePair] = []
    for count, pair in enumerate(pairs, start=1):
        if (count - 1) % step == 0:
            kept.append(pair)
        if len(kept) > _MOST_LEARNED:
            step, kept = 2 * step, kept[::2]
    texts = [text for pair in kept if not (text := _text(pair, languages)).is_too_long]
    context = RuleContext(
        None,
        _learned_loss(texts, languages, settings),
        settings.glossary,
        checklist=settings.checklist,
        rendered=count_rendered(texts, settings.glossary),
        denial_translations=learn_denial_translations(texts),
    )
    other = replace(context, loss=replace(context.loss, taught=False), recent={})
    return LearnedFile(languages, count, step, context, other)


def _learned_loss(
    texts: Sequence[TextPair], languages: tuple[Language, Language], settings: EditorialSettings
) -> LossModel:
    read = [(read_features(each.original), read_features(each.translation)) for each in texts]
    full = [pair for pair in read if pair[0].tokens and pair[1].tokens]
    part = max(1, len(full) // _GROUPS)
    samples = [Sample(f"{at // part:03}", *pair) for at, pair in enumerate(full)]
    loss = calibrate(learn_texts(texts, settings.glossary), samples)
    # The usual lengths of the languages must be known or learned.
    measured = all(each.has_words for each in languages) or len(full) >= _FEWEST
    if measured and all(each.has_blanks for each in languages):
        return loss
    return replace(loss, threshold=_NEVER)


def check_file(
    pairs: Iterable[FilePair], models: LearnedFile, rules: Sequence[Rule]
) -> Iterator[tuple[FilePair, tuple[Finding, ...]]]:
    """Yield every pair of a file with its findings, in order."""
    numbered = enumerate(pairs)
    check = partial(_check_numbered, models, tuple(r for r in rules if r.scope == "text"))
    seen: dict[int, int] = {}
    while some := list(islice(numbered, _AT_ONCE)):
        for (_, pair), findings in zip(some, on_all_cores(check, some), strict=True):
            told = (replace(_without_fix(each), line=pair.line) for each in findings)
            yield pair, tuple(_with_unique_place(each, seen) for each in told)


def check_whole_file(
    pairs: Iterable[FilePair], models: LearnedFile, rule: Rule
) -> Iterator[Finding]:
    """Yield the findings of a rule for a whole code on a file."""
    texts = (_text(pair, models.languages) for pair in pairs)
    checked = (text for text in texts if not text.is_too_long)
    yield from check_whole(checked, models.context, rule)


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
    settings: EditorialSettings,
    rules: Sequence[Rule],
) -> tuple[Finding, ...]:
    """Return every finding on pairs of texts; those on all of them together come first.

    Args:
        pairs: Originals with their translations.
        languages: Of the originals and of the translations.
        settings: The editors' settings; may be empty.
        rules: The rules to run; those that do not apply are left out, see ``file_rules``.
    """
    fitting = file_rules(rules, languages, settings)
    models = learn_file(pairs, languages, settings)
    whole = [rule for rule in fitting if rule.scope == "code"]
    found = [each for rule in whole for each in check_whole_file(pairs, models, rule)]
    found += (each for _, own in check_file(pairs, models, fitting) for each in own)
    return tuple(found)


def _check_numbered(
    models: LearnedFile, rules: Sequence[Rule], numbered: tuple[int, FilePair]
) -> tuple[Finding, ...]:
    at, pair = numbered
    context = models.other if at % models.step else models.context
    return tuple(check_pair(_text(pair, models.languages), context, rules))


def _without_fix(finding: Finding) -> Finding:
    """Return a finding with its fix as a hint, since fixes need a code."""
    if finding.fix is None:
        return finding
    hint = say("write «%(new)s» for «%(old)s»", new=finding.fix.new, old=finding.fix.old)
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
