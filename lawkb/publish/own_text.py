"""Own texts: what a provision says in one language, as HTML that all interface languages share."""

from __future__ import annotations

from dataclasses import dataclass, field

from lawkb.publish.places import Place, translated
from lawkb.publish.segments import Key, Segment


@dataclass(frozen=True, slots=True)
class OwnText:
    """What a cell of a law page holds: the label, the heading, the text and the notes.

    Attributes:
        label: Address of the provision in this language; empty where its text goes on.
        heading: Words of its heading, without note marks.
        html: All of it.
        bare: Whether it is a label and nothing else: its text begins with a provision in it.
        ids: Ids in it that pages may link to.
        links: Places that it links to, all of them in the tree it was made for.
    """

    label: str
    heading: str
    html: str
    bare: bool
    ids: tuple[str, ...] = ()
    links: tuple[Place, ...] = ()

    def in_tree(self, language: str) -> OwnText:
        """The same in the tree of another interface language, where its URLs are the same."""
        if not self.links:
            return self
        there = [Place(translated(place.path, language), place.fragment) for place in self.links]
        return OwnText(self.label, self.heading, self.html, self.bare, self.ids, tuple(there))


@dataclass(frozen=True, slots=True)
class LawTexts:
    """What the pages of a law in all interface languages have in common.

    Attributes:
        segments: Its rows, by the language of the expression.
        own: Its own texts, by what tells each from the others of the page.
    """

    segments: dict[str, dict[Key, Segment]] = field(default_factory=dict)
    own: dict[str, OwnText] = field(default_factory=dict)


class LastTexts:
    """What was made of the law that was asked for last.

    Its pages in all languages are made one after the other; to keep more laws would only fill the
    memory. One of these belongs to the trees of one code: nothing outlives what it was made from.
    """

    __slots__ = ("_last",)

    def __init__(self) -> None:
        """Begin with nothing."""
        self._last: tuple[tuple[str, int] | None, LawTexts] = (None, LawTexts())

    def of(self, edition: str, number: int) -> LawTexts:
        """What is kept of a law; nothing yet where another one was asked for before."""
        law, texts = self._last
        if law != (edition, number):
            texts = LawTexts()
            self._last = ((edition, number), texts)
        return texts
