"""What the pages of all interface languages are made from, made once for all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial

from lawkb.checks.report import Report
from lawkb.model.code import Code
from lawkb.publish.links import LawLinks, law_links
from lawkb.publish.searching import search_table
from lawkb.publish.shadow import ShadowPage
from lawkb.publish.work import LawWork, law_work
from lawkb.refs.graph import Graph


@dataclass(frozen=True, slots=True)
class Once:
    """What is the same in every interface language, each made when it is first asked for.

    Attributes:
        table: What the search page knows of the laws, JSON.
        links: What a law cites and what cites it, by its edition and number.
        work: What is to be done on a law, by the same.
    """

    table: Callable[[], str]
    links: Callable[[str, int], LawLinks]
    work: Callable[[str, int], LawWork]


def make_once(
    code: Code, graph: Graph, shadow: Sequence[ShadowPage], report: Report | None
) -> Once:
    """The same from what is known now; whoever reads anew makes a new one.

    Args:
        code: The laws.
        graph: Who cites whom.
        shadow: What the search is built from.
        report: What is to be done; None where the translators' desk is not published.
    """
    links = cache(partial(law_links, code, graph))
    found = report or Report((), {}, {}, {})
    return Once(
        cache(partial(search_table, code, shadow)),
        links,
        cache(partial(law_work, code, found, links)),
    )
