"""Set one book with typst: JSON on standard input, PDF on standard output.

``lawkb.publish.book.pdf`` runs this module as a program.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import typst


def typeset(order: dict[str, Any]) -> bytes:
    """Return the PDF of a book.

    Fonts of the machine are not used: every machine makes the same bytes.

    Args:
        order: ``template``, the file; ``fonts``, a folder or empty; ``time``, that of the document
            in seconds; ``paper`` and ``book``, for the template, which gets them as data.
    """
    template = Path(order["template"])
    fonts = [order["fonts"]] if order["fonts"] and Path(order["fonts"]).is_dir() else []
    given = {"paper": order["paper"], "book": json.dumps(order["book"], ensure_ascii=False)}
    return typst.compile(
        str(template),
        root=str(template.parent),
        font_paths=fonts,
        ignore_system_fonts=True,
        sys_inputs=given,
        timestamp=order["time"],
        pdf_standards=order.get("standards", []),
    )


def main() -> None:
    """Read the order, write the PDF; an error is one line on standard error."""
    try:
        content = typeset(json.load(sys.stdin.buffer))
    except typst.TypstError as error:
        sys.stderr.write(f"{' '.join(error.diagnostic.split())}\n")
        sys.exit(1)
    sys.stdout.buffer.write(content)


if __name__ == "__main__":
    main()
