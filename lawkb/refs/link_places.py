"""Where the links of a page lead in the code: to a law, or to a provision of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from lawkb.model.address import Address, Scheme
from lawkb.model.code import Code
from lawkb.model.law import Law, Provision
from lawkb.model.page import Source
from lawkb.model.passage import Link
from lawkb.parse.wiki_links import clean_id

# By anchor, the provision; None for an anchor that several provisions have.
_Anchors = dict[str, Address | None]


@dataclass(frozen=True, slots=True)
class LinkPlace:
    """Where a link leads.

    Attributes:
        edition: Edition of the law.
        address: The law, or the provision of it that the anchor of the link is of.
        exact: False when the link has an anchor that is of no provision held: it then leads to
            some place in the law, and nobody can tell to which.
    """

    edition: str
    address: Address
    exact: bool


@dataclass(frozen=True, slots=True)
class LinkPlaces:
    """The places of all links.

    Attributes:
        code: The laws; their headings have the anchors that links name.
        sources: Their rules say which page holds which law.
    """

    code: Code
    sources: tuple[Source, ...]
    _known: dict[tuple[str, int], _Anchors] = field(default_factory=dict)

    def of(self, source: str, link: Link) -> LinkPlace | None:
        """Where a link on a page of a source leads; None when to no law.

        The page it leads to need not be there: its id alone names the law.
        """
        found = self._law(source, link.target) if link.kind == "page" else None
        if found is None or not link.anchor:
            return found
        anchors = self._anchors(found.edition, found.address.law)
        place = anchors.get(link.anchor) or anchors.get(section_id(link.anchor))
        if place is None:
            return LinkPlace(found.edition, found.address, exact=False)
        return LinkPlace(found.edition, place, exact=True)

    def _law(self, source: str, page: str) -> LinkPlace | None:
        """The law of a page by the rule that it is read by."""
        rules = (rule for each in self.sources if each.name == source for rule in each.rules)
        for rule in rules:
            number = rule.law(page)
            most = self.code.outline.edition(rule.edition).laws
            if rule.fits(page) and (number or 0) <= most:
                is_law = number is not None and rule.kind == "law"
                return LinkPlace(rule.edition, Address((number or 1,)), True) if is_law else None
        return None

    def _anchors(self, edition: str, number: int) -> _Anchors:
        key = (edition, number)
        if key not in self._known:
            tags = self.code.languages_of(edition, number)
            laws = (self.code.laws[edition, tag, number] for tag in tags)
            self._known[key] = _anchors_of(tuple(laws), self.code.outline.scheme)
        return self._known[key]


def section_id(title: str) -> str:
    """The id that DokuWiki gives the heading of a section: ``β_ανάκληση`` for «Β. Ανάκληση».

    Source: ``sectionID`` of DokuWiki, and the ids of the sample pages.
    """
    plain = clean_id(title).replace(":", "").replace(".", "")
    return plain.lstrip("0123456789_-")


def _anchors_of(laws: tuple[Law, ...], scheme: Scheme) -> _Anchors:
    """The anchors of a law in all its languages; the fragments of our own site are some, too."""
    found: _Anchors = {}
    for law in laws:
        for provision in law.provisions():
            for anchor in filter(None, _names(provision, scheme)):
                same = found.setdefault(anchor, provision.address) == provision.address
                found[anchor] = provision.address if same else None
    return found


def _names(provision: Provision, scheme: Scheme) -> Iterator[str]:
    with suppress(ValueError):  # a page may number deeper than the scheme can write
        yield scheme.fragment(provision.address)
    if provision.heading:
        # A title has a dash between the number of its law and its words; a section has none.
        for between in (" ", " - "):
            yield section_id(f"{provision.num}{between}{provision.heading.text}")
