"""How the words of a number make up its value: «two thousand five hundred and six»."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

_THOUSAND = 1000


@dataclass(frozen=True, slots=True)
class Count:
    """A number that is being said.

    Attributes:
        done: Thousands and more, already counted.
        group: What stands below the next thousand.
        scale: The last of thousand, million and so on; 0 before the first.
        over: Tens that are counted on from to nineteen, as in «soixante-dix».
        fused: Whether units may stand behind ten, as in «δέκατος τρίτος» and inside one word.
    """

    done: int = 0
    group: int = 0
    scale: int = 0
    over: frozenset[int] = frozenset()
    fused: bool = False

    @classmethod
    def of(cls, values: Iterable[int], over: frozenset[int], fused: bool = False) -> int | None:
        """The number that values in a row make up; None when they make up none."""
        count: Count | None = cls(over=over, fused=fused)
        for value in values:
            count = count.then(value) if count else None
        return count.value if count else None

    @property
    def value(self) -> int:
        """The number so far."""
        return self.done + self.group

    def then(self, value: int) -> Count | None:
        """The number with one more word; None when that word does not go on with it."""
        if value >= _THOUSAND:
            return self._scaled(value)
        rest = self.group % 100
        if value == 100 and 1 <= self.group < 100:
            return self._with(self.group * 100)
        if value >= 100:
            fits = self.group == 0
        elif value >= 20:
            fits = rest == 0
        elif value >= 10:
            fits = rest == 0 or rest in self.over
        else:
            fits = rest % 10 == 0 and (rest != 10 or self.fused) and value > 0
        return self._with(self.group + value) if fits else None

    def _scaled(self, value: int) -> Count | None:
        if self.scale and value >= self.scale:
            return None
        return Count(self.done + max(self.group, 1) * value, 0, value, self.over, self.fused)

    def _with(self, group: int) -> Count:
        return Count(self.done, group, self.scale, self.over, self.fused)
