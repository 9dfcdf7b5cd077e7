"""Addresses as people type them: «47E2a», «47 48», «2007 47B», «point (c) of Article 6(1)»."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from lawkb.errors import LawkbError
from lawkb.model.address import Address, Scheme, base_of
from lawkb.model.code import Code, edition_of
from lawkb.model.label import plain, range_words, read_typed, split_edition
from lawkb.model.language import Language
from lawkb.model.law import Law
from lawkb.model.passage import Reference
from lawkb.references.vocabulary import read_tokens

if TYPE_CHECKING:
    from lawkb.references.grammar import Grammar

LONGEST_TYPED = 1000  # characters
_LONGEST_RANGE = 30  # provisions; a longer one is named by what contains it
_DASH = "-"
_DASHES = re.compile("[-\u2010-\u2015\u2212]")
_SHOWN = 40  # of them in an error
_NAMING = ("law", "level", "section", "point")  # kinds of the words before a label


AddressFault = Literal["not-an-address", "ambiguous", "not-held", "no-such-provision"]


class AddressError(LawkbError):
    """An address that names no provision of the corpus, or several, with what is there instead.

    Attributes:
        fault: ``not-held`` if the corpus lacks the law, which says nothing about the law.
        candidates: Addresses that may be meant; of another edition ``2007:47B``.
        nearest: Addresses of the nearest provisions that are there.
        held: Addresses of the laws that are there.
    """

    __slots__ = ("candidates", "fault", "held", "nearest")

    def __init__(
        self,
        where: str,
        what: str,
        hint: str,
        fault: AddressFault = "not-an-address",
        candidates: tuple[str, ...] = (),
        nearest: tuple[str, ...] = (),
        held: tuple[str, ...] = (),
    ) -> None:
        super().__init__(where, what, hint)
        self.args = (where, what, hint, fault, candidates, nearest, held)
        self.fault: AddressFault = fault
        self.candidates, self.nearest, self.held = candidates, nearest, held


def typed_address(text: str, code: Code) -> Address:
    """Return the address of the provision that a user typed: ``47E2a``, ``Νόμος 47Ε2(α)``.

    Raises:
        LawkbError: The text is not the address of one provision.
    """
    scheme, languages = code.outline.scheme, code.outline.languages
    address = read_typed(text, scheme, languages) or read_typed_address(text, scheme, languages)
    if address is None:
        raise no_address(text, code)
    return address


def no_address(text: str, code: Code) -> AddressError:
    """Return the error to raise when a text is not the address of a provision."""
    what = "this is not the address of a provision"
    return AddressError(text, what, f"write it like {code.outline.scheme.example}")


class Place(Struct, frozen=True):
    """A provision that a user typed, and the edition typed with it: ``2007 47B``."""

    edition: str | None  # id of the edition; None when none was typed
    address: Address  # address of the provision


def typed_places(words: Sequence[str], code: Code) -> tuple[Place, ...]:
    """Return the provisions that a user typed: ``47E2a``, ``47 48``, ``2007 47B, 16C``.

    A comma separates two provisions. Words with spaces between them are one address, ``47 ε 2 β``,
    if the code has that provision, or if one of the words is no address by itself; otherwise each
    word is an address. ``20F4-6`` is each provision from the first to the last.

    Args:
        words: The words of the command line or search box.

    Returns:
        In the order they were typed; empty when some of the words are no address.

    Raises:
        LawkbError: They are longer than ``LONGEST_TYPED``.
    """
    typed = " ".join(words)
    if len(typed) > LONGEST_TYPED:
        told = f"these addresses have {len(typed)} characters; {LONGEST_TYPED} are read at once"
        raise AddressError(f"{typed[:_SHOWN]}…", told, "name fewer provisions at a time")
    pieces = [piece.strip() for part in typed.split(",") for piece in _joined(part, code)]
    found = [_in_range(piece, code) or _in_piece(piece, code) for piece in pieces]
    if len(pieces) > 1 and all(pieces) and not all(found):  # «articolo 4 bis, comma 2» is one
        found = [_in_piece(typed, code)]
    return tuple(place for places in found for place in places) if all(found) else ()


def _joined(text: str, code: Code) -> list[str]:
    """Return the addresses that *and* or *or* joins, «20F1 and 20F2»; else the text."""
    words = text.split()
    if sum(any(char.isdigit() for char in word) for word in words) <= 1:
        return [text]  # words to search for: they do without the grammar
    from lawkb.references.grammar import read_grammar

    scheme, languages = code.outline.scheme, code.outline.languages
    for language in languages:
        joins = read_grammar(language, scheme).vocabulary.joins.by_first
        joined = ("," if len(word) > 1 and word.casefold() in joins else word for word in words)
        pieces = " ".join(joined).split(",")
        addresses = [read_typed(piece.strip(), scheme, languages) for piece in pieces]
        if len(pieces) > 1 and all(addresses):
            return pieces
    return [text]


def typed_place(words: Sequence[str], code: Code, edition: str | None = None) -> Place:
    """Return the one provision that a user typed, with its edition.

    The edition is the one typed with the address, else the requested one, else the newest.

    Args:
        words: The words that were typed: ``47E2a``, or ``2007`` and ``47B``.
        edition: Id of the requested edition, or None.

    Raises:
        LawkbError: The words name no provision or several, or there is no such edition.
    """
    typed = " ".join(words)
    places = typed_places(words, code)
    if not places:
        raise no_address(typed, code)
    if len(places) > 1:
        named = tuple(_written(code, each.edition, each.address) for each in places)
        what, hint = f"these are {len(places)} addresses", f"name one: {named[0]}"
        raise AddressError(typed, what, hint, "ambiguous", named)
    return chosen_edition(code, places[0], edition)


def chosen_edition(code: Code, place: Place, edition: str | None) -> Place:
    """Return a place with its edition filled in.

    The edition is the one that was typed with the address, else the requested one, else the newest
    that has the law.

    Args:
        place: Provision, with the edition typed with it or None.
        edition: Id of the requested edition, or None.

    Raises:
        LawkbError: There is no such edition, or the typed and the requested one differ.
    """
    if edition is not None and place.edition not in {None, edition}:
        named = f"{place.edition} {code.outline.scheme.write(place.address)}"
        both = tuple(_written(code, each, place.address) for each in (place.edition, edition))
        what = f"the address names another: {named}"
        raise AddressError(f"--edition {edition}", what, "name one", "ambiguous", both)
    return Place(edition_of(code, place.edition or edition, place.address), place.address)


def _written(code: Code, edition: str | None, address: Address) -> str:
    return f"{edition}:" * bool(edition) + code.outline.scheme.write(address)


def nearest_provisions(laws: Sequence[Law], address: Address) -> tuple[Address, ...]:
    """Return the provision above a missing one that some laws have, and what is in it, in order."""
    above = next(each for each in address.ancestors() if any(law.find(each) for law in laws))
    found = (law.find(above) for law in laws)
    return (above, *dict.fromkeys(each.address for one in found if one for each in one.children))


def missing_provision(typed: str, code: Code, place: Place) -> AddressError | None:
    """Return why the corpus has no text at a place; None if it has one.

    Args:
        typed: What was typed for it.
        place: The provision, with its edition.
    """
    of, at, write = place.edition or "", place.address, code.outline.scheme.write
    laws = [code.laws[of, tag, at.law] for tag in code.languages_of(of, at.law)]
    if any(law.find(at) for law in laws):
        return None
    if laws:
        near = tuple(map(write, nearest_provisions(laws, at)))
        what = f"there is no such provision in edition {of}"
        hint = f"the nearest is {near[0]}" + (f"; in it: {', '.join(near[1:])}" * bool(near[1:]))
        return AddressError(typed, what, hint, "no-such-provision", nearest=near)
    held = tuple(write(Address((number,))) for number in code.numbers(of))
    last = code.outline.edition(of).laws
    if code.outline.scheme.series_of(at.law) is None and base_of(at.law) > last:
        what, hint = f"edition {of} has no such law", f"its laws are numbered from 1 to {last}"
        return AddressError(typed, what, hint, "no-such-provision", held=held)
    others = tuple(
        _written(code, each.id, at)
        for each in code.outline.editions
        if any(code.provision(each.id, tag, at) for tag in code.languages_of(each.id, at.law))
    )
    what = f"this law of edition {of} is not in the corpus, whether it exists or not"
    hint = f"another edition has it: {others[0]}" if others else "ask whoever keeps the corpus"
    return AddressError(typed, what, hint, "not-held", others, held=held)


def _in_piece(text: str, code: Code) -> tuple[Place, ...]:
    """Return the provisions that words without a comma name; empty if one is no address."""
    edition, rest = split_edition(text, code.outline)
    scheme, languages = code.outline.scheme, code.outline.languages
    address = read_typed(rest, scheme, languages)
    held = address and any(
        code.provision(own, tag, address)
        for own, tag, number in code.laws
        if number == address.law and edition in {None, own}
    )
    if not held:
        each = _one_by_one(text, code)
        if len(each) > 1:
            return each
    address = address or read_typed_address(rest, scheme, languages)
    return (Place(edition, address),) if address else ()


def _in_range(text: str, code: Code) -> tuple[Place, ...]:
    """Return each provision of a range, «20F4-6», «57A1 to A4»; empty if the text is none.

    Its ends are siblings; the second may be written without what contains it.
    """
    scheme, languages = code.outline.scheme, code.outline.languages
    words = (text if scheme.has_hyphens else _DASHES.sub(f" {_DASH} ", text)).split()
    signs = range_words(languages) if len(words) > 1 else frozenset[str]()
    at = next((n for n, word in enumerate(words) if word == _DASH or plain(word) in signs), 0)
    if not at:
        return ()
    edition, begin = split_edition(" ".join(words[:at]), code.outline)
    first, end = read_typed(begin, scheme, languages), " ".join(words[at + 1 :])
    if first is None or not isinstance(first.path[-1], int):
        return ()
    for above in ("", *map(scheme.write, first.ancestors())):
        last = read_typed(above + end, scheme, languages)
        if last and last.path[:-1] == first.path[:-1] and isinstance(last.path[-1], int):
            ordinals = range(first.path[-1], last.path[-1] + 1)
            if 1 < len(ordinals) <= _LONGEST_RANGE:
                every = (Address((*first.path[:-1], each)) for each in ordinals)
                return tuple(Place(edition, each) for each in every)
    return ()


def _one_by_one(text: str, code: Code) -> tuple[Place, ...]:
    """Return the provision that each word names; an edition applies to the address after it."""
    scheme, languages = code.outline.scheme, code.outline.languages
    known = {edition.id for edition in code.outline.editions}
    places: list[Place] = []
    named: str | None = None
    for word in text.split():
        before, rest = split_edition(word, code.outline)
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


def read_typed_address(text: str, scheme: Scheme, languages: Iterable[Language]) -> Address | None:
    """Return the provision that a typed citation names: «point (c) of Article 6(1)».

    The languages are tried in order. None when the text is a range, a list, a part without its law,
    a citation of another edition, or has extra words.
    """
    # Not above: few addresses are typed so, and the others do without the grammar.
    from lawkb.references.find import find_references_with_grammar
    from lawkb.references.grammar import read_grammar

    for language in languages:
        grammar = read_grammar(language, scheme)
        for typed in _as_written(text, language):
            found = find_references_with_grammar(typed, grammar, None)
            if len(found) == 1 and _is_all(typed, found[0], grammar):
                return found[0].target
    return None


def _as_written(text: str, language: Language) -> tuple[str, ...]:
    """Return a typed address, and as a law would write it: «7 παρ. 2», «L47E2(b)»."""
    plain = text.strip()
    if plain[:1].isdigit():
        return text, f"{language.law} {plain}"
    if plain[1:2].isdigit() and plain[0].casefold() == language.law[0].casefold():
        return text, f"{language.law} {plain[1:]}"
    return text, plain.lower()


def _is_all(text: str, reference: Reference, grammar: Grammar) -> bool:
    """Return whether a reference is the whole text, together with the word before it: «Law 16C»."""
    if reference.form != "absolute" or reference.edition or reference.subparagraph:
        return False
    before = read_tokens(text[: reference.start], grammar.vocabulary.alphabet)
    key = grammar.vocabulary.openers.at(before, 0)
    only = key is not None and key.end == len(before) - 1 and key.kind in _NAMING
    return only and not text[reference.end :].strip()
