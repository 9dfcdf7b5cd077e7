"""Assign every step of a wiki page to an area: content, notes, comments, page data, furniture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from lxml import etree

from lawkb.parse.html.steps import Step, Steps, classes

Area = Literal["content", "notes", "comments", "page_data", "furniture"]

# HTML comments that templates put around the content: the stock one, then bootstrap3.
_FENCES = (("wikipage start", "wikipage stop"), ("content", "/content"))
_DATA_CLASSES = frozenset({"pageId", "docInfo"})
_FURNITURE_CLASSES = frozenset(
    {"dw__toc", "dw-toc", "toc-panel", "secedit", "comment_form", "editBox", "dw-page-icons"}
)


def find_content(page: Steps) -> tuple[int, int] | None:
    """Return the first step of the content and the step after the last; None without content.

    Source: formats.md, section 5. The comments of the templates are preferred, since they are
    right even where elements are closed in the wrong place.
    """
    for start, stop in _FENCES:
        begin = _comment(page.steps, start, 0)
        if begin is not None:
            end = _comment(page.steps, stop, begin)
            return begin, len(page.steps) if end is None else end
    for wanted in (_is_bootstrap, _is_stock):
        span = _element(page.steps, wanted)
        if span:
            return span
    export = _element(page.steps, lambda node: {"dokuwiki", "export"} <= classes(node))
    if export:
        return export[0], len(page.steps)  # a badly nested page closes it before its notes
    return (0, len(page.steps)) if page.fragment else None


def lacks_end(page: Steps) -> bool:
    """Whether the HTML comment that opens the content is there without the closing one."""
    for start, stop in _FENCES:
        begin = _comment(page.steps, start, 0)
        if begin is not None:
            return _comment(page.steps, stop, begin) is None
    return False


def read_areas(page: Steps, content: tuple[int, int] | None) -> tuple[Area, ...]:
    """Return the area of every step: that of the innermost element that defines one."""
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
    if names & _FURNITURE_CLASSES or _is_button(node, names, around):
        return "furniture"
    if node.get("id") == "dw__toc":
        return "furniture"
    if "comment_wrapper" in names:
        return "comments"
    return "notes" if "footnotes" in names and around == "content" else around


def _is_button(node: etree._Element, names: frozenset[str], around: Area) -> bool:
    """Whether it is a form of the wiki: a button, or the form below the comments.

    A form in the content may be the author's; its words are read like others.
    """
    return node.tag in ("form", "textarea") and ("button" in names or around == "comments")


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


def _is_bootstrap(node: etree._Element) -> bool:
    return "dw-content" in classes(node) and _in_content(node)


def _is_stock(node: etree._Element) -> bool:
    names = classes(node)
    # bootstrap3 also has such an element, with buttons and hidden windows in it.
    return "page" in names and "panel-body" not in names and _in_content(node)


def _in_content(node: etree._Element) -> bool:
    return any(above.get("id") == "dokuwiki__content" for above in node.iterancestors())
