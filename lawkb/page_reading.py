"""The pages of a corpus, and what each gives by the rule that its id fits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from lawkb.corpus.corpus_toml import read_sources
from lawkb.errors import LawkbError
from lawkb.model.code import Outline
from lawkb.model.law import Loss
from lawkb.model.page import LARGEST_PAGE, Page, Patch, Piece, account_of
from lawkb.model.source import PageRule, Source
from lawkb.model.text_encoding import decode_page
from lawkb.parse.companion_page import read_companion_page
from lawkb.parse.law_page import read_law_page
from lawkb.parse.page_formats import with_own_id
from lawkb.parse.page_reader import PageReading
from lawkb.parse.patches import apply_patches
from lawkb.references.companion_references import annotate_companion
from lawkb.references.resolve import annotate_law
from lawkb.sources.dokuwiki_data.data_folder import (
    WikiPage,
    read_data_folder,
    unread_in_data_folder,
)
from lawkb.sources.page_folder import UnreadFile, other_files, read_pages, unread_in_page_folder
from lawkb.sources.untrusted_files import printable


def corpus_pages(folder: Path, outline: Outline) -> tuple[tuple[Page, Source], ...]:
    """Every page of a corpus with its source, in the order of these.

    Raises:
        LawkbError: A source cannot be read.
    """
    return tuple(
        (page, source)
        for source in read_sources(folder, outline)
        for page in pages_of(folder / "sources" / source.name, source)
    )


def pages_of(folder: Path, source: Source) -> Iterator[Page]:
    """The pages of a source: of a wiki's data tree where it is one, else of a folder of pages.

    A file of a tree that was refused is an empty page of its path, so that its loss is told.

    Args:
        folder: ``corpus/sources/<name>``.
        source: The source.
    """
    if not (folder / "pages").is_dir():
        yield from read_pages(folder, source)
        return
    for item in read_data_folder(folder):
        if isinstance(item, WikiPage):
            page = item.page(source.name)
        elif item.loss:
            page = Page(source.name, item.path, item.path, b"", losses=(item.loss,))
        else:
            page = None
        if page is not None:
            yield page


def unread_files(folder: Path, sources: tuple[Source, ...]) -> tuple[UnreadFile, ...]:
    """What is in ``sources/`` and nobody reads, by path below the corpus folder.

    Args:
        folder: The corpus.
        sources: Those of ``corpus.toml``.
    """
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

    Args:
        folder: The corpus.
        places: Every page with its source.
        outline: What the code is.

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


def read_page(page: Page, source: Source, outline: Outline) -> PageReading:
    """The laws of a page by the rule its id fits; without references, patches not applied.

    Where no rule fits the name it was given, the id that the page gives itself is tried: it may
    have been saved as ``law_57.diff.html``. A page whose id fits no rule, or of more than
    ``LARGEST_PAGE`` bytes, is unparsed, with a loss.
    """
    if len(page.content) > LARGEST_PAGE:
        return _unparsed(page, f"larger than {LARGEST_PAGE} bytes, which no law is; it is not read")
    page = with_own_id(page, source)
    for rule in source.rules:
        law = rule.law(page.page_id)
        if not rule.fits(page.page_id) or (law or 0) > outline.edition(rule.edition).laws:
            continue
        if rule.kind in ("law", "laws"):
            return read_law_page(page, rule, source, outline)
        return read_companion_page(page, rule, source, outline)
    return _unparsed(page, "no rule under [[sources.pages]] fits this page id")


def read_or_lose(
    page: Page, source: Source, outline: Outline, patches: tuple[Patch, ...] = ()
) -> PageReading:
    """A page read and patched; one on which lawkb itself fails is unparsed, with a loss.

    So that a fault of lawkb on the page of a stranger never stops the other pages.
    """
    try:
        return patched(read_page(page, source, outline), patches, outline)
    except Exception as fault:  # noqa: BLE001  # whatever it is, it is of this page alone
        told = " ".join(f"{type(fault).__name__} {fault}".split())[:200]
        return _unparsed(page, f"a fault of lawkb stopped the reading of this page: {told}")


def _unparsed(page: Page, why: str) -> PageReading:
    text, losses = decode_page(page.content)
    pieces = (Piece("unparsed", 0, len(text)),)
    lost = (*page.losses, *losses, Loss("unparsed", why))
    return PageReading((), account_of(text, pieces), text, pieces, lost)


def patched(reading: PageReading, patches: tuple[Patch, ...], outline: Outline) -> PageReading:
    """A reading with the patches of its pages applied and its references found."""
    if reading.comparison:
        return reading  # lines of a law, which other pages hold: patches are for those
    laws = []
    losses = list(reading.losses)
    for law in reading.laws:
        mended, stale = apply_patches(law, patches)
        laws.append(annotate_law(mended, outline))
        losses.extend(stale)
    companions = tuple(annotate_companion(each, outline) for each in reading.companions)
    return replace(reading, laws=tuple(laws), companions=companions, losses=tuple(losses))
