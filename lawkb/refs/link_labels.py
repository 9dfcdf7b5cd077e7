"""The words of a link as a label: «81Γ5» and «Γ5» are read in the law that the link leads to."""

from __future__ import annotations

from dataclasses import replace

from lawkb.model.address import Address
from lawkb.model.label import law_keys, plain
from lawkb.model.passage import Reference
from lawkb.refs.grammar import Grammar
from lawkb.refs.items import Item, read_item
from lawkb.refs.link_places import LinkPlace
from lawkb.refs.lists import read_laws, read_parts
from lawkb.refs.members import Listing
from lawkb.refs.paths import law_path, part_paths
from lawkb.refs.reading import Reading
from lawkb.refs.spans import references_of
from lawkb.refs.tokens import read_tokens


def read_label(words: str, place: LinkPlace, grammar: Grammar) -> tuple[Reference, ...] | None:
    """The references of words that are a label, or a list of labels, and nothing else.

    A number alone is one of the linked law only where that is said: «81» for Law 81, or «5» in a
    link to 81C. In a link to Law 81, «5» may be Law 5 or its provision 5, and is ambiguous.

    Args:
        words: Of a link.
        place: Where it leads: labels without a law are read in that one.
        grammar: Of the language.

    Returns:
        References of form ``absolute`` or ``range`` with places in ``words``; None when these are
        no label from end to end.
    """
    reading = _reading(words, grammar, place.address)
    item = read_item(reading, 0)
    if item is None or item.torn:
        return None
    path = law_path(item)
    bare = path if item.is_bare_number else None
    if bare and bare[0] != place.address.law and place.address.depth == 0:
        return _doubtful(reading, item, place)
    is_law = bare is not None and bare[0] == place.address.law
    listing = read_laws(reading, 0, False) if is_law else read_parts(reading, 0, False)
    if listing is None or reading.tokens[listing.end].kind != "end":
        return None
    return _references(reading, listing, place)


def names_nothing(words: str, grammar: Grammar) -> bool:
    """Whether the words of a link hold no figure and begin with no label: «εδώ», «the Director».

    What holds one and is no label names something that cannot be told.
    """
    reading = _reading(words, grammar, None)
    kinds = [token.kind for token in reading.tokens]
    return "word" in kinds and "number" not in kinds and read_item(reading, 0) is None


def is_key_word(words: str, grammar: Grammar) -> bool:
    """Whether words are the key word for a law and nothing else: «Νόμο»."""
    return plain(words.strip()) in law_keys(grammar.language)


def _reading(words: str, grammar: Grammar, citing: Address | None) -> Reading:
    vocabulary = grammar.vocabulary
    return Reading(words, read_tokens(words, vocabulary.alphabet), grammar, vocabulary, citing)


def _references(reading: Reading, listing: Listing, place: LinkPlace) -> tuple[Reference, ...]:
    found = []
    for reference in references_of(reading, listing, 0):
        told = reference.target or reference.candidates
        # A label that is the linked provision itself is no partial one that cites its own place.
        target = reference.target if told else place.address
        form = "absolute" if reference.form == "relative" else reference.form
        found.append(replace(reference, form=form, target=target))
    return tuple(found)


def _doubtful(reading: Reading, item: Item, place: LinkPlace) -> tuple[Reference, ...] | None:
    """A number that is the linked law's no more than a law's own."""
    start, end = reading.tokens[0].start, reading.tokens[item.end - 1].end
    path = law_path(item)
    if path is None or reading.tokens[item.end].kind != "end":
        return None
    candidates = (Address(path), *map(Address, part_paths(reading, item)))
    raw = reading.text[start:end]
    return (
        Reference(start, end, raw, "absolute", None, status="ambiguous", candidates=candidates),
    )
