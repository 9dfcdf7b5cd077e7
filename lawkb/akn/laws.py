"""Laws ⇄ Akoma Ntoso 3.0: one file for each law, language and edition.

Reading is the exact inverse of writing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

from lxml import etree
from msgspec import Struct
from msgspec.structs import replace

from lawkb.akn.eids_and_iris import (
    AKN,
    LK,
    MIXED,
    XML_LANG,
    FileContext,
    add,
    akn,
    element_of,
    expression_iri,
    fault,
    kind,
    lk,
    marks,
    put,
    put_marks,
    put_span,
    span,
    work_iri,
)
from lawkb.akn.passages import read_passage, read_table, write_passage, write_table
from lawkb.akn.validate import profile_faults, read_tree
from lawkb.errors import LawkbError
from lawkb.model.address import LAW_PREFIXES, Address, InSeries
from lawkb.model.code import Organization, Outline
from lawkb.model.companion import Companion, Section
from lawkb.model.language import read_language
from lawkb.model.law import Comment, CommentStatus, Law, Origin, Provision, Repeal
from lawkb.model.passage import Passage, Table

if TYPE_CHECKING:
    from lawkb.model.division import Divisions

TEXT_BLOCKS = ("intro", "content", "wrapUp")
_LAWS = "laws"
_LAWKB = Organization("lawkb", "lawkb")
_REMOVED = "removed"  # the status of a repealed provision
_BESIDE = "level"  # the element of a text beside the laws that is read like a law
_DOCUMENTS = {
    _LAWS: "a law",
    "divisions": "a file of divisions",
    "doc": "a text beside the laws",
}
_Text = Passage | Table
_Part = TypeVar("_Part", Provision, Section)


def law_tree(law: Law, outline: Outline) -> etree._Element:
    """Return the XML elements of the file of a law.

    Elements are indented, except inside ``p``, ``heading`` and ``num``, whose white space is text.
    """
    root = new_root()
    number = law.number
    if isinstance(number, InSeries):
        act = add(root, "doc")
        act.set("name", number.series)
    else:
        act = add(root, "act")
        act.set("name", _LAWS)
        act.set("contains", "originalVersion")
    write_meta(act, law, outline, outline.scheme.eid(law.root.address))
    body = add(act, "mainBody", "body") if isinstance(number, InSeries) else add(act, "body")
    body.set(XML_LANG, law.language)
    _write_provision(body, law.root, FileContext(outline, law.edition, law.number))
    indent(root)
    return root


def new_root() -> etree._Element:
    """Return an empty ``akomaNtoso`` element, the outermost one of a file."""
    namespaces = cast(dict[str, str], {None: AKN, "lk": LK})  # the stubs know no default namespace
    return etree.Element(akn("akomaNtoso"), nsmap=namespaces)


def xml_bytes(root: etree._Element) -> bytes:
    """Return the bytes of the XML file with this outermost element."""
    content = etree.tostring(root, encoding="UTF-8")
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + content + b"\n"


def write_parts(
    element: etree._Element,
    body: tuple[_Text | _Part, ...],
    write: Callable[[_Part], None],
    home: FileContext,
) -> None:
    """Write a body that has parts (inner provisions or sections) as children of an element.

    Text before the first part becomes ``intro``, text after the last one ``wrapUp``.
    """
    eid = element.get("eId", "")
    runs = [tuple(run) for _, run in groupby(body, lambda item: isinstance(item, Passage | Table))]
    for at, run in enumerate(runs):
        texts = passages_and_tables(run)
        for part in run:
            if not isinstance(part, Passage | Table):
                write(part)
        if texts and at == 0:
            intro = add(element, "intro", f"{eid}__intro")
            write_blocks(intro, f"{eid}__intro", texts, home)
        elif texts and at == len(runs) - 1:
            closing = add(element, "wrapUp", f"{eid}__wrapup")
            write_blocks(closing, f"{eid}__wrapup", texts, home)
        elif texts:
            between = add(element, "hcontainer", f"{eid}__hcontainer_{at // 2}")
            between.set("name", "continuation")
            write_content(between, between.get("eId", ""), texts, home)


def write_content(
    element: etree._Element, eid: str, texts: tuple[_Text, ...], home: FileContext
) -> None:
    """Write passages and tables as the ``content`` of an element that has no inner parts.

    Without a text, an empty ``p`` is written, which the schema requires.

    Args:
        eid: Beginning of the eIds of the passages, ``rule_47`` for ``rule_47__p_1``.
    """
    content = add(element, "content")
    write_blocks(content, eid, texts, home)
    if not texts:
        add(content, "p", f"{eid}__p_1")


def write_blocks(
    block: etree._Element, eid: str, texts: tuple[_Text, ...], home: FileContext
) -> None:
    """Write passages as ``p`` and tables as ``table``, each kind numbered from 1."""
    numbers: Counter[str] = Counter()
    for item in texts:
        name = "table" if isinstance(item, Table) else "p"
        numbers[name] += 1
        element = add(block, name, f"{eid}__{name}_{numbers[name]}")
        if isinstance(item, Table):
            write_table(element, item, home)
        else:
            write_passage(element, item, home)


def _write_provision(parent: etree._Element, provision: Provision, home: FileContext) -> None:
    address = provision.address
    if len(address.path) > len(home.outline.scheme.levels_of(address.law)):
        raise ValueError(f"{address} does not fit the scheme")
    eid = home.outline.scheme.eid(address)
    beside = not address.depth and isinstance(address.law, InSeries)
    element = add(parent, _BESIDE if beside else element_of(address, home.outline), eid)
    if provision.repealed:
        element.set("status", _REMOVED)
    elif not provision.complete:
        element.set("status", "incomplete")
    put_marks(
        element,
        inferred=provision.inferred,
        lost=provision.lost,
        editorial=provision.editorial,
    )
    put(element, lk("editorial-origin"), provision.editorial_origin)
    put_span(element, "lines", provision.lines)
    element.set(lk("sha256"), provision.sha256)
    add(element, "num").text = provision.num or None
    if provision.heading:
        write_passage(add(element, "heading", f"{eid}__heading"), provision.heading, home)
    if provision.children:
        write_parts(
            element, provision.body, lambda child: _write_provision(element, child, home), home
        )
    else:
        write_content(element, eid, passages_and_tables(provision.body), home)


def passages_and_tables(items: tuple[_Text | _Part, ...]) -> tuple[_Text, ...]:
    """Return the passages and tables of a body, without inner provisions or sections."""
    return tuple(item for item in items if isinstance(item, Passage | Table))


def indent(element: etree._Element, depth: int = 0) -> None:
    """Indent the children of an element, two spaces for each level; text is not changed."""
    if not len(element) or kind(element) in MIXED:
        return
    between = "\n" + "  " * (depth + 1)
    element.text = between
    for child in element:
        if len(child):
            indent(child, depth + 1)
        child.tail = between
    element[-1].tail = between[:-2]


def read_law(content: bytes, outline: Outline, where: str) -> Law:
    """Read a law from an XML file that ``law_tree`` made."""
    root = checked_root(content, _LAWS, where)
    edition, language = read_edition(root, outline, where)
    outermost = next(root.iter(*map(akn, (*LAW_PREFIXES, _BESIDE))))
    number = (
        FileContext(outline, edition, 0, where)
        .address_of_eid(outermost, outermost.get("eId", ""))
        .law
    )
    home = FileContext(outline, edition, number, where)
    reading = _LawReading(home, _read_repeals(root, home), [])
    return Law(
        edition=edition,
        language=language,
        root=_read_provision(outermost, reading),
        origin=read_origin(root),
        comments=read_comments(root, home),
        altered=tuple(sorted(reading.altered)),
    )


class _LawReading(NamedTuple):
    """A law while it is read."""

    home: FileContext
    repeals: Mapping[Address, Repeal]
    altered: list[Address]  # provisions found whose digest is not that of their words


def checked_root(content: bytes, name: str, where: str) -> etree._Element:
    """Return the outermost element of a file after checking the file against lawkb's profile.

    The profile is the RELAX NG grammar of the Akoma Ntoso that lawkb writes.

    Args:
        name: Expected document: ``laws``, a law; ``divisions``, those of an edition; or ``doc``, a
            text beside the laws.
    """
    root = read_tree(content, where)
    for line, what in profile_faults(root):
        raise fault(where, line, what)
    found = kind(root[0])
    found = root[0].get("name", "") if found == "act" else found
    found = _LAWS if root.find(f"*/*/{akn(_BESIDE)}") is not None else found
    if found != name:
        what = f"this is {_DOCUMENTS[found]}, not {_DOCUMENTS[name]}"
        raise fault(where, root[0].sourceline, what)
    return root


def _read_provision(element: etree._Element, reading: _LawReading) -> Provision:
    home, repeals, altered = reading
    num, heading = element[0], element.find(akn("heading"))
    address, status = home.address_of_eid(element, element.get("eId", "")), element.get("status")
    if (status == _REMOVED) != (address in repeals):
        what = f'status="{_REMOVED}" and an event of its repeal belong together'
        raise home.fault(element, f"{element.get('eId')}: {what}")
    provision = Provision(
        address=address,
        num=num.text or "",
        heading=None if heading is None else read_passage(heading, home),
        body=tuple(_read_law_body(element, reading)),
        inferred=marks(element, "inferred"),
        lost=marks(element, "lost"),
        editorial=marks(element, "editorial"),
        editorial_origin=element.get(lk("editorial-origin")),
        complete=status != "incomplete",
        repealed=repeals.get(address),
        lines=span(element, "lines"),
    )
    digest = element.get(lk("sha256"))  # files of earlier versions have none
    if digest is not None and digest != provision.sha256:
        altered.append(address)
    return provision


def _read_law_body(
    element: etree._Element, reading: _LawReading
) -> Iterator[Passage | Table | Provision]:
    for child in element:
        name = kind(child)
        if name == "hcontainer":
            yield from _read_law_body(child, reading)
        elif name in TEXT_BLOCKS:
            yield from read_blocks(child, reading.home)
        elif name not in ("num", "heading"):
            yield _read_provision(child, reading)


def read_blocks(element: etree._Element, home: FileContext) -> Iterator[Passage | Table]:
    """Read the passages and tables directly in an element; the inverse of ``write_blocks``."""
    for block in element:
        if kind(block) == "table":
            yield read_table(block, home)
        elif not _is_placeholder(block):
            yield read_passage(block, home)


def _is_placeholder(p: etree._Element) -> bool:
    """Whether a ``p`` is the empty one that the schema requires in a provision without text."""
    content = p.getparent()
    around = content.getparent() if content is not None and kind(content) == "content" else None
    if content is None or around is None or around.get("name") == "continuation":
        return False
    # Not len(content): libxml2 would count all elements.
    alone = p.getprevious() is None and p.getnext() is None
    return alone and not p.text and not len(p)


# ---- the meta element: FRBR identification, origin and readers' comments


def write_meta(
    act: etree._Element, law: Law | Companion | Divisions, outline: Outline, name: str
) -> None:
    """Add the ``meta`` element of a law, of divisions, or of a companion.

    A companion is a text beside the laws.

    The FRBR levels (work, expression, manifestation) name the whole code; ``FRBRthis`` names this
    file as a portion of it, as links from other laws do. Today's date is left out, so that a
    rebuild gives the same bytes.

    Args:
        law: Law, companion or divisions of the file.
        name: Name of the portion: the eId of a law, the name of a companion, ``divisions``.
    """
    meta = add(act, "meta")
    identification = add(meta, "identification")
    identification.set("source", "#lawkb")
    portion = f"/~{name}"
    _work(add(identification, "FRBRWork"), law, outline, portion)
    _expression(add(identification, "FRBRExpression"), law, outline, portion)
    _manifestation(add(identification, "FRBRManifestation"), law, outline, portion)
    if isinstance(law, Law):
        _write_repeals(meta, law, outline)
    _organizations(add(meta, "references"), outline)
    if law.comments:
        _comments(add(meta, "notes"), law.comments, outline)
    _origin(add(meta, "proprietary"), law.origin)


def read_edition(root: etree._Element, outline: Outline, where: str) -> tuple[str, str]:
    """Return the ids of the edition and of the language of a file: ``("2017", "el")``."""
    uri = root.find(f".//{akn('FRBRWork')}/{akn('FRBRuri')}")
    body = root.find(f".//*[@{XML_LANG}]")
    iri = uri.get("value") if uri is not None else None
    language = body.get(XML_LANG) if body is not None else None
    for e in outline.expressions:
        if (work_iri(outline, e.edition), e.language) == (iri, language):
            return e.edition, e.language
    line = uri.sourceline if uri is not None else root.sourceline
    raise fault(where, line, f"{iri} in {language} is not an edition and language in corpus.toml")


def read_origin(root: etree._Element) -> Origin:
    """Return the page that a law was read from, as ``write_meta`` wrote it."""
    own = next(root.iter(lk("origin"))).attrib
    given = {str(name): str(value) for name, value in own.items()}
    return Origin(
        source=given["source"],
        page=given["page"],
        sha256=given["sha256"],
        revised=given.get("revised"),
        user=given.get("user"),
        is_part="part" in given,
    )


def read_comments(root: etree._Element, home: FileContext) -> tuple[Comment, ...]:
    """Return the readers' comments with their replies, as ``write_meta`` wrote them.

    Raises:
        LawkbError: Comments are not numbered in order, or a reply comes before its comment.
    """
    notes = {f"comment_{n}": note for n, note in enumerate(root.iter(akn("note")), 1)}
    pending: dict[str | None, list[Comment]] = {None: []}
    # In reverse, so that the replies to a comment are read before it without recursion.
    for own, note in reversed(notes.items()):
        pending.setdefault(own, [])
        replies = tuple(reversed(pending.pop(own)))
        if note.get("eId") != own:
            raise home.fault(
                note, f"comments must be numbered in order: the id of this one must be {own}"
            )
        pending.setdefault(note.get(lk("reply-to")), []).append(_read_comment(note, replies, home))
    if len(pending) > 1:
        raise fault(
            home.where,
            None,
            "a reply is before the comment that it answers, or that comment is missing",
        )
    return tuple(reversed(pending[None]))


def _work(
    work: etree._Element, law: Law | Companion | Divisions, outline: Outline, portion: str
) -> None:
    edition = outline.edition(law.edition)
    iri = work_iri(outline, law.edition)
    _core(work, (f"{iri}{portion}", iri), outline.titles.get(outline.authoritative))
    _dated(work, edition.date, "Generation", edition.by)
    _values(work, FRBRcountry=outline.authority, FRBRsubtype="code", FRBRnumber=outline.id)


def _expression(
    element: etree._Element, law: Law | Companion | Divisions, outline: Outline, portion: str
) -> None:
    expression = outline.expression(law.edition, law.language)
    original = law.language == outline.authoritative
    iri = expression_iri(outline, law.edition, law.language)
    _core(element, (f"{iri}{portion}", iri), outline.titles.get(law.language))
    _dated(element, expression.date, "Generation" if original else "translation", expression.by)
    _values(element, FRBRauthoritative=str(original).lower())
    if original:
        add(element, "FRBRlanguage").set("language", read_language(law.language).iso639_3)
        return
    source = read_language(outline.authoritative)
    href = expression_iri(outline, law.edition, outline.authoritative)
    master = add(element, "FRBRmasterExpression")
    master.set("href", href)
    master.set("showAs", source.name)
    add(element, "FRBRlanguage").set("language", read_language(law.language).iso639_3)
    translation = add(element, "FRBRtranslation")
    translation.set("href", href)
    translation.set("fromLanguage", source.iso639_3)
    translation.set("authoritative", "false")
    translation.set("by", f"#{expression.by}")


def _manifestation(
    element: etree._Element, law: Law | Companion | Divisions, outline: Outline, portion: str
) -> None:
    iri = expression_iri(outline, law.edition, law.language)
    _core(element, (f"{iri}{portion}.xml", f"{iri}.xml"), None)
    day = _day(law.origin.revised) or outline.expression(law.edition, law.language).date
    _dated(element, day, "markup", _LAWKB.id)
    _values(element, FRBRformat="application/akn+xml")


def _core(element: etree._Element, iris: tuple[str, str], title: str | None) -> None:
    _values(element, FRBRthis=iris[0], FRBRuri=iris[1])
    if title is not None:
        _values(element, FRBRalias=title)
        element[-1].set("name", "title")


def _dated(element: etree._Element, day: str, name: str, by: str) -> None:
    dated = add(element, "FRBRdate")
    dated.set("date", day)
    dated.set("name", name)
    add(element, "FRBRauthor").set("href", f"#{by}")


def _values(element: etree._Element, **values: str) -> None:
    for name, value in values.items():
        add(element, name).set("value", value)


def _day(revised: str | None) -> str | None:
    """Return the day of a time on a page; None when XML does not take it for a date."""
    try:
        return date.fromisoformat((revised or "")[:10]).isoformat()
    except ValueError:
        return None


def _write_repeals(meta: etree._Element, law: Law, outline: Outline) -> None:
    """Add the ``lifecycle`` with an event for each repealed provision, if there is any.

    The schema wants a date: where none is known it is that of the expression, marked as inferred.
    """
    repealed = [each for each in law.provisions() if each.repealed]
    if not repealed:
        return
    lifecycle = add(meta, "lifecycle")
    lifecycle.set("source", "#lawkb")
    home = FileContext(outline, law.edition, law.number)
    for n, provision in enumerate(repealed, 1):
        repeal, event = provision.repealed or Repeal(), add(lifecycle, "eventRef", f"event_{n}")
        event.set("type", "repeal")
        event.set("date", repeal.date or outline.expression(law.edition, law.language).date)
        event.set("source", "#lawkb")
        put_marks(event, inferred=() if repeal.date else ("date",))
        event.set(lk("target"), outline.scheme.eid(provision.address))
        by = repeal.provision
        put(event, "href", home.href(by, None) if by else repeal.url)
        for name in ("by", "reason", "author"):
            put(event, lk(name), getattr(repeal, name) or None)


def _read_repeals(root: etree._Element, home: FileContext) -> dict[Address, Repeal]:
    """Return the repeals by address, as ``_write_repeals`` wrote them."""
    return {
        home.address_of_eid(event, event.get(lk("target"), "")): _read_repeal(event, home)
        for event in root.iter(akn("eventRef"))
    }


def _read_repeal(event: etree._Element, home: FileContext) -> Repeal:
    href = event.get("href")
    inside = href is not None and not href.startswith("http")
    return Repeal(
        date=None if marks(event, "inferred") else event.get("date"),
        by=event.get(lk("by"), ""),
        url=None if inside else href,
        provision=home.address_of_href(event, "href", None) if inside else None,
        reason=event.get(lk("reason"), ""),
        author=event.get(lk("author"), ""),
    )


def _organizations(references: etree._Element, outline: Outline) -> None:
    references.set("source", "#lawkb")
    bodies = {body.id: body for body in (*outline.organizations, _LAWKB)}
    for body in bodies.values():
        element = add(references, "TLCOrganization", body.id)
        element.set("href", f"/ontology/organization/{body.id}")
        element.set("showAs", body.name)


def _origin(proprietary: etree._Element, origin: Origin) -> None:
    proprietary.set("source", "#lawkb")
    own = etree.SubElement(proprietary, lk("origin"))
    for name in ("source", "page", "sha256", "revised", "user"):
        put(own, name, getattr(origin, name))
    put(own, "part", "true" if origin.is_part else None)


def _comments(notes: etree._Element, comments: tuple[Comment, ...], outline: Outline) -> None:
    notes.set("source", "#lawkb")
    for own, comment, answered in _in_order(comments):
        note = add(notes, "note", own)
        note.set("class", "comment" if answered is None else "reply")
        put(note, lk("reply-to"), answered)
        put(note, lk("author"), comment.author)
        put(note, lk("created"), comment.created)
        put(note, lk("edited"), comment.edited)
        put(note, lk("status"), comment.status)
        put(note, lk("target"), outline.scheme.eid(comment.address) if comment.address else None)
        put(note, lk("quote"), comment.quote)
        put_marks(note, inferred=comment.inferred)
        put_span(note, "lines", comment.lines)
        for n, words in enumerate(comment.text.split("\n"), 1):
            add(note, "p", f"{own}__p_{n}").text = words or None


def _in_order(comments: tuple[Comment, ...]) -> Iterator[tuple[str, Comment, str | None]]:
    """Yield comments before their replies: id, comment, and id of the comment it answers."""
    stack: list[tuple[Comment, str | None]] = [(each, None) for each in reversed(comments)]
    n = 0
    while stack:
        n += 1
        comment, answered = stack.pop()
        yield f"comment_{n}", comment, answered
        stack.extend((reply, f"comment_{n}") for reply in reversed(comment.replies))


def _read_comment(note: etree._Element, replies: tuple[Comment, ...], home: FileContext) -> Comment:
    target = note.get(lk("target"))
    return Comment(
        author=note.get(lk("author"), ""),
        created=note.get(lk("created"), ""),
        text="\n".join(p.text or "" for p in note),
        address=None if target is None else home.address_of_eid(note, target),
        quote=note.get(lk("quote")),
        status=cast(CommentStatus, note.get(lk("status"))),
        replies=replies,
        inferred=marks(note, "inferred"),
        lines=span(note, "lines"),
        edited=note.get(lk("edited")),
    )


# ---- what the file says that is not in the page: when it changed, and what it could cite

_HAD = ("held", "removed")  # statuses of references whose target the corpus has, or had


class LawBefore(Struct, frozen=True):
    """A law as the last ingest wrote it, as far as its next file depends on it."""

    origin: Origin
    # What it cited that the corpus had, with the edition where it is another.
    had: frozenset[tuple[str | None, Address]]

    def origin_of(self, law: Law) -> Origin:
        """Return the origin of a law: a part of a page is as old as its own last change."""
        now, before = law.origin, self.origin
        same = (now.source, now.page, now.sha256) == (before.source, before.page, before.sha256)
        if not (now.is_part and same):
            return now
        return replace(now, revised=before.revised, user=before.user)


def read_law_before(file: Path, law: Law, outline: Outline) -> LawBefore | None:
    """Return a law as its file in the corpus has it; None if there is none that can be read."""
    try:
        root = read_tree(file.read_bytes(), str(file))
        home = FileContext(outline, law.edition, law.number, str(file))
        return LawBefore(read_origin(root), frozenset(_had(root, home)))
    except (OSError, LawkbError, KeyError, StopIteration):
        return None


def _had(root: etree._Element, home: FileContext) -> list[tuple[str | None, Address]]:
    cited = (each for each in root.iter() if each.get(lk("status")) in _HAD)
    links = ((each, each.get("href") or each.get("from")) for each in cited)
    return [
        (each.get(lk("edition")), home.address_of_eid(each, href.rpartition("/~")[2].lstrip("#")))
        for each, href in links
        if href and not each.get(lk("act"))
    ]
