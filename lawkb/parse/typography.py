"""Typed signs and the typographic ones a wiki shows for them, folded to one form."""

from __future__ import annotations

import re

# As DokuWiki reads them, the longest first: `-->` is a dash and `>`, never an arrow.
_SIGNS = {
    "<->": "↔",
    "->": "→",
    "<-": "←",
    "<=>": "⇔",
    "=>": "⇒",
    "<=": "⇐",
    ">>": "»",
    "<<": "«",
    "---": "–",
    "--": "–",
    "...": "…",
    "(c)": "©",
    "(tm)": "™",
    "(r)": "®",
}
_TYPED = re.compile("|".join(map(re.escape, _SIGNS)))
_TIMES = re.compile(r"(?<![0-9A-Za-z_])([1-9]|[0-9]{2,})[xX]([0-9]+)(?![0-9A-Za-z_])")
_ONE_FORM = str.maketrans(
    {
        **dict.fromkeys("“”„‟″", '"'),
        **dict.fromkeys("‘’‚‛′", "'"),
        **dict.fromkeys("—―‒−", "–"),
    }
)


def fold_typography(text: str) -> str:
    """Text in which typed and typographic signs are the same, to compare raw with rendered.

    Quotes are straight, dashes are ``–``, dots, arrows, guillemets and ``©`` are the single
    signs, ``640x480`` has ``×``. Single hyphens stay. For comparing only: a point ``(c)`` also
    becomes ``©``, as the wiki itself shows it.

    Source: formats.md 2.6.
    """
    signed = _TYPED.sub(lambda match: _SIGNS[match[0]], text)
    return _TIMES.sub(r"\1×\2", signed).translate(_ONE_FORM)
