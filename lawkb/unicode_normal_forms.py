"""Unicode's normal forms, in linear time.

``unicodedata.normalize`` sorts the combining marks on a letter by insertion: a hundred thousand
accents on one letter take minutes. Long runs of marks are sorted here first, in Unicode's canonical
order, which does not change the result. The Stream-Safe Text Format (UAX #15, section 13) was no
alternative, since it would change the text.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import groupby
from typing import Literal

Form = Literal["NFC", "NFD", "NFKC", "NFKD"]

_LONGEST = 30  # marks on one letter that no language exceeds, by UAX #15


def normalized(form: Form, text: str) -> str:
    """Return a text in a normal form, as ``unicodedata.normalize`` does.

    Source: Unicode Standard Annex #15; canonical ordering is D109 in chapter 3 of the standard.
    """
    if len(text) > _LONGEST and not text.isascii():
        marks = "".join(filter(_is_mark, set(text)))
        if marks:
            runs = re.compile(f"[{re.escape(marks)}]{{{_LONGEST + 1},}}")
            text = runs.sub(lambda run: _ordered(run[0], form), text)
    return unicodedata.normalize(form, text)


@cache
def _is_mark(char: str) -> bool:
    """Whether a character, or the first one of its decomposition, is a combining mark."""
    return unicodedata.combining(unicodedata.normalize("NFKD", char)[0]) > 0


def _ordered(run: str, form: Form) -> str:
    """Decompose combining marks, and put them into their canonical order."""
    decomposition: Form = "NFKD" if "K" in form else "NFD"
    decomposed = "".join([unicodedata.normalize(decomposition, char) for char in run])
    groups = groupby(decomposed, key=lambda char: unicodedata.combining(char) > 0)
    # Characters of class 0 keep their order.
    return "".join(char for _, own in groups for char in sorted(own, key=unicodedata.combining))
