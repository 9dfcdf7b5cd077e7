"""The act that a provision is said to be of: «of this Regulation», «of that Directive», «TFEU»."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable

from msgspec.structs import replace

from lawkb.model.address import InSeries
from lawkb.model.language import is_latin_numeral
from lawkb.model.passage import Reference
from lawkb.references.acts import ANY, OWN, UNKNOWN, Act
from lawkb.references.grammar import ReferenceText, ends_clause, opener_after_of, sentence_at
from lawkb.references.vocabulary import Phrase, PhraseIndex, is_year
from lawkb.words.folding import fold

_MOST_MODIFIERS = 6  # words between «of the» and the noun or name of an act
_INITIALS = 2  # capital letters of the initials of an act
_LONGEST_INITIALS = 12
_LONGEST_NUMBERED = 9  # tokens up to the number of an act: «της με αριθμό 123/2010 απόφασης»
_LONGEST_DATED = 12  # tokens of «από 1η Μαΐου 2020 Π.Ν.Π.»
_MOST_ADJECTIVES = 3  # words after «der» up to the noun
_COMMA_STYLE = 7  # tokens in which a comma shows that commas separate the parts of a reference
# Short words with stops, «Κ.Πολ.Δ.», «C. civ.», «Π.Δ/τος».
_DOTTED = re.compile(
    r"(?:[^\W\d_]{1,6}\.[^\S\n]{0,2})*[^\W\d_]{1,6}\.(?:[^\W\d_]{1,3}\b)?"
    r"|[^\W\d_]{1,2}\.[^\W\d_]{1,2}/[^\W\d_]{2,5}"
)
_WINDOW = 30  # code points before them that show whether a text is in capitals
_LONGEST_CHAPTER = 14  # tokens of the chapter of a year's laws: «c. 31 (1st Supp.)»
_ROMAN = re.compile(r"[IVXΙΧ]+")
_LONGEST_INSERTED = 5  # tokens from a comma to the next one
_LONGEST_NAME = 16  # tokens of the name of an act up to its noun
_LONGEST_JOIN = 4  # letters of small words in a name, «Access to Information Act»
_LONGEST_NAMED = 20  # tokens from the noun of an act to *thereof*
_ENDS = ",;.()”»’"  # signs after the last word of a reference
_LONGEST_SAID = 3  # tokens of words such as *above-mentioned*
_LONGEST_SHARED = 6  # tokens of the name of texts that share a provision
_NUMBER_PARTS = re.compile(r"\d+[^\W\d_]?\b|[^\W\d_]+")
_LABEL = re.compile(r"[\d()]|\b\w\b")
_ARTICLE = re.compile(r"\d+(?:[.-]?\d+|[^\W\d_]{1,2}\b)?")


def own_act_end(reading: ReferenceText, i: int) -> int | None:
    """Return the index after words that name the code itself at a token, or None.

    They are words such as «of this Regulation», «του νόμου αυτού», or a title of the code.
    """
    words, tokens = reading.grammar.acts, reading.tokens
    this = words.this.at(tokens, i)
    noun = _noun(reading, this.end) if this else None
    if noun:
        return noun.end
    if this and _is_compound(reading, this.end):  # «dieses Bundesgesetzes»
        return this.end + 1
    the = words.the.at(tokens, i)
    if the is None:
        return None
    title = words.own.at(tokens, the.end)
    if title:
        return title.end
    noun = _noun(reading, the.end)
    after = noun is not None and tokens[noun.end].key in words.this_after
    return noun.end + 1 if noun and after else None


def names_other_act(reading: ReferenceText, tail: Phrase) -> bool:
    """Return whether words such as «of the Code» begin another act's name: «du Code criminel».

    Args:
        tail: The words, which alone are the code itself.
    """
    noun, following = reading.tokens[tail.end - 1], reading.tokens[tail.end]
    before = _named_before(reading, tail.end - len(tail.words))
    if before and before[0].name:
        return True
    if (noun.key,) not in reading.grammar.acts.alone:
        return False
    mention = reading.mentions.by_start.get(noun.start)
    longer = mention is not None and mention.end > noun.end
    if _begins_name(reading, tail.end) or reading.grammar.acts.which.at(reading.tokens, tail.end):
        return True
    titled = following.kind == "word" and following.text[:1].isupper() and not noun.text.isupper()
    return longer or titled


def _begins_name(reading: ReferenceText, i: int) -> bool:
    """Return whether words after a noun make it the name of an act: «du code de commerce»."""
    tokens = reading.tokens
    if tokens[i].key not in reading.vocabulary.of_name or not tokens[i].text.islower():
        return False
    rest = tokens[i + 1 : i + 3]
    long = any(token.kind == "word" and len(token.text) > _LONGEST_JOIN for token in rest)
    return tokens[i + 1].kind == "word" and long


def cited_act(reading: ReferenceText, i: int) -> tuple[Act, int] | None:
    """Return the act named after a provision, and the index after it; None when none is named.

    The act is ``OWN`` for the code itself, ``UNKNOWN`` for one that no table lists.

    Args:
        i: Index of the token after the provision; a comma, or words between commas, may be there.
    """
    found = _cited_act(reading, i)
    after = _after_inserted_words(reading, i) if found is None else None
    return _cited_act(reading, after) if after else found


def said_at(reading: ReferenceText, at: int) -> bool:
    """Return whether words before a provision make it one named before: «the said section 5»."""
    return ends_at(reading.grammar.acts.said, reading, at)


def ends_at(phrases: PhraseIndex, reading: ReferenceText, at: int) -> bool:
    """Return whether one of some phrases ends before a token."""
    begins = range(max(0, at - _LONGEST_SAID), at)
    return any(
        phrase.end == at
        for i in begins
        if reading.tokens[i].key in phrases.by_first
        for phrase in phrases.all_at(reading.tokens, i)
    )


def as_said_before(
    reading: ReferenceText,
    read: tuple[int, int],
    references: tuple[Reference, ...],
    number: str | None = None,
) -> tuple[Reference, ...]:
    """Return the references of «the said Article 6» as those of the act it was named of before.

    Args:
        read: Indexes of the word for the provision and after the references.
        number: Printed number of the provision; None where each reference has its own.
    """
    behind = reading.tokens[read[1]].key in reading.grammar.acts.that_after
    if not (behind or said_at(reading, read[0])):
        return references
    return tuple(
        _as_before(reading, each, number or printed_number(each.raw)) for each in references
    )


def _as_before(reading: ReferenceText, reference: Reference, number: str) -> Reference:
    same = (each for each in reversed(reading.cited) if printed_number(each.raw) == number)
    earlier = next(same, reading.around.articles.get(number))
    if earlier is None or not earlier.act or reference.act is not None:
        return reference
    return _outside(reference, Act(earlier.act, earlier.url or ""))


def printed_number(raw: str) -> str:
    """Return the number that a reference to an article begins with: «5-bis» of «5 bis, comma 2»."""
    number, *rest = _NUMBER_PARTS.findall(raw) or [""]
    return f"{number}-{rest[0]}" if rest and is_latin_numeral(rest[0]) else number


def has_printed_label(raw: str) -> bool:
    """Return whether a reference prints a number or a letter: «the following Article» has none."""
    return bool(_LABEL.search(fold(raw)))


def act_in_common(reading: ReferenceText, at: int, i: int) -> tuple[Act, int] | None:
    """Return the texts that share a provision, and the index after their name, or None.

    «Common Article 3 of the Geneva Conventions», «l'article 3 commun aux Conventions de Genève».

    Args:
        at: Index of the word for the provision.
        i: Index after its label.
    """
    words, tokens = reading.grammar.acts, reading.tokens
    behind = words.common.at(tokens, i)
    if behind is None and not ends_at(words.common, reading, at):
        return None
    first = end = behind.end if behind else i
    while end < first + _LONGEST_SHARED and tokens[end].kind in ("word", "number"):
        end += 1
    if end == first:
        return None
    return cited_act(reading, first) or (named_as_printed(reading, UNKNOWN, first, end), end)


def named_as_printed(reading: ReferenceText, act: Act, i: int, end: int) -> Act:
    """Return an act with the words from one token to before another as its name if it has none."""
    if act.name or act.is_own or end <= i:
        return act
    the = reading.grammar.acts.the.at(reading.tokens, i)
    first = the.end if the and the.end < end else i
    start, stop = reading.tokens[first].start, reading.tokens[end - 1].end
    return act._replace(name=" ".join(reading.text[start:stop].split()))


def is_of_other_text(reading: ReferenceText, i: int) -> bool:
    """Return whether the words after a law make it one of another text: «Law 11 of football».

    After words such as *of the* only a name or a noun of a text does: «Article 7 of a decision» is
    of the code, and so is «nach Artikel 5 der zuständigen Behörde».
    """
    words, tokens = reading.vocabulary, reading.tokens
    of = words.foreign.at(tokens, i)
    if of is None or not words.texts or not words.determiners.issuperset(of.words):
        return of is not None
    for at in range(of.end, min(of.end + _MOST_ADJECTIVES, len(tokens))):
        token = tokens[at]
        if token.kind != "word":
            return False
        if token.key in words.texts or token.key.endswith(reading.grammar.acts.suffixes):
            return True
        if token.text[:1].isupper():
            return not words.capital_nouns
        if not words.capital_nouns and at > of.end:
            return False
    return False


def _abbreviated(reading: ReferenceText, i: int, told: bool) -> tuple[Act, int] | None:
    """Return the act whose abbreviation or number is at a token, and the index after it, or None.

    No table lists it: «Κ.Πολ.Δ.», «ΚΦΕ», «C.d.S.», «StPO», «R.D. 12/1934», «υ.α. 123/2010».

    Args:
        told: Whether words such as *of the* are before it.
    """
    tokens, start = reading.tokens, reading.tokens[i].start
    if tokens[i].kind not in ("word", "number") or sentence_at(reading, i):
        return None  # «UAbs. 2»
    if told and tokens[i].key in reading.grammar.acts.dated and (end := _dated_end(reading, i)):
        return Act(" ".join(reading.text[start : tokens[end - 1].end].split())), end
    if tokens[i].text in reading.vocabulary.initials and tokens[i + 1].text == ".":
        return Act(reading.text[start : tokens[i + 1].end]), i + 2
    stop = _numbered_end(reading, i, told) or _dotted_end(reading.text, start, "./", told)
    if stop is None and (has_initials_of_act(reading, i) or _is_compound(reading, i)):
        end = _initials_end(reading, i)
        return named_as_printed(reading, UNKNOWN, i, end), end
    if stop is None:
        return None
    name = " ".join(reading.text[start:stop].split())
    return Act(name), index_after(reading, i, stop)


def _is_compound(reading: ReferenceText, i: int) -> bool:
    """Return whether a compound that is an act is at a token: «§ 8 Vermögensgesetz»."""
    token, suffixes = reading.tokens[i], reading.grammar.acts.suffixes
    return token.text[:1].isupper() and any(
        token.key.endswith(each) and token.key != each for each in suffixes
    )


def _dated_end(reading: ReferenceText, i: int) -> int | None:
    """Return the index after an act behind its date: «από 11.3.2020 Π.Ν.Π.»; else None."""
    tokens = reading.tokens
    for at in range(i + 1, min(i + _LONGEST_DATED, len(tokens) - 1)):
        if tokens[at].text in (",", ";", "(") or tokens[at].kind in ("break", "end"):
            return None
        if noun := reading.grammar.acts.nouns.at(tokens, at):
            return noun.end
        stop = _dotted_end(reading.text, tokens[at].start, ".")
        if tokens[at].kind == "word" and stop:
            return index_after(reading, at, stop)
    return None


def _dotted_end(text: str, start: int, signs: str, told: bool = False) -> int | None:
    """Return the offset after short words with stops that are an act, «Κ.Πολ.Δ.»; else None.

    They have two capitals, and two of the signs. After words such as *of the* the first capital is
    enough: «du C. pr. civ.».
    """
    dotted = _DOTTED.match(text, start)
    if dotted is None:
        return None
    capitals = sum(char.isupper() for char in dotted[0])
    parts = sum(char in signs for char in dotted[0])
    capitals += told and dotted[0][:1].isupper()
    return dotted.end() if min(capitals, parts) >= _INITIALS else None


def _numbered_end(reading: ReferenceText, i: int, told: bool) -> int | None:
    """Return the offset after a number and a year, «123/2010», behind abbreviations; else None."""
    tokens = reading.tokens
    for at in range(i, min(i + _LONGEST_NUMBERED, len(tokens) - 3)):
        token = tokens[at]
        short = (
            told
            or tokens[at + 1].text == "."
            or token.text in (".", "'", "(", ")")
            or token.text.isupper()
        )
        if token.kind == "number":
            last = _date_end(reading, at)
            slash, year = tokens[last + 1], tokens[min(last + 2, len(tokens) - 1)]
            paired = slash.text == "/" and slash.glued and year.glued and year.kind == "number"
            return year.end if paired and at > i - told else None
        if token.text in (",", ";", ":") or not short or reading.vocabulary.openers.at(tokens, at):
            return None
    return None


def _date_end(reading: ReferenceText, i: int) -> int:
    """Return the index of the last number of a date with hyphens at a token, «2012-07-19»."""
    tokens = reading.tokens
    while i + 2 < len(tokens) - 1 and tokens[i + 1].text == "-" and tokens[i + 2].kind == "number":
        i += 2
    return i


def _initials_end(reading: ReferenceText, i: int) -> int:
    """Return the index after initials with what a hyphen joins to them: «B-VG»."""
    end = i + 1
    while reading.tokens[end].text == "-" and reading.tokens[end].glued:
        end += 2
    return end


def has_initials_of_act(reading: ReferenceText, i: int) -> bool:
    """Return whether the initials of an act that no table lists are at a token: «άρθρο 17 ΚΦΕ».

    In a text in capitals they cannot be told from other words.
    """
    token = reading.tokens[i]
    capitals = sum(char.isupper() for char in token.text)
    hyphen = reading.tokens[i + 1] if i + 1 < len(reading.tokens) else token
    if hyphen.text == "-" and hyphen.glued:  # «B-VG», but not «IT-Systeme»
        joined = reading.tokens[i + 2]
        more = sum(char.isupper() for char in joined.text)
        if not (joined.glued and (joined.text.isupper() or more >= _INITIALS)):
            return False
        capitals += more
    if token.kind != "word" or capitals < _INITIALS or _ROMAN.fullmatch(token.text):
        return False
    if len(token.text) > _LONGEST_INITIALS or reading.vocabulary.joins.at(reading.tokens, i):
        return False
    before = reading.text[max(0, token.start - _WINDOW) : token.start]
    return any(char.islower() for char in before)


def _after_inserted_words(reading: ReferenceText, i: int) -> int | None:
    """Return the index of the comma after words between commas: «, secondo comma, della …».

    More words may be there where they are a title: «, περί προμηθειών του Δημοσίου, του ν. …».
    """
    tokens = reading.tokens
    if tokens[i].text != ",":
        return None
    title = reading.grammar.acts.about.at(tokens, i + 1)
    longest = _LONGEST_NAME if title else _LONGEST_INSERTED
    for at in range(i + 1, min(i + longest, len(tokens))):
        if tokens[at].text == ",":
            return at
        if tokens[at].kind != "word" or reading.vocabulary.joins.at(tokens, at):
            return None
    return None


def _cited_act(reading: ReferenceText, i: int) -> tuple[Act, int] | None:
    words, tokens = reading.grammar.acts, reading.tokens
    rest = words.rest.at(tokens, i)
    i = rest.end if rest else i
    comma = tokens[i].text == ","
    at = i + comma
    if words.idioms.at(tokens, at):
        return None
    if found := _this_after(reading, at) or _titled_before(reading, at):
        return found
    if end := own_act_end(reading, at):
        return OWN, end
    if found := _named_before(reading, at):
        return found
    the = words.the.at(tokens, at)
    named = the.end if the else at
    if comma and the is None:
        return _known_after_comma(reading, at)
    if the and (found := _of_year(reading, named)):
        return found
    if the and tokens[named].text == "," and (found := _after_joined(reading, named)):
        return found
    inserted = the is not None and tokens[named].text == ","  # «Annex II to, Regulation (EU) …»
    found = _mentioned(reading, named + inserted, modified=the is not None)
    if found:
        return found
    if not comma and (short := words.short.at(tokens, at)):
        return OWN, short.end
    if the and (found := _unique(reading, the.end) or _unknown(reading, the.end)):
        return found
    return _abbreviated(reading, named, the is not None)


def _after_joined(reading: ReferenceText, i: int) -> tuple[Act, int] | None:
    """Return the act of «section 5 of, and Schedule 1 to, the Police Act 1998», or None.

    Args:
        i: Index of the comma after *of* or *to*.
    """
    words, tokens = reading.grammar.acts, reading.tokens
    joined = reading.vocabulary.joins.at(tokens, i + 1) is not None
    for at in range(i, min(i + _LONGEST_NAME, len(tokens)) if joined else i + 1):
        if tokens[at].kind in ("break", "end") or tokens[at].text == ";":
            return None
        if (
            tokens[at].text == ","
            and (at > i) == joined
            and any(
                phrase.end == at
                for k in range(at - 2, at)
                for phrase in words.the.all_at(tokens, k)
            )
        ):
            first = at + 1 + (tokens[at + 1].key in words.articles)
            found = _mentioned(reading, first, modified=True) or _unknown(reading, first)
            return (found[0], i if joined else found[1]) if found else None
    return None


def _known_after_comma(reading: ReferenceText, i: int) -> tuple[Act, int] | None:
    """Return the act named after a comma: «Article 16, paragraph 2, TFEU», «art. 5, let. c, LPD».

    The reference has commas between its parts; an act that no table lists ends the words.
    """
    tokens = reading.tokens
    found = _mentioned(reading, i, modified=False)
    ends = found and (tokens[found[1]].kind in ("end", "break") or tokens[found[1]].text in _ENDS)
    if found and ends:
        return found
    further = reading.vocabulary.openers.at(tokens, found[1]) if found else None
    if further and further.kind == "law":
        return None  # «ν.δ. 420/1970, άρθρο 22 παρ. 3, π.δ. 422/1991 άρθρο 1»
    if not any(token.text == "," for token in tokens[max(0, i - _COMMA_STYLE) : i - 1]):
        return None
    if found:
        return found
    found = _abbreviated(reading, i, told=False)
    closed = found and (tokens[found[1]].kind in ("end", "break") or tokens[found[1]].text in _ENDS)
    return found if closed else None


def _of_year(reading: ReferenceText, i: int) -> tuple[Act, int] | None:
    """Return the other act that is a chapter of a year's laws: «chapter 9 of the Statutes of …»."""
    words, tokens = reading.grammar.acts, reading.tokens
    chapter = words.year_chapters.at(tokens, i)
    if chapter is None or tokens[chapter.end].kind != "number":
        return None
    found = _cited_act(reading, chapter.end + 1)
    return None if found is None or found[0].is_own else found


def _this_after(reading: ReferenceText, i: int) -> tuple[Act, int] | None:
    """Return the other act that «νόμου αυτού» means, where the text names one before, or None."""
    words, tokens = reading.grammar.acts, reading.tokens
    the = words.the.at(tokens, i)
    noun = _noun(reading, the.end) if the else None
    if noun is None or tokens[noun.end].key not in words.this_after:
        return None
    act = reading.mentions.before(tokens[i].start, words.class_of(noun.words), OWN)
    return None if act.is_own else (act, noun.end + 1)


def _titled_before(reading: ReferenceText, i: int) -> tuple[Act, int] | None:
    """Return the act whose title is before its number, or None.

    «Dell'articolo 10 del codice dei beni culturali, di cui al decreto legislativo …, n. 42».
    """
    words, tokens = reading.grammar.acts, reading.tokens
    the = words.the.at(tokens, i) if words.which.by_first else None
    if the is None or words.this.at(tokens, i):
        return None
    for at in range(the.end, min(the.end + _LONGEST_NAME, len(tokens) - 1)):
        which = words.which.at(tokens, at + (tokens[at].text == ","))
        mention = reading.mentions.by_start.get(tokens[which.end].start) if which else None
        if mention and not mention.act.is_own:
            return mention.act, index_after(reading, at, mention.end)
        named = tokens[at].kind == "word" and tokens[at].key not in reading.vocabulary.provisions
        if not named and tokens[at].text not in (",", "'"):
            return None
    return None


def _unique(reading: ReferenceText, i: int) -> tuple[Act, int] | None:
    """Return the act that a noun alone names at a token, «the Constitution», or None."""
    words, tokens = reading.grammar.acts, reading.tokens
    noun = words.nouns.at(tokens, i)
    if noun is None or noun.words not in words.unique or not tokens[i].text[:1].isupper():
        return None
    kind = words.class_of(noun.words)
    printed = Act(reading.text[tokens[i].start : tokens[noun.end - 1].end])
    named = printed if kind in words.own_classes else _last(reading, tokens[i].start, kind)
    return (named if named.name else printed), noun.end


def _last(reading: ReferenceText, start: int, kind: str) -> Act:
    """Return the last act of a class that the text or its law names before a code point."""
    wanted = ANY if kind in reading.grammar.acts.generic else kind
    found = reading.mentions.before(start, kind, reading.around.acts.get(kind, UNKNOWN))
    if found is UNKNOWN and wanted == ANY:
        return reading.mentions.before(start, ANY, reading.around.acts.get(ANY, UNKNOWN))
    return found


def _noun(reading: ReferenceText, i: int) -> Phrase | None:
    """Return the noun of an act at a token, after words such as *delegated*, or None."""
    words = reading.grammar.acts
    for at in range(i, min(i + _MOST_MODIFIERS, len(reading.tokens))):
        noun = words.nouns.at(reading.tokens, at)
        if noun:
            return noun
        if reading.tokens[at].key not in words.modifiers:
            return None
    return None


def act_of_possessive(reading: ReferenceText, at: int) -> Act | None:
    """Return the act named before an article with *its* before the word for it, or None."""
    before = reading.tokens[at - 1]
    if not at or before.key not in reading.grammar.acts.its:
        return None
    return reading.mentions.before(before.start, ANY, OWN)


def _named_before(reading: ReferenceText, i: int) -> tuple[Act, int] | None:
    """Return the act of «of that Directive», «de la directive précitée» or *thereof*, or None."""
    words, tokens = reading.grammar.acts, reading.tokens
    start = tokens[i].start
    that = words.that.at(tokens, i)
    noun = _noun(reading, that.end) if that else None
    if noun:
        return _last(reading, start, words.class_of(noun.words)), noun.end
    the = words.the.at(tokens, i)
    noun = _noun(reading, the.end) if the else None
    if noun and tokens[noun.end].key in words.that_after:
        return _last(reading, start, words.class_of(noun.words)), noun.end + 1
    thereof = thereof_at(reading, i)
    if thereof is None:
        return None
    unknown = thereof.kind == "cited" or _names_noun(reading, i)
    default = UNKNOWN if unknown else OWN
    return reading.mentions.before(start, ANY, default), thereof.end


def thereof_at(reading: ReferenceText, i: int) -> Phrase | None:
    """Return words such as *thereof* and *of the latter* at a token, or None.

    Those that may be before a noun, «dello stesso», are at the end of a clause.
    """
    words = reading.grammar.acts
    thereof = words.thereof.at(reading.tokens, i)
    loose = thereof is not None and any(
        each.words == thereof.words for each in words.that.all_at(reading.tokens, i)
    )
    return None if thereof and loose and not ends_clause(reading, thereof.end) else thereof


def is_of_act_before(reading: ReferenceText, offset: int) -> bool:
    """Return whether words that name another act or an annex begin at an offset.

    «Chapter I of Annex II thereto», «Title III of that Directive», «Part IV of the former Act».
    """
    tokens = reading.tokens
    at = bisect_left(tokens, offset, key=lambda token: token.start)
    opener = opener_after_of(reading, at)
    if opener and opener.kind in ("beside", "law"):  # «ενότητα Η του άρθρου 13»
        return True
    found = _cited_act(reading, at) if tokens[at].text != "," else None
    return found is not None and not found[0].is_own


def _names_noun(reading: ReferenceText, i: int) -> bool:
    """Return whether an act that no table lists is named shortly before a token, by its noun."""
    nouns = reading.grammar.acts.nouns.by_first
    before = reading.tokens[max(0, i - _LONGEST_NAMED) : i]
    return any(token.key in nouns for token in before)


def _mentioned(reading: ReferenceText, i: int, *, modified: bool) -> tuple[Act, int] | None:
    """Return the act named or numbered at a token, after words such as *Council*, or None."""
    words, tokens = reading.grammar.acts, reading.tokens
    for at in range(i, min(i + _MOST_MODIFIERS, len(tokens))):
        mention = reading.mentions.by_start.get(tokens[at].start)
        if mention:
            return mention.act, index_after(reading, at, mention.end)
        if not modified or tokens[at].key not in words.modifiers:
            return None
    return None


def _unknown(reading: ReferenceText, i: int) -> tuple[Act, int] | None:
    """Return an act of which only the noun is told, and the index after it, or None.

    Words with capital letters may be before it: «of the Fishery Order».
    """
    words, tokens = reading.grammar.acts, reading.tokens
    first = tokens[i]
    lower = first.text[:1].islower()
    described = (
        i and lower and tokens[i - 1].key in words.articles and len(first.text) > _LONGEST_JOIN
    )
    if described and (noun := words.nouns.at(tokens, i + 1)):
        return UNKNOWN, noun.end  # «του ιταλικού νόμου»
    opened = False  # a bracket of «the Education (No. 2) Act 1986»
    for at in range(i, min(i + _LONGEST_NAME, len(tokens))):
        opened = tokens[at].text == "(" if tokens[at].text in "()" else opened
        noun = words.nouns.at(tokens, at)
        if noun:
            end = noun.end + is_year(tokens[noun.end]) if at > i else noun.end
            of = words.the.at(tokens, noun.end)  # «the Act of 1977»
            end = of.end + 1 if of and is_year(tokens[of.end]) else end
            return named_as_printed(reading, UNKNOWN, i, end), end
        if at > i - 1 and tokens[at].text[:1].isupper() and tokens[at].key.endswith(words.suffixes):
            return named_as_printed(reading, UNKNOWN, i, at + 1), at + 1
        # «the Companies (Jersey) Law 1991», «Rom-I-Verordnung»
        hyphen = (tokens[at].text == "-" and tokens[at].glued) or (
            tokens[at].text in "()" and at > i
        )
        named = tokens[at].text[:1].isupper() or tokens[at].key in words.modifiers
        numbered = tokens[at].text == "." or tokens[at].kind == "number"
        named = named or is_year(tokens[at]) or hyphen or (opened and at > i and numbered)
        joins = at > i and tokens[at].kind == "word" and len(tokens[at].text) <= _LONGEST_JOIN
        if not (named or joins):
            return None
    return None


def act_alone(reading: ReferenceText, at: int) -> tuple[Reference, ...]:
    """Return the reference to an act that is named without a provision: «Directive 95/46/EC»."""
    tokens = reading.tokens
    start = tokens[at].start
    act, stop, *_ = reading.mentions.by_start[start]
    end = index_after(reading, at, stop)
    explains = at > 0 and tokens[at - 1].text == "(" and tokens[end].text == ")"
    if act.is_own or not act.name or explains:
        return ()
    return (_whole(reading, (start, stop), act),)


def act_again(reading: ReferenceText, at: int) -> tuple[tuple[Reference, ...], int] | None:
    """Return the reference to an act named before, «that Directive», and the index after it.

    None where no such words are at the token, or the act is the code or not known.
    """
    words, tokens = reading.grammar.acts, reading.tokens
    again = words.again.at(tokens, at)
    noun = words.nouns.at(tokens, again.end) if again else None
    if noun is None or tokens[noun.end - 1].start in reading.mentions.by_start:
        return None
    kind = words.class_of(noun.words)
    if kind in words.generic and not tokens[noun.end - 1].text[:1].isupper():
        return None  # «that act» is a deed
    act = _last(reading, tokens[at].start, kind)
    if act.is_own or not act.name:
        return None
    place = tokens[at].start, tokens[noun.end - 1].end
    return (_whole(reading, place, act),), noun.end


def _whole(reading: ReferenceText, place: tuple[int, int], act: Act) -> Reference:
    start, end = place
    raw, url = reading.text[start:end], act.link("") or None
    return Reference(start, end, raw, "absolute", None, status="outside", act=act.name, url=url)


def numbers_noun(reading: ReferenceText, at: int, opener: Phrase) -> bool:
    """Return whether a word such as *No* tells the number of a noun: «Formular Nr. 4», «R.G. n. 5».

    Or that of a text behind its date: «Gazzetta Ufficiale 12 maggio 1990, n. 4».
    """
    words, tokens = reading.vocabulary, reading.tokens
    if at < 2 or not reading.grammar.acts.no_signs.issuperset(k for k in opener.words if k != "."):
        return False
    sign = tokens[at - 1]
    noun = tokens[at - 2] if sign.text == "." else sign
    if sign.text == ",":
        return is_year(tokens[at - 2]) and tokens[max(0, at - 3)].key in reading.grammar.acts.months
    begins = tokens[at - 2].text in (".", ":") or tokens[at - 2].kind == "break"
    named = noun.kind == "word" and noun.text[:1].isupper() and (sign is not noun or not begins)
    small = noun.key in words.provisions or noun.key in words.determiners
    return named and not small and (sign is not noun or len(noun.text) > 1)


def is_of_chapter(reading: ReferenceText, at: int) -> bool:
    """Return whether a word for a provision follows the number of an act: «2014, c. 31, s. 2»."""
    tokens, chapters = reading.tokens, reading.grammar.acts.chapters
    if at < 1 or tokens[at - 1].text != ",":
        return False
    if tokens[at - 2].glued and "/" in (token.text for token in tokens[max(0, at - 5) : at - 2]):
        # «SOR/2016-77, s. 1»; behind «Directive 2014/65/EU, » another provision begins.
        return all(each.end != tokens[at - 2].end for each in reading.mentions.by_start.values())
    for i in range(at - 2, max(-1, at - _LONGEST_CHAPTER), -1):
        if tokens[i].kind in ("break", "end") or tokens[i].text in (",", ";"):
            return False
        if (word := chapters.at(tokens, i)) and word.end < at - 1:
            return i > 0 and tokens[i - 1].text == ","
    return False


def index_after(reading: ReferenceText, at: int, end: int) -> int:
    """Return the index of the first token, from ``at`` on, that begins at an offset or after."""
    last = len(reading.tokens) - 1  # the end of the text
    return bisect_left(reading.tokens, end, at, last, key=lambda token: token.start)


def of_act(references: Iterable[Reference], act: Act) -> tuple[Reference, ...]:
    """Return references as those of an act: unchanged if it is the code, else without target.

    References to an act that is not known are left out: nothing can be said of them.
    """
    if act.is_own:
        return tuple(references)
    return tuple(_outside(each, act) for each in references) if act.name else ()


def _outside(reference: Reference, act: Act) -> Reference:
    found = _ARTICLE.search(reference.raw)
    law = reference.target.law if reference.target else None
    article = "" if isinstance(law, InSeries) else str(law) if law else found[0] if found else ""
    return replace(
        reference,
        target=None,
        upto=None,
        status="outside",
        candidates=(),
        act=act.name,
        url=act.link(article) or None,
    )
