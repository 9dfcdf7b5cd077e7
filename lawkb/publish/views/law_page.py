"""The page of a law, a row for each provision, of one only cited, and of a text beside the laws.

For search engines a law is schema.org/Legislation as JSON-LD. Of a text beside the laws, such as
definitions, the languages are not aligned: each is a column of its own.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import groupby
from types import SimpleNamespace
from typing import Literal

from lawkb.akn.eids_and_iris import expression_iri, work_iri
from lawkb.model.address import Address, InSeries, Ordinal
from lawkb.model.companion import Companion, Section, SectionKind, direct_sections_with_ids
from lawkb.model.label import law_name
from lawkb.model.language import read_language
from lawkb.model.law import Law
from lawkb.model.passage import Passage, Table
from lawkb.model.source import filled
from lawkb.publish.localized_site import (
    LocalizedSite,
    commentaries_on,
    companion_name,
    companions_of,
    law_title,
    provision_id,
    reading_order,
    terms_place,
    title_of,
)
from lawkb.publish.strings import short_date, written_date
from lawkb.publish.urls import COMPANION_ID, Place, part_id
from lawkb.publish.views.comments import comments_by_provision, companion_comments
from lawkb.publish.views.law_history import (
    histories_on_law_page,
    history_place,
)
from lawkb.publish.views.law_rows import (
    Cell,
    Column,
    Row,
    TextViews,
    address_words,
    cell_of,
    colophon_of,
    column_of,
    correction_url,
    first_heading,
    first_words,
    lacking_provisions,
    laid_rows,
    remark_sentences,
    shown_address,
    shown_depth,
    unsure_translations,
    with_borrowed_headings,
    without_title,
)
from lawkb.publish.views.references import UNCITED, Cited, cited_by
from lawkb.publish.views.text_runs import divisions_around
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


def law_rows(
    site: LocalizedSite,
    laws: Sequence[Law],
    comments: Sequence[Mapping[Address | None, Sequence[SimpleNamespace]]] = (),
) -> tuple[Row, ...]:
    """Return the rows of a law.

    Args:
        laws: The law in each language, in the order of the columns.
        comments: For each of these, the comments by address.
    """
    laid = list(laid_rows(laws))
    edition, number = laws[0].edition, laws[0].number
    path = site.paths.law(edition, number)
    own = [address for (address, after), _, _ in laid if after is None]
    citations = {a: found for a in own if (found := site.graph.cited_by(edition, a))}
    cited = cited_by(site, (edition, number), citations)
    # A text alone is no translation: what the checks find of it is for its editors.
    unsure = unsure_translations(site, edition, number) if len(laws) > 1 else {}
    histories = histories_on_law_page(site, edition, number)
    rows = []
    for (address, after), part, segments in laid:
        id_ = provision_id(site, address)
        texts: list[Cell | None] = []
        for law, segment in zip(laws, segments, strict=True):
            if segment is None:
                texts.append(None)
                continue
            views = TextViews(site, law, path, f"{law.language}-{id_}-{part}", segment[0])
            texts.append(cell_of(views, law, segment, first=part == 0))
        if after is None:
            marked = with_borrowed_headings(
                _with_doubts(site, address, texts, unsure.get(address, frozenset()))
            )
            # A reader corrects the first text of a row.
            held = zip(laws, segments, strict=True)
            law, first = next((law, segment) for law, segment in held if segment)
            rows.append(
                Row(
                    id=id_,
                    before=_id_of_before(site, address, own),
                    name=site.name(address),
                    depth=shown_depth(address),
                    cells=tuple(marked),
                    place=Place(path, id_),
                    shown=shown_address(site, address),
                    cited=cited.get(address, UNCITED),
                    comments=tuple([view for each in comments for view in each.get(address, ())]),
                    history=histories.get(address),
                    containers=tuple(_cited_containers(site, edition, address, cited)),
                    correction=correction_url(site, law, first[0]),
                )
            )
        else:
            rows.append(Row("", "", shown_depth(address), tuple(texts)))
    return tuple(rows)


def _id_of_before(site: LocalizedSite, address: Address, own: Sequence[Address]) -> str:
    """Return the HTML id that a provision had before ``(aa)`` was ``(a.a)``, for links to it."""
    before = site.code.outline.scheme.before_two_letters(address)
    return provision_id(site, before) if before and before not in own else ""


def _cited_containers(
    site: LocalizedSite, edition: str, address: Address, cited: Mapping[Address, Cited]
) -> Iterator[tuple[str, Place, int]]:
    """Yield name, location and number of citations of the cited provisions around a provision.

    The law as a whole is left out.
    """
    for above in address.ancestors():
        if above.depth and above in cited:
            place = Place(site.paths.law(edition, above.law), provision_id(site, above))
            yield site.name(above), place, cited[above].count


def _with_doubts(
    site: LocalizedSite, address: Address, texts: Sequence[Cell | None], unsure: Set[str]
) -> Iterator[Cell | None]:
    """Yield the cells of a row, marked where the translation may be wrong.

    Args:
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


def law_view(site: LocalizedSite, edition: str, number: Ordinal) -> SimpleNamespace:
    """Return the page of a law whose text is available here."""
    laws = reading_order(site, edition, number)
    comments = [comments_by_provision(site, law) for law in laws]
    rows = law_rows(site, laws, comments)
    held = site.numbers[edition]
    at = bisect_left(held, number)
    columns = tuple(column_of(site, n, law) for n, law in enumerate(laws, 1))
    own = [row for row in rows if row.id]
    head = _head(site, edition, number, columns, own[0])
    return SimpleNamespace(
        name=site.law_name(number),
        head=head,
        edition=edition,
        columns=columns,
        rows=tuple(without_title(row) if row is own[0] else row for row in rows),
        status=status_of(site, edition, columns),
        official=official_texts(site, edition, Address((number,))),
        # Those that name no provision of the law.
        comments=tuple(view for each in comments for view in each.get(None, ())),
        colophons=tuple(colophon_of(site, law) for law in laws),
        before=_neighbour(site, edition, held[at - 1 : at] if at else ()),
        after=_neighbour(site, edition, held[at + 1 : at + 2]),
        contents=tuple(_contents(site, number, rows)),
        remarks=remark_sentences(
            site, columns, [(row.depth, row.cells) for row in own], linked=True
        ),
        lacking=lacking_provisions(columns, own),
        # Whether a reference leads to a law whose text is not available here.
        absent=any(
            citation.reference.status == "not-held"
            for citation in site.graph.cites(edition, Address((number,)))
        ),
        editions=_in_other_editions(site, edition, number),
        timeline=_timeline(site, edition, number),
        references=Place(site.paths.law_references(edition, number)),
        terms=terms_place(site),
        marked=any(site.terms.marked(law) for law in laws),
        downloads=download_views(laws, site.code.outline.authoritative),
        pdf=site.editorial.law_pdfs.get((edition, number)),
        commentaries=commentaries_on(site, edition, number),
        compared=_compared(site, edition, number),
        whole=whole_place(site, edition, number),
        history=history_place(site, edition, number),
        divisions=divisions_around(site, edition, number),
    )


def _head(
    site: LocalizedSite,
    edition: str,
    number: Ordinal,
    columns: Sequence[Column],
    row: Row,
) -> SimpleNamespace:
    """Return the title of a law in one language for its heading, and what else it has.

    Args:
        row: The row of the law itself.
    """
    title, language = law_title(site, edition, number)
    cells = tuple(zip(columns, row.cells, strict=True))
    return SimpleNamespace(
        place=Place(site.paths.law(edition, number)),
        title=title,  # in another language if the reader's has none; may be empty
        language=language,
        # Its titles in the other languages, with their columns.
        others=tuple(
            (column, cell.title)
            for column, cell in cells
            if cell and cell.heading and cell.title != title
        ),
        # What is to be known about them.
        told=tuple(
            (column, cell)
            for column, cell in cells
            if cell and (cell.borrowed or cell.unsure or set(cell.marks) - {"repealed"})
        ),
    )


def status_of(site: LocalizedSite, edition: str, columns: Sequence[Column]) -> SimpleNamespace:
    """Return what a text is in law: original or translation, in force or followed by another."""
    outline = site.code.outline
    newer = outline.editions[: [each.id for each in outline.editions].index(edition)]
    since = outline.edition(edition).in_force
    original = read_language(outline.authoritative)
    return SimpleNamespace(
        since=since if since and not newer else "",
        written=written_date(since, site.language.code) if since else "",
        followed=newer[-1].id if newer else "",
        original=(original.code, original.name),
        # The columns that are translations.
        translations=tuple(c for c in columns if c.language != outline.authoritative),
        has_original=any(c.language == outline.authoritative for c in columns),
    )


def _timeline(
    site: LocalizedSite, edition: str, number: Ordinal
) -> tuple[tuple[str, str, Place | None, bool], ...]:
    """Return the editions of a law from the oldest; empty if the code has one edition.

    Returns:
        Edition, its date, link to the law in it (None where it is not here), whether it is the one
        that is shown.
    """
    editions = site.code.outline.editions
    if len(editions) == 1 or isinstance(number, InSeries):
        return ()
    found = []
    for each in reversed(editions):
        held = site.code.languages_of(each.id, number)
        place = Place(site.paths.law(each.id, number)) if held and each.id != edition else None
        date = each.in_force or each.date
        # 2017 needs no date beside it.
        day = "" if date.startswith(each.id) else short_date(date, site.language.code)
        found.append((each.id, day, place, each.id == edition))
    return tuple(found)


def absent_view(
    site: LocalizedSite, edition: str, number: Ordinal, citations: Sequence[Citation]
) -> SimpleNamespace:
    """Return the page of a law whose text is not available: every provision of it that is cited."""
    groups: dict[Address, list[Citation]] = {}
    for citation in citations:
        ends = (citation.reference.target, citation.reference.upto)
        # Between the ends of a range a law is cited as a whole: 62 to 64 cites 63.
        named = next((end for end in ends if end and end.law == number), Address((number,)))
        groups.setdefault(named, []).append(citation)
    cited = cited_by(site, (edition, number), dict(sorted(groups.items())))
    provisions = tuple(
        SimpleNamespace(
            id=provision_id(site, address),
            name=site.name(address) if address.depth else site.law_name(number),
            cited=each,
            official=official_texts(site, edition, address),
        )
        for address, each in cited.items()
    )
    outline = site.code.outline
    publisher = outline.organization(outline.edition(edition).by).name
    paged = sorted(each for of, each in site.pages if of == edition)
    at = bisect_left(paged, number)
    return SimpleNamespace(
        name=site.law_name(number),
        title=title_not_here(site, edition, number),
        before=_neighbour(site, edition, paged[at - 1 : at] if at else ()),
        after=_neighbour(site, edition, paged[at + 1 : at + 2]),
        edition=edition,
        provisions=provisions,
        commentaries=commentaries_on(site, edition, number),
        official=official_texts(site, edition, Address((number,))),
        editions=_in_other_editions(site, edition, number),
        publisher=publisher,
        publisher_language=site.language_of(publisher),
    )


def title_not_here(site: LocalizedSite, edition: str, number: Ordinal) -> tuple[str, str] | None:
    """Return BCP 47 tag and title of a law that editors give, in the reader's language if any."""
    titles = [
        (each.language, each.title)
        for each in site.editorial.titles
        if each.edition == edition and each.law.law == number
    ]
    own = [each for each in titles if each[0] == site.language.code]
    return next(iter(own or titles), None)


def _contents(site: LocalizedSite, law: Ordinal, rows: Sequence[Row]) -> Iterator[SimpleNamespace]:
    """Yield the provisions directly below the law, of whatever level."""
    highest = min((row.depth for row in rows if row.depth), default=0)
    own = site.name(Address((law,)))
    for row in rows:
        if row.depth == highest and row.depth and row.place:
            language, words = first_heading(row.cells)
            if not words:
                language, words = first_words(row.cells)
            yield SimpleNamespace(
                label=row.shown.removeprefix(own),
                heading=words,
                language=language,
                place=row.place,
            )


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


def _compared(site: LocalizedSite, edition: str, number: Ordinal) -> tuple[tuple[str, Place], ...]:
    """Return pairs: another edition that has a law, and a link to the comparison with it."""
    return tuple(
        (
            next(each for each in editions if each != edition),
            Place(site.paths.comparison(*editions, number)),
        )
        for editions, laws in site.editorial.editions.items()
        if edition in editions and number in laws
    )


def _neighbour(
    site: LocalizedSite, edition: str, numbers: Sequence[Ordinal]
) -> tuple[str, Place] | None:
    place = site.place(edition, Address((numbers[0],))) if numbers else None
    return (site.law_name(numbers[0]), place) if place else None


def official_texts(
    site: LocalizedSite, edition: str, address: Address
) -> tuple[tuple[str, str, str], ...]:
    """Return BCP 47 tag, name and URL of the official texts of a provision elsewhere.

    One without a name has that of its language. The one in the reader's language is first.
    """
    found = [
        (
            each.language,
            each.official_text.name or read_language(each.language).name,
            filled(
                each.official_text.url,
                language=each.language,
                **address_words(site, edition, address),
            ),
        )
        for each in site.code.outline.expressions
        if each.edition == edition and each.official_text
    ]
    return tuple(sorted(found, key=lambda each: each[0] != site.language.code))


def official_of_edition(site: LocalizedSite, edition: str) -> tuple[tuple[str, str, str], ...]:
    """Return the official texts of an edition as ``official_texts``, without those by provision."""
    first = Address((1,))
    whole = {e.official_text.url for e in site.code.outline.expressions if e.official_text}
    return tuple(each for each in official_texts(site, edition, first) if each[2] in whole)


@dataclass(frozen=True, slots=True)
class DownloadKind:
    """A file format in which a law can be downloaded."""

    name: str  # name of the format, such as ``XLIFF``; the same in every language
    suffix: str  # end of the file name, ``xml``
    media: str  # media type, ``application/xml``
    by_language: bool  # whether there is a file for each language, or one for all
    translated: bool = False  # whether only translations have such a file, not the original


AKOMA_NTOSO = DownloadKind("Akoma Ntoso", "xml", "application/akn+xml", by_language=True)
JSON = DownloadKind("JSON", "json", "application/json", by_language=False)
MARKDOWN = DownloadKind("Markdown", "md", "text/markdown", by_language=True)
XLIFF = DownloadKind("XLIFF", "xlf", "application/xliff+xml", by_language=True, translated=True)
# Another kind is one more line here, and its maker in ``files``.
KINDS = (AKOMA_NTOSO, JSON, MARKDOWN, XLIFF)


def download_views(
    laws: tuple[Law, ...], original: str
) -> tuple[tuple[DownloadKind, tuple[tuple[str, Place], ...]], ...]:
    """Return the files of a law by format, without formats that have no file.

    A file has a BCP 47 tag, empty for one with all languages, and a location.

    Args:
        laws: The law in each language.
        original: BCP 47 tag of the original.
    """
    edition, number = laws[0].edition, laws[0].number
    views = []
    for kind in KINDS:
        held = [law.language for law in laws if is_had(kind, law.language, original)]
        tags = held if kind.by_language else [""]
        files = ((tag, Place(download_path(kind, edition, number, tag))) for tag in tags)
        if tags:
            views.append((kind, tuple(files)))
    return tuple(views)


def is_had(kind: DownloadKind, language: str, original: str) -> bool:
    """Return whether a law in a language can be downloaded in a format."""
    return language != original or not kind.translated


def download_path(kind: DownloadKind, edition: str, number: Ordinal, language: str) -> str:
    """Return the path of a download, the same for all readers: ``laws/2017/law_57.el.xml``."""
    tag = f".{language}" if kind.by_language else ""
    return f"laws/{edition}/law_{number}{tag}.{kind.suffix}"


def companion_view(site: LocalizedSite, edition: str, name: str) -> SimpleNamespace:
    """Return the page of a text beside the laws."""
    found = companions_of(site, edition, name)
    columns = tuple(column_of(site, n, companion) for n, companion in enumerate(found, 1))
    held = {column.language for column in columns}
    tags = (e.language for e in site.code.outline.expressions if e.edition == edition)
    return SimpleNamespace(
        name=companion_name(site, found[0]),
        edition=edition,
        law=_explained(site, found[0]),
        columns=columns,
        missing=tuple((tag, read_language(tag).name) for tag in tags if tag not in held),
        flows=tuple(_flow(site, n, each) for n, each in enumerate(found, 1)),
        comments=tuple(view for each in found for view in companion_comments(site, each)),
        colophons=tuple(colophon_of(site, each) for each in found),
    )


def _explained(site: LocalizedSite, companion: Companion) -> tuple[str, Place | None] | None:
    """Return name and location of the law that a commentary explains."""
    if companion.law is None:
        return None
    place = site.place(companion.edition, Address((companion.law,)))
    return site.law_name(companion.law), place


def _flow(site: LocalizedSite, column: int, companion: Companion) -> SimpleNamespace:
    """Return a text beside the laws in one language, as a column of its page, from 1."""
    heading = companion.heading
    bare = heading and not (heading.notes or heading.references or heading.links)
    whole = Section("section", "", heading, companion.body)
    return SimpleNamespace(
        column=column,
        language=companion.language,
        whole=_part(site, companion, COMPANION_ID, whole),
        # The page takes a title in the language of the reader for its own.
        title_shown=bool(bare) and companion.language == site.language.code,
    )


def _part(site: LocalizedSite, companion: Companion, own: str, section: Section) -> SimpleNamespace:
    """Return a part of a text: a section, a glossary entry, a meaning, or a list item."""
    id_ = part_id(companion.language, own)
    path = site.paths.companion(companion.edition, companion.name)
    views = TextViews(site, companion, path, id_)
    return SimpleNamespace(
        id=id_,  # ``el-entry_2``
        name=section.heading.text if section.heading else "",  # for a link to it
        num=section.num,  # as printed, ``1.``
        heading=views.runs(section.heading) if section.heading else (),
        place=Place(path, id_) if section.heading else None,
        body=tuple(_stretches(views, companion, own, section)),
    )


def _stretches(
    views: TextViews, companion: Companion, own: str, section: Section
) -> Iterator[SimpleNamespace]:
    """Yield paragraphs and tables, or parts of one kind, that follow one another.

    If the first item of a list has a number, the list is numbered. Notes of the heading go below
    the first text.
    """
    above = "" if own == COMPANION_ID else own
    ids = iter(id_ for id_, _ in direct_sections_with_ids(section.body, above))

    def sort(item: Passage | Table | Section) -> tuple[SectionKind | Literal["text"], bool]:
        if isinstance(item, Section):
            return item.kind, item.num[:1].isdigit()
        return "text", False

    for (kind, _), items in groupby(section.body, sort):
        blocks, parts = [], []
        for item in items:
            if isinstance(item, Section):
                parts.append(_part(views.site, companion, next(ids), item))
            else:
                blocks.append(views.block(item))
        notes = views.new_notes() if kind == "text" else ()
        yield SimpleNamespace(kind=kind, blocks=tuple(blocks), notes=notes, parts=tuple(parts))
    if last := views.new_notes():
        yield SimpleNamespace(kind="text", blocks=(), notes=last, parts=())
