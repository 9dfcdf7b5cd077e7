"""What stands in the files of the downloads."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from lawkb.checks.report import code_report
from lawkb.checks.review import Reviews, Translation
from lawkb.cores import on_all_cores
from lawkb.corpus.laws import law_path
from lawkb.corpus.review import read_review
from lawkb.exchange.parcel import build_parcel, told_of
from lawkb.exchange.records import show_record
from lawkb.exchange.xliff21 import xliff21
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.finding import Finding
from lawkb.model.law import Law
from lawkb.publish.downloads import (
    AKOMA_NTOSO,
    JSON,
    KINDS,
    XLIFF,
    DownloadKind,
    download_path,
    is_had,
)
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
            if is_had(kind, tag, holdings.code.outline.authoritative):
                wanted.setdefault(download_path(kind, edition, number, tag), (kind, law))
    report = code_report(holdings.folder, holdings.code)
    reviews = read_review(holdings.folder, holdings.code.outline)
    making = _Making(_Stock(holdings, report.findings, reviews))
    made = on_all_cores(making, tuple(wanted.values()))
    return dict(zip(wanted, made, strict=True))


@dataclass(frozen=True, slots=True)
class _Stock:
    """All that any maker asks for, read once."""

    holdings: Holdings
    findings: tuple[Finding, ...]
    reviews: Reviews


@dataclass(frozen=True, slots=True)
class _Making:
    stock: _Stock

    def __call__(self, wanted: tuple[DownloadKind, Law]) -> bytes:
        kind, law = wanted
        return _MAKERS[kind](self.stock, law)


def _xml(stock: _Stock, law: Law) -> bytes:
    return (stock.holdings.folder / law_path(law)).read_bytes()


def _json(stock: _Stock, law: Law) -> bytes:
    """The law in all its languages, as ``lawkb show --format json`` gives it."""
    address = Address((law.number,))
    holdings = stock.holdings
    record = show_record(holdings.code, holdings.graph, law.edition, address)
    return (json.dumps(record, ensure_ascii=False) + "\n").encode()


def _xliff(stock: _Stock, law: Law) -> bytes:
    """The law beside its original, as ``lawkb export`` gives it; ``lawkb import`` takes it back."""
    code = stock.holdings.code
    of = Translation(law.edition, code.outline.authoritative, law.language)
    own = (each for each in stock.findings if each.address and each.address.law == law.number)
    wanted = (Address((law.number,)),)
    return xliff21(build_parcel(code, of, wanted, stock.reviews, told_of(own, of)))


_MAKERS: Mapping[DownloadKind, Callable[[_Stock, Law], bytes]] = {
    AKOMA_NTOSO: _xml,
    JSON: _json,
    XLIFF: _xliff,
}
