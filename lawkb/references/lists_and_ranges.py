"""Lists and ranges of labels: ``16C and 62C2``, ``40B1(a) or (b)``, ``27 to 32``.

Read the items of a list and the levels that each takes from the item before it. Skip glosses, which
are explanations in brackets after a label: «Laws 55 (lead out of turn), 56 and 57». Turn the list
into references with spans and targets.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from lawkb.model.address import Address
from lawkb.model.passage import Form, Reference, Span
from lawkb.references.cited_acts import names_other_act, own_act_end
from lawkb.references.grammar import (
    ALONE,
    LabelWords,
    Path,
    ReferenceText,
    ends_clause,
    is_closed,
    key_of,
    names_place,
    opener_after_of,
    sentence_at,
)
from lawkb.references.label_reading import (
    CitedParagraph,
    PrintedLabel,
    counts_on,
    is_call_like,
    law_path,
    next_paths,
    part_paths,
    path_of,
    read_item,
    read_subparagraphs,
    torn_end,
)
from lawkb.references.vocabulary import Phrase, Token, read_tokens, year_of

# Most tokens of a gloss, brackets included; a bound keeps the work linear.
LONGEST_GLOSS = 24
_SHORTEST_GLOSS = 4  # at least two words, which excludes «(a)» and «(2007)»


def gloss_end(tokens: tuple[Token, ...], i: int) -> int | None:
    """Return the index after the gloss that begins at a token, or None when none begins there.

    A gloss is an explanation in brackets after a label: «Laws 55 (lead out of turn), 56 and 57». It
    has at most ``LONGEST_GLOSS`` tokens and may contain a label such as «(a)».
    """
    if tokens[i].text != "(" or tokens[i].glued:
        return None
    depth = 0
    for end in range(i, min(i + LONGEST_GLOSS, len(tokens))):
        if tokens[end].kind in ("break", "end"):
            return None
        depth += (tokens[end].text == "(") - (tokens[end].text == ")")
        if depth == 0:
            return end + 1 if end + 1 - i >= _SHORTEST_GLOSS else None
    return None


_LONGEST_LIST = 12  # labels after which the provision that contains them is looked for
_LONGEST_KEY = 5  # tokens of the words before a label
_BEFORE = 24  # code points, more than the longest word that opens a range


# The last item of a range with its possible targets: none when it would run backwards.
_RangeEnd = tuple[PrintedLabel, tuple[Path, ...]]


class Member(NamedTuple):
    """One item of a list, a label or a range, with all words that belong to it."""

    item: PrintedLabel  # Its first label.
    end: int  # Index of the token after its last label.
    # Index of the token after the words that follow and add nothing, such as the name of the code.
    after: int
    paths: tuple[Path, ...]  # Possible targets, each one ordinal per level; empty when unknown.
    # Meaning of the words before its labels, the law's first; empty when no further item can
    # follow.
    keys: tuple[LabelWords, ...]
    # Possible targets of the range's last label; empty when it is no range.
    last: tuple[Path, ...] = ()
    is_range: bool = False  # Whether a first and a last label are printed.
    is_whole: bool = False  # Whether its law is named, here or in an item before it.
    labels: tuple[PrintedLabel, ...] = ()  # All its labels, to find letters of another alphabet.
    edition: str | None = None  # Id of the edition named after it, a year; None when none is named.
    # Paragraphs without numbers that are cited in it: «Article 5, second subparagraph».
    subparagraphs: tuple[CitedParagraph, ...] = ()


class Listing(NamedTuple):
    """A list of one or more labels."""

    members: tuple[Member, ...]  # the items
    end: int  # index of the token after the list
    seen: int  # index of the token after all tokens that were examined


def is_whole(item: PrintedLabel) -> bool:
    """Return whether a label names its law: a number followed by a capital letter, ``16C``."""
    return law_path(item) is not None and not item.is_bare_number


def likely_keys(keys: tuple[LabelWords, ...]) -> tuple[LabelWords, ...]:
    """Return the words that may apply to the next item of a list, the likeliest first.

    Plural words come first: a number after «Articles 9 paragraph 2 and» is an article, one after
    «Article 9 paragraphs 2 and» a paragraph. Singular words follow, the nearest first. Last comes a
    reading without words, in which the label continues the one before it: «paragraph 1(b) or (c)».

    Args:
        keys: Meaning of the words before the labels of the item before, the law's first.
    """
    near = [_told_plural(keys[:at], key) for at, key in enumerate(keys)][::-1]
    likely = (*(key for key in near if key.plural), *(key for key in near if not key.plural))
    return (
        likely
        if len(keys) == 1 and not keys[0].depths
        else (*likely, LabelWords(plural=near[0].plural))
    )


def _told_plural(before: tuple[LabelWords, ...], key: LabelWords) -> LabelWords:
    """Return words that announce one label where they may announce one or several after a plural.

    In «άρθρα 10, 11 παρ. 2 και 12», 12 is an article; in «άρθρο 11 παρ. 2 και 12» a paragraph.
    """
    single = key.either and any(each.plural and not each.either for each in before)
    return key._replace(plural=False) if single else key


def _range_end(reading: ReferenceText, member: Member) -> _RangeEnd | None:
    """Return the last label of the range that an item begins, or None when it is no range.

    «Law 49 - penalty card» and «applies Law 12 to 3 boards» are no ranges. After a singular word, a
    range needs a dash without spaces, the word for a law or part again, or a word that begins
    ranges («from Law 22 to 24»); inside a law, also no more words of the sentence, or a last label
    that can only be a later part. A last label before the first one is dropped.
    """
    sign = reading.vocabulary.ranges.at(reading.tokens, member.end)
    if sign is None:
        return None
    end = _repeated(reading, sign, member) or _unnamed(reading, sign, member)
    if end is None or _is_date(reading, end[0].end):
        return None
    item, paths = end
    return item, tuple(path for path in paths if path > member.paths[0])


def _is_date(reading: ReferenceText, i: int) -> bool:
    """Return whether a month follows a number: «Artikel 5 bis 31. Dezember»."""
    tokens = reading.tokens
    after = i + (tokens[i].text == ".")
    return tokens[min(after, len(tokens) - 1)].key in reading.grammar.acts.months


def _unnamed(reading: ReferenceText, sign: Phrase, start: Member) -> _RangeEnd | None:
    """Return a last label of a range without a word before it, or None: «76C1 to 3».

    Inside a law it must be higher than the first one.
    """
    backwards: _RangeEnd | None = None
    for key in likely_keys(start.keys):
        item = read_item(reading, sign.end, key)
        if item is None or item.torn:
            continue
        found = next_paths(reading, item, start.paths, start.is_whole)
        later = any(path > start.paths[0] for path in found)
        opened = later and _is_opened(reading, start.item.first)
        glued = reading.tokens[sign.end - 1].glued and reading.tokens[item.first].glued
        sure = sign.words in reading.vocabulary.sure_ranges
        announced = key.plural or opened or sure or (sign.kind == "dash" and glued)
        if found and (announced or _goes_on(reading, item, start.paths, found)):
            if later:
                return item, found
            backwards = backwards or (item, found)
    return backwards


def _repeated(reading: ReferenceText, sign: Phrase, start: Member) -> _RangeEnd | None:
    """Return a last label of a range with a word before it, or None: «point 1 to point 3»."""
    opener = reading.vocabulary.openers.at(reading.tokens, sign.end)
    if opener is None or sign.kind != "range":
        return None
    key = key_of(reading, opener)
    again = key.kind in ("law", "level") or key.kind == start.keys[-1].kind in ("section", "point")
    item = read_item(reading, opener.end, key) if again else None
    if item is None or item.torn:
        return None
    if key.kind == "law":
        law = law_path(item) if start.is_whole else None
        return (item, (law,)) if law else None
    same = key.depths == start.keys[-1].depths
    found = next_paths(reading, item, start.paths, False) if same else ()
    return (item, found) if found else None


def _is_opened(reading: ReferenceText, first: int) -> bool:
    """Return whether a word that begins ranges, «from», is before the word for a law or part.

    The tokens may begin with the word for a law or part, so the words before it are read from the
    text.
    """
    words, tokens = reading.vocabulary, reading.tokens
    for at in range(max(0, first - _LONGEST_KEY), first):
        opener = words.openers.at(tokens, at)
        if opener and opener.end == first:
            begin = max(0, tokens[at].start - _BEFORE)
            before = read_tokens(reading.text[begin : tokens[at].start], words.alphabet)
            cut = 1 if begin else 0  # the first token may be cut
            return any(
                opened.end == len(before) - 1
                for place in range(cut, len(before) - 1)
                if (opened := words.range_openers.at(before, place))
            )
    return False


def _goes_on(
    reading: ReferenceText, item: PrintedLabel, paths: tuple[Path, ...], found: tuple[Path, ...]
) -> bool:
    """Return whether a label is a range end: nothing follows, or only a later part is possible."""
    if any(len(path) < 2 for path in paths):
        return False
    later = [path for path in found if path > paths[0]]
    return is_closed(reading, item.end) or (len(later) == 1 and len(later[0]) == len(paths[0]))


_SPREAD = ("level", "section", "point")


def member_of(
    item: PrintedLabel, paths: tuple[Path, ...], keys: tuple[LabelWords, ...], names_law: bool
) -> Member:
    """Return a label as one item of a list, without the words after it.

    Args:
        paths: Its possible targets, each one ordinal per level.
        names_law: Whether its law is named.
    """
    return Member(item, item.end, item.end, paths, keys, is_whole=names_law, labels=(item,))


def extended(reading: ReferenceText, member: Member) -> Member:
    """Return an item of a list with its range end, the parts named after it, and closing words.

    «Law 16» is extended in «Law 16, section C2 of the 2017 Laws».
    """
    member = _with_tails(reading, _ranged(reading, member))
    member = _with_opened_range(reading, member) or member
    while spread := _spread(reading, member):
        member = _with_tails(reading, _ranged(reading, spread))
    counted = _counted(reading, member)
    deeper = _spread(reading, _numbered(reading, counted)) if counted.subparagraphs else None
    # «Article 6(1), first subparagraph, point (a)»: the point itself names the place.
    return extended(reading, deeper._replace(subparagraphs=())) if deeper else counted


def _numbered(reading: ReferenceText, member: Member) -> Member:
    """Return an item with the paragraph counted in it as one with that number: «secondo comma».

    Only where an ordinal is the number of a paragraph; several are no place for a part.
    """
    if len(member.subparagraphs) > 1:
        return member._replace(paths=())
    if not reading.vocabulary.ordinal_numbers:
        return member
    return member._replace(paths=tuple((*p, member.subparagraphs[0].n) for p in member.paths))


def extended_by_parts(reading: ReferenceText, member: Member, below: int) -> Member:
    """Return an item of a list with the parts named after it, without ranges and lists.

    «Law 16» is extended in «Law 16, section C2». After a part, further parts follow without a
    comma: «point (a) of paragraph 1, point (b) of …».

    Args:
        below: Level of the part that is inside the item: only levels above it are added.
    """
    member = _with_tails(reading, member)
    while (member.is_whole or reading.tokens[member.after].text != ",") and (
        spread := _spread(reading, member)
    ):
        if max(map(len, spread.paths)) > below:
            break
        member = _with_tails(reading, spread)
    return member


def _ranged(reading: ReferenceText, member: Member) -> Member:
    if member.is_range:
        return member
    ranged = _range_end(reading, member)
    if ranged is None:
        return member
    item, paths = ranged
    return _with_label(member, item)._replace(last=paths, is_range=True)


def _with_label(member: Member, item: PrintedLabel) -> Member:
    """Return an item extended to the end of another label."""
    return member._replace(end=item.end, after=item.end, labels=(*member.labels, item))


def _with_opened_range(reading: ReferenceText, member: Member) -> Member | None:
    """Return an item with the range of parts after it, or None: «Law 68B2 from (a) to (d)»."""
    opened = reading.vocabulary.range_openers.at(reading.tokens, member.after)
    if opened is None or member.is_range or not member.is_whole or len(member.paths) != 1:
        return None
    item = read_item(reading, opened.end)
    if item is None or item.torn or item.is_bare_number:
        return None
    base = member.paths[0]
    paths = tuple(path_of(chain, base) for chain in item.chains if chain[0].depth >= len(base))
    if not paths:
        return None
    ranged = _ranged(reading, _with_label(member, item)._replace(paths=paths))
    return _with_tails(reading, ranged) if ranged.is_range else None


def _with_tails(reading: ReferenceText, member: Member) -> Member:
    after, edition = member.after, member.edition
    while member.is_whole and (tail := reading.vocabulary.tails.at(reading.tokens, after)):
        if names_other_act(reading, tail):
            break
        if tail.kind == "edition":
            edition = year_of(reading.tokens[after : tail.end])
        after = tail.end
    return member if after == member.after else member._replace(after=after, edition=edition)


def _spread(reading: ReferenceText, member: Member) -> Member | None:
    """Return an item with the part named after it, or None: «45 del Codice di Gara paragrafo C4».

    A range end may have a part, too, without a comma and after the word for its level: «5 paragraph
    1 to 7 paragraph 2».
    """
    glossed = gloss_end(reading.tokens, member.after)
    after = glossed if glossed and reading.tokens[glossed].text == "," else member.after
    i = after + (reading.tokens[after].text == "," and not member.is_range)
    i = after_unnumbered(reading, i)
    opener = reading.vocabulary.openers.at(reading.tokens, i)
    if opener is None:
        return _with_part_after_comma(reading, member) or _with_letter_in_brackets(reading, member)
    if opener.kind not in (("level",) if member.is_range else _SPREAD):
        return None
    if member.keys[:1] == (ALONE,):
        return None
    key = key_of(reading, opener)
    opened = reading.vocabulary.range_openers.at(reading.tokens, opener.end) if key.plural else None
    bases = member.last or member.paths
    first = opened.end if opened else opener.end
    item = read_item(reading, first, key)
    if item is None and _is_numbered_point(reading, key, bases):  # «Article 4, points 1 and 2»
        key = key._replace(depths=(1,))
        item = read_item(reading, first, key)
    if (
        item is None
        or item.torn
        or len(bases) != 1
        or _belongs_elsewhere(reading, member, item, key)
    ):
        return None
    chains = (chain for chain in item.chains if chain[0].depth >= len(bases[0]))
    paths = tuple(path_of(chain, bases[0]) for chain in chains)
    if not paths:
        return None
    keys = (*member.keys, key)
    if member.is_range:
        return _with_label(member, item)._replace(last=paths, keys=keys)
    spread = _with_label(member, item)._replace(paths=paths, keys=keys)
    if opened is None:
        return spread
    ranged = _ranged(reading, spread)
    return ranged if ranged.is_range else None


def _is_numbered_point(reading: ReferenceText, key: LabelWords, bases: tuple[Path, ...]) -> bool:
    """Return whether a point of a law may be numbered as the level below it is."""
    forms = reading.grammar.forms
    below = len(forms) > 1 and forms[1].numbering == "arabic" and 1 not in key.depths
    if not (below and key.depths and all(len(base) == 1 for base in bases)):
        return False
    return all(forms[depth].numbering != "arabic" for depth in key.depths)


def after_unnumbered(reading: ReferenceText, i: int) -> int:
    """Return the index after a part without an address, «Unterabsatz 2», before a point."""
    tokens, opener = reading.tokens, reading.vocabulary.openers.at(reading.tokens, i)
    if opener and opener.kind in ("level", "section"):
        return i
    counted = opener if opener and opener.kind == "subparagraph" else None
    part = sentence_at(reading, i) or counted
    if part is None or tokens[part.end].kind != "number":
        return i
    end = part.end + 1
    return end + (tokens[end].text == ",")


def _with_letter_in_brackets(reading: ReferenceText, member: Member) -> Member | None:
    """Return an item with the letter in brackets after a space, or None: «παρ. 2 (β)».

    The word for the number is before it, and no other word of the sentence follows.
    """
    numbered = member.keys and member.keys[-1].depths
    if not numbered or member.is_range or len(member.paths) != 1:
        return None
    (base,) = member.paths
    item = read_item(reading, member.after) if reading.tokens[member.after].text == "(" else None
    if item is None or item.torn or not item.is_single or not is_closed(reading, item.end):
        return None
    chains = [chain for chain in item.chains if chain[0].depth == len(base)]
    return _with_label(member, item)._replace(paths=(path_of(chains[0], base),)) if chains else None


def _with_part_after_comma(reading: ReferenceText, member: Member) -> Member | None:
    """Return an item with the part after a comma, or None: «Law 12C1, (a) or (b)».

    No other word of the sentence may follow, since the part could otherwise begin an enumeration.
    """
    i = member.after
    if reading.tokens[i].text != "," or member.is_range or not member.is_whole:
        return None
    item = read_item(reading, i + 1, LabelWords("point"))
    if item is None or item.torn or item.is_bare_number or len(member.paths) != 1:
        return None
    brackets = reading.tokens[i + 1].text, reading.tokens[item.end - 1].text
    marked = "(" in brackets or ")" in brackets or not item.is_single
    (base,) = member.paths
    if counts_on(item, member.paths) and reading.tokens[i - 1].text == ")":
        return None  # «Article 9(1), (2) or (3)»
    chains = [chain for chain in item.chains if chain[0].depth == len(base)]
    if not (marked and chains and is_closed(reading, item.end)):
        return None
    return _with_label(member, item)._replace(paths=(path_of(chains[0], base),))


def _belongs_elsewhere(
    reading: ReferenceText, member: Member, item: PrintedLabel, key: LabelWords
) -> bool:
    """Return whether a part after an item does not belong to that item.

    It does not in «Law 16, paragraph B above», «Law 16, paragraph B of Law 17» and «paragraph 1,
    point (a) of paragraph 2»; but «paragraph 1, point (a) of Article 7» is one label.
    """
    end = _list_end(reading, item, key)
    depth = _depth_after(reading, end)
    if member.is_whole:
        return depth is not None or _is_placed_here(reading, member, end)
    return depth is not None and depth >= member.item.chains[0][0].depth


def _is_placed_here(reading: ReferenceText, member: Member, i: int) -> bool:
    """Return whether words after a part of a law place it in the citing law.

    «Του παρόντος» does after a comma, «άρθρο 4, παράγραφος 2 του παρόντος»; without one it places
    the article.
    """
    after = reading.vocabulary.after.at(reading.tokens, i)
    if after is None or own_act_end(reading, i):
        return False
    loose = reading.grammar.acts.short.at(reading.tokens, i) is not None
    return not loose or reading.tokens[member.after].text == ","


def _list_end(reading: ReferenceText, item: PrintedLabel, key: LabelWords) -> int:
    """Return the index after the labels joined to a label: «points (c) and (e) of paragraph 1»."""
    words, end = reading.vocabulary, item.end
    for _ in range(_LONGEST_LIST):
        join = words.joins.at(reading.tokens, end) or words.ranges.at(reading.tokens, end)
        following = read_item(reading, join.end, key) if join else None
        if following is None or following.torn:
            break
        end = following.end
    return end


def opener_of_container(reading: ReferenceText, i: int, below: int = 1) -> Phrase | None:
    """Return the word for the provision that contains a part, after *of*, or None.

    Some languages leave *of* out: «παρ. 2 άρθρου 5», «παρ. 2, άρθρο 5».

    Args:
        i: Index of the token after the part.
        below: Level of the part.
    """
    words, tokens = reading.vocabulary, reading.tokens
    of = words.of_law.at(tokens, i)
    first = of.end if of else i
    if said := _said_container(reading, first):
        return said
    if tokens[first].key in reading.grammar.acts.its and reading.within:  # «of its paragraph 2»
        return words.openers.at(tokens, first + 1)
    if of:
        return words.openers.at(tokens, of.end)
    if tokens[i].text == "," and (outer := _after_comma(reading, i + 1, below)):
        return outer
    opener = words.openers.at(tokens, i + (tokens[i].text == ",")) if words.contained else None
    if opener is None or opener.kind not in ("law", "level"):
        return None
    depth = min(words.meaning(opener), default=0) if opener.kind == "level" else 0
    return opener if depth < below and (depth == 0 or tokens[i].text != ",") else None


def _said_container(reading: ReferenceText, i: int) -> Phrase | None:
    """Return the word for a numbered provision after *said*, «comma 2 del citato articolo 41».

    So are those that place it: «point (d) of the following paragraph 4».
    """
    words, tokens = reading.vocabulary, reading.tokens
    said = reading.grammar.acts.said.at(tokens, i)
    end = i + 1 if (tokens[i].key,) in words.placing else said.end if said else i
    opener = words.openers.at(tokens, end) if end > i else None
    numbered = opener is not None and tokens[opener.end].kind == "number"
    return opener if numbered and opener and opener.kind in ("law", "level") else None


def _after_comma(reading: ReferenceText, i: int, below: int) -> Phrase | None:
    """Return the word for what contains a part, after a comma: «lett. c), comma 1, dell'art. 6»."""
    words, tokens = reading.vocabulary, reading.tokens
    opener = words.openers.at(tokens, i)
    if opener is None:
        return None
    depth = min(words.meaning(opener), default=0) if opener.kind == "level" else 0
    if not 0 < depth < below or tokens[opener.end].kind != "number":
        return None
    return opener if law_after_comma(reading, opener.end + 1) else None


def law_after_comma(reading: ReferenceText, i: int) -> Phrase | None:
    """Return the word for a law after *of*, a comma before it or not; or None."""
    opener = opener_after_of(reading, i + (reading.tokens[i].text == ","))
    return opener if opener and opener.kind == "law" else None


def _depth_after(reading: ReferenceText, i: int) -> int | None:
    """Return the level of the label after words such as *of* at a token, or None."""
    opener = opener_of_container(reading, i)
    if opener is None or opener.kind not in ("law", *_SPREAD):
        return None
    item = read_item(reading, opener.end, key_of(reading, opener))
    if item is None or item.torn or (opener.kind == "law" and law_path(item) is None):
        return None
    return 0 if opener.kind == "law" else item.chains[-1][0].depth


def _counted(reading: ReferenceText, member: Member) -> Member:
    """Return an item with the unnumbered paragraphs cited in it: «5(2), second subparagraph»."""
    if member.is_range or len(member.paths) != 1:
        return member
    i = member.after + (reading.tokens[member.after].text == ",")
    found = read_subparagraphs(reading, i)
    if found is None or not found.entries:
        return member
    if member.is_whole and _depth_after(reading, found.end) is not None:
        return member
    first, last = found.entries[0], found.entries[-1]
    after = max(last.end, found.end)
    return member._replace(end=first.end, after=after, keys=(), subparagraphs=found.entries)


def read_laws(reading: ReferenceText, i: int, key: LabelWords) -> Listing | None:
    """Return the list of laws that follows a word such as *Laws*; None when no number follows.

    Args:
        i: Index of the token after the word.
        key: Meaning of the word.
    """
    item = read_item(reading, i)
    path = law_path(item) if item else None
    if item is None or path is None or item.torn:
        return _unreadable(reading, i)
    return _list_from(reading, member_of(item, (path,), (key,), True))


def read_named_parts(reading: ReferenceText, i: int, key: LabelWords) -> Listing | None:
    """Return the list of parts after the word for their level, «paragraphs 1 and 2», or None.

    Args:
        i: Index of the first token after the word.
    """
    member = read_part(reading, i, key)
    return _list_from(reading, member) if member else None


def read_part(reading: ReferenceText, i: int, key: LabelWords) -> Member | None:
    """Return the label of one part at a token, without further parts named after it, or None.

    Args:
        key: Meaning of the word before the label, such as «paragraph».
    """
    item = read_item(reading, i, key)
    paths = part_paths(reading, item) if item and not item.torn else ()
    if item is None or not paths:
        return None
    return member_of(item, paths, (key,), is_whole(item))


def _list_from(reading: ReferenceText, member: Member) -> Listing:
    """Return the list that begins with an item; mostly it has no other items."""
    following = reading.tokens[member.end]
    if following.key not in reading.vocabulary.continuing and following.text != "(":
        return Listing((member,), member.end, member.end)
    return _rest(reading, extended(reading, member))


def _unreadable(reading: ReferenceText, i: int) -> Listing | None:
    """Return a number that is no label, ``12C1.2``, as a list with an unknown target, or None."""
    if reading.tokens[i].kind != "number":
        return None
    end = torn_end(reading, i)
    member = Member(PrintedLabel(i, end, (), True), end, end, (), (), is_whole=True)
    return Listing((member,), end, end)


def _rest(reading: ReferenceText, first: Member) -> Listing:
    """Return the list that an item begins, without uncertain items at its end."""
    members = [first]
    firm = 1
    closed = False
    while joined := _joined(reading, members[-1], closed=closed):
        member, join, key = joined
        strength = _strength(reading, (members[-1], member), join, key.plural)
        if strength == "none":
            break
        members.append(member)
        if strength == "firm" or (strength == "number" and not closed):
            firm = len(members)
        closed = closed or join.kind != "comma"
    return Listing(_with_editions(members[:firm]), members[firm - 1].after, members[-1].after)


def _joined(
    reading: ReferenceText, before: Member, *, closed: bool = False
) -> tuple[Member, Phrase, LabelWords] | None:
    """Return the next item of a list, its join, and the words that apply to it; None at the end.

    In «16Ζ, Η και Θ» the first join is a comma, in «30, 31, Η 32» a comma and a word. An
    explanation in brackets may be before the join. Behind a word such as *and*, which has
    ``closed`` a list of parts, a comma goes on with laws: «articoli 8, commi 1 e 2, 9 e 10».
    """
    after = gloss_end(reading.tokens, before.after) or _after_sentences(reading, before.after)
    several = len(before.keys) > 1 and before.keys[0].plural and not before.keys[0].either
    for join in reading.vocabulary.joins.all_at(reading.tokens, after):
        keys = before.keys[:1] if closed and several and join.kind == "comma" else before.keys
        for key in likely_keys(keys) if keys else ():
            member = _next(reading, join.end, before, key)
            if member:
                return extended(reading, member), join, key
            repeated = _repeating(reading, join.end, before, key)
            if repeated and (join.kind != "comma" or repeated.is_range):
                return repeated, join._replace(kind="or"), key
    return None


def _after_sentences(reading: ReferenceText, i: int) -> int:
    """Return the index after sentences between commas: «commi 3, primo e secondo periodo, e 4»."""
    tokens = reading.tokens
    opener = reading.vocabulary.openers.at(tokens, i + 1) if tokens[i].text == "," else None
    if opener is None or opener.kind not in ("ordinal", "preceding"):
        return i
    found = read_subparagraphs(reading, i + 1)
    end = opener.end if opener.kind == "preceding" else found.end if found else i
    return end if tokens[end].text == "," and not (found and found.entries) else i


def _repeating(reading: ReferenceText, i: int, before: Member, key: LabelWords) -> Member | None:
    """Return the item at a token that repeats the word for a law, an article or the word *from*.

    «La Loi 14 et la 15», «Articoli 6 e da 8 a 10», «le (a) ou le (b) ci-dessus», «au point 1 ou au
    point 2 précédents». A number that counts things does not continue a list.
    """
    opened = reading.vocabulary.range_openers.at(reading.tokens, i)
    first = _next(reading, opened.end, before, key) if opened and key.plural else None
    ranged = extended(reading, first) if first else None
    if ranged and ranged.is_range:
        return ranged
    article, at = _repeated_words(reading, i, key)
    item = read_item(reading, at, key) if at > i else None
    if item is None or item.torn:
        return None
    ends = is_closed(reading, item.end) or gloss_end(reading.tokens, item.end) is not None
    if item.is_bare_number and not ends:
        return None
    paths: tuple[Path, ...] = ()
    if not before.is_whole and item.chains[0][0].depth == before.item.chains[0][0].depth:
        paths = next_paths(reading, item, before.last or before.paths, False)
    elif before.is_whole and (path := law_path(item)):
        sure = (
            article and item.is_single if item.is_bare_number else not is_call_like(reading, item)
        )
        paths = (path,) if sure else ()
    return extended(reading, _inheriting(item, paths, before, key)) if paths else None


def _repeated_words(reading: ReferenceText, i: int, key: LabelWords) -> tuple[bool, int]:
    """Return whether an article is repeated at a token, and the index after repeated words."""
    openers, tokens = reading.vocabulary.openers, reading.tokens
    small = openers.at(tokens, i)
    at = small.end if small and small.kind in ("weak", "article") else i
    point = openers.at(tokens, at) if key.kind == "point" else None
    at = point.end if point and point.kind == "point" else at
    return small is not None and small.kind == "article", at


def _next(reading: ReferenceText, i: int, before: Member, key: LabelWords) -> Member | None:
    """Return the item at a token that takes its missing levels from the item before it, or None."""
    item = read_item(reading, i, key)
    if (
        item is None
        or item.torn
        or _has_own(reading, item, key)
        or _is_loose(reading, item, before)
    ):
        return None
    # «Law 26A, sections 1 and 3»: both sections are of one law.
    parts = key.kind in ("section", "point") and key.plural and not before.keys[0].plural
    laws = before.is_whole and not parts
    if key.kind == "law" and _counts_back(item, before):
        return None
    paths = next_paths(reading, item, before.last or before.paths, laws)
    return _inheriting(item, paths, before, key) if paths else None


def _is_loose(reading: ReferenceText, item: PrintedLabel, before: Member) -> bool:
    """Return whether a letter without a bracket follows one with it: «lettere a) o c), e non»."""
    token, last = reading.tokens[item.first], reading.tokens[before.end - 1]
    alone = token.kind == "word" and item.end == item.first + 1 and token.text.islower()
    return alone and last.text == ")"


def _counts_back(item: PrintedLabel, before: Member) -> bool:
    """Return whether a number after a part of a law is too low for a law: «7 παρ. 2 και 3»."""
    paths, path = before.last or before.paths, law_path(item)
    deep = len(paths) == 1 and len(paths[0]) > 1 and len(before.keys) > 1
    return bool(deep and path and item.is_bare_number and path[0] < paths[0][0])


def _inheriting(
    item: PrintedLabel, paths: tuple[Path, ...], before: Member, key: LabelWords
) -> Member:
    """Return a label as an item that shares the words before another item, down to ``key``."""
    place = before.keys.index(key) + 1 if key in before.keys else len(before.keys)
    keys = before.keys[:place]
    if len(keys) == 1 and keys[0].either:  # behind a second article, «Artikel» is a plural
        keys = (keys[0]._replace(either=False),)
    return member_of(item, paths, keys, before.is_whole or is_whole(item))


def _has_own(reading: ReferenceText, item: PrintedLabel, key: LabelWords) -> bool:
    """Return whether a word for a level follows, so the label is of a higher one: «6 paragraph»."""
    i = item.end + (reading.tokens[item.end].text == ",")  # «articoli 5, commi 1 e 3, e 6, comma 2»
    opener = reading.vocabulary.openers.at(reading.tokens, i) if key.depths else None
    return opener is not None and key_of(reading, opener).depths == key.depths


def _strength(
    reading: ReferenceText, pair: tuple[Member, Member], join: Phrase, plural: bool
) -> str:
    """Return how certain an item belongs to a list: ``firm``, ``number``, ``loose`` or ``none``.

    «Law 26, 31 or 32» is a list, «Law 73, 2 tricks» is not. After a singular word, an item after a
    comma belongs to the list only if *and* or *or* follows it (``loose``); after *and* only a
    number that continues the count, that ends the sentence, «see 25A and 57», or that is followed
    by the word for its part. ``number`` is a number after a comma and a plural word: certain,
    unless a ``loose`` item came before.
    """
    before, member = pair
    item = member.item
    if _counts_things(reading, pair) or _counts_noun(reading, member):
        return "none"
    named = len(member.labels) > 1 and bool(member.keys) and bool(member.keys[-1].depths)
    if join.kind == "or" or not item.is_single or member.is_range or named:
        return "firm"
    if join.kind == "and":
        earlier = before.last or before.paths
        ends = before.is_whole and ends_clause(reading, member.end)
        ends = ends or names_place(reading, member.end)  # «comma 1 e 3 dell'articolo 5»
        sure = plural or not item.is_bare_number or ends or counts_on(item, earlier)
        return "firm" if sure else "none"
    if item.is_bare_number and plural:
        return "number"
    return "firm" if plural else "loose"


def _counts_things(reading: ReferenceText, pair: tuple[Member, Member]) -> bool:
    """Return whether a number counts something: «Laws 12, 13 and 2 others»."""
    before, member = pair
    (path, *others), item = member.paths, member.item
    if others or len(path) > 1 or member.is_range or not (item.is_bare_number and item.is_single):
        return False
    lower = len(reading.tokens[item.first].text) == 1 and path < before.paths[0][:1]
    return lower and not is_closed(reading, member.after)


def _counts_noun(reading: ReferenceText, member: Member) -> bool:
    """Return whether a number in a list of parts counts what a noun names: «Abs. 1 und 30 Euro»."""
    noun, words = reading.tokens[member.end], reading.vocabulary
    named = noun.kind == "word" and noun.text[:1].isupper() and not noun.text.isupper()
    part = bool(member.keys) and bool(member.keys[-1].depths) and member.item.is_bare_number
    known = noun.key in words.provisions or noun.start in reading.mentions.by_start
    return part and named and words.capital_nouns and not noun.glued and not known


def _with_editions(members: list[Member]) -> tuple[Member, ...]:
    """Return the items; an edition named after one also applies to those before it."""
    found: list[Member] = []
    edition = None
    for member in reversed(members):
        edition = member.edition or edition
        found.append(member if member.edition == edition else member._replace(edition=edition))
    return tuple(reversed(found))


def references_of(reading: ReferenceText, listing: Listing, key: int) -> tuple[Reference, ...]:
    """Return one reference for each item of a list and for each unnumbered paragraph cited in it.

    Args:
        key: Index of the token where the words before the list begin.
    """
    alone = len(listing.members) == 1 and len(listing.members[0].subparagraphs) < 2
    last = listing.members[-1]
    end = last.subparagraphs[-1].end if len(last.subparagraphs) > 1 else last.end
    within = (reading.tokens[key].start, reading.tokens[end - 1].end)
    around = None if alone else within
    return tuple([r for member in listing.members for r in _references(reading, member, around)])


def _references(reading: ReferenceText, member: Member, within: Span | None) -> list[Reference]:
    """Return the references of an item and of the paragraphs without numbers cited in it."""
    first = _reference(reading, member, within)
    if not member.subparagraphs:
        return [first]
    found = [_perhaps_numbered(first, member.subparagraphs[0])]
    for entry in member.subparagraphs[1:]:
        start, end = reading.tokens[entry.first].start, reading.tokens[entry.end - 1].end
        raw = reading.text[start:end]
        found.append(_perhaps_numbered(replace(first, start=start, end=end, raw=raw), entry))
    return found


def _perhaps_numbered(first: Reference, entry: CitedParagraph) -> Reference:
    """Return a reference to a paragraph without a number, which may be that with the number.

    Only the code knows whether «secondo comma» of an article has a number.
    """
    law = first.target if first.target and not first.target.depth else None
    numbered = Address((*law.path, entry.n)) if law and entry.of_law else None
    return replace(first, subparagraph=entry.n, other=numbered)


def _reference(reading: ReferenceText, member: Member, within: Span | None) -> Reference:
    start, end = reading.tokens[member.item.first].start, reading.tokens[member.end - 1].end
    form: Form = "range" if member.is_range else "absolute" if member.is_whole else "relative"
    targets = _addresses(reading, member, member.paths)
    last = _addresses(reading, member, member.last) if member.is_range else ()
    sure = len(targets) == 1 and len(last) == int(member.is_range)
    doubtful = len(targets) > 1 or len(last) > 1
    return Reference(
        start=start,
        end=end,
        raw=reading.text[start:end],
        form=form,
        target=targets[0] if sure else None,
        upto=last[0] if sure and member.is_range else None,
        edition=member.edition,
        status="ambiguous" if doubtful else "unresolved",
        candidates=(*targets, *last) if doubtful else (),
        folded=_folded(reading, member),
        within=within,
    )


def _addresses(
    reading: ReferenceText, member: Member, paths: tuple[Path, ...]
) -> tuple[Address, ...]:
    """Return the addresses of paths, without the citing provision.

    A partial reference never cites the provision that contains it, except an unnumbered paragraph
    of it, or where the word for its level is printed: «point (a)».
    """
    told = [Address(path) for path in paths if path[0]]
    named = member.keys[-1:] and member.keys[-1].kind == "level"
    if not (member.is_whole or member.subparagraphs or named) and reading.citing in told:
        told = [address for address in told if address != reading.citing]
    return tuple(told)


def _folded(reading: ReferenceText, member: Member) -> str | None:
    """Return the words in the alphabet of the language if printed in another, else None."""
    folds = [part.fold for item in member.labels for part in item.chains[0] if part.fold]
    if not folds:
        return None
    out = ""
    at = reading.tokens[member.item.first].start
    for start, end, own in folds:
        out += reading.text[at:start] + own
        at = end
    return out + reading.text[at : reading.tokens[member.end - 1].end]
