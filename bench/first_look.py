"""What the checks found of texts when they first met them; nothing computes it anew."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FILE = Path(__file__).parent / "first-look.toml"

Tried = tuple[int, int]  # found, of how many


@dataclass(frozen=True, slots=True)
class Look:
    """The first look at texts in one language.

    Attributes:
        language: Of the translation.
        pairs: How many there are.
        errors: False errors on them, rule and place.
        warnings: False warnings.
        found: By kind of fault, found and tried: in texts below eight words, in longer ones.
    """

    language: str
    pairs: int
    errors: tuple[str, ...]
    warnings: tuple[str, ...]
    found: dict[str, tuple[Tried, Tried]]


@cache
def first_of_held_out() -> tuple[dict[str, float], str]:
    """Recall by kind in the texts that were held out, and their false alarms in words."""
    held_out = tomllib.loads(_FILE.read_text(encoding="utf-8"))["heldout"]
    return held_out["recall"], held_out["alarms"]


@cache
def first_of_unseen(name: str) -> tuple[Look, ...]:
    """The first look at texts nobody had seen, by language.

    Args:
        name: ``unseen`` or ``second``.
    """
    unseen = tomllib.loads(_FILE.read_text(encoding="utf-8"))[name]
    return tuple(
        Look(
            language,
            look["pairs"],
            tuple(look["errors"]),
            tuple(look["warnings"]),
            {kind: (tuple(short), tuple(long)) for kind, (short, long) in look["found"].items()},
        )
        for language, look in unseen.items()
    )
