"""The glossary of a code as a term base, its stems as the words that the code has for them."""

from __future__ import annotations

from lawkb.checks.term_forms import Forms, usual_forms
from lawkb.corpus.glossary import Glossary, Term, Word, written
from lawkb.exchange.tbx import Concept, Rendered, TermBase
from lawkb.model.code import Code


def term_base(code: Code, glossary: Glossary, language: str | None = None) -> TermBase:
    """The terms of a glossary for terminology tools.

    A tool compares whole words, so each rendering is the form that the code has most often. One
    that the code has nowhere is given only if the glossary writes it in whole words. What the
    glossary itself says is in the note.

    Args:
        code: Where the forms are looked for.
        glossary: The terms.
        language: Tag of the only translation to give; all when None.
    """
    forms = usual_forms(code, glossary)
    concepts: dict[str, list[Rendered]] = {}
    left_out = 0
    for row in glossary.terms:
        for tag in row.renderings:
            rendered = _rendered(row, tag, forms) if language in (None, tag) else None
            if rendered:
                concepts.setdefault(row.term, []).append(rendered)
            elif language in (None, tag):
                left_out += 1
    original = code.outline.authoritative
    title = code.outline.titles[original]
    kept = tuple(Concept(term, tuple(each)) for term, each in concepts.items())
    return TermBase(title, original, kept, left_out)


def _rendered(row: Term, language: str, forms: Forms) -> Rendered | None:
    stems = row.renderings[language]
    words = forms.get((row.where, language)) or _whole_words(stems)
    if words is None:
        return None
    pattern = written(stems)
    notes = (row.note, "" if pattern == words else pattern)
    return Rendered(language, words, row.status, "; ".join(note for note in notes if note))


def _whole_words(stems: tuple[Word, ...]) -> str | None:
    """The first writing of a rendering; None when it is but the beginnings of words."""
    first = [word[0] for word in stems]
    return None if any(stem.open for stem in first) else " ".join(stem.text for stem in first)
