"""From a list as read to references with their spans and targets."""

from __future__ import annotations

from dataclasses import replace

from lawkb.model.address import Address
from lawkb.model.passage import Form, Reference, Span
from lawkb.refs.members import Listing, Member
from lawkb.refs.reading import Path, Reading


def references_of(reading: Reading, listing: Listing, key: int) -> tuple[Reference, ...]:
    """One reference for each member of a list, and for each unnumbered paragraph of one.

    Args:
        reading: The text.
        listing: What was read of it.
        key: Index of the token the list begins at, its key word included.
    """
    alone = len(listing.members) == 1 and len(listing.members[0].subparagraphs) < 2
    last = listing.members[-1]
    end = last.subparagraphs[-1].end if len(last.subparagraphs) > 1 else last.end
    within = (reading.tokens[key].start, reading.tokens[end - 1].end)
    around = None if alone else within
    return tuple([r for member in listing.members for r in _references(reading, member, around)])


def _references(reading: Reading, member: Member, within: Span | None) -> list[Reference]:
    """That of a member; with those of the unnumbered paragraphs of it that stand behind."""
    first = _reference(reading, member, within)
    if not member.subparagraphs:
        return [first]
    found = [replace(first, subparagraph=member.subparagraphs[0].n)]
    for entry in member.subparagraphs[1:]:
        start, end = reading.tokens[entry.first].start, reading.tokens[entry.end - 1].end
        raw = reading.text[start:end]
        found.append(replace(found[0], start=start, end=end, raw=raw, subparagraph=entry.n))
    return found


def _reference(reading: Reading, member: Member, within: Span | None) -> Reference:
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


def _addresses(reading: Reading, member: Member, paths: tuple[Path, ...]) -> tuple[Address, ...]:
    """The addresses of some paths; a provision never cites itself by a partial reference.

    But it may cite one of its paragraphs that have no number.
    """
    told = [Address(path) for path in paths if path[0]]
    if not (member.is_whole or member.subparagraphs) and reading.citing in told:
        told = [address for address in told if address != reading.citing]
    return tuple(told)


def _folded(reading: Reading, member: Member) -> str | None:
    """The words in the alphabet of the language, where they were printed in another."""
    folds = [part.fold for item in member.labels for part in item.chains[0] if part.fold]
    if not folds:
        return None
    out = ""
    at = reading.tokens[member.item.first].start
    for start, end, own in folds:
        out += reading.text[at:start] + own
        at = end
    return out + reading.text[at : reading.tokens[member.end - 1].end]
