"""Find the references of one text.

Words that look like references are rejected: the title of a law, a year, the number of a state's
law.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable
from dataclasses import replace

from msgspec import structs

from lawkb.model.address import Address, Scheme
from lawkb.model.language import Language
from lawkb.model.passage import Reference
from lawkb.references.acts import OWN, UNKNOWN, Act
from lawkb.references.annexes import or_part_beside, read_beside, read_this_beside
from lawkb.references.cited_acts import (
    act_again,
    act_alone,
    act_in_common,
    act_of_possessive,
    as_said_before,
    cited_act,
    index_after,
    is_of_chapter,
    numbers_noun,
    of_act,
    said_at,
)
from lawkb.references.clauses import (
    NOTHING_NAMED,
    Link,
    Named,
    act_before,
    as_unknown,
    base_of_part,
    breaks_off,
    end_of_parts,
    ends_sentence,
    excepts_ahead,
    has_unread_bracket,
    has_unread_letter,
    is_after_initials,
    is_cut_off,
    is_placed,
    is_possessive,
    label_of,
    link_between,
    names_other_text,
    names_own,
    not_whole,
    other_provision,
    unit_of_other_text,
    unread_part,
    with_named,
)
from lawkb.references.grammar import (
    ALONE_TEXT,
    Grammar,
    LabelWords,
    ReferenceText,
    Surroundings,
    after_comment,
    key_of,
    opener_after_of,
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
    Container,
    Found,
    Shared,
    after_placing_words,
    depth_of,
    in_its_act,
    key_of_container,
    of_antecedent,
    read_after_opener,
    read_again,
    read_all_before,
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
from lawkb.references.vocabulary import Phrase, Token, end_token, is_year, year_of

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
    _read(reading, reading.cited, NOTHING_NAMED)
    return tuple(reading.cited)


def _read(reading: ReferenceText, found: list[Reference], named: Named) -> None:
    """Append the references of the text, behind what is named before it, to a list."""
    after = named.end
    beginnings, lettered = reading.grammar.beginnings, reading.grammar.lettered
    acts = reading.mentions.by_start
    for at, token in enumerate(reading.tokens):
        if at < after or not (
            token.key in beginnings
            or token.start in acts
            or (lettered and _is_lettered(reading, at))
        ):
            continue
        try:
            after, named = _read_token(reading, at, token, named, found)
        except Exception:  # noqa: BLE001
            found.append(_lost(reading, token))


def _lost(reading: ReferenceText, token: Token) -> Reference:
    """Return a reference that could not be read: whatever fails costs its place, never the page."""
    end = max(token.end, token.start + 1)
    return Reference(token.start, end, reading.text[token.start : end], "absolute", None)


def _read_token(
    reading: ReferenceText, at: int, token: Token, named: Named, found: list[Reference]
) -> tuple[int, Named]:
    """Append the references that begin at a token.

    Returns:
        The index of the token to go on from, and what was named last.
    """
    opening, again = reading.vocabulary.opening, reading.grammar.again
    numbers = reading.grammar.acts.no_signs
    if mention := reading.mentions.by_start.get(token.start):
        after = index_after(reading, at, mention.end)  # «n. 241» of a law is no part of one
        found.extend(act_alone(reading, at))
        if mention.is_through:
            return after, replace(named, end=after) if named.end else named
        return after, Named(after, at, (), (), mention.act)
    if token.key in again and (told := act_again(reading, at) or read_again(reading, at)):
        found.extend(told[0])
        return told[1], named
    if found_beside := _divided(reading, at):
        references, after = found_beside
        found.extend(references)
        return after, Named(after, at, references)
    if token.key in opening or (token.kind == "word" and _is_lettered(reading, at)):
        opener = reading.vocabulary.openers.at(reading.tokens, at)
        if opener and opener.words[0] in numbers and numbers_noun(reading, at, opener):
            return opener.end, named
        if opener and opener.kind in ("law", "level"):
            named = act_before(reading, named, at) or named
        references, after = _read_at(reading, at, named)
        if _is_measure(reading, after):
            return after, named
        if references:
            read = references
            references = _read_whole(reading, read, after)
            is_whole = references == read
            if is_after_initials(reading, at):
                references = not_whole(references)
            placed = is_placed(reading, named, at)
            named, references = with_named(reading, (at, after), references, named, found)
            # «Absatz 2 Nummer 1 Buchstabe a» without Nummern: nor is the letter of the citing one
            end = named.end if is_whole else end_of_parts(reading, named.end)
            named = replace(named, placed=placed, end=end)
            found.extend(_with_glosses(reading, (at, after), references))
            return max(after, named.end), named
        if after > at + 1:
            return after, (replace(named, end=after) if link_between(reading, named, at) else named)
    provision = token.key in reading.vocabulary.provisions
    if provision and (other := _of_other_text(reading, at, named)):
        references, after = other
        found.extend(references)
        act = OWN if references else UNKNOWN
        return after, Named(after, at, references, (), act, placed=is_placed(reading, named, at))
    return at + 1, named


def _is_measure(reading: ReferenceText, i: int) -> bool:
    """Return whether a number before a token counts what is there: «der Absatz 2 Jahre»."""
    number, *noun = reading.tokens[i - 1 : i + 1]
    return number.kind == "number" and any(n.key in reading.vocabulary.measures for n in noun)


def _read_whole(
    reading: ReferenceText, references: tuple[Reference, ...], i: int
) -> tuple[Reference, ...]:
    """Return references, the last without a target if a part behind it could not be read."""
    if references[-1].act is not None:
        return references
    if is_cut_off(reading, i):
        return not_whole(references)
    if has_unread_letter(reading, i) or has_unread_bracket(reading, i):
        return (*references[:-1], *not_whole(references[-1:]))
    part = unread_part(reading, i)
    if part is None:
        return references
    at = part.end - len(part.words)
    opener = reading.vocabulary.openers.at(reading.tokens, at)
    if opener and opener.kind in _READERS and _READERS[opener.kind](reading, at, opener)[0]:
        return references
    return (*references[:-1], *not_whole(references[-1:]))


def _of_other_text(reading: ReferenceText, at: int, named: Named) -> Found | None:
    """Return the provision of another act or text that the code has no word for: «§ 5»; or None."""
    words = reading.vocabulary
    opener = words.openers.at(reading.tokens, at)
    if opener is None or opener.kind in ("weak", "beside"):
        opener = words.units.at(reading.tokens, at) or words.any_part.at(reading.tokens, at)
    if (
        opener
        and opener.kind in ("unit", "part", "section", "law", "level")
        and (found := other_provision(reading, at, opener.end))
    ):
        return found
    before = act_before(reading, named, at) if opener and opener.kind in ("unit", "part") else None
    if before and opener and (read := label_of(reading, opener.end)):
        return of_act((read[0],), before.act), read[1]
    end = unit_of_other_text(reading, at)
    return ((), end) if end else None


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
            # The label before it is what an exception in it is of: «6 (except paragraph 2)».
            inner = (*tokens[at - 1 : end], end_token(reading.text))
            of_label = structs.replace(references[before - 1], within=None)
            cited = [*reading.cited, *references[: before - 1], of_label]
            _read(replace(reading, tokens=inner, cited=cited), found, Named(1, last=(of_label,)))
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


def _read_at(reading: ReferenceText, at: int, named: Named) -> Found:
    """Return the references that begin at a token, and the index of the token to go on from.

    Args:
        named: What was named before.
    """
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
    if opener.kind in _OF_PARTS and (part := _part_of_named(reading, at, opener, named)):
        return part
    references, end = _READERS[opener.kind](reading, at, opener)
    return (() if is_of_chapter(reading, at) else references), end


_OF_PARTS = ("level", "section", "point", "ordinal", "subparagraph", "preceding")


def _part_of_named(reading: ReferenceText, at: int, opener: Phrase, named: Named) -> Found | None:
    """Return the references of a part of what was named before; None if it is of the citing one."""
    link = link_between(reading, named, at)
    if said := _said_part(reading, at, opener):
        return said
    if excepts_ahead(reading, at) and not is_possessive(reading, at):
        behind = _law_behind(reading, at)
        link, named = (Link("its"), Named(at, last=behind)) if behind else (None, named)
    elif is_possessive(reading, at, container=True) and (link is None or link.kind == "its"):
        link, named = Link("its"), _owner(reading, at, named, link)
    if link is None:
        return None
    base = base_of_part(reading, named, link, at, key_of(reading, opener))
    if base is None:
        return _counted_in(reading, at, opener, named.last, link)
    path, act, again = base
    if _is_placed_behind(reading, opener, again):
        return None
    inside = replace(reading, within=path or (0,))
    references, end = _READERS[opener.kind](inside, at, opener)
    if path is not None:
        return references, end
    return (of_act(references, act) if act.name else as_unknown(references)), end


def _said_part(reading: ReferenceText, at: int, opener: Phrase) -> Found | None:
    """Return «the same paragraph 1» as the one with that number that was cited last, or None."""
    if opener.kind != "level" or not said_at(reading, at):
        return None
    depth, cited = min(reading.vocabulary.meaning(opener)), reading.cited[-1:]
    target = cited[0].target if cited and cited[0].act is None else None
    if target is None or target.depth < depth or cited[0].upto:
        return None
    inside = replace(reading, within=target.path[:depth])
    listing = _named_parts(inside, opener.end, key_of(reading, opener))
    again = listing is not None and all(
        path == target.path[: depth + 1] for each in listing.members for path in each.paths
    )
    return (references_of(inside, listing, at), listing.end) if listing and again else None


def _owner(reading: ReferenceText, at: int, named: Named, link: Link | None) -> Named:
    """Return what a part with a word such as *its* is of; unknown if that is doubtful.

    It is what the sentence named before, or where that is nothing, what it names first behind the
    part: «except for its paragraph 2, Article 8». Else the sentence before it names it.
    """
    same = named.end and not any(ends_sentence(reading, i) for i in range(named.end, at))
    behind = () if same else _law_behind(reading, at)
    if bool(link) != bool(behind):
        return named if link else Named(at, last=behind)
    return Named(at, act=UNKNOWN)


def _law_behind(reading: ReferenceText, at: int) -> tuple[Reference, ...]:
    tokens = reading.tokens
    for i in range(at + 1, len(tokens)):
        if breaks_off(reading, i):
            break
        opener = reading.vocabulary.openers.at(tokens, i)
        if opener and opener.kind == "law":
            return _read_at(reading, i, NOTHING_NAMED)[0]
    return ()


def _is_placed_behind(reading: ReferenceText, opener: Phrase, again: bool) -> bool:
    """Return whether the law that contains a part is named behind it: «paragraph 2 of Article 6».

    Where the word for the part is there ``again``, any provision that contains it counts.
    """
    if opener.kind not in ("level", "section", "point"):
        return False
    listing = _named_parts(reading, opener.end, key_of(reading, opener))
    if listing is None:
        return False
    if after_placing_words(reading, listing.end) > listing.end:  # «of this Article»
        return True
    latter = read_thereof(reading, listing.end, key_of(reading, opener).depths)
    if latter and latter.path:
        return True
    container = read_container(reading, listing.end, depth_of(listing))
    whole = any(member.is_whole for member in listing.members)
    return whole or (container is not None and (again or container.member.is_whole))


def _counted_in(
    reading: ReferenceText, at: int, opener: Phrase, cited: tuple[Reference, ...], link: Link
) -> Found | None:
    """Return what «first sentence», «second subparagraph» behind a provision cite, or None.

    A sentence has no address of its own.
    """
    counted = opener.kind in ("ordinal", "preceding", "subparagraph") and cited
    if not counted or not link.bare or link.kind not in ("next", "comma", "join"):
        return None
    if opener.kind == "preceding":
        return (), opener.end
    if link.kind == "join":
        return None
    last = cited[-1]
    if last.act is not None:
        references, end = read_unnumbered(reading, at, opener)
        return of_act(references, Act(last.act, last.url or "")), end
    if last.target is None or last.upto:
        return None
    return read_unnumbered(replace(reading, within=last.target.path), at, opener)


def _laws(reading: ReferenceText, at: int, key: Phrase) -> Found:
    """Return the references after the key word for a law: «Laws 16C and 62C2», «Laws 5 to 7»."""
    words = reading.vocabulary
    if reading.grammar.scheme.series and (beside := read_beside(reading, at)):
        return beside
    plural = key.words in words.plural
    opened = words.range_openers.at(reading.tokens, key.end) if plural else None
    listing = read_laws(reading, opened.end if opened else key.end, key_of(reading, key))
    if listing is None:
        return (), at + 1
    if opened and not listing.members[0].is_range:
        return (), listing.seen
    if _is_no_citation(reading, (at, key), listing):
        return (), listing.end
    if act := act_of_possessive(reading, at):
        return of_act(references_of(reading, listing, at), act), listing.end
    if common := act_in_common(reading, at, listing.end):
        return of_act(references_of(reading, listing, at), common[0]), common[1]
    references, end = _in_their_acts(reading, listing, at)
    references = as_said_before(reading, (at, end), references)
    if plural and (further := _of_further_acts(reading, end)):
        return (*references, *further[0]), further[1]
    return or_part_beside(reading, key, references), end


def _in_their_acts(reading: ReferenceText, listing: Listing, at: int) -> Found:
    """Return the references of a list of laws as those of the act behind it, if there is one.

    Those up to one with words such as *of this code* are the code's own: «articoli 5 del presente
    codice e 6 del codice civile».
    """
    references = references_of(reading, listing, at)
    own = [
        each.after for each in listing.members[:-1] if names_own(reading, each.end - 1, each.after)
    ]
    if not own:
        return in_its_act(reading, references, listing.end)
    start = reading.tokens[own[-1]].start
    last, end = in_its_act(reading, tuple(e for e in references if e.start >= start), listing.end)
    return (*(each for each in references if each.start < start), *last), end


def _of_further_acts(reading: ReferenceText, i: int) -> Found | None:
    """Return laws joined to those of another act, each with its act behind it; None without any.

    «Articles 6 of Directive 95/46/EC and 5 of this Regulation».
    """
    found: list[Reference] = []
    while join := reading.vocabulary.joins.at(reading.tokens, i):
        listing = read_laws(reading, join.end, LabelWords("law", plural=True))
        act = cited_act(reading, listing.members[-1].end) if listing else None
        if listing is None or act is None or not listing.members[0].item.is_bare_number:
            break
        found += of_act(references_of(reading, listing, join.end), act[0])
        i = act[1]
    return (tuple(found), i) if found else None


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
    if end > listing.end and reading.within:  # «except paragraph 2 of this Article»
        reading = replace(reading, within=None)
        listing = _named_parts(reading, opener.end, key) or listing
    if end > listing.end or all(whole):
        return references_of_lists(reading, listing, at, end)
    container = read_container(reading, end, depth_of(listing))
    if container:
        begins = at, listing.members[0].item.first
        references, after = read_contained(reading, begins, key, container)
        # «point (c) of paragraph 1 and paragraph 3 of Article 7»
        upper = key_of_container(reading, container)
        behind = read_shared_container(reading, after, upper) if upper else None
        if behind is None or not behind.container.member.is_whole:
            return references, after
        if upper is None or not behind.is_sure:
            return as_unknown(references), after
        within = (*behind.container.path[: min(upper.depths)], *container.path[min(upper.depths) :])
        moved = Container(container.first, container.member._replace(paths=(within,)))
        others = read_contained(reading, begins, key, moved)[0]
        return _either(reading, references, others, behind), after
    shared = read_shared_container(reading, end, key)
    if shared and not shared.is_sure:
        return as_unknown(references_of(reading, listing, at)), listing.end
    if shared:
        around = shared.container.member
        path = shared.container.path[: min(key.depths, default=1)]
        parts = _named_parts(replace(reading, within=path), opener.end, key)
        found = references_of(reading, parts, at) if parts else ()
        if shared.is_mixed and reading.vocabulary.mixed_doubt:
            return _either(reading, references_of(reading, listing, at), found, shared), listing.end
        in_act = in_its_act(reading, found, around.after)[0] if around.is_whole else found
        return in_act, listing.end
    if reading.vocabulary.foreign_section.at(reading.tokens, end):
        return (), end
    if names_other_text(reading, end):  # «punto 4, lettera a), dell'allegato XIV»
        return as_unknown(references_of(reading, listing, at)), end
    if key.kind == "point" and numbers:
        return (), listing.seen
    return references_of(reading, listing, at), end


def _either(
    reading: ReferenceText,
    references: tuple[Reference, ...],
    others: tuple[Reference, ...],
    shared: Shared,
) -> tuple[Reference, ...]:
    """Return parts of the citing provision that may be of what is named behind others, too.

    «Point (c) of paragraph 1 and paragraph 3 of Article 7»: the code may have only one of the two.
    """
    around = shared.container.member
    in_act = around.is_whole and in_its_act(reading, others, around.after)[0] != others
    ranged = any(each.upto for each in references)
    if in_act or ranged or len(references) != len(others):
        return as_unknown(references)
    pairs = zip(references, others, strict=True)
    return tuple(structs.replace(one, other=other.target) for one, other in pairs)


def _named_parts(reading: ReferenceText, at: int, key: LabelWords) -> Listing | None:
    """Return the labels after the word for a part, or None; «paragraphs from» begins a range.

    A comment between them and what contains them belongs to them: «paragraph 2, if any, of Article
    5».
    """
    opened = reading.vocabulary.range_openers.at(reading.tokens, at) if key.plural else None
    listing = read_named_parts(reading, opened.end if opened else at, key)
    if listing is None or (opened and not listing.members[0].is_range):
        return None
    if any(member.is_whole for member in listing.members):
        return listing
    end = after_comment(reading, listing.end)
    opener = opener_after_of(reading, end)
    inner = (
        opener is not None
        and opener.kind == "level"
        and key_of(reading, opener).depths >= (key.depths or (len(reading.grammar.forms),))
    )
    return listing if inner else listing._replace(end=end)  # «της παρ. 1, της περ. α΄»


def _all_before(reading: ReferenceText, at: int, opener: Phrase) -> Found:
    """Return «the preceding paragraphs», or the labels behind it: «preceding points 1 and 2»."""
    label = reading.tokens[opener.end]
    if label.kind == "number" or label.text == "(":
        return _sections(reading, at, opener._replace(kind="section"))
    return read_all_before(reading, at, opener)


_READERS: dict[str, Callable[[ReferenceText, int, Phrase], Found]] = {
    # The word for a text beside the laws: «Annex I, point 2».
    "beside": lambda reading, at, opener: read_beside(reading, at) or ((), opener.end),
    "law": _laws,
    **dict.fromkeys(("level", "section", "point"), _sections),
    **dict.fromkeys(("ordinal", "subparagraph"), read_unnumbered),
    "preceding": read_preceding_paragraph,
    "earlier": _all_before,
    **dict.fromkeys(("self", "this", "before", "next"), read_itself_or_neighbour),
    **dict.fromkeys(("see", "under", "exactly", "weak", "article"), read_after_opener),
}
