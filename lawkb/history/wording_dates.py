"""The text of a provision on a day, and the days between which its wording stood.

What is known comes from the revisions of a wiki, from the date of the last change of a page, and
from the dates of editions in ``corpus.toml``. What is not known is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from functools import cached_property
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from lawkb.corpus.concordance import Concordance
from lawkb.corpus.corpus_toml import read_sources
from lawkb.errors import LawkbError
from lawkb.history.editions import Comparison, compare_editions
from lawkb.history.law_changes import RevisionStep, last_change, laws_at, read_steps, wiki_pages
from lawkb.model.address import Address, Ordinal
from lawkb.model.answer import Wording
from lawkb.model.code import Code, Edition, Outline
from lawkb.model.law import Law, Provision
from lawkb.model.source import Source
from lawkb.references.resolve import Resolver, annotate_law, resolve_law
from lawkb.sources.dokuwiki_data import WikiPage

_OF_WORDING = ("added", "removed", "heading", "text")  # kinds of changes


def read_day(text: str, option: str) -> date:
    """Return the day that a text denotes: ``2018-01-01``."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        hint = "write it like 2018-01-01"
        raise LawkbError(f"{option} {text}", "this is no date", hint) from None


def edition_on(outline: Outline, day: date, edition: str | None = None, option: str = "on") -> str:
    """Return the id of the newest edition on a day, or of the requested one."""
    begun = [each for each in outline.editions if _first_day(each) <= day.isoformat()]
    if edition is not None:
        asked = outline.edition(edition)
        if asked not in begun:
            what = f"the edition of {edition} {_begins(asked)}"
            raise LawkbError(f"{option} {day}", what, "name a later day, or another edition")
        return edition
    if not begun:
        oldest = min(outline.editions, key=_first_day)
        what = f"no edition is that old: that of {oldest.id} {_begins(oldest)}"
        raise LawkbError(f"{option} {day}", what, "name a later day")
    return max(begun, key=_first_day).id


def _first_day(edition: Edition) -> str:
    return edition.in_force or edition.date


def _begins(edition: Edition) -> str:
    if edition.in_force:
        return f"is in force since {edition.in_force}"
    return f"was published on {edition.date}"


@dataclass
class TextsOnDays:
    """The laws of a corpus on any day; what the pages of a wiki say of a law is kept."""

    folder: Path  # The corpus folder.
    code: Code  # The present code.
    _steps: dict[tuple[str, Ordinal], tuple[RevisionStep, ...]] = field(default_factory=dict)

    def on(self, edition: str, number: Ordinal, day: date) -> Code:
        """Return the code with one law as it was at the end of a day, without its other laws.

        A language is left out if its text was not published yet, or if its page was not there. A
        text whose page has no history is the present one: its dates say what is not known.
        """
        moment = datetime.combine(day, time.max, UTC)
        resolver = Resolver(self.code)
        pages = self._pages(edition, number)
        found = {
            law.language: resolve_law(annotate_law(law, self.code.outline), resolver)
            for source, page in pages
            for law in laws_at(source, page, self.code.outline, moment)
            if (law.edition, law.number) == (edition, number)
        }
        if not pages:
            for tag in self.code.languages_of(edition, number):
                published = self.code.outline.expression(edition, tag).date
                if published <= day.isoformat():
                    found[tag] = self.code.laws[edition, tag, number]
        order = [each.language for each in self.code.outline.expressions if each.edition == edition]
        laws = {(edition, tag, number): found[tag] for tag in order if tag in found}
        return Code(self.code.outline, laws)

    def dates(self, law: Law, provision: Provision, day: date | None = None) -> Wording:
        """Return the days on which a provision had the wording of a day; None for today's."""
        edition, tag = law.edition, law.language
        since, until, known_by = self._by_revisions(law, provision, day)
        notes = [*self._told(edition, tag)]
        if since is None and known_by != "revision":
            since, known_by, told = self._by_page(law, day)
            notes += told
        if "text" in provision.editorial or "heading" in provision.editorial:
            notes.append("an editor has corrected it in this corpus")
        ends = [until, self._next_in_force(edition)]
        around = (law.find(each) for each in (provision.address, *provision.address.ancestors()))
        ends += (each.repealed.date for each in around if each and each.repealed)
        known = [end for end in ends if end and (day is None or end > day.isoformat())]
        in_force = self.code.outline.edition(edition).in_force
        last = min(known) if known else None
        return Wording(since, last, known_by, tuple(notes), in_force)

    def _by_revisions(
        self, law: Law, provision: Provision, day: date | None
    ) -> tuple[str | None, str | None, Literal["revision", "page", "edition"]]:
        """Return the last change up to a day and the next one, by the revisions of a wiki."""
        steps = self._revisions(law.edition, law.number)
        times = [*_times_of(steps, law.language, provision.address)]
        if not times:
            return None, None, "page"
        last = max((each for each in times if day is None or each <= day.isoformat()), default=None)
        following = min((each for each in times if day and each > day.isoformat()), default=None)
        return last, following, "revision"

    def _by_page(
        self, law: Law, day: date | None
    ) -> tuple[str | None, Literal["page", "edition"], list[str]]:
        """Return since when a text without revisions is known to stand, and what is not known."""
        changed = last_change(self._zones, law)[:10]
        published = self.code.outline.expression(law.edition, law.language).date
        if not changed or changed <= published:
            return published, "edition", []
        if day is not None and changed > day.isoformat():
            told = f"its page was changed on {changed}; how it was before is not known"
            return None, "page", [told]
        return changed, "page", ["what that change of its page was is not known"]

    def _told(self, edition: str, tag: str) -> Iterator[str]:
        """Yield what is known of the edition and its text in a language."""
        known = self.code.outline.edition(edition)
        published = self.code.outline.expression(edition, tag).date
        if known.in_force is None:
            told = f"published on {known.date}; since when it is in force is not known"
            yield f"the edition of {edition} was {told}"
        else:
            yield f"the edition of {edition} is in force since {known.in_force}"
        if published != known.date:
            yield f"the text in {tag} was published on {published}"

    def _next_in_force(self, edition: str) -> str | None:
        """Return the day on which the next edition came into force, if it is known."""
        known = self.code.outline.edition(edition)
        later = (each for each in self.code.outline.editions if each.date > known.date)
        return min((each.in_force for each in later if each.in_force), default=None)

    def _revisions(self, edition: str, number: Ordinal) -> tuple[RevisionStep, ...]:
        place = edition, number
        if place not in self._steps:
            self._steps[place] = tuple(
                step
                for source, page in self._pages(edition, number)
                for step in read_steps(source, page, self.code.outline)
            )
        return self._steps[place]

    def _pages(self, edition: str, number: Ordinal) -> list[tuple[Source, WikiPage]]:
        """Return the pages of a law whose revisions are known."""
        return [
            (source, page)
            for source, page in self._wiki
            if any(
                rule.edition == edition and rule.law(page.page_id) == number
                for rule in source.rules
            )
        ]

    @cached_property
    def _wiki(self) -> tuple[tuple[Source, WikiPage], ...]:
        return tuple(wiki_pages(self.folder, self.code.outline))

    @cached_property
    def _zones(self) -> dict[str, str]:
        return {each.name: each.zone for each in read_sources(self.folder, self.code.outline)}


def _times_of(steps: Iterable[RevisionStep], tag: str, address: Address) -> Iterator[str]:
    """Yield the days on which the wording of a provision changed."""
    for step in steps:
        if any(
            (change.language, change.address) == (tag, address) and change.kind in _OF_WORDING
            for change in step.changes
        ):
            yield step.revision.time[:10]


def text_on_day(
    texts: TextsOnDays, edition: str | None, address: Address, day: date, option: str = "on"
) -> tuple[str, Code]:
    """Return the edition of a day, and the code with the law of a provision as it was on that day.

    Raises:
        LawkbError: There was no edition yet, or no text of the provision on that day is known.
    """
    outline = texts.code.outline
    of = edition_on(outline, day, edition, option)
    code = texts.on(of, address.law, day)
    if not any(law.find(address) for law in code.laws.values()):
        where, law = f"{option} {day}", outline.scheme.write(Address((address.law,)))
        held = texts.code.languages_of(of, address.law)
        what = f"no text of {outline.scheme.write(address)} on that day is known (edition {of})"
        hint = "name another day or provision"
        if not held:
            what = f"on that day the edition of {of} was the newest, and it is not here with {law}"
            hint = "name a later day, or an edition that is here"
        raise LawkbError(where, what, hint)
    return of, code


def compare_days(
    texts: TextsOnDays,
    concordance: Concordance,
    days: tuple[date, date],
    address: Address,
    languages: tuple[str, ...] = (),
) -> Comparison:
    """Return a provision and the provisions inside it, compared between two days.

    Of one edition the two texts are called ``2017@2016-03-06`` and so on.
    """
    outline = texts.code.outline
    if days[0] >= days[1]:
        told = f"--from {days[0]} --to {days[1]}"
        raise LawkbError(told, "the second day is not later", "name the earlier day first")
    options = ("--from", "--to")
    old, new = (
        edition_on(outline, day, option=each) for day, each in zip(days, options, strict=True)
    )
    moved = concordance.between(old, new).of(address) or address
    came = concordance.between(new, old).of(address) or address
    places = (came, moved) if old != new else (address, address)
    found = [
        text_on_day(texts, of, place, day, each)[1]
        for of, place, day, each in zip((old, new), places, days, options, strict=True)
    ]
    if old != new:
        both = Code(outline, {**found[1].laws, **found[0].laws})
        return compare_editions(both, concordance, (old, new), address, languages)
    _check_known(texts, found[0], address, days[0])
    names = tuple(f"{old}@{day}" for day in days)
    both = _as_editions(found, names, old, outline)
    return compare_editions(both, Concordance(()), (names[0], names[1]), address, languages)


def _check_known(texts: TextsOnDays, code: Code, address: Address, day: date) -> None:
    """Refuse to compare a text of a day on which nobody knows how it was.

    Raises:
        LawkbError: The page was changed after that day, and its earlier text is not here.
    """
    for law in code.laws.values():
        provision = law.find(address)
        dates = provision and texts.dates(law, provision, day)
        if dates and dates.since is None:
            what = f"how {texts.code.outline.scheme.write(address)} was on that day is not known"
            hint = "; ".join(dates.notes[-1:]) or "bring the data folder of the wiki"
            raise LawkbError(f"--from {day}", what, hint)


def _as_editions(
    found: Sequence[Code], names: tuple[str, ...], edition: str, outline: Outline
) -> Code:
    """Return texts of one edition on several days as editions of a code, the last one first."""
    known = outline.edition(edition)
    own = [each for each in outline.expressions if each.edition == edition]
    order = tuple(zip(reversed(names), reversed(found), strict=True))
    made = replace(
        outline,
        editions=tuple(replace(known, id=name) for name, _ in order),
        expressions=tuple(replace(each, edition=name) for name, _ in order for each in own),
    )
    laws = {
        (name, tag, number): replace(law, edition=name)
        for name, code in order
        for (_, tag, number), law in code.laws.items()
    }
    return Code(made, laws)
