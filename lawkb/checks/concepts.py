"""Words that any law may have, and what stands for them in another language.

A code of a hundred pairs teaches its own terms and few words besides: these are given to it.

Source: the tables ``[concepts]`` and ``[checks.figures]`` of the languages' files.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from lawkb.checks.phrases import read_phrases
from lawkb.checks.words import Word
from lawkb.model.language import any_language
from lawkb.search.folding import fold


@dataclass(frozen=True, slots=True)
class _Forms:
    """How a language says what it has names for: whole words, and beginnings of words."""

    words: Mapping[str, frozenset[str]]
    beginnings: Mapping[str, frozenset[str]]
    sizes: tuple[int, ...]

    def meanings(self, word: str) -> Iterator[str]:
        """The names of what a folded word may mean."""
        yield from self.words.get(word, ())
        for size in self.sizes:
            if size > len(word):
                return
            yield from self.beginnings.get(word[:size], ())


def concept_partners(
    ours: Iterable[Word], theirs: Iterable[Word], tags: tuple[str, str]
) -> dict[str, frozenset[str]]:
    """By stem of a word of the original, the stems of the translation that mean the same.

    Args:
        ours: Words of the originals.
        theirs: Words of the translations; only these can be partners.
        tags: Of the original and of the translation.
    """
    meant: defaultdict[str, set[str]] = defaultdict(set)
    other = _forms(tags[1])
    for folded, stem in sorted({(word.folded, word.stem) for word in theirs}):
        for name in other.meanings(folded):
            meant[name].add(stem)
    found: defaultdict[str, set[str]] = defaultdict(set)
    own = _forms(tags[0])
    for folded, stem in sorted({(word.folded, word.stem) for word in ours}):
        for name in own.meanings(folded):
            found[stem] |= meant.get(name, set())
    return {stem: frozenset(words) for stem, words in found.items() if words}


def has_meaning(folded: str, tag: str) -> bool:
    """Whether a folded word is one that any law of a language may have."""
    return next(_forms(tag).meanings(folded), None) is not None


@cache
def _forms(tag: str) -> _Forms:
    words: defaultdict[str, set[str]] = defaultdict(set)
    beginnings: defaultdict[str, set[str]] = defaultdict(set)
    for name, forms in any_language(tag).tables.get("concepts", {}).items():
        for form in forms.split():
            (beginnings if form.endswith("*") else words)[fold(form.rstrip("*"))].add(name)
    for figure, spelt in read_phrases(tag).figures.items():
        words[figure].add(f"figure {figure}")
        for word in spelt:
            words[word].add(f"figure {figure}")
    return _Forms(
        {form: frozenset(names) for form, names in words.items()},
        {form: frozenset(names) for form, names in beginnings.items()},
        tuple(sorted({len(form) for form in beginnings})),
    )
