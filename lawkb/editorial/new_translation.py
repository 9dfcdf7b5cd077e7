"""Save the translation of a law as a page of a source: which page, its bytes, its provenance.

A page that a source gave is never changed. Where a source that is kept by hand has pages in one
language alone, the translation is another page of it; else it is a page of the source ``desk``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from lawkb.corpus.corpus_toml import desk_source, read_sources
from lawkb.corpus.entries import Entry
from lawkb.corpus_pages import pages_of
from lawkb.editorial.decisions import Decision, new_decision
from lawkb.editorial.translated_law import (
    Key,
    TranslatedLaw,
    fields_of,
    law_of_texts,
    texts_elsewhere,
)
from lawkb.editorial.translation_progress import Translation
from lawkb.errors import LawkbError
from lawkb.model.address import Address, Ordinal, base_of, insert_of
from lawkb.model.code import Code, Outline
from lawkb.model.finding import say
from lawkb.model.law import Law, Origin
from lawkb.model.page import Page
from lawkb.model.source import DESK, PageRule, Source
from lawkb.parse.document import PageFormat
from lawkb.parse.input_formats import page_format
from lawkb.parse.read_page import read_page
from lawkb.parse.write_page import write_page
from lawkb.sources.page_folder import MADE_HERE, PROVENANCE, is_kept_by_hand, read_provenance
from lawkb.sources.page_names import SUFFIX, file_name


@dataclass(frozen=True, slots=True)
class PagePlace:
    """The page in which a translation is saved."""

    source: Source
    page_id: str  # id of the page
    form: PageFormat  # format of the pages of the source
    page: Page | None = None  # the page as it is now; None when it is new
    entry: Entry | None = None  # its entry in the provenance of its source

    @property
    def file(self) -> str:
        """Name of the file, which no page from elsewhere has: ``law_2_2017_el.desk.txt``."""
        return f"{file_name(self.page_id).removesuffix(SUFFIX)}{MADE_HERE}"

    @property
    def path(self) -> str:
        """Path of the page below the corpus folder."""
        return f"sources/{self.source.name}/{self.file}"

    @property
    def provenance(self) -> str:
        """Path of the provenance of the source below the corpus folder."""
        return f"sources/{self.source.name}/{PROVENANCE}"


def _page_rule(
    sources: Iterable[Source], by_hand: Collection[str], of: Translation
) -> tuple[Source, PageRule] | None:
    """Return the source and rule of pages with one law in the language of a translation alone.

    Args:
        by_hand: Names of those whose folder people keep, not ``lawkb fetch`` or a wiki.
    """
    for source in sources:
        for rule in source.rules:
            fits = (rule.kind, rule.edition, rule.languages) == ("law", of.edition, (of.target,))
            if fits and source.name in by_hand:
                return source, rule
    return None


def find_place(folder: Path, outline: Outline, of: Translation, number: Ordinal) -> PagePlace:
    """Return the page in which the translation of a law is saved.

    Raises:
        LawkbError: The sources of the corpus cannot be read.
    """
    top = folder / "sources"
    sources = read_sources(folder, outline)
    by_hand = {each.name for each in sources if is_kept_by_hand(top / each.name)}
    known = _page_rule(sources, by_hand, of) or _page_rule([desk_source(outline)], [DESK], of)
    assert known is not None  # the desk has a rule for every translation
    source, rule = known
    page_id = rule.pattern.replace("{law}", str(number))
    pages = tuple(pages_of(top / source.name, source)) if (top / source.name).is_dir() else ()
    form: PageFormat = "wikitext"
    if not source.is_desk and (like := [page for page in pages if rule.fits(page.page_id)]):
        form = page_format(like[0], source)
    place = PagePlace(source, page_id, form)
    entry = read_provenance(top / source.name).get(place.file)
    page = next((page for page in pages if Path(page.path).name == place.file), None)
    if page is None or entry is None:
        return place
    return replace(place, page=page, entry=Entry(place.provenance, tuple(entry.items())))


def made_here(folder: Path) -> frozenset[tuple[str, str]]:
    """Return source and page id of all pages of a corpus that were made at the desk."""
    found = set()
    for file in (folder / "sources").glob(f"*/*{MADE_HERE}"):
        entry = read_provenance(file.parent).get(file.name, {})
        found.add((file.parent.name, str(entry.get("page", file.stem))))
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Signed:
    """Who saves a translation, and when."""

    author: str  # name of the translator
    time: str  # ISO 8601, to the minute: ``2026-11-23T20:15``


def present_law(place: PagePlace, code: Code) -> Law | None:
    """Return the translation as its page has it, without patches; None when it is new."""
    if place.page is None:
        return None
    return next(iter(read_page(place.page, place.source, code.outline).laws), None)


def save_translation(
    code: Code,
    of: tuple[Translation, Ordinal],
    texts: Mapping[Key, str],
    place: PagePlace,
    signed: Signed,
) -> tuple[Decision, TranslatedLaw]:
    """Return the decision to save texts of a translation; the texts that its page has stay.

    The law is that of the page, with the texts that cannot be in it yet.

    Args:
        of: The translation, and the number of the law.
        texts: New texts by field, with inline codes; an empty one takes its text away.

    Raises:
        LawkbError: There is no original; another page has a translation of the law; the page has
            texts that the original lacks; there is no text at all; or the words of a provision
            would be read as something else on a page.
    """
    translation, number = of
    original = code.law(translation.edition, translation.source, number)
    written = code.outline.scheme.write(Address((number,)))
    where = f"{translation.edition}, {translation.target}, {written}"
    if original is None:
        raise LawkbError(
            where, say("the original of this law is not here"), say("nothing can be translated")
        )
    other = code.law(translation.edition, translation.target, number)
    if other and other.has_texts and place.page is None:
        told = say("the page %(page)s has a translation of this law", page=other.origin.page)
        raise LawkbError(where, told, say("correct it provision by provision"))
    present = present_law(place, code)
    scheme = code.outline.scheme
    if present and (elsewhere := texts_elsewhere(original, present, scheme)):
        address, part = elsewhere[0]
        text = f"{scheme.write(address)} {part}".rstrip()
        told = say(
            "%(page)s has a text that the original lacks: %(text)s", page=place.path, text=text
        )
        raise LawkbError(where, told, say("edit that page itself"))
    known = {each.key: each.target for each in fields_of(original, present, scheme)}
    made = law_of_texts(
        code,
        original,
        known | {key: text for key, text in texts.items() if key in known},
        translation.target,
        Origin(place.source.name, place.page_id, "", signed.time, signed.author),
    )
    if not made.filled:
        raise LawkbError(where, say("there is no text yet"), say("translate a passage first"))
    content = write_page(made.law, place.form, place.source, code.outline)
    return _decision(place, content, signed, of, made), made


def _decision(
    place: PagePlace,
    content: bytes,
    signed: Signed,
    of: tuple[Translation, Ordinal],
    made: TranslatedLaw,
) -> Decision:
    translation, number = of
    entry = Entry(
        place.provenance,
        (
            ("page", place.page_id),
            ("file", place.file),
            ("sha256", hashlib.sha256(content).hexdigest()),
            ("revised", signed.time),
            ("user", signed.author),
        ),
    )
    law = f"{base_of(number)}{insert_of(number)}"
    what = f"Translate law {law} ({translation.target}): {made.filled} of {made.total} texts"
    before = [place.entry] if place.entry else []
    decision = new_decision("translation", what, [entry], before)
    removed = ((place.path, place.page.content),) if place.page else ()
    return replace(decision, pages=((place.path, content),), removed_pages=removed)
