"""A law completed by a comparison of two revisions, which holds some of its lines as raw text.

A comparison supplies headings, letters, links, notes and words that the law lost. It removes no
words, and what it has beyond the law is told as a conflict.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from lawkb.model.address import Address
from lawkb.model.law import Law, Loss, Provision
from lawkb.model.passage import Passage
from lawkb.parse.comparison import Comparison
from lawkb.parse.passages import plain_words, with_links, with_note_texts
from lawkb.parse.sections import with_sections

_SHOWN = 60  # code points of the words that a loss quotes
_SURE = 20  # code points; a shorter beginning of a line tells nothing
_NEAR = 0.6  # of the words in common; fewer, and two lines are two texts
_MOST = 200  # lines that differ; more, and it is another page
_MOST_PLACES = 2000  # passages to compare them with; no law has as many

_Place = tuple[Address, int]  # a provision, and which item of its body


@dataclass(slots=True)
class _Found:
    """What a comparison gave: passages by place, and what is told of it."""

    law: Law
    origin: str
    passages: dict[_Place, Passage] = field(default_factory=dict)
    losses: list[Loss] = field(default_factory=list)

    def may_grow(self, address: Address) -> bool:
        """Whether lost words may be put back: not where an editor did, or nothing is dated."""
        held = self.law.find(address)
        edited = held is not None and "text" in held.editorial
        return self.law.origin.revised is not None and not edited

    def tell(self, kind: str, message: str, address: Address) -> None:
        self.losses.append(Loss(kind, message, address, self.law.language))


def complete(law: Law, fragment: Law, comparison: Comparison) -> tuple[Law, tuple[Loss, ...]]:
    """The law with what a comparison has of it and the law has not.

    Headings come from any comparison, the rest from one of the same revision alone. Words of a
    line that may be cut are never taken.

    Args:
        law: As other forms of its page gave it.
        fragment: The lines of the comparison, read as a law in the same language.
        comparison: Which revision they are of.

    Returns:
        The law, and as losses what the two say differently (``conflict``) and what is from the
        comparison (``provenance``).
    """
    found = _Found(law, f"the comparison {fragment.origin.source}/{fragment.origin.page}")
    sectioned = with_sections(law, fragment, comparison)
    headed = _with_headings(sectioned, _headings(fragment, comparison), found)
    if comparison.is_of(law.origin.revised):
        _match(headed, fragment, comparison, found)
        headed = replace(headed, root=_with_passages(headed.root, found.passages))
    _tell_origin(law, headed, comparison, found)
    return headed, tuple(found.losses)


def _headings(fragment: Law, comparison: Comparison) -> dict[Address, Provision]:
    """Provisions of a fragment with a heading, as far as the place of each is sure.

    A letter says its section; a deeper label only below the heading of one, with no gap between.
    """
    found: dict[Address, Provision] = {}
    opened = 0
    for provision in fragment.provisions():
        line = provision.heading.lines[0] if provision.heading and provision.heading.lines else 0
        depth = provision.address.depth
        opened = line if depth <= 1 else opened
        sure = depth <= 1 or comparison.joins(opened, line)
        if provision.heading and sure and not provision.inferred:
            found.setdefault(provision.address, provision)
    return found


def _with_headings(law: Law, headings: dict[Address, Provision], found: _Found) -> Law:
    held = {provision.address for provision in law.provisions()}
    for address, provision in headings.items():
        if address not in held and provision.heading:
            words = f"{provision.num} {provision.heading.text}".strip()[:_SHOWN]
            found.tell("conflict", f"{found.origin} has a section more: «{words}»", address)
    return replace(law, root=_headed(law.root, headings, found))


def _headed(provision: Provision, headings: dict[Address, Provision], found: _Found) -> Provision:
    body = tuple(
        _headed(item, headings, found) if isinstance(item, Provision) else item
        for item in provision.body
    )
    told = headings.get(provision.address)
    if told is None or told.heading is None:
        return replace(provision, body=body)
    if provision.heading is None:
        return replace(with_heading(provision, told), body=body)
    if plain_words(provision.heading.text) != plain_words(told.heading.text):
        message = f"{found.origin} has the heading «{told.heading.text[:_SHOWN]}»"
        found.tell("conflict", message, provision.address)
    return replace(provision, body=body)


def with_heading(provision: Provision, other: Provision) -> Provision:
    """The provision with the heading, and the letter, that only another reading of it still has."""
    if provision.heading is not None or other.heading is None:
        return provision
    lost = tuple(what for what in provision.lost if what not in ("heading", "title"))
    heading = replace(other.heading, lines=None)  # they are lines of another page
    told = replace(provision, heading=heading, lost=lost)
    if provision.num or not other.num:
        return told
    return replace(told, num=other.num, inferred=other.inferred)


def _match(law: Law, fragment: Law, comparison: Comparison, found: _Found) -> None:
    """Pair the lines of the comparison with passages of the law, and take what they add."""
    places = dict(_places(law.root))
    sorted_texts = sorted((plain_words(text.text), place) for place, text in places.items())
    index: dict[str, list[_Place]] = {}
    for place, passage in places.items():
        index.setdefault(plain_words(passage.text), []).append(place)
    rest: list[tuple[Address, Passage]] = []
    for (address, _), line in _places(fragment.root):
        same = index.get(plain_words(line.text), [])
        chosen = _chosen(same, address)
        if chosen:
            found.passages[chosen] = with_note_texts(with_links(places[chosen], line), line)
        elif not same and _is_cut(line, comparison):
            _link_beginning(line, places, sorted_texts, found)
        elif not same:
            rest.append((address, line))
    open_places = {place: text for place, text in places.items() if place not in found.passages}
    _compare(rest, open_places, found)


def _places(provision: Provision) -> Iterator[tuple[_Place, Passage]]:
    """The passages of a law by place, those of tables and diagrams not."""
    for at, item in enumerate(provision.body):
        if isinstance(item, Provision):
            yield from _places(item)
        elif isinstance(item, Passage) and not item.preformatted:
            yield (provision.address, at), item


def _chosen(places: list[_Place], address: Address) -> _Place | None:
    """The only place of some words, or the one at an address; None when nothing tells."""
    here = places if len(places) == 1 else [place for place in places if place[0] == address]
    return here[0] if len(here) == 1 else None


def _is_cut(line: Passage, comparison: Comparison) -> bool:
    return bool(line.lines) and line.lines is not None and line.lines[0] in comparison.partial


def _link_beginning(
    line: Passage, places: dict[_Place, Passage], texts: list[tuple[str, _Place]], found: _Found
) -> None:
    """Take the links of a line that may be cut where it is how one passage begins."""
    words = plain_words(line.text)
    if len(words) < _SURE:
        return
    first = bisect_left(texts, words, key=lambda text: text[0])
    begun = [at for text, at in texts[first : first + 2] if text.startswith(words)]
    if len(begun) == 1:
        known = found.passages.get(begun[0], places[begun[0]])
        found.passages[begun[0]] = with_links(known, line)


def _compare(
    rest: list[tuple[Address, Passage]], places: dict[_Place, Passage], found: _Found
) -> None:
    """Lines with other words than the law: they stand where they only add to it, else conflict."""
    if len(rest) > _MOST or (rest and len(places) > _MOST_PLACES):
        root = found.law.root.address
        found.tell("conflict", f"{found.origin} differs in {len(rest)} lines; none is used", root)
        return
    texts = {place: set(plain_words(text.text).split()) for place, text in places.items()}
    for address, line in rest:
        place = _nearest(line, texts)
        if place is None:
            message = f"{found.origin} has words more: «{line.text[:_SHOWN]}»"
            found.tell("conflict", message, address)
            continue
        texts.pop(place)
        new = _put_back(places[place], line) if found.may_grow(place[0]) else None
        if new:
            found.passages[place] = new
            message = f"{found.origin} has more words here, which the page lost; they stand"
        else:
            message = f"{found.origin} reads otherwise: «{line.text[:_SHOWN]}»"
        found.tell("conflict", message, place[0])


def _nearest(line: Passage, texts: dict[_Place, set[str]]) -> _Place | None:
    """The passage with most words of a line, if it has enough of them."""
    words = set(plain_words(line.text).split())
    best, place = _NEAR, None
    for at, others in texts.items():
        common = len(words & others) / max(1, min(len(words), len(others)))
        if common > best and 3 * len(others) >= len(words):
            best, place = common, at
    return place


def _put_back(old: Passage, line: Passage) -> Passage | None:
    """The line in the place of a passage of which it holds every word; None where it does not."""
    more = iter(plain_words(line.text).split())
    if len(old.notes) != len(line.notes):
        return None
    if not all(word in more for word in plain_words(old.text).split()):
        return None
    pairs = zip(line.notes, old.notes, strict=True)
    notes = tuple(
        replace(had, at=note.at, text=had.text or note.text, lost=() if note.text else had.lost)
        for note, had in pairs
    )
    return replace(line, notes=notes, lines=old.lines)


def _with_passages(provision: Provision, passages: dict[_Place, Passage]) -> Provision:
    body = tuple(
        _with_passages(item, passages)
        if isinstance(item, Provision)
        else passages.get((provision.address, at), item)
        for at, item in enumerate(provision.body)
    )
    return replace(provision, body=body)


def _tell_origin(before: Law, after: Law, comparison: Comparison, found: _Found) -> None:
    """Say once what is from the comparison, and of which revision it is."""
    kinds = (("heading", _headings_in), ("link", _links_in), ("note", _notes_in))
    counts = [(name, count(after) - count(before)) for name, count in kinds]
    given = " and ".join(f"{n} {name}{'s' * (n > 1)}" for name, n in counts if n > 0)
    if not given:
        return
    same = comparison.is_of(before.origin.revised)
    when = "" if same else f" of another revision, {comparison.printed or comparison.time}"
    message = f"from {found.origin}{when}: {given} that the page lost"
    found.tell("provenance", message, before.root.address)


def _headings_in(law: Law) -> int:
    return sum(provision.heading is not None for provision in law.provisions())


def _links_in(law: Law) -> int:
    return sum(len(passage.links) for p in law.provisions() for passage in p.passages)


def _notes_in(law: Law) -> int:
    return sum(bool(note.text) for p in law.provisions() for note in p.notes)
