"""``corpus/laws/``: find a corpus, read its XML files as a law code, and name their paths."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from lawkb.akn.laws import read_law
from lawkb.corpus.corpus_toml import read_outline
from lawkb.corpus.writing import recover
from lawkb.errors import LawkbError
from lawkb.large_collections import Items, LargeDict, are_many, kept_by_key
from lawkb.model.address import Address, InSeries, Ordinal, Scheme, Series
from lawkb.model.code import Code, Outline
from lawkb.model.label import plain, words_of_series
from lawkb.model.law import Law

if TYPE_CHECKING:
    from lawkb.model.companion import Companion
    from lawkb.model.division import Divisions

K = TypeVar("K")
V = TypeVar("V")

OUTLINE = "corpus.toml"
# The names of the files of rules begin with it, and no others; before version 2 those of all laws.
_LAW = "law_"
_DIVISIONS = "divisions.xml"
_CACHED = "laws"
_SITE_SETTINGS = "mkdocs.yml"
_NUM = re.compile(rb"<num>([^<]*)</num>")  # the first is that of the law


def find_corpus(start: Path) -> Path:
    """Return the nearest folder ``corpus`` with a ``corpus.toml``, in a folder or its parents.

    Raises:
        LawkbError: There is no such folder, or it belongs to another user, who might have put it
            there for others to find.
    """
    for folder in (start, *start.parents):
        if (folder / "corpus" / OUTLINE).is_file():
            return _trusted(folder / "corpus")
        if folder.name == "corpus" and (folder / OUTLINE).is_file():
            return _trusted(folder)
    raise LawkbError(
        str(start),
        "no corpus/corpus.toml here or above",
        "make one: lawkb new DIR; or name one: lawkb --corpus DIR …",
    )


def site_settings(corpus: Path) -> Path:
    """Return the path of the ``mkdocs.yml`` next to a corpus folder, else in the current folder."""
    for folder in (corpus.resolve().parent, Path.cwd()):
        if (folder / _SITE_SETTINGS).is_file():
            return folder / _SITE_SETTINGS
    raise LawkbError(
        _SITE_SETTINGS,
        "not found next to the corpus, nor here",
        f"run it in the folder that holds {_SITE_SETTINGS}",
    )


def _trusted(folder: Path) -> Path:
    owner = folder.stat().st_uid
    if owner not in _trusted_owners():
        what = f"belongs to another user ({owner})"
        raise LawkbError(str(folder), what, f"if you trust it, name it: lawkb --corpus {folder} …")
    return folder


def _trusted_owners() -> set[int]:
    """Return ids of the users whose corpus may be found: this user, also before sudo, and root."""
    caller = os.environ.get("SUDO_UID", "")
    return {0, os.geteuid(), *([int(caller)] if caller.isdecimal() else [])}


def law_path(law: Law, scheme: Scheme) -> str:
    """Return the path of the XML of a law below the corpus: ``laws/2017/el/law_47.xml``.

    Where laws are no rules, its name is the eId of the law: ``art_3a.xml``, ``annex_1.xml``.
    """
    return law_file(scheme, *law.key)


def law_file(scheme: Scheme, edition: str, language: str, number: Ordinal) -> str:
    """Return the path of the XML of a law by its edition, language and number, as ``law_path``."""
    own = scheme.has_own_elements
    name = scheme.eid(Address((number,))) if own else f"{_LAW}{number}"
    return f"laws/{edition}/{language}/{name}.xml"


def without_renamed(
    removed: Iterable[str], files: Mapping[str, bytes], scheme: Scheme
) -> tuple[str, ...]:
    """Return those of the files of laws to be removed whose law gets no file of another name."""

    def new_name(path: str) -> str:
        _, edition, language, name = path.removesuffix(".xml").split("/")
        number = _number_of_file(name, scheme)
        return law_file(scheme, edition, language, number) if number else path

    return tuple(path for path in removed if new_name(path) not in files)


def _number_of_file(name: str, scheme: Scheme) -> Ordinal | None:
    """Return the number of the law in a file of this name; None if it is none of a law."""
    if name.startswith(_LAW):
        return scheme.law_number(name.removeprefix(_LAW))
    try:
        address = scheme.address_of_eid(name) if scheme.has_own_elements else None
    except LawkbError:
        return None
    return address.law if address and not address.depth else None


def _as_written(outline: Outline, path: str, content: bytes) -> Outline:
    """Return the outline whose ids are those in a file: one written before version 2 has others.

    The next ``lawkb ingest`` writes the file anew.
    """
    scheme, name = outline.scheme, Path(path).stem
    if not scheme.has_own_elements:
        return outline
    before = replace(outline, scheme=scheme.with_places_as_elements)
    if name.startswith(_LAW) or _number_of_file(name, scheme):
        return before if name.startswith(_LAW) else outline
    # Divisions and texts beside the laws have the same name as ever; only what they cite tells.
    cited = f'/akn/{outline.authority}/act/code/[^/"]*/{outline.id}/~rule_'.encode()
    return before if re.search(cited, content) else outline


def is_law_file(path: str, scheme: Scheme) -> bool:
    """Whether a file is that of a law by its name, ``law_47.xml`` or ``art_3a.xml``."""
    return _number_of_file(Path(path).stem, scheme) is not None


def companion_path(companion: Companion) -> str:
    """Return the path of the XML of a text beside the laws: ``laws/2017/el/definitions.xml``."""
    return f"laws/{companion.edition}/{companion.language}/{companion.name}.xml"


def divisions_path(divisions: Divisions) -> str:
    """Return the path of the XML of divisions below the corpus: ``laws/2017/el/divisions.xml``."""
    return f"laws/{divisions.edition}/{divisions.language}/{_DIVISIONS}"


class Texts(Mapping[K, V]):
    """Laws or other texts by key, each parsed from its file when it is first accessed."""

    def __init__(
        self,
        parse: Callable[[tuple[str, bytes]], V],
        paths: Mapping[K, str],
        contents: Mapping[str, bytes],
    ) -> None:
        """Store what is needed to read the texts.

        Args:
            parse: Returns the text in a file, given by path and content. It is sent to other
                processes and machines.
            paths: Path of the file of each text, in the order of the texts.
            contents: Content of the files by path.
        """
        self._parse, self.paths, self._contents = parse, paths, contents
        self._read: LargeDict[K, V] = LargeDict()

    def __getitem__(self, key: K) -> V:
        """Return the text of a key. Raises LawkbError when the text cannot be read."""
        if key not in self._read:
            self._read[key] = self._parsed(key)
        return self._read[key]

    def _parsed(self, key: K) -> V:
        path = self.paths[key]
        return self._parse((path, self._contents[path]))

    def __contains__(self, key: object) -> bool:
        """Whether there is a text of this key; nothing is read."""
        return key in self.paths

    def __iter__(self) -> Iterator[K]:
        """Yield the keys in order; nothing is read."""
        return iter(self.paths)

    def __len__(self) -> int:
        """Return the number of texts; nothing is read."""
        return len(self.paths)

    def read_all(self) -> None:
        """Read the texts if not all have been read, on all cores. Raises LawkbError, as above."""
        if len(self._read) < len(self.paths):
            files = Items(self._contents, tuple(self.paths.values()))
            self._read = kept_by_key(self._parse, self.paths, files)

    def of(self, keys: Iterable[K]) -> Mapping[K, V]:
        """Return some texts alone, by key. Raises LawkbError when one cannot be read."""
        wanted = tuple(keys)
        for key in wanted:
            if key not in self._read:
                self[key]
        return self._read.of(wanted)

    def not_kept(self) -> Mapping[K, V]:
        """Return the same texts; those that are read from now on are not kept."""
        passing = _Passing(self._parse, self.paths, self._contents)
        passing._read = self._read
        return passing


class _Passing(Texts[K, V]):
    def __getitem__(self, key: K) -> V:
        return self._read[key] if key in self._read else self._parsed(key)


def _with_unnumbered_series(outline: Outline, contents: Mapping[str, bytes]) -> Outline:
    """Return the outline in which a series knows whether its only text is printed as ``ANNEX``."""
    scheme = outline.scheme
    all_series = tuple(
        replace(each, is_unnumbered=True) if _is_unnumbered(each, outline, contents) else each
        for each in scheme.series
    )
    if all_series == scheme.series:
        return outline
    return replace(outline, scheme=replace(scheme, series=all_series))


def _is_unnumbered(series: Series, outline: Outline, contents: Mapping[str, bytes]) -> bool:
    """Whether every language prints one text of a series, with nothing but its name."""
    numbers = ((Path(path), _number_of_file(Path(path).stem, outline.scheme)) for path in contents)
    files = {file: n for file, n in numbers if isinstance(n, InSeries) and n.series == series.name}
    if not series.numbering or {*files.values()} != {series.number(1)}:
        return False
    labels = {file.parts[-2]: _NUM.search(contents[file.as_posix()]) for file in files}
    return all(
        label is not None
        and plain(label[1].decode()) in words_of_series(series, outline.language(tag))
        for tag, label in labels.items()
    )


def open_code(folder: Path) -> Code:
    """Return the law code of a corpus; each law is parsed when it is first accessed.

    Laws are sorted by edition, number and language, other texts by path. If a write of the corpus
    was interrupted after it was decided, it is finished first.

    Raises:
        LawkbError: ``corpus.toml`` cannot be read, or the name of a file is not that of a law which
            ``corpus.toml`` lists. A law that is wrong raises the error when it is accessed.
    """
    recover(folder)
    return code_of(folder, read_contents(folder))


def code_of(folder: Path, contents: Mapping[str, bytes]) -> Code:
    """Return the law code as ``open_code``, from what ``read_contents`` has read."""
    outline = _with_unnumbered_series(read_outline(folder), contents)
    laws: dict[tuple[str, str, Ordinal], str] = {}
    companions: dict[tuple[str, str, str], str] = {}
    divisions: dict[tuple[str, str], str] = {}
    for path in contents:
        file = folder / path
        if file.name.startswith(_LAW) or _number_of_file(file.stem, outline.scheme):
            key = _law_key(file, folder, outline)
            # The file of the same law that was written before version 2 counts for nothing.
            if key not in laws or path == law_file(outline.scheme, *key):
                laws[key] = path
        elif file.name == _DIVISIONS:
            divisions[file.parts[-3], file.parts[-2]] = path
        elif path != OUTLINE:
            companions[file.parts[-3], file.parts[-2], file.stem] = path
    order = sorted(laws, key=lambda key: outline.place(*key))

    def texts(
        parse: Callable[[Path, Outline, tuple[str, bytes]], V], paths: Mapping[K, str]
    ) -> Texts[K, V]:
        return Texts(partial(parse, folder, outline), paths, contents)

    return Code(
        outline,
        texts(_law_in, {key: laws[key] for key in order}),
        texts(_companion_in, companions),
        texts(_divisions_in, divisions),
        Texts(_digest, {path: path for path in contents}, contents),
    )


def read_code(folder: Path) -> Code:
    """Return the law code of a corpus, with every law and other text parsed."""
    code = open_code(folder)
    return replace(
        code,
        laws=dict(code.laws),
        companions=dict(code.companions),
        divisions=dict(code.divisions),
    )


def all_read(code: Code, before: Code | None = None) -> Code:
    """Return a code of ``open_code`` with every text parsed, and the digests of its files.

    Texts whose files are as they were in an earlier code are those of that code.
    """
    files = dict(code.files or {})
    if before is None or before.outline != code.outline:
        before = Code(code.outline, {}, {}, {}, {})
    held = before.files or {}
    same = {path for path, digest in files.items() if held.get(path) == digest}
    return replace(
        code,
        laws=_all(code.laws, before.laws, same),
        companions=_all(code.companions, before.companions, same),
        divisions=_all(code.divisions, before.divisions, same),
        files=files,
    )


def _all(texts: Mapping[K, V], before: Mapping[K, V], same: Set[str]) -> dict[K, V]:
    paths = texts.paths if isinstance(texts, Texts) else {}
    return {key: before[key] if paths.get(key) in same else texts[key] for key in texts}


def read_cached_code(folder: Path) -> Code:
    """Return the law code of a corpus with every law parsed, from the cache if it is up to date.

    Many laws are parsed anew: a cache of them would be one value as large as all of them together.
    """
    from lawkb.corpus.cache import cached, digest_of

    code = open_code(folder)
    if are_many(code.laws):
        read_laws(code)
        return code
    inputs = digest_of(repr(dict(code.files or {})).encode())
    laws, companions = cached(folder, _CACHED, inputs, lambda: _parsed(code))
    return replace(code, laws=laws, companions=companions, divisions=dict(code.divisions))


def _parsed(
    code: Code,
) -> tuple[dict[tuple[str, str, Ordinal], Law], dict[tuple[str, str, str], Companion]]:
    read_laws(code)
    return dict(code.laws), dict(code.companions)


def read_laws(code: Code) -> None:
    """Read all laws of a code that ``open_code`` opened, on all cores."""
    if isinstance(code.laws, Texts):
        code.laws.read_all()


def reading_once(code: Code) -> Code:
    """Return a code that does not keep the laws it reads, for work that needs each of them once."""
    laws = code.laws
    return replace(code, laws=laws.not_kept()) if isinstance(laws, Texts) else code


def read_contents(folder: Path) -> LargeDict[str, bytes]:
    """Return content by path of ``corpus.toml`` and the XML files in ``laws/`` of a corpus."""
    found: LargeDict[str, bytes] = LargeDict()
    try:
        for file in (folder / OUTLINE, *sorted((folder / "laws").glob("*/*/*.xml"))):
            found[file.relative_to(folder).as_posix()] = file.read_bytes()
    except OSError as error:
        where, what = str(error.filename or folder), f"cannot be read: {error.strerror or error}"
        raise LawkbError(where, what, "check the rights of the file, and run it again") from error
    return found


def _digest(file: tuple[str, bytes]) -> str:
    from lawkb.corpus.cache import digest_of

    return digest_of(file[1])


def check_held(folder: Path, code: Code) -> None:
    """Refuse a law code without any text; ``lawkb ingest`` must be run first.

    A code may have texts beside the laws and no laws.
    """
    if not code.laws and not code.companions:
        raise LawkbError(str(folder), "the corpus has no laws yet", "run: lawkb ingest")


def _law_in(folder: Path, outline: Outline, file: tuple[str, bytes]) -> Law:
    """Parse the XML file of a law in a corpus, given by path and content."""
    path, content = file
    own = _as_written(outline, path, content)
    law = read_law(content, own, str(folder / path))
    _check_path(folder / path, folder, law_path(law, own.scheme))
    _check_known(folder / path, outline, law.key)
    return law


def _companion_in(folder: Path, outline: Outline, file: tuple[str, bytes]) -> Companion:
    from lawkb.akn.beside_laws import read_companion  # not above: many codes have none

    path, content = file
    own = _as_written(outline, path, content)
    companion = read_companion(content, own, str(folder / path))
    _check_path(folder / path, folder, companion_path(companion))
    return companion


def _divisions_in(folder: Path, outline: Outline, file: tuple[str, bytes]) -> Divisions:
    from lawkb.akn.beside_laws import read_divisions  # not above: many codes have none

    path, content = file
    own = _as_written(outline, path, content)
    divisions = read_divisions(content, own, str(folder / path))
    _check_path(folder / path, folder, divisions_path(divisions))
    return divisions


def _check_path(file: Path, folder: Path, path: str) -> None:
    if file != folder / path:
        what = f"it contains the text of {path}"
        raise LawkbError(str(file), what, "write the files anew: lawkb ingest")


def _check_known(file: Path, outline: Outline, key: tuple[str, str, Ordinal]) -> None:
    try:
        outline.place(*key)
    except KeyError as error:
        where, hint = str(file), "look at [[editions]] and [[expressions]]"
        raise LawkbError(where, "corpus.toml lists no such law", hint) from error


def _law_key(file: Path, folder: Path, outline: Outline) -> tuple[str, str, Ordinal]:
    number = _number_of_file(file.stem, outline.scheme)
    if not number:
        _law_in(folder, outline, (file.relative_to(folder).as_posix(), file.read_bytes()))
        raise LawkbError(str(file), "not the name of a law file", "run lawkb ingest again")
    key = (file.parts[-3], file.parts[-2], number)
    _check_known(file, outline, key)
    return key
