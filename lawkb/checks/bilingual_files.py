"""Check bilingual files (XLIFF, TMX, CSV …): any number of text pairs, without laws or provisions.

A file is read twice: first to learn models from evenly sampled pairs, then to check each pair. Each
rule that needs the whole file reads it once more. Memory holds only the sample and a few thousand
pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

from msgspec import structs

from lawkb.align.translation_units import FilePair
from lawkb.checks.learning import learn_texts
from lawkb.checks.omission.features import read_features
from lawkb.checks.omission.loss_model import LossModel
from lawkb.checks.omission.weights_and_threshold import Sample, calibrate
from lawkb.checks.paired_denials import denial_sample, learn_denial_translations
from lawkb.checks.rule_context import RuleContext
from lawkb.checks.rule_list import TOO_LONG, Rule, with_settings
from lawkb.checks.runner import check_pair, check_place, check_whole
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
_NEAR = 3  # pairs on either side that may have changed places with one
_GROUPS = 20  # parts of a file for cross-validation, like the laws of a code


@dataclass(frozen=True, slots=True)
class LearnedFile:
    """The models learned from a sample of the pairs of a bilingual file."""

    languages: tuple[Language, Language]  # language of the originals, language of the translations
    count: int  # number of pairs in the file
    step: int  # the sample is every ``step``-th pair, from the first
    context: RuleContext  # rule context for the sampled pairs
    other: RuleContext  # rule context for all pairs that are not in the sample


def file_rules(
    rules: Sequence[Rule], languages: tuple[Language, Language], settings: EditorialSettings
) -> tuple[Rule, ...]:
    """Return the rules that apply to a bilingual file in two languages.

    Args:
        rules: Candidates, in order.
        languages: Language of the originals, language of the translations.
        settings: The editors' settings. Without glossary and checklist, rules that need one of them
            are left out, as are rules that they switch off.

    Raises:
        LawkbError: The settings name a rule that does not exist.
    """
    rules = with_settings(rules, settings.checks)
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
    """Return the models learned from an even sample of the pairs of a bilingual file.

    Args:
        pairs: All pairs of the file; iterated once.
        languages: Language of the originals, language of the translations.
        settings: The editors' settings; may be empty.
    """
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
        denial_translations=learn_denial_translations([denial_sample(text) for text in texts]),
    )
    rendered = count_rendered((text, context.term_uses(text)) for text in texts)
    context = replace(context, rendered=rendered, recent={})
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
    return replace(loss, threshold=_NEVER, error_threshold=_NEVER)


def check_file(
    pairs: Iterable[FilePair], models: LearnedFile, rules: Sequence[Rule]
) -> Iterator[tuple[FilePair, tuple[Finding, ...]]]:
    """Yield every pair of a bilingual file with its findings, in the order of the file.

    Rules for the whole file are skipped; see ``check_whole_file``.
    """
    numbered = enumerate(pairs)
    own = tuple(rule for rule in rules if rule.scope in ("text", "list"))
    seen: dict[int, int] = {}
    while some := list(islice(numbered, _AT_ONCE)):
        check = partial(_check_numbered, models, own, some)
        for (_, pair), findings in zip(some, on_all_cores(check, range(len(some))), strict=True):
            told = (structs.replace(_without_fix(each), line=pair.line) for each in findings)
            yield pair, tuple(_with_unique_place(each, seen) for each in told)


def check_whole_file(
    pairs: Iterable[FilePair], models: LearnedFile, rule: Rule
) -> Iterator[Finding]:
    """Yield the findings of a rule that judges all pairs of a bilingual file together.

    Args:
        pairs: All pairs of the file; iterated once.
        models: The models learned from the file.
        rule: A rule with the scope ``code``.
    """
    texts = (_text(pair, models.languages) for pair in pairs)
    checked = (text for text in texts if not text.is_too_long)
    yield from check_whole(checked, models.context, rule)


def most_pairs(size: int) -> int:
    """Return how many pairs of a bilingual file are checked at most.

    Args:
        size: Size of the file in bytes. The limit grows with it, and only a file made to exhaust
            memory has more pairs.
    """
    return max(_FEWEST_CHECKED, size // _BYTES_OF_PAIR)


def not_checked(pair: FilePair, most: int) -> Finding:
    """Return the finding that reports that a pair and all pairs after it are not checked.

    Args:
        pair: The first pair that is not checked.
        most: The most pairs that are checked, from ``most_pairs``.
    """
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
    """Return every finding on pairs of texts: first those of rules with the scope ``code``.

    Args:
        pairs: Originals with their translations.
        languages: Language of the originals, language of the translations.
        settings: The editors' settings; may be empty.
        rules: The rules to run; those that ``file_rules`` leaves out are skipped.
    """
    fitting = file_rules(rules, languages, settings)
    models = learn_file(pairs, languages, settings)
    whole = [rule for rule in fitting if rule.scope == "code"]
    found = [each for rule in whole for each in check_whole_file(pairs, models, rule)]
    found += (each for _, own in check_file(pairs, models, fitting) for each in own)
    return tuple(each for each in found if each.confidence >= settings.checks.min_confidence)


def _check_numbered(
    models: LearnedFile, rules: Sequence[Rule], pairs: Sequence[tuple[int, FilePair]], place: int
) -> tuple[Finding, ...]:
    """Return the findings on one of some pairs that are numbered as in the file."""
    at, pair = pairs[place]
    context = models.other if at % models.step else models.context
    text = _text(pair, models.languages)
    found = tuple(check_pair(text, context, rules))
    before, after = pairs[max(0, place - _NEAR) : place], pairs[place + 1 : place + 1 + _NEAR]
    sides = [(_text(each, models.languages) for _, each in own) for own in (before, after)]
    for rule in rules:
        if rule.scope == "list":
            found = tuple(check_place(text, (sides[0], sides[1]), context, rule, found))
    return found


def _without_fix(finding: Finding) -> Finding:
    """Return a finding with its fix written as a hint, since only laws of a corpus can be fixed."""
    if finding.fix is None:
        return finding
    hint = say("write «%(new)s» for «%(old)s»", new=finding.fix.new, old=finding.fix.old)
    return structs.replace(finding, hint=hint, fix=None)


def _with_unique_place(finding: Finding, seen: dict[int, int]) -> Finding:
    """Return a finding; if its fingerprint was seen before, with a higher ``nth``.

    ``seen`` counts the fingerprints (as integers) and is updated.
    """
    key = int(finding.fingerprint, 16)
    times = seen[key] = seen.get(key, 0) + 1
    return structs.replace(finding, nth=finding.nth + times - 1) if times > 1 else finding


def _text(pair: FilePair, languages: tuple[Language, Language]) -> TextPair:
    ours, theirs = languages
    return TextPair(
        pair.id,
        "",
        0,
        CheckedText(ours, pair.source),
        CheckedText(theirs, pair.target),
        heading_lost=pair.heading_lost,
    )
