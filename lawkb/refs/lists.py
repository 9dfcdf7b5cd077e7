"""Lists of items: ``16C and 62C2``, ``40B1(a) or (b)``, with what each one inherits."""

from __future__ import annotations

from lawkb.refs.glosses import gloss_end
from lawkb.refs.items import Item, is_call_like, read_item, torn_end
from lawkb.refs.members import Listing, Member, grown, is_whole
from lawkb.refs.paths import counts_on, law_path, next_paths, part_paths
from lawkb.refs.ranges import likely_keys
from lawkb.refs.reading import Key, Path, Reading, ends_clause, is_closed, key_of
from lawkb.refs.vocabulary import Phrase


def read_laws(reading: Reading, i: int, plural: bool) -> Listing | None:
    """The list that begins at a token behind the key word for a law, or None."""
    item = read_item(reading, i)
    path = law_path(item) if item else None
    if item is None or path is None or item.torn:
        return _unreadable(reading, i)
    keys = (Key("law", plural),)
    return _list_from(
        reading, Member(item, item.end, item.end, (path,), keys, is_whole=True, labels=(item,))
    )


def read_parts(reading: Reading, i: int, plural: bool) -> Listing | None:
    """The list of parts of the citing law that begins at a token, or None."""
    return read_named_parts(reading, i, Key(plural=plural))


def read_named_parts(reading: Reading, i: int, key: Key) -> Listing | None:
    """The same behind words that say more of them: «paragraphs 1 and 2», «point (a)»."""
    member = read_part(reading, i, key)
    return _list_from(reading, member) if member else None


def read_part(reading: Reading, i: int, key: Key) -> Member | None:
    """The part that begins at a token, without what it may be spread over, or None."""
    item = read_item(reading, i, key)
    paths = part_paths(reading, item) if item and not item.torn else ()
    if item is None or not paths:
        return None
    whole = is_whole(item)
    return Member(item, item.end, item.end, paths, (key,), is_whole=whole, labels=(item,))


def _list_from(reading: Reading, member: Member) -> Listing:
    """The list that a label begins: most often itself alone, and nothing of a list behind it."""
    behind = reading.tokens[member.end]
    if behind.key not in reading.vocabulary.continuing and behind.text != "(":
        return Listing((member,), member.end, member.end)
    return _rest(reading, grown(reading, member))


def _unreadable(reading: Reading, i: int) -> Listing | None:
    """A number behind the key word that is no label, ``12C1.2``: nobody can tell its target."""
    if reading.tokens[i].kind != "number":
        return None
    end = torn_end(reading, i)
    member = Member(Item(i, end, (), True), end, end, (), (), is_whole=True)
    return Listing((member,), end, end)


def _rest(reading: Reading, first: Member) -> Listing:
    """The list that a member begins. What only the rest of the list could justify is cut off."""
    members = [first]
    firm = 1
    closed = False
    while joined := _joined(reading, members[-1]):
        member, join, key = joined
        strength = _strength(reading, (members[-1], member), join, key.plural)
        if strength == "none":
            break
        members.append(member)
        if strength == "firm" or (strength == "number" and not closed):
            firm = len(members)
        closed = closed or join.kind != "comma"
    return Listing(_with_editions(members[:firm]), members[firm - 1].after, members[-1].after)


def _joined(reading: Reading, before: Member) -> tuple[Member, Phrase, Key] | None:
    """The member that a join adds, with the word that it goes on from, or None.

    None is where no join stands or what follows does not fit. «16Ζ, Η και Θ» has the comma for
    its join, «30, 31, Η 32» the comma and the word. A gloss may stand before the join.
    """
    after = gloss_end(reading.tokens, before.after) or before.after
    for join in reading.vocabulary.joins.all_at(reading.tokens, after):
        for key in likely_keys(before.keys) if before.keys else ():
            member = _next(reading, join.end, before, key)
            if member:
                return grown(reading, member), join, key
            if join.kind != "comma" and (member := _again(reading, join.end, before, key)):
                return member, join._replace(kind="or"), key
    return None


def _again(reading: Reading, i: int, before: Member, key: Key) -> Member | None:
    """The member at a token where words of the first come again, or the word that opens a range.

    «La Loi 14 et la 15», «Articoli 6 e da 8 a 10», «le (a) ou le (b) ci-dessus», «au point 1 ou au
    point 2 précédents». A number that something is counted by goes on no list.
    """
    opened = reading.vocabulary.range_openers.at(reading.tokens, i)
    first = _next(reading, opened.end, before, key) if opened and key.plural else None
    ranged = grown(reading, first) if first else None
    if ranged and ranged.is_range:
        return ranged
    article, at = _said_again(reading, i, key)
    item = read_item(reading, at, key) if at > i else None
    if item is None or item.torn:
        return None
    if item.is_bare_number and not _ends_item(reading, item):
        return None
    paths: tuple[Path, ...] = ()
    if not before.is_whole and item.chains[0][0].depth == before.item.chains[0][0].depth:
        paths = next_paths(reading, item, before.last or before.paths, False)
    elif before.is_whole and (path := law_path(item)):
        sure = (
            article and item.is_single if item.is_bare_number else not is_call_like(reading, item)
        )
        paths = (path,) if sure else ()
    return grown(reading, _inheriting(item, paths, before, key)) if paths else None


def _said_again(reading: Reading, i: int, key: Key) -> tuple[bool, int]:
    """Whether an article comes again at a token, and the index behind all that does."""
    openers, tokens = reading.vocabulary.openers, reading.tokens
    small = openers.at(tokens, i)
    at = small.end if small and small.kind in ("weak", "article") else i
    point = openers.at(tokens, at) if key.kind == "point" else None
    at = point.end if point and point.kind == "point" else at
    return small is not None and small.kind == "article", at


def _ends_item(reading: Reading, item: Item) -> bool:
    return is_closed(reading, item.end) or gloss_end(reading.tokens, item.end) is not None


def _next(reading: Reading, i: int, before: Member, key: Key) -> Member | None:
    """The member at a token that goes on from one of the words before the last one."""
    item = read_item(reading, i, key)
    if item is None or item.torn or _has_own(reading, item, key):
        return None
    # «Law 26A, sections 1 and 3»: the sections of one law.
    parts = key.kind in ("section", "point") and key.plural and not before.keys[0].plural
    laws = before.is_whole and not parts
    paths = next_paths(reading, item, before.last or before.paths, laws)
    return _inheriting(item, paths, before, key) if paths else None


def _inheriting(item: Item, paths: tuple[Path, ...], before: Member, key: Key) -> Member:
    """The member that an item is behind another one, whose words up to a key count for it too."""
    place = before.keys.index(key) + 1 if key in before.keys else len(before.keys)
    whole = before.is_whole or is_whole(item)
    keys = before.keys[:place]
    return Member(item, item.end, item.end, paths, keys, is_whole=whole, labels=(item,))


def _has_own(reading: Reading, item: Item, key: Key) -> bool:
    """Whether the word for a level follows, so that the label is of one above: «6 paragraph 1»."""
    opener = reading.vocabulary.openers.at(reading.tokens, item.end) if key.depths else None
    return opener is not None and key_of(reading, opener).depths == key.depths


def _strength(reading: Reading, pair: tuple[Member, Member], join: Phrase, plural: bool) -> str:
    """How sure it is that a member belongs to the list.

    «Law 26, 31 or 32» is a list, «Law 73, 2 tricks» is none: behind a singular word, what stands
    behind a comma belongs to the list only if an *and* or *or* comes after it (``loose``), and
    behind *and* only a number that goes on counting, or that ends the sentence, «see 25A and 57»;
    or where the word for its part follows it. ``number`` is a number behind a comma and a plural
    word: firm, unless such a word stood before.
    """
    before, member = pair
    item = member.item
    if _counts_things(reading, pair):
        return "none"
    named = len(member.labels) > 1 and bool(member.keys) and bool(member.keys[-1].depths)
    if join.kind == "or" or not item.is_single or member.is_range or named:
        return "firm"
    if join.kind == "and":
        earlier = before.last or before.paths
        ends = before.is_whole and ends_clause(reading, member.end)
        sure = plural or not item.is_bare_number or ends or counts_on(item, earlier)
        return "firm" if sure else "none"
    if item.is_bare_number and plural:
        return "number"
    return "firm" if plural else "loose"


def _counts_things(reading: Reading, pair: tuple[Member, Member]) -> bool:
    """Whether a figure lower than the law before counts something: «Laws 12, 13 and 2 others»."""
    before, member = pair
    (path, *others), item = member.paths, member.item
    if others or len(path) > 1 or member.is_range or not (item.is_bare_number and item.is_single):
        return False
    lower = len(reading.tokens[item.first].text) == 1 and path < before.paths[0][:1]
    return lower and not is_closed(reading, member.after)


def _with_editions(members: list[Member]) -> tuple[Member, ...]:
    """The members, the edition named behind one given to those before it."""
    found: list[Member] = []
    edition = None
    for member in reversed(members):
        edition = member.edition or edition
        found.append(member if member.edition == edition else member._replace(edition=edition))
    return tuple(reversed(found))
