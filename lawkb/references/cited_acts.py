"""The act that a provision is said to be of: «of this Regulation», «of that Directive», «TFEU»."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from lawkb.model.passage import Reference
from lawkb.references.acts import OWN, UNKNOWN, Act
from lawkb.references.grammar import ReferenceText
from lawkb.references.vocabulary import Phrase

_MOST_MODIFIERS = 6  # words between «of the» and the noun or name of an act
_INITIALS = 2  # capital letters that begin the initials of an act
_WINDOW = 30  # code points before them that show whether a text is in capitals
_ROMAN = re.compile(r"[IVXΙΧ]+")
_LONGEST_INSERTED = 5  # tokens from a comma to the next one
_LONGEST_NAME = 10  # tokens of the name of an act up to its noun
_LONGEST_JOIN = 4  # letters of small words in a name, «Access to Information Act»
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
        reading: Text with its tokens.
        tail: The words, which alone are the code itself.
    """
    noun, following = reading.tokens[tail.end - 1], reading.tokens[tail.end]
    if (noun.key,) not in reading.grammar.acts.alone:
        return False
    mention = reading.mentions.by_start.get(noun.start)
    longer = mention is not None and mention.end > noun.end
    titled = following.kind == "word" and following.text[:1].isupper() and not noun.text.isupper()
    return longer or titled


def cited_act(reading: ReferenceText, i: int) -> tuple[Act, int] | None:
    """Return the act named after a provision, and the index after it; None when none is named.

    The act is ``OWN`` for the code itself, ``UNKNOWN`` for one that no table lists.

    Args:
        reading: Text with its tokens.
        i: Index of the token after the provision; a comma, or words between commas, may be there.
    """
    found = _cited_act(reading, i)
    after = _after_inserted_words(reading, i) if found is None else None
    return _cited_act(reading, after) if after else found


def has_initials_of_act(reading: ReferenceText, i: int) -> bool:
    """Return whether the initials of an act that no table lists are at a token: «άρθρο 17 ΚΦΕ».

    In a text in capitals they cannot be told from other words.
    """
    token = reading.tokens[i]
    initials = token.kind == "word" and len(token.text) >= _INITIALS
    if not (initials and token.text[:_INITIALS].isupper()) or _ROMAN.fullmatch(token.text):
        return False
    before = reading.text[max(0, token.start - _WINDOW) : token.start]
    return any(char.islower() for char in before)


def _after_inserted_words(reading: ReferenceText, i: int) -> int | None:
    """Return the index of the comma after words between commas: «, secondo comma, della …»."""
    tokens = reading.tokens
    if tokens[i].text != ",":
        return None
    for at in range(i + 1, min(i + _LONGEST_INSERTED, len(tokens))):
        if tokens[at].text == ",":
            return at
        if tokens[at].kind != "word" or reading.vocabulary.joins.at(tokens, at):
            return None
    return None


def _cited_act(reading: ReferenceText, i: int) -> tuple[Act, int] | None:
    words, tokens = reading.grammar.acts, reading.tokens
    comma = tokens[i].text == ","
    at = i + comma
    if end := own_act_end(reading, at):
        return OWN, end
    if found := _named_before(reading, at):
        return found
    the = words.the.at(tokens, at)
    if comma and the is None:
        return None
    found = _mentioned(reading, the.end if the else at, modified=the is not None)
    if found:
        return found
    if not comma and (short := words.short.at(tokens, at)):
        return OWN, short.end
    noun = _unknown_noun(reading, the.end) if the else None
    return (UNKNOWN, noun) if noun else None


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
    return reading.mentions.before(before.start, "*", OWN)


def _named_before(reading: ReferenceText, i: int) -> tuple[Act, int] | None:
    """Return the act of «of that Directive», «de la directive précitée» or *thereof*, or None."""
    words, tokens = reading.grammar.acts, reading.tokens
    start = tokens[i].start
    that = words.that.at(tokens, i)
    noun = _noun(reading, that.end) if that else None
    if noun:
        return reading.mentions.before(start, words.class_of(noun.words)), noun.end
    the = words.the.at(tokens, i)
    noun = _noun(reading, the.end) if the else None
    if noun and tokens[noun.end].key in words.that_after:
        return reading.mentions.before(start, words.class_of(noun.words)), noun.end + 1
    thereof = words.thereof.at(tokens, i)
    if thereof is None:
        return None
    return reading.mentions.before(start, "*", OWN), thereof.end


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


def _unknown_noun(reading: ReferenceText, i: int) -> int | None:
    """Return the index after the noun of an act that no table lists, or None.

    Words with capital letters may be before it: «of the Financial Administration Act».
    """
    words, tokens = reading.grammar.acts, reading.tokens
    for at in range(i, min(i + _LONGEST_NAME, len(tokens))):
        noun = words.nouns.at(tokens, at)
        if noun:
            return noun.end
        named = tokens[at].text[:1].isupper() or tokens[at].key in words.modifiers
        joins = at > i and tokens[at].kind == "word" and len(tokens[at].text) <= _LONGEST_JOIN
        if not (named or joins):
            return None
    return None


def index_after(reading: ReferenceText, at: int, end: int) -> int:
    """Return the index of the first token, from ``at`` on, that begins at an offset or after."""
    while reading.tokens[at].start < end and reading.tokens[at].kind != "end":
        at += 1
    return at


def of_act(references: Iterable[Reference], act: Act) -> tuple[Reference, ...]:
    """Return references as those of an act: unchanged if it is the code, else without target.

    References to an act that is not known are left out: nothing can be said of them.
    """
    if act.is_own:
        return tuple(references)
    return tuple(_outside(each, act) for each in references) if act.name else ()


def _outside(reference: Reference, act: Act) -> Reference:
    found = _ARTICLE.search(reference.raw)
    article = str(reference.target.law) if reference.target else found[0] if found else ""
    return replace(
        reference,
        target=None,
        upto=None,
        status="outside",
        candidates=(),
        act=act.name,
        url=act.link(article) or None,
    )
