"""The JSON of ``lawkb terms``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from lawkb.checks.term_table import TermRow


def terms_record(rows: Sequence[TermRow]) -> dict[str, Any]:
    """The terms with their renderings and places."""
    return {
        "terms": [
            {
                "term": row.term,
                "lang": row.language,
                "times": row.times,
                "renderings": [
                    {**asdict(each), "places": list(each.places)} for each in row.renderings
                ],
                "missing": list(row.missing),
            }
            for row in rows
        ]
    }
