"""What is the same for readers of every language, made once and shared by their pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial

from lawkb.editorial.report import EditorialReport
from lawkb.model.code import Code
from lawkb.publish.views.pagefind_source import PagefindPage
from lawkb.publish.views.references.law_references import LawLinks, law_links
from lawkb.publish.views.search_page import search_table
from lawkb.publish.views.translators.findings import LawWork, law_work
from lawkb.references.graph import Graph


@dataclass(frozen=True, slots=True)
class LanguageNeutral:
    """What is the same in every interface language, each made when it is first asked for.

    Attributes:
        table: What the search page knows of the laws, JSON.
        links: What a law cites and what cites it, by its edition and number.
        work: What is to be done on a law, by the same.
    """

    table: Callable[[], str]
    links: Callable[[str, int], LawLinks]
    work: Callable[[str, int], LawWork]


def make_language_neutral(
    code: Code, graph: Graph, shadow: Sequence[PagefindPage], report: EditorialReport | None
) -> LanguageNeutral:
    """The same from what is known now; whoever reads anew makes a new one.

    Args:
        code: The laws.
        graph: Who cites whom.
        shadow: What the search is built from.
        report: What is to be done; None where the translators' desk is not published.
    """
    links = cache(partial(law_links, code, graph))
    found = report or EditorialReport((), {}, {}, {})
    return LanguageNeutral(
        cache(partial(search_table, code, shadow)),
        links,
        cache(partial(law_work, code, found, links)),
    )
