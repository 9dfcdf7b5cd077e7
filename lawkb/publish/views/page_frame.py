"""What is around the pages of one interface language: header, menu, and table of the jump box."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from markupsafe import Markup, escape

from lawkb.model.address import Address, Scheme
from lawkb.model.code import Code
from lawkb.model.label import label, law_words, plain
from lawkb.model.language import Language, read_language
from lawkb.model.numbering import write_ordinal
from lawkb.publish.strings import Strings, code_strings, read_strings
from lawkb.publish.views.places import Place, terms_path
from lawkb.publish.views.tree import Apparatus, laws_with_pages, title_of
from lawkb.references.graph import Graph


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
            whole.removeprefix(above).removesuffix(write_ordinal(scheme.levels[depth].numbering, 1))
        )
    return joints


def _alphabet(language: Language) -> dict[str, object]:
    return {
        "script": language.script.capitalize(),
        "upper": " ".join(language.upper),
        "lower": " ".join(language.lower),
        "other": {**language.lookalikes, **language.variants},
    }


_EXAMPLE_LAWS = 20  # to look in; a code may have thousands
_EXAMPLE_LETTERS = 7  # for which the box has room


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A link of the header.

    Attributes:
        title: What it says.
        place: Where it leads.
    """

    title: str
    place: Place


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands around the pages of one interface tree.

    Attributes:
        strings: Words of the interface.
        title: Title of the code.
        title_language: Tag of that title.
        names: Own name of every interface language, by tag.
        jump: Table of the jump box, JSON, escaped once for every page that holds it.
        example: An address as the language writes it, to show what the box takes.
        menu: Links of the header.
        site_url: URL of the root of the published site, or empty when nobody gave it.
        assets: Version of style and script, which is part of their URLs; empty for none.
        offline: Whether a browser is to keep the site for reading without a connection.
        overrides: Folder whose templates stand for those of the theme; empty for none.
    """

    strings: Strings
    title: str
    title_language: str
    names: Mapping[str, str] = field(hash=False)
    jump: Markup
    example: str
    menu: tuple[MenuItem, ...] = ()
    site_url: str = ""
    assets: str = ""
    offline: bool = False
    overrides: str = ""


def code_menu(apparatus: Apparatus, language: str) -> tuple[MenuItem, ...]:
    """Links of the header to pages that are made from the code."""
    if not apparatus.glossary.terms:
        return ()
    return (MenuItem(read_strings(language).gettext("Terms"), Place(terms_path(language))),)


def make_frame(code: Code, graph: Graph, languages: Sequence[str], language: str) -> Frame:
    """The frame of an interface tree, without a menu and without the URL of the site.

    Args:
        code: The laws.
        graph: Who cites whom.
        languages: Tags of all interface languages.
        language: The one of this tree.
    """
    title, title_language = title_of(code, language)
    return Frame(
        strings=code_strings(code.outline, language),
        title=title,
        title_language=title_language,
        names={tag: read_language(tag).name for tag in languages},
        jump=escape(jump_table(code, laws_with_pages(code, graph))),
        example=_example(code, language),
    )


def _example(code: Code, tag: str) -> str:
    """The first of the deepest labels of those that are short."""
    scheme, language = code.outline.scheme, read_language(tag)
    laws = islice(code.laws.values(), _EXAMPLE_LAWS)
    addresses = [each.address for law in laws for each in law.provisions()]
    deepest_first = sorted(addresses, key=lambda address: -address.depth)
    labels = (label(each, scheme, language) for each in deepest_first)
    return next((text for text in labels if len(text) <= _EXAMPLE_LETTERS), "1")
