"""A rule for what a house must decide once: how advice and orders are told apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from lawkb.checks.phrases import read_phrases
from lawkb.checks.setting import Setting
from lawkb.checks.texts import Fault, Side, TextPair, sentence_pairs
from lawkb.checks.words import Word
from lawkb.model.sentence import say

_Places = defaultdict[str, dict[str, None]]


def advice(pairs: Sequence[TextPair], _setting: Setting) -> Iterator[Fault]:
    """*should* and *must* have become one word: a question of policy, asked once.

    Why: what is advised and what is ordered have different consequences.

    Example: *should be given* and *must summon* both became *πρέπει*.

    Limits: it says that it is so, never that it is wrong. A text is compared sentence by sentence
    where both languages have as many, else as a whole; one that both advises and orders is left
    out.
    """
    advised: _Places = defaultdict(dict)
    ordered: _Places = defaultdict(dict)
    for pair in filter(_tells, pairs):
        marks = _ends(pair.original), _ends(pair.translation)
        for original, translation in sentence_pairs(pair, marks):
            kind = _kind(original, pair.original.language.code)
            if kind:
                seen = advised if kind == "advice" else ordered
                for word in _binding(translation, pair.translation.language.code):
                    seen[word][pair.place] = None
    both = sorted(word for word in advised if word in ordered)
    if both:
        counts = tuple(
            say(
                "%(word)s (%(advised)s advised, %(ordered)s ordered)",
                word=word,
                advised=len(advised[word]),
                ordered=len(ordered[word]),
            )
            for word in both
        )
        yield Fault(
            say("advice and order are rendered by one word: %(counts)s", counts=counts),
            hint=say("decide once how each is to be rendered, and waive or mend"),
            evidence=tuple(
                say(
                    "%(word)s: advised in %(advised)s; ordered in %(ordered)s",
                    word=word,
                    advised=tuple(advised[word]),
                    ordered=tuple(ordered[word]),
                )
                for word in both
            ),
            key="advice",
            severity="note",
        )


def _tells(pair: TextPair) -> bool:
    """Whether an original advises or orders anywhere."""
    phrases = read_phrases(pair.original.language.code)
    telling = phrases.advice | phrases.obligation
    return any(word.folded in telling for word in pair.original.words)


def _kind(words: Sequence[Word], language: str) -> str:
    """What a sentence of the original does; empty where it does neither, or both."""
    phrases = read_phrases(language)
    folded = {word.folded for word in words}
    advises, orders = folded & phrases.advice, folded & phrases.obligation
    if bool(advises) == bool(orders):
        return ""
    return "advice" if advises else "order"


def _binding(words: Sequence[Word], language: str) -> list[str]:
    obligation = read_phrases(language).obligation
    return list(dict.fromkeys(word.text.lower() for word in words if word.folded in obligation))


def _ends(side: Side) -> str:
    return read_phrases(side.language.code).ends
