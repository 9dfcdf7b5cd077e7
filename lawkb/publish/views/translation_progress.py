"""How far the translation is: one page, a row for each law, and what the laws' own pages say of it.

Provisions are counted as everywhere: a law is one too, so one with the letters A and B has three.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby
from types import SimpleNamespace

from lawkb.corpus.decision_files import DONE_STATES, ReviewState
from lawkb.model.address import Address, Ordinal
from lawkb.model.finding import Finding
from lawkb.model.language import read_language
from lawkb.model.law import Law, provisions_of
from lawkb.publish.localized_site import LocalizedSite, has_translations
from lawkb.publish.page import SitePage, make_page
from lawkb.publish.pagination import Pages, page_links, paginate, shown_part
from lawkb.publish.views.comments import all_comment_counts, comments_place

_OF_TEXT = ("omission", "untranslated")  # rules that find lost or untranslated text

_Key = tuple[str, str, Ordinal]  # edition, BCP 47 tag of the translation, number of the law


def translation_pages(site: LocalizedSite) -> Iterator[tuple[str, Callable[[], SitePage]]]:
    """Yield the path of each page of progress, and the function that makes it.

    There is one, unless the code has more laws than a page can list; none without translations.
    """
    report = site.editorial.report
    if has_translations(site.code.outline):
        pages = paginate(tuple(report.states) if report else ())
        for part in range(1, len(pages) + 1):
            yield site.paths.translation(part), partial(_page, site, pages, part)


def _page(site: LocalizedSite, pages: Pages[_Key], part: int) -> SitePage:
    parts = page_links(
        pages,
        site.paths.translation,
        lambda key: f"{site.number_name(key[2])} ({key[0]})",
        part,
    )
    comments = tuple((status, n) for status, n in all_comment_counts(site).items() if n)
    view = SimpleNamespace(
        editions=tuple(
            _edition(site, edition, tag, [number for _, _, number in keys])
            for (edition, tag), keys in groupby(pages[part - 1], key=lambda key: key[:2])
        ),
        parts=parts,
        comments=comments,
        comments_page=comments_place(site) if comments else None,
    )
    title = site.gettext("How far the translation is") + shown_part(parts)
    description = site.gettext("Law by law: what is translated, reviewed, or lacks words.")
    return make_page(
        site, site.paths.translation(part), "translation.html", view, title, description
    )


def _edition(
    site: LocalizedSite, edition: str, tag: str, numbers: Sequence[Ordinal]
) -> SimpleNamespace:
    """Return an edition in one language, with the laws of it that are on this page."""
    states = site.once(_state_counts, edition, 0)[tag]
    return SimpleNamespace(
        edition=edition,
        language=tag,
        name=read_language(tag).name,
        laws=site.code.outline.edition(edition).laws,
        # Translated here, at least in part. Annexes, and laws inserted later, are none of those
        # that an edition counts.
        held=sum(isinstance(n, int) for e, t, n in site.code.laws if (e, t) == (edition, tag)),
        lines=tuple(_line(site, edition, tag, number) for number in numbers),
        **_progress(states),
    )


def _line(site: LocalizedSite, edition: str, tag: str, number: Ordinal) -> SimpleNamespace:
    report = site.editorial.report
    assert report is not None
    law = site.code.law(edition, tag, number)
    return SimpleNamespace(
        number=number,
        name=site.law_name(number),
        place=site.place(edition, Address((number,))),
        incomplete=len(incomplete_provisions(site, law)) if law else 0,  # provisions
        **_progress(Counter(state for _, state in report.states[edition, tag, number])),
    )


def _progress(states: Counter[ReviewState]) -> dict[str, int]:
    """Return the number of provisions, of those translated, and of those reviewed by somebody."""
    return {
        "all": states.total(),  # in the original and the translation together
        "translated": states.total() - states["needs-translation"],
        "reviewed": sum(states[state] for state in DONE_STATES),
    }


def _state_counts(site: LocalizedSite, edition: str, _: Ordinal) -> dict[str, Counter[ReviewState]]:
    """Return the number of provisions in each state, by tag of the translation of an edition."""
    report = site.editorial.report
    assert report is not None
    counts: dict[str, Counter[ReviewState]] = {}
    for held, tag, number in report.states:
        if held == edition:
            states = report.states[held, tag, number]
            counts.setdefault(tag, Counter()).update(state for _, state in states)
    return counts


def lacks_text(site: LocalizedSite, law: Law, laws: Sequence[Law]) -> bool:
    """Return whether words of a law are known to be missing; a lost heading alone is none.

    Args:
        law: The law in one language.
        laws: It in all its languages: a provision that only another has is missing.
    """
    missing = len(provisions_of(laws)) > sum(1 for _ in law.provisions())
    return missing or bool(incomplete_provisions(site, law))


def incomplete_provisions(site: LocalizedSite, law: Law) -> frozenset[Address]:
    """Return the provisions that lack words: by their editors, or as the checks find.

    What is only possible is told to translators, but not to the readers of the law.
    """
    held = {each.address: each.complete for each in law.provisions()}
    found = {
        each.address
        for each in _errors(site, law.edition, law.number)
        if each.rule in _OF_TEXT and each.language == law.language
    }
    return frozenset(at for at, complete in held.items() if at in found or not complete)


def unsure_translations(
    site: LocalizedSite, edition: str, number: Ordinal
) -> dict[Address, frozenset[str]]:
    """Return the languages in which the checks find an error, by provision of a law."""
    found: dict[Address, frozenset[str]] = {}
    for each in _errors(site, edition, number):
        if each.address:
            found[each.address] = found.get(each.address, frozenset()) | {each.language}
    return found


def _errors(site: LocalizedSite, edition: str, number: Ordinal) -> list[Finding]:
    """Return what the checks are sure of and no editor has accepted."""
    report = site.editorial.report
    found = report.by_law.get((edition, number), ()) if report else ()
    return [each for each in found if each.severity == "error" and not each.waived]
