"""The answer of a search as the types of the public face: the JSON of ``lawkb search``."""

from __future__ import annotations

from lawkb.exchange import public_types as public
from lawkb.model.address import Scheme
from lawkb.search import Added, Aligned, Answer, Hit


def search_result(answer: Answer, scheme: Scheme) -> public.SearchResult:
    """Return what a query found."""
    return public.SearchResult(
        query=answer.query,
        interpreted=answer.interpreted,
        total=answer.total,
        hits=tuple(_hit(hit, scheme) for hit in answer.hits),
        suggestion=answer.suggestion,
        engine=answer.engine,
        added=tuple(_added(each) for each in answer.added),
    )


def _hit(hit: Hit, scheme: Scheme) -> public.Hit:
    companion = hit.companion
    return public.Hit(
        rank=hit.rank,
        score=round(hit.score, 4),
        edition=hit.edition,
        address=scheme.write(hit.address) if hit.address else None,
        companion=public.CompanionPlace(companion.name, companion.id) if companion else None,
        label=hit.label,
        lang=hit.language,
        heading=hit.heading or None,
        snippet=hit.snippet,
        spans=hit.spans,
        other=_other(hit.other) if hit.other else None,
        others=tuple(_other(other) for other in hit.others),
    )


def _other(other: Aligned) -> public.OtherText:
    return public.OtherText(
        lang=other.language,
        label=other.label,
        snippet=other.snippet,
        spans=other.spans,
        counterparts=other.counterparts,
    )


def _added(added: Added) -> public.AddedWord:
    return public.AddedWord(
        typed=added.typed,
        lang=added.language,
        counterpart=added.counterpart,
        probability=added.probability,
        origin=added.origin,
    )
