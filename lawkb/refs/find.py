"""The references of one text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lawkb.model.address import Address, Scheme
from lawkb.model.language import Language
from lawkb.model.passage import Reference
from lawkb.refs.grammar import Grammar, read_grammar
from lawkb.refs.items import Reading, is_closed, read_item
from lawkb.refs.lists import (
    LawBehind,
    Listing,
    Member,
    is_whole,
    law_behind,
    read_laws,
    read_parts,
)
from lawkb.refs.spans import references_of, self_reference
from lawkb.refs.stretches import read_stretches
from lawkb.refs.vocabulary import Phrase, year_of

# References read at a token, and the index of the token to read on from.
_Found = tuple[tuple[Reference, ...], int]


def find_references(
    text: str, language: Language, scheme: Scheme, citing: Address | None
) -> tuple[Reference, ...]:
    """All references of a text, in order, not overlapping; nothing is resolved yet.

    A list gives one reference for each item, a range one for both ends. Work is linear in the
    length of the text: words are looked at from left to right, and a list once read is not read
    again from within.

    Args:
        text: Any text. Offsets are code points of it as given, be it NFC or not.
        language: Whose words and letters it is written in.
        scheme: The levels of the code.
        citing: Provision the text stands in; without one, relative and self references have no
            target.

    Returns:
        References of status ``unresolved`` or ``ambiguous``; the target is None where the words
        cannot be told, as in «Law 4412/2016».

    Source: design.md section 6, and tests/cases/refs/citations.tsv for every form.
    """
    return references_in(text, read_grammar(language, scheme), citing)


def references_in(text: str, grammar: Grammar, citing: Address | None) -> tuple[Reference, ...]:
    """The same as ``find_references``, for many texts of one grammar."""
    found: list[Reference] = []
    for tokens in read_stretches(text, grammar):
        _read(Reading(text, tokens, grammar, grammar.vocabulary, citing), found)
    return tuple(found)


def _read(reading: Reading, found: list[Reference]) -> None:
    """Add the references of a stretch to those found before it."""
    after = 0
    for at, token in enumerate(reading.tokens):
        if at >= after and token.key in reading.vocabulary.opening:
            references, after = _read_at(reading, at)
            found.extend(references)


def _read_at(reading: Reading, at: int) -> _Found:
    """The references that a token opens, if it opens any."""
    words, tokens = reading.vocabulary, reading.tokens
    if tokens[at].text == "(":
        return _pointed(reading, at)
    dated = words.edition_before.at(tokens, at)
    if dated and (key := words.openers.at(tokens, dated.end)) and key.kind == "law":
        references, end = _laws(reading, dated.end, key)
        year = year_of(tokens[at : dated.end])
        return tuple(replace(reference, edition=year) for reference in references), end
    opener = words.openers.at(tokens, at)
    if opener is None or (tokens[at].glued and tokens[at - 1].text == "-"):
        return (), at + 1
    return _READERS[opener.kind](reading, at, opener)


def _laws(reading: Reading, at: int, key: Phrase) -> _Found:
    """Behind the key word for a law: «Laws 16C and 62C2»."""
    words = reading.vocabulary
    plural = key.words in words.plural
    opened = words.range_openers.at(reading.tokens, key.end) if plural else None
    listing = read_laws(reading, opened.end if opened else key.end, plural)
    if listing is None:
        return (), at + 1
    if words.foreign.at(reading.tokens, listing.end):
        return (), listing.end
    return references_of(reading, listing, at), listing.end


def _sections(reading: Reading, at: int, key: Phrase) -> _Found:
    """Behind a word for a part: «Section B of this Law», «Section B of Law 16»."""
    plural = key.words in reading.vocabulary.plural
    listing = read_parts(reading, key.end, plural)
    if listing is None:
        return (), at + 1
    end = _placed(reading, listing)
    if end > listing.end or all(member.is_whole for member in listing.members):
        return references_of(reading, listing, at), end
    behind = law_behind(reading, end)
    if behind:
        return _sections_of(reading, at, key, behind)
    if reading.vocabulary.foreign_section.at(reading.tokens, end):
        return (), end
    return references_of(reading, listing, at), end


def _sections_of(reading: Reading, at: int, key: Phrase, behind: LawBehind) -> _Found:
    """Sections of another law: read as if they stood in it. One alone has the law in its span."""
    law = behind.law
    path = law.paths[0]
    there = replace(reading, citing=Address(path))
    listing = read_parts(there, key.end, key.words in reading.vocabulary.plural)
    foreign = reading.vocabulary.foreign.at(reading.tokens, law.after)
    if listing is None or foreign or any(_above(m, len(path)) for m in listing.members):
        return (), behind.key
    members = tuple(m._replace(is_whole=True, edition=law.edition) for m in listing.members)
    if len(members) == 1:
        members = (members[0]._replace(end=law.end, labels=(*members[0].labels, *law.labels)),)
    listing = Listing(members, law.after, law.after)
    return references_of(there, listing, at), law.after


def _above(member: Member, depth: int) -> bool:
    return is_whole(member.item) or member.item.chains[-1][0].depth < depth


def _parts(reading: Reading, at: int, opener: Phrase) -> _Found:
    """Behind words such as *see* and *under*: «see A above», «as in B», «under (a)», «see 25A».

    A number alone needs a word such as *above* behind it, or nothing of the sentence where the
    opener is one of ``exactly``: «players under 18» cites nothing.
    """
    item = read_item(reading, opener.end)
    alone = item is not None and (is_whole(item) or opener.kind == "exactly")
    listing = read_parts(reading, opener.end, not alone)
    if listing is None:
        return (), at + 1
    end = _placed(reading, listing)
    accepts = _ACCEPTS[opener.kind](reading, listing) or end > listing.end
    if any(member.is_whole for member in listing.members):
        accepts = _cites_law(reading, opener, listing)
    if not accepts:
        return (), listing.seen
    key = at if opener.kind == "point" else opener.end
    return references_of(reading, listing, key), end


def _cites_law(reading: Reading, opener: Phrase, listing: Listing) -> bool:
    """Whether a number with a letter cites a law here: behind *see*, and a Greek article."""
    foreign = reading.vocabulary.foreign.at(reading.tokens, listing.end)
    return opener.kind in ("see", "article") and not foreign


def _pointed(reading: Reading, at: int) -> _Found:
    """A point with a word such as *above* behind it needs no word before: «(a) or (b) above»."""
    listing = read_parts(reading, at, True)
    if listing is None:
        return (), at + 1
    after = reading.vocabulary.after.at(reading.tokens, listing.end)
    if after is None or after.kind != "after":
        return (), listing.seen
    return references_of(reading, listing, at), after.end


def _itself(reading: Reading, at: int, phrase: Phrase) -> _Found:
    """«this Law»; with a number behind, «this Law 16», the key word counts."""
    key = reading.vocabulary.openers.at(reading.tokens, phrase.end - 1)
    numbered = reading.tokens[phrase.end].kind == "number" and read_item(reading, phrase.end)
    if key and key.kind == "law" and numbered:
        return (), phrase.end - 1
    return (self_reference(reading, at, phrase.end),), phrase.end


def _placed(reading: Reading, listing: Listing) -> int:
    """Index of the token after the words that place a list in the citing law, if there are any."""
    end = listing.end
    while after := reading.vocabulary.after.at(reading.tokens, end):
        end = after.end
    return end


def _never(_reading: Reading, _listing: Listing) -> bool:
    return False


def _lettered(_reading: Reading, listing: Listing) -> bool:
    return not any(member.item.is_bare_number for member in listing.members)


def _alone(reading: Reading, listing: Listing) -> bool:
    return is_closed(reading, listing.end)


# Whether a list of parts may stand behind an opener with no word such as *above* behind it.
_ACCEPTS: dict[str, Callable[[Reading, Listing], bool]] = {
    "see": _lettered,
    "under": _lettered,
    "point": _lettered,
    "exactly": _alone,
    "weak": _never,
    "article": _never,
}

_READERS: dict[str, Callable[[Reading, int, Phrase], _Found]] = {
    "law": _laws,
    "section": _sections,
    "self": _itself,
    **dict.fromkeys(_ACCEPTS, _parts),
}
