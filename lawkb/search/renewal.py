"""Renewal: the index of a code, kept in a folder and brought up to date as the laws change."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import Stemmer

from lawkb.errors import LawkbError
from lawkb.model.code import Code
from lawkb.search.analysis import ANALYZER_VERSION
from lawkb.search.cache import ensure
from lawkb.search.engine import Engine
from lawkb.search.entries import Change, entries, entries_of_unit
from lawkb.search.layout import law_of
from lawkb.search.learning import (
    COUNTERPARTS_VERSION,
    carry_counterparts,
    write_counterparts,
)
from lawkb.search.units import Contents, contents_of, read_contents, write_contents

Progress = Callable[[str], None]

_LEARNED = "learned.json"  # what the counterparts were learned from
_LASTING = 20  # one changed law in so many leaves the counterparts as they are
_ATTEMPTS = 5  # at opening an index that others sweep away as often


def open_renewed(engine: Engine, code: Code, folder: Path, progress: Progress) -> None:
    """Make the index of a code in a folder ready to be asked; built or updated when it must be.

    Args:
        engine: Keeps the index.
        code: The laws.
        folder: Private folder of the user.
        progress: Told what is done, and of how many laws.

    Raises:
        LawkbError: The index cannot be kept in the folder.
    """
    contents = contents_of(code, _grounds(code, engine))
    write = partial(_write, engine, code, contents, progress)
    waiting = partial(progress, "waiting: another process builds the search index")
    told = f"others may write to {folder} or the folder above it, so the index is not cached there"
    shared = partial(progress, f"{told}: chmod go-w")
    for _ in range(_ATTEMPTS):
        try:
            return engine.open(ensure(folder, contents.key, write, waiting, shared))
        except OSError:
            continue  # another process swept it away between the check and the opening
    raise LawkbError(
        str(folder),
        "others replace the index here again and again",
        "let them finish, or set LAWKB_CACHE to another folder",
    )


def _write(
    engine: Engine,
    code: Code,
    contents: Contents,
    progress: Progress,
    place: Path,
    before: Path | None,
) -> None:
    """Write the index into an empty folder, from the one before as far as that still holds."""
    held = read_contents(before) if before else None
    if before is None or held is None or held.grounds != contents.grounds:
        progress("building the search index")
        engine.build(entries(code), place)
    else:
        units = tuple(contents.digests)
        change = Change(units, contents.differing(held), partial(entries_of_unit, code))
        written = engine.update(before, change, place)
        progress(f"search index: {written} of {len(units)} laws and other texts indexed anew")
    _write_counterparts(code, contents, place, before)
    write_contents(contents, place)


def _write_counterparts(code: Code, contents: Contents, place: Path, before: Path | None) -> None:
    """Learn the counterparts, or keep those before while they were learned from nearly the same.

    To learn them every law is read, so one changed law is not worth it; a companion is, since
    what it defines counts as said.
    """
    learned = read_contents(before, _LEARNED) if before else None
    if before and learned and learned.grounds == contents.grounds:
        changed = contents.differing(learned) | learned.digests.keys() - contents.digests.keys()
        laws_alone = all(law_of(unit) is not None for unit in changed)
        if laws_alone and len(changed) * _LASTING <= len(contents.digests):
            carry_counterparts(before, place)
            return write_contents(learned, place, _LEARNED)
    write_counterparts(code, place)
    return write_contents(contents, place, _LEARNED)


def _grounds(code: Code, engine: Engine) -> str:
    """All that every document of an index depends on."""
    outline = code.outline
    versions = f"analysis {ANALYZER_VERSION}, counterparts {COUNTERPARTS_VERSION}"
    analysis = f"{versions}, Snowball {Stemmer.version()}"
    tables = [(one.code, one.upper, one.lower, one.tables) for one in outline.languages]
    expressions = [(one.edition, one.language) for one in outline.expressions]
    return "\n".join((engine.version, analysis, repr(tables), repr((outline.scheme, expressions))))
