"""The ``meta`` element: FRBR identification, origin and readers' comments."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING, cast

from lxml import etree

from lawkb.akn.eids_and_iris import (
    XML_LANG,
    FileContext,
    add,
    akn,
    expression_iri,
    fault,
    lk,
    marks,
    put,
    put_marks,
    put_span,
    span,
    work_iri,
)
from lawkb.model.code import Organization, Outline
from lawkb.model.language import read_language
from lawkb.model.law import Comment, CommentStatus, Law, Origin

if TYPE_CHECKING:
    from lawkb.model.companion import Companion
    from lawkb.model.division import Divisions

_LAWKB = Organization("lawkb", "lawkb")


def write_meta(
    act: etree._Element, law: Law | Companion | Divisions, outline: Outline, name: str
) -> None:
    """Add the ``meta`` element of a law, of divisions, or of a companion.

    A companion is a text beside the laws.

    The FRBR levels (work, expression, manifestation) name the whole code; ``FRBRthis`` names this
    file as a portion of it, as links from other laws do. Today's date is left out, so that a
    rebuild gives the same bytes.

    Args:
        act: The ``act`` or ``doc`` element.
        law: Law, companion or divisions of the file.
        outline: The code.
        name: Name of the portion: the eId of a law, the name of a companion, ``divisions``.
    """
    meta = add(act, "meta")
    identification = add(meta, "identification")
    identification.set("source", "#lawkb")
    portion = f"/~{name}"
    _work(add(identification, "FRBRWork"), law, outline, portion)
    _expression(add(identification, "FRBRExpression"), law, outline, portion)
    _manifestation(add(identification, "FRBRManifestation"), law, outline, portion)
    _organizations(add(meta, "references"), outline)
    if law.comments:
        _comments(add(meta, "notes"), law.comments, outline)
    _origin(add(meta, "proprietary"), law.origin)


def read_edition(root: etree._Element, outline: Outline, where: str) -> tuple[str, str]:
    """Return the ids of the edition and of the language of a file: ``("2017", "el")``.

    Raises:
        LawkbError: The outline has no such edition in that language.
    """
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
