"""Pages of the site, as data: what each shows and where its links lead. ``render`` writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from textwrap import shorten

from lawkb.model.code import Code
from lawkb.model.law import Law
from lawkb.publish.views.editions_page import comparison_view, editions_pages, editions_view
from lawkb.publish.views.home import chooser_page, home_view, list_pages, list_view
from lawkb.publish.views.language_neutral import LanguageNeutral, make_language_neutral
from lawkb.publish.views.laws.companion_page import companion_view
from lawkb.publish.views.laws.law_page import absent_view, law_view, reading_order
from lawkb.publish.views.laws.schema_org import legislation_of
from lawkb.publish.views.localized_site import (
    EditorialContent,
    LocalizedSite,
    companion_name,
    companion_names,
    companions_of,
    law_name,
    localized_sites,
)
from lawkb.publish.views.page import Draft, SitePage, linked
from lawkb.publish.views.pagefind_source import PagefindPage, pagefind_pages
from lawkb.publish.views.references.code_references import reference_pages
from lawkb.publish.views.search_page import search_view
from lawkb.publish.views.terms_page import term_pages
from lawkb.publish.views.translators.pages import translation_pages
from lawkb.publish.views.urls import (
    CHOOSER,
    NOT_FOUND,
    Place,
    companion_path,
    comparison_path,
    editions_path,
    home_path,
    law_path,
    laws_path,
    search_path,
    translated,
)
from lawkb.references.graph import Graph

_LONGEST_DESCRIPTION = 160
_GOES_ON = " …"
_BEYOND = 40  # enough to see where the words that still fit end


def site_pages(
    code: Code, graph: Graph, languages: Sequence[str], editorial: EditorialContent | None = None
) -> Iterator[SitePage]:
    """Every page made from the code; the hand-written ones are not among them.

    Args:
        code: The laws.
        graph: Who cites whom.
        languages: Tags of the interface languages; the first is offered first.
        editorial: What the editors keep, and what the checks found; None for neither.

    Raises:
        LawkbError: A language has no catalogue or no file in ``lawkb/languages``.
    """
    for draft in site_drafts(code, graph, languages, pagefind_pages(code), editorial):
        yield draft.make()


def site_drafts(
    code: Code,
    graph: Graph,
    languages: Sequence[str],
    shadow: Sequence[PagefindPage],
    editorial: EditorialContent | None = None,
) -> tuple[Draft, ...]:
    """The same pages, not made yet: their paths are known, and each can be made alone.

    Args:
        code: The laws.
        graph: Who cites whom.
        languages: Tags of the interface languages; the first is offered first.
        shadow: What the search is built from.
        editorial: What the editors keep, and what the checks found; None for neither.

    Raises:
        LawkbError: A language has no catalogue or no file in ``lawkb/languages``.
    """
    drafts = [
        Draft(CHOOSER, partial(chooser_page, code, languages, CHOOSER, "chooser.html")),
        Draft(NOT_FOUND, partial(chooser_page, code, languages, NOT_FOUND, "not_found.html")),
    ]
    once = make_language_neutral(code, graph, shadow, editorial.report if editorial else None)
    trees = localized_sites(code, graph, languages, editorial).values()
    # A page in all languages, then the next: what they have in common is still at hand.
    for pages in zip(*(_tree_pages(site, once) for site in trees), strict=True):
        for path, make in pages:
            drafts.append(Draft(path, partial(_in_every_language, make, languages)))
    return tuple(drafts)


def _in_every_language(make: Callable[[], SitePage], languages: Sequence[str]) -> SitePage:
    page = make()
    alternates = tuple((tag, Place(translated(page.path, tag))) for tag in languages)
    return replace(page, alternates=alternates)


def _tree_pages(
    site: LocalizedSite, once: LanguageNeutral
) -> Iterator[tuple[str, Callable[[], SitePage]]]:
    tag = site.language.code
    yield search_path(tag), partial(_search, site, once)
    yield home_path(tag), partial(_home, site)
    yield from term_pages(site)
    for editions, laws in site.editions.pairs.items():
        for part in range(1, editions_pages(site, editions) + 1):
            path = editions_path(tag, *editions, part)
            yield path, partial(_editions, site, editions, part)
        for number in laws:
            path = comparison_path(tag, *editions, number)
            yield path, partial(_comparison, site, editions, number)
    yield from reference_pages(site, once)
    yield from translation_pages(site, once)
    for edition in (edition.id for edition in site.code.outline.editions):
        for part in range(1, list_pages(site, edition) + 1):
            yield laws_path(tag, edition, part), partial(_laws, site, edition, part)
        for name in companion_names(site, edition):
            yield companion_path(tag, edition, name), partial(_companion, site, edition, name)
        for number in site.code.numbers(edition):
            yield law_path(tag, edition, number), partial(_law, site, edition, number)
        for number in sorted(site.graph.not_held(edition)):
            yield law_path(tag, edition, number), partial(_absent, site, edition, number)


def _home(site: LocalizedSite) -> SitePage:
    tag = site.language.code
    description = site.strings.gettext(
        "Every law in its languages, side by side, with its references and who cites it."
    )
    return linked(SitePage(home_path(tag), tag, "", description, "home.html", home_view(site)))


def _laws(site: LocalizedSite, edition: str, part: int) -> SitePage:
    tag = site.language.code
    view = list_view(site, edition, part)
    here = next(each for each in view.parts if each.here)
    title = site.strings.gettext("Laws %(first)s to %(last)s")
    title %= {"first": here.first, "last": here.last}
    told = site.strings.gettext("Every law in its languages, with what is held of it.")
    path = laws_path(tag, edition, part)
    return linked(SitePage(path, tag, f"{title} ({edition})", told, "laws.html", view))


def _search(site: LocalizedSite, once: LanguageNeutral) -> SitePage:
    tag = site.language.code
    title = site.strings.gettext("Search")
    description = site.strings.gettext("Search in every language of the laws.")
    view = search_view(site, once.table())
    return linked(SitePage(search_path(tag), tag, title, description, "search.html", view))


def _law(site: LocalizedSite, edition: str, number: int) -> SitePage:
    tag = site.language.code
    laws = reading_order(site, edition, number)
    first = laws[0]
    heading = first.root.heading.text if first.root.heading else ""
    name = f"{law_name(site, number)} ({edition})"
    words = heading or _beginning(first)
    return linked(
        SitePage(
            path=law_path(tag, edition, number),
            language=tag,
            title=f"{name} · {heading}" if heading else name,
            description=_shortened(f"{name}: {words}"),
            template="law.html",
            view=law_view(site, edition, number),
            legislation=legislation_of(site, laws),
        )
    )


def _companion(site: LocalizedSite, edition: str, name: str) -> SitePage:
    tag = site.language.code
    first = companions_of(site, edition, name)[0]
    title = f"{companion_name(site, first)} ({edition})"
    words = " ".join(passage.text for passage in first.passages() if passage is not first.heading)
    return linked(
        SitePage(
            path=companion_path(tag, edition, name),
            language=tag,
            title=title,
            description=_shortened(f"{title}: {words}"),
            template="companion.html",
            view=companion_view(site, edition, name),
        )
    )


def _editions(site: LocalizedSite, editions: tuple[str, str], part: int) -> SitePage:
    tag = site.language.code
    names = dict(zip(("old", "new"), editions, strict=True))
    title = site.strings.gettext("Editions %(old)s and %(new)s") % names
    told = site.strings.gettext("What is new, gone or in another place in edition %(new)s.") % names
    view = editions_view(site, editions, part)
    here = next((f", {each.first} – {each.last}" for each in view.parts if each.here), "")
    path = editions_path(tag, *editions, part)
    return linked(SitePage(path, tag, title + here, told, "editions.html", view))


def _comparison(site: LocalizedSite, editions: tuple[str, str], number: int) -> SitePage:
    tag = site.language.code
    old, new = editions
    title = site.strings.gettext("%(law)s: editions %(old)s and %(new)s")
    told = site.strings.gettext("%(law)s of %(old)s beside %(law)s of %(new)s.")
    names = {"law": law_name(site, number), "old": old, "new": new}
    return linked(
        SitePage(
            path=comparison_path(tag, old, new, number),
            language=tag,
            title=title % names,
            description=told % names,
            template="compare.html",
            view=comparison_view(site, editions, number),
        )
    )


def _absent(site: LocalizedSite, edition: str, number: int) -> SitePage:
    tag = site.language.code
    name = f"{law_name(site, number)} ({edition})"
    told = site.strings.gettext("%(law)s is cited but not held here: the provisions that cite it.")
    return linked(
        SitePage(
            path=law_path(tag, edition, number),
            language=tag,
            title=name,
            description=told % {"law": name},
            template="absent.html",
            view=absent_view(site, edition, number, site.graph.not_held(edition)[number]),
        )
    )


def _beginning(law: Law) -> str:
    """As much of a text as a description can hold."""
    found = ""
    for provision in law.provisions():
        for passage in (provision.heading, *provision.passages):
            if passage:
                found += " ".join(passage.text.split()) + " "
        if len(found) > _LONGEST_DESCRIPTION + _BEYOND:
            break
    return found


def _shortened(words: str) -> str:
    """A description from the beginning of a text; not more of it is looked at than can matter."""
    begin = " ".join(words.split())[: _LONGEST_DESCRIPTION + _BEYOND]
    if "-" not in begin:  # where textwrap may cut, too
        return _cut(begin)
    return shorten(begin, _LONGEST_DESCRIPTION, placeholder=_GOES_ON)


def _cut(begin: str) -> str:
    """The words that fit, as ``shorten`` gives them, which takes ten times as long."""
    if len(begin) <= _LONGEST_DESCRIPTION:
        return begin
    whole = begin[: _LONGEST_DESCRIPTION - len(_GOES_ON) + 1].rpartition(" ")[0]
    return f"{whole}{_GOES_ON}" if whole else _GOES_ON.strip()
