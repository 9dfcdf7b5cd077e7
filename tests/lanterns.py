"""The Lantern Regulation of ``tests/cases/lanterns``: an invented act with divisions."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

from lawkb.model.code import Code
from lawkb.pipeline import read_all
from tests.corpus_files import CASES

LANTERNS = CASES / "lanterns"


@cache
def lanterns() -> Code:
    """The regulation, read from its sources."""
    return read_all(LANTERNS, official=True).code


def ingested_lanterns(folder: Path) -> Path:
    """A copy of the corpus, with its laws."""
    from lawkb.pipeline import ingest

    shutil.copytree(LANTERNS, folder / "corpus")
    ingest(folder / "corpus")
    return folder / "corpus"
