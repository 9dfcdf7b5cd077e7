"""``lawkb search WORDS`` by an index that is there, without what reads laws or writes indexes.

The query is read, run and answered by the modules of ``lawkb.search`` that the command uses too,
and printed by ``lawkb.cli.searching``. As for ``lawkb.cli.at_once``, whatever is not certain is
left to the command: other options, figures (they may be an address), a query with a fault, an
index or a corpus that is not the one ``lawkb.cli.kept_search`` has seen.
"""

from __future__ import annotations

import zlib

import Stemmer

from lawkb.cli.at_once import kept_head, read_asked
from lawkb.cli.searching import (
    MOST_HITS,
    USUAL_HITS,
    print_addresses,
    print_answer,
    print_answer_json,
    print_count,
    search_record,
)
from lawkb.corpus.cached import SEARCHED, likely_folder
from lawkb.corpus.stats import line_of, standing
from lawkb.errors import LawkbError
from lawkb.search.asking import Question, answer
from lawkb.search.ground import read_ground
from lawkb.search.opened import OpenIndex
from lawkb.search.termbook import Row, TermBook
from lawkb.search.vocabulary import know_vocabulary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from lawkb.cli.at_once import Asked
    from lawkb.search.ground import Ground
    from lawkb.search.hits import Answer

_OPTIONS = {
    "--format": "--format",
    "--lang": "--lang",
    "-n": "--limit",
    "--limit": "--limit",
    "-l": "",
    "-c": "",
}
_GLOSSARY = "glossary.tsv"
# What a damaged file of an index may raise; the command sums the files before it opens them.
_DAMAGE = (OSError, ValueError, LookupError, EOFError, zlib.error)


def search_at_once(words: Sequence[str]) -> int | None:
    """Print what ``lawkb search`` prints, if all that it needs is at hand.

    Args:
        words: The command line without the name of the program.

    Returns:
        The exit code; None when nothing was printed and the command must run.
    """
    asked = read_asked(words, "search", _OPTIONS)
    question = read_question(asked) if asked else None
    found = answered(asked, question) if asked and question else None
    if asked is None or found is None:
        return None
    given, ground = found
    if asked.options.get("--format") == "json":
        print_answer_json(search_record(given, ground.scheme))
    elif "-c" in asked.options:
        print_count(given)
    elif "-l" in asked.options:
        print_addresses(given, ground)
    else:
        print_answer(given, ground)
    return 0 if given.total else 1


def read_question(asked: Asked) -> Question | None:
    """What a call asks; None for values that the command must judge, and for figures."""
    options = asked.options
    limit = options.get("--limit", str(MOST_HITS if "-l" in options else USUAL_HITS))
    known = options.get("--format", "text") in ("text", "json")
    known = known and limit.isascii() and limit.isdigit() and 1 <= int(limit[:9]) <= MOST_HITS
    if not known or any(map(str.isnumeric, asked.typed)):
        return None
    return Question(asked.typed, 0 if "-c" in options else int(limit), options.get("--lang"))


def answered(asked: Asked, question: Question) -> tuple[Answer, Ground] | None:
    """The answer, and what it was read by; None when the command must look."""
    folder = likely_folder(asked.corpus)
    try:
        head = kept_head(asked.corpus, f"{folder}/{SEARCHED}")
        if head is None or not _stands(head, asked.corpus, f"{folder}/{head['place']}"):
            return None
        ground = read_ground(head["ground"])
        for tag, record in head["vocabularies"].items():
            know_vocabulary(tag, record)
        book = TermBook(ground.authoritative, tuple(Row(*row) for row in head["rows"]))
        index = OpenIndex(ground.tags, ground.scheme)
        index.open(f"{folder}/{head['place']}")
        return answer(index, ground, question, book), ground
    except (LawkbError, *_DAMAGE):
        return None


def _stands(head: dict[str, Any], corpus: str, place: str) -> bool:
    """Whether the index, the glossary and the stemmer are those that were seen."""
    found = Stemmer.version(), line_of(corpus, _GLOSSARY), standing(place, head["names"])
    return found == tuple(head[each] for each in ("snowball", "glossary", "standing"))
