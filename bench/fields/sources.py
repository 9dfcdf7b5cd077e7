"""Where the fields are: ``fields.toml``, read into pairs."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bench.fields.blocks import Block, pair_by_id, pair_by_place, read_blocks
from bench.fields.field import Field, Pair, distinct, even_sample
from bench.fields.messages import read_messages
from bench.fields.packages import NotFetchedError, Package, unpack

LANGUAGES = ("el", "fr", "it", "de")
FEWEST, MOST = 300, 5_000
CACHE = Path("build/fields")
_LIST = Path(__file__).with_name("fields.toml")


@dataclass(frozen=True, slots=True)
class Source:
    """An entry of ``fields.toml``.

    Attributes:
        package: Name of the package, ``{language}`` where it differs by language.
        files: Path of the files in it; ``{language}`` likewise, ``*`` for what differs by page.
        pair_by: ``id``, ``place`` or ``message``.
        english: What stands for ``{language}`` in the originals.
        learning: Whether it is for learning words.
        languages: Those that it is translated into.
    """

    name: str
    package: str
    files: str
    pair_by: str
    english: str = "en"
    learning: bool = False
    languages: tuple[str, ...] = LANGUAGES


def read_sources() -> tuple[Source, ...]:
    """Read ``fields.toml``."""
    entries = tomllib.loads(_LIST.read_text(encoding="utf-8"))
    return tuple(Source(name=name, **entry) for name, entry in entries.items())


def read_fields(folder: Path = CACHE) -> Iterator[Field]:
    """Read every field in every language that has at least ``FEWEST`` pairs.

    A field that has fewer, or whose package cannot be fetched, is left out and named on
    standard error.

    Args:
        folder: Where the packages are, or are downloaded to.
    """
    yield from _fields(read_sources(), folder)


def read_learning_fields(folder: Path = CACHE) -> Iterator[Field]:
    """Read the fields for learning words, as ``read_fields`` does."""
    yield from _fields((source for source in read_sources() if source.learning), folder)


def _fields(sources: Iterable[Source], folder: Path) -> Iterator[Field]:
    for source in sources:
        for language in source.languages:
            try:
                yield _field(source, language, folder)
            except (NotFetchedError, _TooFewError) as error:
                print(f"{source.name} ({language}) is left out: {error}", file=sys.stderr)


class _TooFewError(Exception):
    """Fewer pairs than a field needs."""


def _field(source: Source, language: str, folder: Path) -> Field:
    names = [source.english, language] if source.pair_by in _PAGES else [language]
    packages = [unpack(source.package.format(language=n.lower()), folder) for n in names]
    files = distinct(_files(source, language, packages))
    found = sum(map(len, files))
    if found < FEWEST:
        raise _TooFewError(f"{found} translated pairs, fewer than {FEWEST}")
    limit = found if source.learning else MOST
    versions = dict.fromkeys((package.name, package.version) for package in packages)
    return Field(source.name, language, even_sample(files, limit), source.learning, tuple(versions))


_PAGES: dict[str, Callable[[str, tuple[Block, ...], tuple[Block, ...]], list[Pair]]] = {
    "id": pair_by_id,
    "place": pair_by_place,
}


def _files(source: Source, language: str, packages: list[Package]) -> Iterator[list[Pair]]:
    if source.pair_by not in _PAGES:
        path = packages[0].root / source.files.format(language=language)
        yield from read_messages(path) if path.exists() else []
        return
    ours = _pages(packages[0].root, source.files.format(language=source.english))
    theirs = _pages(packages[-1].root, source.files.format(language=language))
    for name in sorted(ours.keys() & theirs.keys()):
        yield _PAGES[source.pair_by](name, _blocks(ours[name]), read_blocks(theirs[name]))


@cache
def _blocks(path: Path) -> tuple[Block, ...]:
    """The blocks of an original, which is paired with several languages."""
    return read_blocks(path)


def _pages(root: Path, pattern: str) -> dict[str, Path]:
    """The files of a pattern, under what ``*`` is in their paths."""
    fixed = re.compile(re.escape(pattern).replace(r"\*", "(.+)"))
    paths = {path: fixed.fullmatch(str(path.relative_to(root))) for path in root.rglob("*")}
    return {found[1]: path for path, found in paths.items() if found and path.is_file()}
