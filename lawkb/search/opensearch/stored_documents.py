"""Documents as JSON, as the server keeps them beside their tokens: written, and read back equal."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import msgspec

from lawkb.model.address import Address, InSeries, Inserted, Ordinal
from lawkb.model.passage import Reference
from lawkb.search.documents import DivisionPlace, Document, Part, Place, Spot, Text

# What each kind of place is called in JSON.
_PROVISION, _SECTION, _DIVISION = "provision", "section", "division"
_ADDRESSES = ("target", "upto", "linked")  # of a reference
_DEFAULTS = {each.name: each.default for each in fields(Reference)}


def write_document(document: Document) -> str:
    """Return a document as JSON."""
    written = {
        "edition": document.edition,
        "place": _written_place(document.place),
        "texts": [_written_text(text) for text in document.texts],
    }
    return msgspec.json.encode(written).decode("utf-8")


def read_document(written: str) -> Document:
    """Return a document that ``write_document`` wrote.

    Raises:
        ValueError: It is damaged.
    """
    try:
        read = msgspec.json.decode(written)
        texts = tuple(_read_text(text) for text in read["texts"])
        return Document(read["edition"], _read_place(read["place"]), texts)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError("not a document") from error


def _written_place(place: Place) -> dict[str, Any]:
    if isinstance(place, Address):
        return {"kind": _PROVISION, "address": _written_address(place)}
    if isinstance(place, DivisionPlace):
        return {"kind": _DIVISION, "path": place.path}
    return {"kind": _SECTION, "name": place.name, "language": place.language, "id": place.id}


def _read_place(read: dict[str, Any]) -> Place:
    if read["kind"] == _PROVISION:
        return _read_address(read["address"])
    if read["kind"] == _DIVISION:
        return DivisionPlace(tuple((kind, n) for kind, n in read["path"]))
    return Spot(read["name"], read["language"], read["id"])


def _written_address(address: Address) -> list[Any]:
    return [_written_ordinal(n) for n in address.path]


def _read_address(read: list[Any]) -> Address:
    return Address(tuple(map(_read_ordinal, read)))


def _written_ordinal(n: Ordinal) -> Any:
    if isinstance(n, InSeries):
        return [n.place, n.series, _written_ordinal(n.n)]
    return [n.base, n.insert] if isinstance(n, Inserted) else n


def _read_ordinal(read: Any) -> Ordinal:
    if isinstance(read, int):
        return read
    if len(read) == 2:
        return Inserted(*read)
    place, series, n = read
    return InSeries(place, series, _read_ordinal(n))


def _written_text(text: Text) -> dict[str, Any]:
    return {
        "language": text.language,
        "label": text.label,
        "headings": text.headings,
        "above": text.above,
        "parts": [_written_part(part) for part in text.parts],
    }


def _read_text(read: dict[str, Any]) -> Text:
    return Text(
        language=read["language"],
        label=read["label"],
        headings=tuple(read["headings"]),
        parts=tuple(map(_read_part, read["parts"])),
        above=tuple(read["above"]),
    )


def _written_part(part: Part) -> dict[str, Any]:
    references = part.references
    return {
        "zone": part.zone,
        "text": part.text,
        "cells": part.cells,
        "references": None if references is None else [_written_reference(r) for r in references],
    }


def _read_part(read: dict[str, Any]) -> Part:
    references = read["references"]
    return Part(
        zone=read["zone"],
        text=read["text"],
        references=None if references is None else tuple(map(_read_reference, references)),
        cells=tuple((start, end) for start, end in read["cells"]),
    )


def _written_reference(reference: Reference) -> dict[str, Any]:
    """Return the attributes of a reference that are not the usual ones."""
    held = {name: getattr(reference, name) for name in _DEFAULTS}
    written = {name: value for name, value in held.items() if value != _DEFAULTS[name]}
    for name in _ADDRESSES:
        if written.get(name) is not None:
            written[name] = _written_address(written[name])
    if "candidates" in written:
        written["candidates"] = [_written_address(each) for each in reference.candidates]
    return written


def _read_reference(read: dict[str, Any]) -> Reference:
    for name in _ADDRESSES:
        if read.get(name) is not None:
            read[name] = _read_address(read[name])
    if "candidates" in read:
        read["candidates"] = tuple(map(_read_address, read["candidates"]))
    if "within" in read:
        read["within"] = tuple(read["within"])
    return Reference(**read)
