"""The case files of the search."""

import csv
import re

from tests.corpus_files import CASES


def rows(name: str) -> list[dict[str, str]]:
    """Rows of a table of cases; ``\\u0301`` stands for a character that a reader could not see."""
    text = (CASES / "search" / name).read_text(encoding="utf-8")
    shown = re.sub(r"\\u([0-9a-f]{4})", lambda match: chr(int(match[1], 16)), text)
    return list(csv.DictReader(shown.split("\n"), delimiter="\t", quoting=csv.QUOTE_NONE))
