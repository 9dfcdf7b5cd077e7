"""Own texts: what a provision says in one language, as HTML that all interface languages share."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lawkb.publish.places import Place, translated


@dataclass(frozen=True, slots=True)
class OwnText:
    """What a cell of a law page holds: the label, the heading, the text and the notes.

    Attributes:
        language: Tag of the expression.
        label: Address of the provision in this language; empty where its text goes on.
        heading: Words of its heading, without note marks.
        html: All of it.
        bare: Whether it is a label and nothing else: its text begins with a provision in it.
        ids: Ids in it that pages may link to.
        links: Places that it links to.
    """

    language: str
    label: str
    heading: str
    html: str
    bare: bool
    ids: frozenset[str]
    links: frozenset[Place]

    def in_tree(self, language: str) -> OwnText:
        """The same in the tree of another interface language, where its URLs are the same."""
        if not self.links:
            return self
        there = (Place(translated(place.path, language), place.fragment) for place in self.links)
        return replace(self, links=frozenset(there))


class OwnTexts:
    """The own texts of the law that was asked for last, kept for the other interface languages.

    Its pages in all of them are made one after the other; to keep more laws would only fill the
    memory. One of these belongs to the trees of one code: nothing outlives what it was made from.
    """

    __slots__ = ("_last",)

    def __init__(self) -> None:
        """Begin with nothing."""
        self._last: tuple[tuple[str, int] | None, dict[str, OwnText]] = (None, {})

    def of(self, edition: str, number: int) -> dict[str, OwnText]:
        """What is kept of a law, by the name that a text has among those of its page."""
        law, texts = self._last
        if law != (edition, number):
            texts = {}
            self._last = ((edition, number), texts)
        return texts
