"""An HTML page as steps in document order: elements opened and closed, texts, HTML comments.

Steps are used instead of a tree, since a wiki page may be badly nested: a footnote that contains a
box closes the box outside the footnote, and the parser moves everything after it into the wrong
element. Each step is in an area of the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Literal

from lxml import etree

from lawkb.model.law import Loss
from lawkb.model.text_encoding import decode_page

# libxml2 stops at 10 MB in one text; the largest law page known has 0.2 MB of HTML.
LARGEST_PAGE = 8_000_000

_NO_WORDS = ("script", "style")
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_WHOLE = re.compile(r"<!doctype\s+html|<html[\s>]|<head[\s>]|<body[\s>]", re.IGNORECASE)
_END = re.compile(r"</html\s*>", re.IGNORECASE)
_SPAN = re.compile(r"[1-9]\d{0,2}", re.ASCII)
_DIVISIONS = re.compile(r"<(/?)(?:div|p)[\s>]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Step:
    """An event while reading an HTML page from start to end."""

    # `open` or `close` of an element, `text`, or HTML `comment`.
    kind: Literal["open", "close", "text", "comment"]
    # The element opened or closed; the element around a text; an HTML comment itself.
    node: etree._Element
    text: str = ""  # Text or HTML comment; characters that XML does not allow are U+FFFD.


@dataclass(frozen=True, slots=True)
class Steps:
    """A whole HTML page as steps in document order."""

    steps: tuple[Step, ...]  # Elements opened and closed, texts and HTML comments.
    losses: tuple[Loss, ...] = ()  # What could not be read.
    # Whether the page is a part of an HTML document, without `html` and `body`.
    fragment: bool = False
    cut: bool = False  # Whether the end of the page is missing, judged from its HTML.
    scripts: tuple[str, ...] = ()  # Texts of its scripts; they are never run and not counted.


def read_steps(content: bytes) -> Steps:
    """Return the steps (elements opened and closed, texts) of an HTML page. Never raises.

    Bytes after ``LARGEST_PAGE``, and elements deeper than libxml2 reads, are a loss; nothing is
    fetched and no entity that the page defines is expanded.
    """
    text, root, fault, found = _read(content)
    fragment = not is_whole(text)
    cut = bool(fault) or len(content) > LARGEST_PAGE or _is_cut(text, fragment)
    if root is None:
        return Steps((), found, fragment, cut)
    scripts = tuple(node.text or "" for node in root.iter("script"))
    return Steps(tuple(walk(root)), found, fragment, cut, scripts)


def read_root(content: bytes) -> tuple[etree._Element | None, tuple[Loss, ...]]:
    """Return the root element of an HTML page, without HTML comments, and what was lost.

    Never raises; what is said of ``read_steps`` holds here, too.
    """
    _, root, _, losses = _read(content)
    if root is not None:
        etree.strip_tags(root, etree.Comment)
    return root, losses


def is_whole(text: str) -> bool:
    """Whether a text is a whole HTML document, not the inner part of one."""
    return bool(_WHOLE.search(text))


def _read(content: bytes) -> tuple[str, etree._Element | None, str, tuple[Loss, ...]]:
    """Return the text of a page, its root, the reason if reading stopped early, and the losses."""
    text, losses = decode_page(content[:LARGEST_PAGE])
    found = list(losses)
    if len(content) > LARGEST_PAGE:
        rest = len(content) - LARGEST_PAGE
        found.append(Loss("text", f"the page is too large: its last {rest} bytes are not read"))
    root, fault = _parse(text)
    if fault:
        found.append(Loss("text", f"the HTML is read only in part: {fault}"))
    return text, root, fault, tuple(found)


def walk(root: etree._Element) -> Iterator[Step]:
    """Yield the steps (elements opened and closed, texts) of an element and its content.

    The text after the element is left out.
    """
    yield from _entered(root)
    path: list[tuple[etree._Element, Iterator[etree._Element]]] = [(root, iter(root))]
    while path:
        parent, children = path[-1]
        child = next(children, None)
        if child is None:
            path.pop()
            yield Step("close", parent)
            if path:
                yield from _texts(parent.tail, path[-1][0])
        elif isinstance(child.tag, str):
            yield from _entered(child)
            path.append((child, iter(child)))
        else:
            yield Step("comment", child, plain(child.text or "").strip())
            yield from _texts(child.tail, parent)


def classes(node: etree._Element) -> frozenset[str]:
    """Return the CSS classes of an element."""
    return frozenset((node.get("class") or "").split())


def words_of(node: etree._Element) -> str:
    """Return all text inside an element on one line, white space folded."""
    return fold("".join(step.text for step in walk(node) if step.kind == "text"))


def attribute(node: etree._Element, name: str) -> str:
    """Return an attribute without characters that XML does not allow; empty if it is missing."""
    return without_controls(node.get(name) or "").strip()


def line_of(node: etree._Element) -> int:
    """Return the line of an element in the source, from 1."""
    line = node.sourceline
    return line if isinstance(line, int) and line > 0 else 1


def span_of(node: etree._Element, name: str) -> int:
    """Return how many columns or rows a cell spans, 1 to 999; 1 for an invalid attribute."""
    written = attribute(node, name)
    return int(written) if _SPAN.fullmatch(written) else 1


def fold(text: str) -> str:
    """Return a text on one line: white space folded, characters that XML does not allow replaced.

    Each replaced character becomes U+FFFD.
    """
    return " ".join(plain(text).split())


def plain(text: str) -> str:
    """Return a text with each character that XML does not allow replaced by U+FFFD."""
    return _NOT_XML.sub("\ufffd", text)


def without_controls(text: str) -> str:
    """Return a text without the characters that XML does not allow."""
    return _NOT_XML.sub("", text)


def _parse(text: str) -> tuple[etree._Element | None, str]:
    """Return the tree, and the reason if reading stopped early, else an empty string."""
    parser = etree.HTMLParser(
        encoding="utf-8", no_network=True, huge_tree=False, recover=True, remove_pis=True
    )
    try:
        root = etree.fromstring(text.encode(), parser)
    except etree.LxmlError as error:
        return None, fold(str(error))
    fatal = (entry for entry in parser.error_log if entry.level_name == "FATAL")
    return root, fold(next((entry.message for entry in fatal), ""))


def _is_cut(text: str, fragment: bool) -> bool:
    """Whether a document is not closed, or a fragment ends inside a tag, division or paragraph."""
    if not fragment:
        return not _END.search(text)
    ends = text.rstrip()
    slashes = _DIVISIONS.findall(text)
    return bool(ends) and (not ends.endswith(">") or slashes.count("") != slashes.count("/"))


def _entered(node: etree._Element) -> Iterator[Step]:
    yield Step("open", node)
    if node.tag not in _NO_WORDS:
        yield from _texts(node.text, node)


def _texts(text: str | None, node: etree._Element) -> Iterator[Step]:
    if text:
        yield Step("text", node, plain(text))


Area = Literal["content", "notes", "comments", "page_data", "furniture"]

# HTML comments that templates put around the content: the stock one, then bootstrap3.
_FENCES = (("wikipage start", "wikipage stop"), ("content", "/content"))
_DATA_CLASSES = frozenset({"pageId", "docInfo"})
_FURNITURE_CLASSES = frozenset(
    {"dw__toc", "dw-toc", "toc-panel", "secedit", "comment_form", "editBox", "dw-page-icons"}
)


def find_content(page: Steps) -> tuple[int, int] | None:
    """Find the steps of the page's content, between the wiki's header and footer.

    The HTML comments of the templates are preferred, since they are right even where elements are
    closed in the wrong place.

    Returns:
        The index of the first step of the content and the index after the last one; None when the
        page has no content.

    Source: the templates of DokuWiki.
    """
    fence = _fence(page)
    if fence:
        return fence[0], fence[1] or len(page.steps)
    # bootstrap3 also has a `page`, with buttons and hidden windows in it.
    for wanted, unwanted in (("dw-content", ""), ("page", "panel-body")):
        span = _element(page.steps, partial(_is_content, wanted, unwanted))
        if span:
            return span
    export = _element(page.steps, lambda node: {"dokuwiki", "export"} <= classes(node))
    if export:
        return export[0], len(page.steps)  # a badly nested page closes it before its notes
    return (0, len(page.steps)) if page.fragment else None


def lacks_end(page: Steps) -> bool:
    """Whether the HTML comment before the content is there without the one after the content."""
    fence = _fence(page)
    return fence is not None and fence[1] is None


def _fence(page: Steps) -> tuple[int, int | None] | None:
    """Return the indexes of the HTML comments around the content; None for a missing second one."""
    for start, stop in _FENCES:
        begin = _comment(page.steps, start, 0)
        if begin is not None:
            return begin, _comment(page.steps, stop, begin)
    return None


def read_areas(page: Steps, content: tuple[int, int] | None) -> tuple[Area, ...]:
    """Return the area of every step: that of the innermost element around it that defines one.

    Args:
        page: The page.
        content: Index of the first step of the content and after the last one, or None.
    """
    begin, end = content or (0, 0)
    areas: list[Area] = []
    path: list[Area] = ["content"]
    for index, step in enumerate(page.steps):
        if step.kind == "open":
            path.append(_area(step.node, path[-1]))
        area = path[-1]
        if step.kind == "close":
            path.pop()
        inside = begin <= index < end
        areas.append(area if inside or area == "page_data" else "furniture")
    return tuple(areas)


def _area(node: etree._Element, around: Area) -> Area:
    names = classes(node)
    if names & _DATA_CLASSES or node.tag == "title":
        return "page_data"
    if around in ("furniture", "page_data"):
        return around
    # A form in the content may be the author's; its words are read like others.
    is_form = node.tag in ("form", "textarea") and ("button" in names or around == "comments")
    if names & _FURNITURE_CLASSES or is_form or node.get("id") == "dw__toc":
        return "furniture"
    if "comment_wrapper" in names:
        return "comments"
    return "notes" if "footnotes" in names and around == "content" else around


def _comment(steps: tuple[Step, ...], text: str, begin: int) -> int | None:
    indices = range(begin, len(steps))
    return next((i for i in indices if steps[i].kind == "comment" and steps[i].text == text), None)


def _element(
    steps: tuple[Step, ...], wanted: Callable[[etree._Element], bool]
) -> tuple[int, int] | None:
    begin = next(
        (i for i, step in enumerate(steps) if step.kind == "open" and wanted(step.node)), None
    )
    if begin is None:
        return None
    node = steps[begin].node
    indices = range(begin, len(steps))
    end = next((i for i in indices if steps[i].kind == "close" and steps[i].node is node), None)
    return begin, len(steps) if end is None else end


def _is_content(wanted: str, unwanted: str, node: etree._Element) -> bool:
    names = classes(node)
    inside = any(above.get("id") == "dokuwiki__content" for above in node.iterancestors())
    return wanted in names and unwanted not in names and inside
