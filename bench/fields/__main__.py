"""Write every field as a file of tab-separated values, and print what there is."""

from __future__ import annotations

import argparse
import csv
import statistics
from pathlib import Path

from bench.fields import Field, read_fields
from bench.fields.sources import CACHE

_HEAD = "| field | for | language | pairs | median words | packages |\n|---|---|---|---|---|---|"


def main() -> None:
    """Write ``FOLDER/LANGUAGE/FIELD.tsv``, which ``lawkb check`` reads, for every field."""
    parser = argparse.ArgumentParser(prog="python -m bench.fields", description=__doc__)
    parser.add_argument("folder", type=Path, help="where to write the files")
    parser.add_argument(
        "--cache", type=Path, default=CACHE, help="where packages are kept (default: %(default)s)"
    )
    asked = parser.parse_args()
    print(_HEAD)
    for field in read_fields(asked.cache):
        _write(field, asked.folder / field.language / f"{field.name}.tsv")
        print(_row(field), flush=True)


def _write(field: Field, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, dialect=csv.excel_tab, lineterminator="\n")
        rows.writerow(("id", "original", "translation"))
        rows.writerows((pair.id, pair.original, pair.translation) for pair in field.pairs)


def _row(field: Field) -> str:
    words = statistics.median(len(pair.original.split()) for pair in field.pairs)
    use = "learning" if field.learning else "judging"
    packages = ", ".join(" ".join(package) for package in field.packages)
    return (
        f"| {field.name} | {use} | {field.language} | {len(field.pairs):,} | {words:g} "
        f"| {packages} |"
    )


if __name__ == "__main__":
    main()
