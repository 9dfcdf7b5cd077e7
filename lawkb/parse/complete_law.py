"""Complete a law with what only another reading of the law has.

Another page supplies headings, footnotes, links and comments; a comparison of revisions also
sections, letters and words. Nothing is removed; what contradicts the law is reported as a conflict.
Texts are compared with typed signs (``->``) and the typographic signs that a wiki shows for them
(``→``) in one form.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby, pairwise

from msgspec.structs import replace

from lawkb.model.address import Address, Ordinal
from lawkb.model.law import Law, Loss, Provision
from lawkb.model.passage import Link, Note, Passage, Table
from lawkb.parse.document import Comparison

# In DokuWiki's order, longest first: `-->` is a dash and `>`, never an arrow.
_SIGNS = {
    "<->": "↔",
    "->": "→",
    "<-": "←",
    "<=>": "⇔",
    "=>": "⇒",
    "<=": "⇐",
    ">>": "»",
    "<<": "«",
    "---": "–",
    "--": "–",
    "...": "…",
    "(c)": "©",
    "(tm)": "™",
    "(r)": "®",
}
_TYPED = re.compile("|".join(map(re.escape, _SIGNS)))
_TIMES = re.compile(r"(?<![0-9A-Za-z_])([1-9]|[0-9]{2,})[xX]([0-9]+)(?![0-9A-Za-z_])")
_SAME_SIGN = str.maketrans(
    {
        **dict.fromkeys("“”„‟″", '"'),
        **dict.fromkeys("‘’‚‛′", "'"),
        **dict.fromkeys("—―‒−", "–"),
    }
)


def fold_typography(text: str) -> str:
    """Return a text with typed and typographic signs unified, to compare raw with rendered text.

    Quotes become straight, dashes ``–``; dots, arrows, guillemets and ``©`` become the single
    signs, ``640x480`` gets ``×``. Single hyphens are not changed. For comparing only: a point
    ``(c)`` also becomes ``©``, as the wiki itself shows it.

    Source: the typography rules of DokuWiki.
    """
    signed = _TYPED.sub(lambda match: _SIGNS[match[0]], text)
    return _TIMES.sub(r"\1×\2", signed).translate(_SAME_SIGN)


def plain_words(text: str) -> str:
    """Return a text for comparison: typographic signs unified, white space normalised."""
    return " ".join(fold_typography(text).split())


def filled(law: Law, other: Law) -> Law:
    """Return a law with the headings, footnotes, links and comments that only ``other`` has.

    ``other`` is another reading of the same law, from another page.
    """
    others = {provision.address: provision for provision in other.provisions()}
    root = _mapped(law.root, lambda each: _filled_provision(each, others.get(each.address)))
    return replace(law, root=root, comments=law.comments or other.comments)


def _filled_provision(provision: Provision, other: Provision | None) -> Provision:
    """Return the provision with heading, footnotes and links that only the other reading has."""
    if other is None:
        return provision
    notes = {note.marker: note for note in other.notes if note.text}
    linked = {plain_words(passage.text): passage for passage in other.passages if passage.links}

    def completed(item: Passage | Table | Provision) -> Passage | Table | Provision:
        if not isinstance(item, Passage):
            return item
        filled = tuple(_filled_note(note, notes.get(note.marker)) for note in item.notes)
        same = linked.get(plain_words(item.text)) if linked else None
        item = replace(item, notes=filled)
        return with_links(item, same) if same else item

    body = tuple(map(completed, provision.body))
    return replace(_with_heading(provision, other), body=body)


def with_links(passage: Passage, other: Passage) -> Passage:
    """Return a passage with the links that only another reading of the passage has.

    A link is added on the same words.
    """
    found = list(passage.links)
    starts: dict[str, tuple[list[int], list[int]]] = {}
    for link in other.links:
        words = other.text[link.start : link.end]
        if words not in starts:
            starts[words] = _starts(words, other.text), _starts(words, passage.text)
        other_starts, own_starts = starts[words]
        nth = bisect_left(other_starts, link.start)
        if nth < len(own_starts):
            moved = replace(link, start=own_starts[nth], end=own_starts[nth] + len(words))
            _insert(found, moved)
    return replace(passage, links=tuple(found))


def _with_note_texts(passage: Passage, other: Passage) -> Passage:
    """Return the passage with lost footnote texts filled in, if both have as many footnotes."""
    if len(passage.notes) != len(other.notes):
        return passage
    pairs = zip(passage.notes, other.notes, strict=True)
    return replace(passage, notes=tuple(_filled_note(note, have) for note, have in pairs))


def _filled_note(note: Note, other: Note | None) -> Note:
    """Return the footnote; if its text is lost, with the text of another reading."""
    if note.text or other is None or not other.text:
        return note
    return replace(note, text=other.text, lost=(), lines=other.lines)


def _starts(words: str, text: str) -> list[int]:
    """Return the offsets of some words in a text."""
    found: list[int] = []
    at = text.find(words)
    while at >= 0:
        found.append(at)
        at = text.find(words, at + 1)
    return found


def _insert(links: list[Link], link: Link) -> None:
    """Insert a link in order of offsets, unless another link covers its words."""
    at = bisect_left(links, link.start, key=lambda other: other.start)
    before, after = links[at - 1 : at], links[at : at + 1]
    if not any(other.start < link.end and link.start < other.end for other in (*before, *after)):
        links.insert(at, link)


_Item = Passage | Table | Provision


def _with_sections(law: Law, fragment: Law, comparison: Comparison) -> Law:
    """Return the law with its provisions moved into the sections that a comparison shows.

    Only for a law without any section. The section of every word must be known, except between two
    words of the same section and before the first; otherwise the law is returned unchanged.
    """
    if any(provision.address.path[1] for provision in law.root.children):
        return law
    by_words = _sections_by_words(fragment, comparison)
    places = _filled([by_words.get(_first_words(item)) for item in law.root.body])
    if not places:
        return law
    headings = {provision.address: provision for provision in fragment.root.children}
    body: list[_Item] = []
    placed = zip(places, law.root.body, strict=True)
    for section, group in groupby(placed, key=lambda each: each[0]):
        items = [item for _, item in group]
        body += [_section(headings[section], items)] if section else items
    return replace(law, root=replace(law.root, body=tuple(body)))


def _sections_by_words(fragment: Law, comparison: Comparison) -> dict[str, Address | None]:
    """Return the section of some words if no gap is between; None for words of several sections."""
    found: dict[str, Address | None] = {}
    for section in fragment.root.children:
        heading = section.heading.lines if section.heading else None
        for passage in (passage for each in section.walk() for passage in each.passages):
            sure = heading and passage.lines and comparison.joins(heading[0], passage.lines[0])
            words = plain_words(passage.text)
            address = section.address if sure and section.address.depth == 1 else None
            found[words] = None if words in found else address
    return found


def _first_words(item: _Item) -> str:
    """Return the text of the first passage of an item; empty when it has none."""
    if isinstance(item, Passage):
        return plain_words(item.text)
    provisions = item.walk() if isinstance(item, Provision) else (item,)
    texts = (passage.text for each in provisions for passage in each.passages)
    return plain_words(next(texts, ""))


def _filled(sections: list[Address | None]) -> list[Address | None]:
    """Return the section of each item; empty unless all after the first known one are certain."""
    known = [at for at, section in enumerate(sections) if section]
    filled = list(sections)
    for before, after in pairwise(known):
        if sections[before] == sections[after]:
            filled[before:after] = [sections[before]] * (after - before)
    rest = filled[known[0] :] if known else []
    certain = [section for section in rest if section]
    ordered = all(a <= b for a, b in pairwise(certain))
    return filled if certain and ordered and len(certain) == len(rest) else []


def _section(shown: Provision, items: list[_Item]) -> Provision:
    """Return a section that a comparison shows, with the words of the law in it."""
    ordinal = shown.address.path[1]
    body = tuple(_below(item, ordinal) if isinstance(item, Provision) else item for item in items)
    heading = replace(shown.heading, lines=None) if shown.heading else None
    lines = [item.lines for item in items if item.lines]
    span = (min(line[0] for line in lines), max(line[1] for line in lines)) if lines else None
    return Provision(shown.address, shown.num, heading, body, lines=span)


def _below(provision: Provision, ordinal: Ordinal) -> Provision:
    """Move a provision without a section, and all provisions inside it, into a section."""

    def moved(each: Provision) -> Provision:
        law, _, *below = each.address.path
        return replace(each, address=Address((law, ordinal, *below)))

    return _mapped(provision, moved)


def _mapped(provision: Provision, change: Callable[[Provision], Provision]) -> Provision:
    """Return a provision with a change made in all inner provisions and then in itself."""
    body = tuple(
        _mapped(item, change) if isinstance(item, Provision) else item for item in provision.body
    )
    return change(replace(provision, body=body))


_LONGEST_QUOTED = 60  # code points of the words that a loss quotes
_SHORTEST_PREFIX = 20  # code points; a shorter prefix of a line may fit by chance
_LEAST_OVERLAP = 0.6  # share of common words; with fewer, two lines are different texts
_MOST_LINES = 200  # lines that differ; with more, it is another page
_MOST_PLACES = 2000  # passages to compare them with; no law has as many

_Place = tuple[Address, int]  # a provision, and which item of its body


@dataclass(slots=True)
class _Found:
    """The results of matching a law with a comparison: passages by position, and losses."""

    law: Law
    origin: str
    passages: dict[_Place, Passage] = field(default_factory=dict)
    losses: list[Loss] = field(default_factory=list)

    def may_grow(self, address: Address) -> bool:
        """Whether lost words of a provision may be restored.

        They may not after an editor's patch, nor if the law has no date of its last change.
        """
        provision = self.law.find(address)
        edited = provision is not None and "text" in provision.editorial
        return self.law.origin.revised is not None and not edited

    def lose(self, kind: str, message: str, address: Address) -> None:
        self.losses.append(Loss(kind, message, address, self.law.language))


def complete(law: Law, fragment: Law, comparison: Comparison) -> tuple[Law, tuple[Loss, ...]]:
    """Return a law completed by a comparison of two revisions of its page.

    Headings are taken from any comparison, everything else only from a comparison whose newer
    revision is that of the law. Words of a line that may be truncated are never used.

    Args:
        fragment: The lines that the comparison shows, parsed as a law.
        comparison: Revision, gaps and truncated lines of the comparison.

    Returns:
        The law, and as losses the differences between the two (``conflict``) and what was taken
        from the comparison (``provenance``).
    """
    found = _Found(law, f"the comparison {fragment.origin.source}/{fragment.origin.page}")
    sectioned = _with_sections(law, fragment, comparison)
    headed = _with_headings(sectioned, _headings(fragment, comparison), found)
    if comparison.is_of(law.origin.revised):
        _match(headed, fragment, comparison, found)
        used = partial(_with_passages, passages=found.passages)
        headed = replace(headed, root=_mapped(headed.root, used))
    _report_origin(law, headed, comparison, found)
    return headed, tuple(found.losses)


def _headings(fragment: Law, comparison: Comparison) -> dict[Address, Provision]:
    """Return the provisions of a fragment with a heading whose address is certain.

    A letter gives its section; a deeper label is certain only after a section's heading, without
    a gap between.
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
    known = {provision.address for provision in law.provisions()}
    for address, provision in headings.items():
        if address not in known and provision.heading:
            words = f"{provision.num} {provision.heading.text}".strip()[:_LONGEST_QUOTED]
            found.lose("conflict", f"{found.origin} has another section: «{words}»", address)

    def headed(provision: Provision) -> Provision:
        shown = headings.get(provision.address)
        if shown is None or shown.heading is None:
            return provision
        if provision.heading is None:
            return _with_heading(provision, shown)
        if plain_words(provision.heading.text) != plain_words(shown.heading.text):
            message = f"{found.origin} has the heading «{shown.heading.text[:_LONGEST_QUOTED]}»"
            found.lose("conflict", message, provision.address)
        return provision

    return replace(law, root=_mapped(law.root, headed))


def _with_heading(provision: Provision, other: Provision) -> Provision:
    """Return the provision with the heading and the letter that only another reading has."""
    if provision.heading is not None or other.heading is None:
        return provision
    lost = tuple(what for what in provision.lost if what not in ("heading", "title"))
    heading = replace(other.heading, lines=None)  # they are lines of another page
    headed = replace(provision, heading=heading, lost=lost)
    if provision.num or not other.num:
        return headed
    return replace(headed, num=other.num, inferred=other.inferred)


def _match(law: Law, fragment: Law, comparison: Comparison, found: _Found) -> None:
    """Pair the lines of the comparison with passages of the law, and use what they add."""
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
            found.passages[chosen] = _with_note_texts(with_links(places[chosen], line), line)
        elif not same and line.lines and line.lines[0] in comparison.partial:
            _link_beginning(line, places, sorted_texts, found)
        elif not same:
            rest.append((address, line))
    open_places = {place: text for place, text in places.items() if place not in found.passages}
    _compare(rest, open_places, found)


def _places(provision: Provision) -> Iterator[tuple[_Place, Passage]]:
    """Yield the passages of a law by position, without those of tables and diagrams."""
    for at, item in enumerate(provision.body):
        if isinstance(item, Provision):
            yield from _places(item)
        elif isinstance(item, Passage) and not item.preformatted:
            yield (provision.address, at), item


def _chosen(places: list[_Place], address: Address) -> _Place | None:
    """Return the only position of some words, or the one at an address; None if ambiguous."""
    here = places if len(places) == 1 else [place for place in places if place[0] == address]
    return here[0] if len(here) == 1 else None


def _link_beginning(
    line: Passage, places: dict[_Place, Passage], texts: list[tuple[str, _Place]], found: _Found
) -> None:
    """Use the links of a truncated line if it is the beginning of exactly one passage."""
    words = plain_words(line.text)
    if len(words) < _SHORTEST_PREFIX:
        return
    first = bisect_left(texts, words, key=lambda text: text[0])
    begun = [at for text, at in texts[first : first + 2] if text.startswith(words)]
    if len(begun) == 1:
        known = found.passages.get(begun[0], places[begun[0]])
        found.passages[begun[0]] = with_links(known, line)


def _compare(
    rest: list[tuple[Address, Passage]], places: dict[_Place, Passage], found: _Found
) -> None:
    """Use lines with other words than the law if they only add to it; others are conflicts."""
    if len(rest) > _MOST_LINES or (rest and len(places) > _MOST_PLACES):
        root = found.law.root.address
        found.lose("conflict", f"{found.origin} differs in {len(rest)} lines; none is used", root)
        return
    texts = {place: set(plain_words(text.text).split()) for place, text in places.items()}
    for address, line in rest:
        place = _nearest(line, texts)
        if place is None:
            message = f"{found.origin} has additional words: «{line.text[:_LONGEST_QUOTED]}»"
            found.lose("conflict", message, address)
            continue
        texts.pop(place)
        new = _restored(places[place], line) if found.may_grow(place[0]) else None
        if new:
            found.passages[place] = new
            message = f"{found.origin} has more words here, which the page lost; they are used"
        else:
            message = f"{found.origin} has other words: «{line.text[:_LONGEST_QUOTED]}»"
        found.lose("conflict", message, place[0])


def _nearest(line: Passage, texts: dict[_Place, set[str]]) -> _Place | None:
    """Return the position of the passage with most words of a line, if it has enough of them."""
    words = set(plain_words(line.text).split())
    best, place = _LEAST_OVERLAP, None
    for at, others in texts.items():
        common = len(words & others) / max(1, min(len(words), len(others)))
        if common > best and 3 * len(others) >= len(words):
            best, place = common, at
    return place


def _restored(old: Passage, line: Passage) -> Passage | None:
    """Return a line to replace a passage if it has all words of the passage in order, or None."""
    more = iter(plain_words(line.text).split())
    if len(old.notes) != len(line.notes):
        return None
    if not all(word in more for word in plain_words(old.text).split()):
        return None
    notes = tuple(
        replace(had, at=note.at, text=had.text or note.text, lost=() if note.text else had.lost)
        for note, had in zip(line.notes, old.notes, strict=True)
    )
    return replace(line, notes=notes, lines=old.lines)


def _with_passages(provision: Provision, passages: dict[_Place, Passage]) -> Provision:
    body = (passages.get((provision.address, at), item) for at, item in enumerate(provision.body))
    return replace(provision, body=tuple(body))


def _report_origin(before: Law, after: Law, comparison: Comparison, found: _Found) -> None:
    """Add one loss with what came from the comparison, and from which revision."""
    counts = [
        (name, after - before)
        for name, before, after in zip(
            ("heading", "link", "note"), _counts(before), _counts(after), strict=True
        )
    ]
    given = " and ".join(f"{n} {name}{'s' * (n > 1)}" for name, n in counts if n > 0)
    if not given:
        return
    same = comparison.is_of(before.origin.revised)
    when = "" if same else f" of another revision, {comparison.printed or comparison.time}"
    message = f"from {found.origin}{when}: {given} that the page lost"
    found.lose("provenance", message, before.root.address)


def _counts(law: Law) -> tuple[int, int, int]:
    """Return the numbers of headings, links and footnote texts of a law."""
    provisions = tuple(law.provisions())
    return (
        sum(provision.heading is not None for provision in provisions),
        sum(len(passage.links) for each in provisions for passage in each.passages),
        sum(bool(note.text) for each in provisions for note in each.notes),
    )
