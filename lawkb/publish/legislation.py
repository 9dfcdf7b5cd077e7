"""What search engines are told of a law: schema.org/Legislation, without the URLs of a site."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass

from lawkb.akn.names import expression_iri, work_iri
from lawkb.model.address import Address
from lawkb.model.law import Law
from lawkb.publish.places import Place
from lawkb.publish.tree import Tree, title_of

# Inside <script>, these could end it or begin another; JSON reads them alike.
_ENDING = re.compile("[<>&\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class LegislationText:
    """A law in one language.

    Attributes:
        identifier: IRI of the expression and the law, ``…/ell@2018-05-25/~rule_57``.
        language: Tag.
        name: Its number and title in that language.
        date: ISO date of the text.
        original: IRI of the text it translates; empty for an original.
    """

    identifier: str
    language: str
    name: str
    date: str
    original: str


@dataclass(frozen=True, slots=True)
class Legislation:
    """A law in its languages.

    Attributes:
        whole: Identifier of the edition.
        whole_name: Title of the code.
        texts: Its languages.
        parts: Name and place of each provision directly in it.
        citations: Name and place of each law that it cites, held or not.
    """

    whole: str
    whole_name: str
    texts: tuple[LegislationText, ...]
    parts: tuple[tuple[str, Place], ...]
    citations: tuple[tuple[str, Place], ...]


def legislation_of(tree: Tree, laws: tuple[Law, ...]) -> Legislation:
    """What is told of a law, from its expressions; at least one."""
    outline, edition, number = tree.code.outline, laws[0].edition, laws[0].number
    children = {child.address for law in laws for child in law.root.children}
    cited = {
        (citation.target_edition, citation.reference.target.law)
        for citation in tree.graph.cites(edition, Address((number,)))
        if citation.reference.target and citation.reference.status in ("held", "not-held")
    }
    return Legislation(
        whole=work_iri(outline, edition),
        whole_name=title_of(tree.code, tree.language.code)[0],
        texts=tuple(_text(tree, law) for law in laws),
        parts=_places(tree, edition, sorted(children)),
        citations=tuple(
            found
            for held, law in sorted(cited - {(edition, number)})
            for found in _places(tree, held, [Address((law,))])
        ),
    )


def structured_data(told: Legislation, url: Callable[[Place], str]) -> str:
    """The same as JSON-LD that may stand in a ``script`` element.

    Args:
        told: The law.
        url: Gives the URL of a place.
    """
    whole = {"@type": "Legislation", "legislationIdentifier": told.whole, "name": told.whole_name}
    parts = [_named(name, url(place)) for name, place in told.parts]
    cited = [_named(name, url(place)) for name, place in told.citations]
    graph = []
    for text in told.texts:
        record: dict[str, object] = {
            "@type": "Legislation",
            "@id": text.identifier,
            "legislationIdentifier": text.identifier,
            "name": text.name,
            "inLanguage": text.language,
            "legislationDate": text.date,
            "isPartOf": whole,
        }
        if text.original:
            record["translationOfWork"] = {"@type": "Legislation", "@id": text.original}
        graph.append(record | {"hasPart": parts, "citation": cited})
    data = {"@context": "https://schema.org", "@graph": graph}
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return _ENDING.sub(lambda sign: f"\\u{ord(sign[0]):04x}", written)


def _text(tree: Tree, law: Law) -> LegislationText:
    outline = tree.code.outline
    language = outline.language(law.language)
    heading = f" · {law.root.heading.text}" if law.root.heading else ""
    eid = outline.scheme.eid(law.root.address)
    original = law.language == outline.authoritative
    source = f"{expression_iri(outline, law.edition, outline.authoritative)}/~{eid}"
    return LegislationText(
        identifier=f"{expression_iri(outline, law.edition, law.language)}/~{eid}",
        language=law.language,
        name=f"{language.law} {law.number}{heading}",
        date=outline.expression(law.edition, law.language).date,
        original="" if original else source,
    )


def _places(tree: Tree, edition: str, addresses: list[Address]) -> tuple[tuple[str, Place], ...]:
    found = ((tree.name(address), tree.place(edition, address)) for address in addresses)
    return tuple((name, place) for name, place in found if place)


def _named(name: str, url: str) -> dict[str, str]:
    return {"@type": "Legislation", "name": name, "url": url}
