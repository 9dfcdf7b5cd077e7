"""Addresses as people type them: «47E2a», «47 48», «2007 47B», «point (c) of Article 6(1)»."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lawkb.errors import LawkbError
from lawkb.model.address import Address, Scheme
from lawkb.model.code import Code
from lawkb.model.label import read_typed
from lawkb.model.language import Language
from lawkb.model.passage import Reference
from lawkb.references.tokenizer import read_tokens

if TYPE_CHECKING:
    from lawkb.references.grammar import Grammar

LONGEST_TYPED = 1000  # characters
_SHOWN = 40  # of them in an error
_NAMING = ("law", "level", "section", "point")  # kinds of the words before a label


def typed_address(text: str, code: Code) -> Address:
    """Return the address a user typed.

    Raises:
        LawkbError: It is not one.
    """
    scheme, languages = code.outline.scheme, code.outline.languages
    address = read_typed(text, scheme, languages) or read_typed_address(text, scheme, languages)
    if address is None:
        raise no_address(text, code)
    return address


def no_address(text: str, code: Code) -> LawkbError:
    """Return the error for words that are not the address of a provision."""
    what = "this is not the address of a provision"
    return LawkbError(text, what, f"write it like {code.outline.scheme.example}")


def edition_of(code: Code, edition: str | None, address: Address | None = None) -> str:
    """Return the edition to read: the requested one, else the newest that has the law.

    Raises:
        LawkbError: There is no such edition.
    """
    known = [held.id for held in code.outline.editions]
    if edition is not None and edition not in known:
        raise LawkbError(f"edition {edition}", "there is none", f"name one: {', '.join(known)}")
    holding = [e for e in known if address is None or address.law in code.numbers(e)]
    return edition or (holding or known)[0]


@dataclass(frozen=True, slots=True)
class Place:
    """A provision as it was named, with the edition named with it, ``2007 47B``, or None."""

    edition: str | None
    address: Address


def typed_places(words: Sequence[str], code: Code) -> tuple[Place, ...]:
    """Return the provisions that words name: ``47E2a``, ``47 ε 2 β``, ``47 48``, ``2007 47B, 16C``.

    Words with spaces between them are one address where the code has it, or where one of them is
    none by itself; else each is an address. A comma always stands between two.

    Returns:
        In the order they were typed; none when some of the words are no address.

    Raises:
        LawkbError: They are longer than ``LONGEST_TYPED``.
    """
    typed = " ".join(words)
    if len(typed) > LONGEST_TYPED:
        told = f"these addresses have {len(typed)} characters; {LONGEST_TYPED} are read at once"
        raise LawkbError(f"{typed[:_SHOWN]}…", told, "name fewer provisions at a time")
    pieces = [piece.strip() for piece in typed.split(",")]
    found = [_in_piece(piece, code) for piece in pieces]
    return tuple(place for places in found for place in places) if all(found) else ()


def typed_place(words: Sequence[str], code: Code, edition: str | None = None) -> Place:
    """Return the one provision that words name, and its edition: named, requested, or newest.

    Raises:
        LawkbError: They name none, or several; or there is no such edition.
    """
    typed = " ".join(words)
    places = typed_places(words, code)
    if not places:
        raise no_address(typed, code)
    if len(places) > 1:
        first = code.outline.scheme.write(places[0].address)
        raise LawkbError(typed, f"these are {len(places)} addresses", f"name one: {first}")
    return chosen_edition(code, places[0], edition)


def chosen_edition(code: Code, place: Place, edition: str | None) -> Place:
    """Return a place in the edition named with it, else the requested one, else the newest.

    Raises:
        LawkbError: There is no such edition, or two are named.
    """
    if edition is not None and place.edition not in {None, edition}:
        named = f"{place.edition} {code.outline.scheme.write(place.address)}"
        raise LawkbError(f"--edition {edition}", f"the address names another: {named}", "name one")
    return Place(edition_of(code, place.edition or edition, place.address), place.address)


def split_edition(text: str, code: Code) -> tuple[str | None, str]:
    """Return the edition named next to a text, and the text: ``2007 47B``, ``47B (2007)``."""
    for edition in code.outline.editions:
        known = re.escape(edition.id)
        found = re.fullmatch(rf"{known}(?:\s*:\s*|\s+)(\S.*)", text) or re.fullmatch(
            rf"(\S.*?)\s+(?:{known}|\({known}\))", text
        )
        if found:
            return edition.id, found[1]
    return None, text


def _in_piece(text: str, code: Code) -> tuple[Place, ...]:
    """Return the provisions that words without a comma name; none if one is no address."""
    edition, rest = split_edition(text, code)
    scheme, languages = code.outline.scheme, code.outline.languages
    address = read_typed(rest, scheme, languages)
    if address is None or not _is_held(code, edition, address):
        each = _one_by_one(text, code)
        if len(each) > 1:
            return each
    address = address or read_typed_address(rest, scheme, languages)
    return (Place(edition, address),) if address else ()


def _one_by_one(text: str, code: Code) -> tuple[Place, ...]:
    """Return each word as an address; an edition belongs to the address after it."""
    scheme, languages = code.outline.scheme, code.outline.languages
    known = {edition.id for edition in code.outline.editions}
    places: list[Place] = []
    named: str | None = None
    for word in text.split():
        before, rest = split_edition(word, code)
        address = read_typed(rest, scheme, languages)
        if word in known and named is None:
            named = word
        elif word[1:-1] in known and places:
            places[-1] = Place(word[1:-1], places[-1].address)
        elif address:
            places.append(Place(before or named, address))
            named = None
        else:
            return ()
    if named is not None and places:
        places[-1] = Place(named, places[-1].address)
    return tuple(places)


def _is_held(code: Code, edition: str | None, address: Address) -> bool:
    laws = ((own, tag) for own, tag, n in code.laws if n == address.law and edition in {None, own})
    return any(code.provision(own, tag, address) for own, tag in laws)


def read_typed_address(text: str, scheme: Scheme, languages: Iterable[Language]) -> Address | None:
    """Return the provision that a typed text cites, if the text is one citation and nothing else.

    The languages are tried in order. None for a range, a list, a part without its law, another
    edition, or extra words.
    """
    # Not above: few addresses are typed so, and the others do without the grammar.
    from lawkb.references.find import find_references_with_grammar
    from lawkb.references.grammar import read_grammar

    for language in languages:
        grammar = read_grammar(language, scheme)
        found = find_references_with_grammar(text, grammar, None)
        if len(found) == 1 and _is_all(text, found[0], grammar):
            return found[0].target
    return None


def _is_all(text: str, reference: Reference, grammar: Grammar) -> bool:
    """Return whether a reference fills the text, with one key word before it."""
    if reference.form != "absolute" or reference.edition or reference.subparagraph:
        return False
    before = read_tokens(text[: reference.start], grammar.vocabulary.alphabet)
    key = grammar.vocabulary.openers.at(before, 0)
    only = key is not None and key.end == len(before) - 1 and key.kind in _NAMING
    return only and not text[reference.end :].strip()
