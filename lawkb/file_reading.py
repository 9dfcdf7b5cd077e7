"""Read single files as a source of a corpus would, with or without a corpus: for ``lawkb read``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lawkb.corpus.corpus_toml import read_outline, read_sources
from lawkb.corpus_pages import read_or_lose
from lawkb.errors import LawkbError
from lawkb.model.address import Level, Scheme
from lawkb.model.code import Edition, Expression, Organization, Outline
from lawkb.model.language import known_codes, read_language
from lawkb.model.page import PAGE_SUFFIXES, Page
from lawkb.model.source import LARGEST_LAW, PageKind, PageRule, Source
from lawkb.parse.page_lines import page_format, with_own_id
from lawkb.parse.read_page import PageReading
from lawkb.sources.page_folder import advice_on
from lawkb.sources.untrusted_files import RefusedError, read_bounded

_EDITION = Edition("1", "2000-01-01", "author", LARGEST_LAW)
# Levels of a law that most codes have: 1., (a), (i).
_LEVELS = (
    Level("article", "arabic", "{}", "{}"),
    Level("paragraph", "arabic", "{}.", "({})", ("({})", "{})")),
    Level("point", "lower", "({})", "({})", ("{})",)),
    Level("subpoint", "roman", "({})", "({})", ("{})",)),
)
_TAG = re.compile(r"[_.-]([a-z]{2,3})\Z")
_NUMBER = re.compile(r"(?<!\d)([1-9]\d{0,3})(?!\d)")
_KINDS_OF_ONE = ("law", "commentary")


@dataclass(frozen=True, slots=True)
class FileReading:
    """A file as the page of a source would be read.

    Attributes:
        path: The file.
        form: Format of the file, such as ``docx``.
        languages: Tags of its languages.
        reading: Its laws or other texts, the count of its characters, and the losses.
    """

    path: Path
    form: str
    languages: tuple[str, ...]
    reading: PageReading


@dataclass(frozen=True, slots=True)
class FilesRead:
    """Files with the outline that they were read by.

    Attributes:
        outline: Levels, languages and editions: of the corpus, else of a code in general.
        files: The files in order.
    """

    outline: Outline
    files: tuple[FileReading, ...]


def read_files(
    files: Sequence[Path],
    folder: Path | None,
    languages: tuple[str, ...] = (),
    kind: PageKind | None = None,
) -> FilesRead:
    """Read files as pages of a source; nothing is written.

    A page rule of the corpus that fits the name of a file says what the file holds, else the
    arguments do. The language may also be the end of the name: ``act_en.docx``.

    Args:
        files: The files.
        folder: A corpus folder, for its levels, words and page rules; None for a code in general.
        languages: Tags of the languages of the files, in the order of a page with several.
        kind: What the files hold; None for what the page rule says, else several laws.

    Raises:
        LawkbError: A file is missing, empty, damaged or of an unknown kind; a language is unknown,
            or it is not known which it is.
    """
    pages = [_page(path) for path in files]
    rules = read_sources(folder, read_outline(folder)) if folder else ()
    places = [_place(page, rules, languages, kind) for page in pages]
    outline = read_outline(folder) if folder else _general_outline(places)
    return FilesRead(
        outline,
        tuple(_read(page, place, outline) for page, place in zip(pages, places, strict=True)),
    )


def _page(path: Path) -> Page:
    """Return a file as a page.

    Raises:
        LawkbError: It cannot be read as one.
    """
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
    if not content.strip():
        raise LawkbError(str(path), "the file is empty", "save it again, with its text")
    if path.suffix.lower() == ".docx" and not Page("", "", "", content).is_word_file:
        raise LawkbError(str(path), "it is no Word file", "open it in Word and save it as DOCX")
    return Page("files", path.stem, str(path), content)


_Place = tuple[Source, PageRule | None, tuple[str, ...], PageKind]


def _place(
    page: Page, sources: tuple[Source, ...], languages: tuple[str, ...], kind: PageKind | None
) -> _Place:
    """Return the source and rule of a file, its languages and what it holds.

    Raises:
        LawkbError: Its language is not known.
    """
    for source in sources:
        for rule in source.rules:
            if rule.fits(with_own_id(page, source).page_id):
                return source, rule, languages or rule.languages, kind or rule.kind
    tag = _TAG.search(page.page_id.lower())
    if not languages and tag and tag[1] in known_codes():
        languages = (tag[1],)
    if not languages:
        known = ", ".join(known_codes())
        hint = f"name it, as in --lang en; there are: {known}"
        raise LawkbError(page.path, "it is not known which language this is", hint)
    return Source("files", "Files", ()), None, languages, kind or "laws"


def _read(page: Page, place: _Place, outline: Outline) -> FileReading:
    source, rule, languages, kind = place
    for tag in languages:
        outline.language(tag)
    if rule is None:
        rule = PageRule(_pattern(page, kind), outline.editions[0].id, languages, kind)
    rule = replace(rule, languages=languages, kind=kind)
    source = replace(source, rules=(rule,))
    form = page_format(page, source)
    reading = read_or_lose(page, source, outline)
    if form == "docx" and not reading.account.total and reading.losses:
        raise LawkbError(page.path, reading.losses[0].message, "save it again as DOCX")
    return FileReading(Path(page.path), form, languages, reading)


def _pattern(page: Page, kind: PageKind) -> str:
    """Return a pattern that fits the page id of a file.

    Raises:
        LawkbError: The file holds one law, and its name has no number.
    """
    found = [*_NUMBER.finditer(page.page_id)]
    if kind != "law":
        return page.page_id
    if not found:
        hint = "put it into the name, as in law_57.docx, or write --kind laws"
        raise LawkbError(page.path, "it is not known which law this is", hint)
    start, end = found[-1].span()
    return f"{page.page_id[:start]}{{law}}{page.page_id[end:]}"


def _general_outline(places: Sequence[_Place]) -> Outline:
    """Return the outline of a code in general: articles, paragraphs, points.

    Raises:
        LawkbError: A language is unknown.
    """
    tags = tuple(dict.fromkeys(tag for _, _, languages, _ in places for tag in languages))
    date, by = _EDITION.date, _EDITION.by
    return Outline(
        id="code",
        authority="aa-author",
        authoritative=tags[0],
        titles=dict.fromkeys(tags, "Code"),
        scheme=Scheme(_LEVELS),
        editions=(_EDITION,),
        expressions=tuple(Expression(_EDITION.id, tag, date, by, "") for tag in tags),
        organizations=(Organization(by, by),),
        references={tag: {"law": [*_law_words(tag)]} for tag in tags},
    )


def _law_words(tag: str) -> Iterator[str]:
    """Yield the words that people write before the number of a law in any code: *article*."""
    yield from read_language(tag).tables.get("references", {}).get("typed_law", ())


def missing_numbers(numbers: Sequence[int]) -> tuple[int, ...]:
    """Return the numbers that are missing between the first and the last one."""
    found = set(numbers)
    return tuple(n for n in range(min(found, default=1), max(found, default=0)) if n not in found)
