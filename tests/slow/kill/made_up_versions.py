"""Two versions of the sources of one corpus, so that no law of the one is a law of the other."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from bench.made_up import made_up_corpus

LAWS = 24
# With those of a fetch, tests/slow/wiki, 30 in `make test-slow`; 200 of each in `make fuzz`.
KILLS = int(os.environ.get("LAWKB_KILLS", "20"))


def made_up_versions(folder: Path) -> tuple[Path, Path]:
    """Write two corpora: every law of the second differs, three are gone and one is new."""
    old = made_up_corpus(folder / "old", LAWS)
    new = folder / "new"
    shutil.copytree(old, new)
    for page in (new / "sources" / "wiki").glob("law_*.txt"):
        page.write_text(page.read_text("utf-8").replace(".", " anew."), encoding="utf-8")
    for number in (2, 11, 23):
        (new / "sources" / "wiki" / f"law_{number}.txt").unlink()
    for name in ("law_1.txt", "law_24.txt"):  # the old version lacks one, the new three
        text = (old / "sources" / "wiki" / name).read_text("utf-8")
        (new / "sources" / "wiki" / name).write_text(text.replace(".", " other."), "utf-8")
    (old / "sources" / "wiki" / "law_24.txt").unlink()
    return old, new


def put_sources(version: Path, corpus: Path) -> None:
    """Give a corpus the sources of a version; its laws stay as they are."""
    shutil.rmtree(corpus / "sources", ignore_errors=True)
    shutil.copytree(version / "sources", corpus / "sources")
