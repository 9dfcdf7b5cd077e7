"""The laws of a code of any size, each unpacked when it is needed."""

from __future__ import annotations

from lawkb.large_collections import LargeDict
from lawkb.model.address import Ordinal
from lawkb.model.law import Law


class LawStore(LargeDict[tuple[str, str, Ordinal], Law]):
    """Laws by edition, language and number; many of them are kept in a temporary file."""
