"""The pages of a corpus, and what each gives: patched, with its references."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from lawkb.corpus.corpus_toml import read_sources
from lawkb.errors import LawkbError
from lawkb.model.code import Outline
from lawkb.model.page import Page, Patch
from lawkb.model.source import PageRule, Source
from lawkb.parse.apply_patches import apply_patches
from lawkb.parse.page_lines import with_own_id
from lawkb.parse.read_page import PageReading, read_page, unparsed_page
from lawkb.references.resolve import annotate_companion, annotate_law
from lawkb.sources.dokuwiki_data.data_folder import (
    WikiPage,
    read_data_folder,
    unread_in_data_folder,
)
from lawkb.sources.page_folder import UnreadFile, other_files, read_pages, unread_in_page_folder
from lawkb.sources.untrusted_files import printable


def corpus_pages(folder: Path, outline: Outline) -> tuple[tuple[Page, Source], ...]:
    """Return every page of a corpus with its source, in the order of the sources.

    Raises:
        LawkbError: A source cannot be read.
    """
    return tuple(
        (page, source)
        for source in read_sources(folder, outline)
        for page in pages_of(folder / "sources" / source.name, source)
    )


def pages_of(folder: Path, source: Source) -> Iterator[Page]:
    """Yield the pages of a source: of a wiki's data tree if it is one, else of a folder of pages.

    A file of a tree that was refused is an empty page of its path, so that its loss is reported.
    """
    if not (folder / "pages").is_dir():
        yield from read_pages(folder, source)
        return
    for item in read_data_folder(folder):
        if isinstance(item, WikiPage):
            page = item.page(source.name)
            yield from (page,) if page else ()
        elif item.loss:
            yield Page(source.name, item.path, item.path, b"", losses=(item.loss,))


def unread_files(folder: Path, sources: tuple[Source, ...]) -> tuple[UnreadFile, ...]:
    """Return what is in ``sources/`` and not read, by path below the corpus folder."""
    top = folder / "sources"
    if not top.is_dir():
        return ()
    known = {source.name for source in sources}
    found = {"": other_files(top, known, "it is no folder of a source that corpus.toml names")}
    for name in sorted(known):
        tree = (top / name / "pages").is_dir()
        found[f"{name}/"] = (unread_in_data_folder if tree else unread_in_page_folder)(top / name)
    return tuple(
        replace(each, path=f"sources/{below}{each.path}")
        for below, unread in found.items()
        for each in unread
    )


def check_rules(folder: Path, places: tuple[tuple[Page, Source], ...], outline: Outline) -> None:
    """Refuse a source without pages, and a page rule that fits none: its pattern is mistyped.

    Raises:
        LawkbError: There is one; the hint names the page id that is most like the pattern.
    """
    for source in read_sources(folder, outline):
        pages = [page for page, of in places if of.name == source.name]
        if not pages:
            where, what = str(folder / "sources" / source.name), f"{source.name} has no pages"
            raise LawkbError(where, what, "put them there, or run: lawkb fetch URL")
        for rule in source.rules:
            if not any(rule.fits(with_own_id(page, source).page_id) for page in pages):
                raise _fits_none(folder, source, rule, [page.page_id for page in pages])


def _fits_none(folder: Path, source: Source, rule: PageRule, ids: list[str]) -> LawkbError:
    count = "1 page" if len(ids) == 1 else f"{len(ids)} pages"
    what = f"pattern {rule.pattern!r} fits none of the {count} of source {source.name}"
    like = get_close_matches(rule.pattern, ids, n=1, cutoff=0)
    hint = f"the page id most like it: {printable((like[0],))}"
    return LawkbError(str(folder / "corpus.toml"), what, hint)


def read_or_lose(
    page: Page, source: Source, outline: Outline, patches: tuple[Patch, ...] = ()
) -> PageReading:
    """Read and patch a page; one on which lawkb itself fails is unparsed, with a loss.

    So a fault of lawkb on one page never stops the other pages.
    """
    try:
        return patched(read_page(page, source, outline), patches, outline)
    except Exception as fault:  # noqa: BLE001  # whatever it is, it is of this page alone
        message = " ".join(f"{type(fault).__name__} {fault}".split())[:200]
        return unparsed_page(page, f"a fault of lawkb stopped the reading of this page: {message}")


def patched(reading: PageReading, patches: tuple[Patch, ...], outline: Outline) -> PageReading:
    """Return a reading with the patches of its pages applied and its references found."""
    if reading.comparison:
        return reading  # lines of a law, which other pages hold: patches are for those
    laws = []
    losses = list(reading.losses)
    for law in reading.laws:
        edited, stale = apply_patches(law, patches)
        laws.append(annotate_law(edited, outline))
        losses.extend(stale)
    companions = tuple(annotate_companion(each, outline) for each in reading.companions)
    return replace(reading, laws=tuple(laws), companions=companions, losses=tuple(losses))
