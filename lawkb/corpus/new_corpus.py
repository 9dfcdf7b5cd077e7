"""A new corpus: a commented ``corpus.toml``, an example page, and the settings of its site."""

from __future__ import annotations

from pathlib import Path

from lawkb.errors import LawkbError

_STARTER = Path(__file__).parent / "starter"
_PAGES = "pages"  # pages that are not from the corpus: what mkdocs.yml names


def start_corpus(folder: Path) -> tuple[str, ...]:
    """Write the files of a small new corpus into a folder; existing files are not overwritten.

    Args:
        folder: The folder for ``corpus/`` and ``mkdocs.yml``; made if missing.

    Returns:
        Paths of the written files below the folder, in order.

    Raises:
        LawkbError: One of the files is there already, or cannot be written.
    """
    files = sorted(file for file in _STARTER.rglob("*") if file.is_file())
    names = [file.relative_to(_STARTER) for file in files]
    for name in names:
        if (folder / name).exists():
            hint = "name an empty folder: lawkb init DIR"
            raise LawkbError(str(folder / name), "it is there already", hint)
    try:
        for name, file in zip(names, files, strict=True):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(file.read_bytes())
        (folder / _PAGES).mkdir(exist_ok=True)
    except OSError as error:
        what = f"cannot be written: {error.strerror}"
        raise LawkbError(str(folder), what, "name another folder: lawkb init DIR") from error
    return tuple(name.as_posix() for name in names)
