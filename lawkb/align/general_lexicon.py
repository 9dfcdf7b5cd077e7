"""Read the general lexicons: which words translate each other in texts of any subject.

A lexicon is a file ``lawkb/languages/lexicons/<from>-<to>.tsv.gz``, learned by
``bench/general_lexicons.py``; its sources and licences are in the manual. What is learned from the
texts of a corpus comes first: in the checks, and in a search in other languages.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources

from lawkb.align.association import GeneralPartner


def general_partners(stems: Iterable[str], tags: tuple[str, str]) -> dict[str, GeneralPartner]:
    """Return the entries of the general lexicon of two languages for some stems.

    Args:
        stems: Stems of the first language; those that the lexicon lacks are left out.
        tags: Language tags: from, to. Without a lexicon for them, nothing is found.
    """
    lexicon = _lines(*tags)
    return {stem: _partner(lexicon[stem]) for stem in set(stems) if stem in lexicon}


def general_entries(tags: tuple[str, str]) -> Iterator[tuple[str, tuple[str, ...], float]]:
    """Yield the entries of the general lexicon of two languages, in alphabetical order.

    Args:
        tags: Language tags: from, to. Without a lexicon for them, nothing is yielded.

    Yields:
        A stem, the stems that translate it, the likeliest first, and the share of its occurrences
        that one of them translates.
    """
    for stem, line in _lines(*tags).items():
        percent, words = _parsed(line)
        yield stem, words, percent / 100


@cache
def _lines(source: str, target: str) -> Mapping[str, str]:
    """Return the rest of each line of a lexicon, by its first stem."""
    file = resources.files("lawkb") / "languages" / "lexicons" / f"{source}-{target}.tsv.gz"
    if not file.is_file():
        return {}
    text = gzip.decompress(file.read_bytes()).decode()
    return dict(line.split("\t", 1) for line in text.splitlines())


def _partner(line: str) -> GeneralPartner:
    percent, words = _parsed(line)
    return GeneralPartner(frozenset(words), percent / 100)


def _parsed(line: str) -> tuple[int, tuple[str, ...]]:
    """Return an entry from ``<reliability in percent><tab><stems, separated by blanks>``."""
    percent, _, words = line.partition("\t")
    return int(percent), tuple(words.split(" "))
