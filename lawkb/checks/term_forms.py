"""The terms of a glossary as words that people write, instead of the stems of their renderings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from lawkb.checks.pairing import pair_code
from lawkb.checks.term_uses import term_uses
from lawkb.checks.texts import TextPair
from lawkb.corpus.glossary import Glossary
from lawkb.model.code import Code

# Words for a rendering: by the line of the glossary it is in, and the tag of its language.
Forms = Mapping[tuple[str, str], str]


def usual_forms(code: Code, glossary: Glossary) -> Forms:
    """How a code most often writes each rendering where the original has the term.

    A rendering that the code has nowhere has none. Capitals tell no forms apart; of forms that are
    as usual it is the shortest, in its most usual writing.
    """
    seen: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for translated in pair_code(code):
        for law in translated.laws:
            for text in law.texts:
                for where, words in _found(text, glossary):
                    seen[where, translated.language][words] += 1
    return {key: _usual(counts) for key, counts in seen.items()}


def _found(text: TextPair, glossary: Glossary) -> Iterator[tuple[str, str]]:
    for use in term_uses(text, glossary):
        for at, spans in use.found.items():
            for start, end in spans:
                yield use.rows[at].where, " ".join(text.translation.text[start:end].split())


def _usual(counts: Counter[str]) -> str:
    forms = Counter[str]()
    for words, times in counts.items():
        forms[words.casefold()] += times
    form = min(forms, key=lambda each: (-forms[each], len(each), each))
    written = {words: times for words, times in counts.items() if words.casefold() == form}
    return min(written, key=lambda each: (-written[each], each))
