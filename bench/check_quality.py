"""How well the checks find faults: the page of the manual.

``python -m bench.check_quality`` puts every fault in, and writes the page.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import sqrt

from bench.fault_codes import ROOT, clean_codes
from bench.fault_kinds import KINDS
from bench.faults import SEED, Alarms, Outcome, alarms_of, outcomes
from bench.loss_scores import score_lines

PAGE = ROOT / "site" / "pages" / "en" / "check-quality.md"
SAMPLE = 101  # of so many faults the tests put one in again
SHORT = 8  # words: a tenth of a shorter text is less than one
_Z = 1.96  # 95 % of a normal distribution
_HEAD = """# How well the checks find faults

One fault at a time is put into the translation of a clean pair, the pair is checked anew, and what
is said of it is compared with what was said before. What a code teaches is learned from all its
pairs; the one that is judged is left out, as ever. (Two provisions that are swapped are two pairs:
for these the whole code is learned and checked anew.)

A fault is found when a new finding names the pair and is of the rule made for it, or of a rule that
takes the findings of that rule in as its evidence (`omission` for a lost reference). *Any* counts
every new error or warning on the pair. Beside it stand the standard filters of translate-toolkit on
the same pairs in the same run, where any filter that did not fail before counts. Intervals are
Wilson's at 95 %. Written by `python -m bench.check_quality`.

A loss of a share is a run of whole words of about that share of the code points, anywhere in the
text, with at least one word that is not common; so a tenth of a short text is a whole word.
"""
_SEEN = """These codes were in view when rules, words and weights were chosen: the five pages, the
Three Pebbles, the statute, and the rules of a club and of a school in Greek and in Italian."""
_UNSEEN = """A library, a lease and a notice on data, sixty pairs in Greek and in Italian, written
before anything was tuned and by the same hand as the words that any law may have. No weight was
fitted on them. *First look* is what the checks of before found. After it words of denial, of
permission and of spans of days were added to the languages, a single borrowed word is no longer
called untranslated, and what speaks for a loss was chosen with the rates of these texts in sight:
what is said of these rules and of the false alarms is not of unseen text."""
# What the checks of before found of the same kinds of faults in the held-out texts: recall by kind.
_FIRST_LOOK = {
    "a loss of 10 %": 0.203,
    "a loss of 20 %": 0.580,
    "a loss of 30 %": 0.877,
    "a loss of 40 %": 0.944,
    "a loss of 50 %": 0.978,
    "a lost sentence": 0.985,
    "a changed figure": 1.0,
    "two provisions swapped": 1.0,
    "a lost not": 0.833,
    "left untranslated": 0.958,
    "a letter of another alphabet": 1.0,
    "another term": 0.979,
}
_FIRST_ALARMS = "3 false errors and 6 false warnings on 120 pairs"


def quality_lines(told: Sequence[Outcome], alarms: Sequence[Alarms]) -> list[str]:
    """The page.

    Args:
        told: What was found of every fault.
        alarms: What is said of the clean pairs, by code.
    """
    unseen = {code.name for code in clean_codes() if code.held_out}
    seen = [one for one in told if one.code not in unseen]
    rest = [one for one in told if one.code in unseen]
    lines = [_HEAD, f"{len(told)} faults.", "", "## Codes in view", "", _SEEN, ""]
    lines += [*_by_kind(seen), *_by_length(seen), "## Texts that were held out", "", _UNSEEN, ""]
    lines += [*_by_kind(rest, _FIRST_LOOK), *_by_length(rest), *_by_code(told)]
    lines += ["## False alarms", "", f"First look at the held-out texts: {_FIRST_ALARMS}.", ""]
    lines += [*_alarms(alarms, unseen), "", *score_lines(SEED)]
    again = [one for code in clean_codes() for one in _of(code.name, told)[::SAMPLE]]
    lines += [
        f"Of one fault in {SAMPLE} of each code, which the tests put in again, "
        f"{sum(one.found for one in again)} of {len(again)} are found ({digest(again)}).",
        "",
    ]
    return lines


def _of(code: str, told: Iterable[Outcome]) -> list[Outcome]:
    return [one for one in told if one.code == code]


def digest(told: Iterable[Outcome]) -> str:
    """Short hash of outcomes; 8 hex digits."""
    words = "\n".join(f"{one.code} {one.kind} {one.place} {one.found} {one.told}" for one in told)
    return hashlib.sha256(words.encode()).hexdigest()[:8]


def wilson(found: int, tried: int) -> tuple[float, float]:
    """The interval of a share at 95 %, by Wilson; (0, 1) when nothing was tried."""
    if not tried:
        return 0.0, 1.0
    share, square = found / tried, _Z * _Z / tried
    middle = share + square / 2
    half = _Z * sqrt(share * (1 - share) / tried + square / (4 * tried))
    return max(0.0, (middle - half) / (1 + square)), min(1.0, (middle + half) / (1 + square))


def _by_kind(told: Sequence[Outcome], first: dict[str, float] | None = None) -> Iterator[str]:
    looked = "first look | " if first else ""
    yield f"| fault | faults | {looked}found | interval | wanted | any | translate-toolkit |"
    yield "|---|---|---|---|---|---|---|" + ("---|" if first else "")
    for kind in KINDS:
        own = [one for one in told if one.kind == kind.name]
        if not own:
            continue
        before = f"{first.get(kind.name, 0):.2f} | " if first else ""
        yield (
            f"| {kind.name} | {len(own)} | {before}{_share(own, _found)} | {_interval(own)} "
            f"| {kind.bar:.2f} | {_share(own, _told)} | {_share(own, _toolkit)} |"
        )
    yield ""


def _by_length(told: Sequence[Outcome]) -> Iterator[str]:
    yield f"| loss | texts below {SHORT} words | found | longer texts | found | interval |"
    yield "|---|---|---|---|---|---|"
    for kind in KINDS:
        if kind.rules == ("omission",):
            own = [one for one in told if one.kind == kind.name]
            short = [one for one in own if one.words < SHORT]
            long = [one for one in own if one.words >= SHORT]
            yield (
                f"| {kind.name} | {len(short)} | {_share(short, _found)} | {len(long)} "
                f"| {_share(long, _found)} | {_interval(long)} |"
            )
    yield ""


def _by_code(told: Sequence[Outcome]) -> Iterator[str]:
    names = list(dict.fromkeys(one.code for one in told))
    yield from (
        "## By code",
        "",
        f"| fault | {' | '.join(names)} |",
        "|---" * (len(names) + 1) + "|",
    )
    for kind in KINDS:
        cells = [
            _share([one for one in told if (one.kind, one.code) == (kind.name, name)], _found)
            for name in names
        ]
        yield f"| {kind.name} | {' | '.join(cells)} |"
    yield ""


def _alarms(alarms: Sequence[Alarms], unseen: set[str]) -> Iterator[str]:
    yield "| code | clean pairs | false errors | false warnings | translate-toolkit, pairs |"
    yield "|---|---|---|---|---|"
    groups = [(each.code, [each]) for each in alarms]
    groups.append(("all in view", [each for each in alarms if each.code not in unseen]))
    groups.append(("all held out", [each for each in alarms if each.code in unseen]))
    for name, own in groups:
        pairs = sum(each.pairs for each in own)
        errors = [name for each in own for name in each.errors]
        warnings = [name for each in own for name in each.warnings]
        yield (
            f"| {name} | {pairs} | {_counted(errors, pairs)} | {_counted(warnings, pairs)} "
            f"| {sum(each.toolkit for each in own)} |"
        )


def _counted(named: Sequence[str], pairs: int) -> str:
    low, high = wilson(len(named), pairs)
    places = f": {', '.join(named)}" if named else ""
    return f"{len(named)} ({low:.3f}–{high:.3f}){places}"


def _found(one: Outcome) -> bool:
    return one.found


def _told(one: Outcome) -> bool:
    return one.told


def _toolkit(one: Outcome) -> bool:
    return one.toolkit


def _share(told: Sequence[Outcome], is_so: Callable[[Outcome], bool]) -> str:
    return f"{sum(map(is_so, told)) / len(told):.2f}" if told else "–"


def _interval(told: Sequence[Outcome]) -> str:
    low, high = wilson(sum(one.found for one in told), len(told))
    return f"{low:.2f}–{high:.2f}"


if __name__ == "__main__":
    lines = quality_lines(outcomes(), [alarms_of(code) for code in clean_codes()])
    PAGE.write_text("\n".join(lines), encoding="utf-8")
    print(PAGE.relative_to(ROOT))
