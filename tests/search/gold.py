"""Words of the original with what stands for them, read off the pages by hand.

Each file was written before the lexicon of its pages was learned. A row holds a word or term, all
that stands for it in the translation, and a provision where it does.
"""

import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lawkb.model.code import Code
from lawkb.pipeline import read_all
from lawkb.search.learn_counterparts import read_sentence, write_counterparts
from lawkb.search.translated_query import Counterparts
from lawkb.words.tokens import tokens
from tests.corpus_files import CORPUS
from tests.search.cases import rows

STATUTE = CORPUS.parent / "examples" / "statute" / "corpus"


@dataclass(frozen=True, slots=True)
class Judged:
    """A word of the gold.

    Attributes:
        word: In English.
        first: Its first counterpart in Greek; None when none was learned.
        right: Whether that one stands for it on the pages.
    """

    word: str
    first: str | None
    right: bool


@cache
def first_counterparts() -> tuple[Judged, ...]:
    """The words of the Laws, each with the first counterpart that their pages teach."""
    return _judged("counterparts.tsv", CORPUS)


@cache
def first_counterparts_of_the_statute() -> tuple[Judged, ...]:
    """The words of the example statute, another code than the one lawkb was made with."""
    return _judged("counterparts_statute.tsv", STATUTE)


def _judged(name: str, corpus: Path) -> tuple[Judged, ...]:
    code = read_all(corpus).code
    with tempfile.TemporaryDirectory() as folder:
        write_counterparts(code, Path(folder))
        held = Counterparts(Path(folder))
        found = []
        for row in rows(name):
            first = next(iter(held.of(_keys(code, row["en"], "en"), "en", "el")), None)
            wanted = {_keys(code, form, "el") for form in row["el"].split(" | ")}
            right = first is not None and _keys(code, first.text, "el") in wanted
            found.append(Judged(row["en"], first.text if first else None, right))
        return tuple(found)


def _keys(code: Code, text: str, tag: str) -> tuple[str, ...]:
    read = tokens(text, code.outline.language(tag), code.outline.scheme)
    return tuple(word.key for word in read_sentence(read, text))
