"""The tables ``[references.<tag>]`` of ``corpus.toml``: a code's own words for references."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from lawkb.corpus.tables import Table
from lawkb.errors import LawkbError
from lawkb.model.address import Scheme
from lawkb.model.language import read_language
from lawkb.model.numbering import Numbering

# Words of a level, and of paragraphs without a number; the manual says what each list is for.
_OF_LEVEL = ("words", "plural", "this", "before", "next")
_OF_SUBPARAGRAPH = ("words", "plural", "ordinals", "numbering", "of")
_NUMBERINGS: tuple[Numbering, ...] = ("arabic", "upper", "lower", "roman")


def read_code_words(top: Table, scheme: Scheme) -> dict[str, dict[str, Any]]:
    """The words for references by language tag, as ``Language.with_references`` takes them.

    In ``levels`` and in ``subparagraph``, names of levels have become their depths, 0 for the law.

    Raises:
        LawkbError: lawkb has no such language, a list or a level is unknown, or is not what it
            should be.
    """
    if "references" not in top.entries:
        return {}
    words = top.table("references")
    return {read_language(tag).code: _words(words.table(tag), tag, scheme) for tag in words.entries}


def _words(table: Table, tag: str, scheme: Scheme) -> dict[str, Any]:
    own = read_language(tag).tables.get("references", {})
    lists = sorted(key for key, value in own.items() if isinstance(value, list))
    _check(table, (*lists, "levels", "subparagraph"))
    found: dict[str, Any] = {key: list(table.texts(key)) for key in lists if key in table.entries}
    if "levels" in table.entries:
        found["levels"] = _levels(table.table("levels"), scheme)
    if "subparagraph" in table.entries:
        found["subparagraph"] = _subparagraph(table.table("subparagraph"), scheme)
    return found


def _levels(table: Table, scheme: Scheme) -> dict[int, dict[str, list[str]]]:
    """By depth, the words of each level."""
    found = {}
    for name in table.entries:
        level, depth = table.table(name), _depth(table, name, scheme)
        _check(level, _OF_LEVEL)
        lists = {key: list(level.texts(key)) for key in _OF_LEVEL}
        if depth == 0 and (lists["words"] or lists["plural"]):
            what = f"{name} has words of its own"
            raise LawkbError(level.where, what, "write them in law, above the levels")
        found[depth] = lists
    return found


def _subparagraph(table: Table, scheme: Scheme) -> dict[str, Any]:
    _check(table, _OF_SUBPARAGRAPH)
    numbering = table.text("numbering")
    if numbering not in (None, *_NUMBERINGS):
        what = f"numbering {numbering!r} is unknown"
        raise LawkbError(table.where, what, f"one of {', '.join(_NUMBERINGS)}")
    of = table.text("of")
    return {
        "words": list(table.texts("words")),
        "plural": list(table.texts("plural")),
        "ordinals": _ordinals(table),
        "numbering": numbering,
        "of": None if of is None else _depth(table, of, scheme),
    }


def _ordinals(table: Table) -> list[list[str]]:
    """Forms of *first*, forms of *second* and so on; one form alone need not be a list."""
    forms = table.get("ordinals", list) if "ordinals" in table.entries else []
    listed = [form if isinstance(form, list) else [form] for form in forms]
    if not all(isinstance(word, str) for words in listed for word in words):
        raise LawkbError(table.where, "ordinals holds more than texts", "put each in quotes")
    return cast(list[list[str]], listed)


def _depth(table: Table, name: str, scheme: Scheme) -> int:
    names = [level.name for level in scheme.levels]
    if name not in names:
        what = f"{name!r} is no level of the code"
        raise LawkbError(table.where, what, f"there are: {', '.join(names)}")
    return names.index(name)


def _check(table: Table, known: Iterable[str]) -> None:
    known = tuple(known)
    for key in table.entries:
        if key not in known:
            raise LawkbError(table.where, f"{key!r} is unknown", f"there are: {', '.join(known)}")
