"""Words of the original with what stands for them, read off the pages by hand, and what is learned.

``counterparts.tsv`` was written before any lexicon was learned. A row holds a word or term, all
that stands for it in the translation, and a provision where it does.
"""

import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lawkb.search.analysis import tokens
from lawkb.search.bilingual import read_sentence
from lawkb.search.counterparts import Counterparts, write_counterparts
from tests.search.cases import rows
from tests.search.real import real_code


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
    """Every word of the gold with the first counterpart that the real pages teach."""
    with tempfile.TemporaryDirectory() as folder:
        write_counterparts(real_code(), Path(folder))
        held = Counterparts(Path(folder))
        found = []
        for row in rows("counterparts.tsv"):
            first = next(iter(held.of(_keys(row["en"], "en"), "en", "el")), None)
            wanted = {_keys(form, "el") for form in row["el"].split(" | ")}
            right = first is not None and _keys(first.text, "el") in wanted
            found.append(Judged(row["en"], first.text if first else None, right))
        return tuple(found)


def _keys(text: str, tag: str) -> tuple[str, ...]:
    outline = real_code().outline
    read = tokens(text, outline.language(tag), outline.scheme)
    return tuple(word.key for word in read_sentence(read, text))
