"""Suggestions for a field of a law to translate, from what the code has translated already."""

from __future__ import annotations

from dataclasses import dataclass

from lawkb.editorial.translated_law import Field
from lawkb.editorial.translation_memory import Suggestion, TranslationMemory, remember
from lawkb.editorial.translation_progress import Translation
from lawkb.history.changes import DiffPiece, word_diff
from lawkb.model.address import Address
from lawkb.publish.views.localized_site import LocalizedSite
from lawkb.publish.views.urls import Place
from lawkb.server.desk.frames import Localized
from lawkb.server.desk.workspace import State

_MOST_PLACES = 3


@dataclass(frozen=True, slots=True)
class SuggestionView:
    """A suggestion under a field.

    Attributes:
        take: Value of the button that inserts it.
        percent: Similarity in percent.
        equal: Whether its original is the same.
        diff: What differs between its original and that of the field.
        target: Its translation.
        places: Where it is translated so.
        more: Number of further places.
        doubts: Why it may be wrong, in English.
    """

    take: str
    percent: int
    equal: bool
    diff: tuple[DiffPiece, ...]
    target: str
    places: tuple[tuple[str, Place | None], ...]
    more: int
    doubts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FieldSuggestions:
    """Suggestions for a field, for the whole text and for its sentences."""

    key: str
    whole: tuple[SuggestionView, ...]
    sentences: tuple[tuple[str, tuple[SuggestionView, ...]], ...]
    source: str
    target: str


class Suggestions:
    """The memories of the translations, each made when it is first asked for."""

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._memories: dict[str, tuple[int, TranslationMemory]] = {}

    def of_field(self, at: Localized, of: Translation, wanted: Field, key: str) -> FieldSuggestions:
        """Return the suggestions for a field.

        Args:
            at: The site in the language of the reader, with the state of the corpus.
            of: The translation.
            wanted: The field.
            key: Its key in the form.
        """
        words = wanted.source.words
        memory = self._memory(at.state, of)
        whole = (
            each for each in memory.suggest(words, of.edition) if not _is_own(each, of, wanted)
        )
        parts = memory.suggest_sentences(words, of.edition)
        return FieldSuggestions(
            key,
            tuple(
                _view(at.site, of, words, each, f"take {n} {key}") for n, each in enumerate(whole)
            ),
            tuple(
                (
                    part.sentence,
                    tuple(
                        _view(at.site, of, part.sentence, each, f"take {place}.{n} {key}")
                        for n, each in enumerate(part.suggestions)
                    ),
                )
                for place, part in enumerate(parts)
                if part.suggestions
            ),
            of.source,
            of.target,
        )

    def _memory(self, state: State, of: Translation) -> TranslationMemory:
        held = self._memories.get(of.target)
        if held is None or held[0] != state.number:
            held = (state.number, remember(state.code, of.source, of.target, state.findings))
            self._memories[of.target] = held
        return held[1]


def shown_name(site: LocalizedSite, address: Address) -> str:
    """Return the name of a provision or a law in the language of the reader."""
    return site.name(address) if address.depth else site.law_name(address.law)


def _is_own(suggestion: Suggestion, of: Translation, wanted: Field) -> bool:
    """Return whether a suggestion is what the field itself has."""
    places = [(each.edition, each.address, each.part) for each in suggestion.places]
    return places == [(of.edition, wanted.address, wanted.part)]


def _view(
    site: LocalizedSite, of: Translation, words: str, each: Suggestion, take: str
) -> SuggestionView:
    places = tuple(
        (
            shown_name(site, place.address)
            + (f" ({place.edition})" if place.edition != of.edition else ""),
            site.place(place.edition, place.address),
        )
        for place in each.places[:_MOST_PLACES]
    )
    return SuggestionView(
        take,
        int(100 * each.similarity),
        each.equal,
        word_diff(each.source, words) if not each.equal else (),
        each.target,
        places,
        max(0, len(each.places) - _MOST_PLACES),
        each.doubts,
    )
