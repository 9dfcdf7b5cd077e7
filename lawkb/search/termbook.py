"""The glossary of a corpus as counterparts: a term of the original and its renderings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lawkb.corpus.glossary import Glossary, written
from lawkb.search.analysis import tokens
from lawkb.search.folding import fold
from lawkb.search.ground import Ground
from lawkb.search.tree import Form


@dataclass(frozen=True, slots=True)
class Row:
    """A term of the original with one rendering of it in each language that has one.

    Attributes:
        term: As the glossary has it.
        stems: Stems of its words.
        renderings: By language tag, as the glossary writes them: ``τιμωρημέν* φύλλ*|κάρτ*``.
    """

    term: str
    stems: tuple[str, ...]
    renderings: dict[str, str]


class TermBook:
    """The terms of a glossary, to be looked up in any language; forbidden ones are none."""

    def __init__(self, authoritative: str, rows: tuple[Row, ...]) -> None:
        """Name the language of the original, and its terms, preferred renderings first."""
        self.authoritative = authoritative
        self.rows = rows

    def of(self, forms: tuple[Form, ...], target: str) -> tuple[str, ...]:
        """What stands for a word or phrase, as the glossary writes it: ``τιμωρημέν* φύλλ*``.

        Args:
            forms: Its words as one language reads them.
            target: BCP 47 tag of the other language.
        """
        source = forms[0].language
        found = (
            row.term if target == self.authoritative else row.renderings.get(target, "")
            for row in self._rows(forms, source)
        )
        return tuple(dict.fromkeys(text for text in found if text and source != target))

    def _rows(self, forms: tuple[Form, ...], source: str) -> Iterator[Row]:
        if source == self.authoritative:
            stems = tuple(form.stem for form in forms)
            yield from (row for row in self.rows if row.stems == stems)
            return
        for row in self.rows:
            words = row.renderings.get(source, "").split()
            if len(words) == len(forms) and all(map(_fits, words, forms)):
                yield row


def term_book(glossary: Glossary, ground: Ground) -> TermBook:
    """The terms of a glossary; those that are forbidden are left out."""
    language = ground.language(ground.authoritative)
    held = (row for row in glossary.terms if row.status != "forbidden")
    rows = (
        Row(
            term=row.term,
            stems=tuple(token.stem for token in tokens(row.term, language, ground.scheme)),
            renderings={tag: written(words) for tag, words in row.renderings.items()},
        )
        for row in sorted(held, key=lambda row: row.status != "preferred")
    )
    return TermBook(ground.authoritative, tuple(rows))


def _fits(word: str, form: Form) -> bool:
    """Whether a word of a text is one of a rendering, ``φύλλ*|κάρτ*``."""
    return any(
        form.exact.startswith(fold(stem[:-1])) if stem.endswith("*") else form.exact == fold(stem)
        for stem in word.split("|")
    )
