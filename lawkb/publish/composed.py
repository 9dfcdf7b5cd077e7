"""What MkDocs makes of the settings and the hand-written pages, for a site that is edited."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from lawkb.publish.page import Draft, FileDraft
from lawkb.publish.site import Around
from lawkb.publish.writing import Ends


@dataclass(frozen=True, slots=True)
class Composed:
    """What the settings and the hand-written pages give.

    Attributes:
        around: What is around the pages of the code.
        written: The hand-written pages.
        static: Files that are as they are: style, scripts, pictures.
        warnings: What MkDocs had to say.
        check: Gives what there is to say of links that lead nowhere.
    """

    around: Around
    written: tuple[Draft, ...]
    static: tuple[FileDraft, ...]
    warnings: tuple[str, ...]
    check: Callable[[tuple[Ends, ...]], tuple[str, ...]]


def held_files(folder: Path) -> tuple[FileDraft, ...]:
    """Every file in a folder as it is now."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    held = ((path.relative_to(folder).as_posix(), path.read_bytes()) for path in files)
    return tuple(FileDraft(path, partial(bytes, content)) for path, content in held)
