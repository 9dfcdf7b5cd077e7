"""Read the pages of a corpus, and parse each: with its patches applied and its references found."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from difflib import get_close_matches
from functools import cached_property
from html import unescape
from pathlib import Path, PurePath

from msgspec.structs import replace

from lawkb.corpus.corpus_toml import read_sources
from lawkb.corpus.laws import companion_path, law_file, open_code
from lawkb.corpus.writing import held_files
from lawkb.errors import LawkbError
from lawkb.extras import MissingExtraError
from lawkb.large_collections import LargeDict, LazySequence, Values
from lawkb.model.code import Code, Outline
from lawkb.model.law import Loss
from lawkb.model.page import Page, PageIds, Patch
from lawkb.model.source import PageRule, Source
from lawkb.parse.apply_patches import apply_patches, with_present_addresses
from lawkb.parse.input_formats import with_own_id
from lawkb.parse.read_page import PageReading, read_page, unreadable_page
from lawkb.parse.unreadable import Unread
from lawkb.references.resolve import annotate_companion, annotate_law
from lawkb.sources.dokuwiki_data import (
    WikiPage,
    read_data_folder,
    unread_in_data_folder,
)
from lawkb.sources.page_folder import (
    UnreadFile,
    each_page,
    is_kept_by_hand,
    other_files,
    unread_in_page_folder,
)
from lawkb.sources.untrusted_files import printable

_ORIGIN = re.compile(rb'<lk:origin source="([^"]*)" page="([^"]*)"')


class CorpusPages(LazySequence[tuple[Page, Source]]):
    """Pages, each with its source; many pages are kept in a temporary file.

    Attributes:
        ids: The ids of each page, known without reading it again.
    """

    def __init__(
        self, pages: Sequence[Page], sources: Mapping[str, Source], ids: Sequence[PageIds]
    ) -> None:
        """Store the pages, the sources by name, and the ids of the pages."""
        self._pages, self._sources, self.ids = pages, sources, ids

    def __len__(self) -> int:
        """Return the number of pages."""
        return len(self._pages)

    def item(self, at: int) -> tuple[Page, Source]:
        """Return a page with its source."""
        page = self._pages[at]
        return page, self._sources[page.source]

    def part(self, at: slice) -> CorpusPages:
        """Return the pages of a slice."""
        return CorpusPages(self._pages[at], self._sources, self.ids[at])


def corpus_pages(folder: Path, outline: Outline) -> CorpusPages:
    """Return every page of a corpus with its source, in the order of ``corpus.toml``."""
    sources = {source.name: source for source in read_sources(folder, outline)}
    ids: list[PageIds] = []

    def pages() -> Iterator[Page]:
        for source in sources.values():
            place, first = folder / "sources" / source.name, len(ids)
            for page in pages_of(place, source):
                ids.append(_ids(page, source))
                yield page
            known = {each.page_id for each in ids[first:]}
            for page in _replaced_pages(folder, source, known):
                ids.append(_ids(page, source))
                yield page

    return CorpusPages(Values(LargeDict(enumerate(pages()))), sources, ids)


def _replaced_pages(folder: Path, source: Source, known: Set[str]) -> Iterator[Page]:
    """Yield an empty page for each file that no source reads and that is where a page was.

    ``law_7.doc`` is where ``law_7.txt`` was if the corpus has a law from there: it was saved under
    another name, and its law is not gone.
    """
    place = folder / "sources" / source.name
    if not is_kept_by_hand(place):
        return
    stems = {PurePath(each.path).stem: each for each in unread_in_page_folder(place)}
    found = {stem: each for stem, each in stems.items() if stem not in known}
    if not any(rule.fits(stem) for stem in found for rule in source.rules):
        return
    held = origins_of_laws(folder)
    for stem, each in found.items():
        if (source.name, stem) in held:
            yield Page(source.name, stem, each.path, b"", losses=(Loss("unparsed", each.told),))


class TextsBefore:
    """The texts that the corpus has from pages which cannot be read now; they are kept."""

    def __init__(self, folder: Path, outline: Outline) -> None:
        """Store the corpus folder; nothing is read before it is needed."""
        self._folder, self.outline = folder, outline

    @cached_property
    def _origins(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        return origins_of_laws(self._folder)

    @cached_property
    def _code(self) -> Code:
        return open_code(self._folder)

    def paths(self, ids: PageIds) -> tuple[str, ...]:
        """Return the paths of the XML files that came from a page."""
        names = dict.fromkeys((ids.page_id, ids.known_id))
        return tuple(path for name in names for path in self._origins.get((ids.source, name), ()))

    def of(self, ids: PageIds, reading: PageReading) -> PageReading:
        """Return the reading of a page; of one that cannot be read, with what it had before."""
        if not reading.unread:
            return reading
        paths = {*self.paths(ids)}
        code = self._code if paths else Code(self.outline, {})
        laws = tuple(
            annotate_law(code.laws[key], self.outline)
            for key in code.laws
            if law_file(self.outline.scheme, *key) in paths
        )
        companions = (each for each in code.companions.values() if companion_path(each) in paths)
        # Divisions of several pages are in one file: all are kept.
        places = {(law.edition, law.language) for law in laws}
        divisions = (each for key, each in code.divisions.items() if key in places)
        return replace(
            reading,
            laws=laws,
            companions=tuple(annotate_companion(each, self.outline) for each in companions),
            divisions=tuple(divisions),
        )


def origins_of_laws(folder: Path) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return the paths of the XML files of a corpus by the source and page that they came from."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for path, content in held_files(folder).items():
        for source, page in _ORIGIN.findall(content):
            place = unescape(source.decode()), unescape(page.decode())
            found[place] = (*found.get(place, ()), path)
    return found


def path_of_page(folder: Path, page: Page) -> str:
    """Return the path of the file of a page below the corpus folder."""
    place = Path(page.path)
    if place.is_relative_to(folder):
        return place.relative_to(folder).as_posix()
    return f"sources/{page.source}/{page.path}"


def _ids(page: Page, source: Source) -> PageIds:
    known = with_own_id(page, source).page_id
    fits = any(rule.fits(known) for rule in source.rules)
    return PageIds(page.source, page.page_id, known, fits)


def pages_of(folder: Path, source: Source) -> Iterator[Page]:
    """Yield the pages of a source from its folder.

    The folder is the data folder of a DokuWiki, or a plain folder of text and HTML files. A file of
    a data folder that was refused, such as a link, gives an empty page with a ``Loss`` that names
    the reason.
    """
    if not (folder / "pages").is_dir():
        yield from each_page(folder, source)
        return
    for item in read_data_folder(folder):
        if isinstance(item, WikiPage):
            page = item.page(source.name)
            yield from (page,) if page else ()
        elif item.loss:
            page_id = item.page_id or item.path
            yield Page(source.name, page_id, item.path, b"", losses=(item.loss,))


def unread_files(folder: Path, sources: tuple[Source, ...]) -> tuple[UnreadFile, ...]:
    """Return the files and folders in ``sources/`` that no source reads.

    Their paths begin at the corpus folder: ``sources/wiki/draft.doc``.
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


def check_rules(folder: Path, pages: CorpusPages, outline: Outline) -> None:
    """Refuse a source without pages, and a page rule that fits none: its pattern must be wrong."""
    # By source: the ids that its pages are known by, and the ids that their files have.
    known: dict[str, list[tuple[str, str]]] = {}
    for page in pages.ids:
        known.setdefault(page.source, []).append((page.known_id, page.page_id))
    for source in read_sources(folder, outline):
        if source.is_desk:
            continue  # nobody wrote its rules, and the last page may have been taken back
        ids = known.get(source.name, [])
        if not ids:
            raise _no_pages(folder, source)
        for rule in source.rules:
            if not any(rule.fits(own) for own, _ in ids):
                raise _fits_none(folder, source, rule, [page_id for _, page_id in ids])


def _no_pages(folder: Path, source: Source) -> LawkbError:
    place = folder / "sources" / source.name
    unread = unread_in_page_folder(place) if place.is_dir() else ()
    hint = "put them there, or run: lawkb fetch URL"
    if unread:
        hint = f"{unread[0].path} is {unread[0].told}"
    return LawkbError(str(place), f"{source.name} has no pages", hint)


def files_without_rule(
    folder: Path, pages: CorpusPages, sources: Iterable[Source]
) -> tuple[UnreadFile, ...]:
    """Return the files of people's page folders whose page id fits no rule of their source.

    A wiki may have any other pages, so those of a data folder or of ``lawkb fetch`` are left out.
    """
    names = (source.name for source in sources)
    by_hand = {name for name in names if is_kept_by_hand(folder / "sources" / name)}
    unfit = (at for at, each in enumerate(pages.ids) if each.source in by_hand and not each.fits)
    return tuple(
        UnreadFile(f"sources/{page.source}/{PurePath(page.path).name}", _no_rule(page))
        for page, _ in map(pages.item, unfit)
    )


def _no_rule(page: Page) -> str:
    page_id = printable((page.page_id,))
    return f"no rule under [[sources.pages]] in corpus.toml fits the page id {page_id}"


def _fits_none(folder: Path, source: Source, rule: PageRule, ids: list[str]) -> LawkbError:
    settings = str(folder / "corpus.toml")
    if "{" not in rule.pattern:  # the name of one text, which is gone
        file = f"sources/{source.name}/{rule.pattern}"
        what = f"the text {file} is missing, which [[sources.pages]] names"
        hint = f"put it back, or delete those lines: pattern = {rule.pattern!r}"
        return LawkbError(settings, what, hint)
    count = "1 page" if len(ids) == 1 else f"{len(ids)} pages"
    what = f"pattern {rule.pattern!r} fits none of the {count} of source {source.name}"
    like = get_close_matches(rule.pattern, ids, n=1, cutoff=0)
    return LawkbError(settings, what, f"the page id most like it: {printable((like[0],))}")


def read_or_lose(
    page: Page,
    source: Source,
    outline: Outline,
    patches: tuple[Patch, ...] = (),
    *,
    references: bool = True,
) -> PageReading:
    """Parse a page and apply its patches; if lawkb fails, return it as ``unparsed``, with a loss.

    So an error of lawkb on one page does not stop the reading of the others. Without references
    the laws are as they are parsed.

    Raises:
        MissingExtraError: The format of the page needs an extra: its laws are there, and not lost.
    """
    try:
        reading = read_page(page, source, outline)
        return patched(reading, patches, outline) if references else reading
    except MissingExtraError:
        raise
    except Exception as fault:  # noqa: BLE001  # whatever it is, it is of this page alone
        message = " ".join(f"{type(fault).__name__} {fault}".split())[:200]
        told = f"a fault of lawkb stopped the reading of this page: {message}"
        return unreadable_page(page, Unread(told, ""))


def patched(reading: PageReading, patches: tuple[Patch, ...], outline: Outline) -> PageReading:
    """Return a parsed page with its patches applied and the references in its texts found."""
    if reading.comparison:
        return reading  # lines of a law, which other pages hold: patches are for those
    laws = []
    losses = list(reading.losses)
    for law in reading.laws:
        own = with_present_addresses(patches, law, outline.scheme)
        edited, stale = apply_patches(law, own)
        laws.append(annotate_law(edited, outline))
        losses.extend(stale)
    companions = tuple(annotate_companion(each, outline) for each in reading.companions)
    return replace(reading, laws=tuple(laws), companions=companions, losses=tuple(losses))
