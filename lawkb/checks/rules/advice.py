"""The rule for the words that translate advice and obligation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from lawkb.checks.phrases import read_rule_words
from lawkb.checks.settings import RuleContext
from lawkb.checks.texts import CheckedText, Fault, TextPair, sentence_pairs
from lawkb.checks.words import Word
from lawkb.model.finding import say

_Places = defaultdict[str, dict[str, None]]


def advice(pairs: Sequence[TextPair], _setting: RuleContext) -> Iterator[Fault]:
    """*should* and *must* are translated with the same word: a style decision, reported once.

    Why: what is advised and what is ordered have different consequences.

    Example: *should be given* and *must summon* both became *πρέπει*.

    Limits: it reports the fact, not an error. Texts are compared sentence by sentence if both have
    the same number, otherwise as a whole; a text that both advises and orders is left out.
    """
    advised: _Places = defaultdict(dict)
    ordered: _Places = defaultdict(dict)
    for pair in filter(_has_modals, pairs):
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
            say("advice and order are translated with the same word: %(counts)s", counts=counts),
            hint=say("choose one translation for each, or accept this finding"),
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


def _has_modals(pair: TextPair) -> bool:
    """Return whether an original advises or obliges."""
    phrases = read_rule_words(pair.original.language.code)
    telling = phrases.advice | phrases.obligation
    return any(word.folded in telling for word in pair.original.words)


def _kind(words: Sequence[Word], language: str) -> str:
    """Return what a sentence of the original does; empty for neither or both."""
    phrases = read_rule_words(language)
    folded = {word.folded for word in words}
    advises, orders = folded & phrases.advice, folded & phrases.obligation
    if bool(advises) == bool(orders):
        return ""
    return "advice" if advises else "order"


def _binding(words: Sequence[Word], language: str) -> list[str]:
    obligation = read_rule_words(language).obligation
    return list(dict.fromkeys(word.text.lower() for word in words if word.folded in obligation))


def _ends(side: CheckedText) -> str:
    return read_rule_words(side.language.code).ends
