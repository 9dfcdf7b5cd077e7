"""One item of a reference: the label of a provision, whole (``47E2(a)``) or in part (``(a)``)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lawkb.model.address import Address, Level, Numbering, Scheme, ordinal
from lawkb.model.language import Language
from lawkb.refs.tokens import Token
from lawkb.refs.vocabulary import Vocabulary

# Up to the eighth letter, a Latin letter that looks like no Greek one still has one place only.
_SAME_IN_ALL_ALPHABETS = 8
_LONGEST_IN_BRACKETS = 3
_CLOSING = frozenset(")],;.:")


@dataclass(frozen=True, slots=True)
class Reading:
    """A text being read, and what it is read by.

    Attributes:
        text: As given.
        tokens: Its tokens, the last of kind ``end``.
        language: Whose letters are ordinals.
        scheme: The levels of an address.
        vocabulary: The words of the language.
        citing: Provision the text stands in, if known.
    """

    text: str
    tokens: tuple[Token, ...]
    language: Language
    scheme: Scheme
    vocabulary: Vocabulary
    citing: Address | None


@dataclass(frozen=True, slots=True)
class Part:
    """The label of one level.

    Attributes:
        depth: The level.
        ordinal: What the label says.
        end: Index of the token after it.
        glued: No space stands before it.
        small: A small letter where the level has capitals, ``16c``.
        fold: Span of the label in the text and how the language itself writes it, when it was
            printed in letters of another alphabet.
    """

    depth: int
    ordinal: int
    end: int
    glued: bool
    small: bool = False
    fold: tuple[int, int, str] | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """A label, in every way the levels allow to read it.

    Attributes:
        first: Index of its first token.
        end: Index of the token after it.
        chains: One tuple of parts for each level it can begin at, from the law down: ``2`` is
            a law or a number, ``(i)`` a point or a roman one.
        torn: Something is glued to it that is no label, so that nobody can tell what it names.
    """

    first: int
    end: int
    chains: tuple[tuple[Part, ...], ...]
    torn: bool

    @property
    def is_bare_number(self) -> bool:
        """Whether it is a number that need not be a law: no capital letter stands behind it."""
        parts = self.chains[0]
        return parts[0].depth == 0 and (len(parts) == 1 or parts[1].depth > 1 or parts[1].small)

    @property
    def is_single(self) -> bool:
        """Whether it has a label of one level only."""
        return len(self.chains[0]) == 1


def read_item(reading: Reading, i: int) -> Item | None:
    """The label that begins at a token, or None when none does."""
    depths = range(len(reading.scheme.levels))
    chains = [chain for depth in depths if (chain := _chain(reading, i, depth))]
    if not chains:
        return None
    end = max(chain[-1].end for chain in chains)
    longest = tuple(chain for chain in chains if chain[-1].end == end)
    item = Item(i, end, longest, _is_torn(reading, end))
    return replace(item, torn=True) if _is_hyphenated(reading, item) else item


def torn_end(reading: Reading, i: int) -> int:
    """Index of the token after a label and all that is glued to it, ``4412/2016``."""
    end = i + 1
    tokens = reading.tokens
    while tokens[end].glued and tokens[end].kind in ("number", "word", "sign"):
        joins = tokens[end].kind == "sign"
        if joins and not (tokens[end].text in "/.-(" and tokens[end + 1].glued):
            break
        if joins and tokens[end + 1].kind not in ("number", "word"):
            break
        end += 1
    return end + 1 if tokens[end].text == ")" and "(" in (t.text for t in tokens[i:end]) else end


def is_closed(reading: Reading, i: int) -> bool:
    """Whether no word of the sentence follows at a token: a mark, the end, or a word of a list."""
    token = reading.tokens[i]
    words = reading.vocabulary
    if token.kind in ("end", "break") or token.text in _CLOSING:
        return True
    return bool(words.joins.at(reading.tokens, i) or words.after.at(reading.tokens, i))


def _is_torn(reading: Reading, end: int) -> bool:
    """Whether what is glued to a label makes it unreadable: ``16th``, ``6(1)``, ``12C1.2``."""
    token, behind = reading.tokens[end], reading.tokens[min(end + 1, len(reading.tokens) - 1)]
    if not token.glued or reading.tokens[end - 1].text == ")":
        return False
    if token.kind in ("number", "word"):
        return True
    if token.text == "(" and behind.glued and len(behind.text) <= _LONGEST_IN_BRACKETS:
        closing = reading.tokens[min(end + 2, len(reading.tokens) - 1)]
        return behind.kind in ("number", "word") and closing.text == ")" and closing.glued
    return token.text in (".", "/") and behind.glued and behind.kind == "number"


def _is_hyphenated(reading: Reading, item: Item) -> bool:
    """Whether a letter hangs on the number of a law by a hyphen: ``16-A`` is no range."""
    hyphen, letter = (
        reading.tokens[item.end],
        reading.tokens[min(item.end + 1, len(reading.tokens) - 1)],
    )
    if not item.is_bare_number or not item.is_single or hyphen.text != "-" or not hyphen.glued:
        return False
    return letter.glued and letter.kind == "word" and len(letter.text) == 1


def _chain(reading: Reading, i: int, depth: int) -> tuple[Part, ...]:
    """The parts of a label that begins at a level, each deeper than the one before."""
    first = _part(reading, i, depth)
    if first is None or (first.small or _is_word(reading, i, first)):
        return ()
    parts: tuple[Part, ...] = (first,)
    while following := _following(reading, parts):
        parts = (*parts, following)
    return parts


def _following(reading: Reading, parts: tuple[Part, ...]) -> Part | None:
    last = parts[-1]
    dots = _dots(reading, last.end)
    for depth in range(last.depth + 1 + dots, len(reading.scheme.levels)):
        part = _part(reading, last.end + dots, depth) or _unbracketed(reading, last, depth)
        if part and _fits(reading, parts, part):
            return part
    return None


def _dots(reading: Reading, i: int) -> int:
    """Count of the dots that stand for skipped levels: one in ``47.1``."""
    dots = 0
    while dots < len(reading.scheme.levels) and reading.tokens[i + dots].text == ".":
        dots += 1
    behind = reading.tokens[i + dots]
    glued = all(token.glued for token in reading.tokens[i : i + dots + 1])
    return dots if glued and (behind.kind == "number" or behind.text == "(") else 0


def _fits(reading: Reading, parts: tuple[Part, ...], part: Part) -> bool:
    """Whether a label may stand where it stands: glued always, behind a space with care."""
    last = parts[-1]
    if part.glued:
        return not part.small or (last.depth == 0 and len(parts) == 1)
    if reading.scheme.levels[part.depth].written != "{}":
        return part.depth == last.depth + 1 and not (len(parts) == 1 and _is_number(reading, last))
    if reading.tokens[last.end].kind == "number":
        behind = reading.tokens[part.end]
        return len(parts) > 1 and (not last.glued or (behind.glued and behind.text == "("))
    return part.depth == last.depth + 1 and not part.small and not _is_word(reading, last.end, part)


def _is_number(reading: Reading, part: Part) -> bool:
    return reading.scheme.levels[part.depth].numbering == "arabic"


def _is_word(reading: Reading, i: int, part: Part) -> bool:
    """Whether a letter that stands alone is rather a word: «Law 16 A player»."""
    token, behind = reading.tokens[i], reading.tokens[part.end]
    words = reading.vocabulary
    if token.text not in words.letter_words:
        return False
    key = reading.tokens[i - 1]
    if key.key in words.announcing and not (
        key.text.isupper() and words.joins.at(reading.tokens, i)
    ):
        return False
    labelled = behind.glued and (behind.kind == "number" or behind.text == "(")
    return not labelled and not is_closed(reading, part.end)


def _part(reading: Reading, i: int, depth: int) -> Part | None:
    """The label of a level as the scheme writes it."""
    tokens, level = reading.tokens, reading.scheme.levels[depth]
    before, _, after = level.written.partition("{}")
    at = i
    if before:
        if tokens[i].text != before or not tokens[i + 1].glued:
            return None
        at += 1
    read = _label(reading, tokens[at], level)
    if read is None:
        return None
    if after and (tokens[at + 1].text != after or not tokens[at + 1].glued):
        return None
    return _made(reading, (i, at, at + 1 + bool(after)), depth, read)


def _unbracketed(reading: Reading, last: Part, depth: int) -> Part | None:
    """A small letter glued to the number above it: ``67B2b`` for ``67B2(b)``."""
    level, token = reading.scheme.levels[depth], reading.tokens[last.end]
    above = reading.scheme.levels[last.depth].numbering
    if level.numbering != "lower" or above != "arabic" or depth != last.depth + 1:
        return None
    read = _label(reading, token, level) if token.glued and token.text.islower() else None
    return _made(reading, (last.end, last.end, last.end + 1), depth, read) if read else None


def _made(reading: Reading, at: tuple[int, int, int], depth: int, read: tuple[int, bool]) -> Part:
    """A part from its first token, the token of its label, and the token after it."""
    first, label, end = at
    n, foreign = read
    token, numbering = reading.tokens[label], reading.scheme.levels[depth].numbering
    small = numbering == "upper" and token.text.islower()
    own = reading.language.letter(numbering, n) if foreign else None
    fold = (token.start, token.end, own.lower() if small else own) if own else None
    return Part(depth, n, end, reading.tokens[first].glued, small, fold)


def _label(reading: Reading, token: Token, level: Level) -> tuple[int, bool] | None:
    """Ordinal of a label, and whether its letters are of another alphabet."""
    if token.kind != ("number" if level.numbering == "arabic" else "word"):
        return None
    if level.numbering in ("arabic", "roman"):
        n = ordinal(level.numbering, token.text.lower())
        return (n, False) if n else None
    return _letter(reading.language, level.numbering, token.text)


def _letter(language: Language, numbering: Numbering, text: str) -> tuple[int, bool] | None:
    written = text.upper() if numbering == "upper" else text.lower()
    for tried in (text, written):
        n = language.ordinal(numbering, tried)
        if n:
            return n, any(char in language.lookalikes for char in tried)
    n = ordinal(numbering, written) if written.isascii() else None
    return (n, True) if n and n <= _SAME_IN_ALL_ALPHABETS else None
