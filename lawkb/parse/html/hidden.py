"""Words in HTML that no reader sees: hidden by style, class or attribute, or a template.

Of the style sheets in the page the rules for an element, a class or an id count; rules for elements
inside others, for states (``:hover``) and for print do not. A rule for the whole page is one of a
script that shows it when it has loaded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from lxml import etree

from lawkb.model.law import Loss
from lawkb.parse.html.elements_in_order import classes, line_of, words_of

_TAGS = {"template": "a template", "noscript": "for browsers without scripts"}
# Classes whose words are for programs that read a page aloud, in the style sheets of many sites.
_CLASSES = frozenset(
    (
        *("sr-only", "visually-hidden", "visuallyhidden", "u-visually-hidden", "show-for-sr"),
        *("screen-reader-text", "screen-reader-only", "assistive-text", "element-invisible"),
        *("wb-invisible", "govuk-visually-hidden"),
    )
)
_WHOLE = frozenset({"html", "body", "main", "*"})
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
# What hides by its value; outside of the page is as good as nowhere.
_HIDING = {
    "display": "none",
    "visibility": "hidden|collapse",
    "content-visibility": "hidden",
    "opacity": r"0?\.?0*%?",
    "font-size": r"0?\.?0*(?:px|pt|r?em|%)?",
    **dict.fromkeys(("left", "right", "top", "text-indent"), r"-\d{3,6}(?:\.\d*)?(?:px|pt|r?em|%)"),
    "clip": r"rect\((?:\s*[01](?:px)?[\s,]*){4}\)",
}
_DECLARED = re.compile(
    rf"(?<![\w-])({'|'.join(_HIDING)})\s*:\s*([^;!}}]{{1,60}}?)\s*(?=[;!}}]|$)", re.IGNORECASE
)
_ATTRIBUTE = re.compile(
    r"([a-z][\w-]{0,40})(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'<>]+)))?", re.IGNORECASE
)
_SELECTOR = re.compile(r"([a-z][a-z0-9]*)?(?:([.#])([\w-]+))?", re.IGNORECASE)
_SHOWN_MEDIA = re.compile(r"@media\s+(?:screen|all)\s*", re.IGNORECASE)
_LONGEST_QUOTED = 120

_Key = tuple[str, str, str]  # element, sign and name of a selector


class HiddenWords:
    """What is hidden on a page, and what was met of it.

    Attributes:
        losses: A loss for each cause, with how often it was met and the first words.
    """

    def __init__(self, sheets: Iterable[str] = ()) -> None:
        """Read the style sheets of a page."""
        self._rules: dict[_Key, dict[str, tuple[int, str]]] = {}
        order = 0
        for sheet in sheets:
            for selectors, declared in _rules(_COMMENT.sub(" ", sheet)):
                values = _declared(declared)
                for selector in selectors.split(",") if values else ():
                    self._add(selector.strip(), values, order)
                order += 1
        self._met: dict[str, tuple[int, int, str]] = {}

    def why(self, node: etree._Element) -> str:
        """Return why an element is hidden by itself; empty if it is shown."""
        tag = str(node.tag)
        sheet = self._values(node, tag) if self._rules else {}
        return why_hidden(tag, {str(key): str(value) for key, value in node.items()}, sheet)

    def meet(self, node: etree._Element) -> str:
        """Return why an element is hidden, and count it; empty if it is shown or has no words."""
        cause = self.why(node)
        words = words_of(node)[:_LONGEST_QUOTED] if cause else ""
        if words:
            count, line, first = self._met.get(cause, (0, line_of(node), words))
            self._met[cause] = count + 1, line, first
        return cause

    @property
    def losses(self) -> tuple[Loss, ...]:
        """Return a loss for each cause."""
        return tuple(
            Loss("unparsed", f"{count} hidden parts ({cause}) are left out: «{words}»", line=line)
            for cause, (count, line, words) in self._met.items()
        )

    def _add(self, selector: str, values: dict[str, str], order: int) -> None:
        match = _SELECTOR.fullmatch(selector)
        if not match or not selector or (match[1] or "").lower() in _WHOLE:
            return
        key = (match[1] or "").lower(), match[2] or "", match[3] or ""
        held = self._rules.setdefault(key, {})
        held.update({name: (order, value) for name, value in values.items()})

    def _values(self, node: etree._Element, tag: str) -> dict[str, str]:
        """Return what the style sheets say of an element: the narrowest rule, then the last."""
        signs = [("", "", 0), *((".", name, 1) for name in classes(node))]
        signs += [("#", node.get("id", ""), 2)]
        found: dict[str, tuple[int, int, int, str]] = {}
        for sign, name, rank in signs:
            for element in (tag, ""):
                for prop, (order, value) in self._rules.get((element, sign, name), {}).items():
                    weight = (rank, int(bool(element)), order, value)
                    found[prop] = max(found.get(prop, weight), weight)
        return {prop: weight[-1] for prop, weight in found.items()}


def why_hidden(
    tag: str, attributes: Mapping[str, str], sheet: Mapping[str, str] | None = None
) -> str:
    """Return why an element is hidden by itself; empty if it is shown.

    Args:
        sheet: What the style sheets of the page say of it.
    """
    if tag in _TAGS:
        return _TAGS[tag]
    named = attributes.get("hidden") is not None or (tag == "dialog" and "open" not in attributes)
    if named or attributes.get("aria-hidden") == "true":
        return "by an attribute"
    if not _CLASSES.isdisjoint(attributes.get("class", "").split()):
        return "for programs that read aloud"
    shown = {**(sheet or {}), **_declared(attributes.get("style", ""))}
    return "by style" if any(re.fullmatch(_HIDING[n], v) for n, v in shown.items()) else ""


def attributes_of(tag: str) -> dict[str, str]:
    """Return the attributes of a tag as it is written, ``<p hidden style="…">``."""
    found = _ATTRIBUTE.finditer(tag.partition(" ")[2])
    return {each[1].lower(): each[2] or each[3] or each[4] or "" for each in found}


def _declared(style: str) -> dict[str, str]:
    """Return the declarations of a style that may hide, in small letters."""
    return {name.lower(): value.lower() for name, value in _DECLARED.findall(style)}


def sheets_of(root: etree._Element) -> tuple[str, ...]:
    """Return the style sheets that are in a page and not for print alone."""
    return tuple(
        node.text or ""
        for node in root.iter("style")
        if (node.get("media") or "all").strip().lower() in ("all", "screen")
    )


def _rules(sheet: str) -> Iterator[tuple[str, str]]:
    """Yield selectors and declarations of the rules of a sheet, without those for other media."""
    at, inside = 0, 0  # depth in a block that does not count
    while (begin := sheet.find("{", at)) >= 0:
        close = sheet.find("}", at)
        if 0 <= close < begin:  # the end of a block around rules
            at, inside = close + 1, max(0, inside - 1)
            continue
        head = sheet[at:begin].rpartition(";")[2].strip()
        if head.startswith("@"):
            inside += 1 if inside or not _SHOWN_MEDIA.fullmatch(head) else 0
            at = begin + 1
            continue
        end = sheet.find("}", begin)
        end = len(sheet) if end < 0 else end
        if not inside:
            yield head, sheet[begin + 1 : end]
        at = end + 1
