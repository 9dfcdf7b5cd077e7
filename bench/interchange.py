"""Translators' files of 10,000 rows: written, read and merged, beside other programs' reading and
writing of the same files in the same run; bilingual files checked, with the memory that takes.
"""

from __future__ import annotations

import io
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from openpyxl import load_workbook
from translate.storage.csvl10n import csvfile
from translate.storage.tmx import tmxfile
from translate.storage.xliff import xlifffile
from translate.storage.xliff2 import Xliff2File

from bench.made_up import SYLLABLES, made_up_corpus
from lawkb.corpus.decision_files import DecisionReason
from lawkb.corpus.laws import read_code
from lawkb.exchange.formats.all_formats import WRITERS, open_pairs, open_rows
from lawkb.exchange.translation_export import TranslationExport, export_texts, translation_of
from lawkb.exchange.translation_import import TranslationMerge, merge_rows
from lawkb.model.code import Code
from lawkb.pipeline import ingest, try_translation

T = TypeVar("T")
ROWS = 10_000
PAIRS = (10_000, 100_000)
_LAWS = 480  # of made_up_corpus; somewhat more than 10,000 texts
_EDITED = 100  # one row in so many
_HEAD = """Made-up laws with {rows} texts; one in {edited} was edited. Seconds of work, on all cores
together. *Out* begins with the laws as they are held, *back* reads and merges the file, a memory is
only read. The peer reads the same file and writes it again, and knows nothing of laws:
translate-toolkit, and openpyxl for XLSX. What every command pays besides, for the corpus itself:
{reading:.1f} s to export; a whole import with it is {whole:.1f} s.

| format | MB | out, s | back, s | peer, s | ratio |
|---|---|---|---|---|---|"""
_CHECK_HEAD = """
`lawkb check FILE` on made-up pairs of 5 to 35 words, one in 50 of them cut in half.

| pairs | MB | s | MiB of the largest process | found of the cut | others |
|---|---|---|---|---|---|"""


def interchange_lines(folder: Path) -> list[str]:
    """The part of the results on translators' files.

    Args:
        folder: An empty one to work in.
    """
    corpus = made_up_corpus(folder / "corpus", _LAWS)
    ingest(corpus)
    reading, code = _timed(lambda: read_code(corpus))
    rows = len(_export(code).units)
    if rows < ROWS:
        raise ValueError(f"{rows} texts are fewer than {ROWS}")
    lines = [_row(each, code, folder) for each in WRITERS]
    whole, _ = _timed(lambda: try_translation(corpus, folder / "edited.csv", _CAUSE))
    head = _HEAD.format(rows=f"{rows:,}", edited=_EDITED, reading=reading, whole=whole)
    return [head, *lines, _CHECK_HEAD, *(_checked(folder, count) for count in PAIRS), ""]


_CAUSE = DecisionReason("measured", "lawkb", "2026-01-01", "a benchmark")
_PEERS: dict[str, Callable[[bytes], object]] = {
    "xliff": lambda content: bytes(Xliff2File.parsestring(content)),
    "xliff12": lambda content: bytes(xlifffile.parsestring(content)),
    "tmx": lambda content: bytes(tmxfile.parsestring(content)),
    "csv": lambda content: bytes(csvfile.parsestring(content)),
    "xlsx": lambda content: load_workbook(io.BytesIO(content)).save(io.BytesIO()),
}


def _row(form: str, code: Code, folder: Path) -> str:
    out, content = _timed(lambda: WRITERS[form](_export(code)))
    file = folder / f"edited.{form}"
    file.write_bytes(WRITERS[form](_edited(_export(code))))
    if form != "tmx":  # a translation memory does not come back
        back, merge = _timed(lambda: _merged(code, file))
        if not merge.patches or merge.counts["refused"]:
            raise ValueError(f"{form}: {len(merge.patches)} patches")
    else:
        back, _ = _timed(lambda: _read(file))
    peer, _ = _timed(lambda: _PEERS[form](content))
    size = len(content) / 1e6
    return (
        f"| {form} | {size:.1f} | {out:.1f} | {back:.1f} | {peer:.1f} | {(out + back) / peer:.2f} |"
    )


def _export(code: Code) -> TranslationExport:
    return export_texts(code, translation_of(code, "2017", None))


def _edited(export: TranslationExport) -> TranslationExport:
    units = tuple(
        replace(unit, target=f"Νέο {unit.target}")
        if unit.target and not unit.target_codes and at % _EDITED == 0
        else unit
        for at, unit in enumerate(export.units)
    )
    return replace(export, units=units)


def _merged(code: Code, file: Path) -> TranslationMerge:
    with open_rows(file, ["en"], ["el"]) as rows:
        return merge_rows(code, {}, list(rows), _CAUSE)


def _read(file: Path) -> int:
    with open_pairs(file, "en", "el") as pairs:
        return sum(1 for _ in pairs)


def _checked(folder: Path, count: int) -> str:
    file = folder / f"{count}.tsv"
    file.write_text("\n".join(_pairs(count)) + "\n", encoding="utf-8")
    own = [sys.executable, "-m", "lawkb", "check", str(file), "--format", "github"]
    command = [sys.executable, "-c", _MEASURE, *own]
    seconds, done = _timed(
        lambda: subprocess.run(
            command, capture_output=True, text=True, encoding="utf-8", check=False
        )
    )
    largest = int(done.stderr.split()[-1]) // 1024
    told = {line.partition("title=")[2].partition("::")[0] for line in done.stdout.split("\n")}
    cut = {f"omission u{n}" for n in range(0, count, _CUT)}
    others = len(told - cut - {""})
    return (
        f"| {count:,} | {file.stat().st_size / 1e6:.1f} | {seconds:.0f} | {largest} |"
        f" {len(told & cut)} of {len(cut)} | {others} |"
    )


# Runs a command and says how much memory its largest process had, in KiB.
_MEASURE = """import resource, subprocess, sys
subprocess.run(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
"""
_CUT = 50  # one pair in so many is cut
_WORDS = 8000


def _pairs(count: int) -> Iterator[str]:
    """Lines of a table; a word of the original is always the same word of the translation."""
    chance = random.Random(1)
    first, second = SYLLABLES["en"], SYLLABLES["el"]
    words = []
    for _ in range(_WORDS):
        own = [chance.randrange(len(first)) for _ in range(chance.randint(2, 4))]
        words.append(("".join(first[n] for n in own), "".join(second[n] for n in reversed(own))))
    weights = [1 / (n + 3) for n in range(_WORDS)]
    yield "id\ten\tel"
    for n in range(count):
        taken = chance.choices(words, weights, k=chance.randint(5, 35))
        theirs = [other for _, other in taken]
        if n % _CUT == 0:
            theirs = theirs[: len(theirs) // 2]
        ours = " ".join(word for word, _ in taken).capitalize()
        yield f"u{n}\t{ours}.\t{' '.join(theirs).capitalize()}."


def _timed(work: Callable[[], T]) -> tuple[float, T]:
    """Seconds that this process and those it started worked: others on the machine do not count."""
    begin = _worked()
    made = work()
    return _worked() - begin, made


def _worked() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        print("\n".join(interchange_lines(Path(folder))))


if __name__ == "__main__":
    main()
