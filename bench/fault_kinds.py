"""Faults as they happen to translations, one at a time, each put into a clean pair."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bench.fault_codes import Clean
from lawkb.checks.rule_list import RULES
from lawkb.checks.term_uses import TermUse, term_uses
from lawkb.checks.text_pairs import TextPair
from lawkb.model.address import Address, base_of
from lawkb.model.language import any_language
from lawkb.model.passage import Reference, Span
from lawkb.words.folding import fold
from lawkb.words.tokens import Word, read_vocabulary

SHARES = (10, 20, 30, 40, 50)
_WORD = re.compile(r"\S+")
_LETTERS = re.compile(r"[^\W\d_]+")
_SENTENCE = re.compile(r"\S.*?[.;·!?]+[)\]»”’]*(?=\s|$)|\S.*?$", re.DOTALL)
_FIGURE = re.compile(r"\d+")
# French denies with two words, up to so many words apart; behind «n» stands an apostrophe.
_HALVES, _OTHER_HALVES, _NEAR_HALF = {"ne", "n"}, {"pas", "point", "plus", "jamais", "rien"}, 5
_RESTRICTIVE = {"que", "qu"}
# Small letters of two alphabets that look the same.
_ALIKE = {"ο": "o", "α": "a", "ν": "v", "ι": "i", "κ": "k", "o": "ο", "a": "α", "i": "і", "e": "е"}

Texts = Mapping[Address, str]
_OF_FILE = Address((1,))  # a pair of a bilingual file has no address of its own
Inject = Callable[[TextPair, Clean, random.Random], Texts | None]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of fault.

    Attributes:
        name: What the page calls it.
        rules: The rules made for it. A finding of one of them, or of a rule that takes their
            findings in as evidence, counts when it names the place of the fault.
        inject: The changed texts by address; None where a pair has nothing of the kind.
        bar: Recall that is wanted.
        by_terms: Whether the checks have a glossary of the code.
    """

    name: str
    rules: tuple[str, ...]
    inject: Inject
    bar: float
    by_terms: bool = False

    @property
    def counted(self) -> frozenset[str]:
        """The rules whose findings count."""
        stronger = (rule.name for rule in RULES if set(rule.explains) & set(self.rules))
        return frozenset((*self.rules, *stronger))


def _clause(share: int) -> Inject:
    def cut(pair: TextPair, _code: Clean, chance: random.Random) -> Texts | None:
        text = pair.translation.text
        spans = list(_stretches(text, pair.translation.language.code, share / 100))
        return _one(pair, _without(text, chance.choice(spans))) if spans else None

    return cut


def _stretches(text: str, tag: str, share: float) -> Iterator[Span]:
    """Runs of whole words of about a share of a text, each with a word that is not common."""
    words = [match.span() for match in _WORD.finditer(text)]
    common = read_vocabulary(tag).stop
    telling = [
        any(fold(each) not in common for each in _LETTERS.findall(text[slice(*span)]))
        for span in words
    ]
    wanted = share * len(text)
    for first in range(len(words)):
        last = first
        while last < len(words) and (
            not any(telling[first : last + 1])
            or words[last][1] - words[first][0] + _half(words, last) < wanted
        ):
            last += 1
        if last < len(words) and last - first + 1 < len(words):
            yield words[first][0], words[last][1]


def _half(words: Sequence[Span], at: int) -> float:
    """Half of the next word: whether it is taken is a matter of rounding."""
    return (words[at + 1][1] - words[at + 1][0]) / 2 if at + 1 < len(words) else 0.0


def _without(text: str, span: Span) -> str:
    left, right = text[: span[0]].rstrip(), text[span[1] :].lstrip()
    return f"{left} {right}".strip()


def _sentence(pair: TextPair, _code: Clean, chance: random.Random) -> Texts | None:
    text = pair.translation.text
    found = [match.span() for match in _SENTENCE.finditer(text)]
    found = [span for span in found if len(text[slice(*span)].split()) > 1]
    return _one(pair, _without(text, chance.choice(found))) if len(found) > 1 else None


def _reference_lost(pair: TextPair, _code: Clean, chance: random.Random) -> Texts | None:
    spans = sorted({each.within or (each.start, each.end) for each in _told(pair)})
    return _one(pair, _without(pair.translation.text, chance.choice(spans))) if spans else None


def _reference_changed(pair: TextPair, _code: Clean, chance: random.Random) -> Texts | None:
    text = pair.translation.text
    places = [
        (each.start + match.start(), match[0])
        for each in _told(pair)
        for match in _FIGURE.finditer(each.raw)
    ]
    return _one(pair, _counted_on(text, *chance.choice(places))) if places else None


def _told(pair: TextPair) -> list[Reference]:
    return [each for each in pair.translation.references if each.target and not each.upto]


def _figure(pair: TextPair, _code: Clean, chance: random.Random) -> Texts | None:
    side = pair.translation
    cited = side.reference_spans
    places = [
        (match.start(), match[0])
        for match in _FIGURE.finditer(side.text)
        if not any(a < match.end() and match.start() < b for a, b in cited)
    ]
    return _one(pair, _counted_on(side.text, *chance.choice(places))) if places else None


def _counted_on(text: str, at: int, figure: str) -> str:
    """The text with a figure raised by one."""
    return text[:at] + str(int(figure) + 1) + text[at + len(figure) :]


def _swapped(pair: TextPair, code: Clean, chance: random.Random) -> Texts | None:
    if not pair.address:
        return None
    beside = [
        other
        for other in code.pairs
        if other.address
        and other.address.parent == pair.address.parent
        and abs(base_of(other.address.path[-1]) - base_of(pair.address.path[-1])) == 1
        and _is_plain(other)
        and fold(other.translation.text) != fold(pair.translation.text)
    ]
    if not beside:
        return None
    other = chance.choice(beside)
    return {**_one(pair, other.translation.text), **_one(other, pair.translation.text)}


def _negation(pair: TextPair, _code: Clean, chance: random.Random) -> Texts | None:
    side = pair.translation
    table = any_language(side.language.code).tables.get("denial", {})
    denials = {fold(word) for key in ("not", "perhaps") for word in table.get(key, "").split()}
    places = [at for at, word in enumerate(side.words) if word.folded in denials]
    found = [spans for at in places if (spans := _of_denial(side.words, at))]
    if not found:
        return None
    text = side.text
    for start, end in reversed(chance.choice(found)):
        text = _without(text, (start, end))
    return _one(pair, text)


def _of_denial(words: Sequence[Word], at: int) -> list[Span]:
    """The words that deny together; none where they say *only* or *any*, as in «ne … que»."""
    first, behind = words[at], words[at + 1 : at + 1 + _NEAR_HALF]
    if first.folded not in _HALVES:
        return [(first.start, first.end)]
    span = first.start, first.end + (first.folded == "n")
    if behind and behind[0].folded == "importe":
        return []
    for word in behind:
        if word.folded in _RESTRICTIVE:
            return []
        if word.folded in _OTHER_HALVES:
            return [span, (word.start, word.end)]
    return [span]


def _untranslated(pair: TextPair, _code: Clean, chance: random.Random) -> Texts | None:
    """A sentence of the original in the place of its translation, or half of an only one."""
    ours, theirs = pair.original.text, pair.translation.text
    left = [match.span() for match in _SENTENCE.finditer(ours)]
    right = [match.span() for match in _SENTENCE.finditer(theirs)]
    if len(left) == len(right) > 1:
        at = chance.randrange(len(left))
        (a, b), (c, d) = left[at], right[at]
    else:
        a, b = _behind_half(ours)
        c, d = _behind_half(theirs)
    if len(ours[a:b].split()) < 2 or ours[a:b] == theirs[c:d]:  # «20 km/h.» is so in both
        return None
    return _one(pair, theirs[:c] + ours[a:b] + theirs[d:])


def _behind_half(text: str) -> Span:
    words = [match.span() for match in _WORD.finditer(text)]
    return words[len(words) // 2][0], len(text)


def _script(pair: TextPair, _code: Clean, chance: random.Random) -> Texts | None:
    text = pair.translation.text
    places = [
        at
        for match in _LETTERS.finditer(text)
        if len(match[0]) > 3
        for at in range(*match.span())
        if text[at] in _ALIKE
    ]
    if not places:
        return None
    at = chance.choice(places)
    return _one(pair, text[:at] + _ALIKE[text[at]] + text[at + 1 :])


def _bracket(pair: TextPair, _code: Clean, chance: random.Random) -> Texts | None:
    text = pair.translation.text
    if text.count("(") != text.count(")") or text.count("[") != text.count("]"):
        return None
    places = [at for at, char in enumerate(text) if char in "()[]"]
    if not places:
        return None
    at = chance.choice(places)
    return _one(pair, text[:at] + text[at + 1 :])


def _term(pair: TextPair, code: Clean, chance: random.Random) -> Texts | None:
    """Every place of a term has the words that stand for another term elsewhere."""
    glossary = code.terms.glossary
    uses = [use for use in term_uses(pair, glossary) if use.rendered]
    if not uses:
        return None
    use = chance.choice(uses)
    others = [
        words
        for other in code.pairs
        for each in term_uses(other, glossary)
        if each.term != use.term and each.rendered
        for words in _rendering(other, each)
    ]
    text = pair.translation.text
    spans = sorted({span for spans in use.found.values() for span in spans}, reverse=True)
    words = chance.choice(others)
    for start, end in spans:
        text = text[:start] + words + text[end:]
    return _one(pair, text)


def _rendering(pair: TextPair, use: TermUse) -> list[str]:
    spans = [span for spans in use.found.values() for span in spans]
    return [pair.translation.text[slice(*span)] for span in spans]


def _one(pair: TextPair, text: str) -> Texts:
    return {pair.address or _OF_FILE: text}


def _is_plain(pair: TextPair) -> bool:
    """Whether its translation is one passage, which can be put anew."""
    held = pair.translation.provision
    return held is not None and len(held.passages) == 1 and pair.address is not None


KINDS = (
    *(
        Kind(f"a loss of {share} %", ("omission",), _clause(share), bar)
        for share, bar in zip(SHARES, (0.30, 0.60, 0.85, 0.97, 0.99), strict=True)
    ),
    Kind("a lost sentence", ("omission",), _sentence, 0.95),
    Kind("a lost reference", ("reference-parity",), _reference_lost, 1.0),
    Kind("a changed reference", ("reference-parity",), _reference_changed, 1.0),
    Kind("a changed figure", ("numbers",), _figure, 1.0),
    Kind("two provisions swapped", ("swapped",), _swapped, 0.98),
    Kind("a lost not", ("negation",), _negation, 0.90),
    Kind("left untranslated", ("untranslated",), _untranslated, 1.0),
    Kind("a letter of another alphabet", ("odd-characters", "reference-script"), _script, 1.0),
    Kind("a lost bracket", ("brackets",), _bracket, 1.0),
    Kind("another term", ("term-missing",), _term, 0.95, by_terms=True),
)


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault in a clean pair.

    Attributes:
        kind: What was done.
        pair: Where.
        texts: The changed texts of the translation, by address.
    """

    kind: Kind
    pair: TextPair
    texts: Texts


def faults_of(code: Clean, seed: int, kinds: Sequence[Kind] = KINDS) -> Iterator[Fault]:
    """Every fault that the pairs of a code are given, the same for the same seed.

    Pairs of several passages get none: a change would move words from one to another.
    """
    for kind in kinds:
        done: set[tuple[Address, ...]] = set()
        for pair in filter(_is_plain, code.pairs):
            chance = random.Random(f"{seed} {code.name} {kind.name} {pair.place}")
            texts = kind.inject(pair, code, chance)
            # Of two that are swapped either may come first.
            places = tuple(sorted(texts)) if texts else ()
            if texts and places not in done:
                done.add(places)
                yield Fault(kind, pair, texts)
