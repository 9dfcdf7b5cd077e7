"""Where a link of a wiki page leads: a page, a place outside, a mail address, a file."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, unquote, urlsplit

from lxml import etree

from lawkb.model.passage import Link, LinkKind
from lawkb.parse.html_steps import attribute, classes, without_controls

# A link whose target could run script, or is not a target at all, is not kept; its words are.
_OUTSIDE = re.compile(r"(?:https?|ftps?|ircs?|ldap|gopher|telnet|news|nntp)://[^\s<>\"]+", re.I)
_PAGE_ID = re.compile(r"[^\s<>\"'\\?#|{}\[\]()]+")
_LOCAL = re.compile(r"\s*↵$")  # the title of a link within its own page
_FILE_SIZE = re.compile(r" \([\d.,]+ ?[KMGT]?i?B\)$")


def link_of(node: etree._Element, page_id: str | None) -> Link | None:
    """The link of an ``a`` element, its place in the words still 0; None when it leads nowhere.

    Args:
        node: The element.
        page_id: Page it stands on, for links to a place within it.
    """
    names = classes(node)
    href = attribute(node, "href")
    if "data-wiki-id" in node.attrib or names & {"wikilink1", "wikilink2"}:
        return _page(node, href, page_id)
    if "media" in names:
        return _media(node, href)
    if "windows" in names:
        return _link("windows", attribute(node, "title"))
    if href.lower().startswith("mailto:"):
        return _link("mail", unquote(href[len("mailto:") :]))
    if href.startswith("#"):
        return _link("page", page_id or "", href)
    if not _OUTSIDE.fullmatch(href):
        return None
    return _link("interwiki" if "interwiki" in names else "external", href)


def _page(node: etree._Element, href: str, page_id: str | None) -> Link | None:
    title = attribute(node, "title")
    own = (_LOCAL.sub("", title) or page_id or "") if href.startswith("#") else ""
    target = attribute(node, "data-wiki-id") or own or title
    if not _PAGE_ID.fullmatch(target):
        return None
    return _link("page", target, "#" + href.partition("#")[2])


def _media(node: etree._Element, href: str) -> Link | None:
    named = parse_qs(_query(href)).get("media", [""])[0]
    target = named or _FILE_SIZE.sub("", attribute(node, "title"))
    outside = "://" in target or not _PAGE_ID.fullmatch(target)
    return None if outside and not _OUTSIDE.fullmatch(target) else _link("media", target)


def _query(href: str) -> str:
    try:
        return urlsplit(href).query
    except ValueError:  # «http://[», says urllib, is no IPv6 address
        return ""


def _link(kind: LinkKind, target: str, fragment: str = "") -> Link | None:
    target = without_controls(target).strip()
    anchor = "".join(without_controls(unquote(fragment[1:])).split())
    return Link(0, 0, kind, target, anchor or None) if target else None
