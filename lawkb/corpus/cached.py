"""Where what is derived from a corpus is cached: private to the user, never in the corpus."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import platformdirs


def index_folder(corpus: Path) -> Path:
    """Where the index of a corpus is cached: private to the user, never in the corpus."""
    home = os.environ.get("LAWKB_CACHE")
    base = Path(home) if home else platformdirs.user_cache_path("lawkb")
    key = hashlib.sha256(str(corpus.resolve()).encode()).hexdigest()[:16]
    return base / f"index-{key}"
