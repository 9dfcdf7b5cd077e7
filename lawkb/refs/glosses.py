"""A gloss in brackets behind a label: «Laws 55 (lead out of turn), 56 and 57»."""

from __future__ import annotations

from lawkb.refs.tokens import Token

# Tokens that a gloss has at most, its brackets included: no text makes the work grow.
LONGEST_GLOSS = 24
_SHORTEST_GLOSS = 4  # two words, so that «(a)» and «(2007)» are none


def gloss_end(tokens: tuple[Token, ...], i: int) -> int | None:
    """Index of the token after the gloss that begins at a token, or None when none does.

    Its bracket closes within ``LONGEST_GLOSS`` tokens; a label such as «(a)» may stand in it.
    """
    if tokens[i].text != "(" or tokens[i].glued:
        return None
    depth = 0
    for end in range(i, min(i + LONGEST_GLOSS, len(tokens))):
        if tokens[end].kind in ("break", "end"):
            return None
        depth += (tokens[end].text == "(") - (tokens[end].text == ")")
        if depth == 0:
            return end + 1 if end + 1 - i >= _SHORTEST_GLOSS else None
    return None
