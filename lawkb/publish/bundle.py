"""The bundle of the search: what Pagefind makes of the shadow of the site."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from lawkb.errors import LawkbError
from lawkb.publish.shadow import ShadowPage

FOLDER = "pagefind"  # below the root of the site
SCRIPT = f"{FOLDER}/pagefind.js"

_ENTRY = "pagefind-entry.json"


# Kept for `lawkb serve`: a change of a template does not change what is searched.
@lru_cache(maxsize=1)
def make_bundle(pages: tuple[ShadowPage, ...]) -> Mapping[str, bytes]:
    """Index pages with Pagefind's command line.

    Every language has a folder of its own, so that a reader can open all of them: a bundle is
    read in the language of the page alone. What Pagefind ships for its own interface is left out.

    Args:
        pages: The shadow of the site.

    Returns:
        Content by path below the root of the site, equal for equal pages; empty without pages.

    Raises:
        LawkbError: Pagefind is not installed, or fails.
    """
    if not pages:
        return {}
    with tempfile.TemporaryDirectory(prefix="lawkb-search-") as folder:
        shadow, made = Path(folder, "shadow"), Path(folder, "made")
        for page in pages:
            file = shadow / page.path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(page.html, encoding="utf-8")
        _run_pagefind(shadow, made)
        return dict(_parted(made))


def _run_pagefind(shadow: Path, made: Path) -> None:
    """Run it where no file and no variable of the user can configure it."""
    command = [sys.executable, "-m", "pagefind", "--silent"]
    command += ["--site", str(shadow), "--output-path", str(made)]
    own = {key: value for key, value in os.environ.items() if not key.startswith("PAGEFIND_")}
    run = subprocess.run(command, cwd=shadow, env=own, capture_output=True, text=True, check=False)
    if run.returncode:
        said = (run.stderr or run.stdout).strip().split("\n")[-1]
        raise LawkbError(
            "python -m pagefind",
            f"the search of the site was not made: {said or f'exit code {run.returncode}'}",
            "pip install 'pagefind[extended]'",
        )


def _parted(made: Path) -> Iterator[tuple[str, bytes]]:
    """Its files, those of each language in a folder with an entry of its own."""
    yield SCRIPT, (made / "pagefind.js").read_bytes()
    entry = json.loads((made / _ENTRY).read_text(encoding="utf-8"))
    for tag, about in sorted(entry["languages"].items()):
        alone = json.dumps({**entry, "languages": {tag: about}}, ensure_ascii=False)
        yield f"{FOLDER}/{tag}/{_ENTRY}", alone.encode()
        names = (f"wasm.{about['wasm'] or 'unknown'}.pagefind", f"pagefind.{about['hash']}.pf_meta")
        parts = (path for kind in ("fragment", "index") for path in made.glob(f"{kind}/{tag}_*"))
        for path in sorted((*(made / name for name in names), *parts)):
            yield f"{FOLDER}/{tag}/{path.relative_to(made).as_posix()}", path.read_bytes()
