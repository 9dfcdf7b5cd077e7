"""``corpus/waivers.toml``: findings that an editor has accepted, bound to the texts they judged."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

from lawkb.corpus.entries import with_entries
from lawkb.corpus.tables import Table, optional_tables
from lawkb.errors import LawkbError

FILE = "waivers.toml"


@dataclass(frozen=True, slots=True)
class Waiver:
    """One accepted finding.

    Attributes:
        fingerprint: Of the finding.
        rule: Its rule.
        edition: Id of the edition.
        place: Address in its canonical writing; empty for the whole code.
        language: Tag of the text at fault.
        original: Hash of the original it judged; empty for the whole code.
        translation: Hash of the translation it judged.
        reason: Why it is accepted.
        author: Who did.
        date: ISO date.
    """

    fingerprint: str
    rule: str
    edition: str
    place: str
    language: str
    original: str
    translation: str
    reason: str
    author: str
    date: str


def read_waivers(folder: Path) -> tuple[Waiver, ...]:
    """The waivers of a corpus in the order of the file; none when it has no such file.

    Raises:
        LawkbError: The file cannot be read, or an entry is no waiver.
    """
    return tuple(_waiver(table) for table in optional_tables(folder / FILE, "waivers"))


def with_waiver(folder: Path, waiver: Waiver) -> bytes:
    """Return what the file holds after a waiver is added.

    Raises:
        LawkbError: The file cannot be read.
    """
    return with_entries(folder / FILE, "waivers", [asdict(waiver)])


def _waiver(table: Table) -> Waiver:
    names = Waiver.__dataclass_fields__
    reason = table.get("reason", str)
    if not reason.strip():
        raise LawkbError(table.where, "the reason is empty", "say why the finding is accepted")
    return Waiver(**{name: table.get(name, str) for name in names})
