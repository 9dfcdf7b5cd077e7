"""The page of a law: a row for each provision; without its text, the provisions that cite it.

For search engines a law is schema.org/Legislation as JSON-LD.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from lawkb.akn.eids_and_iris import expression_iri, work_iri
from lawkb.model.address import Address, Ordinal
from lawkb.model.label import law_name
from lawkb.model.law import Law
from lawkb.publish.views.editions_page import comparisons_of
from lawkb.publish.views.indexes.terms_page import terms_place
from lawkb.publish.views.law_history import (
    ProvisionHistory,
    histories_on_law_page,
    history_place,
)
from lawkb.publish.views.laws.downloads import (
    DownloadView,
    OfficialText,
    correction_url,
    download_views,
    official_texts,
)
from lawkb.publish.views.laws.provision_cells import (
    Cell,
    Colophon,
    Column,
    Key,
    RemarkCounts,
    Segment,
    TextViews,
    cell_of,
    colophon_of,
    column_of,
    first_heading,
    provision_id,
    remark_counts,
    segments_of,
    shown_address,
    shown_depth,
    with_borrowed_headings,
)
from lawkb.publish.views.localized_site import (
    LocalizedSite,
    commentaries_on,
    reading_order,
    title_of,
)
from lawkb.publish.views.references.law_references import (
    UNCITED,
    Cited,
    CommentView,
    cited_by,
    comments_by_provision,
)
from lawkb.publish.views.text_runs import DivisionView, divisions_around
from lawkb.publish.views.translation_progress import unsure_translations
from lawkb.publish.views.urls import Place
from lawkb.publish.views.whole_code import whole_place
from lawkb.references.graph import Citation

_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
# Inside <script>, these could end it or begin another; JSON reads them alike.
_ENDING = re.compile("[<>&\u2028\u2029]")

_Record = dict[str, object]


def legislation(site: LocalizedSite, laws: tuple[Law, ...], url: Callable[[Place], str]) -> str:
    """Return a law as JSON-LD, escaped for a ``script`` element."""
    edition, number = laws[0].edition, laws[0].number
    parts = sorted({child.address for law in laws for child in law.root.children})
    cited = {
        (citation.target_edition, citation.reference.target.law)
        for citation in site.graph.cites(edition, Address((number,)))
        if citation.reference.target and citation.reference.status in ("held", "not-held")
    }
    others = [(held, Address((law,))) for held, law in sorted(cited - {(edition, number)})]
    graph = []
    for law in laws:
        record = _record(site, law)
        record["hasPart"] = _named(site, law.language, ((edition, part) for part in parts), url)
        record["citation"] = _named(site, law.language, others, url)
        graph.append(record)
    written = _JSON.encode({"@context": "https://schema.org", "@graph": graph})
    return _ENDING.sub(lambda sign: f"\\u{ord(sign[0]):04x}", written)


def _record(site: LocalizedSite, law: Law) -> _Record:
    outline = site.code.outline
    heading = f" · {law.root.heading.text}" if law.root.heading else ""
    eid, original = outline.scheme.eid(law.root.address), outline.authoritative
    identifier = f"{expression_iri(outline, law.edition, law.language)}/~{eid}"
    record: _Record = {
        "@type": "Legislation",
        "@id": identifier,
        "legislationIdentifier": identifier,
        "name": law_name(law.number, outline.scheme, outline.language(law.language)) + heading,
        "inLanguage": law.language,
        "legislationDate": outline.expression(law.edition, law.language).date,
        "isPartOf": {
            "@type": "Legislation",
            "legislationIdentifier": work_iri(outline, law.edition),
            "name": title_of(site.code, law.language)[0],
        },
    }
    if law.language != original:
        source = f"{expression_iri(outline, law.edition, original)}/~{eid}"
        record["translationOfWork"] = {"@type": "Legislation", "@id": source}
    return record


def _named(
    site: LocalizedSite,
    tag: str,
    provisions: Iterable[tuple[str, Address]],
    url: Callable[[Place], str],
) -> list[_Record]:
    """Return name and URL of each provision that has a page."""
    placed = [(address, site.place(edition, address)) for edition, address in provisions]
    return [
        {"@type": "Legislation", "name": site.label(tag, address), "url": url(place)}
        for address, place in placed
        if place
    ]


@dataclass(frozen=True, slots=True)
class RowCell:
    """A provision in one language, as a cell of a law page; ``column`` counts from 1."""

    column: int
    language: str
    text: Cell | None  # the text; None if this language lacks the provision


@dataclass(frozen=True, slots=True)
class CitedContainer:
    """A cited provision that contains another: name, link, and number of citing provisions."""

    name: str
    place: Place
    count: int


@dataclass(frozen=True, slots=True)
class Row:
    """A provision in all languages of the page, with what is said about it.

    Attributes:
        id: HTML id, the URL fragment of the address; empty in a row that continues a provision
            after the provisions inside it.
        name: Address in the language of the reader.
        shown: The address as the margin has it: that in an annex without its name.
        depth: Depth of the provision, 0 for the law.
        cells: The provision in each language.
        bare: Whether the row has only labels and no text.
        place: Link to the row; None in a row that continues a provision.
        cited: The provisions that cite it.
        comments: Readers' comments on it.
        history: The last changes of it; None if none are known.
        correction: URL where a reader suggests a correction, in which ``{url}`` stands for that of
            the provision; empty if the site offers none.
        containers: The cited provisions that contain it, nearest first, but not the law.
    """

    id: str
    name: str
    depth: int
    cells: tuple[RowCell, ...]
    bare: bool = False
    place: Place | None = None
    cited: Cited = UNCITED
    comments: tuple[CommentView, ...] = ()
    history: ProvisionHistory | None = None
    correction: str = ""
    containers: tuple[CitedContainer, ...] = ()
    shown: str = ""


# Number of the column, the expression, and its rows.
_Column = tuple[int, Law, dict[Key, Segment]]


def law_rows(
    site: LocalizedSite,
    laws: Sequence[Law],
    comments: Sequence[Mapping[Address | None, Sequence[CommentView]]] = (),
) -> tuple[Row, ...]:
    """Return the rows of a law.

    Args:
        site: The site in the language of the reader.
        laws: The law in each language, in the order of the columns.
        comments: For each of these, the comments by address.
    """
    columns = [(n, law, segments_of(law.root)) for n, law in enumerate(laws, 1)]
    keys = merged([tuple(segments) for _, _, segments in columns])
    edition, number = laws[0].edition, laws[0].number
    own = [address for address, after in keys if after is None]
    citations = {a: found for a in own if (found := site.graph.cited_by(edition, a))}
    cited = cited_by(site, (edition, number), citations)
    # A text alone is no translation: what the checks find of it is for its editors.
    unsure = unsure_translations(site, edition, number) if len(laws) > 1 else {}
    histories = histories_on_law_page(site, edition, number)
    parts: Counter[Address] = Counter()
    rows = []
    for key in keys:
        address, after = key
        texts = [_text(site, column, key, parts[address]) for column in columns]
        parts[address] += 1
        if after is None:
            marked = with_borrowed_headings(
                _with_doubts(site, address, texts, unsure.get(address, frozenset()))
            )
            row = _row(site, edition, address, _cells(columns, tuple(marked)))
            rows.append(
                replace(
                    row,
                    cited=cited.get(address, UNCITED),
                    comments=tuple([view for each in comments for view in each.get(address, ())]),
                    history=histories.get(address),
                    containers=tuple(_cited_containers(site, edition, address, cited)),
                    correction=_correction(site, columns, key),
                )
            )
        else:
            rows.append(Row("", "", shown_depth(address), _cells(columns, texts)))
    return tuple(rows)


def _cited_containers(
    site: LocalizedSite, edition: str, address: Address, cited: Mapping[Address, Cited]
) -> Iterator[CitedContainer]:
    """Yield the cited provisions that contain a provision, without the law as a whole."""
    for above in address.ancestors():
        if above.depth and above in cited:
            place = Place(site.paths.law(edition, above.law), provision_id(site, above))
            yield CitedContainer(site.name(above), place, cited[above].count)


def _cells(columns: Sequence[_Column], texts: Sequence[Cell | None]) -> tuple[RowCell, ...]:
    pairs = zip(columns, texts, strict=True)
    return tuple([RowCell(number, law.language, text) for (number, law, _), text in pairs])


def _with_doubts(
    site: LocalizedSite, address: Address, texts: Sequence[Cell | None], unsure: Set[str]
) -> Iterator[Cell | None]:
    """Yield the cells of a row, marked where the translation may be wrong.

    Args:
        site: The site in the language of the reader.
        address: The provision.
        texts: The cells; None where a language lacks the provision.
        unsure: Languages in which the checks find an error. One without a cell marks the first.
    """
    others = bool(unsure - {text.language for text in texts if text})
    for text in texts:
        if text and (others or text.language in unsure):
            remarks = text.remarks or f"said-{text.language}-{provision_id(site, address)}"
            yield replace(text, unsure=True, remarks=remarks)
        else:
            yield text
        others = others and not text


def _correction(site: LocalizedSite, columns: Sequence[_Column], key: Key) -> str:
    """Return the URL where the first text of a row is corrected; empty without one."""
    found = ((law, segments[key][0]) for _, law, segments in columns if key in segments)
    return next((correction_url(site, law, provision) for law, provision in found), "")


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


def _text(site: LocalizedSite, column: _Column, key: Key, part: int) -> Cell | None:
    """Return a cell of a row, None if the language lacks the provision.

    Args:
        site: The site in the language of the reader.
        column: The column of the cell.
        key: Key of the row.
        part: Number of the provision's row, from 0.
    """
    _, law, segments = column
    segment = segments.get(key)
    if segment is None:
        return None
    name = f"{law.language}-{provision_id(site, key[0])}-{part}"
    path = site.paths.law(law.edition, law.number)
    views = TextViews(site, law, path, name, segment[0])
    return cell_of(views, law, segment, first=part == 0)


def _row(site: LocalizedSite, edition: str, address: Address, cells: tuple[RowCell, ...]) -> Row:
    id_ = provision_id(site, address)
    return Row(
        id=id_,
        name=site.name(address),
        shown=shown_address(site, address),
        depth=shown_depth(address),
        cells=cells,
        bare=all(cell.text is not None and cell.text.bare for cell in cells),
        place=Place(site.paths.law(edition, address.law), id_),
    )


@dataclass(frozen=True, slots=True)
class ContentsLine:
    """A line of the contents of a law: a provision of the first level, such as *A*.

    Attributes:
        label: Address without the number of the law, in the language of the reader.
        heading: Its heading in the language of the reader, or in the first that has one; empty
            without one.
        language: BCP 47 tag of the heading.
        place: Link to the provision.
    """

    label: str
    heading: str
    language: str
    place: Place


@dataclass(frozen=True, slots=True)
class LawView:
    """The page of a law whose text is available here.

    Attributes:
        name: ``Law 57``.
        edition: Id of the edition.
        columns: One column for each language.
        rows: The provisions in document order.
        comments: Comments that name no provision of the law.
        colophons: Source and rights of the text in each column.
        before: Name of the previous law and link to it; None for the first law.
        after: Name of the next law and link to it; None for the last law.
        contents: The provisions of the first level.
        remarks: What is missing or inferred in each language.
        absent: Whether a reference leads to a law whose text is not available here.
        editions: Pairs of another edition and link to the law of the same number there.
        references: Link to the references of the law.
        terms: Link to the glossary; None without a glossary.
        marked: Whether any glossary term is marked in the text.
        downloads: Files of the law in several formats.
        commentaries: Pairs of name and link of commentaries on the law.
        compared: Pairs of another edition and link to the comparison with it.
        whole: Link to the law on the page with all laws.
        history: Link to the history of the law; None if no revision is known.
        divisions: The divisions that the law is in, such as its chapter, the outermost first.
    """

    name: str
    edition: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    comments: tuple[CommentView, ...]
    colophons: tuple[Colophon, ...]
    before: tuple[str, Place] | None
    after: tuple[str, Place] | None
    contents: tuple[ContentsLine, ...]
    remarks: tuple[RemarkCounts, ...]
    absent: bool
    editions: tuple[tuple[str, Place], ...]
    references: Place
    terms: Place | None
    marked: bool
    downloads: tuple[DownloadView, ...]
    commentaries: tuple[tuple[str, Place], ...] = ()
    compared: tuple[tuple[str, Place], ...] = ()
    whole: Place | None = None
    history: Place | None = None
    divisions: tuple[DivisionView, ...] = ()


@dataclass(frozen=True, slots=True)
class CitedProvision:
    """A provision whose text is not available here, with the provisions that cite it."""

    id: str  # HTML id
    name: str  # address in the language of the reader
    cited: Cited  # the provisions that cite it
    official: tuple[OfficialText, ...] = ()  # links to its official text elsewhere


@dataclass(frozen=True, slots=True)
class AbsentView:
    """The page of a law that is cited, but whose text is not available here.

    Attributes:
        name: ``Law 57``.
        edition: Id of the edition.
        provisions: The cited provisions of the law, each with the provisions that cite it.
        commentaries: Pairs of name and link of commentaries on the law.
        official: Links to the official text of the law elsewhere.
        editions: Pairs of another edition and link to the law of the same number there.
        publisher: Name of the organization that published the edition.
        publisher_language: BCP 47 tag of the name.
    """

    name: str
    edition: str
    provisions: tuple[CitedProvision, ...]
    commentaries: tuple[tuple[str, Place], ...] = ()
    official: tuple[OfficialText, ...] = ()
    editions: tuple[tuple[str, Place], ...] = ()
    publisher: str = ""
    publisher_language: str = ""


def law_view(site: LocalizedSite, edition: str, number: Ordinal) -> LawView:
    """Return the page of a law whose text is available here."""
    laws = reading_order(site, edition, number)
    comments = [comments_by_provision(site, law) for law in laws]
    rows = law_rows(site, laws, comments)
    held = site.numbers[edition]
    at = bisect_left(held, number)
    columns = tuple(column_of(site, n, law) for n, law in enumerate(laws, 1))
    texts = [(row.depth, [cell.text for cell in row.cells]) for row in rows if row.id]
    return LawView(
        name=site.law_name(number),
        edition=edition,
        columns=columns,
        rows=rows,
        comments=tuple(view for each in comments for view in each.get(None, ())),
        colophons=tuple(colophon_of(site, law) for law in laws),
        before=_neighbour(site, edition, held[at - 1 : at] if at else ()),
        after=_neighbour(site, edition, held[at + 1 : at + 2]),
        contents=tuple(_contents(site, number, rows)),
        remarks=remark_counts(columns, texts),
        absent=any(
            citation.reference.status == "not-held"
            for citation in site.graph.cites(edition, Address((number,)))
        ),
        editions=_in_other_editions(site, edition, number),
        references=Place(site.paths.law_references(edition, number)),
        terms=terms_place(site),
        marked=any(site.terms.marked(law) for law in laws),
        downloads=download_views(laws, site.code.outline.authoritative),
        commentaries=commentaries_on(site, edition, number),
        compared=comparisons_of(site, edition, number),
        whole=whole_place(site, edition, number),
        history=history_place(site, edition, number),
        divisions=divisions_around(site, edition, number),
    )


def absent_view(
    site: LocalizedSite, edition: str, number: Ordinal, citations: Sequence[Citation]
) -> AbsentView:
    """Return the page of a law whose text is not available: every provision of it that is cited."""
    groups: dict[Address, list[Citation]] = {}
    for citation in citations:
        ends = (citation.reference.target, citation.reference.upto)
        # Between the ends of a range a law is cited as a whole: 62 to 64 cites 63.
        named = next((end for end in ends if end and end.law == number), Address((number,)))
        groups.setdefault(named, []).append(citation)
    cited = cited_by(site, (edition, number), dict(sorted(groups.items())))
    provisions = tuple(
        CitedProvision(
            id=provision_id(site, address),
            name=site.name(address) if address.depth else site.law_name(number),
            cited=each,
            official=official_texts(site, edition, address),
        )
        for address, each in cited.items()
    )
    outline = site.code.outline
    publisher = outline.organization(outline.edition(edition).by).name
    return AbsentView(
        name=site.law_name(number),
        edition=edition,
        provisions=provisions,
        commentaries=commentaries_on(site, edition, number),
        official=official_texts(site, edition, Address((number,))),
        editions=_in_other_editions(site, edition, number),
        publisher=publisher,
        publisher_language=site.language_of(publisher),
    )


def _contents(site: LocalizedSite, law: Ordinal, rows: Sequence[Row]) -> Iterator[ContentsLine]:
    """Yield the provisions directly below the law, of whatever level."""
    highest = min((row.depth for row in rows if row.depth), default=0)
    own = site.name(Address((law,)))
    for row in rows:
        if row.depth == highest and row.depth and row.place:
            language, heading = first_heading(cell.text for cell in row.cells)
            yield ContentsLine(row.shown.removeprefix(own), heading, language, row.place)


def _in_other_editions(
    site: LocalizedSite, edition: str, number: Ordinal
) -> tuple[tuple[str, Place], ...]:
    """Return the other editions that have a law of this number here, each with a link to it."""
    path = site.paths.law
    others = (other for other in site.numbers if other != edition)
    return tuple(
        (other, Place(path(other, number)))
        for other in others
        if site.code.languages_of(other, number)
    )


def _neighbour(
    site: LocalizedSite, edition: str, numbers: Sequence[Ordinal]
) -> tuple[str, Place] | None:
    place = site.place(edition, Address((numbers[0],))) if numbers else None
    return (site.law_name(numbers[0]), place) if place else None
