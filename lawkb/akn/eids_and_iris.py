"""eIds, IRIs and links of Akoma Ntoso files, and their elements and attributes by name.

The eId of a provision is ``Scheme.eid`` of ``lawkb.model.address``, ``rule_47__para_E``. The eId of
a heading, paragraph or table adds its element and number: ``rule_47__para_E__p_1``.
"""

from __future__ import annotations

from functools import cache, lru_cache

from lxml import etree
from msgspec import Struct

from lawkb.errors import LawkbError
from lawkb.model.address import Address, Ordinal
from lawkb.model.code import Outline
from lawkb.model.language import read_language

AKN = "http://docs.oasis-open.org/legaldocml/ns/akn/3.0"
LK = "urn:lawkb:1"
XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
# Elements with significant white space: no indentation is added inside them.
MIXED = ("num", "heading", "p")

_HINT = "restore the file from version control, or write it again with: lawkb ingest"


def element_of(address: Address, outline: Outline) -> str:
    """Return the element of a provision: ``article``, ``point``, in an annex also ``part``."""
    return outline.scheme.elements(address.law)[address.depth]


class FileContext(Struct, frozen=True):
    """The file that a passage is written to or read from; links are relative to it."""

    outline: Outline  # the code
    edition: str  # id of the edition of the file
    law: Ordinal  # number of the law; 0 for a text beside the laws
    where: str = ""  # name of the file in messages; empty when writing

    def href(self, target: Address, edition: str | None) -> str:
        """Return the link to a provision: ``#rule_47`` in this law, else an IRI with ``/~rule_47``.

        Args:
            edition: Id of its edition; None for the edition of this file.
        """
        eid = self.outline.scheme.eid(target)
        if edition is None and target.law == self.law:
            return f"#{eid}"
        return f"{work_iri(self.outline, edition or self.edition)}/~{eid}"

    def address_of_href(self, element: etree._Element, name: str, edition: str | None) -> Address:
        """Return the provision that an attribute of an element links to; the inverse of ``href``.

        Args:
            edition: Id of the edition of the provision; None for the edition of this file.
        """
        href = element.get(name, "")
        address = self.address_of_eid(element, href.rpartition("/~")[2].removeprefix("#"))
        if self.href(address, edition) != href:
            raise self.fault(element, f"{href} and lk:edition name different editions")
        return address

    def address_of_eid(self, element: etree._Element, eid: str) -> Address:
        """Return the address of an eId, ``rule_47__para_E``."""
        try:
            return self.outline.scheme.address_of_eid(eid)
        except LawkbError as error:
            raise self.fault(element, f"{eid}: {error.what}") from None

    def fault(self, element: etree._Element, what: str) -> LawkbError:
        """Return the error to raise for an element that does not fit the profile.

        ``what`` is the message; the file and line are added.
        """
        return fault(self.where, element.sourceline, what)


def fault(where: str, line: object, what: str) -> LawkbError:
    """Return the error for a line of a file that cannot be read; its message is one line."""
    return LawkbError(f"{where}:{line}" if line else where, " ".join(what.split()), _HINT)


def work_iri(outline: Outline, edition: str) -> str:
    """Return the IRI of an edition, ``/akn/aa-wbf/act/code/2017/duplicate-bridge``."""
    return f"/akn/{outline.authority}/act/code/{edition}/{outline.id}"


def expression_iri(outline: Outline, edition: str, language: str) -> str:
    """Return the IRI of an edition in a language, ``…/ell@2018-05-25``.

    The original of an edition has an IRI even where the corpus lacks it, with the date of the
    edition: the Italian page of 2007 translates an English text that the corpus does not have.
    """
    dates = (e.date for e in outline.expressions if (e.edition, e.language) == (edition, language))
    date = next(dates, "") or outline.edition(edition).date
    return f"{work_iri(outline, edition)}/{read_language(language).iso639_3}@{date}"


@cache
def akn(name: str) -> str:
    """Return the qualified name of an Akoma Ntoso element."""
    return f"{{{AKN}}}{name}"


@cache
def lk(name: str) -> str:
    """Return the qualified name of an attribute or element in the namespace of lawkb."""
    return f"{{{LK}}}{name}"


def kind(element: etree._Element) -> str:
    """Return the name of an element without its namespace."""
    return _local(element.tag)


@lru_cache(maxsize=1024)  # bounded: a file from a stranger may have any names
def _local(tag: str) -> str:
    return tag.rpartition("}")[2]


def add(parent: etree._Element, name: str, eid: str | None = None) -> etree._Element:
    """Add an element as the last child, with an eId if one is given, and return it."""
    if eid is None:
        return etree.SubElement(parent, akn(name))
    return etree.SubElement(parent, akn(name), eId=eid)


def put(element: etree._Element, name: str, value: str | None) -> None:
    """Set an attribute of an element unless the value is None."""
    if value is not None:
        element.set(name, value)


def put_marks(element: etree._Element, **marks: tuple[str, ...]) -> None:
    """Set attributes of lawkb that list words, ``lk:inferred="num"``; leave empty ones out."""
    for name, words in marks.items():
        put(element, lk(name), " ".join(words) or None)


def marks(element: etree._Element, name: str) -> tuple[str, ...]:
    """Return the words of an attribute that ``put_marks`` wrote; empty when it is missing."""
    return tuple(element.get(lk(name), "").split())


def put_span(element: etree._Element, name: str, span: tuple[int, int] | None) -> None:
    """Set an attribute of lawkb to a pair of numbers, ``lk:lines="21-22"``, unless it is None."""
    put(element, lk(name), f"{span[0]}-{span[1]}" if span else None)


def span(element: etree._Element, name: str) -> tuple[int, int] | None:
    """Return the pair of numbers of an attribute that ``put_span`` wrote; None if missing."""
    first, dash, last = element.get(lk(name), "").partition("-")
    return (int(first), int(last)) if dash else None
