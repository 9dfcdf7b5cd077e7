"""Labels at the start of a line: ``Α.``, ``1.``, ``2. (α)``, ``(i)``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from lawkb.model.address import Level, Numbering, Scheme, ordinal
from lawkb.model.language import Language

_TOKEN: dict[Numbering, str] = {
    "arabic": r"\d{1,4}",
    "upper": r"[^\W\d_]{1,4}",
    "lower": r"[^\W\d_]{1,4}",
    "roman": "[ivx]{1,6}",
}
_AFTER = r"(?:\s+|$)"
_ROMAN = re.compile(r"\W*[ivx]+\W*")
# With typography on, a wiki shows the points (c) and (r) as these signs.
_SHOWN_AS = {"©": "(c)", "®": "(r)"}
_READERS = 64  # more schemes and languages than a process meets
_LABELS = 4096  # more than a code has; bounded, since a page may have any number


@dataclass(frozen=True, slots=True)
class Label:
    """A label at the start of a line, ``(α)``, with every possible reading.

    Attributes:
        printed: The label as the page prints it, ``(α)``.
        readings: Level (0 for the law) and ordinal of each reading, by level; ``(i)`` is the ninth
            point or the first roman number.
        end: Offset in the line after the label and the space after it.
    """

    printed: str
    readings: tuple[tuple[int, int], ...]
    end: int


@dataclass(frozen=True, slots=True)
class LabelReader:
    """A reader of the labels at the start of lines, for one scheme and one language.

    Attributes:
        opening: Pattern of a label of any level with the space after it; few lines match.
        label_of: Function that returns the label at the start of some words, or None.
    """

    opening: re.Pattern[str]
    label_of: Callable[[str], Label | None]

    def read(self, line: str) -> tuple[Label, ...]:
        """Return the labels at the start of a line, outermost first: two in ``2. (α) …``.

        Most lines have none.
        """
        labels: list[Label] = []
        at = 0
        while match := self.opening.match(line, at):
            label = self.label_of(match[1])
            if not label or (labels and label.readings[0][0] <= labels[-1].readings[0][0]):
                break
            at = match.end() if label.end == len(match[1]) else at + label.end
            labels.append(Label(label.printed, label.readings, at))
        return tuple(labels)


def may_follow(printed: str) -> bool:
    """Whether a label is read after another one on its line: ``(α)`` is, the roman ``(i)`` is not.

    ``(i)`` may also be the ninth point, and a point cannot be in another.
    """
    return not _ROMAN.fullmatch(printed)


@lru_cache(_READERS)
def label_reader(scheme: Scheme, language: Language) -> LabelReader:
    """Return the reader for the labels of a page; call this once for a page, not for each line."""

    @lru_cache(_LABELS)
    def label_of(words: str) -> Label | None:
        return _label(words, scheme, language)

    return LabelReader(re.compile(f"({_any_label(scheme)}){_AFTER}"), label_of)


def _any_label(scheme: Scheme) -> str:
    """Return the pattern of a label of any level; templates with more spaces come first."""
    forms = [form for level in scheme.levels[1:] for form in _forms(level)]
    forms.sort(key=lambda form: -sum(map(str.isspace, form[0])))
    return "|".join([*dict.fromkeys(pattern for _, pattern in forms), *_SHOWN_AS])


def _label(words: str, scheme: Scheme, language: Language) -> Label | None:
    """Return the label at the start of some words, with every reading."""
    if shown := _SHOWN_AS.get(words):
        label = _label(shown, scheme, language)
        return replace(label, printed=words, end=len(words)) if label else None
    readings: list[tuple[int, int]] = []
    printed, end = "", 0
    for depth, level in enumerate(scheme.levels[1:], start=1):
        matches = (pattern.match(words) for pattern in _patterns(level))
        match = next(filter(None, matches), None)
        kind, token = level.numbering, match[2] if match else ""
        n = token and (language.ordinal(kind, token) or ordinal(kind, token))
        if match and n:
            readings.append((depth, n))
            printed, end = match[1], match.end()
    return Label(printed, tuple(readings), end) if readings else None


@cache
def _patterns(level: Level) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(f"({pattern}){_AFTER}") for _, pattern in _forms(level))


def _forms(level: Level) -> Iterator[tuple[str, str]]:
    """Yield the templates of the labels of a level, each with its pattern."""
    for printed in (level.printed, *level.also_printed):
        before, _, after = printed.partition("{}")
        yield printed, f"{re.escape(before)}({_TOKEN[level.numbering]}){re.escape(after)}"
