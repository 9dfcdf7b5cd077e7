"""Parts that words such as *above* place one by one: «under A above or D below»."""

from __future__ import annotations

from lawkb.refs.enclosing import placed
from lawkb.refs.lists import read_named_parts
from lawkb.refs.members import Listing
from lawkb.refs.reading import ALONE, Reading, is_closed
from lawkb.refs.spans import references_of
from lawkb.refs.standing import Found


def references_with_further(reading: Reading, listing: Listing, at: int, end: int) -> Found:
    """The references of a list of parts, and of those that go on behind the words that place it.

    Args:
        reading: The text.
        listing: What was read.
        at: Index of the token it begins at.
        end: Index of the token after the words behind it; there goes on what they place.
    """
    found = list(references_of(reading, listing, at))
    while end > listing.end and (further := _further(reading, end)):
        at, listing = further
        end = placed(reading, listing.end)
        found += references_of(reading, listing, at)
    return tuple(found), end


def _further(reading: Reading, i: int) -> tuple[int, Listing] | None:
    """Behind a join, parts that have their own word behind them; and where they begin."""
    words = reading.vocabulary
    for join in words.joins.all_at(reading.tokens, i):
        opener = words.openers.at(reading.tokens, join.end)
        at = opener.end if opener and opener.kind in ("weak", "article") else join.end
        listing = read_named_parts(reading, at, ALONE)
        if listing and _is_placed(reading, listing):
            return at, listing
    return None


def _is_placed(reading: Reading, listing: Listing) -> bool:
    end = placed(reading, listing.end)
    if end == listing.end or any(member.is_whole for member in listing.members):
        return False
    numbers = any(member.item.is_bare_number for member in listing.members)
    return not numbers or is_closed(reading, end)
