"""Read single files as a source of a corpus would, with or without a corpus: for ``lawkb read``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from lawkb.corpus.corpus_toml import read_outline, read_sources
from lawkb.corpus.new_corpus import language_of_file, outline_of_kind
from lawkb.corpus_pages import read_or_lose
from lawkb.errors import LawkbError
from lawkb.model.address import TOKENS
from lawkb.model.code import Outline
from lawkb.model.language import language_codes, main_language
from lawkb.model.page import PAGE_SUFFIXES, Page
from lawkb.model.source import PageKind, PageRule, Source
from lawkb.parse.input_formats import page_format, with_own_id
from lawkb.parse.read_page import PageReading
from lawkb.parse.unreadable import Unread, why_no_text
from lawkb.sources.page_folder import advice_on
from lawkb.sources.untrusted_files import RefusedError, read_bounded

KIND = "eu-act"  # kind of code whose levels are taken where there is no corpus
_NUMBER = re.compile(rf"(?<!\d)({TOKENS['arabic']})(?!\d)")


@dataclass(frozen=True, slots=True)
class FileReading:
    """A file as the page of a source would be read."""

    path: Path  # the file
    form: str  # format of the file, such as ``docx``
    languages: tuple[str, ...]  # tags of its languages
    reading: PageReading  # its laws or other texts, the count of its characters, and the losses


@dataclass(frozen=True, slots=True)
class FilesRead:
    """Files with the outline that they were read by."""

    outline: Outline  # levels, languages and editions: of the corpus, else of a code in general
    files: tuple[FileReading, ...]  # the files in order


def read_files(
    files: Sequence[Path],
    folder: Path | None,
    languages: tuple[str, ...] = (),
    kind: PageKind | None = None,
    like: str = KIND,
    *,
    references: bool = True,
) -> FilesRead:
    """Read files as pages of a source; nothing is written.

    A page rule of the corpus that fits the name of a file says what the file holds, else the
    arguments do. The language may also be the end of the name: ``act_en.docx``.

    Args:
        folder: A corpus folder, for its levels, words and page rules; None for a code in general.
        languages: Tags of the languages of the files, in the order of a page with several.
        kind: What the files hold; None for what the page rule says, else several laws.
        like: Kind of code, a preset of ``lawkb new``, whose levels and words are taken without a
            corpus.
        references: Whether the references in the texts are found, too.
    """
    pages = [page_of(path) for path in files]
    outline = read_outline(folder) if folder else None
    sources = read_sources(folder, outline) if folder and outline else ()
    known = tuple(each.code for each in outline.languages) if outline else language_codes()
    places = [_place(page, sources, languages, kind, known) for page in pages]
    if outline is None:
        tags = dict.fromkeys(tag for place in places for tag in place.languages)
        outline = outline_of_kind(like, tuple(tags))
    return FilesRead(
        outline,
        tuple(
            _read(page, place, outline, references)
            for page, place in zip(pages, places, strict=True)
        ),
    )


def page_of(path: Path) -> Page:
    """Return a file as a page."""
    if path.is_dir():
        raise LawkbError(str(path), "it is a folder", f"name its files: lawkb read {path}/*")
    if not path.exists():
        raise LawkbError(str(path), "there is no such file", "check its name")
    if path.suffix.lower() not in PAGE_SUFFIXES:
        raise LawkbError(str(path), "lawkb does not read this kind of file", advice_on(path))
    try:
        content = read_bounded(path.resolve())
    except RefusedError as refused:
        raise LawkbError(str(path), f"it {refused}", "name another file") from refused
    page = Page("files", path.stem, str(path), content)
    if why := why_no_text(page):
        raise _unread(page, why)
    return page


def _unread(page: Page, why: Unread) -> LawkbError:
    return LawkbError(page.path, why.what, why.hint or "take another file")


@dataclass(frozen=True, slots=True)
class _Place:
    """What a file holds: the source and rule that its name fits, its languages and kind."""

    source: Source
    rule: PageRule | None
    languages: tuple[str, ...]
    kind: PageKind


def _place(
    page: Page,
    sources: tuple[Source, ...],
    languages: tuple[str, ...],
    kind: PageKind | None,
    known: Sequence[str],
) -> _Place:
    """Return what a file holds."""
    languages = tuple(tag if tag in known else main_language(tag) for tag in languages)
    for source in sources:
        for rule in source.rules:
            if rule.fits(with_own_id(page, source).page_id):
                return _Place(source, rule, languages or rule.languages, kind or rule.kind)
    if not languages:
        named = language_of_file(Path(page.path), known)
        if named is None:
            hint = f"write --lang TAG; there are {', '.join(known)}"
            raise LawkbError(page.path, "it is not known which language this is", hint)
        languages = (named,)
    return _Place(Source("files", "Files", ()), None, languages, kind or "laws")


def _read(page: Page, place: _Place, outline: Outline, references: bool) -> FileReading:
    """Return what a file holds, read by its rule."""
    missing = set(place.languages) - {each.code for each in outline.languages}
    if missing:
        known = ", ".join(each.code for each in outline.languages)
        hint = f"write --lang with one of {known}, or add it to corpus.toml"
        raise LawkbError(f"--lang {min(missing)}", "the corpus has no such language", hint)
    rule = place.rule or PageRule(
        _pattern(page, place.kind), outline.editions[0].id, place.languages, place.kind
    )
    rule = replace(rule, languages=place.languages, kind=place.kind)
    source = replace(place.source, rules=(rule,))
    form = page_format(page, source)
    reading = read_or_lose(page, source, outline, references=references)
    if reading.unread and not reading.pieces:
        raise _unread(page, reading.unread)
    return FileReading(Path(page.path), form, place.languages, reading)


def _pattern(page: Page, kind: PageKind) -> str:
    """Return a pattern that fits the page id of a file."""
    found = [*_NUMBER.finditer(page.page_id)]
    if kind != "law":
        return page.page_id
    if not found:
        hint = "put it into the name, as in law_57.docx, or write --kind laws"
        raise LawkbError(page.path, "it is not known which law this is", hint)
    start, end = found[-1].span()
    return f"{page.page_id[:start]}{{law}}{page.page_id[end:]}"
