"""Split a text into runs at the ends of links, notes and markup, for a template.

Divisions of an edition, such as chapters, are named as the reader's language does, with links.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, pairwise, zip_longest
from types import SimpleNamespace
from typing import Literal, TypeAlias, TypeVar

from lawkb.model.address import Address, Ordinal
from lawkb.model.companion import Companion
from lawkb.model.division import Division, DivisionPath, division_eid, division_of_eid, union_of
from lawkb.model.law import Law
from lawkb.model.passage import Link, Mark, MarkKind, Note, Passage, Reference, Span
from lawkb.publish.localized_site import LocalizedSite, TermMark
from lawkb.publish.pagination import list_part
from lawkb.publish.urls import Place

_Line = TypeVar("_Line")
# Divisions, each with the lines of its laws and the divisions in it.
Groups: TypeAlias = tuple[SimpleNamespace, ...]


@dataclass(frozen=True, slots=True)
class DivisionView:
    """A division as a heading or a link."""

    id: str  # HTML id of its heading in the list of laws
    label: str  # its label as the source prints it, ``CHAPTER II``; empty if it prints none
    heading: str  # its heading; empty without one
    depth: int  # from 1
    language: str  # BCP 47 tag of label and heading: the reader's language, or one that has it
    place: Place  # link to its place in the list of laws
    laws: str  # its laws in the language of the reader, *Articles 6 to 10*; empty without laws

    @property
    def name(self) -> str:
        """Label and heading."""
        return f"{self.label} {self.heading}".strip()


@dataclass(frozen=True, slots=True)
class _EditionDivisions:
    """The divisions of an edition in all its languages."""

    outermost: tuple[Division, ...]  # Its divisions, one inside the other.
    # Each of them by address and BCP 47 tag.
    by_language: Mapping[DivisionPath, Mapping[str, Division]]
    # Addresses of the divisions that a law is in, by number; the outermost first.
    around: Mapping[Ordinal, tuple[DivisionPath, ...]]
    # Numbers of the first and the last law in each division, by address.
    ends: Mapping[DivisionPath, tuple[Ordinal, Ordinal]]


def divisions_around(
    site: LocalizedSite, edition: str, number: Ordinal, tag: str = ""
) -> tuple[DivisionView, ...]:
    """Return the divisions that a law is in, the outermost first; see ``division_view``."""
    paths = _of_edition(site, edition).around.get(number, ())
    return tuple(division_view(site, edition, path, tag) for path in paths)


def opened_divisions(
    site: LocalizedSite, edition: str, numbers: Sequence[Ordinal], tag: str = ""
) -> Iterator[tuple[Ordinal, int, tuple[DivisionView, ...]]]:
    """Yield each law with how many divisions it is in, and those whose heading is before it.

    Args:
        numbers: Numbers of the laws, in order; before the first, all divisions around it open.
        tag: BCP 47 tag of the language to name divisions in; empty for that of the reader.
    """
    before: tuple[DivisionView, ...] = ()
    for number in numbers:
        around = divisions_around(site, edition, number, tag)
        pairs = enumerate(zip_longest(before, around))
        same = next((n for n, (one, other) in pairs if one != other), len(around))
        yield number, len(around), around[same:]
        before = around


def division_view(
    site: LocalizedSite, edition: str, path: DivisionPath, tag: str = ""
) -> DivisionView:
    """Return a division of an edition in a language, by default that of the reader.

    Raises:
        KeyError: The edition has no such division.
    """
    held = _of_edition(site, edition).by_language[path]
    own = tag or site.language.code
    ends = _of_edition(site, edition).ends.get(path)
    division = held.get(own) or next(iter(held.values()))
    return DivisionView(
        id=_id(edition, path),
        label=division.num,
        heading=division.heading.text if division.heading else "",
        depth=len(path),
        language=own if own in held else next(iter(held)),
        place=Place(_list_path(site, edition, path), _id(edition, path)),
        laws=site.range_name(*ends) if ends else "",
    )


def grouped_by_division(
    site: LocalizedSite,
    edition: str,
    numbers: Sequence[Ordinal],
    line: Callable[[Ordinal], _Line],
) -> tuple[tuple[_Line, ...], Groups, tuple[_Line, ...]]:
    """Return the lines of laws before the divisions, those in divisions, and those after them.

    Annexes come after the divisions.

    Args:
        numbers: Numbers of the laws; without any, all divisions are returned, without lines.
        line: Function that returns the line of a law.
    """
    known = _of_edition(site, edition)
    wanted = set(numbers)
    ends = (known.ends[each.path] for each in known.outermost if each.path in known.ends)
    last = max((end for _, end in ends), default=None)
    outside = [number for number in numbers if number not in known.around]
    before = tuple(line(number) for number in outside if last is None or number < last)
    after = tuple(line(number) for number in outside if last is not None and number > last)

    def groups(divisions: Sequence[Division]) -> Iterator[SimpleNamespace]:
        for each in divisions:
            if numbers and not _overlap(known.ends.get(each.path), (numbers[0], numbers[-1])):
                continue
            lines = tuple(line(number) for number in each.laws if number in wanted)
            inner = tuple(groups(each.divisions))
            if lines or inner or not wanted:
                view = division_view(site, edition, each.path)
                yield SimpleNamespace(view=view, lines=lines, groups=inner)

    return before, tuple(groups(known.outermost)), after


def _overlap(ends: tuple[Ordinal, Ordinal] | None, others: tuple[Ordinal, Ordinal]) -> bool:
    return ends is not None and ends[0] <= others[1] and others[0] <= ends[1]


def _of_edition(site: LocalizedSite, edition: str) -> _EditionDivisions:
    return site.once(_joined, edition, 0)


def _joined(site: LocalizedSite, edition: str, _: Ordinal) -> _EditionDivisions:
    code = site.code
    order = [each.language for each in code.outline.expressions if each.edition == edition]
    held = [code.divisions[edition, tag] for tag in order if (edition, tag) in code.divisions]
    outermost = union_of(held)
    by_language: dict[DivisionPath, dict[str, Division]] = {}
    for divisions in held:
        for each in divisions.walk():
            by_language.setdefault(each.path, {})[divisions.language] = each
    every = [inner for each in outermost for inner in each.walk()]
    around = {
        number: tuple(each.path[:size] for size in range(1, len(each.path) + 1))
        for each in every
        for number in each.laws
    }
    laws = {each.path: each.all_laws() for each in every}
    ends = {path: (min(numbers), max(numbers)) for path, numbers in laws.items() if numbers}
    return _EditionDivisions(outermost, by_language, around, ends)


def _id(edition: str, path: DivisionPath) -> str:
    return f"{edition}-{division_eid(path)}"


def _list_path(site: LocalizedSite, edition: str, path: DivisionPath) -> str:
    """Return the path of the page of the list of laws that shows a division first."""
    first, _ = _of_edition(site, edition).ends.get(path, (0, 0))
    part = list_part(site.numbers[edition], first)
    return site.paths.laws(edition, part) if part else site.paths.home()


RunKind = Literal[
    "text", "held", "not-held", "ambiguous", "unresolved", "link", "note", "term", "gap"
]

_CITING = frozenset(("held", "not-held"))
_ON_ONE_LINE = 16  # characters that fit any column
# The element of each mark; the outermost first where several are around the same words.
_TAGS: dict[MarkKind, str] = {
    "inserted": "ins",
    "deleted": "del",
    "bold": "strong",
    "italic": "em",
    "underline": "u",
    "code": "code",
    "mono": "code",
    "sub": "sub",
    "sup": "sup",
}


# No other scheme, no name or password before the host, nothing that a browser takes out silently.
_WEB = re.compile(r"https?://[^\s/?#@\\]+(?:[/?#][^\s\\]*)?", re.IGNORECASE)
_UNFIT = re.compile(r"[\x00-\x20\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Run:
    """A part of a text that is rendered in one way: plain text, a link, a note mark."""

    # `text`, `note` for a note mark, `link` for a link of the source page, `term` for a glossary
    # term, or the status of a reference: `held` (target available here), `not-held`, `ambiguous`,
    # `unresolved`. A `gap` has no text: words are missing before the next run.
    kind: RunKind
    text: str
    # Link target on the site; None for plain text and for an unresolved reference.
    place: Place | None = None
    # For a reference, the target's address in the language of the text, if its words are different;
    # for an ambiguous one, the candidates in the language of the reader; for a term, the id of its
    # entry.
    names: tuple[str, ...] = ()
    id: str = ""  # HTML id of a note mark, for the link back from the note; else empty.
    # URL of a link to another site; else empty. If it leads to a provision of another act, `names`
    # has the name of that act.
    url: str = ""
    tags: tuple[str, ...] = ()  # Names of the HTML elements around it, outermost first.
    # If the source page links the words of a reference to another target than they name: name of
    # that target and its location on the site, None without a page.
    linked: tuple[str, Place | None] | None = None
    # BCP 47 tag of words in another language than the text; None for others.
    language: str | None = None
    lead: str = ""  # The word before a reference that must stay on its line, *Law* in *Law 16C*.


@dataclass(frozen=True, slots=True)
class Linking:
    """Functions that turn the references, note marks and links of a text into runs."""

    # Returns the run of a reference, given the reference and its words.
    reference: Callable[[Reference, str], Run]
    # Returns the run of a note mark, given the note and its number in the row, from 1.
    note: Callable[[Note, int], Run]
    # Returns the run of a link of the source page, given the link and its words; None if it is not
    # to be a link.
    link: Callable[[Link, str], Run | None] = lambda link, words: None
    # Returns the glossary terms to mark in a passage, in order.
    terms: Callable[[Passage], Sequence[TermMark]] = lambda passage: ()
    # Returns the places in a passage where words are missing, in order.
    gaps: Callable[[Passage], Sequence[int]] = lambda passage: ()
    # Splits plain text where its language changes.
    split_languages: Callable[[str], Iterable[tuple[str, str | None]]] = lambda text: (
        (text, None),
    )


# A stretch of the text that is one run.
_Whole = tuple[int, int, Run]


def split_runs(passage: Passage, linking: Linking, first_note: int = 1) -> tuple[Run, ...]:
    """Split a passage into runs for a template.

    The texts of all runs with their ``lead``, without note marks, join to the text of the passage.
    References and links are not split: a note mark inside one is put after it, and markup that
    begins or ends inside one covers only the words outside. Where a link contains a reference, the
    reference becomes the link.

    Args:
        linking: Functions that make the runs of references, notes, links and terms.
        first_note: Number of the first note mark.
    """
    wholes = _wholes(passage, linking)
    places = [_outside(note.at, wholes) for note in passage.notes]
    marked = _marked(passage.marks)
    gaps = [_outside(at, wholes) for at in linking.gaps(passage)][::-1]
    cuts = {0, len(passage.text), *places, *gaps, *(at for whole in wholes for at in whole[:2])}
    cuts |= {at for spans in marked.values() for span in spans for at in span}
    # What is not a mark ends nowhere inside of what stays whole.
    kept = sorted(at for at in cuts if _outside(at, wholes) == at) if marked else sorted(cuts)
    at_start = {start: run for start, _, run in wholes}
    notes = list(zip(places, passage.notes, count(first_note)))[::-1]
    runs: list[Run] = []
    for start, end in [*pairwise(kept), (len(passage.text), len(passage.text))]:
        while notes and notes[-1][0] <= start:
            _, note, number = notes.pop()
            runs.append(linking.note(note, number))
        while gaps and gaps[-1] <= start:
            gaps.pop()
            runs.append(Run("gap", ""))
        if start < end:
            tags = _tags(marked, (start, end)) if marked else ()
            if whole := at_start.get(start):
                whole = replace(whole, tags=tags) if tags else whole
                runs.append(_led(runs, whole) if whole.kind in _CITING and whole.place else whole)
                continue
            pieces = linking.split_languages(passage.text[start:end])
            runs.extend(Run("text", words, tags=tags, language=tag) for words, tag in pieces)
    return tuple(runs)


def _tags(marked: Mapping[str, Sequence[Span]], words: Span) -> tuple[str, ...]:
    """Return the names of the HTML elements around some words, outermost first."""
    return tuple(tag for tag, spans in marked.items() if _covered(spans, words))


def _led(before: list[Run], run: Run) -> Run:
    """Return a reference with the word before it, moved from there, if both are short."""
    last = before[-1] if before else run
    at = last.text.rfind(" ", 0, -1) + 1
    lead = last.text[at:]
    if last.kind != "text" or last.language or last.tags != run.tags or lead[-1:] != " ":
        return run
    if "\n" in lead or not lead.strip() or len(lead) + len(run.text) > _ON_ONE_LINE:
        return run
    before[-1:] = [Run("text", last.text[:at], tags=last.tags)] if at else []
    return Run(run.kind, run.text, run.place, run.names, "", "", run.tags, run.linked, None, lead)


def _wholes(passage: Passage, linking: Linking) -> list[_Whole]:
    """Return references, links and the terms between them as runs, in order, not overlapping."""
    text, at = passage.text, 0
    found: list[_Whole] = []
    for reference in passage.references:
        start, end = reference.start, reference.end
        if start >= at:
            found.append((start, end, linking.reference(reference, text[start:end])))
            at = end
    cited = [(start, end) for start, end, _ in found]
    for link in passage.links:
        for start, end in _beside(link, cited):
            run = linking.link(link, text[start:end])
            if run:
                found.append((start, end, run))
    ordered = sorted(found, key=lambda whole: whole[:2])
    terms = [_term(text, mark) for mark in linking.terms(passage)]
    free = [each for each in terms if not _overlaps(ordered, each[:2])]
    return sorted([*ordered, *free], key=lambda whole: whole[:2]) if free else ordered


def _term(text: str, mark: TermMark) -> _Whole:
    return mark.start, mark.end, Run("term", text[mark.start : mark.end], names=(mark.id,))


def _overlaps(wholes: Sequence[_Whole], words: Span) -> bool:
    """Whether a span overlaps any of some runs, which are in order."""
    after = bisect_right(wholes, words[0], key=lambda whole: whole[1])
    return after < len(wholes) and wholes[after][0] < words[1]


def _beside(link: Link, cited: Sequence[Span]) -> list[Span]:
    """Return the spans of a link outside of references; none if the link leads to a law's page.

    A reference leads to the exact provision, the link at best to its law.
    """
    first = bisect_right(cited, link.start, key=lambda span: span[1])
    inside = cited[first : bisect_left(cited, link.end, key=lambda span: span[0])]
    if inside and link.kind == "page":
        return []
    edges = [link.start, *(at for span in inside for at in span), link.end]
    pairs = zip(edges[::2], edges[1::2], strict=True)
    return [(start, end) for start, end in pairs if start < end]


def _outside(at: int, wholes: Sequence[_Whole]) -> int:
    """Return a position, moved to the end of the run that it would split."""
    before = bisect_left(wholes, at, key=lambda whole: whole[0]) - 1
    return max(at, wholes[before][1]) if before >= 0 else at


def _marked(marks: tuple[Mark, ...]) -> dict[str, list[Span]]:
    """Return the spans of each markup element, in order; overlapping or adjacent ones merged."""
    if not marks:
        return {}
    found: dict[str, list[Span]] = {tag: [] for tag in _TAGS.values()}
    for mark in sorted(marks, key=lambda mark: mark.start):
        spans = found[_TAGS[mark.kind]]
        if spans and mark.start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(spans[-1][1], mark.end))
        else:
            spans.append((mark.start, mark.end))
    return found


def _covered(spans: Sequence[Span], words: Span) -> bool:
    at = bisect_right(spans, words[0], key=lambda span: span[0]) - 1
    return at >= 0 and spans[at][1] >= words[1]


def reference_run(
    site: LocalizedSite, text: Law | Companion, reference: Reference, words: str
) -> Run:
    """Return the words of a reference as a run for a template; a link if the target is certain."""
    run = _target_run(site, text, reference, words)
    if reference.linked is None:
        return run
    place = site.place(reference.linked_edition or text.edition, reference.linked)
    year = f" ({reference.linked_edition})" if reference.linked_edition else ""
    name = f"{site.language.law} {site.name(reference.linked)}{year}"
    return replace(run, linked=(name, place))


def _target_run(
    site: LocalizedSite, text: Law | Companion, reference: Reference, words: str
) -> Run:
    target = reference.target
    if reference.status == "outside":
        return _outside_run(reference, words)
    if reference.division is not None:
        return _division_run(site, text, reference, words)
    known = reference.status in ("held", "not-held") and target is not None
    place = site.place(reference.edition or text.edition, target) if known and target else None
    if place is None and target and reference.status == "not-held":
        # A law that only a companion cites has no page.
        return Run("not-held", words, None, (site.name(target),))
    if place is None:
        named = reference.candidates or ((target,) if target else ())
        unknown: RunKind = "ambiguous" if reference.status == "ambiguous" else "unresolved"
        return Run(unknown, words, None, tuple(site.name(address) for address in named))
    ends = (target, reference.upto) if reference.upto else (target,)
    names = tuple([site.label(text.language, address) for address in ends if address])
    kind: RunKind = "held" if reference.status == "held" else "not-held"
    return Run(kind, words, place, names if "–".join(names) != words else ())


def _division_run(
    site: LocalizedSite, text: Law | Companion, reference: Reference, words: str
) -> Run:
    """Return a reference to a division as a run, a link to its place in the list of laws."""
    if reference.status != "held":
        unknown: RunKind = "ambiguous" if reference.status == "ambiguous" else "unresolved"
        return Run(unknown, words)
    view = division_view(site, text.edition, division_of_eid(reference.division or ""))
    return Run("link", words, view.place, names=(f"{view.label} {view.heading}".strip(),))


def _outside_run(reference: Reference, words: str) -> Run:
    """Return the words of a reference to another act as a run; a link if its page is known."""
    url = reference.url or ""
    if not is_web_link(url):
        return Run("text", words)
    return Run("link", words, url=url, names=(reference.act or "",))


def is_web_link(url: str) -> bool:
    """Return whether a URL leads to a web page and can be written into one."""
    return bool(_WEB.fullmatch(url) and not _UNFIT.search(url))


def link_run(site: LocalizedSite, text: Law | Companion, link: Link, words: str) -> Run | None:
    """Return a link in a text as a run for a template, to the web or to a page of this site.

    Links to mail addresses, files and scripts give None: only their words are shown.
    """
    if link.kind == "external":
        url = link.target if link.anchor is None else f"{link.target}#{link.anchor}"
        return Run("link", words, url=url) if is_web_link(url) else None
    place = _held_place(site, text, link.target) if link.kind == "page" else None
    return Run("link", words, place) if place else None


def _held_place(site: LocalizedSite, text: Law | Companion, page: str) -> Place | None:
    """Return the location of the law or text that a page of the same source contains."""
    found = site.held.get((text.origin.source, page))
    if found is None:
        return None
    edition, held = found
    if isinstance(held, str):
        return Place(site.paths.companion(edition, held))
    return site.place(edition, Address((held,)))
