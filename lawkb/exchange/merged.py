"""The JSON of ``lawkb import``."""

from __future__ import annotations

from collections.abc import Sequence

from lawkb.exchange.merge import Merge
from lawkb.exchange.records import Record


def merge_record(merge: Merge, files: Sequence[str], dry_run: bool) -> Record:
    """What became of the rows of a file.

    Args:
        merge: Of the file.
        files: Paths that were written, or would be, below the corpus.
        dry_run: Whether nothing was written.
    """
    return {
        "rows": [
            {
                "id": each.name,
                "row": each.line,
                "outcome": each.outcome,
                "why": each.why,
                "before": each.before,
                "after": each.after,
            }
            for each in merge.judged
        ],
        "summary": {
            "accepted": sum(each.outcome == "accepted" for each in merge.judged),
            "refused": sum(each.outcome == "refused" for each in merge.judged),
            "untouched": merge.untouched,
        },
        "files": list(files),
        "dry_run": dry_run,
    }
