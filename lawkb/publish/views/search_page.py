"""The search page: the languages searched, and what its script needs to know of their words.

For readers without script, the answer to a query is rows of the page.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from types import SimpleNamespace

from lawkb.corpus.glossary import Synonyms
from lawkb.model.address import Address, Scheme
from lawkb.model.answer import Hit, SearchResult
from lawkb.model.code import Code
from lawkb.model.language import Language, read_language
from lawkb.model.passage import Span
from lawkb.publish.localized_site import LocalizedSite, reading_order, terms_place
from lawkb.publish.pagefind_source import FAMILY, HIDDEN, PagefindPage, family_word
from lawkb.publish.pagination import has_inserts, names_beside
from lawkb.publish.urls import Place, part_id
from lawkb.publish.views.law_page import title_not_here
from lawkb.publish.views.subjects import subjects_place
from lawkb.search.engine import ranking_table
from lawkb.search.guide import NO_GUIDE, Guide, addresses_of
from lawkb.search.not_here import not_here_of
from lawkb.search.query.lexer import operator_words
from lawkb.words.folding import LOOKALIKES, fold
from lawkb.words.spellings import read_spellings
from lawkb.words.tokens import read_vocabulary

MarkedText = tuple[tuple[str, bool], ...]  # pieces of a text, and whether each was found


@dataclass(frozen=True, slots=True)
class AnswerRows:
    """The answer to a query."""

    query: str  # The query as typed.
    total: int = 0  # Number of provisions found; those shown may be fewer.
    # Hits by the BCP 47 tag of the text shown first.
    rows: tuple[tuple[str, tuple[SimpleNamespace, ...]], ...] = ()
    fault: str = ""  # What is wrong with the query, in English; empty if nothing is.
    is_down: bool = False  # Whether the search does not answer at the moment.

    def of(self, language: str) -> tuple[SimpleNamespace, ...]:
        """Return the hits shown in a language."""
        return dict(self.rows).get(language, ())


def answer_rows(site: LocalizedSite, answer: SearchResult) -> AnswerRows:
    """Return an answer for a page in the language of a site."""
    tags = dict.fromkeys(hit.lang for hit in answer.hits)
    rows = tuple((tag, tuple(_rows(site, answer, tag))) for tag in tags)
    return AnswerRows(answer.query, answer.total, rows)


def _rows(site: LocalizedSite, answer: SearchResult, language: str) -> Iterator[SimpleNamespace]:
    """Yield the hits in a language as they are shown."""
    newest = site.code.outline.editions[0].id
    for hit in answer.hits:
        if hit.lang != language:
            continue
        other = hit.other
        yield SimpleNamespace(
            name=_name(site, hit),
            place=_place(site, hit),
            edition="" if hit.edition == newest else hit.edition,
            heading="" if hit.heading == hit.snippet else hit.heading or "",
            snippet=marked_text(hit.snippet, hit.spans),
            other=(other.lang, marked_text(other.snippet, other.spans)) if other else None,
        )


def _name(site: LocalizedSite, hit: Hit) -> str:
    if hit.address is None:
        return hit.label
    address = site.code.outline.scheme.read(hit.address)
    return site.name(address) if address.depth else site.law_name(address.law)


def _place(site: LocalizedSite, hit: Hit) -> Place | None:
    if hit.companion:
        id_ = part_id(hit.lang, hit.companion.id)
        return Place(site.paths.companion(hit.edition, hit.companion.name), id_)
    if hit.address is None:
        return None
    return site.place(hit.edition, site.code.outline.scheme.read(hit.address))


def marked_text(text: str, spans: tuple[Span, ...]) -> MarkedText:
    """Cut a text at the spans that were found; the pieces join to the text."""
    ends = sorted({0, len(text), *(end for span in spans for end in span)})
    return tuple(
        (text[start:end], any(a <= start and end <= b for a, b in spans))
        for start, end in pairwise(ends)
    )


_MOST_NAMED = 12  # numbers of laws in a sentence
MOST_LAWS = 200  # named on the page: more are on the pages that list them


def search_view(site: LocalizedSite, table: str) -> SimpleNamespace:
    """Return the search page of an interface language; ``table`` is JSON from ``search_table``."""
    outline = site.code.outline
    letters = json.dumps(letters_of_labels(site.language, outline.scheme), ensure_ascii=False)
    editions = (subjects_place(site, each.id) for each in outline.editions)
    return SimpleNamespace(
        groups=_groups(site),
        table=table,
        law=site.language.law,
        letters=letters,
        # To look in without script, and what is not here.
        laws=tuple(_laws(site)),
        absent=_absent(site),
        terms=terms_place(site),
        # Of the newest edition that has one.
        subjects=next(filter(None, editions), None),
        on_server=outline.search_on_server,
    )


def answer_view(site: LocalizedSite, answer: AnswerRows) -> SimpleNamespace:
    """Return the page with what the server found; no law is read for it."""
    return SimpleNamespace(groups=_groups(site), answer=answer)


def _groups(site: LocalizedSite) -> tuple[tuple[str, str], ...]:
    """Return tag and name of every language that has a text, the reader's first."""
    tags = sorted(_languages(site.code), key=lambda tag: tag != site.language.code)
    return tuple((tag, read_language(tag).name) for tag in tags)


def letters_of_labels(language: Language, scheme: Scheme) -> dict[str, object]:
    """Return how a language writes labels.

    Its letters by numbering, whether inserts are Latin numerals, its own forms of the labels inside
    an address, and the names of annexes.
    """
    letters: dict[str, object] = {"upper": language.upper, "lower": language.lower}
    if any(level.numbering == "doubled" for level in scheme.levels):
        letters["doubled"] = [2 * letter for letter in language.lower]
    if language.counts_in_latin and has_inserts(scheme):
        letters["latin"] = True
    if any(level.written_in for level in scheme.levels):
        letters["forms"] = [level.form(language.code) for level in scheme.levels]
    if scheme.series:
        letters["beside"] = names_beside(scheme, language)
    return letters


def _laws(site: LocalizedSite) -> Iterator[tuple[str, str, str, Place]]:
    """Yield the laws that are available here, of the newest edition that has any."""
    editions = (each.id for each in site.code.outline.editions if site.numbers.get(each.id))
    edition = next(editions, "")
    for number in site.numbers.get(edition, ())[:MOST_LAWS]:
        laws = (law for law in reading_order(site, edition, number) if law.root.heading)
        titled = next(((law.root.heading, law.language) for law in laws), (None, ""))
        title = titled[0].text if titled[0] else ""
        yield site.law_name(number), title, titled[1], Place(site.paths.law(edition, number))


def _absent(site: LocalizedSite) -> SimpleNamespace | None:
    """Return which laws of the newest edition are not here; None if all are."""
    edition = site.code.outline.editions[0].id
    whole = not_here_of(site.code, edition)
    if len(whole.held) == whole.of:
        return None
    titled = {each.law.law for each in site.editorial.titles if each.edition == edition}
    laws = sorted(titled - set(site.numbers.get(edition, ())))
    named = [*whole.held[:_MOST_NAMED], *(["…"] if len(whole.held) > _MOST_NAMED else [])]
    return SimpleNamespace(
        held=whole.held,
        of=whole.of,
        named=", ".join(named),
        official=whole.official,
        laws=tuple(
            (
                site.law_name(number),
                site.place(edition, Address((number,))),
                title_not_here(site, edition, number),
            )
            for number in laws[:MOST_LAWS]
        ),
    )


def search_table(
    code: Code, search_pages: Sequence[PagefindPage], synonyms: Synonyms, guide: Guide = NO_GUIDE
) -> str:
    """Return the language data of the search as JSON, for the script of the search page.

    A word in the index may be hidden, that is, not part of the text: ``hidden`` is the prefix of
    hidden words, ``family`` the suffix of those that stand for a family, all forms with one stem.
    ``scripts`` has for each script, as regular expressions name it, its look-alike letters; equal
    positions look alike. ``languages`` has, by BCP 47 tag, the stop words, the families (name and
    forms of each), and the scripts of the texts, the only ones searched there; then the other ways
    to type its words (``Spellings``), and its synonyms, both sides folded. ``operators`` has the
    words of the query language, ``ranking`` what a word counts by where it is.
    """
    scripts = {name.capitalize(): letters for name, letters in LOOKALIKES.items()}
    by_language = {
        tag: [page for page in search_pages if page.path.startswith(f"{tag}/")]
        for tag in _languages(code)
    }
    languages = {
        tag: {
            "stop": " ".join(sorted(read_vocabulary(tag).stop)),
            "asking": " ".join(sorted(read_vocabulary(tag).asking)),
            "makes": " ".join(sorted(read_vocabulary(tag).makes)),
            "families": _families(pages, tag),
            "endings": _endings(tag),
            "scripts": [
                name
                for name, letters in scripts.items()
                if any(letter in page.html for page in pages for letter in letters)
            ],
            "spellings": asdict(
                read_spellings(tag, tuple(other for other in by_language if other != tag))
            ),
            "synonyms": [
                [[*map(_folded, each.typed)], [*map(_folded, each.meant)]]
                for each in synonyms.get(tag, ())
            ],
        }
        for tag, pages in by_language.items()
    }
    table = {
        "hidden": HIDDEN,
        "family": FAMILY,
        "scripts": scripts,
        "operators": operator_words(tuple(map(read_language, by_language))),
        "ranking": ranking_table(),
        "languages": languages,
        "guide": _guide_table(code, guide),
    }
    return json.dumps(table, ensure_ascii=False, separators=(",", ":"))


def _guide_table(code: Code, guide: Guide) -> dict[str, object]:
    """Return what guides a search: ``subjects``, ``titles``, and which laws are here."""
    scheme, edition = code.outline.scheme, code.outline.editions[0].id
    whole = not_here_of(code, edition)
    titles: dict[str, tuple[dict[str, str], dict[str, str]]] = {}
    for each in guide.titles:
        if each.edition == edition and each.law.law not in code.numbers(edition):
            own, others = titles.setdefault(scheme.write(each.law), ({}, {}))
            own[each.language] = each.title
            others |= {each.language: " ".join(each.words)} if each.words else {}
    return {
        "subjects": [
            [
                row.language,
                row.edition,
                row.entry,
                row.subentry,
                " ".join(map(scheme.write, addresses_of(row, guide.subjects))),
            ]
            for row in guide.subjects
        ],
        "titles": [[law, *both] for law, both in titles.items()],
        "held": whole.held,
        "of": whole.of,
        "official": [asdict(link) for link in whole.official],
    }


def _folded(text: str) -> str:
    return " ".join(map(fold, text.split()))


def _languages(code: Code) -> tuple[str, ...]:
    """Return the languages of the texts available here, in the order of the law code.

    Those that only texts beside the laws have come last.
    """
    texts = (*code.laws, *code.companions)
    return tuple(dict.fromkeys(language for _, language, _ in texts))


def _endings(tag: str) -> str:
    """Return what follows the stems of the listed forms of words."""
    joined = read_vocabulary(tag).joined
    lines = read_language(tag).tables.get("search", {}).get("join", ())
    forms = [form for line in lines for form in map(fold, line.split())]
    ends = {form[at:] for form in forms for at in range(len(form) + 1) if form[:at] in joined}
    return " ".join(sorted(ends - {""}))


def _families(pages: Sequence[PagefindPage], tag: str) -> list[str]:
    """Return the words that belong to a family: those listed, and those in the texts."""
    vocabulary = read_vocabulary(tag)
    listed = read_language(tag).tables.get("search", {})
    lines = (line for key in ("join", "apart") for line in listed.get(key, ()))
    stems = ((form, vocabulary.stem(form)) for line in lines for form in map(fold, line.split()))
    members = {(form, family_word(stem)) for form, stem in stems if stem.startswith("=")}
    for page in pages:
        members |= page.families
    # Of a word that is in no text the stem tells, as on the command line.
    members |= {(f"{stem}*", family_word(name)) for stem, name in vocabulary.joined.items()}
    families: dict[str, list[str]] = {}
    for form, family in sorted(members):
        families.setdefault(family, []).append(form)
    return [" ".join((name, *forms)) for name, forms in sorted(families.items())]
