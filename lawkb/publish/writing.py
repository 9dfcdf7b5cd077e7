"""Writing: the files of the site are made and written, on every core where they are many."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from lawkb.cores import on_all_cores, without_collecting
from lawkb.publish.render import settled_templates, write_page
from lawkb.publish.views.page import Draft, FileDraft
from lawkb.publish.views.page_frame import Frame
from lawkb.publish.views.places import Place

# A page takes milliseconds: from here on, processes to share them cost less than they save.
_FEW = 60
_HASH_BYTES = 8

# What tells the content of a file: the first 16 hexadecimal digits of its SHA-256, its bytes.
Seal = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Ends:
    """Where links of a page lead, and where links to it can.

    Attributes:
        path: File below the root of the site.
        anchors: Ids that pages may link to.
        links: Places on the site that it links to.
        seal: Of its HTML; None where nobody wrote it to a file.
    """

    path: str
    anchors: frozenset[str]
    links: frozenset[Place]
    seal: Seal | None = None


def write_files(
    folder: Path, drafts: Sequence[Draft | FileDraft], frames: Mapping[str, Frame]
) -> list[Ends]:
    """Make every page and file and write it below a folder.

    A page is written by the process that made it, so that its HTML goes nowhere else.

    Returns:
        The ends of the pages, in the order given.

    Raises:
        LawkbError: A page cannot be made.
        OSError: A file cannot be written.
    """
    overrides = next((frame.overrides for frame in frames.values()), "")
    with without_collecting(), settled_templates(overrides):
        found = on_all_cores(partial(_write, folder, frames), drafts, few=_FEW)
    return [ends for ends in found if ends]


def dead_links(pages: Sequence[Ends], others: Sequence[str]) -> Iterator[str]:
    """What there is to say of links that lead nowhere, a line each.

    Args:
        pages: Every page made from the code.
        others: Paths of the other files of the site; which ids they have is not asked.
    """
    anchors = {page.path: page.anchors for page in pages}
    known = {*anchors, *others}

    def is_dead(place: Place) -> bool:
        path, fragment = place
        held = anchors.get(path, (fragment,))
        return path not in known or (fragment != "" and fragment not in held)

    for page in pages:
        for place in sorted(filter(is_dead, page.links)):
            if place.path in known:
                told = f"{place.path}#{place.fragment}, which is no id there"
            else:
                told = f"{place.path}, which is no page"
            yield f"{page.path} links to {told}"


def put_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files below a folder, by their paths there."""
    for path, content in files.items():
        _put(folder / path, content)


def seal_of(content: bytes) -> Seal:
    """The seal of the content of a file."""
    return hashlib.sha256(content).hexdigest()[: 2 * _HASH_BYTES], len(content)


def _write(folder: Path, frames: Mapping[str, Frame], draft: Draft | FileDraft) -> Ends | None:
    if isinstance(draft, FileDraft):
        _put(folder / draft.path, draft.make())
        return None
    page = write_page(draft, frames)
    content = page.html.encode()
    _put(folder / page.path, content)
    return Ends(page.path, page.anchors, page.links, seal_of(content))


def _put(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
