"""The cache of the findings on a corpus.

Models are learned from the whole code, so one changed law may change every finding: all findings
are cached together, as one value. A great many are not cached, because that value would fill the
memory. Waivers and review states are applied later and are not cached.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

import Stemmer

from lawkb.checks.runner import check_code
from lawkb.corpus.cache import cached_value, digest_of, put_cached
from lawkb.corpus.editorial_settings import FILES, EditorialSettings
from lawkb.model.address import Ordinal
from lawkb.model.code import Code
from lawkb.model.finding import Finding

_NAME = "findings"
_MOST = 50_000  # findings that are cached; they take about a hundred megabytes


def check_corpus(folder: Path, code: Code, house: EditorialSettings) -> Sequence[Finding]:
    """Return the findings of the standard rules on a corpus, from the cache if it is valid.

    More than 50,000 findings are not cached.

    Args:
        folder: The corpus folder.
        code: The laws of the corpus. If ``code.files`` is None (a code that was not read from
            files), nothing is cached.
        house: The editors' settings of the corpus.
    """
    if code.files is None:
        return check_code(code, house)
    inputs = _inputs(folder, code)
    known: tuple[Finding, ...] | None = cached_value(folder, _NAME, inputs)
    if known is not None:
        return known
    found = check_code(code, house)
    if len(found) <= _MOST:
        put_cached(folder, _NAME, inputs, tuple(found))
    return found


def cached_findings(
    folder: Path, code: Code, numbers: Collection[Ordinal] = ()
) -> tuple[Finding, ...] | None:
    """Return the cached findings of a corpus, or None without a valid cache.

    Args:
        folder: The corpus folder.
        code: The laws of the corpus.
        numbers: Numbers of the laws whose findings are returned; all findings when empty.
    """
    found: tuple[Finding, ...] | None = None
    if code.files is not None:
        found = cached_value(folder, _NAME, _inputs(folder, code))
    if found is None or not numbers:
        return found
    return tuple(each for each in found if each.address and each.address.law in numbers)


def _inputs(folder: Path, code: Code) -> str:
    """Return the digest of the law files, the editors' settings and the version of the stemmer."""
    held = {name: (folder / name).read_bytes() for name in FILES if (folder / name).is_file()}
    return digest_of(repr((dict(code.files or {}), held, Stemmer.version())).encode())
