"""The input and output of rules: texts, pairs of texts, and the faults found in them.

The word lists that rules use are the tables ``[checks]`` and ``[concepts]`` of a language file. A
concept is a word of general legal language with its translations, such as *before*. A code of a
hundred text pairs is enough to learn the code's terms, but few other words: concepts add these.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from msgspec import Struct

from lawkb.checks.numbers.amounts import Meaning, NumeralWords, number_word_lists
from lawkb.model.address import Address, Ordinal
from lawkb.model.finding import Fix, Severity
from lawkb.model.language import Language, any_language
from lawkb.model.law import Provision
from lawkb.model.passage import Note, Reference, Span
from lawkb.words.folding import fold
from lawkb.words.tokens import Word, read_words, sentences

if TYPE_CHECKING:
    from lawkb.align.provisions import ProvisionPair


@dataclass(frozen=True, slots=True)
class RuleWords:
    """The word lists of a language, folded: in lower case without accents."""

    obligation: frozenset[str]  # Words of obligation: *must*, *shall*.
    advice: frozenset[str]  # Words of advice: *should*.
    light: frozenset[str]  # Words that carry little meaning: auxiliary verbs and particles.
    permission: frozenset[str]  # Words of permission: *may*.
    quotes: tuple[str, ...]  # Pairs of quotation marks, `«»`, the preferred pair first.
    apostrophe: str  # The apostrophe of the language, or empty.
    spaced: str  # Punctuation marks that have a space before them, as in French.
    # Prefixes that translate an adjective, with the concept they express.
    compounding: Mapping[str, str] = field(hash=False)
    compounds: bool  # Whether words are joined to longer ones without a blank, as in German.
    doubled: frozenset[str]  # Words that may occur twice in a row: *that that*.
    # Words that begin a remark in brackets about one country, `στην Ελλάδα`; not folded.
    local: tuple[str, ...]


@cache
def read_rule_words(code: str) -> RuleWords:
    """Return the word lists of a language, by its tag; all empty without a table ``[checks]``."""
    table = any_language(code).tables.get("checks", {})
    return RuleWords(
        obligation=_folded_words(table, "obligation"),
        advice=_folded_words(table, "advice"),
        light=_folded_words(table, "light"),
        permission=_folded_words(table, "permission"),
        quotes=tuple(table.get("quotes", ())),
        apostrophe=table.get("apostrophe", ""),
        spaced=table.get("spaced", ""),
        compounding={fold(own): name for own, name in table.get("compounding", {}).items()},
        compounds=table.get("compounds", False),
        doubled=_folded_words(table, "doubled"),
        local=tuple(table.get("local", ())),
    )


def _folded_words(table: Mapping[str, Any], key: str) -> frozenset[str]:
    return frozenset(fold(word) for phrase in table.get(key, ()) for word in phrase.split())


_NUMBERS = ("ordinal", "fraction", "group", "times")


@dataclass(frozen=True, slots=True)
class _Forms:
    words: Mapping[str, frozenset[str]]
    beginnings: Mapping[str, frozenset[str]]
    openings: Mapping[str, tuple[str, ...]]  # prefixes by their first letter
    sizes: tuple[int, ...]
    numerals: NumeralWords

    def meanings(self, word: str) -> list[str]:
        """Return the names of the concepts and numbers that a folded word may mean."""
        found = list(self.words.get(word, ()))
        numbers = self.numerals.meanings(word)
        if numbers:
            found += _named(numbers)
        if word.startswith(self.openings.get(word[:1], ())):
            for size in self.sizes:
                found += self.beginnings.get(word[:size], ()) if size <= len(word) else ()
        return found


def _named(numbers: Iterable[Meaning]) -> Iterator[str]:
    """Yield a name for each number that a word may mean, such as ``number 2``; digits have none."""
    for meaning in numbers:
        # «first» and «once» differ from «one», which is also an article
        if meaning.kind == "cardinal" or (meaning.kind in _NUMBERS and meaning.value != 1):
            # a fraction with its ordinal: the third, and a third
            yield f"number {max(meaning.value, 1 / (meaning.value or 1))}"


def concept_partners(
    ours: Mapping[str, str], theirs: Mapping[str, str], tags: tuple[str, str]
) -> dict[str, frozenset[str]]:
    """Return which stems of the translation may mean the same as a stem of the original.

    Args:
        ours: Stem of each folded word of the originals.
        theirs: Stem of each folded word of the translations.
        tags: Language tags of both.

    Returns:
        Stems of the translation by stem of the original; stems without any are left out.
    """
    meant: defaultdict[str, set[str]] = defaultdict(set)
    other = _forms(tags[1])
    for folded, stem in theirs.items():
        for name in other.meanings(folded):
            meant[name].add(stem)
    found: defaultdict[str, set[str]] = defaultdict(set)
    own = _forms(tags[0])
    for folded, stem in ours.items():
        for name in own.meanings(folded):
            found[stem] |= meant.get(name, set())
    return {stem: frozenset(words) for stem, words in found.items() if words}


def concepts_of(folded: str, tag: str) -> frozenset[str]:
    """Return the names of the concepts that a word may mean in a language.

    ``folded`` is the word in lower case without accents, ``tag`` the tag of the language.
    """
    return frozenset(_forms(tag).meanings(folded))


@cache
def _forms(tag: str) -> _Forms:
    words: defaultdict[str, set[str]] = defaultdict(set)
    beginnings: defaultdict[str, set[str]] = defaultdict(set)
    for name, forms in any_language(tag).tables.get("concepts", {}).items():
        for form in forms.split():
            (beginnings if form.endswith("*") else words)[fold(form.rstrip("*"))].add(name)
    openings: defaultdict[str, tuple[str, ...]] = defaultdict(tuple)
    for form in beginnings:
        openings[form[:1]] += (form,)
    return _Forms(
        {form: frozenset(names) for form, names in words.items()},
        {form: frozenset(names) for form, names in beginnings.items()},
        dict(openings),
        tuple(sorted({len(form) for form in beginnings})),
        number_word_lists(tag),
    )


_LABELS = ("law", "section", "point")  # kinds of key words before a label, in [references]
_SHORTEST_KEY_WORD = 3


@lru_cache
def key_words(language: Language) -> frozenset[str]:
    """Return the single words for a law or its parts, such as *section*, folded."""
    table = language.tables.get("references", {})
    phrases = (phrase for key in _LABELS for phrase in table.get(key, ()))
    return frozenset(
        fold(phrase) for phrase in phrases if phrase.isalpha() and len(phrase) >= _SHORTEST_KEY_WORD
    )


LONGEST_CHECKED = 10_000  # characters; provisions of real laws have some hundreds
_WIDEST = 200  # most characters of context that make a place unique
_OPENING, _CLOSING = "«“‘„‚»›\"'", "»”’“‘«‹\"'"  # German opens with „ or » and closes with “ or «
SideName = Literal["original", "translation"]
SIDES: tuple[SideName, SideName] = ("original", "translation")
OTHER_SIDE: dict[SideName, SideName] = {"original": "translation", "translation": "original"}
_Read = TypeVar("_Read")


@dataclass(frozen=True)
class CheckedText:
    """A text in one language, to be checked. No slots: its words are cached."""

    language: Language  # Language of the text.
    text: str  # Text of a provision without that of its parts, or a text of a bilingual file.
    heading: str = ""  # Heading of the provision, or empty.
    references: tuple[Reference, ...] = ()  # References in `text`, with offsets into it.
    notes: tuple[Note, ...] = ()  # Footnotes of the provision.
    provision: Provision | None = None  # The provision; None for a text of a bilingual file.
    # Cached results, by the function that computed them.
    kept: dict[object, object] = field(default_factory=dict, repr=False, compare=False)

    def __getstate__(self) -> dict[str, object]:
        """Return the text alone for other processes: what is cached is larger, and soon made."""
        return {each.name: getattr(self, each.name) for each in fields(self)} | {"kept": {}}

    def once(self, read: Callable[[CheckedText], _Read]) -> _Read:
        """Return the result of a function of this text, computed once and cached."""
        if read not in self.kept:
            self.kept[read] = read(self)
        return cast(_Read, self.kept[read])

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """The words of the text in order.

        Those of references and of remarks about one country, «(στην Ελλάδα …)», are left out.
        """
        left_out = self.reference_spans + self.local_spans
        return read_words(self.text, self.language.code, left_out)

    @cached_property
    def local_spans(self) -> tuple[Span, ...]:
        """Spans of remarks in brackets about one country, such as «(στην Ελλάδα …)»."""
        found = []
        for opening in read_rule_words(self.language.code).local:
            at = self.text.casefold().find(f"({opening.casefold()}")
            if at >= 0:
                end = self.text.find(")", at)
                found.append((at, end + 1 if end >= 0 else len(self.text)))
        return tuple(found)

    @cached_property
    def reference_spans(self) -> tuple[Span, ...]:
        """Spans of the references in the text, with their key words: *Law 47*."""
        return tuple(each.within or (each.start, each.end) for each in self.references)

    def texts(self) -> Iterator[tuple[str, bool]]:
        """Yield the heading with True, then the text with False; empty ones are left out."""
        if self.heading:
            yield self.heading, True
        if self.text:
            yield self.text, False


@dataclass(frozen=True, slots=True)
class TextPair:
    """A text and its translation."""

    place: str  # Canonical address, `47E2(a)`, or id of the pair in a bilingual file.
    edition: str  # Id of the edition, `2017`; empty for a bilingual file.
    law: Ordinal  # Number of the law; 0 for a bilingual file.
    original: CheckedText  # The original; for a text without a translation, the text itself.
    translation: CheckedText  # The translation; the same object as `original` if there is none.
    # The provisions that have the texts; None for a bilingual file.
    pair: ProvisionPair | None = None
    # Whether the original is a heading that the source of the translation has lost; False for
    # provisions, which know it themselves.
    heading_lost: bool = False

    @property
    def tags(self) -> tuple[str, str]:
        """Language tags of the original and of the translation."""
        return self.original.language.code, self.translation.language.code

    @property
    def address(self) -> Address | None:
        """Address of the provision; None for a bilingual file."""
        return self.pair.held.address if self.pair else None

    @property
    def alone(self) -> bool:
        """Whether this is a text without a translation, paired with itself."""
        return self.original is self.translation

    @property
    def is_too_long(self) -> bool:
        """Whether a text or heading has more than 10,000 characters (``LONGEST_CHECKED``)."""
        return any(
            len(text) > LONGEST_CHECKED
            for side in (self.original, self.translation)
            for text in (side.text, side.heading)
        )

    def side(self, name: SideName) -> CheckedText:
        """Return the text called ``original`` or ``translation``."""
        return self.original if name == "original" else self.translation


class Fault(Struct, frozen=True):
    """A fault found by a rule. The runner makes a ``Finding`` of it, with rule and address."""

    message: str  # What differs, in one sentence.
    quote: str = ""  # The words at fault, or empty.
    hint: str = ""  # What an editor can do about it, or empty.
    # What identifies this fault among others of its rule in the text, without offsets.
    key: str = ""
    on: SideName = "translation"  # Which text is at fault.
    # Words to mark: which text, and span in that text.
    marked: tuple[tuple[SideName, Span], ...] = ()
    # For lost words, the words of the translation around the place where they are missing.
    gap: Span | None = None
    # For lost words, the code point of the translation at which they are missing.
    missing_at: int | None = None
    # Whether the translation says something else than the original, which lost words do not
    # explain: another number, a bracket more.
    contradicts: bool = False
    evidence: tuple[str, ...] = ()  # Further facts that support the fault.
    score: float | None = None  # Probability of the fault, 0 to 1; None when certain.
    severity: Severity | None = None  # Severity; None for that of the rule.
    # Whether the text may well be right; a doubtful fault explains no other.
    doubtful: bool = False
    fix: Fix | None = None  # Replacement of the words at fault where it is unambiguous, else None.
    # Provision concerned, for a fault found in a whole law or code; None when all of it is.
    at: Address | None = None
    # Canonical addresses of all provisions concerned, for a fault of several provisions.
    also: tuple[str, ...] = ()
    # Whether labels out of order in the same list of provisions are due to this fault.
    labels: bool = False

    def spans(self, name: SideName) -> list[Span]:
        """Return the spans at fault in a text: what is marked, and the place of lost words."""
        marked = [span for on, span in self.marked if on == name]
        return [*marked, self.gap] if self.gap and name == "translation" else marked


def replacement_fix(text: str, span: Span, new: str, heading: bool = False) -> Fix | None:
    """Return a fix that replaces a span, with enough context to be unique in the text.

    Args:
        text: Text of a provision, or its heading.
        span: Code points to replace.
        new: Replacement.
        heading: Whether ``text`` is the heading.

    Returns:
        None when 200 characters of context on either side do not make the words unique.
    """
    start, end = span
    farthest = (max(0, start - _WIDEST), min(len(text), end + _WIDEST))
    if text.count(text[slice(*farthest)]) > 1:
        return None
    while text.count(text[start:end]) > 1:
        start, end = max(farthest[0], start - 1), min(farthest[1], end + 1)
    old = text[start:end]
    return Fix(old, text[start : span[0]] + new + text[span[1] : end], heading)


def each_text(pair: TextPair) -> Iterator[tuple[SideName, CheckedText, CheckedText]]:
    """Yield both texts of a pair: name of the text, the text, the text to compare it with.

    For a text without a translation, only ``original`` is yielded, with an empty text to compare.
    """
    if pair.alone:
        yield "original", pair.original, CheckedText(pair.original.language, "")
        return
    yield "original", pair.original, pair.translation
    yield "translation", pair.translation, pair.original


def is_quoted(text: str, span: Span) -> bool:
    """Return whether a span has a quotation mark directly before and directly after it."""
    before, after = text[max(0, span[0] - 1) : span[0]], text[span[1] : span[1] + 1]
    return bool(before and after) and before in _OPENING and after in _CLOSING


def with_context(text: str, span: Span) -> str:
    """Return the words of a span with about 12 characters before and after, cut at spaces."""
    near, far = max(0, span[0] - 12), min(len(text), span[1] + 12)
    first, last = max(0, near - _WIDEST), min(len(text), far + _WIDEST)
    start = text.rfind(" ", first, near) + 1 or first
    end = text.find(" ", far, last)
    return text[start : end if end >= 0 else last].replace("\n", " ")


def sentence_pairs(pair: TextPair) -> Iterator[tuple[Sequence[Word], Sequence[Word]]]:
    """Yield the words of both texts sentence by sentence: of the original, of the translation.

    If the texts do not have the same number of sentences, all words are yielded at once. Sentences
    without words do not count.
    """
    ours, theirs = pair.original.once(_by_sentence), pair.translation.once(_by_sentence)
    if len(ours) == len(theirs):
        yield from zip(ours, theirs, strict=True)
    else:
        yield pair.original.words, pair.translation.words


def _by_sentence(side: CheckedText) -> list[tuple[Word, ...]]:
    starts = [word.start for word in side.words]
    ends = [end for _, end in sentences(side.text, side.language.code)]
    places = [0, *(bisect_left(starts, end) for end in ends)]
    return [side.words[first:last] for first, last in pairwise(places) if first < last]
