"""How well the checks judge texts of fields that no weight was fitted on.

``python -m bench.field_quality`` fetches the fields of ``bench.fields``, fits the weights of the
loss model anew without a fifth of them at a time, puts faults into its pairs, and writes the page.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, cast

from bench.check_quality import PAGE as NEIGHBOUR
from bench.check_quality import wilson
from bench.fault_kinds import KINDS, Kind
from bench.fields import Field, read_fields
from bench.fields.sources import CACHE
from bench.loss_weights import FOLDS, Fit, fit, made_of_codes, made_of_field, sampled
from lawkb.align.translation_units import FilePair
from lawkb.checks.bilingual_files import file_rules, learn_file
from lawkb.checks.learning import learn_texts
from lawkb.checks.omission.features import read_features
from lawkb.checks.omission.weights_and_threshold import Sample, calibrate
from lawkb.checks.rule_context import RuleContext
from lawkb.checks.rule_list import STANDARD, Rule
from lawkb.checks.runner import check_pair
from lawkb.checks.text_pairs import CheckedText, TextPair
from lawkb.corpus.editorial_settings import EditorialSettings
from lawkb.corpus.glossary import Glossary
from lawkb.model.language import any_language
from lawkb.parallel_work import on_all_cores

if TYPE_CHECKING:
    from bench.fault_codes import Clean

PAGE = NEIGHBOUR.with_name("check-quality-fields.md")
_SEED = 2026
_SIZES = (300, 100)  # pairs of a file
_TRIED = tuple(
    kind
    for kind in KINDS
    if kind.rules[0] in ("omission", "numbers", "negation", "untranslated", "brackets")
)
_TELLING = ("a loss of 20 %", "a loss of 50 %", "a lost sentence")  # columns of the fields
_FAULTY = 0.05  # share of damaged pairs for which the precision is told
_SURE = 0.95
_BOUNDS = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 1.01)
_HEAD = """# How well the checks judge other fields

Texts of many subjects with their translations, none of them law, from Debian's packages
(`python -m bench.fields` lists them). Fields are judged by weights of the loss model that were
fitted without them, a fifth of the fields at a time. A file of 300 or 100 pairs is taken evenly
from each field and checked as `lawkb check FILE` does; then one fault at a time is put into every
pair that can have it. *Errors* and *warnings* are pairs of 100 that have one though nothing was put
in. They are **not all false**: translators of programs drop words, too. On 23 November 2026 up to
fifty-five errors of each language were read by hand: of those that are left, 21 of 41 German ones
were real, 11 of 47 Greek ones, 22 of 41 French ones and 18 of 45 Italian ones. So about 0.9, 1.2,
0.8 and 0.9 of 100 pairs had a false error; in Greek two in three of these were commands and names
that manuals of programs leave in English. Intervals, with the number of tries, are Wilson's at
95 %. Written by `python -m bench.field_quality`.
"""


@dataclass(slots=True)
class Told:
    """What was said of the pairs of a file.

    Attributes:
        errors: Clean pairs with an error.
        warnings: Clean pairs with a warning and no error.
        found: For each kind of fault, how many were found and how many were tried.
        scores: Probability of a loss, and whether words had been taken out.
    """

    language: str
    name: str
    pairs: int = 0
    errors: int = 0
    warnings: int = 0
    found: dict[str, Counter[bool]] = field(default_factory=dict)
    scores: list[tuple[float, bool]] = field(default_factory=list)


def judged(texts: Field, weights: Fit, size: int) -> Told:
    """Return what the checks say of a field, clean and with faults.

    Args:
        texts: Its pairs.
        weights: Weights of the loss model, fitted without it.
        size: Number of pairs of the file.
    """
    pairs = sampled(texts, size)
    context = _context(pairs, weights, texts.language)
    told = Told(texts.language, texts.name, len(pairs))
    rules = file_rules(
        STANDARD, (pairs[0].original.language, pairs[0].translation.language), EditorialSettings()
    )
    for pair in pairs:
        _judge(told, pair, context, rules)
    return told


def _context(pairs: Sequence[TextPair], weights: Fit, language: str) -> RuleContext:
    """Return the rule context of a file, its loss model calibrated from the given weights."""
    files = [FilePair(p.place, p.original.text, p.translation.text) for p in pairs]
    languages = any_language("en"), any_language(language)
    context = learn_file(files, languages, EditorialSettings()).context
    read = [(read_features(p.original), read_features(p.translation)) for p in pairs]
    part = max(1, len(read) // 10)
    samples = [Sample(f"{at // part:03}", *pair) for at, pair in enumerate(read)]
    model = replace(
        learn_texts(pairs, Glossary()),
        of_gap=weights.of_gap,
        weights=weights.of_text,
        scales=weights.scales,
    )
    return replace(context, loss=calibrate(model, samples))


def _judge(told: Told, pair: TextPair, context: RuleContext, rules: Sequence[Rule]) -> None:
    before = tuple(check_pair(pair, context, rules))
    severities = {finding.severity for finding in before}
    told.errors += "error" in severities
    told.warnings += "warning" in severities and "error" not in severities
    told.scores.append((_probability(pair, context), False))
    said = {(finding.rule, finding.message) for finding in before}
    counts = read_features(pair.original).counts, read_features(pair.translation).counts
    anew = replace(context, loss=replace(context.loss, counted=counts), recent={})
    for kind in _TRIED:
        changed = _changed(pair, kind)
        if changed:
            new = {
                finding.rule
                for finding in check_pair(changed, anew, rules)
                if (finding.rule, finding.message) not in said
            }
            told.found.setdefault(kind.name, Counter())[bool(new & kind.counted)] += 1
            if kind.name == "a loss of 20 %":
                told.scores.append((_probability(changed, anew), True))


def _changed(pair: TextPair, kind: Kind) -> TextPair | None:
    chance = random.Random(f"{_SEED} {kind.name} {pair.place}")
    # These kinds look at the pair alone.
    texts = kind.inject(pair, cast("Clean", None), chance)
    if not texts:
        return None
    (text,) = texts.values()
    return replace(pair, translation=CheckedText(pair.translation.language, text))


def _probability(pair: TextPair, context: RuleContext) -> float:
    ours, theirs = read_features(pair.original), read_features(pair.translation)
    return context.loss.judge(ours, theirs).probability


def lines(told: Mapping[int, Sequence[Told]]) -> Iterator[str]:
    """The page.

    Args:
        told: What was said of every field, by the size of the files.
    """
    yield _HEAD
    for size, own in told.items():
        yield f"## Files of {size} pairs\n"
        yield from _by_language(own)
    yield f"## Each field, files of {_SIZES[0]} pairs\n"
    yield from _by_field(told[_SIZES[0]])
    scores = [score for one in told[_SIZES[0]] for score in one.scores]
    yield from _calibration(scores)


def _by_language(told: Sequence[Told]) -> Iterator[str]:
    languages = sorted({each.language for each in told})
    own = [[one for one in told if one.language == language] for language in languages]
    yield f"| | {' | '.join(languages)} |"
    yield f"|---|{'---|' * len(languages)}"
    rows: list[tuple[str, Callable[[Sequence[Told]], str]]] = [
        ("fields", lambda each: str(len(each))),
        ("pairs", lambda each: str(sum(one.pairs for one in each))),
        ("errors per 100", lambda each: _per_hundred(each, "errors")),
        ("warnings per 100", lambda each: _per_hundred(each, "warnings")),
        *((kind.name, partial(_found, kind.name, _interval)) for kind in _TRIED),
    ]
    for title, cell in rows:
        yield f"| {title} | {' | '.join(map(cell, own))} |"
    yield ""


def _by_field(told: Sequence[Told]) -> Iterator[str]:
    yield f"| language, field | errors | warnings | {' | '.join(_TELLING)} |"
    yield f"|---|---|---|{'---|' * len(_TELLING)}"
    for one in sorted(told, key=lambda each: (each.language, each.name)):
        counts = (_per_hundred([one], name) for name in ("errors", "warnings"))
        shares = (_found(name, _share, [one]) for name in _TELLING)
        yield f"| {one.language}, {one.name} | {' | '.join((*counts, *shares))} |"
    yield ""


def _per_hundred(told: Sequence[Told], name: str) -> str:
    count = sum(getattr(one, name) for one in told)
    return f"{100 * count / sum(one.pairs for one in told):.1f}"


def _found(name: str, show: Callable[[Counter[bool]], str], told: Sequence[Told]) -> str:
    return show(_added(one.found.get(name, Counter()) for one in told))


def _added(counts: Iterable[Counter[bool]]) -> Counter[bool]:
    total: Counter[bool] = Counter()
    for own in counts:
        total += own
    return total


def _interval(found: Counter[bool]) -> str:
    tried = found.total()
    low, high = wilson(found[True], tried)
    return f"{_share(found)} ({low:.2f}–{high:.2f}, {tried})" if tried else _share(found)


def _share(found: Counter[bool]) -> str:
    return f"{found[True] / found.total():.2f}" if found else "–"


def _calibration(scores: Sequence[tuple[float, bool]]) -> Iterator[str]:
    """The reliability of the probabilities, as if half of the pairs had lost a fifth."""
    lost, clean = sum(is_lost for _, is_lost in scores), sum(not is_lost for _, is_lost in scores)
    yield "## Whether a probability is one\n"
    yield "Clean pairs and pairs that lost a fifth, weighed as if there were as many of each.\n"
    yield "| probability | mean | share of losses | pairs |\n|---|---|---|---|"
    error = 0.0
    for low, high in pairwise(_BOUNDS):
        inside = [(p, is_lost) for p, is_lost in scores if low <= p < high]
        weights = [1 / (lost if is_lost else clean) for _, is_lost in inside]
        if inside:
            total = sum(weights)
            mean = sum(w * p for w, (p, _) in zip(weights, inside, strict=True)) / total
            share = (
                sum(w for w, (_, is_lost) in zip(weights, inside, strict=True) if is_lost) / total
            )
            error += total / 2 * abs(mean - share)
            yield f"| {low:.2f}–{min(high, 1):.2f} | {mean:.2f} | {share:.2f} | {len(inside)} |"
    sure = [is_lost for p, is_lost in scores if p >= _SURE]
    hits = _FAULTY * sum(sure) / lost
    false = (1 - _FAULTY) * (len(sure) - sum(sure)) / clean
    yield (
        f"\nExpected calibration error: {error:.3f}. Of what is told with 95 % and more, "
        f"{hits / (hits + false):.2f} would be right if one pair in twenty had lost a fifth."
    )


def _judged_at(weights: Mapping[str, Fit], size: int, texts: Field) -> Told:
    return judged(texts, weights[texts.name], size)


def main() -> None:
    """Judge every field and write the page."""
    parser = argparse.ArgumentParser(prog="python -m bench.field_quality", description=__doc__)
    parser.add_argument("--cache", type=Path, default=CACHE, help="where packages are kept")
    fields = [each for each in read_fields(parser.parse_args().cache) if not each.learning]
    codes = made_of_codes()
    made = {(each.language, each.name): made_of_field(each) for each in fields}
    names = sorted({each.name for each in fields})
    folds = [set(names[fold::FOLDS]) for fold in range(FOLDS)]
    others = [
        [*codes, *(one for (_, name), own in made.items() if name not in fold for one in own)]
        for fold in folds
    ]
    fits = on_all_cores(fit, others, few=0)
    weights = {name: one for fold, one in zip(folds, fits, strict=True) for name in fold}
    told = {
        size: on_all_cores(partial(_judged_at, weights, size), fields, few=0) for size in _SIZES
    }
    PAGE.write_text("\n".join(lines(told)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
