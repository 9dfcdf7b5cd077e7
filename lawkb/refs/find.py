"""The references of one text."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable
from dataclasses import replace

from lawkb.model.address import Address, Scheme
from lawkb.model.language import Language
from lawkb.model.passage import Reference
from lawkb.refs.enclosed import read_enclosed
from lawkb.refs.enclosing import placed, read_enclosing
from lawkb.refs.further import references_with_further
from lawkb.refs.glosses import gloss_end
from lawkb.refs.grammar import Grammar, read_grammar
from lawkb.refs.led import LEADING, read_led, read_pointed
from lawkb.refs.lists import read_laws, read_named_parts
from lawkb.refs.lookalikes import is_other
from lawkb.refs.members import Listing
from lawkb.refs.reading import Key, Reading, key_of
from lawkb.refs.spans import references_of
from lawkb.refs.standing import Found, read_beside, read_itself, read_unnumbered
from lawkb.refs.stretches import read_stretches
from lawkb.refs.tokens import end_token
from lawkb.refs.vocabulary import Phrase, year_of


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
        cannot be told, as in «Law 12C1.2».

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
    opening = reading.vocabulary.opening
    for at, token in enumerate(reading.tokens):
        if at < after:
            continue
        if token.key in opening or (token.kind == "word" and _is_lettered(reading, at)):
            references, after = _read_at(reading, at)
            found.extend(_with_glosses(reading, (at, after), references))


def _with_glosses(
    reading: Reading, read: tuple[int, int], references: tuple[Reference, ...]
) -> tuple[Reference, ...]:
    """References with those of the glosses between them, in order.

    Args:
        reading: The text.
        read: Index of the first token that was read for them, and of the one after the last.
        references: What was found.
    """
    found: list[Reference] = []
    tokens, starts = reading.tokens, [reference.start for reference in references]
    for at in range(*read) if references else ():
        end = gloss_end(tokens, at) if tokens[at].text == "(" else None
        before = bisect(starts, tokens[at].start)
        if end is None or end > read[1] or not before:
            continue
        if references[before - 1].end <= tokens[at].start:
            inner = (*tokens[at + 1 : end], end_token(reading.text))
            _read(replace(reading, tokens=inner), found)
    return tuple(sorted((*references, *found), key=lambda one: one.start)) if found else references


def _is_lettered(reading: Reading, at: int) -> bool:
    """Whether a letter of a label stands at a token, and more of the label behind it: ``A2``."""
    token = reading.tokens[at]
    if token.kind != "word" or token.text.islower() or not reading.grammar.first.lettered:
        return False
    behind = reading.tokens[at + 1]
    if not behind.glued or not (behind.kind == "number" or behind.text == "("):
        return False
    glued = token.glued and reading.tokens[at - 1].kind in ("number", "word")
    return not glued and len(token.text) <= reading.grammar.first.longest


def _read_at(reading: Reading, at: int) -> Found:
    """The references that a token opens, if it opens any."""
    words, tokens = reading.vocabulary, reading.tokens
    if tokens[at].text == "(":
        return read_pointed(reading, at)
    dated = words.edition_before.at(tokens, at)
    if dated and (key := words.openers.at(tokens, dated.end)) and key.kind == "law":
        references, end = _laws(reading, dated.end, key)
        year = year_of(tokens[at : dated.end])
        return tuple(replace(reference, edition=year) for reference in references), end
    opener = words.openers.at(tokens, at)
    short = opener is None or opener.end == at + 1
    if short and _is_lettered(reading, at):  # the A of «A2 ci-dessus» is no à
        return read_pointed(reading, at)
    if opener is None or (tokens[at].glued and tokens[at - 1].text == "-"):
        return (), at + 1
    return _READERS[opener.kind](reading, at, opener)


def _laws(reading: Reading, at: int, key: Phrase) -> Found:
    """Behind the key word for a law: «Laws 16C and 62C2»; behind «Laws from» stands a range."""
    words = reading.vocabulary
    plural = key.words in words.plural
    opened = words.range_openers.at(reading.tokens, key.end) if plural else None
    listing = read_laws(reading, opened.end if opened else key.end, plural)
    if listing is None:
        return (), at + 1
    if opened and not listing.members[0].is_range:
        return (), listing.seen
    if words.foreign.at(reading.tokens, listing.end) or is_other(reading, (at, key), listing):
        return (), listing.end
    return references_of(reading, listing, at), listing.end


def _sections(reading: Reading, at: int, opener: Phrase) -> Found:
    """Behind a word for a part: «Section B of this Law», «point (a) of Law 16», «paragraph 2»."""
    key = key_of(reading, opener)
    listing = _named_parts(reading, opener.end, key)
    if listing is None:
        return (), at + 1
    numbers = any(member.item.is_bare_number for member in listing.members)
    whole = [member.is_whole for member in listing.members]
    if key.kind == "point" and any(whole):
        return (), listing.seen
    end = placed(reading, listing.end)
    if end > listing.end or all(whole):
        return references_with_further(reading, listing, at, end)
    behind = read_enclosing(reading, end)
    if behind:
        return read_enclosed(reading, (at, opener.end), key, behind)
    if reading.vocabulary.foreign_section.at(reading.tokens, end):
        return (), end
    if key.kind == "point" and numbers:
        return (), listing.seen
    return references_of(reading, listing, at), end


def _named_parts(reading: Reading, at: int, key: Key) -> Listing | None:
    """The parts behind a word for them; behind «paragraphs from» stands a range."""
    opened = reading.vocabulary.range_openers.at(reading.tokens, at) if key.plural else None
    if opened:
        listing = read_named_parts(reading, opened.end, key)
        return listing if listing and listing.members[0].is_range else None
    return read_named_parts(reading, at, key)


_READERS: dict[str, Callable[[Reading, int, Phrase], Found]] = {
    "law": _laws,
    **dict.fromkeys(("level", "section", "point"), _sections),
    **dict.fromkeys(("ordinal", "subparagraph"), read_unnumbered),
    **dict.fromkeys(("self", "this"), read_itself),
    **dict.fromkeys(("before", "next"), read_beside),
    **dict.fromkeys(LEADING, read_led),
}
