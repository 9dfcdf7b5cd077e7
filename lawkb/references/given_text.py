"""The references of a text that is not in the corpus, resolved against a code."""

from __future__ import annotations

from dataclasses import dataclass

from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.label import read_typed
from lawkb.model.language import Language, letters_of
from lawkb.model.passage import Reference
from lawkb.references.find import find_references
from lawkb.references.resolve import resolve_reference


@dataclass(frozen=True, slots=True)
class GivenText:
    """A text to read the references of.

    Attributes:
        words: The text.
        lang: Tag of its language; None to detect it by the script.
        at: The provision that contains it, as typed; None where there is none.
    """

    words: str
    lang: str | None = None
    at: str | None = None


def likely_languages(code: Code, text: GivenText) -> tuple[Language, ...]:
    """Return the language of a text, or those it may be in by its script, the likeliest first.

    Raises:
        LawkbError: lawkb has no such language.
    """
    outline = code.outline
    if text.lang is not None:
        return (outline.language(text.lang),)
    letters = {language.script: letters_of(text.words, language) for language in outline.languages}
    most = max(letters.values())
    own = outline.language(outline.authoritative)
    first = [own] if letters[own.script] == most else []
    others = [each for each in outline.languages if letters[each.script] == most and each != own]
    return (*first, *others) if most else (own,)


def read_place(text: GivenText, code: Code) -> Address | None:
    """Return the provision that contains a text, or None.

    Raises:
        LawkbError: What was typed is not the address of one.
    """
    if not text.at:
        return None
    outline = code.outline
    place = read_typed(text.at, outline.scheme, outline.languages)
    if place is None:
        what = f"at {text.at!r} is not the address of a provision"
        raise LawkbError("the text", what, f"write it like {outline.scheme.example}")
    return place


def references_of_text(
    words: str, language: Language, place: Address | None, edition: str, code: Code
) -> tuple[Reference, ...]:
    """Return the references of a text in an edition of a code, resolved, in order."""
    found = find_references(words, language, code.outline.scheme, place)
    return tuple(
        reference
        if reference.target is None
        else resolve_reference(reference, place or reference.target, edition, code)
        for reference in found
    )
