"""References without a label: «this Law», «the preceding paragraph», «first subparagraph»."""

from __future__ import annotations

from lawkb.model.address import Address
from lawkb.model.passage import Reference
from lawkb.refs.enclosing import Enclosing, placed, read_enclosing
from lawkb.refs.items import Item, read_item
from lawkb.refs.members import Listing, Member
from lawkb.refs.paths import steps_back
from lawkb.refs.reading import Path, Reading
from lawkb.refs.spans import references_of
from lawkb.refs.subparagraphs import Subparagraphs, read_subparagraphs
from lawkb.refs.vocabulary import Phrase

# References read at a token, and the index of the token to read on from.
Found = tuple[tuple[Reference, ...], int]


def read_unnumbered(reading: Reading, at: int, _: Phrase) -> Found:
    """«the first subparagraph», «first and second subparagraphs of paragraph 2», «εδάφιο β΄»."""
    found = read_subparagraphs(reading, at)
    if found is None or not found.entries:
        return (), found.end if found else at + 1
    end = placed(reading, found.end)
    behind = read_enclosing(reading, end) if end == found.end else None
    if behind is None and reading.vocabulary.foreign_section.at(reading.tokens, end):
        return (), end
    member = _counted(reading, found, behind)
    if behind:
        end = behind.after if behind.is_whole else placed(reading, behind.after)
    return references_of(reading, Listing((member,), end, end), at), end


def _counted(reading: Reading, found: Subparagraphs, behind: Enclosing | None) -> Member:
    """The paragraphs without a number of what is named behind them, or of the citing provision."""
    first = found.entries[0]
    path = behind.path if behind else _whose(reading)
    end = behind.end if behind and len(found.entries) == 1 else first.end
    item = Item(first.first, end, (), False)
    return Member(
        item,
        end,
        end,
        (path,),
        (),
        is_whole=bool(behind and behind.is_whole),
        labels=behind.labels if behind else (),
        edition=behind.edition if behind else None,
        subparagraphs=found.entries,
    )


def read_itself(reading: Reading, at: int, phrase: Phrase) -> Found:
    """«this Law», «this paragraph»; with a number behind, «this Law 16», the key word counts."""
    if _is_numbered(reading, phrase):
        return (), phrase.end - 1
    depths = reading.vocabulary.meaning(phrase) or (0,)
    return (_standing(reading, (at, phrase.end), depths, 0),), phrase.end


def read_beside(reading: Reading, at: int, phrase: Phrase) -> Found:
    """«the preceding paragraph», «το επόμενο άρθρο»; «following Law 16» is Law 16."""
    if _is_numbered(reading, phrase):
        return (), phrase.end - 1
    depths = reading.vocabulary.meaning(phrase)
    steps = 1 if phrase.kind == "next" else -1
    return (_standing(reading, (at, phrase.end), depths, steps),), phrase.end


def _is_numbered(reading: Reading, phrase: Phrase) -> bool:
    """Whether a phrase ends with a key word, and a number follows it."""
    key = reading.vocabulary.openers.at(reading.tokens, phrase.end - 1)
    if key is None or key.kind not in ("law", "level"):
        return False
    return reading.tokens[phrase.end].kind == "number" and bool(read_item(reading, phrase.end))


def _standing(
    reading: Reading, words: tuple[int, int], depths: tuple[int, ...], steps: int
) -> Reference:
    """The reference of words for the provision they stand in at a level, or for a neighbour of it.

    Of several levels that the words may mean, it is the deepest one that the provision has.
    """
    start, stop = reading.tokens[words[0]].start, reading.tokens[words[1] - 1].end
    path = reading.citing.path if reading.citing else ()
    own = [depth for depth in depths if depth < len(path) and path[depth]]
    target = steps_back(path, own[-1], steps) if own else None
    return Reference(
        start,
        stop,
        reading.text[start:stop],
        "relative" if steps else "self",
        Address(target) if target else None,
    )


def _whose(reading: Reading) -> Path:
    """The provision that paragraphs without a number are counted in, where nothing says it."""
    level = reading.vocabulary.counted
    path = reading.base if level is None else reading.base[: level + 1]
    while len(path) > 1 and not path[-1]:
        path = path[:-1]
    return path
