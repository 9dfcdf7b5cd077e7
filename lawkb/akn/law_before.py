"""What the file of a law says that is not in its page: when it changed, and what it could cite."""

from __future__ import annotations

from pathlib import Path

from lxml import etree
from msgspec import Struct
from msgspec.structs import replace

from lawkb.akn.eids_and_iris import FileContext, lk
from lawkb.akn.laws import read_origin
from lawkb.akn.validate import read_tree
from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.model.code import Outline
from lawkb.model.law import Law, Origin

_HAD = ("held", "removed")  # statuses of references whose target the corpus has, or had


class LawBefore(Struct, frozen=True):
    """A law as the last ingest wrote it, as far as its next file depends on it."""

    origin: Origin
    # What it cited that the corpus had, with the edition where it is another.
    had: frozenset[tuple[str | None, Address]]

    def origin_of(self, law: Law) -> Origin:
        """Return the origin of a law: a part of a page is as old as its own last change."""
        now, before = law.origin, self.origin
        same = (now.source, now.page, now.sha256) == (before.source, before.page, before.sha256)
        if not (now.is_part and same):
            return now
        return replace(now, revised=before.revised, user=before.user)


def read_law_before(file: Path, law: Law, outline: Outline) -> LawBefore | None:
    """Return a law as its file in the corpus has it; None if there is none that can be read."""
    try:
        root = read_tree(file.read_bytes(), str(file))
        home = FileContext(outline, law.edition, law.number, str(file))
        return LawBefore(read_origin(root), frozenset(_had(root, home)))
    except (OSError, LawkbError, KeyError, StopIteration):
        return None


def _had(root: etree._Element, home: FileContext) -> list[tuple[str | None, Address]]:
    cited = (each for each in root.iter() if each.get(lk("status")) in _HAD)
    links = ((each, each.get("href") or each.get("from")) for each in cited)
    return [
        (each.get(lk("edition")), home.address_of_eid(each, href.rpartition("/~")[2].lstrip("#")))
        for each, href in links
        if href and not each.get(lk("act"))
    ]
