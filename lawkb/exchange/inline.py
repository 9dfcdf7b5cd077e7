"""Texts with codes between the words, as pieces for the writers of XML."""

from __future__ import annotations

from collections.abc import Callable

from lxml import etree

from lawkb.align.codes import Code, split_at_codes

# Makes the element of a code, given its place among the codes of its text.
CodeWriter = Callable[[Code, int], "etree._Element"]


def put_text(
    element: etree._Element, text: str, codes: tuple[Code, ...], write: CodeWriter
) -> None:
    """Put a shown text into an empty element, each code as an element of its own.

    Args:
        element: To fill.
        text: With its codes, as ``Text.shown``.
        codes: The codes that stand in it.
        write: Makes the element of a code.
    """
    pieces = split_at_codes(text, [code.token for code in codes]) or (text,)
    element.text = pieces[0]
    for place, (code, words) in enumerate(zip(codes, pieces[1:], strict=True)):
        inline = write(code, place)
        inline.tail = words
        element.append(inline)
