"""Parts with what they are in behind them: «points (a) and (b) of Law 16»."""

from __future__ import annotations

from lawkb.refs.enclosing import Enclosing, placed, within
from lawkb.refs.lists import read_named_parts
from lawkb.refs.members import Listing, Member, is_whole
from lawkb.refs.reading import Key, Reading
from lawkb.refs.spans import references_of
from lawkb.refs.standing import Found


def read_enclosed(reading: Reading, begins: tuple[int, int], key: Key, behind: Enclosing) -> Found:
    """Parts of what is named behind them, read as if they stood in it.

    One alone has all the words in its span.

    Args:
        reading: The text.
        begins: Index of the first word, and of the first label.
        key: What the words before the labels say.
        behind: What they are in.
    """
    foreign = reading.vocabulary.foreign.at(reading.tokens, behind.after)
    listing = read_named_parts(within(reading, behind), begins[1], key)
    depth = len(behind.path)
    if listing is None or any(_above(member, depth) for member in listing.members):
        return (), behind.first
    if behind.is_whole and foreign:
        return (), behind.first
    members = tuple(
        member._replace(is_whole=behind.is_whole, edition=behind.edition)
        for member in listing.members
    )
    if len(members) == 1 and len(members[0].subparagraphs) < 2:
        labels = (*members[0].labels, *behind.labels)
        members = (members[0]._replace(end=behind.end, labels=labels),)
    end = behind.after if behind.is_whole else placed(reading, behind.after)
    return references_of(reading, Listing(members, end, end), begins[0]), end


def _above(member: Member, depth: int) -> bool:
    return is_whole(member.item) or member.item.chains[-1][0].depth < depth
