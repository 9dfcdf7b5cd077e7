"""The answer to a query as rows of the search page, for readers without script."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from lawkb.model.passage import Span
from lawkb.publish.views.laws.companion_page import part_id
from lawkb.publish.views.localized_site import LocalizedSite
from lawkb.publish.views.urls import Place
from lawkb.search import Answer, Hit

MarkedText = tuple[tuple[str, bool], ...]  # pieces of a text, and whether each was found


@dataclass(frozen=True, slots=True)
class HitRow:
    """A hit as it is shown.

    Attributes:
        name: Label of the provision in the reader's language.
        place: Its location on the site; None if it has no page.
        edition: Id of the edition, if it is not the newest.
        heading: Headings from the law down.
        snippet: Words of its text.
        other: Tag and words of the text in another language, or None.
    """

    name: str
    place: Place | None
    edition: str
    heading: str
    snippet: MarkedText
    other: tuple[str, MarkedText] | None


@dataclass(frozen=True, slots=True)
class AnswerRows:
    """The answer to a query.

    Attributes:
        query: The query as typed.
        total: Number of provisions found; those shown may be fewer.
        rows: Hits by the BCP 47 tag of the text shown first.
        fault: What is wrong with the query, in English; empty if nothing is.
        is_down: Whether the search does not answer at the moment.
    """

    query: str
    total: int = 0
    rows: tuple[tuple[str, tuple[HitRow, ...]], ...] = ()
    fault: str = ""
    is_down: bool = False

    def of(self, language: str) -> tuple[HitRow, ...]:
        """Return the hits shown in a language."""
        return dict(self.rows).get(language, ())


def answer_rows(site: LocalizedSite, answer: Answer) -> AnswerRows:
    """Return an answer for a page in the language of a site."""
    tags = dict.fromkeys(hit.language for hit in answer.hits)
    rows = tuple((tag, tuple(_rows(site, answer, tag))) for tag in tags)
    return AnswerRows(answer.query, answer.total, rows)


def _rows(site: LocalizedSite, answer: Answer, language: str) -> Iterator[HitRow]:
    newest = site.code.outline.editions[0].id
    for hit in answer.hits:
        if hit.language != language:
            continue
        other = hit.other
        yield HitRow(
            name=_name(site, hit),
            place=_place(site, hit),
            edition="" if hit.edition == newest else hit.edition,
            heading="" if hit.heading == hit.snippet else hit.heading,
            snippet=marked_text(hit.snippet, hit.spans),
            other=(other.language, marked_text(other.snippet, other.spans)) if other else None,
        )


def _name(site: LocalizedSite, hit: Hit) -> str:
    if hit.address is None:
        return hit.label
    return site.name(hit.address) if hit.address.depth else site.law_name(hit.address.law)


def _place(site: LocalizedSite, hit: Hit) -> Place | None:
    if hit.companion:
        id_ = part_id(hit.companion.language, hit.companion.id)
        return Place(site.paths.companion(hit.edition, hit.companion.name), id_)
    return site.place(hit.edition, hit.address) if hit.address else None


def marked_text(text: str, spans: tuple[Span, ...]) -> MarkedText:
    """Cut a text at the spans that were found; the pieces join to the text."""
    ends = sorted({0, len(text), *(end for span in spans for end in span)})
    return tuple(
        (text[start:end], any(a <= start and end <= b for a, b in spans))
        for start, end in pairwise(ends)
    )
