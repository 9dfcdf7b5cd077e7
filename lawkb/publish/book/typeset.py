"""Set one book with typst: JSON on standard input, PDF or JSON on standard output.

``lawkb.publish.book.kinds`` runs this module as a program.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import typst

_DATA = ("book", "places")


def typeset(order: dict[str, Any]) -> bytes:
    """Return the PDF of a book, or first the places of everything in it, as JSON.

    Fonts of the machine are not used: every machine makes the same bytes.

    Args:
        order: ``template``, the file; ``fonts``, a folder or empty; ``time``, that of the document
            in seconds; ``paper``, ``book`` and ``places``, for the template, which gets them as
            data. Without ``places`` these are returned.
    """
    template = Path(order["template"])
    fonts = [order["fonts"]] if order["fonts"] and Path(order["fonts"]).is_dir() else []
    given = {name: json.dumps(order[name], ensure_ascii=False) for name in _DATA if name in order}
    compiler = typst.Compiler(
        str(template),
        root=str(template.parent),
        font_paths=fonts,
        ignore_system_fonts=True,
        sys_inputs={"paper": order["paper"], **given},
    )
    if "places" not in order:
        return compiler.query("<places>", field="value", one=True).encode()
    content = compiler.compile(
        format="pdf", timestamp=order["time"], pdf_standards=order.get("standards", [])
    )
    assert isinstance(content, bytes)  # a list only of pictures
    return content


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
