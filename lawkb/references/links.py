"""Apply the wiki links of pages to the references of laws and companions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from operator import is_

from lawkb.model.address import Address, Scheme
from lawkb.model.code import Code
from lawkb.model.companion import Companion, Section
from lawkb.model.law import Law, Loss, Provision
from lawkb.model.passage import (
    Link,
    Passage,
    Reference,
    Table,
    active_link_message,
    is_active_target,
)
from lawkb.model.source import Source
from lawkb.references.grammar import Grammar, read_grammar
from lawkb.references.linked_words import (
    LawLink,
    LinkPlaces,
    PassageContext,
    is_key_word,
    linked_references,
)


def link_references(code: Code, sources: tuple[Source, ...]) -> Code:
    """Return the code with its references corrected by links; resolve them afterwards.

    A link leads to a law when its page id fits a rule of the source. If its words already cite that
    law, nothing changes. A label alone («81Γ5», «Γ5») is read in that law; words without a label
    («εδώ») cite the link target. Words that cite another provision keep their target, and the
    reference gets the link target in ``linked``. Headings and notes are not changed.
    """
    places = LinkPlaces(code, sources)
    laws = {key: _law(law, _page(law, places)) for key, law in code.laws.items()}
    companions = {key: _companion(one, _page(one, places)) for key, one in code.companions.items()}
    return replace(code, laws=laws, companions=companions)


def link_losses(text: Law | Companion, scheme: Scheme) -> tuple[Loss, ...]:
    """Return a loss of kind ``link`` for every contradicting or unsafe link of a text."""
    return tuple(
        Loss("link", message, place, text.language, passage.lines and passage.lines[0])
        for place, passage in _passages(text)
        for message in _link_messages(passage, scheme)
    )


def _link_messages(passage: Passage, scheme: Scheme) -> Iterator[str]:
    yield from (_contradiction(each, scheme) for each in passage.references if each.linked)
    for link in passage.links:
        if is_active_target(link.target):
            yield active_link_message(passage.text[link.start : link.end])


@dataclass(frozen=True, slots=True)
class _Page:
    """The context in which the links of a text are read."""

    places: LinkPlaces
    source: str
    edition: str
    grammar: Grammar


def _page(text: Law | Companion, places: LinkPlaces) -> _Page:
    outline = places.code.outline
    grammar = read_grammar(outline.language(text.language), outline.scheme)
    return _Page(places, text.origin.source, text.edition, grammar)


def _law(law: Law, page: _Page) -> Law:
    root = _provision(law.root, page)
    return law if root is law.root else replace(law, root=root)


def _companion(companion: Companion, page: _Page) -> Companion:
    citing = Address((companion.law,)) if companion.law else None
    body = _body(companion.body, citing, page)
    return companion if body is companion.body else replace(companion, body=body)


def _provision(provision: Provision, page: _Page) -> Provision:
    """Return a provision with its links applied; the same object if nothing changes."""
    body = tuple(
        _provision(item, page)
        if isinstance(item, Provision)
        else _linked_item(item, provision.address, page)
        for item in provision.body
    )
    return provision if all(map(is_, body, provision.body)) else replace(provision, body=body)


def _body(
    body: tuple[Passage | Table | Section, ...], citing: Address | None, page: _Page
) -> tuple[Passage | Table | Section, ...]:
    found = tuple(
        _section(item, citing, page)
        if isinstance(item, Section)
        else _linked_item(item, citing, page)
        for item in body
    )
    return body if all(map(is_, found, body)) else found


def _section(section: Section, citing: Address | None, page: _Page) -> Section:
    body = _body(section.body, citing, page)
    return section if body is section.body else replace(section, body=body)


def _linked_item(item: Passage | Table, citing: Address | None, page: _Page) -> Passage | Table:
    if isinstance(item, Passage):
        return _passage(item, citing, page) if item.links else item
    if not any(passage.links for passage in item.passages):
        return item
    rows = tuple(
        tuple(
            replace(cell, passage=_passage(cell.passage, citing, page)) if cell.passage else cell
            for cell in row
        )
        for row in item.rows
    )
    return replace(item, rows=rows)


def _passage(passage: Passage, citing: Address | None, page: _Page) -> Passage:
    led = tuple(_links_to_laws(passage, page))
    if not led:
        return passage
    references = linked_references(passage, led, PassageContext(citing, page.edition, page.grammar))
    return passage if references == passage.references else replace(passage, references=references)


def _links_to_laws(passage: Passage, page: _Page) -> Iterator[LawLink]:
    """Yield the links of a passage that lead to a law, with the references in their words."""
    starts = [reference.start for reference in passage.references]
    ends = [reference.end for reference in passage.references]
    for link in passage.links:
        place = page.places.of(page.source, link)
        if place is None:
            continue
        first, last = bisect_right(ends, link.start), bisect_left(starts, link.end)
        if first == last < len(starts) and _is_key(passage.text, link, starts[last], page.grammar):
            last += 1
        yield LawLink(link, place, first, last)


def _is_key(text: str, link: Link, reference: int, grammar: Grammar) -> bool:
    """Return whether the words of a link are the key word right before a reference."""
    between = text[link.end : reference]
    return not between.strip() and is_key_word(text[link.start : link.end], grammar)


def _passages(text: Law | Companion) -> Iterator[tuple[Address | None, Passage]]:
    if isinstance(text, Companion):
        yield from ((None, passage) for passage in text.passages())
        return
    for provision in text.provisions():
        yield from ((provision.address, passage) for passage in provision.passages)


def _contradiction(reference: Reference, scheme: Scheme) -> str:
    says = f"cite {scheme.write(reference.target)}" if reference.target else "cannot be told"
    edition = f"{reference.linked_edition}:" if reference.linked_edition else ""
    leads = f"{edition}{scheme.write(reference.linked)}" if reference.linked else ""
    return f"the words «{reference.raw}» {says}, their link leads to {leads}"
