"""The laws of a corpus as they were read, kept for the next time: while no file of it changes.

To parse and to check the XML of a law takes ten times as long as to take it from here.
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import is_dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from lawkb.corpus.cached import LAWS, MANIFEST, index_folder
from lawkb.corpus.laws import recover
from lawkb.corpus.manifest import corpus_digest, corpus_manifest, whole_digest
from lawkb.corpus.opened import read_known
from lawkb.corpus.outline import read_outline
from lawkb.corpus.stats import package_stamp
from lawkb.files import keep_content, kept_content
from lawkb.model.code import Code
from lawkb.model.companion import Companion
from lawkb.model.law import Law

_MODEL = "lawkb.model."
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
    if files is None or not _STAMP or _STAMP != _own_stamp():
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
    code = read_known(folder, cache / MANIFEST)
    if key and corpus_digest(folder, cache / MANIFEST) == manifest.whole:
        texts = (code.laws, code.companions)
        keep_content(cache / LAWS, key, pickle.dumps(texts, pickle.HIGHEST_PROTOCOL))
    return code


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
        texts: _Texts | None = _Nouns(BytesIO(held)).load() if held else None
    except (pickle.UnpicklingError, AttributeError, ImportError):
        return None
    return texts
