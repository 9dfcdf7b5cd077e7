"""The review state of a provision at the desk, and where it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from lawkb.corpus.review_states import ReviewState
from lawkb.editorial.translation_progress import ReviewedProvision, Translation, reviewed_law
from lawkb.model.address import Address
from lawkb.model.law import Law
from lawkb.publish.strings import written_date
from lawkb.publish.views.localized_site import LocalizedSite
from lawkb.server.desk.workspace import State

Cause = Literal["inside", "recorded", "incomplete", "heading", "text", "changed", "new"]


@dataclass(frozen=True, slots=True)
class ReviewLine:
    """A review state with its cause.

    Attributes:
        state: The state.
        cause: Why it is so: a provision ``inside`` has it, an editor has ``recorded`` it, words are
            missing (``incomplete``), the ``heading`` or another ``text`` is not translated, a text
            was ``changed`` since a state was recorded, or none was recorded (``new``).
        author: Who recorded it; empty if nobody did.
        written: When, as the language of the reader writes it.
    """

    state: ReviewState
    cause: Cause
    author: str = ""
    written: str = ""


def review_of(state: State, site: LocalizedSite, law: Law, address: Address) -> ReviewLine | None:
    """Return the review state of a provision of a translation; None for an original."""
    original = state.code.outline.authoritative
    if law.language == original or not state.code.law(law.edition, original, law.number):
        return None
    reviews = state.content.editorial.reviews
    of = Translation(law.edition, original, law.language)
    reviewed = reviewed_law(state.code, of, law.number, reviews)
    found = next((each for each in reviewed if each.address == address), None)
    if found is None:
        return None
    review = reviews.get((law.edition, law.language, address))
    if review is None or found.stale:
        inside = any(address.holds(each.address) for each in reviewed if each is not found)
        return ReviewLine(found.state, _cause(found, inside))
    day = written_date(review.date, site.language.code)
    return ReviewLine(found.state, "recorded", review.author, day)


def _cause(found: ReviewedProvision, contains_others: bool) -> Cause:
    missing = [pair.part for pair in found.counted if pair.source and not pair.target]
    bare = found.lost_heading and len(missing) == len(found.pairs)
    if not found.pairs or (bare and contains_others):
        return "inside"
    if not found.complete:
        return "incomplete"
    if missing:
        return "heading" if missing == ["heading"] else "text"
    return "changed" if found.stale else "new"
