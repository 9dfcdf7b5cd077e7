"""Write formulas (MathML, and the elements of Formex) as one line of text."""

from __future__ import annotations

from lxml import etree

from lawkb.parse.elements.roles import local_name
from lawkb.parse.html.elements_in_order import attribute, plain

# Signs that Formex has as empty elements, by name and TYPE.
_SIGNS = {
    ("OP.MATH", "PLUS"): "+",
    ("OP.MATH", "MINUS"): "−",
    ("OP.MATH", "MULT"): "×",
    ("OP.MATH", "DIV"): "÷",
    ("OP.MATH", "PLUSMINUS"): "±",
    ("OP.CMP", "EQ"): "=",
    ("OP.CMP", "NE"): "≠",
    ("OP.CMP", "LT"): "<",
    ("OP.CMP", "GT"): ">",
    ("OP.CMP", "LE"): "≤",
    ("OP.CMP", "GE"): "≥",
    ("OP.CMP", "AP"): "≈",
}
# What is between the parts of an element; around each part that is more than one sign, brackets.
_BETWEEN = {
    "mfrac": "/",
    "FRACTION": "/",
    "msub": "_",
    "msup": "^",
    "msubsup": "_^",
    "munder": "_",
    "mover": "^",
    "munderover": "_^",
}
_BEFORE = {
    "msqrt": "√",
    "mroot": "√",
    "ROOT": "√",
    "IND": "_",
    "sub": "_",
    "sup": "^",
    "EXPONENT": "^",
    "EXP": "^",
    "SUM": "∑",
    "PRODUCT": "∏",
    "INTEGRAL": "∫",
}
_LEFT_OUT = frozenset({"annotation", "annotation-xml", "none", "mprescripts"})


def formula_text(node: etree._Element) -> str:
    """Return the text of a formula on one line, ``(a + b)/c``.

    Fractions, roots, powers and indices are written with signs, so that none reads as another.
    """
    parts: dict[etree._Element, str] = {}
    for event, each in etree.iterwalk(node, events=("end",)):
        if event == "end" and isinstance(each.tag, str):
            parts[each] = _written(each, parts)
    return " ".join(parts.get(node, "").split())


def formula_images(node: etree._Element) -> tuple[str, ...]:
    """Return the names of the image files that are in a formula."""
    images = (
        attribute(each, "FILEREF") or attribute(each, "src")
        for each in node.iter("INCL.ELEMENT", "{*}img")
    )
    return tuple(name for name in images if name)


def filled_by(node: etree._Element) -> etree._Element | None:
    """Return the element that has nothing but this one; None if there is anything beside it."""
    parent = node.getparent()
    if parent is None or node.getprevious() is not None or node.getnext() is not None:
        return None
    return None if (parent.text or "").strip() or (node.tail or "").strip() else parent


def _written(node: etree._Element, parts: dict[etree._Element, str]) -> str:
    name = local_name(node)
    if name in _LEFT_OUT:
        return ""
    if name == "HT":
        name = {"SUB": "sub", "SUP": "sup"}.get(attribute(node, "TYPE"), name)
    sign = _SIGNS.get((name, attribute(node, "TYPE")))
    if sign:
        return f" {sign} "
    children = [child for child in node if isinstance(child.tag, str)]
    if name == "INCL.ELEMENT":
        return attribute(node, "FILEREF")
    if between := _BETWEEN.get(name):
        signs = ["", *between][: len(children)]
        written = [_grouped(parts.pop(child, "")) for child in children]
        return "".join(sign + text for sign, text in zip(signs, written, strict=False)) + "".join(
            written[len(signs) :]
        )
    texts = [plain(node.text or "")]
    for child in node:
        texts += [parts.pop(child, ""), plain(child.tail or "")]
    text = "".join(texts)
    if name == "mo" and text.strip() not in ("", "(", ")", "[", "]", "{", "}", ","):
        return f" {text.strip()} "
    return _BEFORE[name] + _grouped(text) if name in _BEFORE else text


def _grouped(text: str) -> str:
    """Return a part of a formula in brackets if it is more than one word."""
    text = " ".join(text.split())
    return text if text.isalnum() or not text or _is_bracketed(text) else f"({text})"


def _is_bracketed(text: str) -> bool:
    return text[0] == "(" and text.find(")") == len(text) - 1
