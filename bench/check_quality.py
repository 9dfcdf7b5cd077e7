"""How well the checks find faults: the pages of the measurement.

``python -m bench.check_quality`` puts every fault in, and writes the pages.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import sqrt
from typing import get_args

from bench.fault_codes import ROOT, Group, clean_codes
from bench.fault_kinds import KINDS
from bench.faults import SEED, Alarms, Outcome, alarms_of, outcomes
from bench.first_look import Look, Tried, first_of_held_out, first_of_unseen
from bench.loss_scores import score_lines

PAGE = ROOT / "site" / "manual" / "en" / "check-quality.md"
UNSEEN_PAGE = PAGE.with_name("check-quality-unseen.md")
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
text, with at least one word that is not common; so a tenth of a short text is a whole word. A *not*
is lost where the translation has a word that the file of its language calls a denial; the loss of a
denial that the file does not know is not tried.

How often faults are found in texts that were not used to develop the checks: [How well the checks
find faults in unseen texts](check-quality-unseen.md), and in texts that are no law: [How well the
checks judge other fields](check-quality-fields.md).
"""
_UNSEEN_HEAD = """# How well the checks find faults in unseen texts

The same faults as on [How well the checks find faults](check-quality.md), put into texts that were
not used to develop the checks. The columns are explained there. Written by
`python -m bench.check_quality`.
"""
_SEEN = """These codes were in view when rules, words and weights were chosen: the five pages, the
Three Pebbles, the statute, and the rules of a club and of a school in Greek and in Italian."""
_HELD_OUT = """A library, a lease and a notice on data, sixty pairs in Greek and in Italian, written
before anything was tuned and by the same hand as the words that any law may have. No weight was
fitted on them. *First look* is what the checks of before found. After it words of denial, of
permission and of spans of days were added to the languages, a single borrowed word is no longer
called untranslated, and what speaks for a loss was chosen with the rates of these texts in sight:
what is said of these rules and of the false alarms is not of unseen text."""
_UNSEEN = """Racing rules and a marina, the hygiene of a canteen, a works agreement and the traffic
of a town: 151 provisions in Greek and in Italian, one in three below eight words,
with a glossary. Who wrote them knew what the rules are for, but had read neither
their code nor their words nor how faults are put in, and was asked to translate as
freely as good translators do: clauses moved, *only if* for *unless*, figures for
words, the hours as each language tells them. *First look* is what the checks found
when they met them, before anything was changed because of them. After it how figures, losses
and denials are compared was changed: by people who were told what sort of thing was wrong with
figures, and who had not seen these texts."""
_SECOND = """The examinations of a university, an apartment building, a theatre and a national park:
129 provisions in Greek and in Italian, one in four below eight words, with a glossary, written
while those changes were made, by one who had seen neither the checks nor the texts above, as
ordinary legal translators translate. *First look* is what those checks found of them, nothing
tuned. After it some words of denial were added to the languages' files, an hour shares the mark of
the next one (*from 3 to 5.30 p.m.*), and a short word before a closing bracket is no label: what is
said of these is not of unseen text."""


_TITLES = {
    "unseen": "## Texts nobody had seen",
    "second": "## A second set that nobody had seen",
}


def quality_lines(told: Sequence[Outcome], alarms: Sequence[Alarms]) -> list[str]:
    """Return the page on all faults: the codes in view, then all codes.

    Args:
        told: What was found of every fault.
        alarms: What is said of the clean pairs, by code.
    """
    groups = {code.name: code.group for code in clean_codes()}
    seen = _of_groups(told)[0]
    lines = [_HEAD, f"{len(told)} faults.", "", "## Codes in view", "", _SEEN, ""]
    lines += [*_by_kind(seen), *_by_length(seen), *_by_code(told)]
    lines += ["## False alarms", "", *_first_alarms(), *_alarms(alarms, groups), ""]
    lines += score_lines(SEED)
    again = [one for code in clean_codes() for one in _of(code.name, told)[::SAMPLE]]
    lines += [
        f"Of one fault in {SAMPLE} of each code, which the tests put in again, "
        f"{sum(one.found for one in again)} of {len(again)} are found ({digest(again)}).",
        "",
    ]
    return lines


def unseen_lines(told: Sequence[Outcome]) -> list[str]:
    """Return the page on the codes that were not used to develop the checks."""
    _, held_out, unseen, second = _of_groups(told)
    recall, _ = first_of_held_out()
    first = {kind: f"{share:.2f}" for kind, share in recall.items()}
    lines = [_UNSEEN_HEAD, "## Texts that were held out", "", _HELD_OUT, ""]
    lines += [*_by_kind(held_out, first), *_by_length(held_out)]
    for name, about, own in (("unseen", _UNSEEN, unseen), ("second", _SECOND, second)):
        looks = first_of_unseen(name)
        first = {kind.name: _first_share(looks, kind.name) for kind in KINDS}
        lines += [_TITLES[name], "", about, "", *_by_kind(own, first), *_by_length(own)]
        lines += _first_look(looks)
    return lines


def _of_groups(told: Iterable[Outcome]) -> list[list[Outcome]]:
    """What was found, by group of codes."""
    groups = {code.name: code.group for code in clean_codes()}
    known = tuple(told)
    return [[one for one in known if groups[one.code] == group] for group in get_args(Group)]


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


def _by_kind(told: Sequence[Outcome], first: Mapping[str, str] | None = None) -> Iterator[str]:
    looked = "first look | " if first else ""
    yield f"| fault | faults | {looked}found | interval | wanted | any | translate-toolkit |"
    yield "|---|---|---|---|---|---|---|" + ("---|" if first else "")
    for kind in KINDS:
        own = [one for one in told if one.kind == kind.name]
        if not own:
            continue
        before = f"{first.get(kind.name, '–')} | " if first else ""
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


def _first_look(looks: Sequence[Look]) -> Iterator[str]:
    """What was found of unseen texts at first, by language and by length."""
    titles = (*(look.language for look in looks), f"texts below {SHORT} words", "longer texts")
    yield from ("The first look at them, by language and by length: found, interval, faults.", "")
    yield f"| fault | {' | '.join(titles)} |"
    yield "|---" * (len(titles) + 1) + "|"
    for kind in KINDS:
        parts = [look.found.get(kind.name, ((0, 0), (0, 0))) for look in looks]
        tried = [*map(_added, parts), *map(_added, zip(*parts, strict=True))]
        yield f"| {kind.name} | {' | '.join(map(_first, tried))} |"
    yield ""


def _first_share(looks: Iterable[Look], kind: str) -> str:
    found, tried = _added(each for look in looks for each in look.found.get(kind, ()))
    return f"{found / tried:.2f}" if tried else "–"


def _added(tried: Iterable[Tried]) -> Tried:
    parts = tuple(tried)
    return sum(found for found, _ in parts), sum(number for _, number in parts)


def _first(tried: Tried) -> str:
    found, number = tried
    low, high = wilson(found, number)
    return f"{found / number:.2f} ({low:.2f}–{high:.2f}) of {number}" if number else "–"


def _first_alarms() -> Iterator[str]:
    _, held_out = first_of_held_out()
    yield from (f"First look at the held-out texts: {held_out}.", "")
    yield (
        "First look at the texts nobody had seen. All were read, and are false; of one it may be "
        "disputed: `numbers 16(3)` of the first set, where *every 12 months* became *once a year*."
    )
    yield from ("", "| texts | clean pairs | false errors | false warnings |", "|---|---|---|---|")
    named = {"unseen": "first set", "second": "second set"}
    looks = [
        (f"{set_}, {one.language}", one) for n, set_ in named.items() for one in first_of_unseen(n)
    ]
    for title, look in looks:
        errors, warnings = _counted(len(look.errors), look.pairs), len(look.warnings)
        yield f"| {title} | {look.pairs} | {errors} | {_counted(warnings, look.pairs)} |"
    yield ""
    for title, look in looks:
        yield from _places(title, look.errors, look.warnings)
    yield from ("", "Today:", "")


def _alarms(alarms: Sequence[Alarms], groups: Mapping[str, Group]) -> Iterator[str]:
    yield "| code | clean pairs | false errors | false warnings | translate-toolkit, pairs |"
    yield "|---|---|---|---|---|"
    rows = [(each.code, [each]) for each in alarms]
    for group in get_args(Group):
        rows.append((f"all {group}", [each for each in alarms if groups[each.code] == group]))
    for name, own in rows:
        pairs = sum(each.pairs for each in own)
        errors = _counted(sum(len(each.errors) for each in own), pairs)
        warnings = _counted(sum(len(each.warnings) for each in own), pairs)
        toolkit = sum(each.toolkit for each in own)
        yield f"| {name} | {pairs} | {errors} | {warnings} | {toolkit} |"
    yield ""
    for each in alarms:
        yield from _places(each.code, each.errors, each.warnings)


def _places(name: str, errors: Sequence[str], warnings: Sequence[str]) -> Iterator[str]:
    """Where the false alarms are, a rule named once: an item of a list, or nothing."""
    places: dict[str, list[str]] = {}
    for named in (*errors, *warnings):
        rule, place = named.split(" ", 1)
        places.setdefault(rule, []).append(place)
    if places:
        told = (f"`{rule}` {', '.join(places[rule])}" for rule in sorted(places))
        yield f"- {name}: {'; '.join(told)}."


def _counted(number: int, pairs: int) -> str:
    low, high = wilson(number, pairs)
    return f"{number} ({low:.3f}–{high:.3f})"


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
    told = tuple(outcomes())
    lines = quality_lines(told, [alarms_of(code) for code in clean_codes()])
    for page, written in ((PAGE, lines), (UNSEEN_PAGE, unseen_lines(told))):
        page.write_text("\n".join(written), encoding="utf-8")
        print(page.relative_to(ROOT))
