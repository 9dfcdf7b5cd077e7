"""The shadow of the site, kept between builds: while no law changes, no word is looked at again."""

from __future__ import annotations

import marshal
from pathlib import Path

import Stemmer

from lawkb.corpus.cached import SHADOW, index_folder
from lawkb.corpus.kept_laws import state_key
from lawkb.files import keep_content, kept_content
from lawkb.model.code import Code
from lawkb.publish.shadow import ShadowPage, shadow_pages


def kept_shadow(folder: Path, code: Code) -> tuple[ShadowPage, ...]:
    """What ``shadow_pages`` gives; where it has given it before, it is not asked again.

    Args:
        folder: The corpus; beside its index the shadow is kept, that of one state.
        code: Its laws; without the digests of their files nothing is kept.
    """
    state = state_key(code.files)
    file, key = index_folder(folder) / SHADOW, f"{state} {Stemmer.version()}"
    held = kept_content(file, key) if state else None
    if held is not None:
        return tuple(ShadowPage(*page) for page in marshal.loads(held))
    pages = shadow_pages(code)
    if state:
        kept = [(page.path, page.html, page.families) for page in pages]
        keep_content(file, key, marshal.dumps(kept))
    return pages
