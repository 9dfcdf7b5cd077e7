"""Labels at the start of a line: ``Α.``, ``1.``, ``2. (α)``, ``(i)``."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from lawkb.model.address import Level, Scheme
from lawkb.model.language import Language
from lawkb.model.numbering import Numbering, ordinal

_TOKEN: dict[Numbering, str] = {
    "arabic": r"\d{1,4}",
    "upper": r"[^\W\d_]{1,4}",
    "lower": r"[^\W\d_]{1,4}",
    "roman": "[ivx]{1,6}",
}
_BEHIND = r"(?:\s+|$)"
# A wiki shows the points (c) and (r) as these signs when its typography is on.
_SHOWN_AS = {"©": "(c)", "®": "(r)"}
_READERS = 64  # more schemes and languages than a process meets
_LABELS = 4096  # more than a code has; a stranger's page may hold any number


@dataclass(frozen=True, slots=True)
class Label:
    """A label as it stands on a page, with every reading it allows.

    Attributes:
        printed: As the page prints it, ``(α)``.
        readings: Pairs of depth and ordinal by depth; ``(i)`` is the ninth point or the first
            roman.
        end: Code point of the line after the label and the space behind it.
    """

    printed: str
    readings: tuple[tuple[int, int], ...]
    end: int


@dataclass(frozen=True, slots=True)
class LabelReader:
    """Reads the labels of lines in one scheme and one language.

    Attributes:
        opening: The words of a label of any level, and the space behind them; most lines do not
            open so.
        label_of: The label that such words are, or begin with; None when they are none.
    """

    opening: re.Pattern[str]
    label_of: Callable[[str], Label | None]

    def read(self, line: str) -> tuple[Label, ...]:
        """The labels a line opens with, outermost first; most lines open with none.

        Args:
            line: Without white space in front.
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


@lru_cache(_READERS)
def label_reader(scheme: Scheme, language: Language) -> LabelReader:
    """What reads the labels of a page; ask once for a page, not for every line.

    Args:
        scheme: The levels; the law itself is no label.
        language: The alphabet to read letters in; Latin canonical letters are read too.
    """

    @lru_cache(_LABELS)
    def label_of(words: str) -> Label | None:
        return _label(words, scheme, language)

    return LabelReader(re.compile(f"({_any_label(scheme)}){_BEHIND}"), label_of)


def _any_label(scheme: Scheme) -> str:
    """A label of any level, the longest that fits: the more blanks in it, the farther it goes."""
    forms = [form for level in scheme.levels[1:] for form in _forms(level)]
    forms.sort(key=lambda form: -sum(map(str.isspace, form[0])))
    return "|".join([*dict.fromkeys("".join(_parts(*form)) for form in forms), *_SHOWN_AS])


def _label(words: str, scheme: Scheme, language: Language) -> Label | None:
    """The label that words are or begin with, in every reading."""
    shown = _SHOWN_AS.get(words)
    if shown:
        label = _label(shown, scheme, language)
        return replace(label, printed=words, end=len(words)) if label else None
    readings: list[tuple[int, int]] = []
    printed, end = "", 0
    for depth, level in enumerate(scheme.levels[1:], start=1):
        match = _match(level, words)
        n = _ordinal(level, match[2], language) if match else None
        if match and n:
            readings.append((depth, n))
            printed, end = match[1], match.end()
    return Label(printed, tuple(readings), end) if readings else None


def _ordinal(level: Level, token: str, language: Language) -> int | None:
    return language.ordinal(level.numbering, token) or ordinal(level.numbering, token)


def _match(level: Level, words: str) -> re.Match[str] | None:
    """A label of a level and its token, and the space or the end of the words behind it."""
    matches = (_pattern(*form).match(words) for form in _forms(level))
    return next(filter(None, matches), None)


@cache
def _pattern(printed: str, numbering: Numbering) -> re.Pattern[str]:
    before, token, after = _parts(printed, numbering)
    return re.compile(f"({before}({token}){after}){_BEHIND}")


def _forms(level: Level) -> tuple[tuple[str, Numbering], ...]:
    """How pages print the labels of a level, each with its numbering."""
    return tuple((printed, level.numbering) for printed in (level.printed, *level.also_printed))


def _parts(printed: str, numbering: Numbering) -> tuple[str, str, str]:
    """Patterns of what stands before the token of a label, of the token, and of what is behind."""
    before, _, after = printed.partition("{}")
    return re.escape(before), _TOKEN[numbering], re.escape(after)
