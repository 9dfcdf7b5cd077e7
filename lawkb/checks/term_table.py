"""The terms of a code with their renderings and addresses, and candidates for the glossary."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from lawkb.align.lexicon import Lexicon, WordTextPair, learn_lexicons
from lawkb.checks.learning import pair_code
from lawkb.checks.term_uses import term_uses, uses_by_term
from lawkb.checks.text_pairs import CheckedText, TextPair, concept_partners, read_rule_words
from lawkb.corpus.glossary import Glossary, written
from lawkb.model.answer import Rendering, Term
from lawkb.model.code import Code
from lawkb.words.tokens import Word, read_vocabulary, read_words

# Printed form of a rendering, by glossary line and language tag.
UsualForms = Mapping[tuple[str, str], str]


def usual_forms(code: Code, glossary: Glossary) -> UsualForms:
    """Return the most frequent form of each rendering in translations of texts with its term.

    Case is ignored when forms are counted. Of equally frequent forms the shortest is returned, in
    its most frequent writing (``Διαιτητής``, not ``διαιτητής``).

    Returns:
        The form by line of the glossary (``glossary.tsv:12``) and language tag. Renderings that
        never occur are left out.
    """
    seen: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for language, laws in pair_code(code).items():
        for law in laws:
            for text in law.texts:
                for where, words in _found(text, glossary):
                    seen[where, language][words] += 1
    return {key: _most_common(counts) for key, counts in seen.items()}


def _found(text: TextPair, glossary: Glossary) -> Iterator[tuple[str, str]]:
    for use in term_uses(text, glossary):
        for at, spans in use.found.items():
            for start, end in spans:
                yield use.rows[at].where, " ".join(text.translation.text[start:end].split())


def _most_common(counts: Counter[str]) -> str:
    forms = Counter[str]()
    for words, times in counts.items():
        forms[words.casefold()] += times
    form = min(forms, key=lambda each: (-forms[each], len(each), each))
    written = {words: times for words, times in counts.items() if words.casefold() == form}
    return min(written, key=lambda each: (-written[each], each))


_Shown = dict[str, Counter[str]]  # how often each stem is written in which way
_FEWEST = 4  # fewest links of a suggestion
_SURE = 0.6  # lowest probability of its counterpart


def term_table(code: Code, glossary: Glossary, suggest: bool) -> list[Term]:
    """Return a row for each term and translation of a code.

    Args:
        code: The code.
        glossary: The glossary of the corpus.
        suggest: Whether to return words and phrases that are missing from the glossary, instead of
            its own terms.
    """
    rows: list[Term] = []
    for laws in pair_code(code).values():
        texts = [text for law in laws for text in law.texts]
        own = _suggested(texts, glossary) if suggest else _known(texts, glossary)
        rows.extend(own)
    return rows


def _known(texts: list[TextPair], glossary: Glossary) -> Iterator[Term]:
    tag = texts[0].translation.language.code if texts else ""
    used = uses_by_term(texts, glossary)
    for term, rows in glossary.renderings(tag).items():
        uses = used.get(term, ())
        times = sum(len(use.original) for _, use in uses)
        renderings = tuple(
            Rendering(
                written(row.renderings[tag]),
                row.status,
                sum(len(use.found[at]) for _, use in uses),
                tuple(text.place for text, use in uses if use.found[at]),
            )
            for at, row in enumerate(rows)
        )
        missing = tuple(text.place for text, use in uses if not use.rendered)
        yield Term(term, tag, times, renderings, missing)


def _suggested(texts: list[TextPair], glossary: Glossary) -> Iterator[Term]:
    """Yield words and phrases with one certain counterpart that are not in the glossary.

    Modal words (*must*, *may*) and phrases with them are left out. General words, such as *before*,
    come last.
    """
    if not texts:
        return
    tags = texts[0].tags
    common = read_vocabulary(tags[0]).stop, read_vocabulary(tags[1]).stop
    shown: tuple[_Shown, _Shown] = ({}, {})
    pairs = [
        WordTextPair(_stems(text.original, shown[0]), _stems(text.translation, shown[1]))
        for text in texts
    ]
    lexicon, _ = learn_lexicons(pairs, common)
    language = texts[0].original.language
    known = {_stems(CheckedText(language, row.term), {}) for row in glossary.terms}
    any_law = _of_any_law(texts, tags)
    modal = _modal(tags[0])
    for words, counterparts in sorted(_sure(lexicon), key=lambda sure: bool(any_law & {*sure[0]})):
        if words not in known and not modal & set(words):
            term = " ".join(_usual(shown[0], word) for word in words)
            other = " ".join(_usual(shown[1], word) for word in counterparts)
            times = lexicon.counterparts(*words)[0].links
            places = _places(texts, words, counterparts)
            rendering = Rendering(other, "suggested", times, places)
            yield Term(term, tags[1], lexicon.seen[words], (rendering,), ())


def _modal(tag: str) -> frozenset[str]:
    phrases = read_rule_words(tag)
    words = " ".join(phrases.obligation | phrases.permission | phrases.advice)
    return frozenset(map(_key, read_words(words, tag)))


def _of_any_law(texts: list[TextPair], tags: tuple[str, str]) -> set[str]:
    """Return stems of words of the originals that laws of any subject have, such as *before*."""
    ours = {word for text in texts for word in text.original.words}
    theirs = {word.folded: word.stem for text in texts for word in text.translation.words}
    general = concept_partners({word.folded: word.stem for word in ours}, theirs, tags)
    return {_key(word) for word in ours if word.stem in general}


def _stems(side: CheckedText, shown: _Shown) -> tuple[str, ...]:
    """Return the stem of each word of a text; a very frequent word is folded only.

    ``shown`` counts the written forms of each stem and is updated.
    """
    found = []
    for word in side.words:
        key = _key(word)
        shown.setdefault(key, Counter())[word.text.lower()] += 1
        found.append(key)
    return tuple(found)


def _usual(shown: dict[str, Counter[str]], key: str) -> str:
    return min(shown[key].items(), key=lambda each: (-each[1], each[0]))[0]


def _sure(lexicon: Lexicon) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    found = []
    for words, counterparts in lexicon.table.items():
        best = counterparts[0]
        letters = all(any(char.isalpha() for char in word) for word in words)
        if best.links >= _FEWEST and best.probability >= _SURE and letters:
            found.append((-best.links, words, best.words))
    return [(words, others) for _, words, others in sorted(found)]


def _places(
    texts: list[TextPair], words: tuple[str, ...], others: tuple[str, ...]
) -> tuple[str, ...]:
    return tuple(
        text.place
        for text in texts
        if set(words) <= _all(text.original) and set(others) <= _all(text.translation)
    )


def _all(side: CheckedText) -> set[str]:
    return set(map(_key, side.words))


def _key(word: Word) -> str:
    return word.folded if word.common else word.stem
