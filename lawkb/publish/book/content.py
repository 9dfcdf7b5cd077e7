"""The book of an edition as data: title page, table of laws, texts, laws, index of terms."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from textwrap import shorten
from types import SimpleNamespace
from urllib.parse import quote

from lawkb.editorial.findings import code_report
from lawkb.model.address import Address, Ordinal, is_next
from lawkb.model.code import Code
from lawkb.model.companion import Companion
from lawkb.model.label import law_name
from lawkb.model.language import read_language
from lawkb.model.law import Law
from lawkb.publish.localized_site import (
    EditorialContent,
    LocalizedSite,
    companion_name,
    law_title,
    localized_sites,
    provision_id,
    read_editorial_content,
    title_of,
)
from lawkb.publish.strings import direction, interface_languages, written_date
from lawkb.publish.urls import COMPANION_ID, LAW_ID, Place
from lawkb.publish.views.law_page import companion_view, official_of_edition
from lawkb.publish.views.law_rows import (
    Block,
    Cell,
    Key,
    NoteView,
    Segment,
    TableCell,
    TextViews,
    cell_of,
    column_of,
    laid_rows,
    remark_sentences,
    shown_depth,
)
from lawkb.publish.views.terms_page import TermView, index_terms, term_views
from lawkb.publish.views.text_runs import Run, divisions_around, opened_divisions
from lawkb.references.graph import Graph, build_graph
from lawkb.words.folding import fold

Words = tuple[tuple[str, str], ...]  # BCP 47 tag and text, in one or several languages
# Parts of a book by the names that its layouts use, in ``templates/`` or in a corpus of its own:
# what is made here is only read there.
Shown = tuple[SimpleNamespace, ...]

_SPACES = re.compile(r"[ \t\n\r]+")
# What XML 1.0 cannot contain; the texts come from XML, names and titles from other files.
_NO_XML = re.compile(r"[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_REPLACEMENT = "�"
_URL = "%/:?#=&+,;~@!$'()*"  # what a URL may contain besides letters, digits and _.-

Resolve = Callable[[Place | None], str]


_LAST_LEVEL = 6
_FIRST_WORDS = 60  # characters of a law without title in the table of laws
_RANGE = "–"


@dataclass(frozen=True, slots=True)
class Book:
    """An edition, or a volume of it, as a book."""

    identifier: str  # URN that is the same whenever the same book is made
    title: Words  # title of the law code in each language
    edition: Words  # *Edition 2017* in each language
    volume: Words  # *Volume 1 of 2: Laws 1–250* in each language; empty for a whole edition
    date: str  # ISO date of the newest text in it
    dated: Words  # the same in words
    languages: Shown  # its languages in the order of the columns
    contents: Words  # heading of the table of laws
    texts: Shown  # texts beside the laws, such as a preface; no commentaries
    laws: Shown
    terms: Shown  # the index of terms in each language
    # *4 of 93 laws: 14, 20* in each language, of an edition of which some laws are not here.
    part: Words = ()
    official: Shown = ()  # where the official texts are: tag, name and URL
    official_label: Words = ()
    alone: bool = False  # whether it is one law, without title page, table and index
    depth: int = 0  # highest number of divisions, such as parts and chapters, that a law is in

    @property
    def outline(self) -> Shown:
        """Return the laws under their divisions, one inside the other."""
        top: list[SimpleNamespace] = []
        around: list[list[SimpleNamespace]] = [top]  # the entries in each division around

        def put(target: str, names: Words, titles: Words = ()) -> list[SimpleNamespace]:
            inner: list[SimpleNamespace] = []
            entry = SimpleNamespace(target=target, names=names, titles=titles, entries=inner)
            around[-1].append(entry)
            return inner

        for law in self.laws:
            for division in law.opens:
                del around[division.depth :]
                around.append(put(f"{law.id}#{division.id}", division.names))
            del around[law.depth + 1 :]
            put(f"{law.id}#{LAW_ID}" if law.opens else law.id, law.names, law.titles)
        return tuple(top)


@dataclass(frozen=True, slots=True)
class Library:
    """What books are made from: a law code with its references and glossary."""

    code: Code
    # By BCP 47 tag of a language of the code, the site whose words a book uses for it: that in the
    # language itself, or else in the original or in English.
    sites: Mapping[str, LocalizedSite] = field(hash=False)
    # Cache of the glossary's entries, by language of the words.
    indexes: dict[str, tuple[TermView, ...]] = field(default_factory=dict, hash=False)

    def languages_of(self, edition: str) -> tuple[str, ...]:
        """Return the tags of the languages in which any law of an edition is available."""
        held = {tag for each, tag, _ in self.code.laws if each == edition}
        return tuple(
            e.language
            for e in self.code.outline.expressions
            if e.edition == edition and e.language in held
        )

    def terms(self, tag: str) -> tuple[TermView, ...]:
        """Return the entries of the glossary."""
        if tag not in self.indexes:
            self.indexes[tag] = term_views(self.sites[tag])
        return self.indexes[tag]


def open_library(code: Code, graph: Graph, editorial: EditorialContent) -> Library:
    """Return a law code for the making of books."""
    there = interface_languages()
    fallback = code.outline.authoritative if code.outline.authoritative in there else "en"
    spoken = {
        each.code: each.code if each.code in there else fallback for each in code.outline.languages
    }
    sites = localized_sites(code, graph, tuple(dict.fromkeys(spoken.values())), editorial)
    return Library(code, {tag: sites[own] for tag, own in spoken.items()})


def read_library(folder: Path, code: Code) -> Library:
    """Return a law code for the making of books, with the glossary of its corpus folder.

    The checks run: they know where words are missing.

    Raises:
        LawkbError: A line of an editors' file cannot be read.
    """
    editorial = read_editorial_content(folder, code.outline)
    terms, report = index_terms(code, editorial.glossary), code_report(folder, code)
    return open_library(code, build_graph(code), replace(editorial, terms=terms, report=report))


def book_volumes(
    library: Library, edition: str, languages: Sequence[str], most: int
) -> tuple[tuple[Ordinal, ...], ...]:
    """Return the numbers of the laws in each volume of a book.

    Args:
        languages: BCP 47 tags of the languages of the book.
        most: Code points of law text that a volume may have; a longer law is alone in one. With 0
            there is one volume.
    """
    volumes: list[list[Ordinal]] = [[]]
    size = 0
    for number in library.code.numbers(edition):
        laws = [library.code.law(edition, tag, number) for tag in languages]
        held = [law for law in laws if law]
        texts = (each for law in held for each in law.provisions())
        length = sum(len(passage.text) for each in texts for passage in each.passages)
        if most and volumes[-1] and size + length > most:
            volumes.append([])
            size = 0
        if held:
            volumes[-1].append(number)
            size += length
    return tuple(map(tuple, volumes))


def make_book(
    library: Library,
    edition: str,
    languages: Sequence[str],
    volumes: Sequence[Sequence[Ordinal]],
    volume: int = 0,
    *,
    alone: bool = False,
) -> Book:
    """Return one volume of the book of an edition as data.

    Args:
        languages: BCP 47 tags of its languages, in the order of the columns.
        volumes: Numbers of the laws in each volume.
        volume: Number of this volume, from 0. The first one has the texts beside the laws.
        alone: Whether it has laws alone: no texts beside them, and no index of terms.
    """
    making = _Making(library, edition, tuple(languages), tuple(volumes[volume]))
    return making.book(volumes, volume, alone=alone)


class _Making:
    """Makes one book."""

    def __init__(
        self,
        library: Library,
        edition: str,
        languages: tuple[str, ...],
        numbers: tuple[Ordinal, ...],
    ) -> None:
        self.library, self.code = library, library.code
        self.edition, self.languages, self.numbers = edition, languages, numbers
        self.sites = library.sites
        self.site = library.sites[languages[0]]
        self.alike = read_language(languages[0]).lookalikes
        self.chapters: dict[str, str] = {}  # by path on the site
        self.anchors: set[str] = set()
        self.laws = {
            number: tuple(self.code.law(edition, tag, number) for tag in languages)
            for number in numbers
        }

    def book(self, volumes: Sequence[Sequence[Ordinal]], volume: int, *, alone: bool) -> Book:
        names = self._text_names() if volume == 0 and not alone else ()
        self._list_anchors(names)
        tags = "-".join(self.languages)
        newest = self._date(names)
        laws = tuple(self._laws())
        outline = self.code.outline
        name = f"{self.edition} {tags} {volume + 1}/{len(volumes)}"
        whole = f"{outline.authority}/{outline.id}/{name}"
        titles = (title_of(self.code, tag) for tag in self.languages)
        spoken = dict.fromkeys(self.sites[tag].language.code for tag in self.languages)
        return Book(
            identifier=uuid.uuid5(uuid.NAMESPACE_OID, whole).urn,
            title=tuple(dict.fromkeys((tag, clean(title)) for title, tag in titles)),
            edition=self.gettext("Edition %(edition)s", edition=self.edition),
            volume=self._volume(volumes, volume) if len(volumes) > 1 else (),
            date=newest,
            dated=tuple((tag, written_date(newest, tag)) for tag in spoken),
            languages=tuple(map(self._language, self.languages)),
            contents=self.gettext("Contents"),
            texts=tuple(map(self._text, names)),
            laws=laws,
            terms=()
            if alone
            else tuple(each for each in map(self._index, self.languages) if each.entries),
            part=() if alone else self._part_of_edition(),
            official_label=self.gettext("Official text"),
            official=tuple(
                SimpleNamespace(tag=tag, name=clean(words), url=quote(url, safe=_URL))
                for tag, words, url in official_of_edition(self.site, self.edition)
            ),
            alone=alone,
            depth=max((law.depth for law in laws), default=0),
        )

    def gettext(self, message: str, **values: object) -> Words:
        """Return an interface string in each language of the book that has it."""
        sites = {site.language.code: site for site in map(self.sites.__getitem__, self.languages)}
        return tuple((tag, site.gettext(message, **values)) for tag, site in sites.items())

    def _part_of_edition(self) -> Words:
        """Return how many of the laws of the edition are here; empty if all are."""
        held = self.code.numbers(self.edition)
        of = self.code.outline.edition(self.edition).laws
        if len(held) >= of:
            return ()
        laws = _listed(held)
        return self.gettext("%(held)s of %(of)s laws: %(laws)s", held=len(held), of=of, laws=laws)

    def resolve(self, place: Place | None) -> str:
        """Return the place in the book of a place on the site; empty if it has none."""
        if place is None or place.path not in self.chapters:
            return ""
        chapter = self.chapters[place.path]
        target = f"{chapter}#{place.fragment or LAW_ID}"
        own = place.fragment.startswith(("note-", "mark-"))  # always in the chapter that links
        return target if own or target in self.anchors else ""

    def _text_names(self) -> tuple[str, ...]:
        """Return the names of the texts beside the laws but commentaries, a preface first."""
        kinds: dict[str, set[str]] = {}
        here: set[str] = set()
        for (edition, tag, name), each in self.code.companions.items():
            if edition == self.edition:
                kinds.setdefault(name, set()).add(each.kind)
                if tag in self.languages and each.kind != "commentary":
                    here.add(name)
        return tuple(sorted(here, key=lambda name: ("preface" not in kinds[name], name)))

    def _list_anchors(self, names: Sequence[str]) -> None:
        sites = {site.language.code: site for site in self.sites.values()}.values()
        for number, laws in self.laws.items():
            chapter = f"law_{number}"
            for site in sites:
                self.chapters[site.paths.law(self.edition, number)] = chapter
            for law in filter(None, laws):
                self.anchors.update(
                    f"{chapter}#{provision_id(self.site, each.address)}"
                    for each in law.provisions()
                )
        for name in names:
            for site in sites:
                self.chapters[site.paths.companion(self.edition, name)] = f"text_{name}"
            for tag in self.languages:
                if found := self.code.companions.get((self.edition, tag, name)):
                    ids = (COMPANION_ID, *(id_ for id_, _ in found.sections()))
                    self.anchors.update(f"text_{name}#{tag}-{id_}" for id_ in ids)
                    self.anchors.add(f"text_{name}#{LAW_ID}")

    def _date(self, names: Sequence[str]) -> str:
        """Return the newest date of a page in the book, else of its expressions."""
        texts: list[Law | Companion] = [law for laws in self.laws.values() for law in laws if law]
        for name in names:
            held = (self.code.companions.get((self.edition, tag, name)) for tag in self.languages)
            texts += [each for each in held if each]
        days = [(text.origin.revised or "").partition("T")[0] for text in texts]
        dates = [self.code.outline.expression(self.edition, tag).date for tag in self.languages]
        return max(filter(_is_date, days), default=max(dates))

    def _volume(self, volumes: Sequence[Sequence[Ordinal]], volume: int) -> Words:
        first, last = self.numbers[0], self.numbers[-1]
        return self.gettext(
            "Volume %(volume)s of %(volumes)s: laws %(first)s to %(last)s",
            volume=volume + 1,
            volumes=len(volumes),
            first=first,
            last=last,
        )

    def _language(self, tag: str) -> SimpleNamespace:
        outline, site = self.code.outline, self.sites[tag]
        expression = outline.expression(self.edition, tag)
        original = tag == outline.authoritative
        translated = site.gettext("translation, not official.").rstrip(".")
        kind = site.gettext("original") if original else translated
        by = clean(outline.organization(expression.by).name)
        return SimpleNamespace(
            tag=tag,
            name=read_language(tag).name,
            direction=direction(tag),
            original=original,
            kind=((site.language.code, kind),),
            by=((site.language_of(by), by),),
            notice=clean(expression.notice),
            absent=self._absent(tag),
        )

    def _absent(self, tag: str) -> Words:
        """Return the laws of this volume's range that this language lacks."""
        if not self.numbers:
            return ()
        first, last = self.numbers[0], self.numbers[-1]
        known = (n for n in self.code.numbers(self.edition) if first <= n <= last)
        lacking = [n for n in known if not self.code.law(self.edition, tag, n)]
        site = self.sites[tag]
        named = site.gettext("Not available in this language: laws %(laws)s", laws=_listed(lacking))
        return ((site.language.code, named),) if lacking else ()

    # ---- laws

    def _laws(self) -> Iterator[SimpleNamespace]:
        """Yield the laws, each with the divisions that begin with it in this volume."""
        for number, depth, opened in opened_divisions(self.site, self.edition, self.numbers):
            laws = self.laws[number]
            headings = ((law.language, law.root.heading) for law in laws if law)
            rows = self._rows(number, laws)
            yield SimpleNamespace(
                id=f"law_{number}",
                names=tuple(
                    (
                        tag,
                        law_name(number, self.code.outline.scheme, self.code.outline.language(tag)),
                    )
                    for tag in self.languages
                ),
                titles=tuple((tag, clean(found.text)) for tag, found in headings if found)
                or self._title_of(number, rows),
                rows=rows,
                opens=tuple(
                    SimpleNamespace(
                        id=each.id,
                        depth=each.depth,
                        names=self._division_names(number, each.depth),
                    )
                    for each in opened
                ),
                depth=depth,
            )

    def _title_of(self, number: Ordinal, rows: Shown) -> Words:
        """Return a title for a law that has none in the book: in another language, or its words."""
        title, language = law_title(self.site, self.edition, number)
        if title:
            return ((language, clean(title)),)
        for cell in (cell for row in rows for cell in row.cells):
            for block in cell.blocks:
                parts = block.cells if block.columns else (block,)
                words = " ".join(_plain_words(part.runs) for part in parts)
                if words.strip():
                    return ((cell.language, shorten(words, _FIRST_WORDS, placeholder=" …")),)
        return ()

    def _division_names(self, number: Ordinal, depth: int) -> Words:
        """Return label and heading of a division around a law in each language that has them."""
        views = (
            divisions_around(self.sites[tag], self.edition, number)[depth - 1]
            for tag in self.languages
        )
        named = ((each.language, each.name) for each in views)
        return tuple(dict.fromkeys((tag, clean(words)) for tag, words in named))

    def _rows(self, number: Ordinal, laws: Sequence[Law | None]) -> Shown:
        rows: list[SimpleNamespace] = []
        levels: list[tuple[int, int]] = []  # depth and level of the headings around
        own: list[tuple[int, list[Cell | None]]] = []  # depth and cells of each provision
        for key, n, segments in laid_rows(laws):
            address, after = key
            made = [
                self._cell(tag, law, segment, key, n)
                for tag, law, segment in zip(self.languages, laws, segments, strict=True)
            ]
            cells = tuple(shown for shown, _ in made)
            if after is None:
                own.append((shown_depth(address), [cell for _, cell in made]))
            headed = after is None and (not address.depth or any(c.heading for c in cells))
            level = _level(levels, shown_depth(address)) if headed else 0
            rows.append(
                SimpleNamespace(
                    id="" if after else provision_id(self.site, address),
                    labels=() if after or not address.depth else self._labels(address),
                    depth=shown_depth(address),
                    level=level,
                    # Without text it must not be the last row of a page.
                    heads=not any(cell.blocks or cell.notes for cell in cells),
                    cells=cells,
                )
            )
        for n, law in enumerate(laws):
            if law and rows:
                site = self.sites[law.language]
                of_law = [(depth, [cells[n]]) for depth, cells in own]
                told = remark_sentences(site, (column_of(site, 1, law),), of_law)
                first = rows[0].cells[n]
                first.marks = (*(words.rstrip(".") for _, words in told), *first.marks)
        return tuple(rows)

    def _cell(
        self, tag: str, law: Law | None, segment: Segment | None, key: Key, part: int
    ) -> tuple[SimpleNamespace, Cell | None]:
        """Return a cell of the book, and that of the site that it was made from."""
        site, (address, after) = self.sites[tag], key
        spoken = site.language.code
        if law is None or segment is None:
            # Of a law that a language lacks this is said once.
            lacks = after is None and (law is not None or not address.depth)
            told = (site.gettext("not available in this language"),) if lacks else ()
            lacking = SimpleNamespace(
                language=tag,
                num="",
                heading=(),
                blocks=(),
                notes=(),
                marks=told,
                marks_language=spoken,
            )
            return lacking, None
        name = f"{tag}-{provision_id(site, address)}-{part}"
        views = TextViews(site, law, site.paths.law(law.edition, law.number), name)
        cell = cell_of(views, law, segment, first=after is None)
        shown = SimpleNamespace(
            language=tag,
            num=clean(f"[{cell.num}]" if cell.inferred else cell.num),
            heading=book_runs(cell.heading, self.resolve),
            blocks=book_blocks(cell.blocks, self.resolve),
            notes=book_notes(cell.notes, self.resolve, site.gettext),
            marks=mark_words(cell, site.gettext),
            marks_language=spoken,
        )
        return shown, cell

    def _labels(self, address: Address) -> Words:
        """Return an address in the languages; letters that look alike are the same spelling."""
        found: dict[str, tuple[str, str]] = {}
        for tag in self.languages:
            written = self.site.label(tag, address)
            drawn = "".join(self.alike.get(char, char) for char in written)
            found.setdefault(drawn, (tag, written))
        return tuple(found.values())

    # ---- texts beside the laws

    def _text(self, name: str) -> SimpleNamespace:
        by_language = {
            flow.language: (flow, site)
            for site in {id(site): site for site in self.sites.values()}.values()
            for flow in companion_view(site, self.edition, name).flows
            if self.sites[flow.language] is site
        }
        held = [by_language[tag] for tag in self.languages if tag in by_language]
        flows = tuple(self._flow(name, flow, site) for flow, site in held)
        return SimpleNamespace(
            id=f"text_{name}",
            names=tuple(
                (flow.title_language, "".join(run.text for run in flow.title if not run.note))
                for flow in flows
            ),
            flows=flows,
        )

    def _flow(self, name: str, flow: SimpleNamespace, site: LocalizedSite) -> SimpleNamespace:
        companion = self.code.companions[self.edition, flow.language, name]
        title = book_runs(flow.whole.heading, self.resolve)
        return SimpleNamespace(
            language=flow.language,
            id=flow.whole.id,
            title=title or book_runs((Run("text", companion_name(site, companion)),), self.resolve),
            title_language=flow.language if title else site.language.code,
            parts=tuple(self._parts(flow.whole.body, site, 0, 2)),
        )

    def _parts(
        self, body: Shown, site: LocalizedSite, depth: int, level: int
    ) -> Iterator[SimpleNamespace]:
        for stretch in body:
            if stretch.kind == "text":
                yield self._text_part("text", depth, site, opening=stretch)
            for each in stretch.parts:
                yield from self._part(each, stretch.kind, site, depth, level)

    def _part(
        self, part: SimpleNamespace, kind: str, site: LocalizedSite, depth: int, level: int
    ) -> Iterator[SimpleNamespace]:
        """Yield a part and what is in it; its number is printed before its first words."""
        section, heading = kind == "section", book_runs(part.heading, self.resolve)
        opens = not heading and part.body and part.body[0].kind == "text"
        opening, rest = (part.body[0], part.body[1:]) if opens else (None, part.body)
        own = min(level, _LAST_LEVEL) if section and heading else 0
        num = clean(part.num)
        yield self._text_part(kind, depth, site, part.id, own, num, heading, opening)
        yield from self._parts(rest, site, depth + (not section), level + section)

    def _text_part(
        self,
        kind: str,
        depth: int,
        site: LocalizedSite,
        id_: str = "",
        level: int = 0,
        num: str = "",
        heading: Shown = (),
        opening: SimpleNamespace | None = None,
    ) -> SimpleNamespace:
        """Return a heading, an entry, a list item or some paragraphs, with the first words of it.

        Args:
            kind: ``section``, ``entry``, ``sense``, ``item`` or ``text``.
            depth: Number of entries, senses and items that it is in.
            site: The site in the language of the text.
            id_: Id in its chapter; empty for paragraphs.
            level: Level of the heading of a section; else 0.
            num: Its number as printed.
            heading: Its heading.
            opening: Its first paragraphs, if they are printed with it.
        """
        return SimpleNamespace(
            kind=kind,
            id=id_,
            depth=depth,
            level=level,
            num=num,
            heading=heading,
            blocks=book_blocks(opening.blocks, self.resolve) if opening else (),
            notes=book_notes(opening.notes, self.resolve, site.gettext) if opening else (),
        )

    # ---- the index of terms

    def _index(self, tag: str) -> SimpleNamespace:
        entries = [entry for term in self.library.terms(tag) for entry in self._entries(term, tag)]
        site = self.sites[tag]
        return SimpleNamespace(
            id=f"terms_{tag}",
            language=tag,
            heading=((site.language.code, site.gettext("Index of terms")),),
            entries=tuple(sorted(entries, key=lambda entry: (fold(entry.words), entry.words))),
        )

    def _entries(self, term: TermView, tag: str) -> Iterator[SimpleNamespace]:
        allowed = [each for each in term.wordings if each.status != "forbidden"]
        for own in (each for each in allowed if each.language == tag):
            found = ((name, self.resolve(place)) for name, _, place in own.provisions)
            places = tuple((name, target) for name, target in found if target)
            others = {
                each.language: clean(each.words)
                for each in reversed(allowed)
                if each.language in self.languages and each.language != tag and each.provisions
            }
            if places:
                shown = tuple((t, others[t]) for t in self.languages if t in others)
                yield SimpleNamespace(words=clean(own.words), others=shown, places=places)


# ---- words


_MARKS: Mapping[str, str] = {
    "editorial text": "text corrected by the editors",
    "incomplete": "incomplete text: words are missing",
    "repealed": "repealed",
}


def mark_words(cell: Cell, gettext: Callable[[str], str]) -> tuple[str, ...]:
    """Return the remarks on a provision that stand at its place, in words.

    What is lost or inferred is said once, under the title of the law.
    """
    return tuple(
        gettext(_MARKS[mark]) + (_repeal(cell) if mark == "repealed" else "")
        for mark in cell.marks
        if mark in _MARKS
    )


def _repeal(cell: Cell) -> str:
    """Return what an editor recorded of a repeal, in a book, where nothing is a link."""
    repeal = cell.repeal
    if repeal is None:
        return ""
    reason = f"({repeal.reason})" if repeal.reason else ""
    words = " ".join(filter(None, (repeal.date, clean(repeal.by), clean(reason))))
    return f" {words}" if words else ""


def _level(around: list[tuple[int, int]], depth: int) -> int:
    """Return the level of a heading, one below that of the provision it is in."""
    while around and around[-1][0] >= depth:
        around.pop()
    level = min((around[-1][1] if around else 0) + 1, _LAST_LEVEL)
    around.append((depth, level))
    return level


def _listed(numbers: Sequence[Ordinal]) -> str:
    """Return numbers with ranges: ``1–3, 7``."""
    parts: list[list[Ordinal]] = []
    for number in numbers:
        if parts and is_next(number, parts[-1][1]):
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}{_RANGE}{b}" for a, b in parts)


def _is_date(day: str) -> bool:
    try:
        return date.fromisoformat(day).isoformat() == day
    except ValueError:
        return False


# ---- texts, with links that stay in the book


def clean(text: str) -> str:
    """Return text with every character that XML cannot contain replaced by U+FFFD."""
    return _NO_XML.sub(_REPLACEMENT, text)


def book_runs(runs: Sequence[Run], resolve: Resolve, preformatted: bool = False) -> Shown:
    """Return the runs of a page as those of a book; spaces are folded unless preformatted.

    Args:
        resolve: Returns the place in the book of a place on the site; empty if it has none.
        preformatted: Whether line ends and spaces are kept.
    """

    def written(text: str) -> str:
        return clean(text) if preformatted else _SPACES.sub(" ", clean(text))

    return tuple(
        SimpleNamespace(
            text=" […]" if run.kind == "gap" else written(run.text),
            lead=written(run.lead),
            tags=run.tags,
            language=run.language or "",
            target=resolve(run.place),
            url=quote(run.url, safe=_URL),
            note=run.kind == "note",
            id=run.id,  # of a footnote mark in its chapter
        )
        for run in runs
    )


def _plain_words(runs: Shown) -> str:
    return "".join(run.lead + run.text for run in runs if not run.note)


def book_blocks(blocks: Sequence[Block], resolve: Resolve) -> Shown:
    """Return the paragraphs and tables of a page as those of a book."""
    return tuple(
        _table(block.rows, resolve)
        if block.rows
        else SimpleNamespace(
            runs=book_runs(block.runs, resolve, block.preformatted),
            preformatted=block.preformatted,
            columns=0,
        )
        for block in blocks
    )


def book_notes(notes: Sequence[NoteView], resolve: Resolve, gettext: Callable[[str], str]) -> Shown:
    """Return the footnotes of a page as those of a book; ``gettext`` gives the words on them."""
    shown = []
    for note in notes:
        remarks = [] if note.runs else [gettext("note missing in the source")]
        if note.inferred:
            remarks.append(gettext("number of the note inferred from the order"))
        shown.append(
            SimpleNamespace(
                id=note.id,
                back=resolve(note.back),
                marker=clean(note.marker),
                runs=book_runs(note.runs, resolve),
                remarks=tuple(remarks),
            )
        )
    return tuple(shown)


def _table(rows: Sequence[Sequence[TableCell]], resolve: Resolve) -> SimpleNamespace:
    """Return a table with every cell at its place; a span ends where another cell is or at the end.

    Columns and rows in which no cell begins or ends are left out: a cell may claim to span
    thousands.
    """
    found = list(_placed(rows))
    if not found:
        return SimpleNamespace(runs=(), preformatted=False, columns=0)
    columns = {at: n for n, at in enumerate(sorted({end for p in found for end in p[1]}))}
    lines = {at: n for n, at in enumerate(sorted({end for p in found for end in p[2]}))}
    cells = tuple(
        SimpleNamespace(
            x=columns[left],
            y=lines[top],
            columns=columns[right] - columns[left],
            rows=lines[bottom] - lines[top],
            header=bool(cell.scope),
            align=cell.align or "",
            preformatted=cell.preformatted,
            runs=book_runs(cell.runs, resolve, cell.preformatted),
        )
        for cell, (left, right), (top, bottom) in found
    )
    return SimpleNamespace(columns=max(1, len(columns) - 1), cells=cells)


def _placed(
    rows: Sequence[Sequence[TableCell]],
) -> list[tuple[TableCell, tuple[int, int], tuple[int, int]]]:
    """Return each cell with its first column and the one after its last, and its rows likewise."""
    found = []
    taken: dict[int, int] = {}  # by column, the row from which it is free
    for y, row in enumerate(rows):
        x = 0
        for cell in row:
            while taken.get(x, 0) > y:
                x += 1
            right = x + 1
            while right < x + cell.columns and taken.get(right, 0) <= y:
                right += 1
            bottom = min(y + cell.rows, len(rows))
            taken.update(dict.fromkeys(range(x, right), bottom))
            found.append((cell, (x, right), (y, bottom)))
            x = right
    return found
