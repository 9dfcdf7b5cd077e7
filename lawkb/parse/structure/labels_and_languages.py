"""What lines begin with, ``Α.``, ``1.``, ``2. (α)``, ``(i)``, and in which language they are.

A page of two languages is split by their scripts, since nothing marks where the second begins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import pairwise, takewhile
from operator import itemgetter

from msgspec import Struct
from msgspec.structs import replace

from lawkb.model.address import Inserted, Level, Ordinal, Scheme, base_of
from lawkb.model.label import plain
from lawkb.model.language import Language
from lawkb.parse.document import TextBlock
from lawkb.unicode_characters import RAISED_DIGITS, normalized, script_of
from lawkb.words.folding import as_seen

_AFTER = r"(?:\s+|$)"
# What follows a label without a space: `(1)The`, `(1)(a)`, `1.The`. Not a digit behind a stop:
# `1.5 metres`. A letter and a stop are also an abbreviation, so that a word must follow: `a.ten`.
_AFTER_BRACKET = r"(?=[^\W_]|[«“„\"‘(\[…]|\.\s?\.)"
_AFTER_NUMBER = r"(?=[^\W\d_]|[«“„\"‘(\[])"
_AFTER_LETTER = r"(?=[^\W\d_]{3,}(?!\w|\.\S)|[^\W\d_]{1,2}\s+[^\W\d_]{2})"
# `1.- The`, `1 – The`: a dash behind the stop or in its place.
_DASHED = r"\s?\.\s?[-–—]+(?=\s*(?:[^\W\d_]|[«“„\"‘(\[]))|\s?[-–—](?=\s+(?:[^\W\d_]|[«“„\"‘(\[]))"
# The numbers of the levels above, 3.1 in 3.1.2, that of an inserted law among them: 5A in 5A.1.
_REPEATED = r"\d{1,4}[^\W\d_]{0,2}(?:\.\d{1,4})*"
# «2.α. …»: the label of a point without a space after that of its paragraph.
_JOINED = re.compile(r"(\d{1,3}\.)([^\W\d_]{1,2}[.)])(?=\s)")
_SPACED = r"\s?"  # what a typist puts inside a label: `( a )`, `1 .`
_CLOSING = (re.escape(")"), re.escape("."))  # before which he does
_STOP = _SPACED + re.escape(".")
# ``² Text``, ``¹ᵇⁱˢ Text``: the number of a paragraph as Swiss acts print it.
_RAISED = re.compile(rf"(?!⁰)[{RAISED_DIGITS}]{{1,3}}[ᵃ-ᶿʰ-ʸˠ-ˤⁱ]{{0,8}}")
_WORD_IN = re.compile(r"\d[A-ZΑ-Ω][a-zà-ÿα-ώ]$")  # ``3La taxe`` is no insert after 3
_LONGEST_REPEAL = 200  # characters
MOST_REPEALED = 300  # provisions on one line
# A label of several, whose signs may be left out: `2` in `2–4. (deleted)`.
_MEMBER = r"\(?[^\W_]{1,6}[.)]?"
# What acts print in the place of a provision that was repealed: ``2 . . . . .``, «Art. 3 …».
_DOTS = re.compile(r"\W*?(?:\.(?:\s?\.){2,}|…)[\s.…]*")
# What is printed in the place of a provision: «(weggefallen)», ``[Repealed by Act 7]``, *Deleted.*
_REPEAL = re.compile(r"[^\w(\[]*(?:[(\[]+\s*([^()\[\]]{3,200})[)\]]+|(\S+))[\W_]*")
_REPEAL_WITHIN = 3  # words: «(Article abrogé par …)»
_WORDS = re.compile(r"\w+")
_NAME = re.compile(r"\?P<\w+>")  # of a group
# With typography on, a wiki shows the points (c) and (r) as these signs.
_SHOWN_AS = {"©": "(c)", "®": "(r)"}
_READERS = 64  # more schemes and languages than a process meets
_LABELS = 4096  # more than a code has; bounded, since a page may have any number


class Label(Struct, frozen=True):
    """A label at the start of a line, ``(α)``, with every possible reading."""

    printed: str  # The label as the page prints it, `(α)`.
    # Level (0 for the law) and ordinal of each reading, by level; `(i)` is the ninth point or the
    # first roman number. The ordinal of a dash is 0 until it is counted.
    readings: tuple[tuple[int, Ordinal], ...]
    end: int  # Offset in the line after the label and the space after it.
    # Numbers of the levels above that the label repeats: 3 in `3.1.`.
    above: tuple[Ordinal, ...] = ()
    # Level above a doubled letter and its ordinal, where the label repeats it: «βα» and «ββ» are
    # the parts of «β», as «αα» and «ββ» are those of any point.
    within: tuple[int, Ordinal] | None = None
    # Whether no space is after it, or a dash in the place of its stop: it is a label only where the
    # next one is expected, since `(re)issue` and `2 – 3` begin lines, too.
    is_tight: bool = False
    # The other labels of `(2) and (3) [Repealed]`; those between, too, where it is a range.
    others: tuple[Label, ...] = ()
    is_range: bool = False


@lru_cache(_READERS)
def label_reader(scheme: Scheme, language: Language) -> Callable[[str], tuple[Label, ...]]:
    """Return the function that reads the labels of a page; call this once for a page.

    It returns the labels at the start of a line, outermost first: two in ``2. (α) …``, three in
    ``(1)(a)(i)``. Most lines have none.
    """
    label_at = label_finder(scheme, language)
    several = several_finder(scheme, language)

    def read(printed: str) -> tuple[Label, ...]:
        line, places = as_seen(printed)
        if raised := _RAISED.match(line):
            line = normalized("NFKC", raised[0]) + line[raised.end() :]
        if together := several(line):
            return (replace(together, end=places[together.end]),)
        labels: list[Label] = []
        label = label_at(line, 0)
        while label:
            labels.append(label)
            label = _inside(label_at(line, label.end), label)
        # A label glued to the next one is no word: `(1)(a)`. That one begins what the first has.
        begin = all(any(n == 1 for _, n in each.readings) for each in labels[1:])
        if len(labels) > 1 and labels[0].is_tight and not begin:
            return ()
        return tuple(
            replace(each, end=places[each.end], is_tight=each.is_tight and each is labels[-1])
            for each in labels
        )

    return read


def _inside(label: Label | None, above: Label) -> Label | None:
    """Return a label after another one on its line, with the readings inside that one; or None.

    ``(i)`` in ``(h) (i)`` is the roman number, since no point is in another.
    """
    if label is None:
        return None
    outer = above.readings[0][0]
    readings = tuple((depth, n) for depth, n in label.readings if depth > outer and n)
    return replace(label, readings=readings) if readings else None


@lru_cache(_READERS)
def label_finder(scheme: Scheme, language: Language) -> Callable[[str, int], Label | None]:
    """Return the function that reads the label at an offset of a line."""
    levels = scheme.levels[1:]
    opening = re.compile(f"({_any_label(scheme, language)}){_AFTER}")  # few lines match
    tight = re.compile(rf"({'|'.join(_tight(levels, language))})\s*")

    @lru_cache(_LABELS)
    def label_of(words: str) -> Label | None:
        return _label(words, scheme, language)

    def label_at(line: str, at: int) -> Label | None:
        if joined := _JOINED.match(line, at):
            number, letter = label_of(joined[1]), label_of(joined[2])
            if number and letter and number.readings[0][0] < letter.readings[0][0]:
                return replace(number, end=joined.end(1))
        match = opening.match(line, at)
        if match and _WORD_IN.search(match[1]):
            match = None
        if match and (label := label_of(match[1])):
            end = match.end() if label.end == len(match[1]) else at + label.end
            return replace(label, end=end)
        match = tight.match(line, at)
        if match and (label := label_of(match[1])):
            return replace(label, end=match.end(), is_tight=True)
        return None

    return label_at


def _tight(levels: tuple[Level, ...], language: Language) -> Iterator[str]:
    """Yield the patterns of labels with no space after them, or with a dash."""
    for level in levels:
        for printed, named in _forms(level, language):
            form = _NAME.sub("?:", named)
            if printed.endswith(")"):
                yield form + _AFTER_BRACKET
            elif printed.endswith(".") and level.numbering == "arabic":
                yield form + _AFTER_NUMBER
                yield f"{form.removesuffix(_STOP)}(?:{_DASHED})"
            elif printed.endswith("."):
                yield form + _AFTER_LETTER
            elif level.repeats_above:
                yield form + _AFTER_NUMBER
            elif printed == "{}" and level.numbering == "arabic":
                yield r"\d{1,3}(?=[^\W\d_])"  # no insert: ``3Das`` is not after 3


@lru_cache(_READERS)
def several_finder(scheme: Scheme, language: Language) -> Callable[[str], Label | None]:
    """Return the function that reads ``2.–4. (deleted)``, ``(2) and (3) [Repealed]``.

    Nothing is on the line but the labels and that they were repealed.
    """
    table = language.tables.get("references", {})
    ranges, lists = (any_word(table.get(key, ())) for key in ("range", "and"))
    joined = rf"\s?(?P<dash>[–—-])\s?|\s(?P<range>{ranges})\s|\s(?:{lists})\s|,\s?"
    pattern = re.compile(
        rf"(?P<first>{_MEMBER})(?P<middle>(?:,\s?{_MEMBER}){{0,20}}),?(?:{joined})"
        rf"(?P<last>{_MEMBER})\s*(?=\S)"
    )
    label_at = label_finder(scheme, language)

    def read(line: str) -> Label | None:
        match = pattern.match(line) if len(line) <= _LONGEST_REPEAL else None
        if not match or not is_repeal(line[match.end() :], language):
            return None
        last = label_at(f"{match['last']} ", 0)
        if last is None:
            return None
        printed = [match["first"], *re.findall(_MEMBER, match["middle"])]
        signs = re.split(r"[^\W_]+", last.printed)
        alike = [label_at(f"{_bare(each).join(signs)} ", 0) for each in printed]
        others = [
            replace(each, printed=name) for each, name in zip(alike, printed, strict=True) if each
        ]
        if len(others) < len(printed):
            return None
        first, *rest = others
        is_range = bool(match["dash"] or match["range"])
        if base_of(last.readings[0][1]) - base_of(first.readings[0][1]) > MOST_REPEALED:
            return None
        return replace(first, end=match.end(), others=(*rest, last), is_range=is_range)

    return read


def is_dots(words: str) -> bool:
    """Whether nothing but dots is in the place of words, as of a provision that was repealed."""
    return _DOTS.fullmatch(words) is not None


def is_repeal(words: str, language: Language) -> bool:
    """Whether words say that a provision was repealed, and nothing else: ``[Repealed]``."""
    seen = as_seen(words)[0]
    repealed = _title_words(language, "repealed")
    if found := _REPEAL.fullmatch(seen):
        said = plain(found[1] or found[2]).split()[:_REPEAL_WITHIN]
        return not repealed.isdisjoint(word.strip(".,:;") for word in said)
    if len(seen) > _LONGEST_REPEAL:
        return False
    # «Articolo abrogato dal decreto …», ``Repealed by Act 7``: without brackets.
    said = _WORDS.findall(plain(seen))[:_REPEAL_WITHIN]
    begins = said[1:] if said and said[0] in _terms(language) else said[:2]
    return len(begins) == 2 and begins[0] in repealed and begins[1] in _title_words(language, "by")


@lru_cache(_READERS)
def _title_words(language: Language, key: str) -> frozenset[str]:
    return frozenset(map(plain, language.tables.get("titles", {}).get(key, ())))


@lru_cache(_READERS)
def _terms(language: Language) -> frozenset[str]:
    """Return the words for provisions: *article*, *paragraph*."""
    terms = language.tables.get("references", {}).get("terms", {})
    return frozenset(plain(word) for term in terms.values() for word in term.get("words", ()))


def any_word(words: Iterable[str]) -> str:
    """Return the pattern of some words of a language, the longest first."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True))) or r"(?!)"


def _bare(label: str) -> str:
    return re.sub(r"[\W_]", "", label)


def _any_label(scheme: Scheme, language: Language) -> str:
    """Return the pattern of a label of any level; templates with more spaces come first."""
    forms = [form for level in scheme.levels[1:] for form in _forms(level, language)]
    forms.sort(key=lambda form: -sum(map(str.isspace, form[0])))
    patterns = dict.fromkeys(_NAME.sub("?:", pattern) for _, pattern in forms)
    return "|".join([*patterns, *_SHOWN_AS])


def _label(words: str, scheme: Scheme, language: Language) -> Label | None:
    """Return the label at the start of some words, with every reading."""
    if shown := _SHOWN_AS.get(words):
        label = _label(shown, scheme, language)
        return replace(label, printed=words, end=len(words)) if label else None
    readings: list[tuple[int, Ordinal]] = []
    printed, end, above = "", 0, ""
    within: tuple[int, Ordinal] | None = None
    for depth, level in enumerate(scheme.levels[1:], start=1):
        matches = (pattern.match(words) for pattern in _patterns(level, language))
        match = next(filter(None, matches), None)
        if level.counts_by_place:
            if match:
                readings.append((depth, 0))
                printed, end = match[1], match.end()
            continue
        n = language.read_token(level.counting, match["n"]) if match else None
        if match and not n and level.numbering == "doubled":
            repeated, n = _pair(match["n"], language)
            within = (depth - 1, repeated) if n else None
        if match and n and level.repeats_above:
            printed_above = match["above"].count(".") + 1
            n = n if printed_above == _repeated_levels(scheme, depth) else None
        if match and n:
            readings.append((depth, n))
            printed, end, above = match[1], match.end(), match.groupdict().get("above", "")
    if not within and any(scheme.levels[depth].numbering == "doubled" for depth, _ in readings):
        # «αα» may also be what was inserted after «α», but nobody would number it so here.
        readings = [(depth, n) for depth, n in readings if not isinstance(n, Inserted)]
    law, *inside = above.split(".") if above else ("",)
    n = language.read_token(scheme.levels[0].counting, law) if not law.isdecimal() else int(law)
    if above and n is None:
        return None
    numbers = (n, *map(int, inside)) if n else ()
    return Label(printed, tuple(readings), end, numbers, within) if readings else None


def _repeated_levels(scheme: Scheme, depth: int) -> int:
    """Return how many numbers a label repeats: one for 3.1 in point 3, two for 3.1.2."""
    levels = reversed(scheme.levels[1 : depth + 1])
    return sum(1 for _ in takewhile(lambda level: level.repeats_above, levels))


def _pair(written: str, language: Language) -> tuple[int, int]:
    """Return the ordinals of two letters, «βα» is 2 and 1; zeros if they are no two letters."""
    for size in range(len(written) - 1, 0, -1):
        first = language.ordinal("lower", written[:size])
        second = language.ordinal("lower", written[size:])
        if first and second:
            return first, second
    return 0, 0


@lru_cache(_READERS)
def _patterns(level: Level, language: Language) -> tuple[re.Pattern[str], ...]:
    dashed = [
        form.removesuffix(_STOP) + r"\s?\.?\s?[-–—]+"
        for _, form in _forms(level, language)
        if level.numbering == "arabic" and form.endswith(_STOP)
    ]
    forms = [*(form for _, form in _forms(level, language)), *dashed]
    return tuple(re.compile(f"({form}){_AFTER}") for form in forms)


def _forms(level: Level, language: Language) -> Iterator[tuple[str, str]]:
    """Yield the templates of the labels of a level, each with its pattern.

    The group ``n`` is the ordinal, ``above`` the numbers that the label repeats before it. A typist
    may have put a space inside: ``( a )``, ``1 .``
    """
    for printed in (level.printed, *level.also_printed):
        if level.counts_by_place:
            yield printed, re.escape(printed)
            continue
        before, _, after = map(re.escape, printed.partition("{}"))
        before = before.replace(re.escape("{above}"), rf"(?P<above>{_REPEATED})")
        before += _SPACED if before.endswith("(") else ""
        after = _SPACED + after if after in _CLOSING else after
        yield printed, f"{before}(?P<n>{language.pattern(level.counting)}){after}"


_Split = tuple[int, tuple[int, ...]]  # score, and borders as block numbers
# Lower than any score: an impossible split.
_NEVER: _Split = (-(10**9), ())


LanguagePart = tuple[Language, tuple[TextBlock, ...]]
"""The part of a page in one language: its lines of kind ``text``, in page order."""


def split_languages(
    blocks: tuple[TextBlock, ...], languages: tuple[Language, ...], scheme: Scheme | None
) -> tuple[tuple[LanguagePart, ...], tuple[TextBlock, ...]]:
    """Return one part of a page for each language, and the lines after the last part.

    A page with one language in each column of a table is split by its columns. Otherwise the
    borders are those with most letters in the part of their own script, so that a word or a
    paragraph of the other language does not end a part. They are found by dynamic programming.

    Args:
        blocks: The lines of kind ``text`` of a page.
        languages: Languages of the page in page order.
        scheme: The levels, to find labels, which the lines after the last part do not have; None
            for texts without labels: such a page has no such lines.

    Returns:
        One part for each language, perhaps empty, and the lines at the end of the page without a
        label that begin in an earlier language again (the page of Law 20 ends in such footnotes).
    """
    if any(block.rich and block.rich.column for block in blocks):
        return _by_column(blocks, languages), ()
    borders = _borders(blocks, languages, scheme)
    parts = [blocks[start:end] for start, end in pairwise(borders)]
    return tuple(zip(languages, parts, strict=False)), parts[-1]  # the last is in none


def _by_column(
    blocks: tuple[TextBlock, ...], languages: tuple[Language, ...]
) -> tuple[LanguagePart, ...]:
    """Return the parts of a page with one language in each column of a table.

    What is beside the columns belongs to the language of its script, else to the first language.
    """
    parts: dict[str, list[TextBlock]] = {language.code: [] for language in languages}
    for block in blocks:
        column = block.rich.column if block.rich else 0
        beside = language_of(block.text, languages) or languages[0]
        language = languages[column - 1] if 0 < column <= len(languages) else beside
        parts[language.code].append(block)
    return tuple((each, tuple(parts[each.code])) for each in languages)


def language_of(text: str, languages: tuple[Language, ...]) -> Language | None:
    """Return the language to whose script most letters of a text belong; None without letters."""
    counts = _scripts(languages).counts(text)
    best = max(counts)
    return languages[counts.index(best)] if best else None


def _borders(
    blocks: tuple[TextBlock, ...], languages: tuple[Language, ...], scheme: Scheme | None
) -> list[int]:
    """Return the indexes of the borders between the parts and the tail, 0 and the end included."""
    scripts = _scripts(languages)
    tail_begins = _after_labels(blocks, languages, scheme) if scheme else len(blocks)
    # ends[k]: best score and borders for the blocks so far in k+1 parts.
    ends: list[_Split] = [(0, (0,) * (k + 1)) for k in range(len(languages))]
    tail = _NEVER
    for index, block in enumerate(blocks):
        letters = scripts.counts(block.text)
        before = _with_block(ends, letters, index)
        if index >= tail_begins:
            # The tail takes lines of every language, but starts only if that raises the score, and
            # as late as possible.
            opened = (before[0] - 1, _with_border(before[1], len(ends), index))
            score, borders = opened if opened[0] >= tail[0] else tail
            tail = (score + max(letters), borders)
    best = max((*ends, tail), key=itemgetter(0))[1]
    return [*best, *(len(blocks),) * (len(languages) + 2 - len(best))]


def _after_labels(
    blocks: tuple[TextBlock, ...], languages: tuple[Language, ...], scheme: Scheme
) -> int:
    """Return the index of the first line after all labels: no tail begins earlier."""
    readers = tuple(label_reader(scheme, language) for language in languages)
    for index in range(len(blocks), 0, -1):
        block = blocks[index - 1]
        # A richer form than text has its footnotes at their places, so none of it is a tail.
        if block.rich is not None or any(read(block.text) for read in readers):
            return index
    return 0


def _with_block(ends: list[_Split], letters: list[int], index: int) -> _Split:
    """Add one line to every split; return the best of the splits before it."""
    before = _NEVER
    for k, (score, borders) in enumerate(ends):
        here = (score, borders)
        if before[0] > score:
            score, borders = before[0], _with_border(before[1], k, index)
        ends[k] = (score + letters[k], borders)
        if here[0] > before[0]:
            before = here
    return before


def _with_border(borders: tuple[int, ...], k: int, index: int) -> tuple[int, ...]:
    return (*borders, *(index,) * (k + 1 - len(borders)))


class _Scripts(dict[int, str]):
    """A sign for the script of each letter, as a table for ``str.translate``, filled as used."""

    def __init__(self, scripts: tuple[str, ...]) -> None:
        self._signs = {script: chr(ord("A") + i) for i, script in enumerate(scripts)}
        self._in_order = [self._signs[script] for script in scripts]

    def __missing__(self, point: int) -> str:
        sign = self[point] = self._signs.get(script_of(chr(point)), " ")
        return sign

    def counts(self, text: str) -> list[int]:
        """Return the numbers of letters of a text by script, in the order of the given scripts."""
        signs = text.translate(self)
        return [signs.count(sign) for sign in self._in_order]


def _scripts(languages: tuple[Language, ...]) -> _Scripts:
    return _scripts_named(tuple(language.script for language in languages))


@cache
def _scripts_named(names: tuple[str, ...]) -> _Scripts:
    return _Scripts(names)
