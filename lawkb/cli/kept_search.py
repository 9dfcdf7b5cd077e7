"""What ``lawkb search`` needs of an index and a corpus, kept for ``lawkb.cli.search_at_once``.

It says which index answers for the corpus as it stands, how the files of that index stand, and
what reads a query: the languages and levels of the code, their vocabularies, and the glossary.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import Stemmer

from lawkb.cli.at_once import read_head
from lawkb.cli.kept import put_head
from lawkb.corpus import manifest
from lawkb.corpus.cached import SEARCHED
from lawkb.corpus.glossary import FILE, Glossary, read_glossary
from lawkb.corpus.stats import line_of, package_stamp, standing
from lawkb.exchange.records import Record
from lawkb.model.code import Code
from lawkb.search.cache import sound_standing
from lawkb.search.ground import ground_of, ground_record
from lawkb.search.terming import term_book
from lawkb.search.vocabulary import vocabulary_record


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search has read of a corpus.

    Attributes:
        code: The laws as they were opened: the digests of their files are known.
        glossary: The glossary.
        line: Stats of its file before it was read; empty without one.
        settled: Whether they had stood long enough to tell the file from a later one.
    """

    code: Code
    glossary: Glossary
    line: str
    settled: bool


def read_searched(corpus: Path, code: Code) -> Searched:
    """The glossary of a corpus beside its laws, with what it is known again by.

    Raises:
        LawkbError: The glossary cannot be read.
    """
    began = time.time_ns()
    line = line_of(str(corpus), FILE)
    try:
        stat = (corpus / FILE).stat()
        youngest = max(stat.st_mtime_ns, stat.st_ctime_ns)
    except OSError:
        youngest = 0
    glossary = read_glossary(corpus, code.outline)
    return Searched(code, glossary, line, youngest + manifest.SETTLED_NS < began)


def keep_search(folder: Path, place: Path, searched: Searched) -> None:
    """Keep what a search needs, if it is not kept already.

    Nothing is kept of what changed so shortly before that it could change again unseen, or where
    nothing can be written: it is a cache.

    Args:
        folder: Where the index of the corpus is cached.
        place: The index that has answered.
        searched: What it has answered for.
    """
    if searched.code.files is None or not searched.settled:
        return
    head = {
        "digest": manifest.whole_digest(searched.code.files),
        "stamp": package_stamp(),
        "snowball": Stemmer.version(),
        "glossary": searched.line,
        "place": place.name,
    }
    old = read_head(str(folder / SEARCHED)) or {}
    found = None if {**old, **head} == old and _stands(old, place) else sound_standing(place)
    if found is None:
        return
    names, lines = found
    try:
        own = {"names": names, "standing": lines}
        put_head(folder / SEARCHED, head | own | _readings(searched))
    except OSError:
        return


def _stands(head: Record, place: Path) -> bool:
    """Whether the files of an index are those that were kept."""
    try:
        return bool(head["standing"] == standing(str(place), head["names"]))
    except OSError:
        return False


def _readings(searched: Searched) -> Record:
    """What reads a query."""
    ground = ground_of(searched.code.outline)
    book = term_book(searched.glossary, ground)
    return {
        "ground": ground_record(ground),
        "vocabularies": {tag: vocabulary_record(tag) for tag in ground.tags},
        "rows": [(row.term, row.stems, row.renderings) for row in book.rows],
    }
