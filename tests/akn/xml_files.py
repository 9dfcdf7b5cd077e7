"""The bytes of the files of laws and companions."""

from __future__ import annotations

from lawkb.akn.beside_laws import companion_tree
from lawkb.akn.laws import law_tree, xml_bytes
from lawkb.model.code import Outline
from lawkb.model.companion import Companion
from lawkb.model.law import Law


def law_xml(law: Law, outline: Outline) -> bytes:
    """Return the file of a law."""
    return xml_bytes(law_tree(law, outline))


def companion_xml(companion: Companion, outline: Outline) -> bytes:
    """Return the file of a companion."""
    return xml_bytes(companion_tree(companion, outline))
