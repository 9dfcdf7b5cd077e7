"""The language files of a corpus, in ``languages/``: read, checked, and put in use.

``<tag>.toml`` has the words of a language, ``<tag>.po`` the texts of the site's menus in it.

They have the form of lawkb's own files in ``lawkb/languages/``, but only a few keys are needed.
What a key may hold is what lawkb's own files have there. A file is data: no value is a pattern or
code, and its size is bounded.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from lawkb.corpus.typed_tables import Fault, refuse
from lawkb.errors import LawkbError
from lawkb.model.language import package_file, use_language_files
from lawkb.sources.untrusted_files import RefusedError, parse_toml, read_bounded

FOLDER = "languages"
NEEDED = ("iso639_3", "name", "script", "law")
_PACKAGED = ("de", "el", "en", "fr", "it")  # the files that show the form
_TAG = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")
_MOST_BYTES = 1 << 18
_MOST_BYTES_OF_MENUS = 1 << 20
_MOST_FILES = 50
_MOST_TEXTS, _LONGEST = 2000, 4096
_MOST_STARS = 2  # of a form in [denial], each any letters
_BEYOND_LETTERS = 0x11000  # where the scripts of today's languages end
# Tables whose keys are words, letters or numbers of the language, not names of settings.
_OPEN = re.compile(
    r"alphabet\.(variants|lookalikes|roman)|references\.lookalikes|concepts|checks\.compounding"
    r"|search\.(stemmers|latin|keyboard|operators)|denial\.(like|strict|expletive)|numerals\.\w+"
)
_NUMBERED = re.compile(
    r"numerals\.(cardinals|ordinals|fractions|groups|times|minutes|months_of|stems|clock|behind|ahead)"
)
_NUMBER = re.compile(r"-?\d{1,12}(/\d{1,6})?")

_Shapes = Mapping[tuple[str, ...], set[str]]
_used: dict[Path, dict[str, bytes]] = {}  # the last folder, with the files that are in use


def use_languages_of(corpus: Path) -> None:
    """Read the language files of a corpus and find them before those of lawkb from now on."""
    folder = corpus / FOLDER
    files = sorted(folder.glob("*.toml")) if folder.is_dir() else []
    menus = sorted(folder.glob("*.po")) if folder.is_dir() else []
    if len(files) + len(menus) > _MOST_FILES:
        what = f"has {len(files) + len(menus)} files"
        raise LawkbError(str(folder), what, f"leave at most {_MOST_FILES}")
    contents = {file.name: _content(file, _MOST_BYTES) for file in files}
    catalogues = {file.name: _content(file, _MOST_BYTES_OF_MENUS) for file in menus}
    if _used.get(corpus.absolute()) == contents | catalogues:
        return
    use_language_files(
        {file.stem: _checked(file, contents[file.name]) for file in files},
        {file.stem: (str(file), catalogues[file.name]) for file in menus},
    )
    _used.clear()
    _used[corpus.absolute()] = contents | catalogues


def _content(file: Path, most: int) -> bytes:
    try:
        content = read_bounded(file)
    except RefusedError as refused:
        raise LawkbError(str(file), str(refused), "make it a file that can be read") from refused
    if len(content) > most:
        hint = f"make it smaller than {most} bytes"
        raise LawkbError(str(file), "is too large for the file of a language", hint)
    return content


def _checked(file: Path, content: bytes) -> dict[str, Any]:
    try:
        raw = parse_toml(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        told = " ".join(f"{error}".split())
        raise LawkbError(str(file), f"not TOML: {told}", "fix the syntax there") from error
    refuse(file, [*_faults_at_the_top(file.stem, raw), *_faults(raw, ())])
    return raw


def _faults_at_the_top(tag: str, raw: Mapping[str, Any]) -> Iterator[Fault]:
    if not _TAG.fullmatch(tag):
        yield ("code",), f"{tag!r}, the name of the file, is no language tag such as nl or pt-BR"
    if raw.get("code", tag) != tag:
        yield ("code",), f"{raw['code']!r} is not the name of the file, {tag!r}"
    for key in NEEDED:
        if key not in raw:
            yield (key,), "is missing"
    for key in ("name", "law"):
        if not str(raw.get(key, key)).strip():
            yield (key,), "is empty"
    code = raw.get("iso639_3")
    if isinstance(code, str) and not re.fullmatch("[a-z]{3}", code):
        yield ("iso639_3",), f"{code!r} is not a code of three small letters, such as nld"
    script = raw.get("script")
    if isinstance(script, str) and script not in _scripts():
        like = get_close_matches(script.upper(), _scripts(), 1)
        hint = f"; did you mean {like[0]}?" if like else ", such as LATIN, ARABIC or HEBREW"
        yield ("script",), f"{script!r} is not the first word of the Unicode name of letters{hint}"
    if raw.get("direction", "ltr") not in ("ltr", "rtl"):
        yield ("direction",), f"{raw['direction']!r} is unknown, it is one of 'ltr' or 'rtl'"
    yield from _faults_of_letters(raw.get("alphabet"))
    yield from _faults_of_stemmers(raw.get("search"))


def _faults_of_letters(alphabet: object) -> Iterator[Fault]:
    table: dict[str, Any] = alphabet if isinstance(alphabet, dict) else {}
    for key in ("upper", "lower"):
        letters = table.get(key, [])
        if isinstance(letters, list) and len({*map(str, letters)}) < len(letters):
            yield ("alphabet", key), "has a letter twice"


def _faults_of_stemmers(search: object) -> Iterator[Fault]:
    import Stemmer

    stemmers = search.get("stemmers", {}) if isinstance(search, dict) else {}
    for script, name in stemmers.items() if isinstance(stemmers, dict) else ():
        if isinstance(name, str) and name not in Stemmer.algorithms():
            there = ", ".join(Stemmer.algorithms())
            yield ("search", "stemmers", script), f"{name!r} is unknown, there are: {there}"


def _faults(raw: Mapping[str, Any], at: tuple[str, ...]) -> Iterator[Fault]:
    """Yield a fault for each key that no file of lawkb has, and for each value of another type."""
    shapes = _shapes()
    table = ".".join(at)
    is_open = bool(_OPEN.fullmatch(table))
    known = [path[-1] for path in shapes if path[:-1] == at]
    beside = set().union(*(shapes[(*at, key)] for key in known)) if known else set()
    for key, value in raw.items():
        place = (*at, key)
        allowed = shapes.get(place) or (beside if is_open else set())
        if not allowed:
            like = get_close_matches(key, known, 1)
            yield place, f"is unknown{f'; did you mean {like[0]}?' if like else ''}"
        elif _NUMBERED.fullmatch(table) and not _NUMBER.fullmatch(key):
            yield place, "is not a number or fraction, such as 12 or 1/2"
        elif _shape(value) not in allowed and not (value == [] and "list" in " ".join(allowed)):
            yield place, f"is {_shape(value)}, and must be {' or '.join(sorted(allowed))}"
        elif what := _too_much(value):
            yield place, what
        elif isinstance(value, dict):
            yield from _faults(value, place)


def _too_much(value: object) -> str | None:
    texts = value if isinstance(value, list) else [value]
    if len(texts) > _MOST_TEXTS:
        return f"has {len(texts)} texts: at most {_MOST_TEXTS}"
    for text in texts:
        if isinstance(text, str) and len(text) > _LONGEST:
            return f"has a text of {len(text)} characters: at most {_LONGEST}"
        words = text.split() if isinstance(text, str) else ()
        if any(word.count("*") > _MOST_STARS for word in words):
            return f"has more than {_MOST_STARS} * in a word"
    return None


@cache
def _shapes() -> _Shapes:
    """Return the types that each key has in lawkb's own files."""
    found: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for key in ("code", *NEEDED, "direction"):
        found[(key,)].add("a text")
    found[("blanks",)].add("true or false")
    for tag in _PACKAGED:
        _add_shapes(package_file(tag), (), found)
    return found


def _add_shapes(
    raw: Mapping[str, Any], at: tuple[str, ...], found: dict[tuple[str, ...], set[str]]
) -> None:
    for key, value in raw.items():
        if value != []:  # an empty list shows nothing
            found[(*at, key)].add(_shape(value))
        if isinstance(value, dict):
            _add_shapes(value, (*at, key), found)


def _shape(value: object) -> str:
    if isinstance(value, list):
        kinds = {_shape(each).split(" ", 1)[-1] for each in value}
        return f"a list of {'s and '.join(sorted(kinds))}s" if kinds else "an empty list"
    names = {str: "a text", bool: "true or false", int: "a whole number", dict: "a table"}
    return names.get(type(value), "a value of another type")


@cache
def _scripts() -> frozenset[str]:
    """Return the first words of the Unicode names of letters."""
    letters = filter(str.isalpha, map(chr, range(_BEYOND_LETTERS)))
    return frozenset(unicodedata.name(letter, "").partition(" ")[0] for letter in letters)
