"""CSV for people without translation tools."""

from __future__ import annotations

import csv
import io

from lawkb.exchange.parcel import Parcel
from lawkb.exchange.sheet import guarded, header, rows


def csv_file(parcel: Parcel) -> bytes:
    """A parcel as CSV, a row per text: UTF-8 with the mark that spreadsheets know it by.

    A cell that begins like a formula has an apostrophe before it; the import takes it away.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(header(parcel))
    writer.writerows([guarded(cell) for cell in row] for row in rows(parcel))
    return out.getvalue().encode("utf-8-sig")
