"""The list of revisions that a DokuWiki shows of a page."""

from __future__ import annotations

import re

from lxml import etree

from lawkb.model.history import Revision, utc_time
from lawkb.model.privacy import public_name, without_private
from lawkb.parse.html_steps import attribute, classes, read_steps, words_of

OUTSIDE = "127.0.0.1"  # so the wiki signs a change past itself, in the file

_ID = re.compile(r"[1-9]\d{0,11}", re.ASCII)
# Above 1 KB the list rounds (``+1.7 KB``), and then it does not say how many bytes they are.
_BYTES = re.compile(r"([+±−-]?)(\d{1,4}) B", re.ASCII)


def read_revisions(content: bytes) -> tuple[Revision, ...]:
    """Read a list of revisions, in its order: the newest first. Never raises.

    Of each it tells the time, the user, the summary, whether it was a minor edit, and the change
    of size unless the list rounds it; a list does not tell an edit from a revert (``unknown``).
    Empty for an answer that is no such list. Each list holds 20; ``first=`` asks for the rest.

    Source: formats.md, section 7.
    """
    nodes = [step.node for step in read_steps(content).steps if step.kind == "open"]
    form = next((node for node in nodes if node.get("id") == "page__revisions"), None)
    if form is None:
        return ()
    found = (_revision(item) for item in form.iter("li"))
    return tuple(revision for revision in found if revision)


def read_sum(node: etree._Element) -> str:
    """The summary in an element: that of its ``span.sum`` without the dash before it."""
    printed = _words(node, "sum")
    return without_private(printed.removeprefix("–").strip())


def read_user(node: etree._Element) -> tuple[str | None, bool]:
    """The user in an element, None for an address; and whether the change was made outside."""
    printed = _words(node, "user")
    return public_name(printed), printed == OUTSIDE


def _revision(item: etree._Element) -> Revision | None:
    box = next((node for node in item.iter("input") if node.get("name") == "rev2[]"), None)
    written = attribute(box, "value") if box is not None else ""
    time = utc_time(int(written)) if _ID.fullmatch(written) else None
    if time is None:
        return None
    user, outside = read_user(item)
    return Revision(
        id=written,
        time=time,
        kind="minor" if "minor" in classes(item) else "unknown",
        user=user,
        summary=read_sum(item),
        size_change=_size(_words(item, "sizechange")),
        outside=outside,
    )


def _words(item: etree._Element, name: str) -> str:
    node = next((node for node in item.iter("span") if name in classes(node)), None)
    return words_of(node) if node is not None else ""


def _size(printed: str) -> int | None:
    found = _BYTES.fullmatch(printed)
    if not found:
        return None
    return -int(found[2]) if found[1] in ("-", "−") else int(found[2])
