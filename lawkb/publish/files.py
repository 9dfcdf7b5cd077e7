"""What stands in the files of the downloads."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from lawkb.cores import on_all_cores
from lawkb.corpus.laws import law_path
from lawkb.exchange.records import show_record
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.law import Law
from lawkb.publish.downloads import AKOMA_NTOSO, JSON, KINDS, DownloadKind, download_path
from lawkb.refs.graph import Graph


@dataclass(frozen=True, slots=True)
class Holdings:
    """What files are made from.

    Attributes:
        folder: The corpus.
        code: Its laws.
        graph: Who cites whom.
    """

    folder: Path
    code: Code
    graph: Graph


def download_files(holdings: Holdings) -> Mapping[str, bytes]:
    """Content of every download by its path below the root of the site."""
    wanted: dict[str, tuple[DownloadKind, Law]] = {}
    for (edition, tag, number), law in holdings.code.laws.items():
        for kind in KINDS:
            wanted.setdefault(download_path(kind, edition, number, tag), (kind, law))
    made = on_all_cores(_Making(holdings), tuple(wanted.values()))
    return dict(zip(wanted, made, strict=True))


@dataclass(frozen=True, slots=True)
class _Making:
    holdings: Holdings

    def __call__(self, wanted: tuple[DownloadKind, Law]) -> bytes:
        kind, law = wanted
        return _MAKERS[kind](self.holdings, law)


def _xml(holdings: Holdings, law: Law) -> bytes:
    return (holdings.folder / law_path(law)).read_bytes()


def _json(holdings: Holdings, law: Law) -> bytes:
    """The law in all its languages, as ``lawkb show --format json`` gives it."""
    address = Address((law.number,))
    record = show_record(holdings.code, holdings.graph, law.edition, address)
    return (json.dumps(record, ensure_ascii=False) + "\n").encode()


_MAKERS: Mapping[DownloadKind, Callable[[Holdings, Law], bytes]] = {AKOMA_NTOSO: _xml, JSON: _json}
