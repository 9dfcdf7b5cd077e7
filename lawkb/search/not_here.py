"""Say what a query asks for that is not here: laws that are not held, words that no text has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from lawkb.corpus.subject_index import LawTitle
from lawkb.model.address import Address, InSeries, base_of
from lawkb.model.answer import AbsentLaw, NotHere, OfficialLink
from lawkb.model.code import Code, Outline
from lawkb.model.source import filled, unknown_fields
from lawkb.search.guide import read_in, stems_of

if TYPE_CHECKING:  # most queries name no provision
    from lawkb.references.typed_address import Place

_MOST_TITLES = 6  # of laws that are named; more tell nothing


def laws_not_here(
    code: Code, titles: Sequence[LawTitle], places: Sequence[Place]
) -> NotHere | None:
    """Return which of the typed provisions are of a law that is not here; None if all laws are."""
    newest = code.outline.editions[0].id
    missing = [place for place in places if not _is_held(code, place)]
    if not missing:
        return None
    edition = missing[0].edition or newest
    laws = tuple(
        AbsentLaw(
            code.outline.scheme.write(place.address),
            "unknown" if _is_unknown(code, edition, place.address) else "not-held",
            _titles_of(titles, edition, place.address),
        )
        for place in missing
    )
    known = [place.address for place in missing if not _is_unknown(code, edition, place.address)]
    return not_here_of(code, edition, (), laws, known[0] if known else None)


def subjects_not_here(
    code: Code,
    titles: Sequence[LawTitle],
    telling: Sequence[Sequence[frozenset[str]]],
    words: tuple[str, ...],
    unknown: frozenset[str],
) -> NotHere | None:
    """Return the laws that are not here whose titles have words of a query; None without any.

    Args:
        telling: For each telling word of the query what may be said for it, as stems.
        words: Words of the query that no text has.
        unknown: Their stems.
    """
    edition = code.outline.editions[0].id
    held = frozenset(code.numbers(edition))
    found: dict[Address, int] = {}
    for title in titles:
        if title.edition != edition or title.law.law in held:
            continue
        own = _stems(title, code.outline)
        fits = [ways for ways in telling if any(way <= own for way in ways)]
        if fits and (unknown & own or len(fits) == len(telling)):
            found[title.law] = max(found.get(title.law, 0), len(fits))
    best = max(found.values(), default=0)
    laws = sorted(law for law, count in found.items() if count == best)
    if len(laws) > _MOST_TITLES and not words:
        return None
    scheme = code.outline.scheme
    named = tuple(
        AbsentLaw(scheme.write(law), "not-held", _titles_of(titles, edition, law))
        for law in laws[:_MOST_TITLES]
    )
    if not named and not words:
        return None
    return not_here_of(code, edition, words, named, laws[0] if len(laws) == 1 else None)


def words_of_titles(titles: Sequence[LawTitle], outline: Outline) -> frozenset[str]:
    """Return the stems of the words of all titles: none of them is a misspelt word."""
    return frozenset().union(*(_stems(title, outline) for title in titles))


@lru_cache(4096)
def _stems(title: LawTitle, outline: Outline) -> frozenset[str]:
    text = "; ".join((title.title, *title.words))
    return stems_of(read_in(text, title.language, outline), title.language)


def _titles_of(
    titles: Sequence[LawTitle], edition: str, address: Address
) -> tuple[tuple[str, str], ...]:
    return tuple(
        (each.language, each.title)
        for each in titles
        if each.edition == edition and each.law.law == address.law
    )


def _is_held(code: Code, place: Place) -> bool:
    editions = (place.edition,) if place.edition else tuple(e.id for e in code.outline.editions)
    return any(code.languages_of(edition, place.address.law) for edition in editions)


def _is_unknown(code: Code, edition: str, address: Address) -> bool:
    return base_of(address.law) > code.outline.edition(edition).laws


def not_here_of(
    code: Code,
    edition: str,
    words: tuple[str, ...] = (),
    laws: tuple[AbsentLaw, ...] = (),
    law: Address | None = None,
) -> NotHere:
    """Return which laws of an edition are here, and where its official text is.

    ``words`` and ``laws`` are what was asked for; ``law`` is the one that the link leads to.
    """
    outline = code.outline
    held = tuple(n for n in code.numbers(edition) if not isinstance(n, InSeries))
    written = tuple(outline.scheme.write(Address((n,))) for n in held)
    of = max(outline.edition(edition).laws, len(held))
    official = tuple(_official(outline, edition, law))
    return NotHere(edition, words, laws, written, of, official)


def _official(outline: Outline, edition: str, law: Address | None) -> Iterator[OfficialLink]:
    """Yield where the official text is: of a law, or of the whole without one."""
    for each in outline.expressions:
        if each.edition != edition or not each.official_text:
            continue
        values = {"language": each.language, "edition": edition}
        if law:
            values |= {"law": str(law.law), "address": outline.scheme.write(law)}
        url = filled(each.official_text.url, **values)
        if not unknown_fields(url, ()):
            yield OfficialLink(each.language, each.official_text.name, url)
