"""Which label follows which, and what the labels around it say where one may mean two things.

``l)`` follows ``i)`` in an Italian list, ``aa)`` follows ``z)``. ``(i)`` before ``(ii)`` is a roman
number, though ``(h)`` is open. «εα), εβ), εγ)» are the parts of «ε)» and not inserted after it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from lawkb.model.address import CANONICAL, Inserted, Ordinal, Scheme, base_of, between, is_next
from lawkb.model.language import Language
from lawkb.parse.structure.labels_and_languages import Label, any_word, label_finder

Place = tuple[int, Ordinal]  # the level and the ordinal of a provision
# A label may be this far ahead of the one before it (items were lost); otherwise it is text.
_WIDEST_GAP = 3
LAST_LETTER = 26  # of the alphabet; double letters follow
_FEWEST_PARTS = 3  # labels in a run that are surely parts
_FARTHEST = 500  # lines that are looked at ahead


@dataclass(frozen=True, slots=True)
class LabelOrder:
    """The order of the labels of a code in one language."""

    scheme: Scheme  # The levels.
    language: Language  # The language, which may leave letters out of lists.

    def follows(self, depth: int, n: Ordinal, last: Ordinal) -> bool:
        """Whether an ordinal is the next one of its list: 5 after 4a, and l after i in Italian."""
        if is_next(n, last):
            return True
        lettered = self.scheme.levels[depth].numbering in ("lower", "upper")
        if not lettered or not isinstance(n, int) or not isinstance(last, int):
            return False
        return 0 < last < n <= LAST_LETTER and self._is_letter_after(last, n)

    def follows_behind_z(self, depth: int, n: Ordinal, last: Ordinal) -> bool:
        """Whether an ordinal goes on a list that has come to z: aa after z, bb or ab after aa."""
        level = self.scheme.levels[depth]
        if level.numbering not in ("lower", "upper") or not last:
            return False
        written = (CANONICAL.write_token(level.counting, each).lower() for each in (last, n))
        return self._is_pair_after(*written)

    def is_near(self, depth: int, n: Ordinal, last: Ordinal) -> bool:
        """Whether a label may come after the last one: higher, with few missing between."""
        inner = [*between(last, n)]
        if isinstance(n, Inserted) and n.base > base_of(last):
            inner += between(n.base, n)
        if self.scheme.levels[depth].numbering in ("lower", "upper"):
            inner = [each for each in inner if not self._is_skipped(each)]
        return n > last and len(inner) < _WIDEST_GAP

    def _is_letter_after(self, last: int, n: int) -> bool:
        """Whether a letter is the next one that lists of the language have."""
        return last < n and all(map(self._is_skipped, range(last + 1, n)))

    def _is_skipped(self, n: Ordinal) -> bool:
        skipped = self.language.tables.get("alphabet", {}).get("skipped", ())
        return isinstance(n, int) and self.language.letter("lower", n) in skipped

    def _is_pair_after(self, before: str, letters: str) -> bool:
        if len(letters) != 2 or not letters.isalpha():
            return False
        if len(before) != 2:
            return (before, letters) == ("z", "aa")
        a, b, c, d = (ord(letter) - ord("a") + 1 for letter in before + letters)
        doubled = a == b and c == d and self._is_letter_after(a, c)
        return doubled or (a == c and self._is_letter_after(b, d))


def goes_on(place: Place, ahead: Iterable[tuple[Label, ...]], order: LabelOrder) -> bool:
    """Whether the first label ahead that is not inside a provision is the next one of its list."""
    depth, n = place
    for _, labels in zip(range(_FARTHEST), ahead, strict=False):
        readings = labels[0].readings if labels else ()
        if readings and readings[0][0] <= depth:
            return any(at == depth and order.follows(depth, m, n) for at, m in readings)
    return False


def comes_later(place: Place, ahead: Iterable[tuple[Label, ...]], order: LabelOrder) -> bool:
    """Whether the next one of a list is among the labels ahead, before the list surely ends."""
    depth, n = place
    for _, labels in zip(range(_FARTHEST), ahead, strict=False):
        readings = labels[0].readings if labels else ()
        if any(at == depth and order.follows(depth, m, n) for at, m in readings):
            return True
        if readings and readings[-1][0] < depth:
            return False
    return False


# ---- the parts of a lettered point: «βα)», «ββ)»


def with_parts(
    labels: Mapping[int, tuple[Label, ...]],
) -> tuple[dict[int, tuple[Label, ...]], dict[int, str]]:
    """Return the labels, those of parts with this reading only, and what is doubtful by offset.

    A run «εα), εβ), εγ)», or a doubled letter in it, «ββ)», are the parts of a point, whether a
    colon leads to them or not. Two labels may also have been inserted after it.

    Args:
        labels: Labels of each line, by the offset of the line.
    """
    found = dict(labels)
    remarks: dict[int, str] = {}
    for run in _runs(labels):
        if run.is_doubled or len(run.lines) > 1:
            for at in run.lines:
                found[at] = tuple(map(_as_part, found[at]))
        if len(run.lines) == _FEWEST_PARTS - 1 and not run.is_doubled:
            printed = ", ".join(labels[at][-1].printed for at in run.lines)
            remarks[run.lines[0]] = f"{printed} may be inserted; they are read as parts of a point"
    return found, remarks


@dataclass(slots=True)
class _Run:
    above: Place  # the point that the labels repeat
    lines: list[int]  # offsets of their lines
    is_doubled: bool = False  # whether «ββ» is among them


def _runs(labels: Mapping[int, tuple[Label, ...]]) -> Iterator[_Run]:
    run: _Run | None = None
    for at in sorted(labels):
        for label in labels[at]:
            if _may_be_part(label) and label.within:
                if run and run.above == label.within:
                    run.lines.append(at)
                else:
                    if run:
                        yield run
                    run = _Run(label.within, [at])
            elif run and (run.above[0] + 1, run.above[1]) in label.readings:
                run.is_doubled = True
            elif run and label.readings[-1][0] <= run.above[0]:
                yield run
                run = None
    if run:
        yield run


def _may_be_part(label: Label) -> bool:
    """Whether a label is of a part, and no numeral: «ια» is eleven, «εα» is none."""
    above = label.within
    return above is not None and not any(
        depth == above[0] and not isinstance(n, Inserted) for depth, n in label.readings
    )


def _as_part(label: Label) -> Label:
    if not _may_be_part(label) or not label.within:
        return label
    depth = label.within[0] + 1
    return replace(label, readings=tuple(each for each in label.readings if each[0] == depth))


# ---- points that run on in one line: «: α) …, β) …»

_CANDIDATE = re.compile(r"(?<=[\s:;,·])(?=\(?\s?[^\W_]{1,4}\s?[.)])")
_LONGEST_HEADING = 60
_HEADING = re.compile(r"[^\W\d_][^.:;·]*[.]?\s*[.—–]\s*")


@dataclass(frozen=True, slots=True)
class PointInLine:
    """A point on the line of what it is in."""

    start: int  # Offset of its label in the line.
    label: Label  # The label.
    place: Place  # Its level and its ordinal.


@dataclass(frozen=True, slots=True)
class PointsReader:
    """A reader of points that run on in one line."""

    order: LabelOrder  # The order of labels.
    find: Callable[[str, int], Label | None]  # Result of `label_finder`.
    joined: re.Pattern[str]  # What ends in a word such as *and*.

    @classmethod
    def of(cls, order: LabelOrder) -> PointsReader:
        """Return the reader of a code in one language."""
        table = order.language.tables.get("references", {})
        words = any_word((*table.get("and", ()), *table.get("or", ())))
        ends = re.compile(rf"(?:^|[\s,;·])(?:{words})\s*$", re.IGNORECASE)
        return cls(order, label_finder(order.scheme, order.language), ends)

    def read(
        self, line: str, at: int, depth: int, ahead: Iterator[tuple[Label, ...]]
    ) -> tuple[list[PointInLine], bool]:
        """Return the points in a line, and whether there may be some that are not sure.

        A colon or a heading leads to them, they have words of their own, and they go on.

        Args:
            at: Offset after the labels of the line.
            depth: Level of the provision that the line is of.
            ahead: Labels of the lines after it, with which the points may go on.
        """
        found: list[PointInLine] = []
        open_lists: list[Place] = []
        printed = Counter[str]()
        for match in _CANDIDATE.finditer(line, at):
            begin = found[-1].label.end if found else at
            label = self.find(line, match.start()) if match.start() >= begin else None
            if label is None:
                continue
            printed[label.printed] += 1
            begin = max(begin, match.start() - _LONGEST_HEADING)
            heads = not found and begin == at
            place = self._place(label, line[begin : match.start()], open_lists, depth, heads)
            if place is None:
                continue
            while open_lists and open_lists[-1][0] >= place[0]:
                open_lists.pop()
            open_lists.append(place)
            found.append(PointInLine(match.start(), label, place))
        if (
            not found
            or not self._go_on(found, next(ahead, ()))
            or not self._have_words(line, found)
        ):
            return [], False
        # One that comes twice is cited: which of the two is the point is not sure.
        once = all(printed[each.label.printed] == 1 for each in found)
        return (found, False) if once else ([], True)

    def _place(
        self, label: Label, words: str, open_lists: list[Place], depth: int, heads: bool
    ) -> Place | None:
        """Return the place of a label after some words, or None if it is none there.

        Args:
            heads: Whether the words are all that is before it, so that they may be a heading.
        """
        before = words.rstrip()
        inner = open_lists[-1][0] if open_lists else depth
        leads = before.endswith(":") or (heads and _HEADING.fullmatch(words))
        for level, n in label.readings:
            if n == 1 and level > inner and leads:
                return level, n
        ended = before.endswith((";", ",", "·", ".")) or self.joined.search(words)
        for place in reversed(open_lists) if ended else ():
            for level, n in label.readings:
                if level == place[0] and self.order.follows(level, n, place[1]):
                    return level, n
        return None

    def _go_on(self, found: list[PointInLine], after: tuple[Label, ...]) -> bool:
        """Whether there are several points, or the next line has the second one."""
        depth = found[0].place[0]
        own = [each.place[1] for each in found if each.place[0] == depth]
        ahead = [n for at, n in after[0].readings if at == depth] if after else []
        more = any(self.order.follows(depth, n, own[-1]) for n in ahead)
        return (len(own) > 1 or more) and 1 not in ahead

    def _have_words(self, line: str, found: list[PointInLine]) -> bool:
        """Whether each point has words, or points of its own."""
        for each, following in zip(found, [*found[1:], None], strict=True):
            words = line[each.label.end : following.start if following else len(line)]
            leads = following and following.place[0] > each.place[0]
            if not leads and not re.search(r"\w{2}", self.joined.sub("", words)):
                return False
        return True
