"""The jump box: what its script needs to know, so that no alphabet is written in the script."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from lawkb.model.address import Address, Scheme
from lawkb.model.code import Code
from lawkb.model.label import law_words, plain
from lawkb.model.language import Language
from lawkb.model.numbering import token


def jump_table(code: Code, pages: frozenset[tuple[str, int]]) -> str:
    """The alphabets, the levels and the laws that have pages, as JSON for a data attribute.

    ``levels`` is one ``[numbering, joint, written]`` per level: the joint stands before its ordinal
    in a fragment, ``written`` is its form inside an address. ``alphabets`` is, per language, its
    script as regular expressions name it, the letters of ``upper`` and ``lower`` in order, and the
    other writings of a letter. ``words`` are the words for a law, which are left out. ``parts`` are
    those for a part of it, each list behind the depth it names, 0 for any; ``of`` stand between a
    part and what holds it. ``laws`` is, per edition, its id and the numbers that have a page, as
    the first and the last of each stretch: every page holds this table.
    """
    levels = [
        [level.numbering, joint, level.written]
        for level, joint in zip(
            code.outline.scheme.levels, _joints(code.outline.scheme), strict=True
        )
    ]
    laws = [
        [edition.id, _stretches(sorted(number for held, number in pages if held == edition.id))]
        for edition in code.outline.editions
    ]
    languages = code.outline.languages
    # English and Italian number alike: alphabets that are equal are written once.
    alphabets = list({json.dumps(_alphabet(each)): _alphabet(each) for each in languages}.values())
    words = sorted({word.lower() for language in languages for word in law_words(language)})
    of = _single({word for each in languages for word in _references(each).get("of_law", ())})
    parts = _parts(languages)
    table = {"levels": levels, "alphabets": alphabets, "words": words, "laws": laws}
    table |= {"parts": parts, "of": of}
    return json.dumps(table, ensure_ascii=False, separators=(",", ":"))


def _stretches(numbers: list[int]) -> list[list[int]]:
    """The first and the last of the numbers that follow one another: 1, 2, 3, 5 is 1–3, 5–5."""
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return found


def _parts(languages: tuple[Language, ...]) -> list[list[int | str]]:
    """The words for a part of a law, one part and not several, behind the depth that they name."""
    words: dict[int, set[str]] = {}
    for references in map(_references, languages):
        several = set(references.get("plural", ()))
        for depth, named in references.get("levels", {}).items():
            words.setdefault(depth, set()).update(set(named.get("words", ())) - several)
        if not references.get("levels"):
            found = {*references.get("section", ()), *references.get("point", ())}
            words.setdefault(0, set()).update(found - several)
    return [[depth, *_single(found)] for depth, found in sorted(words.items()) if found]


def _references(language: Language) -> Mapping[str, Any]:
    table: Mapping[str, Any] = language.tables.get("references", {})
    return table


def _single(words: set[str]) -> list[str]:
    """Single words as ``plain`` gives them, without an apostrophe behind."""
    bare = (plain(word).rstrip("'") for word in words)
    return sorted({word for word in bare if word.isalpha()})


def _joints(scheme: Scheme) -> list[str]:
    """What stands before the ordinal of each level in a fragment: nothing, or a dash."""
    joints = [""]
    for depth in range(1, len(scheme.levels)):
        above = scheme.fragment(Address((1,) * depth))
        whole = scheme.fragment(Address((1,) * (depth + 1)))
        joints.append(
            whole.removeprefix(above).removesuffix(token(scheme.levels[depth].numbering, 1))
        )
    return joints


def _alphabet(language: Language) -> dict[str, object]:
    return {
        "script": language.script.capitalize(),
        "upper": " ".join(language.upper),
        "lower": " ".join(language.lower),
        "other": {**language.lookalikes, **language.variants},
    }
