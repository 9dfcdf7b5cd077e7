"""``corpus/laws/``, read as a code."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from lawkb.akn.read import read_law
from lawkb.corpus.corpus_toml import read_outline
from lawkb.corpus.stats import OUTLINE
from lawkb.corpus.writing import laws_files, recover
from lawkb.errors import LawkbError
from lawkb.model.code import Code, Outline
from lawkb.model.law import Law

if TYPE_CHECKING:
    from lawkb.model.companion import Companion

_LAW = "law_"  # how the names of the files of laws begin, and no others


def find_corpus(start: Path) -> Path:
    """The nearest folder ``corpus`` with a ``corpus.toml``, from a folder upwards.

    Raises:
        LawkbError: There is none, or it is another user's, who could have put it there to be found.
    """
    for folder in (start, *start.parents):
        if _is_corpus(folder / "corpus"):
            return _trusted(folder / "corpus")
        if folder.name == "corpus" and _is_corpus(folder):
            return _trusted(folder)
    raise LawkbError(
        str(start),
        "no corpus/corpus.toml here or above",
        "make one: lawkb init; or name one: lawkb --corpus DIR …",
    )


def _trusted(folder: Path) -> Path:
    owner = folder.stat().st_uid
    if owner not in _trusted_owners():
        what = f"belongs to another user ({owner})"
        raise LawkbError(str(folder), what, f"if you trust it, name it: lawkb --corpus {folder} …")
    return folder


def _trusted_owners() -> set[int]:
    """Who may own a corpus that was not named: this user, also before sudo, or root."""
    caller = os.environ.get("SUDO_UID", "")
    return {0, os.geteuid(), *([int(caller)] if caller.isdecimal() else [])}


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


def check_held(folder: Path, code: Code) -> None:
    """Refuse a code without any law: nothing was read from the sources yet, or all is gone.

    Raises:
        LawkbError: It has none.
    """
    if not code.laws:
        raise LawkbError(str(folder), "the corpus has no laws yet", "run: lawkb ingest")


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
    from lawkb.akn.companions import read_companion  # not above: many codes have none

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
    """The XML files as they stand, by path below the corpus folder.

    Raises:
        LawkbError: A write that was cut short cannot be finished, or there is a link.
    """
    recover(folder)
    return laws_files(folder)
