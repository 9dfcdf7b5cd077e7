"""Terms: a glossary made ready to be looked up by the words of a query."""

from __future__ import annotations

from lawkb.corpus.glossary import Glossary, written
from lawkb.search.analysis import tokens
from lawkb.search.ground import Ground
from lawkb.search.termbook import Row, TermBook


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
