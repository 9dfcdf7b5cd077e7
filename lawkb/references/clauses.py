"""What a provision belongs to that is named behind another one: relative to what?

A reader of law asks it of every part that is named without its provision, «paragraph 2», and of
every provision that is named before an act. The answer is in the words between it and what was
named last:

- A word of exception or stress makes it a part of the provision just named: «Article 6, except
  paragraph 2», «Artikel 5, insbesondere Absatz 2», «άρθρο 5 πλην της παρ. 3».
- So does a word such as *its*, and the word of the same level once more after *and*: «Artikel 6
  Absatz 2 und Absatz 4».
- Words such as *read with*, a comma and *and* make it a provision of the same act: an act that is
  named behind the last of such a group is the act of all, and so is one before the first.
- Otherwise it is read in the provision that cites it.

Where what was named is a provision of another text, so is the part; where it is several provisions
or is not known, the part is not known either: it is never one of the citing provision.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from msgspec.structs import replace

from lawkb.model.address import Address, InSeries
from lawkb.model.passage import Reference
from lawkb.references.acts import OWN, UNKNOWN, Act
from lawkb.references.cited_acts import (
    cited_act,
    ends_at,
    has_initials_of_act,
    named_as_printed,
    of_act,
    own_act_end,
    said_at,
)
from lawkb.references.grammar import (
    LabelWords,
    Path,
    ReferenceText,
    is_closed,
    opener_after_of,
    sentence_at,
)
from lawkb.references.relative import after_placing_words
from lawkb.references.vocabulary import Phrase

_FAR = 14  # tokens between a provision and a word that excepts a part of it
_LONGEST_NAME = 30  # tokens of an act that no table lists, before its provisions
_LONGEST_LINK = 7  # tokens of «, and in particular under the»
_LONGEST_PLACE = 5  # tokens of «at the end of the»
_LONGEST_TITLE = 24  # tokens of the title of a provision in brackets
_LONGEST_DATE = 4  # tokens of «vom 1. April»
_OPENING = (":", "«", "“", "„")  # signs before a clause
_CLAUSE_SIGNS = (":", ";", ".", "—", "-", "„", "“", "«", "‘")
_MOST_SMALL_WORDS = 4  # «auf die», «nach dessen»
_SHORTEST_CLAUSE = 6  # tokens from «(a)» to the «(b)» that counts off the same sentence
_LONGEST_CLAUSE = 80
_ENOUGH = 2  # lists before one with the name of an act, after a comma, that are of that act, too

_BEFORE_PROVISIONS = ("(", ":", "-", "—")  # signs between an act and its provisions
_SIGNS = (",", *_BEFORE_PROVISIONS)
_CLOSING = (")", "»", "”", '"')
_LONGEST_LABEL = 4  # letters
_LONGEST_GLOSS = 14  # tokens of «(Α΄ 119)»
_NUMERALS = ("iv", "vii", "viii", "ix", "xi", "xii")  # that are no words
_DIGITS = re.compile(r"\d{1,6}")
_SHORTEST = 3  # tokens of an abbreviation with two stops
_MOST_PARTS = 4  # named behind a provision
_MOST_LABELS = 6  # of a list of provisions of another act
_PART_WORDS = ("level", "section", "point", "subparagraph")

LinkKind = Literal["next", "join", "comma", "its", "stress", "except", "with", "inside"]
_OF_PART: frozenset[LinkKind] = frozenset(("its", "stress", "except", "with", "inside"))


class Link(NamedTuple):
    """What the words between two provisions say of the second one."""

    kind: LinkKind
    sign: str = ""  # Sign before the words: a comma, a colon, an opening bracket.
    bare: bool = True  # Whether no small word such as *the* is before the provision.


@dataclass(frozen=True, slots=True)
class Named:
    """The provisions named last, and those before them that may share one act with them."""

    end: int = 0  # Index of the token after them; 0 when there are none.
    begin: int = 0  # Index of their first token.
    last: tuple[Reference, ...] = ()  # Those named last; empty for an act or another text.
    places: tuple[int, ...] = ()  # Places of the group among all references found.
    act: Act = OWN  # The act that is named before them; the code itself if none is.
    # Number of words for a provision in the group: 2 for «sections 2 and 3, section 5».
    lists: int = 0
    opened: bool = False  # Whether a bracket was opened between them.
    # Whether a clause begins with them as with a place: «In section 5 of the Act, …».
    placed: bool = False

    @property
    def begins_act(self) -> bool:
        """Whether only an act was named so far, of which provisions may follow."""
        return not (self.last or self.act.is_own)


NOTHING_NAMED = Named()


def link_between(reading: ReferenceText, named: Named, at: int) -> Link | None:
    """Return what the words before the word for a provision, at a token, say of it, or None."""
    if not named.end or at < named.end:
        return None
    if named.placed and _goes_into(reading, named.end, at):
        return Link("inside")
    links = _links(reading, named.end, named.opened)
    near = next((each for end, each in links if end == at), None)
    if excepts_ahead(reading, at) and not is_possessive(reading, at):
        return None
    if near and near.kind in _OF_PART:
        return near
    if is_possessive(reading, at, container=True) and at - named.end <= _FAR:
        return Link("its")
    return near or _far_exception(reading, named.end, at)


def is_placed(reading: ReferenceText, named: Named, at: int) -> bool:
    """Return whether a clause begins with a provision as with a place, or goes on into a part.

    «In section 5 of the Act, in subsection (2), …»: what amends an act names its place so.
    """
    if named.placed and _goes_into(reading, named.end, at):
        return True
    first = _place_before(reading, at, "place")
    if first is None:
        return False
    before = reading.tokens[max(0, first - 1)]
    return not first or before.kind == "break" or before.text in (*_CLAUSE_SIGNS, *_CLOSING)


def _goes_into(reading: ReferenceText, i: int, at: int) -> bool:
    """Return whether the words between a provision that is a place and a part go into it.

    Behind its act there may be an explanation in brackets: «(meaning of “subsidiary”), in
    subsection (4)», «(Kaufmann) wird in Absatz 2».
    """
    tokens = reading.tokens
    i = _after_date(reading, i)
    i += tokens[i].text in _CLOSING
    if tokens[i].text == "(":
        closings = (k for k in range(i, min(i + _LONGEST_TITLE, at)) if tokens[k].text == ")")
        i = next(closings, i - 1) + 1
    i += tokens[i].text == ","
    verb = reading.vocabulary.places.at(tokens, i)
    if verb and verb.kind == "verb":
        return at == verb.end or _place_before(reading, at, "") == verb.end
    return _place_before(reading, at, "") == i


def _after_date(reading: ReferenceText, i: int) -> int:
    """Return the index after the date of an act at a token, «vom 1. April 1981»; else ``i``."""
    tokens, months = reading.tokens, reading.grammar.acts.months
    for at in range(i, min(i + _LONGEST_DATE, len(tokens) - 1)):
        if tokens[at].key in months and tokens[at + 1].kind == "number":
            return at + 2
    return i


def _place_before(reading: ReferenceText, at: int, kind: str) -> int | None:
    """Return the index of words such as *in* and *in the* before a provision, or None.

    Args:
        kind: Their kind; empty for words before a part, too.
    """
    places = reading.vocabulary.places
    for first in range(max(0, at - _LONGEST_PLACE), at):
        phrase = places.at(reading.tokens, first)
        told = phrase is not None and phrase.kind != "verb" and kind in ("", phrase.kind)
        if told and phrase and at in _after_small_words(reading, phrase.end):
            return first
    return None


def _far_exception(reading: ReferenceText, start: int, at: int) -> Link | None:
    """Return the link of «Article 8 applies, with the exception of paragraph 1», or None."""
    for i in range(start, min(at, start + _FAR)):
        if breaks_off(reading, i):
            return None
        for phrase in reading.vocabulary.links.all_at(reading.tokens, i):
            if phrase.kind == "except" and at in _after_small_words(reading, phrase.end):
                return Link("except")
    return None


def excepts_ahead(reading: ReferenceText, at: int) -> bool:
    """Return whether a provision is excepted from one that is named behind it.

    «Except for paragraph 2, Article 7 applies», «Article 6 and, except for paragraph 2, Article 7».
    """
    words, tokens = reading.vocabulary, reading.tokens
    for i in range(max(0, at - _LONGEST_LINK), at):
        phrase = words.links.at(tokens, i)
        if (
            phrase is None
            or phrase.kind != "except"
            or at not in _after_small_words(reading, phrase.end)
        ):
            continue
        joins = (words.joins.at(tokens, k) for k in range(max(0, i - _MOST_SMALL_WORDS), i - 1))
        joined = any(join and join.kind != "comma" and join.end == i - 1 for join in joins)
        begins = not i or tokens[i - 1].text in _OPENING or breaks_off(reading, i - 1)
        return begins or (tokens[i - 1].text == "," and joined)
    return False


def ends_sentence(reading: ReferenceText, i: int) -> bool:
    """Return whether a token is the stop of a sentence, not of an abbreviation or a date."""
    following = reading.tokens[min(i + 1, len(reading.tokens) - 1)]
    if following.key in reading.grammar.acts.months:  # «vom 20. Dezember»
        return False
    return reading.tokens[i].text == "." and not following.glued and following.text[:1].isupper()


def breaks_off(reading: ReferenceText, i: int) -> bool:
    """Return whether a sentence or what a semicolon parts ends with a token."""
    token = reading.tokens[i]
    return token.kind in ("break", "end") or token.text == ";" or ends_sentence(reading, i)


def is_possessive(reading: ReferenceText, at: int, *, container: bool = False) -> bool:
    """Return whether a word such as *its* is before the word for a provision.

    With ``container``, also before that for what contains it: «point (b) of its paragraph 2».
    """
    its, tokens = reading.grammar.acts.its, reading.tokens
    if any(tokens[i].key in its for i in range(max(0, at - 2), at)):
        return True
    behind = range(at + 2, min(at + _LONGEST_LINK, len(tokens) - 1)) if container else ()
    of_its = next((i for i in behind if tokens[i].key in its), None)
    opener = reading.vocabulary.openers.at(tokens, of_its + 1) if of_its else None
    return opener is not None and opener.kind == "level"


def _links(reading: ReferenceText, i: int, opened: bool) -> Iterator[tuple[int, Link]]:
    """Yield the links that begin at a token, each with the indexes at which a provision may be."""
    tokens, words = reading.tokens, reading.vocabulary
    while (opened or tokens[i].text != ")") and tokens[i].text in _CLOSING and i < len(tokens) - 1:
        i += 1
    i = _after_gloss(reading, i)
    signed = tokens[i].text if tokens[i].text in _SIGNS else ""
    starts = {i: signed and "", i + 1: signed} if signed else {i: ""}
    for start, sign in starts.items():
        for phrase in words.links.all_at(tokens, start):
            yield from _after_phrase(reading, phrase, sign)
    for join in words.joins.all_at(tokens, i):
        for phrase in words.links.all_at(tokens, join.end):
            yield from _after_phrase(reading, phrase, ",")
        if join.kind != "comma":  # before «η» as an article: without accents it is «ή», too
            yield from ((end, Link("join")) for end in _after_small_words(reading, join.end))
    for start, sign in starts.items():
        if not signed or sign:
            kind: LinkKind = "comma" if sign == "," else "next"
            yield from (
                (end, Link(kind, sign, end == start)) for end in _after_small_words(reading, start)
            )


def _after_gloss(reading: ReferenceText, i: int) -> int:
    """Return the index after brackets that cite nothing: «π.δ. 81/2019 (Α΄ 119), και ιδίως»."""
    tokens, words = reading.tokens, reading.vocabulary
    if tokens[i].text != "(":
        return i
    for end in range(i + 1, min(i + _LONGEST_GLOSS, len(tokens))):
        opener = words.openers.at(tokens, end)
        if tokens[end].kind in ("end", "break") or (opener and opener.kind in ("law", "level")):
            return i
        if words.links.at(tokens, end):
            return i
        if tokens[end].text == ")":
            return end + 1
    return i


def _after_phrase(reading: ReferenceText, phrase: Phrase, sign: str) -> Iterator[tuple[int, Link]]:
    kind: LinkKind = {"except": "except", "stress": "stress"}.get(phrase.kind, "with")  # type: ignore[assignment]
    after = phrase.end + (reading.tokens[phrase.end].text == ",")
    further = reading.vocabulary.links.at(reading.tokens, after)  # «le cas échéant en liaison avec»
    for start in (after, further.end) if further else (after,):
        yield from ((end, Link(kind, sign)) for end in _after_small_words(reading, start))


def _after_small_words(reading: ReferenceText, i: int) -> range:
    """Return the indexes at which a word for a provision may be: after «auf die», too."""
    end = i
    while end < i + _MOST_SMALL_WORDS and _is_small(reading, end):
        end += 1
    return range(i, end + 1)


def _is_small(reading: ReferenceText, i: int) -> bool:
    token = reading.tokens[i]
    return token.key in reading.vocabulary.determiners or token.text == "'"


# ---- parts of the provision named last


class PartOf(NamedTuple):
    """The provision of which a part is one."""

    path: Path | None  # None where it is one of another act or text, or of several provisions
    act: Act
    again: bool = False  # whether the word for the level of the part is there once more


def base_of_part(
    reading: ReferenceText, named: Named, link: Link, at: int, key: LabelWords
) -> PartOf | None:
    """Return the provision of which a part at a token is one, or None for the citing one.

    Args:
        link: The words between what was named and the part.
        at: Index of the word for the part.
        key: Its meaning.
    """
    joined = link.kind == "join" and not named.act.name  # «§ 7 Abs. 3 und Abs. 4»
    direct = (joined or link.kind in ("next", "comma")) and not named.last
    direct = direct or at == named.end  # no word is between them
    of_other = any(each.act is not None for each in named.last)
    # «articolo 15 del DPR n. 571, comma 6»: of that act, or of the citing article; nobody knows.
    # «articolo 5, comma 2, numero 1, lettera a)» has a part that goes before the one before it.
    opener = reading.vocabulary.openers.at(reading.tokens, named.begin)
    of_law = opener is not None and opener.kind == "law" and bool(key.depths)
    doubtful = (of_other or of_law) and link.kind == "comma" and link.bare
    if not (link.kind in _OF_PART or direct or _is_level_again(reading, named, link, key)):
        return PartOf(None, UNKNOWN) if doubtful else None
    if not named.last:
        return PartOf(None, named.act) if named.act.name or direct else None
    of_acts = [each for each in named.last if each.act is not None]
    if of_acts and link.kind == "comma" and not link.bare:
        return None
    if of_acts and link.kind in ("join", "with") and _place_before(reading, at, "") is not None:
        return PartOf(None, UNKNOWN)  # «§ 5 Absatz 1 des …gesetzes sowie die in Absatz 2»
    if of_acts:
        return PartOf(None, Act(of_acts[-1].act or "", of_acts[-1].url or ""))
    return PartOf(_common_path(named.last, key), OWN, link.kind not in _OF_PART)


def _common_path(cited: tuple[Reference, ...], key: LabelWords) -> Path | None:
    """Return the provision that contains all the cited ones, above the level of a part; or None."""
    ends = [end for each in cited for end in (each.target, each.upto) if end]
    if not ends or any(each.target is None for each in cited):
        return None
    depth = min(key.depths, default=None) if key.depths else None
    paths = [end.path[:depth] for end in ends]
    return paths[0] if len(set(paths)) == 1 and paths[0] else None


def _is_level_again(reading: ReferenceText, named: Named, link: Link, key: LabelWords) -> bool:
    """Return whether the word for a level is there again: «Artikel 6 Absatz 2 und Absatz 4».

    The article is before the first one; it may be of another act.
    """
    bare = link.kind == "join" or (link.kind == "comma" and link.bare)
    if not bare or not named.last or not key.depths:
        return False
    openers = reading.vocabulary.openers
    first = openers.at(reading.tokens, named.begin)
    if first is None or (reading.vocabulary.meaning(first) != (0,) and first.kind != "law"):
        return False
    found = (openers.at(reading.tokens, i) for i in range(named.begin + 1, named.end))
    return any(
        each.kind == "level" and reading.vocabulary.meaning(each) == key.depths
        for each in found
        if each
    )


# ---- provisions that share one act


def with_named(
    reading: ReferenceText,
    read: tuple[int, int],
    references: tuple[Reference, ...],
    named: Named,
    found: list[Reference],
) -> tuple[Named, tuple[Reference, ...]]:
    """Return what is named last with further references, and these as those of its act.

    Where they have an act, those of the group before them get it, too.

    Args:
        read: Indexes of the first token of the references and after the last one.
        found: All references before them; those of the group are replaced in it.
    """
    begin, end = read
    link = link_between(reading, named, begin)
    # Only what is right behind «Rule 5» is of it: «Part 2, other than section 8» is ours.
    unit = named.begins_act and not named.act.name
    near = link if link and (not unit or link.kind in ("next", "comma")) else None
    grouped = near is not None and _shares_act(reading, named, near, read)
    group = named if grouped else NOTHING_NAMED
    opened = grouped and (group.opened or (near is not None and near.sign == "("))
    act = references[0].act
    if (
        act is None
        and link
        and link.kind in ("stress", "except")
        and (other := _act_of_all(reading, named.last))
    ):  # «άρθρα 1 έως 9 του ν. 3156/2003, με εξαίρεση το άρθρο 2»
        references = of_act(references, other)
        return Named(end, begin, references), references
    if act is None and (further := end_of_parts(reading, end, of=references[-1].target)) > end:
        if behind := _other_act_behind(reading, further):
            references, act, end = of_act(references, behind[0]), behind[0].name, behind[1]
        elif (
            references[-1].target is None or not group.act.is_own or sentence_at(reading, end)
        ):  # «§ 53 Absatz 4 Satz 3, § 54 der Ordnung»
            end = further
    closed = opened and reading.tokens[end].text == ")"
    if act is None and closed and (behind := _other_act_behind(reading, end + 1)):
        references, act, end = of_act(references, behind[0]), behind[0].name, behind[1]
    if act is not None:
        loose = (
            link is not None and link.kind == "comma" and link.sign == "," and group.lists < _ENOUGH
        )
        alone = loose or said_at(reading, begin)  # «articolo 7 e il citato articolo 6»
        parted = _is_parted(reading, group.begin, begin)
        for place in () if alone else group.places:
            one = (found[place],)
            whose = not_whole(one) if parted else of_act(one, _act_named(reading, act))
            found[place] = whose[0]
        if link and link.kind == "comma" and _is_beside(named.last):  # «Annex I, Article 3, of …»
            count = len(named.last)
            found[-count:] = of_act(found[-count:], _act_named(reading, act))
        return Named(end, begin, references), references
    own = names_own(reading, begin, end)
    absolute = all(each.form in ("absolute", "range") for each in references)
    of_part = link is not None and (link.kind in _OF_PART or _is_of_same(named, references))
    if own or not (absolute or (grouped and of_part)):
        return Named(end, begin, references), references
    of_group = of_act(references, group.act)
    places = range(len(found), len(found) + len(of_group)) if group.act.is_own else ()
    first = begin if absolute else named.begin  # «§ 37 Absatz 2, Absatz 3, Absatz 4»
    return (
        Named(end, first, of_group, (*group.places, *places), group.act, group.lists + 1, opened),
        of_group,
    )


def _is_beside(references: tuple[Reference, ...]) -> bool:
    """Return whether references are to annexes or other texts beside the laws."""
    laws = [each.target.law for each in references if each.target and each.act is None]
    return bool(laws) and all(isinstance(law, InSeries) for law in laws)


def _is_of_same(named: Named, references: tuple[Reference, ...]) -> bool:
    """Return whether parts are of the law named last: «§ 15 Absatz 1 oder Absatz 2, § 18»."""
    laws = {each.target.law for each in (*named.last, *references) if each.target}
    return len(laws) == 1 and bool(named.places)


def _is_parted(reading: ReferenceText, first: int, second: int) -> bool:
    """Return whether the words before two provisions part them: whose the first is, nobody knows.

    A word is said again, «under section 7 or under section 1 of the Fraud Act», or the second
    depends on another word, «στο άρθρο 8 και του άρθρου 58 του ΓΚΠΔ», or it is one that stands for
    a noun, «nach Artikel 8 und die des Artikels 58».
    """
    acts, tokens, of = reading.grammar.acts, reading.tokens, reading.vocabulary.of_law
    before, word = tokens[max(0, first - 1)], tokens[max(0, second - 1)]
    if word.key in acts.parting and before.key == word.key:
        return True
    if {word.key, tokens[max(0, second - 2)].key} <= acts.articles and second > 1:
        return True
    told = first > 0 and (before.kind == "word" or before.text == "'")
    return told and ends_at(of, reading, second) and not ends_at(of, reading, first)


def _other_act_behind(reading: ReferenceText, i: int) -> tuple[Act, int] | None:
    """Return the other act named at a token and the index after it, or None.

    One that no table lists has the printed words as its name: a group without a name has no act.
    """
    found = cited_act(reading, i)
    if found is None or found[0].is_own:
        return None
    act, end = found
    return named_as_printed(reading, act, i, end), end


def _act_of_all(reading: ReferenceText, cited: tuple[Reference, ...]) -> Act | None:
    """Return the other act of which all references are, or None."""
    names = {each.act for each in cited}
    name = names.pop() if len(names) == 1 else None
    return _act_named(reading, name) if name else None


def _act_named(reading: ReferenceText, name: str) -> Act:
    """Return the act with a name, with the pages of its provisions if the text names it."""
    return reading.mentions.named(name) or Act(name)


def names_own(reading: ReferenceText, begin: int, end: int) -> bool:
    """Return whether words such as *of this Law* or *above* end references."""
    for i in range(end - 1, max(begin, end - _LONGEST_LINK), -1):
        tail = reading.vocabulary.tails.at(reading.tokens, i)
        placed = end in (own_act_end(reading, i), after_placing_words(reading, i))
        if placed or (tail and tail.end == end):
            return True
    return False


def _shares_act(reading: ReferenceText, named: Named, link: Link, read: tuple[int, int]) -> bool:
    """Return whether a provision after some words is of the same act as what was named before."""
    if named.begins_act:
        # «Directive 2004/38/EC, Article 5,»
        if link.kind == "comma" or (link.kind == "next" and link.bare and not link.sign):
            following = reading.tokens[read[1]]
            return following.text in (",", ";", ".", *_CLOSING) or following.kind in (
                "end",
                "break",
            )
        return link.kind in ("stress", "its", "except") or link.sign in _BEFORE_PROVISIONS
    return link.kind != "next" or bool(named.opened and link.sign == ",")


def act_before(reading: ReferenceText, named: Named, at: int) -> Named | None:
    """Return an act that no table lists and that is named before its provisions, or None.

    «The 1994 Act: Articles 5 and 6», «die Konvention zum Schutze …, besonders Artikel 6»: a noun of
    an act is before a colon, a bracket or a word of stress.
    """
    tokens = reading.tokens
    link_at = _sign_or_stress(reading, max(named.end, 1), at)
    if link_at is None:
        return None
    link_at, printed = _before_gloss(reading, link_at), link_at
    for i in range(link_at - 1, max(named.end, link_at - _LONGEST_NAME) - 1, -1):
        if breaks_off(reading, i):
            return None
        if i == link_at - 1 and _is_abbreviation(reading, i):
            return Named(link_at, i, (), (), Act(_abbreviation(reading, i)))
        if i == link_at - 1 and link_at < printed and has_initials_of_act(reading, i):
            return Named(link_at, i, (), (), Act(tokens[i].text))  # «StPO (SR 312.0), insbesondere»
        noun = act_noun(reading, i)
        if noun and noun <= link_at:
            name = " ".join(reading.text[tokens[i].start : tokens[link_at - 1].end].split())
            return Named(link_at, i, (), (), Act(name))
    return None


def _before_gloss(reading: ReferenceText, i: int) -> int:
    """Return the index of the bracket that ends before a token, «(Α΄ 112), …»; else ``i``."""
    tokens = reading.tokens
    if tokens[i - 1].text != ")":
        return i
    begins = range(i - 1, max(0, i - _LONGEST_GLOSS), -1)
    return next((at for at in begins if tokens[at].text == "("), i)


def act_noun(reading: ReferenceText, i: int) -> int | None:
    """Return the index after the noun of an act at a token, «the Treaty …»; None if it is ours."""
    words, token = reading.grammar.acts, reading.tokens[i]
    noun = words.first.at(reading.tokens, i)
    capital = not words.capital_first or token.text[:1].isupper()
    return noun.end if noun and capital and not is_this(reading, i) else None


def _is_abbreviation(reading: ReferenceText, i: int) -> bool:
    """Return whether a stop ends an abbreviation with several: «Κ.Ε.Δ.Ε.»."""
    tokens = reading.tokens
    stops = i > _SHORTEST and tokens[i].text == tokens[i - 2].text == "."
    return stops and tokens[i - 1].glued and tokens[i - 1].text[:1].isupper()


def _abbreviation(reading: ReferenceText, i: int) -> str:
    first = i - 1
    while first > 1 and _is_glued(reading, first) and reading.tokens[first - 1].text == ".":
        first -= 2
    return reading.text[reading.tokens[first].start : reading.tokens[i].end]


def _is_glued(reading: ReferenceText, i: int) -> bool:
    """Return whether no space is before a token and the one before it."""
    return reading.tokens[i].glued and reading.tokens[i - 1].glued


def _sign_or_stress(reading: ReferenceText, least: int, at: int) -> int | None:
    """Return the index of the colon, bracket or words of stress before a provision, or None."""
    words, tokens = reading.vocabulary, reading.tokens
    for i in range(max(least, at - _LONGEST_LINK), at):
        token = tokens[i]
        signed = token.text in _SIGNS or token.text in _CLOSING
        if not (signed or token.key in words.links.by_first or token.key in words.joins.by_first):
            continue  # no link but an empty one begins here
        before = tokens[i - 1]
        dated = before.kind == "number" or _is_abbreviation(reading, i - 1)
        for end, link in _links(reading, i, False):
            told = link.kind == "stress" or link.sign in ("(", ":")
            if end == at and (told or (dated and link.kind == "comma")):
                return i
    return None


def is_this(reading: ReferenceText, i: int) -> bool:
    """Return whether a word such as *this* is shortly before a token."""
    before = reading.tokens[max(0, i - 2) : i]
    return any(token.key in reading.grammar.acts.demonstratives for token in before)


def not_whole(references: tuple[Reference, ...]) -> tuple[Reference, ...]:
    """Return references that could not be read whole: their broader beginning is no target."""
    return tuple(
        replace(each, target=None, upto=None, candidates=(), status="unresolved")
        for each in references
    )


def end_of_parts(reading: ReferenceText, i: int, law: int = 0, of: Address | None = None) -> int:
    """Return the index after parts that the code does not have, «Nummer 2»; else ``i``.

    Args:
        law: Number of their law in a list of laws: a higher one is that of the next law.
        of: Provision that they are parts of: at a level that it names they are none.
    """
    words, tokens = reading.vocabulary, reading.tokens
    end = i
    for _ in range(_MOST_PARTS):
        at = end + (tokens[end].text == ",")
        opener = words.openers.at(tokens, at)
        part = opener if opener and opener.kind in _PART_WORDS else None
        levels = words.meaning(part) if part and of else ()
        if of and any(of.path[level : level + 1] > (0,) for level in levels if level):
            return end  # «§ 37 Absatz 2 Satz 5, Absatz 3 Satz 2»
        whole = opener is not None and (opener.kind == "law" or opener.words in words.annexes)
        other = None if whole else _any_part(reading, at)
        named = part or other
        label = _label_end(reading, named.end) if named else None
        if label is not None:
            end = end_of_labels(reading, label, law)
        elif tokens[at].kind == "word" and (sentence := sentence_at(reading, at + 1)):
            end = sentence.end  # «letzter Satz»
        else:
            return end
    return end


def end_of_labels(reading: ReferenceText, i: int, law: int = 0) -> int:
    """Return the index after the labels that are joined to the one that ends before a token."""
    words, tokens, end = reading.vocabulary, reading.tokens, i
    for _ in range(_MOST_LABELS):
        join = words.joins.at(tokens, end) or words.ranges.at(tokens, end)
        label = _label_end(reading, join.end) if join else None
        if label is None or (law and join and law < _number(reading, join.end)):
            break
        end = label
    return end


def _number(reading: ReferenceText, i: int) -> int:
    """Return the number at a token, 0 where there is none."""
    digits = _DIGITS.match(reading.tokens[i].text)
    return int(digits[0]) if digits else 0


def _any_part(reading: ReferenceText, i: int) -> Phrase | None:
    return reading.vocabulary.any_part.at(reading.tokens, i) or reading.vocabulary.units.at(
        reading.tokens, i
    )


def unread_part(reading: ReferenceText, i: int) -> Phrase | None:
    """Return the word for a part with a label behind a provision, «Nummer 2», or None.

    A sentence is no part that an address has: «Satz 1».
    """
    words, tokens = reading.vocabulary, reading.tokens
    for _ in range(_MOST_PARTS):
        part = words.any_part.at(tokens, i + (tokens[i].text == ","))
        end = _label_end(reading, part.end) if part else None
        if part is None or end is None:
            return None
        if part.words not in words.sentences:
            return part
        i = end
    return None


def is_after_initials(reading: ReferenceText, at: int) -> bool:
    """Return whether initials, perhaps of an act, are before a sign or stress: «TUF (art. 8)»."""
    words = reading.tokens[max(0, at - _LONGEST_GLOSS - _LONGEST_LINK) : at]
    if not any(len(word.text) > 1 and word.text[-1:].isupper() for word in words):
        return False
    link_at = _sign_or_stress(reading, 1, at)
    return link_at is not None and has_initials_of_act(reading, _before_gloss(reading, link_at) - 1)


def is_cut_off(reading: ReferenceText, i: int) -> bool:
    """Return whether a text ends with *of the* behind a provision: «Article 3 of the»."""
    at = i + (reading.tokens[i].text == ",")
    the = reading.grammar.acts.the.at(reading.tokens, at)
    if the is None:
        return False
    closed = reading.tokens[the.end].text in _CLOSING  # of a quotation
    return reading.tokens[the.end + closed].kind == "end"


def has_unread_bracket(reading: ReferenceText, i: int) -> bool:
    """Return whether a letter in brackets that no label has is behind a provision: «31 (N) of».

    Not where it counts off the sentence: «Law 16 (a) when he leads or (b) when he plays».
    """
    label = _bracketed(reading, i)
    if label is None:
        return False
    for at in range(i + _SHORTEST_CLAUSE, min(i + _LONGEST_CLAUSE, len(reading.tokens))):
        if breaks_off(reading, at):
            break
        following = _bracketed(reading, at)
        if following is not None and ord(following) == ord(label) + 1:
            return False
    return True


def _bracketed(reading: ReferenceText, i: int) -> str | None:
    """Return the one letter or digit that is in brackets there."""
    opening, label, closing = (
        reading.tokens[min(i + n, len(reading.tokens) - 1)] for n in range(3)
    )
    short = label.kind in ("number", "word") and len(label.text) == 1
    return label.text if opening.text == "(" and closing.text == ")" and short else None


def has_unread_letter(reading: ReferenceText, i: int) -> bool:
    """Return whether a number goes on with a letter that no label has: «Article 5 B applies».

    A small letter, or one that is a word when it is alone, «Article 5 A person», ends the words.
    """
    letter, words = reading.tokens[i], reading.vocabulary
    if reading.tokens[i - 1].kind != "number" or letter.kind != "word" or len(letter.text) > 1:
        return False
    if _any_part(reading, i):  # «Abs. 2 S. 1»
        return False
    elided = reading.tokens[i + 1].text == "'" and reading.tokens[i + 2].glued
    word = letter.text.upper() in words.letter_words
    capital = letter.text.isupper()
    if elided or (capital and not word and not reading.tokens[i - 2].text.isupper()):
        return not elided
    if is_closed(reading, i + 1):
        return capital or not word
    return not word and opener_after_of(reading, i + 1) is not None


def _label_end(reading: ReferenceText, i: int) -> int | None:
    """Return the index after a number, a letter or a label in brackets, or None."""
    tokens = reading.tokens
    opened = tokens[i].text == "(" and i + 2 < len(tokens)
    at = i + opened
    token = tokens[at]
    sign = tokens[min(at + 1, len(tokens) - 1)].text
    elided = sign == "'" and token.text.isascii()  # «e l'articolo», but «β'» is a label
    if elided and token.kind == "word":
        return None
    closed = sign in (")", "'") and token.kind != "end"
    short = (
        token.kind == "word"
        and len(token.text) <= _LONGEST_LABEL
        and (closed or _is_letter(token.text))
    )
    if token.kind != "number" and not short:
        return None
    return at + 1 + closed


def _is_letter(text: str) -> bool:
    """Return whether a word without a sign is a letter, a doubled one or a numeral: «bb», «II»."""
    roman = text.isupper() and not set(text) - set("IVXLCΙΧ")
    return roman or (text.isascii() and (len(set(text)) == 1 or text in _NUMERALS))


def other_provision(
    reading: ReferenceText, at: int, i: int
) -> tuple[tuple[Reference, ...], int] | None:
    """Return the reference of a provision of another act that the code has no word for, or None.

    «§ 823 Abs. 2 BGB», «section 264 of the Insolvency Act 1986», «article L. 231-4 du code …».

    Args:
        at: Index of the word for the provision.
        i: Index after it.
    """
    number = _number_after_letter(reading, i)
    if number is None:
        return None
    listed = [(i, _after_label(reading, number + 1))]
    end = listed[0][1]
    for _ in range(_MOST_LABELS):
        end = end_of_parts(reading, end, _number(reading, number))
        act = cited_act(reading, end)
        if act and not act[0].is_own:
            return of_act((_plain(reading, *each) for each in listed), act[0]), act[1]
        further = None if act else _further_number(reading, at, end)
        if further is None:
            return None
        first, number, ends_range = further
        end = _after_label(reading, number + 1)
        listed[-1:] = [(listed[-1][0], end)] if ends_range else [listed[-1], (first, end)]
    return None


def _number_after_letter(reading: ReferenceText, i: int) -> int | None:
    """Return the index of a number at a token, or behind a capital letter: «L. 231-4»; or None."""
    tokens = reading.tokens
    lettered = tokens[i].kind == "word" and tokens[i].text.isupper() and len(tokens[i].text) == 1
    number = i + lettered + (lettered and tokens[i + 1].text == ".")
    return number if tokens[number].kind == "number" else None


def _further_number(reading: ReferenceText, at: int, i: int) -> tuple[int, int, bool] | None:
    """Return where a joined label of the same act begins, its number, and if a range ends; or None.

    The word for the provision, that of the token ``at``, may be there again: «§ 5 oder § 7 HGB».
    """
    words, tokens = reading.vocabulary, reading.tokens
    span = words.ranges.at(tokens, i)
    link = words.links.at(tokens, i)
    join = span or words.joins.at(tokens, i) or (link if link and link.kind == "with" else None)
    if join is None:
        return None
    for first in _after_small_words(reading, join.end):
        label = first + (tokens[first].key == tokens[at].key)
        if (number := _number_after_letter(reading, label)) is not None:
            return label, number, span is not None
    return None


def label_of(reading: ReferenceText, i: int) -> tuple[Reference, int] | None:
    """Return a number as a reference without a target, and the index after it; or None."""
    if reading.tokens[i].kind != "number":
        return None
    end = _after_label(reading, i + 1)
    return _plain(reading, i, end), end


def _plain(reading: ReferenceText, i: int, end: int) -> Reference:
    start, stop = reading.tokens[i].start, reading.tokens[end - 1].end
    return Reference(start, stop, reading.text[start:stop], "absolute", None)


def _after_label(reading: ReferenceText, i: int) -> int:
    """Return the index after the rest of the label that ends before a token: «231-4», «5(2)»."""
    tokens = reading.tokens
    while True:
        sign, inner = tokens[i], tokens[min(i + 1, len(tokens) - 1)]
        if sign.text == "-" and sign.glued and inner.glued and inner.kind == "number":
            i += 2
        elif sign.text == "(" and (end := _label_end(reading, i)) and tokens[end - 1].text == ")":
            i = end
        elif sign.kind == "word" and sign.glued and len(sign.text) <= _LONGEST_LABEL:
            i += 1
        else:
            return i


def unit_of_other_text(reading: ReferenceText, at: int) -> int | None:
    """Return the index after a provision of another text: «Rule 5», «Protocol No 5»; else None.

    The code has no such provisions. A unit without a number has a capital letter: «the Protocol».
    """
    tokens, words = reading.tokens, reading.vocabulary
    unit = words.units.at(tokens, at)
    opener = words.openers.at(tokens, at)
    own = opener is not None and opener.kind not in ("beside", "weak")
    if unit is None or own or reading.grammar.beside.series.at(tokens, at):
        return None
    i = unit.end
    while tokens[i].key in reading.grammar.acts.no_signs or (
        i > unit.end and tokens[i].text == "."
    ):
        i += 1
    label = tokens[i]
    roman = label.kind == "word" and label.text.isupper() and not set(label.text) - set("IVXLC")
    if label.kind == "number" or roman:  # «§ 7 Abs. 3 Satz 1»
        return end_of_labels(reading, i + 1)
    named = tokens[at].text[:1].isupper() and at and not words.capital_nouns
    part = words.openers.at(tokens, unit.end + 1) if tokens[unit.end].text == "," else None
    return unit.end if named or (part and part.kind in _PART_WORDS) else None


def names_other_text(reading: ReferenceText, i: int) -> bool:
    """Return whether words after a part place it in another text: «dell'allegato XIV»."""
    tokens, words = reading.tokens, reading.vocabulary
    of = words.of_law.at(tokens, i + (tokens[i].text == ","))
    if of is None:
        return False
    beside = reading.grammar.beside.series.at(tokens, of.end)
    return beside is not None or unit_of_other_text(reading, of.end) is not None


def as_unknown(references: tuple[Reference, ...]) -> tuple[Reference, ...]:
    """Return parts whose provision is not known."""
    return tuple(replace(each, form="relative") for each in not_whole(references))
