"""A law for search engines: schema.org/Legislation as JSON-LD."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable

from lawkb.akn.eids_and_iris import expression_iri, work_iri
from lawkb.model.address import Address
from lawkb.model.label import law_name
from lawkb.model.law import Law
from lawkb.publish.views.localized_site import LocalizedSite, title_of
from lawkb.publish.views.urls import Place

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
