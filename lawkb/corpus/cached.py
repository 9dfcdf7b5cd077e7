"""Where what is derived from a corpus is cached: private to the user, never in the corpus."""

from __future__ import annotations

import os

from lawkb.corpus.stats import digest_of

TYPE_CHECKING = False  # typing takes longer to load than all of this
if TYPE_CHECKING:
    from pathlib import Path

MANIFEST = "manifest"  # the record of lawkb.corpus.manifest
SHOWN = "shown"  # folder of what lawkb.cli.kept keeps
SEARCHED = "searched"  # what lawkb.cli.kept_search keeps
CHECKED = "checked"  # what lawkb.checks.kept keeps
LAWS = "laws"  # what lawkb.corpus.kept_laws keeps
SHADOW = "shadow"  # what lawkb.publish.kept_shadow keeps
BUNDLE = "bundle"  # what lawkb.publish.kept_bundle keeps
_TEMPLATES = "templates"  # folder of what lawkb.publish.kept_templates keeps, of all corpora


def index_folder(corpus: Path) -> Path:
    """Where the index of a corpus is cached: private to the user, never in the corpus."""
    return _home() / folder_name(corpus)


def templates_folder() -> Path:
    """Where compiled templates are cached."""
    return _home() / _TEMPLATES


def likely_folder(corpus: str) -> str:
    """``index_folder`` without a library that takes longer to load than to ask.

    It is where Linux keeps caches. Elsewhere nothing is there, and nobody is told anything wrong.
    """
    home = os.environ.get("LAWKB_CACHE")
    if not home:
        caches = os.environ.get("XDG_CACHE_HOME", "").strip()
        home = f"{caches or os.path.expanduser('~/.cache')}/lawkb"  # noqa: PTH111
    return f"{home}/{folder_name(corpus)}"


def folder_name(corpus: str | os.PathLike[str]) -> str:
    """Name of the folder of a corpus in the cache; the same by whichever path it is named."""
    place = os.path.realpath(corpus)
    return f"index-{digest_of(os.fsencode(place))[:16]}"


def _home() -> Path:
    """The folder of all that is cached."""
    # Not above: both take longer to load than an answer from the cache may last.
    from pathlib import Path

    import platformdirs

    home = os.environ.get("LAWKB_CACHE")
    return Path(home) if home else platformdirs.user_cache_path("lawkb")
