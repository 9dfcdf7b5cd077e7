"""Whether a word is a verb where it stands: *is marked* and *to mark a card* are no *mark*.

Source: the tables ``[verbs]`` of the languages' files; a language without one has no verbs here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from lawkb.checks.words import Word
from lawkb.model.language import any_language
from lawkb.search.folding import fold


@dataclass(frozen=True, slots=True)
class VerbSigns:
    """What tells a verb by its neighbours; every word folded.

    Attributes:
        before: Words that only a verb follows: *he*, *must*.
        auxiliaries: Words that a participle follows: *is*, *has*.
        participles: How participles end.
        infinitive: Words that a verb follows when one of ``openers`` stands behind it.
        openers: Words that open what a verb is done to: *the*, *his*.
        between: Words that may stand before a verb as well: *not*.
        adverbs: How words end that may.
    """

    before: frozenset[str]
    auxiliaries: frozenset[str]
    participles: tuple[str, ...]
    infinitive: frozenset[str]
    openers: frozenset[str]
    between: frozenset[str]
    adverbs: tuple[str, ...]


@cache
def read_verb_signs(code: str) -> VerbSigns:
    """The signs of a language by its tag; empty where its file has none."""
    table = any_language(code).tables.get("verbs", {})

    def words(key: str) -> frozenset[str]:
        return frozenset(map(fold, table.get(key, "").split()))

    return VerbSigns(
        words("before"),
        words("auxiliaries"),
        tuple(sorted(words("participles"))),
        words("infinitive"),
        words("openers"),
        words("between"),
        tuple(sorted(words("adverbs"))),
    )


def is_verb(words: Sequence[Word], at: int, term: str, signs: VerbSigns) -> bool:
    """Whether a word is a verb in its place, as far as its neighbours tell.

    Args:
        words: Of a text, in order.
        at: Index of the word.
        term: The folded word that it is a form of; in that very form it is no participle.
        signs: Of the language.
    """
    before = _before(words, at, signs)
    if before is None:
        return False
    if words[at].folded != term and words[at].folded.endswith(signs.participles or ("\0",)):
        return before in signs.auxiliaries | signs.before
    if before in signs.before:
        return True
    following = words[at + 1].folded if at + 1 < len(words) else ""
    return before in signs.infinitive and following in signs.openers


def _before(words: Sequence[Word], at: int, signs: VerbSigns) -> str | None:
    """The word before one, adverbs left out; None where a mark or nothing stands there."""
    for place in range(at - 1, -1, -1):
        if words[place + 1].start - words[place].end > 1:
            return None
        word = words[place].folded
        if word not in signs.between and not word.endswith(signs.adverbs or ("\0",)):
            return word
    return None
