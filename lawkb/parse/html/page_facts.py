"""What a DokuWiki answered, and the facts that a page states: id, last change, user."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Literal

from lxml import etree

from lawkb.model.language import language_codes, read_language
from lawkb.model.privacy import public_name
from lawkb.parse.html.elements_in_order import (
    Steps,
    attribute,
    classes,
    find_content,
    fold,
    lacks_end,
    words_of,
)

AnswerKind = Literal["page", "missing", "disabled", "cut", "diff", "revisions", "login", "other"]

_INFO = re.compile(r"\bJSINFO\s*=\s*(?=\{)")
_TITLE = re.compile(r"([^\s\[\]]+)(?: \[.*\])?")
_FILE = re.compile(r"(?P<page>.+?)(?:\.(?P<revision>\d{9,11}))?\.txt(?P<packed>\.gz|\.bz2)?")
_DATE = re.compile(r"\d{4}[/-]\d\d[/-]\d\d[ T]\d\d:\d\d(?::\d\d)?")
_TIME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)([+-]\d\d):?(\d\d)")
_SHOWN = ("", "show", "export_xhtml", "export_xhtmlbody")
_DISABLED = "Action disabled:"
# Elements of only one kind of answer; older wikis do not name their action.
_ELEMENTS: dict[str, AnswerKind] = {
    "page__revisions": "revisions",
    "dw__login": "login",
    "dw__editform": "other",
    "dw__recent": "other",
    "index__tree": "other",
}
_BLOCKS = frozenset(
    {"p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table", "pre", "blockquote", "dl"}
)


@dataclass(frozen=True, slots=True)
class PageFacts:
    """The facts that an HTML page of a DokuWiki states about itself.

    The docinfo is the line below the content with file, last change and user.

    Attributes:
        page_id: Id of the page; None when the page does not name it.
        action: Action of the wiki (``show``, ``diff``); empty when the page does not name it.
        file: File in the docinfo; empty when there is none.
        has_docinfo: Whether the page has a docinfo, even an empty one.
        revised: Last change, ISO 8601, or None.
        user: Author of that change; None when the page names nobody, or an IP address.
        revision: Id of the old revision on the page; None for the current one.
    """

    page_id: str | None = None
    action: str = ""
    file: str = ""
    has_docinfo: bool = False
    revised: str | None = None
    user: str | None = None
    revision: str | None = None


def read_facts(page: Steps) -> PageFacts:
    """Return the facts that a page states about itself: id, action, last change, user.

    They are taken from JSINFO, ``.pageId``, the docinfo and the title, in this order.
    """
    info = _page_info(page.scripts)
    docinfo = _first(page, lambda node: "docInfo" in classes(node))
    parts = _parts(docinfo) if docinfo is not None else ()
    file = _FILE.fullmatch(parts[0]) if parts else None
    page_id = _known_id(page, info, file)
    named = file["page"].replace("/", ":") if file else ""
    # A page id that ends in ten digits has them in the name of its current file, too.
    old = file["revision"] if file and (file["packed"] or named == page_id) else None
    return PageFacts(
        page_id=page_id,
        action=str(info.get("ACT") or ""),
        file=parts[0] if file else "",
        has_docinfo=docinfo is not None,
        revised=_revised(docinfo, parts),
        user=_user(docinfo, parts),
        revision=old,
    )


def answer_of(page: Steps, facts: PageFacts) -> AnswerKind:
    """Return what a DokuWiki answered: a page, a notice that it is missing, a comparison and so on.

    The kind is detected by the content, since the HTTP status says little. ``other`` is no page: an
    edit form, a list of changes, raw text, a page of another program.
    """
    special = _special(page, facts)
    if special:
        return special
    content = find_content(page)
    if content is None:
        return "cut" if page.cut and _is_dokuwiki(page) else "other"
    if page.fragment and _first(page, lambda node: node.tag in _BLOCKS) is None:
        return "other"
    if _is_missing(page, facts, content):
        return "missing"
    if page.cut or lacks_end(page):
        return "cut"
    return "disabled" if disabled_action(page) else "page"


def disabled_action(page: Steps) -> str | None:
    """Return the action that the wiki refused above a page, such as ``source``, or None."""
    for step in page.steps:
        if step.kind == "text" and _DISABLED in step.text:
            names = classes(step.node)
            if names & {"error", "alert-danger"}:
                return fold(step.text.partition(_DISABLED)[2])
    return None


def is_old_notice(text: str) -> bool:
    """Whether words are the wiki's notice above an old revision, in a language that lawkb knows."""
    return text in _notices("old")


def _special(page: Steps, facts: PageFacts) -> AnswerKind | None:
    """Return the kind of an answer by its action, or by an element that only one kind has."""
    named: dict[str, AnswerKind] = {"diff": "diff", "revisions": "revisions"}
    named |= {"login": "login", "denied": "login", "resendpwd": "login", "register": "login"}
    if facts.action in named:
        return named[facts.action]
    for step in page.steps:
        if step.kind != "open":
            continue
        if step.node.tag == "table" and "diff" in classes(step.node):
            return "diff"
        if kind := _ELEMENTS.get(step.node.get("id") or ""):
            return kind
    return None if facts.action in _SHOWN else "other"


def _is_missing(page: Steps, facts: PageFacts, content: tuple[int, int]) -> bool:
    """Whether a notice replaces the page, which HTTP reports as found."""
    if facts.file:
        return False
    if facts.has_docinfo and not page.cut:
        return True
    robots = _first(page, lambda node: node.tag == "meta" and node.get("name") == "robots")
    if facts.action and robots is not None and robots.get("content") == "noindex,follow":
        return True
    steps = page.steps[content[0] : content[1]]
    texts = (fold(step.text) for step in steps if step.kind == "text")
    first = next((text for text in texts if text and not is_old_notice(text)), "")
    return first.startswith(_notices("missing"))


@cache
def _notices(kind: str) -> tuple[str, ...]:
    """Return DokuWiki's notices of a kind in all languages that lawkb knows."""
    tables = (read_language(code).tables.get("wiki", {}) for code in language_codes())
    return tuple(words for table in tables for words in table.get(kind, ()))


def _is_dokuwiki(page: Steps) -> bool:
    node = _first(page, lambda node: node.get("name") == "generator")
    return node is not None and (node.get("content") or "").startswith("DokuWiki")


def _page_info(scripts: tuple[str, ...]) -> dict[str, object]:
    """Return the object JSINFO of the page's scripts; empty when it cannot be read."""
    for script in scripts:
        match = _INFO.search(script)
        if not match:
            continue
        try:
            info = json.JSONDecoder().raw_decode(script, match.end())[0]
        except (ValueError, RecursionError):
            return {}
        return info if isinstance(info, dict) else {}
    return {}


def _known_id(page: Steps, info: dict[str, object], file: re.Match[str] | None) -> str | None:
    shown = _first(page, lambda node: "pageId" in classes(node))
    title = _first(page, lambda node: node.tag == "title")
    titled = _TITLE.fullmatch(words_of(title)) if title is not None else None
    named = (
        str(info.get("id") or ""),
        words_of(shown) if shown is not None else "",
        file["page"].replace("/", ":") if file else "",
        titled[1] if titled else "",
    )
    return next((fold(name) for name in named if fold(name)), None)


def _parts(docinfo: etree._Element) -> tuple[str, ...]:
    """Return the parts of a docinfo: file, last change, user, as templates separate them."""
    items = tuple(words_of(item) for item in docinfo.iter("li"))
    texts = items or tuple(part.strip() for part in words_of(docinfo).split("·"))
    return texts if any(texts) else ()


def _revised(docinfo: etree._Element | None, parts: tuple[str, ...]) -> str | None:
    if docinfo is None:
        return None
    exact = next((_TIME.fullmatch(attribute(n, "datetime")) for n in docinfo.iter("time")), None)
    if exact:
        return f"{exact[1]}{exact[2]}:{exact[3]}"
    printed = _DATE.search(" · ".join(parts[1:]))
    return printed[0].replace("/", "-").replace(" ", "T") if printed else None


def _user(docinfo: etree._Element | None, parts: tuple[str, ...]) -> str | None:
    """Return the last editor: after the date, in a separate element or after one word."""
    words = _DATE.sub("", parts[1]).partition(":")[2].strip() if len(parts) > 1 else ""
    if not words and len(parts) > 2:
        words = parts[2]
    if docinfo is None or not words or words.startswith("("):
        return None
    names = (words_of(node) for node in docinfo.iter("bdi", "bdo"))
    named = next((name for name in names if name and words.endswith(name)), None)
    return public_name(named or words.partition(" ")[2])


def _first(page: Steps, wanted: Callable[[etree._Element], bool]) -> etree._Element | None:
    opened = (step.node for step in page.steps if step.kind == "open")
    return next((node for node in opened if wanted(node)), None)
