"""A file that comes back from a translator, taken into a corpus: all or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from lawkb.corpus.patch_files import files_with_patches, read_patches
from lawkb.corpus.review_states import FILE, read_review, with_reviews
from lawkb.corpus.writing import one_writer
from lawkb.editorial.patches import PatchReason
from lawkb.errors import LawkbError
from lawkb.exchange.bilingual_files import open_rows
from lawkb.exchange.formats.rows import BilingualRow
from lawkb.exchange.translation_merge import TranslationMerge, merge_rows
from lawkb.model.code import Code
from lawkb.pipeline import current_code


@dataclass(frozen=True, slots=True)
class Returned:
    """What became of a file.

    Attributes:
        code: The laws that it was merged into, as the sources and patches gave them.
        merge: What it changes.
        files: What was written, or would be: paths below the corpus folder, in order.
    """

    code: Code
    merge: TranslationMerge
    files: tuple[str, ...]


def take_back(folder: Path, file: Path, cause: PatchReason) -> Returned:
    """Merge a translator's file into a corpus: patches and states, or nothing at all.

    It is merged into what the sources and the patches give now, so that a file that was imported
    but not yet ingested is no change the second time.

    Args:
        folder: The corpus.
        file: As ``lawkb export`` wrote it, edited.
        cause: What the translator says; goes into the patches.

    Raises:
        LawkbError: The file is none that ``lawkb export`` writes, or is damaged; the corpus cannot
            be read or written. Nothing has changed then.
    """
    with one_writer(folder) as put:
        returned, files = _merged(folder, file, cause)
        put(files)
    return returned


def try_back(folder: Path, file: Path, cause: PatchReason) -> Returned:
    """What ``take_back`` would do; nothing is written."""
    return _merged(folder, file, cause)[0]


def _merged(folder: Path, file: Path, cause: PatchReason) -> tuple[Returned, dict[str, bytes]]:
    code = current_code(folder)
    outline = code.outline
    reviews = read_review(folder, outline)
    originals = [outline.authoritative]
    others = [each.language for each in outline.expressions if each.language not in originals]
    with open_rows(file, originals, others) as rows:
        earlier = read_patches(folder, outline)
        merge = merge_rows(code, reviews, _ours(rows, file), cause, earlier)
    files = files_with_patches(folder, merge.patches, outline) if merge.patches else {}
    if merge.reviews:
        files[FILE] = with_reviews(folder, merge.reviews, outline)
    return Returned(code, merge, tuple(files)), files


def _ours(rows: Iterable[BilingualRow], file: Path) -> Iterator[BilingualRow]:
    """The rows of a file that knows what it was exported from.

    A single row may have lost that; it is refused by itself.
    """
    count = with_base = 0
    for row in rows:
        count += 1
        with_base += bool(row.base)
        yield row
    if not count:
        raise LawkbError(str(file), "there is no text in it", "send the file that was exported")
    if not with_base:
        told = f"none of its {count} texts says what it was exported from"
        raise LawkbError(
            str(file), told, "edit what lawkb export wrote; lawkb check reads any file"
        )
