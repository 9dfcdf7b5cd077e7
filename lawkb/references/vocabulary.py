"""The words used to write references: the table ``[references]`` of a language file.

They are compared without accents, in tokens that keep their offsets in the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import chain
from typing import Any, Literal, NamedTuple

from lawkb.model.address import Numbering
from lawkb.model.language import Language, is_latin_numeral
from lawkb.unicode_characters import normalized

# Inline marks of the wikis: the opening and the end of a link, bold, italic, underlined.
_MARKS = re.compile(r"\[\[[^\[\]|\n]*+\||\]\]|\*\*|//|__|'{2,5}")
# A wiki shows the points (c) and (r) as these signs when its typography is on.
_SHOWN_AS = {"©": "(c)", "®": "(r)"}
# The last two are the sign of a Greek numeral, «γ΄».
_APOSTROPHES = "‘’ʼ′´\u0384\u02b9"
_DASHES = "‐‑‒–−﹣－"
# These dashes separate sentences; between two labels they are the sign of a range.
_LONG_DASHES = "—―"
_SPACES = "\t\r\v\f\u00a0"
_TYPED = {
    **dict.fromkeys(_APOSTROPHES, "'"),
    **dict.fromkeys(_DASHES, "-"),
    **dict.fromkeys(_SPACES, " "),
}


class NormalizedText(NamedTuple):
    """A text without accents, inline marks and invisible characters."""

    text: str  # The text, case unchanged. Every kind of space is a space, every dash a hyphen.
    # For every character of `text`, its offset in the original text, in code points.
    starts: Sequence[int]
    # For every character of `text`, the offset after it in the original text. A combining accent
    # belongs to the letter before it.
    ends: Sequence[int]


def normalize_text(text: str) -> NormalizedText:
    """Return a text without accents, inline marks and invisible characters, in linear time.

    Accents are removed because capitals have none; soft hyphens, zero-width characters and the
    marks of bold, italic and links because a page may write ``Law **12**C1``. A superscript digit,
    which marks a footnote, becomes ``*``: «16B²» cites 16B.

    Args:
        text: Any text; it need not be NFC. Offsets are code points of this text.
    """
    plain_of = {char: _plain_characters(char) for char in set(text)}
    marks = _mark_starts(text)
    if not marks and all(plain and len(plain) == 1 for plain in plain_of.values()):
        plain = text.translate({ord(char): plain for char, plain in plain_of.items()})
        return NormalizedText(plain, range(len(text)), range(1, len(text) + 1))
    chars: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    skip_to = 0
    for i, char in enumerate(text):
        skip_to = marks.get(i, skip_to)
        if i < skip_to:
            continue
        characters = plain_of[char]
        if characters is None:
            if ends and ends[-1] == i:
                ends[-1] = i + 1
            continue
        chars.append(characters)
        starts.extend([i] * len(characters))
        ends.extend([i + 1] * len(characters))
    return NormalizedText("".join(chars), starts, ends)


def _mark_starts(text: str) -> dict[int, int]:
    """Return the offsets of all inline marks, each with the offset after the mark.

    ``]]`` is an inline mark only after ``[[``.
    """
    marks = {}
    is_open = False
    for match in _MARKS.finditer(text):
        if match[0] == "]]" and not is_open:
            continue
        is_open = match[0].startswith("[[") or (is_open and match[0] != "]]")
        marks[match.start()] = match.end()
    return marks


@lru_cache(maxsize=4096)
def _plain_characters(char: str) -> str | None:
    """Return the normalised form of a character, possibly empty; None for an accent."""
    if unicodedata.category(char) in ("Mn", "Me"):
        return None
    if char in _TYPED:
        return _TYPED[char]
    if char.isascii():
        return char
    if char in _SHOWN_AS:
        return _SHOWN_AS[char]
    category = unicodedata.category(char)
    if category == "Nd":
        return str(unicodedata.decimal(char))
    if category.startswith("Z") or category == "Cf":
        return " " if category.startswith("Z") else ""
    if category == "No":
        return "*"
    # Raised letters are those of ordinals: «1ᵉʳ», «1º».
    plain = unicodedata.decomposition(char)
    letters = chr(int(plain.split()[1], 16)) if plain.startswith("<super>") else char
    return "".join(c for c in normalized("NFD", letters) if unicodedata.category(c) != "Mn")


_Kind = Literal["number", "word", "sign", "break", "end"]

_RUNS = re.compile(r"(?P<number>[0-9]+)|(?P<word>[^\W\d_]+)|(?P<break>\n[^\S\n]*+\n)|(?P<sign>\S)")


class Token(NamedTuple):
    """A run of letters, a run of digits, or one sign.

    A named tuple: a page has a thousand tokens, and no other kind of object is made as fast.
    """

    # `number`, `word`, `sign`, `break` for an empty line, or `end` after the last token of a text.
    kind: _Kind
    text: str  # The characters without accents, case unchanged.
    key: str  # `text` casefolded and in one alphabet, to compare words.
    start: int  # First code point in the original text.
    end: int  # Code point after the last one.
    glued: bool  # Whether no space is before the token.


def read_tokens(text: str, alphabet: Mapping[int, int]) -> tuple[Token, ...]:
    """Return the tokens of a text; the last one is of kind ``end``.

    Args:
        alphabet: From code points of small look-alike letters to those of the language, as for
            ``str.translate``: with it, ``Nόμος`` typed with a Latin N is read as ``νόμος``.
    """
    plain, starts, ends = normalize_text(text)
    tokens: list[Token] = []
    before = -1
    for match in _RUNS.finditer(plain):
        kind: _Kind = match.lastgroup  # type: ignore[assignment]  # the groups are named so
        begin, end = match.span()
        key = match[0].casefold().translate(alphabet)
        tokens.append(Token(kind, match[0], key, starts[begin], ends[end - 1], begin == before))
        before = -1 if kind == "break" else end
    tokens = _with_spaces_in_brackets(_with_long_dashes(tokens, plain), plain)
    return (*tokens, end_token(text))


def _with_long_dashes(tokens: list[Token], plain: str) -> list[Token]:
    """Return tokens in which a long dash between two labels is the sign of a range: «(a)—(c)»."""
    if not any(dash in plain for dash in _LONG_DASHES):
        return tokens
    found = list(tokens)
    for at in range(1, len(tokens) - 1):
        before, token, following = tokens[at - 1 : at + 2]
        if token.text not in _LONG_DASHES:
            continue
        numbers = before.kind == following.kind == "number"
        brackets = before.text == ")" and following.text == "(" and token.glued and following.glued
        if numbers or brackets:
            found[at] = token._replace(text="-", key="-")
    return found


_SPACED_BRACKET = re.compile(r"\(\s|\s\)")
_LONGEST_SPACED = 4  # letters of a label that has spaces inside its brackets


def _with_spaces_in_brackets(tokens: list[Token], plain: str) -> list[Token]:
    """Return tokens in which spaces inside the brackets of a label do not count: «5( 2)(a )»."""
    if not _SPACED_BRACKET.search(plain):
        return tokens
    found = list(tokens)
    for at in range(len(tokens) - 2):
        opening, label, closing = found[at : at + 3]
        spaced = not (label.glued and closing.glued)
        short = label.kind in ("number", "word") and len(label.text) <= _LONGEST_SPACED
        if opening.text == "(" and spaced and short and closing.text == ")":
            goes_on = at > 0 and (found[at - 1].kind == "number" or found[at - 1].text == ")")
            found[at : at + 3] = [
                opening._replace(glued=goes_on),
                label._replace(glued=True),
                closing._replace(glued=True),
            ]
    return found


class InsertSigns(NamedTuple):
    """How the tokens of an ordinal with an insert are joined: 12 and Α, 5 and .1, 4 and *bis*."""

    letters: bool = False  # Whether letters and Latin numerals follow numbers.
    decimals: bool = False  # Whether a dot and digits follow numbers.
    numerals: bool = False  # Whether Latin numerals follow letters: `a bis)`.
    letter_decimals: bool = False  # Whether a dot and digits follow letters: `c.1)`.
    capitals: bool = False  # Whether a capital letter may follow a number after a space: «12 Α».
    # Capital letters that are words of the language, such as «Η».
    words: frozenset[str] = frozenset()
    # Latin numerals that are also words of ranges, *bis* in German.
    ranges: frozenset[str] = frozenset()
    parts: frozenset[str] = frozenset()  # First words of the names of parts: *Absatz*.
    initials: frozenset[str] = frozenset()  # Letters that name an act: «Σ.».
    hyphens: bool = False  # Whether a hyphen and digits follow numbers: 18-1, but not 5-7.


def join_inserts(tokens: tuple[Token, ...], signs: InsertSigns) -> tuple[Token, ...]:
    """Return tokens in which an ordinal with an insert is one token: ``12Α``, ``5.1``, ``4 bis``.

    Args:
        signs: Which inserts the code has.
    """
    if not any(signs[:4]):
        return tokens
    joined: list[Token] = []
    at = 0
    while at < len(tokens):
        end = at + 1
        if tokens[at].kind == "number" or (tokens[at].kind == "word" and len(tokens[at].text) < 4):
            end = _insert_end(tokens, at, signs)
        joined.append(tokens[at] if end == at + 1 else _as_one(tokens[at:end]))
        at = end
    return tuple(joined)


def _insert_end(tokens: tuple[Token, ...], at: int, signs: InsertSigns) -> int:
    """Return the index after the insert that follows a token; after the token when none does."""
    end, is_number = at + 1, tokens[at].kind == "number"
    if signs.letters if is_number else signs.numerals:
        while _is_numeral(tokens, end, is_number) and not _is_range(tokens, end, signs):
            end += 1 + (tokens[end].text == "-")
        if end == at + 1 and is_number:
            hyphen = tokens[end].text == "-" and tokens[end].glued
            letter = tokens[end + hyphen] if end + hyphen < len(tokens) else tokens[end]
            spaced = signs.capitals and not hyphen and letter.text not in signs.words
            longest = 4 if letter.glued and not hyphen else 1
            if (
                letter.kind == "word"
                and len(letter.text) <= longest
                and letter.key not in signs.parts
                and not (spaced and not letter.glued and _is_initial(tokens, end, signs))
                and (
                    letter.glued
                    or (spaced and letter.text.isupper())
                    or (
                        tokens[min(end + 1, len(tokens) - 1)].key in signs.parts
                        and letter.text.upper() not in signs.words  # «comma 1 o comma 2»
                    )
                )
            ):
                end += 1 + hyphen
    if (signs.decimals if is_number else signs.letter_decimals) and _is_decimal(tokens, end):
        end += 2
    while signs.hyphens and is_number and _is_hyphened(tokens, at, end):
        end += 2
    return end


def _is_hyphened(tokens: tuple[Token, ...], at: int, end: int) -> bool:
    """Return whether a hyphen and digits are attached that do not end a range: 18-1, not 5-7."""
    hyphen, digits = tokens[end], tokens[min(end + 1, len(tokens) - 1)]
    attached = hyphen.text == "-" and hyphen.glued and digits.glued and digits.kind == "number"
    return attached and len(digits.text) <= 4 and (end > at + 1 or _less(digits, tokens[at]))


def _less(digits: Token, number: Token) -> bool:
    return (
        digits.text.isdecimal() and number.text.isdecimal() and int(digits.text) < int(number.text)
    )


def _is_numeral(tokens: tuple[Token, ...], at: int, after_number: bool) -> bool:
    """Return whether *bis*, *ter* or the like is at a token, alone or after a hyphen."""
    hyphen = tokens[at].text == "-" and tokens[at].glued
    word = tokens[min(at + hyphen, len(tokens) - 1)]
    if not is_latin_numeral(word.text) or (hyphen and not word.glued):
        return False
    # «articoli 4 e bis» is no label: after a letter, a bracket closes it.
    following = tokens[at + hyphen + 1]
    closed = following.text == ")" and following.glued
    return after_number or closed or (hyphen and tokens[at].glued)


def _is_initial(tokens: tuple[Token, ...], at: int, signs: InsertSigns) -> bool:
    """Return whether a letter after a number begins an act: «5 Α.Κ.», «5 Ν 4174/2013»."""
    token, following = tokens[at], tokens[at + 1]
    after, further = (tokens[min(at + n, len(tokens) - 1)] for n in (2, 3))
    stop = following.text == "." and following.glued
    short = after.glued or (after.text[:1].isupper() and further.text == "." and further.glued)
    return token.text in signs.initials or (stop and short and after.kind != "end")


def _is_range(tokens: tuple[Token, ...], at: int, signs: InsertSigns) -> bool:
    """Return whether a numeral after a space joins the ends of a range: «Artikel 5 bis 7».

    It is a numeral only where nothing follows, or a part of the same provision.
    """
    if tokens[at].key not in signs.ranges or tokens[at].glued:
        return False
    following = tokens[at + 1]
    return following.kind in ("number", "word") and following.key not in signs.parts


def _is_decimal(tokens: tuple[Token, ...], at: int) -> bool:
    """Return whether a dot and digits are attached, and no further ones, as in a date."""
    if tokens[at].text != "." or not tokens[at].glued:
        return False
    digits = tokens[at + 1]
    rest = tokens[at + 2 : at + 4]
    dated = len(rest) > 1 and rest[0].text == "." and all(t.glued for t in rest)
    more = dated and rest[1].kind == "number"
    return digits.kind == "number" and digits.glued and len(digits.text) <= 4 and not more


def _as_one(tokens: tuple[Token, ...]) -> Token:
    first = tokens[0]
    text = "".join(("" if t.glued or t is first else " ") + t.text for t in tokens)
    key = "".join(("" if t.glued or t is first else " ") + t.key for t in tokens)
    return Token(first.kind, text, key, first.start, tokens[-1].end, first.glued)


def end_token(text: str) -> Token:
    """Return the token of kind ``end`` that follows the last token of a text."""
    return Token("end", "", "", len(text), len(text), False)


_YEAR = "{edition}"  # placeholder in a phrase for the id of an edition, a year
_YEARS = range(1900, 2100)
_SIGNS = (("§",), ("§", "§"))
_OF_LEVEL = {"words": "level", "this": "this", "before": "before", "next": "next"}

_OWN = ("level", "subparagraph", "ordinal", "preceding", "this", "before", "next", "earlier")
# Kinds of openers, named like their tables. The words of the code for its own levels and for
# unnumbered paragraphs come first.
_OPENERS = (
    *("level", "subparagraph", "law", "section", "point"),
    *("see", "under", "exactly", "weak", "article"),
    *("self", "this", "before", "next", "earlier", "ordinal", "preceding", "beside"),
)

# Fields of a vocabulary, with the tables that fill them.
_TABLES = {
    "range_openers": ("range_opener",),
    "after": ("after", "after_see"),
    "tails": ("filler", "edition"),
    **{name: (name,) for name in ("edition_before", "of_law", "foreign", "foreign_section")},
}
_GOING_ON = ("joins", "ranges", "range_openers", "tails")

_Words = tuple[str, ...]
_Kinds = dict[str, list[_Words]]
# By kind: the words of a phrase, and the depth or the number that it means.
_Own = dict[str, list[tuple[_Words, int]]]


class Phrase(NamedTuple):
    """A phrase of the vocabulary that was found in a text."""

    kind: str  # name of the table that lists it: ``law``, ``see``, ``range``
    words: _Words  # its words as token keys, casefolded and without accents
    end: int  # index of the token after it


@dataclass(frozen=True, slots=True)
class PhraseIndex:
    """Phrases with their kinds, indexed by their first word, the longest phrase first."""

    by_first: Mapping[str, tuple[tuple[_Words, str], ...]] = field(hash=False)

    def at(self, tokens: tuple[Token, ...], i: int) -> Phrase | None:
        """Return the longest phrase that begins at the token of index ``i``, or None."""
        found = self.by_first.get(tokens[i].key)
        if found is None:
            return None
        following = tokens[i + 1].key  # the last token has no key, so no phrase begins there
        for words, kind in found:
            # Most phrases end here: there are many with each adjective.
            near = len(words) == 1 or words[1] in (following, _YEAR)
            if near and _matches_rest(words, tokens, i):
                return Phrase(kind, words, i + len(words))
        return None

    def all_at(self, tokens: tuple[Token, ...], i: int) -> tuple[Phrase, ...]:
        """Return every phrase that begins at the token of index ``i``, the longest first."""
        found = self.by_first.get(tokens[i].key, ())
        return tuple(
            Phrase(kind, words, i + len(words))
            for words, kind in found
            if _matches_rest(words, tokens, i)
        )


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a language around references, from the table ``[references]`` of its file.

    The language file explains each key.
    """

    opening: frozenset[str]  # First words of every phrase that can begin a reference.
    continuing: frozenset[str]  # First words of every phrase that can continue a list.
    # Phrases that announce a reference («Law», «see», «paragraph») or are one («this Law»).
    openers: PhraseIndex
    # Plural phrases: those of `openers` that announce several labels, those of `after` that refer
    # to several.
    plural: frozenset[_Words]
    # Those of `plural` that also announce a single label of a level: «παρ.».
    either: frozenset[_Words]
    # Words for parts whose numbers mean nothing else: those of the table `section`.
    sure: frozenset[_Words]
    # Last words of the phrases of `openers` after which a letter is a label, not a word: «Section
    # A».
    announcing: frozenset[str]
    reaching: frozenset[str]  # Last words of the phrases of `ranges`: *to* in «A to E».
    # Words before the word for a point that place it, «preceding point»; all are in `openers` too.
    placing: frozenset[_Words]
    # Meaning of a phrase of `openers`, by its kind and words: the depths of the levels that it
    # names, or the number that an ordinal means.
    meanings: Mapping[tuple[str, _Words], tuple[int, ...]] = field(hash=False)
    # How paragraphs without a number are cited by letters or digits («εδάφιο β΄»); None when the
    # language does not do so.
    numbering: Numbering | None
    # Depth of the level whose provisions these paragraphs belong to; None for the provision in
    # which they are cited.
    counted: int | None
    ordinal_numbers: bool  # Whether an ordinal is the number of such a provision: «secondo comma».
    ordinal_signs: frozenset[str]  # What is behind digits that make an ordinal: «2°», «2nd».
    ordinal_words: Mapping[str, str] = field(hash=False)  # Words of the ordinals, by their digits.
    counted_words: frozenset[str]  # First words for what they count.
    # Words and signs between the items of a list, of kind `and`, `or` or `comma`.
    joins: PhraseIndex
    ranges: PhraseIndex  # Words and signs between the two ends of a range: *to*, a dash.
    range_openers: PhraseIndex  # Words before the first end of a range: *from*.
    after: PhraseIndex  # Phrases after a reference that place it in the citing law: *above*.
    # Phrases after a reference that add nothing (`filler`) or name an `edition`.
    tails: PhraseIndex
    edition_before: PhraseIndex  # Phrases that name the edition of the reference that follows.
    of_law: PhraseIndex  # Words between a part and its law: *of* in «section B of Law 16».
    foreign: PhraseIndex  # Phrases after a law that show that it belongs to another document.
    # Phrases after a section that show that it belongs to another document.
    foreign_section: PhraseIndex
    letter_words: frozenset[str]  # Letters that are words when they are alone: *A* in English.
    # Words between two references that say what the second belongs to, of kind `except`, `stress`
    # or `with`: the table `references.links`.
    links: PhraseIndex
    of_name: frozenset[str]  # Words between the noun of an act and its name: «code de commerce».
    determiners: frozenset[str]  # Small words before the word for a provision: *the*, «son».
    units: PhraseIndex  # Words for provisions of other texts: *rule*, *clause*, *note*.
    initials: frozenset[str]  # Letters that name an act: «Σ.».
    provisions: frozenset[str]  # First words of all words for provisions, of other texts too.
    any_part: PhraseIndex  # Words for parts of any law, also those that the code does not have.
    sentences: frozenset[_Words]  # Words for sentences and other parts without an address.
    # What a number counts behind a noun that is no part then: «der Absatz 2 Jahre».
    measures: frozenset[str]
    annexes: frozenset[_Words]  # Words for annexes, also those that the code does not have.
    # Words shortened to letters with stops, which are no labels: «i. V. m.».
    set_phrases: PhraseIndex
    # Words before a provision as a place, of kind `place`; those before a part of it only, of kind
    # `inner`, and a `verb` between them: «In Artikel 5 wird in Absatz 2».
    places: PhraseIndex
    bare: frozenset[str]  # Last words before a label that has no word for its level: «au 2 de».
    bare_letters: bool  # Whether a letter without a sign may be such a label: «le a du 2».
    bare_this: frozenset[str]  # Words before the label of the citing provision: «au présent a».
    counts: frozenset[str]  # Words for small numbers: «the *two* preceding paragraphs».
    texts: frozenset[str]  # Nouns of texts and games that have laws of their own: *contract*.
    capital_nouns: bool  # Whether every noun has a capital letter.
    parts: frozenset[str]  # First words of the names of the levels below the law.
    sure_ranges: frozenset[_Words]  # Words of ranges that mean nothing else: *bis* in German.
    # Whether «παρ. 1 και περ. β) της παρ. 3 του άρθρου 7» may begin with one of the citing article.
    mixed_doubt: bool
    this_or_that: frozenset[str]  # Words that mean the citing provision or one before: «αυτό».
    contained: bool  # Whether the provision that contains a part needs no *of*: «παρ. 2 άρθρου 5».
    first: frozenset[str]  # Forms of the number 1 after the word for a law: «premier».
    naming: frozenset[str]  # Last words of the phrases for a law or a level.
    # From look-alike small letters to those of the language, for `read_tokens`.
    alphabet: Mapping[int, int] = field(hash=False)

    @property
    def named_levels(self) -> frozenset[int]:
        """The depths of the levels that have a word, such as *paragraph*."""
        return frozenset(
            depth
            for (kind, _), depths in self.meanings.items()
            if kind == "level"
            for depth in depths
        )

    def meaning(self, phrase: Phrase) -> tuple[int, ...]:
        """Return the depths of levels, or the ordinal, that a phrase of ``openers`` means.

        Empty for most phrases.
        """
        return self.meanings.get((phrase.kind, phrase.words), ())


@cache
def read_abbreviations(language: Language) -> frozenset[str]:
    """Return a language's abbreviations whose full stop ends no sentence: ``βλ``, casefolded."""
    raw: Mapping[str, Any] = language.tables.get("references", {})
    found = token_keys(raw.get("abbreviations", ()), _alphabet(raw))
    return frozenset(words[0] for words in found)


def words_alphabet(language: Language) -> dict[int, int]:
    """Return the look-alike letters of a language, as ``read_tokens`` takes them."""
    return _alphabet(language.tables.get("references", {}))


def _alphabet(raw: Mapping[str, Any]) -> dict[int, int]:
    lookalikes: Mapping[str, str] = raw.get("lookalikes", {})
    return {ord(look): ord(own) for look, own in lookalikes.items()}


@cache
def read_vocabulary(language: Language) -> Vocabulary:
    """Return the words of a language that announce, join or follow references.

    Empty if the language file has no table ``[references]``. ``Language.with_references`` adds the
    words of a code.
    """
    raw: Mapping[str, Any] = language.tables.get("references", {})
    alphabet = _alphabet(raw)

    def words(*kinds: str) -> _Kinds:
        return {kind: token_keys(raw.get(kind, ()), alphabet) for kind in kinds}

    own = _own_words(raw, alphabet)
    placing = words("placing")["placing"]
    placed = _placed_points(placing, words("point", "plural"))
    kinds = {kind: list(dict.fromkeys(word for word, _ in own[kind])) for kind in _OWN}
    others = words(*(kind for kind in _OPENERS if kind not in kinds))
    openers = phrase_index({**kinds, **others, "section": [*others["section"], *placed["section"]]})
    found = {name: phrase_index(words(*tables)) for name, tables in _TABLES.items()}
    found["joins"] = phrase_index(_joins(words("and", "or")))
    found["ranges"] = phrase_index({**words("range"), "dash": [("-",)]})
    plural = (*words("plural")["plural"], *placed["plural"], *(word for word, _ in own["plural"]))
    going_on = (openers, *(found[name] for name in _GOING_ON))
    meanings: dict[tuple[str, _Words], set[int]] = defaultdict(set)
    for kind, pairs in own.items():
        for phrase, meaning in pairs:
            meanings[kind, phrase].add(meaning)
    counted = raw.get("subparagraph", {})
    links: Mapping[str, Any] = raw.get("links", {})
    units = token_keys(_units(raw), alphabet)
    parts = token_keys(_words_for_parts(raw), alphabet)

    def keys_of(words: Iterable[str]) -> frozenset[str]:
        return frozenset(key for each in token_keys(words, alphabet) for key in each)

    def linking(name: str) -> list[_Words]:
        return token_keys(links.get(name, ()), alphabet)

    def keys(name: str) -> frozenset[str]:
        return keys_of(links.get(name, ()))

    sentences = linking("sentences")
    return Vocabulary(
        opening=frozenset(("(", *openers.by_first, *found["edition_before"].by_first)),
        continuing=frozenset(
            (*chain.from_iterable(each.by_first for each in going_on), *(s[0] for s in sentences))
        ),
        openers=openers,
        plural=frozenset(plural),
        either=frozenset(plural).intersection(
            [*(word for word, _ in own["singular"]), *token_keys(_singular_articles(raw), alphabet)]
        ),
        sure=frozenset((*others["section"], *token_keys(raw.get("sure", ()), alphabet))),
        announcing=_last_words(words("section")["section"], kinds["level"]),
        reaching=_last_words(words("range")["range"]),
        placing=frozenset(placing),
        meanings={key: tuple(sorted(found)) for key, found in meanings.items()},
        numbering=counted.get("numbering"),
        ordinal_numbers=counted.get("numbered", False),
        ordinal_signs=keys_of(raw.get("ordinal_signs", ())) if counted else frozenset(),
        ordinal_words={
            str(*numbers): words[0]
            for (kind, words), numbers in meanings.items()
            if kind == "ordinal" and len(words) == len(numbers) == 1
        },
        counted_words=frozenset(
            words[0]
            for (kind, words), depths in meanings.items()
            if kind == "subparagraph" or (kind == "level" and depths == {counted.get("of")})
        ),
        counted=counted.get("of"),
        letter_words=frozenset(raw.get("letter_words", ())),
        links=phrase_index({kind: linking(kind) for kind in ("except", "stress", "with")}),
        determiners=keys("determiners"),
        of_name=keys("of_name"),
        units=phrase_index({"unit": units}),
        initials=frozenset(links.get("initials", ())),
        provisions=frozenset(
            words[0]
            for words in chain(units, parts, others["law"], others["section"], kinds["level"])
        ),
        any_part=phrase_index({"part": parts}),
        sentences=frozenset(sentences),
        measures=keys("measures"),
        annexes=frozenset(token_keys(raw.get("annexes", ()), alphabet)),
        set_phrases=phrase_index({"set": token_keys(raw.get("set_phrases", ()), alphabet)}),
        places=phrase_index(
            {kind: linking(f"{kind}s") for kind in ("place", "inner", "verb")},
        ),
        bare=keys("bare"),
        bare_letters=links.get("bare_letters", False),
        bare_this=keys("bare_this"),
        counts=keys_of(raw.get("counts", ())),
        texts=keys("texts"),
        capital_nouns=links.get("capital_nouns", False),
        parts=frozenset(word[0] for word in kinds["level"] if min(meanings["level", word])),
        sure_ranges=frozenset(linking("sure_ranges")),
        mixed_doubt=links.get("mixed_doubt", False),
        this_or_that=keys("this_or_that"),
        contained=links.get("contained", False),
        first=frozenset("".join(words) for words in token_keys(raw.get("first", ()), alphabet)),
        naming=_last_words(kinds["level"], others["law"]),
        alphabet=alphabet,
        **found,
    )


def _words_for_parts(raw: Mapping[str, Any]) -> Iterable[str]:
    """Yield the words for parts of any law that the code has not made its own word for a law."""
    whole = {*raw.get("law", ()), *_words_for_articles(raw)}
    words = [raw.get(name, ()) for name in ("section", "sure", "point", "parts")]
    words += map(_words_of, raw.get("terms", {}).values())
    return (word for word in chain.from_iterable(words) if word not in whole)


def _units(raw: Mapping[str, Any]) -> Iterable[str]:
    """Yield the words for provisions of other texts, those for whole provisions included."""
    return dict.fromkeys((*raw.get("links", {}).get("units", ()), *_words_for_articles(raw)))


def _words_for_articles(raw: Mapping[str, Any]) -> Iterator[str]:
    """Yield the words for whole provisions: those of terms that have a label for headings."""
    for term in raw.get("terms", {}).values():
        if "label" in term:
            yield from _words_of(term)


def _singular_articles(raw: Mapping[str, Any]) -> Iterator[str]:
    """Yield the words for one whole provision; they may be those for several: «Artikel»."""
    for term in raw.get("terms", {}).values():
        if "label" in term:
            yield from term.get("words", ())


def _words_of(term: Mapping[str, Any]) -> Iterable[str]:
    return (*term.get("words", ()), *term.get("plural", ()))


def _last_words(*phrases: Iterable[_Words]) -> frozenset[str]:
    return frozenset(words[-1] for words in chain(*phrases))


def _own_words(raw: Mapping[str, Any], alphabet: Mapping[int, int]) -> _Own:
    """Return the words of the code for its levels and for paragraphs without a number, by kind."""
    own: _Own = {kind: [] for kind in (*_OWN, "plural", "singular")}
    laws = token_keys(raw.get("law", ()), alphabet)
    lists_of_levels = (*_OF_LEVEL.items(), *(("plural", kind) for kind in ("plural", "level")))
    for depth, lists in raw.get("levels", {}).items():
        for name, kind in (*lists_of_levels, ("words", "singular")):
            # «§» is a section where the code has sections, and else a paragraph.
            taken = {word for word, above in own[kind] if word in _SIGNS and above != depth}
            taken.update(word for word in _SIGNS if word in laws)
            words = token_keys(lists.get(name, ()), alphabet)
            own[kind] += [(word, depth) for word in words if word not in taken]
    law = {word for phrase in token_keys(raw.get("law", ()), alphabet) for word in phrase}
    for kind in ("before", "next"):  # a code may have other words for a law
        beside = token_keys(raw.get(kind, ()), alphabet)
        own[kind] += [(words, 0) for words in beside if not law.isdisjoint(words)]
    for kind, pairs in _with_earlier(raw, own, alphabet).items():
        own[kind] += pairs
    counted = raw.get("subparagraph", {})
    unnumbered = (("words", "subparagraph"), ("plural", "subparagraph"), ("plural", "plural"))
    for name, kind in (*unnumbered, ("before", "preceding")):
        own[kind] += [(word, 0) for word in token_keys(counted.get(name, ()), alphabet)]
    own["preceding"] += [(word, 0) for word in _counted_sentences(counted, alphabet)]
    for n, forms in enumerate(counted.get("ordinals", ()), start=1):
        own["ordinal"] += [(word, n) for word in token_keys(forms, alphabet)]
    return own


def _with_earlier(raw: Mapping[str, Any], own: _Own, alphabet: Mapping[int, int]) -> _Own:
    """Return phrases for a provision before or next, and for all before: «preceding paragraphs».

    A word that announces one provision or several, «Artikel», is in neither.
    """
    around = ("earlier", "earlier_after", "later", "later_after")
    before, after, before_next, after_next = (
        token_keys(raw.get(name, ()), alphabet) for name in around
    )
    words = {kind: set(own[kind]) for kind in ("singular", "plural")}
    listed = set(token_keys(raw.get("plural", ()), alphabet))
    words["plural"] |= {
        (each, 0) for each in token_keys(raw.get("law", ()), alphabet) if each in listed
    }
    either = words["singular"] & words["plural"]

    def phrases(kind: str, firsts: list[_Words], lasts: list[_Words]) -> list[tuple[_Words, int]]:
        nouns = sorted(words[kind] - either)
        found = [(first + noun, depth) for noun, depth in nouns for first in firsts]
        return found + [(noun + last, depth) for noun, depth in nouns for last in lasts]

    return {
        "before": phrases("singular", before, after),
        "earlier": phrases("plural", before, after),
        "next": phrases("singular", before_next, after_next),
    }


def _counted_sentences(counted: Mapping[str, Any], alphabet: Mapping[int, int]) -> list[_Words]:
    """Return phrases such as «first sentence»: sentences are no paragraphs, so they have no number.

    A code may have a word for sentences as its word for paragraphs without a number.
    """
    words = set(token_keys(counted.get("words", ()), alphabet))
    forms = [form for each in counted.get("ordinals", ()) for form in token_keys(each, alphabet)]
    sentences = token_keys(counted.get("sentences", ()), alphabet)
    return [form + each for form in forms for each in sentences if each not in words]


def _placed_points(placing: list[_Words], words: _Kinds) -> _Kinds:
    """Return phrases such as «preceding point», whose following numbers are parts of the law."""
    pairs = [(first, point) for first in placing for point in words["point"]]
    return {
        "section": [first + point for first, point in pairs],
        "plural": [first + point for first, point in pairs if point in words["plural"]],
    }


def _joins(words: _Kinds) -> _Kinds:
    """Return the phrases between list items: those of the file, these after a comma, and signs."""
    joins = {kind: [*found, *((",", *phrase) for phrase in found)] for kind, found in words.items()}
    joins["or"].append(("/",))
    return {**joins, "comma": [(",",)]}


def year_of(tokens: Iterable[Token]) -> str | None:
    """Return the first year among some tokens, ``2017``, or None."""
    return next((token.text for token in tokens if is_year(token)), None)


def phrase_index(kinds: Mapping[str, list[_Words]]) -> PhraseIndex:
    """Return an index of phrases, given by their kinds."""
    by_first: dict[str, list[tuple[_Words, str]]] = defaultdict(list)
    for kind, phrases in kinds.items():
        for phrase in phrases:
            by_first[phrase[0]].append((phrase, kind))
    return PhraseIndex(
        {first: tuple(sorted(found, key=lambda p: -len(p[0]))) for first, found in by_first.items()}
    )


def token_keys(phrases: Iterable[str], alphabet: Mapping[int, int]) -> list[_Words]:
    """Return phrases as the keys of their tokens, without empty ones."""
    found: list[_Words] = []
    for phrase in phrases:
        keys: list[str] = []
        for place, part in enumerate(phrase.split(_YEAR)):  # the placeholder is one key
            keys += [_YEAR] * bool(place)
            keys += [token.key for token in read_tokens(part, alphabet)[:-1]]
        if keys:
            found.append(tuple(keys))
    return found


def _matches_rest(words: _Words, tokens: tuple[Token, ...], i: int) -> bool:
    """Return whether the words are at a token; the first one is already compared."""
    for at, word in enumerate(words[1:], i + 1):
        if tokens[at].key != word and not (word == _YEAR and is_year(tokens[at])):
            return False
    return True


def is_in_longer(tokens: tuple[Token, ...], start: int, end: int) -> bool:
    """Return whether letters with stops are a part of more: the first ones of «Κ.Α.Δ.Π.»."""
    before, after = tokens[start - 1], tokens[end]
    longer = start and before.text == "." and tokens[start].glued
    stops = tokens[end - 1].text == "."
    return bool(longer) or (stops and after.glued and after.kind == "word")


def is_year(token: Token) -> bool:
    """Return whether a token can be the year of an edition: four digits, 1900 to 2099."""
    return token.text.isdecimal() and len(token.text) == len("2007") and int(token.text) in _YEARS
