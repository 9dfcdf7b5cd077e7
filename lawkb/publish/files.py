"""What stands in the files of the downloads."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from lawkb.checks.review import Translation
from lawkb.corpus.laws import law_path
from lawkb.exchange.parcel import build_parcel, told_of
from lawkb.exchange.records import show_record
from lawkb.exchange.xliff21 import xliff21
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.law import Law
from lawkb.publish.apparatus import Apparatus
from lawkb.publish.downloads import (
    AKOMA_NTOSO,
    JSON,
    KINDS,
    XLIFF,
    DownloadKind,
    download_path,
    is_had,
)
from lawkb.publish.page import FileDraft
from lawkb.refs.graph import Graph


@dataclass(frozen=True, slots=True)
class Holdings:
    """What files are made from.

    Attributes:
        folder: The corpus.
        code: Its laws.
        graph: Who cites whom.
        xml: The files of its laws by path below the corpus, where somebody has read them already.
        apparatus: What the editors keep of them, and what the checks found.
    """

    folder: Path
    code: Code
    graph: Graph
    xml: Mapping[str, bytes] = field(default_factory=dict, repr=False, hash=False)
    apparatus: Apparatus = field(default_factory=Apparatus, repr=False, hash=False)


def download_drafts(holdings: Holdings) -> tuple[FileDraft, ...]:
    """Every download, to be made."""
    drafts: dict[str, FileDraft] = {}
    for (edition, tag, number), law in holdings.code.laws.items():
        for kind in KINDS:
            if is_had(kind, tag, holdings.code.outline.authoritative):
                path = download_path(kind, edition, number, tag)
                drafts.setdefault(path, FileDraft(path, partial(_MAKERS[kind], holdings, law)))
    return tuple(drafts.values())


def _xml(holdings: Holdings, law: Law) -> bytes:
    path = law_path(law)
    return holdings.xml[path] if path in holdings.xml else (holdings.folder / path).read_bytes()


def _json(holdings: Holdings, law: Law) -> bytes:
    """The law in all its languages, as ``lawkb show --format json`` gives it."""
    address = Address((law.number,))
    record = show_record(holdings.code, holdings.graph, law.edition, address)
    return (json.dumps(record, ensure_ascii=False) + "\n").encode()


def _xliff(holdings: Holdings, law: Law) -> bytes:
    """The law beside its original, as ``lawkb export`` gives it; ``lawkb import`` takes it back.

    Findings are among it where the translators' desk is published.
    """
    code, report = holdings.code, holdings.apparatus.report
    of = Translation(law.edition, code.outline.authoritative, law.language)
    found = report.by_law.get((law.edition, law.number), ()) if report else ()
    wanted = (Address((law.number,)),)
    return xliff21(build_parcel(code, of, wanted, holdings.apparatus.reviews, told_of(found, of)))


_MAKERS: Mapping[DownloadKind, Callable[[Holdings, Law], bytes]] = {
    AKOMA_NTOSO: _xml,
    JSON: _json,
    XLIFF: _xliff,
}
