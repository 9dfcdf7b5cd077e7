"""Codes made of a few words, for the cases of the rules."""

from typing import Any

from msgspec.structs import replace

from lawkb.model.address import Address, Ordinal
from lawkb.model.code import Code, Outline
from lawkb.model.law import Comment, Law, Origin, Provision
from lawkb.model.passage import Note, Passage
from lawkb.references.resolve import annotate_law, resolve_code
from tests.corpus_files import bridge_outline

LAW = 47


def code_of(original: Any, translation: Any, language: str = "el", edition: str = "2017") -> Code:
    """A code: each side a text of Law 47, or provisions of one or more laws by their address."""
    laws: dict[tuple[str, str, Ordinal], Law] = {}
    outline = _with_language(language)
    for tag, given in (("en", original), (language, translation)):
        for number, table in _by_law(given).items():
            law = replace(law_of(table, tag, outline, number), edition=edition)
            laws[edition, tag, number] = annotate_law(law, outline)
    return resolve_code(Code(outline, laws))


def _with_language(tag: str) -> Outline:
    """The outline of the corpus; with an expression of a language that the corpus lacks."""
    if tag in {each.language for each in bridge_outline().expressions}:
        return bridge_outline()
    added = replace(bridge_outline().expressions[0], language=tag)
    return replace(bridge_outline(), expressions=(*bridge_outline().expressions, added))


def _by_law(given: Any) -> dict[Ordinal, Any]:
    if isinstance(given, str):
        return {LAW: given}
    found: dict[Ordinal, Any] = {}
    for label, value in given.items():
        number = LAW if label == "comments" else bridge_outline().scheme.read(label).law
        found.setdefault(number, {})[label] = value
    return found


def law_of(given: Any, tag: str, outline: Outline, number: Ordinal = LAW) -> Law:
    table: dict[str, Any] = {"47A": given} if isinstance(given, str) else dict(given)
    comments = tuple(_comment(each, outline) for each in table.pop("comments", ()))
    places = {outline.scheme.read(label): value for label, value in table.items()}
    root = Address((number,))
    places.setdefault(root, "")
    origin = Origin("wiki", f"law_{number}", "")
    altered = tuple(
        place for place, each in places.items() if isinstance(each, dict) and "altered" in each
    )
    return Law("2017", tag, _provision(root, places), origin, comments, altered)


def _provision(address: Address, places: dict[Address, Any]) -> Provision:
    value = places[address]
    fields: dict[str, Any] = {"text": value} if isinstance(value, str) else dict(value)
    text, heading = fields.get("text", ""), fields.get("heading")
    notes = tuple(
        Note(0, str(n), words, inferred=tuple(fields.get("note_inferred", ())))
        for n, words in enumerate(fields.get("notes", ()), start=fields.get("first_note", 1))
    )
    passages = (Passage(text, notes=notes),) if text else ()
    # Document order is the order of the table: cases of numbering are not sorted.
    inner = (_provision(each, places) for each in places if each.parent == address)
    return Provision(
        address,
        fields.get("num", ""),
        Passage(heading) if heading else None,
        (*passages, *inner),
        inferred=tuple(fields.get("inferred", ())),
        lost=tuple(fields.get("lost", ())),
        editorial=tuple(fields.get("editorial", ())),
    )


def _comment(fields: dict[str, Any], outline: Outline) -> Comment:
    place = outline.scheme.read(fields["address"])
    return replace(
        Comment("Someone", "2020-01-01T10:00", fields["text"], place), status=fields["status"]
    )
