"""Which citations are wanted: by edition, language, status, and a provision at one end."""

from __future__ import annotations

from dataclasses import dataclass

from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.references.graph import Citation, Disagreement, Graph, disagreements
from lawkb.references.typed_address import edition_of

BOTH_ENDS = ("cites", "cited_by")


@dataclass(frozen=True, slots=True)
class Selection:
    """Which citations to select.

    Attributes:
        edition: Of the citing provision; None for every one.
        lang: Of the citing text; None for every one.
        statuses: Empty for every one.
        place: Provision at one of the ends; None for every one.
        ends: At which: ``cites``, ``cited_by``.
    """

    edition: str | None = None
    lang: str | None = None
    statuses: frozenset[str] = frozenset()
    place: Address | None = None
    ends: tuple[str, ...] = BOTH_ENDS

    def lists(self, code: Code, graph: Graph) -> dict[str, list[Citation]]:
        """Return the citations by end; under ``references`` all of them, each once."""
        if self.place is None:
            return {"references": self._wanted(graph.citations)}
        edition = edition_of(code, self.edition, self.place)
        found = {"cites": graph.cites, "cited_by": graph.cited_into}
        lists = {end: self._wanted(found[end](edition, self.place)) for end in self.ends}
        every = list(dict.fromkeys(c for found in lists.values() for c in found))
        return {"references": every, **lists}

    def disagreements(self, code: Code, graph: Graph) -> tuple[Disagreement, ...]:
        """Return the provisions whose languages cite differently."""
        return tuple(
            each
            for each in disagreements(graph, code)
            if self.edition in {None, each.edition}
            and (self.place is None or self.place.holds(each.address))
        )

    def _wanted(self, citations: tuple[Citation, ...]) -> list[Citation]:
        return [
            c
            for c in citations
            if self.lang in {None, c.language}
            and (self.place is not None or self.edition in {None, c.edition})
            and (not self.statuses or c.reference.status in self.statuses)
        ]
