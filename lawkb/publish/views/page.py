"""A page of the site, before it is HTML: what it shows, and where its links lead."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from operator import attrgetter
from typing import Any

from lawkb.publish.views.laws.schema_org import Legislation
from lawkb.publish.views.places import TOP, Place

# What holds neither a place nor an id; most fields of most views are of these.
_PLAIN = frozenset({str, int, bool, type(None)})
# The same in annotations, which are strings.
_NAME = re.compile(r"\w+")
_NAMES = frozenset({"str", "int", "bool", "None", "tuple"})


@dataclass(frozen=True, slots=True)
class SitePage:
    """A page of the site, before it is HTML.

    Attributes:
        path: File below the root of the site, ``el/2017/57/index.html``.
        language: Tag of the interface language.
        title: Its title, without the name of the code; empty for a home page.
        description: One sentence for search engines and previews.
        template: Name of its template.
        view: What the template shows; a dataclass.
        anchors: Ids that pages may link to.
        links: Places on the site that the view links to.
        alternates: The same page in every interface language; empty when it has no others.
        legislation: The law that it shows; None for a page that shows none.
    """

    path: str
    language: str
    title: str
    description: str
    template: str
    view: object
    anchors: frozenset[str] = frozenset()
    links: frozenset[Place] = frozenset()
    alternates: tuple[tuple[str, Place], ...] = ()
    legislation: Legislation | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """A page that is to be made.

    Attributes:
        path: File below the root of the site.
        make: Gives the page.
    """

    path: str
    make: Callable[[], SitePage]


@dataclass(frozen=True, slots=True)
class FileDraft:
    """A file of the site that is no page, to be made.

    Attributes:
        path: File below the root of the site.
        make: Gives its content.
    """

    path: str
    make: Callable[[], bytes]


def linked(page: SitePage) -> SitePage:
    """The page with the ids and links that its view holds."""
    ids = {TOP}
    links: set[Place] = set()
    _collect(page.view, ids, links)
    return replace(page, anchors=frozenset(ids), links=frozenset(links))


def _collect(view: object, ids: set[str], links: set[Place]) -> None:
    """Every place in a view, and every field named ``id``: that is an id on the page."""
    waiting: list[tuple[Any, ...]] = [(view,)]
    while waiting:
        for value in waiting.pop():
            kind = type(value)
            if not value or kind in _PLAIN:
                continue
            if kind is Place:
                links.add(value)
            elif kind is tuple:
                waiting.append(value)
            else:
                has_id, held = _fields(kind)  # type: ignore[arg-type]  # classes can be hashed
                waiting.append(held(value))
                if has_id and value.id:
                    ids.add(value.id)


@cache
def _fields(kind: type) -> tuple[bool, Callable[[Any], tuple[Any, ...]]]:
    """Whether a view has an id, and what gives the values of the fields that may hold more."""
    known = fields(kind) if is_dataclass(kind) else ()
    names = [each.name for each in known if not _is_plain(each.type)]
    has_id = any(each.name == "id" for each in known)
    if not names:
        return has_id, lambda _: ()
    values = attrgetter(*names)
    return has_id, values if len(names) > 1 else lambda value: (values(value),)


def _is_plain(annotation: object) -> bool:
    """Whether a field holds plain values only, or tuples of them."""
    return set(_NAME.findall(str(annotation))) <= _NAMES
