"""The grammar of references: how labels are written, and what the words before them mean.

So are the words for texts beside the laws and for their divisions: *Annex*, *Part*, «παράρτημα».
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache, partial
from typing import Literal, NamedTuple

from lawkb.model.address import (
    Address,
    Counting,
    InSeries,
    Insert,
    Level,
    Numbering,
    Ordinal,
    Scheme,
    ordinal,
)
from lawkb.model.label import names_of
from lawkb.model.language import Language, is_latin_numeral
from lawkb.model.passage import Reference, Span
from lawkb.references.acts import (
    NO_MENTIONS,
    Act,
    ActWords,
    Mentions,
    read_act_words,
    read_mentions,
)
from lawkb.references.vocabulary import (
    InsertSigns,
    Phrase,
    PhraseIndex,
    Token,
    Vocabulary,
    is_in_longer,
    join_inserts,
    phrase_index,
    read_tokens,
    read_vocabulary,
    token_keys,
    words_alphabet,
)


@dataclass(frozen=True, slots=True)
class BesideWords:
    """The words of a language for the texts beside the laws of a code."""

    series: PhraseIndex  # words for such texts, by the name of their series
    divisions: PhraseIndex  # words for the divisions inside them, by the name of the division
    parts: PhraseIndex  # words for parts of any text: *point*, *item*
    this: frozenset[str]  # words before one of these that make it the one in which they are: *this*
    opening: frozenset[str]  # first words of divisions and parts
    capitals: bool = False  # whether the name of such a text without a number has a capital letter


_NONE = BesideWords(PhraseIndex({}), PhraseIndex({}), PhraseIndex({}), frozenset(), frozenset())


@cache
def read_beside_words(language: Language, scheme: Scheme) -> BesideWords:
    """Return the words of a language for the texts beside the laws; empty if the code has none."""
    alphabet = words_alphabet(language)

    def phrases(words: Iterable[str]) -> list[tuple[str, ...]]:
        return token_keys(words, alphabet)

    if not scheme.series:
        return _NONE
    table = language.tables.get("divisions", {})
    words = language.tables.get("references", {})
    names = {level.name for series in scheme.series for level in series.divisions}
    divisions = phrase_index({name: phrases(table.get(name, ())) for name in sorted(names)})
    parts = phrase_index({"part": phrases(words.get("parts", words.get("point", ())))})
    return BesideWords(
        series=phrase_index(
            {each.name: phrases(names_of(each, language)) for each in scheme.series}
        ),
        divisions=divisions,
        parts=parts,
        this=frozenset(each[0] for each in phrases(table.get("this", ()))),
        opening=frozenset((*divisions.by_first, *parts.by_first)),
        capitals=words.get("capital_series", False),
    )


_LONGEST_ROMAN = len("xxxviii")
# Up to the eighth letter, a Latin letter without a Greek look-alike has only one possible place.
_SAME_IN_ALL_ALPHABETS = 8
# Labels of a page repeat; only a hostile text has more different ones than this.
_REMEMBERED = 4096

# The value of a label: its ordinal, and whether its letters are of another alphabet.
LabelValue = tuple[Ordinal, bool]


@dataclass(frozen=True, slots=True)
class LabelForm:
    """The way the labels of one level are written: ``47``, ``E``, ``2``, ``(a)``."""

    depth: int  # the level: 0 for the law, 1 for the level below
    numbering: Numbering  # how the ordinals are written: with digits, letters or roman numerals
    kind: Literal["number", "word"]  # kind of token that the label is without its signs
    before: str  # sign before the label, such as ``(``; empty when there is none
    after: str  # sign after the label, such as ``)``; empty when there is none
    most: int | None = None  # highest ordinal; None when there is no limit
    inserts: tuple[Insert, ...] = ()  # ways in which provisions inserted later are numbered
    cased: bool = False  # whether the code has (a) and (A), so that only what is printed counts

    @property
    def counting(self) -> Counting:
        """How the level counts its provisions."""
        return Counting(self.numbering, self.inserts)

    @property
    def is_marked(self) -> bool:
        """Whether the label has a sign before or after it."""
        return bool(self.before or self.after)

    @property
    def is_bracketed(self) -> bool:
        """Whether the label is in round brackets."""
        return (self.before, self.after) == ("(", ")")


@dataclass(frozen=True, slots=True)
class Grammar:
    """The words and labels of a language and an address scheme, prepared to find references."""

    language: Language  # The language.
    scheme: Scheme  # Levels of the code, and its texts beside the laws.
    vocabulary: Vocabulary  # Words that announce, join or follow references in the language.
    acts: ActWords  # Words around acts of law.
    beside: BesideWords  # Words for texts beside the laws.
    forms: tuple[LabelForm, ...]  # Label form of each level, the law first.
    # Label forms without a sign before the label (`47`, `E`), by the kind of token.
    bare: Mapping[str, tuple[LabelForm, ...]] = field(hash=False)
    # Label forms with a sign before the label, by that sign, such as `(`. A letter that is a sign
    # may also be a label, so its forms include those of `bare`.
    signed: Mapping[str, tuple[LabelForm, ...]] = field(hash=False)
    # First words of what means a provision or an act cited before: *that*, *the said*.
    again: frozenset[str] = field(hash=False)
    # First words of everything that may cite: words for provisions, *this*, *see*.
    beginnings: frozenset[str] = field(hash=False)
    longest: int  # Number of letters in the longest label without a sign before it.
    lettered: bool  # Whether a level has capital letters without signs, so that `A2` is a label.
    insert_signs: InsertSigns  # How the tokens of ordinals with inserts are joined.
    # Function from a counting and the text of a token to the ordinal, and whether the letters are
    # of another alphabet (a Latin `B` in Greek). It returns None when the token is no label.
    said: Callable[[Counting, str], LabelValue | None] = field(compare=False)

    def forms_at(self, token: Token) -> tuple[LabelForm, ...]:
        """Return the label forms that may begin at a token, the law first; mostly none."""
        return self.signed.get(token.text) or self.bare.get(token.kind, ())


@cache
def read_grammar(language: Language, scheme: Scheme) -> Grammar:
    """Return the grammar of references in a language, with the levels of an address scheme."""
    forms = _forms(scheme, language)
    vocabulary = read_vocabulary(language)
    acts, beside = read_act_words(language), read_beside_words(language, scheme)
    bare = tuple(form for form in forms if not form.before)
    again = frozenset((*acts.again.by_first, *acts.said.by_first))
    return Grammar(
        language=language,
        scheme=scheme,
        vocabulary=vocabulary,
        acts=acts,
        beside=beside,
        forms=forms,
        bare={kind: tuple(f for f in bare if f.kind == kind) for kind in ("number", "word")},
        signed={
            sign: tuple(f for f in forms if f.before == sign or (sign.isalnum() and f in bare))
            for sign in {form.before for form in forms if form.before}
        },
        again=again,
        beginnings=frozenset().union(
            *(vocabulary.opening, vocabulary.provisions, again),
            *(beside.this, beside.opening),
        ),
        longest=_longest_label(language, vocabulary, forms),
        lettered=any(form.numbering == "upper" and not form.is_marked for form in forms),
        insert_signs=_insert_signs(forms, vocabulary, language),
        said=lru_cache(_REMEMBERED)(partial(_said, language)),
    )


def token_kind(numbering: Numbering) -> Literal["number", "word"]:
    """Return the kind of token that a label is: ``number`` for digits, ``word`` for letters."""
    return "number" if numbering == "arabic" else "word"


def _form(depth: int, level: Level, language: Language) -> LabelForm:
    before, _, after = level.form(language.code).partition("{}")
    kind = token_kind(level.numbering)
    return LabelForm(depth, level.numbering, kind, before, after, level.most, level.inserts)


def _forms(scheme: Scheme, language: Language) -> tuple[LabelForm, ...]:
    forms = [_form(depth, level, language) for depth, level in enumerate(scheme.levels)]
    marks = [
        {f.numbering for f in forms if (f.before, f.after) == (e.before, e.after)} for e in forms
    ]
    return tuple(
        replace(form, cased={"lower", "upper"} <= same and form.numbering in ("lower", "upper"))
        for form, same in zip(forms, marks, strict=True)
    )


def _insert_signs(
    forms: tuple[LabelForm, ...], vocabulary: Vocabulary, language: Language
) -> InsertSigns:
    numbers = [form.counting for form in forms if form.kind == "number"]
    words = [form.counting for form in forms if form.kind == "word"]
    return InsertSigns(
        any(each.has_letters for each in numbers),
        any(each.has_decimals for each in numbers),
        any(each.has_letters for each in words),
        any(each.has_decimals for each in words),
        any("capitals" in each.inserts for each in numbers),
        frozenset(vocabulary.letter_words),
        frozenset(filter(is_latin_numeral, vocabulary.ranges.by_first)),
        vocabulary.parts,
        vocabulary.initials,
        language.counts_with_hyphens and any(each.has_hyphens for each in numbers),
    )


def _longest_label(language: Language, vocabulary: Vocabulary, forms: tuple[LabelForm, ...]) -> int:
    """Return the number of letters in the longest label without signs: ``ΣΤ``, ``viii``."""
    named = vocabulary.named_levels
    bare = {form.numbering for form in forms if not form.before or form.depth in named}
    if "roman" in bare or vocabulary.numbering == "roman":
        return _LONGEST_ROMAN
    longest = max(map(len, (*language.upper, *language.lower, *language.variants)))
    return 2 * longest if any(form.numbering == "doubled" for form in forms) else longest


def _said(language: Language, counting: Counting, text: str) -> LabelValue | None:
    """Return the ordinal of a label in a text, with or without an insert."""
    plain = _said_plainly(language, counting.numbering, text)
    if plain or not counting.inserts:
        return plain
    tried = (text, text.upper() if counting.numbering == "upper" else text.lower())
    read = (language.read_token(counting, each) for each in tried)
    return next(((n, False) for n in read if n), None)


def _said_plainly(language: Language, numbering: Numbering, text: str) -> LabelValue | None:
    if numbering in ("arabic", "roman"):
        n = ordinal(numbering, text.lower())
        return (n, False) if n else None
    written = text.upper() if numbering == "upper" else text.lower()
    for tried in (text, written):
        n = language.ordinal(numbering, tried)
        if n:
            return n, any(char in language.lookalikes for char in tried)
    n = ordinal(numbering, written) if written.isascii() else None
    return (n, True) if n and n <= _SAME_IN_ALL_ALPHABETS else None


# Ordinals per level; the law is 0 while it is unknown.
Path = tuple[Ordinal, ...]

_CLOSING = frozenset(")],;.:”»")
_PROVISIONS = ("law", "level", "section", "point", "beside")
_LONGEST_PLACE = 14  # tokens of «of Article 5(2)» and what is joined to it
_LONGEST_COMMENT = 10  # tokens between two commas


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is known of a text besides its words."""

    italics: tuple[Span, ...] = ()  # Spans in italics.
    # The last act of each class that the law names before the text.
    acts: Mapping[str, Act] = field(default_factory=dict)
    # Path of the last provision of a text beside the laws that the law cites before it.
    beside: Path | None = None
    # References of the item before it in the same list, or of the words above the list.
    cited: tuple[Reference, ...] = ()
    # The last reference to each article that the law cites before the text, by its printed number.
    articles: Mapping[str, Reference] = field(default_factory=dict)


ALONE_TEXT = Surroundings()


@dataclass(frozen=True, slots=True)
class ReferenceText:
    """A text in which references are being searched, and its tokens."""

    text: str  # The text as given.
    tokens: tuple[Token, ...]  # Tokens of the text; the last one is of kind `end`.
    grammar: Grammar  # Words and labels of the language.
    # Provision that contains the text; None when unknown, or in a text beside the laws.
    citing: Address | None
    # Path of the provision named after a part, Law 16 in «point (a) of Law 16»: the part is read in
    # that provision. None to read parts in the citing provision.
    within: Path | None = None
    # Provision of a text beside the laws that contains the text, or None.
    place: Address | None = None
    mentions: Mentions = NO_MENTIONS  # Acts of law that the text names.
    around: Surroundings = ALONE_TEXT  # What is known of the text besides its words.
    # The references found so far.
    cited: list[Reference] = field(default_factory=list, compare=False)

    @property
    def vocabulary(self) -> Vocabulary:
        """The words of the language that announce, join or follow references."""
        return self.grammar.vocabulary

    @property
    def base(self) -> Path:
        """Path of the provision in which a partial label such as ``(a)`` is read.

        It has one ordinal for each level, ``(16, 3)`` for 16C. The first, the law, is 0 when
        unknown.
        """
        return self.within or (self.citing.path if self.citing else (0,))


def text_to_read(
    text: str, grammar: Grammar, citing: Address | None, around: Surroundings = ALONE_TEXT
) -> ReferenceText:
    """Return a text with its tokens, ready to be searched for references."""
    tokens = read_tokens(text, grammar.vocabulary.alphabet)
    tokens = _with_set_phrases(tokens, grammar.vocabulary.set_phrases)
    signs = grammar.vocabulary.ordinal_signs
    if signs and not signs.isdisjoint([token.key for token in tokens]):
        tokens = tuple(_with_ordinals(tokens, grammar.vocabulary))
    tokens = join_inserts(tokens, grammar.insert_signs)
    if grammar.vocabulary.first:
        tokens = tuple(_with_first(tokens, grammar.vocabulary))
    mentions = read_mentions(text, tokens, grammar.acts, around.italics)
    beside = citing if citing and isinstance(citing.law, InSeries) else None
    own = None if beside else citing
    return ReferenceText(text, tokens, grammar, own, None, beside, mentions, around)


def _with_set_phrases(tokens: tuple[Token, ...], phrases: PhraseIndex) -> tuple[Token, ...]:
    """Return tokens in which the letters of «i. V. m.» are signs, so that none is a label."""
    stops = (at for at, token in enumerate(tokens) if token.text == "." and at)
    found = (phrases.at(tokens, at - 1) for at in stops if tokens[at - 1].key in phrases.by_first)
    spans = ((each.end - len(each.words), each.end) for each in found if each)
    marked = {at for span in spans if not is_in_longer(tokens, *span) for at in range(*span)}
    if not marked:
        return tokens
    return tuple(
        token._replace(kind="sign") if at in marked else token for at, token in enumerate(tokens)
    )


def _with_first(tokens: tuple[Token, ...], words: Vocabulary) -> Iterator[Token]:
    """Yield tokens with the number 1 where the first law is named: «article premier», «1er»."""
    after = 0
    for at, token in enumerate(tokens):
        if at < after:
            continue
        following = tokens[min(at + 1, len(tokens) - 1)]
        joined = token.kind == "number" and following.glued and following.kind == "word"
        if joined and f"{token.key}{following.key}" in words.first:
            after = at + 2
            yield token._replace(end=following.end)
        elif token.key in words.first and at and tokens[at - 1].key in words.naming:
            yield token._replace(kind="number", text="1")
        else:
            yield token


def _with_ordinals(tokens: tuple[Token, ...], words: Vocabulary) -> Iterator[Token]:
    """Yield tokens with a word for an ordinal in digits: «2° comma», «1º e 2º comma»."""
    after = 0
    for at, token in enumerate(tokens):
        if at < after:
            continue
        word = words.ordinal_words.get(token.text) if token.kind == "number" else None
        if word and _is_ordinal(tokens, at, words):
            after = at + 2
            yield token._replace(kind="word", text=word, key=word, end=tokens[at + 1].end)
        else:
            yield token


def _is_ordinal(tokens: tuple[Token, ...], at: int, words: Vocabulary) -> bool:
    """Return whether digits with a sign are before what they count, or before further ones."""
    sign = tokens[at + 1]
    if not sign.glued or sign.key not in words.ordinal_signs:
        return False
    following = tokens[at + 2]
    if words.joins.at(tokens, at + 2) and tokens[at + 3].kind == "number":
        return _is_ordinal(tokens, at + 3, words)
    return following.key in words.counted_words


class LabelWords(NamedTuple):
    """The meaning of the words before a label, such as «Laws» or «paragraph»."""

    # Table of the vocabulary that lists the words: `law`, `level`, `section`, `point`. Empty when
    # no words are before the label or they mean nothing here.
    kind: str = ""
    plural: bool = False  # Whether the words announce several labels.
    # Levels that the words name, 0 for the law; empty when any level is possible.
    depths: tuple[int, ...] = ()
    # Whether the words announce one label or several, as the abbreviation «παρ.» does.
    either: bool = False
    sure: bool = False  # Whether a number after the words always belongs to a part of a law.


ANY = LabelWords()
# No word, or no sufficient word, before the label: parts named after it are not added.
ALONE = LabelWords("alone", plural=True)


def key_of(reading: ReferenceText, opener: Phrase) -> LabelWords:
    """Return the meaning of the words before a label, such as *Law* or *paragraph*."""
    words = reading.vocabulary
    depths = words.meaning(opener) if opener.kind == "level" else ()
    plural, either = opener.words in words.plural, opener.words in words.either
    return LabelWords(opener.kind, plural, depths, either, opener.words in words.sure)


def is_closed(reading: ReferenceText, i: int) -> bool:
    """Return whether the sentence ends at a token, or a word such as *and* or *above* is there."""
    words = reading.vocabulary
    return ends_clause(reading, i) or bool(
        words.joins.at(reading.tokens, i) or words.after.at(reading.tokens, i)
    )


def ends_clause(reading: ReferenceText, i: int) -> bool:
    """Return whether the token of index ``i`` is punctuation, an empty line or the text's end."""
    token = reading.tokens[i]
    return token.kind in ("end", "break") or token.text in _CLOSING


def sentence_at(reading: ReferenceText, i: int) -> Phrase | None:
    """Return the word for a sentence at a token, which no address has: «Satz»; or None."""
    part = reading.vocabulary.any_part.at(reading.tokens, i)
    return part if part and part.words in reading.vocabulary.sentences else None


def opener_after_of(reading: ReferenceText, i: int) -> Phrase | None:
    """Return the word for a provision after *of* at a token, or None."""
    of = reading.vocabulary.of_law.at(reading.tokens, i)
    return reading.vocabulary.openers.at(reading.tokens, of.end) if of else None


def names_place(reading: ReferenceText, i: int) -> bool:
    """Return whether the tokens from index ``i`` name a law or part after *of*: «of Law 16»."""
    opener = opener_after_of(reading, i)
    return bool(
        opener
        and opener.kind in ("law", "level", "section", "point")
        and _has_label(reading, opener)
    )


def after_comment(reading: ReferenceText, i: int) -> int:
    """Return the index after words between signs before what contains a part; else ``i``.

    «Paragraph 2, where applicable, of Article 5», «Absatz 2 (neu) des Artikels 5». A comma alone is
    there too, «paragraph 2, of Article 5», but not in «du paragraphe 2, de l'article 5 et de la
    directive».
    """
    tokens, words = reading.tokens, reading.vocabulary
    if tokens[i].text == "," and names_place(reading, i + 1):
        return i if _enumerates(reading, i + 1) else i + 1
    end = comment_end(reading, i)
    of = words.of_law.at(tokens, end) if end else None
    if end is None or of is None:
        return i
    opener = words.openers.at(tokens, of.end)
    told = opener is not None and opener.kind in ("self", "this", "beside")
    told = told or bool(words.units.at(tokens, of.end)) or names_place(reading, end)
    return end if told else i


def comment_end(reading: ReferenceText, i: int) -> int | None:
    """Return the index after a few words between two commas or in brackets at a token, or None.

    No act is cited in them, and no provision but a part behind a word of exception or stress:
    «paragraph 1, save for point (b), of Article 5».
    """
    tokens = reading.tokens
    closing = {",": ",", "(": ")"}.get(tokens[i].text)
    parts = reading.vocabulary.links.at(tokens, i + 1) if closing else None
    for end in range(i + 1, min(i + _LONGEST_COMMENT, len(tokens))) if closing else ():
        token = tokens[end]
        if token.text == closing:
            return end + 1 if end > i + 1 else None
        cites = token.start in reading.mentions.by_start
        if cites or (not parts and _cites(reading, end)) or ends_clause(reading, end):
            break
    return None


def _enumerates(reading: ReferenceText, i: int) -> bool:
    """Return whether *of* is said again of a further provision or act: «… and of Article 6».

    «Of paragraph 2, of Article 5» goes on with what contains the paragraph.
    """
    tokens, words = reading.tokens, reading.vocabulary
    depth = _depth(reading, opener_after_of(reading, i))
    for at in range(i + 1, min(i + _LONGEST_PLACE, len(tokens))):
        join = words.joins.at(tokens, at)
        if join is None and ends_clause(reading, at) and tokens[at].text != ")":
            return False
        of = words.of_law.at(tokens, join.end) if join else None
        opener = words.openers.at(tokens, of.end) if of else None
        contains = opener and join and join.kind == "comma" and _depth(reading, opener) < depth
        if of and not contains:
            act = tokens[of.end].start in reading.mentions.by_start
            if opener or act or reading.grammar.acts.nouns.at(tokens, of.end):
                return True
    return False


def _depth(reading: ReferenceText, opener: Phrase | None) -> int:
    """Return the level that a word for a provision names, 0 for a law."""
    return min(reading.vocabulary.meaning(opener), default=0) if opener else 0


def _cites(reading: ReferenceText, i: int) -> bool:
    """Return whether a word for a provision with its label is at a token, no sentence."""
    opener = reading.vocabulary.openers.at(reading.tokens, i)
    if opener is None or opener.kind not in _PROVISIONS:
        return False
    label = reading.tokens[opener.end]
    letter = label.kind == "word" and len(label.text) == 1
    sentence = opener.words in reading.vocabulary.sentences
    return not sentence and (letter or label.kind == "number" or label.text == "(")


def _has_label(reading: ReferenceText, opener: Phrase) -> bool:
    """Return whether a number, a letter or a bracket is behind the word for a provision."""
    label = reading.tokens[opener.end]
    short = label.kind == "word" and len(label.text) <= reading.grammar.longest
    return short or label.kind == "number" or label.text == "("
