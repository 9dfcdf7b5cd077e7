"""``corpus/laws/``: read as a code, written all or nothing."""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from lawkb.akn.companions import read_companion
from lawkb.akn.read import read_law
from lawkb.corpus.outline import read_outline
from lawkb.corpus.stats import OUTLINE, PLAN, STAGE
from lawkb.errors import LawkbError
from lawkb.files import locked, sync_path, write_synced
from lawkb.model.code import Code, Outline
from lawkb.model.companion import Companion
from lawkb.model.law import Law

_LAW = "law_"  # how the names of the files of laws begin, and no others


def find_corpus(start: Path) -> Path:
    """The nearest folder ``corpus`` with a ``corpus.toml``, from a folder upwards.

    Raises:
        LawkbError: There is none.
    """
    for folder in (start, *start.parents):
        if _is_corpus(folder / "corpus"):
            return folder / "corpus"
        if folder.name == "corpus" and _is_corpus(folder):
            return folder
    raise LawkbError(
        str(start), "no corpus/corpus.toml here or above", "name one: lawkb --corpus DIR …"
    )


def _is_corpus(folder: Path) -> bool:
    return (folder / OUTLINE).is_file()


def law_path(law: Law) -> str:
    """Path of the XML of a law below the corpus folder: ``laws/2017/el/law_47.xml``."""
    return file_of_law(law.edition, law.language, law.number)


def file_of_law(edition: str, language: str, number: int) -> str:
    """Path of the XML of a law by its key."""
    return f"laws/{edition}/{language}/law_{number}.xml"


def companion_path(companion: Companion) -> str:
    """Path of the XML of a companion: ``laws/2017/el/definitions.xml``."""
    return file_of_companion(companion.edition, companion.language, companion.name)


def file_of_companion(edition: str, language: str, name: str) -> str:
    """Path of the XML of a companion by its key."""
    return f"laws/{edition}/{language}/{name}.xml"


def read_code(folder: Path) -> Code:
    """The code with every law that is held, in the order of editions, numbers and expressions.

    Its companions are in the order of their paths.

    A write that was cut short after it was decided is finished first.

    Raises:
        LawkbError: ``corpus.toml`` or an XML file cannot be read.
    """
    recover(folder)
    outline = read_outline(folder)
    files = sorted((folder / "laws").glob("*/*/*.xml"))
    read = (law_in(file, folder, outline) for file in files if is_law(file))
    laws = {(law.edition, law.language, law.number): law for law in read}
    others = (companion_in(file, folder, outline) for file in files if not is_law(file))
    companions = {(each.edition, each.language, each.name): each for each in others}
    order = sorted(laws, key=lambda key: outline.place(*key))
    return Code(outline, {key: laws[key] for key in order}, companions)


def is_law(file: Path) -> bool:
    """Whether a file is named as those of laws are, and no others."""
    return file.name.startswith(_LAW)


def law_in(file: Path, folder: Path, outline: Outline, content: bytes | None = None) -> Law:
    """The law in a file below a corpus folder.

    Args:
        file: Its path.
        folder: The corpus.
        outline: What the code is.
        content: What is in the file, if that was read already.

    Raises:
        LawkbError: It cannot be read, or is not the file of this law.
    """
    law = read_law(file.read_bytes() if content is None else content, outline, str(file))
    if file != folder / law_path(law):
        raise LawkbError(str(file), f"it holds {law_path(law)}", "run lawkb ingest again")
    check_known(file, outline, (law.edition, law.language, law.number))
    return law


def companion_in(
    file: Path, folder: Path, outline: Outline, content: bytes | None = None
) -> Companion:
    """The companion in a file below a corpus folder; as ``law_in``."""
    given = file.read_bytes() if content is None else content
    companion = read_companion(given, outline, str(file))
    if file != folder / companion_path(companion):
        what = f"it holds {companion_path(companion)}"
        raise LawkbError(str(file), what, "run lawkb ingest again")
    return companion


def check_known(file: Path, outline: Outline, key: tuple[str, str, int]) -> None:
    """Refuse the file of a law that ``corpus.toml`` does not provide for.

    Raises:
        LawkbError: Its edition, expression or number is not there.
    """
    try:
        outline.place(*key)
    except KeyError as error:
        where, hint = str(file), "look at [[editions]] and [[expressions]]"
        raise LawkbError(where, "corpus.toml knows no such law", hint) from error


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
    with _told(folder), locked(folder):
        _settle(folder)
        held = _files(folder)
        changed = {path: new for path, new in files.items() if held.get(path) != new}
        gone = sorted(set(held) - set(files))
        if changed or gone:
            _stage(folder / STAGE, changed, gone)
            _settle(folder)
    return tuple(sorted([*changed, *gone]))


@contextmanager
def one_writer(folder: Path) -> Iterator[Callable[[Mapping[str, bytes]], None]]:
    """Be the only one to write a corpus: nothing changes between what is read and what is written.

    Gives a function that writes files beside the laws, by path below the folder, all or nothing;
    what other files hold is kept.

    Args:
        folder: The corpus.

    Raises:
        LawkbError: The folder cannot be written; the function raises it too.
    """

    def put(files: Mapping[str, bytes]) -> None:
        with _told(folder):
            for path in files:
                _check_place(folder / path)
            if files:
                _stage(folder / STAGE, files, [])
                _settle(folder)

    with ExitStack() as held:
        with _told(folder):
            held.enter_context(locked(folder))
            _settle(folder)
        yield put


def recover(folder: Path) -> None:
    """Finish a write that was decided and then cut short. Without one it does nothing."""
    if (folder / STAGE / PLAN).exists():
        with locked(folder):
            _settle(folder)


@contextmanager
def _told(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise LawkbError(
            str(folder), f"cannot be written: {error.strerror}", "check rights and free space"
        ) from error


def _check_place(file: Path) -> None:
    """Refuse a place that cannot be written before the write is decided."""
    if file.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if file.parent.exists() and not os.access(file.parent, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _files(folder: Path) -> dict[str, bytes]:
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in sorted((folder / "laws").glob("*/*/*.xml"))
    }


def _settle(folder: Path) -> None:
    """Carry out the plan of a stage, if there is one, and clear the stage away."""
    stage = folder / STAGE
    plan = stage / PLAN
    if plan.is_file():
        steps = json.loads(plan.read_text(encoding="utf-8"))
        for number, path in enumerate(steps["write"]):
            _rename(stage / str(number), folder / path)
        for path in steps["remove"]:
            (folder / path).unlink(missing_ok=True)
        _sync_folders(folder, [*steps["write"], *steps["remove"]])
        plan.unlink()
    if stage.is_dir():
        shutil.rmtree(stage)


def _stage(stage: Path, changed: Mapping[str, bytes], gone: list[str]) -> None:
    stage.mkdir(parents=True)
    for number, content in enumerate(changed.values()):
        write_synced(stage / str(number), content)
    plan = json.dumps({"write": list(changed), "remove": gone}, ensure_ascii=False)
    write_synced(stage / f"{PLAN}.tmp", plan.encode())
    (stage / f"{PLAN}.tmp").replace(stage / PLAN)
    sync_path(stage)


def _rename(staged: Path, path: Path) -> None:
    """Move a staged file to its place; one that is gone was moved before the interruption."""
    if staged.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        staged.replace(path)


def _sync_folders(folder: Path, paths: list[str]) -> None:
    for path in {folder, *((folder / path).parent for path in paths)}:
        if path.is_dir():
            sync_path(path)
