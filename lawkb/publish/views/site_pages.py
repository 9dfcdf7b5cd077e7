"""The list of all pages made from the laws: the path of each, and the function that makes it.

The pages that list others are here, too: the choice of language, the home page of each language
with the books of each edition, the lists of laws, and how far the translation is. There, provisions
are counted as everywhere: a law is one too, so one with the letters A and B has three.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import groupby, zip_longest
from textwrap import shorten
from types import SimpleNamespace

from lawkb.corpus.decision_files import DONE_STATES, ReviewState
from lawkb.model.address import Address, InSeries, Ordinal
from lawkb.model.code import Code, Edition, Expression
from lawkb.model.language import read_language
from lawkb.model.law import Law
from lawkb.publish.localized_site import (
    BookFile,
    LocalizedSite,
    absent_lines,
    companion_name,
    companion_names,
    companions_of,
    has_translations,
    law_title,
    reading_order,
    terms_place,
    title_of,
)
from lawkb.publish.page import Draft, Drafts, SitePage, example_address, make_page, with_links
from lawkb.publish.pagefind_source import PagefindPage
from lawkb.publish.pagination import (
    Pages,
    Part,
    extra_page_count,
    page_groups,
    page_links,
    paginate,
    shown_part,
)
from lawkb.publish.strings import code_strings
from lawkb.publish.urls import CHOOSER, NOT_FOUND, SEARCH_ANSWER, Paths, Place
from lawkb.publish.views.comments import all_comment_counts, comment_pages, comments_place
from lawkb.publish.views.editions_page import compared_editions, comparison_view, editions_view
from lawkb.publish.views.law_history import changes_place, history_pages, recent_changes_pages
from lawkb.publish.views.law_page import (
    absent_view,
    companion_view,
    law_view,
    legislation,
    official_of_edition,
    status_of,
)
from lawkb.publish.views.law_rows import incomplete_provisions, lacks_text
from lawkb.publish.views.references import law_reference_pages, reference_pages
from lawkb.publish.views.search_page import (
    AnswerRows,
    answer_view,
    search_table,
    search_view,
)
from lawkb.publish.views.subjects import subject_pages, subjects_place
from lawkb.publish.views.terms_page import term_pages
from lawkb.publish.views.text_runs import grouped_by_division
from lawkb.publish.views.whole_code import whole_pages
from lawkb.search.guide import Guide

_LONGEST_DESCRIPTION = 160
_BEYOND = 40  # enough to see where the words that still fit end


@dataclass(frozen=True)
class _SearchTable:
    """What the search page of every interface language needs. No slots: it is made once."""

    make: Callable[[], str]

    @cached_property
    def text(self) -> str:
        return self.make()


def site_drafts(
    sites: Mapping[str, LocalizedSite], search_pages: Sequence[PagefindPage]
) -> Drafts[SitePage]:
    """Return drafts of every page made from the laws, in every interface language."""
    languages = tuple(sites)
    code, editorial = sites[languages[0]].code, sites[languages[0]].editorial
    guide = Guide(editorial.subjects, editorial.titles)
    table = _SearchTable(partial(search_table, code, search_pages, editorial.synonyms, guide))
    drafts = [
        Draft(CHOOSER, partial(chooser_page, code, languages)),
        Draft(NOT_FOUND, partial(not_found_page, code, languages)),
    ]
    drafts += _in_all_languages(_code_pages(site, table) for site in sites.values())
    laws = tuple(
        (edition, number)
        for edition, numbers in sites[languages[0]].numbers.items()
        for number in (*numbers, *sorted(sites[languages[0]].graph.not_held(edition)))
    )
    return Drafts(tuple(drafts), laws, partial(_law_drafts, sites))


def _law_drafts(
    sites: Mapping[str, LocalizedSite], law: tuple[str, Ordinal]
) -> tuple[Draft[SitePage], ...]:
    """Return drafts of the pages of a law, held here or only cited, in every language."""
    return tuple(_in_all_languages(_law_pages(site, *law) for site in sites.values()))


def _in_all_languages(
    pages: Iterable[Iterator[tuple[str, Callable[[], SitePage]]]],
) -> Iterator[Draft[SitePage]]:
    """Yield a page in all languages, then the next: what they have in common is still at hand.

    Those of the index of subjects, the last ones, are not of one number in all languages.
    """
    for same in zip_longest(*pages):
        yield from (Draft(*page) for page in same if page)


def _code_pages(
    site: LocalizedSite, table: _SearchTable
) -> Iterator[tuple[str, Callable[[], SitePage]]]:
    yield site.paths.search(), partial(_search, site, table)
    yield site.paths.home(), partial(_home, site)
    yield from term_pages(site, subjects_place(site, site.code.outline.editions[0].id))
    yield from comment_pages(site)
    for editions, laws in site.editorial.editions.items():
        for part in range(1, len(paginate(tuple(laws))) + 1):
            path = site.paths.editions(*editions, part)
            yield path, partial(_editions, site, editions, part)
        for number in laws:
            path = site.paths.comparison(*editions, number)
            yield path, partial(_comparison, site, editions, number)
    yield from reference_pages(site)
    yield from translation_pages(site)
    for edition, numbers in site.numbers.items():
        for part in range(1, extra_page_count(numbers) + 1):
            yield site.paths.laws(edition, part), partial(_laws, site, edition, part)
        for name in companion_names(site, edition):
            yield site.paths.companion(edition, name), partial(_companion, site, edition, name)
    yield from recent_changes_pages(site)
    yield from whole_pages(site)
    yield from subject_pages(site)


def _law_pages(
    site: LocalizedSite, edition: str, number: Ordinal
) -> Iterator[tuple[str, Callable[[], SitePage]]]:
    held = bool(site.code.languages_of(edition, number))
    yield site.paths.law(edition, number), partial(_law if held else _absent, site, edition, number)
    if held:
        yield from history_pages(site, edition, number)
    yield from law_reference_pages(site, edition, number)


def _home(site: LocalizedSite) -> SitePage:
    description = site.gettext(
        "Every law in its languages, side by side, "
        "with its references and the provisions that cite it."
    )
    path = site.paths.home()
    return make_page(site, path, "home.html", home_view(site), "", description)


def _laws(site: LocalizedSite, edition: str, part: int) -> SitePage:
    """Return a page of the list of laws of an edition; ``part`` counts from 1."""
    numbers = paginate(site.numbers[edition])[part - 1]
    line = partial(law_line, site, edition)
    lines, groups, rest = grouped_by_division(site, edition, numbers, line)
    parts = _parts(site, edition, part)
    view = SimpleNamespace(edition=edition, parts=parts, lines=lines, groups=groups, rest=rest)
    here = next(each for each in parts if each.here)
    title = site.gettext("Laws %(first)s to %(last)s", first=here.first, last=here.last)
    description = site.gettext(
        "Every law in its languages, with the parts that are available here."
    )
    path = site.paths.laws(edition, part)
    return make_page(site, path, "laws.html", view, f"{title} ({edition})", description)


def _search(site: LocalizedSite, table: _SearchTable) -> SitePage:
    given = "" if site.code.outline.search_on_server else table.text
    return _search_page(site, "search.html", search_view(site, given))


def _search_page(site: LocalizedSite, template: str, view: object) -> SitePage:
    title = site.gettext("Search")
    description = site.gettext("Search in every language of the laws.")
    return make_page(site, site.paths.search(), template, view, title, description)


def answer_page(site: LocalizedSite, answer: AnswerRows) -> SitePage:
    """Return the page with the answer of a server, for readers without script.

    No law is read for it.
    """
    page = _search_page(site, "answer.html", answer_view(site, answer))
    return replace(page, path=SEARCH_ANSWER)


def _law(site: LocalizedSite, edition: str, number: Ordinal) -> SitePage:
    laws = reading_order(site, edition, number)
    first = laws[0]
    heading = first.root.heading.text if first.root.heading else ""
    name = f"{site.law_name(number)} ({edition})"
    page = make_page(
        site,
        site.paths.law(edition, number),
        "law.html",
        law_view(site, edition, number),
        f"{name} · {heading}" if heading else name,
        _shortened(f"{name}: {heading or _beginning(first)}"),
    )
    return replace(page, legislation=partial(legislation, site, laws))


def _companion(site: LocalizedSite, edition: str, name: str) -> SitePage:
    first = companions_of(site, edition, name)[0]
    title = f"{companion_name(site, first)} ({edition})"
    words = " ".join(passage.text for passage in first.passages() if passage is not first.heading)
    path, view = site.paths.companion(edition, name), companion_view(site, edition, name)
    description = _shortened(f"{title}: {words}")
    return make_page(site, path, "companion.html", view, title, description)


def _editions(site: LocalizedSite, editions: tuple[str, str], part: int) -> SitePage:
    old, new = editions
    view = editions_view(site, editions, part)
    title = site.gettext("Editions %(old)s and %(new)s", old=old, new=new) + shown_part(view.parts)
    description = site.gettext("What was added, removed or moved in edition %(new)s.", new=new)
    path = site.paths.editions(old, new, part)
    return make_page(site, path, "editions.html", view, title, description)


def _comparison(site: LocalizedSite, editions: tuple[str, str], number: Ordinal) -> SitePage:
    names = {"law": site.law_name(number), "old": editions[0], "new": editions[1]}
    return make_page(
        site,
        site.paths.comparison(*editions, number),
        "compare.html",
        comparison_view(site, editions, number),
        site.gettext("%(law)s: editions %(old)s and %(new)s", **names),
        site.gettext("%(law)s of %(old)s compared with %(law)s of %(new)s.", **names),
    )


def _absent(site: LocalizedSite, edition: str, number: Ordinal) -> SitePage:
    name = f"{site.law_name(number)} ({edition})"
    law = Address((number,))
    return make_page(
        site,
        site.paths.law(edition, number),
        "absent.html",
        absent_view(site, edition, number, site.graph.cited_into(edition, law)),
        name,
        site.gettext(
            "%(law)s: its text is not on this site; the provisions that cite it.", law=name
        ),
    )


def _beginning(law: Law) -> str:
    """Return the beginning of a law's text, for the description of its page."""
    found = ""
    for provision in law.provisions():
        for passage in (provision.heading, *provision.passages):
            if passage:
                found += " ".join(passage.text.split()) + " "
        if len(found) > _LONGEST_DESCRIPTION + _BEYOND:
            break
    return found


def _shortened(words: str) -> str:
    """Return the beginning of a text as a description, without reading more than it needs."""
    begin = " ".join(words.split())[: _LONGEST_DESCRIPTION + _BEYOND]
    return shorten(begin, _LONGEST_DESCRIPTION, placeholder=" …")


_KILO = 1000


def books_view(site: LocalizedSite) -> tuple[SimpleNamespace, ...]:
    """Return the books that the site offers, by edition; those of the reader's language first."""
    own = site.language.code

    def order(file: BookFile) -> tuple[bool, bool]:
        return own not in file.languages, len(file.languages) == 1 and own not in file.languages

    found = []
    for edition, files in groupby(site.editorial.books, key=lambda file: file.edition):
        lines: dict[tuple[str, ...], list[SimpleNamespace]] = {}
        for file in sorted(files, key=order):
            lines.setdefault(file.languages, []).append(_book_link(site, file))
        shown = [
            SimpleNamespace(
                languages=tuple((tag, read_language(tag).name) for tag in tags), files=tuple(links)
            )
            for tags, links in lines.items()
        ]
        found.append(SimpleNamespace(edition=edition, lines=tuple(shown)))
    return tuple(found)


def _book_link(site: LocalizedSite, file: BookFile) -> SimpleNamespace:
    name = f"{file.form.upper()} {file.paper.upper()}".strip()
    if len(file.volumes) > 1:
        name = site.gettext("%(name)s, volume %(volume)s", name=name, volume=file.volume + 1)
    return SimpleNamespace(
        name=name,
        place=Place(file.path),
        media=_MEDIA[file.form],
        kilobytes=-(-file.size // _KILO),  # rounded up
    )


_MEDIA = {"pdf": "application/pdf", "epub": "application/epub+zip"}


def list_parts(
    site: LocalizedSite, edition: str
) -> Iterator[tuple[str, Part, tuple[tuple[str, Place | None], ...]]]:
    """Yield name and link of each page of a long list of laws, number and link of each law on it.

    Nothing is yielded if the list fits on the home page. If it has so many pages that a link leads
    to several of them, there are no links to laws.
    """
    parts, pages = _parts(site, edition), paginate(site.numbers[edition])
    for part, group in zip(parts, page_groups(len(pages)), strict=False):
        numbers = pages[group[0]] if len(parts) == len(pages) else ()
        links = tuple((site.number_name(n), site.place(edition, Address((n,)))) for n in numbers)
        yield site.range_name(pages.first(group[0]), pages.last(group[-1])), part, links


def law_line(site: LocalizedSite, edition: str, number: Ordinal) -> SimpleNamespace:
    """Return the line of a law in the list of laws."""
    laws = reading_order(site, edition, number)
    title, language = law_title(site, edition, number)
    return SimpleNamespace(
        name=site.law_name(number),
        place=site.place(edition, Address((number,))),
        title=title,  # in another language if the reader's has none; may be empty
        language=language,
        own=language == site.language.code,
        language_name=read_language(language).name,
        # The recitals have a title in no act.
        untitled=isinstance(number, InSeries) and not number.n,
        # In the language shown first words are known to be missing.
        incomplete=lacks_text(site, laws[0], laws),
    )


def _parts(site: LocalizedSite, edition: str, here: int = 0) -> tuple[Part, ...]:
    pages = paginate(site.numbers[edition])
    return page_links(pages, partial(site.paths.laws, edition), site.number_name, here)


def home_view(site: LocalizedSite) -> SimpleNamespace:
    """Return the home page of an interface language."""
    outline = site.code.outline
    titles = sorted(outline.titles.items(), key=lambda title: title[0] != site.language.code)
    every = [_edition(site, edition) for edition in outline.editions]
    # One of which nothing is here only fills the page.
    held = [e for e in every if site.numbers[e.id] or e.companions or e.absent or e.commentaries]
    editions = tuple(held or every)
    return SimpleNamespace(
        titles=tuple(titles),
        doors=tuple(_doors(site)),
        editions=editions,
        books=books_view(site),
        more=tuple(_more(site)),
        changed=bool(changes_place(site)),
    )


def _doors(site: LocalizedSite) -> Iterator[tuple[str, str, Place]]:
    """Yield name, purpose and link of the ways into the newest edition that has laws here."""
    example = example_address(site.code, site.language.code)
    what = site.gettext("A word, what happened, or an address such as %(address)s", address=example)
    yield site.gettext("Search"), what, Place(site.paths.search())
    newest = next((edition for edition, numbers in site.numbers.items() if numbers), "")
    if subjects := subjects_place(site, newest) if newest else None:
        yield (
            site.gettext("Index of subjects"),
            site.gettext("Find the law by what happened"),
            subjects,
        )
    if newest:
        place = Place(site.paths.whole(newest, "", 1))
        yield (
            site.gettext("All laws on one page"),
            site.gettext("To read through, print or search in"),
            place,
        )
        held = sum(isinstance(number, int) for number in site.numbers[newest])
        all_ = site.code.outline.edition(newest).laws
        what = site.gettext("%(held)s of %(all)s are on this site", held=held, all=max(held, all_))
        yield site.gettext("Laws"), what, Place(site.paths.home(), newest)


def _more(site: LocalizedSite) -> Iterator[tuple[str, Place]]:
    """Yield name and link of every page to which the foot of the home page leads."""
    yield from _whole_code_links(site)
    for old, new, place in compared_editions(site):
        yield site.gettext("Editions %(old)s and %(new)s", old=old, new=new), place
    yield site.gettext("References"), Place(site.paths.references())
    if terms := terms_place(site):
        yield site.gettext("Terms"), terms
    if has_translations(site.code.outline):
        yield site.gettext("Translation"), Place(site.paths.translation())
    if comments := comments_place(site):
        yield site.gettext("Comments of readers"), comments


def _whole_code_links(site: LocalizedSite) -> Iterator[tuple[str, Place]]:
    """Yield name and link of the pages that show or list the whole code."""
    held = [edition for edition, numbers in site.numbers.items() if numbers]
    for edition in held[1:]:  # to the newest the doors lead
        place = Place(site.paths.whole(edition, "", 1))
        yield site.gettext("All laws on one page") + f" ({edition})", place
        if subjects := subjects_place(site, edition):
            yield site.gettext("Index of subjects") + f" ({edition})", subjects
    if changes := changes_place(site):
        yield site.gettext("Recent changes"), changes


def _edition(site: LocalizedSite, edition: Edition) -> SimpleNamespace:
    numbers = site.numbers[edition.id]
    parts = tuple(list_parts(site, edition.id))
    expressions = (e for e in site.code.outline.expressions if e.edition == edition.id)
    companions = [_companion_line(site, edition.id, n) for n in companion_names(site, edition.id)]
    line = partial(law_line, site, edition.id)
    lines, groups, rest = grouped_by_division(site, edition.id, () if parts else numbers, line)
    return SimpleNamespace(
        id=edition.id,
        expressions=tuple(_expression(site, expression) for expression in expressions),
        companions=tuple(line for line in companions if not line.law),
        commentaries=tuple(line for line in companions if line.law),
        # Where the list takes several pages, only the divisions are here, and links to the pages.
        lines=lines,
        groups=groups,
        rest=rest,
        parts=parts,
        absent=absent_lines(site, edition.id),
        status=status_of(site, edition.id, ()),
        official=official_of_edition(site, edition.id),
    )


def _expression(site: LocalizedSite, expression: Expression) -> SimpleNamespace:
    outline = site.code.outline
    body = outline.organization(expression.by).name
    return SimpleNamespace(
        language=expression.language,
        name=read_language(expression.language).name,
        by=body,
        by_language=site.language_of(body),
        original=expression.language == outline.authoritative,
    )


def _companion_line(site: LocalizedSite, edition: str, name: str) -> SimpleNamespace:
    """Return a text beside the laws, such as definitions, in the list of an edition."""
    first, *others = found = companions_of(site, edition, name)
    tags = [e.language for e in site.code.outline.expressions if e.edition == edition]
    held = {each.language for each in found}
    shown = others if first.language == site.language.code else found
    return SimpleNamespace(
        name=companion_name(site, first),
        place=Place(site.paths.companion(edition, name)),
        # In the available languages besides the reader's; empty without one.
        titles=tuple((each.language, each.heading.text if each.heading else "") for each in shown),
        # Of a commentary, the law it explains.
        law=site.law_name(first.law) if first.law else "",
        missing=tuple((tag, read_language(tag).name) for tag in tags if tag not in held),
    )


def chooser_page(code: Code, languages: Sequence[str]) -> SitePage:
    """Return the page at the root of the site, for the choice of language."""
    choices = tuple(_choice(code, tag) for tag in languages)
    return _choice_page(CHOOSER, "chooser.html", choices)


def _choice(code: Code, tag: str) -> SimpleNamespace:
    """Return an interface language to choose, with its home page and the title of the code."""
    title, title_language = title_of(code, tag)
    return SimpleNamespace(
        language=tag,
        name=read_language(tag).name,
        title=title,
        title_language=title_language,
        place=Place(Paths(tag).home()),
    )


def _choice_page(path: str, template: str, choices: tuple[SimpleNamespace, ...]) -> SitePage:
    titles = " · ".join(dict.fromkeys(choice.title for choice in choices))
    return with_links(SitePage(path, choices[0].language, "", titles, template, choices))


def not_found_page(code: Code, languages: Sequence[str]) -> SitePage:
    """Return the page for missing pages, in all interface languages at once."""
    choices = tuple(_choice(code, tag) for tag in languages)
    for each in choices:
        each.texts = _missing_texts(code, each.language)
    return _choice_page(NOT_FOUND, "not_found.html", choices)


def _missing_texts(code: Code, tag: str) -> SimpleNamespace:
    """Return what the page for missing pages says in one language."""
    strings = code_strings(code.outline, tag)
    return SimpleNamespace(
        heading=strings.gettext("Page not found"),
        why=strings.gettext("The address may be mistyped, or the page may have moved."),
        label=strings.gettext("Search, or go to a provision"),
        example=strings.gettext("%(label)s or words") % {"label": example_address(code, tag)},
        search=strings.gettext("Search"),
        home=strings.gettext("All laws"),
    )


_TranslatedKey = tuple[
    str, str, Ordinal
]  # edition, BCP 47 tag of the translation, number of the law


def translation_pages(site: LocalizedSite) -> Iterator[tuple[str, Callable[[], SitePage]]]:
    """Yield the path of each page of progress, and the function that makes it.

    There is one, unless the code has more laws than a page can list; none without translations.
    """
    report = site.editorial.report
    if has_translations(site.code.outline):
        pages = paginate(tuple(report.states) if report else ())
        for part in range(1, len(pages) + 1):
            yield site.paths.translation(part), partial(_translation_page, site, pages, part)


def _translation_page(site: LocalizedSite, pages: Pages[_TranslatedKey], part: int) -> SitePage:
    parts = page_links(
        pages,
        site.paths.translation,
        lambda key: f"{site.number_name(key[2])} ({key[0]})",
        part,
    )
    comments = tuple((status, n) for status, n in all_comment_counts(site).items() if n)
    view = SimpleNamespace(
        editions=tuple(
            _translated_edition(site, edition, tag, [number for _, _, number in keys])
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


def _translated_edition(
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
        lines=tuple(_translated_line(site, edition, tag, number) for number in numbers),
        **_progress(states),
    )


def _translated_line(
    site: LocalizedSite, edition: str, tag: str, number: Ordinal
) -> SimpleNamespace:
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
