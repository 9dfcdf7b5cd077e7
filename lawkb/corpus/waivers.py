"""``corpus/waivers.toml``: findings that an editor has accepted, bound to the texts they judged."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec.structs import asdict

from lawkb.corpus.toml_files import Table, read_entries, with_entries

FILE = "waivers.toml"


def _fault_of_reason(reason: str) -> str | None:
    return None if reason.strip() else "is empty: say why the finding is accepted"


class Waiver(Table, frozen=True):
    """One accepted finding.

    Attributes:
        fingerprint: Fingerprint of the finding.
        rule: Name of its rule.
        place: Address in its canonical writing; empty for the whole code.
        language: Tag of the text at fault.
        original: Hash of the original it judged; empty for the whole code.
        translation: Hash of the translation it judged.
        date: ISO date of the decision.
    """

    fingerprint: str
    rule: str
    edition: str
    place: str
    language: str
    original: str
    translation: str
    reason: Annotated[str, _fault_of_reason]
    author: str
    date: str


def read_waivers(folder: Path) -> tuple[Waiver, ...]:
    """Return the waivers of a corpus in the order of the file; none if it has no such file.

    Raises:
        LawkbError: The file cannot be read, or an entry is no waiver.
    """
    return read_entries(folder / FILE, "waivers", Waiver)


def with_waiver(folder: Path, waiver: Waiver) -> bytes:
    """Return what the file holds after a waiver is added.

    Raises:
        LawkbError: The file cannot be read.
    """
    return with_entries(folder / FILE, "waivers", [asdict(waiver)])
