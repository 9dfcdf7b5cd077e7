"""One item of a reference: the label of a provision, whole (``47E2(a)``) or in part (``(a)``)."""

from __future__ import annotations

from typing import NamedTuple

from lawkb.refs.grammar import LabelForm
from lawkb.refs.parts import Part, loose_part, part_at, unbracketed
from lawkb.refs.reading import ANY, Key, Reading, is_closed, names_place
from lawkb.refs.tokens import Token

_LONGEST_IN_BRACKETS = 3
_SURE_LEVELS = 3  # nothing but a label is written like «4C2»
_WORDS_OF_CASE = 8  # tokens that show whether a text is in capitals


class Item(NamedTuple):
    """A label, in every way the levels allow to read it.

    Attributes:
        first: Index of its first token.
        end: Index of the token after it.
        chains: One tuple of parts for each level it can begin at, from the law down: ``2`` is
            a law or a number, ``(i)`` a point or a roman one.
        torn: Something is glued to it that is no label, so that nobody can tell what it names.
        counts: It is a number alone behind the word for its level: «paragraph 2».
    """

    first: int
    end: int
    chains: tuple[tuple[Part, ...], ...]
    torn: bool
    counts: bool = False

    @property
    def is_bare_number(self) -> bool:
        """Whether it is a number that need not be a law: no capital letter stands behind it."""
        if self.counts:
            return True
        parts = self.chains[0]
        return parts[0].depth == 0 and (len(parts) == 1 or parts[1].depth > 1 or parts[1].small)

    @property
    def is_single(self) -> bool:
        """Whether it has a label of one level only."""
        return len(self.chains[0]) == 1


def read_item(reading: Reading, i: int, key: Key = ANY) -> Item | None:
    """The label that begins at a token, or None when none does.

    Behind the word for its level it may stand without its signs, «paragraph 2», «στοιχείο γ)»,
    «περ. γ'»; behind a word for any part, a bracket may close it alone, «au point a)».

    Args:
        reading: The text.
        i: The token.
        key: What the words before say.
    """
    if key.depths:
        chains = [chain for depth in key.depths if (chain := _named_chain(reading, i, depth))]
    else:
        forms = reading.grammar.forms_at(reading.tokens[i])
        chains = [chain for form in forms if (chain := _chain(reading, i, form))]
        if not chains and key.kind in ("section", "point"):
            chains = _closed_chains(reading, i)
    if len(chains) > 1:
        longest = max(chain[-1].end for chain in chains)
        chains = [chain for chain in chains if chain[-1].end == longest]
    if not chains:
        return None
    end = chains[0][-1].end
    counts = bool(key.depths) and end == i + 1 and reading.tokens[i].kind == "number"
    item = Item(i, end, tuple(chains), _is_torn(reading, end), counts)
    return item._replace(torn=True) if _is_hyphenated(reading, item) else item


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
    hyphen = reading.tokens[item.end]
    if item.counts or hyphen.text != "-" or not hyphen.glued:
        return False
    if not (item.is_bare_number and item.is_single):
        return False
    letter = reading.tokens[item.end + 1]
    return letter.glued and letter.kind == "word" and len(letter.text) == 1


def _chain(reading: Reading, i: int, form: LabelForm) -> tuple[Part, ...]:
    """The parts of a label that begins at a level, each deeper than the one before."""
    first = part_at(reading, i, form)
    if first is None or first.small or is_word(reading, i, first):
        return ()
    return _continued(reading, first)


def _named_chain(reading: Reading, i: int, depth: int) -> tuple[Part, ...]:
    """The same behind the word for the level."""
    first = loose_part(reading, i, reading.grammar.forms[depth])
    if first is None or is_word(reading, i, first):
        return ()
    return _continued(reading, first)


def _closed_chains(reading: Reading, i: int) -> list[tuple[Part, ...]]:
    """The same where a bracket closes the label alone, at every level that stands in brackets."""
    tokens = reading.tokens
    if tokens[i].kind != "word" or tokens[i + 1].text != ")":
        return []
    forms = (form for form in reading.grammar.forms if form.is_bracketed)
    parts = (part for form in forms if (part := loose_part(reading, i, form)))
    return [_continued(reading, part) for part in parts if part.end == i + 2]


def _continued(reading: Reading, first: Part) -> tuple[Part, ...]:
    parts: tuple[Part, ...] = (first,)
    while following := _following(reading, parts):
        parts = (*parts, following)
    return parts


def _following(reading: Reading, parts: tuple[Part, ...]) -> Part | None:
    last, grammar = parts[-1], reading.grammar
    dots = _dots(reading, last.end) if reading.tokens[last.end].text == "." else 0
    at = last.end + dots
    if reading.tokens[at].kind != "word" and not grammar.forms_at(reading.tokens[at]):
        return None
    for form in grammar.forms[last.depth + 1 + dots :]:
        part = part_at(reading, at, form)
        if part is None and form.numbering == "lower" and form.depth == last.depth + 1:
            part = unbracketed(reading, last, form)
        if part and _fits(reading, parts, part):
            return part
    return None


def _dots(reading: Reading, i: int) -> int:
    """Count of the dots that stand for skipped levels: one in ``47.1``."""
    dots = 0
    while dots < len(reading.grammar.forms) and reading.tokens[i + dots].text == ".":
        dots += 1
    behind = reading.tokens[i + dots]
    glued = all(token.glued for token in reading.tokens[i : i + dots + 1])
    return dots if glued and (behind.kind == "number" or behind.text == "(") else 0


def _fits(reading: Reading, parts: tuple[Part, ...], part: Part) -> bool:
    """Whether a label may stand where it stands: glued always, behind a space with care."""
    last = parts[-1]
    if part.glued:
        return not part.small or (last.depth == 0 and len(parts) == 1)
    form = reading.grammar.forms[part.depth]
    if form.is_marked:
        # «Law 16 (a) when he leads»: but a number in brackets counts off no sentence.
        sure = len(parts) > 1 or not _is_number(reading, last) or form.numbering == "arabic"
        return part.depth == last.depth + 1 and sure
    if reading.tokens[last.end].kind == "number":
        behind = reading.tokens[part.end]
        return len(parts) > 1 and (not last.glued or (behind.glued and behind.text == "("))
    return part.depth == last.depth + 1 and not part.small and not is_word(reading, last.end, part)


def _is_number(reading: Reading, part: Part) -> bool:
    return reading.grammar.forms[part.depth].numbering == "arabic"


def is_word(reading: Reading, i: int, part: Part) -> bool:
    """Whether a letter that stands alone is a word: «Law 16 A player», «Loi 16 L'arbitre»."""
    token, behind = reading.tokens[i], reading.tokens[part.end]
    if token.kind == "word" and behind.text == "'" and behind.glued:
        elided = reading.tokens[part.end + 1]
        if elided.glued and elided.kind == "word":
            return True
    if _is_initial(reading, i):
        return True
    words = reading.vocabulary
    letter = token.text.upper() if part.end == i + 1 else token.text
    if letter not in words.letter_words and not _is_range_word(reading, i):
        return False
    key = reading.tokens[i - 1]
    if (
        token.text.isupper()
        and (key.key in words.announcing or (key.text.islower() and key.key in words.reaching))
        and not (key.text.isupper() and words.joins.at(reading.tokens, i))
    ):
        return False
    labelled = behind.glued and (behind.kind == "number" or behind.text == "(")
    # «ΝΟΜΟΥ 16 Η ΤΟΥ ΝΟΜΟΥ 17»: no letter of a law is in another law.
    named = key.kind != "number" and names_place(reading, part.end)
    placed = is_closed(reading, part.end) or named
    return not labelled and not placed and not _begins_range(reading, part.end)


def _is_initial(reading: Reading, i: int) -> bool:
    """Whether a letter behind a space is one of initials: «18 U.S.C.»."""
    stop, behind = reading.tokens[i + 1], reading.tokens[min(i + 2, len(reading.tokens) - 1)]
    spaced = not reading.tokens[i].glued and stop.glued and behind.glued
    return spaced and stop.text == "." and behind.kind == "word"


def is_call_like(reading: Reading, item: Item) -> bool:
    """Whether an item is one figure and one letter: «4C» may be a call, a seat or a class."""
    return len(reading.tokens[item.first].text) == 1 and len(item.chains[0]) < _SURE_LEVELS


def _is_range_word(reading: Reading, i: int) -> bool:
    """Whether a letter is a word in capitals: «LOIS 27 A 31», «DE LA LOI 27 A LA LOI 31»."""
    sign = reading.vocabulary.ranges.at(reading.tokens, i)
    if sign is None or sign.kind != "range" or not reading.tokens[i].text.isupper():
        return False
    before, behind = reading.tokens[i - 1], reading.tokens[sign.end]
    if before.kind != "number" or (behind.kind == "number" and _size(behind) <= _size(before)):
        return False
    early = reading.tokens[max(0, i - _WORDS_OF_CASE) : i]
    words = [token.text for token in early if token.kind == "word" and len(token.text) > 1]
    return bool(words) and words[-1].isupper()


def _size(token: Token) -> tuple[int, str]:
    """What orders numbers, however long they are."""
    return len(token.text), token.text


def _begins_range(reading: Reading, i: int) -> bool:
    """Whether a range word and a capital letter alone stand behind a letter: «A to C»."""
    sign = reading.vocabulary.ranges.at(reading.tokens, i)
    if sign is None or sign.kind != "range":
        return False
    end = reading.tokens[sign.end]
    return end.kind == "word" and len(end.text) == 1 and end.text.isupper() and not end.glued
