"""What looks like a reference to a law and is none: a title, a year, the number of another law."""

from __future__ import annotations

from lawkb.refs.members import Listing
from lawkb.refs.reading import Reading
from lawkb.refs.vocabulary import Phrase, is_year

_LONGEST_INDENT = 8  # code points before the first word of a text


def is_other(reading: Reading, key: tuple[int, Phrase], listing: Listing) -> bool:
    """Whether a list behind the key word for a law is none.

    Args:
        reading: The text.
        key: Index of the first token of the key word, and the word.
        listing: What was read behind it.
    """
    if len(listing.members) > 1:
        return False
    at, word = key
    return (
        _is_title(reading, at, listing)
        or _is_edition(reading, word, listing)
        or _is_numbered_otherwise(reading, word, listing)
    )


def _is_title(reading: Reading, at: int, listing: Listing) -> bool:
    """«LAW 55 - LEAD OUT OF TURN», «LAW 55. LEAD OUT OF TURN», where the text of Law 55 begins."""
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


def _is_edition(reading: Reading, word: Phrase, listing: Listing) -> bool:
    """«the Laws 2027»: one number behind a word for several is the year of their edition."""
    member = listing.members[0]
    plural = word.words in reading.vocabulary.plural
    alone = member.end == member.item.first + 1 and not member.is_range
    return plural and alone and is_year(reading.tokens[member.item.first])


def _is_numbered_otherwise(reading: Reading, word: Phrase, listing: Listing) -> bool:
    """«Law 4412/2016», «loi n° 84-610»: how states number their laws."""
    first, tokens = listing.members[0].item.first, reading.tokens
    sign, behind = tokens[first + 1], tokens[min(first + 2, len(tokens) - 1)]
    if not (sign.glued and behind.glued and behind.kind == "number"):
        return False
    numbered = any(part.isalpha() for part in word.words[1:])
    singular = word.words not in reading.vocabulary.plural
    return (sign.text == "/" and is_year(behind)) or (sign.text == "-" and numbered and singular)
