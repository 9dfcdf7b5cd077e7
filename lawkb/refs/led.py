"""Labels that no word for a law or a part announces: «see A above», «under (a)», «(a) above»."""

from __future__ import annotations

from collections.abc import Callable

from lawkb.refs.enclosed import read_enclosed
from lawkb.refs.enclosing import placed, read_enclosing
from lawkb.refs.further import references_with_further
from lawkb.refs.items import is_call_like, read_item
from lawkb.refs.lists import read_named_parts
from lawkb.refs.members import Listing, is_whole
from lawkb.refs.reading import ALONE, Key, Reading, is_closed
from lawkb.refs.standing import Found
from lawkb.refs.vocabulary import Phrase


def read_led(reading: Reading, at: int, opener: Phrase) -> Found:
    """Behind words such as *see* and *under*: «see A above», «as in B», «under (a)», «see 25A».

    A number alone needs a word such as *above* behind it, or nothing of the sentence where the
    opener is one of ``exactly``: «players under 18» cites nothing.
    """
    if _is_range_sign(reading, at):
        return (), at + 1
    item = read_item(reading, opener.end)
    alone = item is not None and (is_whole(item) or opener.kind == "exactly")
    leads = opener.kind in ("see", "under") and item is not None and not item.is_bare_number
    key = Key(opener.kind, not alone) if leads or alone else ALONE
    listing = read_named_parts(reading, opener.end, key)
    if listing is None:
        return (), at + 1
    end = placed(reading, listing.end)
    lettered = _lettered(reading, listing)
    whole = any(member.is_whole for member in listing.members)
    if lettered and not whole and end == listing.end and (behind := read_enclosing(reading, end)):
        return read_enclosed(reading, (opener.end, opener.end), key, behind)
    accepts = LEADING[opener.kind](reading, listing) or end > listing.end
    if whole:
        accepts = _cites_law(reading, opener, listing)
    if not accepts or _is_count(reading, opener, listing, end):
        return (), listing.seen
    return references_with_further(reading, listing, opener.end, end)


def _is_range_sign(reading: Reading, at: int) -> bool:
    """Whether a small word stands between the ends of a range: the *to* of «1 to 3 below»."""
    if reading.vocabulary.ranges.at(reading.tokens, at) is None:
        return False
    before = reading.text[max(0, reading.tokens[at].start - 2) : reading.tokens[at].start]
    return before.rstrip()[-1:].isdigit()


def _cites_law(reading: Reading, opener: Phrase, listing: Listing) -> bool:
    """Whether a number with a letter cites a law here: behind *see*, *under*, and an article.

    One that looks like a call does behind *see* alone.
    """
    if opener.kind == "weak" or reading.vocabulary.foreign.at(reading.tokens, listing.end):
        return False
    (first, *others) = listing.members
    sure = opener.kind == "see" or bool(others) or first.is_range
    return sure or not is_call_like(reading, first.item)


def _is_count(reading: Reading, opener: Phrase, listing: Listing, end: int) -> bool:
    """Whether a number that no word for a part announces counts things: «i 3 precedenti turni».

    One label has no plural before or behind it. «3 following» may be followed by what is counted.
    """
    (member, *others), words = listing.members, reading.vocabulary
    if others or member.is_range or not (member.item.is_bare_number and member.item.is_single):
        return False
    after = words.after.at(reading.tokens, listing.end)
    if after is None:
        return opener.words in words.plural
    loose = after.kind == "after_see" and not is_closed(reading, end)
    return loose or not words.plural.isdisjoint((opener.words, after.words))


def read_pointed(reading: Reading, at: int) -> Found:
    """A label that needs no word before: «(a) or (b) above», «A2(a) above», «(a) of Law 16».

    It is a point, or a letter with more behind it, and behind it stands a word such as *above*,
    or what it is in.
    """
    item = read_item(reading, at)
    start = reading.tokens[at].start
    before = reading.text[start - 1 : start]
    if before.isalnum() or before == ")":  # the point of «4C(a)», which is no label
        return (), at + 1
    if item is None or (item.is_single and reading.tokens[at].text != "("):
        return (), at + 1
    listing = read_named_parts(reading, at, ALONE)
    if listing is None:
        return (), at + 1
    behind = read_enclosing(reading, listing.end)
    if behind:
        return read_enclosed(reading, (at, at), ALONE, behind)
    after = reading.vocabulary.after.at(reading.tokens, listing.end)
    if after is None or after.kind != "after":
        return (), listing.seen
    return references_with_further(reading, listing, at, after.end)


def _never(_reading: Reading, _listing: Listing) -> bool:
    return False


def _lettered(_reading: Reading, listing: Listing) -> bool:
    return not any(member.item.is_bare_number for member in listing.members)


def _alone(reading: Reading, listing: Listing) -> bool:
    return is_closed(reading, listing.end)


def _exact(reading: Reading, listing: Listing) -> bool:
    return _lettered(reading, listing) or _alone(reading, listing)


# Whether a list of parts may stand behind an opener with no word such as *above* behind it.
LEADING: dict[str, Callable[[Reading, Listing], bool]] = {
    "see": _lettered,
    "under": _lettered,
    "exactly": _exact,
    "weak": _never,
    "article": _never,
}
