"""The laws of a corpus as they were read, kept for the next time: while no file of it changes.

To parse and to check the XML of a law takes ten times as long as to take it from here.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping, Sequence
from dataclasses import is_dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

from lawkb.cores import in_forks
from lawkb.corpus.cached import LAWS, MANIFEST, index_folder
from lawkb.corpus.corpus_toml import read_outline
from lawkb.corpus.laws import file_of_companion
from lawkb.corpus.manifest import corpus_digest, corpus_manifest, whole_digest
from lawkb.corpus.opened import open_code
from lawkb.corpus.stats import package_stamp
from lawkb.corpus.writing import recover
from lawkb.files import keep_content, kept_content
from lawkb.model.code import Code
from lawkb.model.companion import Companion
from lawkb.model.law import Law

_MODEL = "lawkb.model."
_BATCH = 50  # texts that are read, pickled and sent at a time
_FEW = 4  # batches: up to so many are read before other processes could begin
_Texts = tuple[Mapping[tuple[str, str, int], Law], Mapping[tuple[str, str, str], Companion]]


def _own_stamp() -> str:
    """What tells this lawkb from any other; empty where nobody can say."""
    try:
        return package_stamp(("__pycache__",))
    except OSError:  # it does not lie in a folder
        return ""


# Taken before anything is read: where lawkb was edited since, what it reads is of neither.
_STAMP = _own_stamp()


def state_key(files: Mapping[str, str] | None) -> str:
    """What is told apart of all that is made from a corpus and by lawkb alone.

    Args:
        files: Digests of the files of the corpus, by their paths.

    Returns:
        What no other files and no other lawkb have; empty where nobody can say.
    """
    if files is None or not _STAMP or _own_stamp() != _STAMP:
        return ""
    return f"{_STAMP} {whole_digest(files)}"


def read_kept_code(folder: Path) -> Code:
    """What ``read_code`` gives, with the digests of the files that it was read from.

    Beside the index of the corpus its laws are kept, those of one state.

    Raises:
        LawkbError: As ``read_code``, or a file changed while it was read.
    """
    recover(folder)
    cache = index_folder(folder)
    manifest = corpus_manifest(folder, cache / MANIFEST)
    key = state_key(manifest.files)
    texts = _texts(kept_content(cache / LAWS, key)) if key else None
    if texts:
        return Code(read_outline(folder), *texts, files=manifest.files)
    opened = open_code(folder, cache / MANIFEST)
    content = _read(opened)
    if key and corpus_digest(folder, cache / MANIFEST) == manifest.whole:
        keep_content(cache / LAWS, key, content)
    laws, companions = _unpickled(content)
    return Code(opened.outline, laws, companions, files=opened.files)


class _Nouns(pickle.Unpickler):
    """Makes laws, companions and what they hold of what was kept, and runs nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        """A data class of the model.

        Raises:
            UnpicklingError: It is anything else.
        """
        found = super().find_class(module, name) if module.startswith(_MODEL) else None
        if isinstance(found, type) and is_dataclass(found):
            return found
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a law")


def _texts(held: bytes | None) -> _Texts | None:
    """The laws and companions that were kept; None where something else was."""
    try:
        return _unpickled(held) if held else None
    except (pickle.UnpicklingError, AttributeError, ImportError):
        return None


def _unpickled(held: bytes) -> _Texts:
    """The laws and companions of all batches, in their order.

    Raises:
        UnpicklingError, AttributeError, ImportError: Something else was kept.
    """
    laws: dict[tuple[str, str, int], Law] = {}
    companions: dict[tuple[str, str, str], Companion] = {}
    file = BytesIO(held)
    while file.tell() < len(held):
        batch = _Nouns(file).load()
        if not isinstance(batch, list):
            raise pickle.UnpicklingError(f"{type(batch)} is no batch of texts")
        for text in batch:
            if isinstance(text, Law):
                laws[text.edition, text.language, text.number] = text
            else:
                companions[text.edition, text.language, text.name] = text
    return laws, companions


def _read(code: Code) -> bytes:
    """The texts of a code, read from its files on all cores; each is what its digest says.

    Raises:
        LawkbError: One cannot be read: of several the first.
    """
    companions = sorted(code.companions, key=lambda key: file_of_companion(*key).split("/"))
    every: list[Callable[[], Law | Companion]] = [
        *(partial(code.laws.__getitem__, key) for key in code.laws),
        *(partial(code.companions.__getitem__, key) for key in companions),
    ]
    batches = [every[start : start + _BATCH] for start in range(0, len(every), _BATCH)]
    read: list[bytes] = in_forks(_pickled, batches, few=_FEW)
    return b"".join(read)


def _pickled(batch: Sequence[Callable[[], Law | Companion]]) -> bytes:
    """Some texts as they are kept, and sent from one process to the other."""
    return pickle.dumps([read() for read in batch], pickle.HIGHEST_PROTOCOL)
