"""Labels of provisions, complete (``47E2(a)``) or partial (``(a)``), and the addresses they name.

A partial label takes the missing levels from the label before it in a list, or from the citing
provision. Paragraphs without a number are read, too: «first subparagraph», «εδάφιο β΄».
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from lawkb.model.address import Inserted, Ordinal, base_of, insert_of, is_next
from lawkb.model.language import is_latin_numeral
from lawkb.references.grammar import (
    ANY,
    LabelForm,
    LabelWords,
    Path,
    ReferenceText,
    is_closed,
    names_place,
    token_kind,
)
from lawkb.references.vocabulary import Phrase, Token

_LETTERS = 26  # of the alphabet: two letters are a label only with signs
_LONGEST_BEFORE_BRACKET = 200  # code points searched for an opening bracket


class LevelLabel(NamedTuple):
    """The part of a label that belongs to one level: ``E`` in ``47E2``.

    A named tuple, because many are created while a text is read.
    """

    depth: int  # The level, 0 for the law.
    ordinal: Ordinal  # Value of the label: 5 for `E`.
    end: int  # Index of the token after the label.
    glued: bool  # Whether no space is before the label.
    small: bool = False  # Whether the letter is lower case where the level has capitals: `16c`.
    # When the letter is of another alphabet (a Latin `B` in Greek): its first code point, the one
    # after it, and its spelling in the alphabet of the language. Else None.
    fold: tuple[int, int, str] | None = None


def part_at(reading: ReferenceText, i: int, form: LabelForm) -> LevelLabel | None:
    """Return the label of one level at a token if it is written as in the scheme: ``(a)``, ``E``.

    Args:
        form: How labels of the level are written.
    """
    tokens, at = reading.tokens, i
    if form.before:
        if tokens[i].text != form.before or not tokens[i + 1].glued:
            return None
        at += 1
    if tokens[at].kind != form.kind:
        return None
    if form.after and (tokens[at + 1].text != form.after or not tokens[at + 1].glued):
        return None
    return _made(reading, at, form, (tokens[i].glued, at + 1 + bool(form.after)))


def loose_part(reading: ReferenceText, i: int, form: LabelForm) -> LevelLabel | None:
    """Return the label of a level at a token, also without a bracket: ``(a)``, ``a)``, ``a``.

    A Greek numeral sign may follow, ``γ'``. The arguments and None are as for ``part_at``.
    """
    tokens = reading.tokens
    opened = tokens[i].text == "(" and tokens[i + 1].glued
    at = i + opened
    if tokens[at].kind != form.kind:
        return None
    closed = _is_closing(reading, at + 1, opened)
    # No label is written with an accent: «à l'article 15».
    printed = reading.text[tokens[at].start : tokens[at].end]
    accented = form.kind == "word" and printed != tokens[at].text
    if not closed and (opened or accented):
        return None
    part = _made(reading, at, form, (tokens[i].glued, at + 1 + closed))
    return None if part and not closed and _is_rather_word(form, part.ordinal) else part


def _is_rather_word(form: LabelForm, n: Ordinal) -> bool:
    """Return whether letters without signs are a word: «points (a) to (d), are», «ou le»."""
    if form.kind == "word" and form.numbering != "roman":
        plain = insert_of(n) == "" and base_of(n) <= _LETTERS
        return not plain and not is_latin_numeral(insert_of(n))
    return len(insert_of(n)) > 1 and insert_of(n).isalpha() and not is_latin_numeral(insert_of(n))


def _is_closing(reading: ReferenceText, i: int, opened: bool) -> bool:
    """Return whether the sign at index ``i`` closes the label before it: ``)`` or a Greek ``'``."""
    sign, following = reading.tokens[i], reading.tokens[min(i + 1, len(reading.tokens) - 1)]
    if opened or not sign.glued:
        return sign.glued and sign.text == ")"
    if sign.text != ")":
        return sign.text == "'" and not (following.glued and following.kind == "word")
    # «(see point a)» closes the parenthesis, «(see point a))» first closes the label.
    early = max(0, sign.start - _LONGEST_BEFORE_BRACKET)
    before = reading.text[early : sign.start]
    doubled = following.glued and following.text == ")"
    return before.rfind("(") <= before.rfind(")") or doubled or _is_closed_again(reading, i)


def unbracketed(reading: ReferenceText, last: LevelLabel, form: LabelForm) -> LevelLabel | None:
    """Return a lower-case letter without brackets after a number: ``b`` in ``67B2b``, for 67B2(b).

    Args:
        form: How labels of the letter's level are written.
    """
    token, above = reading.tokens[last.end], reading.grammar.forms[last.depth]
    if above.is_marked or above.numbering != "arabic" or not token.glued:
        return None
    if token.kind != "word" or not token.text.islower():
        return None
    return _made(reading, last.end, form, (True, last.end + 1))


def _made(
    reading: ReferenceText, at: int, form: LabelForm, around: tuple[bool, int]
) -> LevelLabel | None:
    token, numbering = reading.tokens[at], form.numbering
    said = reading.grammar.said(form.counting, token.text)
    if said is None:
        return None
    n, foreign = said
    small = numbering == "upper" and token.text.islower()
    if form.cased and token.text.islower() == (numbering == "upper"):
        return None  # (A) is no (a) in a code that has both
    own = reading.grammar.language.letter(numbering, base_of(n)) if foreign else None
    fold = (token.start, token.end, own.lower() if small else own) if own else None
    glued, end = around
    return LevelLabel(form.depth, n, end, glued, small, fold)


_LONGEST_IN_BRACKETS = 3
_SURE_LEVELS = 3  # only labels are written like «4C2»
_WORDS_OF_CASE = 8  # tokens that show whether a text is in capitals


class PrintedLabel(NamedTuple):
    """A label as printed, ``47E2``, with all levels at which it can begin."""

    first: int  # Index of its first token.
    end: int  # Index of the token after it.
    # Possible readings, the highest level first: `2` is a law or a number, `(i)` a letter or a
    # roman numeral. Each is a tuple with one label for each level.
    chains: tuple[tuple[LevelLabel, ...], ...]
    # Whether other characters are attached without a space, as in `16th`, so that the target is
    # unknown.
    torn: bool
    # Whether the label is only a number after the word for its level: «paragraph 2».
    counts: bool = False
    # Whether the label begins with the law and the word for its last level is before it: «paragraph
    # 6(1)(a)».
    named: bool = False

    @property
    def is_bare_number(self) -> bool:
        """Whether the label is a number without a capital letter, so that it need not be a law."""
        if self.counts or self.named:
            return self.counts
        parts = self.chains[0]
        return parts[0].depth == 0 and (len(parts) == 1 or parts[1].depth > 1 or parts[1].small)

    @property
    def is_single(self) -> bool:
        """Whether the label has one level only: ``47``, ``(a)``."""
        return len(self.chains[0]) == 1


def read_item(reading: ReferenceText, i: int, key: LabelWords = ANY) -> PrintedLabel | None:
    """Return the label that begins at a token, or None.

    Punctuation may be missing: all of it after a word for one level, such as *paragraph*
    («paragraph 2», «στοιχείο γ)», «περ. γ'»); the opening bracket after a word for any level
    («au point a)»).
    """
    forms = reading.grammar.forms
    named = _named_chains(reading, i, key) if key.depths else []
    if key.depths:
        parts = [loose_part(reading, i, forms[depth]) for depth in key.depths]
    else:
        found = [part_at(reading, i, form) for form in reading.grammar.forms_at(reading.tokens[i])]
        parts = [part for part in found if part and not part.small]
    chains = [_continued(reading, part) for part in parts if part and not is_word(reading, i, part)]
    chains = list(dict.fromkeys((*chains, *named)))
    if not chains and key.depths and (numbered := _numbered_part(reading, i, key)):
        chains = [_continued(reading, numbered)]
    if not chains and not key.depths and key.kind in ("section", "point"):
        chains = _closed_chains(reading, i)
    if len(chains) > 1:
        longest = max(chain[-1].end for chain in chains)
        chains = [chain for chain in chains if chain[-1].end == longest]
    if not chains:
        return None
    end = chains[0][-1].end
    counts = bool(key.depths) and end == i + 1 and reading.tokens[i].kind == "number"
    whole = bool(key.depths) and chains[0][0].depth == 0
    item = PrintedLabel(i, end, tuple(chains), _is_torn(reading, end), counts, whole)
    return item._replace(torn=True) if _is_hyphenated(reading, item) else item


def _numbered_part(reading: ReferenceText, i: int, key: LabelWords) -> LevelLabel | None:
    """Return a number in brackets after the word for a lettered level: «point (15)» of Article 4.

    Such a point is numbered as the level below the law is.
    """
    forms = reading.grammar.forms
    below = forms[1] if len(forms) > 1 else None
    if below is None or below.numbering != "arabic" or below.depth in key.depths:
        return None
    if any(forms[depth].numbering == "arabic" for depth in key.depths):
        return None
    part = loose_part(reading, i, below)
    if part and part.end == i + 1 and _is_closed_again(reading, part.end):
        return part._replace(end=part.end + 1)
    return part if part and reading.tokens[part.end - 1].text == ")" else None


def _is_closed_again(reading: ReferenceText, i: int) -> bool:
    """Return whether a bracket closes a label in brackets that are closed later: «(… 15) …)».

    Brackets that are opened and closed between them do not count: «(… β) … (Α΄ 210).)».
    """
    sign, opened = reading.tokens[i], 0
    for char in reading.text[sign.end : sign.end + _LONGEST_BEFORE_BRACKET]:
        opened += (char == "(") - (char == ")")
        if opened < 0:
            return sign.glued and sign.text == ")"
    return False


def _named_chains(reading: ReferenceText, i: int, key: LabelWords) -> list[tuple[LevelLabel, ...]]:
    """Return the labels that begin above the level that the word before them names.

    «Paragraph 6(1)(a)» and «clauses (b)(ii)(A)» are such labels. No level is skipped after a word
    whose numbers may mean something else: «point 1(b)» is part of a point.
    """
    parts = (part_at(reading, i, form) for form in reading.grammar.forms_at(reading.tokens[i]))
    chains = [_continued(reading, part) for part in parts if part and not part.small]
    return [
        chain
        for chain in chains
        if len(chain) > 1
        and chain[-1].depth in key.depths
        and (key.sure or len(chain) == chain[-1].depth - chain[0].depth + 1)
    ]


def torn_end(reading: ReferenceText, i: int) -> int:
    """Return the index after token ``i`` and all tokens attached to it, ``4412/2016``."""
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


def _is_torn(reading: ReferenceText, end: int) -> bool:
    """Return whether attached characters make a label unreadable: ``16th``, ``12C1.2``."""
    token, following = reading.tokens[end], reading.tokens[min(end + 1, len(reading.tokens) - 1)]
    if not token.glued or reading.tokens[end - 1].text == ")":
        return False
    if token.kind in ("number", "word"):
        return True
    if token.text == "(" and following.glued and len(following.text) <= _LONGEST_IN_BRACKETS:
        inserted = reading.tokens[min(end + 2, len(reading.tokens) - 1)]
        letter = inserted.kind == "word" and inserted.glued and len(inserted.text) == 1  # «5(2A)»
        closing = reading.tokens[min(end + 2 + letter, len(reading.tokens) - 1)]
        return following.kind in ("number", "word") and closing.text == ")" and closing.glued
    return token.text in (".", "/") and following.glued and following.kind == "number"


def _is_hyphenated(reading: ReferenceText, item: PrintedLabel) -> bool:
    """Return whether a hyphen joins a letter to a law number: ``16-A`` is no range."""
    hyphen = reading.tokens[item.end]
    if item.counts or hyphen.text != "-" or not hyphen.glued:
        return False
    if not (item.is_bare_number and item.is_single):
        return False
    letter = reading.tokens[item.end + 1]
    return letter.glued and letter.kind == "word" and len(letter.text) == 1


def _closed_chains(reading: ReferenceText, i: int) -> list[tuple[LevelLabel, ...]]:
    """Return the labels at a token with a closing bracket only, for each bracketed level."""
    tokens = reading.tokens
    if tokens[i].kind != "word" or tokens[i + 1].text != ")":
        return []
    forms = (form for form in reading.grammar.forms if form.is_bracketed)
    parts = (part for form in forms if (part := loose_part(reading, i, form)))
    return [_continued(reading, part) for part in parts if part.end == i + 2]


def _continued(reading: ReferenceText, first: LevelLabel) -> tuple[LevelLabel, ...]:
    parts: tuple[LevelLabel, ...] = (first,)
    while following := _following(reading, parts):
        parts = (*parts, following)
    return parts


def _following(reading: ReferenceText, parts: tuple[LevelLabel, ...]) -> LevelLabel | None:
    last, grammar = parts[-1], reading.grammar
    if reading.vocabulary.contained and (letter := _after_stop(reading, last)):
        return letter
    dots = _dots(reading, last.end) if reading.tokens[last.end].text == "." else 0
    at = last.end + dots
    if reading.tokens[at].kind != "word" and not grammar.forms_at(reading.tokens[at]):
        return None
    for form in grammar.forms[last.depth + 1 + dots :]:
        part = part_at(reading, at, form)
        if part is None and form.numbering == "lower" and form.depth == last.depth + 1:
            part = unbracketed(reading, last, form)
        if part is None and form.numbering == "roman" and form.depth == last.depth + 1:
            part = _closed_alone(reading, last, form)
        if part and _fits(reading, parts, part):
            return part
    return None


def _after_stop(reading: ReferenceText, last: LevelLabel) -> LevelLabel | None:
    """Return the letter after a number and a stop, as in Greek: «παρ. 2.β»."""
    stop, letter = (
        reading.tokens[last.end],
        reading.tokens[min(last.end + 1, len(reading.tokens) - 1)],
    )
    forms = reading.grammar.forms
    if stop.text != "." or not (stop.glued and letter.glued) or last.depth + 1 >= len(forms):
        return None
    form = forms[last.depth + 1]
    if form.numbering != "lower" or len(letter.text) != 1 or not letter.text.islower():
        return None
    return loose_part(reading, last.end + 1, form)


def _closed_alone(reading: ReferenceText, last: LevelLabel, form: LabelForm) -> LevelLabel | None:
    """Return a roman label with a closing bracket only, after such a letter: «point a) i)»."""
    tokens, at = reading.tokens, last.end
    if at < len("a)") or tokens[at - 1].text != ")" or tokens[max(0, at - 3)].text == "(":
        return None
    part = loose_part(reading, at, form)
    return part if part and part.end == at + 2 and tokens[at].text != "(" else None


def _dots(reading: ReferenceText, i: int) -> int:
    """Return the number of dots at a token that replace skipped levels: one in ``47.1``."""
    dots = 0
    while dots < len(reading.grammar.forms) and reading.tokens[i + dots].text == ".":
        dots += 1
    following = reading.tokens[i + dots]
    glued = all(token.glued for token in reading.tokens[i : i + dots + 1])
    return dots if glued and (following.kind == "number" or following.text == "(") else 0


def _fits(reading: ReferenceText, parts: tuple[LevelLabel, ...], part: LevelLabel) -> bool:
    """Return whether a label of the next level continues an address, ``2`` after ``47E``.

    It always does when no space is between them; else the rules are stricter.
    """
    last = parts[-1]
    if part.glued:
        return not part.small or (last.depth == 0 and len(parts) == 1)
    above, form = reading.grammar.forms[last.depth], reading.grammar.forms[part.depth]
    if form.is_marked:
        # «Law 16 (a) when he leads» enumerates clauses; a number in brackets does not.
        sure = len(parts) > 1 or above.numbering != "arabic" or form.numbering == "arabic"
        return part.depth == last.depth + 1 and sure
    if reading.tokens[last.end].kind == "number":
        following = reading.tokens[part.end]
        return len(parts) > 1 and (not last.glued or (following.glued and following.text == "("))
    return part.depth == last.depth + 1 and not part.small and not is_word(reading, last.end, part)


def is_word(reading: ReferenceText, i: int, part: LevelLabel) -> bool:
    """Return whether a single letter is a word, not a label: the ``A`` in «Law 16 A player».

    Args:
        part: The letter read as a label.
    """
    token, following = reading.tokens[i], reading.tokens[part.end]
    if token.kind == "word" and following.text == "'" and following.glued:
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
    labelled = following.glued and (following.kind == "number" or following.text == "(")
    # «ΝΟΜΟΥ 16 Η ΤΟΥ ΝΟΜΟΥ 17»: here Η is «or», since Law 16 is not in Law 17.
    named = key.kind != "number" and names_place(reading, part.end)
    placed = is_closed(reading, part.end) or named
    return not labelled and not placed and not _begins_range(reading, part.end)


def _is_initial(reading: ReferenceText, i: int) -> bool:
    """Return whether a letter after a space is an initial: «18 U.S.C.»."""
    stop, following = reading.tokens[i + 1], reading.tokens[min(i + 2, len(reading.tokens) - 1)]
    spaced = not reading.tokens[i].glued and stop.glued and following.glued
    return (
        reading.tokens[i].kind == "word"
        and spaced
        and stop.text == "."
        and following.kind == "word"
    )


def is_call_like(reading: ReferenceText, item: PrintedLabel) -> bool:
    """Return whether a label may be a bridge call or a seat instead: a digit and a letter, «4C»."""
    return len(reading.tokens[item.first].text) == 1 and len(item.chains[0]) < _SURE_LEVELS


def _is_range_word(reading: ReferenceText, i: int) -> bool:
    """Return whether a capital letter is the word *to*: «LOIS 27 A 31», «LA LOI 27 A LA LOI 31»."""
    sign = reading.vocabulary.ranges.at(reading.tokens, i)
    if sign is None or sign.kind != "range" or not reading.tokens[i].text.isupper():
        return False
    before, following = reading.tokens[i - 1], reading.tokens[sign.end]
    if before.kind != "number" or (
        following.kind == "number" and _size(following) <= _size(before)
    ):
        return False
    early = reading.tokens[max(0, i - _WORDS_OF_CASE) : i]
    words = [token.text for token in early if token.kind == "word" and len(token.text) > 1]
    return bool(words) and words[-1].isupper()


def _size(token: Token) -> tuple[int, str]:
    """Return a sort key for numbers of any length."""
    return len(token.text), token.text


def _begins_range(reading: ReferenceText, i: int) -> bool:
    """Return whether a range word and a single capital follow a letter: «A to C»."""
    sign = reading.vocabulary.ranges.at(reading.tokens, i)
    if sign is None or sign.kind != "range":
        return False
    end = reading.tokens[sign.end]
    return end.kind == "word" and len(end.text) == 1 and end.text.isupper() and not end.glued


_Chain = tuple[LevelLabel, ...]


def path_of(parts: _Chain, base: Path = ()) -> Path:
    """Return the path of a label: one ordinal for each level, ``(47, 5, 2)`` for ``47E2``.

    Args:
        parts: The label of each level that is printed.
        base: Path from which the missing upper levels are taken.
    """
    path = list(base[: parts[0].depth])
    for part in parts:
        path += [0] * (part.depth - len(path))
        path.append(part.ordinal)
    return tuple(path)


def law_path(item: PrintedLabel) -> Path | None:
    """Return the path of a label that begins with a law, ``47E2``; None for one without, ``(a)``.

    A path has one ordinal for each level: ``(47, 5, 2)``.
    """
    parts = item.chains[0]
    return path_of(parts) if parts[0].depth == 0 else None


def part_paths(reading: ReferenceText, item: PrintedLabel) -> tuple[Path, ...]:
    """Return the possible paths of a label after the word for a part: ``(i)`` can be of two levels.

    A path is one ordinal per level, ``(16, 3)`` for 16C. A partial label is read in the citing law,
    or in the provision named after it. If the citing provision is of the deepest possible level,
    only that level is returned: the label then names a sibling of the citing provision. A number
    with a capital letter, ``16C``, is always a law.
    """
    whole = law_path(item)
    if whole and not item.is_bare_number:
        return (whole,)
    base = reading.base
    above = len(base) if reading.within else 1
    chains = tuple(chain for chain in item.chains if chain[0].depth >= above)
    neighbours = chains[-1:] if chains and chains[-1][0].depth == len(base) - 1 else ()
    return tuple(path_of(chain, base) for chain in neighbours or chains)


def next_paths(
    reading: ReferenceText, item: PrintedLabel, before: tuple[Path, ...], of_laws: bool
) -> tuple[Path, ...]:
    """Return the possible paths of an item of a list, given those of the item before it.

    A path is one ordinal per level, ``(40, 2, 1, 2)`` for 40B1(b). A partial label, ``(b)`` after
    ``40B1(a)``, begins at the last level of the item before it or at a higher one. A number alone
    in a list of laws is a law, unless it continues a count: ``62C1 or 2``. Where both are possible,
    ``62C1 and 4``, both are returned. Paths that no law can have, ``62C64``, are dropped.

    Args:
        before: Possible paths of the item before it.
        of_laws: Whether the list is one of laws.
    """
    law = law_path(item)
    if law and not item.is_bare_number:
        return (law,)
    found: dict[Path, None] = {}
    for path in before:
        found |= dict.fromkeys(path_of(chain, path) for chain in _siblings(item, path))
    if law and of_laws and not counts_on(item, before):
        found[law] = None
    most = [form.most for form in reading.grammar.forms]  # the highest ordinal of each level
    possible = (
        path
        for path in found
        if all(top is None or n <= top for n, top in zip(path, most, strict=False))
    )
    return tuple(possible) or tuple(found)


def counts_on(item: PrintedLabel, before: tuple[Path, ...]) -> bool:
    """Return whether a number continues the count of the item before it: ``2`` in ``1 and 2``.

    Args:
        item: The number as a label.
        before: Possible paths of the item before, each one ordinal per level: ``(12, 1)``.
    """
    pairs = ((chain[0], path) for path in before for chain in _siblings(item, path))
    return any(is_next(part.ordinal, path[part.depth]) for part, path in pairs)


def _siblings(item: PrintedLabel, path: Path) -> tuple[_Chain, ...]:
    """Return the readings of a label at the last level of a path, else at higher levels.

    Levels that the path skips are excluded: after ``5(c)`` no number belongs to the letter of 5.
    """
    depths = [depth for depth in range(1, len(path)) if path[depth]]
    chains = tuple(chain for chain in item.chains if chain[0].depth in depths)
    same = tuple(chain for chain in chains if chain[0].depth == len(path) - 1)
    return same or chains


def sibling_path(path: Path, depth: int, steps: int) -> Path | None:
    """Return the path of a provision, or of its neighbour, at one level.

    None when the path has no ordinal at that level, or no neighbour is possible.

    Args:
        path: Path of the provision, ``(47, 5, 2)``.
        depth: The level, 0 for the law; levels below it are cut off.
        steps: 0 for the provision itself, -1 for the one before it, 1 for the next one.
    """
    n = path[depth] if depth < len(path) else 0
    if not steps:
        return path[: depth + 1] if n else None
    # Only the code knows what is beside a provision that was inserted, but 7a follows 7.
    if isinstance(n, Inserted) and n.insert == "a" and steps == -1:
        return (*path[:depth], n.base)
    beside = 0 if not isinstance(n, int) or not n else n + steps
    return (*path[:depth], beside) if beside > 0 else None


class CitedParagraph(NamedTuple):
    """A paragraph without a number, cited by its ordinal: «second subparagraph»."""

    n: int  # the ordinal, from 1
    first: int  # index of the first token
    end: int  # index of the token after the last one
    # Whether it is named as the level that has numbers elsewhere, «secondo comma».
    of_law: bool = False


class Subparagraphs(NamedTuple):
    """Paragraphs without numbers cited together: «the first and second subparagraphs»."""

    entries: tuple[CitedParagraph, ...]  # The paragraphs; empty when the words are no citation.
    end: int  # Index of the token after them.
    # Whether they are named as the level that has numbers elsewhere, «first paragraph», so that
    # they are those of an article without numbered paragraphs.
    of_law: bool = False


def read_subparagraphs(reading: ReferenceText, i: int) -> Subparagraphs | None:
    """Return the paragraphs without numbers that are cited at a token, or None.

    The words begin with an ordinal («first subparagraph») or with the word for a paragraph («εδάφιο
    β΄»). The ordinals of a list must ascend. The span of the last paragraph includes the word for a
    paragraph, except when that word is a plural after several ordinals.
    """
    opener = reading.vocabulary.openers.at(reading.tokens, i)
    if opener is None or opener.kind not in ("ordinal", "subparagraph"):
        return None
    if opener.kind == "subparagraph":
        return _labelled(reading, opener)
    return _counted(reading, i, opener)


def _counted(reading: ReferenceText, i: int, ordinal: Phrase) -> Subparagraphs:
    entries = _joined(reading, _entry(reading, i, ordinal), _ordinal)
    end = entries[-1].end
    word = reading.vocabulary.openers.at(reading.tokens, end)
    of_law = word is not None and _is_counted_level(reading, word)
    if word is None or not (of_law or word.kind == "subparagraph"):
        return Subparagraphs((), _after_sentence(reading, end))
    if len(entries) == 1 or word.words not in reading.vocabulary.plural:
        entries[-1] = entries[-1]._replace(end=word.end)
    entries = [each._replace(of_law=of_law) for each in entries]
    return Subparagraphs(tuple(entries), word.end, of_law)


def _after_sentence(reading: ReferenceText, i: int) -> int:
    """Return the index after «primo e terzo periodo» at its join; else the index itself."""
    join = reading.vocabulary.joins.at(reading.tokens, i)
    opener = reading.vocabulary.openers.at(reading.tokens, join.end) if join else None
    return opener.end if opener and opener.kind == "preceding" else i


def _is_counted_level(reading: ReferenceText, word: Phrase) -> bool:
    """Return whether the word for the level of numbered paragraphs is there without a number."""
    words = reading.vocabulary
    named = word.kind == "level" and words.meaning(word) == (words.counted,)
    return (
        named and reading.tokens[word.end].kind != "number" and reading.tokens[word.end].text != "("
    )


def _labelled(reading: ReferenceText, word: Phrase) -> Subparagraphs | None:
    """Return paragraphs cited by letters after their word: «εδάφιο β΄», «εδάφια α΄ και β΄»."""
    first = _label(reading, word.end)
    if first is None:
        return None
    plural = word.words in reading.vocabulary.plural
    entries = _joined(reading, first, _label) if plural else [first]
    return Subparagraphs(tuple(entries), entries[-1].end)


def _joined(
    reading: ReferenceText,
    first: CitedParagraph,
    read: Callable[[ReferenceText, int], CitedParagraph | None],
) -> list[CitedParagraph]:
    """Return a paragraph and those joined to it, as long as their ordinals ascend."""
    entries = [first]
    while True:
        joins = reading.vocabulary.joins.all_at(reading.tokens, entries[-1].end)
        found = (read(reading, end) for join in joins for end in _after_article(reading, join.end))
        entry = next(filter(None, found), None)
        if entry is None or entry.n <= entries[-1].n:
            return entries
        entries.append(entry)


def _after_article(reading: ReferenceText, i: int) -> Iterator[int]:
    """Yield the index of a token and, if it is an article, of the next: «και το δεύτερο εδάφιο»."""
    yield i
    if reading.tokens[i].key in reading.grammar.acts.articles:
        yield i + 1


def _ordinal(reading: ReferenceText, i: int) -> CitedParagraph | None:
    ordinal = reading.vocabulary.openers.at(reading.tokens, i)
    return _entry(reading, i, ordinal) if ordinal and ordinal.kind == "ordinal" else None


def _entry(reading: ReferenceText, i: int, ordinal: Phrase) -> CitedParagraph:
    (n, *_) = reading.vocabulary.meaning(ordinal)
    return CitedParagraph(n, i, ordinal.end)


def _label(reading: ReferenceText, i: int) -> CitedParagraph | None:
    numbering = reading.vocabulary.numbering
    if numbering is None:
        return None
    part = loose_part(reading, i, LabelForm(0, numbering, token_kind(numbering), "", ""))
    if part is None or is_word(reading, i, part):
        return None
    return CitedParagraph(base_of(part.ordinal), i, part.end)
