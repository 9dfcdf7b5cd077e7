"""Acts of law that a text cites: its own, others by name or number, and those named before.

«Article 5 of Directive 95/46/EC», «άρθρο 9 του ν. 4624/2019» and «Article 16 TFEU» are articles of
other acts, never of the code. ``lawkb/languages/acts.tsv`` lists the acts that every code knows,
``acts.tsv`` of the corpus those of one code; the words around them are in the language files.

Others have a name that no table lists: «Canada Marine Act», «Loi sur les océans», «Αστικού Κώδικα».
It is in italics, or it is told by its noun and the words with capital letters around it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from lawkb.model.language import Language, read_known_acts
from lawkb.references.vocabulary import (
    Phrase,
    PhraseIndex,
    Token,
    is_in_longer,
    is_year,
    phrase_index,
    read_tokens,
    token_keys,
    words_alphabet,
)

_LONGEST = 12  # tokens of a name before or after its noun
_LONGEST_ITALIC = 40
_SHORTEST_WORD = 2
_YEARS = range(1600, 2100)
_LONG_YEAR = 4

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class NameWords:
    """The words of a language in names of acts: the table ``acts.names`` of its file."""

    before: frozenset[str]  # Nouns whose name is before them: «Canada Marine Act».
    # Nouns whose name is after them, with capital letters: «Code of Civil Procedure».
    after: frozenset[str]
    # Nouns with a capital letter and a name after them that needs none: «Loi sur les océans».
    phrase: frozenset[str]
    inner: frozenset[str]  # Small words inside a name.
    # Those of them before which a comma may be: «Wrecked, Abandoned or Hazardous Vessels Act».
    joining: frozenset[str]
    ends: frozenset[str]  # Words that end a name of the kind `phrase`.
    # Words that begin no name, also with a capital letter: *This*, *Under*.
    unnamed: frozenset[str]
    # Nouns of the acts that the code cites by name; of other nouns no name is read.
    named: frozenset[str]


class NamePlace(NamedTuple):
    """The index of the noun of a name, and those of its first token and after its last."""

    noun: int
    span: Span


def read_name_words(
    raw: Mapping[str, Any], named: Iterable[str], alphabet: Mapping[int, int]
) -> NameWords:
    """Return the words in names of acts.

    Args:
        raw: The table ``acts.names`` of a language file.
        named: Nouns of the acts that the code cites by name.
        alphabet: Look-alike letters of the language.
    """

    def keys(words: Iterable[str]) -> frozenset[str]:
        return frozenset(key for phrase in token_keys(words, alphabet) for key in phrase)

    found = {name: keys(raw.get(name, ())) for name in NameWords.__slots__}
    return NameWords(**{**found, "named": keys(named)})


def read_name(
    tokens: tuple[Token, ...],
    places: tuple[int, int],
    words: NameWords,
    nouns: PhraseIndex,
    italics: Mapping[int, int],
) -> NamePlace | None:
    """Return the name at a token or around the noun there, or None.

    Args:
        places: Index of the token, and the first one that may belong to the name.
        words: Words in names.
        nouns: What acts are called.
        italics: First code points of spans in italics, and those after them.
    """
    at, least = places
    if words.named and (found := _in_italics(tokens, at, nouns, italics)):
        return found
    token = tokens[at]
    if not _is_noun(token, nouns) or token.key not in words.named:
        return None
    first = _begin(tokens, at, least, (words, nouns)) if token.key in words.before else at
    end = at + 1
    if token.key in words.phrase:
        end = _end_of_phrase(tokens, at, words)
    elif token.key in words.after:
        end = _end(tokens, at, words)
    if (first, end) == (at, at + 1):
        return None
    # The year belongs to the name: «Canada Shipping Act, 2001», «Companies Act 2006».
    comma = tokens[end].text == ","
    dated = _is_year(tokens[end + comma])
    return NamePlace(at, (first, end + (1 + comma) * dated))


def _in_italics(
    tokens: tuple[Token, ...], at: int, nouns: PhraseIndex, italics: Mapping[int, int]
) -> NamePlace | None:
    end = italics.get(tokens[at].start)
    if end is None:
        return None
    stop, found = at, at
    for stop in range(at, min(at + _LONGEST_ITALIC, len(tokens))):
        if tokens[stop].start >= end or tokens[stop].kind in ("end", "break"):
            break
        found = stop if tokens[stop].kind == "word" else found
    if stop < at + 2:
        return None
    noun = next((i for i in (at, found) if _is_noun(tokens[i], nouns)), None)
    return None if noun is None else NamePlace(noun, (at, stop))


def _is_noun(token: Token, nouns: PhraseIndex) -> bool:
    return token.text[:1].isupper() and token.key in nouns.by_first


def _begin(
    tokens: tuple[Token, ...], at: int, least: int, known: tuple[NameWords, PhraseIndex]
) -> int:
    """Return the index of the first word of a name before its noun; that of the noun if none."""
    words, nouns = known
    first, joined = at, False
    for i in range(at - 1, max(least, at - _LONGEST) - 1, -1):
        token = tokens[i]
        joined = joined or token.key in words.joining
        if token.kind == "word" and token.text[:1].isupper():
            if token.key in words.unnamed or token.key in nouns.by_first or _is_label(token):
                break
            first = i
        elif token.key not in words.inner and not (token.text == "," and joined):
            break
    return first


def _is_label(token: Token) -> bool:
    """Return whether a word is the number of a part: «Part X»."""
    return len(token.text) < _SHORTEST_WORD or not set(token.text) - set("IVXLC")


def _end(tokens: tuple[Token, ...], at: int, words: NameWords) -> int:
    """Return the index after the words with capital letters that follow the noun of a name."""
    end = at + 1
    for i in range(at + 1, min(at + _LONGEST, len(tokens))):
        token = tokens[i]
        titled = token.kind == "word" and token.text[:1].isupper() and not _is_label(token)
        if titled and token.key not in words.unnamed:
            end = i + 1
        elif titled or token.key not in words.inner:
            break
    return end


def _end_of_phrase(tokens: tuple[Token, ...], at: int, words: NameWords) -> int:
    for i in range(at + 1, min(at + _LONGEST, len(tokens))):
        token = tokens[i]
        goes_on = token.kind == "word" or token.text in ("'", "-") or _is_year(token)
        if token.key in words.ends or not goes_on:
            return _without_small_words(tokens, at, i, words)
    return at + 1


def _without_small_words(tokens: tuple[Token, ...], at: int, end: int, words: NameWords) -> int:
    """Return the index after a name without the small words at its end: «… et l'»."""
    while end > at + 1 and (tokens[end - 1].key in words.inner or tokens[end - 1].text == "'"):
        end -= 1
    return end


def _is_year(token: Token) -> bool:
    return is_year(token) or (
        token.text.isdecimal() and len(token.text) == _LONG_YEAR and int(token.text) in _YEARS
    )


def italic_spans(marks: Iterable[Any]) -> tuple[Span, ...]:
    """Return the spans in italics among the marks of a passage."""
    return tuple((mark.start, mark.end) for mark in marks if mark.kind == "italic")


ANY = "*"  # class of every act, and language of the kinds of acts that are cited by number
_LONGEST_NUMBER = 10  # tokens between the noun of an act and its number
_LONGEST_FILE_NUMBER = 18  # tokens of a file number with its date
_LONGEST_THROUGH = 10  # tokens of «converted, with changes, by the»
_DATE = 4  # tokens of a date before its year: «6.9.»
_STEM = 5  # letters by which two forms of a noun are the same
_YEAR_DIGITS = (2, 4)
_CENTURY = 1900  # of years with two digits
_DIGITS = re.compile(r"\d{1,4}")


class Act(NamedTuple):
    """An act of law that a text cites."""

    name: str  # Short name, as readers see it; empty for an act that is not known.
    # URL of its provisions with `{article}`, the part of the page for one article in square
    # brackets; empty when it is not known.
    url: str = ""
    is_own: bool = False  # Whether it is the code itself.

    def link(self, article: str) -> str:
        """Return the URL of an article of the act; empty when it is not known."""
        before, opened, rest = self.url.partition("[")
        inside, _, after = rest.partition("]")
        part = inside if article and opened else ""
        return f"{before}{part}{after}".replace("{article}", article.lower())


OWN = Act("", is_own=True)
UNKNOWN = Act("")


class Mention(NamedTuple):
    """A place in a text that names an act."""

    act: Act  # The act.
    end: int  # Code point after its name and number.
    # What the act is, such as a law: «that Directive» is the last one of its class.
    classes: frozenset[str]
    is_through: bool = False  # Whether it only changed another: «as amended by Directive …».


@dataclass(frozen=True, slots=True)
class ActWords:
    """The words of a language around acts of law: the table ``acts`` of its file."""

    nouns: PhraseIndex  # What acts are called: *directive*.
    this: PhraseIndex  # Words before a noun that make it the code itself: «of this».
    this_after: frozenset[str]  # Words after a noun that do so: «αυτού».
    short: PhraseIndex  # Phrases without a noun that are the code itself: «του παρόντος».
    own: PhraseIndex  # Titles of the code.
    that: PhraseIndex  # Words before a noun that make it an act named before: «of that».
    that_after: frozenset[str]  # Words after a noun that do so: «précitée».
    # Words that are an act named before: *thereof*, of `latter` *of the latter*, of `cited` one
    # cited before, perhaps not here: *loc. cit.*
    thereof: PhraseIndex
    its: frozenset[str]  # Words before an article that make it one of an act named before: *its*.
    # Words that, said again before a provision, part it from those before it: *under*.
    parting: frozenset[str]
    which: PhraseIndex  # Words between the title of an act and its number: «di cui al».
    the: PhraseIndex  # Words before a noun or name: «of the».
    modifiers: frozenset[str]  # Words between these and a noun: «Council», «implementing».
    signs: frozenset[str]  # What may be between a noun and a number.
    no_signs: frozenset[str]  # Those of them after which the number is before the year: *No*.
    numbered: PhraseIndex  # Nouns of acts that are cited by number, by the name of their kind.
    named: PhraseIndex  # Names of known acts, by their place in `known`.
    known: tuple[Act, ...]  # The known acts.
    # Short name and URL of acts cited by number, by the name of their kind.
    kinds: Mapping[str, Act] = field(hash=False)
    # Those of `named` that are one word with a capital letter and else a common word.
    capitals: frozenset[str]
    # Noun of each of these kinds, as the language file has it first.
    nominatives: Mapping[str, str] = field(hash=False)
    # Numbers of the months by their names, for acts cited by date.
    months: Mapping[str, int] = field(hash=False)
    opening: frozenset[str]  # First words of names and numbered nouns.
    # URLs of the act that the code itself is, by the numbers in its titles.
    own_links: frozenset[str]
    alone: frozenset[tuple[str, ...]]  # The phrases of `nouns`.
    names: NameWords  # How names that no table lists are written.
    unique: frozenset[tuple[str, ...]]  # Nouns that are a name when they are alone: *Constitution*.
    particularly: PhraseIndex  # Words between an act and its provisions: «, and in particular».
    rest: PhraseIndex  # Words after a provision that add those behind it: «et seq.».
    about: PhraseIndex  # Words that begin the title of a provision: «, relating to fees,».
    chapters: PhraseIndex  # Words for the chapter of a year's laws: *c.* in «2014, c. 31, s. 2».
    # The same before the name of those laws: «chapter 9 of the Statutes of …».
    year_chapters: PhraseIndex
    again: PhraseIndex  # Words before a noun alone that make it an act named before: *that*.
    said: PhraseIndex  # Words before a provision that make it one named before: *said*.
    common: PhraseIndex  # Words beside a provision that make it one of several other texts.
    articles: frozenset[str]  # Articles before the word for a provision: «und nach dem».
    idioms: PhraseIndex  # Phrases that look like an act and are none: «in order».
    # Words beside a provision that is added or replaced in an act: «is added».
    amending: PhraseIndex
    as_follows: PhraseIndex  # Last words of those after which amendments follow: «as follows».
    through: PhraseIndex  # Words before an act that changed the one named: «as amended by».
    quoting: PhraseIndex  # Words before what is amended in quotation marks: «the words ‘…’».
    # Classes of nouns that also mean an act of another noun: «section 2 of that Act» of the
    # Criminal Code.
    generic: frozenset[str]
    own_classes: frozenset[str]  # Classes of the nouns in the titles of the code.
    # Nouns of acts that may be named before their provisions without being listed: «the Treaty …,
    # in particular Article 16».
    first: PhraseIndex
    dated: frozenset[str]  # Words before the date of an act: «από».
    # Ends of nouns of acts: «Aufenthaltsgesetzes».
    suffixes: tuple[str, ...]
    capital_first: bool  # Whether these have a capital letter then.
    demonstratives: frozenset[str]  # Words that make such a noun the code itself: *this*.

    def class_of(self, words: Iterable[str]) -> str:
        """Return the class of a noun: its kind where it is cited by number, else its stem."""
        wanted = tuple(words)
        for found, kind in self.numbered.by_first.get(wanted[0], ()):
            if found == wanted:
                return kind.partition("_")[0]
        return wanted[0][:_STEM]


@cache
def read_act_words(language: Language) -> ActWords:
    """Return the words of a language around acts of law; empty where its file has none."""
    references: Mapping[str, Any] = language.tables.get("references", {})
    raw: Mapping[str, Any] = references.get("acts", {})
    alphabet = words_alphabet(language)

    def phrases(words: Iterable[str]) -> list[tuple[str, ...]]:
        return token_keys(words, alphabet)

    def index(*names: str) -> PhraseIndex:
        return phrase_index({name: phrases(raw.get(name, ())) for name in names})

    def keys(name: str) -> frozenset[str]:
        return frozenset(key for words in phrases(raw.get(name, ())) for key in words)

    laws = set(phrases(references.get("law", ())))
    nouns = [words for words in phrases(raw.get("nouns", ())) if words not in laws]
    numbered = {
        kind: [words for words in phrases(forms) if words not in laws]
        for kind, forms in raw.get("numbered", {}).items()
    }
    rows = [*references.get("known_acts", ()), *read_known_acts()]
    names = [row for row in rows if row[0] == language.code]
    indexes = (
        phrase_index(numbered),
        phrase_index({str(at): phrases([row[1]]) for at, row in enumerate(names)}),
    )
    titles = references.get("own_titles", ())
    months = language.tables.get("numerals", {}).get("months", ())
    small = frozenset(word for each in phrases(raw.get("the", ())) for word in each)
    every = {*nouns, *(each for forms in numbered.values() for each in forms)}

    def is_noun(title: tuple[str, ...]) -> bool:
        return tuple(word for word in title if word not in small) in every

    words = ActWords(
        nouns=phrase_index({"noun": nouns}),
        this=index("this"),
        this_after=keys("this_after"),
        short=index("own"),
        own=phrase_index({"own": [each for each in phrases(titles) if not is_noun(each)]}),
        that=index("that"),
        that_after=keys("that_after"),
        thereof=index("thereof", "latter", "cited"),
        its=keys("its"),
        parting=keys("parting"),
        which=index("which"),
        the=index("the"),
        modifiers=keys("modifiers"),
        signs=keys("signs"),
        no_signs=keys("no_signs"),
        numbered=indexes[0],
        named=indexes[1],
        known=tuple(Act(short, url) for _, _, short, url in names),
        capitals=frozenset(
            str(at) for at, row in enumerate(names) if row[1].isalpha() and row[1].istitle()
        ),
        kinds={kind: Act(short, url) for tag, kind, short, url in rows if tag == ANY},
        nominatives={kind: forms[0] for kind, forms in raw.get("numbered", {}).items() if forms},
        months={
            words[0]: n
            for n, names in enumerate(months, start=1)
            for words in phrases(names.split())
        },
        opening=frozenset(chain.from_iterable(each.by_first for each in indexes)),
        own_links=frozenset(),
        alone=frozenset(nouns),
        names=read_name_words(raw.get("names", {}), references.get("named", ()), alphabet),
        unique=frozenset(phrases(raw.get("unique", ()))).intersection(
            phrases(references.get("named", ()))
        ),
        particularly=index("particularly"),
        rest=index("rest"),
        about=index("about"),
        chapters=index("chapters"),
        year_chapters=index("year_chapters"),
        again=index("again"),
        said=index("said"),
        common=index("common"),
        articles=keys("articles"),
        idioms=index("idioms"),
        amending=index("amending"),
        as_follows=index("as_follows"),
        through=index("through"),
        quoting=index("quoting"),
        generic=frozenset(),
        own_classes=frozenset(),
        first=index("first"),
        dated=keys("dated"),
        suffixes=tuple(sorted(keys("suffixes"))),
        capital_first=raw.get("capital_first", False),
        demonstratives=frozenset(
            key
            for each in phrases(language.tables.get("divisions", {}).get("this", ()))
            for key in each
        ),
    )
    return replace(
        words,
        own_links=frozenset(_titled_links(titles, words, language)),
        generic=frozenset(words.class_of(each) for each in phrases(raw.get("generic", ()))),
        own_classes=frozenset(
            words.class_of((key,))
            for title in phrases(titles)
            for key in title
            if key in words.nouns.by_first
        ),
    )


@dataclass(frozen=True, slots=True)
class Mentions:
    """The acts that a text names, to look them up by place and by class."""

    # The mentions by the first code point of the noun or name.
    by_start: Mapping[int, Mention] = field(hash=False)
    # For each class, first code points and acts, in text order.
    by_class: Mapping[str, tuple[tuple[int, ...], tuple[Act, ...]]] = field(hash=False)
    by_name: Mapping[str, Act] = field(hash=False)  # The acts by their short names.

    def last(self) -> Mapping[str, Act]:
        """Return the last act of each class."""
        return {name: acts[-1] for name, (_, acts) in self.by_class.items()}

    def named(self, name: str) -> Act | None:
        """Return the act with a short name, or None."""
        return self.by_name.get(name)

    def before(self, start: int, of_class: str, default: Act = UNKNOWN) -> Act:
        """Return the last act of a class named before a code point, or ``default``."""
        starts, acts = self.by_class.get(of_class, ((), ()))
        at = bisect_left(starts, start)
        return acts[at - 1] if at else default


NO_MENTIONS = Mentions({}, {}, {})


def read_mentions(
    text: str, tokens: tuple[Token, ...], words: ActWords, italics: Iterable[Span] = ()
) -> Mentions:
    """Return the acts that a text names, in linear time.

    Args:
        words: Words around acts.
        italics: Spans in italics, in which some states write the names of their acts.
    """
    found = dict(_mentions(text, tokens, words, dict(italics)))
    by_class: dict[str, list[tuple[int, Act]]] = defaultdict(list)
    for start, mention in found.items():
        for each in () if mention.is_through else (ANY, *mention.classes):
            by_class[each].append((start, mention.act))
    lists = {
        name: (tuple(start for start, _ in each), tuple(act for _, act in each))
        for name, each in by_class.items()
    }
    return Mentions(found, lists, {each.act.name: each.act for each in found.values()})


def _mentions(
    text: str, tokens: tuple[Token, ...], words: ActWords, italics: Mapping[int, int]
) -> Iterator[tuple[int, Mention]]:
    after = 0
    for at, token in enumerate(tokens):
        if at < after:
            continue
        if own := words.own.at(tokens, at):
            after = own.end
            yield token.start, Mention(OWN, tokens[own.end - 1].end, _classes(words, own.words))
        elif found := _known(text, tokens, at, words) or _printed(
            tokens, (at, after), words, italics
        ):
            first, after, act, classes = found
            if words.names.named or words.numbered.at(tokens, first):
                act = _named_as_printed(act, text, tokens[first].start, tokens[after - 1].end)
            # A number in brackets after the name: «(ν. 2690/1999, Α΄ 45)».
            opened = tokens[after].text == "(" and tokens[after + 1].key in words.opening
            if opened and (numbered := _numbered(text, tokens, after + 1, words)):
                act, after = act._replace(url=numbered.act.url), numbered.end
            act = OWN if (act.link("") or act.name) in words.own_links else act
            through = _is_through(tokens, first, words)
            yield tokens[first].start, Mention(act, tokens[after - 1].end, classes, through)


def _is_through(tokens: tuple[Token, ...], first: int, words: ActWords) -> bool:
    """Return whether words such as «as amended by» are before an act: it is not the one cited."""
    ends = (first, first - 1, first - 2)  # before «la», «Article 5 of»
    begins = range(max(0, first - _LONGEST_THROUGH), first)
    found = (words.through.at(tokens, i) for i in begins)
    return any(phrase.end in ends for phrase in found if phrase)


def _known(text: str, tokens: tuple[Token, ...], at: int, words: ActWords) -> _Found | None:
    if tokens[at].key not in words.opening:
        return None
    try:
        return _named(tokens, at, words) or _numbered(text, tokens, at, words)
    except (ValueError, IndexError):  # a number that no rule foresaw costs this act, never the page
        return None


def _printed(
    tokens: tuple[Token, ...], places: tuple[int, int], words: ActWords, italics: Mapping[int, int]
) -> _Found | None:
    """Return an act that no table lists, by the words of its name, or None.

    ``places`` are the index of a token and that of the first one that may belong to a name.
    """
    found = read_name(tokens, places, words.names, words.nouns, italics)
    if found is None:
        return None
    noun, (first, end) = found
    return _Found(first, end, UNKNOWN, _classes(words, (tokens[noun].key,)))


def _classes(words: ActWords, keys: Iterable[str]) -> frozenset[str]:
    return frozenset(words.class_of((key,)) for key in keys if key in words.nouns.by_first)


def _named_as_printed(act: Act, text: str, start: int, end: int) -> Act:
    """Return an act with the words of the text as its name if no table has a name for it."""
    return act if act.name or act.is_own else act._replace(name=" ".join(text[start:end].split()))


class _Found(NamedTuple):
    """An act with the indexes of its first token and after its last, and its classes."""

    first: int
    end: int
    act: Act
    classes: frozenset[str]


def _named(tokens: tuple[Token, ...], at: int, words: ActWords) -> _Found | None:
    name = words.named.at(tokens, at)
    # «in giudizio la costituzione», a common word, is no Constitution.
    common = name is not None and name.kind in words.capitals and tokens[at].text[:1].islower()
    if name is None or common or is_in_longer(tokens, at, name.end):
        return None
    return _Found(at, name.end, words.known[int(name.kind)], _classes(words, name.words))


def _numbered(text: str, tokens: tuple[Token, ...], at: int, words: ActWords) -> _Found | None:
    noun = words.numbered.at(tokens, at)
    number = _read_number(tokens, noun, words) if noun else None
    if noun is None or number is None:
        return None
    classes = frozenset((words.class_of(noun.words),))
    kind = words.kinds.get(noun.kind)
    if kind is None:
        return _Found(at, number.end, UNKNOWN, classes)
    following = text[tokens[noun.end - 1].end : tokens[number.end - 1].end]
    name = " ".join(f"{words.nominatives[noun.kind]}{following}".split())
    if not number.places:
        return _Found(at, number.end, Act(name), classes)
    url = kind.url
    for key, value in number.places:
        url = url.replace("{" + key + "}", value)
    return _Found(at, number.end, Act(kind.name.replace("{name}", name), url), classes)


class _Number(NamedTuple):
    """The number of an act: ``end`` is the index after it, ``places`` fill the URL."""

    end: int
    places: tuple[tuple[str, str], ...]


def _read_number(tokens: tuple[Token, ...], noun: Phrase, words: ActWords) -> _Number | None:
    """Return the number after a noun: «(EU) No 1025/2012», «4624/2019», «7 agosto 1990, n. 241»."""
    at, signed = noun.end, False
    for _ in range(_LONGEST_NUMBER):
        if tokens[at].kind == "number" or tokens[at].key not in words.signs:
            break
        signed |= tokens[at].key in words.no_signs
        at += 1
    if end := _dated_end(tokens, at, noun):
        return _Number(end, ())
    if tokens[at].kind != "number":
        return None
    if _is_pair(tokens, at):
        return _pair(tokens, at, noun.kind, signed)
    return _after_date(tokens, at, words) or (_before_year(tokens, at, words) if signed else None)


def _dated_end(tokens: tuple[Token, ...], at: int, noun: Phrase) -> int | None:
    """Return the index after a file number and date, «Γ1(δ)/οικ. 67322/6.9.2017», or None.

    The number ends with a day, a month and a year. Letters and further signs may be before it.
    """
    slash = 0
    for i in range(at, min(at + _LONGEST_FILE_NUMBER, len(tokens))):
        token = tokens[i]
        if token.kind in ("end", "break") or token.text in (",", ";"):
            return None
        # A word of a file number is in capitals, or an abbreviation.
        of_file = token.text.isupper() or token.glued or tokens[i + 1].text == "."
        if token.kind == "word" and i > noun.end and not of_file:
            return None
        slash = i if token.text == "/" else slash
        if slash and i > slash and token.glued and _is_date(tokens, i):
            return i + 1
    return None


def _is_date(tokens: tuple[Token, ...], i: int) -> bool:
    """Return whether a token is the year of a date with dots: «6.9.2017»."""
    parts = tokens[max(0, i - _DATE) : i]
    signs = [part.text for part in parts[1::2]]
    return is_year(tokens[i]) and signs == [".", "."] and all(part.glued for part in parts[1:])


def _is_pair(tokens: tuple[Token, ...], at: int) -> bool:
    slash, second = tokens[at + 1], tokens[min(at + 2, len(tokens) - 1)]
    glued = second.glued and slash.glued
    return slash.text == "/" and second.kind == "number" and (glued or is_year(second))


def _pair(tokens: tuple[Token, ...], at: int, kind: str, signed: bool) -> _Number:
    first, second = tokens[at].text, tokens[at + 2].text
    numbered_first = not kind.startswith("eu-") or (signed and kind != "eu-dir")
    if numbered_first == (len(second) in _YEAR_DIGITS):
        year, number = (second, first) if numbered_first else (first, second)
    else:
        year, number = (first, second) if len(first) in _YEAR_DIGITS else (second, first)
    year = str(_CENTURY + int(year)) if len(year) < max(_YEAR_DIGITS) else year
    end = at + 3
    if tokens[end].text == "/" and tokens[end + 1].kind == "word" and tokens[end + 1].glued:
        end += 2
    return _Number(end, (("number", number), ("year", year), ("date", year)))


def _after_date(tokens: tuple[Token, ...], at: int, words: ActWords) -> _Number | None:
    """Return the number after a date: «7 agosto 1990, n. 241»."""
    day, after = _day(tokens, at)
    if tokens[after].key not in words.months or tokens[after + 1].kind != "number":
        return None
    month, year = words.months[tokens[after].key], tokens[after + 1].text
    i = after + 2
    while tokens[i].text in (",", ".") or tokens[i].key in words.no_signs:
        i += 1
    if i == after + 2 or tokens[i].kind != "number":
        return None
    date = f"{year}-{month:02}-{day:02}"
    return _Number(i + 1, (("number", tokens[i].text), ("year", year), ("date", date)))


def _day(tokens: tuple[Token, ...], at: int) -> tuple[int, int]:
    """Return the day of a date and the index after it: «1», «1st», «1º», «1η», «1.»."""
    digits = _DIGITS.match(tokens[at].text)
    after, following = at + 1, tokens[at + 1]
    if following.glued and (following.kind == "word" or following.text in ("*", ".", "°")):
        after += 1
    return int(digits[0]) if digits else 0, after


def _before_year(tokens: tuple[Token, ...], at: int, words: ActWords) -> _Number | None:
    """Return the number before a year: «n. 241 del 1990»."""
    the = words.the.at(tokens, at + 1)
    if the is None or tokens[the.end].kind != "number":
        return None
    year = tokens[the.end].text
    if len(year) != max(_YEAR_DIGITS):
        return None
    return _Number(the.end + 1, (("number", tokens[at].text), ("year", year), ("date", year)))


def _titled_links(titles: Iterable[str], words: ActWords, language: Language) -> Iterator[str]:
    """Yield the URLs of the acts that titles of the code have the numbers of."""
    for title in titles:
        tokens = read_tokens(title, words_alphabet(language))
        for at in range(len(tokens) - 1):
            found = _numbered(title, tokens, at, words)
            if found:
                places = tokens[at].start, tokens[found.end - 1].end
                act = _named_as_printed(found.act, title, *places)
                yield act.link("") or act.name
