"""Cells of a law page: a provision in one language as paragraphs, tables, footnotes and remarks.

What is missing or inferred in the texts is counted for each language.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from textwrap import shorten
from types import SimpleNamespace

from lawkb.model.address import Address, InSeries, Ordinal
from lawkb.model.companion import Companion
from lawkb.model.finding import Finding
from lawkb.model.label import label_inside, printed_label
from lawkb.model.language import read_language
from lawkb.model.law import Law, Provision, Repeal, provisions_of
from lawkb.model.passage import Cell as SourceCell
from lawkb.model.passage import Note, Passage, Table
from lawkb.model.source import filled
from lawkb.publish.localized_site import LocalizedSite, provision_id
from lawkb.publish.strings import short_date, written_date
from lawkb.publish.urls import Place
from lawkb.publish.views.references import UNCITED, Cited
from lawkb.publish.views.text_runs import Linking, Run, link_run, reference_run, split_runs


@dataclass(frozen=True, slots=True)
class NoteView:
    """A footnote below the text that has its mark."""

    id: str  # HTML id of the footnote
    back: Place  # link back to its mark in the text
    marker: str  # the mark, ``1``
    runs: tuple[Run, ...]  # the text of the footnote
    inferred: bool  # whether the mark was inferred, because the source lacks it


_MOST_COLUMNS = 1000  # what browsers take; more would only be work for them
_MOST_ROWS = 65_534


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell of a table."""

    runs: tuple[Run, ...]  # its text
    preformatted: bool  # whether line breaks and spaces are kept
    scope: str  # ``col`` or ``row`` for a header cell with text, else empty
    columns: int  # number of columns that it spans
    rows: int  # number of rows that it spans
    align: str | None  # alignment of the text; None for the default


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, or a table."""

    runs: tuple[Run, ...] = ()  # words of a paragraph; empty for a table
    preformatted: bool = False  # whether line breaks and spaces are kept
    rows: tuple[tuple[TableCell, ...], ...] = ()  # cells of a table by row; empty for a paragraph


class TextViews:
    """Turns passages of one text into runs, blocks and footnotes for a page."""

    def __init__(
        self,
        site: LocalizedSite,
        text: Law | Companion,
        path: str,
        name: str,
        provision: Provision | None = None,
    ) -> None:
        """Store the text; its footnotes are numbered from 1.

        Args:
            text: The law, or text beside the laws, whose passages are shown.
            path: Path of the page.
            provision: The provision that the passages belong to, whose glossary terms are marked;
                None to mark no terms.
        """
        self.site, self.text, self.path, self.name = site, text, path, name
        self._notes: list[Note] = []
        self._shown = 0  # number of the notes that were asked for
        self._linking = Linking(
            partial(reference_run, site, text),
            lambda note, n: Run("note", note.marker, Place(path, self._note(n)), id=self._mark(n)),
            partial(link_run, site, text),
            split_languages=site.split_languages(text.language),
        )
        if provision:
            terms = partial(site.terms.marks_in, (text.edition, text.language), provision)
            self._linking = replace(self._linking, terms=terms)

    def mark_gaps(self, provision: Provision) -> None:
        """Mark, from now on, where the passages of this provision lack words."""
        if isinstance(self.text, Law) and not provision.complete:
            places = partial(gaps_in, self.site, self.text, provision)
            self._linking = replace(self._linking, gaps=places)

    def runs(self, passage: Passage) -> tuple[Run, ...]:
        """Return the runs of a passage: pieces that are plain text, a link or a note mark each."""
        runs = split_runs(passage, self._linking, len(self._notes) + 1)
        self._notes.extend(passage.notes)
        return runs

    def block(self, item: Passage | Table) -> Block:
        """Return a passage as a paragraph, or a table, for a template."""
        if isinstance(item, Passage):
            return Block(self.runs(item), item.preformatted)
        return Block(rows=tuple(self._row(row) for row in item.rows))

    def new_notes(self) -> tuple[NoteView, ...]:
        """Return the footnotes of passages converted since the last call."""
        found = enumerate(self._notes[self._shown :], self._shown + 1)
        self._shown = len(self._notes)
        return tuple([self._note_view(note, number) for number, note in found])

    def _note_view(self, note: Note, number: int) -> NoteView:
        text = Passage(note.text, (), note.references) if note.text else None
        return NoteView(
            id=self._note(number),
            back=Place(self.path, self._mark(number)),
            marker=note.marker,
            runs=split_runs(text, self._linking) if text else (),
            inferred="marker" in note.inferred,
        )

    def _note(self, number: int) -> str:
        return f"note-{self.name}-{number}"

    def _mark(self, number: int) -> str:
        return f"mark-{self.name}-{number}"

    def _row(self, row: tuple[SourceCell, ...]) -> tuple[TableCell, ...]:
        scope = "col" if all(cell.header for cell in row) else "row"
        return tuple(self._cell(cell, scope) for cell in row)

    def _cell(self, cell: SourceCell, scope: str) -> TableCell:
        passage = cell.passage
        return TableCell(
            runs=self.runs(passage) if passage else (),
            preformatted=passage.preformatted if passage else False,
            scope=scope if cell.header and passage else "",
            columns=min(cell.columns, _MOST_COLUMNS),
            rows=min(cell.rows, _MOST_ROWS),
            align=cell.align,
        )


# A row is a provision with its own text, or what its text goes on with after a provision in it.
Key = tuple[Address, Address | None]
# A provision with the passages and tables of one row.
Segment = tuple[Provision, tuple[Passage | Table, ...]]


def segments_of(law: Provision) -> dict[Key, Segment]:
    """Return the rows of a law by key, in document order.

    A row is a provision with its texts up to the first provision in it. A further row has the texts
    that follow a provision in it.

    Returns:
        A key is a pair. (address of a provision, None) has the provision with its first texts;
        (address of a provision, address of one in it) has the texts that follow that inner one.
    """
    found: dict[Key, tuple[Provision, list[Passage | Table]]] = {}

    def add(provision: Provision) -> None:
        found[provision.address, None] = (provision, [])
        after = None
        for item in provision.body:
            if isinstance(item, Provision):
                add(item)
                after = item.address
            else:
                found.setdefault((provision.address, after), (provision, []))[1].append(item)

    add(law)
    return {key: (provision, tuple(items)) for key, (provision, items) in found.items()}


# The rows of a law in several languages are the same on its page and in a book.
LaidRow = tuple[Key, int, tuple[Segment | None, ...]]


def laid_rows(laws: Sequence[Law | None]) -> Iterator[LaidRow]:
    """Yield the rows of a law in several languages, None for one that lacks the law.

    A row is its key, the number of the provision's row, from 0, and its texts in each language.
    """
    segments = [segments_of(law.root) if law else {} for law in laws]
    parts: Counter[Address] = Counter()
    for key in merged([tuple(each) for each in segments if each]):
        yield key, parts[key[0]], tuple([each.get(key) for each in segments])
        parts[key[0]] += 1


def merged(orders: Sequence[Sequence[Key]]) -> tuple[Key, ...]:
    """Merge ordered lists of keys into one list that has every key once.

    A key is an address, and the address of the provision that the text follows, if any. The first
    list keeps its order. A key that only another list has comes after the key that it follows
    there.
    """
    first = orders[0]
    following: dict[Key | None, Key | None] = dict(zip((None, *first), (*first, None), strict=True))
    for keys in orders[1:]:
        before = None
        for key in keys:
            if key not in following:
                following[key] = following[before]
                following[before] = key
            before = key
    order = []
    at = following[None]
    while at is not None:
        order.append(at)
        at = following[at]
    return tuple(order)


@dataclass(frozen=True, slots=True)
class Cell:
    """A provision in one language, as a cell of a page."""

    language: str  # BCP 47 tag.
    # Address of the provision in this language; empty in a row that continues the provision.
    label: str = ""
    # Label as the source page prints it, `(a)`; if it has none, as it would print it.
    num: str = ""
    # Runs of the heading, or of the title of a law; empty when there is none.
    heading: tuple[Run, ...] = ()
    blocks: tuple[Block, ...] = ()  # Paragraphs and tables.
    notes: tuple[NoteView, ...] = ()  # Footnotes of the text.
    # Remarks on the text: `repealed`, `inferred letter`, `lost heading`, `editorial text` …
    marks: tuple[str, ...] = ()
    # Link to the source of words that editors supplied, at the foot of the page; None without such
    # words.
    origin: Place | None = None
    # BCP 47 tag and words of the heading in another language, shown where the source lost the own
    # one; None elsewhere.
    borrowed: tuple[str, str] | None = None
    # What is known of its repeal: `date`, `by` in words, its `url` or `place`, and `reason`; None
    # where it is in force, or only the source says it.
    repeal: SimpleNamespace | None = None
    unsure: bool = False  # Whether the translation may be wrong, by what the checks find.
    remarks: str = ""  # HTML id of what is said about the text; empty if there is nothing to say.
    sha256: str = ""  # Digest of heading and text; empty in a row that continues the provision.

    @property
    def title(self) -> str:
        """Return the words of the heading, without note marks."""
        return "".join([run.lead + run.text for run in self.heading if run.kind != "note"])

    @property
    def inferred(self) -> bool:
        """Whether the label was inferred from the order."""
        return any(mark.startswith("inferred") for mark in self.marks)

    @property
    def incomplete(self) -> bool:
        """Whether words are missing."""
        return "incomplete" in self.marks

    @property
    def bare(self) -> bool:
        """Whether the cell has a label but no text, as where a provision in it begins at once."""
        return not (self.heading or self.blocks or self.notes or self.marks or self.remarks)


@dataclass(frozen=True, slots=True)
class Row:
    """A provision, or what its text goes on with after the provisions inside it.

    It is a row of the page of its law, with all languages, or of the whole code, with one.
    """

    id: str  # HTML id; empty in a row that continues a provision
    name: str  # address in the language of the reader
    depth: int  # 0 for the law
    cells: tuple[Cell | None, ...]  # the text in each language; None if that lacks the provision
    place: Place | None = None  # link to its row on the page of the law; None if it continues
    before: str = ""  # HTML id that the provision had before; empty where it is the same
    shown: str = ""  # the address as the margin has it: that in an annex without its name
    cited: Cited = UNCITED  # the provisions that cite it
    comments: tuple[SimpleNamespace, ...] = ()  # readers' comments on it
    history: SimpleNamespace | None = None  # its last changes; None if none are known
    # URL where a reader suggests a correction, in which ``{url}`` stands for that of the provision.
    correction: str = ""
    # Cited provisions that contain it, nearest first, but not the law: name, link and count.
    containers: tuple[tuple[str, Place, int], ...] = ()

    @property
    def bare(self) -> bool:
        """Whether the row has only labels and no text."""
        return all(cell is not None and cell.bare for cell in self.cells)

    @property
    def lacks(self) -> tuple[int, ...]:
        """Return the columns, from 1, in which words are missing."""
        return tuple(n for n, cell in enumerate(self.cells, 1) if cell and cell.incomplete)


def shown_address(site: LocalizedSite, address: Address) -> str:
    """Return an address as the margin has it: that in an annex without the name of the annex."""
    if address.depth and isinstance(address.law, InSeries):
        return label_inside(address, site.code.outline.scheme, site.language)
    return site.name(address)


def shown_depth(address: Address) -> int:
    """Return how deep a row is set in, 0 for the law.

    In an annex the levels that a provision skips do not count: an annex may have parts, sections
    and points, or points only.
    """
    if isinstance(address.law, InSeries):
        return sum(1 for n in address.path[1:] if n)
    return address.depth


def cell_of(views: TextViews, law: Law, segment: Segment, first: bool = True) -> Cell:
    """Return the cell of a row of a law.

    Args:
        views: Converts the passages.
        law: The law in one language.
        segment: The provision, and its texts in this row.
        first: Whether this is the first row of the provision, with label and heading.
    """
    provision, items = segment
    heading = views.runs(provision.heading) if first and provision.heading else ()
    views.mark_gaps(provision)
    cell = Cell(
        language=law.language,
        heading=heading,
        blocks=tuple([views.block(item) for item in items]),
        notes=views.new_notes(),
    )
    if not first:
        return cell
    site, address = views.site, provision.address
    origin = supplied_id(site, law, provision)
    marks = marks_of(site, provision)
    return replace(
        cell,
        label=site.label(law.language, address),
        num=provision.num
        or printed_label(address, site.code.outline.scheme, read_language(law.language)),
        marks=marks,
        origin=Place(views.path, origin) if origin else None,
        repeal=repeal_view(site, law.edition, provision),
        remarks=f"said-{views.name}" if marks else "",
        sha256=provision.sha256,
    )


def repeal_view(site: LocalizedSite, edition: str, provision: Provision) -> SimpleNamespace | None:
    """Return what a page says of the repeal of a provision, as ``Cell.repeal``."""
    repeal = provision.repealed
    if repeal is None or repeal == Repeal():
        return None
    at = repeal.provision
    path = site.paths.law(edition, at.law) if at else ""
    return SimpleNamespace(
        date=repeal.date or "",
        by=repeal.by or (site.name(at) if at else repeal.url or ""),
        url=repeal.url,
        place=Place(path, provision_id(site, at)) if at else None,
        reason=repeal.reason,
    )


def marks_of(site: LocalizedSite, provision: Provision) -> tuple[str, ...]:
    """Return the remarks on a provision, as ``Cell.marks`` lists them."""
    marks = ["repealed"] if provision.repealed else []
    if provision.inferred:
        levels = site.code.outline.scheme.levels_of(provision.address.law)
        numbering = levels[provision.address.depth].numbering
        marks.append("inferred number" if numbering == "arabic" else "inferred letter")
    marks += [f"lost {what}" for what in provision.lost]
    # That words are missing is a mark of its own, below.
    marks += [f"editorial {what}" for what in provision.editorial if what != "complete"]
    if not provision.complete:
        marks.append("incomplete")
    return tuple(marks)


def supplied_id(site: LocalizedSite, law: Law, provision: Provision) -> str:
    """Return the HTML id of the note on words that editors supplied; empty when they did not."""
    origin = provision.editorial_origin
    if not origin:
        return ""
    origins = list(site.once(_provisions_by_origin, law.edition, law.number)[law.language])
    return f"supplied-{law.language}-{origins.index(origin) + 1}"


def supplied_views(site: LocalizedSite, law: Law) -> tuple[SimpleNamespace, ...]:
    """Return the sources of words that editors supplied in a law, each once."""
    path = site.paths.law(law.edition, law.number)
    found = site.once(_provisions_by_origin, law.edition, law.number)[law.language]
    return tuple(
        SimpleNamespace(
            id=supplied_id(site, law, provisions[0]),
            provisions=tuple(
                (site.name(each.address), Place(path, provision_id(site, each.address)))
                for each in provisions
            ),
            # No text was changed.
            headings_only=all(each.editorial == ("heading",) for each in provisions),
            # Words are missing, and nothing was supplied.
            gaps_only=all(each.editorial == ("complete",) for each in provisions),
            origin=(own := origin_in_language(site, origin)),
            origin_language=site.language_of(own),
        )
        for origin, provisions in found.items()
    )


def origin_in_language(site: LocalizedSite, origin: str) -> str:
    """Return where words came from in the reader's language, if editors said it in several.

    They part the languages with ``·``, and several origins are parted with ``;``.
    """
    found = []
    for each in origin.split("; "):
        parts = each.split(" · ")
        own = [part for part in parts if site.language_of(part) == site.language.code]
        found.append(own[0] if len(parts) > 1 and own else each)
    return "; ".join(found)


def _provisions_by_origin(
    site: LocalizedSite, edition: str, number: Ordinal
) -> dict[str, dict[str, list[Provision]]]:
    """Return the provisions with words that editors supplied, by language and source, in order."""
    by_language: dict[str, dict[str, list[Provision]]] = {}
    for tag in site.code.languages_of(edition, number):
        found = by_language[tag] = {}
        for each in site.code.laws[edition, tag, number].provisions():
            if each.editorial_origin:
                found.setdefault(each.editorial_origin, []).append(each)
    return by_language


_LONGEST_TEXT = 80  # characters: a link stands in every row, and mail programs cut long addresses


def correction_url(site: LocalizedSite, law: Law, provision: Provision) -> str:
    """Return the URL where a reader suggests a correction of a provision; empty without one.

    ``{url}`` is still in it: only the template knows the URL of the page.

    Args:
        law: The law in the language of the text.
    """
    pattern = site.code.outline.correction
    if not pattern:
        return ""
    texts = [passage.text for passage in (provision.heading, *provision.passages) if passage]
    return filled(
        pattern,
        language=law.language,
        label=site.label(law.language, provision.address),
        page=law.origin.page,
        text=shorten(" ".join(texts), _LONGEST_TEXT, placeholder=" …"),
        **address_words(site, law.edition, provision.address),
    )


def address_words(site: LocalizedSite, edition: str, address: Address) -> dict[str, str]:
    """Return what a pattern of ``corpus.toml`` for a URL may say of a provision."""
    written = site.code.outline.scheme.write(address)
    return {"law": str(address.law), "address": written, "edition": edition}


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a page."""

    number: int  # its number, from 1
    language: str  # BCP 47 tag
    name: str  # name of the language
    date: str  # ISO date of the text
    written: str  # the date as the reader's language writes it


def column_of(site: LocalizedSite, number: int, text: Law | Companion) -> Column:
    """Return the column for a law or other text in one language; ``number`` counts from 1."""
    date = site.code.outline.expression(text.edition, text.language).date
    name = read_language(text.language).name
    return Column(number, text.language, name, date, short_date(date, site.language.code))


def colophon_of(site: LocalizedSite, text: Law | Companion) -> SimpleNamespace:
    """Return the note on source and rights of a law or other text in one language."""
    expression = site.code.outline.expression(text.edition, text.language)
    revised = text.origin.revised or ""
    return SimpleNamespace(
        language=text.language,  # of the column, and of its notice
        name=read_language(text.language).name,
        notice=expression.notice,
        source=text.origin.source,
        source_language=site.language_of(text.origin.source),
        page=text.origin.page,
        revised=revised,  # ISO 8601; empty when unknown
        written=written_date(revised, site.language.code),
        supplied=supplied_views(site, text) if isinstance(text, Law) else (),
    )


_LOST_HEADINGS = {"lost heading", "lost title"}


_KINDS = ("title", "heading", "letter", "number", "note", "text", "provision")


def remark_sentences(
    site: LocalizedSite,
    columns: Sequence[Column],
    rows: Sequence[tuple[int, Sequence[Cell | None]]],
    *,
    linked: bool = False,
) -> tuple[tuple[Column, str], ...]:
    """Say in a sentence what is missing or inferred in each column of a law that has such remarks.

    Args:
        columns: The columns.
        rows: Pairs of depth of a provision and its cells, one for each column; None where the
            language lacks the provision.
        linked: Whether what lacks words is told apart, with links to it, and left out here.
    """
    say = {
        "lost": site.gettext("not in the source:"),
        "editorial": site.gettext("from the editors, not official:"),
        "inferred": site.gettext("added by their order:"),
    }
    if not linked:
        say["incomplete"] = site.gettext("incomplete text, words are missing:")
        say["missing"] = site.gettext("not available:")
    found = []
    for index, column in enumerate(columns):
        counts = Counter(each for depth, cells in rows for each in _kinds(cells[index], depth))
        told = [
            f"{words} {', '.join(_counted(site, kind, num) for kind, num in own)}"
            for group, words in say.items()
            if (own := [(k, counts[group, k]) for k in _KINDS if counts[group, k]])
        ]
        if told:
            found.append((column, f"{' · '.join(told)}."))
    return tuple(found)


def _counted(site: LocalizedSite, kind: str, num: int) -> str:
    """Return how many texts of a kind there are: *7 headings*."""
    if kind == "title":
        return site.gettext("title")
    ngettext = site.strings.ngettext
    words = {
        "heading": ngettext("%(num)s heading", "%(num)s headings", num),
        "letter": ngettext("%(num)s letter", "%(num)s letters", num),
        "number": ngettext("%(num)s number", "%(num)s numbers", num),
        "note": ngettext("%(num)s number of a note", "%(num)s numbers of notes", num),
        "text": ngettext("%(num)s text", "%(num)s texts", num),
        "provision": ngettext("%(num)s provision", "%(num)s provisions", num),
    }
    return words[kind] % {"num": num}


def _kinds(cell: Cell | None, depth: int) -> Iterator[tuple[str, str]]:
    """Yield group and kind of each remark on a cell."""
    if cell is None:
        yield "missing", "provision"
        return
    for mark in cell.marks:
        group, _, kind = mark.partition(" ")
        if group == "repealed":
            continue  # nothing is missing
        if group == "incomplete":
            yield group, "provision"
        elif kind not in ("heading", "title"):
            yield group, kind if kind in _KINDS else "text"
        elif group == "editorial" or "editorial heading" not in cell.marks:
            yield group, "heading" if depth else "title"
    for note in cell.notes:
        if note.inferred:
            yield "inferred", "note"


_OF_TEXT = ("omission", "untranslated")  # rules that find lost or untranslated text


def lacks_text(site: LocalizedSite, law: Law, laws: Sequence[Law]) -> bool:
    """Return whether words of a law are known to be missing; a lost heading alone is none.

    Args:
        law: The law in one language.
        laws: It in all its languages: a provision that only another has is missing.
    """
    missing = len(provisions_of(laws)) > sum(1 for _ in law.provisions())
    return missing or bool(incomplete_provisions(site, law))


def incomplete_provisions(site: LocalizedSite, law: Law) -> frozenset[Address]:
    """Return the provisions that lack words: by their editors, or as the checks find.

    What is only possible is told to translators, but not to the readers of the law.
    """
    held = {each.address: each.complete for each in law.provisions()}
    found = {
        each.address
        for each in _errors(site, law.edition, law.number)
        if each.rule in _OF_TEXT and each.language == law.language
    }
    return frozenset(at for at, complete in held.items() if at in found or not complete)


def gaps_in(
    site: LocalizedSite, law: Law, provision: Provision, passage: Passage
) -> tuple[int, ...]:
    """Return where a passage lacks words, by the checks, in a provision that editors marked so.

    The checks alone may be wrong, and an editor does not say where; together they are sure.
    """
    report = site.editorial.report
    found = report.by_law.get((law.edition, law.number), ()) if report else ()
    gaps = {
        each.gap
        for each in found
        if each.rule in _OF_TEXT
        and (each.language, each.address) == (law.language, provision.address)
    }
    begin = 0
    for each in provision.passages if gaps else ():
        end = begin + len(each.text)
        if each is passage:
            inside = (gap for gap in gaps if gap is not None and begin <= gap <= end)
            return tuple(sorted(gap - begin for gap in inside))
        begin = end + 1
    return ()


def unsure_translations(
    site: LocalizedSite, edition: str, number: Ordinal
) -> dict[Address, frozenset[str]]:
    """Return the languages in which the checks find an error, by provision of a law."""
    found: dict[Address, frozenset[str]] = {}
    for each in _errors(site, edition, number):
        if each.address:
            found[each.address] = found.get(each.address, frozenset()) | {each.language}
    return found


def _errors(site: LocalizedSite, edition: str, number: Ordinal) -> list[Finding]:
    """Return what the checks are sure of and no editor has accepted."""
    report = site.editorial.report
    found = report.by_law.get((edition, number), ()) if report else ()
    return [each for each in found if each.severity == "error" and not each.waived]


def with_borrowed_headings(cells: Iterable[Cell | None]) -> Iterator[Cell | None]:
    """Yield the cells of a row; a lost heading is replaced by that of the first other language.

    Args:
        cells: The provision in each language; None where a language lacks it.
    """
    row = tuple(cells)
    lenders = [cell for cell in row if cell and cell.heading]
    for cell in row:
        if cell and lenders and not cell.heading and _LOST_HEADINGS.intersection(cell.marks):
            yield replace(cell, borrowed=(lenders[0].language, lenders[0].title))
        else:
            yield cell


def first_heading(cells: Iterable[Cell | None]) -> tuple[str, str]:
    """Return BCP 47 tag and words of the first heading of a row; both empty without a heading."""
    return next(((cell.language, cell.title) for cell in cells if cell and cell.heading), ("", ""))


_FIRST_WORDS = 60  # characters of a provision without heading in a table of contents


def first_words(cells: Iterable[Cell | None]) -> tuple[str, str]:
    """Return BCP 47 tag and first words of the first text of a row; both empty without a text."""
    for cell in cells:
        for block in cell.blocks if cell else ():
            words = "".join([run.lead + run.text for run in block.runs if run.kind != "note"])
            if cell and words.strip():
                return cell.language, shorten(words, _FIRST_WORDS, placeholder=" …")
    return "", ""


def without_title(row: Row) -> Row:
    """Return the row of a law without its titles, which the head of the page has.

    A title with notes or references keeps its place, and so do the marks of its text.
    """

    def cell_without(cell: Cell | None) -> Cell | None:
        if cell is None or any(run.kind != "text" for run in cell.heading):
            return cell
        kept = tuple(mark for mark in cell.marks if mark in ("repealed", "incomplete"))
        return replace(cell, heading=(), borrowed=None, marks=kept, unsure=False)

    return replace(row, cells=tuple(map(cell_without, row.cells)))


def lacking_provisions(
    columns: Sequence[Column], rows: Sequence[Row]
) -> tuple[tuple[Column, tuple[tuple[str, Place], ...], tuple[tuple[str, Place], ...]], ...]:
    """Return the columns that lack text, each with name and place of the provisions concerned.

    First come those in which words are missing, then those that the language lacks.
    """
    found = []
    for index, column in enumerate(columns):
        placed = [(row.cells[index], (row.name, row.place)) for row in rows if row.place]
        cut = tuple(at for cell, at in placed if cell and cell.incomplete)
        gone = tuple(at for cell, at in placed if cell is None)
        if cut or gone:
            found.append((column, cut, gone))
    return tuple(found)
