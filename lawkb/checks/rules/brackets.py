"""The rule for brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lawkb.checks.settings import RuleContext
from lawkb.checks.texts import Fault, TextPair, each_text, with_context
from lawkb.model.finding import say

_CLOSES = {")": "(", "]": "[", "}": "{", "»": "«"}
_OPENS = {opened: closed for closed, opened in _CLOSES.items()}
_BRACKET = re.compile(f"[{re.escape(''.join((*_CLOSES, *_OPENS)))}]")
_ENUMERATOR = re.compile(r"(?:^|(?<=[\s(«]))(?:[^\W\d_]{1,2}|[ivxlc]{3,5}|bis|ter)['΄’]?$")
_BARE = re.compile(r"(?<![^\W\d_])(?<!\()[^\W\d_]{1,4}(?![\w)΄'’])")
_ROMAN = frozenset(("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"))


def brackets(pair: TextPair, setting: RuleContext) -> Iterator[Fault]:
    """A bracket that is opened and not closed, or closed and not opened.

    Why: the reader cannot see where a remark ends, and a lost bracket often means lost words.

    Example: ``(see B4 following.``

    Limits: the bracket of a label such as ``α)`` closes alone where the code prints its labels so,
    or where both languages do; a bracket that opens in one provision and closes in another is
    reported.
    """
    yield from _bare_labels(pair)
    printed = setting.scheme is None or setting.scheme.closes_alone
    labelled = printed or _lone_labels(pair.original.text) == _lone_labels(pair.translation.text)
    for name, side, _ in each_text(pair):
        for text, heading in side.texts():
            for at in _unmatched(text, labelled):
                yield Fault(
                    say("the bracket %(sign)s has no counterpart", sign=text[at]),
                    quote=with_context(text, (at, at + 1)),
                    hint=say("add the other bracket, or remove this one"),
                    key=f"{text[at]} {with_context(text, (at, at + 1))}",
                    on=name,
                    marked=() if heading else ((name, (at, at + 1)),),
                )


def _bare_labels(pair: TextPair) -> Iterator[Fault]:
    """Yield letters of references without the bracket of their counterpart: «στοιχείο β»."""
    for name, side, other in each_text(pair):
        if not (side.references and other.references):
            continue
        bracketed = {each.target for each in other.references if ")" in each.raw}
        ordinal = side.language.ordinal
        for each in side.references:
            if each.target not in bracketed:
                continue
            bare = [m for m in _BARE.finditer(each.raw) if ordinal("lower", m[0]) or m[0] in _ROMAN]
            if bare:
                span = (each.start, each.end)
                yield Fault(
                    say("«%(words)s» without the bracket of its letter", words=each.raw),
                    quote=with_context(side.text, span),
                    hint=say("write the label as the code does"),
                    key=f"bare {each.raw}",
                    on=name,
                    marked=((name, span),),
                )


def _lone_labels(text: str) -> int:
    return len(_unmatched(text, False)) - len(_unmatched(text, True))


def _unmatched(text: str, labelled: bool) -> list[int]:
    """Return offsets of unpaired brackets; with ``labelled``, ``α)`` needs no opening one."""
    waiting: list[int] = []
    alone: list[int] = []
    for match in _BRACKET.finditer(text):
        at, char = match.start(), match[0]
        if char in _OPENS:
            waiting.append(at)
        elif char in _CLOSES:
            if waiting and text[waiting[-1]] == _CLOSES[char]:
                waiting.pop()
            elif char != "»" and not (labelled and _closes_label(text, at)):
                alone.append(at)
    return sorted(alone + [at for at in waiting if text[at] != "«"])


def _closes_label(text: str, at: int) -> bool:
    """Return whether a closing bracket follows the letter of a label: ``α)``."""
    label = _ENUMERATOR.search(text[max(0, at - 6) : at])
    return label is not None and label[0].islower()
