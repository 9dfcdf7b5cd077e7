"""Sort findings: the gravest and surest first, those on one text together."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from tempfile import SpooledTemporaryFile

from lawkb.model.finding import SEVERITIES, Finding

_SPOOLED = 2**22  # bytes of findings in memory


@dataclass(frozen=True, slots=True)
class FindingGroup:
    """Findings on one provision, on one pair of texts, or on a whole code or file."""

    findings: tuple[Finding, ...]  # The findings, at least one.
    # Language tag and text of both sides of a pair of a bilingual file; else empty.
    texts: tuple[tuple[str, str], ...] = ()


def groups_by_place(findings: Iterable[Finding]) -> Iterator[FindingGroup]:
    """Yield findings by provision or pair; those on the same one must be next to each other."""
    for _, found in groupby(findings, key=lambda each: (each.edition, each.place)):
        yield FindingGroup(tuple(found))


def ranked_groups(groups: Iterable[FindingGroup]) -> Iterator[FindingGroup]:
    """Yield groups by their gravest finding: by severity, then the surest first.

    Equal groups keep their order, as do equal findings of a group. Findings that an editor has
    accepted come last. Groups that do not fit into memory are buffered in a file.
    """
    with SpooledTemporaryFile(_SPOOLED) as file:
        places = []
        for group in groups:
            ranked = replace(group, findings=tuple(sorted(group.findings, key=_rank)))
            places.append((*_rank(ranked.findings[0]), file.tell()))
            pickle.dump(ranked, file, pickle.HIGHEST_PROTOCOL)
        for *_, at in sorted(places):
            file.seek(at)
            yield pickle.load(file)


def ranked(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings as ``lawkb check`` prints them, those on one place next to each other."""
    groups = ranked_groups(groups_by_place(findings))
    return tuple(each for group in groups for each in group.findings)


def _rank(finding: Finding) -> tuple[bool, int, int]:
    # In per cent, as it is printed: what looks equally sure stays in the order of the texts.
    sure = round(100 * finding.confidence)
    return finding.waived, SEVERITIES.index(finding.severity), -sure
