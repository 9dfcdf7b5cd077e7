"""``corpus/laws/``: read as a code, written all or nothing."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from lawkb.akn.companions import read_companion
from lawkb.akn.read import read_law
from lawkb.corpus.outline import read_outline
from lawkb.errors import LawkbError
from lawkb.files import locked, sync_path, write_synced
from lawkb.model.code import Code, Outline
from lawkb.model.companion import Companion
from lawkb.model.law import Law

_STAGE = ".laws.new"
_PLAN = "plan.json"
_LAW = "law_"  # how the names of the files of laws begin, and no others


def find_corpus(start: Path) -> Path:
    """The nearest folder ``corpus`` with a ``corpus.toml``, from a folder upwards.

    Raises:
        LawkbError: There is none.
    """
    for folder in (start, *start.parents):
        if (folder / "corpus" / "corpus.toml").is_file():
            return folder / "corpus"
        if folder.name == "corpus" and (folder / "corpus.toml").is_file():
            return folder
    raise LawkbError(
        str(start), "no corpus/corpus.toml here or above", "name one: lawkb --corpus DIR …"
    )


def law_path(law: Law) -> str:
    """Path of the XML of a law below the corpus folder: ``laws/2017/el/law_47.xml``."""
    return f"laws/{law.edition}/{law.language}/law_{law.number}.xml"


def companion_path(companion: Companion) -> str:
    """Path of the XML of a companion: ``laws/2017/el/definitions.xml``."""
    return f"laws/{companion.edition}/{companion.language}/{companion.name}.xml"


def read_code(folder: Path) -> Code:
    """The code with every law that is held, in the order of editions, numbers and expressions.

    Its companions are in the order of their paths.

    A write that was cut short after it was decided is finished first.

    Raises:
        LawkbError: ``corpus.toml`` or an XML file cannot be read.
    """
    recover(folder)
    outline = read_outline(folder)
    laws = {}
    places = {}
    for file in sorted((folder / "laws").glob("*/*/law_*.xml")):
        law = read_law(file.read_bytes(), outline, str(file))
        if file != folder / law_path(law):
            raise LawkbError(str(file), f"it holds {law_path(law)}", "run lawkb ingest again")
        key = (law.edition, law.language, law.number)
        try:
            places[key] = outline.place(*key)
        except KeyError as error:
            raise LawkbError(
                str(file),
                "corpus.toml knows no such law",
                "look at [[editions]] and [[expressions]]",
            ) from error
        laws[key] = law
    companions = dict(_companions(folder, outline))
    return Code(
        outline, {key: laws[key] for key in sorted(laws, key=places.__getitem__)}, companions
    )


def _companions(folder: Path, outline: Outline) -> Iterator[tuple[tuple[str, str, str], Companion]]:
    for file in sorted((folder / "laws").glob("*/*/*.xml")):
        if file.name.startswith(_LAW):
            continue
        companion = read_companion(file.read_bytes(), outline, str(file))
        if file != folder / companion_path(companion):
            what = f"it holds {companion_path(companion)}"
            raise LawkbError(str(file), what, "run lawkb ingest again")
        yield (companion.edition, companion.language, companion.name), companion


def held_files(folder: Path) -> dict[str, bytes]:
    """The XML files as they stand, by path below the corpus folder."""
    recover(folder)
    return _files(folder)


def write_files(folder: Path, files: Mapping[str, bytes]) -> tuple[str, ...]:
    """Make ``corpus/laws/`` hold these files and no others, all or nothing.

    New files are written beside, synced, and listed in a plan; with the rename of the plan the
    write is decided. Whatever kills the process, the old or the new corpus is what is read next.

    Args:
        folder: The corpus.
        files: Content by path below the folder.

    Returns:
        The paths written, changed or removed; empty when all stood already.

    Raises:
        LawkbError: The folder cannot be written.
    """
    try:
        with locked(folder):
            _settle(folder)
            held = _files(folder)
            changed = {path: new for path, new in files.items() if held.get(path) != new}
            gone = sorted(set(held) - set(files))
            if changed or gone:
                _stage(folder / _STAGE, changed, gone)
                _settle(folder)
    except OSError as error:
        raise LawkbError(
            str(folder), f"cannot be written: {error.strerror}", "check rights and free space"
        ) from error
    return tuple(sorted([*changed, *gone]))


def recover(folder: Path) -> None:
    """Finish a write that was decided and then cut short. Without one it does nothing."""
    if (folder / _STAGE / _PLAN).is_file():
        with locked(folder):
            _settle(folder)


def _files(folder: Path) -> dict[str, bytes]:
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in sorted((folder / "laws").glob("*/*/*.xml"))
    }


def _settle(folder: Path) -> None:
    """Carry out the plan of a stage, if there is one, and clear the stage away."""
    stage = folder / _STAGE
    plan = stage / _PLAN
    if plan.is_file():
        steps = json.loads(plan.read_text(encoding="utf-8"))
        for number, path in enumerate(steps["write"]):
            _rename(stage / str(number), folder / path)
        for path in steps["remove"]:
            (folder / path).unlink(missing_ok=True)
        _sync_folders(folder)
        plan.unlink()
    if stage.is_dir():
        shutil.rmtree(stage)


def _stage(stage: Path, changed: Mapping[str, bytes], gone: list[str]) -> None:
    stage.mkdir(parents=True)
    for number, content in enumerate(changed.values()):
        write_synced(stage / str(number), content)
    plan = json.dumps({"write": list(changed), "remove": gone}, ensure_ascii=False)
    write_synced(stage / f"{_PLAN}.tmp", plan.encode())
    (stage / f"{_PLAN}.tmp").replace(stage / _PLAN)
    sync_path(stage)


def _rename(staged: Path, path: Path) -> None:
    """Move a staged file to its place; one that is gone was moved before the interruption."""
    if staged.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        staged.replace(path)


def _sync_folders(folder: Path) -> None:
    for path in {folder, *(file.parent for file in folder.glob("laws/*/*/*.xml"))}:
        sync_path(path)
