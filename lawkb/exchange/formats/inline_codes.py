"""Write texts with inline codes as XML."""

from __future__ import annotations

from collections.abc import Callable

from lxml import etree

from lawkb.align.translation_units import InlineCode, split_at_codes

# Returns the element of a code, given its index among the codes of its text.
CodeWriter = Callable[[InlineCode, int], "etree._Element"]


def put_text(
    element: etree._Element, text: str, codes: tuple[InlineCode, ...], write: CodeWriter
) -> None:
    """Fill an empty element with a text whose codes become elements."""
    pieces = split_at_codes(text, [code.token for code in codes]) or (text,)
    element.text = pieces[0]
    for place, (code, words) in enumerate(zip(codes, pieces[1:], strict=True)):
        inline = write(code, place)
        inline.tail = words
        element.append(inline)
