"""Find the references of one text.

Words that look like references are rejected: the title of a law, a year, the number of a state's
law.

A list of provisions may have one act: «section 105 and subsections 119(2) and 131(1) of that Act».
The act named after the last provision is that of all, unless the first has words of its own, «of
this Regulation», or only a comma joins two lists: «section 7, section 24 of the Oceans Act». Or the
act is named before the first: «the Treaty, and in particular Articles 16(2) and 192(1)».
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable
from dataclasses import dataclass, replace

from msgspec import structs

from lawkb.model.address import Address, Scheme
from lawkb.model.language import Language
from lawkb.model.passage import Reference
from lawkb.references.acts import OWN, Act
from lawkb.references.annexes import or_part_beside, read_beside, read_this_beside
from lawkb.references.cited_acts import (
    act_again,
    act_alone,
    act_of_possessive,
    cited_act,
    index_after,
    is_of_chapter,
    of_act,
)
from lawkb.references.grammar import (
    ALONE_TEXT,
    Grammar,
    LabelWords,
    ReferenceText,
    Surroundings,
    key_of,
    read_grammar,
    text_to_read,
)
from lawkb.references.lists_and_ranges import (
    Listing,
    gloss_end,
    read_laws,
    read_named_parts,
    references_of,
)
from lawkb.references.relative import (
    Found,
    after_placing_words,
    depth_of,
    in_its_act,
    of_antecedent,
    read_after_opener,
    read_again,
    read_bare_label,
    read_contained,
    read_container,
    read_itself_or_neighbour,
    read_preceding_paragraph,
    read_shared_container,
    read_thereof,
    read_unnumbered,
    references_of_lists,
)
from lawkb.references.vocabulary import Phrase, end_token, is_year, year_of

_ENOUGH = 2  # lists before one with the name of an act, after a comma, that are of that act, too
_MOST_ARTICLES = 2  # words between a join and the word for a provision: «und nach dem»


@dataclass(frozen=True, slots=True)
class Chain:
    """References one after the other that may share one act."""

    end: int = 0  # Index of the token after them; 0 when there are none.
    places: tuple[int, ...] = ()  # Their places among the references that are found.
    act: Act = OWN  # The act that is named before them; the code itself if none is.
    # Number of words for a provision among them: 2 for «sections 2 and 3, section 5».
    lists: int = 0


def after_act(reading: ReferenceText, act: Act, end: int) -> Chain:
    """Return the chain that an act begins before its articles, without references so far.

    «The Treaty, and in particular Article 16», «ν. 4412/2016 (άρθρο 5)». ``end`` is the index after
    the name of the act.
    """
    if reading.tokens[end].text == "(":
        return Chain(end + 1, (), act)
    words = reading.grammar.acts.particularly.at(reading.tokens, end)
    return Chain(words.end, (), act) if words else Chain()


def in_chain(
    reading: ReferenceText,
    read: tuple[int, int],
    references: tuple[Reference, ...],
    chain: Chain,
    found: list[Reference],
) -> tuple[Chain, tuple[Reference, ...]]:
    """Return the chain with further references, and these as those of its act.

    Where they have an act, those of the chain before them get it, too.

    Args:
        read: Indexes of the first token of the references and after the last one.
        found: All references before them; those of the chain are replaced in it.
    """
    if not _follows(reading, chain, read[0]):
        chain = Chain()
    if references[0].act is not None:
        told = (token.start in reading.mentions.by_start for token in reading.tokens[slice(*read)])
        join = reading.vocabulary.joins.at(reading.tokens, chain.end)
        loose = any(told) and join is not None and join.kind == "comma" and chain.lists < _ENOUGH
        for place in () if loose else chain.places:
            name = references[0].act
            act = reading.mentions.named(name) or Act(name)
            found[place] = of_act((found[place],), act)[0]
        return Chain(), references
    placed = references[-1].end <= reading.tokens[read[1] - 1].start
    if placed or any(each.form not in ("absolute", "range") for each in references):
        return Chain(), references
    of_chain = of_act(references, chain.act)
    places = () if not chain.act.is_own else range(len(found), len(found) + len(of_chain))
    return Chain(read[1], (*chain.places, *places), chain.act, chain.lists + 1), of_chain


def _follows(reading: ReferenceText, chain: Chain, at: int) -> bool:
    """Return whether a word for a provision at a token continues a chain after *and*."""
    if not chain.end:
        return False
    begins = not (chain.places or chain.act.is_own)
    joins = reading.vocabulary.joins.all_at(reading.tokens, chain.end)
    ends = [join.end for join in joins] + [chain.end] * begins
    phrases = (
        each for end in ends for each in reading.vocabulary.of_law.all_at(reading.tokens, end)
    )
    return any(each.end == at for each in phrases) or any(  # «ou de l’article 20»
        0 <= at - end <= _MOST_ARTICLES and all(_is_article(reading, i) for i in range(end, at))
        for end in ends
    )


def _is_article(reading: ReferenceText, i: int) -> bool:
    token = reading.tokens[i]
    return token.key in reading.grammar.acts.articles or token.text == "'"


_LONGEST_INDENT = 8  # most code points before the first word of a text


def _is_no_citation(reading: ReferenceText, key: tuple[int, Phrase], listing: Listing) -> bool:
    """Return whether the labels after the word for a law cite nothing, as in «Law 4412/2016»."""
    if len(listing.members) > 1:
        return False
    at, word = key
    return (
        _is_title(reading, at, listing)
        or _is_edition(reading, word, listing)
        or _is_numbered_otherwise(reading, word, listing)
    )


def _is_title(reading: ReferenceText, at: int, listing: Listing) -> bool:
    """Return whether the label is in the title of the law itself: «LAW 55 - LEAD OUT OF TURN»."""
    start, member = reading.tokens[at].start, listing.members[0]
    if reading.citing is None or member.paths != (reading.citing.path[:1],) or member.is_range:
        return False
    if start > _LONGEST_INDENT or reading.text[:start].strip():
        return False
    sign = reading.tokens[listing.end]
    if sign.text in (":", "—") or (sign.text == "-" and not sign.glued):
        return True
    words = reading.text[sign.end :]
    return sign.text == "." and words.lower() != words == words.upper()


def _is_edition(reading: ReferenceText, word: Phrase, listing: Listing) -> bool:
    """Return whether the number is the year of an edition, not of a law: «the Laws 2027»."""
    member = listing.members[0]
    plural = word.words in reading.vocabulary.plural
    alone = member.end == member.item.first + 1 and not member.is_range
    return plural and alone and is_year(reading.tokens[member.item.first])


def _is_numbered_otherwise(reading: ReferenceText, word: Phrase, listing: Listing) -> bool:
    """Return whether the number is that of a state's law: «Law 4412/2016», «loi n° 84-610»."""
    first, tokens = listing.members[0].item.first, reading.tokens
    sign, following = tokens[first + 1], tokens[min(first + 2, len(tokens) - 1)]
    if not (sign.glued and following.glued and following.kind == "number"):
        return False
    numbered = any(part.isalpha() for part in word.words[1:])
    singular = word.words not in reading.vocabulary.plural
    return (sign.text == "/" and is_year(following)) or (sign.text == "-" and numbered and singular)


def find_references(
    text: str, language: Language, scheme: Scheme, citing: Address | None
) -> tuple[Reference, ...]:
    """Return all references of a text in text order, not overlapping and not yet resolved.

    A list gives one reference for each item, a range one reference for both ends. The time grows
    linearly with the length of the text.

    Args:
        text: Any text. Offsets are code points of this text as given, NFC or not.
        scheme: The levels of the code: law, letter, number and so on.
        citing: Provision that contains the text. With None, relative references («see B above») and
            references to the law itself («this Law») have no target.

    Returns:
        References of status ``unresolved`` or ``ambiguous``. The target is None where it cannot be
        determined, as in «Law 12C1.2».

    Source: tests/cases/refs/citations.tsv has an example of every form.
    """
    return find_references_with_grammar(text, read_grammar(language, scheme), citing)


def find_references_with_grammar(
    text: str, grammar: Grammar, citing: Address | None, around: Surroundings = ALONE_TEXT
) -> tuple[Reference, ...]:
    """Return the references of a text like ``find_references``, given a grammar.

    ``read_grammar`` makes the grammar; ``around`` is what is known of the text besides its words;
    the other arguments are those of ``find_references``.
    """
    return references_read(text_to_read(text, grammar, citing, around))


def references_read(reading: ReferenceText) -> tuple[Reference, ...]:
    """Return the references of a text that is ready to be read."""
    _read(reading, reading.cited)
    return tuple(reading.cited)


def _read(reading: ReferenceText, found: list[Reference]) -> None:
    """Append the references of the text to a list."""
    after, chain = 0, Chain()
    opening, again = reading.vocabulary.opening, reading.grammar.acts.again.by_first
    for at, token in enumerate(reading.tokens):
        if at < after:
            continue
        if mention := reading.mentions.by_start.get(token.start):
            after = index_after(reading, at, mention.end)  # «n. 241» of a law is no part of one
            chain = after_act(reading, mention.act, after)
            found.extend(act_alone(reading, at))
        elif token.key in again and (told := act_again(reading, at) or read_again(reading, at)):
            found.extend(told[0])
            after = told[1]
        elif found_beside := _divided(reading, at):
            references, after = found_beside
            found.extend(references)
        elif token.key in opening or (token.kind == "word" and _is_lettered(reading, at)):
            references, after = _read_at(reading, at)
            if references:
                chain, references = in_chain(reading, (at, after), references, chain, found)
            found.extend(_with_glosses(reading, (at, after), references))


def _divided(reading: ReferenceText, at: int) -> Found | None:
    """Return the references that begin with a part of an annex, «item 2», or are «this Annex»."""
    words, token = reading.grammar.beside, reading.tokens[at]
    if token.key in words.this and (this := read_this_beside(reading, at)):
        return this
    if token.key not in words.opening or reading.grammar.acts.chapters.at(reading.tokens, at):
        return None
    return read_beside(reading, at)


def _with_glosses(
    reading: ReferenceText, read: tuple[int, int], references: tuple[Reference, ...]
) -> tuple[Reference, ...]:
    """Return references merged, in text order, with those inside glosses between them.

    A gloss is an explanation in brackets after a label: «Laws 55 (lead out of turn) and 56».
    ``read`` has the indexes of the first token and after the last one.
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
            _read(replace(reading, tokens=inner), found)  # its acts are found by their offsets
    return tuple(sorted((*references, *found), key=lambda one: one.start)) if found else references


def _is_lettered(reading: ReferenceText, at: int) -> bool:
    """Return whether a label of several levels begins with the letter at this token: ``A2``."""
    token = reading.tokens[at]
    if token.kind != "word" or token.text.islower() or not reading.grammar.lettered:
        return False
    following = reading.tokens[at + 1]
    if not following.glued or not (following.kind == "number" or following.text == "("):
        return False
    glued = token.glued and reading.tokens[at - 1].kind in ("number", "word")
    return not glued and len(token.text) <= reading.grammar.longest


def _read_at(reading: ReferenceText, at: int) -> Found:
    """Return the references that begin at a token, and the index of the token to go on from."""
    words, tokens = reading.vocabulary, reading.tokens
    if tokens[at].text == "(":
        return read_bare_label(reading, at)
    dated = words.edition_before.at(tokens, at)
    if dated and (key := words.openers.at(tokens, dated.end)) and key.kind == "law":
        references, end = _laws(reading, dated.end, key)
        year = year_of(tokens[at : dated.end])
        return tuple(structs.replace(reference, edition=year) for reference in references), end
    opener = words.openers.at(tokens, at)
    short = opener is None or opener.end == at + 1
    if short and _is_lettered(reading, at):  # the A of «A2 ci-dessus» is not the word à
        return read_bare_label(reading, at)
    if opener is None or (tokens[at].glued and tokens[at - 1].text == "-"):
        return (), at + 1
    references, end = _READERS[opener.kind](reading, at, opener)
    return (() if is_of_chapter(reading, at) else references), end


def _laws(reading: ReferenceText, at: int, key: Phrase) -> Found:
    """Return the references after the key word for a law: «Laws 16C and 62C2», «Laws 5 to 7»."""
    words = reading.vocabulary
    if reading.grammar.scheme.series and (beside := read_beside(reading, at)):
        return beside
    plural = key.words in words.plural
    opened = words.range_openers.at(reading.tokens, key.end) if plural else None
    listing = read_laws(reading, opened.end if opened else key.end, plural)
    if listing is None:
        return (), at + 1
    if opened and not listing.members[0].is_range:
        return (), listing.seen
    if _is_no_citation(reading, (at, key), listing):
        return (), listing.end
    if act := act_of_possessive(reading, at):
        return of_act(references_of(reading, listing, at), act), listing.end
    references, end = in_its_act(reading, references_of(reading, listing, at), listing.end)
    return or_part_beside(reading, key, references), end


def _sections(reading: ReferenceText, at: int, opener: Phrase) -> Found:
    """Return the references after the word for a part: «Section B of this Law», «paragraph 2»."""
    if beside := read_beside(reading, at):
        return beside
    key = key_of(reading, opener)
    listing = _named_parts(reading, opener.end, key)
    if listing is None:
        return (), at + 1
    numbers = any(member.item.is_bare_number for member in listing.members)
    whole = [member.is_whole for member in listing.members]
    if not any(whole) and (base := read_thereof(reading, listing.end, key.depths)):
        inside = replace(reading, within=base.path)
        if base.path is None:
            return of_antecedent(base, references_of(reading, listing, at)), base.end
        parts = _named_parts(inside, opener.end, key)
        return (references_of(inside, parts, at) if parts else ()), base.end
    act = cited_act(reading, listing.end)
    if all(whole) or (act and not act[0].is_own):
        return in_its_act(reading, references_of(reading, listing, at), listing.end)
    if key.kind == "point" and any(whole):
        return (), listing.seen
    end = after_placing_words(reading, listing.end)
    if end > listing.end or all(whole):
        return references_of_lists(reading, listing, at, end)
    container = read_container(reading, end, depth_of(listing))
    if container:
        return read_contained(reading, (at, opener.end), key, container)
    shared = read_shared_container(reading, end, key)
    if shared:
        parts = _named_parts(replace(reading, within=shared.path), opener.end, key)
        found = references_of(reading, parts, at) if parts else ()
        around = shared.member
        in_act = in_its_act(reading, found, around.after)[0] if around.is_whole else found
        return in_act, listing.end
    if reading.vocabulary.foreign_section.at(reading.tokens, end):
        return (), end
    if key.kind == "point" and numbers:
        return (), listing.seen
    return references_of(reading, listing, at), end


def _named_parts(reading: ReferenceText, at: int, key: LabelWords) -> Listing | None:
    """Return the labels after the word for a part, or None; «paragraphs from» begins a range."""
    opened = reading.vocabulary.range_openers.at(reading.tokens, at) if key.plural else None
    if opened:
        listing = read_named_parts(reading, opened.end, key)
        return listing if listing and listing.members[0].is_range else None
    return read_named_parts(reading, at, key)


_READERS: dict[str, Callable[[ReferenceText, int, Phrase], Found]] = {
    # The word for a text beside the laws: «Annex I, point 2».
    "beside": lambda reading, at, opener: read_beside(reading, at) or ((), opener.end),
    "law": _laws,
    **dict.fromkeys(("level", "section", "point"), _sections),
    **dict.fromkeys(("ordinal", "subparagraph"), read_unnumbered),
    "preceding": read_preceding_paragraph,
    **dict.fromkeys(("self", "this", "before", "next"), read_itself_or_neighbour),
    **dict.fromkeys(("see", "under", "exactly", "weak", "article"), read_after_opener),
}
