"""``corpus/waivers.toml``: findings that editors have accepted, for texts with certain hashes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec.structs import asdict

from lawkb.corpus.entries import Entry
from lawkb.corpus.toml_files import Table, read_entries, toml_layout

FILE = "waivers.toml"
LAYOUT = toml_layout("waivers")


def _fault_of_reason(reason: str) -> str | None:
    return None if reason.strip() else "is empty: say why the finding is accepted"


class Waiver(Table, frozen=True):
    """A finding that an editor has accepted. It expires when a text changes.

    Attributes:
        fingerprint: Fingerprint of the finding.
        rule: Name of the rule that reported it.
        edition: Id of the edition.
        place: Canonical address of the provision, ``47E2(a)``; empty for a finding on the whole law
            code.
        language: BCP 47 tag of the text with the finding.
        original: Hash of the original text when the finding was accepted; empty for a finding on
            the whole law code.
        translation: Hash of the translation then.
        reason: Why the finding is accepted; never empty.
        author: Name of the editor.
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
    """Return the accepted findings of a corpus in file order; empty without ``waivers.toml``.

    Raises:
        LawkbError: The file cannot be read, or an entry in it is wrong.
    """
    return read_entries(folder / FILE, "waivers", Waiver)


def waiver_entry(waiver: Waiver) -> Entry:
    """Return a waiver as an entry of ``waivers.toml``."""
    return Entry(FILE, tuple(asdict(waiver).items()))
