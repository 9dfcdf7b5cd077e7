"""Where what is derived from a corpus is cached: private to the user, never in the corpus.

What is there is read and written by way of ``lawkb.files``, which proves that it is private.
"""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from lawkb.corpus.stats import digest_of

MANIFEST = "manifest"  # the record of lawkb.corpus.manifest
CHECKED = "checked"  # written by lawkb.checks.findings_cache
LAWS = "laws"  # what lawkb.corpus.kept_laws keeps
SHADOW = "shadow"  # what lawkb.publish.views.pagefind_source keeps
BUNDLE = "bundle"  # what lawkb.publish.pagefind_bundle keeps


def index_folder(corpus: Path) -> Path:
    """Where the index of a corpus is cached: private to the user, never in the corpus."""
    return _home() / folder_name(corpus)


def folder_name(corpus: Path) -> str:
    """Name of the folder of a corpus in the cache; the same by whichever path it is named."""
    place = os.path.realpath(corpus)
    return f"index-{digest_of(os.fsencode(place))[:16]}"


def _home() -> Path:
    """The folder of all that is cached."""
    home = os.environ.get("LAWKB_CACHE")
    return Path(home) if home else platformdirs.user_cache_path("lawkb")
