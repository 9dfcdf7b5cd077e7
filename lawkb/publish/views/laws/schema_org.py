"""A law for search engines: schema.org/Legislation, without the URLs of a site."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lawkb.akn.names import expression_iri, work_iri
from lawkb.model.address import Address
from lawkb.model.law import Law
from lawkb.publish.views.localized_site import LocalizedSite, title_of
from lawkb.publish.views.urls import Place

_Written = tuple[str, Address]  # of an edition

_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
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
        whole_name: Title of the code.
        parts: Name of each provision directly in the law.
        citations: Name of each law that it cites, held or not.
    """

    identifier: str
    language: str
    name: str
    date: str
    original: str
    whole_name: str
    parts: tuple[str, ...]
    citations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Legislation:
    """A law in its languages.

    Attributes:
        whole: Identifier of the edition.
        texts: Its languages; every name of one is written in it.
        parts: Place of each provision directly in the law.
        citations: Place of each law that it cites.
    """

    whole: str
    texts: tuple[LegislationText, ...]
    parts: tuple[Place, ...]
    citations: tuple[Place, ...]


def legislation_of(site: LocalizedSite, laws: tuple[Law, ...]) -> Legislation:
    """What is told of a law, from its expressions; at least one."""
    edition, number = laws[0].edition, laws[0].number
    children = sorted({child.address for law in laws for child in law.root.children})
    cited = {
        (citation.target_edition, citation.reference.target.law)
        for citation in site.graph.cites(edition, Address((number,)))
        if citation.reference.target and citation.reference.status in ("held", "not-held")
    }
    parts = _placed(site, [(edition, address) for address in children])
    others = sorted(cited - {(edition, number)})
    citations = _placed(site, [(held, Address((law,))) for held, law in others])
    return Legislation(
        work_iri(site.code.outline, edition),
        tuple([_text(site, law, [a for _, a in parts], [a for _, a in citations]) for law in laws]),
        tuple(parts.values()),
        tuple(citations.values()),
    )


def structured_data(told: Legislation, url: Callable[[Place], str]) -> str:
    """The same as JSON-LD that may stand in a ``script`` element.

    Args:
        told: The law.
        url: Gives the URL of a place.
    """
    parts, citations = [url(p) for p in told.parts], [url(p) for p in told.citations]
    graph = []
    for text in told.texts:
        whole = {"@type": "Legislation", "legislationIdentifier": told.whole}
        record: dict[str, object] = {
            "@type": "Legislation",
            "@id": text.identifier,
            "legislationIdentifier": text.identifier,
            "name": text.name,
            "inLanguage": text.language,
            "legislationDate": text.date,
            "isPartOf": whole | {"name": text.whole_name},
        }
        if text.original:
            record["translationOfWork"] = {"@type": "Legislation", "@id": text.original}
        record["hasPart"] = _named(text.parts, parts)
        record["citation"] = _named(text.citations, citations)
        graph.append(record)
    written = _JSON.encode({"@context": "https://schema.org", "@graph": graph})
    return _ENDING.sub(lambda sign: f"\\u{ord(sign[0]):04x}", written)


def _text(
    site: LocalizedSite, law: Law, parts: Sequence[Address], citations: Sequence[Address]
) -> LegislationText:
    outline = site.code.outline
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
        whole_name=title_of(site.code, law.language)[0],
        parts=tuple([site.label(law.language, address) for address in parts]),
        citations=tuple([site.label(law.language, address) for address in citations]),
    )


def _placed(site: LocalizedSite, written: Sequence[_Written]) -> dict[_Written, Place]:
    """The place of each that has a page."""
    found = {each: site.place(*each) for each in written}
    return {each: place for each, place in found.items() if place}


def _named(names: Sequence[str], urls: Sequence[str]) -> list[dict[str, str]]:
    return [
        {"@type": "Legislation", "name": name, "url": url}
        for name, url in zip(names, urls, strict=True)
    ]
