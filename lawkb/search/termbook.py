"""The glossary of a corpus as counterparts: a term of the original and its renderings."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from lawkb.corpus.glossary import Glossary, Term, Word, written
from lawkb.model.code import Outline
from lawkb.search.analysis import tokens
from lawkb.search.folding import fold
from lawkb.search.tree import Form


class TermBook:
    """The terms of a glossary, to be looked up in any language; forbidden ones are none."""

    def __init__(self, glossary: Glossary, outline: Outline) -> None:
        """Name the terms and what says how their languages are read."""
        self._glossary = glossary
        self._outline = outline

    def of(self, forms: tuple[Form, ...], target: str) -> tuple[str, ...]:
        """What stands for a word or phrase, as the glossary writes it: ``τιμωρημέν* φύλλ*``.

        Args:
            forms: Its words as one language reads them.
            target: BCP 47 tag of the other language.
        """
        source = forms[0].language
        rows = sorted(self._rows(forms, source), key=lambda row: row.status != "preferred")
        found = (
            row.term
            if target == self._outline.authoritative
            else written(row.renderings.get(target, ()))
            for row in rows
        )
        return tuple(dict.fromkeys(text for text in found if text and source != target))

    def _rows(self, forms: tuple[Form, ...], source: str) -> Iterator[Term]:
        if source == self._outline.authoritative:
            yield from self._by_term.get(tuple(form.stem for form in forms), ())
            return
        for row in self._held:
            words = row.renderings.get(source, ())
            if len(words) == len(forms) and all(map(_fits, words, forms)):
                yield row

    @cached_property
    def _held(self) -> tuple[Term, ...]:
        return tuple(row for row in self._glossary.terms if row.status != "forbidden")

    @cached_property
    def _by_term(self) -> dict[tuple[str, ...], list[Term]]:
        found: dict[tuple[str, ...], list[Term]] = {}
        language = self._outline.language(self._outline.authoritative)
        for row in self._held:
            read = tokens(row.term, language, self._outline.scheme)
            found.setdefault(tuple(token.stem for token in read), []).append(row)
        return found


def _fits(word: Word, form: Form) -> bool:
    """Whether a word of a text is one of a rendering."""
    return any(
        form.exact.startswith(fold(stem.text)) if stem.open else form.exact == fold(stem.text)
        for stem in word
    )
