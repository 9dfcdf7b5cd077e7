"""A code that is opened rather than read: each law is read when somebody asks for it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TypeVar

from lawkb.corpus.corpus_toml import read_outline
from lawkb.corpus.laws import check_known, companion_in, is_law, law_in
from lawkb.corpus.manifest import corpus_manifest
from lawkb.corpus.stats import OUTLINE
from lawkb.corpus.writing import recover
from lawkb.errors import LawkbError
from lawkb.model.code import Code, Outline
from lawkb.model.companion import Companion
from lawkb.model.law import Law

K = TypeVar("K")
V = TypeVar("V")


class Opened(Mapping[K, V]):
    """Texts by their keys, each read when it is asked for, and once."""

    def __init__(self, readers: Mapping[K, Callable[[], V]]) -> None:
        """Take what reads each."""
        self._readers = readers
        self._read: dict[K, V] = {}

    def __getitem__(self, key: K) -> V:
        """The text of a key. Raises LawkbError when it cannot be read."""
        if key not in self._read:
            self._read[key] = self._readers[key]()
        return self._read[key]

    def __contains__(self, key: object) -> bool:
        """Whether there is one; nothing is read."""
        return key in self._readers

    def __iter__(self) -> Iterator[K]:
        """The keys in order; nothing is read."""
        return iter(self._readers)

    def __len__(self) -> int:
        """How many there are; nothing is read."""
        return len(self._readers)

    def count_read(self) -> int:
        """How many have been read so far."""
        return len(self._read)


def open_code(folder: Path, remembered: Path | None = None) -> Code:
    """The code of a corpus, its laws and companions still to be read; equal to ``read_code``.

    Its ``files`` are the digests of the files it is read from. A file that is not any more what
    its digest says when it is read is refused.

    Args:
        folder: The corpus.
        remembered: As for ``corpus_manifest``.

    Raises:
        LawkbError: ``corpus.toml`` cannot be read, or a file is named as no law is. A law that is
            wrong is refused when it is read.
    """
    recover(folder)
    manifest = corpus_manifest(folder, remembered)
    outline = read_outline(folder)
    laws: dict[tuple[str, str, int], Callable[[], Law]] = {}
    companions: dict[tuple[str, str, str], Callable[[], Companion]] = {}
    for path in (path for path in manifest.files if path != OUTLINE):
        file = folder / path
        given = partial(content_of, folder, path, manifest.files[path])
        if is_law(file):
            laws[_law_key(file, folder, outline)] = partial(_law, file, folder, outline, given)
        else:
            key = (file.parts[-3], file.parts[-2], file.stem)
            companions[key] = partial(_companion, file, folder, outline, given)
    order = sorted(laws, key=lambda key: outline.place(*key))
    opened = Opened({key: laws[key] for key in order})
    return Code(outline, opened, Opened(companions), files=manifest.files)


def content_of(folder: Path, path: str, digest: str) -> bytes:
    """What is in a file of a corpus, if that is what its digest says.

    Raises:
        LawkbError: It is not, or the file cannot be read.
    """
    where, hint = str(folder / path), "run it again"
    try:
        content = (folder / path).read_bytes()
    except OSError as error:
        raise LawkbError(where, f"cannot be read: {error.strerror}", hint) from error
    if hashlib.blake2b(content).hexdigest()[:32] != digest:
        raise LawkbError(where, "it changed while it was read", hint)
    return content


def _law_key(file: Path, folder: Path, outline: Outline) -> tuple[str, str, int]:
    """Edition, language and number of a law by the name of its file."""
    number = file.stem.rpartition("_")[2]
    if not (number.isdecimal() and file.stem == f"law_{int(number)}"):
        law_in(file, folder, outline)
        raise LawkbError(str(file), "no law is named so", "run lawkb ingest again")
    key = (file.parts[-3], file.parts[-2], int(number))
    check_known(file, outline, key)
    return key


def _law(file: Path, folder: Path, outline: Outline, given: Callable[[], bytes]) -> Law:
    return law_in(file, folder, outline, given())


def _companion(file: Path, folder: Path, outline: Outline, given: Callable[[], bytes]) -> Companion:
    return companion_in(file, folder, outline, given())
